"""Terrain, movement: waters, crossings, roads, works, hills, forts and tree lines."""

import pytest

from grognard.systems.brigades.state.position import COLUMN, GUN, LIMBERED, OUT, YELLOW
from tests.rules.brigades.given import Scene, Spec, commander, foot, given, guns, horse
from tests.rules.brigades.test_ground import (
    COLUMNS,
    FAR,
    FOOT,
    GUNS,
    HORSE,
    LEADER,
    MOVES,
    RIDER,
    SCREEN,
    T,
    ahead,
)


def over(kind: str, unit: Spec, *ys: int, crossing: str = "") -> Scene:
    """A unit at 20,30 with lines across its way, so many tenths from the upper edge."""
    others = [foot("b", 2, 34)] if unit.kind == "commander" else []
    lines = [(kind, f"0,{y} 480,{y}") for y in ys]
    spots = [(crossing, "line-0", f"200,{ys[0]}")] if crossing else []
    return given(unit, *others, FAR, lines=lines, crossings=spots).moves("a")


def reaches(scene: Scene, inches: float) -> bool:
    """Whether the unit gets so far and no further."""
    return ahead(scene, inches) == "" and ahead(scene, inches + 0.1) != ""


@pytest.mark.rule(T + "stream.movement.first", T + "key.half-move")
def test_the_first_stream_costs_everybody_half_his_move() -> None:
    for unit, move in zip(COLUMNS, MOVES, strict=True):
        scene = over("stream", unit, 290)
        assert reaches(scene, move / 2), unit.kind
        scene.play("to 20.0,28.0 facing 0")
        assert not scene.has("a", YELLOW)


@pytest.mark.rule(T + "stream.movement.second", "brigades.rulings.second-stream")
def test_a_second_stream_is_crossed_for_its_distance_and_disorders() -> None:
    # Streams 1 and 1.5 in ahead of an infantry brigade: 16 in less half of them are 8 in.
    scene = over("stream", FOOT, 290, 285)
    assert reaches(scene, 8)
    assert not scene.play("to 20.0,28.8").has("a", YELLOW)
    assert scene.left() == 6.8  # 16 - 1.2 - 8
    # The half is paid: the second takes its distance only.
    scene.play("to 20.0,28.0")
    assert scene.has("a", YELLOW) and scene.left() == 16 - 2 - 8


@pytest.mark.rule("brigades.rulings.second-stream", T + "marshy-stream.movement.brigades")
@pytest.mark.parametrize(("first", "second"), [("stream", "marshy"), ("marshy", "stream")])
def test_a_marshy_stream_counts_as_one_of_the_streams(first: str, second: str) -> None:
    names = {"stream": "stream", "marshy": "marshy-stream"}
    rows = [(names[first], "100,290 300,290"), (names[second], "100,285 300,285")]
    scene = given(FOOT, lines=rows).moves("a").play("to 20.0,28.0")
    assert scene.left() == 16 - 2 - 8 and scene.has("a", YELLOW)


@pytest.mark.rule(T + "key.half-move", "brigades.command.out.half-move")
def test_out_of_command_half_of_its_own_allowance_is_paid() -> None:
    # A foe behind it; half of 8 in for the stream leaves 4 in in all.
    foe = foot("foe", 20, 34, side="red")
    out = FOOT._replace(state=OUT)
    for bridges in ([], [("bridge", "line-0", "200,290")]):
        lines = [("stream", "100,290 300,290")]
        assert reaches(given(out, foe, lines=lines, crossings=bridges).moves("a"), 4)
    up = given(horse("a", 20, 30, state=OUT), foe, hills=[(1, "100,100 300,100 300,290 100,290")])
    assert reaches(up.moves("a"), 6)  # 24 in, halved; half of 12 in for the contour


MARSHY = T + "marshy-stream.movement."


