"""The rules of this system under one variant: every number and switch, asked for by its id."""

from __future__ import annotations

from typing import Final

from grognard.engine.check import CheckKind
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.shock.cohesion import CohesionKind, DieRules
from grognard.systems.shock.command_tables import (
    CommitmentKind,
    DrawKind,
    InitiativeKind,
    OrdersKind,
    PursuitKind,
)
from grognard.systems.shock.fire_table import CasualtyKind, FireKind, FireRules
from grognard.systems.shock.ground import Terrain, Zones
from grognard.systems.shock.matrix import Endings, ResultRules
from grognard.systems.shock.morale_tables import (
    LeavingKind,
    RallyDisorderedKind,
    RallyRoutedKind,
    RallyRules,
    SquareKind,
    SquareRules,
)
from grognard.systems.shock.shock_rules import ShockRules
from grognard.systems.shock.shock_table import ShockKind
from grognard.systems.shock.state.kinds import (
    ARMS,
    FOOT,
    FOOT_ARTILLERY,
    GUNS,
    HEAVY_CAVALRY,
    HORSE,
    HORSE_ARTILLERY,
    INFANTRY,
    LEADER,
    LIGHT_CAVALRY,
)
from grognard.systems.shock.terrain import GROUNDS

STAGE_NAMES: Final = (
    "line",
    "rally",
    "withdrawal",
    "fire",
    "movement",
    "charge",
    "shock",
    "advance",
)


class OrderRules:
    """Limits of disordered, routed and blown units."""

    def __init__(self, book: Rulebook) -> None:
        self.d1_no_zoc = book.switch("shock.d1.no-enemy-zoc")
        self.d1_pursues = book.switch("shock.d1.pursuit-exception")
        self.d1_no_retreat_before = book.switch("shock.d1.no-retreat-before")
        self.d1_no_advance = book.switch("shock.d1.no-advance")
        self.d2_no_fire = book.switch("shock.d2.no-fire")
        self.d2_no_shock = book.switch("shock.d2.no-shock")
        self.d2_must_withdraw = book.switch("shock.d2.must-withdraw")
        self.d2_includes_d1 = book.switch("shock.rulings.d2-includes-d1")
        self.routed_must_act = book.switch("shock.routed.rally-or-retreat")
        self.routed_no_zoc = book.switch("shock.routed.no-zoc")
        self.removed_at = book.int("shock.rulings.strength-points", "removed_at")
        self.routed_no_action = book.switch("shock.routed.no-action")
        self.routed_no_stacking = book.switch("shock.routed.no-stacking")
        self.ridden_down = book.switch("shock.routed.ridden-down")
        self.light_rolls = book.switch("shock.routed.ridden-down", "light_cavalry_rolls")
        self.heavy_rolls = book.switch("shock.routed.ridden-down", "heavy_cavalry_rolls")
        self.blown_charges = book.switch("shock.rulings.blown.limits", "charge")
        self.blown_shocks = book.switch("shock.rulings.blown.limits", "shock")
        self.blown_enters_zoc = book.switch("shock.rulings.blown.limits", "enemy_zoc")
        self.blown_distance = book.int("shock.rulings.blown.recovery", "distance")
        self.cavalry_fires = book.switch("shock.rulings.ratings", "cavalry_fires")
        self.artillery_shocks = book.switch("shock.rulings.ratings", "artillery_shocks")

    def d1_limits(self, order: int) -> bool:
        """Whether the limits of D-1 hold in an order (D-1, and by ruling D-2)."""
        return order == 1 or (order == 2 and self.d2_includes_d1)


