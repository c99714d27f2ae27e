"""Results in words: a number says what it counts, in every system."""

import pytest

from grognard.systems import NAMES, system


@pytest.mark.parametrize("name", NAMES)
def test_a_result_that_is_a_number_says_what_it_counts(name: str) -> None:
    for kind in system(name).checks().values():
        # A shuffle deals blocks by their numbers, and is shown to nobody.
        if kind.name == "shuffle":
            continue
        check = kind.check(kind.read({}))
        bare = [check.result(i) for i in range(len(check.outcomes)) if check.result(i).isdigit()]
        assert not bare, kind.name


def test_one_of_a_kind_is_told_from_several() -> None:
    fire = system("onepage").checks()["fire"]
    check = fire.check(fire.read({}))
    assert [check.result(i) for i in range(3)] == ["0 hits", "1 hit", "2 hits"]
    assert check.outcomes == ("0", "1", "2")
