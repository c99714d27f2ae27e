"""Where a system's rules are obeyed: the lines of its modules that name a rule's id.

A line names an id by a string (`book.int("shock.fire.hit")`), by a comment beside it or just above
it (`# onepage.command.out.disordered`), or a whole family of ids by an f-string
(`f"onepage.move.{kind}"`, each field one part of the id) or by a star (`# shock.fire.table.*`).

`python -m grognard.lab.rule_sources` counts the rules of every system that are found at such a
line; `--missing SYSTEM` lists those that are not.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Collection, Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from grognard.engine.system import System
from grognard.systems import NAMES
from grognard.systems import system as system_named

NAMED: Final = re.compile(r"(?<![\w.-])[a-z][\w-]*(?:\.[\w-]+)+(?:\.\*)?(?![\w*])")
ONE_PART: Final = r"[^.]+"  # what a field of an f-string stands for
BAG: Final = "rules.py"  # a module that only collects the values of all chapters obeys none


class SourceLine(NamedTuple):
    """A line of a module; its path is relative to the folder of its system."""

    module: str
    line: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line}"


class Naming(NamedTuple):
    """A place that names a rule, or several of them by a pattern."""

    at: SourceLine
    text: str
    pattern: re.Pattern[str] | None
    comment: bool

    def rules(self, ids: Collection[str]) -> list[str]:
        """The ids of a rule book that are named here."""
        if self.pattern is None:
            return [self.text] if self.text in ids else []
        return [id_ for id_ in ids if self.pattern.fullmatch(id_)]


def rule_sources(folder: Traversable, ids: Collection[str]) -> dict[str, list[SourceLine]]:
    """For every id the lines that obey it, in the order of the modules.

    An f-string may match ids it never reads: it counts only for ids that nothing names in full.
    """
    found: dict[str, set[SourceLine]] = {id_: set() for id_ in ids}
    matched: dict[str, set[SourceLine]] = {id_: set() for id_ in ids}
    for naming in namings(folder, ids):
        exact = naming.pattern is None or naming.comment
        for id_ in naming.rules(found):
            (found if exact else matched)[id_].add(naming.at)
    return {id_: sorted(lines or matched[id_]) for id_, lines in found.items()}


def unknown_ids(folder: Traversable, ids: Collection[str]) -> list[str]:
    """The comments that name an id the rule book does not have, as "module:line: id"."""
    return [
        f"{naming.at}: {naming.text}"
        for naming in namings(folder, ids)
        if naming.comment and not naming.rules(ids)
    ]


def namings(folder: Traversable, ids: Collection[str]) -> Iterator[Naming]:
    """Every place below a folder that may name one of these ids."""
    families = tuple({id_.partition(".")[0] + "." for id_ in ids})
    for module, text in sources(folder):
        lines = text.splitlines()
        for line, name in _comments(text, lines):
            if name.startswith(families):
                yield Naming(SourceLine(module, line), name, _family(name), True)
        for line, name, pattern in _strings(ast.parse(text, module)):
            if name.startswith(families):
                yield Naming(SourceLine(module, line), name, pattern, False)


def sources(folder: Traversable, below: str = "") -> Iterator[tuple[str, str]]:
    """The modules in a folder and the folders below it: relative path and text."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from sources(entry, f"{below}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield below + entry.name, entry.read_text("utf-8")


def _comments(text: str, lines: list[str]) -> Iterator[tuple[int, str]]:
    """What looks like an id in a comment, with the line of code the comment is about."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT:
            continue
        at = token.start[0]
        if not token.line[: token.start[1]].strip():
            at = _next_code(lines, at)
        for name in NAMED.findall(token.string):
            yield at, name


def _next_code(lines: list[str], at: int) -> int:
    """The line of code a comment on a line of its own is about: the first one after it.

    At the end of a block, where what follows is indented less, it is the last one before it.
    """
    below = at
    while below < len(lines) and _says_nothing(lines[below]):
        below += 1
    if below < len(lines) and _indent(lines[below]) >= _indent(lines[at - 1]):
        return below + 1
    above = at - 1
    while above > 0 and _says_nothing(lines[above - 1]):
        above -= 1
    return above or at


def _says_nothing(line: str) -> bool:
    return not line.strip() or line.lstrip()[0] == "#"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _family(name: str) -> re.Pattern[str] | None:
    """What the star at the end of a name stands for: everything below it."""
    return re.compile(re.escape(name[:-1]) + ".+") if name.endswith(".*") else None


def _strings(tree: ast.Module) -> Iterator[tuple[int, str, re.Pattern[str] | None]]:
    """The strings of a module but its docstrings; an f-string with a pattern for its fields."""
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            inside.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            inside |= {id(part) for part in node.values}
            if isinstance(node.values[0], ast.Constant):
                parts = [_part(part) for part in node.values]
                head = str(node.values[0].value)
                yield node.lineno, head, re.compile("".join(parts))
            continue
        match node:
            case ast.Constant(value=str(text)) if id(node) not in inside:
                yield node.lineno, text, None


def _part(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else ONE_PART


def missing(system: System) -> list[str]:
    """The rules of a system that no chapter names, in the order of its book."""
    found = rule_sources(system.folder(), system.rulebook().rules)
    return [id_ for id_, lines in found.items() if not any(at.module != BAG for at in lines)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Count the rules found at the line that obeys them, or list those that are not."""
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.rule_sources")
    parser.add_argument("--missing", metavar="SYSTEM", help="list the rules not found")
    chosen = parser.parse_args(arguments)
    if chosen.missing:
        for id_ in sorted(missing(system_named(chosen.missing))):
            print(id_)
        return 0
    for name in NAMES:
        system = system_named(name)
        rules, lost = len(system.rulebook().rules), len(missing(system))
        print(f"{name:10} {rules - lost:4} of {rules:4} rules found  {lost:4} missing")
    return 0


if __name__ == "__main__":
    sys.exit(main())
