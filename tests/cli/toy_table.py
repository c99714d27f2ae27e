"""A table for the toy battle: a keyboard that types a script, a bot, and a program to be killed."""

import sys
from collections.abc import Iterable
from pathlib import Path

from grognard.bots.bot import Bot
from grognard.cli.keyboard import Keyboard
from grognard.cli.terminal import Terminal
from grognard.engine import replay
from grognard.engine.dicebox import DiceBox
from grognard.engine.game import Game
from grognard.engine.system import System
from grognard.engine.view import View
from tests.engine.toy import TOY, find


class Script(Keyboard):
    """Types lines one after another; then the input ends."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.interactive = False
        self.left = list(lines)
        self.asked: list[str] = []

    def ask(self, prompt: str) -> str | None:
        self.asked.append(prompt)
        return self.left.pop(0) if self.left else None


class Holder(Bot):
    """A bot that always gives the first answer: it plans left and holds."""

    def choose(self, view: View, system: System) -> int:
        return view.question.options[0].action


def toy_game(path: Path | None = None, box: DiceBox | None = None) -> Game:
    """A toy battle with open dice."""
    return Game.begin(TOY, TOY.battle("field"), box or DiceBox.open(3), None, path)


def table(game: Game, *lines: str, own_dice: bool = False, hotseat: bool = False) -> Terminal:
    """A terminal for red (or both sides) with a script."""
    bots: dict[str, Bot] = {} if hotseat else {"blue": Holder()}
    return Terminal(game, bots, Script(lines), own_dice)


if __name__ == "__main__":  # the program the tests kill: plays on in a file until it is over
    path = Path(sys.argv[1])
    resumed = replay.load(path, find) if path.exists() else toy_game(path, DiceBox.sealed())
    Terminal(resumed, {"blue": Holder()}, Keyboard()).run()
