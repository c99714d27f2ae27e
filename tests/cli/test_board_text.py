"""The board in text: where pieces stand, what the signs are, and which part is shown."""

from grognard.boards.hexmap import HexMap
from grognard.cli.board_text import TextBoard, Window, legend, window
from grognard.cli.tags import Tags
from grognard.engine import toml
from grognard.engine.view import Marker, Placement
from grognard.systems.shock.terrain import read_map

MAP = '''
name = "patch"
width = 4
height = 3
hex_metres = 190
ground = """
cfwc
cvcl
ccCm
"""
levels = """
0123
0123
0123
"""
buildings = ["0103"]
[legend]
c = "clear"
f = "cultivated"
w = "woods"
v = "village"
l = "lake"
C = "chateau"
m = "marsh"
[[road]]
kind = "road"
hexes = ["0101", "0102"]
[[road]]
kind = "path"
hexes = ["0203", "0202"]
[[side]]
kind = "stream"
sides = ["0301 e"]
[[side]]
kind = "crest"
sides = ["0303 nw"]
[[side]]
kind = "steep"
sides = ["0103 e"]
[[place]]
name = "Le Patch"
hex = "0202"
kind = "village"
size = 1
'''


def patch() -> HexMap:
    """A map of four by three hexes with something of everything."""
    return read_map(toml.loads(MAP, "patch.toml"))


def piece(name: str, side: int, at: tuple[int, ...], turn: int | None, strength: str) -> Placement:
    """A piece called after its name."""
    return Placement(f"unit:{name}", "infantry", side, at, turn, name.title(), strength, (), "")


def drawn(board: TextBoard, view: Window | None = None) -> list[str]:
    """The lines of a board without their colours."""
    return [line.plain for line in board.draw(view or Window(0, 0, 4, 3))]


def test_an_empty_board_shows_ground_roads_levels_and_sides() -> None:
    board = TextBoard(patch(), [], [], Tags())
    assert drawn(board) == [
        "   01  02  03  04  ",
        "01            ~",
        "   .=0 , 1 w 2 . 3",
        "02",
        "     .=0 v-1 . 2 ~ 3",
        "03    /     ^",
        "   b 0 .-1 C 2 m 3",
    ]


def test_pieces_show_side_by_case_strength_facing_and_state() -> None:
    husson = piece("husson", 0, (5,), 0, "7")
    perponcher = piece("perponcher", 1, (1, 2), 180, "12")._replace(marks=("D-1",))
    board = TextBoard(patch(), [husson, perponcher], [], Tags())
    assert drawn(board)[1:5] == [
        "01     pe12pe12",
        "   .=0 ,↓1!w↓2!. 3",
        "02       HU7",
        "     .=0 v↑1 . 2 ~ 3",
    ]


def test_a_short_strength_leaves_room_for_the_state_beside_it() -> None:
    husson = piece("husson", 0, (0,), 60, "7")._replace(marks=("routed",))
    board = TextBoard(patch(), [husson], [], Tags(), ascii_only=True)
    assert drawn(board)[1:3] == ["01 HU7!       ~", "   .'0 , 1 w 2 . 3"]


def test_the_strongest_of_a_stack_is_drawn_with_a_plus() -> None:
    leader = piece("ney", 0, (3,), None, "")
    gun = piece("battery", 0, (3,), 300, "2")
    brigade = piece("husson", 0, (3,), 120, "11")
    board = TextBoard(patch(), [leader, gun, brigade], [], Tags())
    assert drawn(board)[1:3] == ["01            ~HU11", "   .=0 , 1 w 2 .↘3+"]


def test_places_that_may_be_chosen_are_marked_without_colour() -> None:
    husson = piece("husson", 0, (5,), 0, "7")
    choices = ["hex:0101", "unit:husson", "hex:9999", "facing:n", "unit:unknown"]
    board = TextBoard(patch(), [husson], [], Tags(), choices)
    assert board.choices == {0, 5}
    assert drawn(board)[1:5] == [
        "01 @          ~",
        "   .=0 , 1 w 2 . 3",
        "02       HU7",
        "     .=0 @↑1 . 2 ~ 3",
    ]


def test_markers_are_starred() -> None:
    board = TextBoard(patch(), [], [Marker("hex:0303", "objective", (10,), -1, "x")], Tags())
    assert drawn(board)[6] == "   b 0 .-1 C 2*m 3"


def test_the_window_is_the_whole_board_where_it_fits() -> None:
    assert window(patch(), [], 80, None) == Window(0, 0, 4, 3)


def test_the_window_follows_the_action_and_stays_on_the_board() -> None:
    # 3 for row numbers, 2 for the shift, 2 columns of 4; 5 lines: the head and two rows of two.
    assert window(patch(), [5], 13, 5) == Window(0, 0, 2, 2)
    assert window(patch(), [11], 13, 5) == Window(2, 1, 2, 2)
    assert window(patch(), [0], 13, 5) == Window(0, 0, 2, 2)
    assert drawn(TextBoard(patch(), [], [], Tags()), Window(2, 1, 2, 2)) == [
        "   03  04  ",
        "02",
        "     . 2 ~ 3",
        "03  ^",
        "   C 2 m 3",
    ]


def test_the_legend_names_grounds_and_places() -> None:
    rows = legend(patch())
    assert ("0202", "Le Patch (village)") in rows
    assert "w woods" in dict(rows)["ground"]


def test_tags_are_short_unique_and_kept() -> None:
    tags = Tags()
    names = ["pire", "picton", "pack", "piré", "p", "42nd", "27th jägers"]
    given = [tags.tag(piece(name, 0, (0,), None, "")) for name in names]
    assert given == ["PI", "PC", "PA", "PR", "PB", "XA", "JA"]
    assert tags.tag(piece("pire", 1, (0,), None, "")) == "pi"
    assert tags.find("pc") == "unit:picton" and tags.find("zz") is None


def test_there_are_tags_for_a_whole_army() -> None:
    tags = Tags()
    given = {tags.tag(piece(f"n{'a' * n}", 0, (0,), None, "")) for n in range(200)}
    assert len(given) == 200
