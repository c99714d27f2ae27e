"""The rules of this system under one variant: every number and switch, asked for by its id."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.lattice import INCH, TENTH
from grognard.engine.check import CheckKind
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.pulses.checks import (
    CommandKind,
    ControlKind,
    InitiativeKind,
    MoveKind,
    TurnKind,
)
from grognard.systems.pulses.fates import (
    CasualtyKind,
    EscapeKind,
    EvasionKind,
    LengthKind,
    MoraleKind,
    RecoveryKind,
)
from grognard.systems.pulses.shooting import (
    ArtilleryAgainKind,
    ArtilleryKind,
    SaveKind,
    SkirmishKind,
)
from grognard.systems.pulses.state.kinds import ARMS, DEGREES, KINDS, STATUSES, WEATHERS
from grognard.systems.pulses.striking import CombatKind


class Rules(RuleSet):
    """Every number and switch of the charts and rulings; lengths are mils."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self._turn(book)
        self._initiative(book)
        self._skirmish(book)
        self._artillery(book)
        self._control(book)
        self._officers(book)
        self._movement(book)
        self._ground(book)
        self._combat(book)
        self._contact(book)
        self._end(book)

    def _turn(self, book: Rulebook) -> None:
        self.command_first = book.switch("pulses.turn.command-then-pulses")
        dice = "pulses.turn.command-dice"
        self.levels = (book.int(dice, "least"), book.int(dice, "most"))
        self.command_kind = CommandKind(book.word(dice, "counts") == "sum", self.levels[1])
        self.skirmishes = book.switch("pulses.pulse.1-skirmish")
        self.together = book.switch("pulses.pulse.2-artillery", "together")
        first = book.word("pulses.pulse.3-one-side-then-other", "first")
        self.initiative_first = first == "initiative"
        self.controls = book.switch("pulses.pulse.3a-control")
        self.moves = book.switch("pulses.pulse.3b-movement")
        self.fights = book.switch("pulses.pulse.3c-combat")
        self.lifts = book.switch("pulses.pulse.4-lift-suppression")
        self.rolls_on = book.switch("pulses.pulse.5-next-initiative")
        self.ends_more = book.int("pulses.turn.ends-on-d4", "more")
        self.length_counts = book.switch("pulses.turn.basic-length")
        self.keeps_cds = not book.switch("pulses.rulings.cds-lost")
        number = "pulses.rulings.turn-number"
        self.turn_numbers = (book.int(number, "least"), book.int(number, "most"))
        self.length_kind = LengthKind(book.int("pulses.rulings.basic-length", "most"))
        self.extra_turns = book.int("pulses.rulings.nightfall", "turns")
        self.arrival_clear = book.int("pulses.rulings.arrival", "inches") * INCH

    def _initiative(self, book: Rulebook) -> None:
        d4 = "pulses.initiative.d4"
        sides = book.int(d4, "sides")
        self.turn_kind = TurnKind(
            sides, self.ends_more, book.switch("pulses.rulings.first-d4-cannot-end")
        )
        self.initiative_dice = book.int("pulses.initiative.roll", "dice")
        self.initiative_kind = InitiativeKind(self.initiative_dice)
        self.holder_throws = book.word(d4, "thrower") == "initiative"
        self.even_thrower = book.word("pulses.initiative.tie-even", "winner") == "thrower"
        self.odd_thrower = book.word("pulses.initiative.tie-odd", "winner") == "thrower"
        self.low_first = book.word("pulses.initiative.reroll.low-first", "first") == "low"
        self.high_second = book.switch("pulses.initiative.reroll.high-second")
        self.initiative_price = book.int("pulses.initiative.reroll.price", "cds")
        self.initiative_cds = book.switch("pulses.commander.initiative")
        self.reroll_stands = book.switch("pulses.initiative.reroll.stands")
        self.doubles_times = book.int("pulses.initiative.doubles", "times")
        self.doubles = book.switch("pulses.rulings.doubles-option")
        self.first_doubles = book.switch("pulses.turn.first-initiative")

    def _skirmish(self, book: Rulebook) -> None:
        self.skirmish_holder = book.switch("pulses.skirmish.initiative-side")
        self.skirmish_dice = book.ints("pulses.skirmish.dice", "dice")
        self.skirmish_range = book.int("pulses.skirmish.range", "inches") * INCH
        self.skirmish_hits = book.int("pulses.skirmish.target-infantry", "hits")
        self.skirmish_suppresses = book.switch("pulses.skirmish.target-artillery")
        self.mx_saves = book.switch("pulses.skirmish.save.mx")
        self.support_reach = book.int("pulses.skirmish.save.cavalry-support", "inches") * INCH
        self.cover_saves = book.switch("pulses.skirmish.save.total-cover")
        save = SaveKind(book.int("pulses.skirmish.save.number", "number"))
        self.save_kind = save
        number = book.int("pulses.skirmish.hit-number", "number")
        self.skirmish_kind = SkirmishKind(number, save)
        self.skirmishers_most = book.int("pulses.skirmish.one-per-target", "most")
        self.skirmish_blocked = book.switch("pulses.skirmish.not-across-impassable")
        self.no_sally = book.switch("pulses.skirmish.not-out-of-town")
        dry = "pulses.skirmish.not-in-snow-or-rain"
        self.no_skirmish_in = [WEATHERS.index(word) for word in book.words(dry, "weather")]
        self.no_skirmish_at_cavalry = book.switch("pulses.rulings.skirmish-not-at-cavalry")
        self.no_skirmish_in_contact = book.switch("pulses.rulings.skirmish-not-in-contact")
        self.relocation = book.int("pulses.suppression.relocate", "inches") * INCH
        self.relocate_inside = book.switch("pulses.suppression.relocate-inside-radius")
        self.attached_stay = book.switch("pulses.suppression.attached-may-not-relocate")

    def _artillery(self, book: Rulebook) -> None:
        self.gun_ranges = []
        self.gun_dice = []
        self.gun_hit = []
        for weight in ("light", "heavy"):
            rows = [f"pulses.artillery.{weight}.{shot}" for shot in ("canister", "round-shot")]
            self.gun_ranges.append([book.int(row, "inches") * INCH for row in rows])
            self.gun_dice.append([book.int(row, "dice") for row in rows])
            self.gun_hit.append(book.int(f"pulses.artillery.{weight}.hit-number", "number"))
        self.gun_arc = book.int("pulses.rulings.artillery-arc", "degrees") // DEGREES
        self.gun_clear = book.int("pulses.rulings.artillery-blocked", "inches") * INCH
        self.wet_parts = book.int("pulses.rulings.weather-artillery", "parts")
        self.suppressed_fire = not book.switch("pulses.rulings.suppressed-no-fire")
        self.battery_hits = book.int("pulses.rulings.counter-battery", "hits")
        sight = "pulses.rulings.sight"
        self.screens = _areas(book, sight)
        self.sight_into = book.int(sight, "inches") * INCH
        again = ArtilleryAgainKind()
        self.gun_again_kind = again
        self.gun_kind = ArtilleryKind(book, again)

    def _control(self, book: Rulebook) -> None:
        near, far = "pulses.control.cd.within-20", "pulses.control.cd.within-40"
        beyond = "pulses.control.cd.beyond-40"
        # How far, how many command dice, and what each costs.
        self.cd_reach = [
            (book.int(near, "inches") * INCH, book.int(near, "cds"), book.int(near, "price")),
            (book.int(far, "inches") * INCH, book.int(far, "cds"), book.int(far, "price")),
            (-1, book.int(beyond, "cds"), book.int(beyond, "price")),
        ]
        self.hold_clear = book.int("pulses.control.choose-hold", "inches") * INCH
        self.lapels = _statuses(book, "pulses.control.lapels")
        self.near_enemy = book.int("pulses.control.column", "inches") * INCH
        rows = ("withdraw", "hold", "active")
        limits = [book.int(f"pulses.control.near.{row}", "most") for row in rows]
        near_rows = [f"pulses.control.near.{row}" for row in STATUSES]
        far_rows = [
            f"pulses.control.far.{row}" for row in ("hold-low", "hold", "active", "active-high")
        ]
        columns = [
            [STATUSES.index(book.word(row, "status")) for row in column]
            for column in (near_rows, far_rows)
        ]
        self.control_kind = ControlKind(
            book.int("pulses.control.dice", "dice"),
            book.switch("pulses.control.pick-two"),
            book.switch("pulses.control.modifier"),
            limits,
            columns,
        )
        self.withdraw_to = book.int("pulses.status.withdraw", "inches") * INCH
        hold = "pulses.status.hold.infantry-cavalry"
        self.hold_moves = book.switch(hold, "moves")
        self.hold_face = book.int(hold, "inches") * INCH
        self.hold_guns = book.switch("pulses.status.hold.artillery-officers", "moves")
        self.active_moves = book.switch("pulses.status.active", "moves")
        self.attack_binds = book.switch("pulses.status.attack")
        self.reserve_price = book.int("pulses.rulings.reserve", "cds")

    def _officers(self, book: Rulebook) -> None:
        self.issue = book.switch("pulses.commander.issue-cds")
        self.die_reach = book.int("pulses.commander.combat-die", "inches") * INCH
        self.die_price = book.int("pulses.commander.combat-die", "cds")
        self.move_reroll_price = book.int("pulses.commander.reroll-movement", "cds")
        self.recovery_price = book.int("pulses.commander.recovery", "cds")
        self.lapels_most = book.int("pulses.commander.lapels-once", "most")
        self.wing_move_price = book.int("pulses.commander.move-price", "cds")
        self.army_move_price = book.int("pulses.move.army-commander-price", "cds")
        self.help_reach = book.int("pulses.subcommander.within-3", "inches") * INCH
        self.helps = book.int("pulses.subcommander.once-per-pulse", "most")
        self.sub_moves = book.switch("pulses.subcommander.reroll-movement")
        self.sub_recovers = book.switch("pulses.subcommander.reroll-recovery")
        self.sub_fights = book.switch("pulses.subcommander.combat-dice")
        self.sub_checks = book.switch("pulses.subcommander.casualty-check")
        self.beyond_vulnerable = book.switch("pulses.beyond-radius.vulnerable")
        self.beyond_skirmish = not book.switch("pulses.beyond-radius.no-skirmish")
        self.beyond_fire = not book.switch("pulses.beyond-radius.no-artillery-fire")
        self.beyond_recovery = not book.switch("pulses.beyond-radius.no-recovery")
        self.wing_lost = book.switch("pulses.officer.wing-not-replaced")
        self.sub_drop = book.int("pulses.officer.subcommander-replaced")
        self.army_drop = book.int("pulses.officer.army-commander-replaced")
        self.wings_command = book.switch("pulses.rulings.wing-commander")
        check = "pulses.rulings.casualty-check"
        self.casualty_kind = CasualtyKind(book.int(check, "lost"), book.int(check, "broke"))
        self.touch = book.int("pulses.rulings.officer-contact", "inches") * INCH
        self.commander_risk = book.int("pulses.rulings.commander-check", "inches") * INCH
        self.takes_over = book.switch("pulses.rulings.takes-over")
        self.move_rerolls = book.int("pulses.rulings.one-reroll", "most")
        radius = "pulses.rulings.radius"
        self.radius = {size: book.int(radius, size) for size in ("division", "corps")}
        profile = "pulses.rulings.subcommander-profile"
        self.control_range = book.ints(profile, "control")
        self.dice_range = book.ints(profile, "dice")

    def _movement(self, book: Rulebook) -> None:
        self.move = [book.int(f"pulses.move.{kind}", "inches") * INCH for kind in KINDS]
        self.near_move = [book.int(f"pulses.move.{kind}", "near") * INCH for kind in KINDS[:-1]]
        self.face_back = book.int("pulses.move.six-inch.one", "face")
        self.face_attack = book.int("pulses.move.six-inch.six", "face")
        self.fired_parts = book.int("pulses.move.foot-artillery-fired", "parts")
        self.six_inch = book.int("pulses.rulings.six-inch-start", "inches") * INCH
        self.move_kind = MoveKind(self.face_back, self.face_attack)
        self.most_wheel = book.int("pulses.wheel", "degrees") // DEGREES
        self.rough_faces = not book.switch("pulses.face.rough")
        self.face_cost = [
            book.int("pulses.face.infantry", "inches") * INCH,
            book.int("pulses.face.cavalry", "inches") * INCH,
            book.int("pulses.rulings.artillery-face", "inches") * INCH,
        ]
        self.flank_clear = book.int("pulses.flank-move.not-near-enemy", "inches") * INCH
        troops = book.int("pulses.flank-move.infantry-cavalry", "times")
        self.flank_times = [troops, troops, book.int("pulses.flank-move.artillery", "times")]
        self.flank_contact = not book.switch("pulses.flank-move.no-contact")
        self.oblique = book.int("pulses.oblique.angle", "degrees") // DEGREES
        self.oblique_contact = book.switch("pulses.oblique.contact")
        self.pass_friends = book.switch("pulses.interpenetration.allowed")
        self.pass_price = book.int("pulses.interpenetration.infantry-price", "inches") * INCH
        self.pass_contact = book.switch("pulses.interpenetration.contact")
        self.climb = book.int("pulses.elevation", "inches") * INCH
        self.contact = book.int("pulses.rulings.contact", "thousandths")
        self.locked_fight = book.switch("pulses.rulings.locked")

    def _ground(self, book: Rulebook) -> None:
        self.rough = _areas(book, "pulses.rulings.rough")
        self.closed_areas = _areas(book, "pulses.rulings.impassable")
        self.closed_lines = _lines(book, "pulses.rulings.impassable")
        self.obstacles = _lines(book, "pulses.rulings.obstacles")
        self.waters = _lines(book, "pulses.rulings.waters")
        self.cover_areas = _areas(book, "pulses.rulings.cover")
        self.cover_lines = _lines(book, "pulses.rulings.cover")
        self.towns = _areas(book, "pulses.rulings.town")
        # The kinds of ground any rule asks about.
        self.felt = {*self.rough, *self.closed_areas, *self.cover_areas, *self.towns, *self.screens}
        self.town_holds = book.int("pulses.rulings.town", "holds")
        self.town_closed = _arms(book, "pulses.rulings.town-closed")
        self.crossing_wide = book.int("pulses.rulings.crossing", "thousandths")
        self.road_near = book.int("pulses.rulings.road", "thousandths")
        self.sk_barred = book.int("pulses.terrain.infantry", "barred_to")
        self.rough_parts, self.obstacle, self.road_times = [], [], []
        for kind in KINDS[:-1]:
            row = "infantry" if kind.endswith("infantry") else kind
            id_ = f"pulses.terrain.{row}"
            self.rough_parts.append(book.int(id_, "parts"))
            self.obstacle.append(book.int(id_, "obstacle") * INCH)
            self.road_times.append(book.int(id_, "road"))
        bases = "pulses.rulings.bases"
        self.base = []
        for key, count in (("foot", 2), ("horse", 2), ("guns", 2)):
            width, depth = book.ints(bases, key)
            self.base += [(width * TENTH, depth * TENTH)] * count
        self.base.append((0, 0))
        strength = "pulses.rulings.strength"
        self.strengths = (book.int(strength, "least"), book.int(strength, "most"))
        sk = "pulses.rulings.sk-rating"
        self.sk_range = (book.int(sk, "least"), book.int(sk, "most"))
        self.sk_arms = _arms(book, sk)

    def _combat(self, book: Rulebook) -> None:
        hit = "pulses.combat.to-hit"
        self.foot_hit = book.int(f"{hit}.infantry", "number")
        self.foot_cover = book.int(f"{hit}.infantry-vs-cover", "number")
        self.foot_horse = book.int(f"{hit}.infantry-vs-attacking-cavalry", "number")
        reading = book.word(f"{hit}.infantry-vs-attacking-cavalry", "reading")
        self.horse_attacks = reading == "attacked"
        self.horse_hit = book.int(f"{hit}.cavalry", "number")
        self.horse_cover = book.int(f"{hit}.cavalry-vs-cover", "number")
        self.square_hit = book.int("pulses.rulings.square.hits", "number")
        self.fallback = book.int("pulses.combat.fallback", "inches") * INCH
        self.fallback_more = book.int("pulses.combat.fallback", "more") * INCH
        self.no_horse_in_town = book.switch("pulses.combat.cavalry-not-into-town")
        self.no_heavy_in_rough = book.switch("pulses.combat.heavy-cavalry-not-into-rough")
        self.square_stands = book.switch("pulses.combat.square.no-fallback")
        self.square_repels = book.int("pulses.combat.square.broken-or-held", "inches") * INCH
        self.attached_rolls = book.switch("pulses.combat.attached.escape-roll")
        self.attached_lost = book.switch("pulses.combat.attached.destroyed")
        self.attached_back = book.switch("pulses.combat.attached.falls-back")
        self.commander_dice = book.int("pulses.combat.bonus.army-commander", "dice")
        self.mx_dice = book.int("pulses.combat.bonus.mx", "dice")
        self.sub_dice = book.switch("pulses.combat.bonus.subcommander")
        self.combat_kind = CombatKind(book)
        self.least_dice = book.int("pulses.rulings.combat-dice", "least")
        self.breaks = book.switch("pulses.rulings.broken")
        several = "pulses.rulings.several-attackers"
        self.massed = book.word(several, "way") == "together"
        self.massed_dice = book.int(several, "dice")
        self.flank_behind = book.switch("pulses.rulings.flanked", "behind")
        self.flank_engaged = book.switch("pulses.rulings.flanked", "engaged")
        self.keeps_facing = book.switch("pulses.rulings.fallback-facing")
        self.attacker_falls = book.switch("pulses.rulings.attacker-falls-back")
        self.follows = book.switch("pulses.rulings.winner-follows")
        self.blocked_hits = book.int("pulses.rulings.fallback-blocked", "hits")
        self.blocked_breaks = book.switch("pulses.rulings.fallback-blocked", "breaks")
        way = "pulses.rulings.fallback-way"
        self.fallback_bend = book.int(way, "degrees") // DEGREES
        self.fallback_extra = book.int(way, "extra") * INCH
        self.squares = book.switch("pulses.rulings.square.form")
        self.square_ends = book.switch("pulses.rulings.square.lasts")

    def _contact(self, book: Rulebook) -> None:
        self.evades = book.switch("pulses.evasion.at-contact")
        self.evades_foot = book.switch("pulses.evasion.from-infantry")
        tie = book.word("pulses.evasion.from-cavalry", "tie") == "evader"
        self.light_bonus = book.int("pulses.evasion.light-bonus")
        self.cossack_bonus = book.int("pulses.evasion.cossack-bonus")
        self.evasion_kind = EvasionKind(tie)
        self.evasion_choice = book.switch("pulses.evasion.move")
        self.caught_hits = book.int("pulses.evasion.caught", "hits")
        self.escape_need = [
            [book.int(f"pulses.escape.{guns}-vs-{arm}", "need") for arm in ("infantry", "cavalry")]
            for guns in ("foot", "horse")
        ]
        self.escape_kind = EscapeKind(book.int("pulses.escape.roll", "dice"))
        self.escape_choice = book.switch("pulses.escape.move")
        self.attached_shares = book.switch("pulses.escape.attached")
        self.failed_lost = book.switch("pulses.escape.failed")
        self.odd_hits = book.int("pulses.escape.odd-die", "hits")

    def _end(self, book: Rulebook) -> None:
        self.recovery_clear = book.int("pulses.recovery.distance", "inches") * INCH
        self.recovery_statuses = _statuses(book, "pulses.recovery.force")
        self.recovery_kind = RecoveryKind(book.switch("pulses.recovery.roll", "at_or_below"))
        self.recovered = book.int("pulses.recovery.effect", "hits")
        self.recovery_reach = book.int("pulses.recovery.reroll", "inches") * INCH
        self.recovery_rerolls = book.int("pulses.recovery.reroll", "most")
        self.morale_more = book.int("pulses.morale.when", "more")
        self.loss_arms = _arms(book, "pulses.morale.losses")
        self.base_arms = _arms(book, "pulses.morale.break-point-base")
        self.morale_kind = MoraleKind(
            book.int("pulses.morale.total", "dice"), book.int("pulses.morale.pass", "most")
        )
        self.failing_loses = book.switch("pulses.morale.fail")
        self.nobody_left_fails = book.switch("pulses.rulings.nobody-left")
        self.break_parts = book.int("pulses.rulings.break-point", "parts")
        self.turn_checks = book.switch("pulses.rulings.morale-timing")
        self.objectives_settle = book.switch("pulses.rulings.both-fail")
        self.objectives_decide = book.switch("pulses.rulings.victory")
        self.objective_reach = book.int("pulses.rulings.objective", "inches") * INCH

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name."""
        every: tuple[CheckKind, ...] = (
            self.command_kind,
            self.turn_kind,
            self.initiative_kind,
            self.skirmish_kind,
            self.save_kind,
            self.gun_kind,
            self.gun_again_kind,
            self.control_kind,
            self.move_kind,
            self.combat_kind,
            self.evasion_kind,
            self.escape_kind,
            self.casualty_kind,
            self.recovery_kind,
            self.morale_kind,
            self.length_kind,
        )
        return {kind.name: kind for kind in every}


def _areas(book: Rulebook, id_: str) -> list[int]:
    return [tablemap.AREAS.index(word) for word in book.words(id_, "areas")]


def _lines(book: Rulebook, id_: str) -> list[int]:
    return [tablemap.LINES.index(word) for word in book.words(id_, "lines")]


def _arms(book: Rulebook, id_: str) -> list[bool]:
    listed = book.words(id_, "arms")
    return [arm in listed for arm in ARMS]


def _statuses(book: Rulebook, id_: str) -> list[int]:
    return [STATUSES.index(word) for word in book.words(id_, "statuses")]
