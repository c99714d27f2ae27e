"""Command cards: deck, hand, what they give, and the option without them."""

from collections import Counter
from fractions import Fraction

import pytest

from grognard.systems.locales import SYSTEM
from grognard.systems.locales.administration import CleanUp
from grognard.systems.locales.state.kinds import Clock, State
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.turn import NextTurn
from tests.rules.locales.given import Scene, foot, given, gun

# (field, staff, extra): copies, as the ruling lists them.
DECK = {
    (3, 1, ""): 5, (4, 0, ""): 4, (2, 2, ""): 4, (5, 0, ""): 2, (1, 3, ""): 2,
    (3, 0, "road march"): 1, (3, 0, "bombard"): 1, (2, 1, "assault"): 1,
}  # fmt: skip
WORDS = [
    "3 field, 1 staff", "4 field, 0 staff", "2 field, 2 staff", "5 field, 0 staff",
    "1 field, 3 staff", "3 field, 0 staff, +1 road march", "3 field, 0 staff, +1 bombard",
    "2 field, 1 staff, +1 assault",
]  # fmt: skip


def holding(*kinds: int, **how: object) -> Scene:
    """Blue holds these kinds of card and is about to play one."""
    scene = given(foot("a", "b2"), **how)  # type: ignore[arg-type]
    for k in range(len(WORDS)):
        scene.p.deck[k] += scene.p.hand[k] - kinds.count(k)
        scene.p.hand[k] = kinds.count(k)
    scene.p.clock[Clock.CARDS] = len(kinds)
    return scene.phase(0)


def begin(name: str, variant: str = "sheet") -> LocalesPosition:
    """A shipped battle with the hands dealt."""
    p = SYSTEM.start(SYSTEM.battle(name, variant))
    assert isinstance(p, LocalesPosition)
    while p.roll is not None:
        p.play(p.check().table[0])
    return p


@pytest.mark.rule("locales.ruling.command-cards.content", "locales.ruling.command-cards.deck")
def test_each_army_has_the_twenty_cards() -> None:
    scene = given(foot("a", "b2"))
    cards = scene.battle.rules.cards.kinds
    assert {(c.field, c.staff, c.extra): c.copies for c in cards} == DECK
    for side in (0, 1):
        first = side * len(cards)
        own = [scene.p.hand[first + k] + scene.p.deck[first + k] for k in range(len(cards))]
        assert own == [5, 4, 4, 2, 2, 1, 1, 1] and sum(own) == 20


@pytest.mark.rule("locales.ruling.command-cards.content")
def test_a_card_says_what_it_gives() -> None:
    scene = holding(*range(8))
    assert scene.options() == [f"card {words}" for words in WORDS]


@pytest.mark.rule("locales.ruling.command-cards.content", "locales.ruling.command-cards.deck")
@pytest.mark.parametrize("kind", range(8))
def test_a_card_gives_the_commands_of_the_turn(kind: int) -> None:
    scene = holding(kind, 0, 1)
    scene.p.play(scene.battle.card_at + kind)
    field, staff, extra = list(DECK)[kind]
    assert (scene.p.clock[Clock.FIELD_LEFT], scene.p.clock[Clock.STAFF_LEFT]) == (field, staff)
    assert scene.p.clock[Clock.EXTRA] == {"": 0, "road march": 1, "bombard": 2, "assault": 4}[extra]


@pytest.mark.rule("locales.ruling.command-cards.hand")
def test_exactly_one_card_is_played_face_up() -> None:
    scene = holding(0, 0, 1)
    scene.p.ear = []
    assert scene.options() == ["card 3 field, 1 staff", "card 4 field, 0 staff"]
    scene.play("card 3 field, 1 staff")
    assert scene.p.over  # the phase asks for no second card
    assert scene.p.hand[:8] == [1, 1, 0, 0, 0, 0, 0, 0]
    assert scene.p.discard[:8] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert scene.p.clock[Clock.CARDS] == 2
    assert [e.text for e in scene.p.ear] == ["The Blue side plays a card: 3 field, 1 staff."]
    assert scene.known_to("red").discard[0] == 1


