"""Shock where its rules end: the corner of the map, unit number 0, halves of a line, battle files.

The corner hex 0101 has two neighbours, 0201 and 0102.
"""

from itertools import product

import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems import system
from grognard.systems.shock.advance import Advance, SlopeCheck
from grognard.systems.shock.command import Staff, reaches
from grognard.systems.shock.leaders import commander
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.shock_modifiers import ShockFacts
from grognard.systems.shock.stacking import draw_together, may_stack
from grognard.systems.shock.state.kinds import D1, ROUTED, SQUARE
from grognard.systems.shock.terrain import read_rate
from tests.rules.shock.given import foot, given, guns, heavy, leader
from tests.rules.shock.test_pool import overall
from tests.rules.shock.test_rally import mods, rallying
from tests.rules.shock.test_retreat import FOE, ends, struck
from tests.rules.shock.test_told import listening, texts


@pytest.mark.rule("shock.drm.attacker-d1")
def test_a_tick_for_an_attacker_in_disorder_counts_beside_the_state_of_another() -> None:
    # The chief attacker is in good order, one beside him is D-1.
    kind = given(foot("unit", "0808"), FOE).battle.rules.shock_kind
    facts = ShockFacts(ratio=3, attacker=1, attacker_steps=4, attacker_d1=1)
    check = kind.build(kind.implied(facts))
    assert {m.id: m.value for m in check.modifiers} == {"shock.drm.attacker-d1": 2}


@pytest.mark.rule("shock.rulings.extended-line.retract")
def test_a_line_that_comes_together_is_told() -> None:
    scene = given(foot("unit", "0808", sp=6, second="0908"), FOE)
    heard = listening(scene)
    draw_together(scene.p, scene.u("unit"), scene.h("0908"))
    assert texts(heard) == ["Unit retracts its line to 0908."]


@pytest.mark.rule("shock.rulings.retreat-length")
def test_disordered_units_retreat_over_a_bridge() -> None:
    """The bridge is on the road, which units use at their normal rate in a retreat."""
    scene = given(
        foot("unit", "0808", order=D1),
        FOE,
        sides=[("deep-stream", "0808 sw")],
        crossings=[("bridge", "0808 sw")],
        roads=[("road", ["0808", "0809"])],
    )
    struck(scene, "B")
    assert ends(scene) == {"0809", "0908", "0909"}


@pytest.mark.rule("shock.rulings.turn.pool")
def test_points_serve_as_many_commands_as_any_sharing_out_could() -> None:
    """Three commanders of a point each, three commands: every way in which they may reach them."""
    scene = given(foot("unit", "0808"), FOE)
    some = [{*()}, {0}, {1}, {0, 1}, {1, 2}, {0, 1, 2}]
    for reach in product(some, repeat=3):
        staff = Staff(scene.p, 0)
        staff.points = dict.fromkeys(range(3), 1)
        staff.commands = [0, 1, 2]
        staff.reach = dict(enumerate(reach))
        # Each commander serves one command of his, or none.
        shared = product(*([None, *sorted(each)] for each in reach))
        best = max(len({c for c in served if c is not None}) for served in shared)
        assert staff.most([0, 1, 2]) == best, reach


@pytest.mark.rule("shock.rally.mod.blucher")
def test_a_line_is_near_blucher_if_one_of_its_halves_is() -> None:
    # 0908 is two hexes from 1108, 0808 three.
    scene = rallying(
        foot("guard", "0808", sp=6, order=D1, second="0908", nation="prussian"),
        leader("blucher", "1108", level="overall", traits=["blucher"]),
        armies=("prussian", "french"),
    )
    assert mods(scene) == {"blucher": -2}


@pytest.mark.rule("shock.rulings.turn.no-draw")
def test_wellington_in_the_corner_commands_for_a_leader_who_is_gone() -> None:
    colonel = leader("colonel", "0805", "red", commands=True)
    wellington = overall("wellington", "0101", "red", cp=3, traits=["wellington"])
    scene = given(colonel, wellington, foot("troops", "0808", "red"), foot("unit", "0812"))
    p, command = scene.p, [c.id for c in scene.battle.commands].index("red")
    assert commander(p, command) == scene.u("colonel")
    p.eliminate(scene.u("colonel"), "a test")
    assert commander(p, command) == scene.u("wellington")


