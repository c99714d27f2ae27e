"""Hidden blocks: who sees what and when, and what the enemy remembers."""

import random

import pytest

from grognard.engine.position import HIDDEN
from grognard.engine.step import Decision
from grognard.systems.locales.state.kinds import State
from grognard.systems.locales.state.position import LocalesPosition
from tests.rules.locales.given import Scene, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP


def seen(scene: Scene, id: str, by: str | None) -> tuple[int, int]:
    """Unit and strength of a block as somebody sees it."""
    known = scene.known_to(by)
    b = scene.b(id)
    return known.who[b], known.strength[b]


def shows(scene: Scene, id: str, by: str | None) -> bool:
    """Whether somebody sees what a block is."""
    told = seen(scene, id, by)
    assert (told[0] == HIDDEN) == (told[1] == HIDDEN)
    return told[0] != HIDDEN


@pytest.mark.rule("locales.ruling.hidden-blocks")
def test_a_block_is_known_to_its_owner_alone() -> None:
    scene = given(foot("a", "b2", 3), gun("foe", "c2", side="red"))
    assert shows(scene, "a", "blue") and shows(scene, "foe", "red")
    for other, unit in (("red", "a"), ("blue", "foe"), (None, "a"), (None, "foe")):
        assert not shows(scene, unit, other)


@pytest.mark.rule("locales.ruling.hidden-blocks")
def test_a_block_that_lies_face_up_is_known_to_all() -> None:
    scene = given(foot("a", "b2", 3, state=State.UP), foot("x", "b2", 0, state=BROKEN))
    for who in ("blue", "red", None):
        assert shows(scene, "a", who) and shows(scene, "x", who)
        assert seen(scene, "a", who)[1] == 3


@pytest.mark.rule("locales.ruling.hidden-blocks")
def test_the_display_is_hidden_block_by_block_but_known_as_a_group() -> None:
    units = (foot("one", group=1, strength=3), gun("two", group=1))
    scene = given(foot("a", "b2"), *units, entries={"a1": "blue"})
    assert not shows(scene, "one", "red") and not shows(scene, "two", "red")
    known = scene.known_to("red")
    pool = known.pool[scene.b("one")]
    together = [b for b in range(scene.battle.count) if known.pool[b] == pool]
    assert together == sorted((scene.b("one"), scene.b("two")))


@pytest.mark.rule("locales.ruling.hidden-blocks")
def test_the_picture_shows_a_blank_block() -> None:
    from grognard.systems.locales import SYSTEM

    scene = given(foot("a", "b2", 3), gun("foe", "c2", side="red"))
    pieces = {piece.id: piece for piece in SYSTEM.placements(scene.view("red"))}
    mine = pieces[f"block:{scene.b('foe') + 1}"]
    other = pieces[f"block:{scene.b('a') + 1}"]
    assert (mine.symbol, mine.strength) == ("artillery", "1")
    assert (other.symbol, other.strength, other.label) == ("block", "", str(scene.b("a") + 1))


# -- while it acts -------------------------------------------------------------------------------


def watch(scene: Scene, id: str, by: str = "red") -> list[bool]:
    """Play on by first options till a field order is asked for; at each state: is it seen?"""
    found = [shows(scene, id, by)]
    for _ in range(40):
        if scene.p.over or type(scene.p.top).__name__ == "FieldOrder":
            break
        assert isinstance(scene.p.top, Decision)
        scene.p.play(scene.p.options()[-1])
        found.append(shows(scene, id, by))
    return found


@pytest.mark.rule("locales.ruling.reveal")
def test_leaders_and_supporting_guns_lie_face_up_during_the_fight_only() -> None:
    scene = given(
        foot("lead", "b2/b3", 3), gun("help", "b2/b3"), foot("other", "b2/b3", 1),
        foot("holds", "b3/b2", 2, side="red"), gun("fires", "b3/b2", side="red"),
    ).field()  # fmt: skip
    scene.play("assault b2/b3")
    known: set[str] = set()
    for _ in range(60):
        if scene.p.over or type(scene.p.top).__name__ == "FieldOrder":
            break
        known |= {u for u in ("lead", "help", "other") if shows(scene, u, "red")}
        known |= {u for u in ("holds", "fires") if scene.where(u) and shows(scene, u, "blue")}
        wanted = [text for text in scene.options() if text in named(scene)]
        scene.play(wanted[0] if wanted else scene.options()[0])
    assert known >= {"lead", "help", "fires"} and "other" not in known
    for unit in ("lead", "help", "other"):
        assert not scene.has(unit, State.UP) or scene.has(unit, State.DISRUPTED)


