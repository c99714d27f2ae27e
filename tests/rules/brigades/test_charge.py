"""The charge: who may charge whom, one turn first, skirmishers ridden through, fugitives, ASA."""

import pytest

from grognard.boards.table.lattice import bearing
from grognard.boards.table.rect import gap
from grognard.systems.brigades.state.position import (
    CHARGED,
    COLUMN,
    LIMBERED,
    ROUT,
    STATIONARY,
    YELLOW,
)
from grognard.systems.brigades.turn import Begin
from tests.rules.brigades.given import (
    Scene,
    Spec,
    battery,
    foot,
    given,
    guns,
    horse,
    line,
    rider,
    screen,
    thin_horse,
)

FOES = (foot, line, horse, thin_horse, guns, screen, rider)
BROKEN = [("broken", "100,160 300,160 300,180 100,180")]


def charge(unit: Spec, foe: Spec, **more: object) -> str:
    """Why a stand at 20,24 may not charge straight ahead into an enemy at 20,10, or nothing."""
    scene = given(unit, foe, **more).moves(unit.id)  # type: ignore[arg-type]
    deep = {"infantry": 1.5, "cavalry": 1.5, "artillery-battalion": 1.5}
    # Edge to edge, rounded up to the lattice: a gap of 0.1 in at most is contact.
    y = 10 + deep.get(unit.kind, 0.75) + deep.get(foe.kind, 0.75) + 0.05
    return scene.refusal(f"to 20.0,{y:.2f}"[:-1])


def foe(kind: object, **more: object) -> Spec:
    """An enemy at 20,10 that faces down the table."""
    return kind("foe", 20, 10, 180, side="red", **more)  # type: ignore[operator,no-any-return]


def chargeable(unit: Spec) -> list[str]:
    """The kinds a stand may charge in front."""
    return [foe(kind).kind for kind in FOES if charge(unit, foe(kind)) == ""]


@pytest.mark.rule("brigades.charge.infantry-brigade")
@pytest.mark.parametrize("kind", [foot, line])
def test_infantry_charges_all_but_cavalry_brigades(kind: object) -> None:
    assert chargeable(kind("a", 20, 24)) == [  # type: ignore[operator]
        "infantry", "linear-infantry", "artillery-battalion", "infantry-skirmisher",
        "cavalry-skirmisher",
    ]  # fmt: skip


@pytest.mark.rule("brigades.charge.cavalry-brigade")
@pytest.mark.parametrize("kind", [horse, thin_horse])
def test_cavalry_charges_everybody(kind: object) -> None:
    assert chargeable(kind("a", 20, 24)) == [  # type: ignore[operator]
        "infantry", "linear-infantry", "cavalry", "linear-cavalry", "artillery-battalion",
        "infantry-skirmisher", "cavalry-skirmisher",
    ]  # fmt: skip


@pytest.mark.rule("brigades.charge.cavalry-brigade")
@pytest.mark.parametrize("kind", [screen, rider])
def test_cavalry_charges_skirmishers_it_cannot_ride_through(kind: object) -> None:
    broken = [("broken", "100,80 300,80 300,120 100,120")]
    scene = given(horse("a", 20, 24), foe(kind), areas=broken).moves("a").play("to 20.0,12.3")
    assert scene.at("foe") == (20.0, 10.0, 180) and scene.has("a", CHARGED)


@pytest.mark.rule("brigades.charge.infantry-skirmisher")
def test_infantry_skirmishers_charge_nobody() -> None:
    assert chargeable(screen("a", 20, 24)) == []


@pytest.mark.rule("brigades.charge.artillery")
@pytest.mark.parametrize("kind", [guns, battery])
def test_artillery_charges_nobody(kind: object) -> None:
    assert chargeable(kind("a", 20, 24, state=LIMBERED)) == []  # type: ignore[operator]


