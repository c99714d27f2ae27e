"""Answers from outside: ints and JSON, checked and refused in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index

from grognard.engine.errors import BadOrder, NotAllowed
from grognard.engine.position import Position

SHOWN = 6
LONGEST_NAME = 100


def read_action(position: Position, answer: object) -> int:
    """The int of an answer given as an int or as JSON (`{"hex": "0512"}`)."""
    if isinstance(answer, Mapping):
        if len(answer) == 1:
            ((noun, name),) = answer.items()
            if _is_name(noun) and _is_name(name):
                return position.battle.nouns.action(noun, name)
        raise BadOrder(f"an answer in JSON is one noun and its name, not {_shown(answer)}")
    if isinstance(answer, bool):
        raise BadOrder(f"an answer is a number, words or JSON, not {answer}")
    try:
        return index(answer)  # type: ignore[arg-type]
    except TypeError:
        raise BadOrder(f"an answer is a number, words or JSON, not {_shown(answer)}") from None


def allowed_action(position: Position, action: int) -> int:
    """The action itself, if the rules allow it as an answer now."""
    if not is_allowed(position, action):
        raise not_allowed(position, action)
    return action


def is_allowed(position: Position, action: int) -> bool:
    """Whether the rules allow an action as an answer now."""
    decision = position.decision
    known = 0 <= action < position.battle.nouns.size
    return decision is not None and known and decision.allows(position, action)


def not_allowed(position: Position, action: int) -> NotAllowed:
    """Why an action is not allowed, worked out from what the asker may know."""
    decision = position.decision
    nouns = position.battle.nouns
    if decision is None:
        return NotAllowed("nobody is asked to choose")
    known = 0 <= action < nouns.size
    what = f"{nouns.kind(action)}:{nouns.name(action)}" if known else _shown(action)
    why = decision.refusal(position, action) if known else ""
    if why:
        return NotAllowed(f"{what} is not allowed: {why}")
    options = position.options()
    shown = ", ".join(f'"{decision.phrase(position, a)}"' for a in options[:SHOWN])
    more = f" and {len(options) - SHOWN} more" if len(options) > SHOWN else ""
    return NotAllowed(
        f'{what} does not answer "{decision.prompt(position)}": allowed are {shown}{more}'
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and value.isprintable()


def _shown(value: object) -> str:
    if isinstance(value, int):
        # Python refuses to print numbers of thousands of digits.
        return str(value) if value.bit_length() <= 64 else "a number that long"
    return type(value).__name__
