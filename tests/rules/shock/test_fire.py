"""Who may fire at whom and when, lines of sight, extended lines and reaction fire."""

from __future__ import annotations

import pytest

from grognard.systems.shock.state.kinds import D1, D2, ENGAGED, FIRED, REACTED, ROUTED, SQUARE, USED
from tests.rules.shock.given import Scene, Spec, foot, garrison, given, guns, heavy, light


def targets(scene: Scene, id: str) -> set[str]:
    """The hexes of everybody a unit may be ordered to fire at now."""
    if "fire" not in scene.orders_of(id):
        return set()
    first = scene.battle.unit_at
    p = scene.p.copy()
    for action in p.options():
        if scene.battle.nouns.name(action) == f"fire {id}":
            p.play(action, every=True)
            return {scene.battle.grid.name(p.hex[a - first]) for a in p.options()}
    raise AssertionError(f"{id} may fire but is not offered it")


def foes(*hexes: str) -> list[Spec]:
    return [foot(f"foe-{i}", h, side="red") for i, h in enumerate(hexes)]


# -- who ---------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.fire.who")
def test_infantry_fires_at_adjacent_front_hexes() -> None:
    # 0808 facing north: 0807 and 0907 are its front, 0708 and 0908 flanks, 0809 and 0909 rear.
    around = foes("0807", "0907", "0708", "0908", "0809", "0909", "0806")
    scene = given(foot("guard", "0808"), *around).activate()
    assert targets(scene, "guard") == {"0807", "0907"}


@pytest.mark.rule("shock.rulings.fire.who")
def test_infantry_does_not_fire_two_hexes_away() -> None:
    scene = given(foot("guard", "0808"), *foes("0806", "0706")).activate()
    assert "fire" not in scene.orders_of("guard")


@pytest.mark.rule("shock.rulings.fire.who")
def test_a_square_and_a_garrison_fire_all_round() -> None:
    ring = {"0807", "0907", "0708", "0908", "0809", "0909"}
    scene = given(foot("guard", "0808", flags=SQUARE), *foes(*ring)).activate()
    assert targets(scene, "guard") == ring
    scene = given(garrison("walls", "0808", side="blue"), *foes(*ring)).activate()
    assert targets(scene, "walls") == ring


@pytest.mark.rule("shock.rulings.fire.who")
def test_artillery_fires_through_its_front_up_to_its_range() -> None:
    # Range 3. In the arc: 0806 and 0706 (2), 0705 (3); 0604 lies 4 away; 0606 and 0608 aside.
    scene = given(
        guns("guard", "0808", range=3), *foes("0806", "0706", "0705", "0604", "0606", "0608")
    ).activate()
    assert targets(scene, "guard") == {"0806", "0706", "0705"}


@pytest.mark.rule("shock.rulings.fire.who")
@pytest.mark.parametrize("hex", ["0807", "0706", "0705", "0604"])
def test_strength_does_not_fall_with_distance(hex: str) -> None:
    scene = given(guns("guard", "0808", sp=3), *foes(hex)).activate().play("fire guard")
    assert scene.check().target == "column 3"


@pytest.mark.rule("shock.rulings.fire.who")
def test_units_fire_with_their_present_strength() -> None:
    scene = given(foot("guard", "0808", sp=9, steps=2), *foes("0807")).activate()
    assert scene.play("fire guard").check().target == "column 2"


@pytest.mark.rule("shock.rulings.ratings")
@pytest.mark.parametrize("cavalry", [heavy, light])
def test_cavalry_cannot_fire(cavalry: type) -> None:
    scene = given(cavalry("guard", "0808"), *foes("0807")).activate()
    assert "fire" not in scene.orders_of("guard")
    assert "shock" in scene.orders_of("guard")


@pytest.mark.rule("shock.rulings.ratings")
def test_artillery_cannot_attack_by_shock() -> None:
    scene = given(guns("guard", "0808"), *foes("0807")).activate()
    assert "shock" not in scene.orders_of("guard")
    assert "fire" in scene.orders_of("guard")


@pytest.mark.rule("shock.rulings.ratings")
def test_infantry_fires_and_attacks_with_one_strength() -> None:
    scene = given(foot("guard", "0808", sp=5), *foes("0807")).activate()
    assert {"fire", "shock"} <= scene.orders_of("guard")


