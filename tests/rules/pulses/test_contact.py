"""What happens at contact: evasion, artillery escape, the square."""

import pytest

from grognard.systems.pulses.evasion import React
from grognard.systems.pulses.moving.distances import foes_touching
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.kinds import ATTACK
from grognard.systems.pulses.state.position import FLANKS, SQUARED
from tests.rules.pulses.given import (
    Scene,
    Spec,
    foot,
    force,
    given,
    guns,
    heavy,
    horse_guns,
    light,
)


def contact(
    attacker: Spec, defender: Spec, *others: Spec, facing: int = 180, **more: object
) -> Scene:
    """Blue's attacker at 30,33 has just touched red's defender at 30,30."""
    mine = {**attacker, "x": 30, "y": 33, "facing": 0}
    theirs = {**defender, "x": 30, "y": 30, "facing": facing, "side": "red"}
    scene = given(mine, theirs, *others, **more)  # type: ignore[arg-type]
    scene.p.foe[scene.u("a")] = scene.u("foe")
    return scene.push(React(unit=scene.u("a"), target=scene.u("foe")))


FOOT, LIGHT, HEAVY = foot("a", 0, 0), light("a", 0, 0), heavy("a", 0, 0)


@pytest.mark.rule("pulses.evasion.at-contact", "pulses.evasion.from-infantry")
def test_cavalry_evades_infantry_without_a_roll() -> None:
    scene = contact(FOOT, light("foe", 0, 0))
    assert (scene.asks(), scene.p.actor, scene.texts()) == ("Evade", 1, ["evade", "stand"])
    scene.play("evade")
    # A full move of 16 in straight away, facing away.
    assert scene.at("foe") == (30, 14, 0)
    assert scene.p.foe[scene.u("a")] == -1


@pytest.mark.rule("pulses.evasion.at-contact")
def test_evasion_comes_before_any_combat_dice() -> None:
    foe = light("foe", 30, 20, 180, side="red")
    scene = given(foot("a", 30, 32), foe).moves("a").play("to 30.0,23.0")
    assert scene.asks() == "Evade"


@pytest.mark.rule("pulses.evasion.from-infantry")
def test_or_it_turns_to_face_infantry_and_fights() -> None:
    scene = contact({**FOOT, "state": FLANKS}, light("foe", 0, 0), facing=0)
    scene.play("stand")
    assert scene.at("foe") == (30, 30, 180)
    assert not scene.has("a", FLANKS)


@pytest.mark.rule("pulses.evasion.from-infantry")
def test_who_turns_upon_infantry_at_a_corner_does_not_turn_out_of_the_contact() -> None:
    # The infantry comes at the corner: the cavalry turns by a quarter and keeps its ground.
    foe = light("foe", 30, 20, 0, side="red")
    scene = given(foot("a", 22, 28, 45), foe).moves("a").play("attack foe", "stand")
    assert scene.at("foe") == (30, 20, 180)
    assert scene.play("done").combat().asks() == "Strike"


@pytest.mark.rule("pulses.evasion.from-infantry")
def test_cavalry_that_has_no_way_out_turns_and_fights() -> None:
    # The edge of the table is at its front, infantry at its back.
    edge = light("foe", 30, 1.5, 0, side="red")
    scene = given(foot("a", 30, 12), edge).moves("a").play("to 30.0,4.5")
    assert scene.asks() == "Move"
    assert scene.at("foe") == (30, 1.5, 180)
    assert not scene.has("a", FLANKS)


@pytest.mark.rule("pulses.evasion.move")
def test_a_step_that_leaves_it_in_contact_is_no_way_out() -> None:
    # A tenth of an inch to the edge of the table: it would still touch its attacker.
    edge = light("foe", 30, 1.6, 180, side="red")
    scene = given(foot("a", 30, 12), edge).moves("a").play("to 30.0,4.6")
    assert scene.asks() == "Move"
    assert scene.play("done").combat().asks() == "Strike"


@pytest.mark.rule("pulses.evasion.from-cavalry")
def test_cavalry_evades_cavalry_with_the_higher_die() -> None:
    scene = contact(HEAVY, heavy("foe", 0, 0)).play("evade").roll(4, 3)
    assert scene.at("foe") != (30, 30, 180)
    tie = contact(HEAVY, heavy("foe", 0, 0)).play("evade").roll(4, 4)
    assert tie.at("foe") == (30, 30, 180)


