"""The command `grognard play`: the page in the browser, or a battle at the terminal."""

from __future__ import annotations

import getpass
import os
import secrets
import stat
import sys
import warnings
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Final

import click

import grognard
from grognard.cli.folder import games_folder, new_path, unfinished
from grognard.cli.keyboard import Keyboard
from grognard.cli.output import complain, say, say_json, say_paragraph, whole
from grognard.cli.reference import opened
from grognard.cli.terminal import Terminal
from grognard.engine.battle import Battle
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.game import Game
from grognard.engine.house import told
from grognard.engine.house_rules import house_rules
from grognard.engine.record import RecordWarning

if TYPE_CHECKING:
    from grognard.bots import Bot

BOT_SEAT: Final = "bot "
DEFAULT_BOT: Final = "drill"
INTERRUPTED: Final = 130


@click.command()
@click.argument("battle", required=False)
@click.option("--against", metavar="BOT", help=f"The bot to play against. [default: {DEFAULT_BOT}]")
@click.option("--side", help="The side to play. [default: the first]")
@click.option("--hotseat", is_flag=True, help="People on both sides, at one keyboard.")
@click.option("--terminal", is_flag=True, help="Play in this terminal, not in the browser.")
@click.option("--own-dice", is_flag=True, help="Throw your own dice and type in the faces.")
@click.option(
    "--variant",
    callback=opened,
    help="Rules variant, or a file of your own (my-club.toml); variants stack with +."
    " [default: sheet]",
)
@click.option("--seed", type=int, help="Open dice from this seed, instead of sealed ones.")
@click.option("--file", "path", type=click.Path(path_type=Path), help="Keep the game in FILE.")
@click.option("--salvage", is_flag=True, help="With --file: continue from before the damage.")
@click.option("--resume", is_flag=True, help="List the games that can be continued.")
@click.option("--json", "as_json", is_flag=True, help="With --resume: answer in JSON.")
@click.pass_context
def play(
    ctx: click.Context,
    battle: str | None,
    against: str | None,
    side: str | None,
    hotseat: bool,
    terminal: bool,
    own_dice: bool,
    variant: str | None,
    seed: int | None,
    path: Path | None,
    salvage: bool,
    resume: bool,
    as_json: bool,
) -> None:
    """Play a battle: BATTLE as `grognard battles` lists it, or a battle file of your own.

    The page opens in the browser. With --terminal, a battle file or any option that says how to
    play, it is played here; the default BATTLE is then the first tutorial. Every answer is saved
    at once; `--file` with an existing game continues it.
    """
    if resume:
        list_unfinished(as_json)
        return
    if str(battle or "").endswith(".grog"):
        raise GrognardError(f"{battle} is a record: use `grognard play --file {battle}`")
    how = (against, side, hotseat, own_dice, variant, seed, path, salvage)
    if not (terminal or any(how) or seed == 0 or str(battle or "").endswith(".toml") or fed()):
        open_page(battle)
        return
    if hotseat and against is not None:
        raise GrognardError("--hotseat seats people on both sides: leave --against out")
    if path is not None and path.exists():
        given = {"BATTLE": battle, "--variant": variant, "--seed": seed}
        refused = [name for name, value in given.items() if value is not None]
        if refused:
            raise GrognardError(f"{path} is a game in progress: leave {' and '.join(refused)} out")
        game = load(salvaged(path) if salvage else path)
        bots = load_bots(resumed_bots(game, against, side, hotseat), seed)
    else:
        chosen = grognard.battle(battle or tutorial(), variant or "sheet")
        names = seated_bots(chosen, against or DEFAULT_BOT, side, hotseat)
        bots = load_bots(names, seed)
        game = begin(chosen, names, own_dice, seed, path or new_path(chosen))
    sit_down(ctx, game, bots, own_dice or game.record.header.dice == "own")


def fed() -> bool:
    """Whether orders come from a pipe or a file rather than a terminal."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError, AttributeError):
        return True  # no input at all: started by another program
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def open_page(battle: str | None) -> None:
    """Serve the page on this machine only, and open it in the browser if there is one."""
    from grognard.cli.serve import reach
    from grognard.server import run
    from grognard.server.settings import Settings

    fragment = "" if battle is None else f"#/new/{grognard.battle(battle).id}"

    def ready(address: str) -> None:
        say(f"Grognard is at {address}{fragment}")
        say("Stop with Ctrl-C. Every answer is saved at once.")
        for line in reach(settings, address):
            say(line)
        sys.stdout.flush()
        if sys.stdout.isatty() and displayed():
            # In a thread, because the server starts a moment later.
            Timer(0.5, webbrowser.open, (address + fragment,)).start()

    settings = Settings(games_folder())
    run.serve(settings, other_ports=True, ready=ready)


def displayed() -> bool:
    """Whether there is a display for a browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def tutorial() -> str:
    """The first battle for beginners."""
    listed = grognard.battles()
    return min(listed, key=lambda battle: battle.difficulty).id


