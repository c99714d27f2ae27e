"""What all players must know of the dice: salts, and rolls that nobody can prove later."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.dicebox import OPEN, OWN, SEALED, DiceBox
from grognard.engine.game import Game
from grognard.engine.record import DICE, NEW_DICE, OWN_DICE, REVEAL, RecordLine
from grognard.engine.replay import listed
from grognard.server.game_state import DiceInfo


class DiceReport:
    """Reads the lines of a record as they come; what it has to tell stays visible."""

    def __init__(self, header_dice: str) -> None:
        self.box = DiceBox.read(header_dice)
        self.seen = 0  # lines
        self.rolls: list[int] = []  # under the seal that holds now
        self.entered: list[int] = []  # faces entered by hand though the dice are not own
        self.warnings: list[str] = []
        self.revealed: str | None = None

    def follow(self, lines: Sequence[RecordLine]) -> None:
        """Read the lines that are new."""
        for line in lines[self.seen :]:
            if line.word == DICE:
                self.rolls.append(line.number)
            elif line.word == OWN_DICE and self.box.kind != OWN:
                self.entered.append(line.number)
            elif line.word == REVEAL:
                self.revealed = line.rest
            elif line.word == NEW_DICE:
                self._sealed_anew(line)
        self.seen = len(lines)

    def _sealed_anew(self, line: RecordLine) -> None:
        text = f"Line {line.number}: the dice were sealed anew"
        if self.rolls and self.box.kind == SEALED:
            text += f"; the rolls before it cannot be proved ({listed(self.rolls)})"
        self.warnings.append(f"{text}.")
        self.box, self.rolls = DiceBox.read(line.rest), []

    def info(self, game: Game) -> DiceInfo:
        """The dice of a game as everybody is told of them."""
        self.follow(game.record.lines)
        box, warnings = game.box, list(self.warnings)
        if box.kind == OPEN:
            warnings.append("The dice are open: whoever knows their seed can predict every roll.")
        if self.entered:
            warnings.append(f"Faces were entered by hand at {listed(self.entered)}.")
        return DiceInfo(
            box.kind,
            "" if box.kind == OWN else box.value,
            self.revealed,
            dict(box.salts),
            box.kind == SEALED and not box.thrown and not game.over,
            warnings,
        )
