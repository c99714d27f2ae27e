"""Combat: who attacks whom, with what, and who answers; ranges and dice on the table."""

from fractions import Fraction

import pytest

from grognard.engine.chain import Chain, attack_of, foresee_chain
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.combat import melee_facts
from grognard.systems.brigades.state.position import COLUMN, LIMBERED, ROUT, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin
from tests.rules.brigades.given import (
    Scene,
    Spec,
    battery,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
    thin_horse,
)

C, R = "brigades.combat.", "brigades.rulings."
# Front edges 1.9 in apart: within musket range. In contact they are 3 in from centre to centre.
FOE = foot("foe", 20, 15.1, 180, side="red")
MET = foot("foe", 20, 17, 180, side="red")


def target(scene: Scene) -> tuple[int, int]:
    """The dice due and the least face that hits."""
    check = scene.p.check()
    return len(check.dice), int(check.target.split("hits on ")[1].split()[0])


def roller(scene: Scene) -> int:
    """The side that rolls."""
    roll = scene.p.roll
    assert roll is not None
    return roll.roller(scene.p)


@pytest.mark.rule(C + "both", C + "defender-answers", C + "means", "brigades.misc.sequence.both")
def test_the_attacker_fires_and_the_defender_answers() -> None:
    scene = given(foot("a", 20, 20), FOE).combat()
    assert scene.texts() == ["done", "attack foe"]
    scene.play("attack foe")
    assert roller(scene) == 0 and target(scene) == (2, 6)
    scene.roll(6, 1)
    assert roller(scene) == 1 and target(scene) == (2, 6)
    scene.roll(6, 6)
    assert (scene.lost("a"), scene.lost("foe")) == (2, 1)
    assert scene.at("foe") == (20, 15.1, 180) and not scene.has("foe", YELLOW)


@pytest.mark.rule(C + "attacker-chooses")
def test_an_enemy_in_range_is_found_wherever_on_the_table() -> None:
    for x, y in ((3, 30), (45, 8)):
        scene = given(foot("a", x, y), foot("foe", x, y - 4.9, 180, side="red"))
        assert scene.combat().texts() == ["done", "attack foe"]


@pytest.mark.rule("brigades.misc.sequence.both")
def test_both_sides_test_morale_and_tire_in_every_player_turn() -> None:
    for side in ("blue", "red"):
        assert set(given(foot("a", 20, 20), MET).morale(side).tests()) == {"a", "foe"}
        levels = [("red", "red", "exhaustion = 2"), ("blue", "blue", "exhaustion = 2")]
        worn = given(foot("a", 20, 20), FOE, divisions=levels)
        worn.p.losses = [2] * worn.battle.count
        assert worn.exhaustion(side).p.tired == [1, 1]


@pytest.mark.rule(C + "means", C + "defender-answers")
def test_who_is_in_contact_fights_hand_to_hand_and_others_fire_at_the_same_enemy() -> None:
    scene = given(foot("a", 20, 20), guns("b", 26, 22), MET).combat().play("attack foe", "begin")
    assert target(scene) == (4, 6)
    scene.roll(1, 1, 1, 1)
    assert scene.p.check().name == "fire" and target(scene) == (1, 6)
    scene.roll(1)
    # The answer goes to the one it touches.
    assert scene.p.check().name == "melee" and roller(scene) == 1


@pytest.mark.rule(C + "attacker-chooses", R + "combat.once")
def test_combats_one_after_another_and_each_stand_once() -> None:
    scene = given(
        foot("a", 20, 20), foot("b", 30, 20), FOE, foot("other", 23.2, 15.1, 180, side="red"),
        foot("third", 30, 15.1, 180, side="red"),
    ).combat()  # fmt: skip
    assert scene.texts() == ["done", "attack foe", "attack other", "attack third"]
    scene.play("attack foe").roll(1, 1).roll(1, 1)
    # a has attacked; nobody else reaches foe or other.
    assert scene.texts() == ["done", "attack third"]


