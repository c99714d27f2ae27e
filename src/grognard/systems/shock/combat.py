"""Shock combat in play: declaring, commitment, closing, the clash and what follows it."""

from __future__ import annotations

from grognard.boards.hexes import ZONE, bits
from grognard.engine.check import Check
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.shock.battle import FOOT, GUNS, HOLD, HORSE, NOBODY, STAND
from grognard.systems.shock.charge import (
    ChargeReaction,
    Recall,
    charge_path,
    charge_targets,
    may_charge_at,
)
from grognard.systems.shock.clash import attacks_down_steep, clash_situation, crosses
from grognard.systems.shock.cohesion import BY_CHARGING, BY_SHOCK, BY_SLOPE
from grognard.systems.shock.command_tables import CommitmentFacts, PursuitFacts
from grognard.systems.shock.fire import FireRoll, can_fire, fire_targets, front_hexes
from grognard.systems.shock.matrix import COL_DISORDER
from grognard.systems.shock.position import (
    ATTACKED,
    BLOWN,
    CHARGED,
    CHARGING,
    COUNTER,
    D2,
    DOWNHILL,
    ENGAGED,
    GAVE_WAY,
    MARCHED,
    MOVED,
    NONE,
    OUT,
    PURSUED,
    REACTED,
    ROUTED,
    SHORT,
    SQUARE,
    ShockPosition,
)
from grognard.systems.shock.results import CohesionRoll, Retreat, become_blown, suffer
from grognard.systems.shock.roster import GARRISON, LIGHT_CAVALRY
from grognard.systems.shock.stacking import arrive, blocked_by_friends

# -- declaring ---------------------------------------------------------------------------------


def may_shock(p: ShockPosition, u: int) -> bool:
    """Whether a unit may attack by shock, and has somebody in front of it."""
    battle = p.battle
    order = battle.rules.order
    if battle.arm[u] == GARRISON or p.flags[u] & SQUARE:
        return False
    if battle.kind[u] == GUNS and not order.artillery_shocks:
        return False
    if p.order[u] == ROUTED and order.routed_no_action:
        return False
    if p.order[u] == D2 and order.d2_no_shock:
        return False
    if p.flags[u] & MARCHED and not battle.rules.movement.strategic_attacks:
        return False
    if p.flags[u] & BLOWN and not order.blown_shocks:
        return False
    return bool(shock_targets(p, u))


def shock_targets(p: ShockPosition, u: int) -> int:
    """The enemy hexes a unit may attack: in its front, over ground it could cross."""
    battle = p.battle
    side = battle.side[u]
    reach = front_hexes(p, u)
    if not battle.rules.charge.declare_front:
        reach = battle.grid.adjacent_mask[p.hex[u]]
    found = 0
    for t in bits(reach & p.occupied(1 - side)):
        if battle.kind[u] == HORSE and in_chateau(p, t) and not battle.rules.shock.chateau_cavalry:
            continue
        if any(crosses(p, u, h, t) for h in p.hexes_of(u)):
            found |= 1 << t
    return found


def in_chateau(p: ShockPosition, h: int) -> bool:
    """Whether a hex is a chateau or walled farm."""
    return h in p.battle.chateaux


