"""Movement: allowances, facing changes, slants, limbering, passing friends, the hurried turn."""

import pytest

from grognard.systems.brigades.state.position import (
    ACTED,
    COLUMN,
    LIMBERED,
    ROUT,
    STATIONARY,
    YELLOW,
)
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

FAR = foot("foe", 45, 34, facing=270, side="red")


def alone(unit: Spec, **more: object) -> Scene:
    """A unit with all the table before it."""
    return given(unit, FAR, **more).moves(unit.id)  # type: ignore[arg-type]


def reaches(scene: Scene, inches: int) -> bool:
    """Whether the stand at 20,32 goes just so many inches ahead."""
    beyond = scene.refusal(f"to 20.0,{31 - inches}.9")
    return scene.refusal(f"to 20.0,{32 - inches}.0") == "" and "further than" in beyond


@pytest.mark.rule("brigades.movement.slow-infantry")
@pytest.mark.parametrize("kind", [foot, line])
def test_slow_infantry_moves_12(kind: object) -> None:
    assert reaches(alone(kind("a", 20, 32, traits=("slow",))), 12)  # type: ignore[operator]


@pytest.mark.rule("brigades.movement.infantry", "brigades.rulings.attribute.slow-infantry")
@pytest.mark.parametrize("kind", [foot, line, screen])
def test_infantry_moves_16_on_whatever_base(kind: object) -> None:
    assert reaches(alone(kind("a", 20, 32)), 16)  # type: ignore[operator]


@pytest.mark.rule("brigades.rulings.attribute.slow-infantry")
def test_skirmishers_are_never_slow() -> None:
    assert reaches(alone(screen("a", 20, 32, traits=("slow",))), 16)


@pytest.mark.rule(
    "brigades.movement.heavy-cavalry", "brigades.movement.medium-cavalry",
    "brigades.movement.light-cavalry",
)  # fmt: skip
@pytest.mark.parametrize(("weight", "inches"), [("heavy", 20), ("medium", 24), ("light", 24)])
@pytest.mark.parametrize("kind", [horse, thin_horse, rider])
def test_cavalry_moves_by_its_weight(kind: object, weight: str, inches: int) -> None:
    unit = kind("a", 20, 32, weight=weight)  # type: ignore[operator]
    assert reaches(alone(unit), inches)


@pytest.mark.rule("brigades.movement.cavalry-with-dedicated-gun")
@pytest.mark.parametrize("weight", ["light", "medium", "heavy"])
def test_a_dedicated_gun_slows_cavalry(weight: str) -> None:
    unit = horse("a", 20, 32, weight=weight, traits=("dedicated-gun",))
    assert reaches(alone(unit), 20)


@pytest.mark.rule("brigades.movement.horse-artillery", "brigades.movement.limbered-artillery")
@pytest.mark.parametrize(("traits", "inches"), [(("horse",), 24), ((), 16)])
@pytest.mark.parametrize("kind", [guns, battery])
def test_limbered_guns(kind: object, traits: tuple[str, ...], inches: int) -> None:
    unit = kind("a", 20, 32, state=LIMBERED, traits=traits)  # type: ignore[operator]
    assert reaches(alone(unit), inches)


@pytest.mark.rule("brigades.movement.unlimbered-artillery")
@pytest.mark.parametrize("traits", [(), ("horse",)])
def test_guns_are_pushed_two_inches(traits: tuple[str, ...]) -> None:
    assert reaches(alone(guns("a", 20, 32, traits=traits)), 2)


@pytest.mark.rule("brigades.movement.commander")
def test_a_commander_rides_24_in_any_direction() -> None:
    scene = given(commander("g", 10, 20), foot("a", 2, 2), FAR).moves("g")
    assert scene.refusal("to 34.0,20.0 facing 0") == ""
    assert "further than the 24 in" in scene.refusal("to 34.1,20.0 facing 0")


@pytest.mark.rule("brigades.movement.who")
def test_the_attacker_moves_all_his_stands_but_the_routed_and_nobody_else() -> None:
    scene = given(foot("a", 20, 20), foot("b", 10, 20, state=ROUT), FAR)
    scene.moves("a").play("to 20.0,18.0", "halt")
    assert scene.texts() == ["done", "move blue-army", "move blue-leader"]


@pytest.mark.rule("brigades.rulings.movement.one-at-a-time")
def test_each_finishes_its_move_before_the_next_begins() -> None:
    scene = given(foot("a", 20, 20), foot("b", 10, 20), FAR).moves("a").play("to 20.0,18.0")
    assert not any(text.startswith("move") for text in scene.texts())
    scene.play("halt")
    assert "move b" in scene.texts() and "move a" not in scene.texts()