@pytest.mark.rule("brigades.charge.cavalry-skirmisher.skirmisher")
def test_cavalry_skirmishers_charge_skirmishers() -> None:
    assert chargeable(rider("a", 20, 24)) == ["infantry-skirmisher", "cavalry-skirmisher"]


@pytest.mark.rule("brigades.charge.cavalry-skirmisher.artillery-flank")
def test_cavalry_skirmishers_charge_guns_in_the_flank_only() -> None:
    rear = guns("foe", 20, 10, 0, side="red")
    assert charge(rider("a", 20, 24), rear) == ""
    assert "in the flank only" in charge(rider("a", 20, 24), foe(guns))


@pytest.mark.rule("brigades.charge.cavalry-skirmisher.brigade")
@pytest.mark.parametrize("kind", [foot, horse])
def test_cavalry_skirmishers_charge_routed_brigades_and_columns(kind: object) -> None:
    assert charge(rider("a", 20, 24), foe(kind, state=ROUT)) == ""
    assert charge(rider("a", 20, 24), foe(kind, state=COLUMN)) == ""
    assert "may not charge Foe" in charge(rider("a", 20, 24), foe(kind, state=YELLOW))
    assert "may not charge Foe" in charge(rider("a", 20, 24), foe(kind))


@pytest.mark.rule("brigades.charge.contact")
def test_only_a_charge_brings_into_contact() -> None:
    assert charge(screen("a", 20, 24), foe(screen)) == "it may not charge"
    scene = given(foot("a", 20, 24), foe(foot)).moves("a").play("to 20.0,13.0")
    assert scene.has("a", CHARGED)


@pytest.mark.rule("brigades.charge.reface-first")
def test_one_facing_change_before_the_charge() -> None:
    def turning() -> Scene:
        return given(foot("a", 20, 20), foot("foe", 28, 20, 270, side="red")).moves("a")

    # The enemy's base begins at 26.5, a's front edge is 1.5 in ahead.
    assert turning().refusal("to 24.9,20.0 facing 90") == ""
    once = turning().play("to 20.0,20.0 facing 90")
    assert once.refusal("to 24.9,20.0 facing 90") == ""
    twice = turning().play("to 20.0,20.0 facing 45")
    assert "one facing change" in twice.refusal("to 24.9,20.0 facing 90")
    twice.play("to 20.0,20.0 facing 90")
    assert "one facing change" in twice.refusal("to 24.9,20.0 facing 90")


@pytest.mark.rule("brigades.charge.reface-first")
def test_no_turn_in_the_midst_of_a_charge() -> None:
    scene = given(foot("a", 20, 22), foot("foe", 28, 20, 270, side="red")).moves("a")
    scene.play("to 20.0,20.0")
    assert "one facing change" in scene.refusal("to 24.9,20.0 facing 90")
    straight = given(foot("a", 20, 24), foe(foot)).moves("a").play("to 20.0,20.0")
    assert straight.refusal("to 20.0,13.1") == ""


@pytest.mark.rule("brigades.charge.visible")
def test_who_was_not_seen_when_the_turn_began_is_not_charged() -> None:
    trees = [("tree-line", "100,170 300,170")]
    assert charge(foot("a", 20, 24), foe(foot), lines=trees) == (
        "it did not see Foe when the turn began"
    )
    # Past the trees it sees him now, which is too late.
    scene = given(foot("a", 20, 24), foe(foot), lines=trees).moves("a").play("to 20.0,16.0")
    assert "did not see Foe" in scene.refusal("to 20.0,13.1")


@pytest.mark.rule("brigades.charge.prohibited-terrain")
def test_an_enemy_on_closed_ground_is_not_charged() -> None:
    # The skirmishers' centre lies in the swamp, whose edge is 0.5 in before it.
    swamp = [("swamp", "100,50 300,50 300,105 100,105")]
    why = charge(foot("a", 20, 24), foe(screen), areas=swamp)
    assert why == "Foe stands where it may not go"


