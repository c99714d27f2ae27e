"""The page's own script, run in a browser on the tables of a system."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import grognard.server

SCRIPT = Path(grognard.server.__file__).parent / "page" / "table" / "reckon.js"

ANSWER = """
([name, situations]) => {
  const check = window.tables[name];
  return situations.map((s) => {
    const odds = r.shares(r.odds(check, s)).map((e) => [e.label, e.fraction]);
    const told = { odds: Object.fromEntries(odds) };
    if (!check.pile && !check.duel) {
      const { lines, target, roll, labels } = r.reckon(check, s);
      told.lines = lines.map((l) => [l.id, l.reason, l.of, l.value]);
      told.target = target;
      told.dice = roll.dice;
      told.labels = labels;
      told.weights = roll.weights.map(String);
    }
    return told;
  });
}
"""


def load(page: Page, tables: list[dict[str, Any]]) -> None:
    """Put the script and the tables of some checks on an empty page."""
    page.goto("about:blank")
    source = base64.b64encode(SCRIPT.read_bytes()).decode()
    page.evaluate(
        f"import('data:text/javascript;base64,{source}').then((found) => {{ window.r = found; }})"
    )
    page.evaluate("(all) => { window.tables = all; }", {each["name"]: each for each in tables})


def answers(page: Page, check: str, situations: list[tuple[int, ...]]) -> list[dict[str, Any]]:
    """What the script says of some situations of a check."""
    found: list[dict[str, Any]] = page.evaluate(ANSWER, [check, [list(s) for s in situations]])
    return found


def faces(page: Page, check: str, situation: tuple[int, ...], throws: list[Any]) -> list[int]:
    """The outcomes the script reads off some throws."""
    found: list[int] = page.evaluate(
        "([name, s, throws]) => { const { roll } = r.reckon(window.tables[name], s);"
        " return throws.map((faces) => r.outcomeOf(roll, faces)); }",
        [check, list(situation), [list(throw) for throw in throws]],
    )
    return found
