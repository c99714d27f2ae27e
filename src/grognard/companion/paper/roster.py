"""Rosters on paper: boxes for strength and states, and a track for every limit to watch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from grognard.companion.paper.sheet import MARGIN, MM, Sheet
from grognard.draw.pieces import code as mark_code
from grognard.engine.muster import Stand, Watched

ROW: Final = 6.8 * MM
# What a limit counts: one, and several.
COUNTED: Final = {
    "losses": ("point of strength lost", "points of strength lost"),
    "units": ("unit lost", "units lost"),
    "groups": ("group", "groups"),
}
STATE: Final = 7 * MM  # of a box for a state
STRENGTH: Final = 92 * MM  # where the boxes of strength begin
BOX: Final = 4 * MM


class Kept(NamedTuple):
    """What has become of a unit: its losses, and its states in words."""

    losses: int = 0
    words: str = ""


NOTHING: Final = Kept()


class _Page:
    """The page of a roster that is being filled: it turns when a row has no room."""

    def __init__(self, sheet: Sheet, head: str, key: str, foot: str) -> None:
        self.sheet, self.head, self.key, self.foot = sheet, head, key, foot
        self.y = 0.0
        self.begin()

    def begin(self) -> None:
        """Write the head of a page."""
        self.sheet.text(MARGIN, MARGIN + 5 * MM, self.head, 14)
        self.y = MARGIN + 9 * MM
        for line in self.sheet.wrap(self.key, 8, self.sheet.width - 2 * MARGIN):
            self.sheet.text(MARGIN, self.y + 2 * MM, line, 8, 0.3)
            self.y += 4 * MM

    def room(self, height: float) -> None:
        """Turn the page if so much does not fit."""
        if self.y + height > self.sheet.height - MARGIN - 4 * MM:
            self.end()
            self.begin()

    def end(self) -> None:
        """Finish the page."""
        self.sheet.foot(self.foot)
        self.sheet.turn()


def draw_roster(
    sheet: Sheet,
    head: str,
    stands: Sequence[Stand],
    states: Sequence[str],
    over: Sequence[Watched],
    foot: str,
    kept: Mapping[str, Kept],
) -> None:
    """One side, group by group: a row for each unit, a track for each limit."""
    codes = [mark_code(state) or state[:3].capitalize() for state in states]
    key = ", ".join(f"{code} {state}" for code, state in zip(codes, states, strict=True))
    page = _Page(sheet, head, f"Boxes: a point of strength each; then {key}." if key else "", foot)
    for group in dict.fromkeys(stand.group for stand in stands):
        page.room(2 * ROW)
        if group:
            sheet.box(MARGIN, page.y, sheet.width - 2 * MARGIN, ROW * 0.8, 0.15)
            sheet.text(MARGIN + 2 * MM, page.y + ROW * 0.58, group, 10, 1.0)
            page.y += ROW * 0.9
        for stand in stands:
            if stand.group == group:
                page.room(ROW)
                _row(sheet, stand, page.y, kept.get(stand.id, NOTHING), codes)
                page.y += ROW
        for each in over:
            if group and each.group == group:
                _track(page, each)
        page.y += 2 * MM
    for each in over:
        if not each.group:
            _track(page, each)
    page.end()


def _row(sheet: Sheet, stand: Stand, y: float, kept: Kept, codes: Sequence[str]) -> None:
    """Name, kind, rating, arrival, a box for each point of strength, dark if lost, and states."""
    foot = y + ROW * 0.66
    sheet.fitted(MARGIN + 1 * MM, foot, stand.name, 10, 42 * MM)
    words = [stand.kind, stand.rating, f"turn {stand.turn}" if stand.turn else ""]
    about = ", ".join(word for word in words if word)
    sheet.fitted(MARGIN + 44 * MM, foot, about, 8, STRENGTH - 45 * MM, 0.3)
    right = sheet.width - MARGIN
    if not stand.officer:
        states = right - len(codes) * STATE
        room = states - MARGIN - STRENGTH - 2 * MM
        box = min(BOX, room / max(stand.strength, 1))
        for i in range(stand.strength):
            lost = 0.35 if i >= stand.strength - kept.losses else None
            x = MARGIN + STRENGTH + i * box
            sheet.box(x, y + ROW * 0.2, box * 0.85, min(box * 0.85, ROW * 0.55), lost)
        if not kept.words:
            for i, code in enumerate(codes):
                x = states + i * STATE
                sheet.box(x + 0.5 * MM, y + ROW * 0.2, STATE - 1 * MM, ROW * 0.6)
                sheet.centred(x + STATE / 2, y + ROW * 0.62, code, 7, 0.3)
    if kept.words:
        room = len(codes) * STATE
        sheet.fitted(right - room, foot, kept.words, 8, room)
    sheet.rule(MARGIN, y + ROW, sheet.width - 2 * MARGIN)


def _track(page: _Page, each: Watched) -> None:
    """A box for each step to a limit, and what happens at its end."""
    sheet = page.sheet
    page.room(2 * ROW)
    what = COUNTED[each.counts][each.limit != 1]
    sheet.text(MARGIN + 1 * MM, page.y + ROW * 0.6, f"{each.title} at {each.limit} {what}", 9)
    x, right = MARGIN + 72 * MM, sheet.width - MARGIN
    box = min(BOX, (right - x) / max(each.limit, 1))
    for i in range(each.limit):
        sheet.box(x + i * box, page.y + ROW * 0.15, box * 0.85, min(box * 0.85, ROW * 0.55))
    page.y += ROW * 0.85
    for line in sheet.wrap(each.says, 8, right - MARGIN - 2 * MM):
        page.room(ROW)
        sheet.text(MARGIN + 1 * MM, page.y + 2.5 * MM, line, 8, 0.3)
        page.y += 3.8 * MM
    page.y += 1 * MM
