"""The tutorial played through at the command line with piped random numbers, and in a terminal."""

import os
import pty
import random
import re
import select
import subprocess
import sys
from pathlib import Path

import grognard
from tests.cli.conftest import Command

NUMBERS = [1, 1, 2, 2, *range(3, 20)]


def test_a_whole_tutorial_is_played_by_numbers_and_verified(
    command: Command, tmp_path: Path
) -> None:
    path = tmp_path / "game.grog"
    rng = random.Random(1815)
    # Every roll is confirmed by one of the y among the numbers.
    typed = [str(rng.choice(NUMBERS)) if rng.random() < 0.8 else "y" for _ in range(6000)]
    shown = command(
        "play", "--hotseat", "--seed", "1", "--file", str(path), typed="\n".join(typed)
    ).stdout
    assert re.search(r"The battle is over. (A draw|(French|Allied) victory): ", shown)
    assert "Turn 6 of 6" in shown
    assert "Commit to this roll? (y/n)> y" in shown
    boards = [line for line in shown.splitlines() if re.match(r"\d\d |   ", line)]
    assert len(boards) > 1000 and max(map(len, boards)) <= 80
    game = grognard.load(path, attach=False)
    assert game.over and grognard.verify(path).ok


def test_the_tutorial_is_played_against_a_bot_unless_told_otherwise(
    command: Command, tmp_path: Path
) -> None:
    one, two = tmp_path / "one.grog", tmp_path / "two.grog"
    for path in (one, two):
        typed = "confirm off\n" + "1\n" * 30
        shown = command("play", "--seed", "7", "--file", str(path), typed=typed).stdout
        assert "french> 1" in shown and "allied>" not in shown
    text = one.read_text(encoding="utf-8")
    assert "\nseat allied bot drill\n" in text and " allied " in text
    # Equal seeds and equal answers make equal games, the bot's answers included.
    assert two.read_text(encoding="utf-8") == text


def test_an_unknown_bot_begins_no_game(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.grog"
    told = command("play", "--against", "dril", "--file", str(path), status=2).stderr
    assert 'no bot "dril": did you mean "drill"?' in told and not path.exists()


def board_lines(screen: str) -> list[str]:
    """The lines of a screen that begin with the number of a row of hexes, without colours."""
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen).replace("\r", "")
    return [line for line in plain.split("\n") if re.match(r"\d\d( |$)", line)]


def test_a_small_terminal_shows_a_window_of_the_board(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    environment = {**os.environ, "COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(
        [sys.executable, "-m", "grognard.cli", "play", "shock/quatre-bras", "--hotseat"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**environment, "XDG_DATA_HOME": str(tmp_path)},
        close_fds=True,
    )
    os.close(slave)
    os.write(master, b"quit\n")
    output = b""
    while select.select([master], [], [], 30)[0]:
        try:
            chunk = os.read(master, 65536)
        except OSError:  # the program has closed its end
            break
        if not chunk:
            break
        output += chunk
    assert process.wait(timeout=30) == 0
    os.close(master)
    screen = output.decode()
    lines = board_lines(screen)
    assert len(lines) == 7  # 24 lines less 8 for the rest: a head and seven rows of two lines
    assert max(map(len, lines)) <= 80
    assert "\x1b[1;36m" in screen  # the first side in its colour
    assert "The game is saved. Continue with" in screen
