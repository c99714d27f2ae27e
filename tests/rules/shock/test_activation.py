"""An activation: who is in command, its stages, orders without the draw, units out of command."""

from typing import Any

import pytest

from grognard.engine.deeds import deeds
from grognard.engine.view import View
from grognard.systems.shock.activation import OutOfCommand
from grognard.systems.shock.command import OrdersRoll, Undrawn
from grognard.systems.shock.state.kinds import D1, D2, ENGAGED, GOOD, LIMITED, NO_DRAW, OUT, ROUTED
from grognard.systems.shock.turn import Phase
from tests.rules.shock.given import Scene, foot, garrison, given, guns, heavy, leader
from tests.rules.shock.test_pool import command

GONE = -2


def verbs(scene: Scene) -> set[str]:
    """Every kind of order on offer."""
    return {option.split()[0] for option in scene.options()} - {"done"}


# -- what a unit can be told -------------------------------------------------------------------


def listed(scene: Scene, id: str) -> list[str]:
    """What a unit can do now, as a player finds it listed."""
    return [deed.verb for deed in deeds(View(scene.p, 0), f"unit:{id}")]


def test_the_usual_orders_of_a_unit_come_first_and_giving_ground_last() -> None:
    # On 0808 it is in the front of the foe on 0807: it may fire, attack, or go back a hex.
    scene = given(foot("guard", "0808"), foot("foe", "0807", side="red", facing="s")).activate()
    told = listed(scene, "guard")
    assert told[0] == "fire" and told[-1] == "withdraw"
    # Of 6 SP it may stand as a line; far from any foe it may march. Neither is done often.
    assert listed(given(foot("guard", "0808", sp=6)).activate(), "guard")[0] == "move"
    # Who is routed rallies, or runs on.
    routed = given(foot("guard", "0808", order=ROUTED)).activate()
    assert listed(routed, "guard") == ["rally", "rout"]


# -- in command --------------------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.in-command")
@pytest.mark.parametrize(
    ("level", "hex", "in_command"),
    [
        ("corps", "0810", True),  # 8 hexes from 0802
        ("corps", "0811", False),
        ("division", "0807", True),  # 5 hexes
        ("division", "0808", False),
    ],
)
def test_a_unit_acts_within_the_range_of_its_leader(level: str, hex: str, in_command: bool) -> None:
    scene = given(foot("guard", hex), leader("chief", "0802", level=level, commands=True))
    scene.activate()
    # Without anybody to order the activation is over at once.
    assert scene.p.over != in_command
    assert scene.has("guard", OUT) != in_command


@pytest.mark.rule("shock.rulings.in-command")
def test_one_hex_of_a_line_in_range_is_enough() -> None:
    line = foot("guard", "0808", sp=6, second="0807")
    scene = given(line, leader("chief", "0802", commands=True)).activate()
    assert not scene.has("guard", OUT)


@pytest.mark.rule("shock.rulings.in-command")
def test_command_is_seen_when_the_command_is_activated() -> None:
    scene = given(
        foot("near", "0803"), foot("far", "0812"), leader("chief", "0802", commands=True)
    ).activate()
    assert "move" in scene.orders_of("near") and scene.orders_of("far") == set()
    # The leader comes near too late.
    scene.p.hex[scene.u("chief")] = scene.h("0812")
    assert scene.orders_of("far") == set()
    scene.play("done").push(OutOfCommand(side=0))
    assert "move" in scene.orders_of("far") and scene.orders_of("near") == set()


@pytest.mark.rule("shock.rulings.in-command")
def test_without_its_leader_a_command_is_out_of_command() -> None:
    scene = given(foot("guard", "0803"), leader("chief", "0802", commands=True))
    scene.p.hex[scene.u("chief")] = GONE
    assert scene.activate().has("guard", OUT)


