"""Routes for people: their keys and games, notices, the server's list, rematches."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from litestar import Request, Router, get, post
from litestar.datastructures import State as AppState
from litestar.params import JSONBody

from grognard.server import game_lists, requests, responses
from grognard.server.bearer import GAME, GameId, Seat, faults, secret_of
from grognard.server.games import Games
from grognard.server.mail import is_address
from grognard.server.middleware import address_of
from grognard.server.new_game import clean_hook, clean_name
from grognard.server.people import PendingAddress, Profile, StoredNotice, player_id
from grognard.server.seats import Refusal, hashed

MOST_BROWSERS: Final = 8  # of one player
LONGEST_DIGEST: Final = 7 * 24 * 3600
CODE_LIFE: Final = 3600.0  # seconds
MOST_TRIES: Final = 5
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
CODE: Final = 8  # characters

Call = Request[Any, Any, AppState]


def _games(request: Call) -> Games:
    games: Games = request.app.state.games
    return games


def _player(authorization: str | None) -> str:
    return player_id(secret_of(authorization))


async def _told(games: Games, player: str) -> responses.PlayerInfo:
    return await games.thread(_info, games, player)


def _info(games: Games, player: str) -> responses.PlayerInfo:
    found, delivery = games.people.profile(player), games.notices.delivery
    pusher = delivery.pusher()
    return responses.PlayerInfo(
        name=found.name,
        email=found.email,
        unconfirmed="" if found.pending is None else found.pending.email,
        browsers=len(found.browsers),
        digest=found.digest,
        remind=found.remind,
        failures=found.failures,
        mail=delivery.mailer is not None,
        push_key="" if pusher is None else pusher.public,
        games=game_lists.own_games(games.people, player),
    )


@get("/me", responses=GAME)
async def me(request: Call, authorization: Seat = None) -> responses.PlayerInfo:
    """The player who holds a key: name, notices, all games."""
    return await _told(_games(request), _player(authorization))


@post("/me", status_code=200, responses=faults(400, 403, 413, 429))
async def set_me(
    request: Call, data: JSONBody[requests.PlayerSettings], authorization: Seat = None
) -> responses.PlayerInfo:
    """Set a player's name and how often notices come."""
    games, player = _games(request), _player(authorization)
    if not 0 <= data.digest <= LONGEST_DIGEST:
        raise Refusal("malformed", "notices can be collected for at most a week")

    def work(profile: Profile) -> None:
        profile.name, profile.digest = clean_name(data.name), data.digest
        profile.remind = data.remind

    await games.thread(games.people.change, player, work)
    return await _told(games, player)


@post("/me/email", status_code=200, responses=faults(400, 403, 413, 422, 429))
async def set_email(
    request: Call, data: JSONBody[requests.MailAddress], authorization: Seat = None
) -> responses.PlayerInfo:
    """Send a code to an e-mail address, or forget the address."""
    games, player = _games(request), _player(authorization)
    mailer, email = games.notices.delivery.mailer, data.email.strip()
    code = "".join(secrets.choice(ALPHABET) for _ in range(CODE))
    if email:
        if mailer is None:
            raise Refusal("not-allowed", "this server sends no e-mail: its host has set none up")
        if not is_address(email):
            raise Refusal("malformed", "this is not an e-mail address")
        request.app.state.limiter.confirm_mail(address_of(request.scope))
        text = (
            f"Your code: {code}\n\nSomebody asked this server of battles to send notices to this "
            "address. If it was not you, do nothing: nothing more will be sent.\n"
        )
        await games.thread(mailer.send, email, f"Grognard: your code is {code}", text)

    def work(profile: Profile) -> None:
        profile.pending = None
        if email:
            profile.pending = PendingAddress(email, hashed(code), time.time() + CODE_LIFE)
        else:
            profile.email = ""
            profile.failures.pop("email", None)

    await games.thread(games.people.change, player, work)
    return await _told(games, player)


@post("/me/email/confirm", status_code=200, responses=faults(400, 403, 413, 422, 429))
async def confirm_email(
    request: Call, data: JSONBody[requests.MailCode], authorization: Seat = None
) -> responses.PlayerInfo:
    """Confirm an e-mail address with the code that was sent to it."""
    games, player = _games(request), _player(authorization)
    right = False

    def work(profile: Profile) -> None:
        nonlocal right
        pending = profile.pending
        if pending is None or pending.until < time.time() or pending.tries >= MOST_TRIES:
            profile.pending = None
            return
        pending.tries += 1
        if pending.code == hashed(data.code.strip().lower()):
            right = True
            profile.email, profile.pending = pending.email, None
            profile.failures.pop("email", None)

    found = await games.thread(games.people.change, player, work)
    if not right:
        again = "ask for a new one" if found.pending is None else "look again"
        raise Refusal("not-allowed", f"this is not the code that was sent: {again}")
    return await _told(games, player)