@pytest.mark.rule("brigades.charge.asa.disordered", "brigades.rulings.attribute.asa")
@pytest.mark.parametrize("kind", [foot, horse])
def test_the_disordered_do_not_charge_cartridge_weapons(kind: object) -> None:
    unit = kind("a", 20, 24, state=YELLOW)  # type: ignore[operator]
    assert charge(unit, foe(foot, traits=("asa",))) == "disordered it may not charge Foe"
    assert charge(unit, foe(foot)) == ""
    assert charge(kind("a", 20, 24), foe(foot, traits=("asa",))) == ""  # type: ignore[operator]


@pytest.mark.rule("brigades.charge.asa.repulse")
@pytest.mark.parametrize(("traits", "least"), [(("asa",), 1000), ((), 0)])
def test_who_is_disordered_on_the_way_stops_an_inch_before_them(
    traits: tuple[str, ...], least: int
) -> None:
    # Broken ground disorders cavalry brigades.
    scene = given(horse("a", 20, 24), foe(foot, traits=traits), areas=BROKEN).moves("a")
    scene.play("to 20.0,13.0")
    assert scene.has("a", YELLOW)
    between = gap(scene.p.rect(scene.u("a")), scene.p.rect(scene.u("foe")))
    assert least <= between <= least + 250
    assert scene.at("foe") == (20.0, 10.0, 180)


@pytest.mark.rule("brigades.charge.asa.repulse")
def test_who_keeps_its_order_gets_home_to_cartridges() -> None:
    scene = given(horse("a", 20, 24), foe(foot, traits=("asa",))).push(Begin()).moves("a")
    assert scene.play("to 20.0,13.0").at("a") == (20.0, 13.0, 0) and scene.has("a", CHARGED)


@pytest.mark.rule("brigades.charge.asa.repulse", "brigades.charge.fugitives.rout-again")
def test_fugitives_with_cartridges_who_repulse_a_charge_do_not_run_again() -> None:
    # It stops an inch away, and so does not contact them.
    scene = given(horse("a", 20, 24), foe(foot, traits=("asa",), state=ROUT), areas=BROKEN)
    scene.push(Begin()).moves("a").play("to 20.0,13.0")
    assert scene.has("a", YELLOW) and (scene.at("a") or (0, 0, 0))[1] >= 14.0
    assert scene.at("foe") == (20.0, 10.0, 180) and scene.lost("foe") == 0


def ride(*more: Spec, end: str = "to 20.0,19.0", **ground: object) -> Scene:
    """Cavalry rides from 20,30 over enemies at 20,20."""
    scene = given(horse("a", 20, 30), *more, **ground)  # type: ignore[arg-type]
    return scene.moves("a").play(end)


@pytest.mark.rule("brigades.charge.ride-through")
def test_cavalry_rides_through_skirmishers_into_those_behind() -> None:
    # The infantry's front edge is at 11.5: contact with a's centre at 13.0.
    scene = ride(
        rider("b", 20, 20, 180, side="red"), foot("foe", 20, 10, 180, side="red"),
        end="to 20.0,13.0",
    )  # fmt: skip
    assert scene.at("a") == (20.0, 13.0, 0) and scene.has("a", CHARGED)
    slow = given(foot("a", 20, 26), rider("b", 20, 20, 180, side="red")).moves("a")
    assert "stands in the way" in slow.refusal("to 20.0,13.0")


@pytest.mark.rule("brigades.charge.ride-through.cavalry-skirmisher")
def test_cavalry_skirmishers_fall_back_six_inches_ahead() -> None:
    scene = ride(rider("b", 20, 20, 180, side="red"))
    assert scene.at("b") == (20.0, 14.0, 0)
    assert scene.at("a") == (20.0, 19.0, 0)


