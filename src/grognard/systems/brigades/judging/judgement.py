"""How good a position is for a side: what bots steer by. It decides no rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from typing import Final

from grognard.boards.table.lattice import INCH, TENTH
from grognard.engine.battle import BattleResult
from grognard.engine.check import Check
from grognard.systems.brigades.dice import FireFacts, MeleeFacts
from grognard.systems.brigades.exhaustion import casualties
from grognard.systems.brigades.judging.weights import BrigadesWeights
from grognard.systems.brigades.modifiers import facts, threat_to
from grognard.systems.brigades.sight import foggy
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.ground import building_of
from grognard.systems.brigades.state.kinds import ARMY, DIVISION, GUNS, SKIRMISHERS
from grognard.systems.brigades.state.position import (
    ARRIVED,
    COLUMN,
    ENGAGED,
    FAILED,
    GUN,
    LIMBERED,
    MIRED,
    MOVED,
    NEW,
    OUT,
    BrigadesPosition,
)
from grognard.systems.brigades.stationary import stands_still
from grognard.systems.brigades.victory import result
from grognard.systems.tabletop.judgement import way_to
from grognard.systems.tabletop.seen import ENTANGLED, IN_COLUMN, Seen
from grognard.systems.tabletop.turn import PHASE, SIDE
from grognard.systems.tabletop.turn_judge import (
    FAR,
    HALF_BASE,
    MOVEMENT_PHASE,
    Arms,
    TurnJudge,
    mean,
)

# States of stands that are worth nothing by themselves.
MINOR: Final = MOVED | ARRIVED | FAILED | NEW | ENGAGED | MIRED


class BrigadesJudge(TurnJudge[BrigadesPosition, BrigadesWeights]):
    """Besides what all count: divisions near exhaustion, columns, walls, ground to be taken."""

    wants = (4 * INCH, 7 * INCH, 9 * INCH, 4 * INCH, 7 * INCH)

    def result(self, p: BrigadesPosition) -> BattleResult | None:
        return result(p)

    def objective_reach(self, p: BrigadesPosition) -> int:
        return p.battle.rules.victory.objective_reach

    def drive(
        self,
        p: BrigadesPosition,
        side: int,
        w: BrigadesWeights,
        held: Sequence[int],
        seen: Seen,
    ) -> float:
        """Stands want to be at objectives that are yet to be taken, too."""
        total = super().drive(p, side, w, held, seen)
        wanted = tuple(
            [
                (o.x, o.y)
                for o, holder in zip(p.battle.objectives, held, strict=True)
                if o.side in (side, -1) and holder != side
            ]
        )
        if wanted and p.stands_on(1 - side):
            for u in p.stands_on(side):
                if not p.routed(u):
                    total -= w.ground * nearest_goal(p.x[u], p.y[u], wanted) / INCH
        return total

    def worn(self, p: BrigadesPosition, side: int, w: BrigadesWeights) -> float:
        """How near its divisions are to exhaustion; an army commander is worth something."""
        battle = p.battle
        total = 0.0
        for d, division in enumerate(battle.divisions):
            if division.side == side and battle.troops[d]:
                share = min(1.0, casualties(p, d) / battle.level_of[d])
                total += w.breaking * share * share
        return total - sum(battle.rank[g] == ARMY for g in p.commanders_on(side))

    def settles(self, p: BrigadesPosition, u: int) -> bool:
        return stands_still(p, u)

    def arms(self, p: BrigadesPosition, u: int) -> Arms:
        return arms_of(p.battle, u, not p.state[u] & (LIMBERED | COLUMN))

    def shot(self, p: BrigadesPosition, u: int, still: bool, close: bool) -> Check:
        battle = p.battle
        return battle.rules.fire_kind.check(FireFacts(battle.row[u], int(still), int(close)))

    def gain(self, p: BrigadesPosition, u: int, v: int, still: bool) -> float:
        """Hits given less hits taken."""
        battle = p.battle
        hits = []
        for one, other, stands in ((u, v, still), (v, u, p.stationary(v))):
            shock = battle.shock[one] and not p.disordered(one) and p.disordered(other)
            gun = int(bool(p.state[one] & GUN))
            blow = MeleeFacts(battle.row[one], int(stands), shock=int(shock), gun=gun)
            hits.append(mean(battle.rules.melee_kind.check(blow)))
        return (hits[0] - hits[1]) * 1.5

    def test(self, p: BrigadesPosition, u: int) -> Check:
        return p.battle.rules.morale_kind.check(facts(p, u, threat_to(p, u)))

    def near_enemy(self, p: BrigadesPosition, u: int, w: BrigadesWeights) -> float:
        total = w.column_near if p.state[u] & COLUMN else 0.0
        return total + w.housed if building_of(p, u) >= 0 else total

    def beyond_command(self, p: BrigadesPosition, u: int, w: BrigadesWeights) -> float:
        total = w.lost_out if p.state[u] & OUT else 0.0
        beyond = out_of_reach(p, u)
        return total + w.beyond + w.out_of_reach * beyond / INCH if beyond else total

    def rallying(self, p: BrigadesPosition, side: int) -> list[int]:
        return [g for g in p.commanders_on(side) if p.battle.rank[g] != DIVISION]

    def scene(self, p: BrigadesPosition) -> tuple[object, ...]:
        return (foggy(p), *p.tired, *p.flat, *p.smoke)

    def columns(self, p: BrigadesPosition) -> tuple[list[int], ...]:
        first = p.battle.stands
        state = [marks & ~MINOR for marks in p.state[:first]] + p.state[first:]
        own = (p.x, p.y, p.losses, p.facing, state, p.began_x, p.began_y, p.began_facing)
        # Skirmishers set apart take strength from their brigade.
        return (*own, [p.left(u) for u in range(p.battle.count)]) if p.battle.listing else own

    def tangle(self, p: BrigadesPosition) -> int:
        return IN_COLUMN if any(marks & COLUMN for marks in p.state) else ENTANGLED

    def followers(self, p: BrigadesPosition, leaders: list[int]) -> list[int]:
        obeyed = p.battle.obeyed
        return [
            u for side in (0, 1) for u in p.stands_on(side) if any(g in obeyed[u] for g in leaders)
        ]


# Most stands are where they were in the position judged before.
nearest_goal = lru_cache(maxsize=1 << 12)(way_to)


@lru_cache(maxsize=1024)
def arms_of(battle: BrigadesBattle, u: int, formed: bool) -> Arms:
    """What a stand fights with, in a form to fire in or not."""
    rules, arm, weapon = battle.rules, battle.arm[u], battle.weapon[u]
    arcs = rules.sight.arcs
    return Arms(
        bool(weapon) and formed, *rules.sight.ranges[weapon], arcs[arm], arcs[0],
        rules.flanks.contact, arm == GUNS, arm in SKIRMISHERS,
    )  # fmt: skip


def out_of_reach(p: BrigadesPosition, u: int) -> int:
    """How many mils a stand is beyond the reach of its commander, about, up to a limit.

    A commander who is yet to ride is counted half his ride nearer: he follows his stands.
    """
    a = p.rect(u)
    side = p.battle.side[u]
    riding = p.clock[PHASE] == MOVEMENT_PHASE and p.clock[SIDE] == side
    best = FAR
    for g in p.battle.obeyed[u]:
        if p.x[g] >= 0:
            way = isqrt((p.x[g] * TENTH - a.x) ** 2 + (p.y[g] * TENTH - a.y) ** 2)
            if riding and not p.state[g] & MOVED:
                way -= p.battle.rules.movement.commander // 2
            best = min(best, way)
    return max(0, best - p.battle.rules.command.reach - HALF_BASE)


judge = BrigadesJudge().judge
