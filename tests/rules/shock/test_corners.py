"""The corner of the map, lines and leaders at their limits: rules hold there as anywhere.

The corner hex 0101 has two neighbours, 0201 and 0102.
"""

import pytest

from grognard.engine.rulebook import Rulebook
from grognard.systems import system
from grognard.systems.shock.advance import BlownCheck
from grognard.systems.shock.command import Undrawn
from grognard.systems.shock.fire import fire_situation
from grognard.systems.shock.leaders import LeaderMoves
from grognard.systems.shock.retreat import Retreat
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.stacking import arrive
from grognard.systems.shock.state.kinds import ARRIVALS, D1, D2, ENGAGED, GOOD, ROUTED, SQUARE
from grognard.systems.shock.turn import Phase
from grognard.systems.shock.victory import half_points
from grognard.systems.shock.withdrawal import WithdrawTo, withdraw_ways
from tests.rules.shock.assault import clash
from tests.rules.shock.given import (
    Scene,
    Spec,
    foot,
    garrison,
    given,
    guns,
    heavy,
    leader,
    light,
)


@pytest.mark.rule("shock.rulings.blown.trigger")
def test_cavalry_in_the_corner_checks_whether_it_is_blown() -> None:
    scene = given(heavy("horse", "0101"), foot("foe", "0202", "red"))
    scene.push(BlownCheck(unit=scene.u("horse"), hex=scene.h("0202")))
    assert scene.check().target == "Cohesion 6 (blown)"


@pytest.mark.rule("shock.drm.extended-line.attacker")
def test_a_line_with_a_half_in_the_corner_attacks_as_a_line() -> None:
    line = foot("a", "0201", facing="s", sp=6, second="0101", commitment=9)
    scene = clash(given(line, foot("foe", "0202", "red", facing="n")), "shock a > foe")
    assert scene.mods() == {"shock.drm.extended-line.attacker": 2}


@pytest.mark.rule("shock.rulings.extended-line.fire")
def test_of_a_line_with_a_half_in_the_corner_the_half_next_to_the_target_fires() -> None:
    # 0202 is next to 0201 only: 3 of 6 strength points, column 3-4.
    line = foot("a", "0201", facing="s", sp=6, second="0101")
    scene = given(line, foot("foe", "0202", "red", facing="n", sp=2)).activate()
    scene.play("fire a > foe")
    assert scene.check().target == "column 3-4"


@pytest.mark.rule("shock.rulings.extended-line.stands")
def test_a_line_before_the_enemy_does_not_withdraw() -> None:
    line = foot("a", "0808", sp=6, second="0908")
    scene = given(line, foot("foe", "0807", "red"), foot("other", "0112")).activate()
    assert scene.orders_of("a") == {"fire", "shock"}


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_a_leader_of_orders_0_may_still_try() -> None:
    boss = leader("boss", "0803", commands=True, orders=0)
    scene = given(boss, foot("unit", "0805"), foot("foe", "0813", "red"))
    scene.push(Undrawn(side=0))
    assert scene.check().target == "Orders 0"
    assert [scene.check().outcome([face]) for face in (0, 1)] == [0, 1]


@pytest.mark.rule("shock.rulings.fire.together", "shock.matrix.note.ranged-artillery")
def test_fire_is_from_a_distance_only_if_all_the_guns_are_away_from_the_target() -> None:
    scene = given(
        guns("near", "0808"),
        guns("far", "0809"),
        guns("farther", "0909"),
        foot("foe", "0807", "red"),
    )
    both = [scene.u("near"), scene.u("far")]
    away = [scene.u("far"), scene.u("farther")]
    assert fire_situation(scene.p, both, scene.h("0807"), 1).ranged == 0
    assert fire_situation(scene.p, away, scene.h("0807"), 1).ranged == 1


@pytest.mark.rule("shock.move.note.c")
def test_a_leader_shut_in_by_enemy_zones_does_not_ride() -> None:
    # The square on 0202 has both neighbours of the corner in its zone.
    square = foot("foe", "0202", "red", flags=SQUARE)
    scene = given(leader("boss", "0101"), foot("unit", "0101"), square).push(LeaderMoves(side=0))
    assert scene.options() == ["done", "move blue-chief"]


@pytest.mark.rule("shock.move.note.d.disorders")
def test_of_two_ways_back_the_dry_one_is_taken() -> None:
    # From 0807 two hexes back to 0805: over 0706, then through the stream, or over 0806.
    scene = given(
        light("horse", "0807"), foot("foe", "0808", "red"), sides=[("deep-stream", "0706 ne")]
    )
    scene.push(Retreat(unit=scene.u("horse"), by=scene.h("0808"), hexes=2)).play("> 0805")
    assert scene.where("horse") == "0805" and scene.order("horse") == GOOD


