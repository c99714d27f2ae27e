"""The special rules a battle may name, in play."""

import pytest

from grognard.systems.shock.state.kinds import NO_DRAW, OPERATIONS, POOL
from grognard.systems.shock.turn import Phase
from tests.rules.shock.given import Scene, foot, given, guns, leader


def special(kind: str, **values: object) -> str:
    """A special rule in a battle file."""
    lines = [f'[[special]]\nkind = "{kind}"']
    lines += [f"{k.rstrip('_')} = {v!r}".replace("'", '"') for k, v in values.items()]
    return "\n".join(lines) + "\n"


WET = special("wet-fuses", side="red", from_=2, to=3)


def volley(turn: int, side: str) -> Scene:
    """Infantry of 4 points fires at its neighbour."""
    scene = given(
        foot("guard", "0808", facing="n"),
        foot("foe", "0807", side="red", facing="s", nation="dutch-belgian"),
        specials=WET,
        turn=turn,
    ).activate(side)
    return scene.play("fire guard > foe" if side == "blue" else "fire foe > guard")


@pytest.mark.parametrize(
    ("turn", "side", "column"),
    [
        (1, "red", "column 3-4"),
        (2, "red", "column 2 (from 3-4)"),
        (3, "red", "column 2 (from 3-4)"),
        (4, "red", "column 3-4"),
        (2, "blue", "column 3-4"),
    ],
)
def test_wet_fuses_spoil_one_sides_fire_on_their_turns(turn: int, side: str, column: str) -> None:
    assert volley(turn, side).check().target == column


@pytest.mark.parametrize(("turn", "drm"), [(1, 0), (2, 2)])
def test_wet_fuses_hamper_an_attack(turn: int, drm: int) -> None:
    scene = given(
        foot("guard", "0808", facing="n"),
        foot("foe", "0807", side="red", facing="s", commitment=9),
        specials=WET,
        turn=turn,
    ).activate("red")
    scene.play("shock foe > guard").roll(0).play("hold")
    assert scene.check().kind.name == "shock" and scene.drm() == drm


@pytest.mark.parametrize(
    ("specials", "offered"),
    [("", False), (special("grand-battery", side="red"), True)],
)
def test_a_battle_may_let_others_than_the_french_mass_their_guns(
    specials: str, offered: bool
) -> None:
    # Three batteries side by side that have stood still.
    scene = given(
        guns("one", "0704", side="red", facing="s"),
        guns("two", "0804", side="red", facing="s"),
        guns("three", "0904", side="red", facing="s"),
        foot("guard", "0807"),
        specials=specials,
    ).activate("red")
    assert any(option.startswith("battery") for option in scene.options()) == offered


def test_the_french_mass_their_guns_without_a_special_rule() -> None:
    scene = given(
        guns("one", "0710"),
        guns("two", "0810"),
        guns("three", "0910"),
        foot("foe", "0807", side="red"),
    ).activate()
    assert [o for o in scene.options() if o.startswith("battery")] == ["battery one"]


def test_a_turn_without_a_draw_has_orders_only() -> None:
    boss = leader("boss", "0813", level="overall", cp=2)
    scene = given(
        boss,
        foot("guard", "0812"),
        foot("foe", "0803", side="red"),
        specials=special("no-draw", from_=1, to=1),
    ).push(Phase(phase=NO_DRAW), Phase(phase=OPERATIONS), Phase(phase=POOL))
    # No pool, no initiative: the side that is not first tries first, then the other.
    assert scene.check().kind.name == "orders"
    scene.roll(9)
    assert scene.check().kind.name == "orders"
    assert scene.roll(9).p.over


def test_command_points_of_a_turn_count_for_the_initiative() -> None:
    scene = given(
        leader("boss", "0813", level="overall", cp=3),
        foot("guard", "0812"),
        foot("foe", "0803", side="red"),
        specials=special("command-points", leader="boss", cp=1, from_=1, to=1),
    ).push(Phase(phase=OPERATIONS), Phase(phase=POOL))
    assert [m.value for m in scene.check().modifiers] == [1]
