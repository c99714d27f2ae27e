"""The commands that look things up: battles, charts, odds and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

import click

import grognard
from grognard.cli.attack_text import percent
from grognard.cli.output import (
    modifier_lines,
    say,
    say_json,
    say_odds,
    say_paragraph,
    say_table,
)
from grognard.companion.lengths import SCALES, UNITS, Lengths
from grognard.engine.check import CHOICE, FLAG, Check, CheckKind, Fact
from grognard.engine.errors import BadSituation, FileError, UnknownName, which_there_are
from grognard.engine.house import families, find, offer, open_files
from grognard.engine.rulebook import Rulebook
from grognard.engine.shares import shares
from grognard.engine.system import System
from grognard.systems import entries

P = ParamSpec("P")
R = TypeVar("R")
FULL = Lengths()

as_json = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def opened(_context: click.Context, _option: click.Parameter, variant: str | None) -> str | None:
    """The value of --variant with its files read."""
    return None if variant is None else open_files(variant)


def _offer(
    _context: click.Context, _option: click.Parameter, files: tuple[str, ...]
) -> tuple[str, ...]:
    names = tuple(map(open_files, files))
    for file, name in zip(files, names, strict=True):
        refuse_misfit(file, name)
        offer(name)
    return names


def refuse_misfit(file: str, name: str) -> list[System]:
    """The systems whose rules a variant file changes; refused if there are none, or it is wrong."""
    text = find(name)
    if text is None:
        raise FileError(file, None, "the name of a variant file ends in .toml")
    known = [each for each in grognard.systems() if each.name in families(text.text)]
    if not known:
        names = ", ".join(each.name for each in grognard.systems())
        raise FileError(file, None, f"it changes no rule of a system: there is {names}")
    for system in known:
        system.rulebook(name)
    return known


offered = click.option(
    "--variant",
    metavar="FILE",
    multiple=True,
    callback=_offer,
    help="A variant file of your own, offered beside those that are shipped.",
)


def lengths_options(command: Callable[P, R]) -> Callable[P, R]:
    """The scale and the unit of the distances that are told."""
    scale = click.option(
        "--scale", type=click.Choice(tuple(SCALES)), default="full", show_default=True
    )
    unit = click.option("--unit", type=click.Choice(UNITS), default="in", show_default=True)
    return scale(unit(command))


variant_option = click.option(
    "--variant",
    default="sheet",
    show_default=True,
    callback=opened,
    help="Rules variant, or a file of your own (my-club.toml); variants stack with +.",
)


@click.command()
@click.argument("battle", metavar="[BATTLE]", required=False)
@as_json
def battles(battle: str | None, as_json: bool) -> None:
    """List the battles that can be played; of one BATTLE also how victory is reckoned."""
    listed = entries() if battle is None else []
    if battle is not None:
        found = grognard.battle(battle)
        terms = grognard.system(found.system).victory_terms(found)
        listed = [{**found.json(), "victory": list(terms)}]
    if as_json:
        say_json(listed)
        return
    for each in listed:
        stars = "*" * each["difficulty"]
        say(f"{each['id']}  {each['title']}, {each['date']}  {stars}", "bold")
        say_paragraph(each["summary"], "    ")
        say_paragraph(f"Teaches: {each['teaches']}", "    ")
        say(f"    Sides: {', '.join(each['sides'])}")
        for line in each.get("victory", ()):
            say_paragraph(line, "    ")


@click.command()
@click.argument("system_name", metavar="SYSTEM")
@click.argument("chart_name", metavar="[CHART]", required=False)
@lengths_options
@variant_option
@as_json
def chart(
    system_name: str, chart_name: str | None, scale: str, unit: str, variant: str, as_json: bool
) -> None:
    """Print a chart of a system's sheet, or list its charts."""
    book = grognard.system(system_name).rulebook(variant)
    if not as_json:
        say_chart(book, chart_name, Lengths(scale, unit))
    elif chart_name is None:
        say_json([{"name": name, "title": book.chart(name).title} for name in book.charts()])
    else:
        say_json(book.chart(chart_name).json())


