"""The terrain chart: every row and every kind of piece, by what a unit can enter with how much.

A unit stands on 0808, closed in by lakes; 0807 to the north-west is the only way out. With its
exact cost in movement points it gets there, with one point less it does not.
"""

from typing import Any

import pytest

from grognard.systems.shock.state.kinds import OFFICER
from grognard.systems.shock.terrain import PROHIBITED, TACTICAL, WET
from tests.rules.shock.given import Scene, foot, given, guns, heavy

WALLS = dict.fromkeys(("0907", "0908", "0909", "0809", "0708"), "lake")
BUILDERS = {"infantry": foot, "cavalry": heavy, "artillery": guns}
SIDE = "0808 nw"
P = 0

# The chart as printed: infantry, cavalry, artillery, leader (in half points), and the ground.
# A row that is added to the hex entered is shown with clear ground, which costs 1.
Ground = dict[str, Any]
CHART: list[tuple[str, int, int, int, int, Ground]] = [
    ("clear", 1, 1, 1, 2, {}),
    ("cultivated", 1, 2, 3, 2, {"ground": "cultivated"}),
    ("woods", 3, 3, 4, 4, {"ground": "woods"}),
    ("marsh", 2, 2, P, 4, {"ground": "marsh"}),
    ("building", 1, 1, 1, 2, {"buildings": ["0807"]}),
    ("village", 3, 4, 3, 2, {"ground": "village"}),
    ("built-up-village", 2, P, P, 4, {"ground": "built-up-village"}),
    ("walled-farm-chateau", 2, 4, 3, 4, {"ground": "chateau"}),
    ("lake-river", P, P, P, P, {"ground": "lake"}),
    ("lake-river", P, P, P, P, {"sides": [("river", SIDE)]}),
    ("deep-stream", 1 + 2, 1 + 3, P, 2 + 4, {"sides": [("deep-stream", SIDE)]}),
    ("stream", 1 + 1, 1 + 1, 1 + 3, 2 + 2, {"sides": [("stream", SIDE)]}),
    ("ford", 1, 1, 1 + 1, 2, {"sides": [("river", SIDE)], "crossings": [("ford", SIDE)]}),
    ("marshy-stream", 1 + 2, 1 + 2, P, 2 + 4, {"sides": [("marshy-stream", SIDE)]}),
    ("bridge", 1, 1, 1, 2, {"sides": [("river", SIDE)], "crossings": [("bridge", SIDE)]}),
    ("road", 1, 1, 1, 1, {"ground": "woods", "roads": [("road", ["0808", "0807"])]}),
    ("path-trail", 1, 1, 1, 2, {"ground": "woods", "roads": [("path", ["0808", "0807"])]}),
    ("up-level", 1, 1, 1 + 1, 2, {"levels": {"0807": 2}}),
    ("up-level", 1, 1, 1 + 2, 2, {"levels": {"0807": 3}}),
    ("up-steep-slope", 2, 2, 1 + 2, 4, {"levels": {"0807": 2}, "sides": [("steep", SIDE)]}),
    ("down-level", 1, 1, 1, 2, {"levels": {"0808": 2}}),
    ("down-steep-slope", 2, 2, 1 + 2, 2, {"levels": {"0808": 2}, "sides": [("steep", SIDE)]}),
    ("crest", 1, 1, 1 + 1, 2, {"sides": [("crest", SIDE)]}),
    ("ravine", 1 + 1, 1 + 2, P, 2 + 2, {"sides": [("ravine", SIDE)]}),
]
ROWS = [
    pytest.param(kind, row[1 + i], row[5], marks=pytest.mark.rule(f"shock.move.terrain.{row[0]}"))
    for row in CHART
    for i, kind in enumerate(BUILDERS)
]


def closed_in(kind: str, points: int, where: Ground, variant: str = "sheet") -> Scene:
    """A unit on 0808 that can go nowhere but to 0807."""
    around = dict(WALLS)
    around["0807"] = where.get("ground", "clear")
    others = {key: value for key, value in where.items() if key != "ground"}
    unit = BUILDERS[kind]("unit", "0808", mp=points)
    return given(unit, ground=around, variant=variant, **others).activate()


def gets_there(scene: Scene, verb: str = "move") -> bool:
    return bool(scene.reach("unit", verb) & {"0807", "0807 wading"})


@pytest.mark.rule("shock.move.rate.tactical")
@pytest.mark.parametrize(("kind", "cost", "where"), ROWS)
def test_a_unit_pays_what_the_chart_prints(kind: str, cost: int, where: Ground) -> None:
    if cost == P:
        assert not gets_there(closed_in(kind, 20, where))
        return
    assert gets_there(closed_in(kind, cost, where))
    assert cost == 1 or not gets_there(closed_in(kind, cost - 1, where))


@pytest.mark.parametrize(
    ("cost", "where"),
    [
        pytest.param(row[4], row[5], marks=pytest.mark.rule(f"shock.move.terrain.{row[0]}"))
        for row in CHART
    ],
)
def test_a_leader_pays_what_the_chart_prints(cost: int, where: Ground) -> None:
    scene = closed_in("infantry", 5, where)
    north_west = 5
    costs = scene.battle.graph(OFFICER, TACTICAL).costs[scene.h("0808")]
    assert costs[north_west] == cost