def turns(unit: Spec, inches: int) -> None:
    """One change is free, the next costs half the allowance, one more the other half."""
    scene = alone(unit).play("to 20.0,20.0 facing 90")
    assert scene.left() == inches
    scene.play("to 20.0,20.0 facing 180")
    assert scene.left() == inches / 2
    assert scene.refusal("to 20.0,20.0 facing 270") == ""
    assert "costs" in scene.refusal("to 20.0,21.0 facing 190")


@pytest.mark.rule("brigades.movement.facing.slow-infantry")
def test_slow_infantry_turns_once_freely_and_again_for_half_its_move() -> None:
    turns(foot("a", 20, 20, traits=("slow",)), 12)


@pytest.mark.rule("brigades.movement.facing.infantry")
@pytest.mark.parametrize("kind", [foot, line, screen])
def test_infantry_turns_likewise(kind: object) -> None:
    turns(kind("a", 20, 20), 16)  # type: ignore[operator]


@pytest.mark.rule("brigades.movement.facing.cavalry")
@pytest.mark.parametrize(("weight", "inches"), [("heavy", 20), ("light", 24)])
def test_cavalry_turns_likewise(weight: str, inches: int) -> None:
    turns(horse("a", 20, 20, weight=weight), inches)


@pytest.mark.rule("brigades.rulings.movement.skirmisher-facing")
@pytest.mark.parametrize(("kind", "inches"), [(screen, 16), (rider, 24)])
def test_skirmishers_turn_and_move_as_their_arm_does(kind: object, inches: int) -> None:
    unit = kind("a", 20, 20)  # type: ignore[operator]
    turns(unit, inches)
    assert "front arc" in alone(unit).refusal("to 20.0,22.0 facing 0")


@pytest.mark.rule("brigades.movement.facing.free-turners")
def test_commanders_and_limbered_horse_guns_turn_for_nothing() -> None:
    scene = alone(guns("a", 20, 20, state=LIMBERED, traits=("horse",)))
    # Four turns, and an inch between the first two and the others.
    scene.play("to 20.0,20.0 facing 90", "to 21.0,20.0 facing 180", "to 21.0,20.0 facing 270")
    assert scene.left() == 23.0
    assert scene.refusal("to 21.0,30.0 facing 0") == ""
    ride = given(commander("g", 20, 20), foot("a", 2, 2), FAR).moves("g")
    ride.play("to 26.0,20.0 facing 0", "to 20.0,20.0 facing 0")
    assert ride.left() == 12.0


@pytest.mark.rule("brigades.movement.facing.limbered-artillery")
def test_limbered_guns_turn_as_often_as_they_like() -> None:
    scene = alone(guns("a", 20, 20, state=LIMBERED))
    scene.play("to 20.0,20.0 facing 90", "to 21.0,20.0 facing 180", "to 21.0,20.0 facing 270")
    assert scene.left() == 15.0


@pytest.mark.rule("brigades.movement.facing.unlimbered-artillery")
def test_unlimbered_guns_pay_an_inch_for_every_turn() -> None:
    scene = alone(guns("a", 20, 20)).play("to 20.0,20.0 facing 90")
    assert scene.left() == 1.0
    assert scene.refusal("to 20.0,20.0 facing 0") == ""
    assert "costs" in scene.refusal("to 20.0,19.9 facing 0")


@pytest.mark.rule("brigades.movement.limbering")
def test_limbering_costs_no_movement() -> None:
    scene = alone(guns("a", 20, 20)).play("limber")
    assert scene.left() == 16.0 and scene.has("a", LIMBERED)
    # All 16 in used: unlimbering is still free.
    spent = alone(guns("a", 20, 30, state=LIMBERED)).play("to 20.0,14.0")
    assert "unlimber" in spent.texts()


@pytest.mark.rule("brigades.rulings.movement.limber-then-move")
def test_who_limbers_has_the_whole_allowance() -> None:
    assert reaches(alone(guns("a", 20, 32)).play("limber"), 16)


@pytest.mark.rule("brigades.rulings.movement.unlimber-ends")
def test_who_unlimbers_moves_no_more() -> None:
    scene = alone(guns("a", 20, 20, state=LIMBERED)).play("to 20.0,18.0", "unlimber")
    assert not scene.has("a", LIMBERED)
    assert "Which unit moves?" in scene.p.decision.prompt(scene.p)  # type: ignore[union-attr]


@pytest.mark.rule("brigades.movement.ppa", "brigades.rulings.attribute.ppa")
def test_ppa_guns_never_limber_again_but_are_pushed() -> None:
    scene = alone(guns("a", 20, 20, traits=("ppa",)))
    assert "limber" not in scene.texts()
    assert scene.refusal("to 20.0,18.0") == ""
    assert "limber" in alone(guns("a", 20, 20)).texts()
    assert "unlimber" in alone(guns("a", 20, 20, state=LIMBERED, traits=("ppa",))).texts()