def say_chart(book: Rulebook, name: str | None, lengths: Lengths = FULL) -> None:
    """Print a chart as a table, or the list of charts."""
    if name is None:
        say_table(("chart", ""), [(each, book.chart(each).title) for each in book.charts()])
        return
    shown = book.chart(name)
    rows = [
        [lengths.told(row.label), *(lengths.cell(cell, shown.title) for cell in row.cells)]
        for row in shown.rows
    ]
    heads = [lengths.told(head) for head in shown.columns]
    say_table(["", *heads], rows, title=lengths.title(shown.title))


@click.command()
@click.argument("system_name", metavar="SYSTEM")
@click.argument("check_name", metavar="[CHECK]", required=False)
@click.argument("facts", metavar="[KEY=VALUE]...", nargs=-1)
@click.option("--help-facts", is_flag=True, help="List the facts the check depends on.")
@variant_option
@as_json
def odds(
    system_name: str,
    check_name: str | None,
    facts: tuple[str, ...],
    help_facts: bool,
    variant: str,
    as_json: bool,
) -> None:
    """Exact odds of a check from key=value facts; without facts, also list them."""
    rules = grognard.system(system_name)
    kinds = rules.checks(variant)
    if check_name is None:
        _list_checks(kinds, as_json)
        return
    told: dict[str, Any] = {}
    if help_facts or not facts:
        kind = _kind(kinds, check_name)
        told |= _facts_told(kind, rules.short_facts(check_name))
        if not as_json:
            _say_facts(kind, rules.short_facts(check_name))
    if not help_facts:
        told |= _answer(rules, kinds, check_name, _values(check_name, facts), variant, as_json)
    if as_json:
        say_json(told)


def _answer(
    rules: System,
    kinds: Mapping[str, CheckKind],
    check_name: str,
    values: Mapping[str, str],
    variant: str,
    as_json: bool,
) -> dict[str, Any]:
    """Answer a short form if the system has it, else the whole check."""
    short = rules.short_answer(check_name, values, variant)
    if short is not None:
        if not as_json:
            _say_short(short)
        return short
    kind = _kind(kinds, check_name)
    known = [fact.name for fact in (*kind.facts, *rules.short_facts(check_name))]
    for key in values:
        if key not in known:
            hint = which_there_are(key, known)
            raise BadSituation(f'{check_name}: no fact "{key:.40}": {hint}')
    check = kind.check(kind.read(values))
    if not as_json:
        say_check(check)
    data = check.json()
    ends, roll = data.pop("odds"), data.pop("outcomes")
    return {"outcomes": ends, **data, "roll": roll}


def _say_short(short: Mapping[str, Any]) -> None:
    if "outcomes" in short:
        say_odds(short["outcomes"])
    else:
        say_table(("", ""), [(key, str(value)) for key, value in short.items()], grid=False)


def say_check(check: Check, whose: str = "") -> None:
    """Print what a player wants to know before committing: target, modifiers, exact odds."""
    thrown = Counter(
        f"d{die.sides} ({die.first}-{die.first + die.sides - 1})" for die in check.dice
    )
    dice = ", ".join(f"{count} {die}" if count > 1 else die for die, count in thrown.items())
    say(": ".join(part for part in (whose, check.title, check.target) if part), "bold")
    say(f"  dice: {dice or 'none'}")
    for line in modifier_lines(check.modifiers):
        say(line)
    odds = check.odds()
    for who, parts in shares(odds).items():
        say(f"{who}: {', '.join(f'{part} {percent(chance)}' for part, chance in parts.items())}")
    outcomes = {str(label): text for label, text in odds.fractions().items()}
    say_odds(outcomes, check.kind.counted[1])


def _kind(kinds: Mapping[str, CheckKind], name: str) -> CheckKind:
    kind = kinds.get(name)
    if kind is None:
        raise UnknownName(f'no check "{name:.40}": {which_there_are(name, kinds)}')
    return kind


