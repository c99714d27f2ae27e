"""The whole chain of an attack before it is ordered: its rolls, the reactions, how it may end.

An attack is tried on a position the side cannot tell from the true one. Every outcome of its rolls
is followed with its exact chance; where somebody must choose, the answer is taken that the system
judges best for him. What others roll meanwhile is taken as it most likely falls.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grognard.engine.position import Position
from grognard.engine.step import CHANCE, Decision
from grognard.engine.view import View

if TYPE_CHECKING:
    from grognard.engine.system import System

MOST_NODES: Final = 1600  # answers and outcomes tried on copies
MOST_BEFORE: Final = 400  # answers and rolls of others before it comes to blows
MOST_BESIDE: Final = 6  # rolls of others in the midst of it
MOST_CHOICES: Final = 3  # answers of a question that are all followed; of more, two
MOST_WEIGHED: Final = 16  # answers that are weighed for that; of more, the default alone
DEEPEST: Final = 12  # rolls and choices one after another
# What is less likely is not followed further; less closely where that takes too many answers.
LEAST: Final = (Fraction(1, 30000), Fraction(1, 300))
SHOWN: Final = Fraction(1, 15)  # branches less likely over all stand in one row
DEEPEST_SHOWN: Final = 4  # stages one below the other
NONE: Final = Fraction(0)
WHOLE: Final = Fraction(1)

DESTROYED: Final = "destroyed"
DRIVEN: Final = "gives way"
STANDS: Final = "stands"


class Branch(NamedTuple):
    """What may come of a stage: the outcome, its chance there, how it ends, what comes next."""

    label: str
    chance: Fraction
    fates: dict[str, Fraction]
    then: Stage | None


class Stage(NamedTuple):
    """A roll, or a choice of a side: its title, the ids it is about, what may come of it."""

    title: str
    side: int  # who chooses; CHANCE for a roll
    about: tuple[str, ...]
    branches: tuple[Branch, ...]


class Ending(NamedTuple):
    """How it ends on average: what either lost, fates of the target, worth, what is known.

    Where it was not followed to its end the fates add up to `followed`, not to 1.
    """

    losses: tuple[Fraction, ...]
    fates: dict[str, Fraction]
    worth: float  # to the attacker, as the system judges it
    followed: Fraction


class Known(NamedTuple):
    """What was found from a position on, and how likely and how deep it was come to."""

    total: Fraction
    depth: int
    stage: Stage | None
    ending: Ending

    def serves(self, total: Fraction, depth: int) -> bool:
        """Whether nothing more would be found by one who comes there so likely and so deep."""
        return self.ending.followed == 1 or (self.total >= total and self.depth <= depth)


class Row(NamedTuple):
    """A branch as a line of a short tree: how deep, of which stage, its chance there and over all.

    What is too unlikely to be told by itself stands in one row, named by what may come.
    """

    depth: int
    title: str
    side: int
    about: tuple[str, ...]
    label: str
    chance: Fraction
    total: Fraction
    fates: dict[str, Fraction]


class Chain(NamedTuple):
    """An attack foreseen: its first stage, whom it strikes, and how it ends on average.

    `followed` is the chance of everything that was followed to its end, and what the fates add up
    to; 1 if all was. `narrowed`: somebody had more answers than are compared, and was taken to give
    his usual one.
    """

    target: str
    first: Stage
    losses: tuple[Fraction, ...]
    fates: dict[str, Fraction]
    followed: Fraction
    narrowed: bool

    def rows(self) -> list[Row]:
        """The chain as a short tree, from the first roll on."""
        return _rows(self.first, 0, WHOLE)


def attack_of(position: Position, action: int) -> tuple[str, str] | None:
    """The ids of who attacks whom by an answer; its only target need not be named.

    An attack that is merely open next, of others on others, is not ordered by it.
    """
    decision = position.decision
    if decision is None:
        return None
    found = decision.attacks(position, action)
    if found is not None or decision.wide:
        return found
    after = position.copy()
    after.play(action, every=True)
    asked = after.decision
    if asked is None or asked.actor(after) != decision.actor(position):
        return None
    found = asked.attacks(after, after.options()[0]) if asked.is_obvious(after) else None
    named = {*decision.about(position), *decision.doers(position, action)}
    named.add(decision.aims_at(position, action))
    return found if found is not None and named.intersection(found) else None


def foresee_chain(
    system: System, after: Position, side: int, attacker: str, target: str
) -> Chain | None:
    """The chain of an attack that was ordered in a position; None if it never comes to blows."""
    best: Chain | None = None
    for least in LEAST:
        walk = Walk(system, after, side, (attacker, target), least)
        position = walk.to_blows(after.copy())
        if position is None:
            return None
        first, ending = walk.follow(position, WHOLE, 0)
        if first is not None and (best is None or ending.followed > best.followed):
            found = ending.losses, ending.fates, ending.followed
            best = Chain(target, first, *found, walk.narrowed)
        if walk.nodes < MOST_NODES:
            break
    return best


class Walk:
    """One attack being followed: who takes part, and how it all stood before."""

    def __init__(
        self,
        system: System,
        before: Position,
        side: int,
        names: tuple[str, str],
        least: Fraction,
    ) -> None:
        self.system = system
        self.least = least
        self.before = before
        self.side = side
        self.names = names
        self.ids = set(names)
        self.nodes = 0
        self.narrowed = False
        self.known: dict[tuple[Any, ...], Known] = {}
        roster = system.roster(before.battle).units
        found = {unit.id: index for index, unit in enumerate(roster)}
        self.sides = [unit.side for unit in roster]
        self.friends = {unit.id for unit in roster if unit.side == side}
        self.attacker, self.target = (found.get(name, -1) for name in names)
        self.strength = system.tally(before).strength
        self.mover = system.mover(before)

    def to_blows(self, p: Position, fight_only: bool = False) -> Position | None:
        """Go on to where the first roll or choice of the attack is open; None if it never is.

        With `fight_only` that is where the fight itself can be ordered, or is rolled for.
        """
        for _ in range(MOST_BEFORE):
            if p.over or self.system.mover(p) != self.mover:
                return None
            roll, decision = p.roll, p.decision
            if roll is not None:
                about = roll.about(p)
                if self.is_blow(p, about) if fight_only else self.ids & set(about):
                    return p
                weights = p.check().weights
                p.play(weights.index(max(weights)))
            elif decision is not None:
                if self.fight(p, decision) >= 0:
                    return p
                theirs = decision.actor(p) != self.side and self.ids & set(decision.about(p))
                if theirs and not fight_only:
                    return p
                rest = decision.rest(p) if decision.actor(p) == self.side else -1
                p.play(rest if rest >= 0 else decision.default(p))
        return None

    def is_blow(self, p: Position, about: tuple[str, ...]) -> bool:
        """Whether a roll is about both: the attacker, and the target or the place it stands in."""
        return self.names[0] in about and bool(
            {self.names[1], self.system.whereabouts(p, self.target)} & set(about)
        )

    def fight(self, p: Position, decision: Decision[Any]) -> int:
        """The answer that fights out this very attack; -1 if none is offered."""
        if decision.actor(p) != self.side or decision.wide:
            return -1
        for action in p.options():
            doers, goal = decision.doers(p, action), decision.aims_at(p, action)
            if self.names[0] in doers and goal == self.names[1]:
                return action
        return -1

    def follow(
        self, p: Position, total: Fraction, depth: int, fought: bool = False
    ) -> tuple[Stage | None, Ending]:
        """The tree from a position on, and its ending on average."""
        # Many throws and answers lead to the same: that is followed once.
        key = (fought, *p.key())
        known = self.known.get(key)
        if known is None or not known.serves(total, depth):
            known = Known(total, depth, *self._further(p, total, depth, fought))
            self.known[key] = known
        return known.stage, known.ending

    def _further(
        self, p: Position, total: Fraction, depth: int, fought: bool
    ) -> tuple[Stage | None, Ending]:
        end = p
        p = self._beside(p)
        if self.is_over(p, fought):
            p = end
            later = None if fought else self._later(p)
            if later is None:
                return None, self.ending(p, WHOLE)
            p = later
        if self.nodes >= MOST_NODES or total < self.least or depth >= DEEPEST:
            return None, self.ending(p, NONE)
        if p.roll is not None:
            return self._roll(p, total, depth, fought)
        return self._choice(p, total, depth, fought)

    def _later(self, p: Position) -> Position | None:
        """Where the fight comes later in the turn: the position in which it is open."""
        if p.over or self.names[0] not in dict(self.system.attacks_due(View(p, self.side))):
            return None
        return self.to_blows(p.copy(), fight_only=True)

    def is_over(self, p: Position, fought: bool) -> bool:
        """Whether what is open is no part of the attack: another's roll, an own question."""
        if p.over or self.system.mover(p) != self.mover or (fought and self._is_anothers(p)):
            return True
        decision, roll = p.decision, p.roll
        if decision is not None:  # the enemy is asked in the midst of it: he reacts
            return decision.actor(p) == self.side and not self.ids & set(decision.about(p))
        return roll is None or not self.concerns(p, roll.about(p))

    def _is_anothers(self, p: Position) -> bool:
        """Whether another attack on the target is open, this one being fought out."""
        step = p.roll or p.decision
        about = () if step is None else step.about(p)
        others = self.friends.intersection(about)
        return (
            bool(others)
            and self.names[0] not in about
            and self.attacker >= 0
            and self.system.is_fought(p, self.attacker)
        )

    def concerns(self, p: Position, about: tuple[str, ...]) -> bool:
        """Whether a roll is about one of the two, or about the place where one stands."""
        places = {self.system.whereabouts(p, unit) for unit in (self.attacker, self.target)}
        return bool((self.ids | places) & set(about))

    def _beside(self, p: Position) -> Position:
        """Let rolls of others in the midst of the attack fall as they most likely do."""
        for _ in range(MOST_BESIDE):
            roll = p.roll
            if p.over or roll is None or self.concerns(p, roll.about(p)):
                break
            weights = p.check().weights
            p = self._after(p, weights.index(max(weights)))
        return p

    def _roll(
        self, p: Position, total: Fraction, depth: int, fought: bool
    ) -> tuple[Stage | None, Ending]:
        roll = p.roll
        assert roll is not None
        about = roll.about(p)
        fought = fought or set(self.names) <= set(about)
        check = p.check()
        weights, all_ways = check.weights, sum(check.weights)
        branches: list[Branch] = []
        endings: list[tuple[Fraction, Ending]] = []
        for outcome, weight in enumerate(weights):
            if not weight:
                continue
            chance = Fraction(weight, all_ways)
            then, ending = self.follow(self._after(p, outcome), total * chance, depth + 1, fought)
            branches.append(Branch(roll.result(p, check, outcome), chance, ending.fates, then))
            endings.append((chance, ending))
        return Stage(check.title, CHANCE, about, tuple(branches)), _average(endings)

    def _choice(
        self, p: Position, total: Fraction, depth: int, fought: bool
    ) -> tuple[Stage | None, Ending]:
        decision = p.decision
        assert decision is not None
        fight = self.fight(p, decision)
        if fight >= 0:
            return self.follow(self._after(p, fight), total, depth, True)
        options, actor = p.options(), decision.actor(p)
        if len(options) > MOST_CHOICES or decision.wide:
            self.narrowed = True
            options = self._likely(p, decision, options)
            if len(options) == 1:
                return self.follow(self._after(p, options[0]), total, depth + 1, fought)
        answers = [(a, self._after(p, a)) for a in options]
        joint = [each for each in answers if not self._is_left_out(decision, each[1])]
        tried = [(a, *self.follow(q, total, depth + 1, fought)) for a, q in joint or answers]
        if len(tried) == 1 < len(options):  # he attacks: nothing else is left to choose
            return tried[0][1:]
        sign = 1 if actor == self.side else -1
        best, then, ending = max(tried, key=lambda each: sign * each[2].worth)
        chosen = Branch(decision.phrase(p, best), WHOLE, ending.fates, then)
        return Stage(decision.prompt(p), actor, decision.about(p), (chosen,)), ending

    def _is_left_out(self, asked: Decision[Any], p: Position) -> bool:
        """Whether an answer left the attacker out of his own attack: the question is open again."""
        again = p.decision
        if again is None or type(again) is not type(asked) or again.actor(p) != self.side:
            return False
        about = again.about(p)
        return self.names[1] in about and self.names[0] not in about

    def _likely(self, p: Position, decision: Decision[Any], options: list[int]) -> list[int]:
        """Of many answers the usual one, and the best at once of those of another kind.

        A unit that would stand may go away instead; where it goes then makes little difference.
        """
        usual = decision.default(p)
        kind = p.battle.nouns.kind
        others = [a for a in options if kind(a) != kind(usual)] if not decision.wide else []
        if not 0 < len(others) <= MOST_WEIGHED:
            return [usual]
        sign = 1 if decision.actor(p) == self.side else -1
        tried = [(sign * self.system.judge(self._after(p, a), self.side), a) for a in others]
        return [usual, max(tried)[1]]

    def _after(self, p: Position, action: int) -> Position:
        self.nodes += 1
        q = p.copy()
        q.play(action)
        return q

    def ending(self, p: Position, followed: Fraction) -> Ending:
        battle = p.battle
        losses = [NONE] * len(battle.sides)
        now = self.system.tally(p).strength
        for unit in {self.attacker, self.target} - {-1}:
            losses[self.sides[unit]] += self.strength[unit] - now[unit]
        worth = self.system.judge(p, self.side)
        fates = {self._fate(p, now): followed} if followed else {}
        return Ending(tuple(losses), fates, worth, followed)

    def _fate(self, p: Position, now: list[int]) -> str:
        if self.target < 0 or self.attacker < 0:
            return STANDS
        if not self.system.whereabouts(p, self.target) or not now[self.target]:
            return DESTROYED
        left = self.system.gave_way(self.before, p, self.target, self.attacker)
        return DRIVEN if left else STANDS


