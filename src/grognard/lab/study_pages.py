"""Pages of studies that set several things side by side: balance, and systems."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grognard.draw.ink import livery
from grognard.engine.grammar import how_many
from grognard.lab import comparison, plots
from grognard.lab.balance import Balance
from grognard.lab.intervals import Interval, percent, points
from grognard.lab.report import GREY, colours, page, section, table
from grognard.lab.summary import Summary


def balance_page(found: Balance, seeds: Sequence[int], looked: bool) -> str:
    """What a battle and its changes come to."""
    battle = found.plain.battle
    first = battle.titles[0]
    plain = found.summary(0, seeds)
    rows, marks = [], [("as it is", plain.share)]
    for number, way in enumerate(found.question.ways):
        if number:
            what = found.difference(number, seeds, looked)
            changed = found.summary(number, seeds)
            name = ", ".join(way)
            marks.append((name, changed.share))
            rows.append(
                [
                    escape(name),
                    str(what.pairs),
                    percent(changed.share),
                    points(what.share),
                    escape(what.stopped or "all games played"),
                ]
            )
    head = ["change", "pairs of games", f"share of {first}", "difference", "ended because"]
    wide = " They hold at whatever game one stops, and are wider for that." if looked else ""
    sections = [
        section(
            f"The share of {first}",
            f"What {first} makes of a game, a draw counting half, with its range. At the dashed"
            " line both sides fare alike.",
            shares(marks, livery(battle.sides[0], 0).body),
        ),
        section(
            "What the change does",
            "Games with the same seed are compared in pairs, so that most of the luck cancels out;"
            f" a range on one side of 0 means a difference.{wide}",
            table(head, rows),
        )
        if rows
        else "",
    ]
    bots = ", ".join(found.question.bots)
    games = how_many(plain.games, "game")
    says = f"{games} of {battle.id} as it is, between {bots}; rules: {battle.variant}."
    return page(f"{battle.title}: balance", says, sections)


def shares(marks: Sequence[tuple[str, Interval]], colour: str) -> str:
    """A range on a scale from 0 to 100 % for each of some ways."""
    left = min(300, 20 + max(int(7.4 * len(name)) for name, _ in marks))
    scale = (plots.WIDE - left - 24) / 1.0
    high = 30 + 26 * len(marks)
    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = left + tick * scale
        dash = ' stroke-dasharray="5 4"' if tick == 0.5 else ""
        ink = plots.INK if tick == 0.5 else plots.FAINT
        parts.append(f'<path d="M{x:.1f} 22V{high}" stroke="{ink}"{dash}/>')
        parts.append(f'<text x="{x:.1f}" y="14" text-anchor="middle">{tick:.0%}</text>')
    for i, (name, share) in enumerate(marks):
        y = 40 + 26 * i
        label = name if len(name) <= 40 else f"{name[:39]}…"
        low, value, high_x = (left + v * scale for v in (share.low, share.value, share.high))
        parts.append(
            f'<text x="{left - 10}" y="{y + 5}" text-anchor="end">{escape(label)}</text>'
            f'<path d="M{low:.1f} {y}H{high_x:.1f}" stroke="{colour}" stroke-width="4"/>'
            f'<circle cx="{value:.1f}" cy="{y}" r="6" fill="{colour}"/>'
        )
    return (
        f'<svg class="plot" viewBox="0 0 {plots.WIDE} {high + 6}" role="img"'
        f' font-size="{plots.SIZE}" fill="{plots.INK}">{"".join(parts)}</svg>'
    )


def comparison_page(summaries: Sequence[Summary]) -> str:
    """The same battle under several systems."""
    title = summaries[0].battle.title
    bars = [
        plots.Bar(
            s.battle.system,
            [
                *((c, 100 * w / s.games) for c, w in zip(colours(s), s.wins, strict=True)),
                (GREY, 100 * s.draws / s.games),
            ],
        )
        for s in summaries
    ]
    one = summaries[0]
    legend = [*zip(one.battle.titles, colours(one), strict=True), ("Drawn", GREY)]
    head = ["", *(s.battle.system for s in summaries)]
    rows = [
        [escape(c) for c in (row.what, *row.values)] for row in comparison.rows(list(summaries))
    ]
    lines = [
        plots.Line(
            f"{s.battle.system}",
            colour,
            [
                (t / (len(s.strength) - 1), _left(s, t))
                for t in range(len(s.strength))
                if len(s.strength) > 1
            ],
        )
        for s, colour in zip(summaries, ("#2c559c", "#b3261e", "#2f6b3f", "#7a5a3a"), strict=False)
    ]
    sections = [
        section(
            "Who wins", "Of a hundred games under each system.", plots.bars(bars, "Wins", legend)
        ),
        section(
            "Side by side", "Losses are parts of the strength at the start.", table(head, rows)
        ),
        section(
            "How fast strength goes",
            "What is left of both armies together over the course of the battle.",
            plots.lines(
                lines, "part of the longest game", "strength left", (0, 1), "{:.0%}".format
            ),
        ),
    ]
    games = how_many(one.games, "game")
    says = f"{title} under {len(summaries)} systems, {games} each between equal bots."
    return page(f"{title} under {len(summaries)} systems", says, sections)


def _left(summary: Summary, turn: int) -> float:
    now, start = (sum(s.mean for s in summary.strength[t]) for t in (turn, 0))
    return now / start if start else 0.0
