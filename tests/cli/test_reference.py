"""battles, chart, odds and rules from the command line, in JSON and for people."""

import json
from typing import Any

import pytest

import grognard
from tests.cli.conftest import Command


def answer(command: Command, *arguments: str) -> Any:
    """What a command answers in JSON."""
    return json.loads(command(*arguments, "--json").stdout)


def test_battles_are_listed(command: Command) -> None:
    listed = answer(command, "battles")
    first = listed[0]
    assert first["id"] == "shock/gemioncourt" and first["difficulty"] == 1
    assert first["sides"] == ["french", "allied"]
    shown = command("battles").stdout
    for battle in listed:
        assert f"{battle['id']}  {battle['title']}, {battle['date']}" in shown
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_the_page_of_a_battle_says_how_victory_is_reckoned(command: Command) -> None:
    (maida,) = answer(command, "battles", "onepage/maida")
    rule = "An objective is held by the side that alone has an unrouted unit other than a general"
    assert f"{rule} within 3 in of it." in maida["victory"]
    shown = " ".join(command("battles", "pulses/teugen-hausen").stdout.split())
    assert "held by the side that last was alone within 3 in of it at the end of a pulse." in shown
    shown = " ".join(command("battles", "brigades/casteggio").stdout.split())
    assert "the side that alone has an unrouted stand within 3 in of it." in shown


def test_charts_are_listed_and_every_one_is_a_table(command: Command) -> None:
    names = [chart["name"] for chart in answer(command, "chart", "shock")]
    assert {"fire", "shock", "terrain", "matrix"} <= set(names)
    for name in names:
        chart = answer(command, "chart", "shock", name)
        assert {len(row["cells"]) for row in chart["rows"]} == {len(chart["columns"])}
    assert "Combat results matrix" in command("chart", "shock").stdout


def test_the_fire_chart_has_the_printed_cells(command: Command) -> None:
    chart = answer(command, "chart", "shock", "fire")
    rows = {row["label"]: row["cells"] for row in chart["rows"]}
    assert chart["columns"][0] == "<1" and len(chart["columns"]) == 9
    assert rows["7"] == ["-", "d-2", "d", "d", "d+2", "D", "1d", "1d+2", "1D"]
    shown = command("chart", "shock", "fire").stdout
    assert "7           -    d-2  d    d        d+2        D          1d" in shown


def test_a_variant_changes_a_chart(command: Command) -> None:
    def village(*variant: str) -> str:
        rows = answer(command, "chart", "shock", "terrain", *variant)["rows"]
        return next(str(row["cells"][0]) for row in rows if row["label"] == "Village")

    assert village() == "3" and village("--variant", "restored") == "3/2"


@pytest.mark.parametrize(
    ("facts", "outcomes"),
    [
        (
            "fire arm=artillery sp=8 shift=-1 drm=1",
            {"-": "1/10", "d-2": "1/10", "d": "3/10", "d+1": "1/10", "d+2": "1/10"}
            | {"d+3": "1/10", "D": "1/5"},
        ),
        # 0 to 4 of ten faces are below a Cohesion of 5.
        ("rally-disordered cohesion=5 modifier=0", {"recovered": "1/2", "disordered": "1/2"}),
    ],
)
def test_odds_are_exact(command: Command, facts: str, outcomes: dict[str, str]) -> None:
    assert answer(command, "odds", "shock", *facts.split())["outcomes"] == outcomes
    shown = command("odds", "shock", *facts.split()).stdout
    for label, chance in outcomes.items():
        assert any(line.split()[:2] == [label, chance] for line in shown.splitlines())


def test_outcomes_are_how_it_ends_and_the_roll_how_it_begins(command: Command) -> None:
    facts = ["skirmish", "dice=1", "save=yes"]
    found = answer(command, "odds", "pulses", *facts)
    # A 6 hits, and every second hit is saved.
    assert found["outcomes"] == {"0": "11/12", "1": "1/12"}
    assert found["roll"] == {"0": "5/6", "1": "1/6"}
    assert "11/12" in command("odds", "pulses", *facts).stdout


