"""At the table on a phone: odds in a few taps, a turn with one's own dice, rosters, no network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, expect

from tests.companion.test_paper import boxes
from tests.page.browser import Complaints, Server

PHONE = ViewportSize(width=390, height=844)
PATIENCE = 120_000  # milliseconds: the first data of a system is worked out on a busy machine


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=PHONE, has_touch=True, accept_downloads=True)
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def phone(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    complaints = Complaints()
    complaints.listen(page)
    yield page
    assert complaints == []


class Taps:
    """Taps on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def button(self, name: str, role: str = "button") -> None:
        found = self.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        found.first.click(timeout=PATIENCE)
        self.count += 1


def open_table(page: Page, server: Server) -> Taps:
    page.goto(f"{server.address}/table/index.html")
    expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    return Taps(page)


# What is tapped from the first page to a defended village under assault, and what is then read.
ASSAULTS = [
    ("Shock", "Shock", [("radio", "Built up village")], "Ratio 1-1", "Built-up village"),
    ("Locales", "Assault", [], "Result +2", ""),
    ("One page", "Melee: the attacker strikes", [("checkbox", "Stationary")], "hits on 6", ""),
    ("Brigades:", "Melee", [("checkbox", "The enemy saves")], "hits on 6 or more", ""),
    ("Pulses", "Combat", [("button", "Infantry against cover")], "1 die, hits on 6 or more", ""),
]


@pytest.mark.slow
@pytest.mark.parametrize(("system", "check", "taps", "said", "line"), ASSAULTS)
def test_an_assault_on_a_village_is_six_taps_away(
    phone: Page,
    server: Server,
    system: str,
    check: str,
    taps: list[tuple[str, str]],
    said: str,
    line: str,
) -> None:
    tap = open_table(phone, server)
    phone.locator("ul.list button", has_text=system).first.click(timeout=PATIENCE)
    tap.button(check)
    for role, name in taps:
        phone.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        tap.count += 1
    verdict = phone.locator(".verdict")
    expect(verdict).to_contain_text(said)
    expect(verdict).to_contain_text(line)
    expect(verdict.locator("progress").first).to_be_visible()
    assert tap.count + 1 <= 6