@pytest.mark.rule("locales.ruling.command-cards.hand")
@pytest.mark.parametrize(("staff", "cards"), [("poor", 2), ("normal", 3), ("good", 4)])
def test_the_hand_depends_on_the_staff(staff: str, cards: int) -> None:
    battle = SYSTEM.battle("mcphersons-ridge")
    source = dict(battle.source)
    source["battle"] = source["battle"].replace('staff = "normal"', f'staff = "{staff}"', 1)
    p = SYSTEM.start(SYSTEM.battle_from(source))
    assert isinstance(p, LocalesPosition)
    while p.roll is not None:
        p.play(p.check().table[0])
    assert sum(p.hand[:8]) == p.clock[Clock.CARDS] == cards
    assert sum(p.hand[8:]) == p.clock[Clock.CARDS + 1] == 3
    assert sum(p.deck[:8]) == 20 - cards


@pytest.mark.rule(
    "locales.ruling.command-cards.hand", "locales.turn.administration.draw-and-cleanup"
)
def test_one_card_is_drawn_in_the_last_step() -> None:
    scene = given(foot("a", "b2"))
    before, deck = list(scene.p.hand), sum(scene.p.deck[:8])
    scene.administer("draw")
    outcome = scene.p.check().table[-1]
    scene.p.play(outcome)
    assert scene.p.over
    assert scene.p.hand[outcome] == before[outcome] + 1
    assert sum(scene.p.hand[:8]) == 4 and sum(scene.p.deck[:8]) == deck - 1
    assert scene.p.clock[Clock.CARDS] == 4


@pytest.mark.rule("locales.ruling.command-cards.hand")
def test_the_discards_come_back_when_the_deck_is_empty() -> None:
    scene = given(foot("a", "b2"))
    p = scene.p
    p.hand[:8] = [2, 0, 0, 0, 0, 0, 0, 0]
    p.deck[:8] = [0] * 8
    p.discard[:8] = [3, 4, 4, 2, 2, 1, 1, 1]
    p.clock[Clock.CARDS] = 2
    scene.administer("draw")
    assert p.discard[:8] == [0] * 8
    assert p.deck[:8] == [3, 4, 4, 2, 2, 1, 1, 1]
    # 18 cards lie there, 4 of the second kind.
    assert p.check().first_odds().probability("4 field, 0 staff") == Fraction(4, 18)


@pytest.mark.rule("locales.ruling.command-cards.deck", "locales.ruling.only-chance-is-the-deck")
def test_every_card_of_the_deck_is_equally_likely() -> None:
    p = SYSTEM.start(SYSTEM.battle("mcphersons-ridge"))
    while p.roll is not None and p.check().kind.name == "shuffle":  # numbers are dealt first
        p.play(p.check().table[0])
    odds = p.check().first_odds()
    wanted = dict(zip(WORDS, (5, 4, 4, 2, 2, 1, 1, 1), strict=True))
    assert {w: odds.probability(w) for w in WORDS} == {
        w: Fraction(n, 20) for w, n in wanted.items()
    }


@pytest.mark.rule("locales.ruling.only-chance-is-the-deck")
def test_chance_is_asked_for_draws_and_shuffles_only() -> None:
    p = SYSTEM.start(SYSTEM.battle("mcphersons-ridge"))
    asked: Counter[str] = Counter()
    number = 0
    while not p.over:
        if p.roll is not None:
            asked[type(p.top).__name__] += 1
            table = p.check().table
            p.play(table[number * 7 % len(table)])
        else:
            options = p.options()
            p.play(options[number * 5 % len(options)])
        number += 1
    assert set(asked) == {"DrawRoll", "ShuffleRoll"}


