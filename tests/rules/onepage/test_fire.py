"""Fire: ranges, arcs, dice and hits, and who answers."""

import pytest

from grognard.systems.onepage.state.kinds import CAVALRY, SKIRMISHER
from grognard.systems.onepage.state.position import DISORDERED, ROUTED, STATIONARY
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, light, screen, stand


def target(inches: float, firer: Spec) -> Scene:
    """Blue's combat phase, a target so far from the front of a firer at 20,20."""
    depth = 0.75 if firer.kind == "skirmisher" else 1.5
    y = 20 - depth - inches - 1.5
    return given(firer, foot("foe", 20, round(y, 1), facing=0, side="red")).combat()


RANGES = [
    ("onepage.range.musket", foot("a", 20, 20), 2),
    ("onepage.range.rifled-musket", foot("a", 20, 20, weapon="rifled-musket"), 4),
    ("onepage.range.field-horse-artillery", guns("a", 20, 20), 10),
    ("onepage.range.field-horse-artillery", stand("a", "horse-artillery", 20, 20), 10),
    ("onepage.range.heavy-artillery", stand("a", "heavy-artillery", 20, 20), 12),
]


@pytest.mark.rule(
    "onepage.range.musket", "onepage.range.rifled-musket", "onepage.range.field-horse-artillery",
    "onepage.range.heavy-artillery",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "firer", "inches"), RANGES)
def test_every_weapon_has_its_range(rule: str, firer: Spec, inches: int) -> None:
    assert "fire a > foe" in target(inches, firer).texts(), rule
    assert target(inches + 0.1, firer).p.over, rule


@pytest.mark.rule("onepage.range.musket")
def test_skirmishers_carry_muskets() -> None:
    # Their base is 1.5 in deep: 0.75 from the centre to the front, so 2 in end at 15.75.
    near = given(screen("a", 20, 20), foot("foe", 20, 15.8, side="red")).combat()
    assert "fire a > foe" in near.texts()
    assert given(screen("a", 20, 20), foot("foe", 20, 15.7, side="red")).combat().p.over


@pytest.mark.rule("onepage.rulings.geometry.arc")
def test_a_unit_fires_within_45_degrees_of_its_front_corners() -> None:
    # From the right front corner at 21.5,18.5 the arc opens along 22.8,17.2: there is the target's
    # nearest corner, or a tenth of an inch below it.
    rifles = foot("a", 20, 20, weapon="rifled-musket")
    within = given(rifles, foot("foe", 24.3, 18.7, side="red")).combat()
    assert "fire a > foe" in within.texts()
    assert given(rifles, foot("foe", 24.3, 18.8, side="red")).combat().p.over


@pytest.mark.rule("onepage.rulings.geometry.arc")
def test_skirmishers_fire_all_round() -> None:
    # The base of skirmishers ends 0.75 in behind their centre, the enemy's begins 1.5 in before
    # his: an inch is as near as he may come, 2 in the range of muskets.
    for apart, reached in ((1.05, True), (1.95, True), (2.05, False)):
        behind = foot("foe", 20, 20 + 0.75 + apart + 1.5, side="red")
        scene = given(screen("a", 20, 20), behind).combat()
        assert scene.p.over is not reached
        assert not reached or "fire a > foe" in scene.texts()
    for apart, reached in ((1.0, True), (2.0, True), (2.1, False)):
        beside = foot("foe", 20 + 1.5 + apart + 1.5, 21, side="red")
        assert given(screen("a", 20, 20), beside).combat().p.over is not reached
    behind = foot("foe", 20, 24, side="red")
    rifles = foot("a", 20, 20, weapon="rifled-musket")
    assert given(rifles, behind).combat().p.over


@pytest.mark.rule("onepage.dice.columns", "onepage.dice.infantry", "onepage.dice.artillery",
                  "onepage.dice.skirmisher", "onepage.dice.cavalry")  # fmt: skip
@pytest.mark.parametrize(
    ("unit", "dice"),
    [
        (foot("a", 20, 20), 2),
        (foot("a", 20, 20, state=STATIONARY), 4),
        (guns("a", 20, 20), 1),
        (guns("a", 20, 20, state=STATIONARY), 2),
        (screen("a", 20, 19.3), 1),
    ],
)
def test_fire_dice(unit: Spec, dice: int) -> None:
    scene = given(unit, foot("foe", 20, 15.1, side="red")).combat().play("fire a > foe")
    assert len(scene.p.check().dice) == dice


@pytest.mark.rule("onepage.dice.cavalry", "onepage.dice.skirmisher")
def test_cavalry_does_not_fire_and_has_no_stationary_dice() -> None:
    scene = given(light("a", 20, 20), foot("foe", 20, 15.1, side="red"))
    assert scene.combat().p.over
    dice = scene.battle.rules.dice
    assert (dice.moved[CAVALRY], dice.stationary[CAVALRY]) == ((0, 4), (0, 0))
    assert (dice.moved[SKIRMISHER], dice.stationary[SKIRMISHER]) == ((1, 1), (0, 0))


@pytest.mark.rule("onepage.combat.hit")
def test_a_six_hits() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 15.1, side="red")).combat()
    assert scene.play("fire a > foe").roll(6, 5).lost("foe") == 1