@pytest.mark.rule("pulses.evasion.light-bonus")
def test_light_cavalry_adds_1_on_either_side() -> None:
    scene = contact(HEAVY, light("foe", 0, 0)).play("evade").roll(4, 4)
    assert scene.at("foe") != (30, 30, 180)
    assert contact(HEAVY, light("foe", 0, 0)).play("evade").roll(3, 4).hits("foe") == 1
    assert contact(LIGHT, heavy("foe", 0, 0)).play("evade").roll(4, 3).hits("foe") == 1


@pytest.mark.rule("pulses.evasion.cossack-bonus")
def test_cossacks_add_2() -> None:
    cossacks = light("foe", 0, 0, cossacks=True)
    assert contact(HEAVY, cossacks).play("evade").roll(3, 4).at("foe") != (30, 30, 180)
    assert contact(HEAVY, cossacks).play("evade").roll(2, 4).hits("foe") == 1


@pytest.mark.rule("pulses.evasion.caught")
def test_who_is_caught_takes_a_hit_and_fights() -> None:
    scene = contact(HEAVY, heavy("foe", 0, 0)).play("evade").roll(1, 6)
    assert scene.hits("foe") == 1
    assert scene.p.foe[scene.u("a")] == scene.u("foe")


@pytest.mark.rule("pulses.evasion.caught")
def test_who_is_caught_does_not_evade_the_next_one() -> None:
    foe = light("foe", 30, 20, 180, side="red")
    scene = given(heavy("a", 30, 30), heavy("b", 20, 20, 90), foe)
    scene.moves("a").play("to 30.0,23.0", "evade").roll(1, 6)
    scene.play("move b", "to 27.0,20.0")
    assert scene.asks() == "Move"
    assert [scene.p.foe[scene.u(each)] for each in "ab"] == [scene.u("foe")] * 2
    # In the next segment it may try again.
    scene.play("done")
    scene.p.foe = [-1] * scene.battle.count
    scene.push(React(unit=scene.u("b"), target=scene.u("foe")))
    assert scene.asks() == "Evade"


@pytest.mark.rule("pulses.evasion.from-infantry", "pulses.pulse.3c-combat")
def test_who_stands_against_one_does_not_evade_the_next_one() -> None:
    # It stood against cavalry: infantry at its flank is no free way out of that combat.
    foe = light("foe", 30, 20, 180, side="red")
    scene = given(heavy("a", 30, 30), foot("b", 20, 20, 90), foe)
    scene.moves("a").play("to 30.0,23.0", "stand", "move b", "attack foe")
    assert scene.asks() == "Move"
    assert scene.play("done").combat().texts() == ["combat a > foe", "combat b > foe"]


@pytest.mark.rule("pulses.evasion.move")
def test_an_evader_may_go_to_the_radius_only() -> None:
    sub = force("red", 30, 10, radius=9, side="red")
    scene = contact(FOOT, light("foe", 0, 0), sub).play("evade")
    assert scene.texts() == ["full move", "to the radius"]
    scene.play("to the radius")
    place = scene.at("foe")
    # Its nearest edge must come within 9 in of 10: the centre to 20.5 at the most.
    assert place is not None and place[1] == 20.5
    assert contact(FOOT, light("foe", 0, 0)).play("evade").p.over


@pytest.mark.rule("pulses.evasion.move")
def test_from_within_the_radius_it_may_halt_at_its_limit() -> None:
    # The sub-commander at 30,26 with a radius of 5: an edge at 21 is a centre at 19.5.
    sub = force("red", 30, 26, radius=5, side="red")
    scene = contact(FOOT, light("foe", 0, 0), sub).play("evade")
    assert scene.texts() == ["full move", "to the radius"]
    assert scene.play("to the radius").at("foe") == (30, 19.5, 0)


ESCAPES = [
    ("pulses.escape.foot-vs-infantry", FOOT, guns("foe", 0, 0), (3, 4), (4, 4)),
    ("pulses.escape.foot-vs-cavalry", LIGHT, guns("foe", 0, 0), (3, 3), (3, 4)),
    ("pulses.escape.horse-vs-infantry", FOOT, horse_guns("foe", 0, 0), (4, 5), (5, 5)),
    ("pulses.escape.horse-vs-cavalry", LIGHT, horse_guns("foe", 0, 0), (3, 4), (4, 4)),
]


