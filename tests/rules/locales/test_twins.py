"""Twin games: they differ only in what one side does not know, and answer that side alike."""

import random
from collections.abc import Iterator

import pytest

from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import GrognardError
from grognard.engine.game import Answer, Game
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.position import LocalesPosition
from tests.rules.locales.given import foot, given, gun, horse

BATTLES = [("mcphersons-ridge", 1), ("oak-ridge", 5), ("oak-ridge", 6)]
ORDERS = 3  # of each kind at a state
ATTACKS = ("advance", "assault", "maneuver", "charge", "bombard")
FARTHEST = 12  # answers in one order
NONSENSE = ("xyzzy", "block 99", "go go", "card 9", "assault", "> nowhere", "deploy", "", "9" * 600)


def twins(name: str, seed: int, every: int) -> Iterator[tuple[Game, Game, random.Random]]:
    """At many states of a random game: the game, and one with other secrets of the enemy."""
    rng = random.Random(seed)
    battle = SYSTEM.battle(name)
    p = SYSTEM.start(battle)
    number = 0
    while not p.over:
        number += 1
        if p.decision is not None and number % every == 0:
            other = View(p, p.actor).sample(rng)
            yield at(p), at(other), rng
        p.play(rng.choice(p.options() if p.roll is None else list(p.check().table)))


def at(p: object) -> Game:
    """A game that stands at a position."""
    assert isinstance(p, LocalesPosition)
    game = Game.begin(SYSTEM, p.battle, DiceBox.open(7))
    game.position = p.copy()
    return game


def walked(game: Game, rng: random.Random) -> list[str]:
    """The phrases of random answers of one side in a row, also past where its order must end."""
    p, side = game.position.copy(), game.position.actor
    phrases: list[str] = []
    while len(phrases) < FARTHEST and p.decision is not None and p.actor == side:
        phrases_of = {p.decision.phrase(p, action): action for action in p.options()}
        attacks = [phrase for phrase in phrases_of if phrase.startswith(ATTACKS)]
        phrases.append(rng.choice(attacks or list(phrases_of)))
        p.play(phrases_of[phrases[-1]])
    return phrases


def orders(game: Game, rng: random.Random) -> Iterator[Answer]:
    """Orders good and bad: whole ones, half words, too much, nonsense, numbers, JSON."""
    nouns = game.battle.nouns
    for _ in range(ORDERS):
        words = " ".join(walked(game, rng)).split()
        yield " ".join(words)
        yield " ".join(word[: rng.randint(1, len(word))] for word in words)
        yield " ".join(words[: rng.randint(1, len(words))])
        yield " ".join([*words, *rng.choice(NONSENSE)[:40].split()])
        yield " ".join([*words, *walked(game, rng)])
        cut = rng.randrange(len(words))
        yield " ".join([*words[:cut], "xyzzy", *words[cut + 1 :]])
        action = rng.choice(list(nouns.listed()))
        yield action
        yield nouns.json(action)
        yield rng.choice(game.options())
    yield from NONSENSE
    yield from (-1, nouns.size, 10**30)


def reply(game: Game, answer: Answer) -> list[object]:
    """All that a side is told of an order before it is carried out."""
    said: list[object] = []
    try:
        prospect = game.foresee(answer)
        said += [prospect.text, prospect.trail, prospect.about]
        said += [check.json() for check in prospect.checks]
        said += [(title, odds.fractions()) for title, odds in prospect.outlook]
    except GrognardError as error:
        said += [type(error), str(error)]
    return said


def taken(game: Game, answer: Answer) -> list[object]:
    """The first line an order writes into the record, or why it is refused."""
    try:
        game.play(answer)
    except GrognardError as error:
        return [type(error), str(error)]
    return [game.record.lines[0].word, game.record.lines[0].rest]


@pytest.mark.rule("locales.ruling.hidden-blocks")
@pytest.mark.parametrize(("name", "seed"), BATTLES)
def test_an_order_tells_nothing_that_is_hidden(name: str, seed: int) -> None:
    tried = refused = apart = 0
    for game, twin, rng in twins(name, seed, 6):
        apart += game.position.dump() != twin.position.dump()
        side = game.actor
        assert game.view(side).json() == twin.view(side).json()
        assert (game.options(), game.texts()) == (twin.options(), twin.texts())
        assert (game.default, game.choices()) == (twin.default, twin.choices())
        for order in orders(game, rng):
            assert reply(game, order) == reply(twin, order), order
            here, there = taken(game.copy(), order), taken(twin.copy(), order)
            assert here == there, order
            tried += 1
            refused += isinstance(here[0], type)
    assert apart > 10 and refused > 200 and tried - refused > 200


def advancing(in_reserve: str) -> Game:
    """Blue cavalry may advance on a red block, a gun for all it knows, or infantry."""
    scene = given(
        horse("h", "b2/b3", 1),
        gun("gun", "b3", side="red"),
        foot("foot", "e4", side="red"),
        foot("far", "b4", side="red"),
        foot("late", "a1", 1),
    )
    p, (there, other) = scene.p, (scene.b("gun"), scene.b("foot"))
    if in_reserve == "foot":
        p.who[there], p.who[other] = p.who[other], p.who[there]
        p.strength[there], p.strength[other] = p.strength[other], p.strength[there]
    return at(scene.field().p)


@pytest.mark.rule("locales.ruling.hidden-blocks")
@pytest.mark.parametrize(
    "order", ["go deploy block 1", "go deploy block 1 nowhere", "go deploy block 2", "go go"]
)
def test_the_words_after_an_advance_do_not_tell_who_retreats(order: str) -> None:
    # A gun is lost in a retreat and red is not asked; infantry has to take a loss.
    gun_there, foot_there = advancing("gun"), advancing("foot")
    words = f"advance b2/b3 block 1 {order}"
    assert reply(gun_there, words) == reply(foot_there, words)
    assert taken(gun_there, words) == taken(foot_there, words)


@pytest.mark.rule("locales.ruling.hidden-blocks")
def test_what_an_answer_shows_ends_the_order() -> None:
    gun_there, foot_there = advancing("gun"), advancing("foot")
    # Words are read as if a gun stood there, so that blue would be asked at once.
    guess = foot_there.view("blue").guess()
    assert isinstance(guess, LocalesPosition) and guess.is_gun(2)
    for game in (gun_there, foot_there):
        game.play("advance b2/b3 block 1 go deploy block 1")
    # That the only block there advances is neither asked nor recorded.
    assert len(gun_there.record.lines) == 2 and gun_there.actor == "blue"
    assert len(foot_there.record.lines) == 1 and foot_there.actor == "red"
