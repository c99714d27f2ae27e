"""The sheet of `brigades` as data: every value is obeyed, the charts are the sheet's tables."""

from importlib.resources import files

import pytest

from grognard.engine.rulebook import RULING, Rulebook
from grognard.engine.rulefile import read

FOLDER = files("grognard") / "systems" / "brigades"


def book(variant: str = "sheet") -> Rulebook:
    return Rulebook.load(FOLDER, variant)


def cells(chart: str, variant: str = "sheet") -> dict[str, list[str]]:
    return {row.label: row.cells for row in book(variant).chart(chart).rows}


def test_rulings_and_only_rulings_are_in_the_file_of_rulings() -> None:
    for id_, rule in book().rules.items():
        assert (rule.source == RULING) == id_.startswith("brigades.rulings."), id_


def test_every_printed_line_names_its_place_on_the_sheet() -> None:
    for id_, rule in book().rules.items():
        assert bool(rule.line) or id_.startswith("brigades.rulings."), id_


def test_movement() -> None:
    assert [row[0] for row in cells("movement").values()] == [
        "12", "16", "20", "20", "24", "24", "24", "24", "16", "2",
    ]  # fmt: skip


def test_morale_modifiers() -> None:
    assert [row[0] for row in cells("morale").values()] == [
        "-1", "+1", "+1", "+1", "-1", "-1", "-1", "-1", "-2", "-2", "+1", "+1", "-1", "-1",
    ]  # fmt: skip


def test_ranges() -> None:
    assert list(cells("ranges").values()) == [
        ["-", "2"], ["-", "4"], ["3", "6"], ["4", "8"], ["4", "10"], ["4", "12"],
    ]  # fmt: skip


def test_dice() -> None:
    assert [" ".join(row) for row in cells("dice").values()] == [
        "6 2 3 4 5", "6 2 4 4 6", "6 1 1 - -", "6 - 2 - -", "6 - 2 - -", "6 1 2 - -", "6 - 2 - -",
        "4 1 - 2 -", "4 - 1 - 2", "6 1 - 2 -", "6 1 1 1 1",
    ]  # fmt: skip
    assert cells("dice", "restored")["Cavalry brigade"] == ["6", "-", "4", "-", "-"]


def test_march_columns() -> None:
    markers = [row[0] for row in cells("march").values()]
    assert markers == ["3, 2, 0", "3, 2, 0", "3, 2, 2", "3, 2, 2", "3, 1", "3, 1"]


def test_movement_in_terrain_by_arm() -> None:
    """Infantry, cavalry, artillery, skirmishers on foot and mounted, commanders."""
    assert {label: " | ".join(row) for label, row in cells("terrain").items()} == {
        "Broken ground": "2x | 2x, DI | 2x | - | 2x | -",
        "Crops": "- | - | - | - | - | -",
        "Field works": "- | DE, DL | - | - | DE, DL | -",
        "Forest": "2x | 2x, DI | 2x, no-unlimber | - | 2x | -",
        "Fort": "DE, DL | XX | XX | DE, DL | XX | DE, DL",
        "Fortress": "XX | XX | XX | XX | XX | XX",
        "Hasty works": "- | - | - | - | - | -",
        "Hill": "1C -, 2C 1/2M, DE | 1C 1/2M, up, 2C XX | 1C 1/2M, up, 2C XX | - | - | -",
        "Marsh": "roll | roll | roll | - | roll | -",
        "Marshy stream": "1/2M, DI | 1/2M, DI | XX | 1/2M, DI | 1/2M, DI | 1/2M",
        "Orchard": "- | 2x, DI | - | - | - | -",
        "River": "XX | XX | XX | XX | XX | XX",
        "Stream": "1/2M | 1/2M | 1/2M | 1/2M | 1/2M | 1/2M",
        "Swamp": "XX | XX | XX | 2x | XX | 2x",
        "Town": "DE, DL | DI, BR, NA | DI, BR, NA | - | DI, BR, NA | -",
        "Tree line": "- | - | - | - | - | -",
        "Village": "- | - | - | - | - | -",
    }


def test_every_line_of_the_terrain_table_is_in_a_chart() -> None:
    shown = {id_ for plan in read(FOLDER).plans.values() for row in plan.rows for id_ in row}
    printed = {id_ for id_ in book().rules if id_.startswith("brigades.terrain.")}
    # How the table itself is laid out is not a line of it.
    assert printed - shown == {"brigades.terrain.key.lines-and-columns"}


def test_ties() -> None:
    assert [row[0] for row in cells("ties").values()] == ["+2", "+2", "+1", "-2", "-2"]


def test_restored_changes_cavalry_and_elites_only() -> None:
    plain = book().rules
    changed = {
        (id_, key): value
        for id_, rule in book("restored").rules.items()
        for key, value in rule.values.items()
        if value != plain[id_].values[key]
    }
    assert changed == {
        ("brigades.dice.cavalry-brigade", "melee"): 4,
        ("brigades.dice.cavalry-skirmisher", "melee"): 1,
        ("brigades.melee.tie.no-elites", "needs_elites"): True,
    }


@pytest.mark.rule("brigades.melee.tie.no-elites", "brigades.melee.tie.steady-infantry")
def test_the_chart_of_ties_keeps_every_condition_and_follows_the_variant() -> None:
    printed, restored = cells("ties"), cells("ties", "restored")
    assert [row[0] for row in printed.values()] == ["+2", "+2", "+1", "-2", "-2"]
    elites = "Infantry against infantry without elites"
    assert printed[elites][1] == "Infantry facing infantry that has no elites adds 2."
    assert restored[elites][1] == "Only infantry with elites facing infantry without adds 2."
    steady = printed["Stationary or secure infantry against cavalry but lancers"][1]
    assert "stationary or cavalry-secure" in steady and "other than lancers" in steady
    others = [row for label, row in printed.items() if label != elites]
    assert others == [row for label, row in restored.items() if label != elites]
