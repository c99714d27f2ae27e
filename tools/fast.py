"""Compile what the folders of the package name for it with mypyc, from its plain sources.

`make fast` copies the sources to build/fast, compiles them there, and puts what comes of it into
src/grognard/compiled, with a mark of the sources. A C compiler is needed, nothing else.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from grognard.boards import kernel

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "fast"
# A file of C for each module, so that they compile side by side.
SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

modules = mypycify({files}, opt_level="2", debug_level="0", multi_file=True)
setup(name="grognard-compiled", ext_modules=modules)
"""
# What is added to a source that is changed for the compiler.
MARKS = """\
from typing import TYPE_CHECKING as _CHECKING, Final as _Final
if _CHECKING:
    from mypy_extensions import mypyc_attr as _attr
"""
DERIVED_FROM = "@_attr(allow_interpreted_subclasses=True)\n"


def main() -> None:
    """Compile, unless what is there was built from the same sources."""
    modules = list(kernel.listed())
    wanted = {dotted(module.source) for module in modules}
    if wanted == {name for name in kernel.built() if name.startswith("grognard.")}:
        print("What is compiled is up to date.")
        return
    if shutil.which(os.environ.get("CC", "cc")) is None:
        sys.exit("fast: no C compiler found; install one, or play on with the plain modules")
    sources = sorted(read_by(module.source for module in modules))
    seen = kernel.fingerprint(sources)  # before copying: later changes are not in it
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(
        kernel.PACKAGE, WORK / "grognard", ignore=shutil.ignore_patterns("__pycache__", "compiled")
    )
    opened = {module.source for module in modules if module.is_open}
    for file in (WORK / "grognard").rglob("*.py"):
        text = file.read_text("utf-8")
        ready = prepared(text, file.relative_to(WORK / "grognard").as_posix() in opened)
        if ready != text:
            file.write_text(ready, "utf-8")
    files = [f"grognard/{module.source}" for module in modules]
    (WORK / "setup.py").write_text(SETUP.format(files=files), "utf-8")
    print(f"Compiling {len(files)} modules; this takes a few minutes.", flush=True)
    run = subprocess.run(
        [sys.executable, "setup.py", "build_ext", "--inplace"],
        cwd=WORK, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode:
        sys.exit(f"fast: mypyc failed\n{run.stdout[-3000:]}{run.stderr[-3000:]}")
    collect(sources, seen)
    print(f"Compiled {len(files)} modules into {kernel.COMPILED.relative_to(ROOT)}.")


def dotted(source: str) -> str:
    """The name of a module from its file below the package."""
    return ".".join(("grognard", *Path(source).with_suffix("").parts)).removesuffix(".__init__")


def prepared(text: str, is_open: bool) -> str:
    """A source as it is compiled: counted constants one by one, so that they are taken for such.

    Where others may derive from the classes of a module, they stay open to that.
    """
    tree = ast.parse(text)
    lines = text.splitlines(keepends=True)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    changes: list[tuple[int, int, list[str]]] = []  # from a line to another, and what stands there
    bodies = [tree.body, *(node.body for node in classes)]
    for node in (node for body in bodies for node in body):
        names = counted(node)
        if names:
            told = [f"{' ' * node.col_offset}{name}: _Final = {n}\n" for name, n in names]
            changes.append((node.lineno - 1, node.end_lineno or node.lineno, told))
    for node in classes if is_open else ():
        if not any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases):
            changes.append((node.lineno - 1, node.lineno - 1, [DERIVED_FROM]))
    if not changes:
        return text
    for first, last, told in sorted(changes, reverse=True):
        lines[first:last] = told
    future = next(i for i, line in enumerate(lines) if line.startswith("from __future__"))
    lines.insert(future + 1, MARKS)
    return "".join(lines)


def counted(node: ast.stmt) -> list[tuple[str, int]]:
    """The names and values of `A, B = range(2)`; nothing if a statement is none of these."""
    match node:
        case ast.Assign(
            targets=[ast.Tuple(elts=names)], value=ast.Call(func=ast.Name(id="range"), args=args)
        ) if all(isinstance(arg, ast.Constant) for arg in args):
            values = range(*(ast.literal_eval(arg) for arg in args))
            pairs = zip(names, values, strict=True)
            return [(name.id, value) for name, value in pairs if isinstance(name, ast.Name)]
    return []


def read_by(sources: Iterable[str]) -> set[str]:
    """The sources that some sources read, and so on: whose types and constants are compiled in."""
    found: set[str] = set()
    waiting = list(sources)
    while waiting:
        source = waiting.pop()
        if source in found:
            continue
        found.add(source)
        for node in ast.walk(ast.parse((kernel.PACKAGE / source).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                above = dotted(source).split(".")[: -node.level] if node.level else []
                module = ".".join([*above, *([node.module] if node.module else [])])
                names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
                waiting += [file for name in names for file in source_of(name)]
    return found


def source_of(name: str) -> list[str]:
    """The file of a module below the package, if a name is that of one."""
    above, *rest = name.split(".")
    file = Path(*rest).with_suffix(".py") if rest else Path()
    found = above == "grognard" and (kernel.PACKAGE / file).is_file()
    return [file.as_posix()] if found else []


def collect(sources: list[str], seen: str) -> None:
    """Put what was compiled where it is found, without its sources, and mark it."""
    shutil.rmtree(kernel.COMPILED, ignore_errors=True)
    kernel.COMPILED.mkdir(parents=True)
    files = {}
    for suffix in ("so", "pyd"):
        for found in WORK.glob(f"*.{suffix}"):
            files[found.name.partition(".")[0]] = found.name
            shutil.copy2(found, kernel.COMPILED / found.name)
        for found in (WORK / "grognard").rglob(f"*.{suffix}"):
            below = found.relative_to(WORK / "grognard")
            there = kernel.COMPILED / below
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, there)
            files[dotted((below.parent / found.name.partition(".")[0]).as_posix())] = str(below)
    mark = {"hash": seen, "files": files, "sources": sources}
    (kernel.COMPILED / kernel.MARK).write_text(json.dumps(mark, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
