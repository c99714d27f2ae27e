"""The commands of the lab: simulate a battle, measure its balance, compare systems."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

import grognard
from grognard.bots import bot
from grognard.cli.output import complain, console, say, say_json, say_paragraph, say_table
from grognard.cli.reference import as_json, variant_option
from grognard.engine.errors import GrognardError
from grognard.engine.grammar import how_many
from grognard.lab import comparison, pool, records, tables
from grognard.lab.balance import Balance, Question, sweep
from grognard.lab.intervals import percent, points
from grognard.lab.match import PlayedGame
from grognard.lab.report import report
from grognard.lab.study import Spread, Study
from grognard.lab.study_pages import balance_page, comparison_page
from grognard.lab.summary import Summary

F = TypeVar("F", bound=Callable[..., Any])
ON = ("processes", "ray")


def study_options(games: int) -> Callable[[F], F]:
    """The options every study has."""
    options = [
        click.option("--games", type=click.IntRange(1), default=games, show_default=True),
        click.option(
            "--bots",
            default="drill,drill",
            show_default=True,
            help="A bot for each side, in order.",
        ),
        click.option("--seed", type=int, default=1, show_default=True, help="The first seed."),
        click.option(
            "--jobs", type=click.IntRange(1), default=pool.every_core, help="Processes; all cores."
        ),
        click.option(
            "--on", type=click.Choice(ON), default=ON[0], show_default=True, help="Where to play."
        ),
        variant_option,
        as_json,
    ]

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


report_option = click.option(
    "--report", "report_path", type=click.Path(path_type=Path), help="Write a page of plots: .html."
)
change_option = click.option(
    "--change", "changes", multiple=True, help="Change the battle, as in unit.huber.sp=4."
)


def bots_of(text: str, sides: int) -> tuple[str, ...]:
    """The bots named in an option; one name serves all sides."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= sides
    if len(names) != sides:
        raise GrognardError(f"--bots {text}: the battle has {sides} sides, name a bot for each")
    for name in names:
        bot(name)  # refuses unknown names before anything is played
    return tuple(names)


def spread_on(where: str) -> Spread:
    """How the work is spread: over processes of this machine, or over a Ray cluster."""
    if where == ON[0]:
        return pool.run
    from grognard.lab import cluster

    return cluster.run