class MovementRules:
    """Rates, modes, notes and rulings of movement."""

    def __init__(self, book: Rulebook) -> None:
        self.strategic_times = book.int("shock.move.rate.strategic", "times")
        self.tactical_times = book.int("shock.move.rate.tactical", "times")
        self.reduced_divide = book.int("shock.move.rate.reduced", "divide")
        self.square_hexes = book.int("shock.move.rate.square", "hexes")
        self.withdrawal_hexes = book.int("shock.move.rate.withdrawal", "hexes")
        self.modes = {
            code: book.word(f"shock.move.abbr.{name}", "mode")
            for code, name in (("RM", "rm"), ("WD", "wd"), ("Screen", "screen"), ("P", "p"))
        }
        self.leader_needs_unit = book.switch("shock.move.note.c")
        self.leader_joins = book.switch("shock.rulings.leader-joins")
        self.leader_follows = book.switch("shock.rulings.leader-follows")
        self.deep_disorders = book.switch("shock.move.note.d.disorders")
        self.deep_bars = book.switch("shock.move.note.d.disordered-barred")
        self.dry_first = book.switch("shock.rulings.wading", "dry_first")
        self.strategic_distance = book.int("shock.rulings.strategic", "distance")
        self.strategic_drawn = book.switch("shock.rulings.strategic", "drawn")
        self.strategic_attacks = book.switch("shock.rulings.strategic", "attacks")
        self.tactical_stops = book.switch("shock.rulings.tactical")
        self.withdraw_away = book.switch("shock.rulings.withdrawal", "away")
        self.withdraw_facing = book.switch("shock.rulings.withdrawal", "facing_kept")
        self.withdraw_into_zoc = book.switch("shock.rulings.withdrawal", "other_zoc")
        self.screen_divide = book.int("shock.rulings.screened", "divide")
        self.screen_needed = book.switch("shock.rulings.screened", "screen")
        self.rush_check = book.switch("shock.rulings.rapid-advance", "check")
        self.rush_woods = book.int("shock.rulings.rapid-advance", "woods_cavalry")
        self.square_grounds = [
            GROUNDS.index(w) for w in book.words("shock.rulings.square-terrain", "grounds")
        ]
        self.turning = book.int("shock.rulings.facing-change", "points")
        self.passing_through = book.switch("shock.rulings.passing-through")
        self.leader_points = book.int("shock.rulings.turn.leaders", "points")
        self.line_stands = book.switch("shock.rulings.extended-line.stands")
        self.line_strength = book.int("shock.rulings.extended-line.form", "strength")
        self.line_at_beginning = book.switch("shock.move.note.extended-line")
        self.line_gives_way = book.switch("shock.rulings.extended-line.retract", "forced")
        self.line_in_zoc = book.switch("shock.rulings.extended-line.retract", "in_enemy_zoc")
        self.line_fire_split = book.switch("shock.rulings.extended-line.fire")


class StackingRules:
    """Which units may share a hex."""

    def __init__(self, book: Rulebook) -> None:
        def most(name: str, key: str) -> int:
            return book.int(f"shock.stacking.{name}", key)

        self.infantry = most("infantry", "infantry")
        self.cavalry = most("cavalry", "cavalry")
        self.infantry_with_guns = book.switch("shock.stacking.infantry-artillery")
        self.cavalry_with_guns = book.switch("shock.stacking.cavalry-artillery")
        self.guns = most("two-artillery", "artillery")
        self.guns_strength = most("two-artillery", "strength")
        self.guns_same_command = book.switch("shock.stacking.two-artillery", "same_command")
        self.rifle_infantry = book.switch("shock.stacking.silesian-rifle.infantry")
        self.rifle_guns = book.switch("shock.stacking.silesian-rifle.artillery")
        self.guns_below = book.switch("shock.rulings.top-unit")
        self.leaders_free = book.switch("shock.rulings.stacking-leaders")

    def allows(self, kinds: list[int]) -> bool:
        """Whether the sheet lists this pair of infantry, cavalry and artillery."""
        foot, horse, guns = kinds.count(FOOT), kinds.count(HORSE), kinds.count(GUNS)
        if guns == 1:
            return self.infantry_with_guns if foot else self.cavalry_with_guns
        if foot and horse:
            return False
        return foot <= self.infantry and horse <= self.cavalry and guns <= self.guns


