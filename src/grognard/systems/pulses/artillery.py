"""Artillery fire: both sides declare, all batteries throw, and only then hits are felt."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from grognard.boards.table.arcs import ahead_of, fire_range, in_arc
from grognard.boards.table.lattice import INCH, offset
from grognard.boards.table.rect import corners, front, moved, surely_apart
from grognard.engine.action import DEGREES
from grognard.engine.check import (
    Check,
    CheckKind,
    Modifier,
    Situation,
    Worded,
    choice,
    facts_of,
    number,
    tick,
)
from grognard.engine.event import EventKind
from grognard.engine.grammar import how_many
from grognard.engine.numbers import Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.pulses.moving.distances import line_near
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.battle import HOLD_FIRE
from grognard.systems.pulses.state.kinds import ARTILLERY, WEIGHTS
from grognard.systems.pulses.state.position import (
    FIRE,
    FIRED,
    HOLDER,
    NOBODY,
    PHASE,
    SQUARED,
    SUPPRESSED,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.status import suppress
from grognard.systems.pulses.terrain import in_cover, in_water, level, sees
from grognard.systems.tabletop.asking import OwnDecision, StrikeRoll
from grognard.systems.tabletop.dice import thrown, volley

CANISTER, ROUND_SHOT = range(2)
REROLLS: Final = ("none", "misses", "hits")
NO_REROLL, MISSES, HITS = range(3)
MOST_DICE: Final = 6


class ArtilleryRules:
    """Ranges, dice and hit numbers by weight of the guns, and the shape of their fire."""

    def __init__(self, book: Rulebook) -> None:
        self.ranges: list[list[int]] = []
        self.dice: list[list[int]] = []
        self.hit: list[int] = []
        for weight in WEIGHTS:
            ids = f"pulses.artillery.{weight}.canister", f"pulses.artillery.{weight}.round-shot"
            self.ranges.append([book.int(id_, "inches") * INCH for id_ in ids])
            self.dice.append([book.int(id_, "dice") for id_ in ids])
            self.hit.append(book.int(f"pulses.artillery.{weight}.hit-number", "number"))
        self.arc = book.int("pulses.rulings.artillery-arc", "degrees") // DEGREES
        self.clear = book.int("pulses.rulings.artillery-blocked", "inches") * INCH
        # How far before its front line a friend may be and not bar a battery.
        self.in_line = book.int("pulses.rulings.artillery-blocked", "thousandths")
        self.wet_parts = book.int("pulses.rulings.weather-artillery", "parts")
        self.destroying_hits = book.int("pulses.rulings.counter-battery", "hits")
        self.again = ArtilleryAgainKind()
        self.fire = ArtilleryKind(book, self.again)


class AgainFacts(NamedTuple):
    """Dice of a battery that are thrown again, and the hits that stand whatever they show."""

    dice: Annotated[int, number("Dice thrown again", "Fire", 0, MOST_DICE)] = 1
    hit: Annotated[int, number("Hit number", "Fire", 2, 6)] = 4
    kept: Annotated[int, number("Hits that stand", "Fire", 0, MOST_DICE)] = 0


class ArtilleryAgainKind(CheckKind):
    """Dice of a battery that are thrown again, by its own number."""

    name = "artillery-again"
    title = "Artillery: dice thrown again"
    counted = ("hit", "hits")
    facts = facts_of(AgainFacts)

    def build(self, situation: Situation) -> Check:
        dice, hit, kept = AgainFacts(*situation)
        stand = f", besides {how_many(kept, 'hit')} that stand{'s' if kept == 1 else ''}"
        target = f"{thrown(dice)}, hits on {hit} or more{stand if kept else ''}"
        return volley(self, situation, dice, hit, target)

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        return str(AgainFacts(*situation).kept + outcome)


class ArtilleryFacts(NamedTuple):
    """A battery's dice and number, and what has them thrown again."""

    dice: Annotated[int, number("Dice", "Fire", 0, MOST_DICE)] = 1
    hit: Annotated[int, number("Hit number", "Fire", 2, 6)] = 4
    reroll: Annotated[
        int, choice("Thrown again, if not by the facts below", "By hand", REROLLS)
    ] = NO_REROLL
    vulnerable: Annotated[int, tick("The target is vulnerable", "Bonus")] = 0
    flank_or_rear: Annotated[int, tick("It strikes the flank or rear", "Bonus")] = 0
    square: Annotated[int, tick("The target stands in square", "Bonus")] = 0
    cover: Annotated[int, tick("The target is in cover", "Penalty")] = 0
    counter_battery: Annotated[int, tick("The target is artillery", "Penalty")] = 0


