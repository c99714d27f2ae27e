"""The dice of a combat: who may shoot and who lends his die, the attack, and the answer."""

from __future__ import annotations

from typing import Annotated

from grognard.boards.table.contact import edge_hit
from grognard.boards.table.rect import FRONT
from grognard.engine.check import Check
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.buildings import (
    block_of,
    counts_as_long,
    fire_is_vain,
    note_attack,
    sharers,
    side_of_block,
)
from grognard.systems.brigades.dice import FireFacts, MeleeFacts
from grognard.systems.brigades.flanks import answer_allowed, foes_touching, in_contact, touches
from grognard.systems.brigades.saves import ALWAYS, CHOSEN, SaveOrStand, SavingThrows, saves, suffer
from grognard.systems.brigades.sight import can_fire, fire_distance, gun_alone
from grognard.systems.brigades.state.kinds import (
    BRIGADES,
    FOOT_SKIRMISHER,
    GUNS,
    POOR_MUSKETRY,
    SHARPSHOOTER,
    VERY_LIGHT,
)
from grognard.systems.brigades.state.position import (
    FIGHTS,
    FIRES,
    GUN,
    LENDS,
    RALLIED,
    BrigadesPosition,
)
from grognard.systems.tabletop.asking import StrikeRoll, UnitDecision


class StrikeRules:
    """How many skirmishers lend their dice to one brigade."""

    def __init__(self, book: Rulebook) -> None:
        self.most_lent = book.int("brigades.rulings.skirmisher.reinforcing", "most")