@pytest.mark.rule("brigades.rulings.skirmisher.ahead")
@pytest.mark.parametrize(("last", "end"), [(42.9, (43.8, 20.0, 90)), (43.1, None)])
def test_cavalry_skirmishers_ride_on_to_the_first_room(
    last: float, end: tuple[float, float, int] | None
) -> None:
    # Friends fill the way from 6 in ahead on; 36 in ahead of 8.0 is too far.
    row = [foot(f"f{n}", last - 1.5 - 3 * n, 20, 270, side="red") for n in range(10)]
    scene = given(horse("a", 3, 20, 90), rider("b", 8, 20, 270, side="red"), *row).push(Begin())
    assert scene.moves("a").play("to 7.0,20.0 facing 90").at("b") == end


@pytest.mark.rule("brigades.rulings.skirmisher.cover")
@pytest.mark.parametrize(("y", "end"), [(9, (23.1, 8.7, 180)), (8, (23.1, 7.7, 180))])
def test_cover_beside_a_brigade_is_taken_clear_of_the_charger(
    y: int, end: tuple[float, float, int]
) -> None:
    # The charger ends before the brigade's front, 1.5 in from its middle. Beside the middle 0.75 in
    # are between them, 0.3 in further back more than the inch; its rear is 2.35 in behind it.
    scene = given(
        horse("a", 20, 26), screen("b", 20, 15, 180, side="red"), foot("e", 20, y, 180, side="red"),
    ).push(Begin()).moves("a")  # fmt: skip
    scene.play(f"to 20.0,{y + 3}.0")
    places = [scene.battle.poses.pose(a - scene.battle.pose_at) for a in scene.p.options()]
    assert [(x / 10, y / 10, f * 5) for x, y, f in places] == [
        (20.0, round(y - 2.3, 1), 180), (round(40 - end[0], 1), end[1], 180), end,
    ]  # fmt: skip


@pytest.mark.rule("brigades.rulings.skirmisher.cover")
def test_cover_is_looked_for_on_ways_ten_degrees_apart() -> None:
    # A wood 4 in to the right of the skirmishers, 16 in high.
    wood = [("forest", "240,120 300,120 300,280 240,280")]
    scene = ride(screen("b", 20, 20, 180, side="red"), areas=wood)
    poses = [scene.battle.poses.pose(a - scene.battle.pose_at) for a in scene.p.options()]
    found = {bearing(x - 200, y - 200) * 5 for x, y, _ in poses}
    assert found <= {*range(0, 181, 5)} and {50, 60, 80, 90, 100, 120, 130} <= found
    assert not {55, 65, 75, 85, 95, 105, 115, 125} & found


@pytest.mark.rule("brigades.charge.ride-through.destroyed")
def test_infantry_skirmishers_without_cover_are_destroyed() -> None:
    scene = ride(screen("b", 20, 20, 180, side="red", strength=1))
    assert scene.at("b") is None and scene.at("a") == (20.0, 19.0, 0)


@pytest.mark.rule(
    "brigades.charge.ride-through.infantry-skirmisher", "brigades.rulings.skirmisher.cover"
)
def test_infantry_skirmishers_run_to_a_brigade_within_half_a_move() -> None:
    def ends(x: float) -> tuple[float, float, int] | None:
        friend = foot("friend", x, 20, 270, side="red")
        scene = ride(screen("b", 20, 20, 180, side="red"), friend)
        # Behind the brigade is 1.5 + 0.75 + 0.1 in right of its centre, to the tenth before.
        return scene.play(f"{x + 2.3:.1f},20.0 facing 270").at("b") if scene.at("b") else None

    assert ends(24.9) == (27.2, 20.0, 270)
    # The base of the skirmishers ends at 21.5, that of the brigade begins 1.5 before its centre:
    # 8 in lie between them, though its rear is further off.
    assert ends(31.0) == (33.3, 20.0, 270)
    assert ends(31.1) is None


