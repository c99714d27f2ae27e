"""The rules of this system under one variant: the numbers of every chapter."""

from __future__ import annotations

from grognard.engine.check import CheckKind
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.onepage.charge import ChargeRules
from grognard.systems.onepage.combat import CombatRules
from grognard.systems.onepage.command import CommandRules
from grognard.systems.onepage.dice import DiceRules
from grognard.systems.onepage.disorder import DisorderRules
from grognard.systems.onepage.field import FieldRules
from grognard.systems.onepage.fire import FireRules
from grognard.systems.onepage.marsh import MarshRules
from grognard.systems.onepage.melee import MeleeRules
from grognard.systems.onepage.morale import MoraleRules
from grognard.systems.onepage.movement import MovementRules
from grognard.systems.onepage.rally import RallyKind
from grognard.systems.onepage.road import RoadRules
from grognard.systems.onepage.rout import RoutRules
from grognard.systems.onepage.terrain import TerrainRules
from grognard.systems.onepage.turn import ArrivalRules
from grognard.systems.onepage.victory import VictoryRules


class Rules(RuleSet):
    """The chapters' own records, in the order of the sheet; lengths are mils."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.arrival = ArrivalRules(book)
        self.command = CommandRules(book)
        self.movement = MovementRules(book)
        self.road = RoadRules(book)
        self.charge = ChargeRules(book)
        self.disorder = DisorderRules(book)
        self.rally_kind = RallyKind()
        self.morale = MoraleRules(book)
        self.rout = RoutRules(book)
        self.combat = CombatRules(book)
        self.dice = DiceRules(book)
        self.fire = FireRules(book, self.dice)
        self.melee = MeleeRules(book, self.dice)
        self.field = FieldRules(book)
        self.terrain = TerrainRules(book)
        self.marsh = MarshRules(book)
        self.victory = VictoryRules(book)

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name."""
        every: tuple[CheckKind, ...] = (
            self.morale.kind,
            self.rally_kind,
            self.fire.kind,
            self.melee.kind,
            self.melee.counter,
            self.marsh.kind,
        )
        return {kind.name: kind for kind in every}
