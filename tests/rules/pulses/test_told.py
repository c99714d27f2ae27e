"""Nothing is silent: whatever changes a position is told, with its cause."""

import pytest

from grognard.engine.event import Event
from grognard.systems.pulses.morale import take_objectives
from grognard.systems.pulses.officers import Casualty
from grognard.systems.pulses.state.kinds import HOLD
from grognard.systems.pulses.state.position import FLANKS, SQUARED, SUPPRESSED
from grognard.systems.pulses.turn import PulseEnd, TurnStart
from tests.rules.pulses.given import Scene, army, foot, force, given, guns, light, wing


def listen(scene: Scene) -> list[Event]:
    scene.p.ear = []
    return scene.p.ear


def texts(heard: list[Event]) -> list[str]:
    return [event.text for event in heard]


@pytest.mark.rule("pulses.commander.reroll-movement", "pulses.subcommander.reroll-movement")
def test_command_dice_and_helps_are_told_with_what_they_are_for() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    scene = given(*pair, force("blue", 20, 22), pool=(3, 0)).moves("a").roll(2)
    heard = listen(scene)
    scene.play("command die")
    assert texts(heard) == [
        "The Blue side spends 1 command die, 2 left: A throws its movement die again."
    ]
    scene = given(*pair, force("blue", 20, 22), pool=(3, 0)).moves("a").roll(2)
    heard = listen(scene)
    scene.play("sub-commander")
    assert texts(heard) == ["Blue helps: A throws its movement die again."]


@pytest.mark.rule("pulses.commander.move-price")
def test_the_ride_of_a_commander_is_told_and_what_it_costs() -> None:
    scene = given(foot("a", 20, 20), army("chief", 5, 5), pool=(2, 0)).moves("chief")
    heard = listen(scene)
    scene.play("to 6.0,6.0 facing 0")
    assert "The Blue side spends 1 command die, 1 left: Chief rides." in texts(heard)


@pytest.mark.rule("pulses.rulings.reserve")
def test_reserves_that_hold_or_are_released_are_told() -> None:
    reserve = force("blue", 20, 22, reserve=True)
    scene = given(foot("a", 20, 20), reserve, pool=(1, 0), status=HOLD).control()
    heard = listen(scene)
    scene.play("release")
    assert texts(heard) == [
        "The Blue side spends 1 command die, 0 left: Blue is released from reserve."
    ]


@pytest.mark.rule("pulses.rulings.objective")
def test_an_objective_that_changes_hands_is_told_with_its_points() -> None:
    scene = given(foot("a", 20, 20), objectives=[(20, 20, "red", 2)])
    heard = listen(scene)
    take_objectives(scene.p)
    assert [text.partition(" takes ")[0] for text in texts(heard)] == ["The Blue side"]
    assert texts(heard)[0].endswith(" from the Red side: 2 points.")
    back = given(foot("foe", 20, 20, side="red"), objectives=[(20, 20, "blue", 1)])
    heard = listen(back)
    take_objectives(back.p)
    assert texts(heard) == ["The Red side takes Place from the Blue side: 1 point."]


@pytest.mark.rule("pulses.pulse.4-lift-suppression", "pulses.rulings.square.lasts")
def test_states_that_end_are_told() -> None:
    scene = given(guns("a", 20, 20, state=SUPPRESSED))
    heard = listen(scene)
    scene.push(PulseEnd())
    assert "A is suppressed no longer." in texts(heard)
    scene = given(foot("a", 20, 20, state=SQUARED)).moves("a")
    heard = listen(scene)
    scene.play("to 20.0,18.0")
    assert "A leaves its square." in texts(heard)


@pytest.mark.rule("pulses.rulings.cds-lost")
def test_command_dice_that_are_lost_are_told() -> None:
    scene = given(foot("a", 20, 20), pool=(3, 0))
    heard = listen(scene)
    scene.push(TurnStart())
    assert "The Blue side loses 3 command dice not used." in texts(heard)


@pytest.mark.rule("pulses.rulings.weather-artillery", "pulses.skirmish.not-in-snow-or-rain")
def test_the_weather_is_told() -> None:
    scene = given(foot("a", 20, 20, sk=1), weather=[(1, "rain")])
    heard = listen(scene)
    scene.push(TurnStart())
    assert "Rain: guns reach 1/2 of their ranges." in texts(heard)
    scene.p.stack.clear()
    scene.skirmish()
    assert "No skirmish attacks in rain." in texts(heard)


@pytest.mark.rule("pulses.pulse.3c-combat")
def test_a_contact_that_dissolves_is_told() -> None:
    scene = given(foot("a", 20, 23), foot("foe", 20, 20, 180, side="red"))
    scene.p.foe[scene.u("a")] = scene.u("foe")
    scene.p.put(scene.u("foe"), 200, 150, 36)
    heard = listen(scene)
    scene.combat()
    assert texts(heard) == ["A touches Foe no longer: there is no combat."]


