"""`grognard table` and `grognard companion`, and rules of one's own from the command line."""

import json
from pathlib import Path

import pytest

from grognard.companion import site
from grognard.engine import house
from tests.cli.conftest import Command

CLUB = 'title = "Our club"\n["onepage.combat.hit"]\nsays = "Fives and sixes hit."\nleast = 5\n'


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    path.write_text(CLUB)
    return path


def test_the_turn_is_told_phase_by_phase(command: Command) -> None:
    told = command("table", "onepage").stdout
    assert "1. " in told
    assert "   fire: Fire" in told
    phases = json.loads(command("table", "onepage", "--json").stdout)
    asked = [each["check"] for phase in phases for each in phase["checks"]]
    assert set(asked) == {"morale", "rally", "fire", "melee", "counter", "marsh"}


def test_distances_follow_the_scale_and_unit_of_the_table(command: Command) -> None:
    # 6 inches at half scale are 3 inches, which are 7.6 centimetres; 20 inches are 50.8.
    turn = command("table", "pulses", "--scale", "half", "--unit", "cm").stdout
    assert "An enemy is within 7.6 cm of the unit." in turn
    assert "Enemy within 50.8 cm" in command("chart", "pulses", "control", "--unit", "cm").stdout


def test_a_check_lists_its_facts_and_odds(command: Command) -> None:
    told = command("table", "onepage", "morale").stdout
    assert "Defending building or works" in told
    assert "d6 of at most 5" in told
    # One more for a building: six faces of six.
    inside = command("table", "onepage", "morale", "building-or-works=yes").stdout
    assert "d6 of at most 6" in inside and "100.0%" in inside


def test_ones_own_dice_lead_on_with_what_is_known(command: Command) -> None:
    told = command("table", "onepage", "melee", "--rolled", "6,6,1,6").stdout
    assert "6 6 1 6: 3 hits" in told
    assert "next: grognard table onepage counter hits=3" in told


def test_the_program_rolls_where_nobody_else_does(command: Command) -> None:
    assert " hit" in command("table", "onepage", "melee", "--roll").stdout


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("onepage", "mroale"), 'no check "mroale"'),
        (("onepage", "morale", "modifier"), '"modifier" is not of the form key=value'),
        (("onepage", "morale", "cvoer=yes"), 'no fact "cvoer"'),
        (("onepage", "melee", "--rolled", "six"), "give the faces as in 3,5"),
        (("onepage", "melee", "--rolled", "6"), "takes 4 dice, not 1"),
        (("onepage", "melee", "--rolled", "6,6,6,7"), "shows 1 to 6, not 7"),
        (("twopage",), 'no system "twopage"'),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    command: Command, given: tuple[str, ...], said: str
) -> None:
    assert said in command("table", *given, status=2).stderr


def test_a_file_of_ones_own_changes_the_check(command: Command, club: Path) -> None:
    told = command(
        "table", "onepage", "melee", "--variant", str(club), "--rolled", "5,5,1,4"
    ).stdout
    assert "5 5 1 4: 2 hits" in told


def test_a_variant_file_is_checked(command: Command, club: Path) -> None:
    told = command("check", str(club)).stdout
    assert "a valid variant: Our club (onepage, rules changed: 1)" in told
    club.write_text(CLUB.replace("least", "laest"))
    assert (
        f'{club}:4: "onepage.combat.hit" has no value "laest"'
        in command("check", str(club), status=2).stderr
    )


def test_a_game_tells_its_house_rules_and_keeps_them(
    command: Command, club: Path, tmp_path: Path
) -> None:
    path = tmp_path / "game.grog"
    given = ("play", "onepage/maida", "--variant", str(club), "--seed", "1", "--hotseat")
    told = command(*given, "--file", str(path), typed="quit\n").stdout
    assert "rules: our-club)" in told
    assert "House rules: Our club." in told
    assert "Hit: Fives and sixes hit. [least 5 (was 6)]" in told
    club.unlink()
    again = command("play", "--file", str(path), "--hotseat", typed="quit\n").stdout
    assert "House rules: Our club." in again
    assert "Verified." in command("verify", str(path)).stdout


def test_the_companion_is_written_with_the_rules_of_the_house(
    command: Command, club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    every = site.data_names

    def few(whole: bool) -> list[str]:
        # The tables of five systems take long: one will do.
        return [n for n in every(whole) if "index" in n or "onepage--our-club" in n]

    monkeypatch.setattr(site, "data_names", few)
    monkeypatch.setattr(site, "sheet_names", lambda whole: [])
    try:
        told = command("companion", "-o", str(folder), "--variant", str(club)).stdout
    finally:
        house._offered.clear()
    assert f"files in {folder}" in told
    (data,) = (folder / "data").glob("onepage--our-club.*.json")
    charts = json.loads(data.read_text())["charts"]
    assert "Fives and sixes hit." in [row["says"] for chart in charts for row in chart["rows"]]
    listed = json.loads((folder / "data" / "index.json").read_text())["systems"]
    names = {each["name"]: each["variants"] for each in listed}
    assert any(name.startswith("our-club.") for name in names["onepage"])
    assert not any(name.startswith("our-club.") for name in names["shock"])
    assert (folder / "index.html").is_file() and (folder / "table" / "app.js").is_file()


def test_a_companion_with_wrong_rules_is_not_written(command: Command, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('title = "Wrong"\n["nowhere.at.all"]\nleast = 5\n')
    given = ("companion", "-o", str(tmp_path / "site"), "--variant", str(wrong))
    assert "it changes no rule of a system" in command(*given, status=2).stderr
    assert not (tmp_path / "site").exists()
