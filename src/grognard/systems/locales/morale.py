"""Morale: every cause on the sheet, the cap, the army that breaks, and who has won."""

from __future__ import annotations

from grognard.engine.battle import BattleResult
from grognard.engine.rulebook import Rulebook
from grognard.systems.locales.state.position import LocalesPosition


class MoraleRules:
    """What each cause does to an army's morale, where it starts and where it breaks."""

    def __init__(self, book: Rulebook) -> None:
        self.capture_objective = book.int("locales.morale.capture-objective")
        self.eliminate_gun = book.int("locales.morale.eliminate-enemy-artillery")
        self.mobilize = book.int("locales.morale.mobilize")
        self.rally = book.int("locales.morale.rally")
        self.retreat = book.int("locales.morale.retreat")
        self.spike = book.int("locales.morale.spike-artillery")
        self.lose_point = book.int("locales.morale.strength-point-loss")
        self.broken_at = book.int("locales.ruling.demoralized", "morale")
        self.spared_by_guns = book.switch("locales.ruling.demoralizing-point-not-by-guns")
        self.start_percent = book.int("locales.ruling.morale.start", "percent")
        self.start_least = book.int("locales.ruling.morale.start", "least")
        self.start_per_group = book.int("locales.ruling.morale.start", "group")

    def at_start(self, points: int, groups: int) -> int:
        """The morale of an army with so many strength points and reinforcement groups."""
        share = -(-points * self.start_percent // 100)  # rounded up
        return max(share, self.start_least) + groups * self.start_per_group


def change(p: LocalesPosition, side: int, by: int, why: str, by_guns: int = 0) -> None:
    """Move an army's morale; a broken army stays broken."""
    rules = p.battle.rules.morale
    before = p.morale[side]
    if not by or before <= rules.broken_at:
        return
    after = min(before + by, p.battle.morale[side])  # locales.ruling.morale.cap
    if by_guns and rules.spared_by_guns:
        after = max(after, rules.broken_at + 1)
    p.morale[side] = max(0, after)
    if p.ear is not None:
        now = p.morale[side]
        # Less than due: at most the start, at least none, or a point that guns do not take.
        cut = "" if now == before + by else f", {now - before:+d} counts"
        p.tell(f"{p.battle.titles[side]} morale {now} ({by:+d}: {why}{cut}).")


# -- victory -----------------------------------------------------------------------------------


def result(p: LocalesPosition) -> BattleResult | None:
    """Who won and why."""
    if not p.over:
        return None
    battle = p.battle
    titles = battle.titles
    points = (p.morale[0], p.morale[1])
    broken = [s for s in (0, 1) if p.morale[s] <= battle.rules.morale.broken_at]
    if len(broken) == 1:
        winner = 1 - broken[0]
        return BattleResult(
            winner, points, f"{titles[winner]} victory: {titles[broken[0]]} breaks."
        )
    # Objectives first, then morale, then the defender. locales.ruling.time-limit
    for word, measure in (("objectives", objectives), ("morale", share)):
        a, b = measure(p, 0), measure(p, 1)
        if a != b:
            winner = 0 if a > b else 1
            how = reckoned(p, word, winner)
            return BattleResult(winner, points, f"{titles[winner]} victory by {word}: {how}.")
    winner = battle.defender
    return BattleResult(winner, points, f"{titles[winner]} victory: the defender held.")


def reckoned(p: LocalesPosition, word: str, winner: int) -> str:
    """What tells the sides apart in the end, the winner's first."""
    told = []
    for side in (winner, 1 - winner):
        title = p.battle.titles[side]
        if word == "morale":
            told.append(f"{title} {p.morale[side]} of {p.battle.morale[side]}")
        else:
            names = ", ".join(p.battle.place(here) for here in taken(p, side))
            told.append(f"{title} {objectives(p, side)}" + (f" ({names})" if names else ""))
    return ", ".join(told)


def taken(p: LocalesPosition, side: int) -> list[int]:
    """The enemy objectives a side holds."""
    # By any unit, whoever could claim them. locales.ruling.time-limit.any-unit-holds
    return [here for here in p.battle.objectives_of[1 - side] if p.holds(here, side)]


def objectives(p: LocalesPosition, side: int) -> int:
    """How many enemy objectives a side holds."""
    return len(taken(p, side))


def share(p: LocalesPosition, side: int) -> int:
    """Morale as a share of its start, over the product of both starts: exact."""
    return p.morale[side] * p.battle.morale[1 - side]