def named(scene: Scene) -> set[str]:
    """The blocks that shall act in the fight above, in words."""
    decision = type(scene.p.top).__name__
    units = {
        "AttackLeaders": ("lead",),
        "AttackSupport": ("help",),
        "DefenseLeaders": ("holds",),
        "DefenseSupport": ("fires",),
        "OrderBlocks": ("lead", "help", "other"),
    }.get(decision, ())
    return {scene.name(u) for u in units if scene.where(u)}


@pytest.mark.rule("locales.ruling.reveal")
def test_a_leader_is_face_up_when_the_others_are_asked() -> None:
    scene = given(
        foot("lead", "b2/b3", 3), foot("holds", "b3/b2", 2, side="red")
    ).field()  # fmt: skip
    scene.order("assault b2/b3", "lead")
    while scene.actor() == "blue":
        scene.p.play(scene.p.options()[-1])
    assert shows(scene, "lead", "red") and not shows(scene, "holds", "blue")


@pytest.mark.rule("locales.ruling.reveal")
def test_a_block_is_known_by_its_loss_and_turned_down_again() -> None:
    scene = given(
        gun("g", "b2/b3", state=State.RANGING | State.UP), foot("hit", "b3/b2", 3, side="red")
    ).field()  # fmt: skip
    scene.p.ear = []
    scene.order("bombard b2/b3", "g")
    while not scene.p.over and type(scene.p.top).__name__ != "FieldOrder":
        assert not scene.has("hit", State.UP)
        scene.p.play(scene.p.options()[0])
    assert scene.strength("hit") == 2 and not scene.has("hit", State.UP)
    texts = [event.text for event in scene.p.ear]
    assert any("Hit, infantry" in text for text in texts)
    known = scene.known_to("blue")
    b = scene.b("hit")
    assert known.strength[b] == HIDDEN and known.guess[b] % 4 == 2
    assert known.pool.count(known.pool[b]) == 1


@pytest.mark.rule("locales.ruling.reveal")
def test_cavalry_that_deploys_is_seen() -> None:
    scene = given(horse("h", "b2"), foot("foe", "b4", side="red")).field()
    scene.p.ear = []
    scene.order("field-march b2 > b3", "h")
    assert not any("H, cavalry" in event.text for event in scene.p.ear)
    scene.p.play(scene.p.options()[-1])  # the horse deploys
    while not scene.p.over and type(scene.p.top).__name__ not in ("Deploy", "FieldOrder"):
        scene.p.play(scene.p.options()[0])
    assert scene.where("h") == "b3/b4"
    assert any("H, cavalry 2" in event.text for event in scene.p.ear)


@pytest.mark.rule("locales.ruling.reveal")
def test_cavalry_on_a_cavalry_march_is_seen_and_on_a_field_march_not() -> None:
    for order, goal, known in (("cavalry-march", "b4", True), ("field-march", "b3", False)):
        scene = given(horse("h", "b2"), foot("i", "b2")).field()
        scene.play(f"{order} b2 > {goal}", scene.name("h"), "go")
        while not scene.p.over and type(scene.p.top).__name__ != "FieldOrder":
            scene.p.play(scene.p.options()[0])
        pools = scene.known_to("red").pool
        assert (pools.count(pools[scene.b("h")]) == 1) == known
        assert not scene.has("h", State.UP)


@pytest.mark.rule("locales.ruling.reveal")
def test_chargers_are_seen_when_the_enemy_answers() -> None:
    scene = given(horse("lead", "b2"), horse("with", "b2", 1), foot("foe", "b4", side="red"))
    scene.field()
    scene.play("charge b2")
    for _ in range(20):
        if scene.actor() == "red":
            break
        wanted = [t for t in scene.options() if t in (scene.name("lead"), scene.name("with"))]
        scene.play(wanted[0] if wanted else scene.options()[0])
    assert scene.actor() == "red"
    assert shows(scene, "lead", "red") and shows(scene, "with", "red")


@pytest.mark.rule("locales.ruling.command-cards.deck")
def test_a_card_whose_copies_were_all_seen_played_is_in_no_hand() -> None:
    scene = given(foot("a", "b2"), foot("foe", "e4", side="red"))
    kinds = scene.battle.rules.cards.kinds
    gone = len(kinds) + 1  # the second kind of red
    scene.p.discard[gone] = kinds[1].copies
    for seed in range(20):
        guess = scene.view("blue").sample(random.Random(seed))
        assert isinstance(guess, LocalesPosition)
        assert guess.hand[gone] == guess.deck[gone] == 0
        # Every other card is in the hand or in the deck.
        for k, card in enumerate(kinds):
            if k != 1:
                assert guess.hand[len(kinds) + k] + guess.deck[len(kinds) + k] == card.copies
