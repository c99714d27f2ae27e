"""Where rules are easily got wrong: neighbours, marks spent before, things off the table."""

import pytest

from grognard.engine.errors import GrognardError
from grognard.systems.brigades.buildings import CatchFire
from grognard.systems.brigades.flanks import secure
from grognard.systems.brigades.melee import Tie
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.state.position import COLUMN, LIMBERED, OUT, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin, Switch
from grognard.systems.tabletop.position import GONE
from tests.rules.brigades.given import (
    Scene,
    Spec,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    screen,
)

R, T = "brigades.rulings.", "brigades.terrain."
FAR = foot("far", 45, 34, 270, side="red")


def told(scene: Scene) -> list[str]:
    """What was said since somebody listens."""
    return [event.text for event in scene.p.ear or []]


# -- contact and flanks ----------------------------------------------------------------------------


@pytest.mark.rule("brigades.morale.test.contact", R + "contact")
def test_who_is_not_on_the_table_yet_touches_nobody() -> None:
    # Near the upper left corner, where units that wait are noted.
    late = foot("late", 46, 2, 270, side="red", turn=3)
    for x in (1.5, 2.9, 3.0):
        scene = given(foot("a", x, 1.5), late, FAR).morale()
        assert scene.tests() == [] and not scene.p.stack


@pytest.mark.rule(R + "secure.more-ways")
@pytest.mark.parametrize(("river", "holds"), [(180, True), (179, False), (186, True)])
def test_a_river_within_half_an_inch_covers_a_flank(river: int, holds: bool) -> None:
    # The left side is at 18.5.
    foe = horse("foe", 20, 17, 180, side="red")
    lines = [("river", f"{river},100 {river},300")]
    scene = given(foot("a", 20, 20), foe, foot("b", 23, 20), lines=lines)
    assert secure(scene.p, scene.u("a"), [scene.u("foe")]) == holds


@pytest.mark.rule(R + "secure.more-ways")
@pytest.mark.parametrize(
    ("at", "facing", "friend", "foe"),
    [
        ((2.0, 20), 0, (3, 0), (0, -3)),
        ((46.0, 20), 0, (-3, 0), (0, -3)),
        ((20, 2.0), 90, (0, 3), (3, 0)),
        ((20, 34.0), 90, (0, -3), (3, 0)),
    ],
)
def test_the_edge_of_the_table_within_half_an_inch_covers_a_flank(
    at: tuple[float, float], facing: int, friend: tuple[int, int], foe: tuple[int, int]
) -> None:
    def holds(x: float, y: float) -> bool:
        cavalry = horse("foe", x + foe[0], y + foe[1], (facing + 180) % 360, side="red")
        other = foot("b", x + friend[0], y + friend[1], facing)
        scene = given(foot("a", x, y, facing), cavalry, other)
        return secure(scene.p, scene.u("a"), [scene.u("foe")])

    x, y = at
    assert holds(x, y)
    # A tenth of an inch further from the edge, towards the friend.
    assert not holds(x + friend[0] / 30, y + friend[1] / 30)


@pytest.mark.rule(R + "charge.touch")
def test_a_charge_that_meets_a_column_with_its_side_is_none() -> None:
    # Ending at 20,11 its hinder right corner touches the column, 3 in behind its front.
    column = foot("foe", 23.1, 14, side="red", state=COLUMN)
    scene = given(foot("a", 14, 17), column).moves("a")
    assert scene.refusal("to 20.0,11.0 facing 0") == "a charge strikes with the front"


@pytest.mark.rule("brigades.misc.higher-ground.enemy-below")
@pytest.mark.parametrize(("right", "higher"), [(220, True), (250, False)])
def test_higher_ground_counts_if_every_enemy_came_from_below(right: int, higher: bool) -> None:
    # One enemy before the front comes from below; one at the right side is on the hill or not.
    foes = (foot("y", 20, 17, 180, side="red"), foot("z", 23, 20, 270, side="red"))
    unit = foot("a", 20, 20, state=STATIONARY)
    hill = f"150,185 {right},185 {right},250 150,250"
    scene = given(unit, *foes, hills=[(1, hill)]).push(Begin()).morale()
    assert scene.tests()[0] == "a"
    assert scene.modifiers().get("higher-ground", 0) == int(higher)


