"""The rule book: strict files, stacking variants, charts and mutants."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.engine.chart import show
from grognard.engine.errors import FileError, GrognardError, UnknownName
from grognard.engine.rule import Rule, Value
from grognard.engine.rulebook import (
    RULING,
    SHEET,
    Rulebook,
    changed,
    changes_key,
    mutants,
    set_changes,
)

CHARTS = """\
[[words]]
under = "toy.table"
keys = ["cells"]
repeats = true
words = ["-", "d", "D", "R"]

[[words]]
under = "toy"
keys = ["zones", "zone"]
words = ["front", "flank", "rear"]

[[words]]
under = "toy.move"
keys = ["foot", "horse"]
words = ["P", "#", "#/#", "+#"]

["toy.shift.woods"]
says = "One left in woods."
line = "12"
chapter = "fire"
label = "Woods"
value = -1

["toy.table.0"]
says = "The row of 0."
line = "20"
chapter = "fire"
label = "0"
cells = ["-", "d", "D"]

["toy.zoc"]
says = "Front and flank."
line = "30"
chapter = "zones"
label = "Zone of control"
zones = ["front", "flank"]
zone = "front"

["toy.move.woods"]
says = "Costs of woods."
line = "40"
chapter = "movement"
label = "Woods"
note = "B"
foot = "3/2"
horse = "P"

["toy.ratios"]
says = "The columns."
line = "50"
chapter = "shock"
columns = ["1-2", "1-1"]
attacker = [1, 1]
times = 1
divide = 2

[[chart]]
name = "fire"
title = "Fire"
columns = ["1", "2", "3"]
cells = ["{cells:spread}"]
rows = ["toy.table.0"]

[[chart]]
name = "mixed"
title = "All forms"
columns = ["A", "B", "C"]
rows = ["toy.shift.woods", "toy.zoc", "toy.move.woods"]

[[chart.line]]
label = "{label} shift"
cells = ["{value:shift} | {foot}", "{value:+} | {zones:or}", "{zones} | {note}"]

[[chart.line]]
label = "{label} says"
cells = ["{says}", "{line}", "x {zone}"]
"""

RULINGS = """\
["toy.rulings.die"]
says = "A die of ten."
chapter = "fire"
label = "The die"
sides = 10
applies = true
option = "house"
"""

VARIANTS = """\
[sheet]
title = "As printed"
says = "Nothing is changed."

[mild]
title = "Mild"
says = "Woods do less, rows are softer."

[mild."toy.table.0"]
cells = ["-", "-", "d"]

[mild."toy.shift.woods"]
says = "Two left in woods."
value = -2

[harsh]
title = "Harsh"
says = "Woods do more."

[harsh."toy.shift.woods"]
value = -3
"""


def write(
    folder: Path, charts: str = CHARTS, rulings: str = RULINGS, variants: str = VARIANTS
) -> Path:
    """A toy system's folder with these three files."""
    (folder / "charts.toml").write_text(charts)
    (folder / "rulings.toml").write_text(rulings)
    (folder / "variants.toml").write_text(variants)
    return folder


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return write(tmp_path)


@pytest.fixture(autouse=True)
def no_changes_left() -> Iterator[None]:
    yield
    set_changes(None)


def line_of(text: str, beginning: str) -> int:
    """The number of the only line that begins so."""
    found = [n for n, line in enumerate(text.splitlines(), 1) if line.startswith(beginning)]
    assert len(found) == 1
    return found[0]


# Asking


def test_values_come_by_id_and_key_in_their_kinds(toy: Path) -> None:
    book = Rulebook.load(toy)
    assert book.int("toy.shift.woods") == -1
    assert book.int("toy.rulings.die", "sides") == 10
    assert book.switch("toy.rulings.die") is True
    assert book.word("toy.move.woods", "foot") == "3/2"
    assert book.words("toy.table.0", "cells") == ["-", "d", "D"]
    assert book.words("toy.ratios", "columns") == ["1-2", "1-1"]
    assert book.ints("toy.ratios", "attacker") == [1, 1]


