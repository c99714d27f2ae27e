"""The shipped battles of the tabletop: they are set up as the rules allow and play to an end."""

import random

import pytest

import grognard
from grognard.boards.table.rect import on_table, overlap, rect
from grognard.engine.errors import UnknownName
from grognard.systems import system
from grognard.systems.tabletop.battle import TableBattle
from grognard.systems.tabletop.position import WAITS, TablePosition

BATTLES = [battle.id for battle in grognard.battles() if system(battle.system).board == "table"]


def begin(id: str, variant: str = "sheet") -> TablePosition:
    """A battle before its first question."""
    name, _, battle = id.partition("/")
    p = system(name).start(system(name).battle(battle, variant))
    assert isinstance(p, TablePosition)
    return p


@pytest.mark.parametrize(
    ("name", "first", "wrong", "right"),
    [
        ("onepage", "maida", "vimiero", "vimeiro"),
        ("brigades", "casteggio", "lauthen", "leuthen"),
        ("pulses", "teugen-hausen", "aspern-esling", "aspern-essling"),
    ],
)
def test_the_tutorial_comes_first_and_an_unknown_battle_is_named(
    name: str, first: str, wrong: str, right: str
) -> None:
    assert system(name).battles()[0] == first
    with pytest.raises(UnknownName, match=f'did you mean "{right}"'):
        system(name).battle(wrong)


@pytest.mark.parametrize("id", BATTLES)
def test_everybody_begins_where_he_may_stand(id: str) -> None:
    p = begin(id)
    assert system(id.partition("/")[0]).faults(p, p) == []


@pytest.mark.parametrize("id", BATTLES)
def test_those_who_arrive_together_do_not_stand_on_each_other(id: str) -> None:
    p = begin(id)
    battle: TableBattle = p.battle
    late = [u for u in range(battle.stands) if p.x[u] == WAITS]
    places = {u: rect(battle.units[u].pose, *battle.base[u]) for u in late}
    for u in late:
        assert on_table(places[u], battle.wide, battle.high)
        for v in late:
            if v < u and battle.units[u].turn == battle.units[v].turn:
                assert not overlap(places[u], places[v]), (battle.ids[u], battle.ids[v])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("id", "variant"),
    [
        ("onepage/maida", "sheet"),
        ("onepage/maida", "attrition"),
        ("brigades/casteggio", "sheet"),
        ("brigades/casteggio", "restored"),
        ("pulses/teugen-hausen", "sheet"),
    ],
)
def test_random_games_end(id: str, variant: str, seed: int) -> None:
    p = begin(id, variant)
    rng = random.Random(seed)
    answers = 0
    while not p.over:
        p.play(rng.choice(p.options() if p.roll is None else list(p.check().table)))
        answers += 1
        assert answers < p.battle.bound
    result = system(id.partition("/")[0]).result(p)
    assert result is not None and result.why.endswith(".")
