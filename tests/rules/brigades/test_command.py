"""Command: by proximity, by contact, for skirmishers, and what it means to be out of it."""

from typing import Any

import pytest

from grognard.engine.rulebook import changed
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.command import come_back, ride_off
from grognard.systems.brigades.state.position import LIMBERED, OUT, STATIONARY, YELLOW
from grognard.systems.brigades.turn import Begin, PlayerTurn
from grognard.systems.tabletop.turn import SIDE
from tests.rules.brigades.given import (
    Scene,
    commander,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
)

FAR = foot("foe", 20, 34, side="red")


def commanded(x: float, **more: Any) -> Scene:
    """A stand at 20,20 and its division's commander to the right of it."""
    return given(foot("a", 20, 20, **more), commander("g", x, 20), FAR).command()


def away(**more: Any) -> Scene:
    """A stand out of command, the enemy behind it."""
    scene = commanded(40, **more)
    assert scene.has("a", OUT)
    return scene


@pytest.mark.rule("brigades.rulings.contact.friends", "brigades.command.contact")
def test_guns_in_a_town_block_are_in_command_by_its_infantry() -> None:
    # Their commander is 5.9 in from the infantry at 20,15 and 7.15 from the guns at 19.5,15.
    block = [("town", "180,130 220,130 220,170 180,170", "stone")]
    scene = given(foot("a", 20, 15), guns("b", 40, 15), commander("g", 27.4, 15), FAR, areas=block)
    scene.p.put(scene.u("b"), 195, 150, 0)
    scene.command()
    assert not scene.has("a", OUT) and not scene.has("b", OUT)
    # It may leave the block only if it goes on touching the infantry.
    scene.moves("b").play("limber")
    assert scene.refusal("to 20.0,15.0 facing 0") == ""
    assert scene.refusal("to 17.7,15.0 facing 0") == ""
    assert "must stay in contact with A" in scene.refusal("to 15.0,15.0 facing 0")


@pytest.mark.rule("brigades.command.proximity")
def test_six_inches_of_the_division_commander_are_in_command() -> None:
    # The base reaches to 21.5: 27.5 is 6 in from it, 27.6 is 6.1.
    assert not commanded(27.5).has("a", OUT)
    assert commanded(27.6).has("a", OUT)


@pytest.mark.rule("brigades.command.check")
def test_command_is_measured_once_before_anything_moves() -> None:
    scene = given(foot("a", 20, 20), commander("g", 27, 20), FAR).command()
    scene.moves("g").play("to 45.0,20.0 facing 0")
    assert not scene.has("a", OUT)
    assert scene.command().has("a", OUT)


@pytest.mark.rule("brigades.command.check")
def test_only_the_attacker_is_looked_at() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 8, side="red")).command("blue")
    assert scene.has("a", OUT) and not scene.has("foe", OUT)


@pytest.mark.rule("brigades.command.contact")
def test_command_passes_along_a_chain_of_touching_stands() -> None:
    chain = given(
        foot("a", 20, 20), foot("b", 17, 20), foot("c", 14, 20), commander("g", 27, 20), FAR
    ).command()
    assert not chain.has("b", OUT) and not chain.has("c", OUT)
    gap = given(
        foot("a", 20, 20), foot("b", 16, 20), foot("c", 13, 20), commander("g", 27, 20), FAR
    ).command()
    assert gap.has("b", OUT) and gap.has("c", OUT)


@pytest.mark.rule("brigades.command.contact")
def test_a_stand_of_another_division_does_not_pass_it_on() -> None:
    scene = given(
        foot("a", 20, 20), foot("b", 17, 20, division="other"), commander("g", 27, 20), FAR,
        divisions=[("other", "blue", "exhaustion = 9")],
    ).command()  # fmt: skip
    assert not scene.has("a", OUT) and scene.has("b", OUT)


@pytest.mark.rule("brigades.command.contact.stay")
def test_who_is_in_command_by_contact_stays_with_the_same_stand() -> None:
    scene = given(foot("a", 20, 20), foot("b", 17, 20), commander("g", 27, 20), FAR).command()
    scene.moves("b")
    # To 17,18 its right edge still touches a's left edge; at 16.5 there is a gap of 0.5 in.
    assert scene.refusal("to 17.0,18.0") == ""
    assert "must stay in contact with A" in scene.refusal("to 16.5,18.0")
    # Who has his commander near is free to go.
    own = given(foot("a", 20, 20), foot("b", 17, 20), commander("g", 22, 20), FAR).command()
    assert own.moves("b").refusal("to 16.5,18.0") == ""


