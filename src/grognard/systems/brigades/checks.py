"""The rolls of this system: morale, fire, melee, saves, ties, collapse, marsh and fires."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, FLAG, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.kinds import BATTALION_ROW, BATTERY_ROW, ROWS, SCREEN_ROW
from grognard.systems.tabletop.dice import FACES, RatedKind, above, counts, hits, volley

MOST_DICE: Final = 9

MODIFIERS: Final = (
    "disordered",
    "army-commander",
    "higher-ground",
    "building-or-works",
    "artillery-vs-cavalry",
    "insecure-infantry",
    "flank-attack.melee",
    "flank-attack.fire",
    "linear-flank",
    "column-flank",
    "enemy-flank",
    "skirmishers-only",
    "artillery-front",
    "heavier-cavalry",
)
FLANKS: Final = ("flank-attack.melee", "flank-attack.fire", "linear-flank", "column-flank")


class MoraleFacts(NamedTuple):
    """What a morale test depends on: the rating, the printed modifiers, and any others by hand."""

    rating: int
    disordered: int = 0
    army_commander: int = 0
    higher_ground: int = 0
    building_or_works: int = 0
    artillery_vs_cavalry: int = 0
    insecure_infantry: int = 0
    flank_melee: int = 0
    flank_fire: int = 0
    linear_flank: int = 0
    column_flank: int = 0
    enemy_flank: int = 0
    skirmishers_only: int = 0
    artillery_front: int = 0
    heavier_cavalry: int = 0
    modifier: int = 0


class MoraleKind(RatedKind):
    """A stand in contact or under close fire: d6 not above its morale."""

    name = "morale"
    title = "Morale test"

    def __init__(self, book: Rulebook) -> None:
        lines, facts = [], []
        for name in MODIFIERS:
            id_ = f"brigades.morale.modifier.{name}"
            lines.append(Modifier(id_, book.label(id_), book.int(id_)))
            word = name.replace(".", "-")
            others = tuple(n.replace(".", "-") for n in FLANKS if n != name)
            excludes = others if name in FLANKS else ()
            facts.append(Fact(word, book.label(id_), "State and place", FLAG, excludes=excludes))
        super().__init__("stand", lines, facts, "brigades.morale.roll.fail")


class Row(NamedTuple):
    """A row of the dice table; 0 dice where the sheet has a dash."""

    hit: int
    fire: int
    melee: int
    still_fire: int
    still_melee: int


class DiceTable:
    """The dice of every kind of stand and the numbers that hit."""

    def __init__(self, book: Rulebook) -> None:
        self.rows: list[Row] = []
        for row in ROWS:
            if row == "artillery-battalion":
                self.rows.append(self._battalion(book))
                continue
            id_ = f"brigades.dice.{row}"
            values = book.rules[id_].values
            keys = ("hit", "fire", "melee", "still_fire", "still_melee")
            self.rows.append(Row(*(book.int(id_, k) if k in values else 0 for k in keys)))
        dice = "brigades.dice."
        self.poor = [
            book.int(f"{dice}{row}.poor-musketry", "still_fire")
            for row in ("linear-infantry", "infantry-brigade")
        ]
        self.sharpshooter = book.int(dice + "infantry-skirmisher.sharpshooter", "hit")
        self.close_hit = book.int(dice + "artillery-battalion.close", "hit")
        self.close_fire = book.int(dice + "artillery-battalion.close", "fire")
        self.close_still = book.int(dice + "artillery-battalion.close", "still_fire")
        self.melee_hit = book.int(dice + "artillery-battalion.melee", "hit")
        self.very_light_hit = book.int(dice + "very-light-guns", "hit")
        self.gun = book.int(dice + "dedicated-gun", "dice")
        self.screen = book.int(dice + "reinforcing-skirmisher", "dice")
        self.shock_hit = book.int("brigades.rulings.attribute.shock.effect", "hit")
        self.town_parts = book.int("brigades.terrain.town.combat.quarter-dice", "parts")

    def _battalion(self, book: Rulebook) -> Row:
        long, melee = (f"brigades.dice.artillery-battalion.{k}" for k in ("long", "melee"))
        return Row(
            book.int(long, "hit"),
            book.int(long, "fire"),
            book.int(melee, "melee"),
            book.int(long, "still_fire"),
            book.int(melee, "still_melee"),
        )

    def in_town(self, dice: int, side: int) -> int:
        """A quarter of the dice, rounded up, through each side of a block, while they last."""
        if not side:
            return dice
        quarter = -(-dice // self.town_parts)
        return max(0, min(quarter, dice - quarter * (side - 1)))


class SaveFacts(NamedTuple):
    """How many hits are saved against."""

    hits: int


class SaveKind(CheckKind):
    """A die for each hit; what is not saved is a casualty."""

    name = "save"
    title = "Saving throws"
    facts = (Fact("hits", "Hits", "Target", NUMBER, 0, MOST_DICE, default=1),)

    def __init__(self, least: int) -> None:
        super().__init__()
        self.least = least

    def build(self, situation: Situation) -> Check:
        """Casualties are the dice below the saving number."""
        n = situation[0]
        saved = hits(n, self.least)
        table = saved.translate(bytes((n - i) % 256 for i in range(256)))
        target = f"{n} dice, saved on {self.least} or more"
        return Check(self, situation, (D6,) * n, (), target, counts(n), table)


class FireFacts(NamedTuple):
    """Who fires, in what state, how far, through which side of a town; whether the target saves."""

    row: int
    stationary: int = 0
    close: int = 0
    poor: int = 0
    sharpshooter: int = 0
    very_light: int = 0
    gun: int = 0
    gun_alone: int = 0
    reinforcing: int = 0
    side: int = 0
    saves: int = 0


TOWN_SIDE = Fact("side", "In a town: through its first, second … side", "Stand", NUMBER, 0, 4)


class StrikeKind(CheckKind):
    """Dice of one stand at another; its outcome is the number of hits."""

    def __init__(self, table: DiceTable, save: SaveKind) -> None:
        super().__init__()
        self.table = table
        self.save = save

    def strike(self, situation: Situation, dice: int, least: int) -> Check:
        """So many dice, hitting on a number."""
        target = f"{dice} dice, hits on {least} or more"
        return volley(self, situation, dice, least, target)

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        """The saving throws, where the target has any."""
        if not situation[-1] or not outcome:
            return None
        return self.save.check((outcome,))

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        """The casualties."""
        return then or str(outcome)


class FireKind(StrikeKind):
    """Fire of one stand at another."""

    name = "fire"
    title = "Fire"
    facts = (
        Fact("row", "Kind of stand", "Firer", CHOICE, choices=ROWS),
        Fact("stationary", "Stationary", "Firer"),
        Fact("close", "At close range", "Range"),
        Fact("poor", "Poor musketry", "Firer"),
        Fact("sharpshooter", "Sharpshooters", "Firer"),
        Fact("very-light", "Very light guns", "Firer"),
        Fact("gun", "Dedicated gun", "Firer"),
        Fact("gun-alone", "Beyond musket range: the gun alone", "Range"),
        Fact("reinforcing", "Reinforcing skirmishers", "Firer", NUMBER, 0, 3),
        TOWN_SIDE,
        Fact("saves", "The target saves", "Target"),
    )

    def build(self, situation: Situation) -> Check:
        """Dice by kind and state, the number to hit by range."""
        s = FireFacts(*situation)
        table = self.table
        row = table.rows[s.row]
        dice = row.still_fire or row.fire if s.stationary else row.fire
        if s.poor and s.stationary and s.row < len(table.poor):
            dice = table.poor[s.row]
        least = row.hit
        if s.row == SCREEN_ROW and s.sharpshooter:
            least = table.sharpshooter
        if s.row == BATTALION_ROW and s.close:
            dice = table.close_still if s.stationary else table.close_fire
            least = table.very_light_hit if s.very_light else table.close_hit
        dice = s.gun * table.gun + (
            0 if s.gun_alone else dice + s.reinforcing * table.screen
        )
        return self.strike(situation, table.in_town(dice, s.side), least)


class MeleeFacts(NamedTuple):
    """Who strikes, in what state, through which side of a town; whether the other saves."""

    row: int
    stationary: int = 0
    sharpshooter: int = 0
    very_light: int = 0
    shock: int = 0
    gun: int = 0
    reinforcing: int = 0
    side: int = 0
    saves: int = 0


class MeleeKind(StrikeKind):
    """Melee dice of one stand."""

    name = "melee"
    title = "Melee"
    facts = (
        Fact("row", "Kind of stand", "Stand", CHOICE, choices=ROWS),
        Fact("stationary", "Stationary", "Stand"),
        Fact("sharpshooter", "Sharpshooters", "Stand"),
        Fact("very-light", "Very light guns", "Stand"),
        Fact("shock", "Shock against a disordered enemy", "Stand"),
        Fact("gun", "Dedicated gun", "Stand"),
        Fact("reinforcing", "Reinforcing skirmishers", "Stand", NUMBER, 0, 3),
        TOWN_SIDE,
        Fact("saves", "The enemy saves", "Enemy"),
    )

    def build(self, situation: Situation) -> Check:
        """Dice by kind and state; shock and guns hit more easily."""
        s = MeleeFacts(*situation)
        table = self.table
        row = table.rows[s.row]
        dice = row.still_melee or row.melee if s.stationary else row.melee
        least = row.hit
        if s.row == BATTALION_ROW:
            least = table.very_light_hit if s.very_light else table.melee_hit
        elif s.row == SCREEN_ROW and s.sharpshooter:
            least = table.sharpshooter
        if s.shock and s.row not in (BATTALION_ROW, BATTERY_ROW):
            least = min(least, table.shock_hit)
        dice += s.gun * table.gun + s.reinforcing * table.screen
        return self.strike(situation, table.in_town(dice, s.side), least)


TIES: Final = (
    "no-elites",
    "steady-infantry",
    "supported-artillery",
    "insecure-infantry",
    "artillery-vs-cavalry",
)


class TieKind(CheckKind):
    """Both sides roll: the higher total of morale, modifiers and die wins."""

    name = "tie"
    title = "Tied melee"
    outcomes = ("attacker", "defender", "again")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.lines: list[Modifier] = []
        facts = [
            Fact("attacker", "Best morale of the attacker", "Attacker", NUMBER, -20, 20, default=5),
            Fact("defender", "Best morale of the defender", "Defender", NUMBER, -20, 20, default=5),
        ]
        for side in ("attacker", "defender"):
            for name in TIES:
                id_ = f"brigades.melee.tie.{name}"
                self.lines.append(Modifier(id_, book.label(id_), book.int(id_), side))
                facts.append(Fact(f"{side}-{name}", book.label(id_), side.title(), FLAG))
        self.facts = tuple(facts)  # type: ignore[misc]

    def totals(self, situation: Situation) -> tuple[int, int]:
        """What each side adds to its die."""
        plus = [0, 0]
        for line, holds in zip(self.lines, situation[2:], strict=True):
            if holds:
                plus[line.of == "defender"] += line.value
        return situation[0] + plus[0], situation[1] + plus[1]

    def build(self, situation: Situation) -> Check:
        """The attacker's die, then the defender's."""
        held = zip(self.lines, situation[2:], strict=True)
        modifiers = tuple(line for line, holds in held if holds)
        one, other = self.totals(situation)
        table = []
        for a in range(1, FACES + 1):
            for d in range(1, FACES + 1):
                mine, theirs = one + a, other + d
                table.append(2 if mine == theirs else int(mine < theirs))
        target = f"attacker {one:+d}, defender {other:+d}, the higher wins"
        return Check(self, situation, (D6, D6), modifiers, target, self.outcomes, table)


class CollapseKind(CheckKind):
    """An exhausted division with losses this turn: d6 of at most them collapses it."""

    name = "collapse"
    title = "Collapse"
    outcomes = ("collapse", "stands")
    facts = (Fact("casualties", "Casualties this turn", "Division", NUMBER, 0, 60, default=1),)

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.beyond = book.int("brigades.exhaustion.collapse.roll", "beyond")

    def build(self, situation: Situation) -> Check:
        """Equal or lower collapses."""
        most = situation[0] + self.beyond
        table = above(most)
        target = f"collapses on {most} or less"
        return Check(self, situation, (D6,), (), target, self.outcomes, table)


class LeastKind(CheckKind):
    """A single die that must reach a number."""

    outcomes = ("no", "yes")

    def single(self, situation: Situation, least: int) -> Check:
        """At least so much."""
        table = [int(face >= least) for face in range(1, FACES + 1)]
        return Check(self, situation, (D6,), (), f"{least} or more", self.outcomes, table)


class CommanderKind(LeastKind):
    """Whether the army commander falls with the stand he is attached to."""

    name = "army-commander"
    title = "The army commander under fire"
    outcomes = ("unhurt", "killed")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.least = book.int("brigades.misc.army-commander-killed", "roll")

    def build(self, situation: Situation) -> Check:
        """Killed on a high roll."""
        return self.single(situation, self.least)


class CatchFireKind(LeastKind):
    """Whether wooden buildings catch fire."""

    name = "catch-fire"
    title = "Wooden buildings under attack"
    outcomes = ("no fire", "fire")

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.least = book.int("brigades.terrain.buildings.wood.catch-fire", "roll")

    def build(self, situation: Situation) -> Check:
        """Fire on a high roll."""
        return self.single(situation, self.least)


class FireOutKind(LeastKind):
    """Whether a fire has gone out."""

    name = "fire-out"
    title = "A burning building"
    outcomes = ("burns on", "goes out")
    facts = (Fact("town", "A town, not a village", "Building"),)

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        out = "brigades.terrain.buildings.wood.out."
        self.least = [book.int(out + kind, "roll") for kind in ("village", "town")]

    def build(self, situation: Situation) -> Check:
        """Out on a high roll."""
        return self.single(situation, self.least[situation[0]])


class MarshKind(CheckKind):
    """How bad a marsh is for a stand."""

    name = "marsh"
    title = "Through the marsh"
    outcomes = ("firm", "double", "quadruple")
    facts = (
        Fact("artillery", "Artillery", "Stand"),
        Fact("before", "Stands that went through the same spot", "Place", NUMBER, 0, 40),
    )

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        roll = "brigades.terrain.marsh.movement.roll"
        self.double = book.int(roll, "double")
        self.quadruple = book.int(roll, "quadruple")
        self.guns = Modifier(
            f"{roll}.artillery", book.label(f"{roll}.artillery"), book.int(f"{roll}.artillery")
        )
        self.spot = Modifier(
            f"{roll}.same-spot", book.label(f"{roll}.same-spot"), book.int(f"{roll}.same-spot")
        )

    def build(self, situation: Situation) -> Check:
        """The higher the worse."""
        modifiers = [self.guns] if situation[0] else []
        if situation[1]:
            modifiers.append(self.spot._replace(value=self.spot.value * situation[1]))
        plus = sum(m.value for m in modifiers)
        table = [
            int(face + plus >= self.double) + int(face + plus >= self.quadruple)
            for face in range(1, FACES + 1)
        ]
        target = f"{self.double} or more double, {self.quadruple} or more quadruple"
        return Check(self, situation, (D6,), tuple(modifiers), target, self.outcomes, table)
