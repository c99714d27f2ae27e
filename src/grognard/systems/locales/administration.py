"""Administration: claim objectives, stand down, spike, range, and clean up."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.locales.cards import lapse
from grognard.systems.locales.losses import remove
from grognard.systems.locales.morale import change
from grognard.systems.locales.preparation import limber
from grognard.systems.locales.restrictions import kind_of, row
from grognard.systems.locales.state.asking import GunPick
from grognard.systems.locales.state.kinds import ARTILLERY, State, Verb
from grognard.systems.locales.state.position import LocalesPosition


class AdministrationRules:
    """Who claims objectives, stands down, is spiked and ranges."""

    def __init__(self, book: Rulebook) -> None:
        self.may_claim = row(book, "locales.eligibility.claim-objectives.may")
        self.claim_least = book.int("locales.claim-objectives.infantry-strength-2-or-3", "least")
        self.may_stand_down = row(book, "locales.eligibility.stand-down.may")
        self.may_spike = row(book, "locales.eligibility.spike.may")
        self.may_range = row(book, "locales.eligibility.range.may")


# -- claim captured objectives -----------------------------------------------------------------


class ClaimObjectives(Then[LocalesPosition]):
    """Each enemy objective held by strong infantry costs the enemy morale, turn after turn."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        battle = p.battle
        enemy = 1 - self.side  # locales.ruling.morale.viewpoints
        for here in battle.objectives_of[enemy]:
            # locales.ruling.objective.claim
            able = [b for b in p.blocks_in(here, self.side) if claims(p, b)]
            if able:
                place = battle.place(here)
                # One that lies face-up already, else the first by its number.
                # locales.ruling.objective.claim-shown
                one = min(able, key=lambda b: (not p.state[b] & State.UP, b))
                p.show([one], f"in possession of {place}")
                # locales.morale.capture-objective
                change(p, enemy, battle.rules.morale.capture_objective, f"{place} lost")
        p.hide_all()


def claims(p: LocalesPosition, b: int) -> bool:
    """Infantry of 2 or 3."""
    rules = p.battle.rules.administration
    # locales.eligibility.claim-objectives.may-not
    return rules.may_claim[kind_of(p, b)] and p.strength[b] >= rules.claim_least


# -- stand down --------------------------------------------------------------------------------


class StandDown(Then[LocalesPosition]):
    """Units whose approach faces no enemy any more go back to the reserve."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        battle = p.battle
        for b in battle.blocks_of[self.side]:
            if p.spot[b] < battle.locales:
                continue
            approach = p.spot[b] - battle.locales
            if p.holds(battle.areas.towards[approach], 1 - self.side):
                continue  # locales.stand-down.not-otherwise
            # locales.eligibility.stand-down.may-not
            if not battle.rules.administration.may_stand_down[kind_of(p, b)]:
                continue
            # Nobody is asked. locales.stand-down.mandatory-when-enemy-gone
            # locales.ruling.stand-down.mandatory, locales.ruling.stand-down.to-reserve
            here = battle.areas.locale[approach]
            p.put(b, here)
            if p.ear is not None:
                p.tell(f"Block {b + 1} stands down in {battle.place(here)}.", p.bid(b))
            if p.state[b] & State.RANGING:
                limber(p, b)


# -- spike and range artillery -----------------------------------------------------------------


class SpikeGuns(Then[LocalesPosition]):
    """The side is asked for guns to spike, if it may have any for all that the enemy knows."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        own = p.battle.blocks_of[self.side]
        if any(p.spot[b] >= 0 and p.perhaps(b, ARTILLERY) for b in own):
            p.stack.append(SpikePick(side=self.side))


class SpikePick(GunPick):
    """Which gun is spiked next."""

    asks = "Spike a gun?"
    waits = "Waiting for {side} to spike."
    answers = "spike block {}"
    on_button = "spike {}"
    no_more = "keep the guns"
    asked_anyway = True

    def able(self, p: LocalesPosition, b: int) -> bool:
        # locales.eligibility.spike.may-not
        return p.spot[b] >= 0 and p.battle.rules.administration.may_spike[kind_of(p, b)]

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        """It is gone, for its owner's morale alone. The enemy gains nothing."""
        name = p.battle.units[p.who[b]].name
        p.know(b)
        p.strength[b] = 0
        remove(p, b)
        if p.ear is not None:
            p.tell(f"Block {b + 1} ({name}) is spiked.", p.bid(b))
        # locales.ruling.spike-denies-gain
        change(p, self.side, p.battle.rules.morale.spike, "spiked artillery")

    def price(self, p: LocalesPosition, action: int) -> str:
        costs = -p.battle.rules.morale.spike
        return "" if action == Verb.DONE else f"the guns are lost, and it costs {costs} morale"

    def again(self) -> SpikeGuns:
        return SpikeGuns(side=self.side)


class RangeGuns(Then[LocalesPosition]):
    """The side is asked for guns to set ranging, if it may have any that can."""

    side: Side

    def run(self, p: LocalesPosition) -> None:
        own = p.battle.blocks_of[self.side]
        if any(stands_to_range(p, b) and p.perhaps(b, ARTILLERY) for b in own):
            p.stack.append(RangePick(side=self.side))


class RangePick(GunPick):
    """Which gun is set ranging next."""

    asks = "Set a gun ranging?"
    waits = "Waiting for {side} to range."
    answers = "range block {}"
    on_button = "set {} ranging"
    no_more = "leave them limbered"
    asked_anyway = True

    def able(self, p: LocalesPosition, b: int) -> bool:
        # locales.eligibility.range.may-not
        return stands_to_range(p, b) and p.battle.rules.administration.may_range[kind_of(p, b)]

    def deal_with(self, p: LocalesPosition, b: int) -> None:
        """It lies face-up, ranging."""
        p.reveal(b)  # locales.ruling.reveal
        p.state[b] |= State.RANGING  # locales.ruling.ranging-state
        if p.ear is not None:
            p.tell(f"{p.called(b)} is ranging.", p.bid(b))

    def again(self) -> RangeGuns:
        return RangeGuns(side=self.side)


def stands_to_range(p: LocalesPosition, b: int) -> bool:
    """Whether a block stands and did as a gun must that ranges: as everybody can see."""
    if p.spot[b] < p.battle.locales:  # locales.range.artillery-securing
        return False
    # locales.range.not-after-bombarding
    return not p.state[b] & (State.RANGING | State.BOMBARDED)


# -- clean up ----------------------------------------------------------------------------------


class CleanUp(Then[LocalesPosition]):
    """The marks of the turn come off; boundaries and locales open again."""

    def run(self, p: LocalesPosition) -> None:
        for b, state in enumerate(p.state):
            # Unless it stood down, which limbered it. locales.ruling.bombard.ends-ranging
            if state & State.BOMBARDED and state & State.RANGING:
                limber(p, b)
        p.state = [state & ~State.OF_THE_TURN for state in p.state]
        p.hide_all()
        lapse(p)
        if 1 in p.barred or 1 in p.closed:
            p.tell("Closed boundaries and locales are open again.")
        p.barred = [0] * len(p.barred)
        p.closed = [0] * len(p.closed)
