"""The report of a study: one HTML file that needs nothing else, with plots people can read."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Final

from grognard.draw.ink import livery
from grognard.engine.grammar import how_many
from grognard.engine.system import System
from grognard.engine.version import VERSION
from grognard.lab import plots
from grognard.lab.heatmap import heatmap
from grognard.lab.intervals import percent
from grognard.lab.records import file_name, text_of
from grognard.lab.study import Study
from grognard.lab.summary import Summary

MOST_UNITS: Final = 24  # bars of losses, the worst hit first
GREY: Final = "#a39b8b"


def report(study: Study, summary: Summary, system: System) -> str:
    """The whole page."""
    battle = study.battle
    bots = " against ".join(
        f"{name} ({title})" for name, title in zip(study.header.bots, battle.titles, strict=True)
    )
    changes = "".join(f"; changed: {text}" for text in study.header.changes)
    head = (
        f"{how_many(summary.games, 'game')} between {bots}, rules: {battle.variant}{changes}."
        f" Grognard {VERSION}, {battle.id}, seeds {_range(study)}."
        " Ranges in brackets hold the true value in 95 of 100 studies."
    )
    sections = [
        _result(summary),
        _course(summary),
        _strength(summary),
        _deaths(summary, system),
        _units(summary),
        _objectives(summary),
        _rolls(summary),
        _luck(summary),
        _outliers(study, summary),
    ]
    return page(f"{battle.title}: {how_many(summary.games, 'game')}", head, sections)


def page(title: str, head: str, sections: Sequence[str]) -> str:
    """A page of sections, with its style inside."""
    style = (files("grognard.lab") / "report.css").read_text("utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>"
        f"<h1>{escape(title)}</h1><p>{escape(head)}</p>"
        f"{''.join(section for section in sections if section)}</main></body></html>\n"
    )


def section(title: str, says: str, *parts: str) -> str:
    """A heading, a sentence or two on how to read it, and what is shown."""
    return f"<section><h2>{escape(title)}</h2><p>{escape(says)}</p>{''.join(parts)}</section>"


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; cells are HTML already."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows)
    whole = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{whole}</div>'


def colours(summary: Summary) -> list[str]:
    """The colours of the sides."""
    return [livery(name, side).body for side, name in enumerate(summary.battle.sides)]


def _range(study: Study) -> str:
    seeds = sorted(study.seeds)
    return f"{seeds[0]} to {seeds[-1]}" if seeds else "none"


def _result(summary: Summary) -> str:
    battle = summary.battle
    rows = []
    for side, title in enumerate(battle.titles):
        start = summary.strength[0][side].mean if summary.strength else 0.0
        lost = summary.lost(side)
        share = f"{lost:.1f} of {start:.0f} points" if start else "not counted"
        rows.append([escape(title), str(summary.wins[side]), percent(summary.win(side)), share])
    rows.append(["Drawn", str(summary.draws), "", ""])
    mark = [*zip(battle.titles, colours(summary), strict=True), ("Drawn", GREY)]
    parts = [*zip(colours(summary), summary.wins, strict=True), (GREY, summary.draws)]
    turns, answers = summary.turns.interval(), summary.answers.interval()
    lengths = (
        f"A game takes {turns.value:.1f} of {battle.length} turns and {answers.value:.0f} answers"
        f" (± {answers.half:.0f})."
    )
    bar = plots.bars([plots.Bar("", [(c, float(v)) for c, v in parts])], "Wins", mark)
    reasons = [
        [escape(why), str(count), f"{100 * count / summary.games:.0f} %"]
        for why, count in summary.reasons.most_common(8)
    ]
    return section(
        "Who wins",
        lengths,
        bar,
        table(["side", "won", "share of all games", "strength lost a game"], rows),
        table(["how it ended", "games", ""], reasons),
    )


def _course(summary: Summary) -> str:
    first = summary.battle.titles[0]
    line = plots.Line(
        first,
        colours(summary)[0],
        [(games, share.value) for games, share in summary.course],
        [(share.low, share.high) for _, share in summary.course],
    )
    return section(
        "How the result settles",
        f"What {first} made of the games so far, a draw counting half, with its range. If the"
        " range crosses the dashed line, the study cannot yet tell who is better off.",
        plots.lines(
            [line], "games played", f"share of {first}", (0.0, 1.0), "{:.0%}".format, level=0.5
        ),
    )


def _strength(summary: Summary) -> str:
    if not summary.strength:
        return ""
    battle = summary.battle
    named = [
        plots.Line(
            title,
            colours(summary)[side],
            [(turn, sums[side].mean) for turn, sums in enumerate(summary.strength)],
            [
                (sums[side].mean - sums[side].deviation, sums[side].mean + sums[side].deviation)
                for sums in summary.strength
            ],
        )
        for side, title in enumerate(battle.titles)
    ]
    rows = [
        plots.Bar(
            f"turn {turn}",
            [(c, lost[side] / summary.games) for side, c in enumerate(colours(summary))],
            " and ".join(f"{points / summary.games:.1f}" for points in lost),
        )
        for turn, lost in sorted(summary.losses.items())
    ]
    mark = list(zip(battle.titles, colours(summary), strict=True))
    return section(
        "Strength over the turns",
        "Strength points on the board or still to come: the mean of all games that lasted so long,"
        " and the band in which two thirds of them lie. Below, what each side loses in each turn.",
        plots.lines(named, "turns played", "strength points"),
        plots.bars(rows, "Losses by turn", mark) if rows else "",
    )


def _deaths(summary: Summary, system: System) -> str:
    if not summary.fell:
        return ""
    return section(
        "Where units fell",
        "The larger a spot, the more units were lost there; its colour is their side's.",
        f'<div class="map">{heatmap(system, summary.battle, summary.fell)}</div>',
    )


def _units(summary: Summary) -> str:
    games = max(1, summary.games)
    counted = sorted(
        zip(summary.roster.units, summary.units, strict=True),
        key=lambda pair: -pair[1].lost / max(1, pair[0].strength),
    )[:MOST_UNITS]
    rows = [
        plots.Bar(
            unit.name,
            [(colours(summary)[unit.side], 100 * count.lost / games / max(1, unit.strength))],
            f"{count.lost / games:.1f} of {unit.strength},"
            f" gone in {100 * count.fell / games:.0f} %",
        )
        for unit, count in counted
        if count.lost
    ]
    if not rows:
        return ""
    return section(
        "Losses by unit",
        "How much of its strength each unit loses in a game, the worst hit first, and in how"
        " many games nothing is left of it.",
        plots.bars(rows, "Losses by unit"),
    )


def _objectives(summary: Summary) -> str:
    if not summary.places:
        return ""
    rows = []
    for place, count in zip(summary.roster.objectives, summary.places, strict=True):
        cells = [escape(place.name)]
        for side in range(len(summary.battle.sides)):
            held = count.held[side]
            won = f", won {100 * count.won[side] / held:.0f} % of them" if held else ""
            cells.append(f"{100 * held / summary.games:.0f} %{won}")
        cells.append(f"{count.changes / summary.games:.1f}")
        rows.append(cells)
    heads = [f"held by {title} at the end" for title in summary.battle.titles]
    return section(
        "Which objectives decide",
        "Where the holder wins nearly always, the place decides; where he wins as often as"
        " without it, it does not.",
        table(["objective", *heads, "changes of hands a game"], rows),
    )


def _rolls(summary: Summary) -> str:
    if not any(abs(noted.swing.luck) > 0.005 for noted in summary.swings):
        return ""
    titles = summary.battle.titles
    kinds = [
        plots.Bar(kind, [(GREY, float(count))], f"{100 * count / summary.games:.0f} % of games")
        for kind, count in summary.checks.most_common(8)
    ]
    rows = [
        [
            str(noted.seed),
            str(noted.swing.turn),
            escape(noted.swing.check),
            escape(noted.swing.outcome),
            f"{100 * abs(noted.swing.luck):.0f} % for {escape(titles[noted.swing.luck < 0])}",
        ]
        for noted in summary.swings
    ]
    return section(
        "Which rolls decide",
        "The kind of roll that changed the prospects most in each game, and the greatest single"
        " rolls. Prospects are a rough chance of winning, read off the rules' own judgement of the"
        " position: what came, less what was to be expected.",
        plots.bars(kinds, "Greatest swing of a game by kind of roll"),
        table(["seed", "turn", "roll", "outcome", "worth"], rows),
    )


def _luck(summary: Summary) -> str:
    if not any(abs(luck) > 0.005 for luck, _ in summary.lucks):
        return ""
    titles = summary.battle.titles
    clouds = []
    for share, name, colour in (
        (1.0, f"{titles[0]} won", colours(summary)[0]),
        (0.5, "drawn", GREY),
        (0.0, f"{titles[1]} won", colours(summary)[1]),
    ):
        mine = [luck for luck, result in summary.lucks if result == share]
        # Spread out upwards, so that equal points do not hide each other.
        points = [(100 * luck, share + 0.28 * _spread(i)) for i, luck in enumerate(mine[:1500])]
        if points:
            clouds.append(plots.Dots(name, colour, points))
    words = {1.0: f"{titles[0]} won", 0.5: "drawn", 0.0: f"{titles[1]} won"}
    return section(
        "Luck and result",
        f"Each point is a game: to the right {titles[0]} had the better dice. The side with the"
        f" better luck won {percent(summary.luckier_wins)} of the games that were won.",
        plots.dots(
            clouds,
            f"luck of {titles[0]}, in % of winning",
            "",
            (-0.35, 1.35),
            lambda value: (
                "" if value not in words else {1.0: "won", 0.5: "drawn", 0.0: "lost"}[value]
            ),
        ),
    )


def _spread(number: int) -> float:
    """Numbers spread evenly from −1 to 1, the same every time."""
    return 2 * ((number * 0.618034) % 1) - 1


def _outliers(study: Study, summary: Summary) -> str:
    rows = []
    links: dict[int, str] = {}
    for outlier in summary.outliers:
        if outlier.seed not in links:
            text = text_of(study.task(outlier.seed))
            data = b64encode(text.encode()).decode()
            name = escape(file_name(study, outlier.seed))
            links[outlier.seed] = (
                f'<a download="{name}" href="data:text/plain;base64,{data}">{name}</a>'
            )
        rows.append([escape(outlier.what), escape(outlier.says), links[outlier.seed]])
    return section(
        "Games worth a look",
        "Each link saves the record of a game. On the page, open it under “Continue a saved"
        " record”; in the terminal, grognard replay FILE.",
        table(["", "", "record"], rows),
    )
