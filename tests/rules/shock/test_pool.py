"""The pool: command points, who may be put into the draw, initiative and the draw itself."""

import pytest

from grognard.systems.shock.command import DrawNext, Undrawn
from grognard.systems.shock.state.kinds import INITIATIVE, NO_DRAW, OPERATIONS, POOL
from grognard.systems.shock.state.position import ShockPosition
from grognard.systems.shock.turn import Phase
from tests.rules.shock.given import Scene, Spec, foot, garrison, given, leader


def command(id: str, side: str, leader: str) -> str:
    """One more command in a battle file."""
    return f'[[command]]\nid = "{id}"\nname = "{id}"\nside = "{side}"\nleader = "{leader}"\n'


def overall(id: str, hex: str, side: str = "blue", **extra: object) -> Spec:
    """An overall commander whose range is left to the rules."""
    spec = leader(id, hex, side, level="overall", **extra)
    if "range" not in extra:
        del spec.values["range"]
    return spec


def pool(scene: Scene) -> set[str]:
    """The commands in the draw (1: put into it)."""
    return {c.id for c, state in zip(scene.battle.commands, scene.p.pool, strict=True) if state}


def put_in(boss: Spec, colonel_hex: str, **scene: object) -> set[str]:
    """What goes into the draw when one command's leader stands on a hex."""
    side = boss.side
    colonel = leader("colonel", colonel_hex, side, commands=True)
    return pool(given(boss, colonel, foot("guard", "1415", side), **scene).push(Phase(phase=POOL)))  # type: ignore[arg-type]


@pytest.mark.rule("shock.rulings.turn.pool")
def test_a_command_is_put_in_if_its_leader_is_within_8_hexes() -> None:
    assert put_in(overall("grouchy", "0801"), "0809") == {"blue"}
    assert put_in(overall("grouchy", "0801"), "0810") == set()


@pytest.mark.rule("shock.rulings.turn.pool")
def test_napoleon_reaches_12_hexes() -> None:
    assert put_in(overall("napoleon", "0801", traits=["napoleon"]), "0813") == {"blue"}
    assert put_in(overall("napoleon", "0801", traits=["napoleon"]), "0814") == set()


@pytest.mark.rule("shock.rulings.turn.pool")
def test_a_battle_may_give_a_commander_another_range() -> None:
    assert put_in(overall("grouchy", "0801", range=3), "0804") == {"blue"}
    assert put_in(overall("grouchy", "0801", range=3), "0805") == set()


@pytest.mark.rule("shock.rulings.turn.pool")
def test_points_serve_the_commanders_own_army_only() -> None:
    def red(boss: Spec, nation: str) -> set[str]:
        colonel = leader("colonel", "0805", "red", commands=True)
        troops = foot("troops", "0808", "red", nation=nation)
        return pool(given(boss, colonel, troops).push(Phase(phase=POOL)))

    wellington = overall("wellington", "0803", "red", cp=3, traits=["wellington"])
    assert red(wellington, "british") == {"red"}
    assert red(wellington, "dutch-belgian") == {"red"}
    assert red(wellington, "prussian") == set()
    blucher = overall("blucher", "0803", "red", cp=2, traits=["blucher"])
    assert red(blucher, "prussian") == {"red"}
    assert red(blucher, "british") == set()


def test_a_prussian_army_has_no_such_limit() -> None:
    for troops in (foot("troops", "0808", "red", nation="prussian"), garrison("troops", "0808")):
        colonel = leader("colonel", "0805", "red", commands=True)
        thielmann = overall("thielmann", "0803", "red", cp=1)
        scene = given(
            thielmann, colonel, troops, foot("foe", "0814"), armies=("french", "prussian")
        )
        assert pool(scene.push(Phase(phase=POOL))) == {"red"}


@pytest.mark.rule("shock.rulings.turn.pool")
def test_no_command_goes_in_without_points_leader_or_troops() -> None:
    assert put_in(overall("grouchy", "0801", cp=0), "0805") == set()
    boss = overall("grouchy", "0801", cp=2)
    gone = given(boss, leader("colonel", "0805", commands=True), foot("guard", "0808"))
    gone.p.hex[gone.u("colonel")] = -2
    assert pool(gone.push(Phase(phase=POOL))) == set()
    nobody = given(boss, leader("colonel", "0805", commands=True), foot("foe", "0813", "red"))
    assert pool(nobody.push(Phase(phase=POOL))) == set()
    late = overall("late", "0801", cp=2, turn=3, entry="0801")
    assert put_in(late, "0805") == set()


