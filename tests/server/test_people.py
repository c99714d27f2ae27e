"""People without accounts: a key ties games together; lists of games; rematches; who refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.server.people import People, player_id
from grognard.server.sql_store import SqlStore
from tests.server.running import HUMANS, Serving, serving

BATTLE = "shock/gemioncourt"
NEY, BLUCHER = "n" * 26, "b" * 26  # keys
OPEN = {"french": {"kind": "human", "name": "Ney"}, "allied": {"kind": "open"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose host allows a list."""
    with serving(tmp_path_factory.mktemp("games"), lists=True) as found:
        yield found


def mine(server: Serving, key: str) -> dict[str, Any]:
    """What the server knows of the holder of a key."""
    answer = server.get("/api/me", key)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_key_ties_seats_together_and_opens_them_anywhere(server: Serving) -> None:
    opened = [server.open(BATTLE, HUMANS) for _ in range(2)]
    for game, side in zip(opened, ("french", "allied"), strict=True):
        claim = {"seat": game["seats"][side]}
        assert server.post(f"/api/games/{game['game']}/claim", claim, NEY).status_code == 200
    listed = {game["game"]: game for game in mine(server, NEY)["games"]}
    assert {name: game["mine"] for name, game in listed.items()} == {
        opened[0]["game"]: ["french"],
        opened[1]["game"]: ["allied"],
    }
    first = listed[opened[0]["game"]]
    assert (first["title"], first["due"], first["over"]) == ("Gémioncourt", "french", False)
    assert first["turn"] == server.state(first["game"])["clock"]
    # With the key alone, as on another device, one sits where the secret leads.
    assert server.state(opened[0]["game"], NEY)["sides"] == ["french"]
    assert server.state(opened[1]["game"], NEY)["sides"] == ["allied"]
    assert server.get(f"/api/games/{opened[0]['game']}", BLUCHER).status_code == 403
    assert mine(server, BLUCHER)["games"] == []


def test_lists_follow_the_game(server: Serving) -> None:
    key = "f" * 26
    opened = server.open(BATTLE, HUMANS)
    server.post(f"/api/games/{opened['game']}/claim", {"seat": opened["seats"]["french"]}, key)
    revision = server.state(opened["game"])["revision"]
    done = server.do(
        opened["game"], opened["seats"]["french"], "answer", revision=revision, answer="done"
    )
    assert done.status_code == 200, done.text
    assert mine(server, key)["games"][0]["due"] == "allied"
    server.do(opened["game"], opened["seats"]["allied"], "resign", side="allied")
    (game,) = mine(server, key)["games"]
    assert game["over"] and game["due"] == ""
    assert server.post(f"/api/games/{opened['game']}/forget", None, key).status_code == 200
    assert mine(server, key)["games"] == []


def test_what_is_no_key_opens_nothing(server: Serving) -> None:
    for key in ("", "short", "x" * 101):
        assert server.get("/api/me", key).status_code == 403
    with server.client() as client:
        odd = {"authorization": b"Bearer " + "é".encode() * 30}
        assert client.get("/api/me", headers=odd).status_code in (400, 403)  # type: ignore[arg-type]
    game = server.open(BATTLE, HUMANS)["game"]
    for seat in ("", "nonsense" * 4):
        claim = server.post(f"/api/games/{game}/claim", {"seat": seat}, NEY)
        assert claim.status_code == 403


def test_keys_are_stored_as_hashes_alone(store: SqlStore) -> None:
    people = People(store)
    people.change(player_id(NEY), lambda profile: setattr(profile, "name", "Ney"))
    rows = store.read(lambda tx: tx.rows("SELECT id, about FROM players"))
    assert NEY not in str(rows) and "Ney" in str(rows)
    assert people.profile(player_id(NEY)).name == "Ney"


def test_an_open_seat_is_taken_once(server: Serving) -> None:
    opened = server.open(BATTLE, OPEN, listed=True)
    game = opened["game"]
    assert set(opened["seats"]) == {"french"}
    (shown,) = [
        each for each in server.get("/api/open-games").json()["join"] if each["game"] == game
    ]
    assert [seat["open"] for seat in shown["seats"]] == [False, True]
    taken = server.post(f"/api/games/{game}/join", {"side": "allied", "name": "Picton"})
    assert taken.status_code == 200, taken.text
    assert server.state(game, taken.json()["seats"]["allied"])["sides"] == ["allied"]
    for side in ("allied", "french", "prussian"):
        again = server.post(f"/api/games/{game}/join", {"side": side})
        assert again.status_code == 422 and "taken" in again.json()["message"]
    lists = server.get("/api/open-games").json()
    assert game not in [each["game"] for each in lists["join"]]
    (shown,) = [each for each in lists["watch"] if each["game"] == game]
    assert [seat["name"] for seat in shown["seats"]] == ["Ney", "Picton"]


