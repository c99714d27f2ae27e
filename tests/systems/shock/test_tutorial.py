"""The tutorial: its first turn played by orders in words, and what is asked of the players."""

import random

import pytest

import grognard
from grognard.engine.game import Game
from grognard.systems.shock.leaders import LeaderMoves
from grognard.systems.shock.movement import leader_reach
from grognard.systems.shock.state.kinds import D1, GOOD, LEADERS, PHASE, TURN
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.system import ShockSystem

SYSTEM = ShockSystem()


def at(game: Game) -> ShockPosition:
    """The game's position."""
    assert isinstance(game.position, ShockPosition)
    return game.position


def orders_now(game: Game) -> list[str]:
    """The answers on offer in words."""
    p = at(game)
    assert p.decision is not None
    return [p.decision.phrase(p, a) for a in p.options()]


def opening() -> Game:
    """To the end of the draw of turn 1: Piré's cavalry acts first."""
    game = grognard.new("shock/gemioncourt", seed=1)
    game.play("move pire > 0813")
    game.play("done")  # the other French leaders stay
    game.play("done")  # and so do the Allied ones
    # Two of three commands, in any order.
    assert orders_now(game) == ["command bachelu", "command foy", "command pire"]
    game.play("command pire")
    game.play("command foy")
    game.play("done")
    game.play("command bijlandt")
    game.play("done")
    game.roll([9, 0])
    game.play("command pire")
    return game


def test_the_guns_fire_and_the_lancers_ride_down_a_battery() -> None:
    game = opening()
    p = at(game)
    ids = p.battle.ids
    jagers, stevenart = ids.index("jagers-27"), ids.index("stevenart")
    wathiez = ids.index("wathiez")
    # One gun strength at its farthest: column 1, 9 + 1 (French) - 1 (range) is row 9: d.
    game.play("fire pire-guns > jagers-27")
    game.roll([9])
    game.roll([6])  # Cohesion 5: failed
    assert at(game).order[jagers] == D1
    game.play("charge wathiez > stevenart")
    game.play("done")
    game.roll([8])  # Commitment 7, and Piré rides with them: 8 - 1 passes
    game.play("fire > wathiez")
    game.roll([0])  # column 2 for cavalry, row 0: no effect
    game.roll([7])  # Cohesion 6 against the charge: failed, disordered
    assert at(game).order[stevenart] == D1
    # 4 to 1, -1 D-1, -1 one step left: 3 reads row 1: 1BDr, and the battery's only step is lost.
    assert at(game).check().target == "ratio 4-1" and at(game).check().total() == -2
    game.roll([3])
    assert at(game).steps[stevenart] == 0 and at(game).hex[stevenart] < 0
    game.roll([7])  # not blown: Cohesion 7
    game.roll([5])  # the pursuit is stopped: 5
    game.play("advance wathiez")
    assert p.battle.grid.name(at(game).hex[wathiez]) == "0610"


def test_a_whole_turn_is_played_by_orders_in_words() -> None:
    game = opening()
    game.play("done")  # Piré's cavalry stands
    game.roll([2])  # of Foy and Bijlandt, in the order of the file, Bijlandt is drawn
    assert game.actor == "allied" and "move militia-5" in orders_now(game)
    game.play("move militia-7-8 > 0507 facing s")
    game.play("done")
    # Foy is the last in the draw.
    game.play("move jamin > 0512 facing n")
    game.play("done")
    # The Allies lost the initiative and try first: Saxe-Weimar's Orders are 7.
    assert at(game).check().target == "Orders 7"
    game.roll([8])
    # Bachelu's are 6: he acts, but neither by shock nor by charge.
    assert at(game).check().target == "Orders 6"
    game.roll([6])
    assert {o.split()[0] for o in orders_now(game)} <= {"done", "extend", "fire", "move"}
    game.play("move husson > 0912 facing n")
    game.play("done")
    # Nobody is out of command or routed: the second turn begins.
    assert at(game).clock[TURN] == 2
    assert SYSTEM.clock(game.view("french")) == "Turn 2 of 6 · 14:30 · leader movement"
    # The Allies hold Gémioncourt (6 points) and have 4 to begin with; nothing is lost.
    assert SYSTEM.score(game.view("allied")) == (0, 10)
    assert any("End of turn 1: French 0, Allied 10 points." in e.text for e in game.log)


def test_the_battalion_on_the_nivelles_road_arrives_on_turn_2() -> None:
    game = opening()
    line = at(game).battle.ids.index("line-7")
    assert at(game).hex[line] == -1
    while at(game).clock[TURN] == 1 or at(game).clock[PHASE] == LEADERS:
        if at(game).decision is None:
            game.roll()
        else:
            game.play(at(game).options()[0])
    assert at(game).clock[TURN] == 2
    assert at(game).battle.grid.name(at(game).hex[line]) == "0301"
    assert at(game).order[line] == GOOD


@pytest.mark.parametrize("name", ["gemioncourt", "hougoumont"])
def test_nobody_is_asked_where_there_is_nothing_to_choose(name: str) -> None:
    p = SYSTEM.start(SYSTEM.battle(name))
    rng = random.Random(7)
    asked = 0
    while not p.over:
        if p.decision is None:
            dice = [rng.randrange(d.first, d.first + d.sides) for d in p.check().dice]
            p.play(p.check().outcome(dice))
        else:
            asked += 1
            # What was picked may be put back, so that one is asked to confirm it.
            assert len(p.options()) > 1 or p.decision.put_back(p), p.stack[-1]
            p.play(rng.choice(p.options()))
    assert asked > 100


def test_leaders_ride_in_any_order() -> None:
    game = grognard.new("shock/gemioncourt", seed=1)
    assert orders_now(game) == ["done", "move ney", "move bachelu", "move foy", "move pire"]
    game.play("move bachelu > 0812")
    assert orders_now(game) == ["done", "move ney", "move foy", "move pire"]


@pytest.mark.parametrize("name", ShockSystem.shipped)
def test_riding_in_one_order_takes_nothing_from_anybody(name: str) -> None:
    # Where a leader can go does not change with where the others have gone.
    p = SYSTEM.start(SYSTEM.battle(name))
    assert isinstance(p, ShockPosition)
    for side in (0, 1):
        leaders = [v for v in p.battle.leaders_of[side] if p.hex[v] >= 0]
        alone = [leader_reach(p, v).ends for v in leaders]
        q = p.copy()
        for v, ends in zip(leaders, alone, strict=True):
            assert leader_reach(q, v).ends == ends
            if ends:
                q.hex[v] = ends.bit_length() - 1
        able = [v for v, ends in zip(leaders, alone, strict=True) if ends]
        assert len(LeaderMoves(side=side).options(p)) == 1 + len(able)