@pytest.mark.rule("shock.rulings.chateau.ids")
def test_a_garrison_is_always_in_command() -> None:
    scene = given(
        garrison("post", "0814", side="blue"),
        foot("foe", "0813", side="red", facing="s"),
        leader("chief", "0802", commands=True),
    ).activate()
    assert scene.orders_of("post") == {"fire"}


# -- the stages --------------------------------------------------------------------------------

ALL = ["extend", "rally", "withdraw", "fire", "move", "charge", "shock"]


def busy() -> Scene:
    """Somebody for every kind of order, two in contact."""
    scene = given(
        foot("liner", "0213", sp=6),
        foot("shaky", "0413", order=D1),
        foot("left", "0608", sp=3),
        foot("right", "0908", sp=3),
        heavy("horse", "1310"),
        foot("foe-left", "0607", side="red"),
        foot("foe-right", "0907", side="red"),
        foot("foe-horse", "1306", side="red", facing="n"),
        leader("chief", "0611", level="corps", commands=True),
    )
    return scene.activate()


@pytest.mark.rule("shock.rulings.activation-order")
@pytest.mark.parametrize(
    ("order", "rolls", "stage"),
    [
        ("rally shaky", (9,), 1),
        ("withdraw left > 0609", (), 2),
        ("fire left > foe-left", (0,), 3),
        ("move horse > 1311 facing n", (), 4),
        ("charge horse > foe-horse", (), 5),
        ("shock left > foe-left", (), 6),
    ],
)
def test_an_order_closes_the_stages_before_it(
    order: str, rolls: tuple[int, ...], stage: int
) -> None:
    scene = busy()
    assert verbs(scene) >= set(ALL)
    scene.play(order)
    if rolls:
        scene.roll(*rolls)
    assert verbs(scene) & set(ALL[:stage]) == set()
    # The other unit in contact may still do all that comes later.
    later = [verb for verb in ALL[stage:] if verb not in ("rally", "charge")]
    assert scene.orders_of("right") >= set(later) - {"extend"}


@pytest.mark.rule("shock.rulings.activation-order")
def test_attacks_are_fought_when_all_orders_are_given() -> None:
    scene = busy().play("shock left > foe-left")
    assert scene.p.roll is None
    # With the last order given the attacker says which attack comes first; then it commits itself.
    scene.play("shock right > foe-right")
    scene.play(scene.options()[0])
    assert scene.check().kind.name == "commitment" and scene.steps("foe-left") == 4


@pytest.mark.rule("shock.rulings.activation-order")
@pytest.mark.parametrize(("face", "order"), [(0, GOOD), (9, D1)])
def test_who_tries_to_rally_does_nothing_else(face: int, order: int) -> None:
    scene = busy().play("rally shaky").roll(face)
    assert scene.order("shaky") == order and scene.orders_of("shaky") == set()


@pytest.mark.rule("shock.rulings.activation-order")
def test_the_routed_come_before_all_but_lines() -> None:
    scene = given(
        foot("liner", "0213", sp=6),
        foot("broken", "0613", order=ROUTED),
        foot("guard", "0813"),
        foot("foe", "0802", side="red"),
    ).activate()
    assert verbs(scene) == {"extend", "rally", "rout"} and "done" not in scene.options()
    scene.play("rally broken").roll(0)
    assert "move" in scene.orders_of("guard")


def test_nobody_is_asked_when_nobody_can_be_ordered() -> None:
    scene = given(guns("battery", "0810"), foot("foe", "0802", side="red"))
    scene.p.eliminate(scene.u("battery"))
    assert scene.activate().p.over


