"""Fire combat in play: picking a target, the shot, leaders who fall, and reaction fire."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.event import EventKind
from grognard.engine.grammar import clause
from grognard.engine.numbers import Flag, Unit
from grognard.engine.step import Roll, Then
from grognard.systems.shock.advance import Advance
from grognard.systems.shock.declaring import attackers_of
from grognard.systems.shock.disorder import BY_FIRE
from grognard.systems.shock.fire import (
    battery_at,
    battery_targets,
    fire_situation,
    fire_targets,
    fires_from,
    firing_with,
    front_hexes,
    led_targets,
    masses,
    may_react,
    top_gun,
)
from grognard.systems.shock.fire_table import CasualtyFacts, FireFacts
from grognard.systems.shock.matrix import NO_EFFECT, read_result
from grognard.systems.shock.results import suffer
from grognard.systems.shock.retreat import RetreatBefore, may_retreat_before
from grognard.systems.shock.state.asking import TargetDecision, UnitDecision
from grognard.systems.shock.state.kinds import DONE_VERB, FIRED, FOOT, HOLD, REACTED, Hex
from grognard.systems.shock.state.position import ShockPosition


class FireAt(TargetDecision):
    """The owner picks the target of a unit's fire."""

    waits = "fire"

    battery: Flag

    def targets(self, p: ShockPosition) -> int:
        return battery_targets(p, self.unit) if self.battery else led_targets(p, self.unit)

    def apply(self, p: ShockPosition, action: int) -> None:
        u, h = self.unit, self.hex_of(p, action)
        if self.battery:
            p.stack.append(BatteryGuns(unit=u, hex=h, guns=tuple(battery_at(p, u, h))))
        else:
            declare(p, tuple(firing_with(p, u, h, 0)), h)

    def prompt(self, p: ShockPosition) -> str:
        how = " in grand battery" if self.battery else ""
        return p.does(self.unit, f"fires{how}: at which enemy?")


class BatteryGuns(UnitDecision):
    """Which guns stay out of a grand battery, in any order; its leader and enough others fire."""

    waits = "mass its guns"

    hex: Hex
    guns: tuple[Unit, ...]  # those that fire, the leader first

    def options(self, p: ShockPosition) -> list[int]:
        """Fire, or leave out one without whom the others are a grand battery still."""
        out = [v for v in self.guns[1:] if masses(p, [w for w in self.guns if w != v])]
        return [DONE_VERB, *(p.battle.unit_at + v for v in out)]  # shock.rulings.fire.battery-guns

    def put_back(self, p: ShockPosition) -> list[int]:
        out = [v for v in battery_at(p, self.unit, self.hex) if v not in self.guns]
        return [p.battle.unit_at + v for v in out if masses(p, [*self.guns, v])]

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == DONE_VERB:
            declare(p, self.guns, self.hex, 1)
            return
        guns = {*self.guns[1:]} ^ {action - p.battle.unit_at}
        p.stack.append(self.but(guns=(self.unit, *sorted(guns))))

    def prompt(self, p: ShockPosition) -> str:
        count, names = len(self.guns), " and ".join(p.battle.names[v] for v in self.guns)
        return f"Grand battery of {count}: {names}. Fire, or leave a gun out?"

    def says(self, p: ShockPosition, action: int) -> str:
        return "fire" if action == DONE_VERB else ""

    def phrase(self, p: ShockPosition, action: int) -> str:
        if action == DONE_VERB:
            return "done"
        words = "put back" if action in self.put_back(p) else "without"
        return f"{words} {p.battle.nouns.name(action)}"


def declare(p: ShockPosition, firers: tuple[int, ...], h: int, battery: int = 0) -> None:
    """Fire at a hex; who stands there may go back before it."""
    p.stack.append(Shot(units=firers, hex=h, battery=battery))
    top = p.top_unit(h)
    if may_retreat_before(p, top):
        p.stack.append(RetreatBefore(unit=top, by=fires_from(p, firers[0], h)))


class Shot(Then[ShockPosition]):
    """Fire that was declared: it is rolled for if anybody is left in the hex, else spent."""

    units: tuple[Unit, ...]
    hex: Hex
    battery: Flag = 0

    def run(self, p: ShockPosition) -> None:
        if p.top_unit(self.hex) >= 0:
            p.stack.append(FireRoll(units=self.units, hex=self.hex, battery=self.battery))
            return
        for v in self.units:
            p.mark(v, FIRED)
        if p.ear is not None:
            who = " and ".join(p.battle.names[v] for v in self.units)
            p.tell(f"{who}: the fire hits an empty hex.", p.hid(self.hex))


