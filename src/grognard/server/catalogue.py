"""What can be played: systems, battles, charts, bots, and the grounds of their boards."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Final

import grognard
from grognard.bots import NAMES as BOTS
from grognard.bots import USUAL, says
from grognard.companion.data import variants_of
from grognard.draw import Scene, scene
from grognard.draw.ink import livery
from grognard.draw.scene_info import SceneInfo
from grognard.engine import house
from grognard.engine.battle import Battle
from grognard.engine.errors import GrognardError, UnknownName, did_you_mean
from grognard.engine.house_rules import house_rules
from grognard.engine.step import NOBODY
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.server import game_state, responses

LONGEST_NAME: Final = 80
MOST_GROUNDS: Final = 64
PICTURE_SCALE: Final = 0.4
HASH: Final = 32  # digits

_drawing = Lock()


def battle_info(battle: Battle) -> game_state.BattleInfo:
    """A battle as the lobby shows it."""
    return _battle_info(battle.system, battle)


@lru_cache(maxsize=256)
def unit_names(battle: Battle) -> list[game_state.UnitInfo]:
    """What the units of a battle are called, those that have fallen too."""
    units = grognard.system(battle.system).roster(battle).units
    return [game_state.UnitInfo(unit.id, unit.name, unit.side) for unit in units]


@lru_cache(maxsize=256)
def _battle_info(name: str, battle: Battle) -> game_state.BattleInfo:
    system = grognard.system(name)
    return game_state.BattleInfo(
        id=battle.id,
        system=system.name,
        system_title=system.title,
        title=battle.title,
        date=battle.date,
        summary=battle.summary,
        teaches=battle.teaches,
        difficulty=battle.difficulty,
        length=_length(battle),
        sides=list(battle.sides),
        titles=list(battle.titles),
        inks=[livery(side, index).body for index, side in enumerate(battle.sides)],
        scored=system.scored,
        variants=[variant.name for variant in variants_of(system)],
        tutorial=battle.shipped and battle.name == system.battles()[0],
        secrets=system.start(battle).hides,
        picture=f"/api/battles/{battle.id}/picture.svg" if battle.shipped else "",
    )


def _length(battle: Battle) -> str:
    turns = getattr(battle, "length", "")
    return f"{turns} turns" if turns else ""


def battles() -> list[game_state.BattleInfo]:
    """Every shipped battle, each system's tutorial first."""
    return [battle_info(battle) for battle in grognard.battles()]


@lru_cache(maxsize=256)
def house_info(battle: Battle) -> game_state.HouseInfo | None:
    """The house rules of a battle in words; None if its rules are shipped ones."""
    house.restore(battle.house)
    own = house_rules(grognard.system(battle.system), battle.variant)
    if own is None:
        return None
    changes = [game_state.HouseChangeInfo(c.label or c.id, c.says, c.change) for c in own.changes]
    return game_state.HouseInfo(own.title, own.says, changes)


def systems() -> list[responses.SystemInfo]:
    """Every system, with its variants and tools."""
    return [
        responses.SystemInfo(
            each.name,
            each.title,
            each.summary,
            each.board,
            [responses.VariantInfo(v.name, v.title, v.says) for v in variants_of(each)],
            [responses.ToolInfo(t.name, t.title, t.says, list(t.picks)) for t in each.tools],
        )
        for each in grognard.systems()
    ]


def system(name: str) -> System:
    """A system by its name."""
    known = {each.name: each for each in grognard.systems()}
    if name not in known:
        raise UnknownName(f'no system "{name[:40]}": {did_you_mean(name[:40], known)}')
    return known[name]


def charts(name: str, variant: str) -> list[responses.ChartInfo]:
    """The charts of a system under a variant."""
    book = system(name).rulebook(variant[:LONGEST_NAME])
    return [
        responses.ChartInfo(
            chart.name,
            chart.title,
            list(chart.columns),
            [responses.ChartRowInfo(row.label, list(row.cells)) for row in chart.rows],
        )
        for chart in map(book.chart, book.charts())
    ]


def bots() -> list[responses.BotInfo]:
    """The bots, with their descriptions."""
    return [
        responses.BotInfo(name, name.replace("-", " ").capitalize(), says(name), name == USUAL)
        for name in BOTS
    ]


class Grounds:
    """The grounds of boards by content hash, encoded once."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._lock = Lock()
        self._shipped = False  # whether those of all shipped battles were drawn

    def place(self, drawn: Scene) -> SceneInfo:
        """What changes in a picture; its ground is kept under its hash."""
        ground = drawn.ground()
        if ground.hash not in self._kept:
            with self._lock:
                while len(self._kept) >= MOST_GROUNDS:
                    del self._kept[next(iter(self._kept))]
                self._kept[ground.hash] = ground.json
        return drawn.placing()

    def get(self, hash: str) -> bytes:
        """A ground as JSON."""
        if hash not in self._kept and len(hash) == HASH:
            self._draw_shipped()
        found = self._kept.get(hash)
        if found is None:
            raise UnknownName("unknown ground: load the game again")
        return found

    def _draw_shipped(self) -> None:
        """Draw the shipped battles once: a page may ask for a ground before its game is loaded."""
        with _drawing:
            if not self._shipped:
                self._shipped = True
                for battle in grognard.battles():
                    with suppress(GrognardError):
                        self.place(opening(battle))


def opening(battle: Battle) -> Scene:
    """The board of a battle at its start, as spectators see it."""
    system = grognard.system(battle.system)
    return scene(View(system.start(battle), NOBODY), system)


@lru_cache(maxsize=64)
def picture(name: str) -> tuple[bytes, str]:
    """A small map of a battle with its opening deployment, and its content hash."""
    battle = next((b for b in grognard.battles() if b.id == name), None)
    if battle is None:
        raise UnknownName(f'no battle "{name[:60]}"')
    svg = opening(battle).svg(scale=PICTURE_SCALE).encode()
    return svg, sha256(svg).hexdigest()[:32]
