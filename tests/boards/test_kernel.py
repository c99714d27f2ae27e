"""The compiled modules: used if they were built from these sources, and equal to the plain."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest
from tools import fast

from grognard.boards import kernel
from tests.boards.kernel_cases import ask_build, hashes


def test_random_cases_are_repeatable() -> None:
    assert hashes(60, 7) == hashes(60, 7) != hashes(60, 8)


def test_every_module_to_be_compiled_is_there() -> None:
    modules = [module.source for module in kernel.listed()]
    assert [source for source in modules if not (kernel.PACKAGE / source).is_file()] == []
    assert len(modules) == len(set(modules)) > 0


def test_no_compiled_class_declares_what_one_it_is_derived_from_has() -> None:
    """The compiler would count such a field twice, and the garbage collector free what is in use.

    Whoever wants a narrower type makes the first class generic.
    """
    modules = {fast.dotted(module.source) for module in kernel.listed()}
    classes = [
        kind
        for name in modules
        for kind in vars(importlib.import_module(name)).values()
        if isinstance(kind, type) and kind.__module__ == name
    ]
    twice = []
    for kind in classes:
        for base in kind.__mro__[1:]:
            if base.__module__ in modules:
                fields = {*vars(base).get("__annotations__", ()), *vars(base).get("__slots__", ())}
                again = fields.intersection(vars(kind).get("__annotations__", ()))
                twice += [f"{kind.__module__}.{kind.__name__}.{field}" for field in again]
    assert sorted(twice) == [] and len(classes) > 50


def test_folders_name_their_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one" / "two").mkdir(parents=True)
    (tmp_path / "one" / kernel.LIST).write_text("# a heading\nflat\ntwo/deep open  # why\n\n")
    monkeypatch.setattr(kernel, "PACKAGE", tmp_path)
    assert [*kernel.listed()] == [("one/flat.py", False), ("one/two/deep.py", True)]


def mark(folder: Path, sources: list[str], found: str) -> None:
    """Mark a folder as holding one module, compiled from some sources."""
    told = {"hash": found, "files": {"grognard.boards.areas": "areas.so"}, "sources": sources}
    (folder / kernel.MARK).write_text(json.dumps(told))


def test_what_was_built_from_other_sources_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, compiled = tmp_path / "package", tmp_path / "compiled"
    package.mkdir()
    compiled.mkdir()
    monkeypatch.setattr(kernel, "PACKAGE", package)
    monkeypatch.setattr(kernel, "COMPILED", compiled)
    (package / "a.py").write_text("A = 1\n")
    assert kernel.built() == {}
    mark(compiled, ["a.py"], "0" * 64)
    assert kernel.built() == {}
    mark(compiled, ["a.py"], kernel.fingerprint(["a.py"]))
    assert kernel.built() == {"grognard.boards.areas": str(compiled / "areas.so")}
    (package / "a.py").write_text("A = 2\n")
    assert kernel.built() == {}
    (package / "a.py").unlink()
    assert kernel.built() == {}


@pytest.mark.parametrize(("plain", "wanted"), [("", True), ("0", True), ("1", False)])
def test_compiled_modules_can_be_switched_off(
    plain: str, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROGNARD_PLAIN", plain)
    assert kernel.wanted() is wanted


def test_only_compiled_modules_are_found() -> None:
    finder = kernel.Finder({"grognard.boards.areas": "/somewhere/areas.so"})
    spec = finder.find_spec("grognard.boards.areas")
    assert spec is not None
    assert spec.origin == "/somewhere/areas.so"
    assert finder.find_spec("grognard.boards.hexes") is None


def test_counted_constants_are_written_out_and_open_classes_marked() -> None:
    text = (
        '"""Told."""\n\nfrom __future__ import annotations\n\nA, B = range(2, 4)  # two\n\n\n'
        "class C:\n    X, Y = range(2)\n\n\nclass D(NamedTuple):\n    z: int\n"
    )
    ready = fast.prepared(text, is_open=True)
    assert "A: _Final = 2\nB: _Final = 3\n" in ready
    assert "    X: _Final = 0\n    Y: _Final = 1\n" in ready
    assert ready.count(fast.DERIVED_FROM) == 1
    assert fast.DERIVED_FROM + "class C:" in ready
    assert fast.prepared("a, b = pair\n", is_open=False) == "a, b = pair\n"


def test_sources_that_a_module_reads_are_followed() -> None:
    found = fast.read_by(["boards/table/reach.py"])
    assert {"boards/table/reach.py", "boards/table/rect.py", "boards/table/shape.py"} <= found


def test_plain_and_compiled_agree() -> None:
    if not kernel.built():
        pytest.skip("nothing is compiled here: `make fast` does it")
    assert ask_build("plain", 3000, 1) == ask_build("compiled", 3000, 1)
