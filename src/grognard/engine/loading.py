"""Loading numbers and steps: names, types, sizes and ranges are checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from grognard.engine.errors import GrognardError, did_you_mean
from grognard.engine.numbers import ANY, LONGEST, Number
from grognard.engine.step import Step, StepTypes

DEEPEST: Final = 1_000  # steps on a stack

Sizes = Mapping[str, int]


class StepField(NamedTuple):
    """A field of a step: its name, what it counts, and whether it is a list of such numbers."""

    name: str
    counts: Number
    many: bool


@lru_cache(maxsize=1024)
def fields_of(kind: type[Step[Any]]) -> tuple[StepField, ...]:
    """The fields of a class of steps, as its annotations declare them."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_field(kind, name, hints[name]) for name in kind.__struct_fields__)


def _field(kind: type[Step[Any]], name: str, hint: Any) -> StepField:
    many = get_origin(hint) is tuple
    if many:
        hint = get_args(hint)[0]
    counts: Number = ANY
    for part in getattr(hint, "__metadata__", ()):
        counts = part
    if getattr(hint, "__origin__", hint) is not int:
        raise GrognardError(f"{kind.__name__}.{name} holds {hint}: steps hold whole numbers only")
    return StepField(name, counts, many)


def number(value: object, counts: Number, sizes: Sizes, where: str) -> int:
    """A whole number in its range; `where` names it in the message."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise GrognardError(f"{where} is {value!r:.60}: it must be a whole number")
    low, high = counts.range(sizes)
    if not low <= value <= high:
        shown = str(value) if abs(value) < 10**20 else "a number of over 20 digits"
        raise GrognardError(f"{where} is {shown}: it must be between {low} and {high}")
    return value


def load_stack(classes: StepTypes, data: object, sizes: Sizes) -> list[Step[Any]]:
    """A stack from its JSON."""
    if not isinstance(data, list):
        raise GrognardError(f"the stack is {data!r:.60}: it must be a list of steps")
    if len(data) > DEEPEST:
        raise GrognardError(f"the stack holds {len(data)} steps: at most {DEEPEST} are allowed")
    return [load_step(classes, step, sizes) for step in data]


def load_step(classes: StepTypes, data: object, sizes: Sizes) -> Step[Any]:
    """A step from its JSON; `classes` are the steps its system declares."""
    if isinstance(data, list):
        raise GrognardError(
            "this position was saved by an earlier version, whose steps have no names: "
            "replay the game from its record instead"
        )
    if not isinstance(data, dict) or len(data) != 1:
        raise GrognardError(f"not a step: {data!r:.80}")
    ((name, given),) = data.items()
    kind = classes.get(name)
    if kind is None:
        raise GrognardError(f"unknown step {name!r:.60}: {did_you_mean(name[:60], classes)}")
    if not isinstance(given, dict):
        raise GrognardError(f"step {name} is {given!r:.60}: it must hold its fields by name")
    given = dict(given)
    parts: dict[str, Any] = {}
    for field in fields_of(kind):
        if field.name not in given:
            raise GrognardError(f'step {name} has no "{field.name}"')
        parts[field.name] = _value(given.pop(field.name), field, sizes, f"{name}.{field.name}")
    if given:
        raise GrognardError(f"step {name} has unknown fields {sorted(map(str, given))!r:.120}")
    return kind(**parts)


def _value(value: object, field: StepField, sizes: Sizes, where: str) -> Any:
    if not field.many:
        return number(value, field.counts, sizes, where)
    if not isinstance(value, list):
        raise GrognardError(f"{where} is {value!r:.60}: it must be a list of whole numbers")
    if len(value) > LONGEST:
        raise GrognardError(f"{where} has {len(value)} entries: at most {LONGEST} are allowed")
    return tuple(number(each, field.counts, sizes, where) for each in value)
