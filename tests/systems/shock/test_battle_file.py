"""Battle files: whatever is wrong in one is refused with its file and line."""

from importlib.resources import files
from pathlib import Path

import pytest

from grognard.engine.errors import FileError, GrognardError
from grognard.systems.shock.system import ShockSystem
from tests.rules.shock.given import foot, garrison, given, guns, heavy, leader

SYSTEM = ShockSystem()
BATTLE = (files("grognard.systems.shock") / "battles" / "gemioncourt.toml").read_text("utf-8")
MAP = (files("grognard") / "maps" / "gemioncourt.toml").read_text("utf-8")


def refusal(text: str) -> FileError:
    """The complaint about a battle file on the map of Gémioncourt."""
    with pytest.raises(FileError) as caught:
        SYSTEM.start(SYSTEM.battle_from({"battle": text, "map": MAP}))
    return caught.value


def line_of(text: str, part: str) -> int:
    """The first line of a text that holds a part of it."""
    return next(i for i, line in enumerate(text.splitlines(), 1) if part in line)


UNIT = 'id = "husson"\n'  # the first unit of the file

# What is replaced, by what, the line complained about, and the complaint.
WRONG = [
    ("turns = 6", "turns = 6\nturms = 7", "turms", 'unknown key "turms" in the file'),
    ("sp = 7", "sp = 7\nstrenght = 7", "strenght", r'unknown key "strenght" in \[\[unit\]\]'),
    ("[victory]", "[victorys]", "[victorys]", 'unknown key "victorys"'),
    ("[[objective]]", "[[objectives]]", "[[objectives]]", "did you mean"),
    ("turns = 6", "turns = 0", "turns = 0", '"turns" must be from 1 to 40, found 0'),
    ("turns = 6", "turns = 1000000000000", "turns =", "a number beyond"),
    ("turns = 6", 'turns = "six"', "turns =", '"turns" must be a whole number, found "six"'),
    ("sp = 7", "sp = 31", "sp = 31", '"sp" must be from 1 to 30, found 31'),
    ("cohesion = 6", "cohesion = 10", "cohesion = 10", '"cohesion" must be from 0 to 9'),
    ('"Husson"', '"\\u001b[31mHusson"', "u001b", r"control character U\+001B"),
    ('"Husson"', '"Hus\\nson"', "Hus\\n", '"name" must be a text of one line'),
    ('start = "14:00"', 'start = "24:00"', "start =", 'an hour like "14:00", not "24:00"'),
    ('first = "french"', 'first = "frensh"', "first =", 'did you mean "french"'),
    ('name = "allied"', 'name = "french"', None, "two .*side.* different names"),
    ('army = "anglo-allied"', 'army = "dutch"', '"dutch"', 'unknown army "dutch"'),
    ('arm = "infantry"', 'arm = "infanty"', '"infanty"', 'did you mean "infantry"'),
    ('nation = "french"', 'nation = "swiss"', '"swiss"', 'unknown nation "swiss"'),
    ('hex = "0913"\nfacing', 'hex = "9999"\nfacing', '"9999"', "9999"),
    ('hex = "0913"\nfacing', "turn = 2\nfacing", "[[unit]]", r'\[\[unit\]\] lacks "entry"'),
    ('hex = "0913"\nfacing', 'hex = "here"\nfacing', '"here"', "here"),
    (UNIT, 'id = "campi"\n', None, 'the id "campi" is used twice'),
    (UNIT, 'id = "ney"\n', None, 'the id "ney" is used twice'),
    (UNIT, 'id = "Husson!"\n', '"Husson!"', "an id is up to 24 lower-case letters"),
    (UNIT, "", "[[unit]]", r'\[\[unit\]\] lacks "id"'),
    ('hex = "0709"\nsp', 'hex = "0708"\nsp', 'hex = "0708"', "stands on chateau ground"),
    ('command = "bachelu"', 'command = "bachelou"', '"bachelou"', 'did you mean "bachelu"'),
    ('command = "bachelu"', 'command = "bijlandt"', 'command = "bijlandt"', "is french, its"),
    ('leader = "bachelu"', 'leader = "ney"', 'leader = "ney"', 'unknown leader "ney"'),
    ('leader = "bachelu"', 'leader = "bijlandt"', 'leader = "bijlandt"', "unknown leader"),
    ('traits = ["ney"]', 'traits = ["nay"]', '"nay"', 'unknown trait "nay": use ney'),
    ('traits = ["lancers"]', 'traits = ["ney"]', None, 'unknown trait "ney": use lancers'),
    ("turn = 2\n", "turn = 7\n", "turn = 7", '"turn" must be from 1 to 6'),
    ("turn = 2\n", "", None, 'lacks "turn"'),
    ("turn = 2\n", 'turn = 2\nhex = "0302"\n', 'hex = "0302"', 'either "hex" or "turn"'),
    ('entry = "0301"', 'entry = "0303"', '"0303"', "an entry is a hex on the edge"),
    ("points = 6", "points = 0", "points = 0", '"points" must be from 1 to 100'),
    ('kind = "near"', 'kind = "nears"', '"nears"', 'did you mean "near"'),
    # Ratings an arm does not have.
    ("pursuit = 5", "pursuit = 5\ncommitment = 6", None, 'unknown key "commitment"'),
    ("commitment = 7", "commitment = 7\nrange = 3", None, 'unknown key "range"'),
    ("commitment = 7", "commitment = 7\npursuit = 3", None, 'unknown key "pursuit"'),
    ("cp = 2\n", "cp = 2\norders = 5\n", "orders = 5", 'unknown key "orders"'),
    ('side = "allied", points', 'side = "dutch", points', '"dutch"', "unknown side"),
    ("points = 4 }", "points = 501 }", "501", '"points" must be from 0 to 500'),
    # Places the rules do not allow.
    ('hex = "0914"', 'hex = "0913"', None, '"campi" may not share 0913'),
    ('hex = "0914"', 'hex = "0810"', None, "stands on 0810 with the enemy"),
    ('hex = "0914"', 'hex = "0709"', None, "stands on 0709 with the enemy"),
    ('hex = "0913"\n\n[[leader]]', 'hex = "0810"\n\n[[leader]]', None, "among enemies"),
]


