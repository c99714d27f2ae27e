"""The whole chain of an attack in text: how it ends on average, and its rolls as a short tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from grognard.cli.output import say, whole
from grognard.engine.chain import Chain, Row

Whose = Callable[[Iterable[str]], str]  # names pieces


def say_chain(
    chain: Chain, titles: Sequence[str], whose: Whose, order: Callable[[str], str]
) -> None:
    """Print what becomes of the target, what both lose, and the tree; `order` words an answer."""
    say("The whole attack", "bold")
    say(f"  {end_in_words(chain, whose)}")
    lost = ", ".join(f"{t} {float(n):.1f}" for t, n in zip(titles, chain.losses, strict=True))
    say(f"  These two lose on average: {lost}")
    for row in chain.rows():
        say("  " + "| " * row.depth + _row(row, titles, whose, order))
    say("  Each side is taken to choose what serves it best.")
    if chain.narrowed:
        say("  Who has more than three answers is taken to give the usual one.")
    say("  Other attacks, and whatever else is ordered meanwhile, are not counted.")
    if chain.followed < 1:
        say(f"  Followed to the end: {percent(chain.followed)}")


def end_in_words(chain: Chain, whose: Whose) -> str:
    """What becomes of the target, with the chance of each."""
    return f"{whose([chain.target])}: {_fates(chain.fates)}"


def percent(chance: Fraction) -> str:
    """A chance in percent, never rounded to a certainty it is not."""
    hundred = round(chance * 100)
    if chance < 1 and hundred == 100:
        return "over 99 %"
    return "under 1 %" if chance > 0 and hundred == 0 else f"{hundred} %"


def _row(row: Row, titles: Sequence[str], whose: Whose, order: Callable[[str], str]) -> str:
    """A branch in a line: the roll or who chooses, the outcome, its chance there and over all."""
    over_all = f", {_in_all(row)}" if row.depth else ""
    if row.side < 0:
        about = whose(row.about)
        head = f"{row.title} ({about})" if about else row.title
        return f"{head}: {row.label} {whole(percent(row.chance))}{over_all}"
    # Of one answer nothing is said.
    chance = f" {whole(percent(row.chance))}" if row.chance < 1 else ""
    asked = row.title if row.title.endswith("?") else f"{row.title}:"
    return f"The {titles[row.side]} side chooses: {asked} {order(row.label)}{chance}{over_all}"


def _in_all(row: Row) -> str:
    return whole(f"{percent(row.total)} in all")


def _fates(fates: Mapping[str, Fraction]) -> str:
    likely = sorted(fates.items(), key=lambda fate: -fate[1])
    return ", ".join(f"{fate} {percent(chance)}" for fate, chance in likely)
