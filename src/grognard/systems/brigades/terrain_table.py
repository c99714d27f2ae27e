"""The terrain table as data: what each kind of ground does to each column, in the sheet's words."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards import tablemap
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.kinds import ARMS, SIEGE_GUNS

# Kinds of areas: those of the map, and buildings that have burnt down.
RUIN: Final = len(tablemap.AREAS)
AREA_ROWS: Final = {
    tablemap.FOREST: "forest",  # brigades.terrain.forest.*
    tablemap.ORCHARD: "orchard",  # brigades.terrain.orchard.*
    tablemap.BROKEN: "broken-ground",  # brigades.terrain.broken-ground.*
    tablemap.CROPS: "crops",  # brigades.terrain.crops.*
    tablemap.MARSH: "marsh",  # brigades.terrain.marsh.*
    tablemap.SWAMP: "swamp",  # brigades.terrain.swamp.*
    tablemap.TOWN: "town",  # brigades.terrain.town.*
    tablemap.VILLAGE: "village",  # brigades.terrain.village.*
    tablemap.FORT: "fort",  # brigades.terrain.fort.*
    tablemap.FORTRESS: "fortress",  # brigades.terrain.fortress.*
}
LINE_ROWS: Final = {
    tablemap.FIELD_WORKS: "field-works",  # brigades.terrain.field-works.*
    tablemap.HASTY_WORKS: "hasty-works",  # brigades.terrain.hasty-works.*
    tablemap.LOW_WALL: "hasty-works",
    tablemap.ROAD: "road",  # brigades.terrain.road.*
    tablemap.STREAM: "stream",  # brigades.terrain.stream.*
    tablemap.MARSHY_STREAM: "marshy-stream",  # brigades.terrain.marshy-stream.*
    tablemap.RIVER: "river",  # brigades.terrain.river.*
    tablemap.TREE_LINE: "tree-line",  # brigades.terrain.tree-line.*
    tablemap.HEDGE: "tree-line",  # brigades.rulings.other-ground
}

# The ids under which a column's cell may stand, the nearest first.
GROUPS: Final = (
    ("infantry", "brigades", "others", "crossing", ""),
    ("cavalry", "brigades", "cavalry-artillery", "others", "crossing", ""),
    ("artillery", "cavalry-artillery", "others", "crossing", ""),
    ("infantry-skirmisher", "skirmishers", "others", "crossing", ""),
    ("cavalry-skirmisher", "skirmishers", "cavalry-artillery", "others", "crossing", ""),
    ("commander", "others", "crossing", ""),
)


def ground_name(kind: int) -> str:
    """A kind of area in words."""
    if kind == RUIN:
        return "ruins"
    return "broken ground" if kind == tablemap.BROKEN else tablemap.AREAS[kind]


class Cell(NamedTuple):
    """A cell of a movement line; `times` is 0 where the ground is prohibited."""

    times: int
    parts: int  # of the allowance it takes to cross, 0 for nothing
    enter: bool
    inside: bool
    leave: bool
    roll: bool
    blocks_road: bool
    no_attack: bool
    no_unlimber: bool
    up: bool


OPEN: Final = Cell(1, 0, False, False, False, False, False, False, False, False)


class Save(NamedTuple):
    """A cell of a combat line: what one saves against."""

    fire: bool
    melee: bool
    small_arms_only: bool
    not_siege: bool

    def against(self, weapon: int, melee: bool) -> bool:
        """Whether it saves against a weapon, or in melee."""
        if melee:
            return self.melee and not (self.not_siege and weapon == SIEGE_GUNS)
        if self.not_siege and weapon == SIEGE_GUNS:
            return False
        return self.fire and not (self.small_arms_only and weapon > 1)


NO_SAVE: Final = Save(False, False, False, False)


class Key:
    """The abbreviations of the table, as the sheet explains them; NE and a dash are no words."""

    def __init__(self, book: Rulebook) -> None:
        # brigades.terrain.key.dash brigades.terrain.key.ne
        self.half = book.int("brigades.terrain.key.half-move", "parts")
        self.double = book.int("brigades.terrain.key.double", "times")
        self.quadruple = book.int("brigades.terrain.key.quadruple", "times")

    def cell(self, words: list[str]) -> Cell:
        """A movement cell from its words."""
        times = 1
        if "4x" in words:
            times = self.quadruple
        elif "2x" in words:
            times = self.double
        if "XX" in words:  # brigades.terrain.key.xx
            times = 0
        return Cell(
            times,
            parts=self.half if "1/2M" in words else 0,
            enter="DE" in words,  # brigades.terrain.key.de
            inside="DI" in words,  # brigades.terrain.key.di
            leave="DL" in words,  # brigades.terrain.key.dl
            roll="roll" in words,
            blocks_road="BR" in words,  # brigades.terrain.key.br
            no_attack="NA" in words,  # brigades.terrain.key.na
            no_unlimber="no-unlimber" in words,
            up="up" in words,  # brigades.terrain.key.up
        )

    def save(self, words: list[str]) -> Save:
        """A combat cell from its words."""
        both = "ST" in words  # brigades.terrain.key.st
        small_arms = "STs" in words  # brigades.terrain.key.sts
        return Save(
            fire=both or small_arms or "STf" in words,  # brigades.terrain.key.stf
            melee=both or "STm" in words,  # brigades.terrain.key.stm
            small_arms_only=small_arms,
            not_siege="not-siege" in words,
        )


# brigades.terrain.key.lines-and-columns
def words_of(book: Rulebook, line: str, arm: int, name: str) -> list[str] | None:
    """The words of a column's cell on a line of the table; None where it has none."""
    whole = book.rules.get(line)
    for group in GROUPS[arm]:
        id_ = f"{line}.{group}" if group else line
        if id_ in book.rules and name in book.rules[id_].values:
            return book.words(id_, name)
        word = group.replace("-", "_")
        if whole is not None and word in whole.values:
            return book.words(line, word)
    return None


