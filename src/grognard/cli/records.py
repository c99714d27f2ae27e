"""The commands about files: show a board, replay and verify a record, check any game file."""

from __future__ import annotations

import time
import warnings
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import click

import grognard
from grognard.boards import kind_of_map
from grognard.cli.output import complain, say, say_json, say_table
from grognard.cli.reference import as_json, refuse_misfit, variant_option
from grognard.cli.screen import TerminalScreen
from grognard.engine import toml
from grognard.engine.errors import FileError, GrognardError
from grognard.engine.game import Game
from grognard.engine.house import families, open_files
from grognard.engine.house_rules import house_rules
from grognard.engine.record import Record, RecordLine, RecordWarning
from grognard.engine.record_header import FORMAT
from grognard.engine.replay import listed
from grognard.engine.step import EVERYBODY

RECORD, TOML = ".grog", ".toml"
PICTURES: Final = (".svg", ".png")
LONGEST_DELAY: Final = 60.0

file_argument = click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
side_option = click.option("--side", help="Show what this side may know.")


def is_record(path: Path) -> bool:
    """Whether a file is a record, by its name or by its first line."""
    if path.suffix == RECORD:
        return True
    try:
        with path.open("rb") as file:
            return file.read(len(FORMAT)) == FORMAT.encode()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise FileError(str(path), None, f"cannot be read: {reason}") from None


@click.command()
@click.argument("what", metavar="FILE|BATTLE")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="The picture: a name in .svg or .png."
)
@side_option
@variant_option
@as_json
def show(what: str, output: Path | None, side: str | None, variant: str, as_json: bool) -> None:
    """Draw the board of a record or of a battle's start; without -o, in text."""
    game = _game_of(what, variant)
    view = game.view(side)
    if output is None:
        if as_json:
            say_json(view.json())
        else:
            screen = TerminalScreen(game.system)
            say(game.battle.title, "bold")
            screen.head(view)
            screen.board(view, whole=True)
            screen.pieces(view)
        return
    if output.suffix.lower() not in PICTURES:
        raise GrognardError(f"{output}: a picture's name ends in {' or '.join(PICTURES)}")
    picture = game.svg(side)
    if output.suffix.lower() == ".png":
        from grognard.draw import png

        png(picture, output)
    else:
        output.write_text(picture, encoding="utf-8")
    if as_json:
        say_json({"written": str(output)})
    else:
        say(f"{output} written.")


def _game_of(what: str, variant: str) -> Game:
    """The game in a record, or the start of a battle."""
    path = Path(what)
    if path.suffix == RECORD or (path.suffix != TOML and path.is_file() and is_record(path)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RecordWarning)
            return grognard.load(path, attach=False)
    return grognard.new(what, variant, seed=0)


def _seconds(ctx: click.Context, parameter: click.Parameter, value: float) -> float:
    if not 0 <= value <= LONGEST_DELAY:  # also refuses what is not a number
        raise click.BadParameter(f"give 0 to {LONGEST_DELAY:g} seconds")
    return value


