"""The same battle under several systems, side by side."""

from __future__ import annotations

from typing import NamedTuple

import grognard
from grognard.engine.errors import UnknownName, did_you_mean
from grognard.lab.intervals import percent
from grognard.lab.summary import Summary


def battles_named(name: str) -> list[str]:
    """The ids of all battles that bear a name, one for each system that has it."""
    known = grognard.battles()
    found = [battle.id for battle in known if battle.name == name]
    if not found:
        names = sorted({battle.name for battle in known})
        raise UnknownName(f'no battle "{name:.40}" in any system: {did_you_mean(name, names)}')
    return found


class ComparedRow(NamedTuple):
    """A line of the comparison: what is compared, and its value under each system."""

    what: str
    values: list[str]


def rows(summaries: list[Summary]) -> list[ComparedRow]:
    """Length, losses, who wins, and what decides. Sides go by their titles."""
    titles = list(dict.fromkeys(title for s in summaries for title in s.battle.titles))
    found = [
        ComparedRow("games", [str(s.games) for s in summaries]),
        ComparedRow(
            "turns played", [f"{s.turns.mean:.1f} of {s.battle.length}" for s in summaries]
        ),
        ComparedRow("time fought", [_time(s) for s in summaries]),
        ComparedRow("answers", [f"{s.answers.mean:.0f}" for s in summaries]),
        ComparedRow("rolls", [f"{s.rolls.mean:.0f}" for s in summaries]),
    ]
    for title in titles:
        found.append(ComparedRow(f"{title} wins", [_wins(s, title) for s in summaries]))
    found.append(
        ComparedRow("drawn", [f"{100 * s.draws / max(1, s.games):.0f} %" for s in summaries])
    )
    for title in titles:
        found.append(ComparedRow(f"{title} losses", [_losses(s, title) for s in summaries]))
    found.append(
        ComparedRow("ends mostly by", [_most(s.reasons.most_common(1)) for s in summaries])
    )
    found.append(
        ComparedRow("greatest swing mostly by", [_most(s.checks.most_common(1)) for s in summaries])
    )
    found.append(ComparedRow("objective that decides", [_place(s) for s in summaries]))
    found.append(ComparedRow("luckier side wins", [percent(s.luckier_wins) for s in summaries]))
    return found


def _time(summary: Summary) -> str:
    minutes = round(summary.turns.mean * summary.battle.minutes)
    return f"{minutes // 60} h {minutes % 60:02} min"


def _wins(summary: Summary, title: str) -> str:
    if title not in summary.battle.titles:
        return "–"
    return percent(summary.win(summary.battle.titles.index(title)))


def _losses(summary: Summary, title: str) -> str:
    """In percent of the strength at the start: points differ from system to system."""
    if title not in summary.battle.titles or not summary.strength:
        return "–"
    side = summary.battle.titles.index(title)
    start = summary.strength[0][side].mean
    return f"{100 * summary.lost(side) / start:.0f} %" if start else "–"


def _most(counted: list[tuple[str, int]]) -> str:
    return counted[0][0] if counted else "–"


def _place(summary: Summary) -> str:
    """The objective whose holder wins most often above all others."""
    best, name = 0.0, "–"
    for place, count in zip(summary.roster.objectives, summary.places, strict=True):
        held = sum(count.held)
        if held >= max(3, summary.games // 5) and sum(count.won) / held > best:
            best = sum(count.won) / held
            name = f"{place.name} (holder wins {100 * best:.0f} %)"
    return name
