"""Battle files of the tabletop: whatever is wrong in one is refused with its file and line."""

from importlib.resources import files

import pytest

from grognard.engine.battle import Battle
from grognard.engine.errors import FileError
from grognard.systems import system

KEMPT = 'id = "kempt"\nname = "Kempt"'
LIGHT = 'id = "sixth-light"'

# What is replaced, by what, and the complaint.
MAIDA = [
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
CASTEGGIO = [
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
WRONG = [
    *(("onepage", "maida", *row) for row in MAIDA),
    *(("brigades", "casteggio", *row) for row in CASTEGGIO),
]


def text_of(name: str, battle: str) -> str:
    """The battle file."""
    return (system(name).folder() / "battles" / f"{battle}.toml").read_text("utf-8")


def read(name: str, battle: str, text: str) -> Battle:
    """A battle of this text on its own map."""
    ground = (files("grognard") / "maps" / f"{battle}.toml").read_text("utf-8")
    return system(name).battle_from({"battle": text, "map": ground})


@pytest.mark.parametrize(("name", "battle", "old", "new", "complaint"), WRONG)
def test_mistakes_are_refused(name: str, battle: str, old: str, new: str, complaint: str) -> None:
    text = text_of(name, battle)
    assert old in text
    with pytest.raises(FileError, match=complaint) as caught:
        read(name, battle, text.replace(old, new, 1))
    assert str(caught.value).startswith(f"battles/{battle}.toml")


@pytest.mark.parametrize(
    ("name", "battle", "old", "new"),
    [
        ("onepage", "maida", 'side = "french"\nkind', 'side = "british"\nkind'),
        ("brigades", "casteggio", 'division = "watrin"\nkind', 'division = "oreilly"\nkind'),
    ],
)
def test_a_side_without_stands_is_refused(name: str, battle: str, old: str, new: str) -> None:
    with pytest.raises(FileError, match=r"French has no \[\[unit\]\] on the table"):
        read(name, battle, text_of(name, battle).replace(old, new))


def test_a_side_without_generals_is_refused() -> None:
    text = text_of("onepage", "maida")
    text = text.replace('side = "french"\nrank = "army"', 'side = "british"\nrank = "army"')
    for general in ("Compère", "Digonet"):
        text = text.replace(
            f'name = "{general}"\nside = "french"', f'name = "{general}"\nside = "british"'
        )
    with pytest.raises(FileError, match=r"French has no \[\[general\]\] on the table"):
        read("onepage", "maida", text)


@pytest.mark.parametrize("name", ["brigades", "onepage", "pulses"])
def test_a_stand_on_closed_ground_is_refused(name: str) -> None:
    # The pond lies between Gemioncourt and Piraumont.
    text = text_of(name, "quatre-bras")
    ground = (files("grognard") / "maps" / "quatre-bras-table.toml").read_text("utf-8")
    wet = text.replace("at = [202, 175]", "at = [355, 186]", 1)
    line = 1 + wet[: wet.index("at = [355, 186]")].count("\n")
    with pytest.raises(FileError) as caught:
        system(name).battle_from({"battle": wet, "map": ground})
    why = "Bijlandt stands at 35.5,18.6 in the lake, which is closed to it"
    assert str(caught.value) == f"battles/quatre-bras.toml:{line}: {why}"
    # Its base may reach over the water.
    dry = text.replace("at = [202, 175]", "at = [355, 196]", 1)
    system(name).battle_from({"battle": dry, "map": ground})


@pytest.mark.parametrize(
    ("name", "who", "turn"),
    [
        ("brigades", "Prince of Orange", 0), ("onepage", "Orange", 0),
        ("pulses", "Prince of Orange", 0),
        ("brigades", "Bijlandt", 2), ("onepage", "Bijlandt", 2),
    ],
)  # fmt: skip
def test_who_leads_or_arrives_on_closed_ground_is_refused(name: str, who: str, turn: int) -> None:
    text = text_of(name, "quatre-bras")
    ground = (files("grognard") / "maps" / "quatre-bras-table.toml").read_text("utf-8")
    start = text.index("at = [", text.index(f'name = "{who}"'))
    late = f"turn = {turn}\n" if turn else ""
    wet = text[:start] + late + "at = [355, 186]" + text[text.index("]", start) + 1 :]
    does = "arrives" if turn else "stands"
    with pytest.raises(FileError, match=f"{who} {does} at 35.5,18.6 in the lake, which is closed"):
        system(name).battle_from({"battle": wet, "map": ground})
