"""The outlook of a fight before it is fought: exact odds over what hidden blocks may be.

Every hidden block that can defend is equally likely to be any unit of its pool, no unit twice,
and blocks that were shuffled together are equally likely to have come from any of their places;
the defender is taken to name all the guns and the strongest leaders the rules let him name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import Final, NamedTuple, TypeVar

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.dist import Dist
from grognard.engine.position import HIDDEN
from grognard.engine.step import Decision
from grognard.engine.view import View
from grognard.systems.locales.assault import (
    AssaultFacts,
    CallSupport,
    CompareStrengths,
    Fight,
    FightEnds,
    MeetAssault,
)
from grognard.systems.locales.charge import ChargeAnswer, ChargeLeaders, leads_charge
from grognard.systems.locales.deploy import Arrive
from grognard.systems.locales.field import FieldOrder, OrderBlocks, OrderTarget
from grognard.systems.locales.leaders import (
    AttackLeaders,
    AttackSupport,
    DefenseSupport,
    leads_assault,
    marked,
    may_support,
)
from grognard.systems.locales.losses import Cause, Losses, LossTo
from grognard.systems.locales.shown.attacking import ordered
from grognard.systems.locales.state.kinds import ARMS, CAVALRY, STRONGEST, Order, State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.withdraw import LeaveLocale, LeaveTo, LeftBehind, NextToLeave

Kind = tuple[int, int]  # arm and strength
Drawn = TypeVar("Drawn")
# What is on the stack until a fight is over, and the beaten have left.
UNDER_WAY: Final = (Fight, MeetAssault, CompareStrengths, FightEnds, ChargeAnswer, LeaveLocale)
LEAVING: Final = (NextToLeave, LeftBehind, LeaveTo, Arrive)
IDLE: Final = 3  # the column of those who may do nothing in a fight but bear losses

Outlook = list[tuple[str, Dist[str]]]


class Attack(NamedTuple):
    """A fight as the attacker is about to begin it."""

    approach: int
    charge: bool
    joined: tuple[int, ...]
    leaders: tuple[int, ...]
    guns: int
    fired: bool = False  # the defending guns have had their turn


def outlook(view: View, action: int) -> Outlook:
    """The odds of the fight an answer commits to; none for other answers."""
    p = view.seen(LocalesPosition)
    attack = attack_by(p, view.side, action)
    return [] if attack is None else [(title(p, attack), odds(p, view.side, attack))]


def attack_by(p: LocalesPosition, side: int, action: int) -> Attack | None:
    """The fight an answer of a side commits to, if it does."""
    top = p.decision
    if top is None or top.actor(p) != side:
        return None
    if isinstance(top, (FieldOrder, OrderTarget)):
        ordered = top.commits_to(p, action)
        if ordered is None or not ordered.is_settled(p):
            return None
        top = ordered.but(chosen=tuple(ordered.seen(p)))
    elif action != Verb.GO:
        return None
    return attack_of(p, top)


def with_nothing_hidden(p: LocalesPosition, action: int) -> Outlook:
    """What the outlook of an answer would be if its side knew every block: one ending."""
    attack = attack_by(p, p.actor, action)
    return [] if attack is None else [(title(p, attack), odds(p, p.actor, attack))]


def came_of(before: LocalesPosition, action: int, now: LocalesPosition) -> str:
    """How the fight an answer committed to has ended: the beginning of one of its endings.

    Empty while it goes on, if it was not met, or if nobody is left there to tell by. In a charge
    a retreat costs the same blocks as the fight, so only the winner is told.
    """
    side = before.actor
    attack = attack_by(before, side, action)
    if attack is None or any(isinstance(step, (*UNDER_WAY, *LEAVING)) for step in now.stack):
        return ""
    there = before.battle.areas.towards[attack.approach]
    defending = blocks_met(before, side, attack)
    left = now.blocks_in(there, 1 - side)
    won = any(b in attack.joined for b in now.blocks_in(there, side))
    if won == any(b in left for b in defending) or (attack.charge and won > now.closed[there]):
        return ""  # nobody closes a locale that was left to him
    winner = "attacker wins" if won else "defender wins"
    if attack.charge:
        return winner
    lost = [
        sum(before.strength[b] - now.strength[b] for b in blocks)
        for blocks in (attack.joined, defending)
    ]
    return f"{winner}: attacker loses {lost[0]}, defender {lost[1]}"


def ordered_outlook(view: View) -> Outlook:
    """The odds of the fight that is ordered; none while a viewer does not know who leads it."""
    p = view.seen(LocalesPosition)
    fight = ordered(p)
    if fight is None:
        return []
    side, approach, charge = fight
    joined = tuple(marked(p, side, State.JOINS))
    leaders = tuple(b for b in joined if p.state[b] & State.LEADS)
    guns = sum(p.state[b] & State.SUPPORTS > 0 for b in joined)
    if not leaders and view.side == side:
        leaders = best_leaders(p, approach, joined, charge)
        guns = best_guns(p, approach, joined, charge)
    if not leaders:
        return []
    fired = not any(isinstance(step, (CallSupport, DefenseSupport)) for step in p.stack)
    attack = Attack(approach, charge, joined, leaders, guns, fired)
    return [(title(p, attack), odds(p, side, attack))]


def title(p: LocalesPosition, attack: Attack) -> str:
    """What the odds are of, and what the defender is taken to do."""
    what = "Charge" if attack.charge else "Assault"
    return f"{what} from {p.battle.approach(attack.approach)}, met as strongly as may be"


def attack_of(p: LocalesPosition, top: Decision[LocalesPosition]) -> Attack | None:
    """The fight that an open question is about, if it is one of the attacker's."""
    if isinstance(top, OrderBlocks) and top.order in (Order.ASSAULT, Order.CHARGE):
        charge = top.order == Order.CHARGE
        leaders = best_leaders(p, top.aim, top.chosen, charge)
        guns = best_guns(p, top.aim, top.chosen, charge)
        return Attack(top.aim, charge, top.chosen, leaders, guns)
    if isinstance(top, (AttackLeaders, AttackSupport, ChargeLeaders)):
        joined = tuple(marked(p, top.side, State.JOINS))
        if isinstance(top, AttackSupport):
            leaders = tuple(marked(p, top.side, State.LEADS))
            return Attack(top.approach, False, joined, leaders, len(top.chosen))
        charge = isinstance(top, ChargeLeaders)
        guns = best_guns(p, top.approach, joined, charge)
        return Attack(top.approach, charge, joined, top.chosen, guns)
    return None


