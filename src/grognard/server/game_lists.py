"""Lists of games: one's own, those with an open seat, those to watch; and rematches."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.engine import house
from grognard.engine.dicebox import OWN
from grognard.engine.errors import GrognardError
from grognard.engine.house_rules import house_rules
from grognard.engine.record_header import Header
from grognard.engine.resume import read_header
from grognard.server import catalogue, game_state, responses
from grognard.server.game_details import Seat
from grognard.server.new_game import open_game
from grognard.server.people import ListedRow, People, Seating
from grognard.server.requests import NewClock, NewGame, NewSeat
from grognard.server.room import Room
from grognard.server.seats import Refusal, Viewer
from grognard.server.settings import Limits


@lru_cache(maxsize=1)
def _battles() -> dict[str, game_state.BattleInfo]:
    return {battle.id: battle for battle in catalogue.battles()}


def listed(row: ListedRow, mine: Iterable[str] = (), told: bool = True) -> responses.ListedGame:
    """A game as a list shows it; `mine` are the viewer's own sides."""
    try:
        header = read_header(row.header, row.id)
        battle_id = f"{header.system}/{header.battle}"
        own = _house_lines(header) if header.house else []
    except GrognardError:
        battle_id, own = "", []
    battle, details = _battles().get(battle_id), row.details
    titles = {} if battle is None else dict(zip(battle.sides, battle.titles, strict=True))
    return responses.ListedGame(
        game=row.id,
        battle=battle_id,
        title=battle_id if battle is None else battle.title,
        system_title="" if battle is None else battle.system_title,
        house=own,
        seats=[
            responses.ListedSeat(side, titles.get(side, side), seat.name, seat.player, seat.open)
            for side, seat in details.seats.items()
        ],
        mine=list(mine),
        due="" if row.over else details.due,
        turn=details.turn,
        over=row.over,
        told=told,
        clock=0 if details.clock is None else details.clock.seconds,
        watch=details.watch,
        updated=row.updated,
    )


def _house_lines(header: Header) -> list[str]:
    house.restore(header.house)
    own = house_rules(catalogue.system(header.system), header.variant)
    return [] if own is None else own.lines()


def own_games(people: People, player: str) -> list[responses.ListedGame]:
    """All games of a player, those changed last first."""
    seatings: dict[str, list[Seating]] = {}
    for seating in people.seatings(player=player):
        seatings.setdefault(seating.game, []).append(seating)
    return [
        listed(row, sorted(each.side for each in mine), all(each.told for each in mine))
        for row in people.games_of(player)
        if (mine := seatings.get(row.id))
    ]


def open_games(people: People, allowed: bool) -> responses.OpenGames:
    """The server's list."""
    rows: Iterable[ListedRow] = people.listed() if allowed else ()
    found = [listed(row) for row in rows]
    join = [game for game in found if any(seat.open for seat in game.seats)]
    watch = [game for game in found if game not in join and game.watch]
    return responses.OpenGames(allowed, join, watch)


def rematch(people: People, room: Room, viewer: Viewer, limits: Limits) -> str:
    """The game in which the sides are swapped; opened by the first player who asks for it."""
    if not viewer.sides:
        raise Refusal("not-yours", "only players can ask for a rematch")
    if not room.game.over:
        raise Refusal("not-allowed", "a rematch can begin when the battle is over")
    if room.details.rematch:
        return room.details.rematch
    opened = open_game(people.store, _swapped(room), limits, seats=_swapped_seats(room)).game
    before = _before(list(room.details.seats))
    for seating in people.seatings(game=room.id):
        sides = tuple(side for side, old in before.items() if old == seating.side)
        people.sit(seating.player, opened, sides)
    room.begin_rematch(opened)
    return opened


def _before(sides: list[str]) -> dict[str, str]:
    """The side whose player takes each side in a rematch."""
    return dict(zip(sides, [*sides[1:], sides[0]], strict=True))


def _swapped_seats(room: Room) -> dict[str, Seat]:
    """Each player's seat, with its secret, at the next side."""
    seats = room.details.seats
    found = {}
    for side, before in _before(list(seats)).items():
        old = seats[before]
        found[side] = Seat(old.kind, old.name, old.bot, old.hash)
    return found


def _swapped(room: Room) -> NewGame:
    details, game = room.details, room.game
    seats = {
        side: NewSeat("bot", bot=seat.bot) if seat.kind == "bot" else NewSeat("human", seat.name)
        for side, seat in _swapped_seats(room).items()
    }
    clock = details.clock
    house.restore(game.battle.house)
    return NewGame(
        battle=game.battle.id,
        seats=seats,
        variant=game.battle.variant,
        dice="own" if game.box.kind == OWN else "sealed",
        watch=details.watch,
        clock=None
        if clock is None
        else NewClock(clock.seconds, "bot" if clock.then == "bot" else "default"),
        webhook=details.webhook,
        bot_after=details.bot_after,
    )
