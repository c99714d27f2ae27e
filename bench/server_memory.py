"""The memory of a warm game after many answers, with two players connected, in one process."""

from __future__ import annotations

import gc
import random
import sys
import tempfile
import tracemalloc

import grognard
from grognard.server import requests
from grognard.server.live_game import LiveGame, Socket
from grognard.server.new_game import open_game
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import Viewer
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore

BATTLE, ANSWERS, WANTED = "pulses/aspern-essling", 1000, 300  # answers and rolls; kB
LEARNING = 60  # answers of another game, after which what all games share is there


def warm_game(store: SqliteStore, battle: str, answers: int, seed: int) -> tuple[LiveGame, int]:
    """A game of so many random answers whose players follow it, and how many there were."""
    sides = grognard.battle(battle).sides
    seats = {side: requests.NewSeat("human") for side in sides}
    room = Room(store, open_game(store, requests.NewGame(battle, seats), Limits()).game)
    live, luck = LiveGame(room, Presenter()), random.Random(seed)
    live.sockets |= {Socket(Viewer((side,)), "", 10**6, True) for side in sides}
    for number in range(answers):
        if room.game.over or room.due is None:
            return live, number
        command: requests.Command = requests.RollDice(str(number), room.revision)
        if not room.rolling:
            answer = luck.choice(room.game.options())
            command = requests.GiveAnswer(str(number), room.revision, answer)
        room.do(Viewer((room.due,)), command, lambda side: False)
        if number % 50 == 0 or number == answers - 1:
            live.deliver(live.states())
        for socket in live.sockets:
            while not socket.queue.empty():
                socket.queue.get_nowait()
    return live, answers


def memory(battle: str = BATTLE, answers: int = ANSWERS) -> tuple[float, int]:
    """What a game holds after its answers, in kB: all that goes when it is let go."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(folder)
        warm_game(store, battle, LEARNING, 2)
        tracemalloc.start()
        live, count = warm_game(store, battle, answers, 1)
        live.sockets.clear()
        live.room.scenes.clear()  # as when the last player leaves
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
        del live
        gc.collect()
        held -= tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        store.close()
    return held / 1000, count


def row() -> str:
    """The row of the table."""
    held, count = memory()
    return (
        f"| **memory of a warm game, {BATTLE}** | **{held:.0f} kB** | at most {WANTED} kB "
        f"| after {count:,} answers and rolls |"
    )


if __name__ == "__main__":
    held, count = memory(sys.argv[1] if len(sys.argv) > 1 else BATTLE)
    print(f"{held:.0f} kB after {count:,} answers and rolls")
