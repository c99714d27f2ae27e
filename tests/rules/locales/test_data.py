"""The sheet of `locales` as data: every id is there, the charts are the sheet's tables."""

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from grognard.engine.rulebook import RULING, Rulebook
from grognard.systems.locales import SYSTEM

FOLDER = files("grognard") / "systems" / "locales"

CHAPTERS = [
    "turn", "preparation", "cards", "hidden", "field", "advance", "leaders", "assault", "bombard",
    "charge", "maneuver", "march", "deploy", "restrictions", "withdraw", "losses", "staff",
    "reorganize", "administration", "morale",
]  # fmt: skip

IDS = {
    "field": """
        gate outcome
    """,
    "advance": """
        eligible.any-arm condition.defense-approach-unsecured initial.securing-attack-approach
        response.retreat success.reserve-of-defense-locale failure.none eligible.not-disrupted
        condition.enemy-occupied success.cavalry-may-deploy
    """,
    "assault": """
        eligible.any-arm condition.defense-approach-secured initial.securing-attack-approach
        response.defend success.reserve-of-defense-locale failure.reserve-of-attack-locale
        eligible.not-disrupted condition.enemy-occupied success.cavalry-may-deploy
        failure.no-deploy
    """,
    "bombard": """
        eligible.artillery-only condition.ranging condition.outnumber-enemy-ranging
        initial.securing-attack-approach response.apply-losses success.still-securing failure.none
        condition.enemy-occupied artillery-ranging
    """,
    "charge": """
        eligible.cavalry-only condition.opposite-approach-unsecured
        condition.opposite-approach-unobstructed initial.reserve response.defend-or-retreat
        response.defended-is-assault success.reserve-of-defense-locale
        failure.reserve-of-attack-locale condition.defense-locale-enemy-occupied
        condition.defense-locale-not-adjacent condition.no-restricted-boundary
        success.cavalry-may-deploy failure.no-deploy success.undefended-costs-leader
        success.defended-no-extra-loss defense-approach-unobstructed first-boundary-unobstructed
    """,
    "maneuver": """
        eligible.any-arm condition.defense-approach-unsecured initial.reserve response.secure
        response.withdraw success.reserve-of-defense-locale failure.secure-or-stay
        eligible.not-disrupted condition.enemy-occupied success.cavalry-may-deploy
    """,
    "march": """
        no-response-no-failure
    """,
    "cavalry-march": """
        eligible.cavalry-only condition.no-enemy-occupied-locale initial.reserve
        final.reserve-of-second-locale condition.no-restricted-boundary final.cavalry-may-deploy
    """,
    "field-march": """
        eligible.any-arm-and-disrupted condition.no-enemy-occupied-locale
        initial.securing-or-reserve final.reserve-of-adjacent-locale final.cavalry-may-deploy
        disrupted-needs-companion
    """,
    "local-march": """
        eligible.any-arm condition.none initial.securing final.approach-to-reserve initial.reserve
        final.reserve-to-approach eligible.not-disrupted reserve-to-approach.enemy-occupied
        approach-to-reserve.cavalry-may-deploy
    """,
    "road-march": """
        eligible.any-arm-and-disrupted condition.no-enemy-occupied-locale initial.reserve
        final.reserve-of-last-locale condition.no-restricted-boundary final.cavalry-may-deploy
        distance.three-by-main-road-or-railroad distance.two-otherwise distance.may-stop-short
        disrupted-needs-companion
    """,
    "staff": """
        gate
    """,
    "reorganize": """
        eligible.infantry-or-cavalry condition.same-type initial.reserve effect.merge
        effect.no-other-merge effect.split
    """,
    "rally": """
        eligible.disrupted-infantry condition.non-disrupted-in-same-position initial.reserve
        effect.two-become-one effect.morale-plus-1 non-disrupted-in-reserve
    """,
    "mobilize": """
        eligible.reinforcement-group condition.lower-groups-first initial.unit-display
        effect.reserve-of-one-entry-locale effect.morale-minus-2 from-reinforcement-display
    """,
    "turn": """
        phase-1-preparation preparation.shuffle preparation.limber preparation.play-cards
        phase-2-field field.advance field.assault field.bombard field.charge field.maneuver
        field.march field.any-order phase-3-staff staff.reorganize staff.rally staff.mobilize
        phase-4-administration administration.claim-objectives administration.stand-down
        administration.spike administration.range administration.draw-and-cleanup
    """,
    "morale": """
        capture-objective eliminate-enemy-artillery mobilize rally retreat withdraw-free
        spike-artillery strength-point-loss
    """,
    "eligibility": """
        shuffle.may shuffle.may-not limber.may limber.may-not advance.may advance.may-not
        assault.may assault.may-not leading-assault.may leading-assault.may-not
        leading-defense.may leading-defense.may-not support.may support.may-not bombard.may
        bombard.may-not charge.may charge.may-not leading-charge.may leading-charge.may-not
        maneuver.may maneuver.may-not cavalry-march.may cavalry-march.may-not field-march.may
        local-march.may local-march.may-not road-march.may reorganize.may reorganize.may-not
        rally.may rally.may-not mobilize.may mobilize.may-not claim-objectives.may
        claim-objectives.may-not stand-down.may stand-down.may-not spike.may spike.may-not
        range.may range.may-not
    """,
    "leading-assault": """
        infantry-strength-2-or-3 cavalry-strength-2 cavalry-obstruction-not-asked
    """,
    "claim-objectives": """
        infantry-strength-2-or-3
    """,
    "stand-down": """
        mandatory-when-enemy-gone not-otherwise
    """,
    "leading-charge": """
        cavalry-strength-2 defense-approach-unobstructed first-boundary-unobstructed
    """,
    "leading-defense": """
        cavalry-unobstructed
    """,
    "shuffle": """
        artillery-not-ranging
    """,
    "limber": """
        artillery-ranging
    """,
    "support": """
        artillery-not-ranging none-in-a-charge
    """,
    "range": """
        artillery-securing not-after-bombarding
    """,
    "disrupted": """
        never-face-down never-shuffled never-secures drops-to-reserve never-defends-assault
        never-defends-charge never-answers-maneuver only-three-commands
        companion-same-position.field-march companion-same-position.road-march
        companion-same-position.rally companion-marches-along.field-march
        companion-marches-along.road-march takes-no-loss eliminated-alone-in-withdrawal
        eliminated-alone-in-retreat companion-anywhere-in-locale
        eliminated-without-exit-in-withdrawal eliminated-without-exit-in-retreat
        elimination-no-morale
    """,
    "restriction": """
        impassable-never-crossed never-off-map capacity-at-all-times ranging-only-bombards
        assault-closes-boundary charge-closes-boundary assault-won-locale-closed
        defended-charge-won-locale-closed won-locale-open-to-participants
        undefended-charge-locale-open
    """,
    "ruling": """
        command-cards.content command-cards.deck command-cards.hand command-cards.cost
        support.defending support.attacking support.limit support.on-approach
        support.ordered-guns bombard.counting
        bombard.losses bombard.target bombard.allocation withdraw-cost retreat-cost.guns
        retreat-cost.other-approaches retreat-cost.reserve hidden-blocks shuffle-remaps-blocks
        nothing-added only-chance-is-the-deck maneuver.answer-from-reserve
        maneuver.failure-together maneuver.nothing-compared maneuver.obstructed-needs-infantry
        charge.path charge.leaders charge.each-leader-pays charge.defended
        charge.victors-may-secure charge.fallback-capacity charge.closes-second-boundary-only
        morale.viewpoints note-2-scope mobilize.groups-without-cavalry stand-down.mandatory
        capacity-of-the-goal capacity-in-passing closed-boundary-binds-retreats width penalties
        alternate-turns command-group fixed-commands-option one-field-command-per-unit reveal
        position adjacency directional-terrain restricted-otherwise-open impassable-never-secured
        capacity-count roads enemy-occupied no-shared-locale strengths loss-ladder assault.order
        assault.attack-leaders assault.cavalry-lead-unobstructed assault.defense-leaders
        assault.result assault.losses assault.allocation assault.loser-retreats
        bombard.ends-ranging ranging-state stand-down.to-reserve field-march.from-approach
        road-congestion deploy.at-once leave-whole-locale retreat.causes leave.destination
        leave.no-exit-eliminated gun-lost-both-sides spike-denies-gain objective.claim demoralized
        demoralizing-point-not-by-guns morale.start morale.cap time-limit
        mobilize.entry-free-of-enemy mobilize.remainder mobilize.block-order rally.one-pair
        assault.participants assault.attacker-loses-first assault.disrupted-stay-behind
        charge.defend-without-leader cavalry-march.no-return retreat.disrupted-alone-pays
        time-limit.any-unit-holds charge.defender-named assault.leaders-lost-to-guns
        assault.nobody-goes-in objective.claim-shown deal named-when-confirmed no-idle-question
        morale.by-battle asked-for-secrecy
    """,
}

