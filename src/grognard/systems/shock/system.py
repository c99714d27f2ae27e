"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from grognard.boards.hexmap import HexMap
from grognard.engine import toml
from grognard.engine.battle import Battle, Result
from grognard.engine.check import CheckKind
from grognard.engine.errors import (
    BadSituation,
    FileError,
    GrognardError,
    UnknownName,
    did_you_mean,
)
from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook, changes_key
from grognard.engine.system import System
from grognard.engine.view import Marker, Placement, View
from grognard.systems.shock import judgement, pictures, victory
from grognard.systems.shock.battle import ShockBattle
from grognard.systems.shock.position import PHASE, TURN, ShockPosition
from grognard.systems.shock.restore import restored
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.setup import set_up
from grognard.systems.shock.steps import STEPS
from grognard.systems.shock.turn import PHASES, NextTurn

ShockPosition.STEPS = STEPS

NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
BATTLES: Final = ("gemioncourt", "hougoumont", "plancenoit", "quatre-bras")


@lru_cache(maxsize=64)
def _rules(variant: str, changes: str) -> Rules:
    return Rules(Rulebook.load(files("grognard.systems.shock"), variant))


@lru_cache(maxsize=64)
def _shipped(name: str, variant: str, changes: str) -> ShockBattle:
    folder = files("grognard.systems.shock") / "battles"
    text = (folder / f"{name}.toml").read_text("utf-8")
    source = {"battle": text, "map": _map_text(text, f"battles/{name}.toml", None)}
    return ShockBattle(name, source, variant, _rules(variant, changes), shipped=True)


def _name(battle: str, file: str) -> str:
    """The name a battle file gives itself."""
    table = toml.loads(battle, file)
    name = table.str("name")
    if not NAME.fullmatch(name):
        message = "a battle's name is up to 40 lower-case letters, digits and hyphens"
        raise table.error("name", message)
    return name


def _map_text(battle: str, file: str, beside: Path | None) -> str:
    """The text of the map a battle names: one beside its file, or a shipped one."""
    table = toml.loads(battle, file)
    wanted = table.str("map")
    if not NAME.fullmatch(wanted):
        message = "a map's name is up to 40 lower-case letters, digits and hyphens"
        raise table.error("map", message)
    if beside is not None and (beside / f"{wanted}.toml").is_file():
        return _read(beside / f"{wanted}.toml")
    maps = files("grognard") / "maps"
    known = sorted(f.name[:-5] for f in maps.iterdir() if f.name.endswith(".toml"))
    if wanted not in known:
        raise table.error("map", f'no map "{wanted}": {did_you_mean(wanted, known)}')
    return (maps / f"{wanted}.toml").read_text("utf-8")


def _read(path: Path) -> str:
    """A text file of somebody's own."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(str(path), None, f"cannot be read: {error}") from None


class ShockSystem(System):
    """Hex battles: fire and shock tables, cohesion, charges and squares."""

    name = "shock"
    title = "Shock: hexes, fire and shock"
    summary = "Brigades on hexes: fire and shock tables, cohesion, charges, squares and command."
    board = "hexes"

    def folder(self) -> Traversable:
        """Where its data lies."""
        return files("grognard.systems.shock")

    def battles(self) -> list[str]:
        """The shipped battles, the tutorial first."""
        return list(BATTLES)

    def rules(self, variant: str = "sheet") -> Rules:
        """The rules under a variant, loaded once."""
        return _rules(variant, changes_key())

    def battle(self, name: str, variant: str = "sheet") -> Battle:
        """A shipped battle."""
        if name not in BATTLES:
            raise UnknownName(f'no battle "{name:.40}": {did_you_mean(name, BATTLES)}')
        return _shipped(name, variant, changes_key())

    def battle_from(self, source: Mapping[str, str], variant: str = "sheet") -> Battle:
        """A battle from its texts."""
        if set(source) != {"battle", "map"}:
            raise GrognardError("a battle of this system is two texts: battle and map")
        name = _name(source["battle"], "battle")
        return ShockBattle(name, source, variant, self.rules(variant), shipped=False)

    def battle_file(self, path: Path, variant: str = "sheet") -> Battle:
        """A battle file of one's own."""
        text = _read(path)
        source = {"battle": text, "map": _map_text(text, str(path), path.parent)}
        name = _name(text, str(path))
        rules = self.rules(variant)
        return ShockBattle(name, source, variant, rules, shipped=False, file_name=str(path))

    def start(self, battle: Battle) -> Position:
        """The position at the beginning."""
        p = set_up(_own(battle))
        p.stack.append(NextTurn())
        p.settle()
        return p

    def restore(self, battle: Battle, data: Any) -> Position:
        """A position from its JSON."""
        return restored(_own(battle), data)

    def checks(self, variant: str = "sheet") -> dict[str, CheckKind]:
        """Every kind of check."""
        return self.rules(variant).kinds()

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`shock ratio=… drm=… side=…`: one side's codes."""
        if check != "shock" or "side" not in values:
            return None
        unknown = [key for key in values if key not in ("ratio", "drm", "side")]
        if unknown:
            hint = did_you_mean(unknown[0], ("ratio", "drm", "side"))
            raise BadSituation(f'shock: with side= there is no fact "{unknown[0]:.40}": {hint}')
        side = values["side"]
        if side not in ("attacker", "defender"):
            raise BadSituation(f'shock: side="{side:.40}" is neither attacker nor defender')
        if "ratio" not in values:
            raise BadSituation("shock: side= needs a ratio, such as ratio=2-1")
        kind = self.rules(variant).shock_kind
        facts = kind.read({k: v for k, v in values.items() if k != "side"})
        return {"outcomes": kind.one_side(facts, side).fractions()}

    def result(self, position: Position) -> Result | None:
        """Who won."""
        return victory.result(_at(position))

    def score(self, view: View) -> tuple[float, ...]:
        """Points so far."""
        return tuple(halves / 2 for halves in victory.half_points(pictures.seen(view)))

    def judge(self, position: Position, side: int) -> float:
        """How good a position is."""
        return judgement.judge(_at(position), side)

    def clock(self, view: View) -> str:
        """Turn, hour and phase."""
        clock = view.fields["clock"]
        battle = _own(view.battle)
        turn = max(1, clock[TURN])
        return f"Turn {turn} of {battle.turns} · {battle.hour(turn)} · {PHASES[clock[PHASE]]}"

    def placements(self, view: View) -> list[Placement]:
        """Every piece on the map."""
        return pictures.placements(view)

    def markers(self, view: View) -> list[Marker]:
        """Objectives and controlled places."""
        return pictures.markers(view)

    def card(self, view: View, id: str) -> list[tuple[str, str]]:
        """What is known of a unit or hex."""
        return pictures.card(view, id)

    def ground(self, battle: Battle) -> HexMap:
        """The map."""
        return _own(battle).ground


def _own(battle: Battle) -> ShockBattle:
    assert isinstance(battle, ShockBattle)
    return battle


def _at(position: Position) -> ShockPosition:
    assert isinstance(position, ShockPosition)
    return position
