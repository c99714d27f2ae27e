"""Combat: who wins, several against one, guns and squares in it, and what is told of it."""

import pytest

from grognard.engine.event import Event
from grognard.systems.pulses.state.position import SQUARED
from grognard.systems.pulses.striking import duel
from tests.rules.pulses.duels import FOE, A, pair, strikers
from tests.rules.pulses.given import Scene, Spec, foot, given, guns, heavy, light


@pytest.mark.rule("pulses.combat.most-hits-win", "pulses.rulings.broken")
def test_more_hits_win_and_are_felt() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 6, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert (scene.hits("foe"), scene.hits("a")) == (2, 1)
    # Blue is asked whether it follows: it has won.
    assert (scene.asks(), scene.p.actor) == ("TakeGround", 0)


def test_each_handful_of_dice_is_told_of_the_one_who_throws_it() -> None:
    scene = pair(A, FOE).fight("a", "foe")
    told = []
    for dice in ((5, 1, 1, 1, 1), ()):
        roll = scene.p.roll
        assert roll is not None
        told.append(roll.about(scene.p))
        assert roll.meanings(scene.p) == {"attacker": "A wins", "defender": "Foe wins"}
        if dice:
            scene.roll(*dice)
    assert told == [("unit:a", "unit:foe"), ("unit:foe", "unit:a")]


@pytest.mark.rule("pulses.rulings.broken", "pulses.rulings.formations")
def test_a_unit_with_as_many_hits_as_points_is_removed() -> None:
    scene = pair(A, {**FOE, "hits": 4}).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1)
    assert scene.at("foe") is None


@pytest.mark.rule("pulses.combat.most-hits-win")
def test_the_log_tells_the_hits_of_the_winner_first() -> None:
    scene = pair(A, FOE)
    ear: list[Event] = []
    scene.p.ear = ear
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(5, 5, 1, 1, 1)
    told = [event.text for event in ear]
    assert "A (5 dice) fights Foe (5 dice)." in told
    assert "Foe wins, 2 hits to 1." in told


@pytest.mark.rule("pulses.combat.tie", "pulses.combat.square.broken-or-held")
def test_the_log_tells_of_ties_and_squares() -> None:
    ear: list[Event] = []
    tie = pair(A, {**FOE, "hits": 4})
    tie.p.ear = ear
    tie.fight("a", "foe").roll(1, 1, 1, 1, 1).roll(1)
    square = pair(light("a", 0, 0), {**FOE, "state": SQUARED})
    square.p.ear = ear
    square.fight("a", "foe").roll(5, 5, 1, 1).roll(6, 1, 1, 1, 1)
    told = [event.text for event in ear]
    assert "A (5 dice) fights Foe (1 die)." in told
    assert "Foe wins the tie, 0 hits each." in told
    assert "Foe stands in square, 1 hit to 2." in told
    broken = pair(light("a", 0, 0), {**FOE, "state": SQUARED, "hits": 3})
    broken.p.ear = ear = []
    broken.fight("a", "foe").roll(5, 5, 1, 1).roll(6, 1)
    assert "A wins, 2 hits to 1." in [event.text for event in ear]


@pytest.mark.rule("pulses.combat.square.broken-or-held")
def test_a_square_is_beaten_by_breaking_it() -> None:
    scene = pair(light("a", 0, 0), {**FOE, "state": SQUARED, "hits": 3}).fight("a", "foe")
    scene.roll(5, 5, 1, 1).roll(1, 1)
    assert scene.at("foe") is None
    assert scene.at("a") == (30, 23, 0)


@pytest.mark.rule("pulses.rulings.several-attackers")
def test_several_attackers_fight_one_after_another() -> None:
    second = foot("b", 33.0, 20, 270)
    scene = pair(A, FOE, second)
    scene.p.foe[scene.u("b")] = scene.u("foe")
    scene.p.foe[scene.u("a")] = scene.u("foe")
    scene.combat()
    assert scene.texts() == ["combat a > foe", "combat b > foe"]
    scene.play("combat a > foe")
    assert len(scene.p.check().dice) == 5


@pytest.mark.rule("pulses.rulings.several-attackers")
def test_in_a_variant_they_fight_together() -> None:
    second = foot("b", 33.0, 20, 270, strength=4)
    scene = pair(A, FOE, second, variant="massed-attack")
    scene.p.foe[scene.u("b")] = scene.u("foe")
    scene.p.foe[scene.u("a")] = scene.u("foe")
    scene.combat().play("combat b > foe")
    # The strongest attacker's five dice and two for the other.
    assert strikers(scene)[0].dice == 7


def attached(defender: Spec, **more: object) -> Scene:
    """A battery attached to the defender, behind it."""
    scene = pair(A, defender, guns("battery", 30, 17, 180, side="red"), **more)
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    return scene.fight("a", "foe")


@pytest.mark.rule("pulses.combat.attached.escape-roll", "pulses.escape.odd-die")
def test_attached_guns_roll_for_the_hit_only() -> None:
    scene = attached(FOE)
    assert scene.asks() == "StandingGuns"
    assert scene.roll(3, 5).hits("a") == 1
    assert attached(FOE).roll(2, 6).hits("a") == 0


@pytest.mark.rule("pulses.combat.attached.destroyed")
def test_attached_guns_are_destroyed_with_their_infantry() -> None:
    scene = attached({**FOE, "hits": 4}).roll(2, 2).roll(5, 1, 1, 1, 1).roll(1)
    assert scene.at("battery") is None


