"""The shipped battles: they are set up as the rules allow and play to an end."""

import random

import pytest

from grognard.boards.table.rect import on_table, overlap, rect
from grognard.engine.errors import UnknownName
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.command import in_command
from grognard.systems.brigades.kinds import PPA, SLOW
from grognard.systems.brigades.position import BrigadesPosition

BATTLES = ("casteggio", "quatre-bras", "auerstedt", "leuthen")


def begin(name: str, variant: str = "sheet") -> BrigadesPosition:
    """A battle before its first question."""
    p = SYSTEM.start(SYSTEM.battle(name, variant))
    assert isinstance(p, BrigadesPosition)
    return p


def test_the_tutorial_comes_first_and_an_unknown_battle_is_named() -> None:
    assert SYSTEM.battles() == list(BATTLES)
    with pytest.raises(UnknownName, match='did you mean "leuthen"'):
        SYSTEM.battle("lauthen")


@pytest.mark.parametrize("name", BATTLES)
def test_everybody_begins_in_command_and_where_he_may_stand(name: str) -> None:
    p = begin(name)
    here = [u for u in range(p.battle.stands) if p.on_table(u)]
    commanded = {**in_command(p, 0), **in_command(p, 1)}
    assert [p.name(u) for u in here if u not in commanded] == []
    assert SYSTEM.faults(p, p) == []


@pytest.mark.parametrize("name", BATTLES)
def test_those_who_arrive_together_do_not_stand_on_each_other(name: str) -> None:
    battle = begin(name).battle
    own = [u for u in range(battle.stands) if battle.units[u].within < 0]
    late = [u for u in own if battle.units[u].turn]
    places = {u: rect(battle.units[u].pose, *battle.base[u]) for u in late}
    for u in late:
        assert on_table(places[u], battle.wide, battle.high)
        for v in late:
            if v < u and battle.units[u].turn == battle.units[v].turn:
                assert not overlap(places[u], places[v]), (battle.units[u].id, battle.units[v].id)


@pytest.mark.parametrize("name", BATTLES)
def test_every_division_has_its_commander_and_its_stands(name: str) -> None:
    battle = begin(name).battle
    led = {battle.division[g] for side in (0, 1) for g in battle.commanders_of[side]}
    for d, division in enumerate(battle.divisions):
        assert battle.troops[d], division.name
        assert d in led or division.under != 2, division.name


def test_casteggio_has_its_two_divisions() -> None:
    battle = begin("casteggio").battle
    assert battle.start_strength == [17, 12]
    assert battle.level_of == [9, 6]
    assert battle.turns == 6 and battle.hour(6) == "16:00"


def test_the_armies_are_of_the_size_of_their_orders_of_battle() -> None:
    sizes = {name: begin(name).battle.start_strength for name in BATTLES[1:]}
    assert sizes == {
        "quatre-bras": [68, 45], "auerstedt": [62, 86], "leuthen": [84, 117],
    }  # fmt: skip


def test_leuthen_is_a_battle_of_the_linear_age() -> None:
    battle = begin("leuthen").battle
    assert battle.old
    foot = [u for u in range(battle.stands) if battle.kind[u] == 1]
    assert len(foot) == 44 and all(battle.traits[u] & SLOW for u in foot)
    guns = [u for u in range(battle.stands) if battle.kind[u] == 4]
    assert all(battle.traits[u] & PPA for u in guns)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", ["sheet", "restored"])
def test_random_games_end(variant: str, seed: int) -> None:
    p = begin("casteggio", variant)
    rng = random.Random(seed)
    answers = 0
    while not p.over:
        answers += 1
        if p.decision is None:
            check = p.check()
            p.play(rng.choices(range(len(check.outcomes)), check.weights)[0])
        else:
            p.play(rng.choice(p.options()))
    assert answers <= p.battle.bound
    assert SYSTEM.result(p) is not None