def best_leaders(
    p: LocalesPosition, approach: int, blocks: Sequence[int], charge: bool
) -> tuple[int, ...]:
    """The strongest leaders of one arm, its penalty considered."""
    rules = p.battle.rules
    width = p.battle.width[boundary_of(approach)]
    if charge:
        riders = [b for b in blocks if leads_charge(p, b)]
        return strongest(p, riders, rules.charge.leaders_most[width])
    best: tuple[int, ...] = ()
    for arm in range(len(ARMS)):
        able = [b for b in blocks if p.arm(b) == arm and leads_assault(p, b, approach)]
        found = strongest(p, able, rules.leaders.most[width])
        if not best or worth(p, approach, found) > worth(p, approach, best):
            best = found or best
    return best


def strongest(p: LocalesPosition, blocks: list[int], most: int) -> tuple[int, ...]:
    """So many of the strongest blocks."""
    return tuple(sorted(blocks, key=lambda b: -p.strength[b])[:most])


def worth(p: LocalesPosition, approach: int, leaders: tuple[int, ...]) -> int:
    """What leaders bring into the reckoning."""
    points = sum(p.strength[b] for b in leaders)
    return points + penalty(p, approach, leaders, False) * p.battle.rules.assault.penalty_symbol


def penalty(p: LocalesPosition, approach: int, leaders: tuple[int, ...], charge: bool) -> int:
    """The penalty symbols leaders run into; none in a charge."""
    if not leaders or charge:
        return 0
    return p.battle.penalty[opposite(approach)][p.arm(leaders[0])]


def best_guns(p: LocalesPosition, approach: int, blocks: Sequence[int], charge: bool) -> int:
    """How many of the attacker's guns can support."""
    return min(sum(may_support(p, b) for b in blocks), most_guns(p, approach, charge))


def most_guns(p: LocalesPosition, approach: int, charge: bool) -> int:
    """How many guns a side may support with; none in a charge."""
    return 0 if charge else p.battle.rules.leaders.guns_most[p.battle.width[boundary_of(approach)]]


def odds(p: LocalesPosition, side: int, attack: Attack) -> Dist[str]:
    """The exact odds of a fight over what the defenders may be."""
    facts = AssaultFacts(
        attack=max(0, sum(p.strength[b] for b in attack.leaders) - to_bear(p)),
        support=attack.guns,
        penalty=penalty(p, attack.approach, attack.leaders, attack.charge),
    )
    points = sum(STRONGEST if p.who[b] == HIDDEN else p.strength[b] for b in attack.joined)
    weights: dict[str, int] = {}
    for kinds, weight in defences(p, side, attack):
        label = ending(p, attack, facts, points, kinds)
        weights[label] = weights.get(label, 0) + weight
    return Dist(weights).reduced()


def to_bear(p: LocalesPosition) -> int:
    """Points the attack's leaders have lost to the defending guns and not given up yet."""
    due = [step for step in p.stack if isinstance(step, (Losses, LossTo))]
    guns = [step for step in due if step.cause == Cause.DEFENDING_GUNS]
    return sum(step.points if isinstance(step, Losses) else 1 for step in guns)