def test_a_rule_knows_its_texts_and_where_it_stands(toy: Path) -> None:
    rule = Rulebook.load(toy).rule("toy.move.woods")
    assert (rule.says, rule.line, rule.chapter) == ("Costs of woods.", "40", "movement")
    assert (rule.label, rule.note, rule.source) == ("Woods", "B", SHEET)
    ruling = Rulebook.load(toy).rule("toy.rulings.die")
    assert (ruling.source, ruling.line, ruling.option) == (RULING, "", "house")


def test_an_unknown_reason_for_a_switch_is_refused(toy: Path) -> None:
    path = toy / "rulings.toml"
    path.write_text(path.read_text("utf-8").replace('"house"', '"proof"'), "utf-8")
    with pytest.raises(GrognardError, match=r'rulings.toml:7: .*"proof"'):
        Rulebook.load(toy)


def test_labels_and_words_for_people(toy: Path) -> None:
    book = Rulebook.load(toy, "mild")
    assert book.label("toy.shift.woods") == "Woods"
    assert book.says("toy.shift.woods") == "Two left in woods."


def test_an_unknown_id_or_key_is_refused_with_a_hint(toy: Path) -> None:
    book = Rulebook.load(toy)
    with pytest.raises(
        UnknownName, match='no rule "toy.shift.wods": did you mean "toy.shift.woods"'
    ):
        book.int("toy.shift.wods")
    with pytest.raises(UnknownName, match='"toy.rulings.die" has no value "side".*"sides"'):
        book.int("toy.rulings.die", "side")


def test_a_value_asked_for_as_another_kind_is_refused(toy: Path) -> None:
    book = Rulebook.load(toy)
    with pytest.raises(GrognardError, match='"applies" of "toy.rulings.die" is a switch, not a nu'):
        book.int("toy.rulings.die", "applies")
    with pytest.raises(GrognardError, match="is a list of words, not a list of numbers"):
        book.ints("toy.table.0", "cells")


def test_values_nobody_asked_for_are_listed(toy: Path) -> None:
    book = Rulebook.load(toy)
    assert "toy.rulings.die: sides" in book.unused()
    book.int("toy.rulings.die", "sides")
    assert book.unused() == [
        "toy.shift.woods: value",
        "toy.table.0: cells",
        "toy.zoc: zones",
        "toy.zoc: zone",
        "toy.move.woods: foot",
        "toy.move.woods: horse",
        "toy.ratios: attacker",
        "toy.ratios: times",
        "toy.ratios: divide",
        "toy.rulings.die: applies",
    ]


def test_a_value_refused_for_its_kind_is_still_unused(toy: Path) -> None:
    book = Rulebook.load(toy)
    with pytest.raises(GrognardError):
        book.word("toy.shift.woods", "value")
    assert "toy.shift.woods: value" in book.unused()


# Variants and changes


def test_a_variant_changes_its_values_and_nothing_else(toy: Path) -> None:
    book = Rulebook.load(toy, "mild")
    assert book.int("toy.shift.woods") == -2
    assert book.words("toy.table.0", "cells") == ["-", "-", "d"]
    assert book.words("toy.zoc", "zones") == ["front", "flank"]
    assert Rulebook.load(toy).int("toy.shift.woods") == -1


def test_variants_stack_and_the_later_wins(toy: Path) -> None:
    assert Rulebook.load(toy, "mild+harsh").int("toy.shift.woods") == -3
    both = Rulebook.load(toy, "harsh+mild")
    assert both.int("toy.shift.woods") == -2
    assert both.words("toy.table.0", "cells") == ["-", "-", "d"]


def test_an_unknown_variant_is_refused_with_a_hint(toy: Path) -> None:
    with pytest.raises(UnknownName, match='no variant "mlid": did you mean "mild"'):
        Rulebook.load(toy, "sheet+mlid")


def test_the_variants_are_listed(toy: Path) -> None:
    variants = Rulebook.load(toy).variants()
    assert [(v.name, v.title) for v in variants] == [
        ("sheet", "As printed"),
        ("mild", "Mild"),
        ("harsh", "Harsh"),
    ]


