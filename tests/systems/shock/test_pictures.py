"""What pictures and cards are made of: placements, markers, cards, the clock."""

import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.view import Placement, View
from grognard.systems.shock.movement import MoveTo
from grognard.systems.shock.state.kinds import (
    BLOWN,
    D1,
    D2,
    ENGAGED,
    OUT,
    POOLED,
    ROUTED,
    SQUARE,
)
from grognard.systems.shock.system import ShockSystem
from tests.rules.shock.given import (
    Scene,
    foot,
    garrison,
    given,
    guns,
    heavy,
    horse_guns,
    leader,
    light,
)

SYSTEM = ShockSystem()


def placed(scene: Scene) -> dict[str, Placement]:
    """The placements by id, as red sees them."""
    return {p.id: p for p in SYSTEM.placements(View(scene.p, 1))}


def test_a_placement_says_what_stands_where_and_how() -> None:
    scene = given(
        foot("guard", "0808", name="Old Guard", sp=6, facing="se"),
        foot("foe", "0803", side="red", facing="sw"),
    )
    guard = placed(scene)["unit:guard"]
    assert guard.symbol == "infantry" and guard.side == 0 and guard.label == "Old Guard"
    assert guard.at == (scene.h("0808"),) and guard.strength == "6" and guard.marks == ()
    # Facings are 60 degrees apart, clockwise from north: n, ne, se, s, sw, nw.
    assert guard.turn == 120 and placed(scene)["unit:foe"].turn == 240


@pytest.mark.parametrize(
    ("state", "marks"),
    [
        ({"order": D1}, ("D-1",)),
        ({"order": D2, "flags": ENGAGED}, ("D-2", "engaged")),
        ({"order": ROUTED}, ("routed",)),
        ({"flags": SQUARE}, ("square",)),
        ({"sp": 6, "second": "0908"}, ("extended line",)),
    ],
)
def test_the_marks_of_a_placement_are_its_states(
    state: dict[str, object], marks: tuple[str, ...]
) -> None:
    scene = given(foot("guard", "0808", **state))  # type: ignore[arg-type]
    assert placed(scene)["unit:guard"].marks == marks
    assert len(placed(scene)["unit:guard"].at) == (2 if "second" in state else 1)


def test_blown_cavalry_and_wet_fuses_are_marked() -> None:
    wet = '[[special]]\nkind = "wet-fuses"\nside = "red"\nfrom = 2\nto = 2\n'
    for turn, marks in ((1, ()), (2, ("wet",)), (3, ())):
        scene = given(
            heavy("horse", "0808", flags=BLOWN),
            foot("foe", "0803", side="red"),
            specials=wet,
            turn=turn,
        )
        assert placed(scene)["unit:foe"].marks == marks
        assert placed(scene)["unit:horse"].marks == ("blown",)


def test_leaders_and_garrisons_have_no_facing() -> None:
    scene = given(garrison("post", "0808", sp=3), foot("guard", "0812"), leader("chief", "0812"))
    assert placed(scene)["unit:post"].turn is None
    assert placed(scene)["unit:post"].symbol == "garrison"
    chief = placed(scene)["unit:chief"]
    assert chief.turn is None and chief.strength == "" and chief.symbol == "leader"


def test_a_stack_is_drawn_from_below_and_leaders_before_troops() -> None:
    # The battery comes first in the file and lies below the infantry all the same.
    scene = given(
        guns("battery", "0808"), foot("guard", "0808"), leader("chief", "0808"), foot("x", "0101")
    )
    order = [p.id for p in SYSTEM.placements(View(scene.p, 0))]
    assert order.index("unit:chief") < order.index("unit:battery") < order.index("unit:guard")
    assert [p for p in order if p.startswith("unit:")] == order


def test_who_is_not_on_the_map_is_not_placed() -> None:
    scene = given(foot("guard", "0808"), foot("late", "0810", turn=3, entry="0815"))
    assert "unit:late" not in placed(scene)
    scene.p.eliminate(scene.u("guard"))
    assert "unit:guard" not in placed(scene)


