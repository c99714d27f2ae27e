"""The turn: its phases, who comes on and where, and what happens at its end."""

import pytest

from grognard.engine.event import Event
from grognard.systems.shock.state.kinds import (
    ACTIVATED,
    ARRIVALS,
    DONE,
    END,
    FIRED,
    GOOD,
    MOVED,
    MOVED_LAST,
    PHASE,
    ROUTED,
    TURN,
)
from grognard.systems.shock.system import ShockSystem
from grognard.systems.shock.turn import NextTurn, Phase
from tests.rules.shock.given import Scene, foot, given, guns, leader


def play_out(scene: Scene, face: int = 9) -> list[tuple[int, str]]:
    """Answer every question of the turn with its first option; the phases with who was asked."""
    turn = scene.p.clock[TURN]
    asked = []
    while not scene.p.over and scene.p.clock[TURN] == turn:
        decision = scene.p.decision
        if decision is None:
            asked.append((scene.p.clock[PHASE], scene.check().kind.name))
            scene.roll(*[face] * len(scene.check().dice))
        else:
            asked.append((scene.p.clock[PHASE], scene.battle.sides[scene.p.actor]))
            scene.p.play(scene.p.options()[0])
    return asked


def test_a_turn_goes_through_its_phases_in_order() -> None:
    scene = given(
        foot("guard", "0810"),
        foot("foe", "0804", side="red"),
        foot("lost", "1512", side="red"),
        leader("duke", "0803", "red", commands=True),
        leader("boss", "0812", level="overall", cp=1),
        turn=0,
        turns=1,
    )
    scene.push(NextTurn())
    # Both sides' leaders ride, blue first; nobody comes on; blue's one command goes into the
    # draw by itself; the initiative (9 + 1 against 9); blue's activation; red, which has no
    # point to spend, rolls for its orders (5) and fails on a 9; its unit at 1512 is out of its
    # leader's range (5) and may act last.
    assert play_out(scene) == [
        (0, "blue"),
        (0, "red"),
        (3, "initiative"),
        (3, "blue"),
        (4, "orders"),
        (5, "red"),
    ]
    assert scene.p.over


def test_the_battle_is_over_after_its_last_turn() -> None:
    scene = given(foot("guard", "0810"), foot("foe", "0804", side="red"), turn=2, turns=3)
    scene.push(NextTurn())
    assert scene.p.clock[TURN] == 3
    assert play_out(scene)
    assert scene.p.over and scene.p.clock[TURN] == 3
    result = ShockSystem().result(scene.p)
    assert result is not None and result.winner is None


@pytest.mark.rule("shock.rulings.turn.reinforcements")
def test_reinforcements_come_on_at_their_entry_on_their_turn() -> None:
    late = foot("late", "0813", turn=2, entry="0815", facing="ne")
    early = given(foot("guard", "0810"), late, turn=1).push(Phase(phase=ARRIVALS))
    assert early.where("late") is None
    late = foot("late", "0813", turn=2, entry="0815", facing="ne")
    scene = given(foot("guard", "0810"), late, turn=2).push(Phase(phase=ARRIVALS))
    assert scene.where("late") == "0815" and scene.p.facing[scene.u("late")] == 1
    # It has come on the march, and still moves with its command.
    assert scene.has("late", MOVED)
    scene.activate()
    assert "move" in scene.orders_of("late")


@pytest.mark.rule("shock.rulings.turn.reinforcements")
def test_a_leader_comes_on_like_his_troops() -> None:
    late = leader("late", "0801", turn=3, entry="1515")
    scene = given(foot("guard", "0810"), late, turn=3).push(Phase(phase=ARRIVALS))
    assert scene.where("late") == "1515"


@pytest.mark.rule("shock.rulings.entry-blocked")
def test_who_finds_his_entry_full_enters_beside_it() -> None:
    # Infantry may not join infantry on 0815. Of the hexes of the edge next to it 0715 is free.
    scene = given(foot("first", "0815"), foot("late", "0801", turn=1, entry="0815"), turn=1).push(
        Phase(phase=ARRIVALS)
    )
    assert scene.where("late") == "0715"


@pytest.mark.rule("shock.rulings.entry-blocked")
def test_guns_may_join_the_infantry_on_their_entry() -> None:
    scene = given(foot("first", "0815"), guns("late", "0801", turn=1, entry="0815"), turn=1).push(
        Phase(phase=ARRIVALS)
    )
    assert scene.where("late") == "0815"


@pytest.mark.rule("shock.rulings.entry-blocked")
def test_three_hexes_from_the_entry_is_the_farthest() -> None:
    # 0615 to 1015 lie within 2 hexes of 0815: all taken. 0515 and 1115 are 3 hexes off. The
    # free hexes within 3 that are not on the edge (0814 and so on) are no way in.
    friends = [foot(f"friend-{col}", f"{col:02}15") for col in range(6, 11)]
    late = foot("late", "0801", turn=1, entry="0815")
    scene = given(*friends, late, turn=1).push(Phase(phase=ARRIVALS))
    assert scene.where("late") == "0515"


