"""A change put into the running program: the code of a live function, or a module's table."""

from __future__ import annotations

import ast
import functools
import gc
import inspect
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

# What these keep is made of files and geometry alone, which no change touches.
UNTOUCHED: Final = ("grognard.boards.", "grognard.engine.rulefile")


class NotPossible(Exception):
    """A change that cannot be put in: the function it names is not one that can be reached."""


def live_function(module: ModuleType, name: str) -> FunctionType:
    """The function behind a name such as `Charge.run`, under properties, caches and the like."""
    found: Any = module
    for part in name.split("."):
        found = vars(found).get(part)
    while not isinstance(found, FunctionType):
        for under in ("__func__", "fget", "func", "__wrapped__"):
            if getattr(found, under, None) is not None:
                found = getattr(found, under)
                break
        else:
            raise NotPossible(f"{module.__name__}: {name} is not a function")
    under_all = inspect.unwrap(found)
    assert isinstance(under_all, FunctionType)
    return under_all


def put_function(module: ModuleType, name: str, function: ast.AST) -> None:
    """Give a live function the code of a changed one, in place: whoever holds it is changed too."""
    old = live_function(module, name)
    try:
        old.__code__ = compiled(function, name, old.__code__.co_filename)
    except ValueError as error:
        raise NotPossible(f"{module.__name__}: {name}: {error}") from None


def compiled(function: ast.AST, name: str, file: str) -> CodeType:
    """The code of a function inside the classes its name tells."""
    assert isinstance(function, ast.FunctionDef)
    bare = ast.FunctionDef(
        name=function.name,
        args=_without_defaults(function.args),
        body=function.body,
        decorator_list=[],
        returns=None,
    )
    inside: ast.stmt = ast.copy_location(bare, function)
    for owner in reversed(name.split(".")[:-1]):
        holder = ast.ClassDef(owner, bases=[], keywords=[], body=[inside], decorator_list=[])
        inside = ast.copy_location(holder, function)
    module = ast.fix_missing_locations(ast.Module([inside], []))
    for code in _codes(compile(module, file, "exec", dont_inherit=True)):
        if code.co_qualname == name:
            return code
    raise NotPossible(name)


def _without_defaults(arguments: ast.arguments) -> ast.arguments:
    return ast.arguments(
        posonlyargs=arguments.posonlyargs,
        args=arguments.args,
        vararg=arguments.vararg,
        kwonlyargs=arguments.kwonlyargs,
        kw_defaults=[None for _ in arguments.kwonlyargs],
        kwarg=arguments.kwarg,
        defaults=[],
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def put_table(module: ModuleType, name: str, table: ast.AST) -> None:
    """Replace a module's table wherever it was imported by name."""
    assert isinstance(table, ast.Assign | ast.AnnAssign) and table.value is not None
    expression = ast.fix_missing_locations(ast.Expression(table.value))
    new = eval(compile(expression, name, "eval"), dict(vars(module)))  # noqa: S307
    old = getattr(module, name)
    for holder in list(sys.modules.values()):
        for key, value in list(getattr(holder, "__dict__", {}).items()):
            if value is old and isinstance(holder, ModuleType):
                setattr(holder, key, new)


def caches() -> list[Any]:
    """Every cache of results that may hold what was worked out before a change."""
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, functools._lru_cache_wrapper)
        and not str(each.__module__).startswith(UNTOUCHED)
    ]


def forget(kept: list[Any]) -> None:
    """Empty the caches, so that everything is worked out anew."""
    for each in kept:
        each.cache_clear()