def test_a_stand_may_be_left_out() -> None:
    scene = given(foot("a", 18.5, 20), foot("b", 21.5, 20), FOE).combat().play("attack foe")
    assert scene.texts() == ["begin", "without a", "without b"]
    # The last attacker is confirmed, and the first may be put back until then.
    assert scene.play("without a").texts() == ["begin"]
    scene.play("begin").roll(1, 1).roll(1, 1)
    assert scene.texts() == ["done", "attack foe"]


@pytest.mark.rule("brigades.combat.means")
def test_attackers_are_left_out_in_any_order_and_put_back() -> None:
    three = (foot("a", 17, 20), foot("b", 20, 20), foot("c", 23, 20))

    def after(*words: str) -> Scene:
        return given(*three, FOE).combat().play("attack foe", *words)

    assert after("without c").texts() == ["begin", "without a", "without b"]
    one, other = after("without c", "without a"), after("without a", "without c")
    assert one.p.dump() == other.p.dump() and one.texts() == ["begin"]
    back = after("without c", "without a", "without c")
    assert back.p.dump() == after("without a").p.dump()
    assert back.texts() == ["begin", "without b", "without c"]
    # Who was left out has its attack left: nobody but b has fired.
    one.play("begin").roll(1, 1).roll(1, 1)
    assert [bool(one.p.fought[one.u(name)]) for name in "abc"] == [False, True, False]


@pytest.mark.rule(R + "combat.answer")
def test_the_answer_is_aimed_at_one_attacker() -> None:
    scene = given(foot("a", 18.5, 20), foot("b", 21.5, 20), FOE).combat()
    scene.play("attack foe", "begin").roll(1, 1).roll(1, 1)
    assert scene.texts() == ["a", "b"] and scene.p.actor == 1
    scene.play("b").roll(6, 1)
    assert (scene.lost("a"), scene.lost("b")) == (0, 1)
    assert scene.p.over


@pytest.mark.rule(R + "combat.simultaneous", R + "strength.removal")
def test_who_is_destroyed_answers_before_it_is_removed() -> None:
    scene = given(foot("a", 20, 20), FOE._replace(strength=1)).combat().play("attack foe")
    scene.roll(6, 6).roll(6, 1)
    assert scene.at("foe") is None and scene.lost("a") == 1


@pytest.mark.rule(R + "strength.removal", R + "strength.dice-constant")
def test_losses_take_no_dice_and_remove_at_the_last_point() -> None:
    scene = given(foot("a", 20, 20), FOE._replace(strength=2))
    scene.p.losses[scene.u("a")] = 4
    scene.combat().play("attack foe")
    assert target(scene) == (2, 6)
    scene.roll(6, 1).roll(1, 1)
    assert scene.at("foe") is not None and scene.lost("foe") == 1


RANGES = [("very-light", 3, 5), ("light", 4, 4), ("field", 4, 4), ("heavy", 4, 4), ("siege", 4, 4)]


@pytest.mark.rule(
    "brigades.range.very-light-guns", "brigades.range.light-guns", "brigades.range.field-guns",
    "brigades.range.heavy-siege-guns", "brigades.dice.very-light-guns",
    "brigades.dice.artillery-battalion.close", "brigades.dice.artillery-battalion.long",
)  # fmt: skip
@pytest.mark.parametrize(("weapon", "close", "least"), RANGES)
def test_close_range(weapon: str, close: int, least: int) -> None:
    # Front edges of guns and target: 18.5, and the target's lower edge.
    for more, face in ((0.0, least), (0.1, 6)):
        foe = foot("foe", 20, round(18.5 - close - more - 1.5, 1), 180, side="red")
        scene = given(guns("a", 20, 20, weapon=weapon), foe).combat().play("attack foe")
        assert target(scene) == (1, face)