def _values(check_name: str, facts: tuple[str, ...]) -> dict[str, str]:
    values: dict[str, str] = {}
    for fact in facts:
        key, equals, value = fact.partition("=")
        if not equals or not key or not value:
            raise BadSituation(f'{check_name}: "{fact:.60}" is not of the form key=value')
        if key in values:
            raise BadSituation(f'{check_name}: "{key:.40}" is given twice')
        values[key] = value
    return values


def _list_checks(kinds: Mapping[str, CheckKind], as_json: bool) -> None:
    if as_json:
        say_json([{"name": name, "title": kind.title} for name, kind in kinds.items()])
    else:
        say_table(("check", ""), [(name, kind.title) for name, kind in kinds.items()])


def _facts_told(kind: CheckKind, short: tuple[Fact, ...]) -> dict[str, Any]:
    facts = [
        {**fact._asdict(), "values": _range(fact), "default": fact.write(fact.default)}
        for fact in kind.facts
    ]
    alone = [{**fact._asdict(), "values": _range(fact), "default": None} for fact in short]
    return {"check": kind.name, "title": kind.title, "facts": facts, "short": alone}


def _say_facts(kind: CheckKind, short: tuple[Fact, ...]) -> None:
    rows = [
        (fact.name, _range(fact), _default(fact), fact.label, fact.group) for fact in kind.facts
    ]
    # Naming one of its facts asks for a short form; until then they have no value.
    rows += [(fact.name, _range(fact), "", fact.label, fact.group) for fact in short]
    if not rows:
        say(f"{kind.title} depends on no facts.")
        return
    say_table(("fact", "values", "default", "", "group"), rows, title=kind.title)


def _default(fact: Fact) -> str:
    value = fact.write(fact.default)
    return ("yes" if value else "no") if fact.kind == FLAG else str(value)


def _range(fact: Fact) -> str:
    if fact.kind == FLAG:
        return "yes, no"
    return ", ".join(fact.choices) if fact.kind == CHOICE else f"{fact.low}..{fact.high}"


# A modifier of the sheet, such as -1, is a word here and no option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("system_name", metavar="SYSTEM")
@click.argument("words", metavar="[ID | WORD...]", nargs=-1, type=click.UNPROCESSED)
@variant_option
@as_json
def rules(system_name: str, words: tuple[str, ...], variant: str, as_json: bool) -> None:
    """List a system's rules: id, rule in our words, sheet or ruling, chapter.

    ID is a rule's id, the beginning of several, or a line of the sheet; WORDs are looked for in
    ids, labels and texts, and if no rule holds them all, the nearest rules are listed.
    With an ID or WORDs it also shows where the code obeys each rule and which tests prove it.
    """
    from grognard.lab.rule_search import FoundRules, find_rules
    from grognard.lab.ruledocs import rules_listing

    if unknown := next((word for word in words if word.startswith("--")), ""):
        raise click.NoSuchOption(unknown)
    system = grognard.system(system_name)
    known = system.rulebook(variant).rules
    found = find_rules(system_name, known, words) if words else FoundRules(list(known))
    by_id = {rule["id"]: rule for rule in rules_listing(system, variant)}
    listed = [by_id[id_] for id_ in found.ids]
    if as_json:
        say_json(listed)
        return
    if found.near:
        say("No rule holds all of these words; the nearest are:\n")
    for rule in listed:
        place = f"sheet line {rule['line']}" if rule["line"] else rule["source"]
        say(f"{rule['id']}  ({place}; chapter {rule['chapter']})", "bold")
        say_paragraph(rule["says"], "    ")
        if words:
            for key, value in rule["values"].items():
                several = isinstance(value, tuple)
                told = ", ".join(map(str, value)) or "none" if several else value
                say(f"    {key}: {told}")
            for at in rule["where"]:
                say(f"    obeyed: {at['module']}:{at['line']}")
            for test in rule["tests"]:
                say(f"    test: {test}")