@post("/me/push", status_code=200, responses=faults(400, 403, 413, 422, 429))
async def add_browser(
    request: Call, data: JSONBody[requests.PushSubscription], authorization: Seat = None
) -> responses.PlayerInfo:
    """Send notices to a browser."""
    games, player = _games(request), _player(authorization)
    clean_hook(data.endpoint)
    if await games.thread(games.notices.delivery.pusher) is None:
        raise Refusal("not-allowed", "this server sends no notices to browsers")
    from grognard.server.web_push import check

    check(data)

    def work(profile: Profile) -> None:
        others = [each for each in profile.browsers if each.endpoint != data.endpoint]
        profile.browsers = [*others, data][-MOST_BROWSERS:]
        profile.failures.pop("push", None)

    await games.thread(games.people.change, player, work)
    return await _told(games, player)


@post("/me/push/end", status_code=200, responses=faults(400, 403, 413, 429))
async def end_browser(
    request: Call, data: JSONBody[requests.PushEnd], authorization: Seat = None
) -> responses.PlayerInfo:
    """Send no more notices to a browser."""
    games, player = _games(request), _player(authorization)

    def work(profile: Profile) -> None:
        profile.browsers = [each for each in profile.browsers if each.endpoint != data.endpoint]
        profile.failures.pop("push", None)

    await games.thread(games.people.change, player, work)
    return await _told(games, player)


@post("/me/test", status_code=200, responses=faults(400, 403, 422, 429))
async def try_notice(request: Call, authorization: Seat = None) -> responses.PlayerInfo:
    """Send a notice at once by every channel of a player; failures are in the answer."""
    games, player = _games(request), _player(authorization)
    profile = await games.thread(games.people.profile, player)
    channels = games.notices.delivery.channels(profile)
    if not channels:
        raise Refusal("not-allowed", "there is no way yet to reach you: add one first")
    request.app.state.limiter.confirm_mail(address_of(request.scope))
    for channel in channels:
        text = "Grognard: this is how you are told of your games."
        notice = StoredNotice("", player, "", "", "test", channel, text, time.time())
        await games.notices.delivery.try_now(notice)
    return await _told(games, player)


@post("/games/{game:str}/claim", status_code=200, responses=faults(400, 403, 404, 413, 429))
async def claim(
    request: Call, game: GameId, data: JSONBody[requests.Claim], authorization: Seat = None
) -> responses.Rematch:
    """Tie the seat of a secret to a player's key, which opens it from then on."""
    games, player = _games(request), _player(authorization)
    live = await games.live(game)
    viewer = await games.viewer(live, data.seat)
    if not viewer.sides:
        raise Refusal("not-yours", "spectators have no seat to claim")
    await games.thread(games.people.sit, player, game, viewer.sides)
    return responses.Rematch(game)


@post("/games/{game:str}/notices", status_code=200, responses=faults(400, 403, 413, 429))
async def game_notices(
    request: Call, game: GameId, data: JSONBody[requests.GameNotices], authorization: Seat = None
) -> responses.PlayerInfo:
    """Whether a player is told of a game while away."""
    games, player = _games(request), _player(authorization)
    await games.thread(games.people.tell, player, game, data.told)
    return await _told(games, player)


@post("/games/{game:str}/forget", status_code=200, responses=faults(400, 403, 429))
async def forget(request: Call, game: GameId, authorization: Seat = None) -> responses.PlayerInfo:
    """List a game no longer among a player's own."""
    games, player = _games(request), _player(authorization)
    await games.thread(games.people.leave, player, game)
    return await _told(games, player)


@get("/open-games")
async def open_games(request: Call) -> responses.OpenGames:
    """The games with an open seat and those to watch, if the host allows a list."""
    games = _games(request)
    return await games.thread(game_lists.open_games, games.people, games.settings.lists)


@post("/games/{game:str}/join", status_code=200, responses=faults(400, 404, 413, 422, 429))
async def join(request: Call, game: GameId, data: JSONBody[requests.Join]) -> responses.OpenedGame:
    """Take an open seat; only this answer holds its secret."""
    games = _games(request)
    request.app.state.limiter.open_game(address_of(request.scope))
    live = await games.live(game)
    name = clean_name(data.name)
    secret = await games.change(live, lambda: live.room.join(data.side, name))
    return responses.OpenedGame(game, {data.side: secret})


@post("/games/{game:str}/rematch", status_code=200, responses=faults(400, 403, 404, 422, 429))
async def rematch(request: Call, game: GameId, authorization: Seat = None) -> responses.Rematch:
    """The same battle with the sides swapped; the old secrets open the new seats."""
    games = _games(request)
    live = await games.live(game)
    room = live.room
    viewer = await games.viewer(live, secret_of(authorization))
    request.app.state.limiter.open_game(address_of(request.scope))
    opened = await games.change(
        live, lambda: game_lists.rematch(games.people, room, viewer, games.limits)
    )
    return responses.Rematch(opened)


people_router = Router(
    "/api",
    route_handlers=[
        *(me, set_me, set_email, confirm_email, add_browser, end_browser, try_notice),
        *(claim, game_notices, forget, open_games, join, rematch),
    ],
)
