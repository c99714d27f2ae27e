"""Tools and pictures of `brigades`, with answers worked out on an empty table."""

from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.state.position import COLUMN, OUT, STATIONARY
from grognard.systems.tabletop.turn import TURN
from tests.rules.brigades.given import Scene, commander, foot, given, guns, horse, screen


def use(scene: Scene, tool: str, *ids: str) -> Finding:
    """What blue is told."""
    return SYSTEM.use(View(scene.p, 0), tool, ids)


def test_skirmishers_fire_all_round() -> None:
    (shape,) = use(given(screen("a", 20, 30)), "fire", "unit:a").shapes
    # Their base is 3 by 1.5 in: two inches before its front at 29.25, and behind its back at 30.75.
    assert (18500, 27250) in shape and (21500, 32750) in shape


def test_out_of_command_exhaustion_and_victory() -> None:
    scene = given(foot("a", 20, 30), foot("b", 40, 30), commander("g", 22, 32),
                  foot("foe", 5, 5, side="red"), commander("h", 5, 8, side="red"),
                  objectives=[(20, 27, "", 2)],
                  divisions=[("red", "red", "exhaustion = 3")])  # fmt: skip
    assert use(scene, "out-of-command").says == ("Out of command:", "Blue: B")
    scene.p.losses[scene.u("foe")] = 3
    scene.exhaustion()
    assert use(scene, "exhaustion").says == (
        "Blue, Blue: 0 lost, exhausted at 99.",
        "Red, Red: 3 lost, exhausted at 3, exhausted.",
    )
    beaten = "divisions are exhausted, and at 50 % it is beaten."
    assert use(scene, "victory").says == (
        f"The Blue side has lost 0 of 10 strength points; 0 of 1 {beaten}",
        f"The Red side has lost 3 of 5 strength points; 1 of 1 {beaten}",
        "Place: 2 points, held by the Blue side.",
        "An objective is held by the side that alone has an unrouted stand within 3 in of it.",
        (
            "Unless the scenario says otherwise an army with half or more of its divisions"
            " exhausted loses if the enemy's are not; then objectives count, then casualties as a"
            " share of strength."
        ),
    )


def test_cards_tell_kind_strength_state_and_division() -> None:
    scene = given(horse("a", 20, 30, weight="heavy", traits=("lancers",), strength=3),
                  commander("g", 22, 32),
                  divisions=[("blue", "blue", "exhaustion = 2")])  # fmt: skip
    scene.p.losses[scene.u("a")] = 1
    assert SYSTEM.card(View(scene.p, 0), "unit:a") == [
        ("Unit", "A"), ("Side", "Blue"), ("Kind", "heavy cavalry"),
        ("Strength", "2 of 3 (about 1000 men)"), ("Morale", "5"), ("Traits", "lancers"),
        ("Division", "Blue"), ("Its losses", "1, exhausted at 2"), ("Move", "20 in (2000 yards)"),
    ]  # fmt: skip
    assert SYSTEM.card(View(scene.p, 0), "unit:nobody") == []


def test_guns_are_counted_in_pieces() -> None:
    scene = given(guns("a", 20, 30, strength=2))
    assert ("Strength", "2 of 2 (12 guns)") in SYSTEM.card(View(scene.p, 0), "unit:a")


def test_placements_have_base_facing_and_marks() -> None:
    scene = given(foot("a", 20, 30, facing=90, state=STATIONARY), foot("b", 30, 30, state=COLUMN))
    found = {p.id: p for p in SYSTEM.placements(View(scene.p, 0))}
    assert found["unit:a"].at == (200, 300, 30, 30) and found["unit:a"].turn == 90
    assert found["unit:a"].marks == ("stationary",) and found["unit:b"].marks == ("column",)
    assert found["unit:blue-army"].turn is None


def test_fires_are_marked_on_the_map() -> None:
    scene = given(foot("a", 5, 30), areas=[("town", "185,185 215,185 215,215 185,215", "wood")])
    scene.p.smoke = [2]
    (fire,) = SYSTEM.markers(View(scene.p, 0))
    assert (fire.label, fire.at) == ("On fire", (200, 200))


def test_the_sight_tool_knows_fog() -> None:
    foes = foot("near", 20, 23, 180, side="red"), foot("far", 26, 22.9, 180, side="red")
    scene = given(foot("a", 20, 30), *foes, more="fog_turns = 2\nfog_inches = 4")
    # Their edges are 4 in apart, and from the corner of the one to that of the other 5 in.
    assert use(scene, "sight", "unit:a", "unit:near").says[-1] == "Seen."
    said = "Not seen: in the fog nobody sees further than 4 in."
    assert use(scene, "sight", "unit:a", "unit:far").says[-1] == said
    scene.p.clock[TURN] = 3
    assert use(scene, "sight", "unit:a", "unit:far").says[-1] == "Seen."


def test_the_sight_tool_knows_the_markers_of_a_column() -> None:
    """Its base is in the wood, its markers are before it."""
    column = foot("foe", 20, 10, 0, side="red", state=COLUMN)
    wood = [("forest", "150,50 250,50 250,130 150,130")]
    scene = given(foot("a", 20, 30), column, areas=wood)
    assert use(scene, "sight", "unit:a", "unit:foe").says[-1] == "Seen."


def test_infantry_in_a_town_is_shown_to_fire_all_round() -> None:
    town = [("town", "180,280 220,280 220,320 180,320")]
    (shape,) = use(given(foot("a", 20, 30), areas=town), "fire", "unit:a").shapes
    assert (18500, 26500) in shape and (21500, 33500) in shape


def test_the_card_of_a_stand_out_of_command_says_so_and_why() -> None:
    # Command reaches 6 in; the stands are 3 in wide.
    scene = given(foot("a", 20, 30), foot("b", 40, 30), commander("g", 22, 32))
    near, far = (dict(SYSTEM.card(View(scene.p, 0), f"unit:{each}")) for each in "ab")
    assert "Out of command" not in near
    assert far["Out of command"].startswith("no commander of its own is within 6 in")
    scene.p.state[scene.u("a")] |= OUT
    found = dict(SYSTEM.card(View(scene.p, 0), "unit:a"))
    assert found["Out of command"] == "as its turn found it"
    assert "Out of command" not in dict(SYSTEM.card(View(scene.p, 0), "unit:g"))


def test_a_card_tells_how_far_a_stand_moves_as_it_is() -> None:
    """Unlimbered guns are manhandled 2 in; foot out of command has half its 16 in."""
    scene = given(guns("b", 30, 30), foot("a", 20, 30, state=OUT))
    guns_card, foot_card = (dict(SYSTEM.card(View(scene.p, 0), f"unit:{each}")) for each in "ba")
    assert (guns_card["Range"], guns_card["Move"]) == ("10 in, close 4 in", "2 in (200 yards)")
    assert foot_card["Move"] == "8 in (800 yards), in command 16 in"
