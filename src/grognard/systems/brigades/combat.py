"""Combat: the attacker names one enemy after another; all who want to fire or fight take part."""

from __future__ import annotations

from grognard.boards.table.rect import surely_apart
from grognard.engine.grammar import clause
from grognard.engine.numbers import MaybeUnit, Side
from grognard.engine.step import Decision, Then
from grognard.systems.brigades.buildings import Fires, block_of, sharers
from grognard.systems.brigades.flanks import attacks_allowed, foes_touching
from grognard.systems.brigades.melee import Settle
from grognard.systems.brigades.sight import can_fire, fire_distance, gun_alone, reach_of
from grognard.systems.brigades.state.battle import BEGIN, DONE, named_stand
from grognard.systems.brigades.state.kinds import Stand
from grognard.systems.brigades.state.position import (
    FIGHTS,
    FIRES,
    LENDS,
    NO_PART,
    NOBODY,
    BrigadesPosition,
)
from grognard.systems.brigades.strike import (
    Aim,
    Strike,
    answers,
    can_shoot,
    lends_to,
    ready,
    spent,
    through_side,
)


class CombatPhase(Then[BrigadesPosition]):
    """The beginning of the attacker's combats."""

    side: Side

    def run(self, p: BrigadesPosition) -> None:
        p.fought = [0] * p.battle.count
        p.stack.append(Fires())
        p.stack.append(Combat(side=self.side))


def may_attack(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand of the attacker may attack anybody at all."""
    fresh = not p.fought[u] or block_of(p, u) >= 0  # brigades.rulings.combat.once
    return fresh and ready(p, u) and attacks_allowed(p, u)


def attack_reach(p: BrigadesPosition, u: int) -> int:
    """How far off an enemy, but for his own markers, can be whom a stand attacks."""
    touch = p.battle.span[u] + p.battle.rules.flanks.contact
    return max(touch, reach_of(p, u)) if can_fire(p, u) else touch


def part_of(p: BrigadesPosition, u: int, v: int) -> int:
    """What a stand of the attacker could do against an enemy."""
    if not may_attack(p, u):
        return NO_PART
    touching = foes_touching(p, u)
    if v in touching:  # brigades.combat.means brigades.march.melee
        part = FIGHTS
    else:
        part = FIRES if not touching and can_shoot(p, u, v) else NO_PART
    return NO_PART if part and spent(p, u, v) else part


def gather(p: BrigadesPosition, side: int, v: int) -> None:
    """Give everybody his part against an enemy."""
    own = p.stands_on(side)
    for u in own:
        p.part[u] = part_of(p, u, v)
    # Beyond musket range the gun fires alone.
    hosts = [
        u
        for u in own
        if p.part[u] == FIGHTS
        or (p.part[u] == FIRES and not gun_alone(p, u, fire_distance(p, u, v)))
    ]
    for w in own:
        free = not p.part[w] and not p.fought[w] and ready(p, w)
        if free and not foes_touching(p, w) and any(lends_to(p, w, u) for u in hosts):
            p.part[w] = LENDS


class Combat(Decision[BrigadesPosition]):
    """The next enemy stand to be attacked, or the end of the phase."""

    side: Side

    def options(self, p: BrigadesPosition) -> list[int]:
        own = [(u, attack_reach(p, u)) for u in p.stands_on(self.side) if may_attack(p, u)]
        found = [DONE]
        for v in p.stands_on(1 - self.side):  # brigades.combat.attacker-chooses
            b, span = p.rect(v), p.battle.span[v]
            near = [u for u, reach in own if not surely_apart(p.rect(u), b, reach + span)]
            if sharers(p, v)[0] == v and any(part_of(p, u, v) for u in near):
                found.append(p.battle.attack_at + v)
        return found

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Gather those who can take part, and ask again afterwards."""
        if action == DONE:
            return
        v = action - p.battle.attack_at
        p.stack.append(self)
        gather(p, self.side, v)
        p.stack.append(Join(side=self.side, victim=v))

    def default(self, p: BrigadesPosition) -> int:
        return p.options()[-1]

    def prompt(self, p: BrigadesPosition) -> str:
        return "Which enemy is attacked next?"

    def waiting(self, p: BrigadesPosition) -> str:
        return "Waiting for the next combat."

    def target(self, p: BrigadesPosition, action: int) -> str:
        return named_stand(p.battle.nouns, action)


class Join(Decision[BrigadesPosition]):
    """Who of those who can stays out of a combat, in order; then it begins."""

    side: Side
    victim: Stand
    last: MaybeUnit = NOBODY  # who was left out last

    def options(self, p: BrigadesPosition) -> list[int]:
        """Begin, or leave somebody out; somebody must take part."""
        own = [u for u in p.stands_on(self.side) if p.part[u]]
        fighters = [u for u in own if p.part[u] != LENDS]
        found = [BEGIN]
        for u in own:
            if u > self.last and (len(fighters) > 1 or p.part[u] == LENDS):
                found.append(p.battle.without_at + u)
        return found

    def apply(self, p: BrigadesPosition, action: int) -> None:
        if action != BEGIN:
            u = action - p.battle.without_at
            p.part[u] = NO_PART
            p.stack.append(self.but(last=u))
            return
        for u in p.stands_on(self.side):
            if p.part[u]:
                p.fought[u] += through_side(p, u, self.victim) or 1
        p.stack.append(Settle(side=self.side, victim=self.victim))
        parties = [u for u in p.stands_on(self.side) if p.part[u] in (FIRES, FIGHTS)]
        if answers(p, self.victim, parties):
            p.stack.append(Aim(unit=self.victim, side=1 - self.side))
        for u in reversed(parties):
            p.stack.append(Strike(unit=u, target=self.victim))

    def prompt(self, p: BrigadesPosition) -> str:
        who = clause(p.name(self.victim), "is")
        return f"{who} attacked by all who can: begin, or leave somebody out?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting who attacks {p.name(self.victim)}."

    def target(self, p: BrigadesPosition, action: int) -> str:
        return named_stand(p.battle.nouns, action)

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        own = (p.uid(u) for u in p.stands_on(self.side) if p.part[u])
        return (p.uid(self.victim), *own)