def test_markers_tell_objectives_and_who_holds_what() -> None:
    objectives = (
        '[[objective]]\nkind = "hold"\nhex = "0808"\npoints = 6\nname = "The farm"\n'
        '[[objective]]\nkind = "near"\nside = "blue"\nhex = "0802"\nwithin = 3\n'
        'points = 4\nname = "The bridge"\n'
    )
    scene = given(garrison("post", "0808"), foot("guard", "0812"), objectives=objectives)
    found = {m.id: m for m in SYSTEM.markers(View(scene.p, 0))}
    farm, bridge = found["objective:0"], found["objective:1"]
    assert (farm.label, farm.side, farm.at) == ("The farm: 6", 1, (scene.h("0808"),))
    # Nobody has the points of the bridge: the guard is ten hexes from it.
    assert (bridge.label, bridge.side) == ("The bridge: 4 if Blue within 3", -1)
    assert found["control:0"].label == "held by Red"
    scene.p.eliminate(scene.u("post"))
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0809 facing n")
    scene.push(MoveTo(unit=scene.u("guard"), order=8)).play("> 0808 facing n")
    found = {m.id: m for m in SYSTEM.markers(View(scene.p, 0))}
    assert found["objective:0"].side == 0 and found["control:0"].label == "held by Blue"
    assert found["objective:1"].side == -1
    near = given(foot("guard", "0805"), objectives=objectives)  # three hexes from the bridge
    assert {m.id: m.side for m in SYSTEM.markers(View(near.p, 0))}["objective:1"] == 0


def card(scene: Scene, id: str) -> dict[str, str]:
    return dict(SYSTEM.card(View(scene.p, 0), id))


def test_the_card_of_a_unit_tells_its_ratings() -> None:
    scene = given(
        foot("guard", "0808", sp=6, steps=4, elite=2, commitment=9, cohesion=8, order=D1),
        light("hussars", "1008", pursuit=4),
        horse_guns("battery", "1208", range=3),
        garrison("post", "0804", sp=2),
        foot("line", "0608"),
    )
    assert card(scene, "unit:guard") == {
        "Unit": "Guard",
        "Arm": "infantry",
        "Strength": "4 of 6",
        "Cohesion": "8",
        "Commitment": "9",
        "Movement": "5",
        "Command": "Blue command",
        "Quality": "Crack Elite",
        "Hex": "0808",
        "State": "D-1",
    }
    hussars = card(scene, "unit:hussars")
    assert hussars["Pursuit"] == "4" and "Commitment" not in hussars
    assert hussars["Movement"] == "9" and hussars["State"] == "good order"
    battery = card(scene, "unit:battery")
    assert battery["Range"] == "3" and battery["Movement"] == "8" and "Commitment" not in battery
    post = card(scene, "unit:post")
    assert post["Cohesion"] == "7" and "Commitment" not in post and "Movement" not in post
    assert "Quality" not in card(scene, "unit:line")


def test_the_card_of_a_leader_tells_what_he_commands() -> None:
    fewer = '[[special]]\nkind = "command-points"\nleader = "ney"\ncp = 1\nfrom = 1\nto = 1\n'
    scene = given(
        foot("guard", "0808"),
        leader("ney", "0808", level="overall", cp=2, range=8),
        leader("foy", "0808", orders=7, commands=True),
        leader("bachelu", "0808", orders=6),
        specials=fewer,
        turn=1,
    )
    assert card(scene, "unit:ney")["Command points"] == "1, within 8 hexes"
    assert card(scene, "unit:foy") == {
        "Leader": "Foy",
        "Level": "division",
        "Hex": "0808",
        "Commands": "Blue command, within 5 hexes",
        "Orders": "7",
    }
    assert "Commands" not in card(scene, "unit:bachelu")


def test_an_overall_commander_without_points_has_no_orders_rating() -> None:
    scene = given(foot("guard", "0808"), leader("duke", "0808", level="overall", cp=0))
    assert card(scene, "unit:duke")["Command points"] == "0, within 8 hexes"
    assert "Orders" not in card(scene, "unit:duke")


def test_the_card_of_a_hex_tells_ground_level_and_who_is_there() -> None:
    scene = given(
        guns("battery", "0808"),
        foot("guard", "0808"),
        leader("chief", "0808"),
        ground={"0808": "built-up-village"},
        roads=[("road", ["0807", "0808"])],
        levels={"0808": 3},
    )
    rows = SYSTEM.card(View(scene.p, 0), "hex:0808")
    assert rows[:3] == [("Hex", "0808"), ("Ground", "built-up village"), ("Level", "3")]
    assert [text for label, text in rows if label == "Here"] == ["Guard", "Battery", "Chief"]


