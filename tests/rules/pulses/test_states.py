"""Force status: what each of the four forces or forbids."""

import pytest

from grognard.systems.pulses.moving.leg import Leg
from grognard.systems.pulses.state.kinds import ACTIVE, ATTACK, HOLD, WITHDRAW
from grognard.systems.pulses.status import IF_ABLE
from tests.rules.pulses.given import army, foot, given, guns, heavy, light, slow


@pytest.mark.rule("pulses.status.withdraw")
def test_a_withdrawing_unit_must_move_until_it_is_20_in_from_every_enemy() -> None:
    scene = given(foot("a", 20, 24), foot("foe", 20, 5, side="red"), status=WITHDRAW).movement()
    assert "done" not in scene.texts()
    scene.play("move a")
    assert "halt" not in scene.texts()
    assert "1 in further from the enemy" in scene.refusal("20.0,20.0")
    # Its rear edge would be 20 in from the enemy's at 28: it must go on until then.
    scene.play("to 20.0,27.0 facing 180")
    assert "halt" not in scene.texts()
    scene.play("to 20.0,28.0 facing 180")
    assert "halt" in scene.texts()


@pytest.mark.rule("pulses.status.withdraw")
def test_a_unit_20_in_away_need_not_withdraw() -> None:
    for gap, bound in ((19.9, True), (20.0, False)):
        scene = given(
            foot("a", 20, 5 + 3 + gap), foot("foe", 20, 5, side="red"), status=WITHDRAW
        ).movement()
        assert ("done" in scene.texts()) != bound


@pytest.mark.rule("pulses.status.hold.infantry-cavalry")
def test_on_hold_infantry_and_cavalry_change_face_at_no_cost() -> None:
    for unit in (foot("a", 20, 20), light("a", 20, 20)):
        scene = given(unit, status=HOLD).moves("a")
        assert scene.names() == {"halt", "face right", "face about", "face left"}
        assert "changes face only" in scene.refusal("20.0,19.0")
        assert "90 or 180" in scene.refusal("20.0,20.0 facing 45")
        scene.play("to 20.0,20.0 facing 90")
        assert scene.at("a") == (20, 20, 90)


@pytest.mark.rule("pulses.status.hold.infantry-cavalry")
def test_the_face_change_of_a_holding_unit_is_free_even_with_no_move() -> None:
    scene = given(foot("a", 20, 20), status=HOLD).moves("a")
    tried = scene.p.decision.mover(scene.p).attempt(200, 200, 18)  # type: ignore[union-attr]
    assert (tried.why, tried.cost) == ("", 0)


@pytest.mark.rule("pulses.status.hold.artillery-officers")
def test_on_hold_artillery_and_officers_move() -> None:
    scene = given(guns("a", 20, 20), army("chief", 5, 5), status=HOLD).moves("a")
    assert scene.refusal("20.0,9.0") == ""
    officer = given(foot("a", 20, 20), status=HOLD).movement()
    assert "move blue" in officer.texts()


@pytest.mark.rule("pulses.status.active")
def test_an_active_force_moves_as_it_likes() -> None:
    scene = given(foot("a", 20, 20), status=ACTIVE).movement()
    assert "done" in scene.texts()
    scene.play("move a")
    assert "halt" in scene.texts()
    assert scene.refusal("20.0,8.0") == ""


@pytest.mark.rule("pulses.status.attack")
def test_an_attacking_force_must_contact_an_enemy_it_can_reach() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 9, 180, side="red"))
    scene = given(*pair, status=ATTACK).movement()
    assert "done" not in scene.texts()
    scene.play("move a")
    assert scene.names() == {"attack foe"}
    assert "must attack" in scene.refusal("20.0,15.0")


@pytest.mark.rule("pulses.status.attack")
def test_an_attacking_force_uses_its_whole_move_towards_the_enemy() -> None:
    pair = (foot("a", 20, 30), foot("foe", 20, 5, 180, side="red"))
    scene = given(*pair, status=ATTACK).moves("a")
    assert "halt" not in scene.texts()
    assert "1 in nearer to whom" in scene.refusal("20.0,31.0")
    scene.play("to 20.0,18.0")
    assert scene.p.decision is not None
    assert scene.asks() == "Move"


