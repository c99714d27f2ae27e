"""Rally: who rallies whom, and what a rallied stand may do."""

import pytest

from grognard.systems.brigades.state.position import RALLIED, RED, ROUT, YELLOW
from tests.rules.brigades.given import Scene, commander, foot, given


def rallied(rank: str = "corps", y: float = 21.6) -> Scene:
    """A routed stand and a commander 0.1 in behind it, in blue's rally phase."""
    leader = commander("leader", 20, y, rank=rank, corps="one" if rank == "corps" else "")
    return given(foot("a", 20, 20, state=ROUT), leader).rally()


@pytest.mark.rule("brigades.rally.contact")
@pytest.mark.parametrize(("rank", "expected"), [("army", 1), ("corps", 1), ("division", 0)])
def test_corps_and_army_commanders_rally_without_a_roll(rank: str, expected: int) -> None:
    assert rallied(rank).has("a", RALLIED) == expected
    assert not rallied(rank, 21.7).has("a", RALLIED)


@pytest.mark.rule("brigades.rally.contact")
def test_only_the_attackers_stands_rally() -> None:
    leader = commander("leader", 20, 21.6, rank="corps", corps="one")
    scene = given(foot("a", 20, 20, state=ROUT), leader).rally("red")
    assert not scene.has("a", RALLIED)


@pytest.mark.rule(
    "brigades.rally.temporary-removed",
    "brigades.rally.permanent-kept",
    "brigades.morale.level.rout.rally",
)
def test_a_rallied_stand_is_permanently_disordered() -> None:
    scene = rallied()
    assert scene.p.state[scene.u("a")] & ROUT == RED
    assert not scene.has("a", YELLOW)


@pytest.mark.rule("brigades.rally.facing")
def test_a_rallied_stand_may_be_turned_at_once() -> None:
    assert rallied().play("facing 135").at("a") == (20, 20, 135)


@pytest.mark.rule("brigades.rally.no-combat", "brigades.morale.level.permanent.rallied-turn")
def test_a_rallied_stand_rolls_no_dice_in_the_next_combat_phase() -> None:
    enemy = foot("foe", 20, 16.0, facing=180, side="red")
    for state, expected in ((RED | RALLIED, ["done"]), (RED, ["done", "attack foe"])):
        scene = given(foot("a", 20, 20, state=state), enemy, foot("b", 40, 20))
        scene.push()
        scene = scene.combat()
        assert (scene.texts() or ["done"]) == expected