class AttackAt(Decision):
    """The owner picks whom a unit charges or attacks; it is declared, not yet fought."""

    __slots__ = ("charge", "unit")

    def __init__(self, charge: int, unit: int) -> None:
        self.charge = charge
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """The top units of the hexes in reach."""
        mask = charge_targets(p, self.unit) if self.charge else shock_targets(p, self.unit)
        first = p.battle.unit_at
        return sorted({first + p.top_unit(h) for h in bits(mask)})

    def apply(self, p: ShockPosition, action: int) -> None:
        """Declare it."""
        u = self.unit
        target = action - p.battle.unit_at
        mask = charge_targets(p, u) if self.charge else shock_targets(p, u)
        hexes = p.hexes_of(target)
        p.target[u] = next((h for h in hexes if mask >> h & 1), hexes[0])
        if self.charge:
            p.mark(u, CHARGING)
            if p.battle.grid.distance[p.hex[u]][p.target[u]] == 1:
                p.mark(u, SHORT)
        if p.ear is not None:
            verb = "will charge" if self.charge else "will attack"
            name = p.battle.names[target]
            p.tell(f"{p.battle.names[u]} {verb} {name}.", p.uid(u), p.uid(target))

    def prompt(self, p: ShockPosition) -> str:
        """Whom?"""
        verb = "charges" if self.charge else "attacks"
        return f"{p.battle.names[self.unit]} {verb}: whom?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to attack."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """The target."""
        return f"> {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The attacker."""
        return (p.uid(self.unit),)


# -- the order of attacks ----------------------------------------------------------------------


def attackers_of(p: ShockPosition, t: int) -> list[int]:
    """The units whose declared attack is on a hex."""
    return [u for u in range(p.battle.units) if p.target[u] == t and p.hex[u] >= 0]


class NextAttack(Then):
    """Fight the declared attacks one after another, charges first."""

    __slots__ = ()

    def run(self, p: ShockPosition) -> None:
        """The next target, if there is one."""
        declared = [u for u in range(p.battle.units) if p.target[u] >= 0 and p.hex[u] >= 0]
        if not declared:
            return
        p.stack.append(NextAttack())
        first = min(declared, key=lambda u: (not p.flags[u] & CHARGING, p.target[u], u))
        t = p.target[first]
        p.stack.append(Close(t))
        for u in reversed(attackers_of(p, t)):
            if must_commit(p, u, t):
                p.stack.append(CommitmentRoll(u))


def must_commit(p: ShockPosition, u: int, t: int) -> bool:
    """Every attacker rolls, but against routed infantry of cavalry only the light."""
    top = p.top_unit(t)
    order = p.battle.rules.order
    if p.battle.kind[u] == HORSE and rides_down(p, top):
        return order.light_rolls if p.battle.arm[u] == LIGHT_CAVALRY else order.heavy_rolls
    return True


def rides_down(p: ShockPosition, top: int) -> bool:
    """Whether cavalry that attacks this unit rides it down: routed infantry."""
    if top < 0 or not p.battle.rules.order.ridden_down:
        return False
    return p.battle.kind[top] == FOOT and p.order[top] == ROUTED


class CommitmentRoll(Roll):
    """An attacker commits itself, or hangs back."""

    __slots__ = ("unit",)

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def roller(self, p: ShockPosition) -> int:
        """The attacker's owner."""
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The attacker."""
        return (p.uid(self.unit),)

    def check(self, p: ShockPosition) -> Check:
        """At or below Commitment."""
        u = self.unit
        facts = CommitmentFacts(
            commitment=p.battle.commitment[u],
            leader=int(bool(p.leaders_at(p.hex[u], p.battle.side[u]))),
            out_of_command=int(bool(p.flags[u] & OUT)),
        )
        return p.battle.rules.commitment.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Failing, it does not attack."""
        u = self.unit
        if p.ear is not None:
            how = "goes in" if outcome == 0 else "hangs back"
            p.tell(f"{p.battle.names[u]} {how}.", p.uid(u))
        if outcome:
            stand_down(p, u)


def stand_down(p: ShockPosition, u: int) -> None:
    """A unit's declared attack comes to nothing."""
    p.target[u] = NONE
    p.unmark(u, CHARGING | SHORT)
    p.mark(u, ATTACKED)