@pytest.mark.rule("pulses.status.attack")
def test_the_guns_of_an_attacking_force_are_not_bound() -> None:
    scene = given(guns("a", 20, 30), foot("foe", 20, 5, 180, side="red"), status=ATTACK)
    assert "done" in scene.movement().texts()


@pytest.mark.rule("pulses.status.attack")
def test_an_attacking_unit_may_not_turn_its_front_off_the_enemy() -> None:
    pair = (light("a", 20, 30), foot("foe", 20, 5, 180, side="red"))
    scene = given(*pair, status=ATTACK).moves("a")
    for facing in (90, 180, 270):
        assert "1 in nearer to whom" in scene.refusal(f"20.0,30.0 facing {facing}")
    # With the enemy behind it, it may face about.
    behind = given(light("a", 20, 10), foot("foe", 20, 40, side="red"), status=ATTACK).moves("a")
    assert behind.refusal("20.0,10.0 facing 180") == ""


@pytest.mark.rule("pulses.status.withdraw")
def test_a_withdrawing_unit_may_not_turn_upon_the_enemy() -> None:
    pair = (light("a", 20, 20), foot("foe", 20, 12, side="red"))
    away = {**pair[0], "facing": 180}
    scene = given(away, pair[1], status=WITHDRAW).moves("a").roll(3)
    for facing in (90, 0, 270):
        assert "1 in further from the enemy" in scene.refusal(f"20.0,20.0 facing {facing}")
    toward = given(*pair, status=WITHDRAW).moves("a").roll(3)
    assert toward.refusal("20.0,20.0 facing 180") == ""


@pytest.mark.rule("pulses.rulings.compelled", "pulses.status.withdraw")
def test_a_withdrawing_unit_whose_ways_have_no_name_goes_on_all_the_same() -> None:
    # Friends stand where it would go, straight back and obliquely: it squeezes out between them.
    friends = [foot(f"f{i}", x, y) for i, (x, y) in enumerate([(20, 32.2), (14.5, 31), (25.5, 31)])]
    foe = foot("foe", 20, 12, 180, side="red")
    scene = given(slow("a", 20, 25, 180), foe, *friends, status=WITHDRAW).moves("a")
    assert "halt" not in scene.texts()
    assert any("away" in text or "ahead" in text for text in scene.texts())


@pytest.mark.rule("pulses.rulings.compelled", "pulses.status.withdraw")
def test_it_halts_where_no_place_is_an_inch_further_off() -> None:
    # In the corner of the table, its enemy diagonally before it.
    foe = foot("foe", 12, 36, 225, side="red")
    scene = given(foot("a", 1.6, 46.3, 180), foe, status=WITHDRAW).moves("a")
    assert "halt" in scene.texts()
    # A step from the edges it must go back to them.
    open_ground = given(foot("a", 4.0, 44.0, 225), foe, status=WITHDRAW).moves("a")
    assert "halt" not in open_ground.texts()


@pytest.mark.rule("pulses.rulings.compelled", "pulses.status.withdraw")
def test_no_move_is_spent_on_wheels_to_and_fro() -> None:
    foe = foot("foe", 20, 8, 180, side="red")
    scene = given(light("a", 20, 20, 180), foe, status=WITHDRAW).moves("a")
    # On the spot by 45 degrees, and sideways: neither takes it an inch further off.
    assert "1 in further" in scene.refusal("20.6,21.5 facing 225")
    assert "1 in further" in scene.refusal("25.0,20.0 facing 180")
    assert scene.refusal("20.0,21.0 facing 180") == ""
    # Nor is an attack a way out, even where the enemy beyond the first is further off.
    pair = (foot("foe", 20, 12, 180, side="red"), foot("far", 30, 30, 270, side="red"))
    close = given(light("a", 20, 16.5, 0), *pair, status=WITHDRAW).moves("a").roll(3)
    assert close.refusal("20.0,15.0 facing 0") != ""