@pytest.mark.rule("onepage.combat.hit.artillery")
def test_guns_hit_on_four_at_close_range() -> None:
    close = target(4, guns("a", 20, 20)).play("fire a > foe")
    assert close.roll(4).lost("foe") == 1
    assert target(4, guns("a", 20, 20)).play("fire a > foe").roll(3).lost("foe") == 0
    assert target(4.1, guns("a", 20, 20)).play("fire a > foe").roll(5).lost("foe") == 0


@pytest.mark.rule("onepage.rulings.casualties")
def test_each_hit_is_a_casualty_and_the_last_removes_the_unit() -> None:
    unit = foot("a", 20, 20, state=STATIONARY)
    scene = given(unit, foot("foe", 20, 15.1, side="red", strength=3)).combat()
    scene.play("fire a > foe").roll(6, 6, 1, 1)
    assert scene.lost("foe") == 2 and scene.at("foe") is not None
    again = given(unit, foot("foe", 20, 15.1, side="red", strength=3)).combat()
    again.play("fire a > foe").roll(6, 6, 6, 1)
    assert again.at("foe") is None


@pytest.mark.rule("onepage.rulings.strength")
def test_losses_do_not_reduce_dice() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 15.1, side="red"))
    scene.p.losses[scene.u("a")] = 4
    assert len(scene.combat().play("fire a > foe").p.check().dice) == 2


@pytest.mark.rule("onepage.combat.counter.close", "onepage.rulings.counter-fire")
def test_a_unit_fired_at_from_close_range_answers_if_it_can() -> None:
    answer = given(guns("a", 20, 20), guns("foe", 20, 14, facing=180, side="red")).combat()
    answer.play("fire a > foe").roll(4)
    # Nothing is counted before the answer.
    assert answer.lost("foe") == 0 and answer.p.check().name == "fire"
    answer.roll(4)
    assert (answer.lost("a"), answer.lost("foe")) == (1, 1)
    # Muskets reach 2 in, not the 3.1 in to the guns.
    silent = given(guns("a", 20, 20), foot("foe", 20, 13.9, facing=180, side="red")).combat()
    silent.play("fire a > foe").roll(4)
    assert silent.lost("foe") == 1 and silent.p.roll is None


@pytest.mark.rule("onepage.rulings.counter-fire")
def test_who_has_an_enemy_in_contact_does_not_answer() -> None:
    battery = guns("foe", 20, 14, facing=180, side="red")
    scene = given(guns("a", 20, 20), foot("b", 22.3, 14), battery).combat()
    scene.play("fire a > foe").roll(4)
    assert scene.lost("foe") == 1 and scene.lost("a") == 0
    assert "melee b > foe" in scene.texts() or scene.p.check().name == "melee"


@pytest.mark.rule("onepage.combat.counter.close")
def test_muskets_in_reach_answer_close_fire() -> None:
    scene = given(guns("a", 20, 20), foot("foe", 20, 15, facing=180, side="red")).combat()
    scene.play("fire a > foe").roll(4)
    assert len(scene.p.check().dice) == 2


@pytest.mark.rule("onepage.combat.counter.not-long")
def test_fire_from_long_range_is_not_answered() -> None:
    scene = given(guns("a", 20, 20), guns("foe", 20, 12.8, facing=180, side="red")).combat()
    scene.play("fire a > foe").roll(6)
    assert scene.lost("foe") == 1 and scene.p.roll is None


@pytest.mark.rule("onepage.combat.counter.not-long")
def test_musketry_is_never_answered() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 15.1, facing=180, side="red")).combat()
    scene.play("fire a > foe").roll(6, 6)
    assert scene.lost("foe") == 2 and scene.p.roll is None


@pytest.mark.rule("onepage.morale.rout.no-action")
def test_a_routed_unit_neither_fires_nor_moves() -> None:
    runs = foot("a", 20, 20, state=ROUTED | DISORDERED)
    scene = given(runs, foot("foe", 20, 15.1, side="red"), general("g", 22, 22))
    assert scene.combat().p.over
    scene = given(runs, foot("b", 30, 20), foot("foe", 20, 3, side="red"), general("g", 22, 22))
    from grognard.systems.onepage.moving.move import Move

    assert scene.push(Move(side=0)).texts() == ["done", "move b", "move g"]


@pytest.mark.rule("onepage.combat.one-by-one", "onepage.rulings.one-against-one")
def test_each_combat_is_settled_before_the_next_and_a_unit_attacks_once() -> None:
    scene = given(
        foot("a", 20, 20), foot("b", 23.2, 20), foot("foe", 21.6, 15.1, side="red", strength=1)
    ).combat()
    assert scene.texts() == ["done", "fire a > foe", "fire b > foe"]
    miss = scene.play("fire a > foe").roll(1, 1)
    assert miss.texts() == ["done", "fire b > foe"]
    # The first fire removes the target: there is nothing to fire at for the other.
    scene = given(
        foot("a", 20, 20), foot("b", 23.2, 20), foot("foe", 21.6, 15.1, side="red", strength=1)
    ).combat()
    assert scene.play("fire a > foe").roll(6, 1).p.over
