"""The shipped battles: who is in command, and the armies."""

import pytest

from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.command import in_command
from grognard.systems.brigades.state.faults import faults
from grognard.systems.brigades.state.kinds import LINEAR_FOOT, MASSED_FOOT, PPA, SLOW
from grognard.systems.brigades.state.position import WITHIN, BrigadesPosition
from grognard.systems.brigades.turn import Arrive
from grognard.systems.tabletop.position import WAITS
from grognard.systems.tabletop.turn import SIDE, TURN

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


@pytest.mark.rule("brigades.rulings.arrival.beside", "brigades.rulings.arrival")
def test_the_brunswickers_come_on_though_picton_stands_where_he_arrived() -> None:
    # Nobody moves, and nobody attacks.
    p = begin("quatre-bras")
    battle = p.battle
    own = [
        u for u in range(battle.stands) if "brunswick" in battle.divisions[battle.division[u]].id
    ]
    assert len(own) >= 4 and all(p.x[u] == WAITS for u in own)
    while p.clock[TURN] < 4:
        if p.decision is not None:
            p.play(p.decision.default(p))
        else:
            p.play(p.check().outcome([1] * len(p.check().dice)))
    assert [p.name(u) for u in own if p.x[u] == WAITS] == [] and faults(p, p) == []


@pytest.mark.rule("brigades.rulings.attribute.slow-infantry")
def test_the_prussians_of_auerstedt_are_slow_and_the_french_are_not() -> None:
    battle = begin("auerstedt").battle
    lines = [u for u in range(battle.stands) if battle.kind[u] == LINEAR_FOOT]
    assert len(lines) == 19 and {battle.titles[battle.side[u]] for u in lines} == {"Prussian"}
    assert all(battle.traits[u] & SLOW and battle.move[u] == 12000 for u in lines)
    french = [u for u in range(battle.stands) if battle.kind[u] == MASSED_FOOT]
    assert french and all(battle.move[u] == 16000 for u in french)


@pytest.mark.rule("brigades.rulings.skirmisher.origin")
def test_the_13th_light_brings_its_skirmishers_within_it() -> None:
    p = begin("auerstedt")
    ids = p.battle.ids
    light, screen = ids.index("13th-light"), ids.index("13th-light-skirmishers")
    assert p.x[light] == WAITS and p.x[screen] == WITHIN
    p.clock[TURN], p.clock[SIDE] = 4, p.battle.side[light]
    p.stack = [Arrive(side=p.battle.side[light])]
    p.settle()
    assert p.on_table(light) and p.x[screen] == WITHIN and p.left(light) == 4


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
