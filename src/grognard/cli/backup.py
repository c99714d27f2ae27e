"""The commands `grognard backup` and `grognard restore` for the server's games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from grognard.cli.folder import games_folder
from grognard.cli.output import say, say_json
from grognard.cli.reference import as_json
from grognard.engine.errors import GrognardError
from grognard.server.backup import restore_backup, write_backup
from grognard.server.open_store import open_store
from grognard.server.sqlite_store import FILE

file_argument = click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
Command = Callable[..., Any]


def store_options(command: Command) -> Command:
    """The options that say where the games are kept: --data and --database."""
    data = click.option(
        "--data",
        type=click.Path(path_type=Path),
        help="The folder of the server's games. [default: the user's own folder]",
    )
    database = click.option(
        "--database",
        metavar="URL",
        default="",
        envvar="GROGNARD_DATABASE",
        help="The PostgreSQL database of the games instead: postgresql://user@host/name.",
    )
    return data(database(command))


def place_of_games(data: Path | None, database: str) -> Path | str:
    """Where the games are kept, by the options given."""
    if data is not None and database:
        raise GrognardError("give either --data or --database")
    return database or data or games_folder()


@click.command()
@file_argument
@store_options
@as_json
def backup(path: Path, data: Path | None, database: str, as_json: bool) -> None:
    """Write all the server's games into one file; the server may keep running."""
    place = place_of_games(data, database)
    if isinstance(place, Path) and not (place / FILE).exists():
        raise GrognardError(f"{place}: no server games found there: give the folder with --data")
    store = open_store(place)
    try:
        games = write_backup(store, path)
    finally:
        store.close()
    _tell(path, games, "written to", as_json)


@click.command()
@file_argument
@store_options
@click.option("--replace", is_flag=True, help="Replace existing games that have the same id.")
@as_json
def restore(path: Path, data: Path | None, database: str, replace: bool, as_json: bool) -> None:
    """Restore the games of a backup, all or none of them."""
    store = open_store(place_of_games(data, database))
    try:
        games = restore_backup(store, path, replacing=replace)
    finally:
        store.close()
    _tell(path, games, "restored from", as_json)


def _tell(path: Path, games: int, done: str, as_json: bool) -> None:
    if as_json:
        say_json({"file": str(path), "games": games})
    else:
        say(f"{games} game{'' if games == 1 else 's'} {done} {path}.")
