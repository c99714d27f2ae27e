"""The rules of this system under one variant: the record of each chapter, and its checks."""

from __future__ import annotations

from grognard.engine.check import CheckKind
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.brigades.buildings import BuildingRules, CatchFireKind, FireOutKind
from grognard.systems.brigades.charge import ChargeRules
from grognard.systems.brigades.command import CommanderKind, CommandRules
from grognard.systems.brigades.contact import ContactRules
from grognard.systems.brigades.dice import DiceTable, FireKind, MeleeKind, SaveKind
from grognard.systems.brigades.exhaustion import CollapseKind, ExhaustionRules
from grognard.systems.brigades.flanks import FlankRules
from grognard.systems.brigades.marsh import MarshKind
from grognard.systems.brigades.melee import MeleeRules, TieKind
from grognard.systems.brigades.modifiers import MoraleKind
from grognard.systems.brigades.morale import MoraleRules
from grognard.systems.brigades.movement import MarchRules, MovementRules
from grognard.systems.brigades.rout import RoutRules
from grognard.systems.brigades.saves import SaveRules
from grognard.systems.brigades.sight import SightRules
from grognard.systems.brigades.skirmishers import SkirmisherRules
from grognard.systems.brigades.state.roster import RosterRules
from grognard.systems.brigades.stationary import StationaryRules
from grognard.systems.brigades.terrain_table import Terrain
from grognard.systems.brigades.turn import TurnRules
from grognard.systems.brigades.victory import VictoryRules


class Rules(RuleSet):
    """Every chapter's own rules; lengths are mils."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.turn = TurnRules(book)
        self.command = CommandRules(book)
        self.movement = MovementRules(book)
        self.march = MarchRules(book)
        self.charge = ChargeRules(book)
        self.contact = ContactRules(book)
        self.skirmishers = SkirmisherRules(book)
        self.stationary = StationaryRules(book)
        self.morale = MoraleRules(book)
        self.rout = RoutRules(book)
        self.sight = SightRules(book)
        self.saves = SaveRules(book)
        self.melee = MeleeRules(book)
        self.flanks = FlankRules(book)
        self.exhaustion = ExhaustionRules(book)
        self.victory = VictoryRules(book)
        self.terrain = Terrain(book)
        self.buildings = BuildingRules(book)
        self.roster = RosterRules(book)
        self.morale_kind = MoraleKind(book)
        self.save_kind = SaveKind(self.saves.least)
        self.dice = DiceTable(book)
        self.fire_kind = FireKind(self.dice, self.save_kind)
        self.melee_kind = MeleeKind(self.dice, self.save_kind)
        self.tie_kind = TieKind(book)
        self.collapse_kind = CollapseKind()
        self.commander_kind = CommanderKind(book)
        self.marsh_kind = MarshKind(book)
        self.catch_kind = CatchFireKind(book)
        self.out_kind = FireOutKind(book)

    def kinds(self) -> dict[str, CheckKind]:
        every: tuple[CheckKind, ...] = (
            self.morale_kind, self.fire_kind, self.melee_kind, self.save_kind, self.tie_kind,
            self.collapse_kind, self.commander_kind, self.marsh_kind, self.catch_kind,
            self.out_kind,
        )  # fmt: skip
        return {kind.name: kind for kind in every}