@pytest.mark.rule(
    "brigades.range.smoothbore", "brigades.range.dedicated-gun", "brigades.morale.test.close-range"
)
def test_muskets_and_dedicated_guns_have_no_close_range() -> None:
    near = foot("foe", 20, 16, 180, side="red")  # an inch away
    assert given(foot("a", 20, 20), near).morale().tests() == []
    gun = foot("a", 20, 20, traits=("dedicated-gun",))
    assert given(gun, near).morale().tests() == []


@pytest.mark.rule(R + "open.limbered-fire")
def test_limbered_guns_do_not_fire() -> None:
    foe = foot("foe", 20, 12, 180, side="red")
    assert given(guns("a", 20, 20), foe).combat().texts() == ["done", "attack foe"]
    assert given(guns("a", 20, 20, state=LIMBERED), foe).combat().p.over


@pytest.mark.rule(R + "open.dedicated-gun-range", "brigades.misc.dedicated-gun")
def test_beyond_musket_range_only_the_gun_fires() -> None:
    gun = foot("a", 20, 20, strength=4, traits=("dedicated-gun",), state=STATIONARY)
    far = given(gun, foot("foe", 20, 14, 180, side="red")).combat().play("attack foe")
    assert target(far) == (1, 6)
    near = given(gun, FOE).combat().play("attack foe")
    assert target(near) == (5, 6)
    assert near.battle.strength[near.u("a")] == 4


def test_no_answer_beyond_reach() -> None:
    scene = given(guns("a", 20, 20), foot("foe", 20, 12, 180, side="red")).combat()
    assert scene.play("attack foe").roll(6).p.over
    assert scene.lost("foe") == 1


@pytest.mark.rule("brigades.rally.no-combat", "brigades.morale.rout.no-action")
def test_who_is_routed_neither_attacks_nor_answers() -> None:
    assert given(foot("a", 20, 20, state=ROUT), FOE).combat().p.over
    scene = given(foot("a", 20, 20), FOE._replace(state=ROUT)).combat().play("attack foe")
    assert scene.roll(1, 1).p.over


# -- reinforcing skirmishers ---------------------------------------------------------------------

LENT = "brigades.dice.reinforcing-skirmisher"


@pytest.mark.rule(LENT, R + "skirmisher.reinforcing")
@pytest.mark.parametrize(
    ("helper", "lends"),
    [
        (screen("s", 20, 22.3), True),  # at the rear
        (screen("s", 22.3, 20.5, 90), True),  # at the right side
        (screen("s", 20, 22.6), False),  # not in contact
        (screen("s", 20, 22.3, division="others"), False),
        (rider("s", 20, 22.3), False),
    ],
)
def test_a_skirmisher_at_the_rear_or_side_lends_its_die(helper: Spec, lends: bool) -> None:
    # The foe is out of reach of the skirmishers' own muskets.
    a = foot("a", 20, 20)
    scene = given(a, helper, FOE, divisions=[("others", "blue", "")]).combat()
    scene.play("attack foe")
    assert scene.texts() == (["begin", "without s"] if lends else [])
    if lends:
        scene.play("begin")
    assert target(scene) == (3 if lends else 2, 6)


@pytest.mark.rule(R + "skirmisher.reinforcing")
def test_a_skirmisher_before_the_front_does_not_reinforce() -> None:
    scene = given(foot("a", 20, 20), screen("s", 20, 17.7), MET._replace(y=13.5)).combat()
    assert scene.texts() == ["done", "attack foe"]
    scene.play("attack foe")
    assert scene.texts() == [] and target(scene) == (1, 6)


