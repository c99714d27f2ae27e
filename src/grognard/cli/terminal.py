"""The terminal game: a battle played line by line, by people at one keyboard and by bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from grognard.cli.attack_text import end_in_words, say_chain
from grognard.cli.keyboard import Keyboard
from grognard.cli.looking_back import say_review
from grognard.cli.output import say, say_odds
from grognard.cli.player_commands import LeaveGame, PlayerCommands
from grognard.cli.reading import LineReader
from grognard.cli.screen import TerminalScreen
from grognard.engine.check import Check
from grognard.engine.errors import DiceError, GrognardError
from grognard.engine.game import CHANCE, Game
from grognard.engine.log import LogEntry
from grognard.engine.prospect import Prospect
from grognard.engine.step import NOBODY
from grognard.engine.view import View

if TYPE_CHECKING:
    from grognard.bots import Bot

CURTAIN_LINES: Final = 60
# What may be asked before a roll is confirmed: it changes nothing.
LOOKS: Final = ("map", "card", "odds", "units", "tool", "chart", "legend", "score", "log", "quit")
VICTORY: Final = "victory"  # the tool that says what counts


class Terminal:
    """One session of a game: asks the players, lets the bots answer, throws the dice."""

    def __init__(
        self, game: Game, bots: Mapping[str, Bot], keyboard: Keyboard, own_dice: bool = False
    ) -> None:
        self.game = game
        self.bots = bots
        self.keyboard = keyboard
        self.own_dice = own_dice
        self.confirm = True
        self.screen = TerminalScreen(game.system)
        self.words = PlayerCommands(self)
        self.reader = LineReader(game, self.screen.names, self.words.known)
        # The lines of the record before and after each order that was typed.
        self.rows: list[tuple[int, int]] = []
        self._board_due = True  # the other side has moved since the board was printed
        self._told = 0
        self._untold: list[LogEntry] = []
        self._seen: dict[int, int] = {}  # how much of the log each side has been shown
        self._last_human: str | None = None
        self._foreseen: object = None  # the odds without a roll that were last confirmed

    # -- the sitting -----------------------------------------------------------------------------

    def run(self) -> bool:
        """Play until the battle is over or the player leaves; whether the battle is over."""
        self.skip_news()
        if not any(entry.line for entry in self.game.log):
            # What happened before the first question is news to everybody.
            self._told, self._seen = 0, dict.fromkeys(self._seen, 0)
            self.news(self.viewer())
        try:
            while not self.game.over:
                actor = self.game.actor
                if actor is None or actor == CHANCE:
                    self.roll()
                elif actor in self.bots:
                    self.bot_answers(actor)
                else:
                    self.person_answers(actor)
        except LeaveGame:
            return False
        self.news(self.viewer())
        self.ending()
        return True

    def viewer(self) -> int:
        """The side that looks at the screen: the one asked last."""
        name = self.person()
        return NOBODY if name is None else self.game.battle.side_index(name)

    def person(self) -> str | None:
        """The name of that side, None if nobody but bots has been asked."""
        if len(self.people) == 1:
            return self.people[0]
        if self._last_human is None and self.game.actor in self.people:
            return self.game.actor
        return self._last_human

    @property
    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side in self.game.battle.sides if side not in self.bots]

    def view(self) -> View:
        """What the side that looks at the screen may know."""
        return self.game.view(self.person())

    def ending(self) -> None:
        """Print the end of the battle."""
        view = self.view()
        self.screen.board(view)
        result = self.game.result
        if result is None:
            return
        titles = self.game.battle.titles
        who, won = ("A draw", "") if result.winner is None else (titles[result.winner], " win")
        told = "" if result.why.startswith(who) else f"{who}{won}. "
        say(f"The battle is over. {told}{result.why}", "bold")
        if any(tool.name == VICTORY for tool in self.game.system.tools):
            for line in self.game.system.use(view, VICTORY, []).says:
                say(f"  {line}")
        say_review(self.game, self.person(), self.screen.whose)

    # -- news ------------------------------------------------------------------------------------

    def skip_news(self) -> None:
        """Mark everything so far as already shown."""
        self._told = len(self.game.log)
        self._untold = []
        self._seen = dict.fromkeys(range(len(self.game.battle.sides)), self._told)
        self.screen.look(self.view())

    def news(self, side: int) -> None:
        """Print what happened since, as far as a side may know it."""
        log = self.game.log
        self._told = min(self._told, len(log))
        waiting = [*self._untold, *log[self._told :]]
        self._told = self._seen[side] = len(log)
        self._untold = [entry for entry in waiting if not entry.heard_by(side)]
        self.screen.look(self.view())
        for entry in waiting:
            if entry.heard_by(side):
                say(self.screen.told(entry))

    # -- chance and bots -------------------------------------------------------------------------

    def roll(self) -> None:
        """Throw the dice, or ask for the faces of the player's own."""
        if not self.own_dice:
            try:
                self.game.roll()
            except DiceError as error:  # the secret of sealed dice is lost
                say(error)
                say("You can continue with your own dice.")
                self.own_dice = True
            self.news(self.viewer())
            return
        self._call_thrower()
        shown = self.view().question
        if shown.check is None:
            say(shown.prompt)
        else:
            self.screen.check(shown.check, shown.about)
        faces = self._faces(self.game.check)
        if faces is not None:
            self.game.roll(faces)
            self.news(self.viewer())

    def _call_thrower(self) -> None:
        """A roll that only one side sees is thrown by that side, if a person plays it."""
        if self.view().question.check is not None:
            return
        for name in self.people:
            view = self.game.view(name)
            if view.question.check is not None:
                self._curtain(name, view)
                self._last_human = name
                self.news(view.side)
                return

    def _faces(self, check: Check) -> list[int] | None:
        """The faces typed in; None if the player went back instead."""
        dice = " ".join(f"{die.first}-{die.first + die.sides - 1}" for die in check.dice)
        example = " ".join(str(die.first + die.sides // 2) for die in check.dice)
        while True:
            typed = self.ask(f"your dice ({dice})")
            if self.words.run(typed):
                if self.game.actor != CHANCE:
                    return None
                continue
            try:
                faces = [int(word) for word in typed.replace(",", " ").split()]
                check.outcome(faces)
            except GrognardError as error:
                say(error)
            except ValueError:
                say(f'"{typed[:40]}" is not a throw: type the face of each die, as in {example}')
            else:
                return faces

    def bot_answers(self, name: str) -> None:
        """Let a bot answer, on its own view."""
        self.game.play(self.bots[name].choose(self.game.view(name), self.game.system))
        self._board_due = True
        self.news(self.viewer())

    # -- people ------------------------------------------------------------------------------------

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; the end of the input ends the sitting."""
        typed = self.keyboard.ask(prompt)
        if typed is None:
            raise LeaveGame
        return typed

    def person_answers(self, name: str) -> None:
        """Show a person the question and take lines until it is answered or taken back."""
        view = self.game.view(name)
        if self._last_human not in (None, name):
            self._curtain(name, view)
            self._board_due = True
        self._last_human = name
        self.news(view.side)
        self.show(view)
        while not self._answered(self.ask(name)):
            pass

    def show(self, view: View) -> None:
        """Print clock, question and options; the board too if the other side has moved."""
        self.screen.head(view)
        if self._board_due:
            self.screen.board(view)
        self._board_due = False
        say(f"{view.battle.titles[view.side]}: {view.question.prompt}", "bold")
        self.reader.offered = self.screen.options(view)

    def _curtain(self, name: str, view: View) -> None:
        """Hide one player's secrets before the next one looks at the screen, if there are any."""
        if self.game.secrets:
            say("\n" * CURTAIN_LINES)
            self.ask(f"{view.battle.titles[view.side]} ({name}) to the keyboard, then Enter")
            # News of the other side must not be shown either.
            missed = self.game.log[self._seen[view.side] : self._told]
            self._untold = [entry for entry in missed if entry.heard_by(view.side)]

    def _answered(self, typed: str) -> bool:
        """Take one line; whether the record has grown by it."""
        before = self.game.record.next_number
        try:
            if not typed:
                self.reader.offered = self.screen.options(self.view())
            elif self._answers(typed) or not self.words.run(typed):
                answer = self.answer(typed)
                if self.reader.before:
                    say(f"  First {self.reader.before}.", "dim")
                if self._committed(answer):
                    self.game.play(answer)
                    self.rows.append((before - 1, self.game.record.next_number - 1))
        except GrognardError as error:
            if not self.words.run_tool(typed):
                say(self.screen.names.hinted(error))
        return self.game.record.next_number != before

    def _answers(self, typed: str) -> bool:
        """Whether a line is an answer, though it may begin as a command about a thing does."""
        about = typed.partition(" ")[2]
        return self.reader.is_answer(typed, self.screen.find(self.view(), about) is not None)

    def answer(self, typed: str) -> int | str:
        """What a line means to the game: an option by its number, or an order in words."""
        return self.reader.answer(typed)

    def _committed(self, answer: int | str) -> bool:
        """Show what an answer leads to, takes and gives up, and ask for confirmation."""
        if not self.confirm:
            return True
        prospect = self.game.foresee(answer)
        odds = self._odds_without_roll(prospect)
        weighed = (
            bool(prospect.checks or prospect.later or prospect.outlook)
            or prospect.attack is not None
        )
        known = odds is not None and odds == self._foreseen
        if not prospect.price and (not weighed or known):
            self.costs(prospect)
            return True
        if not (question := self.foresee(prospect)):
            return True
        confirmed = self._confirms(question, prospect)
        if confirmed:
            self._foreseen = odds
        else:
            say("Not done. Choose again.")
        return confirmed

    def _confirms(self, question: str, prospect: Prospect) -> bool:
        """Whether the answer is yes; the board may be looked at first, but nothing done."""
        while True:
            typed = self.ask(f"{question} (y/n)").casefold()
            if typed in ("y", "yes", "", "roll", "do it"):
                return True
            if typed in ("n", "no"):
                return False
            if typed == "odds":
                self.foresee(prospect)
            elif typed.split(" ")[0] not in LOOKS or not self.words.run(typed):
                say(f"Please answer y or n; or look first: {', '.join(LOOKS)}.")

    def _odds_without_roll(self, prospect: Prospect) -> object:
        """The odds an answer without a roll leads to, and when; None if it leads to none."""
        odds = [(title, dist.fractions()) for title, dist in prospect.outlook]
        if not odds or prospect.roll is not None:
            return None
        return self.game.system.clock(self.view()), odds

    def costs(self, prospect: Prospect) -> None:
        """Say what an answer uses up, and what it gives up for good."""
        if prospect.cost:
            say(f"  {prospect.cost}", "dim")
        if prospect.price:
            say(f"  Its price: {prospect.price.strip()}.", "bold")

    def foresee(self, prospect: Prospect) -> str:
        """Show what an answer leads to; the question whether to commit to it, "" if nothing."""
        self.costs(prospect)
        weighed = prospect.checks or prospect.later
        for check in weighed:
            self.screen.check(check, prospect.about)
        for title, odds in prospect.outlook:
            say(title, "bold")
            say_odds(odds.fractions())
        if prospect.chain is not None:
            titles = self.game.battle.titles
            say_chain(prospect.chain, titles, self.screen.whose, self.screen.names.order)
        if weighed and prospect.roll is not None and prospect.chain is None:
            return "Commit to this roll?"
        if prospect.chain is not None:  # its end in short: the tree may have left the screen
            return f"{end_in_words(prospect.chain, self.screen.whose)}. Commit to this?"
        if prospect.outlook or weighed:
            return "Commit to this?"
        return "Do it all the same?" if prospect.price else ""
