"""The sheet of `pulses` as data: every id is there, the charts are the sheet's tables."""

from importlib.resources import files

import pytest

from grognard.engine.rulebook import RULING, Rulebook

FOLDER = files("grognard") / "systems" / "pulses"

IDS = {
    "turn": "command-then-pulses command-dice first-initiative ends-on-d4 basic-length",
    "pulse": """
        1-skirmish 2-artillery 3-one-side-then-other 3a-control 3b-movement 3c-combat
        4-lift-suppression 5-next-initiative
    """,
    "initiative": """
        roll d4 tie-even tie-odd reroll.low-first reroll.high-second reroll.price reroll.stands
        doubles
    """,
    "skirmish": """
        initiative-side dice range target-infantry target-artillery hit-number save.mx
        save.cavalry-support save.total-cover save.number one-per-target not-across-impassable
        not-out-of-town not-in-snow-or-rain
    """,
    "suppression": "relocate relocate-inside-radius attached-may-not-relocate",
    "artillery": """
        heavy.canister heavy.round-shot heavy.hit-number light.canister light.round-shot
        light.hit-number reroll-misses reroll-misses.vulnerable reroll-misses.flank-or-rear
        reroll-hits reroll-hits.cover reroll-hits.counter-battery
    """,
    "control": """
        cd.within-20 cd.within-40 cd.beyond-40 dice pick-two modifier choose-hold lapels column
        near.withdraw far.hold-low near.hold far.hold near.active far.active near.attack
        far.active-high
    """,
    "status": "withdraw hold.infantry-cavalry hold.artillery-officers active attack",
    "commander": """
        issue-cds combat-die reroll-movement recovery initiative lapels-once move-price
    """,
    "subcommander": """
        within-3 once-per-pulse reroll-movement reroll-recovery combat-dice casualty-check
    """,
    "beyond-radius": "vulnerable no-skirmish no-artillery-fire no-recovery",
    "move": """
        foot-artillery fast-infantry slow-infantry light-cavalry horse-artillery heavy-cavalry
        officers six-inch.one six-inch.six army-commander-price foot-artillery-fired
    """,
    "terrain": "infantry light-cavalry heavy-cavalry foot-artillery horse-artillery",
    "combat": """
        to-hit.infantry to-hit.infantry-vs-cover to-hit.infantry-vs-attacking-cavalry
        to-hit.cavalry to-hit.cavalry-vs-cover most-hits-win tie fallback cavalry-not-into-town
        heavy-cavalry-not-into-rough square.no-fallback square.broken-or-held
        attached.escape-roll attached.destroyed attached.falls-back bonus.army-commander
        bonus.mx bonus.subcommander reroll-misses reroll-misses.heavy-vs-light
        reroll-misses.flanked reroll-hits reroll-hits.vulnerable reroll-hits.out-of-radius
    """,
    "face": "rough cavalry infantry",
    "flank-move": "not-near-enemy artillery infantry-cavalry no-contact",
    "oblique": "angle contact",
    "interpenetration": "allowed infantry-price contact",
    "evasion": "at-contact from-infantry from-cavalry light-bonus cossack-bonus move caught",
    "escape": """
        foot-vs-infantry foot-vs-cavalry horse-vs-infantry horse-vs-cavalry roll move attached
        failed odd-die
    """,
    "officer": "wing-not-replaced subcommander-replaced army-commander-replaced",
    "recovery": "distance force roll effect reroll",
    "morale": "when total losses break-point-base pass fail",
    "rulings": """
        bases formations strength combat-dice broken artillery-states sk-rating
        skirmish-not-at-cavalry skirmish-not-in-contact cds-lost doubles-option turn-number
        first-d4-cannot-end basic-length subcommander-profile radius force wing-commander
        casualty-check reserve contact locked next-contact several-attackers flanked fallback-facing
        attacker-falls-back winner-follows fallback-blocked attached-back inside square.form
        square.hits square.lasts square.artillery town vulnerable-once suppressed-no-fire
        weather-artillery artillery-arc artillery-blocked
        counter-battery movement-point six-inch-start break-point
        morale-timing nobody-left both-fail victory rough impassable obstacles waters crossing
        town-closed cover road sight officer-contact commander-check takes-over one-reroll
        artillery-face wheel fallback-way arrival arrival.beside nightfall objective compelled
        attack-whom broken-wins-nothing flight withdrawal-die end-of-move
    """,
}
ALONE = ("wheel", "elevation")


def book(variant: str = "sheet") -> Rulebook:
    return Rulebook.load(FOLDER, variant)


def rows(chart: str) -> dict[str, list[str]]:
    return {row.label: row.cells for row in book().chart(chart).rows}