@pytest.mark.rule("shock.rulings.turn.pool")
def test_a_leader_in_the_corner_can_be_put_into_the_draw() -> None:
    colonel = leader("colonel", "0101", "red", commands=True)
    wellington = overall("wellington", "0105", "red", cp=3, traits=["wellington"])
    scene = given(colonel, wellington, foot("troops", "0208", "red"), foot("unit", "0812"))
    command = [c.id for c in scene.battle.commands].index("red")
    assert reaches(scene.p, scene.u("wellington"), command)


@pytest.mark.rule("shock.rulings.charge.adjacent")
@pytest.mark.parametrize("watched", [True, False])
def test_no_charge_starts_in_the_zone_of_an_enemy_in_the_corner(watched: bool) -> None:
    corner = "0101" if watched else "0110"
    scene = given(
        heavy("horse", "0201", facing="se"),
        foot("foe", "0301", "red", facing="sw"),
        foot("square", corner, "red", flags=SQUARE),
    ).activate()
    assert ("charge" in scene.orders_of("horse")) is not watched


@pytest.mark.rule("shock.attack.down-steep-slope")
def test_who_attacked_down_a_slope_checks_in_the_corner_too() -> None:
    scene = given(foot("unit", "0101"), foot("foe", "0202", "red"))
    scene.push(SlopeCheck(unit=scene.u("unit"), hex=scene.h("0202")))
    assert scene.check().name == "cohesion"


@pytest.mark.rule("shock.routed.no-stacking")
def test_who_may_share_a_hex() -> None:
    scene = given(
        foot("foot", "0808"),
        heavy("horse", "0809"),
        guns("battery", "0810"),
        foot("fugitives", "0811", order=ROUTED),
        foot("foe", "0802", "red"),
    )

    def may(one: str, other: str) -> bool:
        return may_stack(scene.p, scene.u(one), scene.u(other))

    assert may("foot", "battery") and may("horse", "battery")
    assert not may("foot", "horse")
    assert not may("fugitives", "battery") and not may("battery", "fugitives")


@pytest.mark.rule("shock.rulings.advance")
def test_nobody_advances_while_unit_number_0_stands_there() -> None:
    scene = given(foot("foe", "0807", "red"), foot("unit", "0808"), foot("far", "0202", "red"))
    assert scene.u("foe") == 0
    scene.p.target[scene.u("unit")] = scene.h("0807")
    step = Advance(hex=scene.h("0807"))
    assert [step.phrase(scene.p, a) for a in step.options(scene.p)] == ["nobody advances"]


@pytest.mark.parametrize("text", ["x", "1/2/3", "", "2/"])
def test_a_rate_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(GrognardError, match=f'unknown movement rate "{text}": use 2'):
        read_rate(text, officer=False)


def test_guns_may_have_a_range_of_one_hex() -> None:
    scene = given(guns("old", "0808", range=1), FOE)
    assert scene.battle.pieces[scene.u("old")].range == 1


def test_ground_at_the_edge_that_nobody_can_reach_is_closed() -> None:
    # 0101 is a lake: no side of it lets anybody in, off the map least of all.
    scene = given(foot("unit", "0808"), FOE, ground={"0101": "lake"})
    battle = scene.battle
    assert not battle.may_stand(scene.u("unit"), scene.h("0101"))
    assert battle.may_stand(scene.u("unit"), scene.h("0102"))


@pytest.mark.rule("shock.rally.mod.blucher")
def test_blucher_helps_from_the_corner() -> None:
    scene = rallying(
        foot("guard", "0103", order=D1, nation="prussian"),
        leader("blucher", "0101", level="overall", traits=["blucher"]),
        armies=("prussian", "french"),
    )
    assert mods(scene) == {"blucher": -2}


@pytest.mark.rule("shock.rally.mod.near-cavalry")
def test_steady_cavalry_does_not_help_routed_cavalry() -> None:
    routed = heavy("guard", "0808", order=ROUTED)
    assert mods(rallying(routed, heavy("horse", "0908"))) == mods(rallying(routed))


@pytest.mark.rule("shock.rally.disordered.success", "shock.rally.disordered.failure")
def test_it_is_told_whether_a_disordered_unit_recovers() -> None:
    for outcome, told in ((0, "recovers"), (1, "stays as it was")):
        scene = rallying(foot("guard", "0808", order=D1))
        scene.p.ear = []
        scene.p.play(outcome)
        assert told in scene.p.ear[-1].text


@pytest.mark.rule("shock.rally.routed.rallied")
def test_a_band_of_the_rally_table_may_hold_one_face() -> None:
    changes = {"shock.rally.routed.rallied": {"high": 0}, "shock.rally.routed.to-d1": {"low": 1}}
    Rules(Rulebook.load(system("shock").folder(), changes=changes))
