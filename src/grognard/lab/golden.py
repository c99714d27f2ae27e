"""Golden playthroughs: a seeded random game of every battle, written out, compared line by line.

`python -m grognard.lab.golden` writes them anew, `--check` only compares.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Final

import grognard
from grognard.engine.battle import Battle
from grognard.engine.check import Check
from grognard.engine.dice import Open
from grognard.engine.event import Event
from grognard.engine.position import DERIVED, Position
from grognard.engine.step import EVERYBODY
from grognard.engine.system import System
from grognard.lab.checkout import folder
from grognard.systems import NAMES
from grognard.systems import system as system_named

SEED: Final = 1815
WHOLE: Final = 60  # answers written out; after them a line each
LISTED: Final = 40  # options listed by their texts; more are counted and hashed
DIGITS: Final = 12
REGENERATE: Final = "make golden (python -m grognard.lab.golden)"


def playthrough(system: System, battle: Battle, seed: int = SEED) -> Iterator[str]:
    """One random game of a battle, a line at a time."""
    p = system.start(battle)
    rng, dice = random.Random(seed), Open(seed)
    yield f"{battle.id}, variant {battle.variant}, seed {seed}; written by {REGENERATE}"
    yield f"start = {state_hash(p)}"
    number = 0
    while not p.over:
        number += 1
        p.ear = []
        if number <= WHOLE:
            yield from _whole(p, number, rng, dice)
        else:
            yield _short(p, number, rng, dice)
    result = system.result(p)
    assert result is not None, "a battle that is over has a result"
    winner = "nobody" if result.winner is None else battle.sides[result.winner]
    yield f"end: {winner} wins, points {list(result.points)}: {result.why}"


def state_hash(p: Position) -> str:
    """A hash of the fields' values and of the open question's words.

    No name of a class or field goes in, so a renaming leaves it alone. What waits further down
    the stack shows when its turn comes.
    """
    fields = sorted(list(getattr(p, f.name)) for f in p.FIELDS if f.secrecy != DERIVED)
    text = json.dumps([fields, *_question(p)], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _question(p: Position) -> list[str]:
    if p.over:
        return []
    decision = p.decision
    if decision is None:
        check = p.check()
        return [check.title, str(check.target), *map(str, check.modifiers), *check.outcomes]
    texts = [decision.phrase(p, option) for option in p.options()]
    return [p.battle.sides[p.actor], decision.prompt(p), *texts]


def _whole(p: Position, number: int, rng: random.Random, dice: Open) -> Iterator[str]:
    decision = p.decision
    if decision is None:
        check = p.check()
        yield f"{number} chance: {check.title}: {check.target}"
        yield from (f"  {modifier} ({modifier.id})" for modifier in check.modifiers)
        yield f"  > {_throw(p, check, number, dice)}"
    else:
        yield f"{number} {p.battle.sides[p.actor]}: {decision.prompt(p)}"
        texts = [decision.phrase(p, option) for option in p.options()]
        yield f"  {len(texts)} options: {_listed(texts)}"
        yield f"  > {_choose(p, rng)}"
    yield from (f"  * {_told(p.battle, event)}" for event in p.ear or ())
    yield f"  = {state_hash(p)}"


def _short(p: Position, number: int, rng: random.Random, dice: Open) -> str:
    if p.decision is None:
        check = p.check()
        answer = f"{check.name} {_throw(p, check, number, dice)}"
    else:
        answer = f"{p.battle.sides[p.actor]} > {_choose(p, rng)}"
    return f"{number} {answer} = {state_hash(p)}"


def _choose(p: Position, rng: random.Random) -> str:
    """Answer the open decision by chance, and say how."""
    decision = p.decision
    assert decision is not None
    action = rng.choice(p.options())
    text = decision.phrase(p, action)
    p.play(action)
    return text


def _throw(p: Position, check: Check, number: int, dice: Open) -> str:
    """Answer the open roll with the dice of this line, and say how."""
    faces = dice.roll(number, check.dice)
    outcome = check.outcome(faces)
    p.play(outcome)
    return f"{' '.join(map(str, faces))}: {check.outcomes[outcome]}"


def _listed(texts: Sequence[str]) -> str:
    joined = " | ".join(texts)
    if len(texts) <= LISTED:
        return joined
    return f"sha256 {sha256(joined.encode()).hexdigest()[:DIGITS]}"


def _told(battle: Battle, event: Event) -> str:
    if event.audience == EVERYBODY:
        return event.text
    return f"{event.text} (to {battle.sides[event.audience]})"


def difference(kept: Sequence[str], found: Sequence[str]) -> str | None:
    """The first line where two playthroughs part, in words; None if they are equal.

    >>> difference(["a", "b"], ["a", "c"])
    'line 2 was "b" and is now "c"'
    """
    for number, (old, new) in enumerate(zip_longest(kept, found), 1):
        if old != new:
            was = "missing" if old is None else f'"{old}"'
            now = "missing" if new is None else f'"{new}"'
            return f"line {number} was {was} and is now {now}"
    return None


def golden_name(battle: Battle) -> str:
    """The file name of a battle's playthrough."""
    return f"{battle.system}-{battle.name}.txt"


def check_golden(battle: Battle, kept: Path) -> str | None:
    """What differs from the file kept, and the way out; None if nothing does."""
    path = kept / golden_name(battle)
    if not path.is_file():
        return f"{path.name}: no golden playthrough of {battle.id} is kept; run {REGENERATE}"
    old = path.read_text(encoding="utf-8").splitlines()
    found = difference(old, list(playthrough(system_named(battle.system), battle)))
    if found is None:
        return None
    return f"{path.name}: {found}; if every change is meant, run {REGENERATE} and read its diff"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the golden playthroughs of all shipped battles anew, or compare them."""
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.golden", description=main.__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--battle", help="only this battle, as SYSTEM/NAME")
    chosen = parser.parse_args(arguments)
    kept = folder("tests/golden")
    shipped = [b for b in grognard.battles() if b.system in NAMES]
    battles = [b for b in shipped if chosen.battle in (None, b.id)]
    if not battles:
        known = ", ".join(b.id for b in shipped)
        parser.error(f"no battle {chosen.battle}: there is {known}")
    faults = 0
    for battle in battles:
        if chosen.check:
            fault = check_golden(battle, kept)
            faults += fault is not None
            print(fault or f"{golden_name(battle)}: as kept")
            continue
        lines = list(playthrough(system_named(battle.system), battle))
        text = "\n".join(lines) + "\n"
        (kept / golden_name(battle)).write_text(text, encoding="utf-8")
        print(f"{golden_name(battle)}: {len(lines)} lines, {len(text.encode()) // 1000} kB")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