@pytest.mark.rule("shock.rulings.chateau.ids")
def test_a_garrison_in_the_corner_is_fired_at() -> None:
    scene = given(garrison("post", "0101"), foot("guard", "0201", facing="nw")).activate()
    scene.play("fire guard > post")
    assert scene.check().name == "fire"


@pytest.mark.rule("shock.rulings.entry-blocked")
def test_nobody_enters_on_ground_he_cannot_stand_on() -> None:
    scene = given(
        foot("late", "0101", turn=1, entry="0101"),
        foot("friend", "0101"),
        foot("foe", "0815", "red"),
        ground={"0201": "lake", "0102": "lake"},
    ).push(Phase(phase=ARRIVALS))
    # The next free hexes of the edge are two away.
    assert scene.where("late") in ("0301", "0103")


@pytest.mark.rule("shock.rulings.screened")
def test_a_friend_in_the_corner_screens_guns() -> None:
    # The square on 0201 holds the guns on 0102; the friend on 0101 stands in its zone too.
    square = foot("foe", "0201", "red", flags=SQUARE)
    alone = given(guns("battery", "0102"), square).activate()
    assert alone.reach("battery") == {"0102"}
    scene = given(guns("battery", "0102"), foot("friend", "0101"), square).activate()
    assert len(scene.reach("battery")) > 1


@pytest.mark.rule("shock.move.terrain.leave-enemy-zoc")
def test_what_a_leader_pays_to_leave_a_zone_is_read_off_the_chart() -> None:
    folder = system("shock").folder()
    rule = "shock.move.terrain.leave-enemy-zoc"
    dear = Rules(Rulebook.load(folder, changes={rule: {"leader": "+2"}}))
    assert dear.terrain.leader_leaves == 4  # in half points
    assert Rules(Rulebook.load(folder)).terrain.leader_leaves == 0


@pytest.mark.rule("shock.rulings.turn.operations")
def test_the_initiative_by_hand_is_french_against_anglo_allied_unless_told() -> None:
    kind = system("shock").rules("sheet").initiative  # type: ignore[attr-defined]
    odds = kind.check(kind.read({})).odds().fractions()
    assert set(odds) == {
        "French initiative", "Allied initiative", "tie: nobody has the initiative",
    }  # fmt: skip


@pytest.mark.rule("shock.drm.odds.below-1-4", "shock.rulings.shock.ratio")
def test_no_strength_at_all_counts_as_the_least_there_is() -> None:
    table = system("shock").rules("sheet").shock_table  # type: ignore[attr-defined]
    # In quarter points: a quarter to one is 1-4, a quarter to 1 1/4 one step beyond.
    assert table.column(0, 4) == (0, 0)
    assert table.column(0, 5) == (0, -1)


@pytest.mark.rule("shock.rulings.turn.leaders")
def test_a_leader_rides_out_of_the_corner() -> None:
    scene = given(leader("boss", "0101"), foot("foe", "0812", "red")).push(LeaderMoves(side=0))
    assert "move boss" in scene.options()


@pytest.mark.rule("shock.rulings.chateau.control")
def test_a_chateau_in_the_corner_is_taken() -> None:
    # Its own strength has lost its fight: infantry that steps in finds it there and takes it.
    scene = given(garrison("post", "0101"), foot("guard", "0201"))
    scene.p.place(scene.u("guard"), scene.h("0101"))
    arrive(scene.p, scene.u("guard"))
    assert scene.where("post") is None and scene.p.control == [0]


@pytest.mark.rule("shock.rulings.extended-line.retract")
def test_a_line_whose_half_in_the_corner_is_in_a_zone_is_not_retracted() -> None:
    # D-1 infantry has its front hexes only: on 0102, facing north-west, the corner but not 0201.
    line = foot("a", "0201", facing="n", sp=6, second="0101")
    for at, may in (("0103", True), ("0102", False)):
        foe, other = foot("foe", at, "red", facing="nw", order=D1), foot("other", "0815")
        scene = given(line, foe, other).activate()
        assert ("retract" in scene.orders_of("a")) == may
    assert scene.hexes(scene.p.zoc(1)) == {"0101"}


@pytest.mark.rule("shock.rulings.victory")
def test_a_routed_unit_in_the_corner_counts() -> None:
    scene = given(foot("a", "0101", order=ROUTED), foot("foe", "0812", "red"))
    assert half_points(scene.p) == [0, 4]


