"""What the drawing and the cards need to know of a view: blocks as the viewer may see them."""

from __future__ import annotations

from typing import Final

from grognard.boards.areas import boundary_of
from grognard.engine.position import HIDDEN
from grognard.engine.view import Marker, Placement
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import ARMS, INFANTRY, State
from grognard.systems.locales.state.position import LocalesPosition

MOST_SHOWN: Final = 12  # of the units a block may be

CLOSED: Final = "closed this turn"


def placements(p: LocalesPosition) -> list[Placement]:
    """Every block on the map; unknown ones are blank."""
    battle = p.battle
    found = []
    for b in range(battle.count):
        spot = p.spot[b]
        if spot < 0:
            continue
        locale = battle.locale_of(spot)
        approach = spot - battle.locales if spot >= battle.locales else -1
        known = p.who[b] != HIDDEN
        symbol, label, strength = "block", f"{b + 1}", ""
        if known:
            unit = battle.units[p.who[b]]
            symbol = ARMS[unit.arm]
            label = f"{b + 1} {unit.name}"
            strength = str(p.strength[b]) if p.strength[b] else ""
        state = p.state[b]
        marks = [
            w
            for flag, w in ((State.RANGING, "ranging"), (State.DISRUPTED, "disrupted"))
            if state & flag
        ]
        found.append(
            Placement(
                id=f"block:{b + 1}",
                symbol=symbol,
                side=battle.block_side[b],
                at=(locale, approach),
                turn=None,
                label=label,
                strength=strength,
                marks=tuple(marks),
                note="; ".join(f"{k}: {v}" for k, v in block_card(p, b)),
            )
        )
    return found


def markers(p: LocalesPosition) -> list[Marker]:
    """Objectives, entries, and what is closed for the rest of the turn."""
    battle = p.battle
    found = closed(p)
    for here in range(battle.locales):
        for side in (0, 1):
            name = battle.ground.locales[here].name
            place = f"{battle.areas.ids[here]}:{battle.sides[side]}"  # one may serve both
            if battle.objective[here] >> side & 1:
                label = f"{name}: objective of {battle.titles[side]}"
                found.append(Marker(f"objective:{place}", "objective", (here, -1), side, label))
            if battle.entry[here] >> side & 1:
                label = f"{battle.titles[side]} reinforcements"
                found.append(Marker(f"entry:{place}", "entry", (here, -1), side, label))
    return found


def closed(p: LocalesPosition) -> list[Marker]:
    """Boundaries fought over in this turn, on both sides of each, and locales won by a fight."""
    battle = p.battle
    found = []
    for boundary, pair in enumerate(battle.areas.boundaries):
        if p.barred[boundary]:
            for approach, here in zip((2 * boundary, 2 * boundary + 1), pair, strict=True):
                name = battle.areas.approach_name(approach)
                found.append(Marker(f"closed:{name}", "closed", (here, approach), -1, CLOSED))
    for here, word in enumerate(battle.areas.ids):
        if p.closed[here]:
            label = f"{battle.ground.locales[here].name}: {CLOSED}"
            found.append(Marker(f"closed:{word}", "closed", (here, -1), -1, label))
    return found


def card(p: LocalesPosition, id: str) -> list[tuple[str, str]]:
    """What is known of a block, locale or approach by its id."""
    battle = p.battle
    kind, _, name = id.partition(":")
    if kind == "block" and name.isdigit() and 1 <= int(name) <= battle.count:
        return block_card(p, int(name) - 1)
    if kind == "locale" and name in battle.areas.ids:
        return locale_card(p, battle.areas.parse(name))
    approaches = [battle.areas.approach_name(a) for a in range(battle.spots - battle.locales)]
    if kind == "approach" and name in approaches:
        return approach_card(p, approaches.index(name))
    return []


def block_card(p: LocalesPosition, b: int) -> list[tuple[str, str]]:
    """A block: what it is, or what it may be."""
    battle = p.battle
    side = battle.block_side[b]
    found = [("Block", str(b + 1)), ("Side", battle.titles[side])]
    who = p.who[b]
    if who == HIDDEN:
        every = range(battle.count)
        pools = {p.pool[c] for c in every if p.mix[c] == p.mix[b]}
        may = sorted({said(battle, p.guess[c]) for c in every if p.pool[c] in pools})
        more = [f"{len(may) - MOST_SHOWN} more"] if len(may) > MOST_SHOWN else []
        found.append(("May be", "; ".join([*may[:MOST_SHOWN], *more])))
    elif who >= 0:
        found.append(("Is", said(battle, (who + 1) * 4 + p.strength[b])))
    spot = p.spot[b]
    found.append(("Where", battle.spot(spot) if spot >= 0 else "off the map"))
    return found


def said(battle: LocalesBattle, value: int) -> str:
    """A unit and strength in words."""
    unit = battle.units[value // 4 - 1]
    if value % 4:
        return f"{unit.name}, {ARMS[unit.arm]} {value % 4}"
    return f"{unit.name}, {'disrupted infantry' if unit.arm == INFANTRY else ARMS[unit.arm]}"


def locale_card(p: LocalesPosition, here: int) -> list[tuple[str, str]]:
    """A locale: capacity, who holds it."""
    battle = p.battle
    locale = battle.ground.locales[here]
    found = [("Locale", locale.name), ("Capacity", str(battle.capacity[here]))]
    if locale.about:
        found.append(("Ground", locale.about))
    inside = [
        b for b in range(battle.count) if p.spot[b] >= 0 and battle.locale_of(p.spot[b]) == here
    ]
    if inside:
        found.append(("Blocks", ", ".join(str(b + 1) for b in inside)))
    return found


def approach_card(p: LocalesPosition, approach: int) -> list[tuple[str, str]]:
    """An approach: its ground for those who come over it, and who secures it."""
    battle = p.battle
    areas = battle.areas
    boundary = boundary_of(approach)
    from_, into = (
        battle.ground.locales[here].name
        for here in (areas.towards[approach], areas.locale[approach])
    )
    found = [("Approach", f"from {from_} into {into}")]
    found.append(("Width", battle.ground.boundary_word(boundary, "width")))
    passage = battle.ground.boundary_word(boundary, "passage")
    if passage != "open":
        found.append(("Passage", passage))
    if battle.obstructed[approach]:
        found.append(("Obstructed", "no way for cavalry to charge over or to hold"))
    penalties = [f"{arm} -{n}" for arm, n in zip(ARMS, battle.penalty[approach], strict=True) if n]
    if penalties:
        found.append(("Penalty", ", ".join(penalties)))
    spots = p.spot
    there = [str(b + 1) for b in range(battle.count) if spots[b] == battle.locales + approach]
    if there:
        found.append(("Blocks", ", ".join(there)))
    return found
