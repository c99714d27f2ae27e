"""The shipped grounds of the tabletop: of their size, whole, named, and fit to stand on."""

from functools import cache
from pathlib import Path

import pytest
from shapely import LineString, Polygon, box
from shapely import Point as Spot
from shapely.affinity import rotate

import grognard
from grognard.boards.tablefile import load_map
from grognard.boards.tablemap import AREAS, LINES, ROADS, WATERS, TableMap, centre

FOLDER = Path(__file__).parents[2] / "src" / "grognard" / "maps"

# Width and height in inches, and which way north lies.
SIZES = {
    "casteggio": (36, 36, "up"),
    "teugen-hausen": (48, 48, "up"),
    "auerstedt": (72, 48, "up"),
    "maloyaroslavets": (48, 60, "up"),
    "leuthen": (96, 60, "left"),
    "aspern-essling": (72, 96, "up"),
}

# Where the battle went: a point of the table, the level of its ground, and the kinds of area it
# is in. Points are where brigades began the day.
STOOD = {
    "casteggio": [
        ((115, 193), 0, {"town"}),  # the regiment in the lower town
        ((117, 230), 1, {"town"}),  # and the one above it on the spur
        ((172, 218), 1, {"broken"}),  # skirmishers in the vines
        ((278, 178), 1, set()),  # the light regiment on the hills
        ((262, 64), 0, {"crops"}),  # the line in the wheat
        ((60, 174), 0, set()),  # the reserve beyond the Coppa
    ],
    "teugen-hausen": [
        ((268, 46), 0, {"town"}),  # Teugn
        ((224, 136), 1, set()),  # the crest of the Buchberg
        ((190, 180), 2, {"forest"}),  # the root of the tongue of wood
        ((336, 206), 2, {"forest"}),  # the legion in the Ammerholz
        ((233, 222), 1, set()),  # the saddle between the woods
        ((256, 372), 0, set()),  # the reserve before Hausen
    ],
    "auerstedt": [
        ((457, 367), 1, {"town"}),  # Hassenhausen
        ((408, 308), 1, set()),  # the regiment that led, north of the highway
        ((274, 184), 0, set()),  # the horse before Taugwitz
        ((458, 396), 1, {"orchard"}),  # the gardens
        ((40, 80), 2, set()),  # the Finne
    ],
    "maloyaroslavets": [
        ((225, 207), 1, {"town"}),  # the street above the bridge
        ((258, 204), 1, {"town"}),  # the monastery
        ((229, 124), 0, set()),  # the camp north of the bridge
        ((252, 298), 2, set()),  # the divisions behind the town
        ((346, 262), 1, set()),  # the battery east of the ravine
        ((294, 212), 1, {"broken"}),  # the ravine
    ],
    "leuthen": [
        ((555, 214), 0, {"town"}),  # the church
        ((474, 230), 1, set()),  # the second line on the windmill hill
        ((812, 278), 1, {"forest"}),  # the pines
        ((884, 312), 1, set()),  # the heavy guns on the Glanzberg
        ((856, 178), 0, {"broken"}),  # skirmishers in the ditches
        ((534, 576), 0, set()),  # the horse behind Radaxdorf
    ],
    "aspern-essling": [
        ((147, 617), 0, {"town"}),  # the church end of Aspern
        ((445, 657), 0, {"town"}),  # the granary
        ((346, 622), 0, set()),  # the cuirassiers between the villages
        ((60, 590), 0, {"broken"}),  # the wet brush
        ((384, 300), 0, set()),  # the cavalry reserve
        ((452, 628), 0, {"orchard"}),  # the Great Garden
    ],
}

# Ground of no rule and things beside the point do not count.
OPEN = {"fields"}

