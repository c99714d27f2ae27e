"""What a stand does to the ground it goes over: crops are flattened, marshes trodden."""

from __future__ import annotations

from grognard.boards.table.chord import chords
from grognard.boards.table.lattice import TENTH
from grognard.systems.brigades.kinds import COMMANDER, SKIRMISHERS
from grognard.systems.brigades.position import BrigadesPosition


def flatten(p: BrigadesPosition, u: int, x: int, y: int) -> None:
    """Crops between a stand's place and another are flattened by all but skirmishers."""
    battle = p.battle
    if not battle.crops or not battle.rules.terrain.trample:
        return
    if battle.arm[u] in SKIRMISHERS or battle.arm[u] == COMMANDER:
        return
    a = p.rect(u)
    for i, area in enumerate(battle.crops):
        if not p.flat[i] and chords(battle.land.areas[area], a.x, a.y, x * TENTH, y * TENTH):
            p.flat[i] = 1


def marshes_on(p: BrigadesPosition, u: int, x: int, y: int) -> list[int]:
    """The marshes, by number, between a stand's place and another."""
    battle = p.battle
    if not battle.marshes or battle.arm[u] == COMMANDER:
        return []
    a = p.rect(u)
    areas = battle.land.areas
    return [
        number
        for number, area in enumerate(battle.marshes)
        if chords(areas[area], a.x, a.y, x * TENTH, y * TENTH)
    ]