def test_a_battle_of_another_system_is_refused() -> None:
    other = BATTLE.replace('system = "shock"', 'system = "rounds"')
    told = 'this is a battle of the system "rounds", not of "shock"'
    with pytest.raises(FileError, match=told):
        SYSTEM.battle_from({"battle": other, "map": MAP})


def test_naming_the_system_changes_no_digest() -> None:
    unnamed = BATTLE.replace('system = "shock"\n', "")
    assert unnamed != BATTLE
    found = SYSTEM.battle_from({"battle": unnamed, "map": MAP})
    assert found.digest == SYSTEM.battle("gemioncourt").digest


@pytest.mark.parametrize(("old", "new", "where", "complaint"), WRONG)
def test_a_wrong_battle_file_is_refused_with_its_line(
    old: str, new: str, where: str | None, complaint: str
) -> None:
    assert old in BATTLE
    text = BATTLE.replace(old, new, 1)
    error = refusal(text)
    # Before its name is read the file is just "battle".
    assert error.path in ("battle", "battles/gemioncourt.toml")
    with pytest.raises(FileError, match=complaint):
        raise error
    assert error.line is not None and f":{error.line}:" in str(error)
    if where is not None:
        assert error.line == line_of(text, where)


def special(**values: object) -> str:
    """A special rule at the end of the file."""
    lines = [f"{k.rstrip('_')} = {v!r}".replace("'", '"') for k, v in values.items()]
    return BATTLE + "\n[[special]]\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (special(kind="rain"), 'unknown kind "rain"'),
        (special(kind="wet-fuses", from_=1, to=2), 'lacks "side"'),
        (special(kind="wet-fuses", side="dutch", from_=1, to=2), "unknown side"),
        (special(kind="no-draw", from_=3, to=2), '"to" must be from 3 to 6'),
        (special(kind="no-draw", from_=1, to=7), '"to" must be from 1 to 6'),
        (special(kind="no-draw", from_=1, to=2, side="french"), 'unknown key "side"'),
        (special(kind="command-points", leader="foy", cp=1, from_=1, to=2), "unknown leader"),
        (special(kind="command-points", leader="ney", cp=10, from_=1, to=2), "from 0 to 9"),
        (special(kind="reserved", units=[], points=3), "one or more units of one side"),
        (special(kind="reserved", units=["husson", "jagers-27"], points=3), "of one side"),
        (special(kind="reserved", units=["nobody"], points=3), 'no unit "nobody"'),
        (special(kind="reserved", units=["ney"], points=3), 'no unit "ney"'),
    ],
)
def test_a_wrong_special_rule_is_refused(text: str, complaint: str) -> None:
    error = refusal(text)
    with pytest.raises(FileError, match=complaint):
        raise error
    assert error.line is not None and error.line > BATTLE.count("\n")


def more(table: str, count: int, **values: object) -> str:
    """Many tables of a kind at the end of the file."""
    tail = "".join(f"{k} = {v!r}\n".replace("'", '"') for k, v in values.items())
    return BATTLE + "".join(
        f'[[{table}]]\nid = "more-{n}"\nname = "More"\nside = "french"\n{tail}'
        for n in range(count)
    )


def test_three_hundred_units_are_too_many() -> None:
    unit = {"arm": "infantry", "nation": "french", "command": "foy", "sp": 4, "cohesion": 6}
    text = more("unit", 300, **unit, commitment=6, turn=2, entry="0115")
    with pytest.raises(FileError, match="units and leaders: a battle has at most 200"):
        raise refusal(text)


def test_too_many_commands_and_commanders_are_refused() -> None:
    with pytest.raises(FileError, match="25 commands: a battle has at most 20"):
        raise refusal(more("command", 20, leader="foy"))
    with pytest.raises(FileError, match="at most 2 overall commanders"):
        raise refusal(more("leader", 2, level="overall", cp=1, hex="0714"))