# Names that must be on the map, towns and villages first.
NAMED = {
    "casteggio": ["Casteggio", "Pistornile", "Rivalta", "San Biagio", "Coppa", "Rile", "San Zeno"],
    "teugen-hausen": ["Teugn", "Hausen", "Roith", "Saladorf", "Hausener Berg", "Buchberg"],
    "auerstedt": [
        *("Hassenhausen", "Taugwitz", "Poppel", "Rehehausen", "Spielberg", "Punschrau"),
        *("Gernstedt", "Lissbach", "Sonnenberg", "Ranzenhügel"),
    ],
    "maloyaroslavets": ["Maloyaroslavets", "Monastery", "Nemtsovo", "Maklino", "Luzha"],
    "leuthen": [
        *("Leuthen church", "Frobelwitz", "Sagschütz", "Radaxdorf", "Lobetinz", "Gohlau"),
        *("Butterberg", "Kirchberg", "Kiefernberg", "Windmill hill", "Zettelbusch"),
    ],
    "aspern-essling": [
        *("Aspern", "Essling", "Granary", "Great Garden", "Gross-Enzersdorf", "Breitenlee"),
        *("Hirschstetten", "Gemeinde-Au", "Mühlau", "Lobau", "Stadlau arm of the Danube"),
    ],
}

# The only ways over the waters that cannot be waded, and over all others that have one.
CROSSED = {
    "casteggio": {"coppa": 2, "rile": 1, "san-zeno": 1},
    "teugen-hausen": {"muehlbach": 1, "west-brook": 1, "roith-brook": 1, "hausen-brook": 1},
    "auerstedt": {"lissbach": 2},
    "maloyaroslavets": {"luzha": 3, "yaroslavka": 2},
    "leuthen": {"gohlau-ditch": 1},
    "aspern-essling": {"arm": 1, "side-channel": 1},
}


@cache
def table(name: str) -> TableMap:
    return load_map(FOLDER / f"{name}.toml")


@pytest.mark.parametrize("name", SIZES)
def test_a_table_has_its_size_and_scale(name: str) -> None:
    wide, high, north = SIZES[name]
    found = table(name)
    assert (found.name, found.size, found.north) == (name, (wide * 10, high * 10), north)
    assert found.paces == 120  # an inch is 100 yards
    assert found.inch >= 17  # a base has room for its figures


@pytest.mark.parametrize("name", SIZES)
def test_what_the_accounts_speak_of_is_named(name: str) -> None:
    found = table(name)
    groups = (found.hills, found.areas, found.lines, found.places)
    names = [thing.name for group in groups for thing in group if thing.name]
    assert set(NAMED[name]) <= set(names)
    assert len(names) == len(set(names)), "two things have one name"
    for area in found.areas:
        if AREAS[area.kind] in ("town", "village"):
            assert area.name, area.id


@pytest.mark.parametrize("name", SIZES)
def test_roads_cross_waters_at_bridges_and_fords_alone(name: str) -> None:
    found = table(name)
    counted: dict[str, int] = {}
    for crossing in found.crossings:
        water = found.lines[crossing.over]
        counted[water.id] = counted.get(water.id, 0) + 1
        assert crossing.name, crossing.id
    assert counted == CROSSED[name]
    roads = [line for line in found.lines if LINES[line.kind] in ROADS]
    waters = [line for line in found.lines if LINES[line.kind] in WATERS]
    for road in roads:
        for water in waters:
            met = LineString(road.line).intersection(LineString(water.line))
            spots = [
                Spot(crossing.at)
                for crossing in found.crossings
                if found.lines[crossing.over] is water and found.lines[crossing.road] is road
            ]
            for point in getattr(met, "geoms", [met]):
                if not point.is_empty:
                    assert any(point.distance(spot) <= 3 for spot in spots), (road.id, water.id)


@pytest.mark.parametrize("name", SIZES)
def test_every_crossing_of_a_road_is_where_road_and_water_meet(name: str) -> None:
    found = table(name)
    for crossing in found.crossings:
        water = LineString(found.lines[crossing.over].line)
        assert water.distance(Spot(crossing.at)) <= 1, crossing.id
        if crossing.road >= 0:
            assert LineString(found.lines[crossing.road].line).intersects(water), crossing.id


