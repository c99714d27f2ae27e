"""Skirmishers that a brigade lists: detached beside it, their points, and joining it again."""

import pytest

from grognard.engine.conformance import check_game
from grognard.engine.errors import FileError, GrognardError
from grognard.engine.view import View
from grognard.systems.brigades import SYSTEM
from grognard.systems.brigades.exhaustion import casualties
from grognard.systems.brigades.moving.move import Move
from grognard.systems.brigades.state.position import (
    COLUMN,
    MOVED,
    OUT,
    STATIONARY,
    WITHIN,
    YELLOW,
    BrigadesPosition,
)
from tests.rules.brigades.given import Scene, Spec, commander, foot, given, horse, line

ORIGIN = "brigades.rulings.skirmisher.origin"
FAR = foot("far", 45, 4, 180, side="red")
LIST = foot("a", 20, 20, skirmishers=1)


def phase(*specs: Spec, **ground: object) -> Scene:
    """Blue's movement phase with a far enemy."""
    scene = given(*specs, FAR, **ground)  # type: ignore[arg-type]
    scene.p.clock[1] = 0
    return scene.push(Move(side=0))


def points(scene: Scene, *ids: str) -> list[int]:
    """The strength points of some stands."""
    return [scene.p.left(scene.u(one)) for one in ids]


@pytest.mark.rule(ORIGIN)
def test_a_brigade_sets_its_skirmishers_beside_it_for_a_point_each() -> None:
    scene = phase(foot("a", 20, 20, skirmishers=2, morale=6, traits=("sharpshooter", "shock")))
    assert scene.at("a-skirmishers-1") is None and points(scene, "a") == [5]
    scene.play("detach a")
    # Half of 3 in and half of 1.5 in from its centre, facing outward.
    assert scene.texts() == [
        "in front to 20.0,17.7 facing 0", "on the left to 17.7,20.0 facing 270",
        "on the right to 22.3,20.0 facing 90", "behind to 20.0,22.3 facing 180",
    ]  # fmt: skip
    scene.play("to 20.0,17.7 facing 0")
    assert scene.at("a-skirmishers-1") == (20.0, 17.7, 0)
    assert points(scene, "a", "a-skirmishers-1") == [4, 1]
    unit = scene.battle.units[scene.u("a-skirmishers-1")]
    assert (unit.name, unit.morale) == ("A skirmishers 1", 6)
    # The second, and then there is none left.
    scene.play("detach a", "to 20.0,22.3")
    assert points(scene, "a", "a-skirmishers-2") == [3, 1]
    assert "detach a" not in scene.texts()
    with pytest.raises(GrognardError, match="no skirmishers to detach"):
        scene.play("detach a")


@pytest.mark.rule(ORIGIN)
def test_they_move_in_the_same_phase_and_the_brigade_may_stand_still() -> None:
    scene = phase(LIST._replace(state=STATIONARY)).play("detach a", "to 20.0,17.7 facing 0")
    scene.play("move a-skirmishers", "to 20.0,1.7")
    assert scene.at("a-skirmishers") == (20.0, 1.7, 0)  # 16 in
    scene.p.stack.clear()
    assert scene.still().has("a", STATIONARY)
    # Out of command with its brigade, they have half a move.
    lost = phase(LIST._replace(state=OUT)).play("detach a", "to 20.0,17.7 facing 0")
    assert lost.play("move a-skirmishers").left() == 8.0


@pytest.mark.rule(ORIGIN)
@pytest.mark.parametrize(
    ("unit", "more", "why"),
    [
        (LIST._replace(state=MOVED), (), "it has moved"),
        (LIST._replace(state=YELLOW), (), "A is disordered"),
        (LIST._replace(state=COLUMN), (), "A is in march column"),
        (LIST, (foot("foe", 20, 17, 180, side="red"),), "A touches an enemy"),
        (foot("a", 20, 20), (foot("b", 30, 20, skirmishers=1),), "no skirmishers to detach"),
    ],
)
def test_who_cannot_detach(unit: Spec, more: tuple[Spec, ...], why: str) -> None:
    scene = phase(unit, *more)
    assert "detach a" not in scene.texts()
    with pytest.raises(GrognardError, match=why):
        scene.play("detach a")


