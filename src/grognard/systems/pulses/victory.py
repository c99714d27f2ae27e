"""Victory: an army that fails its check loses; otherwise the objectives decide."""

from __future__ import annotations

from grognard.engine.battle import Result
from grognard.systems.pulses.morale import losses
from grognard.systems.pulses.state.position import FAILED, PulsesPosition
from grognard.systems.tabletop.victory import holders


def take_objectives(p: PulsesPosition) -> None:
    """A side that is alone at an objective holds it from now on."""
    takers = holders(p, p.battle.rules.objective_reach, (p.stands_on(0), p.stands_on(1)))
    for i, taker in enumerate(takers):
        if taker >= 0 and p.held[i] != taker:
            p.tell(f"{p.battle.titles[taker]} takes {p.battle.objectives[i].name}.")
            p.held[i] = taker


def points(p: PulsesPosition, side: int) -> int:
    """The objective points a side holds."""
    pairs = zip(p.battle.objectives, p.held, strict=True)
    return sum(objective.points for objective, holder in pairs if holder == side)


def result(p: PulsesPosition) -> Result | None:
    """Who won and why."""
    if not p.over:
        return None
    battle = p.battle
    titles = battle.titles
    score = (float(points(p, 0)), float(points(p, 1)))
    failed = [s for s in (0, 1) if p.clock[FAILED] >> s & 1]
    if len(failed) == 1:
        winner = 1 - failed[0]
        why = f"{titles[winner]} victory: the {titles[failed[0]]} army is beaten."
        return Result(winner, score, why)
    settle = battle.rules.objectives_settle if failed else battle.rules.objectives_decide
    if settle and score[0] != score[1]:
        winner = 0 if score[0] > score[1] else 1
        both = "both armies are beaten, and " if failed else ""
        return Result(winner, score, f"{titles[winner]} victory: {both}it holds the field.")
    lost = " and ".join(f"{losses(p, s)} {titles[s]}" for s in (0, 1))
    return Result(None, score, f"A draw: units lost {lost}.")
