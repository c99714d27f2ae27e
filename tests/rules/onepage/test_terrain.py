"""Terrain: what areas, waters, works and hills cost, close and disorder, arm by arm."""

import pytest

from grognard.systems.onepage.state.position import DISORDERED, LIMBERED, MIRED
from tests.rules.onepage.given import Scene, Spec, foot, general, given, guns, heavy, screen

FAR = foot("foe", 46, 34, facing=270, side="red")
WHOLE = "0,0 400,0 400,290 0,290"  # all the ground a unit at 20,24 can get to, and itself
BEFORE = "0,0 400,0 400,220 0,220"  # ground that begins 2 in before its centre
INFANTRY, CAVALRY = foot("a", 20, 24), heavy("a", 20, 24)
ARTILLERY, SKIRMISHER = guns("a", 20, 24, state=LIMBERED), screen("a", 20, 24)
GENERAL = general("a", 20, 24)
ARMS = (INFANTRY, CAVALRY, ARTILLERY, SKIRMISHER, GENERAL)
MOVES = (12, 18, 18, 12, 24)


def upon(kind: str, unit: Spec, outline: str = WHOLE) -> Scene:
    """A unit on ground of one kind that begins its move."""
    others = [foot("b", 2, 34)] if unit.kind == "general" else [general("g", 22, 26)]
    scene = given(unit, *others, FAR, areas=[(kind, outline)])
    return scene.moves("a")


def ahead(scene: Scene, inches: float) -> str:
    """Why a unit cannot go straight up so far; empty if it can."""
    return scene.refusal(f"to 20.0,{24 - inches:.1f} facing 0")


# Kind; the cost of an inch by arm, 0 where it is closed; who is disordered inside.
TABLE = [
    ("broken", (2, 2, 2, 1, 1), (0, 1, 0, 0, 0)),
    ("forest", (2, 2, 2, 1, 1), (0, 1, 0, 0, 0)),
    ("orchard", (1, 2, 1, 1, 1), (0, 1, 0, 0, 0)),
    ("crops", (1, 1, 1, 1, 1), (0, 0, 0, 0, 0)),
    ("fields", (1, 1, 1, 1, 1), (0, 0, 0, 0, 0)),
    ("swamp", (0, 0, 0, 2, 2), (0, 0, 0, 0, 0)),
    ("lake", (0, 0, 0, 0, 0), (0, 0, 0, 0, 0)),
    ("town", (1, 1, 1, 1, 1), (0, 1, 1, 0, 0)),
    ("village", (1, 1, 1, 1, 1), (0, 0, 0, 0, 0)),
    ("fort", (1, 0, 0, 1, 1), (0, 0, 0, 0, 0)),
    ("fortress", (1, 0, 0, 1, 1), (0, 0, 0, 0, 0)),
]


@pytest.mark.rule(
    "onepage.terrain.broken", "onepage.terrain.forest", "onepage.terrain.orchard",
    "onepage.terrain.crops", "onepage.terrain.fields", "onepage.terrain.swamp",
    "onepage.terrain.lake", "onepage.terrain.town",
    "onepage.terrain.village", "onepage.terrain.fort", "onepage.rulings.open.terrain",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "times", "disorders"), TABLE)
def test_areas(kind: str, times: tuple[int, ...], disorders: tuple[int, ...]) -> None:
    for arm, move, cost, shaken in zip(ARMS, MOVES, times, disorders, strict=True):
        if not cost:
            assert ahead(upon(kind, arm, BEFORE), 3) == f"the {kind} is closed to it"
            continue
        scene = upon(kind, arm)
        most = min(move / cost, 22)
        assert ahead(scene, most) == ""
        if most < 22:
            assert ahead(scene, most + 0.1) != ""
        scene.play(f"to 20.0,{24 - 1:.1f} facing 0")
        assert scene.has("a", DISORDERED) == bool(shaken)


