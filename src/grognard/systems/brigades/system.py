"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.engine.chapters import Chapters
from grognard.engine.check import Fact
from grognard.engine.listing import listing
from grognard.engine.position import Position
from grognard.engine.step import steps_of
from grognard.engine.tally import Tally
from grognard.engine.view import View
from grognard.systems.brigades import victory
from grognard.systems.brigades.judging import judgement
from grognard.systems.brigades.judging.weights import BrigadesWeights
from grognard.systems.brigades.rules import Rules
from grognard.systems.brigades.shown import pictures
from grognard.systems.brigades.shown.tools import TOOLS
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.faults import faults
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.brigades.turn import PHASES, set_up
from grognard.systems.tabletop import short_odds
from grognard.systems.tabletop.system import TableSystem
from grognard.systems.tabletop.tally import strength_left
from grognard.systems.tabletop.turn import TURN
from grognard.systems.tabletop.victory import points_left

BrigadesPosition.STEPS = steps_of("grognard.systems.brigades")


class BrigadesSystem(TableSystem[Rules, BrigadesBattle, BrigadesPosition]):
    """Battles in inches: brigades of divisions, charges by kind, saves, exhaustion."""

    name = "brigades"
    title = "Brigades: divisions on the tabletop"
    summary = "Brigade stands of divisions: charges by kind, saving throws, exhaustion, terrain."
    tools, answers = tuple(TOOLS), TOOLS
    phases = PHASES
    listed, shipped = listing(files("grognard.systems.brigades"))
    chapters = Chapters(
        Rules, BrigadesBattle, BrigadesPosition, set_up, victory.result, faults, judgement.judge,
        pictures.placements, pictures.markers, pictures.card, BrigadesWeights,
    )  # fmt: skip

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """Short forms of morale, fire, melee, ties and collapse."""
        rules = self.rules(variant)
        if check == "tie":
            return rules.tie_kind.chances(values)
        return short_odds.answer(check, values, rules.morale_kind)

    def score(self, view: View) -> tuple[int, ...]:
        """What is left of each army in strength points."""
        p = self.seen(view)
        return points_left(p.battle, p.losses)

    def tally(self, position: Position) -> Tally:
        p = self.at(position)
        return Tally(p.clock[TURN], strength_left(p, p.losses), victory.holders(p))

    def short_facts(self, check: str) -> tuple[Fact, ...]:
        """Dice and faces of fire and melee, without a situation."""
        return short_odds.SHORT_FACTS.get(check, ())
