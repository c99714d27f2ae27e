"""Combat: dice and numbers, re-rolls, who wins, falling back, guns and officers in it."""

import math

import pytest

from grognard.engine.event import Event, EventKind
from grognard.systems.pulses.state.position import FLANKS, FOUGHT, SQUARED
from grognard.systems.pulses.striking import Striker, duel
from tests.rules.pulses.given import Scene, Spec, army, foot, force, given, guns, heavy, light

HIT = "pulses.combat.to-hit"
MISSES = "pulses.combat.reroll-misses"
HITS = "pulses.combat.reroll-hits"


def pair(attacker: Spec, defender: Spec, *others: Spec, **more: object) -> Scene:
    """Blue's attacker at 30,23 touches red's defender at 30,20."""
    mine = {**attacker, "x": 30, "y": 23, "facing": 0}
    theirs = {**defender, "x": 30, "y": 20, "facing": 180, "side": "red"}
    return given(mine, theirs, *others, **more)  # type: ignore[arg-type]


def strikers(scene: Scene, mine: int = 0, theirs: int = 0) -> tuple[Striker, Striker]:
    """Both units as the dice see them."""
    facts = duel(scene.p, scene.u("a"), scene.u("foe"), mine, theirs)
    return facts.attacker, facts.defender


A, FOE = foot("a", 0, 0), foot("foe", 0, 0)
LIGHT_FOE = {**FOE, "sk": 1}  # who may be in a wood
WOOD = [("orchard", "280,180 320,180 320,214 280,214")]


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


@pytest.mark.rule("pulses.combat.most-hits-win", "pulses.rulings.broken")
def test_more_hits_win_and_are_felt() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 6, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert (scene.hits("foe"), scene.hits("a")) == (2, 1)
    # Blue is asked whether it follows: it has won.
    assert (scene.asks(), scene.p.actor) == ("TakeGround", 0)


def test_each_handful_of_dice_is_told_of_the_one_who_throws_it() -> None:
    scene = pair(A, FOE).fight("a", "foe")
    told = []
    for dice in ((5, 1, 1, 1, 1), ()):
        roll = scene.p.roll
        assert roll is not None
        told.append(roll.about(scene.p))
        assert roll.meanings(scene.p) == {"attacker": "A wins", "defender": "Foe wins"}
        if dice:
            scene.roll(*dice)
    assert told == [("unit:a", "unit:foe"), ("unit:foe", "unit:a")]


@pytest.mark.rule("pulses.rulings.broken", "pulses.rulings.formations")
def test_a_unit_with_as_many_hits_as_points_is_removed() -> None:
    scene = pair(A, {**FOE, "hits": 4}).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1)
    assert scene.at("foe") is None


@pytest.mark.rule("pulses.combat.tie", "pulses.rulings.attacker-falls-back")
def test_the_defender_wins_a_tie_and_the_attacker_falls_back() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.at("a") == (30, 26, 0)
    assert scene.at("foe") == (30, 20, 180)


@pytest.mark.rule("pulses.combat.fallback", "pulses.rulings.fallback-facing")
def test_the_loser_falls_back_3_in_and_1_for_each_hit_more() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 5, 5, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 20 - 3 - 2, 180)


@pytest.mark.rule("pulses.combat.fallback")
def test_a_fallback_is_told_as_a_move_and_not_shown_as_a_rout() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 5, 5, 1, 1)
    heard: list[Event] = []
    scene.p.ear = heard
    scene.roll(1, 1, 1, 1, 1)
    told = {event.text: event.kind for event in heard}
    assert told["Foe falls back 6 in."] == EventKind.NONE


@pytest.mark.rule("pulses.rulings.cover", f"{HIT}.infantry-vs-cover")
@pytest.mark.parametrize("y", ["23.0", "23.1"])
def test_the_wall_covers_its_defender_and_not_who_comes_up_to_it(y: str) -> None:
    # At 23.0 the attacker's base touches the wall too.
    wall = [("low-wall", "200,215 400,215")]
    scene = given(foot("a", 30, 32), foot("foe", 30, 20, 180, side="red"), lines=wall)
    mine, theirs = strikers(scene.moves("a").play(f"to 30.0,{y}"))
    assert (mine.hit, theirs.hit) == (6, 5)


