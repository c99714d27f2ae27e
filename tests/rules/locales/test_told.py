"""What the log says: causes of losses and waits, and nothing twice."""

from __future__ import annotations

import pytest

from grognard.systems.locales.state.kinds import Clock, State
from grognard.systems.locales.turn import steps_of_phase
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

ADMINISTRATION, STAFF = 3, 2
RANGED = State.RANGING | State.UP
BROKEN = State.DISRUPTED | State.UP
# Nothing leads out of b3 but the boundary with b4.
POCKET = {("a3", "b3"): {"passage": "impassable"}, ("b3", "c3"): {"passage": "impassable"}}


def heard(scene: Scene, word: str) -> list[str]:
    """The lines of the log that hold a word."""
    assert scene.p.ear is not None
    return [event.text for event in scene.p.ear if word in event.text]


def listening(scene: Scene) -> Scene:
    scene.p.ear = []
    return scene


@pytest.mark.rule("locales.ruling.bombard.ends-ranging", "locales.ruling.stand-down.to-reserve")
def test_a_gun_that_bombarded_and_stands_down_is_limbered_once() -> None:
    scene = listening(
        given(
            gun("g", "b2/b3", state=RANGED),
            gun("still", "a2/a3", state=RANGED),
            horse("x", "b3/b2", 1, side="red"),
            foot("y", "a3", 1, side="red"),
            variant="fixed-command",
        )
    )
    scene.field().order("bombard b2/b3", "g").order("bombard a2/a3", "still")
    side = scene.p.clock[Clock.SIDE]
    scene.push(*reversed(steps_of_phase(scene.p, ADMINISTRATION, side))).play("keep the guns")
    # Its enemy is shot away: it is limbered as it stands down. The other faces disrupted
    # infantry, stays on its approach, and ranges no longer when the turn is over.
    assert heard(scene, "limbered") == [
        "Block 1 is limbered and turned face-down.",
        "Block 2 is limbered and turned face-down.",
    ]
    assert (scene.where("g"), scene.where("still")) == ("b2", "a2/a3")
    assert not scene.has("g", State.RANGING) and not scene.has("still", State.RANGING)


@pytest.mark.rule("locales.ruling.leave.no-exit-eliminated")
def test_who_is_lost_for_want_of_room_is_told_with_the_cause() -> None:
    scene = listening(
        given(
            foot("a", "b2/b3", 2),
            horse("x", "b3", 2, side="red"),
            horse("y", "b3", 1, side="red"),
            capacity={"b4": 1},
            boundaries=POCKET,
        )
    )
    scene.field().order("advance b2/b3", "a")
    decision = scene.p.decision
    assert decision is not None
    before = "There is no room for all who must leave: "
    assert decision.prompt(scene.p) == before + "1 more lost, which block?"
    scene.play(scene.name("y"))
    decision = scene.p.decision
    assert decision is not None
    assert decision.prompt(scene.p) == before + "all who are lost are named."
    scene.play("go")
    assert heard(scene, "eliminated:") == [
        "Block 4 (Y, cavalry 1) is eliminated: there is no room for it elsewhere."
    ]
    assert scene.where("x") == "b4"


@pytest.mark.rule("locales.ruling.leave.no-exit-eliminated", "locales.ruling.retreat-cost.guns")
def test_who_has_no_way_out_is_told_with_the_cause() -> None:
    scene = listening(
        given(
            foot("a", "b2/b3", 2),
            horse("x", "b3", 2, side="red"),
            gun("g", "b3", side="red"),
            boundaries={**POCKET, ("b3", "b4"): {"passage": "impassable"}},
        )
    )
    scene.field().order("advance b2/b3", "a")
    assert heard(scene, "eliminated:") == [
        "Block 4 (G, artillery 1) is eliminated: guns cannot retreat.",
        "Block 3 (X, cavalry 2) is eliminated: it has no way out.",
    ]


