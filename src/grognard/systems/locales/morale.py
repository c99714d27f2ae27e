"""Morale: every cause on the sheet, the cap, and the army that breaks."""

from __future__ import annotations

from grognard.systems.locales.position import LocalesPosition


def change(p: LocalesPosition, side: int, by: int, why: str, guns: int = 0) -> None:
    """Move an army's morale; it never rises above its start, and a broken army stays broken.

    `guns` says that artillery does it: as an option it cannot take the last point.
    """
    rules = p.battle.rules
    before = p.morale[side]
    if not by or before <= rules.broken_at:
        return
    after = before + by
    if rules.morale_capped:
        after = min(after, p.battle.morale[side])
    if guns and not rules.guns_break:
        after = max(after, rules.broken_at + 1)
    p.morale[side] = max(0, after)
    if p.ear is not None and p.morale[side] != before:
        p.tell(f"{p.battle.titles[side]} morale {p.morale[side]} ({by:+d}: {why}).")
