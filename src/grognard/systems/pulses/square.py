"""The square: infantry attacked by cavalry alone may form it at contact."""

from __future__ import annotations

from grognard.engine.grammar import clause
from grognard.systems.pulses.state.battle import LINE, SQUARE
from grognard.systems.pulses.state.kinds import CAVALRY, INFANTRY
from grognard.systems.pulses.state.position import FLANKS, SQUARED, PulsesPosition, Stand
from grognard.systems.pulses.terrain import in_cover, in_rough
from grognard.systems.tabletop.asking import OwnDecision


def may_form(p: PulsesPosition, u: int, attacker: int) -> bool:
    # pulses.rulings.square.form, the only formation there is: pulses.rulings.formations
    battle = p.battle
    if battle.arm[u] != INFANTRY or p.state[u] & SQUARED:
        return False
    attackers = [w for w in p.stands_on(battle.side[attacker]) if p.foe[w] == u]
    if any(battle.arm[w] != CAVALRY or p.state[w] & FLANKS for w in attackers):
        return False
    return not (in_cover(p, u) or in_rough(p, u))


class AttackedDecision(OwnDecision[PulsesPosition]):
    """What a unit does that is attacked."""

    abstract = True

    attacker: Stand

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        return (p.uid(self.unit), p.uid(self.attacker))


class FormSquare(AttackedDecision):
    """Whether infantry forms square, which stands until the unit moves."""

    def options(self, p: PulsesPosition) -> list[int]:
        return [SQUARE, LINE]

    def apply(self, p: PulsesPosition, action: int) -> None:
        if action == SQUARE:
            p.state[self.unit] |= SQUARED
            p.tell(f"{clause(p.name(self.unit), 'forms')} square.", p.uid(self.unit))

    def prompt(self, p: PulsesPosition) -> str:
        who = clause(p.name(self.unit), "is")
        return f"{who} attacked by {p.name(self.attacker)}: form square?"

    def waiting(self, p: PulsesPosition) -> str:
        return f"Waiting whether {clause(p.name(self.unit), 'forms')} square."
