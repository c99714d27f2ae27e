"""show, replay, verify and check from the command line."""

import json
from pathlib import Path

import pytest

import grognard
from grognard.engine.dicebox import DiceBox
from tests.cli.conftest import Command
from tests.cli.test_board_text import MAP
from tests.cli.toy_table import table, toy_game

MAPS = Path(__file__).parents[2] / "src" / "grognard" / "maps"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished toy battle of sealed dice in which red fired and listened."""
    path = tmp_path / "toy.grog"
    order = "order ney fire > wellington"
    assert table(
        toy_game(path, DiceBox.sealed()), "plan right", "confirm off", order, "listen", "1", "1"
    ).run()
    return path


def test_a_record_is_verified(command: Command, toy: None, record: Path) -> None:
    report = json.loads(command("verify", str(record), "--json").stdout)
    assert report["ok"] and report["finished"] and report["proved"] == 2
    shown = command("verify", str(record)).stdout
    assert ["rolls", "proved", "2"] in [line.split() for line in shown.splitlines()]
    assert "Verified." in shown


def test_an_edited_record_is_refused_with_its_line(
    command: Command, toy: None, record: Path
) -> None:
    lines = record.read_text().split("\n")
    place = next(i for i, line in enumerate(lines, 1) if " dice volley " in line)
    lines[place - 1] = lines[place - 1].replace("volley", "cannon")
    record.write_text("\n".join(lines))
    for name in ("verify", "check", "replay", "show"):
        result = command(name, str(record), status=2)
        assert f"{record}:{place}: " in result.stderr
    report = json.loads(command("verify", str(record), "--json", status=2).stdout)
    assert not report["ok"] and f"{record}:{place}: " in report["problems"][0]


def test_a_torn_record_is_told_and_left_as_it_is(command: Command, toy: None, record: Path) -> None:
    content = record.read_bytes()[:-30]
    record.write_bytes(content)
    assert "the last line is incomplete" in command("check", str(record)).stderr
    command("replay", str(record))
    command("show", str(record))
    assert record.read_bytes() == content


def test_a_replay_tells_line_by_line_what_happened(
    command: Command, toy: None, record: Path
) -> None:
    steps = json.loads(command("replay", str(record), "--json").stdout)
    assert [step["line"] for step in steps] == list(range(len(steps)))
    assert steps[1]["word"] == "red" and steps[1]["log"] == ["Red plans"]
    assert steps[2]["log"] == ["Blue plans", "Round 1"]
    shown = command("replay", str(record)).stdout
    assert "   3  round 1  red: order ney\n" in shown
    assert "        Red: Volley: 5 or more\n          +1 steady aim\n" in shown
    assert "The battle is over: " in shown


def test_a_replay_for_a_side_leaves_out_what_it_may_not_know(
    command: Command, toy: None, record: Path
) -> None:
    steps = json.loads(command("replay", str(record), "--side", "blue", "--json").stdout)
    assert steps[1]["text"] == "hidden" and steps[1]["log"] == []
    assert steps[2]["log"] == ["Blue plans", "Round 1"]
    assert [step["text"] for step in steps if step["word"] == "dice"][1] == "hidden"
    told = command("replay", str(record), "--side", "green", status=2).stderr
    assert "there is blue, red" in told


def test_an_unfinished_record_tells_a_spectator_no_secret(
    command: Command, toy: None, tmp_path: Path
) -> None:
    path = tmp_path / "toy.grog"
    table(toy_game(path), "plan right").run()
    steps = json.loads(command("replay", str(path), "--json").stdout)
    assert [step["text"] for step in steps[1:3]] == ["hidden", "hidden"]


@pytest.mark.parametrize("delay", ["-1", "1e9", "nan", "soon"])
def test_a_delay_is_a_short_time(command: Command, toy: None, record: Path, delay: str) -> None:
    assert "--delay" in command("replay", str(record), "--delay", delay, status=2).stderr


# -- shown ---------------------------------------------------------------------------------------


def test_a_board_is_drawn_as_svg_and_png(command: Command, tmp_path: Path) -> None:
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    assert f"{svg} written." in command("show", "shock/gemioncourt", "-o", str(svg)).stdout
    assert svg.read_text(encoding="utf-8").lstrip().startswith("<svg")
    found = command("show", "shock/gemioncourt", "-o", str(png), "--side", "french", "--json")
    assert json.loads(found.stdout) == {"written": str(png)}
    assert png.read_bytes().startswith(b"\x89PNG\r\n")


def test_a_board_is_shown_in_text_and_json(command: Command) -> None:
    shown = command("show", "shock/gemioncourt").stdout
    assert "\n   01  02  03  04  05  06  07  08  09  10  11  12  13  14  15  16" in shown
    assert "Jamin" in shown and max(map(len, shown.splitlines())) <= 80
    view = json.loads(command("show", "shock/gemioncourt", "--side", "french", "--json").stdout)
    assert view["battle"] == "shock/gemioncourt" and view["side"] == "french"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("shock/gemioncour", 'did you mean "shock/gemioncourt"?'),
        ("shock/gemioncourt --side frnch", 'did you mean "french"?'),
        ("shock/gemioncourt -o map.gif", "ends in .svg or .png"),
        ("shock/gemioncourt -o no/such/folder/map.svg", "No such file or directory"),
        ("missing.grog", "missing.grog: cannot be read"),
        ("missing.toml", "missing.toml"),
    ],
)
def test_what_cannot_be_shown_is_told(command: Command, arguments: str, told: str) -> None:
    assert told in command("show", *arguments.split(), status=2).stderr


# -- checked -------------------------------------------------------------------------------------


def test_a_good_record_passes(command: Command, toy: None, record: Path) -> None:
    assert "a valid record: The toy field (toy/field, " in command("check", str(record)).stdout


def test_shipped_maps_pass(command: Command) -> None:
    for path in sorted(MAPS.glob("*.toml")):
        found = json.loads(command("check", str(path), "--json").stdout)
        assert found["ok"] and found["kind"] == "map"


def test_a_battle_of_ones_own_passes_or_is_told_with_its_line(
    command: Command, tmp_path: Path
) -> None:
    battles = MAPS.parent / "systems" / "shock" / "battles"
    text = (battles / "gemioncourt.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('name = "gemioncourt"', 'name = "mine"', 1), encoding="utf-8")
    found = json.loads(command("check", str(path), "--json").stdout)
    assert found["kind"] == "battle" and found["title"] == "Gémioncourt"
    path.write_text(text.replace("teaches =", "teeches =", 1), encoding="utf-8")
    told = command("check", str(path), status=2).stderr
    assert "mine.toml:" in told and "teaches" in told


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (MAP.replace("cvcl", "cvc"), ":8: "),
        (MAP.replace('kind = "stream"', 'kind = "torrent"'), "stream"),
        (MAP.replace("width = 4", "width = 1000000000000"), ":3: "),
        (MAP.replace("width = 4", 'width = "four"'), ":3: "),
        (MAP.replace('name = "patch"', 'name = "pa\\u001b[2Jtch"'), ":2: "),
        (MAP + "colour = 3\n", "colour"),
        ("= broken", ":1: "),
        ("a = " + "[" * 500 + "]" * 500, "nested"),
        ("\x00\x01", ":1: "),
    ],
)
def test_bad_files_are_told_with_their_line(
    command: Command, tmp_path: Path, content: str, told: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content, encoding="utf-8")
    result = command("check", str(path), status=2)
    assert told in result.stderr and "bad.toml" in result.stderr
    assert "\x1b" not in result.stderr and "Traceback" not in result.output


def test_folders_missing_files_and_bytes_are_told(command: Command, tmp_path: Path) -> None:
    assert "cannot be read" in command("check", str(tmp_path), status=2).stderr
    assert "cannot be read" in command("check", str(tmp_path / "none.toml"), status=2).stderr
    path = tmp_path / "bytes.grog"
    path.write_bytes(bytes(range(256)) * 40)
    assert "bytes.grog:1: " in command("check", str(path), status=2).stderr


def test_rolls_that_nobody_can_derive_are_named_and_end_non_zero(
    command: Command, toy: None, tmp_path: Path
) -> None:
    path, order = tmp_path / "toy.grog", "order ney fire > wellington"
    box = DiceBox.sealed()
    table(toy_game(path, box), "plan right", "confirm off", order).run()  # not over: still sealed
    thrown = [line for line in path.read_text().splitlines() if " dice volley " in line]
    assert len(thrown) == 1
    place = thrown[0].split()[0]
    shown = command("verify", str(path), status=3).stdout
    assert f"Not proved: the dice of line {place}." in shown
    report = json.loads(command("verify", str(path), "--json", status=3).stdout)
    assert report["ok"] and report["unproved"] == [int(place)]
    shown = command("verify", str(path), "--accept-unproved").stdout
    assert f"Verified. Accepted unproved: the dice of line {place}." in shown


def test_a_replay_begins_with_what_happened_before_the_first_question(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "gettysburg.grog"
    game = grognard.new("onepage/gettysburg-first-day", own_dice=True, path=path)
    arrivals = ["Pettigrew arrives.", "Brockenbrough arrives."]
    opening = ["Turn 1 of 10, 08:00: Confederate.", *arrivals]
    assert [entry.text for entry in game.log] == opening
    game.play("done")
    game.undo()
    assert [entry.text for entry in game.log][:3] == opening
    steps = json.loads(command("replay", str(path), "--json").stdout)
    assert steps[0]["log"] == opening
