"""A question that takes a pose, for a page: the piece, its base, and the ground it can reach."""

from __future__ import annotations

from typing import Any

from grognard.draw.curves import polygon
from grognard.draw.grounds import lattice
from grognard.draw.scene import Scene
from grognard.engine.view import View

_TENTHS = 10  # in an inch
_MILS = 1000


def posing(view: View, scene: Scene) -> dict[str, Any] | None:
    """What a page must know to ask the viewer for a pose, all in the picture's units; or None."""
    areas = view.reach()
    table = lattice(scene.board)
    about = view.question.about
    pieces = [piece for piece in scene.pieces if piece.id in about and len(piece.placement.at) == 4]
    if not areas or table is None or not pieces:
        return None
    scale, (left, top) = table["scale"], table["origin"]
    piece = min(pieces, key=lambda piece: about.index(piece.id))
    wide, deep = piece.placement.at[2:]
    outlines = (
        polygon([(left + x * scale / _MILS, top + y * scale / _MILS) for x, y in area.outline])
        for area in areas
    )
    return {
        "piece": piece.id,
        "width": wide * scale / _TENTHS,
        "depth": deep * scale / _TENTHS,
        "reach": "".join(outlines),
        "scale": scale,
        "origin": [left, top],
        "says": [area.text for area in areas if area.text],
    }