@pytest.mark.rule("pulses.pulse.3c-combat")
def test_an_attack_that_finds_its_enemy_broken_by_another_is_told() -> None:
    foe = foot("foe", 20, 20, 180, side="red", hits=4)
    scene = given(foot("a", 18.5, 23), foot("b", 21.5, 23), foe)
    scene.p.foe[scene.u("a")] = scene.p.foe[scene.u("b")] = scene.u("foe")
    heard = listen(scene)
    scene.combat().play("combat b > foe").roll(6, 1, 1, 1, 1).roll(1)
    assert "Foe is broken." in texts(heard)
    assert "A has nobody to fight: Foe is gone." in texts(heard)
    assert not any("B has nobody" in text for text in texts(heard))


@pytest.mark.rule("pulses.rulings.flanked", "pulses.evasion.from-infantry")
def test_a_flank_that_is_won_and_a_turn_that_undoes_it_are_told() -> None:
    foe = light("foe", 20, 20, side="red")
    scene = given(foot("a", 20, 30), foe).moves("a")
    heard = listen(scene)
    scene.play("to 20.0,23.0")
    assert "A comes from behind the front of Foe." in texts(heard)
    scene.play("stand")
    assert "Foe turns upon A." in texts(heard)
    assert not scene.has("a", FLANKS)


@pytest.mark.rule("pulses.escape.attached")
def test_guns_that_are_attached_no_longer_are_told() -> None:
    scene = given(guns("a", 20, 20), foot("b", 22.3, 20))
    scene.p.attached[scene.u("a")] = scene.u("b")
    scene.moves("b")
    heard = listen(scene)
    scene.play("to 22.3,15.0")
    assert "A is attached to B no longer." in texts(heard)


@pytest.mark.rule("pulses.rulings.broken")
def test_hits_beyond_the_strength_are_told() -> None:
    scene = given(foot("a", 20, 20, hits=3), foot("c", 30, 30))
    heard = listen(scene)
    scene.p.hurt(scene.u("a"), 4, "artillery")
    assert texts(heard) == ["A takes 4 hits (artillery), of which 2 count.", "A is broken."]


@pytest.mark.rule("pulses.move.six-inch.one", "pulses.move.six-inch.six")
def test_what_the_movement_die_commands_is_told() -> None:
    pair = (foot("a", 20, 20), foot("foe", 20, 12, 180, side="red"))
    for die, told in ((1, "A may not go nearer to the enemy."), (6, "A must attack if it can.")):
        scene = given(*pair).moves("a")
        heard = listen(scene)
        scene.roll(die)
        assert told in texts(heard)


@pytest.mark.rule(
    "pulses.officer.subcommander-replaced", "pulses.officer.army-commander-replaced",
    "pulses.officer.wing-not-replaced",
)  # fmt: skip
def test_the_loss_of_an_officer_is_told_with_what_his_successor_is_worth() -> None:
    officers = (
        force("blue", 10, 10, control=1, dice=2), army("chief", 5, 5, level=3),
        wing("marshal", 6, 6, ["blue"]),
    )  # fmt: skip
    told = {
        "blue": "Blue is lost; another takes his place (control -1, no combat dice).",
        "chief": "Chief is lost; another takes his place (level 2).",
        "marshal": "Marshal is lost; nobody takes his place.",
    }
    for officer, text in told.items():
        scene = given(foot("a", 20, 20), *officers)
        heard = listen(scene)
        scene.push(Casualty(unit=scene.u(officer))).roll(1)
        assert texts(heard) == [text]


@pytest.mark.rule("pulses.rulings.combat-dice")
def test_the_verb_of_a_combat_agrees_with_the_unit() -> None:
    for name, verb in (("hussars", "fight"), ("a", "fights")):
        scene = given(light(name, 30, 23), foot("foe", 30, 20, 180, side="red"))
        heard = listen(scene)
        scene.fight(name, "foe")
        assert f"{name.capitalize()} (4 dice) {verb} Foe (5 dice)." in texts(heard)


@pytest.mark.rule("pulses.rulings.broken", "pulses.combat.fallback")
def test_a_broken_unit_is_gone_and_not_told_to_fall_back() -> None:
    # One point is left of the 5 of the foe: a hit breaks it, and nobody goes back.
    pair = (foot("a", 20, 23), foot("foe", 20, 20, 180, side="red", hits=4))
    scene = given(*pair).fight("a", "foe")
    heard = listen(scene)
    scene.roll(6, 1, 1, 1, 1).roll(1)
    assert scene.at("foe") is None
    assert [text for text in texts(heard) if "falls back" in text or "broken" in text] == [
        "Foe is broken."
    ]
