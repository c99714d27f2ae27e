"""The code of a system's rules as mutants: one change each, and the rules it stands beside."""

from __future__ import annotations

import ast
import hashlib
import importlib
import subprocess
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from grognard.engine.rulebook import Rulebook
from grognard.lab.rule_sources import namings, sources
from tests.mutation.changes import (
    Edit,
    changed,
    edits_of_function,
    edits_of_table,
)
from tests.mutation.patching import put_function, put_table

# Modules and folders that hold no rule: what is shown, said, judged by bots, checked by the kit.
NOT_RULES: Final = frozenset(
    (
        *("__init__", "system", "steps", "pictures", "judgement", "tools", "shown", "judging"),
        *("turn_judge", "seen"),  # the judgement that two systems share
        *("places", "reaching"),  # what tools and cards of a table tell
        *("faults", "invariants", "consistency", "restore", "short_odds"),
    )
)

Place = tuple[str, int, int]  # file, first line, last line


class Code(NamedTuple):
    """A package of rules: a system, or what several of them share."""

    name: str
    folder: Path
    package: str
    ids: tuple[str, ...]  # of its rule book, if it has one

    @classmethod
    def at(cls, name: str, folder: Path, package: str) -> Code:
        """The package in a folder."""
        book = (folder / "charts.toml").is_file()
        return cls(name, folder, package, tuple(Rulebook.load(folder).rules) if book else ())

    def file(self, module: str) -> str:
        """The path of a module as its code knows it."""
        return str(self.folder / module)


class Mutant(NamedTuple):
    """One change of the code."""

    code: Code
    module: str  # its path below the folder of the package
    function: str  # as in `Charge.run`, or the name of a table
    edit: Edit
    tree: ast.AST
    mark: str  # of the function's code: another when the function was rewritten
    places: tuple[Place, ...]  # a test that runs none of these lines cannot notice
    ids: tuple[str, ...]  # of the rules it stands beside, the nearest first

    @property
    def key(self) -> tuple[str, str, str]:
        """What names it as long as its function does not change."""
        return self.module, self.function, self.edit.text

    def __str__(self) -> str:
        return (
            f"{self.code.name}/{self.module}:{self.edit.lines[0]} {self.function}: {self.edit.text}"
        )

    def put(self) -> None:
        """Make the change in this process."""
        dotted = self.module.removesuffix(".py").replace("/", ".")
        module = importlib.import_module(f"{self.code.package}.{dotted}")
        tree = changed(self.tree, self.edit)
        if isinstance(tree, ast.FunctionDef):
            put_function(module, self.function, tree)
        else:
            put_table(module, self.function, tree)


def is_rules(module: str) -> bool:
    """Whether a module holds rules, by its name and those of its folders."""
    return not NOT_RULES & set(module.removesuffix(".py").split("/"))


def mutants_of(code: Code, within: Collection[tuple[str, str]] | None = None) -> list[Mutant]:
    """Every change of a package, in the order of its modules, or those within some functions."""
    beside = _Beside(code)
    texts = dict(sources(code.folder))
    trees = {module: ast.parse(text) for module, text in texts.items()}
    found: list[Mutant] = []
    for module, tree in trees.items():
        if not is_rules(module):
            continue
        for name, function, owner in _functions(tree):
            if within is not None and (module, name) not in within:
                continue
            mark = _mark(function)
            for edit in edits_of_function(function, method=owner is not None):
                place = (code.file(module), *edit.lines)
                ids = beside.ids(module, function, owner, edit)
                found.append(Mutant(code, module, name, edit, function, mark, (place,), ids))
        for name, table in _tables(tree):
            if within is not None and (module, name) not in within:
                continue
            used = _uses(name, trees)
            if used:
                places = tuple((code.file(where), line, line) for where, line in used)
                ids = beside.at(module, table.lineno, table.end_lineno or table.lineno)
                found += [
                    Mutant(code, module, name, edit, table, _mark(table), places, ids)
                    for edit in edits_of_table(table)
                ]
    return found


