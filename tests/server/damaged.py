"""Records from outside whose stored position is absurd, for the tests of imports."""

import random
from typing import Any

import grognard
from grognard.engine.game import CHANCE
from grognard.engine.record import POSITION, RESUME, Record, RecordLine
from grognard.engine.recorded_game import write_position

ABSURD = (10**9, 2**31, 2**63, 10**30, -1, -(10**9))


def resuming(battle: str, position: Any) -> str:
    """The text of a record that goes on from a position, with all its marks in order."""
    game = grognard.new(battle, seed="1815")
    record = Record(game.record.header)
    parts = write_position(position)
    record.lines.extend(RecordLine(i, POSITION, part) for i, part in enumerate(parts, 1))
    record.lines.append(RecordLine(len(parts) + 1, RESUME, "from 0 | the rules have changed"))
    return record.text()


def played(battle: str, answers: int = 20) -> str:
    """The text of a record of some answers, drawn at random."""
    game, rng = grognard.new(battle, seed="1815"), random.Random(battle)
    for _ in range(answers):
        if game.actor == CHANCE:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
    return game.record.text()


def garbled(text: str, rng: random.Random) -> str:
    """The text with lines left out, doubled, exchanged, cut short or with a letter changed."""
    lines = text.splitlines(keepends=True)
    for _ in range(rng.randint(1, 3)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        line = lines[at]
        letter = rng.randrange(len(line))
        changed = line[:letter] + rng.choice("\0\n \u2028é9-:|{") + line[letter + 1 :]
        match rng.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(other, line)
            case 2:
                lines[at], lines[other] = lines[other], line
            case 3:
                lines[at] = line[:letter] + "\n"
            case _:
                lines[at] = changed
        if not lines:
            break
    return "".join(lines)


def start(battle: str) -> Any:
    """The position a battle begins with, as JSON."""
    return grognard.new(battle, seed="1815").dump()


def damaged(position: Any, rng: random.Random) -> Any:
    """The position with one or two of its numbers out of order."""
    for _ in range(rng.randint(1, 2)):
        values = position["fields"][rng.choice(sorted(position["fields"]))]
        if values:
            values[rng.randrange(len(values))] = rng.choice((*ABSURD, rng.randrange(-3, 100)))
    if rng.random() < 0.3 and position["stack"]:
        step = rng.choice(position["stack"])
        for fields in step.values():
            for name in fields:
                fields[name] = rng.choice((*ABSURD, "x", None, [1] * 5))
    return position
