"""Every rule is found at the line that obeys it, and no comment names a rule that does not exist.

`unplaced/<system>.txt` lists the rules not found yet. It may only become shorter.
"""

from pathlib import Path

import pytest

from grognard.lab.rule_sources import missing, unknown_ids
from grognard.systems import NAMES, system

LISTS = Path(__file__).parent / "unplaced"
HOW = (
    "name the id where a chapter binds its value, `book.int({id!r}, ...)`, or in a comment beside "
    "the line that obeys it, `# {id}`; a module rules.py does not count"
)


def listed(name: str) -> set[str]:
    path = LISTS / f"{name}.txt"
    return set(path.read_text(encoding="utf-8").split()) if path.is_file() else set()


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_found_where_it_is_obeyed(name: str) -> None:
    lost = set(missing(system(name))) - listed(name)
    assert lost == set(), "; ".join([HOW.format(id=min(lost)), f"{len(lost)} rules are not found"])


@pytest.mark.parametrize("name", NAMES)
def test_the_list_of_rules_not_found_grows_shorter(name: str) -> None:
    found = listed(name) - set(missing(system(name)))
    file = f"tests/project/unplaced/{name}.txt"
    command = f"python -m grognard.lab.rule_sources --missing {name} > {file}"
    assert found == set(), f"these are found now: take them off {file} ({command})"


@pytest.mark.parametrize("name", NAMES)
def test_ids_named_in_comments_exist(name: str) -> None:
    assert unknown_ids(system(name).folder(), system(name).rulebook().rules) == []
