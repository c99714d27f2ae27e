"""The command that prints: the sheet of a system, or everything a battle needs on a table."""

from __future__ import annotations

from pathlib import Path

import click

import grognard
from grognard.cli.output import say
from grognard.cli.reference import lengths_options, variant_option
from grognard.companion.lengths import Lengths


@click.command("print")
@click.argument("what", metavar="SYSTEM|BATTLE")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True)
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True)
@lengths_options
@variant_option
def print(what: str, output: Path, paper: str, scale: str, unit: str, variant: str) -> None:  # noqa: A001
    """Write a PDF: the sheet of a SYSTEM, or a BATTLE with rosters, labels, markers and map.

    Print it at 100 %, or labels will not have the size of their bases.
    """
    from grognard.companion.paper.battle import print_battle
    from grognard.companion.paper.charts import print_system

    lengths = Lengths(scale, unit)
    name, slash, battle = what.partition("/")
    system = grognard.system(name)
    if slash:
        print_battle(system, system.battle(battle, variant), output, paper, lengths)
        say(f"{output}: scenario, rosters, labels and markers of {what}.")
        return
    charts, size = print_system(system, output, variant, paper, lengths)
    say(f"{output}: {charts} charts on the first page, in letters of {size:.1f} points.")