def test_changes_come_last(toy: Path) -> None:
    book = Rulebook.load(toy, "mild", {"toy.shift.woods": {"value": 4}})
    assert book.int("toy.shift.woods") == 4


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"toy.shift.wods": {"value": 1}}, 'no rule "toy.shift.wods": did you mean'),
        ({"toy.shift.woods": {"valeu": 1}}, 'has no value "valeu" .did you mean "value"'),
        ({"toy.shift.woods": {"value": True}}, '"value" of "toy.shift.woods" must stay a number'),
        ({"toy.rulings.die": {"applies": 1}}, "must stay a switch"),
        ({"toy.table.0": {"cells": ["-", "d"]}}, "must keep its 3 items"),
        ({"toy.table.0": {"cells": ["-", "d", "X"]}}, 'unknown cells "X"'),
        ({"toy.ratios": {"attacker": [1]}}, "must keep its 2 items"),
        ({"toy.ratios": {"attacker": ["a", "b"]}}, "no .*words.* list"),
        ({"toy.move.woods": {"foot": "x2"}}, 'unknown foot "x2"'),
        ({"toy.shift.woods": {"value": 1.5}}, "a value is a whole number"),
        ({"toy.shift.woods": {"label": 3}}, '"label" must be a text'),
    ],
)
def test_a_change_that_does_not_fit_is_refused(
    toy: Path, change: dict[str, dict[str, object]], message: str
) -> None:
    with pytest.raises(GrognardError, match=message):
        Rulebook.load(toy, changes=change)


def test_a_list_of_words_that_is_no_row_may_change_its_length(toy: Path) -> None:
    book = Rulebook.load(toy, changes={"toy.zoc": {"zones": []}})
    assert book.words("toy.zoc", "zones") == []


def test_the_digest_follows_the_values_and_only_them(toy: Path) -> None:
    plain = Rulebook.load(toy).digest
    assert len(plain) == 64
    assert Rulebook.load(toy, "mild").digest != plain
    same = Rulebook.load(
        toy,
        "mild",
        {
            "toy.shift.woods": {"value": -1},
            "toy.table.0": {"cells": ["-", "d", "D"]},
        },
    )
    assert same.digest == plain


def test_changes_can_be_laid_over_every_book_of_the_process(toy: Path) -> None:
    before = changes_key()
    with changed({"toy.shift.woods": {"value": 7}}):
        assert Rulebook.load(toy).int("toy.shift.woods") == 7
        assert Rulebook.load(toy, "mild").int("toy.shift.woods") == 7
        inside = changes_key()
    assert Rulebook.load(toy).int("toy.shift.woods") == -1
    assert before == changes_key() == "" != inside


def test_changes_laid_for_another_system_are_left_alone(toy: Path) -> None:
    set_changes({"other.shift.woods": {"value": 7}})
    assert Rulebook.load(toy).int("toy.shift.woods") == -1
    set_changes({"toy.shift.wods": {"value": 7}})
    with pytest.raises(UnknownName, match="toy.shift.wods"):
        Rulebook.load(toy)


# Strict files


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="charts.toml: cannot be read"):
        Rulebook.load(tmp_path)


