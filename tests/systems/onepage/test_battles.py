"""The shipped battles: who is in command, the armies, and what their legs cost."""

import random

import pytest

from grognard.systems.onepage import SYSTEM
from grognard.systems.onepage.command import in_command
from grognard.systems.onepage.moving.leg import Leg
from grognard.systems.onepage.road import RoadMarch
from grognard.systems.onepage.state.kinds import ARTILLERY, CAVALRY
from grognard.systems.onepage.state.position import OnepagePosition
from tests.systems.onepage.second_reckoning import cost_of_leg

BATTLES = ("maida", "vimeiro", "quatre-bras", "gettysburg-first-day")


def begin(name: str, variant: str = "sheet") -> OnepagePosition:
    """A battle before its first question."""
    p = SYSTEM.start(SYSTEM.battle(name, variant))
    assert isinstance(p, OnepagePosition)
    return p


@pytest.mark.parametrize("name", BATTLES)
def test_everybody_begins_in_command(name: str) -> None:
    p = begin(name)
    here = [u for u in range(p.battle.stands) if p.on_table(u)]
    assert [p.name(u) for u in here if not in_command(p, u)] == []


@pytest.mark.parametrize("name", BATTLES)
def test_who_is_due_on_the_first_turn_comes_on_at_its_place(name: str) -> None:
    p = begin(name)
    for u, unit in enumerate(p.battle.units):
        # The side that begins; the other comes on in its own player turn.
        if unit.turn == 1 and unit.side == p.battle.first:
            assert (p.x[u], p.y[u], p.facing[u]) == unit.pose, unit.name


def test_maida_has_its_two_armies() -> None:
    battle = begin("maida").battle
    assert battle.start_strength == [22, 24]
    assert battle.turns == 6
    assert [unit.name for unit in battle.units if unit.turn] == ["20th Foot"]


def test_the_armies_are_of_the_size_of_their_orders_of_battle() -> None:
    sizes = {name: begin(name).battle.start_strength for name in BATTLES[1:]}
    assert sizes == {
        "vimeiro": [41, 30], "quatre-bras": [68, 45], "gettysburg-first-day": [46, 59],
    }  # fmt: skip


def test_rifled_muskets_are_carried_at_gettysburg_only() -> None:
    for name in BATTLES:
        battle = begin(name).battle
        foot = [u for u in range(battle.stands) if battle.arm[u] not in (CAVALRY, ARTILLERY)]
        carried = {battle.weapon[u] for u in foot}
        assert carried == ({2} if name == "gettysburg-first-day" else {1})


@pytest.mark.parametrize("name", BATTLES)
def test_every_leg_is_within_its_allowance_by_a_second_reckoning(name: str) -> None:
    """Each leg of a random game is paid for again, walked a hundredth of an inch at a time."""
    p = begin(name)
    rng = random.Random(5)
    checked = 0
    while not p.over and checked < 30:
        step = p.top
        before = p.copy()
        p.play(rng.choice(p.options() if p.roll is None else list(p.check().table)))
        if not isinstance(step, Leg):
            continue
        u = step.unit
        there = (p.x[u], p.y[u])
        if there == (before.x[u], before.y[u]) or not p.on_table(u):
            continue
        if p.stack and isinstance(p.top, RoadMarch):
            continue
        cost = cost_of_leg(before, u, there, step.streams)
        assert cost <= step.left + 150, (before.name(u), cost, step.left)
        checked += 1
    assert checked >= 20