def by_contact(**more: Any) -> Scene:
    """A stand near its commander, and another to the right that is in command by its contact."""
    scene = given(
        foot("a", 20, 20), foot("b", 23.05, 20, **more), commander("g", 12.6, 20), FAR
    ).command()  # fmt: skip
    assert scene.p.mate[scene.u("b")] == scene.u("a")
    return scene


STAY = "brigades.command.contact.stay"


@pytest.mark.rule(STAY, "brigades.rulings.command.left")
def test_who_is_left_by_the_stand_that_gave_command_counts_as_out_of_it() -> None:
    scene = by_contact().moves("a").play("to 20.0,10.0", "halt", "done").still()
    assert scene.has("b", OUT) and not scene.has("b", STATIONARY)
    # It did not move, and so it is not disordered.
    assert not scene.has("b", YELLOW)
    # While others move it says so on its piece and its card already.
    left = by_contact().moves("a").play("to 20.0,10.0", "halt")
    (piece,) = (each for each in SYSTEM.placements(View(left.p, 0)) if each.id == "unit:b")
    assert "out of command" in piece.marks
    card = dict(SYSTEM.card(View(left.p, 0), "unit:b"))
    assert card["State"] == "out of command"
    assert card["Out of command"] == "until it touches A again"
    stays = by_contact().moves("a").play("to 20.0,19.0", "halt", "done").still()
    assert not stays.has("b", OUT) and stays.has("b", STATIONARY)


@pytest.mark.rule(STAY, "brigades.rulings.command.left")
def test_who_was_left_neither_recovers_nor_limbers_before_he_has_caught_up() -> None:
    scene = by_contact(state=YELLOW)
    assert "recover" in by_contact(state=YELLOW).moves("b").texts()
    scene.moves("a").play("to 20.0,16.0", "halt", "move b")
    assert "recover" not in scene.texts()
    # Beside a again: 4 in, and half of 16 in are left for the recovery.
    scene.play("to 23.0,16.0")
    assert "recover" in scene.texts()
    pushed = given(
        foot("a", 20, 20), guns("b", 22.3, 20), commander("g", 12.6, 20), FAR
    ).command()  # fmt: skip
    pushed.moves("a").play("to 20.0,16.0", "halt", "move b")
    assert "limber" not in pushed.texts()


@pytest.mark.rule(STAY, "brigades.rulings.command.left")
def test_who_does_not_catch_up_moves_as_out_of_command() -> None:
    scene = by_contact().moves("a").play("to 20.0,6.0", "halt", "move b")
    # In contact again it may have gone its whole move, apart from it half.
    assert scene.refusal("to 23.0,6.0") == ""
    assert scene.refusal("to 23.0,12.0") == ""
    why = "out of contact with A, by whom it is in command, it has half its move"
    assert scene.refusal("to 23.0,11.9") == why
    scene.play("to 23.0,12.0", "halt", "done").still()
    assert scene.has("b", OUT) and scene.has("b", YELLOW)


@pytest.mark.rule(STAY, "brigades.rulings.command.left")
def test_nobody_leaves_a_stand_that_has_had_its_move_by_his_contact() -> None:
    scene = by_contact(state=YELLOW).moves("b").play("recover", "halt", "move a")
    assert scene.refusal("to 20.0,10.0") == "B, in command by its contact, cannot follow any more"
    assert scene.refusal("to 20.0,19.0") == ""


@pytest.mark.rule("brigades.command.skirmisher")
@pytest.mark.parametrize("x", [27.5, 27.6])
def test_a_skirmisher_obeys_any_commander_within_six_inches(x: float) -> None:
    scene = given(
        screen("a", 20, 20), commander("g", x, 20, division="other"), foot("b", 2, 2), FAR,
        divisions=[("other", "blue", "exhaustion = 9")],
    ).command()  # fmt: skip
    assert scene.has("a", OUT) is (x > 27.5)


@pytest.mark.rule("brigades.command.skirmisher")
@pytest.mark.parametrize("x", [13.0, 12.9])
def test_a_skirmisher_obeys_near_any_stand_in_command(x: float) -> None:
    # b's base ends 1.5 in right of its centre, a's begins at 18.5: 4 in, and 6 in for b at 11.
    near = x - 2
    scene = given(
        screen("a", 20, 20), foot("b", near, 20, division="other"),
        commander("g", near - 3, 20, division="other"), FAR,
        divisions=[("other", "blue", "exhaustion = 9")],
    ).command()  # fmt: skip
    assert not scene.has("b", OUT)
    assert scene.has("a", OUT) is (x < 13)


