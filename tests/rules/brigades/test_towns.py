"""Terrain, combat: who may be in towns and villages, and how they are fought for."""

import pytest

from grognard.systems.brigades.buildings import FireOut
from grognard.systems.brigades.flanks import foes_touching
from grognard.systems.brigades.sight import sees
from grognard.systems.brigades.state.position import CHARGED, ROUT, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin, PlayerTurn
from tests.rules.brigades.blocks import BLOCK, HELD, TOWN, R, T, town
from tests.rules.brigades.given import (
    Scene,
    Spec,
    battery,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
    thin_horse,
)

# -- who is in ---------------------------------------------------------------------------------

FULL = "the town block is full"


@pytest.mark.rule(TOWN + "capacity")
def test_a_block_holds_a_brigade_or_four_skirmishers() -> None:
    comes = foot("a", 20, 25)
    assert town(comes).moves("a").refusal("to 20.0,15.0 facing 0") == ""
    assert town(comes, foot("b", 20, 15)).moves("a").refusal("to 20.0,15.0 facing 0") == FULL
    assert town(comes, screen("b", 20, 15)).moves("a").refusal("to 20.0,15.0 facing 0") == FULL
    light = screen("a", 20, 25)
    for inside, why in ((3, ""), (4, FULL)):
        scene = town(light, *[screen(f"s{i}", 5, 3 * i + 5) for i in range(inside)])
        for i in range(inside):
            scene.p.put(scene.u(f"s{i}"), 200, 150, 0)
        assert scene.moves("a").refusal("to 20.0,15.0 facing 0") == why
    assert town(light, foot("b", 20, 15)).moves("a").refusal("to 20.0,15.0 facing 0") == FULL


@pytest.mark.rule(TOWN + "cavalry-artillery", TOWN + "capacity")
def test_horse_and_guns_leave_the_room_for_infantry_untouched() -> None:
    for inside in (horse("b", 20, 15), guns("b", 20, 15)):
        scene = town(foot("a", 20, 25), inside).moves("a")
        assert scene.refusal("to 20.0,15.0 facing 0") == ""


@pytest.mark.rule(T + "village.combat.capacity")
def test_a_village_holds_one_skirmisher() -> None:
    light, why = screen("a", 20, 25), "the village holds no more skirmishers"
    assert town(light, kind="village").moves("a").refusal("to 20.0,16.5 facing 0") == ""
    held = town(light, screen("b", 20, 14), kind="village").moves("a")
    assert held.refusal("to 20.0,16.5 facing 0") == why
    # A brigade may stand there, but the village does not shelter it.
    assert town(foot("a", 20, 25), kind="village").moves("a").refusal("to 20.0,16.5 facing 0") == ""


@pytest.mark.rule(T + "village.combat.capacity", "brigades.morale.modifier.building-or-works")
def test_a_village_steadies_its_skirmisher_only() -> None:
    near = foot("a", 20, 18.1, state=CHARGED)
    held = town(near, screen("foe", 20, 15.8, 180, side="red"), kind="village").morale()
    assert "foe" in held.tests()
    held.roll(1)
    assert held.modifiers()["building-or-works"] == 1
    outside = town(near, HELD, kind="village").morale().roll(1)
    assert "building-or-works" not in outside.modifiers()


# -- fighting in a town ------------------------------------------------------------------------


@pytest.mark.rule(
    T + "key.na", T + "town.movement.cavalry", T + "town.movement.artillery",
    T + "town.movement.cavalry-skirmisher",
)  # fmt: skip
@pytest.mark.parametrize(
    ("unit", "attacks"),
    [(foot("a", 20, 15), True), (horse("a", 20, 15, traits=("firearm",)), False),
     (guns("a", 20, 15), False), (rider("a", 20, 14.3, traits=("firearm",)), False),
     (screen("a", 20, 14.3), True)],
)  # fmt: skip
def test_horse_and_guns_in_a_town_do_not_attack(unit: Spec, attacks: bool) -> None:
    scene = town(unit, foot("foe", 20, 10.5, 180, side="red")).combat()
    assert (scene.texts() == ["done", "attack foe"]) == attacks


