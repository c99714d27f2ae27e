"""Terrain, movement: what areas cost, close and disorder, column by column of the table."""

import pytest

from grognard.systems.brigades.state.position import COLUMN, LIMBERED, OUT, STATIONARY, YELLOW
from tests.rules.brigades.given import (
    Scene,
    Spec,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
)

FAR = foot("foe", 46, 34, facing=270, side="red")
WHOLE = "0,0 400,0 400,350 0,350"  # all the ground a unit at 20,30 can get to, and itself
BEFORE = "0,0 400,0 400,280 0,280"  # ground that begins 2 in before its centre
FOOT, HORSE = foot("a", 20, 30), horse("a", 20, 30)
GUNS, SCREEN = guns("a", 20, 30, state=LIMBERED), screen("a", 20, 30)
RIDER, LEADER = rider("a", 20, 30), commander("a", 20, 30)
COLUMNS = (FOOT, HORSE, GUNS, SCREEN, RIDER, LEADER)
MOVES = (16, 24, 16, 16, 24, 24)
T = "brigades.terrain."


def upon(kind: str, unit: Spec, outline: str = WHOLE) -> Scene:
    """A unit on ground of one kind that begins its move."""
    others = [foot("b", 44, 25)] if unit.kind == "commander" else []
    return given(unit, *others, FAR, areas=[(kind, outline)]).moves("a")


def ahead(scene: Scene, inches: float) -> str:
    """Why a unit at 20,30 cannot go straight up so far; empty if it can."""
    return scene.refusal(f"to 20.0,{30 - inches:.1f} facing 0")


# Kind; the cost of an inch by column, 0 where it is closed; who is disordered inside.
TABLE = [
    ("broken", (2, 2, 2, 1, 2, 1), (0, 1, 0, 0, 0, 0)),
    ("forest", (2, 2, 2, 1, 2, 1), (0, 1, 0, 0, 0, 0)),
    ("orchard", (1, 2, 1, 1, 1, 1), (0, 1, 0, 0, 0, 0)),
    ("crops", (1, 1, 1, 1, 1, 1), (0, 0, 0, 0, 0, 0)),
    ("swamp", (0, 0, 0, 2, 0, 2), (0, 0, 0, 0, 0, 0)),
    ("town", (1, 1, 1, 1, 1, 1), (0, 1, 1, 0, 1, 0)),
    ("village", (1, 1, 1, 1, 1, 1), (0, 0, 0, 0, 0, 0)),
]


@pytest.mark.rule(
    T + "broken-ground.movement.infantry", T + "broken-ground.movement.cavalry",
    T + "broken-ground.movement.artillery", T + "broken-ground.movement.cavalry-skirmisher",
    T + "broken-ground.movement.others", T + "forest.movement.infantry",
    T + "forest.movement.cavalry", T + "forest.movement.artillery",
    T + "forest.movement.cavalry-skirmisher", T + "forest.movement.others",
    T + "orchard.movement.cavalry", T + "orchard.movement.others", T + "crops.movement",
    T + "swamp.movement.brigades", T + "swamp.movement.artillery",
    T + "swamp.movement.infantry-skirmisher", T + "swamp.movement.cavalry-skirmisher",
    T + "swamp.movement.commander", T + "town.movement.infantry", T + "town.movement.cavalry",
    T + "town.movement.artillery", T + "town.movement.cavalry-skirmisher",
    T + "town.movement.others", T + "village.movement", T + "key.dash", T + "key.ne",
    T + "key.double", T + "key.xx", T + "key.di", T + "key.lines-and-columns",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "times", "disorders"), TABLE)
def test_areas(kind: str, times: tuple[int, ...], disorders: tuple[int, ...]) -> None:
    for unit, move, cost, shaken in zip(COLUMNS, MOVES, times, disorders, strict=True):
        if not cost:
            scene = upon(kind, unit, BEFORE)
            assert ahead(scene, 3) == f"the {kind} is closed to it", unit.kind
            continue
        scene = upon(kind, unit)
        assert ahead(scene, move / cost) == "", unit.kind
        assert ahead(scene, move / cost + 0.1) != "", unit.kind
        scene.play("to 20.0,29.0 facing 0")
        assert scene.has("a", YELLOW) == bool(shaken), unit.kind


FREE = [
    ("broken", (SCREEN, LEADER)), ("forest", (SCREEN, LEADER)), ("marsh", (SCREEN, LEADER)),
    ("orchard", (FOOT, GUNS, SCREEN, RIDER, LEADER)), ("crops", COLUMNS), ("village", COLUMNS),
    ("town", (SCREEN, LEADER)),
]  # fmt: skip


