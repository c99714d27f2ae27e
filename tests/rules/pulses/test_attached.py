"""Attached artillery: how guns are attached, and that they share the fate of their infantry."""

import pytest

from grognard.engine.event import Event
from grognard.systems.pulses.state.position import FLANKS, NOBODY
from tests.rules.pulses.given import Scene, Spec, foot, force, given, guns, heavy, light

ATTACHED = "pulses.escape.attached"
BACK = "pulses.combat.attached.falls-back"
# It touches the battery only: the infantry's edge is at 31.5, its own at 31.8.
TOUCHING = "33.3,23.0"


def beside(attacker: Spec | None = None, hits: int = 0, **more: object) -> Scene:
    """A red battery stands beside red infantry at 30,20 and is attached to it."""
    scene = given(
        attacker or foot("a", 30, 30), foot("foe", 30, 20, 180, side="red", hits=hits, sk=1),
        guns("battery", 32.3, 20, 180, side="red"), **more,  # type: ignore[arg-type]
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    return scene


@pytest.mark.rule(ATTACHED)
def test_not_to_infantry_of_another_force() -> None:
    other = force("other", 20, 40)
    scene = given(
        foot("a", 30, 30, force="other"), guns("battery", 32.3, 34), other,
        force("blue", 30, 40),
    ).moves("battery")  # fmt: skip
    assert scene.play("to 32.3,30.0", "halt").asks() == "Move"


@pytest.mark.rule(ATTACHED)
def test_whoever_attacks_attached_guns_fights_their_infantry() -> None:
    scene = beside()
    scene.moves("a").play(f"to {TOUCHING}")
    assert scene.asks() == "Move"
    scene.play("done").combat()
    assert scene.asks() == "StandingGuns"
    scene.roll(2, 2).roll(5, 5, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.hits("foe") == 2


@pytest.mark.rule(ATTACHED)
def test_unattached_guns_roll_to_escape() -> None:
    scene = beside()
    scene.p.attached[scene.u("battery")] = NOBODY
    assert scene.moves("a").play(f"to {TOUCHING}").asks() == "Escape"


@pytest.mark.rule(BACK)
def test_guns_behind_their_infantry_go_back_before_it() -> None:
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red"),
        guns("battery", 30, 17, 180, side="red"),
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    scene.fight("a", "foe").roll(2, 2).roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert (scene.at("foe"), scene.at("battery")) == ((30, 16, 180), (30, 13, 180))
    assert scene.p.attached[scene.u("battery")] == scene.u("foe")


@pytest.mark.rule("pulses.combat.attached.destroyed")
def test_guns_are_destroyed_with_infantry_whose_way_back_is_barred() -> None:
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red", strength=8),
        guns("battery", 32.3, 20, 180, side="red"), lines=[("river", "0,180 600,180")],
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    scene.fight("a", "foe").roll(2, 2).roll(5, 1, 1, 1, 1)
    scene.roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert (scene.at("foe"), scene.at("battery")) == (None, None)


@pytest.mark.rule("pulses.combat.attached.destroyed")
def test_guns_whose_infantry_is_shot_away_stand_alone() -> None:
    scene = beside(hits=4)
    scene.p.hurt(scene.u("foe"), 1, "fire")
    assert scene.at("battery") == (32.3, 20, 180)
    assert scene.moves("a").play("to 32.3,23.0").asks() == "Escape"


@pytest.mark.rule("pulses.combat.attached.escape-roll")
def test_an_attacker_broken_by_the_guns_fights_no_more() -> None:
    scene = given(
        foot("a", 30, 23, hits=4), foot("foe", 30, 20, 180, side="red"),
        guns("battery", 30, 17, 180, side="red"), force("red", 30, 16, dice=2, side="red"),
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    scene.fight("a", "foe").roll(1, 1)
    assert scene.at("a") is None
    assert scene.p.over


@pytest.mark.rule(ATTACHED, "pulses.combat.cavalry-not-into-town")
def test_cavalry_does_not_reach_infantry_in_a_town_by_its_guns() -> None:
    village = [("village", "285,185 315,185 315,215 285,215")]
    assert "in the town" in beside(light("a", 33.3, 30), areas=village).moves("a").refusal(TOUCHING)
    assert beside(light("a", 33.3, 30)).moves("a").refusal(TOUCHING) == ""
    assert beside(foot("a", 33.3, 30), areas=village).moves("a").refusal(TOUCHING) == ""


@pytest.mark.rule(ATTACHED, "pulses.combat.heavy-cavalry-not-into-rough")
def test_heavy_cavalry_does_not_reach_infantry_in_woods_by_its_guns() -> None:
    wood = [("forest", "285,185 315,185 315,215 285,215")]
    scene = beside(heavy("a", 33.3, 30), areas=wood).moves("a")
    assert "in rough ground" in scene.refusal(TOUCHING)
    assert beside(light("a", 33.3, 30), areas=wood).moves("a").refusal(TOUCHING) == ""


@pytest.mark.rule(ATTACHED, "pulses.combat.reroll-misses.flanked")
def test_infantry_is_flanked_by_its_own_front_not_that_of_its_guns() -> None:
    # The attacker comes from 30 to a front that looks at 180: the battery alone is turned.
    turned = beside(foot("a", 33.3, 30))
    turned.p.put(turned.u("battery"), 323, 200, 0)
    assert not turned.moves("a").play(f"to {TOUCHING}").has("a", FLANKS)
    behind = beside(foot("a", 33.3, 30))
    behind.p.put(behind.u("foe"), 300, 200, 0)
    assert behind.moves("a").play(f"to {TOUCHING}").has("a", FLANKS)


@pytest.mark.rule(BACK)
@pytest.mark.parametrize("names", [("first", "second"), ("second", "first")])
def test_of_two_batteries_beside_their_infantry_the_one_behind_goes_back_first(
    names: tuple[str, str],
) -> None:
    # 4 in back: the one before comes to where the one behind has been.
    front, rear = names
    across = {front: 21.3, rear: 18.2}
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red"),
        *(guns(name, 27.7, across[name], 180, side="red") for name in ("first", "second")),
    )  # fmt: skip
    for name in names:
        scene.p.attached[scene.u(name)] = scene.u("foe")
    scene.fight("a", "foe").roll(2, 2).roll(2, 2).roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 16, 180)
    assert (scene.at(front), scene.at(rear)) == ((27.7, 17.3, 180), (27.7, 14.2, 180))


BESIDE = "pulses.rulings.attached-back"


def driven_back(scene: Scene) -> Scene:
    """The infantry at 30,20 is beaten by a hit and falls back 4 in, to 30,16."""
    scene.fight("a", "foe").roll(2, 2).roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 16, 180)
    return scene


