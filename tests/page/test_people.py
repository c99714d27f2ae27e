"""People without accounts: their games, other devices, messages, rematches, a list, notices."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.page.browser import Server
from tests.page.company import HUMANS, company
from tests.page.sitting import TUTORIAL, answer, asked, copied, open_game, order, sit_down, until

NAMED = {"french": {"kind": "human", "name": "Ney"}, "allied": {"kind": "human", "name": "Picton"}}
# A browser whose push service is the test's own.
PUSHED = """Notification.requestPermission = async () => "granted";
PushManager.prototype.subscribe = async function (how) {
  window.wantedKey = how.applicationServerKey;
  const found = { endpoint: "https://push.example.org/1",
    unsubscribe: async () => { PushManager.prototype.getSubscription = async () => null; },
    toJSON: () => ({ endpoint: found.endpoint, keys: KEYS }) };
  PushManager.prototype.getSubscription = async () => found;
  return found;
};"""
KEYS = {
    # A point of the curve that everybody may know: the generator of P-256.
    "p256dh": "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKW"
    "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
    "auth": "AAAAAAAAAAAAAAAAAAAAAA",
}


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose host allows a list of games."""
    server = Server(tmp_path_factory.mktemp("listed"), "--lists")
    server.start()
    yield server
    server.stop()


def players(page: Page) -> None:
    """Open the sheet of the players."""
    page.click("[role=tab]:has-text('Players')")


def test_messages_are_signed_and_marked_a_no_is_told_and_sides_are_swapped(
    browser: Browser, server: Server
) -> None:
    game = open_game(server, seats=NAMED)
    with company(browser, 2) as (french, allied):
        sit_down(french, game, "french")
        sit_down(allied, game, "allied")
        players(allied)
        allied.fill("[aria-label='Message to the others']", "Bonjour!")
        allied.keyboard.press("Enter")
        expect(french.locator(".toast", has_text="Picton: Bonjour!")).to_be_visible()
        expect(french.locator("[role=tab] .mark")).to_have_text("1 new")
        assert allied.locator(".toast", has_text="Bonjour").count() == 0
        players(french)
        expect(french.locator("[role=tab] .mark")).to_have_count(0)

        answer(french, "Done")
        asked(allied, "Leader movement: who rides?")
        order(allied, "move orange > 0606")
        expect(french.locator("ol.log")).to_contain_text("Orange rides 1 hex to 0606.")
        french.click("text=Ask to undo")
        allied.click(".request >> text=No")
        expect(french.locator(".toast", has_text="Allied did not agree")).to_be_visible()

        allied.click("text=Resign as Allied")
        allied.click("dialog >> button:has-text('Resign')")
        over = french.url
        french.click("text=Rematch, sides swapped")
        expect(french).not_to_have_url(over)
        players(allied)
        allied.click("text=Go to the rematch")
        expect(allied.locator(".who")).to_have_text("Your turn")  # French now
        again = allied.url.split("/game/")[1].split("/")[0]
        expect(french).to_have_url(f"{server.address}/#/game/{again}/{game.seats['french']}")


