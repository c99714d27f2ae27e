"""Battle files: whatever is wrong in one is refused with its file and line."""

from importlib.resources import files
from pathlib import Path

import pytest

from grognard.engine.errors import FileError
from grognard.systems.locales import SYSTEM
from tests.rules.locales.given import foot, given

NAME = "mcphersons-ridge"
BATTLE = (files("grognard.systems.locales") / "battles" / f"{NAME}.toml").read_text("utf-8")
MAP = (files("grognard") / "maps" / f"{NAME}.toml").read_text("utf-8")


def refusal(text: str, ground: str = MAP) -> FileError:
    """The complaint about a battle file."""
    with pytest.raises(FileError) as caught:
        SYSTEM.start(SYSTEM.battle_from({"battle": text, "map": ground}))
    return caught.value


def line_of(text: str, part: str) -> int:
    """The first line of a text that holds a part of it."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if part in line)


MEREDITH = 'strength = 3\nat = "herbst-woods"'

# What is replaced, by what, the line complained about, and the complaint.
WRONG = [
    ("turns = 5", "turns = 5\nturms = 7", "turms", 'unknown key "turms"'),
    ('arm = "cavalry"', 'arm = "cavalry"\nrange = 3', "range = 3", 'unknown key "range"'),
    ("[[unit]]", "[[units]]", "[[units]]", "did you mean"),
    ("turns = 5", "turns = 0", "turns = 0", '"turns" must be from 1 to 40, found 0'),
    ("turns = 5", "turns = 99999999999999999999", "turns =", "a number beyond"),
    ("turns = 5", 'turns = "five"', "turns =", '"turns" must be a whole number'),
    ("minutes = 30", "minutes = 0", "minutes = 0", '"minutes" must be from 1 to 240'),
    ('start = "10:00"', 'start = "25:00"', "start =", 'an hour like "08:00", not "25:00"'),
    ('start = "10:00"', 'start = "10:00\\u001b[31m"', "start =", r"control character U\+001B"),
    ('"Gamble"', '"\\u001b[31mGamble"', "u001b", r"control character U\+001B"),
    ('"Gamble"', '"Gam\\nble"', "Gam\\n", '"name" must be a text of one line'),
    ('first = "confederate"', 'first = "confederates"', "first =", 'did you mean "confederate"'),
    ('defender = "union"', 'defender = "unoin"', "defender =", 'did you mean "union"'),
    ('name = "union"', 'name = "onion"', 'name = "onion"', 'did you mean "union"'),
    ('name = "union"', 'name = "confederate"', None, "one .*side.* for each side of its map"),
    ('staff = "normal"', 'staff = "god"', 'staff = "god"', 'did you mean "good"'),
    ("morale = 26", "morale = 0", "morale = 0", "from 1 to 200"),
    ('arm = "cavalry"', 'arm = "cavlary"', '"cavlary"', 'did you mean "cavalry"'),
    (MEREDITH, MEREDITH.replace("3", "4"), "strength = 4", '"strength" must be from 1 to 3'),
    ('arm = "artillery"\nstrength = 1', 'arm = "artillery"\nstrength = 2', None, "from 1 to 1"),
    ('arm = "cavalry"\nstrength = 2', 'arm = "cavalry"\nstrength = 3', None, "from 1 to 2"),
    ('id = "gamble"', 'id = "devin"', None, 'the id "devin" is used twice'),
    ('id = "gamble"', 'id = "Gamble!"', '"Gamble!"', "an id is up to 24 lower-case letters"),
    ('id = "gamble"\n', "", "[[unit]]", r'\[\[unit\]\] lacks "id"'),
    ('at = "mcphersons-farm"\n', "", None, 'lacks "at"'),
    ('at = "mcphersons-farm"', 'at = "mcpherson-farm"', '"mcpherson-farm"', "did you mean"),
    ("farm/herr-ridge", "farm/oak-hill-far", "oak-hill-far", "oak-hill-far"),
    ("farm/herr-ridge", "farm/cashtown-road", "farm/cashtown-road", "no common boundary"),
    ("farm/herr-ridge", "farm/mcphersons-farm", "farm/mcphersons-farm", "no common boundary"),
    ('at = "oak-ridge"', 'at = "herr-woods"', None, "herr-woods holds units of both sides"),
    ("group = 1", 'group = 1\nat = "oak-ridge"', None, 'either "at" or "group"'),
    ('at = "oak-ridge"', "group = 1", None, "a reinforcement group holds no cavalry"),
    ("group = 1", "group = 21", "group = 21", '"group" must be from 1 to 20'),
    ("group = 1", "group = 2", None, "groups are numbered 1, 2"),
    ("difficulty = 1", "difficulty = 4", "difficulty = 4", '"difficulty" must be from 1 to 3'),
]


@pytest.mark.parametrize(("old", "new", "where", "complaint"), WRONG)
def test_a_wrong_battle_file_is_refused_with_its_line(
    old: str, new: str, where: str | None, complaint: str
) -> None:
    assert old in BATTLE
    # The numbering of groups shows where all of a side's groups are wrong, else in one place.
    text = BATTLE.replace(old, new) if new == "group = 2" else BATTLE.replace(old, new, 1)
    error = refusal(text)
    assert error.path in ("battle", f"battles/{NAME}.toml")
    with pytest.raises(FileError, match=complaint):
        raise error
    assert error.line is not None and f":{error.line}:" in str(error)
    if where is not None:
        assert error.line == line_of(text, where)


def unit(number: int, at: str) -> str:
    """One more infantry unit."""
    return (
        f'\n[[unit]]\nid = "more-{number}"\nname = "More"\nside = "union"\narm = "infantry"\n'
        f'strength = 1\nat = "{at}"\n'
    )


def test_an_overfull_set_up_is_refused_at_the_unit_that_is_too_many() -> None:
    text = BATTLE + "".join(unit(n, "oak-ridge") for n in range(40))
    error = refusal(text)
    with pytest.raises(FileError, match="oak-ridge has room for [0-9]+ units only"):
        raise error
    room = int(str(error).split("room for ")[1].split()[0])
    assert error.line == BATTLE.count("\n") + 8 * (room - 1) + 8  # one stands there already


def test_an_approach_that_cannot_be_crossed_is_not_secured() -> None:
    with pytest.raises(FileError, match=r"toml:\d+: b2/b3 is impassable: nobody can secure it"):
        given(foot("a", "b2/b3"), boundaries={("b2", "b3"): {"passage": "impassable"}})


def test_too_many_units_are_refused() -> None:
    here = BATTLE.count("[[unit]]")
    text = BATTLE + "".join(
        unit(n, "oak-ridge").replace('at = "oak-ridge"', "group = 1") for n in range(121 - here)
    )
    assert "a battle has at most 120 units" in str(refusal(text))


def test_a_side_without_anybody_on_the_map_is_refused() -> None:
    head, *units = BATTLE.split("[[unit]]")
    text = head + "".join(f"[[unit]]{u}" for u in units if 'side = "union"' in u)
    assert "Confederate has no [[unit]] on the map" in str(refusal(text))


def test_a_reinforcement_group_needs_an_entry() -> None:
    ground = "".join(line for line in MAP.splitlines(keepends=True) if not line.startswith("entry"))
    assert ground != MAP
    assert "no entry" in str(refusal(BATTLE, ground))


def test_a_map_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BATTLE.replace('map = "mcphersons-ridge"', 'map = "mcpherson-ridge"'), "utf-8")
    with pytest.raises(FileError, match='no map "mcpherson-ridge": did you mean'):
        SYSTEM.battle_file(path)


def test_a_file_of_ones_own_plays_beside_its_map(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(BATTLE, "utf-8")
    battle = SYSTEM.battle_file(tmp_path / "mine.toml")
    assert not battle.shipped
    assert SYSTEM.start(battle).roll is not None


@pytest.mark.parametrize("text", ["", "\x00", "name = ", "name = 1", "[[unit]]\n" * 3, "é" * 9])
def test_hostile_text_is_refused(text: str) -> None:
    refusal(text)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="cannot be read"):
        SYSTEM.battle_file(tmp_path / "mine.toml")


def test_a_side_may_have_many_units_on_the_map() -> None:
    # At most 40 are dealt in one shuffle, but these stand in eight places.
    many = [foot(f"u{n}", f"{'abcd'[n % 4]}{1 + n // 4 % 2}", 1) for n in range(41)]
    assert len(given(*many).battle.units) == 42


def test_a_side_with_reinforcements_alone_is_refused() -> None:
    units = BATTLE.split("[[unit]]")
    for n, unit in enumerate(units):
        if 'side = "union"' in unit and "cavalry" not in unit:
            at = next((line for line in unit.splitlines() if line.startswith("at =")), "")
            units[n] = unit.replace(at, "group = 1") if at else unit
        elif 'side = "union"' in unit:
            units[n] = ""
    text = "[[unit]]".join(unit for unit in units if unit)
    assert "Union has no [[unit]] on the map" in str(refusal(text))


def test_a_group_of_more_than_forty_units_is_refused() -> None:
    for side in ("blue", "red"):
        units = [foot(f"u{n}", "", 1, side, group=1) for n in range(41)]
        given(*units[:40], entries={"a1": "blue red"})
        with pytest.raises(FileError, match="a group has at most 40 units"):
            given(*units, entries={"a1": "blue red"})
