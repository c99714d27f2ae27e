"""Army morale and victory: an army at its break point checks whether it fights on."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.engine.battle import BattleResult
from grognard.engine.check import NUMBER, Check, CheckKind, Fact, Modifier, Situation, many_dice
from grognard.engine.dice import D6
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Roll, Then
from grognard.engine.tally import Earned
from grognard.systems.pulses.state.position import FAILED, TURN, PulsesPosition
from grognard.systems.tabletop.position import GONE
from grognard.systems.tabletop.victory import holders


class MoraleRules:
    """Break points, the army's check, and how near an objective is held."""

    def __init__(self, book: Rulebook) -> None:
        self.break_parts = book.int("pulses.rulings.break-point", "parts")
        self.objective_reach = book.int("pulses.rulings.objective", "inches") * INCH
        self.says = [book.says(f"pulses.rulings.{rule}") for rule in ("objective", "victory")]
        self.roll = MoraleKind(book)


class MoraleKind(CheckKind):
    """The check of an army: dice, turn and losses beyond the break point together."""

    name = "army-morale"
    title = "Army morale"
    facts = (
        Fact("turn", "Number of the turn", "Turn", NUMBER, 1, 20, default=4),
        Fact("beyond", "Units lost beyond the break point", "Army", NUMBER, 0, 99),
    )
    outcomes = ("pass", "fail")
    good = "pass"

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.dice = book.int("pulses.morale.total", "dice")
        self.most = book.int("pulses.morale.pass", "most")

    def build(self, situation: Situation) -> Check:
        turn, beyond = situation
        modifiers = [Modifier("pulses.morale.total", "Turn", turn)]
        if beyond:
            modifiers.append(Modifier("pulses.morale.total", "Beyond the break point", beyond))
        plus = turn + beyond
        dice = (D6,) * self.dice
        # pulses.morale.fail
        table = many_dice(dice, lambda faces: int(sum(faces) + plus > self.most))
        target = f"a total of at most {self.most}"
        return Check(self, situation, dice, tuple(modifiers), target, self.outcomes, table)


# -- losses and the check ------------------------------------------------------------------------


def losses(p: PulsesPosition, side: int) -> int:
    """How many of its infantry and cavalry units a side has lost."""
    return sum(p.x[u] == GONE for u in p.battle.troops_of[side])  # pulses.morale.losses


def beyond(p: PulsesPosition, side: int) -> int:
    """How many units a side has lost beyond its break point; negative before it."""
    return losses(p, side) - p.battle.breaks[side]


def nobody_left(p: PulsesPosition, side: int) -> bool:
    """Whether a side has lost all its infantry and cavalry, those to come included."""
    return 0 < len(p.battle.troops_of[side]) == losses(p, side)


def fail(p: PulsesPosition, side: int) -> None:
    p.clock[FAILED] |= 1 << side
    p.tell(f"The {p.battle.titles[side]} army is beaten.")


class MoralePhase(Then[PulsesPosition]):
    """The checks at the end of a turn; an army that has nobody left does not roll."""

    def run(self, p: PulsesPosition) -> None:
        for side in (1, 0):
            if nobody_left(p, side):  # pulses.rulings.nobody-left
                fail(p, side)
            elif beyond(p, side) >= 0:  # pulses.morale.when
                p.stack.append(MoraleRoll(side=side))


class MoraleRoll(Roll[PulsesPosition]):
    """The check of an army."""

    side: Side

    def check(self, p: PulsesPosition) -> Check:
        situation = (p.clock[TURN], max(0, beyond(p, self.side)))
        return p.battle.rules.morale.roll.check(situation)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        if outcome:
            fail(p, self.side)
        else:
            p.tell(f"The {p.battle.titles[self.side]} army fights on.")


# -- victory -------------------------------------------------------------------------------------


def take_objectives(p: PulsesPosition) -> None:
    """A side that is alone at an objective holds it from now on."""
    reach = p.battle.rules.morale.objective_reach
    takers = holders(p, reach, (p.stands_on(0), p.stands_on(1)))
    for i, taker in enumerate(takers):
        if taker >= 0 and p.held[i] != taker:
            place, loser = p.battle.objectives[i], p.held[i]
            whose = f" from the {p.battle.titles[loser]} side" if loser >= 0 else ""
            worth = f"{place.points} point{'s' * (place.points > 1)}"
            p.tell(f"{p.battle.side_name(taker)} takes {place.name}{whose}: {worth}.")
            p.held[i] = taker


def points(p: PulsesPosition, side: int) -> int:
    pairs = zip(p.battle.objectives, p.held, strict=True)
    return sum(objective.points for objective, holder in pairs if holder == side)


def earned(p: PulsesPosition) -> list[Earned]:
    """What each objective brings its holder, whoever held it first."""
    found = []
    for objective, holder in zip(p.battle.objectives, p.held, strict=True):
        if holder >= 0:
            won = float(objective.points)
            found.append(Earned(objective.name, (0.0, won) if holder else (won, 0.0)))
    return found


def result(p: PulsesPosition) -> BattleResult | None:
    """Who won and why: the army that is not beaten, else whoever holds more of the field."""
    if not p.over:
        return None
    titles = p.battle.titles
    score = (float(points(p, 0)), float(points(p, 1)))
    failed = [s for s in (0, 1) if p.clock[FAILED] >> s & 1]
    if len(failed) == 1:
        winner = 1 - failed[0]
        why = f"{titles[winner]} victory: the {titles[failed[0]]} army is beaten."
        return BattleResult(winner, score, why)
    if score[0] != score[1]:  # pulses.rulings.victory, pulses.rulings.both-fail
        winner = 0 if score[0] > score[1] else 1
        both = "both armies are beaten, and " if failed else ""
        return BattleResult(winner, score, f"{titles[winner]} victory: {both}it holds the field.")
    lost = " and ".join(f"{losses(p, s)} {titles[s]}" for s in (0, 1))
    return BattleResult(None, score, f"A draw: units lost {lost}.")
