"""The conformance kit: one whole game of a battle, with every law of the engine checked.

The cheap checks are made at every state, the expensive ones (`position_laws`) at every twentieth.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from grognard.engine import position_laws
from grognard.engine.battle import Battle
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import GrognardError
from grognard.engine.game import Game
from grognard.engine.order import read_order
from grognard.engine.position import Position
from grognard.engine.position_laws import check_text, demand
from grognard.engine.record import DICE, OWN_DICE, Record
from grognard.engine.step import EVERYBODY
from grognard.engine.system import System
from grognard.engine.view import View

EVERY: Final = 20
WHOLE_RECORD: Final = 10  # closely checked states between two checks of the record so far
PREVIEWED: Final = 6  # answers previewed at a closely checked state
BEYOND: Final = 4  # one in this many answers to wide questions is not a listed option
TRIED: Final = 12
REFUSED: Final = 6  # answers that are not allowed, tried at a closely checked state


Choose = Callable[[View, System], int]


class Report(NamedTuple):
    """A game that kept every law: how long it was, how it ended, and the hash of all its states."""

    battle: str
    variant: str
    seed: int
    answers: int
    rolls: int
    digest: str
    why: str


class ConformanceError(GrognardError):
    """A law broken in a game: which game, which answer, and what; `save` writes the game."""

    def __init__(self, game: Game, seed: int, answer: int, what: str) -> None:
        battle = game.battle
        where = f"{battle.id} ({battle.variant}), seed {seed}, answer {answer}"
        super().__init__(f"{where}: {what}")
        self.game = game
        self.seed = seed
        self.answer = answer
        self.what = what

    def save(self, path: Path) -> None:
        """Write the record of the game up to the failure, with a note of what failed."""
        kept = self.game.copy()
        kept.note(str(self))
        kept.save(path)


def check_game(
    system: System, battle: Battle, seed: int, every: int = EVERY, choose: Choose | None = None
) -> Report:
    """Play one whole game through `Game.play`, and check all laws along the way.

    Answers are given at random, or by `choose`, which sees what the side that is asked sees.
    """
    game = Game.begin(system, battle, DiceBox.open(seed))
    run = _Run(system, game, seed, every, choose)
    try:
        run.play()
        run.check_end()
        run.check_undo()
        run.check_replay()
    except Exception as error:  # anything a rule raises is a finding
        what = (
            str(error) if isinstance(error, position_laws.LawBroken) else f"{run.doing}: {error!r}"
        )
        raise ConformanceError(game, seed, run.number, what) from error
    return run.report()


class _Run:
    """One game being checked."""

    def __init__(
        self, system: System, game: Game, seed: int, every: int, choose: Choose | None
    ) -> None:
        self.system = system
        self.choose = choose
        self.game = game
        self.seed = seed
        self.every = every
        self.rng = random.Random(seed)
        # Separate dice, so that close checks do not change the game.
        self.probe = random.Random(seed)
        self.number = 0
        self.rolls = 0
        self.doing = "the start"
        self.known: position_laws.Known = set()
        self.digests = [game.position.digest()]
        self.since_roll = set(self.digests)
        self.kept: tuple[Position, str] | None = None

    def report(self) -> Report:
        """The report of a game that kept every law."""
        battle = self.game.battle
        result = self.game.result
        assert result is not None
        return Report(
            battle.id,
            battle.variant,
            self.seed,
            self.number - self.rolls,
            self.rolls,
            sha256("".join(self.digests).encode()).hexdigest(),
            result.why,
        )

    def play(self) -> None:
        """Play to the end."""
        bound = self.game.battle.bound
        while not self.game.over:
            demand(self.number < bound, f"the game is not over after its bound of {bound} answers")
            p = self.game.position
            self.doing = f"asking {p.top!r}"
            position_laws.check_question(p, self.known)
            demand(self.system.result(p) is None, "a result before the battle is over")
            if self.number % self.every == 0:
                self.check_closely(p)
            self.answer(p)
            faults = self.system.faults(p, self.game.position)
            demand(not faults, "; ".join(faults))
            self.number += 1
            self.note_state(p.decision is None)

    def note_state(self, rolled: bool) -> None:
        """No state may repeat without a roll, or answers could go round in circles."""
        digest = self.game.position.digest()
        if rolled:
            self.since_roll.clear()
        demand(digest not in self.since_roll, f"{self.doing} led back to an earlier state")
        self.since_roll.add(digest)
        self.digests.append(digest)

    def answer(self, p: Position) -> None:
        """Answer; a side's answers are given as an int, as words and as JSON in turn."""
        decision = p.decision
        if decision is None:
            self.doing = f"rolling for {p.top!r}"
            self.rolls += 1
            self.game.roll()
            return
        if self.choose is not None:
            action = self.choose(View(p, p.actor), self.system)
        else:
            action = self.rng.choice(p.options())
        if self.choose is None and decision.wide and self.number % BEYOND == 0:
            # Now and then choose an answer that is allowed but not listed.
            near = position_laws.unlisted(p, self.rng, TRIED)
            action = next((a for a in near if decision.allows(p, a)), action)
        text = decision.phrase(p, action)
        self.doing = f'answering {decision!r} with {action} "{text}"'
        expected = p.copy()
        expected.play(action)
        way = self.number % 3
        if way == 0:
            self.game.play(action)
        elif way == 1:
            self.game.play(text)
        else:
            self.game.play(p.battle.nouns.json(action))
        same = self.game.position.dump() == expected.dump()
        demand(same, f"{self.doing} as {('an int', 'words', 'JSON')[way]} led to another position")

    def check_closely(self, p: Position) -> None:
        """The expensive checks of one state."""
        if self.kept is not None:
            copy, digest = self.kept
            demand(copy.digest() == digest, "playing on the original changed a copy made before")
        self.doing = f"checking {p.top!r} closely"
        position_laws.check_law(p, self.probe)
        position_laws.check_answers(p)
        position_laws.check_put_back(p)
        position_laws.check_copy(p, self.probe)
        position_laws.check_json(p, self.system, self.probe)
        position_laws.check_views(p, self.system, self.probe)
        self.check_words(p)
        self.check_previews(p)
        self.check_refusals(p)
        if self.number % (WHOLE_RECORD * self.every) == 0:
            self.check_audiences()
        self.kept = (p.copy(), p.digest())

    def check_words(self, p: Position) -> None:
        """Every option has unique words, and they read back to it; so has what is put back."""
        decision = p.decision
        if decision is None:
            return
        seen: dict[str, int] = {}
        buttons: dict[str, int] = {}
        for action in p.options() + decision.put_back(p):
            text = decision.phrase(p, action)
            check_text(text, f"phrase of option {action} of {decision!r}")
            other = seen.setdefault(text, action)
            demand(other == action, f'{decision!r}: options {other} and {action} are both "{text}"')
            if said := decision.says(p, action):
                check_text(said, f"button of option {action} of {decision!r}")
                other = buttons.setdefault(said, action)
                same = f'{decision!r}: options {other} and {action} both say "{said}"'
                demand(other == action, same)
            read = read_order(p, text)
            demand(read == [action], f'{decision!r}: "{text}" is read as {read}, not {[action]}')

    def check_previews(self, p: Position) -> None:
        """The roll foreseen for an answer comes after it, and only its check is previewed."""
        options = p.options()
        if options:
            self.check_outlook(p)
        for action in self.probe.sample(options, min(PREVIEWED, len(options))):
            found = self.game.foresee(action)
            shown = [check.json() for check in found.checks]
            after = p.copy()
            after.play(action)
            # With secrets the side may have to guess, and it does not see every roll.
            if p.hides:
                continue
            next_roll = found.next_roll
            demand(next_roll == after.roll, f"{p.top!r}: {action} leads to {next_roll!r}")
            due = [] if found.roll is None else [after.check().json()]
            demand(shown == due, f"{p.top!r}: the preview of {action} shows {shown}, not {due}")

    def check_outlook(self, p: Position) -> None:
        """Odds without a roll come only from what the side knows."""
        twin = View(View(p, p.actor).sample(self.probe), p.actor)
        for action in p.options()[:PREVIEWED]:
            told = self.game.outlook(action)
            again = self.system.outlook(twin, action)
            demand(told == again, f"{p.top!r}: the outlook of {action} is not that of its view")

    def check_refusals(self, p: Position) -> None:
        """`Game.play` refuses what is not allowed, and nothing changes."""
        before, lines = p.digest(), list(self.game.record.lines)
        nouns = p.battle.nouns
        decision = p.decision
        options = set(p.options() + (decision.put_back(p) if decision is not None else []))
        others = [action for action in nouns.listed() if action not in options]
        others += [
            action
            for action in position_laws.unlisted(p, self.probe, REFUSED)
            if decision is None or not decision.allows(p, action)
        ]
        tried: list[object] = self.probe.sample(others, min(REFUSED, len(others)))
        tried += [nouns.json(action) for action in others[:1]]
        tried += [-1, nouns.size, 10**30, "no such order \x1b[31m", "", {}, {"unit": 1}]
        for answer in tried:
            self._refused(self.game.play, answer)
        if p.decision is not None:
            self._refused(self.game.roll, None)
        else:
            dice = p.check().dice
            self._refused(self.game.roll, [die.first + die.sides for die in dice])
            self._refused(self.game.roll, [1] * (len(dice) + 1))
        demand(self.game.position.digest() == before, "a refused answer changed the position")
        demand(self.game.record.lines == lines, "a refused answer was recorded")

    def _refused(self, door: object, answer: object) -> None:
        assert callable(door)
        try:
            door(answer)
        except GrognardError:
            return
        raise position_laws.LawBroken(f"{answer!r} was not refused at {self.game.position!r}")

    def check_audiences(self) -> None:
        """The log and the record show a side nothing meant for another."""
        game = self.game
        for side, name in enumerate((*game.battle.sides, None)):
            for entry in game.log_for(name):
                meant = entry.audience in (EVERYBODY, side)
                demand(meant, f"{name} can read what is not meant for it: {entry.text!r}")
            rows = game.text_for(name).splitlines()[-len(game.record.lines) :]
            for line, row in zip(game.record.lines, rows, strict=False):
                hidden = row.startswith(f"{line.number} {line.word} hidden #")
                meant = line.audience in (EVERYBODY, side)
                demand(hidden != meant, f"the record told to {name} is wrong at line {line.number}")

    # -- once per game -------------------------------------------------------------------------

    def check_end(self) -> None:
        """The battle ended with a valid result."""
        self.doing = "the end"
        p, game = self.game.position, self.game
        result = self.system.result(p)
        demand(result is not None, "the battle is over without a result")
        assert result is not None
        demand(result == self.system.result(p.copy()), "the result changes when asked again")
        demand(result == game.result, "the game and its system give different results")
        sides = len(game.battle.sides)
        demand(len(result.points) == sides, f"points {result.points} for {sides} sides")
        earned = self.system.earned(p)
        for side, points in enumerate(result.points if earned else ()):
            by_cause = sum(each.points[side] for each in earned)
            demand(by_cause == points, f"{points} points of side {side}, by cause {by_cause}")
        demand(result.winner is None or 0 <= result.winner < sides, f"no side {result.winner} won")
        check_text(result.why, "reason of the result")
        demand(p.options() == [], "options after the end")
        position_laws.check_views(p, self.system, self.probe)

    def check_undo(self) -> None:
        """Undo goes back answer by answer to the start and restores every state."""
        self.doing = "undoing everything"
        game = self.game.copy()
        for digest in reversed(self.digests[:-1]):
            game.undo(consent=True)
            demand(game.position.digest() == digest, "undo restored another state")

    def check_replay(self) -> None:
        """The record, saved and read back, has the same dice and goes through the same states."""
        self.doing = "replaying the record"
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "game.grog"
            self.game.save(path)
            record = Record.read(path)
        demand(record.text() == self.game.record.text(), "the record read back differs")
        battle = self.game.battle
        box = DiceBox.read(record.header.dice)
        again = Game(self.system, battle, Record(record.header), box)
        digests = [again.position.digest()]
        for line in record.lines:
            if line.word == DICE:
                check = again.check
                faces = " ".join(map(str, box.faces(line.number, check.dice)))
                words = line.rest.partition(" | ")[0]
                demand(words == f"{check.name} {faces}", f"line {line.number} has other dice")
            again.follow(line)
            if line.word in (DICE, OWN_DICE, *battle.sides):
                digests.append(again.position.digest())
        demand(digests == self.digests, "the replay goes through other states")
        demand(again.result == self.game.result, "the replay ends differently")
