"""Morale: every cause of the table, whose it is, its start, its cap and its end."""

import pytest

from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP
RANGED = State.RANGING | State.UP


def at(scene: Scene, blue: int, red: int) -> Scene:
    """The same with both armies' morale at these numbers; they began with 50."""
    scene.p.morale[:] = [blue, red]
    return scene


def both(scene: Scene) -> tuple[int, int]:
    """The morale of both armies."""
    return scene.p.morale[0], scene.p.morale[1]


def bombarded(*red: Spec, guns: int = 1) -> Scene:
    """Ranging guns of blue are about to fire at b3; armies are at 40."""
    blue = [gun(f"g{n}", "b2/b3", state=RANGED) for n in range(guns)]
    return at(given(*blue, *red, foot("far", "e1", 1, "red")), 40, 40)


def fire(scene: Scene, guns: int = 1) -> Scene:
    """They fire."""
    scene.field().play("bombard b2/b3")
    return scene.play(*(scene.name(f"g{n}") for n in range(guns)), "go")


# -- causes ------------------------------------------------------------------------------------


@pytest.mark.rule("locales.morale.capture-objective", "locales.ruling.morale.viewpoints")
def test_a_captured_objective_costs_its_owner_5_every_turn() -> None:
    scene = at(given(foot("a", "b3", 2), objectives={"b3": "red"}), 40, 40)
    assert both(scene.administer("claim")) == (40, 35)
    assert both(scene.administer("claim")) == (40, 30)


@pytest.mark.rule(
    "locales.morale.eliminate-enemy-artillery", "locales.ruling.morale.viewpoints",
    "locales.ruling.gun-lost-both-sides", "locales.morale.strength-point-loss",
)  # fmt: skip
def test_a_gun_lost_to_the_enemy_counts_for_both() -> None:
    assert both(fire(bombarded(gun("r", "b3", "red")))) == (41, 39)
    # The same in a retreat, where it is eliminated whole; the retreat costs 1 more.
    scene = at(given(foot("a", "b2/b3"), gun("r", "b3", "red"), foot("f", "e1", 1, "red")), 40, 40)
    scene.field().order("advance b2/b3", "a")
    assert scene.where("r") is None and both(scene) == (41, 38)


@pytest.mark.rule("locales.morale.mobilize")
def test_mobilizing_costs_2() -> None:
    scene = at(given(foot("late", group=1), entries={"a1": "blue"}), 40, 40)
    scene.staff("mobilize").play("mobilize")
    assert scene.where("late") == "a1" and both(scene) == (38, 40)


@pytest.mark.rule("locales.morale.rally")
def test_a_rally_gives_1() -> None:
    scene = given(
        foot("a", "b2", 1), foot("d", "b2", 0, state=BROKEN), foot("e", "b2", 0, state=BROKEN)
    )
    at(scene, 40, 40).staff("rally").play("rally")
    assert both(scene) == (41, 40)


@pytest.mark.rule("locales.morale.spike-artillery")
def test_a_spiked_gun_costs_its_owner_1_alone() -> None:
    scene = at(given(gun("g", "b2/b3"), foot("foe", "b3", side="red")), 40, 40)
    scene.administer("spike").play(f"spike {scene.name('g')}")
    assert scene.where("g") is None and both(scene) == (39, 40)


@pytest.mark.rule("locales.morale.strength-point-loss")
def test_every_strength_point_costs_1() -> None:
    assert both(fire(bombarded(foot("r", "b3", 3, "red"), guns=3), 3)) == (40, 37)
    # A unit with no way out is eliminated whole: 2 points.
    walls = {("b3", i): {"passage": "impassable"} for i in ("a3", "c3", "b4")}
    scene = given(
        foot("a", "b2"), horse("r", "b3", 2, "red"), foot("far", "e1", 1, "red"), boundaries=walls
    )
    at(scene, 40, 40).field().order("maneuver b2 > b2/b3", "a").play("withdraw")
    assert scene.where("r") is None and both(scene) == (40, 38)


# -- start, cap and end ------------------------------------------------------------------------


@pytest.mark.rule("locales.ruling.morale.start")
@pytest.mark.parametrize(
    ("points", "groups", "morale"),
    [
        (100, 0, 60),
        (21, 0, 13),  # 12.6, rounded up
        (10, 0, 12),  # 6: at least 12
        (30, 3, 24),  # 18, and 2 for each group
    ],
)
def test_morale_starts_at_60_percent(points: int, groups: int, morale: int) -> None:
    assert SYSTEM.rules().morale.at_start(points, groups) == morale


