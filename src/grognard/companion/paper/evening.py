"""An evening on paper: the rosters as they stand now, with labels, markers and the scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from grognard.companion.lengths import Lengths
from grognard.companion.paper.battle import print_armies
from grognard.companion.paper.roster import Kept
from grognard.engine.errors import GrognardError
from grognard.engine.muster import Stand
from grognard.engine.system import System

Words = Annotated[str, Meta(max_length=80)]
Points = Annotated[int, Meta(ge=0, le=999)]
Mils = Annotated[int, Meta(ge=0, le=10_000)]
Side = Annotated[int, Meta(ge=0, le=1)]

MOST: Final = 400  # units


class KeptUnit(Struct, rename={"joined": "with"}):
    """A unit of an evening as the page keeps it."""

    id: Words
    name: Words
    side: Side
    strength: Points
    group: Words = ""
    kind: Words = ""
    rating: Words = ""
    officer: bool = False
    width: Mils = 0
    depth: Mils = 0
    losses: Points = 0
    states: Annotated[list[Words], Meta(max_length=20)] = []
    joined: Words = ""

    def stand(self) -> Stand:
        """The unit without what has become of it."""
        return Stand(
            self.id, self.name, self.side, self.group, self.kind, self.strength, self.rating,
            self.officer, self.width, self.depth,
        )  # fmt: skip

    def kept(self) -> Kept:
        """What has become of it."""
        words = [*self.states, f"with {self.joined}" if self.joined else ""]
        return Kept(self.losses, ", ".join(word for word in words if word))


class PrintedEvening(Struct):
    """An evening to be printed."""

    system: Words
    title: Words
    sides: Annotated[list[Words], Meta(min_length=2, max_length=2)]
    units: Annotated[list[KeptUnit], Meta(max_length=MOST)]
    battle: Words = ""


_evening = msgspec.json.Decoder(PrintedEvening)


def read_evening(text: str) -> PrintedEvening:
    """An evening from the page's JSON."""
    try:
        return _evening.decode(text)
    except msgspec.MsgspecError as error:
        raise GrognardError(f"this roster cannot be printed: {error}") from None


def print_evening(
    system: System, evening: PrintedEvening, variant: str, path: Path, paper: str, lengths: Lengths
) -> None:
    """Write an evening: the scenario if it has one, rosters, labels and markers."""
    name, _, battle = evening.battle.partition("/")
    fought = (
        system.battle(battle, variant)
        if name == system.name and battle in system.battles()
        else None
    )
    kept = {unit.id: unit.kept() for unit in evening.units}
    print_armies(
        system,
        fought,
        evening.title,
        evening.sides,
        [unit.stand() for unit in evening.units],
        system.muster(fought).fixed if fought is not None else (),
        variant,
        path,
        paper,
        lengths,
        f"Grognard · {evening.title}",
        kept,
    )
