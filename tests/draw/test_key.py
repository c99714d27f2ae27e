"""The key shows every symbol of every side, and every mark."""

from xml.etree import ElementTree

from grognard.draw import key, stand_key, symbols, tablesymbols
from grognard.draw.pieces import CODES

SVG = "{http://www.w3.org/2000/svg}"


def test_the_key_shows_every_shape_of_every_side() -> None:
    tree = ElementTree.fromstring(key({"french": "French", "allied": "Allied"}))
    used = {element.get("href") for element in tree.iter(f"{SVG}use")}
    shapes = {*symbols.EXTENT, "flag"} - {"piece"}
    assert used == {f"#s{side}-{shape}" for side in (0, 1) for shape in shapes}


def test_the_key_explains_every_mark() -> None:
    tree = ElementTree.fromstring(key({"french": "French"}))
    texts = [element.text for element in tree.iter(f"{SVG}text")]
    for mark, code in CODES.items():
        assert (mark in texts and code in texts) == bool(code)


def test_the_titles_of_the_sides_are_escaped() -> None:
    tree = ElementTree.fromstring(key({"french": "<b>"}))
    assert "<b>" in [element.text for element in tree.iter(f"{SVG}text")]


def test_the_key_to_the_stands_shows_every_shape_and_state_of_either_side() -> None:
    tree = ElementTree.fromstring(stand_key({"french": "French", "allied": "Allied"}))
    used = [str(element.get("href")) for element in tree.iter(f"{SVG}use")]
    assert len(set(used)) == len(used)
    drawn = {element.get("id") for element in tree.iter(f"{SVG}symbol")}
    assert {name[1:] for name in used} <= drawn
    for shape in set(tablesymbols.SHAPES.values()):
        for side in (0, 1):
            assert any(name.startswith(f"#s{side}-{shape}-") for name in used), shape
    for state in tablesymbols.STATES[1:]:
        assert any(f"-{state}-" in name for name in used)
