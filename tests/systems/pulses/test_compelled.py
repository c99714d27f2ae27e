"""The searches for a compelled way leave out only what the rules refuse anyway."""

import random
from collections.abc import Iterable, Iterator

import pytest

from grognard.boards.table.lattice import HALF, QUARTER, STEPS, TENTH, Pose, offset, short_of
from grognard.boards.table.rect import Rect
from grognard.boards.table.retreat import bends
from grognard.boards.table.slide import Swept, first_hit
from grognard.systems.pulses.manoeuvres import Mover, Turn
from grognard.systems.pulses.moving.compelled import Look, contact_by_reach, way_on
from grognard.systems.pulses.moving.templates import Namer
from grognard.systems.pulses.status import ATTACKING, AWAY
from tests.rules.pulses.given import foot, given, guns, heavy, light

CELL = 3.4  # inches between the places of a crowd
AREAS = [("forest", "200,100 260,120 250,200 190,180"), ("town", "330,250 370,250 370,300")]
HILLS = [(1, "150,150 450,150 450,350 150,350")]
LINES = [("stream", "0,300 280,290 600,330")]


def crowded(seed: int, how: int) -> Mover:
    """A unit in a crowd of friends and enemies, with some of its move left."""
    rng = random.Random(seed)
    cells = [(i, j) for i in range(-3, 4) for j in range(-3, 4) if i or j]
    places = rng.sample(cells, 14)

    def somebody(id: str, i: int, j: int, **more: str) -> dict[str, object]:
        kind = rng.choice((foot, light, guns, foot))
        x, y = 30 + CELL * i + rng.choice((-0.1, 0, 0.1)), 24 + CELL * j
        return kind(id, round(x, 1), round(y, 1), rng.randrange(4) * 90, **more)

    friends = [somebody(f"f{n}", *place) for n, place in enumerate(places[:9])]
    foes = [somebody(f"e{n}", *place, side="red") for n, place in enumerate(places[9:])]
    kind = rng.choice((foot, light, heavy))
    mine = kind("a", 30, 24, (rng.randrange(4) * 90 + rng.choice((0, 5, 355))) % 360)
    everybody = [mine, *friends, *foes]
    # A battle begins with nobody in a wood that is closed to him; a crowd may have been driven in.
    apart = [{**one, "x": 4 + 3.5 * n, "y": 4.0} for n, one in enumerate(everybody)]
    scene = given(*apart, areas=AREAS, hills=HILLS, lines=LINES)
    for one in everybody:
        u = scene.u(str(one["id"]))
        scene.p.put(u, round(10 * float(one["x"])), round(10 * float(one["y"])), scene.p.facing[u])
    moved = rng.randrange(2)
    mover = Mover(scene.p, scene.u("a"), how, rng.randrange(1500, 5000), moved, moved)
    mover.compelled = mover.how == how
    return mover


def every_turn(mover: Mover) -> Iterator[Turn]:
    yield Turn(mover.a, 0, 0)
    steps = [] if mover.faced else [HALF, QUARTER, -QUARTER]
    steps += [side * n for n in range(1, QUARTER + 1) for side in (1, -1)]
    for step in dict.fromkeys(steps):
        turn = mover.turn((mover.a.shape.facing + step) % STEPS)
        if not turn.why and turn.cost < mover.left:
            yield turn