@pytest.mark.rule(TOWN + "cavalry-artillery")
@pytest.mark.parametrize(
    ("unit", "answers"),
    [(HELD, True), (horse("foe", 20, 15, 180, side="red"), False),
     (guns("foe", 20, 15, 180, side="red"), False)],
)  # fmt: skip
def test_horse_and_guns_in_a_town_do_not_answer(unit: Spec, answers: bool) -> None:
    scene = town(foot("a", 20, 18), unit).combat().play("attack foe").roll(6, 6, 1, 1)
    assert (scene.p.roll is not None and scene.p.check().name == "melee") == answers


@pytest.mark.rule(TOWN + "never-flanked")
def test_a_town_has_no_flank() -> None:
    behind = foot("a", 20, 12, 180, state=CHARGED)
    scene = town(behind, HELD._replace(facing=180)).morale()
    assert "enemy-flank" not in scene.modifiers()
    scene.roll(1)
    assert scene.modifiers() == {"building-or-works": 1}
    open_field = given(behind, HELD._replace(facing=180)).morale()
    assert open_field.modifiers() == {"enemy-flank": 1}


@pytest.mark.rule(TOWN + "quarter-dice")
def test_a_quarter_of_the_dice_through_each_side() -> None:
    one = town(foot("a", 20, 18), HELD._replace(state=STATIONARY)).combat().play("attack foe")
    one.roll(1, 1, 1, 1)
    assert len(one.p.check().dice) == 2  # a quarter of 6, rounded up
    two = town(foot("a", 20, 18), foot("b", 23, 15, 270), HELD._replace(state=STATIONARY))
    two.combat().play("attack foe", "begin").roll(1, 1, 1, 1).roll(1, 1, 1, 1)
    # Two dice through each of the two sides, at whoever is before it.
    assert two.texts() == ["a", "b"]
    two.play("b")
    assert len(two.p.check().dice) == 2
    two.roll(6, 1)
    assert len(two.p.check().dice) == 2
    two.roll(6, 6)
    assert (two.lost("a"), two.lost("b")) == (2, 1)
    # And out of the block through one side: a quarter of 4 dice.
    out = town(foot("a", 20, 15, state=STATIONARY), foot("foe", 20, 10.5, 180, side="red"))
    assert len(out.combat().play("attack foe").p.check().dice) == 1


@pytest.mark.rule(TOWN + "quarter-dice")
def test_over_all_sides_a_block_throws_no_more_than_its_dice() -> None:
    # A skirmisher has one die: through one of the two sides, and none is left for the other.
    light = screen("foe", 20, 15.7, 180, side="red")
    scene = town(foot("a", 20, 18), foot("b", 23, 15, 270), light)
    scene.combat().play("attack foe", "begin").roll(1, 1, 1, 1).roll(1, 1, 1, 1).play("a")
    assert len(scene.p.check().dice) == 1
    scene.roll(6)
    assert scene.lost("a") == 1 and scene.at("foe") is not None and scene.lost("b") == 0
    assert scene.p.decision is None or "answer" not in scene.p.decision.prompt(scene.p)
    # Two attackers on one side: one of them is answered, with one quarter.
    same = town(foot("a", 18.4, 18), foot("b", 21.6, 18), HELD._replace(state=STATIONARY))
    same.combat().play("attack foe", "begin").roll(1, 1, 1, 1).roll(1, 1, 1, 1).play("b").roll(6, 1)
    assert (same.lost("a"), same.lost("b")) == (0, 1)


@pytest.mark.rule(TOWN + "skirmishers")
def test_skirmishers_who_share_a_block_are_one_defender_but_test_each() -> None:
    def both() -> Scene:
        scene = town(foot("a", 20, 18.4, state=CHARGED), screen("foe", 20, 16.1, 180, side="red"),
                     screen("mate", 5, 5, 180, side="red", strength=1))  # fmt: skip
        scene.p.put(scene.u("mate"), 200, 146, 36)
        return scene

    # There is one enemy to attack, so nobody is asked.
    combat = both().combat()
    combat.roll(6, 6, 6, 1)
    # Two dice of two skirmishers; through one side a quarter of them, rounded up.
    assert len(combat.p.check().dice) == 1
    assert both().morale().tests() == ["a", "foe"]


