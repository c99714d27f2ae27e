"""Player turns, tallies and the bounds of the table, alike on every tabletop."""

import pytest

from grognard.engine.errors import GrognardError
from grognard.systems.tabletop.position import GONE
from grognard.systems.tabletop.turn import OVER, PHASE, SIDE, TURN, hand_over
from tests.rules.onepage import given as onepage
from tests.systems.tabletop.kits import ALL, PULSES, TURNS, Kit, named


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_a_wrong_clock_is_refused_by_the_name_of_what_is_wrong(kit: Kit) -> None:
    p = kit.given(kit.foot("a", 20, 20), kit.foot("foe", 20, 10, side="red"), turns=6).p
    for entry, value, word in ((TURN, 7, "turn"), (SIDE, 2, "side"), (PHASE, 99, "phase"),
                               (OVER, 2, "end")):  # fmt: skip
        q = p.copy()
        q.clock[entry] = value
        with pytest.raises(GrognardError, match=f"the {word} on the clock is {value}"):
            kit.system.restore(q.battle, q.dump())


@pytest.mark.parametrize("kit", TURNS, ids=named)
def test_a_battle_in_which_an_army_has_lost_too_much_can_be_saved_and_read(kit: Kit) -> None:
    p = kit.given(kit.foot("a", 20, 20), kit.foot("foe", 20, 10, side="red"), turns=6).p
    p.stack.clear()
    p.clock[SIDE] = 1 - p.battle.first  # the second player turn is over
    assert not hand_over(p, lambda q, side: side == 1)
    assert kit.system.restore(p.battle, p.dump()).over


@pytest.mark.parametrize("kit", ALL, ids=named)
def test_a_stand_counts_its_strength_and_loses_what_it_loses(kit: Kit) -> None:
    scene = kit.given(
        kit.foot("a", 20, 20), kit.foot("b", 30, 20), kit.foot("foe", 20, 10, side="red")
    )
    p, strength = scene.p, kit.system.roster(scene.battle).units[0].strength
    assert strength == 5
    lost = p.hits if kit is PULSES else p.losses
    lost[scene.u("a")] = 2
    p.put(scene.u("b"), GONE, 0, 0)
    assert kit.system.tally(p).strength == [3, 0, 5]


def test_guns_without_strength_count_one() -> None:
    scene = PULSES.given(PULSES.guns("g", 20, 20), PULSES.foot("foe", 20, 10, side="red"))
    units = {unit.id: unit.strength for unit in PULSES.system.roster(scene.battle).units}
    assert units["unit:g"] == 1
    assert PULSES.system.tally(scene.p).strength[scene.u("g")] == 1


@pytest.mark.rule("onepage.move.general")
def test_a_general_may_ride_into_the_very_corner_of_the_table() -> None:
    foe = onepage.foot("foe", 20, 10, 180, side="red")
    scene = onepage.given(onepage.general("g", 3, 3), onepage.foot("a", 20, 20), foe).moves("g")
    scene.play("to 0.0,0.0 facing 0")
    assert scene.at("g") == (0.0, 0.0, 0)