@pytest.mark.rule(LENT, R + "skirmisher.reinforcing")
@pytest.mark.parametrize(
    ("helper", "dice"),
    [
        (screen("s", 20, 14.7, 180, side="red"), 5),
        (screen("s", 20, 14.3, 180, side="red"), 4),
        (screen("s", 20, 14.7, 180, side="red", state=ROUT), 4),
    ],
)
def test_a_skirmisher_lends_its_die_to_an_answer_as_well(helper: Spec, dice: int) -> None:
    scene = given(foot("a", 20, 20), MET, helper).combat().play("attack foe").roll(1, 1, 1, 1)
    assert target(scene) == (dice, 6)


@pytest.mark.rule(R + "skirmisher.reinforcing")
def test_every_skirmisher_that_reinforces_adds_its_die() -> None:
    three = (screen("r", 22.3, 21, 90), screen("l", 17.7, 21, 270), screen("s", 20, 22.3))
    for helpers, dice in ((three[:1], 3), (three[:2], 4), (three, 5)):
        scene = given(foot("a", 20, 20), FOE, *helpers).combat().play("attack foe", "begin")
        assert target(scene) == (dice, 6)


@pytest.mark.rule(LENT, R + "skirmisher.reinforcing")
@pytest.mark.parametrize(
    ("host", "fire", "melee"),
    [
        (foot("a", 20, 20), 3, 5),
        (line("a", 20, 20), 2, 3),
        (thin_horse("a", 20, 20), None, 2),
        (horse("a", 20, 20), None, 3),
        (horse("a", 20, 20, traits=("firearm",)), 1, 2),
    ],
)
def test_only_massed_brigades_are_reinforced(host: Spec, fire: int | None, melee: int) -> None:
    # The star of the dice table is on the rows of massed brigades, which are 3 in deep and not 1.5.
    # The screen touches the rear; the enemy is about 1.5 in before the front, or touches it.
    rear, afar, met = (21.5, 16.2, 17.7) if "linear" in host.kind else (22.3, 15.5, 16.9)
    for y, dice in ((afar, fire), (met, melee)):
        foe = foot("foe", 20, y, 180, side="red")
        scene = given(host, screen("s", 20, rear), foe).push(Begin()).combat()
        if dice is None:
            assert scene.texts() == []
            continue
        scene.play("attack foe")
        if scene.texts():
            scene.play("begin")
        assert target(scene)[0] == dice


@pytest.mark.rule(LENT)
def test_a_screen_behind_a_line_lends_no_die_to_its_answer() -> None:
    foe = line("foe", 20, 16.2, 180, side="red")
    rear = screen("s", 20, 14.7, 180, side="red")
    scene = given(foot("a", 20, 20), foe, rear).combat().play("attack foe").roll(1, 1)
    assert target(scene) == (2, 6)


@pytest.mark.rule(R + "skirmisher.reinforcing", LENT)
def test_the_owner_chooses_whether_a_skirmisher_lends_or_fires() -> None:
    # The screen at the side of a has the enemy within 2 in itself.
    def after(*words: str) -> Scene:
        scene = given(foot("a", 20, 20), screen("s", 23.05, 19.3), FOE).combat()
        return scene.play("attack foe", *words)

    assert after().texts() == ["begin", "without a", "without s", "lend s"]
    assert target(after("begin")) == (2, 6)
    assert after("lend s").texts() == ["begin", "without s"]
    assert target(after("lend s", "begin")) == (3, 6)
    # It may fire after all until the combat begins.
    assert target(after("lend s", "lend s", "begin")) == (2, 6)


@pytest.mark.rule(R + "skirmisher.reinforcing", R + "open.dedicated-gun-range")
def test_behind_two_brigades_a_skirmisher_lends_to_the_one_whose_muskets_reach() -> None:
    # To foe: from the corner of a (20, 18.5) to (23, 16.6) 3.6 in, its gun alone; from b 1.9 in.
    scene = given(
        foot("a", 18.5, 20, traits=("dedicated-gun",)), foot("b", 21.6, 20), screen("s", 20, 22.3),
        foot("foe", 24.5, 15.1, 180, side="red"),
    ).combat()  # fmt: skip
    scene.play("attack foe", "begin")
    assert target(scene) == (1, 6)
    scene.roll(1)
    assert target(scene) == (3, 6)


