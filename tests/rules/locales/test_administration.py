"""Preparation and administration: shuffle, limber, claim, stand down, spike, range, clean up."""

import random

import pytest

from grognard.engine.order import read_order
from grognard.engine.prospect import Prospect
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import GONE, State
from grognard.systems.locales.state.position import LocalesPosition
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP
READY = State.RANGING | State.UP


def guns(scene: Scene, verb: str) -> set[str]:
    """The blocks a step offers, by its verb."""
    return {t.removeprefix(f"{verb} ") for t in scene.options() if t.startswith(f"{verb} block")}


# -- shuffle -------------------------------------------------------------------------------------


def mixed(scene: Scene) -> set[str]:
    """The positions on offer for a shuffle (none if nothing is asked)."""
    scene.phase(0)
    if type(scene.p.top).__name__ != "ShufflePick":
        return set()
    return {text.removeprefix("shuffle ") for text in scene.options() if text.startswith("shuffle")}


@pytest.mark.rule("locales.eligibility.shuffle.may")
@pytest.mark.parametrize("pair", ["foot horse", "horse gun", "gun foot", "gun gun", "foot foot"])
def test_infantry_cavalry_and_guns_are_shuffled(pair: str) -> None:
    makers = {"foot": foot("x", "b2"), "horse": horse("x", "b2"), "gun": gun("x", "b2")}
    units = [makers[word]._replace(id=f"{word}{n}") for n, word in enumerate(pair.split())]
    assert mixed(given(*units)) == {"b2"}


@pytest.mark.rule("locales.eligibility.shuffle.may")
def test_one_block_is_not_shuffled_and_two_positions_are_two_shuffles() -> None:
    assert mixed(given(foot("a", "b2"), foot("b", "b2/b3"), foot("foe", "b3", side="red"))) == set()
    scene = given(
        foot("a", "b2"), foot("b", "b2"), foot("c", "b2/b3"), foot("d", "b2/b3"),
        foot("foe", "b3", side="red"), foot("foe2", "b3", side="red"),
    )  # fmt: skip
    assert mixed(scene) == {"b2", "b2/b3"}
    scene.play("shuffle b2").roll(1)
    assert scene.options() == ["leave them as they are", "shuffle b2/b3"]


@pytest.mark.rule(
    "locales.eligibility.shuffle.may-not",
    "locales.eligibility.shuffle.may",
    "locales.disrupted.never-shuffled",
)
def test_disrupted_infantry_is_left_out_of_a_shuffle() -> None:
    assert mixed(given(foot("a", "b2"), foot("x", "b2", 0, state=BROKEN))) == set()
    assert mixed(given(*(foot(u, "b2", 0, state=BROKEN) for u in "xy"))) == set()
    scene = given(foot("a", "b2"), foot("x", "b2", 0, state=BROKEN), foot("b", "b2"))
    assert mixed(scene) == {"b2"}
    place = scene.b("x")
    scene.play("shuffle b2").roll(2)
    assert scene.p.over or type(scene.p.top).__name__ == "PlayCard"  # two blocks: one roll
    assert scene.b("x") == place


@pytest.mark.rule("locales.shuffle.artillery-not-ranging")
def test_a_ranging_gun_is_not_shuffled() -> None:
    foe = foot("foe", "b3", side="red")
    assert mixed(given(gun("g", "b2/b3", state=READY), foot("a", "b2/b3"), foe)) == set()
    assert mixed(given(gun("g", "b2/b3"), foot("a", "b2/b3"), foe)) == {"b2/b3"}


@pytest.mark.rule("locales.ruling.shuffle-remaps-blocks")
def test_a_shuffle_permutes_the_units_of_one_position() -> None:
    scene = given(foot("a", "b2", 3), gun("g", "b2"), horse("h", "b2"), foot("far", "c2", 1))
    blocks = [scene.b(u) for u in ("a", "g", "h")]
    away = scene.b("far")
    scene.phase(0).play("shuffle b2")
    # The first block takes the third unit, then the second keeps its own.
    scene.roll(3).roll(1)
    assert [scene.b(u) for u in ("h", "g", "a")] == blocks
    assert [scene.strength(u) for u in ("h", "g", "a")] == [2, 1, 3]
    assert scene.b("far") == away
    assert all(scene.where(u) == "b2" for u in ("a", "g", "h"))


