"""Verbs agree with the names of troops."""

import pytest

from grognard.engine.grammar import clause, plural


@pytest.mark.parametrize(
    "name", ["Horse guns", "12-pounders", "Guns on the hill", "RIFLES", "Hiller's hussars"]
)
def test_these_are_many(name: str) -> None:
    assert plural(name)


@pytest.mark.parametrize("name", ["Kempt", "Davis", "Guards Brigade", "Gunsmith", "42nd Line"])
def test_these_are_one(name: str) -> None:
    assert not plural(name)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("is", "are"),
        ("has", "have"),
        ("rallies", "rally"),
        ("marches", "march"),
        ("loses", "lose"),
        ("passes", "pass"),
    ],
)
def test_the_verb_follows_the_name(one: str, many: str) -> None:
    assert clause("Cole", one) == f"Cole {one}"
    assert clause("Dragoons", one) == f"Dragoons {many}"