@pytest.mark.rule("brigades.rulings.movement.oblique")
def test_a_stand_goes_ahead_or_up_to_45_degrees_aside_and_keeps_its_facing() -> None:
    scene = alone(foot("a", 20, 20))
    assert scene.refusal("to 24.0,16.0") == "" and scene.refusal("to 16.0,16.0") == ""
    # One degree of the table's angle beyond: 4.2 aside for 4.0 ahead are 46.4 degrees.
    assert "front arc" in scene.refusal("to 24.2,16.0")
    scene.play("to 22.0,18.0", "to 20.0,16.0")
    assert scene.at("a") == (20.0, 16.0, 0)


@pytest.mark.rule("brigades.rulings.movement.facing-moment")
def test_the_free_change_comes_at_any_moment_and_to_any_direction() -> None:
    scene = alone(foot("a", 20, 20)).play("to 20.0,12.0", "to 20.0,12.0 facing 225")
    assert scene.left() == 8.0


@pytest.mark.rule("brigades.rulings.movement.facing-spent", "brigades.rulings.hurry")
def test_a_spent_stand_turns_for_a_disorder() -> None:
    scene = alone(foot("a", 5, 20)).play("to 5.0,20.0 facing 90", "to 21.0,20.0 facing 90")
    assert scene.left() == 0.0
    scene.play("hurry", "to 21.0,20.0 facing 180")
    assert scene.at("a") == (21.0, 20.0, 180) and scene.has("a", YELLOW)


@pytest.mark.rule("brigades.rulings.movement.facing-spent")
def test_a_spent_stand_in_disorder_does_not_turn() -> None:
    scene = alone(foot("a", 5, 20, state=YELLOW))
    scene.play("to 5.0,20.0 facing 90", "to 21.0,20.0 facing 90")
    assert "hurry" not in scene.texts()


@pytest.mark.rule("brigades.rulings.hurry")
def test_a_turn_for_a_disorder_costs_no_movement() -> None:
    scene = alone(foot("a", 20, 20)).play("to 20.0,20.0 facing 90", "hurry")
    assert scene.has("a", YELLOW)
    scene.play("to 20.0,20.0 facing 0")
    assert scene.left() == 16.0
    # Disordered now, it pays for the next one.
    scene.play("to 20.0,20.0 facing 90")
    assert scene.left() == 8.0


@pytest.mark.rule("brigades.rulings.attribute.poorly-trained")
def test_the_poorly_trained_never_turn_freely_but_may_hurry() -> None:
    scene = alone(foot("a", 20, 20, traits=("poorly-trained",)))
    assert "hurry" in scene.texts()
    scene.play("to 20.0,20.0 facing 90")
    assert scene.left() == 8.0


@pytest.mark.rule("brigades.rulings.attribute.militia")
def test_militia_is_always_disordered_and_pays_half_its_move_for_a_turn() -> None:
    scene = alone(foot("a", 20, 20, traits=("militia",)))
    assert scene.p.disordered(scene.u("a"))
    assert "hurry" not in scene.texts()
    scene.play("to 20.0,20.0 facing 90")
    assert scene.left() == 8.0


@pytest.mark.rule("brigades.rulings.movement.pass-through.free")
@pytest.mark.parametrize(
    "friend",
    [screen("b", 20, 16), rider("b", 20, 16), guns("b", 20, 16, state=LIMBERED)],
)
def test_skirmishers_and_limbered_guns_are_passed_and_pass_freely(friend: Spec) -> None:
    scene = given(foot("a", 20, 20), friend, FAR).moves("a").play("to 20.0,10.0")
    assert not scene.has("a", YELLOW) and not scene.has("b", YELLOW)
    back = given(foot("a", 20, 12), friend, FAR).moves("b").play("to 20.0,7.0")
    assert not back.has("a", YELLOW) and not back.has("b", YELLOW)


@pytest.mark.rule("brigades.rulings.movement.pass-through.free")
def test_commanders_pass_and_are_passed() -> None:
    scene = given(foot("a", 20, 20), commander("g", 20, 23), FAR).moves("g")
    scene.play("to 20.0,14.0 facing 0", "halt", "move a", "to 20.0,8.0")
    assert not scene.has("a", YELLOW) and scene.at("a") == (20.0, 8.0, 0)


@pytest.mark.rule("brigades.rulings.movement.pass-through.free")
def test_unlimbered_guns_stand_in_the_way() -> None:
    scene = given(foot("a", 20, 20), guns("b", 20, 16), FAR).moves("a")
    assert "B stands in the way" in scene.refusal("to 20.0,10.0")