# The printed lines of the sheet, without blank ones and the titles and heads that say no rule.
LINES = (
    (5, 11), (13, 18), (22, 27), (31, 34), (38, 58), (63, 69), (74, 95), (99, 109), (113, 123),
    (129, 133),
)  # fmt: skip


def book(variant: str = "sheet") -> Rulebook:
    return Rulebook.load(FOLDER, variant)


def cells(chart: str, variant: str = "sheet") -> dict[str, list[str]]:
    json = book(variant).chart(chart).json()
    assert all(len(row["cells"]) == len(json["columns"]) for row in json["rows"])
    return {row["label"]: row["cells"] for row in json["rows"]}


def changes(variant: str) -> Iterator[tuple[str, str, object, object]]:
    sheet = book().rules
    for id_, rule in book(variant).rules.items():
        for key, value in rule.values.items():
            if value != sheet[id_].values[key]:
                yield id_, key, sheet[id_].values[key], value


def test_every_line_and_ruling_is_there_and_no_other() -> None:
    expected = {f"locales.{group}.{name}" for group in IDS for name in IDS[group].split()}
    assert len(expected) == 329
    assert set(book().rules) == expected


def test_every_printed_line_has_its_rules() -> None:
    printed = {line for first, last in LINES for line in range(first, last + 1)}
    assert {int(rule.line) for rule in book().rules.values() if rule.line} == printed