@pytest.mark.rule("shock.rulings.entry-blocked")
def test_who_finds_no_way_in_waits_for_the_next_turn() -> None:
    friends = [foot(f"friend-{col}", f"{col:02}15") for col in range(5, 12)]
    late = foot("late", "0801", turn=1, entry="0815")
    scene = given(*friends, late, turn=1).push(Phase(phase=ARRIVALS))
    assert scene.where("late") is None
    scene.p.place(scene.u("friend-9"), scene.h("0909"))
    scene.p.clock[TURN] = 2
    assert scene.push(Phase(phase=ARRIVALS)).where("late") == "0915"


@pytest.mark.rule("shock.rulings.entry-blocked")
def test_nobody_enters_into_enemies_or_their_zones() -> None:
    # The enemy on 0814 faces south: 0815 is in its front. Every hex of the edge next to it is
    # in its zone (front and flank) or taken; the next ones are free.
    scene = given(
        foot("foe", "0814", side="red", facing="s"),
        foot("late", "0801", turn=1, entry="0815"),
        turn=1,
    )
    zone = scene.hexes(scene.p.zoc(1))
    assert "0815" in zone
    scene.push(Phase(phase=ARRIVALS))
    assert scene.where("late") not in zone
    on_it = given(
        foot("foe", "0815", side="red", facing="n"),
        foot("late", "0801", turn=1, entry="0815"),
        turn=1,
    ).push(Phase(phase=ARRIVALS))
    assert on_it.where("late") not in {"0815", *on_it.hexes(on_it.p.zoc(1))}


def run_home(scene: Scene) -> None:
    while not scene.p.over:
        scene.p.play(scene.p.options()[0])


@pytest.mark.rule("shock.rulings.turn.end")
def test_routed_units_that_were_not_activated_run_at_the_end() -> None:
    scene = given(
        foot("broken", "0808", order=ROUTED),
        foot("seen-to", "1208", order=ROUTED, flags=ACTIVATED),
        foot("rallied", "0408", flags=0),
        foot("foe", "0805", side="red", facing="s"),
    ).push(Phase(phase=END))
    run_home(scene)
    # Half of 5 movement points, rounded up: 3 hexes away from the foe.
    start = scene.h("0808")
    assert scene.battle.grid.distance[start][scene.p.hex[scene.u("broken")]] == 3
    assert scene.where("seen-to") == "1208" and scene.where("rallied") == "0408"


@pytest.mark.rule("shock.rulings.turn.end")
def test_who_tried_to_rally_out_of_command_does_not_run_again() -> None:
    scene = given(
        foot("broken", "0808", order=ROUTED, flags=DONE), foot("foe", "0803", side="red")
    ).push(Phase(phase=END))
    assert scene.p.over and scene.where("broken") == "0808"


@pytest.mark.rule("shock.rulings.turn.end")
def test_markers_come_off_and_the_score_is_told() -> None:
    scene = given(
        foot("guard", "0808", flags=MOVED | FIRED | DONE | ACTIVATED),
        foot("still", "1008", flags=MOVED_LAST),
        foot("foe", "0803", side="red", sp=4, steps=1),
    )
    ear: list[Event] = []
    scene.p.ear = ear
    scene.push(Phase(phase=END))
    # What moved this turn is remembered for one more, what moved last turn is forgotten.
    assert scene.p.flags[scene.u("guard")] == MOVED_LAST
    assert scene.p.flags[scene.u("still")] == 0
    assert scene.order("guard") == GOOD
    # Three of the foe's steps are lost: 3 points for blue.
    assert ear[-1].text == "End of turn 1: Blue 3, Red 0 points."


@pytest.mark.rule("shock.rulings.rout-retreat", "shock.rulings.turn.end")
def test_who_runs_later_at_the_end_of_a_turn_runs_from_the_enemy_then_nearest() -> None:
    # A and r, both routed, stand side by side. A runs first; b at 0804, then the nearest to r at
    # 0807, is 3 hexes from it, and r may not come nearer to b.
    pieces = (foot("a", "0808", order=ROUTED), foot("b", "0804", facing="s"))
    scene = given(*pieces, foot("r", "0807", "red", order=ROUTED))
    scene.push(Phase(phase=END))
    assert scene.play("> 0811").where("a") == "0811"
    distance = scene.battle.grid.distance[scene.h("0804")]
    ends = [scene.h(text.removeprefix("> ")) for text in scene.options()]
    assert ends and all(distance[h] >= 3 for h in ends)
