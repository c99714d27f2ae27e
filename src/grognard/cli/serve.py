"""The commands `grognard serve` and `grognard games`: the server, and a check of its games."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import click

import grognard
from grognard.cli.backup import place_of_games, store_options
from grognard.cli.output import complain, say, say_json, say_table
from grognard.cli.reference import offered
from grognard.engine.grammar import how_many
from grognard.server.settings import LOOPBACK, PORT, Settings
from grognard.systems import faults


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"The port. [default: {PORT}]")
@store_options
@click.option("--workers", type=click.IntRange(1, 64), default=2, help="Processes for bots.")
@click.option("--bot-seconds", type=click.FloatRange(0.1, 600), default=10.0, help="For an answer.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="A name it is reached by.")
@click.option("--behind-proxy", is_flag=True, help="Trust client addresses from a local proxy.")
@click.option("--no-webhooks", is_flag=True, help="Send no notifications to players' webhooks.")
@click.option(
    "--lists", is_flag=True, help="Let players list games for everybody to join or watch."
)
@click.option(
    "--smtp",
    metavar="URL",
    default="",
    envvar="GROGNARD_SMTP",
    help="A mail server for notices: smtp://user:password@host:587 or smtps://….",
)
@click.option("--mail-from", metavar="ADDRESS", default="", help="The sender of notices.")
@click.option("--public-url", metavar="URL", default="", help="The address in notices.")
@offered
def serve(
    host: str,
    port: int | None,
    data: Path | None,
    database: str,
    workers: int,
    bot_seconds: float,
    allow_host: tuple[str, ...],
    behind_proxy: bool,
    no_webhooks: bool,
    lists: bool,
    smtp: str,
    mail_from: str,
    public_url: str,
    variant: tuple[str, ...],
) -> None:
    """Serve games to browsers, on this machine only unless --host says otherwise."""
    from grognard.server import run  # here, so that other commands start quickly

    settings = Settings(
        store=place_of_games(data, database),
        host=host,
        port=PORT if port is None else port,
        allow_hosts=allow_host,
        behind_proxy=behind_proxy,
        workers=workers,
        bot_seconds=bot_seconds,
        webhooks=not no_webhooks,
        lists=lists,
        smtp=smtp,
        mail_from=mail_from,
        public_url=public_url,
    )

    def ready(address: str) -> None:
        announce(address)
        for line in reach(settings, address):
            say(line)

    run.serve(settings, other_ports=port is None, ready=ready)


def announce(address: str) -> None:
    """Say where the page is."""
    say(f"Grognard serves at {address}")
    say("Stop with Ctrl-C. Every answer is saved at once.")
    grognard.systems()
    for fault in faults():
        complain(f"grognard: {fault}")


def reach(settings: Settings, address: str) -> list[str]:
    """Whom links to this server reach, and how to reach more."""
    port = urlsplit(address).port
    named = [name for name in settings.allow_hosts if name not in LOOPBACK]
    if settings.behind_proxy and not named:
        return ["Others are refused until you name it: add --allow-host and the proxy's host name"]
    if settings.behind_proxy:
        return [f"Others reach it by the proxy, as {' or '.join(named)}."]
    if settings.host in LOOPBACK or settings.host == "::1":
        near = own_address()
        return [
            "Links to friends work on this machine only. To play on the local network:",
            f"  grognard serve --host 0.0.0.0 --port {port} --allow-host {near or 'THIS-MACHINE'}",
        ]
    own = [] if settings.host in ("0.0.0.0", "::") else [settings.host]
    names = [*own, *named]
    if not names:
        near = own_address() or "THIS-MACHINE"
        return [f"Others are refused until you name it: add --allow-host {near}"]
    return [f"On the network: {' or '.join(f'http://{name}:{port}/' for name in names)}"]


def own_address() -> str:
    """This machine's address on the local network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # nothing is sent: it only finds the way out
            found = str(line.getsockname()[0])
        except OSError:
            return ""
    return "" if found.startswith("127.") else found


@click.command()
@store_options
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
@click.pass_context
def games(ctx: click.Context, data: Path | None, database: str, as_json: bool) -> None:
    """Replay every stored game under the current rules; list those that differ.

    The exit status is 1 if some do. They can still be played: the server continues from
    their last position.
    """
    from grognard.server.open_store import open_store
    from grognard.server.replay_check import check_all

    store = open_store(place_of_games(data, database))
    try:
        found = list(check_all(store))
    finally:
        store.close()
    differ = [each for each in found if each.differs]
    if as_json:
        say_json([each._asdict() for each in found])
    else:
        say(f"{how_many(len(found), 'game')}, {len(found) - len(differ)} replay the same.")
        if differ:
            rows = [(each.game, each.battle, each.lines, each.differs) for each in differ]
            say_table(("game", "battle", "lines", "differs"), rows)
    ctx.exit(1 if differ else 0)
