"""Administration: claim objectives, stand down, spike, range, draw a card and clean up."""

from __future__ import annotations

from typing import Final

from grognard.engine.numbers import Side
from grognard.engine.step import Then
from grognard.systems.locales.battle import DONE
from grognard.systems.locales.cards import Draw
from grognard.systems.locales.groups import kind_of
from grognard.systems.locales.losses import gun_was_lost, remove
from grognard.systems.locales.morale import change
from grognard.systems.locales.picking import GunPick
from grognard.systems.locales.position import BOMBARDED, RANGING, TURN_STATES, UP, LocalesPosition
from grognard.systems.locales.roster import ARTILLERY

ADMINISTRATION_STEPS: Final = ("claim", "stand down", "spike", "range", "draw")
CLAIM, STAND_DOWN, SPIKE, RANGE, DRAW = range(5)


class Administer(Then[LocalesPosition]):
    """Claim, stand down, spike, range, draw and clean up."""

    side: Side
    step: int

    def run(self, p: LocalesPosition) -> None:
        """Do it, or ask for it."""
        if self.step == CLAIM:
            claim(p, self.side)
        elif self.step == STAND_DOWN:
            stand_down(p, self.side)
        elif self.step == SPIKE and perhaps_guns(p, self.side):
            p.stack.append(SpikePick(side=self.side, last=-1))
        elif self.step == RANGE and perhaps_guns(p, self.side, to_range=True):
            p.stack.append(RangePick(side=self.side, last=-1))
        elif self.step == DRAW:
            p.stack.append(CleanUp(side=self.side))
            if not p.battle.rules.fixed:
                for _ in range(p.battle.rules.cards_drawn):
                    p.stack.append(Draw(side=self.side))


def perhaps_guns(p: LocalesPosition, side: int, to_range: bool = False) -> bool:
    """Whether a block on the map (one that may range) may be a gun for all the enemy knows.

    Asking by what the blocks are would tell him.
    """
    battle = p.battle
    own = battle.blocks_of[side]
    units = battle.units
    guns = {
        p.pool[b] for b in own if p.guess[b] >= 4 and units[p.guess[b] // 4 - 1].arm == ARTILLERY
    }
    mixes = {p.mix[b] for b in own if p.pool[b] in guns}
    return any(
        p.mix[b] in mixes and p.spot[b] >= 0 and (not to_range or stands_to_range(p, b))
        for b in own
    )


def claim(p: LocalesPosition, side: int) -> None:
    """Each enemy objective held by strong infantry costs the enemy morale."""
    battle = p.battle
    rules = battle.rules
    for here in range(battle.locales):
        if not battle.objective[here] >> (1 - side) & 1:
            continue
        if any(claims(p, b) for b in p.blocks_in(here, side)):
            loser = 1 - side if rules.objective_hits_enemy else side
            change(p, loser, rules.objective_loss, f"{battle.areas.ids[here]} lost")


def claims(p: LocalesPosition, b: int) -> bool:
    """Infantry of 2 or 3."""
    rules = p.battle.rules
    may = rules.may["claim-objectives"][kind_of(p, b)]
    return may and p.strength[b] >= rules.claim_least


def stand_down(p: LocalesPosition, side: int) -> None:
    """Units whose approach faces no enemy any more go back to the reserve."""
    battle = p.battle
    rules = battle.rules
    if not rules.stands_down:
        return
    for b in battle.blocks_of[side]:
        if p.spot[b] < battle.locales:
            continue
        approach = p.spot[b] - battle.locales
        if p.holds(battle.areas.towards[approach], 1 - side):
            continue
        if not rules.may["stand-down"][kind_of(p, b)]:
            continue
        here = battle.areas.locale[approach]
        p.put(b, here)
        if p.ear is not None:
            p.tell(f"Block {b + 1} stands down in {battle.areas.ids[here]}.", p.bid(b))
        if p.state[b] & RANGING and rules.stand_down_limbers:
            p.state[b] &= ~RANGING
            p.hide(b)


class SpikePick(GunPick):
    """Which gun is spiked next."""

    asked_anyway = True
    verb = "spike"
    no_more = "no spike"

    def able(self, p: LocalesPosition, b: int) -> bool:
        """Guns on the map."""
        return p.spot[b] >= 0 and p.battle.rules.may["spike"][kind_of(p, b)]

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        """It is gone, for its owner's morale alone."""
        rules = p.battle.rules
        name = p.battle.units[p.who[b]].name
        p.know(b)
        p.strength[b] = 0
        remove(p, b)
        if p.ear is not None:
            p.tell(f"Block {b + 1} ({name}) is spiked.", p.bid(b))
        change(p, self.side, rules.spike_cost, "spiked artillery")
        if rules.spike_enemy_gains:
            gun_was_lost(p, b)

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """Everybody learns that it was a gun."""
        return action != DONE

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Spike which gun?"


class RangePick(GunPick):
    """Which gun is set ranging next."""

    asked_anyway = True
    verb = "range"
    no_more = "no range"

    def able(self, p: LocalesPosition, b: int) -> bool:
        """Guns that secure an approach and did not bombard."""
        return may_range(p, b)

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        """It lies face-up, ranging."""
        if "range" in p.battle.rules.reveals:
            p.reveal(b)
        p.state[b] |= RANGING
        if p.ear is not None:
            p.tell(f"{p.called(b)} is ranging.", p.bid(b))

    def reveals(self, p: LocalesPosition, action: int) -> bool:
        """It is turned face-up."""
        return action != DONE

    def prompt(self, p: LocalesPosition) -> str:
        """Which?"""
        return "Set which gun ranging?"


def may_range(p: LocalesPosition, b: int) -> bool:
    """A gun that stands to range."""
    if p.spot[b] < 0 or not p.battle.rules.may["range"][kind_of(p, b)]:
        return False
    return stands_to_range(p, b)


def stands_to_range(p: LocalesPosition, b: int) -> bool:
    """Note i, as everybody can see: securing an approach, and not after bombarding."""
    rules = p.battle.rules
    if p.state[b] & RANGING or (p.spot[b] < p.battle.locales and rules.range_securing):
        return False
    return not p.state[b] & BOMBARDED or rules.range_after


class CleanUp(Then[LocalesPosition]):
    """The marks of the turn come off."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        """Guns that bombarded range no more; boundaries and locales open again."""
        rules = p.battle.rules
        for b in range(p.battle.count):
            if p.state[b] & BOMBARDED and rules.bombard_ends:
                p.state[b] &= ~RANGING
            p.state[b] &= ~TURN_STATES
            if p.state[b] & UP:
                p.hide(b)
        p.barred = [0] * len(p.barred)
        p.closed = [0] * len(p.closed)
