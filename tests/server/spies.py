"""A spy: asks about everything, tries every order; compared in games he cannot tell apart."""

import random
from typing import Any

import msgspec

from grognard.engine.action import Nouns
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


def picked(nouns: Nouns, rng: random.Random, most: int) -> list[int]:
    """Some things a viewer may name, of each noun alike; all that can be listed if so many."""
    if most >= len(listed := nouns.listed()):
        return listed
    sizes = {kind: size for kind, size in nouns.sizes().items() if size}
    kinds = rng.choices(list(sizes), k=most)
    return [nouns.first[kind] + rng.randrange(sizes[kind]) for kind in kinds]


def is_refused(room: Room, viewer: Viewer, noun: int) -> bool:
    """Whether a viewer gives an answer to no avail: when others are asked, any.

    What others may answer is as secret as their cards and differs with them.
    """
    mine = room.due in viewer.sides and not room.rolling
    return not (mine and is_allowed(room.game.position, noun))


def orders(words: list[str], rng: random.Random) -> list[str]:
    """Orders in words that are refused: whole or cut short, with nonsense behind.

    Behind whole words it is read as an answer to the question that they lead to.
    """
    cuts = [rng.choice((len(word), rng.randint(1, len(word)))) for word in words]
    return [f"{word[:cut]} {NONSENSE}" for word, cut in zip(words, cuts, strict=True)]


def found_out(
    presenter: Presenter,
    room: Room,
    viewer: Viewer,
    rng: random.Random,
    most: int = 10**6,
    at_length: bool = True,
) -> dict[str, bytes]:
    """What a viewer finds out by asking about whatever could have a name, or `most` of each kind.

    What is allowed differs with what is hidden from others, so the same things are asked in twins.
    `at_length` also asks for what takes long: the chain of an attack, all that a piece can do.
    """
    nouns, game = room.game.battle.nouns, room.game
    few = picked(nouns, rng, most)
    state = presenter.state(room, viewer, lambda side: False)
    out = {"state": msgspec.json.encode(state)}
    options = rng.sample(state.question.options, min(most, len(state.question.options)))
    pieces = [piece.id for piece in state.scene.placements]
    asked = [f"{nouns.kind(n)}:{nouns.name(n)}" for n in few]
    asked += rng.sample(pieces, min(most, len(pieces)))
    for each in asked:
        out[each] = tried(lambda each=each: presenter.card(room, viewer, each))
    out["record"] = tried(lambda: presenter.record(room, viewer))
    out["log"] = tried(lambda: presenter.log(room, viewer))
    out["dice"] = tried(lambda: presenter.fairness(room, viewer))
    for each in asked if at_length else ():
        out[f"look {each}"] = tried(lambda each=each: presenter.look(room, viewer, each))
        out[f"attack {each}"] = tried(lambda each=each: presenter.attack(room, viewer, each))
    for tool in game.system.tools:
        for _ in range(min(most, 12) if tool.picks else 1):
            use = requests.ToolUse(tool.name, rng.choices(asked, k=len(tool.picks)))
            out[f"{use}"] = tried(lambda use=use: presenter.tool(room, viewer, use))
    named = [nouns.name(n) for n in picked(nouns, rng, min(most, 6))]
    known = [*named, *(each.text for each in options[:6]), *GUESSES]
    words = orders(rng.sample(known, min(2 * most, len(known))), rng)
    guesses = rng.sample(GUESSES, min(most, len(GUESSES)))
    chosen: list[int | str] = [each.action for each in options]
    for answer in (*few, *chosen, *guesses, *words):
        # A tree takes its time: of one answer only.
        chain = at_length and answer == (chosen or few)[0]
        out[f"preview {answer}"] = tried(
            lambda answer=answer, chain=chain: presenter.preview(room, viewer, answer, chain)
        )
    tries: list[int | str] = [*(n for n in few if is_refused(room, viewer, n)), *words]
    for wrong in tries:
        give = requests.GiveAnswer(f"try {wrong}", room.revision, wrong)
        out[give.key] = tried(lambda give=give: room.do(viewer, give, lambda side: False))
    return out


def spied(
    room: Room,
    luck: random.Random,
    answers: int,
    every: int,
    most: int = 10**6,
    lengthy: int = 1,
) -> tuple[int, int]:
    """Play at random and spy every so many answers; how many looks, how many with secrets.

    Of the looks one in `lengthy` is at length.
    """
    presenter, looks, hiding = Presenter(), 0, 0
    viewers = [Viewer((side,)) for side in room.game.battle.sides]
    for turn in range(answers):
        if room.game.over:
            break
        if turn % every == every - 1:
            for viewer in (*viewers, SPECTATOR):
                asked, at_length = luck.getrandbits(32), looks % lengthy == 0
                rng = random.Random(asked)
                before = found_out(presenter, room, viewer, rng, most, at_length)
                real = room.game.position
                side = room.game.battle.side_index(viewer.sides[0]) if viewer.sides else -2
                other = View(real, side).sample(random.Random(asked))
                room.game.position, rng = other, random.Random(asked)
                after = found_out(presenter, room, viewer, rng, most, at_length)
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
