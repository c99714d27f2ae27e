"""Names find room, keep apart, and are never lost."""

from collections.abc import Sequence

from grognard.draw.arrangement import Arrangement, Placed
from grognard.draw.labels import Label, Wish, place_names
from grognard.draw.lettering import Box

FRAME = Box(0, 0, 400, 300)


def wish(text: str, x: float = 200, y: float = 150, may_drop: bool = False) -> Wish:
    return Wish(text, x, y, 19, 10, 11, False, "#000000", may_drop)


def place(wishes: list[Wish], taken: Sequence[Box] = (), blocks: Sequence[Box] = ()) -> list[Label]:
    names = Arrangement()
    names.lay([0], lambda key, room: Placed(key, tuple(taken), tuple(blocks)))
    return place_names(names, wishes, FRAME)


def test_a_name_stands_below_its_block() -> None:
    (label,) = place([wish("Kempt")])
    assert label.text.x == 200
    assert label.text.box.top >= 160
    assert label.line is None


def test_a_name_gives_way_to_what_is_taken() -> None:
    (label,) = place([wish("Kempt")], [Box(150, 160, 250, 200)])
    assert label.text.box.bottom <= 140


def test_a_name_stays_in_the_frame() -> None:
    (label,) = place([wish("Kempt", 200, 295)])
    assert label.text.box.inside(FRAME)


def test_names_in_a_crowd_keep_apart_and_whole() -> None:
    names = [f"Regiment {i}" for i in range(12)]
    labels = place([wish(name) for name in names])
    assert [label.text.text for label in labels] == names
    boxes = [label.text.box for label in labels]
    assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.meets(b)]
    assert any(label.line is not None for label in labels)


def test_a_line_leads_from_a_distant_name_to_its_block() -> None:
    taken = [Box(140, 110, 260, 190)]
    (label,) = place([wish("Kempt")], taken)
    assert label.line is not None
    (x, y), end = label.line
    assert (x, y) == (200, 150)
    box = label.text.box.grown(1)
    assert box.left <= end[0] <= box.right
    assert box.top <= end[1] <= box.bottom


def test_a_name_rather_moves_away_than_covers_blocks() -> None:
    blocks = [Box(140, 118, 260, 182)]
    (label,) = place([wish("Kempt")], blocks=blocks)
    assert not label.text.box.meets(blocks[0])


def test_place_names_give_way_unit_names_do_not() -> None:
    taken = [Box(100, 80, 300, 220)]
    dropped = place([wish("Lairalle", may_drop=True)], taken)
    kept = place([wish("Lairalle")], taken)
    assert dropped == []
    assert [label.text.text for label in kept] == ["Lairalle"]


def test_where_there_is_hardly_room_a_name_is_cut_short() -> None:
    # The only gap is 30 px wide: "Regiment" at 11 px is wider, its first four letters are not.
    taken = [Box(0, 0, 400, 160), Box(0, 160, 185, 300), Box(215, 160, 400, 300)]
    (label,) = place([wish("Regiment")], taken)
    assert label.text.text in ("Reg.", "Regi.", "Re.")


def test_the_same_wishes_are_placed_the_same() -> None:
    wishes = [wish(f"Regiment {i}", 150 + 9 * i, 140 + 5 * i) for i in range(8)]
    assert place(wishes) == place(wishes)
