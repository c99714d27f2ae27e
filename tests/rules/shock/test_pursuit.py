"""After a charge: blown cavalry and what it may not do, pursuit once and twice."""

import pytest

from grognard.systems.shock.state.kinds import (
    BLOWN,
    CHARGING,
    D1,
    D2,
    ENGAGED,
    GOOD,
    ROUTED,
    SQUARE,
)
from tests.rules.shock.given import Scene, Spec, foot, given, heavy, light

FOE = foot("foe", "0804", side="red", facing="s")


def to_the_shock(*pieces: Spec, orders: tuple[str, ...] = ("charge horse > foe",)) -> Scene:
    """The attackers have committed themselves, the infantry stands and holds: the shock is due."""
    scene = given(*pieces).activate("blue")
    for order in orders:
        scene.play(order)
    if scene.p.decision and "done" in scene.options():
        scene.play("done")
    while not scene.p.roll or scene.check().name != "shock":
        if scene.p.roll:
            scene.roll(0).ride()
        else:
            scene.play("stand and check" if "stand and check" in scene.options() else "hold")
    return scene


def driven_back(scene: Scene, to: str) -> Scene:
    """A shock at 3-1 or 4-1 with a modified 3: nothing for the attacker, 1Bd for the defender."""
    assert scene.check().target in ("ratio 3-1", "ratio 4-1")
    return scene.roll(3 - scene.drm()).roll(0).play(f"> {to}")


# -- becoming blown ------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.blown.trigger", "shock.blown.retreat")
@pytest.mark.parametrize(("face", "blown"), [(6, False), (7, True)])
def test_a_charge_that_came_to_shock_is_blown_above_cohesion(face: int, blown: bool) -> None:
    # 12 to 4 is 3-1; a modified 7 costs either side a step.
    scene = to_the_shock(light("horse", "0806", sp=12), FOE).roll(7)
    assert (scene.steps("horse"), scene.steps("foe")) == (11, 3)
    assert scene.check().target == "Cohesion 6 (blown)"
    scene.roll(face)
    assert scene.has("horse", BLOWN) == blown
    if blown:
        # One hex at once, away from the enemy: then it is not engaged. It was not beaten.
        decision = scene.p.decision
        assert decision is not None
        assert decision.prompt(scene.p) == "Horse is blown and must retreat: where to?"
        scene.play(scene.options()[0])
        distance = scene.battle.grid.distance
        at = scene.p.hex[scene.u("horse")]
        assert distance[scene.h("0804")][at] == 2 and distance[scene.h("0805")][at] == 1
    assert scene.has("horse", ENGAGED) != blown and scene.has("foe", ENGAGED) != blown
    assert not scene.has("horse", CHARGING)


@pytest.mark.rule("shock.rulings.blown.trigger")
def test_a_plain_attack_of_cavalry_leaves_it_unblown() -> None:
    horse = light("horse", "0805", sp=12)
    scene = to_the_shock(horse, FOE, orders=("shock horse",)).roll(7)
    assert scene.p.over and not scene.has("horse", BLOWN)
    assert scene.has("horse", ENGAGED)


@pytest.mark.rule("shock.rulings.blown.trigger", "shock.rulings.retreat-length")
def test_a_b_result_on_the_charge_leaves_it_blown_without_a_check() -> None:
    # 4 to 8 is 1-2; a modified 8 gives the attacker 1Bd and the defender d.
    foe = foot("foe", "0804", side="red", facing="s", sp=8)
    scene = to_the_shock(light("horse", "0806"), foe)
    assert scene.check().target == "ratio 1-2" and scene.drm() == 0
    scene.roll(8).roll(0).roll(0)
    scene.play(scene.options()[0])
    assert scene.has("horse", BLOWN) and scene.steps("horse") == 3
    distance = scene.battle.grid.distance[scene.h("0804")]
    assert distance[scene.p.hex[scene.u("horse")]] == 3
    assert scene.p.over  # no check is due for what it is already


@pytest.mark.rule("shock.rulings.blown.trigger")
def test_a_charge_that_never_came_to_shock_is_not_blown() -> None:
    scene = given(heavy("horse", "0806"), light("foe", "0804", side="red")).activate("blue")
    scene.play("charge horse").roll(0).ride().roll(0).play("retreat")
    scene.play(scene.options()[0])
    assert set(scene.options()) == {"nobody advances", "advance horse"}
    scene.play("advance horse")
    assert scene.where("horse") == "0804" and not scene.has("horse", BLOWN)


