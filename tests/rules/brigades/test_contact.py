"""Contact: who may keep it, who may not touch whom, what was seen, and where cover is."""

import pytest

from grognard.boards.table.rect import gap
from grognard.systems.brigades.state.position import COLUMN, LIMBERED, OUT, ROUT, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin
from tests.rules.brigades.given import (
    Scene,
    Spec,
    commander,
    foot,
    given,
    guns,
    horse,
    rider,
    screen,
)

FAR = foot("far", 45, 34, 270, side="red")
FOE = horse("foe", 20, 17, 180, side="red")
START = "brigades.charge.start-in-contact"
STAYS = "it begins in contact: it charges to keep it, or steps back"
FRIEND = foot("friend", 23.2, 21)


def between(scene: Scene, one: str = "a", other: str = "foe") -> int:
    """The gap between two stands in thousandths of an inch."""
    return gap(scene.p.rect(scene.u(one)), scene.p.rect(scene.u(other)))


@pytest.mark.rule(START)
def test_who_is_asked_for_its_move_in_contact_may_stay_there() -> None:
    # Cavalry may charge the foe it touches and stay; skirmishers may not, and go.
    scene = given(horse("a", 20, 20), FOE).moves("a")
    assert {"halt", "withdraw"} <= set(scene.texts())
    scene.play("halt").still()
    assert scene.at("a") == (20, 20, 0)
    assert "halt" not in given(screen("a", 20, 19.3), FOE).moves("a").texts()
    # With its back to him it turns first, or goes.
    assert "halt" not in given(horse("a", 20, 20, 180), FOE).moves("a").texts()


@pytest.mark.rule(START)
@pytest.mark.parametrize(
    "unit",
    [
        foot("a", 20, 20),
        guns("a", 20, 20),
        guns("a", 20, 20, state=LIMBERED),
        foot("a", 20, 20, division="tired"),
        screen("a", 20, 19.3),
    ],
)
def test_who_may_not_charge_leaves_the_contact_by_an_inch(unit: Spec) -> None:
    tired = [("tired", "blue", "exhaustion = 9")]
    # An enemy whom the exhausted stand could charge if it were fresh.
    foe = foot("foe", 20, 17, 180, side="red") if unit.division == "tired" else FOE
    scene = given(unit, foe, commander("g", 2, 2, division="tired"), divisions=tired)
    if unit.division == "tired":
        scene.p.tired[scene.battle.division[0]] = 1
    # Neither limbering nor a turn, nor any way aside or past the enemy.
    scene.moves("a")
    assert scene.texts() == ["withdraw"]
    for pose in (
        f"to 20.0,{unit.y} facing 90",
        f"to 15.0,{unit.y} facing 270",
        "to 26.0,12.0 facing 45",
    ):
        assert scene.refusal(pose)
    scene.play("withdraw", "done").still()
    assert scene.at("a") == (20.0, round(unit.y + 1, 1), 0)


@pytest.mark.rule(START)
def test_who_may_charge_keeps_the_contact_and_does_not_walk_off() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 17, 180, side="red"), FRIEND).moves("a")
    # Sideways, past him, and a turn that shows him the flank.
    assert scene.refusal("to 14.0,20.0 facing 270") == STAYS
    for pose in ("to 16.0,20.0 facing 270", "to 17.0,20.0 facing 270", "to 20.0,20.0 facing 90"):
        assert scene.refusal(pose) in (STAYS, "a charge strikes with the front")
    assert scene.texts() == ["halt", "withdraw"]
    kept = given(foot("a", 20, 20), foot("foe", 20, 17, 180, side="red"), FRIEND).still()
    assert kept.at("a") == (20.0, 20.0, 0)