@pytest.mark.rule("brigades.command.skirmisher.only")
def test_the_third_way_is_for_skirmishers_only() -> None:
    def out(kind: object) -> bool:
        scene = given(
            kind("a", 20, 20), commander("g", 23, 20, division="other"),  # type: ignore[operator]
            foot("b", 2, 2), FAR, divisions=[("other", "blue", "exhaustion = 9")],
        )  # fmt: skip
        return scene.command().has("a", OUT)

    assert out(foot) and out(horse) and out(guns) and out(line)
    assert not out(screen) and not out(rider)


@pytest.mark.rule("brigades.command.out.no-approach")
def test_out_of_command_nobody_goes_nearer_to_an_enemy_he_sees() -> None:
    units = (foot("a", 20, 20), commander("g", 40, 20), foot("foe", 20, 4, side="red"))
    seen = given(*units).command().moves("a")
    assert "may not go nearer to Foe" in seen.refusal("to 20.0,19.0")
    wood = [("forest", "150,100 250,100 250,120 150,120")]
    assert given(*units, areas=wood).command().moves("a").refusal("to 20.0,19.0") == ""


@pytest.mark.rule("brigades.command.out.no-approach", "brigades.command.out.free-facing")
@pytest.mark.parametrize(
    ("way", "allowed"),
    [("24.0,20.0 facing 90", True), ("22.0,24.0 facing 150", True), ("24.0,19.0 facing 75", False)],
)
def test_out_of_command_a_turn_is_no_approach_and_the_way_after_it_counts(
    way: str, allowed: bool
) -> None:
    # A line turned aside is nearer to the enemy by a corner: in one order as in two.
    units = (line("a", 20, 20), commander("g", 40, 20), foot("foe", 20, 4, side="red"))
    scene = given(*units).command().moves("a")
    assert (scene.refusal(f"to {way}") == "") == allowed
    scene.play(f"to 20.0,20.0 {way.partition(' ')[2]}")
    assert (scene.refusal(f"to {way}") == "") == allowed


@pytest.mark.rule("brigades.command.out.no-approach")
def test_out_of_command_the_way_back_to_a_commander_is_named() -> None:
    units = (line("a", 20, 20), commander("g", 27, 27), foot("foe", 20, 4, side="red"))
    texts = given(*units).command().moves("a").texts()
    assert any(text.startswith("back to g ") for text in texts)


@pytest.mark.rule("brigades.command.out.no-stationary")
def test_out_of_command_nobody_becomes_stationary() -> None:
    assert commanded(27).still().has("a", STATIONARY)
    assert not away().still().has("a", STATIONARY)


@pytest.mark.rule("brigades.command.out.keep-stationary")
def test_out_of_command_who_is_stationary_stays_so() -> None:
    assert away(state=STATIONARY).still().has("a", STATIONARY)
    moved = away(state=STATIONARY).moves("a").play("to 20.0,18.0", "halt", "done")
    assert not moved.still().has("a", STATIONARY)


@pytest.mark.rule("brigades.command.out.no-recovery")
def test_out_of_command_nobody_recovers() -> None:
    assert "recover" in commanded(27, state=YELLOW).moves("a").texts()
    assert "recover" not in away(state=YELLOW).moves("a").texts()


@pytest.mark.rule("brigades.command.out.no-limbering")
@pytest.mark.parametrize(("state", "verb"), [(0, "limber"), (LIMBERED, "unlimber")])
def test_out_of_command_guns_neither_limber_nor_unlimber(state: int, verb: str) -> None:
    def verbs(x: float) -> list[str]:
        scene = given(guns("a", 20, 20, state=state), commander("g", x, 20), FAR)
        return scene.command().moves("a").texts()

    assert verb in verbs(26) and verb not in verbs(40)


@pytest.mark.rule("brigades.command.out.free-facing")
def test_out_of_command_the_first_facing_change_is_free() -> None:
    scene = away().moves("a").play("to 20.0,20.0 facing 90")
    assert scene.left() == 8.0 and scene.at("a") == (20.0, 20.0, 90)
    # The second costs half of its 8 in.
    assert scene.refusal("to 20.0,16.0 facing 0") == ""
    assert "costs 8.1 in" in scene.refusal("to 20.0,15.9 facing 0")


@pytest.mark.rule("brigades.command.out.free-facing.untrained")
@pytest.mark.parametrize("trait", ["poorly-trained", "militia"])
def test_out_of_command_the_untrained_have_no_free_change(trait: str) -> None:
    scene = away(traits=(trait,)).moves("a").play("to 20.0,20.0 facing 90")
    assert scene.left() == 4.0  # of its 8 in


