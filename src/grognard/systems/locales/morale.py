"""Morale: every cause on the sheet, the cap, and the army that breaks."""

from __future__ import annotations

from grognard.systems.locales.position import LocalesPosition


def change(p: LocalesPosition, side: int, by: int, why: str) -> None:
    """Move an army's morale; it never rises above its start."""
    if not by:
        return
    before = p.morale[side]
    after = before + by
    if p.battle.rules.morale_capped:
        after = min(after, p.battle.morale[side])
    p.morale[side] = max(0, after)
    if p.ear is not None and p.morale[side] != before:
        p.tell(f"{p.battle.titles[side]} morale {p.morale[side]} ({by:+d}: {why}).")
