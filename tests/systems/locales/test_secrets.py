"""Nothing hidden leaks: positions that differ in secrets only look and sound the same."""

import json
import random
import re
from functools import cache

import pytest

from grognard.draw import scene
from grognard.engine.errors import GrognardError
from grognard.engine.order import read_order
from grognard.engine.step import NOBODY
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.asking import Pick
from grognard.systems.locales.state.kinds import State, Verb
from grognard.systems.locales.state.position import LocalesPosition

VIEWERS = (0, 1, NOBODY)
GAMES = [
    *(("mcphersons-ridge", seed) for seed in range(4)),
    ("oak-ridge", 1),
    ("first-bull-run", 1),
]
# That a reserve has infantry to lose in a retreat shows in the loss itself, which comes at once.
SHOWN_BY_THE_RULE = "HiddenLossTo"
WORDS = ("assault", "block 1", "go", "> nowhere", "card 9", "merge block 2", "xyzzy")


def answer(p: LocalesPosition, rng: random.Random) -> int:
    """A random answer to the open question."""
    return rng.choice(p.options() if p.roll is None else list(p.check().table))


@cache
def states(name: str, seed: int) -> list[LocalesPosition]:
    """The states of a random game."""
    p = SYSTEM.start(SYSTEM.battle(name))
    assert isinstance(p, LocalesPosition)
    rng = random.Random(seed)
    found = []
    while not p.over:
        found.append(p.copy())
        p.play(answer(p, rng))
    return [*found, p]


def shown(p: LocalesPosition, viewer: int) -> str:
    """A view as text."""
    return json.dumps(View(p, viewer).json())


def fields(p: LocalesPosition, viewer: int) -> str:
    """The facts of a view, without the open question."""
    return json.dumps(View(p, viewer).json()["fields"])


def heard(p: LocalesPosition, action: int, viewer: int) -> tuple[LocalesPosition, list[str]]:
    """The position after an answer, and what a viewer is told of it."""
    after = p.copy()
    after.ear = []
    after.play(action)
    told = [event.text for event in after.ear if event.heard_by(viewer)]
    return after, told


def question(p: LocalesPosition) -> str:
    """The name of the open question."""
    return "" if p.over else type(p.top).__name__


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_view_and_its_sample_cannot_be_told_apart(name: str, seed: int) -> None:
    rng = random.Random(seed)
    for p in states(name, seed)[seed::5]:
        for viewer in VIEWERS:
            view = View(p, viewer)
            other = view.sample(random.Random(seed))
            assert isinstance(other, LocalesPosition)
            assert shown(other, viewer) == shown(p, viewer)
            assert view.sample(random.Random(seed)).dump() == other.dump()
            if rng.random() < 0.02:
                scenes = [scene(View(q, viewer), SYSTEM).placing() for q in (p, other)]
                assert scenes[0] == scenes[1]


def check_that_nothing_leaks(p: LocalesPosition, viewer: int, rng: random.Random) -> None:
    """An answer that both positions allow: unless the facts differ that a viewer now knows,
    he is told the same, and the next question looks the same to him."""
    other = View(p, viewer).sample(rng)
    assert isinstance(other, LocalesPosition)
    assert shown(other, viewer) == shown(p, viewer)
    action = answer(p, rng)
    both = other.options() if p.roll is None else list(other.check().table)
    picked = isinstance(p.decision, Pick) and bool(p.decision.chosen)
    if action not in both or (picked and action == Verb.GO):
        return  # it tells who was picked, of which only the owner's position knows
    (here, told), (there, also) = heard(p, action, viewer), heard(other, action, viewer)
    if fields(here, viewer) != fields(there, viewer) or claimed(told) != claimed(also):
        return
    assert told == also, f"{p.top!r} {action}"
    if SHOWN_BY_THE_RULE not in (question(here), question(there)):
        assert shown(here, viewer) == shown(there, viewer), f"{p.top!r} {action}"


def claimed(told: list[str]) -> list[str]:
    """The objectives claimed: who holds one shows that he can, though morale may not tell which."""
    return [text for text in told if re.search(r"\(-5: .+ lost\)", text)]


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_whoever_learns_no_fact_hears_and_is_asked_the_same(name: str, seed: int) -> None:
    rng = random.Random(seed)
    for p in states(name, seed)[:-1]:
        for viewer in VIEWERS:
            check_that_nothing_leaks(p, viewer, rng)


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(10))
def test_nothing_leaks_in_a_hundred_games(tens: int) -> None:
    for seed in range(10 * tens, 10 * tens + 10):
        rng = random.Random(seed)
        for p in states.__wrapped__("mcphersons-ridge", seed)[seed % 5 : -1 : 5]:
            for viewer in VIEWERS:
                check_that_nothing_leaks(p, viewer, rng)
            asked = p.actor if p.decision is not None else NOBODY
            other = View(p, asked).sample(rng)
            assert isinstance(other, LocalesPosition)
            if p.decision is not None:
                text = rng.choice(WORDS)
                assert complaint(p, text) == complaint(other, text)
        scenes = [scene(View(q, asked), SYSTEM).placing() for q in (p, other)]
        assert scenes[0] == scenes[1]


@pytest.mark.parametrize(("name", "seed"), GAMES[:3])
def test_refusals_tell_the_side_that_is_asked_nothing_it_does_not_know(
    name: str, seed: int
) -> None:
    rng = random.Random(seed)
    for p in states(name, seed):
        if p.decision is None:
            continue
        other = View(p, p.actor).sample(rng)
        assert isinstance(other, LocalesPosition)
        text = rng.choice(WORDS)
        assert complaint(p, text) == complaint(other, text)


def complaint(p: LocalesPosition, text: str) -> str:
    """What is said to an order that cannot be read, or how it is read."""
    try:
        return str(read_order(p, text))
    except GrognardError as error:
        return str(error)


def test_samples_differ_where_there_are_secrets() -> None:
    p = states("mcphersons-ridge", 0)[20]
    view = View(p, 0)
    assert len({json.dumps(view.sample(random.Random(s)).dump()) for s in range(20)}) > 5


@pytest.mark.parametrize(("name", "seed"), GAMES[:4])
def test_a_pool_holds_what_its_blocks_are(name: str, seed: int) -> None:
    for p in states(name, seed):
        values = [(p.who[b] + 1) * 4 + p.strength[b] for b in range(p.battle.count)]
        assert sorted(values) == sorted(p.guess)
        for b, value in enumerate(values):
            assert value in p.may_be(b)
            if p.mix.count(p.mix[b]) == p.pool.count(p.pool[b]) == 1:
                assert p.guess[b] == value
            if p.state[b] & State.UP:
                assert p.may_be(b) == [value]
