"""Ground that nobody passes: between a charger and its enemy, beside ground taken, by road."""

import pytest

from grognard.systems.brigades.combat import CombatPhase
from grognard.systems.brigades.state.faults import faults
from grognard.systems.brigades.state.position import COLUMN, LIMBERED
from tests.rules.brigades.given import Spec, commander, foot, given, guns, horse, line, screen

R = "brigades.rulings."
T = "brigades.terrain."

# A strip 0.7 in wide before the enemy, whose front edge is at 13.5; a charger halts at 15.1.
STRIP = "150,137 250,137 250,144 150,144"
FORT = "150,100 250,100 250,145 150,145"


@pytest.mark.rule(R + "charge.between", R + "other-ground", T + "swamp.movement.brigades")
@pytest.mark.parametrize(
    ("kind", "may"),
    [("lake", False), ("swamp", False), ("broken", True), ("marsh", True), ("fort", True)],
)
def test_nobody_charges_over_closed_ground(kind: str, may: bool) -> None:
    foe, friend = foot("foe", 20, 12, 180, side="red"), foot("friend", 26, 20)
    ground = [(kind, FORT if kind == "fort" else STRIP)]  # beyond a fort nobody is seen
    for who in (foot("a", 20, 20), horse("a", 20, 20)):
        scene = given(who, friend, foe, commander("g", 20, 24), areas=ground).moves("a")
        shut = kind == "fort" and who.kind == "cavalry"
        refused = scene.refusal("to 20.0,15.1")
        assert (refused == "") == (may and not shut)
        assert any(text.startswith("charge foe") for text in scene.texts()) == (may and not shut)


@pytest.mark.rule(R + "charge.between", "brigades.charge.ride-through")
@pytest.mark.parametrize(
    ("areas", "lines", "may"),
    [
        ([("lake", STRIP)], [], False),
        ([], [("river", "0,140 480,140")], False),
        ([("fort", FORT)], [], False),
        ([], [("stream", "0,140 480,140")], True),
    ],
)
def test_nobody_rides_skirmishers_down_over_closed_ground(
    areas: list[tuple[str, ...]], lines: list[tuple[str, str]], may: bool
) -> None:
    """Their near edge is at 13.45; the front of the charger would touch it at 13.5."""
    foe, far = screen("foe", 20, 12.7, 180, side="red"), foot("far", 20, 4, 180, side="red")
    leader = commander("g", 20, 26)
    scene = given(horse("a", 20, 22), foe, far, leader, areas=areas, lines=lines).moves("a")
    assert (scene.refusal("to 20.0,15.0") == "") == may
    assert any(text.startswith("charge foe") for text in scene.texts()) == may


@pytest.mark.rule(R + "charge.between", "brigades.charge.ride-through", T + "river.movement")
@pytest.mark.parametrize(("x", "may"), [(212, False), (180, True)])
def test_a_base_that_hangs_over_a_river_rides_nobody_down(x: int, may: bool) -> None:
    """They stand beside its way: beyond the river, or on its own bank."""
    foe, leader = screen("foe", 22.9, 14, 180, side="red"), commander("g", 20, 26)
    scene = given(horse("a", 20, 22), foe, leader, lines=[("river", f"{x},0 {x},360")])
    refused = scene.moves("a").refusal("to 20.0,10.0")
    assert refused == ("" if may else "a river is crossed at a bridge or ford only")


@pytest.mark.rule(R + "charge.between", R + "bank", T + "river.movement")
@pytest.mark.parametrize("bridge", [False, True])
def test_a_corner_strikes_nobody_over_a_river(bridge: bool) -> None:
    """The river passes the middle of the front by, and runs before the corner that would touch."""
    river = [("river", "205,0 205,145 400,145")]
    spots = [("bridge", "line-0", "210,145")] if bridge else []
    foe = foot("foe", 22.5, 12, 180, side="red")
    scene = given(foot("a", 20, 20), foe, commander("g", 20, 24), lines=river, crossings=spots)
    refused = scene.moves("a").refusal("to 20.0,15.1")
    assert refused == ("" if bridge else "a river is crossed at a bridge or ford only")


@pytest.mark.rule(R + "charge.between", T + "river.movement")
def test_who_stands_over_a_river_charges_nobody_beyond_it() -> None:
    """Its front is over the water already, its centre is not."""
    foe = foot("foe", 20, 12, 180, side="red")
    scene = given(
        foot("a", 20, 16.2), foe, commander("g", 20, 24), lines=[("river", "0,149 480,149")]
    )
    assert scene.moves("a").refusal("to 20.0,15.1") == "a river is crossed at a bridge or ford only"


