"""Why a unit cannot recover, limber, unlimber or take the road now, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.grammar import agreed
from grognard.systems.onepage.field import foes_touching, in_forest
from grognard.systems.onepage.movement import turn_cost
from grognard.systems.onepage.road import road_at
from grognard.systems.onepage.state.kinds import ARTILLERY
from grognard.systems.onepage.state.position import DISORDERED, LIMBERED, OUT, OnepagePosition
from grognard.systems.tabletop.measure import inches

if TYPE_CHECKING:
    from grognard.systems.onepage.moving.leg import Leg


def cannot(p: OnepagePosition, leg: Leg, words: tuple[str, ...]) -> str:
    """Why an order that is not on offer cannot be carried out; empty if it is none of these."""
    if any(leg.phrase(p, each).split()[0] == words[0] for each in p.options()):
        return ""  # it is on offer: what is wrong stands further on
    name = p.name(leg.unit)
    if words[:1] == ("recover",):
        return f"{name} cannot recover: {agreed(name, _no_recovery(p, leg))}"
    if words[:1] in (("limber",), ("unlimber",)):
        return f"{name} cannot {words[0]}: {agreed(name, _no_change(p, leg, words[0]))}"
    if words[:2] == ("by", "road"):
        return f"{name} cannot go by road: {agreed(name, _no_march(p, leg))}"
    return ""


def _no_recovery(p: OnepagePosition, leg: Leg) -> str:
    u = leg.unit
    if not p.state[u] & DISORDERED:
        return "it is in good order"
    if p.state[u] & OUT:
        return "it is out of command"
    if leg.begun(p):
        return "a unit recovers before it moves"
    return "an enemy touches it" if foes_touching(p, u) else "it is not possible on this ground"


def _no_change(p: OnepagePosition, leg: Leg, verb: str) -> str:
    u = leg.unit
    if p.battle.arm[u] != ARTILLERY:
        return "only artillery does"
    if (verb == "limber") == bool(p.state[u] & LIMBERED):
        return f"it is {verb}ed already"
    if verb == "unlimber" and in_forest(p, u):
        return "guns do not unlimber in a forest"
    price = turn_cost(p, u, leg.turns)
    if price < 0:
        return "it may not turn again in this move"
    return (
        f"as another facing change it costs {inches(price)} in and {inches(leg.left)} in are left"
    )


def _no_march(p: OnepagePosition, leg: Leg) -> str:
    u = leg.unit
    if leg.begun(p):
        return "a march by road is a whole move"
    if p.battle.arm[u] == ARTILLERY and not p.state[u] & LIMBERED:
        return "guns march limbered"
    if road_at(p, u) < 0:
        near = inches(p.battle.rules.road.near)
        return f"no road lies within {near} in of its centre"
    return "no place on the road is free and clear of the enemy"
