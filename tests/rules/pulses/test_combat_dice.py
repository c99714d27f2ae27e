"""Combat, what is thrown: who hits on what, dice added, and dice thrown again."""

import pytest

from grognard.systems.pulses.state.position import FLANKS, FOUGHT, SQUARED
from tests.rules.pulses.duels import FOE, LIGHT_FOE, WOOD, A, pair, strikers
from tests.rules.pulses.given import army, foot, force, given, heavy, light

HIT = "pulses.combat.to-hit"
MISSES = "pulses.combat.reroll-misses"
HITS = "pulses.combat.reroll-hits"


@pytest.mark.rule(f"{HIT}.infantry", f"{HIT}.cavalry")
def test_infantry_and_cavalry_hit_on_five() -> None:
    assert [s.hit for s in strikers(pair(A, FOE))] == [5, 5]
    assert strikers(pair(light("a", 0, 0), FOE))[0].hit == 5
    assert [s.hit for s in strikers(pair(light("a", 0, 0), heavy("foe", 0, 0)))] == [5, 5]


@pytest.mark.rule(f"{HIT}.infantry-vs-cover", f"{HIT}.cavalry-vs-cover", "pulses.rulings.cover")
def test_against_cover_they_hit_on_six() -> None:
    assert [s.hit for s in strikers(pair(A, LIGHT_FOE, areas=WOOD))] == [6, 5]
    assert strikers(pair(light("a", 0, 0), LIGHT_FOE, areas=WOOD))[0].hit == 6


@pytest.mark.rule("pulses.rulings.cover")
@pytest.mark.parametrize("kind", ["town", "village", "fort", "forest", "orchard"])
def test_these_areas_are_cover(kind: str) -> None:
    assert strikers(pair(A, LIGHT_FOE, areas=[(kind, WOOD[0][1])]))[0].hit == 6


@pytest.mark.rule("pulses.rulings.cover")
@pytest.mark.parametrize(
    "kind", ["low-wall", "hasty-works", "field-works", "sunken-road", "dike", "cut"]
)
def test_these_lines_are_cover(kind: str) -> None:
    assert strikers(pair(A, FOE, lines=[(kind, "200,205 400,205")]))[0].hit == 6


@pytest.mark.rule("pulses.rulings.cover")
def test_other_ground_is_none() -> None:
    for kind in ("broken", "crops", "marsh"):
        assert strikers(pair(A, LIGHT_FOE, areas=[(kind, WOOD[0][1])]))[0].hit == 5
    for kind in ("hedge", "stream", "road"):
        assert strikers(pair(A, FOE, lines=[(kind, "200,205 400,205")]))[0].hit == 5


@pytest.mark.rule(f"{HIT}.infantry-vs-attacking-cavalry")
def test_infantry_attacked_by_cavalry_hits_on_six() -> None:
    assert strikers(pair(light("a", 0, 0), FOE))[1].hit == 6
    assert strikers(pair(A, light("foe", 0, 0)))[0].hit == 5
    other = pair(A, light("foe", 0, 0), variant="charging-foot")
    assert strikers(other)[0].hit == 6
    assert strikers(pair(light("a", 0, 0), FOE, variant="charging-foot"))[1].hit == 5


@pytest.mark.rule("pulses.rulings.square.hits")
def test_a_square_hits_cavalry_on_six() -> None:
    scene = pair(light("a", 0, 0), {**FOE, "state": SQUARED}, variant="charging-foot")
    assert strikers(scene)[1].hit == 6


@pytest.mark.rule("pulses.rulings.combat-dice")
def test_a_die_for_each_strength_point_left() -> None:
    mine, theirs = strikers(pair({**A, "hits": 2}, FOE))
    assert (mine.dice, theirs.dice) == (3, 5)
    # A unit whose last point is gone elsewhere still throws a die.
    scene = pair(A, FOE)
    scene.p.hits[scene.u("a")] = 5
    assert strikers(scene)[0].dice == 1


@pytest.mark.rule("pulses.rulings.cover", f"{HIT}.infantry-vs-cover")
@pytest.mark.parametrize("y", ["23.0", "23.1"])
def test_the_wall_covers_its_defender_and_not_who_comes_up_to_it(y: str) -> None:
    # At 23.0 the attacker's base touches the wall too.
    wall = [("low-wall", "200,215 400,215")]
    scene = given(foot("a", 30, 32), foot("foe", 30, 20, 180, side="red"), lines=wall)
    mine, theirs = strikers(scene.moves("a").play(f"to 30.0,{y}"))
    assert (mine.hit, theirs.hit) == (6, 5)


