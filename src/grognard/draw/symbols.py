"""The troop blocks: one symbol for each arm, formation and side, all looking north.

Sides are told apart by the filling of the block as well as by its colour, arms by its shape.
"""

from __future__ import annotations

from functools import cache

from grognard.draw import ink

# What a piece is called, and the shape it is drawn in; a name not listed is drawn as "piece".
SHAPES = {
    "infantry": "infantry",
    "heavy-cavalry": "heavy-cavalry",
    "light-cavalry": "light-cavalry",
    "cavalry": "heavy-cavalry",
    "artillery": "artillery",
    "foot-artillery": "artillery",
    "horse-artillery": "horse-artillery",
    "leader": "leader",
    "garrison": "garrison",
    "block": "piece",
}
# Half the breadth and half the depth of a shape, to keep lettering off it.
EXTENT = {
    "infantry": (19.0, 10.0),
    "heavy-cavalry": (19.0, 10.0),
    "light-cavalry": (19.0, 10.0),
    "artillery": (15.0, 9.0),
    "horse-artillery": (15.0, 9.0),
    "leader": (9.0, 9.0),
    "garrison": (12.0, 12.0),
    "piece": (16.0, 10.0),
    "square": (15.0, 15.0),
    "line": (43.0, 7.0),
}
# How far the point of the front, or a gun's muzzle, stands out from the middle.
TIP = {
    "infantry": 16.0,
    "heavy-cavalry": 16.0,
    "light-cavalry": 16.0,
    "artillery": 16.0,
    "horse-artillery": 16.0,
    "line": 13.0,
}
EDGE = f'stroke="{ink.INK}" stroke-width="1.3" stroke-linejoin="round"'


def shape_of(symbol: str, marks: tuple[str, ...], hexes: int) -> str:
    """The shape a piece is drawn in: its arm's, unless its formation has one of its own."""
    if hexes > 1:
        return "line"
    if "square" in marks:
        return "square"
    return SHAPES.get(symbol, "piece")


def _rect(half: float, deep: float, fill: str) -> str:
    return (
        f'<rect x="{-half:g}" y="{-deep:g}" width="{2 * half:g}" height="{2 * deep:g}"'
        f' fill="{fill}" {EDGE}/>'
    )


def _front(half: float, deep: float) -> str:
    """The front of a block: a heavy bar, and a point to the enemy."""
    return (
        f'<path d="M{-half:g} {-deep:g}H{half:g}" stroke="{ink.INK}" stroke-width="3"/>'
        f'<path d="M-4.5 {-deep - 0.5:g}L0 {-deep - 5.5:g}L4.5 {-deep - 0.5:g}z" fill="{ink.INK}"/>'
    )


def _infantry(fill: str) -> str:
    return _rect(19, 10, fill) + _front(19, 10)


def _heavy_cavalry(fill: str) -> str:
    half = f'<path d="M-19 10L19-10V10z" fill="{fill}" {EDGE}/>'
    rear = f'<path d="M-19 10.5H19" stroke="{ink.INK}" stroke-width="3.4"/>'
    return _rect(19, 10, ink.PLATE) + half + rear + _front(19, 10)


def _light_cavalry(fill: str) -> str:
    band = f'<path d="M-19 10V6L15.2-10H19V-6L-15.2 10z" fill="{fill}" {EDGE}/>'
    return _rect(19, 10, ink.PLATE) + band + _front(19, 10)


def _gun(fill: str) -> str:
    wheels = "".join(
        f'<rect x="{x}" y="-7" width="4" height="14" rx="2" fill="{ink.INK}"/>' for x in (-16, 12)
    )
    barrel = f'<path d="M-2.8-7V-16H2.8V-7z" fill="{ink.INK}"/>'
    return barrel + _rect(12, 8, fill) + wheels


def _horse_gun(fill: str) -> str:
    slash = f'<path d="M-12 8L12-8V8z" fill="{ink.PLATE}" {EDGE}/>'
    return _gun(fill) + slash