def _average(endings: list[tuple[Fraction, Ending]]) -> Ending:
    first = endings[0][1]
    losses = tuple(
        sum((chance * each.losses[side] for chance, each in endings), NONE)
        for side in range(len(first.losses))
    )
    worth = sum(float(chance) * each.worth for chance, each in endings)
    fates: dict[str, Fraction] = {}
    for chance, each in endings:
        for fate, part in each.fates.items():
            fates[fate] = fates.get(fate, NONE) + chance * part
    followed = sum((chance * each.followed for chance, each in endings), NONE)
    return Ending(losses, fates, worth, followed)


def _rows(stage: Stage, depth: int, total: Fraction) -> list[Row]:
    if stage.side == CHANCE and len(stage.branches) == 1:  # nothing to tell: it cannot fail
        then = stage.branches[0].then
        return [] if then is None else _rows(then, depth, total)
    likely = [each for each in stage.branches if total * each.chance >= SHOWN]
    if not likely or depth >= DEEPEST_SHOWN:
        return []
    rows: list[Row] = []
    about = (depth, stage.title, stage.side, stage.about)
    for branch in sorted(likely, key=lambda each: -each.chance):
        over_all = total * branch.chance
        rows.append(Row(*about, branch.label, branch.chance, over_all, branch.fates))
        if branch.then is not None:
            rows += _rows(branch.then, depth + 1, over_all)
    rare = [each for each in stage.branches if total * each.chance < SHOWN]
    if rare:
        chance = sum((each.chance for each in rare), NONE)
        fates: dict[str, Fraction] = {}
        for each in rare:
            for fate, part in each.fates.items():
                fates[fate] = fates.get(fate, NONE) + each.chance / chance * part
        label = any_of([each.label for each in rare])
        rows.append(Row(*about, label, chance, total * chance, fates))
    return rows


def any_of(labels: Sequence[str]) -> str:
    """Several outcomes in a few words: "2, 3 or 4 hits" where they count the same."""
    labels = list(dict.fromkeys(labels))
    *counts, last = [label.split(" ", 1) for label in labels]
    if all(len(each) == 2 and each[0].isdigit() for each in (*counts, last)):
        labels = [*(each[0] for each in counts), labels[-1]]
    first = ", ".join(labels[:-1])
    return f"{first} or {labels[-1]}" if first else labels[-1]