@contextmanager
def progress(games: int, done: int, what: str) -> Iterator[Callable[[PlayedGame], None]]:
    """A bar on standard error with the time left, if somebody looks at it."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games,"),
        TimeElapsedColumn(),
        TextColumn("so far, left"),
        TimeRemainingColumn(),
        console=console(stderr=True),
        disable=not console(stderr=True).is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=games, completed=done)
        yield lambda game: bar.advance(task)


@contextmanager
def kept_in(path: Path | None, name: str) -> Iterator[Path]:
    """The file or folder of a study; one that is not named is thrown away."""
    if path is not None:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        yield Path(folder) / name


def refuse_page(path: Path | None) -> None:
    """Refuse a name that is no page, before anything is played."""
    if path is not None and path.suffix.lower() not in (".html", ".htm"):
        raise GrognardError(f"{path}: a report's name ends in .html")


@click.command()
@click.argument("battle")
@study_options(100)
@change_option
@click.option(
    "--study",
    "study_path",
    type=click.Path(path_type=Path),
    help="Keep the games here; the same command goes on with it.",
)
@report_option
@click.option(
    "--table", "table_path", type=click.Path(path_type=Path), help="Write .csv or .parquet."
)
@click.option(
    "--records", type=click.Path(path_type=Path), help="A folder: keep the record of every game."
)
def sim(
    battle: str,
    games: int,
    bots: str,
    seed: int,
    jobs: int,
    on: str,
    variant: str,
    as_json: bool,
    changes: tuple[str, ...],
    study_path: Path | None,
    report_path: Path | None,
    table_path: Path | None,
    records: Path | None,
) -> None:
    """Play many games between bots and count what happens."""
    refuse_page(report_path)
    if table_path is not None:
        tables.refuse_other(table_path)
    names = bots_of(bots, len(grognard.battle(battle, variant).sides))
    seeds = range(seed, seed + games)
    with (
        kept_in(study_path, "study.jsonl") as path,
        Study(path, battle, names, variant, changes) as study,
    ):
        play_out(study, seeds, jobs, on)
        summary = summary_of(study, seeds)
        # Files first: whoever reads the first lines only (`| head`) gets them too.
        write_out(study, summary, seeds, report_path, table_path, records, jobs)
        if as_json:
            say_json(summary.json())
        else:
            say_summary(study, summary)


def play_out(study: Study, seeds: Sequence[int], jobs: int, on: str) -> None:
    """Play what is not played yet; an interrupt leaves what was played."""
    done = len(study.seeds.intersection(seeds))
    try:
        with progress(len(seeds), done, study.battle.id) as told:
            study.play(seeds, jobs, told, spread_on(on))
    except KeyboardInterrupt:
        complain(
            f"\nStopped after {how_many(len(study), 'game')}; the same command goes on from there."
        )
        raise click.exceptions.Exit(130) from None


def summary_of(study: Study, seeds: Sequence[int]) -> Summary:
    """The summary of some games of a study."""
    roster = grognard.system(study.battle.system).roster(study.battle)
    return Summary.of(study.battle, roster, study.games(seeds))


def write_out(
    study: Study,
    summary: Summary,
    seeds: Sequence[int],
    report_path: Path | None,
    table_path: Path | None,
    folder: Path | None,
    jobs: int,
) -> None:
    """Write the report, the table and the records that were asked for."""
    if report_path is not None:
        page = report(study, summary, grognard.system(study.battle.system))
        report_path.write_text(page, encoding="utf-8")
        complain(f"{report_path} written.")
    if table_path is not None:
        tables.write(study, table_path)
        complain(f"{table_path} written.")
    if folder is not None:
        kept = records.keep(study, seeds, folder, jobs)
        complain(f"{how_many(len(kept), 'record')} in {folder}.")


def say_summary(study: Study, summary: Summary) -> None:
    """The summary as tables."""
    battle = summary.battle
    bots = ", ".join(f"{t}: {b}" for t, b in zip(battle.titles, study.header.bots, strict=True))
    say(f"{battle.title} ({battle.id}), {how_many(summary.games, 'game')}. {bots}", "bold")
    rows = [
        [
            title,
            summary.wins[side],
            percent(summary.win(side)),
            f"{summary.lost(side):.1f}",
            f"{summary.strength[0][side].mean:.0f}" if summary.strength else "",
        ]
        for side, title in enumerate(battle.titles)
    ]
    rows.append(["Drawn", summary.draws, "", "", ""])
    say_table(["side", "won", "share (95 %)", "strength lost", "of"], rows)
    turns, answers = summary.turns.interval(), summary.answers.interval()
    say(
        f"\n{turns.value:.1f} of {battle.length} turns, {answers.value:.0f} ± {answers.half:.0f}"
        f" answers, {summary.rolls.mean:.0f} rolls a game."
    )
    for why, count in summary.reasons.most_common(4):
        say(f"  {count:4}  {why}")
    if summary.losses:
        say("")
        lost = [
            [turn, *(f"{points / summary.games:.1f}" for points in by_side)]
            for turn, by_side in sorted(summary.losses.items())
        ]
        say_table(["turn", *(f"{t} lost" for t in battle.titles)], lost)
        say("")
        say_table(["unit", "side", "lost a game", "of", "gone in"], unit_rows(summary))
    say(f"\nThe side with the better luck won {percent(summary.luckier_wins)} of the games won.")
    for outlier in summary.outliers:
        say(f"  {outlier.what}: seed {outlier.seed}, {outlier.says}")


def unit_rows(summary: Summary, most: int = 10) -> list[list[object]]:
    """The units that lose most of their strength."""
    counted = zip(summary.roster.units, summary.units, strict=True)
    worst = sorted(counted, key=lambda pair: -pair[1].lost / max(1, pair[0].strength))
    return [
        [
            unit.name,
            summary.battle.titles[unit.side],
            f"{count.lost / summary.games:.1f}",
            unit.strength,
            f"{100 * count.fell / summary.games:.0f} %",
        ]
        for unit, count in worst[:most]
        if count.lost
    ]


@click.command()
@click.argument("battle")
@study_options(200)
@change_option
@click.option("--sweep", "swept", help="Try several values: turns=5..8, or unit.huber.sp=3,5,7.")
@click.option(
    "--within",
    type=click.FloatRange(1, 50),
    default=5.0,
    show_default=True,
    help="Stop when the change is known to matter, or not by more than so many points of 100.",
)
@click.option("--all", "play_all", is_flag=True, help="Play all games; do not stop early.")
@click.option(
    "--study",
    "folder",
    type=click.Path(path_type=Path),
    help="A folder: keep the games here; the same command goes on with it.",
)
@report_option
def balance(
    battle: str,
    games: int,
    bots: str,
    seed: int,
    jobs: int,
    on: str,
    variant: str,
    as_json: bool,
    changes: tuple[str, ...],
    swept: str | None,
    within: float,
    play_all: bool,
    folder: Path | None,
    report_path: Path | None,
) -> None:
    """How the sides fare between equal bots, and what a change does to it.

    All --change options together are one change; --sweep makes one of each of its values.
    """
    refuse_page(report_path)
    names = bots_of(bots, len(grognard.battle(battle, variant).sides))
    ways: list[tuple[str, ...]] = [()]
    if swept is not None:
        ways += [(*changes, one) for one in sweep(swept)]
    elif changes:
        ways.append(changes)
    seeds = range(seed, seed + games)
    looked = not play_all and len(ways) > 1
    with kept_in(folder, "balance") as path:
        found = Balance(Question(battle, names, variant, tuple(ways)), path)
        try:
            done = sum(len(study.seeds.intersection(seeds)) for study in found.studies)
            with progress(games * len(ways), done, found.plain.battle.id) as told:
                found.play(seeds, jobs, within / 100 if looked else None, told, spread_on(on))
            if as_json:
                say_json(found.json(seeds, looked))
            else:
                say_balance(found, seeds, looked)
            if report_path is not None:
                report_path.write_text(balance_page(found, seeds, looked), encoding="utf-8")
                complain(f"{report_path} written.")
        except KeyboardInterrupt:
            complain("\nStopped; the same command goes on from there if it has --study.")
            raise click.exceptions.Exit(130) from None
        finally:
            found.close()


def say_balance(found: Balance, seeds: Sequence[int], looked: bool) -> None:
    """The balance as tables."""
    battle = found.plain.battle
    plain = found.summary(0, seeds)
    say(f"{battle.title} ({battle.id}), {how_many(plain.games, 'game')} between equal bots", "bold")
    say_table(
        ["side", "won", "share (95 %)"],
        [
            *([t, plain.wins[s], percent(plain.win(s))] for s, t in enumerate(battle.titles)),
            ["Drawn", plain.draws, ""],
        ],
    )
    say(f"\n{battle.titles[0]} makes {percent(plain.share)} of a game, draws counting half.")
    ways = found.question.ways[1:]
    common = [change for change in ways[0] if all(change in way for way in ways)] if ways else []
    rows = []
    for number, way in enumerate(found.question.ways):
        if number:
            what = found.difference(number, seeds, looked)
            rows.append(
                [
                    ", ".join(change for change in way if change not in common) or "changed",
                    what.pairs,
                    percent(found.summary(number, seeds).share),
                    points(what.share),
                    what.stopped or "all games played",
                ]
            )
    if rows:
        say("")
        if common:  # they may be many, and would take the width of the table
            say_paragraph(f"Changed: {', '.join(common)}.")
            say("")
        head = ["", "pairs", f"share of {battle.titles[0]}", "difference (95 %)", ""]
        say_table(head, rows)


@click.command()
@click.argument("name")
@study_options(20)
@click.option(
    "--study", "folder", type=click.Path(path_type=Path), help="A folder: keep the games here."
)
@report_option
def compare(
    name: str,
    games: int,
    bots: str,
    seed: int,
    jobs: int,
    on: str,
    variant: str,
    as_json: bool,
    folder: Path | None,
    report_path: Path | None,
) -> None:
    """The same battle under every system that has it, side by side."""
    refuse_page(report_path)
    seeds = range(seed, seed + games)
    summaries = []
    with kept_in(folder, "compare") as path:
        path.mkdir(parents=True, exist_ok=True)
        for battle in comparison.battles_named(name):
            names = bots_of(bots, len(grognard.battle(battle, variant).sides))
            file = path / f"{battle.replace('/', '-')}.jsonl"
            with Study(file, battle, names, variant) as study:
                play_out(study, seeds, jobs, on)
                summaries.append(summary_of(study, seeds))
    if as_json:
        say_json([summary.json() for summary in summaries])
    else:
        say(f"{summaries[0].battle.title} under {len(summaries)} systems", "bold")
        head = ["", *(summary.battle.system for summary in summaries)]
        say_table(head, [[row.what, *row.values] for row in comparison.rows(summaries)])
    if report_path is not None:
        report_path.write_text(comparison_page(summaries), encoding="utf-8")
        complain(f"{report_path} written.")
