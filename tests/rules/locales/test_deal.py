"""The deal of numbers before the first turn, and what is not asked because everybody knows it."""

from collections import Counter

import pytest

from grognard.engine.dicebox import DiceBox
from grognard.engine.game import Game
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.field import NextOrder
from grognard.systems.locales.shown.pictures import block_card
from grognard.systems.locales.staff import TO_REORGANIZE, StaffTask
from grognard.systems.locales.state.kinds import Clock, State
from grognard.systems.locales.state.position import LocalesPosition
from tests.rules.locales.given import Scene, foot, given, gun, horse


def begun(seed: int, name: str = "first-bull-run") -> Game:
    """A game whose numbers and hands are dealt."""
    game = Game.begin(SYSTEM, SYSTEM.battle(name), DiceBox.open(seed))
    while game.position.roll is not None:
        game.roll()
    return game


def at(game: Game) -> LocalesPosition:
    """The position of a game."""
    assert isinstance(game.position, LocalesPosition)
    return game.position


def starts(p: LocalesPosition) -> dict[tuple[int, int, int], list[int]]:
    """The blocks of each starting position and reinforcement group."""
    found: dict[tuple[int, int, int], list[int]] = {}
    for b, unit in enumerate(p.who):
        if unit >= 0:
            key = (p.battle.block_side[b], p.spot[b], p.battle.group[b])
            found.setdefault(key, []).append(b)
    return found


@pytest.mark.rule("locales.ruling.deal")
def test_the_number_of_a_block_does_not_tell_its_unit() -> None:
    games = [at(begun(seed)) for seed in range(12)]
    shared = [blocks for blocks in starts(games[0]).values() if len(blocks) > 1]
    assert len(shared) > 8
    for blocks in shared:
        # In twelve games no block of a shared start is always the same unit,
        assert all(len({p.who[b] for p in games}) > 1 for b in blocks)
        # and all are dealt, each once.
        for p in games:
            assert sorted(p.who[b] for b in blocks) == sorted(games[0].who[b] for b in blocks)
            assert all(p.strength[b] == p.battle.units[p.who[b]].strength for b in blocks)


@pytest.mark.rule("locales.ruling.deal", "locales.ruling.hidden-blocks")
def test_who_begins_where_is_public_and_which_is_which_is_not() -> None:
    game = begun(3)
    p = at(game)
    for (side, _, _), blocks in starts(p).items():
        enemy = View(p, 1 - side).seen(LocalesPosition)
        names = sorted(p.battle.units[p.who[b]].name for b in blocks)
        for b in blocks:
            card = dict(block_card(enemy, b))
            assert "Is" not in card
            listed = sorted(text.partition(", ")[0] for text in card["May be"].split("; "))
            if not any("," in name for name in names):
                assert listed == names
            assert "Is" in dict(block_card(View(p, side).seen(LocalesPosition), b))


@pytest.mark.rule("locales.ruling.deal")
def test_only_the_owner_hears_of_the_deal_and_the_record_proves_it() -> None:
    game = begun(5)
    dealt = [line.rest for line in game.record.lines if line.word == "dice"]
    assert sum(rest.startswith("shuffle ") for rest in dealt) == 19  # one less than each start has
    # The other side's export hides every face of a deal that is not its own.
    own = {
        side: [line for line in game.text_for(side).splitlines() if " dice shuffle " in line]
        for side in ("union", "confederate")
    }
    assert not {*own["union"]} & {*own["confederate"]}
    again = Game.begin(SYSTEM, SYSTEM.battle("first-bull-run"), DiceBox.open(5))
    while again.position.roll is not None:
        again.roll()
    assert again.position.digest() == game.position.digest()


@pytest.mark.rule("locales.ruling.deal")
def test_every_order_of_a_start_is_equally_likely() -> None:
    # Three units on one spot: six orders, each by one of 3 times 2 throws.
    units = (foot("a", "b2", 1), foot("b", "b2", 2), foot("c", "b2", 3))
    battle = given(*units).battle
    found: Counter[tuple[int, ...]] = Counter()
    for first in range(3):
        for second in range(2):
            p = SYSTEM.start(battle)
            assert isinstance(p, LocalesPosition)
            p.play(first)
            p.play(second)
            found[tuple(p.strength[:3])] += 1
    assert sorted(found) == [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]
    assert set(found.values()) == {1}


# -- what a claim shows ------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.objective.claim-shown")
def test_who_claims_an_objective_is_seen_and_the_rest_stay_hidden() -> None:
    scene = given(
        gun("g", "b3"), foot("i", "b3", 3), foot("k", "b3", 2), foot("far", "a1", 1),
        objectives={"b3": "red"},
    )  # fmt: skip
    scene.p.ear = []
    scene.administer("claim")
    texts = [event.text for event in scene.p.ear]
    assert texts[0] == "Block 2 (I, infantry 3): in possession of B3."
    assert texts[1] == "Red morale 45 (-5: B3 lost)."
    enemy = scene.known_to("red")
    # It lies face-down again, and is known: its card names it, and the others' do not.
    assert dict(block_card(enemy, scene.b("i")))["May be"] == "I, infantry 3"
    for other in ("g", "k", "far"):
        assert "I, infantry 3" not in dict(block_card(enemy, scene.b(other)))["May be"]


