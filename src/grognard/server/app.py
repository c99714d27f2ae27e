"""The web application: all routes, and the OpenAPI description made from their types."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Final

from litestar import Litestar, MediaType, Request, Response, Router, WebSocket, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State as AppState
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.types import ASGIApp

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.version import VERSION
from grognard.server import catalogue, game_state, looking_back, requests, responses, table_routes
from grognard.server.bearer import GAME, GameId, Seat, faults, secret_of
from grognard.server.evenings import Evenings
from grognard.server.games import Games
from grognard.server.middleware import SecurityMiddleware, address_of
from grognard.server.new_game import open_game
from grognard.server.people_routes import people_router
from grognard.server.rate_limits import RateLimiter
from grognard.server.seats import Refusal
from grognard.server.settings import Settings
from grognard.server.sockets import FULL, SocketHandler
from grognard.server.sql_store import SqlStore
from grognard.server.static_files import StaticFiles
from grognard.server.store import StoreError, StoreFull

IMMUTABLE: Final = {"cache-control": "public, max-age=31536000, immutable"}
HIGHEST: Final = 10_000_000

_log = logging.getLogger("grognard.server")

Name = Annotated[str, PathParameter(max_length=80)]
ThingId = Annotated[str, QueryParameter(name="id", max_length=80)]
Call = Request[Any, Any, AppState]


DESCRIPTION: Final = "/api/description"


def _games(request: Call) -> Games:
    games: Games = request.app.state.games
    return games


# -- what can be played --------------------------------------------------------------------------


@get("/systems", sync_to_thread=True)
def systems() -> list[responses.SystemInfo]:
    """All installed systems."""
    return catalogue.systems()


@get("/systems/{system:str}/charts", sync_to_thread=True, responses=faults(400, 404))
def charts(
    system: Name,
    variant: Annotated[str, QueryParameter(max_length=80)] = "sheet",
) -> list[responses.ChartInfo]:
    """The charts of a system under a variant."""
    return catalogue.charts(system, variant)


@get("/bots", sync_to_thread=True)
def bots() -> list[responses.BotInfo]:
    """The bots you can play against."""
    return catalogue.bots()


@get("/battles", sync_to_thread=True)
def battles() -> list[game_state.BattleInfo]:
    """All battles of the installed systems."""
    return catalogue.battles()


@get(
    "/battles/{system:str}/{name:str}/picture.svg",
    media_type="image/svg+xml",
    sync_to_thread=True,
    responses=faults(400, 404),
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
    responses=faults(400, 404),
)
def ground(request: Call, name: Name) -> Response[bytes]:
    """The part of a board's picture that never changes, by its content hash and `.json`."""
    content = _games(request).presenter.grounds.get(name.removesuffix(".json"))
    return Response(content, media_type=MediaType.JSON, headers=IMMUTABLE)


@get("/openapi.json", include_in_schema=False, sync_to_thread=False)
def description(request: Call) -> dict[str, Any]:
    """The OpenAPI description of this interface."""
    schema = request.app.openapi_schema.to_schema()
    for name, found in schema["components"]["schemas"].items():
        known = getattr(requests, name, None)
        if known is not None and getattr(known, "__struct_config__", None) is not None:
            # Unknown fields are refused, and the description says so.
            found["additionalProperties"] = not known.__struct_config__.forbid_unknown_fields
    return schema


# -- games ---------------------------------------------------------------------------------------


@post("/games", status_code=201, responses=faults(400, 404, 413, 422, 429))
async def open_new(request: Call, data: JSONBody[requests.NewGame]) -> responses.OpenedGame:
    """Open a game. Its seats' secrets are sent once, in this answer."""
    games = _games(request)
    address = address_of(request.scope)
    request.app.state.limiter.open_game(address)
    imported = None
    if data.record:
        imported = await games.importer.read(data.record, address)
    elif data.house:
        imported = await games.importer.start(data, address)
    if data.listed and not games.settings.lists:
        raise Refusal("not-allowed", "the host of this server allows no list of games")
    opened = await games.thread(open_game, games.store, data, games.limits, imported)
    if data.listed:
        await games.thread(games.people.list_game, opened.game)
    return opened


@get("/games/{game:str}", responses=GAME)
async def state(
    request: Call,
    game: GameId,
    authorization: Seat = None,
    since: Annotated[int, QueryParameter(name="log", ge=0, le=HIGHEST)] = 0,
) -> game_state.State:
    """The state as the holder of a seat, or a spectator, may see it."""
    games = _games(request)
    live = await games.live(game)
    return await games.ask(
        game,
        secret_of(authorization),
        lambda room, viewer: games.presenter.state(room, viewer, live.present, since=since),
    )