class Close(Then):
    """The attackers close: charges ride up, the defenders react, then it comes to blows."""

    __slots__ = ("hex",)

    def __init__(self, hex: int) -> None:
        self.hex = hex

    def run(self, p: ShockPosition) -> None:
        """Ride up and push the reactions."""
        t = self.hex
        top = p.top_unit(t)
        if top < 0:
            for u in attackers_of(p, t):
                stand_down(p, u)
            return
        p.clock[CHARGED] = self.ride_up(p, t)
        attackers = attackers_of(p, t)
        if not attackers:
            return
        for u in attackers:
            p.mark(u, ATTACKED)
        cavalry = [u for u in attackers if p.battle.kind[u] == HORSE]
        if cavalry and rides_down(p, top):
            if p.ear is not None:
                p.tell(f"{p.battle.names[top]} is ridden down.", p.uid(top))
            p.eliminate(top)
            p.stack.append(Aftermath(0, t))
            return
        p.stack.append(Clash(t))
        charging = [u for u in cavalry if p.flags[u] & CHARGING]
        by = p.hex[charging[0]] if charging else p.hex[attackers[0]]
        guns_alone = p.battle.kind[top] == GUNS
        if charging and not guns_alone:
            p.stack.append(ReactionFire(t))
            if p.battle.rules.charge.recall:
                for u in reversed(charging):
                    p.stack.append(Recall(t, u))
            p.stack.append(ChargeReaction(by, t))
        elif charging:
            p.stack.append(ChargeReaction(by, t))
            p.stack.append(ReactionFire(t))
        else:
            p.stack.append(ReactionFire(t))
            if may_retreat_before(p, top):
                p.stack.append(RetreatBefore(by, top))

    def ride_up(self, p: ShockPosition, t: int) -> int:
        """Move the charging cavalry next to its target; the length of the shortest charge."""
        battle = p.battle
        shortest = 0
        for u in attackers_of(p, t):
            if not p.flags[u] & CHARGING:
                continue
            length = battle.grid.distance[p.hex[u]][t]
            if not may_charge_at(p, u, t):
                stand_down(p, u)
                continue
            if length > 1:
                path = charge_path(p, u, t)
                p.place(u, path[-1])
                p.mark(u, MOVED)
            face_target(p, u, t)
            arrive(p, u)
            if p.ear is not None:
                where = battle.grid.name(p.hex[u])
                p.tell(f"{battle.names[u]} charges {length} hexes to {where}.", p.uid(u))
            shortest = length if not shortest else min(shortest, length)
        return shortest


def face_target(p: ShockPosition, u: int, t: int) -> None:
    """Turn a unit so that a neighbouring hex is in its front."""
    d = p.battle.grid.direction_of(p.hex[u], t)
    if d >= 0 and ZONE[p.facing[u]][d] != 0:
        p.turn_to(u, d)


# -- reactions to shock ------------------------------------------------------------------------


def may_retreat_before(p: ShockPosition, u: int) -> bool:
    """Light cavalry and horse artillery, not disordered, may go back before the shock."""
    battle = p.battle
    rules = battle.rules
    if battle.arm[u] not in rules.fire_play.before_arms or p.order[u] == ROUTED:
        return False
    return not (rules.order.d1_limits(p.order[u]) and rules.order.d1_no_retreat_before)


