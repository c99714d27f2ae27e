"""Damaged positions: each must load or be refused with a message, quickly.

Positions of random games are saved, something in them is damaged (numbers, sizes, names, types,
steps, the order of the stack), and they are read again. What loads is asked its question and shown
to every side.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from grognard.engine.battle import Battle
from grognard.engine.errors import GrognardError
from grognard.engine.position import Position
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.systems import NAMES, system

NUMBERS: Final = (-(10**9), -1000, -2, -1, 0, 1, 2, 3, 7, 255, 10_000, 10**9, 2**31, 10**30)
OTHERS: Final[tuple[Any, ...]] = (None, True, 1.5, "1", "", [], [0], {}, {"a": 1})
SLOW: Final = 1.0  # seconds

Data = dict[str, Any]


class Damaged(NamedTuple):
    """A damaged position: what was done to it, and its JSON."""

    how: str
    data: Any


def positions(rules: System, battle: Battle, rng: random.Random) -> Iterator[Data]:
    """An endless series of positions from random games, as JSON."""
    while True:
        p = rules.start(battle)
        while not p.over:
            if rng.random() < 0.05:
                yield p.dump()
            if p.decision is not None:
                p.play(rng.choice(p.options()))
            else:
                check = p.check()
                faces = [rng.randrange(die.first, die.first + die.sides) for die in check.dice]
                p.play(check.outcome(faces))


def damage(data: Data, rng: random.Random) -> Damaged:
    """A position with one to three things damaged."""
    whole = json.loads(json.dumps(data))
    done = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        how = rng.choice(WAYS)
        try:
            how(whole, rng)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            continue  # nothing left to damage in this way
        done.append(how.__name__.strip("_"))
    if rng.random() < 0.01:
        return Damaged("another thing", rng.choice(OTHERS))
    return Damaged(", ".join(done), whole)


def _a_number(data: Data, rng: random.Random) -> None:
    values = data["fields"][rng.choice(sorted(data["fields"]))]
    values[rng.randrange(len(values))] = _number(values, rng)


def _a_type(data: Data, rng: random.Random) -> None:
    values = data["fields"][rng.choice(sorted(data["fields"]))]
    values[rng.randrange(len(values))] = rng.choice(OTHERS)


def _a_swap(data: Data, rng: random.Random) -> None:
    values = data["fields"][rng.choice(sorted(data["fields"]))]
    i, j = rng.randrange(len(values)), rng.randrange(len(values))
    values[i], values[j] = values[j], values[i]


def _a_size(data: Data, rng: random.Random) -> None:
    values = data["fields"][rng.choice(sorted(data["fields"]))]
    if rng.random() < 0.5:
        values.pop()
    else:
        values.extend([0] * rng.choice((1, 5, 10_000)))


def _a_field(data: Data, rng: random.Random) -> None:
    name = rng.choice(sorted(data["fields"]))
    values = data["fields"].pop(name)
    data["fields"][rng.choice(sorted(data["fields"]))] = values


def _a_step_name(data: Data, rng: random.Random) -> None:
    i = rng.randrange(len(data["stack"]))
    ((name, fields),) = data["stack"][i].items()
    data["stack"][i] = {rng.choice((name[:-1], name.lower(), "", "object", "__init__")): fields}


def _a_step_number(data: Data, rng: random.Random) -> None:
    (fields,) = rng.choice(data["stack"]).values()
    name = rng.choice(sorted(fields))
    value = fields[name]
    if isinstance(value, list) and value and rng.random() < 0.7:
        value[rng.randrange(len(value))] = _number(value, rng)
    elif isinstance(value, list):
        fields[name] = value * 2 + rng.choice(([], [0], [-1], [1] * 20_000))
    else:
        fields[name] = _number([value], rng)


def _a_step_field(data: Data, rng: random.Random) -> None:
    (fields,) = rng.choice(data["stack"]).values()
    if rng.random() < 0.5:
        fields.pop(rng.choice(sorted(fields)))
    else:
        fields[rng.choice((*sorted(fields), "luck"))] = rng.choice(OTHERS)


def _the_stack(data: Data, rng: random.Random) -> None:
    stack = data["stack"]
    way = rng.randrange(5)
    if way == 0:
        stack.pop()
    elif way == 1:
        stack.append(rng.choice(stack))
    elif way == 2:
        rng.shuffle(stack)
    elif way == 3:
        stack.extend([stack[-1]] * rng.choice((3, 2000)))
    else:
        stack[rng.randrange(len(stack))] = rng.choice(OTHERS)


def _number(values: list[int], rng: random.Random) -> int:
    if rng.random() < 0.5:
        return rng.choice(values) + rng.choice((-2, -1, 1, 2, 10))
    return rng.choice(NUMBERS)


WAYS: Final[tuple[Callable[[Data, random.Random], None], ...]] = (
    _a_number,
    _a_number,
    _a_number,
    _a_type,
    _a_swap,
    _a_size,
    _a_field,
    _a_step_name,
    _a_step_number,
    _a_step_number,
    _a_step_field,
    _the_stack,
)


def ask(p: Position, sides: int) -> None:
    """Ask a loaded position its question, and show it to every side."""
    if p.decision is not None:
        p.options()
    elif p.roll is not None:
        p.check()
    for side in range(sides):
        json.dumps(View(p, side).json())


class DamageReport(NamedTuple):
    """The result of a campaign: loaded, refused, the slowest in seconds, and what went wrong."""

    loaded: int
    refused: int
    slowest: float
    wrong: list[str]


def campaign(name: str, wanted: int, seed: int, slow: float = SLOW) -> DamageReport:
    """Try `wanted` damaged positions of a system's shipped battles."""
    rules = system(name)
    rng = random.Random(seed)
    battles = [rules.battle(each) for each in rules.battles()]
    sources = [(battle, positions(rules, battle, rng)) for battle in battles]
    tally: Counter[str] = Counter()
    slowest, wrong = 0.0, []
    for n in range(wanted):
        # Most of them from the tutorial: its games are the quickest to play.
        battle, source = sources[0 if n % 5 else rng.randrange(len(sources))]
        damaged = damage(next(source), rng)
        begun = time.process_time()
        try:
            ask(rules.restore(battle, damaged.data), len(battle.sides))
            tally["loaded"] += 1
        except GrognardError as error:
            tally["refused"] += 1
            if not str(error).strip():
                wrong.append(f"{damaged.how}: refused without a word")
        except Exception as error:  # anything else should have been a refusal
            wrong.append(f"{battle.id}, {damaged.how}: {type(error).__name__}: {error!s:.120}")
        taken = time.process_time() - begun
        slowest = max(slowest, taken)
        if taken > slow:
            wrong.append(f"{battle.id}, {damaged.how}: took {taken:.1f} s")
    return DamageReport(tally["loaded"], tally["refused"], slowest, wrong)


def main(argv: list[str] | None = None) -> int:
    """Damage positions of the systems named, or of all; 0 if each was loaded or refused."""
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.damage", description=__doc__)
    parser.add_argument("systems", nargs="*", default=NAMES)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(argv)
    failed = 0
    for name in arguments.systems:
        toll = campaign(name, arguments.positions, arguments.seed)
        failed += len(toll.wrong)
        print(
            f"{name}: {toll.loaded} loaded, {toll.refused} refused, {len(toll.wrong)} wrong, "
            f"the slowest {toll.slowest * 1000:.0f} ms",
            flush=True,
        )
        for what, times in Counter(toll.wrong).most_common(20):
            print(f"  {times} × {what}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
