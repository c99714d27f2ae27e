"""Opening a game: the request is checked, the battle started or a record imported, and stored."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

import grognard
from grognard.bots import NAMES as BOTS
from grognard.engine import house
from grognard.engine.dicebox import OWN, SEALED, DiceBox
from grognard.engine.errors import UnknownName, did_you_mean
from grognard.engine.game import CHANCE, Game
from grognard.engine.house_rules import try_out
from grognard.engine.record import one_line
from grognard.engine.resume import header_text
from grognard.engine.rule import SHEET
from grognard.engine.version import VERSION
from grognard.server.clock_time import Since
from grognard.server.game_details import Clock, GameDetails, Seat
from grognard.server.requests import NewClock, NewGame, NewSeat
from grognard.server.responses import OpenedGame
from grognard.server.seats import Refusal, hashed, new_secret
from grognard.server.settings import Limits
from grognard.server.store import Snapshot, Store, StoredGame, StoredLine

LONGEST_NAME: Final = 40
LONGEST_HOOK: Final = 500
QUICKEST, SLOWEST = 10, 60 * 60 * 24 * 30  # seconds of a clock
SHORTEST_ABSENCE: Final = 60  # seconds
BOT_SEAT: Final = "bot "
HOUSE_FILE: Final = "house rules"  # how errors name the file a player sent


class OpeningPosition(Struct):
    """Where a stored game begins: a new battle, or the end of an imported record."""

    battle: str
    sides: tuple[str, ...]
    dice: str
    secret: bytes | None
    over: bool
    header: str
    lines: list[StoredLine]
    position: Any
    due: str = ""  # the side to act
    turn: str = ""  # turn and phase in words

    @staticmethod
    def of(game: Game) -> OpeningPosition:
        """A game as it stands."""
        lines = [StoredLine(line.number, str(line), line.audience) for line in game.record.lines]
        return OpeningPosition(
            game.battle.id,
            game.battle.sides,
            game.box.kind,
            None if game.over else game.box.secret,
            game.over,
            header_text(game.record.header),
            lines,
            game.dump(),
            (game.roller if game.actor == CHANCE else game.actor) or "",
            game.turn_text,
        )


def open_game(
    store: Store,
    wanted: NewGame,
    limits: Limits,
    imported: OpeningPosition | None = None,
    seats: dict[str, Seat] | None = None,
) -> OpenedGame:
    """Open a game; only its answer ever holds the seats' secrets. `seats` are those of others."""
    if store.count() >= limits.games:
        raise Refusal("too-much", "this server is full: try again later")
    opening = started(wanted) if imported is None else imported
    if wanted.battle not in ("", opening.battle):
        raise Refusal("malformed", f"the record is of {opening.battle}, not of {wanted.battle:.60}")
    _check_seats(wanted, opening.sides)
    _refuse_own_dice(wanted, opening)
    details, told = _details(wanted, opening)
    if seats is not None:
        details.seats, told = seats, {}
    now = time.time()
    name = secrets.token_urlsafe(9)
    store.create(
        StoredGame(
            name,
            opening.header,
            opening.secret,
            details.json(),
            now,
            now,
            over=opening.over,
            lines=opening.lines,
            snapshot=Snapshot(len(opening.lines), VERSION, opening.position),
        )
    )
    return OpenedGame(name, told)


def started(wanted: NewGame) -> OpeningPosition:
    """The beginning of a battle, under house rules if there are any."""
    chosen = next((b for b in grognard.battles() if b.id == wanted.battle), None)
    if chosen is None:
        known = [b.id for b in grognard.battles()]
        raise UnknownName(f'no battle "{wanted.battle:.60}": {did_you_mean(wanted.battle, known)}')
    variant = wanted.variant
    if wanted.house:
        own = house.lay_open(wanted.house, HOUSE_FILE)
        variant = own if variant == SHEET else f"{variant}+{own}"
    battle = grognard.battle(chosen.id, variant)
    _check_seats(wanted, battle.sides)
    names = {}
    for side, seat in wanted.seats.items():
        name = f"{BOT_SEAT}{seat.bot}" if seat.kind == "bot" else clean_name(seat.name)
        if name:
            names[side] = name
    box = DiceBox.own() if wanted.dice == "own" else DiceBox.sealed()
    system = grognard.system(battle.system)
    try_out(system, battle)
    return OpeningPosition.of(Game.begin(system, battle, box, names))


