"""A battle on paper: the scenario with its map, rosters, labels at exact base size, markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from grognard import draw
from grognard.companion.lengths import Lengths
from grognard.companion.paper.labels import draw_labels, draw_markers
from grognard.companion.paper.roster import Kept, draw_roster
from grognard.companion.paper.sheet import MARGIN, MM, Sheet
from grognard.engine.battle import Battle
from grognard.engine.house import told
from grognard.engine.muster import Fixed, Stand, watched
from grognard.engine.step import NOBODY
from grognard.engine.system import System
from grognard.engine.view import View

DOTS: Final = 1800  # of the picture of a map
LEAST_MAP: Final = 0.45  # the part of the page that the map keeps


def print_battle(system: System, battle: Battle, path: Path, paper: str, lengths: Lengths) -> None:
    """Write everything a battle needs on the table."""
    foot = f"Grognard · {battle.id}, variant {told(battle.variant)}"
    muster = system.muster(battle)
    print_armies(
        system, battle, battle.title, battle.titles, muster.stands, muster.fixed, battle.variant,
        path, paper, lengths, foot, {},
    )  # fmt: skip


def print_armies(
    system: System,
    battle: Battle | None,
    title: str,
    sides: Sequence[str],
    stands: Sequence[Stand],
    fixed: Sequence[Fixed],
    variant: str,
    path: Path,
    paper: str,
    lengths: Lengths,
    foot: str,
    kept: Mapping[str, Kept],
) -> None:
    """Write two armies: the scenario if there is one, rosters, labels and markers."""
    sheet = Sheet(path, paper, title)
    if battle is not None:
        _scenario(sheet, system, battle, lengths, foot)
    limits = system.limits(variant)
    for side, name in enumerate(sides):
        own = [stand for stand in stands if stand.side == side]
        if own:
            over = watched(stands, limits, fixed, side)
            draw_roster(sheet, f"{name} · {title}", own, system.states, over, foot, kept)
    draw_labels(sheet, sides, stands, lengths, foot, kept)
    draw_markers(sheet, system.states, foot)
    sheet.save()


def _scenario(sheet: Sheet, system: System, battle: Battle, lengths: Lengths, foot: str) -> None:
    """Title, summary, map; below it how victory is reckoned and who arrives when."""
    y = MARGIN + 6 * MM
    sheet.text(MARGIN, y, battle.title, 18)
    y += 7 * MM
    sheet.text(MARGIN, y, f"{battle.date} · {' against '.join(battle.titles)}", 11)
    wide = sheet.width - 2 * MARGIN
    for text in (battle.summary, f"{battle.length} turns. Teaches: {battle.teaches}"):
        for line in sheet.wrap(lengths.told(text), 10, wide):
            y += 5 * MM
            sheet.text(MARGIN, y, line, 10)
    y += 4 * MM
    parts = [("Victory", system.victory_terms(battle)), ("Arrivals", arrivals(system, battle))]
    if system.board == "table" and lengths.factor != 1:
        # The edges and the ruler of the map count inches of the sheet.
        parts.append(
            ("Scale", (f"10 in of the map's ruler and edges are {lengths.told('10 in')} here.",))
        )
    room = sheet.height - y - MARGIN
    size = 9.0
    while (below := _notes_height(sheet, parts, lengths, size)) > (1 - LEAST_MAP) * room:
        size -= 0.5
    picture = draw.png(draw.svg(View(system.start(battle), NOBODY), system), width=DOTS)
    y += sheet.picture(picture, MARGIN, y, wide, room - below - 6 * MM) + 2 * MM
    _notes(sheet, parts, lengths, size, y)
    sheet.foot(foot)
    sheet.turn()


def arrivals(system: System, battle: Battle) -> tuple[str, ...]:
    """Who comes on later, turn by turn."""
    stands = system.muster(battle).stands
    found = []
    for turn in sorted({stand.turn for stand in stands} - {0}):
        for side, title in enumerate(battle.titles):
            names = [s.name for s in stands if s.turn == turn and s.side == side]
            if names:
                found.append(f"Turn {turn}, {title}: {', '.join(names)}.")
    return tuple(found)


Notes = Sequence[tuple[str, Sequence[str]]]


def _notes_height(sheet: Sheet, parts: Notes, lengths: Lengths, size: float) -> float:
    return _notes(sheet, parts, lengths, size, None)


def _notes(sheet: Sheet, parts: Notes, lengths: Lengths, size: float, top: float | None) -> float:
    """Two columns of headed lines from a height; only measured if there is none."""
    width = (sheet.width - 2 * MARGIN - 6 * MM) / 2
    deepest = 0.0
    column = 0
    for head, texts in parts:
        if not texts:
            continue
        x = MARGIN + column * (width + 6 * MM)
        y = size * 1.3
        if top is not None:
            sheet.text(x, top + y, head, size * 1.25)
        for text in texts:
            for line in sheet.wrap(lengths.told(text), size, width):
                y += size * 1.25
                if top is not None:
                    sheet.text(x, top + y, line, size)
            y += size * 0.3
        deepest = max(deepest, y)
        column += 1
    return deepest
