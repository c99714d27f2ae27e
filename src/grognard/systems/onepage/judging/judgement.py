"""How good a position is for a side: what bots steer by. It decides no rule."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Final

from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import point_within
from grognard.engine.battle import BattleResult
from grognard.engine.check import Check
from grognard.systems.onepage.disorder import stands_still
from grognard.systems.onepage.fire import FireFacts
from grognard.systems.onepage.judging.weights import OnepageWeights
from grognard.systems.onepage.melee import melee_facts
from grognard.systems.onepage.morale import facts, threat_to
from grognard.systems.onepage.state.kinds import ARTILLERY, SKIRMISHER
from grognard.systems.onepage.state.position import (
    ACTED,
    DISORDERED,
    LIMBERED,
    OUT,
    ROUTED,
    STATIONARY,
    OnepagePosition,
)
from grognard.systems.onepage.victory import result
from grognard.systems.tabletop.turn import PHASE, SIDE
from grognard.systems.tabletop.turn_judge import (
    FAR,
    HALF_BASE,
    MOVEMENT_PHASE,
    Arms,
    TurnJudge,
)

if TYPE_CHECKING:
    from grognard.systems.onepage.rules import Rules

# The states of units that make their worth, or that of others.
COUNTS: Final = DISORDERED | ROUTED | LIMBERED | STATIONARY | OUT | ACTED


@lru_cache(maxsize=256)
def arms_of(rules: Rules, arm: int, weapon: int, limbered: int) -> Arms:
    """What a stand fights with, by its arm and weapon."""
    field = rules.field
    return Arms(
        bool(weapon) and not limbered, *rules.fire.ranges[weapon], field.fire_arc(arm), field.arc,
        field.contact, arm == ARTILLERY, arm == SKIRMISHER,
    )  # fmt: skip


class OnepageJudge(TurnJudge[OnepagePosition, OnepageWeights]):
    """Besides what all count: an army near its withdrawal, guns limbered near the enemy."""

    wants = (5 * INCH, 7 * INCH, 9 * INCH, 4 * INCH)

    def result(self, p: OnepagePosition) -> BattleResult | None:
        return result(p)

    def objective_reach(self, p: OnepagePosition) -> int:
        return p.battle.rules.victory.reach

    def worn(self, p: OnepagePosition, side: int, w: OnepageWeights) -> float:
        """How near the army is to its withdrawal."""
        start = p.battle.start_strength[side]
        lost = start - sum(p.left(u) for u in p.stands_on(side))
        share = lost * 100 / (start * p.battle.rules.victory.percent)
        return w.breaking * share * share

    def settles(self, p: OnepagePosition, u: int) -> bool:
        return stands_still(p, u)

    def arms(self, p: OnepagePosition, u: int) -> Arms:
        battle = p.battle
        return arms_of(battle.rules, battle.arm[u], battle.weapon[u], p.state[u] & LIMBERED)

    def shot(self, p: OnepagePosition, u: int, still: bool, close: bool) -> Check:
        battle = p.battle
        return battle.rules.fire.kind.check(FireFacts(battle.arm[u], int(still), int(close)))

    def gain(self, p: OnepagePosition, u: int, v: int, still: bool) -> float:
        """The odds of winning less those of losing."""
        situation = melee_facts(p, u, v)._replace(attacker_stationary=int(still))
        odds = p.battle.rules.melee.kind.check(situation).odds()
        won = float(odds.probability("attacker"))
        lost = float(odds.probability("defender")) + 0.5 * float(odds.probability("tie"))
        return (won - lost) * 2.0

    def test(self, p: OnepagePosition, u: int) -> Check:
        return p.battle.rules.morale.kind.check(facts(p, u, threat_to(p, u)))

    def near_enemy(self, p: OnepagePosition, u: int, w: OnepageWeights) -> float:
        return w.limbered_near if p.state[u] & LIMBERED else 0.0

    def beyond_command(self, p: OnepagePosition, u: int, w: OnepageWeights) -> float:
        """How far a unit is beyond the reach of the nearest general, about, up to a limit.

        Whom no general reaches, nor is likely to, will be disordered when its turn begins.
        """
        xs, ys = p.x, p.y
        x, y, best = xs[u], ys[u], FAR * FAR // (TENTH * TENTH)
        for g in p.battle.generals_of[p.battle.side[u]]:
            if xs[g] >= 0:
                way = (xs[g] - x) * (xs[g] - x) + (ys[g] - y) * (ys[g] - y)
                if way < best:
                    best = way
        way, reach = isqrt(best * TENTH * TENTH), p.battle.rules.command.reach
        total = w.out_of_reach * max(0, way - reach - HALF_BASE) / INCH
        if w.beyond and way > reach and not p.disordered(u) and not will_be_reached(p, u):
            total += w.beyond * p.left(u)
        return total

    def rallying(self, p: OnepagePosition, side: int) -> list[int]:
        return p.generals_on(side)

    def scene(self, p: OnepagePosition) -> tuple[object, ...]:
        return tuple(p.flat)

    def columns(self, p: OnepagePosition) -> tuple[list[int], ...]:
        state = [marks & COUNTS for marks in p.state]
        return p.x, p.y, p.losses, p.facing, state, p.from_x, p.from_y

    def followers(self, p: OnepagePosition, leaders: list[int]) -> list[int]:
        sides = {p.battle.side[g] for g in leaders}
        return [u for side in sides for u in p.stands_on(side)]


def will_be_reached(p: OnepagePosition, u: int) -> bool:
    """Whether a general reaches a unit; one who is yet to ride is counted half his ride nearer."""
    battle, a = p.battle, p.rect(u)
    side, reach, moves = battle.side[u], battle.rules.command.reach, battle.rules.movement.move
    riding = p.clock[PHASE] == MOVEMENT_PHASE and p.clock[SIDE] == side
    for g in p.generals_on(side):
        ride = moves[battle.kind[g]] // 2 if riding and not p.state[g] & ACTED else 0
        if point_within(p.x[g] * TENTH, p.y[g] * TENTH, a, reach + ride):
            return True
    return False


judge = OnepageJudge().judge