def test_a_short_form_prints_its_outcomes_alone(command: Command) -> None:
    # The attacker's codes of the 2-1 column from 0 to 9 on the shock table.
    found = answer(command, "odds", "shock", "shock", "ratio=2-1", "drm=0", "side=attacker")
    assert found == {"outcomes": {"-": "1/10", "d": "2/5", "1": "1/5", "1d": "1/5", "1D": "1/10"}}


def test_a_whole_check_tells_its_target_and_modifiers(command: Command) -> None:
    facts = ["fire", "arm=infantry", "sp=7", "massed=yes", "cover=woods"]
    found = answer(command, "odds", "shock", *facts)
    assert found["target"] == "column 7-8"
    assert [(m["id"], m["value"]) for m in found["modifiers"]] == [
        ("shock.fire.shift.massed-target", 1),
        ("shock.fire.shift.woods", -1),
    ]
    assert "-1 column  Target in woods  [shock.fire.shift.woods]" in (
        command("odds", "shock", *facts).stdout
    )


def test_checks_and_facts_are_listed(command: Command) -> None:
    checks = answer(command, "odds", "shock")
    assert {"name": "fire", "title": "Fire"} in checks
    assert "rally-routed" in command("odds", "shock").stdout
    listed = answer(command, "odds", "shock", "fire", "sp=3", "--help-facts")
    assert listed.items() <= answer(command, "odds", "shock", "fire").items()
    assert "outcomes" not in listed
    facts = {fact["name"]: fact for fact in listed["facts"]}
    assert facts["arm"]["choices"] == ["infantry", "artillery"]
    assert facts["arm"]["default"] == "infantry" and facts["massed"]["values"] == "yes, no"
    assert "Target in square" in command("odds", "shock", "fire").stdout


@pytest.mark.parametrize(
    ("named", "meant"),
    [
        ("fire sp=7 target=cavalry cohesion=6 steps=4", "cavalry=yes"),
        ("fire sp=7 target=artillery cohesion=6 steps=1", "artillery-only=yes"),
        ("fire sp=7 target=infantry state=routed cohesion=6 steps=4", "routed=yes"),
        ("shock ratio=2-1 defender=infantry defender-state=d-1", "defender-d1=yes"),
        ("shock ratio=2-1 defender=infantry defender-state=d-2", "defender-d2=yes"),
        ("shock ratio=2-1 defender=infantry defender-state=routed", "defender-routed=yes"),
        ("shock ratio=2-1 defender=infantry defender-steps=1", "one-step-defender=yes"),
        ("shock ratio=2-1 attacker=infantry attacker-state=d-1", "attacker-d1=yes"),
        ("shock ratio=2-1 attacker=infantry attacker-steps=1", "one-step-attacker=yes"),
    ],
)
def test_what_follows_from_a_named_unit_counts_without_being_named(
    command: Command, named: str, meant: str
) -> None:
    found = answer(command, "odds", "shock", *named.split())
    assert found["modifiers"] and found == answer(command, "odds", "shock", *named.split(), meant)


def test_cavalry_rides_down_the_routed_without_the_modifier(command: Command) -> None:
    facts = ["ratio=2-1", "attacker=cavalry", "defender=infantry", "defender-state=routed"]
    assert answer(command, "odds", "shock", "shock", *facts)["modifiers"] == []


@pytest.mark.parametrize(
    ("check", "short"),
    [
        ("shock shock", ["side"]),
        ("locales draw", ["field"]),
        ("brigades fire", ["dice", "hit", "save"]),
        ("shock fire", []),
    ],
)
def test_the_facts_of_short_forms_are_listed_too(
    command: Command, check: str, short: list[str]
) -> None:
    listed = answer(command, "odds", *check.split(), "--help-facts")
    assert [fact["name"] for fact in listed["short"]] == short
    shown = command("odds", *check.split(), "--help-facts").stdout.splitlines()
    assert [line.split()[0] for line in shown if line.rstrip().endswith("Short form")] == short


def test_nothing_to_give_and_nothing_to_throw_are_said(command: Command) -> None:
    told = command("odds", "pulses", "basic-length").stdout
    assert "The end of the battle depends on no facts." in told
    assert "dice: none" in command("odds", "onepage", "fire", "arm=cavalry").stdout