def _check_seats(wanted: NewGame, sides: tuple[str, ...]) -> None:
    for side in wanted.seats:
        if side not in sides:
            raise Refusal("malformed", f'no side "{side:.40}": {did_you_mean(side, sides)}')
    for side in sides:
        if side not in wanted.seats:
            raise Refusal("malformed", f'say who plays "{side}"')
        seat = wanted.seats[side]
        if seat.kind == "bot" and seat.bot not in BOTS:
            raise Refusal("malformed", f'no bot "{seat.bot:.40}": {did_you_mean(seat.bot, BOTS)}')


def _refuse_own_dice(wanted: NewGame, opening: OpeningPosition) -> None:
    """Refuse what cannot be played with the players' own dice."""
    if opening.dice != OWN:
        return
    if all(seat.kind == "bot" for seat in wanted.seats.values()):
        raise Refusal("malformed", "bots cannot roll your own dice: choose sealed dice")
    if wanted.clock is not None:
        raise Refusal("malformed", "a clock cannot roll your own dice: choose one of the two")


def _details(wanted: NewGame, opening: OpeningPosition) -> tuple[GameDetails, dict[str, str]]:
    """The details to store, and the secrets by side."""
    shared = new_secret()
    told: dict[str, str] = {}
    seats: dict[str, Seat] = {}
    for side in opening.sides:
        seat = wanted.seats[side]
        secret = _secret(seat, shared)
        if secret:
            told[side] = secret
        seats[side] = Seat(
            "human" if seat.kind == "open" else seat.kind,
            clean_name(seat.name),
            seat.bot if seat.kind == "bot" else "",
            hashed(secret) if secret else "",
            open=seat.kind == "open",
        )
    notes = []
    if wanted.record and opening.dice == SEALED and not opening.over:
        notes.append(f"Imported from a record of {len(opening.lines)} lines; new sealed dice.")
    details = GameDetails(
        seats,
        wanted.watch,
        _clock(wanted.clock),
        clean_hook(wanted.webhook),
        _absence(wanted.bot_after),
        asked=Since.now(),
        notes=notes,
        listed=wanted.listed,
        due=opening.due,
        turn=opening.turn,
    )
    return details, told


def _secret(seat: NewSeat, shared: str) -> str:
    if seat.kind in ("bot", "open"):
        return ""
    return shared if seat.kind == "shared" else new_secret()


def _clock(wanted: NewClock | None) -> Clock | None:
    if wanted is None:
        return None
    if not QUICKEST <= wanted.seconds <= SLOWEST:
        raise Refusal("malformed", f"a clock has {QUICKEST} seconds to 30 days for an answer")
    return Clock(wanted.seconds, wanted.then)


def _absence(seconds: int | None) -> int | None:
    if seconds is not None and not SHORTEST_ABSENCE <= seconds <= SLOWEST:
        raise Refusal(
            "malformed", f"others may seat a bot after {SHORTEST_ABSENCE} seconds to 30 days"
        )
    return seconds


def clean_hook(address: str) -> str:
    """An address that may be called, if it is public."""
    if not address:
        return ""
    if len(address) > LONGEST_HOOK or not address.isprintable() or " " in address:
        raise Refusal("malformed", "the webhook is not a valid address")
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and parts.hostname and not parts.username
        _ = parts.port
    except ValueError:
        good = False
    if not good:
        raise Refusal("malformed", "a webhook must begin with https:// or http://")
    return address


def clean_name(name: str) -> str:
    """A name that can be shown: printable, on one line, not too long."""
    return one_line(name.strip())[:LONGEST_NAME].strip()