@pytest.mark.rule(R + "skirmisher.reinforcing")
def test_who_would_lend_to_nobody_keeps_its_attack() -> None:
    beside = foot("b", 23.2, 20)
    scene = given(foot("a", 20, 20), beside, screen("s", 18, 22.3), FOE).combat()
    scene.play("attack foe", "without a", "begin").roll(1, 1)
    assert scene.p.fought[scene.u("s")] == 0


@pytest.mark.rule(R + "skirmisher.reinforcing")
def test_who_is_in_contact_himself_lends_nothing() -> None:
    foe, s = MET, screen("s", 22.3, 17, 90, side="red")
    scene = given(foot("a", 20, 20), foot("b", 24.6, 17, 270), foe, s).combat()
    scene.play("attack foe").roll(1, 1, 1, 1)
    assert target(scene) == (4, 6)


@pytest.mark.rule(LENT + ".period")
def test_before_napoleon_skirmishers_lend_nothing() -> None:
    a, s = foot("a", 20, 20), screen("s", 20, 22.3)
    for period, dice in (("napoleonic", 3), ("linear", 2)):
        scene = given(a, s, FOE, more=f'period = "{period}"').combat().play("attack foe")
        if period == "napoleonic":
            scene.play("begin")
        assert target(scene) == (dice, 6)


# -- shock, weight ---------------------------------------------------------------------------------

SHOCK = R + "attribute.shock."


def shocks(a: Spec, foe: Spec) -> bool:
    """Whether a stand hits with shock."""
    scene = given(a, foe)
    return bool(melee_facts(scene.p, scene.u("a"), scene.u("foe"), 0, 0).shock)


@pytest.mark.rule(SHOCK + "who", SHOCK + "effect", "brigades.dice.firearm-cavalry.no-shock")
def test_who_has_shock() -> None:
    shaken = MET._replace(state=YELLOW)
    for unit, has in (
        (horse("a", 20, 20), True), (foot("a", 20, 20), False), (rider("a", 20, 19.3), False),
        (foot("a", 20, 20, traits=("shock",)), True),
        (horse("a", 20, 20, traits=("no-shock",)), False),
        (horse("a", 20, 20, traits=("firearm",)), False),
        (horse("a", 20, 20, traits=("firearm", "shock")), False),
        (horse("a", 20, 20, state=YELLOW), False),
    ):  # fmt: skip
        assert shocks(unit, shaken) == has, unit
    assert not shocks(horse("a", 20, 20), MET)


@pytest.mark.rule(SHOCK + "effect")
def test_shock_on_the_table() -> None:
    scene = given(horse("a", 20, 20), MET._replace(state=YELLOW)).combat().play("attack foe")
    assert target(scene) == (2, 5)


@pytest.mark.rule(
    R + "attribute.cavalry-weight", "brigades.dice.firearm-cavalry.weight",
    "brigades.morale.modifier.heavier-cavalry",
)  # fmt: skip
@pytest.mark.parametrize(
    ("one", "other", "shaken"),
    [("light", "medium", True), ("medium", "heavy", True), ("light", "heavy", True),
     ("heavy", "medium", False), ("medium", "light", False), ("light", "light", False)],
)  # fmt: skip
def test_heavier_cavalry(one: str, other: str, shaken: bool) -> None:
    scene = given(horse("a", 20, 20, weight=one), horse("foe", 20, 17, 180, other, side="red"))
    scene.morale()
    assert ("heavier-cavalry" in scene.modifiers()) == shaken


@pytest.mark.rule("brigades.dice.firearm-cavalry.weight")
def test_firearm_cavalry_always_counts_as_the_lighter() -> None:
    fire = horse("a", 20, 20, weight="heavy", traits=("firearm",))
    scene = given(fire, horse("foe", 20, 17, 180, "light", side="red")).morale()
    assert "heavier-cavalry" in scene.modifiers()