@pytest.mark.parametrize(
    ("facts", "outcomes"),
    [
        ("skirmish dice=0", {"0": "1/1"}),
        # Each of five dice: 1/6 to succeed, 1/2 not to be saved.
        ("skirmish dice=5 save=yes", {"0": "161051/248832", "5": "1/248832"}),
        ("artillery dice=0 hit=4 reroll=misses", {"0": "1/1"}),
    ],
)
def test_no_dice_and_many(command: Command, facts: str, outcomes: dict[str, str]) -> None:
    told = answer(command, "odds", "pulses", *facts.split())["outcomes"]
    assert outcomes.items() <= told.items()


def test_without_facts_the_odds_are_those_of_the_defaults(command: Command) -> None:
    listed = answer(command, "odds", "shock", "rally-disordered")
    defaults = [f"{fact['name']}={fact['default']}" for fact in listed["facts"]]
    given = answer(command, "odds", "shock", "rally-disordered", *defaults)
    assert listed["outcomes"] == given["outcomes"]
    shown = command("odds", "pulses", "turn-length").stdout
    # A d4 of at most the pulses completed ends the turn: 1/4, 3/4 * 2/4, and so on.
    for pulses, chance in {"1": "1/4", "2": "3/8", "3": "9/32", "4": "3/32"}.items():
        assert any(line.split()[:2] == [pulses, chance] for line in shown.splitlines())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("odds shok", 'did you mean "shock"?'),
        ("odds shock fyre sp=1", 'did you mean "fire"? There is cohesion'),
        ("odds shock fire spp=1", 'did you mean "sp"? There is anglo-allied, arm'),
        ("odds shock shock ratio=7-1", 'did you mean "6-1"? There is 1-1, 1-1.5'),
        ("odds shock shock sid=attacker", 'did you mean "side"? There is attack'),
        ("odds shock fire target=infantry state=blown", "state=blown is for cavalry, not for inf"),
        ("odds shock fire target=artillery state=d-2", "state=d-2 is for infantry, not for art"),
        ("odds shock shock attacker=cavalry attacker-state=d-2", "attacker-state=d-2 is for infa"),
        ("odds shock shock defender=infantry defender-state=blown", "defender-state=blown is for"),
        ("odds shock fire target=cavalry square=yes", '"square" excludes "cavalry"'),
        ("odds onepage fire dic=3", 'did you mean "dice"? There is arm'),
        ("odds shock fire zzz=1", "there is anglo-allied, arm"),
        ("odds shock fire arm=elephants", "there is artillery, infantry"),
        ("odds shock fire sp=many", "is not a number 0 to 200"),
        ("odds shock fire sp=999999999999999999999", "is not a number 0 to 200"),
        ("odds shock fire sp=201", "is outside 0 to 200"),
        ("odds shock fire massed=4", "massed=4 is not yes or no"),
        ("odds shock fire sp", "is not of the form key=value"),
        ("odds shock fire sp=1 sp=2", '"sp" is given twice'),
        ("odds shock fire sp=1 --variant restord", 'did you mean "restored"?'),
        ("odds shock shock ratio=2-1 side=left", "must be attacker or defender"),
        ("chart shock fier", 'did you mean "fire"?'),
        ("chart shok", 'did you mean "shock"?'),
        ("rules shock shock.fire.shift.wods", 'did you mean "shock.fire.shift.woods"?'),
        ("rules shock zzz", "`grognard rules shock` lists them all"),
        ("rules shock sqare", 'did you mean "square"?'),
        ("rules shock woods pursuit", "no rule holds two of these words"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_unknown_names_get_a_message_and_status_2(
    command: Command, arguments: str, told: str, form: list[str]
) -> None:
    result = command(*arguments.split(), *form, status=2)
    assert told in result.stderr and result.stdout == ""


def test_hostile_arguments_are_printed_harmless(command: Command) -> None:
    told = command("odds", "shock", "fire", "sp=\x1b[2J\x9b", "\x07=1", status=2).stderr
    assert not set(told) & {"\x1b", "\x9b", "\x07"}


def test_rules_are_listed_by_id(command: Command) -> None:
    listed = answer(command, "rules", "shock")
    assert {rule["id"] for rule in listed} == set(grognard.system("shock").rulebook().rules)
    (woods,) = answer(command, "rules", "shock", "shock.fire.shift.woods")
    assert woods["says"] == "One left if the target is in woods."
    assert woods["source"] == "sheet" and woods["module"].endswith(".fire_table")
    assert isinstance(woods["tests"], list)
    shifts = answer(command, "rules", "shock", "shock.fire.shift")
    assert 5 < len(shifts) < 40
    assert "One left if the target is in woods." in (
        command("rules", "shock", "shock.fire.shift.woods").stdout
    )


def test_rules_are_found_by_the_beginning_of_an_id(command: Command) -> None:
    begun = answer(command, "rules", "shock", "shock.fire.sh")
    whole = answer(command, "rules", "shock", "shock.fire.shift")
    assert [rule["id"] for rule in begun] == [rule["id"] for rule in whole]
    assert all(rule["id"].startswith("shock.fire.shift.") for rule in begun)


def test_rules_are_found_by_words_of_id_label_and_text(command: Command) -> None:
    found = [rule["id"] for rule in answer(command, "rules", "shock", "SQUARE", "react")]
    # Named after both words; told of in the text of a rule that is named after neither.
    assert found[0] == "shock.d1.square-in-reaction"
    squares = answer(command, "rules", "shock", "square")
    assert "shock.fire.shift.massed-target" in [rule["id"] for rule in squares]
    assert all("square" in f"{rule['id']} {rule['says']}".lower() for rule in squares)


def test_rules_are_found_by_the_line_of_the_sheet(command: Command) -> None:
    (routed,) = answer(command, "rules", "shock", "131")  # 1R: Target is Routed
    assert routed["id"] == "shock.fire.shift.routed-target"


def test_the_words_of_the_sheet_lead_to_the_nearest_rule(command: Command) -> None:
    shown = command("rules", "shock", "1R", "Target", "is", "Routed").stdout
    assert shown.startswith("No rule holds all of these words; the nearest are:")
    assert shown.split("\n\n")[1].startswith("shock.fire.shift.routed-target")
    formed, *others = answer(command, "rules", "shock", *["Cohesion", "Rating", "Form", "Square"])
    assert formed["id"] == "shock.square-in-reaction.formed" and len(others) < 8


@pytest.mark.parametrize(
    ("system", "asked", "first"),
    [
        ("locales", "Spike Artillery (§10.3)", "locales.turn.administration.spike"),
        ("shock", "Unit stacked with leader -2", "shock.square-in-reaction.mod.leader"),
        ("shock", "178", "shock.table.roll.0"),  # one of two lines of the sheet
        ("pulses", "wheeling", "pulses.wheel"),
        ("pulses", "Active normal movement", "pulses.status.active"),
        ("brigades", "Town M DE DL DI", "brigades.terrain.town.movement.infantry"),
    ],
)
def test_a_line_copied_from_the_sheet_leads_to_its_rule(
    command: Command, system: str, asked: str, first: str
) -> None:
    assert answer(command, "rules", system, *asked.split())[0]["id"] == first


def test_the_values_of_a_rule_are_shown(command: Command) -> None:
    # The sheet's rows for a modified roll of 0, with the blank cell filled by our ruling.
    shown = command("rules", "shock", "shock.table.roll.0").stdout
    assert "4BR" in next(line for line in shown.splitlines() if line.startswith("    defender:"))
    assert "No such option" in command("rules", "shock", "--jsn", status=2).stderr


def test_a_rule_tells_the_line_that_obeys_it_and_its_tests(command: Command) -> None:
    (woods,) = answer(command, "rules", "shock", "shock.fire.shift.woods")
    folder = grognard.system("shock").folder()
    (at, *_) = woods["where"]
    lines = folder.joinpath(*at["module"].split("/")).read_text("utf-8").splitlines()
    assert "shock.fire.shift." in lines[at["line"] - 1]
    shown = command("rules", "shock", "shock.fire.shift.woods").stdout.replace("\n", "")
    assert f"obeyed: {at['module']}:{at['line']}" in shown
    assert woods["tests"][0].rpartition("::")[2] in shown
