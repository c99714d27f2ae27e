"""A census of the systems: counts that show how plainly they are written.

Switches and why they stand, steps built by position, rules found where they are obeyed, modules at
the top of each folder, lines of Python.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import Counter
from importlib.resources import files
from typing import NamedTuple

from grognard.engine.rule import SWITCH, Rule, kind
from grognard.engine.system import System
from grognard.lab.rule_sources import missing, sources
from grognard.systems import NAMES, system


class Count(NamedTuple):
    """What was counted in one system."""

    system: str
    switches: int
    unexplained: int  # switches without one of the three reasons
    positional: int  # steps built without the names of their fields
    rules: int
    placed: int  # rules found at the line that obeys them
    top: int  # modules at the top of its folder
    modules: int
    lines: int


def switches(rules: dict[str, Rule]) -> list[tuple[Rule, str]]:
    """Every switch of a rule book: its rule and its key."""
    return [
        (rule, key)
        for rule in rules.values()
        for key, value in rule.values.items()
        if kind(value) == SWITCH
    ]


def unexplained(rules: System) -> list[str]:
    """The switches that stand for none of the three reasons, as "id: key"."""
    book = rules.rulebook()
    changed = {
        (id_, key)
        for variant in book.variants()
        for id_, change in variant.changes.items()
        for key in change
    }
    return [
        f"{rule.id}: {key}"
        for rule, key in switches(book.rules)
        if not rule.option or (rule.option == "variant" and (rule.id, key) not in changed)
    ]


def built_by_position(text: str, steps: set[str]) -> list[int]:
    """The lines on which a step gets arguments without their names."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args:
            called = ast.unparse(node.func).rpartition(".")[2]
            if called in steps:
                found.append(node.lineno)
    return found


def count(rules: System) -> Count:
    """The counts of one system."""
    texts = list(sources(rules.folder()))
    book = rules.rulebook()
    lost = missing(rules)
    steps = step_names(rules)
    return Count(
        rules.name,
        len(switches(book.rules)),
        len(unexplained(rules)),
        sum(len(built_by_position(text, steps)) for _, text in texts),
        len(book.rules),
        len(book.rules) - len(lost),
        sum("/" not in path for path, _ in texts),
        len(texts),
        sum(text.count("\n") for _, text in texts),
    )


def step_names(rules: System) -> set[str]:
    """The names of a system's steps."""
    battle = rules.battle(rules.battles()[0])
    return set(type(rules.start(battle)).STEPS)


def main(argv: list[str] | None = None) -> int:
    """Print the census; 0 if nothing is counted that should not be there."""
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.census", description=__doc__)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args(argv)
    counts = [count(system(name)) for name in NAMES]
    own = sum(c.lines for c in counts)
    every = sum(text.count("\n") for _, text in sources(files("grognard.systems")))
    if arguments.json:
        print(json.dumps({"systems": [c._asdict() for c in counts], "lines": every}))
    else:
        print(f"{'':10}{'switches':>9}{'why?':>6}{'bare':>6}{'rules':>7}{'placed':>8}", end="")
        print(f"{'top':>5}{'modules':>9}{'lines':>8}")
        for c in counts:
            print(
                f"{c.system:10}{c.switches:9}{c.unexplained:6}{c.positional:6}{c.rules:7}", end=""
            )
            print(f"{c.placed / c.rules:8.1%}{c.top:5}{c.modules:9}{c.lines:8}")
        print(f"{'shared':10}{every - own:50}")
        print(f"{'all':10}{every:50}")
    wrong = Counter({c.system: c.unexplained + c.positional + c.rules - c.placed for c in counts})
    return 1 if wrong.total() else 0


if __name__ == "__main__":
    sys.exit(main())
