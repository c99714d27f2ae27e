"""The short odds of a system without dice: what is certain is told by plain keys."""

import json

import pytest

from tests.cli.conftest import Command


def test_an_assault_is_told_whole(command: Command) -> None:
    facts = ["attack=3", "support=1", "penalty=1", "defence=2", "guns=1"]
    found = json.loads(command("odds", "locales", "assault", *facts, "--json").stdout)
    # 3 - 1 by the gun + 1 - 1 - 2 = 0: the defender wins; 1 and the gun's 1, and 1.
    assert found == {"winner": "defender", "attacker-losses": 2, "defender-losses": 1}
    lines = command("odds", "locales", "assault", *facts).stdout.splitlines()
    assert [line.split() for line in lines if line.strip()] == [
        ["winner", "defender"], ["attacker-losses", "2"], ["defender-losses", "1"],
    ]  # fmt: skip


def test_the_chance_of_a_card(command: Command) -> None:
    found = json.loads(command("odds", "locales", "draw", "field=4", "--json").stdout)
    # Four cards of 4 and two of 5 among 20.
    assert found == {"outcomes": {"yes": "3/10", "no": "7/10"}}
    shown = command("odds", "locales", "draw", "field=4").stdout
    assert any(line.split()[:3] == ["yes", "3/10", "30.0%"] for line in shown.splitlines())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("assault atack=3", 'did you mean "attack"?'),
        ("assault attack=13", "is outside 0 to 12"),
        ("assault attack", "is not of the form key=value"),
        ("draw feild=3", 'did you mean "field"? There is card-1'),
        ("draw field=many", "is not a number 0 to 9"),
        ("draw field=3 card-1=2", 'no fact "card-1"'),
        ("draw " + " ".join(f"card-{n}=0" for n in range(1, 9)), "the deck holds no card"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_is_not_known_has_status_2(
    command: Command, arguments: str, told: str, form: list[str]
) -> None:
    result = command("odds", "locales", *arguments.split(), *form, status=2)
    assert told in result.stderr and result.stdout == ""
