"""Field commands: who may be given which, from where; advances; one command for one group."""

import pytest

from grognard.systems.locales.cards import EXTRAS
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP
KINDS = ("infantry", "cavalry", "artillery", "disrupted")


def unit(kind: str, at: str, state: int = 0) -> Spec:
    """The unit in question, of a kind."""
    made = {
        "infantry": foot("it", at, 2, state=state),
        "cavalry": horse("it", at, 2, state=state),
        "artillery": gun("it", at, state=state),
        "disrupted": foot("it", at, 0, state=state | BROKEN),
    }
    return made[kind]


def joins(scene: Scene, order: str, *first: str) -> bool:
    """Whether the unit may be given the order, after those picked first."""
    if not any(order.startswith(option) for option in scene.options()):
        return False
    scene.play(order)
    for id_ in first:
        scene.play(scene.name(id_))
    return scene.name("it") in scene.options()


@pytest.mark.rule(
    "locales.eligibility.advance.may",
    "locales.eligibility.advance.may-not",
    "locales.advance.eligible.any-arm",
    "locales.advance.eligible.not-disrupted",
)
def test_all_arms_advance_but_not_disrupted_infantry() -> None:
    able = []
    for kind in KINDS:
        scene = given(foot("iron", "b2/b3"), unit(kind, "b2/b3"), foot("foe", "b3", side="red"))
        if joins(scene.field(), "advance b2/b3"):
            able.append(kind)
    assert able == ["infantry", "cavalry", "artillery"]


@pytest.mark.rule("locales.eligibility.assault.may", "locales.eligibility.assault.may-not")
def test_all_arms_assault_but_not_disrupted_infantry() -> None:
    able = []
    for kind in KINDS:
        scene = given(foot("iron", "b2/b3"), unit(kind, "b2/b3"), foot("foe", "b3/b2", side="red"))
        if joins(scene.field(), "assault b2/b3", "iron"):
            able.append(kind)
    assert able == ["infantry", "cavalry", "artillery"]


@pytest.mark.rule(
    "locales.eligibility.bombard.may",
    "locales.eligibility.bombard.may-not",
    "locales.bombard.eligible.artillery-only",
)
def test_only_artillery_bombards() -> None:
    able = []
    for kind in KINDS:
        scene = given(unit(kind, "b2/b3", State.RANGING | State.UP), foot("foe", "b3", side="red"))
        if joins(scene.field(), "bombard b2/b3"):
            able.append(kind)
    assert able == ["artillery"]


@pytest.mark.rule(
    "locales.eligibility.charge.may",
    "locales.eligibility.charge.may-not",
    "locales.charge.eligible.cavalry-only",
)
def test_only_cavalry_charges() -> None:
    able = []
    for kind in KINDS:
        scene = given(horse("buford", "b1"), unit(kind, "b1"), foot("foe", "b3", side="red"))
        if joins(scene.field(), "charge b1 > b2/b3", "buford"):
            able.append(kind)
    assert able == ["cavalry"]


@pytest.mark.rule("locales.eligibility.charge.may")
def test_cavalry_of_any_strength_joins_a_charge() -> None:
    scene = given(horse("buford", "b1"), horse("it", "b1", 1), foot("foe", "b3", side="red"))
    assert joins(scene.field(), "charge b1 > b2/b3", "buford")


@pytest.mark.rule(
    "locales.eligibility.maneuver.may",
    "locales.eligibility.maneuver.may-not",
    "locales.maneuver.eligible.any-arm",
    "locales.maneuver.eligible.not-disrupted",
)
def test_each_arm_maneuvers_on_its_own_but_not_disrupted_infantry() -> None:
    able = []
    for kind in KINDS:
        scene = given(unit(kind, "b2"), foot("foe", "b3", side="red"))
        if joins(scene.field(), "maneuver b2 > b2/b3"):
            able.append(kind)
    assert able == ["infantry", "cavalry", "artillery"]


@pytest.mark.rule(
    "locales.eligibility.cavalry-march.may",
    "locales.eligibility.cavalry-march.may-not",
    "locales.cavalry-march.eligible.cavalry-only",
)
def test_only_cavalry_makes_cavalry_marches() -> None:
    able = []
    for kind in KINDS:
        scene = given(horse("buford", "b2"), unit(kind, "b2"))
        if joins(scene.field(), "cavalry-march b2 > b4", "buford"):
            able.append(kind)
    assert able == ["cavalry"]


@pytest.mark.rule(
    "locales.eligibility.field-march.may", "locales.field-march.eligible.any-arm-and-disrupted"
)
def test_everybody_field_marches() -> None:
    able = []
    for kind in KINDS:
        scene = given(foot("iron", "b2"), unit(kind, "b2"))
        if joins(scene.field(), "field-march b2 > b3", "iron"):
            able.append(kind)
    assert able == ["infantry", "cavalry", "artillery", "disrupted"]


