"""Odds as a person or a program asks for them: by the command line, read from its JSON."""

import json
from fractions import Fraction

from click.testing import CliRunner

from grognard.cli import main


def asked(system: str, check: str, variant: str = "sheet", **facts: object) -> dict[str, Fraction]:
    """What `grognard odds SYSTEM CHECK key=value …` answers."""
    given = [f"{key.replace('_', '-')}={_written(value)}" for key, value in facts.items()]
    command = ["odds", system, check, *given, "--variant", variant, "--json"]
    answer = CliRunner().invoke(main, command)
    assert answer.exit_code == 0, answer.output
    return {
        label: Fraction(chance) for label, chance in json.loads(answer.stdout)["outcomes"].items()
    }


def _written(value: object) -> str:
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"
