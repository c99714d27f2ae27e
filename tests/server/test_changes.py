"""Changes: what a client makes of them is the state it would have been sent."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard
from grognard.server.live_game import LiveGame, Socket
from grognard.server.new_game import open_game
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR, Viewer
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import wanted

BATTLES = (
    "shock/gemioncourt",
    "locales/mcphersons-ridge",
    "brigades/leuthen",
    "pulses/aspern-essling",
    "onepage/maida",
)


def changed(state: Any, change: Any) -> Any:
    """The next state, as a client makes it."""
    state = {**state, "revision": change["revision"]}
    put = change["put"]
    for part in ("scene", "question"):
        put[part] = {**state[part], **put.get(part, {})}
    state |= put
    for field, edits in change["edit"].items():
        part = next(p for p in (state, state["scene"], state["question"]) if field in p)
        old = part[field].split("\n") if isinstance(part[field], str) else list(part[field])
        for edit in edits:
            old[edit["start"] : edit["start"] + edit["gone"]] = edit["put"]
        part[field] = "\n".join(old) if isinstance(part[field], str) else old
    return state


class Client:
    """A client that takes changes, beside one that takes whole states."""

    def __init__(self, live: LiveGame, viewer: Viewer) -> None:
        self.sockets = Socket(viewer, "", 9, changes=True), Socket(viewer, "", 9)
        live.sockets |= set(self.sockets)
        self.state: Any = None
        self.sent: list[int] = []

    def hear(self) -> None:
        """Take what has come, and compare."""
        short, whole = (socket.queue.get_nowait() for socket in self.sockets)
        assert short is not None and whole is not None
        word = msgspec.json.decode(short)
        if word["type"] == "change":
            assert word["since"] == self.state["revision"]
            self.state = changed(self.state, word)
            self.sent.append(len(short))
        else:
            self.state = word["state"]
        assert self.state == msgspec.json.decode(whole)["state"]


@pytest.mark.parametrize("battle", BATTLES)
def test_changes_lead_to_the_state(tmp_path: Path, battle: str) -> None:
    store, luck = SqliteStore(tmp_path), random.Random(battle)
    sides = grognard.battle(battle).sides
    seats = {side: {"kind": "human"} for side in sides}
    room = Room(store, open_game(store, wanted(seats, battle), Limits()).game)
    live = LiveGame(room, Presenter())
    clients = [Client(live, viewer) for viewer in (*(Viewer((s,)) for s in sides), SPECTATOR)]
    live.deliver(live.states())
    for turn in range(40):
        for client in clients:
            client.hear()
        with room._change():
            if room.rolling:
                room.game.roll()
            else:
                room.game.play(luck.choice(room.game.options()))
            if turn > 20 and turn % 5 == 0:
                room.game.undo(consent=True)
        live.deliver(live.states())
    assert all(len(client.sent) == 39 for client in clients)
    store.close()


def test_who_missed_a_change_gets_the_whole_state(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    seats = {side: {"kind": "human"} for side in ("french", "allied")}
    room = Room(store, open_game(store, wanted(seats, BATTLES[0]), Limits()).game)
    live, slow = LiveGame(room, Presenter()), Socket(SPECTATOR, "", 2, changes=True)
    live.sockets.add(slow)
    for _ in range(4):
        live.deliver(live.states())
    kinds = [msgspec.json.decode(slow.queue.get_nowait() or b"")["type"] for _ in range(2)]
    assert kinds == ["state", "change"] and slow.lagging
    live.deliver(live.states())
    assert msgspec.json.decode(slow.queue.get_nowait() or b"")["type"] == "state"
    store.close()


def test_who_came_is_told_once_and_changes_go_on_from_there(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path)
    seats = {side: {"kind": "human"} for side in ("french", "allied")}
    room = Room(store, open_game(store, wanted(seats, BATTLES[0]), Limits()).game)
    live = LiveGame(room, Presenter())
    first = Client(live, Viewer(("french",)))
    live.deliver(live.states())
    first.hear()
    live.sockets.add(Socket(Viewer(("allied",)), "", 9))
    live.tell_presence()
    words = [msgspec.json.decode(socket.queue.get_nowait() or b"") for socket in first.sockets]
    assert [seat["present"] for seat in words[0]["seats"]] == [True, True]
    first.state["seats"] = words[0]["seats"]
    live.deliver(live.states())
    told = msgspec.json.decode(first.sockets[0].queue._queue[0])  # type: ignore[attr-defined]
    assert "seats" not in told["put"]
    first.hear()
    store.close()
