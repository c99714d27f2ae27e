"""Taking back: an answer that shows something hidden needs consent, others do not."""

import pytest

from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import UndoRefused
from grognard.engine.game import Game
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.cards import PlayCard
from grognard.systems.locales.state.kinds import ADMINISTRATION, State
from grognard.systems.locales.turn import Phase
from tests.rules.locales.given import Scene, foot, given, gun, horse

READY = State.RANGING | State.UP


def reveals(scene: Scene, text: str) -> bool:
    """Whether taking back an answer of the open question needs consent."""
    decision = scene.p.decision
    assert decision is not None
    (action,) = [a for a in scene.p.options() if decision.phrase(scene.p, a) == text]
    after = scene.p.copy()
    after.play(action)
    return decision.reveals(scene.p, action) or after.shows_more_than(scene.p)


@pytest.mark.rule("locales.ruling.reveal")
def test_a_gun_set_ranging_is_shown() -> None:
    guns, foe = [gun("g", "b2/b3"), gun("h", "a1")], foot("foe", "b3", side="red")
    scene = given(*guns, foe).administer("range")
    assert reveals(scene, f"range {scene.name('g')}")
    assert not reveals(scene, "leave them limbered")
    scene = given(*guns, foe).administer("spike")
    assert reveals(scene, f"spike {scene.name('h')}") and not reveals(scene, "keep the guns")
    scene = given(gun("g", "b2/b3"), foe).administer("range")
    assert not reveals(scene, f"range {scene.name('g')}")  # it can be nobody else


@pytest.mark.rule("locales.ruling.reveal")
def test_an_attack_shows_who_attacks_only_when_it_goes() -> None:
    scene = given(foot("a", "b2/b3", 3), foot("b", "b2/b3", 3), foot("foe", "b3/b2", side="red"))
    scene.field()
    assert not reveals(scene, "assault b2/b3")  # which of the two goes is open
    scene.play("assault b2/b3")
    assert not reveals(scene, scene.name("a"))
    scene.play(scene.name("a"))
    assert reveals(scene, "go")


@pytest.mark.rule("locales.ruling.reveal")
def test_a_march_of_infantry_shows_nothing() -> None:
    scene = given(foot("a", "b2"), foot("b", "b2")).field()
    scene.play("field-march b2 > b3")
    scene.play(scene.name("a"))
    assert not reveals(scene, "go")


@pytest.mark.rule("locales.ruling.reveal")
def test_who_leads_an_assault_is_shown_when_it_is_settled() -> None:
    scene = given(foot("a", "b2/b3", 3), foot("b", "b2/b3", 3), foot("foe", "b3/b2", side="red"))
    scene.field().order("assault b2/b3", "a", "b")
    assert not reveals(scene, scene.options()[0])
    scene.play(scene.options()[0])
    assert reveals(scene, "go")
    scene.play("put back " + scene.name("a"), scene.name("b"))
    assert not reveals(scene, scene.name("a"))  # with one named, who comes beside him is open


@pytest.mark.rule("locales.ruling.reveal")
def test_a_defense_without_leaders_shows_who_is_lost() -> None:
    scene = given(
        foot("a", "b2/b3", 3), foot("x", "b3/b2", side="red"), foot("y", "b3/b2", side="red")
    ).field()  # fmt: skip
    scene.order("assault b2/b3", "a").named("AttackLeaders", "a")
    assert scene.actor() == "red" and reveals(scene, "go")


@pytest.mark.rule("locales.ruling.reveal")
def test_to_name_the_leader_of_a_charge_that_nobody_can_meet_shows_who_is_lost() -> None:
    scene = given(
        horse("h", "b1"), horse("k", "b1"), foot("own", "c3"), foot("foe", "b3/c3", side="red"),
        foot("far", "e1", side="red"),
    ).field()  # fmt: skip
    scene.order("charge b1 > b2/b3", "h", "k").play(scene.name("h"))
    assert reveals(scene, "go")
    scene.play("go")  # nobody in the reserve can defend
    assert scene.strength("foe") == 1


@pytest.mark.rule("locales.ruling.reveal", "locales.ruling.no-idle-question")
def test_what_nobody_is_asked_is_shown_by_the_command_itself() -> None:
    scene = given(horse("h", "b1"), foot("foe", "b3", side="red")).field()
    assert reveals(scene, "charge b1")  # one target and one rider: the charge is on
    two = given(horse("h", "b1"), horse("k", "b1"), foot("foe", "b3", side="red")).field()
    assert not reveals(two, "charge b1")
    # Either of two blocks may be the 3: the one in reserve is asked for, and shown if it is alone.
    split = given(foot("a", "b2", 3), foot("far", "a1", 1)).staff("reorganize")
    assert not reveals(split, "split in two")
    foe = foot("foe", "a2", side="red")
    split = given(foot("a", "b2", 3), foot("far", "a1/a2", 1), foe).staff("reorganize")
    assert reveals(split, "split in two")


@pytest.mark.rule("locales.ruling.reveal")
def test_cavalry_that_deploys_is_shown_and_cavalry_that_does_not_is_not() -> None:
    scene = given(horse("h", "b2"), foot("foe", "b4", side="red")).field()
    scene.order("field-march b2 > b3", "h")
    assert reveals(scene, f"deploy {scene.name('h')}")
    assert not reveals(scene, "stay in reserve")


