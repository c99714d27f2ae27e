"""The battle of this system: the ground, the orders of battle and what is worked out from them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.boards.hexes import FACINGS, bits
from grognard.boards.hexmap import HexMap
from grognard.boards.hexpaths import Graph
from grognard.engine.action import Nouns
from grognard.engine.battle import Battle
from grognard.engine.battlefile import BattleTexts
from grognard.engine.toml import loads
from grognard.systems.shock.state.kinds import (
    COLUMNS,
    GUNS,
    KIND_OF_ARM,
    NONE,
    ORDERS,
    OVERALL,
    VERBS,
)
from grognard.systems.shock.state.roster import Roster
from grognard.systems.shock.terrain import CHATEAU, DEEP_STREAM, Costs, read_map
from grognard.systems.shock.zones import zone_masks

if TYPE_CHECKING:
    from grognard.systems.shock.rules import Rules


class ShockBattle(Battle):
    """A battle on hexes; lists are indexed by piece: units, then garrisons, then leaders."""

    ground: HexMap

    def __init__(self, texts: BattleTexts, rules: Rules) -> None:
        super().__init__(texts, rules)
        self.rules = rules
        file = texts.table()
        self.ground = ground_of(texts.source["map"], f"maps/{file.str('map')}.toml")
        self.grid = self.ground.grid
        roster = Roster(file, self.ground, rules)
        file.done()
        self.roster = roster
        self.describe(roster.heading, [(side.name, side.title) for side in roster.sides])
        self.first = roster.first
        self.commands = roster.commands
        self.objectives = roster.objectives
        self.specials = roster.specials
        self.handicap = roster.handicap
        self._index(roster)
        self._nouns()
        self.zones = zone_masks(self.ground, rules.zones)
        masks = self.ground.ground_mask
        # Where rapid advance is quicker than normal movement, for each kind of piece.
        self.rough = [0] * len(COLUMNS)
        for rates, mask in zip(rules.terrain.by_ground, masks, strict=True):
            for kind, rate in enumerate(rates):
                if rate.rapid < rate.normal:
                    self.rough[kind] |= mask
        # A hex and its neighbours, and the hexes at the edge of the map.
        self.round = [mask | 1 << h for h, mask in enumerate(self.grid.adjacent_mask)]
        around = enumerate(self.grid.neighbours)
        self.edge = sum(1 << h for h, neighbours in around if NONE in neighbours)
        self.has_deep_streams = any(f & DEEP_STREAM for row in self.ground.side for f in row)
        # Worked out on demand and kept: movement graphs, lines of sight, arcs of fire.
        self.graphs: dict[tuple[int, int], Graph] = {}
        self.sights: dict[tuple[int, int], int] = {}
        self.arcs: dict[tuple[int, int], int] = {}
        self.lookouts: dict[int, tuple[int, int]] = {}  # by hex: those looked at, those seen
        self.behind: dict[int, int] = {}  # hexes near a unit that its front leaves out
        self.seal()
        # Every answer makes progress: a turn asks each piece a handful of things.
        self.bound = 100 + self.turns * self.count * 60

    def _index(self, roster: Roster) -> None:
        pieces = roster.pieces
        self.pieces = pieces
        self.units = roster.units
        self.fighters = roster.fighters
        self.count = len(pieces)
        self.ids = [p.id for p in pieces]
        self.names = [p.name for p in pieces]
        self.side = [p.side for p in pieces]
        self.arm = [p.arm for p in pieces]
        self.kind = [KIND_OF_ARM[p.arm] for p in pieces]
        self.command = [p.command for p in pieces]
        self.sp = [p.sp for p in pieces]
        self.cohesion = [p.cohesion for p in pieces]
        self.commitment = [p.commitment for p in pieces]
        self.pursuit = [p.pursuit for p in pieces]
        self.range = [p.range for p in pieces]
        self.mp = [p.mp for p in pieces]
        self.elite = [p.elite for p in pieces]
        # Prussians stay Prussians beside Wellington.
        self.army = [
            "prussian" if p.nation == "prussian" else roster.sides[p.side].army for p in pieces
        ]
        fighting = range(self.fighters)
        self.units_of = [[u for u in fighting if pieces[u].side == s] for s in (0, 1)]
        leaders = range(self.fighters, self.count)
        self.leaders_of = [[u for u in leaders if pieces[u].side == s] for s in (0, 1)]
        self.chateaux = bits(self.ground.ground_mask[CHATEAU])
        self.garrison_at = {pieces[g].hex: g for g in range(self.units, self.fighters)}
        self.troops_of = [[u for u in self.units_of[s] if self.kind[u] != GUNS] for s in (0, 1)]
        self.guns_of = [[u for u in self.units_of[s] if self.kind[u] == GUNS] for s in (0, 1)]
        self.clashes: dict[tuple[object, ...], float] = {}  # what attacks promise, once weighed
        self._commands()
        turns = range(self.turns + 2)
        self.wet = [[self.special("wet-fuses", side, t) for t in turns] for side in (0, 1)]

    def _commands(self) -> None:
        """Who commands whom; a set of pieces is an int with a bit for each."""
        fighting, commands = range(self.fighters), range(len(self.commands))
        self.units_in = [[u for u in fighting if self.command[u] == c] for c in commands]
        sides = (0, 1)
        self.commands_of = [[c for c in commands if self.commands[c].side == s] for s in sides]
        self.overall = [
            [u for u in leaders if self.pieces[u].level == OVERALL] for leaders in self.leaders_of
        ]
        troops = [[self.pieces[u] for u in units if u < self.units] for units in self.units_in]
        self.prussian = [any(p.nation == "prussian" for p in own) for own in troops]
        # Who may share a hex, as far as that never changes.
        lists, units = self.rules.stacking.lists, self.pieces[: self.units]
        self.mates = [
            [
                v
                for v, other in enumerate(units)
                if v != u and piece.side == other.side and lists(piece, other)
            ]
            for u, piece in enumerate(units)
        ]
        self.mates += [[] for _ in range(self.units, self.count)]
        # Whose worth depends on where a leader is: his units, and the leaders of his side.
        self.depend = [0] * self.count
        for leaders in self.leaders_of:
            for leader in leaders:
                led = [c for c in commands if self.commands[c].leader == leader]
                all_of_them = {*leaders, *(u for c in led for u in self.units_in[c])}
                self.depend[leader] = sum(1 << u for u in all_of_them)

    def _nouns(self) -> None:
        grid = self.grid
        self.nouns = Nouns(
            [
                ("verb", VERBS),
                ("order", [f"{verb} {i}" for verb in ORDERS for i in self.ids]),
                ("unit", self.ids),
                ("command", [c.id for c in self.commands]),
                ("hex", [grid.name(h) for h in range(grid.size)]),
                ("facing", FACINGS),
                ("number", [str(n) for n in range(10)]),
            ]
        )
        first = self.nouns.first
        self.order_at = first["order"]
        self.unit_at = first["unit"]
        self.hex_at = first["hex"]
        self.facing_at = first["facing"]
        self.command_at = first["command"]

    def graph(self, kind: int, mode: int) -> Graph:
        """The movement graph of a kind of piece in a mode of movement (see terrain.Costs)."""
        found = self.graphs.get((kind, mode))
        if found is None:
            found = Graph(self.grid, Costs(self.ground, self.rules.terrain, kind, mode).cost)
            self.graphs[kind, mode] = found
        return found

    def hex_actions(self, mask: int) -> list[int]:
        """The answers that name the hexes of a set, in order."""
        first = self.hex_at
        return [first + h for h in bits(mask)]

    def command_points(self, leader: int, turn: int) -> int:
        """An overall commander's command points on a turn."""
        for special in self.specials:
            if (
                special.kind == "command-points"
                and special.pieces[0] == leader
                and special.first <= turn <= special.last
            ):
                return special.points
        return self.pieces[leader].cp

    def special(self, kind: str, side: int, turn: int) -> bool:
        """Whether a special rule holds for a side on a turn (side -1: for the battle)."""
        return any(
            s.kind == kind and s.side in (side, -1) and s.first <= turn <= s.last
            for s in self.specials
        )

    def same_army(self, leader: int, c: int) -> bool:
        """Whether a command is of an overall commander's own army: Prussian or not."""
        if self.army[leader] == "prussian":
            return True
        return self.prussian[c] == ("blucher" in self.pieces[leader].traits)

    def may_stand(self, piece: int, h: int) -> bool:
        """Whether a piece could come to a hex at all, from some side."""
        costs = self.graph(self.kind[piece], 0).costs
        around = enumerate(self.grid.neighbours[h])
        return any(n >= 0 and costs[n][(d + 3) % 6] for d, n in around)


@lru_cache(maxsize=32)
def ground_of(text: str, name: str) -> HexMap:
    """The map of a text, shared by every battle that uses it; errors name the file."""
    return read_map(loads(text, name))