@pytest.mark.rule(
    "locales.eligibility.local-march.may",
    "locales.eligibility.local-march.may-not",
    "locales.local-march.eligible.any-arm",
    "locales.local-march.eligible.not-disrupted",
)
def test_all_arms_local_march_but_not_disrupted_infantry() -> None:
    able = []
    for kind in KINDS:
        scene = given(foot("iron", "b2"), unit(kind, "b2"), foot("foe", "b3", side="red"))
        if joins(scene.field(), "local-march b2 > b2/b3"):
            able.append(kind)
    assert able == ["infantry", "cavalry", "artillery"]


@pytest.mark.rule(
    "locales.eligibility.road-march.may", "locales.road-march.eligible.any-arm-and-disrupted"
)
def test_everybody_road_marches() -> None:
    able = []
    for kind in KINDS:
        road = ("local", ["b2", "b3"])
        scene = given(foot("iron", "b2"), unit(kind, "b2"), roads=[road])
        if joins(scene.field(), "road-march b2 > b3", "iron"):
            able.append(kind)
    assert able == ["infantry", "cavalry", "artillery", "disrupted"]


@pytest.mark.rule("locales.field.gate")
def test_orders_are_offered_by_arm_condition_and_position_together() -> None:
    scene = given(
        foot("iron", "b2"),
        foot("front", "b2/b3"),
        foot("foe", "b3/b2", side="red"),
    ).field()
    # From the reserve: no maneuver (b3/b2 is secured), no charge or cavalry march (no cavalry),
    # no road. From the approach: the assault, but no advance and no bombardment.
    assert set(scene.options()) == {
        "done",
        "assault b2/b3",
        "field-march b2",
        "field-march b2/b3",
        "local-march b2",
        "local-march back from b2/b3",
    }


@pytest.mark.rule("locales.advance.condition.defense-approach-unsecured")
def test_an_advance_needs_an_unsecured_defense_approach() -> None:
    open_ = given(foot("iron", "b2/b3"), foot("foe", "b3", side="red")).field()
    shut = given(foot("iron", "b2/b3"), foot("foe", "b3/b2", side="red")).field()
    elsewhere = given(foot("iron", "b2/b3"), foot("foe", "b3/c3", side="red")).field()
    offered = ["advance b2/b3" in scene.options() for scene in (open_, shut, elsewhere)]
    assert offered == [True, False, True]


@pytest.mark.rule("locales.advance.initial.securing-attack-approach")
def test_only_units_on_the_attack_approach_advance() -> None:
    scene = given(
        foot("iron", "b2/b3"),
        foot("rear", "b2"),
        foot("flank", "b2/c2"),
        foot("foe", "b3", side="red"),
    ).field()
    assert [o for o in scene.options() if o.startswith("advance")] == ["advance b2/b3"]
    scene.play("advance b2/b3")
    assert scene.options() == [scene.name("iron")]


@pytest.mark.rule("locales.advance.condition.enemy-occupied")
def test_nobody_advances_into_an_empty_locale() -> None:
    scene = given(foot("iron", "b2/b3"), foot("foe", "d3", side="red")).field()
    assert "advance b2/b3" not in scene.options()


@pytest.mark.rule(
    "locales.advance.response.retreat",
    "locales.advance.failure.none",
    "locales.advance.success.reserve-of-defense-locale",
    "locales.field.outcome",
)
def test_the_enemy_can_only_retreat_before_an_advance() -> None:
    scene = given(foot("iron", "b2/b3"), gun("hall", "b2/b3"), foot("foe", "b3", 3, side="red"))
    scene.field().order("advance b2/b3", "iron", "hall")
    while scene.actor() == "red":
        assert {"secure", "defend", "withdraw", "retreat"}.isdisjoint(scene.options())
        scene.p.play(scene.p.options()[0])
    assert (scene.where("iron"), scene.where("hall")) == ("b3", "b3")
    assert scene.where("foe") in ("a3", "c3", "b4")
    # 1 for the retreat, 1 for the point its infantry in reserve loses.
    assert (scene.morale("red"), scene.strength("foe")) == (50 - 2, 2)


@pytest.mark.rule("locales.advance.success.cavalry-may-deploy", "locales.ruling.deploy.at-once")
def test_cavalry_that_advanced_may_deploy_at_once() -> None:
    scene = given(
        horse("buford", "b2/b3"),
        foot("iron", "b2/b3"),
        foot("foe", "b3", side="red"),
        foot("next", "b4", side="red"),
    )
    scene.field().order("advance b2/b3", "buford", "iron").let("red")
    assert scene.options() == ["stay in reserve", f"deploy {scene.name('buford')}"]
    scene.play(f"deploy {scene.name('buford')}", "at b3/b4")
    assert (scene.where("buford"), scene.where("iron")) == ("b3/b4", "b3")
    assert scene.options() == []  # everybody sees that no more cavalry is there


