"""Who is asked: never for what everybody can see, always where silence would tell a secret."""

import random

import pytest

from grognard.engine.order import read_order
from grognard.engine.step import EVERYBODY
from grognard.systems.locales.field import NextOrder
from grognard.systems.locales.staff import StaffTask
from grognard.systems.locales.state.kinds import Clock, State, Verb
from tests.rules.locales.given import Scene, foot, given, gun, horse

READY = State.RANGING | State.UP


def question(scene: Scene) -> str:
    """The name of the open question, empty if there is none."""
    return "" if scene.p.over else type(scene.p.top).__name__


def say(scene: Scene, text: str) -> str:
    """Answer as at a real table, and name the question that follows."""
    for action in read_order(scene.p, text):
        scene.p.play(action)
    return question(scene)


def know(scene: Scene, *ids: str) -> Scene:
    """The enemy has seen what these blocks are."""
    for unit in ids:
        scene.p.know(scene.b(unit))
    return scene


# -- where an order leads ------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.no-idle-question")
@pytest.mark.parametrize("order", ["local-march b2", "maneuver b2"])
def test_an_order_with_one_target_is_not_asked_where_to(order: str) -> None:
    scene = given(foot("a", "b2"), foot("b", "b2"), foot("foe", "b3", side="red")).field()
    assert say(scene, order) == "OrderBlocks"
    two = given(
        foot("a", "b2"),
        foot("b", "b2"),
        foot("foe", "b3", side="red"),
        foot("fie", "c2", side="red"),
    ).field()
    assert say(two, order) == "OrderTarget"


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_the_only_target_may_be_named_all_the_same() -> None:
    scene = given(foot("a", "b2"), foot("b", "b2"), foot("foe", "b3", side="red")).field()
    assert (
        say(scene, f"local-march b2 > b2/b3, {scene.name('a')}".replace(",", "")) == "OrderBlocks"
    )
    assert say(scene, "go") == "FieldOrder" and scene.where("a") == "b2/b3"


# -- whether a command can be given --------------------------------------------------------------


def next_order(scene: Scene, extra: int) -> str:
    """The question after a turn's commands are used up but for an extra of the card."""
    scene.p.clock[Clock.FIELD_LEFT], scene.p.clock[Clock.EXTRA] = 0, extra
    scene.push(NextOrder(side=0))
    return question(scene)


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.asked-for-secrecy")
def test_an_assault_is_asked_for_only_if_somebody_may_lead_it() -> None:
    def facing(strength: int, elsewhere: int) -> Scene:
        return given(
            horse("h", "b2/b3", strength), horse("k", "a1", elsewhere),
            foot("foe", "b3/b2", side="red"),
        )  # fmt: skip

    assert next_order(facing(1, 1), 4) == ""  # all his cavalry has strength 1
    assert next_order(facing(1, 2), 4) == "FieldOrder"  # it may be the other one
    assert next_order(know(facing(1, 2), "h"), 4) == ""
    assert next_order(facing(2, 2), 4) == "FieldOrder"


@pytest.mark.rule("locales.ruling.no-idle-question")
@pytest.mark.parametrize(("own", "enemy", "asked"), [(1, 0, True), (1, 1, False), (2, 1, True)])
def test_a_bombardment_is_asked_for_only_with_more_guns(own: int, enemy: int, asked: bool) -> None:
    scene = given(
        *(gun(f"g{n}", "b2/b3", state=READY) for n in range(own)),
        *(gun(f"e{n}", "b3/b2", "red", state=READY) for n in range(enemy)),
        foot("foe", "b3", side="red"),
    )
    assert next_order(scene, 2) == ("FieldOrder" if asked else "")


@pytest.mark.rule("locales.ruling.no-idle-question")
def test_a_bombardment_from_the_first_approach_is_asked_for() -> None:
    scene = given(gun("g", "a1/b1", state=READY), foot("foe", "b1", side="red"))
    scene.p.closed[-1] = 1  # the last locale was won this turn: it is no goal of theirs
    assert next_order(scene, 2) == "FieldOrder"