@pytest.mark.rule(R + "skirmisher.vs-infantry")
@pytest.mark.parametrize(
    ("unit", "asked"), [(foot("a", 20, 20), True), (horse("a", 20, 20), False)]
)
def test_skirmishers_give_ground_to_infantry_and_not_to_cavalry(unit: Spec, asked: bool) -> None:
    # In broken ground, where cavalry does not ride them down.
    foe = screen("foe", 20, 12, 180, side="red")
    ground = [("broken", "180,100 220,100 220,140 180,140")]
    scene = given(unit, foe, areas=ground).push(Begin()).moves("a").play("to 20.0,14.3")
    assert ("yield" in scene.texts()) == asked


# -- movement --------------------------------------------------------------------------------------


@pytest.mark.rule(T + "key.dl", T + "field-works.movement.cavalry")
@pytest.mark.parametrize(("to", "shaken"), [("21.0,19.0", True), ("21.0,20.0", False)])
def test_who_rides_along_works_does_not_leave_them(to: str, shaken: bool) -> None:
    # Its right side is at the works, and its centre crosses none of them.
    works = [("field-works", "150,215 250,215")]
    scene = given(horse("a", 20, 20, 90), FAR, lines=works).moves("a").play(f"to {to} facing 90")
    assert scene.has("a", YELLOW) == shaken


@pytest.mark.rule(R + "skirmisher.origin")
def test_skirmishers_are_not_set_on_closed_ground() -> None:
    lake = [("lake", "150,150 250,150 250,178 150,178")]
    scene = given(foot("a", 20, 20, skirmishers=1), FAR, areas=lake).push(Move(side=0))
    scene.play("detach a")
    assert scene.refusal("to 20.0,17.7 facing 0") == "it may not be on such ground"
    assert not any(text.startswith("in front") for text in scene.texts())


@pytest.mark.rule("brigades.march.road")
@pytest.mark.parametrize(
    ("x", "road", "places"),
    [
        # Slow infantry has 36 in on the road: to both its ends, and half the way to each.
        (20.0, "100,100 400,100", ["10.0", "15.0", "30.0", "40.0"]),
        # 42 in to the right end is too far: as far as it goes.
        (5.0, "20,100 470,100", ["2.0", "3.5", "23.0", "40.9"]),
    ],
)
def test_ways_along_a_road_lead_to_its_end_or_as_far_as_the_move_goes(
    x: float, road: str, places: list[str]
) -> None:
    unit = line("a", x, 10, 90, state=COLUMN, traits=("slow",))
    texts = given(unit, FAR, lines=[("road", road)]).moves("a").texts()
    ways = [text.removeprefix("along the road to ") for text in texts if "road" in text]
    assert [way.partition(",")[0] for way in ways] == places


@pytest.mark.rule(T + "key.br", T + "road.movement.artillery")
@pytest.mark.parametrize(("x", "blocked"), [(20, True), (32, False)])
def test_guns_in_a_town_block_no_road_but_its_own(x: int, blocked: bool) -> None:
    # Off the road an inch of forest costs two.
    town = ("town", f"{x}0,200 {x + 4}0,200 {x + 4}0,240 {x}0,240")
    wood = ("forest", "150,150 280,150 280,320 150,320")
    scene = given(
        guns("a", 22, 30, state=LIMBERED), guns("b", x + 2, 22), FAR,
        areas=[town, wood], lines=[("road", "220,0 220,360")],
    ).moves("a")  # fmt: skip
    assert (scene.refusal("to 22.0,16.0 facing 0") == "") == (not blocked)