@pytest.mark.rule("shock.rulings.ratings")
def test_light_cavalry_commits_itself_by_its_cohesion() -> None:
    scene = given(light("guard", "0808", cohesion=4), *foes("0807")).activate()
    scene.play("shock guard")
    # Commitment 4: faces 0 to 4 go in.
    assert scene.check().name == "commitment"
    assert scene.check().weights == [5, 5]


@pytest.mark.rule("shock.d2.no-fire")
def test_d2_troops_may_not_fire() -> None:
    for order, fires in ((D1, True), (D2, False)):
        scene = given(foot("guard", "0808", order=order), *foes("0807")).activate()
        assert ("fire" in scene.orders_of("guard")) is fires


@pytest.mark.rule("shock.d2.no-fire")
def test_d2_troops_do_not_fire_in_reaction() -> None:
    for order, actor in ((D1, 1), (D2, -1)):
        scene = attack(foot("guard", "0808"), foot("foe", "0807", side="red", order=order))
        assert scene.p.actor == actor


def test_routed_and_engaged_units_do_not_fire() -> None:
    pair = (foot("guard", "0808", flags=ENGAGED), foot("foe", "0807", "red", flags=ENGAGED))
    scene = given(*pair, foot("rabble", "1008", order=ROUTED)).activate()
    assert scene.orders_of("rabble") == {"rally", "rout"}
    scene.play("rout rabble")
    while scene.p.decision is not None and not scene.orders_of("guard"):
        scene.p.play(scene.p.options()[0])
    assert "fire" not in scene.orders_of("guard")


# -- when --------------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.fire.when")
def test_guns_fire_then_move_but_do_not_move_then_fire() -> None:
    scene = given(guns("guard", "0808"), *foes("0805")).activate()
    scene.play("fire guard").roll(0)
    assert "move" in scene.orders_of("guard")
    scene = given(guns("guard", "0808"), foot("other", "1010"), *foes("0805")).activate()
    scene.play("move guard > 0809 facing n")
    assert "fire" not in scene.orders_of("guard")


@pytest.mark.rule("shock.rulings.fire.when")
def test_guns_that_used_their_movement_do_not_fire() -> None:
    scene = given(guns("guard", "0808", flags=USED), *foes("0805")).activate()
    assert "fire" not in (scene.orders_of("guard") if scene.p.decision else set())
    scene = given(foot("guard", "0808", flags=USED), *foes("0807")).activate()
    assert "fire" in scene.orders_of("guard")


@pytest.mark.rule("shock.rulings.fire.when")
def test_a_unit_fires_once_a_turn() -> None:
    scene = given(guns("guard", "0808"), *foes("0805")).activate().play("fire guard").roll(0)
    assert scene.has("guard", FIRED)
    assert "fire" not in scene.orders_of("guard")


# -- line of sight -----------------------------------------------------------------------------


def sees(hex: str = "0604", **more: object) -> bool:
    """Whether guns of range 4 in 0808 may fire at a hex (0604: by 0807, 0706 and 0705)."""
    scene = given(guns("guard", "0808"), *foes(hex), **more)  # type: ignore[arg-type]
    return "fire" in scene.activate().orders_of("guard")


@pytest.mark.rule("shock.rulings.fire.los")
@pytest.mark.parametrize("hex", ["0807", "0706", "0705"])
def test_a_higher_hex_between_blocks(hex: str) -> None:
    assert sees()
    assert not sees(levels={hex: 2})
    assert sees(levels={hex: 2, "0808": 2})
    assert sees(levels={hex: 2, "0604": 2})
    assert not sees(levels={hex: 3, "0604": 2, "0808": 2})


@pytest.mark.rule("shock.rulings.fire.los")
@pytest.mark.parametrize("ground", ["woods", "village", "built-up-village", "chateau"])
@pytest.mark.parametrize("hex", ["0807", "0706", "0705"])
def test_woods_and_villages_block_on_level_ground(ground: str, hex: str) -> None:
    assert not sees(ground={hex: ground})
    assert sees(ground={hex: "cultivated"})
    assert sees(ground={"0808": "woods", "0604": ground})


