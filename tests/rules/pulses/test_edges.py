"""Hard cases: edges of the table and of ground, exact distances, and what is told of them."""

import random
from fractions import Fraction
from itertools import product

import pytest

from grognard.boards.table.course import course, price
from grognard.boards.table.rect import dot
from grognard.boards.table.slide import Swept
from grognard.boards.table.turns import wheel
from grognard.engine.errors import FileError
from grognard.systems.pulses import SYSTEM
from grognard.systems.pulses.artillery import targets
from grognard.systems.pulses.attack import attack_on_the_spot
from grognard.systems.pulses.officers import may_help, replace
from grognard.systems.pulses.state.kinds import WITHDRAW
from grognard.systems.pulses.state.position import DIE, TURN
from grognard.systems.pulses.striking import Duel, Striker
from grognard.systems.pulses.terrain import closed_at, tariff, toll
from grognard.systems.pulses.turn import level
from grognard.systems.tabletop.position import GONE, WAITS
from tests.rules.pulses.given import Scene, army, foot, force, given, guns, light

TOWN = [("town", "200,200 240,200 240,240 200,240")]


def told(scene: Scene) -> list[str]:
    return [event.text for event in scene.p.ear or ()]


@pytest.mark.rule("pulses.rulings.artillery-blocked")
def test_a_friend_who_is_partly_ahead_of_a_battery_bars_its_fire() -> None:
    # The battery's front is at 28.5, the friend's is 1.5 before his centre: in line up to 28.4.
    pair = (guns("a", 30, 30), foot("foe", 30, 20, 180, side="red"))
    for y, seen in ((29.0, []), (29.8, []), (29.9, ["foe"]), (30.0, ["foe"])):
        scene = given(*pair, foot("friend", 32.4, y))
        assert [scene.battle.ids[v] for v in targets(scene.p, scene.u("a"))] == seen


@pytest.mark.rule("pulses.rulings.artillery-blocked")
@pytest.mark.parametrize("facing", [90, 180, 270])
def test_friends_bar_fire_in_every_direction(facing: int) -> None:
    # The target's centre is 9 in off; a friend 2 in beyond it still counts, one further does not.
    ways = {90: (1, 0), 180: (0, 1), 270: (-1, 0)}
    dx, dy = ways[facing]
    battery = guns("a", 30, 24, facing)
    foe = foot("foe", 30 + 9 * dx, 24 + 9 * dy, side="red")
    for off, barred in ((4.5, True), (12.5, True), (12.6, False)):
        scene = given(battery, foe, foot("friend", 30 + off * dx, 24 + off * dy))
        assert (targets(scene.p, scene.u("a")) == []) == barred


@pytest.mark.rule("pulses.rulings.town-closed")
def test_guns_stand_at_the_very_edge_of_a_town_and_not_in_it() -> None:
    scene = given(guns("a", 5, 5), areas=TOWN)
    u = scene.u("a")
    assert closed_at(scene.battle, u, 20100, 21000)
    assert not closed_at(scene.battle, u, 20000, 21000)
    assert not closed_at(scene.battle, u, 19900, 21000)


@pytest.mark.rule("pulses.turn.command-dice")
def test_a_side_without_an_army_commander_rolls_no_command_dice() -> None:
    scene = given(foot("a", 20, 20), army("chief", 5, 5, level=3))
    assert level(scene.p, 0) == 3
    scene.p.put(scene.u("chief"), GONE, 0, 0)
    assert level(scene.p, 0) == 0


@pytest.mark.rule("pulses.officer.subcommander-replaced")
def test_what_the_next_sub_commander_is_worth_is_told() -> None:
    scene = given(foot("a", 20, 20), force("blue", 5, 5, control=1, dice=2))
    scene.p.ear = []
    replace(scene.p, scene.u("blue"))
    text = "Blue is lost; another takes his place (control -1, no combat dice)."
    assert told(scene) == [text]