@click.command()
@file_argument
@side_option
@click.option(
    "--delay",
    type=float,
    callback=_seconds,
    default=0.0,
    help="Seconds to wait after each line; draws the board every time.",
)
@as_json
def replay(path: Path, side: str | None, delay: float, as_json: bool) -> None:
    """Watch a recorded battle line by line."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        open_book = side is None and Record.read(path).finished
        steps = []
        screen: TerminalScreen | None = None
        for line, game in grognard.replay(path):
            screen = screen or TerminalScreen(game.system)
            step = _told(line, game, side, open_book, screen)
            if as_json:
                steps.append(step)
                continue
            _say_step(step)
            if delay:
                screen.board(game.view(side))
                time.sleep(delay)
    if as_json:
        say_json(steps)
    elif screen is not None:
        view = game.view(side)
        screen.head(view)
        screen.board(view, whole=True)
        if game.result is not None:
            say(f"The battle is over: {game.result.why}", "bold")


def _told(
    line: RecordLine, game: Game, side: str | None, open_book: bool, screen: TerminalScreen
) -> dict[str, Any]:
    """A line of a record and what happened at it, as far as a viewer may know."""
    view = game.view(side)
    screen.look(view)
    known = open_book or line.audience in (EVERYBODY, view.side)
    recent = list(takewhile(lambda entry: entry.line == line.number, reversed(game.log)))
    return {
        "line": line.number,
        "word": line.word,
        "text": line.rest if known else "hidden",
        "clock": game.system.clock(view),
        "log": [screen.told(e) for e in reversed(recent) if open_book or e.heard_by(view.side)],
    }


def _say_step(step: dict[str, Any]) -> None:
    answer = step["text"].rpartition(" | ")
    words = answer[2] if answer[0] and step["word"] not in ("dice", "own-dice") else step["text"]
    say(f"{step['line']:>4}  {step['clock']}  {step['word']}: {words}", "bold")
    for text in step["log"]:
        for row in text.split("\n"):
            say(f"        {row}")


@click.command()
@file_argument
@click.option("--accept-unproved", is_flag=True, help="Rolls that nobody can derive are accepted.")
@as_json
@click.pass_context
def verify(ctx: click.Context, path: Path, accept_unproved: bool, as_json: bool) -> None:
    """Check a record: derive every die again and replay it.

    The exit status is 2 if anything is wrong, and 3 if nothing is but some rolls are not proved.
    """
    report = grognard.verify(path)
    proved = accept_unproved or not report.unproved
    if as_json:
        say_json(report.json())
    else:
        for problem in report.problems:
            complain(f"grognard: {problem}")
        for remark in report.remarks:
            say(f"Note: {remark}")
        rows = [
            ("battle", report.battle),
            ("dice", report.dice),
            ("lines", report.lines),
            ("answers", report.answers),
            ("rolls proved", report.proved),
            ("rolls of own dice", report.own),
            ("rolls not proved", len(report.unproved)),
            ("states compared", report.hashes),
            ("result", report.result or ("finished" if report.finished else "not finished")),
        ]
        if report.battle:
            say_table(("", ""), rows, grid=False)
        if report.ok and not proved:
            say(f"Not proved: the dice of {listed(report.unproved)}.", "bold")
        elif report.ok and report.unproved:
            say(f"Verified. Accepted unproved: the dice of {listed(report.unproved)}.", "bold")
        else:
            say("Verified." if report.ok else "Not verified.", "bold")
    ctx.exit(2 if not report.ok else 0 if proved else 3)


@click.command()
@file_argument
@click.option("--system", "system_name", help="The system of a battle file that does not name it.")
@as_json
def check(path: Path, system_name: str | None, as_json: bool) -> None:
    """Check a battle, a map, a variant or a record; errors are reported with file and line."""
    if is_record(path):
        found = _check_record(path)
    else:
        table = toml.load(path)
        if "map" not in table and families(path.read_text("utf-8-sig")):
            name = open_files(str(path))
            (system, *_) = refuse_misfit(str(path), name)
            own = house_rules(system, name)
            assert own is not None  # it was just opened
            about = f"{system.name}, rules changed: {len(own.changes)}"
            found = {"kind": "variant", "title": own.title, "about": about}
        elif "map" not in table:
            found = _check_map(path)
        else:
            where = str(path) if system_name is None else f"{system_name}:{path}"
            battle = grognard.battle(where)
            grognard.system(battle.system).start(battle)
            about = f"{battle.id}, {' against '.join(battle.titles)}"
            found = {"kind": "battle", "title": battle.title, "about": about}
    if as_json:
        say_json({"file": str(path), "ok": True, **found})
    else:
        say(f"{path}: a valid {found['kind']}: {found['title']} ({found['about']})")


def _check_map(path: Path) -> dict[str, str]:
    """A map is valid if a system that plays on its kind of board can read it."""
    board = kind_of_map(toml.load(path))
    complaints: dict[str, GrognardError] = {}
    for system in grognard.systems():
        if system.board == board:
            try:
                ground = system.read_map(toml.load(path))
            except GrognardError as error:
                complaints[system.name] = error
            else:
                return {"kind": "map", "title": ground.title, "about": ground.about()}
    if len(set(map(str, complaints.values()))) == 1:
        raise next(iter(complaints.values()))
    told = "; ".join(f"for {name}: {error}" for name, error in complaints.items())
    raise GrognardError(told or f"{path}: no system plays on a board of {board}")


def _check_record(path: Path) -> dict[str, str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", RecordWarning)
        game = grognard.load(path, attach=False)
    for warning in caught:
        complain(f"grognard: {warning.message}")
    lines = f"{game.battle.id}, {len(game.record.lines)} lines"
    return {"kind": "record", "title": game.battle.title, "about": lines}
