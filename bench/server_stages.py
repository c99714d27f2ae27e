"""Where the server's time for an answer goes, stage by stage, in one process without sockets."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from typing import Any

import grognard
from grognard.draw import scene
from grognard.server import live_game, presenter, requests
from grognard.server.live_game import LiveGame, Socket
from grognard.server.new_game import open_game
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import Viewer
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore

WARM, COUNTED = 10, 100  # answers
STAGES = ("rules and record", "SQLite", "scene", "question", "rest of the states", "encoding")


class Stopwatch:
    """Milliseconds of processor time spent in some functions, the inner ones taken out."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._inner = [0.0]

    def timed(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """A function whose time is counted under a name."""

        def run(*args: Any, **named: Any) -> Any:
            began = time.thread_time()
            self._inner.append(0.0)
            try:
                return work(*args, **named)
            finally:
                spent = time.thread_time() - began
                own = spent - self._inner.pop()
                self._inner[-1] += spent
                self.spent[name] = self.spent.get(name, 0.0) + own

        return run


def stages(battle: str) -> dict[str, float]:
    """Milliseconds for an answer, by stage, with two sockets that take changes."""
    watch, shown = Stopwatch(), Presenter()
    sides = grognard.battle(battle).sides
    seats = {side: requests.NewSeat("human") for side in sides}
    news = live_game.news
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(folder)
        room = Room(store, open_game(store, requests.NewGame(battle, seats), Limits()).game)
        live = LiveGame(room, shown)
        live.sockets |= {Socket(Viewer((side,)), "", 10**6, True) for side in sides}
        live.deliver(live.states())
        commit, question = store.commit, shown.question
        vars(presenter)["scene"] = watch.timed("scene", scene)
        live_game.news = watch.timed("encoding", news)
        store.commit = watch.timed("SQLite", commit)  # type: ignore[method-assign]
        shown.question = watch.timed("question", question)  # type: ignore[method-assign]
        do, states = watch.timed(STAGES[0], room.do), watch.timed(STAGES[4], live.states)
        luck, answers = random.Random(1), 0
        for number in range(WARM + COUNTED):
            if number == WARM:
                watch.spent.clear()
            if room.game.over or room.due is None:
                break
            command: requests.Command = requests.RollDice(str(number), room.revision)
            if not room.rolling:
                answer = luck.choice(room.game.options())
                command = requests.GiveAnswer(str(number), room.revision, answer)
            do(Viewer((room.due,)), command, lambda side: False)
            live.deliver(states())
            answers += number >= WARM
            for socket in live.sockets:
                while not socket.queue.empty():
                    socket.queue.get_nowait()
        vars(presenter)["scene"], live_game.news = scene, news
        store.close()
    return {stage: 1000 * watch.spent.get(stage, 0.0) / max(1, answers) for stage in STAGES}


def table(battles: list[str]) -> list[str]:
    """The stages of some battles as a table."""
    rows = [
        "",
        "Processor time of an answer in milliseconds, in one process without network, two players:",
        "",
        f"| battle | {' | '.join(STAGES)} | sum |",
        f"|---|{'---:|' * (len(STAGES) + 1)}",
    ]
    for battle in battles:
        found = stages(battle)
        cells = [f"{found[stage]:.2f}" for stage in STAGES]
        rows.append(f"| {battle} | {' | '.join(cells)} | {sum(found.values()):.2f} |")
    return rows


if __name__ == "__main__":
    import sys

    print("\n".join(table(sys.argv[1:])))
