"""Combat: the attacker names one enemy after another; all who want to fire or fight roll dice."""

from __future__ import annotations

from typing import Annotated, Final

from grognard.boards.table.contact import edge_hit
from grognard.boards.table.rect import FRONT
from grognard.engine.check import Check
from grognard.engine.event import EventKind
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side, Within
from grognard.engine.step import Then
from grognard.systems.brigades.buildings import (
    Fires,
    block_of,
    counts_as_long,
    fire_is_vain,
    note_attack,
    sharers,
    side_of_block,
)
from grognard.systems.brigades.dice import MOST_LENT, FireFacts, MeleeFacts
from grognard.systems.brigades.flanks import (
    answer_allowed,
    attacks_allowed,
    foes_touching,
    in_contact,
    may_roll,
    touches,
)
from grognard.systems.brigades.melee import Settle
from grognard.systems.brigades.saves import ALWAYS, CHOSEN, SaveOrStand, SavingThrows, saves, suffer
from grognard.systems.brigades.sight import can_fire, fire_distance, gun_alone, in_range
from grognard.systems.brigades.state.battle import BEGIN, DONE
from grognard.systems.brigades.state.kinds import (
    FOOT_SKIRMISHER,
    GUNS,
    POOR_MUSKETRY,
    SHARPSHOOTER,
    VERY_LIGHT,
    Stand,
)
from grognard.systems.brigades.state.position import (
    COLUMN,
    FIGHTS,
    FIRES,
    GUN,
    LENDS,
    NO_PART,
    BrigadesPosition,
)
from grognard.systems.tabletop.asking import OrderDecision, OwnDecision, StrikeRoll

# What a stand in the open has spent by one attack, though it should then take a town block.
ALL_SIDES: Final = 15


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
    return fresh and may_roll(p, u) and attacks_allowed(p, u)


def part_of(p: BrigadesPosition, u: int, v: int) -> int:
    """What a stand of the attacker could do against an enemy."""
    return part_against(p, u, v, sharers(p, v)) if may_attack(p, u) else NO_PART


def part_against(p: BrigadesPosition, u: int, v: int, mates: list[int]) -> int:
    """What a stand that may attack could do against an enemy and those one defender with him."""
    touching = foes_touching(p, u)
    v = met_of(p, u, v, mates)
    if v in touching:  # brigades.combat.means brigades.march.melee
        part = FIGHTS
    else:
        part = FIRES if not touching and can_shoot(p, u, v) else NO_PART
    return NO_PART if part and spent(p, u, v) else part


def met(p: BrigadesPosition, u: int, v: int) -> int:
    """Whom of those who are one defender with an enemy a stand touches, or can fire at."""
    return met_of(p, u, v, sharers(p, v))


def met_of(p: BrigadesPosition, u: int, v: int, mates: list[int]) -> int:
    first = v if v in mates else mates[0]
    if len(mates) == 1:
        return first
    touching = [w for w in mates if w in foes_touching(p, u)]
    return next(iter(touching or [w for w in mates if can_shoot(p, u, w)]), first)


def hosts(p: BrigadesPosition, side: int, v: int) -> list[int]:
    """Who takes part against an enemy and can be reinforced."""
    return [u for u in p.stands_on(side) if _is_host(p, u, v)]


