"""Marshal: makes a plan for its turn, keeps it while it promises what it did, and mends it.

A plan is a way of going about a turn: the system names some (attack along the line, stand and fire,
go for the objectives), and each makes other orders look best. Before the first order of a turn each
plan is played out, with the enemy's reply and what comes of it; the one that turns out best is kept
for the turn, and its orders are given as `drill` would give them. When things turn out otherwise
than an order promised, the best plans are played out again from there.

An answer in the enemy's turn is no part of a plan: there the answers that `drill` likes best are
played out. In systems with secrets each round starts from another position the side cannot tell
from the true one.
"""

from __future__ import annotations

import random
from statistics import fmean, stdev
from typing import Final

from grognard.bots.bot import Candidate, Reasons
from grognard.bots.drill import Drill
from grognard.bots.orders import Order, OrderSearch, Rating
from grognard.bots.playout import Playout, worth
from grognard.bots.reasons import MOST, told
from grognard.bots.thought import Thought
from grognard.engine.system import System
from grognard.engine.view import Sample, View
from grognard.engine.weights import Weights

NODES: Final = 2000  # tried for one order: about a fifth of a second
TURN: Final = 4  # times as many are tried for the plan of a turn
SMALL: Final = 20  # units; in larger battles fewer, since a node takes longer there
SHARE: Final = 4  # the look at all orders takes at most one part in so many
WIDEST: Final = 3  # answers that are played out in the enemy's turn
LEADERS: Final = 3  # plans that are played out with thrown dice as well, or again in the same turn
EACH: Final = 3000  # nodes of a playout
FEWEST: Final = 3  # plans that can be played out with the thought there is, if shortly
MARGIN: Final = 8.0  # an answer that gains so much less at first is not played out
HALVED: Final = 4  # rounds after which only two are left
ROUNDS: Final = 24
SETTLED: Final = 3  # rounds after which a lead may be taken for settled
ERRORS: Final = 2.5  # a lead of so many standard errors is settled
SURPRISE: Final = 2.0  # if an order came to something so much better or worse, plans are weighed
USUAL: Final = 0.5  # to do what looks best is usually the best plan by so much
KEPT: Final = 1.0  # and the plan of this turn may go on unless another leads it by so much
# How far from what comes of a plan in the long run are what it promised before, one playout with
# average dice, and one with thrown dice: standard deviations.
PROMISED, AVERAGE, THROWN = 1.6, 1.5, 3.0


class Plan:
    """An answer, or a way of going about a turn, and what came of it when it was played out."""

    def __init__(
        self,
        order: Order,
        now: float = 0.0,
        own: Weights | None = None,
        says: str = "",
        promise: float | None = None,
    ) -> None:
        self.order = order  # the first of the turn; without answers it is what looks best
        self.own = own  # what the rest of the turn is steered by, if not as ever
        self.says = says  # what it means to do, in words; empty: what looks best
        self.now = now
        # What it gains before it is played out: on exact odds, or by what was found before.
        self.promise = promise if promise is not None else worth(now + order.gain) - worth(now)
        self.average: float | None = None  # what it gained with average dice
        self.gains: list[float] = []  # and with thrown ones
        # The order it began with on average dice, and all answers of the turn with their positions.
        self.first = order.actions
        self.answers: list[tuple[str, int]] = []

    def began(self, playout: Playout) -> None:
        """Keep what was ordered in a playout."""
        self.first, self.answers = playout.order, playout.answers

    @property
    def playouts(self) -> int:
        return len(self.gains) + (self.average is not None)

    @property
    def score(self) -> float:
        """What it gains: promise and playouts by how much each can be relied on."""
        total, parts = self.promise / PROMISED**2, 1 / PROMISED**2
        if self.average is not None:
            total += self.average / AVERAGE**2
            parts += 1 / AVERAGE**2
        total += sum(self.gains) / THROWN**2
        parts += len(self.gains) / THROWN**2
        return total / parts


class Trial:
    """How plans are tried: where they begin, how long they are played out, with what is known."""

    def __init__(
        self, thought: Thought, start: Sample, known: dict[int, Rating], limit: int, to_end: bool
    ) -> None:
        self.thought = thought
        self.start = start
        self.known = known  # ratings of the orders now: they say something to single orders only
        self.limit = limit  # nodes of a playout
        self.to_end = to_end  # whether the battle is played to its end
        self.hasty = False  # whether orders take little thought, so that the enemy has his reply

    def played(self, plan: Plan, start: Sample | None = None, seed: int | None = None) -> Playout:
        """What came of a plan, from another start if one is named; without a seed on average."""
        playout = Playout(self.thought, self.limit, seed, plan.own, self.to_end, self.hasty)
        p = (start or self.start).copy()
        playout.play(p, list(plan.order.actions), self.known if plan.order.actions else {})
        return playout