def test_only_the_part_of_the_way_within_an_area_costs_more() -> None:
    # 4 in of broken ground on the way of 8: 4 + 2 * 4 = 12.
    scene = upon("broken", INFANTRY, "0,180 400,180 400,220 0,220")
    assert ahead(scene, 8) == "" and ahead(scene, 8.1) != ""


MARSH = "onepage.terrain.marsh"


@pytest.mark.rule(MARSH)
@pytest.mark.parametrize(("face", "inches"), [(2, 6.0), (3, 3.0), (4, 3.0), (5, 1.5), (6, 1.5)])
def test_a_marsh_is_rolled_for(face: int, inches: float) -> None:
    # The whole way of 6 in and a twentieth of it at a time: half the allowance of 6 in is left.
    scene = upon("marsh", foot("a", 20, 24, state=DISORDERED)).play("recover", "to 20.0,18.0")
    assert scene.p.check().name == "marsh"
    scene.roll(face)
    place = scene.at("a")
    assert place is not None and 24 - place[1] == pytest.approx(inches, abs=0.3)
    assert 24 - place[1] <= inches
    assert scene.has("a", DISORDERED) == (face >= 5)


@pytest.mark.rule("onepage.rulings.marsh-way")
def test_a_marsh_too_deep_is_gone_through_by_twentieths_of_the_way() -> None:
    # 10 in of marsh at four times the cost: 12 in pay for 3 of them, and 3 in are 6 twentieths.
    scene = upon("marsh", INFANTRY).play("to 20.0,14.0").roll(5)
    assert scene.at("a") == (20.0, 21.0, 0)
    # 8 in: a twentieth is 0.4 in, and seven of them are 2.8.
    scene = upon("marsh", INFANTRY).play("to 20.0,16.0").roll(5)
    assert scene.at("a") == (20.0, 21.2, 0)


@pytest.mark.rule(MARSH)
def test_a_marsh_is_rolled_for_once_in_a_move() -> None:
    scene = upon("marsh", INFANTRY).play("to 20.0,23.0").roll(3)
    assert scene.at("a") == (20.0, 23.0, 0)
    # 2 of 12 in are spent; the other 10 are 5 in of marsh.
    assert ahead(scene, 1 + 5) == "" and ahead(scene, 1 + 5.1) != ""
    scene.play("to 20.0,18.0")
    assert scene.p.roll is None and scene.at("a") == (20.0, 18.0, 0)


@pytest.mark.rule(MARSH)
@pytest.mark.parametrize(
    ("unit", "rolls"), list(zip(ARMS, (True, True, True, False, False), strict=True))
)
def test_who_rolls_for_a_marsh(unit: Spec, rolls: bool) -> None:
    move = dict(zip(ARMS, MOVES, strict=True))[unit]
    scene = upon("marsh", unit)
    assert ahead(scene, min(move, 22)) == ""
    scene.play("to 20.0,23.0 facing 0")
    assert (scene.p.roll is not None) == rolls


@pytest.mark.rule(MARSH)
def test_artillery_and_later_stands_find_a_marsh_deeper() -> None:
    battery = upon("marsh", ARTILLERY).play("to 20.0,23.0").p.check()
    assert [(m.reason, m.value) for m in battery.modifiers] == [("Artillery", 1)]
    # 1 + 1 is free, 2 + 1 and 3 + 1 double, from 4 + 1 on fourfold.
    assert list(battery.table) == [0, 1, 1, 2, 2, 2]
    scene = given(INFANTRY, foot("b", 30, 24), general("g", 25, 26), FAR, areas=[("marsh", WHOLE)])
    scene.moves("a").play("to 20.0,23.0").roll(1).play("halt", "move b", "to 30.0,23.0")
    second = scene.p.check()
    assert [(m.reason, m.value) for m in second.modifiers] == [("Trodden before", 1)]
    assert list(second.table) == [0, 1, 1, 2, 2, 2]


TOWN = [("town", "180,180 220,180 220,220 180,220")]