def _leader(fill: str) -> str:
    star = "M0-5.2L1.3-1.7H5L2.1 .6L3.2 4.2L0 2L-3.2 4.2L-2.1 .6L-5-1.7H-1.3z"
    return (
        f'<circle r="9" fill="{fill}" {EDGE}/><circle r="5.6" fill="{ink.PLATE}"/>'
        f'<path d="{star}" fill="{ink.INK}"/>'
    )


def _garrison(fill: str) -> str:
    tower = "M-11 12V-12H-6.5V-8H-2.2V-12H2.2V-8H6.5V-12H11V12z"
    return f'<path d="{tower}" fill="{fill}" {EDGE}/>'


def _piece(fill: str) -> str:
    return _rect(16, 10, fill)


def _square(fill: str) -> str:
    ring = "M-14-14H14V14H-14zM-9-9V9H9V-9z"
    return (
        f'<rect x="-14" y="-14" width="28" height="28" fill="{ink.PLATE}"/>'
        f'<path d="{ring}" fill="{fill}" {EDGE}/>'
    )


def _line(fill: str) -> str:
    half = EXTENT["line"][0]
    return _rect(half, 7, fill) + _front(half, 7)


_DRAWN = {
    "infantry": _infantry,
    "heavy-cavalry": _heavy_cavalry,
    "light-cavalry": _light_cavalry,
    "artillery": _gun,
    "horse-artillery": _horse_gun,
    "leader": _leader,
    "garrison": _garrison,
    "piece": _piece,
    "square": _square,
    "line": _line,
}

# How the blocks of the first, second, third and fourth side are filled.
_FILLINGS = (
    "",
    '<path d="M0 0V5" stroke="{colour}" stroke-width="5"/>',
    '<path d="M0 0V5M0 0H5" stroke="{colour}" stroke-width="3"/>',
    '<circle cx="2.5" cy="2.5" r="1.7" fill="{colour}"/>',
)


def symbol_id(shape: str, side: int) -> str:
    """The id of a symbol in the sheet."""
    return f"s{side}-{shape}"


def fill_of(side: int, name: str) -> str:
    """What the blocks of a side are filled with: its colour, or the pattern in the sheet."""
    if _FILLINGS[side % len(_FILLINGS)]:
        return f"url(#s{side}-fill)"
    return ink.livery(name, side).body


@cache
def sheet(sides: tuple[str, ...]) -> str:
    """All symbols of a battle's sides."""
    parts = []
    for index, name in enumerate(sides):
        colour = ink.livery(name, index).body
        filling = _FILLINGS[index % len(_FILLINGS)]
        fill = fill_of(index, name)
        if filling:
            parts.append(
                f'<pattern id="s{index}-fill" width="5" height="5" patternUnits="userSpaceOnUse"'
                f' patternTransform="rotate(45)"><rect width="5" height="5" fill="{ink.PLATE}"/>'
                f"{filling.format(colour=colour)}</pattern>"
            )
        for shape, draw in _DRAWN.items():
            parts.append(
                f'<symbol id="{symbol_id(shape, index)}" overflow="visible">{draw(fill)}</symbol>'
            )
        parts.append(_pennant(f"s{index}", fill) + _entry(f"s{index}", fill))
    parts.append(_pennant("s", ink.PLATE) + _entry("s", ink.PLATE))
    return "".join(parts)


def _pennant(prefix: str, fill: str) -> str:
    """A flag on its staff, planted at the origin: who holds a place."""
    return (
        f'<symbol id="{prefix}-flag" overflow="visible"><path d="M0 0V-17" stroke="{ink.INK}"'
        f' stroke-width="1.6"/><path d="M0-17H11L8-13.5L11-10H0z" fill="{fill}" {EDGE}/></symbol>'
    )


def _entry(prefix: str, fill: str) -> str:
    """An arrow standing on the origin: where reinforcements come in."""
    return (
        f'<symbol id="{prefix}-entry" overflow="visible"><path d="M-1-15H6V-8H11L2.5 0L-6-8H-1z"'
        f' fill="{fill}" {EDGE}/></symbol>'
    )