@pytest.mark.rule(BACK, BESIDE, "pulses.rulings.town-closed")
def test_guns_do_not_go_back_into_a_town_but_stand_before_it() -> None:
    # 4 in back the infantry is in the town, and so would be the battery, at 32.3,16. Beside the
    # infantry the nearest place outside has its centre on the edge of the town, at 17.5.
    town = [("town", "250,140 350,140 350,175 250,175")]
    scene = driven_back(beside(foot("a", 30, 23), areas=town))
    assert scene.at("battery") == (32.3, 17.5, 180)
    assert scene.p.attached[scene.u("battery")] == scene.u("foe")


@pytest.mark.rule(BACK, BESIDE)
def test_guns_make_room_for_a_friend_where_they_would_end() -> None:
    # The friend has 32.7 to 35.7 and 14 to 17: 3 in deep, the battery is clear of him at 18.5,
    # where it still touches the side of the infantry, which ends at 17.5.
    friend = foot("friend", 34.2, 15.5, 180, side="red")
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red"),
        guns("battery", 32.3, 20, 180, side="red"), friend,
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    x, y, _ = driven_back(scene).at("battery") or (0, 0, 0)
    assert (x, y) == (32.3, 18.5)
    assert scene.p.attached[scene.u("battery")] == scene.u("foe")