def test_a_failed_test_leads_on_with_what_is_known(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/onepage/check/melee")
    phone.get_by_role("button", name="I rolled").click(timeout=PATIENCE)
    # Infantry that moved throws four dice, and sixes hit: three of them do.
    expect(phone.locator(".verdict")).to_contain_text("How many of 4 show 6?")
    phone.locator(".faces").get_by_role("button", name="3", exact=True).click()
    expect(phone.locator(".result .what")).to_have_text("3 hits")
    phone.get_by_role("button", name="Melee: the defender strikes back ›").click()
    target = "4 dice, hits on 6 or more, against 3 hits"
    expect(phone.locator(".verdict .target")).to_have_text(target)
    phone.get_by_role("button", name="I rolled").click()
    phone.locator(".faces").get_by_role("button", name="1", exact=True).click()
    expect(phone.locator(".result")).to_contain_text("The unit with more hits is disordered")


def test_a_chart_of_words_is_a_card_for_each_row_on_a_phone(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/locales/charts")
    phone.locator("summary", has_text="Field commands: attacks").click(timeout=PATIENCE)
    chart = phone.locator("details[open] table.chart")
    expect(chart.locator("tbody tr").first).to_contain_text("Advance")
    expect(chart.locator("td[data-head='Opponent\\'s response']").first).to_have_text("retreat")
    # Nothing lies beside the screen: it is read without moving it sideways.
    assert chart.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")
    assert (
        chart.locator("tbody tr").first.evaluate("row => getComputedStyle(row).display") == "grid"
    )


def test_distances_follow_the_table_on_every_screen(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html")
    phone.get_by_label("Scale of distances").select_option("half", timeout=PATIENCE)
    phone.get_by_label("Unit").select_option("cm")
    phone.goto(f"{server.address}/table/index.html#/pulses")
    # 6 inches of the sheet are 7.6 centimetres at half scale, 20 are 25.4.
    expect(phone.locator(".phase").nth(4)).to_contain_text("an enemy within 7.6 cm")
    phone.goto(f"{server.address}/table/index.html#/pulses/charts")
    phone.locator("summary", has_text="Control tests").click(timeout=PATIENCE)
    expect(phone.locator("details[open] thead")).to_contain_text("Enemy within 25.4 cm")


def test_what_comes_too_late_does_not_cover_a_newer_screen(phone: Page, server: Server) -> None:
    """The list of systems arrives after the player went on to one of them by its address."""
    held: list[Route] = []
    phone.route("**/data/index.json", lambda route: held.append(route))
    with phone.expect_request("**/data/index.json"):
        phone.goto(f"{server.address}/table/index.html", wait_until="commit")
    phone.evaluate("location.hash = '#/pulses'")
    expect(phone.locator(".phase").first).to_be_visible(timeout=PATIENCE)
    with phone.expect_response("**/data/index.json") as late:
        held[0].continue_()
    late.value.finished()
    phone.evaluate("fetch('files.json').then(answer => answer.json())")  # by now it was read
    expect(phone.locator(".phase").first).to_be_visible()
    expect(phone.get_by_text("Which rules do you play?")).to_have_count(0)


def test_numbers_of_a_chart_are_offered_in_its_words(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/pulses/check/combat")
    # A village is cover: its attackers hit on 6. The first list is the attacker's.
    cover = phone.get_by_role("button", name="Infantry against cover").first
    cover.click(timeout=PATIENCE)
    expect(phone.locator(".verdict")).to_contain_text("Attacker: 1 die, hits on 6 or more")
    expect(cover).to_have_attribute("aria-pressed", "true")


def test_the_situation_is_remembered_until_it_is_reset(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/onepage/check/morale")
    cover = phone.get_by_role("checkbox", name="Defending building or works")
    cover.click(timeout=PATIENCE)
    expect(phone.locator(".target")).to_have_text("D6 of at most 6")
    phone.reload()
    expect(cover).to_have_attribute("aria-checked", "true")
    phone.get_by_role("button", name="Reset").click()
    expect(phone.locator(".target")).to_have_text("D6 of at most 5")
    # Heavier cavalry excludes that it faces cavalry on foot.
    phone.get_by_role("checkbox", name="Heavier cavalry in melee against lighter").click()
    excluded = phone.get_by_role("checkbox", name="Not cavalry, in melee against cavalry")
    expect(excluded).to_be_disabled()


def test_a_roster_comes_in_and_goes_out_as_csv(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/onepage/roster")
    rows = "side\tgroup\tname\tstrength\nFrench\tReille\tFoy\t4\nFrench\tReille\tBachelu\t4\n"
    phone.get_by_label("Roster to paste").fill(rows + "Allied\t\tPicton\t3\n", timeout=PATIENCE)
    phone.get_by_role("button", name="Use this roster").click()
    for _ in range(4):
        phone.get_by_role("button", name="Foy loses one").click()
    # The French have 8 points; 40 % of them, rounded up, is 4 and makes the army withdraw.
    expect(phone.locator(".alarm")).to_contain_text("French: withdrawal (4 of 4)")
    # Tap after tap is one line of the log.
    log = phone.locator("details ol li")
    expect(log).to_have_count(1)
    expect(log).to_contain_text("Foy loses 4 (0 left). Foy is gone. French: withdrawal reached.")
    phone.get_by_role("button", name="Undo").click()
    expect(phone.locator(".alarm")).to_have_count(0)
    expect(log).to_contain_text("Foy loses 3 (1 left).")
    phone.get_by_text("Save, share, begin again").click()
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Save as CSV").click()
    saved = Path(download.value.path()).read_text()
    assert saved.splitlines()[1] == "French,Reille,Foy,,4,3,,,,"


def test_two_phones_share_an_evening(
    browser: Browser, phone: Page, context: BrowserContext, server: Server
) -> None:
    phone.goto(f"{server.address}/table/index.html#/onepage/roster")
    phone.get_by_role("button", name="Maida").click(timeout=PATIENCE)
    phone.get_by_text("Save, share, begin again").click()
    phone.get_by_role("button", name="Share with a second phone").click()
    phone.get_by_text("Save, share, begin again").click()
    shared = phone.locator('details a[href*="/roster/evening/"]')
    link = shared.get_attribute("href", timeout=PATIENCE)
    assert link
    other = browser.new_context(viewport=PHONE)
    second = other.new_page()
    second.goto(link)
    second.get_by_role("button", name="Kempt loses one").click(timeout=PATIENCE)
    left = phone.locator('[data-unit="kempt"] .pips')
    expect(left).to_have_text("●●●○", timeout=PATIENCE)
    phone.get_by_role("button", name="Kempt loses one").click()
    expect(second.locator('[data-unit="kempt"] .pips')).to_have_text("●●○○", timeout=PATIENCE)
    other.close()


def test_it_works_with_the_network_cut(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto(f"{server.address}/table/index.html#/onepage/check/morale")
    expect(page.locator(".target")).to_have_text("D6 of at most 5", timeout=PATIENCE)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=PATIENCE)
    context.set_offline(True)
    page.reload()
    expect(page.locator(".target")).to_have_text("D6 of at most 5", timeout=PATIENCE)
    page.get_by_role("button", name="Roll for me").click()
    expect(page.locator(".result")).to_be_visible()
    context.set_offline(False)


def test_a_stale_change_of_an_evening_is_refused(phone: Page, server: Server) -> None:
    address = f"{server.address}/table/evenings"
    sent = phone.request.post(address, data={"evening": json.dumps({"log": []})})
    key = sent.json()["key"]
    change = {"evening": "{}", "revision": 1}
    assert phone.request.put(f"{address}/{key}", data=change).json()["revision"] == 2
    assert phone.request.put(f"{address}/{key}", data=change).status == 409
    assert phone.request.get(f"{address}/nobody").status == 404


def test_command_dice_are_rolled_and_kept_for_each_side(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/pulses/roster")
    phone.get_by_role("button", name="Teugen and Hausen").click(timeout=PATIENCE)
    box = phone.get_by_label("French: command dice", exact=True)
    expect(box).to_have_value("0")
    box.fill("7")
    box.press("Enter")
    expect(phone.get_by_text("French: command dice: 7.")).to_have_count(1)
    phone.get_by_role("button", name="French: command dice: one less").click()
    expect(box).to_have_value("6")
    expect(phone.get_by_text("at the start of a turn").first).to_be_visible()
    phone.get_by_role("button", name="Roll for me").first.click()
    # The log tells the dice and their sum, and that sum is kept.
    line = phone.locator("ol li").last
    expect(line).to_contain_text("French: command dice: ")
    told = line.text_content() or ""
    thrown, total = told.split("dice: ")[1].rstrip(".").split(" = ")
    assert sum(map(int, thrown.split(" + "))) == int(total)
    expect(box).to_have_value(total)
    phone.get_by_role("button", name="Undo").click()
    expect(box).to_have_value("6")


def test_a_roster_goes_out_and_comes_back_as_json(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/onepage/roster")
    phone.get_by_role("button", name="Maida").click(timeout=PATIENCE)
    phone.get_by_role("button", name="Kempt loses one").click()
    phone.get_by_text("Save, share, begin again").click()
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Save as JSON").click()
    saved = Path(download.value.path()).read_text()
    assert json.loads(saved)["battle"] == "onepage/maida"
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.get_by_role("button", name="Begin again").click()
    phone.get_by_label("Roster to paste").fill(saved)
    phone.get_by_role("button", name="Use this roster").click()
    expect(phone.locator('[data-unit="kempt"] .pips')).to_have_text("●●●○")


def test_the_evening_is_printed_with_the_strength_of_now(phone: Page, server: Server) -> None:
    phone.goto(f"{server.address}/table/index.html#/onepage/roster")
    rows = "side\tname\tstrength\tlosses\nFrench\tFoy\t4\t1\nAllied\tPicton\t3\t0\n"
    phone.get_by_label("Roster to paste").fill(rows, timeout=PATIENCE)
    phone.get_by_role("button", name="Use this roster").click()
    phone.locator("summary", has_text="Print").click()
    with phone.expect_download() as download:
        phone.get_by_role("button", name="PDF (A4)").click()
    path = Path(download.value.path())
    assert path.read_bytes().startswith(b"%PDF-")
    # Boxes with an edge: three of Foy, three of Picton; one of Foy is dark. The tracks to
    # withdrawal have 40 % of four and of three points, rounded up: two each.
    squares = [box for box in boxes(path) if box[0] < 12]
    assert len(squares) == 6 + 2 + 2
