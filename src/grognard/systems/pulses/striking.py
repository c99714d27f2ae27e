"""The dice of a combat: to-hit numbers, bonus dice, and dice that are thrown again.

Both units throw their dice by handfuls, some dice twice; then their hits decide.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Annotated, Final, NamedTuple

from grognard.engine.adding import Compared, Settling
from grognard.engine.check import (
    Check,
    DuelKind,
    Fact,
    Modifier,
    Situation,
    Worded,
    choice,
    facts_of,
    number,
    tick,
)
from grognard.engine.dice import D6
from grognard.engine.dist import Dist, added
from grognard.engine.rulebook import Rulebook
from grognard.systems.pulses.attack import guns_of
from grognard.systems.pulses.moving.distances import touches
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.kinds import CAVALRY, HEAVY, LIGHT
from grognard.systems.pulses.state.position import FLANKS, FOUGHT, NOBODY, SQUARED, PulsesPosition
from grognard.systems.pulses.terrain import in_cover, in_town, in_water
from grognard.systems.tabletop.dice import FACES, HITS, counts, hits, thrown

BY_SUB, BY_COMMANDER = 1, 2  # officers who help a unit
HANDFUL: Final = 6  # dice thrown at once
MOST_DICE: Final = 24
SIDES: Final = ("attacker", "defender")
ATTACKER, DEFENDER, NEITHER = range(3)
ENDS: Final = (*SIDES, "nobody")
REROLLS: Final = ("none", "bonus", "penalty")
NONE, BONUS, PENALTY = range(3)
# Why dice are thrown again: two bonuses, then two penalties.
GROUNDS: Final = (
    "pulses.combat.reroll-misses.heavy-vs-light",
    "pulses.combat.reroll-misses.flanked",
    "pulses.combat.reroll-hits.vulnerable",
    "pulses.combat.reroll-hits.out-of-radius",
)
BONUSES: Final = 2
TO_HIT: Final = (
    "pulses.combat.to-hit.infantry",
    "pulses.combat.to-hit.infantry-vs-cover",
    "pulses.combat.to-hit.infantry-vs-attacking-cavalry",
    "pulses.rulings.square.hits",
    "pulses.combat.to-hit.cavalry",
    "pulses.combat.to-hit.cavalry-vs-cover",
)


class StrikingRules:
    """To-hit numbers and bonus dice."""

    def __init__(self, book: Rulebook) -> None:
        self.foot = book.int("pulses.combat.to-hit.infantry", "number")
        self.foot_cover = book.int("pulses.combat.to-hit.infantry-vs-cover", "number")
        self.foot_horse = book.int("pulses.combat.to-hit.infantry-vs-attacking-cavalry", "number")
        reading = book.word("pulses.combat.to-hit.infantry-vs-attacking-cavalry", "reading")
        self.horse_attacks = reading == "attacked"  # the other reading: the infantry attacks
        self.horse = book.int("pulses.combat.to-hit.cavalry", "number")
        self.horse_cover = book.int("pulses.combat.to-hit.cavalry-vs-cover", "number")
        self.square = book.int("pulses.rulings.square.hits", "number")
        self.least_dice = book.int("pulses.rulings.combat-dice", "least")
        self.commander_dice = book.int("pulses.combat.bonus.army-commander", "dice")
        self.mx_dice = book.int("pulses.combat.bonus.mx", "dice")
        self.together = book.word("pulses.rulings.several-attackers", "way") == "together"
        self.other_dice = book.int("pulses.rulings.several-attackers", "dice")
        self.combat = CombatKind(book)


# -- the roll ------------------------------------------------------------------------------------


class Striker(NamedTuple):
    """One unit in a combat: dice to throw, its number, dice to throw again, hits that stand."""

    dice: Annotated[int, number("Dice: strength points left, bonus dice", "", 0, MOST_DICE)] = 1
    hit: Annotated[int, number("Hits on", "", 2, 7)] = 5
    reroll: Annotated[int, choice("Thrown again, if not by facts", "", REROLLS, True)] = NONE
    again: Annotated[int, number("Dice to be thrown again", "", 0, MOST_DICE, aside=True)] = 0
    hits: Annotated[int, number("Hits that stand", "", 0, MOST_DICE, aside=True)] = 0
    breaks: Annotated[int, number("Hits that break it, 0 if left out", "", 0, MOST_DICE)] = 0
    heavy_vs_light: Annotated[int, tick("Heavy cavalry against light", "")] = 0
    flanks: Annotated[int, tick("Its enemy is flanked", "")] = 0
    in_water: Annotated[int, tick("In a river, fording or on a bridge", "")] = 0
    beyond_radius: Annotated[int, tick("Beyond the radius", "")] = 0

    @property
    def grounds(self) -> tuple[int, ...]:
        return self.heavy_vs_light, self.flanks, self.in_water, self.beyond_radius


OF_STRIKER: Final = facts_of(Striker)
WIDTH: Final = len(OF_STRIKER)


class Duel(NamedTuple):
    """Both units of a combat, and whether the defender stands in square."""

    attacker: Striker
    defender: Striker
    square: int = 0

    @property
    def situation(self) -> Situation:
        return (*self.attacker, *self.defender, self.square)

    @classmethod
    def of(cls, situation: Situation) -> Duel:
        *strikers, square = situation
        return cls(Striker(*strikers[:WIDTH]), Striker(*strikers[WIDTH:]), square)

    @property
    def next(self) -> int:
        """The side whose dice are next, NEITHER if all are thrown."""
        if self.attacker.dice or self.attacker.again:
            return ATTACKER
        return DEFENDER if self.defender.dice or self.defender.again else NEITHER

    def striker(self, side: int) -> Striker:
        return self.attacker if side == ATTACKER else self.defender

    def changed(self, side: int, striker: Striker) -> Duel:
        """The same with one of the units changed."""
        if side == ATTACKER:
            return self._replace(attacker=striker)
        return self._replace(defender=striker)


class CombatKind(DuelKind):
    """The attacker's dice, then the defender's; the odds tell who wins, nobody if both break."""

    name = "combat"
    title = "Combat"
    hoped = ("attacker",)
    counted = HITS
    facts = (
        *(
            fact._replace(name=f"{side}-{fact.name}", group=side.capitalize())
            for side in SIDES
            for fact in OF_STRIKER
        ),
        Fact("square", "It stands in square", "Defender"),
    )

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.bonus_hit = book.int("pulses.combat.reroll-misses", "number")
        self.penalty_hit = book.int("pulses.combat.reroll-hits", "number")
        self.numbers = book.worded(TO_HIT, "number")

    def worded(self) -> dict[str, Worded]:
        return {f"{side}-hit": self.numbers for side in SIDES}

    def reroll(self, s: Striker) -> int:
        """What a unit throws again: bonus and penalty cancel each other, and each counts once."""
        bonus, penalty = any(s.grounds[:BONUSES]), any(s.grounds[BONUSES:])
        if bonus and penalty:
            return NONE
        if penalty:
            return PENALTY  # pulses.rulings.vulnerable-once
        return BONUS if bonus else s.reroll

    def after(self, duel: Duel, outcome: int) -> Duel:
        """The combat after a handful with so many hits."""
        side = duel.next
        s = duel.striker(side)
        if s.dice:
            thrown = min(HANDFUL, s.dice)
            reroll = self.reroll(s)
            again = {BONUS: thrown - outcome, PENALTY: outcome}.get(reroll, 0)
            kept = 0 if reroll == PENALTY else outcome
            s = s._replace(dice=s.dice - thrown, again=s.again + again, hits=s.hits + kept)
        else:
            s = s._replace(again=s.again - min(HANDFUL, s.again), hits=s.hits + outcome)
        return duel.changed(side, s)

    def winner(self, duel: Duel, by_attacker: int, by_defender: int) -> int:
        """Who wins with so many hits on the other; a tie is the defender's."""
        attacker_broken = 0 < duel.attacker.breaks <= by_defender
        defender_broken = 0 < duel.defender.breaks <= by_attacker
        if attacker_broken and defender_broken:
            return NEITHER
        if attacker_broken != defender_broken:  # pulses.rulings.broken-wins-nothing
            return ATTACKER if defender_broken else DEFENDER
        if duel.square:  # pulses.combat.square.broken-or-held
            return DEFENDER
        # pulses.combat.most-hits-win, pulses.combat.tie
        return ATTACKER if by_attacker > by_defender else DEFENDER

    def build(self, situation: Situation) -> Check:
        duel = Duel.of(situation)
        side = duel.next
        if side == NEITHER:
            return Check(self, situation, (), (), "all dice are thrown", ("0",), [0])
        s = duel.striker(side)
        if s.dice:
            whole, least, what = s.dice, s.hit, ""
        else:
            least = self.bonus_hit if self.reroll(s) == BONUS else self.penalty_hit
            whole, what = s.again, " thrown again"
        dice = min(HANDFUL, whole)
        part = thrown(dice) if dice == whole else f"{dice} of {whole} dice"
        labels = [fact.label for fact in OF_STRIKER[-len(GROUNDS) :]]
        modifiers = tuple(
            Modifier(id_, labels[i], 1 if i < BONUSES else -1, "re-roll")
            for i, id_ in enumerate(GROUNDS)
            if s.grounds[i]
        )
        target = f"{SIDES[side]}: {part}{what}, hits on {least} or more"
        table = hits(dice, least)
        return Check(self, situation, (D6,) * dice, modifiers, target, counts(dice), table)

    def hand(self, side: int, situation: Situation) -> dict[int, int]:
        return self.totals(Duel.of(situation).striker(side))

    def hand_facts(self, side: int) -> tuple[str, ...]:
        asked = [fact.name for fact in OF_STRIKER if not fact.aside and fact.name != "breaks"]
        return tuple(f"{SIDES[side]}-{name}" for name in asked)

    def hand_words(self, side: int, situation: Situation) -> str:
        s = Duel.of(situation).striker(side)
        again = {
            BONUS: f"; misses again, hits on {self.bonus_hit} or more",
            PENALTY: f"; hits again, they stand on {self.penalty_hit} or more",
        }.get(self.reroll(s), "")
        return f"{thrown(s.dice)}, hits on {s.hit} or more{again}"

    def settled(self, situation: Situation, first: int, second: int) -> str:
        return ENDS[self.winner(Duel.of(situation), first, second)]

    def settling(self) -> Settling:
        """Who has more hits, whether either side breaks, and whether a square is held."""
        return Settling(
            (
                Compared(1, -1, {}, 0, 1),
                Compared(0, 1, {"attacker-breaks": -1}, -1, 0, MOST_DICE * 2),
                Compared(1, 0, {"defender-breaks": -1}, -1, 0, MOST_DICE * 2),
            ),
            ("square",),
        )

    def staged(self, situation: Situation) -> Dist[str]:
        """Who wins, over all the dice still to be thrown."""
        ends = dict.fromkeys(ENDS, 0)
        duel = Duel.of(situation)
        theirs = self.totals(duel.defender)
        least, most = min(theirs), max(theirs) + 1
        # The weight of all his throws with fewer hits than a number.
        each = (theirs.get(m, 0) for m in range(most))
        below = list(accumulate(each, initial=0))
        for n, one in self.totals(duel.attacker).items():
            # Only where he draws level, and where the attacker breaks, does the winner change.
            cuts = {least, most, n, duel.attacker.breaks}
            pieces = sorted(cut for cut in cuts if least <= cut <= most)
            for m, end in pairwise(pieces):
                ends[ENDS[self.winner(duel, n, m)]] += one * (below[end] - below[m])
        return Dist({end: weight for end, weight in ends.items() if weight}).reduced()

    def totals(self, s: Striker) -> dict[int, int]:
        """The weights of each number of hits a unit ends with."""
        reroll = self.reroll(s)
        first = _faces(s.hit)
        if reroll == BONUS:
            again = _faces(self.bonus_hit)
            whole = first * FACES + (FACES - first) * again
        elif reroll == PENALTY:
            again = _faces(self.penalty_hit)
            whole = first * again
        else:
            whole, again = first * FACES, 0
        weights = added((s.dice, (FACES * FACES - whole, whole)), (s.again, (FACES - again, again)))
        return {s.hits + n: weight for n, weight in enumerate(weights) if weight}


