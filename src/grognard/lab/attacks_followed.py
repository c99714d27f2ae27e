"""An attack that was foreseen, followed through the game that is really played.

The real rolls and answers are laid along the foreseen tree. Whatever the chain takes for granted
and the players do otherwise is noted; where nothing was done otherwise, roll, chance and end must
be those foreseen.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from grognard.engine.chain import MOST_BESIDE, MOST_CHOICES, Chain, Stage, Walk
from grognard.engine.position import Position
from grognard.engine.step import Decision
from grognard.engine.system import System

# What a chain takes for granted, and somebody may do otherwise.
ANSWERED: Final = "answered otherwise"
MEANWHILE: Final = "other orders meanwhile"
BESIDE: Final = "another roll fell otherwise"
SHARED: Final = "others attack him too"
CUT: Final = "not followed to its end"

AT_BLOWS: Final = "at blows"  # how kinds of attacks begin that were foreseen as late as that
COMING, FIGHTING, LATER = range(3)


class AttackCase(NamedTuple):
    """An attack: what was foretold of it, what came, and what was done otherwise meanwhile."""

    kind: str
    line: int
    told: dict[str, Fraction]
    fate: str
    losses_told: tuple[float, ...]  # of the attacker's side, of the other
    losses: tuple[float, ...]
    departures: tuple[str, ...]
    wrong: str  # what was foreseen otherwise though nobody did anything otherwise


class FollowedAttack:
    """One attack from its order to its end."""

    def __init__(
        self,
        system: System,
        after: Position,
        side: int,
        names: tuple[str, str],
        chain: Chain | None,
        kind: str,
        line: int,
    ) -> None:
        self.system = system
        self.side = side
        self.chain = chain
        self.kind = kind
        self.line = line
        self.walk = Walk(system, after.copy(), side, names, Fraction(0))
        self.state = COMING
        self.fought = False
        self.beside = 0
        self.end: Position | None = None  # where it ends if nothing more comes of it
        self.stage: Stage | None = chain.first if chain is not None else None
        self.leaf: dict[str, Fraction] = {}
        self.departures: dict[str, None] = {}
        self.wrong = ""
        self.came = False
        self.done = False
        self.declared = False  # foreseen when it came to blows, not when it was ordered
        if chain is not None and chain.followed < 1:
            self.departures[CUT] = None

    def departs(self, how: str) -> None:
        """Somebody does what the chain did not take for granted."""
        self.departures[how] = None

    def finds(self, what: str) -> None:
        """Something came otherwise than foreseen; it counts if nobody did anything otherwise."""
        if not self.departures and not self.wrong:
            self.wrong = what

    def look(self, p: Position) -> None:
        """Look at a position before its question is answered, or its dice thrown."""
        if self.done:
            return
        if self.state != FIGHTING and self._at_blows(p, self.state == LATER):
            self.came = True
            self.state = FIGHTING
        if self.state != FIGHTING:
            if p.over or self.system.mover(p) != self.walk.mover:
                self.done = True
            return
        if self._is_beside(p) and self.beside < MOST_BESIDE:
            if self.end is None:
                self.end = p.copy()
            return
        if self.walk.is_over(p, self.fought):
            self.end = self.end or p.copy()
            if self.fought or p.over or self.system.mover(p) != self.walk.mover:
                self.done = True
            else:
                self.state = LATER
                if self._at_blows(p, True):
                    self.state = FIGHTING
                    self.end = None
            return
        self.end = None
        self.beside = 0

    def _at_blows(self, p: Position, fight_only: bool) -> bool:
        if p.over or self.system.mover(p) != self.walk.mover:
            return False
        if p.roll is not None:
            return len(self.walk.ids & set(p.roll.about(p))) > int(fight_only)
        decision = p.decision
        if decision is None:
            return False
        if self.walk.fight(p, decision) >= 0:
            return True
        theirs = decision.actor(p) != self.side and self.walk.ids & set(decision.about(p))
        return bool(theirs) and not fight_only

    def _is_beside(self, p: Position) -> bool:
        roll = p.roll
        return not p.over and roll is not None and not self.walk.concerns(p, roll.about(p))

    def goes_on(self, p: Position, action: int) -> None:
        """Take in the answer, or the outcome, that is given in the position looked at."""
        if self.done:
            return
        if p.roll is not None:
            self._rolled(p, action)
        elif p.decision is not None:
            self._answered(p, p.decision, action)

    def _rolled(self, p: Position, outcome: int) -> None:
        check, roll = p.check(), p.roll
        assert roll is not None
        if self.state != FIGHTING or self._is_beside(p):
            self.beside += self.state == FIGHTING
            if outcome != check.weights.index(max(check.weights)):
                self.departs(BESIDE)
            return
        self.fought = self.fought or set(self.walk.names) <= set(roll.about(p))
        stage = self.stage
        if self.departures:
            return
        if stage is None:
            self.finds(f"{check.title} is thrown, though all was thought to be over")
            return
        label = roll.result(p, check, outcome)
        chance = Fraction(check.weights[outcome], sum(check.weights))
        found = [branch for branch in stage.branches if branch.label == label]
        if stage.title != check.title or not found:
            self.finds(f"{stage.title} was foreseen, not {check.title}: {label}")
            return
        alike = [branch for branch in found if branch.chance == chance]
        if not alike:
            self.finds(f"{check.title}: {label} was foreseen with {found[0].chance}, not {chance}")
            return
        if len(alike) > 1:  # results that read alike: which of them it was cannot be told
            self.departs(CUT)
        self.stage, self.leaf = alike[0].then, alike[0].fates

    def _answered(self, p: Position, decision: Decision, action: int) -> None:  # type: ignore[type-arg]
        own = decision.actor(p) == self.side
        if self.state != FIGHTING:
            rest = decision.rest(p) if own else -1
            if action != (rest if rest >= 0 else decision.default(p)):
                self.departs(MEANWHILE if own else ANSWERED)
            return
        fight = self.walk.fight(p, decision)
        if fight >= 0:
            if action == fight:
                self.fought = True
            else:
                self.departs(MEANWHILE)
            return
        if self.departures:
            return
        if len(p.options()) > MOST_CHOICES or decision.wide:
            if action != decision.default(p):
                self.departs(ANSWERED)
            return
        stage = self.stage
        if stage is None:
            self.finds(f"{decision.prompt(p)} is asked, though all was thought to be over")
        elif stage.title != decision.prompt(p):
            self.finds(f"{stage.title} was foreseen, not {decision.prompt(p)}")
        elif stage.branches[0].label != decision.phrase(p, action):
            self.departs(ANSWERED)
        else:
            self.stage, self.leaf = stage.branches[0].then, stage.branches[0].fates

    def case(self, last: Position) -> AttackCase | None:
        """What is to be compared, now that it is over; None if nothing was foretold."""
        end = self.end if self.end is not None else last
        if self.chain is None:
            if self.came and self.fought:
                self.finds("it came to blows, which nothing foretold")
            if not self.wrong:
                return None
            return AttackCase(self.kind, self.line, {}, "", (), (), (), self.wrong)
        if not self.came:
            self.finds("it never came to blows")
        ending = self.walk.ending(end, Fraction(1))
        (fate,) = ending.fates
        if self.leaf and self.leaf.get(fate) != 1:
            self.finds(f"the target {fate}, not {', '.join(self.leaf)}")
        if not self.chain.fates.get(fate):
            self.finds(f"the target {fate}, which was foretold with 0 %")
        order = (self.side, *(s for s in range(len(ending.losses)) if s != self.side))
        return AttackCase(
            self.kind,
            self.line,
            self.chain.fates,
            fate,
            tuple(float(self.chain.losses[s]) for s in order),
            tuple(float(ending.losses[s]) for s in order),
            tuple(self.departures),
            self.wrong,
        )
