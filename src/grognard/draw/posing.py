"""A question that takes a pose, for a page: the piece, its base, and the ground it can reach."""

from __future__ import annotations

from grognard.draw.scene import Scene
from grognard.draw.scene_info import PoseInfo
from grognard.engine.view import View

_TENTHS = 10  # in an inch


def posing(view: View, scene: Scene) -> PoseInfo | None:
    """What a page must know to ask the viewer for a pose; None if none is asked for."""
    measure = scene.board.inches()
    areas = () if measure is None else view.reach()
    about = view.question.about
    pieces = [piece for piece in scene.pieces if piece.id in about and len(piece.placement.at) == 4]
    if not areas or measure is None or not pieces:
        return None
    piece = min(pieces, key=lambda piece: about.index(piece.id))
    wide, deep = piece.placement.at[2:]
    return PoseInfo(
        piece=piece.id,
        width=wide * measure.inch / _TENTHS,
        depth=deep * measure.inch / _TENTHS,
        reach="".join(measure.path(area.outline) for area in areas),
        scale=measure.inch,
        origin=list(measure.origin),
        says=[area.text for area in areas if area.text],
    )