@pytest.mark.rule("onepage.rulings.town")
def test_guns_in_a_town_fire_and_make_others_test() -> None:
    foe = foot("foe", 20, 14.5, side="red")  # 2.5 in from the muzzles: close range
    for areas in ([], TOWN):
        scene = given(guns("a", 20, 20), foot("b", 25, 22), foe, areas=areas)
        assert scene.combat().texts() == ["done", "fire a > foe"]
        scene.p.stack.clear()
        # The foe tests for the guns, who test for nobody: muskets have no close range.
        assert scene.morale().tests() == ["foe"]


@pytest.mark.rule("onepage.rulings.town")
def test_guns_in_a_town_answer_close_fire() -> None:
    battery = guns("foe", 20, 13, 180, side="red")
    scene = given(battery, guns("a", 20, 20), areas=TOWN).combat("red")
    scene.play("fire foe > a").roll(1)
    assert type(scene.p.roll).__name__ == "Answer"


@pytest.mark.rule("onepage.rulings.town")
def test_cavalry_in_a_town_fights() -> None:
    foe = foot("foe", 20, 16.9, side="red")
    scene = given(heavy("a", 20, 20), foe, areas=TOWN).combat()
    assert type(scene.p.roll).__name__ == "Melee"


@pytest.mark.rule("onepage.rulings.disordered-inside", "onepage.terrain.town",
    "onepage.terrain.broken", "onepage.terrain.forest", "onepage.terrain.orchard")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "recovering"),
    [("broken", "foot guns screen"), ("orchard", "foot guns screen"), ("town", "foot screen"),
     ("forest", ""), ("village", "foot horse guns screen")],
)  # fmt: skip
def test_whom_ground_keeps_disordered_recovers_outside_only(kind: str, recovering: str) -> None:
    units = {"foot": foot, "horse": heavy, "guns": guns, "screen": screen}
    ground = [(kind, "180,180 220,180 220,220 180,220")]
    for name, make in units.items():
        inside, beside = make("a", 20, 20), make("a", 20, 22.5)
        for unit, can in ((inside, name in recovering.split()), (beside, True)):
            shaken = unit._replace(state=DISORDERED)
            scene = given(shaken, general("g", 23, 23), FAR, areas=ground).moves("a")
            assert ("recover" in scene.texts()) == can, name


def water(kind: str, unit: Spec, *ys: int, bridge: bool = False) -> Scene:
    """A unit at 20,24 with waters across its way, so many tenths from the upper edge."""
    others = [foot("b", 2, 34)] if unit.kind == "general" else [general("g", 22, 26)]
    lines = [(kind, f"0,{y} 480,{y}") for y in ys]
    spots = [("bridge", "line-0", f"200,{ys[0]}")] if bridge else []
    return given(unit, *others, FAR, lines=lines, crossings=spots).moves("a")


@pytest.mark.rule("onepage.terrain.stream", "onepage.rulings.second-stream")
@pytest.mark.parametrize("unit", [INFANTRY, CAVALRY])
def test_the_first_stream_costs_half_the_move_and_the_second_disorders(unit: Spec) -> None:
    half = 6.0 if unit.kind == "infantry" else 9.0
    scene = water("stream", unit, 230)
    assert ahead(scene, half) == "" and ahead(scene, half + 0.1) != ""
    scene.play("to 20.0,22.0")
    assert not scene.has("a", DISORDERED)
    # Two of them take no more of the move than one, in one leg or in two.
    both = water("stream", unit, 230, 225)
    assert ahead(both, half) == "" and ahead(both, half + 0.1) != ""
    both.play("to 20.0,22.7")
    assert not both.has("a", DISORDERED)
    assert ahead(both, half) == ""
    both.play("to 20.0,22.0")
    assert both.has("a", DISORDERED)


@pytest.mark.rule("onepage.rulings.part-of-its-move")
def test_out_of_command_a_stream_costs_half_of_the_half() -> None:
    # A move of 6 in, of which the stream takes 3.
    lines = [("stream", "0,225 480,225")]
    away = foot("foe", 20, 2, 180, side="red")
    scene = given(foot("a", 20, 20, 180), general("g", 40, 5), away, lines=lines).command()
    scene.moves("a")
    assert scene.refusal("to 20.0,23.0") == "" and scene.refusal("to 20.0,23.1") != ""


