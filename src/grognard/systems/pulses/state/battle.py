"""The battle of this system: the table, the forces, and what is worked out from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.ground import Area, Ground, place
from grognard.boards.table.lattice import INCH
from grognard.engine.battlefile import BattleTexts
from grognard.systems.pulses.state.kinds import ARM_OF, ARMY, ARTILLERY, WING
from grognard.systems.pulses.state.roster import Roster, Unit
from grognard.systems.tabletop.battle import TableBattle, areas_of, crossings_of, hills_of, lines_of

if TYPE_CHECKING:
    from grognard.systems.pulses.rules import Rules

VERBS: Final = (
    "done", "halt", "pass", "low die", "high die", "both dice",
    "test", "test with one", "test with two", "choose hold",
    "lapels withdraw", "lapels hold", "lapels active", "lapels attack",
    "stay in reserve", "release",
    "withdraw", "hold", "active", "attack",
    "keep", "sub-commander", "command die", "all help",
    "hold fire", "evade", "stand", "square", "line",
    "full move", "to the radius", "stay", "take", "alone", "attach",
)  # fmt: skip
(
    DONE, HALT, PASS, LOW_DIE, HIGH_DIE, BOTH_DICE,
    TEST, TEST_ONE, TEST_TWO, CHOOSE_HOLD,
    LAPELS, LAPELS_HOLD, LAPELS_ACTIVE, LAPELS_ATTACK,
    RESERVE, RELEASE,
    PICK, PICK_HOLD, PICK_ACTIVE, PICK_ATTACK,
    KEEP, SUB_HELP, COMMAND_DIE, ALL_HELP,
    HOLD_FIRE, EVADE, STAND, SQUARE, LINE,
    FULL_MOVE, TO_RADIUS, STAY, TAKE, ALONE, ATTACH,
) = range(len(VERBS))  # fmt: skip


class PulsesBattle(TableBattle):
    """A battle on the tabletop: units, then sub-commanders in the order of forces, commanders."""

    units: list[Unit]

    def __init__(self, texts: BattleTexts, rules: Rules) -> None:
        super().__init__(texts, rules)
        self.rules = rules
        roster = self.read(texts, Roster, rules)
        self.roster = roster
        self.first_turn = roster.first_turn
        self.last_turn = self.turns + rules.turn.extra_turns
        self._survey()
        self._muster(roster)
        self.name_actions(VERBS)
        self.seal()
        # A turn has at most four pulses, in which a unit moves by at most a dozen answers and
        # fights and tests a few times.
        turns = self.last_turn - self.first_turn + 1
        self.bound = 200 + turns * 4 * (20 + self.count * 40)

    def hour(self, turn: int) -> str:
        """The hour at which a turn begins; turns are numbered on the clock of the day."""
        return super().hour(turn - self.first_turn + 1)

    def _survey(self) -> None:
        ground = self.ground
        areas = [area for area in areas_of(ground) if area.kind in self.rules.terrain.felt]
        lines, hills = lines_of(ground), hills_of(ground)
        spots = crossings_of(ground, self.rules.terrain.crossing_wide)
        self.land = Ground(self.wide, self.high, areas, lines, hills, spots)
        # The same ground without what a leg does not meet or passes free, and where it may meet it.
        terrain = self.rules.terrain
        felt = [line for line in lines if line.kind in (*terrain.obstacles, *terrain.closed_lines)]
        self.lands = [
            [Ground(self.wide, self.high, some, felt, rises, spots) for rises in ((), hills)]
            for some in ((), areas)
        ]
        # Where climbing costs nothing, contours need not be looked at.
        self.flat = self.lands[1][0]
        # What nobody passes.
        barred = [area for area in areas if area.kind in terrain.closed_areas]
        shut = [line for line in lines if line.kind in terrain.closed_lines]
        self.barred = Ground(self.wide, self.high, barred, shut, (), spots)
        self.slopes = squares_of(hills, self.high, inside=False)
        self.covered = squares_of(areas, self.high, inside=True)

    def _muster(self, roster: Roster) -> None:
        units = roster.units
        rules = self.rules
        self.muster(units, roster.stands, ARM_OF, rules.movement.bases)
        self.forces = roster.forces
        self.force = [unit.force for unit in units]
        self.sk = [unit.sk for unit in units]
        self.heavy = [int(unit.heavy) for unit in units]
        self.rank = [unit.rank for unit in units]
        self.radius = [force.radius for force in self.forces]
        stands = range(self.stands)
        self.units_of = [[u for u in stands if self.force[u] == f] for f in range(len(self.forces))]
        self.forces_of = [
            [f for f, force in enumerate(self.forces) if force.side == s] for s in (0, 1)
        ]
        self.commanders_of = [
            [u for u in range(self.count) if self.rank[u] in (ARMY, WING) and self.side[u] == s]
            for s in (0, 1)
        ]
        self.givers = [self._givers(f) for f in range(len(self.forces))]
        counts = [len(stands_of) for stands_of in self.stands_of]  # pulses.morale.break-point-base
        thirds = [-(-count // rules.morale.break_parts) for count in counts]
        self.breaks = [roster.breaks[side] or thirds[side] for side in (0, 1)]
        # The units whose loss counts.
        self.troops_of = [
            [u for u in stands_of if self.arm[u] != ARTILLERY] for stands_of in self.stands_of
        ]

    def _givers(self, force: int) -> list[int]:
        """The commanders who have powers over a force."""
        wings = self.roster.wings
        # pulses.rulings.wing-commander
        return [
            u
            for u in self.commanders_of[self.forces[force].side]
            if self.rank[u] == ARMY or force in wings[self.units[u].id]
        ]

    def sub(self, force: int) -> int:
        """The sub-commander of a force, as a unit."""
        return self.stands + force

    def weather(self, turn: int) -> int:
        so_far = [kind for start, kind in self.roster.weather if start <= turn]
        return so_far[-1] if so_far else 0

    def land_along(self, ax: int, ay: int, bx: int, by: int) -> Ground:
        """The ground with what a leg may meet on it: most legs meet little, and that is quick."""
        left, right = (ax, bx) if ax < bx else (bx, ax)
        top, bottom = (ay, by) if ay < by else (by, ay)
        slope = cover = 0
        for row in range(top // INCH, bottom // INCH + 1):
            slope |= self.slopes[row]
            cover |= self.covered[row]
        # A wheel may lead off the table.
        mask = (1 << max(0, right) // INCH + 1) - (1 << max(0, left) // INCH)
        return self.lands[int(cover & mask != 0)][int(slope & mask != 0)]


def squares_of(areas: Sequence[Area], high: int, inside: bool) -> list[int]:
    """For each row of square inches a mask of those that outlines may touch, or areas cover."""
    rows = [0] * (high // INCH + 2)
    for area in areas:
        for i in range(len(area.xs)):
            left, right = sorted((area.xs[i - 1] // INCH, area.xs[i] // INCH))
            top, bottom = sorted((area.ys[i - 1] // INCH, area.ys[i] // INCH))
            for row in range(top, bottom + 1):
                rows[row] |= (1 << right + 1) - (1 << left)
        if inside:
            left, top, right, bottom = (side // INCH for side in area.box)
            for row in range(top, bottom + 1):
                for column in range(left, right + 1):
                    middle = (column * INCH + INCH // 2, row * INCH + INCH // 2)
                    if place(area, *middle) != OUTSIDE:
                        rows[row] |= 1 << column
    return rows
