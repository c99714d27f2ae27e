"""Melee: winners, ties and their modifiers, losers that fall back, winners that follow."""

from typing import Any

import pytest

from grognard.systems.brigades.flanks import secure, supported
from grognard.systems.brigades.melee import tie_facts
from grognard.systems.brigades.state.position import CHARGED, LIMBERED, ROUT, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin
from tests.rules.brigades.given import Scene, Spec, foot, given, guns, horse, line, screen

C, M, R = "brigades.combat.", "brigades.melee.", "brigades.rulings."
FOE = foot("foe", 20, 17, 180, side="red")


def fought(scene: Scene, hits: int, taken: int) -> Scene:
    """A melee of two massed brigades in which each scores so many hits with its four dice."""
    scene.combat().play("attack foe")
    for n in (hits, taken):
        scene.roll(*[6] * n, *[1] * (4 - n))
    return scene


@pytest.mark.rule(
    M + "winner", C + "melee-loser.disordered", C + "melee-loser.retreats", R + "melee.retreat",
    C + "winner-advance",
)  # fmt: skip
def test_fewer_casualties_win_the_loser_falls_back_and_the_winner_may_follow() -> None:
    scene = fought(given(foot("a", 20, 20), FOE), 2, 1)
    assert (scene.lost("a"), scene.lost("foe")) == (1, 2)
    # Half of 16 in straight back, its face to the enemy.
    assert scene.at("foe") == (20, 9, 180) and scene.has("foe", YELLOW)
    assert scene.texts() == ["pass", "advance a"] and not scene.has("a", YELLOW)
    assert scene.play("advance a").at("a") == (20, 17, 0)
    lost = fought(given(foot("a", 20, 20), FOE), 0, 1)
    assert lost.at("a") == (20, 28, 0) and lost.has("a", YELLOW)
    assert lost.texts() == ["pass", "advance foe"] and lost.p.actor == 1
    assert lost.play("pass").at("foe") == (20, 17, 180)


def beside(strength: int) -> Scene:
    """Two brigades in melee with one; the second of them has a few points left."""
    scene = given(foot("a", 18.4, 20.1), foot("b", 21.5, 20.1, strength=strength), FOE)
    return scene.combat().play("attack foe", "begin")


@pytest.mark.rule(R + "melee.destroyed", M + "winner")
@pytest.mark.parametrize(("strength", "winner"), [(1, "a"), (2, "tie"), (3, "foe")])
def test_hits_on_a_stand_that_is_gone_are_no_casualties(strength: int, winner: str) -> None:
    # The foe is hit twice by a, and hits b three times: b loses no more than it has.
    scene = beside(strength).roll(6, 6, 1, 1).roll(1, 1, 1, 1).play("b").roll(6, 6, 6, 1)
    assert scene.lost("foe") == 2 and scene.lost("b") == strength and scene.at("b") is None
    if winner == "tie":
        assert scene.p.check().outcomes == ("attacker", "defender", "again")
    else:
        assert scene.texts() == ["pass", f"advance {winner}"]


@pytest.mark.rule(R + "melee.destroyed")
def test_a_side_of_which_nobody_is_left_has_lost() -> None:
    # The guns lose their only point, the brigade two by three hits on 4 or more.
    last = guns("foe", 20, 17, 180, side="red", strength=1, state=STATIONARY)
    scene = given(foot("a", 20, 20), last).combat().play("attack foe")
    scene.roll(6, 1, 1, 1).roll(6, 6)
    assert scene.lost("a") == 2 and scene.at("foe") is None
    assert scene.texts() == ["pass", "advance a"] and not scene.has("a", YELLOW)
    both = given(foot("a", 20, 20, strength=2), last)
    both.p.ear = []
    both.combat().play("attack foe").roll(6, 1, 1, 1).roll(6, 6)
    assert both.at("a") is None and both.at("foe") is None
    assert both.p.ear[-1].text == "Nobody is left of the melee."


@pytest.mark.rule(R + "melee.retreat", "brigades.movement.cavalry-with-dedicated-gun")
@pytest.mark.parametrize(("traits", "back"), [((), 12), (("dedicated-gun",), 10)])
def test_cavalry_with_a_dedicated_gun_retreats_half_of_its_own_move(
    traits: tuple[str, ...], back: int
) -> None:
    scene = given(horse("a", 20, 20, traits=traits), FOE).combat().play("attack foe")
    scene.roll(*[1] * (2 + len(traits))).roll(6, 1, 1, 1)
    assert scene.at("a") == (20, 20 + back, 0)


