"""Mutants of the code: which changes there are, what names them, and who dies of which test."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.changes import changed, edits_of_function
from tests.mutation.code import Code, Mutant, marks_at, mutants_of
from tests.mutation.page import page
from tests.mutation.patching import put_function
from tests.mutation.verdicts import OWN, SURVIVED, UNREACHED, Verdicts, accepted, stale
from tests.project.source_tree import ROOT

SYSTEMS = ROOT / "src" / "grognard" / "systems"
FIRE = """
def hits(faces, least):
    count = 0
    for face in faces:
        if face >= least:  # toy.fire.range
            count += 1
    return count


def spare(faces):
    return faces[0] if len(faces) > 5 else 0
"""
CHARTS = """
["toy.fire.range"]
says = "Muskets reach two hexes."
line = "1"
chapter = "fire"
value = 2
"""
VARIANTS = '[sheet]\ntitle = "As printed"\nsays = "Everything as it is printed."\n'
TESTS = """
import pytest
from toy.fire import hits

@pytest.mark.rule("toy.fire.range")
def test_hits():
    assert hits([2, 3, 4], 3) == COUNT
"""


def function(text: str) -> ast.FunctionDef:
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.FunctionDef)
    return node


def changes(text: str, method: bool = False) -> list[str]:
    """The changes of a function, by their texts."""
    return [edit.text for edit in edits_of_function(function(text), method)]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("if a < b: pass", ["negate: a < b", "compare: a < b -> a <= b"]),
        ("if a == b: pass", ["compare: a == b -> a != b"]),
        ("if a: pass", ["negate: a"]),
        ("x = a and b", ["join: a and b -> a or b", "part: a and b -> b", "part: a and b -> a"]),
        ("x = a if c else b", ["arms: a if c else b -> b if c else a"]),
        ("p.state[u] = 0", ["reset: p.state[u] = 0", "number: 0 -> 1"]),
        ("p.state[u] &= ~HURT", ["reset: p.state[u] &= ~HURT"]),
        ("p.hex[u] = goal", ["drop: p.hex[u] = goal"]),
        ("p.remove(u)", ["drop: p.remove(u)"]),
        ("p.stack.append(Rout(u))", ["push: p.stack.append(Rout(u))"]),
        ("x = [n for n in m if n]", ["negate: if n"]),
        ("x = max(a, b)", ["twin: max(a, b) -> min(a, b)"]),
        ("x = a + 12", ["sign: a + 12 -> a - 12", "number: 12 -> 11"]),
        ("x = (FRONT, REAR)", ["swap: FRONT <-> REAR"]),
        ("x = table[3]", []),
        ("x = f'{a + 1} men'", []),
        ("p.tell(a and b)", []),
        ("if p.ear is not None and a < b: p.remove(u)", []),
        ("assert a < b", []),
    ],
)
def test_a_statement_has_these_changes(statement: str, expected: list[str]) -> None:
    assert changes(f"def rule(p):\n    {statement}\n") == expected


def test_two_pushes_may_come_in_the_other_order() -> None:
    text = "def run(p):\n    p.stack.append(A())\n    p.stack.append(B())\n"
    assert "order: p.stack.append(A()) after p.stack.append(B())" in changes(text)


def test_an_early_return_may_be_missed() -> None:
    text = "def rule(p):\n    if a:\n        return\n    return\n"
    assert changes(text) == ["negate: a", "return: return"]


def test_what_a_step_says_or_draws_is_no_rule() -> None:
    assert changes("def prompt(p):\n    return a < b\n") == []
    assert changes("def reach(p):\n    return a < b\n", method=True) == []
    assert changes("def reach(p):\n    return a < b\n") == ["compare: a < b -> a <= b"]


def test_a_change_that_stands_twice_is_numbered() -> None:
    text = "def rule(p):\n    p.remove(u)\n    p.remove(u)\n"
    assert changes(text) == ["drop: p.remove(u)", "drop: p.remove(u) #2"]


def test_a_change_reaches_whoever_holds_the_function() -> None:
    text = "def least(a, b):\n    return min(a, b)\n"
    module = ModuleType("toy")
    exec(text, vars(module))  # noqa: S102
    held = module.least
    (twin,) = [e for e in edits_of_function(function(text), False) if e.kind == "twin"]
    put_function(module, "least", changed(function(text), twin))
    assert held(1, 2) == 2


def toy(folder: Path, text: str = FIRE) -> list[Mutant]:
    """The mutants of a small package."""
    package = folder / "toy"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "fire.py").write_text(text)
    (package / "charts.toml").write_text(CHARTS)
    (package / "rulings.toml").write_text("")
    (package / "variants.toml").write_text(VARIANTS)
    return mutants_of(Code.at("toy", package, "toy"))


def test_a_mutant_knows_the_rule_it_stands_beside(tmp_path: Path) -> None:
    beside = {mutant.edit.text: mutant.ids for mutant in toy(tmp_path)}
    assert beside["compare: face >= least -> face > least"] == ("toy.fire.range",)
    assert beside["compare: len(faces) > 5 -> len(faces) >= 5"] == ()


def test_a_verdict_outlives_other_changes_but_not_those_of_its_function(tmp_path: Path) -> None:
    kept = tmp_path / "tried.tsv"
    verdicts = Verdicts(kept)
    before = toy(tmp_path)
    spare = next(mutant for mutant in before if mutant.function == "spare")
    verdicts.add(spare, SURVIVED)
    verdicts.save(before)
    elsewhere = toy(tmp_path, "# Another line.\n" + FIRE.replace("count += 1", "count += 2"))
    known = [mutant for mutant in elsewhere if Verdicts(kept).of(mutant)]
    assert [mutant.key for mutant in known] == [spare.key]
    inside = toy(tmp_path, FIRE.replace("else 0", "else 9"))
    assert [mutant for mutant in inside if Verdicts(kept).of(mutant)] == []


def test_functions_as_they_were_at_a_commit_are_known(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-C", str(tmp_path)]
    toy(tmp_path)
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "A toy"]):
        subprocess.run([*git, *words], check=True)
    now = toy(tmp_path, FIRE.replace("else 0", "else 9"))
    before = marks_at(now[0].code, "HEAD")
    assert {m.function for m in now if (m.function, m.mark) not in before} == {"spare"}


def test_the_page_counts_and_lists_survivors_with_their_reasons(tmp_path: Path) -> None:
    mutants = toy(tmp_path)
    verdicts = Verdicts(None)
    first, second, third, *_ = mutants
    for mutant, what in ((first, OWN), (second, SURVIVED), (third, UNREACHED)):
        verdicts.add(mutant, what)
    numbers = tmp_path / "numbers.json"
    kept = {"date": "2026-11-16", "mutants": 9, "rules": 4, "runs": 20, "minutes": 0.5}
    numbers.write_text(json.dumps({**kept, "survivors": []}))
    reasons = {"toy": {second.key: "nobody counts below zero"}}
    lines = page({"toy": mutants}, {"toy": verdicts}, reasons, numbers).splitlines()
    assert "| 2026-11-16 | 9 | 4 | 20 | 0.5 | 0 |" in lines
    assert f"| `toy` | {len(mutants)} | 3 | 1 | 0 | 0 | 1 | 1 |" in lines
    open_one = f"- `fire.py` `{third.function}`: `{third.edit.text}` (no test runs it)"
    closed = f"- `fire.py` `{second.function}`: `{second.edit.text}`: nobody counts below zero"
    assert lines.index("### Survivors of `toy`") < lines.index(open_one)
    assert lines.index("### Accepted of `toy`") < lines.index(closed)


def hunt(folder: Path, count: str) -> subprocess.CompletedProcess[str]:
    """Hunt the mutants of the toy, its rule proved by the count given."""
    toy(folder)
    (folder / "test_toy.py").write_text(TESTS.replace("COUNT", count))
    tool = str(ROOT / "tests" / "mutants.py")
    return subprocess.run(
        [sys.executable, tool, "--code", f"--folder={folder / 'toy'}", f"--tests={folder}"],
        capture_output=True,
        text=True,
        check=False,
    )


def test_mutants_die_of_tests_that_notice_and_others_are_told(tmp_path: Path) -> None:
    done = hunt(tmp_path, "2")
    told = done.stdout.splitlines()
    assert "unreached: toy/fire.py:11 spare: number: 5 -> 4" in told, done.stdout + done.stderr
    assert [line for line in told if " hits: " in line] == []
    assert done.returncode == 1


def test_a_survivor_of_the_code_is_told(tmp_path: Path) -> None:
    done = hunt(tmp_path, "hits([2, 3, 4], 3)")
    told = done.stdout.splitlines()
    assert "survived: toy/fire.py:5 hits: compare: face >= least -> face > least" in told, told


def test_tests_that_fail_anyway_kill_nothing(tmp_path: Path) -> None:
    done = hunt(tmp_path, "3")
    assert "left out, as they fail or take long without any change:" in done.stdout, done.stderr
    assert "0 killed by a test of their rule" in done.stdout


def test_accepted_survivors_are_changes_of_the_code() -> None:
    reasons = accepted()
    packages = {
        name: mutants_of(
            Code.at(name, SYSTEMS / name, f"grognard.systems.{name}"),
            {(module, function) for module, function, _ in known},
        )
        for name, known in reasons.items()
    }
    assert stale(packages, reasons) == []
    assert all(reason for known in reasons.values() for reason in known.values())
