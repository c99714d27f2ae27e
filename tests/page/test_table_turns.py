"""A turn of every system at the table, played out with one's own dice on a phone."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.page.browser import Complaints, Server

PHONE = ViewportSize(width=390, height=844)
PATIENCE = 120_000  # milliseconds: the first data of a system is worked out on a busy machine


class Step(NamedTuple):
    """A check of a turn: how it is reached, what was rolled, and what the phone must say.

    A `check` that ends in "›" is the button under the last result; any other stands on the turn.
    """

    check: str
    rolled: tuple[str, ...]
    what: str
    says: str = ""
    ticks: tuple[str, ...] = ()
    target: str = ""


SHOCK = [
    # 7 against 3, no command points: the higher sum has the initiative.
    Step("Initiative", ("7", "3"), "French initiative", "names the command that goes first"),
    Step("Draw of a command ›", ("2",), "Command 2", "full activation"),
    # Orders of 5: up to 5 the command acts.
    Step("Orders without the draw", ("5",), "Act", "but not attack, charge or march"),
    Step("Orders without the draw", ("6",), "Stand", "does nothing this turn"),
    # Below a Cohesion of 6 the unit recovers.
    Step("Rally of a disordered unit", ("6",), "Disordered", "It stays as it was"),
    Step("Rally of a routed unit", ("2",), "D-1", "The unit is D-1"),
    # Column 1, row 7: d-2. Nine less two is above a Cohesion of 6.
    Step("Fire", ("7",), "D-2", "2 taken from the die", target="Column 1"),
    Step("Cohesion check ›", ("9",), "Fail", "good order becomes D-1", target="Cohesion 6 (fire)"),
    Step("Leaving square", ("7",), "Disordered", "It leaves square disordered"),
    Step("Square in reaction", ("8",), "D", "No square"),
    Step("Shock commitment", ("6",), "Attacks", "It goes in"),
    # Evens, a nought: d for the attacker, a step, B and d for the defender, who goes.
    Step("Shock ›", ("0",), "D / 1Bd", "The defender goes", target="Ratio 1-1"),
    Step("Pursuit ›", ("6",), "Pursues", "It pursues", target="Pursuit 5"),
]
LOCALES = [
    Step("Shuffle", ("2",), "2"),
    # Two leaders of attack against nobody: +2 is the attacker's.
    Step("Assault", (), "Attacker", target="Result +2"),
    Step("Draw of a command card", ("4 field, 0 staff",), "4 field, 0 staff"),
]
ONEPAGE = [
    Step("Marsh", ("3",), "Double", target="Up to 2 free, up to 4 double"),
    Step("Rally", ("6",), "Stays routed"),
    # A rating of 5, and one more for works: every face passes.
    Step("Morale test", ("6",), "Pass", ticks=("Defending building or works",)),
    Step("Fire", ("1",), "1 hit", target="2 dice, hits on 6 or more"),
    Step("Melee: the attacker strikes", ("3",), "3 hits", "Remember the hits"),
    Step(
        "Melee: the defender strikes back ›",
        ("1",),
        "1 hit",
        "The unit with more hits is disordered",
        target="4 dice, hits on 6 or more, against 3 hits",
    ),
]
BRIGADES = [
    Step("Through the marsh", ("5",), "Quadruple"),
    Step("Morale test", ("6",), "Fail", target="D6 of at most 5"),
    Step("Fire", ("2",), "2 hits", target="2 dice, hits on 6 or more"),
    # Both hits are carried over: two dice, and one of them saves.
    Step("Saving throws ›", ("1",), "1 casualty", target="2 dice, saved on 4 or more"),
    Step("Melee", ("0",), "0 hits", target="3 dice, hits on 6 or more"),
    # 4 + 5 against 3 + 5.
    Step("Tied melee", ("4", "3"), "Attacker"),
    Step("A burning building", ("5",), "Goes out"),
    Step("Collapse", ("1",), "Collapse", target="Collapses on 1 or less"),
]
PULSES = [
    # A commander of level 2: 3 + 5 command dice.
    Step("Command dice", ("3", "5"), "8 command dice", "you have this turn", target="2 dice"),
    Step("Initiative ›", ("6", "2"), "2-6"),
    # One pulse is completed: a 1 ends the turn, a 2 does not.
    Step("The d4 of the initiative roll ›", ("2",), "2 on the d4"),
    Step("Skirmish attack", ("1",), "1 success", "throws a die for each success"),
    Step("Saving throws ›", ("0",), "0 successes left", target="1 die, each of 4 or more"),
    Step("Artillery fire", ("1",), "1 hit"),
    Step("Control test", ("1", "2"), "1-2"),
    Step("Movement die", ("6",), "6 inches more"),
    # The evader's 5 beats a 3.
    Step("Evasion", ("5", "3"), "Evades"),
    # 4 + 3 is at most 7; the odd three costs the attacker a hit.
    Step("Artillery escape", ("4", "3"), "Escaped, attacker hit"),
    # One hit against none: the attacker's.
    Step("Combat", ("1", "0"), "Attacker"),
    Step("Officer casualty", ("1",), "Lost"),
    Step("Recovery", ("2",), "Remains"),
    # 6 + 6 and the turn of 4 is 16, above 14.
    Step("Army morale", ("6", "6"), "Fail", target="A total of at most 14"),
    Step("The end of the battle", ("3",), "Over"),
]
TURNS = {
    "shock": SHOCK,
    "locales": LOCALES,
    "onepage": ONEPAGE,
    "brigades": BRIGADES,
    "pulses": PULSES,
}


def take(phone: Page, step: Step) -> None:
    """Make one check with one's own dice and read the result."""
    if not step.check.endswith("›"):
        back = phone.get_by_role("button", name="Back to the turn")
        if back.count():
            back.click()
        expect(phone.locator(".phase").first).to_be_visible()
    phone.get_by_role("button", name=step.check, exact=True).click()
    title = step.check.removesuffix(" ›")
    expect(phone.get_by_role("heading", name=title, exact=True, level=1)).to_be_visible()
    for name in step.ticks:
        phone.get_by_role("checkbox", name=name).click()
    verdict = phone.locator(".verdict")
    if step.target:
        expect(verdict.locator(".target")).to_contain_text(step.target)
    if step.rolled:
        own = "I drew" if "field" in step.rolled[0] else "I rolled"
        phone.get_by_role("button", name=own).click()
    else:
        phone.get_by_role("button", name="What now?").click()
    for die, face in enumerate(step.rolled):
        verdict.locator(".faces").nth(die).get_by_role("button", name=face, exact=True).click()
    expect(verdict.locator(".result .what")).to_have_text(step.what)
    expect(verdict.locator(".result")).to_contain_text(step.says)


