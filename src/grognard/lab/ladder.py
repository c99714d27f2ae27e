"""The ladder: matches between bots that say how strong each is, with 95 % intervals.

Every game has its own seed and both bots play each side with it; thought is measured in nodes. So a
match is the same on every machine. Games are kept in a file as they end: an interrupted ladder
goes on where it stopped, as long as neither the program nor the battle has changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

import grognard
from grognard.bots.exploits import EXPLOITS
from grognard.lab.match import GameTask, play
from grognard.lab.pool import run

Z: Final = 1.96  # of a 95 % interval
SOURCES: Final = ("*.py", "*.toml")


class Match(NamedTuple):
    """A match: who plays whom, where, how often, and what share is wanted (0 if none is)."""

    battle: str
    one: str
    other: str
    games: int
    wanted: float

    @property
    def name(self) -> str:
        return f"{self.one} against {self.other}"

    def tasks(self) -> Iterator[GameTask]:
        """The games: both sides in turn with every seed."""
        for number in range(self.games):
            pair = (self.one, self.other) if number % 2 == 0 else (self.other, self.one)
            seed = number if self.one == self.other else number // 2
            yield GameTask(battle=self.battle, bots=pair, seed=seed, count=False)


class Score(NamedTuple):
    """How a match stands: games won, drawn, played, and won by the first side of the battle."""

    won: int = 0
    drawn: int = 0
    played: int = 0
    first: int = 0

    def add(self, winner: int | None, side: int) -> Score:
        """One game more, in which the bot that is measured played a side."""
        return Score(
            self.won + (winner == side),
            self.drawn + (winner is None),
            self.played + 1,
            self.first + (winner == 0),
        )

    @property
    def share(self) -> float:
        """The share of the games won, a draw being half a win."""
        return (self.won + self.drawn / 2) / self.played if self.played else 0.0

    def interval(self) -> tuple[float, float]:
        """Between which shares the truth lies, 19 times in 20 (Wilson)."""
        return wilson(self.won + self.drawn / 2, self.played)


def wilson(won: float, played: int) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    if not played:
        return 0.0, 1.0
    share, square = won / played, Z * Z / played
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / played + square / played / 4) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def decided(score: Score, wanted: float) -> bool:
    """Whether more games would hardly change the answer."""
    low, high = score.interval()
    return low >= wanted or high < wanted


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A mark of the program as it is: kept games of another one do not count."""
    digest = sha256()
    root = Path(grognard.__file__).parent
    for folder in ("bots", "engine", "boards", "systems"):
        for pattern in SOURCES:
            for path in sorted((root / folder).rglob(pattern)):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class Kept:
    """Games that were played before, one a line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games: dict[str, int | None] = {}
        if path.exists():
            text = path.read_text("utf-8")
            if text and not text.endswith("\n"):
                path.write_text(f"{text}\n", encoding="utf-8")
            for line in text.splitlines():
                try:
                    entry = json.loads(line)
                    self.games[entry["game"]] = entry["winner"]
                except (ValueError, KeyError, TypeError):
                    continue  # the last line of an interrupted run may be cut off

    def key(self, task: GameTask) -> str:
        """What tells a game from all others."""
        return f"{fingerprint()} {task.battle} {' '.join(task.bots)} {task.seed}"

    def add(self, task: GameTask, winner: int | None) -> None:
        """Keep a game on the disk."""
        self.games[self.key(task)] = winner
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"game": self.key(task), "winner": winner}) + "\n")


def play_match(
    match: Match, kept: Kept, jobs: int, sure: bool, tell: Callable[[Score], None]
) -> Score:
    """Play the games that are missing; with `sure` only until the answer is plain."""
    score = Score()
    missing: list[GameTask] = []
    for task in match.tasks():
        known = kept.key(task)
        if known in kept.games:
            score = score.add(kept.games[known], task.bots.index(match.one))
        else:
            missing.append(task)
    # In pairs, so that a match that stops early is fair to both.
    for start in range(0, len(missing), 2 * jobs):
        if sure and score.played >= 10 and decided(score, match.wanted):
            break
        for task, game in run(play, missing[start : start + 2 * jobs], jobs):
            kept.add(task, game.winner)
            score = score.add(game.winner, task.bots.index(match.one))
        tell(score)
    return score


def tutorials() -> list[str]:
    """The tutorial of every system."""
    return [battle.id for battle in grognard.battles() if battle.difficulty == 1]


def standard(games: int) -> list[Match]:
    """The matches of the page of strength."""
    found: list[Match] = []
    for battle in tutorials():
        found.append(Match(battle, "drill", "random", games, 0.97))
        found.append(Match(battle, "drill", "first-drill", games, 0.65))
        found += [Match(battle, "drill", script, max(2, games // 2), 0.8) for script in EXPLOITS]
        found.append(Match(battle, "marshal", "drill", games, 0.75))
        found.append(Match(battle, "marshal:16000", "marshal", max(2, games // 2), 0.5))
    return found


# -- the page ----------------------------------------------------------------------------------

HEAD: Final = (
    "# Strength of the bots",
    "",
    "Played by `grognard ladder`: both bots play each side with every seed, thought is counted",
    "in nodes, a draw is half a win. The interval holds the true share 19 times in 20. The last",
    "column says how many of the games that were not drawn the battle's first side won. What the",
    "names mean: [bots.md](bots.md).",
    "",
    "| battle | match | won | 95 % interval | wanted | holds | first side |",
    "|---|---|---|---|---|---|---|",
)


def row(match: Match, score: Score) -> str:
    """A line of the page."""
    low, high = score.interval()
    won = f"{score.won} of {score.played}" + (f", {score.drawn} drawn" if score.drawn else "")
    wanted = f"{100 * match.wanted:.0f} %" if match.wanted else "–"
    holds = verdict(score, match.wanted) if match.wanted else "–"
    decided_games = score.played - score.drawn
    first = f"{score.first} of {decided_games}"
    interval = f"{100 * low:.0f}–{100 * high:.0f} %"
    return f"| {match.battle} | {match.name} | {won} | {interval} | {wanted} | {holds} | {first} |"


def verdict(score: Score, wanted: float) -> str:
    """Whether a share that was wanted is reached, as far as the games can tell."""
    low, high = score.interval()
    if low >= wanted:
        return "yes"
    if high < wanted:
        return "no"
    return "reached, not proven" if score.share >= wanted else "not reached, not disproven"


def kept_rows(page: Path) -> dict[tuple[str, str], str]:
    """The rows of matches played before, by battle and match."""
    rows: dict[tuple[str, str], str] = {}
    for line in page.read_text("utf-8").splitlines() if page.exists() else []:
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if line.startswith("| ") and len(cells) == 7 and "/" in cells[0]:
            rows[cells[0], cells[1]] = line
    return rows


def write_page(page: Path, played: dict[tuple[str, str], str]) -> None:
    """Write the page: rows just played, those of other matches, and its chapters as they were."""
    rows = {**kept_rows(page), **played}
    table = "\n".join([*HEAD, *(rows[key] for key in sorted(rows)), ""])
    page.write_text(table + chapters(page), encoding="utf-8")


def chapters(page: Path) -> str:
    """What is written below the table."""
    text = page.read_text("utf-8") if page.exists() else ""
    _, heading, below = text.partition("\n## ")
    return heading + below