class Marshal(Drill):
    """Plans its turn by what comes of it."""

    name = "marshal"

    def __init__(
        self, seed: int = 0, nodes: int = NODES, temper: str = "", weights: str = ""
    ) -> None:
        super().__init__(seed, nodes, temper, weights)
        self.span: tuple[int, ...] = ()  # the turn for which there is a plan
        self.plans: list[Plan] = []  # for this turn, the one that is followed first
        self.hasty = False  # whether that was done with little thought for each order
        self.foreseen = 0.0  # what the last order was to come to
        self.compared: list[Plan] = []  # the plans that were weighed for the last order
        self.given: tuple[Sample, list[int]] | None = None  # the last answer, and those it meant

    def choose(self, view: View, system: System) -> int:
        """The next answer of its plan; what it is to come to is noted."""
        action = super().choose(view, system)
        position = view.sample(random.Random(self._guess))
        self.given = position, [action, *(answer for _, answer in self._plan)]
        after = position.copy()
        after.play(action)
        assert self.thought is not None
        self.foreseen = worth(self.thought.outlook(after))
        return action

    def order(self, view: View, system: System, position: Sample) -> Order:
        """The next order of the plan of the turn, or the best answer in the enemy's turn."""
        weights = self.weights_of(system)
        self.thought = thought = Thought(system, view.side, weights, self.nodes)
        self.compared = []
        if weights is None or system.mover(position) != view.side:
            self.span = ()
            return self.answer(view, system, position)
        now = thought.judge(position)
        if system.span(position) != self.span:
            self.span = system.span(position)
            units = len(system.roster(view.battle).units)
            thought.limit = round(self.nodes * max(1.0, TURN * min(1.0, SMALL / max(1, units))))
            plans = self.portfolio(system, weights, now)
        elif abs(worth(now) - self.foreseen) > SURPRISE:
            plans = self.again(now)
        else:
            return self.looked(view, system, position, self.plans[0].own or weights)[1]
        self.plans = self.compared = self.weighed_out(view, position, plans, {})
        best = self.plans[0]
        if self.hasty or not best.answers:  # its orders are worth more thought
            return self.looked(view, system, position, best.own or weights)[1]
        order = Order(best.score, best.first)
        self._weighed = position, view.side, [(order, best.score, best.playouts)], order
        return order

    def ahead(self, position: Sample, order: Order) -> list[tuple[str, int]]:
        """The whole turn as it was played out, if it was planned now."""
        follows = self.compared and not self.hasty
        return self.compared[0].answers if follows else super().ahead(position, order)

    def looked(
        self, view: View, system: System, position: Sample, weights: Weights | None
    ) -> tuple[list[Order], Order]:
        """All orders as `drill` rates them under a plan, and the one to give."""
        thought = self.thought
        assert thought is not None
        look = Thought(system, view.side, weights, max(1, self.nodes // SHARE))
        search = OrderSearch(look, self.rng)
        known = self.ratings.of((type(position.decision), system.clock(view), weights))
        rated = search.rated(position, known)
        first = search.first(position, rated)
        thought.nodes += look.nodes
        self._weighed = position, view.side, [(order, order.gain, 0) for order in rated], first
        return rated, first

    # -- the plan of the turn ----------------------------------------------------------------------

    def portfolio(self, system: System, weights: Weights, now: float) -> list[Plan]:
        """What may be done in a turn: what looks best, and all that the system names.

        In large battles there is not thought enough to play them all out: then it is drawn which
        come first, but for the plan of the turn before.
        """
        sets = system.weights()
        assert sets is not None
        names = list(sets.plans)
        self.rng.shuffle(names)
        before = self.plans[0].says if self.plans else ""
        names.sort(key=lambda name: sets.plans[name] != before)
        plans = [Plan(NO_ORDER, now, promise=USUAL)]
        for name in names:
            plans.append(Plan(NO_ORDER, now, sets.planned(name, weights), sets.plans[name], 0.0))
        return plans

    def again(self, now: float) -> list[Plan]:
        """The best plans of this turn, to be weighed again; the one that is followed is ahead."""
        plans: list[Plan] = []
        for plan in self.plans[:LEADERS]:
            lead = 0.0 if plans else KEPT
            plans.append(Plan(NO_ORDER, now, plan.own, plan.says, lead))
        return plans

    def weighed_out(
        self, view: View, position: Sample, plans: list[Plan], known: dict[int, Rating]
    ) -> list[Plan]:
        """Plans, the best first: all played out with average dice, the best with thrown ones too.

        Thrown dice are equal for all. A round for which there was not thought enough does not
        count, nor does a plan. What is gained is counted from what came of the first plan.
        """
        thought = self.thought
        assert thought is not None
        left = thought.limit - thought.nodes
        # The first is played to the end of the battle: so are all if that takes little thought.
        trial = Trial(thought, position, known, min(EACH, left // min(FEWEST, len(plans))), True)
        trial.hasty = thought.limit <= self.nodes
        spent = thought.nodes
        first = trial.played(plans[0])
        trial.to_end = first.over and (thought.nodes - spent) * len(plans) <= left
        if first.cut and not first.over and not trial.hasty:
            trial.hasty = True
            first = trial.played(plans[0])
        usual = first.value(trial.to_end)
        plans[0].average = 0.0
        plans[0].began(first)
        for plan in plans[1:]:
            if thought.limit - thought.nodes < trial.limit // 2:
                break
            playout = trial.played(plan)
            plan.average = playout.value(trial.to_end) - usual
            plan.began(playout)
        best = [plan for plan in plans if plan.average is not None]
        best.sort(key=lambda plan: -plan.score)
        rest = best[:]
        for rounds in range(1, ROUNDS + 1):
            del best[LEADERS if rounds <= HALVED else 2 :]
            if len(best) < 2 or (rounds > SETTLED and settled(best)):
                break
            seed = self.rng.getrandbits(32)
            start = view.sample(random.Random(seed)) if position.hides else position
            gains: list[float] = []
            for plan in best:
                if thought.spent:
                    break
                gains.append(trial.played(plan, start, seed).value(trial.to_end) - usual)
            if len(gains) < len(best):
                break
            for plan, gain in zip(best, gains, strict=True):
                plan.gains.append(gain)
            best.sort(key=lambda plan: -plan.score)
        self.hasty = trial.hasty
        return [*best, *(plan for plan in rest if plan not in best)]

    # -- answers in the enemy's turn ---------------------------------------------------------------

    def answer(self, view: View, system: System, position: Sample) -> Order:
        """The best answer, by exact odds and by what comes of it."""
        thought = self.thought
        assert thought is not None
        rated, first = self.looked(view, system, position, thought.weights)
        now = thought.judge(position)
        orders = {order.actions[0]: order for order in (first, *rated)}
        likely = [order for order in orders.values() if order.gain >= rated[0].gain - MARGIN]
        plans = [Plan(order, now) for order in likely[:WIDEST]]
        if len(plans) < 2:
            return first
        plans = self.weighed_out(view, position, plans, self.ratings.known)
        weighed = [(plan.order, plan.score, plan.playouts) for plan in plans]
        best = plans[0].order
        self._weighed = position, view.side, weighed, best
        return best

    # -- in words ----------------------------------------------------------------------------------

    def why(self) -> Reasons | None:
        """Its plan and those it weighed against it; without any, the orders it weighed."""
        reasons = super().why()
        if reasons is None or self._weighed is None or not self.compared:
            return reasons
        position, side, _, chosen = self._weighed
        found: dict[str, Candidate] = {}
        for plan in self.compared:
            first = chosen.actions if plan is self.compared[0] else plan.first
            order = told(position, first, side)
            text = f"{plan.says or UNNAMED} – {order}"
            found.setdefault(text, Candidate(text, round(plan.score, 2), plan.playouts))
        return reasons._replace(candidates=tuple(found.values())[:MOST])

    def plan_in_words(self, position: Sample, side: int, chosen: Order) -> str:
        """What it means to do: the plan of the turn, its order, and how it means to go on."""
        order = told(*self.given, side) if self.given else told(position, chosen.actions, side)
        says = self.plans[0].says if self.span and self.plans else ""
        return f"{says} – {order}" if says else order


# A plan for a turn begins with the order that looks best under it.
NO_ORDER: Final = Order(0.0, [])
UNNAMED: Final = "what looks best"


def settled(plans: list[Plan]) -> bool:
    """Whether the first plan leads all others by more than chance; equal dice, so by rounds."""
    first = plans[0]
    for plan in plans[1:]:
        leads = [mine - other for mine, other in zip(first.gains, plan.gains, strict=True)]
        if fmean(leads) < ERRORS * stdev(leads) / len(leads) ** 0.5:
            return False
    return True