def test_rulings_and_only_rulings_are_in_the_file_of_rulings() -> None:
    for id_, rule in book().rules.items():
        assert (rule.source == RULING) == id_.startswith("locales.ruling.")


def test_every_rule_has_a_label_and_a_known_chapter() -> None:
    for rule in book().rules.values():
        assert rule.label and rule.says.endswith(".")
        assert rule.chapter in CHAPTERS
    assert {rule.chapter for rule in book().rules.values()} == set(CHAPTERS)


def test_charts_in_the_order_of_the_sheet() -> None:
    assert book().charts() == [
        "field", "march", "field-notes", "staff", "turn", "morale", "eligibility",
        "eligibility-notes", "disrupted", "restrictions", "cards", "commands", "width",
    ]  # fmt: skip


def test_field_commands() -> None:
    chart = book().chart("field").json()
    assert chart["columns"] == [
        "Eligible units", "Required condition", "And", "Initial position", "Opponent's response",
        "On success", "On failure", "Notes",
    ]  # fmt: skip
    any_arm, won = "infantry, cavalry, artillery", "reserve of defense locale"
    lost, enemy = "reserve of attack locale", "adjacent locale enemy-occupied"
    unsecured, approach = "unsecured defense approach", "attack approach"
    first, second = "1: not disrupted infantry; ", "2: the adjacent locale is enemy-occupied"
    deploy = "; 4: cavalry may deploy"
    assert cells("field") == {
        "Advance": [
            any_arm, unsecured, enemy, approach, "retreat", won, "N/A", first + second + deploy,
        ],
        "Assault": [
            any_arm, "secured defense approach", enemy, approach, "defend", won, lost,
            first + second + deploy + " if it wins",
        ],
        "Bombard": [
            "artillery", "ranging", "outnumber enemy ranging units", approach, "apply losses",
            approach, "N/A", second,
        ],
        "Charge": [
            "cavalry", "unsecured opposite approaches", "unobstructed opposite approaches",
            "reserve", "defend or retreat", won, lost,
            (
                "2: the defense locale is enemy-occupied and not adjacent to the start; "
                "3: no restricted boundary; 4: may deploy if it succeeds; "
                "5: each leader loses 1 if nobody defends"
            ),
        ],
        "Maneuver": [
            any_arm, unsecured, enemy, "reserve", "secure defense approach, or withdraw", won,
            "attack approach or reserve", first + second + deploy + " if it succeeds",
        ],
    }  # fmt: skip


