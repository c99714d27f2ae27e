"""A question that takes a pose, for a page: the piece, its base, and the ground it can reach."""

from __future__ import annotations

from grognard.draw.scene import Scene
from grognard.draw.scene_info import PoseInfo
from grognard.draw.tablepieces import tail
from grognard.engine.system import System
from grognard.engine.view import View

_TENTHS = 10  # in an inch
_MILS = 1000
_DISC = 12  # tenths: about as large as the sign of one who leads


def posing(view: View, scene: Scene, system: System) -> PoseInfo | None:
    """What a page must know to ask the viewer for a pose; None if none is asked for."""
    measure = scene.board.inches()
    areas = () if measure is None else view.reach()
    about = view.question.about
    pieces = [piece for piece in scene.pieces if piece.id in about]
    if not areas or measure is None or not pieces:
        return None
    piece = min(pieces, key=lambda piece: about.index(piece.id))
    round_about = piece.placement.turn is None  # one who leads has neither a base nor a facing
    wide, deep = (_DISC, _DISC) if round_about else piece.placement.at[2:]
    command = system.command_of(view.guess(), piece.id) if round_about else None
    return PoseInfo(
        piece=piece.id,
        width=wide * measure.inch / _TENTHS,
        depth=deep * measure.inch / _TENTHS,
        reach="".join(measure.path(area.outline) for area in areas),
        scale=measure.inch,
        origin=list(measure.origin),
        round=round_about,
        behind=[tenths * measure.inch / _TENTHS for tenths in tail(piece.placement)],
        radius=0 if command is None else command.reach * measure.inch / _MILS,
        says=[area.text for area in areas if area.text],
    )
