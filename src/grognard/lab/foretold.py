"""What was foretold, and what came: games between bots in which the two are compared.

Checks shown before an answer must be those thrown after it. Attacks, outlooks over hidden pieces,
chances of winning and the promises of a bot's orders are counted, and told in tables. What cannot
be is listed with the line of its record, which is kept in the folder `foretold`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import grognard
from grognard.engine.chain import DESTROYED, DRIVEN, STANDS
from grognard.lab.attacks_followed import AT_BLOWS, SHARED, AttackCase
from grognard.lab.calibration import Calibration, z_of
from grognard.lab.checkout import folder
from grognard.lab.foretelling import GameWatch, Watched, WatchTask

BOTS: Final = ("random", "drill:100")
SHOWN: Final = 40  # faults listed
LEAST: Final = 5  # cases in a row of a table
# What checks were compared as, and the head of its column.
COMPARED: Final = {
    "foreseen and thrown": "thrown",
    "foreseen for another answer": "of others",
    "called for by an outcome": "called for",
    "foreseen for later": "later",
    "odds of the end": "to the end",
}
FATES: Final = (DESTROYED, DRIVEN, STANDS)
ALIKE: Final = 20  # answers, from which on it is worth telling that all were alike


def watch(tasks: Iterable[WatchTask], records: Path | None) -> dict[str, Watched]:
    """Play games; what they have shown by system and sort of bot."""
    found: dict[str, Watched] = {}
    for task in tasks:
        system = task.battle.partition("/")[0]
        seen = found.setdefault(f"{system}, {task.bot}", Watched())
        faults = len(seen.faults)
        game = GameWatch(task, seen)
        game.play()
        if len(seen.faults) > faults and records is not None:
            game.game.save(records / f"{task.told}.grog")
    return found


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of a page: words left, numbers right."""
    rule = ["---" if n == 0 else "---:" for n in range(len(head))]
    lines = [head, rule, *([str(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def checks_told(found: dict[str, Watched]) -> str:
    """Checks that were foreseen and those that were thrown."""
    rows = []
    for name, seen in found.items():
        compared = [seen.checks[what] for what in COMPARED]
        rows.append((name, seen.games, seen.answers, *compared, len(seen.faults)))
    head = ("games", "n", "answers", *COMPARED.values(), "faults")
    return table(head, rows)


def attacks_told(found: dict[str, Watched]) -> str:
    """Fates and losses by kind of attack."""
    rows = []
    for name, seen in found.items():
        kinds: dict[str, list[AttackCase]] = defaultdict(list)
        for case in seen.attacks:
            if SHARED in case.departures:
                kinds[SHARED].append(case)
                continue
            kinds[case.kind].append(case)
            now = case.kind.startswith(AT_BLOWS)
            kinds["all, at blows" if now else "all, as ordered"].append(case)
        for kind, cases in sorted(kinds.items(), key=lambda item: -len(item[1])):
            if len(cases) < LEAST:
                continue
            cells: list[object] = [f"{name}: {kind}", len(cases)]
            cells.append(sum(not case.departures for case in cases))
            for fate in FATES:
                told = Calibration()
                for case in cases:
                    told.add(float(case.told.get(fate, 0)), case.fate == fate)
                share = sum(told.told) / len(cases), sum(told.came) / len(cases)
                cells.append(f"{share[0]:.0%} {share[1]:.0%} ({told.z:+.1f})")
            for side in (0, 1):
                differences = [case.losses[side] - case.losses_told[side] for case in cases]
                mean, z = z_of(differences)
                expected = sum(case.losses_told[side] for case in cases) / len(cases)
                cells.append(f"{expected:.2f} {mean:+.2f} ({z:+.1f})")
            rows.append(cells)
    head = ("attacks", "n", "as assumed", *FATES, "own loss", "his loss")
    return table(head, rows)


def at_blows(seen: Watched) -> list[AttackCase]:
    """Attacks of one on one as they were foreseen last, when they came to blows."""
    alone = (case for case in seen.attacks if SHARED not in case.departures)
    return [case for case in alone if case.kind.startswith(AT_BLOWS)]


def bins_told(found: dict[str, Watched]) -> str:
    """Chances of fates in bins, of all kinds of attacks of a system."""
    rows = []
    for name, seen in found.items():
        told = Calibration()
        for case in at_blows(seen):
            for fate in FATES:
                told.add(float(case.told.get(fate, 0)), case.fate == fate)
        for each in told.bins():
            span = f"{name}: {each.low:.0%}–{each.high:.0%}"
            came = f"{each.came:.1%} ({each.least:.1%}–{each.most:.1%})"
            rows.append((span, each.cases, f"{each.told:.1%}", came))
    return table(("chance told", "n", "mean", "came"), rows)


def departures_told(found: dict[str, Watched]) -> str:
    """What players did otherwise than the chains took for granted, and what was told in vain."""
    rows = []
    for name, seen in found.items():
        whys: Counter[str] = Counter()
        for case in seen.attacks:
            sure = case.told.get(case.fate, 0)
            never = " (told 0 %)" if not sure else ""
            whys[(", ".join(case.departures) or "as assumed") + never] += 1
        rows += [(f"{name}: {why}", count) for why, count in whys.most_common()]
    return table(("what was done otherwise", "attacks"), rows)


def outlooks_told(found: dict[str, Watched]) -> str:
    """Odds over hidden pieces against what the pieces were, and against what came."""
    rows = []
    for name, seen in found.items():
        kinds = sorted({case.kind for case in seen.outlooks})
        for kind in kinds:
            cases = [case for case in seen.outlooks if case.kind == kind]
            # What was told of the true ending, on the average, by the odds themselves and really.
            hidden = [case.knowing for case in cases if case.knowing < 1]
            same = sum(case.as_foreseen for case in cases)
            sure = len(cases) - len(hidden)
            mean = sum(hidden) / len(hidden) if hidden else 0.0
            rows.append((f"{name}: {kind}", len(cases), sure, f"{mean:.2f}", same))
    head = ("fights", "n", "nothing hidden", "mean chance of the truth", "ended as known")
    return table(head, rows)


def prospects_told(found: dict[str, Watched]) -> str:
    """The chance of winning that luck is measured by, against who won."""
    rows = []
    for name, seen in found.items():
        for third in range(3):
            here = [each for each in seen.prospects if int(3 * each[0]) == third]
            if not here:
                continue
            plain = sum((came - 0.5) ** 2 for _, _, came in here) / len(here)
            squared = sum((came - told) ** 2 for _, told, came in here) / len(here)
            cells: list[object] = [f"{name}: third {third + 1}", len(here)]
            for low, high in ((0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01)):
                inside = [(told, came) for _, told, came in here if low <= told < high]
                n = len(inside)
                mean = [sum(pair[i] for pair in inside) / n if n else 0 for i in (0, 1)]
                cells.append(f"{mean[0]:.0%} {mean[1]:.0%} ({n})" if n else "")
            cells.append(f"{squared:.3f} {plain:.3f}")
            rows.append(cells)
    head = ("turns", "n", "0–20", "20–40", "40–60", "60–80", "80–100", "squared error, of 50 %")
    return table(head, rows)


def promises_told(found: dict[str, Watched]) -> str:
    """What orders of bots promised and what they were worth when carried out."""
    rows = []
    for name, seen in found.items():
        for question in sorted({each.question for each in seen.promises}):
            cases = [each for each in seen.promises if each.question == question]
            if len(cases) < LEAST:
                continue
            gain = sum(each.gain for each in cases) / len(cases)
            mean, z = z_of([each.came - each.promised for each in cases])
            worst = max(cases, key=lambda each: abs(each.came - each.promised))
            jump = worst.came - worst.promised
            where = f"{jump:+.1f} ({worst.game}, line {worst.line})"
            cells = (f"{gain:+.2f}", f"{mean:+.2f}", f"{z:+.1f}", where)
            rows.append((f"{name}: {question}", len(cases), *cells))
    head = ("question", "orders", "mean gain", "came after", "z", "greatest")
    return table(head, rows)


def answers_told(found: dict[str, Watched]) -> str:
    """Which sorts of answers were given to each kind of question."""
    rows = []
    for name, seen in found.items():
        for question, asked in sorted(seen.asked.items()):
            sorts = ", ".join(
                f"{sort} {asked.answers[sort]}/{count}"
                for sort, count in asked.offered.most_common()
            )
            alike = len(asked.offered) > 1 and len(asked.answers) == 1 and asked.times >= ALIKE
            ties = f"{asked.ties / asked.rated:.0%}" if asked.rated else ""
            usual = f"{asked.usual / asked.times:.0%}"
            cells = (asked.times, usual, ties, ("ALIKE: " if alike else "") + sorts)
            rows.append((f"{name}: {question}", *cells))
    return table(("question", "n", "usual", "ties", "given/offered"), rows)


def faults_told(found: dict[str, Watched]) -> str:
    """What cannot be, with game and line."""
    lines = []
    for seen in found.values():
        lines += [f"- {fault.game}, line {fault.line}: {fault.what}" for fault in seen.faults]
    if not lines:
        return "Nothing impossible was seen."
    more = [f"- and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return "\n".join(lines[:SHOWN] + more)


def report(found: dict[str, Watched]) -> str:
    """All tables."""
    parts = {
        "Checks foreseen and thrown": checks_told(found),
        "Impossible": faults_told(found),
        "Attacks": attacks_told(found),
        "Fates in bins": bins_told(found),
        "What chains take for granted": departures_told(found),
        "Outlooks": outlooks_told(found),
        "Chance of winning": prospects_told(found),
        "What orders promise": promises_told(found),
        "Answers": answers_told(found),
    }
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in parts.items())


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare what is foretold with what comes; 1 if something impossible was seen."""
    parser = argparse.ArgumentParser(
        prog="python -m grognard.lab.foretold", description=main.__doc__
    )
    parser.add_argument("--battle", help="only this battle, as SYSTEM/NAME (every tutorial)")
    parser.add_argument("--games", type=int, default=4, help="games of each battle and bot (4)")
    parser.add_argument("--seed", type=int, default=0, help="of the first game (0)")
    parser.add_argument("--bot", help="the bot on both sides (random, and then drill:100)")
    chosen = parser.parse_args(arguments)
    listed = [b.id for b in grognard.battles() if chosen.battle == b.id]
    if chosen.battle is None:
        listed = [f"{system.name}/{system.battles()[0]}" for system in grognard.systems()]
    if not listed:
        parser.error(f"no battle {chosen.battle}: see grognard battles")
    tasks = [
        WatchTask(battle, bot, seed)
        for battle in listed
        for bot in ((chosen.bot,) if chosen.bot else BOTS)
        for seed in range(chosen.seed, chosen.seed + chosen.games)
    ]
    records = folder("foretold")
    (records / ".gitignore").write_text("*\n", encoding="utf-8")
    found = watch(tasks, records)
    print(report(found))
    return 1 if any(seen.faults for seen in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
