"""Short forms of odds questions, against fractions worked out by hand."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from tests.rules.asked import asked

odds = partial(asked, "pulses")


@pytest.mark.rule("pulses.control.dice", "pulses.control.near.hold", "pulses.control.near.active")
def test_a_control_test_with_one_command_die() -> None:
    assert odds("control", modifier=0, extra_dice=1, enemy="near") == {
        "withdraw": Fraction(1, 54),
        "hold": Fraction(19, 108),
        "active": Fraction(97, 216),
        "attack": Fraction(77, 216),
    }


@pytest.mark.rule("pulses.control.far.active-high")
def test_far_from_the_enemy_nobody_attacks() -> None:
    # 6 or less on two dice: 15 of 36.
    assert odds("control", enemy="far") == {"hold": Fraction(5, 12), "active": Fraction(7, 12)}


@pytest.mark.rule("pulses.skirmish.hit-number", "pulses.skirmish.save.number")
def test_skirmish_attacks() -> None:
    assert odds("skirmish", dice=1, save="no") == {"0": Fraction(5, 6), "1": Fraction(1, 6)}
    assert odds("skirmish", dice=1, save="yes") == {"0": Fraction(11, 12), "1": Fraction(1, 12)}
    assert odds("skirmish", dice=2, save="no")["2"] == Fraction(1, 36)


@pytest.mark.rule("pulses.artillery.reroll-misses", "pulses.artillery.reroll-hits")
def test_artillery_fire() -> None:
    assert odds("artillery", dice=1, hit=4, reroll="none")["1"] == Fraction(1, 2)
    assert odds("artillery", dice=1, hit=4, reroll="misses")["1"] == Fraction(3, 4)
    assert odds("artillery", dice=2, hit=5, reroll="hits")["2"] == Fraction(1, 81)


@pytest.mark.rule(
    "pulses.combat.most-hits-win", "pulses.combat.tie", "pulses.combat.reroll-misses",
    "pulses.combat.reroll-hits",
)  # fmt: skip
def test_combat() -> None:
    plain = odds("combat", attacker_dice=1, attacker_hit=5, defender_dice=1, defender_hit=5)
    # The attacker must hit (1/3) and the defender miss (2/3).
    assert plain == {"attacker": Fraction(2, 9), "defender": Fraction(7, 9)}
    facts: dict[str, Any] = {
        "attacker_dice": 1, "attacker_hit": 5, "defender_dice": 1, "defender_hit": 5
    }  # fmt: skip
    bonus = odds("combat", attacker_reroll="bonus", **facts)
    # 1/3 + 2/3 * 1/6 = 4/9 to hit.
    assert bonus["attacker"] == Fraction(4, 9) * Fraction(2, 3)
    penalty = odds("combat", attacker_reroll="penalty", **facts)
    assert penalty["attacker"] == Fraction(1, 6) * Fraction(2, 3)


@pytest.mark.rule("pulses.recovery.roll")
def test_recovery() -> None:
    assert odds("recovery", hits=3) == {"recovered": Fraction(1, 3), "remains": Fraction(2, 3)}
    assert odds("recovery", hits=1) == {"remains": Fraction(1)}


@pytest.mark.rule("pulses.escape.roll", "pulses.escape.odd-die")
def test_escape() -> None:
    found = odds("escape", need=7)
    # 21 of 36 throws are 7 or less; both dice are even in 3 of these (2-2, 2-4, 4-2).
    assert found["escaped"] == Fraction(3, 36)
    assert found["escaped, attacker hit"] == Fraction(18, 36)
    assert found["destroyed"] == Fraction(6, 36)
    assert found["destroyed, attacker hit"] == Fraction(9, 36)


@pytest.mark.rule("pulses.morale.total", "pulses.morale.pass")
def test_army_morale() -> None:
    # Turn 6 and one beyond leave 7 for the dice: 21 of 36.
    assert odds("army-morale", turn=6, beyond=1) == {
        "pass": Fraction(7, 12), "fail": Fraction(5, 12),
    }  # fmt: skip


@pytest.mark.rule("pulses.turn.ends-on-d4", "pulses.initiative.d4")
def test_turn_length() -> None:
    assert odds("turn-length") == {
        "1": Fraction(1, 4), "2": Fraction(3, 8), "3": Fraction(9, 32), "4": Fraction(3, 32),
    }  # fmt: skip
    assert odds("turn-length", completed=2)["ends"] == Fraction(1, 2)


@pytest.mark.rule("pulses.turn.command-dice")
def test_command_dice() -> None:
    assert odds("command", level=2)["7"] == Fraction(1, 6)


@pytest.mark.rule("pulses.evasion.from-cavalry")
def test_evasion() -> None:
    assert odds("evasion")["evades"] == Fraction(15, 36)
    assert odds("evasion", evader=1)["evades"] == Fraction(21, 36)


@pytest.mark.rule("pulses.control.pick-two")
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_a_control_test_keeps_the_best_two_of_all_throws(extra: int) -> None:
    named = ("withdraw", "hold", "active", "attack")
    for modifier in (-3, 0, 2):
        # The rows near the enemy: up to 3, up to 6, up to 9, more.
        totals = [
            sum(sorted(throw)[-2:]) + modifier for throw in product(range(1, 7), repeat=2 + extra)
        ]
        rows = Counter(named[(total > 3) + (total > 6) + (total > 9)] for total in totals)
        expected = {label: Fraction(ways, len(totals)) for label, ways in rows.items()}
        assert odds("control", modifier=modifier, extra_dice=extra, enemy="near") == expected


@pytest.mark.rule("pulses.combat.most-hits-win", "pulses.rulings.broken-wins-nothing")
@pytest.mark.parametrize("square", [0, 1])
@pytest.mark.parametrize(("attacker_breaks", "defender_breaks"), [(0, 0), (1, 2), (2, 1), (3, 3)])
def test_a_combat_is_won_as_often_as_all_throws_say(
    square: int, attacker_breaks: int, defender_breaks: int
) -> None:
    ends: Counter[str] = Counter()
    for throw in product(range(1, 7), repeat=5):  # three dice against two, hits on 4 and on 5
        mine, theirs = sum(face >= 4 for face in throw[:3]), sum(face >= 5 for face in throw[3:])
        broken = 0 < attacker_breaks <= theirs, 0 < defender_breaks <= mine
        if broken == (True, True):
            ends["nobody"] += 1
        elif broken[1] or (not broken[0] and not square and mine > theirs):
            ends["attacker"] += 1
        else:
            ends["defender"] += 1
    found = odds(
        "combat", attacker_dice=3, attacker_hit=4, defender_dice=2, defender_hit=5,
        attacker_breaks=attacker_breaks, defender_breaks=defender_breaks, square=square,
    )  # fmt: skip
    assert found == {label: Fraction(ways, 6**5) for label, ways in ends.items()}
