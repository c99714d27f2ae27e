"""Which stored games replay alike under the current rules, and which do not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import grognard
from grognard.engine.errors import GrognardError
from grognard.server.game_details import GameDetails
from grognard.server.loaded_game import kept
from grognard.server.store import Store, StoredGame


class Checked(NamedTuple):
    """A stored game replayed: `differs` says where the result is different; empty if nowhere."""

    game: str
    battle: str
    lines: int
    over: bool
    differs: str


def check(stored: StoredGame) -> Checked:
    """Replay one game from its first line on."""
    battle, differs = "", ""
    try:
        game = kept(stored, GameDetails.read(stored.about).mark)
        battle = f"{game.header.system}/{game.header.battle}"
        game.replay(grognard.system)
        if game.damaged:
            differs = "the stored lines are not those that were played, though they replay"
    except GrognardError as error:
        differs = str(error)
    return Checked(stored.id, battle, len(stored.lines), stored.over, differs)


def check_all(store: Store) -> Iterator[Checked]:
    """Replay every game a store keeps, the newest first."""
    for game in list(store.games()):
        stored = store.load(game)
        if stored is not None:
            yield check(stored)