@pytest.mark.parametrize("name", SIZES)
def test_roads_end_at_the_edge_or_at_something(name: str) -> None:
    """No road ends in the open: its end is on the edge, in houses, or on another road."""
    found = table(name)
    wide, high = found.size
    built = [Polygon(a.outline) for a in found.areas if AREAS[a.kind] in ("town", "village")]
    roads = [line for line in found.lines if LINES[line.kind] in ROADS]
    for road in roads:
        for end in (road.line[0], road.line[-1]):
            at_edge = end[0] in (0, wide) or end[1] in (0, high)
            others = [LineString(other.line) for other in roads if other is not road]
            joins = any(other.distance(Spot(end)) <= 3 for other in others)
            housed = any(house.distance(Spot(end)) <= 3 for house in built)
            assert at_edge or joins or housed, (road.id, end)


@pytest.mark.parametrize("name", SIZES)
def test_blocks_of_houses_hold_a_base_and_keep_apart(name: str) -> None:
    found = table(name)
    wet = [
        LineString(line.line).buffer(line.width / 2)
        for line in found.lines
        if LINES[line.kind] in WATERS
    ]
    blocks = [area for area in found.areas if AREAS[area.kind] in ("town", "village")]
    for number, area in enumerate(blocks):
        block = Polygon(area.outline)
        left, top, right, bottom = block.bounds
        least = 25 if AREAS[area.kind] == "town" else 14
        assert right - left >= least and bottom - top >= least, area.id
        assert block.contains(Spot(centre(area.outline)))
        assert not any(block.intersects(water) for water in wet), area.id
        for other in blocks[:number]:
            assert block.distance(Polygon(other.outline)) >= 1, (area.id, other.id)


@pytest.mark.parametrize(
    ("name", "at", "level", "kinds"),
    [(name, *stood) for name, all_stood in STOOD.items() for stood in all_stood],
)
def test_brigades_began_the_day_on_their_ground(
    name: str, at: tuple[int, int], level: int, kinds: set[str]
) -> None:
    found = table(name)
    levels = [hill.level for hill in found.hills if Polygon(hill.outline).contains(Spot(at))]
    assert max(levels, default=0) == level
    about = {AREAS[a.kind] for a in found.areas if Polygon(a.outline).contains(Spot(at))}
    assert about - OPEN == kinds
    for line in found.lines:
        if LINES[line.kind] in WATERS:
            assert LineString(line.line).distance(Spot(at)) > line.width / 2, line.id


@pytest.mark.parametrize("name", SIZES)
def test_troops_do_not_come_on_through_the_water(name: str) -> None:
    found = table(name)
    for entry in found.entries:
        (ax, ay), (bx, by) = entry.line
        middle = Spot((ax + bx) / 2, (ay + by) / 2)
        for line in found.lines:
            if LINES[line.kind] in WATERS:
                assert LineString(line.line).distance(middle) > line.width / 2, entry.id


TABLES = {system.name for system in grognard.systems() if system.board == "table"}
BATTLES = [battle.id for battle in grognard.battles() if battle.id.split("/")[0] in TABLES]


@pytest.mark.parametrize("battle", BATTLES)
def test_stands_begin_on_the_table_and_not_in_the_water(battle: str) -> None:
    game = grognard.new(battle, seed=1)
    found = game.system.ground(game.battle)
    edge = box(0, 0, *found.size)
    lakes = [Polygon(area.outline) for area in found.areas if AREAS[area.kind] == "lake"]
    rivers = [
        LineString(line.line).buffer(line.width / 2)
        for line in found.lines
        if LINES[line.kind] == "river"
    ]
    placed = [piece for piece in game.system.placements(game.view(None)) if len(piece.at) == 4]
    assert placed
    for piece in placed:
        x, y, wide, deep = piece.at
        base = rotate(box(x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2), piece.turn)
        assert edge.buffer(0.1).covers(base), piece.id
        assert not any(base.intersects(water) for water in (*lakes, *rivers)), piece.id
