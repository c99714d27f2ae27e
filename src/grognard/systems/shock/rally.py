"""Rally in play: routed and disordered units, blown cavalry, and who helps them."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.systems.shock.morale_tables import RallyFacts
from grognard.systems.shock.results import RoutRetreat, disorder, nearest_enemy
from grognard.systems.shock.state.asking import UnitRoll
from grognard.systems.shock.state.kinds import (
    ACTIVATION,
    BLOWN,
    D1,
    DONE,
    FOOT,
    GOOD,
    HORSE,
    OUT,
    OUTSIDE,
    ROUTED,
    SQUARE,
)
from grognard.systems.shock.state.position import ShockPosition


def may_rally(p: ShockPosition, u: int) -> bool:
    """Whether a unit has something to rally from: rout, disorder, or being blown far enough off."""
    if p.order[u] != GOOD:
        return True
    return bool(p.flags[u] & BLOWN) and far_from_enemies(p, u)


def far_from_enemies(p: ShockPosition, u: int) -> bool:
    """Whether every enemy is at the distance at which blown cavalry can recover."""
    row = p.battle.grid.distance[p.hex[u]]
    distance = p.battle.rules.order.blown_distance
    enemies = p.battle.units_of[1 - p.battle.side[u]]
    return all(p.hex[v] < 0 or row[p.hex[v]] >= distance for v in enemies)


def rally_situation(p: ShockPosition, u: int) -> RallyFacts:
    """The facts of a rally, read off the position."""
    battle = p.battle
    rules = battle.rules.rally
    side = battle.side[u]
    hexes = p.hexes_of(u)
    near = {n for h in hexes for n in (h, *battle.grid.neighbours[h]) if n >= 0}
    command = battle.command[u]
    leader = battle.commands[command].leader
    overall = any(p.hex[v] in near and battle.same_army(v, command) for v in battle.overall(side))
    blucher = battle.army[u] == rules.blucher_army and any(
        "blucher" in battle.pieces[v].traits
        and p.hex[v] >= 0
        and min(battle.grid.distance[h][p.hex[v]] for h in hexes) <= rules.blucher_distance
        for v in battle.leaders_of[side]
    )
    return RallyFacts(
        cohesion=battle.cohesion[u],
        enemy_zoc=int(p.in_enemy_zoc(u)),
        one_step=int(p.steps[u] <= rules.few_steps),
        out_of_command=int(bool(p.flags[u] & OUT) or p.clock[ACTIVATION] == OUTSIDE),
        cavalry=int(battle.kind[u] == HORSE),
        elite=int(is_elite(p, u)),
        square=int(bool(p.flags[u] & SQUARE)),
        near_cavalry=int(beside_steady_cavalry(p, u)),
        combat_leader=int(p.hex[leader] in near),
        # Blücher's own bonus stands in for that of the overall commander.
        overall=int(overall and not blucher),
        blucher=int(blucher),
    )


def is_elite(p: ShockPosition, u: int) -> bool:
    """Whether a unit is Elite or Crack Elite."""
    victory = p.battle.rules.victory
    return p.battle.elite[u] in (victory.elite, victory.crack)


def beside_steady_cavalry(p: ShockPosition, u: int) -> bool:
    """Routed infantry next to friendly cavalry in good order."""
    battle = p.battle
    if battle.kind[u] != FOOT or p.order[u] != ROUTED:
        return False
    row = battle.grid.distance[p.hex[u]]
    return any(
        battle.kind[v] == HORSE and p.order[v] == GOOD and p.hex[v] >= 0 and row[p.hex[v]] == 1
        for v in battle.units_of[battle.side[u]]
    )


class RallyRoll(UnitRoll):
    """A unit tries to rally; it does nothing else in the activation."""

    def check(self, p: ShockPosition) -> Check:
        """The table for routed units, or the one for disordered (and blown) ones."""
        rules = p.battle.rules
        facts = rally_situation(p, self.unit)
        if p.order[self.unit] == ROUTED:
            return rules.rally_routed.check(facts)
        return rules.rally_disordered.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Take the result."""
        u = self.unit
        p.mark(u, DONE)
        name = p.battle.names[u]
        if p.order[u] == ROUTED:
            if outcome == 0:
                p.set_order(u, GOOD)
            elif outcome == 1:
                disorder(p, u, D1)
            else:
                p.stack.append(RoutRetreat(unit=u, by=nearest_enemy(p, u)))
            if p.ear is not None:
                p.tell(f"{name}: {('rallied', 'rallied to D-1', 'runs on')[outcome]}.", p.uid(u))
            return
        if outcome == 0:
            p.set_order(u, GOOD)
            # Blown comes off only by a rally far from the enemy.
            if p.flags[u] & BLOWN and far_from_enemies(p, u):
                p.unmark(u, BLOWN)
        if p.ear is not None:
            p.tell(f"{name} {'recovers' if outcome == 0 else 'stays as it was'}.", p.uid(u))
