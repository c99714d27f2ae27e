"""The leg of a move: named poses, any other pose that keeps the rules, and the words for both."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

from grognard.boards.table.lattice import TENTH, offset, short_of
from grognard.boards.table.reach import Terms, furthest
from grognard.engine.errors import GrognardError
from grognard.engine.grammar import clause
from grognard.engine.step import ReachArea
from grognard.systems.tabletop.asking import PoseDecision, T
from grognard.systems.tabletop.measure import inches
from grognard.systems.tabletop.mover import AnyMover
from grognard.systems.tabletop.position import Mils
from grognard.systems.tabletop.templates import JOIN, LEAST, NOWHERE, Doubtful, TableNamer


class TableLeg(PoseDecision[T]):
    """The next leg of a unit's move; any pose that keeps the rules."""

    # More is allowed than is listed, even where one way has a name only.
    asked_anyway = True

    halting: ClassVar[int]  # the verb of a halt
    left: Mils  # of the allowance

    def poses(self, p: T) -> dict[int, str]:
        """The named poses by their action."""
        raise GrognardError(f"{type(self).__name__} names no poses")

    def mover(self, p: T) -> AnyMover:
        """The unit in the midst of its move."""
        raise GrognardError(f"{type(self).__name__} does not say who moves")

    def why_not(self, p: T, x: int, y: int, facing: int) -> str:
        return self.mover(p).attempt(x, y, facing).why

    def named(self, p: T) -> dict[int, str]:
        """The named poses, worked out once for the open question."""
        if p.named is None or p.named[0] is not self:
            p.named = (self, self.poses(p))
        return p.named[1]

    def listed(self, p: T) -> bool:
        """Whether the named poses of this question are worked out already."""
        return p.named is not None and p.named[0] is self

    def draw_of(
        self, namer: TableNamer[Any, Any, Any], verbs: Doubtful, begun: bool, rng: random.Random
    ) -> int:
        """One of what `answers` would list, all equally likely; the ways are gathered already."""
        drawn = namer.draw([self.halting] if begun else [], rng, verbs)
        return self.halting if drawn == NOWHERE else drawn

    def answers(self, p: T, verbs: list[int], begun: bool) -> list[int]:
        """Verbs and named poses; a halt once something was done, or if nothing else is left."""
        found = [*sorted(verbs), *sorted(self.named(p))]
        return [self.halting, *found] if begun or not found else found

    def default(self, p: T) -> int:
        """A halt; else the way that leads the least far, and a verb if there is none."""
        options = p.options()
        poses, pose_at = p.battle.poses, p.battle.pose_at
        if self.halting in options or options[-1] < pose_at:
            return options[0]
        x, y = p.x[self.unit], p.y[self.unit]

        def way(action: int) -> int:
            there = poses.pose(action - pose_at)
            return (there[0] - x) ** 2 + (there[1] - y) ** 2

        return min((action for action in options if action >= pose_at), key=way)

    def rest(self, p: T) -> int:
        return self.halting if self.halting in p.options() else -1

    def prompt(self, p: T) -> str:
        """Where to? And where no other place is listed, that there are some, what else, or why."""
        left = f"{clause(p.name(self.unit), 'has')} {inches(self.left)} in left"
        options = p.options()
        if any(self.leads_away(p, action) for action in options):
            return f"{left}: where to?"
        why = self.ahead_refused(p)
        if not why:
            return f"{left}: to any place within reach{', a turn' * (len(options) > 1)}, or halt?"
        verbs = [self.phrase(p, action) for action in options if action < p.battle.pose_at]
        turn = ["turn"] * (len(verbs) < len(options))
        if turn or len(verbs) > 1:
            return f"{left}: {' or '.join(turn + verbs[::-1])}?"
        return f"{left}, but the way ahead is closed: {why}."

    def leads_away(self, p: T, action: int) -> bool:
        """Whether an answer is another place than where the unit stands."""
        if action < p.battle.pose_at:
            return False
        x, y, _ = p.battle.poses.pose(action - p.battle.pose_at)
        return (x, y) != (p.x[self.unit], p.y[self.unit])

    def ahead_refused(self, p: T) -> str:
        """Why the unit may not even go a little ahead; empty if it may."""
        u = self.unit
        ahead = short_of(p.x[u], p.y[u], p.facing[u], LEAST)
        return self.why_not(p, *ahead, p.facing[u])

    def waiting(self, p: T) -> str:
        return f"Waiting for the move of {p.name(self.unit)}."

    def phrase(self, p: T, action: int) -> str:
        """A named pose by its name and place, any other by its place."""
        text = p.battle.nouns.name(action)
        if action < p.battle.pose_at:
            return text
        name = self.named(p).get(action, "")
        return f"{name} to {text}" if name else f"to {text}"

    def tried(self, p: T, x: int, y: int, facing: int) -> Any:
        """The leg to a pose as the rules see it; most were tried when they were named."""
        known = p.tries[1].get((x, y, facing)) if p.tries and p.tries[0] is self else None
        return known or self.mover(p).attempt(x, y, facing)

    def attacks(self, p: T, action: int) -> tuple[str, str] | None:
        """A pose in contact with an enemy: this unit and him."""
        if action < p.battle.pose_at:
            return None
        pose = p.battle.poses.pose(action - p.battle.pose_at)
        target = self.tried(p, *pose).target
        return None if target < 0 else (p.uid(self.unit), p.uid(target))

    def cost(self, p: T, action: int) -> str:
        """What a way takes of the move, and what disorders the unit on it."""
        if action < p.battle.pose_at:
            return ""
        tried = self.tried(p, *p.battle.poses.pose(action - p.battle.pose_at))
        spent = f"{inches(tried.cost)} of {inches(self.left)} in" if tried.cost >= TENTH else ""
        why = self.disordered_by(p, tried)
        return "; ".join(filter(None, (spent, why and f"disordered: {why}")))

    def disordered_by(self, p: T, tried: Any) -> str:
        """What disorders the unit on a leg that was tried; empty if nothing new does."""
        return ""

    def goes_to(self, p: T, action: int) -> str:
        """The enemy in contact with a pose, or the stand that one who leads joins there."""
        name = self.named(p).get(action, "")
        if name.startswith(JOIN):
            return f"unit:{name.removeprefix(JOIN)}"
        return super().goes_to(p, action)

    def fan(
        self, mover: AnyMover, steps: Iterable[int], length: int, terms: Terms, round_about: bool
    ) -> tuple[ReachArea, ...]:
        """The ground the centre of a stand can get to straight on, in each of some directions."""
        a = mover.a
        outline = []
        for step in steps:
            halt = furthest(a, *offset(step, length), self.left, terms)
            dx, dy = mover.part_open(*offset(step, halt.mils))
            outline.append((a.x + dx, a.y + dy))
        if not round_about:
            outline.append((a.x, a.y))
        return (ReachArea(tuple(outline), f"{inches(self.left)} in left"),)