@pytest.mark.rule("shock.rulings.chateau.ids")
def test_two_chateaux_have_a_garrison_each() -> None:
    scene = given(garrison("farm", "0808"), garrison("mill", "0303", sp=3), foot("unit", "1212"))
    assert (scene.where("farm"), scene.where("mill")) == ("0808", "0303")


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_a_leader_of_orders_9_always_acts() -> None:
    boss = leader("boss", "0803", commands=True, orders=9)
    scene = given(boss, foot("unit", "0805"), foot("foe", "0813", "red"))
    scene.push(Undrawn(side=0))
    assert {scene.check().outcome([face]) for face in range(10)} == {0}


@pytest.mark.rule("shock.d2.must-withdraw")
@pytest.mark.rule("shock.rulings.extended-line.retract")
def test_an_engaged_d2_line_comes_together_and_withdraws() -> None:
    # 0908 is two hexes from the foe, 0808 one: it withdraws from there, farther from him.
    line = foot("a", "0808", sp=8, second="0908", order=D2, flags=ENGAGED)
    foe = foot("foe", "0807", "red", flags=ENGAGED)
    scene = given(line, leader("chief", "0808"), foe, foot("other", "0112")).activate()
    assert scene.options() == ["> 1008", "> 1009"]
    scene.play("> 1009")
    assert scene.where("a") == scene.where("chief") == "1009"
    assert scene.p.second[scene.u("a")] < 0
    scene.play("done")
    assert not scene.has("foe", ENGAGED)


@pytest.mark.rule("shock.rulings.engaged")
@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_guns_on_the_second_half_of_a_line_are_engaged_with_it() -> None:
    # 8 and 8 attack one half each; 12 of the line and 4 of the guns defend: 1-1. On a 6, with -2
    # for the line, the row 4 is 1 / 1, and nobody leaves.
    scene = given(
        foot("a", "0809", sp=8, commitment=9),
        foot("b", "1009", sp=8, facing="nw", commitment=9),
        foot("foe", "0808", "red", sp=12, second="0908"),
        guns("battery", "0908", "red"),
    )
    clash(scene, "shock a > foe", "shock b > foe")
    assert scene.check().target == "ratio 1-1"
    scene.roll(6)
    assert all(scene.has(unit, ENGAGED) for unit in ("a", "b", "foe", "battery"))


@pytest.mark.rule("shock.rulings.pursuit")
@pytest.mark.parametrize("refuge", ["chateau", "built-up-village"])
def test_pursuers_stop_before_a_place_that_cavalry_may_not_attack(refuge: str) -> None:
    # The only way back for the foe leads into it.
    scene = given(
        light("horse", "0808", sp=9, pursuit=0, cohesion=9),
        foot("foe", "0807", "red", sp=2),
        ground={"0806": "lake", "0707": "lake", "0706": refuge},
    )
    clash(scene, "shock horse > foe")
    scene.roll(4)  # 4-1: - / 1Bd
    scene.roll(0)
    assert scene.where("foe") == "0706"
    scene.roll(9)
    assert scene.where("horse") == "0807"
    assert scene.p.decision is None or "fire" not in " ".join(scene.options())
    assert scene.steps("foe") == 1


def line_and_guns(*attackers: Spec, lakes: tuple[str, ...] = (), guns_at: str = "0908") -> Scene:
    """A line of one step in 0808 and 0908, and steady guns with one half of it.

    0809 is next to 0808 only, 1009 to 0908 only, 0909 to both.
    """
    return given(
        *attackers,
        foot("foe", "0808", "red", sp=6, steps=1, second="0908"),
        guns("battery", guns_at, "red", sp=5, cohesion=9),
        ground=dict.fromkeys(lakes, "lake"),
    )


LEFT = foot("left", "0809", sp=9, commitment=9)
RIGHT = foot("right", "1009", sp=9, facing="nw", commitment=9)


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
@pytest.mark.rule("shock.rulings.engaged")
def test_nobody_advances_into_guns_that_a_line_has_left_behind() -> None:
    # 18 to 6 is 3-1; on a 0 with -3 the line is gone, and the guns, who cannot go back, stay.
    lakes = ("0907", "1007", "1008")
    scene = clash(line_and_guns(LEFT, RIGHT, lakes=lakes), "shock left > foe", "shock right > foe")
    scene.roll(0).roll(9)
    assert (scene.where("foe"), scene.where("battery")) == (None, "0908")
    assert scene.options() == ["nobody advances", "advance left"]
    scene.play("nobody advances")
    assert [scene.has(unit, ENGAGED) for unit in ("left", "right", "battery")] == [
        False, True, True,
    ]  # fmt: skip


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_the_half_that_is_empty_is_taken_though_guns_hold_the_other() -> None:
    # The blow comes from the stronger attacker: the guns would go back to 0708, 0807 or 0907.
    right = foot("right", "1009", sp=10, facing="nw", commitment=9)
    scene = line_and_guns(LEFT, right, lakes=("0708", "0807", "0907"), guns_at="0808")
    clash(scene, "shock left > foe", "shock right > foe").roll(0).roll(9)
    assert scene.where("battery") == "0808"
    assert scene.options() == ["nobody advances", "advance right"]
    scene.play("advance right")
    assert scene.where("right") == "0908"
    assert scene.has("left", ENGAGED)


