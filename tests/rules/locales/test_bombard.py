"""Bombardments: ranging guns that outnumber the enemy's, the target, and the losses."""

import pytest

from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, Spec, foot, given, gun

RANGED = State.RANGING | State.UP
BROKEN = State.DISRUPTED | State.UP


def battery(count: int, *units: Spec, penalty: int = 0) -> Scene:
    """So many ranging guns secure b2/b3; an enemy is in b3."""
    guns = [gun(f"g{n}", "b2/b3", state=RANGED) for n in range(count)]
    boundaries = {("b2", "b3"): {"into": {"b3": {"artillery": penalty}}}}
    return given(*guns, *units, boundaries=boundaries).field()


@pytest.mark.rule("locales.bombard.condition.ranging", "locales.bombard.artillery-ranging")
def test_only_ranging_guns_bombard() -> None:
    scene = given(
        gun("ready", "b2/b3", state=RANGED),
        gun("limbered", "b2/b3"),
        foot("foe", "b3/b2", side="red"),
    ).field()
    scene.play("bombard b2/b3")
    assert scene.options() == [scene.name("ready")]
    none = given(gun("limbered", "b2/b3"), foot("foe", "b3/b2", side="red")).field()
    assert "bombard b2/b3" not in none.options()


@pytest.mark.rule("locales.bombard.initial.securing-attack-approach")
def test_guns_bombard_over_the_approach_they_secure() -> None:
    scene = given(
        gun("one", "b2/b3", state=RANGED),
        gun("two", "b2/c2", state=RANGED),
        gun("rear", "b2", state=RANGED),
        foot("foe", "b3", side="red"),
        foot("other", "c2", side="red"),
    ).field()
    orders = {option for option in scene.options() if option.startswith("bombard")}
    assert orders == {"bombard b2/b3", "bombard b2/c2"}
    scene.play("bombard b2/b3")
    assert scene.options() == [scene.name("one")]


@pytest.mark.rule("locales.bombard.condition.enemy-occupied")
def test_an_empty_locale_is_not_bombarded() -> None:
    assert "bombard b2/b3" not in battery(1, foot("foe", "d3", side="red")).options()


@pytest.mark.rule(
    "locales.bombard.condition.outnumber-enemy-ranging", "locales.ruling.bombard.counting"
)
def test_the_guns_of_the_command_outnumber_the_ranging_guns_opposite() -> None:
    enemy = gun("pegram", "b3/b2", side="red", state=RANGED)
    assert "bombard b2/b3" not in battery(1, enemy).options()
    scene = battery(3, enemy).play("bombard b2/b3")
    # Two are needed, named in any order.
    assert scene.options() == [scene.name("g0"), scene.name("g1"), scene.name("g2")]
    scene.play(scene.name("g2"))
    assert scene.options() == [scene.name("g0"), scene.name("g1")]
    scene.play(scene.name("g1"))
    assert scene.options() == ["go", scene.name("g0")]


@pytest.mark.rule("locales.ruling.bombard.counting")
def test_guns_elsewhere_or_not_ranging_are_not_counted() -> None:
    scene = battery(
        1,
        gun("flank", "b3/c3", side="red", state=RANGED),
        gun("limbered", "b3/b2", side="red"),
        foot("own", "c3"),
    )
    assert "bombard b2/b3" in scene.options()


@pytest.mark.rule("locales.bombard.condition.outnumber-enemy-ranging")
def test_one_gun_is_enough_against_none() -> None:
    scene = battery(1, foot("foe", "b3", side="red")).play("bombard b2/b3", "block 1")
    assert scene.options() == ["go"]


