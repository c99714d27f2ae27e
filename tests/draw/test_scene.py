"""Scenes: readable by measure at the start of every shipped battle, and safe to show."""

import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard.draw import scene, svg
from grognard.draw.ink import contrast
from grognard.draw.paper import LEFT, TOP
from grognard.draw.scene import Scene
from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.view import Marker
from tests.draw.given import BATTLES, GivenSystem, deployed, piece, shipped_map, tiny_map, view

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [path.stem for path in BATTLES]


@pytest.fixture(params=["", "D-1", "D-2 engaged blown"])
def marks(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return tuple(request.param.split())


@pytest.fixture(params=BATTLES, ids=NAMES)
def start(request: pytest.FixtureRequest, marks: tuple[str, ...]) -> Scene:
    path: Path = request.param
    return scene(*deployed(path, marks))


def test_the_shipped_battles_are_found() -> None:
    assert "gemioncourt" in NAMES


def test_all_lettering_is_large_and_dark_enough(start: Scene) -> None:
    texts = start.lettering()
    assert len(texts) > 20
    for text in texts:
        assert text.size >= 11, text
        assert contrast(text.ink, text.plate) >= 4.5, text


def test_no_two_labels_overlap(start: Scene) -> None:
    texts = [*(label.text for label in start.labels), *start.texts]
    boxes = [(text.text, text.box) for text in texts]
    # Plates may lie edge to edge; what is written on them has room to spare.
    boxes += [(c.text.text, c.box.grown(-0.1)) for found in start.pieces for c in found.chips]
    over = [
        (name, other)
        for i, (name, box) in enumerate(boxes)
        for other, its in boxes[:i]
        if box.meets(its)
    ]
    assert over == []


def test_every_unit_is_named_and_its_name_lies_on_the_sheet(start: Scene) -> None:
    written = [label.text for label in start.labels]
    for found in start.pieces:
        assert found.placement.label in [text.text for text in written]
    frame = start.board.width, start.board.height
    for text in written:
        assert text.box.left >= LEFT
        assert text.box.top >= TOP
        assert text.box.right <= frame[0]
        assert text.box.bottom <= frame[1]


def test_no_name_or_mark_covers_a_strength(start: Scene) -> None:
    plates = [found.chips[0].box for found in start.pieces if found.placement.strength]
    names = [label.text.box for label in start.labels]
    assert not [(a, b) for a in plates for b in names if a.meets(b)]
    assert not [(a, b) for i, a in enumerate(plates) for b in plates[:i] if a.meets(b)]


def test_the_picture_is_well_formed_and_its_ids_unique(start: Scene) -> None:
    tree = ElementTree.fromstring(start.svg())
    ids = [found for element in tree.iter() if (found := element.get("id")) is not None]
    assert len(ids) == len(set(ids))
    used = {(element.get("href") or "#")[1:] for element in tree.iter(f"{SVG}use")}
    assert used <= set(ids)


@pytest.mark.parametrize("seed", range(12))
def test_a_crowd_stays_readable(seed: int) -> None:
    rng = random.Random(seed)
    ground = shipped_map("gemioncourt")
    pieces = []
    for i, place in enumerate(rng.sample(range(36), 30)):
        at = (place // 6 + 4) * 16 + place % 6 + 5
        side, turn = rng.randrange(2), 60 * rng.randrange(6)
        marks = tuple(rng.sample(["D-1", "routed", "blown", "engaged"], rng.choice((0, 1, 2))))
        troops = rng.choice((["infantry"], ["light-cavalry"], ["infantry", "horse-artillery"]))
        for arm in troops:
            pieces.append(piece(f"unit:{arm}-{i}", at, arm, side, turn, str(i), marks[:2]))
        if i % 4 == 0:
            pieces.append(piece(f"leader:leader-{i}", at, "leader", side, None, ""))
    found = scene(view(), GivenSystem(ground, pieces))
    boxes = [label.text.box for label in found.labels]
    boxes += [chip.box.grown(-0.1) for p in found.pieces for chip in p.chips]
    boxes += [p.extent.grown(-1.1) for p in found.pieces if p.symbol.endswith("leader")]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]
    names = [label.text.text for label in found.labels]
    assert all(p.placement.label in names for p in found.pieces)


@pytest.fixture
def hostile() -> Scene:
    here = tiny_map().grid.parse("0402")
    pieces = [piece('unit:"><script>', here, label="<b>&", marks=("<i>",), strength="<7>")]
    markers = [Marker("objective:<x>", "<objective>", (here,), 1, '"</title>')]
    return scene(view(title="</title><script>"), GivenSystem(tiny_map(), pieces, markers, "<&>"))


def test_hostile_text_stays_text(hostile: Scene) -> None:
    tree = ElementTree.fromstring(hostile.svg())
    assert not [element for element in tree.iter() if element.tag.endswith(("script", "b", "i"))]
    assert tree.find(f"{SVG}title") is not None
    assert "<b>&" in [element.text for element in tree.iter(f"{SVG}text")]


def kempt(at: str = "0402") -> Scene:
    ground = tiny_map()
    pieces = [
        piece("unit:kempt", ground.grid.parse(at), side=1, turn=180, marks=("D-1",)),
        piece("unit:husson", ground.grid.parse("0405"), turn=0, strength="9"),
    ]
    markers = [Marker("objective:farm", "objective", (ground.grid.parse("0303"),), 1, "The Farm")]
    return scene(view(), GivenSystem(ground, pieces, markers))


def test_the_board_is_told_in_words() -> None:
    assert kempt().listing.splitlines() == [
        "French:",
        "Husson, infantry, strength 9: 0405 facing n",
        "Allied:",
        "Kempt, infantry, strength 7, D-1: 0402 facing s",
        "objective: The Farm 0303, Allied",
    ]
    tree = ElementTree.fromstring(kempt().svg())
    title, desc = tree.find(f"{SVG}title"), tree.find(f"{SVG}desc")
    assert title is not None and title.text == "A battle: Turn 1, 14:00"
    assert desc is not None and desc.text == kempt().listing


def test_pieces_carry_their_ids_and_stand_where_they_should() -> None:
    tree = ElementTree.fromstring(kempt().svg())
    (group,) = [element for element in tree.iter() if element.get("id") == "unit:kempt"]
    use = group.find(f"{SVG}use")
    assert use is not None
    # Column 4 of a shifted row: 22 + 4 * 48; second row: 20 + 2.5 * 27.71.
    assert use.get("transform") == "translate(214 89.3) rotate(180)"
    assert use.get("href") == "#s1-infantry"


def test_letters_are_never_turned() -> None:
    pieces, plates = kempt().svg().split('<g id="pieces">')[1].split('<g id="plates"')
    assert "rotate(180)" in pieces
    assert "<text" not in pieces
    assert re.findall(r">([^<]+)</text>", plates)[:3] == ["7", "D1", "9"]
    assert "transform" not in plates


def test_a_place_in_a_battle_is_lit() -> None:
    plain, lit = kempt().svg(), kempt().svg(highlight=["hex:0101", "unit:kempt"])
    lights = lit.split('<g id="lights">')[1].split("</g>")[0]
    assert lights.count("<path") == 4
    assert "M46 20L70 33.9" in lights  # the north and north-east corners of 0101
    assert '<g id="lights"></g>' in plain


def test_an_arrow_ends_at_a_hex_but_before_a_block() -> None:
    def arrow(goal: str) -> str:
        picture = kempt().svg(arrows=[["hex:0403", goal]])
        return picture.split('<g id="arrows">')[1].split("</g>")[0]

    # From (190, 131) to the middle of 0402 at (214, 89.3); a block is given 20 px.
    assert 'd="M214 89.3L' in arrow("hex:0402")
    assert 'd="M204 106.6L' in arrow("unit:kempt")


@pytest.mark.parametrize("bad", ["hex:9999", "hex:", "unit:nobody", "", "locale:henry-hill"])
def test_unknown_ids_are_refused(bad: str) -> None:
    with pytest.raises(UnknownName, match="on the board"):
        kempt().svg(highlight=[bad])
    with pytest.raises(UnknownName, match="on the board"):
        kempt().svg(arrows=[["hex:0101", bad]])


def test_the_picture_can_be_scaled() -> None:
    tree = ElementTree.fromstring(kempt().svg(scale=2))
    assert tree.get("viewBox") == "0 0 356 281.7"
    assert (tree.get("width"), tree.get("height")) == ("712", "563.4")


def test_an_answer_changes_a_few_placements_and_not_the_ground() -> None:
    before, after = kempt("0402").placing(), kempt("0401").placing()
    assert before.ground == after.ground
    changed = [b.id for b, a in zip(before.placements, after.placements, strict=True) if b != a]
    assert changed == ["unit:kempt"]


def test_a_page_is_told_what_the_picture_shows() -> None:
    told = kempt().placing()
    found = {piece.id: piece for piece in told.placements}["unit:kempt"]
    assert (found.symbol, found.x, found.y, found.turn) == ("s1-infantry", 214, 89.3, 180)
    assert [text.text for text in found.texts] == ["7", "D1"]
    assert [(flag.id, flag.symbol) for flag in told.flags] == [("objective:farm", "s1-flag")]
    assert {"Kempt", "Husson", "The Farm"} <= {label.text for label in told.labels}
    assert [text.text for text in told.texts] in ([], ["Turn 1, 14:00"])


def test_a_flag_shows_who_holds_a_place() -> None:
    picture = kempt().svg()
    assert '<use href="#s1-flag"/>' in picture
    assert "The Farm (objective, Allied)" in picture


def test_a_place_shows_the_flag_of_a_side_once_and_two_sides_beside_each_other() -> None:
    ground = tiny_map()
    farm = (ground.grid.parse("0303"),)
    markers = [Marker(f"mark:{i}", "control", farm, side, "x") for i, side in enumerate((0, 0, 1))]
    found = scene(view(), GivenSystem(ground, [], markers))
    assert [flag.id for flag in found.flags] == ["mark:0", "mark:2"]
    assert found.flags[1].x - found.flags[0].x == 14


def test_who_points_at_a_piece_is_told_its_note() -> None:
    ground = tiny_map()
    noted = piece("unit:kempt", ground.grid.parse("0402"))._replace(note="Cohesion: 6")
    found = scene(view(), GivenSystem(ground, [noted]))
    assert "<title>Kempt, infantry, strength 7 (Cohesion: 6)</title>" in found.svg()
    assert "Cohesion" not in found.listing


def test_a_place_named_like_a_piece_is_named_once() -> None:
    ground = tiny_map()
    garrison = piece(
        "unit:farm", ground.grid.parse("0303"), "garrison", turn=None, label="The Farm"
    )
    found = scene(view(), GivenSystem(ground, [garrison]))
    assert [label.text.text for label in found.labels] == ["The Farm"]


def test_a_board_of_another_kind_is_refused() -> None:
    system = GivenSystem(tiny_map(), [])
    system.board = "globe"
    with pytest.raises(GrognardError, match='boards of "globe"'):
        svg(view(), system)


def test_the_same_view_is_drawn_the_same() -> None:
    assert kempt().svg() == kempt().svg() == kempt()._repr_svg_()
