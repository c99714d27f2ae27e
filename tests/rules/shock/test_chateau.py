"""A chateau's own strength and who controls the place."""

import pytest

from grognard.engine.errors import FileError
from grognard.engine.view import View
from grognard.systems.shock.movement import MoveTo
from grognard.systems.shock.results import Shaken
from grognard.systems.shock.state.kinds import ENGAGED, GONE, ROUTED
from grognard.systems.shock.system import ShockSystem
from grognard.systems.shock.withdrawal import may_withdraw
from tests.rules.shock.given import Scene, Spec, foot, garrison, given, guns, heavy

SYSTEM = ShockSystem()
HOLD = '[[objective]]\nkind = "hold"\nhex = "0808"\npoints = 6\nname = "the farm"\n'


def held_by(scene: Scene) -> str | None:
    """Who controls the chateau, as the map shows it."""
    markers = [m for m in SYSTEM.markers(View(scene.p, 0)) if m.kind == "control"]
    return markers[0].label if markers else None


@pytest.mark.rule("shock.rulings.chateau.ids")
def test_a_garrison_has_cohesion_7() -> None:
    scene = given(garrison("post", "0808"), foot("foe", "0802"))
    # A check for disorder caused by fire.
    scene.push(
        Shaken(
            unit=scene.u("post"),
            by=scene.h("0807"),
            cause=0,
            check=1,
            column=1,
            modifier=0,
            ranged=1,
        )
    )
    assert scene.check().outcome([7]) != scene.check().outcome([8])
    assert scene.check().outcome([0]) == scene.check().outcome([7])
    assert scene.check().outcome([8]) == scene.check().outcome([9])


@pytest.mark.rule("shock.rulings.chateau.ids")
def test_a_garrison_has_2_or_3_strength_points() -> None:
    for sp in (2, 3):
        assert given(garrison("post", "0808", sp=sp), foot("foe", "0802")).steps("post") == sp
    for sp in (1, 4):
        with pytest.raises(FileError, match=f"from 2 to 3, found {sp}"):
            given(garrison("post", "0808", sp=sp), foot("foe", "0802"))


AROUND = {"0807", "0907", "0908", "0909", "0809", "0708"}  # the six hexes next to 0808


@pytest.mark.rule("shock.rulings.chateau.ids")
@pytest.mark.parametrize("hex", sorted(AROUND))
def test_a_garrison_fires_all_round_and_has_a_zone_all_round(hex: str) -> None:
    scene = given(garrison("post", "0808"), foot("foe", hex, facing="n"))
    assert scene.hexes(scene.p.zoc(1)) == AROUND
    assert scene.activate("red").orders_of("post") == {"fire"}
    scene.play("fire post > foe")
    assert scene.check().kind.name == "fire"


@pytest.mark.rule("shock.rulings.chateau.control")
def test_a_garrison_controls_its_chateau_from_the_start() -> None:
    scene = given(garrison("post", "0808"), foot("foe", "0802"), objectives=HOLD)
    assert held_by(scene) == "held by Red"
    assert given(foot("a", "0802"), ground={"0808": "chateau"}).p.control == [-1]


@pytest.mark.rule("shock.rulings.chateau.control")
def test_the_last_side_whose_infantry_stood_there_controls_it() -> None:
    scene = given(
        foot("guard", "0809"),
        foot("foe", "0805", side="red"),
        ground={"0808": "chateau"},
        objectives=HOLD,
    )
    assert held_by(scene) is None
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0808 facing n")
    assert held_by(scene) == "held by Blue"
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0810 facing n")
    assert held_by(scene) == "held by Blue"
    # The zone of the empty chateau stops the foe before the walls; from there it goes in.
    scene.push(MoveTo(unit=scene.u("foe"), order=8))
    assert "> 0808" not in scene.options()
    scene.play("> 0807 facing s")
    scene.push(MoveTo(unit=scene.u("foe"), order=8)).play("> 0808 facing s")
    assert held_by(scene) == "held by Red" and scene.p.held == [1]


@pytest.mark.rule("shock.rulings.chateau.control")
def test_cavalry_and_routed_infantry_do_not_take_control() -> None:
    scene = given(heavy("horse", "0809"), ground={"0808": "chateau"})
    scene.push(MoveTo(unit=scene.u("horse"), order=8)).play("> 0808 facing n")
    assert held_by(scene) is None
    routed = given(foot("guard", "0808", order=ROUTED), foot("foe", "0802", side="red"))
    assert held_by(routed) is None


@pytest.mark.rule("shock.rulings.chateau.control")
def test_a_captured_chateau_loses_its_own_strength_and_changes_hands() -> None:
    scene = given(
        foot("guard", "0809", sp=18, commitment=9),
        garrison("post", "0808", sp=3),
        foot("foe", "0202", side="red"),
        objectives=HOLD,
    ).activate()
    scene.play("shock guard > post").roll(0)  # it commits itself
    scene.play("hold")  # the garrison does not fire
    # 18 against 3 is 6-1; +4 for the walls; a 0 reads row 4: the defender suffers 1BDr. One step
    # of three is lost; an 8 fails the check for rout: the garrison cannot run and is lost.
    assert scene.drm() == 4
    scene.roll(0).roll(8)
    assert scene.p.hex[scene.u("post")] == GONE and scene.steps("post") == 0
    scene.play("advance guard")
    assert scene.where("guard") == "0808"
    assert held_by(scene) == "held by Blue" and scene.p.held == [0]


