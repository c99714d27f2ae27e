"""The application: every address of the server, and the description of its interface."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

from litestar import Litestar, MediaType, Request, Response, Router, WebSocket, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.types import ASGIApp

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.version import VERSION
from grognard.server import catalogue, wire
from grognard.server.files import Files
from grognard.server.guard import Doorkeeper, Guard, address_of
from grognard.server.hub import Hub
from grognard.server.opening import open_game
from grognard.server.seats import Refusal
from grognard.server.settings import Settings
from grognard.server.sockets import Line
from grognard.server.store import Store, StoreError

IMMUTABLE: Final = {"cache-control": "public, max-age=31536000, immutable"}
BEARER: Final = "bearer "
HIGHEST: Final = 10_000_000

_log = logging.getLogger("grognard.server")

GameId = Annotated[str, PathParameter(description="The game's id.", max_length=60)]
Name = Annotated[str, PathParameter(max_length=80)]
Seat = Annotated[
    str | None,
    HeaderParameter(
        name="authorization",
        description='"Bearer" and the secret of a seat; without it one is a spectator.',
        max_length=200,
        required=False,
    ),
]
Call = Request[Any, Any, AppState]


def _faults(*codes: int) -> dict[int, ResponseSpec]:
    says = {
        400: "malformed",
        403: "not yours",
        404: "unknown",
        409: "stale, or over",
        413: "too large",
        422: "not allowed",
        429: "too much",
        500: "failed",
    }
    return {code: ResponseSpec(wire.Fault, description=says[code]) for code in codes}


DESCRIPTION: Final = "/api/description"
GAME: Final = _faults(400, 403, 404, 429)


def _secret(authorization: str | None) -> str:
    if not authorization:
        return ""
    if not authorization.lower().startswith(BEARER):
        raise Refusal("malformed", 'a seat is told as "Authorization: Bearer SECRET"')
    return authorization[len(BEARER) :].strip()


def _hub(request: Call) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


# -- what can be played --------------------------------------------------------------------------


@get("/systems", sync_to_thread=True)
def systems() -> list[wire.SystemInfo]:
    """Every system there is."""
    return catalogue.systems()


@get("/systems/{system:str}/charts", sync_to_thread=True, responses=_faults(400, 404))
def charts(
    system: Name,
    variant: Annotated[str, QueryParameter(max_length=80)] = "sheet",
) -> list[wire.ChartInfo]:
    """The charts of a system under a variant."""
    return catalogue.charts(system, variant)


@get("/bots", sync_to_thread=True)
def bots() -> list[wire.BotInfo]:
    """The bots one can play against."""
    return catalogue.bots()


@get("/battles", sync_to_thread=True)
def battles() -> list[wire.BattleInfo]:
    """Every battle that comes with the program."""
    return catalogue.battles()


@get(
    "/battles/{system:str}/{name:str}/picture.svg",
    media_type="image/svg+xml",
    sync_to_thread=True,
    responses=_faults(400, 404),
)
def picture(
    request: Call,
    system: Name,
    name: Name,
) -> Response[bytes]:
    """A small map of a battle with its opening deployment."""
    content, tag = catalogue.picture(f"{system}/{name}")
    return _tagged(request, content, "image/svg+xml", f'"{tag}"')


@get(
    "/grounds/{name:str}",
    media_type=MediaType.JSON,
    sync_to_thread=True,
    responses=_faults(400, 404),
)
def ground(request: Call, name: Name) -> Response[bytes]:
    """The unchanging part of a board's picture, by the hash of its content and `.json`."""
    content = _hub(request).desk.grounds.get(name.removesuffix(".json"))
    return Response(content, media_type=MediaType.JSON, headers=IMMUTABLE)


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def description(request: Call) -> dict[str, Any]:
    """The description of this interface, for programs."""
    return request.app.openapi_schema.to_schema()


# -- games ---------------------------------------------------------------------------------------


@post("/games", status_code=201, responses=_faults(400, 404, 413, 422, 429))
async def open_new(request: Call, data: JSONBody[wire.GameWish]) -> wire.Opened:
    """Open a game; the secrets of its seats are told once, here."""
    hub = _hub(request)
    request.app.state.door.open_game(address_of(request.scope))
    return await hub.thread(open_game, hub.store, data, hub.limits)