@pytest.mark.rule("brigades.command.out.half-move")
def test_out_of_command_half_a_move_and_a_disorder() -> None:
    scene = away().moves("a")
    assert scene.refusal("to 20.0,12.0") == ""
    assert "further than the 8 in" in scene.refusal("to 20.0,11.9")
    assert not scene.has("a", YELLOW)
    assert scene.play("to 20.0,19.0").has("a", YELLOW)


@pytest.mark.rule("brigades.rulings.command.left", "brigades.command.out.half-move")
def test_who_was_left_may_go_back_as_one_out_of_command() -> None:
    b = foot("b", 23, 20)
    scene = given(foot("a", 20, 20), b, commander("g", 14, 20), FAR._replace(y=4)).command()
    scene.p.ear = []
    scene.moves("a").play("to 20.0,16.0")
    said = [event.text for event in scene.p.ear]
    assert "B is out of command until it touches A again." in said
    scene.play("halt", "move b")
    # Half of 16 in, back and disordered for it; not nearer to the enemy it sees.
    assert scene.refusal("to 23.0,28.0 facing 180") == ""
    assert "half its move" in scene.refusal("to 23.0,28.1 facing 180")
    assert "may not go nearer" in scene.refusal("to 25.0,19.0 facing 45")
    scene.play("to 23.0,24.0 facing 180", "halt", "done").still()
    assert scene.has("b", OUT) and scene.has("b", YELLOW)


@pytest.mark.rule("brigades.rulings.command.superiors")
@pytest.mark.parametrize("rank", ["army", "corps"])
def test_superiors_stand_in_for_a_division_commander_by_house_rule_only(rank: str) -> None:
    def out(corps: str = "first") -> bool:
        scene = given(
            foot("a", 20, 20), commander("g", 22, 20, rank, corps=corps), FAR,
            divisions=[("blue", "blue", 'exhaustion = 9\ncorps = "first"')],
        )  # fmt: skip
        return scene.command().has("a", OUT)

    assert out()
    with changed({"brigades.rulings.command.superiors": {"applies": True}}):
        # The army commander commands everybody, a corps commander his own corps.
        assert not out()
        assert out("second") == (rank == "corps")


def under(rank: str, by: str, corps: str = "first") -> bool:
    """Whether a stand directly under a rank obeys a commander of another beside it."""
    scene = given(
        foot("a", 20, 20), commander("g", 22, 20, by, division="blue", corps=corps), FAR,
        divisions=[("blue", "blue", f'exhaustion = 9\nunder = "{rank}"\ncorps = "first"')],
    )  # fmt: skip
    return not scene.command().has("a", OUT)


@pytest.mark.rule("brigades.rulings.command.army-troops")
def test_army_troops_obey_the_army_commander() -> None:
    assert under("army", "army")
    assert not under("army", "corps") and not under("army", "division")


@pytest.mark.rule("brigades.rulings.command.corps-troops")
def test_corps_troops_obey_their_corps_commander() -> None:
    assert under("corps", "corps")
    assert not under("corps", "corps", "second")
    assert not under("corps", "army") and not under("corps", "division")


@pytest.mark.rule("brigades.rulings.command.contacted")
def test_a_commander_touched_by_the_enemy_rides_to_the_nearest_friend() -> None:
    def ends(x: float) -> tuple[float, float, int] | None:
        scene = given(
            foot("a", 20, 20), foot("near", x, 14, side="red"), foot("far", 40, 30, side="red"),
            commander("h", 20, 14, side="red"),
        )  # fmt: skip
        # The move ends with the front edge of a on the commander: 15.4 - 1.5 = 13.9.
        return scene.moves("a").play("to 20.0,15.4 facing 0").at("h")

    assert ends(26.0) == (26.0, 14.0, 0)


@pytest.mark.rule("brigades.rulings.command.contacted")
def test_skirmishers_who_give_way_to_cavalry_drive_a_commander_off() -> None:
    # They fall back 6 in, onto the commander 6.5 in behind them.
    riders = rider("r", 20, 20, side="red")
    scene = given(horse("a", 20, 25), foot("b", 26, 14), riders, commander("g", 20, 13.5))
    assert scene.push(Begin()).moves("a").play("to 20.0,19.0").at("r") == (20, 14, 0)
    assert scene.at("g") == scene.at("b")
    # Foot runs to cover at the rear of its brigade, where he was on his own.
    friend = foot("f", 20, 16, 180, side="red")
    scene = given(
        horse("a", 20, 26), foot("b", 25, 13), screen("s", 20, 20, 180, side="red"), friend,
        commander("g", 20, 13.5),
    )  # fmt: skip
    scene.push(Begin()).moves("a").play("to 20.0,20.2")
    rear = next(text for text in scene.texts() if ",13." in text)
    assert scene.play(rear).at("g") == scene.at("b")


