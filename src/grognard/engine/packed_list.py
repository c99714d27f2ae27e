"""Lists that grow as long as a game lasts: their last entries as they are, older ones packed."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar, overload

from msgspec import json

BLOCK: Final = 64  # entries packed together

T = TypeVar("T")


class PackedList(Sequence[T]):
    """A list to add to and to cut off at its end. Entries are named tuples of one kind.

    >>> from grognard.engine.dice import Die
    >>> many = PackedList(Die, (Die(6, first) for first in range(1000)))
    >>> many[3], many[-1], len(many), many[70:72] == [Die(6, 70), Die(6, 71)]
    (Die(sides=6, first=3), Die(sides=6, first=999), 1000, True)
    """

    __slots__ = ("_blocks", "_kind", "_tail")

    def __init__(self, kind: type[T], entries: Iterable[T] = ()) -> None:
        self._kind: Any = kind
        self._blocks: list[bytes] = []
        self._tail: list[T] = []
        self.extend(entries)

    def extend(self, entries: Iterable[T]) -> None:
        """Add entries at the end."""
        self._tail += entries
        if len(self._tail) >= 2 * BLOCK:
            self._pack()

    def append(self, entry: T) -> None:
        """Add an entry at the end."""
        self._tail.append(entry)
        if len(self._tail) >= 2 * BLOCK:
            self._pack()

    def cut(self, count: int) -> None:
        """Keep the first entries only."""
        packed = len(self._blocks) * BLOCK
        if count < packed:
            self._tail = self[count - count % BLOCK : count]
            del self._blocks[count // BLOCK :]
        else:
            del self._tail[count - packed :]

    def copy(self) -> PackedList[T]:
        """An independent copy."""
        twin: PackedList[T] = PackedList.__new__(PackedList)
        twin._kind, twin._blocks, twin._tail = self._kind, self._blocks[:], self._tail[:]
        return twin

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._tail)

    def __iter__(self) -> Iterator[T]:
        for number in range(len(self._blocks)):
            yield from self._unpacked(number)
        yield from self._tail

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._tail)
        for number in reversed(range(len(self._blocks))):
            yield from reversed(self._unpacked(number))

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        wanted = range(len(self))[index]
        if isinstance(wanted, int):
            number, place = divmod(wanted, BLOCK)
            if number < len(self._blocks):
                return self._unpacked(number)[place]
            return self._tail[wanted - len(self._blocks) * BLOCK]
        if not wanted:
            return []
        first = min(wanted[0], wanted[-1]) // BLOCK
        some: list[T] = []
        for number in range(first, len(self._blocks)):
            some += self._unpacked(number)
        before = min(first, len(self._blocks)) * BLOCK
        some += self._tail
        return [some[each - before] for each in wanted]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))

    def _pack(self) -> None:
        while len(self._tail) >= 2 * BLOCK:
            self._blocks.append(zlib.compress(json.encode(self._tail[:BLOCK])))
            del self._tail[:BLOCK]

    def _unpacked(self, number: int) -> list[T]:
        entries: list[T] = _reader(self._kind).decode(zlib.decompress(self._blocks[number]))
        return entries


@lru_cache
def _reader(kind: Any) -> json.Decoder[Any]:
    return json.Decoder(list[kind])
