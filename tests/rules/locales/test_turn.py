"""The turn order: phases, their steps, and the sides that alternate."""

import pytest

from grognard.engine.step import Decision
from grognard.systems.locales.cards import PlayCard
from grognard.systems.locales.field import FieldOrder
from grognard.systems.locales.staff import TASKS, StaffOrder
from grognard.systems.locales.state.kinds import ORDERS, Clock, State
from grognard.systems.locales.turn import NextTurn
from tests.rules.locales.given import Scene, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP


def busy(**how: object) -> Scene:
    """A position in which every step of a turn has something to ask."""
    return given(
        foot("a", "b2", 1), foot("b", "b2", 1),
        gun("ranging", "b2/b3", state=State.RANGING | State.UP),
        gun("limbered", "b2/b3"), foot("x", "a2", 0, state=BROKEN),
        foot("y", "a2", 0, state=BROKEN), foot("keeper", "a2", 1), foot("late", group=1),
        foot("foe", "b3", 2, side="red"), entries={"a1": "blue"}, turns=3, **how,  # type: ignore[arg-type]
    )  # fmt: skip


def question(scene: Scene) -> str:
    """The name of the open question."""
    return type(scene.p.top).__name__


def asked(scene: Scene, staff: int = 9) -> list[str]:
    """The questions of one turn in their order, each answered by the first option."""
    scene.push(NextTurn())
    found = []
    while scene.p.clock[Clock.SIDE] == 0 and not scene.p.over:
        top = scene.p.top
        name = type(top).__name__
        if isinstance(top, StaffOrder):
            name = TASKS[top.task]
        found.append(name)
        if isinstance(top, Decision):
            scene.p.play(scene.p.options()[0])
            if isinstance(top, PlayCard):
                scene.p.clock[Clock.STAFF_LEFT] = staff
        else:
            scene.p.play(scene.p.check().table[0])
    return found


@pytest.mark.rule(
    "locales.turn.phase-1-preparation",
    "locales.turn.preparation.shuffle",
    "locales.turn.preparation.limber",
    "locales.turn.preparation.play-cards",
    "locales.turn.phase-2-field",
    "locales.turn.phase-3-staff",
    "locales.turn.staff.reorganize",
    "locales.turn.staff.rally",
    "locales.turn.staff.mobilize",
    "locales.turn.phase-4-administration",
    "locales.turn.administration.spike",
    "locales.turn.administration.range",
    "locales.turn.administration.draw-and-cleanup",
)
def test_the_steps_of_a_turn_follow_the_sheet() -> None:
    scene = busy()
    scene.p.clock[Clock.TURN] = 0
    assert asked(scene) == [
        "ShufflePick", "LimberPick", "PlayCard",
        "FieldOrder",
        "reorganize", "rally", "mobilize",
        "SpikePick", "RangePick", "DrawRoll",
    ]  # fmt: skip
    # and the next question is the enemy's
    assert scene.p.clock[Clock.SIDE] == 1 and scene.p.clock[Clock.TURN] == 1


@pytest.mark.rule(
    "locales.turn.administration.claim-objectives", "locales.turn.phase-4-administration"
)
def test_objectives_are_claimed_before_anything_else_of_administration() -> None:
    # Infantry of 2 on the objective; a gun that the owner could spike is asked for afterwards.
    scene = given(foot("a", "b2", 2), gun("g", "b2"), objectives={"b2": "red"}).phase(3)
    assert question(scene) == "SpikePick"
    assert scene.morale("red") == 45


@pytest.mark.rule("locales.turn.administration.claim-objectives")
def test_a_battle_won_by_a_claim_ends_before_guns_stand_down() -> None:
    scene = given(
        foot("a", "b2", 2), gun("g", "b2/b3"), objectives={"b2": "red"}, morale=(50, 5)
    ).phase(3)
    assert scene.p.over and scene.where("g") == "b2/b3"


