"""The shipped battles: who is in command, and the armies."""

import pytest

from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.command import in_command
from grognard.systems.brigades.state.kinds import PPA, SLOW
from grognard.systems.brigades.state.position import BrigadesPosition

BATTLES = ("casteggio", "quatre-bras", "auerstedt", "leuthen")


def begin(name: str, variant: str = "sheet") -> BrigadesPosition:
    """A battle before its first question."""
    p = SYSTEM.start(SYSTEM.battle(name, variant))
    assert isinstance(p, BrigadesPosition)
    return p


@pytest.mark.parametrize("name", BATTLES)
def test_everybody_begins_in_command(name: str) -> None:
    p = begin(name)
    here = [u for u in range(p.battle.stands) if p.on_table(u)]
    commanded = {**in_command(p, 0), **in_command(p, 1)}
    assert [p.name(u) for u in here if u not in commanded] == []


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
