"""What a judgement counts, and how much: named numbers of a system, kept as data.

A system's own `Weights` names its features as fields. Their sets lie in `judging/weights.toml`:
what each means in words, those set by hand, those learnt by self-play with the record of how, and
the first ones, which old opponents keep for ever. A temper (bold, cautious) or the habit of a
scripted opponent multiplies some of them, and so does a plan for a turn.
"""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

from grognard.engine.errors import FileError, UnknownName, did_you_mean

FILE: Final = "weights.toml"
FIRST: Final = "first"
HAND: Final = "hand"
LEARNT: Final = "learnt"
SAYS: Final = "says"
RECORD: Final = "record"  # how the learnt weights were got
TEMPERS: Final = "times"  # tables of factors, by temper
PLANS: Final = "plans"  # and by plan, each with its words
STEPS: Final = "steps"  # by which factor a weight is changed to learn it, if not by two


class Weights(msgspec.Struct, frozen=True, gc=False):
    """The features of a judgement, each a field; a system derives its own."""

    def numbers(self) -> dict[str, float]:
        """The weights by the names of their features."""
        return dict(msgspec.structs.asdict(self))


class WeightSets:
    """The sets of weights of one system."""

    def __init__(self, kind: type[Weights], folder: Traversable) -> None:
        self.kind = kind
        self.file = f"{folder.name}/judging/{FILE}"
        data = (folder / "judging" / FILE).read_text("utf-8")
        try:
            tables: dict[str, dict[str, Any]] = tomllib.loads(data)
        except tomllib.TOMLDecodeError as error:
            raise FileError(self.file, None, str(error)) from None
        self.says: dict[str, str] = tables.pop(SAYS, {})
        self.record = tables.pop(RECORD, {})
        self._factors: dict[str, dict[str, float]] = tables.pop(TEMPERS, {})
        plans = tables.pop(PLANS, {})
        self.plans: dict[str, str] = {name: plan.pop(SAYS, name) for name, plan in plans.items()}
        self._planned: dict[str, dict[str, float]] = plans
        self.steps: dict[str, float] = tables.pop(STEPS, {})
        factors = {f"{TEMPERS}.{temper}": table for temper, table in self._factors.items()}
        factors |= {f"{PLANS}.{plan}": table for plan, table in plans.items()}
        for name, table in {**factors, STEPS: self.steps}.items():
            for key in table:
                if key not in kind.__struct_fields__:
                    raise FileError(self.file, None, f'[{name}]: no feature "{key}"')
        self._sets = {name: self.read(name, table) for name, table in tables.items()}

    @property
    def names(self) -> list[str]:
        """The names of the sets."""
        return list(self._sets)

    def read(self, name: str, table: dict[str, Any]) -> Weights:
        """A set from its table: every feature has its number, and there is nothing else."""
        fields = self.kind.__struct_fields__
        for key in (*table, *fields):
            if key not in fields or key not in table:
                fault = f'unknown feature "{key}"' if key in table else f'no weight of "{key}"'
                raise FileError(self.file, None, f"[{name}] has {fault}")
        try:
            return msgspec.convert(table, self.kind)
        except msgspec.ValidationError as error:
            raise FileError(self.file, None, f"[{name}]: {error}") from None

    @property
    def tempers(self) -> list[str]:
        """The names under which some weights are multiplied."""
        return list(self._factors)

    def tempered(self, temper: str, name: str = "") -> Weights:
        """A set with some weights multiplied; as it is if the temper is not known here."""
        return self.times(self.get(name), self._factors.get(temper, {}))

    def planned(self, plan: str, weights: Weights) -> Weights:
        """What a side steers by that follows a plan of this system."""
        return self.times(weights, self._planned[plan])

    def times(self, weights: Weights, factors: dict[str, float]) -> Weights:
        """Weights with some of them multiplied."""
        numbers = weights.numbers()
        for key, factor in factors.items():
            numbers[key] *= factor
        return self.kind(**numbers)

    def get(self, name: str = "") -> Weights:
        """A set by its name; without one the learnt set, or the one set by hand."""
        if not name:
            name = LEARNT if LEARNT in self._sets else HAND
        if name not in self._sets:
            raise UnknownName(f'no weights "{name:.40}": {did_you_mean(name, self._sets)}')
        return self._sets[name]