@pytest.mark.rule(C + "winner-advance")
def test_the_winner_decides_before_the_next_combat() -> None:
    scene = given(foot("a", 20, 20), guns("b", 30, 20), FOE, foot("far", 30, 12, 180, side="red"))
    fought(scene, 1, 0)
    assert scene.texts() == ["pass", "advance a"]
    assert scene.play("pass").texts() == ["done", "attack far"]


@pytest.mark.rule(R + "melee.already-disordered")
def test_a_loser_disordered_before_does_not_rout() -> None:
    scene = given(foot("a", 20, 20, state=YELLOW), FOE).combat().play("attack foe")
    scene.roll(1, 1, 1, 1).roll(6, 1, 1, 1)
    assert scene.has("a", YELLOW) and not scene.has("a", ROUT)
    assert scene.at("a") == (20, 28, 0)


@pytest.mark.rule(R + "melee.cannot-retreat", R + "rout.blocked")
def test_a_loser_without_a_way_back_is_eliminated() -> None:
    scene = fought(given(foot("a", 20, 34), FOE._replace(y=31)), 0, 1)
    assert scene.at("a") is None


@pytest.mark.rule(R + "melee.artillery-lost")
def test_guns_that_lose_a_melee_fall_back_like_others() -> None:
    scene = given(foot("a", 20, 20), guns("foe", 20, 17, 180, side="red")).combat()
    scene.play("attack foe").roll(6, 1, 1, 1).roll(1)
    assert scene.at("foe") == (20, 9, 180) and scene.has("foe", YELLOW)


@pytest.mark.rule(R + "flank.all-dice")
def test_who_is_struck_in_the_flank_still_rolls_all_its_dice() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 17, side="red")).combat()
    scene.play("attack foe").roll(1, 1, 1, 1)
    assert len(scene.p.check().dice) == 4


# -- ties ------------------------------------------------------------------------------------------


@pytest.mark.rule(M + "tie.roll", M + "tie.winner")
def test_equal_casualties_are_rolled_off_with_morale() -> None:
    foe = FOE._replace(morale=4)
    scene = fought(given(foot("a", 20, 20, morale=6), foe), 1, 1)
    # Both have +2 as infantry against infantry without elites.
    assert scene.p.check().name == "tie"
    assert scene.p.check().target == "attacker +8, defender +6, the higher wins"
    scene.roll(2, 4)
    assert scene.p.check().name == "tie"  # 10 and 10: again
    scene.roll(1, 6)
    assert scene.at("a") == (20, 28, 0) and scene.at("foe") == (20, 17, 180)


@pytest.mark.rule(M + "tie.roll")
def test_the_best_morale_of_a_side_counts() -> None:
    a, b = foot("a", 18.5, 20, morale=4), foot("b", 21.5, 20, morale=6)
    scene = given(a, b, FOE)
    assert tie_facts(scene.p, (scene.u("a"), scene.u("b")), scene.u("foe"))[:2] == (6, 5)


NAMES = ("no-elites", "steady-infantry", "supported-artillery", "insecure-infantry",
         "artillery-vs-cavalry")  # fmt: skip


def modifiers(
    a: Spec, foe: Spec, *more: Spec, variant: str = "sheet", **ground: object
) -> tuple[set[str], set[str]]:
    """The tie modifiers of both sides."""
    scene = given(a, foe, *more, variant=variant, **ground)  # type: ignore[arg-type]
    facts = tie_facts(scene.p, (scene.u("a"),), scene.u("foe"))
    own, theirs = facts[2:7], facts[7:]
    return (
        {n for n, holds in zip(NAMES, own, strict=True) if holds},
        {n for n, holds in zip(NAMES, theirs, strict=True) if holds},
    )


T = M + "tie."


@pytest.mark.rule(T + "no-elites", R + "attribute.elite")
def test_infantry_against_infantry_without_elites() -> None:
    plain, elite = foot("a", 20, 20), foot("a", 20, 20, traits=("elite",))
    assert modifiers(plain, FOE) == ({"no-elites"}, {"no-elites"})
    assert modifiers(elite, FOE) == ({"no-elites"}, set())
    assert modifiers(plain, FOE, variant="restored") == (set(), set())
    assert modifiers(elite, FOE, variant="restored") == ({"no-elites"}, set())


