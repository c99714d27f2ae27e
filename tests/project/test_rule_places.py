"""Every rule is found at the line that obeys it, and comments name only rules that exist."""

import pytest

from grognard.lab.rule_sources import missing, unknown_ids
from grognard.systems import NAMES, system

HOW = (
    "name the id where a chapter binds its value, `book.int({id!r}, ...)`, or in a comment beside "
    "the line that obeys it, `# {id}`; a module rules.py does not count"
)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_found_where_it_is_obeyed(name: str) -> None:
    lost = missing(system(name))
    assert lost == [], HOW.format(id=lost[0])


@pytest.mark.parametrize("name", NAMES)
def test_ids_named_in_comments_exist(name: str) -> None:
    assert unknown_ids(system(name).folder(), system(name).rulebook().rules) == []
