"""What buttons say: what an answer does and where, in names of the map, and what is ended by it."""

from __future__ import annotations

from grognard.systems.locales.preparation import ShuffleRoll
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, foot, given, gun

RANGED = State.RANGING | State.UP


def says(scene: Scene) -> dict[str, str]:
    """What a button says, by the words of each answer."""
    p = scene.p
    asked = p.decision
    assert asked is not None
    return {asked.phrase(p, a): asked.says(p, a) for a in p.options()}


def place(scene: Scene, short: str) -> str:
    """A locale as the map calls it."""
    battle = scene.p.battle
    names = [battle.nouns.name(battle.locale_at + k) for k in range(battle.locales)]
    return battle.place(names.index(short))


def asks(scene: Scene) -> str:
    asked = scene.p.decision
    assert asked is not None
    return asked.prompt(scene.p)


def test_orders_are_told_by_their_goals_and_being_done_by_what_it_ends() -> None:
    scene = given(
        foot("a", "b2/b3"),
        gun("g", "a2/a3", state=RANGED),
        foot("r", "c2"),
        foot("x", "b3/b2", side="red"),
        foot("y", "a3", side="red"),
    ).field()
    said = says(scene)
    b2, b3, a2, a3, c2 = (place(scene, short) for short in ("b2", "b3", "a2", "a3", "c2"))
    assert said["done"] == "end the field commands"
    assert said["assault b2/b3"] == f"assault {b3} from {b2}"
    assert said["bombard a2/a3"] == f"bombard {a3} from {a2}"
    off = f"off the approach to {b3}"
    assert said["field-march b2/b3"] == f"field march from {b2}, {off}"
    assert said["local-march back from b2/b3"] == f"local march back in {b2}, {off}"
    assert said["field-march c2"] == f"field march from {c2}"


def test_those_who_go_are_sent_by_the_order_they_carry_out() -> None:
    scene = given(foot("a", "b1"), foot("b", "b1"), foot("x", "d4", side="red")).field()
    scene.play("field-march b1", "> b2", scene.name("a"))
    b1, b2 = place(scene, "b1"), place(scene, "b2")
    assert asks(scene) == f"Field march from {b1} to {b2}: which blocks?"
    assert says(scene)["go"] == f"field march to {b2}"


def test_the_defender_is_told_who_comes_and_what_naming_nobody_means() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("b", "b2/b3", 2), foot("x", "b3/b2", side="red")
    ).field()
    scene.order("assault b2/b3", "a")
    b2, b3 = place(scene, "b2"), place(scene, "b3")
    assert asks(scene) == f"Block 1 leads an assault on {b3} from {b2}. Who leads the defense?"
    assert says(scene)["go"] == "nobody leads the defense: 0 against 3"
    scene.play(scene.name("x"))
    assert says(scene)["go"] == "lead the defense: 2 against 3"


def test_a_maneuver_is_answered_by_name_of_both_places() -> None:
    scene = given(foot("a", "b2"), foot("x", "b3", side="red"), foot("y", "b3", side="red")).field()
    scene.order("maneuver b2 > b2/b3", "a")
    b2, b3 = place(scene, "b2"), place(scene, "b3")
    assert asks(scene) == (
        f"The enemy maneuvers from {b2} into {b3}: secure the approach, or withdraw?"
    )
    assert says(scene) == {
        "secure": f"secure the approach towards {b2}",
        "withdraw": f"withdraw from {b3}",
    }


def test_guns_are_dealt_with_by_name() -> None:
    scene = given(gun("g", "b2"), foot("x", "b3", side="red")).administer("spike")
    assert asks(scene) == "Spike a gun?"
    assert says(scene) == {
        "keep the guns": "",
        scene.name("g").replace("block", "spike block"): "spike G",
    }


def test_the_faces_of_a_shuffle_mean_units() -> None:
    scene = given(foot("a", "b2", 3), foot("b", "b2", 2))
    roll = scene.push(ShuffleRoll(side=0, blocks=(0, 1))).p.roll
    assert roll is not None
    assert roll.meanings(scene.p) == {
        "1": "number 1: A, infantry 3",
        "2": "number 1: B, infantry 2",
    }
