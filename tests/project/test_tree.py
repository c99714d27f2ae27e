"""What no tracked file may hold: registry addresses, home folders, code that runs data."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.project.source_tree import modules, tracked, tracked_texts

# Written so that this file does not hold what it looks for.
REGISTRIES = re.compile(
    r"pypi\.(?:org|python)|pythonhosted\.|npmjs\.|yarnpkg\.|jsdelivr\.|unpkg\.|crates\.io|rubygems\.|anaconda\."
    r"|docker\.io|ghcr\.io|quay\.io|golang\.org|maven\.org|(?:extra-)?index-url[ =]|find-links[ =]"
    r"|https?://\S+/simple\b",
    re.IGNORECASE,
)
HOMES = re.compile(r"(?<![\w.:/-])(?:/(?:home|root|work|Users)/|[A-Z]:\\+Users\\)\w")
LOCKS = re.compile(r"\.lock$|^pylock.*\.toml$|-lock\.(?:json|yaml)$|^requirements.*\.(?:txt|in)$")
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_MODULES = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "jsonpickle"}


def found(pattern: re.Pattern[str], text: str) -> list[str]:
    """The lines where the pattern occurs, numbered."""
    lines = enumerate(text.splitlines(), 1)
    return [f"{number}: {line.strip()}" for number, line in lines if pattern.search(line)]


def code_that_runs_data(tree: ast.AST) -> Iterator[str]:
    """Calls and imports by which a data file could become code."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_CALLS:
                yield f"{node.lineno}: {name}(...)"
            case ast.Import(names=names):
                for alias in names:
                    if alias.name.partition(".")[0] in FORBIDDEN_MODULES:
                        yield f"{node.lineno}: import {alias.name}"
            case ast.ImportFrom(module=str(module)):
                if module.partition(".")[0] in FORBIDDEN_MODULES:
                    yield f"{node.lineno}: from {module}"


@pytest.mark.parametrize(
    "line",
    [
        "https://py" + "pi.org/simple/click",
        "https://files.python" + "hosted.org/packages/x.whl",
        "--index" + "-url https://mirror.example/root",
        "--extra-index" + "-url=file:///mirror",
        "https://mirror.example/sim" + "ple/",
        "https://registry.npm" + "js.org/left-pad",
    ],
)
def test_a_registry_address_is_recognised(line: str) -> None:
    assert found(REGISTRIES, line)


def test_an_ordinary_sentence_is_no_registry_address() -> None:
    assert (
        found(REGISTRIES, "The rule is simple: see docs/rules/shock.md, or https://example.org/")
        == []
    )


def test_no_tracked_file_holds_a_registry_address() -> None:
    faults = [
        f"{path}:{line}" for path, text in tracked_texts() for line in found(REGISTRIES, text)
    ]
    assert faults == []


def test_no_lock_file_holds_any_address() -> None:
    locks = [(path, text) for path, text in tracked_texts() if LOCKS.search(path.name)]
    assert "requirements.lock" in [path.name for path, _ in locks]
    assert [
        f"{path}:{line}" for path, text in locks for line in found(re.compile("://"), text)
    ] == []


@pytest.mark.parametrize(
    "line", ["cd /ho" + "me/ney/src", 'open("/ro' + 'ot/x")', "C:" + "\\Users\\ney"]
)
def test_a_home_folder_is_recognised(line: str) -> None:
    assert found(HOMES, line)


@pytest.mark.parametrize(
    "line", ["https://example.org/ho" + "me/page", "docs/wo" + "rk/x", "#!/usr/bin/env sh"]
)
def test_other_paths_are_no_home_folder(line: str) -> None:
    assert found(HOMES, line) == []


def test_no_tracked_file_holds_a_home_folder() -> None:
    assert [f"{path}:{line}" for path, text in tracked_texts() for line in found(HOMES, text)] == []


def test_lock_files_with_addresses_are_not_tracked() -> None:
    names = {path.name for path in tracked()}
    assert not names & {"uv.lock", "pylock.toml", "poetry.lock", "Pipfile.lock"}


@pytest.mark.parametrize(
    "source",
    ["eval('1')", "exec(text)", "import pickle", "from marshal import loads", "compile(a, b, c)"],
)
def test_code_that_runs_data_is_recognised(source: str) -> None:
    assert list(code_that_runs_data(ast.parse(source)))


def test_compiling_a_pattern_runs_no_data() -> None:
    assert list(code_that_runs_data(ast.parse("import re\nre.compile('x')"))) == []


def test_the_package_never_runs_data() -> None:
    faults = [
        f"{name}:{fault}" for name, tree in modules("") for fault in code_that_runs_data(tree)
    ]
    assert faults == []