@pytest.mark.rule("brigades.rulings.skirmisher.cover")
@pytest.mark.parametrize(("y", "end"), [(9.7, (20.0, 12.0, 0)), (9.6, None)])
def test_infantry_skirmishers_run_to_a_place_within_half_a_move_at_a_brigade(
    y: float, end: tuple[float, float, int] | None
) -> None:
    # 8.05 in lie between the bases, but 8 in take them to its rear; a tenth more is too far.
    brigade = foot("friend", 20, y, 0, side="red")
    assert ride(screen("b", 20, 20, 180, side="red"), brigade).at("b") == end


@pytest.mark.rule(
    "brigades.charge.ride-through.infantry-skirmisher", "brigades.rulings.skirmisher.cover"
)
@pytest.mark.parametrize("kind", ["forest", "town"])
@pytest.mark.parametrize("x", [270, 275, 281])
def test_infantry_skirmishers_run_into_a_wood_or_a_town(kind: str, x: int) -> None:
    # They go an inch in: 8 in from 20.0 reach 28.0, and no wood whose edge is at 28.1.
    outline = f"{x},185 {x + 20},185 {x + 20},215 {x},215"
    scene = ride(screen("b", 20, 20, 180, side="red"), areas=[(kind, outline)])
    if x == 281:
        assert scene.at("b") is None
    else:
        assert scene.play("28.0,20.0 facing 180").at("b") == (28.0, 20.0, 180)


@pytest.mark.rule("brigades.rulings.skirmisher.cover")
def test_skirmishers_go_no_further_into_a_wide_wood_than_an_inch() -> None:
    # Its edge is 5 in to their right, and it is 6 in wide: an inch in they are at 26.0.
    wood = [("forest", "250,185 310,185 310,215 250,215")]
    scene = ride(screen("b", 20, 20, 180, side="red"), areas=wood)
    assert "26.0,20.0 facing 180" in scene.texts() and "27.0,20.0 facing 180" not in scene.texts()


@pytest.mark.rule("brigades.charge.ride-through.infantry-skirmisher")
def test_a_brigade_of_guns_or_an_orchard_is_no_cover() -> None:
    orchard = [("orchard", "250,185 290,185 290,215 250,215")]
    assert ride(screen("b", 20, 20, 180, side="red"), areas=orchard).at("b") is None
    cannon = guns("friend", 25, 20, 180, side="red")
    assert ride(screen("b", 20, 20, 180, side="red"), cannon).at("b") is None


@pytest.mark.rule("brigades.charge.fugitives.rout-again", "brigades.charge.fugitives.continue")
def test_a_routed_stand_runs_again_and_the_charger_goes_on() -> None:
    scene = given(foot("a", 20, 30), foot("foe", 20, 24, 0, side="red", state=ROUT)).moves("a")
    scene.play("to 20.0,27.0")
    # 16 in straight away, and a casualty; the charger has used 3 of its 16 in.
    assert scene.at("foe") == (20.0, 8.0, 0) and scene.lost("foe") == 1
    assert scene.left() == 13.0


@pytest.mark.rule("brigades.charge.start-in-contact")
def test_who_begins_in_contact_and_may_not_charge_steps_back_an_inch() -> None:
    scene = given(foot("a", 20, 13), foe(horse)).still()
    between = gap(scene.p.rect(0), scene.p.rect(scene.u("foe")))
    assert 1000 <= between <= 1250
    assert scene.at("foe") == (20.0, 10.0, 180)


@pytest.mark.rule("brigades.charge.start-in-contact")
def test_who_may_charge_keeps_the_contact_or_steps_back() -> None:
    held = given(foot("a", 20, 13, state=STATIONARY), foe(foot)).still()
    # Held by a charge, which is no standing still.
    assert held.at("a") == (20.0, 13.0, 0) and not held.has("a", STATIONARY)
    back = given(foot("a", 20, 13), foe(foot)).moves("a").play("withdraw")
    between = gap(back.p.rect(0), back.p.rect(back.u("foe")))
    assert 1000 <= between <= 1250