@pytest.mark.rule(
    MARSHY + "brigades", MARSHY + "artillery", MARSHY + "skirmishers", MARSHY + "commander"
)
def test_a_marshy_stream_costs_half_disorders_and_stops_guns() -> None:
    for unit, move, shaken in (
        (FOOT, 16, 1), (HORSE, 24, 1), (SCREEN, 16, 1), (RIDER, 24, 1), (LEADER, 24, 0),
    ):  # fmt: skip
        scene = over("marshy-stream", unit, 290)
        assert reaches(scene, move / 2), unit.kind
        scene.play("to 20.0,28.0 facing 0")
        assert scene.has("a", YELLOW) == bool(shaken), unit.kind
    stopped = over("marshy-stream", GUNS, 290)
    assert ahead(stopped, 2) == "a marshy stream is closed to artillery"


@pytest.mark.rule(MARSHY + "dedicated-gun")
def test_a_brigade_leaves_its_gun_in_a_marshy_stream() -> None:
    for kind, kept in (("marshy-stream", False), ("stream", True)):
        scene = over(kind, foot("a", 20, 30, traits=("dedicated-gun",)), 290)
        assert scene.has("a", GUN)
        scene.play("to 20.0,28.0")
        assert scene.has("a", GUN) == kept


@pytest.mark.rule(MARSHY + "dedicated-gun")
@pytest.mark.parametrize(
    ("water", "crossing", "keeps"),
    [("marshy-stream", "", False), ("marshy-stream", "bridge", True), ("stream", "", True)],
)
def test_a_dedicated_gun_is_left_behind_by_a_retreat_too(
    water: str, crossing: str, keeps: bool
) -> None:
    # It loses 2 to 0 and falls back half of 16 in, from 22 to 14, over the water at 20.
    foe = foot("foe", 20, 22, 180, side="red", traits=("dedicated-gun",))
    spots = [(crossing, "line-0", "200,200")] if crossing else []
    row = [(water, "0,200 480,200")]
    scene = given(foot("a", 20, 25), foe, lines=row, crossings=spots).combat()
    scene.roll(6, 6, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") == (20, 14, 180) and scene.has("foe", GUN) == keeps


@pytest.mark.rule(T + "river.movement", T + "key.xx")
def test_a_river_is_crossed_at_a_bridge_or_ford_only() -> None:
    for unit in COLUMNS:
        closed = over("river", unit, 290)
        assert ahead(closed, 2) == "a river is crossed at a bridge or ford only", unit.kind
    assert ahead(over("river", FOOT, 290, crossing="bridge"), 2) == ""
    assert ahead(over("river", FOOT, 290, crossing="ford"), 2) == ""


@pytest.mark.rule(T + "bridge.movement.other", T + "bridge.movement.column")
def test_a_bridge_costs_half_a_move_or_a_disorder_but_columns_nothing() -> None:
    scene = over("river", FOOT, 290, crossing="bridge")
    assert reaches(scene, 8)
    hurried = over("river", FOOT, 290, crossing="bridge").play("hurry")
    assert ahead(hurried, 16) == ""
    assert hurried.play("to 20.0,28.0").has("a", YELLOW)
    column = over("river", foot("a", 20, 20, state=COLUMN), 190, crossing="bridge")
    # Twice 16 in across country; the table ends 18.5 in ahead.
    assert column.refusal("to 20.0,2.0 facing 0") == ""


@pytest.mark.rule(T + "ford.movement")
def test_a_ford_through_worse_water_counts_as_a_stream() -> None:
    for kind in ("river", "marshy-stream"):
        scene = over(kind, FOOT, 290, crossing="ford")
        assert reaches(scene, 8)
        assert not scene.play("to 20.0,28.0").has("a", YELLOW)
        # A column pays too: half of 16 in, the other half doubled, is 16 in.
        column = foot("a", 20, 24, state=COLUMN)
        wades = over(kind, column, 230, crossing="ford")
        assert wades.refusal("to 20.0,8.0 facing 0") == ""
        assert wades.refusal("to 20.0,7.9 facing 0") != ""


@pytest.mark.rule("brigades.rulings.crossing")
def test_a_bridge_is_an_inch_to_either_side() -> None:
    for x, why in ((19.0, ""), (18.9, "a river is crossed at a bridge or ford only")):
        scene = over("river", foot("a", x, 30), 290, crossing="bridge")
        assert scene.refusal(f"to {x},28.0 facing 0") == why


WORKS = T + "field-works.movement."


@pytest.mark.rule(
    WORKS + "cavalry", WORKS + "cavalry-skirmisher", WORKS + "others",
    T + "sunken-road.field-works",
)  # fmt: skip
@pytest.mark.parametrize("kind", ["field-works", "sunken-road"])
def test_works_disorder_cavalry_that_crosses_them(kind: str) -> None:
    for unit, move, shaken in zip(COLUMNS, MOVES, (0, 1, 0, 0, 1, 0), strict=True):
        scene = over(kind, unit, 290)
        assert reaches(scene, move)
        scene.play("to 20.0,28.0 facing 0")
        assert scene.has("a", YELLOW) == bool(shaken), unit.kind


@pytest.mark.rule(WORKS + "cavalry", WORKS + "cavalry-skirmisher", WORKS + "others", T + "key.dl")
def test_works_disorder_cavalry_that_leaves_them() -> None:
    # The rear edges of the bases are at the works, and they go away from them.
    heights, disorders = (185, 185, 185, 193, 193), (0, 1, 0, 0, 1)
    for unit, y, shaken in zip(COLUMNS[:5], heights, disorders, strict=True):
        works = [("field-works", f"0,{y} 400,{y}")]
        scene = given(unit._replace(y=20, facing=180), FAR, lines=works)
        scene.moves("a").play("to 20.0,24.0 facing 180")
        assert scene.has("a", YELLOW) == bool(shaken), unit.kind


@pytest.mark.rule(T + "hasty-works.movement", T + "tree-line.movement")
@pytest.mark.parametrize("kind", ["hasty-works", "low-wall", "tree-line", "hedge"])
def test_walls_and_tree_lines_cost_nothing(kind: str) -> None:
    for unit, move in zip(COLUMNS, MOVES, strict=True):
        scene = over(kind, unit, 290)
        assert reaches(scene, move)
        scene.play("to 20.0,28.0 facing 0")
        assert not scene.has("a", YELLOW)


# -- roads -------------------------------------------------------------------------------------


@pytest.mark.rule(T + "road.movement.artillery", T + "road.movement.column")
@pytest.mark.parametrize(
    ("unit", "free"),
    [(GUNS, True), (FOOT, False), (HORSE, False), (foot("a", 20, 30, state=COLUMN), True)],
)
def test_who_ignores_the_ground_on_a_road(unit: Spec, free: bool) -> None:
    scene = given(
        unit, FAR, lines=[("road", "200,0 200,360")],
        areas=[("forest", "0,0 400,0 400,350 0,350")],
    ).moves("a")  # fmt: skip
    move = {"artillery-battalion": 16, "infantry": 16, "cavalry": 24}[unit.kind]
    if unit.state & COLUMN:
        assert ahead(scene, 28) == ""  # 28 of thrice 16 in; off the road 16 in, half of 32
    else:
        assert reaches(scene, move if free else move / 2)


def test_a_road_does_not_lead_through_a_pond_beside_it() -> None:
    # The road is at 20.0 and half an inch to either side, the pond begins at 20.3.
    pond = [("lake", "203,200 240,200 240,240 203,240")]
    scene = given(foot("a", 20, 30, state=COLUMN), FAR, lines=ROAD, areas=pond).moves("a")
    assert scene.refusal("to 20.2,22.0 facing 0") == ""
    assert scene.refusal("to 20.4,22.0 facing 0") == "the lake is closed to it"


def test_off_the_road_a_column_pays_for_the_ground() -> None:
    column = foot("a", 20, 30, state=COLUMN)
    scene = given(column, FAR, areas=[("forest", "0,0 400,0 400,350 0,350")]).moves("a")
    assert reaches(scene, 16)


ROAD = [("road", "200,0 200,360")]


@pytest.mark.rule(T + "road.movement.artillery", T + "road.movement.column")
def test_on_a_road_waters_cost_nothing() -> None:
    def left(unit: Spec, end: str, kind: str, road: bool, bridge: bool) -> float:
        scene = given(
            unit, FAR, lines=[(kind, "0,180 480,180"), *(ROAD if road else [])],
            crossings=[("bridge", "line-0", "200,180")] if bridge else [],
        )  # fmt: skip
        scene.moves("a").play(end)
        assert not scene.has("a", YELLOW)
        return scene.left()

    # 4 of 16 in, and 8 for the bridge of whoever is not on the road.
    limbered = guns("a", 20, 20, state=LIMBERED)
    assert left(limbered, "to 20.0,16.0", "river", road=True, bridge=True) == 12
    assert left(limbered, "to 20.0,16.0", "river", road=False, bridge=True) == 4
    # 9 in at three times the rate are 3.
    column = foot("a", 20, 24, state=COLUMN)
    assert left(column, "to 20.0,15.0", "stream", road=True, bridge=False) == 13
    assert left(column, "to 20.0,15.0", "stream", road=False, bridge=False) == 3.5
    # A road leads over a marshy stream by a causeway, but over a river by a bridge only.
    assert left(limbered, "to 20.0,16.0", "marshy-stream", road=True, bridge=False) == 12
    lost = given(limbered, FAR, lines=[("river", "0,180 480,180"), *ROAD]).moves("a")
    assert lost.refusal("to 20.0,16.0") == "a river is crossed at a bridge or ford only"


@pytest.mark.rule(T + "bridge.movement.other")
def test_limbered_guns_may_hurry_over_a_bridge_and_militia_may_not() -> None:
    def before(unit: Spec, crossing: str = "bridge") -> Scene:
        return given(
            unit, FAR, lines=[("river", "0,180 480,180")],
            crossings=[(crossing, "line-0", "200,180")],
        ).moves("a")  # fmt: skip

    limbered = guns("a", 20, 20, state=LIMBERED)
    hurried = before(limbered).play("hurry", "to 20.0,16.0")
    assert hurried.has("a", YELLOW) and hurried.left() == 12
    # A ford through a river is a stream, which nobody crosses for a disorder.
    assert "hurry" not in before(limbered, "ford").texts()
    # Guns pushed by hand pay half of 2 in for a turn, and for nothing else.
    pushed = before(guns("a", 20, 19.5)).play("hurry")
    assert "costs 1 in" not in pushed.refusal("to 20.0,19.5 facing 90")
    assert pushed.play("to 20.0,19.5 facing 90").left() == 1
    # Militia counts as disordered already.
    assert "hurry" not in before(foot("a", 20, 20, traits=("militia",))).texts()


@pytest.mark.rule(T + "bridge.combat")
def test_a_bridge_crossed_in_an_earlier_leg_is_remembered() -> None:
    scene = given(
        foot("a", 20, 22), foot("foe", 24, 16.2, 180, side="red"),
        lines=[("river", "0,180 480,180")], crossings=[("bridge", "line-0", "200,180")],
    ).moves("a")  # fmt: skip
    scene.play("to 20.0,17.5 facing 0")
    assert not scene.has("a", YELLOW)
    assert scene.play("to 21.0,16.5 facing 0").has("a", YELLOW)


# -- hills -------------------------------------------------------------------------------------


def hill(unit: Spec, *outlines: str) -> Scene:
    """A unit at 20,30 with contours one within the other before it."""
    others = [foot("b", 2, 34)] if unit.kind == "commander" else []
    hills = [(level, outline) for level, outline in enumerate(outlines, 1)]
    return given(unit, *others, FAR, hills=hills).moves("a")


HILL = T + "hill.movement."
ONE, TWO = "0,0 400,0 400,295 0,295", "0,0 390,0 390,285 0,285"


@pytest.mark.rule(HILL + "infantry", HILL + "cavalry", HILL + "artillery", HILL + "others")
def test_one_contour_costs_horse_and_guns_half_the_move() -> None:
    for unit, most in zip(COLUMNS, (16, 12, 8, 16, 24, 24), strict=True):
        scene = hill(unit, ONE)
        assert reaches(scene, most), unit.kind
        assert not scene.play("to 20.0,29.0 facing 0").has("a", YELLOW)


@pytest.mark.rule(HILL + "infantry", HILL + "cavalry", HILL + "artillery", HILL + "others")
def test_a_second_contour_in_a_move() -> None:
    walks = hill(FOOT, ONE, TWO)
    assert reaches(walks, 8)
    assert walks.play("to 20.0,27.0").has("a", YELLOW)
    for unit in (HORSE, GUNS):
        assert ahead(hill(unit, ONE, TWO), 2) == "a second contour is too steep in one move"
    for unit, move in ((SCREEN, 16), (RIDER, 24), (LEADER, 24)):
        scene = hill(unit, ONE, TWO)
        assert reaches(scene, move)
        assert not scene.play("to 20.0,27.0 facing 0").has("a", YELLOW)


@pytest.mark.rule(T + "key.up", HILL + "cavalry", HILL + "artillery")
def test_going_down_costs_nothing() -> None:
    slope = "0,280 400,280 400,340 0,340"
    assert reaches(hill(HORSE, slope), 24)
    assert reaches(hill(GUNS, slope), 16)


@pytest.mark.rule(
    HILL + "infantry", HILL + "cavalry", HILL + "artillery", HILL + "others",
    "brigades.rulings.two-contours",
)  # fmt: skip
def test_two_contours_down_are_as_steep_as_two_up() -> None:
    def down(unit: Spec, *places: str) -> Scene:
        hills = [(1, "60,40 340,40 340,200 60,200"), (2, "80,60 320,60 320,180 80,180")]
        others = [foot("b", 2, 34)] if unit.kind == "commander" else []
        scene = given(unit._replace(y=17, facing=180), *others, FAR, hills=hills).moves("a")
        return scene.play(*(f"to {place} facing 180" for place in places))

    # 5 of 16 in, and half of them.
    walks = down(FOOT, "20.0,22.0")
    assert walks.has("a", YELLOW) and walks.left() == 3
    # In two legs too.
    assert down(FOOT, "20.0,19.0", "20.0,22.0").has("a", YELLOW)
    assert not down(FOOT, "20.0,19.0").has("a", YELLOW)
    for unit in (HORSE, GUNS):
        steep = "a second contour is too steep in one move"
        assert down(unit).refusal("to 20.0,22.0 facing 180") == steep
        assert down(unit, "20.0,19.0").refusal("to 20.0,22.0 facing 180") == steep
    for unit in (SCREEN, RIDER, LEADER):
        scene = down(unit, "20.0,22.0")
        assert not scene.has("a", YELLOW)


@pytest.mark.rule("brigades.rulings.two-contours")
def test_over_a_ridge_is_one_contour_up_and_one_down() -> None:
    # Into the contour at 29.0 and out of it at 28.0: half of 24 in for the way up.
    ridge = hill(HORSE, "0,280 400,280 400,290 0,290")
    assert reaches(ridge, 12)


# -- forts -------------------------------------------------------------------------------------

FORT = "160,180 240,180 240,260 160,260"
GATE = [("road", "200,0 200,360")]
F = T + "fort.movement."


def fort(unit: Spec, kind: str = "fort", road: bool = False, breach: bool = False) -> Scene:
    """A unit at 20,30 before a fort."""
    others = [foot("b", 2, 34)] if unit.kind == "commander" else []
    return given(
        unit, *others, FAR, areas=[(kind, FORT)], lines=GATE if road else [],
        breaches=[(20, 26)] if breach else [],
    ).moves("a")  # fmt: skip


CLOSED = "one gets into or out of the fort only by its gate in march column"


@pytest.mark.rule(F + "crossing", F + "cavalry-artillery")
def test_the_works_of_a_fort_disorder_foot_and_stop_horse_and_guns() -> None:
    for unit in (FOOT, SCREEN):
        scene = fort(unit).play("to 20.0,27.0")
        assert not scene.has("a", YELLOW)
        assert scene.play("to 20.0,24.0").has("a", YELLOW), unit.kind
    for unit in (HORSE, GUNS, RIDER):
        assert ahead(fort(unit), 6) == CLOSED, unit.kind
        assert ahead(fort(unit, road=True), 6) == CLOSED, unit.kind


@pytest.mark.rule(F + "crossing")
def test_who_leaves_a_fort_over_its_works_is_disordered() -> None:
    scene = given(foot("a", 20, 20), FAR, areas=[("fort", FORT)]).moves("a")
    assert not scene.play("to 20.0,19.0").has("a", YELLOW)
    assert scene.play("to 20.0,15.0").has("a", YELLOW)


@pytest.mark.rule(F + "entrance", F + "cavalry-artillery")
def test_a_column_goes_in_by_the_gate() -> None:
    for unit in (foot("a", 20, 30, state=COLUMN), horse("a", 20, 30, state=COLUMN),
                 guns("a", 20, 30, state=COLUMN | LIMBERED)):  # fmt: skip
        scene = fort(unit, road=True)
        assert ahead(scene, 6) == "", unit.kind
        assert not scene.play("to 20.0,24.0").has("a", YELLOW)
    # Without a road there is no gate.
    assert ahead(fort(horse("a", 20, 30, state=COLUMN)), 6) == CLOSED
    assert fort(foot("a", 20, 30, state=COLUMN)).play("to 20.0,24.0").has("a", YELLOW)


@pytest.mark.rule(T + "fortress.movement", "brigades.rulings.breach")
def test_a_fortress_is_entered_by_a_breach_only() -> None:
    why = "one gets into or out of the fortress only by a breach"
    for unit in (FOOT, HORSE, SCREEN, GUNS):
        assert ahead(fort(unit, "fortress"), 6) == why
    assert ahead(fort(foot("a", 20, 30, state=COLUMN), "fortress", road=True), 6) == why
    storm = fort(FOOT, "fortress", breach=True)
    assert ahead(storm, 5) == "" and ahead(storm, 8) == ""
    assert storm.play("to 20.0,22.0").has("a", YELLOW)


@pytest.mark.rule(T + "fortress.movement", "brigades.rulings.breach")
def test_a_breach_is_where_the_works_are_crossed() -> None:
    why = "one gets into or out of the fortress only by a breach"
    # Straight over the works at y 26, 1.5 in beside the breach at 20,26, and 1.6 in.
    for x, said in ((21.5, ""), (21.6, why), (18.5, ""), (18.4, why)):
        scene = fort(foot("a", x, 30), "fortress", breach=True)
        assert scene.refusal(f"to {x},22.0") == said
    # From 24,26.4 to 20,25.2 the works are crossed at 22.7, though the leg ends at the breach.
    beside = fort(foot("a", 24, 26.4, 270), "fortress", breach=True)
    assert beside.refusal("to 20.0,25.2") == why
    # In by the breach, but not out again over the works behind it.
    assert fort(FOOT, "fortress", breach=True).refusal("to 20.0,17.0") == why


@pytest.mark.rule("brigades.rulings.marsh-spot", "brigades.terrain.marsh.movement.roll.same-spot")
def test_of_two_marshes_the_nearest_is_sounded_and_entered() -> None:
    """Two have gone through the second marsh, nobody through the first, which is further off."""
    marshes = [
        ("marsh", "100,100 140,100 140,140 100,140"), ("marsh", "180,100 260,100 260,140 180,140"),
    ]  # fmt: skip
    far = foot("foe", 40, 4, 180, side="red")
    scene = given(foot("a", 22, 16), far, commander("g", 22, 20), areas=marshes)
    scene.p.trodden = [0, 2]
    scene.moves("a").play("sound")
    assert scene.modifiers() == {"same-spot": 2}
    scene.roll(1)
    assert scene.refusal("to 13.0,12.0 facing 295") == "it has sounded the marsh, and goes in"
    scene.play("to 22.0,13.0")
    assert scene.p.trodden == [0, 3]