@pytest.mark.rule(
    "locales.ruling.withdraw-cost", "locales.disrupted.eliminated-alone-in-withdrawal"
)
def test_who_is_lost_in_a_withdrawal_is_told_with_the_cause() -> None:
    scene = listening(
        given(
            foot("a", "b2", 2),
            foot("b", "c2", 2),
            gun("g", "b3/a3", side="red", state=RANGED),
            foot("d", "c3", 0, side="red", state=BROKEN),
        )
    )
    scene.field().order("maneuver b2 > b2/b3", "a").order("maneuver c2 > c2/c3", "b")
    alone = "nobody who is not disrupted was there to go with it"
    assert heard(scene, "eliminated:") == [
        "Block 5 (G, artillery 1) is eliminated: ranging guns cannot withdraw.",
        f"Block 6 (D, disrupted infantry) is eliminated: {alone}.",
    ]


@pytest.mark.rule(
    "locales.ruling.mobilize.entry-free-of-enemy", "locales.restriction.capacity-at-all-times"
)
def test_a_group_that_finds_no_entry_waits_and_the_log_says_why() -> None:
    def waits(*units: Spec, commands: int = 1, closed: str = "") -> list[str]:
        scene = listening(
            given(
                foot("r1", group=1),
                foot("r2", group=2),
                foot("a", "b2", 1),
                *units,
                entries={"a1": "blue", "b1": "blue"},
                capacity={"b1": 1},
            )
        )
        if closed:
            scene.p.closed[scene.locale(closed)] = 1
        scene.p.clock[Clock.STAFF_LEFT] = commands
        scene.p.stack.extend(reversed(steps_of_phase(scene.p, STAFF, 0)))
        scene.p.settle()
        return heard(scene, "must wait")

    enemy, friend = foot("x", "a1", 1, side="red"), foot("f", "b1", 1)
    both = ["Blue group 1 must wait: A1 is held by the enemy, B1 is full."]
    assert waits(enemy, friend) == both
    assert waits(friend, closed="a1") == [
        "Blue group 1 must wait: A1 is closed for the turn, B1 is full."
    ]
    assert waits(enemy) == []  # b1 is free: it is asked
    assert waits(enemy, friend, commands=0) == []  # nobody could order it anyway


@pytest.mark.rule("locales.mobilize.effect.morale-minus-2", "locales.morale.spike-artillery")
def test_what_costs_morale_says_so_before_it_is_done() -> None:
    def priced(scene: Scene) -> dict[str, str]:
        asked = scene.p.decision
        assert asked is not None
        return {asked.phrase(scene.p, a): asked.price(scene.p, a) for a in scene.p.options()}

    scene = given(
        foot("r1", group=1), gun("g", "b2"), foot("foe", "b4", side="red"), entries={"a1": "blue"}
    )
    assert priced(scene.staff("mobilize")) == {
        "do not mobilize": "",
        "mobilize": "brings on R1 (infantry 2), and costs 2 morale",
    }
    scene.play("mobilize")  # one entry: it comes on at once
    scene.push(*reversed(steps_of_phase(scene.p, ADMINISTRATION, 0)))
    assert priced(scene) == {
        "keep the guns": "",
        f"spike {scene.name('g')}": "the guns are lost, and it costs 1 morale",
    }


@pytest.mark.rule("locales.local-march.final.approach-to-reserve")
def test_a_local_march_back_is_not_called_like_one_to_the_approach() -> None:
    scene = given(foot("a", "b2/b3"), foot("b", "b2"), foot("foe", "b3", side="red")).field()
    assert {"local-march b2", "local-march back from b2/b3"} <= set(scene.options())
    scene.order("local-march back from b2/b3", "a")
    assert scene.where("a") == "b2"


# -- why a point is lost --------------------------------------------------------------------------


def prompt(scene: Scene) -> str:
    """What the side that must answer is asked."""
    return scene.view(scene.actor()).question.prompt


@pytest.mark.rule("locales.ruling.bombard.allocation")
def test_who_bears_a_bombardment_is_told_why() -> None:
    guns = gun("g", "b2/b3", state=State.RANGING | State.UP)
    scene = given(guns, foot("one", "b3", side="red"), foot("two", "b3", side="red")).field()
    scene.order("bombard b2/b3", "g")
    assert prompt(scene) == "The bombardment costs you a strength point: which block loses it?"


