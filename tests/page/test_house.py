"""House rules on the page: a file sent with a new game, read before anybody sits down."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.page.browser import Server

CLUB = 'title = "Our club"\n["onepage.combat.hit"]\nsays = "Fives and sixes hit."\nleast = 5\n'


def test_both_players_read_the_house_rules_before_they_sit_down(
    browser: Browser, page: Page, server: Server, tmp_path: Path
) -> None:
    file = tmp_path / "club.toml"
    file.write_text(CLUB)
    page.goto(f"{server.address}/#/new/onepage/maida")
    page.get_by_label("A friend by link").check()
    page.get_by_text("More", exact=True).click()
    page.get_by_label("House rules").set_input_files(file)
    page.get_by_role("button", name="To arms").click()
    rules = page.get_by_role("dialog", name="House rules: Our club")
    expect(rules).to_contain_text("Fives and sixes hit.")
    expect(rules).to_contain_text("least 5 (was 6)")
    expect(page.locator("#prompt")).to_have_text("Loading…")
    rules.get_by_role("button", name="Sit down").click()
    expect(page.locator("#prompt")).not_to_have_text("Loading…")
    page.reload()
    expect(page.locator("#prompt")).not_to_have_text("Loading…")
    expect(rules).to_have_count(0)
    # Somebody else sees them too, and may leave.
    address = page.url
    other = browser.new_context()
    guest = other.new_page()
    guest.goto(address)
    shown = guest.get_by_role("dialog", name="House rules: Our club")
    shown.get_by_role("button", name="Leave").click()
    expect(guest).to_have_url(f"{server.address}/#/")
    other.close()


def test_a_file_that_does_not_fit_is_refused_in_words(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    page = browser.new_page()  # whose console may complain of the refusal
    file = tmp_path / "club.toml"
    file.write_text(CLUB.replace("combat.hit", "combat.hti"))
    page.goto(f"{server.address}/#/new/onepage/maida")
    page.get_by_text("More", exact=True).click()
    page.get_by_label("House rules").set_input_files(file)
    page.get_by_role("button", name="To arms").click()
    expect(page.get_by_text('house rules:2: unknown rule "onepage.combat.hti"')).to_be_visible()
    page.close()
