"""The rules of this system under one variant: the record of every chapter, and the checks."""

from __future__ import annotations

from grognard.engine.check import CheckKind
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.locales.administration import AdministrationRules
from grognard.systems.locales.assault import AssaultKind, AssaultRules
from grognard.systems.locales.bombard import BombardRules
from grognard.systems.locales.cards import CardRules, DrawKind
from grognard.systems.locales.charge import ChargeRules
from grognard.systems.locales.field import FieldRules
from grognard.systems.locales.leaders import LeaderRules
from grognard.systems.locales.losses import LossRules
from grognard.systems.locales.maneuver import ManeuverRules
from grognard.systems.locales.march import MarchRules
from grognard.systems.locales.morale import MoraleRules
from grognard.systems.locales.preparation import PreparationRules, ShuffleKind
from grognard.systems.locales.reorganize import ReorganizeRules
from grognard.systems.locales.staff import StaffRules
from grognard.systems.locales.withdraw import WithdrawRules


class Rules(RuleSet):
    """Everything a variant of the system says, loaded once and shared."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.preparation = PreparationRules(book)
        self.cards = CardRules(book)
        self.field = FieldRules(book)
        self.leaders = LeaderRules(book)
        self.assault = AssaultRules(book)
        self.bombard = BombardRules(book)
        self.charge = ChargeRules(book)
        self.maneuver = ManeuverRules(book)
        self.march = MarchRules(book)
        self.withdraw = WithdrawRules(book)
        self.losses = LossRules(book)
        self.reorganize = ReorganizeRules(book)
        self.staff = StaffRules(book)
        self.administration = AdministrationRules(book)
        self.morale = MoraleRules(book)
        self.shuffle_kind = ShuffleKind()
        self.draw_kind = DrawKind(self.cards.kinds)
        self.assault_kind = AssaultKind(self.assault)
        unused = book.unused()
        if unused:
            raise GrognardError(f"values no rule asks for: {', '.join(unused[:8])}")

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name; without cards none is drawn."""
        every: list[CheckKind] = [self.shuffle_kind, self.assault_kind]
        if not self.cards.fixed:
            every.insert(1, self.draw_kind)
        return {kind.name: kind for kind in every}
