"""Movement: allowances, the movement die, wheels, faces, sideways moves, friends, heights."""

import pytest

from grognard.boards.table.rect import moved
from grognard.systems.pulses.attack import refuse_contact
from grognard.systems.pulses.manoeuvres import Mover
from grognard.systems.pulses.movement import MoveAgain
from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.moving.templates import attack_on
from grognard.systems.pulses.state.kinds import HOLD, WITHDRAW
from grognard.systems.pulses.state.position import FIRED, FLANKS, SUPPRESSED
from grognard.systems.pulses.status import FREELY, NO_NEARER
from tests.rules.pulses.given import (
    Scene,
    Spec,
    army,
    foot,
    force,
    given,
    guns,
    heavy,
    horse_guns,
    light,
    slow,
    wing,
)

MOVES = [
    ("pulses.move.foot-artillery", guns("a", 20, 30), 12, 6),
    ("pulses.move.fast-infantry", foot("a", 20, 30), 12, 6),
    ("pulses.move.slow-infantry", slow("a", 20, 30), 10, 4),
    ("pulses.move.light-cavalry", light("a", 20, 30), 16, 10),
    ("pulses.move.horse-artillery", horse_guns("a", 20, 30), 14, 8),
    ("pulses.move.heavy-cavalry", heavy("a", 20, 30), 14, 8),
]
KINDS = tuple(rule for rule, _, _, _ in MOVES)