@pytest.mark.rule(TOWN + "skirmishers", TOWN + "quarter-dice")
@pytest.mark.parametrize("met", [True, False])
def test_of_a_shared_block_those_answer_who_may_roll(met: bool) -> None:
    # One of the two is routed, he who is met or the other: one die is left for both sides.
    states = (ROUT, 0) if met else (0, ROUT)
    first = screen("foe", 20, 16.1, 180, side="red", state=states[0])
    second = screen("mate", 5, 5, 180, side="red", state=states[1])
    scene = town(foot("a", 20, 18.4), foot("b", 23.1, 15.4, 270), first, second)
    scene.p.put(scene.u("mate"), 200, 146, 36)
    scene.p.ear = []
    scene.combat().play("attack foe", "begin").roll(1, 1, 1, 1).roll(1, 1, 1, 1).play("a")
    told = [event.text for event in scene.p.ear]
    assert told[-1] == ("Mate answers A." if met else "Foe answers A.")
    assert len(scene.p.check().dice) == 1
    scene.roll(1)
    assert scene.p.check().name == "tie"


@pytest.mark.rule(TOWN + "skirmishers")
def test_casualties_of_a_shared_block_go_to_the_next_when_one_is_gone() -> None:
    scene = town(foot("a", 20, 18.4), screen("foe", 20, 16.1, 180, side="red", strength=1),
                 screen("mate", 5, 5, 180, side="red", strength=2))  # fmt: skip
    scene.p.put(scene.u("mate"), 200, 146, 36)
    scene.combat().play("attack foe").roll(6, 6, 1, 1).roll(1)
    assert scene.at("foe") is None and scene.lost("mate") == 1


@pytest.mark.rule(TOWN + "skirmishers")
@pytest.mark.parametrize("touched", ["first", "second"])
def test_whoever_of_a_shared_block_is_met_is_fought_or_fired_at(touched: str) -> None:
    # One lies behind the other: only the one in front touches the charger, or is within 2 in.
    y = {"first": (16.1, 14.6), "second": (14.6, 16.1)}[touched]
    for gap, doing in ((0.0, "fights"), (1.9, "fires at"), (2.1, "")):
        scene = town(foot("a", 20, 18.4 + gap), screen("first", 20, y[0], 180, side="red"),
                     screen("second", 5, 5, 180, side="red"))  # fmt: skip
        scene.p.put(scene.u("second"), 200, round(10 * y[1]), 36)
        scene.p.ear = []
        scene.combat()
        if doing == "fires at":
            assert scene.texts() == ["done", "attack first"]
            scene.play("attack first")
        told = [event.text for event in scene.p.ear]
        assert told[:1] == ([f"A {doing} {touched.capitalize()}."] if doing else [])


@pytest.mark.rule(TOWN + "capacity")
def test_a_block_that_enemy_infantry_holds_is_entered_by_a_charge_only() -> None:
    # A block of 8 by 6 in: the foe stands at its left end, 2 in are left beside him and an inch.
    wide = [("town", "180,60 260,60 260,120 180,120", "stone")]
    for arm, why in ((foot, "Foe holds the town block"), (horse, "")):
        foe = arm("foe", 19.6, 8, 180, side="red")
        scene = given(foot("a", 24, 16), foe, areas=wide).moves("a")
        assert scene.refusal("to 24.0,9.0 facing 0") == why
    # In contact it is a charge: from within the outline too.
    foe = foot("foe", 24, 7, 180, side="red")
    scene = given(foot("a", 24, 16), foe, areas=wide).moves("a")
    assert scene.refusal("to 24.0,10.0 facing 0") == ""


FAR_SIDE = line("foe", 20, 13.6, 180, side="red")  # a charge at it leads into the block


def storms(attacker: Spec, *more: Spec) -> Scene:
    """A stand at 20,25 charges the linear infantry at the far side of the block."""
    scene = town(attacker, FAR_SIDE, *more, material="stone").push(Begin()).moves("a")
    charge = next(text for text in scene.texts() if text.startswith("charge foe"))
    return scene.play(charge)


@pytest.mark.rule(R + "town-stormed", TOWN + "quarter-dice")
def test_who_storms_a_town_strikes_with_all_its_dice() -> None:
    scene = storms(line("a", 20, 25))
    # Its centre is in the block, 13 to 17 in down; it was disordered entering it.
    assert scene.at("a") == (20.0, 15.2, 0) and scene.has("a", YELLOW)
    scene.combat()
    assert len(scene.p.check().dice) == 3  # linear infantry that has moved, not a quarter of it
    scene.roll(1, 1, 1)
    assert len(scene.p.check().dice) == 1  # a quarter of 3 for who holds it