@pytest.mark.rule("locales.ruling.command-cards.cost")
def test_field_commands_cost_one_and_preparation_and_administration_nothing() -> None:
    scene = given(
        foot("m", "a1"), foot("l", "c2"), gun("g", "b2/b3", state=State.RANGING | State.UP),
        foot("foe", "b3", 2, side="red"), foot("foe2", "c3", 2, side="red"),
        foot("n", "e2"), foot("o", "e2"),
    )  # fmt: skip
    scene.field(commands=3)
    scene.order("bombard b2/b3", "g")
    while scene.actor() == "red":
        scene.p.play(scene.p.options()[0])
    assert scene.p.clock[Clock.FIELD_LEFT] == 2
    scene.order("local-march c2 > c2/c3", "l")
    assert scene.p.clock[Clock.FIELD_LEFT] == 1
    scene.order("field-march a1 > a2", "m")
    assert scene.p.clock[Clock.FIELD_LEFT] == 0
    assert scene.p.over  # nobody is asked for a fourth
    free = given(
        foot("n", "e2"), foot("o", "e2"), gun("g", "b2/b3", state=State.RANGING | State.UP),
        gun("k", "b2/b3"), foot("foe", "b3", side="red"),
    )  # fmt: skip
    free.p.clock[Clock.FIELD_LEFT] = free.p.clock[Clock.STAFF_LEFT] = 0
    free.phase(0)
    assert free.options() == ["leave them as they are", "shuffle e2"]
    free.play("shuffle e2")
    free.roll(1)
    assert free.options() == ["leave them ranging", f"limber {free.name('g')}"]
    free.p.stack.clear()
    free.phase(3)
    assert f"spike {free.name('k')}" in free.options()
    free.play("keep the guns")
    assert f"range {free.name('k')}" in free.options()


@pytest.mark.rule("locales.ruling.fixed-commands-option")
def test_without_cards_every_turn_has_three_field_and_one_staff_command() -> None:
    scene = given(foot("a", "b2"), variant="fixed-command")
    scene.p.clock[Clock.TURN] = 0
    scene.push(NextTurn())
    assert (scene.p.clock[Clock.FIELD_LEFT], scene.p.clock[Clock.STAFF_LEFT]) == (3, 1)
    assert sum(scene.p.hand) == 0
    p = begin("mcphersons-ridge", "fixed-command")
    number = 0
    while not p.over:
        assert type(p.top).__name__ not in ("PlayCard", "DrawRoll")
        table = p.check().table if p.roll is not None else p.options()
        p.play(table[number * 5 % len(table)])
        number += 1
    assert "draw" in SYSTEM.checks() and "draw" not in SYSTEM.checks("fixed-command")
    assert SYSTEM.short_answer("draw", {"field": "3"}, "fixed-command") is None


@pytest.mark.rule("locales.ruling.fixed-commands-option")
def test_by_default_the_commands_come_from_a_card() -> None:
    scene = given(foot("a", "b2")).phase(0)
    assert type(scene.p.top).__name__ == "PlayCard"


@pytest.mark.rule("locales.ruling.command-cards.content")
def test_commands_that_are_left_are_not_kept() -> None:
    scene = holding(3, 4)  # 5 field, or 1 field and 3 staff
    scene.play("card 5 field, 0 staff")
    scene.p.stack.clear()
    scene.push(CleanUp())
    scene.phase(0)
    scene.play("card 1 field, 3 staff")
    assert (scene.p.clock[Clock.FIELD_LEFT], scene.p.clock[Clock.STAFF_LEFT]) == (1, 3)


@pytest.mark.rule("locales.ruling.command-cards.content")
def test_an_extra_that_was_not_used_is_gone_with_its_turn() -> None:
    scene = holding(6, 3)  # 3 field and a bombardment; 5 field
    scene.play("card 3 field, 0 staff, +1 bombard")
    scene.phase(1)
    assert scene.view("blue").question.prompt == (
        "Field commands left: 3, and one bombard. Which order?"
    )
    scene.play("done")
    scene.push(CleanUp())
    for side in ("red", "blue"):  # neither the enemy finds it, nor its owner in his next turn
        scene.phase(0, side)
        scene.play(scene.options()[-1])
        assert scene.p.clock[Clock.EXTRA] == 0
        scene.phase(1, side)
        assert ", and one" not in scene.view(side).question.prompt
        scene.play("done")
        scene.push(CleanUp())


@pytest.mark.rule("locales.ruling.command-cards.hand")
def test_one_card_is_drawn_in_a_turn() -> None:
    scene = given(foot("a", "b2"))
    before = scene.p.clock[Clock.CARDS]
    scene.phase(3)
    scene.p.play(scene.p.check().table[0])
    assert scene.p.over and scene.p.clock[Clock.CARDS] == before + 1
