"""Exact odds: worked by hand, counted out by brute force, and compared with icepool."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.engine.dist import Dist, added, always, die, times
from grognard.engine.errors import GrognardError

numbers = st.dictionaries(st.integers(-6, 6), st.integers(1, 9), min_size=1, max_size=5).map(Dist)

unhurried = settings(deadline=None, max_examples=60)


def odds(d: Dist[int]) -> dict[int, Fraction]:
    return {outcome: Fraction(weight, d.total) for outcome, weight in d.weights.items()}


def icepool_odds(d: icepool.Die[int]) -> dict[int, Fraction]:
    return {k: Fraction(d.quantity(k), d.denominator()) for k in d.outcomes()}


def test_a_die_has_equal_faces_from_its_first() -> None:
    assert dict(die(6).weights) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}
    assert list(die(10, 0).weights) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert die(10, 0).total == 10


def test_probability_is_an_exact_fraction_and_zero_for_the_impossible() -> None:
    d = Dist({"hit": 2, "miss": 4})
    assert d.probability("hit") == Fraction(1, 3)
    assert d.probability("explosion") == 0


def test_map_adds_up_equal_labels_in_the_order_first_met() -> None:
    d = die(6).map(lambda face: "odd" if face % 2 else "even" if face < 6 else "six")
    assert list(d.weights.items()) == [("odd", 3), ("even", 2), ("six", 1)]


def test_then_weighs_stages_of_different_dice() -> None:
    # 1-2: a d4, 3-6: a d6. P(1) = 2/6 * 1/4 + 4/6 * 1/6 = 1/12 + 1/9 = 7/36; P(5) = 1/9.
    d = die(6).then(lambda face: die(4) if face <= 2 else die(6))
    assert d.probability(1) == Fraction(7, 36)
    assert d.probability(5) == Fraction(1, 9)
    assert dict(d.weights) == {1: 7, 2: 7, 3: 7, 4: 7, 5: 4, 6: 4}


def test_combine_pairs_independent_rolls() -> None:
    # A d4 beats a d6 in 0 + 1 + 2 + 3 = 6 of 24 pairs and ties in 4.
    d = die(4).combine(die(6), lambda a, b: "win" if a > b else "tie" if a == b else "lose")
    assert dict(d.weights) == {"lose": 14, "tie": 4, "win": 6}


def test_times_of_none_one_and_two() -> None:
    assert dict(times(0, die(6)).weights) == {0: 1}
    assert times(1, die(6)) == die(6)
    assert list(times(2, die(6)).weights.values()) == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


def test_mean_and_variance_of_numbers() -> None:
    assert die(6).mean() == Fraction(7, 2)
    assert die(6).variance() == Fraction(35, 12)
    assert always(4).variance() == 0


def test_fractions_are_in_lowest_terms_with_both_parts() -> None:
    assert Dist({"-": 2, "d": 6, "D": 4}).fractions() == {"-": "1/6", "d": "1/2", "D": "1/3"}
    assert always("D").fractions() == {"D": "1/1"}


def test_floats_are_quotients() -> None:
    assert Dist({"a": 1, "b": 3}).floats() == {"a": 0.25, "b": 0.75}


def test_reduced_divides_by_what_all_weights_share() -> None:
    assert dict(Dist({"a": 4, "b": 6}).reduced().weights) == {"a": 2, "b": 3}
    assert dict(Dist({"a": 4, "b": 9}).reduced().weights) == {"a": 4, "b": 9}


def test_equality_is_up_to_scale_and_order() -> None:
    assert Dist({"a": 1, "b": 2}) == Dist({"b": 4, "a": 2})
    assert hash(Dist({"a": 1, "b": 2})) == hash(Dist({"b": 4, "a": 2}))
    assert Dist({"a": 1, "b": 2}) != Dist({"a": 2, "b": 1})
    assert Dist({"a": 1, "b": 1}) != Dist({"a": 1, "c": 1})
    assert Dist({"a": 1}) != Dist({"a": 1, "b": 1})
    assert Dist({"a": 1}) != {"a": 1}


def test_repr_reads_as_the_call_and_str_as_a_table() -> None:
    d = Dist({"D": 1, "d-2": 9})
    assert repr(d) == "Dist({'D': 1, 'd-2': 9})"
    assert str(d) == "D    1/10   10.0%\nd-2  9/10   90.0%"


def test_outcomes_that_cannot_happen_are_left_out() -> None:
    assert dict(Dist({"a": 0, "b": 2}).weights) == {"b": 2}


def test_a_distribution_cannot_be_changed() -> None:
    source = {"a": 1}
    d = Dist(source)
    source["b"] = 5
    assert dict(d.weights) == {"a": 1}
    with pytest.raises(TypeError):
        d.weights["a"] = 2  # type: ignore[index]
    with pytest.raises(AttributeError):
        d.total = 7  # type: ignore[misc]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Dist({}), "at least one outcome"),
        (lambda: Dist({"a": 0}), "at least one outcome"),
        (lambda: Dist({"a": 3, "b": -1}), "'b' has weight -1"),
        (lambda: Dist({"a": 0.5, "b": 0.5}), "whole numbers"),  # type: ignore[dict-item]
        (lambda: die(0), "0 sides"),
        (lambda: times(-1, die(6)), "-1 times"),
    ],
)
def test_what_is_no_distribution_is_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(GrognardError, match=message):
        make()


@pytest.mark.parametrize("sides", [2, 3, 6, 10])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_sums_agree_with_brute_force_and_icepool(n: int, sides: int) -> None:
    counted = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=n))
    assert dict(times(n, die(sides)).weights) == dict(counted)
    assert odds(times(n, die(sides))) == icepool_odds(n @ icepool.d(sides))


def test_a_long_sum_agrees_with_icepool() -> None:
    assert odds(times(23, die(6))) == icepool_odds(23 @ icepool.d(6))


TABLE = ["-", "-", "d-2", "d-1", "d", "d+1", "d+2", "D"]  # a ladder of results, clamped at its ends
COHESION = {"d-2": -2, "d-1": -1, "d": 0, "d+1": 1, "d+2": 2}


def result(face: int, drm: int) -> str:
    return TABLE[max(0, min(len(TABLE) - 1, face + drm))]


def holds(face: int, cohesion: int, code: str) -> str:
    """A second die, no higher than the cohesion after the result's own modifier, is passed."""
    return "stands" if face + COHESION[code] <= cohesion else "disordered"