LEADERS = (
    leader("ann", "0603"),
    leader("bob", "0803"),
    leader("cid", "1003"),
)
TROOPS = (
    foot("a", "0605", command="ann"),
    foot("b", "0805", command="bob"),
    foot("c", "1005", command="cid"),
)
THREE = "".join(command(who, "blue", who) for who in ("ann", "bob", "cid"))


def picks(p: ShockPosition) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to answer the picks of the pool: the answers and the pool they lead to."""
    if p.over:
        return [((), tuple(p.pool))]
    found = []
    for action in p.options():
        after = p.copy()
        after.play(action)
        found += [((action, *rest), end) for rest, end in picks(after)]
    return found


@pytest.mark.rule("shock.rulings.turn.pool")
@pytest.mark.parametrize(("cp", "pools"), [(0, 1), (1, 3), (2, 3), (3, 1), (4, 1)])
def test_each_point_puts_one_command_in_and_nobody_is_asked_without_a_choice(
    cp: int, pools: int
) -> None:
    # Of three commands: 3 ways to choose one or two, one way to choose none or all.
    boss = overall("boss", "0801", cp=cp)
    scene = given(boss, *LEADERS, *TROOPS, specials=THREE).push(Phase(phase=POOL))
    ways = picks(scene.p)
    assert len({end for _, end in ways}) == pools
    assert (ways[0][0] == ()) == (pools == 1)
    assert all(sum(end) == min(cp, 3) for _, end in ways)


@pytest.mark.rule("shock.rulings.turn.pool")
def test_two_commanders_share_their_commands() -> None:
    # With ranges of 4 the left one serves Ann or Bob, the right one Bob or Cid.
    left = overall("left", "0501", cp=1, range=4)
    right = overall("right", "1101", cp=1, range=4)
    scene = given(left, right, *LEADERS, *TROOPS, specials=THREE)
    reach = scene.battle.grid.distance
    distances = {
        (boss, name): reach[scene.h(at)][scene.p.hex[scene.u(name)]]
        for boss, at in (("left", "0501"), ("right", "1101"))
        for name in ("ann", "bob", "cid")
    }
    assert [k for k, d in distances.items() if d > 4] == [("left", "cid"), ("right", "ann")]
    scene.push(Phase(phase=POOL))
    ways = picks(scene.p)
    # Ann and Bob, Ann and Cid, Bob and Cid.
    assert {end for _, end in ways} == {
        (0, 0, 1, 1, 0),
        (0, 0, 1, 0, 1),
        (0, 0, 0, 1, 1),
    }
    assert "left and right" in scene.p.decision.prompt(scene.p).lower()  # type: ignore[union-attr]


def test_on_a_turn_without_a_draw_nobody_is_put_in() -> None:
    no_draw = '[[special]]\nkind = "no-draw"\nfrom = 1\nto = 2\n'
    boss = overall("boss", "0801")
    for turn, expected in ((1, set()), (2, set()), (3, {"ann", "bob", "cid"})):
        boss = overall("boss", "0801", cp=3)
        scene = given(boss, *LEADERS, *TROOPS, specials=THREE + no_draw, turn=turn)
        assert pool(scene.push(Phase(phase=POOL))) == expected


def test_command_points_of_a_turn_replace_the_leaders_own() -> None:
    fewer = '[[special]]\nkind = "command-points"\nleader = "boss"\ncp = 1\nfrom = 1\nto = 2\n'
    for turn, points in ((2, 1), (3, 3)):
        boss = overall("boss", "0801", cp=3)
        scene = given(boss, *LEADERS, *TROOPS, specials=THREE + fewer, turn=turn)
        scene.push(Phase(phase=POOL))
        assert {sum(end) for _, end in picks(scene.p)} == {points}


# -- initiative and the draw -------------------------------------------------------------------


def operations(blue_cp: int = 2, red_cp: int = 1) -> Scene:
    """Two blue commands and one red one are in the draw."""
    scene = given(
        overall("boss", "0115", cp=blue_cp),
        overall("duke", "0101", "red", cp=red_cp),
        leader("ann", "0613"),
        leader("bob", "0813"),
        foot("a", "0612", command="ann"),
        foot("b", "0812", command="bob"),
        foot("foe", "0803", side="red"),
        specials=command("ann", "blue", "ann") + command("bob", "blue", "bob"),
    )
    scene.p.pool[:] = [0, 1, 1, 1]
    return scene.push(Phase(phase=OPERATIONS))


@pytest.mark.rule("shock.rulings.turn.operations")
def test_both_sides_roll_and_add_their_command_points() -> None:
    scene = operations()
    assert len(scene.check().dice) == 2
    assert [m.value for m in scene.check().modifiers] == [2, 1]
    # 3 + 2 against 4 + 1 is a tie, 4 + 2 against 4 + 1 is blue's, 3 + 2 against 5 + 1 red's.
    for faces, winner in (((3, 4), 2), ((4, 4), 0), ((3, 5), 1)):
        assert scene.check().outcome(list(faces)) == winner
    # Of 100 rolls with blue one ahead: red wins 36 (its die higher by 2 or more), 9 tie.
    odds = scene.check().odds().fractions()
    assert odds == {
        "French initiative": "11/20",
        "Allied initiative": "9/25",
        "tie: nobody has the initiative": "9/100",
    }


@pytest.mark.rule("shock.rulings.turn.operations")
def test_the_winner_picks_the_first_of_his_commands() -> None:
    scene = operations().roll(9, 0)
    assert scene.p.actor == 0 and scene.options() == ["command ann", "command bob"]
    scene.play("command bob")
    assert scene.orders_of("a") == set() and "move" in scene.orders_of("b")


@pytest.mark.rule("shock.rulings.turn.operations")
def test_a_winner_with_one_command_is_not_asked() -> None:
    scene = operations().roll(0, 9)
    assert scene.p.actor == 1 and "move" in scene.orders_of("foe")


@pytest.mark.rule("shock.rulings.turn.operations")
def test_after_a_tie_and_after_the_first_the_commands_are_drawn_blind() -> None:
    tie = operations().roll(3, 4)
    assert tie.check().kind.name == "draw"
    assert [(d.first, d.sides) for d in tie.check().dice] == [(1, 3)]
    assert set(tie.check().odds().fractions().values()) == {"1/3"}
    # In the order of the file they are the red one, Ann's and Bob's.
    tie.roll(2)
    assert "move" in tie.orders_of("a")
    tie.play("done")
    assert [(d.first, d.sides) for d in tie.check().dice] == [(1, 2)]
    tie.roll(1)
    assert "move" in tie.orders_of("foe")
    # The last one needs no draw.
    tie.play("done")
    assert "move" in tie.orders_of("b")


@pytest.mark.rule("shock.rulings.turn.operations")
def test_a_drawn_command_has_a_full_activation() -> None:
    scene = given(
        overall("boss", "0115", cp=1),
        foot("a", "0808", facing="n"),
        foot("foe", "0807", side="red", facing="s"),
    ).push(Phase(phase=OPERATIONS), Phase(phase=POOL))
    scene.roll(9, 0)
    assert "shock" in scene.orders_of("a")


@pytest.mark.rule("shock.rulings.turn.operations")
def test_a_winner_without_commands_in_the_draw_picks_none() -> None:
    scene = given(overall("boss", "0115", cp=1), foot("a", "0812"), foot("foe", "0803", side="red"))
    scene.push(Phase(phase=NO_DRAW), Phase(phase=OPERATIONS), Phase(phase=POOL))
    # Blue's only command is in the draw, red's is not; still both roll: 0 + 1 against 9 + 0.
    scene.roll(0, 9)
    assert "move" in scene.orders_of("a")
    scene.play("done")
    # Red won the initiative; blue, which lost it, has nobody left to try: red's leader rolls.
    assert scene.check().kind.name == "orders" and scene.p.clock[INITIATIVE] == 1


@pytest.mark.rule("shock.rulings.initiative-tie")
def test_on_a_tie_the_side_named_first_counts_as_the_winner() -> None:
    scene = given(foot("a", "0812"), foot("foe", "0803", side="red"))
    # Nobody is in the draw: no roll. Blue is named first, so red begins to try for orders.
    scene.push(Phase(phase=NO_DRAW), Phase(phase=OPERATIONS))
    assert scene.check().kind.name == "orders"
    assert scene.p.roll is not None and scene.p.roll.roller(scene.p) == 1


def test_a_command_without_troops_is_not_drawn() -> None:
    scene = operations()
    scene.p.stack.clear()
    scene.p.eliminate(scene.u("a"))
    scene.p.eliminate(scene.u("foe"))
    scene.push(DrawNext())
    assert "move" in scene.orders_of("b")
    assert not scene.push(Undrawn(side=1)).p.over
