"""`grognard ladder`: matches between bots, with intervals."""

from __future__ import annotations

from pathlib import Path

import click

from grognard.bots import bot
from grognard.cli.output import complain, say


@click.command()
@click.option("--battle", multiple=True, help="Only these battles, as SYSTEM/NAME.")
@click.option("--one", help="The bot that is measured (else: all standard matches).")
@click.option("--other", help="The bot it plays.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(2, 10_000))
@click.option("--wanted", default=0.0, help="The share that is wanted, as 0.75.")
@click.option("--sure", is_flag=True, help="Stop a match as soon as its answer is plain.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1, 256))
@click.option(
    "--kept",
    default=".ladder/games.jsonl",
    show_default=True,
    type=click.Path(path_type=Path),
    help="Where games are kept, so that an interrupted ladder goes on.",
)
@click.option(
    "--page", type=click.Path(path_type=Path), help="Write the table here too (docs/strength.md)."
)
def ladder(
    battle: tuple[str, ...],
    one: str | None,
    other: str | None,
    games: int,
    wanted: float,
    sure: bool,
    jobs: int,
    kept: Path,
    page: Path | None,
) -> None:
    """Play matches between bots and say who is stronger, with 95 % intervals.

    Without --one and --other all standard matches are played: each level against the one below,
    the first drill and the scripted opponents. Levels are named as in `grognard play --against`;
    `marshal:5000` thinks 5000 nodes an order.
    """
    from grognard.lab import ladder as lab

    if bool(one) != bool(other):
        raise click.UsageError("--one and --other go together")
    if one and other:
        for name in (one, other):
            bot(name)  # refuses unknown names
        places = battle or lab.tutorials()
        matches = [lab.Match(place, one, other, games, wanted) for place in places]
    else:
        matches = [m for m in lab.standard(games) if not battle or m.battle in battle]
    store = lab.Kept(kept)
    rows: dict[tuple[str, str], str] = {}
    for match in matches:

        def tell(score: lab.Score, match: lab.Match = match) -> None:
            low, high = score.interval()
            complain(
                f"{match.battle}, {match.name}: {score.won} of {score.played}"
                f" ({100 * low:.0f}–{100 * high:.0f} %)"
            )

        score = lab.play_match(match, store, jobs, sure, tell)
        rows[match.battle, match.name] = lab.row(match, score)
        if page:
            lab.write_page(page, rows)
    for line in (*lab.HEAD[-2:], *rows.values()):
        say(line)
