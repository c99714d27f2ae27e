"""The changes made to the code of the rules, one at a time, each with a text that names it.

Kinds of change: a condition negated, a comparison shifted, `and` and `or` swapped or a part of them
left out, a statement, a push or a reset dropped, an early return dropped, two pushes, the arms of a
choice or two neighbours of a table swapped, a number moved by one.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

# What a step or a system says, or shows in pictures: words, not rules.
WORDS: Final = frozenset(
    (
        *("prompt", "waiting", "phrase", "about", "target", "trail", "misread", "beyond"),
        *("tell", "told", "announce", "card", "title", "lesson", "text", "label"),
        *("pose_name", "name", "called", "uid", "__repr__", "__str__", "dump"),
    )
)
PICTURES: Final = frozenset(["reach"])  # as the method of a step; a function may be a rule
SILENT: Final = frozenset(["tell", "announce", "say"])  # calls that only speak
LONGEST: Final = 160

Node = ast.AST
Function = ast.FunctionDef


class Edit(NamedTuple):
    """One change: of which node of a function (in the order of ast.walk), and how."""

    kind: str
    text: str  # what names it among the changes of its function
    node: int
    field: str
    at: int
    lines: tuple[int, int]  # of the statement it changes


SHIFTED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPPOSITE: Final = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
TWINS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


def _negate(node: Node, field: str, at: int) -> None:
    """Put `not` before a condition, or take it off."""
    old = getattr(node, field)
    if at >= 0:
        old = old[at]
    if isinstance(old, ast.UnaryOp) and isinstance(old.op, ast.Not):
        new: ast.expr = old.operand
    else:
        new = ast.UnaryOp(ast.Not(), old)
    if at >= 0:
        getattr(node, field)[at] = new
    else:
        setattr(node, field, new)


def _compare(node: Node, field: str, at: int) -> None:
    assert isinstance(node, ast.Compare)
    node.ops[at] = SHIFTED[type(node.ops[at])]()


def _join(node: Node, field: str, at: int) -> None:
    assert isinstance(node, ast.BoolOp)
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def _part(node: Node, field: str, at: int) -> None:
    assert isinstance(node, ast.BoolOp)
    del node.values[at]
    if len(node.values) == 1:
        node.values.insert(0, ast.Constant(isinstance(node.op, ast.And)))


def _drop(node: Node, field: str, at: int) -> None:
    getattr(node, field)[at] = ast.Pass()


def _order(node: Node, field: str, at: int) -> None:
    items = getattr(node, field)
    items[at], items[at + 1] = items[at + 1], items[at]


def _arms(node: Node, field: str, at: int) -> None:
    assert isinstance(node, ast.IfExp)
    node.body, node.orelse = node.orelse, node.body


def _twin(node: Node, field: str, at: int) -> None:
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    node.func.id = TWINS[node.func.id]


def _sign(node: Node, field: str, at: int) -> None:
    assert isinstance(node, ast.BinOp)
    node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()


def _number(node: Node, field: str, at: int) -> None:
    assert isinstance(node, ast.Constant)
    node.value = other_number(node.value)


CHANGES: Final[dict[str, Callable[[Node, str, int], None]]] = {
    "negate": _negate,
    "compare": _compare,
    "join": _join,
    "part": _part,
    "drop": _drop,
    "push": _drop,
    "reset": _drop,
    "return": _drop,
    "order": _order,
    "swap": _order,
    "arms": _arms,
    "twin": _twin,
    "sign": _sign,
    "number": _number,
}


def other_number(value: object) -> int | bool:
    """The other truth, or a number moved by one: towards zero where that leaves something."""
    assert isinstance(value, int)
    if isinstance(value, bool):
        return not value
    return value - 1 if value > 1 else value + 1


def changed(tree: Node, edit: Edit) -> Node:
    """A copy of a function or table with the change made."""
    new = copy.deepcopy(tree)
    node = list(ast.walk(new))[edit.node]
    CHANGES[edit.kind](node, edit.field, edit.at)
    return ast.fix_missing_locations(new)


def edits_of_function(function: Function, method: bool) -> list[Edit]:
    """Every change of a function's body, each with a text of its own."""
    if function.name in WORDS or (method and function.name in PICTURES):
        return []
    return _named(_Finder(function).found)


def edits_of_table(table: ast.Assign | ast.AnnAssign) -> list[Edit]:
    """The neighbours of a module's table swapped."""
    finder = _Finder(table)
    assert table.value is not None
    finder.rows(table.value, (table.lineno, table.end_lineno or table.lineno), deep=True)
    return _named(finder.found)


