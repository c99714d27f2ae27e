"""What became of each mutant of the code, kept from run to run, and the survivors accepted."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutation.code import Mutant

OWN: Final = "own"  # killed by a test of a rule it stands beside
RULES: Final = "rules"  # killed by another test of the system
GAMES: Final = "games"  # killed by a golden playthrough or the conformance kit only
SURVIVED: Final = "survived"
UNREACHED: Final = "unreached"  # no test runs the line
VERDICTS: Final = (OWN, RULES, GAMES, SURVIVED, UNREACHED)
ALIVE: Final = (SURVIVED, UNREACHED)

Key = tuple[str, str, str]
FOLDER: Final = Path(__file__).parent


class Verdict(NamedTuple):
    """The end of a mutant; it counts as long as the code of its function is the same."""

    what: str
    mark: str


class Verdicts:
    """The verdicts on one package, a line each in a file that merges well."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[Key, Verdict] = {}
        if path is not None and path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                what, mark, module, function, text = line.split("\t")
                self.known[module, function, text] = Verdict(what, mark)

    def of(self, mutant: Mutant) -> str:
        """The verdict on a mutant, empty if it was not tried on the code as it is."""
        verdict = self.known.get(mutant.key)
        return verdict.what if verdict is not None and verdict.mark == mutant.mark else ""

    def add(self, mutant: Mutant, what: str) -> None:
        """Keep a verdict."""
        self.known[mutant.key] = Verdict(what, mutant.mark)

    def save(self, mutants: Collection[Mutant]) -> None:
        """Write the verdicts on mutants that still exist."""
        if self.path is None:
            return
        lines = sorted(
            "\t".join((module, function, text, what, mutant.mark))
            for mutant in mutants
            if (what := self.of(mutant))
            for module, function, text in [mutant.key]
        )
        told = []
        for line in lines:
            module, function, text, what, mark = line.split("\t")
            told.append("\t".join((what, mark, module, function, text)) + "\n")
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text("".join(told), encoding="utf-8")


def accepted(folder: Path = FOLDER / "accepted") -> dict[str, dict[Key, str]]:
    """The survivors that change nothing a player can see, with the reason, by package.

    A file for each package; a table is headed by the function, `["morale.py Test.apply"]`, and
    holds the texts of its changes.
    """
    return {path.stem: _reasons(path) for path in sorted(folder.glob("*.toml"))}


def _reasons(path: Path) -> dict[Key, str]:
    """The reasons in one file."""
    reasons: dict[Key, str] = {}
    for head, changes in tomllib.loads(path.read_text(encoding="utf-8")).items():
        module, _, function = head.partition(" ")
        reasons.update({(module, function, text): reason for text, reason in changes.items()})
    return reasons


def stale(
    packages: Mapping[str, Collection[Mutant]], reasons: Mapping[str, Mapping[Key, str]]
) -> list[str]:
    """The accepted survivors that are no change of the code any more."""
    found: list[str] = []
    for package, known in reasons.items():
        keys = {mutant.key for mutant in packages.get(package, ())}
        found += [
            f"{package}/{module} {function}: {text}"
            for module, function, text in known
            if (module, function, text) not in keys
        ]
    return found


def tally(
    mutants: Collection[Mutant], verdicts: Verdicts, reasons: Mapping[Key, str]
) -> Counter[str]:
    """How many mutants came to each end; "accepted" are survivors with a reason."""
    counts: Counter[str] = Counter()
    for mutant in mutants:
        what = verdicts.of(mutant)
        counts["accepted" if what in ALIVE and mutant.key in reasons else what or "untried"] += 1
    return counts
