"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from grognard.boards.areamap import AreaMap
from grognard.engine.battle import Battle, Result
from grognard.engine.check import CheckKind
from grognard.engine.dist import Dist
from grognard.engine.position import Position
from grognard.engine.rulebook import Rulebook, changes_key
from grognard.engine.system import System
from grognard.engine.tool import Finding
from grognard.engine.view import Marker, Placement, View
from grognard.systems.locales import judgement, pictures, tools, victory
from grognard.systems.locales.battle import LocalesBattle
from grognard.systems.locales.faults import faults
from grognard.systems.locales.outlook import outlook
from grognard.systems.locales.position import PHASE, SIDE, TURN, LocalesPosition
from grognard.systems.locales.rules import Rules
from grognard.systems.locales.setup import set_up
from grognard.systems.locales.steps import STEPS
from grognard.systems.locales.turn import PHASES

LocalesPosition.STEPS = STEPS


@lru_cache(maxsize=64)
def _rules(variant: str, changes: str) -> Rules:
    return Rules(Rulebook.load(files("grognard.systems.locales"), variant))


class LocalesSystem(System):
    """Area battles: hidden blocks, approaches, command cards, morale."""

    name = "locales"
    title = "Locales: areas, hidden blocks and command cards"
    summary = "Blocks hidden from the enemy, approaches secured and assaulted, command by cards."
    board = "areas"
    shipped = ("mcphersons-ridge", "oak-ridge", "first-bull-run", "second-manassas")
    tools = tools.TOOLS
    teaches = True
    secrets = True

    def folder(self) -> Traversable:
        """Where its data lies."""
        return files("grognard.systems.locales")

    def rules(self, variant: str = "sheet") -> Rules:
        """The rules under a variant, loaded once."""
        return _rules(variant, changes_key())

    def load(
        self, name: str, source: Mapping[str, str], variant: str, shipped: bool, file: str
    ) -> Battle:
        """A battle from its texts."""
        return LocalesBattle(name, source, variant, self.rules(variant), shipped, file)

    def start(self, battle: Battle) -> Position:
        """The position at the beginning."""
        p = set_up(_own(battle))
        p.settle()
        return p

    def restore(self, battle: Battle, data: Any) -> Position:
        """A position from its JSON."""
        return LocalesPosition.restore(battle, data)

    def checks(self, variant: str = "sheet") -> dict[str, CheckKind]:
        """Every kind of check."""
        return self.rules(variant).kinds()

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`assault attack=… …`: who wins and what it costs; `draw field=N`: yes or no."""
        rules = self.rules(variant)
        if check == rules.assault_kind.name:
            return rules.assault_kind.answer(values)
        if check == rules.draw_kind.name and "field" in values:
            return rules.draw_kind.at_least(values)
        return None

    def outlook(self, view: View, action: int) -> list[tuple[str, Dist[str]]]:
        """The odds of an assault or charge over what the hidden blocks may be."""
        return outlook(view, action)

    def result(self, position: Position) -> Result | None:
        """Who won."""
        return victory.result(_at(position))

    def faults(self, before: Position, after: Position) -> list[str]:
        """What may never be."""
        return faults(_at(before), _at(after))

    def score(self, view: View) -> tuple[int, ...]:
        """Morale."""
        return tuple(view.fields["morale"])

    def judge(self, position: Position, side: int) -> float:
        """How good a position is."""
        return judgement.judge(_at(position), side)

    def clock(self, view: View) -> str:
        """Turn, hour, side and phase."""
        clock = view.fields["clock"]
        battle = _own(view.battle)
        turn = max(1, clock[TURN])
        side = battle.titles[clock[SIDE]]
        phase = PHASES[clock[PHASE]]
        return f"Turn {turn} of {battle.turns} · {battle.hour(turn)} · {side} · {phase}"

    def placements(self, view: View) -> list[Placement]:
        """Every block on the map."""
        return pictures.placements(view)

    def markers(self, view: View) -> list[Marker]:
        """Objectives and entries."""
        return pictures.markers(view)

    def card(self, view: View, id: str) -> list[tuple[str, str]]:
        """What is known of a block or locale."""
        return pictures.card(view, id)

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        """Distance, marches, approaches, what is hidden, victory."""
        return tools.find(view, tool, ids)

    def ground(self, battle: Battle) -> AreaMap:
        """The map."""
        return _own(battle).ground


def _own(battle: Battle) -> LocalesBattle:
    assert isinstance(battle, LocalesBattle)
    return battle


def _at(position: Position) -> LocalesPosition:
    assert isinstance(position, LocalesPosition)
    return position