@pytest.mark.rule("locales.ruling.assault.allocation", "locales.ruling.support.defending")
def test_who_divides_the_losses_of_a_fight_is_told_whose_they_are() -> None:
    scene = given(
        foot("x", "b2/b3", 2), foot("y", "b2/b3", 2), foot("o", "b2/b3", 1), gun("p", "b2/b3"),
        foot("r", "b3/b2", 3, "red"), foot("s", "b3/b2", 3, "red"), gun("t", "b3/b2", "red"),
        gun("u", "b3/b2", "red"),
    )  # fmt: skip
    scene.field().order("assault b2/b3", "x", "y", "o", "p").pick("x", "y").pick().pick("t", "u")
    for _ in range(2):
        assert scene.actor() == "red"
        assert prompt(scene) == "Your guns cost the enemy a strength point: which block loses it?"
        scene.play(f"weaken {scene.name('x')}")
    scene.pick("r", "s")
    # 2 - 6 = -4: y, the last of the leaders, bears 2 of 5; the next falls on o or p.
    assert scene.actor() == "blue"
    assert prompt(scene) == "The fight costs you a strength point: which block loses it?"
    scene.play(f"weaken {scene.name('p')}")
    # Then the point of the winner, whose two leaders are the enemy's.
    assert scene.actor() == "blue"
    assert prompt(scene) == "The fight costs the enemy a strength point: which block loses it?"


@pytest.mark.rule(
    "locales.ruling.retreat-cost.other-approaches", "locales.ruling.retreat-cost.reserve"
)
def test_who_pays_for_a_retreat_is_told_for_which_part_of_the_locale() -> None:
    scene = given(
        foot("blue", "b2/b3", 3), foot("east", "c3", 1),
        horse("r", "b3/c3", 2, "red"), horse("s", "b3/c3", 1, "red"),
        foot("t", "b3", 2, "red"), foot("u", "b3", 1, "red"),
    )  # fmt: skip
    scene.field().order("advance b2/b3", "blue")
    approach = "The retreat costs each approach that did not fight a strength point"
    assert prompt(scene) == f"{approach}: which block loses it?"
    scene.play(f"weaken {scene.name('r')}")
    reserve = "The retreat costs the infantry of the reserve a strength point"
    assert prompt(scene) == f"{reserve}: which block loses it?"


@pytest.mark.rule("locales.ruling.mobilize.entry-free-of-enemy")
def test_a_group_of_the_second_side_waits_too_while_the_enemy_holds_its_entry() -> None:
    units = (foot("r", group=1, side="red"), foot("foe", "e1", 1, side="red"), foot("a", "a1", 1))
    scene = listening(given(*units, entries={"a1": "red"}))
    scene.p.clock[Clock.STAFF_LEFT] = 1
    scene.p.stack.extend(reversed(steps_of_phase(scene.p, STAFF, 1)))
    scene.p.settle()
    assert heard(scene, "must wait") == ["Red group 1 must wait: A1 is held by the enemy."]


@pytest.mark.rule("locales.local-march.initial.securing")
def test_a_march_back_from_an_approach_is_told_as_such() -> None:
    for approach, home in (("a1/b1", "A1"), ("b2/b3", "B2")):
        far = approach.partition("/")[2]
        scene = listening(given(foot("a", approach), foot("foe", far, side="red"))).field()
        scene.order(f"local-march back from {approach}", "a")
        (line,) = heard(scene, "local march")
        told = f" in {home}, back to the reserve from its approach towards {far.upper()}."
        assert line.endswith(told)


@pytest.mark.rule("locales.field-march.condition.no-enemy-occupied-locale")
def test_a_field_march_aims_at_the_locale_it_leads_to() -> None:
    scene = given(foot("a", "b2"), foot("foe", "b3", side="red")).field().play("field-march b2")
    decision = scene.p.decision
    assert decision is not None
    aims = {decision.phrase(scene.p, a): decision.aims_at(scene.p, a) for a in scene.p.options()}
    assert aims == {f"> {name}": f"locale:{name}" for name in ("a2", "b1", "c2")}
