"""Battle files: whatever is wrong in one is refused with its file and line."""

from importlib.resources import files

import pytest

from grognard.engine.errors import FileError
from grognard.systems.brigades import SYSTEM

BATTLE = (files("grognard.systems.brigades") / "battles" / "casteggio.toml").read_text("utf-8")
MAP = (files("grognard") / "maps" / "casteggio.toml").read_text("utf-8")
LIGHT = 'id = "sixth-light"'

# What is replaced, by what, and the complaint.
WRONG = [
    ("turns = 6", "turns = 6\nturms = 7", 'unknown key "turms"'),
    ("turns = 6", "turns = 0", '"turns" must be from 1 to 40, found 0'),
    ('start = "11:00"', 'start = "25:00"', "an hour like"),
    ('first = "french"', 'first = "frensh"', 'did you mean "french"'),
    ("turns = 6", 'turns = 6\nperiod = "modern"', "linear, napoleonic"),
    ('name = "austrian"', 'name = "french"', "two .* of different names"),
    ('division = "watrin"\nkind', 'division = "watrim"\nkind', 'did you mean "watrin"'),
    ('kind = "infantry"', 'kind = "infanty"', 'did you mean "infantry"'),
    (LIGHT, 'id = "fortieth"', 'the id "fortieth" is used twice'),
    (LIGHT, 'id = "Light!"', "an id is up to 30 small letters"),
    ("strength = 4", "strength = 0", '"strength" must be from 1 to 12'),
    ("morale = 5", "morale = 10", '"morale" must be from 1 to 9'),
    ("facing = 250", "facing = 251", "a multiple of 5 degrees"),
    ("at = [278, 178]", "at = [5, 178]", "6th Light stands over the edge of the table"),
    ("at = [278, 178]", "at = [278]", r"from \[0, 0\] to \[360, 360\]"),
    ("at = [278, 178]", "at = [262, 66]", "22nd Line stands on 6th Light"),
    ("at = [278, 178]", "at = [278, 178]\nlimbered = true", "only artillery is limbered"),
    ('traits = ["horse"]', 'traits = ["hoarse"]', 'no trait "hoarse": one of slow'),
    ('traits = ["horse"]', 'traits = ["dedicated-gun"]', "only brigades hold a dedicated gun"),
    ('guns = "field"', 'guns = "feild"', 'did you mean "field"'),
    ('weight = "light"', 'weight = "lite"', 'did you mean "light"'),
    ('rank = "army"', 'rank = "king"', "unknown rank"),
    ('rank = "army"', 'rank = "corps"\ncorps = "one"', r'has no \[\[commander\]\] of rank "army"'),
    ('side = "french"\nexhaustion', 'side = "french"\nunder = "corps"\nexhaustion', "name it"),
    ("points = 3", "points = 0", '"points" must be from 1 to 9'),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG)
def test_mistakes_are_refused(old: str, new: str, complaint: str) -> None:
    assert old in BATTLE
    text = BATTLE.replace(old, new, 1)
    with pytest.raises(FileError, match=complaint) as caught:
        SYSTEM.battle_from({"battle": text, "map": MAP})
    assert str(caught.value).startswith("battles/casteggio.toml")


def test_a_side_without_stands_is_refused() -> None:
    text = BATTLE.replace('division = "watrin"\nkind', 'division = "oreilly"\nkind')
    with pytest.raises(FileError, match=r"French has no \[\[unit\]\] on the table"):
        SYSTEM.battle_from({"battle": text, "map": MAP})