class FirePlay:
    """Rulings of fire beyond the table."""

    def __init__(self, book: Rulebook) -> None:
        self.infantry_range = book.int("shock.rulings.fire.who", "infantry_range")
        self.guns_before_moving = book.switch("shock.rulings.fire.when")
        self.reaction = book.switch("shock.rulings.fire.reaction")
        self.reaction_once = book.switch("shock.rulings.fire.reaction", "once")
        self.engaged_react = book.switch("shock.rulings.fire.engaged")
        self.driven_back_moved = book.switch("shock.rulings.fire.driven-back")
        self.los_higher = book.switch("shock.rulings.fire.los", "higher")
        self.los_woods = book.switch("shock.rulings.fire.los", "woods")
        self.los_village = book.switch("shock.rulings.fire.los", "village")
        self.nearest_enemy = book.switch("shock.rulings.fire.nearest-enemy")
        self.combining = book.switch("shock.rulings.fire.combining")
        self.weakest = book.switch("shock.rulings.fire.together")
        battery = "shock.rulings.fire.grand-battery"
        self.battery_units = book.int(battery, "units")
        self.battery_strength = book.int(battery, "strength")
        self.battery_turns = book.int(battery, "turns")
        self.battery_army = book.word(battery, "army")
        before = "shock.rulings.retreat-before"
        self.before_arms = [ARMS.index(w) for w in book.words(before, "arms")]
        self.before_shortest = book.int(before, "shortest")
        self.before_longest = book.int(before, "longest")


class ChargeRules:
    """Charge reaction, charge strength and the rulings of charges."""

    def __init__(self, book: Rulebook) -> None:
        def reaction(arm: str, how: str) -> list[str]:
            return book.words(f"shock.charge-reaction.{arm}.{how}", "may")

        arms = ("infantry-artillery", "heavy-cavalry", "light-cavalry")
        self.reactions = {arm: (reaction(arm, "pass"), reaction(arm, "fail")) for arm in arms}
        self.light_retreat = book.int("shock.charge-reaction.light-cavalry.pass", "hexes")
        self.heavy_flank = book.int("shock.charge-strength.heavy-flank", "times")
        self.heavy_rear = book.int("shock.charge-strength.heavy-rear", "times")
        self.light_flank = book.int("shock.charge-strength.light-flank", "times")
        square = "shock.charge-strength.vs-square"
        self.vs_square = (book.int(square, "times"), book.int(square, "divide"))
        eligible = "shock.rulings.charge.eligible"
        self.shortest = book.int(eligible, "shortest")
        self.longest = book.int(eligible, "longest")
        self.dearest_hex = book.int(eligible, "dearest_hex")
        self.clear_hexes = book.int(eligible, "clear_hexes")
        self.barred = [GROUNDS.index(w) for w in book.words(eligible, "barred")]
        self.from_zoc = book.switch(eligible, "enemy_zoc")
        self.from_target_zoc = book.switch("shock.rulings.charge.adjacent", "target_zoc")
        self.short_multiplies = book.switch("shock.rulings.charge.adjacent", "multiplies")
        choice = "shock.rulings.charge.infantry-choice"
        self.square_and_check = book.switch(choice, "both")
        self.square_engaged = book.switch(choice, "engaged_in_front")
        self.guns_fire_first = book.switch("shock.rulings.charge.artillery", "fires_first")
        counter = "shock.rulings.charge.countercharge"
        self.counter_multipliers = book.switch(counter, "multipliers")
        self.counter_modifiers = book.switch(counter, "modifiers")
        self.recall = book.switch("shock.rulings.charge.recall")
        trigger = "shock.rulings.blown.trigger"
        self.blown_check = book.switch(trigger, "check")
        self.blown_pursuits = book.int(trigger, "pursuits")
        self.blown_goes_once = book.switch("shock.rulings.blown.one-retreat")
        self.moved_charge = book.switch("shock.rulings.charge.after-moving")
        self.pursuit = book.switch("shock.rulings.pursuit")
        self.engaged = book.switch("shock.rulings.engaged")
        self.advance = book.switch("shock.rulings.advance")
        self.declare_front = book.switch("shock.rulings.shock.declare")