def test_a_file_that_changes_is_read_anew(toy: Path) -> None:
    assert Rulebook.load(toy).int("toy.rulings.die", "sides") == 10
    write(toy, rulings=RULINGS.replace("sides = 10", "sides = 6"))
    assert Rulebook.load(toy).int("toy.rulings.die", "sides") == 6


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ('zone = "front"', 'zone = "frnt"', "zone =", 'unknown zone "frnt" .did you mean "front"'),
        ("value = -1", "value = 1.5", "value =", "a value is a whole number"),
        ("value = -1", 'value = "one"', "value =", 'no .*words.* list says which words "value"'),
        ('line = "12"', "", '["toy.shift.woods"]', 'lacks "line"'),
        ('label = "Woods"\nvalue', "label = 3\nvalue", "label = 3", "must be a text"),
        ('["toy.zoc"]', '["Toy zoc"]', '["Toy zoc"]', "is not a rule id"),
        (
            '["toy.table.0"]\nsays',
            '["toy.table.1"]\nsays',
            'rows = ["toy.table.0"]',
            "unknown rule",
        ),
        ('"{cells:spread}"', '"{cells:spred}"', 'name = "fire"', 'unknown form "spred"'),
        ('"{cells:spread}"', '"{cells}"', 'rows = ["toy.table.0"]', "fills 1 cells for 3 columns"),
        ('name = "mixed"', 'name = "fire"', None, 'the chart "fire" is defined twice'),
        ('rows = ["toy.table.0"]', 'rows = ["toy.ratios"]', 'rows = ["toy.ratios"]', "no label"),
        ("repeats = true", "repeat = true", "repeat =", 'unknown key "repeat"'),
    ],
)
def test_a_fault_in_the_charts_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, at: str | None, message: str
) -> None:
    text = CHARTS.replace(old, new, 1)
    assert text != CHARTS
    with pytest.raises(FileError, match=message) as caught:
        Rulebook.load(write(tmp_path, charts=text))
    assert caught.value.path == f"{tmp_path.name}/charts.toml"
    if at is not None:
        expected = line_of(text, at)
        headed = at.startswith("name")  # a fault of a whole chart stands at its header
        assert caught.value.line == (expected - 1 if headed else expected)


def test_a_ruling_has_no_line_of_the_sheet(tmp_path: Path) -> None:
    text = RULINGS + 'line = "12"\n'
    with pytest.raises(FileError, match='rulings.toml:8: "toy.rulings.die" is a ruling'):
        Rulebook.load(write(tmp_path, rulings=text))


def test_an_id_stands_in_one_file_only(tmp_path: Path) -> None:
    text = RULINGS.replace("toy.rulings.die", "toy.zoc")
    with pytest.raises(FileError, match='rulings.toml:1: "toy.zoc" is in both files'):
        Rulebook.load(write(tmp_path, rulings=text))


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ('[harsh."toy.shift.woods"]', '[harsh."toy.wods"]', '[harsh."toy.wods"]', "unknown rule"),
        ("value = -3", "valeu = -3", "valeu", 'has no value "valeu" .did you mean "value"'),
        ("value = -3", "value = true", "value = true", "must stay a number"),
        ('"-", "-", "d"]', '"-", "-"]', "cells", "must keep its 3 items"),
        ('"-", "-", "d"]', '"-", "-", "r"]', "cells", 'unknown cells "r"'),
        ("[harsh]", '["Harsh one"]', '["Harsh one"]', "is not a variant name"),
        ('[mild."toy.shift', '[sheet."toy.shift', "[sheet]", "must be there and change nothing"),
    ],
)
def test_a_fault_in_the_variants_is_reported_with_its_line(
    tmp_path: Path, old: str, new: str, at: str, message: str
) -> None:
    text = VARIANTS.replace(old, new, 1)
    assert text != VARIANTS
    with pytest.raises(FileError, match=message) as caught:
        Rulebook.load(write(tmp_path, variants=text))
    assert caught.value.path == f"{tmp_path.name}/variants.toml"
    assert caught.value.line == line_of(text, at)


# Charts


def test_a_chart_spreads_a_row_over_its_columns(toy: Path) -> None:
    chart = Rulebook.load(toy).chart("fire")
    assert chart.json() == {
        "title": "Fire",
        "columns": ["1", "2", "3"],
        "rows": [{"label": "0", "cells": ["-", "d", "D"]}],
    }
    assert chart.rows[0].id == "toy.table.0"


def test_a_chart_shows_the_values_of_the_variant(toy: Path) -> None:
    assert Rulebook.load(toy, "mild").chart("fire").rows[0].cells == ["-", "-", "d"]


def test_a_chart_shows_each_rule_in_the_first_way_that_fits(toy: Path) -> None:
    rows = Rulebook.load(toy).chart("mixed").rows
    assert [(row.label, row.cells) for row in rows] == [
        ("Woods shift", ["1L", "-1", ""]),
        ("Woods says", ["One left in woods.", "12", ""]),
        ("Zone of control shift", ["", "front or flank", "front, flank"]),
        ("Zone of control says", ["Front and flank.", "30", "x front"]),
        ("Woods shift", ["3/2", "", "B"]),
        ("Woods says", ["Costs of woods.", "40", ""]),
    ]


