"""The dice of stands: fire, melee and saving throws."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, NUMBER, Check, CheckKind, Fact, Situation
from grognard.engine.dice import D6
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.kinds import BATTALION_ROW, BATTERY_ROW, ROWS, SCREEN_ROW
from grognard.systems.tabletop.dice import FACES, counts, misses, thrown, volley

MOST_DICE: Final = 9


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
        self.poor = [
            book.int(f"brigades.dice.{row}.poor-musketry", "still_fire")
            for row in ("linear-infantry", "infantry-brigade")
        ]
        sharp = "brigades.dice.infantry-skirmisher.sharpshooter"
        self.sharpshooter = book.int(sharp, "hit")
        self.close_hit = book.int("brigades.dice.artillery-battalion.close", "hit")
        self.close_fire = book.int("brigades.dice.artillery-battalion.close", "fire")
        self.close_still = book.int("brigades.dice.artillery-battalion.close", "still_fire")
        self.melee_hit = book.int("brigades.dice.artillery-battalion.melee", "hit")
        self.very_light_hit = book.int("brigades.dice.very-light-guns", "hit")
        self.gun = book.int("brigades.dice.dedicated-gun", "dice")
        self.screen = book.int("brigades.dice.reinforcing-skirmisher", "dice")
        self.shock_hit = book.int("brigades.rulings.attribute.shock.effect", "hit")
        self.town_parts = book.int("brigades.terrain.town.combat.quarter-dice", "parts")

    def _battalion(self, book: Rulebook) -> Row:
        return Row(
            hit=book.int("brigades.dice.artillery-battalion.long", "hit"),
            fire=book.int("brigades.dice.artillery-battalion.long", "fire"),
            melee=book.int("brigades.dice.artillery-battalion.melee", "melee"),
            still_fire=book.int("brigades.dice.artillery-battalion.long", "still_fire"),
            still_melee=book.int("brigades.dice.artillery-battalion.melee", "still_melee"),
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
        n = situation[0]
        table = misses(n, self.least)
        target = f"{thrown(n)}, saved on {self.least} or more"
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
        target = f"{thrown(dice)}, hits on {least} or more"
        return volley(self, situation, dice, least, target)

    def follow(self, situation: Situation, outcome: int) -> Check | None:
        if not situation[-1] or not outcome:
            return None
        return self.save.check((outcome,))

    def ending(self, situation: Situation, outcome: int, then: str) -> str:
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
        # Losses take no dice: brigades.rulings.strength.dice-constant.
        dice = row.still_fire or row.fire if s.stationary else row.fire
        if s.poor and s.stationary and s.row < len(table.poor):
            dice = table.poor[s.row]
        least = row.hit
        if s.row == SCREEN_ROW and s.sharpshooter:
            least = table.sharpshooter
        if s.row == BATTALION_ROW and s.close:
            dice = table.close_still if s.stationary else table.close_fire
            least = table.very_light_hit if s.very_light else table.close_hit
        dice = s.gun * table.gun + (0 if s.gun_alone else dice + s.reinforcing * table.screen)
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


class LeastKind(CheckKind):
    """A single die that must reach a number."""

    outcomes = ("no", "yes")

    def single(self, situation: Situation, least: int) -> Check:
        """At least so much."""
        table = [int(face >= least) for face in range(1, FACES + 1)]
        return Check(self, situation, (D6,), (), f"{least} or more", self.outcomes, table)
