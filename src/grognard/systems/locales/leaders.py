"""The parts of a fight: who leads on either side, and which guns support."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.areas import boundary_of, opposite
from grognard.engine.numbers import Side
from grognard.systems.locales.battle import GO
from grognard.systems.locales.groups import kind_of, leads_assault
from grognard.systems.locales.losses import ANY_ARM, BY_GUNS, Losses
from grognard.systems.locales.picking import Pick
from grognard.systems.locales.position import JOINS, LEADS, RANGING, SUPPORTS, LocalesPosition
from grognard.systems.locales.roster import CAVALRY


def marked(p: LocalesPosition, side: int, flag: int) -> list[int]:
    """The blocks of a side with a mark of the present fight."""
    return [b for b in p.battle.blocks_of[side] if p.state[b] & flag and p.spot[b] >= 0]


class FightPick(Pick):
    """Blocks named for a part in a fight; `side` is the attacker's."""

    side: Side
    approach: int
    charge: int

    def onward(self, b: int) -> FightPick:
        """One block more."""
        return type(self)(
            approach=self.approach, charge=self.charge, chosen=(*self.chosen, b), side=self.side
        )

    def asked(self, p: LocalesPosition) -> bool:
        """Whether the question can have an answer as far as everybody knows."""
        return True

    def width(self, p: LocalesPosition) -> int:
        """The width of the approach."""
        return p.battle.width[boundary_of(self.approach)]

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """A block that is named shows that it can do its part."""
        return action != GO or bool(self.chosen)


class AttackLeaders(FightPick):
    """The attacker names the units that lead."""

    def asked(self, p: LocalesPosition) -> bool:
        """A charge has named its leaders already."""
        return not self.charge

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Those in the assault that can lead it."""
        joined = marked(p, self.side, JOINS)
        return [b for b in joined if leads_assault(p, b, self.approach)]

    def fits(self, p: LocalesPosition, b: int) -> bool:
        """All of one arm."""
        if not self.chosen or not p.battle.rules.leaders_one_arm:
            return True
        return p.arm(b) == p.arm(self.chosen[0])

    def least(self, p: LocalesPosition) -> int:
        """At least one."""
        return p.battle.rules.leaders_least

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.leaders_most, self.width(p))

    def finish(self, p: LocalesPosition) -> None:
        """They are seen."""
        name(p, self.chosen, LEADS, "lead" in p.battle.rules.reveals)

    def prompt(self, p: LocalesPosition) -> str:
        """Who leads?"""
        return "Who leads the assault?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the attacker to name his leaders."


class AttackSupport(FightPick):
    """The attacker names the guns that support."""

    def asked(self, p: LocalesPosition) -> bool:
        """Not in a charge."""
        return not self.charge or p.battle.rules.support_in_charge

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Guns in the assault that are not ranging."""
        guns = orderly(p, self.approach, self.side, marked(p, self.side, JOINS))
        if p.battle.rules.support_from_reserve:
            guns += p.blocks_at(p.battle.areas.locale[self.approach], self.side)
        return sorted(b for b in guns if may_support(p, b))

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.support_most, self.width(p))

    def finish(self, p: LocalesPosition) -> None:
        """They are seen."""
        name(p, self.chosen, SUPPORTS, "support" in p.battle.rules.reveals)

    def prompt(self, p: LocalesPosition) -> str:
        """Which guns?"""
        return "Which guns support the assault?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the attacker to name supporting guns."


class DefenseSupport(FightPick):
    """The defender names the guns that fire at the attacking leaders."""

    def asked(self, p: LocalesPosition) -> bool:
        """Not against a charge."""
        return not self.charge or p.battle.rules.support_in_charge

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Guns on the approach that are not ranging."""
        guns = p.blocks_at(p.battle.locales + opposite(self.approach), 1 - self.side)
        if p.battle.rules.support_from_reserve:
            guns += p.blocks_at(p.battle.areas.towards[self.approach], 1 - self.side)
        return sorted(b for b in guns if may_support(p, b))

    def most(self, p: LocalesPosition) -> int:
        """By the width of the approach."""
        rules = p.battle.rules
        return rules.by_width(rules.support_most, self.width(p))

    def finish(self, p: LocalesPosition) -> None:
        """They fire at once."""
        rules = p.battle.rules
        name(p, self.chosen, SUPPORTS, "support" in rules.reveals)
        points = len(self.chosen) * rules.support_losses
        if points:
            leaders = tuple(marked(p, self.side, LEADS))
            divider = 1 - self.side if rules.enemy_divides else self.side
            p.stack.append(
                Losses(blocks=leaders, divider=divider, points=points, which=ANY_ARM | BY_GUNS)
            )

    def prompt(self, p: LocalesPosition) -> str:
        """Which guns?"""
        return "Which guns fire at the attackers?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the defender to name supporting guns."


class DefenseLeaders(FightPick):
    """The defender names the units that lead the defense."""

    def actor(self, p: LocalesPosition) -> int:
        """The defender."""
        return 1 - self.side

    def asked(self, p: LocalesPosition) -> bool:
        """Against a charge they were named in answering it."""
        return not self.charge

    def candidates(self, p: LocalesPosition) -> list[int]:
        """Foot and horse on the approach; horse only if it is unobstructed."""
        spot = p.battle.locales + opposite(self.approach)
        return [b for b in p.blocks_at(spot, 1 - self.side) if leads_defence(p, b, self.approach)]

    def least(self, p: LocalesPosition) -> int:
        """None is enough."""
        return p.battle.rules.defenders_least

    def most(self, p: LocalesPosition) -> int:
        """By the width, and never more than the ruling says."""
        rules = p.battle.rules
        return min(rules.by_width(rules.leaders_most, self.width(p)), rules.defenders_most)

    def finish(self, p: LocalesPosition) -> None:
        """They are seen."""
        name(p, self.chosen, LEADS, "lead" in p.battle.rules.reveals)

    def prompt(self, p: LocalesPosition) -> str:
        """Who leads?"""
        return "Who leads the defense?"

    def waiting(self, p: LocalesPosition) -> str:
        """For the other side."""
        return "Waiting for the defender to name his leaders."


def orderly(p: LocalesPosition, approach: int, side: int, joined: Sequence[int]) -> list[int]:
    """Those among whom the attacker finds supporting guns: the units that were ordered."""
    if p.battle.rules.support_ordered:
        return list(joined)
    return p.blocks_at(p.battle.locales + approach, side)


def may_support(p: LocalesPosition, b: int) -> bool:
    """A gun that is not ranging."""
    rules = p.battle.rules
    if not rules.may["support"][kind_of(p, b)]:
        return False
    return not p.state[b] & RANGING or rules.support_ranging


def leads_defence(p: LocalesPosition, b: int, approach: int) -> bool:
    """Infantry of any strength; cavalry where the defense approach is unobstructed."""
    rules = p.battle.rules
    if not rules.may["leading-defense"][kind_of(p, b)]:
        return False
    if p.arm(b) != CAVALRY or rules.defence_obstructed:
        return True
    return not p.battle.obstructed[opposite(approach)]


def name(p: LocalesPosition, blocks: tuple[int, ...], flag: int, seen: bool) -> None:
    """Give blocks their part in the fight."""
    for b in blocks:
        p.state[b] |= flag | JOINS
        if seen:
            p.reveal(b)
    if p.ear is not None and blocks:
        verb = "lead" if flag == LEADS else "support"
        names = ", ".join(p.called(b) for b in blocks)
        p.tell(f"{names}: {verb}.", *(p.bid(b) for b in blocks))
