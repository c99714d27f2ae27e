"""Change the program in one place after another: each change must make a test fail.

`--numbers` changes the numbers, words and switches of the rule books, `--code` the modules that
hold the rules; without either, both. docs/testing.md tells more.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from grognard.engine import rulebook  # noqa: E402
from grognard.systems import NAMES, system  # noqa: E402
from tests.mutation import page  # noqa: E402
from tests.mutation.changes import CHANGES  # noqa: E402
from tests.mutation.code import Code, Mutant, marks_at, mutants_of  # noqa: E402
from tests.mutation.hunt import GAME_FILES, CodeHunt, Hunted  # noqa: E402
from tests.mutation.numbers import NumberHunt  # noqa: E402
from tests.mutation.verdicts import ALIVE, FOLDER, VERDICTS, Verdicts, accepted, stale  # noqa: E402

SUMMARY: Final = ROOT / "docs" / "mutants.md"
SHARED: Final = "tabletop"  # what several systems are built on
SYSTEMS: Final = ROOT / "src" / "grognard" / "systems"
FLAGS: Final = (
    *("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-summary", "--tb=no"),
    *("-o", "tmp_path_retention_policy=none"),
)


def run_pytest(paths: list[str], plugin: object) -> bool:
    """Collect the tests and hand them to the plugin."""
    code = pytest.main([*FLAGS, f"--rootdir={ROOT}", *paths], plugins=[plugin])
    fine = code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
    if not fine:
        print(f"the tests could not be collected (pytest exit {code})", file=sys.stderr)
    return fine


# --- numbers


def chosen_numbers(arguments: argparse.Namespace) -> list[rulebook.Mutant]:
    """The mutants of the rule books, of one rule, or a random sample of them."""
    folders: list[Traversable] = [Path(arguments.folder)] if arguments.folder else []
    folders = folders or [system(name).folder() for name in arguments.system or NAMES]
    mutants = [mutant for folder in folders for mutant in rulebook.mutants(folder)]
    if arguments.id:
        mutants = [m for m in mutants if f"{m.id}.".startswith(f"{arguments.id}.")]
    if arguments.sample and arguments.sample < len(mutants):
        mutants = random.Random(arguments.seed).sample(mutants, arguments.sample)
    return mutants


def hunt_numbers(arguments: argparse.Namespace, whole: bool) -> int:
    """Hunt the mutants of the rule books; 0 if none survives."""
    hunt = NumberHunt(chosen_numbers(arguments), loud=whole)
    if not run_pytest([arguments.tests], hunt):
        return 2
    if hunt.broken:
        print("these tests fail without any change:", *hunt.broken, sep="\n  ", file=sys.stderr)
        return 2
    if whole:
        page.NUMBERS.write_text(json.dumps(hunt.summary(), indent=1) + "\n", encoding="utf-8")
    sampled = f" (sample of seed {arguments.seed})" if arguments.sample else ""
    survivors = len(hunt.survivors)
    print(f"{len(hunt.mutants)} mutants{sampled}, {hunt.runs} test runs, {survivors} survivors")
    return 1 if hunt.survivors else 0


# --- code


def codes(arguments: argparse.Namespace) -> list[Code]:
    """The packages whose code is changed."""
    if arguments.folder:
        folder = Path(arguments.folder).resolve()
        sys.path.insert(0, str(folder.parent))
        return [Code.at(folder.name, folder, folder.name)]
    names = arguments.system or [*NAMES, SHARED]
    return [Code.at(name, SYSTEMS / name, f"grognard.systems.{name}") for name in names]


def test_paths(arguments: argparse.Namespace, chosen: list[Code]) -> list[str]:
    """Where the tests lie that can notice a change of these packages."""
    if arguments.folder:
        return [arguments.tests]
    names = [code.name for code in chosen]
    if SHARED in names:
        names += [name for name in NAMES if name not in names and _builds_on_shared(name)]
    elif any(_builds_on_shared(name) for name in names):
        names.append(SHARED)
    folders = [f"tests/{kind}/{name}" for name in names for kind in ("rules", "systems")]
    return [str(ROOT / path) for path in (*folders, *GAME_FILES) if (ROOT / path).exists()]


def _builds_on_shared(name: str) -> bool:
    files = (SYSTEMS / name).rglob("*.py")
    return any(f"grognard.systems.{SHARED}" in path.read_text(encoding="utf-8") for path in files)


def tried_file(arguments: argparse.Namespace, code: Code) -> Path | None:
    """Where the verdicts on a package are kept."""
    return None if arguments.folder else FOLDER / "tried" / f"{code.name}.tsv"


def in_question(arguments: argparse.Namespace, mutant: Mutant) -> bool:
    """Whether a mutant is of the module, the rule and the kinds asked for."""
    module, id_, kinds = arguments.module, arguments.id, arguments.kind
    return (
        (not module or mutant.module.startswith(module))
        and not (arguments.chapters and "/" in mutant.module)
        and (not kinds or mutant.edit.kind in kinds)
        and (not id_ or any(f"{each}.".startswith(f"{id_}.") for each in mutant.ids))
    )


def hunt_code(arguments: argparse.Namespace) -> int:
    """Hunt mutants of the code not tried yet; 0 if none of those tried survives unaccepted."""
    chosen = codes(arguments)
    every = {code.name: mutants_of(code) for code in chosen}
    verdicts = {code.name: Verdicts(tried_file(arguments, code)) for code in chosen}
    asked = [m for mutants in every.values() for m in mutants if in_question(arguments, m)]
    if arguments.since:
        before = {code.name: marks_at(code, arguments.since) for code in chosen}
        asked = [m for m in asked if (m.function, m.mark) not in before[m.code.name]]
    if arguments.survivors:
        reasons = {} if arguments.again else accepted()
        left = [
            m
            for m in asked
            if verdicts[m.code.name].of(m) in ALIVE and m.key not in reasons.get(m.code.name, {})
        ]
    elif arguments.again:
        left = asked
    else:
        left = [m for m in asked if not verdicts[m.code.name].of(m)]
    if arguments.list:
        print(*left, sep="\n")
        return 0
    hunt = CodeHunt(
        chosen, None if arguments.folder else ROOT / ".mutants" / "reach.tsv", arguments.workers
    )
    hunt.chosen = random.Random(arguments.seed).sample(
        left, min(len(left), arguments.sample or len(left))
    )
    print(
        f"{len(hunt.chosen)} of {len(left)} mutants of the code"
        f" ({len(asked)} in all, sample of seed {arguments.seed})",
        flush=True,
    )
    hunt.long = arguments.long
    hunt.deadline = time.monotonic() + 60 * arguments.minutes

    def keep(end: Hunted) -> None:
        # At once, so that a hunt broken off is not lost.
        if end.what:
            name = end.mutant.code.name
            verdicts[name].add(end.mutant, end.what)
            verdicts[name].save(every[name])

    hunt.keep = keep
    fine = run_pytest(test_paths(arguments, chosen), hunt)
    return report(hunt) if fine else 2


def report(hunt: CodeHunt) -> int:
    """Tell how the hunt went; 1 if a survivor is not accepted."""
    if hunt.broken:
        print("left out, as they fail or take long without any change:", *hunt.broken, sep="\n  ")
    reasons = accepted()
    counts = dict.fromkeys(VERDICTS, 0)
    open_ones, endless = 0, 0
    for end in hunt.ends:
        if end.what:
            counts[end.what] += 1
            endless += end.how == "endless"
            known = end.mutant.key in reasons.get(end.mutant.code.name, {})
            open_ones += end.what in ALIVE and not known
    impossible = sum(not end.what for end in hunt.ends)
    runs = sum(end.runs for end in hunt.ends)
    print(
        f"{sum(counts.values())} mutants tried: {counts['own']} killed by a test of their rule, "
        f"{counts['rules']} by another, {counts['games']} by games only ({endless} endless); "
        f"{counts['survived']} survived, {counts['unreached']} are run by no test, "
        f"{open_ones} of these not accepted; {impossible} could not be made"
    )
    print(
        f"{hunt.learned:.0f} s to learn ({hunt.learning:.0f} s of processor time), "
        f"{hunt.hunted:.0f} s to hunt ({hunt.processor:.0f} s), {runs} test runs"
    )
    return 1 if open_ones else 0


def write_page() -> None:
    """Write docs/mutants.md from what is kept."""
    nothing = argparse.Namespace(folder=None, system=None)
    chosen = codes(nothing)
    packages = {code.name: mutants_of(code) for code in chosen}
    verdicts = {code.name: Verdicts(tried_file(nothing, code)) for code in chosen}
    for line in stale(packages, accepted()):
        print(f"accepted, but no change of the code any more: {line}")
    SUMMARY.write_text(page.page(packages, verdicts, accepted()), encoding="utf-8")


def main(argv: list[str] | None = None) -> int:
    """Hunt the mutants; 0 if none survives."""
    parser = argparse.ArgumentParser(prog="python tests/mutants.py", description=__doc__)
    parser.add_argument("--numbers", action="store_true", help="only the rule books")
    parser.add_argument("--code", action="store_true", help="only the code")
    parser.add_argument("--system", action="append", help="only this system (or tabletop)")
    parser.add_argument("--module", help="only this module of the code, or those in a folder")
    parser.add_argument("--chapters", action="store_true", help="code: only chapters of the sheet")
    parser.add_argument("--kind", action="append", choices=CHANGES, help="code: only this kind")
    parser.add_argument("--id", help="only this rule and those below it")
    parser.add_argument("--since", help="code: only functions written or rewritten since a commit")
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--survivors", action="store_true", help="code: only open survivors")
    parser.add_argument("--again", action="store_true", help="code: also those tried or accepted")
    parser.add_argument("--long", action="store_true", help="code: with tests that take long")
    parser.add_argument("--minutes", type=float, default=50, help="code: stop after so long")
    parser.add_argument("--workers", type=int, default=2, help="code: so many at once")
    parser.add_argument("--list", action="store_true", help="code: list the mutants, try none")
    parser.add_argument("--page", action="store_true", help="only write docs/mutants.md")
    parser.add_argument("--folder", help="a folder of charts, rulings and code (all systems)")
    parser.add_argument("--tests", default=str(ROOT / "tests"), help="where its tests lie")
    arguments = parser.parse_args(argv)
    if arguments.page:
        write_page()
        return 0
    part = arguments.sample or arguments.id or arguments.folder or arguments.system
    whole = not (part or arguments.module or arguments.chapters)
    both = arguments.numbers == arguments.code
    status = 0
    if arguments.numbers or both:
        status = hunt_numbers(arguments, whole)
    if arguments.code or both:
        status = max(status, hunt_code(arguments))
    if whole:
        write_page()
    return status


if __name__ == "__main__":
    sys.exit(main())
