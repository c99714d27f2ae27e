"""Skirmishing: the side with the initiative sends its skirmishers against foot and guns."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import within
from grognard.engine.check import (
    NUMBER,
    Check,
    CheckKind,
    Fact,
    Modifier,
    Situation,
    Worded,
    facts_of,
    number,
    tick,
)
from grognard.engine.dice import D6
from grognard.engine.event import EventKind
from grognard.engine.numbers import Side, Within
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Then
from grognard.systems.pulses.moving.distances import foes_touching
from grognard.systems.pulses.officers import in_radius
from grognard.systems.pulses.state.battle import DONE
from grognard.systems.pulses.state.kinds import ARTILLERY, CAVALRY, WEATHERS
from grognard.systems.pulses.state.position import (
    HOLDER,
    PHASE,
    SKIRMISH,
    TURN,
    PulsesPosition,
    Stand,
)
from grognard.systems.pulses.status import suppress
from grognard.systems.pulses.terrain import crosses_impassable, in_town, sees, wholly_covered
from grognard.systems.tabletop.asking import OwnDecision, StrikeRoll, UnitRoll
from grognard.systems.tabletop.dice import counts, misses, thrown, volley

MOST_DICE = 6


class SkirmishRules:
    """Ranges, dice and numbers of skirmishers."""

    def __init__(self, book: Rulebook) -> None:
        self.ratings = [book.int("pulses.rulings.sk-rating", key) for key in ("least", "most")]
        self.dice = book.ints("pulses.skirmish.dice", "dice")
        self.range = book.int("pulses.skirmish.range", "inches") * INCH
        self.hits = book.int("pulses.skirmish.target-infantry", "hits")
        self.support = book.int("pulses.skirmish.save.cavalry-support", "inches") * INCH
        self.per_target = book.int("pulses.skirmish.one-per-target", "most")
        wet = book.words("pulses.skirmish.not-in-snow-or-rain", "weather")
        self.not_in = [WEATHERS.index(word) for word in wet]
        self.save = SaveKind(book)
        self.attack = SkirmishKind(book, self.save)


class SaveKind(CheckKind):
    """Saving throws against skirmishers, one for each success: how many successes are left."""

    name = "save"
    title = "Saving throws"
    counted = ("success left", "successes left")
    facts = (Fact("hits", "Successes to be saved", "Skirmish", NUMBER, 0, MOST_DICE, default=1),)

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.number = book.int("pulses.skirmish.save.number", "number")

    def build(self, situation: Situation) -> Check:
        (dice,) = situation
        table = misses(dice, self.number)
        target = f"{thrown(dice)}, each of {self.number} or more cancels a success"
        return Check(self, situation, (D6,) * dice, (), target, counts(dice), table)


class SkirmishFacts(NamedTuple):
    """The dice of a skirmish attack, and the grounds on which its target saves."""

    dice: Annotated[int, number("Dice of the skirmishers", "Attacker", 0, MOST_DICE)] = 1
    mx: Annotated[int, tick("The target is mixed infantry", "Saving throw")] = 0
    cavalry_support: Annotated[int, tick("Cavalry supports the target", "Saving throw")] = 0
    total_cover: Annotated[int, tick("The target is wholly in cover", "Saving throw")] = 0
    save: Annotated[int, tick("The target saves for any other reason", "Saving throw")] = 0

    @property
    def saves(self) -> bool:
        """Whether the target has a saving throw, on however many grounds."""
        return any(self[1:])


class SkirmishKind(CheckKind):
    """A skirmish attack: the number of its successes, after saving throws."""

    name = "skirmish"
    shows = EventKind.FIRE
    title = "Skirmish attack"
    counted = ("success", "successes")
    facts = facts_of(SkirmishFacts)
    grounds = (
        "pulses.skirmish.save.mx",
        "pulses.skirmish.save.cavalry-support",
        "pulses.skirmish.save.total-cover",
        "pulses.skirmish.save.number",
    )

    def __init__(self, book: Rulebook, save: SaveKind) -> None:
        super().__init__()
        self.number = book.int("pulses.skirmish.hit-number", "number")
        dice = book.ints("pulses.skirmish.dice", "dice")
        self.dice = [(f"SK{rating}", thrown) for rating, thrown in enumerate(dice) if thrown]
        self.save = save

    def worded(self) -> dict[str, Worded]:
        return {"dice": self.dice}

    def build(self, situation: Situation) -> Check:
        dice, *held = situation
        modifiers = tuple(
            Modifier(id_, fact.label, -1, "saving throw")
            for fact, id_, holds in zip(self.facts[1:], self.grounds, held, strict=True)
            if holds
        )
        target = f"{thrown(dice)}, a success on {self.number} or more"
        return volley(self, situation, dice, self.number, target, modifiers)

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        saves = SkirmishFacts(*situation).saves
        return self.save.check((outcome,)) if outcome and saves else None

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        return then or str(outcome)


# -- who attacks whom ----------------------------------------------------------------------------


class SkirmishPhase(Then[PulsesPosition]):
    """The skirmish attacks of a pulse, unit by unit."""

    def run(self, p: PulsesPosition) -> None:
        p.clock[PHASE] = SKIRMISH
        battle, rules = p.battle, p.battle.rules.skirmish
        if battle.weather(p.clock[TURN]) in rules.not_in:
            p.tell(f"No skirmish attacks in {WEATHERS[battle.weather(p.clock[TURN])]}.")
            return
        # pulses.skirmish.initiative-side
        side = p.clock[HOLDER]
        units = tuple(u for u in p.stands_on(side) if rules.dice[battle.sk[u]])
        p.stack.append(NextSkirmish(side=side, units=units))


def may_skirmish(p: PulsesPosition, u: int) -> bool:
    if p.x[u] < 0:
        return False
    if in_town(p, u):  # pulses.skirmish.not-out-of-town
        return False
    if not in_radius(p, u):  # pulses.beyond-radius.no-skirmish
        return False
    return not foes_touching(p, u)  # pulses.rulings.skirmish-not-in-contact


def targets(p: PulsesPosition, u: int) -> list[int]:
    if not may_skirmish(p, u):
        return []
    battle = p.battle
    rules = battle.rules.skirmish
    a = p.rect(u)
    found = []
    for v in p.stands_on(1 - battle.side[u]):
        b = p.rect(v)
        if not within(a, b, rules.range) or p.used[v] >= rules.per_target:
            continue
        if battle.arm[v] == CAVALRY:  # pulses.rulings.skirmish-not-at-cavalry
            continue
        if foes_touching(p, v):  # pulses.rulings.skirmish-not-in-contact
            continue
        # pulses.skirmish.not-across-impassable
        if crosses_impassable(battle, a.x, a.y, b.x, b.y):
            continue
        if sees(p, u, v):
            found.append(v)
    return found


def skirmish_facts(p: PulsesPosition, u: int, v: int) -> SkirmishFacts:
    """The dice of an attack and the grounds for a saving throw."""
    battle = p.battle
    rules = battle.rules.skirmish
    b = p.rect(v)
    supported = any(
        w != v and battle.arm[w] == CAVALRY and within(b, p.rect(w), rules.support)
        for w in p.stands_on(battle.side[v])
    )
    return SkirmishFacts(
        dice=rules.dice[battle.sk[u]],
        mx=int(battle.units[v].mx),  # pulses.skirmish.save.mx
        cavalry_support=int(supported),
        total_cover=int(wholly_covered(p, v)),  # pulses.skirmish.save.total-cover
    )


class NextSkirmish(Decision[PulsesPosition]):
    """Which unit sends its skirmishers next: the player sees what one did before the next goes."""

    side: Side
    units: tuple[Stand, ...]  # that have not yet

    def options(self, p: PulsesPosition) -> list[int]:
        able = [u for u in self.units if targets(p, u)]
        return [DONE, *(p.battle.unit_at + u for u in able)]

    def apply(self, p: PulsesPosition, action: int) -> None:
        if action == DONE:
            return
        chosen = action - p.battle.unit_at
        p.stack.append(self.but(units=tuple(u for u in self.units if u != chosen)))
        p.stack.append(Skirmish(unit=chosen))

    def default(self, p: PulsesPosition) -> int:
        return p.options()[-1]

    def prompt(self, p: PulsesPosition) -> str:
        return "Whose skirmishers attack next?"

    def waiting(self, p: PulsesPosition) -> str:
        return "Waiting for skirmish attacks."

    def says(self, p: PulsesPosition, action: int) -> str:
        return "done: no more skirmishers" if action == DONE else ""

    def phrase(self, p: PulsesPosition, action: int) -> str:
        return "done" if action == DONE else f"skirmish {p.battle.nouns.name(action)}"


class Skirmish(OwnDecision[PulsesPosition]):
    """At whom a unit sends its skirmishers."""

    asks = "{unit}: whom do its skirmishers attack?"
    waits = "Waiting for the skirmishers of {unit}."

    def options(self, p: PulsesPosition) -> list[int]:
        return [p.battle.unit_at + v for v in targets(p, self.unit)]

    def apply(self, p: PulsesPosition, action: int) -> None:
        target = action - p.battle.unit_at
        p.used[target] += 1
        p.stack.append(SkirmishRoll(unit=self.unit, target=target))

    def default(self, p: PulsesPosition) -> int:
        return p.options()[-1]


# -- the dice ------------------------------------------------------------------------------------


class SkirmishRoll(StrikeRoll[PulsesPosition]):
    """The dice of the skirmishers."""

    def check(self, p: PulsesPosition) -> Check:
        facts = skirmish_facts(p, self.unit, self.target)
        return p.battle.rules.skirmish.attack.check(facts)

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        if outcome and skirmish_facts(p, self.unit, self.target).saves:
            p.stack.append(Save(unit=self.target, attacker=self.unit, hits=outcome))
        else:
            suffer(p, self.unit, self.target, outcome)


class Save(UnitRoll[PulsesPosition]):
    """The saving throws of a target, one for each success."""

    attacker: Stand
    hits: Annotated[int, Within(1, MOST_DICE)]

    def check(self, p: PulsesPosition) -> Check:
        return p.battle.rules.skirmish.save.check((self.hits,))

    def apply(self, p: PulsesPosition, outcome: int) -> None:
        suffer(p, self.attacker, self.unit, outcome)


def suffer(p: PulsesPosition, u: int, v: int, hits: int) -> None:
    """Infantry takes hits, artillery is suppressed."""
    if not hits:
        return
    if p.battle.arm[v] == ARTILLERY:  # pulses.skirmish.target-artillery
        suppress(p, v, f"the skirmishers of {p.name(u)}")
    else:
        p.hurt(v, hits * p.battle.rules.skirmish.hits, f"skirmishers of {p.name(u)}")
