"""Drawing: a view of a battle as a scene, as SVG, as PNG, without rules or system names."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards import AREAS, HEXES, TABLE
from grognard.draw import areaboard, hexboard, tableboard
from grognard.draw.key import key, stand_key
from grognard.draw.labels import PlacedNames
from grognard.draw.raster import png
from grognard.draw.scene import Scene, Seen
from grognard.engine.errors import GrognardError
from grognard.engine.system import System
from grognard.engine.view import View

__all__ = ["Scene", "SceneMemory", "key", "png", "scene", "stand_key", "svg"]

SCENES = {HEXES: hexboard.scene, AREAS: areaboard.scene, TABLE: tableboard.scene}


class SceneMemory:
    """The scene drawn last, from which the next one of the same viewer is drawn sooner."""

    def __init__(self) -> None:
        self.names = PlacedNames()
        self.seen: Seen | None = None
        self.scene: Scene | None = None


def scene(view: View, system: System, memory: SceneMemory | None = None) -> Scene:
    """Ground, symbols and placements of what a side may see; do not change one with a memory."""
    draw = SCENES.get(system.board)
    if draw is None:
        raise GrognardError(f'no drawing for boards of "{system.board}" ({", ".join(SCENES)})')
    placements, markers = tuple(system.placements(view)), tuple(system.markers(view))
    seen = Seen(placements, markers, system.clock(view))
    if memory is None:
        return draw(view, system, seen, PlacedNames())
    if memory.scene is None or memory.seen != seen:
        memory.scene, memory.seen = draw(view, system, seen, memory.names), seen
    return memory.scene


def svg(
    view: View,
    system: System,
    *,
    highlight: Sequence[str] = (),
    arrows: Sequence[Sequence[str]] = (),
    scale: float = 1.0,
) -> str:
    """A picture of what a side may see, with some ids lit up and ways drawn as arrows."""
    return scene(view, system).svg(highlight, arrows, scale)
