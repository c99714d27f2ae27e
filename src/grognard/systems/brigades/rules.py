"""The rules of this system under one variant: every number and switch, asked for by its id."""

from __future__ import annotations

from grognard.boards.table.lattice import HALF, INCH, TENTH
from grognard.engine.check import CheckKind
from grognard.engine.rulebook import Rulebook
from grognard.engine.ruleset import RuleSet
from grognard.systems.brigades.buildings import CatchFireKind, FireOutKind
from grognard.systems.brigades.command import CommanderKind
from grognard.systems.brigades.dice import DiceTable, FireKind, MeleeKind, SaveKind
from grognard.systems.brigades.exhaustion import CollapseKind
from grognard.systems.brigades.melee import TieKind
from grognard.systems.brigades.modifiers import MoraleKind
from grognard.systems.brigades.state.kinds import (
    ARMS,
    BATTALION,
    BATTERY,
    CALIBRES,
    DEGREES,
    FOOT_SCREEN,
    HORSE_SCREEN,
    KINDS,
    LINEAR_FOOT,
    LINEAR_HORSE,
    MASSED_FOOT,
    MASSED_HORSE,
    RANKS,
    WEAPONS,
    WEIGHTS,
)
from grognard.systems.brigades.terrain import MarshKind
from grognard.systems.brigades.terrain_table import Terrain

LEVELS = ("good", "temporary", "permanent", "rout", "eliminated")
EDGE_WORDS = ("front", "side", "rear", "side")  # of the edges front, right, rear, left