def test_a_card_tells_where_somebody_is() -> None:
    scene = given(
        foot("guard", "0808"),
        foot("line", "1008", sp=6, second="1108"),
        foot("late", "0810", turn=3, entry="0815"),
    )
    assert card(scene, "unit:line")["Hex"] == "1008 and 1108"
    assert card(scene, "unit:late")["Hex"] == "comes on turn 3 at 0815"
    scene.p.eliminate(scene.u("guard"))
    assert card(scene, "unit:guard")["Hex"] == "lost" and "State" not in card(scene, "unit:guard")


def test_a_card_of_nothing_is_empty_or_refused() -> None:
    scene = given(foot("guard", "0808"))
    assert card(scene, "unit:nobody") == {} == card(scene, "verb:done")
    with pytest.raises(GrognardError, match="9999"):
        card(scene, "hex:9999")


def test_the_clock_tells_turn_hour_and_phase() -> None:
    scene = given(foot("guard", "0808"), turns=5, turn=3, hour="14:00")
    assert SYSTEM.clock(View(scene.p, 0)) == "Turn 3 of 5 · 15:00 · leader movement"


def test_the_card_of_a_hex_says_on_which_sides_water_and_crest_lie_and_where_roads_lead() -> None:
    # 0808 is in an even row, half a hex to the right: its neighbour to the east is 0908, that to
    # the west 0708. The stream is written from the other hex, the crest from this one.
    scene = given(
        foot("guard", "0101"),
        sides=[("stream", "0708 e"), ("crest", "0808 e"), ("crest", "0808 se")],
        crossings=[("bridge", "0708 e")],
        roads=[("road", ["0608", "0708", "0808", "0908"])],
    )
    rows = card(scene, "hex:0808")
    assert rows["Stream"] == "stream: west" and rows["Bridge"] == "west"
    assert rows["Road"].endswith("west to 0608, east to 0908")
    crests = [text for label, text in SYSTEM.card(View(scene.p, 0), "hex:0808") if label == "Crest"]
    assert crests == ["crest: east", "crest: south-east"]
    # The same stream from its other bank, and a hex where the road ends.
    assert card(scene, "hex:0708")["Stream"] == "stream: east"
    assert card(scene, "hex:0908")["Road"].endswith("west to 0608")
    assert "Stream" not in card(scene, "hex:0908")


def test_the_card_of_a_unit_out_of_command_says_so_and_why() -> None:
    # A division's leader commands within 5 hexes: 0803 is 5 from 0808, 0802 is 6.
    scene = given(
        foot("near", "0803"),
        foot("far", "0802"),
        foot("late", "0808", flags=OUT),
        leader("foy", "0808", commands=True),
        garrison("post", "0101"),
    )
    assert "Out of command" not in card(scene, "unit:near")
    assert card(scene, "unit:far")["Out of command"] == "Foy commands within 5 hexes"
    late = "Foy was too far off when its command was activated"
    assert card(scene, "unit:late")["Out of command"] == late
    assert "Out of command" not in card(scene, "unit:post")
    assert "Out of command" not in card(scene, "unit:foy")


def test_a_command_in_the_draw_shows_on_its_leader_and_beside_the_score() -> None:
    scene = given(foot("guard", "0808"), leader("foy", "0808", commands=True))
    assert SYSTEM.purse(View(scene.p, 1)) == ("", "") and placed(scene)["unit:foy"].marks == ()
    scene.p.pool[scene.p.battle.command[scene.u("guard")]] = POOLED
    assert SYSTEM.purse(View(scene.p, 1)) == ("in the draw: Foy", "")
    assert placed(scene)["unit:foy"].marks == ("in the draw",)
    assert card(scene, "unit:foy")["State"] == "in the draw"
    battle = SYSTEM.battle("quatre-bras")
    p = SYSTEM.at(SYSTEM.start(battle))
    own = p.battle.commands_of[0]
    for c in own[:4]:
        p.pool[c] = POOLED
    assert SYSTEM.purse(View(p, 0))[0] == "4 in the draw"
    assert placed(scene)["unit:guard"].marks == ()
