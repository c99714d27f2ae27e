"""Arriving: units come into a reserve, and cavalry among them may deploy at once."""

from __future__ import annotations

from grognard.engine.step import Decision, Then
from grognard.systems.locales.battle import DONE
from grognard.systems.locales.position import LocalesPosition
from grognard.systems.locales.reach import members, securable
from grognard.systems.locales.roster import CAVALRY


def told(blocks: tuple[int, ...], verb: str) -> str:
    """Blocks and what they do, in words.

    >>> told((2,), "secure"), told((2, 4), "secure")
    ('Block 3 secures', 'Blocks 3, 5 secure')
    """
    names = ", ".join(str(b + 1) for b in blocks)
    if len(blocks) > 1:
        return f"Blocks {names} {verb}"
    return f"Block {names} {verb}{'es' if verb.endswith('o') else 's'}"


def reserve_named(p: LocalesPosition, cell: str, approach: int) -> int:
    """The locale a cell for a final position names, for an attack over an approach."""
    areas = p.battle.areas
    defense = p.battle.rules.ends[cell] == "reserve of defense locale"
    return areas.towards[approach] if defense else areas.locale[approach]


def secure(p: LocalesPosition, blocks: tuple[int, ...], approach: int) -> None:
    """Blocks go from a reserve to an approach."""
    for b in blocks:
        p.put(b, p.battle.locales + approach)
    if p.ear is not None:
        place = p.battle.areas.approach_name(approach)
        p.tell(f"{told(blocks, 'secure')} {place}.", *(p.bid(b) for b in blocks))


class Arrive(Then[LocalesPosition]):
    """A group comes into the reserve of a locale; its cavalry may deploy (note 4)."""

    blocks: tuple[int, ...]
    deploys: int
    locale: int

    def run(self, p: LocalesPosition) -> None:
        """Put them there and ask for cavalry."""
        for b in self.blocks:
            if p.spot[b] >= 0:
                p.put(b, self.locale)
        if p.ear is not None:
            place = p.battle.areas.ids[self.locale]
            p.tell(f"{told(self.blocks, 'go')} to {place}.", *(p.bid(b) for b in self.blocks))
        side = p.battle.block_side[self.blocks[0]]
        if self.deploys and securable(p, self.locale, side):
            p.stack.append(Deploy(blocks=self.blocks, last=-1, locale=self.locale))


class Deploy(Decision[LocalesPosition]):
    """Which of the cavalry that just arrived deploys, in the order of the blocks."""

    blocks: tuple[int, ...]
    last: int
    locale: int

    # Asking only for cavalry would tell that it is cavalry.
    asked_anyway = True

    def actor(self, p: LocalesPosition) -> int:
        """Their owner."""
        return p.battle.block_side[self.blocks[0]]

    def options(self, p: LocalesPosition) -> list[int]:
        """Done, or a cavalry block not yet passed over."""
        able = [
            b
            for b in self.blocks
            if b > self.last and p.spot[b] == self.locale and p.healthy(b) and p.arm(b) == CAVALRY
        ]
        return [DONE, *(p.battle.block_at + b for b in able)]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Ask where it deploys."""
        if action == DONE:
            return
        b = action - p.battle.block_at
        if b < max(self.blocks):
            p.stack.append(Deploy(blocks=self.blocks, last=b, locale=self.locale))
        p.stack.append(DeployTo(block=b, locale=self.locale))

    def prompt(self, p: LocalesPosition) -> str:
        """Who?"""
        return "Cavalry may deploy at once: which block?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for cavalry to deploy."

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that deploys shows that it is cavalry."""
        return action != DONE

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """In words."""
        return "no more deploy" if action == DONE else f"deploy {p.battle.nouns.name(action)}"

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        """Those that arrived."""
        return tuple(p.bid(b) for b in self.blocks)


class DeployTo(Decision[LocalesPosition]):
    """The approach a cavalry block secures."""

    block: int
    locale: int

    def actor(self, p: LocalesPosition) -> int:
        """Its owner."""
        return p.battle.block_side[self.block]

    def options(self, p: LocalesPosition) -> list[int]:
        """The approaches that look at the enemy."""
        side = p.battle.block_side[self.block]
        return [p.battle.approach_at + a for a in members(securable(p, self.locale, side))]

    def apply(self, p: LocalesPosition, action: int) -> None:
        """Secure it; it is seen to be cavalry."""
        b = self.block
        if "deploy" in p.battle.rules.reveals:
            p.reveal(b)
        p.put(b, p.battle.locales + action - p.battle.approach_at)
        if p.ear is not None:
            p.tell(f"{p.called(b)} deploys at {p.battle.nouns.name(action)}.", p.bid(b))

    def prompt(self, p: LocalesPosition) -> str:
        """Where?"""
        return f"Block {self.block + 1} deploys: at which approach?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for cavalry to deploy."

    def phrase(self, p: LocalesPosition, action: int) -> str:
        """The approach."""
        return f"at {p.battle.nouns.name(action)}"

    def about(self, p: LocalesPosition) -> tuple[str, ...]:
        """The block."""
        return (p.bid(self.block),)