@pytest.mark.rule("onepage.rulings.part-of-its-move", "onepage.move.facing.second")
def test_out_of_command_a_second_facing_change_costs_half_of_the_half() -> None:
    # A move of 6 in, of which the second change takes 3; in command of 12 in it takes 6.
    away = foot("foe", 20, 2, 180, side="red")
    for near, left in ((40.0, 3.0), (20.0, 6.0)):
        scene = given(foot("a", 20, 20, 180), general("g", near, 25), away).command().moves("a")
        scene.play("to 20.0,20.0 facing 90", "to 20.0,20.0 facing 180")
        assert scene.p.decision.left == left * 1000  # type: ignore[union-attr]


@pytest.mark.rule("onepage.rulings.two-contours")
def test_two_contours_down_are_two_and_one_up_and_one_down_are_not() -> None:
    # From the top at 24 down over both contours; and over a ridge of one.
    peak = ("0,200 400,200 400,280 0,280", "0,220 400,220 400,270 0,270")
    walks = hill(INFANTRY, *peak)
    assert ahead(walks, 6) == "" and ahead(walks, 6.1) != ""
    walks.play("to 20.0,19.0")
    assert walks.has("a", DISORDERED)
    assert ahead(hill(CAVALRY, *peak), 6) == "a second contour is too steep in one move"
    ridge = hill(INFANTRY, "0,210 400,210 400,230 0,230")
    assert ahead(ridge, 12) == ""
    ridge.play("to 20.0,19.0")
    assert not ridge.has("a", DISORDERED)


@pytest.mark.rule("onepage.rulings.disordered-inside", MARSH)
def test_whom_a_marsh_has_disordered_recovers_outside_it() -> None:
    scene = upon("marsh", INFANTRY, "0,100 400,100 400,225 0,225").play("to 20.0,21.0").roll(6)
    assert scene.has("a", DISORDERED)

    def recovers(y: float) -> bool:
        scene.p.stack.clear()
        scene.p.state[scene.u("a")] &= DISORDERED | MIRED
        scene.p.put(scene.u("a"), 200, round(10 * y), 0)
        return "recover" in scene.moves("a").texts()

    assert not recovers(22.0) and recovers(22.6)
    # Who was disordered by something else recovers in a marsh.
    scene.p.state[scene.u("a")] &= ~MIRED
    assert recovers(22.0)


@pytest.mark.rule("onepage.terrain.marshy-stream")
def test_a_marshy_stream_costs_half_disorders_and_stops_guns() -> None:
    for arm, move, shaken in ((INFANTRY, 12, 1), (CAVALRY, 18, 1), (SKIRMISHER, 12, 1),
                              (GENERAL, 24, 0)):  # fmt: skip
        scene = water("marshy-stream", arm, 230)
        assert ahead(scene, move / 2) == "" and ahead(scene, move / 2 + 0.1) != ""
        scene.play("to 20.0,22.0 facing 0")
        assert scene.has("a", DISORDERED) == bool(shaken)
    stopped = water("marshy-stream", ARTILLERY, 230)
    assert ahead(stopped, 2) == "a marshy stream is closed to artillery"


@pytest.mark.rule("onepage.terrain.river")
def test_a_river_is_crossed_at_a_bridge_or_ford_only() -> None:
    assert ahead(water("river", INFANTRY, 230), 2) == "a river is crossed at a bridge or ford only"
    assert ahead(water("river", INFANTRY, 230, bridge=True), 2) == ""


@pytest.mark.rule("onepage.terrain.crossing")
def test_a_bridge_costs_half_the_move_and_makes_the_worse_waters_streams() -> None:
    scene = water("river", INFANTRY, 230, bridge=True)
    assert ahead(scene, 6) == "" and ahead(scene, 6.1) != ""
    guns_over = water("marshy-stream", ARTILLERY, 230, bridge=True)
    assert ahead(guns_over, 9) == ""
    foot_over = water("marshy-stream", INFANTRY, 230, bridge=True).play("to 20.0,22.0")
    assert not foot_over.has("a", DISORDERED)


