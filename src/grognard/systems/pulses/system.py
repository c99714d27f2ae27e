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
from grognard.systems.pulses import judgement, pictures, short_odds, victory
from grognard.systems.pulses.battle import PulsesBattle
from grognard.systems.pulses.faults import faults
from grognard.systems.pulses.position import (
    GONE,
    HOLDER,
    PHASE,
    PHASES,
    PULSE,
    SIDE,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.rules import Rules
from grognard.systems.pulses.setup import set_up
from grognard.systems.pulses.steps import STEPS
from grognard.systems.pulses.tools import TOOLS, find

PulsesPosition.STEPS = STEPS
SIDED = 3  # phases from control on belong to one side


@lru_cache(maxsize=64)
def _rules(variant: str, changes: str) -> Rules:
    return Rules(Rulebook.load(files("grognard.systems.pulses"), variant))


class PulsesSystem(System):
    """Battles in pulses: command dice, initiative, control tests, and forces that may refuse."""

    name = "pulses"
    title = "Pulses: corps and divisions that may refuse"
    summary = "Command dice, initiative, pulses of unknown number, forces that may refuse."
    board = "table"
    tools = TOOLS
    teaches = True
    shipped = ("teugen-hausen", "quatre-bras", "maloyaroslavets", "aspern-essling")

    def folder(self) -> Traversable:
        """Where its data lies."""
        return files("grognard.systems.pulses")

    def rules(self, variant: str = "sheet") -> Rules:
        """The rules under a variant, loaded once."""
        return _rules(variant, changes_key())

    def load(
        self, name: str, source: Mapping[str, str], variant: str, shipped: bool, file: str
    ) -> Battle:
        """A battle from its texts."""
        return PulsesBattle(name, source, variant, self.rules(variant), shipped, file)

    def start(self, battle: Battle) -> Position:
        """The position at the beginning."""
        p = set_up(_own(battle))
        p.settle()
        return p

    def restore(self, battle: Battle, data: Any) -> Position:
        """A position from its JSON."""
        return PulsesPosition.restore(battle, data)

    def checks(self, variant: str = "sheet") -> dict[str, CheckKind]:
        """Every kind of check."""
        return self.rules(variant).kinds()

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`turn-length` without facts: how many pulses a turn has; the rest are plain checks."""
        return short_odds.answer(self.rules(variant), check, values)

    def result(self, position: Position) -> Result | None:
        """Who won."""
        return victory.result(_at(position))

    def faults(self, before: Position, after: Position) -> list[str]:
        """What may never be."""
        return faults(_at(before), _at(after))

    def score(self, view: View) -> tuple[int, ...]:
        """The units each army has left before its break point."""
        battle = _own(view.battle)
        xs = view.fields["x"]
        counted = battle.rules.loss_arms
        return tuple(
            battle.breaks[side]
            - sum(xs[u] == GONE and counted[battle.arm[u]] for u in battle.stands_of[side])
            for side in (0, 1)
        )

    def judge(self, position: Position, side: int) -> float:
        """How good a position is."""
        return judgement.judge(_at(position), side)

    def clock(self, view: View) -> str:
        """Turn, hour, pulse, side and phase."""
        clock = view.fields["clock"]
        battle = _own(view.battle)
        turn, phase = clock[TURN], clock[PHASE]
        side = battle.titles[clock[SIDE] if phase >= SIDED else clock[HOLDER]]
        when = f"Turn {turn} of {battle.turns}, {battle.hour(turn)}, pulse {clock[PULSE] + 1}"
        return f"{when} · {side}: {PHASES[phase]}"

    def placements(self, view: View) -> list[Placement]:
        """Every unit on the table."""
        return pictures.placements(view)

    def markers(self, view: View) -> list[Marker]:
        """The objectives."""
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


def _own(battle: Battle) -> PulsesBattle:
    assert isinstance(battle, PulsesBattle)
    return battle


def _at(position: Position) -> PulsesPosition:
    assert isinstance(position, PulsesPosition)
    return position