@pytest.mark.rule(
    "locales.ruling.bombard.losses",
    "locales.ruling.bombard.target",
    "locales.ruling.penalties",
    "locales.bombard.response.apply-losses",
)
def test_losses_are_guns_less_enemy_guns_less_the_penalty() -> None:
    foe = foot("foe", "b3/b2", 3, side="red")
    enemy = gun("pegram", "b3/b2", side="red", state=RANGED)
    rear = foot("foe", "b3", 3, side="red")
    for count, units, penalty, losses in (
        (1, [foe], 0, 1),
        (3, [foe], 0, 3),
        (3, [foe], 1, 2),  # 3 - 1 symbol
        (1, [foe], 1, 0),
        (1, [foe], 2, 0),  # never below nought
        (2, [foe, enemy], 0, 1),  # 2 - 1 enemy gun
        (3, [foe, enemy], 1, 1),  # 3 - 1 - 1
        (3, [rear], 1, 3),  # the reserve does not secure the approach
    ):
        scene = battery(count, *units, penalty=penalty)
        scene.order("bombard b2/b3", *(f"g{n}" for n in range(count)))
        while scene.actor() == "red":
            scene.play(f"weaken {scene.name('foe')}")
        assert scene.strength("foe") == 3 - losses
        assert scene.morale("red") == 50 - losses


@pytest.mark.rule("locales.ruling.bombard.target")
def test_the_opposite_approach_is_struck_first_then_the_reserve_then_other_approaches() -> None:
    front = foot("front", "b3/b2", side="red")
    rear = foot("rear", "b3", side="red")
    flank = foot("flank", "b3/c3", side="red")
    own = foot("own", "c3")
    for units, struck in (
        ([front, rear, flank], "front"),
        ([rear, flank], "rear"),
        ([flank], "flank"),
    ):
        scene = battery(1, *units, own).order("bombard b2/b3", "g0")
        hurt = [unit.id for unit in units if scene.strength(unit.id) == 1]
        assert hurt == [struck]


@pytest.mark.rule("locales.ruling.bombard.target")
def test_disrupted_infantry_is_no_target() -> None:
    broken = foot("broken", "b3", 0, side="red", state=BROKEN)
    flank = foot("flank", "b3/c3", side="red")
    scene = battery(1, broken, flank, foot("own", "c3")).order("bombard b2/b3", "g0")
    assert scene.strength("flank") == 1
    alone = battery(1, broken).order("bombard b2/b3", "g0")
    assert alone.actor() == "blue"  # nobody is left to strike
    assert (alone.where("broken"), alone.morale("red")) == ("b3", 50)


@pytest.mark.rule("locales.ruling.bombard.allocation", "locales.bombard.response.apply-losses")
def test_the_defender_spreads_the_losses_as_he_likes() -> None:
    scene = battery(2, foot("one", "b3", side="red"), foot("two", "b3", side="red"))
    scene.order("bombard b2/b3", "g0", "g1")
    assert scene.actor() == "red"
    scene.play(f"weaken {scene.name('two')}")
    assert set(scene.options()) == {f"weaken {scene.name('one')}", f"weaken {scene.name('two')}"}
    scene.play(f"weaken {scene.name('one')}")
    assert (scene.strength("one"), scene.strength("two")) == (1, 1)
    assert scene.morale("red") == 50 - 2


@pytest.mark.rule(
    "locales.bombard.success.still-securing",
    "locales.bombard.failure.none",
    "locales.bombard.response.apply-losses",
)
def test_guns_and_targets_stay_where_they_are() -> None:
    for penalty in (0, 1):  # a bombardment with a loss and one without
        scene = battery(1, foot("foe", "b3/b2", 2, side="red"), penalty=penalty)
        scene.order("bombard b2/b3", "g0").let("red")
        assert scene.where("g0") == "b2/b3"
        assert scene.where("foe") == "b3/b2"
        assert scene.has("g0", State.RANGING)  # to the end of the turn
        assert scene.options() == []  # it had its command


@pytest.mark.rule("locales.ruling.bombard.losses")
def test_losses_beyond_the_strength_of_the_target_are_void() -> None:
    scene = battery(3, foot("foe", "b3/b2", 1, side="red"), foot("rear", "b3", 2, side="red"))
    scene.order("bombard b2/b3", "g0", "g1", "g2").let("red")
    assert (scene.strength("foe"), scene.strength("rear")) == (0, 2)
    assert scene.morale("red") == 50 - 1