@pytest.mark.rule(
    T + "broken-ground.movement.others", T + "forest.movement.others", T + "marsh.movement.others",
    T + "orchard.movement.others", T + "crops.movement", T + "village.movement",
    T + "town.movement.others", T + "key.dash",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "units"), FREE)
def test_entering_costs_nothing_where_the_table_has_a_dash(
    kind: str, units: tuple[Spec, ...]
) -> None:
    for unit in units:
        scene = upon(kind, unit, "0,200 400,200 400,290 0,290")
        assert ahead(scene, MOVES[COLUMNS.index(unit)]) == "", unit.kind
        scene.play("to 20.0,24.0 facing 0")
        assert not scene.has("a", YELLOW)


@pytest.mark.rule("brigades.rulings.open.brigade-word")
def test_linear_stands_are_brigades_to_the_ground() -> None:
    assert ahead(upon("forest", line("a", 20, 30)), 8.1) != ""
    assert ahead(upon("swamp", line("a", 20, 30), BEFORE), 3) == "the swamp is closed to it"


def test_only_the_part_of_the_way_within_an_area_costs_more() -> None:
    # 4 in of broken ground on the way of 12: 8 + 2 * 4 = 16.
    scene = upon("broken", FOOT, "0,200 400,200 400,240 0,240")
    assert ahead(scene, 12) == "" and ahead(scene, 12.1) != ""


@pytest.mark.rule(T + "key.di", T + "broken-ground.movement.cavalry")
def test_who_is_disordered_inside_recovers_outside_only() -> None:
    inside = given(horse("a", 20, 30, state=YELLOW), FAR, areas=[("broken", WHOLE)]).moves("a")
    assert "recover" not in inside.texts()
    outside = given(horse("a", 20, 30, state=YELLOW), FAR).moves("a")
    assert "recover" in outside.texts()


@pytest.mark.rule(T + "forest.no-recovery")
def test_nobody_recovers_in_a_forest() -> None:
    shaken = foot("a", 20, 30, state=YELLOW)
    assert "recover" not in given(shaken, FAR, areas=[("forest", WHOLE)]).moves("a").texts()
    assert "recover" in given(shaken, FAR, areas=[("broken", WHOLE)]).moves("a").texts()


@pytest.mark.rule(T + "forest.no-stationary")
@pytest.mark.parametrize(
    ("feature", "settles"),
    [("", False), ("stream", True), ("marshy-stream", True), ("river", True),
     ("low-wall", True), ("hasty-works", True), ("field-works", True), ("sunken-road", True),
     ("hedge", True), ("road", False), ("tree-line", False)],
)  # fmt: skip
def test_stationary_in_a_forest_along_a_feature_only(feature: str, settles: bool) -> None:
    lines = [(feature, "0,285 400,285")] if feature else []
    scene = given(FOOT, FAR, areas=[("forest", WHOLE)], lines=lines).still()
    assert scene.has("a", STATIONARY) == settles
    assert given(FOOT, FAR, areas=[("broken", WHOLE)]).still().has("a", STATIONARY)


@pytest.mark.rule(T + "forest.movement.artillery")
def test_guns_do_not_unlimber_in_a_forest() -> None:
    assert "unlimber" not in upon("forest", GUNS).texts()
    assert "unlimber" in upon("broken", GUNS).texts()


@pytest.mark.rule(T + "crops.trample")
@pytest.mark.parametrize(("unit", "flat"), list(zip(COLUMNS, (1, 1, 1, 0, 0, 0), strict=True)))
def test_all_but_skirmishers_flatten_crops(unit: Spec, flat: int) -> None:
    scene = upon("crops", unit, "0,200 400,200 400,290 0,290")
    assert scene.p.flat == [0]
    scene.play("to 20.0,28.0 facing 0")
    assert scene.p.flat == [flat]


TOWN = "170,200 230,200 230,250 170,250"


@pytest.mark.rule(T + "town.movement.infantry", T + "key.de", T + "key.dl")
def test_infantry_is_disordered_entering_and_leaving_a_town() -> None:
    enters = upon("town", FOOT, TOWN).play("to 20.0,26.0")
    assert not enters.has("a", YELLOW)
    assert enters.play("to 20.0,22.5").has("a", YELLOW)
    block = [("town", "170,270 230,270 230,320 170,320")]
    leaves = given(FOOT, FAR, areas=block).moves("a").play("to 20.0,29.0")
    assert not leaves.has("a", YELLOW)
    assert leaves.play("to 20.0,25.0").has("a", YELLOW)