@pytest.mark.rule(
    T + "steady-infantry", T + "insecure-infantry", R + "attribute.lancers", R + "open.tie-sum"
)
def test_infantry_against_cavalry() -> None:
    rides = horse("foe", 20, 17, 180, side="red")
    lances = horse("foe", 20, 17, 180, side="red", traits=("lancers",))
    steady = foot("a", 20, 20, state=STATIONARY)
    backs = foot("b", 20, 23, 180)
    assert modifiers(foot("a", 20, 20), rides) == ({"insecure-infantry"}, set())
    assert modifiers(steady, rides) == ({"steady-infantry", "insecure-infantry"}, set())
    assert modifiers(foot("a", 20, 20), rides, backs) == ({"steady-infantry"}, set())
    assert modifiers(steady, lances) == ({"insecure-infantry"}, set())
    assert modifiers(steady, lances, backs) == (set(), set())


@pytest.mark.rule(T + "supported-artillery", T + "artillery-vs-cavalry")
def test_artillery() -> None:
    battalion = guns("a", 20, 20)
    beside = foot("b", 22.3, 20)
    assert modifiers(battalion, FOE) == (set(), set())
    assert modifiers(battalion, FOE, beside) == ({"supported-artillery"}, set())
    rides = horse("foe", 20, 17, 180, side="red")
    assert modifiers(battalion, rides, beside) == ({"artillery-vs-cavalry"}, set())
    assert modifiers(horse("a", 20, 20), rides) == (set(), set())


@pytest.mark.rule(M + "supported-artillery")
@pytest.mark.parametrize(
    ("friend", "supports"),
    [
        (foot("b", 22.3, 20), True),
        (foot("b", 17.7, 20), True),
        (foot("b", 20, 23), True),  # at the rear
        (foot("b", 20, 17), False),  # in front
        (foot("b", 22.3, 20, 45), False),  # not in contact along an edge but overlapping is refused
        (foot("b", 22.3, 20, 90), False),
        (foot("b", 22.3, 20, state=YELLOW), False),
        (line("b", 22.3, 20), True),
        (horse("b", 22.3, 20), False),
        (screen("b", 22.3, 20), False),
        (foot("b", 22.6, 20), False),  # 0.3 in away
    ],
)
def test_supported_artillery(friend: Spec, supports: bool) -> None:
    if friend.facing == 45:
        friend = friend._replace(x=23.0)
    scene = given(guns("a", 20, 20), friend)
    assert supported(scene.p, scene.u("a")) == supports


SECURE = "brigades.misc.cavalry-secure."


@pytest.mark.rule(SECURE + "back-to-back", SECURE + "adjacent", R + "secure.more-ways")
@pytest.mark.parametrize(
    ("friends", "ground", "holds"),
    [
        ((), {}, False),
        ((foot("b", 20, 23, 180),), {}, True),  # back to back
        ((foot("b", 20, 23),), {}, False),  # behind, but with its front to a's back
        ((foot("b", 23, 20, 90),), {}, True),  # beside, facing the flank
        ((foot("b", 23, 20),), {}, False),  # beside, facing as a does
        ((foot("b", 23, 20), foot("c", 17, 20)), {}, True),  # both flanks against friends
        ((foot("b", 23, 20),), {"areas": [("swamp", "100,100 182,100 182,300 100,300")]}, True),
        ((foot("b", 23, 20),), {"areas": [("marsh", "100,100 182,100 182,300 100,300")]}, False),
        ((foot("b", 23, 20),), {"lines": [("river", "181,100 181,300")]}, True),
        ((), {"areas": [("town", "100,100 300,100 300,300 100,300")]}, True),
        ((), {"areas": [("village", "100,100 300,100 300,300 100,300")]}, False),
        ((), {"areas": [("forest", "100,100 300,100 300,300 100,300")]}, True),
        ((), {"areas": [("orchard", "100,100 300,100 300,300 100,300")]}, False),
        ((), {"lines": [("low-wall", "100,185 300,185")]}, True),
        ((), {"lines": [("stream", "100,185 300,185")]}, False),
    ],
)  # fmt: skip
def test_secure_infantry(friends: tuple[Spec, ...], ground: dict[str, object], holds: bool) -> None:
    foe = horse("foe", 20, 17, 180, side="red")
    scene = given(foot("a", 20, 20), foe, *friends, **ground)  # type: ignore[arg-type]
    assert secure(scene.p, scene.u("a"), [scene.u("foe")]) == holds


