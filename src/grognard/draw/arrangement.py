"""Things placed one after another, each where those before it leave room.

After a change only what is new, and what the change concerns, is placed again. The result is the
same as if everything were placed from the start, because each thing takes the best of some spots,
and a spot never gets better by what is put upon it. So a thing stays where it is as long as

- whatever kept it from better spots is still there, and
- nothing new lies on its own spot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Generic, NamedTuple, TypeVar

from grognard.draw.lettering import Box
from grognard.draw.space import Edges, Owner, Space

K = TypeVar("K")
T = TypeVar("T")

_LAYER = 1_000_000  # more things than any layer holds
_NOWHERE = Box(inf, inf, -inf, -inf)


class Placed(NamedTuple, Generic[T]):
    """A thing in its place; later ones stay off what it takes, and rather off what it covers."""

    thing: T
    takes: tuple[Box, ...] = ()
    covers: tuple[Box, ...] = ()
    spot: tuple[Edges, ...] = ()  # the ground that was found to be free


class Room:
    """The sheet as a thing finds it, with what was placed before it alone; it notes what it met."""

    __slots__ = ("_before", "_covered", "_last", "_taken", "blocks", "covers")

    def __init__(self, taken: Space, covered: Space, before: int) -> None:
        self._taken = taken
        self._covered = covered
        self._before = before
        self._last = _NOWHERE
        self.blocks: set[Box] = set()
        self.covers: set[Box] = set()

    def is_taken(self, edges: Edges) -> bool:
        """Whether anything takes ground there."""
        left, top, right, bottom = edges
        a, b, c, d = self._last
        if left < c and a < right and top < d and b < bottom:
            return True  # most often it is what was in the way before
        found = self._taken.first(edges, self._before)
        if found is None:
            return False
        self.blocks.add(found)
        self._last = found
        return True

    def covered(self, edges: Edges) -> set[Box]:
        """What is covered there."""
        found = self._covered.near(edges, self._before)
        self.covers |= found
        return found


class _Ground:
    """One kind of boxes, and how they have changed in this round."""

    def __init__(self) -> None:
        self.space = Space()
        self.begin()

    def begin(self) -> None:
        self.gone: set[Box] = set()
        self.new: list[Box] = []
        self._within = _NOWHERE  # all that is new

    def take(self, boxes: Sequence[Box], owner: Owner) -> None:
        for box in boxes:
            self.space.add(box, owner)
            self.new.append(box)
            a, b, c, d = self._within
            self._within = Box(min(a, box[0]), min(b, box[1]), max(c, box[2]), max(d, box[3]))

    def drop(self, boxes: Sequence[Box], owner: Owner) -> None:
        for box in boxes:
            self.space.remove(box, owner)
        self.gone.update(boxes)

    def lacks(self, met: set[Box], before: int) -> bool:
        """Whether something that was met is there no longer."""
        if met.isdisjoint(self.gone):
            return False
        return not all(self.space.holds(box, before) for box in met & self.gone)

    def reaches(self, edges: Edges, met: set[Box]) -> bool:
        """Whether something new that was not met already lies there."""
        left, top, right, bottom = edges
        a, b, c, d = self._within
        if not (left < c and a < right and top < d and b < bottom):
            return False
        for box in self.new:
            a, b, c, d = box
            if left < c and a < right and top < d and b < bottom and box not in met:
                return True
        return False


class _Item(Owner):
    """A thing that was placed, and what it met on the sheet."""

    __slots__ = ("blocks", "covers", "key", "placed")

    def __init__(self, key: Any) -> None:
        super().__init__()
        self.key = key
        self.placed: Placed[Any] | None = None
        self.blocks: set[Box] = set()
        self.covers: set[Box] = set()


class Arrangement:
    """Layers of things on a sheet, as they were placed last."""

    def __init__(self) -> None:
        self._sheet: object = None
        self._taken, self._covered = _Ground(), _Ground()
        self._layers: list[list[_Item]] = []
        self._next = 0

    def begin(self, sheet: object) -> None:
        """Arrange things on a sheet; another one than before begins empty."""
        if sheet is not self._sheet:
            self._sheet = sheet
            self._taken, self._covered, self._layers = _Ground(), _Ground(), []
        self._taken.begin()
        self._covered.begin()
        self._next = 0

    def lay(self, keys: Sequence[K], place: Callable[[K, Room], Placed[T]]) -> list[T]:
        """The next layer: a thing for each key in turn, after those of the layers before.

        `place` must give the same for equal keys and equal answers of the room, and choose the
        best of some spots as described above.
        """
        layer, self._next = self._next, self._next + 1
        if layer == len(self._layers):
            self._layers.append([])
        items, gone = _matched(self._layers[layer], keys)
        for item in gone:
            self._clear(item)
        for order, item in enumerate(items, layer * _LAYER):
            item.order = order
        self._layers[layer] = items
        things = []
        for item in items:
            placed = item.placed
            if placed is None or (
                (placed.spot or item.blocks or item.covers) and self._is_stale(item, placed)
            ):
                placed = self._place(item, place)
            things.append(placed.thing)
        return things

    def _is_stale(self, item: _Item, placed: Placed[Any]) -> bool:
        taken, covered = self._taken, self._covered
        for edges in placed.spot:
            if taken.reaches(edges, item.blocks) or covered.reaches(edges, item.covers):
                return True
        if not item.blocks and not item.covers:
            return False
        return taken.lacks(item.blocks, item.order) or covered.lacks(item.covers, item.order)

    def _place(self, item: _Item, place: Callable[[Any, Room], Placed[Any]]) -> Placed[Any]:
        room = Room(self._taken.space, self._covered.space, item.order)
        placed = place(item.key, room)
        item.blocks, item.covers = room.blocks, room.covers
        if item.placed is not None:
            if placed == item.placed:
                return item.placed  # the very thing that was there
            self._clear(item)
        item.placed = placed
        self._taken.take(placed.takes, item)
        self._covered.take(placed.covers, item)
        return placed

    def _clear(self, item: _Item) -> None:
        if item.placed is not None:
            self._taken.drop(item.placed.takes, item)
            self._covered.drop(item.placed.covers, item)


def _matched(old: list[_Item], keys: Sequence[Any]) -> tuple[list[_Item], list[_Item]]:
    """An item for each key, in order, the old ones where they are known; and those that are gone.

    Items keep their order among each other: one that changes places counts as gone and new.
    """
    start, most = 0, min(len(old), len(keys))
    while start < most and _same(old[start], keys[start]):
        start += 1
    end = 0
    while end < most - start and _same(old[-1 - end], keys[-1 - end]):
        end += 1
    middle = old[start : len(old) - end]
    known = {item.key: item for item in middle}
    items, last = old[:start], -1
    for key in keys[start : len(keys) - end]:
        item = known.get(key)
        if item is None or item.order <= last:
            item = _Item(key)
        else:
            last = item.order
        items.append(item)
    kept = set(items[start:])
    items += old[len(old) - end :]
    return items, [item for item in middle if item not in kept]


def _same(item: _Item, key: Any) -> bool:
    return item.key is key or bool(item.key == key)
