"""A system: one set of rules, offered to the rest of the program through the engine's types."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from grognard.engine import battlefile, guide, toml
from grognard.engine.battle import Battle, BattleResult
from grognard.engine.battlefile import BattleTexts
from grognard.engine.board_map import BoardMap
from grognard.engine.check import CheckKind, Fact
from grognard.engine.dist import Dist
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.event import Event
from grognard.engine.guide import Guide
from grognard.engine.muster import Limit, Muster
from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook, changes_key
from grognard.engine.step import NOBODY
from grognard.engine.tally import Earned, Roster, Tally
from grognard.engine.tool import Command, Finding, Tool
from grognard.engine.view import Marker, Placement, View
from grognard.engine.weights import Weights, WeightSets

PARTS = re.compile(r"\d+|[A-Za-z]")  # of a result
RESULT_SIGNS = re.compile(r"[-+]\d+| ")  # numbers added to a die, and blanks
VICTORY = "victory"  # the tool that says how victory is reckoned


class System:
    """What every system supplies. The engine, terminal, bots and drawing use nothing else of it."""

    name: str = ""
    title: str = ""
    summary: str = ""
    board: str = ""  # the kind of board: "hexes", "areas", "table"
    shipped: tuple[str, ...] = ()  # the shipped battles, the tutorial first
    list_facts: tuple[str, ...] = ()  # labels of cards that belong into a list of the pieces
    tools: tuple[Tool, ...] = ()  # what a player may ask of the board at any time
    listed: int = 100  # its place in lists of systems: small numbers first
    secrets: bool = False  # whether sides hide things from each other
    teaches: bool = False  # whether its folder holds lessons.toml

    def folder(self) -> Traversable:
        """Where the system's charts, rulings, variants and battles lie."""
        raise GrognardError(f"{self.name} does not say where its data lies")

    def package(self) -> str:
        """The package its chapters are modules of."""
        return type(self).__module__.rpartition(".")[0]

    def maps(self) -> tuple[Traversable, ...]:
        """The folders its maps are in: its own, then that of the whole program."""
        return self.folder() / "maps", files("grognard") / "maps"

    def battles(self) -> list[str]:
        """The names of the shipped battles, the tutorial first."""
        return list(self.shipped)

    def load(self, texts: BattleTexts) -> Battle:
        """A battle from the texts of its files."""
        raise GrognardError(f"{self.name} loads no battles")

    def battle(self, name: str, variant: str = "sheet") -> Battle:
        """A shipped battle under a variant, loaded once."""
        if name not in self.shipped:
            raise UnknownName(f'no battle "{name:.40}": {did_you_mean(name, self.shipped)}')
        return _kept(self, name, variant, changes_key())

    def battle_from(self, source: Mapping[str, str], variant: str = "sheet") -> Battle:
        """A battle from the texts of its files, as records embed them."""
        battlefile.refuse_other_texts(source)
        name = battlefile.own_name(source["battle"], "battle")
        file = f"battles/{name}.toml"
        return self.load(BattleTexts(self.name, name, source, variant, False, file))

    def battle_file(self, path: Path, variant: str = "sheet") -> Battle:
        """A battle from your own file; its map lies beside it or is a shipped one."""
        text = battlefile.read_text(path)
        source = battlefile.source_of(text, str(path), (path.parent, *self.maps()))
        name = battlefile.own_name(text, str(path))
        return self.load(BattleTexts(self.name, name, source, variant, False, str(path)))

    def read_map(self, table: toml.Table) -> BoardMap:
        """A map in the words of this system: its kinds of ground, its properties of areas."""
        raise GrognardError(f"{self.name} reads no maps")

    def start(self, battle: Battle, ear: list[Event] | None = None) -> Position:
        """The position at the beginning, with its first question open.

        What happens before that question is told to `ear`.
        """
        raise GrognardError(f"{self.name} starts no battles")

    def restore(self, battle: Battle, data: Any) -> Position:
        """A position from its JSON."""
        raise GrognardError(f"{self.name} restores no positions")

    def rulebook(self, variant: str = "sheet") -> Rulebook:
        """Charts and rulings under a variant."""
        return Rulebook.load(self.folder(), variant)

    def checks(self, variant: str = "sheet") -> dict[str, CheckKind]:
        """Every kind of check, by name, for odds without a game."""
        raise GrognardError(f"{self.name} has no checks")

    def guide(self, variant: str = "sheet") -> Guide:
        """The turn for people at a table: phases, their checks, what an outcome leads on to."""
        kinds = self.checks(variant)
        if not (self.folder() / "guide.toml").is_file():
            return guide.plain(kinds)
        table = toml.load(self.folder() / "guide.toml", f"{self.name}/guide.toml")
        return guide.read(table, self.checks(), self.rulebook(variant)).only(kinds)

    scored = "points"  # what the score of a side counts
    # For rosters kept by hand: the states a unit may be marked with, and what is to be watched.
    states: tuple[str, ...] = ()

    def limits(self, variant: str = "sheet") -> tuple[Limit, ...]:
        """The losses that matter to groups and armies."""
        return ()

    def muster(self, battle: Battle) -> Muster:
        """Both armies of a battle."""
        return Muster(())

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """The JSON answer to a short form of an odds question; None if it is not a short form.

        Odds are {"outcomes": {label: "p/q"}}; certain results are plain keys and values.
        """
        return None

    def short_facts(self, check: str) -> tuple[Fact, ...]:
        """The facts of the short forms of an odds question, besides those of the check."""
        return ()

    def outlook(self, view: View, action: int) -> list[tuple[str, Dist[str]]]:
        """Titled exact odds of an answer without dice, from what the viewer knows."""
        return []

    def outlook_of_attack(self, view: View) -> list[tuple[str, Dist[str]]]:
        """Titled exact odds of the attack that is ordered, where hidden pieces decide it."""
        return []

    def outlook_knowing_all(self, position: Position, action: int) -> list[tuple[str, Dist[str]]]:
        """What the outlook of an answer would be if nothing were hidden, to test it by."""
        return []

    def came_of_outlook(self, before: Position, action: int, now: Position) -> str:
        """What came of an answer, as its outlook words it or begins to; empty: not known (yet)."""
        return ""

    def result(self, position: Position) -> BattleResult | None:
        """Who won and why, once the battle is over."""
        raise GrognardError(f"{self.name} has no result")

    def faults(self, before: Position, after: Position) -> list[str]:
        """Broken invariants after an answer; the conformance kit asks at every state of a game."""
        return []

    def score(self, view: View) -> tuple[float, ...]:
        """The points of each side so far, as the viewer may know them."""
        raise GrognardError(f"{self.name} keeps no score")

    def earned(self, position: Position) -> list[Earned]:
        """Where the points of each side come from, by cause; once it is over those of the result.

        A system whose result goes by something else than points that are added up has none.
        """
        return []

    def purse(self, view: View) -> tuple[str, ...]:
        """What each side has left to spend, in a few words; empty if nothing is counted."""
        return ()

    def hand(self, view: View) -> tuple[tuple[str, ...], ...]:
        """The cards the viewer holds, each in a few short lines; empty if nobody holds any."""
        return ()

    def weights(self) -> WeightSets | None:
        """The sets of weights its judgement knows; None if it has no weights."""
        return None

    def judge(self, position: Position, side: int, weights: Weights | None = None) -> float:
        """How good a (sampled) position is for a side, by its best weights or given ones."""
        raise GrognardError(f"{self.name} has no judgement")

    def roster(self, battle: Battle) -> Roster:
        """The units and objectives a tally counts; none, unless the system says which."""
        return Roster()

    def tally(self, position: Position) -> Tally:
        """Turn, strength of each unit and holder of each objective, in the roster's order."""
        return Tally(0, [], [])

    def whereabouts(self, position: Position, unit: int) -> str:
        """The place (`hex:…`, `pose:…`) of a unit of the roster; empty if it is off the board."""
        return ""

    def put(self, position: Position, id: str, place: str, lost: int | None = None) -> None:
        """Put a piece where it stands on a real table, with its losses; `off` takes it away."""
        raise GrognardError(f"pieces of {self.name} cannot be put by hand")

    def gave_way(self, before: Position, after: Position, unit: int, foe: int) -> bool:
        """Whether a unit has left its place before a foe (both of the roster)."""
        return self.whereabouts(before, unit) != self.whereabouts(after, unit)

    def is_fought(self, position: Position, unit: int) -> bool:
        """Whether the attack of a unit is fought out: what others do to its target is theirs."""
        return False

    def mover(self, position: Position) -> int:
        """The side whose turn, activation or pulse it is; EVERYBODY between them."""
        return position.actor

    def span(self, position: Position) -> tuple[int, ...]:
        """What tells the turn, activation or pulse under way from all others."""
        return self.tally(position).turn, self.mover(position)

    def same_order(self, before: Position, after: Position) -> bool:
        """Whether the question after an answer belongs to the order that the answer gives."""
        return True

    def clock(self, view: View) -> str:
        """Turn, hour and phase, for the head of a screen."""
        raise GrognardError(f"{self.name} has no clock")

    def placements(self, view: View) -> list[Placement]:
        """Every piece the viewer may see, by the fields of the position alone, not by its stack."""
        raise GrognardError(f"{self.name} places no pieces")

    def attacks_due(self, view: View) -> list[tuple[str, str]]:
        """The ids of who attacks whom, where that is ordered and not yet fought."""
        return []

    def markers(self, view: View) -> list[Marker]:
        """Objectives and other marks on the ground, by the fields as well."""
        return []

    def card(self, view: View, id: str) -> list[tuple[str, str]]:
        """What is known of a piece or place, as label and text."""
        return []

    def use(self, view: View, tool: str, ids: Sequence[str]) -> Finding:
        """What a tool says of the things it is pointed at, from what the viewer knows."""
        known = {each.name: each for each in self.tools}
        if tool not in known:
            raise UnknownName(f'no tool "{tool:.40}": {did_you_mean(tool, known)}')
        known[tool].refuse_other(ids)
        return self.find(view, tool, tuple(ids))

    def command_of(self, position: Position, id: str) -> Command | None:
        """Whom a piece commands from where it stands; None if it commands nobody."""
        return None

    def victory_terms(self, battle: Battle) -> tuple[str, ...]:
        """How victory is reckoned, in words, before the first answer; empty if nothing says so."""
        return self.victory_so_far(View(self.start(battle), NOBODY))

    def victory_so_far(self, view: View) -> tuple[str, ...]:
        """How victory is reckoned and how it stands, in words; empty if nothing says so."""
        if VICTORY not in {tool.name for tool in self.tools}:
            return ()
        return tuple(self.use(view, VICTORY, ()).says)

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        """What one of the system's own tools says, pointed at as many things as it asks for."""
        raise GrognardError(f"{self.name} has no tools")

    def lesson(self, view: View) -> str:
        """Advice for newcomers about the open question; empty if there is none."""
        return _lessons(self).get(view.step, "") if self.teaches else ""

    def meaning(self, text: str) -> str:
        """What a short word or code means, for those who do not know it; empty: nothing to say.

        The parts of a result are explained one by one.
        """
        words = _words(self)
        if text in words:
            return words[text]
        if "/" in words and text.count(" / ") == 1:  # a result for each of two
            halves = text.split(" / ")
            meant = [self.meaning(half) for half in halves]
            both = (say or half for say, half in zip(meant, halves, strict=True))
            return words["/"].format(*both) if any(meant) else ""
        plain = RESULT_SIGNS.sub("", text)
        parts = PARTS.findall(plain)
        known = [words.get("#" if part.isdigit() else part, "") for part in parts]
        if not all(known) or "".join(parts) != plain:
            return ""
        return ", ".join(say.format(part) for say, part in zip(known, parts, strict=True))

    def ground(self, battle: Battle) -> Any:
        """The board's map, for the drawing of its kind of board."""
        raise GrognardError(f"{self.name} has no ground")


@lru_cache(maxsize=256)
def _kept(system: System, name: str, variant: str, changes: str) -> Battle:
    file = f"battles/{name}.toml"
    text = (system.folder() / "battles" / f"{name}.toml").read_text("utf-8")
    source = battlefile.source_of(text, file, system.maps())
    return system.load(BattleTexts(system.name, name, source, variant, True, file))


@lru_cache(maxsize=16)
def _words(system: System) -> dict[str, str]:
    """The system's short words and codes, and what they mean."""
    if type(system).folder is System.folder:
        return {}  # it has no data
    file = system.folder() / "words.toml"
    if not file.is_file():
        return {}
    table = toml.load(file, f"{system.name}/words.toml")
    return {word: table.str(word) for word in table}


@lru_cache(maxsize=16)
def _lessons(system: System) -> dict[str, str]:
    """The system's advice for newcomers, by step."""
    table = toml.load(system.folder() / "lessons.toml", f"{system.name}/lessons.toml")
    return {step: table.str(step) for step in table}
