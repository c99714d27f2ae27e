"""The whole chain of an attack in text: how it ends on average, and its rolls as a short tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from grognard.cli.output import say
from grognard.engine.chain import Chain, Row


def say_chain(chain: Chain, titles: Sequence[str], whose: Callable[[Iterable[str]], str]) -> None:
    """Print what becomes of the target, what both lose, and the tree; `whose` names pieces."""
    say("The whole attack", "bold")
    say(f"  {end_in_words(chain, whose)}")
    lost = ", ".join(f"{t} {float(n):.1f}" for t, n in zip(titles, chain.losses, strict=True))
    say(f"  These two lose on average: {lost}")
    for row in chain.rows():
        say("  " + "| " * row.depth + _row(row, titles, whose))
    if chain.narrowed:
        say("  Who has more than three answers is taken to give the usual one.")
    if chain.followed < 1:
        say(f"  Followed to the end: {percent(chain.followed)}")


def end_in_words(chain: Chain, whose: Callable[[Iterable[str]], str]) -> str:
    """What becomes of the target, with the chance of each."""
    return f"{whose([chain.target])}: {_fates(chain.fates)}"


def percent(chance: Fraction) -> str:
    """A chance in percent, never rounded to a certainty it is not."""
    hundred = round(chance * 100)
    if chance < 1 and hundred == 100:
        return "over 99 %"
    return "under 1 %" if chance > 0 and hundred == 0 else f"{hundred} %"


def _row(row: Row, titles: Sequence[str], whose: Callable[[Iterable[str]], str]) -> str:
    """A branch in a line: the roll or who chooses, the outcome, its chance there and over all."""
    if not row.label:
        return f"otherwise: {percent(row.total)} in all"
    about = whose(row.about)
    who = f"{titles[row.side]} chooses: " if row.side >= 0 else ""
    head = f"{row.title} ({about})" if about else row.title
    told = f"{who}{head}: {row.label} {percent(row.chance)}"
    return told if row.depth == 0 else f"{told}, {percent(row.total)} in all"


def _fates(fates: Mapping[str, Fraction]) -> str:
    likely = sorted(fates.items(), key=lambda fate: -fate[1])
    return ", ".join(f"{fate} {percent(chance)}" for fate, chance in likely)