class RetreatBefore(Decision):
    """An attacked unit that may give ground before the shock does so, or stands."""

    __slots__ = ("by", "unit")

    def __init__(self, by: int, unit: int) -> None:
        self.by = by
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """Stand, or one of the lengths, given as the hexes it goes."""
        rules = p.battle.rules.fire_play
        first = p.battle.number_at
        lengths = range(rules.before_shortest, rules.before_longest + 1)
        return [STAND, *(first + n for n in lengths)]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go back that far."""
        if action != STAND:
            p.stack.append(Retreat(self.by, action - p.battle.number_at, self.unit))

    def prompt(self, p: ShockPosition) -> str:
        """Stand?"""
        return f"{p.battle.names[self.unit]} is attacked: stand, or retreat how many hexes?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to stand or go."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "stand" if action == STAND else f"retreat {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


class ReactionFire(Then):
    """Every defender with an attacker in front of it may fire once."""

    __slots__ = ("hex",)

    def __init__(self, hex: int) -> None:
        self.hex = hex

    def run(self, p: ShockPosition) -> None:
        """Ask those who can."""
        attackers = attackers_of(p, self.hex)
        if not attackers:
            return
        side = 1 - p.battle.side[attackers[0]]
        for v in reversed(p.battle.units_of[side]):
            if p.hex[v] >= 0 and may_react(p, v):
                p.stack.append(ReactFire(self.hex, v))


def may_react(p: ShockPosition, v: int) -> bool:
    """Whether a unit has its reaction fire left."""
    if p.flags[v] & REACTED or not p.battle.rules.fire_play.reactions:
        return False
    return can_fire(p, v)


class ReactFire(Decision):
    """A unit fires at an attacker in its front, or holds its fire."""

    __slots__ = ("hex", "unit")

    def __init__(self, hex: int, unit: int) -> None:
        self.hex = hex
        self.unit = unit

    def actor(self, p: ShockPosition) -> int:
        """The unit's owner."""
        return p.battle.side[self.unit]

    def options(self, p: ShockPosition) -> list[int]:
        """Hold, or an attacker in front."""
        v = self.unit
        if p.hex[v] < 0 or not may_react(p, v):
            return [HOLD]
        mask = front_hexes(p, v) & fire_targets(p, v)
        shots = {
            p.battle.unit_at + p.top_unit(h)
            for u in attackers_of(p, self.hex)
            for h in p.hexes_of(u)
            if mask >> h & 1
        }
        return [HOLD, *sorted(shots)]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Fire."""
        if action == HOLD:
            return
        target = action - p.battle.unit_at
        mask = front_hexes(p, self.unit)
        h = next(x for x in p.hexes_of(target) if mask >> x & 1)
        p.stack.append(FireRoll(0, h, 1, self.unit))

    def default(self, p: ShockPosition) -> int:
        """Fire if it can."""
        return p.options()[-1]

    def prompt(self, p: ShockPosition) -> str:
        """Fire?"""
        return f"{p.battle.names[self.unit]}: fire at the attackers, or hold?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return f"Waiting for {p.battle.names[self.unit]} to fire or hold."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "hold" if action == HOLD else f"fire > {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The unit."""
        return (p.uid(self.unit),)


# -- the clash ---------------------------------------------------------------------------------


class Clash(Then):
    """The attackers that are left meet the defenders that are left."""

    __slots__ = ("hex",)

    def __init__(self, hex: int) -> None:
        self.hex = hex

    def run(self, p: ShockPosition) -> None:
        """Roll, or go on if one side has left."""
        t = self.hex
        for u in attackers_of(p, t):
            if p.order[u] == ROUTED or p.flags[u] & GAVE_WAY or not beside(p, u, t):
                stand_down(p, u)
        if not attackers_of(p, t):
            return
        if p.top_unit(t) < 0:
            p.stack.append(Aftermath(0, t))
        else:
            p.stack.append(ShockRoll(t))