@pytest.mark.rule("pulses.combat.bonus.army-commander", "pulses.commander.combat-die")
def test_a_commander_within_20_in_adds_a_die_for_a_command_die() -> None:
    # The attacker's rear edge is at 24.5.
    for y, helps in ((44.5, True), (44.6, False)):
        scene = pair(A, FOE, army("chief", 30, y), pool=(1, 0)).fight("a", "foe")
        assert (scene.asks() == "Help") == helps
    scene = pair(A, FOE, army("chief", 30, 44), pool=(1, 0)).fight("a", "foe")
    assert scene.texts() == ["command die (+1 die, 1 of 1)", "alone"]
    assert scene.p.decision is not None
    assert scene.p.decision.attacks(scene.p, scene.p.options()[0]) == ("unit:a", "unit:foe")
    scene.play("command die")
    assert (scene.p.pool[0], len(scene.p.check().dice)) == (0, 6)
    # Five of its own and one more, whatever fits into a hand.
    assert strikers(scene, 2)[0].dice == 6


@pytest.mark.rule("pulses.combat.bonus.mx")
def test_mixed_infantry_adds_a_die_in_the_open() -> None:
    mixed = {**A, "mx": True}
    assert strikers(pair(mixed, FOE))[0].dice == 6
    town = [("town", WOOD[0][1])]
    assert strikers(pair(mixed, FOE, areas=town))[0].dice == 5


@pytest.mark.rule(
    "pulses.combat.bonus.subcommander", "pulses.subcommander.combat-dice",
    "pulses.subcommander.within-3", "pulses.subcommander.once-per-pulse",
)  # fmt: skip
def test_a_sub_commander_within_3_in_adds_his_dice_once() -> None:
    sub = force("blue", 30, 27, dice=2, radius=12)
    scene = pair(A, FOE, sub).fight("a", "foe")
    assert scene.texts() == ["sub-commander (Blue at risk, +2 dice)", "alone"]
    scene.play("sub-commander")
    assert strikers(scene, 1)[0].dice == 7
    again = pair(A, FOE, sub)
    again.p.used[again.u("blue")] = 1
    assert again.fight("a", "foe").asks() == "Strike"


@pytest.mark.rule(f"{MISSES}.heavy-vs-light", MISSES)
def test_heavy_cavalry_throws_its_misses_at_light_cavalry_again_for_six() -> None:
    scene = pair(heavy("a", 0, 0), light("foe", 0, 0)).fight("a", "foe").roll(5, 1, 1, 1)
    assert len(scene.p.check().dice) == 3
    scene.roll(5, 6, 5)
    scene.roll(1, 1, 1, 1)
    assert scene.hits("foe") == 2


@pytest.mark.rule(f"{MISSES}.flanked", "pulses.rulings.flanked")
def test_the_attacker_of_a_flanked_unit_throws_misses_again() -> None:
    flanking = pair({**A, "state": FLANKS}, FOE)
    assert flanking.fight("a", "foe").roll(5, 1, 1, 1, 1).p.check().dice.__len__() == 4
    engaged = pair(A, {**FOE, "state": FOUGHT}).fight("a", "foe").roll(5, 1, 1, 1, 1)
    assert len(engaged.p.check().dice) == 4


@pytest.mark.rule("pulses.rulings.flanked")
def test_only_a_combat_to_its_front_leaves_a_unit_flanked_for_the_next() -> None:
    for state, engaged in ((0, True), (FLANKS, False)):
        scene = pair({**A, "state": state}, FOE).fight("a", "foe").roll(1, 1, 1, 1, 1)
        if state:
            scene.roll(1, 1, 1, 1, 1)
        scene.roll(1, 1, 1, 1, 1)
        assert scene.has("foe", FOUGHT) == engaged


@pytest.mark.rule("pulses.rulings.flanked")
def test_an_attacker_that_began_wholly_behind_the_front_flanks() -> None:
    # The defender looks north, its front edge at 18.5: all of the attacker is behind that.
    foe = foot("foe", 30, 20, 0, side="red")
    behind = given(foot("a", 30, 30), foe).moves("a").play("to 30.0,23.0")
    assert behind.has("a", FLANKS)
    before = given(foot("a", 30, 10, 180), foe).moves("a")
    if before.asks() == "MoveRoll":
        before.roll(4)
    before.play("to 30.0,17.0 facing 180")
    assert not before.has("a", FLANKS)


