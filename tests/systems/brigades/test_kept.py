"""What is kept while nobody moves, and what is tried once, is as if it were worked out anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

import pytest

from grognard.boards.polygons import OUTSIDE
from grognard.boards.table.arcs import fire_range, in_arc
from grognard.boards.table.ground import place
from grognard.boards.table.lattice import INCH, TENTH
from grognard.engine.step import DECISION
from grognard.systems import system
from grognard.systems.brigades.buildings import sharers
from grognard.systems.brigades.combat import Combat, part_of
from grognard.systems.brigades.flanks import foes_touching, in_contact, touches
from grognard.systems.brigades.moving.leg import Leg
from grognard.systems.brigades.moving.retreat import fall_back
from grognard.systems.brigades.sight import arc_of, can_fire, in_range, reach_of, sees
from grognard.systems.brigades.state.battle import DONE
from grognard.systems.brigades.state.ground import built_at
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.tabletop.turn_judge import BESIDE, TOUCHED, before
from tests.rules.brigades.given import foot, given


def played(seed: int, most: int = 400) -> Iterator[BrigadesPosition]:
    """The positions of a random game of the tutorial in which a side decides."""
    o = system("brigades")
    p = o.start(o.battle("casteggio")).copy()
    assert isinstance(p, BrigadesPosition)
    rng = random.Random(seed)
    for _ in range(most):
        if not p.stack:
            return
        if p.stack[-1].what == DECISION:
            yield p
            p.play(rng.choice(p.options()))
        else:
            p.play(rng.choice(p.check().table))


@pytest.mark.parametrize("seed", [3, 4])
def test_contacts_and_sights_are_those_of_a_position_that_knows_nothing_yet(seed: int) -> None:
    seen = reached = 0
    for number, p in enumerate(played(seed)):
        own = p.stands_on(number % 2)
        for u in own:
            foes = p.stands_on(1 - p.battle.side[u])
            assert foes_touching(p, u) == [v for v in foes if in_contact(p, u, v)]
        if number % 5:
            continue
        fresh = p.copy()
        fresh.rebuild()
        for u in own[::3]:
            foes = p.stands_on(1 - p.battle.side[u])
            arc, reach = arc_of(p, u), reach_of(p, u)
            assert in_range(p, u) == [
                v
                for v in foes
                if can_fire(p, u)
                and any(
                    in_arc(p.rect(u), b, arc) and fire_range(p.rect(u), b, arc) <= reach
                    for b in p.parts(v)
                )
            ]
            reached += len(in_range(p, u))
            for v in foes[::2]:
                for at_start in (False, True):
                    known = sees(p, u, v, at_start)
                    assert known == sees(fresh, u, v, at_start)
                    seen += known
    assert seen > 20 and reached > 5


def test_a_move_makes_contacts_and_sights_forgotten_on_its_own_copy_only() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 10, facing=180, side="red"))
    p, u, v = scene.p, scene.u("a"), scene.u("foe")
    assert not foes_touching(p, u) and sees(p, u, v)
    q = p.copy()
    # Behind it, with the edges together.
    q.put(v, 200, 200 + (p.battle.base[u][1] + p.battle.base[v][1]) // 200, 0)
    assert foes_touching(q, u) == [v] and not foes_touching(p, u)
    r = q.copy()
    r.put(v, 200, 100, 0)
    assert not foes_touching(r, u) and foes_touching(q, u) == [v]


def test_a_way_back_that_was_found_before_is_that_of_a_position_that_knows_none() -> None:
    moved = 0
    for number, p in enumerate(played(2)):
        if number % 40:
            continue
        for u in p.stands_on(0):
            ends = []
            for knows in (False, True, True):
                q = p.copy()
                if not knows:
                    q.rebuild()
                fall_back(q, u, 6 * INCH, p.x[u] * TENTH, 0, "it is told to")
                ends.append(q.dump())
            assert ends[0] == ends[1] == ends[2]
            moved += q.on_table(u) and q.pose(u) != p.pose(u)
    assert moved > 20


def test_a_way_back_is_looked_for_anew_when_somebody_has_moved() -> None:
    scene = given(foot("a", 20, 20), foot("friend", 20, 26), foot("foe", 20, 10, side="red"))
    p, u, v = scene.p, scene.u("a"), scene.u("friend")
    beside, free = p.copy(), p.copy()
    fall_back(beside, u, 6 * INCH, 20 * INCH, 10 * INCH, "it is told to")
    free.put(v, 400, 260, 0)
    fall_back(free, u, 6 * INCH, 20 * INCH, 10 * INCH, "it is told to")
    # Nobody ends on a friend: it goes on past him, unless he has made room.
    assert free.pose(u) == (200, 260, 0) and beside.y[u] > 260


def test_markers_of_a_column_change_whom_it_touches() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 10, facing=180, side="red"))
    p, u, v = scene.p, scene.u("a"), scene.u("foe")
    battle = p.battle
    behind = battle.base[u][1] // 2 + battle.markers[u] * battle.rules.march.marker
    p.put(v, 200, 200 + (behind + battle.base[v][1] // 2) // 100, 0)
    assert battle.markers[u] and not foes_touching(p, u)
    p.mark_column(u, True)
    assert foes_touching(p, u) == [v]
    p.mark_column(u, False)
    assert not foes_touching(p, u)


@pytest.mark.parametrize("seed", [5, 6])
def test_a_leg_that_was_tried_for_the_options_is_what_it_is_when_tried_alone(seed: int) -> None:
    legs = refused = 0
    for p in played(seed):
        leg = p.stack[-1]
        if not isinstance(leg, Leg):
            continue
        leg.poses(p)
        assert p.tries is not None
        kept = p.tries[0] is leg
        assert kept
        for pose, tried in p.tries[1].items():
            alone = leg.mover(p).attempt(*pose)
            assert bool(tried.why) == bool(alone.why)
            if not alone.why:
                assert [getattr(tried, part) for part in type(tried).__slots__] == [
                    getattr(alone, part) for part in type(alone).__slots__
                ]
            legs += 1
            refused += bool(alone.why)
    assert legs > 300 and 50 < refused < legs


@pytest.mark.parametrize("name", ["casteggio", "quatre-bras"])
def test_the_building_at_a_point_is_that_whose_outline_holds_it(name: str) -> None:
    o = system("brigades")
    p = o.start(o.battle(name))
    assert isinstance(p, BrigadesPosition)
    areas, found = p.battle.land.areas, set()
    for i in p.battle.built:
        left, top, right, bottom = areas[i].box
        for x in range(left - 200, right + 201, 400):
            for y in range(top - 200, bottom + 201, 400):
                holds = [n for n in p.battle.built if place(areas[n], x, y) != OUTSIDE]
                assert built_at(p, x, y, villages=True) == (holds[0] if holds else -1)
                found.add(built_at(p, x, y, villages=True))
    assert found == {-1, *p.battle.built}


def test_the_combats_offered_are_those_in_which_anybody_has_a_part() -> None:
    offered = 0
    for seed in (7, 8, 9):
        for p in played(seed):
            combat = p.stack[-1]
            if isinstance(combat, Combat):
                side = combat.side
                targets = [
                    v
                    for v in p.stands_on(1 - side)
                    if sharers(p, v)[0] == v and any(part_of(p, u, v) for u in p.stands_on(side))
                ]
                listed = [action for action in combat.options(p) if action != DONE]
                assert listed == [p.battle.attack_at + v for v in targets]
                offered += len(targets)
    assert offered > 10


def test_where_an_enemy_is_to_a_stand_is_judged_as_contact_arc_and_range_tell() -> None:
    found = set()
    for p in chain(played(1), played(3)):
        contact = p.battle.rules.flanks.contact
        for u in p.stands_on(0):
            for v in p.stands_on(1):
                a, b, arc = p.rect(u), p.rect(v), p.battle.rules.sight.arcs[p.battle.arm[u]]
                plain = fire_range(a, b, arc) if in_arc(a, b, arc) else BESIDE
                if touches(p, a, b):
                    plain = TOUCHED
                assert before(a, b, arc, contact) == plain
                found.add(min(plain, 0))
    assert found == {TOUCHED, BESIDE, 0}