@pytest.mark.rule("locales.ruling.morale.start")
def test_a_battle_without_morale_works_it_out_reinforcements_included() -> None:
    units = [foot(f"u{n}", "b2", 3) for n in range(6)] + [foot("late", group=1, strength=3)]
    source = dict(given(*units, entries={"a1": "blue"}).battle.source)
    source["battle"] = source["battle"].replace("morale = 50\n", "")
    battle = SYSTEM.battle_from(source)
    # 21 points give 12.6, so 13, and 2 for the group; red has 1 point.
    assert SYSTEM.start(battle).morale == [15, 12]  # type: ignore[attr-defined]


@pytest.mark.rule("locales.ruling.morale.cap")
def test_morale_never_rises_above_its_start() -> None:
    scene = at(bombarded(gun("r", "b3", "red")), 50, 50)
    assert both(fire(scene)) == (50, 49)


@pytest.mark.rule("locales.ruling.demoralized")
def test_an_army_at_nought_loses_at_once() -> None:
    held = fire(at(bombarded(foot("r", "b3", 3, "red")), 40, 2))
    assert both(held) == (40, 1) and held.actor() == "blue"
    scene = fire(at(bombarded(foot("r", "b3", 3, "red"), guns=2), 40, 1), 2)
    assert scene.p.over and both(scene) == (40, 0)
    assert scene.strength("r") == 2  # the second point is not even taken
    result = SYSTEM.result(scene.p)
    assert result is not None and result.winner == 0


@pytest.mark.rule("locales.ruling.demoralized")
def test_defending_guns_can_break_the_attacker_before_strengths_are_compared() -> None:
    scene = at(given(gun("g", "b2/b3"), foot("a", "b2/b3", 1), foot("r", "b3/b2", 2, "red")), 40, 1)
    scene.field("red").order("assault b3/b2", "r").fight(guns=["g"])
    assert scene.p.over and both(scene) == (40, 0) and scene.strength("a") == 1


@pytest.mark.rule("locales.ruling.demoralizing-point-not-by-guns")
@pytest.mark.parametrize("option", [False, True])
def test_as_an_option_guns_do_not_take_the_last_point(option: bool) -> None:
    def begin(*units: Spec) -> Scene:
        more = (foot("late", "a1"), foot("rest", "e1", side="red"))
        return at(given(*units, *more, variant="not-by-guns" if option else "sheet"), 1, 1)

    shelled = begin(gun("g0", "b2/b3", state=RANGED), foot("r", "b3", 3, "red"))
    fire(shelled)
    assert shelled.strength("r") == 2 and shelled.p.over == (not option)
    assert both(shelled) == (1, 1 if option else 0)
    shot = begin(foot("a", "b2/b3", 3), foot("r", "b3/b2", 1, "red"), gun("s", "b3/b2", "red"))
    shot.field().order("assault b2/b3", "a").named("DefenseSupport", "s")
    assert shot.strength("a") == 2 and shot.p.over == (not option)
    fought = begin(horse("a", "b2/b3", 2), foot("r", "b3/b2", 3, "red"))
    fought.field().order("assault b2/b3", "a").fight(defend=["r"])
    assert fought.p.over and fought.morale() == 0  # not by guns: it always breaks


# By hand: 60 % of the strength points rounded up, at least 12, and 2 for each group; then what the
# battle file sets. Union first.
STARTS = {
    "mcphersons-ridge": ((14, 14), (26, 8), (2, 0)),  # 16 points and 1 group each
    "oak-ridge": ((18, 27), (28, 18), (4, 1)),  # 29 points; 38 and 2 groups
    "first-bull-run": ((27, 23), (27, 28), (0, 3)),  # 34 and 3 groups; 31 and 2
    "second-manassas": ((48, 49), (48, 49), (2, 2)),  # 66 and 4 groups; 65 and 5
}


@pytest.mark.rule("locales.ruling.morale.by-battle", "locales.ruling.morale.start")
@pytest.mark.parametrize("name", STARTS)
def test_a_battle_that_sets_morale_is_named_in_the_ruling(name: str) -> None:
    battle = SYSTEM.battle(name)
    assert isinstance(battle, LocalesBattle)
    formula, start, objectives = STARTS[name]
    assert tuple(battle.morale) == start
    assert tuple(map(len, battle.objectives_of)) == objectives
    for s in (0, 1):
        own = [u for u in battle.units if u.side == s]
        groups = len({u.group for u in own if u.group})
        assert battle.rules.morale.at_start(sum(u.strength for u in own), groups) == formula[s]
    says = SYSTEM.rulebook("sheet").says("locales.ruling.morale.by-battle")
    told = " ".join(sentence for sentence in says.split(". ") if battle.title in sentence)
    assert bool(told) == (start != formula)
    for given_here, printed in zip(start, formula, strict=True):
        instead = f" {given_here} " in told and f"instead of {printed}" in told
        assert given_here == printed or instead