# -- army commander ------------------------------------------------------------------------------

A = "brigades.misc.army-commander-killed"


@pytest.mark.rule(A, R + "command.casualties", R + "command.attached")
def test_only_an_army_commander_with_a_stand_that_suffers_may_fall() -> None:
    for rank, rolls in (("army", True), ("division", False)):
        scene = given(foot("a", 20, 20), FOE, commander("g", 20, 15.1, rank, "red")).combat()
        scene.play("attack foe").roll(6, 1).roll(1, 1)
        assert (scene.p.roll is not None) == rolls
    scene = given(foot("a", 20, 20), FOE, commander("g", 20, 15.1, "army", "red")).combat()
    scene.play("attack foe").roll(6, 1).roll(1, 1)
    assert scene.p.check().name == "army-commander"
    scene.roll(6)
    assert scene.at("g") is None
    unhurt = given(foot("a", 20, 20), FOE, commander("g", 20, 15.1, "army", "red")).combat()
    assert unhurt.play("attack foe").roll(1, 1).roll(1, 1).p.over


@pytest.mark.rule("brigades.dice.artillery-battery", "brigades.dice.artillery-battalion.melee")
def test_guns_on_the_table() -> None:
    for unit, dice, least in ((guns("a", 20, 20), 1, 4), (battery("a", 20, 19.3), 1, 6),
                              (guns("a", 20, 20, state=STATIONARY), 2, 4)):  # fmt: skip
        scene = given(unit, MET).combat().play("attack foe")
        assert scene.p.check().name == "melee" and target(scene) == (dice, least)


@pytest.mark.rule("brigades.dice.linear-infantry", "brigades.dice.infantry-skirmisher.sharpshooter")
def test_kinds_and_marks_on_the_table() -> None:
    for unit, dice, least in (
        (line("a", 20, 19.3, state=STATIONARY), 4, 6),
        (line("a", 20, 19.3, state=STATIONARY, traits=("poor-musketry",)), 3, 6),
        (screen("a", 20, 19.3, traits=("sharpshooter",)), 1, 5),
        (horse("a", 20, 20, traits=("firearm",)), 1, 6),
    ):  # fmt: skip
        scene = given(unit, FOE).combat().play("attack foe")
        assert target(scene) == (dice, least), unit
    assert given(horse("a", 20, 20), FOE).combat().p.over


# -- who touches fights ----------------------------------------------------------------------------


@pytest.mark.rule("brigades.rulings.combat.contact-fights")
def test_the_phase_does_not_end_before_whoever_touches_an_enemy_has_fought() -> None:
    def scene(state: int = 0) -> Scene:
        return given(
            horse("h", 20, 20, state=state), foot("foe", 20, 17, 180, side="red"),
            foot("b", 28, 20), foot("far", 28, 15.2, 180, side="red"),
        )  # fmt: skip

    # b could fire at the far one, 1.8 in away, and may let it be; the cavalry must fight.
    combat = scene().combat()
    assert combat.texts() == ["attack foe", "attack far"]
    combat.play("attack far").roll(1, 1).roll(1, 1)
    # What is left is no choice any more: the cavalry fights with its two dice.
    assert combat.p.roll is not None and len(combat.p.check().dice) == 2
    # Routed it has no dice, and nothing is due.
    assert scene(state=ROUT).combat().texts() == ["done", "attack far"]


@pytest.mark.rule("brigades.rulings.combat.contact-fights")
def test_who_is_left_out_of_a_melee_still_has_to_fight() -> None:
    scene = given(
        foot("a", 18.4, 20), foot("b", 21.5, 20), foot("foe", 20, 17, 180, side="red", strength=9)
    ).combat()
    # b hits nobody and loses two: it falls back, and the foe stays where it is.
    scene.play("without a", "begin").roll(1, 1, 1, 1).roll(6, 6, 1, 1).play("pass")
    assert scene.at("b") != (21.5, 20, 0)
    assert scene.p.roll is not None and scene.p.stack[-1].unit == scene.u("a")  # type: ignore[attr-defined]