@pytest.mark.rule("locales.ruling.deploy.at-once", "locales.advance.success.cavalry-may-deploy")
def test_cavalry_need_not_deploy_and_may_not_later() -> None:
    scene = given(
        horse("buford", "b2/b3"), foot("foe", "b3", side="red"), foot("next", "b4", side="red")
    )
    scene.field().order("advance b2/b3", "buford").let("red").play("stay in reserve")
    assert scene.where("buford") == "b3"
    assert scene.options() == []


@pytest.mark.rule("locales.ruling.deploy.at-once")
def test_cavalry_is_seen_while_it_deploys_and_face_down_after_the_command() -> None:
    scene = given(
        horse("buford", "b2"), horse("devin", "b2"), foot("foe", "b4", side="red")
    ).field()
    scene.order("field-march b2 > b3", "buford", "devin")
    assert not scene.has("buford", State.UP)
    scene.play(f"deploy {scene.name('buford')}")
    assert scene.has("buford", State.UP)
    assert not scene.has("devin", State.UP)
    scene.play("stay in reserve")
    assert not scene.has("buford", State.UP)


@pytest.mark.rule("locales.ruling.deploy.at-once", "locales.ruling.no-idle-question")
def test_a_group_without_cavalry_is_asked_to_deploy_if_the_enemy_cannot_know() -> None:
    units = (foot("iron", "b2"), foot("late", "a1"), foot("foe", "b4", side="red"))
    hidden = given(*units, horse("buford", "a1")).field()
    hidden.order("field-march b2 > b3", "iron")
    assert hidden.options() == ["stay in reserve"]
    # An army that is known to have no cavalry is not asked,
    without = given(*units).field()
    without.order("field-march b2 > b3", "iron")
    assert "done" in without.options()
    # nor one whose cavalry lies face-up elsewhere.
    shown = given(*units, horse("buford", "a1", state=State.UP)).field()
    shown.order("field-march b2 > b3", "iron")
    assert "done" in shown.options()


@pytest.mark.rule("locales.ruling.note-2-scope")
def test_without_an_enemy_across_nobody_attacks_or_secures() -> None:
    scene = given(
        foot("iron", "b2/b3"),
        gun("hall", "b2/b3", state=State.RANGING | State.UP),
        foot("rear", "b2"),
        foot("corner", "c3", side="red"),
    ).field()
    orders = {option.split()[0] for option in scene.options()}
    assert orders == {"done", "field-march", "local-march"}
    assert scene.reach("local-march b2") == set()  # only the unit on the approach may go back


@pytest.mark.rule("locales.ruling.command-group", "locales.ruling.position")
def test_a_command_goes_to_units_of_one_position() -> None:
    scene = given(
        foot("one", "b2"),
        foot("two", "b2"),
        foot("front", "b2/b3"),
        foot("flank", "b2/c2"),
        foot("foe", "b3", side="red"),
        foot("other", "c2", side="red"),
    ).field()
    marches = [option for option in scene.options() if option.startswith("field-march")]
    assert set(marches) == {"field-march b2", "field-march b2/b3", "field-march b2/c2"}
    scene.play("field-march b2 > a2")
    assert scene.options() == [scene.name("one"), scene.name("two")]
    scene.pick("one", "two")
    assert (scene.where("one"), scene.where("two")) == ("a2", "a2")


@pytest.mark.rule("locales.ruling.command-group")
def test_a_group_is_named_in_any_order_and_is_one_position() -> None:
    def named(*ids: str) -> Scene:
        scene = given(foot("one", "b2"), foot("two", "b2"), foot("three", "b2")).field()
        return scene.play("field-march b2 > b3", *(scene.name(id_) for id_ in ids))

    scene = named("three")
    assert scene.options() == ["go", scene.name("one"), scene.name("two")]
    assert named("three", "one").p.dump() == named("one", "three").p.dump()
    back = named("three", "one").play(f"put back {scene.name('three')}")
    assert back.p.dump() == named("one").p.dump()


@pytest.mark.rule("locales.ruling.named-when-confirmed")
def test_the_enemy_does_not_see_who_is_picked_before_it_is_confirmed() -> None:
    seen = []
    for id_ in ("one", "two"):
        scene = given(foot("one", "b2"), foot("two", "b2"), foot("foe", "b3", side="red")).field()
        scene.play("maneuver b2 > b2/b3", scene.name(id_))
        seen.append([scene.view("red").json(), scene.view(None).json()])
        assert scene.view("blue").question.picked[0].target == f"block:{scene.b(id_) + 1}"
    assert seen[0] == seen[1]
    scene.p.ear = []
    scene.play("go")
    assert "Block 2 obeys: maneuver from B2 towards B3." in [event.text for event in scene.p.ear]