# -- orders without the draw -------------------------------------------------------------------


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_a_leader_acts_at_or_below_his_orders_rating() -> None:
    chief = leader("chief", "0812", orders=6, commands=True)
    for face, acts in ((6, True), (7, False)):
        scene = given(foot("guard", "0810"), foot("foe", "0801", side="red"), chief)
        chief.values["commands"] = True
        scene.push(OrdersRoll(command=0))
        assert scene.check().target == "Orders 6"
        scene.roll(face)
        assert scene.p.over != acts


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_without_the_draw_there_is_no_shock_no_charge_and_no_march() -> None:
    far = foot("far", "0115")
    scene = given(
        far,
        foot("shaky", "0413", order=D1),
        foot("front", "0608"),
        heavy("horse", "1310"),
        foot("foe", "0607", side="red"),
        foot("foe-horse", "1306", side="red", facing="n"),
        leader("chief", "0611", level="corps", commands=True),
    )
    full = scene.p.copy()
    scene.activate(kind=LIMITED)
    assert scene.orders_of("front") == {"withdraw", "fire", "move"}
    assert scene.orders_of("horse") == {"move"} == scene.orders_of("far")
    assert "rally" in scene.orders_of("shaky")
    drawn = Scene(full).activate()
    assert drawn.orders_of("front") >= {"shock"} and "charge" in drawn.orders_of("horse")
    assert drawn.orders_of("far") == {"move", "march"}


def two_each() -> Scene:
    """Two commands on either side, none of them in the draw."""
    leaders = [leader("ann", "0613"), leader("bob", "0813")]
    leaders += [leader("xan", "0601", "red"), leader("yve", "0801", "red")]
    return given(
        *leaders,
        foot("a", "0612", command="ann"),
        foot("b", "0812", command="bob"),
        foot("x", "0602", "red", command="xan"),
        foot("y", "0802", "red", command="yve"),
        specials="".join(
            command(who, side, who)
            for who, side in (("ann", "blue"), ("bob", "blue"), ("xan", "red"), ("yve", "red"))
        ),
    )


@pytest.mark.rule("shock.rulings.turn.no-draw")
@pytest.mark.parametrize(("winner", "order"), [(0, [1, 0, 1, 0]), (1, [0, 1, 0, 1])])
def test_the_sides_take_turns_the_loser_of_the_initiative_first(
    winner: int, order: list[int]
) -> None:
    scene = two_each()
    scene.p.clock[5] = winner  # the initiative
    scene.push(Phase(phase=NO_DRAW))
    rollers = []
    while not scene.p.over:
        if scene.p.decision is not None:
            # Only the first pick of a side is a choice.
            assert len(scene.options()) == 2
            scene.p.play(scene.p.options()[1])
        else:
            assert scene.p.roll is not None
            rollers.append(scene.p.roll.roller(scene.p))
            scene.roll(9)  # every leader's rating is 5: all stand
    assert rollers == order


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_only_commands_that_were_not_in_the_draw_try() -> None:
    scene = two_each()
    scene.p.pool[:] = [0, 0, 2, 0, 2, 0]  # Ann and Xan have acted
    scene.push(Phase(phase=NO_DRAW))
    tried: list[str] = []
    while not scene.p.over:
        assert scene.p.roll is not None
        tried += scene.p.roll.about(scene.p)
        scene.roll(9)
    assert tried == ["unit:yve", "unit:bob"]


def under_wellington(hex: str, nation: str = "british") -> Scene:
    """A command whose own leader is gone, Wellington on 0801."""
    scene = given(
        leader("wellington", "0801", "red", level="overall", traits=["wellington"]),
        leader("chief", "0805", "red", orders=3, commands=True),
        foot("guards", hex, "red", nation=nation),
    )
    scene.p.hex[scene.u("chief")] = GONE
    return scene.push(Undrawn(side=1))


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_wellington_commands_in_person_who_has_no_other_leader() -> None:
    scene = under_wellington("0809")
    assert scene.check().target == "Orders 9"
    scene.roll(9)
    assert "move" in scene.orders_of("guards")


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_wellington_commands_within_his_range_of_8_and_no_prussians() -> None:
    scene = under_wellington("0810").roll(9)
    assert scene.has("guards", OUT) and scene.p.over
    assert under_wellington("0803", nation="prussian").p.over


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_wellington_leaves_a_command_to_its_leader() -> None:
    scene = given(
        leader("wellington", "0801", "red", level="overall", traits=["wellington"]),
        leader("chief", "0805", "red", orders=3, commands=True),
        foot("guards", "0803", "red"),
    ).push(Undrawn(side=1))
    assert scene.check().target == "Orders 3"


