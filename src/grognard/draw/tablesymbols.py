"""The blocks of the tabletop: one symbol for each arm, state, base and side, all looking north.

Blocks are as large as their bases. Arms are told apart by shape, sides by filling and colour,
states by the front and the outline.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from grognard.draw import ink, symbols
from grognard.draw.curves import number, polygon

INFANTRY, HEAVY, LIGHT, GUNS, HORSE_GUNS, SKIRMISHERS, PIECE = (
    "infantry",
    "heavy-cavalry",
    "light-cavalry",
    "artillery",
    "horse-artillery",
    "skirmishers",
    "piece",
)
# What a stand is called, and the shape it is drawn in; a name not listed is drawn as "piece".
SHAPES = {
    "infantry": INFANTRY,
    "cavalry": HEAVY,
    "heavy-cavalry": HEAVY,
    "light-cavalry": LIGHT,
    "artillery": GUNS,
    "field-artillery": GUNS,
    "foot-artillery": GUNS,
    "heavy-artillery": GUNS,
    "horse-artillery": HORSE_GUNS,
    "skirmisher": SKIRMISHERS,
    "skirmishers": SKIRMISHERS,
}
COLUMN, LIMBERED, ROUTED = "column", "limbered", "routed"
STATES = ("", COLUMN, LIMBERED, ROUTED)  # those that change the shape
TIP = 5.5  # pixels by which the point of the front, or a muzzle, stands out
_GAP = 2.0  # pixels at either end of a marker of a column
_NARROW = 0.42  # of the breadth of a base: a column upon it


class Stand(NamedTuple):
    """A kind of stand: its shape, half breadth and half depth, and what is behind it, in pixels."""

    shape: str
    half: float
    deep: float
    behind: tuple[float, ...] = ()


def stand_of(
    symbol: str, wide: int, deep: int, tenth: float, behind: tuple[int, ...] = ()
) -> Stand:
    """The stand of a piece by what it is called, its base and its column in tenths of an inch."""
    shape = SHAPES.get(symbol, PIECE)
    return Stand(shape, wide * tenth / 2, deep * tenth / 2, tuple(n * tenth for n in behind))


def state_of(marks: tuple[str, ...]) -> str:
    """The state that decides the shape: a rout before a column."""
    return next((state for state in reversed(STATES) if state in marks), "")


def symbol_id(stand: Stand, state: str, side: int) -> str:
    """The id of a symbol in the sheet."""
    sizes = (stand.half, stand.deep, *stand.behind)
    size = "x".join(str(round(10 * n)) for n in sizes)
    return f"s{side}-{stand.shape}{'-' + state if state else ''}-{size}"


@cache
def sheet(sides: tuple[str, ...], stands: frozenset[Stand]) -> str:
    """All symbols of a battle's sides for some kinds of stands, in every state."""
    parts = [symbols.sheet(sides)]
    for index, name in enumerate(sides):
        fill = symbols.fill_of(index, name)
        for stand in sorted(stands):
            # Only a column has anything behind it; guns are limbered in it.
            for state in (COLUMN, LIMBERED) if stand.behind else STATES:
                parts.append(
                    f'<symbol id="{symbol_id(stand, state, index)}" overflow="visible">'
                    f"{_drawn(stand, state, fill)}</symbol>"
                )
    return "".join(parts)


def _drawn(stand: Stand, state: str, fill: str) -> str:
    shape, half, deep, behind = stand
    if state == COLUMN:
        inner = half * _NARROW
        block = _SHAPES[shape](inner, deep, fill) + _front(inner, deep)
        return _base(half, deep) + _markers(half, deep, behind, fill) + block
    if state == ROUTED:
        return _SHAPES[shape](half, deep, fill) + _flight(half, deep)
    body = _SHAPES[shape](half, deep, fill)
    if shape in (GUNS, HORSE_GUNS):
        limbered = state == LIMBERED
        return _markers(half, deep, behind, fill) + body + _muzzle(deep, limbered)
    return body + _front(half, deep)


def _rect(half: float, deep: float, fill: str, more: str = "") -> str:
    return (
        f'<rect x="{number(-half)}" y="{number(-deep)}" width="{number(2 * half)}"'
        f' height="{number(2 * deep)}" fill="{fill}" {symbols.EDGE}{more}/>'
    )


def _base(half: float, deep: float) -> str:
    """The base about a narrower block."""
    return _rect(half, deep, ink.PLATE, ' fill-opacity=".55" stroke-dasharray="3 2.5"')