@pytest.mark.rule(
    "locales.turn.administration.stand-down",
    "locales.turn.administration.range",
    "locales.turn.phase-4-administration",
)
def test_a_gun_that_stood_down_cannot_range() -> None:
    scene = given(gun("g", "b2/b3"), gun("k", "b2/c2"), foot("foe", "c2", side="red")).phase(3)
    assert question(scene) == "SpikePick"
    assert scene.where("g") == "b2"  # stood down already
    scene.play("keep the guns")
    assert question(scene) == "RangePick"
    assert scene.options() == ["leave them limbered", f"range {scene.name('k')}"]


@pytest.mark.rule("locales.turn.administration.spike", "locales.turn.administration.range")
def test_a_spiked_gun_is_gone_before_guns_are_ranged() -> None:
    scene = given(gun("g", "b2/b3"), gun("k", "b2/b3"), foot("foe", "b3", side="red")).phase(3)
    scene.play(f"spike {scene.name('g')}", "keep the guns")
    assert scene.options() == ["leave them limbered", f"range {scene.name('k')}"]


@pytest.mark.rule("locales.turn.preparation.limber", "locales.turn.preparation.play-cards")
def test_a_gun_limbered_in_preparation_may_march_in_the_same_turn() -> None:
    scene = given(
        gun("g", "b2/b3", state=State.RANGING | State.UP), foot("foe", "b3", side="red")
    ).phase(0)
    assert question(scene) == "LimberPick"
    scene.play(f"limber {scene.name('g')}")
    assert question(scene) == "PlayCard"
    scene.p.stack.clear()
    assert "field-march b2/b3" in scene.field().options()


@pytest.mark.rule(
    "locales.turn.field.advance",
    "locales.turn.field.assault",
    "locales.turn.field.bombard",
    "locales.turn.field.charge",
    "locales.turn.field.maneuver",
    "locales.turn.field.march",
    "locales.turn.phase-2-field",
)
def test_field_commands_are_offered_in_the_field_phase_only() -> None:
    scene = busy()
    scene.p.clock[Clock.TURN] = 0
    scene.push(NextTurn())
    while scene.p.clock[Clock.SIDE] == 0:
        top = scene.p.top
        if isinstance(top, Decision):
            orders = [t for t in scene.options() if t.startswith(ORDERS)]
            assert bool(orders) == isinstance(top, FieldOrder)
            scene.p.play(scene.p.options()[0])
        else:
            scene.p.play(scene.p.check().table[0])


@pytest.mark.rule("locales.turn.phase-2-field")
def test_nobody_is_asked_for_field_commands_the_card_does_not_give() -> None:
    scene = given(foot("a", "b2"), gun("g", "b2/b3"), foot("foe", "b3", side="red"))
    scene.p.clock[Clock.FIELD_LEFT] = 1
    assert question(scene.phase(1)) == "FieldOrder"
    scene.p.stack.clear()
    scene.p.clock[Clock.FIELD_LEFT] = 0
    assert scene.phase(1).p.over


@pytest.mark.rule("locales.turn.field.any-order", "locales.turn.phase-2-field")
def test_field_commands_come_in_any_order_and_mixture() -> None:
    # A march, an advance, a second march; and an advance between two marches.
    for order in ("mam", "amm", "mma"):
        scene = given(
            foot("m0", "b4", 2), foot("m1", "a1", 2), foot("adv", "c2/c3", 2),
            horse("foe", "c3", side="red"),
        ).field(commands=3)  # fmt: skip
        marches = iter((("b4", "a4", "m0"), ("a1", "a2", "m1")))
        for letter in order:
            if letter == "a":
                scene.order("advance c2/c3", "adv")
                scene.play(next(text for text in scene.options() if text.startswith("> d3")))
                while not scene.p.over and question(scene) != "FieldOrder":  # nobody deploys
                    scene.p.play(scene.p.options()[0])
            else:
                start, goal, unit = next(marches)
                scene.play(f"field-march {start}")
                scene.play(next(text for text in scene.options() if text.endswith(goal)))
                scene.play(scene.name(unit), "go")
        assert [scene.where(i) for i in ("m0", "m1", "adv", "foe")] == ["a4", "a2", "c3", "d3"]


