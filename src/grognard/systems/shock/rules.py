"""The rules of this system under one variant: the records of its chapters, and its checks."""

from __future__ import annotations

from grognard.engine.check import CheckKind
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.shock.charge import ChargeRules
from grognard.systems.shock.clash import ClashRules
from grognard.systems.shock.combat import CombatRules, PursuitKind
from grognard.systems.shock.command import CommandRules, DrawKind, InitiativeKind, OrdersKind
from grognard.systems.shock.declaring import CommitmentKind, DeclaringRules
from grognard.systems.shock.disorder import CohesionKind, DieRules
from grognard.systems.shock.fire import FireRules
from grognard.systems.shock.fire_table import CasualtyKind, FireKind, FireTableRules
from grognard.systems.shock.judging.endings import Endings
from grognard.systems.shock.leaders import LeaderRules
from grognard.systems.shock.matrix import MatrixRules
from grognard.systems.shock.movement import MovementRules
from grognard.systems.shock.rally import RallyDisorderedKind, RallyRoutedKind, RallyRules
from grognard.systems.shock.results import ResultRules
from grognard.systems.shock.retreat import RetreatRules
from grognard.systems.shock.shock_modifiers import ShockModifiers
from grognard.systems.shock.shock_table import ShockKind, ShockTable
from grognard.systems.shock.square import LeavingKind, SquareKind, SquareRules
from grognard.systems.shock.stacking import StackingRules
from grognard.systems.shock.terrain import TerrainRules
from grognard.systems.shock.turn import TurnRules
from grognard.systems.shock.victory import VictoryRules
from grognard.systems.shock.withdrawal import WithdrawalRules
from grognard.systems.shock.zones import ZoneRules


class Rules(RuleSet):
    """Everything a variant of the system says, loaded once and shared."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.die = DieRules(book)
        self.square = SquareRules(book)
        self.rally = RallyRules(book)
        self.charge = ChargeRules(book)
        self.fire_table = FireTableRules(book)
        self.fire = FireRules(book)
        self.shock_table = ShockTable(book)
        self.shock_modifiers = ShockModifiers(book)
        self.declaring = DeclaringRules(book)
        self.clash = ClashRules(book)
        self.combat = CombatRules(book)
        self.terrain = TerrainRules(book)
        self.movement = MovementRules(book)
        self.withdrawal = WithdrawalRules(book)
        self.zones = ZoneRules(book)
        self.stacking = StackingRules(book)
        self.matrix = MatrixRules(book)
        self.results = ResultRules(book)
        self.retreat = RetreatRules(book)
        self.turn = TurnRules(book)
        self.leaders = LeaderRules(book)
        self.command = CommandRules(book)
        self.victory = VictoryRules(book)
        self._kinds()
        unused = book.unused()
        if unused:
            raise GrognardError(f"numbers that no rule uses: {', '.join(map(str, unused[:8]))}")

    def _kinds(self) -> None:
        die = self.die
        self.cohesion = CohesionKind(die, None)
        self.endings = Endings(self.matrix, self.retreat.unable_steps, self.cohesion)
        self.fire_kind = FireKind(self.fire_table, die, self.endings)
        self.casualty = CasualtyKind(die, self.fire_table)
        self.shock_kind = ShockKind(self.shock_table, self.shock_modifiers, die, self.endings)
        self.square_in_reaction = SquareKind(die, self.square)
        self.leaving = LeavingKind(die, self.square)
        self.rally_routed = RallyRoutedKind(die, self.rally)
        self.rally_disordered = RallyDisorderedKind(die, self.rally)
        self.commitment = CommitmentKind(die, self.declaring)
        self.pursuit = PursuitKind(die, None)
        self.initiative = InitiativeKind(die, None)
        self.draw = DrawKind()
        self.orders = OrdersKind(die, None)

    def kinds(self) -> dict[str, CheckKind]:
        return {kind.name: kind for kind in vars(self).values() if isinstance(kind, CheckKind)}