@pytest.mark.rule("shock.rulings.blown.trigger")
def test_riding_down_routed_infantry_is_no_shock() -> None:
    foe = foot("foe", "0804", side="red", facing="s", order=ROUTED)
    scene = given(heavy("horse", "0806"), foe).activate("blue").play("charge horse").ride()
    assert scene.where("foe") is None
    assert set(scene.options()) == {"nobody advances", "advance horse"}
    assert not scene.has("horse", BLOWN)


# -- what blown cavalry may not do ---------------------------------------------------------------


@pytest.mark.rule("shock.rulings.blown.limits")
@pytest.mark.parametrize(("flags", "allowed"), [(0, True), (BLOWN, False)])
def test_blown_cavalry_may_neither_charge_nor_shock(flags: int, allowed: bool) -> None:
    far = given(heavy("horse", "0806", flags=flags), FOE).activate("blue")
    assert ("charge" in far.orders_of("horse")) == allowed
    near = given(heavy("horse", "0805", flags=flags), FOE).activate("blue")
    assert ("charge" in near.orders_of("horse")) == allowed
    assert ("shock" in near.orders_of("horse")) == allowed


@pytest.mark.rule("shock.rulings.blown.limits")
@pytest.mark.parametrize(("flags", "allowed"), [(0, True), (BLOWN, False)])
def test_blown_cavalry_may_not_enter_an_enemy_zone(flags: int, allowed: bool) -> None:
    scene = given(heavy("horse", "0807", flags=flags), FOE).activate("blue").play("move horse")
    assert ("> 0805" in scene.options()) == allowed
    assert "> 0806" in scene.options()


# -- pursuit -------------------------------------------------------------------------------------

HUSSARS = light("horse", "0806", sp=12)  # pursuit rating 5


@pytest.mark.rule("shock.rulings.pursuit")
def test_light_cavalry_stops_at_or_below_its_rating() -> None:
    scene = driven_back(to_the_shock(HUSSARS, FOE), "0803").roll(0)
    assert scene.check().name == "pursuit" and scene.check().target == "Pursuit 5"
    scene.roll(5)
    assert set(scene.options()) == {"nobody advances", "advance horse"}
    assert scene.where("horse") == "0805"


@pytest.mark.rule("shock.rulings.pursuit", "shock.rulings.blown.trigger")
def test_above_its_rating_it_follows_and_shocks_again() -> None:
    scene = driven_back(to_the_shock(HUSSARS, FOE), "0803").roll(0).roll(6)
    assert scene.where("horse") == "0804"
    scene.play("hold")
    # 12 against the 3 steps left.
    assert scene.check().target == "ratio 4-1"
    # A modified 8: d for the attacker, 1d for the defender, who stays.
    scene.roll(8 - scene.drm()).roll(0).roll(0)
    assert scene.p.over
    assert scene.has("horse", ENGAGED) and not scene.has("horse", BLOWN)


@pytest.mark.rule("shock.rulings.pursuit", "shock.rulings.blown.trigger", "shock.blown.retreat")
def test_a_second_pursuit_leaves_it_blown() -> None:
    scene = driven_back(to_the_shock(HUSSARS, FOE), "0803").roll(0).roll(6).play("hold")
    driven_back(scene, "0802")
    assert scene.check().name == "pursuit"
    scene.roll(6)
    assert scene.where("horse") == "0803" and scene.where("foe") == "0802"
    scene.play("hold")
    # It fights once more: 12 to 2 is 6-1; a modified 7: nothing, and 1Bd. Then it is blown.
    assert scene.check().target == "ratio 6-1"
    scene.roll(7 - scene.drm())
    scene.roll(0)
    scene.play(scene.options()[0])  # the foe goes back a third time
    # At once: no third pursuit is rolled for, it goes back a hex and does not advance.
    assert scene.steps("foe") == 1 and scene.has("horse", BLOWN)
    assert scene.p.roll is None
    scene.play(scene.options()[0])
    assert scene.where("horse") != "0803" and scene.p.over


@pytest.mark.rule("shock.rulings.pursuit")
def test_pursuit_of_an_enemy_who_ran_far_is_a_ride_only() -> None:
    foe = foot("foe", "0804", side="red", facing="s", order=D2)
    scene = to_the_shock(HUSSARS, foe)
    # D-2 is worth -3: a modified 3 on 3-1 is 1Bd, and the failed d routs D-2 infantry.
    assert scene.drm() == -3
    scene.roll(6).roll(7)
    scene.play(scene.options()[0])
    scene.roll(0).roll(6)
    assert scene.p.over and scene.where("horse") == "0804" and scene.order("foe") == ROUTED


