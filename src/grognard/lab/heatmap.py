"""Where units fell, as spots of heat over the drawing of the board."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from grognard.draw import Scene, scene
from grognard.draw.curves import number
from grognard.draw.ink import livery
from grognard.engine.battle import Battle
from grognard.engine.system import System
from grognard.engine.view import View

LARGEST = 0.045  # of the board's width: the spot where most units fell
SMALLEST = 0.008


def heatmap(system: System, battle: Battle, fell: Counter[tuple[str, int]]) -> str:
    """The board without its pieces, and over it a spot for each place and side."""
    drawn = scene(View(system.start(battle), 0), system)
    bare = Scene(
        drawn.board, drawn.symbols, drawn.flags, [], _ground_names(drawn), [], battle.title, ""
    )
    spots = _spots(drawn, battle, fell)
    picture = bare.svg().replace("</svg>\n", f'<g id="heat">{spots}</g></svg>')
    wide, high = number(drawn.board.width), number(drawn.board.height)
    # The width comes from the page, not from the picture.
    return picture.replace(f' width="{wide}" height="{high}"', ' class="board"', 1)


def _ground_names(drawn: Scene) -> list:  # type: ignore[type-arg]
    pieces = {piece.placement.label for piece in drawn.pieces}
    return [label for label in drawn.labels if label.line is None and label.text.text not in pieces]


def _spots(drawn: Scene, battle: Battle, fell: Counter[tuple[str, int]]) -> str:
    most = max(fell.values(), default=0)
    parts = []
    # The hottest first, so that small spots lie on top.
    for (place, side), count in sorted(fell.items(), key=lambda item: (-item[1], item[0])):
        point = drawn.board.point(place)
        if point is None:
            continue
        size = max(SMALLEST, LARGEST * sqrt(count / most)) * drawn.board.width
        colour = livery(battle.sides[side], side).body
        x = point[0] + (size / 3 if side else -size / 3)
        times = f"{count} time{'s' * (count != 1)}"
        parts.append(
            f'<circle cx="{number(x)}" cy="{number(point[1])}" r="{number(size)}" fill="{colour}"'
            f' fill-opacity=".45" stroke="{colour}" stroke-width="1.5">'
            f"<title>{battle.titles[side]}: {times}</title></circle>"
        )
    return "".join(parts)
