"""The published study: docs/study.md, written from the files of studies.

    python -m grognard.lab.published FOLDER [--play PERCENT]

With --play every battle is played first. FOLDER holds a file for each battle, as `grognard sim
BATTLE --study FILE` keeps it, and a folder for each designer's question, as `grognard balance`
does.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import msgspec

import grognard
from grognard.engine.grammar import how_many
from grognard.engine.version import VERSION
from grognard.lab import pool
from grognard.lab.balance import Balance, Question
from grognard.lab.checkout import folder as checkout
from grognard.lab.intervals import percent, points
from grognard.lab.study import Study, StudyHeader
from grognard.lab.summary import Summary
from grognard.systems import system as system_named

BOTS: Final = ("drill", "drill")
GAMES: Final = {1: 200, 2: 40, 3: 20}  # by difficulty

HEAD: Final = """# A study of all battles

Each battle between two `drill` bots, played by `grognard sim BATTLE --study FILE` (Grognard
{version}) and written by `python -m grognard.lab.published`. The larger a battle, the fewer games:
the ranges, for 95 %, say how little a few games prove. Where a range holds 50 %, the study does not
tell who is better off. Losses are parts of the strength at the start.
Of 6 to 9 turns: a die may prolong the battle.

| battle | games | first side wins | second side wins | drawn | turns | losses | ends by |
|---|---:|---|---|---:|---:|---|---|
"""


def header_of(path: Path) -> StudyHeader:
    """What a file studies."""
    with path.open("rb") as file:
        return msgspec.json.decode(file.readline(), type=StudyHeader)


def opened(path: Path) -> Study:
    """A study by its file."""
    header = header_of(path)
    return Study(path, header.battle, header.bots, header.variant, header.changes)


def summary_of(study: Study) -> Summary:
    """Everything a study has played."""
    roster = system_named(study.battle.system).roster(study.battle)
    return Summary.of(study.battle, roster, study.games())


def row(summary: Summary) -> str:
    """A line of the table."""
    battle, games = summary.battle, max(1, summary.games)
    wins = [f"{title} {percent(summary.win(s))}" for s, title in enumerate(battle.titles)]
    lost = [
        f"{100 * summary.lost(side) / summary.strength[0][side].mean:.0f} %"
        for side in range(len(battle.sides))
    ]
    cells = [
        battle.id,
        str(summary.games),
        *wins,
        f"{100 * summary.draws / games:.0f} %",
        f"{summary.turns.mean:.1f} of {battle.length}",
        " and ".join(lost),
        summary.reasons.most_common(1)[0][0],
    ]
    return f"| {' | '.join(cells)} |"


def question(folder: Path) -> list[str]:
    """A designer's question, and what its pairs of games say."""
    files = [folder / "plain.jsonl", *sorted(folder.glob("change-*.jsonl"))]
    heads = [header_of(path) for path in files]
    ways = tuple(head.changes for head in heads)
    found = Balance(Question(heads[0].battle, heads[0].bots, heads[0].variant, ways), folder)
    first = found.plain.battle.titles[0]
    lines = []
    for number, way in enumerate(ways):
        if number:
            seeds = sorted(found.plain.seeds & found.studies[number].seeds)
            what = found.difference(number, seeds, looked=False)
            plain, changed = found.summary(0, seeds), found.summary(number, seeds)
            lines += [
                f"`grognard balance {heads[0].battle} {' '.join(f'--change {c}' for c in way)}`",
                "",
                f"| {first} | pairs of games | share |",
                "|---|---:|---|",
                f"| as it is | {what.pairs} | {percent(plain.share)} |",
                f"| changed | {what.pairs} | {percent(changed.share)} |",
                f"| difference | {what.pairs} | {points(what.share)} |",
                "",
            ]
    found.close()
    return lines


def play_all(folder: Path, share: int, jobs: int) -> None:
    """Play every battle as often as its size allows; what was played before is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for battle in grognard.battles():
        games = max(2, GAMES[battle.difficulty] * share // 100)
        path = folder / f"{battle.id.replace('/', '-')}.jsonl"
        with Study(path, battle.id, BOTS) as study:
            study.play(range(1, games + 1), jobs)
        print(f"{battle.id}: {how_many(games, 'game')}", flush=True)


def main() -> None:
    """Play if asked, and write the table; what stands below a line of dashes is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--play", type=int, metavar="PERCENT", help="of the usual games")
    parser.add_argument("--jobs", type=int, default=pool.every_core())
    options = parser.parse_args()
    folder: Path = options.folder
    if options.play:
        play_all(folder, options.play, options.jobs)
    page = checkout("docs") / "study.md"
    rows = []
    order = [battle.id for battle in grognard.battles()]
    for path in sorted(folder.glob("*.jsonl")):
        with opened(path) as study:
            if len(study):
                rows.append((order.index(study.battle.id), row(summary_of(study))))
    for each in sorted(path for path in folder.iterdir() if path.is_dir()):
        print("\n".join(question(each)))
    kept = page.read_text("utf-8").partition("\n---\n") if page.exists() else ("", "", "")
    text = HEAD.format(version=VERSION) + "\n".join(line for _, line in sorted(rows)) + "\n"
    page.write_text(text + kept[1] + kept[2], encoding="utf-8")


if __name__ == "__main__":
    main()