@pytest.mark.rule("locales.ruling.reveal")
def test_a_loss_shows_a_hidden_block_and_nothing_of_one_face_up() -> None:
    guns = [gun(u, "b2/b3", state=READY) for u in "gh"]
    shot = [foot(u, "b3/b2", side="red") for u in "xy"]
    scene = given(*guns, *shot).field().order("bombard b2/b3", "g")
    for unit in "xy":
        assert reveals(scene, f"weaken {scene.name(unit)}")
    scene = given(foot("a", "b2/b3"), foot("b", "b2/b3"), foot("foe", "b3/b2", 3, side="red"))
    scene.field().order("assault b2/b3", "a", "b")
    scene.fight(lead=["a", "b"], defend=["foe"])
    # 4 - 3 = +1: the winner loses a point, which the enemy gives to one of two known leaders.
    assert scene.actor() == "red"
    for unit in "ab":
        assert not reveals(scene, f"weaken {scene.name(unit)}")


@pytest.mark.rule("locales.ruling.reveal", "locales.maneuver.response.secure")
def test_who_secures_against_a_maneuver_stays_face_down() -> None:
    scene = given(foot("a", "b2"), foot("one", "b3", side="red"), foot("two", "b3", side="red"))
    scene.field().order("maneuver b2 > b2/b3", "a").play("secure", scene.name("one"))
    assert not reveals(scene, "go")


@pytest.mark.rule("locales.ruling.reveal", "locales.charge.response.defend-or-retreat")
def test_the_answer_to_a_charge_shows_who_is_lost_or_who_alone_can_meet_it() -> None:
    # Two may bear the loss of the retreat or meet the charge; one alone is seen to.
    for at, shown in (("b3", False), ("d4", True)):
        red = [foot("x", "b3", side="red"), foot("y", at, side="red")]
        scene = given(horse("h", "b1"), *red).field()
        scene.order("charge b1 > b2/b3", "h")
        assert reveals(scene, "retreat") == reveals(scene, "defend") == shown


@pytest.mark.rule("locales.ruling.reveal", "locales.ruling.objective.claim-shown")
@pytest.mark.parametrize("known", [False, True])
def test_an_answer_that_ends_a_phase_shows_who_claims_an_objective(known: bool) -> None:
    units = foot("a", "b3", 2), foot("b", "a1", 1), foot("foe", "e1", side="red")
    scene = given(*units, objectives={"b3": "red"})
    if known:
        scene.p.know(scene.b("a"))
    scene.p.stack.append(Phase(phase=ADMINISTRATION))
    scene.staff("reorganize")
    assert reveals(scene, "do not reorganize") == (not known)
    game = Game.begin(SYSTEM, scene.battle, DiceBox.open(1))
    game.position = scene.p
    game.play("do not reorganize")
    if known:
        game.undo()
        assert game.texts()[0] == "do not reorganize"
    else:
        with pytest.raises(UndoRefused, match="consent"):
            game.undo()


@pytest.mark.rule("locales.ruling.reveal", "locales.ruling.no-idle-question")
@pytest.mark.parametrize("at", ["b2/b3", "a1/b1"])
def test_an_assault_of_a_lone_block_is_shown_by_the_command_itself(at: str) -> None:
    foe = "/".join(reversed(at.split("/")))
    scene = given(foot("a", at, 3), foot("foe", foe, side="red")).field()
    assert reveals(scene, f"assault {at}") and not reveals(scene, f"field-march {at}")


@pytest.mark.rule("locales.ruling.no-idle-question", "locales.ruling.field-march.from-approach")
def test_a_field_march_points_at_the_only_neighbour_it_can_lead_to() -> None:
    walls = {("a1", "a2"): {"passage": "impassable"}}
    near = foot("a", "a1/b1")
    scene = given(near, foot("foe", "b1", side="red"), foot("x", "a1"), boundaries=walls).field()
    assert "field-march a1/b1" not in scene.options()
    scene = given(near, foot("foe", "b1", side="red")).field()
    decision = scene.p.decision
    assert decision is not None
    (action,) = [a for a in scene.p.options() if decision.phrase(scene.p, a) == "field-march a1/b1"]
    assert decision.aims_at(scene.p, action) == "locale:a2"


@pytest.mark.rule("locales.ruling.command-cards.hand")
def test_a_card_once_played_is_seen_and_taken_back_only_by_consent() -> None:
    scene = given(foot("a", "b2")).push(PlayCard(side=0))
    assert all(reveals(scene, text) for text in scene.options())


@pytest.mark.rule("locales.ruling.command-cards.deck")
def test_the_cards_of_a_hand_are_numbered_from_1() -> None:
    scene = given(foot("a", "b2")).push(PlayCard(side=0))
    kinds = scene.battle.rules.cards.kinds
    held = [k for k in range(len(kinds)) if scene.p.hand[k]]
    targets = [option.target for option in scene.view("blue").question.options]
    assert targets == [f"card:{k + 1}" for k in held]
