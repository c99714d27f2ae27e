"""The server over HTTP: what can be played, games opened and played, the past, records."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots import NAMES as BOTS
from tests.server.running import HUMANS, Serving, serving

GEMIONCOURT = "shock/gemioncourt"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(tmp_path_factory.mktemp("games")) as running:
        yield running


def answer_first(server: Serving, game: str, secrets: dict[str, str]) -> dict[str, Any]:
    """Whoever is to act gives his first option, or throws; the state of him who did."""
    for secret in secrets.values():
        state = server.state(game, secret)
        if state["question"]["mine"]:
            command: dict[str, Any] = {"revision": state["revision"]}
            if state["question"]["kind"] == "roll":
                done = server.do(game, secret, "roll", **command)
            else:
                action = state["question"]["options"][0]["action"]
                done = server.do(game, secret, "answer", answer=action, **command)
            assert done.status_code == 200, done.text
            return server.state(game, secret)
    raise AssertionError("nobody is to act")


def test_battles_are_listed_with_what_the_lobby_shows(server: Serving) -> None:
    listed = server.get("/api/battles").json()
    assert [battle["id"] for battle in listed] == [b.id for b in grognard.battles()]
    first = listed[0]
    assert first["tutorial"] and first["sides"] == ["french", "allied"]
    assert first["length"] == "6 turns" and "sheet" in first["variants"]
    assert {b["system"]: b["secrets"] for b in listed}["locales"] is True
    # It begins with turn 2; after turn 6 dice may add three more.
    lengths = {battle["id"]: battle["length"] for battle in listed}
    assert lengths["pulses/teugen-hausen"] == "5 to 8 turns"


def test_a_battle_has_a_small_picture_that_need_not_be_sent_twice(server: Serving) -> None:
    path = f"/api/battles/{GEMIONCOURT}/picture.svg"
    picture = server.get(path)
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg ") and "Bachelu" in picture.text
    with server.client(**{"if-none-match": picture.headers["etag"]}) as client:
        again = client.get(path)
    assert again.status_code == 304 and again.content == b""
    assert server.get("/api/battles/shock/nowhere/picture.svg").status_code == 404


def test_systems_tell_their_variants_tools_and_charts(server: Serving) -> None:
    systems = server.get("/api/systems").json()
    assert [each["name"] for each in systems] == [each.name for each in grognard.systems()]
    assert all(each["variants"] and each["title"] for each in systems)
    charts = server.get("/api/systems/shock/charts?variant=restored").json()
    assert charts and all(chart["rows"] for chart in charts)
    assert server.get("/api/systems/shok/charts").status_code == 404
    assert server.get("/api/systems/shock/charts?variant=nope").status_code == 404


def test_bots_are_listed(server: Serving) -> None:
    assert [bot["name"] for bot in server.get("/api/bots").json()] == list(BOTS)


def test_a_game_is_opened_and_played_by_those_who_hold_its_secrets(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, secrets = opened["game"], opened["seats"]
    assert set(secrets) == {"french", "allied"} and len(set(secrets.values())) == 2
    french = server.state(game, secrets["french"])
    assert (french["you"], french["sides"], french["revision"]) == ("french", ["french"], 0)
    assert french["question"]["mine"] and french["question"]["options"]
    allied = server.state(game, secrets["allied"])
    assert not allied["question"]["mine"] and allied["question"]["options"] == []
    watching = server.state(game)
    assert watching["you"] is None and watching["question"]["options"] == []
    after = answer_first(server, game, secrets)
    assert after["revision"] == 1 and after["line"] == 1


def test_units_are_named_but_where_the_rules_hide_which_is_which(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    named = server.state(opened["game"])["units"]
    assert {"id": "unit:husson", "name": "Husson", "side": 0} in named
    # A block may have the number of another unit.
    hidden = {side: {"kind": "human"} for side in ("union", "confederate")}
    opened = server.open("locales/mcphersons-ridge", hidden)
    assert server.state(opened["game"], opened["seats"]["union"])["units"] == []


def test_the_board_is_sent_in_two_parts(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    scene = server.state(opened["game"])["scene"]
    answer = server.get(f"/api/grounds/{scene['ground']}.json")
    assert "immutable" in answer.headers["cache-control"]
    ground = answer.json()
    assert set(ground) >= {"width", "height", "svg", "symbols", "places"}
    assert {p["id"] for p in scene["placements"]} >= {"unit:husson", "unit:ney"}
    assert server.get("/api/grounds/0000.json").status_code == 404


def test_answers_are_previewed_with_their_exact_odds(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, french = opened["game"], opened["seats"]["french"]
    state = server.state(game, french)
    option = state["question"]["options"][0]
    tried = server.post(f"/api/games/{game}/preview", {"answer": option["action"]}, french)
    assert tried.json()["allowed"] and tried.json()["text"] == option["text"]
    refused = server.post(f"/api/games/{game}/preview", {"answer": "charge moon"}, french).json()
    assert not refused["allowed"] and refused["reason"]
    other = server.post(f"/api/games/{game}/preview", {"answer": 1}, opened["seats"]["allied"])
    assert other.status_code == 403
    stale = server.post(f"/api/games/{game}/preview", {"answer": 1, "revision": 9}, french)
    assert stale.status_code == 409 and stale.json()["kind"] == "stale"
    assert server.state(game, french)["revision"] == 0


def test_cards_and_tools_answer_at_any_time(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, allied = opened["game"], opened["seats"]["allied"]
    card = server.get(f"/api/games/{game}/card?id=unit:husson", allied).json()
    assert card["id"] == "unit:husson" and card["facts"]
    (system,) = [s for s in server.get("/api/systems").json() if s["name"] == "shock"]
    tool = next(tool for tool in system["tools"] if len(tool["picks"]) == 1)
    use = {"tool": tool["name"], "ids": ["unit:husson"]}
    found = server.post(f"/api/games/{game}/tool", use, allied)
    assert found.status_code == 200 and found.json()["says"]
    wrong = server.post(f"/api/games/{game}/tool", {"tool": "none", "ids": []}, allied)
    assert wrong.status_code in (404, 422)


def test_only_a_piece_that_was_ordered_to_attack_has_odds_of_its_own(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, allied = opened["game"], opened["seats"]["allied"]
    told = server.get(f"/api/games/{game}/attack?id=unit:husson", allied)
    assert told.status_code == 404 and "not been ordered" in told.json()["message"]


def test_the_past_can_be_looked_at_line_by_line(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, secrets = opened["game"], opened["seats"]
    clocks = [server.state(game)["scene"]]
    for _ in range(6):
        answer_first(server, game, secrets)
        clocks.append(server.state(game)["scene"])
    last = server.state(game)["line"]
    start = server.get(f"/api/games/{game}/at/0").json()
    assert start["scene"] == clocks[0] and start["last"] == last
    assert [(e["line"], e["text"]) for e in start["log"]["entries"]] == [(0, "Turn 1 of 6, 14:00.")]
    end = server.get(f"/api/games/{game}/at/{last}").json()
    assert end["scene"] == clocks[-1]
    assert server.get(f"/api/games/{game}/at/{last + 1}").status_code == 404
    assert server.get(f"/api/games/{game}/at/1?as=french").status_code == 403
    assert server.get(f"/api/games/{game}/at/1?as=french", secrets["allied"]).status_code == 403
    mine = server.get(f"/api/games/{game}/at/1?as=french", secrets["french"])
    assert mine.json()["you"] == "french"


def test_after_the_end_everybody_sees_with_every_sides_eyes(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, secrets = opened["game"], opened["seats"]
    server.do(game, secrets["allied"], "resign", side="allied")
    over = server.state(game)
    assert over["result"]["winner"] == "french" and over["question"]["kind"] == "over"
    assert over["dice"]["secret"] and [s["resigned"] for s in over["seats"]] == [False, True]
    assert server.get(f"/api/games/{game}/at/0?as=allied").json()["you"] == "allied"
    late = server.do(game, secrets["french"], "answer", revision=1, answer=0)
    assert late.status_code == 409 and late.json()["kind"] == "over"


def test_the_log_is_sent_from_an_entry_on(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, secrets = opened["game"], opened["seats"]
    while len(server.state(game)["log"]["entries"]) < 3:
        answer_first(server, game, secrets)
    whole = server.get(f"/api/games/{game}/log").json()["entries"]
    part = server.get(f"/api/games/{game}/log?from=2").json()
    assert part == {"start": 2, "entries": whole[2:]}
    assert server.get(f"/api/games/{game}?log=2").json()["log"] == part
    assert server.get(f"/api/games/{game}/log?from=-1").status_code == 400


def test_a_record_is_exported_and_taken_in_again(server: Serving, tmp_path: Path) -> None:
    alone = {"french": {"kind": "shared"}, "allied": {"kind": "shared"}}
    opened = server.open(GEMIONCOURT, alone)
    game, secret = opened["game"], opened["seats"]["french"]
    assert secret == opened["seats"]["allied"]
    for _ in range(5):
        answer_first(server, game, {"both": secret})
    text = server.get(f"/api/games/{game}/record", secret).text
    assert text.startswith("grognard-record 1\nengine ")
    other = server.open(GEMIONCOURT, HUMANS, record=text)
    before, after = server.state(game, secret), server.state(other["game"])
    assert after["scene"] == before["scene"] and after["line"] >= before["line"]
    assert "Imported from a record" in after["notes"][0]
    answer_first(server, other["game"], other["seats"])
    # A spectator's record cannot be continued.
    view = server.get(f"/api/games/{game}/record").text
    assert "\nview spectator\n" in view
    wanted = {"battle": GEMIONCOURT, "seats": HUMANS, "record": view}
    assert server.post("/api/games", wanted).status_code == 422


def test_a_finished_game_taken_in_again_still_tells_the_secret_of_its_dice(
    server: Serving,
) -> None:
    opened = server.open(GEMIONCOURT, HUMANS)
    game, secrets = opened["game"], opened["seats"]
    assert server.state(game)["dice"]["secret"] is None
    server.do(game, secrets["allied"], "resign", side="allied")
    told = server.state(game)["dice"]["secret"]
    record = server.get(f"/api/games/{game}/record", secrets["allied"]).text
    assert f" reveal {told} " in record
    again = server.open(GEMIONCOURT, HUMANS, record=record)
    assert server.state(again["game"])["dice"]["secret"] == told
    assert server.get(f"/api/games/{again['game']}/fairness").json()["dice"]["secret"] == told


def test_luck_is_counted_against_what_was_to_be_expected(server: Serving) -> None:
    opened = server.open(GEMIONCOURT, HUMANS, dice="own")
    game, secrets = opened["game"], opened["seats"]
    state = server.state(game)
    while state["question"]["kind"] != "roll":
        answer_first(server, game, secrets)
        state = server.state(game)
    side = state["question"]["actor"]
    dice = state["question"]["check"]["dice"]
    faces = [first for _, first in dice]  # the lowest face of each
    thrown = server.do(game, secrets[side], "roll", revision=state["revision"], faces=faces)
    assert thrown.status_code == 200
    luck = server.get(f"/api/games/{game}/fairness").json()["luck"]
    (mine,) = [each for each in luck if each["side"] == side]
    (other,) = [each for each in luck if each["side"] != side]
    assert (mine["rolls"], mine["dice"]) == (1, len(dice)) and other["rolls"] == 0
    assert mine["mean"] == pytest.approx(sum(faces) / len(faces))
    middle = [first + (sides - 1) / 2 for sides, first in dice]
    assert mine["expected"] == pytest.approx(sum(middle) / len(middle))


@pytest.mark.parametrize(
    ("wanted", "status", "told"),
    [
        ({"battle": "shock/nowhere", "seats": HUMANS}, 404, "no battle"),
        ({"battle": "../etc/passwd.toml", "seats": HUMANS}, 404, "no battle"),
        ({"battle": GEMIONCOURT, "seats": {}}, 400, 'say who plays "french"'),
        ({"battle": GEMIONCOURT, "seats": {**HUMANS, "x": {"kind": "human"}}}, 400, "no side"),
        ({"battle": GEMIONCOURT, "seats": {**HUMANS, "allied": {"kind": "bot"}}}, 400, "no bot"),
        ({"battle": GEMIONCOURT, "seats": {**HUMANS, "allied": {"kind": "god"}}}, 400, "read"),
        ({"battle": GEMIONCOURT, "seats": HUMANS, "variant": "wrong"}, 404, "wrong"),
        ({"battle": GEMIONCOURT, "seats": HUMANS, "clock": {"seconds": 1}}, 400, "a clock has"),
        ({"battle": GEMIONCOURT, "seats": HUMANS, "webhook": "ftp://x"}, 400, "webhook"),
        ({"battle": GEMIONCOURT, "seats": HUMANS, "webhook": "http://[::1"}, 400, "webhook"),
        ({"battle": GEMIONCOURT, "seats": HUMANS, "surprise": 1}, 400, "read"),
        ({"battle": GEMIONCOURT, "seats": HUMANS, "record": "nonsense"}, 422, "not a record"),
    ],
)
def test_wishes_that_cannot_be_granted_are_refused_in_words(
    server: Serving, wanted: dict[str, Any], status: int, told: str
) -> None:
    answer = server.post("/api/games", wanted)
    assert answer.status_code == status, answer.text
    fault = answer.json()
    assert set(fault) == {"kind", "message"} and told in fault["message"]


def test_the_page_and_its_files_are_served_and_nothing_else(server: Serving) -> None:
    page = server.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    script = re.search(r'src="(/static/[\w./-]+\.js)"', page.text)
    assert script is not None
    assert server.get(script[1]).headers["content-type"] == "text/javascript; charset=utf-8"
    assert server.get("/static/fonts/GenBkBasR.ttf").headers["content-type"] == "font/ttf"
    for path in ("../app.py", "%2e%2e/app.py", "..%2fapp.py", "nothing.js", "", "/etc/passwd"):
        assert server.get(f"/static/{path}").status_code == 404


def test_the_description_names_every_address(server: Serving) -> None:
    paths = server.get("/api/openapi.json").json()["paths"]
    assert set(paths) == {
        *("/api/systems", "/api/systems/{system}/charts", "/api/bots", "/api/battles"),
        *("/api/battles/{system}/{name}/picture.svg", "/api/grounds/{name}", "/api/games"),
        "/api/games/{game}",
        *(
            f"/api/games/{{game}}/{what}"
            for what in ("commands", "preview", "look", "tool", "card", "attack", "log")
        ),
        *(f"/api/games/{{game}}/{what}" for what in ("at/{line}", "record", "fairness", "hint")),
        *("/api/games/{game}/briefing", "/api/games/{game}/review"),
        *(f"/api/games/{{game}}/{what}" for what in ("claim", "notices", "forget", "join")),
        *("/api/games/{game}/rematch", "/api/open-games", "/api/me", "/api/me/email"),
        *("/api/me/email/confirm", "/api/me/push", "/api/me/push/end", "/api/me/test"),
        *("/table/evenings", "/table/evenings/{key}", "/table/print"),
    }
