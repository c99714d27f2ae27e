"""What is told: whatever changes a position says so, with its cause."""

import pytest

from grognard.systems.brigades.buildings import BurnOn, CatchFire
from grognard.systems.brigades.rout import drop
from grognard.systems.brigades.state.position import COLUMN, ROUT, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin, PlayerTurn
from grognard.systems.tabletop.turn import TURN
from tests.rules.brigades.given import Scene, commander, foot, given, guns, horse, rider, screen

W = "brigades.terrain.buildings.wood."
FOE = foot("foe", 20, 17, 180, side="red")


def listened(scene: Scene) -> Scene:
    """The scene, with somebody who listens."""
    scene.p.ear = []
    return scene


def told(scene: Scene) -> list[str]:
    """What was said since the last time."""
    assert scene.p.ear is not None
    said = [event.text for event in scene.p.ear]
    scene.p.ear.clear()
    return said


@pytest.mark.rule("brigades.rulings.objective")
def test_objectives_that_change_hands() -> None:
    scene = listened(
        given(
            foot("a", 20, 28), commander("g", 20, 30), FOE._replace(y=5),
            objectives=[(20.0, 20.0, "", 2)], turns=2,
        )
    )  # fmt: skip
    name = scene.battle.objectives[0].name
    scene.push(PlayerTurn()).play("move a", "to 20.0,22.0", "halt")
    assert not any(name in text for text in told(scene))
    scene.play("done")
    assert f"The Blue side holds {name} (2 points)." in told(scene)
    scene.play("done")
    # Routed it holds nothing any more.
    scene.p.state[scene.u("a")] |= ROUT
    scene.play("done")
    assert any(name in text and "The Blue side holds" not in text for text in told(scene))


@pytest.mark.rule("brigades.rulings.stationary.gained", "brigades.rulings.stationary.lost")
def test_the_stationary_state_gained_and_lost() -> None:
    scene = listened(given(foot("a", 20, 20), FOE._replace(y=5)))
    scene.still()
    assert told(scene) == ["A is stationary."]
    scene.moves("a").play("to 20.0,19.0")
    assert "A is no longer stationary." in told(scene)


@pytest.mark.rule("brigades.charge.start-in-contact", "brigades.rulings.charge.step-back")
def test_contacts_kept_and_left() -> None:
    scene = listened(given(foot("a", 20, 20), FOE)).still()
    assert "A keeps the contact with Foe." in told(scene)
    scene = listened(given(guns("a", 20, 20), FOE)).still()
    assert "A falls back 1 in: it leaves the contact with Foe." in told(scene)
    # Enemies beside and behind: there is no room.
    ring = [foot("r", 23, 20.5, 270), foot("l", 17, 20.5, 90), foot("b", 20, 23.2)]
    ring = [spec._replace(side="red", division="red") for spec in ring]
    scene = listened(given(screen("a", 20, 19.3), FOE, *ring)).still()
    assert "A has no room to leave the contact with Foe." in told(scene)


@pytest.mark.rule("brigades.command.contact", "brigades.command.check")
def test_command_by_contact_lost_and_found_again() -> None:
    scene = listened(
        given(foot("a", 20, 20), foot("b", 23, 20), foot("c", 40, 20), commander("g", 14, 20))
    ).command()
    said = told(scene)
    lost = (
        "no commander of its own is within 6 in, and it touches no stand of its division in command"
    )
    assert "B is in command by its contact with A." in said
    assert any(text.startswith(f"C is out of command: {lost}") for text in said)
    scene.p.put(scene.u("g"), 400, 220, 0)
    assert "C is in command again." in told(scene.command())


@pytest.mark.rule("brigades.rulings.command.contacted")
def test_commanders_carried_along() -> None:
    scene = listened(
        given(
            foot("a", 20, 20), foot("own", 25, 14, side="red"), commander("h", 20, 14, side="red")
        )
    ).moves("a")
    scene.play("to 20.0,15.4")
    assert "H rides to Own: the enemy is upon him." in told(scene)


@pytest.mark.rule(
    "brigades.terrain.buildings.wood.catch-fire", "brigades.terrain.buildings.wood.ruins"
)
def test_fires_and_their_occupiers() -> None:
    block = [("village", "180,130 220,130 220,170 180,170", "wood")]
    scene = listened(given(screen("s", 20, 15), foot("foe", 20, 5, 180, side="red"), areas=block))
    scene.push(CatchFire(building=0)).roll(6)
    said = told(scene)
    assert said[0].endswith("catches fire.") and "S is disordered: fire." in said
    assert any(text.startswith("S falls back ") and "on fire" in text for text in said)
    scene.p.clock[TURN] = 4
    scene.push(BurnOn()).roll(6)
    assert "gone out" in told(scene)[0]


