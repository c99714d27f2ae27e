"""The server process: it takes a port, serves until told to stop, and shuts down cleanly."""

from __future__ import annotations

import faulthandler
import socket
from collections.abc import Callable
from types import FrameType
from typing import Final

import uvicorn
from litestar.types import ASGIApp

from grognard.engine.errors import GrognardError
from grognard.server.app import create
from grognard.server.http_protocol import PatientProtocol
from grognard.server.open_store import open_store
from grognard.server.settings import Settings

TRIES: Final = 50  # ports to try after the first
GRACE: Final = 3  # seconds for open requests when it stops
LATEST: Final = 10  # seconds after which a server that does not stop is ended
LONGEST_HEAD: Final = 32_768  # bytes of a request before its body


class PortTaken(GrognardError):
    """No port to listen on."""


def take_port(host: str, port: int, others: bool) -> socket.socket:
    """A socket that listens on a port, or on the next free one if `others` are allowed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + (TRIES if others and port else 1)):
        taken = socket.socket(family, socket.SOCK_STREAM)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((host, number))
            taken.listen()  # a browser that connects early waits a moment and is served
        except OSError as error:
            taken.close()
            reason = error.strerror
            continue
        return taken
    raise PortTaken(f"cannot listen on {host} port {port}: {reason}; choose another with --port")


def address(taken: socket.socket, host: str) -> str:
    """The page's address for a browser on this machine."""
    port = taken.getsockname()[1]
    name = "127.0.0.1" if host == "0.0.0.0" else "[::1]" if host == "::" else host
    if ":" in name and name[0] != "[":
        name = f"[{name}]"
    return f"http://{name}:{port}/"


def configured(settings: Settings, app: ASGIApp) -> uvicorn.Config:
    """How uvicorn serves the application: no access log, and limits on everything."""
    return uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # it would hold people's addresses
        http=PatientProtocol,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message * 4,
        ws_max_queue=8,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        server_header=False,
        proxy_headers=settings.behind_proxy,
        timeout_graceful_shutdown=GRACE,
        limit_concurrency=2000,
    )


class _Server(uvicorn.Server):
    """A server that ends within seconds of a signal, whatever hangs."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order; a watchdog outside Python ends the process if that takes too long."""
        faulthandler.dump_traceback_later(LATEST, exit=True)
        super().handle_exit(sig, frame)


def serve(
    settings: Settings, *, other_ports: bool = False, ready: Callable[[str], None] | None = None
) -> None:
    """Serve until a signal comes; `ready` is first called with the page's address."""
    store = open_store(settings.store)
    try:
        store.claim()
        taken = take_port(settings.host, settings.port, other_ports)
    except BaseException:
        store.close()
        raise
    server = _Server(configured(settings, create(settings, store)))
    if ready is not None:
        ready(address(taken, settings.host))
    server.run(sockets=[taken])