def test_a_cell_may_pass_over_nothing_and_a_label_end_at_its_comma() -> None:
    values: dict[str, Value] = {"close": 0, "long": 4, "words": ()}
    rule = Rule("toy.gun", "A gun.", "1", "toy", "Guns, light", "", (), SHEET, values)
    assert show(rule, "{close:some} | -") == ["-"]
    assert show(rule, "{words:some} | {long:some} in") == ["4 in"]
    assert show(rule, "{label:head}") == ["Guns"]


def test_an_unknown_chart_is_refused_with_a_hint(toy: Path) -> None:
    book = Rulebook.load(toy)
    assert book.charts() == ["fire", "mixed"]
    with pytest.raises(UnknownName, match='no chart "fier": did you mean "fire"'):
        book.chart("fier")


def test_showing_a_chart_uses_no_value(toy: Path) -> None:
    book = Rulebook.load(toy)
    before = book.unused()
    book.chart("fire")
    assert book.unused() == before


# Mutants


def test_every_value_has_its_mutants(toy: Path) -> None:
    found = [(m.id, m.key, m.path, m.old, m.new) for m in mutants(toy)]
    assert found == [
        ("toy.shift.woods", "value", (), -1, -2),
        ("toy.table.0", "cells", (0,), "-", "D"),
        ("toy.table.0", "cells", (1,), "d", "R"),
        ("toy.table.0", "cells", (2,), "D", "-"),
        ("toy.zoc", "zones", (0,), "front", "rear"),
        ("toy.zoc", "zones", (1,), "flank", "rear"),
        ("toy.zoc", "zone", (), "front", "flank"),
        ("toy.move.woods", "foot", (0,), "3/2", "2/2"),
        ("toy.move.woods", "foot", (1,), "3/2", "3/1"),
        ("toy.move.woods", "horse", (), "P", "3/2"),
        ("toy.ratios", "attacker", (0,), 1, 2),
        ("toy.ratios", "attacker", (1,), 1, 2),
        ("toy.ratios", "times", (), 1, 2),
        ("toy.ratios", "divide", (), 2, 1),
        ("toy.rulings.die", "sides", (), 10, 9),
        ("toy.rulings.die", "applies", (), True, False),
    ]


def test_a_mutant_changes_one_item_and_leaves_the_rest_of_its_row(toy: Path) -> None:
    mutant = mutants(toy)[2]
    assert mutant.changes == {"toy.table.0": {"cells": ("-", "R", "D")}}
    with changed(mutant.changes):
        assert Rulebook.load(toy).words("toy.table.0", "cells") == ["-", "R", "D"]
    assert str(mutant) == "toy.table.0 cells[1]: 'd' -> 'R'"


@pytest.mark.parametrize(
    ("zones", "mutated"),
    [
        ("[]", [("front",)]),
        ('["front", "flank", "rear"]', [("flank", "rear"), ("front", "rear"), ("front", "flank")]),
    ],
)
def test_an_empty_list_gains_a_word_and_a_full_one_loses_one(
    tmp_path: Path, zones: str, mutated: list[tuple[str, ...]]
) -> None:
    folder = write(
        tmp_path, charts=CHARTS.replace('zones = ["front", "flank"]', f"zones = {zones}")
    )
    found = [m.changes["toy.zoc"]["zones"] for m in mutants(folder) if m.key == "zones"]
    assert found == mutated


def test_under_a_variant_only_what_it_changes_is_mutated(toy: Path) -> None:
    found = [(m.id, m.key, m.path, m.old, m.new) for m in mutants(toy, "mild")]
    assert found == [
        ("toy.shift.woods", "value", (), -2, -1),
        ("toy.table.0", "cells", (0,), "-", "D"),
        ("toy.table.0", "cells", (1,), "-", "D"),
        ("toy.table.0", "cells", (2,), "d", "R"),
    ]