@pytest.mark.parametrize("drm", [-3, -1, 0, 2])
@pytest.mark.parametrize("cohesion", [3, 5, 8])
def test_a_table_that_calls_for_a_check_agrees_with_both(drm: int, cohesion: int) -> None:
    def second(code: str) -> Dist[str]:
        if code not in COHESION:
            return always(code)
        return die(10, 0).map(lambda face: holds(face, cohesion, code))

    staged = die(10, 0).map(lambda face: result(face, drm)).then(second)

    counted: Counter[str] = Counter()
    for first, face in product(range(10), repeat=2):
        code = result(first, drm)
        counted[holds(face, cohesion, code) if code in COHESION else code] += 1
    assert {k: Fraction(w, 100) for k, w in counted.items()} == {
        k: staged.probability(k) for k in staged.weights
    }

    z10 = icepool.z(10)
    pool = z10.map(lambda face: result(face, drm)).map(
        lambda code: z10.map(lambda face: holds(face, cohesion, code)) if code in COHESION else code
    )
    assert {k: staged.probability(k) for k in staged.weights} == {
        k: Fraction(pool.quantity(k), pool.denominator()) for k in pool.outcomes()
    }


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("needed", [2, 4, 6])
def test_hits_that_bring_further_dice_agree_with_both(dice: int, needed: int) -> None:
    """Each hit of a volley is rolled for again: three stages deep by a closure."""
    hit = die(6).map(lambda face: int(face >= needed))
    staged = times(dice, hit).then(lambda hits: times(hits, hit)).then(lambda n: times(n, die(3)))

    counted: dict[int, Fraction] = {}
    p = Fraction(7 - needed, 6)
    for n in range(dice + 1):  # a die counts when it hits twice: binomial with p squared
        chance = math.comb(dice, n) * p ** (2 * n) * (1 - p * p) ** (dice - n)
        for faces in product((1, 2, 3), repeat=n):
            counted[sum(faces)] = counted.get(sum(faces), Fraction(0)) + chance / 3**n
    assert odds(staged) == counted

    strike = icepool.d(6).map(lambda face: int(face >= needed))
    assert odds(staged) == icepool_odds((dice @ strike @ strike) @ icepool.d(3))