@pytest.mark.rule("brigades.rulings.movement.pass-through.close-order")
def test_close_order_that_passes_close_order_disorders_both() -> None:
    scene = given(foot("a", 20, 20), line("b", 20, 16), FAR).moves("a").play("to 20.0,10.0")
    assert scene.has("a", YELLOW) and scene.has("b", YELLOW)
    beside = given(foot("a", 20, 20), line("b", 24, 16), FAR).moves("a").play("to 20.0,10.0")
    assert not beside.has("a", YELLOW) and not beside.has("b", YELLOW)


@pytest.mark.rule("brigades.rulings.movement.pass-through.close-order")
@pytest.mark.parametrize("state", [0, COLUMN, ROUT])
def test_close_order_passes_neither_columns_nor_routed_stands(state: int) -> None:
    # From 20,20 to 20,10 through a brigade that stands across the way, its column towards the left.
    scene = given(foot("a", 20, 20), foot("b", 20, 16, 90, state=state), FAR).moves("a")
    assert scene.refusal("to 20.0,10.0") == ("B stands in the way" if state else "")


@pytest.mark.rule("brigades.rulings.movement.pass-through.close-order")
def test_a_column_passes_no_close_order_but_skirmishers() -> None:
    # Its markers reach 10.5 in behind its centre, to 13.5: the friend's front edge is at 14.5.
    for friend, why in ((foot("b", 20, 16), "B stands in the way"), (screen("b", 20, 16), "")):
        scene = given(foot("a", 20, 25, state=COLUMN), friend, FAR).moves("a")
        assert scene.refusal("to 20.0,3.0") == why


@pytest.mark.rule("brigades.rulings.movement.no-overlap")
def test_nobody_ends_on_another_stand() -> None:
    scene = given(foot("a", 20, 20), screen("b", 20, 14), FAR).moves("a")
    assert scene.refusal("to 20.0,13.0") == "it would stand on B"
    assert scene.refusal("to 20.0,16.2") == "it would stand on B"
    # b's rear edge is at 14.75, a's front edge 1.5 before its centre.
    assert scene.refusal("to 20.0,16.3") == ""


@pytest.mark.rule("brigades.charge.approach")
@pytest.mark.parametrize("kind", [foot, line, horse, screen, rider])
def test_nobody_comes_nearer_than_an_inch_without_a_charge(kind: object) -> None:
    unit = kind("a", 20, 24)  # type: ignore[operator]
    depth = {"infantry": 1.5, "cavalry": 1.5}.get(unit.kind, 0.75)
    scene = given(unit, horse("foe", 24, 15, 180, side="red")).moves("a")
    # The enemy's base ends at 16.5 and begins at 22.5, a's right side is at 21.5: an inch aside.
    assert scene.refusal("to 20.0,15.0") == ""
    slant = given(unit, horse("foe", 23.9, 15, 180, side="red")).moves("a")
    assert "comes within 1 in of Foe" in slant.refusal("to 20.0,15.0")
    ahead = 16.5 + 1 + depth
    if ahead * 10 == int(ahead * 10):
        front = given(unit, horse("foe", 20, 15, 180, side="red")).moves("a")
        assert front.refusal(f"to 20.0,{ahead:.1f}") == ""
        assert "comes within 1 in" in front.refusal(f"to 20.0,{ahead - 0.1:.1f}")


@pytest.mark.rule("brigades.rulings.stationary.lost")
def test_moving_and_turning_end_the_stationary_state() -> None:
    for order in ("to 20.0,19.0", "to 20.0,20.0 facing 5"):
        scene = alone(foot("a", 20, 20, state=STATIONARY)).play(order)
        assert not scene.has("a", STATIONARY) and scene.has("a", ACTED)


@pytest.mark.rule("brigades.rulings.rest-of-a-move")
def test_a_move_ends_of_itself_when_less_than_half_an_inch_is_left() -> None:
    far = foot("foe", 40, 4, 180, side="red")
    # A tenth of an inch aside makes the way of 15.5 in a thousandth of an inch longer.
    for x, y, asked in ((20.0, 14.5, True), (20.1, 14.5, False), (20.0, 14.4, False)):
        # Disordered it cannot hurry; the free turn is made, and another takes half a move.
        scene = given(foot("a", 20, 30, 90, state=YELLOW), far).moves("a")
        scene.play("to 20.0,30.0 facing 0", f"to {x},{y}")
        assert scene.at("a") == (x, y, 0)
        assert ("halt" in scene.texts()) == asked
    # With the turn still free it is asked for, were it only for that.
    scene = given(foot("a", 20, 30, state=YELLOW), far).moves("a").play("to 20.0,14.1")
    assert any(text.startswith("turn to foe") for text in scene.texts())
