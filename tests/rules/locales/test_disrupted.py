"""Disrupted infantry and strength losses: the ladder, and everything it may not do."""

import pytest

from grognard.engine.errors import FileError
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP
RANGED = State.RANGING | State.UP


def bombarded(scene: Scene, times: int = 1) -> Scene:
    """So many ranging guns (g0, g1, …) of blue fire from b2 to b3."""
    scene.field().play("bombard b2/b3")
    for n in range(times):
        scene.play(scene.name(f"g{n}"))
    return scene.play("go")


def battery(count: int) -> list[Spec]:
    """Ranging guns on b2/b3."""
    return [gun(f"g{n}", "b2/b3", state=RANGED) for n in range(count)]


def won(scene: Scene, loser: str) -> Scene:
    """Blue (2) assaults two leaders (x 1 and y 3) in vain; red's point falls on one of them."""
    scene.field().order("assault b2/b3", "a").fight(defend=["x", "y"])
    return scene.play(f"weaken {scene.name(loser)}")


def stand() -> Scene:
    """The position for it."""
    return given(foot("a", "b2/b3", 2), foot("x", "b3/b2", 1, "red"), foot("y", "b3/b2", 3, "red"))


# -- the ladder --------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.loss-ladder")
def test_infantry_steps_down_to_disrupted() -> None:
    scene = given(*battery(4), foot("foe", "b3", 3, "red"))
    bombarded(scene, 2)
    assert scene.strength("foe") == 1 and not scene.has("foe", State.DISRUPTED)
    scene.order("bombard b2/b3", "g2")
    assert scene.strength("foe") == 0 and scene.has("foe", State.DISRUPTED)
    assert scene.where("foe") == "b3"


@pytest.mark.rule("locales.ruling.loss-ladder")
def test_cavalry_and_guns_are_gone_after_their_last_point() -> None:
    scene = given(*battery(2), horse("foe", "b3", 2, "red"), foot("far", "e1", 1, "red"))
    bombarded(scene, 1)
    assert scene.strength("foe") == 1 and scene.where("foe") == "b3"
    scene.order("bombard b2/b3", "g1")
    assert scene.where("foe") is None
    scene = given(*battery(1), gun("foe", "b3", "red"), foot("far", "e1", 1, "red"))
    assert bombarded(scene).where("foe") is None


@pytest.mark.rule("locales.ruling.strengths")
def test_every_arm_has_its_greatest_strength() -> None:
    scene = given(foot("i", "b2", 3), horse("c", "b2", 2), gun("g", "b2"))
    assert [scene.strength(i) for i in "icg"] == [3, 2, 1]
    for spec in (
        foot("i", "b2", 4), horse("c", "b2", 3), gun("g", "b2")._replace(strength=2),
    ):  # fmt: skip
        with pytest.raises(FileError, match="strength"):
            given(spec)


# -- disrupted infantry ------------------------------------------------------------------------


@pytest.mark.rule("locales.disrupted.drops-to-reserve")
def test_infantry_disrupted_on_an_approach_is_in_reserve_at_once() -> None:
    scene = won(stand(), "x")
    assert (
        scene.has("x", State.DISRUPTED) and scene.where("x") == "b3" and scene.where("y") == "b3/b2"
    )


@pytest.mark.rule("locales.disrupted.never-face-down")
def test_disrupted_infantry_lies_face_up_for_good() -> None:
    scene = won(stand(), "x")
    assert scene.has("x", State.UP) and not scene.has("y", State.UP)
    assert scene.known_to("blue").strength[scene.b("x")] == 0


@pytest.mark.rule("locales.disrupted.never-shuffled")
def test_disrupted_infantry_is_left_out_of_shuffles() -> None:
    alone = given(foot("a", "b2"), foot("d", "b2", 0, state=BROKEN)).phase(0)
    assert "shuffle b2" not in (alone.options() if alone.p.decision else [])
    scene = given(foot("a", "b2", 1), foot("b", "b2", 2), foot("d", "b2", 0, state=BROKEN)).phase(0)
    before = scene.b("d")
    scene.play("shuffle b2")
    assert [die.sides for die in scene.p.check().dice] == [2]
    scene.roll(2)
    assert scene.b("d") == before and scene.has("d", State.DISRUPTED)


@pytest.mark.rule("locales.disrupted.never-secures")
def test_disrupted_infantry_never_secures_an_approach() -> None:
    alone = given(foot("d", "b2", 0, state=BROKEN), foot("foe", "b3", side="red")).field()
    assert alone.options() == ["done"]
    scene = given(
        foot("a", "b2"), foot("d", "b2", 0, state=BROKEN), foot("foe", "b3", side="red")
    ).field()
    scene.play("local-march b2", "> b2/b3", scene.name("a"))
    assert scene.options() == ["go"]


