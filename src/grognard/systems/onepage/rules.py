"""The rules of this system under one variant: every number and switch, asked for by its id."""

from __future__ import annotations

from typing import Final

from grognard.boards import tablemap
from grognard.boards.table.lattice import HALF, INCH, TENTH
from grognard.engine.check import CheckKind
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.onepage.checks import (
    CounterKind,
    DiceTable,
    FireKind,
    MarshKind,
    MeleeKind,
    MoraleKind,
    RallyKind,
)

# Arms: the columns of the terrain table.
INFANTRY, CAVALRY, ARTILLERY, SKIRMISHER, GENERAL = range(5)
ARMS: Final = ("infantry", "cavalry", "artillery", "skirmisher", "general")

KINDS: Final = (
    "infantry",
    "skirmisher",
    "heavy-cavalry",
    "light-cavalry",
    "field-artillery",
    "horse-artillery",
    "heavy-artillery",
    "general",
)
ARM_OF: Final = (
    INFANTRY,
    SKIRMISHER,
    CAVALRY,
    CAVALRY,
    ARTILLERY,
    ARTILLERY,
    ARTILLERY,
    GENERAL,
)
HEAVY_CAVALRY, LIGHT_CAVALRY = 2, 3
HEAVY_ARTILLERY: Final = 6

WEAPONS: Final = ("none", "musket", "rifled-musket", "field-horse-artillery", "heavy-artillery")
NO_WEAPON, MUSKET, RIFLED_MUSKET, FIELD_GUNS, HEAVY_GUNS = range(5)

DEGREES: Final = 5  # of a step of facing