@pytest.mark.rule("pulses.rulings.compelled", "pulses.status.attack")
def test_contact_that_only_an_odd_angle_makes_is_compulsory() -> None:
    # Straight, obliquely, after a wheel or a turn towards his middle it passes him by: only a wheel
    # to 85 degrees and a way off its front lead to a corner of him.
    foe = foot("foe", 37.0, 30.1, 155, side="red")
    scene = given(heavy("a", 30, 25, 355), foe, status=ATTACK).moves("a").roll(2)
    assert scene.names() == {"attack foe"}
    assert "must attack" in scene.refusal("30.0,23.0 facing 355")
    # So it is for a unit of an active force that throws a six; with a five it may halt.
    active = given(heavy("a", 30, 25, 355), foe).moves("a")
    assert "halt" not in active.roll(6).texts()
    assert "halt" in given(heavy("a", 30, 25, 355), foe).moves("a").roll(5).texts()
    # And wherever the enemy stands in the list of the battle.
    listed_first = given(foe, heavy("a", 30, 25, 355), status=ATTACK).moves("a").roll(2)
    assert listed_first.names() == {"attack foe"}


@pytest.mark.rule("pulses.rulings.compelled", "pulses.move.six-inch.six")
def test_contact_that_only_the_smallest_wheel_makes_is_compulsory() -> None:
    # With 1.5 in left a wheel by 5 degrees, and then a way off the front, leads to his corner.
    foe = foot("foe", 25.1, 24.8, 310, side="red")
    scene = given(foot("a", 28.8, 26.6, 220), foe)
    scene.push(Leg.first(scene.p, scene.u("a"), IF_ABLE, 1500))
    assert scene.texts() == ["attack foe to 27.6,26.8 facing 225"]


@pytest.mark.rule("pulses.rulings.attack-whom")
def test_heavy_cavalry_does_not_go_for_an_enemy_in_a_town() -> None:
    town = [("town", "180,100 220,100 220,140 180,140")]
    near = foot("near", 20, 12, 180, side="red")
    far = foot("far", 45, 20, 270, side="red")
    scene = given(heavy("a", 20, 20), near, far, areas=town, status=ATTACK).moves("a")
    if scene.asks() == "MoveRoll":
        scene.roll(3)
    assert "halt" not in scene.texts()
    # Towards the town it gets no nearer to the only enemy it may attack.
    assert "nearer to whom it may attack" in scene.refusal("20.0,18.0")
    assert scene.refusal("22.0,20.0 facing 90") == ""
    # Nobody but the town: it moves as it likes, or not at all.
    alone = given(heavy("a", 20, 22), near, areas=town, status=ATTACK).moves("a")
    assert "halt" in alone.texts()
    assert alone.refusal("20.0,24.0 facing 180") == ""


@pytest.mark.rule("pulses.rulings.attack-whom")
def test_nor_for_one_on_the_far_bank() -> None:
    river = [("river", "0,160 600,160")]
    far = foot("far", 20, 12, 180, side="red")
    scene = given(foot("a", 20, 22), far, lines=river, status=ATTACK).moves("a")
    assert "halt" in scene.texts()
    bridge = [("bridge", "line-0", "200,160")]
    over = given(foot("a", 20, 22), far, lines=river, crossings=bridge, status=ATTACK).moves("a")
    assert "halt" not in over.texts()


@pytest.mark.rule("pulses.status.attack", "pulses.rulings.compelled", "pulses.face.infantry")
@pytest.mark.parametrize("facing", [90, 180, 270])
def test_an_attacking_unit_with_its_back_to_the_enemy_is_shown_the_way_upon_him(
    facing: int,
) -> None:
    # The turn takes 3 of its 12 in, and nothing of the 16 in of light cavalry.
    foe = foot("foe", 30, 6, 180, side="red")
    for unit, y in ((foot("a", 30, 30, facing), 21.0), (light("a", 30, 30, facing), 14.0)):
        scene = given(unit, foe, status=ATTACK).moves("a")
        assert f"turn and advance to 30.0,{y} facing 0" in scene.texts()
        scene.play("turn and advance")
        assert scene.at("a") == (30.0, y, 0)


@pytest.mark.rule("pulses.face.rough")
def test_in_rough_ground_it_finds_another_way_upon_the_enemy() -> None:
    wood = [("forest", "250,250 350,250 350,350 250,350")]
    foe = foot("foe", 30, 6, 180, side="red")
    scene = given(foot("a", 30, 30, 180, sk=1), foe, areas=wood, status=ATTACK).moves("a")
    assert scene.names() == {"towards the enemy"}
