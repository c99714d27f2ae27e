"""A system on a map of areas, with nothing in it but what a picture needs."""

import random
from pathlib import Path

from grognard.boards.areamap import AreaMap
from grognard.boards.areas import boundary_of
from grognard.engine import toml
from grognard.engine.battle import Battle
from grognard.engine.system import System
from grognard.engine.view import Marker, Placement, View
from grognard.systems.locales.state.ground import read_map

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "maps"
AREA_MAPS = ("mcphersons-ridge", "oak-ridge", "first-bull-run", "second-manassas")

# Two squares of 200 m side by side, west and east, and a strip to the north of both.
TINY = """
board = "areas"
name = "tiny"
title = "Tiny"
sides = ["union", "confederate"]
width = 400
height = 300
kilometre = 1000
houses = "40,40"
[[locale]]
id = "west"
name = "West"
capacity = 6
objective = ["union"]
reserve = "100,100"
outline = "0,0 200,0 200,200 0,200"
[[locale]]
id = "east"
name = "East"
about = "woods"
capacity = 6
reserve = "300,100"
outline = "200,0 400,0 400,200 200,200"
[[locale]]
id = "north"
name = "North"
capacity = 4
entry = ["confederate"]
reserve = "200,250"
outline = "0,300 0,200 200,200 400,200 400,300"
[[boundary]]
between = ["west", "east"]
width = "wide"
into.east = { infantry = 1, cavalry = 2, artillery = 1, obstructed = true }
[[boundary]]
between = ["west", "north"]
width = "narrow"
passage = "restricted"
[[boundary]]
between = ["east", "north"]
width = "narrow"
passage = "impassable"
[[road]]
id = "pike"
name = "Pike"
kind = "main"
through = ["west", "east"]
line = "0,150 400,150"
[[road]]
id = "lane"
name = "Lane"
kind = "local"
through = ["west", "north"]
line = "50,0 50,300"
[[road]]
id = "bed"
name = "Bed"
kind = "railroad"
through = ["east"]
line = "210,20 390,20"
[[heights]]
line = "0,0,100 200,0,100"
[[heights]]
line = "0,300,130 400,300,130"
[[line]]
kind = "river"
line = "200,0 200,200"
[[line]]
kind = "stream"
line = "300,0 300,200"
[[line]]
kind = "wall"
line = "20,20 20,80"
[[line]]
kind = "fence"
line = "120,20 120,80"
[[line]]
kind = "cut"
line = "230,20 290,20"
[[line]]
kind = "rails"
line = "0,280 400,280"
[[cover]]
kind = "woods"
outline = "320,40 380,40 380,140 320,140"
[[cover]]
kind = "orchard"
outline = "60,20 110,20 110,70 60,70"
[[cover]]
kind = "town"
name = "Town"
outline = "220,60 290,60 290,140 220,140"
[[crossing]]
kind = "bridge"
at = "200,150"
[[crossing]]
kind = "ford"
at = "300,60"
[[place]]
name = "The Barn"
at = "40,40"
kind = "farm"
[[place]]
name = "The Run"
at = "300,30"
kind = "water"
"""


class AreaSystem(System):
    """A system on a map of areas, with the pieces and markers it is given."""

    name = "given"
    board = "areas"

    def __init__(
        self, areamap: AreaMap, placements: list[Placement], markers: list[Marker] | None = None
    ) -> None:
        self._map = areamap
        self._placements = placements
        self._markers = markers or []

    def ground(self, battle: Battle) -> AreaMap:
        return self._map

    def placements(self, view: View) -> list[Placement]:
        return self._placements

    def markers(self, view: View) -> list[Marker]:
        return self._markers

    def clock(self, view: View) -> str:
        return "Turn 1, 08:00"


def tiny_areas() -> AreaMap:
    """A small map with one of everything."""
    return read_map(toml.loads(TINY, "tiny.toml"))


def shipped_areas(name: str) -> AreaMap:
    """A map as it is shipped."""
    return read_map(toml.load(FOLDER / f"{name}.toml"))


def block(
    number: int, locale: int, approach: int = -1, side: int = 0, symbol: str = "infantry"
) -> Placement:
    """A block at a place; those of no known arm have neither name nor strength."""
    known = symbol != "block"
    label = f"Brigade {number}" if known else str(number)
    return Placement(
        f"block:{number}", symbol, side, (locale, approach), None, label, "2" * known, (), ""
    )


def crowded(areamap: AreaMap, seed: int, share: float) -> list[Placement]:
    """Locales filled by chance up to a share of their capacity, on approaches and in reserve."""
    rng = random.Random(seed)
    found: list[Placement] = []
    for n, locale in enumerate(areamap.locales):
        side = rng.randrange(2)
        mine = areamap.areas.approaches[n]
        places = [a for a in mine if not areamap.boundaries[boundary_of(a)].closed]
        for _ in range(rng.randint(0, int(locale.properties["capacity"] * share))):
            symbol = rng.choice(("infantry", "cavalry", "artillery")) if side == 0 else "block"
            found.append(block(len(found), n, rng.choice([-1, -1, *places]), side, symbol))
    return found


def objectives(areamap: AreaMap) -> list[Marker]:
    """The objectives and entries a map shows."""
    return [
        Marker(f"{kind}:{locale.id}:{side}", kind, (n, -1), side, locale.name)
        for n, locale in enumerate(areamap.locales)
        for kind in ("objective", "entry")
        for side in (0, 1)
        if locale.properties[kind] >> side & 1
    ]