def test_marches() -> None:
    any_arm, no_enemy = "infantry, cavalry, artillery", "no enemy-occupied locale"
    all_units = "infantry, cavalry, artillery, disrupted infantry"
    first, third = "1: not disrupted infantry; ", "3: no restricted boundary; "
    deploy, friend = "4: cavalry may deploy", "; j: disrupted infantry needs a companion"
    by_road = "; 6: 3 locales by main road and railroad bed only, otherwise 2"
    rows = {(row.label, *row.cells) for row in book().chart("march").rows}
    assert rows == {
        ("Cavalry March", "cavalry", no_enemy, "reserve", "reserve of second locale entered",
         third + "4: may deploy"),
        ("Field March", all_units, no_enemy, "approach or reserve", "reserve of adjacent locale",
         deploy + friend),
        ("Local March", any_arm, "none", "approach", "reserve of current locale", first + deploy),
        ("Local March", any_arm, "none", "reserve", "approach of current locale",
         first + "2: the adjacent locale is enemy-occupied"),
        ("Road March", all_units, no_enemy, "reserve", "reserve of last locale entered",
         third + deploy + by_road + friend),
    }  # fmt: skip


def test_staff_commands() -> None:
    first = {label: row[:3] for label, row in cells("staff").items()}
    assert first == {
        "Reorganize": ["infantry, cavalry", "all of the same arm", "reserve"],
        "Rally": ["disrupted infantry", "non-disrupted unit in the same position", "reserve"],
        "Mobilize": ["reinforcement group", "all lower groups mobilized", "unit display"],
    }


def test_morale_effects() -> None:
    assert {label: row[0] for label, row in cells("morale").items()} == {
        "Capture Objective Locale": "-5",
        "Eliminate Enemy Artillery": "+1",
        "Mobilize Reinforcements": "-2",
        "Rally Disrupted Infantry": "+1",
        "Retreat": "-1",
        "Spike Artillery": "-1",
        "Strength Point Loss (each)": "-1",
    }


# Infantry, cavalry, artillery, disrupted infantry; then the notes.
ELIGIBILITY = {
    "Shuffle Units": ("✓✓✓–", "f: artillery"),
    "Limber Artillery": ("––✓–", "g: artillery"),
    "Advance": ("✓✓✓–", ""),
    "Assault": ("✓✓✓–", ""),
    "Leading Assault": ("✓✓––", "a: infantry; d: cavalry"),
    "Leading Defense": ("✓✓––", "e: cavalry"),
    "Support": ("––✓–", "h: artillery"),
    "Bombard": ("––✓–", "g: artillery"),
    "Charge": ("–✓––", "e: cavalry"),
    "Leading Charge": ("–✓––", "d, e: cavalry"),
    "Maneuver": ("✓✓✓–", ""),
    "Cavalry March": ("–✓––", ""),
    "Field March": ("✓✓✓✓", "j: disrupted infantry"),
    "Local March": ("✓✓✓–", ""),
    "Road March": ("✓✓✓✓", "j: disrupted infantry"),
    "Reorganize": ("✓✓––", ""),
    "Rally": ("–––✓", "k: disrupted infantry"),
    "Mobilize": ("✓–✓–", "b: infantry, artillery"),
    "Claim Captured Objectives": ("✓–––", "a: infantry"),
    "Stand Down": ("✓✓✓–", "c: infantry, cavalry, artillery"),
    "Spike Artillery": ("––✓–", ""),
    "Range Artillery": ("––✓–", "i: artillery"),
}


def test_unit_eligibility() -> None:
    expected = {action: [*marks, notes] for action, (marks, notes) in ELIGIBILITY.items()}
    assert cells("eligibility") == expected


def test_the_deck_has_twenty_cards() -> None:
    deck = cells("cards")
    assert deck["Cards"] == ["5", "4", "4", "2", "2", "1", "1", "1"]
    assert deck["Field commands"] == ["3", "4", "2", "5", "1", "3", "3", "2"]
    assert deck["Staff commands"] == ["1", "0", "2", "0", "3", "0", "0", "1"]
    assert deck["Extra command"] == ["none"] * 5 + ["road march", "bombard", "assault"]
    assert sum(book().ints("locales.ruling.command-cards.deck", "count")) == 20


