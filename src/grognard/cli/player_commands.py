"""The commands a player may type besides answers: help, log, undo, odds, cards, charts, …"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.bots import bot
from grognard.bots.bot import Reasons
from grognard.cli.output import say, say_paragraph, say_table
from grognard.cli.reading import is_number
from grognard.cli.reference import say_chart
from grognard.cli.screen import columns
from grognard.engine.errors import GrognardError, UndoRefused
from grognard.engine.game import Laid

if TYPE_CHECKING:
    from grognard.cli.terminal import Terminal

LOG_ENTRIES: Final = 20
ADVISER: Final = "marshal"
# Tools asked for in plain words, and what each is pointed at.
QUESTIONS: Final = tuple(
    (re.compile(asked, re.IGNORECASE), tool)
    for asked, tool in (
        (r"wh(?:o|at) (?:can |could )?reach(?:es)? (.+)", "who-reaches"),
        (r"wh(?:o|at) (?:threatens|(?:can|could) (?:attack|charge|fire at|hit)) (.+)", "threats"),
        (r"(?:where|how far) (?:can|could) (.+?) (?:go|march|move|reach|ride)", "reach"),
        (r"(?:can|does) (.+) see (.+)", "sight"),
        (r"(?:at whom|who|what) (?:can|could) (.+) fire(?: at)?", "fire"),
        (r"is (.+) in command", "command"),
        (r"who is out of command", "out-of-command"),
        (r"who is winning", "victory"),
    )
)
NO_PIECE: Final = 'no unit or place "{}": `units` lists what is on the board'


class LeaveGame(Exception):
    """The player leaves; the game is saved."""


class PlayerCommands:
    """The commands of the terminal game; each is a method of the same name."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.known: dict[str, tuple[Callable[[str], None], str]] = {
            "?": (self.help, "this list"),
            "help": (self.help, "this list"),
            "options": (self.options, "the options again"),
            "map": (self.map, "the whole board"),
            "legend": (self.legend, "what the signs on the board mean"),
            "units": (self.units, "every piece on the board"),
            "card": (self.card, "UNIT or PLACE: what is known of it"),
            "odds": (self.odds, "NUMBER or order: the roll it leads to, with exact odds"),
            "tool": (self.tool, "[NAME UNIT …]: sight, reach and others; the bare name will do"),
            "chart": (self.chart, "[NAME]: a chart of the sheet"),
            "hint": (self.hint, "what the marshal would do, and what he weighed"),
            "why": (self.why, "why the bot gave its last order"),
            "put": (self.put, "UNIT PLACE [lost N]: it stands elsewhere on your table (own dice)"),
            "score": (self.score, "the points so far"),
            "log": (self.log, "[N]: the last events"),
            "undo": (self.undo, "[agreed]: take back the last order, whole"),
            "confirm": (self.confirm, "on|off: ask before a roll"),
            "save": (self.save, "FILE: write a copy of the game"),
            "quit": (self.quit, "leave; the game is saved"),
        }

    def run(self, typed: str) -> bool:
        """Run a line if it begins with a command; whether it did."""
        word, _, rest = typed.partition(" ")
        command, rest = self.known.get(word.casefold(), (None, ""))[0], rest.strip()
        if command is None and (asked := self._asked(typed.strip(" ?"))):
            command, rest = self.tool, asked
        if command is None:
            return False
        try:
            command(rest)
        except GrognardError as error:
            say(error)
        return True

    def _asked(self, line: str) -> str:
        """The tool a question in plain words asks for, and the things it is pointed at."""
        known = {tool.name for tool in self.terminal.game.system.tools}
        for question, name in QUESTIONS:
            met = question.fullmatch(line)
            if met is not None and name in known:
                return " ".join([name, *met.groups()])
        return ""

    def run_tool(self, line: str) -> bool:
        """Use a tool called by its bare name, if it is one and what it is pointed at is known."""
        name, _, about = line.strip(" ?").partition(" ")
        known = {tool.name: tool for tool in self.terminal.game.system.tools}
        tool = known.get(name.casefold())
        if tool is None or self._pointed_at(about, len(tool.picks)) is None:
            return False
        say(tool.says, "dim")
        self.tool(f"{tool.name} {about}")
        return True

    def help(self, rest: str) -> None:
        """Print how to answer, and the words."""
        say_paragraph(
            "Answer with the number of an option, its text, or an order in words; an order may"
            " answer several questions at once."
        )
        if self.terminal.screen.kind.help:
            say_paragraph(self.terminal.screen.kind.help)
        say_paragraph(
            "Ask in plain words: who can reach UNIT or PLACE, what threatens UNIT or PLACE, where"
            " can UNIT go, can UNIT see UNIT."
        )
        say("Besides answers you may type:")
        rows = [(word, what) for word, (_, what) in self.known.items() if word != "help"]
        say_table(("", ""), rows, grid=False)

    def options(self, rest: str) -> None:
        """Print question and options again."""
        view = self.terminal.view()
        say(view.question.prompt, "bold")
        if view.question.options:
            self.terminal.reader.offered = self.terminal.screen.options(view)

    def map(self, rest: str) -> None:
        """Print the whole board."""
        view = self.terminal.view()
        self.terminal.screen.head(view)
        self.terminal.screen.board(view, whole=True)

    def legend(self, rest: str) -> None:
        """Print what the signs on the board mean."""
        self.terminal.screen.legend(self.terminal.view())

    def units(self, rest: str) -> None:
        """Print the list of pieces."""
        self.terminal.screen.pieces(self.terminal.view())

    def card(self, rest: str) -> None:
        """Print what is known of a piece or place."""
        view = self.terminal.view()
        found = self.terminal.screen.find(view, rest)
        rows = self.terminal.game.system.card(view, found) if found else []
        if found:
            rows = [*rows, *self.terminal.screen.ways(view, found)]
        if rows:
            say_table(("", ""), rows, grid=False)
        else:
            say(NO_PIECE.format(rest[:40]))

    def odds(self, rest: str) -> None:
        """Print the roll an option or an order leads to, or the odds where none is rolled."""
        terminal = self.terminal
        if not rest:
            say("odds of what? Give the number of an option, or an order")
            return
        prospect = terminal.game.foresee(terminal.answer(rest))
        if terminal.foresee(prospect):
            return
        for check in prospect.next_checks:  # it comes whatever is answered
            terminal.screen.check(check, prospect.next_about)
        if prospect.next_roll is None and not prospect.cost:
            say("No roll follows at once.")

    def tool(self, rest: str) -> None:
        """Print what a tool says of the things it is pointed at, or the list of tools."""
        terminal = self.terminal
        system, view = terminal.game.system, terminal.view()
        name, _, things = rest.partition(" ")
        known = {tool.name: tool for tool in system.tools}
        if not rest:
            rows = [(" ".join([t.name, *["UNIT"] * len(t.picks)]), t.says) for t in known.values()]
            say_table(("", ""), rows, grid=False)
            return
        count = len(known[name].picks) if name in known else 1
        ids = self._pointed_at(things, count)
        if ids is None:
            unknown = [each for each in things.split() if self._pointed_at(each, 1) is None]
            say(NO_PIECE.format((unknown[0] if count > 1 and unknown else things.strip())[:40]))
            return
        found = system.use(view, name, ids)
        for line in found.says:
            say(line)
        if found.marks:
            columns([f"{mark.at.partition(':')[2]} {mark.text}" for mark in found.marks], "")
        terminal.screen.shapes(view, found.shapes)

    def _pointed_at(self, things: str, count: int) -> list[str] | None:
        """The ids of what a tool is pointed at; names may have several words. None if unknown."""
        screen, view = self.terminal.screen, self.terminal.view()
        words = things.split()
        splits = [[" ".join(words)] if words else []]
        if count > 1 and len(words) > 1:
            splits = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
        for parts in splits:
            found = [screen.find(view, part.strip(" ,")) for part in parts]
            if None not in found:
                return [each for each in found if each is not None]
        return None

    def chart(self, rest: str) -> None:
        """Print a chart, or the list of charts."""
        game = self.terminal.game
        book = game.system.rulebook(game.battle.variant)
        say_chart(book, rest or None)

    def hint(self, rest: str) -> None:
        """Print what a strong bot would do in the player's place."""
        terminal = self.terminal
        view = terminal.view()
        if not view.question.options:
            say("You have nothing to choose now.")
            return
        adviser = bot(ADVISER)
        action = adviser.choose(view, terminal.game.system)
        say(terminal.screen.names.option(view.option(action)), "bold")
        self._reasons(adviser.why())

    def why(self, rest: str) -> None:
        """Print what a bot weighed before its last order; its secrets only after the battle."""
        terminal = self.terminal
        if terminal.game.system.secrets and not terminal.game.over:
            say("Its reasons would give away what it hides: ask again when the battle is over.")
            return
        for side, player in terminal.bots.items():
            reasons = player.why()
            say(f"{terminal.game.battle.titles[terminal.game.battle.side_index(side)]}", "bold")
            self._reasons(reasons)
        if not terminal.bots:
            say("No bot plays here.")

    def _reasons(self, reasons: Reasons | None) -> None:
        if reasons is None:
            say("It gave no reasons.")
            return
        orders = self.terminal.screen.names.orders
        say(f"Plan: {orders(reasons.plan)}")
        rows = [
            (f"{each.value:+.2f}", each.playouts, orders(each.text)) for each in reasons.candidates
        ]
        say_table(("value", "played out", "weighed"), rows)

    def score(self, rest: str) -> None:
        """Print the points so far, and what they count."""
        line = self.terminal.screen.score_line(self.terminal.view())
        say(f"{line}   ({self.terminal.game.system.scored})")

    def log(self, rest: str) -> None:
        """Print the last events the player may know."""
        count = int(rest) if is_number(rest) else LOG_ENTRIES
        heard = self.terminal.game.log_for(self.terminal.person())
        for entry in heard[-count:]:
            text = self.terminal.screen.told(entry).replace("\n", "\n      ")
            say(f"{entry.line:>4}  {text}")

    def undo(self, rest: str) -> None:
        """Take back the last answer; further only if people on both sides agree."""
        terminal = self.terminal
        if rest not in ("", "agreed"):
            say("undo takes back your last answer; `undo agreed` also rolls and enemy answers")
            return
        if rest and terminal.bots:
            say("Bots never agree: plain `undo` goes back to the last roll.")
            return
        try:
            # A bot does not mind: only dice and what was shown stay.
            side = None if terminal.bots else terminal.person()
            terminal.game.undo(consent=bool(rest), side=side, to=self._whole_order())
        except UndoRefused as error:
            reason = str(error).partition(": going back")[0]
            way_out = "" if terminal.bots else "; if both sides agree: undo agreed"
            say(f"Not taken back: {reason}{way_out}.")
            return
        terminal.skip_news()
        say("Taken back.")

    def _whole_order(self) -> int | None:
        """The line before the last order that was typed; None: only the last answer counts."""
        game, person = self.terminal.game, self.terminal.person()
        mine = None if person is None else game.last_answer(person)
        if mine is None:
            return None
        typed = [before for before, after in self.terminal.rows if before < mine <= after]
        to = typed[-1] if typed else mine - 1
        return to if self.terminal.bots or mine == game.standing_line else None

    def put(self, rest: str) -> None:
        """Put a piece where it stands on the real table."""
        words, _, lost = rest.partition(" lost ")
        name, named, place = words.partition(" at ")
        if not named:
            # A name may have blanks: the place begins at the first word with a digit or at "off".
            parts = words.split(" ")
            at = next((i for i, w in enumerate(parts) if i and (w == "off" or w[:1].isdigit())), 0)
            name, place = " ".join(parts[:at]), " ".join(parts[at:])
        if not name or (lost and not is_number(lost.strip()) and lost.strip() != "0"):
            say(
                "put needs a unit and a place: put kempt 12.3,20.0 facing 90, put block 4 at"
                " seminary-ridge, or put kempt off"
            )
            return
        found = self.terminal.screen.find(self.terminal.view(), name)
        if found is None:
            say(NO_PIECE.format(name[:40]))
            return
        game = self.terminal.game
        game.lay_out([Laid(found, place, int(lost) if lost else None)])
        self.terminal.skip_news()
        say("Put there. The battle goes on from this table.")

    def confirm(self, rest: str) -> None:
        """Switch on or off the question before a roll."""
        if rest in ("on", "off"):
            self.terminal.confirm = rest == "on"
        say(f"Asking before a roll is {'on' if self.terminal.confirm else 'off'}.")

    def save(self, rest: str) -> None:
        """Write a copy of the record."""
        if not rest:
            say("save needs the name of a file")
            return
        path = Path(rest).expanduser()
        if path.exists():
            say(f"{path} exists already: choose another name")
            return
        self.terminal.game.save(path)
        say(f"Saved to {path}.")

    def quit(self, rest: str) -> None:
        """Leave the game."""
        raise LeaveGame