@pytest.mark.rule("brigades.rulings.rout.blocked", "brigades.morale.level.temporary.fail")
def test_routs_columns_and_stands_lost_for_want_of_room() -> None:
    scene = listened(given(foot("a", 20, 30, state=YELLOW | COLUMN), FOE))
    drop(scene.p, "its morale failed", (scene.u("a"), 20000, 26000))
    scene.push()
    said = told(scene)
    assert said[0] == "A routs: its morale failed."
    assert "A loses 1 strength point: rout." in said
    assert "A is no longer in march column." in said
    assert said[-1] == "A is removed: left the table (rout)."


@pytest.mark.rule("brigades.morale.rout.pass-through", "brigades.rulings.rout.pass-through")
def test_who_runs_through_whom() -> None:
    # Both rout from an enemy at 20,4; the second alone has a brigade behind it, and guns.
    runners = [foot("x", 12, 8, state=YELLOW), foot("y", 26, 8, state=YELLOW)]
    behind = [foot("b", 28.5, 14), guns("c", 31, 19)]
    scene = listened(given(*runners, *behind, foot("foe", 45, 34, 270, side="red")))
    drop(scene.p, "tested", *((scene.u(name), 20000, 4000) for name in "xy"))
    said = told(scene.push())
    # The test is that of the line before it.
    assert said[-1] == "Y runs through B."
    assert not any("runs through" in text for text in said[:-1])
    scene.roll(6)
    assert told(scene) == ["B is disordered: Y ran through it."]


@pytest.mark.rule("brigades.combat.means", "brigades.saves.cavalry.retreat")
def test_who_attacks_whom_what_is_saved_and_why_one_falls_back() -> None:
    scene = listened(
        given(guns("a", 20, 20), horse("y", 20, 14, 180, side="red"), foot("b", 30, 20))
    )
    scene.push(Begin()).combat().play("attack y").roll(6).play("save").roll(1)
    said = told(scene)
    assert said[:3] == ["A fires at Y.", "A hits Y once.", "Y saves 0 of 1 hit."]
    assert "Y loses 1 strength point: combat." in said
    assert "Y falls back 6 in: it saves itself from fire." in said


@pytest.mark.rule("brigades.rulings.skirmisher.reinforcing", "brigades.combat.defender-answers")
def test_who_answers_and_who_reinforces_whom() -> None:
    helpers = [screen("k", 20, 22.3), screen("l", 20, 14.7, 180, side="red")]
    scene = listened(given(foot("a", 20, 20), FOE, *helpers)).combat()
    scene.play("attack foe", "begin").roll(1, 1, 1, 1, 1)
    said = ["A fights Foe.", "K reinforces A.", "Foe answers A.", "L reinforces Foe."]
    assert told(scene) == said
    assert len(scene.p.check().dice) == 5


@pytest.mark.rule("brigades.rulings.skirmisher.vs-infantry")
def test_skirmishers_who_have_no_room_to_give_ground() -> None:
    scene = listened(given(foot("a", 20, 12), screen("y", 20, 1, 180, side="red"))).moves("a")
    scene.play("to 20.0,3.3")
    assert "Y has no room to give ground to A." in told(scene)


@pytest.mark.rule(
    "brigades.charge.ride-through.cavalry-skirmisher",
    "brigades.charge.ride-through.infantry-skirmisher",
)
def test_where_skirmishers_go_who_are_ridden_at() -> None:
    # 6 in ahead of the charger.
    foes = [rider("y", 20, 20, 180, side="red")]
    scene = listened(given(horse("a", 20, 26), *foes)).push(Begin()).moves("a")
    scene.play("to 20.0,20.0")
    assert "Y falls back 6 in before A." in told(scene)
    foes = [screen("y", 20, 20, 180, side="red"), foot("b", 23.5, 14, 180, side="red")]
    scene = listened(given(horse("a", 20, 26), *foes)).push(Begin()).moves("a")
    # At the side of b, 23.5 - 1.5 - 1.5 - 0.1, from its middle back.
    scene.play("to 20.0,20.0", "20.4,14.0 facing 180")
    assert "Y runs 6 in for cover before A." in told(scene)


@pytest.mark.rule("brigades.charge.contact", "brigades.dice.infantry-brigade")
def test_all_whom_a_charge_strikes_and_what_dice_count() -> None:
    pair = [foot("y", 18.5, 14, 180, side="red"), foot("z", 21.5, 14, 180, side="red")]
    scene = listened(given(foot("a", 20, 20), *pair)).push(Begin()).moves("a")
    scene.play("to 20.0,17.0")
    said = told(scene)
    assert said[0].startswith("A charges Y") and "A strikes Z as well." in said
    scene.combat().play("attack y")
    check = scene.p.check()
    assert [check.result(n) for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]


@pytest.mark.rule("brigades.terrain.crops.trample")
def test_crops_that_are_trampled() -> None:
    crops = [("crops", "150,150 250,150 250,180 150,180")]
    scene = listened(given(foot("a", 20, 20), FOE._replace(y=5), areas=crops)).moves("a")
    scene.play("to 20.0,17.0")
    assert any(text.startswith("A tramples ") for text in told(scene))
    assert scene.has("a", STATIONARY) is False