class CommandRules:
    """The turn, the pool of commands, activations and command ranges."""

    def __init__(self, book: Rulebook) -> None:
        self.corps_range = book.int("shock.rulings.in-command", "corps")
        self.division_range = book.int("shock.rulings.in-command", "division")
        no_draw = "shock.rulings.turn.no-draw"
        self.undrawn_shock = book.switch(no_draw, "shock")
        self.undrawn_charge = book.switch(no_draw, "charge")
        self.undrawn_strategic = book.switch(no_draw, "strategic")
        self.out_divide = book.int("shock.rulings.turn.out-of-command", "divide")
        self.out_nearer = book.switch("shock.rulings.turn.out-of-command", "nearer")
        self.reach = book.int("shock.rulings.turn.pool", "range")
        self.great_reach = book.int("shock.rulings.turn.pool", "great_range")
        self.wellington = book.int(no_draw, "wellington")
        self.own_army_only = book.switch("shock.rulings.turn.pool", "own_army")
        self.points_count = book.switch("shock.rulings.turn.operations")
        self.first_wins_ties = book.switch("shock.rulings.initiative-tie")
        self.arrivals = book.switch("shock.rulings.turn.reinforcements")
        self.entry_distance = book.int("shock.rulings.entry-blocked", "distance")
        self.end_rout = book.switch("shock.rulings.turn.end")
        order = book.words("shock.rulings.activation-order", "order")
        self.stages = [order.index(name) for name in STAGE_NAMES]


class VictoryRules:
    """Points, in halves, and what becomes of chateaux."""

    def __init__(self, book: Rulebook) -> None:
        victory = "shock.rulings.victory"
        self.destroyed = book.int(victory, "destroyed")
        self.elite_times = book.int(victory, "elite_times")
        self.routed = book.int(victory, "routed")
        stars = "shock.rulings.elite-stars"
        self.elite = book.int(stars, "elite")
        self.crack = book.int(stars, "crack_elite")
        ids = "shock.rulings.chateau.ids"
        self.ids_cohesion = book.int(ids, "cohesion")
        self.ids_strength = (book.int(ids, "weakest"), book.int(ids, "strongest"))
        self.ids_lost = book.switch("shock.rulings.chateau.control", "lost_on_capture")


class Rules(RuleSet):
    """Everything a variant of the system says, loaded once and shared."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        super().__init__(book)
        self.die = DieRules(book)
        self.terrain = Terrain(book)
        self.zones = Zones(book)
        self.results = ResultRules(book)
        self.order = OrderRules(book)
        self.movement = MovementRules(book)
        self.stacking = StackingRules(book)
        self.fire = FireRules(book)
        self.fire_play = FirePlay(book)
        self.squares = SquareRules(book)
        self.rally = RallyRules(book)
        self.shock = ShockRules(book)
        self.charge = ChargeRules(book)
        self.command = CommandRules(book)
        self.victory = VictoryRules(book)
        points = "shock.rulings.movement-points"
        self.points_by_arm = {
            INFANTRY: book.int(points, "infantry"),
            HEAVY_CAVALRY: book.int(points, "heavy_cavalry"),
            LIGHT_CAVALRY: book.int(points, "light_cavalry"),
            FOOT_ARTILLERY: book.int(points, "foot_artillery"),
            HORSE_ARTILLERY: book.int(points, "horse_artillery"),
            LEADER: self.movement.leader_points,
        }
        self._kinds(book)
        unused = book.unused()
        if unused:
            raise GrognardError(f"numbers no rule asks for: {', '.join(map(str, unused[:8]))}")

    def _kinds(self, book: Rulebook) -> None:
        die = self.die
        self.cohesion = CohesionKind(die)
        self.endings = Endings(self.results, self.cohesion)
        self.fire_kind = FireKind(self.fire, die, self.endings)
        self.casualty = CasualtyKind(self.fire, die)
        self.shock_kind = ShockKind(self.shock, die, self.endings)
        self.square = SquareKind(self.squares, die)
        self.leaving = LeavingKind(self.squares, die)
        self.rally_routed = RallyRoutedKind(self.rally, die)
        self.rally_disordered = RallyDisorderedKind(self.rally, die)
        self.initiative = InitiativeKind(die, self.command.points_count)
        self.draw = DrawKind()
        self.orders = OrdersKind(die)
        self.commitment = CommitmentKind(book, die)
        self.pursuit = PursuitKind(die)

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name."""
        every: tuple[CheckKind, ...] = (
            self.fire_kind,
            self.casualty,
            self.shock_kind,
            self.cohesion,
            self.square,
            self.leaving,
            self.rally_routed,
            self.rally_disordered,
            self.commitment,
            self.pursuit,
            self.initiative,
            self.draw,
            self.orders,
        )
        return {kind.name: kind for kind in every}
