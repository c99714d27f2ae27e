"""The sheet of `brigades` as data: every value is obeyed, the charts are the sheet's tables."""

from importlib.resources import files

from grognard.engine.rulebook import RULING, Rulebook

FOLDER = files("grognard") / "systems" / "brigades"


def book(variant: str = "sheet") -> Rulebook:
    return Rulebook.load(FOLDER, variant)


def cells(chart: str) -> dict[str, list[str]]:
    return {row.label: row.cells for row in book().chart(chart).rows}


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
        ["0", "2"], ["0", "4"], ["3", "6"], ["4", "8"], ["4", "10"], ["4", "12"],
    ]  # fmt: skip


def test_dice() -> None:
    assert list(cells("infantry-dice").values()) == [
        ["6", "2", "3", "4", "5"], ["6", "2", "4", "4", "6"], ["6", "1", "1", "1", "1"],
    ]  # fmt: skip
    cavalry = [["6", "1"], ["6", "2"], ["6", "2"], ["6", "2"], ["6", "2"]]
    assert list(cells("cavalry-dice").values()) == cavalry


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
