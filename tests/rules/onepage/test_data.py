"""The sheet of `onepage` as data: every id is there, the charts are the sheet's tables."""

from importlib.resources import files

import pytest

from grognard.engine.rulebook import RULING, Rulebook

FOLDER = files("grognard") / "systems" / "onepage"

IDS = {
    "sequence": "order command movement rally morale combat switch",
    "command": """
        in in.move out.half-move out.no-approach out.disordered out.no-recovery out.not-stationary
    """,
    "move": """
        infantry skirmisher heavy-artillery heavy-cavalry field-artillery light-cavalry
        horse-artillery general road facing.first facing.second arc limbering free.skirmisher
        free.limbered-artillery free.general distance charge.facing charge.straight
    """,
    "disorder": "recover no-charge",
    "rally": "roll any-general",
    "morale": """
        test.close-range fail rout rout.casualty rout.move rout.no-action rout.again modifier.scope
        modifier.noise modifier.army-commander modifier.building-or-works modifier.high-ground
        modifier.enemy-flank modifier.enemy-skirmishers modifier.heavier-cavalry
        modifier.disordered modifier.artillery-front modifier.facing-cavalry modifier.unsupported
        modifier.unsupported.definition modifier.attacked-in-flank
    """,
    "range": "musket rifled-musket field-horse-artillery heavy-artillery",
    "combat": """
        one-by-one counter.melee counter.close counter.not-long hit hit.artillery hit.cavalry
        loser.disordered loser.retreat winner
    """,
    "dice": "columns skirmisher infantry cavalry artillery",
    "rulings": """
        never-stationary test-in-contact casualties strength artillery-melee melee-tie
        melee-tie.removed loser-already-disordered winner-one-unit stationary cavalry-weight
        army-defeat road flank flank.both rout-again absent geometry open.rallied-state
        open.routed-fails
        open.third-facing open.terrain time-limit objective road.gain geometry.contact geometry.arc
        geometry.sight geometry.retreat geometry.facing one-against-one melee-first-duty
        counter-fire
        morale-together recover-first chargers charge-seen charge-between unlimbered passing
        start-near attached general-caught arrival arrival.beside cover high-ground beyond
        charge-in-legs town disordered-inside road.places rest-of-a-move outline marsh-way
        second-stream two-contours part-of-its-move
    """,
    "terrain": """
        broken forest forest.sight orchard orchard.sight crops crops.sight fields marsh swamp lake
        town town.sight village fort stream marshy-stream river crossing field-works hill tree-line
    """,
}

# The printed lines of the sheet, without blank ones and the headings that say no rule.
LINES = {3, *range(5, 11), 14, *range(18, 21), 22, 24, 26, 30, 34, 38, 40, *range(42, 54), 55,
         *range(62, 66), 67, 69, *range(71, 75), 76}  # fmt: skip


def book(variant: str = "sheet") -> Rulebook:
    return Rulebook.load(FOLDER, variant)


def cells(chart: str) -> dict[str, list[str]]:
    return {row.label: row.cells for row in book().chart(chart).rows}


def test_every_line_and_ruling_is_there_and_no_other() -> None:
    expected = {f"onepage.{group}.{name}" for group in IDS for name in IDS[group].split()}
    assert set(book().rules) == expected


def test_every_printed_line_has_its_rules() -> None:
    assert {int(rule.line) for rule in book().rules.values() if rule.line} == LINES


def test_rulings_and_only_rulings_are_in_the_file_of_rulings() -> None:
    for id_, rule in book().rules.items():
        assert (rule.source == RULING) == id_.startswith(("onepage.rulings.", "onepage.terrain."))


def test_movement() -> None:
    assert {label: row[0] for label, row in cells("movement").items()} == {
        "Infantry": "12", "Skirmishers": "12", "Heavy artillery": "12", "Heavy cavalry": "18",
        "Field artillery": "18", "Light cavalry": "24", "Horse artillery": "24", "Generals": "24",
    }  # fmt: skip


def test_morale_modifiers() -> None:
    assert [row[0] for row in cells("morale").values()] == ["+1"] * 6 + ["-1"] * 5


def test_ranges() -> None:
    assert cells("ranges") == {
        "Musket": ["-", "2"], "Rifled musket": ["-", "4"],
        "Field and horse artillery": ["4", "10"], "Heavy artillery": ["6", "12"],
    }  # fmt: skip


def test_dice() -> None:
    assert cells("dice") == {
        "Skirmisher": ["1", "1", "-", "-"], "Infantry": ["2", "4", "4", "6"],
        "Cavalry": ["-", "4", "-", "-"], "Artillery": ["1", "1", "2", "2"],
    }  # fmt: skip


def test_charts_in_the_order_of_the_sheet() -> None:
    assert book().charts() == [
        "movement", "moving", "command", "morale", "failure", "ranges", "dice", "hits", "terrain",
        "ground", "turn", "victory",
    ]  # fmt: skip


def test_the_terrain_chart_says_whom_the_ground_disorders_and_who_does_not_recover() -> None:
    chart = cells("terrain")
    assert chart["Broken ground"] == ["2", "2", "2", "1", "1", "cavalry", "cavalry"]
    assert chart["Town"][5:] == ["infantry, cavalry, artillery", "cavalry, artillery"]
    assert chart["Village"] == ["1", "1", "1", "1", "1", "-", "-"]


def test_charts_follow_the_variant() -> None:
    shown = {
        variant: book(variant).chart("victory").rows[0].cells[0]
        for variant in ("sheet", "attrition")
    }
    assert "40 %" in shown["sheet"] and "50 %" in shown["attrition"]


@pytest.mark.parametrize("variant", ["sheet", "attrition"])
def test_attrition_changes_the_point_of_withdrawal_only(variant: str) -> None:
    changed = {
        (id_, key): value
        for id_, rule in book(variant).rules.items()
        for key, value in rule.values.items()
        if value != book().rules[id_].values[key]
    }
    expected = {("onepage.rulings.army-defeat", "percent"): 50} if variant != "sheet" else {}
    assert changed == expected
