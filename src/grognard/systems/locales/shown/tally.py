"""The tally of this system: strength by unit, whichever blocks it is in, and objectives held."""

from __future__ import annotations

from grognard.engine.tally import CountedPlace, CountedUnit, Roster, Tally
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import Clock
from grognard.systems.locales.state.position import LocalesPosition


def roster(battle: LocalesBattle) -> Roster:
    """Every unit of the order of battle, and the objectives of both sides."""
    units = tuple(
        CountedUnit(f"unit:{i + 1}", unit.name, unit.side, unit.strength)
        for i, unit in enumerate(battle.units)
    )
    places = tuple(
        CountedPlace(battle.ground.locales[here].name, f"locale:{battle.areas.ids[here]}")
        for here in _objectives(battle)
    )
    return Roster(units, places)


def tally(p: LocalesPosition) -> Tally:
    """A unit that has split counts all its blocks."""
    strength = [0] * len(p.battle.units)
    for who, points in zip(p.who, p.strength, strict=True):
        if who >= 0:
            strength[who] += points
    held = [
        next((side for side in (0, 1) if p.holds(here, side)), -1) for here in _objectives(p.battle)
    ]
    return Tally(max(1, p.clock[Clock.TURN]), strength, held)


def whereabouts(p: LocalesPosition, unit: int) -> str:
    """The locale or approach of a unit's first block on the map."""
    battle = p.battle
    for who, spot in zip(p.who, p.spot, strict=True):
        if who == unit and spot >= 0:
            if spot < battle.locales:
                return f"locale:{battle.areas.ids[spot]}"
            return f"approach:{battle.areas.approach_name(spot - battle.locales)}"
    return ""


def _objectives(battle: LocalesBattle) -> list[int]:
    return [here for here in range(battle.locales) if battle.objective[here]]
