from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine.errors import FileError
from grognard.engine.toml import MAX_BYTES, Table, load, loads

TEXT = '''# a battle
name = "ligny"
turns = 6
night = false
arrivals = [3,
  5,  # the Guard
  9,
]
rows = """
c c c
f f f
"""

[army.french]
morale = 7
"quoted key" = "x"
inline = { a = 1, b = [1, 2] }

[[unit]]
name = "Husson"
sp = 8

[[unit]]
name = \'\'\'it\'s "a" [name] = 3 # no comment\'\'\'
sp = 11
tags = ["guard", "old"]

[[unit.leader]]
rank = 1
[[unit.leader]]
rank = 2
'''


def given(text: str = TEXT) -> Table:
    return loads(text, "b.toml")


def refused(text: str) -> str:
    with pytest.raises(FileError) as caught:
        loads(text, "b.toml")
    return str(caught.value)


def test_values_are_read_with_their_types() -> None:
    top = given()
    assert list(top) == ["name", "turns", "night", "arrivals", "rows", "army", "unit"]
    assert top.str("name") == "ligny"
    assert top.int("turns", lo=1, hi=20) == 6
    assert top.bool("night") is False
    assert top.ints("arrivals") == [3, 5, 9]
    assert top.str("rows", lines=True) == "c c c\nf f f\n"
    french = top.table("army").table("french")
    assert french.int("morale") == 7
    assert french.table("inline").ints("b") == [1, 2]
    units = top.tables("unit")
    assert [unit.int("sp") for unit in units] == [8, 11]
    assert units[1].str("name") == 'it\'s "a" [name] = 3 # no comment'
    assert units[1].strs("tags") == ["guard", "old"]
    assert [leader.int("rank") for leader in units[1].tables("leader")] == [1, 2]


def test_defaults_stand_in_for_missing_keys_only() -> None:
    top = given("a = 1")
    assert top.int("b", default=4) == 4
    assert top.str("c", default="x") == "x"
    assert top.bool("d", default=True) is True
    assert top.ints("e", default=[1]) == [1]
    assert top.strs("f", default=()) == []
    assert top.choice("g", ["up", "down"], default="up") == "up"
    assert top.tables("h") == []
    assert list(top.table("i", optional=True)) == []
    assert top.int("a", default=4) == 1


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (["name"], 2),
        (["turns"], 3),
        (["rows"], 9),
        (["army"], 14),
        (["army", "french"], 14),
        (["army", "french", "morale"], 15),
        (["army", "french", "quoted key"], 16),
        (["army", "french", "inline", "b"], 17),
        (["army", "french", "nowhere"], 14),
        (["nowhere"], 1),
    ],
)
def test_error_names_the_line_of_a_key(keys: list[str], line: int) -> None:
    table = given()
    for key in keys[:-1]:
        table = table.table(key)
    assert str(table.error(keys[-1], "wrong")) == f"b.toml:{line}: wrong"


def test_error_names_the_line_of_the_right_table_of_several() -> None:
    units = given().tables("unit")
    assert units[0].error("sp", "wrong").line == 21
    assert units[1].error("name", "wrong").line == 24
    assert units[1].error("sp", "wrong").line == 25
    assert units[1].error("missing", "wrong").line == 23
    assert units[1].fault("wrong").line == 23
    assert units[1].tables("leader")[1].error("rank", "wrong").line == 31


def test_error_names_the_line_of_an_item_and_of_a_row() -> None:
    top = given()
    assert top.error("arrivals", "wrong", 0).line == 5
    assert top.error("arrivals", "wrong", 1).line == 6
    assert top.error("arrivals", "wrong", 2).line == 7
    assert top.error("rows", "wrong", 0).line == 10
    assert top.error("rows", "wrong", 1).line == 11


@pytest.mark.parametrize(
    "text",
    [
        'a = "[b]\\" # x"\nb = 1',
        "a = 'c:\\'\nb = 1",
        'a = """"""\nb = 1',
        'a = """x""""" # y\nb = 1',
        "a = '''''x'''''\nb = 1",
        "a = 1979-05-27 07:32:00 # [b]\nb = 1",
        "a = [[1, 2], ['b = 1']] # b = 2\nb = 1",
        "x.y.z = 1\nb = 1",
        "[[x]]\r\nb.c = 1",
    ],
)
def test_lines_are_found_behind_awkward_values(text: str) -> None:
    table = given(text)
    if "x" in table and text.startswith("[["):
        table = table.tables("x")[0]
    assert table.error("b", "wrong").line == 2


def test_escaped_quoted_keys_are_found() -> None:
    table = given("a = 1\n\"\\u0062 b\" . 'c' = 2")
    assert table.table("b b").error("c", "wrong").line == 2


def test_unknown_keys_are_refused_with_a_hint() -> None:
    top = given('turns = 6\nnihgt = true\nname = "x"')
    top.int("turns")
    top.str("name")
    top.bool("night", default=False)
    with pytest.raises(FileError) as caught:
        top.done()
    assert str(caught.value) == (
        'b.toml:2: unknown key "nihgt" in the file (did you mean "night"?)'
    )


def test_done_looks_into_the_tables_handed_out() -> None:
    top = given("[a]\nx = 1\n[[b]]\n[[b]]\ny = 2")
    top.table("a").int("x")
    for table in top.tables("b"):
        table.int("z", default=0)
    with pytest.raises(FileError, match=r'^b.toml:5: unknown key "y" in \[\[b\]\] '):
        top.done()
    top.tables("b")[1].int("y")
    top.done()