def plain_way_on(mover: Mover) -> tuple[Pose, int] | None:
    """Every turn, direction and half inch, each by the rules alone."""
    arc = mover.battle.rules.manoeuvres.oblique
    for turn in every_turn(mover):
        a, limit = turn.there, mover.left - turn.cost
        for direction in bends(a.shape.facing, arc if mover.near or a is not mover.a else HALF):
            for mils in range(limit, 0, -mover.battle.rules.status.stride):
                x, y = short_of(a.x // TENTH, a.y // TENTH, direction, mils)
                tried = mover.attempt(x, y, a.shape.facing)
                if not tried.why and not mover.too_little(Rect(x * TENTH, y * TENTH, a.shape)):
                    return (x, y, a.shape.facing), tried.target
    return None


def plain_contact(mover: Mover) -> list[tuple[Pose, int]]:
    """Every turn and direction up to the first enemy, each by the rules alone."""
    touch = mover.battle.rules.attack.contact
    for turn in every_turn(mover):
        a, limit = turn.there, mover.left - turn.cost
        for direction in bends(a.shape.facing, mover.battle.rules.manoeuvres.oblique):
            _, mils = first_hit(Swept(a, *offset(direction, limit + touch)), mover.foe_rects)
            for way in (mils, mils + TENTH) if mils >= 0 else ():
                for less in (0, touch):
                    x, y = short_of(a.x // TENTH, a.y // TENTH, direction, min(way, limit) - less)
                    tried = mover.attempt(x, y, a.shape.facing)
                    if not tried.why and tried.target >= 0:
                        return [((x, y, a.shape.facing), tried.target)]
                    if tried.cost <= mover.left:
                        break
    return []


def driven(how: int, seeds: Iterable[int]) -> list[Mover]:
    """The units in crowds that their status drives on."""
    return [mover for mover in (crowded(seed, how) for seed in seeds) if mover.how == how]


@pytest.mark.rule("pulses.rulings.compelled")
@pytest.mark.parametrize("how", [ATTACKING, AWAY])
@pytest.mark.parametrize("seed", [*range(21), 471])  # in the last an enemy is just far enough off
def test_the_way_on_is_the_first_that_the_rules_allow(seed: int, how: int) -> None:
    for mover in driven(how, [seed]):
        assert way_on(mover) == plain_way_on(crowded(seed, how))


@pytest.mark.parametrize("how", [ATTACKING, AWAY])
def test_some_in_a_crowd_find_a_way_on_and_some_do_not(how: int) -> None:
    found = [way_on(mover) for mover in driven(how, range(16))]
    assert 0 < found.count(None) < len(found)


@pytest.mark.rule("pulses.rulings.compelled")
def test_ways_are_looked_for_by_half_inches() -> None:
    # 4.099 in lead onto the friend, whose base begins 3.9 in behind; half an inch less are 3.599.
    friend = foot("friend", 30, 30.9, 180)
    scene = given(foot("a", 30, 24, 180), foot("foe", 30, 10, 180, side="red"), friend)
    mover = Mover(scene.p, scene.u("a"), AWAY, 4099, 0, 0)
    mover.compelled = True
    assert way_on(mover) == ((300, 275, HALF), -1)


@pytest.mark.rule("pulses.rulings.compelled")
def test_the_last_inch_of_a_move_is_enough() -> None:
    # It must get an inch further from the enemy, and an inch is left.
    scene = given(foot("a", 30, 24, 180), foot("foe", 30, 17, 180, side="red"))
    mover = Mover(scene.p, scene.u("a"), AWAY, 1000, 0, 0)
    mover.compelled = True
    assert way_on(mover) == ((300, 250, HALF), -1)
    # An attacker who is an inch from the enemy gets an inch nearer where their bases touch.
    scene = given(foot("a", 30, 24), foot("foe", 30, 20, 180, side="red"))
    mover = Mover(scene.p, scene.u("a"), ATTACKING, 1000, 0, 0)
    mover.compelled = True
    assert way_on(mover) == ((300, 230, 0), scene.u("foe"))
    # Who must get 4.155 in off may be just that far from one who is 4 in off, beside his way: to
    # the left each half inch from 2 in down to 1.1 in has to be tried.
    scene = given(foot("a", 30, 24, 180), foot("foe", 30, 17, 180, side="red"))
    mover = Mover(scene.p, scene.u("a"), AWAY, 2000, 0, 0)
    mover.apart = 3155
    look = Look(mover, mover.a, 2000, 1100)
    assert look.asked == 4155
    assert look.directions([QUARTER]) == [QUARTER]
    assert list(look.places(QUARTER, 500)) == [2000, 1500]


@pytest.mark.rule("pulses.rulings.compelled")
@pytest.mark.parametrize("seed", [*range(40), 66])  # in the last a wheel alone leads into contact
def test_the_contact_found_by_reach_is_the_first_that_the_rules_allow(seed: int) -> None:
    for mover in driven(ATTACKING, [seed]):
        assert contact_by_reach(mover) == plain_contact(crowded(seed, ATTACKING))


def test_some_in_a_crowd_reach_an_enemy_and_some_do_not() -> None:
    found = [contact_by_reach(mover) for mover in driven(ATTACKING, range(40))]
    assert 0 < found.count([]) < len(found)


@pytest.mark.rule("pulses.rulings.compelled")
def test_contact_counts_where_it_begins() -> None:
    # The enemy's base begins 4 in ahead. In a wood that takes 8 in, and 7.9 in are left; but a
    # tenth of an inch short of him is contact already, and 3.9 in take 7.8 in.
    wood = [("forest", "200,50 400,50 400,350 200,350")]
    foe = foot("foe", 30, 17, 180, side="red", sk=1)
    scene = given(foot("a", 30, 24, 0, sk=1), foe, areas=wood)
    mover = Mover(scene.p, scene.u("a"), ATTACKING, 7900, 0, 0)
    assert contact_by_reach(mover) == [((300, 201, 0), scene.u("foe"))]
    # The corner of its front touches his, a tenth of an inch aside: it may attack him as it stands,
    # but is not compelled to. With 0.2 in left no leg leads into contact: a wheel takes 0.26 in.
    scene = given(foot("a", 30, 24), foot("foe", 33.1, 21, 180, side="red"))
    mover = Mover(scene.p, scene.u("a"), ATTACKING, 200, 0, 0)
    assert mover.attempt(300, 240, 0).target == scene.u("foe")
    assert contact_by_reach(mover) == []


@pytest.mark.rule("pulses.rulings.compelled")
def test_who_can_just_pay_for_it_goes_up_to_the_enemy() -> None:
    # 4 in of open ground lie between the bases, and 4 in are left: it need not stop short of him.
    scene = given(foot("a", 30, 24, 0), foot("foe", 30, 17, 180, side="red"))
    mover = Mover(scene.p, scene.u("a"), ATTACKING, 4000, 0, 0)
    assert contact_by_reach(mover) == [((300, 200, 0), scene.u("foe"))]


@pytest.mark.rule("pulses.interpenetration.contact", "pulses.interpenetration.infantry-price")
def test_contact_may_lie_beyond_a_friend_who_is_paid_for() -> None:
    # 7 in ahead it touches the foe and is clear of the friend; passing him takes 3 in more.
    friend, foe = foot("friend", 30, 20.8, 0), foot("foe", 30, 14, 180, side="red")
    scene = given(foot("a", 30, 24, 0), friend, foe)
    # A tenth of an inch short of him is contact already.
    for left, ends in ((10000, [170]), (9900, [171]), (9800, [])):
        mover = Mover(scene.p, scene.u("a"), ATTACKING, left, 0, 0)
        assert contact_by_reach(mover) == [((300, y, 0), scene.u("foe")) for y in ends]


@pytest.mark.rule("pulses.rulings.compelled")
def test_contact_that_only_a_search_by_half_inches_finds_is_compulsory() -> None:
    # In a wood, where an inch takes two, 7.9 in are left. 4 in ahead begins the base of an enemy,
    # in line with the edge of its own; friends beside him stand a tenth nearer. So it can go
    # 3.9 in, and there its corner touches his. Friends at its sides keep it from wheeling.
    wood = [("forest", "150,20 450,20 450,380 150,380")]
    foe = foot("foe", 33, 17, 180, side="red", sk=1)
    before = foot("b", 30, 17.1, 0, sk=1), foot("c", 36, 17.1, 0, sk=1)
    beside = foot("d", 27, 24, 0, sk=1), foot("e", 33, 24, 0, sk=1)
    scene = given(foe, foot("a", 30, 24, 0, sk=1), *before, *beside, areas=wood)
    mover = Mover(scene.p, scene.u("a"), ATTACKING, 7900, 0, 0)
    assert list(Namer(mover).named().values()) == ["attack foe"]
    assert mover.attempt(300, 210, 0).why == "it must attack an enemy it can reach"