@pytest.mark.rule("brigades.rulings.same-way", SECURE + "adjacent")
@pytest.mark.parametrize(("facing", "holds"), [(45, True), (135, True), (40, False), (140, False)])
def test_who_is_turned_up_to_45_degrees_still_faces_a_flank(facing: int, holds: bool) -> None:
    # Turned so, a corner of b reaches 2.1 in to the left, to the side of a at 21.5.
    foe = horse("foe", 20, 17, 180, side="red")
    scene = given(foot("a", 20, 20), foe, foot("b", 23.7, 20, facing))
    assert secure(scene.p, scene.u("a"), [scene.u("foe")]) == holds


@pytest.mark.rule("brigades.rulings.same-way", M + "supported-artillery")
@pytest.mark.parametrize(("facing", "holds"), [(45, True), (315, True), (50, False)])
def test_who_is_turned_up_to_45_degrees_still_faces_the_same_way(facing: int, holds: bool) -> None:
    # The right side of the guns is at 20.8.
    scene = given(guns("a", 20, 20), foot("b", 22.9, 20, facing))
    assert supported(scene.p, scene.u("a")) == holds


@pytest.mark.rule(R + "secure.more-ways")
@pytest.mark.parametrize(
    ("ground", "holds"),
    [
        ({"areas": [("swamp", "100,100 181,100 181,300 100,300")]}, True),
        ({"areas": [("swamp", "100,100 179,100 179,300 100,300")]}, False),
    ],
)
def test_closed_ground_within_half_an_inch_covers_a_flank(ground: Any, holds: bool) -> None:
    # The left side is at 18.5: 18.0 must be closed.
    foe = horse("foe", 20, 17, 180, side="red")
    scene = given(foot("a", 20, 20), foe, foot("b", 23, 20), **ground)
    assert secure(scene.p, scene.u("a"), [scene.u("foe")]) == holds


@pytest.mark.rule(R + "secure.more-ways", R + "works")
def test_works_before_the_front_do_not_secure_the_back() -> None:
    wall = [("low-wall", "185,185 215,185")]
    for y, facing, holds in ((17, 180, True), (23, 0, False)):
        scene = given(foot("a", 20, 20), horse("foe", 20, y, facing, side="red"), lines=wall)
        assert secure(scene.p, scene.u("a"), [scene.u("foe")]) == holds


@pytest.mark.rule(SECURE + "adjacent")
@pytest.mark.parametrize(
    ("friend", "foe", "holds"),
    [
        # Against the right side: a friend who faces that way, not one who faces across from behind.
        (foot("b", 17, 20, 90), horse("foe", 23, 20, 270, side="red"), False),
        (foot("b", 17, 20, 270), horse("foe", 23, 20, 270, side="red"), False),
        (foot("b", 20, 23, 90), horse("foe", 23, 20, 270, side="red"), True),
        (foot("b", 23, 22.2, 90), horse("foe", 23, 19.1, 270, side="red"), True),
        (foot("b", 23, 22.2, 0), horse("foe", 23, 19.1, 270, side="red"), False),
        # Against the front: the flank on whose side the cavalry is.
        (foot("b", 23, 20, 90), horse("foe", 21, 17, 180, side="red"), True),
        (foot("b", 17, 20, 270), horse("foe", 21, 17, 180, side="red"), False),
        (foot("b", 17, 20, 270), horse("foe", 20, 17, 180, side="red"), True),
        # Against the back: a friend who faces there.
        (foot("b", 17, 20, 180), horse("foe", 20, 23, 0, side="red"), True),
        (foot("b", 17, 20, 270), horse("foe", 20, 23, 0, side="red"), False),
    ],
)
def test_a_friend_secures_the_threatened_flank_only(friend: Spec, foe: Spec, holds: bool) -> None:
    scene = given(foot("a", 20, 20), friend, foe)
    assert secure(scene.p, scene.u("a"), [scene.u("foe")]) == holds


@pytest.mark.rule(SECURE + "adjacent")
def test_every_threatened_flank_wants_its_friend() -> None:
    right, left = horse("foe", 21, 17, 180, side="red"), horse("more", 17, 20.5, 90, side="red")
    scene = given(foot("a", 20, 20), foot("b", 23, 20, 90), right, left)
    foes = [scene.u("foe"), scene.u("more")]
    assert secure(scene.p, scene.u("a"), foes[:1]) and not secure(scene.p, scene.u("a"), foes)


