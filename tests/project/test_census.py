"""What the census of the systems counts stays as it should be."""

import pytest

from grognard.lab.census import count, unexplained
from grognard.systems import NAMES, system


@pytest.mark.parametrize("name", NAMES)
def test_a_switch_stands_for_a_variant_the_sheet_or_clubs_that_differ(name: str) -> None:
    assert unexplained(system(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_step_is_built_by_the_names_of_its_fields(name: str) -> None:
    assert count(system(name)).positional == 0
