"""The conformance of the environments on every battle: part of `make soak`.

python -m tests.envs.every_battle [BATTLE ...]
"""

from __future__ import annotations

import sys
import warnings

import grognard
from grognard.envs import pettingzoo as pairs


def main() -> None:
    """PettingZoo's tests and OpenSpiel's simulation, battle by battle."""
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, seed_test

    try:
        import pyspiel

        from grognard.envs import openspiel
    except ImportError:
        pyspiel = None
    for battle in grognard.battles():
        if sys.argv[1:] and battle.id not in sys.argv[1:]:
            continue
        for observes in ("flat", "planes"):
            api_test(pairs.env(battle.id, observes=observes), num_cycles=200)
        seed_test(lambda name=battle.id: pairs.env(name), num_cycles=100)
        if pyspiel is not None:
            game = openspiel.load(battle.id)
            pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
        print(f"{battle.id}: the environments conform", flush=True)


if __name__ == "__main__":
    main()