# -- fights --------------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.asked-for-secrecy")
def test_who_leads_an_assault_is_not_asked_if_one_alone_may() -> None:
    def begun(*seen: str) -> str:
        scene = given(foot("a", "b2/b3", 3), gun("g", "b2/b3"), foot("foe", "b3/b2", side="red"))
        know(scene, *seen).field()
        return say(scene, f"assault b2/b3 {scene.name('a')} {scene.name('g')} go")

    assert begun() == "AttackLeaders"  # which of the two is the gun is a secret
    assert begun("g") != "AttackLeaders"


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.asked-for-secrecy")
def test_who_meets_a_charge_is_not_asked_if_one_alone_may() -> None:
    def begun(*red: str) -> str:
        units = {"x": foot("x", "b3", side="red"), "y": gun("y", "b3", "red")}
        scene = given(horse("h", "b1"), *(units[u] for u in red), foot("far", "e1", side="red"))
        scene.field().order("charge b1 > b2/b3", "h")
        return say(scene, "defend")

    assert begun("x") != "ChargeDefenders"
    assert begun("x", "y") == "ChargeDefenders"


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.asked-for-secrecy")
def test_the_loss_of_a_reserve_is_not_asked_if_one_alone_may_bear_it() -> None:
    def retreats(*red: str) -> Scene:
        units = {
            "x": foot("x", "b3", side="red"), "h": horse("h", "b3", side="red"),
            "d": foot("d", "b3", 0, "red", state=State.DISRUPTED | State.UP),
        }  # fmt: skip
        scene = given(foot("a", "b2/b3"), *(units[u] for u in red), foot("far", "e1", side="red"))
        return scene.field()

    alone = retreats("x")
    assert say(alone, "advance b2/b3") == "LeaveTo" and alone.strength("x") == 1
    assert say(retreats("x", "h"), "advance b2/b3") == "HiddenLossTo"
    assert say(know(retreats("x", "h"), "h"), "advance b2/b3") == "LeaveTo"
    assert say(retreats("x", "d"), "advance b2/b3") == "LeaveTo"  # disrupted infantry bears nothing


@pytest.mark.rule("locales.ruling.bombard.allocation")
def test_who_is_hit_by_a_bombardment_is_asked_without_a_secret() -> None:
    scene = given(
        gun("g", "b2/b3", state=READY), *(foot(u, "b3/b2", side="red") for u in "xy")
    ).field()  # fmt: skip
    assert say(scene, "bombard b2/b3") == "LossTo"


# -- staff ---------------------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.asked-for-secrecy")
def test_who_is_split_is_not_asked_if_one_alone_may_be() -> None:
    def of(*seen: str) -> Scene:
        units = (foot("a", "b2", 3), foot("b", "b2", 1), horse("h", "c2", 2, state=0))
        return know(given(*units), *seen).staff("reorganize", commands=1)

    assert say(of(), "split in three") == "Split"  # which block has 3 is a secret
    known = of("a")
    assert say(known, "split in three") == ""
    assert sorted(known.p.strength[b] for b in known.p.blocks_in(known.locale("b2"), 0)) == [1] * 4
    assert say(of("a"), "split in two") == "Split"  # 2 may be elsewhere
    assert say(of("a", "h"), "split in two") == "Split"  # both may
    full = given(foot("a", "b2", 3), foot("b", "c2", 2), capacity={"c2": 1})
    assert say(full.staff("reorganize", commands=1), "split in two") == ""  # no room in c2


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.asked-for-secrecy")
def test_who_merges_is_not_asked_if_two_alone_may() -> None:
    def of(*more: str) -> str:
        units = [foot("a", "b2", 1), foot("b", "b2", 1)]
        units += [gun(unit, "b2") for unit in more]
        return say(given(*units).staff("reorganize", commands=1), "merge")

    assert of() == "" and of("g") == "Merge"


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.reorganize.initial.reserve")
def test_only_those_in_reserve_with_room_may_be_split_for_all_that_is_known() -> None:
    foe, late = foot("foe", "b1", side="red"), foot("late", group=1, strength=3)
    alone = given(foot("a", "b2", 3), foot("b", "a1/b1", 3), late, foe, entries={"e4": "blue"})
    assert say(alone.staff("reorganize", commands=1), "split in three") == ""
    tight = given(foot("a", "b2", 3), foot("b", "c2", 2), capacity={"b2": 2})
    assert (
        say(tight.staff("reorganize", commands=1), "split in two") == "Split"
    )  # room for one more


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.turn.staff.reorganize")
@pytest.mark.parametrize(("capacity", "asked"), [(1, ""), (2, "StaffOrder")])
def test_a_lone_block_without_room_is_not_asked_to_reorganize(capacity: int, asked: str) -> None:
    scene = given(foot("a", "b2", 2), capacity={"b2": capacity})
    scene.p.clock[Clock.STAFF_LEFT] = 1
    scene.push(StaffTask(side=0, task=0))
    assert question(scene) == asked


# -- what everybody can see ----------------------------------------------------------------------