class FireRoll(Roll[ShockPosition]):
    """A shot at a hex; `reaction` marks fire at an attacker in the enemy's activation."""

    units: tuple[Unit, ...]
    hex: Hex
    battery: Flag = 0
    reaction: Flag = 0

    def roller(self, p: ShockPosition) -> int:
        return p.battle.side[self.units[0]]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (*(p.uid(v) for v in self.units), p.hid(self.hex))

    def check(self, p: ShockPosition) -> Check:
        facts = fire_situation(p, list(self.units), self.hex, self.battery)
        return p.battle.rules.fire_kind.check(facts)

    def result(self, p: ShockPosition, check: Check, outcome: int) -> str:
        codes = p.battle.rules.fire_kind.codes
        words = read_result(codes[outcome % len(codes)]).words()
        leader = ", a leader may be hit" if outcome >= len(codes) else ""
        code = check.outcomes[outcome]
        return words if code == NO_EFFECT else f"{words}{leader} ({code})"

    def apply(self, p: ShockPosition, outcome: int) -> None:
        """The top unit of the hex suffers the result; a leader may fall."""
        battle = p.battle
        kind = battle.rules.fire_kind
        facts = FireFacts(*self.check(p).situation)
        for v in self.units:
            p.mark(v, REACTED if self.reaction else FIRED)
        top = p.top_unit(self.hex)
        code = kind.codes[outcome % len(kind.codes)]
        if p.ear is not None:
            who = " and ".join(battle.names[v] for v in self.units)
            text = f"{clause(who, 'fires')} at {battle.names[top]}: {read_result(code).words()}."
            p.tell(text, *(p.uid(v) for v in self.units), p.uid(top), kind=EventKind.FIRE)
        u = self.units[0]
        if not self.reaction and battle.kind[u] == FOOT and u < battle.units:
            p.stack.append(Advance(hex=self.hex, by=u))  # shock.rulings.fire.advance
        suffer(p, top, code, BY_FIRE, fires_from(p, u, self.hex), facts.ranged)
        if outcome >= len(kind.codes):
            for leader in reversed(p.leaders_at(self.hex, battle.side[top])):
                p.stack.append(CasualtyRoll(leader=leader))


class CasualtyRoll(Roll[ShockPosition]):
    """A leader in a hex struck with an L."""

    leader: Unit

    def roller(self, p: ShockPosition) -> int:
        return 1 - p.battle.side[self.leader]

    def about(self, p: ShockPosition) -> tuple[str, ...]:
        return (p.uid(self.leader),)

    def check(self, p: ShockPosition) -> Check:
        return p.battle.rules.casualty.check(CasualtyFacts())

    def apply(self, p: ShockPosition, outcome: int) -> None:
        if outcome:
            p.eliminate(self.leader, "he is killed by the fire")
        else:
            p.report(self.leader, "is unhurt")


# -- reaction fire -----------------------------------------------------------------------------


class ReactionFire(Then[ShockPosition]):
    """Every defender with an attacker in front of it may fire once."""

    hex: Hex

    def run(self, p: ShockPosition) -> None:
        attackers = attackers_of(p, self.hex)
        if not attackers:
            return
        side = 1 - p.battle.side[attackers[0]]
        for v in reversed(p.battle.units_of[side]):
            if p.hex[v] >= 0 and may_react(p, v):
                p.stack.append(ReactFire(unit=v, hex=self.hex))


class ReactFire(TargetDecision):
    """A unit fires at an attacker in its front, at either half of a line, or holds its fire."""

    waits = "fire or hold"

    hex: Hex

    def targets(self, p: ShockPosition) -> int:
        v = self.unit
        if not may_react(p, v):
            return 0
        mask = front_hexes(p, v) & fire_targets(p, v)
        top = top_gun(p, v)
        if top >= 0 and may_react(p, top):
            mask &= ~fire_targets(p, top)  # it would have fired with the gun on top
        hexes = {h for u in attackers_of(p, self.hex) for h in p.hexes_of(u)}
        return sum(1 << h for h in hexes if mask >> h & 1)

    def options(self, p: ShockPosition) -> list[int]:
        return [HOLD, *super().options(p)]

    def apply(self, p: ShockPosition, action: int) -> None:
        if action == HOLD:
            return
        h = self.hex_of(p, action)
        firers = firing_with(p, self.unit, h, 1)
        p.stack.append(FireRoll(units=tuple(firers), hex=h, reaction=1))

    def default(self, p: ShockPosition) -> int:
        return p.options()[-1]

    def prompt(self, p: ShockPosition) -> str:
        return f"{p.battle.names[self.unit]}: fire at the attackers, or hold?"

    def phrase(self, p: ShockPosition, action: int) -> str:
        return "hold" if action == HOLD else f"fire > {p.battle.nouns.name(action)}"
