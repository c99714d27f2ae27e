"""The rule book of every system: all of it has words, is obeyed, and can be put out of order."""

import pytest

from grognard.engine.chapters import ChapterSystem
from grognard.engine.rulebook import mutants
from grognard.systems import NAMES, system


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_a_label_and_a_sentence(name: str) -> None:
    for rule in system(name).rulebook().rules.values():
        assert rule.label and rule.says.endswith("."), rule.id


@pytest.mark.parametrize("name", NAMES)
def test_every_value_is_obeyed_by_the_code(name: str) -> None:
    found = system(name)
    assert isinstance(found, ChapterSystem)
    read = found.rulebook()
    found.chapters.rules(read)
    assert read.unused() == []


@pytest.mark.parametrize("name", NAMES)
def test_every_value_can_be_put_out_of_order(name: str) -> None:
    found = system(name)
    rules = found.rulebook().rules
    valued = {(id_, key) for id_, rule in rules.items() for key in rule.values}
    assert {(mutant.id, mutant.key) for mutant in mutants(found.folder())} == valued