def test_every_line_and_ruling_is_there_and_no_other() -> None:
    expected = {f"pulses.{group}.{name}" for group in IDS for name in IDS[group].split()}
    assert set(book().rules) == expected | {f"pulses.{name}" for name in ALONE}


def test_rulings_and_only_rulings_are_in_the_file_of_rulings() -> None:
    for id_, rule in book().rules.items():
        assert (rule.source == RULING) == id_.startswith("pulses.rulings.")


def test_the_tables_of_the_sheet() -> None:
    assert rows("artillery") == {
        "Heavy guns (9 to 12 pounders)": ["2d6 up to 6 in", "1d6 up to 16 in", "4 or more"],
        "Light guns (6 to 8 pounders)": ["2d6 up to 4 in", "1d6 up to 12 in", "5 or more"],
    }
    assert rows("control") == {
        "up to 3": ["withdraw", "hold"], "up to 6": ["hold", "hold"],
        "up to 9": ["active", "active"], "more": ["attack", "active"],
    }  # fmt: skip
    assert rows("movement") == {
        "Foot artillery": ["12", "6 + d6"], "Fast infantry": ["12", "6 + d6"],
        "Slow infantry": ["10", "4 + d6"], "Light cavalry": ["16", "10 + d6"],
        "Horse artillery": ["14", "8 + d6"], "Heavy cavalry": ["14", "8 + d6"],
        "Officers": ["18", "18"],
    }  # fmt: skip
    assert rows("terrain") == {
        "Infantry": ["SK0: prohibited; others: move / 2", "+2 in", "x1"],
        "Light cavalry": ["move / 2", "+4 in", "x1"],
        "Heavy cavalry": ["prohibited", "+4 in", "x1"],
        "Foot artillery": ["prohibited", "+4 in", "x2"],
        "Horse artillery": ["prohibited", "+4 in", "x2"],
    }
    assert [row[0] for row in rows("combat").values()] == ["5", "6", "6", "6", "5", "6"]
    assert rows("escape") == {"Foot artillery": ["7", "6"], "Horse artillery": ["9", "7"]}


@pytest.mark.parametrize(
    ("variant", "changed"),
    [
        ("restored", {("pulses.recovery.roll", "at_or_below"): True}),
        (
            "charging-foot",
            {("pulses.combat.to-hit.infantry-vs-attacking-cavalry", "reading"): "attacking"},
        ),
        ("no-doubles", {("pulses.rulings.doubles-option", "applies"): False}),
        ("massed-attack", {("pulses.rulings.several-attackers", "way"): "together"}),
    ],
)
def test_every_variant_changes_one_thing(
    variant: str, changed: dict[tuple[str, str], object]
) -> None:
    printed = book().rules
    assert changed == {
        (id_, key): value
        for id_, rule in book(variant).rules.items()
        for key, value in rule.values.items()
        if value != printed[id_].values[key]
    }


def test_charts_follow_the_variant_and_keep_conditions() -> None:
    printed, changed = ({row.id: row.cells for row in book(name).chart("combat").rows}
                        for name in ("sheet", "charging-foot"))  # fmt: skip
    line = "pulses.combat.to-hit.infantry-vs-attacking-cavalry"
    assert printed[line] == ["6", "Infantry that is being attacked by cavalry hits it only on 6."]
    assert changed[line] == ["6", "Infantry that attacks cavalry hits it only on 6."]
    restored = {row.id: row.cells for row in book("restored").chart("recovery").rows}
    assert "at or below" in restored["pulses.recovery.roll"][0]
    assert {row.label: row.cells[0] for row in book().chart("dice").rows if row.cells[0]} == {
        "Bonus die: commander": "1", "Bonus die: mixed infantry": "1",
        "Combat bonus: misses again": "6 or more", "Combat penalty: hits again": "4 or more",
    }  # fmt: skip
    assert {row.label: row.cells[0] for row in book().chart("evasion").rows if row.cells[0]} == {
        "Evasion, light cavalry": "+1", "Evasion, Cossacks": "+2",
    }  # fmt: skip
    morale = [row.id for row in book().chart("morale").rows]
    assert {"pulses.morale.when", "pulses.morale.pass", "pulses.morale.losses"} <= set(morale)


@pytest.mark.rule("pulses.beyond-radius.no-recovery", "pulses.beyond-radius.no-skirmish")
def test_a_row_of_a_chart_names_its_condition_by_itself() -> None:
    for chart in book().charts():
        for row in book().chart(chart).rows:
            assert not any(cell.startswith("Such ") for cell in row.cells), row
