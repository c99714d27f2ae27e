"""`grognard lab`: studies that change what the program knows."""

from __future__ import annotations

from pathlib import Path

import click

from grognard.cli.output import complain, say
from grognard.engine.errors import GrognardError
from grognard.engine.grammar import how_many


@click.group()
def lab() -> None:
    """Studies: what bots can learn from their own games."""


@lab.command()
@click.argument("system")
@click.option("--battle", help="The battle to learn from (else the system's tutorial).")
@click.option("--games", default=200, show_default=True, type=click.IntRange(10, 100_000))
@click.option(
    "--by",
    type=click.Choice(["positions", "games"]),
    default="positions",
    show_default=True,
    help="Learn from the positions of games, or from their results alone.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1, 100_000),
    help="What a bot thinks for an order (else as drill does; 100 for positions).",
)
@click.option(
    "--kept", type=click.Path(path_type=Path), help="Where games are kept (.train/SYSTEM-….jsonl)."
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option("--write", is_flag=True, help="Write what was learnt to the system's weights.toml.")
def train(
    system: str,
    battle: str | None,
    games: int,
    by: str,
    nodes: int | None,
    kept: Path | None,
    jobs: int,
    write: bool,
) -> None:
    """Learn the weights of a SYSTEM's judgement from games of bots against themselves.

    Games are kept as they end: an interrupted run goes on where it stopped. Without --write the
    weights are only shown. Then measure them: grognard ladder --one learnt-drill --other
    hand-drill.
    """
    from grognard.lab import positions, training
    from grognard.systems import system as system_named

    rules = system_named(system)
    sets = rules.weights()
    if sets is None:
        raise GrognardError(f"{system} has no weights to learn")
    name = battle or rules.battles()[0]
    path = kept or Path(".train") / f"{system}-{name}-{by}.jsonl"

    def tell(played: int) -> None:
        if played % 10 == 0 or played == games:
            complain(f"{system}/{name}: {played} of {how_many(games, 'game')}")

    task = training.Task(system, name, games, nodes, path, jobs)
    way = positions.learn if by == "positions" else training.learn
    found = way(task, sets, tell)
    for line in found.says:
        say(line)
    if write:
        file = training.weights_file(system)
        text = file.read_text("utf-8")
        file.write_text(training.written(text, found.weights, found.record), encoding="utf-8")
        say(f"Written to {file}.")
