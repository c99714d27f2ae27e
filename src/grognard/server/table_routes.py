"""The companion at the table: its files, its data, and evenings that two phones share."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Annotated, Any, Final

from litestar import Request, Response, Router, get, post, put
from litestar.datastructures import State as AppState
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.response import Redirect

from grognard.companion import site
from grognard.companion.data import PRINT
from grognard.companion.lengths import lengths
from grognard.server.evenings import LARGEST, Evenings
from grognard.server.seats import Refusal
from grognard.server.static_files import TYPES

FRONT: Final = "/table/index.html"
BODY: Final = 2 * LARGEST  # bytes of a request that holds an evening

Call = Request[Any, Any, AppState]
Key = Annotated[str, PathParameter(max_length=40)]


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """An evening to be shared, as the page wrote it."""

    evening: str
    revision: int = 0


@dataclass(frozen=True, slots=True)
class EveningState:
    """A shared evening: its key, its text unless the phone sent it itself, its revision."""

    key: str
    revision: int
    evening: str = ""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """An evening to be printed, and how."""

    evening: str
    variant: str = "sheet"
    paper: str = "a4"
    scale: str = "full"
    unit: str = "in"


def _evenings(request: Call) -> Evenings:
    kept: Evenings = request.app.state.evenings
    return kept


@get("/table", include_in_schema=False, sync_to_thread=False)
def front() -> Redirect:
    """The front page stands in a folder of its own, so that its addresses are relative."""
    return Redirect(FRONT)


@get("/table/{path:path}", include_in_schema=False, sync_to_thread=True)
def file(
    request: Call,
    path: FromPath[str],
    scale: Annotated[str, QueryParameter(max_length=20)] = "full",
    unit: Annotated[str, QueryParameter(max_length=20)] = "in",
) -> Response[bytes]:
    """A file of the companion."""
    name = path.lstrip("/") or "index.html"
    if name == "files.json":
        content = site.file_list(every=False).encode()
    elif name.startswith(PRINT):
        content = site.sheet_file(name, lengths(scale, unit))
    elif name.startswith(site.DATA):
        content = site.data_file(name).encode()
    else:
        content = site.static_file(name)
    tag = f'"{sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    kind = TYPES.get(PurePosixPath(name).suffix, "application/octet-stream")
    return Response(content, media_type=kind, headers=headers)


@post("/table/evenings", status_code=201, sync_to_thread=False)
def open_evening(request: Call, data: JSONBody[SharedEvening]) -> EveningState:
    """Share an evening."""
    key, revision = _evenings(request).open(data.evening)
    return EveningState(key, revision)


@get("/table/evenings/{key:str}", sync_to_thread=False)
def evening(request: Call, key: Key) -> EveningState:
    """A shared evening as it is now."""
    kept = _evenings(request).get(key)
    return EveningState(key, kept.revision, kept.evening)


@put("/table/evenings/{key:str}", sync_to_thread=False)
def change_evening(request: Call, key: Key, data: JSONBody[SharedEvening]) -> EveningState:
    """Change a shared evening, unless the other phone has."""
    return EveningState(key, _evenings(request).change(key, data.evening, data.revision))


@post("/table/print", status_code=200, sync_to_thread=True)
def print_evening(data: JSONBody[PrintedTable]) -> Response[bytes]:
    """An evening as PDF, with the strength of this moment."""
    if len(data.evening) > LARGEST:
        raise Refusal("too-much", f"an evening holds at most {LARGEST} characters")
    content = site.evening_file(
        data.evening, data.variant, data.paper, lengths(data.scale, data.unit)
    )
    return Response(content, media_type="application/pdf", headers={"cache-control": "no-store"})


ROUTES: Final = Router(
    "/",
    route_handlers=[front, file, open_evening, evening, change_evening, print_evening],
    request_max_body_size=BODY,
)
