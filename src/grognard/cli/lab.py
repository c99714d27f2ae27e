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
    "--kept", type=click.Path(path_type=Path), help="Where games are kept (.train/SYSTEM.jsonl)."
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option("--write", is_flag=True, help="Write what was learnt to the system's weights.toml.")
def train(
    system: str, battle: str | None, games: int, kept: Path | None, jobs: int, write: bool
) -> None:
    """Learn the weights of a SYSTEM's judgement from games of bots against themselves.

    Games are kept as they end: an interrupted run goes on where it stopped. Without --write the
    weights are only shown. Then measure them: grognard ladder --one learnt-drill --other
    hand-drill.
    """
    from grognard.lab import training
    from grognard.systems import system as system_named

    found = system_named(system)
    sets = found.weights()
    if sets is None:
        raise GrognardError(f"{system} has no weights to learn")
    name = battle or found.battles()[0]
    path = kept or Path(".train") / f"{system}-{name}.jsonl"

    def tell(played: int) -> None:
        if played % 10 == 0 or played == games:
            complain(f"{system}/{name}: {played} of {how_many(games, 'game')}")

    start = sets.get().numbers()
    played = training.gathered(found, name, games, path, tell, jobs)
    fit = training.fitted(played, start, sets.steps)
    say(f"{how_many(fit.games, 'game')}. What is worth more is raised, the rest lowered:")
    for line in training.told(fit, start):
        say(line)
    if write:
        file = training.weights_file(system)
        file.write_text(training.written(file.read_text("utf-8"), fit, name), encoding="utf-8")
        say(f"Written to {file}.")
