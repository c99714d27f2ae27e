"""One game between bots, in which everything foretold to a player is compared with what came."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any, Final, NamedTuple

import grognard
from grognard.bots import Bot, Drill, bot
from grognard.bots.drill import Weighed
from grognard.bots.thought import Thought
from grognard.engine.chain import foresee_chain
from grognard.engine.check import Check, CheckKind
from grognard.engine.game import Game
from grognard.engine.luck import LuckMeter
from grognard.engine.position import Position
from grognard.engine.prospect import Prospect
from grognard.engine.step import Roll
from grognard.lab.attacks_followed import AT_BLOWS, SHARED, AttackCase, FollowedAttack

MOST_OUTCOMES: Final = 24  # of a roll whose every outcome is followed
TIE: Final = 1e-5  # gains that differ by less are equal


class WatchTask(NamedTuple):
    """A game to be watched: the battle's id, the bot on both sides, the seed."""

    battle: str
    bot: str
    seed: int

    @property
    def told(self) -> str:
        """The game in words, and the name of its record."""
        return f"{self.battle.replace('/', '-')}-{self.bot.replace(':', '-')}-{self.seed}"


class Fault(NamedTuple):
    """Something that cannot be: where, at which line of the record, and what."""

    game: str
    line: int
    what: str


class OutlookCase(NamedTuple):
    """Odds over hidden pieces: of the ending by full knowledge, and of the one that came."""

    kind: str
    line: int
    knowing: float  # the chance that was told of what one who knows all foresees
    came: str
    as_foreseen: bool  # what came is what one who knows all foresees


class Promise(NamedTuple):
    """An order of a bot: the question, what it promised, what it was worth once carried out."""

    question: str
    gain: float
    promised: float
    came: float
    game: str
    line: int


class OpenFight(NamedTuple):
    """A fight with hidden pieces that is not over: where it was ordered, and what was foretold."""

    before: Position
    action: int
    case: OutlookCase
    sure: str  # the ending that one who knows all foresees


class OpenOrder(NamedTuple):
    """An order of a bot that is being carried out."""

    question: str
    gain: float
    promised: float
    line: int
    thought: Thought
    left: list[int]  # its answers that are still to be given


class OpenRoll(NamedTuple):
    """A roll that was foreseen for later, and at which line."""

    line: int
    roll: Roll[Any]
    check: Check