def cost(scene: Scene, x: float, y: float, facing: int = 0) -> int:
    """What a leg would take of the open move, in thousandths of an inch."""
    leg = scene.p.decision
    tried = leg.mover(scene.p).attempt(round(x * 10), round(y * 10), facing // 5)  # type: ignore[union-attr]
    assert tried.why == ""
    return int(tried.cost)


@pytest.mark.rule(*KINDS)
@pytest.mark.parametrize(("rule", "unit", "inches", "near"), MOVES)
def test_every_kind_has_its_allowance(rule: str, unit: Spec, inches: int, near: int) -> None:
    scene = given(unit).moves("a")
    assert scene.left() == inches * 1000, rule
    assert scene.refusal(f"20.0,{30 - inches}.0") == ""
    assert scene.refusal(f"20.0,{30 - inches - 0.1:.1f}") != ""


@pytest.mark.rule(*KINDS, "pulses.rulings.six-inch-start")
@pytest.mark.parametrize(("rule", "unit", "inches", "near"), MOVES)
def test_with_an_enemy_within_6_in_a_die_is_thrown(
    rule: str, unit: Spec, inches: int, near: int
) -> None:
    behind = foot("foe", 20, 30 + 3 + 6, side="red")
    scene = given(unit, behind).moves("a")
    assert scene.asks() == "MoveRoll"
    scene.roll(3)
    assert scene.left() == (near + 3) * 1000, rule
    assert given(unit, foot("foe", 20, 39.1, side="red")).moves("a").asks() == "Leg"


@pytest.mark.rule("pulses.move.officers")
def test_officers_move_18_in_and_never_roll() -> None:
    foe = foot("foe", 20, 15, side="red")
    scene = given(foot("a", 40, 40), force("blue", 20, 20), foe).moves("blue")
    assert scene.refusal("38.0,20.0 facing 0") == ""
    assert scene.refusal("38.1,20.0 facing 0") != ""


@pytest.mark.rule("pulses.move.six-inch.one")
def test_a_one_keeps_a_unit_from_going_nearer() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    scene = given(*pair).moves("a").roll(1)
    assert "nearer to the enemy" in scene.refusal("20.0,19.0")
    assert given(*pair).moves("a").roll(2).refusal("20.0,19.0") == ""


@pytest.mark.rule("pulses.move.six-inch.six")
def test_a_six_makes_a_unit_attack_if_it_can() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    scene = given(*pair).moves("a").roll(6)
    assert scene.names() == {"attack foe"}
    assert "halt" in given(*pair).moves("a").roll(5).texts()
    # Behind a river nobody can be attacked.
    river = [("river", "0,160 600,160")]
    assert "halt" in given(*pair, lines=river).moves("a").roll(6).texts()


@pytest.mark.rule("pulses.move.six-inch.six", "pulses.move.six-inch.one")
def test_guns_that_throw_a_six_attack_nobody_but_a_one_holds_them_back() -> None:
    pair = (guns("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    six = given(*pair).moves("a")
    six.p.ear = []
    six.roll(6)
    assert not any("must attack" in event.text for event in six.p.ear)
    assert "halt" in six.texts()
    assert six.refusal("20.0,19.0") == ""
    assert "keeps clear" in six.refusal("20.0,15.0")
    assert "nearer" in given(*pair).moves("a").roll(1).refusal("20.0,19.0")


@pytest.mark.rule("pulses.move.army-commander-price", "pulses.commander.move-price")
def test_a_move_of_a_commander_costs_a_command_die() -> None:
    officers = (army("chief", 5, 5), wing("marshal", 8, 8, ["blue"]), force("blue", 10, 10))
    scene = given(foot("a", 20, 20), *officers, pool=(2, 0)).movement()
    scene.play("move chief", "to 6.0,6.0 facing 0")
    assert scene.p.pool[0] == 1
    scene.play("move marshal", "to 9.0,9.0 facing 0")
    assert scene.p.pool[0] == 0
    scene.play("move blue", "to 11.0,11.0 facing 0")
    # Who stays where he is pays nothing.
    idle = given(foot("a", 20, 20), *officers, pool=(2, 0)).movement()
    assert idle.play("move chief", "halt").p.pool[0] == 2
    poor = given(foot("a", 20, 20), *officers).movement()
    assert set(poor.texts()) == {"done", "move a", "move blue"}


@pytest.mark.rule("pulses.move.foot-artillery-fired")
def test_foot_artillery_that_fired_has_half_its_move() -> None:
    assert given(guns("a", 20, 30, state=FIRED)).moves("a").left() == 6000
    assert given(horse_guns("a", 20, 30, state=FIRED)).moves("a").left() == 14000


@pytest.mark.rule("pulses.suppression.relocate", "pulses.suppression.relocate-inside-radius")
def test_a_suppressed_battery_relocates_6_in_inside_the_radius() -> None:
    sub = force("blue", 20, 40, radius=9)
    scene = given(guns("a", 20, 36, state=SUPPRESSED), sub).moves("a")
    assert scene.left() == 6000
    # Its rear edge is 1.5 in behind its centre: at 29.5 it is 9 in from the officer.
    assert scene.refusal("20.0,30.0") == ""
    far = given(guns("a", 20, 34, state=SUPPRESSED), sub).moves("a")
    assert far.refusal("20.0,29.5") == ""
    assert "radius" in far.refusal("20.0,29.4")


@pytest.mark.rule("pulses.suppression.relocate")
def test_a_road_does_not_lengthen_a_relocation() -> None:
    road = [("road", "200,100 200,460")]
    scene = given(guns("a", 20, 36, state=SUPPRESSED), lines=road).moves("a")
    assert scene.refusal("20.0,29.9") != ""
    assert scene.play("to 20.0,31.0").left() == 1000


@pytest.mark.rule("pulses.suppression.attached-may-not-relocate")
def test_an_attached_battery_does_not_relocate() -> None:
    scene = given(guns("a", 20, 30, state=SUPPRESSED), foot("b", 22.3, 30))
    scene.p.attached[scene.u("a")] = scene.u("b")
    assert "move a" not in scene.movement().texts()


@pytest.mark.rule("pulses.wheel", "pulses.rulings.wheel")
def test_a_wheel_costs_the_arc_of_the_outer_corner() -> None:
    scene = given(foot("a", 20, 20)).moves("a")
    # 45 degrees of a circle of 3 in: 3 * pi / 4 = 2.3562 in. The pivot is the right front corner
    # at 21.5,18.5; turned by 45 degrees the centre lies 1.5 * sqrt 2 in straight left of it.
    assert cost(scene, 19.4, 18.5, 45) == 2357
    # No wheel goes further than a right angle.
    scene.play("to 20.0,19.0")
    assert "turn about" in scene.refusal("20.0,19.0 facing 95")
    assert "turn about" not in scene.refusal("18.5,16.0 facing 90")
    # But it may wheel twice: each costs the arc of 45 degrees, which leaves 6.3 in of 11 or more.
    twice = given(foot("a", 20, 20)).moves("a").play("to 19.4,18.5 facing 45")
    assert cost(twice, 20.0, 17.0, 90) == 2357


@pytest.mark.rule("pulses.face.rough")
def test_in_rough_ground_a_change_of_face_takes_the_whole_move() -> None:
    rough = [("broken", "180,180 220,180 220,220 180,220")]
    scene = given(foot("a", 20, 20, sk=1), areas=rough).moves("a")
    assert cost(scene, 20, 20, 90) == 12000
    assert cost(scene, 20, 20, 180) == 12000


@pytest.mark.rule("pulses.face.cavalry", "pulses.face.infantry", "pulses.rulings.artillery-face")
@pytest.mark.parametrize(
    ("unit", "price"),
    [(foot("a", 20, 20), 3000), (light("a", 20, 20), 0), (guns("a", 20, 20), 0)],
)
def test_elsewhere_it_costs_infantry_3_in_and_others_nothing(unit: Spec, price: int) -> None:
    scene = given(unit).moves("a")
    assert cost(scene, 20, 20, 90) == price
    assert cost(scene, 20, 20, 180) == price
    scene.play("to 20.0,20.0 facing 180")
    assert "once" in scene.refusal("20.0,20.0 facing 0")


@pytest.mark.rule("pulses.face.infantry")
def test_a_change_of_face_comes_before_the_move() -> None:
    scene = given(foot("a", 20, 20)).moves("a").play("to 20.0,18.0")
    assert "once, before it moves" in scene.refusal("20.0,18.0 facing 180")
    # An enemy's base begins at 14.5, straight to its left: it turns there, and contact is a tenth
    # of an inch. Who has gone turns no more. It may wheel by 90 degrees, for 4.71 in, which takes
    # it to 20,27, and go aslant to the same place, but such ways have no name.
    scene = given(foot("a", 20, 30), foot("foe", 13, 30, 90, side="red"))
    a, foe = scene.u("a"), scene.u("foe")
    for went, named in ((0, (161, 300, 54)), (1, None)):
        mover = Mover(scene.p, a, FREELY, 11000, 0, went)
        assert attack_on(mover, foe, scene.p.rect(foe)) == named
    assert mover.attempt(161, 300, 54).target == foe


@pytest.mark.rule("pulses.flank-move.not-near-enemy")
def test_nobody_moves_sideways_with_an_enemy_within_6_in() -> None:
    for gap, refused in ((6.0, True), (6.2, False)):
        foe = foot("foe", 20, 20 - 3 - gap, 180, side="red")
        scene = given(foot("a", 20, 20), foe).moves("a")
        if scene.asks() == "MoveRoll":
            scene.roll(3)
        assert ("within 6 in" in scene.refusal("21.0,20.0")) == refused


@pytest.mark.rule("pulses.flank-move.not-near-enemy")
def test_nor_past_an_enemy_within_6_in_of_the_way() -> None:
    # Guns half 1.5 in deep pass infantry half as deep: 6 in between are 9 in of centres.
    for y, refused in ((21.0, True), (20.9, False)):
        foe = foot("foe", 26.8, y, 180, side="red")
        scene = given(horse_guns("a", 20, 30), foe).moves("a")
        assert ("within 6 in" in scene.refusal("33.7,30.0")) == refused
        # No die was due: it begins further away, and ends as far on the other side.
        assert scene.left() == 14_000


@pytest.mark.rule("pulses.flank-move.artillery", "pulses.flank-move.infantry-cavalry")
def test_sideways_and_back_infantry_and_cavalry_pay_double() -> None:
    for unit, price in ((foot("a", 20, 20), 4000), (light("a", 20, 20), 4000),
                        (guns("a", 20, 20), 2000)):  # fmt: skip
        scene = given(unit).moves("a")
        assert cost(scene, 22, 20) == price
        assert cost(scene, 20, 22) == price


@pytest.mark.rule("pulses.flank-move.no-contact", "pulses.flank-move.not-near-enemy")
def test_no_contact_by_a_sideways_move() -> None:
    # The enemy stands 6.1 in to the right; any contact by a sideways move is refused.
    foe = foot("foe", 29.1, 20, 270, side="red")
    scene = given(heavy("a", 20, 20), foe).moves("a")
    mover = scene.p.decision.mover(scene.p)  # type: ignore[union-attr]
    tried = mover.attempt(260, 200, 0)
    assert tried.why != ""
    tried.why = ""
    why = refuse_contact(mover, tried, moved(mover.a, 6000, 0), ahead=False)
    assert "sideways" in why


@pytest.mark.rule("pulses.oblique.angle")
def test_oblique_moves_go_up_to_45_degrees_off_the_front() -> None:
    scene = given(foot("a", 20, 20)).moves("a")
    # 2 in across and 2 in ahead are 2 * sqrt 2 = 2.829 in.
    assert cost(scene, 22, 18) == 2829
    # A tenth flatter is a sideways move: sqrt (2.1^2 + 2^2) = 2.9 in, doubled.
    assert cost(scene, 22.1, 18) == 5800


@pytest.mark.rule("pulses.oblique.contact", "pulses.rulings.contact")
def test_an_oblique_move_may_end_in_contact() -> None:
    foe = foot("foe", 24, 10, 180, side="red")
    scene = given(foot("a", 20, 20), foe).moves("a")
    assert scene.refusal("24.0,13.0") == ""
    scene.play("to 24.0,13.0")
    assert scene.p.foe[scene.u("a")] == scene.u("foe")


@pytest.mark.rule("pulses.rulings.contact")
def test_contact_is_a_gap_of_a_tenth_at_most() -> None:
    foe = foot("foe", 20, 10, 180, side="red")
    touching = given(foot("a", 20, 20), foe).moves("a").play("to 20.0,13.1")
    assert touching.p.foe[touching.u("a")] == touching.u("foe")
    apart = given(foot("a", 20, 20), foe).moves("a").play("to 20.0,13.2")
    assert apart.p.foe[apart.u("a")] == -1


@pytest.mark.rule("pulses.rulings.contact")
def test_contact_is_made_with_the_front() -> None:
    # Passing beside the enemy it would touch him with its flank.
    foe = foot("foe", 23, 16, 180, side="red")
    scene = given(foot("a", 20, 20), foe).moves("a").roll(3)
    assert "with the front" in scene.refusal("20.0,13.5")


@pytest.mark.rule("pulses.rulings.locked")
def test_a_unit_may_attack_an_enemy_its_front_touches_where_it_stands() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 17, 180, side="red"))
    scene = given(*pair).moves("a").roll(3)
    assert "attack foe" in scene.names()
    scene.play("to 20.0,20.0 facing 0")
    assert (scene.at("a"), scene.p.foe[scene.u("a")]) == ((20, 20, 0), scene.u("foe"))
    held = given(*pair, status=HOLD).moves("a")
    assert held.refusal("20.0,20.0 facing 0") != ""


@pytest.mark.rule("pulses.rulings.locked")
def test_a_unit_may_turn_upon_an_enemy_at_its_flank() -> None:
    # It stands beside an enemy who looks the same way, and behind the line of his front.
    pair = (foot("a", 20, 20), foot("foe", 23, 19.9, side="red"))
    scene = given(*pair).moves("a").roll(3)
    assert "attack foe" in scene.names()
    scene.play("to 20.0,20.0 facing 90")
    assert scene.p.foe[scene.u("a")] == scene.u("foe")
    assert scene.has("a", FLANKS)
    held = given(*pair, status=HOLD).moves("a").play("to 20.0,20.0 facing 90")
    assert held.p.foe[held.u("a")] == -1


@pytest.mark.rule("pulses.rulings.contact")
def test_of_several_enemies_the_one_before_the_middle_of_the_front_is_attacked() -> None:
    # The front reaches from 18.7 to 21.7: it touches both, the second more in its middle.
    foes = (foot("one", 18, 10, 180, side="red"), foot("two", 21, 10, 180, side="red"))
    scene = given(foot("a", 20.2, 20), *foes).moves("a").play("to 20.2,13.0")
    assert scene.p.foe[scene.u("a")] == scene.u("two")


@pytest.mark.rule(
    "pulses.interpenetration.allowed", "pulses.interpenetration.infantry-price",
)  # fmt: skip
def test_infantry_pays_3_in_to_pass_through_infantry() -> None:
    scene = given(foot("a", 20, 20), foot("b", 20, 15)).moves("a")
    assert cost(scene, 20, 11) == 9000 + 3000
    assert "another unit" in scene.refusal("20.0,14.0")
    rider = given(light("a", 20, 20), foot("b", 20, 15)).moves("a")
    assert cost(rider, 20, 11) == 9000


@pytest.mark.rule("pulses.interpenetration.contact")
def test_through_friends_into_contact() -> None:
    foe = foot("foe", 20, 8, 180, side="red")
    scene = given(light("a", 20, 20), guns("b", 20, 15), foe).moves("a")
    scene.play("to 20.0,11.0")
    assert scene.p.foe[scene.u("a")] == scene.u("foe")


@pytest.mark.rule("pulses.elevation", "pulses.rulings.movement-point")
def test_each_change_of_level_costs_an_inch() -> None:
    hill = [(1, "100,120 300,120 300,160 100,160")]
    scene = given(foot("a", 20, 20), hills=hill).moves("a")
    assert cost(scene, 20, 14) == 6000 + 1000
    assert cost(scene, 20, 10) == 10000 + 2000


@pytest.mark.rule("pulses.commander.reroll-movement", "pulses.rulings.one-reroll")
def test_a_command_die_has_the_movement_die_thrown_again_once() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    scene = given(*pair, pool=(2, 0)).moves("a").roll(1)
    assert scene.texts() == ["keep", "command die (thrown again, 1 of 2)"]
    step = scene.p.stack[-1]
    assert isinstance(step, MoveAgain)
    far = "for a move of 7 in, and may not go nearer to the enemy"  # 6 in and the die
    assert step.prompt(scene.p) == f"A threw a 1 {far}: keep the die, or throw again?"
    scene.play("command die").roll(4)
    assert scene.p.pool[0] == 1
    assert scene.left() == 10000
    assert given(*pair).moves("a").roll(1).asks() == "Leg"


@pytest.mark.rule(
    "pulses.subcommander.reroll-movement", "pulses.subcommander.within-3",
    "pulses.subcommander.once-per-pulse",
)  # fmt: skip
def test_a_sub_commander_within_3_in_helps_once_a_pulse() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    for way, helps in ((3.0, True), (3.1, False)):
        scene = given(*pair, force("blue", 20, 21.5 + way)).moves("a").roll(1)
        assert ("sub-commander (Blue, thrown again)" in scene.texts()) == helps
    two = (*pair, foot("b", 23, 20), force("blue", 21.5, 22))
    scene = given(*two).moves("a").roll(1).play("sub-commander").roll(4).play("halt")
    assert scene.play("move b").roll(1).asks() == "Leg"


@pytest.mark.rule("pulses.rulings.withdrawal-die")
def test_a_die_of_1_or_6_changes_nothing_for_a_unit_that_withdraws() -> None:
    pair = (foot("a", 20, 20, 180), foot("foe", 20, 12, 180, side="red"))
    for die in (1, 6):
        scene = given(*pair, status=WITHDRAW).moves("a")
        assert "withdraws" in scene.p.check().target
        scene.roll(die)
        assert scene.left() == (6 + die) * 1000
        # Neither attack nor leave to stay: it goes.
        assert not any("attack" in text for text in scene.texts())
        assert "halt" not in scene.texts()
        assert scene.refusal("20.0,22.0 facing 180") == ""
    active = given(*pair).moves("a").p.check().target
    assert "no nearer" in active and "must attack" in active
    battery = given(guns("a", 20, 20), pair[1]).moves("a").p.check().target
    assert "no nearer" in battery and "attack" not in battery


@pytest.mark.rule("pulses.rulings.end-of-move")
def test_with_less_than_half_an_inch_left_a_move_is_over() -> None:
    # Up to the edge of the table: of 12 in half an inch is left, or a tenth less; no way ahead.
    # A tenth aside makes the way a thousandth of an inch longer: less than half an inch is left.
    for start, x, over in ((13.0, 20.0, False), (13.0, 20.1, True), (13.1, 20.0, True)):
        scene = given(foot("a", 20, start), foot("foe", 50, 40, 180, side="red")).moves("a")
        scene.play(f"to {x},1.5")
        assert (scene.asks() == "Move") == over


def test_no_ground_towards_the_enemy_is_shown_as_open_to_a_unit_that_may_not_go_nearer() -> None:
    enemy = foot("foe", 20, 14, 180, side="red")

    def shown(facing: int, die: int) -> bool:
        scene = given(foot("a", 20, 20, facing), enemy).moves("a").roll(die)
        decision = scene.p.decision
        assert decision is not None
        return bool(decision.reach(scene.p))

    assert shown(0, 2)
    assert not shown(0, 1)
    assert shown(180, 1)  # away from him
    # With 9 in between the bases 12 in at 20 degrees lead 4.10 in nearer aside and leave 8.28 in
    # between them ahead: 9.62 in. At 25 degrees they are 3.93 and 7.88 in, and 8.80 in; an inch at
    # 5 degrees leads nearer already. To the left every direction up to 45 degrees is open.
    scene = given(foot("a", 20, 30), foot("foe", 32, 30, 180, side="red"))
    leg = Leg.first(scene.p, scene.u("a"), NO_NEARER, 12000)
    assert leg.open_among(scene.p, range(-9, 10)) == range(-9, 5)


def test_all_who_have_to_move_by_their_status_are_named() -> None:
    foes = foot("foe", 20, 10, 180, side="red")
    scene = given(foot("a", 20, 20), foot("b", 26, 20), foes)
    scene.p.status[scene.p.battle.force[scene.u("a")]] = WITHDRAW
    scene.movement()
    asked = "Which unit moves? By their status A and B have to, before you are done."
    decision = scene.p.decision
    assert decision is not None
    assert decision.prompt(scene.p) == asked