@get("/games/{game:str}", responses=GAME)
async def state(
    request: Call,
    game: GameId,
    authorization: Seat = None,
    since: Annotated[int, QueryParameter(name="log", ge=0, le=HIGHEST)] = 0,
) -> wire.State:
    """All that the holder of a seat, or a spectator, may know now."""
    hub = _hub(request)
    live = await hub.live(game)
    found = await hub.ask(
        game,
        _secret(authorization),
        lambda room, viewer: hub.desk.state(room, viewer, live.present),
    )
    found.log = wire.LogPart(min(since, len(found.log.entries)), found.log.entries[since:])
    return found


@post(
    "/games/{game:str}/deeds",
    status_code=200,
    responses=_faults(400, 403, 404, 409, 413, 422, 429),
)
async def do(
    request: Call, game: GameId, data: JSONBody[wire.Deed], authorization: Seat = None
) -> wire.Done:
    """Carry out a deed: answer, roll, undo, consent, resign, …; once, however often it comes."""
    return await _hub(request).deed(game, _secret(authorization), data)


@post("/games/{game:str}/preview", status_code=200, responses=_faults(400, 403, 404, 409, 413, 429))
async def preview(
    request: Call, game: GameId, data: JSONBody[wire.Try], authorization: Seat = None
) -> wire.Preview:
    """What an answer would lead to, as the viewer knows it; nothing is changed."""
    hub = _hub(request)

    def work(room: Any, viewer: Any) -> wire.Preview:
        if data.revision is not None and not room.moved <= data.revision <= room.revision:
            raise Refusal("stale", "the game has gone on meanwhile")
        return hub.desk.preview(room, viewer, data.answer)

    return await hub.ask(game, _secret(authorization), work)


@get("/games/{game:str}/hint", responses=_faults(400, 403, 404, 422, 429))
async def hint(request: Call, game: GameId, authorization: Seat = None) -> wire.Hint:
    """The answer a bot would give; only to one who plays against bots."""
    return await _hub(request).hint(game, _secret(authorization))


@post("/games/{game:str}/tool", status_code=200, responses=_faults(400, 403, 404, 413, 422, 429))
async def tool(
    request: Call, game: GameId, data: JSONBody[wire.ToolUse], authorization: Seat = None
) -> wire.ToolAnswer:
    """What a tool of the system says, pointed at things on the board."""
    hub = _hub(request)
    return await hub.ask(
        game, _secret(authorization), lambda room, viewer: hub.desk.tool(room, viewer, data)
    )


@get("/games/{game:str}/card", responses=_faults(400, 403, 404, 422, 429))
async def card(
    request: Call,
    game: GameId,
    thing: Annotated[str, QueryParameter(name="id", max_length=80)],
    authorization: Seat = None,
) -> wire.Card:
    """What is known of a piece or place."""
    hub = _hub(request)
    return await hub.ask(
        game, _secret(authorization), lambda room, viewer: hub.desk.card(room, viewer, thing)
    )


@get("/games/{game:str}/at/{line:int}", responses=_faults(400, 403, 404, 422, 429))
async def moment(
    request: Call,
    game: GameId,
    line: Annotated[int, PathParameter(ge=0, le=HIGHEST)],
    authorization: Seat = None,
    eyes: Annotated[str | None, QueryParameter(name="as", max_length=80, required=False)] = None,
) -> wire.Moment:
    """The game as it was after a line of its record; with another side's eyes after the end."""
    hub = _hub(request)
    return await hub.ask(
        game,
        _secret(authorization),
        lambda room, viewer: hub.desk.moment(room, viewer, line, eyes),
    )


@get("/games/{game:str}/log", responses=GAME)
async def log(
    request: Call,
    game: GameId,
    authorization: Seat = None,
    since: Annotated[int, QueryParameter(name="from", ge=0, le=HIGHEST)] = 0,
) -> wire.LogPart:
    """The log from an entry on."""
    hub = _hub(request)
    entries = await hub.ask(game, _secret(authorization), hub.desk.log)
    return wire.LogPart(min(since, len(entries)), entries[since:])


@get("/games/{game:str}/record", media_type=MediaType.TEXT, responses=GAME)
async def record(request: Call, game: GameId, authorization: Seat = None) -> str:
    """The record as the viewer may know it."""
    hub = _hub(request)
    return await hub.ask(game, _secret(authorization), hub.desk.record)