@post(
    "/games/{game:str}/commands",
    status_code=200,
    responses=faults(400, 403, 404, 409, 413, 422, 429),
)
async def do(
    request: Call, game: GameId, data: JSONBody[requests.Command], authorization: Seat = None
) -> game_state.Done:
    """Carry out a command; sent again with the same key, it only gets the same reply."""
    return await _games(request).command(game, secret_of(authorization), data)


@post("/games/{game:str}/preview", status_code=200, responses=faults(400, 403, 404, 409, 413, 429))
async def preview(
    request: Call, game: GameId, data: JSONBody[requests.PreviewRequest], authorization: Seat = None
) -> responses.Preview:
    """What an answer would lead to, as far as the viewer can know. Changes nothing."""
    games = _games(request)

    def work(room: Any, viewer: Any) -> responses.Preview:
        room.refuse_stale(data.revision)
        return games.presenter.preview(room, viewer, data.answer, data.chain)

    return await games.ask(game, secret_of(authorization), work)


@post("/games/{game:str}/look", status_code=200, responses=faults(400, 403, 404, 409, 413, 429))
async def look(
    request: Call, game: GameId, data: JSONBody[requests.LookRequest], authorization: Seat = None
) -> responses.Look:
    """What a piece, or the orders given at a place, can do now. Changes nothing."""
    games = _games(request)

    def work(room: Any, viewer: Any) -> responses.Look:
        room.refuse_stale(data.revision)
        return games.presenter.look(room, viewer, data.id)

    return await games.ask(game, secret_of(authorization), work)


@get("/games/{game:str}/hint", responses=faults(400, 403, 404, 422, 429))
async def hint(request: Call, game: GameId, authorization: Seat = None) -> responses.Hint:
    """The answer a bot would give; only for those who play against bots alone."""
    return await _games(request).hint(game, secret_of(authorization))


@post("/games/{game:str}/tool", status_code=200, responses=faults(400, 403, 404, 413, 422, 429))
async def tool(
    request: Call, game: GameId, data: JSONBody[requests.ToolUse], authorization: Seat = None
) -> responses.ToolAnswer:
    """Use a tool of the system on things on the board."""
    games = _games(request)
    return await games.ask(
        game,
        secret_of(authorization),
        lambda room, viewer: games.presenter.tool(room, viewer, data),
    )


@get("/games/{game:str}/card", responses=faults(400, 403, 404, 422, 429))
async def card(
    request: Call,
    game: GameId,
    thing: ThingId,
    authorization: Seat = None,
) -> responses.CardInfo:
    """What is known of a piece or place."""
    games = _games(request)
    return await games.ask(
        game,
        secret_of(authorization),
        lambda room, viewer: games.presenter.card(room, viewer, thing),
    )


@get("/games/{game:str}/attack", responses=faults(400, 403, 404, 422, 429))
async def attack(
    request: Call,
    game: GameId,
    thing: ThingId,
    authorization: Seat = None,
) -> responses.AttackInfo:
    """How the attack may end that a piece has been ordered to make."""
    games = _games(request)
    return await games.ask(
        game,
        secret_of(authorization),
        lambda room, viewer: games.presenter.attack(room, viewer, thing),
    )


@get("/games/{game:str}/at/{line:int}", responses=faults(400, 403, 404, 422, 429))
async def moment(
    request: Call,
    game: GameId,
    line: Annotated[int, PathParameter(ge=0, le=HIGHEST)],
    authorization: Seat = None,
    view_as: Annotated[str | None, QueryParameter(name="as", max_length=80, required=False)] = None,
) -> responses.Moment:
    """The game as it was after a line of its record; another side's view only after the end."""
    games = _games(request)
    return await games.ask(
        game,
        secret_of(authorization),
        lambda room, viewer: games.presenter.moment(room, viewer, line, view_as),
    )


@get("/games/{game:str}/log", responses=GAME)
async def log(
    request: Call,
    game: GameId,
    authorization: Seat = None,
    since: Annotated[int, QueryParameter(name="from", ge=0, le=HIGHEST)] = 0,
) -> game_state.LogPart:
    """The log from one entry on."""
    games = _games(request)
    return await games.ask(
        game,
        secret_of(authorization),
        lambda room, viewer: games.presenter.log(room, viewer, since),
    )


@get("/games/{game:str}/record", media_type=MediaType.TEXT, responses=GAME)
async def record(request: Call, game: GameId, authorization: Seat = None) -> str:
    """The record, without what the viewer may not see."""
    games = _games(request)
    return await games.ask(game, secret_of(authorization), games.presenter.record)


@get("/games/{game:str}/briefing", responses=GAME)
async def briefing(request: Call, game: GameId, authorization: Seat = None) -> responses.Briefing:
    """Both orders of battle, how victory is reckoned, and what the marks on pieces mean."""
    games = _games(request)

    def work(room: Any, viewer: Any) -> responses.Briefing:
        view = room.game.view(games.presenter.you(room, viewer))
        return looking_back.briefing(room.game.system, view)

    return await games.ask(game, secret_of(authorization), work)