def test_a_game_that_is_private_or_over_is_not_listed(server: Serving) -> None:
    private = server.open(BATTLE, HUMANS, listed=True, watch=False)
    over = server.open(BATTLE, HUMANS, listed=True)
    server.do(over["game"], over["seats"]["french"], "resign", side="french")
    unlisted = server.open(BATTLE, OPEN)
    lists = server.get("/api/open-games").json()
    shown = {each["game"] for each in (*lists["join"], *lists["watch"])}
    assert not shown & {private["game"], over["game"], unlisted["game"]}


def test_without_the_hosts_leave_there_is_no_list(tmp_path: Path) -> None:
    with serving(tmp_path) as plain:
        wanted = {"battle": BATTLE, "seats": OPEN, "listed": True}
        refused = plain.post("/api/games", wanted)
        assert refused.status_code == 422 and "host" in refused.json()["message"]
        assert plain.get("/api/open-games").json() == {"allowed": False, "join": [], "watch": []}


def test_a_rematch_swaps_the_sides_and_the_old_secrets_open_it(server: Serving) -> None:
    seats = {"french": {"kind": "human", "name": "Ney"}, "allied": {"kind": "human"}}
    opened = server.open(BATTLE, seats, clock={"seconds": 3600, "then": "bot"})
    game, secrets = opened["game"], opened["seats"]
    server.post(f"/api/games/{game}/claim", {"seat": secrets["french"]}, NEY)
    early = server.post(f"/api/games/{game}/rematch", None, secrets["french"])
    assert early.status_code == 422
    server.do(game, secrets["allied"], "resign", side="allied")
    assert server.post(f"/api/games/{game}/rematch", None).status_code == 403
    found = {
        server.post(f"/api/games/{game}/rematch", None, secret).json()["game"]
        for secret in (secrets["french"], secrets["allied"], NEY)
    }
    (again,) = found  # whoever asks, it is one game
    assert server.state(game)["rematch"] == again
    state = server.state(again, secrets["french"])
    assert state["sides"] == ["allied"] and state["you"] == "allied"
    assert server.state(again, secrets["allied"])["sides"] == ["french"]
    assert server.state(again, NEY)["sides"] == ["allied"]
    assert [seat["name"] for seat in state["seats"]] == ["", "Ney"]
    assert state["seats"][0]["seconds_left"] > 0
    assert again in [each["game"] for each in mine(server, NEY)["games"]]


def test_a_bot_swaps_sides_too(server: Serving) -> None:
    seats = {"french": {"kind": "human"}, "allied": {"kind": "bot", "bot": "random"}}
    opened = server.open(BATTLE, seats)
    secret = opened["seats"]["french"]
    server.do(opened["game"], secret, "resign", side="french")
    again = server.post(f"/api/games/{opened['game']}/rematch", None, secret).json()["game"]
    state = server.state(again, secret)
    assert [seat["kind"] for seat in state["seats"]] == ["bot", "human"]
    assert state["sides"] == ["allied"]


def test_who_is_refused_is_told(server: Serving) -> None:
    opened = server.open(BATTLE, HUMANS)
    game, secrets = opened["game"], opened["seats"]
    for side in ("french", "allied"):
        revision = server.state(game)["revision"]
        done = server.do(game, secrets[side], "answer", revision=revision, answer="done")
        assert done.status_code == 200, done.text
    asked = server.do(game, secrets["french"], "undo", revision=server.state(game)["revision"])
    assert asked.json()["asked"]
    request = server.state(game, secrets["allied"])["request"]
    server.do(game, secrets["allied"], "consent", id=request["id"], yes=False)
    state = server.state(game, secrets["french"])
    assert state["request"] is None
    (said,) = state["messages"]
    assert (said["by"], said["text"]) == ("", f"Allied did not agree to this: {request['text']}.")
