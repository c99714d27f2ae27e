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
# Every law is looked at in the small battles; in the large ones at a sixth of the states, while
# `make soak` looks as closely at them.
SELDOM = 6 * EVERY
GAMES_APART = """
import sys
from grognard.engine.conformance import check_game
from grognard.systems import system
for each in sys.argv[1:]:
    name, _, battle = each.partition("/")
    print(each, check_game(system(name), system(name).battle(battle), 5, every=10**9).digest)
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
def test_states_do_not_depend_on_the_hash_seed() -> None:
    battles = [battle.id for battle in TUTORIALS]
    told = []
    for seed in ("0", "1815"):
        done = subprocess.run(
            [sys.executable, "-c", GAMES_APART, *battles],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        told.append(done.stdout.splitlines())
    assert told[0] == told[1]
    assert [line.partition(" ")[0] for line in told[0]] == battles
