"""The combat roll: both units throw their dice by handfuls, some dice twice; then hits decide."""

from __future__ import annotations

from math import comb
from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, FLAG, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import D6
from grognard.engine.dist import Dist
from grognard.engine.rulebook import Rulebook
from grognard.systems.tabletop.dice import FACES, counts, hits, thrown

HANDFUL: Final = 6  # dice thrown at once
MOST_DICE: Final = 24
SIDES: Final = ("attacker", "defender")
REROLLS: Final = ("none", "bonus", "penalty")
NONE, BONUS, PENALTY = range(3)
GROUNDS: Final = (
    ("heavy-vs-light", "Heavy cavalry against light", "pulses.combat.reroll-misses.heavy-vs-light"),
    ("flanks", "Its enemy is flanked", "pulses.combat.reroll-misses.flanked"),
    ("in-water", "In a river, fording or on a bridge", "pulses.combat.reroll-hits.vulnerable"),
    ("beyond-radius", "Beyond the radius", "pulses.combat.reroll-hits.out-of-radius"),
)
BONUSES: Final = 2


class Striker(NamedTuple):
    """One unit in a combat: dice to throw, its number, dice to throw again, hits that stand."""

    dice: int
    hit: int
    reroll: int = NONE
    again: int = 0
    hits: int = 0
    heavy_vs_light: int = 0
    flanks: int = 0
    in_water: int = 0
    beyond_radius: int = 0


WIDTH: Final = len(Striker._fields)


def _facts() -> tuple[Fact, ...]:
    found = []
    for side in SIDES:
        group = side.capitalize()
        found += [
            Fact(f"{side}-dice", "Dice", group, NUMBER, 0, MOST_DICE, default=1),
            Fact(f"{side}-hit", "Hits on", group, NUMBER, 2, 7, default=5),
            Fact(f"{side}-reroll", "Thrown again, if not by facts", group, CHOICE, 0, 2, REROLLS),
            Fact(f"{side}-again", "Dice to be thrown again", group, NUMBER, 0, MOST_DICE),
            Fact(f"{side}-hits", "Hits that stand", group, NUMBER, 0, MOST_DICE),
        ]
        found += [Fact(f"{side}-{name}", label, group, FLAG) for name, label, _ in GROUNDS]
    found.append(Fact("square", "A square: hits that break it", "Defender", NUMBER, 0, MOST_DICE))
    return tuple(found)


class CombatKind(CheckKind):
    """The attacker's dice, then the defender's; the odds tell who wins."""

    name = "combat"
    title = "Combat"
    facts = _facts()

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.bonus_hit = book.int("pulses.combat.reroll-misses", "number")
        self.penalty_hit = book.int("pulses.combat.reroll-hits", "number")
        self.cancel = book.switch("pulses.combat.reroll-hits", "cancel")
        self.counted = [book.switch(id_) for _, _, id_ in GROUNDS]
        self.more_wins = book.word("pulses.combat.most-hits-win", "wins") == "more"
        self.defender_holds = book.word("pulses.combat.tie", "winner") == "defender"

    def striker(self, situation: Situation, side: int) -> Striker:
        """One of the two units of a situation."""
        return Striker(*situation[side * WIDTH : side * WIDTH + WIDTH])

    def reroll(self, striker: Striker) -> int:
        """What a unit throws again: bonus and penalty cancel each other."""
        held = [holds and on for holds, on in zip(striker[5:], self.counted, strict=True)]
        bonus, penalty = any(held[:BONUSES]), any(held[BONUSES:])
        if bonus and penalty and self.cancel:
            return NONE
        if penalty:
            return PENALTY
        return BONUS if bonus else striker.reroll

    def thrower(self, situation: Situation) -> int:
        """The side whose dice are next, 2 if all are thrown."""
        for side in (0, 1):
            striker = self.striker(situation, side)
            if striker.dice or striker.again:
                return side
        return 2

    def after(self, situation: Situation, outcome: int) -> Situation:
        """The situation after a handful with so many hits."""
        side = self.thrower(situation)
        s = self.striker(situation, side)
        if s.dice:
            thrown = min(HANDFUL, s.dice)
            reroll = self.reroll(s)
            again = {BONUS: thrown - outcome, PENALTY: outcome}.get(reroll, 0)
            kept = 0 if reroll == PENALTY else outcome
            s = s._replace(dice=s.dice - thrown, again=s.again + again, hits=s.hits + kept)
        else:
            s = s._replace(again=s.again - min(HANDFUL, s.again), hits=s.hits + outcome)
        return (*situation[: side * WIDTH], *s, *situation[side * WIDTH + WIDTH :])

    def wins(self, by_attacker: int, by_defender: int, square: int) -> bool:
        """Whether the attacker wins."""
        if square:
            return by_attacker >= square
        if by_attacker == by_defender:
            return not self.defender_holds
        return (by_attacker > by_defender) == self.more_wins

    def build(self, situation: Situation) -> Check:
        """The next handful of dice."""
        side = self.thrower(situation)
        if side == 2:
            return Check(self, situation, (), (), "all dice are thrown", ("0",), [0])
        s = self.striker(situation, side)
        reroll = self.reroll(s)
        if s.dice:
            whole, number, what = s.dice, s.hit, ""
        else:
            number = self.bonus_hit if reroll == BONUS else self.penalty_hit
            whole, what = s.again, " thrown again"
        dice = min(HANDFUL, whole)
        part = thrown(dice) if dice == whole else f"{dice} of {whole} dice"
        modifiers = tuple(
            Modifier(id_, label, 1 if i < BONUSES else -1, "re-roll")
            for i, ((_, label, id_), holds) in enumerate(zip(GROUNDS, s[5:], strict=True))
            if holds and self.counted[i]
        )
        target = f"{SIDES[side]}: {part}{what}, hits on {number} or more"
        table = hits(dice, number)
        return Check(self, situation, (D6,) * dice, modifiers, target, counts(dice), table)

    def staged(self, situation: Situation) -> Dist[str]:
        """Who wins, over all the dice still to be thrown."""
        ends = {"attacker": 0, "defender": 0}
        mine = self.totals(self.striker(situation, 0))
        theirs = self.totals(self.striker(situation, 1))
        for n, one in mine.items():
            for m, other in theirs.items():
                winner = "attacker" if self.wins(n, m, situation[-1]) else "defender"
                ends[winner] += one * other
        return Dist({end: weight for end, weight in ends.items() if weight}).reduced()

    def totals(self, s: Striker) -> dict[int, int]:
        """The weights of each number of hits a unit ends with."""
        reroll = self.reroll(s)
        first = _faces(s.hit)
        if reroll == BONUS:
            whole = first * FACES + (FACES - first) * _faces(self.bonus_hit)
            again = _faces(self.bonus_hit)
        elif reroll == PENALTY:
            again = _faces(self.penalty_hit)
            whole = first * again
        else:
            whole, again = first * FACES, 0
        found: dict[int, int] = {}
        for n, one in enumerate(_binomial(s.dice, whole, FACES * FACES)):
            for m, other in enumerate(_binomial(s.again, again, FACES)):
                total = s.hits + n + m
                found[total] = found.get(total, 0) + one * other
        return {total: weight for total, weight in found.items() if weight}


def _faces(least: int) -> int:
    return max(0, FACES + 1 - least)


def _binomial(dice: int, good: int, of: int) -> list[int]:
    return [comb(dice, n) * good**n * (of - good) ** (dice - n) for n in range(dice + 1)]
