"""The shipped battles: they load, are set up as the rules allow, and everybody can come on."""

import random

import pytest

from grognard.engine.errors import UnknownName
from grognard.engine.view import View
from grognard.systems.shock.state.battle import ShockBattle
from grognard.systems.shock.state.kinds import ARRIVALS, GONE, GUNS, TURN, WAITING
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.system import ShockSystem
from grognard.systems.shock.turn import Phase

SYSTEM = ShockSystem()


def begin(name: str, variant: str = "sheet") -> ShockPosition:
    """A battle before its first question."""
    p = SYSTEM.start(SYSTEM.battle(name, variant))
    assert isinstance(p, ShockPosition)
    return p


@pytest.mark.parametrize("variant", ["sheet", "restored"])
@pytest.mark.parametrize("name", ShockSystem.shipped)
def test_a_battle_is_set_up_legally(name: str, variant: str) -> None:
    p = begin(name, variant)
    battle = p.battle
    stacks: dict[int, list[int]] = {}
    for u in range(battle.units):
        if p.hex[u] >= 0:
            stacks.setdefault(p.hex[u], []).append(u)
    for h, stack in stacks.items():
        kinds = sorted(battle.kind[u] for u in stack)
        # One of foot or horse, or that with a battery, or two batteries of one command.
        assert kinds in ([0], [1], [2], [0, GUNS], [1, GUNS], [GUNS, GUNS]), battle.grid.name(h)
        assert len({battle.side[u] for u in stack}) == 1
    for v in range(battle.fighters, battle.count):
        if p.hex[v] >= 0 and p.zoc(1 - battle.side[v]) >> p.hex[v] & 1:
            assert p.occupied(battle.side[v]) >> p.hex[v] & 1


# Side by side: units, garrisons, leaders on the map, those still to come, and points.
OPENING = {
    # Gémioncourt is held (6 points), and 4 to begin with.
    "gemioncourt": ((9, 9), 1, (0, 10)),
    # The chateau 10, the garden 4, the orchard 4 and the wood 2 are Allied; 12 to begin with.
    "hougoumont": ((8, 10), 1, (0, 32)),
    # The churchyard is French (10); 8 to begin with.
    "plancenoit": ((13, 21), 0, (18, 0)),
    # Gémioncourt is Allied (5); 10 to begin with.
    "quatre-bras": ((18, 30), 1, (10, 5)),
}


@pytest.mark.parametrize("name", ShockSystem.shipped)
def test_the_orders_of_battle_and_the_opening_score(name: str) -> None:
    p = begin(name)
    units, garrisons, score = OPENING[name]
    battle = p.battle
    assert tuple(battle.side[: battle.units].count(s) for s in (0, 1)) == units
    assert battle.fighters - battle.units == garrisons
    assert SYSTEM.score(View(p, 0)) == score


@pytest.mark.parametrize("name", ShockSystem.shipped)
def test_everybody_who_is_due_can_come_on(name: str) -> None:
    battle = begin(name).battle
    for turn in sorted({piece.turn for piece in battle.pieces} - {0}):
        p = begin(name)
        p.stack.clear()
        p.clock[TURN] = turn
        due = [u for u in range(battle.count) if battle.pieces[u].turn == turn]
        for u in range(battle.count):
            if p.hex[u] == WAITING and battle.pieces[u].turn < turn:
                p.hex[u] = GONE  # those before have marched off
        p.stack.append(Phase(phase=ARRIVALS))
        p.settle()
        for u in due:
            entry = battle.pieces[u].entry
            assert p.hex[u] >= 0, battle.ids[u]
            assert battle.grid.distance[entry][p.hex[u]] <= 3
            assert -1 in battle.grid.neighbours[p.hex[u]]
    assert all(piece.turn or piece.hex >= 0 for piece in battle.pieces)


@pytest.mark.parametrize("name", ShockSystem.shipped)
def test_everybody_comes_on_in_a_game(name: str) -> None:
    p = begin(name)
    rng = random.Random(12)  # nobody stands in the way of others at their entry
    answers = 0
    while not p.over:
        if p.decision is None:
            dice = [rng.randrange(d.first, d.first + d.sides) for d in p.check().dice]
            p.play(p.check().outcome(dice))
        else:
            p.play(rng.choice(p.options()))
        answers += 1
    assert answers < p.battle.bound
    assert WAITING not in p.hex
    result = SYSTEM.result(p)
    assert result is not None and result.points == SYSTEM.score(View(p, 1))


def test_the_tutorial_lasts_six_turns_with_a_draw_from_the_first() -> None:
    battle = SYSTEM.battle("gemioncourt")
    assert isinstance(battle, ShockBattle)
    assert battle.turns == 6 and battle.hour(1) == "14:00" and battle.hour(6) == "16:30"
    assert not battle.special("no-draw", -1, 1)
    # The lines stand about 3 hexes apart.
    p = begin("gemioncourt")
    grid = battle.grid
    gaps = [
        grid.distance[p.hex[u]][p.hex[v]]
        for u in battle.units_of[0]
        for v in battle.units_of[1]
        if p.hex[u] >= 0 and p.hex[v] >= 0
    ]
    assert min(gaps) == 3


def test_quatre_bras_has_its_own_rules() -> None:
    battle = SYSTEM.battle("quatre-bras")
    assert isinstance(battle, ShockBattle)
    assert battle.turns == 14 and battle.hour(14) == "20:30"
    assert [battle.special("no-draw", -1, t) for t in (1, 2, 3)] == [True, True, False]
    ney = battle.ids.index("ney")
    # One point until 16:00 (turn 5), then two.
    assert [battle.command_points(ney, t) for t in (1, 4, 5, 14)] == [1, 1, 2, 2]
    assert battle.special("grand-battery", 0, 9) and not battle.special("grand-battery", 1, 9)
    held_back = [s for s in battle.specials if s.kind == "reserved"]
    names = [[battle.ids[u] for u in s.pieces] for s in held_back]
    assert names == [["guard-chasseurs", "guard-lancers"], ["picquet"]]
    assert [s.points for s in held_back] == [8, 4]


def test_french_fuses_are_wet_on_the_first_turn_at_hougoumont() -> None:
    battle = SYSTEM.battle("hougoumont")
    assert isinstance(battle, ShockBattle)
    assert battle.wet[0][1] and not battle.wet[0][2] and not any(battle.wet[1])


def test_wellington_is_himself_wherever_he_commands() -> None:
    for name in ("hougoumont", "quatre-bras"):
        battle = SYSTEM.battle(name)
        assert isinstance(battle, ShockBattle)
        assert battle.pieces[battle.ids.index("wellington")].traits == ("wellington",)


def test_an_unknown_battle_is_refused() -> None:
    with pytest.raises(UnknownName, match='did you mean "gemioncourt"'):
        SYSTEM.battle("gemioncort")
