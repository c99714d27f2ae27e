"""The rules as documents: docs/rules/*.md, and which tests prove which rule, from the rule books.

`python -m grognard.lab.ruledocs` rewrites them, `--check` only compares.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from grognard.engine.errors import GrognardError
from grognard.engine.system import System
from grognard.lab.checkout import ROOT, folder
from grognard.lab.rule_sources import rule_sources
from grognard.systems import NAMES
from grognard.systems import system as system_named

TESTS_FILE: Final = "rules-tests.json"
REGENERATE: Final = "make docs (python -m grognard.lab.ruledocs)"


def rules_listing(system: System, variant: str = "sheet") -> list[dict[str, Any]]:
    """Every rule of a system: id, words, sheet or ruling, values, chapter, source lines, tests."""
    listing = _listing(system, variant, kept_tests(system))
    lines = rule_sources(system.folder(), {rule["id"]: rule for rule in listing})
    return [{**rule, "where": [at._asdict() for at in lines[rule["id"]]]} for rule in listing]


def kept_tests(system: System) -> dict[str, list[str]]:
    """The tests that prove each rule, as last written beside the charts."""
    path = system.folder() / TESTS_FILE
    if not path.is_file():
        return {}
    index: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    return index


def _listing(system: System, variant: str, tests: dict[str, list[str]]) -> list[dict[str, Any]]:
    return [
        {
            "id": rule.id,
            "says": rule.says,
            "source": rule.source,
            "line": rule.line,
            "chapter": rule.chapter,
            "module": f"{system.package()}.{rule.chapter}",
            "values": dict(rule.values),
            "tests": tests.get(rule.id, []),
        }
        for rule in system.rulebook(variant).rules.values()
    ]


def collect_marks(root: Path = ROOT) -> dict[str, list[str]]:
    """The rule marks of the whole test suite, by collecting it in a process of its own."""
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index.json"
        command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, f"--rule-index={index}", "tests"],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0 or not index.is_file():
            tail = "\n".join((done.stdout + done.stderr).splitlines()[-15:])
            raise GrognardError(f"the tests cannot be collected:\n{tail}")
        marks: dict[str, list[str]] = json.loads(index.read_text(encoding="utf-8"))
        return marks


def tests_text(system: System, marks: dict[str, list[str]]) -> str:
    """The file beside the charts that tells which tests prove which rule."""
    known = system.rulebook().rules
    chosen = {rule: marks[rule] for rule in sorted(marks) if rule in known}
    return json.dumps(chosen, indent=1, ensure_ascii=False) + "\n"


def page(system: System, marks: dict[str, list[str]]) -> str:
    """The rules of a system as a page of Markdown, chapter by chapter."""
    rules = _listing(system, "sheet", marks)
    chapters = list(dict.fromkeys(rule["chapter"] for rule in rules))
    lines = [
        f"# The rules of {system.title}",
        "",
        f"{system.summary}",
        "",
        "Written by `make docs`; change `charts.toml` and `rulings.toml`, not this page.",
        "*Sheet* lines stand on the printed sheet (with their line there), *rulings* fill what it",
        "leaves open. Numbers are those of the variant `sheet`.",
        "",
    ]
    lines += [f"- [{_title(chapter)}](#{chapter})" for chapter in chapters]
    for chapter in chapters:
        chosen = [rule for rule in rules if rule["chapter"] == chapter]
        lines += ["", f'<a id="{chapter}"></a>', "", f"## {_title(chapter)}", ""]
        lines += [f"Module `{chosen[0]['module']}`.", ""]
        lines += ["| id | rule | from | values | tests |", "|---|---|---|---|---|"]
        lines += [_row(rule) for rule in chosen]
    return "\n".join([*lines, *_variants(system)]) + "\n"


def _title(chapter: str) -> str:
    return chapter.replace("-", " ").replace("_", " ").capitalize()


def _row(rule: dict[str, Any]) -> str:
    source = f"sheet {rule['line']}".strip() if rule["source"] == "sheet" else rule["source"]
    tests = "<br>".join(f"`{_short(test)}`" for test in rule["tests"]) or "**none**"
    cells = (f"`{rule['id']}`", rule["says"], source, _values(rule["values"]), tests)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _short(test: str) -> str:
    """A test by its file's and its own name."""
    path, _, name = test.partition("::")
    return f"{path.rpartition('/')[2].removesuffix('.py')}::{name}"


def _values(values: dict[str, Any]) -> str:
    def shown(value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple | list):
            return " ".join(map(shown, value))
        return str(value)

    return ", ".join(f"{key} {shown(value)}" for key, value in values.items())


def _variants(system: System) -> list[str]:
    """What each variant changes, from the sheet's value to its own."""
    lines: list[str] = ["", "## Variants", ""]
    sheet = system.rulebook()
    for variant in sheet.variants():
        lines.append(f"- `{variant.name}` ({variant.title}): {variant.says}")
        for rule in system.rulebook(variant.name).rules.values():
            old = sheet.rules[rule.id].values
            new = {key: value for key, value in rule.values.items() if value != old[key]}
            if new:
                was = {key: old[key] for key in new}
                lines.append(f"  - `{rule.id}`: {_values(new)} (sheet: {_values(was)})")
    return lines


def documents(root: Path, marks: dict[str, list[str]]) -> dict[Path, str]:
    """Every generated file of the checkout with the text it should have."""
    found: dict[Path, str] = {}
    for name in NAMES:
        system = system_named(name)
        found[root / "docs" / "rules" / f"{name}.md"] = page(system, marks)
        beside = root / "src" / "grognard" / "systems" / name / TESTS_FILE
        found[beside] = tests_text(system, marks)
    return found


def outdated(root: Path, marks: dict[str, list[str]]) -> list[str]:
    """The generated files that are not current, by their paths in the checkout."""
    return [
        path.relative_to(root).as_posix()
        for path, text in documents(root, marks).items()
        if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the pages of rules and the index of their tests, or compare them."""
    parser = argparse.ArgumentParser(
        prog="python -m grognard.lab.ruledocs", description=main.__doc__
    )
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    chosen = parser.parse_args(arguments)
    folder("docs/rules")
    marks = collect_marks()
    if chosen.check:
        stale = outdated(ROOT, marks)
        for name in stale:
            print(f"{name} is not current: run {REGENERATE}")
        return 1 if stale else 0
    for path, text in documents(ROOT, marks).items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
