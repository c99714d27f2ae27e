"""The ground drawn as within reach of a stand: what it costs to get there is left."""

import pytest

import grognard
from tests.rules.brigades import given as brigades
from tests.rules.onepage import given as onepage

Outline = tuple[tuple[int, int], ...]


def within(x: int, y: int, outline: Outline) -> bool:
    """Whether a point lies inside an outline: a line from it crosses the edge an odd time."""
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (outline[-1], *outline[:-1]), strict=True):
        if (ay > y) != (by > y) and (x - ax) * abs(by - ay) < (bx - ax) * (y - ay) * (
            1 if by > ay else -1
        ):
            odd = not odd
    return odd


# A stream costs half a move: the hussars begin before one, and so does the general.
@pytest.mark.parametrize(
    ("battle", "mover"), [("brigades/casteggio", "hussars"), ("onepage/maida", "general-compere")]
)
def test_no_place_within_reach_costs_more_than_is_left(battle: str, mover: str) -> None:
    game = grognard.new(battle, seed=3)
    game.play(f"move {mover}")
    view = game.view("french")
    (area,) = view.reach()
    turn = {p.id: p.turn for p in game.system.placements(view)}[f"unit:{mover}"] or 0

    def refused(place: str) -> str:
        return view.refusal(game.battle.nouns.action("pose", f"{place} facing {turn}"))

    places = [
        f"{x / 10},{y / 10}"
        for x in range(0, 360, 15)
        for y in range(0, 360, 15)
        if within(x * 100, y * 100, area.outline)
    ]
    assert len(places) > 20
    # At the very edge a leg on the lattice may differ by a hair.
    assert sum("costs" in refused(place) for place in places) <= 1


WOOD = ("forest", "150,100 250,100 250,120 150,120")


@pytest.mark.parametrize("hidden", [False, True])
def test_out_of_command_nothing_nearer_to_an_enemy_in_sight_is_within_reach(hidden: bool) -> None:
    areas = [WOOD] if hidden else []
    # It looks at a foe 18 in ahead, its general is 20 in off: half of 12 in is left to it.
    one = onepage.given(
        onepage.foot("a", 20, 20),
        onepage.general("g", 40, 20),
        onepage.foot("foe", 20, 2, side="red"),
        areas=areas,
    )
    other = brigades.given(
        brigades.foot("a", 20, 20),
        brigades.commander("g", 40, 20),
        brigades.foot("foe", 20, 2, side="red"),
        areas=areas,
    )
    for scene in (one.command().moves("a"), other.command().moves("a")):
        (area,) = scene.p.decision.reach(scene.p)  # type: ignore[union-attr]
        ahead = 20_000 - min(y for _, y in area.outline)
        assert ahead > 5_000 if hidden else ahead < 200
