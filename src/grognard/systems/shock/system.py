"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from grognard.boards.hexmap import HexMap
from grognard.engine.battle import Battle, Result
from grognard.engine.check import CheckKind
from grognard.engine.errors import (
    BadSituation,
    did_you_mean,
)
from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook, changes_key
from grognard.engine.system import System
from grognard.engine.tool import Finding
from grognard.engine.view import Marker, Placement, View
from grognard.systems.shock import judgement, pictures, tools, victory
from grognard.systems.shock.battle import ShockBattle
from grognard.systems.shock.faults import faults
from grognard.systems.shock.position import PHASE, TURN, ShockPosition
from grognard.systems.shock.restore import restored
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.setup import set_up
from grognard.systems.shock.steps import STEPS
from grognard.systems.shock.turn import PHASES, NextTurn

ShockPosition.STEPS = STEPS


@lru_cache(maxsize=64)
def _rules(variant: str, changes: str) -> Rules:
    return Rules(Rulebook.load(files("grognard.systems.shock"), variant))


class ShockSystem(System):
    """Hex battles: fire and shock tables, cohesion, charges and squares."""

    name = "shock"
    title = "Shock: hexes, fire and shock"
    summary = "Brigades on hexes: fire and shock tables, cohesion, charges, squares and command."
    board = "hexes"
    shipped = ("gemioncourt", "hougoumont", "plancenoit", "quatre-bras")
    tools = tools.TOOLS
    teaches = True

    def folder(self) -> Traversable:
        """Where its data lies."""
        return files("grognard.systems.shock")

    def rules(self, variant: str = "sheet") -> Rules:
        """The rules under a variant, loaded once."""
        return _rules(variant, changes_key())

    def load(
        self, name: str, source: Mapping[str, str], variant: str, shipped: bool, file: str
    ) -> Battle:
        """A battle from its texts."""
        return ShockBattle(name, source, variant, self.rules(variant), shipped, file)

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

    def faults(self, before: Position, after: Position) -> list[str]:
        """What may never be."""
        return faults(_at(before), _at(after))

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

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        """Sight, reach, fire, command, victory."""
        return tools.find(pictures.seen(view), tool, ids)

    def ground(self, battle: Battle) -> HexMap:
        """The map."""
        return _own(battle).ground


def _own(battle: Battle) -> ShockBattle:
    assert isinstance(battle, ShockBattle)
    return battle


def _at(position: Position) -> ShockPosition:
    assert isinstance(position, ShockPosition)
    return position
