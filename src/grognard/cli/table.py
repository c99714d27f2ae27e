"""The commands for people at a table: the turn with its checks, and the companion as a site."""

from __future__ import annotations

import random
from pathlib import Path

import click

import grognard
from grognard.cli.output import say, say_json, say_odds, say_paragraph, say_table
from grognard.cli.reference import as_json, lengths_options, offered, say_check, variant_option
from grognard.companion.lengths import Lengths
from grognard.engine.check import Check, CheckKind, DuelKind
from grognard.engine.errors import BadSituation, UnknownName, which_there_are
from grognard.engine.guide import Guide
from grognard.engine.system import System


@click.command()
@click.argument("system_name", metavar="SYSTEM")
@click.argument("check_name", metavar="[CHECK]", required=False)
@click.argument("facts", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--roll", is_flag=True, help="Throw the dice.")
@click.option("--rolled", metavar="FACES", help="The dice you threw, as in 3,5.")
@lengths_options
@variant_option
@as_json
def table(
    system_name: str,
    check_name: str | None,
    facts: tuple[str, ...],
    roll: bool,
    rolled: str | None,
    scale: str,
    unit: str,
    variant: str,
    as_json: bool,
) -> None:
    """The turn of a system for people at a table; with a CHECK its odds, result and next check.

    Facts are given as KEY=VALUE; without them the check tells which there are.
    """
    system = grognard.system(system_name)
    guide = system.guide(variant)
    lengths = Lengths(scale, unit)
    if check_name is None:
        _say_turn(system, guide, variant, lengths, as_json)
        return
    kinds = system.checks(variant)
    if check_name not in kinds:
        raise UnknownName(f'no check "{check_name:.40}": {which_there_are(check_name, kinds)}')
    kind = kinds[check_name]
    check = kind.check(kind.read(_given(check_name, facts)))
    if as_json:
        say_json(check.json())
        return
    if not facts:
        _say_facts(kind, lengths)
    say_check(check)
    if roll or rolled:
        _say_result(system, guide, check, _faces(check, rolled), lengths)


def _given(check: str, facts: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for fact in facts:
        key, equals, value = fact.partition("=")
        if not equals or not value:
            raise BadSituation(f'{check}: "{fact:.60}" is not of the form key=value')
        found[key] = value
    return found


def _faces(check: Check, rolled: str | None) -> list[int]:
    if rolled is None:
        rng = random.SystemRandom()
        return [rng.randint(die.first, die.first + die.sides - 1) for die in check.dice]
    words = rolled.replace(",", " ").split()
    if not all(word.isascii() and word.lstrip("-").isdigit() for word in words):
        raise BadSituation(f'--rolled "{rolled:.40}": give the faces as in 3,5')
    return [int(word) for word in words]


def _say_turn(system: System, guide: Guide, variant: str, lengths: Lengths, as_json: bool) -> None:
    kinds = system.checks(variant)
    if as_json:
        say_json(
            [
                {**phase._asdict(), "checks": [asked._asdict() for asked in phase.checks]}
                for phase in guide.phases
            ]
        )
        return
    for number, phase in enumerate(guide.phases, 1):
        say(f"{number}. {phase.title}", "bold")
        say_paragraph(lengths.told(phase.says), "   ")
        for asked in phase.checks:
            say(f"   {asked.check}: {kinds[asked.check].title}")
            say_paragraph(lengths.told(asked.when), "       ")
    say(f"grognard table {system.name} CHECK shows a check and its odds.")


def _say_facts(kind: CheckKind, lengths: Lengths) -> None:
    rows = []
    for fact in kind.facts:
        if fact.aside:
            continue
        values = ", ".join(fact.choices) or f"{fact.low}..{fact.high}"
        words = "; ".join(f"{text} {number}" for text, number in kind.worded().get(fact.name, ()))
        label = lengths.told(f"{fact.label} ({words})" if words else fact.label)
        rows.append((fact.name, "yes, no" if fact.kind == "flag" else values, label))
    if rows:
        say_table(("fact", "values", ""), rows, title=kind.title)


def _say_result(
    system: System, guide: Guide, check: Check, faces: list[int], lengths: Lengths
) -> None:
    kind = check.kind
    outcome = check.outcome(faces)
    label = check.outcomes[outcome]
    thrown = " ".join(map(str, faces))
    say(f"{thrown + ': ' if thrown else ''}{lengths.told(check.result(outcome))}", "bold")
    if isinstance(kind, DuelKind):
        say("So many hits for the side that threw; the other side throws too.")
        return
    for each in guide.after(kind.name, label):
        say_paragraph(lengths.told(each.says), "  ")
        if each.then:
            carried = [f"{to}={_carried(check, label, source)}" for to, source in each.carry]
            say("  next: " + " ".join(["grognard table", system.name, each.then, *carried]))
    following = kind.follow(check.situation, outcome)
    if following is not None:
        say_odds({str(k): v for k, v in following.odds().fractions().items()})


def _carried(check: Check, label: str, source: str) -> object:
    """The value a next check starts with."""
    if source == "outcome":
        return label
    if source.startswith(":"):
        word = source[1:]
        return f'"{word}"' if " " in word else word
    value = check.kind.write(check.situation)[source]
    return ("yes" if value else "no") if isinstance(value, bool) else value


@click.command()
@click.option("-o", "--output", "folder", type=click.Path(path_type=Path), required=True)
@offered
def companion(folder: Path, variant: tuple[str, ...]) -> None:
    """Write the companion as a site of plain files: no server, works without a network."""
    from grognard.companion.site import write

    written = 0
    for _ in write(folder):
        written += 1
    say(f"{written} files in {folder}. Put the folder on any web server; phones can install it.")
