"""Artillery fire: both sides declare, all batteries throw, and only then hits are felt."""

from __future__ import annotations

from grognard.boards.table.arcs import ahead_of, fire_range, in_arc
from grognard.boards.table.lattice import offset
from grognard.boards.table.rect import Rect, corners, front, moved, surely_apart
from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Unit
from grognard.engine.step import Then
from grognard.systems.pulses.field import (
    in_cover,
    in_radius,
    in_water,
    level,
    line_near,
    sees,
)
from grognard.systems.pulses.shooting import HITS, MISSES, ArtilleryFacts
from grognard.systems.pulses.state.battle import HOLD_FIRE
from grognard.systems.pulses.state.kinds import ARTILLERY
from grognard.systems.pulses.state.position import (
    FIRE,
    FIRED,
    HOLDER,
    NOBODY,
    PHASE,
    SQUARED,
    SUPPRESSED,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.suppression import suppress
from grognard.systems.tabletop.asking import StrikeRoll, UnitDecision

CANISTER, ROUND_SHOT = range(2)
BESIDE = 100  # mils before its front line a friend may be and not bar a battery


def reaches(p: PulsesPosition, u: int) -> tuple[int, int]:
    """How far a battery's canister and round shot carry in this weather."""
    rules = p.battle.rules
    canister, shot = rules.gun_ranges[p.battle.heavy[u]]
    if p.battle.weather(p.clock[TURN]):
        return canister // rules.wet_parts, shot // rules.wet_parts
    return canister, shot


def may_fire(p: PulsesPosition, u: int) -> bool:
    """Whether a battery may fire in the artillery step."""
    rules = p.battle.rules
    if p.x[u] < 0 or p.battle.arm[u] != ARTILLERY:
        return False
    if p.state[u] & SUPPRESSED and not rules.suppressed_fire:
        return False
    return rules.beyond_fire or in_radius(p, u)


def barred(p: PulsesPosition, u: int, v: int) -> bool:
    """Whether friends near the line of fire bar it."""
    if level(p, u) != level(p, v):
        return False
    a, b = p.rect(u), p.rect(v)
    x, y = front(a)
    clear = p.battle.rules.gun_clear
    for w in p.stands_on(p.battle.side[u]):
        if w == u:
            continue
        c = p.rect(w)
        if not line_near(x, y, b.x, b.y, c, clear):
            continue
        beside = moved_front(a)
        if any(ahead_of(beside, *corner) > 0 for corner in corners(c)):
            return True
    return False


def moved_front(a: Rect) -> Rect:
    """A battery a little further ahead, so that friends in line with it do not bar it."""
    dx, dy = offset(a.shape.facing, BESIDE)
    return moved(a, dx, dy)


def fire_distance(p: PulsesPosition, u: int, v: int) -> int:
    """How far a battery fires to reach a unit; -1 if it is out of range, arc or sight."""
    reach = reaches(p, u)[ROUND_SHOT]
    a, b = p.rect(u), p.rect(v)
    if surely_apart(a, b, reach):
        return -1
    distance = fire_range(a, b)
    if distance > reach or not in_arc(a, b, p.battle.rules.gun_arc):
        return -1
    if barred(p, u, v) or not sees(p, u, v):
        return -1
    return distance


def targets(p: PulsesPosition, u: int) -> list[int]:
    """The units a battery may fire at."""
    if not may_fire(p, u):
        return []
    return [v for v in p.stands_on(1 - p.battle.side[u]) if fire_distance(p, u, v) >= 0]


def fire_facts(p: PulsesPosition, u: int, v: int) -> ArtilleryFacts:
    """A battery's dice and number against a unit, and what has them thrown again."""
    battle = p.battle
    rules = battle.rules
    heavy = battle.heavy[u]
    near = fire_range(p.rect(u), p.rect(v)) <= reaches(p, u)[CANISTER]
    shot = CANISTER if near else ROUND_SHOT
    x, y = front(p.rect(u))
    vulnerable = in_water(p, v) or (rules.beyond_vulnerable and not in_radius(p, v))
    return ArtilleryFacts(
        rules.gun_dice[heavy][shot],
        rules.gun_hit[heavy],
        0,
        int(vulnerable),
        int(ahead_of(p.rect(v), x, y) < 0),
        int(bool(p.state[v] & SQUARED)),
        int(in_cover(p, v)),
        int(battle.arm[v] == ARTILLERY),
    )


class ArtilleryPhase(Then[PulsesPosition]):
    """The simultaneous artillery fire of a pulse."""

    def run(self, p: PulsesPosition) -> None:
        """The side with the initiative declares first; then all throw; then hits are felt."""
        p.clock[PHASE] = FIRE
        battle = p.battle
        p.shot = [0] * battle.count
        p.foe = [NOBODY] * battle.count
        holder = p.clock[HOLDER]
        guns = [
            u
            for side in (holder, 1 - holder)
            for u in p.stands_on(side)
            if battle.arm[u] == ARTILLERY
        ]
        p.stack += [Impact(), Volleys()]
        p.stack += [Target(unit=u, side=battle.side[u]) for u in reversed(guns)]


class Target(UnitDecision[PulsesPosition]):
    """At whom a battery fires."""

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        """Hold fire, or any target."""
        return [HOLD_FIRE, *(p.battle.unit_at + v for v in targets(p, self.unit))]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Declare; nothing happens yet."""
        if action != HOLD_FIRE:
            p.foe[self.unit] = action - p.battle.unit_at
            p.state[self.unit] |= FIRED

    def default(self, p: PulsesPosition) -> int:
        """Fire if there is a target."""
        return p.options()[-1]

    def prompt(self, p: PulsesPosition) -> str:
        """Where?"""
        return f"{p.name(self.unit)}: at whom does it fire?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting for the target of {p.name(self.unit)}."


class Volleys(Then[PulsesPosition]):
    """Every battery that declared throws."""

    def run(self, p: PulsesPosition) -> None:
        """From the position before."""
        battle = p.battle
        guns = [u for u in range(battle.stands) if battle.arm[u] == ARTILLERY and p.foe[u] >= 0]
        p.stack += [Shot(unit=u, target=p.foe[u]) for u in reversed(guns)]


class Shot(Then[PulsesPosition]):
    """A battery's turn to throw; where fire is not simultaneous it may be silenced by now."""

    unit: Unit
    target: Unit

    def run(self, p: PulsesPosition) -> None:
        """Throw."""
        if p.battle.rules.together or (may_fire(p, self.unit) and p.x[self.target] >= 0):
            p.stack.append(Volley(unit=self.unit, target=self.target))


class Volley(StrikeRoll[PulsesPosition]):
    """The dice of a battery."""

    def check(self, p: PulsesPosition) -> Check:
        """By weight and range."""
        return p.battle.rules.gun_kind.check(fire_facts(p, self.unit, self.target))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Throw again what the facts say."""
        facts = fire_facts(p, self.unit, self.target)
        reroll = p.battle.rules.gun_kind.reroll(facts)
        if reroll == MISSES and outcome < facts.dice:
            p.stack.append(
                Again(unit=self.unit, target=self.target, dice=facts.dice - outcome, kept=outcome)
            )
        elif reroll == HITS and outcome:
            p.stack.append(Again(unit=self.unit, target=self.target, dice=outcome, kept=0))
        else:
            strike(p, self.unit, self.target, outcome)


class Again(StrikeRoll[PulsesPosition]):
    """Dice of a battery that are thrown again."""

    dice: int
    kept: int

    def check(self, p: PulsesPosition) -> Check:
        """By its own number again."""
        rules = p.battle.rules
        hit = rules.gun_hit[p.battle.heavy[self.unit]]
        return rules.gun_again_kind.check((self.dice, hit, self.kept))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """All hits together."""
        strike(p, self.unit, self.target, self.kept + outcome)


def strike(p: PulsesPosition, u: int, v: int, hits: int) -> None:
    """Hits are kept until every battery has thrown."""
    p.shot[v] += hits
    if p.ear is not None and hits:
        p.tell(f"{clause(p.name(u), 'hits')} {p.name(v)} {hits} time{'s' * (hits > 1)}.", p.uid(v))
    if not p.battle.rules.together:
        feel(p, v)


class Impact(Then[PulsesPosition]):
    """The hits of the artillery are felt."""

    def run(self, p: PulsesPosition) -> None:
        """All at once."""
        for v in range(p.battle.stands):
            feel(p, v)
        p.foe = [NOBODY] * p.battle.count


def feel(p: PulsesPosition, v: int) -> None:
    """Troops take their hits; a battery is suppressed, or destroyed."""
    hits, p.shot[v] = p.shot[v], 0
    if not hits or p.x[v] < 0:
        return
    if p.battle.arm[v] != ARTILLERY:
        p.hurt(v, hits, "artillery")
        return
    before = int(bool(p.state[v] & SUPPRESSED))
    if hits + before >= p.battle.rules.battery_hits:
        p.remove(v, "is destroyed")
    else:
        suppress(p, v, "artillery")