@pytest.mark.rule("pulses.subcommander.within-3")
def test_a_sub_commander_who_has_not_arrived_helps_nobody() -> None:
    scene = given(foot("a", 1.5, 1.5), force("blue", 1, 1, dice=2))
    assert may_help(scene.p, scene.u("a"))
    scene.p.put(scene.u("blue"), WAITS, 0, 0)
    assert not may_help(scene.p, scene.u("a"))


@pytest.mark.rule("pulses.pulse.3c-combat")
def test_the_next_combat_points_at_the_enemy_who_is_fought() -> None:
    pairs = [foot("a", 20, 23), foot("b", 40, 23)]
    foes = [foot("v", 20, 20, 180, side="red"), foot("w", 40, 20, 180, side="red")]
    scene = given(*pairs, *foes)
    for mine, theirs in (("a", "v"), ("b", "w")):
        scene.p.foe[scene.u(mine)] = scene.u(theirs)
    decision = scene.combat().p.decision
    assert decision is not None
    aims = [decision.aims_at(scene.p, action) for action in scene.p.options()]
    assert aims == ["unit:v", "unit:w"]


@pytest.mark.rule("pulses.rulings.locked")
def test_an_attack_on_the_spot_leads_nowhere_else_and_turns_nobody() -> None:
    scene = given(foot("a", 30, 24), foot("foe", 30, 20.9, 180, side="red")).moves("a").roll(3)
    leg = scene.p.decision
    tried = attack_on_the_spot(leg.mover(scene.p))  # type: ignore[union-attr]
    assert (tried.target, tried.moved, tried.faced) == (scene.u("foe"), 0, 0)
    scene.p.ear = []
    scene.play("attack foe")
    assert told(scene)[0] == "A attacks Foe."


@pytest.mark.rule("pulses.rulings.broken")
def test_hits_are_told_once_and_only_where_there_are_any() -> None:
    scene = given(foot("a", 20, 20, strength=3), foot("b", 30, 20, strength=3))
    scene.p.ear = []
    scene.p.hurt(scene.u("a"), 0, "nothing")
    assert told(scene) == []
    scene.p.hurt(scene.u("a"), 3, "artillery")
    assert told(scene) == ["A takes 3 hits (artillery).", "A is broken."]
    scene.p.hurt(scene.u("a"), 1, "artillery")
    assert len(told(scene)) == 2
    scene.p.hurt(scene.u("b"), 4, "artillery")
    assert told(scene)[2] == "B takes 4 hits (artillery), of which 3 count."


@pytest.mark.rule("pulses.evasion.light-bonus", "pulses.evasion.cossack-bonus")
def test_the_bonuses_of_both_sides_are_named_on_an_evasion_roll() -> None:
    kind = given(foot("a", 20, 20)).battle.rules.evasion.roll
    named = [(m.id.rpartition(".")[2], m.value) for m in kind.check((1, 2)).modifiers]
    assert named == [("light-bonus", 1), ("cossack-bonus", -2)]


@pytest.mark.rule("pulses.skirmish.save.number")
def test_nothing_is_saved_where_nothing_has_hit() -> None:
    kind = given(foot("a", 20, 20)).battle.rules.skirmish.attack
    assert kind.follow((2, 1, 0, 0, 0), 0) is None
    assert kind.follow((2, 1, 0, 0, 0), 1) is not None


@pytest.mark.rule("pulses.combat.most-hits-win")
def test_a_combat_whose_dice_are_all_thrown_throws_none() -> None:
    kind = given(foot("a", 20, 20)).battle.rules.striking.combat
    done = kind.check(Duel(Striker(dice=0, hits=2), Striker(dice=0, hits=1)).situation)
    assert (done.dice, done.outcomes, list(done.table)) == ((), ("0",), [0])
    # By hand only what is known before the roll is asked for.
    asked = {name.partition("-")[2] for name in kind.hand_facts(0)}
    assert {"dice", "hit", "flanks"} <= asked
    assert not asked & {"again", "hits", "reroll", "breaks"}


