"""Battle files: whatever is wrong in one is refused with its file and line."""

from importlib.resources import files

import pytest

from grognard.engine.errors import FileError
from grognard.systems.onepage import SYSTEM

BATTLE = (files("grognard.systems.onepage") / "battles" / "maida.toml").read_text("utf-8")
MAP = (files("grognard") / "maps" / "maida.toml").read_text("utf-8")
KEMPT = 'id = "kempt"\nname = "Kempt"'

# What is replaced, by what, and the complaint.
WRONG = [
    ("turns = 6", "turns = 6\nturms = 7", 'unknown key "turms"'),
    ("turns = 6", "turns = 0", '"turns" must be from 1 to 40, found 0'),
    ('start = "08:45"', 'start = "25:00"', "an hour like"),
    ('first = "french"', 'first = "frensh"', 'did you mean "french"'),
    ('name = "british"', 'name = "french"', "two .* of different names"),
    ('title = "French"', 'title = "French"\nweapon = "rifle"', "there is musket, rifled-musket"),
    ('kind = "light-cavalry"', 'kind = "light-cavlary"', 'did you mean "light-cavalry"'),
    (KEMPT, KEMPT.replace("kempt", "acland"), 'the id "acland" is used twice'),
    (KEMPT, KEMPT.replace("kempt", "Kempt!"), "an id is up to 30 small letters"),
    ("strength = 7", "strength = 0", '"strength" must be from 1 to 12'),
    ("morale = 6", "morale = 10", '"morale" must be from 1 to 9'),
    ("facing = 90", "facing = 91", "a multiple of 5 degrees"),
    ("facing = 90", "facing = 360", '"facing" must be from 0 to 359'),
    ("at = [100, 237]", "at = [10, 237]", "Kempt stands over the edge of the table"),
    ("at = [100, 237]", "at = [100]", r"from \[0, 0\] to \[360, 360\]"),
    ("at = [100, 237]", "at = [100, 999]", r"from \[0, 0\] to \[360, 360\]"),
    ("at = [100, 237]", "at = [84, 190]", "Acland stands on Kempt"),
    ("at = [100, 237]", "at = [100, 237]\nlimbered = true", "only artillery is limbered"),
    ("turn = 3", "turn = 9", '"turn" must be from 1 to 6'),
    ('rank = "army"', 'rank = "king"', "unknown rank"),
    ("points = 1", "points = 0", '"points" must be from 1 to 9'),
    ('map = "maida"', 'map = "mayda"\nmaps = 1', 'unknown key "maps"'),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG)
def test_mistakes_are_refused(old: str, new: str, complaint: str) -> None:
    assert old in BATTLE
    text = BATTLE.replace(old, new, 1)
    with pytest.raises(FileError, match=complaint) as caught:
        SYSTEM.battle_from({"battle": text, "map": MAP})
    assert str(caught.value).startswith("battles/maida.toml")


def test_a_side_without_generals_is_refused() -> None:
    text = BATTLE.replace('side = "french"\nrank = "army"', 'side = "british"\nrank = "army"')
    text = text.replace('name = "Compère"\nside = "french"', 'name = "Compère"\nside = "british"')
    text = text.replace('name = "Digonet"\nside = "french"', 'name = "Digonet"\nside = "british"')
    with pytest.raises(FileError, match=r"French has no \[\[general\]\] on the table"):
        SYSTEM.battle_from({"battle": text, "map": MAP})


def test_a_side_without_stands_is_refused() -> None:
    text = BATTLE.replace('side = "french"\nkind', 'side = "british"\nkind')
    with pytest.raises(FileError, match=r"French has no \[\[unit\]\] on the table"):
        SYSTEM.battle_from({"battle": text, "map": MAP})
