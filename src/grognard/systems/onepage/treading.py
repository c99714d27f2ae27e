"""What a stand does to the ground it goes over: standing crops are flattened."""

from __future__ import annotations

from grognard.boards.table.chord import chords
from grognard.boards.table.lattice import TENTH
from grognard.systems.onepage.position import OnepagePosition
from grognard.systems.onepage.rules import GENERAL, SKIRMISHER


def trample(p: OnepagePosition, u: int, *places: tuple[int, int]) -> None:
    """Crops on the way from here by some places are flattened by all but skirmishers, generals."""
    battle = p.battle
    if not battle.crops or not battle.rules.crops_flatten:
        return
    if battle.arm[u] in (SKIRMISHER, GENERAL):
        return
    a = p.rect(u)
    ax, ay = a.x, a.y
    for x, y in places:
        bx, by = x * TENTH, y * TENTH
        for i, area in enumerate(battle.crops):
            if not p.flat[i] and chords(battle.land.areas[area], ax, ay, bx, by):
                p.flat[i] = 1
        ax, ay = bx, by