@pytest.mark.rule(T + "key.de", T + "key.di")
@pytest.mark.parametrize(
    ("unit", "ground", "why"),
    [
        (foot("a", 20, 30), [("town", "170,270 230,270 230,320 170,320"),
                             ("town", "170,220 230,220 230,270 170,270")],
         "from one town block into the next"),
        (horse("a", 20, 30), [("town", "170,270 230,270 230,320 170,320"),
                              ("town", "170,220 230,220 230,270 170,270")], "in the town"),
        (foot("a", 20, 30), [("town", "170,220 230,220 230,270 170,270")], "into the town"),
        (horse("a", 20, 30), [("forest", "170,220 230,220 230,320 170,320")], "in the forest"),
        (horse("a", 20, 30), [("orchard", "170,220 230,220 230,320 170,320")], "in the orchard"),
    ],
)  # fmt: skip
def test_what_ground_disorders_is_named(
    unit: Spec, ground: list[tuple[str, str]], why: str
) -> None:
    scene = given(unit, FAR, areas=ground).moves("a")
    scene.p.ear = []
    scene.play("to 20.0,25.0")
    assert f"A is disordered: {why}." in told(scene)


@pytest.mark.rule(R + "marsh-entered")
@pytest.mark.parametrize(("top", "y"), [(180, 27.8), (278, 27.9)])
def test_the_way_into_a_sounded_marsh_is_the_least_there_is(top: int, y: float) -> None:
    # The marsh begins 2 in ahead: two tenths of an inch within it, or in the middle of a strip.
    marsh = [("marsh", f"0,{top} 400,{top} 400,280 0,280")]
    scene = given(foot("a", 20, 30), FAR, areas=marsh).moves("a").play("sound").roll(3)
    assert f"into the marsh to 20.0,{y} facing 0" in scene.texts()


@pytest.mark.rule(T + "stream.combat", R + "bank")
@pytest.mark.parametrize(("y", "shaken"), [(184, True), (121, False)])
def test_only_who_crosses_the_water_is_disordered_at_its_bank(y: int, shaken: bool) -> None:
    # The enemy stands between 12.5 and 15.5, at the bank of a stream before or behind him.
    foe = foot("foe", 20, 14 if shaken is False else 16.5, 180, side="red")
    scene = given(foot("a", 20, 21), foe, lines=[("stream", f"0,{y} 480,{y}")]).moves("a")
    scene.play("to 20.0,19.6" if shaken else "to 20.0,17.1")
    assert scene.has("a", YELLOW) == shaken


# -- command ---------------------------------------------------------------------------------------


@pytest.mark.rule(R + "command.left")
def test_only_who_was_left_is_told_to_be_out_of_command() -> None:
    # b and c are in command by their contact with a, which turns about and still touches both.
    row = (foot("a", 20, 20), foot("b", 20, 23), foot("c", 23, 20), commander("g", 14, 17))
    scene = given(*row, FAR).command()
    scene.p.ear = []
    scene.moves("a").play("to 20.0,20.0 facing 180")
    assert not any("out of command" in text for text in told(scene))


@pytest.mark.rule(R + "command.contacted")
def test_a_commander_who_is_touched_rides_to_the_nearest_friend() -> None:
    friends = (foot("near", 24, 14, side="red"), foot("other", 14.5, 12, side="red"))
    scene = given(foot("a", 20, 20), *friends, commander("h", 20, 14, side="red")).moves("a")
    # 2.5 in to the side of the one, 4.0 to that of the other.
    assert scene.play("to 20.0,15.4").at("h") == (24.0, 14.0, 0)


@pytest.mark.rule(R + "command.left", "brigades.command.contact.stay")
def test_who_gave_command_and_is_gone_has_not_been_left() -> None:
    # b is in command by its contact with the skirmishers of a, who rejoin their brigade.
    own = (foot("a", 20, 20, skirmishers=1), foot("b", 20, 24.6))
    scene = given(*own, FAR).push(Move(side=0)).play("detach a", "to 20.0,22.3 facing 180")
    scene.p.mate[scene.u("b")] = scene.u("a-skirmishers")
    scene.play("rejoin a-skirmishers", "done").still()
    assert not scene.has("b", OUT) and scene.has("b", STATIONARY)


@pytest.mark.rule(R + "command.contacted")
def test_a_commander_who_was_cut_off_comes_back_to_the_nearest_of_his_stands() -> None:
    # No friend within 6 in; at the end of the turn one is 10 in off, the other 12.
    friends = (foot("other", 8, 14, side="red"), foot("near", 30, 14, side="red"))
    scene = given(foot("a", 20, 20), *friends, commander("h", 20, 14, side="red")).push(Begin())
    assert scene.moves("a").play("to 20.0,15.4").at("h") is None
    scene.p.stack.clear()
    assert scene.push(Switch()).at("h") == (30.0, 14.0, 0)