@pytest.mark.rule(ORIGIN)
def test_a_brigade_keeps_a_point_for_itself() -> None:
    scene = phase(foot("a", 20, 20, skirmishers=1, strength=3))
    scene.p.losses[0] = 2
    scene.p.stack.clear()
    with pytest.raises(GrognardError, match="no strength point to spare"):
        scene.push(Move(side=0)).play("detach a")


@pytest.mark.rule(ORIGIN)
def test_where_they_may_be_set() -> None:
    crowd = (foot("b", 20, 23), horse("foe", 24.6, 20, 270, side="red"))
    river = [("river", "100,181 300,181")]
    scene = phase(LIST, *crowd, lines=river).play("detach a")
    # A friend behind, an enemy on the right, the river in front.
    assert scene.texts() == ["on the left to 17.7,20.0 facing 270"]
    assert scene.refusal("to 20.0,17.7 facing 0") == "a river is crossed at a bridge or ford only"
    assert scene.refusal("to 20.0,22.3 facing 0") == "there is no room, or an enemy is too near"
    assert scene.refusal("to 22.3,20.0 facing 90") == "there is no room, or an enemy is too near"
    assert scene.refusal("to 17.6,20.0 facing 270") == "it must touch A"
    assert scene.refusal("to 17.7,20.5 facing 270") == ""
    stream = phase(LIST, lines=[("stream", "100,181 300,181")]).play("detach a")
    assert stream.refusal("to 20.0,17.7 facing 0") == "the ground between them is not open"
    column = phase(LIST, foot("c", 20, 15, state=COLUMN)).play("detach a")
    assert column.refusal("to 20.0,17.7 facing 0") == "there is no room, or an enemy is too near"
    boxed = phase(
        LIST, foot("b", 20, 23), foot("c", 20, 17), foot("d", 23, 20), foot("e", 17, 20)
    )  # fmt: skip
    with pytest.raises(GrognardError, match="no room beside it"):
        boxed.play("detach a")


def detached(*more: Spec) -> Scene:
    """Skirmishers in front of their brigade, at the beginning of a later movement phase."""
    scene = phase(LIST, *more).play("detach a", "to 20.0,17.7 facing 0")
    scene.p.stack.clear()
    return scene.push(Move(side=0))


@pytest.mark.rule(ORIGIN)
def test_in_contact_they_rejoin_once_in_a_phase() -> None:
    scene = detached().play("rejoin a-skirmishers")
    assert scene.p.x[scene.u("a-skirmishers")] == WITHIN and points(scene, "a") == [5]
    with pytest.raises(GrognardError, match="no skirmishers to detach"):
        scene.play("detach a")
    scene.p.stack.clear()
    scene.still().push(Move(side=0)).play("detach a", "to 20.0,17.7 facing 0")
    assert points(scene, "a", "a-skirmishers") == [4, 1]
    # They go back to the brigade and join it in the same phase.
    scene.play("move a-skirmishers", "to 20.0,13.0", "halt")
    assert scene.battle.listing == [0] and "rejoin a-skirmishers" not in scene.texts()
    with pytest.raises(GrognardError, match="they do not touch A"):
        scene.play("rejoin a-skirmishers")


@pytest.mark.rule(ORIGIN)
@pytest.mark.parametrize("who", ["a", "a-skirmishers"])
@pytest.mark.parametrize(
    ("state", "why"), [(YELLOW, "(is|are) disordered"), (COLUMN, "(is|are) in march column")]
)
def test_who_cannot_rejoin(who: str, state: int, why: str) -> None:
    scene = detached()
    scene.p.state[scene.u(who)] |= state
    scene.p.stack.clear()
    with pytest.raises(GrognardError, match=why):
        scene.push(Move(side=0)).play("rejoin a-skirmishers")


