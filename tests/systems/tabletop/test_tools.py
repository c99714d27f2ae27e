"""Tools that answer alike on every tabletop, with answers worked out on an empty one."""

import pytest

from grognard.engine.errors import GrognardError, UnknownName
from grognard.engine.view import View
from grognard.systems.tabletop.position import GONE
from tests.systems.tabletop.kits import ALL, BRIGADES, ONEPAGE, PULSES, TURNS, Kit, named


@pytest.mark.parametrize("kit", ALL, ids=named)
def test_sight_tells_distance_and_what_blocks_it(kit: Kit) -> None:
    a, foe = kit.foot("a", 20, 30), kit.foot("foe", 20, 20, side="red")
    clear = kit.use(kit.given(a, foe), "sight", "unit:a", "unit:foe")
    assert clear.says == ("A to Foe: 7 in between them.", "Seen.")
    assert clear.ways == (("unit:a", "unit:foe"),)
    wood = kit.given(a, foe, areas=[("forest", "0,240 480,240 480,260 0,260")])
    assert kit.use(wood, "sight", "unit:a", "unit:foe").says[1].startswith("Not seen: cover at ")


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_sight_is_blocked_by_other_stands(kit: Kit) -> None:
    wall = [kit.foot(f"w{i}", 17 + 3 * i, 25, side="red") for i in range(3)]
    scene = kit.given(kit.foot("a", 20, 30), kit.foot("foe", 20, 20, side="red"), *wall)
    found = kit.use(scene, "sight", "unit:a", "unit:foe")
    assert found.says[1] == "Not seen: W1 stands between."


@pytest.mark.parametrize(
    ("kit", "inches", "rout"),
    [
        (ONEPAGE, 12, "A is routed: no move before a rally."),
        (BRIGADES, 16, "A is routed and does not move before it has rallied."),
    ],
    ids=named,
)
def test_reach_shows_where_a_unit_can_go(kit: Kit, inches: int, rout: str) -> None:
    foe = kit.foot("foe", 40, 5, side="red")
    scene = kit.given(kit.foot("a", 20, 30), kit.leader("g", 22, 32), foe)
    found = kit.use(scene, "reach", "unit:a")
    assert found.says == (f"A has {inches} in to move.",)
    (shape,) = found.shapes
    # A fan of 45 degrees to either side: straight ahead it ends a whole move up the table.
    assert (20000, 30000 - inches * 1000) in shape and (20000, 30000) in shape
    assert all(y <= 30000 for _, y in shape)
    routed = kit.given(kit.foot("a", 20, 30, state=kit.routed), kit.leader("g", 22, 32))
    assert kit.use(routed, "reach", "unit:a").says == (rout,)


@pytest.mark.parametrize(
    ("kit", "silent"),
    [(ONEPAGE, "A cannot fire now."), (BRIGADES, "A cannot fire as it is.")],
    ids=named,
)
def test_fire_shows_arc_ranges_and_targets(kit: Kit, silent: str) -> None:
    foe = kit.foot("foe", 20, 22, side="red")
    found = kit.use(kit.given(kit.guns("a", 20, 30), foe), "fire", "unit:a")
    # From the front at 28.5 to the enemy's base at 23.5.
    assert found.says == ("A reaches 10 in, close 4 in.", "Foe at 5 in, long range.")
    assert found.lit == ("unit:foe",) and len(found.shapes) == 2
    limbered = kit.given(kit.guns("a", 20, 30, state=kit.limbered), foe)
    assert kit.use(limbered, "fire", "unit:a").says == (silent,)
    # Skirmishers reach 2 in from every edge of their base of 3 by 1.5 in.
    found = kit.use(kit.given(kit.screen("a", 20, 30), foe), "fire", "unit:a")
    across, down = ([place[i] for place in found.shapes[0]] for i in (0, 1))
    assert (min(across), max(across)) == (16500, 23500)
    assert (min(down), max(down)) == (27250, 32750)


