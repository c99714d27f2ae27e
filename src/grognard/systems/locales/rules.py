"""The rules of this system under one variant: every number and switch, asked for by its id."""

from __future__ import annotations

from typing import Final

from grognard.boards.areas import ROADS
from grognard.engine.check import CheckKind
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.locales.checks import AssaultKind, AssaultRules, Card, DrawKind, ShuffleKind

WIDE: Final = 2
TICK: Final = "✓"

# The columns of the eligibility table.
INFANTRY, CAVALRY, ARTILLERY, DISRUPTED = range(4)
ARMS: Final = ("infantry", "cavalry", "artillery", "disrupted infantry")

FIELD_ORDERS: Final = (
    "advance",
    "assault",
    "bombard",
    "charge",
    "maneuver",
    "cavalry-march",
    "field-march",
    "local-march",
    "road-march",
)
ACTIONS: Final = (
    "shuffle",
    "limber",
    "leading-assault",
    "leading-defense",
    "support",
    "leading-charge",
    "reorganize",
    "rally",
    "mobilize",
    "claim-objectives",
    "stand-down",
    "spike",
    "range",
    *FIELD_ORDERS,
)


class Rules(RuleSet):
    """Everything a variant of the system says, loaded once and shared."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        super().__init__(book)
        self._eligibility(book)
        self._field(book)
        self._fights(book)
        self._morale(book)
        self._staff(book)
        self._cards(book)
        self._places(book)
        self._orders()
        self.shuffle_kind = ShuffleKind()
        self.draw_kind = DrawKind(self.cards)
        self.assault_kind = AssaultKind(
            AssaultRules(
                self.support_losses,
                self.support_value,
                self.penalty_symbol,
                self.result_above,
                self.winner_loses,
                self.loser_loses,
                self.margin_counts,
            )
        )
        unused = book.unused()
        if unused:
            raise GrognardError(f"numbers no rule asks for: {', '.join(map(str, unused[:8]))}")

    def _eligibility(self, book: Rulebook) -> None:
        """Who may do what: the ticks and dashes of the eligibility table."""
        self.may: dict[str, tuple[bool, ...]] = {}
        for action in ACTIONS:
            marks = book.words(f"locales.eligibility.{action}.may", "marks")
            self.may[action] = tuple(mark == TICK for mark in marks)
        for order in ("advance", "assault", "maneuver", "local-march"):
            arms = book.words(f"locales.{order}.eligible.any-arm", "arms")
            self._agree(order, arms)
        for order, row in (
            ("bombard", "artillery-only"),
            ("charge", "cavalry-only"),
            ("cavalry-march", "cavalry-only"),
            ("field-march", "any-arm-and-disrupted"),
            ("road-march", "any-arm-and-disrupted"),
        ):
            self._agree(order, book.words(f"locales.{order}.eligible.{row}", "arms"))
        self._agree(
            "reorganize", book.words("locales.reorganize.eligible.infantry-or-cavalry", "arms")
        )
        self._agree("rally", book.words("locales.rally.eligible.disrupted-infantry", "arms"))
        self.group_arms = book.words("locales.ruling.mobilize.groups-without-cavalry", "arms")

    def _agree(self, action: str, arms: list[str]) -> None:
        """Both tables of the sheet must say the same of every arm."""
        ticked = [name for tick, name in zip(self.may[action], ARMS, strict=True) if tick]
        if sorted(ticked) != sorted(arms):
            one, other = ", ".join(arms), ", ".join(ticked)
            raise GrognardError(f"{action}: one table names {one}, the eligibility table {other}")

    def _orders(self) -> None:
        """By the number of a field command: whether it is given at all, to whom and from where."""
        words = [order.replace("-", " ") for order in FIELD_ORDERS]
        disrupted = self.disrupted_commands
        self.orders_given = [i for i, word in enumerate(words) if word in self.commands]
        self.order_may = [
            (*self.may[order][:DISRUPTED], self.may[order][DISRUPTED] and word in disrupted)
            for order, word in zip(FIELD_ORDERS, words, strict=True)
        ]
        if "rally" not in disrupted:
            self.may["rally"] = (*self.may["rally"][:DISRUPTED], False)
        self.order_ranging = [word in self.ranging_commands for word in words]
        alike = list(zip(self.order_may, self.order_ranging, words, strict=True))
        # The first order of equal eligibility; bombardments ask for more.
        self.order_like = [
            next(
                i
                for i, other in enumerate(alike)
                if other[:2] == own[:2] and (own[2] == "bombard") == (other[2] == "bombard")
            )
            for own in alike
        ]
        self.from_reserve = ["reserve" in self.starts[order] for order in FIELD_ORDERS]
        self.from_approach = [
            not {"approach", "attack approach"}.isdisjoint(self.starts[order])
            for order in FIELD_ORDERS
        ]

    def _field(self, book: Rulebook) -> None:
        """Conditions, positions, answers and notes of the field commands."""

        def at(id_: str, key: str) -> bool:
            return book.switch(f"locales.{id_}", key)

        self.advance_secured = at("advance.condition.defense-approach-unsecured", "secured")
        self.assault_secured = at("assault.condition.defense-approach-secured", "secured")
        self.charge_secured = at("charge.condition.opposite-approach-unsecured", "secured")
        self.maneuver_secured = at("maneuver.condition.defense-approach-unsecured", "secured")
        self.starts = {
            "advance": book.words("locales.advance.initial.securing-attack-approach", "from"),
            "assault": book.words("locales.assault.initial.securing-attack-approach", "from"),
            "bombard": book.words("locales.bombard.initial.securing-attack-approach", "from"),
            "charge": book.words("locales.charge.initial.reserve", "from"),
            "maneuver": book.words("locales.maneuver.initial.reserve", "from"),
            "cavalry-march": book.words("locales.cavalry-march.initial.reserve", "from"),
            "field-march": book.words("locales.field-march.initial.securing-or-reserve", "from"),
            "road-march": book.words("locales.road-march.initial.reserve", "from"),
        }
        self.starts["local-march"] = [
            word
            for word, line in (
                ("approach", "approach-to-reserve"),
                ("reserve", "reserve-to-approach"),
            )
            if at(f"local-march.final.{line}", "applies")
        ]
        self.advance_answers = book.words("locales.advance.response.retreat", "answers")
        self.assault_answers = book.words("locales.assault.response.defend", "answers")
        self.charge_answers = book.words("locales.charge.response.defend-or-retreat", "answers")
        self.maneuver_secures = at("maneuver.response.secure", "applies")
        self.maneuver_leaves = book.word("locales.maneuver.response.withdraw", "leaves")
        self.ends = {
            name: book.word(f"locales.{name}", "to")
            for name in (
                "advance.success.reserve-of-defense-locale",
                "assault.success.reserve-of-defense-locale",
                "assault.failure.reserve-of-attack-locale",
                "bombard.success.still-securing",
                "charge.success.reserve-of-defense-locale",
                "charge.failure.reserve-of-attack-locale",
                "maneuver.success.reserve-of-defense-locale",
            )
        }
        self.maneuver_choices = book.words("locales.maneuver.failure.secure-or-stay", "choices")
        self.march_through_enemy = {
            order: at(f"{order}.condition.no-enemy-occupied-locale", "enemy_occupied")
            for order in ("cavalry-march", "field-march", "road-march")
        }
        self.cavalry_march_locales = book.int(
            "locales.cavalry-march.final.reserve-of-second-locale", "locales"
        )
        self.needs_enemy = {
            "advance": at("advance.condition.enemy-occupied", "applies"),
            "bombard": at("bombard.condition.enemy-occupied", "applies"),
            "charge": at("charge.condition.defense-locale-enemy-occupied", "applies"),
            "maneuver": at("maneuver.condition.enemy-occupied", "applies"),
            "local-march": at("local-march.reserve-to-approach.enemy-occupied", "applies"),
        }
        self.charge_adjacent = at("charge.condition.defense-locale-not-adjacent", "adjacent")
        self.over_restricted = {
            order: at(f"{order}.condition.no-restricted-boundary", "restricted")
            for order in ("charge", "cavalry-march", "road-march")
        }
        self.deploys = {
            name: at(name, "deploy")
            for name in (
                "advance.success.cavalry-may-deploy",
                "assault.success.cavalry-may-deploy",
                "assault.failure.no-deploy",
                "charge.success.cavalry-may-deploy",
                "charge.failure.no-deploy",
                "maneuver.success.cavalry-may-deploy",
                "cavalry-march.final.cavalry-may-deploy",
                "field-march.final.cavalry-may-deploy",
                "local-march.approach-to-reserve.cavalry-may-deploy",
                "road-march.final.cavalry-may-deploy",
            )
        }
        long_road = "locales.road-march.distance.three-by-main-road-or-railroad"
        self.road_main = book.int(long_road, "locales")
        kinds = book.words(long_road, "roads")
        self.road_long = sum(ROADS[kind] for kind in kinds)
        self.road_any = book.int("locales.road-march.distance.two-otherwise", "locales")
        self.road_stops = at("road-march.distance.may-stop-short", "applies")
        self.companions = {
            order: book.int(f"locales.{order}.disrupted-needs-companion", "companions")
            for order in ("field-march", "road-march")
        }
        self.field_again = at("ruling.one-field-command-per-unit", "again")
        self.staff_after = at("ruling.one-field-command-per-unit", "staff_after")
        self.cavalry_returns = at("ruling.cavalry-march.no-return", "returns")
        self.across_only = at("ruling.field-march.from-approach", "across_only")
        self.maneuver_infantry = at("ruling.maneuver.obstructed-needs-infantry", "infantry")

    def _fights(self, book: Rulebook) -> None:
        """Assault, charge, support and bombardment."""

        def number(id_: str, key: str = "value") -> int:
            return book.int(f"locales.{id_}", key)

        def switch(id_: str, key: str) -> bool:
            return book.switch(f"locales.{id_}", key)

        self.needs_ranging = switch("bombard.condition.ranging", "needs_ranging")
        self.outnumber = number("bombard.condition.outnumber-enemy-ranging", "more")
        self.leader_infantry = number("leading-assault.infantry-strength-2-or-3", "least")
        self.leader_cavalry = number("leading-assault.cavalry-strength-2", "least")
        self.leader_obstructed = switch(
            "leading-assault.cavalry-obstruction-not-asked", "obstructed"
        )
        self.leader_charge = number("leading-charge.cavalry-strength-2", "least")
        self.defence_obstructed = switch("leading-defense.cavalry-unobstructed", "obstructed")
        self.charge_obstructed = switch("charge.defense-approach-unobstructed", "obstructed")
        self.charge_first_obstructed = switch("charge.first-boundary-unobstructed", "obstructed")
        self.support_ranging = switch("support.artillery-not-ranging", "ranging")
        self.support_in_charge = switch("support.none-in-a-charge", "support")
        self.undefended = number("charge.success.undefended-costs-leader", "losses")
        self.defended = number("charge.success.defended-no-extra-loss", "losses")
        self.support_losses = number("ruling.support.defending", "losses")
        self.support_value = number("ruling.support.attacking")
        self.support_most = [number("ruling.support.limit", k) for k in ("narrow", "wide")]
        self.support_ordered = switch("ruling.support.ordered-guns", "ordered")
        self.support_from_reserve = switch("ruling.support.on-approach", "in_reserve")
        self.leaders_most = [number("ruling.width", k) for k in ("narrow", "wide")]
        self.charge_leaders = [number("ruling.charge.leaders", k) for k in ("narrow", "wide")]
        self.penalty_symbol = number("ruling.penalties", "symbol")
        self.fight_order = book.words("locales.ruling.assault.order", "order")
        self.leaders_least = number("ruling.assault.attack-leaders", "least")
        self.leaders_one_arm = switch("ruling.assault.attack-leaders", "one_arm")
        self.defenders_least = number("ruling.assault.defense-leaders", "least")
        self.defenders_most = number("ruling.assault.defense-leaders", "most")
        self.result_above = number("ruling.assault.result", "above")
        self.winner_loses = number("ruling.assault.losses", "winner")
        self.loser_loses = number("ruling.assault.losses", "loser")
        self.margin_counts = switch("ruling.assault.losses", "margin")
        allocation = "ruling.assault.allocation"
        self.leaders_first = switch(allocation, "leaders_first")
        self.enemy_divides = book.word(f"locales.{allocation}", "leaders") == "enemy"
        self.owner_divides = book.word(f"locales.{allocation}", "others") == "owner"
        self.whole_approach = switch("ruling.assault.participants", "whole_approach")
        first = book.word("locales.ruling.assault.attacker-loses-first", "first")
        self.attacker_loses_first = first == "attacker"
        self.disrupted_go_on = switch("ruling.assault.disrupted-stay-behind", "goes_on")
        self.loser_leaves = book.word("locales.ruling.assault.loser-retreats", "leaves")
        self.each_leader_pays = switch("ruling.charge.each-leader-pays", "each")
        self.charge_penalty = switch("ruling.charge.defended", "penalty")
        self.defence_needs_leader = switch("ruling.charge.defend-without-leader", "needs_leader")
        self.fallback_room = switch("ruling.charge.fallback-capacity", "applies")
        self.charge_closes_first = switch("ruling.charge.closes-second-boundary-only", "first")
        counting = "ruling.bombard.counting"
        self.count_opposite = book.word(f"locales.{counting}", "place") == "opposite approach"
        self.count_whole = switch(counting, "whole_approach")
        losses = "ruling.bombard.losses"
        self.bombard_gun = number(losses, "gun")
        self.bombard_enemy = number(losses, "enemy_gun")
        self.bombard_penalty = switch(losses, "penalty")
        self.bombard_penalty_elsewhere = switch(losses, "penalty_elsewhere")
        self.bombard_least = number(losses, "least")
        self.bombard_targets = book.words("locales.ruling.bombard.target", "order")
        self.bombard_by_defender = (
            book.word("locales.ruling.bombard.allocation", "by") == "defender"
        )
        self.bombard_ends = switch("ruling.bombard.ends-ranging", "applies")
        self.answer_least = number("ruling.maneuver.answer-from-reserve", "least")
        self.reveals = book.words("locales.ruling.reveal", "causes")

    def _morale(self, book: Rulebook) -> None:
        """Every cause of the morale table, the cap, and the end of an army."""

        def cause(name: str) -> int:
            return book.int(f"locales.morale.{name}")

        self.objective_loss = cause("capture-objective")
        self.gun_gain = cause("eliminate-enemy-artillery")
        self.mobilize_cost = cause("mobilize")
        self.rally_gain = cause("rally")
        self.retreat_cost = cause("retreat")
        self.disrupted_retreat_pays = book.switch(
            "locales.ruling.retreat.disrupted-alone-pays", "pays"
        )
        self.withdraw_cost = cause("withdraw-free")
        self.spike_cost = cause("spike-artillery")
        self.point_cost = cause("strength-point-loss")
        self.rally_raises = book.switch("locales.rally.effect.morale-plus-1")
        self.mobilize_lowers = book.switch("locales.mobilize.effect.morale-minus-2")
        view = "locales.ruling.morale.viewpoints"
        self.objective_hits_enemy = book.word(view, "objective") == "enemy"
        self.gun_helps_own = book.word(view, "artillery") == "own"
        self.gun_owner_pays = book.switch("locales.ruling.gun-lost-both-sides", "owner_pays")
        self.spike_enemy_gains = book.switch("locales.ruling.spike-denies-gain", "enemy_gains")
        self.broken_at = book.int("locales.ruling.demoralized", "morale")
        self.guns_break = not book.switch("locales.ruling.demoralizing-point-not-by-guns")
        start = "locales.ruling.morale.start"
        self.morale_percent = book.int(start, "percent")
        self.morale_least = book.int(start, "least")
        self.morale_group = book.int(start, "group")
        self.morale_capped = book.switch("locales.ruling.morale.cap")
        self.claim_least = book.int("locales.claim-objectives.infantry-strength-2-or-3", "least")
        self.limit_order = book.words("locales.ruling.time-limit", "order")
        self.tie_to_defender = book.word("locales.ruling.time-limit", "tie") == "defender"
        self.any_unit_holds = book.switch("locales.ruling.time-limit.any-unit-holds", "any_unit")

    def start_morale(self, points: int, groups: int) -> int:
        """The morale of an army with so many strength points and reinforcement groups."""
        share = -(-points * self.morale_percent // 100)
        return max(share, self.morale_least) + groups * self.morale_group

    def _staff(self, book: Rulebook) -> None:
        """Reorganize, rally, mobilize, and the steps of preparation and administration."""
        self.reorganize_from = book.words("locales.reorganize.initial.reserve", "from")
        self.merge_parts = book.ints("locales.reorganize.effect.merge", "parts")
        self.split_strengths = book.ints("locales.reorganize.effect.split", "strengths")
        self.rally_companions = book.int(
            "locales.rally.condition.non-disrupted-in-same-position", "companions"
        )
        self.rally_disrupted = book.int("locales.rally.effect.two-become-one", "disrupted")
        self.rally_strength = book.int("locales.rally.effect.two-become-one", "strength")
        self.rally_on_approach = book.switch(
            "locales.rally.non-disrupted-in-reserve", "on_approach"
        )
        self.rally_pairs = book.int("locales.ruling.rally.one-pair", "pairs")
        self.lower_groups_first = book.switch("locales.mobilize.condition.lower-groups-first")
        self.entry_with_enemy = book.switch(
            "locales.ruling.mobilize.entry-free-of-enemy", "enemy_occupied"
        )
        self.remainder_waits = book.switch("locales.ruling.mobilize.remainder", "waits")
        order = "locales.ruling.mobilize.block-order"
        self.lowest_blocks_first = book.word(order, "first") == "lowest"
        self.remainder_pays = book.switch("locales.ruling.mobilize.remainder", "pays")
        self.preparation = book.words("locales.turn.phase-1-preparation", "steps")
        self.commands = book.words("locales.turn.phase-2-field", "commands")
        self.staff_steps = book.words("locales.turn.phase-3-staff", "steps")
        self.administration = book.words("locales.turn.phase-4-administration", "steps")
        self.shuffle_ranging = book.switch("locales.shuffle.artillery-not-ranging", "ranging")
        self.limber_ranging = book.switch("locales.limber.artillery-ranging", "needs_ranging")
        self.range_securing = book.switch("locales.range.artillery-securing", "needs_securing")
        self.range_after = book.switch("locales.range.not-after-bombarding", "after_bombarding")
        self.stands_down = book.switch("locales.stand-down.mandatory-when-enemy-gone")
        self.stand_down_limbers = book.switch("locales.ruling.stand-down.to-reserve", "limbers")

    def _cards(self, book: Rulebook) -> None:
        deck = "locales.ruling.command-cards.deck"
        rows = zip(
            book.ints(deck, "count"),
            book.ints(deck, "field"),
            book.ints(deck, "staff"),
            [extra.replace("none", "") for extra in book.words(deck, "extra")],
            strict=True,
        )
        self.cards = tuple(Card(*row) for row in rows)
        hand = "locales.ruling.command-cards.hand"
        self.hand = [book.int(hand, staff) for staff in ("poor", "fair", "good")]
        self.cards_played = book.int(hand, "played")
        self.cards_drawn = book.int(hand, "drawn")
        self.field_price = book.int("locales.ruling.command-cards.cost", "field")
        self.staff_price = book.int("locales.ruling.command-cards.cost", "staff")
        fixed = "locales.ruling.fixed-commands-option"
        self.fixed = book.switch(fixed)
        self.fixed_field = book.int(fixed, "field")
        self.fixed_staff = book.int(fixed, "staff")

    def _places(self, book: Rulebook) -> None:
        """Capacity, occupation, restrictions, retreats and disrupted infantry."""

        def ruled(id_: str, key: str = "applies") -> bool:
            return book.switch(f"locales.ruling.{id_}", key)

        self.room_at_goal = ruled("capacity-of-the-goal")
        self.room_in_passing = ruled("capacity-in-passing")
        self.count_approaches = ruled("capacity-count", "approaches")
        self.count_disrupted = ruled("capacity-count", "disrupted")
        self.counts_all = self.count_approaches and self.count_disrupted
        self.disrupted_occupies = ruled("enemy-occupied", "disrupted")
        self.restricted_open = ruled("restricted-otherwise-open", "open")
        self.secure_impassable = ruled("impassable-never-secured", "secured")
        self.closed_binds_retreats = ruled("closed-boundary-binds-retreats")
        self.withdraw_loses_ranging = ruled("withdraw-cost", "ranging_eliminated")
        self.retreat_loses_guns = ruled("retreat-cost.guns", "eliminated")
        self.retreat_approach = book.int("locales.ruling.retreat-cost.other-approaches", "losses")
        reserve = "locales.ruling.retreat-cost.reserve"
        self.retreat_reserve = book.int(reserve, "losses")
        self.retreat_arms = book.words(reserve, "arms")
        self.retreat_each = book.switch(reserve, "each")
        strengths = "locales.ruling.strengths"
        self.strongest = [book.int(strengths, k) for k in ("infantry", "cavalry", "artillery")]
        self.ladder_end = book.word("locales.ruling.loss-ladder", "infantry")
        self.restrictions(book)

    def restrictions(self, book: Rulebook) -> None:
        """The last two summaries of the sheet."""
        self.rest: dict[str, bool | int | str] = {}
        for id_, rule in book.rules.items():
            if not id_.startswith(("locales.disrupted.", "locales.restriction.")):
                continue
            for key, value in rule.values.items():
                short = id_.removeprefix("locales.")
                if isinstance(value, bool):
                    self.rest[f"{short}.{key}"] = book.switch(id_, key)
                elif isinstance(value, int):
                    self.rest[f"{short}.{key}"] = book.int(id_, key)
                elif isinstance(value, str):
                    self.rest[f"{short}.{key}"] = book.word(id_, key)

        self.impassable_bars = bool(self.rest["restriction.impassable-never-crossed.applies"])
        self.capacity_binds = bool(self.rest["restriction.capacity-at-all-times.applies"])
        # Every unit of a locale counts, for capacity and for holding it.
        self.plain_count = self.counts_all and self.disrupted_occupies and self.capacity_binds
        self.disrupted_commands = book.words("locales.disrupted.only-three-commands", "commands")
        self.ranging_commands = book.words("locales.restriction.ranging-only-bombards", "commands")

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name."""
        every: list[CheckKind] = [self.shuffle_kind, self.draw_kind, self.assault_kind]
        if self.fixed:  # there are no cards
            every.remove(self.draw_kind)
        return {kind.name: kind for kind in every}

    def by_width(self, limits: list[int], width: int) -> int:
        """The limit for a narrow or a wide approach."""
        return limits[1] if width == WIDE else limits[0]