@pytest.mark.rule("pulses.turn.ends-on-d4")
def test_a_turn_has_one_to_four_pulses() -> None:
    # One in 1/4; two in 3/4 of 1/2; three in 3/8 of 3/4; four in what is left.
    lengths = given(foot("a", 20, 20)).battle.rules.initiative.d4.lengths()
    parts = {"1": (1, 4), "2": (3, 8), "3": (9, 32), "4": (3, 32)}
    assert lengths == {pulses: Fraction(*part) for pulses, part in parts.items()}


@pytest.mark.rule("pulses.wheel")
def test_an_enemy_beside_whom_a_corner_would_swing_bars_a_wheel() -> None:
    # Wheeling right by 80 degrees its rear left corner swings out by 1.2 in: the enemy is half an
    # inch from its left side where it begins.
    there = wheel((300, 300, 0), 3000, 3000, 1, 16)
    for x, barred in ((26.5, True), (25.4, False)):
        scene = given(foot("a", 30, 30), foot("foe", x, 28.5, side="red")).moves("a").roll(5)
        why = scene.refusal(f"{there[0] / 10},{there[1] / 10} facing 80")
        assert ("stands in the way" in why) == barred


@pytest.mark.rule("pulses.rulings.compelled", "pulses.status.withdraw")
def test_who_cannot_get_further_off_may_still_turn_away() -> None:
    # In the corner of the table, its enemy to the north-east: west is as good as south.
    foe = foot("foe", 12, 36, 225, side="red")
    scene = given(foot("a", 1.6, 46.3, 180), foe, status=WITHDRAW).moves("a")
    assert scene.refusal("1.6,46.3 facing 270") == ""
    assert "turns away from" in scene.refusal("1.6,46.3 facing 0")


@pytest.mark.rule("pulses.status.withdraw")
def test_a_withdrawing_unit_is_offered_to_turn_and_go() -> None:
    scene = given(foot("a", 20, 24), foot("foe", 20, 10, 180, side="red"), status=WITHDRAW)
    assert "turn and withdraw" in scene.moves("a").names()


@pytest.mark.rule("pulses.oblique.contact", "pulses.face.infantry")
def test_an_attack_by_a_face_change_and_an_oblique_move_is_named() -> None:
    # The enemy stands exactly behind and to the right, at 135 degrees.
    scene = given(foot("a", 30, 20), foot("foe", 36, 26, 315, side="red")).moves("a").roll(4)
    assert any(text.startswith("attack foe") for text in scene.texts())


@pytest.mark.rule("pulses.move.officers")
def test_a_commander_is_offered_the_six_nearest_sub_commanders() -> None:
    # Six stand 3 to 5.5 in to the right of and below him, the seventh 12 in off on either side.
    near = [(33 + i / 2, 24 + i / 2) for i in range(6)]
    for far in ((18, 24), (30, 12)):
        forces = [force(f"f{i}", *place) for i, place in enumerate([*near, far])]
        units = [foot(f"u{i}", 4 + 4 * i, 44, force=f"f{i}") for i in range(7)]
        scene = given(*units, *forces, army("chief", 30, 24), pool=(1, 0)).moves("chief")
        rides = {text.split(" to ")[1] for text in scene.texts() if text.startswith("ride")}
        assert rides == {f"f{i}" for i in range(6)}


@pytest.mark.rule("pulses.terrain.infantry", "pulses.elevation")
def test_a_leg_costs_the_same_by_the_ground_it_may_meet_as_by_all_of_it() -> None:
    # Hills and woods of an inch or so, and flat ways that only just meet them.
    squares = [(x, y) for x in range(120, 480, 60) for y in range(120, 360, 40)]
    outlines = [f"{x},{y} {x + 9},{y} {x + 9},{y + 9} {x},{y + 9}" for x, y in squares]
    hills = [(1, outline) for outline in outlines[::2]]
    areas = [("forest", outline) for outline in outlines[1::2]]
    scene = given(foot("a", 5, 5, sk=1), hills=hills, areas=areas)
    battle, u, rng = scene.battle, scene.u("a"), random.Random(4)
    prices = tariff(battle.rules, battle.kind[u], battle.sk[u])
    for _ in range(400):
        x, y = rng.randrange(9500, 50000), rng.randrange(9500, 38000)
        swept = Swept(dot(x, y), rng.randrange(-9000, 9000), rng.randrange(-3000, 3000))
        assert toll(battle, u, swept) == price(battle.land, course(battle.land, swept), prices)