@pytest.mark.rule(START, "brigades.rulings.charge.touch")
@pytest.mark.parametrize("facing", [90, 180, 270])
def test_nobody_charges_with_flank_or_back_to_keep_a_contact(facing: int) -> None:
    foe = foot("foe", 20, 17, 180, side="red")
    assert given(foot("a", 20, 20, facing), foe).still().at("a") == (20.0, 21.0, facing)
    # It may turn to him first, and keeps the contact.
    scene = given(foot("a", 20, 20, facing), foe).moves("a")
    assert scene.refusal("to 20.0,20.0 facing 0") == ""
    scene.play("to 20.0,20.0 facing 0", "halt", "done").still()
    assert scene.at("a") == (20.0, 20.0, 0)


@pytest.mark.rule(START)
@pytest.mark.parametrize("state", [0, COLUMN, OUT, COLUMN | OUT])
def test_whoever_is_touched_aside_is_offered_the_turn_that_keeps_the_contact(state: int) -> None:
    # The next enemy is not touched, and a turn to him keeps nothing.
    foes = [foot("foe", 23, 20, 270, side="red"), foot("next", 24, 15, 270, side="red")]
    scene = given(foot("a", 20, 20, state=state), *foes, FRIEND._replace(y=26)).moves("a")
    assert scene.texts() == ["withdraw", "turn to foe to 20.0,20.0 facing 90"]
    scene.play("turn to foe", "halt", "done").still()
    assert scene.at("a") == (20.0, 20.0, 90)


@pytest.mark.rule("brigades.charge.reface-first", "brigades.charge.fugitives.continue")
def test_who_has_struck_fugitives_goes_on_without_turning() -> None:
    scene = given(
        horse("a", 20, 30), foot("b", 20, 26, side="red", state=ROUT),
        foot("c", 30, 22, 180, side="red"),
    ).push(Begin()).moves("a")  # fmt: skip
    scene.play("to 20.0,29.0 facing 0")
    assert not scene.has("b", STATIONARY) and scene.at("b") != (20.0, 26.0, 0)
    assert scene.refusal("to 20.0,29.0 facing 45") == "a charge goes on without turning"
    assert not any("turn" in text for text in scene.texts())
    assert scene.refusal("to 20.0,25.0") == ""


@pytest.mark.rule(START, "brigades.rulings.charge.step-back")
def test_the_step_back_is_an_inch_aside_of_a_friend() -> None:
    # A friend is 0.7 in behind and 0.2 in in the way: 15 degrees lead 0.19 in aside, 20 lead 0.25.
    # 1 in that way is 0.34 aside and 0.94 back.
    scene = given(foot("a", 20, 20), FOE, foot("b", 17.2, 23.7)).still()
    assert scene.at("a") == (20.3, 20.9, 0)
    assert not scene.has("a", YELLOW) and not scene.has("b", YELLOW)


@pytest.mark.rule("brigades.rulings.charge.step-back")
@pytest.mark.parametrize(
    ("friend", "y", "shaken"),
    [(foot("b", 20, 23.05), 26.1, True), (screen("b", 20, 22.3), 24.6, False)],
)
def test_with_no_room_for_an_inch_it_passes_those_behind_it(
    friend: Spec, y: float, shaken: bool
) -> None:
    # Beyond the friend's base, who ends 1.5 or 0.75 in behind his own centre.
    scene = given(foot("a", 20, 20), FOE, friend, foot("c", 23.05, 23.05), foot("d", 16.95, 23.05))
    scene.still()
    x, ends, facing = scene.at("a") or (0, 0, 0)
    assert (x, facing) == (20.0, 0) and y - 0.1 <= ends <= y
    assert scene.has("a", YELLOW) == scene.has("b", YELLOW) == shaken
    assert not scene.has("c", YELLOW)


@pytest.mark.rule(
    "brigades.rulings.charge.step-back", "brigades.rulings.movement.pass-through.free"
)
def test_skirmishers_step_back_through_friends_without_disorder() -> None:
    friends = (foot("b", 20, 21.6), foot("c", 23.05, 21.6), foot("d", 16.95, 21.6))
    scene = given(screen("a", 20, 19.3), FOE, *friends).still()
    assert (scene.at("a") or (0, 0, 0))[1] > 23
    assert not any(scene.has(name, YELLOW) for name in "abcd")


