"""The table of widths against the shipped typeface itself."""

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.draw import ink, lettering
from grognard.draw.lettering import Box, box_around, lettered, width

FONTS = Path(lettering.__file__).parent / "fonts"


def advances(name: str, text: str) -> list[int]:
    """The advance widths of some characters, read from the tables of a TrueType file."""
    data = (FONTS / name).read_bytes()
    tables = {}
    for i in range(struct.unpack(">H", data[4:6])[0]):
        tag, _, start, _ = struct.unpack(">4sLLL", data[12 + 16 * i : 28 + 16 * i])
        tables[tag] = start
    metrics = struct.unpack(">H", data[tables[b"hhea"] + 34 : tables[b"hhea"] + 36])[0]
    cmap = tables[b"cmap"]
    for i in range(struct.unpack(">H", data[cmap + 2 : cmap + 4])[0]):
        offset = struct.unpack(">L", data[cmap + 8 + 8 * i : cmap + 12 + 8 * i])[0]
        if data[cmap + offset : cmap + offset + 2] == b"\0\4":
            start = cmap + offset
    count = struct.unpack(">H", data[start + 6 : start + 8])[0] // 2

    def column(index: int) -> tuple[int, ...]:
        at = start + 14 + 2 * count * index + (2 if index else 0)
        return struct.unpack(f">{count}H", data[at : at + 2 * count])

    ends, starts, deltas, ranges = column(0), column(1), column(2), column(3)
    found = []
    for letter in map(ord, text):
        i = next(i for i in range(count) if ends[i] >= letter)
        glyph = (letter + deltas[i]) & 0xFFFF
        if ranges[i]:
            at = start + 16 + 6 * count + 2 * i + ranges[i] + 2 * (letter - starts[i])
            glyph = (struct.unpack(">H", data[at : at + 2])[0] + deltas[i]) & 0xFFFF
        at = tables[b"hmtx"] + 4 * min(glyph, metrics - 1)
        found.append(struct.unpack(">H", data[at : at + 2])[0])
    return found


@pytest.mark.parametrize(("name", "italic"), [("GenBkBasR.ttf", False), ("GenBkBasI.ttf", True)])
def test_the_table_of_widths_is_that_of_the_typeface(name: str, italic: bool) -> None:
    text = "Gémioncourt 0123456789 Plancenoit, Brückner & Söhne ½×–"
    assert width(text, 2048, italic) == pytest.approx(sum(advances(name, text)))


def test_the_licence_of_the_typeface_is_shipped_with_it() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text("utf-8")
    assert sum(path.stat().st_size for path in FONTS.glob("*.ttf")) < 600_000


def test_a_text_is_centred_on_its_point() -> None:
    # A capital I is 630 of 2048 wide.
    text = lettered("II", 100, 50, 20)
    assert text.box.left == pytest.approx(100 - 630 * 20 / 2048)
    assert text.box.right == pytest.approx(100 + 630 * 20 / 2048)
    assert text.box.top < 50 < text.box.bottom


def test_an_unknown_letter_takes_some_room() -> None:
    assert width("戦", 10) == pytest.approx(1229 * 10 / 2048)


def test_hostile_text_is_escaped() -> None:
    element = ElementTree.fromstring(lettered('<script>&"', 0, 0, halo=True).svg())
    assert element.tag == "text"
    assert element.text == '<script>&"'


def test_a_halo_lies_under_the_letters() -> None:
    element = ElementTree.fromstring(lettered("x", 0, 0, halo=True, plate="#123456").svg())
    assert element.get("stroke") == "#123456"
    assert element.get("paint-order") == "stroke"
    assert element.get("fill") == ink.INK


def test_boxes_that_only_touch_do_not_meet() -> None:
    assert not Box(0, 0, 10, 10).meets(Box(10, 0, 20, 10))
    assert Box(0, 0, 10, 10).meets(Box(9, 9, 20, 20))
    assert not Box(0, 0, 10, 10).meets(Box(9, 11, 20, 20))


def test_a_box_lies_inside_another_with_all_its_sides() -> None:
    frame = Box(0, 0, 10, 10)
    assert box_around(5, 5, 10, 10).inside(frame)
    assert not any(
        box_around(x, y, 4, 4).inside(frame) for x, y in ((1, 5), (9, 5), (5, 1), (5, 9))
    )