@pytest.mark.rule("locales.turn.phase-2-field")
@pytest.mark.parametrize("order", ORDERS)
def test_every_field_command_of_the_sheet_is_there(order: str) -> None:
    # Each in a position made for it.
    foe = foot("foe", "b3", 2, side="red")
    block = foot("block", "b3/b2", 2, side="red")
    scenes = {
        "advance": ((foot("a", "b2/b3"), foe), "b2/b3"),
        "assault": ((foot("a", "b2/b3"), block), "b2/b3"),
        "bombard": ((gun("a", "b2/b3", state=State.RANGING | State.UP), foe), "b2/b3"),
        "maneuver": ((foot("a", "b2"), foe), "b2"),
        "field-march": ((foot("a", "b2"),), "b2"),
        "local-march": ((foot("a", "b2"), foe), "b2"),
    }
    if order in scenes:
        units, spot = scenes[order]
        scene = given(*units).field()
    elif order == "road-march":
        scene, spot = given(foot("a", "b2"), roads=[("main", ("b2", "c2"))]).field(), "b2"
    else:
        foes = (foot("foe", "b4", side="red"),) if order == "charge" else ()
        scene, spot = given(horse("a", "b2"), *foes).field(), "b2"
    assert f"{order} {spot}" in scene.options()


@pytest.mark.rule("locales.ruling.alternate-turns")
def test_the_sides_alternate_whole_turns_until_the_last() -> None:
    scene = given(foot("a", "b2"), turns=3, variant="fixed-command")
    scene.p.clock[Clock.TURN] = 0
    scene.push(NextTurn())
    seen: list[tuple[int, int]] = []
    while not scene.p.over:
        now = (scene.p.clock[Clock.TURN], scene.p.actor)
        assert scene.p.actor == scene.p.clock[Clock.SIDE]
        if not seen or seen[-1] != now:
            seen.append(now)
        scene.p.play(scene.p.options()[0])
    assert seen == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)]


@pytest.mark.rule("locales.ruling.nothing-added")
def test_nothing_is_asked_beyond_the_sheet() -> None:
    # No feint, counter-attack, pursuit, night or leader: these are all the orders there are.
    scene = busy()
    kinds = {text.split()[0] for text in scene.field().options()}
    assert kinds <= {
        "done", "advance", "assault", "bombard", "charge", "maneuver",
        "cavalry-march", "field-march", "local-march", "road-march",
    }  # fmt: skip
    scene = busy()
    scene.p.clock[Clock.TURN] = 0
    steps = set(asked(scene))
    assert steps == {
        "ShufflePick", "LimberPick", "PlayCard", "FieldOrder", "reorganize", "rally", "mobilize",
        "SpikePick", "RangePick", "DrawRoll",
    }  # fmt: skip


@pytest.mark.rule("locales.turn.preparation.shuffle")
def test_shuffling_comes_first_of_all() -> None:
    scene = given(
        foot("a", "b2"), foot("b", "b2"), gun("g", "b2/b3", state=State.RANGING | State.UP)
    ).phase(0)
    assert question(scene) == "ShufflePick"
    scene.play("leave them as they are")
    assert question(scene) == "LimberPick"


@pytest.mark.rule("locales.turn.administration.draw-and-cleanup")
def test_the_draw_ends_the_turn() -> None:
    scene = given(foot("a", "b2")).phase(3)
    assert question(scene) == "DrawRoll"
    scene.p.play(scene.p.check().table[0])
    assert scene.p.over


@pytest.mark.rule("locales.turn.staff.rally", "locales.turn.phase-3-staff")
def test_no_reorganizing_once_rallying_has_begun() -> None:
    scene = busy()
    scene.p.clock[Clock.STAFF_LEFT] = 9
    scene.phase(2)
    scene.play("do not reorganize")
    assert scene.options() == ["do not rally", "rally"]
    scene.play("rally")
    assert scene.options() == ["do not mobilize", "mobilize"]  # no pair is left to rally
