"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.boards.table.rect import Rect
from grognard.engine.battle import Battle
from grognard.engine.chapters import Chapters
from grognard.engine.grammar import how_many
from grognard.engine.listing import listing
from grognard.engine.muster import MOST, Fixed, Limit, Muster, Pool, Stand
from grognard.engine.position import Position
from grognard.engine.step import EVERYBODY, steps_of
from grognard.engine.tally import Earned, Tally
from grognard.engine.view import View
from grognard.systems.pulses import morale
from grognard.systems.pulses.judging import judgement
from grognard.systems.pulses.judging.weights import PulsesWeights
from grognard.systems.pulses.rules import Rules
from grognard.systems.pulses.shown import pictures
from grognard.systems.pulses.shown.tools import TOOLS, command_of
from grognard.systems.pulses.state.battle import PulsesBattle
from grognard.systems.pulses.state.faults import faults
from grognard.systems.pulses.state.kinds import ARTILLERY, KINDS, RANKS
from grognard.systems.pulses.state.position import (
    END,
    HOLDER,
    PHASE,
    PHASES,
    PULSE,
    SIDE,
    TURN,
    PulsesPosition,
)
from grognard.systems.pulses.state.roster import Unit
from grognard.systems.pulses.terrain import closed_at
from grognard.systems.pulses.turn import set_up
from grognard.systems.tabletop.short_odds import shown
from grognard.systems.tabletop.system import TableSystem
from grognard.systems.tabletop.tally import strength_left

PulsesPosition.STEPS = steps_of("grognard.systems.pulses")
SIDED = 3  # phases from control on belong to one side


class PulsesSystem(TableSystem[Rules, PulsesBattle, PulsesPosition]):
    """Battles in pulses: command dice, initiative, control tests, and forces that may refuse."""

    name = "pulses"
    title = "Pulses: corps and divisions that may refuse"
    scored = "units it may still lose before its army may break"
    summary = "Command dice, initiative, pulses of unknown number, forces that may refuse."
    tools, answers = tuple(TOOLS), TOOLS
    listed, shipped = listing(files("grognard.systems.pulses"))
    list_facts = ("Force",)
    chapters = Chapters(
        Rules, PulsesBattle, PulsesPosition, set_up, morale.result, faults, judgement.judge,
        pictures.placements, pictures.markers, pictures.card, PulsesWeights,
        pictures.attacks_due, command_of,
    )  # fmt: skip

    worn = "hits"
    states = ("suppressed", "square", "withdraw", "hold", "active", "attack")

    def closed_to(self, battle: PulsesBattle, u: int, a: Rect) -> bool:
        if u < battle.stands:
            return closed_at(battle, u, a.x, a.y)
        shut = battle.rules.terrain.closed_areas
        return any(battle.land.areas[i].kind in shut for i in battle.land.areas_at(a.x, a.y))

    def limits(self, variant: str = "sheet") -> tuple[Limit, ...]:
        """The break point of an army: so many units gone, and it rolls for its morale."""
        says = "The army rolls for its morale at the end of every turn."
        parts = self.rules(variant).morale.break_parts
        thirds = tuple(-(-units // parts) for units in range(MOST + 1))
        return (Limit("Break point", "army", "units", thirds, says),)

    def muster(self, battle: Battle) -> Muster:
        """Units by force, officers with their rating, and the break points."""
        own = self.own(battle)
        stands = tuple(
            Stand(
                unit.id, unit.name, unit.side,
                own.forces[unit.force].name if unit.force >= 0 else "",
                f"{RANKS[unit.rank]} commander" if unit.rank >= 0
                else KINDS[unit.kind].replace("-", " "),
                unit.strength, _rating(unit), unit.rank >= 0, *own.base[u], own.arm[u] != ARTILLERY,
                unit.turn,
            )
            for u, unit in enumerate(own.units)
        )  # fmt: skip
        fixed = tuple(Fixed("Break point", side, "", own.breaks[side]) for side in (0, 1))
        pools = tuple(
            Pool(
                "Command dice", unit.side, "command", (("level", unit.rating),),
                f"{unit.name} rolls {unit.rating}d6 at the start of a turn.",
            )
            for unit in own.units
            if unit.rank >= 0 and RANKS[unit.rank] == "army"
        )  # fmt: skip
        return Muster(stands, fixed, pools)

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`turn-length` without facts: how many pulses a turn has; the rest are plain checks."""
        if check != "turn-length" or values:
            return None
        return shown(self.rules(variant).initiative.d4.lengths())

    def score(self, view: View) -> tuple[int, ...]:
        """The units each army may still lose before its break point."""
        p = self.seen(view)
        return tuple(max(0, -morale.beyond(p, side)) for side in (0, 1))

    def earned(self, position: Position) -> list[Earned]:
        return morale.earned(self.at(position))

    def purse(self, view: View) -> tuple[str, ...]:
        """The command dice of each side."""
        return tuple(how_many(dice, "die", "dice") for dice in self.seen(view).pool)

    def tally(self, position: Position) -> Tally:
        p = self.at(position)
        return Tally(p.clock[TURN], strength_left(p, p.hits), p.held.copy())

    def is_fought(self, position: Position, unit: int) -> bool:
        return self.at(position).foe[unit] < 0

    def mover(self, position: Position) -> int:
        clock = self.at(position).clock
        return clock[SIDE] if clock[PHASE] >= SIDED else EVERYBODY

    def span(self, position: Position) -> tuple[int, ...]:
        clock = self.at(position).clock
        return clock[TURN], clock[PULSE], self.mover(position)

    def phase(self, position: Position) -> int:
        return self.at(position).clock[PHASE]

    def clock(self, view: View) -> str:
        p = self.seen(view)
        clock, battle = p.clock, p.battle
        turn, phase = clock[TURN], clock[PHASE]
        last = battle.turns if turn <= battle.turns else f"at most {battle.last_turn}"
        when = f"Turn {turn} of {last}, {battle.hour(turn)}, pulse"
        if phase == END:
            return f"{when} {clock[PULSE]} · end"
        side = battle.titles[clock[SIDE] if phase >= SIDED else clock[HOLDER]]
        return f"{when} {clock[PULSE] + 1} · {side}: {PHASES[phase]}"


def _rating(unit: Unit) -> str:
    """What is written on a roster: an officer's level or modifier and dice, skirmishers, MX."""
    if unit.rank >= 0:
        words = [
            f"level {unit.rating}" if RANKS[unit.rank] != "sub" else f"control {unit.rating:+d}"
        ]
        words += [f"+{unit.dice} dice"] if unit.dice else []
    else:
        words = [f"SK{unit.sk}"] if unit.sk else []
        words += ["MX"] if unit.mx else []
    return ", ".join(words)