@pytest.mark.rule("brigades.charge.start-in-contact.stationary")
def test_stepping_back_keeps_the_stationary_state() -> None:
    scene = given(foot("a", 20, 13, state=STATIONARY), foe(foot)).moves("a").play("withdraw")
    assert scene.play("done").still().has("a", STATIONARY)


@pytest.mark.rule("brigades.rulings.charge.touch")
def test_a_charge_touches_with_the_front() -> None:
    # Past the enemy's side at a slant: only a's right side touches.
    aside = foot("foe", 24, 14, 180, side="red")
    scene = given(foot("a", 20, 20), aside).moves("a")
    assert scene.refusal("to 21.0,13.5") == "a charge strikes with the front"
    # A front corner is enough, and nobody is lined up.
    corner = given(foot("a", 20, 20), foot("foe", 22.9, 12, 180, side="red")).moves("a")
    corner.play("to 20.0,15.0")
    assert corner.at("a") == (20.0, 15.0, 0) and corner.has("a", CHARGED)


@pytest.mark.rule("brigades.rulings.charge.touch")
def test_two_chargers_share_an_edge() -> None:
    scene = given(foot("a", 18.4, 20), foot("b", 21.6, 20), foe(foot)).moves("a")
    scene.play("to 18.4,13.0", "move b", "to 21.6,13.0")
    assert scene.has("a", CHARGED) and scene.has("b", CHARGED)


@pytest.mark.rule("brigades.rulings.charge.no-turn-to-face")
def test_a_contacted_stand_does_not_turn() -> None:
    scene = given(foot("a", 20, 20), foot("foe", 20, 10, 0, side="red")).moves("a")
    assert scene.play("to 20.0,13.0").at("foe") == (20.0, 10.0, 0)


@pytest.mark.rule("brigades.rulings.charge.slant")
def test_a_charge_goes_ahead_or_at_a_slant_of_45_degrees() -> None:
    def refusal(x: float) -> str:
        scene = given(foot("a", x, 20), foe(line)).moves("a")
        return scene.refusal("to 20.0,12.3")

    # 7.7 in ahead: as many aside are 45 degrees, 7.9 are more.
    assert refusal(27.7) == ""
    assert refusal(27.9) != ""


@pytest.mark.rule("brigades.rulings.charge.slant")
def test_a_charge_at_a_slant_is_named_where_a_turn_is_too_dear_or_over() -> None:
    # A turn costs the poorly trained 8 of 16 in, and the enemy is 9 in ahead and 6 in aside.
    foe = foot("foe", 26, 8, 180, side="red")
    scene = given(foot("a", 20, 20, traits=("poorly-trained",)), foe).moves("a")
    # 25 degrees off: 9 in ahead, and 4.2 in aside. Its front touches at 9.5 in.
    assert "charge foe to 24.2,11.0 facing 0" in scene.texts()
    scene.play("charge foe")
    assert scene.has("a", CHARGED) and scene.at("a") == (24.2, 11.0, 0)
    # So is one after a turn and a leg straight on, when nobody may turn any more.
    scene = given(foot("a", 20, 20), foe).moves("a").play("to 20.0,16.0 facing 5", "charge foe")
    assert scene.has("a", CHARGED) and scene.at("a")[2] == 5  # type: ignore[index]
    # Where one way leads straight, at the markers of a column, the other has no name.
    column = foot("foe", 20, 14, side="red", state=COLUMN)
    scene = given(horse("a", 30, 20, 270), column).moves("a")
    assert [t for t in scene.texts() if "charge" in t] == [
        "charge the column of foe to 23.1,20.0 facing 270"
    ]
    # Further off than 45 degrees it has to turn first: 6 in aside, and 4.5 ahead.
    near = foot("foe", 26, 15.5, 180, side="red")
    scene = given(foot("a", 20, 20, traits=("poorly-trained",)), near).moves("a")
    charges = [text for text in scene.texts() if text.startswith("charge foe")]
    assert [text.rpartition(" ")[2] for text in charges] == ["55"]