@pytest.mark.rule("locales.ruling.objective.claim-shown")
def test_a_claim_shows_nobody_new_where_one_lies_face_up() -> None:
    scene = given(
        foot("i", "b3", 3), foot("k", "b3", 2, state=State.UP), foot("far", "a1", 1),
        objectives={"b3": "red"},
    )  # fmt: skip
    scene.administer("claim")
    assert "; " in dict(block_card(scene.known_to("red"), scene.b("i")))["May be"]
    assert scene.morale("red") == 45


# -- what nobody is asked ----------------------------------------------------------------------


def asked(scene: Scene) -> str:
    """The name of the open question, empty if there is none."""
    return "" if scene.p.over else type(scene.p.top).__name__


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_guns_are_asked_for_only_if_the_enemy_cannot_rule_them_out() -> None:
    units = (foot("a", "b2/b3", 3), foot("b", "b2/b3"), foot("foe", "b3/b2", 2, "red"))
    plain = given(*units).field().order("assault b2/b3", "a", "b").pick("a")
    assert asked(plain) == "DefenseLeaders"  # neither army has a gun
    doubt = given(*units, gun("g", "a1"), gun("r", "e1", "red"))
    doubt.field().order("assault b2/b3", "a", "b").pick("a")
    assert asked(doubt) == "AttackSupport" and doubt.options() == ["go"]
    doubt.play("go")
    assert asked(doubt) == "DefenseSupport" and doubt.options() == ["go"]
    shown = given(*units, gun("g", "a1", state=State.UP), gun("r", "e1", "red", state=State.UP))
    shown.field().order("assault b2/b3", "a", "b").pick("a")
    assert asked(shown) == "DefenseLeaders"  # the only guns are seen elsewhere


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_nobody_is_asked_to_reorganize_who_is_known_to_be_unable() -> None:
    def phase(*units: object) -> Scene:
        scene = given(*units)  # type: ignore[arg-type]
        scene.p.clock[Clock.STAFF_LEFT] = 1
        return scene.push(StaffTask(side=0, task=TO_REORGANIZE))

    assert asked(phase(foot("a", "b2", 1), gun("g", "b2"))) == ""  # nobody to merge with
    assert asked(phase(foot("a", "b2", 1), foot("b", "a1", 1))) == ""  # nor in one place
    assert asked(phase(foot("a", "b2", 1), gun("g", "b2"), horse("h", "a1"))) == "StaffOrder"
    assert asked(phase(foot("a", "b2", 1), foot("b", "b2", 1))) == "StaffOrder"


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_no_order_is_asked_for_when_everybody_has_obeyed() -> None:
    scene = given(foot("a", "b2"), foot("b", "c2")).field()
    scene.order("field-march b2 > b1", "a")
    assert asked(scene) == "FieldOrder"
    scene.order("field-march c2 > c1", "b")
    assert asked(scene) == "" and scene.p.clock[Clock.FIELD_LEFT] == 7


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_nobody_is_asked_who_obeys_where_one_block_stands() -> None:
    units = (foot("a", "b2"), foot("b", "c2"), foot("c", "c2"))
    battle = SYSTEM.battle_from(given(*units).battle.source, "fixed-command")
    game = Game.begin(SYSTEM, battle, DiceBox.open(1))
    while "field-march b2" not in game.texts():
        game.roll() if game.position.roll is not None else game.play(game.options()[0])
    game.play("field-march b2 > b1")
    p = at(game)
    assert p.battle.spot_name(p.spot[0]) == "b1" and game.view("blue").step == "FieldOrder"
    game.play("field-march c2 > c1")
    assert game.view("blue").step == "OrderBlocks"  # one of two, or both
    # Named all the same, the only block is understood.
    again = Game.begin(SYSTEM, battle, DiceBox.open(1))
    while "field-march b2" not in again.texts():
        again.roll() if again.position.roll is not None else again.play(again.options()[0])
    again.play("field-march b2 > b1 block 1 go")
    assert at(again).spot[0] == p.spot[0]


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_an_extra_nobody_can_use_is_not_asked_for() -> None:
    assault, bombard, march = 4, 2, 1
    inside = (foot("a", "b2"), foot("foe", "b3", side="red"))
    assert asked(given(*inside).push(NextOrder(side=0))) == ""
    for extra, units, question in (
        (assault, inside, ""),  # nobody stands on an approach
        (bombard, inside, ""),  # no gun is ranging
        (march, inside, ""),  # no road
        (assault, (foot("a", "b2/b3"), foot("foe", "b3/b2", side="red")), "FieldOrder"),
        (bombard, (gun("g", "b2/b3", state=State.RANGING | State.UP), inside[1]), "FieldOrder"),
    ):
        scene = given(*units)
        scene.p.clock[Clock.EXTRA] = extra
        assert asked(scene.push(NextOrder(side=0))) == question
