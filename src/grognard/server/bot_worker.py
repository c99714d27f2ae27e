"""The process of bots: it reads one question a line and writes one answer a line."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Final

import msgspec
from msgspec import Struct, field

import grognard
from grognard.bots import Bot, bot
from grognard.bots.bot import Candidate
from grognard.engine.replay import refit
from grognard.engine.resume import read_header
from grognard.engine.view import View
from grognard.server.worker_process import answer_lines

MOST_BOTS: Final = 200  # that remember their plans


class BotTask(Struct):
    """A question to a bot: the game and its header, the side, and the position."""

    game: str
    header: str
    side: int
    bot: str
    position: msgspec.Raw
    reasons: bool = False  # whether it says why


class BotAnswer(Struct):
    """A bot's answer, or why it has none; its plan and what it weighed if it advises."""

    action: int | None = None
    error: str = ""
    plan: str = ""
    weighed: list[Candidate] = field(default_factory=list)


class Worker:
    """Answers questions. Keeps the bots of the games it was asked about last."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()

    def answer(self, task: BotTask) -> BotAnswer:
        """The answer of a bot, which sees no more than its side's view."""
        header = read_header(task.header, "a question")
        system = grognard.system(header.system)
        battle = refit(system, header)
        position = system.restore(battle, msgspec.json.decode(task.position))
        # A position that was just restored has not listed its options yet: the view does.
        player = self.player(task)
        answer = BotAnswer(player.choose(View(position, task.side), system))
        reasons = player.why() if task.reasons else None
        if reasons is not None:
            answer.plan, answer.weighed = reasons.plan, list(reasons.candidates)
        return answer

    def player(self, task: BotTask) -> Bot:
        """The bot that plays a side of a game."""
        name = (task.game, task.side, task.bot)
        if name not in self.bots:
            self.bots[name] = bot(task.bot, secrets.randbits(32))
            while len(self.bots) > MOST_BOTS:
                self.bots.popitem(last=False)
        self.bots.move_to_end(name)
        return self.bots[name]


def main() -> None:
    """Answer until the input ends."""
    worker = Worker()
    decoder = msgspec.json.Decoder(BotTask)

    def answer(line: bytes) -> bytes:
        try:
            outcome = worker.answer(decoder.decode(line))
        except Exception as error:  # one bot that fails must not stop the others
            outcome = BotAnswer(None, f"{type(error).__name__}: {error}"[:300])
        return msgspec.json.encode(outcome)

    answer_lines(answer)


if __name__ == "__main__":
    main()