@pytest.mark.rule("onepage.terrain.crossing")
def test_a_bridge_is_half_an_inch_to_either_side() -> None:
    for x, why in ((19.5, ""), (19.4, "a river is crossed at a bridge or ford only")):
        scene = water("river", foot("a", x, 24), 230, bridge=True)
        assert scene.refusal(f"to {x},22.0 facing 0") == why


@pytest.mark.rule("onepage.terrain.field-works")
@pytest.mark.parametrize("kind", ["field-works", "sunken-road"])
def test_works_disorder_cavalry_that_crosses_them(kind: str) -> None:
    for arm, shaken in zip(ARMS, (0, 1, 0, 0, 0), strict=True):
        others = [foot("b", 2, 34)] if arm.kind == "general" else [general("g", 22, 26)]
        scene = given(arm, *others, FAR, lines=[(kind, "0,230 400,230")]).moves("a")
        scene.play("to 20.0,22.0 facing 0")
        assert scene.has("a", DISORDERED) == bool(shaken)


def hill(unit: Spec, *outlines: str) -> Scene:
    """A unit at 20,24 with contours one within the other before it."""
    others = [foot("b", 2, 34)] if unit.kind == "general" else [general("g", 22, 26)]
    hills = [(level, outline) for level, outline in enumerate(outlines, 1)]
    return given(unit, *others, FAR, hills=hills).moves("a")


@pytest.mark.rule("onepage.terrain.hill")
def test_one_contour_costs_horse_and_guns_half_the_move() -> None:
    slope = "0,0 400,0 400,235 0,235"
    for arm, most in zip(ARMS, (12, 9, 9, 12, 22), strict=True):
        scene = hill(arm, slope)
        assert ahead(scene, most) == ""
        if most < 22:
            assert ahead(scene, most + 0.1) != ""


@pytest.mark.rule("onepage.terrain.hill")
def test_a_second_contour_in_a_move() -> None:
    slopes = ("0,0 400,0 400,235 0,235", "0,0 390,0 390,225 0,225")
    walks = hill(INFANTRY, *slopes)
    assert ahead(walks, 6) == "" and ahead(walks, 6.1) != ""
    walks.play("to 20.0,21.0")
    assert walks.has("a", DISORDERED)
    for arm in (CAVALRY, ARTILLERY):
        assert ahead(hill(arm, *slopes), 2) == "a second contour is too steep in one move"
    for arm in (SKIRMISHER, GENERAL):
        scene = hill(arm, *slopes).play("to 20.0,21.0 facing 0")
        assert not scene.has("a", DISORDERED)


@pytest.mark.rule("onepage.terrain.hill")
def test_going_down_costs_nothing() -> None:
    scene = hill(CAVALRY, "0,230 400,230 400,260 0,260")
    assert ahead(scene, 18) == ""


@pytest.mark.rule("onepage.terrain.stream", "onepage.rulings.second-stream")
def test_whom_a_second_stream_disorders() -> None:
    for arm, shaken in zip(ARMS, (1, 1, 1, 1, 0), strict=True):
        scene = water("stream", arm, 230, 225).play("to 20.0,22.0 facing 0")
        assert scene.has("a", DISORDERED) == bool(shaken), arm.kind


WIDE = "100,100 300,100 300,300 100,300"


@pytest.mark.rule("onepage.terrain.town", "onepage.terrain.fort")
@pytest.mark.parametrize("kind", ["town", "fort"])
def test_infantry_is_disordered_at_the_edge_of_buildings_and_not_inside(kind: str) -> None:
    def order(start: float, *orders: str) -> bool:
        unit = foot("a", 20, start)
        scene = given(unit, general("g", 20, start + 2), FAR, areas=[(kind, WIDE)]).moves("a")
        return not scene.play(*orders).has("a", DISORDERED)

    assert order(25, "to 20.0,20.0")  # 5 in inside
    assert not order(33, "to 20.0,29.0") and not order(12, "to 20.0,9.0")  # in, and out
    # A halt on the outline makes neither of them free.
    assert not order(32, "to 20.0,30.0", "to 20.0,28.0")
    assert not order(12, "to 20.0,10.0", "to 20.0,8.0")