@pytest.mark.rule("locales.ruling.shuffle-remaps-blocks")
def test_a_shuffle_reaches_every_order_alike() -> None:
    found = []
    for first in (1, 2, 3):
        for second in (1, 2):
            scene = given(foot("a", "b2", 3), gun("g", "b2"), horse("h", "b2"))
            scene.phase(0).play("shuffle b2").roll(first).roll(second)
            found.append(tuple(scene.b(u) for u in ("a", "g", "h")))
    assert len(set(found)) == 6


@pytest.mark.rule("locales.ruling.shuffle-remaps-blocks")
def test_the_enemys_knowledge_is_pooled_not_erased() -> None:
    scene = given(foot("a", "b2", 3), gun("g", "b2"), foot("far", "c2", 1))
    p = scene.p
    for unit in ("a", "g", "far"):
        p.know(scene.b(unit))
    seen = scene.known_to("red")
    assert len({seen.pool[scene.b(u)] for u in ("a", "g")}) == 2
    values = {seen.guess[scene.b(u)] for u in ("a", "g")}
    blocks = sorted(scene.b(u) for u in ("a", "g"))
    scene.phase(0).play("shuffle b2")
    # Before the roll is made the enemy cannot tell the two apart any more.
    seen = scene.known_to("red")
    assert seen.mix[blocks[0]] == seen.mix[blocks[1]]
    assert all(set(p.may_be(b)) == values for b in blocks)
    assert p.may_be(scene.b("far")) == [seen.guess[scene.b("far")]]
    scene.roll(2)
    # One of them turned up tells the other.
    p.know(blocks[0])
    assert all(p.may_be(b) == [p.value(b)] for b in blocks)


@pytest.mark.rule("locales.ruling.shuffle-remaps-blocks")
def test_a_known_unit_shuffled_with_an_unknown_one_is_not_looked_for_elsewhere() -> None:
    scene = given(foot("seen", "b2", 3), foot("b", "b2", 1), gun("g", "c2"), horse("h", "c2"))
    p = scene.p
    p.know(scene.b("seen"))
    value = {u: p.value(scene.b(u)) for u in ("seen", "b", "g", "h")}
    away = [scene.b(u) for u in ("g", "h")]
    pair = [scene.b(u) for u in ("seen", "b")]
    scene.phase(0).play("shuffle b2").roll(2)
    for b in pair:
        assert set(p.may_be(b)) == set(value.values())
    for b in away:  # whoever is in c2 is not the unit that was seen in b2
        assert set(p.may_be(b)) == {value[u] for u in ("b", "g", "h")}
    dealt = set()
    for seed in range(40):
        q = scene.view("red").sample(random.Random(seed))
        assert isinstance(q, LocalesPosition)
        assert value["seen"] in [q.value(b) for b in pair]
        dealt.add(tuple(q.value(b) for b in (*pair, *away)))
    assert len(dealt) == 12  # either block is the one that was seen, the rest in any order
    # The block that is not the known one turns up as the gun: then the other one is known.
    p.who[pair[0]], p.who[away[0]] = p.who[away[0]], p.who[pair[0]]
    p.strength[pair[0]], p.strength[away[0]] = p.strength[away[0]], p.strength[pair[0]]
    p.know(pair[0])
    assert p.may_be(pair[0]) == [p.value(pair[0])]
    assert len(p.may_be(pair[1])) == 1


@pytest.mark.rule("locales.ruling.shuffle-remaps-blocks")
def test_a_shuffle_blurs_nothing_of_a_block_that_marched_off_before() -> None:
    scene = given(foot("a", "b2", 3), foot("b", "b2", 1), gun("g", "b2"), foot("new", "b1", 2))
    p = scene.p
    for unit in ("a", "b", "g", "new"):
        p.know(scene.b(unit))
    value = {u: p.value(scene.b(u)) for u in ("a", "b", "g", "new")}
    scene.phase(0).play("shuffle b2").roll(3).roll(2)
    p.stack.clear()
    away, new = scene.b("g"), scene.b("new")
    p.put(away, scene.battle.areas.parse("c2"))
    p.put(new, scene.battle.areas.parse("b2"))
    scene.phase(0).play("shuffle b2")
    three = {value[u] for u in ("a", "b", "g")}
    assert set(p.may_be(away)) == three  # it has never lain beside the new one
    here = [scene.b("a"), scene.b("b"), new]
    assert all(set(p.may_be(b)) == {*three, value["new"]} for b in here)
    samples = [scene.view("red").sample(random.Random(seed)) for seed in range(300)]
    dealt = {
        tuple(q.value(b) for b in (away, *here)) for q in samples if isinstance(q, LocalesPosition)
    }
    assert {one[0] for one in dealt} == three
    assert len(dealt) == 18  # one of three went off, those who are left lie in any order