@pytest.mark.rule("shock.rulings.pursuit")
def test_heavy_cavalry_does_not_pursue() -> None:
    scene = driven_back(to_the_shock(heavy("horse", "0806", sp=12), FOE), "0803").roll(0)
    assert set(scene.options()) == {"nobody advances", "advance horse"}


@pytest.mark.rule("shock.rulings.pursuit")
def test_light_cavalry_that_did_not_charge_pursues_too() -> None:
    horse = light("horse", "0805", sp=12)
    scene = driven_back(to_the_shock(horse, FOE, orders=("shock horse",)), "0803")
    assert scene.check().name == "pursuit"


@pytest.mark.rule("shock.rulings.pursuit")
def test_when_the_first_stops_the_next_light_cavalry_rolls() -> None:
    foe = foot("foe", "0804", side="red", facing="s", sp=8)
    pieces = (light("horse", "0806", sp=12), light("other", "0906", sp=12), foe)
    scene = to_the_shock(*pieces, orders=("charge horse > foe", "charge other > foe"))
    driven_back(scene, "0803").roll(0).roll(0)
    assert scene.check().name == "pursuit"
    scene.roll(0)
    assert scene.check().name == "pursuit"
    scene.roll(9)
    assert scene.where("other") == "0804" and scene.where("horse") == "0805"


@pytest.mark.rule("shock.d1.pursuit-exception")
def test_d1_cavalry_may_pursue_into_an_enemy_zone() -> None:
    scene = to_the_shock(HUSSARS, FOE)
    # A modified 4 at 3-1: d for the attacker, who fails it, and 1Bd for the defender.
    scene.roll(4).roll(0).play("> 0803").roll(7)
    assert scene.order("horse") == D1
    assert "0804" in scene.hexes(scene.p.zoc(1))
    scene.roll(0)  # not blown
    assert scene.check().name == "pursuit"
    scene.roll(9)
    assert scene.where("horse") == "0804"


@pytest.mark.rule("shock.rulings.pursuit", "shock.blown.retreat")
def test_blown_cavalry_does_not_pursue() -> None:
    scene = driven_back(to_the_shock(HUSSARS, FOE), "0803").roll(7)
    scene.play(scene.options()[0])
    assert scene.p.over and scene.where("foe") == "0803"


@pytest.mark.rule("shock.rulings.charge.recall", "shock.rulings.blown.trigger")
def test_a_charge_pressed_home_on_a_square_may_end_blown() -> None:
    scene = given(heavy("horse", "0806"), foot("foe", "0804", side="red", flags=SQUARE))
    scene.activate("blue").play("charge horse").roll(0).ride().play("press on").play("hold")
    # Half of 4 against 4 is 1-2; a modified 5: 1D for the attacker, d for the defender.
    assert scene.check().target == "ratio 1-2" and scene.drm() == 0
    scene.roll(5).roll(0)
    assert scene.order("horse") == D1 and scene.steps("horse") == 3
    scene.roll(7)
    assert scene.has("horse", BLOWN) and scene.order("foe") == GOOD


@pytest.mark.rule("shock.rulings.pursuit")
def test_nobody_pursues_an_enemy_who_stands() -> None:
    # The foe is the first unit of the battle. 4 to 4 is 1-1; a die of 3 costs either side a step.
    scene = to_the_shock(FOE, light("horse", "0805"), orders=("shock horse",)).roll(3)
    assert scene.p.over and scene.has("foe", ENGAGED) and scene.where("horse") == "0805"


@pytest.mark.rule("shock.rulings.blown.limits", "shock.rulings.pursuit", "shock.retreat.unable")
def test_blown_cavalry_that_cannot_go_back_does_not_pursue() -> None:
    # Of the six hexes round 0805 those two hexes from the foe on 0804 are lakes.
    lakes = dict.fromkeys(("0706", "0806", "0906", "0905", "0705"), "lake")
    scene = given(light("horse", "0805", sp=12), FOE, ground=lakes).activate()
    scene.play("charge horse").roll(0).play("stand and check").roll(0).play("hold")
    driven_back(scene, "0803").roll(9)  # above Cohesion 6
    assert scene.has("horse", BLOWN)
    assert scene.where("horse") == "0805" and scene.steps("horse") == 11  # unable to retreat
    assert scene.p.over
