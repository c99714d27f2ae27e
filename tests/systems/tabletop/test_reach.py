"""The ground drawn as within reach of a stand: what it costs to get there is left."""

import pytest

import grognard

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
