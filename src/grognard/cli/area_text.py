"""A board of areas in text: a sketch of where the locales lie, and a list of who holds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rich.text import Text

from grognard.boards.areamap import FLAG, NUMBER, WORD, AreaMap
from grognard.boards.areas import RESERVE, ROADS, boundary_of, opposite
from grognard.cli.board_text import side_style
from grognard.cli.output import HARD, clean, folded
from grognard.engine.view import Marker, Placement

UNKNOWN: Final = "block"  # the symbol of a piece nobody has turned up
BRACKETS: Final = ("[]", "()", "{}", "<>")  # the pieces of each side on the sketch
OBJECTIVE: Final = "objective"  # markers of this kind have a star on the sketch
ENTRIES: Final = "entry"  # markers of this kind do not make an empty locale worth a line
CAPACITY: Final = "capacity"  # the property that says how many pieces of a side a locale holds
NAME: Final = 20  # the longest name on the sketch
SHALLOWEST, DEEPEST = 12, 34  # lines of a sketch


class SketchLabel(NamedTuple):
    """A label of the sketch: its line, its first column, its text and style."""

    line: int
    column: int
    text: str
    style: str


def told(piece: Placement) -> str:
    """A piece by its number, and what is known of it: name, letter of its arm, strength, state.

    >>> told(Placement("block:3", "infantry", 0, (5, -1), None, "3 Meredith", "2", (), ""))
    '3 Meredith I2'
    """
    arm = "" if piece.symbol == UNKNOWN else f" {piece.symbol[:1].upper()}{piece.strength}"
    marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
    return clean(f"{piece.label}{arm}{marks}")


class AreaText:
    """One look at a board of areas: its map, the pieces and the markers on it."""

    def __init__(
        self,
        ground: AreaMap,
        placements: Sequence[Placement],
        markers: Sequence[Marker],
        titles: Sequence[str],
    ) -> None:
        self.ground = ground
        self.titles = titles
        self.where: dict[str, int] = {}
        self.pieces: dict[tuple[int, int], list[Placement]] = {}
        self.holder: dict[int, int] = {}
        for piece in placements:
            locale, approach = piece.at
            self.where[piece.id] = locale
            self.pieces.setdefault((locale, approach), []).append(piece)
            self.holder[locale] = piece.side
        self.markers: dict[tuple[int, int], list[Marker]] = {}
        for marker in markers:
            locale, approach = marker.at
            self.markers.setdefault((locale, approach), []).append(marker)

    # -- names -----------------------------------------------------------------------------------

    def spot_of(self, id: str) -> tuple[int, int] | None:
        """The locale and approach (or RESERVE) of `locale:…` and `approach:…`."""
        return self.ground.areas.place_of(id)

    def locale_of(self, id: str) -> int | None:
        """The locale an id (`block:…`, `locale:…`, `approach:…`) lies in."""
        spot = self.spot_of(id)
        return self.where.get(id) if spot is None else spot[0]

    def inside(self, locale: int) -> list[Placement]:
        """The pieces in a locale: its reserve first, then those on its approaches."""
        spots = [RESERVE, *self.ground.areas.approaches[locale]]
        return [piece for spot in spots for piece in self.pieces.get((locale, spot), ())]

    def room(self, locale: int) -> int | None:
        """How many more pieces a locale can hold, None if the map does not say."""
        capacity = self.ground.locales[locale].properties.get(CAPACITY)
        return None if capacity is None else capacity - len(self.inside(locale))

    def _room_for(self, locale: int) -> list[str]:
        room = self.room(locale)
        return [] if room is None else [f"room for {room}"]

    def at(self, id: str) -> str:
        """A place and the pieces on that very spot."""
        spot = self.spot_of(id)
        pieces = self.pieces.get(spot, []) if spot else []
        name = id.partition(":")[2] if spot is None else self.spot_name(*spot)
        return f"{name}: {', '.join(map(told, pieces))}" if pieces else name

    def held(self, id: str) -> str:
        """Who is in a locale; of an approach who is on it, and who is across."""
        spot = self.spot_of(id)
        if spot is None:
            return ""
        locale, approach = spot
        if approach == RESERVE:
            return self._held(locale)
        here = ", ".join(map(told, self.pieces.get(spot, ())))
        across = f"across: {self._held(self.ground.areas.towards[approach])}"
        return f"{here}; {across}" if here else across

    def _held(self, locale: int) -> str:
        if locale not in self.holder:
            return ", ".join(["empty", *self._room_for(locale)])
        return f"{self.titles[self.holder[locale]]} {', '.join(map(told, self.inside(locale)))}"

    def named(self, locale: int) -> str:
        """What the map calls a locale."""
        return clean(self.ground.locales[locale].name)

    def spot_name(self, locale: int, approach: int) -> str:
        """A locale, or an approach: its locale, and where it looks."""
        if approach == RESERVE:
            return self.named(locale)
        return f"{self.named(locale)} towards {self.named(self.ground.areas.towards[approach])}"

    # -- the list --------------------------------------------------------------------------------

    def listing(self, width: int, only: Iterable[int] | None = None) -> list[Text]:
        """Every locale (or some only) under the side that holds it, with pieces and markers."""
        shown = set(range(self.ground.areas.size) if only is None else only)
        lines = []
        for side, title in enumerate(self.titles):
            mine = [n for n in sorted(shown) if self.holder.get(n) == side]
            if mine:
                lines.append(Text(f"Held by {title}:", "bold"))
            for locale in mine:
                lines += [Text(line, side_style(side)) for line in self._locale(locale, width)]
        empty = [n for n in sorted(shown) if n not in self.holder]
        if empty:
            lines.append(Text("Empty:", "bold"))
        plain = [n for n in empty if not self._telling(n)]
        for locale in empty:
            if locale not in plain:
                lines += map(Text, self._locale(locale, width))
        names = []
        for n in plain:
            room = self.room(n)
            names.append(self.named(n) + ("" if room is None else f"{HARD}({room})"))
        lines += map(Text, folded(clean(", ".join(names)), width, "  ", "  "))
        return lines

    def _telling(self, locale: int) -> bool:
        """Whether an empty locale has a marker that everybody wants to see."""
        places = [RESERVE, *self.ground.areas.approaches[locale]]
        return any(m.kind != ENTRIES for p in places for m in self.markers.get((locale, p), ()))

    def _locale(self, locale: int, width: int) -> Iterator[str]:
        """A locale: its room and markers, then the pieces in reserve and on each approach."""
        areas = self.ground.areas
        name = self.ground.locales[locale].name
        words = self._room_for(locale)
        words += [m.label.removeprefix(f"{name}: ") for m in self._of(locale, RESERVE)]
        told_of = f": {'; '.join(words)}" if words else ""
        yield from folded(clean(f"{self.named(locale)}{told_of}"), width, "  ", "      ")
        for spot in (RESERVE, *areas.approaches[locale]):
            pieces = ", ".join(map(told, self.pieces.get((locale, spot), ())))
            signs = [] if spot == RESERVE else [m.label for m in self._of(locale, spot)]
            if pieces or signs:
                head = "reserve" if spot == RESERVE else f"> {self.named(areas.towards[spot])}"
                text = "; ".join([*([pieces] if pieces else []), *signs])
                yield from folded(clean(f"{head}: {text}"), width, "    ", "        ")

    def _of(self, locale: int, approach: int) -> list[Marker]:
        return self.markers.get((locale, approach), [])

    def near(self, ids: Iterable[str]) -> set[int]:
        """The locales some ids lie in, and those next to them."""
        found = {n for named in ids if (n := self.locale_of(named)) is not None}
        return found | {there for n in found for there in self.ground.areas.neighbours[n]}

    # -- the sketch ------------------------------------------------------------------------------

    def sketch(self, width: int) -> list[Text]:
        """The locales where they lie on the map, each with the numbers of its pieces."""
        across, up = self.ground.size
        depth = max(SHALLOWEST, min(DEEPEST, width * up // across // 2))
        taken: dict[int, list[SketchLabel]] = {}
        order = sorted(
            range(self.ground.areas.size),
            key=lambda n: (-self.ground.locales[n].reserve[1], self.ground.locales[n].reserve[0]),
        )
        for locale in order:
            x, y = self.ground.locales[locale].reserve
            upper, lower, style = self._label(locale)
            wide = max(len(upper), len(lower))
            line, column = _free(
                taken, (up - y) * depth // up, x * width // across - wide // 2, wide, width
            )
            for n, text in ((line, upper), (line + 1, lower)):
                if text:
                    taken.setdefault(n, []).append(SketchLabel(n, column, text, style))
        return [_sketched(sorted(taken.get(n, ()))) for n in range(min(taken), max(taken) + 1)]

    def _label(self, locale: int) -> tuple[str, str, str]:
        """The name of a locale, below it the numbers of its pieces, and their style."""
        wanted = any(m.kind == OBJECTIVE for m in self._of(locale, RESERVE))
        name = self.named(locale)[:NAME] + ("*" if wanted else "")
        if locale not in self.holder:
            return name, "", ""
        side = self.holder[locale]
        left, right = BRACKETS[side % len(BRACKETS)]
        numbers = [clean(p.label).partition(" ")[0] for p in self.inside(locale)]
        return name, f"{left}{' '.join(numbers)}{right}", side_style(side)

    # -- the ground ------------------------------------------------------------------------------

    def ways(self, locale: int) -> list[tuple[str, str]]:
        """Each neighbour of a locale, and what the way into it is like."""
        areas = self.ground.areas
        return [(self.named(areas.towards[a]), self._way(a)) for a in areas.approaches[locale]]

    def _way(self, approach: int) -> str:
        boundary = self.ground.boundaries[boundary_of(approach)].properties
        into = self.ground.approaches[opposite(approach)].properties
        known = self.ground.properties
        words = [
            each.word(boundary[each.name])
            for each in known.boundary
            if each.kind == WORD and boundary[each.name] != each.default
        ]
        words += self._roads(approach)
        costs = [each.name for each in known.approach if each.kind == NUMBER]
        words += [f"{name} -{into[name]}" for name in costs if into[name]]
        words += [each.name for each in known.approach if each.kind == FLAG and into[each.name]]
        return ", ".join(words)

    def _roads(self, approach: int) -> list[str]:
        """The kinds of road that cross the boundary of an approach."""
        ends = {self.ground.areas.locale[approach], self.ground.areas.towards[approach]}
        kinds = {
            road.kind
            for road in self.ground.roads
            for pair in zip(road.through, road.through[1:], strict=False)
            if set(pair) == ends
        }
        return [
            f"{word} bed" if word == "railroad" else f"{word} road"
            for word, kind in ROADS.items()
            if kind in kinds
        ]


def _free(
    taken: dict[int, list[SketchLabel]], line: int, column: int, wide: int, width: int
) -> tuple[int, int]:
    """The place nearest to a wished one where a label of two lines covers no other."""
    last = max(0, width - wide)
    column = max(0, min(column, last))
    for far in range(DEEPEST * 4):
        for down in range(far // 4 + 1):
            aside = far - 4 * down
            for there in dict.fromkeys((column - aside, column + aside)):
                if 0 <= there <= last and not any(
                    there <= spot.column + len(spot.text) and spot.column <= there + wide
                    for n in (line + down, line + down + 1)
                    for spot in taken.get(n, ())
                ):
                    return line + down, there
    return max(taken) + 1, column


def _sketched(spots: Sequence[SketchLabel]) -> Text:
    """One line of the sketch."""
    line = Text()
    for spot in spots:
        line.append(" " * (spot.column - len(line.plain)))
        line.append(spot.text, spot.style)
    return line


def legend(ground: AreaMap) -> list[tuple[str, str]]:
    """What the signs of list and sketch mean, and every locale with its name and ground."""
    rows = [
        ("the sketch", "locales about where they lie, as on the map; below a name"),
        ("", "the pieces in it: one side [in these], the other (in these)"),
        ("*", "an objective"),
        ("room for", "how many more pieces of one side the locale takes"),
        ("reserve", "pieces that secure no approach"),
        ("> PLACE", "pieces on the approach towards PLACE, secured against it"),
        ("I3 C2 A1", "infantry, cavalry, artillery, with its strength"),
        ("a number alone", "a piece whose kind and strength you do not see"),
        ("card PLACE", "shows the ways out: how wide, roads, what an attacker pays"),
    ]
    for locale in ground.locales:
        capacity = locale.properties.get(CAPACITY)
        holds = "" if capacity is None else f"holds {capacity}"
        rows.append((locale.name, ": ".join(filter(None, (holds, locale.about)))))
    return rows