@pytest.mark.rule(ORIGIN)
def test_points_detached_are_no_casualties_and_are_counted_once() -> None:
    level = [("blue", "blue", "")]
    scene = phase(LIST, divisions=level)
    # 50 % of 5 points, the skirmisher among them.
    assert scene.battle.level_of[scene.battle.division[0]] == 3
    assert scene.battle.start_strength[0] == 5
    scene.play("detach a", "to 20.0,17.7 facing 0")
    d, s = scene.battle.division[0], scene.u("a-skirmishers")
    assert casualties(scene.p, d) == 0 and scene.p.today[d] == 0
    scene.p.hurt(s, 1, "test")
    assert scene.at("a-skirmishers") is None and casualties(scene.p, d) == 1
    assert points(scene, "a") == [4]
    # Four more are all that is left of the brigade.
    scene.p.hurt(0, 3, "test")
    assert scene.at("a") is not None
    scene.p.hurt(0, 1, "test")
    assert scene.at("a") is None and casualties(scene.p, d) == 5
    assert SYSTEM.score(View(scene.p, 0))[0] == 0


@pytest.mark.rule(ORIGIN)
def test_who_is_still_within_a_brigade_is_lost_with_it() -> None:
    scene = phase(LIST)
    scene.p.remove(0, "broke for good")
    assert scene.lost("a") == 5 and casualties(scene.p, scene.battle.division[0]) == 5
    assert scene.at("a-skirmishers") is None
    # Those who were detached go on without it, and cannot rejoin.
    alone = detached()
    alone.p.remove(0, "broke for good")
    assert alone.lost("a") == 4 and points(alone, "a-skirmishers") == [1]
    alone.p.stack.clear()
    alone.push(Move(side=0))
    with pytest.raises(GrognardError, match="they do not touch A"):
        alone.play("rejoin a-skirmishers")


@pytest.mark.rule(ORIGIN)
def test_the_card_of_a_brigade_tells_of_its_skirmishers() -> None:
    scene = phase(LIST)
    assert ("Skirmishers", "1 of 1 with it") in SYSTEM.card(View(scene.p, 0), "unit:a")
    card = SYSTEM.card(View(detached().p, 0), "unit:a")
    assert ("Skirmishers", "0 of 1 with it") in card
    assert ("Strength", "4 of 5 (about 2000 men)") in card


@pytest.mark.rule(ORIGIN)
@pytest.mark.parametrize(
    ("unit", "why"),
    [
        (horse("a", 20, 20, skirmishers=1), "only infantry brigades list skirmishers"),
        (line("a", 20, 20, strength=2, skirmishers=2), "keeps a strength point of its own"),
        (foot("a", 20, 20, skirmishers=4), "skirmishers"),
    ],
)
def test_rosters_that_are_refused(unit: Spec, why: str) -> None:
    with pytest.raises(FileError, match=why):
        given(unit, FAR)


def test_a_saved_position_knows_who_is_within() -> None:
    scene = phase(LIST)
    again = SYSTEM.restore(scene.battle, scene.p.dump())
    assert isinstance(again, BrigadesPosition)
    assert again.left(0) == 5 and again.options() == scene.p.options()


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_detached_skirmishers_keep_the_laws(seed: int) -> None:
    scene = given(
        foot("a", 20, 20, skirmishers=2), foot("b", 24, 20, skirmishers=1),
        line("c", 28, 20, strength=3, skirmishers=1), commander("blue-leader", 24, 24),
        foot("x", 20, 12, 180, side="red", skirmishers=1), horse("y", 26, 12, 180, side="red"),
        commander("red-leader", 24, 8, side="red"), turns=3,
    )  # fmt: skip
    assert check_game(SYSTEM, scene.battle, seed=seed).answers > 0