@pytest.mark.rule("shock.move.abbr.p")
@pytest.mark.parametrize("where", [{"ground": "marsh"}, {"sides": [("ravine", SIDE)]}])
def test_what_is_prohibited_cannot_be_done_at_any_price(where: Ground) -> None:
    assert not gets_there(closed_in("artillery", 20, where))


@pytest.mark.rule("shock.move.terrain.building")
def test_a_building_adds_nothing_to_the_ground_it_stands_on() -> None:
    where = {"ground": "woods", "buildings": ["0807"]}
    assert gets_there(closed_in("infantry", 3, where))
    assert gets_there(closed_in("artillery", 4, where))


@pytest.mark.rule("shock.move.terrain.stream", "shock.move.terrain.woods")
def test_water_is_added_to_the_ground_behind_it() -> None:
    where = {"ground": "woods", "sides": [("stream", SIDE)]}
    assert gets_there(closed_in("infantry", 4, where))
    assert not gets_there(closed_in("infantry", 3, where))


@pytest.mark.rule("shock.move.terrain.road")
def test_artillery_crosses_marsh_on_a_road() -> None:
    roads = [("road", ["0808", "0807"])]
    assert gets_there(closed_in("artillery", 1, {"ground": "marsh", "roads": roads}))


# -- note B: two rates -------------------------------------------------------------------------

RAPID: list[tuple[str, str, int, str]] = [
    ("infantry", "woods", 2, "woods"),
    ("cavalry", "woods", 2, "woods"),
    ("cavalry", "village", 2, "village"),
    ("cavalry", "chateau", 2, "walled-farm-chateau"),
]


@pytest.mark.rule("shock.move.note.b")
@pytest.mark.parametrize(
    ("kind", "ground", "cost"),
    [
        pytest.param(kind, ground, cost, marks=pytest.mark.rule(f"shock.move.terrain.{row}"))
        for kind, ground, cost, row in RAPID
    ],
)
def test_the_second_rate_is_for_rapid_advance(kind: str, ground: str, cost: int) -> None:
    where = {"ground": ground}
    quick = closed_in(kind, cost, where)
    assert not gets_there(quick)
    assert gets_there(quick, "rush")
    assert not gets_there(closed_in(kind, cost - 1, where), "rush")


@pytest.mark.rule("shock.move.note.b", "shock.move.terrain.village")
@pytest.mark.parametrize(("variant", "least"), [("sheet", None), ("restored", 2)])
def test_infantry_rushes_into_a_village_only_where_the_rate_is_restored(
    variant: str, least: int | None
) -> None:
    where = {"ground": "village"}
    for points in (1, 2):
        scene = closed_in("infantry", points, where, variant)
        assert gets_there(scene, "rush") == (least is not None and points >= least)
    assert gets_there(closed_in("infantry", 3, where, variant))
    assert not gets_there(closed_in("infantry", 2, where, variant))


@pytest.mark.rule("shock.move.note.b", "shock.move.terrain.built-up-village")
@pytest.mark.parametrize(("kind", "ground"), [("infantry", "chateau"), ("artillery", "woods")])
def test_with_one_rate_printed_rapid_advance_gains_nothing(kind: str, ground: str) -> None:
    for points in (1, 3):
        assert "rush" not in closed_in(kind, points, {"ground": ground}).orders_of("unit")


# -- note D: deep streams ----------------------------------------------------------------------


@pytest.mark.rule("shock.move.terrain.deep-stream")
def test_a_deep_stream_is_crossed_only_by_wading() -> None:
    scene = closed_in("infantry", 5, {"sides": [("deep-stream", SIDE)]})
    assert scene.battle.graph(0, TACTICAL).costs[scene.h("0808")][5] == 0
    assert scene.battle.graph(0, TACTICAL | WET).costs[scene.h("0808")][5] == 1 + 2


# -- note F: built-up villages -----------------------------------------------------------------


@pytest.mark.rule("shock.move.note.f", "shock.move.terrain.built-up-village")
@pytest.mark.parametrize("kind", ["cavalry", "artillery"])
@pytest.mark.parametrize("way", ["road", "path"])
def test_cavalry_and_artillery_enter_a_built_up_village_on_a_road_or_path(
    kind: str, way: str
) -> None:
    where = {"ground": "built-up-village", "roads": [(way, ["0808", "0807"])]}
    assert gets_there(closed_in(kind, 1, where))


@pytest.mark.rule("shock.move.note.f")
@pytest.mark.parametrize("kind", ["cavalry", "artillery"])
def test_a_road_elsewhere_does_not_lead_them_into_a_built_up_village(kind: str) -> None:
    where = {"ground": "built-up-village", "roads": [("road", ["0807", "0806"])]}
    assert not gets_there(closed_in(kind, 20, where))


# -- prices that are not for going ---------------------------------------------------------------


@pytest.mark.rule("shock.move.terrain.form-square", "shock.move.terrain.extend-retract-line")
def test_only_infantry_forms_square_and_extends_its_line() -> None:
    terrain = closed_in("infantry", 5, {}).battle.rules.terrain
    assert [terrain.form_square(kind) for kind in range(4)] == [2] + [PROHIBITED] * 3
    assert [terrain.change_line(kind) for kind in range(4)] == [1] + [PROHIBITED] * 3