@pytest.mark.rule(T + "key.de")
def test_from_block_to_block_one_is_disordered_again() -> None:
    blocks = [("town", "170,270 230,270 230,320 170,320"),
              ("town", "170,220 230,220 230,270 170,270")]  # fmt: skip
    scene = given(FOOT, FAR, areas=blocks).moves("a").play("to 20.0,25.0")
    assert scene.has("a", YELLOW)


@pytest.mark.rule(
    T + "town.movement.cavalry", T + "town.movement.artillery",
    T + "town.movement.cavalry-skirmisher", T + "town.movement.others", T + "key.br",
)  # fmt: skip
@pytest.mark.parametrize(
    ("inside", "blocked"),
    [(horse("b", 20, 22), True), (guns("b", 20, 22), True), (rider("b", 20, 22), True),
     (screen("b", 20, 22), False)],
)  # fmt: skip
def test_horse_and_guns_in_a_town_block_its_road(inside: Spec, blocked: bool) -> None:
    scene = given(
        guns("a", 20, 30, state=LIMBERED), inside, FAR,
        areas=[("town", TOWN)], lines=[("road", "200,0 200,360")],
    ).moves("a")  # fmt: skip
    # Along the road guns would ignore the town; off it they are disordered inside.
    scene.play("to 20.0,16.0")
    assert scene.has("a", YELLOW) == blocked


# -- marsh -------------------------------------------------------------------------------------

M = T + "marsh.movement."
ROLL = M + "roll"


@pytest.mark.rule(
    M + "brigades", M + "artillery", M + "cavalry-skirmisher", M + "others", ROLL,
    T + "marsh.movement.roll.artillery",
)  # fmt: skip
@pytest.mark.parametrize(("unit", "rolls"), list(zip(COLUMNS, (1, 1, 1, 0, 1, 0), strict=True)))
def test_who_sounds_a_marsh(unit: Spec, rolls: int) -> None:
    scene = upon("marsh", unit)
    if not rolls:
        assert "sound" not in scene.texts() and ahead(scene, 16) == ""
        return
    assert ahead(scene, 1) == "the marsh must be sounded first"
    scene.play("sound")
    assert scene.p.check().name == "marsh"
    plus = {"artillery": 1} if unit.kind.startswith("artillery") else {}
    assert scene.modifiers() == plus


@pytest.mark.rule(ROLL, T + "key.quadruple", T + "key.double")
@pytest.mark.parametrize(("face", "times"), [(2, 1), (3, 2), (4, 2), (5, 4), (6, 4)])
def test_a_marsh_costs_what_was_rolled(face: int, times: int) -> None:
    scene = upon("marsh", FOOT).play("sound").roll(face)
    assert ahead(scene, 16 / times) == "" and ahead(scene, 16 / times + 0.1) != ""
    scene.play("to 20.0,29.0")
    assert scene.has("a", YELLOW) == (face >= 5)


@pytest.mark.rule("brigades.rulings.marsh-entered")
def test_who_has_sounded_a_marsh_goes_into_it() -> None:
    # The marsh begins 2 in ahead and ends 3 in to the right.
    marsh = [("marsh", "0,180 230,180 230,280 0,280")]
    scene = given(FOOT, FAR, areas=marsh).moves("a").play("sound").roll(3)
    assert "halt" not in scene.texts() and "into the marsh" in scene.names()
    refused = "it has sounded the marsh, and goes in"
    assert scene.refusal("to 20.0,28.5") == scene.refusal("to 20.0,30.0 facing 90") == refused
    assert scene.refusal("to 28.0,28.0 facing 75") == refused
    scene.play("to 20.0,27.0")
    # Inside it is free again; the inch in the marsh counted double.
    assert scene.left() == 12.0 and "halt" in scene.texts()


@pytest.mark.rule("brigades.rulings.marsh-entered")
def test_who_cannot_pay_for_the_marsh_any_more_goes_elsewhere() -> None:
    # 15.9 in ahead of a stand with 16 in: a tenth within costs 0.4 in at 5 or more.
    marsh = [("marsh", "0,100 400,100 400,141 0,141")]
    scene = given(FOOT, FAR, areas=marsh).moves("a").play("sound").roll(6)
    assert "halt" in scene.texts() and scene.refusal("to 20.0,20.0") == ""


