"""Spies: neither questions, guesses, errors and records nor the timing of words tell secrets."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.server.new_game import open_game
from grognard.server.room import Room
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import wanted
from tests.server.running import Player, Serving, serving
from tests.server.spies import HIDDEN, SEATS, spied


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A game in which sides hide their blocks and cards."""
    store = SqliteStore(tmp_path)
    yield Room(store, open_game(store, wanted(SEATS, HIDDEN), Limits()).game)
    store.close()


def test_whatever_a_spy_asks_he_is_told_what_his_own_view_tells(room: Room) -> None:
    _, hiding = spied(room, random.Random(11), 36, 9)
    assert hiding > 6  # else nothing was hidden, and nothing tested


# -- over the network ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


def test_a_spectator_hears_one_state_for_every_deed_whatever_it_was(server: Serving) -> None:
    opened = server.open(HIDDEN, SEATS)
    game, seats = opened["game"], opened["seats"]

    async def come(stack: AsyncExitStack, secret: str) -> Player:
        player = await stack.enter_async_context(Player(server.url, game, secret))
        await player.until("presence")  # which the others were told before
        return player

    async def play() -> list[dict[str, Any]]:
        async with AsyncExitStack() as stack:
            union, confederate, spy = [
                await come(stack, secret) for secret in (seats["union"], seats["confederate"], "")
            ]
            before = len(spy.heard)
            for turn in range(1, 25):
                mover = union if union.state["question"]["mine"] else confederate
                idler = confederate if mover is union else union
                # Refused and repeated commands, and mere queries, are told to nobody else.
                await idler.say(type="answer", key="no", revision=turn - 1, answer=0)
                await idler.until("refused")
                tried = {"answer": mover.state["question"]["default"] or 0}
                await asyncio.to_thread(
                    server.post, f"/api/games/{game}/preview", tried, mover.secret
                )
                assert (await mover.answer(turn))["type"] == "done"
                for each in (union, confederate, spy):
                    await each.reach(turn)
            return spy.heard[before:]

    heard = asyncio.run(play())
    assert [word["type"] for word in heard] == ["state"] * 24
    for word in heard:
        state = word["state"]
        assert (state["you"], state["sides"], state["undo"]["may"]) == (None, [], False)
        question = state["question"]
        assert question["options"] == [] and not question["mine"] and question["default"] is None
    told = msgspec.json.encode(heard).decode()
    assert not any(secret in told for secret in seats.values())
    # While the first six cards are drawn, no card and no face of a block is public.
    drawing = msgspec.json.encode(heard[:6]).decode()
    assert "May be:" in drawing and "Is:" not in drawing and " field, " not in drawing


def test_nobody_borrows_anothers_eyes(server: Serving) -> None:
    opened = server.open(HIDDEN, SEATS)
    game, seats = opened["game"], opened["seats"]

    async def look(secret: str, view_as: str, again: str) -> list[dict[str, Any]]:
        async with Player(server.url, game, secret) as spy:
            await spy.until("state")
            await spy.say(type="hello", seat=again, view_as=view_as)
            await spy.until("state")
            return [word["state"] for word in spy.heard if word["type"] == "state"]

    for secret, view_as, again in (
        ("", "union", ""),
        ("", "union", seats["union"]),  # a socket stays what it was when it came
        (seats["confederate"], "union", seats["union"]),
        (seats["confederate"], "union", ""),
    ):
        first, second = asyncio.run(look(secret, view_as, again))
        assert (first["you"], first["sides"]) == (second["you"], second["sides"])
        assert second["you"] == ("confederate" if secret else None)
        assert first["scene"] == second["scene"]
    looks: list[tuple[str, str, int]] = [
        ("confederate", seats["confederate"], 200),
        ("union", seats["confederate"], 403),
        ("union", "", 403),
        ("confederate", "", 403),
        ("*", seats["confederate"], 422),
        ("", "", 422),
    ]
    for view_as, secret, status in looks:
        assert server.get(f"/api/games/{game}/at/0?as={view_as}", secret).status_code == status


def test_the_ground_tells_nothing_of_the_pieces(server: Serving) -> None:
    opened = server.open(HIDDEN, SEATS)
    game, seats = opened["game"], opened["seats"]
    grounds = {server.state(game, secret)["scene"]["ground"] for secret in (*seats.values(), "")}
    again = server.open(HIDDEN, SEATS)["game"]  # other blocks stand elsewhere
    grounds.add(server.state(again)["scene"]["ground"])
    assert len(grounds) == 1


def test_what_a_side_may_see_of_a_record_is_not_gone_on_with(server: Serving) -> None:
    opened = server.open(HIDDEN, SEATS)
    game, seats = opened["game"], opened["seats"]
    for secret in (*seats.values(), ""):
        text = server.get(f"/api/games/{game}/record", secret).text
        wished = {"battle": HIDDEN, "seats": SEATS, "record": text}
        assert server.post("/api/games", wished).status_code == 422
        bare = "\n".join(line for line in text.split("\n") if not line.startswith("view "))
        assert server.post("/api/games", wished | {"record": bare}).status_code == 422
