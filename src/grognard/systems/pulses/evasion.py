"""Contact, squares and cavalry evasion: settled at once, before any combat dice."""

from __future__ import annotations

from grognard.boards.table.lattice import QUARTER, STEPS, bearing, turned
from grognard.engine.check import (
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Modifier,
    Situation,
    Worded,
    many_dice,
)
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.pulses.attack import fought
from grognard.systems.pulses.escape import Escape
from grognard.systems.pulses.fallback import has_room
from grognard.systems.pulses.moving.flight import flee, gets_clear
from grognard.systems.pulses.state.battle import EVADE, LINE, SQUARE, STAND
from grognard.systems.pulses.state.kinds import ARTILLERY, CAVALRY, INFANTRY, LIGHT
from grognard.systems.pulses.state.position import FLANKS, SQUARED, PulsesPosition, Stand
from grognard.systems.pulses.striking import attackers_of
from grognard.systems.pulses.terrain import in_cover, in_rough
from grognard.systems.tabletop.asking import OwnDecision, StrikeRoll


class EvasionRules:
    """What light cavalry and Cossacks add to their dice, and what those suffer who are caught."""

    def __init__(self, book: Rulebook) -> None:
        self.light_bonus = book.int("pulses.evasion.light-bonus")
        self.cossack_bonus = book.int("pulses.evasion.cossack-bonus")
        self.caught_hits = book.int("pulses.evasion.caught", "hits")
        self.stride = book.int("pulses.rulings.flight", "thousandths")
        self.roll = EvasionKind(book)


class EvasionKind(CheckKind):
    """Cavalry would evade cavalry: one die a side, the higher modified one wins."""

    name = "evasion"
    title = "Evasion"
    facts = (
        Fact("evader", "Bonus of the unit that evades", "Evader", NUMBER, 0, 4),
        Fact("attacker", "Bonus of the attacker", "Attacker", NUMBER, 0, 4),
    )
    outcomes = ("evades", "caught")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        ids = ("pulses.evasion.light-bonus", "pulses.evasion.cossack-bonus")
        self.bonuses = [("None", 0), *book.worded(ids)]

    def worded(self) -> dict[str, Worded]:
        return {"evader": self.bonuses, "attacker": self.bonuses}

    def build(self, situation: Situation) -> Check:
        evader, attacker = situation
        modifiers = []
        for value, who in ((evader, "evader"), (-attacker, "attacker")):
            if value:
                bonus = "cossack" if abs(value) > 1 else "light"
                id_ = f"pulses.evasion.{bonus}-bonus"
                modifiers.append(Modifier(id_, f"Bonus of the {who}", value))
        # On equal dice the attacker wins: pulses.evasion.from-cavalry
        table = many_dice((D6, D6), lambda faces: int(faces[0] + evader <= faces[1] + attacker))
        target = "the evader's die, then the attacker's: the higher wins"
        return Check(self, situation, (D6, D6), tuple(modifiers), target, self.outcomes, table)


# -- contact -------------------------------------------------------------------------------------


class React(Then[PulsesPosition]):
    """The unit that was contacted runs, evades, forms square or stands."""

    unit: Stand
    target: Stand

    def run(self, p: PulsesPosition) -> None:
        battle = p.battle
        u, v = self.unit, self.target
        if battle.arm[v] == ARTILLERY:
            host = fought(p, v)
            if host == v:
                p.stack.append(Escape(unit=v, target=u))
            else:
                # Whoever attacks attached guns attacks their infantry: pulses.escape.attached
                p.foe[u] = host
                p.say(u, f"fights {p.name(host)}, to which the guns are attached", host)
                p.stack.append(self.but(target=host))
        elif may_evade(p, v, u):
            p.stack.append(Evade(unit=v, attacker=u))
        elif battle.arm[v] == CAVALRY and battle.arm[u] == INFANTRY:
            turn_to(p, v, u)
        elif may_form(p, v, u):
            p.stack.append(FormSquare(unit=v, attacker=u))