def _is_host(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand takes part against an enemy, within the range of its muskets if it fires."""
    if p.part[u] == FIRES:
        return not gun_alone(p, u, fire_distance(p, u, met(p, u, v)))
    return p.part[u] == FIGHTS


def may_lend(p: BrigadesPosition, w: int, v: int) -> bool:
    """Whether a skirmisher may lend its die against an enemy to somebody who takes part."""
    if p.fought[w] or not may_roll(p, w) or foes_touching(p, w):
        return False
    own = p.stands_on(p.battle.side[w])
    return any(p.part[u] and lends_to(p, w, u) and _is_host(p, u, v) for u in own)


def gather(p: BrigadesPosition, side: int, v: int) -> None:
    """Give everybody his part against an enemy: who could do both fires rather than lends."""
    own = p.stands_on(side)
    for u in own:
        p.part[u] = part_of(p, u, v)
    for w in own:
        if not p.part[w] and may_lend(p, w, v):
            p.part[w] = LENDS


class Combat(OrderDecision[BrigadesPosition]):
    """The next enemy stand to be attacked, or the end of the phase."""

    side: Side

    def options(self, p: BrigadesPosition) -> list[int]:
        """Whom somebody can fire at or fight; done when nobody has a melee left to fight."""
        found: set[int] = set()
        due = False
        for u in p.stands_on(self.side):
            if not may_attack(p, u):
                continue
            touching = foes_touching(p, u)
            must = bool(touching) and not p.fought[u]
            # Who is in contact fires at nobody.
            for v in touching or in_range(p, u):
                mates = sharers(p, v)  # brigades.combat.attacker-chooses
                if mates[0] in found and (due or not must):
                    continue
                if part_against(p, u, mates[0], mates):
                    found.add(mates[0])
                    due = due or must  # brigades.rulings.combat.contact-fights
        whom = [p.battle.attack_at + v for v in sorted(found)]
        return whom if due else [DONE, *whom]

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

    def doers(self, p: BrigadesPosition, action: int) -> tuple[str, ...]:
        if action == DONE:
            return ()
        v, own = action - p.battle.attack_at, p.stands_on(self.side)
        return tuple(p.uid(u) for u in own if may_attack(p, u) and part_of(p, u, v))

    def attacks(self, p: BrigadesPosition, action: int) -> tuple[str, str] | None:
        """Who attacks alone; of several it is asked first who takes part."""
        able = self.doers(p, action)
        return (able[0], p.uid(action - p.battle.attack_at)) if len(able) == 1 else None

    def prompt(self, p: BrigadesPosition) -> str:
        return "Which enemy is attacked next?"

    def says(self, p: BrigadesPosition, action: int) -> str:
        return "done: no more combats" if action == DONE else ""

    def waiting(self, p: BrigadesPosition) -> str:
        return "Waiting for the next combat."


class Join(OrderDecision[BrigadesPosition]):
    """Who of those who can stays out of a combat, or lends its die; then it begins."""

    side: Side
    victim: Stand

    def options(self, p: BrigadesPosition) -> list[int]:
        """Begin, leave somebody out, or let a skirmisher lend its die; somebody must take part."""
        battle = p.battle
        own = [u for u in p.stands_on(self.side) if p.part[u]]
        spare = sum(p.part[u] != LENDS for u in own) > 1
        found = [BEGIN]
        found += [battle.without_at + u for u in own if spare or p.part[u] == LENDS]
        # brigades.rulings.skirmisher.reinforcing
        shooters = [u for u in own if p.part[u] == FIRES and spare]
        found += [battle.lend_at + u for u in shooters if may_lend(p, u, self.victim)]
        return found

    def proceed(self, p: BrigadesPosition) -> int:
        return BEGIN

    def put_back(self, p: BrigadesPosition) -> list[int]:
        """Those who were left out, and skirmishers who were to lend and can fire."""
        battle, v = p.battle, self.victim
        own = p.stands_on(self.side)
        out = [u for u in own if not p.part[u] and (part_of(p, u, v) or may_lend(p, u, v))]
        lent = [u for u in own if p.part[u] == LENDS and part_of(p, u, v)]
        return [*(battle.without_at + u for u in out), *(battle.lend_at + u for u in lent)]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        battle, v = p.battle, self.victim
        if action != BEGIN:
            p.stack.append(self)
            if action >= battle.lend_at:
                u = action - battle.lend_at
                p.part[u] = LENDS if p.part[u] == FIRES else part_of(p, u, v)
            else:
                u = action - battle.without_at
                p.part[u] = NO_PART if p.part[u] else part_of(p, u, v) or LENDS
            return
        own = p.stands_on(self.side)
        for u in own:
            # Who was to reinforce nobody but such as were left out keeps its own attack.
            if p.part[u] == LENDS and not may_lend(p, u, v):
                p.part[u] = NO_PART
        for u in own:
            if p.part[u]:
                p.fought[u] += through_side(p, u, v) or ALL_SIDES
        parties = [u for u in own if p.part[u] in (FIRES, FIGHTS)]
        for u in parties:
            w = met(p, u, v)
            hand = p.part[u] == FIGHTS
            kind = EventKind.MELEE if hand else EventKind.FIRE
            p.say(u, f"{'fights' if hand else 'fires at'} {p.name(w)}", w, kind=kind)
            for k in lenders(p, u, v):
                p.say(k, f"reinforces {p.name(u)}", u)
        p.stack.append(Settle(side=self.side, victim=v))
        if answers(p, v, parties):
            p.stack.append(Aim(unit=v))
        for u in reversed(parties):
            p.stack.append(Strike(unit=u, target=v))

    def attacks(self, p: BrigadesPosition, action: int) -> tuple[str, str] | None:
        if action != BEGIN:
            return None
        first = next(u for u in p.stands_on(self.side) if p.part[u] in (FIRES, FIGHTS))
        return p.uid(first), p.uid(self.victim)

    def prompt(self, p: BrigadesPosition) -> str:
        who = clause(p.name(self.victim), "is")
        return f"{who} attacked by all who can: begin, or leave somebody out?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting who attacks {p.name(self.victim)}."

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        own = (p.uid(u) for u in p.stands_on(self.side) if p.part[u])
        return (p.uid(self.victim), *own)


# -- dice and answer ------------------------------------------------------------------------------


def through_side(p: BrigadesPosition, u: int, v: int) -> int:
    """The bit of the side of its town block through which infantry attacks an enemy; else 0."""
    block = block_of(p, u)
    return 1 << side_of_block(p, block, v) if block >= 0 else 0


def spent(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand has no attack left at an enemy: in a town one is made through each side."""
    bit = through_side(p, u, v)
    if not bit:
        return p.fought[u] > 0  # brigades.rulings.combat.once
    if p.fought[u] & bit:
        return True
    side = p.fought[u].bit_count() + 1
    if side == 1:
        return False
    rules = p.battle.rules
    if in_contact(p, u, v):
        return not rules.melee_kind.check(melee_facts(p, u, v, side, 0)).dice
    return not rules.fire_kind.check(fire_facts(p, u, v, side, 0)).dice


def at_close_range(p: BrigadesPosition, u: int, v: int, distance: int) -> bool:
    """Whether a stand fires at another from so near that it counts as close."""
    close = p.battle.rules.sight.ranges[p.battle.weapon[u]][0]
    return close > 0 and 0 <= distance <= close and not counts_as_long(p, v)


def can_shoot(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand can fire at another with some effect."""
    distance = fire_distance(p, u, v) if can_fire(p, u) else -1
    return distance >= 0 and not fire_is_vain(p, u, v, at_close_range(p, u, v, distance))


def lends_to(p: BrigadesPosition, w: int, u: int) -> bool:
    """Whether a skirmisher reinforces a massed brigade of its division from its side or rear."""
    battle = p.battle
    # brigades.dice.reinforcing-skirmisher
    starred = battle.rules.dice.reinforced[battle.row[u]]
    if battle.arm[w] != FOOT_SKIRMISHER or not starred:
        return False
    if battle.division[w] != battle.division[u] or not touches(p, p.rect(w), p.rect(u)):
        return False
    # brigades.dice.reinforcing-skirmisher.period brigades.march.no-fire
    if battle.old or p.state[w] & COLUMN:
        return False
    return edge_hit(p.rect(u), p.rect(w)) != FRONT


def lenders(p: BrigadesPosition, u: int, v: int) -> list[int]:
    """The skirmishers who lend their dice to a stand against an enemy: each to the first it can."""
    own = p.stands_on(p.battle.side[u])
    able = hosts(p, p.battle.side[u], v)
    lent = [w for w in own if p.part[w] == LENDS]
    return [w for w in lent if next((h for h in able if lends_to(p, w, h)), -1) == u]


def helpers(p: BrigadesPosition, v: int) -> list[int]:
    """The skirmishers who lend their dice to the answer of a stand."""
    own = p.stands_on(p.battle.side[v])
    return [w for w in own if may_roll(p, w) and lends_to(p, w, v) and not foes_touching(p, w)]


def answers(p: BrigadesPosition, v: int, parties: list[int]) -> list[int]:
    """At whom of his attackers a defender may answer."""
    # brigades.combat.defender-answers brigades.combat.both brigades.misc.sequence.both
    mates = able_sharers(p, v)
    if not mates or not answer_allowed(p, v):
        return []
    touching = [u for u in parties if p.part[u] == FIGHTS]
    if touching:
        return touching  # brigades.rulings.flank.all-dice
    if any(foes_touching(p, w) for w in sharers(p, v)):
        return []
    return [u for u in parties if any(can_shoot(p, w, u) for w in mates)]


def able_sharers(p: BrigadesPosition, v: int) -> list[int]:
    """Of those who are one defender with a stand, the ones who may roll dice."""
    return [w for w in sharers(p, v) if may_roll(p, w)]


class Aim(OwnDecision[BrigadesPosition]):
    """At which of its attackers a stand answers; in a town, one through each side of its block."""

    done: tuple[Annotated[int, Within(0, 3)], ...] = ()  # sides of the block that answered

    def left(self, p: BrigadesPosition) -> list[int]:
        """The attackers in reach, but for those on a side that has answered."""
        foes = p.stands_on(1 - self.actor(p))
        parties = [u for u in foes if p.part[u] in (FIRES, FIGHTS)]
        foes = answers(p, self.unit, parties)
        block = block_of(p, self.unit)
        if block < 0:
            return foes
        return [u for u in foes if side_of_block(p, block, u) not in self.done]

    def options(self, p: BrigadesPosition) -> list[int]:
        return [p.battle.unit_at + u for u in self.left(p)]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Roll its dice once, or the quarter of this side and then those of the others."""
        v = action - p.battle.unit_at
        block = block_of(p, self.unit)
        # brigades.rulings.combat.answer
        strike = Strike(unit=self.unit, target=v, answer=len(self.done) + 1)
        who = strike.pair(p)[0]
        p.say(who, f"answers {p.name(v)}", v)
        for k in helpers(p, who):
            p.say(k, f"reinforces {p.name(who)}", who)
        if block >= 0:
            more = self.but(done=(*self.done, side_of_block(p, block, v)))
            rest = more.left(p)
            if rest and strike.but(target=rest[0], answer=len(more.done) + 1).dice(p):
                p.stack.append(more)
        p.stack.append(strike)

    def prompt(self, p: BrigadesPosition) -> str:
        return f"At whom does {p.name(self.unit)} answer?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting for the answer of {p.name(self.unit)}."


def fire_facts(p: BrigadesPosition, u: int, v: int, side: int, plus: int) -> FireFacts:
    battle = p.battle
    traits = battle.traits[u]
    distance = fire_distance(p, u, v)
    close = at_close_range(p, u, v, distance)
    return FireFacts(
        battle.row[u],
        int(p.stationary(u)),
        int(close),
        int(bool(traits & POOR_MUSKETRY)),
        int(bool(traits & SHARPSHOOTER)),
        int(battle.weapon[u] == VERY_LIGHT),
        int(bool(p.state[u] & GUN)),
        int(gun_alone(p, u, distance)),
        plus,
        side,
        int(saves(p, u, v, False, close) == ALWAYS),
    )


def melee_facts(p: BrigadesPosition, u: int, v: int, side: int, plus: int) -> MeleeFacts:
    battle = p.battle
    shock = battle.shock[u] and not p.disordered(u) and p.disordered(v)
    return MeleeFacts(
        battle.row[u],
        int(p.stationary(u)),
        int(bool(battle.traits[u] & SHARPSHOOTER)),
        int(battle.weapon[u] == VERY_LIGHT),
        int(shock),
        int(bool(p.state[u] & GUN)),
        plus,
        side,
        int(saves(p, u, v, True) == ALWAYS),
    )


class Strike(StrikeRoll[BrigadesPosition]):
    """The dice of one stand at another, in attack or in answer."""

    answer: Annotated[int, Within(0, 4)] = 0  # which answer it is, from 1; 0 in attack

    def melee(self, p: BrigadesPosition) -> bool:
        attacker = self.target if self.answer else self.unit
        return p.part[attacker] == FIGHTS

    def pair(self, p: BrigadesPosition) -> tuple[int, int]:
        """Who rolls at whom; of those who share a town block the one who meets the other."""
        u, v = self.unit, self.target
        if self.answer:
            return met_of(p, v, u, able_sharers(p, u)), v
        return u, met(p, u, v)

    def check(self, p: BrigadesPosition) -> Check:
        u, v = self.pair(p)
        lent = helpers(p, u) if self.answer else lenders(p, u, self.target)
        plus = min(len(lent), MOST_LENT)  # brigades.dice.reinforcing-skirmisher
        if self.answer:
            plus += len(able_sharers(p, u)) - 1
        side = 0 if block_of(p, u) < 0 else self.answer or max(1, p.fought[u].bit_count())
        rules = p.battle.rules
        if self.melee(p):
            return rules.melee_kind.check(melee_facts(p, u, v, side, plus))
        return rules.fire_kind.check(fire_facts(p, u, v, side, plus))

    def dice(self, p: BrigadesPosition) -> int:
        return len(self.check(p).dice)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """Hits are saved against where the target can, and felt when all have rolled."""
        u, v = self.pair(p)
        melee = self.melee(p)
        if not melee and p.battle.arm[u] == GUNS:
            note_attack(p, v)
        if not outcome:
            return
        close = not melee and at_close_range(p, u, v, fire_distance(p, u, v))
        saved = saves(p, u, v, melee, close)
        p.say(u, f"hits {p.name(v)} {'once' if outcome == 1 else f'{outcome} times'}", v)
        if saved == ALWAYS:
            p.stack.append(SavingThrows(unit=v, hits=outcome, melee=int(melee)))
        elif saved == CHOSEN:
            p.stack.append(SaveOrStand(unit=v, hits=outcome, by=u))
        else:
            suffer(p, v, outcome, melee)
