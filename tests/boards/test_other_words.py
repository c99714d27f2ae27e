"""Maps in the words of a system nobody here knows: read, drawn and printed all the same."""

import pytest

from grognard.boards import areafile, hexmap
from grognard.boards.areamap import AreaMap, AreaProperties, flag, number, word
from grognard.boards.hexmap import HexKinds, HexMap
from grognard.cli.area_text import AreaText, legend
from grognard.cli.board_text import letters_of
from grognard.draw.areaground import AreaGround, about_approach, about_locale
from grognard.draw.hexground import HexGround
from grognard.engine.errors import FileError
from grognard.engine.toml import loads

SUPPLIED = AreaProperties(
    locale=(number("supply", 0, 9, default=0), flag("walled")),
    boundary=(word("border", ("field", "moat"), default="field"),),
    approach=(flag("gate"),),
    closed=("border", "moat"),
)
CASTLE = """
board = "areas"
name = "castle"
sides = ["red", "blue"]
width = 600
height = 200
kilometre = 1000
[[locale]]
id = "keep"
name = "Keep"
supply = 3
walled = true
reserve = "100,100"
outline = "0,0 200,0 200,200 0,200"
[[locale]]
id = "yard"
name = "Yard"
reserve = "300,100"
outline = "200,0 400,0 400,200 200,200"
[[locale]]
id = "field"
name = "Field"
reserve = "500,100"
outline = "400,0 600,0 600,200 400,200"
[[boundary]]
between = ["keep", "yard"]
into.keep = { gate = true }
[[boundary]]
between = ["yard", "field"]
border = "moat"
"""

MOORS = HexKinds(grounds=("moor", "marsh", "meadow", "bog"), sides=("dyke",), waters=("dyke",))
HEATH = """
name = "heath"
width = 4
height = 2
hex_metres = 100
ground = "oaeb\\noaeb"
levels = "0000\\n0000"
[legend]
o = "moor"
a = "marsh"
e = "meadow"
b = "bog"
[[side]]
kind = "dyke"
sides = ["0101 e"]
[[crossing]]
kind = "bridge"
side = "0101 e"
"""


def castle(text: str = CASTLE) -> AreaMap:
    return areafile.read_map(loads(text, "castle.toml"), SUPPLIED)


def heath(text: str = HEATH) -> HexMap:
    return hexmap.read_map(loads(text, "heath.toml"), MOORS)


def test_areas_have_the_properties_their_system_gives_them() -> None:
    ground = castle()
    assert [locale.properties for locale in ground.locales] == [
        {"supply": 3, "walled": True},
        {"supply": 0, "walled": False},
        {"supply": 0, "walled": False},
    ]
    assert ground.approaches[0].properties == {"gate": True}
    assert ground.closed() == 0b10 and ground.boundary_word(1, "border") == "moat"
    assert ground.boundary_word(1, "passage") == ""
    assert ground.areas.distance[0][2] == -1  # nobody comes over the moat


def test_properties_of_another_system_are_refused() -> None:
    with pytest.raises(FileError, match='castle.toml:11: unknown key "capacity"'):
        castle(CASTLE.replace("supply = 3", "capacity = 3"))
    with pytest.raises(FileError, match='"supply" must be from 0 to 9'):
        castle(CASTLE.replace("supply = 3", "supply = 10"))
    with pytest.raises(FileError, match="nobody comes over a moat boundary"):
        castle(CASTLE + "into.yard = { gate = true }\n")


def test_areas_are_told_and_drawn_by_their_properties() -> None:
    ground = castle()
    assert about_locale(ground, 0) == "Keep, supply 3, walled"
    assert about_locale(ground, 1) == "Yard"
    assert about_approach(ground, 0) == "Keep towards Yard, gate"
    drawn = AreaGround(ground).svg
    assert 'id="locale:keep"' in drawn and 'id="approach:yard/field"' not in drawn


def test_areas_without_a_capacity_are_printed_without_room() -> None:
    ground = castle()
    board = AreaText(ground, [], [], ("Red", "Blue"))
    assert [line.plain for line in board.listing(80)] == ["Empty:", "  Keep, Yard, Field"]
    assert board.held("locale:keep") == "empty"
    assert board.ways(1) == [("Keep", "gate"), ("Field", "moat")]
    assert ("Keep", "") in legend(ground)


def test_hexes_have_the_grounds_their_system_gives_them() -> None:
    ground = heath()
    assert [ground.ground_name(h) for h in range(4)] == ["moor", "marsh", "meadow", "bog"]
    assert ground.hexes_of("bog") == 0b10001000 and ground.hexes_of("woods") == 0
    assert ground.kinds.flag("river") == 0
    assert ground.side[0][1] == ground.kinds.flag("dyke") | hexmap.BRIDGE
    with pytest.raises(FileError, match='unknown b "woods"'):
        heath(HEATH.replace('"bog"', '"woods"'))


def test_grounds_without_a_letter_of_their_own_get_one_that_is_free() -> None:
    # m is the marsh's, as always, and b stands for a building.
    assert letters_of(heath()) == {"moor": "o", "marsh": "m", "meadow": "e", "bog": "g"}
    assert "0301 meadow, level 0" in HexGround(heath()).svg