@pytest.mark.rule(*(row[0] for row in ESCAPES), "pulses.escape.roll", "pulses.escape.failed")
@pytest.mark.parametrize(("rule", "attacker", "battery", "saved", "lost"), ESCAPES)
def test_guns_escape_at_or_below_their_number(
    rule: str, attacker: Spec, battery: Spec, saved: tuple[int, int], lost: tuple[int, int]
) -> None:
    scene = contact(attacker, battery)
    assert (scene.asks(), scene.p.actor) == ("Escape", -1)
    assert scene.roll(*saved).at("foe") is not None, rule
    assert contact(attacker, battery).roll(*lost).at("foe") is None, rule


@pytest.mark.rule("pulses.escape.move")
def test_escaping_guns_make_a_full_move_or_go_to_the_radius() -> None:
    scene = contact(FOOT, guns("foe", 0, 0)).roll(2, 2)
    assert scene.at("foe") == (30, 18, 0)
    sub = force("red", 30, 10, radius=9, side="red")
    scene = contact(FOOT, guns("foe", 0, 0), sub).roll(2, 2)
    assert scene.texts() == ["full move", "to the radius"]


@pytest.mark.rule("pulses.escape.move")
def test_escaping_guns_may_halt_at_the_limit_of_the_radius() -> None:
    sub = force("red", 30, 26, radius=5, side="red")
    scene = contact(FOOT, guns("foe", 0, 0), sub).roll(2, 2).play("to the radius")
    assert scene.at("foe") == (30, 19.5, 0)


@pytest.mark.rule("pulses.escape.move", "pulses.rulings.flight")
def test_guns_that_turn_away_end_within_the_radius_they_ran_to() -> None:
    # Guns facing east, struck from the south, turn north where they halt. Their sub-commander is
    # 20 in to the east with a radius of 9: turned they are 1.5 in wide, so that 40.25 is near
    # enough, by half inches 40.5. As they faced before, 39.5 would have been.
    sub = force("red", 50, 30, radius=9, side="red")
    scene = contact(FOOT, guns("foe", 0, 0), sub, facing=90).roll(2, 2).play("to the radius")
    assert scene.at("foe") == (40.5, 30, 0)
    assert in_radius(scene.p, scene.u("foe"))
    # From within, to an edge 5 in north of him: 3 in deep their centre may be at 19.5.
    sub = force("red", 30, 26, radius=5, side="red")
    scene = contact(FOOT, guns("foe", 0, 0), sub, facing=90).roll(2, 2).play("to the radius")
    assert scene.at("foe") == (30, 19.5, 0)


@pytest.mark.rule("pulses.evasion.move", "pulses.rulings.flight")
@pytest.mark.parametrize("facing", [0, 180])
def test_an_evader_does_not_turn_into_contact_with_another_enemy(facing: int) -> None:
    # Struck from 29,33.1 it runs 16 in at 20 degrees, to 35.5,15. Turned by 20 degrees a corner of
    # its base would reach 1.5 (cos 20 + sin 20) = 1.92 in to the right, 0.08 in from an enemy.
    foes = (light("horse", 30, 30, facing, side="red"), foot("line", 39, 15))
    scene = given(foot("a", 29, 40), *foes).moves("a").play("to 29.0,33.1", "evade")
    assert scene.at("horse") == (35.5, 15, 0)
    assert foes_touching(scene.p, scene.u("horse")) == []
    # A tenth of an inch further off there is room to turn.
    foes = (light("horse", 30, 30, facing, side="red"), foot("line", 39.1, 15))
    scene = given(foot("a", 29, 40), *foes).moves("a").play("to 29.0,33.1", "evade")
    assert scene.at("horse") == (35.5, 15, 20)


@pytest.mark.rule("pulses.escape.move", "pulses.rulings.flight")
def test_guns_that_run_to_the_radius_leave_the_contact() -> None:
    # Guns facing east, struck from the south; the radius ends 0.9 in north of them. Turned north
    # there, 3 in deep, they would touch their attacker again: they keep their front.
    sub = force("red", 30, 39.2, radius=9, side="red")
    scene = given(foot("a", 29.5, 42), guns("battery", 30, 30, 90, side="red"), sub)
    scene.moves("a").play("to 29.5,32.3").roll(2, 2).play("to the radius")
    battery = scene.u("battery")
    assert scene.at("battery") != (30, 30, 90)
    assert foes_touching(scene.p, battery) == []
    assert in_radius(scene.p, battery)


