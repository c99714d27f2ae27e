"""Rolling for initiative: the d4, two dice a side, declared re-rolls, doubles, ties."""

from __future__ import annotations

from grognard.engine.check import Check
from grognard.engine.numbers import Side
from grognard.engine.step import Decision, Roll, Then
from grognard.systems.pulses.checks import sorted_faces
from grognard.systems.pulses.officers import commanded
from grognard.systems.pulses.state.battle import BOTH_DICE, HIGH_DIE, LOW_DIE, PASS
from grognard.systems.pulses.state.position import DIE, HOLDER, PULSE, PulsesPosition


def total(p: PulsesPosition, side: int) -> int:
    """What a side's initiative dice show together."""
    return p.dice[2 * side] + p.dice[2 * side + 1]


def tell_total(p: PulsesPosition, side: int) -> None:
    """Whose dice these were, and what he has now."""
    if p.ear is not None:
        p.tell(f"{p.battle.titles[side]}: {total(p, side)} for the initiative.")


def thrower(p: PulsesPosition) -> int:
    """The side that throws the d4: the one that held the initiative last."""
    return p.clock[HOLDER] if p.battle.rules.holder_throws else 1 - p.clock[HOLDER]


def tie_winner(p: PulsesPosition) -> int:
    """Who wins equal totals, by the d4."""
    rules = p.battle.rules
    even = p.clock[DIE] % 2 == 0
    mine = rules.even_thrower if even else rules.odd_thrower
    return thrower(p) if mine else 1 - thrower(p)


def leader(p: PulsesPosition) -> int:
    """The side that is ahead as the dice lie."""
    mine, theirs = total(p, 0), total(p, 1)
    if mine == theirs:
        return tie_winner(p)
    return 0 if mine > theirs else 1


class Initiative(Then[PulsesPosition]):
    """Both sides roll; the side behind may throw dice again, then the one ahead."""

    def run(self, p: PulsesPosition) -> None:
        """The two throws, then the declarations."""
        first = p.clock[HOLDER]
        p.stack += [Declare(), InitiativeRoll(side=1 - first), InitiativeRoll(side=first)]


class InitiativeRoll(Roll[PulsesPosition]):
    """A side's initiative dice."""

    side: Side

    def check(self, p: PulsesPosition) -> Check:
        """Two dice."""
        kind = p.battle.rules.initiative_kind
        return kind.check((kind.dice,))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """Keep the faces."""
        faces = sorted_faces(p.battle.rules.initiative_kind.dice)[outcome]
        low, high = (faces[0], faces[-1]) if len(faces) > 1 else (0, faces[0])
        p.dice[2 * self.side : 2 * self.side + 2] = [low, high]
        tell_total(p, self.side)


class Declare(Then[PulsesPosition]):
    """The side with the lower total is asked first, the other knowing what that brought."""

    def run(self, p: PulsesPosition) -> None:
        """Both questions."""
        rules = p.battle.rules
        low = 1 - leader(p)
        first = low if rules.low_first else 1 - low
        p.stack.append(Award())
        if rules.high_second:
            p.stack.append(Reroll(side=1 - first))
        p.stack.append(Reroll(side=first))


class Reroll(Decision[PulsesPosition]):
    """Whether a side pays command dice to throw initiative dice again."""

    side: Side

    def options(self, p: PulsesPosition) -> list[int]:
        """Pass, one die or both, as far as the pool reaches."""
        rules = p.battle.rules
        found = [PASS]
        pool, price = p.pool[self.side], rules.initiative_price
        if not rules.initiative_cds or not commanded(p, self.side):
            return found
        low, high = p.dice[2 * self.side : 2 * self.side + 2]
        if pool >= price:
            found.append(LOW_DIE)
            if high != low:
                found.append(HIGH_DIE)
        if pool >= 2 * price:
            found.append(BOTH_DICE)
        return found

    def apply(self, p: PulsesPosition, action: int) -> None:
        """Pay and throw."""
        if action == PASS:
            return
        which = {LOW_DIE: 1, HIGH_DIE: 2, BOTH_DICE: 3}[action]
        p.spend(self.side, p.battle.rules.initiative_price * (2 if which == 3 else 1))
        p.stack.append(RerollDice(side=self.side, which=which))

    def default(self, p: PulsesPosition) -> int:
        """Let it stand."""
        return PASS

    def prompt(self, p: PulsesPosition) -> str:
        """Again?"""
        mine = "-".join(map(str, p.dice[2 * self.side : 2 * self.side + 2]))
        other = total(p, 1 - self.side)
        return (
            f"Initiative: you have {mine}, the enemy a total of {other}, the d4 shows"
            f" {p.clock[DIE]}. Throw dice again for command dice ({p.pool[self.side]} left)?"
        )

    def waiting(self, p: PulsesPosition) -> str:
        """For the other side."""
        return "Waiting whether initiative dice are thrown again."

    def phrase(self, p: PulsesPosition, action: int) -> str:
        """The die by its face."""
        low, high = p.dice[2 * self.side : 2 * self.side + 2]
        words = {LOW_DIE: f"throw the {low} again", HIGH_DIE: f"throw the {high} again"}
        words[BOTH_DICE] = "throw both again"
        return words.get(action, "pass")


class RerollDice(Roll[PulsesPosition]):
    """The dice that are thrown again; `which` is 1 the low one, 2 the high one, 3 both."""

    side: Side
    which: int

    def check(self, p: PulsesPosition) -> Check:
        """One die or two."""
        return p.battle.rules.initiative_kind.check((2 if self.which == 3 else 1,))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        """The new faces stand, even if they are lower."""
        at = 2 * self.side
        old = p.dice[at : at + 2]
        thrown = sorted_faces(2 if self.which == 3 else 1)[outcome]
        kept = {1: old[1:], 2: old[:1], 3: []}[self.which]
        new = sorted([*kept, *thrown])
        if p.battle.rules.reroll_stands or sum(new) >= sum(old):
            p.dice[at : at + 2] = new
        tell_total(p, self.side)


class Award(Then[PulsesPosition]):
    """Doubles pay; the higher total has the initiative."""

    def run(self, p: PulsesPosition) -> None:
        """Count."""
        rules = p.battle.rules
        pays = rules.doubles and (p.clock[PULSE] > 0 or rules.first_doubles)
        for side in (0, 1):
            low, high = p.dice[2 * side : 2 * side + 2]
            if pays and low == high:
                gain = p.clock[DIE] * rules.doubles_times
                p.pool[side] += gain
                p.tell(f"{p.battle.titles[side]} rolled doubles: {gain} command dice more.")
        winner = leader(p)
        p.clock[HOLDER] = winner
        if p.ear is not None:
            mine, theirs = total(p, winner), total(p, 1 - winner)
            tie = ", by the d4" if mine == theirs else ""
            p.tell(f"{p.battle.titles[winner]} has the initiative ({mine} to {theirs}{tie}).")