def defences(
    p: LocalesPosition, side: int, attack: Attack
) -> Iterator[tuple[tuple[Kind, ...], int]]:
    """Everything the defending blocks may be, with its weight."""
    blocks = [b for b in blocks_met(p, side, attack) if p.healthy(b)]
    hidden = [b for b in blocks if p.who[b] == HIDDEN]
    known = [(kind_seen(p, b), p.strength[b]) for b in blocks if b not in hidden]
    found: dict[tuple[Kind, ...], Fraction] = {}
    for drawn, chance in origins(p, hidden):
        these: dict[tuple[Kind, ...], Fraction] = {tuple(sorted(known)): chance}
        for pool, count in drawn.items():
            kinds_of = members(p, pool)
            every = comb(kinds_of.total(), count)
            more: dict[tuple[Kind, ...], Fraction] = {}
            for part, ways in draws(kinds_of, count):
                for kinds, weight in these.items():
                    both = tuple(sorted((*kinds, *part)))
                    more[both] = more.get(both, Fraction(0)) + weight * Fraction(ways, every)
            these = more
        for kinds, weight in these.items():
            found[kinds] = found.get(kinds, Fraction(0)) + weight
    whole = lcm(*(weight.denominator for weight in found.values()))
    for kinds, weight in found.items():
        yield kinds, int(weight * whole)


def blocks_met(p: LocalesPosition, side: int, attack: Attack) -> list[int]:
    """The enemy's blocks where an attack strikes: on the approach, or in reserve for a charge."""
    battle = p.battle
    there = battle.areas.towards[attack.approach]
    spot = there if attack.charge else battle.locales + opposite(attack.approach)
    return p.blocks_at(spot, 1 - side)


def origins(p: LocalesPosition, hidden: list[int]) -> Iterator[tuple[Counter[int], Fraction]]:
    """How many of some blocks come from which pool: certain, but for those that were shuffled."""
    found: dict[frozenset[tuple[int, int]], Fraction] = {frozenset(): Fraction(1)}
    for mix, count in Counter(p.mix[b] for b in hidden).items():
        among = Counter(pool for pool, other in zip(p.pool, p.mix, strict=True) if other == mix)
        more: dict[frozenset[tuple[int, int]], Fraction] = {}
        for part, ways in draws(among, count):
            for before, chance in found.items():
                both = frozenset((Counter(dict(before)) + Counter(part)).items())
                share = chance * Fraction(ways, comb(among.total(), count))
                more[both] = more.get(both, Fraction(0)) + share
        found = more
    for drawn, chance in found.items():
        yield Counter(dict(drawn)), chance


def kind_seen(p: LocalesPosition, b: int) -> int:
    """The arm of a block that lies face-up; of a ranging gun, which cannot support, IDLE."""
    return IDLE if p.state[b] & State.RANGING else p.arm(b)


def members(p: LocalesPosition, pool: int) -> Counter[Kind]:
    """What the hidden blocks of a pool are, all together."""
    units = p.battle.units
    return Counter(
        (units[value // 4 - 1].arm, value % 4)
        for b, value in enumerate(p.guess)
        if p.pool[b] == pool and p.who[b] == HIDDEN
    )


def draws(kinds: Counter[Drawn], count: int) -> Iterator[tuple[tuple[Drawn, ...], int]]:
    """Every way to draw so many out of a bag, and how many ways lead to it."""
    if not kinds:
        if count == 0:
            yield (), 1
        return
    rest = kinds.copy()
    kind, copies = rest.popitem()
    for taken in range(min(copies, count) + 1):
        for others, ways in draws(rest, count - taken):
            yield (kind,) * taken + others, comb(copies, taken) * ways


def ending(
    p: LocalesPosition, attack: Attack, facts: AssaultFacts, points: int, kinds: tuple[Kind, ...]
) -> str:
    """How the fight ends against certain defenders; nobody loses more than takes part."""
    rules = p.battle.rules
    lawful = rules.leaders.may_lead_defense
    closed = p.battle.obstructed[opposite(attack.approach)]
    able = [k for k in kinds if lawful[k[0]] and not (closed and k[0] == CAVALRY)]
    width = p.battle.width[boundary_of(attack.approach)]
    most = min(rules.leaders.most[width], rules.leaders.defense_most)
    leaders = sorted((strength for _, strength in able), reverse=True)[:most]
    guns = sum(rules.leaders.may_support[arm] for arm, _ in kinds)
    guns = 0 if attack.fired else min(guns, most_guns(p, attack.approach, attack.charge))
    found = rules.assault_kind.reckon(facts._replace(defence=sum(leaders), guns=guns))
    if attack.charge:
        own = sum(leaders) + guns
    else:
        own = sum(strength for _, strength in kinds)
    winner = "attacker" if found.attacker_wins else "defender"
    lost = min(found.attacker_losses, points), min(found.defender_losses, own)
    return f"{winner} wins: attacker loses {lost[0]}, defender {lost[1]}"