@pytest.mark.rule("brigades.rulings.command.contacted")
def test_without_a_friend_in_six_inches_he_comes_back_to_his_own_command() -> None:
    def ends(x: float) -> tuple[float, float, int] | None:
        scene = given(
            foot("a", 20, 20), foot("own", 40, 14, side="red"),
            foot("other", x, 14, side="red", division="other"),
            commander("h", 20, 14, side="red"),
            divisions=[("other", "red", "exhaustion = 9")],
        )  # fmt: skip
        scene.moves("a").play("to 20.0,15.4 facing 0")
        if x > 27.5:
            assert scene.at("h") is None
            come_back(scene.p)
        return scene.at("h")

    # The side of a stand at 27.5 is 6 in off.
    assert ends(27.5) == (27.5, 14.0, 0)
    # His own division is further off than the other, and he comes back to it.
    assert ends(27.6) == (40.0, 14.0, 0)


@pytest.mark.rule("brigades.rulings.command.contacted")
def test_he_comes_back_to_the_stand_nearest_to_where_he_was_touched() -> None:
    # He rides 23 in from one stand to within 7 in of another, and an enemy who falls back comes
    # upon him there.
    scene = given(
        foot("here", 30, 24), foot("there", 18.5, 10), commander("g", 30, 22),
        foot("r", 10, 4, side="red"),
    )  # fmt: skip
    scene.moves("g").play("to 10.0,10.0")
    scene.p.put(scene.u("r"), 100, 85, 0)
    ride_off(scene.p, scene.u("r"))
    assert scene.at("g") is None
    come_back(scene.p)
    assert scene.at("g") == (18.5, 10.0, 0)


@pytest.mark.rule("brigades.rulings.command.contacted")
def test_a_commander_cut_off_is_back_when_the_player_turn_is_over() -> None:
    scene = given(
        foot("a", 20, 20), foot("own", 40, 14, side="red"), commander("h", 20, 14, side="red"),
        commander("g", 20, 22),
    )  # fmt: skip
    scene.p.stack.append(PlayerTurn())
    scene.p.settle()
    scene.play("move a", "to 20.0,15.4 facing 0", "halt")
    assert scene.at("h") is None and scene.p.clock[SIDE] == 0
    scene.play("done")
    assert scene.p.clock[SIDE] == 1 and scene.at("h") == (40.0, 14.0, 0)


@pytest.mark.rule("brigades.rulings.command.attached")
def test_a_commander_is_attached_to_a_stand_he_touches() -> None:
    def modifiers(x: float) -> dict[str, int]:
        scene = given(
            foot("a", 20, 20), foot("foe", 20, 17, 180, side="red"),
            commander("g", x, 20, "army"),
        )  # fmt: skip
        return scene.morale().modifiers()

    # The base reaches to 21.5, and contact is a gap of at most 0.1 in.
    assert modifiers(21.6) == {"army-commander": 1}
    assert modifiers(21.7) == {}


@pytest.mark.rule("brigades.rulings.command.attached", "brigades.morale.modifier.army-commander")
@pytest.mark.parametrize(("x", "helped"), [(21.5, "a"), (21.6, "b")])
def test_an_army_commander_between_two_stands_is_attached_to_the_nearer(
    x: float, helped: str
) -> None:
    scene = given(
        foot("a", 20, 20), foot("b", 23, 20), foot("foe", 20, 17, 180, side="red"),
        foot("other", 23, 17, 180, side="red"), commander("g", x, 20, "army"),
    ).morale()  # fmt: skip
    found = {}
    for name in ("a", "b"):
        found[name] = scene.modifiers()
        scene.roll(1)
    assert [name for name in found if found[name] == {"army-commander": 1}] == [helped]


@pytest.mark.rule("brigades.rulings.command.contacted", "brigades.terrain.river.movement")
@pytest.mark.parametrize("bridge", [True, False])
def test_a_commander_who_is_touched_crosses_no_river(bridge: bool) -> None:
    """The nearest friend is 3 in off beyond the water, the other 9.5 in, too far to ride to."""
    near, other = foot("near", 20, 10.5, side="red"), foot("other", 31, 15, side="red")
    scene = given(
        horse("a", 20, 24), near, other, commander("h", 20, 15, side="red"),
        lines=[("river", "0,130 480,130")],
        crossings=[("bridge", "line-0", "200,130")] if bridge else [],
    )  # fmt: skip
    scene.moves("a").play("to 20.0,16.0")
    assert scene.at("h") == ((20.0, 10.5, 0) if bridge else None)
