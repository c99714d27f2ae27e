"""Officers: who gives command dice, who helps whom, and what becomes of those who are hit."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.grammar import clause
from grognard.engine.numbers import Unit
from grognard.engine.step import Roll
from grognard.systems.pulses.field import apart2, near_officer
from grognard.systems.pulses.state.kinds import ARMY, SUB
from grognard.systems.pulses.state.position import PulsesPosition
from grognard.systems.tabletop.position import GONE


def army_commander(p: PulsesPosition, side: int) -> int:
    """The army commander of a side, -1 if there is none on the table."""
    found = -1
    for u in p.battle.commanders_of[side]:
        if p.battle.rank[u] == ARMY and p.x[u] >= 0:
            found = u
    return found


def commanded(p: PulsesPosition, side: int) -> bool:
    """Whether a side has an army or wing commander on the table."""
    return any(p.x[u] >= 0 for u in p.battle.commanders_of[side])


def giver(p: PulsesPosition, force: int) -> int:
    """The commander nearest to a sub-commander who may give him command dice, -1 if none."""
    sub = p.battle.sub(force)
    here = [u for u in p.battle.givers[force] if p.x[u] >= 0]
    if not here or p.x[sub] < 0 or not p.battle.rules.issue:
        return -1
    return min(here, key=lambda u: (apart2(p, u, sub), u))


def gifts(p: PulsesPosition, force: int) -> list[int]:
    """What 0, 1, … command dice for a control test cost a side, as far as it can pay."""
    battle = p.battle
    costs = [0]
    commander = giver(p, force)
    if commander < 0:
        return costs
    way = apart2(p, commander, battle.sub(force))
    for reach, most, price in battle.rules.cd_reach:
        if reach < 0 or way <= reach * reach:
            pool = p.pool[battle.forces[force].side]
            costs += [n * price for n in range(1, most + 1) if n * price <= pool]
            break
    return costs


def lapel_grabber(p: PulsesPosition, force: int) -> int:
    """A commander in base contact with a sub-commander who has not set a status yet, -1 if none."""
    rules = p.battle.rules
    sub = p.battle.sub(force)
    for u in p.battle.givers[force]:
        if p.x[u] < 0 or p.x[sub] < 0 or p.used[u] >= rules.lapels_most:
            continue
        if apart2(p, u, sub) <= rules.touch * rules.touch:
            return u
    return -1


def may_help(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's own sub-commander is by and has a help left in this pulse."""
    battle = p.battle
    sub = battle.sub(battle.force[u])
    if p.used[sub] >= battle.rules.helps:
        return False
    return near_officer(p, sub, u, battle.rules.help_reach)


def commander_near(p: PulsesPosition, u: int, reach: int) -> int:
    """The first commander of a unit's force within reach of it, -1 if none."""
    for officer in p.battle.givers[p.battle.force[u]]:
        if near_officer(p, officer, u, reach):
            return officer
    return -1


def has_commander(p: PulsesPosition, u: int) -> bool:
    """Whether a unit's force has any commander on the table."""
    return any(p.x[officer] >= 0 for officer in p.battle.givers[p.battle.force[u]])


def replace(p: PulsesPosition, officer: int) -> None:
    """An officer is lost: a lesser one takes his place, but for wing commanders."""
    battle = p.battle
    rules = battle.rules
    successor = "another takes his place"
    if battle.rank[officer] == SUB:
        p.rating[officer] += rules.sub_drop
        p.helpers[officer] = 0
        successor += f" (control {p.rating[officer]:+d}, no combat dice)"
    elif battle.rank[officer] == ARMY:
        p.rating[officer] = max(0, p.rating[officer] + rules.army_drop)
        successor += f" (level {p.rating[officer]})"
    elif rules.wing_lost:
        p.put(officer, GONE, 0, 0)
        successor = "nobody takes his place"
    p.tell(f"{clause(p.name(officer), 'is')} lost; {successor}.", p.uid(officer))


class Casualty(Roll[PulsesPosition]):
    """Whether an officer who helped in a combat is lost."""

    broke: int
    officer: Unit

    def roller(self, p: PulsesPosition) -> int:
        """His side."""
        return p.battle.side[self.officer]

    def check(self, p: PulsesPosition) -> Check:
        """A d6."""
        return p.battle.rules.casualty_kind.check((self.broke,))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Lost, or unhurt."""
        if outcome:
            replace(p, self.officer)

    def about(self, p: PulsesPosition) -> tuple[str, ...]:
        """The officer."""
        return (p.uid(self.officer),)
