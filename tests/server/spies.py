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
    presenter: Presenter, room: Room, viewer: Viewer, rng: random.Random, most: int = 10**6
) -> dict[str, bytes]:
    """What a viewer finds out by asking about whatever could have a name, or `most` of each kind.

    What is allowed differs with what is hidden from others, so the same things are asked in twins.
    """
    nouns = room.game.battle.nouns
    numbers = list(range(nouns.size))
    things = [f"{nouns.kind(n)}:{nouns.name(n)}" for n in numbers]
    few = rng.sample(numbers, min(most, len(numbers)))
    asked = [things[n] for n in few]
    out = {each: tried(lambda each=each: presenter.card(room, viewer, each)) for each in asked}
    out["state"] = tried(lambda: presenter.state(room, viewer, lambda side: False))
    out["record"] = tried(lambda: presenter.record(room, viewer))
    out["log"] = tried(lambda: presenter.log(room, viewer))
    out["dice"] = tried(lambda: presenter.fairness(room, viewer))
    for each in asked:
        out[f"look {each}"] = tried(lambda each=each: presenter.look(room, viewer, each))
    for tool in room.game.system.tools:
        for _ in range(min(most, 12) if tool.picks else 1):
            use = requests.ToolUse(tool.name, rng.choices(things, k=len(tool.picks)))
            out[f"{use}"] = tried(lambda use=use: presenter.tool(room, viewer, use))
    words = orders(room, viewer, rng)
    words, guesses = words[:most], rng.sample(GUESSES, min(most, len(GUESSES)))
    few = rng.sample(numbers, min(most, len(numbers)))
    for answer in (*few, *guesses, *words):
        chain = answer == few[0]  # a tree takes its time: of one answer only
        out[f"preview {answer}"] = tried(
            lambda answer=answer, chain=chain: presenter.preview(room, viewer, answer, chain)
        )
    wrong_ones = refused(room, viewer)
    chosen = [each for each in few if each in wrong_ones] if most < len(numbers) else wrong_ones
    tries: list[int | str] = [*chosen, *words]
    for wrong in tries:
        give = requests.GiveAnswer(f"try {wrong}", room.revision, wrong)
        out[give.key] = tried(lambda give=give: room.do(viewer, give, lambda side: False))
    return out


def spied(
    room: Room, luck: random.Random, answers: int, every: int, most: int = 10**6
) -> tuple[int, int]:
    """Play at random and spy every so many answers; how many looks, how many with secrets."""
    presenter, looks, hiding = Presenter(), 0, 0
    viewers = [Viewer((side,)) for side in room.game.battle.sides]
    for turn in range(answers):
        if room.game.over:
            break
        if turn % every == every - 1:
            for viewer in (*viewers, SPECTATOR):
                before = found_out(presenter, room, viewer, random.Random(turn), most)
                real = room.game.position
                side = room.game.battle.side_index(viewer.sides[0]) if viewer.sides else -2
                other = View(real, side).sample(random.Random(turn))
                room.game.position = other
                after = found_out(presenter, room, viewer, random.Random(turn), most)
                room.game.position = real
                told = [key for key in before if after.get(key) != before[key]]
                one = told[0] if told else ""
                assert not told, f"turn {turn}, {viewer}, {one}: {before[one]!r} {after.get(one)!r}"
                looks += 1
                hiding += other.digest() != real.digest()
        if room.rolling:
            room.game.roll()
        else:
            room.game.play(luck.choice(room.game.options()))
    return looks, hiding
