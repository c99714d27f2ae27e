"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from grognard.boards.tablemap import TableMap
from grognard.engine.battle import Battle, Result
from grognard.engine.check import CheckKind
from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook, changes_key
from grognard.engine.system import System
from grognard.engine.tool import Finding
from grognard.engine.view import Marker, Placement, View
from grognard.systems.brigades import judgement, pictures, short_odds, victory
from grognard.systems.brigades.battle import BrigadesBattle
from grognard.systems.brigades.faults import faults
from grognard.systems.brigades.position import PHASE, SIDE, TURN, BrigadesPosition
from grognard.systems.brigades.rules import Rules
from grognard.systems.brigades.setup import set_up
from grognard.systems.brigades.steps import STEPS
from grognard.systems.brigades.tools import TOOLS, find
from grognard.systems.brigades.turn import PHASES
from grognard.systems.onepage import short_odds as dice_odds

BrigadesPosition.STEPS = STEPS


@lru_cache(maxsize=64)
def _rules(variant: str, changes: str) -> Rules:
    return Rules(Rulebook.load(files("grognard.systems.brigades"), variant))


class BrigadesSystem(System):
    """Battles in inches: brigades of divisions, charges by kind, saves, exhaustion."""

    name = "brigades"
    title = "Brigades: divisions on the tabletop"
    summary = "Brigade stands of divisions: charges by kind, saving throws, exhaustion, terrain."
    board = "table"
    tools = TOOLS
    teaches = True
    shipped = ("casteggio", "quatre-bras", "auerstedt", "leuthen")

    def folder(self) -> Traversable:
        """Where its data lies."""
        return files("grognard.systems.brigades")

    def rules(self, variant: str = "sheet") -> Rules:
        """The rules under a variant, loaded once."""
        return _rules(variant, changes_key())

    def load(
        self, name: str, source: Mapping[str, str], variant: str, shipped: bool, file: str
    ) -> Battle:
        """A battle from its texts."""
        return BrigadesBattle(name, source, variant, self.rules(variant), shipped, file)

    def start(self, battle: Battle) -> Position:
        """The position at the beginning."""
        p = set_up(_own(battle))
        p.settle()
        return p

    def restore(self, battle: Battle, data: Any) -> Position:
        """A position from its JSON."""
        return BrigadesPosition.restore(battle, data)

    def checks(self, variant: str = "sheet") -> dict[str, CheckKind]:
        """Every kind of check."""
        return self.rules(variant).kinds()

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """Short forms of morale, fire, melee, ties and collapse."""
        rules = self.rules(variant)
        if check == "morale" and "modifier" in values:
            kind = rules.morale_kind
            return {"outcomes": kind.odds(kind.read(values)).fractions()}
        if check == "fire" and {"dice", "hit", "save"} & set(values):
            return dice_odds.fire(values)
        if check == "melee" and any(key.endswith(("-dice", "-hit", "-save")) for key in values):
            return dice_odds.melee(values)
        if check == "tie":
            return short_odds.tie(rules.tie_kind, values)
        return None

    def result(self, position: Position) -> Result | None:
        """Who won."""
        return victory.result(_at(position))

    def faults(self, before: Position, after: Position) -> list[str]:
        """What may never be."""
        return faults(_at(before), _at(after))

    def score(self, view: View) -> tuple[int, ...]:
        """What is left of each army in strength points."""
        battle = _own(view.battle)
        losses = view.fields["losses"]
        return tuple(
            battle.start_strength[side] - sum(losses[u] for u in battle.stands_of[side])
            for side in (0, 1)
        )

    def judge(self, position: Position, side: int) -> float:
        """How good a position is."""
        return judgement.judge(_at(position), side)

    def clock(self, view: View) -> str:
        """Turn, hour, side and phase."""
        clock = view.fields["clock"]
        battle = _own(view.battle)
        turn = clock[TURN]
        side = battle.titles[clock[SIDE]]
        phase = PHASES[clock[PHASE]]
        return f"Turn {turn} of {battle.turns} · {battle.hour(turn)} · {side} · {phase}"

    def placements(self, view: View) -> list[Placement]:
        """Every unit on the table."""
        return pictures.placements(view)

    def markers(self, view: View) -> list[Marker]:
        """The objectives and the fires."""
        return pictures.markers(view)

    def card(self, view: View, id: str) -> list[tuple[str, str]]:
        """What is known of a unit."""
        return pictures.card(view, id)

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        """What a tool says."""
        return find(_at(view.sample(random.Random(0))), tool, ids)

    def ground(self, battle: Battle) -> TableMap:
        """The map."""
        return _own(battle).ground


def _own(battle: Battle) -> BrigadesBattle:
    assert isinstance(battle, BrigadesBattle)
    return battle


def _at(position: Position) -> BrigadesPosition:
    assert isinstance(position, BrigadesPosition)
    return position