@pytest.mark.rule(
    "locales.ruling.no-idle-question", "locales.restriction.assault-won-locale-closed"
)
def test_nobody_is_asked_for_a_command_into_locales_closed_to_all() -> None:
    # From the corner a march leads to a2 or b1 alone, and both were won this turn.
    scene = given(foot("a", "a1"), foot("foe", "e4", side="red"))
    scene.p.clock[Clock.FIELD_LEFT] = 1
    for name in ("a2", "b1"):
        scene.p.closed[scene.locale(name)] = 1
    assert question(scene.push(NextOrder(side=0))) == ""
    scene.p.closed[scene.locale("b1")] = 0
    assert question(scene.push(NextOrder(side=0))) == "FieldOrder"


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.support.artillery-not-ranging")
def test_guns_that_range_are_not_asked_to_support_a_defense() -> None:
    for state, asked in ((READY, "DefenseLeaders"), (State.UP, "DefenseSupport")):
        scene = given(
            foot("a", "b2/b3", 3),
            foot("foe", "b3/b2", side="red", state=State.UP),
            gun("g", "b3/b2", "red", state=state),
        )
        assert say(scene.field(), "assault b2/b3") == asked


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.disrupted.never-defends-charge")
def test_disrupted_infantry_is_not_thought_of_to_meet_a_charge() -> None:
    units = (
        foot("x", "b3", side="red"),
        foot("d", "b3", 0, "red", state=State.DISRUPTED | State.UP),
    )
    scene = given(horse("h", "b1"), *units, foot("far", "e1", side="red"))
    scene.field().order("charge b1 > b2/b3", "h")
    assert say(scene, "defend") != "ChargeDefenders"


@pytest.mark.rule(
    "locales.ruling.no-idle-question", "locales.restriction.won-locale-open-to-participants"
)
def test_who_marches_into_the_first_locale_is_not_asked_if_one_alone_may() -> None:
    scene = given(foot("other", "a2"), foot("victor", "a2", state=State.VICTOR))
    scene.p.closed[scene.locale("a1")] = 1
    assert say(scene.field(), "field-march a2 > a1") == "FieldOrder"
    assert (scene.where("victor"), scene.where("other")) == ("a1", "a2")


@pytest.mark.rule("locales.ruling.named-when-confirmed")
def test_the_enemy_sees_who_was_picked_when_it_is_confirmed() -> None:
    scene = given(foot("a", "b2"), foot("b", "b2"), foot("foe", "e4", side="red")).field()
    scene.play("field-march b2 > b3")
    decision = scene.p.decision
    assert decision is not None
    (pick,) = read_order(scene.p, scene.name("a"))
    assert decision.seen_by(scene.p, pick) == 0
    scene.p.play(pick)
    decision = scene.p.decision
    assert decision is not None
    (go,) = read_order(scene.p, "go")
    assert decision.seen_by(scene.p, go) == EVERYBODY


@pytest.mark.rule("locales.ruling.command-group")
def test_an_order_may_be_given_by_taking_hold_of_who_can_obey_it() -> None:
    # All of one spot who may still be ordered, and nobody of another spot.
    units = (foot("a", "b2"), foot("b", "b2"), foot("tired", "b2", state=State.MOVED))
    scene = given(*units, foot("far", "c2"), foot("foe", "e4", side="red")).field()
    decision = scene.p.decision
    assert decision is not None
    (action,) = read_order(scene.p, "field-march b2")
    spot, *blocks = decision.doers(scene.p, action)
    assert spot == scene.battle.spot_id(scene.locale("b2"))
    assert blocks == [f"block:{scene.b(one) + 1}" for one in ("a", "b")]
    assert decision.doers(scene.p, Verb.DONE) == ()


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.reorganize.initial.reserve")
def test_nobody_is_asked_to_merge_who_secures_the_first_approach() -> None:
    for where, asked in (("a1/b1", ""), ("a1", "StaffOrder")):
        scene = given(foot("a", where, 1), foot("b", where, 1), foot("foe", "b1", side="red"))
        scene.p.clock[Clock.STAFF_LEFT] = 1
        scene.push(StaffTask(side=0, task=0))
        assert question(scene) == asked


@pytest.mark.rule("locales.turn.field.any-order")
def test_a_bot_that_draws_lots_comes_to_every_order_from_the_first_approach() -> None:
    scene = given(foot("a", "a1/b1"), foot("foe", "b1/a1", side="red")).field()
    decision = scene.p.decision
    assert decision is not None
    drawn = {decision.draw(scene.p, random.Random(seed)) for seed in range(60)}
    assert drawn == {*scene.p.options()} and "assault a1/b1" in scene.options()


@pytest.mark.rule(
    "locales.local-march.final.reserve-to-approach", "locales.ruling.no-idle-question"
)
def test_a_local_march_has_nothing_to_do_with_the_last_locale() -> None:
    # It enters no locale: neither room in e4 nor that it was won this turn counts.
    units = (foot("a", "b2"), foot("b", "b2"), foot("foe", "b3", side="red"))
    scene = given(*units, capacity={"e4": 1})
    scene.p.closed[-1] = 1
    assert say(scene.field(), "local-march b2") == "OrderBlocks"
    scene.pick("a", "b")
    assert (scene.where("a"), scene.where("b")) == ("b2/b3", "b2/b3")
