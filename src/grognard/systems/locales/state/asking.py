"""Questions: their words, and picking blocks one by one, so that no group can be named twice."""

from __future__ import annotations

from typing import ClassVar

from grognard.engine.errors import GrognardError
from grognard.engine.numbers import Side
from grognard.engine.step import Decision
from grognard.systems.locales.state.kinds import VERBS, Block, MaybeBlock, Verb
from grognard.systems.locales.state.position import LocalesPosition


class Ask(Decision[LocalesPosition]):
    """A question in words that are always the same, unless a subclass finds its own."""

    abstract = True

    asks: ClassVar[str] = ""
    waits: ClassVar[str] = ""  # for the others; {side} is the side that is asked
    answers: ClassVar[str] = "{}"  # the words of an answer around its noun
    no_more: ClassVar[str] = "done"  # the words for being done

    def prompt(self, p: LocalesPosition) -> str:
        return self.asks

    def waiting(self, p: LocalesPosition) -> str:
        return self.waits.format(side=p.battle.titles[self.actor(p)])

    def phrase(self, p: LocalesPosition, action: int) -> str:
        if action == Verb.DONE:
            return self.no_more
        name = p.battle.nouns.name(action)
        return name if action < len(VERBS) else self.answers.format(name)


class Pick(Ask):
    """Blocks are named in increasing order, then `go`.

    What may be picked depends on what only the owner knows, so it is asked even where one
    answer is left. A subclass says who may be picked, how many, and what comes of it.
    """

    abstract = True

    asked_anyway = True
    answers = "block {}"

    fewest: ClassVar[int] = 0  # that are enough

    side: Side
    chosen: tuple[Block, ...] = ()

    def candidates(self, p: LocalesPosition) -> list[int]:
        """The blocks that may be picked, in order."""
        raise GrognardError(f"{type(self).__name__} does not say who may be picked")

    def least(self, p: LocalesPosition) -> int:
        """The fewest that are enough."""
        return self.fewest

    def most(self, p: LocalesPosition) -> int:
        """The most there may be."""
        return p.battle.count

    def needed(self, p: LocalesPosition, b: int) -> bool:
        """Whether a block is of the kind of which a group may have to have some."""
        return True

    def how_many_needed(self, p: LocalesPosition, group: tuple[int, ...]) -> int:
        """How many of that kind a group must have."""
        return 0

    def fits(self, p: LocalesPosition, b: int) -> bool:
        """Whether a block goes with those already picked."""
        return True

    def enough(self, p: LocalesPosition, after: int) -> bool:
        """Whether with the next block and so many `after` it the fewest can be reached."""
        return True

    def finish(self, p: LocalesPosition) -> None:
        """What the picked blocks do."""
        raise GrognardError(f"{type(self).__name__} does not say what the picked blocks do")

    def options(self, p: LocalesPosition) -> list[int]:
        chosen = self.chosen
        have = sum(self.needed(p, b) for b in chosen)
        found = []
        if len(chosen) >= self.least(p) and (not chosen or have >= self.how_many_needed(p, chosen)):
            found.append(Verb.GO)
        spare = self.most(p) - len(chosen) - 1
        if spare < 0:
            return found
        last = chosen[-1] if chosen else -1
        later = [b for b in self.candidates(p) if b > last and self.fits(p, b)]
        kind = [self.needed(p, b) for b in later]
        for i, b in enumerate(later):
            able = have + kind[i] + min(spare, sum(kind[i + 1 :]))
            if able < self.how_many_needed(p, (*chosen, b)):
                continue
            if self.enough(p, len(later) - i - 1):
                found.append(p.battle.block_at + b)
        return found

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.GO:
            self.finish(p)
        else:
            p.stack.append(self.but(chosen=(*self.chosen, action - p.battle.block_at)))

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        return tuple(p.bid(b) for b in self.chosen)


class GunPick(Ask):
    """Guns are named one by one, in increasing order, and each is dealt with at once."""

    abstract = True

    side: Side
    last: MaybeBlock = -1

    def able(self, p: LocalesPosition, b: int) -> bool:
        """Whether a block may be named."""
        raise GrognardError(f"{type(self).__name__} does not say who may be named")

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        """What becomes of a block that is named."""
        raise GrognardError(f"{type(self).__name__} does not say what becomes of a gun")

    def options(self, p: LocalesPosition) -> list[int]:
        battle = p.battle
        able = [b for b in battle.blocks_of[self.side] if b > self.last and self.able(p, b)]
        return [Verb.DONE, *(battle.block_at + b for b in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action != Verb.DONE:
            b = action - p.battle.block_at
            p.stack.append(self.but(last=b))
            self.deal_with(p, b)