def marks_at(code: Code, commit: str) -> set[tuple[str, str]]:
    """The functions and tables of a package as they were at a commit: their names and marks."""
    found: set[tuple[str, str]] = set()
    for path in _git(code.folder, "ls-tree", "-r", "--name-only", commit, ".").splitlines():
        if path.endswith(".py"):
            tree = ast.parse(_git(code.folder, "show", f"{commit}:./{path}"))
            found |= {(name, _mark(function)) for name, function, _ in _functions(tree)}
            found |= {(name, _mark(table)) for name, table in _tables(tree)}
    return found


def _git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def _functions(
    tree: ast.Module,
) -> Iterator[tuple[str, ast.FunctionDef, ast.ClassDef | None]]:
    """The functions and methods of a module, of a name given twice the last."""
    found: dict[str, tuple[str, ast.FunctionDef, ast.ClassDef | None]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = (node.name, node, None)
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    name = f"{node.name}.{each.name}"
                    found[name] = (name, each, node)
    yield from found.values()


def _tables(tree: ast.Module) -> Iterator[tuple[str, ast.Assign | ast.AnnAssign]]:
    """The tables a module holds by a name in capitals."""
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ) if name.isupper() and isinstance(value, ast.Tuple | ast.List | ast.Dict):
                assert isinstance(node, ast.Assign | ast.AnnAssign)
                yield name, node


def _uses(name: str, trees: Mapping[str, ast.Module]) -> list[tuple[str, int]]:
    """The lines of functions that use a table; none if anything is made of it when imported."""
    found = []
    for module, tree in trees.items():
        inside = {
            id(node)
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef)
            for statement in function.body
            for node in ast.walk(statement)
        }
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=used, ctx=ast.Load()) | ast.Attribute(attr=used) if used == name:
                    if id(node) not in inside:
                        return []
                    found.append((module, node.lineno))
    return found


def _mark(tree: ast.AST) -> str:
    """Changes with the code and its rules, but not with its place or its docstring."""
    body = getattr(tree, "body", None)
    docstring = bool(body) and isinstance(tree, ast.FunctionDef) and ast.get_docstring(tree)
    text = ast.dump(tree)
    if docstring:
        text = text.replace(ast.dump(tree.body[0]), "")  # type: ignore[attr-defined]
    return hashlib.sha256(text.encode()).hexdigest()[:8]


class _Beside:
    """The rules a line, a function or a class of a package names, or whose values it uses."""

    def __init__(self, code: Code) -> None:
        self.lines: dict[str, dict[int, list[str]]] = {}
        for naming in namings(code.folder, code.ids):
            lines = self.lines.setdefault(naming.at.module, {})
            lines.setdefault(naming.at.line, []).extend(naming.rules(code.ids))
        self.bound: dict[str, list[str]] = {}
        for module, text in sources(code.folder):
            for name, first, last in _bindings(ast.parse(text)):
                self.bound.setdefault(name, []).extend(self.at(module, first, last))

    def at(self, module: str, first: int, last: int) -> tuple[str, ...]:
        lines = self.lines.get(module, {})
        return tuple(id_ for line in range(first, last + 1) for id_ in lines.get(line, ()))

    def ids(
        self, module: str, function: ast.FunctionDef, owner: ast.ClassDef | None, edit: Edit
    ) -> tuple[str, ...]:
        """Those of the statement first, then of the function, then of the class."""
        used = [
            node
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute) and node.attr in self.bound
        ]
        first, last = edit.lines
        found = [*self.at(module, first, last)]
        found += [id_ for n in used if first <= n.lineno <= last for id_ in self.bound[n.attr]]
        first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
        found += self.at(module, first, function.end_lineno or first)
        found += [id_ for node in used for id_ in self.bound[node.attr]]
        if owner is not None:
            found += self.at(module, owner.lineno, owner.end_lineno or owner.lineno)
        return tuple(dict.fromkeys(found))


def _bindings(tree: ast.Module) -> Iterator[tuple[str, int, int]]:
    """The names by which values are kept (`self.reach = …`, `reach=…`), with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Attribute(attr=name)]):
                yield name, node.lineno, node.end_lineno or node.lineno
            case ast.keyword(arg=str(name)):
                yield name, node.value.lineno, node.value.end_lineno or node.value.lineno
