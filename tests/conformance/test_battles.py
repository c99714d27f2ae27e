"""Random games of every shipped battle through the conformance kit."""

import os
import subprocess
import sys

import pytest

import grognard
from grognard.engine.conformance import EVERY, check_game
from grognard.systems import system

TUTORIALS = [battle for battle in grognard.battles() if battle.difficulty == 1]
OTHERS = [battle for battle in grognard.battles() if battle.difficulty > 1]
GAMES = [
    *[(battle.id, "sheet", seed) for battle in TUTORIALS for seed in (1, 2)],
    *[
        (battle.id, variant.name, 3)
        for battle in TUTORIALS
        for variant in system(battle.system).rulebook().variants()
        if variant.name != "sheet"
    ],
    *[(battle.id, "sheet", 2) for battle in OTHERS],
]
# Every law is looked at in the small battles; in the large ones at a third as many states, while
# `make soak` looks as closely at them.
SELDOM = 3 * EVERY
ONE_GAME = """
import sys
from grognard.engine.conformance import check_game
from grognard.systems import system
name, _, battle = sys.argv[1].partition("/")
print(check_game(system(name), system(name).battle(battle), 5, every=10**9).digest)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("battle", "variant", "seed"), GAMES)
def test_a_random_game_keeps_every_law(battle: str, variant: str, seed: int) -> None:
    name, _, title = battle.partition("/")
    played = system(name).battle(title, variant)
    every = EVERY if played.difficulty == 1 else SELDOM
    report = check_game(system(name), played, seed, every)
    assert (report.battle, report.variant) == (battle, variant)
    assert report.answers > 0 and report.rolls > 0


@pytest.mark.slow
@pytest.mark.parametrize("battle", [battle.id for battle in TUTORIALS])
def test_states_do_not_depend_on_the_hash_seed(battle: str) -> None:
    digests = set()
    for seed in ("0", "1815"):
        done = subprocess.run(
            [sys.executable, "-c", ONE_GAME, battle],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        digests.add(done.stdout)
    assert len(digests) == 1
