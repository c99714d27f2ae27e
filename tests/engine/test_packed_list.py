"""Packed lists behave as lists do, however much of them is packed."""

import random

import pytest

from grognard.engine.event import EventKind
from grognard.engine.log import LogEntry
from grognard.engine.packed_list import BLOCK, PackedList


def entry(number: int) -> LogEntry:
    """An entry that uses every field."""
    kind = list(EventKind)[number % len(EventKind)]
    return LogEntry(
        number, f"é {number}", number % 3 - 1, (f"hex:{number}",), True, 1, ((6, 2),), True, kind
    )


def test_a_packed_list_is_added_to_cut_and_read_as_a_list_is() -> None:
    luck, plain, packed = random.Random(3), list[LogEntry](), PackedList(LogEntry)
    for number in range(400):
        more = [entry(1000 * number + i) for i in range(luck.randint(0, 9))]
        plain += more
        packed.extend(more)
        if luck.random() < 0.05:
            count = luck.randint(0, len(plain))
            del plain[count:]
            packed.cut(count)
        if not plain:
            continue
        assert len(packed) == len(plain)
        at = luck.randrange(-len(plain), len(plain))
        start, stop = sorted(luck.choices(range(len(plain) + 5), k=2))
        assert packed[at] == plain[at]
        assert packed[start:stop] == plain[start:stop] and packed[at:] == plain[at:]
        assert packed[stop:start:-3] == plain[stop:start:-3]
    assert packed == plain and list(reversed(packed)) == plain[::-1]
    assert len(plain) > 3 * BLOCK  # else nothing was packed
    with pytest.raises(IndexError):
        packed[len(plain)]


def test_a_copy_of_a_packed_list_is_its_own() -> None:
    packed = PackedList(LogEntry, map(entry, range(5 * BLOCK)))
    twin = packed.copy()
    twin.cut(BLOCK + 1)
    twin.append(entry(7))
    assert len(packed) == 5 * BLOCK and packed[-1] == entry(5 * BLOCK - 1)
    assert list(twin) == [*map(entry, range(BLOCK + 1)), entry(7)]