@pytest.mark.rule("shock.rulings.fire.los")
@pytest.mark.parametrize("ground", ["woods", "village"])
def test_who_stands_higher_sees_over_what_is_not_near_the_lower(ground: str) -> None:
    from_above, from_below = {"0808": 2}, {"0604": 2}
    # 0706 is half-way: it blocks either way.
    assert [sees(ground={h: ground}, levels=from_above) for h in ("0807", "0706", "0705")] == [
        *(True, False, False)
    ]
    assert [sees(ground={h: ground}, levels=from_below) for h in ("0807", "0706", "0705")] == [
        *(False, False, True)
    ]


@pytest.mark.rule("shock.rulings.fire.los")
def test_two_hills_see_each_other_over_a_wood_in_the_valley() -> None:
    assert sees(ground={"0706": "woods"}, levels={"0808": 2, "0604": 2})
    assert not sees(ground={"0706": "woods"}, levels={"0808": 2, "0604": 2, "0706": 2})


@pytest.mark.rule("shock.rulings.fire.los")
def test_where_the_line_runs_between_two_hexes_both_must_block() -> None:
    # 0808 to 0806 runs along the side of 0807 and 0907.
    assert sees("0806", ground={"0807": "woods"})
    assert not sees("0806", ground={"0807": "woods", "0907": "village"})


@pytest.mark.rule("shock.rulings.fire.los")
def test_units_and_crests_do_not_block() -> None:
    assert sees(sides=[("crest", "0807 nw")])
    scene = given(guns("guard", "0808"), foot("friend", "0706"), *foes("0604", "0705"))
    assert targets(scene.activate(), "guard") == {"0604", "0705"}


# -- the nearest enemy, two guns in one hex ----------------------------------------------------


@pytest.mark.rule("shock.rulings.fire.nearest-enemy")
def test_guns_fire_at_the_enemy_before_their_muzzles() -> None:
    scene = given(guns("guard", "0808"), *foes("0807", "0805")).activate()
    assert targets(scene, "guard") == {"0807"}
    # In the flank he does not bind them.
    scene = given(guns("guard", "0808"), *foes("0708", "0805")).activate()
    assert targets(scene, "guard") == {"0805"}


@pytest.mark.rule("shock.rulings.fire.combining")
def test_two_guns_in_one_hex_fire_as_one() -> None:
    scene = given(guns("one", "0808", sp=3), guns("two", "0808", sp=4), *foes("0805")).activate()
    scene.play("fire one")
    assert scene.check().target == "column 7-10"
    scene.roll(0)
    assert scene.has("one", FIRED)
    assert scene.has("two", FIRED)


@pytest.mark.rule("shock.rulings.fire.combining")
def test_a_gun_that_cannot_fire_adds_nothing() -> None:
    for spent in ({"flags": FIRED}, {"facing": "s"}):
        scene = given(
            guns("one", "0808", sp=3), guns("two", "0808", sp=4, **spent), *foes("0805")
        ).activate()
        assert scene.play("fire one").check().target == "column 3"


@pytest.mark.rule("shock.rulings.fire.combining")
def test_a_gun_that_spent_the_activation_rallying_adds_nothing() -> None:
    scene = given(
        guns("one", "0808", sp=3), guns("two", "0808", sp=4, order=D1), *foes("0805")
    ).activate()
    scene.play("rally two").roll(0)
    assert scene.play("fire one").check().target == "column 3"


@pytest.mark.rule("shock.rulings.fire.combining")
def test_nothing_else_combines() -> None:
    # Infantry with a battery, and infantry next to infantry.
    scene = given(
        foot("guard", "0808", sp=3), guns("one", "0808", sp=3), foot("line", "0708"), *foes("0807")
    ).activate()
    assert scene.play("fire guard").check().target == "column 3-4"


@pytest.mark.rule("shock.rulings.fire.together")
def test_guns_that_fire_together_are_judged_by_the_worst() -> None:
    scene = given(
        guns("one", "0808", sp=3, range=5), guns("two", "0808", sp=3, order=D1), *foes("0604")
    ).activate()
    assert scene.play("fire one").mods() == {
        "shock.fire.shift.d1-firer": -1,
        "shock.fire.drm.french-artillery": 1,
        "shock.fire.drm.maximum-range": -1,
    }


