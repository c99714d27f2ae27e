"""What the enemy could do to a side next: locales he can walk into, and assaults he would win."""

from __future__ import annotations

from typing import Final

from grognard.boards.areas import boundary_of, opposite
from grognard.systems.locales.state.kinds import ARTILLERY, FIELD, INFANTRY, Clock, State
from grognard.systems.locales.state.position import LocalesPosition

OBJECTIVE: Final = 8.0  # morale points an objective costs: the first five, and what comes after
GUN: Final = 2.0  # his point lost, and the enemy's won
COMMANDS: Final = 3.0  # field commands that are a whole turn
LIKELY: Final = 0.6  # he will assault, and no gun or leader was overlooked
ASSAULT_LEAST: Final = 2  # the strength that may lead an assault


class Spots:
    """The healthy blocks of both sides by the spot they are on."""

    def __init__(self, p: LocalesPosition) -> None:
        self.p = p
        self.on: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        for b, spot in enumerate(p.spot):
            if spot >= 0 and not p.state[b] & State.DISRUPTED:
                self.on[p.battle.block_side[b]].setdefault(spot, []).append(b)

    def danger(self, side: int) -> float:
        """The morale points a side stands to lose in the enemy's next turn, about."""
        p = self.p
        held = p.occupied()[side]
        areas, locales = p.battle.areas, p.battle.locales
        total = 0.0
        for here in range(locales):
            if not held >> here & 1:
                continue
            reserve = len(self.on[side].get(here, ()))
            open_ways, worst = 0, 0.0
            for a in areas.approaches[here]:
                facing = self.on[1 - side].get(locales + opposite(a))
                guard = self.on[side].get(locales + a)
                if guard:
                    if facing:
                        worst = max(worst, self.assault(side, here, a, facing, guard))
                elif facing and any(not p.state[b] & State.RANGING for b in facing):
                    worst = max(worst, self.driven_out(side, here))
                elif self.on[1 - side].get(areas.towards[a]):
                    open_ways += 1
            if open_ways > reserve:
                worst = max(worst, self.objective(side, here) + (0.0 if reserve else 0.5))
            total += worst
        return total

    def objective(self, side: int, here: int) -> float:
        """What it costs to lose a locale as an objective."""
        return OBJECTIVE if self.p.battle.objective[here] >> side & 1 else 0.0

    def driven_out(self, side: int, here: int, fought: int = -1) -> float:
        """What a retreat from a locale costs, besides what was lost on the approach fought over."""
        p = self.p
        blocks = p.blocks_in(here, side)
        guns = sum(p.arm(b) == ARTILLERY for b in blocks)
        on_approaches = {p.spot[b] for b in blocks} - {here, p.battle.locales + fought}
        foot = any(p.spot[b] == here and p.arm(b) == INFANTRY for b in blocks)
        return 1.0 + GUN * guns + len(on_approaches) + foot + self.objective(side, here)

    def assault(self, side: int, here: int, a: int, facing: list[int], guard: list[int]) -> float:
        """What an assault the enemy is likely to win costs."""
        p = self.p
        most = p.battle.rules.leaders.most[p.battle.width[boundary_of(a)]]
        able = [b for b in facing if p.strength[b] >= ASSAULT_LEAST and p.arm(b) != ARTILLERY]
        if not able:
            return 0.0
        able.sort(key=lambda b: -p.strength[b])
        attack = sum(p.strength[b] for b in able[:most])
        attack -= p.battle.penalty[a][p.arm(able[0])]
        attack += sum(p.arm(b) == ARTILLERY and not p.state[b] & State.RANGING for b in facing)
        attack -= sum(p.arm(b) == ARTILLERY and not p.state[b] & State.RANGING for b in guard)
        points = sorted((p.strength[b] for b in guard if p.arm(b) != ARTILLERY), reverse=True)
        margin = attack - sum(points[:most])
        if margin <= 0:
            return 0.0
        return margin + LIKELY * self.driven_out(side, here, a)


def threats(p: LocalesPosition, side: int) -> float:
    """Morale points the enemy stands to lose, less those of the side, by who may act first."""
    mover = p.clock[Clock.SIDE]
    left = 0.0
    if p.clock[Clock.PHASE] <= FIELD:
        left = 1.0
        if p.clock[Clock.PHASE] == FIELD:
            left = min(1.0, p.clock[Clock.FIELD_LEFT] / COMMANDS)
    spots = Spots(p)
    own = (1.0 - 0.4 * left) * spots.danger(mover)
    theirs = (0.3 + 0.4 * left) * spots.danger(1 - mover)
    return theirs - own if mover == side else own - theirs