def test_a_missing_key_is_named_with_its_table() -> None:
    top = given('[[unit]]\nname = "a"\n[[unit]]\nnam = "b"')
    with pytest.raises(FileError) as caught:
        top.tables("unit")[1].str("name")
    assert str(caught.value) == 'b.toml:3: [[unit]] lacks "name" (is "nam" meant for it?)'
    with pytest.raises(FileError, match=r'^b.toml:1: the file lacks "width"$'):
        top.int("width")


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("true", "true"),
        ("1.5", "1.5"),
        ("nan", "nan"),
        ('"6"', '"6"'),
        ("[6]", "a list"),
        ("{ a = 6 }", "a table"),
    ],
)
def test_what_is_no_whole_number_is_refused(value: str, found: str) -> None:
    with pytest.raises(FileError) as caught:
        given(f"a = {value}").int("a")
    assert str(caught.value) == f'b.toml:1: "a" must be a whole number, found {found}'


def test_numbers_out_of_range_are_refused_at_their_line() -> None:
    top = given("a = 7\nb = [1,\n9]\nc = -1")
    with pytest.raises(FileError, match='^b.toml:1: "a" must be from 1 to 6, found 7$'):
        top.int("a", lo=1, hi=6)
    with pytest.raises(FileError, match='^b.toml:3: "b" must be at most 8, found 9$'):
        top.ints("b", hi=8)
    with pytest.raises(FileError, match='^b.toml:4: "c" must be at least 0, found -1$'):
        top.int("c", lo=0)


def test_wrong_types_are_refused() -> None:
    top = given('a = 1\nb = ["x", 2]\nc = """x\ny"""\nd = { e = 1 }')
    with pytest.raises(FileError, match='1: "a" must be a text in quotes, found 1'):
        top.str("a")
    with pytest.raises(FileError, match='1: "a" must be true or false, found 1'):
        top.bool("a")
    with pytest.raises(FileError, match='1: "a" must be a list, found 1'):
        top.strs("a")
    with pytest.raises(FileError, match='1: "a" must be a table, found 1'):
        top.table("a")
    with pytest.raises(FileError, match='2: "b" must be a text in quotes, found 2'):
        top.strs("b")
    with pytest.raises(FileError, match='3: "c" must be a text of one line'):
        top.str("c")
    with pytest.raises(FileError, match='2: "b" must be a list of tables, found "x" in it'):
        top.tables("b")


def test_a_choice_outside_the_list_is_refused_with_a_hint() -> None:
    top = given('ground = "wods"')
    with pytest.raises(FileError) as caught:
        top.choice("ground", ["woods", "marsh"])
    assert str(caught.value) == 'b.toml:1: unknown ground "wods" (did you mean "woods"?)'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (r'b = "\u001b[31mred"', "001B"),
        (r'b = ["ok", "\u0007"]', "0007"),
        (r'"\u009b2J" = 1', "009B"),
        (r'b = "\u202Egnp.exe"', "202E"),
        (r'b = { c = "\u2028" }', "2028"),
        (r'b = "\r"', "000D"),
        (r'b = "\u0000"', "0000"),
    ],
)
def test_terminal_escapes_and_control_characters_are_refused(text: str, code: str) -> None:
    message = refused("a = 1\n" + text)
    assert message.startswith(f"b.toml:2: control character U+{code} in a text")
    assert message.isprintable()


def test_a_raw_escape_is_refused_by_a_printable_message() -> None:
    message = refused('a = "\x1b[2J"')
    assert message.startswith("b.toml:1: not TOML: ") and message.isprintable()


def test_letters_of_all_languages_are_welcome() -> None:
    assert given('a = "Gémioncourt – Żółw ½"').str("a") == "Gémioncourt – Żółw ½"


def test_huge_numbers_texts_lines_and_nesting_are_refused() -> None:
    assert refused("a = 1\nb = 1000000001").startswith("b.toml:2: a number beyond")
    assert refused("a = 1\nb = [-1000000001]").startswith("b.toml:2: a number beyond")
    assert refused("a = 0x" + "f" * 3000).startswith("b.toml:1: a number beyond")
    assert refused("a = 1\nb = " + "9" * 5000).startswith("b.toml:2: a line of more than")
    assert refused('a = """' + "x\n" * 10_001 + '"""').startswith("b.toml:1: a text of more than")
    assert refused("a = 1\nb = " + "[" * 21 + "]" * 21).startswith("b.toml:2: nested deeper")
    assert refused("a = " + "[" * 1900 + "]" * 1900).startswith("b.toml: nested deeper")
    assert refused("a = 1\n" + ".".join("x" * 21) + " = 1").startswith("b.toml:2: nested deeper")
    assert refused("a = 1\n" * 400_000).startswith("b.toml: larger than")


def test_broken_toml_is_refused_with_its_line() -> None:
    assert refused("a = 1\nb = = 2") == "b.toml:2: not TOML: Invalid value"
    assert refused("a = 1\nb = [1,").startswith("b.toml:2: not TOML: ")
    assert refused("a = 1\na = 2").startswith("b.toml:2: not TOML: Cannot overwrite")


def test_files_are_read_with_or_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    top = load(path, "maps/map.toml")
    assert top.ints("c", default=[top.int("a"), top.int("b")]) == [1, 2]
    assert str(top.error("b", "wrong")) == "maps/map.toml:2: wrong"


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="none.toml: cannot be read: No such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(FileError, match="cannot be read: Is a directory"):
        load(tmp_path)
    path = tmp_path / "latin.toml"
    path.write_bytes(b'a = 1\nb = "G\xe9mioncourt"')
    with pytest.raises(FileError, match=r"latin.toml:2: not UTF-8 text"):
        load(path)
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(FileError, match=r"latin.toml: larger than 2000000 bytes"):
        load(path)