@pytest.mark.rule(f"{HITS}.vulnerable", HITS, "pulses.rulings.waters")
@pytest.mark.parametrize("kind", ["stream", "marshy-stream", "river"])
def test_a_unit_in_the_water_throws_hits_again_for_four(kind: str) -> None:
    scene = pair(A, FOE, lines=[(kind, "0,240 600,240")]).fight("a", "foe")
    scene.roll(5, 5, 5, 1, 1)
    assert len(scene.p.check().dice) == 3
    scene.roll(4, 3, 1).roll(1, 1, 1, 1, 1)
    assert scene.hits("foe") == 1


@pytest.mark.rule("pulses.rulings.waters")
def test_a_dike_is_no_water() -> None:
    assert strikers(pair(A, FOE, lines=[("dike", "0,240 600,240")]))[0].in_water == 0


@pytest.mark.rule(f"{HITS}.out-of-radius", "pulses.rulings.vulnerable-once")
def test_a_unit_beyond_the_radius_throws_hits_again_and_once_only() -> None:
    far = force("blue", 5, 5, radius=9)
    scene = pair(A, FOE, far, lines=[("stream", "0,240 600,240")]).fight("a", "foe")
    assert scene.modifier_ids() == {f"{HITS}.vulnerable", f"{HITS}.out-of-radius"}
    dry = pair(A, FOE, far).fight("a", "foe").roll(5, 1, 1, 1, 1)
    assert len(dry.p.check().dice) == 1
    # A hit that is thrown again is not thrown a third time.
    assert dry.roll(4).p.check().target.startswith("defender")


@pytest.mark.rule(HITS)
def test_bonus_and_penalty_cancel() -> None:
    scene = pair({**A, "state": FLANKS}, FOE, force("blue", 5, 5, radius=9)).fight("a", "foe")
    assert scene.roll(5, 1, 1, 1, 1).p.check().target.startswith("defender")


@pytest.mark.rule("pulses.combat.bonus.army-commander", "pulses.combat.bonus.subcommander")
def test_both_officers_may_help_at_once() -> None:
    officers = (force("blue", 30, 27, dice=2), army("chief", 30, 40))
    scene = pair(A, FOE, *officers, pool=(3, 0)).fight("a", "foe")
    assert scene.texts() == [
        "sub-commander (Blue at risk, +2 dice)",
        "command die (+1 die, 1 of 3)",
        "all help (Blue at risk, +3 dice, 1 of 3)",
        "alone",
    ]
    scene.play("all help")
    # Five of its own, two of the sub-commander and one for the command die.
    assert scene.p.check().target == "attacker: 6 of 8 dice, hits on 5 or more"
    assert (scene.p.pool[0], scene.p.used[scene.u("blue")]) == (2, 1)


@pytest.mark.rule("pulses.rulings.flanked")
def test_who_fought_to_its_front_is_no_longer_flanked_in_the_next_segment() -> None:
    scene = pair(A, {**FOE, "state": FOUGHT})
    scene.control().roll(3, 3)
    assert not scene.has("foe", FOUGHT)


@pytest.mark.rule(
    f"{MISSES}.heavy-vs-light", f"{MISSES}.flanked", f"{HITS}.vulnerable", f"{HITS}.out-of-radius"
)
def test_the_roll_names_why_dice_are_thrown_again() -> None:
    near, far = force("blue", 30, 25, radius=9), force("blue", 45, 40, radius=9)
    hussars = light("foe", 0, 0)
    for attacker, defender, lines, sub, named in (
        (heavy("a", 0, 0), hussars, [], near, f"{MISSES}.heavy-vs-light"),
        ({**A, "state": FLANKS}, FOE, [], near, f"{MISSES}.flanked"),
        (A, FOE, [("stream", "200,240 400,240")], near, f"{HITS}.vulnerable"),
        (A, FOE, [], far, f"{HITS}.out-of-radius"),
    ):
        scene = pair(attacker, defender, sub, lines=lines).fight("a", "foe")
        assert scene.modifier_ids() == {named}