@pytest.mark.rule("locales.disrupted.never-defends-charge")
def test_disrupted_infantry_never_meets_a_charge() -> None:
    scene = given(
        horse("c", "b1"), foot("d", "b3", 0, "red", state=BROKEN), foot("r", "b3", 1, "red")
    ).field()
    scene.order("charge b1 > b2/b3", "c").play("defend")
    assert scene.options() == [scene.name("r")]
    alone = given(
        horse("c", "b1"), foot("d", "b3", 0, "red", state=BROKEN), foot("far", "e1", 1, "red")
    ).field()
    alone.order("charge b1 > b2/b3", "c")
    # It could only retreat, and is eliminated for want of a companion.
    assert alone.where("d") is None and alone.where("c") == "b3"


@pytest.mark.rule("locales.disrupted.never-answers-maneuver", "locales.disrupted.never-secures")
def test_disrupted_infantry_never_answers_a_maneuver() -> None:
    scene = given(
        foot("a", "b2"), foot("d", "b3", 0, "red", state=BROKEN), foot("r", "b3", 1, "red")
    ).field()
    scene.order("maneuver b2 > b2/b3", "a").play("secure")
    # Nobody else can, as everybody sees: it goes without asking.
    assert (scene.where("r"), scene.where("d")) == ("b3/b2", "b3")
    alone = given(
        foot("a", "b2"), foot("d", "b3", 0, "red", state=BROKEN), foot("far", "e1", 1, "red")
    ).field()
    alone.order("maneuver b2 > b2/b3", "a")
    assert alone.where("d") is None and alone.where("a") == "b3"


@pytest.mark.rule("locales.disrupted.only-three-commands")
def test_disrupted_infantry_marches_by_field_and_road_and_rallies() -> None:
    scene = given(
        foot("d", "b2", 0, state=BROKEN), foot("e", "b2", 0, state=BROKEN), foot("a", "b2", 2),
        foot("foe", "b3", side="red"), roads=[("main", ["b2", "b1", "a1"])],
    ).field()  # fmt: skip
    broken = {scene.name("d"), scene.name("e")}
    taken = {}
    for order, target in (
        ("maneuver", "> b2/b3"), ("local-march", "> b2/b3"), ("field-march", "> b1"),
        ("road-march", "> a1"),
    ):  # fmt: skip
        twin = Scene(scene.p.copy()).play(f"{order} b2", target)
        taken[order] = broken <= set(twin.options())
    assert taken == {
        "maneuver": False, "local-march": False, "field-march": True, "road-march": True,
    }  # fmt: skip
    scene.staff("rally")
    assert "rally" in scene.options()
    scene.staff("reorganize")
    assert "merge" not in scene.options()


@pytest.mark.rule(
    "locales.disrupted.companion-same-position.field-march",
    "locales.disrupted.companion-same-position.road-march",
    "locales.disrupted.companion-same-position.rally",
)
def test_a_companion_elsewhere_in_the_locale_does_not_count() -> None:
    scene = given(
        foot("d", "b2", 0, state=BROKEN), foot("e", "b2", 0, state=BROKEN),
        foot("a", "b2/b3", 2), foot("foe", "b3", side="red"), roads=[("main", ["b2", "b1", "a1"])],
    ).field()  # fmt: skip
    assert not {"field-march b2", "road-march b2"} & set(scene.options())
    scene.staff("rally")
    assert scene.p.over or "rally" not in scene.options()


@pytest.mark.rule(
    "locales.disrupted.companion-marches-along.field-march",
    "locales.disrupted.companion-marches-along.road-march",
)
@pytest.mark.parametrize(("order", "there"), [("field-march", "b1"), ("road-march", "a1")])
def test_the_companion_marches_along(order: str, there: str) -> None:
    scene = given(
        foot("d", "b2", 0, state=BROKEN), foot("a", "b2", 2), foot("b", "b2", 1),
        roads=[("main", ["b2", "b1", "a1"])],
    ).field()  # fmt: skip
    scene.play(f"{order} b2", f"> {there}", scene.name("d"))
    assert scene.options() == [scene.name("a"), scene.name("b")]  # not yet go
    scene.play(scene.name("a"), "go")
    assert [scene.where(i) for i in "dab"] == [there, there, "b2"]


@pytest.mark.rule("locales.disrupted.takes-no-loss")
def test_no_loss_falls_on_disrupted_infantry() -> None:
    scene = given(  # two points, and one that can bear them
        *battery(2),
        foot("d", "b3", 0, "red", state=BROKEN),
        foot("r", "b3", 3, "red"),
    )
    bombarded(scene, 2)
    assert scene.strength("r") == 1 and scene.where("d") == "b3" and scene.morale("red") == 48


@pytest.mark.rule("locales.disrupted.takes-no-loss", "locales.ruling.bombard.target")
def test_a_bombardment_of_disrupted_infantry_alone_is_said_to_cause_no_loss() -> None:
    scene = given(*battery(2), foot("d", "b3", 0, "red", state=BROKEN), foot("far", "e1", 2, "red"))
    scene.p.ear = []
    bombarded(scene, 2)
    assert "The bombardment causes 0 losses." in [event.text for event in scene.p.ear]
    assert scene.where("d") == "b3" and scene.morale("red") == 50
