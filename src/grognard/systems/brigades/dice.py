"""The dice of stands: fire, melee and saving throws."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, NamedTuple

from grognard.engine.check import Check, CheckKind, Situation, choice, facts_of, number, tick
from grognard.engine.dice import D6
from grognard.engine.event import EventKind
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.kinds import BATTALION_ROW, BATTERY_ROW, ROWS, SCREEN_ROW
from grognard.systems.tabletop.dice import FACES, HITS, counts, misses, thrown, volley

MOST_DICE: Final = 20
MOST_LENT: Final = 9


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
        # Guns have a row for each range, and one for melee.
        self.close = _row(book, "artillery-battalion.close")
        self.melee = _row(book, "artillery-battalion.melee")
        guns = _row(book, "artillery-battalion.long")
        guns = guns._replace(melee=self.melee.melee, still_melee=self.melee.still_melee)
        self.rows = [guns if r == BATTALION_ROW else _row(book, row) for r, row in enumerate(ROWS)]
        self.poor = [
            book.int(f"brigades.dice.{row}.poor-musketry", "still_fire")
            for row in ("linear-infantry", "infantry-brigade")
        ]
        sharp = "brigades.dice.infantry-skirmisher.sharpshooter"
        self.sharpshooter = book.int(sharp, "hit")
        self.very_light_hit = book.int("brigades.dice.very-light-guns", "hit")
        self.gun = book.int("brigades.dice.dedicated-gun", "dice")
        armed = book.words("brigades.dice.dedicated-gun", "rows")
        self.armed = [row in armed for row in ROWS]
        reinforcing = "brigades.dice.reinforcing-skirmisher"
        self.screen = book.int(reinforcing, "dice")
        starred = book.words(reinforcing, "rows")
        self.reinforced = [row in starred for row in ROWS]
        self.shock_hit = book.int("brigades.rulings.attribute.shock.effect", "hit")
        self.town_parts = book.int("brigades.terrain.town.combat.quarter-dice", "parts")

    def in_town(self, dice: int, side: int) -> int:
        """A quarter of the dice, rounded up, through each side of a block, while they last."""
        if not side:
            return dice
        quarter = -(-dice // self.town_parts)
        return max(0, min(quarter, dice - quarter * (side - 1)))


def _row(book: Rulebook, row: str) -> Row:
    # brigades.dice.artillery-battalion.long brigades.dice.artillery-battalion.close
    id_ = f"brigades.dice.{row}"  # brigades.dice.artillery-battalion.melee
    values = book.rules[id_].values
    return Row(*(book.int(id_, key) if key in values else 0 for key in Row._fields))


class SaveFacts(NamedTuple):
    """How many hits are saved against."""

    hits: Annotated[int, number("Hits", "Target", 0, MOST_DICE)] = 1


class SaveKind(CheckKind):
    """A die for each hit; what is not saved is a casualty."""

    name = "save"
    title = "Saving throws"
    counted = ("casualty", "casualties")
    facts = facts_of(SaveFacts)

    def __init__(self, least: int) -> None:
        super().__init__()
        self.least = least

    def build(self, situation: Situation) -> Check:
        n = situation[0]
        table = misses(n, self.least)
        target = f"{thrown(n)}, saved on {self.least} or more"
        return Check(self, situation, (D6,) * n, (), target, counts(n), table)


class StrikeKind(CheckKind):
    """Dice of one stand at another; its outcome is the number of hits."""

    counted = HITS
    ends_by = ("saves",)

    def __init__(self, table: DiceTable, save: SaveKind) -> None:
        super().__init__()
        self.table = table
        self.save = save

    def implied(self, situation: Situation) -> Situation:
        """Against a battery that is not stationary the target always saves."""
        row, stationary, *between, saves = situation
        # brigades.dice.artillery-battery.saves
        always = row == BATTERY_ROW and not stationary
        return (row, stationary, *between, int(saves or always))

    def hits_on(self, s: FireFacts | MeleeFacts, guns: Row | None) -> int:
        """The number that hits; a battalion of guns has a row of its own close by."""
        table = self.table
        if s.row == BATTALION_ROW and guns is not None:
            return table.very_light_hit if s.very_light else guns.hit
        if s.row == SCREEN_ROW and s.sharpshooter:
            return table.sharpshooter
        return table.rows[s.row].hit

    def lent(self, s: FireFacts | MeleeFacts) -> int:
        """The dice of the skirmishers with a stand: who reinforce it, or share its town block."""
        with_it = self.table.reinforced[s.row] or s.row == SCREEN_ROW
        return s.reinforcing * self.table.screen if with_it else 0

    def strike(self, s: FireFacts | MeleeFacts, dice: int, least: int) -> Check:
        """So many dice and that of the gun, through a side of a town, hitting on a number."""
        table = self.table
        dice += table.gun if s.gun and table.armed[s.row] else 0
        dice = table.in_town(dice, s.side)
        return volley(self, s, dice, least, f"{thrown(dice)}, hits on {least} or more")

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        if not situation[-1] or not outcome:
            return None
        return self.save.check((outcome,))

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
        return then or str(outcome)

    def counted_at_end(self, situation: Situation) -> tuple[str, str]:
        return self.save.counted if situation[-1] else self.counted


TownSide = Annotated[int, number("In a town: through its first, second … side", "Stand", 0, 4)]


class FireFacts(NamedTuple):
    """Who fires, in what state, how far, through which side of a town; whether the target saves."""

    row: Annotated[int, choice("Kind of stand", "Firer", ROWS)]
    stationary: Annotated[int, tick("Stationary", "Firer")] = 0
    close: Annotated[int, tick("At close range", "Range")] = 0
    poor: Annotated[int, tick("Poor musketry", "Firer")] = 0
    sharpshooter: Annotated[int, tick("Sharpshooters", "Firer")] = 0
    very_light: Annotated[int, tick("Very light guns", "Firer")] = 0
    gun: Annotated[int, tick("Dedicated gun", "Firer")] = 0
    gun_alone: Annotated[int, tick("Beyond musket range: the gun alone", "Range")] = 0
    reinforcing: Annotated[
        int, number("Reinforcing skirmishers", "Firer", 0, MOST_LENT, most=4)
    ] = 0
    side: TownSide = 0
    saves: Annotated[int, tick("The target saves", "Target")] = 0


class FireKind(StrikeKind):
    """Fire of one stand at another."""

    name = "fire"
    shows = EventKind.FIRE
    title = "Fire"
    facts = facts_of(FireFacts)

    def build(self, situation: Situation) -> Check:
        """Dice by kind and state, the number to hit by range."""
        s = FireFacts(*situation)
        table = self.table
        row = table.rows[s.row]
        # Losses take no dice: brigades.rulings.strength.dice-constant.
        if s.row == BATTALION_ROW and s.close:
            row = table.close
        dice = row.still_fire or row.fire if s.stationary else row.fire
        if s.poor and s.stationary and s.row < len(table.poor):
            dice = table.poor[s.row]
        dice = 0 if s.gun_alone else dice + self.lent(s)
        return self.strike(s, dice, self.hits_on(s, table.close if s.close else None))


class MeleeFacts(NamedTuple):
    """Who strikes, in what state, through which side of a town; whether the other saves."""

    row: Annotated[int, choice("Kind of stand", "Stand", ROWS)]
    stationary: Annotated[int, tick("Stationary", "Stand")] = 0
    sharpshooter: Annotated[int, tick("Sharpshooters", "Stand")] = 0
    very_light: Annotated[int, tick("Very light guns", "Stand")] = 0
    shock: Annotated[int, tick("Shock against a disordered enemy", "Stand")] = 0
    gun: Annotated[int, tick("Dedicated gun", "Stand")] = 0
    reinforcing: Annotated[
        int, number("Reinforcing skirmishers", "Stand", 0, MOST_LENT, most=4)
    ] = 0
    side: TownSide = 0
    saves: Annotated[int, tick("The enemy saves", "Enemy")] = 0


class MeleeKind(StrikeKind):
    """Melee dice of one stand."""

    name = "melee"
    shows = EventKind.MELEE
    title = "Melee"
    facts = facts_of(MeleeFacts)

    def build(self, situation: Situation) -> Check:
        """Dice by kind and state; shock and guns hit more easily."""
        s = MeleeFacts(*situation)
        table = self.table
        row = table.rows[s.row]
        dice = row.still_melee or row.melee if s.stationary else row.melee
        least = self.hits_on(s, table.melee)
        if s.shock and s.row not in (BATTALION_ROW, BATTERY_ROW):
            least = min(least, table.shock_hit)
        return self.strike(s, dice + self.lent(s), least)


class LeastKind(CheckKind):
    """A single die that must reach the number of its rule; of two rules a fact says which."""

    outcomes: ClassVar[tuple[str, ...]]
    rules: ClassVar[tuple[str, ...]]

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.least = [book.int(rule, "roll") for rule in self.rules]

    def build(self, situation: Situation) -> Check:
        least = self.least[situation[0] if situation else 0]
        table = [int(face >= least) for face in range(1, FACES + 1)]
        return Check(self, situation, (D6,), (), f"{least} or more", self.outcomes, table)