def _named(found: list[Edit]) -> list[Edit]:
    """The same text a second time gets a number."""
    seen: Counter[str] = Counter()
    named = []
    for edit in found:
        seen[edit.text] += 1
        number = seen[edit.text]
        named.append(edit._replace(text=f"{edit.text} #{number}") if number > 1 else edit)
    return named


def shown(node: Node) -> str:
    """A piece of code on one line."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


class _Finder:
    """Walks over a function in the order of its text and notes every change."""

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        self.index = {id(node): i for i, node in enumerate(ast.walk(tree))}
        self.found: list[Edit] = []
        self.building = False
        self.truth = False
        if isinstance(tree, ast.FunctionDef):
            # A field left out by a constructor fails at once: nothing is learned from it.
            takes_book = any(argument.arg == "book" for argument in tree.args.args)
            self.building = takes_book or tree.name in ("__init__", "__new__")
            self.truth = isinstance(tree.returns, ast.Name) and tree.returns.id == "bool"
            self.block(tree, "body")

    def note(
        self,
        kind: str,
        node: Node,
        lines: tuple[int, int],
        text: str,
        field: str = "",
        at: int = -1,
    ) -> None:
        self.found.append(Edit(kind, f"{kind}: {text}", self.index[id(node)], field, at, lines))

    # --- statements

    def block(self, parent: Node, field: str) -> None:
        statements: list[ast.stmt] = getattr(parent, field)
        for at, statement in enumerate(statements):
            if _silent(statement):
                continue
            last = parent is self.tree and at == len(statements) - 1
            self.drops(parent, field, at, statement, last)
            if at + 1 < len(statements) and _push(statement) and _push(statements[at + 1]):
                text = f"{shown(statement)} after {shown(statements[at + 1])}"
                self.note("order", parent, _span(statement), text, field, at)
            self.statement(statement)

    def drops(self, parent: Node, field: str, at: int, statement: ast.stmt, last: bool) -> None:
        kind = ""
        match statement:
            case ast.Expr(value=ast.Call()) if not self.building:
                kind = "push" if _push(statement) else "drop"
            case ast.Assign(targets=targets, value=value) if not self.building:
                if any(isinstance(t, ast.Attribute | ast.Subscript) for t in targets):
                    kind = "reset" if _plain(value) else "drop"
            case ast.AugAssign(op=op, value=value):
                clears = isinstance(op, ast.BitAnd) or _push(statement)
                kind = ("push" if _push(statement) else "reset") if clears else "drop"
            case ast.Continue() | ast.Break():
                kind = "drop"
            case ast.Return() if not last:
                kind = "return"
        if kind:
            self.note(kind, parent, _span(statement), shown(statement), field, at)

    def statement(self, statement: ast.stmt) -> None:
        lines = _span(statement)
        match statement:
            case ast.If(test=test):
                if not _speaks(test):
                    self.condition(statement, "test", test, lines)
                    self.block(statement, "body")
                self.block(statement, "orelse")
            case ast.While(test=test):
                self.condition(statement, "test", test, lines)
                self.block(statement, "body")
            case ast.For(iter=source):
                self.expression(source, lines)
                self.block(statement, "body")
                self.block(statement, "orelse")
            case ast.With() | ast.Try() | ast.FunctionDef():
                for field in ("body", "orelse", "finalbody"):
                    if hasattr(statement, field):
                        self.block(statement, field)
            case ast.Match(subject=subject, cases=cases):
                self.expression(subject, lines)
                for case in cases:
                    self.block(case, "body")
            case ast.Return(value=ast.expr() as value):
                named = ast.Call | ast.Name | ast.Attribute | ast.Subscript | ast.UnaryOp
                if self.truth and isinstance(value, named):
                    self.note("negate", statement, lines, shown(statement), "value")
                self.expression(value, lines)
            case ast.Assign(value=value) | ast.AugAssign(value=value) | ast.Expr(value=value):
                self.expression(value, lines)
            case ast.AnnAssign(value=ast.expr() as value):
                self.expression(value, lines)

    # --- expressions

    def condition(self, node: Node, field: str, test: ast.expr, lines: tuple[int, int]) -> None:
        # The opposite of a plain comparison is among its shifts.
        opposite = isinstance(test, ast.Compare) and isinstance(test.ops[0], OPPOSITE)
        if not opposite or len(getattr(test, "ops", ())) > 1:
            self.note("negate", node, lines, shown(test), field)
        self.expression(test, lines)

    def expression(self, node: Node, lines: tuple[int, int]) -> None:
        match node:
            case ast.JoinedStr() | ast.Lambda(body=ast.JoinedStr()):
                return
            case ast.Call(func=ast.Attribute(attr=name)) if name in SILENT:
                return
            case ast.Constant(value=int(value)):
                self.note("number", node, lines, f"{value} -> {other_number(value)}")
                return
            case ast.Compare(ops=ops):
                for at in range(len(ops)):
                    self.replaced("compare", node, lines, at=at)
            case ast.BoolOp(values=values):
                self.replaced("join", node, lines)
                for at in range(len(values)):
                    self.replaced("part", node, lines, "values", at)
            case ast.IfExp():
                self.replaced("arms", node, lines)
            case ast.Call(func=ast.Name(id=name)) if name in TWINS:
                self.replaced("twin", node, lines)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                if not _text(left) and not _text(right):
                    self.replaced("sign", node, lines)
            case ast.Tuple() | ast.List():
                self.rows(node, lines)
            case ast.comprehension(ifs=ifs):
                for at, test in enumerate(ifs):
                    self.note("negate", node, lines, f"if {shown(test)}", "ifs", at)
        for child in _children(node):
            self.expression(child, lines)

    def rows(self, node: Node, lines: tuple[int, int], deep: bool = False) -> None:
        """Neighbours of a table that differ, swapped."""
        if isinstance(node, ast.Tuple | ast.List) and isinstance(node.ctx, ast.Load):
            for at, (one, other) in enumerate(zip(node.elts, node.elts[1:], strict=False)):
                alike = type(one) is type(other) and not isinstance(one, ast.Starred)
                if alike and ast.dump(one) != ast.dump(other):
                    text = f"{shown(one)} <-> {shown(other)}"
                    self.note("swap", node, lines, text, "elts", at)
        elif isinstance(node, ast.Dict):
            for at, (one, other) in enumerate(zip(node.values, node.values[1:], strict=False)):
                if ast.dump(one) != ast.dump(other):
                    self.note("swap", node, lines, f"{shown(one)} <-> {shown(other)}", "values", at)
        if deep:
            for child in ast.iter_child_nodes(node):
                self.rows(child, lines, deep)

    def replaced(
        self, kind: str, node: Node, lines: tuple[int, int], field: str = "", at: int = -1
    ) -> None:
        """A change told by the code before and after it."""
        new = copy.deepcopy(node)
        CHANGES[kind](new, field, at)
        match kind, new:
            case "part", ast.BoolOp(values=[ast.Constant(), left]):
                new = left
        self.note(kind, node, lines, f"{shown(node)} -> {shown(new)}", field, at)


def _children(node: Node) -> Iterator[Node]:
    """The parts of an expression that may be changed: not indexes, formats or names of bits."""
    match node:
        case ast.Subscript(value=value, slice=ast.Constant() | ast.UnaryOp()):
            yield value
        case ast.BinOp(op=ast.LShift(), right=right):
            yield right
        case ast.Lambda(body=body):
            yield body
        case _:
            yield from ast.iter_child_nodes(node)


def _span(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, of one with a block only its head."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if isinstance(body, list):
        first = getattr(body[0], "lineno", statement.lineno + 1)
        return statement.lineno, max(statement.lineno, first - 1)
    return statement.lineno, statement.end_lineno or statement.lineno


def _silent(statement: ast.stmt) -> bool:
    """Whether a statement does nothing a rule says: texts, assertions, errors."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name))):
            return name in SILENT
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Raise() | ast.Pass():
            return True
    return False


def _speaks(test: ast.expr) -> bool:
    """Whether what follows is only said to those who listen."""
    return any(isinstance(node, ast.Attribute) and node.attr == "ear" for node in ast.walk(test))


def _push(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Attribute(attr="stack")))):
            return True
        case ast.AugAssign(target=ast.Attribute(attr="stack")):
            return True
    return False


def _plain(value: ast.expr) -> bool:
    """Whether a value is what a field begins with: a number, a name in capitals, a list of them."""
    match value:
        case ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Name(id=name):
            return name.isupper()
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return all(_plain(each) for each in elts)
        case ast.BinOp(left=left, op=ast.Mult()):
            return _plain(left)
    return False


def _text(node: ast.expr) -> bool:
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()) | ast.List() | ast.Tuple():
            return True
    return False