@pytest.mark.rule("pulses.rulings.winner-follows")
def test_the_winner_may_follow() -> None:
    scene = pair(A, FOE).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.texts() == ["stay", "take the ground"]
    assert scene.play("take").at("a") == (30, 20, 0)


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.combat.tie", "pulses.combat.fallback")
@pytest.mark.parametrize("facing", [0, 25, 50, 130, 270, 340])
def test_the_winner_of_a_tie_may_follow_whatever_way_they_look(facing: int) -> None:
    # Face to face; bases are 3 in deep, and the attacker goes back 3 in.
    way = math.radians(facing)
    x, y = round(30 - 3.05 * math.sin(way), 1), round(24 + 3.05 * math.cos(way), 1)
    foe = foot("foe", 30, 24, (facing + 180) % 360, side="red")
    scene = given(foot("a", x, y, facing), foe).fight("a", "foe")
    scene.roll(5, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.texts() == ["stay", "take the ground"]
    at = scene.play("take").at("foe")
    assert at is not None and math.dist(at[:2], (x, y)) <= 0.3
    assert scene.p.fault() == ""  # nobody stands on the other


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.pulse.3c-combat")
def test_a_winner_does_not_follow_out_of_a_combat_that_is_still_to_come() -> None:
    scene = pair(A, FOE, foot("b", 30, 17, 180))
    scene.p.foe[scene.u("a")] = scene.p.foe[scene.u("b")] = scene.u("foe")
    scene.combat().play("combat a > foe").roll(1, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    # Nobody is asked about ground: the other attacker is next, and flanks it.
    assert scene.asks() == "Strike"
    scene.roll(1, 1, 1, 1, 1).roll(1, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert scene.texts() == ["stay", "take the ground"]


@pytest.mark.rule("pulses.combat.most-hits-win")
def test_the_log_tells_the_hits_of_the_winner_first() -> None:
    scene = pair(A, FOE)
    ear: list[Event] = []
    scene.p.ear = ear
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(5, 5, 1, 1, 1)
    told = [event.text for event in ear]
    assert "A (5 dice) fights Foe (5 dice)." in told
    assert "Foe wins, 2 hits to 1." in told


@pytest.mark.rule("pulses.combat.tie", "pulses.combat.square.broken-or-held")
def test_the_log_tells_of_ties_and_squares() -> None:
    ear: list[Event] = []
    tie = pair(A, {**FOE, "hits": 4})
    tie.p.ear = ear
    tie.fight("a", "foe").roll(1, 1, 1, 1, 1).roll(1)
    square = pair(light("a", 0, 0), {**FOE, "state": SQUARED})
    square.p.ear = ear
    square.fight("a", "foe").roll(5, 5, 1, 1).roll(6, 1, 1, 1, 1)
    told = [event.text for event in ear]
    assert "A (5 dice) fights Foe (1 die)." in told
    assert "Foe wins the tie, 0 hits each." in told
    assert "Foe stands in square, 1 hit to 2." in told
    broken = pair(light("a", 0, 0), {**FOE, "state": SQUARED, "hits": 3})
    broken.p.ear = ear = []
    broken.fight("a", "foe").roll(5, 5, 1, 1).roll(6, 1)
    assert "A wins, 2 hits to 1." in [event.text for event in ear]


@pytest.mark.rule("pulses.rulings.fallback-blocked")
def test_every_inch_that_cannot_be_gone_is_a_hit() -> None:
    # Rough ground without skirmishers 1.5 in behind the defender's centre: 2 of 4 in are missing.
    rough = [("broken", "0,100 600,100 600,180 0,180")]
    scene = pair(A, {**FOE, "strength": 8}, areas=rough)
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert scene.at("foe") is not None
    assert scene.hits("foe") == 1 + 2


@pytest.mark.rule("pulses.rulings.fallback-blocked")
def test_a_unit_whose_way_is_barred_by_a_river_breaks() -> None:
    river = [("river", "0,180 600,180")]
    scene = pair(A, {**FOE, "strength": 8}, lines=river)
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    assert scene.at("foe") is None


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_a_way_back_bends_up_to_45_degrees() -> None:
    # A lake straight behind, open to the right of it for one who bends by 45 degrees.
    open_ = [("lake", "100,100 302,100 302,185 100,185")]
    scene = pair(A, FOE, areas=open_).fight("a", "foe")
    scene.roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") is not None
    shut = [("lake", "100,100 500,100 500,185 100,185")]
    scene = pair(A, FOE, areas=shut).fight("a", "foe")
    scene.roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") is None


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_it_goes_up_to_6_in_further_to_get_clear_of_friends() -> None:
    wall = [foot(f"f{i}", 22.5 + 3 * i, 15.5, side="red") for i in range(6)]
    scene = pair(A, FOE, *wall).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    # 4 in back is 16, on its friends; clear of them is 12.5.
    assert scene.at("foe") == (30, 12.5, 180)
    assert scene.hits("foe") == 1


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_it_goes_no_less_than_6_in_further() -> None:
    # Two ranks of friends from 17.7 to 11.7: clear of them is 10.2, 5.8 in beyond the 4 in.
    places = [(i, y) for i in range(6) for y in (3, 6)]
    ranks = [foot(f"f{i}-{y}", 22.5 + 3 * i, 10.2 + y, side="red") for i, y in places]
    scene = pair(A, FOE, *ranks).fight("a", "foe").roll(5, 1, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 10.2, 180)


@pytest.mark.rule("pulses.rulings.fallback-way")
def test_a_bend_of_45_degrees_is_still_a_way() -> None:
    # 7 in back at 45 degrees end 4.95 in up the table, short of the lake; at 40 degrees in it.
    lake = [("lake", "0,100 600,100 600,150 0,150")]
    scene = pair(A, {**FOE, "strength": 8}, areas=lake).fight("a", "foe")
    scene.roll(5, 5, 5, 5, 1).roll(1, 1, 1, 1, 1, 1).roll(1, 1)
    place = scene.at("foe")
    assert place is not None and abs(place[1] - 15.05) < 0.06


@pytest.mark.rule("pulses.combat.square.no-fallback", "pulses.combat.square.broken-or-held")
def test_a_square_never_falls_back_and_the_attacker_does_by_3_in() -> None:
    scene = pair(light("a", 0, 0), {**FOE, "state": SQUARED}).fight("a", "foe")
    scene.roll(5, 5, 5, 1).roll(1, 1, 1, 1, 1)
    assert scene.at("foe") == (30, 20, 180)
    assert scene.at("a") == (30, 26, 0)


@pytest.mark.rule("pulses.combat.square.broken-or-held")
def test_a_square_is_beaten_by_breaking_it() -> None:
    scene = pair(light("a", 0, 0), {**FOE, "state": SQUARED, "hits": 3}).fight("a", "foe")
    scene.roll(5, 5, 1, 1).roll(1, 1)
    assert scene.at("foe") is None
    assert scene.at("a") == (30, 23, 0)


# -- dice that are added ---------------------------------------------------------------------------


@pytest.mark.rule("pulses.combat.bonus.army-commander", "pulses.commander.combat-die")
def test_a_commander_within_20_in_adds_a_die_for_a_command_die() -> None:
    # The attacker's rear edge is at 24.5.
    for y, helps in ((44.5, True), (44.6, False)):
        scene = pair(A, FOE, army("chief", 30, y), pool=(1, 0)).fight("a", "foe")
        assert (scene.asks() == "Help") == helps
    scene = pair(A, FOE, army("chief", 30, 44), pool=(1, 0)).fight("a", "foe")
    assert scene.texts() == ["command die (1 of 1)", "alone"]
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
    assert scene.texts() == ["sub-commander (Blue)", "alone"]
    scene.play("sub-commander")
    assert strikers(scene, 1)[0].dice == 7
    again = pair(A, FOE, sub)
    again.p.used[again.u("blue")] = 1
    assert again.fight("a", "foe").asks() == "Strike"


# -- dice thrown again -----------------------------------------------------------------------------


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


# -- several attackers, attached guns, officers ----------------------------------------------------


@pytest.mark.rule("pulses.rulings.several-attackers")
def test_several_attackers_fight_one_after_another() -> None:
    second = foot("b", 33.0, 20, 270)
    scene = pair(A, FOE, second)
    scene.p.foe[scene.u("b")] = scene.u("foe")
    scene.p.foe[scene.u("a")] = scene.u("foe")
    scene.combat()
    assert scene.texts() == ["combat a > foe", "combat b > foe"]
    scene.play("combat a > foe")
    assert len(scene.p.check().dice) == 5


@pytest.mark.rule("pulses.rulings.several-attackers")
def test_in_a_variant_they_fight_together() -> None:
    second = foot("b", 33.0, 20, 270, strength=4)
    scene = pair(A, FOE, second, variant="massed-attack")
    scene.p.foe[scene.u("b")] = scene.u("foe")
    scene.p.foe[scene.u("a")] = scene.u("foe")
    scene.combat().play("combat b > foe")
    # The strongest attacker's five dice and two for the other.
    assert strikers(scene)[0].dice == 7


def attached(defender: Spec, **more: object) -> Scene:
    """A battery attached to the defender, behind it."""
    scene = pair(A, defender, guns("battery", 30, 17, 180, side="red"), **more)
    scene.p.attached[scene.u("battery")] = scene.u("foe")
    return scene.fight("a", "foe")


@pytest.mark.rule("pulses.combat.attached.escape-roll", "pulses.escape.odd-die")
def test_attached_guns_roll_for_the_hit_only() -> None:
    scene = attached(FOE)
    assert scene.asks() == "StandingGuns"
    assert scene.roll(3, 5).hits("a") == 1
    assert attached(FOE).roll(2, 6).hits("a") == 0


@pytest.mark.rule("pulses.combat.attached.destroyed")
def test_attached_guns_are_destroyed_with_their_infantry() -> None:
    scene = attached({**FOE, "hits": 4}).roll(2, 2).roll(5, 1, 1, 1, 1).roll(1)
    assert scene.at("battery") is None


@pytest.mark.rule("pulses.combat.cavalry-not-into-town")
def test_cavalry_does_not_attack_a_town() -> None:
    town = [("town", "280,180 320,180 320,214 280,214")]
    foe = foot("foe", 30, 20, 180, side="red")
    scene = given(light("a", 30, 32), foe, areas=town).moves("a")
    assert "in the town" in scene.refusal("30.0,23.0")
    assert given(foot("a", 30, 32), foe, areas=town).moves("a").refusal("30.0,23.0") == ""


@pytest.mark.rule("pulses.combat.heavy-cavalry-not-into-rough")
def test_heavy_cavalry_does_not_attack_into_rough_ground() -> None:
    rough = [("broken", "280,180 320,180 320,214 280,214")]
    foe = foot("foe", 30, 20, 180, side="red", sk=1)
    scene = given(heavy("a", 30, 32), foe, areas=rough).moves("a")
    assert "rough ground" in scene.refusal("30.0,23.0")
    assert given(light("a", 30, 32), foe, areas=rough).moves("a").refusal("30.0,23.0") == ""


@pytest.mark.rule("pulses.rulings.several-attackers", "pulses.rulings.attacker-falls-back")
def test_who_fought_together_falls_back_together() -> None:
    second = foot("b", 33.0, 20, 270, strength=4)
    scene = pair(A, {**FOE, "strength": 8}, second, variant="massed-attack")
    scene.p.foe[scene.u("b")] = scene.p.foe[scene.u("a")] = scene.u("foe")
    # Seven dice miss, then eight of the defender's hit once: 3 in and 1 for the difference.
    scene.combat().play("combat b > foe").roll(1, 1, 1, 1, 1, 1).roll(1)
    scene.roll(5, 1, 1, 1, 1, 1).roll(1, 1)
    assert (scene.at("a"), scene.at("b")) == ((30, 27, 0), (37, 20, 270))
    assert (scene.hits("a"), scene.hits("b")) == (1, 0)


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.combat.square.broken-or-held")
def test_a_square_that_holds_does_not_follow() -> None:
    scene = pair(light("a", 0, 0), {**FOE, "state": SQUARED}).fight("a", "foe")
    assert scene.roll(1, 1, 1, 1).roll(6, 1, 1, 1, 1).p.over
    assert scene.at("foe") == (30, 20, 180)


@pytest.mark.rule("pulses.combat.bonus.army-commander", "pulses.combat.bonus.subcommander")
def test_both_officers_may_help_at_once() -> None:
    officers = (force("blue", 30, 27, dice=2), army("chief", 30, 40))
    scene = pair(A, FOE, *officers, pool=(3, 0)).fight("a", "foe")
    assert scene.texts() == [
        "sub-commander (Blue)",
        "command die (1 of 3)",
        "all help (Blue, 1 of 3)",
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


@pytest.mark.rule("pulses.rulings.broken-wins-nothing")
def test_who_is_broken_wins_nothing_and_drives_nobody_back() -> None:
    # A mixed attacker scores 3 hits to 2 and loses its last 2 points: the defender has won.
    scene = pair({**A, "hits": 3, "mx": True}, FOE).fight("a", "foe")
    scene.roll(6, 6, 6).roll(5, 5, 1, 1, 1)
    assert scene.at("a") is None
    assert scene.at("foe") == (30, 20, 180)
    assert (scene.asks(), scene.p.actor) == ("TakeGround", 1)
    # Outscored, it has broken its enemy: it is left, and may follow.
    weak = {**FOE, "hits": 3, "mx": True}
    outscored = pair(A, weak, foot("c", 50, 40, side="red")).fight("a", "foe")
    told: list[Event] = []
    outscored.p.ear = told
    outscored.roll(5, 5, 1, 1, 1).roll(6, 6, 6)
    assert "A wins, 2 hits to 3, for its enemy is broken." in [event.text for event in told]
    assert (outscored.at("foe"), outscored.at("a")) == (None, (30, 23, 0))
    assert (outscored.asks(), outscored.p.actor) == ("TakeGround", 0)
    lone = pair({**A, "hits": 4}, {**FOE, "hits": 4}).fight("a", "foe")
    lone.p.ear = told
    lone.roll(6).roll(6)
    assert lone.at("a") is lone.at("foe") is None
    assert any("have broken each other: nobody wins" in event.text for event in told)


@pytest.mark.rule("pulses.rulings.broken-wins-nothing")
def test_the_odds_know_that_who_is_broken_wins_nothing() -> None:
    # One die each that hits on 5, one point each: 4/9 nobody hits, 1/9 both do, 2/9 one of them.
    scene = pair({**A, "hits": 4}, {**FOE, "hits": 4})
    facts = duel(scene.p, scene.u("a"), scene.u("foe"))
    odds = scene.p.battle.rules.striking.combat.odds(facts.situation)
    assert odds.fractions() == {"attacker": "2/9", "defender": "2/3", "nobody": "1/9"}


@pytest.mark.rule("pulses.escape.odd-die", "pulses.combat.attached.escape-roll")
def test_two_attached_batteries_cost_the_attacker_one_hit_in_all() -> None:
    batteries = (guns("b1", 27.7, 20, 180, side="red"), guns("b2", 32.3, 20, 180, side="red"))
    for first, rolls, hits in (((1, 2), 1, 1), ((2, 2), 2, 0)):
        scene = pair(A, FOE, *batteries)
        for battery in ("b1", "b2"):
            scene.p.attached[scene.u(battery)] = scene.u("foe")
        scene.fight("a", "foe")
        asked = 0
        while scene.asks() == "StandingGuns":
            scene.roll(*first)
            asked += 1
        assert (asked, scene.hits("a")) == (rolls, hits)


@pytest.mark.rule("pulses.rulings.broken-wins-nothing")
def test_the_log_says_that_a_tie_is_won_by_who_is_left() -> None:
    scene = pair(A, {**FOE, "hits": 4}, foot("c", 50, 40, side="red")).fight("a", "foe")
    told: list[Event] = []
    scene.p.ear = told
    scene.roll(5, 1, 1, 1, 1).roll(6)
    assert "A wins, 1 hit to 1, for its enemy is broken." in [event.text for event in told]


@pytest.mark.rule("pulses.combat.fallback")
def test_the_log_tells_the_whole_way_back_on_a_slant() -> None:
    # 3 in and 2 for the difference; on the lattice it ends up to a tenth short of that.
    scene = given(foot("a", 31.7, 22.5, 325), foot("foe", 30, 20, 145, side="red"))
    told: list[Event] = []
    scene.p.ear = told
    scene.fight("a", "foe").roll(5, 5, 1, 1, 1).roll(1, 1, 1, 1, 1)
    assert "Foe falls back 5 in." in [event.text for event in told]


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


@pytest.mark.rule("pulses.rulings.winner-follows", "pulses.terrain.infantry")
def test_nobody_follows_into_a_wood_that_is_closed_to_him() -> None:
    wood = [("forest", "250,150 350,150 350,214 250,214")]
    for sk, asked in ((0, ""), (1, "TakeGround")):
        scene = pair({**A, "sk": sk}, {**FOE, "sk": 1}, areas=wood).fight("a", "foe")
        scene.roll(6, 6, 1, 1, 1).roll(1, 1, 1, 1, 1)
        # 3 in and 2 for the hits.
        assert (scene.at("foe"), scene.asks()) == ((30, 15, 180), asked)


@pytest.mark.rule("pulses.pulse.3c-combat")
def test_the_next_combat_points_at_the_enemy() -> None:
    scene = pair(A, FOE, foot("b", 40, 23), foot("other", 40, 20, 180, side="red"))
    for mine, theirs in (("a", "foe"), ("b", "other")):
        scene.p.foe[scene.u(mine)] = scene.u(theirs)
    decision = scene.combat().p.decision
    assert decision is not None
    aims = [decision.aims_at(scene.p, action) for action in scene.p.options()]
    assert aims == ["unit:foe", "unit:other"]
    # Whoever stands first in the list of the battle is fought like the others.
    first = given(foot("foe", 30, 20, 180, side="red"), foot("a", 30, 23))
    first.p.foe[first.u("a")] = first.u("foe")
    assert first.combat().asks() == "Strike"


@pytest.mark.rule("pulses.rulings.fallback-way", "pulses.rulings.fallback-blocked")
def test_a_way_back_that_ends_three_tenths_short_before_a_friend_counts_as_gone() -> None:
    # Beaten by a tie it goes back 3 in at 210 degrees. The friend behind it leaves room for 2.8
    # in, which end on the lattice 1.4 in aside and 2.4 back: 2.78 in, and no hit for the rest.
    scene = given(
        foot("a", 28.5, 22.6, 30), foot("foe", 30, 20, 210, side="red"), foot("b", 25.6, 27.6, 30)
    )
    scene.fight("a", "foe").roll(5, 1, 1, 1, 1).roll(5, 1, 1, 1, 1)
    assert (scene.at("a"), scene.hits("a")) == ((27.1, 25.0, 30), 1)
