"""Questions: their words, and picking blocks one by one in any order."""

from __future__ import annotations

from typing import ClassVar, Self

from grognard.engine.errors import GrognardError
from grognard.engine.numbers import Flag, Side
from grognard.engine.step import EVERYBODY, Decision, Step
from grognard.systems.locales.state.kinds import VERBS, Block, Verb
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
    """Blocks are named in any order and may be put back, until `go` confirms them.

    Until then the enemy does not see who is picked. What may be picked depends on what only the
    owner knows, so it is asked even where one answer is left. A subclass says who may be picked,
    how many, and what comes of it.
    """

    abstract = True

    answers = "block {}"

    fewest: ClassVar[int] = 0  # that are enough
    going: ClassVar[str] = ""  # what `go` says on a button, with something picked
    none_goes: ClassVar[str] = ""  # and with nothing picked
    keyed = ((Verb.GO,),)

    side: Side
    chosen: tuple[Block, ...] = ()  # in increasing order, so that a group is one position
    sole: Flag = 0  # everybody can see who it must be, and nobody is asked

    # locales.ruling.asked-for-secrecy
    @property
    def asked_anyway(self) -> bool:  # type: ignore[override]
        return not self.sole

    def settled(self, seen: list[int], least: int) -> Self:
        """The same, answered unasked if everybody can see who it must be, or that it is nobody.

        `seen` are those who may be picked for all that everybody knows.
        """
        return self.but(sole=int(len(seen) <= least))

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

    def finish(self, p: LocalesPosition) -> None:
        """What the picked blocks do."""
        raise GrognardError(f"{type(self).__name__} does not say what the picked blocks do")

    def options(self, p: LocalesPosition) -> list[int]:
        if self.sole:  # locales.ruling.no-idle-question
            left = [p.battle.block_at + b for b in self.candidates(p) if b not in self.chosen]
            return left[:1] or [Verb.GO]
        chosen, least = self.chosen, self.least(p)
        found = []
        if len(chosen) >= least and self.can_be_whole(p, chosen, [], 0):
            found.append(Verb.GO)
        spare = self.most(p) - len(chosen) - 1  # beside the one that is picked next
        if spare < 0:
            return found
        able = [b for b in self.candidates(p) if b not in chosen and self.fits(p, b)]
        if len(chosen) + 1 + min(spare, len(able) - 1) >= least:
            for b in able:
                if self.can_be_whole(p, (*chosen, b), able, spare):
                    found.append(p.battle.block_at + b)
        return found

    def can_be_whole(
        self, p: LocalesPosition, group: tuple[int, ...], able: list[int], spare: int
    ) -> bool:
        """Whether a group has all it needs, or can have it with so many of others beside it."""
        must = self.how_many_needed(p, group) if group else 0
        if not must:
            return True
        others = sum(self.needed(p, b) for b in able if b not in group)
        return sum(self.needed(p, b) for b in group) + min(spare, others) >= must

    def put_back(self, p: LocalesPosition) -> list[int]:
        return [] if self.sole else [p.battle.block_at + b for b in self.chosen]

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action == Verb.GO:
            self.finish(p)
        else:  # picked, or put back
            p.stack.append(self.but(chosen=tuple(sorted({*self.chosen} ^ {self.block(p, action)}))))

    def block(self, p: LocalesPosition, action: int) -> int:
        return action - p.battle.block_at

    def picks(self, p: LocalesPosition, action: int) -> str:
        return "" if action < len(VERBS) else p.bid(self.block(p, action))

    def phrase(self, p: LocalesPosition, action: int) -> str:
        text = super().phrase(p, action)
        return f"put back {text}" if self.block(p, action) in self.chosen else text

    def says(self, p: LocalesPosition, action: int) -> str:
        return "" if action != Verb.GO else self.going if self.chosen else self.none_goes

    def seen_by(self, p: LocalesPosition, action: int) -> int:
        # locales.ruling.named-when-confirmed
        return EVERYBODY if action == Verb.GO else self.actor(p)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        return action == Verb.GO  # who was picked, and so what it can do

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        return tuple(p.bid(b) for b in self.chosen)


def ask(p: LocalesPosition, pick: Pick, seen: list[int], least: int = 0) -> None:
    """Ask for blocks, unless everybody can see who it must be, or that it can be nobody."""
    p.stack.append(pick.settled(seen, least))


class GunPick(Ask):
    """Guns are named one by one, in any order, and each is dealt with at once."""

    abstract = True

    on_button: ClassVar[str] = "{}"  # what a button says around the gun's name

    side: Side

    def says(self, p: LocalesPosition, action: int) -> str:
        if action == Verb.DONE:
            return ""
        return self.on_button.format(p.battle.units[p.who[action - p.battle.block_at]].name)

    def able(self, p: LocalesPosition, b: int) -> bool:
        """Whether a block may be named."""
        raise GrognardError(f"{type(self).__name__} does not say who may be named")

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        """What becomes of a block that is named; it cannot be named again."""
        raise GrognardError(f"{type(self).__name__} does not say what becomes of a gun")

    def options(self, p: LocalesPosition) -> list[int]:
        own = p.battle.blocks_of[self.side]
        return [Verb.DONE, *(p.battle.block_at + b for b in own if self.able(p, b))]

    def apply(self, p: LocalesPosition, action: int) -> None:
        if action != Verb.DONE:
            p.stack.append(self.again())
            self.deal_with(p, action - p.battle.block_at)

    def again(self) -> Step[LocalesPosition]:
        """The step that asks for another."""
        return self