@pytest.mark.rule(R + "town-stormed", T + "key.na", TOWN + "cavalry-artillery")
def test_cavalry_that_storms_a_town_attacks() -> None:
    scene = storms(thin_horse("a", 20, 25)).combat()
    assert len(scene.p.check().dice) == 2


@pytest.mark.rule(R + "town-stormed", TOWN + "never-flanked")
def test_who_storms_a_town_has_flanks_and_who_holds_it_has_none() -> None:
    # An enemy in contact with the right side of the stormer, behind the line of its front.
    side = foot("b", 23.1, 16.6, 270, side="red")
    scene = storms(line("a", 20, 25), side).morale()
    assert scene.modifiers() == {"disordered": -1, "linear-flank": -2}


@pytest.mark.rule(R + "town-stormed", "brigades.terrain.buildings.stone.long-range")
def test_the_walls_of_a_town_do_not_shelter_who_storms_it() -> None:
    # Guns at 2.25 in from the stormer's right side, behind the line of its front: close range.
    near = battery("guns", 24.5, 15.2, 270, side="red")
    scene = storms(line("a", 20, 25), near).morale()
    assert scene.modifiers() == {"disordered": -1, "fire": -1}


@pytest.mark.rule(R + "town-stormed", R + "combat.once")
@pytest.mark.parametrize("y", [13.6, 16.0])
def test_who_has_taken_a_town_does_not_attack_again_out_of_it(y: float) -> None:
    # Others are within 2 in of the block on either side.
    others = [foot("e", 24.5, 13.6, 180, side="red"), foot("w", 15.5, 13.6, 180, side="red")]
    scene = given(
        line("a", 20, 25), FAR_SIDE._replace(y=y), *others, areas=[("town", BLOCK, "wood")]
    )
    scene.push(Begin()).moves("a")
    scene.play(next(text for text in scene.texts() if text.startswith("charge foe"))).combat()
    scene.roll(6, 6, 1)
    if y == 13.6:
        scene.roll(1, 1)  # the hits of the disordered are saved against, in vain
    scene.roll(1).play("advance a")
    assert "attack e" not in scene.texts() and "attack w" not in scene.texts()


GUEST = horse("guest", 5, 5, 180, side="red", strength=2)


def guarded(attacker: Spec, guest: Spec, y: float) -> Scene:
    """Infantry at 20,15 in a stone block, and with it a guest so far down; blue's own turn."""
    scene = town(attacker, commander("g", 20, 27), HELD, guest, material="stone")
    scene.p.put(scene.u("guest"), 200, round(y * 10), 36)
    return scene.push(PlayerTurn()).play("move a")


@pytest.mark.rule(R + "town-guests", "brigades.charge.infantry-brigade", TOWN + "cavalry-artillery")
@pytest.mark.parametrize(
    ("guest", "y", "halt"),
    [(GUEST, 15.0, 18.1), (GUEST, 16.0, 19.1), (GUEST, 14.0, 18.1),
     (guns("guest", 5, 5, 180, side="red"), 15.6, 18.7),
     (rider("guest", 5, 5, 180, side="red"), 16.6, 18.9)],
)  # fmt: skip
def test_horse_and_guns_in_a_block_do_not_keep_a_charge_from_its_infantry(
    guest: Spec, y: float, halt: float
) -> None:
    # The charger halts a tenth from whichever front is the lower: that of the infantry is at 16.5.
    scene = guarded(foot("a", 20, 24), guest, y)
    charges = [text for text in scene.texts() if text.startswith("charge")]
    assert charges == [f"charge foe to 20.0,{halt} facing 0"]
    scene.play(charges[0], "done")
    assert scene.tests() == ["a", "foe"] and scene.modifiers() == {}
    scene.roll(1).roll(1)
    # The infantry fights it, with a quarter of 4 dice.
    assert len(scene.roll(1, 1, 1, 1).p.check().dice) == 1


