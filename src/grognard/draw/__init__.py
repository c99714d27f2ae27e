"""Drawing: a view of a battle as a scene, as SVG, as PNG, without rules or system names."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards import AREAS, HEXES, TABLE
from grognard.draw import areaboard, hexboard, tableboard
from grognard.draw.composing import SceneMemory, look
from grognard.draw.key import key, stand_key
from grognard.draw.raster import png
from grognard.draw.scene import Scene
from grognard.engine.errors import GrognardError
from grognard.engine.system import System
from grognard.engine.view import View

__all__ = ["Scene", "SceneMemory", "key", "png", "scene", "stand_key", "svg"]

SCENES = {HEXES: hexboard.scene, AREAS: areaboard.scene, TABLE: tableboard.scene}


def scene(view: View, system: System, memory: SceneMemory | None = None) -> Scene:
    """Ground, symbols and placements of what a side may see; do not change one with a memory."""
    draw = SCENES.get(system.board)
    if draw is None:
        raise GrognardError(f'no drawing for boards of "{system.board}" ({", ".join(SCENES)})')
    if memory is None:
        seen, memory = look(view, system), SceneMemory()
    else:
        seen = memory.look(view, system)
    if memory.scene is None:
        memory.scene = draw(view, system, seen, memory)
        memory.scene.attacks = seen.attacks
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