class Asked:
    """What a kind of question was answered, and how the answers were rated."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.times = self.usual = self.ties = self.rated = 0


class Watched:
    """What a game, or several, have shown."""

    def __init__(self) -> None:
        self.games = 0
        self.answers = 0
        self.checks: Counter[str] = Counter()  # compared, by what they are
        self.faults: list[Fault] = []
        self.attacks: list[AttackCase] = []
        self.without_chain = 0
        self.outlooks: list[OutlookCase] = []
        self.prospects: list[tuple[float, float, float]] = []  # part of the game, told, came
        self.promises: list[Promise] = []
        self.asked: dict[str, Asked] = {}


def shown(check: Check) -> tuple[Any, ...]:
    """Everything about a check that must be foreseen."""
    how = (check.name, check.situation, check.dice, check.target, check.modifiers, check.outcomes)
    return (*how, tuple(check.weights))


class GameWatch:
    """A game being played and watched."""

    def __init__(self, task: WatchTask, found: Watched) -> None:
        self.task = task
        self.found = found
        self.game: Game = grognard.new(task.battle, seed=task.seed)
        self.system = self.game.system
        sides = range(len(self.game.battle.sides))
        self.bots: list[Bot] = [bot(task.bot, 2 * task.seed + side) for side in sides]
        self.rng = random.Random(task.seed)
        self.meter = LuckMeter(self.system, self.game.battle)
        self.attacks: list[FollowedAttack] = []
        self.fights: list[OpenFight] = []
        self.due: list[OpenRoll] = []
        self.called: Check | None = None  # the check that an outcome calls for
        self.orders: list[OpenOrder] = []
        self.rated: list[Weighed | None] = [None for _ in sides]  # the orders last looked at
        self.turns: list[float] = []
        self.turn = 0

    @property
    def line(self) -> int:
        """The number of the record's next line."""
        return self.game.record.next_number

    def fault(self, what: str) -> None:
        """Note what cannot be."""
        self.found.faults.append(Fault(self.task.told, self.line, what))

    def play(self, most: int | None = None) -> None:
        """Play the game to its end, or so many answers of it."""
        game, found = self.game, self.found
        found.games += 1
        last_answer = None if most is None else found.answers + most
        while not game.over and found.answers != last_answer:
            self._look()
            if game.position.roll is not None:
                self._roll()
            else:
                self._answer()
        self._look()
        result = game.result
        if result is None:
            return
        for attack in self.attacks:
            self._close(attack, game.position)
        came = 0.5 if result.winner is None else 1.0 - result.winner
        for n, told in enumerate(self.turns):
            found.prospects.append((n / len(self.turns), told, came))

    def _look(self) -> None:
        p = self.game.position
        turn = self.system.tally(p).turn
        if turn != self.turn and not p.over:
            self.turn = turn
            self.turns.append(self.meter.prospects(p))
        going: list[FollowedAttack] = []
        for attack in [*self.attacks]:
            coming = not attack.came
            attack.look(p)
            if coming and attack.came and not attack.declared:
                going += self._at_blows(attack, p)
            if attack.done:
                self._close(attack, p)
            else:
                going.append(attack)
        self.attacks = going
        self._look_at_fights(p)
        self._look_at_orders(p)

    def _add(self, attack: FollowedAttack) -> None:
        attacker, target = attack.walk.names
        for other in self.attacks:
            if other.walk.names[1] == target and other.walk.names[0] != attacker:
                attack.departs(SHARED)
                other.departs(SHARED)
        self.attacks.append(attack)

    def _at_blows(self, attack: FollowedAttack, p: Position) -> list[FollowedAttack]:
        """The attack foreseen anew, now that it comes to blows: nothing can come between."""
        if any(each.declared and each.walk.names == attack.walk.names for each in self.attacks):
            return []
        names = attack.walk.names
        chain = foresee_chain(self.system, p, attack.side, *names)
        first = chain.first.title if chain and chain.first.side < 0 else "a choice"
        kind = f"{AT_BLOWS}: {first}"
        again = FollowedAttack(self.system, p, attack.side, names, chain, kind, self.line)
        again.declared = True
        if SHARED in attack.departures:
            again.departs(SHARED)
        again.look(p)
        return [again]

    def _close(self, attack: FollowedAttack, last: Position) -> None:
        case = attack.case(last)
        if case is None:
            return
        if case.told:
            self.found.attacks.append(case)
        if case.wrong:
            fault = Fault(self.task.told, case.line, f"{case.kind}: {case.wrong}")
            self.found.faults.append(fault)

    def _look_at_fights(self, p: Position) -> None:
        going = []
        for fight in self.fights:
            came = self.system.came_of_outlook(fight.before, fight.action, p)
            if came:
                done = fight.case._replace(came=came, as_foreseen=fight.sure.startswith(came))
                self.found.outlooks.append(done)
            elif self.system.mover(p) == self.system.mover(fight.before) and not p.over:
                going.append(fight)
        self.fights = going

    def _look_at_orders(self, p: Position) -> None:
        """Value orders that are carried out: no dice and no reaction are open any more."""
        going = []
        for order in self.orders:
            question, gain, promised, line, thought, left = order
            if left or p.roll is not None or (p.decision is not None and thought.reacts(p)):
                going.append(order)
                continue
            if p.over:
                continue  # the end of a battle counts for more than any order
            came = thought.judge(p)
            self.found.promises.append(
                Promise(question, gain, promised, came, self.task.told, line)
            )
        self.orders = going

    def _roll(self) -> None:
        game, p = self.game, self.game.position
        check, line = p.check(), self.line
        if self.called is not None:
            self.found.checks["called for by an outcome"] += 1
            if shown(self.called) != shown(check):
                self.fault(f"{_told(self.called)} was called for, not {_told(check)}")
            self.called = None
        for due in self.due:
            if due.roll == p.roll:
                self.found.checks["foreseen for later"] += 1
                if shown(due.check) != shown(check):
                    told = f"foreseen at line {due.line}: {_told(due.check)}"
                    self.fault(f"{told}, thrown: {_told(check)}")
        self.due = [due for due in self.due if due.roll != p.roll]
        self._follow_odds(p, check)
        before, outcome = p.copy(), check.outcome(game.box.faces(line, check.dice))
        game.roll()
        for attack in self.attacks:
            attack.goes_on(before, outcome)
        follows = check.kind.follow(check.situation, outcome)
        after = game.position
        if follows is not None and after.roll is not None:
            self.called = follows
        elif follows is not None:
            self.found.checks["called for, but somebody is asked first"] += 1

    def _follow_odds(self, p: Position, check: Check) -> None:
        """Odds of the end are the mean of those of the next roll, where that speaks of it too."""
        kind = type(check.kind)
        plain = kind.staged is CheckKind.staged or kind.follow is not CheckKind.follow
        if plain or len(check.outcomes) > MOST_OUTCOMES or p.roll is None:
            return
        odds, about = check.odds(), set(p.roll.about(p))
        open_yet = Fraction(0)
        least = dict.fromkeys(odds.weights, Fraction(0))
        for outcome, weight in enumerate(check.weights):
            if not weight:
                continue
            chance = Fraction(weight, sum(check.weights))
            after = p.copy()
            after.play(outcome)
            same = after.roll is not None and set(after.roll.about(after)) == about
            then = after.check().odds() if same else None
            if then is None or not set(then.weights) <= set(odds.weights):
                open_yet += chance
                continue
            for label in then.weights:
                least[label] += chance * then.probability(label)
        if open_yet == 1:
            return
        self.found.checks["odds of the end"] += 1
        for label, mean in least.items():
            told = odds.probability(label)
            if not mean <= told <= mean + open_yet:
                up_to = f" to {mean + open_yet}" if open_yet else ""
                self.fault(f"{check.title}: {label} {told}, then on average {mean}{up_to}")

    def _answer(self) -> None:
        game, p = self.game, self.game.position
        decision, actor = p.decision, p.actor
        assert decision is not None
        self.found.answers += 1
        player = self.bots[actor]
        action = player.choose(game.view(game.battle.sides[actor]), self.system)
        self._count(player, action)
        others = [option for option in p.options() if option != action]
        if others:
            other = self.rng.choice(others)
            after = p.copy()
            after.play(other)
            self._compare(game.foresee(other), after, f"not chosen: {decision.phrase(p, other)}")
        foreseen = game.foresee(action)
        before, line = p.copy(), self.line
        self._foresee(foreseen, before, action)
        for order in self.orders:
            if order.thought.side == actor and order.left:
                order.left.pop(0)
        for attack in self.attacks:
            attack.goes_on(before, action)
        text = decision.phrase(before, action)
        game.play(action)
        self.called = None
        self._compare(foreseen, game.position, text, line)
        names = foreseen.attack
        if names is not None:
            kind = type(decision).__name__
            chain = foreseen.chain
            self.found.without_chain += chain is None
            if chain is not None:
                kind += f": {chain.first.title}" if chain.first.side < 0 else ": a reaction"
            after = game.position
            self._add(FollowedAttack(self.system, after, actor, names, chain, kind, line))

    def _compare(self, foreseen: Prospect, after: Position, text: str, line: int = 0) -> None:
        """The roll that was foreseen is the one that is due."""
        what = "foreseen and thrown" if line else "foreseen for another answer"
        told = [shown(check) for check in foreseen.next_checks]
        roll = after.roll
        if foreseen.next_roll is None and after.hides:
            return  # the side does not see it
        due = [] if roll is None else [shown(after.check())]
        if told or due:
            self.found.checks[what] += 1
        if told != due:
            self.fault(f"{text}: foreseen {told}, due {due}")

    def _foresee(self, foreseen: Prospect, before: Position, action: int) -> None:
        """Keep what is foreseen for later, and where hidden pieces decide."""
        decision = before.decision
        roll = None if decision is None else decision.leads_to(before, action)
        if roll is not None:
            self.due += [OpenRoll(self.line, roll, check) for check in foreseen.later]
        for title, odds in foreseen.outlook:
            knowing = dict(self.system.outlook_knowing_all(before, action))
            if title not in knowing:
                self.fault(f"{title}: not foreseen by one who knows all")
                continue
            (sure,) = knowing[title].weights
            chance = float(odds.probability(sure))
            if not chance:
                self.fault(f"{title}: {sure} was foretold with 0 %")
            case = OutlookCase(title.split()[0], self.line, chance, "", False)
            self.fights.append(OpenFight(before, action, case, sure))

    def _count(self, player: Bot, action: int) -> None:
        """Count the answer, and how a bot has rated it."""
        p = self.game.position
        decision, side = p.decision, p.actor
        assert decision is not None
        name = type(decision).__name__
        asked = self.found.asked.setdefault(name, Asked())
        asked.times += 1
        asked.usual += action == decision.default(p)
        asked.answers[sort_of(p, action)] += 1
        asked.offered.update({sort_of(p, option) for option in p.options()})
        weighed = player.weighed if isinstance(player, Drill) else None
        if not isinstance(player, Drill) or weighed is None or weighed is self.rated[side]:
            return
        self.rated[side] = weighed
        sample, _, orders, chosen = weighed
        thought = player.thought
        assert thought is not None
        asked.rated += 1
        asked.ties += sum(abs(order.gain - chosen.gain) < TIE for order, _, _ in orders) > 1
        judging = Thought(thought.system, side, thought.weights, thought.limit)
        after = sample.copy()
        for answer in chosen.actions:
            after.play(answer)
        promised = judging.outlook(after)
        question, left = f"{name}: {sort_of(p, action)}", list(chosen.actions)
        self.orders.append(OpenOrder(question, chosen.gain, promised, self.line, judging, left))


def sort_of(p: Position, action: int) -> str:
    """The sort of an answer: its verb, or what it names."""
    decision = p.decision
    assert decision is not None
    kind, name = p.battle.nouns.kind(action), p.battle.nouns.name(action)
    if kind == "verb":
        return name
    words = decision.phrase(p, action).split()
    if kind == "order":
        return words[0]
    if decision.wide:
        named = decision.named(p).get(action, "")
        return named.split()[0] if named else "a place"
    return f"a {kind}" if words and words[0] in name.split() else f"{words[0]} a {kind}"


def _told(check: Check) -> str:
    return f"{check.title} ({check.target}; {', '.join(map(str, check.modifiers))})"