def test_width() -> None:
    assert set(map(tuple, cells("width").values())) == {("1", "2")}


@pytest.mark.parametrize(
    ("chart", "rows"),
    [("field-notes", 29), ("turn", 22), ("eligibility-notes", 23), ("disrupted", 20),
     ("restrictions", 10), ("commands", 3)],
)  # fmt: skip
def test_charts_of_sentences(chart: str, rows: int) -> None:
    found = book().chart(chart)
    assert found.columns == ["Rule"] and len(found.rows) == rows
    assert all(row.cells == [book().says(row.id)] for row in found.rows)


OBSTRUCTION = "locales.leading-assault.cavalry-obstruction-not-asked"
FIXED = "locales.ruling.fixed-commands-option"


def test_restored_keeps_leading_cavalry_from_obstructed_approaches() -> None:
    assert list(changes("restored")) == [(OBSTRUCTION, "obstructed", True, False)]
    assert cells("eligibility", "restored")["Leading Assault"][4] == "a: infantry; d, e: cavalry"


# The printed table: infantry, cavalry, artillery, disrupted infantry.
ROWS = {
    "shuffle": "✓✓✓–", "limber": "––✓–", "advance": "✓✓✓–", "assault": "✓✓✓–",
    "leading-assault": "✓✓––", "leading-defense": "✓✓––", "support": "––✓–", "bombard": "––✓–",
    "charge": "–✓––", "leading-charge": "–✓––", "maneuver": "✓✓✓–", "cavalry-march": "–✓––",
    "field-march": "✓✓✓✓", "local-march": "✓✓✓–", "road-march": "✓✓✓✓", "reorganize": "✓✓––",
    "rally": "–––✓", "mobilize": "✓–✓–", "claim-objectives": "✓–––", "stand-down": "✓✓✓–",
    "spike": "––✓–", "range": "––✓–",
}  # fmt: skip


@pytest.mark.rule(*(f"locales.eligibility.{row}.may" for row in ROWS))
def test_the_table_of_eligible_units_is_the_printed_one() -> None:
    for row, marks in ROWS.items():
        assert "".join(book().words(f"locales.eligibility.{row}.may", "marks")) == marks, row


def test_charts_follow_the_variant() -> None:
    assert "Not used: Cards" in cells("cards", "fixed-command")
    turn = cells("turn", "fixed-command")
    assert turn["1c Take fixed commands"] == [
        "After limbering a side takes its fixed commands; no card is played."
    ]
    assert "1c Play command cards" not in turn and "4e Clean up" in turn
    assert turn["1 Preparation"][0].endswith("limber artillery, take the fixed commands.")
    charts = [cells(name, "fixed-command") for name in ("turn", "commands")]
    said = [text for chart in charts for row in chart.values() for text in row]
    cards = [text for text in said if re.search(r"\b(card|deck|hand|draw)", text)]
    assert cards and all(re.search("no (card|hand)", text) for text in cards)
    notes = cells("eligibility-notes", "restored")
    assert notes["d and e on Leading Assault"] == [
        "Strength-2 cavalry may lead an assault only against an unobstructed defense approach."
    ]
    assert "fixed 3 field" in cells("commands", "fixed-command")["Fixed commands"][0]


def test_the_guide_for_the_table_follows_the_variant() -> None:
    def said(variant: str) -> str:
        return " ".join(phase.says for phase in SYSTEM.guide(variant).phases)

    assert "play command cards" in said("sheet") and "draw cards" in said("sheet")
    assert "card" not in said("fixed-command") and "take the fixed commands" in said(
        "fixed-command"
    )


def test_fixed_command_takes_the_cards_away() -> None:
    assert list(changes("fixed-command")) == [(FIXED, "applies", False, True)]
    assert book().int(FIXED, "field") == 3 and book().int(FIXED, "staff") == 1


def test_variants_stack() -> None:
    assert {change[0] for change in changes("restored+fixed-command")} == {OBSTRUCTION, FIXED}
    assert [variant.name for variant in book().variants()] == [
        "sheet", "restored", "fixed-command", "not-by-guns",
    ]  # fmt: skip