@pytest.mark.slow
@pytest.mark.parametrize("system", TURNS)
def test_a_turn_is_played_out_with_ones_own_dice(
    browser: Browser, server: Server, system: str
) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.set_default_timeout(PATIENCE)
    phone = context.new_page()
    complaints = Complaints()
    complaints.listen(phone)
    phone.goto(f"{server.address}/table/index.html#/{system}")
    expect(phone.locator(".phase").first).to_be_visible(timeout=PATIENCE)
    for step in TURNS[system]:
        take(phone, step)
    # Round the turn: phase after phase is marked, and the last leads back to the first.
    phone.get_by_role("button", name="Back to the turn").click()
    phases = phone.locator(".phase")
    expect(phases.first).to_be_visible()
    for _ in range(phases.count()):
        before = phone.locator(".phase.now h2").inner_text()
        phone.get_by_role("button", name="Next phase").click()
        expect(phone.locator(".phase.now h2")).not_to_have_text(before)
    context.close()
    assert complaints == []


# System, its title, what is searched, and what must be found.
SEARCHES = [
    ("shock", "Shock", "square", "Square in reaction"),
    ("onepage", "One page", "village", "A village costs nobody anything."),
    # The sheet of these rules has no villages, but speaks of what is meant.
    ("pulses", "Pulses", "village", "Of the same meaning"),
    ("onepage", "One page", "what stops artillery", "Art."),
    ("brigades", "Brigades", "squares", "square"),
]


@pytest.mark.slow
def test_charts_are_searched_by_words(browser: Browser, server: Server) -> None:
    phone = browser.new_page(viewport=PHONE)
    phone.set_default_timeout(PATIENCE)
    for system, title, words, said in SEARCHES:
        phone.goto(f"{server.address}/table/index.html#/{system}/charts")
        box = phone.get_by_label("Search the charts and rulings")
        # Before that the box of the system before is still there.
        expect(phone.get_by_role("heading", level=1)).to_have_text(title)
        expect(box).to_have_value("")
        box.fill(words)
        expect(phone.locator("#found")).to_contain_text(said)
        expect(phone.locator("#found section").first).to_be_visible()
    box.fill("zeppelin")
    expect(phone.locator("#found")).to_have_text('These rules say nothing of "zeppelin".')
    box.fill("zeppelin raid")
    expect(phone.locator("#found")).to_have_text("Nothing fits. Try one word less.")
    # A cell leads to the odds of what it says: a disordered stand tests at 5 less 1.
    box.fill("a disordered stand")
    modifiers = phone.locator("#found section", has_text="Morale modifiers")
    modifiers.get_by_role("button", name="-1", exact=True).first.click()
    expect(phone.locator(".target")).to_have_text("D6 of at most 4")
    expect(phone.get_by_role("checkbox", name="Disordered")).to_have_attribute(
        "aria-checked", "true"
    )
    # And back to what was sought.
    phone.get_by_role("button", name="Back to the charts").click()
    expect(box).to_have_value("a disordered stand")
    phone.close()
