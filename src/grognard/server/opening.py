"""Games opened: a wish is checked, the battle begun or a record taken in, and all of it kept."""

from __future__ import annotations

import secrets
import time
from typing import Final
from urllib.parse import urlsplit

import grognard
from grognard.bots import NAMES as BOTS
from grognard.engine import replay
from grognard.engine.dicebox import OWN, SEALED, DiceBox
from grognard.engine.errors import UnknownName, did_you_mean
from grognard.engine.game import Game
from grognard.engine.record import one_line
from grognard.engine.resume import header_text
from grognard.engine.version import VERSION
from grognard.server.about import About, Clock, Seat
from grognard.server.seats import Refusal, hashed, new_secret
from grognard.server.settings import Limits
from grognard.server.store import Snapshot, Store, StoredGame, StoredLine
from grognard.server.wire import ClockWish, GameWish, Opened, SeatWish

LONGEST_NAME: Final = 40
LONGEST_HOOK: Final = 500
QUICKEST, SLOWEST = 10, 60 * 60 * 24 * 30  # seconds of a clock
BOT_SEAT: Final = "bot "


def open_game(store: Store, wish: GameWish, limits: Limits) -> Opened:
    """Open a game; the secrets of its seats are told once, here."""
    if store.count() >= limits.games:
        raise Refusal("too-much", "this server keeps as many games as it may: try another time")
    game = _taken_in(wish, limits) if wish.record else _begun(wish)
    _refuse_own_dice(wish, game)
    about, told = _about(wish, game)
    now = time.time()
    name = secrets.token_urlsafe(9)
    lines = [StoredLine(line.number, str(line), line.audience) for line in game.record.lines]
    store.create(
        StoredGame(
            name,
            header_text(game.record.header),
            None if game.over else game.box.secret,
            about.json(),
            now,
            now,
            over=game.over,
            lines=lines,
            snapshot=Snapshot(len(lines), VERSION, game.dump()),
        )
    )
    return Opened(name, told)


def _begun(wish: GameWish) -> Game:
    chosen = next((b for b in grognard.battles() if b.id == wish.battle), None)
    if chosen is None:
        known = [b.id for b in grognard.battles()]
        raise UnknownName(f'no battle "{wish.battle:.60}": {did_you_mean(wish.battle, known)}')
    battle = grognard.battle(chosen.id, wish.variant)
    _check_seats(wish, battle.sides)
    names = {}
    for side, seat in wish.seats.items():
        name = f"{BOT_SEAT}{seat.bot}" if seat.kind == "bot" else clean_name(seat.name)
        if name:
            names[side] = name
    box = DiceBox.own() if wish.dice == "own" else DiceBox.sealed()
    return Game.begin(grognard.system(battle.system), battle, box, names)


def _taken_in(wish: GameWish, limits: Limits) -> Game:
    if wish.record.count("\n") > limits.record_lines:
        raise Refusal("too-much", f"a record has at most {limits.record_lines} lines here")
    game = replay.from_text(wish.record, grognard.system)
    if wish.battle and wish.battle != game.battle.id:
        raise Refusal("malformed", f"the record is of {game.battle.id}, not of {wish.battle:.60}")
    _check_seats(wish, game.battle.sides)
    return game


def _check_seats(wish: GameWish, sides: tuple[str, ...]) -> None:
    for side in wish.seats:
        if side not in sides:
            raise Refusal("malformed", f'no side "{side:.40}": {did_you_mean(side, sides)}')
    for side in sides:
        if side not in wish.seats:
            raise Refusal("malformed", f'say who plays "{side}"')
        seat = wish.seats[side]
        if seat.kind == "bot" and seat.bot not in BOTS:
            raise Refusal("malformed", f'no bot "{seat.bot:.40}": {did_you_mean(seat.bot, BOTS)}')


def _refuse_own_dice(wish: GameWish, game: Game) -> None:
    """Refuse what cannot be played with the players' own dice."""
    if game.box.kind != OWN:
        return
    if all(seat.kind == "bot" for seat in wish.seats.values()):
        raise Refusal("malformed", "bots have no dice of their own: seat a person, or seal them")
    if wish.clock is not None:
        raise Refusal("malformed", "a clock cannot throw your own dice: leave one of the two out")


def _about(wish: GameWish, game: Game) -> tuple[About, dict[str, str]]:
    """What is kept of the seats, and the secrets told to those who opened the game."""
    shared = new_secret()
    told: dict[str, str] = {}
    seats: dict[str, Seat] = {}
    for side in game.battle.sides:
        seat = wish.seats[side]
        secret = _secret(seat, shared)
        if secret:
            told[side] = secret
        seats[side] = Seat(
            seat.kind,
            clean_name(seat.name),
            seat.bot if seat.kind == "bot" else "",
            hashed(secret) if secret else "",
        )
    notes = []
    if wish.record and game.box.kind == SEALED and not game.over:
        notes.append(f"Taken in from a record of {len(game.record.lines)} lines; new sealed dice.")
    about = About(
        seats, wish.watch, _clock(wish.clock), _hook(wish.webhook), time.time(), notes=notes
    )
    return about, told


def _secret(seat: SeatWish, shared: str) -> str:
    if seat.kind == "bot":
        return ""
    return shared if seat.kind == "shared" else new_secret()


def _clock(wish: ClockWish | None) -> Clock | None:
    if wish is None:
        return None
    if not QUICKEST <= wish.seconds <= SLOWEST:
        raise Refusal("malformed", f"a clock has {QUICKEST} seconds to 30 days for an answer")
    return Clock(wish.seconds, wish.then)


def _hook(address: str) -> str:
    if not address:
        return ""
    if len(address) > LONGEST_HOOK or not address.isprintable() or " " in address:
        raise Refusal("malformed", "the webhook is no address")
    try:
        parts = urlsplit(address)
        good = parts.scheme in ("http", "https") and parts.hostname and not parts.username
        _ = parts.port
    except ValueError:
        good = False
    if not good:
        raise Refusal("malformed", "a webhook is an address that begins with https:// or http://")
    return address


def clean_name(name: str) -> str:
    """A name fit for showing: printable, on one line, not too long."""
    return one_line(name.strip())[:LONGEST_NAME].strip()