# -- what is foreseen ----------------------------------------------------------------------------


def fire_foreseen(scene: Scene, order: str) -> Chain:
    """The chain of an attack that an order of the blue side begins."""
    p = scene.p
    action = scene.texts().index(order)
    attack = attack_of(p, p.options()[action])
    assert attack is not None
    after = p.copy()
    after.play(p.options()[action])
    found = foresee_chain(SYSTEM, after, 0, *attack)
    assert found is not None
    return found


def test_the_answering_fire_is_foreseen_with_ones_own() -> None:
    found = fire_foreseen(given(foot("a", 20, 20), FOE).combat(), "attack foe")
    # Two dice of either side that hit on 6: a third of a point on average.
    assert found.losses == (Fraction(1, 3), Fraction(1, 3))
    titles = {(row.title, row.about) for row in found.rows()}
    assert titles == {("Fire", ("unit:a", "unit:foe")), ("Fire", ("unit:foe", "unit:a"))}


def test_fire_of_several_is_foreseen_where_it_begins() -> None:
    scene = given(foot("a", 18, 20), foot("b", 22.5, 20), FOE).combat()
    p = scene.p
    assert attack_of(p, p.options()[scene.texts().index("attack foe")]) is None
    found = fire_foreseen(scene.play("attack foe"), "begin")
    # He answers one of them.
    assert found.losses == (Fraction(1, 3), Fraction(2, 3))


@pytest.mark.rule("brigades.rulings.skirmisher.reinforcing", "brigades.march.no-fire")
@pytest.mark.parametrize(("state", "dice"), [(0, 3), (COLUMN, 2)])
def test_skirmishers_in_column_lend_no_die(state: int, dice: int) -> None:
    """Behind a brigade whose two dice reach an enemy 2 in before it."""
    foe = foot("foe", 20, 15, 180, side="red")
    scene = given(foot("a", 20, 20), screen("s", 20, 22.3, state=state), foe)
    scene.combat().play("attack foe")
    if not state:
        scene.play("begin")
    assert len(scene.p.check().dice) == dice


def test_an_attack_is_foreseen_with_its_attacker_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where it would cost less to leave him out and let the battery fire alone."""
    scene = given(
        rider("a", 20, 20, strength=1), battery("b", 24, 23),
        battery("foe", 20, 18.5, side="red", strength=1, state=YELLOW),
        foot("other", 28, 15, 180, side="red"),
    ).combat()  # fmt: skip
    assert scene.texts() == ["attack foe", "attack other"]
    a, foe = scene.u("a"), scene.u("foe")
    monkeypatch.setattr(
        type(SYSTEM), "judge", lambda self, p, side: p.losses[foe] / 100 - p.losses[a]
    )
    found = foresee_chain(SYSTEM, scene.p.copy(), 0, "unit:a", "unit:foe")
    assert found is not None
    # Neither of two dice of the rider shows a 6 (25 of 36), nor does that of the battery, or its
    # hit is saved (11 of 12): else the battery loses its only point.
    assert found.losses[1] == 1 - Fraction(25, 36) * Fraction(11, 12)
    assert "without a" not in {row.label for row in found.rows()}


def test_an_advance_does_not_order_the_attack_that_comes_next() -> None:
    scene = given(
        foot("a", 12, 20), foot("foe", 12, 17, 180, side="red", strength=1),
        foot("b", 30, 20), foot("other", 30, 17, 180, side="red"),
    ).combat()  # fmt: skip
    scene.play("attack foe").roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    p = scene.p
    assert scene.texts() == ["pass", "advance a"]
    assert [attack_of(p, action) for action in p.options()] == [None, None]