@pytest.mark.rule("brigades.rulings.marsh-entered")
def test_who_can_go_into_a_sounded_marsh_only_by_a_charge_is_offered_it() -> None:
    # At 45 degrees from 20,30 the marsh is entered at 22.9,27.1. There its front corner at 24.4
    # touches the enemy at 24.5, who lies too far aside to be charged by a way of its own.
    marsh = [("marsh", "228,268 232,268 232,272 228,272")]
    foe = foot("foe", 26, 26, 270, side="red")
    scene = given(foot("a", 20, 31), foe, areas=marsh)
    scene.p.begin()
    scene.moves("a").play("to 20.0,30.0", "sound").roll(3)
    assert scene.texts() == ["charge foe to 22.9,27.1 facing 0"]


@pytest.mark.rule(ROLL + ".same-spot", "brigades.rulings.marsh-spot")
def test_later_stands_find_the_same_marsh_deeper() -> None:
    scene = given(FOOT, foot("b", 30, 30), FAR, areas=[("marsh", WHOLE)]).moves("a")
    scene.play("sound").roll(1).play("to 20.0,29.0", "halt", "move b", "sound")
    assert scene.modifiers() == {"same-spot": 1}


@pytest.mark.rule(ROLL + ".same-spot", "brigades.rulings.marsh-spot")
@pytest.mark.parametrize(
    ("unit", "counts"),
    [(SCREEN, True), (foot("a", 20, 30, state=COLUMN), True), (LEADER, False)],
)
def test_who_counts_as_gone_through_a_marsh(unit: Spec, counts: bool) -> None:
    # Along the road a column ignores the marsh, and yet it went through.
    marsh, road = [("marsh", WHOLE)], [("road", "200,0 200,360")]
    scene = given(unit, foot("b", 30, 30), FAR, areas=marsh, lines=road).moves("a")
    scene.play("to 20.0,24.0")
    scene.play(*(["halt"] if "halt" in scene.texts() else []), "move b", "sound")
    assert scene.modifiers() == ({"same-spot": 1} if counts else {})


@pytest.mark.rule(ROLL + ".same-spot")
def test_a_stand_counts_once_however_many_legs_it_goes_through_a_marsh() -> None:
    scene = given(FOOT, foot("b", 30, 30), FAR, areas=[("marsh", WHOLE)]).moves("a")
    scene.play("sound").roll(1).play("to 20.0,29.0", "to 20.0,28.0")
    assert scene.p.trodden == [1]
    scene.play("halt", "move b", "sound")
    assert scene.modifiers() == {"same-spot": 1}


@pytest.mark.rule(ROLL + ".same-spot")
def test_a_stand_counts_in_every_marsh_it_goes_through() -> None:
    marshes = [("marsh", "0,280 400,280 400,290 0,290"), ("marsh", "0,240 400,240 400,250 0,250")]
    scene = given(FOOT, FAR, areas=marshes).moves("a").play("sound").roll(1)
    assert scene.play("to 20.0,26.0").p.trodden == [1, 0]
    assert scene.play("to 20.0,23.0").p.trodden == [1, 1]


@pytest.mark.rule(ROLL, T + "key.di")
def test_who_sinks_into_a_marsh_recovers_only_when_he_is_out_of_it() -> None:
    # The marsh begins 0.5 in ahead; 0.5 in of it cost 2 in at 5 or more.
    marsh = [("marsh", "0,0 400,0 400,295 0,295")]

    def sinks(face: int, state: int = 0) -> Scene:
        scene = given(foot("a", 20, 30, state=state), FAR, areas=marsh).moves("a")
        return scene.play("sound").roll(face).play("to 20.0,29.0")

    assert "recover" in sinks(4, YELLOW).texts()
    deep = sinks(6)
    assert deep.has("a", YELLOW) and "recover" not in deep.texts()
    # Nor at the beginning of its next move, as long as it is inside.
    deep.play("halt", "done").still().command()
    deep.p.state[deep.u("a")] &= ~OUT
    assert "recover" not in deep.moves("a").texts()
    out = deep.play("sound").roll(1).play("to 20.0,30.0 facing 180")
    assert "recover" in out.texts()
    out.play("halt", "done").still().command()
    # What is over is over: in the marsh again, at a better place, nothing keeps it.
    out.p.state[out.u("a")] &= ~OUT
    out.moves("a").play("sound").roll(1).play("to 20.0,29.0 facing 0")
    assert "recover" in out.texts()
