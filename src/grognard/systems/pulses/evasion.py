"""Cavalry evasion: settled at contact, before any combat dice."""

from __future__ import annotations

from grognard.boards.table.lattice import QUARTER, STEPS, bearing, turned
from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Unit
from grognard.engine.step import Decision, Roll
from grognard.systems.pulses.fallback import has_room
from grognard.systems.pulses.fighting import opponent
from grognard.systems.pulses.moving.flight import flee, gets_clear
from grognard.systems.pulses.state.battle import EVADE, STAND
from grognard.systems.pulses.state.kinds import CAVALRY, INFANTRY, LIGHT
from grognard.systems.pulses.state.position import FLANKS, PulsesPosition


def may_evade(p: PulsesPosition, u: int, attacker: int) -> bool:
    """Whether a unit may try to evade its attacker."""
    rules = p.battle.rules
    if not rules.evades or p.battle.arm[u] != CAVALRY:
        return False
    others = [w for w in p.stands_on(p.battle.side[attacker]) if w != attacker]
    if any(opponent(p, w) == u for w in others):
        # It stood against another, or was caught by him: that combat is fought out.
        return False
    if p.battle.arm[attacker] == INFANTRY and not rules.evades_foot:
        return False
    return gets_clear(p, u, attacker)


def evasion_bonus(p: PulsesPosition, u: int) -> int:
    """What a unit adds to its evasion die, on either side."""
    rules = p.battle.rules
    if p.battle.units[u].cossacks:
        return rules.cossack_bonus
    return rules.light_bonus if p.battle.kind[u] == LIGHT else 0


class Evade(Decision[PulsesPosition]):
    """Whether cavalry evades or stands."""

    side: Side
    unit: Unit
    attacker: Unit

    def options(self, p: PulsesPosition) -> list[int]:
        """Evade, or stand."""
        return [EVADE, STAND]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """From infantry without a roll; turn to fight it."""
        u, attacker = self.unit, self.attacker
        if action == EVADE:
            if p.battle.arm[attacker] == CAVALRY:
                p.stack.append(EvadeRoll(unit=u, attacker=attacker))
            else:
                flee(p, u, attacker)
        elif p.battle.arm[attacker] == INFANTRY:
            turn_to(p, u, attacker)

    def default(self, p: PulsesPosition) -> int:
        """Stand."""
        return STAND

    def prompt(self, p: PulsesPosition) -> str:
        """Evade?"""
        who = clause(p.name(self.unit), "is")
        return f"{who} attacked by {p.name(self.attacker)}: evade or stand?"

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return f"Waiting whether {clause(p.name(self.unit), 'evades')}."

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """Both units."""
        return (p.uid(self.unit), p.uid(self.attacker))


def turn_to(p: PulsesPosition, u: int, attacker: int) -> None:
    """Cavalry turns to face infantry and fights: it is not flanked.

    It turns by quarters, so that its base keeps its ground and the contact.
    """
    a, b = p.rect(u), p.rect(attacker)
    steps = turned(p.facing[u], bearing(b.x - a.x, b.y - a.y))
    facing = (p.facing[u] + round(steps / QUARTER) * QUARTER) % STEPS
    p.state[attacker] &= ~FLANKS
    if has_room(p, u, p.x[u], p.y[u], facing):
        p.put(u, p.x[u], p.y[u], facing)


class EvadeRoll(Roll[PulsesPosition]):
    """Cavalry against cavalry: one die a side."""

    unit: Unit
    attacker: Unit

    def roller(self, p: PulsesPosition) -> int:
        """The side that evades."""
        return p.battle.side[self.unit]

    def check(self, p: PulsesPosition) -> Check:
        """With the bonus of each."""
        situation = (evasion_bonus(p, self.unit), evasion_bonus(p, self.attacker))
        return p.battle.rules.evasion_kind.check(situation)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Away, or caught."""
        u = self.unit
        if outcome == 0:
            flee(p, u, self.attacker)
        else:
            p.hurt(u, p.battle.rules.caught_hits, "caught evading")

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """Both units."""
        return (p.uid(self.unit), p.uid(self.attacker))
