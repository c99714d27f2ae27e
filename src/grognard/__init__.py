"""Horse-and-musket battles with enforced rules and exact odds.

>>> game = new("shock/gemioncourt", seed=7)  # doctest: +SKIP
>>> game.play(game.options()[0])  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from grognard import systems as _systems
from grognard.engine import battlefile
from grognard.engine import house as _house
from grognard.engine import replay as _replay
from grognard.engine.battle import Battle, BattleResult
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import (
    AmbiguousOrder,
    BadOrder,
    BadSituation,
    DiceError,
    FileError,
    GrognardError,
    NotAllowed,
    RecordError,
    UndoRefused,
    UnknownName,
    did_you_mean,
)
from grognard.engine.game import Game
from grognard.engine.house_rules import try_out
from grognard.engine.record import RecordLine, RecordWarning
from grognard.engine.recorded_game import CHANCE
from grognard.engine.replay import VerifyReport
from grognard.engine.system import System
from grognard.engine.version import VERSION as __version__
from grognard.engine.view import View
from grognard.systems import system, systems

__all__ = [
    "CHANCE",
    "AmbiguousOrder",
    "BadOrder",
    "BadSituation",
    "Battle",
    "BattleResult",
    "DiceError",
    "FileError",
    "Game",
    "GrognardError",
    "NotAllowed",
    "RecordError",
    "RecordWarning",
    "System",
    "UndoRefused",
    "UnknownName",
    "VerifyReport",
    "View",
    "__version__",
    "battle",
    "battles",
    "house",
    "load",
    "new",
    "replay",
    "system",
    "systems",
    "verify",
]


def battles(variant: str = "sheet") -> list[Battle]:
    """Every shipped battle, each system's tutorial first."""
    return [each.battle(name, variant) for each in systems() for name in each.battles()]


def battle(name: str | Path, variant: str = "sheet") -> Battle:
    """A shipped battle by its name (`system/battle`), or a battle from your own file.

    The file names its system. If it does not, write `system:path/to/my.toml`.
    """
    text = str(name)
    if text.endswith(".toml"):
        chosen, _, path = text.rpartition(":")
        if _systems.known(chosen):
            return system(chosen).battle_file(Path(path), variant)
        known = list(_systems.sources())
        own = battlefile.system_of(battlefile.read_text(Path(text)), text, known)
        return system(own).battle_file(Path(text), variant)
    chosen, _, short = text.partition("/")
    if _systems.known(chosen) and short in system(chosen).battles():
        return system(chosen).battle(short, variant)
    known = [f"{each.name}/{one}" for each in systems() for one in each.battles()]
    # A bare battle name is a better suggestion than any misspelling.
    meant = next((full for full in known if full.endswith(f"/{text}")), text[:60])
    raise UnknownName(f"no battle {text!r:.60}: {did_you_mean(meant, known)}")


def house(path: str | Path) -> str:
    """The name of a variant in a file of your own, to be given as `variant`."""
    return _house.open_files(str(path))


def new(
    name: str | Path | Battle,
    variant: str = "sheet",
    seed: int | str | None = None,
    seats: Mapping[str, str] | None = None,
    path: str | Path | None = None,
    own_dice: bool = False,
) -> Game:
    """Begin a battle: by name, from your own file, or one returned by `battle`.

    The dice are sealed; with a seed they are open, with `own_dice` the players throw them. With
    a path every answer is saved there at once; `seats` says who plays which side.
    """
    found = name if isinstance(name, Battle) else battle(name, variant)
    if own_dice:
        if seed is not None:
            raise DiceError("own dice take no seed: give one of them")
        box = DiceBox.own()
    else:
        box = DiceBox.sealed() if seed is None else DiceBox.open(seed)
    try_out(system(found.system), found)
    file = None if path is None else Path(path)
    return Game.begin(system(found.system), found, box, seats, file, _picture)


def load(path: str | Path, *, attach: bool = True, salvage: bool = False) -> Game:
    """Go on with a recorded battle; every further answer is appended to its record.

    With `attach=False` the file is not changed. With `salvage` a damaged file is loaded up to
    the damage, and is not changed either.
    """
    return _replay.load(Path(path), system, attach=attach, salvage=salvage, artist=_picture)


def replay(path: str | Path) -> Iterator[tuple[RecordLine, Game]]:
    """Watch a recorded battle: each line and the game after it, beginning with the start."""
    return _replay.replay(Path(path), system, _picture)


def verify(path: str | Path) -> VerifyReport:
    """Check a record: derive every die again and replay every line."""
    return _replay.verify(Path(path), system)


def _picture(view: View, system: System, trail: tuple[str, ...]) -> str:
    from grognard.draw import svg  # imported here so that a game without pictures starts quickly

    return svg(view, system, arrows=[trail] if trail else [])