@pytest.mark.rule("pulses.escape.move")
def test_guns_flee_from_where_an_attacker_stood_whom_they_broke() -> None:
    scene = contact({**FOOT, "hits": 4}, guns("foe", 0, 0)).roll(1, 3)
    assert scene.at("a") is None
    assert scene.at("foe") == (30, 18, 0)


@pytest.mark.rule("pulses.escape.failed")
def test_guns_that_find_no_way_out_are_destroyed() -> None:
    behind = foot("b", 30, 27, 180)
    assert contact(FOOT, guns("foe", 0, 0), behind).roll(2, 2).at("foe") is None


@pytest.mark.rule("pulses.escape.odd-die")
def test_an_odd_die_costs_the_attacker_one_hit() -> None:
    assert contact(FOOT, guns("foe", 0, 0)).roll(1, 3).hits("a") == 1
    assert contact(FOOT, guns("foe", 0, 0)).roll(5, 6).hits("a") == 1
    assert contact(FOOT, guns("foe", 0, 0)).roll(6, 6).hits("a") == 0


@pytest.mark.rule("pulses.escape.attached")
def test_who_attacks_attached_guns_attacks_their_infantry() -> None:
    scene = given(
        foot("a", 30, 33), guns("foe", 30, 30, 180, side="red"),
        foot("host", 32.3, 30, 180, side="red"),
    )  # fmt: skip
    scene.p.attached[scene.u("foe")] = scene.u("host")
    scene.p.foe[scene.u("a")] = scene.u("foe")
    scene.push(React(unit=scene.u("a"), target=scene.u("foe")))
    assert scene.p.over
    assert scene.p.foe[scene.u("a")] == scene.u("host")


@pytest.mark.rule("pulses.escape.attached")
def test_guns_beside_infantry_of_their_force_may_be_attached() -> None:
    scene = given(guns("a", 20, 30), foot("b", 22.3, 25)).moves("a")
    scene.play("to 20.0,25.0", "halt")
    assert scene.texts() == ["alone", "b"]
    scene.play("b")
    assert scene.p.attached[scene.u("a")] == scene.u("b")
    # Infantry that moves off leaves its guns.
    scene.play("move b", "to 22.3,20.0")
    assert scene.p.attached[scene.u("a")] == -1


@pytest.mark.rule("pulses.escape.attached")
def test_a_battery_that_is_attached_may_stand_alone_again() -> None:
    scene = given(guns("a", 20, 25), foot("b", 22.3, 25))
    scene.p.attached[scene.u("a")] = scene.u("b")
    scene.moves("a").play("halt", "alone")
    assert scene.p.attached[scene.u("a")] == -1


@pytest.mark.rule("pulses.rulings.square.form", "pulses.rulings.formations")
def test_infantry_attacked_by_cavalry_in_the_open_may_form_square() -> None:
    scene = contact(LIGHT, foot("foe", 0, 0))
    assert (scene.asks(), scene.p.actor, scene.texts()) == ("FormSquare", 1, ["square", "line"])
    assert scene.play("square").has("foe", SQUARED)
    assert contact(FOOT, foot("foe", 0, 0)).p.over
    assert contact({**LIGHT, "state": FLANKS}, foot("foe", 0, 0)).p.over
    wood = [("orchard", "280,280 320,280 320,320 280,320")]
    assert contact(LIGHT, foot("foe", 0, 0, sk=1), areas=wood).p.over


@pytest.mark.rule("pulses.rulings.square.form")
def test_not_if_infantry_attacks_it_too() -> None:
    scene = given(light("a", 30, 33), foot("b", 33, 30, 270), foot("foe", 30, 30, 180, side="red"))
    for attacker in ("a", "b"):
        scene.p.foe[scene.u(attacker)] = scene.u("foe")
    assert scene.push(React(unit=scene.u("a"), target=scene.u("foe"))).p.over


@pytest.mark.rule("pulses.rulings.square.form")
def test_nor_if_other_cavalry_has_flanked_it() -> None:
    # The second comes from the front, but the first struck it from behind.
    foe = foot("foe", 30, 20, 180, side="red")
    scene = given(light("a", 30, 10, 180), light("b", 30, 30), foe)
    scene.moves("a").play("to 30.0,17.0 facing 180")
    assert scene.play("move b", "to 30.0,23.0").asks() == "Move"


