"""What has changed between two states of a viewer: small enough to be sent after every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.server.responses import ChangeMessage, Edit, State

# Lists of which one entry changes at a time, and parts whose fields are compared one by one.
LISTS: Final = frozenset(
    ("messages", "question.options", "scene.flags", "scene.labels", "scene.placements")
)
PARTS: Final = ("question", "scene")
ALWAYS: Final = ("log", "seats")  # the log is a part already; presence is told in between
LISTING: Final = "scene.listing"


def change(old: State, new: State) -> ChangeMessage:
    """What turns the old state into the new one."""
    message = ChangeMessage(old.revision, new.revision, {}, {})
    for name in State.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if name in PARTS:
            if before is not after:
                for part in type(after).__struct_fields__:
                    _compare(message, f"{name}.{part}", getattr(before, part), getattr(after, part))
        elif name in ALWAYS:
            message.put[name] = after
        else:
            _compare(message, name, before, after)
    return message


def _compare(message: ChangeMessage, name: str, before: Any, after: Any) -> None:
    if before is after or before == after:
        return
    if name == LISTING:
        message.edit[name] = edits(before.split("\n"), after.split("\n"))
    elif name in LISTS:
        message.edit[name] = edits(before, after)
    else:
        message.put[name] = after


def edits(before: Sequence[Any], after: Sequence[Any]) -> list[Edit]:
    """What turns one list into another, to be carried out from the first to the last.

    >>> [(e.start, e.gone, e.put) for e in edits("abcd", "axcy")]
    [(1, 1, ['x']), (3, 1, ['y'])]
    >>> [(e.start, e.gone, e.put) for e in edits("abcd", "abxxd")]
    [(2, 1, ['x', 'x'])]
    """
    if len(before) == len(after):
        return _runs(before, after)
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    gone = len(before) - end - start
    return [Edit(start, gone, list(after[start : len(after) - end]))]


def _runs(before: Sequence[Any], after: Sequence[Any]) -> list[Edit]:
    """Each run of entries that differ."""
    found: list[Edit] = []
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is new or old == new:
            continue
        last = found[-1] if found else None
        if last is not None and last.start + last.gone == index:
            last.gone += 1
            last.put.append(new)
        else:
            found.append(Edit(index, 1, [new]))
    return found