@pytest.mark.rule("pulses.combat.cavalry-not-into-town")
def test_cavalry_does_not_attack_a_town() -> None:
    town = [("town", "280,180 320,180 320,214 280,214")]
    foe = foot("foe", 30, 20, 180, side="red")
    scene = given(light("a", 30, 32), foe, areas=town).moves("a")
    assert "in the town" in scene.refusal("30.0,23.0")
    assert given(foot("a", 30, 32), foe, areas=town).moves("a").refusal("30.0,23.0") == ""


@pytest.mark.rule("pulses.combat.heavy-cavalry-not-into-rough")
def test_heavy_cavalry_does_not_attack_into_rough_ground() -> None:
    rough = [("broken", "280,180 320,180 320,214 280,214")]
    foe = foot("foe", 30, 20, 180, side="red", sk=1)
    scene = given(heavy("a", 30, 32), foe, areas=rough).moves("a")
    assert "rough ground" in scene.refusal("30.0,23.0")
    assert given(light("a", 30, 32), foe, areas=rough).moves("a").refusal("30.0,23.0") == ""


@pytest.mark.rule("pulses.rulings.broken-wins-nothing")
def test_who_is_broken_wins_nothing_and_drives_nobody_back() -> None:
    # A mixed attacker scores 3 hits to 2 and loses its last 2 points: the defender has won.
    scene = pair({**A, "hits": 3, "mx": True}, FOE).fight("a", "foe")
    scene.roll(6, 6, 6).roll(5, 5, 1, 1, 1)
    assert scene.at("a") is None
    assert scene.at("foe") == (30, 20, 180)
    assert (scene.asks(), scene.p.actor) == ("TakeGround", 1)
    # Outscored, it has broken its enemy: it is left, and may follow.
    weak = {**FOE, "hits": 3, "mx": True}
    outscored = pair(A, weak, foot("c", 50, 40, side="red")).fight("a", "foe")
    told: list[Event] = []
    outscored.p.ear = told
    outscored.roll(5, 5, 1, 1, 1).roll(6, 6, 6)
    assert "A wins, 2 hits to 3, for its enemy is broken." in [event.text for event in told]
    assert (outscored.at("foe"), outscored.at("a")) == (None, (30, 23, 0))
    assert (outscored.asks(), outscored.p.actor) == ("TakeGround", 0)
    lone = pair({**A, "hits": 4}, {**FOE, "hits": 4}).fight("a", "foe")
    lone.p.ear = told
    lone.roll(6).roll(6)
    assert lone.at("a") is lone.at("foe") is None
    assert any("have broken each other: nobody wins" in event.text for event in told)


@pytest.mark.rule("pulses.rulings.broken-wins-nothing")
def test_the_odds_know_that_who_is_broken_wins_nothing() -> None:
    # One die each that hits on 5, one point each: 4/9 nobody hits, 1/9 both do, 2/9 one of them.
    scene = pair({**A, "hits": 4}, {**FOE, "hits": 4})
    facts = duel(scene.p, scene.u("a"), scene.u("foe"))
    odds = scene.p.battle.rules.striking.combat.odds(facts.situation)
    assert odds.fractions() == {"attacker": "2/9", "defender": "2/3", "nobody": "1/9"}


@pytest.mark.rule("pulses.escape.odd-die", "pulses.combat.attached.escape-roll")
def test_two_attached_batteries_cost_the_attacker_one_hit_in_all() -> None:
    batteries = (guns("b1", 27.7, 20, 180, side="red"), guns("b2", 32.3, 20, 180, side="red"))
    for first, rolls, hits in (((1, 2), 1, 1), ((2, 2), 2, 0)):
        scene = pair(A, FOE, *batteries)
        for battery in ("b1", "b2"):
            scene.p.attached[scene.u(battery)] = scene.u("foe")
        scene.fight("a", "foe")
        asked = 0
        while scene.asks() == "StandingGuns":
            scene.roll(*first)
            asked += 1
        assert (asked, scene.hits("a")) == (rolls, hits)


@pytest.mark.rule("pulses.rulings.broken-wins-nothing")
def test_the_log_says_that_a_tie_is_won_by_who_is_left() -> None:
    scene = pair(A, {**FOE, "hits": 4}, foot("c", 50, 40, side="red")).fight("a", "foe")
    told: list[Event] = []
    scene.p.ear = told
    scene.roll(5, 1, 1, 1, 1).roll(6)
    assert "A wins, 1 hit to 1, for its enemy is broken." in [event.text for event in told]


@pytest.mark.rule("pulses.pulse.3c-combat")
def test_the_next_combat_points_at_the_enemy() -> None:
    scene = pair(A, FOE, foot("b", 40, 23), foot("other", 40, 20, 180, side="red"))
    for mine, theirs in (("a", "foe"), ("b", "other")):
        scene.p.foe[scene.u(mine)] = scene.u(theirs)
    decision = scene.combat().p.decision
    assert decision is not None
    aims = [decision.aims_at(scene.p, action) for action in scene.p.options()]
    assert aims == ["unit:foe", "unit:other"]
    # Whoever stands first in the list of the battle is fought like the others.
    first = given(foot("foe", 30, 20, 180, side="red"), foot("a", 30, 23))
    first.p.foe[first.u("a")] = first.u("foe")
    assert first.combat().asks() == "Strike"