@pytest.mark.rule(R + "town-guests", "brigades.combat.melee-loser.retreats")
@pytest.mark.parametrize("strength", [5, 1])
def test_horse_and_guns_leave_a_block_with_its_infantry(strength: int) -> None:
    scene = town(foot("a", 20, 18.1), HELD._replace(strength=strength), GUEST, material="stone")
    scene.p.put(scene.u("guest"), 200, 148, 36)
    scene.combat().roll(6, 6, 1, 1).roll(1)
    # Half of 24 in from the charger, beyond the infantry's 8 in, whether that is left or not.
    assert scene.at("foe") == ((20, 7, 180) if strength == 5 else None)
    assert scene.at("guest") == (20, 2.8, 180) and scene.has("guest", YELLOW)
    assert scene.play("advance a").at("a") == (20, 15, 0)


@pytest.mark.rule(R + "town-guests")
def test_horse_alone_in_a_block_is_not_charged_by_infantry() -> None:
    scene = town(foot("a", 20, 24), commander("g", 20, 27), GUEST._replace(x=20, y=15))
    scene.push(PlayerTurn()).play("move a")
    assert not any(text.startswith("charge") for text in scene.texts())
    assert scene.refusal("to 20.0,18.1 facing 0") == "it may not charge Guest"


@pytest.mark.rule(R + "town-guests", R + "town-stormed")
def test_horse_that_storms_a_block_beside_infantry_fights_itself() -> None:
    # Both have charged into a block of 10 by 6 in, whose defender stands at its far side.
    wide = [("town", "150,130 250,130 250,190 150,190", "stone")]
    own = [line("a", 18.5, 25), horse("b", 21.5, 25)]
    scene = given(*own, line("foe", 20, 13.8, 180, side="red"), areas=wide).push(Begin())
    scene.moves("a").play("to 18.5,15.4")
    scene.moves("b").play("to 21.5,16.1")
    assert sorted(scene.morale().tests()) == ["a", "b", "foe"]


@pytest.mark.rule(R + "town-guests", R + "sight.stands")
def test_horse_in_a_block_does_not_hide_its_infantry_and_is_fired_at() -> None:
    scene = town(guns("a", 20, 24), HELD, GUEST)
    scene.p.put(scene.u("guest"), 200, 160, 36)
    assert scene.combat().texts() == ["done", "attack foe", "attack guest"]


@pytest.mark.rule(R + "town-guests")
def test_a_guest_is_behind_nobody_once_the_block_is_in_ruins() -> None:
    # Horse at 20,16 is touched from 19.1; the infantry at 20,15 answers while the block stands.
    scene = town(foot("a", 20, 19.1), HELD, GUEST)
    scene.p.put(scene.u("guest"), 200, 160, 36)
    assert foes_touching(scene.p, scene.u("a")) == [scene.u("foe")]
    FireOut(building=0).apply(scene.p, 1)
    assert foes_touching(scene.p, scene.u("a")) == [scene.u("guest")]


@pytest.mark.rule(R + "town-guests", R + "sight.stands", "brigades.charge.visible")
def test_what_infantry_saw_as_the_turn_began_does_not_hang_on_where_its_guest_went() -> None:
    mine = horse("guest", 5, 5, strength=2)
    scene = town(foot("a", 20, 15), mine, screen("foe", 20, 9, 180, side="red"))
    p, a, guest, foe = scene.p, scene.u("a"), scene.u("guest"), scene.u("foe")
    p.put(guest, 200, 135, 0)  # in the block, right before the infantry
    p.begin()
    p.put(guest, 300, 300, 0)
    assert sees(p, a, foe, at_start=True)


@pytest.mark.rule(TOWN + "capacity", "brigades.rulings.rout.direction")
@pytest.mark.parametrize("held", [True, False])
def test_nobody_falls_back_into_a_full_block(held: bool) -> None:
    # Half a move of 8 in would end in the block, which reaches from 6 to 12: beside the mate, if he
    # is there. Then it goes on, inch by inch, to the first place beyond.
    wide = [("town", "180,60 260,60 260,120 180,120", "stone")]
    mate = foot("mate", 19.6 if held else 40, 8, side="red")
    scene = given(foot("a", 24, 19), foot("foe", 24, 16, 180, side="red"), mate, areas=wide)
    scene.combat().roll(6, 1, 1, 1).roll(1, 1, 1, 1)
    assert scene.at("foe") == (24, 5 if held else 8, 180)