@pytest.mark.rule("onepage.rulings.outline", "onepage.terrain.town", "onepage.terrain.fort")
def test_who_halts_on_an_outline_is_in_the_area() -> None:
    def halts(kind: str, unit: Spec) -> str:
        """Why a unit may not halt on the outline 2 in ahead, or how it is afterwards."""
        scene = given(unit, general("g", 20, 34), FAR, areas=[(kind, WIDE)]).moves("a")
        why = scene.refusal("to 20.0,30.0")
        if why:
            return why
        return "disordered" if scene.play("to 20.0,30.0").has("a", DISORDERED) else "in order"

    team = guns("a", 20, 32, state=LIMBERED)
    # There they have the cover of the buildings, and so what it costs.
    for unit in (foot("a", 20, 32), heavy("a", 20, 32), team):
        assert halts("town", unit) == "disordered"
    assert halts("fort", foot("a", 20, 32)) == "disordered"
    assert halts("fort", team) == halts("fort", heavy("a", 20, 32)) == "the fort is closed to it"
    assert halts("forest", heavy("a", 20, 32)) == "disordered"
    assert halts("forest", foot("a", 20, 32)) == halts("town", screen("a", 20, 32)) == "in order"


@pytest.mark.rule("onepage.terrain.town")
@pytest.mark.parametrize("unit", [heavy("a", 20, 25), guns("a", 20, 25, state=LIMBERED)])
def test_cavalry_and_guns_are_disordered_wherever_they_move_in_a_town(unit: Spec) -> None:
    scene = given(unit, general("g", 20, 27), FAR, areas=[("town", WIDE)]).moves("a")
    assert scene.play("to 20.0,20.0").has("a", DISORDERED)


@pytest.mark.rule("onepage.terrain.hill", "onepage.rulings.two-contours")
def test_a_turn_between_two_contours_does_not_make_them_two_moves() -> None:
    hills = [(1, "0,0 400,0 400,200 0,200"), (2, "0,0 400,0 400,180 0,180")]
    scene = given(heavy("a", 20, 21), general("g", 22, 26), FAR, hills=hills).moves("a")
    # 2 in and half of 18 for the first contour; the turn is free; 1.5 in would be enough.
    scene.play("to 20.0,19.0", "to 20.0,19.0 facing 5")
    assert scene.refusal("to 20.0,17.5 facing 5") == "a second contour is too steep in one move"


@pytest.mark.rule("onepage.terrain.stream", "onepage.rulings.second-stream")
def test_a_turn_between_two_streams_does_not_make_them_two_moves() -> None:
    streams = [("stream", "0,200 400,200"), ("stream", "0,180 400,180")]
    scene = given(foot("a", 20, 21), general("g", 22, 26), FAR, lines=streams).moves("a")
    # 2 in and half of 12 leave 4, which another half would not: the second costs its way alone.
    scene.play("to 20.0,19.0", "to 20.0,19.0 facing 5").play("to 20.1,17.5 facing 5")
    assert scene.has("a", DISORDERED)


@pytest.mark.rule("onepage.terrain.broken", "onepage.terrain.stream")
def test_broken_ground_before_a_stream_disorders_cavalry_all_the_same() -> None:
    ground = [("broken", "0,200 400,200 400,220 0,220")]
    scene = given(
        heavy("a", 20, 23),
        general("g", 22, 26),
        FAR,
        areas=ground,
        lines=[("stream", "0,195 400,195")],
    ).moves("a")
    # 4 in, 2 of them double, and half of 18: 15 of 18.
    assert scene.play("to 20.0,19.0").has("a", DISORDERED)