class ArtilleryKind(CheckKind):
    """The fire of a battery: its hits, after the dice that are thrown again."""

    name = "artillery"
    shows = EventKind.FIRE
    title = "Artillery fire"
    counted = ("hit", "hits")
    facts = facts_of(ArtilleryFacts)
    grounds = (
        "pulses.artillery.reroll-misses.vulnerable",
        "pulses.artillery.reroll-misses.flank-or-rear",
        "pulses.rulings.square.artillery",
        "pulses.artillery.reroll-hits.cover",
        "pulses.artillery.reroll-hits.counter-battery",
    )

    def __init__(self, book: Rulebook, again: ArtilleryAgainKind) -> None:
        super().__init__()
        self.again = again
        guns = [f"pulses.artillery.{weight}" for weight in WEIGHTS]
        shots = [f"{each}.{shot}" for each in guns for shot in ("canister", "round-shot")]
        self.dice = book.worded(shots, "dice")
        numbers = book.worded((f"{each}.hit-number" for each in guns), "number")
        self.numbers = [(label.partition(",")[0], number) for label, number in numbers]

    def worded(self) -> dict[str, Worded]:
        return {"dice": self.dice, "hit": self.numbers}

    def reroll(self, facts: ArtilleryFacts) -> int:
        """What is thrown again: bonus and penalty cancel each other."""
        bonus = facts.vulnerable or facts.flank_or_rear or facts.square
        penalty = facts.cover or facts.counter_battery
        if bonus and penalty:
            return NO_REROLL
        if penalty:
            return HITS  # pulses.artillery.reroll-hits
        return MISSES if bonus else facts.reroll  # pulses.artillery.reroll-misses

    def build(self, situation: Situation) -> Check:
        facts = ArtilleryFacts(*situation)
        modifiers = tuple(
            Modifier(id_, fact.label, 1 if fact.group == "Bonus" else -1, "re-roll")
            for fact, id_, holds in zip(self.facts[3:], self.grounds, situation[3:], strict=True)
            if holds
        )
        reroll = self.reroll(facts)
        again = "" if reroll == NO_REROLL else f"; {REROLLS[reroll]} are thrown again"
        target = f"{thrown(facts.dice)}, hits on {facts.hit} or more{again}"
        return volley(self, situation, facts.dice, facts.hit, target, modifiers)

    def again_after(self, facts: ArtilleryFacts, outcome: int) -> tuple[int, int]:
        """After so many hits: the dice thrown again, and the hits that stand whatever they show."""
        reroll = self.reroll(facts)
        if reroll == MISSES:
            return facts.dice - outcome, outcome
        return (outcome, 0) if reroll == HITS else (0, outcome)

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        facts = ArtilleryFacts(*situation)
        dice, kept = self.again_after(facts, outcome)
        return self.again.check((dice, facts.hit, kept)) if dice else None

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        return then or str(outcome)


# -- who fires at whom ---------------------------------------------------------------------------


def reaches(p: PulsesPosition, u: int) -> tuple[int, int]:
    """How far a battery's canister and round shot carry in this weather."""
    rules = p.battle.rules.artillery
    canister, shot = rules.ranges[p.battle.heavy[u]]
    if p.battle.weather(p.clock[TURN]):
        return canister // rules.wet_parts, shot // rules.wet_parts
    return canister, shot


def may_fire(p: PulsesPosition, u: int) -> bool:
    if p.x[u] < 0 or p.battle.arm[u] != ARTILLERY:  # pulses.rulings.formations
        return False
    if p.state[u] & SUPPRESSED:  # pulses.rulings.suppressed-no-fire
        return False
    return in_radius(p, u)  # pulses.beyond-radius.no-artillery-fire


def barred(p: PulsesPosition, u: int, v: int) -> bool:
    """Whether friends near the line of fire bar it; those in line with the battery do not."""
    a, b = p.rect(u), p.rect(v)
    high = max(level(p, u), level(p, v))
    x, y = front(a)
    clear = p.battle.rules.artillery.clear
    ahead = moved(a, *offset(a.shape.facing, p.battle.rules.artillery.in_line))
    for w in p.stands_on(p.battle.side[u]):
        c = p.rect(w)
        if w == u or level(p, w) < high or not line_near(x, y, b.x, b.y, c, clear):
            continue
        if any(ahead_of(ahead, *corner) > 0 for corner in corners(c)):
            return True
    return False


def fire_distance(p: PulsesPosition, u: int, v: int) -> int:
    """How far a battery fires to reach a unit; -1 if it is out of range, arc or sight."""
    reach = reaches(p, u)[ROUND_SHOT]
    a, b = p.rect(u), p.rect(v)
    if surely_apart(a, b, reach):
        return -1
    distance = fire_range(a, b)
    if distance > reach or not in_arc(a, b, p.battle.rules.artillery.arc):
        return -1
    if barred(p, u, v) or not sees(p, u, v):
        return -1
    return distance


def targets(p: PulsesPosition, u: int) -> list[int]:
    if not may_fire(p, u):
        return []
    return [v for v in p.stands_on(1 - p.battle.side[u]) if fire_distance(p, u, v) >= 0]