@pytest.mark.rule(R + "charge.between", T + "fort.movement.cavalry-artillery")
@pytest.mark.rule(T + "fortress.movement")
@pytest.mark.parametrize(
    ("kind", "breach", "who", "may"),
    [
        ("fort", False, foot("a", 20, 22), True),
        ("fort", False, horse("a", 20, 22), False),
        ("fortress", False, foot("a", 20, 22), False),
        ("fortress", True, foot("a", 20, 22), True),
        ("fortress", True, horse("a", 20, 22), True),
    ],
)
def test_whom_works_keep_from_their_defender(kind: str, breach: bool, who: Spec, may: bool) -> None:
    """He stands an inch behind the works, and the charge would touch him over them."""
    foe = line("foe", 20, 13, 180, side="red")
    breaches = [(20, 14.5)] if breach else []
    scene = given(who, foe, commander("g", 20, 24), areas=[(kind, FORT)], breaches=breaches).moves(
        "a"
    )
    assert (scene.refusal("to 20.0,15.3") == "") == may


@pytest.mark.rule(R + "charge.between", T + "fort.movement.entrance")
@pytest.mark.parametrize("column", [False, True])
def test_cavalry_charges_into_a_fort_by_its_gate_in_column(column: bool) -> None:
    rider = horse("a", 20, 24, state=COLUMN if column else 0)
    foe = line("foe", 20, 13, 180, side="red")
    scene = given(
        rider,
        foe,
        commander("g", 20, 30),
        areas=[("fort", FORT)],
        lines=[("road", "200,60 200,350")],
    ).moves("a")
    assert (scene.refusal("to 20.0,15.3") == "") == column


@pytest.mark.rule(R + "charge.between", "brigades.charge.start-in-contact")
@pytest.mark.parametrize("lake", [False, True])
def test_nobody_keeps_a_contact_over_a_lake(lake: bool) -> None:
    areas = [("lake", "150,137 250,137 250,140 150,140")] if lake else []
    foe = foot("foe", 20, 12, 180, side="red")
    scene = given(foot("a", 20, 15.1), foe, commander("g", 20, 24), areas=areas).moves("a")
    assert scene.names() == ({"withdraw"} if lake else {"halt", "withdraw"})


@pytest.mark.rule(R + "charge.between", "brigades.combat.winner-advance")
@pytest.mark.parametrize("river", [False, True])
def test_nobody_takes_ground_into_contact_over_a_river(river: bool) -> None:
    """The beaten one stood at 20,12; another enemy is beyond the river that runs at 10.44 there."""
    lines = [("river", "0,104 480,105")] if river else []
    other = foot("other", 22.9, 8.9, 180, side="red")
    loser = screen("foe", 20, 12, 180, side="red", strength=1)
    scene = given(foot("a", 20, 14.3), loser, other, commander("g", 20, 24), lines=lines)
    scene.p.clock[1] = 0
    scene.push(CombatPhase(side=0)).play("attack foe")
    scene.roll(6, 6, 6, 6).roll(1)
    assert ("advance a" in scene.texts()) != river


@pytest.mark.rule(
    R + "road.closed-ground", T + "road.movement.column", T + "swamp.movement.brigades"
)
def test_a_column_halts_on_a_road_through_a_swamp_and_does_not_leave_it() -> None:
    swamp, road = [("swamp", "100,50 300,50 300,250 100,250")], [("road", "200,0 200,350")]
    leader = commander("g", 20, 29)
    scene = given(foot("a", 20, 28, state=COLUMN), leader, areas=swamp, lines=road).moves("a")
    before = scene.p.copy()
    scene.play("to 20.0,15.0")
    assert not faults(before, scene.p)
    assert "halt" in scene.texts()
    assert "deploy" not in scene.texts()
    assert scene.refusal("to 24.0,11.0") == "the swamp is closed to it"
    # Beyond the swamp it may deploy again.
    scene.play("halt")
    scene.p.state[scene.u("a")] &= COLUMN
    scene.moves("a").play("to 20.0,3.0")
    assert "deploy" in scene.texts()


@pytest.mark.rule(R + "road.closed-ground", T + "road.movement.artillery")
def test_guns_go_by_road_through_a_swamp_and_do_not_unlimber_in_it() -> None:
    swamp, road = [("swamp", "100,50 300,50 300,250 100,250")], [("road", "200,0 200,350")]
    scene = given(
        guns("a", 20, 28, state=LIMBERED), commander("g", 20, 29), areas=swamp, lines=road
    ).moves("a")
    assert "unlimber" in scene.texts()
    before = scene.p.copy()
    scene.play("to 20.0,15.0")
    assert not faults(before, scene.p)
    assert "unlimber" not in scene.texts()