def _faces(least: int) -> int:
    return max(0, FACES + 1 - least)


# -- who fights whom, and with which dice --------------------------------------------------------


def opponent(p: PulsesPosition, u: int) -> int:
    """The enemy a unit has contacted and still touches, itself or its guns; -1 if none."""
    v = p.foe[u]
    if v < 0:
        return NOBODY
    a = p.rect(u)
    if touches(p, a, p.rect(v)) or any(touches(p, a, p.rect(guns)) for guns in guns_of(p, v)):
        return v
    return NOBODY


def attackers_of(p: PulsesPosition, v: int) -> list[int]:
    """The enemies who have contacted a unit and still touch it."""
    return [u for u in p.stands_on(1 - p.battle.side[v]) if opponent(p, u) == v]


def to_hit(p: PulsesPosition, u: int, v: int, attacks: bool) -> int:
    battle = p.battle
    rules = battle.rules.striking
    cover = in_cover(p, v, walls=attacks)
    if battle.arm[u] == CAVALRY:
        return rules.horse_cover if cover else rules.horse
    if battle.arm[v] == CAVALRY:
        if p.state[u] & SQUARED:
            return rules.square
        if attacks != rules.horse_attacks:
            return rules.foot_horse
    return rules.foot_cover if cover else rules.foot