@get("/games/{game:str}/review", responses=faults(400, 403, 404, 422, 429))
async def review(request: Call, game: GameId, authorization: Seat = None) -> responses.Review:
    """Losses, luck and the rolls that decided a battle that is over."""
    games = _games(request)

    def work(room: Any, viewer: Any) -> responses.Review:
        return looking_back.look_back(room.game, games.presenter.you(room, viewer))

    return await games.ask(game, secret_of(authorization), work)


@get("/games/{game:str}/fairness", responses=GAME)
async def fairness(request: Call, game: GameId, authorization: Seat = None) -> responses.Fairness:
    """The commitment to the dice, and each side's luck so far."""
    games = _games(request)
    return await games.ask(game, secret_of(authorization), games.presenter.fairness)


@websocket("/games/{game:str}/socket")
async def socket(socket: WebSocket[Any, Any, AppState], game: FromPath[str]) -> None:
    """A client's websocket to a game."""
    await SocketHandler(socket.app.state.games, socket.app.state.limiter, socket).serve(game)


# -- the page ------------------------------------------------------------------------------------


@get("/", include_in_schema=False)
async def index(request: Call) -> Response[bytes]:
    """The page."""
    return _file(request, "index.html")


@get("/notices.js", include_in_schema=False)
async def worker(request: Call) -> Response[bytes]:
    """The service worker that shows notices; at the root, so that it may speak for the page."""
    return _file(request, "service-worker.js")


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


def _told(status: int, kind: Any, message: str) -> Response[game_state.ErrorInfo]:
    return Response(
        game_state.ErrorInfo(kind, message), status_code=status, media_type=MediaType.JSON
    )


def _refused(_: Call, error: Refusal) -> Response[game_state.ErrorInfo]:
    return _told(error.status, error.kind, str(error))


def _unknown(_: Call, error: UnknownName) -> Response[game_state.ErrorInfo]:
    return _told(404, "unknown", str(error))


def _engine(_: Call, error: GrognardError) -> Response[game_state.ErrorInfo]:
    return _told(422, "not-allowed", str(error))


def _unread(_: Call, error: Exception) -> Response[game_state.ErrorInfo]:
    return _told(400, "malformed", "this request cannot be read")


def _http(_: Call, error: HTTPException) -> Response[game_state.ErrorInfo]:
    kinds = {404: "unknown", 405: "unknown", 413: "too-much", 429: "too-much"}
    if error.status_code >= 500:
        return _failed(_, error)
    words = {
        404: "not found",
        405: "method not allowed",
        413: "the request is too large",
    }
    message = words.get(error.status_code, f"this request cannot be read{_where(error)}")
    told = _told(error.status_code, kinds.get(error.status_code, "malformed"), message)
    for name, value in (error.headers or {}).items():
        told.headers[name] = value  # a method that is not allowed: which are
    return told


def _where(error: HTTPException) -> str:
    """Which part of a request could not be read, and where the interface is described."""
    faults = error.extra if isinstance(error.extra, list) else []
    said = [f"{fault['key']}: {fault['message']}" for fault in faults if isinstance(fault, dict)]
    what = "; ".join(said) or error.detail
    return f" ({what:.300}); {DESCRIPTION}/openapi.json describes what is expected"


def _full(request: Call, error: Exception) -> Response[game_state.ErrorInfo]:
    _log.error("no room to store a change: %s", error)
    return _told(507, "full", FULL)


def _failed(request: Call, error: Exception) -> Response[game_state.ErrorInfo]:
    _log.error("%s failed: %s", request.method, type(error).__name__, exc_info=error)
    return _told(500, "failed", "something went wrong on the server; the error was logged")


def create(settings: Settings, store: SqlStore) -> ASGIApp:
    """The application with its middleware."""
    limiter = RateLimiter(settings)
    return SecurityMiddleware(litestar(settings, store, limiter), settings, limiter)


def litestar(settings: Settings, store: SqlStore, limiter: RateLimiter) -> Litestar:
    """The application without its middleware."""
    limits = settings.limits

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        games = app.state.games = Games(store, settings)
        app.state.limiter, app.state.files = limiter, StaticFiles()
        app.state.evenings = Evenings()
        await games.start()
        try:
            yield
        finally:
            await games.stop()

    opening = Router("/api", route_handlers=[open_new], request_max_body_size=limits.record)
    api = Router(
        "/api",
        route_handlers=[
            *(systems, charts, bots, battles, picture, ground, description),
            *(state, do, preview, look, hint, tool, card, attack),
            *(moment, log, record, fairness, socket),
            *(briefing, review),
        ],
    )
    return Litestar(
        [index, worker, static, opening, api, people_router, table_routes.ROUTES],
        lifespan=[running],
        request_max_body_size=limits.body,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        exception_handlers={
            Refusal: _refused,
            UnknownName: _unknown,
            StoreFull: _full,
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