def test_a_command_is_named_once() -> None:
    text = BATTLE + '[[command]]\nid = "foy"\nname = "Foy"\nside = "french"\nleader = "foy"\n'
    with pytest.raises(FileError, match='the id "foy" is used twice'):
        raise refusal(text)


def test_a_battle_needs_units() -> None:
    text = BATTLE.split("[[unit]]")[0]
    with pytest.raises(FileError, match=r"needs \[\[unit\]\] tables"):
        raise refusal(text)


def test_a_chateau_has_one_garrison() -> None:
    again = BATTLE[BATTLE.index("[[garrison]]") : BATTLE.index("[[objective]]")]
    text = BATTLE + again.replace("gemioncourt-garrison", "second")
    with pytest.raises(FileError, match="a chateau has one garrison"):
        raise refusal(text)


# -- set-ups on ground of one's own ------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "ground", "complaint"),
    [
        ([foot("a", "0808")], "lake", '"a" cannot stand on 0808: its arm cannot enter it'),
        ([guns("a", "0808")], "marsh", '"a" cannot stand on 0808'),
        ([heavy("a", "0808")], "built-up-village", '"a" cannot stand on 0808'),
        ([foot("a", "0101"), leader("b", "0808")], "lake", '"b" cannot stand on 0808: no leader'),
        ([foot("a", "0808"), heavy("b", "0808")], "clear", '"b" may not share 0808'),
        (
            [foot("a", "0808"), guns("b", "0808"), guns("c", "0808")],
            "clear",
            '"c" may not share 0808',
        ),
        (
            [foot("a", "0101"), foot("b", "0807", "red"), leader("c", "0808")],
            "clear",
            '"c" stands on 0808 among enemies without troops',
        ),
    ],
)
def test_nobody_is_set_up_where_the_rules_forbid_it(
    pieces: list[object], ground: str, complaint: str
) -> None:
    with pytest.raises(FileError, match=complaint) as caught:
        given(*pieces, ground={"0808": ground})  # type: ignore[arg-type]
    assert caught.value.line is not None


def test_a_leader_may_stand_near_the_enemy_with_troops() -> None:
    scene = given(foot("a", "0808"), foot("b", "0807", "red"), leader("c", "0808"))
    assert scene.where("c") == "0808"


def test_an_enemy_does_not_begin_in_a_garrisons_chateau() -> None:
    with pytest.raises(FileError, match="stands on 0808 with the enemy"):
        given(foot("a", "0808"), garrison("post", "0808"))


# -- files -------------------------------------------------------------------------------------


def test_a_battle_of_ones_own_uses_a_shipped_map_or_one_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "My battle.toml"
    path.write_text(BATTLE.replace('name = "gemioncourt"', 'name = "mine"', 1), "utf-8")
    battle = SYSTEM.battle_file(path)
    assert battle.id == "shock/mine" and not battle.shipped
    (tmp_path / "here.toml").write_text(MAP, "utf-8")
    path.write_text(BATTLE.replace('map = "gemioncourt"', 'map = "here"', 1), "utf-8")
    assert SYSTEM.battle_file(path).source["map"] == MAP


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('map = "gemioncourt"', 'map = "gemioncort"', 'no map "gemioncort": did you mean'),
        ('map = "gemioncourt"', 'map = "../../etc/passwd"', "a map's name is up to 40"),
        ('name = "gemioncourt"', 'name = "../x"', "a battle's name is up to 40"),
        ("turns = 6", "turns = 6\nwhat = 1", 'unknown key "what"'),
    ],
)
def test_a_file_is_named_in_the_complaint(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    path = tmp_path / "mine.toml"
    text = BATTLE.replace(old, new, 1)
    path.write_text(text, "utf-8")
    with pytest.raises(FileError, match=complaint) as caught:
        SYSTEM.battle_file(path)
    assert caught.value.path == str(path)
    assert caught.value.line == line_of(text, new.splitlines()[-1])


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read"):
        SYSTEM.battle_file(tmp_path / "none.toml")
    path = tmp_path / "mine.toml"
    path.write_bytes(b'name = "\xff"\n')
    with pytest.raises(FileError, match="cannot be read"):
        SYSTEM.battle_file(path)
    path.write_text(BATTLE.replace('map = "gemioncourt"', 'map = "here"', 1), "utf-8")
    (tmp_path / "here.toml").write_bytes(b"\xff")
    with pytest.raises(FileError, match=r"here\.toml: cannot be read"):
        SYSTEM.battle_file(path)


def test_a_fault_of_the_map_names_the_map() -> None:
    wrong = MAP.replace("[legend]", "wat = 1\n[legend]", 1)
    with pytest.raises(FileError) as caught:
        SYSTEM.battle_from({"battle": BATTLE, "map": wrong})
    assert caught.value.path == "maps/gemioncourt.toml"
    assert caught.value.line == line_of(wrong, "wat = 1")


def test_a_battle_is_two_texts() -> None:
    for source in ({"battle": BATTLE}, {"map": MAP}, {"battle": BATTLE, "map": MAP, "more": ""}):
        with pytest.raises(GrognardError, match="two texts"):
            SYSTEM.battle_from(source)