@pytest.mark.rule("locales.ruling.shuffle-remaps-blocks")
def test_only_the_owner_sees_how_he_shuffled() -> None:
    scene = given(foot("a", "b2", 3), gun("g", "b2")).phase(0).play("shuffle b2")
    assert scene.view("blue").question.check is not None
    for other in ("red", None):
        assert scene.view(other).question.check is None
    before = scene.view("red").json()["fields"]
    one, two = Scene(scene.p.copy()), Scene(scene.p.copy())
    one.roll(1)
    two.roll(2)
    assert one.b("a") != two.b("a")
    assert one.view("red").json() == two.view("red").json()
    assert one.view("red").json()["fields"] == before


# -- limber --------------------------------------------------------------------------------------


@pytest.mark.rule(
    "locales.eligibility.limber.may",
    "locales.eligibility.limber.may-not",
    "locales.limber.artillery-ranging",
    "locales.ruling.ranging-state",
)
def test_only_ranging_guns_are_limbered() -> None:
    scene = given(
        gun("g", "b2/b3", state=READY), gun("k", "b2/b3"), foot("a", "b2/b3"), horse("h", "b2"),
        foot("x", "b2", 0, state=BROKEN), foot("foe", "b3", side="red"),
    ).phase(0)  # fmt: skip
    if type(scene.p.top).__name__ == "ShufflePick":
        scene.play("leave them as they are")
    assert guns(scene, "limber") == {scene.name("g")}
    scene.play(f"limber {scene.name('g')}")
    assert not scene.has("g", State.RANGING) and not scene.has("g", State.UP)
    assert scene.where("g") == "b2/b3"


@pytest.mark.rule("locales.eligibility.limber.may-not", "locales.eligibility.limber.may")
@pytest.mark.parametrize(
    "unit", [foot("u", "b2/b3"), horse("u", "b2/b3"), foot("u", "b2", 0, state=BROKEN)]
)
def test_others_never_limber(unit: Spec) -> None:
    scene = given(unit, gun("g", "b2/b3", state=READY), foot("foe", "b3", side="red"))
    scene.p.state[scene.b("u")] |= READY  # by hand: it can never be so
    assert guns(scene.phase(0), "limber") == {scene.name("g")}


@pytest.mark.rule("locales.eligibility.limber.may", "locales.ruling.ranging-state")
def test_limbering_is_a_choice() -> None:
    scene = given(gun("g", "b2/b3", state=READY), foot("foe", "b3", side="red")).phase(0)
    scene.play("leave them ranging")
    assert scene.has("g", State.RANGING) and scene.has("g", State.UP)


# -- claim ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "locales.claim-objectives.infantry-strength-2-or-3",
    "locales.eligibility.claim-objectives.may",
    "locales.morale.capture-objective",
)
@pytest.mark.parametrize(("strength", "loss"), [(1, 0), (2, 5), (3, 5)])
def test_infantry_of_two_or_three_claims(strength: int, loss: int) -> None:
    scene = given(foot("a", "b2", strength), objectives={"b2": "red"}).administer("claim")
    assert scene.morale("red") == 50 - loss and scene.morale() == 50


@pytest.mark.rule(
    "locales.eligibility.claim-objectives.may-not", "locales.eligibility.claim-objectives.may"
)
@pytest.mark.parametrize(
    "unit", [horse("h", "b2", 2), gun("g", "b2"), foot("x", "b2", 0, state=BROKEN)]
)
def test_others_claim_nothing(unit: Spec) -> None:
    scene = given(unit, objectives={"b2": "red"})
    # A unit of the wrong arm claims nothing however strong it is.
    scene.p.strength[scene.p.blocks_in(scene.locale("b2"), 0)[0]] = 3
    assert scene.administer("claim").morale("red") == 50


@pytest.mark.rule("locales.ruling.objective.claim", "locales.morale.capture-objective")
def test_the_loss_recurs_every_turn_and_counts_each_objective_once() -> None:
    units = (foot("a", "b2", 2), foot("b", "b2", 3), foot("c", "c2/d2", 2))
    foe = foot("foe", "d2", side="red")
    scene = given(*units, foe, objectives={"b2": "red", "c2": "red", "a1": "red"})
    assert scene.administer("claim").morale("red") == 40  # b2 once, and c2 from its approach
    assert scene.administer("claim").morale("red") == 30
    assert scene.administer("claim", side="red").morale() == 50


@pytest.mark.rule("locales.ruling.objective.claim")
def test_an_own_objective_is_not_claimed() -> None:
    scene = given(foot("a", "b2", 2), objectives={"b2": "blue"})
    scene.administer("claim").administer("claim", side="red")
    assert (scene.morale(), scene.morale("red")) == (50, 50)