@pytest.mark.rule("brigades.charge.asa.repulse", "brigades.morale.level.temporary.asa")
def test_who_is_repulsed_stops_an_inch_away_on_a_slant_too() -> None:
    # A front of 3 in touches the right end of the enemy's: straight away from his middle is aside.
    armed = foot("foe", 18.4, 16, 180, side="red", traits=("asa",))
    failed = given(foot("a", 20, 19, state=CHARGED, morale=1), armed).morale()
    while failed.tests():
        failed.roll(6 if failed.tests()[0] == "a" else 1)
    stream = [("stream", "0,176 480,176")]
    charged = given(foot("a", 20, 24), armed, lines=stream).moves("a").play("to 20.0,19.0")
    for scene in (failed, charged):
        away = gap(scene.p.rect(scene.u("a")), scene.p.rect(scene.u("foe")))
        assert scene.has("a", YELLOW) and 1000 <= away <= 1100


@pytest.mark.rule("brigades.charge.pursuit-in-woods")
def test_there_is_no_pursuit_in_woods() -> None:
    wood = [("forest", "100,20 300,20 300,140 100,140")]
    scene = given(
        foot("a", 20, 13), foot("foe", 20, 10, 180, side="red", state=YELLOW, morale=1), areas=wood
    ).morale()  # fmt: skip
    scene.roll(1).roll(6)
    # It runs; the winner takes its ground or turns, and that is all.
    assert scene.texts() == ["pass", "advance a", "turn a"]
    scene.play("advance a")
    assert scene.at("a") == (20.0, 10.0, 0)


@pytest.mark.rule("brigades.rulings.skirmisher.vs-infantry")
def test_skirmishers_give_half_a_move_before_infantry() -> None:
    scene = given(foot("a", 20, 24), foe(screen)).moves("a").play("to 20.0,12.3")
    assert scene.texts() == ["stay", "yield"]
    # Half of 16 in straight away from the charger.
    assert scene.play("yield").at("foe") == (20.0, 2.0, 180)
    stays = given(foot("a", 20, 24), foe(screen)).moves("a").play("to 20.0,12.3", "stay")
    assert stays.at("foe") == (20.0, 10.0, 180)


@pytest.mark.rule("brigades.rulings.skirmisher.vs-infantry")
@pytest.mark.parametrize(("y", "asked"), [(6.5, True), (6.3, False), (1.0, False)])
def test_skirmishers_give_ground_only_with_room_for_all_of_it(y: float, asked: bool) -> None:
    # Bent by 45 degrees half a move of 8 in leads 5.66 in back; the centre of a stand 1.5 in deep
    # stays 0.75 in from the edge of the table.
    scene = given(foot("a", 20, y + 12), foe(screen)._replace(y=y)).moves("a")
    scene.play(f"to 20.0,{round(y + 2.3, 1)}")
    assert (scene.texts() == ["stay", "yield"]) is asked
    if not asked:
        assert scene.at("foe") == (20.0, y, 180)
        return
    x, back, _ = scene.play("yield").at("foe") or (0, 0, 0)
    assert abs(x - 20) > 5 and 0.75 <= back < 1


@pytest.mark.rule("brigades.rulings.skirmisher.vs-infantry")
@pytest.mark.parametrize(("y", "asked"), [(13.4, True), (13.2, False)])
def test_skirmishers_within_an_inch_are_caught(y: float, asked: bool) -> None:
    # The front edge of a is 1.5 in ahead, the skirmishers' at 10.75: 1.15 and 0.95 in.
    scene = given(foot("a", 20, y), foe(screen)).moves("a").play("to 20.0,12.3")
    assert (scene.texts() == ["stay", "yield"]) is asked
