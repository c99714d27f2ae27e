"""Positions from JSON: what a battle comes to is restored, what it cannot come to is refused."""

import json
import random
from typing import Any

import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.view import View
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import BLOWN, PHASES
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.system import ShockSystem

SYSTEM = ShockSystem()
BATTLE = SYSTEM.battle("gemioncourt")
assert isinstance(BATTLE, ShockBattle)
FIRST_ALLIED = BATTLE.side.index(1)


def fresh() -> dict[str, Any]:
    """The opening position as JSON."""
    found: dict[str, Any] = json.loads(json.dumps(SYSTEM.start(BATTLE).dump()))
    return found


def test_positions_of_a_random_game_are_restored_as_they_were() -> None:
    p = SYSTEM.start(BATTLE)
    rng = random.Random(4)
    for n in range(150):
        if p.over:
            break
        if p.decision is None:
            dice = [rng.randrange(d.first, d.first + d.sides) for d in p.check().dice]
            p.play(p.check().outcome(dice))
        else:
            p.play(rng.choice(p.options()))
        if n % 10 == 0:
            again = SYSTEM.restore(BATTLE, json.loads(json.dumps(p.dump())))
            assert again.dump() == p.dump() and again.derived() == p.derived()
            assert again.options() == p.options()


@pytest.mark.parametrize(
    ("field", "entry", "value", "complaint"),
    [
        ("hex", 0, 10**30, "over 20 digits"),
        ("hex", 0, 16 * 20, "husson stands outside the map"),
        ("hex", 0, -3, '"hex" is -3: it must be between -2'),
        ("facing", 0, 6, '"facing" is 6: it must be between 0 and 5'),
        ("order", 0, 4, '"order" is 4: it must be between 0 and 3'),
        ("steps", 0, 8, "husson has 8 of 7 steps"),
        ("steps", 0, -1, '"steps" is -1'),
        ("steps", 0, 0, "husson stands on the map without a step left"),
        ("flags", 0, -1, '"flags" is -1'),
        ("flags", 0, 1 << 40, '"flags" is 1099511627776'),
        ("flags", 0, 1 << 25, '"flags" is 33554432: it must be between 0 and 33554431'),
        ("flags", 0, BLOWN, "husson is blown or charges, which only cavalry can"),
        ("second", 0, 3, "not in two adjacent hexes"),
        ("target", 0, 9999, '"target" is 9999'),
        ("control", 0, 2, '"control" is 2: it must be between -1 and 1'),
        ("held", 0, -2, '"held" is -2'),
        ("pool", 0, 4, '"pool" is 4: it must be between 0 and 3'),
        ("pool", 0, -1, '"pool" is -1'),
        ("clock", 0, 7, "the turn is 7: it must be between 0 and 6"),
        ("clock", 1, len(PHASES), "the phase is 7"),
        ("clock", 2, 5, "the command is 5"),
        ("clock", 5, 3, "the initiative is 3"),
        ("clock", 6, 1, "given up is 1"),
        ("hex", 0, 1.5, '"hex" is 1.5'),
        ("hex", 0, True, '"hex" is True'),
        ("hex", 0, None, '"hex" is None'),
    ],
)
def test_numbers_that_cannot_be_are_refused(
    field: str, entry: int, value: Any, complaint: str
) -> None:
    data = fresh()
    data["fields"][field][entry] = value
    with pytest.raises(GrognardError, match=complaint):
        SYSTEM.restore(BATTLE, data)


def test_enemies_and_crowds_on_one_hex_are_refused() -> None:
    data = fresh()
    data["fields"]["hex"][0] = data["fields"]["hex"][FIRST_ALLIED]
    with pytest.raises(GrognardError, match="of both sides"):
        SYSTEM.restore(BATTLE, data)
    data = fresh()
    for u in range(3):
        data["fields"]["hex"][u] = 5
    with pytest.raises(GrognardError, match="more than two units"):
        SYSTEM.restore(BATTLE, data)


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        ({"LeaderMoves": {"side": 7}}, "LeaderMoves.side is 7: .* between 0 and 1"),
        ({"MoveTo": {"unit": 999, "order": 8}}, "MoveTo.unit is 999: it must be between 0 and"),
        ({"RallyRoll": {"unit": -1}}, "RallyRoll.unit is -1"),
        ({"MoveTo": {"unit": 1, "order": 5}}, "MoveTo.order is 5: it must be between 8 and 10"),
        ({"Phase": {"phase": 7}}, "Phase.phase is 7: it must be between 0 and 6"),
        ({"Close": {"hex": 999}}, "Close.hex is 999: it must be between 0 and"),
        ({"MoveTo": {"order": 8}}, 'step MoveTo has no "unit"'),
        ({"MoveTo": {"unit": 1, "order": 8, "x": 1}}, "unknown fields .*x"),
        ({"MoveTo": {"unit": "husson", "order": 8}}, "MoveTo.unit is 'husson'"),
        ({"Sesame": {}}, "unknown step 'Sesame'"),
        (["MoveTo", 8, 1], "saved by an earlier version"),
        ({"MoveTo": 3}, "must hold its fields"),
        ("MoveTo", "not a step"),
    ],
)
def test_steps_that_cannot_be_are_refused(step: Any, complaint: str) -> None:
    data = fresh()
    data["stack"].append(step)
    with pytest.raises(GrognardError, match=complaint):
        SYSTEM.restore(BATTLE, data)


@pytest.mark.parametrize("data", [None, [], {}, {"fields": {}}, {"fields": 3, "stack": []}, "x"])
def test_what_is_no_position_is_refused(data: Any) -> None:
    with pytest.raises(GrognardError):
        SYSTEM.restore(BATTLE, data)


def test_fields_are_complete_and_known() -> None:
    data = fresh()
    data["fields"]["luck"] = [1]
    with pytest.raises(GrognardError, match="luck"):
        SYSTEM.restore(BATTLE, data)
    data = fresh()
    data["fields"]["hex"].pop()
    with pytest.raises(GrognardError, match='"hex" needs'):
        SYSTEM.restore(BATTLE, data)


def test_a_view_shows_everything_to_everybody_but_the_options() -> None:
    p = SYSTEM.start(BATTLE)
    assert isinstance(p, ShockPosition)
    french, allied = View(p, 0), View(p, 1)
    assert french.position.dump() == allied.position.dump()
    assert [o.text for o in french.question.options][:2] == ["done", "move ney"]
    assert allied.question.options == ()
    assert allied.question.prompt == "Waiting for the French leaders to ride."
    shown = json.loads(json.dumps(french.json()))
    assert shown["battle"] == "shock/gemioncourt" and shown["actor"] == "french"
    assert french.sample(random.Random(1)).dump() == p.dump()
