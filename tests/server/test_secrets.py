"""What one side hides never reaches another by any route, and is not in what the server tells."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.engine.view import View
from grognard.server import requests
from grognard.server.new_game import open_game
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR, Refusal, Viewer
from grognard.server.settings import Limits
from grognard.server.sqlite_store import SqliteStore
from tests.server.given import wanted

HIDDEN = "locales/mcphersons-ridge"
SEATS = {"union": {"kind": "human"}, "confederate": {"kind": "human"}}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    opened = SqliteStore(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def table(store: SqliteStore) -> tuple[Room, dict[str, str]]:
    """A game in which sides hide their blocks, and its secrets."""
    opened = open_game(store, wanted(SEATS, HIDDEN), Limits())
    return Room(store, opened.game), opened.seats


def told(presenter: Presenter, room: Room, viewer: Viewer) -> dict[str, bytes]:
    """Everything the server tells a viewer, route by route."""
    encode = msgspec.json.encode
    routes: dict[str, Callable[[], Any]] = {
        "state": lambda: presenter.state(room, viewer, lambda side: True),
        "log": lambda: presenter.log(room, viewer),
        "record": lambda: presenter.record(room, viewer),
        "fairness": lambda: presenter.fairness(room, viewer),
        "moment": lambda: presenter.moment(room, viewer, len(room.game.record.lines), None),
    }
    for tool in room.game.system.tools:
        if not tool.picks:
            routes[tool.name] = partial(
                presenter.tool, room, viewer, requests.ToolUse(tool.name, [])
            )
    blocks = [p.id for p in presenter.state(room, viewer, lambda side: True).scene.placements]
    for block in blocks:
        routes[block] = partial(presenter.card, room, viewer, block)
    out = {}
    for name, route in routes.items():
        try:
            out[name] = encode(route())
        except Refusal as refusal:
            out[name] = encode(str(refusal))
    return out


def test_all_that_is_told_follows_from_the_viewers_own_view(
    table: tuple[Room, dict[str, str]],
) -> None:
    room, _ = table
    presenter, luck = Presenter(), random.Random(5)
    looks = 0
    for turn in range(60):
        if room.game.over:
            break
        if turn % 6 == 0:
            for viewer in (Viewer(("union",)), Viewer(("confederate",)), SPECTATOR):
                before = told(presenter, room, viewer)
                real = room.game.position
                side = room.game.battle.side_index(viewer.sides[0]) if viewer.sides else -2
                # Any other position that looks alike to this viewer must be told alike.
                room.game.position = View(real, side).sample(random.Random(turn))
                other = room.game.position.digest() != real.digest()
                assert told(presenter, room, viewer) == before
                room.game.position = real
                looks += other
        if room.rolling:
            room.game.roll()
        else:
            room.game.play(luck.choice(room.game.options()))
    assert looks > 10  # else nothing was hidden, and nothing tested


def test_answers_that_are_hidden_are_hidden_in_the_record(
    table: tuple[Room, dict[str, str]],
) -> None:
    room, _ = table
    presenter, luck = Presenter(), random.Random(3)
    hidden = 0
    for _ in range(40):
        if room.rolling:
            room.game.roll()
        else:
            room.game.play(luck.choice(room.game.options()))
    rows = presenter.record(room, SPECTATOR).splitlines()
    for line in room.game.record.lines:
        shown = next(row for row in rows if row.startswith(f"{line.number} "))
        if line.audience != -1:
            assert shown.startswith(f"{line.number} {line.word} hidden #")
            hidden += 1
    assert hidden and room.game.box.secret is not None
    assert room.game.box.secret.hex() not in "\n".join(rows)


def test_a_view_of_another_side_or_time_is_refused_while_the_battle_lasts(
    table: tuple[Room, dict[str, str]],
) -> None:
    room, _ = table
    presenter = Presenter()
    for viewer in (Viewer(("union",)), SPECTATOR):
        with pytest.raises(Refusal, match="when the battle is over"):
            presenter.moment(room, viewer, 0, "confederate")
        with pytest.raises(Refusal, match="no side"):
            presenter.moment(room, viewer, 0, "prussian")


def test_nobody_plays_another_sides_hand_or_hears_its_options(
    table: tuple[Room, dict[str, str]],
) -> None:
    room, _ = table
    due = room.due
    other = Viewer(tuple(side for side in room.details.seats if side != due))
    answers: list[int | str] = [*room.game.options()[:3], "no such order", 0]
    for answer in answers:
        command = requests.GiveAnswer(f"k{answer}", room.revision, answer)
        with pytest.raises(Refusal) as refused:
            room.do(other, command, lambda side: False)
        assert refused.value.kind == "not-yours" and str(answer) not in str(refused.value)


def test_secrets_of_seats_are_kept_as_hashes_alone(
    table: tuple[Room, dict[str, str]], tmp_path: Path
) -> None:
    room, seats = table
    assert all(len(secret) == 32 for secret in seats.values())  # 24 random bytes
    assert room.viewer(seats["union"]) == Viewer(("union",))
    for wrong in ("x", seats["union"][:-1], seats["union"] + "x", seats["union"].lower()):
        with pytest.raises(Refusal, match="does not fit any seat"):
            room.viewer(wrong)
    room.store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(secret.encode() not in kept for secret in seats.values())


def test_a_private_game_has_no_spectators(store: SqliteStore) -> None:
    opened = open_game(store, wanted(SEATS, HIDDEN, watch=False), Limits())
    with pytest.raises(Refusal, match="not open to spectators"):
        Room(store, opened.game).viewer("")
