"""Facts of a check that are declared once, as fields of its situation."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import pytest

from grognard.engine.check import (
    CHOICE,
    NUMBER,
    CheckKind,
    Fact,
    choice,
    facts_of,
    number,
    tick,
)
from grognard.engine.errors import BadSituation

ARMS = ("foot", "horse", "guns")
MOST = 9


class VolleyFacts(NamedTuple):
    """A volley at a target."""

    dice: Annotated[int, number("Dice thrown", "Fire", 1, MOST)]
    arm: Annotated[int, choice("Who fires", "Fire", ARMS)] = 2
    in_square: Annotated[int, tick("The target is in square", "Target", ("open-order",))] = 0
    open_order: Annotated[int, tick("The target is in open order", "Target")] = 0


class VolleyKind(CheckKind):
    name = "volley"
    facts = facts_of(VolleyFacts)


def test_a_field_is_a_fact_with_hyphens_and_its_default() -> None:
    assert facts_of(VolleyFacts) == (
        Fact("dice", "Dice thrown", "Fire", NUMBER, 1, 9, default=1),
        Fact("arm", "Who fires", "Fire", CHOICE, 0, 2, ARMS, default=2),
        Fact("in-square", "The target is in square", "Target", excludes=("open-order",)),
        Fact("open-order", "The target is in open order", "Target"),
    )


def test_words_become_the_fields_in_order() -> None:
    given = VolleyKind().read({"in-square": "yes", "arm": "horse", "dice": "4"})
    assert VolleyFacts(*given) == VolleyFacts(dice=4, arm=1, in_square=1)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"dice": 10}, "dice=10 is outside 1 to 9"),
        ({"in-square": 1, "open-order": 1}, '"in-square" excludes "open-order"'),
        ({"in_square": 1}, 'no fact "in_square"'),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadSituation, match=complaint):
        VolleyKind().read(given)
