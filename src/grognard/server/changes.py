"""What has changed between two states of a viewer: small enough to be sent after every answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from grognard.server import game_state
from grognard.server.game_state import ChangeMessage, Edits, State

# Lists of which few entries change at a time, and the edits they are sent as.
EDITED: Final[dict[str, type[Struct]]] = {
    "listing": game_state.LineEdit,
    "placements": game_state.PieceEdit,
    "labels": game_state.LabelEdit,
    "flags": game_state.FlagEdit,
    "options": game_state.OptionEdit,
    "messages": game_state.MessageEdit,
}
PARTS: Final = {"question": game_state.QuestionParts, "scene": game_state.SceneParts}
ALWAYS: Final = ("log",)  # it is a part already
Run = tuple[int, int, list[Any]]  # start, how many are gone, what is put there


def change(old: State, new: State) -> ChangeMessage:
    """What turns the old state into the new one."""
    edit, put = Edits(), game_state.StateParts()
    for name in State.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if name in ALWAYS:
            setattr(put, name, after)
        elif before is after:
            continue
        elif name in PARTS:
            found, changed = PARTS[name](), False
            for field in type(after).__struct_fields__:
                was, now = getattr(before, field), getattr(after, field)
                if was is not now and was != now:
                    changed |= _changed(found, edit, field, was, now)
            if changed:
                setattr(put, name, found)
        elif before != after:
            _changed(put, edit, name, before, after)
    return ChangeMessage(old.revision, new.revision, put, edit)


def _changed(put: Struct, edit: Edits, name: str, before: Any, after: Any) -> bool:
    """Note what has changed in a field; whether it is put as a whole."""
    made = EDITED.get(name)
    if made is None:
        setattr(put, name, after)
        return True
    if isinstance(after, str):
        before, after = before.split("\n"), after.split("\n")
    setattr(edit, name, [made(*run) for run in runs(before, after)])
    return False


def runs(before: Sequence[Any], after: Sequence[Any]) -> list[Run]:
    """What turns one list into another, to be carried out from the first to the last.

    >>> runs("abcd", "axcy")
    [(1, 1, ['x']), (3, 1, ['y'])]
    >>> runs("abcd", "abxxd")
    [(2, 1, ['x', 'x'])]
    """
    if len(before) == len(after):
        return _differing(before, after)
    shorter = min(len(before), len(after))
    start = 0
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return [(start, len(before) - end - start, list(after[start : len(after) - end]))]


def _differing(before: Sequence[Any], after: Sequence[Any]) -> list[Run]:
    """Each run of entries that differ."""
    found: list[Run] = []
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is new or old == new:
            continue
        if found and found[-1][0] + found[-1][1] == index:
            start, gone, put = found[-1]
            found[-1] = start, gone + 1, [*put, new]
        else:
            found.append((index, 1, [new]))
    return found