@unhurried
@given(numbers, numbers, st.sampled_from([max, min, int.__add__, int.__sub__, int.__mul__]))
def test_any_combination_agrees_with_icepool(
    a: Dist[int], b: Dist[int], f: Callable[[int, int], int]
) -> None:
    pair = (icepool.Die(dict(a.weights)), icepool.Die(dict(b.weights)))
    oracle = icepool.map(f, *pair, star=False)
    assert odds(a.combine(b, f)) == icepool_odds(oracle)


@unhurried
@given(numbers, st.lists(numbers, min_size=3, max_size=3))
def test_any_two_stages_agree_with_the_law_of_total_probability(
    first: Dist[int], seconds: list[Dist[int]]
) -> None:
    staged = first.then(lambda k: seconds[k % 3])
    expected: dict[int, Fraction] = {}
    for k, weight in first.weights.items():
        second = seconds[k % 3]
        for outcome, inner in second.weights.items():
            share = Fraction(weight, first.total) * Fraction(inner, second.total)
            expected[outcome] = expected.get(outcome, Fraction(0)) + share
    assert odds(staged) == expected
    assert math.gcd(*staged.weights.values()) == 1


@unhurried
@given(numbers, st.integers(0, 5))
def test_mean_and_variance_of_a_sum_grow_with_the_rolls(d: Dist[int], n: int) -> None:
    assert times(n, d).mean() == n * d.mean()
    assert times(n, d).variance() == n * d.variance()


@unhurried
@given(numbers, st.integers(1, 50))
def test_scaled_weights_are_the_same_odds(d: Dist[int], scale: int) -> None:
    scaled = Dist({k: w * scale for k, w in reversed(list(d.weights.items()))})
    assert scaled == d
    assert hash(scaled) == hash(d)
    assert scaled.fractions() == d.fractions()


MOST_THROWS = 10_000  # nine dice of sixteen sides have far more than can be thrown one by one
hands = st.lists(
    st.tuples(st.integers(0, 3), st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any)),
    min_size=1,
    max_size=3,
).filter(lambda several: prod(sum(die) ** number for number, die in several) <= MOST_THROWS)


@given(hands)
@unhurried
def test_hands_of_dice_are_added_as_if_thrown(several: list[tuple[int, list[int]]]) -> None:
    dice = [die for number, die in several for _ in range(number)]
    sides = [[value for value, times in enumerate(die) for _ in range(times)] for die in dice]
    thrown = Counter(sum(faces) for faces in product(*sides))
    found = added(*several)
    assert {total: ways for total, ways in enumerate(found) if ways} == thrown
    assert len(found) == 1 + sum(number * (len(die) - 1) for number, die in several)


def test_forty_dice_of_two_sorts_weigh_what_icepool_says() -> None:
    pool = (20 @ icepool.d6.map(lambda face: int(face > 4))) + (20 @ icepool.z(2))
    assert added((20, (4, 2)), (20, (1, 1))) == [pool[n] for n in range(41)]