@pytest.mark.rule(SECURE + "back-to-back", "brigades.morale.modifier.insecure-infantry")
def test_secure_infantry_takes_no_penalty() -> None:
    rides = horse("foe", 20, 17, 180, side="red")
    alone = given(foot("a", 20, 20), rides).morale()
    assert alone.modifiers() == {"insecure-infantry": -1}
    assert given(foot("a", 20, 20), rides, foot("b", 20, 23, 180)).morale().modifiers() == {}


# -- crossings and broken ground -------------------------------------------------------------------

X = "brigades.terrain."


@pytest.mark.rule(X + "stream.combat", X + "marshy-stream.combat", X + "bridge.combat")
@pytest.mark.parametrize(
    ("kind", "crossing"), [("stream", ""), ("marshy-stream", "bridge"), ("river", "bridge")]
)
@pytest.mark.parametrize(("facing", "y", "shaken"), [(180, 20, 1), (0, 20, 0), (180, 18, 0)])
def test_who_crosses_water_into_contact_with_a_defender_of_the_bank_is_disordered(
    kind: str, crossing: str, facing: int, y: int, shaken: int
) -> None:
    # The far bank is at 22; the defender's lower edge at 21.7 touches it, at 19.7 it does not.
    spots = [(crossing, "line-0", "200,222")] if crossing else []
    foe = foot("foe", 20, y + 0.2, facing, side="red")
    scene = given(foot("a", 20, 27), foe, lines=[(kind, "0,222 480,222")], crossings=spots)
    scene.p.began_x, scene.p.began_y = scene.p.x.copy(), scene.p.y.copy()
    scene.p.began_facing = scene.p.facing.copy()
    scene.moves("a").play(f"to 20.0,{y + 3.2:.1f}")
    assert scene.has("a", YELLOW) == bool(shaken)


@pytest.mark.rule("brigades.rulings.bank", X + "stream.combat")
@pytest.mark.parametrize(("y", "shaken"), [(20.2, True), (20.1, False)])
def test_a_stand_within_half_an_inch_of_the_water_touches_its_bank(y: float, shaken: bool) -> None:
    # The stream is at 22.2, the defender's front edge at 21.7 or 21.6.
    foe = foot("foe", 20, y, 180, side="red")
    scene = given(foot("a", 20, 26), foe, lines=[("stream", "0,222 480,222")]).push(Begin())
    scene.moves("a").play(f"to 20.0,{y + 3:.1f}")
    assert scene.has("a", CHARGED) and scene.has("a", YELLOW) == shaken


@pytest.mark.rule("brigades.rulings.bank", X + "stream.combat", X + "stream.movement.first")
@pytest.mark.parametrize("y", [23.7, 23.8])
def test_a_defender_right_at_the_water_is_reached_over_it(y: float) -> None:
    # His front edge is on the stream at 22.2; the charger's touches it, or stops 0.1 in short.
    foe = foot("foe", 20, 20.7, 180, side="red")
    stream = [("stream", "0,222 480,222")]
    scene = given(foot("a", 20, 28), foe, lines=stream).push(Begin()).moves("a")
    scene.play(f"to 20.0,{y}")
    assert scene.has("a", CHARGED) and scene.has("a", YELLOW)
    # Half of 16 in for the stream; 8.1 in to go are too far.
    far = given(foot("a", 20, y + 8.1), foe, lines=stream).push(Begin()).moves("a")
    assert "16 in are left" in far.refusal(f"to 20.0,{y}")


@pytest.mark.rule(X + "stream.combat")
@pytest.mark.parametrize(("far", "shaken"), [(245, False), (220, True)])
def test_a_defender_holds_the_bank_of_the_water_that_was_crossed(far: int, shaken: bool) -> None:
    # His front edge is at 21.5, his rear at 18.5: another stream is close behind him.
    foe = foot("foe", 20, 20, 180, side="red")
    waters = [("stream", f"0,{far} 480,{far}"), ("stream", "0,183 480,183")]
    scene = given(foot("a", 20, 27), foe, lines=waters).push(Begin())
    scene.moves("a").play("to 20.0,23.0")
    assert scene.has("a", CHARGED) and scene.has("a", YELLOW) == shaken