@pytest.mark.rule("brigades.command.skirmisher", "brigades.command.check")
def test_why_skirmishers_are_out_of_command() -> None:
    scene = given(screen("s", 40, 20), foot("a", 20, 20), commander("g", 20, 22), FAR)
    scene.p.ear = []
    why = "no commander, nor a stand in command, is within 6 in"
    assert told(scene.command()) == [f"S is out of command: {why}."]


# -- combat ----------------------------------------------------------------------------------------


@pytest.mark.rule(R + "skirmisher.reinforcing", R + "combat.once")
def test_a_skirmisher_lends_its_die_once_in_a_phase() -> None:
    # Behind the joint of two brigades, each with an enemy in musket range.
    own = (foot("a", 20, 20), foot("b", 23.1, 20), screen("s", 21.5, 22.3))
    foes = (foot("y", 18, 15.2, 180, side="red"), foot("z", 26, 15.2, 180, side="red"))
    scene = given(*own, *foes).combat().play("attack y", "begin")
    assert len(scene.p.check().dice) == 3
    scene.roll(1, 1, 1).roll(1, 1).play("attack z")
    assert "without s" not in scene.texts() and len(scene.p.check().dice) == 2


@pytest.mark.rule(R + "skirmisher.reinforcing")
def test_who_lends_a_die_and_cannot_fire_is_not_taken_back_to_fire() -> None:
    # The enemy is 1.9 in from the brigade, and out of reach of the screen behind it.
    foe = foot("foe", 20, 15.1, 180, side="red")
    scene = given(foot("a", 20, 20), screen("s", 20, 22.3), foe).combat().play("attack foe")
    with pytest.raises(GrognardError):
        scene.play("lend s")
    assert len(scene.play("begin").p.check().dice) == 3


@pytest.mark.rule(T + "town.combat.quarter-dice")
def test_a_skirmisher_alone_in_a_town_fires_with_its_die() -> None:
    # A quarter of one die, rounded up, through the first side.
    block = [("town", "180,130 220,130 220,170 180,170", "wood")]
    foe = foot("foe", 20, 11, side="red")
    scene = given(screen("s", 20, 15), foe, areas=block).combat().play("attack foe")
    assert len(scene.p.check().dice) == 1


@pytest.mark.rule(T + "buildings.wood.occupiers")
def test_who_leaves_a_fire_goes_from_the_nearest_enemy() -> None:
    block = [("town", "180,130 220,130 220,170 180,170", "wood")]
    near, far = guns("near", 26, 15, 270), foot("other", 20, 27)
    scene = given(foot("foe", 20, 15, 180, side="red"), near, far, areas=block)
    scene.push(CatchFire(building=0)).roll(6)
    # Half of 16 in to the left, from the guns on the right.
    assert scene.at("foe") == (12.0, 15.0, 180) and scene.has("foe", YELLOW)


@pytest.mark.rule("brigades.saves.skirmisher", T + "forest.combat")
def test_in_melee_the_odds_count_no_saves_against_fire() -> None:
    # In a wood, with open space about it, a skirmisher saves against fire and not in melee.
    wood = [("forest", "170,140 230,140 230,170 170,170")]
    for y, name, saves in ((17.75, "melee", 0), (19.0, "fire", 1)):
        foe = screen("foe", 20, 15.5, 180, side="red")
        scene = given(foot("a", 20, y), foe, areas=wood).combat().play("attack foe")
        check = scene.p.check()
        assert (check.name, check.situation[-1]) == (name, saves)


@pytest.mark.rule("brigades.exhaustion.collapse.drop", R + "rout.direction")
def test_in_a_collapse_one_runs_from_the_nearest_enemy() -> None:
    foes = (
        foot("near", 20, 28, side="red"), foot("far", 3, 20, 90, side="red"),
        foot("behind", 24, 34, side="red"),
    )  # fmt: skip
    scene = given(
        foot("a", 20, 20, state=YELLOW), *foes, divisions=[("blue", "blue", "exhaustion = 1")]
    )
    scene.p.losses[scene.u("a")] = 1
    scene.p.today[scene.battle.division[scene.u("a")]] = 1
    scene.exhaustion().roll(1)
    assert scene.at("a") == (20.0, 4.0, 0)