def flanked(p: PulsesPosition, attacker: int, v: int) -> bool:
    """Whether a defender is flanked by an attacker; a square has no flanks."""
    if p.state[v] & SQUARED:
        return False
    return bool(p.state[attacker] & FLANKS or p.state[v] & FOUGHT)  # pulses.rulings.flanked


def bonus_dice(p: PulsesPosition, u: int, v: int, attacks: bool, help: int) -> int:
    """The dice a unit throws besides those of its strength."""
    battle = p.battle
    rules = battle.rules.striking
    dice = 0
    if help & BY_SUB:
        # pulses.combat.bonus.subcommander, pulses.subcommander.combat-dice
        dice += p.helpers[battle.sub(battle.force[u])]
    if help & BY_COMMANDER:
        dice += rules.commander_dice
    if battle.units[u].mx and not (in_town(p, u) or in_town(p, v)):
        dice += rules.mx_dice
    if attacks and rules.together:
        dice += rules.other_dice * (len({u, *attackers_of(p, v)}) - 1)
    return dice


def striker(p: PulsesPosition, u: int, v: int, attacks: bool, help: int) -> Striker:
    """A unit's dice against another, and what has them thrown again."""
    kind = p.battle.kind
    return Striker(
        dice=max(p.battle.rules.striking.least_dice, p.left(u))
        + bonus_dice(p, u, v, attacks, help),
        hit=to_hit(p, u, v, attacks),
        # pulses.combat.reroll-misses.heavy-vs-light
        heavy_vs_light=int(kind[u] == HEAVY and kind[v] == LIGHT),
        flanks=int(attacks and flanked(p, u, v)),  # pulses.combat.reroll-misses.flanked
        in_water=int(in_water(p, u)),  # pulses.combat.reroll-hits.vulnerable
        breaks=p.left(u),  # pulses.rulings.broken
        beyond_radius=int(not in_radius(p, u)),  # pulses.combat.reroll-hits.out-of-radius
    )


def duel(p: PulsesPosition, u: int, v: int, attacker_help: int = 0, defender_help: int = 0) -> Duel:
    """A combat before its first dice, with the help declared on both sides."""
    return Duel(
        striker(p, u, v, True, attacker_help),
        striker(p, v, u, False, defender_help),
        int(bool(p.state[v] & SQUARED)),
    )