def fire_facts(p: PulsesPosition, u: int, v: int) -> ArtilleryFacts:
    """A battery's dice and number against a unit, and what has them thrown again."""
    battle = p.battle
    rules = battle.rules.artillery
    heavy = battle.heavy[u]
    near = fire_range(p.rect(u), p.rect(v)) <= reaches(p, u)[CANISTER]
    x, y = front(p.rect(u))
    return ArtilleryFacts(
        dice=rules.dice[heavy][CANISTER if near else ROUND_SHOT],
        hit=rules.hit[heavy],
        # pulses.artillery.reroll-misses.vulnerable, pulses.beyond-radius.vulnerable
        vulnerable=int(in_water(p, v) or not in_radius(p, v)),
        # pulses.artillery.reroll-misses.flank-or-rear
        flank_or_rear=int(ahead_of(p.rect(v), x, y) < 0),
        square=int(bool(p.state[v] & SQUARED)),  # pulses.rulings.square.artillery
        cover=int(in_cover(p, v)),  # pulses.artillery.reroll-hits.cover
        # pulses.artillery.reroll-hits.counter-battery
        counter_battery=int(battle.arm[v] == ARTILLERY),
    )


# -- the fire ------------------------------------------------------------------------------------


class ArtilleryPhase(Then[PulsesPosition]):
    """The side with the initiative declares first; then all throw; then hits are felt."""

    def run(self, p: PulsesPosition) -> None:
        p.clock[PHASE] = FIRE
        battle = p.battle
        holder = p.clock[HOLDER]
        units = [*p.stands_on(holder), *p.stands_on(1 - holder)]
        p.stack += [Impact(), Volleys()]
        p.stack += [Target(unit=u) for u in reversed(units) if battle.arm[u] == ARTILLERY]


class Target(OwnDecision[PulsesPosition]):
    """At whom a battery fires; nothing happens until all have declared."""

    asks = "{unit}: at whom does it fire?"
    waits = "Waiting for the target of {unit}."

    def options(self, p: PulsesPosition) -> list[int]:
        return [HOLD_FIRE, *(p.battle.unit_at + v for v in targets(p, self.unit))]

    def apply(self, p: PulsesPosition, action: int) -> None:
        if action != HOLD_FIRE:
            p.foe[self.unit] = action - p.battle.unit_at
            p.state[self.unit] |= FIRED

    def default(self, p: PulsesPosition) -> int:
        return p.options()[-1]

    def leads_to(self, p: PulsesPosition, action: int) -> Volley | None:
        if action == HOLD_FIRE:
            return None
        return Volley(unit=self.unit, target=action - p.battle.unit_at)


class Volleys(Then[PulsesPosition]):
    """Every battery that declared throws, from the position before any hit is felt."""

    def run(self, p: PulsesPosition) -> None:
        arm = p.battle.arm
        guns = [u for u in range(p.battle.stands) if arm[u] == ARTILLERY and p.foe[u] >= 0]
        p.stack += [Volley(unit=u, target=p.foe[u]) for u in reversed(guns)]


class Volley(StrikeRoll[PulsesPosition]):
    """The dice of a battery."""

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.artillery.fire.check(fire_facts(p, self.unit, self.target))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        facts = fire_facts(p, self.unit, self.target)
        dice, kept = p.battle.rules.artillery.fire.again_after(facts, outcome)
        if dice:
            p.stack.append(Again(unit=self.unit, target=self.target, dice=dice, kept=kept))
        else:
            strike(p, self.unit, self.target, outcome)


class Again(StrikeRoll[PulsesPosition]):
    """Dice of a battery that are thrown again, and the hits that stand whatever they show."""

    dice: Annotated[int, Within(1, MOST_DICE)]
    kept: Annotated[int, Within(0, MOST_DICE)]

    def check(self, p: PulsesPosition) -> Check:
        rules = p.battle.rules.artillery
        hit = rules.hit[p.battle.heavy[self.unit]]
        return rules.again.check((self.dice, hit, self.kept))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        strike(p, self.unit, self.target, self.kept + outcome)


def strike(p: PulsesPosition, u: int, v: int, hits: int) -> None:
    """Hits are kept until every battery has thrown."""
    p.shot[v] += hits  # pulses.pulse.2-artillery
    if hits:
        p.say(u, f"hits {p.name(v)} {'once' if hits == 1 else f'{hits} times'}", v)


class Impact(Then[PulsesPosition]):
    """The hits of the artillery are felt, all at once."""

    def run(self, p: PulsesPosition) -> None:
        for v in range(p.battle.stands):
            hits, p.shot[v] = p.shot[v], 0
            if hits:
                feel(p, v, hits)
        p.foe = [NOBODY] * p.battle.count


def feel(p: PulsesPosition, v: int, hits: int) -> None:
    """Troops take their hits; a battery is suppressed, or destroyed."""
    if p.battle.arm[v] != ARTILLERY:
        p.hurt(v, hits, "artillery")
        return
    # pulses.rulings.artillery-states
    before = int(bool(p.state[v] & SUPPRESSED))
    if hits + before >= p.battle.rules.artillery.destroying_hits:
        p.remove(v, "is destroyed")
    else:
        suppress(p, v, "artillery")
