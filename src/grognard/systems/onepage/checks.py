"""The rolls of this system: morale, rally, fire, and the two throws of a melee."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, FLAG, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.tabletop.dice import FACES, RatedKind, above, thrown, volley, winner

MOST_DICE: Final = 6
FIGHTERS: Final = ("infantry", "cavalry", "artillery", "skirmisher")
INFANTRY, CAVALRY, ARTILLERY, SKIRMISHER = range(4)

MODIFIERS: Final = (
    "army-commander",
    "building-or-works",
    "high-ground",
    "enemy-flank",
    "enemy-skirmishers",
    "heavier-cavalry",
    "disordered",
    "artillery-front",
    "facing-cavalry",
    "unsupported",
    "attacked-in-flank",
)
MELEE_ONLY: Final = (
    "enemy-flank",
    "enemy-skirmishers",
    "heavier-cavalry",
    "artillery-front",
    "facing-cavalry",
    "unsupported",
)


class MoraleFacts(NamedTuple):
    """What a morale test depends on: the rating, the printed modifiers, and any others by hand."""

    rating: int
    army_commander: int = 0
    building_or_works: int = 0
    high_ground: int = 0
    enemy_flank: int = 0
    enemy_skirmishers: int = 0
    heavier_cavalry: int = 0
    disordered: int = 0
    artillery_front: int = 0
    facing_cavalry: int = 0
    unsupported: int = 0
    attacked_in_flank: int = 0
    modifier: int = 0


class MoraleKind(RatedKind):
    """A unit under close fire or in contact: d6 not above its morale."""

    name = "morale"
    title = "Morale test"

    def __init__(self, book: Rulebook) -> None:
        lines, facts = [], []
        for name in MODIFIERS:
            id_ = f"onepage.morale.modifier.{name}"
            lines.append(Modifier(id_, book.label(id_), book.int(id_)))
            group = "Melee" if name in MELEE_ONLY else "State and place"
            excludes = ("facing-cavalry",) if name == "heavier-cavalry" else ()
            facts.append(Fact(name, book.label(id_), group, FLAG, excludes=excludes))
        super().__init__("unit", lines, facts, "onepage.morale.modifier.scope")


class RallyKind(CheckKind):
    """A routed unit with a general: d6 not above its morale."""

    name = "rally"
    title = "Rally"
    outcomes = ("rallies", "stays routed")
    facts = (Fact("rating", "Morale of the unit", "Unit", NUMBER, 1, 9, default=5),)

    def __init__(self, applies: bool) -> None:
        super().__init__()
        self.applies = applies

    def build(self, situation: Situation) -> Check:
        """No modifiers: the sheet names none."""
        most = situation[0] if self.applies else 0
        table = above(most)
        return Check(self, situation, (D6,), (), f"d6 of at most {most}", self.outcomes, table)


class MarshFacts(NamedTuple):
    """Who goes into a marsh, and how many stands rolled for it before in the turn."""

    artillery: int = 0
    before: int = 0


class MarshKind(CheckKind):
    """How deep a marsh is: what an inch of it costs a stand in this move."""

    name = "marsh"
    title = "Marsh"
    outcomes = ("free", "double", "fourfold")
    facts = (
        Fact("artillery", "Artillery", "Unit"),
        Fact("before", "Stands through it before in the turn", "Marsh", NUMBER, 0, 20),
    )

    def __init__(self, free: int, double: int, artillery: int, before: int) -> None:
        super().__init__()
        self.free, self.double = free, double
        self.artillery, self.before = artillery, before

    def build(self, situation: Situation) -> Check:
        """The higher the worse."""
        s = MarshFacts(*situation)
        id_ = "onepage.terrain.marsh"
        modifiers = []
        if s.artillery:
            modifiers.append(Modifier(id_, "Artillery", self.artillery))
        if s.before:
            modifiers.append(Modifier(id_, "Trodden before", s.before * self.before))
        more = sum(modifier.value for modifier in modifiers)
        table = [
            int(face + more > self.free) + int(face + more > self.double)
            for face in range(1, FACES + 1)
        ]
        target = f"up to {self.free} free, up to {self.double} double"
        return Check(self, situation, (D6,), tuple(modifiers), target, self.outcomes, table)


class DiceTable(NamedTuple):
    """The dice of each arm and the numbers that hit."""

    dice: list[tuple[int, int, int, int]]
    hit: int
    hit_guns_close: int
    hit_guns_melee: int
    hit_cavalry: int
    counter_melee: bool
    may_be_stationary: list[bool]

    def fire(self, arm: int, stationary: int) -> int:
        """How many dice an arm fires with."""
        return self.dice[arm][2 if stationary and self.may_be_stationary[arm] else 0]

    def melee(self, arm: int, stationary: int) -> int:
        """How many dice an arm has in melee."""
        return self.dice[arm][3 if stationary and self.may_be_stationary[arm] else 1]


class FireFacts(NamedTuple):
    """Who fires: its arm, whether it is stationary, whether at close range."""

    arm: int
    stationary: int = 0
    close: int = 0


class FireKind(CheckKind):
    """Fire of one unit at another: its outcome is the number of hits."""

    name = "fire"
    title = "Fire"
    facts = (
        Fact("arm", "Arm of the firer", "Firer", CHOICE, choices=FIGHTERS),
        Fact("stationary", "Stationary", "Firer"),
        Fact("close", "At close range", "Range"),
    )

    def __init__(self, table: DiceTable) -> None:
        super().__init__()
        self.table = table

    def build(self, situation: Situation) -> Check:
        """So many dice, each hitting on the number of its range."""
        s = FireFacts(*situation)
        dice = self.table.fire(s.arm, s.stationary)
        guns = s.arm == ARTILLERY and s.close
        least = self.table.hit_guns_close if guns else self.table.hit
        target = f"{thrown(dice)}, hits on {least} or more"
        return volley(self, situation, dice, least, target)


class CounterFacts(NamedTuple):
    """The second throw of a melee: hits the defender has taken, and who strikes back."""

    hits: int
    arm: int
    stationary: int = 0


class CounterKind(CheckKind):
    """The defender strikes back; the odds tell who has won the melee."""

    name = "counter"
    title = "Melee: the defender strikes back"
    facts = (
        Fact("hits", "Hits of the attacker", "Attacker", NUMBER, 0, MOST_DICE),
        Fact("arm", "Arm of the defender", "Defender", CHOICE, choices=FIGHTERS),
        Fact("stationary", "Stationary", "Defender"),
    )

    def __init__(self, table: DiceTable) -> None:
        super().__init__()
        self.table = table

    def build(self, situation: Situation) -> Check:
        """So many dice, each hitting on the number of its arm."""
        s = CounterFacts(*situation)
        dice = self.table.melee(s.arm, s.stationary) if self.table.counter_melee else 0
        least = self.table.hit_guns_melee if s.arm == ARTILLERY else self.table.hit
        target = f"{thrown(dice)}, hits on {least} or more, against {s.hits}"
        return volley(self, situation, dice, least, target)

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """Who has won."""
        return winner(situation[0], outcome)


class MeleeFacts(NamedTuple):
    """Who meets whom: arms and states."""

    attacker: int
    attacker_stationary: int
    attacker_good_order: int
    defender: int
    defender_stationary: int
    defender_disordered: int


class MeleeKind(CheckKind):
    """The attacker strikes; then the defender strikes back. The odds tell who wins."""

    name = "melee"
    title = "Melee: the attacker strikes"
    facts = (
        Fact("attacker", "Arm of the attacker", "Attacker", CHOICE, choices=FIGHTERS),
        Fact("attacker-stationary", "Stationary", "Attacker"),
        Fact("attacker-good-order", "In good order", "Attacker", default=1),
        Fact("defender", "Arm of the defender", "Defender", CHOICE, choices=FIGHTERS),
        Fact("defender-stationary", "Stationary", "Defender"),
        Fact("defender-disordered", "Disordered", "Defender", excludes=("defender-stationary",)),
    )

    def __init__(self, table: DiceTable, counter: CounterKind) -> None:
        super().__init__()
        self.table = table
        self.counter = counter

    def build(self, situation: Situation) -> Check:
        """So many dice, each hitting on the number of its arm and of the defender's disorder."""
        s = MeleeFacts(*situation)
        dice = self.table.melee(s.attacker, s.attacker_stationary)
        least = self.table.hit
        if s.attacker == ARTILLERY:
            least = self.table.hit_guns_melee
        elif s.attacker == CAVALRY and s.attacker_good_order and s.defender_disordered:
            least = self.table.hit_cavalry
        target = f"{thrown(dice)}, hits on {least} or more"
        return volley(self, situation, dice, least, target)

    def follow(self, situation: Situation, outcome: int) -> Check:
        """The defender's throw."""
        s = MeleeFacts(*situation)
        return self.counter.check(CounterFacts(outcome, s.defender, s.defender_stationary))

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """Who has won."""
        return then