@pytest.mark.rule("pulses.rulings.nightfall", "pulses.initiative.d4")
def test_a_position_beyond_the_last_turn_or_with_a_five_on_the_d4_is_refused() -> None:
    p = given(foot("a", 20, 20)).p
    assert p.fault() == ""
    for entry, value, word in ((TURN, p.battle.last_turn + 1, "turn"), (DIE, 5, "d4")):
        q = p.copy()
        q.clock[entry] = value - 1
        assert q.fault() == ""
        q.clock[entry] = value
        assert f"the {word} on the clock is {value}" in q.fault()


def test_each_side_needs_a_unit_and_an_army_commander_on_the_table() -> None:
    source = given(foot("a", 20, 20), light("b", 30, 20, side="red")).battle.source
    blocks = source["battle"].split("\n[[")
    for id_, wanted in (
        ("b", r"Red has no \[\[unit"), ("a", r"Blue has no \[\[unit"),
        ("red-army", r"Red has no \[\[commander"), ("blue-army", r"Blue has no \[\[commander"),
    ):  # fmt: skip
        left = "\n[[".join(block for block in blocks if f'\nid = "{id_}"' not in block)
        with pytest.raises(FileError, match=wanted):
            SYSTEM.battle_from({**source, "battle": left}, "sheet")


@pytest.mark.rule("pulses.combat.most-hits-win", "pulses.rulings.broken-wins-nothing")
def test_the_sums_compared_by_hand_settle_a_combat() -> None:
    # Whatever is equal by these sums ends alike, so that a page need not know the rules.
    kind = given(foot("a", 20, 20)).battle.rules.striking.combat
    settling = kind.settling()
    ends: dict[tuple[int, ...], str] = {}
    for first, second, attacker, defender, square in product(
        range(5), range(5), (0, 1, 3), (0, 2, 4), (0, 1)
    ):
        facts = {"attacker-breaks": attacker, "defender-breaks": defender}
        key = [square]
        for sum_ in settling.sums:
            total = first * sum_.first + second * sum_.second
            total += sum(times * (facts[name] or sum_.never) for name, times in sum_.facts.items())
            key.append(max(sum_.low, min(sum_.high, total)))
        duel = Duel(Striker(breaks=attacker), Striker(breaks=defender), square)
        end = kind.settled(duel.situation, first, second)
        assert ends.setdefault(tuple(key), end) == end
    assert set(ends.values()) == {"attacker", "defender", "nobody"}


def test_the_ground_of_a_wheel_off_the_table_costs_what_open_ground_does() -> None:
    # At 1.8 in from the left edge a wheel takes the middle of a base 0.3 in over it.
    scene = given(foot("a", 1.8, 17, 90))
    battle, u, a = scene.p.battle, scene.u("a"), scene.p.rect(scene.u("a"))
    assert toll(battle, u, Swept(a, -2100, 800)) == toll(battle, u, Swept(a, 2100, 800))


@pytest.mark.rule("pulses.terrain.infantry", "pulses.elevation")
def test_woods_and_hills_of_an_inch_at_the_edge_cost_what_they_do_elsewhere() -> None:
    outlines = [f"{x},200 {x + 9},200 {x + 9},230 {x},230" for x in (0, 300)]
    for ground in (
        {"areas": [("forest", outline) for outline in outlines]},
        {"hills": [(1, outline) for outline in outlines]},
    ):
        scene = given(foot("a", 50, 40, sk=1), **ground)
        battle, u = scene.p.battle, scene.u("a")
        edge, inland = (toll(battle, u, Swept(dot(x, 25000), 0, -3000)) for x in (500, 30500))
        assert edge == inland > 3000