@pytest.mark.rule(X + "stream.combat", "brigades.rulings.flank.melee")
@pytest.mark.parametrize(("y", "shaken"), [(21.5, True), (21.4, False)])
def test_a_defender_faces_whoever_began_on_the_line_of_his_front(y: float, shaken: bool) -> None:
    # His front edge is at 21.5, his right side half an inch from the stream.
    foe = foot("foe", 20, 20, 180, side="red")
    scene = given(foot("a", 27, y, 270), foe, lines=[("stream", "220,0 220,360")]).push(Begin())
    scene.moves("a").play(f"to 23.0,{y} facing 270")
    assert scene.has("a", CHARGED) and scene.has("a", YELLOW) == shaken


@pytest.mark.rule(X + "river.movement", X + "stream.movement.first")
def test_nobody_charges_over_water_for_nothing() -> None:
    foe = foot("foe", 20, 20.2, 180, side="red")
    shut = given(foot("a", 20, 27), foe, lines=[("river", "0,222 480,222")]).moves("a")
    assert shut.refusal("to 20.0,23.2 facing 0") == "a river is crossed at a bridge or ford only"
    # 8 in for the stream leave 8 in of 16: the charge is 7.9 or 8.1 in long.
    for y, why in ((31.1, True), (31.3, False)):
        scene = given(foot("a", 20, y), foe, lines=[("stream", "0,222 480,222")]).moves("a")
        assert (scene.refusal("to 20.0,23.2 facing 0") == "") == why


BROKEN = "100,100 300,100 300,250 100,250"


@pytest.mark.rule(X + "broken-ground.combat.ridden-at")
def test_skirmishers_in_broken_ground_are_not_ridden_down() -> None:
    for areas, survives in (([("broken", BROKEN)], True), ([], False)):
        scene = given(horse("a", 20, 28), screen("foe", 20, 20, 180, side="red"), areas=areas)
        scene.p.began_x, scene.p.began_y = scene.p.x.copy(), scene.p.y.copy()
        scene.moves("a").play("to 20.0,22.3")
        assert (scene.at("foe") is not None) == survives


@pytest.mark.rule(X + "broken-ground.combat.withdraws")
def test_skirmishers_that_survive_cavalry_in_broken_ground_withdraw() -> None:
    foe = screen("foe", 20, 17.7, 180, side="red")
    for areas, place in (([("broken", BROKEN)], (20, 9.7, 180)), ([], (20, 17.7, 180))):
        scene = given(horse("a", 20, 20), foe, areas=areas).combat().play("attack foe")
        scene.roll(1, 1).roll(6)
        assert scene.at("foe") == place


@pytest.mark.rule(R + "contact")
def test_contact_is_a_tenth_of_an_inch() -> None:
    for y, met in ((16.9, True), (16.8, False)):
        scene = given(horse("a", 20, 20), foot("foe", 20, y, 180, side="red")).combat()
        assert (scene.p.roll is not None) == met


def test_limbered_guns_defend_themselves() -> None:
    scene = given(foot("a", 20, 20), guns("foe", 20, 17, 180, side="red", state=LIMBERED))
    scene.combat().play("attack foe").roll(1, 1, 1, 1)
    assert len(scene.p.check().dice) == 1


@pytest.mark.rule("brigades.rulings.advance.guns")
def test_guns_that_win_take_no_ground() -> None:
    """The charger is disordered and falls back, and nobody is asked who takes its ground."""
    scene = given(foot("a", 20, 20), guns("foe", 20, 17, 180, side="red", state=STATIONARY))
    scene.combat().play("attack foe").roll(1, 1, 1, 1).roll(6, 6)
    assert scene.lost("a") == 2
    assert scene.at("foe") == (20.0, 17.0, 180)
    assert scene.at("a") == (20.0, 28.0, 0)
    assert "advance foe" not in scene.texts()


@pytest.mark.rule(R + "movement.pass-through.close-order", "brigades.combat.melee-loser.retreats")
def test_who_falls_back_from_a_melee_through_friends_shakes_nobody() -> None:
    # Half of 16 in ends on the second line at 19, of which 3 in further on it is clear: at 22.
    second = foot("second", 20, 19, state=STATIONARY)
    scene = given(foot("a", 20, 12), second, foot("foe", 20, 8.9, 180, side="red")).push(Begin())
    scene.combat("red").roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.has("a", YELLOW) and scene.at("a") == (20.0, 22.0, 0)
    assert scene.has("second", STATIONARY) and not scene.has("second", YELLOW)
    # Nobody tests: the winner is asked for his advance.
    assert scene.texts() == ["pass", "advance foe"]