@pytest.mark.parametrize(
    ("kit", "whom"), [(ONEPAGE, "every unit"), (BRIGADES, "his own stands")], ids=named
)
def test_command_draws_the_circle_of_one_who_leads(kit: Kit, whom: str) -> None:
    a, b = kit.foot("a", 20, 30), kit.foot("b", 40, 30)
    scene = kit.given(a, b, kit.leader("g", 22, 32))
    found = kit.use(scene, "command", "unit:g")
    assert found.says == (f"G commands {whom} within 6 in of him.",)
    assert (22000, 26000) in found.shapes[0]
    assert kit.use(scene, "command", "unit:a").says == ("A is in command.",)
    assert kit.use(scene, "command", "unit:b").says == ("B is out of command.",)
    assert kit.use(scene, "out-of-command").says == ("Out of command:", "Blue: B")


@pytest.mark.parametrize("kit", ALL, ids=named)
def test_only_units_on_the_table_are_pointed_at(kit: Kit) -> None:
    scene = kit.given(kit.foot("a", 20, 30), kit.foot("lost", 30, 30))
    with pytest.raises(UnknownName, match='no unit "unit:lots": did you mean "lost"'):
        kit.use(scene, "reach", "unit:lots")
    scene.p.put(scene.u("lost"), GONE, 0, 0)
    with pytest.raises(GrognardError, match="Lost is not on the table"):
        kit.use(scene, "reach", "unit:lost")


@pytest.mark.parametrize(
    ("kit", "attack"), [(ONEPAGE, "charge"), (BRIGADES, "charge"), (PULSES, "attack")], ids=named
)
def test_who_can_reach_a_unit_and_what_threatens_it(kit: Kit, attack: str) -> None:
    # Stands are 3 in square: 7 in lie between A and the foe before it, less than any move of foot
    # (12, 16 and 12 in). Its mate looks at it from the side over the same 7 in. Far is 23 in off,
    # and so comes no nearer than 7.
    scene = kit.given(
        kit.foot("a", 20, 30),
        kit.foot("far", 44, 33),
        kit.foot("foe", 20, 20, 180, side="red"),
        kit.foot("mate", 30, 20, 270, side="red"),
    )
    found = kit.use(scene, "who-reaches", "unit:foe")
    assert found.says == (
        "To Foe could come:",
        f"Blue: A, to {attack} it.",
        "Red: Mate, right up to it.",
    )
    assert found.lit == ("unit:a", "unit:mate")
    threats = kit.use(scene, "threats", "unit:foe")
    assert threats.says == ("Foe could meet:", f"A: {attack}.")
    assert threats.ways == (("unit:a", "unit:foe"),)
    # What the tool says of nobody: the foe is in the open, and nobody red is near a corner.
    lonely = kit.given(kit.foot("a", 3, 34), kit.foot("foe", 44, 3, 180, side="red"))
    assert kit.use(lonely, "threats", "unit:a").says == ("Nothing threatens A now.",)
    assert kit.use(lonely, "who-reaches", "unit:a").says == (
        "Nobody could come within 6 in of A by one leg.",
    )


@pytest.mark.parametrize(("kit", "far"), [(ONEPAGE, 4), (BRIGADES, 4)], ids=named)
def test_guns_threaten_by_fire_where_they_stand_and_routed_stands_do_not(
    kit: Kit, far: int
) -> None:
    # Unlimbered guns in front of A, 4 in between: they fire, and do not charge.
    scene = kit.given(
        kit.foot("a", 20, 30),
        kit.guns("battery", 20, 23, 180, side="red"),
        kit.foot("broken", 25, 23, 180, side="red", state=kit.routed),
    )
    assert kit.use(scene, "threats", "unit:a").says == (
        "A could meet:",
        f"Battery: fire at {far} in.",
    )
    # In contact nobody has to come.
    met = kit.given(kit.foot("a", 20, 30), kit.foot("foe", 20, 26.9, 180, side="red"))
    assert kit.use(met, "threats", "unit:a").says == ("A could meet:", "Foe: it is in contact.")
    assert kit.use(met, "who-reaches", "unit:a").says[1] == "Red: Foe, in contact with it."


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_who_had_his_move_is_told_apart(kit: Kit) -> None:
    scene = kit.given(kit.foot("a", 20, 30), kit.foot("foe", 20, 20, 180, side="red"))
    scene.p.state[scene.u("a")] |= 32  # MOVED of both systems
    said = kit.use(scene, "who-reaches", "unit:foe").says[1]
    assert said == "Blue: A, to charge it (already moved)."


