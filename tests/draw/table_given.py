"""A system on the tabletop, with nothing in it but what a picture needs."""

import random
from math import cos, hypot, radians, sin
from pathlib import Path

from grognard.boards.tablefile import load_map, read_map
from grognard.boards.tablemap import TableMap
from grognard.engine import toml
from grognard.engine.battle import Battle
from grognard.engine.system import System
from grognard.engine.view import Marker, Placement, View

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "maps"
TABLES = (
    *("maida", "vimeiro", "quatre-bras-table", "gettysburg-first-day", "casteggio"),
    *("teugen-hausen", "auerstedt", "maloyaroslavets", "leuthen", "aspern-essling"),
)
SIDES = ("french", "allied")

# A table of 20 by 12 inches with one of everything; an inch is 20 pixels.
TINY = """
board = "table"
name = "tiny"
title = "Tiny"
width = 20
height = 12
inch = 20
paces = 120
[[hill]]
id = "hill"
name = "Hill"
level = 1
outline = "0,0 60,0 60,60 0,60"
[[hill]]
id = "top"
level = 2
outline = "10,10 50,10 50,50 10,50"
[[area]]
id = "wood"
kind = "forest"
name = "Wood"
outline = "120,10 160,10 160,40 120,40"
[[area]]
id = "trees"
kind = "orchard"
outline = "170,10 200,10 200,40 170,40"
[[area]]
id = "rocks"
kind = "broken"
outline = "120,45 160,45 160,55 120,55"
[[area]]
id = "rye"
kind = "crops"
outline = "10,70 50,70 50,110 10,110"
[[area]]
id = "stubble"
kind = "fields"
outline = "55,70 75,70 75,110 55,110"
[[area]]
id = "fen"
kind = "marsh"
outline = "120,60 140,60 140,80 120,80"
[[area]]
id = "mire"
kind = "swamp"
outline = "145,60 160,60 160,80 145,80"
[[area]]
id = "pond"
kind = "lake"
outline = "165,60 175,60 175,80 165,80"
[[area]]
id = "town"
kind = "town"
name = "Town"
material = "stone"
outline = "120,85 145,85 145,110 120,110"
[[area]]
id = "hamlet"
kind = "village"
material = "wood"
outline = "150,85 170,85 170,100 150,100"
[[area]]
id = "fort"
kind = "fort"
material = "stone"
outline = "175,85 195,85 195,105 175,105"
[[area]]
id = "citadel"
kind = "fortress"
material = "stone"
outline = "180,50 195,50 195,70 180,70"
[[line]]
id = "pike"
kind = "road"
name = "Pike"
line = "0,65 200,65"
[[line]]
id = "path"
kind = "track"
line = "65,0 65,120"
[[line]]
id = "lane"
kind = "sunken-road"
line = "70,0 70,60"
[[line]]
id = "rails"
kind = "railway"
line = "0,115 200,115"
[[line]]
id = "cut"
kind = "cut"
line = "20,115 40,115"
[[line]]
id = "brook"
kind = "stream"
name = "Brook"
width = 2
line = "80,0 80,120"
[[line]]
id = "slough"
kind = "marshy-stream"
width = 8
line = "90,0 90,120"
[[line]]
id = "river"
kind = "river"
width = 10
line = "105,0 105,120"
[[line]]
id = "wall"
kind = "low-wall"
line = "72,10 78,10"
[[line]]
id = "rails-up"
kind = "hasty-works"
line = "72,20 78,20"
[[line]]
id = "redan"
kind = "field-works"
line = "72,30 75,28 78,30"
[[line]]
id = "hedge"
kind = "hedge"
line = "72,40 78,40"
[[line]]
id = "poplars"
kind = "tree-line"
line = "72,50 78,50"
[[line]]
id = "dike"
kind = "dike"
line = "110,0 110,60"
[[crossing]]
id = "bridge"
kind = "bridge"
over = "brook"
road = "pike"
at = "80,65"
[[crossing]]
id = "ford"
kind = "ford"
name = "The ford"
over = "river"
at = "105,30"
[[entry]]
id = "west"
name = "From the west"
line = "0,20 0,60"
[[place]]
id = "barn"
name = "Barn"
at = "30,90"
kind = "farm"
"""


class TableSystem(System):
    """A system on the tabletop, with the pieces and markers it is given."""

    name = "given"
    board = "table"

    def __init__(
        self, tablemap: TableMap, placements: list[Placement], markers: list[Marker] | None = None
    ) -> None:
        self._map = tablemap
        self._placements = placements
        self._markers = markers or []

    def ground(self, battle: Battle) -> TableMap:
        return self._map

    def placements(self, view: View) -> list[Placement]:
        return self._placements

    def markers(self, view: View) -> list[Marker]:
        return self._markers

    def clock(self, view: View) -> str:
        return "Turn 1, 08:00"


def tiny_table() -> TableMap:
    """A small table with one of everything."""
    return read_map(toml.loads(TINY, "tiny.toml"))


def shipped_table(name: str) -> TableMap:
    """A map as it is shipped."""
    return load_map(FOLDER / f"{name}.toml")


def stand(
    id: str,
    at: tuple[int, ...],
    turn: int = 0,
    side: int = 0,
    symbol: str = "infantry",
    marks: tuple[str, ...] = (),
) -> Placement:
    """A stand, 3 inches by 3 unless `at` says its base."""
    base = at if len(at) == 4 else (*at, 30, 30)
    rated = ("morale", "5")
    return Placement(f"unit:{id}", symbol, side, base, turn, id.title(), "4", marks, "", rated)


def general(id: str, at: tuple[int, int], side: int = 0) -> Placement:
    """A commander: a point."""
    return Placement(f"unit:{id}", "leader", side, at, None, id.title(), "", (), "")


KINDS = (
    ("infantry", 30, 30),
    ("heavy-cavalry", 30, 30),
    ("light-cavalry", 30, 30),
    ("artillery", 30, 15),
    ("horse-artillery", 30, 15),
    ("skirmishers", 30, 15),
)
STATES = ((), ("stationary",), ("disordered",), ("routed",), ("column",), ("limbered",))


def crowded(tablemap: TableMap, seed: int, count: int) -> list[Placement]:
    """Stands here and there by chance, none on another, some side by side, with their generals."""
    rng = random.Random(seed)
    wide, high = tablemap.size
    found: list[Placement] = []
    spots: list[tuple[int, int]] = []
    while len(found) < count:
        if spots and rng.random() < 0.6:  # beside another, nearly touching it
            x, y = rng.choice(spots)
            way = radians(rng.choice((0, 90, 180, 270)))
            x, y = x + round(44 * sin(way)), y + round(44 * cos(way))
        else:
            x, y = rng.randint(25, wide - 25), rng.randint(25, high - 25)
        if not (22 <= x <= wide - 22 and 22 <= y <= high - 22):
            continue
        if any(hypot(x - a, y - b) < 43 for a, b in spots):
            continue
        spots.append((x, y))
        symbol, base, depth = rng.choice(KINDS)
        name = rng.choice(("Kempt", "Grenadiers", "Saxe-Weimar", "Foy", "23rd Light"))
        marks = rng.choice(STATES)
        side = rng.randrange(2)
        found.append(
            stand(f"{name} {len(found)}", (x, y, base, depth), 5 * rng.randrange(72), side, symbol,
                  marks)
        )  # fmt: skip
    for n, (x, y) in enumerate(spots[::5]):
        found.append(general(f"General {n}", (x + 3, y - 2), n % 2))
    return found
