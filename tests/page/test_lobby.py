"""Choosing a battle, opening games of every kind, and finding them again."""

import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.page.browser import Server
from tests.page.placed import box_of
from tests.page.sitting import TUTORIAL, asked, copied, open_game, order, sit_down


def faults(page: Page) -> list[str]:
    """What is hard to use for some on this page, as axe finds it: by day, its colours by night."""
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    expect(page.locator('[data-theme="dark"]')).to_be_attached()
    found += Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    page.emulate_media(color_scheme="light")
    expect(page.locator('[data-theme="light"]')).to_be_attached()
    return [
        f"{fault['id']}: {node['html'][:160]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def test_battles_stand_by_system_with_picture_and_difficulty(page: Page, server: Server) -> None:
    page.goto(server.address)
    card = page.locator(".battle", has_text="Gémioncourt").first
    expect(card).to_contain_text("16 June 1815")
    expect(card).to_contain_text("for a first battle")
    expect(card).to_contain_text("French against Allied")
    expect(card).to_contain_text("Teaches: Fire, shock")
    card.scroll_into_view_if_needed()
    picture = card.locator("img")
    expect(picture).not_to_have_js_property("naturalWidth", 0)
    assert page.locator(".shelf").count() >= 2


def test_what_comes_too_late_does_not_cover_a_newer_screen(page: Page, server: Server) -> None:
    """The games of the lobby arrive after the player went on to the form of a battle."""
    held: list[Route] = []
    page.route("**/api/me", lambda route: held.append(route))
    with page.expect_request("**/api/me"):
        page.goto(server.address, wait_until="commit")
    page.evaluate(f"location.hash = '#/new/{TUTORIAL}'")
    expect(page.locator(".opening")).to_be_visible()
    with page.expect_response("**/api/me") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("fetch('/api/battles').then(answer => answer.json())")  # by now it was read
    expect(page.locator(".opening")).to_be_visible()
    expect(page.locator(".welcome")).to_have_count(0)


def test_one_click_begins_the_tutorial_with_a_guide(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.click(".welcome >> text=Begin the tutorial")
    asked(page, "Leader movement: who rides?")
    expect(page.locator(".lesson")).to_contain_text("Leaders ride first")
    page.click("text=Show me")
    expect(page.locator(".suggested")).to_contain_text(re.compile("Done|Move"))
    page.click("text=No more hints")
    expect(page.locator(".lesson")).to_have_count(0)


def test_a_friend_gets_a_link_and_the_game_is_kept(page: Page, server: Server) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server.address}/#/new/{TUTORIAL}")
    page.check("text=A friend by link")
    page.check("label:has-text('Allied')")
    page.click("text=To arms")
    expect(page.locator(".invitation")).to_contain_text("the French player")
    link = copied(page, "text=Copy the link >> nth=0")
    assert link.startswith(f"{server.address}/#/game/") and link not in page.url
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".who")).to_have_text("Your turn")
    expect(page.locator(".invitation")).to_be_hidden()
    other.close()
    page.click(".wordmark")
    expect(page.locator(".my-games li")).to_contain_text("Gémioncourt")
    expect(page.locator(".my-games .state")).to_contain_text("Turn 1 of 6")
    page.click(".my-games >> text=Forget")
    expect(page.locator(".my-games li")).to_have_count(0)


def test_a_saved_record_is_gone_on_with(page: Page, server: Server, tmp_path: Path) -> None:
    sit_down(page, open_game(server), "french")
    order(page, "move ney > 0713")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
    page.click("text=Players")
    with page.expect_download() as download:
        page.click("text=Save the record")
    path = tmp_path / "saved.grog"
    download.value.save_as(path)
    page.goto(server.address)
    page.click("text=Continue a saved record")
    page.set_input_files("input[type=file]", path)
    page.click("text=Continue this record")
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
    asked(page, "Leader movement: who rides?")


def test_an_unknown_game_is_told_and_not_asked_for_again(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/watch/nosuchgame")
    expect(page.locator(".banner")).to_contain_text("unknown game")
    page.click("text=Back to the battles")
    expect(page.locator(".welcome")).to_be_visible()


def test_lobby_and_form_can_be_used_by_all(page: Page, server: Server) -> None:
    page.goto(server.address)
    expect(page.locator(".shelf").first).to_be_visible()
    assert faults(page) == []
    page.goto(f"{server.address}/#/new/{TUTORIAL}")
    page.click(".more summary")
    assert faults(page) == []


def test_the_table_can_be_used_by_all(page: Page, server: Server) -> None:
    game = open_game(server)
    sit_down(page, game, "french")
    for tab in ("Log", "Tools", "Players", "Settings", "Help"):
        page.click(f"[role=tab]:has-text('{tab}')")
        assert faults(page) == [], tab


def test_nothing_scrolls_sideways(page: Page, server: Server) -> None:
    page.goto(server.address)
    for width in (360, 768, 2560):
        page.set_viewport_size({"width": width, "height": 740})
        expect(page.locator(".shelf").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sit_down(page, open_game(server), "french")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert box_of(page.locator(".board"))["height"] > 250
        page.evaluate("location.hash = ''")


def test_a_battle_is_found_by_its_system_or_by_words(page: Page, server: Server) -> None:
    page.goto(server.address)
    shown = page.locator(".shelf .battle:visible")
    expect(page.locator(".finding [role=status]")).to_contain_text("battles")
    everything = shown.count()
    page.click('.finding [data-system="shock"]')
    expect(page.locator(".shelf:visible")).to_have_count(1)
    assert 0 < shown.count() < everything
    expect(page.locator('.finding [data-system="shock"]')).to_have_attribute("aria-pressed", "true")
    page.fill(".finding input", "gémioncourt 1815")
    expect(shown).to_have_count(1)
    expect(page.locator(".finding [role=status]")).to_have_text("1 battle")
    page.fill(".finding input", "agincourt")
    expect(page.locator(".finding [role=status]")).to_have_text("No battles")
    page.fill(".finding input", "")
    page.click('.finding [data-system=""]')
    expect(shown).to_have_count(everything)


def test_the_battles_are_no_long_way_down_on_a_phone(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server.address)
    expect(page.locator(".shelf").first).to_be_visible()
    battles = page.locator(".shelf .battle").count()
    assert page.evaluate("document.documentElement.scrollHeight") < 1800 + 260 * battles
    page.click('.finding [data-system="shock"]')
    assert page.evaluate("document.documentElement.scrollHeight") < 3200