def move_cells(book: Rulebook, key: Key, row: str, name: str = "moves") -> list[Cell]:
    """The movement line of a terrain for every column."""
    line = f"brigades.terrain.{row}.movement"
    found = (words_of(book, line, arm, name) for arm in range(len(ARMS)))
    return [OPEN if words is None else key.cell(words) for words in found]


def save_cells(book: Rulebook, key: Key, row: str) -> list[Save]:
    """The combat line of a terrain for every column."""
    line = f"brigades.terrain.{row}.combat"
    found = (words_of(book, line, arm, "saves") for arm in range(len(ARMS)))
    return [NO_SAVE if words is None else key.save(words) for words in found]


class Terrain:
    """Every row of the table: sight, movement and combat."""

    def __init__(self, book: Rulebook) -> None:
        key = Key(book)
        self.key = key
        self.move = [[OPEN] * len(ARMS) for _ in tablemap.AREAS]
        self.save = [[NO_SAVE] * len(ARMS) for _ in tablemap.AREAS]
        self.sight: list[list[str]] = [[] for _ in tablemap.AREAS]
        for kind, row in AREA_ROWS.items():
            self.move[kind] = move_cells(book, key, row)
            self.save[kind] = save_cells(book, key, row)
            self.sight[kind] = book.words(f"brigades.terrain.{row}.visibility", "sight")
        # brigades.rulings.other-ground
        self.move[tablemap.LAKE] = [key.cell(["XX"])] * len(ARMS)
        # brigades.terrain.buildings.wood.ruins
        self.move.append(self.move[tablemap.BROKEN])
        self.save.append(self.save[tablemap.BROKEN])
        self.sight.append(["B-LOS", "see-out"])  # brigades.rulings.ruins
        self.sight_within = {
            tablemap.FOREST: book.int("brigades.terrain.forest.visibility.within", "inches"),
            tablemap.ORCHARD: book.int("brigades.terrain.orchard.visibility.within", "inches"),
        }
        self._lines(book, key)

    def _lines(self, book: Rulebook, key: Key) -> None:
        self.works = move_cells(book, key, "field-works")
        self.works_save = save_cells(book, key, "field-works")
        walls = move_cells(book, key, "hasty-works")
        self.walls_save = save_cells(book, key, "hasty-works")
        self.river = move_cells(book, key, "river")
        self.marshy = move_cells(book, key, "marshy-stream")
        trees = move_cells(book, key, "tree-line")
        self.stream = key.cell(book.words("brigades.terrain.stream.movement.first", "moves"))
        self.second = key.cell(book.words("brigades.terrain.stream.movement.second", "moves"))
        # brigades.terrain.hill.movement.*
        self.one_contour = move_cells(book, key, "hill", "one")
        self.two_contours = move_cells(book, key, "hill", "two")
        # What a line does to those who cross it, waters apart.
        self.lines = {
            tablemap.FIELD_WORKS: self.works,
            tablemap.SUNKEN_ROAD: self.works,  # brigades.terrain.sunken-road.field-works
            tablemap.HASTY_WORKS: walls,
            tablemap.LOW_WALL: walls,
            tablemap.TREE_LINE: trees,
            tablemap.HEDGE: trees,
        }
        self.line_sight = {
            kind: book.words(f"brigades.terrain.{row}.visibility", "sight")
            for kind, row in LINE_ROWS.items()
        }
        self.bridge_parts = book.int("brigades.terrain.bridge.movement.other", "parts")
        # How wide a bridge or ford is to either side.
        self.crossing_wide = book.int("brigades.rulings.crossing", "thousandths")
        self.breach_wide = book.int("brigades.rulings.breach", "thousandths")