def begin(
    battle: Battle, bots: Mapping[str, str], own_dice: bool, seed: int | None, path: Path
) -> Game:
    """A new game, saved in its file from the start."""
    seats = {
        side: f"{BOT_SEAT}{bots[side]}" if side in bots else person_name() for side in battle.sides
    }
    return grognard.new(battle, seed=seed, seats=seats, path=path, own_dice=own_dice)


def person_name() -> str:
    """The player's name as the machine knows it."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):  # the user has no name, as in some containers
        name = ""
    return name if name.isprintable() and 1 <= len(name) <= 40 else "player"


def load(path: Path) -> Game:
    """A game from its file; warnings about the file are printed."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", RecordWarning)
        game = grognard.load(path)
    for warning in caught:
        complain(f"grognard: {warning.message}")
    return game


def salvaged(path: Path) -> Path:
    """A new record beside a damaged one, with the lines before the damage."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        game = grognard.load(path, salvage=True)
    number = 1
    while (saved := path.with_name(f"{path.stem}-saved-{number}{path.suffix}")).exists():
        number += 1
    game.save(saved)
    complain(f"grognard: {len(game.record.lines)} lines of {path} saved as {saved}")
    return saved


def seated_bots(battle: Battle, bot: str, side: str | None, hotseat: bool) -> dict[str, str]:
    """The names of the bots by side: all sides but the player's."""
    if side is not None and side not in battle.sides:
        raise UnknownName(f'no side "{side:.40}": {did_you_mean(side, battle.sides)}')
    mine = side or battle.sides[0]
    return {} if hotseat else {other: bot for other in battle.sides if other != mine}


def resumed_bots(
    game: Game, against: str | None, side: str | None, hotseat: bool
) -> dict[str, str]:
    """The bots of a continued game: those of its record, unless the options name others."""
    kept = {
        seat: name.removeprefix(BOT_SEAT)
        for seat, name in game.record.header.seats.items()
        if name.startswith(BOT_SEAT)
    }
    if hotseat:
        return {}
    if against is None and side is None:
        return kept
    mine = side or next((s for s in game.battle.sides if s not in kept), None)
    bot = against or next(iter(kept.values()), DEFAULT_BOT)
    return seated_bots(game.battle, bot, mine, hotseat)


def sit_down(ctx: click.Context, game: Game, bots: Mapping[str, Bot], own_dice: bool) -> None:
    """Play until the battle is over or the player leaves, and say where the game is saved."""
    path = game.record.path
    rules = told(game.battle.variant)
    say(f"{game.battle.title}, {game.battle.date} ({game.battle.id}, rules: {rules})")
    say_paragraph(game.battle.summary)
    own = house_rules(game.system, game.battle.variant)
    for line in [] if own is None else own.lines():
        say_paragraph(line, "  ")
    say(f"Saved in {path}. Type ? for help.")
    status = 0
    try:
        over = Terminal(game, bots, Keyboard(), own_dice).run()
    except KeyboardInterrupt:
        say()
        over, status = False, INTERRUPTED
    if over:
        say(f"The record is {path}.")
    else:
        command = whole(f"grognard play --file {path}")
        say(f"The game is saved. Continue with: {command}")
    sys.stdout.flush()
    ctx.exit(status)


def load_bots(names: Mapping[str, str], seed: int | None) -> dict[str, Bot]:
    """The bots by side; seeded with the open dice's seed, so that a game can be repeated."""
    if not names:
        return {}
    from grognard.bots import bot

    luck = secrets.randbelow(2**32) if seed is None else seed
    return {side: bot(name, luck) for side, name in names.items()}


def list_unfinished(as_json: bool) -> None:
    """Print the games in the user's folder that can be continued."""
    games = unfinished()
    if as_json:
        say_json([{**game._asdict(), "path": str(game.path)} for game in games])
    elif not games:
        say(f"No unfinished games in {games_folder()}.")
    else:
        for game in games:
            lines = "1 line" if game.lines == 1 else f"{game.lines} lines"
            say(f"{game.battle}, rules: {told(game.variant)}, {lines}", "bold")
            say(f"    {whole(f'grognard play --file {game.path}')}")
