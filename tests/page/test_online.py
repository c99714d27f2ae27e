"""Two play by links and a third looks on: presence, words, notices, consent, stand-ins, an end."""

import json
import re

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.page.browser import Server
from tests.page.company import HUMANS, company, record_of
from tests.page.sitting import Opened, answer, asked, copied, open_game, order, sit_down, until

# A player who looks at another window, and notes what the browser shows him.
AWAY = """window.notices = [];
window.Notification = class {
  static permission = "granted";
  constructor(title, how) { window.notices.push([title, how.body]); }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => true });
localStorage.setItem("grognard.settings", JSON.stringify({ notify: true, salt: false }));"""
ATTACK = '<img src=x onerror="document.title=1">'


def invite(page: Page, server: Server) -> tuple[str, str]:
    """Open a game in the lobby against a friend; the links for him and for spectators."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(server.address)
    page.click("text=Choose side and opponent")
    page.check("text=A friend by link")
    page.click(".more summary")
    page.fill("label:has-text('Your name') input", ATTACK)
    page.click("text=To arms")
    expect(page.locator(".who")).to_have_text("Your turn")
    friend = copied(page, "text=Copy the link")
    page.click("[role=tab]:has-text('Players')")
    return friend, copied(page, "text=Copy the link for spectators")


def opened_at(page: Page, server: Server) -> Opened:
    """The game a page is at."""
    _, game, secret = page.url.rsplit("/", 2)
    return Opened(server, game, {"french": secret})


def test_friends_meet_by_links_and_a_third_looks_on(browser: Browser, server: Server) -> None:
    with company(browser, 3) as (mine, friend, guest):
        to_friend, to_guest = invite(mine, server)
        secret = to_friend.rsplit("/", 1)[1]
        assert len(secret) == 32 and secret not in mine.url
        friend.add_init_script(AWAY)
        friend.goto(to_friend)
        guest.goto(to_guest)
        for page, who in ((mine, "Your turn"), (friend, "French"), (guest, "French")):
            expect(page.locator(".who")).to_have_text(who)
            page.click("[role=tab]:has-text('Players')")
            expect(page.locator(".seats li", has_text="Allied")).to_contain_text("here")
            # The name is words, whatever it looks like.
            expect(page.locator(".seats li", has_text="French")).to_contain_text(ATTACK)
        expect(mine.locator(".invitation")).to_be_hidden()
        assert guest.locator("[aria-label='Message to the others']").count() == 0

        order(mine, "move ney > 0713")
        for page in (mine, friend, guest):
            expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
        answer(mine, "Done")
        asked(friend, "Leader movement: who rides?")
        expect(friend).to_have_title(re.compile("^● "))
        assert [body for _, body in friend.evaluate("notices")] == ["Leader movement: who rides?"]
        expect(guest.locator(".who")).to_have_text("Allied")

        friend.fill("[aria-label='Message to the others']", f"Bonjour! {ATTACK}")
        friend.keyboard.press("Enter")
        for page in (mine, guest):
            expect(page.locator(".messages li")).to_have_text(f"Allied Bonjour! {ATTACK}")
            assert page.locator(".panel img").count() == 0 and page.title() != "1"
        answer(friend, "Done")  # the question stands as it was before the word
        asked(mine, "commands into the draw")
        expect(mine.locator("[data-answer]").first).to_contain_text("Command Bachelu")
        game = opened_at(mine, server)
        for record in (record_of(game, "french"), record_of(game)):
            assert [line for line in record if "<" in line] == [f"seat french {ATTACK}"]

        friend.close()
        expect(mine.locator(".seats li", has_text="Allied")).to_contain_text("away")
        expect(guest.locator(".seats li", has_text="Allied")).to_contain_text("away")


def test_a_no_leaves_things_as_they_are_and_a_bot_stands_in(
    browser: Browser, server: Server
) -> None:
    game = open_game(server, seats=HUMANS)
    with company(browser, 3) as (french, allied, guest):
        sit_down(french, game, "french")
        sit_down(allied, game, "allied")
        sit_down(guest, game)
        answer(french, "Done")
        asked(allied, "Leader movement: who rides?")
        order(allied, "move orange > 0606")
        expect(french.locator("ol.log")).to_contain_text("Orange rides 1 hex to 0606.")
        before = record_of(game)
        french.click("text=Ask to undo")
        expect(guest.locator(".request")).to_contain_text("Waiting for an answer")
        expect(allied.locator(".request")).to_contain_text("French asks to take back")
        assert guest.locator("text=I agree").count() == 0
        allied.click(".request >> text=No")
        for page in (french, allied, guest):
            expect(page.locator(".request")).to_have_count(0)
        assert record_of(game) == before

        allied.click("[role=tab]:has-text('Players')")
        allied.click("text=Give a side to the computer")
        allied.select_option("label:has-text('Skill') select", "random")
        allied.click("text=Give Allied to the computer")
        french.click("[role=tab]:has-text('Players')")
        expect(french.locator(".seats")).to_contain_text("played by the computer (random)")
        asked(french, "commands into the draw")  # the bot has gone on
        expect(allied.locator(".seats")).to_contain_text("played by the computer (random)")
        allied.click("text=Give a side to the computer")
        allied.click("text=Take Allied back")
        expect(french.locator(".seats")).not_to_contain_text("played by the computer")

        allied.click("text=Resign as Allied")
        allied.click("dialog >> button:has-text('Resign')")
        for page in (french, allied, guest):
            asked(page, "Victory: French")
        assert any(line.split()[1:2] == ["resign"] for line in record_of(game)), record_of(game)


def test_nothing_is_answered_twice_before_what_came_of_it_is_shown(
    page: Page, server: Server
) -> None:
    heard: list[str] = []
    late: list[tuple[WebSocketRoute, str | bytes]] = []

    def slow(line: WebSocketRoute) -> None:
        """A line on which the state behind an answer is late."""
        far = line.connect_to_server()

        def down(word: str | bytes) -> None:
            heard.append(json.loads(word)["type"])
            if heard[-1] == "change" and "done" in heard:
                late.append((line, word))
            else:
                line.send(word)

        far.on_message(down)

    page.route_web_socket("**/socket", slow)
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url))
    sit_down(page, open_game(server), "french")
    order(page, "move ney > 0713")
    until(page, lambda: late)
    assert heard[-2:] == ["done", "change"]
    expect(page.locator(".panel.busy[aria-busy=true]")).to_be_attached()
    page.keyboard.press("1")  # a question that is answered already
    for line, word in late:
        line.send(word)
    expect(page.locator("ol.log")).to_contain_text("Ney rides 1 hex to 0713.")
    expect(page.locator(".panel.busy")).to_have_count(0)
    assert not [url for url in asked_for if url.endswith("/preview")]


def test_each_page_salts_the_dice_and_a_salt_can_be_changed_until_the_first_roll(
    browser: Browser, server: Server
) -> None:
    game = open_game(server, seats=HUMANS)
    with company(browser, 2) as (french, allied):
        for page, side in ((french, "french"), (allied, "allied")):
            page.add_init_script('localStorage.setItem("grognard.settings", "{}")')
            sit_down(page, game, side)
            expect(page.locator("ol.log")).to_contain_text(
                f"{side.capitalize()} stirs the sealed dice, so that nobody knows them beforehand."
            )
        first = game.state()["dice"]["salts"]
        assert set(first) == {"french", "allied"} and all(
            len(salt) == 16 for salt in first.values()
        )
        french.click("[role=tab]:has-text('Tools')")
        french.click("text=Dice: are they fair?")
        field = french.locator("[aria-label='Salt of French']")
        expect(field).to_have_value(first["french"])
        field.fill("vive l'empereur")
        french.click("text=Change the salt")
        expect(french.locator("ol.log li", has_text="French stirs the sealed dice")).to_have_count(
            2
        )
        assert game.state()["dice"]["salts"] == {**first, "french": "vive l'empereur"}
        french.reload()  # a second visit adds none
        asked(french, "Leader movement: who rides?")
        assert game.state()["line"] == 3


def test_links_to_moments_hold_no_secret(browser: Browser, server: Server) -> None:
    game = open_game(server, seats=HUMANS)
    with company(browser, 2) as (french, guest):
        french.context.grant_permissions(["clipboard-read", "clipboard-write"])
        sit_down(french, game, "french")
        order(french, "move ney > 0713")
        line = french.locator("ol.log a.moment", has_text="2").first
        assert game.seats["french"] not in (line.get_attribute("href") or "")
        line.click()
        expect(french.locator(".reel output")).to_have_text("2 / 2")
        link = copied(french, "[aria-label='Copy a link to this moment']")
        expect(french.locator(".toast").last).to_contain_text("Copied")
        assert game.seats["french"] not in link and link.endswith(f"/{game.id}/at/2")
        guest.goto(link)  # without a seat one watches
        expect(guest.locator("body.in-replay")).to_have_count(1)
        assert guest.locator("[aria-label='Message to the others']").count() == 0
        french.goto(link)  # with one it is the player's own
        french.reload()
        expect(french.locator("body.in-replay")).to_have_count(1)
        french.click("[role=tab]:has-text('Players')")
        expect(french.locator("[aria-label='Message to the others']")).to_be_visible()


def test_leaving_a_game_before_its_line_is_open_is_no_fault(
    browser: Browser, server: Server
) -> None:
    game = open_game(server, seats=HUMANS)
    with company(browser, 1) as (page,):
        page.goto(f"{server.address}/#/")
        # The console is heard until the server itself has seen the line close.
        with page.expect_websocket() as opened:
            page.evaluate(
                """async (game) => {
                  const { Link } = await import("/static/socket.js");
                  const listener = { onState() {}, onPresence() {}, onStatus() {} };
                  new Link(game, "", listener).close();
                }""",
                game.id,
            )
        if not opened.value.is_closed():
            opened.value.wait_for_event("close")


# The first roll the page throws by itself comes a moment too late, as when a salt overtook it.
OVERTAKEN = """(() => {
  const send = WebSocket.prototype.send;
  window.late = 0;
  WebSocket.prototype.send = function (text) {
    const word = JSON.parse(text);
    if (word.type === "roll" && !window.late) {
      window.late = 1;
      word.revision -= 1;
      const salt = { type: "salt", side: "union", text: "Buford", key: "0".repeat(32) };
      setTimeout(() => send.call(this, JSON.stringify(salt)));
    }
    return send.call(this, JSON.stringify(word));
  };
})();"""


def test_a_roll_of_the_page_that_came_too_late_is_tried_again_unasked(
    browser: Browser, server: Server
) -> None:
    seats = {"union": {"kind": "human"}, "confederate": {"kind": "bot", "bot": "random"}}
    with company(browser, 1) as (page,):
        page.add_init_script(OVERTAKEN)
        sit_down(page, open_game(server, "locales/mcphersons-ridge", seats=seats), "union")
        expect(page.locator("ol.log")).to_contain_text("Draw of a command card")  # they are drawn
        assert page.evaluate("window.late") == 1
        assert page.locator(".toast", has_text="moved on").count() == 0
