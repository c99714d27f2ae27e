"""Things placed again after a change lie where they would lie if all were placed anew."""

import random

from grognard.draw.arrangement import Arrangement, Placed, Room
from grognard.draw.labels import Wish, place_names
from grognard.draw.lettering import Box, box_around

FRAME = Box(0, 0, 600, 400)
STEPS = [0, 10, -10, 20, -20, 30, -30]


def put(key: tuple[str, int, int], room: Room) -> Placed[tuple[str, float]]:
    """A box of 20 by 10 at a point, moved to the side as little as needed."""
    name, x, y = key
    for step in STEPS:
        box = box_around(x + step, y, 20, 10)
        if not room.is_taken(box):
            return Placed((name, x + step), (box,), spot=(box,))
    return Placed((name, x))


def test_a_thing_moves_aside_for_an_earlier_one_and_back_when_it_is_gone() -> None:
    arranged = Arrangement()
    assert arranged.lay([("a", 100, 50), ("b", 105, 50)], put) == [("a", 100), ("b", 125)]
    arranged.begin(None)
    assert arranged.lay([("b", 105, 50)], put) == [("b", 105)]
    arranged.begin(None)
    assert arranged.lay([("b", 105, 50), ("a", 100, 50)], put) == [("b", 105), ("a", 80)]


def test_what_does_not_change_is_not_placed_again() -> None:
    placed = []

    def noted(key: tuple[str, int, int], room: Room) -> Placed[tuple[str, float]]:
        placed.append(key[0])
        return put(key, room)

    arranged = Arrangement()
    far, near = ("far", 500, 50), ("near", 110, 50)
    first = arranged.lay([("a", 100, 50), far, near], noted)
    placed.clear()
    arranged.begin(None)
    # The first one leaves: its neighbour can take its own place, the distant one stays as it is.
    second = arranged.lay([far, near], noted)
    assert placed == ["near"]
    assert second == [("far", 500), ("near", 110)]
    assert second[0] is first[1]


def test_another_sheet_begins_empty() -> None:
    arranged = Arrangement()
    arranged.lay([("a", 100, 50)], put)
    arranged.begin("another sheet")
    assert arranged.lay([("b", 100, 50)], put) == [("b", 100)]


def test_names_among_wandering_blocks_lie_as_if_they_were_placed_anew() -> None:
    luck = random.Random(15)
    kept = Arrangement()
    crowd = {f"Regiment {n}": (luck.randrange(600), luck.randrange(400)) for n in range(60)}
    lines = 0
    for _ in range(60):
        for name in luck.sample(sorted(crowd), 3):
            x, y = crowd.pop(name)
            if luck.random() < 0.9:  # else it is lost
                crowd[name] = (x + luck.randrange(-60, 60), y + luck.randrange(-40, 40))
        if luck.random() < 0.2:
            crowd[f"Guard {luck.random():.2f}"] = (luck.randrange(600), luck.randrange(400))
        blocks = [(name, *at) for name, at in sorted(crowd.items())]
        found = []
        for arranged in (kept, Arrangement()):
            arranged.begin(None)
            at = arranged.lay(blocks, lambda key, room: _block(key))
            wishes = [Wish(n, x, y, 10, 6, 11, False, "#000000", False) for n, x, y in at]
            wishes.append(Wish("Hougoumont", 300, 200, 0, 0, 14, True, "#000000", True))
            found.append(place_names(arranged, wishes, FRAME))
        assert found[0] == found[1]
        lines += sum(label.line is not None for label in found[0])
    assert lines > 50  # it was crowded


def _block(key: tuple[str, int, int]) -> Placed[tuple[str, int, int]]:
    _, x, y = key
    return Placed(key, (box_around(x, y, 12, 10),), (box_around(x, y, 20, 12),))