@get("/games/{game:str}/fairness", responses=GAME)
async def fairness(request: Call, game: GameId, authorization: Seat = None) -> wire.Fairness:
    """What is promised of the dice, and everybody's luck so far."""
    hub = _hub(request)
    return await hub.ask(game, _secret(authorization), hub.desk.fairness)


@websocket("/games/{game:str}/socket")
async def socket(socket: WebSocket[Any, Any, AppState], game: FromPath[str]) -> None:
    """A client's open line to a game."""
    await Line(socket.app.state.hub, socket.app.state.door, socket).serve(game)


# -- the page ------------------------------------------------------------------------------------


@get("/", include_in_schema=False)
async def index(request: Call) -> Response[bytes]:
    """The page."""
    return _file(request, "index.html")


@get("/static/{path:path}", include_in_schema=False)
async def static(request: Call, path: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    return _file(request, path)


def _file(request: Call, name: str) -> Response[bytes]:
    found = request.app.state.files.get(name)
    return _tagged(request, found.content, found.type, found.tag)


def _tagged(request: Call, content: bytes, type: str, tag: str) -> Response[bytes]:
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=type)
    return Response(content, headers=headers, media_type=type)


# -- putting it together -------------------------------------------------------------------------


def _told(status: int, kind: Any, message: str) -> Response[wire.Fault]:
    return Response(wire.Fault(kind, message), status_code=status, media_type=MediaType.JSON)


def _refused(_: Call, error: Refusal) -> Response[wire.Fault]:
    return _told(error.status, error.kind, str(error))


def _unknown(_: Call, error: UnknownName) -> Response[wire.Fault]:
    return _told(404, "unknown", str(error))


def _engine(_: Call, error: GrognardError) -> Response[wire.Fault]:
    return _told(422, "not-allowed", str(error))


def _unread(_: Call, error: Exception) -> Response[wire.Fault]:
    return _told(400, "malformed", "this request cannot be read")


def _http(_: Call, error: HTTPException) -> Response[wire.Fault]:
    kinds = {404: "unknown", 405: "unknown", 413: "too-much", 429: "too-much"}
    if error.status_code >= 500:
        return _failed(_, error)
    words = {404: "there is nothing here", 405: "not in this way", 413: "that is too large"}
    message = words.get(error.status_code, f"this request cannot be read{_where(error)}")
    return _told(error.status_code, kinds.get(error.status_code, "malformed"), message)


def _where(error: HTTPException) -> str:
    """What of a request could not be read, as far as it is known, and where all is described."""
    faults = error.extra if isinstance(error.extra, list) else []
    said = [f"{fault['key']}: {fault['message']}" for fault in faults if isinstance(fault, dict)]
    what = "; ".join(said) or error.detail
    return f" ({what:.300}); {DESCRIPTION}/openapi.json tells what is expected"


def _failed(request: Call, error: Exception) -> Response[wire.Fault]:
    _log.error("%s failed: %s", request.method, type(error).__name__, exc_info=error)
    return _told(500, "failed", "something went wrong here; it has been noted")


def create(settings: Settings, store: Store) -> ASGIApp:
    """The application behind its guard."""
    door = Doorkeeper(settings)
    return Guard(litestar(settings, store, door), settings, door)


def litestar(settings: Settings, store: Store, door: Doorkeeper) -> Litestar:
    """The application without its guard."""
    limits = settings.limits

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        hub = app.state.hub = Hub(store, settings)
        app.state.door, app.state.files = door, Files()
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    opening = Router("/api", route_handlers=[open_new], request_max_body_size=limits.record)
    api = Router(
        "/api",
        route_handlers=[
            *(systems, charts, bots, battles, picture, ground, description),
            *(state, do, preview, hint, tool, card, moment, log, record, fairness, socket),
        ],
    )
    return Litestar(
        [index, static, opening, api],
        lifespan=[running],
        request_max_body_size=limits.body,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        exception_handlers={
            Refusal: _refused,
            UnknownName: _unknown,
            StoreError: _failed,
            GrognardError: _engine,
            HTTPException: _http,
            RecursionError: _unread,
            UnicodeError: _unread,
            Exception: _failed,
        },
        openapi_config=OpenAPIConfig(
            title="Grognard",
            version=VERSION,
            description="Battles fought online: games, seats, answers, and what each side knows.",
            path=DESCRIPTION,
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
    )