@pytest.mark.rule("brigades.exhaustion.collapse.drop", R + "rout.direction")
def test_with_no_enemy_left_on_the_table_a_division_that_collapses_runs_to_its_rear() -> None:
    scene = given(
        foot("a", 30, 10, state=YELLOW), foot("foe", 20, 28, side="red"),
        divisions=[("blue", "blue", "exhaustion = 1")],
    )  # fmt: skip
    scene.p.losses[scene.u("a")] = 1
    scene.p.today[scene.battle.division[scene.u("a")]] = 1
    scene.p.put(scene.u("foe"), GONE, 0, 0)
    scene.exhaustion().roll(1)
    assert scene.at("a") == (30.0, 26.0, 180)


@pytest.mark.rule(T + "buildings.wood.catch-fire")
@pytest.mark.parametrize(
    ("name", "said"), [("Hougoumont", "Hougoumont catches fire."), ("", "A building catches fire.")]
)
def test_a_building_without_a_name_burns_too(name: str, said: str) -> None:
    block = [("village", "180,130 220,130 220,170 180,170", "wood", name)]
    scene = given(screen("s", 20, 15), FAR, areas=block)
    scene.p.ear = []
    assert told(scene.push(CatchFire(building=0)).roll(6))[0] == said


@pytest.mark.rule("brigades.morale.level.rout.enemy-advance")
@pytest.mark.parametrize("x", [22.4, 23.3])
def test_nobody_takes_ground_on_which_another_stands(x: float) -> None:
    # Broader than the guns that ran: skirmishers within 1.5 in of their middle leave it no room.
    foe = guns("foe", 20, 17, 180, side="red", state=YELLOW, morale=1)
    scene = given(screen("s", x, 16), foot("a", 20, 20, morale=9), foe, FAR).morale()
    while scene.tests():
        scene.roll(6 if scene.tests()[0] == "foe" else 1)
    assert ("advance a" in scene.texts()) == (x > 23)


TIE = "brigades.melee.tie."


@pytest.mark.rule(
    TIE + "supported-artillery", TIE + "insecure-infantry", TIE + "artillery-vs-cavalry"
)
@pytest.mark.parametrize(
    ("own", "foe", "modifiers"),
    [
        ((guns("a", 20, 20), foot("b", 22.3, 20)), foot("foe", 20, 17, 180, side="red"),
         {"supported-artillery": 1}),
        ((foot("a", 20, 20),), horse("foe", 20, 17, 180, side="red"), {"insecure-infantry": -2}),
        ((guns("a", 20, 20),), horse("foe", 20, 17, 180, side="red"), {"artillery-vs-cavalry": -2}),
    ],
)  # fmt: skip
def test_what_counts_in_a_tie_by_its_own_name(
    own: tuple[Spec, ...], foe: Spec, modifiers: dict[str, int]
) -> None:
    scene = given(*own, foe, FAR)
    check = Tie(
        side=1, fighters=(scene.u("foe"),), victim=scene.u("a"),
        x=200, y=200, from_x=200, from_y=170,
    ).check(scene.p)  # fmt: skip
    assert {
        m.id.removeprefix(TIE): m.value for m in check.modifiers if m.of == "defender"
    } == modifiers
    # Both begin with a morale of 5.
    assert (
        check.target == f"attacker +5, defender {5 + sum(modifiers.values()):+d}, the higher wins"
    )


def test_a_tie_names_who_wins_by_each_result_the_attacker_first() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 17, 180, side="red"), FAR)
    tie = Tie(
        side=1, fighters=(scene.u("foe"),), victim=scene.u("a"),
        x=200, y=200, from_x=200, from_y=170,
    )  # fmt: skip
    assert tie.about(scene.p) == ("unit:foe", "unit:a")
    assert tie.meanings(scene.p) == {"attacker": "Foe wins", "defender": "A wins"}