@pytest.mark.rule(BACK, BESIDE)
def test_of_two_places_as_near_guns_take_the_one_further_back() -> None:
    # The friend has 14.5 to 17.5: at 13 and at 19 the battery is clear of him, 3 in off either way.
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red"),
        guns("battery", 32.3, 20, 180, side="red"), foot("friend", 33.2, 16, side="red"),
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    assert driven_back(scene).at("battery") == (32.3, 13, 180)
    # Upside down the same, though that place comes later in the list of all.
    turned = given(
        foot("a", 30, 25, 180), foot("foe", 30, 28, side="red"),
        guns("battery", 32.3, 28, side="red"), foot("friend", 33.2, 32, side="red"),
    )  # fmt: skip
    turned.p.attached[turned.u("battery")] = turned.u("foe")
    turned.fight("a", "foe").roll(2, 2).roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert turned.at("battery") == (32.3, 35, 0)


@pytest.mark.rule(BESIDE)
def test_guns_without_any_place_beside_their_infantry_are_destroyed() -> None:
    # The infantry reaches to 17.5, so a battery in contact has its centre at 19.1 at most: all such
    # places are in the town, which ends at 19.3.
    town = [("town", "250,100 350,100 350,193 250,193")]
    scene = beside(foot("a", 30, 23), areas=town)
    ear: list[Event] = []
    scene.p.ear = ear
    assert driven_back(scene).at("battery") is None
    assert "Battery is destroyed: no room beside Foe." in [event.text for event in ear]


@pytest.mark.rule(BESIDE)
def test_guns_find_no_place_in_contact_with_the_enemy() -> None:
    # 4 in back a wood is closed to guns up to 18.3. Beside the infantry, at 32.3,18.3, the battery
    # would end at 33.05, in contact with the enemy who begins at 33.1. At 32.2 it is clear of him,
    # and from 19 of the infantry, whose corner it touches.
    wood = [("forest", "100,100 500,100 500,183 100,183")]
    enemy = foot("b", 34.6, 19, 270)
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red", sk=1),
        guns("battery", 32.3, 20, 180, side="red"), enemy, areas=wood,
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    assert driven_back(scene).at("battery") == (32.2, 19, 180)


@pytest.mark.rule(BACK, BESIDE)
def test_guns_go_back_sideways_on_the_table_as_well() -> None:
    # The same turned by a right angle: 4 in to the right, and back from there to be clear of him.
    units = (
        foot("a", 27, 20, 90), foot("foe", 30, 20, 270, side="red"),
        guns("battery", 30, 22.3, 270, side="red"),
    )  # fmt: skip
    for others, x in (((), 34), ((foot("friend", 34.5, 24.2, 270, side="red"),), 31.5)):
        scene = given(*units, *others)
        scene.p.attached[scene.u("battery")] = scene.u("foe")
        scene.fight("a", "foe").roll(2, 2).roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
        assert (scene.at("foe"), scene.at("battery")) == ((34, 20, 270), (x, 22.3, 270))


@pytest.mark.rule(BACK, BESIDE)
def test_guns_do_not_go_back_into_contact_with_the_enemy() -> None:
    # At 32.3,16 the battery would end at 33.05, in contact with the enemy from 33.1 on; the other
    # side of him it touches the infantry from 13, behind its corner, and from 19, before it.
    enemy = foot("b", 34.6, 16, 270)
    scene = given(
        foot("a", 30, 23), foot("foe", 30, 20, 180, side="red"),
        guns("battery", 32.3, 20, 180, side="red"), enemy,
    )  # fmt: skip
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    assert driven_back(scene).at("battery") == (32.2, 13, 180)