@pytest.mark.rule("shock.rulings.chateau.stands", "shock.retreat.unable")
def test_a_garrison_that_cannot_retreat_takes_the_step_loss_and_stays() -> None:
    scene = given(
        foot("guard", "0809", sp=18, commitment=9),
        garrison("post", "0808", sp=3),
        foot("foe", "0202", side="red"),
        objectives=HOLD,
    ).activate()
    scene.play("shock guard > post").roll(0).play("hold")
    # 1BDr as above: a step, D-1, the check for rout passed (7); it cannot go back: a second step.
    scene.roll(0).roll(7)
    assert (scene.where("post"), scene.steps("post")) == ("0808", 1)
    assert held_by(scene) == "held by Red" and scene.p.held == [1]
    assert scene.where("guard") == "0809"


@pytest.mark.rule("shock.rulings.chateau.stands")
def test_the_odds_know_that_a_garrison_does_not_retreat() -> None:
    scene = given(
        foot("guard", "0809", sp=18, commitment=9, cohesion=9),
        garrison("post", "0808", sp=3),
        foot("foe", "0202", side="red"),
    ).activate()
    scene.play("shock guard > post").roll(0).play("hold")
    defender = {end.partition(" / defender ")[2] for end in scene.check().odds().fractions()}
    # With +4 the rows are 4 to 11 of 6-1: 1BDr, 1BD, 1Bd and at last 1d. A B costs a step more.
    assert defender == {"eliminated", "2 steps, D-1", "2 steps", "1 step, D-1", "1 step"}


@pytest.mark.rule("shock.rulings.places", "shock.rulings.chateau.control")
def test_cavalry_in_an_empty_farm_takes_neither_control_nor_points() -> None:
    scene = given(
        heavy("horse", "0810"),
        foot("keeper", "0808", side="red"),
        objectives=HOLD,
        ground={"0808": "chateau"},
    )
    assert (scene.p.control, scene.p.held) == ([1], [1])
    scene.push(MoveTo(unit=scene.u("keeper"), order=8)).play("> 0805 facing s")
    scene.push(MoveTo(unit=scene.u("horse"), order=8)).play("> 0809 facing n")
    scene.push(MoveTo(unit=scene.u("horse"), order=8)).play("> 0808 facing n")
    assert (scene.p.control, scene.p.held) == ([1], [1])
    assert held_by(scene) == "held by Red"
    assert SYSTEM.score(View(scene.p, 0)) == (0, 6)


@pytest.mark.rule("shock.zoc.chateau")
def test_a_controlled_chateau_has_its_zone_without_anybody_in_it() -> None:
    scene = given(
        foot("guard", "0809"),
        foot("keeper", "0808", side="red"),
        ground={"0808": "chateau"},
    )
    scene.push(MoveTo(unit=scene.u("keeper"), order=8)).play("> 0804 facing n")
    assert scene.hexes(scene.p.zoc(1)) >= AROUND
    # Infantry before its walls goes nowhere but in or away.
    assert scene.activate().reach("guard") == {"0809", "0808"}
    assert scene.orders_of("guard") >= {"withdraw"}
    # Somebody inside ends it.
    scene.play("move guard > 0808")
    assert not AROUND & scene.hexes(scene.p.zoc(1))


@pytest.mark.rule("shock.rulings.strategic", "shock.zoc.chateau")
def test_nobody_marches_out_of_the_zone_of_an_empty_chateau_or_into_it() -> None:
    # No enemy is within ten hexes, but the chateau is his: its zone is 0807, 0907, 0908, 0909, …
    far = foot("keeper", "0101", side="red", facing="n")
    held, free = foot("held", "0809"), foot("free", "0813")
    scene = given(held, free, far, ground={"0808": "chateau"})
    scene.p.control[0] = 1
    scene.p.rebuild()
    scene.activate()
    assert "march" not in scene.orders_of("held")
    marched = scene.reach("free", "march")
    assert "0806" in marched and not marched & (AROUND | {"0808"})


@pytest.mark.rule("shock.zoc.chateau", "shock.rulings.screened")
def test_guns_in_the_zone_of_an_empty_chateau_need_a_screen() -> None:
    def leaves(*friends: Spec) -> bool:
        scene = given(
            guns("battery", "0809"),
            *friends,
            foot("keeper", "0808", side="red"),
            ground={"0808": "chateau"},
        )
        scene.push(MoveTo(unit=scene.u("keeper"), order=8)).play("> 0804 facing n")
        return len(scene.activate().reach("battery")) > 1

    assert not leaves()
    assert leaves(foot("screen", "0909"))


@pytest.mark.rule("shock.rulings.chateau.control")
def test_a_garrison_that_is_not_driven_out_stays() -> None:
    # A garrison that only loses steps stays.
    scene = given(foot("guard", "0809"), garrison("post", "0808", sp=3), objectives=HOLD)
    scene.p.lose_steps(scene.u("post"), 2)
    assert scene.where("post") == "0808" and held_by(scene) == "held by Red"
    # Destroyed to the last step it still leaves the place to its side until somebody comes.
    scene.p.lose_steps(scene.u("post"), 1)
    assert scene.where("post") is None and held_by(scene) == "held by Red"
    assert scene.hexes(scene.p.zoc(1)) == AROUND
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0808 facing n")
    assert held_by(scene) == "held by Blue"


@pytest.mark.rule("shock.rulings.withdrawal")
def test_a_garrison_does_not_withdraw() -> None:
    # Other infantry may that is engaged.
    units = (foot("post", "0808", "red", flags=ENGAGED), garrison("post", "0808", flags=ENGAGED))
    for unit, may in zip(units, (True, False), strict=True):
        scene = given(unit, foot("foe", "0807", facing="s"))
        assert may_withdraw(scene.p, scene.u("post")) == may