def beside(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a unit stands next to a hex."""
    return any(p.battle.grid.distance[h][t] == 1 for h in p.hexes_of(u))


class ShockRoll(Roll):
    """The shock of all attackers on one hex."""

    __slots__ = ("hex",)

    def __init__(self, hex: int) -> None:
        self.hex = hex

    def roller(self, p: ShockPosition) -> int:
        """The attacker."""
        return p.battle.side[attackers_of(p, self.hex)[0]]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """Attackers and the hex."""
        return (*(p.uid(u) for u in attackers_of(p, self.hex)), p.hid(self.hex))

    def check(self, p: ShockPosition) -> Check:
        """The shock check."""
        facts = clash_situation(p, attackers_of(p, self.hex), self.hex)
        return p.battle.rules.shock_kind.check(facts)

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Either side suffers its result, the defender first."""
        t = self.hex
        rules = p.battle.rules
        attack, defence = rules.shock_kind.pairs[outcome]
        attackers = attackers_of(p, t)
        defenders = p.units_at(t)
        if p.ear is not None:
            who = " and ".join(p.battle.names[u] for u in attackers)
            p.tell(f"{who} attack {p.battle.names[defenders[0]]}: {attack} / {defence}.", p.hid(t))
        mark_downhill(p, attackers, t)
        lone_guns = all(p.battle.kind[v] == GUNS for v in defenders)
        ridden = lone_guns and any(p.battle.kind[u] == HORSE for u in attackers)
        p.stack.append(Aftermath(1, t))
        strongest = max(attackers, key=lambda u: (p.steps[u], -u))
        order = [
            (attackers, attack, strongest, t),
            (defenders, defence, defenders[0], p.hex[attackers[0]]),
        ]
        if not rules.results.defender_first:
            order.reverse()
        for units, code, bearer, by in order:
            push_results(p, units, code, bearer, by)
        result = rules.results.read(defence)
        if ridden and rules.charge.lone_guns_die and (result.retreat or result.rout):
            for v in defenders:
                p.eliminate(v)


def push_results(p: ShockPosition, units: list[int], code: str, bearer: int, by: int) -> None:
    """Steps fall on one unit, everything else on every unit of the side."""
    results = p.battle.rules.results
    for u in reversed(units):
        suffer(p, u, code if u == bearer else without_steps(results.none, code), BY_SHOCK, by, 0)


def without_steps(none: str, code: str) -> str:
    """A printed result less its number of steps."""
    return code.lstrip("0123456789") or none


def mark_downhill(p: ShockPosition, attackers: list[int], t: int) -> None:
    """Note who attacks down a steep slope: a check follows."""
    for u in attackers:
        if attacks_down_steep(p, u, t):
            p.mark(u, DOWNHILL)


class Aftermath(Then):
    """After a shock: blown cavalry, slopes, pursuit, advance, engagement."""

    __slots__ = ("fought", "hex")

    def __init__(self, fought: int, hex: int) -> None:
        self.fought = fought
        self.hex = hex

    def run(self, p: ShockPosition) -> None:
        """Push what follows, the first thing last."""
        t = self.hex
        rules = p.battle.rules
        attackers = attackers_of(p, t)
        p.stack.append(Settle(t))
        p.stack.append(Vacated(t))
        for u in reversed(attackers):
            if p.flags[u] & DOWNHILL and rules.shock.downhill_check:
                p.stack.append(SlopeCheck(t, u))
            if self.fought and p.flags[u] & CHARGING and rules.charge.blown_check:
                p.stack.append(BlownCheck(t, u))


class SlopeCheck(Then):
    """A unit that attacked down a steep slope checks its cohesion."""

    __slots__ = ("hex", "unit")

    def __init__(self, hex: int, unit: int) -> None:
        self.hex = hex
        self.unit = unit

    def run(self, p: ShockPosition) -> None:
        """If it is still there."""
        if p.hex[self.unit] >= 0 and p.order[self.unit] != ROUTED:
            p.stack.append(CohesionRoll(self.hex, BY_SLOPE, COL_DISORDER, 0, 0, self.unit))


class BlownCheck(Then):
    """Cavalry whose charge came to shock checks whether it is blown."""

    __slots__ = ("hex", "unit")

    def __init__(self, hex: int, unit: int) -> None:
        self.hex = hex
        self.unit = unit

    def run(self, p: ShockPosition) -> None:
        """If it is not blown or routed already."""
        u = self.unit
        if p.hex[u] >= 0 and p.order[u] != ROUTED and not p.flags[u] & BLOWN:
            p.stack.append(CohesionRoll(self.hex, BY_CHARGING, 0, 0, 0, u))


class Vacated(Then):
    """If the hex was given up, light cavalry may be carried away and somebody may advance."""

    __slots__ = ("hex",)

    def __init__(self, hex: int) -> None:
        self.hex = hex

    def run(self, p: ShockPosition) -> None:
        """Push pursuit and advance."""
        t = self.hex
        if p.top_unit(t) >= 0:
            return
        attackers = attackers_of(p, t)
        p.stack.append(Advance(t))
        if not p.battle.rules.charge.pursuit:
            return
        for u in attackers:
            if p.battle.arm[u] == LIGHT_CAVALRY and may_pursue(p, u, t):
                p.stack.append(PursuitRoll(t, u))
                return


def may_pursue(p: ShockPosition, u: int, t: int) -> bool:
    """Light cavalry in order (D-1 too) that stands next to the hex that was given up."""
    if p.order[u] in (D2, ROUTED) or p.flags[u] & (BLOWN | GAVE_WAY) or not beside(p, u, t):
        return False
    rules = p.battle.rules.order
    if p.order[u] and not rules.d1_pursues and p.zoc(1 - p.battle.side[u]) >> t & 1:
        return False
    return may_enter(p, u, t)


def may_enter(p: ShockPosition, u: int, t: int) -> bool:
    """Whether a unit can step into a hex that was given up."""
    if p.second[u] >= 0 or blocked_by_friends(p, u) >> t & 1:
        return False
    return crosses(p, u, p.hex[u], t)


class PursuitRoll(Roll):
    """Light cavalry stops, or follows the enemy and shocks again."""

    __slots__ = ("hex", "unit")

    def __init__(self, hex: int, unit: int) -> None:
        self.hex = hex
        self.unit = unit

    def roller(self, p: ShockPosition) -> int:
        """The cavalry's owner."""
        return p.battle.side[self.unit]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The cavalry."""
        return (p.uid(self.unit),)

    def check(self, p: ShockPosition) -> Check:
        """At or below its pursuit rating it stops."""
        return p.battle.rules.pursuit.check(PursuitFacts(p.battle.pursuit[self.unit]))

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """Follow into the hex; attack whoever gave way, if he is in front now."""
        u, t = self.unit, self.hex
        if outcome == 0:
            return
        battle = p.battle
        before = bool(p.flags[u] & PURSUED)
        p.mark(u, PURSUED | MOVED)
        came = battle.grid.direction_of(p.hex[u], t)
        p.place(u, t)
        arrive(p, u)
        p.target[u] = NONE
        if p.ear is not None:
            p.tell(f"{battle.names[u]} pursues to {battle.grid.name(t)}.", p.uid(u), p.hid(t))
        prey = pursued_hex(p, u, came)
        # A second pursuit leaves it blown, whether or not it comes to blows again.
        pursuits = 2 if before else 1
        if prey >= 0:
            p.target[u] = prey
            face_target(p, u, prey)
            if pursuits >= battle.rules.charge.blown_pursuits:
                p.stack.append(Spent(t, u))
            p.stack.append(Close(prey))
            p.unmark(u, CHARGING | SHORT)
        elif pursuits >= battle.rules.charge.blown_pursuits:
            p.stack.append(Spent(t, u))


class Spent(Then):
    """Cavalry that pursued twice is blown."""

    __slots__ = ("hex", "unit")

    def __init__(self, hex: int, unit: int) -> None:
        self.hex = hex
        self.unit = unit

    def run(self, p: ShockPosition) -> None:
        """Mark it."""
        if p.hex[self.unit] >= 0:
            near = self.hex
            become_blown(p, self.unit, near)


def pursued_hex(p: ShockPosition, u: int, came: int) -> int:
    """The hex of an enemy who gave way and is now next to his pursuer, ahead of him first."""
    battle = p.battle
    here = p.hex[u]
    for turn in (0, 1, 5, 2, 4):
        n = battle.grid.neighbours[here][(came + turn) % 6]
        if n < 0:
            continue
        for v in p.units_at(n):
            if battle.side[v] != battle.side[u] and p.flags[v] & GAVE_WAY:
                return n
    return NONE


class Advance(Decision):
    """One attacking unit may take the hex that was given up."""

    __slots__ = ("hex",)

    def __init__(self, hex: int) -> None:
        self.hex = hex

    def actor(self, p: ShockPosition) -> int:
        """The attacker."""
        attackers = attackers_of(p, self.hex)
        return p.battle.side[attackers[0]] if attackers else p.battle.first

    def options(self, p: ShockPosition) -> list[int]:
        """Nobody, or one of the attackers."""
        t = self.hex
        if p.top_unit(t) >= 0:
            return [NOBODY]
        first = p.battle.unit_at
        able = [first + u for u in attackers_of(p, t) if may_advance(p, u, t)]
        return [NOBODY, *able]

    def apply(self, p: ShockPosition, action: int) -> None:
        """Go in."""
        if action == NOBODY:
            return
        u = action - p.battle.unit_at
        p.place(u, self.hex)
        p.mark(u, MOVED)
        arrive(p, u)
        if p.ear is not None:
            where = p.battle.grid.name(self.hex)
            p.tell(f"{p.battle.names[u]} advances to {where}.", p.uid(u), p.hid(self.hex))

    def default(self, p: ShockPosition) -> int:
        """Somebody takes it."""
        return p.options()[-1]

    def prompt(self, p: ShockPosition) -> str:
        """Who?"""
        return f"The enemy gave up {p.battle.grid.name(self.hex)}: who advances?"

    def waiting(self, p: ShockPosition) -> str:
        """For the other side."""
        return "Waiting for the attacker to advance."

    def phrase(self, p: ShockPosition, action: int) -> str:
        """In words."""
        return "nobody advances" if action == NOBODY else f"advance {p.battle.nouns.name(action)}"

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        """The hex."""
        return (p.hid(self.hex),)


def may_advance(p: ShockPosition, u: int, t: int) -> bool:
    """An attacker in good order that did not give way."""
    rules = p.battle.rules
    if not rules.charge.advance or p.order[u] == ROUTED:
        return False
    if rules.order.d1_limits(p.order[u]) and rules.order.d1_no_advance:
        return False
    if p.flags[u] & (BLOWN | GAVE_WAY) or not beside(p, u, t):
        return False
    return may_enter(p, u, t)


class Settle(Then):
    """The shock is over: whoever still stands in contact is engaged."""

    __slots__ = ("hex",)

    def __init__(self, hex: int) -> None:
        self.hex = hex

    def run(self, p: ShockPosition) -> None:
        """Mark engaged units and clear what belonged to this shock."""
        t = self.hex
        attackers = [u for u in attackers_of(p, t) if beside(p, u, t)]
        defenders = [v for v in p.units_at(t) if p.order[v] != ROUTED]
        stay = [
            u for u in attackers if p.order[u] != ROUTED and not p.flags[u] & (GAVE_WAY | BLOWN)
        ]
        sides = {p.battle.side[u] for u in attackers} | {p.battle.side[v] for v in defenders}
        if stay and defenders and len(sides) == 2 and p.battle.rules.charge.engaged:
            for u in (*stay, *defenders):
                p.mark(u, ENGAGED)
        for u in attackers_of(p, t):
            stand_down(p, u)
        for u in range(p.battle.fighters):
            spent = COUNTER | DOWNHILL | GAVE_WAY
            if p.target[u] < 0:  # no attack of its own still to fight
                spent |= CHARGING | SHORT
            p.flags[u] &= ~spent
        refresh_engaged(p)


def refresh_engaged(p: ShockPosition) -> None:
    """Units whose opponents are gone are engaged no more."""
    battle = p.battle
    engaged = [u for u in range(battle.fighters) if p.flags[u] & ENGAGED and p.hex[u] >= 0]
    for u in engaged:
        foes = [v for v in engaged if battle.side[v] != battle.side[u]]
        near = any(
            battle.grid.distance[a][b] == 1
            for v in foes
            for a in p.hexes_of(u)
            for b in p.hexes_of(v)
        )
        if not near:
            p.unmark(u, ENGAGED)