# -- extended line -----------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.extended-line.fire")
@pytest.mark.parametrize(("hex", "column"), [("0807", "3-4"), ("0907", "7-8"), ("1007", "3-4")])
def test_only_the_halves_next_to_the_target_fire(hex: str, column: str) -> None:
    # 7 SP in 0808 and 0908: 4 and 3. 0907 lies before both.
    scene = given(foot("guard", "0808", sp=7, second="0908"), *foes(hex)).activate()
    assert scene.play("fire guard").check().target == f"column {column}"


@pytest.mark.rule("shock.rulings.extended-line.fire", "shock.fire.note.below-1")
def test_half_a_strength_point_fires_in_the_column_of_one() -> None:
    scene = given(foot("guard", "0808", sp=7, steps=1, second="0908"), *foes("1007")).activate()
    assert scene.play("fire guard").check().target == "column 1"


@pytest.mark.rule("shock.rulings.extended-line.fire")
def test_a_line_is_one_unit_that_fires_once_and_suffers_once() -> None:
    scene = given(
        foot("guard", "0808", sp=8, second="0908"), *foes("0807"), foot("foe", "0907", side="red")
    ).activate()
    scene.play("fire guard > foe").roll(9).roll(0)  # column 7-8, roll 9: 1d
    assert scene.steps("foe") == 3
    assert "shock" in scene.orders_of("guard")
    assert "fire" not in scene.orders_of("guard")


# -- reaction fire -----------------------------------------------------------------------------


def attack(*pieces: Spec, orders: str = "shock guard > foe") -> Scene:
    """Blue attacks; every attacker commits itself; red may react."""
    scene = given(*pieces).activate()
    for order in orders.split("; "):
        scene.play(order)
    if scene.p.decision is not None and "done" in scene.options():
        scene.play("done")
    while scene.p.roll is not None and scene.check().name == "commitment":
        scene.roll(0)
    return scene


@pytest.mark.rule("shock.rulings.fire.reaction")
def test_a_unit_may_fire_at_a_shock_attacker_in_its_front() -> None:
    scene = attack(foot("guard", "0808"), foot("foe", "0807", side="red"))
    assert scene.p.actor == 1
    assert scene.options() == ["hold", "fire > guard"]
    scene.play("fire > guard")
    assert scene.check().name == "fire"
    assert scene.mods() == {"shock.fire.drm.anglo-allied-infantry": 1}
    scene.roll(0)
    assert scene.has("foe", REACTED)
    assert not scene.has("foe", FIRED)
    assert scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.fire.reaction")
def test_nobody_fires_at_an_attacker_beside_or_behind_him() -> None:
    # 0808 lies in the rear of a unit in 0807 that faces north.
    scene = attack(foot("guard", "0808"), foot("foe", "0807", side="red", facing="n"))
    assert scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.fire.reaction")
def test_a_neighbour_may_fire_at_the_attacker_too() -> None:
    # 0907 facing south has 0808 and 0908 in front.
    scene = attack(
        foot("guard", "0808"), foot("foe", "0807", side="red"), foot("friend", "0907", side="red")
    )
    scene.play("hold")
    assert scene.options() == ["hold", "fire > guard"]


@pytest.mark.rule("shock.rulings.fire.reaction")
def test_reaction_fire_comes_once_in_an_enemy_activation() -> None:
    # Foe in 0807 has both attackers in front: the one on 0707 comes first.
    scene = attack(
        foot("guard", "0808"),
        foot("wing", "0708"),
        foot("foe", "0807", side="red"),
        foot("other", "0707", side="red", order=D2),
        orders="shock guard > foe; shock wing > other",
    )
    scene.play("fight 0707").roll(0)
    assert scene.options() == ["hold", "fire > wing"]
    scene.play("fire > wing").roll(0)
    while scene.p.roll is None or scene.check().name != "commitment":  # the clash on 0807
        scene.p.play(scene.p.check().outcome([9]) if scene.p.roll else scene.p.options()[0])
    scene.roll(0)
    assert scene.check().name == "shock"


@pytest.mark.rule("shock.rulings.fire.reaction", "shock.rulings.fire.combining")
def test_two_guns_react_as_one() -> None:
    scene = attack(
        foot("guard", "0808"),
        guns("foe", "0807", side="red", sp=3),
        guns("other", "0807", side="red", sp=4),
    )
    scene.play("fire > guard")
    assert scene.check().target == "column 7-10"
    scene.roll(0).roll(0)  # d-2, passed
    assert scene.check().name == "shock"