def turn_to(p: PulsesPosition, u: int, attacker: int) -> None:
    """Cavalry turns to face infantry and fights: it is not flanked.

    It turns by quarters, so that its base keeps its ground and the contact.
    """
    # pulses.evasion.from-infantry
    a, b = p.rect(u), p.rect(attacker)
    steps = turned(p.facing[u], bearing(b.x - a.x, b.y - a.y))
    facing = (p.facing[u] + round(steps / QUARTER) * QUARTER) % STEPS
    p.state[attacker] &= ~FLANKS
    p.say(u, f"turns upon {p.name(attacker)}", attacker)
    if has_room(p, u, p.x[u], p.y[u], facing):
        p.put(u, p.x[u], p.y[u], facing)


class AttackedDecision(OwnDecision[PulsesPosition]):
    """What a unit does that is attacked."""

    abstract = True

    attacker: Stand

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        return (p.uid(self.unit), p.uid(self.attacker))

    def words(self, p: PulsesPosition) -> dict[str, str]:
        return {**super().words(p), "attacker": p.name(self.attacker)}


# -- squares -------------------------------------------------------------------------------------


def may_form(p: PulsesPosition, u: int, attacker: int) -> bool:
    # pulses.rulings.square.form, the only formation there is: pulses.rulings.formations
    battle = p.battle
    if battle.arm[u] != INFANTRY or p.state[u] & SQUARED:
        return False
    attackers = [w for w in p.stands_on(battle.side[attacker]) if p.foe[w] == u]
    if any(battle.arm[w] != CAVALRY or p.state[w] & FLANKS for w in attackers):
        return False
    return not (in_cover(p, u) or in_rough(p, u))


class FormSquare(AttackedDecision):
    """Whether infantry forms square, which stands until the unit moves."""

    asks = "{unit:is} attacked by {attacker}: form square?"
    waits = "Waiting to see whether {unit:forms} square."

    def options(self, p: PulsesPosition) -> list[int]:
        return [SQUARE, LINE]

    def apply(self, p: PulsesPosition, action: int) -> None:
        if action == SQUARE:
            p.state[self.unit] |= SQUARED
            p.say(self.unit, "forms square")


# -- evasion -------------------------------------------------------------------------------------


def may_evade(p: PulsesPosition, u: int, attacker: int) -> bool:
    if p.battle.arm[u] != CAVALRY:
        return False
    if any(w != attacker for w in attackers_of(p, u)):
        # It stood against another, or was caught by him: that combat is fought out.
        return False
    return gets_clear(p, u, attacker)


def evasion_bonus(p: PulsesPosition, u: int) -> int:
    """What a unit adds to its evasion die, on either side."""
    rules = p.battle.rules.evasion
    if p.battle.units[u].cossacks:
        return rules.cossack_bonus
    return rules.light_bonus if p.battle.kind[u] == LIGHT else 0


class Evade(AttackedDecision):
    """Whether cavalry evades or stands."""

    asks = "{unit:is} attacked by {attacker}: evade or stand?"
    waits = "Waiting to see whether {unit:evades}."

    def options(self, p: PulsesPosition) -> list[int]:
        return [EVADE, STAND]

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Cavalry evades infantry without a roll, or turns to fight it."""
        u, attacker = self.unit, self.attacker
        if action == EVADE and p.battle.arm[attacker] == CAVALRY:
            p.stack.append(EvadeRoll(unit=u, target=attacker))
        elif action == EVADE:
            flee(p, u, attacker)  # pulses.evasion.from-infantry
        elif p.battle.arm[attacker] == INFANTRY:
            turn_to(p, u, attacker)

    def default(self, p: PulsesPosition) -> int:
        return STAND


class EvadeRoll(StrikeRoll[PulsesPosition]):
    """Cavalry against the cavalry that attacks it: one die a side."""

    def check(self, p: PulsesPosition) -> Check:
        situation = (evasion_bonus(p, self.unit), evasion_bonus(p, self.target))
        return p.battle.rules.evasion.roll.check(situation)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        if outcome == 0:
            flee(p, self.unit, self.target)
        else:
            p.hurt(self.unit, p.battle.rules.evasion.caught_hits, "caught evading")