@pytest.mark.rule("locales.ruling.one-field-command-per-unit")
def test_a_unit_obeys_one_field_command_a_turn() -> None:
    scene = given(foot("iron", "b2"), foot("rest", "b2")).field()
    scene.order("field-march b2 > b3", "iron")
    assert "field-march b3" not in scene.options()
    assert "field-march b2" in scene.options()


@pytest.mark.rule("locales.ruling.one-field-command-per-unit")
def test_a_unit_that_marched_may_reorganize() -> None:
    scene = given(foot("one", "b2", 1, state=State.MOVED), foot("two", "b2", 1, state=State.MOVED))
    assert "merge" in scene.staff("reorganize").options()


@pytest.mark.rule("locales.ruling.adjacency")
def test_a_corner_is_no_boundary() -> None:
    scene = given(foot("iron", "b2"), foot("foe", "c3", side="red")).field()
    assert scene.reach("field-march b2") == {"a2", "c2", "b1", "b3"}
    assert "maneuver b2" not in scene.options()


@pytest.mark.rule("locales.ruling.enemy-occupied")
def test_disrupted_infantry_alone_occupies_a_locale() -> None:
    scene = given(foot("iron", "b2"), foot("foe", "b3", 0, side="red", state=BROKEN)).field()
    assert scene.reach("maneuver b2") == {"b2/b3"}
    assert "b3" not in scene.reach("field-march b2")


@pytest.mark.rule("locales.ruling.no-shared-locale")
def test_no_march_and_no_exit_leads_among_enemies() -> None:
    scene = given(
        horse("buford", "b2"),
        foot("foe", "b3", side="red"),
        foot("own", "b4"),
    ).field()
    assert "b3" not in scene.reach("field-march b2")
    scene.order("maneuver b2 > b2/b3", "buford").play("withdraw")
    assert "> b4" not in scene.options()  # blue stands there
    scene.let("red")
    assert scene.where("foe") in ("a3", "c3")
    assert scene.where("buford") == "b3"


@pytest.mark.rule("locales.ruling.command-cards.cost", "locales.ruling.command-cards.content")
def test_an_extra_is_good_for_its_order_alone_and_is_spent_first() -> None:
    bit = EXTRAS["bombard"][0]
    scene = given(
        gun("hall", "b2/b3", state=State.RANGING | State.UP),
        gun("calef", "b2/b3", state=State.RANGING | State.UP),
        foot("iron", "b2"),
        foot("foe", "b3", 3, side="red"),
    ).field(commands=1, extra=bit)
    scene.order("bombard b2/b3", "hall").let("red")
    assert "field-march b2" in scene.options()  # the command is still there
    scene.order("field-march b2 > a2", "iron")
    assert scene.p.over  # calef finds neither a command nor an extra, and nobody is asked
    poor = given(
        gun("hall", "b2/b3", state=State.RANGING | State.UP),
        foot("iron", "b2"),
        foot("foe", "b3", side="red"),
    ).field(commands=0, extra=bit)
    assert poor.options() == ["done", "bombard b2/b3"]


@pytest.mark.rule("locales.ruling.deploy.at-once", "locales.ruling.maneuver.nothing-compared")
@pytest.mark.parametrize(
    "answers",
    [
        ("field-march b2", "> b3", "block 2", "go", "stay in reserve"),
        ("maneuver b2", "> b2/c2", "block 1", "block 2", "go", "secure", "stay"),
        (
            "local-march b2",
            "> b2/c2",
            "block 2",
            "go",
            "local-march back from b2/c2",
            "block 3",
            "go",
        ),
    ],
)
def test_the_enemy_cannot_tell_horse_from_foot_by_the_questions(answers: tuple[str, ...]) -> None:
    seen = []
    for swapped in (False, True):
        scene = given(
            horse("buford", "b2"),
            foot("iron", "b2", 3),
            foot("front", "b2/c2"),
            foot("north", "b4", side="red"),
            foot("east", "c2", 1, side="red"),
        )
        if swapped:  # which of both blocks is which is all that differs
            who, strength = scene.p.who, scene.p.strength
            who[0], who[1], strength[0], strength[1] = who[1], who[0], strength[1], strength[0]
        scene.field()
        told = []
        for answer in answers:
            scene.play(answer)
            decision = scene.p.decision
            assert decision is not None
            told.append((scene.view("red").json(), scene.actor(), decision.waiting(scene.p)))
        seen.append(told)
    assert seen[0] == seen[1]
