"""docs/mutants.md, written from what is kept of the hunts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.mutation.code import Mutant
from tests.mutation.verdicts import ALIVE, FOLDER, GAMES, OWN, RULES, Key, Verdicts, tally

NUMBERS: Final = FOLDER / "numbers.json"
HEAD: Final = """\
# Mutants

A mutant is the program with one thing changed: each must make a test fail. `make mutants` hunts two
sorts and writes this page; [testing.md](testing.md) tells how, and what a survivor asks for.

## Numbers

Every number, word and switch of the charts and rulings, against the tests marked with its rule. A
rule without a value is plain code, and is changed there.

| date | mutants | rules | test runs | minutes | survivors |
|---|---:|---:|---:|---:|---:|
"""
CODE: Final = """
## Code

Conditions negated, comparisons shifted, statements, pushes and resets dropped, results swapped in
the modules that hold rules. Killed *by its rule*: a test marked with a rule the change stands
beside; *by another*: any other test of the system; *by games*: only a golden playthrough or the
conformance kit. A survivor is *accepted* with a reason if it changes nothing a player can see.

| package | mutants | tried | by its rule | by another | by games | accepted | survivors |
|---|---:|---:|---:|---:|---:|---:|---:|
"""


def page(
    packages: Mapping[str, Sequence[Mutant]],
    verdicts: Mapping[str, Verdicts],
    reasons: Mapping[str, Mapping[Key, str]],
    numbers: Path = NUMBERS,
) -> str:
    """The whole page."""
    kept = json.loads(numbers.read_text(encoding="utf-8"))
    row = [kept[key] for key in ("date", "mutants", "rules", "runs", "minutes")]
    lines = [HEAD + _row([*row, len(kept["survivors"])])]
    lines += [f"\nSurvivors:\n\n{_list(kept['survivors'])}"] if kept["survivors"] else []
    lines.append(CODE + "\n".join(_counts(packages, verdicts, reasons)))
    for name, mutants in packages.items():
        lines += _survivors(name, mutants, verdicts[name], reasons.get(name, {}))
    return "\n".join(lines) + "\n"


def _counts(
    packages: Mapping[str, Sequence[Mutant]],
    verdicts: Mapping[str, Verdicts],
    reasons: Mapping[str, Mapping[Key, str]],
) -> Iterator[str]:
    whole = [0] * 7
    for name, mutants in packages.items():
        counts = tally(mutants, verdicts[name], reasons.get(name, {}))
        alive = sum(counts[what] for what in ALIVE)
        row = [len(mutants), len(mutants) - counts["untried"]]
        row += [counts[OWN], counts[RULES], counts[GAMES], counts["accepted"], alive]
        whole = [a + b for a, b in zip(whole, row, strict=True)]
        yield _row([f"`{name}`", *row])
    yield _row(["all", *whole])


def _survivors(
    name: str, mutants: Sequence[Mutant], verdicts: Verdicts, reasons: Mapping[Key, str]
) -> Iterator[str]:
    alive = [mutant for mutant in mutants if verdicts.of(mutant) in ALIVE]
    for title, known in (("Survivors", False), ("Accepted", True)):
        told = [mutant for mutant in alive if (mutant.key in reasons) == known]
        if told:
            yield f"\n### {title} of `{name}`\n"
            yield _list(
                f"`{m.module}` `{m.function}`: {_code(m.edit.text)}"
                + (f": {reasons[m.key]}" if known else _unreached(verdicts, m))
                for m in told
            )


def _unreached(verdicts: Verdicts, mutant: Mutant) -> str:
    return " (no test runs it)" if verdicts.of(mutant) == ALIVE[1] else ""


def _row(cells: Sequence[object]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _list(items: object) -> str:
    assert hasattr(items, "__iter__")
    return "\n".join(f"- {item}" for item in items)


def _code(text: str) -> str:
    ticks = "``" if "`" in text else "`"
    return f"{ticks}{text}{ticks}"
