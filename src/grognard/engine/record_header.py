"""The header of a record: what is needed to start the same battle again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from grognard.engine.battle import Battle
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import GrognardError, RecordError
from grognard.engine.version import VERSION

FORMAT: Final = "grognard-record 1"
LONGEST_LINE: Final = 4096  # bytes
LONGEST_SEAT: Final = 64  # characters
# The text of a battle may hold tabs and foreign line ends, but no other control characters.
CONTROLS: Final = re.compile(r"[\x00-\x08\x0a-\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
HOUSE, SOURCE = "house", "source"  # the words before texts

_DIGEST: Final = "[0-9a-f]{64}"
_NAME: Final = r"[\w.+-]{1,80}"
_STACK: Final = r"[\w.+-]{1,200}"  # of variants


@dataclass(frozen=True)
class Header:
    """Versions and content hashes, the dice, who sits where, and all that is not shipped."""

    engine: str
    system: str
    battle: str
    battle_digest: str
    variant: str
    rules_digest: str
    dice: str
    seats: dict[str, str] = field(default_factory=dict)
    source: dict[str, str] = field(default_factory=dict)
    view: str = ""  # for exports: whose view this is
    house: dict[str, str] = field(default_factory=dict)  # texts of house variants by name

    @staticmethod
    def of(battle: Battle, box: DiceBox, seats: dict[str, str]) -> Header:
        """The header of a new game."""
        for side, name in seats.items():
            battle.side_index(side)
            if not 1 <= len(name) <= LONGEST_SEAT or not name.isprintable():
                raise GrognardError(
                    f"the name at seat {side} must be 1 to {LONGEST_SEAT} printable characters"
                )
        source = {} if battle.shipped else dict(battle.source)
        for name, text in (source | battle.house).items():
            _refuse_unwritable(battle.id, name, text)
        return Header(
            engine=VERSION,
            system=battle.system,
            battle=battle.name,
            battle_digest=battle.digest,
            variant=battle.variant,
            rules_digest=battle.rules_digest,
            dice=box.words,
            seats=dict(seats),
            source=source,
            house=dict(battle.house),
        )

    def lines(self) -> list[str]:
        """The header as it is written."""
        out = [FORMAT]
        if self.view:
            out.append(f"view {self.view}")
        out += [
            f"engine {self.engine}",
            f"system {self.system}",
            f"battle {self.battle} {self.battle_digest}",
            f"rules {self.variant} {self.rules_digest}",
            f"dice {self.dice}",
        ]
        out += [f"seat {side} {name}" for side, name in self.seats.items()]
        for word, texts in ((HOUSE, self.house), (SOURCE, self.source)):
            for name, text in texts.items():
                lines = text.split("\n")
                out.append(f"{word} {name} {len(lines)}")
                out += [f"| {line}" if line else "|" for line in lines]
        return out

    def for_view(self, view: str) -> Header:
        """The header of an export for one side."""
        return replace(self, view=view)


def _refuse_unwritable(battle: str, name: str, text: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if CONTROLS.search(line) or len(line.encode()) > LONGEST_LINE - 2:
            raise GrognardError(
                f"{battle}: line {number} of the {name} cannot be recorded: "
                f"it has unprintable characters or more than {LONGEST_LINE - 2} bytes"
            )


class HeaderReader:
    """Reads a header line by line; every error names its line."""

    def __init__(self, path: str, lines: Sequence[str]) -> None:
        self.path = path
        self.rows = lines
        self.at = 0

    def read(self) -> Header:
        """The header; `at` is then the index of the first line after it."""
        if not self.rows or self.rows[0] != FORMAT:
            raise self.error(f'is not a record of a battle: its first line must be "{FORMAT}"')
        self.at = 1
        view = self.optional("view", f"({_NAME})")
        (engine,) = self.wanted("engine", f"({_NAME})")
        (system,) = self.wanted("system", f"({_NAME})")
        battle, battle_digest = self.wanted("battle", f"({_NAME}) ({_DIGEST})")
        variant, rules_digest = self.wanted("rules", f"({_STACK}) ({_DIGEST})")
        (dice,) = self.wanted("dice", "(.+)")
        try:
            DiceBox.read(dice)
        except GrognardError as error:
            self.at -= 1
            raise self.error(str(error)) from None
        seats = self.seats()
        house = self.texts(HOUSE)
        return Header(
            engine,
            system,
            battle,
            battle_digest,
            variant,
            rules_digest,
            dice,
            seats,
            self.texts(SOURCE),
            view[0] if view else "",
            house,
        )

    def seats(self) -> dict[str, str]:
        """Who sits where."""
        seats: dict[str, str] = {}
        while (found := self.optional("seat", rf"({_NAME}) (.{{1,{LONGEST_SEAT}}})")) is not None:
            seats[found[0]] = found[1]
        return seats

    def texts(self, word: str) -> dict[str, str]:
        """The texts that are not shipped: of a battle, or of house variants."""
        texts: dict[str, str] = {}
        while (found := self.optional(word, rf"({_NAME}) (\d{{1,6}})")) is not None:
            count = int(found[1])
            rows = self.rows[self.at : self.at + count]
            for row in rows:
                if row != "|" and not row.startswith("| "):
                    break
                self.at += 1
            else:
                if len(rows) == count:
                    texts[found[0]] = "\n".join(row[2:] for row in rows)
                    continue
            raise self.error(f'the text of "{found[0]}" should be {count} lines beginning with "|"')
        return texts

    def optional(self, word: str, pattern: str) -> tuple[str, ...] | None:
        """The parts of the next line, if it begins with a word."""
        if self.at >= len(self.rows) or not self.rows[self.at].startswith(word + " "):
            return None
        return self.wanted(word, pattern)

    def wanted(self, word: str, pattern: str) -> tuple[str, ...]:
        """The parts of the next line, which must begin with a word."""
        if self.at >= len(self.rows):
            raise self.error(f'the header ends before "{word}"')
        found = re.fullmatch(f"{word} {pattern}", self.rows[self.at])
        if found is None:
            raise self.error(f'expected "{word} …", not {self.rows[self.at]!r:.60}')
        self.at += 1
        return found.groups()

    def error(self, message: str) -> RecordError:
        """An error about the current line."""
        return RecordError(self.path, min(self.at, len(self.rows)) + 1, message)
