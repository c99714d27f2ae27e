"""The rule book of shock as it is shipped: its tables, its variants and its mutants."""

from importlib.resources import files

import pytest

from grognard.engine.rulebook import SHEET, Rulebook, mutants


@pytest.fixture
def shock() -> Rulebook:
    return Rulebook.load(files("grognard.systems.shock"))


def test_every_mutant_of_a_shipped_book_is_another_book() -> None:
    folder = files("grognard.systems.shock")
    for variant in ("sheet", "restored"):
        plain = Rulebook.load(folder, variant).digest
        digests = [
            Rulebook.load(folder, variant, m.changes).digest for m in mutants(folder, variant)
        ]
        assert plain not in digests
        assert len(set(digests)) == len(digests) > 40


def test_every_table_of_the_sheet_is_a_chart(shock: Rulebook) -> None:
    tables = (
        "d-1 d-2 routed square leaving-square rally-routed rally-disordered rally-modifiers "
        "charge-reaction fire fire-results fire-shifts fire-drm shock position charge-modifiers "
        "other-modifiers charge-strength morale terrain-shock terrain rates zones stacking notes "
        "matrix"
    )
    assert set(tables.split()) <= set(shock.charts())


def test_every_printed_line_stands_in_a_chart_or_heads_one(shock: Rulebook) -> None:
    plans = shock._rules.plans.values()
    shown = {id_ for plan in plans for ids in plan.rows for id_ in ids}
    left = {id_ for id_, rule in shock.rules.items() if rule.source == SHEET} - shown
    assert left == {
        "shock.fire.columns.infantry",
        "shock.fire.columns.artillery",
        "shock.table.ratios",
    }


def test_the_fire_chart_reads_as_printed(shock: Rulebook) -> None:
    rows = {row["label"]: row["cells"] for row in shock.chart("fire").json()["rows"]}
    assert list(rows) == ["-1 or less", *"012345678", "9L", "10"]
    assert rows["6"] == ["-", "-", "d-2", "d", "d+1", "d+3", "D", "1d+1", "1d+3"]
    assert rows["9L"] == ["d", "d", "d", "d+2", "D", "1d", "1d+2", "1D", "2D"]


def test_the_shock_chart_has_two_rows_for_each_roll(shock: Rulebook) -> None:
    rows = {row.label: row.cells for row in shock.chart("shock").rows}
    assert len(rows) == 28
    assert rows["-2 Att"] == ["1", "d", "d", "d", "-", "-", "-", "-", "-", "-", "-"]
    assert rows["1 Def"][-3:] == ["1BDr", "2BR", "3BR"]


def test_a_restored_chart_shows_the_repaired_rows() -> None:
    book = Rulebook.load(files("grognard.systems.shock"), "restored")
    rows = {row.label: row.cells for row in book.chart("shock").rows}
    assert rows["-2 Def"][:4] == ["1", "1d", "1Bd", "1Bd"]
    assert rows["1 Def"][-3:] == ["1BD", "1BDr", "2BR"]
    morale = {row.label: row.cells for row in book.chart("morale").rows}
    assert (morale["Each Elite attacker"], morale["Each Crack Elite attacker"]) == (["-1"], ["-2"])
    terrain = {row.label: row.cells for row in book.chart("terrain").rows}
    assert terrain["Village"] == ["3/2", "4/2", "3", "1", "B"]


def test_the_matrix_puts_three_results_in_a_row(shock: Rulebook) -> None:
    rows = {row.label: row.cells for row in shock.chart("matrix").rows}
    assert len(rows) == 11
    assert rows["D-1 artillery"] == [
        "retreat, lose a step",
        "retreat 1 hex, lose a step",
        "eliminated",
    ]