# -- out of command ----------------------------------------------------------------------------


def astray(**guard: Any) -> Scene:
    """A unit out of its leader's range, 7 hexes from the only enemy."""
    return given(
        foot("guard", "0808", **guard),
        leader("chief", "0115", commands=True),
        foot("foe", "0801", side="red"),
    ).push(OutOfCommand(side=0))


@pytest.mark.rule("shock.rulings.turn.out-of-command")
def test_a_unit_out_of_command_moves_half_and_not_nearer() -> None:
    scene = astray()
    assert scene.orders_of("guard") == {"move"}
    scene.play("move guard")
    # Half of 5 rounded up is 3; the enemy is 7 hexes off and may not be nearer afterwards.
    ends = {option.split()[-1] for option in scene.options()}
    assert {"0811", "0808"} <= ends
    assert ends & {"0812", "0807", "0806", "0805"} == set()
    grid = scene.battle.grid
    for name in ends:
        assert grid.distance[scene.h("0801")][scene.h(name)] >= 7
        assert grid.distance[scene.h("0808")][scene.h(name)] <= 3


@pytest.mark.rule("shock.rulings.turn.out-of-command")
def test_a_unit_out_of_command_rallies_at_plus_2() -> None:
    scene = astray(order=D1)
    assert scene.orders_of("guard") == {"move", "rally"}
    scene.play("rally guard")
    assert scene.drm() == 2
    # Cohesion 6: the die must be below it, so 3 + 2 recovers and 4 + 2 does not.
    assert scene.check().outcome([3]) == 0 and scene.check().outcome([4]) == 1
    scene.roll(3)
    assert scene.order("guard") == GOOD and scene.p.over


@pytest.mark.rule("shock.rulings.turn.out-of-command")
def test_a_routed_unit_out_of_command_may_rally_but_need_not() -> None:
    scene = astray(order=ROUTED)
    assert scene.options() == ["done", "rally guard"]


@pytest.mark.rule("shock.rulings.turn.out-of-command")
def test_out_of_command_nobody_fires_attacks_or_marches() -> None:
    scene = given(
        foot("front", "0808"),
        guns("battery", "1008"),
        heavy("horse", "1310"),
        foot("foe", "0807", side="red"),
        foot("foe-horse", "1306", side="red", facing="n"),
        leader("chief", "0115", commands=True),
    ).push(OutOfCommand(side=0))
    assert verbs(scene) <= {"move", "withdraw"}
    # Who is in an enemy zone may still step back.
    assert "withdraw" in scene.orders_of("front")


@pytest.mark.rule("shock.rulings.turn.out-of-command")
def test_engaged_units_out_of_command_may_only_withdraw() -> None:
    scene = given(
        foot("front", "0808", flags=ENGAGED),
        foot("worn", "1108", order=D2, flags=ENGAGED),
        foot("foe", "0807", side="red", flags=ENGAGED),
        foot("foe-worn", "1107", side="red", flags=ENGAGED),
        leader("chief", "0115", commands=True),
    ).push(OutOfCommand(side=0))
    assert scene.orders_of("front") == {"withdraw"}
    # Engaged D-2 troops must withdraw: there is no way around it.
    assert "withdraw" in scene.orders_of("worn") and "done" not in scene.options()


@pytest.mark.rule("shock.rulings.turn.out-of-command")
def test_who_is_in_command_but_was_not_activated_does_nothing() -> None:
    scene = given(foot("guard", "0808"), foot("foe", "0801", side="red"))
    assert scene.push(OutOfCommand(side=0)).p.over
