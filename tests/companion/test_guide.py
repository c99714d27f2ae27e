"""The guide of every system: each check has its phase and leads on to real checks."""

import pytest

import grognard
from grognard.companion.rolls import values_of
from grognard.engine import guide, toml
from grognard.engine.errors import FileError
from grognard.systems import NAMES

FOLLOWS = '[[next]]\ncheck = "melee"\noutcomes = ["*"]\nsays = ""\nthen = "counter"\n'
EVERY = [
    (name, variant.name)
    for name in NAMES
    for variant in grognard.system(name).rulebook().variants()
]


@pytest.mark.parametrize(("name", "variant"), EVERY)
def test_every_check_of_the_engine_is_offered_in_a_phase(name: str, variant: str) -> None:
    system = grognard.system(name)
    offered = {asked.check for phase in system.guide(variant).phases for asked in phase.checks}
    assert offered == set(system.checks(variant))


@pytest.mark.parametrize("name", NAMES)
def test_every_usual_outcome_says_what_to_do_next(name: str) -> None:
    system = grognard.system(name)
    told = system.guide()
    for kind in system.checks().values():
        check = kind.check(tuple(fact.default for fact in kind.facts))
        for label, weight in zip(check.outcomes, check.weights, strict=True):
            if weight:
                assert told.after(kind.name, label) or kind.name == "combat", (kind.name, label)


def test_a_hit_carries_its_number_over_to_the_saving_throw() -> None:
    told = grognard.system("brigades").guide()
    saves = [each for each in told.after("fire", "2") if each.then == "save"]
    assert [each.carry for each in saves] == [(("hits", "outcome"),)]
    assert told.after("fire", "0")[0].says == "No effect."


def test_a_printed_result_carries_its_modifier_over_to_the_cohesion_check() -> None:
    told = grognard.system("shock").guide()
    (check,) = [each for each in told.after("fire", "1d+2 L") if each.then == "cohesion"]
    assert check.carry == (("modifier", ":2"), ("cause", ":fire"))


def _read(text: str) -> guide.Guide:
    system = grognard.system("onepage")
    return guide.read(toml.loads(text, "guide.toml"), system.checks(), system.rulebook())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[[phase]]\ntitle = "A"\nsays = "B"\n[[phase.ask]]\ncheck = "mroale"\nwhen = ""',
            'guide.toml:5: unknown check "mroale"',
        ),
        ('[[phase]]\ntitle = "A"\nsays = "B"\ncharts = ["dcie"]', 'unknown chart "dcie"'),
        ('[[phase]]\ntitle = "A"\nrule = "onepage.none"', 'unknown rule "onepage.none"'),
        (
            f'{FOLLOWS}carry = ["hit = outcome"]',
            "counter has no such fact",
        ),
        (
            f'{FOLLOWS}carry = ["hits = dice"]',
            '"dice" is neither "outcome" nor a fact of melee',
        ),
    ],
)
def test_a_wrong_guide_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(FileError) as caught:
        _read(text)
    assert said in str(caught.value)


def test_a_system_without_a_guide_offers_all_its_checks() -> None:
    kinds = grognard.system("onepage").checks()
    (phase,) = guide.plain(kinds).phases
    assert [asked.check for asked in phase.checks] == list(kinds)


def test_a_table_is_not_asked_for_what_only_refines_the_odds() -> None:
    kind = grognard.system("shock").checks()["fire"]
    facts = {fact.name: fact for fact in kind.facts}
    assert list(values_of(facts["cohesion"])) == [0]
    assert list(values_of(facts["massed"])) == [0, 1]