@pytest.mark.rule("pulses.rulings.square.lasts")
def test_a_square_lasts_until_the_unit_moves() -> None:
    scene = given(foot("a", 20, 20, state=SQUARED)).moves("a").play("to 20.0,18.0")
    assert not scene.has("a", SQUARED)


@pytest.mark.rule("pulses.rulings.flight", "pulses.evasion.move")
def test_an_evader_pays_for_the_ground_it_runs_over() -> None:
    # 16 in for light cavalry: 5 in open, 5 in of wood for 10, and an inch beyond.
    wood = [("forest", "250,200 350,200 350,250 250,250")]
    scene = contact(foot("a", 0, 0), light("foe", 0, 0), areas=wood).play("evade")
    assert scene.at("foe") == (30, 19, 0)
    clear = contact(foot("a", 0, 0), light("foe", 0, 0)).play("evade")
    assert clear.at("foe") == (30, 14, 0)


@pytest.mark.rule("pulses.rulings.flight", "pulses.escape.move")
def test_nobody_runs_further_than_a_full_move_to_get_clear_of_friends() -> None:
    # Friends lie where a full move of 16 in would end: it stops before them, or bends past them.
    friends = [foot(f"f{i}", 21 + 3 * i, 14, side="red") for i in range(7)]
    scene = contact(foot("a", 0, 0), light("foe", 0, 0), *friends).play("evade")
    x, y, _ = scene.at("foe") or (0, 0, 0)
    assert (x - 30) ** 2 + (y - 30) ** 2 <= 16**2


@pytest.mark.rule("pulses.rulings.next-contact")
def test_an_attacker_whose_enemy_evades_fights_the_next_one_it_touches() -> None:
    # It touches cavalry and the infantry beside it; the cavalry is nearer to its middle.
    foes = (light("horse", 30, 25, 180, side="red"), foot("line", 33.1, 25, 180, side="red"))
    scene = given(foot("a", 31, 36), *foes).moves("a").play("to 31.0,28.1", "evade")
    assert scene.p.foe[scene.u("a")] == scene.u("line")
    scene.play("done").combat()
    assert scene.asks() == "Strike"


@pytest.mark.rule("pulses.rulings.next-contact", "pulses.rulings.flanked")
def test_the_next_enemy_is_flanked_or_not_by_where_the_move_began() -> None:
    # The guns look away from the attacker, the infantry beside them at him.
    foes = (guns("guns", 31, 25, 0, side="red"), foot("line", 33.3, 25, 180, side="red"))
    scene = given(foot("a", 31, 36), *foes).moves("a").play("to 31.4,28.1")
    assert scene.has("a", FLANKS)
    scene.roll(6, 6)  # 12 is more than 7: the guns are destroyed
    assert scene.p.foe[scene.u("a")] == scene.u("line")
    assert not scene.has("a", FLANKS)


@pytest.mark.rule("pulses.rulings.next-contact")
def test_nobody_else_is_fought_if_the_attacker_is_broken_or_touches_nobody() -> None:
    foes = (guns("guns", 31, 25, 180, side="red"), foot("line", 33.3, 25, 180, side="red"))
    weak = foot("a", 31, 36, hits=4)
    scene = given(weak, *foes).moves("a").play("to 31.4,28.1").roll(5, 5)  # an odd die breaks it
    assert (scene.at("a"), scene.p.foe[scene.u("a")]) == (None, -1)
    alone = given(foot("a", 31, 36), foes[0]).moves("a").play("attack guns").roll(6, 6)
    assert (alone.p.foe[alone.u("a")], alone.asks()) == (-1, "Move")


@pytest.mark.rule("pulses.rulings.contact", "pulses.rulings.compelled")
@pytest.mark.parametrize(("y", "strikes"), [(15.0, True), (14.9, True), (14.8, False)])
def test_contact_is_compulsory_where_a_whole_move_ends_a_tenth_of_an_inch_short(
    y: float, strikes: bool
) -> None:
    # Bases are 3 in deep: he is 12, 12.1 or 12.2 in ahead, and contact is a gap of 0.1 in.
    scene = given(foot("a", 30, 30), foot("foe", 30, y, 180, side="red"), status=ATTACK).moves("a")
    assert scene.names() == {"attack foe"} if strikes else "attack foe" not in scene.names()
    assert (scene.refusal("30.0,24.0") != "") == strikes