# -- stand down ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "locales.turn.phase-4-administration",
    "locales.stand-down.mandatory-when-enemy-gone",
    "locales.stand-down.not-otherwise",
    "locales.ruling.stand-down.mandatory",
    "locales.ruling.stand-down.to-reserve",
    "locales.eligibility.stand-down.may",
)
@pytest.mark.parametrize("unit", [foot("u", "b2/b3"), horse("u", "b2/b3"), gun("u", "b2/b3")])
def test_units_whose_enemy_is_gone_stand_down_unasked(unit: Spec) -> None:
    scene = given(unit, foot("on", "b2/c2"), foot("foe", "c2", 1, side="red"))
    scene.administer("stand down")
    assert scene.p.over  # nothing was asked
    assert scene.where("u") == "b2" and scene.where("on") == "b2/c2"


@pytest.mark.rule("locales.ruling.stand-down.to-reserve", "locales.ruling.ranging-state")
def test_a_ranging_gun_that_stands_down_is_limbered() -> None:
    scene = given(gun("g", "b2/b3", state=READY)).administer("stand down")
    assert scene.where("g") == "b2"
    assert not scene.has("g", State.RANGING) and not scene.has("g", State.UP)


@pytest.mark.rule("locales.stand-down.not-otherwise")
def test_disrupted_enemies_across_still_hold_units_on_their_approach() -> None:
    scene = given(foot("a", "b2/b3"), foot("x", "b3", 0, "red", state=BROKEN))
    assert scene.administer("stand down").where("a") == "b2/b3"


@pytest.mark.rule("locales.stand-down.mandatory-when-enemy-gone")
def test_the_other_side_stands_down_in_its_own_turn() -> None:
    scene = given(foot("a", "b2"), foot("foe", "c3/c2", side="red"))
    assert scene.administer("stand down").where("foe") == "c3/c2"
    assert scene.administer("stand down", side="red").where("foe") == "c3"


@pytest.mark.rule("locales.eligibility.stand-down.may-not", "locales.eligibility.stand-down.may")
def test_disrupted_infantry_has_nothing_to_stand_down_from() -> None:
    scene = given(foot("x", "b2", 0, state=BROKEN), foot("a", "b2/b3"))
    # Put on an approach by hand, where it can never be, it would stay there.
    scene.p.put(scene.b("x"), scene.p.spot[scene.b("a")])
    scene.administer("stand down")
    assert scene.where("x") == "b2/b3" and scene.where("a") == "b2"


# -- spike ---------------------------------------------------------------------------------------


@pytest.mark.rule("locales.eligibility.spike.may", "locales.eligibility.spike.may-not")
def test_any_gun_may_be_spiked_and_nobody_else() -> None:
    scene = given(
        gun("g", "b2"), gun("k", "b2/b3"), gun("r", "b2/b3", state=READY), foot("a", "b2"),
        horse("h", "b2"), foot("x", "b2", 0, state=BROKEN), foot("foe", "b3", side="red"),
    ).administer("spike")  # fmt: skip
    assert guns(scene, "spike") == {scene.name(u) for u in ("g", "k", "r")}


@pytest.mark.rule(
    "locales.morale.spike-artillery",
    "locales.ruling.spike-denies-gain",
    "locales.eligibility.spike.may",
)
def test_a_spiked_gun_costs_its_owner_one_and_gives_the_enemy_nothing() -> None:
    scene = given(gun("g", "b2"), gun("k", "b2"), gun("foe", "c4", side="red"))
    scene.p.morale[1] = 40
    scene.administer("spike")
    blocks = [scene.b(u) for u in ("g", "k")]
    scene.play(f"spike {scene.name('g')}")
    assert scene.p.spot[blocks[0]] == GONE
    assert (scene.morale(), scene.morale("red")) == (49, 40)
    scene.play(f"spike {scene.name('k')}")  # he is known to have no other
    assert (scene.morale(), scene.morale("red")) == (48, 40)
    assert scene.p.over


@pytest.mark.rule("locales.eligibility.spike.may")
def test_spiking_is_a_choice() -> None:
    scene = given(gun("g", "b2")).administer("spike").play("keep the guns")
    assert scene.where("g") == "b2" and scene.morale() == 50