@pytest.mark.rule(START, "brigades.command.contact.stay")
def test_who_steps_back_from_the_stand_that_gave_it_command_keeps_it() -> None:
    # The lower edge of b is at 19.0: it touches a at 20, and is half an inch from it at 21.
    scene = given(foot("a", 20, 20), foot("b", 23, 17.5), FOE)
    scene.p.mate[scene.u("a")] = scene.u("b")
    scene.push(Begin()).moves("a").play("withdraw", "done").still()
    assert scene.at("a") == (20.0, 21.0, 0)
    assert not scene.has("a", OUT) and not scene.has("a", YELLOW)


@pytest.mark.rule(START + ".stationary", "brigades.command.out.half-move")
@pytest.mark.parametrize(("state", "shaken"), [(STATIONARY, False), (STATIONARY | OUT, True)])
def test_out_of_command_the_step_back_disorders(state: int, shaken: bool) -> None:
    scene = given(foot("a", 20, 20, state=state), FOE).still()
    assert scene.at("a") == (20.0, 21.0, 0)
    assert scene.has("a", YELLOW) == shaken and scene.has("a", STATIONARY) == (not shaken)


APPROACH = "brigades.charge.approach"


@pytest.mark.rule(APPROACH, "brigades.charge.infantry-brigade")
def test_a_charge_does_not_touch_whom_one_may_not_charge() -> None:
    def refusal(other: Spec) -> str:
        struck = foot("foe", 18.4, 18, 180, side="red")
        return given(foot("a", 20, 24), struck, other).moves("a").refusal("to 20.0,21.0 facing 0")

    assert refusal(foot("other", 21.6, 18, 180, side="red")) == ""
    why = "it comes within 1 in of Other, whom it may not charge"
    assert refusal(horse("other", 21.6, 18, 180, side="red")) == why
    # a's right edge is at 21.5: from 23.9 the enemy's base is 0.9 in aside, from 24.0 an inch.
    assert refusal(horse("other", 23.9, 18, 180, side="red")) == why
    assert refusal(horse("other", 24.1, 18, 180, side="red")) == ""


@pytest.mark.rule(APPROACH, "brigades.charge.asa.disordered")
def test_the_disordered_keep_an_inch_from_cartridges_beside_their_target() -> None:
    other = foot("other", 21.6, 18, 180, side="red", traits=("asa",))
    for state, allowed in ((0, True), (YELLOW, False)):
        scene = given(foot("a", 20, 24, state=state), foot("foe", 18.4, 18, 180, side="red"), other)
        assert (scene.moves("a").refusal("to 20.0,21.0 facing 0") == "") == allowed


@pytest.mark.rule(APPROACH, "brigades.charge.ride-through")
def test_who_rides_skirmishers_down_keeps_an_inch_from_those_he_does_not_strike() -> None:
    # To 20,19 a's right edge passes 0.9 in from a base that begins at 22.4.
    near = foot("foe", 23.9, 22, 270, side="red")
    scene = given(horse("a", 20, 30), rider("b", 20, 20, 180, side="red"), near).moves("a")
    assert scene.refusal("to 20.0,19.0") == "it comes within 1 in of Foe"
    far = foot("foe", 24.1, 22, 270, side="red")
    scene = given(horse("a", 20, 30), rider("b", 20, 20, 180, side="red"), far).moves("a")
    assert scene.refusal("to 20.0,19.0") == ""


@pytest.mark.rule("brigades.charge.visible", "brigades.charge.ride-through")
def test_skirmishers_not_seen_when_the_turn_began_are_not_ridden_through() -> None:
    def refusal(*areas: tuple[str, str]) -> str:
        scene = given(horse("a", 20, 24), screen("b", 20, 16, 180, side="red"), areas=areas)
        return scene.moves("a").refusal("to 20.0,14.0 facing 0")

    assert refusal() == ""
    wood = ("forest", "100,190 300,190 300,210 100,210")
    assert refusal(wood) == "it did not see B when the turn began"


