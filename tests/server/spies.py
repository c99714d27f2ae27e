"""A spy: asks about everything, tries every order; compared in games he cannot tell apart."""

import random
from typing import Any

import msgspec

from grognard.engine.answer import is_allowed
from grognard.engine.view import View
from grognard.server import requests
from grognard.server.presenter import Presenter
from grognard.server.room import Room
from grognard.server.seats import SPECTATOR, Refusal, Viewer

HIDDEN = "locales/mcphersons-ridge"
SEATS = {"union": {"kind": "human"}, "confederate": {"kind": "human"}}
GUESSES = ("done", "no such order", "go zzz", "assault", "block 21", "1", "card 4 field, 0 staff")
NONSENSE = "zzz"  # no order ends with this


def tried(ask: Any) -> bytes:
    """What the server says to something, be it a refusal."""
    try:
        return msgspec.json.encode(ask())
    except Refusal as refusal:
        return f"{refusal.kind}: {refusal}".encode()


def refused(room: Room, viewer: Viewer) -> list[int]:
    """What a viewer may try to no avail: when others are asked, whatever there is.

    What others may answer is as secret as their cards and differs with them.
    """
    position, nouns = room.game.position, range(room.game.battle.nouns.size)
    mine = room.due in viewer.sides and not room.rolling
    return [noun for noun in nouns if not (mine and is_allowed(position, noun))]


def orders(room: Room, viewer: Viewer, rng: random.Random) -> list[str]:
    """Orders in words that are refused: of things there are, cut short, with nonsense behind."""
    nouns = room.game.battle.nouns
    names = [nouns.name(rng.randrange(nouns.size)) for _ in range(6)]
    known = room.game.texts() if room.due in viewer.sides and not room.rolling else []
    words = [*names, *rng.sample(known, min(len(known), 6)), *GUESSES]
    return [f"{word[: rng.randint(1, len(word))]} {NONSENSE}" for word in words]


def found_out(
    presenter: Presenter, room: Room, viewer: Viewer, rng: random.Random
) -> dict[str, bytes]:
    """What a viewer finds out by asking about everything that could have a name."""
    nouns = room.game.battle.nouns
    things = [f"{nouns.kind(n)}:{nouns.name(n)}" for n in range(nouns.size)]
    out = {each: tried(lambda each=each: presenter.card(room, viewer, each)) for each in things}
    for tool in room.game.system.tools:
        for _ in range(12 if tool.picks else 1):
            use = requests.ToolUse(tool.name, rng.choices(things, k=len(tool.picks)))
            out[f"{use}"] = tried(lambda use=use: presenter.tool(room, viewer, use))
    words = orders(room, viewer, rng)
    for answer in (*range(nouns.size), *GUESSES, *words):
        out[f"preview {answer}"] = tried(
            lambda answer=answer: presenter.preview(room, viewer, answer)
        )
    tries: list[int | str] = [*refused(room, viewer), *words]
    for wrong in tries:
        give = requests.GiveAnswer(f"try {wrong}", room.revision, wrong)
        out[give.key] = tried(lambda give=give: room.do(viewer, give, lambda side: False))
    return out


def spied(room: Room, luck: random.Random, answers: int, every: int) -> int:
    """Play at random and spy every so many answers; how many looks had something to hide."""
    presenter, looks = Presenter(), 0
    viewers = [Viewer((side,)) for side in room.game.battle.sides]
    for turn in range(answers):
        if room.game.over:
            break
        if turn % every == every - 1:
            for viewer in (*viewers, SPECTATOR):
                before = found_out(presenter, room, viewer, random.Random(turn))
                real = room.game.position
                side = room.game.battle.side_index(viewer.sides[0]) if viewer.sides else -2
                other = View(real, side).sample(random.Random(turn))
                room.game.position = other
                after = found_out(presenter, room, viewer, random.Random(turn))
                room.game.position = real
                told = [key for key in before if after.get(key) != before[key]]
                one = told[0] if told else ""
                assert not told, f"turn {turn}, {viewer}, {one}: {before[one]!r} {after.get(one)!r}"
                looks += other.digest() != real.digest()
        if room.rolling:
            room.game.roll()
        else:
            room.game.play(luck.choice(room.game.options()))
    return looks
