"""A battle on paper: the scenario with its map, rosters, labels at exact base size, markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from grognard import draw
from grognard.companion.lengths import SCALES, Lengths
from grognard.companion.paper.sheet import INCH, MARGIN, MM, Sheet
from grognard.engine.battle import Battle
from grognard.engine.house import told
from grognard.engine.muster import Stand
from grognard.engine.system import System
from grognard.engine.view import View

MILS: Final = 1000  # of an inch
USUAL: Final = (1000, 1000)  # the label of a unit that has no base
MARKER: Final = 15 * MM
ROW: Final = 7.2 * MM
DOTS: Final = 1800  # of the picture of a map


class Kept(NamedTuple):
    """What has become of a unit: its losses, and its states in words."""

    losses: int = 0
    words: str = ""


NOTHING: Final = Kept()


def print_battle(system: System, battle: Battle, path: Path, paper: str, lengths: Lengths) -> None:
    """Write everything a battle needs on the table."""
    foot = f"Grognard · {battle.id}, variant {told(battle.variant)}"
    stands = system.muster(battle).stands
    print_armies(
        system, battle, battle.title, battle.titles, stands, path, paper, lengths, foot, {}
    )


def print_armies(
    system: System,
    battle: Battle | None,
    title: str,
    sides: Sequence[str],
    stands: Sequence[Stand],
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
    for side, name in enumerate(sides):
        own = [stand for stand in stands if stand.side == side]
        if own:
            _roster(sheet, f"{name} · {title}", own, foot, kept)
    _labels(sheet, sides, stands, lengths, foot, kept)
    _markers(sheet, system, foot)
    sheet.save()


def _scenario(sheet: Sheet, system: System, battle: Battle, lengths: Lengths, foot: str) -> None:
    y = MARGIN + 6 * MM
    sheet.text(MARGIN, y, battle.title, 18)
    y += 7 * MM
    sheet.text(MARGIN, y, f"{battle.date} · {' against '.join(battle.titles)}", 11)
    wide = sheet.width - 2 * MARGIN
    for text in (battle.summary, f"Teaches: {battle.teaches}", f"{battle.turns} turns."):
        for line in sheet.wrap(lengths.told(text), 10, wide):
            y += 5 * MM
            sheet.text(MARGIN, y, line, 10)
    y += 4 * MM
    view = View(system.start(battle), -1)
    picture = draw.png(draw.svg(view, system), width=DOTS)
    sheet.picture(picture, MARGIN, y, wide, sheet.height - y - MARGIN - 2 * MM)
    sheet.foot(foot)
    sheet.turn()


def _roster(
    sheet: Sheet, head: str, stands: Sequence[Stand], foot: str, kept: Mapping[str, Kept]
) -> None:
    groups = list(dict.fromkeys(stand.group for stand in stands))
    y = _roster_head(sheet, head)
    for group in groups:
        own = [stand for stand in stands if stand.group == group]
        if y + 2 * ROW > sheet.height - MARGIN - 4 * MM:
            sheet.foot(foot)
            sheet.turn()
            y = _roster_head(sheet, head)
        if group:
            sheet.box(MARGIN, y, sheet.width - 2 * MARGIN, ROW * 0.8, 0.15)
            sheet.text(MARGIN + 2 * MM, y + ROW * 0.58, group, 10, 1.0)
            y += ROW * 0.9
        for stand in own:
            if y + ROW > sheet.height - MARGIN - 4 * MM:
                sheet.foot(foot)
                sheet.turn()
                y = _roster_head(sheet, head)
            _roster_row(sheet, stand, y, kept.get(stand.id, NOTHING))
            y += ROW
        y += 2 * MM
    sheet.foot(foot)
    sheet.turn()


def _roster_head(sheet: Sheet, head: str) -> float:
    sheet.text(MARGIN, MARGIN + 5 * MM, head, 14)
    return MARGIN + 9 * MM


def _roster_row(sheet: Sheet, stand: Stand, y: float, kept: Kept) -> None:
    """Name, kind, rating, a box for each point of strength, dark if lost, and the states."""
    foot = y + ROW * 0.66
    sheet.text(MARGIN + 1 * MM, foot, stand.name, 10)
    about = f"{stand.kind}, {stand.rating}" if stand.rating else stand.kind
    sheet.text(MARGIN + 48 * MM, foot, about, 8, 0.3)
    if not stand.officer:
        x = MARGIN + 96 * MM
        box = 4 * MM if stand.strength <= 14 else 56 * MM / stand.strength
        for i in range(stand.strength):
            lost = 0.35 if i >= stand.strength - kept.losses else None
            sheet.box(x + i * box, y + ROW * 0.2, box * 0.85, min(box * 0.85, ROW * 0.55), lost)
    if kept.words:
        room = sheet.width - 2 * MARGIN - 154 * MM
        sheet.text(MARGIN + 154 * MM, foot, sheet.wrap(kept.words, 8, room)[0], 8)
    sheet.rule(MARGIN, y + ROW, sheet.width - 2 * MARGIN)


def _labels(
    sheet: Sheet,
    sides: Sequence[str],
    stands: Sequence[Stand],
    lengths: Lengths,
    foot: str,
    kept: Mapping[str, Kept],
) -> None:
    """A label for each unit, as large as its base at this scale, row by row."""
    scale = SCALES[lengths.scale]
    x, y, deep = MARGIN, MARGIN, 0.0
    for stand in stands:
        left = stand.strength - kept.get(stand.id, NOTHING).losses
        if stand.officer or (stand.strength and left <= 0):
            continue
        base = (stand.width, stand.depth) if stand.width else USUAL
        width, depth = (side / MILS * INCH * scale for side in base)
        if x + width > sheet.width - MARGIN:
            x, y, deep = MARGIN, y + deep + 2 * MM, 0.0
        if y + depth > sheet.height - MARGIN - 3 * MM:
            sheet.foot(foot)
            sheet.turn()
            x, y, deep = MARGIN, MARGIN, 0.0
        _label(sheet, sides[stand.side], stand._replace(strength=left), x, y, width, depth)
        x += width + 2 * MM
        deep = max(deep, depth)
    sheet.foot(foot)
    sheet.turn()


def _label(
    sheet: Sheet, side: str, stand: Stand, x: float, y: float, width: float, depth: float
) -> None:
    sheet.box(x, y, width, depth)
    band = min(depth * 0.22, 4 * MM)
    # The first side has a dark front, the second a light one: it shows in grey too.
    sheet.box(x, y, width, band, 0.2 if stand.side == 0 else 0.85)
    size = min(16.0, depth * 0.16)
    while size > 3.5 and sheet.wide(stand.name, size) > width - 1.5 * MM:
        size -= 0.25
    middle = x + width / 2
    small = max(size * 0.75, 3.0)
    lines = [f"{stand.kind} {stand.strength}", stand.rating, side]
    tall = size + 1.25 * small * len(lines)
    at = y + band + max((depth - band - tall) / 2, 0) + size * 0.85
    sheet.centred(middle, at, stand.name, size)
    for text in lines:
        fitted = small
        while fitted > 3 and sheet.wide(text, fitted) > width - 1 * MM:
            fitted -= 0.25
        at += small * 1.25
        if text and at < y + depth - 0.5 * MM:
            sheet.centred(middle, at, text, fitted)


def _markers(sheet: Sheet, system: System, foot: str) -> None:
    """A row of round markers for each state a unit can be in."""
    if not system.states:
        return
    sheet.text(MARGIN, MARGIN + 5 * MM, "Markers", 14)
    y = MARGIN + 10 * MM
    each = MARKER + 2 * MM
    for state in system.states:
        for i in range(int((sheet.width - 2 * MARGIN) // each)):
            x = MARGIN + i * each + MARKER / 2
            sheet.circle(x, y + MARKER / 2, MARKER / 2)
            words = sheet.wrap(state, 7, MARKER * 0.8)
            for j, word in enumerate(words):
                foot_of = y + MARKER / 2 + 2.4 + (j - (len(words) - 1) / 2) * 8
                sheet.centred(
                    x, foot_of, word, min(7.0, 7 * MARKER * 0.85 / max(sheet.wide(word, 7), 1))
                )
        y += each
    sheet.foot(foot)
    sheet.turn()