def _markers(half: float, deep: float, behind: tuple[float, ...], fill: str) -> str:
    """The markers that follow a column: a file of blocks without a front, each on its ground."""
    parts = []
    at = deep
    for long in behind:
        inner = _rect(half * _NARROW, long / 2 - _GAP, fill)
        ground = _base(half, long / 2)
        parts.append(f'<g transform="translate(0 {number(at + long / 2)})">{ground}{inner}</g>')
        at += long
    return "".join(parts)


def _front(half: float, deep: float) -> str:
    """The front of a block: a heavy bar within its edge, and a point to the enemy."""
    return (
        f'<path d="M{number(-half)} {number(1.5 - deep)}H{number(half)}" stroke="{ink.INK}"'
        f' stroke-width="3.6"/>'
        f'<path d="M-5 {number(-deep)}L0 {number(-deep - TIP)}L5 {number(-deep)}z"'
        f' fill="{ink.INK}"/>'
    )


def _muzzle(deep: float, limbered: bool) -> str:
    """A barrel out of the front of unlimbered guns, a pole out of the rear of limbered ones."""
    if limbered:
        return (
            f'<path d="M0 {number(deep)}V{number(deep + TIP)}M-5 {number(deep + TIP)}H5"'
            f' stroke="{ink.INK}" stroke-width="1.8"/>'
        )
    return (
        f'<path d="M0 {number(4 - deep)}V{number(-deep - TIP)}" stroke="{ink.INK}"'
        ' stroke-width="5.5"/>'
    )


def _flight(half: float, deep: float) -> str:
    """A block that has no front left: white bars across its corners, and a point to the rear."""
    reach = min(half, deep) * 0.7
    corners = "".join(
        f"M{number(i * half)} {number(j * (deep - reach))}L{number(i * (half - reach))}"
        f" {number(j * deep)}"
        for i in (-1, 1)
        for j in (-1, 1)
    )
    return (
        f'<path d="{corners}" stroke="{ink.INK}" stroke-width="5"/>'
        f'<path d="{corners}" stroke="{ink.PLATE}" stroke-width="2.6"/>'
        f'<path d="M-5 {number(deep)}L0 {number(deep + TIP)}L5 {number(deep)}z"'
        f' fill="{ink.PLATE}" {symbols.EDGE}/>'
    )


def _infantry(half: float, deep: float, fill: str) -> str:
    return _rect(half, deep, fill)


def _heavy(half: float, deep: float, fill: str) -> str:
    wedge = polygon([(-half, deep), (half, -deep), (half, deep)])
    return _rect(half, deep, ink.PLATE) + f'<path d="{wedge}" fill="{fill}" {symbols.EDGE}/>'


def _light(half: float, deep: float, fill: str) -> str:
    over, down = half * 0.34, deep * 0.34
    band = polygon(
        [
            (-half, deep),
            (-half, deep - down),
            (half - over, -deep),
            (half, -deep),
            (half, down - deep),
            (over - half, deep),
        ]
    )
    return _rect(half, deep, ink.PLATE) + f'<path d="{band}" fill="{fill}" {symbols.EDGE}/>'


def _guns(half: float, deep: float, fill: str) -> str:
    high = min(2 * deep, 20.0)
    wheels = "".join(
        f'<rect x="{number(x)}" y="{number(-high / 2)}" width="4.5" height="{number(high)}" rx="2"'
        f' fill="{ink.INK}"/>'
        for x in (-half, half - 4.5)
    )
    return _rect(half, deep, fill) + wheels


def _horse_guns(half: float, deep: float, fill: str) -> str:
    wedge = polygon([(-half, deep), (half, -deep), (-half, -deep)])
    white = f'<path d="{wedge}" fill="{ink.PLATE}" {symbols.EDGE}/>'
    return _rect(half, deep, fill) + white + _guns(half, deep, "none")


def _skirmishers(half: float, deep: float, fill: str) -> str:
    """Groups of men with room between them."""
    side = min(half, deep) * 0.5
    step = 2 * half / 4
    groups = "".join(
        polygon([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
        for n, y in enumerate((4.0 - deep, deep - side - 2.0))
        for x in [step * (i + n / 2) - half + (step - side) / 2 for i in range(4 - n)]
    )
    return _rect(half, deep, ink.PLATE) + f'<path d="{groups}" fill="{fill}" {symbols.EDGE}/>'


def _piece(half: float, deep: float, fill: str) -> str:
    return _rect(half, deep, ink.PLATE) + _rect(half * 0.7, deep * 0.7, fill)


_SHAPES: dict[str, Callable[[float, float, str], str]] = {
    INFANTRY: _infantry,
    HEAVY: _heavy,
    LIGHT: _light,
    GUNS: _guns,
    HORSE_GUNS: _horse_guns,
    SKIRMISHERS: _skirmishers,
    PIECE: _piece,
}