COVER = "brigades.charge.ride-through.infantry-skirmisher"


@pytest.mark.rule(COVER)
def test_cover_lies_in_the_wood_and_not_in_the_box_about_it() -> None:
    # A triangle right of the line from 6,6 to 30,26; half a move are 8 in from 12,20.
    wood = [("forest", "60,60 300,60 300,260")]
    ridden = screen("b", 12, 20, 0, side="red")
    scene = given(horse("a", 12, 26), ridden, areas=wood).moves("a").play("to 12.0,15.0")
    places = [tuple(map(float, t.split(" ")[0].split(","))) for t in scene.texts()]
    assert len(places) > 1
    for x, y in places:
        # Inside, or on the edge: (x - 6) * 20 >= (y - 6) * 24 right of the line.
        assert (x - 6) * 20 >= (y - 6) * 24 and y >= 6 and x <= 30
        assert (x - 12) ** 2 + (y - 20) ** 2 <= 64


@pytest.mark.rule(COVER)
def test_a_wood_that_is_out_of_reach_but_for_its_box_is_no_cover() -> None:
    wood = [("forest", "60,60 470,60 470,260")]
    ridden = screen("b", 10, 24, 0, side="red")
    scene = given(horse("a", 10, 30), ridden, areas=wood).moves("a").play("to 10.0,20.0")
    # The line from 6,6 to 47,26 is more than 13 in away from 10,24.
    assert scene.at("b") is None


@pytest.mark.rule(COVER)
def test_who_is_in_a_wood_goes_deeper_into_it() -> None:
    wood = [("forest", "100,100 300,100 300,200 100,200")]
    ridden = screen("b", 20, 19, 180, side="red")
    scene = given(horse("a", 20, 24), ridden, areas=wood).moves("a").play("to 20.0,21.0")
    # The charger's front is at 19.5, and its own base is 0.75 in deep behind the centre: 17.0 is
    # more than an inch from him, 18.0 is not.
    assert "20.0,17.0 facing 180" in scene.texts() and "20.0,18.0 facing 180" not in scene.texts()


RIVER = [("river", "0,175 480,175")]
BRIDGE = [("bridge", "line-0", "200,175")]


@pytest.mark.rule(
    "brigades.charge.ride-through.cavalry-skirmisher", "brigades.terrain.river.movement"
)
@pytest.mark.rule("brigades.rulings.skirmisher.ahead")
@pytest.mark.parametrize(("bridges", "place"), [([], None), (BRIDGE, (20.0, 14.0, 0))])
def test_riders_make_way_for_a_charge_over_a_river_by_a_bridge_only(
    bridges: list[tuple[str, str, str]], place: tuple[float, float, int] | None
) -> None:
    riders = rider("y", 20, 20, side="red")
    scene = given(horse("a", 20, 28), riders, FAR, lines=RIVER, crossings=bridges)
    scene.p.begin()
    assert scene.moves("a").play("to 20.0,21.0").at("y") == place


@pytest.mark.rule("brigades.charge.ride-through.infantry-skirmisher")
@pytest.mark.rule("brigades.terrain.river.movement", "brigades.rulings.skirmisher.cover")
@pytest.mark.parametrize("cover", ["forest", "brigade"])
@pytest.mark.parametrize("water", [False, True])
def test_nobody_runs_for_cover_over_a_river(cover: str, water: bool) -> None:
    # Cover 4 and 4.5 in behind them, and the river between.
    wood = [("forest", "150,100 250,100 250,160 150,160")] if cover == "forest" else []
    friends = [foot("friend", 20, 14, 180, side="red")] if cover == "brigade" else []
    ridden = screen("y", 20, 20, side="red")
    lines = RIVER if water else []
    scene = given(horse("a", 20, 28), ridden, FAR, *friends, areas=wood, lines=lines)
    scene.p.begin()
    scene.moves("a").play("to 20.0,21.0")
    assert (scene.at("y") is None) == water
