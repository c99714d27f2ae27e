"""A saved position that cannot be is refused in words, whatever was done to it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from grognard.engine.errors import GrognardError
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import GONE, Clock, State
from tests.rules.locales.given import Scene, foot, given, gun, horse

Data = dict[str, Any]
Damage = Callable[[Data, Scene], object]


def saved() -> tuple[Scene, Data]:
    """Blue is picking who marches from b2, and the JSON of that position."""
    scene = given(
        foot("iron", "b2", 3), foot("weak", "b2", 1), horse("rider", "b2"), gun("gun", "c2"),
        foot("late", group=1), foot("foe", "b3", 2, "red"), gun("hall", "b3", "red"),
        entries={"a1": "blue"}, capacity={"c2": 2},
        boundaries={("c2", "c3"): {"passage": "impassable"}},
    )  # fmt: skip
    scene.field(commands=3).play("field-march b2 > b1")
    return scene, json.loads(json.dumps(scene.p.dump()))


def put(field: str, unit: str, value: int) -> Damage:
    """Another number for the block of a unit."""

    def change(data: Data, scene: Scene) -> None:
        data["fields"][field][scene.b(unit)] = value

    return change


def spot(unit: str, place: str) -> Damage:
    """A unit stands elsewhere."""

    def change(data: Data, scene: Scene) -> None:
        areas = scene.battle.areas
        here = areas.size + areas.parse_approach(place) if "/" in place else areas.parse(place)
        data["fields"]["spot"][scene.b(unit)] = here

    return change


def entry(field: str, index: int, value: int) -> Damage:
    """Another number in a list that is not of blocks."""
    return lambda data, scene: data["fields"][field].__setitem__(index, value)


def top(name: str, value: object) -> Damage:
    """Another value in the open step."""
    return lambda data, scene: data["stack"][-1]["OrderBlocks"].__setitem__(name, value)


def test_a_position_as_it_is_comes_back() -> None:
    scene, data = saved()
    again = SYSTEM.restore(scene.battle, data)
    assert again.dump() == scene.p.dump() and again.options() == scene.p.options()


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (put("spot", "iron", 9_999), "block 1 stands outside the map"),
        (put("spot", "iron", GONE), "off the map with 3 strength points"),
        (put("spot", "iron", -1), "waits on the display without a group"),
        (put("state", "iron", State.RANGING | State.UP), "block 1 cannot be ranging"),
        (
            put("state", "gun", State.RANGING | State.UP),
            "cannot be ranging",
        ),  # it secures no approach
        (put("state", "rider", State.DISRUPTED | State.UP), "cannot be disrupted"),
        (put("strength", "iron", 0), "on the map without strength"),
        (put("strength", "iron", 4), "must be between 0 and 3"),
        (put("strength", "gun", 2), "too strong for its arm"),
        (put("who", "iron", 5), "is a unit of the other side"),
        (put("pool", "iron", 200), "must be between"),
        (put("pool", "iron", 9), "taken for one of the other side"),
        (put("guess", "iron", 6), "the units known to be there are not those that are there"),
        (put("mix", "foe", 0), "taken for one of the other side"),
        (spot("iron", "b3"), "b3 holds units of both sides"),
        (spot("iron", "c2"), ""),  # there is room for two
        (spot("gun", "c2/c3"), "secures an impassable boundary"),
        (entry("morale", 0, 51), "Blue has more morale than it began with"),
        (entry("morale", 1, 0), "Red is broken, but the battle goes on"),
        (entry("deck", 3, 10**9), "must be between"),
        (entry("deck", 3, 9_000), "there are 2"),
        (entry("hand", 3, 2), "there are 2"),
        (entry("discard", 0, 1), "there are 5"),
        (entry("clock", Clock.CARDS, 2), "holds another number of cards than is known"),
        (entry("clock", Clock.TURN, 5), "the clock is beyond the battle"),
        (entry("clock", Clock.FIELD_LEFT, 6), "more commands are left than a turn can have"),
        (entry("clock", Clock.EXTRA, 8), "more commands are left than a turn can have"),
        (top("aim", 20), "OrderBlocks.aim is outside the map"),
        (top("spot", 999), "must be between"),
        (top("chosen", [1, 1]), "does not name blocks in their order"),
        (top("chosen", [0] * 20_000), "at most 10000"),
        (top("chosen", [0, 9]), "names blocks of both sides"),
    ],
)
def test_what_cannot_be_is_refused_in_words(damage: Damage, words: str) -> None:
    scene, data = saved()
    damage(data, scene)
    if not words:
        SYSTEM.restore(scene.battle, data)
        return
    with pytest.raises(GrognardError, match=words):
        SYSTEM.restore(scene.battle, data)