def test_an_attack_of_pulses_near_an_enemy_hangs_on_the_movement_die() -> None:
    # 5 in between: within the 6 inches in which a movement die is thrown.
    scene = PULSES.given(PULSES.foot("a", 20, 30), PULSES.foot("foe", 20, 22, 180, side="red"))
    said = PULSES.use(scene, "threats", "unit:foe").says
    assert said == ("Foe could meet:", "A: attack (with a movement die of 6).")


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_who_cannot_come_nearer_is_told_where_he_is(kit: Kit) -> None:
    # A routed friend 1 in from A: it does not move.
    scene = kit.given(kit.foot("a", 20, 30), kit.foot("broken", 24, 30, state=kit.routed))
    assert kit.use(scene, "who-reaches", "unit:a").says == (
        "To A could come:",
        "Blue: Broken, 1 in from it already.",
    )


def test_unlimbered_guns_of_onepage_come_no_nearer_by_a_turn() -> None:
    scene = ONEPAGE.given(ONEPAGE.foot("a", 20, 30), ONEPAGE.guns("g", 23.9, 25.2, 180, side="red"))
    (_, said) = ONEPAGE.use(scene, "who-reaches", "unit:a").says
    assert said.endswith(" in from it already.")


VILLAGE = ("village", "180,100 220,100 220,140 180,140")  # from 18 to 22 in, 10 to 14 in down


def test_who_can_reach_a_place() -> None:
    # A's front is at 28.5, 14.5 in from the village's near edge: 12 in ahead leave 2.5. In is in
    # the village, far is more than 12 + 6 in off.
    scene = ONEPAGE.given(
        ONEPAGE.foot("a", 20, 30),
        ONEPAGE.foot("in", 20, 12, side="red"),
        ONEPAGE.foot("far", 44, 33),
        areas=[VILLAGE],
        objectives=[(20, 14, "", 2), (45, 20, "", 1)],
    )
    expected = ("To Area 0 could come:", "Blue: A, to within 2.5 in of it.")
    found = ONEPAGE.use(scene, "who-reaches", "place:area-0")
    assert found.says == (*expected, "Red: In, there already.")
    assert found.lit == ("unit:a", "unit:in")
    # Far's front is at 31.5: the objective 11.5 in before it and 1 in aside is within its move.
    (_, there) = ONEPAGE.use(scene, "who-reaches", "objective:2").says
    assert there == "Blue: Far, to the place itself."


@pytest.mark.parametrize("kit", ALL, ids=named)
def test_what_threatens_those_in_a_place(kit: Kit) -> None:
    a, foe = kit.foot("a", 20, 12), kit.foot("foe", 20, 22, side="red")
    scene = kit.given(a, foe, areas=[VILLAGE])
    there = kit.use(scene, "threats", "unit:a")
    assert there.says[0] == "A could meet:" and there.lit == ("unit:foe",)
    assert kit.use(scene, "threats", "place:area-0") == there
    empty = kit.use(kit.given(kit.foot("b", 43, 28), areas=[VILLAGE]), "threats", "place:area-0")
    assert empty.says == (
        "Nobody is at Area 0.",
        "Nobody could come within 6 in of Area 0 by one leg.",
    )
    with pytest.raises(UnknownName, match='no place "area-9": did you mean "area-0"'):
        kit.use(scene, "threats", "place:area-9")
    with pytest.raises(UnknownName, match='no objective "7"'):
        kit.use(scene, "who-reaches", "objective:7")


@pytest.mark.parametrize("kit", ALL, ids=named)
def test_the_card_of_a_place(kit: Kit) -> None:
    a, foe = kit.foot("a", 20, 12), kit.foot("foe", 40, 30, side="red")
    scene = kit.given(a, foe, areas=[VILLAGE], objectives=[(20, 13, "", 3)])
    rows = dict(kit.system.card(View(scene.p, 0), "place:area-0"))
    assert (rows["Place"], rows["At"], rows["Ground"]) == ("Area 0", "20.0,12.0", "village")
    assert rows["Objective"].startswith("worth 3 points, held by ") and rows["There"] == "A"


def test_a_unit_in_the_plural_is_come_to_as_such() -> None:
    scene = ONEPAGE.given(
        ONEPAGE.foot("a", 20, 30), ONEPAGE.foot("rifles", 20, 20, 180, side="red")
    )
    assert ONEPAGE.use(scene, "who-reaches", "unit:rifles").says[1] == "Blue: A, to charge them."
