"""What the scenes of all boards have in common: pieces first, then names where there is room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.draw.arrangement import Arrangement, Placed
from grognard.draw.labels import Label, Wish, place_names
from grognard.draw.lettering import Box
from grognard.draw.pieces import DrawnPiece, ToldPiece
from grognard.draw.scene import Flag, Scene, Seen
from grognard.engine.battle import Battle
from grognard.engine.system import System
from grognard.engine.view import Marker, View


def look(view: View, system: System) -> Seen:
    """What a view shows."""
    pieces, markers = tuple(system.placements(view)), tuple(system.markers(view))
    return Seen(pieces, markers, system.clock(view), tuple(system.attacks_due(view)))


class SceneMemory:
    """The scene drawn last, from which the next one of the same viewer is drawn sooner."""

    def __init__(self) -> None:
        self.pieces = Arrangement()
        self.names = Arrangement()
        self._seen: Seen | None = None
        self.scene: Scene | None = None
        self._battle: Battle | None = None
        self._fields: list[list[int]] = []  # of the position that was seen

    def look(self, view: View, system: System) -> Seen:
        """What a view shows; the scene is forgotten if that has changed.

        Pieces and markers are those of before if no field of the position has changed.
        """
        fields = view.fields()
        seen = None if view.battle is not self._battle else self._seen
        if seen is None or fields != self._fields:
            new = look(view, system)
        else:
            attacks = tuple(system.attacks_due(view))
            new = seen._replace(clock=system.clock(view), attacks=attacks)
        if new != seen:
            self._seen, self.scene = new, None
            self.pieces.begin(view.battle)
            self.names.begin(view.battle)
        self._battle, self._fields = view.battle, fields
        return new


def tell(
    names: Arrangement,
    flags: Sequence[Box],
    pieces: Sequence[DrawnPiece],
    put: Callable[[DrawnPiece], Placed[ToldPiece]],
) -> list[ToldPiece]:
    """The pieces in words; names will stay off the flags and the plates of pieces."""
    names.lay(flags, lambda box, room: Placed(None, (box,)))
    return names.lay(pieces, lambda piece, room: put(piece))


def name_all(
    names: Arrangement,
    before: Sequence[Wish],
    told: Sequence[ToldPiece],
    after: Sequence[Wish],
    frame: Box,
) -> list[Label]:
    """The names of the pieces, and those of the ground that come before and after them."""
    wishes = [piece.wish for piece in told if piece.wish is not None]
    return place_names(names, [*before, *wishes, *after], frame)


def listing(
    battle: Battle,
    pieces: Sequence[DrawnPiece],
    told: Sequence[ToldPiece],
    markers: Sequence[Marker],
    where: Callable[[Marker], str],
) -> str:
    """The whole board in words, sorted by side and piece; then what lies on the ground."""
    lines = []
    for side, title in enumerate(battle.titles):
        lines.append(f"{title}:")
        both = zip(pieces, told, strict=True)
        lines += [words.line for piece, words in both if piece.side == side]
    for marker in markers:
        held = f", {battle.titles[marker.side]}" if marker.side >= 0 else ""
        lines.append(f"{marker.kind}: {marker.label}{where(marker)}{held}")
    return "\n".join(lines)


def flag_title(marker: Marker, battle: Battle) -> str:
    """What is said of a flag."""
    held = f", {battle.titles[marker.side]}" if marker.side >= 0 else ""
    return f"{marker.label} ({marker.kind}{held})"


def staff(flag: Flag) -> Box:
    """The ground a flag takes."""
    return Box(flag.x - 1, flag.y - 17, flag.x + 11, flag.y)
