"""The rules of this system under one variant, chapter by chapter; lengths are mils."""

from __future__ import annotations

from grognard.engine.check import CheckKind
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.pulses.artillery import ArtilleryRules
from grognard.systems.pulses.attack import AttackRules
from grognard.systems.pulses.combat import CombatRules
from grognard.systems.pulses.control import ControlRules
from grognard.systems.pulses.escape import EscapeRules
from grognard.systems.pulses.evasion import EvasionRules
from grognard.systems.pulses.fallback import FallbackRules
from grognard.systems.pulses.initiative import InitiativeRules
from grognard.systems.pulses.manoeuvres import ManoeuvreRules
from grognard.systems.pulses.morale import MoraleRules
from grognard.systems.pulses.movement import MovementRules
from grognard.systems.pulses.officers import OfficerRules
from grognard.systems.pulses.recovery import RecoveryRules
from grognard.systems.pulses.skirmish import SkirmishRules
from grognard.systems.pulses.status import StatusRules
from grognard.systems.pulses.striking import StrikingRules
from grognard.systems.pulses.terrain import TerrainRules
from grognard.systems.pulses.turn import TurnRules


class Rules(RuleSet):
    """The rule record of every chapter."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.turn = TurnRules(book)
        self.initiative = InitiativeRules(book)
        self.skirmish = SkirmishRules(book)
        self.artillery = ArtilleryRules(book)
        self.control = ControlRules(book)
        self.status = StatusRules(book)
        self.officers = OfficerRules(book)
        self.movement = MovementRules(book)
        self.manoeuvres = ManoeuvreRules(book)
        self.terrain = TerrainRules(book)
        self.attack = AttackRules(book)
        self.combat = CombatRules(book)
        self.striking = StrikingRules(book)
        self.fallback = FallbackRules(book)
        self.evasion = EvasionRules(book)
        self.escape = EscapeRules(book)
        self.recovery = RecoveryRules(book)
        self.morale = MoraleRules(book)

    def kinds(self) -> dict[str, CheckKind]:
        chapters = [each for each in vars(self).values() if not isinstance(each, str)]
        # Chapters without checks may be compiled, and cannot be looked into then.
        open_ones = [vars(chapter) for chapter in chapters if hasattr(chapter, "__dict__")]
        every = [value for values in open_ones for value in values.values()]
        return {kind.name: kind for kind in every if isinstance(kind, CheckKind)}