def test_spiking_is_foreseen_without_the_card_drawn_later() -> None:
    scene = given(gun("g", "b2/b3"), foot("foe", "b3", side="red")).phase(3)
    spike = read_order(scene.p, f"spike {scene.name('g')}")
    found = Prospect(SYSTEM, View(scene.p, 0), scene.p, spike)
    assert type(found.next_roll).__name__ == "DrawRoll"
    assert (found.checks, found.about) == ([], ())
    assert found.price == "the guns are lost, and it costs 1 morale"


# -- range ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "locales.eligibility.range.may",
    "locales.eligibility.range.may-not",
    "locales.range.artillery-securing",
    "locales.range.not-after-bombarding",
)
def test_guns_on_an_approach_that_did_not_bombard_are_set_ranging() -> None:
    scene = given(
        gun("g", "b2/b3"), gun("fired", "b2/b3", state=State.BOMBARDED | State.UP),
        gun("rest", "b2"),
        foot("a", "b2/b3"), horse("h", "b2/b3"), gun("r", "b2/b3", state=READY),
        foot("x", "b2", 0, state=BROKEN), foot("foe", "b3", side="red"),
    ).administer("range")  # fmt: skip
    assert guns(scene, "range") == {scene.name("g")}
    scene.play(f"range {scene.name('g')}")
    assert scene.has("g", State.RANGING) and scene.has("g", State.UP)
    assert scene.where("g") == "b2/b3"


@pytest.mark.rule("locales.ruling.ranging-state", "locales.ruling.reveal")
def test_a_ranging_gun_lies_face_up_through_the_enemys_turn() -> None:
    scene = given(gun("g", "b2/b3"), foot("foe", "b3", side="red")).phase(3)
    scene.play("keep the guns", f"range {scene.name('g')}")
    scene.p.play(scene.p.check().table[0])  # the draw; then the marks come off
    assert scene.p.over
    assert scene.has("g", State.RANGING) and scene.has("g", State.UP)
    assert scene.known_to("red").strength[scene.b("g")] == 1


@pytest.mark.rule("locales.eligibility.range.may-not", "locales.eligibility.range.may")
@pytest.mark.parametrize("wrong", ["infantry", "cavalry", "disrupted"])
def test_others_never_range(wrong: str) -> None:
    units = {
        "infantry": foot("u", "b2/b3"),
        "cavalry": horse("u", "b2/b3"),
        "disrupted": foot("u", "b2", 0, state=BROKEN),
    }
    scene = given(units[wrong], gun("g", "b2/b3"), foot("foe", "b3", side="red"))
    if wrong == "disrupted":
        scene.p.put(scene.b("u"), scene.p.spot[scene.b("g")])
    assert scene.name("u") not in guns(scene.administer("range"), "range")


# -- cleaning up ---------------------------------------------------------------------------------


@pytest.mark.rule(
    "locales.ruling.bombard.ends-ranging",
    "locales.ruling.ranging-state",
    "locales.turn.administration.draw-and-cleanup",
)
def test_a_gun_that_bombarded_ranges_no_more_at_the_end_of_the_turn() -> None:
    scene = given(
        gun("g", "b2/b3", state=READY | State.BOMBARDED | State.MOVED),
        gun("k", "b2/b3", state=READY),
        foot("foe", "b3", side="red"),
    )  # fmt: skip
    scene.administer("draw")
    assert scene.has("g", State.RANGING)  # until the end of the turn
    scene.p.play(scene.p.check().table[0])
    assert not scene.has("g", State.RANGING) and not scene.has("g", State.UP)
    assert not scene.has("g", State.BOMBARDED) and not scene.has("g", State.MOVED)
    assert scene.has("k", State.RANGING) and scene.has("k", State.UP)


@pytest.mark.rule("locales.turn.administration.draw-and-cleanup")
def test_the_marks_of_the_turn_come_off() -> None:
    scene = given(foot("a", "b2", state=State.MOVED | State.VICTOR), foot("foe", "b3", side="red"))
    scene.p.closed[scene.locale("b2")] = 1
    scene.p.barred[0] = 1
    scene.administer("draw")
    scene.p.play(scene.p.check().table[0])
    assert scene.p.state[scene.b("a")] == 0
    assert not any(scene.p.closed) and not any(scene.p.barred)


@pytest.mark.rule(
    "locales.turn.administration.draw-and-cleanup", "locales.disrupted.never-face-down"
)
def test_disrupted_infantry_stays_face_up() -> None:
    scene = given(foot("x", "b2", 0, state=BROKEN), foot("a", "b2", state=State.UP)).administer(
        "draw"
    )
    scene.p.play(scene.p.check().table[0])
    assert scene.has("x", State.UP) and scene.has("x", State.DISRUPTED)
    assert not scene.has("a", State.UP)