@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_the_winner_takes_the_half_of_a_line_that_he_likes() -> None:
    scene = given(
        foot("a", "0909", sp=9, commitment=9),
        guns("own", "0909"),
        foot("foe", "0808", "red", sp=6, steps=1, second="0908"),
    )
    clash(scene, "shock a > foe").roll(0)
    assert scene.options() == ["nobody advances", "advance a"]
    scene.play("advance a")
    assert scene.options() == ["> 0808", "> 0908"]
    scene.play("> 0908")
    assert scene.options() == ["nobody advances", "advance own"]
    scene.play("advance own")
    assert scene.where("a") == scene.where("own") == "0908"


@pytest.mark.rule("shock.rulings.pursuit")
@pytest.mark.rule("shock.rulings.extended-line.one-combat")
def test_light_cavalry_pursues_over_the_half_of_a_line_that_it_struck() -> None:
    horse = light("horse", "1009", sp=9, facing="nw", cohesion=9, pursuit=0)
    foe = foot("foe", "0808", "red", sp=6, steps=1, second="0908")
    scene = clash(given(horse, LEFT, foe), "shock horse > foe", "shock left > foe").roll(0)
    assert scene.check().name == "pursuit"
    scene.roll(9)
    assert scene.where("horse") == "0908"
    assert not scene.p.stack  # one has followed, and nobody else advances


@pytest.mark.rule("shock.rulings.pursuit")
def test_each_light_cavalry_rolls_whether_it_pursues() -> None:
    # One struck 0808, the other 0908; both halves of the line are given up.
    riders = [
        light("one", "0809", sp=6, cohesion=9, pursuit=0),
        light("two", "1009", sp=6, facing="nw", cohesion=9, pursuit=0),
    ]
    foe = foot("foe", "0808", "red", sp=6, steps=1, second="0908")
    scene = clash(given(*riders, foe), "shock one > foe", "shock two > foe").roll(0)
    assert scene.check().name == "pursuit" and scene.roll(9).where("one") == "0808"
    assert scene.check().name == "pursuit" and scene.roll(9).where("two") == "0908"


@pytest.mark.rule("shock.rulings.withdrawal")
@pytest.mark.parametrize(("corner", "ways"), [(False, {"0101", "0102"}), (True, set())])
def test_a_withdrawal_goes_away_from_an_enemy_in_the_corner_too(
    corner: bool, ways: set[str]
) -> None:
    # Both enemies have their front hexes only: 0201 lies in the zones of both, 0202 in that of one,
    # 0102 in none. But 0102 is as near to the corner as 0201.
    foes = [foot("foe", "0301", "red", facing="sw", order=D1)]
    if corner:
        foes.append(foot("other", "0101", "red", facing="ne", order=D1))
    scene = given(foot("a", "0201"), *foes)
    assert scene.hexes(withdraw_ways(scene.p, scene.u("a"))[0]) == ways


@pytest.mark.rule("shock.rulings.extended-line.retract", "shock.d2.must-withdraw")
def test_a_line_whose_farther_half_is_in_the_corner_cannot_withdraw() -> None:
    # 0101 and 0102 are both two hexes from the enemy.
    line = foot("a", "0201", sp=6, second="0101", order=D2, flags=ENGAGED)
    scene = given(line, foot("foe", "0301", "red", facing="sw", order=D1))
    assert withdraw_ways(scene.p, scene.u("a")) == (0, 0)


@pytest.mark.rule("shock.rulings.extended-line.retract", "shock.d2.must-withdraw")
def test_a_line_with_a_half_in_the_corner_comes_together_and_withdraws() -> None:
    line = foot("a", "0201", sp=6, second="0101", order=D2, flags=ENGAGED)
    boss = leader("boss", "0201", commands=True)
    scene = given(line, boss, foot("foe", "0102", "red", facing="n", order=D1))
    u, scene.p.ear = scene.u("a"), []
    scene.push(WithdrawTo(unit=u))
    assert any("retracts its line to 0201" in event.text for event in scene.p.ear)
    assert {scene.battle.grid.name(h) for h in scene.p.hexes_of(u)} == {"0301"}
    assert scene.where("boss") == "0301"  # nobody leaves him alone