def test_a_key_takes_the_games_to_another_device_and_a_file_too(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    game = open_game(server, seats=NAMED)
    with company(browser, 3) as (desk, phone, tablet):
        desk.context.grant_permissions(["clipboard-read", "clipboard-write"])
        sit_down(desk, game, "french")
        with desk.expect_response("**/claim"):
            desk.reload()
        desk.goto(f"{server.address}/#/")
        row = desk.locator(".my-games li", has_text="Gémioncourt")
        expect(row).to_contain_text("French against Picton")
        expect(row).to_contain_text("your turn · Turn 1 of 6")
        desk.click("text=You and your notices")
        desk.fill("label:has-text('Shown to the others') input", "Ney")
        desk.click("text=Save >> nth=0")
        expect(desk.locator(".toast").last).to_contain_text("Saved")
        link = copied(desk, "text=Copy the link")
        desk.click("text=Show the code")
        code = desk.locator("output.code").inner_text()
        with desk.expect_download() as download:
            desk.click("text=Save all my games")
        file = tmp_path / "games.json"
        download.value.save_as(file)
        assert json.loads(file.read_text())["games"][0]["record"].startswith("grognard")

        phone.goto(link)
        phone.click("dialog >> text=Use it")
        expect(phone.locator(".toast").last).to_contain_text("Your games are here now")
        assert code.replace("-", "") not in phone.url
        phone.goto(f"{server.address}/#/")
        phone.click(".my-games a:has-text('Gémioncourt')")
        expect(phone.locator(".who")).to_have_text("Your turn")
        assert phone.url == f"{server.address}/#/game/{game.id}"  # no secret in the address

        tablet.goto(f"{server.address}/#/me")
        tablet.fill("[placeholder='code or link of the other device']", code.upper())
        tablet.click("button:has-text('Use it')")
        tablet.click("dialog >> text=Use it")
        expect(tablet.locator(".you-parts")).to_contain_text("1 on this server")
        tablet.set_input_files("input[type=file]", file)
        tablet.click("text=Take them in")
        expect(tablet.locator(".toast").last).to_contain_text("Games in your list: 1.")


def test_games_of_a_server_that_lacks_them_are_opened_from_their_records(
    browser: Browser, server: Server, listing: Server, tmp_path: Path
) -> None:
    game, going_on = open_game(server), open_game(server, seats=NAMED)
    # The browser itself complains of games that are not there.
    with company(browser, 2, excused=("404",)) as (desk, phone):
        sit_down(desk, going_on, "french")
        sit_down(desk, game, "french")
        order(desk, "move ney > 0713")
        expect(desk.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
        desk.goto(f"{server.address}/#/me")
        with desk.expect_download() as download:
            desk.click("text=Save all my games")
        file = tmp_path / "games.json"
        download.value.save_as(file)
        phone.goto(f"{listing.address}/#/me")
        phone.set_input_files("input[type=file]", file)
        phone.click("text=Take them in")
        told = phone.locator(".toast").last
        expect(told).to_contain_text("Opened anew from their records: 1.")
        expect(told).to_contain_text("Not taken in: Gémioncourt (it goes on at its own server")
        phone.goto(f"{listing.address}/#/")
        phone.click(".my-games a:has-text('Gémioncourt')")
        expect(phone.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")


def test_a_game_for_anybody_is_found_joined_and_watched(browser: Browser, listing: Server) -> None:
    with company(browser, 3) as (host, comer, guest):
        host.goto(f"{listing.address}/#/new/{TUTORIAL}")
        host.check("text=Anybody")
        host.click("text=To arms")
        players(host)
        expect(host.locator(".seats li", has_text="Allied")).to_contain_text("not taken yet")
        comer.goto(listing.address)
        comer.click(".public >> text=Play Allied")
        expect(comer.locator(".who")).to_have_text("French")
        expect(host.locator(".seats li", has_text="Allied")).to_contain_text("here")
        guest.goto(listing.address)
        expect(guest.locator(".public a:has-text('Watch')")).to_be_visible()
        assert guest.locator(".public >> text=Play Allied").count() == 0
        guest.click(".public a:has-text('Watch')")
        expect(guest.locator(".who")).to_have_text("French")


def test_a_browser_is_told_while_no_page_of_the_game_is_open(page: Page, server: Server) -> None:
    page.context.grant_permissions(["notifications"])
    page.add_init_script(PUSHED.replace("KEYS", json.dumps(KEYS)))
    page.goto(f"{server.address}/#/me")
    page.click("text=Tell me in this browser")
    expect(page.locator("text=This browser is told")).to_be_visible()
    key = page.evaluate("JSON.parse(localStorage['grognard.me']).key")
    told = page.evaluate(
        "key => fetch('/api/me', { headers: { Authorization: `Bearer ${key}` } })"
        ".then((answer) => answer.json())",
        key,
    )
    assert told["browsers"] == 1 and page.evaluate("wantedKey") == told["push_key"]
    # What the push service delivers is shown by the service worker.
    line = page.context.new_cdp_session(page)
    line.send("ServiceWorker.enable")
    scopes: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: scopes.extend(each["registrationId"] for each in news["registrations"]),
    )
    line.send("ServiceWorker.disable")
    line.send("ServiceWorker.enable")
    until(page, lambda: scopes)
    words = {"title": "Gémioncourt", "body": "it is your turn", "url": "/#/game/x", "tag": "x"}
    pushed = {"origin": server.address, "registrationId": scopes[0], "data": json.dumps(words)}
    shown = """async () => {
      const registration = await navigator.serviceWorker.getRegistration("/");
      const found = await registration.getNotifications();
      return found.map((each) => [each.title, each.body, each.data]);
    }"""

    def told_of() -> list[list[str]]:
        # A worker that is only just starting may miss it; with the same tag it is shown once.
        line.send("ServiceWorker.deliverPushMessage", pushed)
        found: list[list[str]] = page.evaluate(shown)
        return found

    until(page, told_of)
    assert told_of() == [["Gémioncourt", "it is your turn", "/#/game/x"]]
    page.click("text=No more notices here")
    expect(page.locator("text=Tell me in this browser")).to_be_visible()


def test_the_lobby_waits_for_a_seat_that_is_being_tied(page: Page, server: Server) -> None:
    held: list[Route] = []
    page.route("**/claim*", lambda route: held.append(route))
    sit_down(page, open_game(server, seats=HUMANS), "french")
    with page.expect_request("**/api/open*"):
        page.goto(f"{server.address}/#/")
    (route,) = held
    route.continue_()
    expect(page.locator(".my-games li")).to_contain_text("French against Allied")


def test_the_seats_of_friends_are_not_claimed_by_whoever_opened_the_game(
    page: Page, server: Server
) -> None:
    sit_down(page, open_game(server, seats=HUMANS), "french")
    page.goto(f"{server.address}/#/")
    expect(page.locator(".my-games li")).to_contain_text("French against Allied")