class Rules(RuleSet):
    """Every number and switch of the charts and rulings; lengths are mils."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.terrain = Terrain(book)
        self._turn(book)
        self._command(book)
        self._movement(book)
        self._march(book)
        self._charge(book)
        self._morale(book)
        self._combat(book)
        self._saves(book)
        self._buildings(book)
        self._exhaustion(book)
        self._geometry(book)
        self._kinds(book)

    def _turn(self, book: Rulebook) -> None:
        self.phases = book.words("brigades.misc.sequence.order", "phases")
        self.both = book.words("brigades.misc.sequence.both", "phases")
        self.minutes = book.int("brigades.misc.scale.time", "minutes")
        self.yards = book.int("brigades.misc.scale.ground", "yards")
        self.men = book.int("brigades.misc.scale.strength", "men")
        self.pieces = book.int("brigades.misc.scale.strength", "guns")
        self.arrival_clear = _inches(book, "rulings.arrival")

    def _command(self, book: Rulebook) -> None:
        self.command_reach = _inches(book, "command.proximity")
        self.by_contact = book.switch("brigades.command.contact")
        self.contact_stays = book.switch("brigades.command.contact.stay")
        self.left_is_out = book.switch("brigades.rulings.command.left")
        self.skirmisher_reach = _inches(book, "command.skirmisher")
        self.skirmishers_only = book.switch("brigades.command.skirmisher.only")
        out = "brigades.command.out."
        self.out_no_approach = book.switch(out + "no-approach")
        self.out_no_stationary = book.switch(out + "no-stationary")
        self.out_no_recovery = book.switch(out + "no-recovery")
        self.out_no_limbering = book.switch(out + "no-limbering")
        self.out_free_facing = book.switch(out + "free-facing")
        self.out_untrained = book.switch(out + "free-facing.untrained")
        self.out_parts = book.int(out + "half-move", "parts")
        self.out_disorders = book.switch(out + "half-move", "disorders")
        self.out_keeps_stationary = book.switch(out + "keep-stationary")
        self.superiors = book.switch("brigades.rulings.command.superiors")
        self.army_troops = _ranks(book, "rulings.command.army-troops")
        self.corps_troops = _ranks(book, "rulings.command.corps-troops")
        self.mortal = _ranks(book, "rulings.command.casualties")
        self.caught_ride = _inches(book, "rulings.command.contacted")

    def _movement(self, book: Rulebook) -> None:
        move = "brigades.movement."
        self.slow_foot = _inches(book, "movement.slow-infantry")
        self.foot = _inches(book, "movement.infantry")
        self.horse = [_inches(book, f"movement.{weight}-cavalry") for weight in WEIGHTS]
        self.horse_with_gun = _inches(book, "movement.cavalry-with-dedicated-gun")
        self.horse_guns = _inches(book, "movement.horse-artillery")
        self.commander_move = _inches(book, "movement.commander")
        self.limbered = _inches(book, "movement.limbered-artillery")
        self.manhandled = _inches(book, "movement.unlimbered-artillery")
        rows = ("slow-infantry", "infantry", "cavalry", "unlimbered-artillery")
        self.free_turns = [book.int(f"{move}facing.{row}", "free") for row in rows]
        self.turn_parts = [book.int(f"{move}facing.{row}", "parts") for row in rows]
        self.free_turners = book.switch(move + "facing.free-turners")
        self.free_limbered = book.switch(move + "facing.limbered-artillery")
        self.limbering = _inches(book, "movement.limbering")
        self.ppa_stays = book.switch(move + "ppa")
        rulings = "brigades.rulings.movement."
        self.arc = book.int(rulings + "oblique", "degrees") // DEGREES
        self.turn_spent = book.switch(rulings + "facing-spent")
        self.unlimber_ends = book.switch(rulings + "unlimber-ends")
        self.limber_moves = book.switch(rulings + "limber-then-move")
        self.column_turns = book.int(rulings + "column-change", "turns")
        self.column_clear = _inches(book, "rulings.movement.column-enemy")
        self.passers = _arms(book, rulings + "pass-through.free", "arms")
        self.limbered_pass = book.switch(rulings + "pass-through.free", "limbered")
        self.passing_disorders = book.switch(rulings + "pass-through.close-order", "disorders")
        self.free_skirmishers = book.switch(rulings + "skirmisher-facing")
        self.untrained_free = book.int("brigades.rulings.attribute.poorly-trained", "free")
        self.militia_disordered = book.switch("brigades.rulings.attribute.militia", "disordered")
        self.hurries = book.switch("brigades.rulings.hurry")
        self.may_be_stationary = _arms(book, "brigades.rulings.stationary.who", "arms")
        gained = "brigades.rulings.stationary.gained"
        self.stationary_good_order = book.switch(gained, "good_order")
        self.stationary_in_column = book.switch(gained, "column")
        recovery = "brigades.rulings.recovery.temporary"
        self.recover_parts = book.int(recovery, "parts")
        self.recover_in_contact = book.switch(recovery, "contact")
        self.permanent_recovers = book.switch("brigades.rulings.recovery.permanent", "recovers")
        recovers = book.word("brigades.morale.level.temporary.recover", "recovers")
        self.temporary_recovers = recovers == "good"

    def _march(self, book: Rulebook) -> None:
        self.road_times = book.int("brigades.march.road", "times")
        self.column_times = book.int("brigades.march.cross-country", "times")
        self.column_melee = book.switch("brigades.march.melee")
        self.column_no_fire = book.switch("brigades.march.no-fire")
        self.unlimbered_no_column = book.switch("brigades.march.unlimbered")
        markers = "brigades.march.markers."
        self.markers_slow = book.ints(markers + "slow-infantry", "markers")
        self.markers_foot = book.ints(markers + "infantry", "markers")
        self.markers_heavy = book.ints(markers + "heavy-cavalry", "markers")
        self.markers_light = book.ints(markers + "light-medium-cavalry", "markers")
        self.markers_horse_guns = book.ints(markers + "horse-artillery", "markers")
        self.markers_guns = book.ints(markers + "artillery", "markers")
        self.marker = book.int("brigades.rulings.base.column-marker", "tenths") * TENTH
        self.road_near = book.int("brigades.rulings.road", "thousandths")

    def _charge(self, book: Rulebook) -> None:
        charge = "brigades.charge."
        self.contact_by_charge = book.switch(charge + "contact")
        self.charge_turns = book.int(charge + "reface-first", "most")
        self.charge_visible = book.switch(charge + "visible")
        self.charge_open_ground = book.switch(charge + "prohibited-terrain")
        self.targets = [
            _arms(book, charge + row, "targets")
            for row in (
                "infantry-brigade",
                "cavalry-brigade",
                "artillery",
                "infantry-skirmisher",
                "cavalry-skirmisher.skirmisher",
            )
        ]
        self.screen_hits_gun_flanks = book.switch(charge + "cavalry-skirmisher.artillery-flank")
        states = book.words(charge + "cavalry-skirmisher.brigade", "states")
        self.screen_hits = {word: word in states for word in ("routed", "column", "disordered")}
        self.screen_hits["limbered"] = "limbered" in states
        self.clear = _inches(book, "charge.approach")
        self.asa_refuses = book.switch(charge + "asa.disordered")
        self.asa_repulse = _inches(book, "charge.asa.repulse")
        self.ride_through = book.switch(charge + "ride-through")
        self.ride_back = _inches(book, "charge.ride-through.cavalry-skirmisher")
        ride = charge + "ride-through.infantry-skirmisher"
        self.ride_parts = book.int(ride, "parts")
        self.ride_covers = book.words(ride, "covers")
        self.ride_destroys = book.switch(charge + "ride-through.destroyed")
        self.fugitives_rout = book.switch(charge + "fugitives.rout-again")
        self.fugitives_continue = book.switch(charge + "fugitives.continue")
        self.step_back = _inches(book, "charge.start-in-contact")
        self.step_back_stationary = book.switch(charge + "start-in-contact.stationary")
        self.step_round = book.switch("brigades.rulings.charge.step-back")
        touch = book.words("brigades.rulings.charge.touch", "edges")
        self.touch_edges = [word in touch for word in EDGE_WORDS]
        self.charge_arc = book.int("brigades.rulings.charge.slant", "degrees") // DEGREES
        yields = "brigades.rulings.skirmisher.vs-infantry"
        self.yield_parts = book.int(yields, "parts")
        self.yield_from = book.int(yields, "inches") * INCH

    def _morale(self, book: Rulebook) -> None:
        rally = "brigades.rally."
        self.rally_ranks = _ranks(book, "rally.contact")
        self.rally_removes_yellow = book.switch(rally + "temporary-removed")
        self.rally_keeps_red = book.switch(rally + "permanent-kept")
        self.rally_facing = book.switch(rally + "facing")
        self.rallied_no_combat = book.switch(rally + "no-combat")
        self.rallies_to = book.word("brigades.morale.level.rout.rally", "rallies")
        self.both_test = book.switch("brigades.morale.both") and "morale" in self.both
        self.test_contact = book.switch("brigades.morale.test.contact")
        self.test_close = book.switch("brigades.morale.test.close-range")
        self.waived = book.switch("brigades.morale.modifier.artillery-vs-cavalry.waived")
        level = "brigades.morale.level."
        self.fails = [
            book.word(level + name, "fails")
            for name in ("good", "temporary.fail", "permanent.fail", "rout.fail")
        ]
        self.marks = [
            book.words(level + name, "colours")
            for name in ("temporary.marker", "permanent.marker", "rout.marker")
        ]
        self.asa_put_back = _inches(book, "morale.level.temporary.asa")
        self.rallied_halts = book.switch(level + "permanent.rallied-turn")
        self.followers = book.int(level + "rout.enemy-advance", "stands")
        rout = "brigades.morale.rout."
        self.rout_parts = book.int(rout + "move", "parts")
        self.rout_casualties = book.int(rout + "casualty", "casualties")
        self.run_through = book.switch(rout + "pass-through") and book.switch(
            "brigades.rulings.rout.pass-through"
        )
        self.breaks_through = book.switch(rout + "breakthrough")
        self.rout_loses_gun = book.switch(rout + "dedicated-gun")
        self.routed_fire = book.switch(rout + "no-action", "fires")
        self.routed_move = book.switch(rout + "no-action", "moves")
        through = "brigades.rulings.breakthrough."
        self.break_parts = book.int(through + "move", "parts")
        self.break_arc = book.int(through + "move", "degrees") // DEGREES
        self.break_test = book.switch(through + "test")
        self.retreat_clear = book.int("brigades.rulings.rout.direction", "clear") * INCH
        self.retreat_bend = book.int("brigades.rulings.rout.direction", "degrees") // DEGREES
        high = "brigades.misc.higher-ground."
        self.high_stationary = book.switch(high + "stationary")
        self.high_below = book.switch(high + "enemy-below")
        self.high_not_horse = book.switch(high + "cavalry")
        self.back_to_back = book.switch("brigades.misc.cavalry-secure.back-to-back")
        self.adjacent = book.switch("brigades.misc.cavalry-secure.adjacent")
        self.flanks_covered = book.switch("brigades.rulings.secure.more-ways", "flanks")
        self.secure_covers = book.words("brigades.rulings.secure.more-ways", "covers")

    def _combat(self, book: Rulebook) -> None:
        combat = "brigades.combat."
        self.answers = book.switch(combat + "defender-answers")
        self.both_fight = book.switch(combat + "both") and "combat" in self.both
        self.by_fire = book.switch(combat + "means", "fire")
        self.by_melee = book.switch(combat + "means", "melee")
        self.loser_disordered = book.switch(combat + "melee-loser.disordered")
        self.loser_retreats = book.switch(combat + "melee-loser.retreats")
        self.advances = book.int(combat + "winner-advance", "stands")
        self.attacks = book.int("brigades.rulings.combat.once", "attacks")
        self.ranges = [(0, 0)]
        for row in ("smoothbore", "very-light-guns", "light-guns", "field-guns"):
            self.ranges.append(_range(book, row))
        heavy = _range(book, "heavy-siege-guns")
        self.ranges += [heavy, heavy]
        self.gun_range = _range(book, "dedicated-gun")[1]
        self.gun_close = _range(book, "dedicated-gun")[0]
        self.no_shock = book.switch("brigades.dice.firearm-cavalry.no-shock")
        self.firearm_lighter = book.switch("brigades.dice.firearm-cavalry.weight")
        self.battery_saves = book.switch("brigades.dice.artillery-battery.saves")
        self.old_wars_alone = book.switch("brigades.dice.reinforcing-skirmisher.period")
        edges = book.words("brigades.rulings.skirmisher.reinforcing", "edges")
        self.reinforce_edges = [word in edges for word in EDGE_WORDS]
        self.screen_points = book.int("brigades.rulings.skirmisher.origin", "points")
        self.most_lent = book.int("brigades.rulings.skirmisher.reinforcing", "most")
        self.shock_arms = _arms(book, "brigades.rulings.attribute.shock.who", "arms")
        order = book.words("brigades.rulings.attribute.cavalry-weight", "weights")
        self.weight = [order.index(word) if word in order else 0 for word in WEIGHTS]
        self.lancers_deny = book.switch("brigades.rulings.attribute.lancers")
        self.limbered_fire = book.switch("brigades.rulings.open.limbered-fire", "fires")
        self.gun_alone = book.switch("brigades.rulings.open.dedicated-gun-range")
        self.fewer_wins = book.word("brigades.melee.winner", "wins") == "fewer"
        self.tie_again = book.switch("brigades.melee.tie.winner", "again")
        self.needs_elites = book.switch("brigades.melee.tie.no-elites", "needs_elites")
        edges = book.words("brigades.melee.supported-artillery", "edges")
        self.support_edges = [word in edges for word in EDGE_WORDS]
        self.melee_retreat = book.int("brigades.rulings.melee.retreat", "parts")
        self.loser_routs = book.switch("brigades.rulings.melee.already-disordered", "routs")
        self.guns_lost = book.switch("brigades.rulings.melee.artillery-lost")
        self.flanked_all_dice = book.switch("brigades.rulings.flank.all-dice")

    def _saves(self, book: Rulebook) -> None:
        saves = "brigades.saves."
        self.save_least = book.int("brigades.rulings.saves.number", "least")
        self.save_disordered = (
            book.switch(saves + "disordered", "fire"),
            book.switch(saves + "disordered", "melee"),
        )
        self.save_skirmisher = (
            book.switch(saves + "skirmisher", "fire"),
            book.switch(saves + "skirmisher", "melee"),
        )
        listed = book.words(saves + "unlimbered-artillery", "not_from")
        self.gun_save_not_from = [word in listed for word in WEAPONS]
        self.save_cavalry = (
            book.switch(saves + "cavalry", "fire"),
            book.switch(saves + "cavalry", "melee"),
        )
        self.save_retreat = _inches(book, "saves.cavalry.retreat")
        self.open_space = _inches(book, "rulings.skirmisher.open-space")

    def _buildings(self, book: Rulebook) -> None:
        town = "brigades.terrain.town.combat."
        self.town_brigades = book.int(town + "capacity", "brigades")
        self.town_skirmishers = book.int(town + "capacity", "skirmishers")
        self.town_one_defender = book.switch(town + "skirmishers")
        self.town_no_dice = book.switch(town + "cavalry-artillery")
        self.town_never_flanked = book.switch(town + "never-flanked")
        self.town_parts = book.int(town + "quarter-dice", "parts")
        self.town_built = book.switch(town + "construction")
        self.village_skirmishers = book.int(
            "brigades.terrain.village.combat.capacity", "skirmishers"
        )
        built = "brigades.terrain.buildings."
        self.stone_small_arms = book.switch(built + "stone.small-arms")
        self.stone_long = book.switch(built + "stone.long-range")
        self.stone_own_turn = book.switch(built + "stone.occupiers-turn")
        self.burning_out = book.switch(built + "wood.occupiers")
        self.burning_turns = book.int(built + "wood.burning", "turns")
        fort = "brigades.terrain.fort.combat."
        self.fort_no_small_arms = book.switch(fort + "no-effect", "small_arms")
        self.fort_no_guns = _calibres(book, fort + "no-effect", "guns")
        self.fort_close_only = _calibres(book, fort + "heavy-guns", "guns")
        self.fort_any_range = _calibres(book, fort + "siege-guns", "guns")
        self.fort_melee_save = book.switch(fort + "save-melee")
        self.fort_not_close = _calibres(book, fort + "save-artillery", "not_close")
        self.fort_entrance = book.switch("brigades.terrain.fort.movement.entrance")
        self.breach = self.terrain.key.cell(
            book.words("brigades.terrain.fortress.movement", "breach")
        )
        self.fortress_as_fort = book.switch("brigades.terrain.fortress.combat", "as_fort")

    def _exhaustion(self, book: Rulebook) -> None:
        tired = "brigades.exhaustion."
        self.both_tire = book.switch(tired + "both") and "exhaustion" in self.both
        self.exhausted_mark = book.word(tired + "marker", "colour")
        self.exhausted_no_stationary = book.switch(tired + "no-stationary")
        self.exhausted_unsettled = book.switch(tired + "stationary-removed")
        self.exhausted_no_contact = book.switch(tired + "no-contact")
        self.collapse_from = book.int(tired + "collapse.who", "casualties")
        self.collapsed_mark = book.word(tired + "collapse.marker", "colour")
        self.collapse_levels = book.int(tired + "collapse.drop", "levels")
        level = "brigades.rulings.exhaustion.level"
        self.exhaustion = {
            grade: book.int(level, grade) for grade in ("ordinary", "militia", "elite")
        }
        self.collapse_once = book.switch("brigades.rulings.exhaustion.once")
        self.removal = book.int("brigades.rulings.strength.removal", "percent")
        self.gun_strength = book.int("brigades.misc.dedicated-gun", "strength")
        self.defeat_percent = book.int("brigades.rulings.victory", "percent")
        self.limit_order = book.words("brigades.rulings.victory", "order")
        self.objective_reach = _inches(book, "rulings.objective")

    def _geometry(self, book: Rulebook) -> None:
        self.base = [(0, 0)] * len(KINDS)
        close = "brigades.rulings.base.close-order"
        guns = "brigades.rulings.base.artillery"
        screen = "brigades.rulings.base.skirmisher"
        for id_, key, kinds in (
            (close, "massed", (MASSED_FOOT, MASSED_HORSE)),
            (close, "linear", (LINEAR_FOOT, LINEAR_HORSE)),
            (guns, "battalion", (BATTALION,)),
            (guns, "battery", (BATTERY,)),
            (screen, "skirmisher", (FOOT_SCREEN, HORSE_SCREEN)),
        ):
            width, depth = book.ints(id_, key)
            for kind in kinds:
                self.base[kind] = (width * TENTH, depth * TENTH)
        self.contact = book.int("brigades.rulings.contact", "thousandths")
        self.works_near = book.int("brigades.rulings.works", "thousandths")
        arc = "brigades.rulings.arc.stand"
        half = book.int(arc, "degrees") // DEGREES
        round_about = _arms(book, arc, "all_round")
        self.fire_arc = [HALF if all_round else half for all_round in round_about]
        self.blockers = _arms(book, "brigades.rulings.sight.stands", "arms")
        self.dead_ground = _inches(book, "rulings.sight.height")
        self.flank_by_start = book.switch("brigades.rulings.flank.melee")
        self.flank_fire = book.switch("brigades.rulings.flank.fire")

    def _kinds(self, book: Rulebook) -> None:
        dice = DiceTable(book)
        self.dice = dice
        self.morale_kind = MoraleKind(book)
        self.save_kind = SaveKind(self.save_least)
        self.fire_kind = FireKind(dice, self.save_kind)
        self.melee_kind = MeleeKind(dice, self.save_kind)
        self.tie_kind = TieKind(book)
        self.collapse_kind = CollapseKind(book)
        self.commander_kind = CommanderKind(book)
        self.marsh_kind = MarshKind(book)
        self.catch_kind = CatchFireKind(book)
        self.out_kind = FireOutKind(book)

    def kinds(self) -> dict[str, CheckKind]:
        """Every kind of check by its name."""
        every: tuple[CheckKind, ...] = (
            self.morale_kind,
            self.fire_kind,
            self.melee_kind,
            self.save_kind,
            self.tie_kind,
            self.collapse_kind,
            self.commander_kind,
            self.marsh_kind,
            self.catch_kind,
            self.out_kind,
        )
        return {kind.name: kind for kind in every}


def _inches(book: Rulebook, name: str) -> int:
    return book.int(f"brigades.{name}", "inches") * INCH


def _range(book: Rulebook, row: str) -> tuple[int, int]:
    id_ = f"brigades.range.{row}"
    return book.int(id_, "close") * INCH, book.int(id_, "long") * INCH


def _arms(book: Rulebook, id_: str, key: str) -> list[bool]:
    """For each arm whether a rule lists it."""
    listed = book.words(id_, key)
    return [arm in listed for arm in ARMS]


def _ranks(book: Rulebook, name: str) -> list[bool]:
    """For each rank whether a rule lists it."""
    listed = book.words(f"brigades.{name}", "ranks")
    return [rank in listed for rank in RANKS]


def _calibres(book: Rulebook, id_: str, key: str) -> list[bool]:
    """For each weapon whether a rule lists it among the guns."""
    listed = book.words(id_, key)
    return [word in CALIBRES and word in listed for word in WEAPONS]
