"""`grognard play` from the command line: files, seats, resuming, and records made by it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command

pytestmark = pytest.mark.usefixtures("toy")
WHOLE_GAME = "plan left\nhold\nhold\nhold\nhold\n"


def record_in(folder: Path) -> Path:
    """The one record in a folder."""
    (path,) = folder.glob("*.grog")
    return path


def test_without_a_battle_the_first_tutorial_is_played(command: Command, tmp_path: Path) -> None:
    result = command("play", typed=WHOLE_GAME)
    assert "The toy field, 1815 (toy/field, rules: sheet)" in result.stdout
    assert "The battle is over. A draw." in result.stdout
    path = record_in(tmp_path / "data" / "grognard")
    assert path.name.startswith("field-2") and str(path) in result.stdout


def test_the_end_of_the_input_keeps_the_game(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.grog"
    begun = command("play", "toy/field", "--file", str(path), typed="plan left\nhold\n")
    assert f"Continue with: grognard play --file {path}" in begun.stdout
    resumed = command("play", "--file", str(path), typed="hold\nhold\nhold\n")
    assert "round 2   Red 4   Blue 4" in resumed.stdout
    assert "The battle is over." in resumed.stdout
    assert "Verified." in command("verify", str(path)).stdout


def test_seats_say_who_plays_and_are_kept(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.grog"
    arguments = ["--side", "blue", "--against", "holder", "--file", str(path)]
    command("play", "toy/field", *arguments, typed="plan right\n")
    assert "\nseat red bot holder\n" in path.read_text()
    resumed = command("play", "--file", str(path), typed="scout\n")
    assert "blue> scout" in resumed.stdout and "red>" not in resumed.stdout


def test_hotseat_asks_both_sides(command: Command) -> None:
    result = command("play", "--hotseat", typed="plan left\n\nplan right\n")
    assert "red> plan left" in result.stdout and "blue> plan right" in result.stdout


def test_a_seed_makes_open_dice_and_own_dice_are_typed(command: Command, tmp_path: Path) -> None:
    one, two = tmp_path / "one.grog", tmp_path / "two.grog"
    command("play", "--seed", "7", "--file", str(one))
    assert "\ndice open 7\n" in one.read_text()
    typed = "plan left\norder ney fire > wellington\ny\n6\n"
    command("play", "--own-dice", "--file", str(two), typed=typed)
    assert "own-dice red volley 6 | hit" in two.read_text()
    resumed = command("play", "--file", str(two), typed="listen\ny\n3 3\n")
    assert "your dice (1-6 1-6)> 3 3" in resumed.stdout


def test_unfinished_games_are_listed(command: Command, tmp_path: Path) -> None:
    assert "No unfinished games" in command("play", "--resume").stdout
    command("play", typed="plan left\n")
    command("play", typed=WHOLE_GAME)
    folder = tmp_path / "data" / "grognard"
    (folder / "broken.grog").write_text("nothing")
    (listed,) = json.loads(command("play", "--resume", "--json").stdout)
    assert listed["battle"] == "toy/field" and listed["lines"] == 2
    told = command("play", "--resume").stdout
    assert told.splitlines() == [
        "toy/field, rules: sheet, 2 lines",
        f"    grognard play --file {listed['path']}",
    ]


def test_a_damaged_game_is_salvaged(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.grog"
    command("play", "--seed", "7", "--file", str(path), typed="plan left\nhold\nhold\n")
    text = path.read_text()
    path.write_text(text.replace("4 blue verb:hold", "4 blue verb:fire"))
    refused = command("play", "--file", str(path), status=2)
    assert f"{path}:" in refused.stderr
    assert f"grognard play --file {path} --salvage" in refused.stderr
    salvaged = command("play", "--file", str(path), "--salvage", typed="hold\n")
    assert f"3 lines of {path} saved as {tmp_path / 'mine-saved-1.grog'}" in salvaged.stderr
    assert "red> hold" in salvaged.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["toy/feild"], 'did you mean "toy/field"?'),
        (["feild"], "no battle 'feild'"),
        (["nothing/here"], "no battle 'nothing/here'"),
        (["mine.grog"], "use `grognard play --file mine.grog`"),
        (["--side", "rde"], 'did you mean "red"?'),
        (["--hotseat", "--against", "holder"], "leave --against out"),
        (["--seed", "many"], "is not a valid integer"),
        (["--own-dice", "--seed", "7"], "own dice take no seed: give one of them"),
        (["--file", "/no/such/folder/mine.grog"], "/no/such/folder/mine.grog"),
    ],
)
def test_wrong_arguments_are_told_in_words(
    command: Command, arguments: list[str], told: str
) -> None:
    result = command("play", *arguments, status=2)
    assert told in result.stderr and "Traceback" not in result.output


def test_a_game_begun_takes_no_other_battle(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.grog"
    command("play", "--file", str(path))
    told = command("play", "toy/field", "--seed", "7", "--file", str(path), status=2).stderr
    assert "is a game in progress: leave BATTLE and --seed out" in told


def test_hostile_records_and_texts_reach_the_terminal_harmless(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "evil\x1b[2J.grog"
    path.write_bytes(b"\x1b]0;x\x07" * 100)
    told = command("play", "--file", str(path), status=2).stderr
    assert "\x1b" not in told and "\x07" not in told
    shown = command("play", typed="\x1b[31m\x9b\x07\n\x00\n").output
    assert not set(shown) & {"\x1b", "\x9b", "\x07", "\x00"}


def test_bytes_that_are_no_text_are_no_answer(command: Command) -> None:
    result = command("play", typed=b"plan left\n\xff\xfe\nhold\n")
    assert "red> hold" in result.stdout


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    path = tmp_path / "toy.grog"
    # A run in the background of a script ignores Ctrl-C, and hands that on to what it starts.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "import sys, click; from tests.cli.toy_table import *;"
        "from grognard.cli.play import sit_down; context = click.Context(click.Command('play'));"
        "click.Command('x', callback=lambda: sit_down(context, toy_game(Path(sys.argv[1])), {},"
        " False)).main([])"
    )
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", code, str(path)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": "src:."},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:  # ends with the program
        if "1 plan left" in line:
            process.send_signal(signal.SIGINT)
            break
    out, error = process.communicate(timeout=30)
    assert f"The game is saved. Continue with: grognard play --file {path}" in out
    assert error == "" and process.returncode == 130
