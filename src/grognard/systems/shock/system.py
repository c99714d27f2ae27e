"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.boards.hexmap import HexMap
from grognard.engine.battle import Battle
from grognard.engine.chapters import Chapters, ChapterSystem
from grognard.engine.check import Fact
from grognard.engine.errors import BadSituation, UnknownName, did_you_mean, which_there_are
from grognard.engine.event import Event
from grognard.engine.listing import listing
from grognard.engine.muster import Muster, Stand
from grognard.engine.position import Position
from grognard.engine.step import EVERYBODY, steps_of
from grognard.engine.tally import Earned, Roster, Tally
from grognard.engine.toml import Table
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.shock import victory
from grognard.systems.shock.judging import judgement
from grognard.systems.shock.judging.weights import ShockWeights
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.shock_table import ONE_SIDE
from grognard.systems.shock.shown import pictures, tally, tools
from grognard.systems.shock.shown.tools import command_of
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.faults import faults
from grognard.systems.shock.state.kinds import (
    ARMS,
    COMMAND,
    GONE,
    LEADER,
    NONE,
    OPERATIONS,
    PHASE,
    PHASES,
    TURN,
)
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.state.setup import set_up
from grognard.systems.shock.terrain import read_map
from grognard.systems.shock.turn import NextTurn

ShockPosition.STEPS = steps_of("grognard.systems.shock")


class ShockSystem(ChapterSystem[Rules, ShockBattle, ShockPosition]):
    """Hex battles: fire and shock tables, cohesion, charges and squares."""

    name = "shock"
    title = "Shock: hexes, fire and shock"
    scored = "victory points"
    summary = "Brigades on hexes: fire and shock tables, cohesion, charges, squares and command."
    board = "hexes"
    listed, shipped = listing(files("grognard.systems.shock"))
    list_facts = ("Cohesion", "Command")
    tools = tools.TOOLS
    teaches = True
    chapters = Chapters(
        Rules, ShockBattle, ShockPosition, set_up, victory.result, faults, judgement.judge,
        pictures.placements, pictures.markers, pictures.card, ShockWeights,
        pictures.attacks_due, command_of,
    )  # fmt: skip

    def start(self, battle: Battle, ear: list[Event] | None = None) -> Position:
        """The position at the beginning of the first turn."""
        p = set_up(self.own(battle))
        p.stack.append(NextTurn())
        p.ear = ear
        p.settle()
        p.ear = None
        return p

    def read_map(self, table: Table) -> HexMap:
        return read_map(table)

    states = ("D-1", "D-2", "routed", "blown", "square", "extended line", "engaged")

    def muster(self, battle: Battle) -> Muster:
        """Units by command with their ratings, and leaders."""
        own = self.own(battle)
        stands = []
        for piece in own.pieces:
            leads = piece.arm == LEADER
            command = own.commands[piece.command].name if piece.command >= 0 else ""
            rating = f"Orders {piece.orders}" if piece.orders else f"command points {piece.cp}"
            if not leads:
                rating = f"Cohesion {piece.cohesion}"
            kind = "leader" if leads else ARMS[piece.arm].replace("-", " ")
            strength = 0 if leads else piece.sp
            stands.append(
                Stand(
                    piece.id,
                    piece.name,
                    piece.side,
                    command,
                    kind,
                    strength,
                    rating,
                    leads,
                    turn=piece.turn,
                )
            )
        return Muster(tuple(stands))

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`shock ratio=… drm=… side=…`: one side's codes."""
        if check != "shock" or "side" not in values:
            return None
        unknown = [key for key in values if key not in ("ratio", "drm", "side")]
        if unknown:
            hint = which_there_are(unknown[0], ("ratio", "drm", "side"))
            raise BadSituation(f'shock: with side= there is no fact "{unknown[0]:.40}": {hint}')
        side = values["side"]
        if side not in ("attacker", "defender"):
            raise BadSituation(f'shock: side="{side:.40}" must be attacker or defender')
        if "ratio" not in values:
            raise BadSituation("shock: side= needs a ratio, such as ratio=2-1")
        kind = self.rules(variant).shock_kind
        facts = kind.read({k: v for k, v in values.items() if k != "side"})
        return {"outcomes": kind.one_side(facts, side).fractions()}

    def short_facts(self, check: str) -> tuple[Fact, ...]:
        """`side`: whose codes of the shock table are wanted."""
        return (ONE_SIDE,) if check == "shock" else ()

    def score(self, view: View) -> tuple[float, ...]:
        return tuple(halves / 2 for halves in victory.half_points(self.seen(view)))

    def earned(self, position: Position) -> list[Earned]:
        return victory.earned(self.at(position))

    def purse(self, view: View) -> tuple[str, ...]:
        """The commands in the draw."""
        return pictures.purse(self.seen(view))

    def roster(self, battle: Battle) -> Roster:
        return tally.roster(self.own(battle))

    def tally(self, position: Position) -> Tally:
        return tally.tally(self.at(position))

    def whereabouts(self, position: Position, unit: int) -> str:
        return tally.whereabouts(self.at(position), unit)

    def put(self, position: Position, id: str, place: str, lost: int | None = None) -> None:
        """A piece stands in the middle of its hex, and keeps its facing."""
        p = self.at(position)
        ids = p.battle.ids
        name = id.rpartition(":")[2]
        if name not in ids:
            raise UnknownName(f'no piece "{name:.60}": {did_you_mean(name, ids)}')
        u = ids.index(name)
        grid = p.battle.grid
        p.hex[u] = GONE if place == "off" else grid.parse(place.removeprefix("hex:"))
        p.second[u] = NONE
        if lost is not None:
            p.steps[u] = p.battle.pieces[u].sp - lost

    def mover(self, position: Position) -> int:
        p = self.at(position)
        command = p.clock[COMMAND] if p.clock[PHASE] >= OPERATIONS else -1
        return p.battle.commands[command].side if command >= 0 else EVERYBODY

    def span(self, position: Position) -> tuple[int, ...]:
        clock = self.at(position).clock
        return clock[TURN], clock[COMMAND], self.mover(position)

    def clock(self, view: View) -> str:
        clock = self.seen(view).clock
        return view.battle.clock(max(1, clock[TURN]), PHASES[clock[PHASE]])

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        return tools.find(self.seen(view), tool, ids)