def ready(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand may roll dice at all in this phase."""
    # brigades.morale.rout.no-action brigades.rally.no-combat
    return not p.routed(u) and not p.state[u] & RALLIED


def through_side(p: BrigadesPosition, u: int, v: int) -> int:
    """The bit of the side of its town block through which infantry attacks an enemy; else 0."""
    block = block_of(p, u)
    return 1 << side_of_block(p, block, v) if block >= 0 else 0


def spent(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand has no attack left at an enemy: in a town one is made through each side."""
    bit = through_side(p, u, v)
    if not bit:
        return p.fought[u] > 0  # brigades.rulings.combat.once
    if p.fought[u] & bit:
        return True
    side = p.fought[u].bit_count() + 1
    if side == 1:
        return False
    rules = p.battle.rules
    if in_contact(p, u, v):
        return not rules.melee_kind.check(melee_facts(p, u, v, side, 0)).dice
    return not rules.fire_kind.check(fire_facts(p, u, v, side, 0)).dice


def at_close_range(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand fires at another from close range."""
    close = p.battle.rules.sight.ranges[p.battle.weapon[u]][0]
    if not close or counts_as_long(p, v):
        return False
    return 0 <= fire_distance(p, u, v) <= close


def can_shoot(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand can fire at another with some effect."""
    if not can_fire(p, u) or fire_distance(p, u, v) < 0:
        return False
    return not fire_is_vain(p, u, v, at_close_range(p, u, v))


def lends_to(p: BrigadesPosition, w: int, u: int) -> bool:
    """Whether a skirmisher reinforces a brigade of its division from its side or rear."""
    battle = p.battle
    if battle.arm[w] != FOOT_SKIRMISHER or battle.arm[u] not in BRIGADES:
        return False
    if battle.division[w] != battle.division[u] or not touches(p, p.rect(w), p.rect(u)):
        return False
    if battle.old:  # brigades.dice.reinforcing-skirmisher.period
        return False
    return edge_hit(p.rect(u), p.rect(w)) != FRONT


def lenders(p: BrigadesPosition, u: int) -> int:
    """How many skirmishers lend their dice to a stand in this combat."""
    count = 0
    for w in p.stands_on(p.battle.side[u]):
        if p.part[w] == LENDS:
            hosts = [h for h in p.stands_on(p.battle.side[u]) if p.part[h] in (FIRES, FIGHTS)]
            if next((h for h in hosts if lends_to(p, w, h)), -1) == u:
                count += 1
    return count


def helpers(p: BrigadesPosition, v: int) -> int:
    """How many skirmishers lend their dice to the answer of a stand."""
    own = p.stands_on(p.battle.side[v])
    return sum(ready(p, w) and lends_to(p, w, v) and not foes_touching(p, w) for w in own)


def answers(p: BrigadesPosition, v: int, parties: list[int]) -> list[int]:
    """At whom of his attackers a defender may answer."""
    # brigades.combat.defender-answers brigades.combat.both brigades.misc.sequence.both
    if not ready(p, v) or not answer_allowed(p, v):
        return []
    touching = [u for u in parties if p.part[u] == FIGHTS]
    if touching:
        return touching  # brigades.rulings.flank.all-dice
    if foes_touching(p, v):
        return []
    return [u for u in parties if can_shoot(p, v, u)]


class Aim(UnitDecision[BrigadesPosition]):
    """At which of its attackers a stand answers; in a town, one through each side of its block."""

    side: Side
    done: tuple[Annotated[int, Within(0, 3)], ...] = ()  # sides of the block that answered

    def left(self, p: BrigadesPosition) -> list[int]:
        """The attackers in reach, but for those on a side that has answered."""
        parties = [u for u in p.stands_on(1 - self.side) if p.part[u] in (FIRES, FIGHTS)]
        foes = answers(p, self.unit, parties)
        block = block_of(p, self.unit)
        if block < 0:
            return foes
        return [u for u in foes if side_of_block(p, block, u) not in self.done]

    def options(self, p: BrigadesPosition) -> list[int]:
        return [p.battle.unit_at + u for u in self.left(p)]

    def apply(self, p: BrigadesPosition, action: int) -> None:
        """Roll its dice once, or the quarter of this side and then those of the others."""
        v = action - p.battle.unit_at
        block = block_of(p, self.unit)
        # brigades.rulings.combat.answer
        strike = Strike(unit=self.unit, target=v, answer=len(self.done) + 1)
        if block >= 0:
            more = Aim(
                unit=self.unit, side=self.side, done=(*self.done, side_of_block(p, block, v))
            )
            if more.left(p) and Strike(
                unit=self.unit, target=more.left(p)[0], answer=len(more.done) + 1
            ).dice(p):
                p.stack.append(more)
        p.stack.append(strike)

    def prompt(self, p: BrigadesPosition) -> str:
        return f"At whom does {p.name(self.unit)} answer?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting for the answer of {p.name(self.unit)}."


def fire_facts(p: BrigadesPosition, u: int, v: int, side: int, plus: int) -> FireFacts:
    """The situation of a stand that fires at another."""
    battle = p.battle
    traits = battle.traits[u]
    distance = fire_distance(p, u, v)
    close = at_close_range(p, u, v)
    return FireFacts(
        battle.row[u],
        int(p.stationary(u)),
        int(close),
        int(bool(traits & POOR_MUSKETRY)),
        int(bool(traits & SHARPSHOOTER)),
        int(battle.weapon[u] == VERY_LIGHT),
        int(bool(p.state[u] & GUN)),
        int(gun_alone(p, u, distance)),
        plus,
        side,
        int(saves(p, u, v, False, close) == ALWAYS),
    )


def melee_facts(p: BrigadesPosition, u: int, v: int, side: int, plus: int) -> MeleeFacts:
    """The situation of a stand that fights another."""
    battle = p.battle
    shock = battle.shock[u] and not p.disordered(u) and p.disordered(v)
    return MeleeFacts(
        battle.row[u],
        int(p.stationary(u)),
        int(bool(battle.traits[u] & SHARPSHOOTER)),
        int(battle.weapon[u] == VERY_LIGHT),
        int(shock),
        int(bool(p.state[u] & GUN)),
        plus,
        side,
        int(saves(p, u, v, True) == ALWAYS),
    )


class Strike(StrikeRoll[BrigadesPosition]):
    """The dice of one stand at another, in attack or in answer."""

    answer: Annotated[int, Within(0, 4)] = 0  # the how manieth answer, 0 in attack

    def melee(self, p: BrigadesPosition) -> bool:
        attacker = self.target if self.answer else self.unit
        return p.part[attacker] == FIGHTS

    def check(self, p: BrigadesPosition) -> Check:
        u, v = self.unit, self.target
        lent = helpers(p, u) if self.answer else lenders(p, u)
        plus = min(lent, p.battle.rules.strike.most_lent)
        if self.answer:
            plus += len(sharers(p, u)) - 1
        side = 0 if block_of(p, u) < 0 else self.answer or max(1, p.fought[u].bit_count())
        rules = p.battle.rules
        if self.melee(p):
            return rules.melee_kind.check(melee_facts(p, u, v, side, plus))
        return rules.fire_kind.check(fire_facts(p, u, v, side, plus))

    def dice(self, p: BrigadesPosition) -> int:
        return len(self.check(p).dice)

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        """Hits are saved against where the target can, and felt when all have rolled."""
        u, v = self.unit, self.target
        melee = self.melee(p)
        if not melee and p.battle.arm[u] == GUNS:
            note_attack(p, v)
        if not outcome:
            return
        close = not melee and at_close_range(p, u, v)
        saved = saves(p, u, v, melee, close)
        p.say(u, f"hits {p.name(v)}: {outcome}", v)
        if saved == ALWAYS:
            p.stack.append(SavingThrows(unit=v, hits=outcome, melee=int(melee)))
        elif saved == CHOSEN:
            p.stack.append(SaveOrStand(unit=v, side=p.battle.side[v], hits=outcome))
        else:
            suffer(p, v, outcome, melee)
