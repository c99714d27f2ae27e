"""The terrain table as data: what each kind of ground does to each column, in the sheet's words."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards import tablemap
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.kinds import ARMS, SIEGE_GUNS

# Kinds of areas: those of the map, and buildings that have burnt down.
RUIN: Final = len(tablemap.AREAS)
AREA_ROWS: Final = (
    "forest", "orchard", "broken-ground", "crops", "", "marsh", "swamp", "",
    "town", "village", "fort", "fortress",
)  # fmt: skip

# The ids under which a column's cell may stand, the nearest first.
GROUPS: Final = (
    ("infantry", "brigades", "others", "crossing", ""),
    ("cavalry", "brigades", "cavalry-artillery", "others", "crossing", ""),
    ("artillery", "cavalry-artillery", "others", "crossing", ""),
    ("infantry-skirmisher", "skirmishers", "others", "crossing", ""),
    ("cavalry-skirmisher", "skirmishers", "cavalry-artillery", "others", "crossing", ""),
    ("commander", "others", "crossing", ""),
)


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
    """The abbreviations of the table, as the sheet explains them."""

    def __init__(self, book: Rulebook) -> None:
        key = "brigades.terrain.key."
        self.half = book.int(key + "half-move", "parts")
        self.double = book.int(key + "double", "times")
        self.quadruple = book.int(key + "quadruple", "times")
        self.blocks = book.switch(key + "b-los")
        self.br = book.switch(key + "br")
        self.de = book.switch(key + "de")
        self.between_blocks = book.switch(key + "de", "blocks")
        self.di = book.switch(key + "di")
        self.inside_recovers = book.switch(key + "di", "recovers")
        self.dl = book.switch(key + "dl")
        self.m = book.switch(key + "m")
        self.na = book.switch(key + "na")
        self.up = book.switch(key + "up")
        self.xx = book.switch(key + "xx")
        self.saves = {
            word: tuple(book.switch(key + word.lower(), way) for way in ("fire", "melee"))
            for word in ("ST", "STf", "STm")
        }
        self.sts = (
            book.switch(key + "sts", "small_arms"),
            book.switch(key + "sts", "artillery"),
        )

    def cell(self, words: list[str]) -> Cell:
        """A movement cell from its words."""
        times = 1
        if "4x" in words:
            times = self.quadruple
        elif "2x" in words:
            times = self.double
        if "XX" in words and self.xx:
            times = 0
        return Cell(
            times,
            self.half if "1/2M" in words else 0,
            "DE" in words and self.de,
            "DI" in words and self.di,
            "DL" in words and self.dl,
            "roll" in words,
            "BR" in words and self.br,
            "NA" in words and self.na,
            "no-unlimber" in words,
            "up" in words and self.up,
        )

    def save(self, words: list[str]) -> Save:
        """A combat cell from its words."""
        fire = melee = small = False
        for word, (one, other) in self.saves.items():
            if word in words:
                fire, melee = fire or one, melee or other
        if "STs" in words and self.sts[0]:
            fire, small = True, not self.sts[1]
        return Save(fire, melee, small, "not-siege" in words)


def move_cells(book: Rulebook, key: Key, row: str, name: str = "moves") -> list[Cell]:
    """The movement line of a terrain for every column."""
    found = []
    for column in range(len(ARMS)):
        for group in GROUPS[column]:
            id_ = f"brigades.terrain.{row}.movement" + (f".{group}" if group else "")
            if id_ in book.rules and name in book.rules[id_].values:
                found.append(key.cell(book.words(id_, name)))
                break
        else:
            found.append(OPEN)
    return found


def save_cells(book: Rulebook, key: Key, row: str) -> list[Save]:
    """The combat line of a terrain for every column."""
    found = []
    whole = f"brigades.terrain.{row}.combat"
    for column in range(len(ARMS)):
        save = NO_SAVE
        for group in GROUPS[column]:
            id_ = f"{whole}.{group}" if group else whole
            if id_ in book.rules and "saves" in book.rules[id_].values:
                save = key.save(book.words(id_, "saves"))
                break
            word = group.replace("-", "_")
            if word and whole in book.rules and word in book.rules[whole].values:
                save = key.save(book.words(whole, word))
                break
        found.append(save)
    return found


class Terrain:
    """Every row of the table: sight, movement and combat."""

    def __init__(self, book: Rulebook) -> None:
        key = Key(book)
        self.key = key
        self.move: list[list[Cell]] = []
        self.save: list[list[Save]] = []
        self.sight: list[list[str]] = []
        for row in AREA_ROWS:
            closed = [key.cell(["XX"])] * len(ARMS)
            plain = [OPEN] * len(ARMS)
            self.move.append(move_cells(book, key, row) if row else plain)
            self.save.append(save_cells(book, key, row) if row else [NO_SAVE] * len(ARMS))
            sight = f"brigades.terrain.{row}.visibility"
            self.sight.append(book.words(sight, "sight") if row else [])
            if len(self.move) - 1 == tablemap.LAKE:
                self.move[-1] = closed
        burnt = book.word("brigades.terrain.buildings.wood.ruins", "kind")
        like = AREA_ROWS.index(burnt)
        self.move.append(self.move[like])
        self.save.append(self.save[like])
        blocks = book.switch("brigades.terrain.buildings.wood.ruins", "blocks")
        self.sight.append(["B-LOS"] if blocks else [])
        self.within = {
            tablemap.FOREST: book.int("brigades.terrain.forest.visibility.within", "inches"),
            tablemap.ORCHARD: book.int("brigades.terrain.orchard.visibility.within", "inches"),
        }
        self._lines(book, key)
        self._rest(book)

    def _lines(self, book: Rulebook, key: Key) -> None:
        self.works = move_cells(book, key, "field-works")
        self.works_save = save_cells(book, key, "field-works")
        self.walls = move_cells(book, key, "hasty-works")
        self.walls_save = save_cells(book, key, "hasty-works")
        self.river = move_cells(book, key, "river")
        self.marshy = move_cells(book, key, "marshy-stream")
        self.tree_line = move_cells(book, key, "tree-line")
        stream = "brigades.terrain.stream.movement."
        self.stream = key.cell(book.words(stream + "first", "moves"))
        self.second_stream = key.cell(book.words(stream + "second", "moves"))
        self.one_contour = move_cells(book, key, "hill", "one")
        self.two_contours = move_cells(book, key, "hill", "two")
        self.line_sight = {
            kind: book.words(f"brigades.terrain.{row}.visibility", "sight")
            for kind, row in (
                (tablemap.FIELD_WORKS, "field-works"),
                (tablemap.HASTY_WORKS, "hasty-works"),
                (tablemap.LOW_WALL, "hasty-works"),
                (tablemap.ROAD, "road"),
                (tablemap.STREAM, "stream"),
                (tablemap.MARSHY_STREAM, "marshy-stream"),
                (tablemap.RIVER, "river"),
                (tablemap.TREE_LINE, "tree-line"),
                (tablemap.HEDGE, "tree-line"),
            )
        }
        self.bridge_sight = book.words("brigades.terrain.bridge.visibility", "sight")
        self.plain_saves = {
            kind: save_cells(book, key, row)
            for kind, row in (
                (tablemap.RIVER, "river"),
                (tablemap.ROAD, "road"),
                (tablemap.TREE_LINE, "tree-line"),
            )
        }

    def _rest(self, book: Rulebook) -> None:
        bridge = "brigades.terrain.bridge."
        self.column_crosses_free = book.switch(bridge + "movement.column")
        self.bridge_parts = book.int(bridge + "movement.other", "parts")
        self.bridge_for_disorder = book.switch(bridge + "movement.other", "disorder")
        self.fords_like_streams = [
            tablemap.LINES.index(word)
            for word in book.words("brigades.terrain.ford.movement", "over")
        ]
        self.bridge_disorders = book.switch(bridge + "combat")
        self.stream_disorders = book.switch("brigades.terrain.stream.combat")
        self.marshy_disorders = book.switch("brigades.terrain.marshy-stream.combat")
        self.marshy_takes_gun = book.switch("brigades.terrain.marshy-stream.movement.dedicated-gun")
        broken = "brigades.terrain.broken-ground.combat."
        self.broken_shelters = book.switch(broken + "ridden-at")
        self.broken_withdraws = book.switch(broken + "withdraws")
        self.trample = book.switch("brigades.terrain.crops.trample")
        self.works_morale = book.switch("brigades.terrain.field-works.morale")
        self.walls_morale = book.switch("brigades.terrain.hasty-works.morale")
        forest = "brigades.terrain.forest."
        self.forest_no_recovery = book.switch(forest + "no-recovery")
        self.forest_no_stationary = book.switch(forest + "no-stationary")
        self.along = [
            tablemap.LINES.index(word) for word in book.words(forest + "no-stationary", "along")
        ]
        self.hill_blocks = book.switch("brigades.terrain.hill.visibility")
        self.hill_morale = book.switch("brigades.terrain.hill.combat")
        marsh = "brigades.terrain.marsh.movement.roll"
        self.marsh_inside = book.switch(marsh, "inside")
        self.road_for_guns = book.switch("brigades.terrain.road.movement.artillery")
        self.road_for_columns = book.switch("brigades.terrain.road.movement.column")
        sunken = "brigades.terrain.sunken-road."
        self.sunken_works = book.switch(sunken + "field-works")
        self.works_kinds = [tablemap.FIELD_WORKS]
        if self.sunken_works:
            self.works_kinds.append(tablemap.SUNKEN_ROAD)
        # What a line does to those who cross it, waters apart.
        self.lines = dict.fromkeys(self.works_kinds, self.works)
        for kind in (tablemap.HASTY_WORKS, tablemap.LOW_WALL):
            self.lines[kind] = self.walls
        for kind in (tablemap.TREE_LINE, tablemap.HEDGE):
            self.lines[kind] = self.tree_line
        self.sunken_not_infantry = book.switch(sunken + "infantry-melee")
        self.sunken_not_siege = book.switch(sunken + "siege-fire")
        self.crossing_wide = book.int("brigades.rulings.crossing", "thousandths")
        self.marsh_whole = book.switch("brigades.rulings.marsh-spot")
        self.steep_down = book.switch("brigades.rulings.two-contours")
