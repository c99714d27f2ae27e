"""Players without accounts: whoever holds a key; their settings, seats, and notices to be sent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from msgspec import Struct, field

from grognard.server.game_details import GameDetails
from grognard.server.requests import PushSubscription
from grognard.server.seats import Refusal, hashed
from grognard.server.sql_store import SqlStore
from grognard.server.sql_tables import Row, Transaction

SHORTEST_KEY, LONGEST_KEY = 20, 100
MOST_LISTED: Final = 100
MOST_SEATINGS: Final = 500  # games of one player
DONE: Final = "done"  # the kind of a notice that needs no more
REMEMBERED: Final = 24 * 3600.0  # seconds


class PendingAddress(Struct):
    """An e-mail address that is not confirmed yet."""

    email: str
    code: str  # its hash
    until: float
    tries: int = 0


class Profile(Struct):
    """What a player has set; stored as JSON."""

    name: str = ""
    email: str = ""
    pending: PendingAddress | None = None
    browsers: list[PushSubscription] = field(default_factory=list)
    digest: int = 0
    remind: bool = True
    sent: dict[str, float] = field(default_factory=dict)  # when last, by channel
    failures: dict[str, str] = field(default_factory=dict)  # the last one, by channel


class Seating(Struct):
    """A side of a game that a player has a seat at."""

    player: str
    game: str
    side: str
    told: bool


class StoredNotice(Struct):
    """A notice that waits to be sent by one channel."""

    id: str
    player: str  # empty: the game's webhook
    game: str
    side: str
    kind: str  # turn, over, request, seat, remind
    channel: str  # email, push, webhook
    text: str
    due: float
    tries: int = 0


class ListedRow(Struct):
    """What a list needs of a stored game."""

    id: str
    header: str
    details: GameDetails
    over: bool
    updated: float


def player_id(key: str) -> str:
    """The id of the player who holds a key: its hash, which is all that is stored."""
    if not SHORTEST_KEY <= len(key) <= LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise Refusal("not-yours", "this needs a player's key: is it complete?")
    return hashed(key)


class People:
    """The players of a store."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    # -- players -------------------------------------------------------------------------------

    def profile(self, player: str) -> Profile:
        """What a player has set; the default for one who has set nothing yet."""
        return self.store.read(lambda tx: _profile(tx, player))

    def change(self, player: str, work: Callable[[Profile], None]) -> Profile:
        """Change what a player has set, in one transaction."""

        def both(tx: Transaction) -> Profile:
            found = _profile(tx, player)
            work(found)
            text = msgspec.json.encode(found).decode()
            tx.change(
                "INSERT INTO players (id, about) VALUES (?, ?) "
                "ON CONFLICT (id) DO UPDATE SET about = excluded.about",
                player,
                text,
            )
            return found

        return self.store.write(both)

    def key(self, name: str, make: Callable[[], bytes]) -> bytes:
        """A key of the server, made when it is first asked for."""

        def both(tx: Transaction) -> bytes:
            tx.change(
                "INSERT INTO server_keys (name, content) VALUES (?, ?) ON CONFLICT DO NOTHING",
                name,
                make(),
            )
            ((content,),) = tx.rows("SELECT content FROM server_keys WHERE name = ?", name)
            return bytes(content)

        return self.store.write(both)

    # -- seats ---------------------------------------------------------------------------------

    def sit(self, player: str, game: str, sides: tuple[str, ...]) -> None:
        """Note that a player has seats in a game."""

        def work(tx: Transaction) -> None:
            ((count,),) = tx.rows("SELECT COUNT(*) FROM seatings WHERE player = ?", player)
            if count >= MOST_SEATINGS:
                raise Refusal("too-much", f"a player has at most {MOST_SEATINGS} games here")
            for side in sides:
                tx.change(
                    "INSERT INTO seatings (player, game, side, told) VALUES (?, ?, ?, 1) "
                    "ON CONFLICT DO NOTHING",
                    *(player, game, side),
                )

        self.store.write(work)

    def leave(self, player: str, game: str) -> None:
        """List a game no longer among a player's own."""
        sql = "DELETE FROM seatings WHERE player = ? AND game = ?"
        self.store.write(lambda tx: tx.change(sql, player, game))

    def tell(self, player: str, game: str, told: bool) -> None:
        """Whether a player is told of a game."""
        sql = "UPDATE seatings SET told = ? WHERE player = ? AND game = ?"
        self.store.write(lambda tx: tx.change(sql, int(told), player, game))

    def seatings(self, player: str = "", game: str = "") -> list[Seating]:
        """The seats of a player, or those of all players at a game."""
        name, value = ("player", player) if player else ("game", game)
        sql = f"SELECT player, game, side, told FROM seatings WHERE {name} = ?"
        rows = self.store.read(lambda tx: tx.rows(sql, value))
        return [Seating(p, g, side, bool(told)) for p, g, side, told in rows]

    # -- lists ---------------------------------------------------------------------------------

    def games_of(self, player: str) -> Iterator[ListedRow]:
        """The games a player has seats in, those changed last first."""
        sql = "id IN (SELECT game FROM seatings WHERE player = ?)"
        return self._listed(sql, MOST_SEATINGS, player)

    def listed(self) -> Iterator[ListedRow]:
        """The games in the server's list that go on, those changed last first."""
        return self._listed("over = 0 AND id IN (SELECT game FROM listed)", MOST_LISTED)

    def game(self, id: str) -> ListedRow | None:
        """One game as it stands."""
        return next(self._listed("id = ?", 1, id), None)

    def list_game(self, id: str) -> None:
        """Put a game into the server's list."""
        sql = "INSERT INTO listed (game) VALUES (?) ON CONFLICT DO NOTHING"
        self.store.write(lambda tx: tx.change(sql, id))

    def _listed(self, where: str, most: int, *values: str) -> Iterator[ListedRow]:
        sql = (
            "SELECT id, header, about, over, updated FROM games JOIN papers ON game = serial "
            f"WHERE {where} ORDER BY updated DESC LIMIT {most}"
        )
        for name, header, about, over, updated in self.store.read(lambda tx: tx.rows(sql, *values)):
            details = GameDetails.read(msgspec.json.decode(about))
            yield ListedRow(name, header, details, bool(over), updated)

    # -- notices -------------------------------------------------------------------------------

    def put(self, notices: list[StoredNotice]) -> None:
        """Store notices to be sent; one that was stored before is left as it is."""
        sql = (
            "INSERT INTO notices (id, player, game, side, kind, channel, content, due, tries) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        )
        rows = [msgspec.structs.astuple(each) for each in notices]
        self.store.write(lambda tx: tx.many(sql, rows))

    def due(self) -> list[StoredNotice]:
        """The notices that are due, in order."""
        sql = (
            "SELECT id, player, game, side, kind, channel, content, due, tries FROM notices "
            f"WHERE due <= ? AND kind <> '{DONE}' ORDER BY due, id LIMIT 500"
        )
        return [_notice(row) for row in self.store.read(lambda tx: tx.rows(sql, time.time()))]

    def next_due(self) -> float | None:
        """When the next notice is due; None if none waits."""
        sql = f"SELECT MIN(due) FROM notices WHERE kind <> '{DONE}'"
        ((due,),) = self.store.read(lambda tx: tx.rows(sql))
        return None if due is None else float(due)

    def done(self, notices: list[StoredNotice]) -> None:
        """Notices that were sent, outdated or given up.

        Their ids are remembered for a while: another process may learn later of the same change.
        """
        now = time.time()
        rows: list[Row] = [(now + REMEMBERED, each.id) for each in notices]

        def work(tx: Transaction) -> None:
            tx.many(f"UPDATE notices SET kind = '{DONE}', content = '', due = ? WHERE id = ?", rows)
            tx.change(f"DELETE FROM notices WHERE kind = '{DONE}' AND due < ?", now)

        self.store.write(work)

    def put_off(self, notices: list[StoredNotice], until: float) -> None:
        """Try notices again later."""
        sql = "UPDATE notices SET due = ?, tries = tries + 1 WHERE id = ?"
        rows: list[Row] = [(until, each.id) for each in notices]
        self.store.write(lambda tx: tx.many(sql, rows))


def _profile(tx: Transaction, player: str) -> Profile:
    rows = tx.rows("SELECT about FROM players WHERE id = ?", player)
    return msgspec.json.decode(rows[0][0], type=Profile) if rows else Profile()


def _notice(row: Row) -> StoredNotice:
    return StoredNotice(*row)
