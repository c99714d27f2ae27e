"""Before a battle and after it: the briefing, and what became of everybody."""

from __future__ import annotations

from grognard.draw.pieces import CODES
from grognard.engine.game import Game
from grognard.engine.muster import Stand
from grognard.engine.review import review
from grognard.engine.system import System
from grognard.engine.view import View
from grognard.server import responses
from grognard.server.seats import Refusal


def briefing(system: System, view: View) -> responses.Briefing:
    """What both players may read before the first answer, and how victory stands for a viewer."""
    battle = view.battle
    stands = system.muster(battle).stands
    sides = []
    for index, side in enumerate(battle.sides):
        groups: dict[str, list[Stand]] = {}
        for stand in stands:
            if stand.side == index:
                groups.setdefault(stand.group, []).append(stand)
        brief = [
            responses.BriefGroup(name, [_unit(each) for each in own])
            for name, own in groups.items()
        ]
        sides.append(responses.BriefSide(side, battle.titles[index], brief))
    return responses.Briefing(sides, list(system.victory_so_far(view)), _marks(system))


def _unit(stand: Stand) -> responses.BriefUnit:
    return responses.BriefUnit(stand.name, stand.kind, stand.strength, stand.rating, stand.turn)


def _marks(system: System) -> list[list[str]]:
    """What is written on pieces, and what it means."""
    found = []
    # Those of a roster kept by hand, then others that the system has words for.
    for state in dict.fromkeys((*system.states, *filter(system.meaning, CODES))):
        says = system.meaning(state)
        if CODES.get(state):
            found.append([CODES[state], f"{state}: {says}" if says else state])
    return found


def look_back(game: Game, side: str | None) -> responses.Review:
    """What became of everybody, once the battle is over."""
    if not game.over:
        raise Refusal("not-allowed", "the battle is not over yet")
    found = review(game.system, game.walked(), game.position, game.log)
    words = {entry.line: entry.text for entry in game.log_for(side) if entry.roll}
    sides = game.battle.sides
    return responses.Review(
        losses=[
            responses.LossInfo(each.unit.id, each.unit.name, sides[each.unit.side],
                               each.unit.strength, each.left)
            for each in found.losses
        ],
        causes=[responses.CauseInfo(cause, lost) for cause, lost in found.causes.items()],
        turns=found.turns,
        strengths=found.strengths,
        points=[
            responses.TurningPointInfo(each.line, words[each.line], sides[each.side], each.chance)
            for each in found.points
            if each.line in words
        ],
        luck=found.fortune(game.battle.titles),
        earned=[responses.EarnedInfo(each.cause, list(each.points)) for each in found.earned],
    )  # fmt: skip
