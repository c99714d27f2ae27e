"""Who may know whom: the rules live in systems/, and readers hold views, never positions."""

import ast
import re
from collections.abc import Iterator

import pytest

from grognard.boards import KINDS
from grognard.cli.board_screens import SCREENS
from grognard.draw import SCENES
from grognard.systems import NAMES as shipped
from tests.project.source_tree import PACKAGE, modules

BOTTOM = ("engine", "boards")
READERS = ("draw", "bots", "server", "cli", "lab", "envs", "companion")
VIEWERS = ("draw", "bots", "server")

SHARED = "tabletop"  # no system, but what several of them are built on
SYSTEMS = {path.parent.name for path in PACKAGE.glob("systems/*/__init__.py")} - {SHARED}
NAMES = "|".join(sorted(SYSTEMS))
# By itself or as a step of a path or dotted name ("shock", "shock/ligny", "x.shock.fire"), or a
# battle's name within a sentence ("try shock/ligny").
SYSTEM_NAME = re.compile(
    rf"^(?:\S*[/.])?(?:{NAMES})(?:[/.]\S*)?$|(?<![\w/.-])(?:{NAMES})/\w", re.MULTILINE
)


def imports(module: str, tree: ast.Module, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Every dotted name a module imports, the names taken out of a module included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                parts = module.split(".") + ["__init__"] * is_package
                source = ".".join(
                    [*parts[: len(parts) - node.level], *([source] if source else [])]
                )
            yield node.lineno, source
            for alias in node.names:
                yield node.lineno, f"{source}.{alias.name}"


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string of a module but its docstrings."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docstrings
        ):
            yield node.lineno, node.value


def forbidden_imports(folders: tuple[str, ...], pattern: str) -> list[str]:
    """The imports below these folders that match the pattern as a whole."""
    return [
        f"{module}:{line}: {name}"
        for module, tree in modules(*folders)
        for line, name in imports(
            module.removesuffix(".__init__"), tree, module.endswith(".__init__")
        )
        if re.fullmatch(pattern, name)
    ]


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import grognard.systems.shock", "grognard.systems.shock"),
        ("from grognard.systems import shock", "grognard.systems.shock"),
        ("from ..systems.shock import fire", "grognard.systems.shock"),
        ("from .. import systems", "grognard.systems"),
        ("def f():\n    from ..engine.position import Position", "grognard.engine.position"),
    ],
)
def test_every_way_of_importing_is_seen(source: str, name: str) -> None:
    assert name in [name for _, name in imports("grognard.bots.drill", ast.parse(source))]


def test_relative_imports_of_a_package_start_at_itself() -> None:
    tree = ast.parse("from .drill import Drill\nfrom ..engine import view")
    names = [name for _, name in imports("grognard.bots", tree, is_package=True)]
    assert names == [
        *("grognard.bots.drill", "grognard.bots.drill.Drill"),
        *("grognard.engine", "grognard.engine.view"),
    ]


@pytest.mark.parametrize(
    "text", ["shock", "shock/gemioncourt", "grognard.systems.pulses", "try shock/x"]
)
def test_the_name_of_a_system_is_recognised(text: str) -> None:
    assert SYSTEM_NAME.search(text)


@pytest.mark.parametrize(
    "text", ["a shock is coming", "aftershock", "shock-table", "two brigades met"]
)
def test_words_of_the_hobby_are_not_names_of_systems(text: str) -> None:
    assert not SYSTEM_NAME.search(text)


def test_docstrings_may_give_examples() -> None:
    tree = ast.parse('"""shock"""\ndef f():\n    """shock/x"""\n    return "pulses"')
    assert [text for _, text in texts(tree)] == ["pulses"]


def test_the_systems_are_found_by_their_folders() -> None:
    assert set(shipped) == SYSTEMS


def test_readers_import_no_system_by_name() -> None:
    assert forbidden_imports(READERS, rf"grognard\.systems\.(?:{NAMES}|{SHARED})(?:\..*)?") == []


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_no_system_knows_another(system: str) -> None:
    others = "|".join(sorted(SYSTEMS - {system}))
    folder = (f"systems/{system}",)
    assert forbidden_imports(folder, rf"grognard\.systems\.(?:{others})(?:\..*)?") == []


def test_what_systems_share_knows_none_of_them() -> None:
    folder = f"systems/{SHARED}"
    assert forbidden_imports((folder,), rf"grognard\.systems\.(?:{NAMES})(?:\..*)?") == []
    assert [
        text for _, tree in modules(folder) for _, text in texts(tree) if SYSTEM_NAME.search(text)
    ] == []


def test_engine_and_boards_import_nothing_above_them() -> None:
    above = "|".join(("systems", *READERS))
    assert forbidden_imports(BOTTOM, rf"grognard\.(?:{above})(?:\..*)?") == []


def test_systems_import_no_reader() -> None:
    assert forbidden_imports(("systems",), rf"grognard\.(?:{'|'.join(READERS)})(?:\..*)?") == []


def test_drawing_bots_and_server_never_see_a_position() -> None:
    position = r"grognard\.engine\.position(?:\..*)?|grognard(?:\.engine(?:\..*)?)?\.Position"
    assert forbidden_imports(VIEWERS, position) == []


def test_only_systems_name_systems() -> None:
    assert [
        f"{module}:{line}: {text!r}"
        for module, tree in modules(*BOTTOM, *READERS)
        for line, text in texts(tree)
        if SYSTEM_NAME.search(text)
    ] == []


def test_every_kind_of_board_is_drawn_and_printed() -> None:
    assert set(SCENES) == set(SCREENS) == set(KINDS)
