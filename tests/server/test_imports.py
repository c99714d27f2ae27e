"""Imports that attack: absurd positions, endless and greedy ones; the server goes on."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

import grognard
from grognard.server import import_worker
from grognard.server.importer import Importer
from grognard.server.seats import Refusal
from grognard.server.settings import Limits
from tests.server.damaged import damaged, garbled, played, resuming, start
from tests.server.running import HUMANS, serving

HIDDEN = "locales/mcphersons-ridge"
SIDES = {"union": {"kind": "human"}, "confederate": {"kind": "human"}}
GREEDY = """
from grognard.server import import_worker
import_worker.replay.from_text = lambda *_: bytearray(2 * 10**9)
import_worker.main()
"""
ENDLESS = (sys.executable, "-c", "import time; time.sleep(3600)")


def test_a_deck_of_a_thousand_million_cards_is_refused_and_the_server_goes_on(
    tmp_path: Path,
) -> None:
    absurd = start(HIDDEN)
    absurd["fields"]["deck"][0] = 10**9
    with serving(tmp_path) as server:
        for _ in range(8):
            clock = {"seconds": 10}
            wanted = {"battle": HIDDEN, "seats": SIDES, "record": resuming(HIDDEN, absurd)}
            answer = server.post("/api/games", {**wanted, "clock": clock})
            assert answer.status_code == 422 and "deck" in answer.json()["message"]
        assert server.state(server.open("shock/gemioncourt", HUMANS)["game"])["line"] == 0


@pytest.mark.parametrize("name", sorted(each.name for each in grognard.systems()))
def test_damaged_positions_are_taken_or_refused_in_words(name: str) -> None:
    rng, refused = random.Random(f"imports {name}"), 0
    battle = next(each.id for each in grognard.battles() if each.system == name)
    for _ in range(40):
        found = import_worker.read_record(resuming(battle, damaged(start(battle), rng)))
        assert (found.opening is None) == bool(found.error)
        refused += bool(found.error)
    assert refused > 20


def test_garbled_records_are_taken_or_refused_in_words() -> None:
    sound = played("shock/gemioncourt")
    assert import_worker.read_record(sound).opening is not None
    found = [import_worker.read_record(garbled(sound, random.Random(seed))) for seed in range(25)]
    refused = [each.error for each in found if each.opening is None]
    assert len(refused) > 15 and all(refused)


def test_an_endless_import_is_given_up_and_the_next_one_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("grognard.server.worker_process.START", 0.1)

    async def attack() -> None:
        importer = Importer(Limits(import_seconds=0.1), ENDLESS)
        tries = [importer.read("endless", address) for address in "abcdefgh"]
        for found in await asyncio.gather(*tries, return_exceptions=True):
            assert isinstance(found, Refusal) and found.kind == "too-much"
        assert all(worker.process is None for worker in importer._workers)
        await importer.close()

    asyncio.run(attack())


def test_one_address_has_one_record_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.worker_process.START", 0.1)

    async def attack() -> None:
        importer = Importer(Limits(import_seconds=0.1), ENDLESS)
        tries = [importer.read("endless", "the same") for _ in range(5)]
        said = [str(each) for each in await asyncio.gather(*tries, return_exceptions=True)]
        assert sum("still being read" in each for each in said) == 4
        assert sum("takes too long" in each for each in said) == 1
        await importer.close()

    asyncio.run(attack())


def test_a_greedy_import_is_refused_by_its_process_which_lives_on() -> None:
    async def attack() -> None:
        importer = Importer(Limits(), (sys.executable, "-c", GREEDY))
        for _ in range(2):
            with pytest.raises(Refusal, match="too much memory"):
                await importer.read("greedy")
        assert sum(worker.process is not None for worker in importer._workers) == 1
        await importer.close()

    asyncio.run(attack())