class Rules(RuleSet):
    """Every number and switch of the charts and rulings; lengths are mils."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self._turn(book)
        self._movement(book)
        self._morale(book)
        self._combat(book)
        self._geometry(book)
        self._terrain(book)
        self._end(book)

    def _turn(self, book: Rulebook) -> None:
        self.phases = book.words("onepage.sequence.order", "phases")
        self.both_test = book.switch("onepage.sequence.morale", "both")
        self.command_reach = book.int("onepage.command.in", "inches") * INCH
        self.out_parts = book.int("onepage.command.out.half-move", "parts")
        self.out_no_approach = book.switch("onepage.command.out.no-approach")
        self.out_disorders = book.switch("onepage.command.out.disordered")
        self.out_no_recovery = book.switch("onepage.command.out.no-recovery")
        self.out_not_stationary = book.switch("onepage.command.out.not-stationary")
        self.caught_generals_ride = book.switch("onepage.rulings.general-caught")
        self.arrival_clear = book.int("onepage.rulings.arrival", "inches") * INCH

    def _movement(self, book: Rulebook) -> None:
        self.move = [book.int(f"onepage.move.{kind}", "inches") * INCH for kind in KINDS]
        self.road_times = book.int("onepage.move.road", "times")
        self.road_clear = book.int("onepage.rulings.road", "inches") * INCH
        self.road_near = book.int("onepage.rulings.road.gain", "thousandths")
        self.free_turns = book.int("onepage.move.facing.first", "free")
        self.turn_parts = book.int("onepage.move.facing.second", "parts")
        self.most_turns = book.int("onepage.rulings.open.third-facing", "most")
        self.arc = book.int("onepage.move.arc", "degrees") // DEGREES
        self.limber_turns = book.int("onepage.move.limbering", "limber")
        self.unlimber_turns = book.int("onepage.move.limbering", "unlimber")
        self.free_skirmishers = book.switch("onepage.move.free.skirmisher")
        self.free_limbered = book.switch("onepage.move.free.limbered-artillery")
        self.free_generals = book.switch("onepage.move.free.general")
        self.clear = book.int("onepage.move.distance", "inches") * INCH
        self.charge_turns = book.int("onepage.move.charge.facing", "most")
        self.charge_straight = book.switch("onepage.move.charge.straight")
        self.charge_seen = book.switch("onepage.rulings.charge-seen")
        self.straight = book.int("onepage.rulings.beyond", "thousandths")
        self.chargers = _arms(book, "onepage.rulings.chargers")
        self.passers = _arms(book, "onepage.rulings.passing")
        self.limbered_pass = book.switch("onepage.rulings.passing", "limbered")
        self.may_move_off = book.switch("onepage.rulings.start-near")
        self.unlimbered_move = book.switch("onepage.rulings.unlimbered", "moves")
        self.limbered_fire = book.switch("onepage.rulings.unlimbered", "fires")
        self.recover_parts = book.int("onepage.disorder.recover", "parts")
        self.recovered_charge = not book.switch("onepage.disorder.no-charge")
        self.recover_in_contact = book.switch("onepage.rulings.recover-first", "contact")
        never = book.words("onepage.rulings.never-stationary", "kinds")
        self.may_be_stationary = [arm not in never and arm != "general" for arm in ARMS]
        self.stationary_good_order = book.switch("onepage.rulings.stationary", "good_order")
        self.stationary_unlimbered = book.switch("onepage.rulings.stationary", "unlimbered")

    def _morale(self, book: Rulebook) -> None:
        self.rally = book.switch("onepage.rally.roll")
        self.army_only_rallies = book.switch("onepage.rally.any-general", "army_only")
        self.rallied_disordered = book.switch("onepage.rulings.open.rallied-state", "disordered")
        self.test_close = book.switch("onepage.morale.test.close-range")
        self.test_contact = book.switch("onepage.rulings.test-in-contact")
        self.tests_together = book.switch("onepage.rulings.morale-together")
        self.rout_casualties = book.int("onepage.morale.rout.casualty", "casualties")
        self.rout_parts = book.int("onepage.morale.rout.move", "parts")
        self.routed_move = book.switch("onepage.morale.rout.no-action", "moves")
        self.routed_fire = book.switch("onepage.morale.rout.no-action", "fires")
        self.routs_again = book.switch("onepage.morale.rout.again")
        self.again_casualties = book.int("onepage.rulings.rout-again", "casualties")
        self.routed_eliminated = book.switch("onepage.rulings.open.routed-fails", "eliminated")
        support = "onepage.morale.modifier.unsupported.definition"
        self.support_reach = book.int(support, "inches") * INCH
        self.supporters = _arms(book, support)
        weight = "onepage.rulings.cavalry-weight"
        weights = {"heavier": 1, "lighter": 0}
        self.weight_heavy = weights[book.word(weight, "heavy")]
        self.weight_light = weights[book.word(weight, "light")]
        self.flank_counts = book.switch("onepage.rulings.flank")
        self.flank_both = book.switch("onepage.rulings.flank.both", "both")
        self.high_ground = book.switch("onepage.rulings.high-ground")
        self.morale_kind = MoraleKind(book)
        self.rally_kind = RallyKind(self.rally)

    def _combat(self, book: Rulebook) -> None:
        self.ranges = [(0, 0)]
        for weapon in WEAPONS[1:]:
            close, long = (book.int(f"onepage.range.{weapon}", k) for k in ("close", "long"))
            self.ranges.append((close * INCH, long * INCH))
        self.dice: list[tuple[int, int, int, int]] = []
        for arm in ARMS[:GENERAL]:
            fire, melee, still_fire, still_melee = (
                book.int(f"onepage.dice.{arm}", key)
                for key in ("fire", "melee", "stationary_fire", "stationary_melee")
            )
            self.dice.append((fire, melee, still_fire, still_melee))
        self.hit = book.int("onepage.combat.hit", "least")
        self.hit_guns_close = book.int("onepage.combat.hit.artillery", "least")
        self.hit_cavalry = book.int("onepage.combat.hit.cavalry", "least")
        self.hit_guns_melee = book.int("onepage.rulings.artillery-melee", "least")
        self.counter_melee = book.switch("onepage.combat.counter.melee")
        self.counter_close = book.switch("onepage.combat.counter.close")
        self.counter_long = book.switch("onepage.combat.counter.not-long", "answers")
        self.counter_needs_reach = book.switch("onepage.rulings.counter-fire")
        self.attacks = book.int("onepage.rulings.one-against-one", "attacks")
        self.melee_duty = book.switch("onepage.rulings.melee-first-duty")
        self.casualties_per_hit = book.int("onepage.rulings.casualties", "casualties")
        self.loser_disordered = book.switch("onepage.combat.loser.disordered")
        self.loser_parts = book.int("onepage.combat.loser.retreat", "parts")
        self.loser_routs = book.switch("onepage.rulings.loser-already-disordered", "routs")
        self.winner_takes = book.switch("onepage.combat.winner")
        self.taking_optional = book.switch("onepage.rulings.winner-one-unit", "optional")
        tie = "onepage.rulings.melee-tie"
        self.tie_defender_holds = book.word(tie, "holds") == "defender"
        self.tie_parts = book.int(tie, "parts")
        self.tie_disorders = book.switch(tie, "disorders")
        self.tie_removed_holds = book.switch("onepage.rulings.melee-tie.removed", "holds")
        table = DiceTable(
            self.dice,
            self.hit,
            self.hit_guns_close,
            self.hit_guns_melee,
            self.hit_cavalry,
            self.counter_melee,
            self.may_be_stationary,
        )
        self.fire_kind = FireKind(table)
        self.counter_kind = CounterKind(table)
        self.melee_kind = MeleeKind(table, self.counter_kind)

    def _geometry(self, book: Rulebook) -> None:
        bases = "onepage.rulings.geometry"
        self.base = [(0, 0)] * len(KINDS)
        for kind, arm in enumerate(ARM_OF):
            if arm != GENERAL:
                width, depth = book.ints(bases, ARMS[arm])
                self.base[kind] = (width * TENTH, depth * TENTH)
        self.contact = book.int("onepage.rulings.geometry.contact", "thousandths")
        self.fire_arc = book.int("onepage.rulings.geometry.arc", "degrees") // DEGREES
        all_round = book.switch("onepage.rulings.geometry.arc", "all_round")
        self.skirmish_arc = HALF if all_round else self.fire_arc
        self.dead_ground = book.int("onepage.rulings.geometry.sight", "inches") * INCH
        self.retreat_clear = book.int("onepage.rulings.geometry.retreat", "clear") * INCH
        self.retreat_bend = book.int("onepage.rulings.geometry.retreat", "degrees") // DEGREES

    def _terrain(self, book: Rulebook) -> None:
        """Of every kind of area the cost of an inch and whether it disorders, by arm."""
        self.times: list[list[int]] = []
        self.disorders: list[list[bool]] = []
        for kind in tablemap.AREAS:
            id_ = "onepage.terrain.fort" if kind == "fortress" else f"onepage.terrain.{kind}"
            self.times.append(book.ints(id_, "times"))
            shaken = "disorders" in book.rule(id_).values
            self.disorders.append(_arms(book, id_, "disorders") if shaken else [False] * len(ARMS))
        forest = "onepage.terrain.forest"
        self.forest_recovers = book.switch(forest, "recovers")
        self.forest_stationary = book.switch(forest, "stationary")
        self.forest_unlimbers = book.switch(forest, "unlimbers")
        self.sight_within = {
            tablemap.FOREST: book.int("onepage.terrain.forest.sight", "inches") * INCH,
            tablemap.ORCHARD: book.int("onepage.terrain.orchard.sight", "inches") * INCH,
        }
        self.crops_block = book.switch("onepage.terrain.crops.sight", "blocks")
        self.crops_flatten = book.switch("onepage.terrain.crops.sight", "flattened")
        marsh = "onepage.terrain.marsh"
        self.marsh_rolls = _arms(book, marsh, "rolls")
        self.marsh_dear = [1, *book.ints(marsh, "dear")]
        self.marsh_kind = MarshKind(
            book.int(marsh, "free"),
            book.int(marsh, "double"),
            book.int(marsh, "artillery"),
            book.int(marsh, "before"),
        )
        self.town_idle = _arms(book, "onepage.terrain.town", "idle")
        self.towns_block = book.switch("onepage.terrain.town.sight", "blocks")
        self.screens = [
            tablemap.LINES.index(word) for word in book.words("onepage.terrain.tree-line", "lines")
        ]
        self.stream_parts = book.int("onepage.terrain.stream", "parts")
        self.second_stream_disorders = book.switch("onepage.terrain.stream", "second")
        marshy = "onepage.terrain.marshy-stream"
        self.marshy_parts = book.int(marshy, "parts")
        self.marshy_closed = _arms(book, marshy, "closed")
        self.marshy_disorders = _arms(book, marshy, "disorders")
        self.river_closed = book.switch("onepage.terrain.river")
        self.crossing_parts = book.int("onepage.terrain.crossing", "parts")
        self.crossing_wide = book.int("onepage.terrain.crossing", "thousandths")
        self.works_disorder = _arms(book, "onepage.terrain.field-works", "disorders")
        hill = "onepage.terrain.hill"
        self.hill_up = _arms(book, hill, "up")
        self.hill_second = _arms(book, hill, "second")
        self.hill_closed = _arms(book, hill, "closed")
        self.hill_parts = book.int(hill, "parts")
        cover = "onepage.rulings.cover"
        self.cover_areas = [tablemap.AREAS.index(word) for word in book.words(cover, "areas")]
        self.cover_lines = [tablemap.LINES.index(word) for word in book.words(cover, "lines")]

    def _end(self, book: Rulebook) -> None:
        self.defeat_percent = book.int("onepage.rulings.army-defeat", "percent")
        self.limit_order = book.words("onepage.rulings.time-limit", "order")
        self.objective_reach = book.int("onepage.rulings.objective", "inches") * INCH

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name."""
        every: tuple[CheckKind, ...] = (
            self.morale_kind,
            self.rally_kind,
            self.fire_kind,
            self.melee_kind,
            self.counter_kind,
            self.marsh_kind,
        )
        return {kind.name: kind for kind in every}


def _arms(book: Rulebook, id_: str, key: str = "kinds") -> list[bool]:
    """For each arm whether a rule lists it."""
    listed = book.words(id_, key)
    return [arm in listed for arm in ARMS]
