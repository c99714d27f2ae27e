"""The server and the bots' process with dice and luck that are the same in every run.

The program has no switch for this: the tests start it through this file instead.

    python tests/seeded.py serve …   is `grognard serve …`
    python tests/seeded.py bots      is the process that answers for bots
"""

import secrets
import sys
from pathlib import Path
from unittest.mock import patch

from grognard.engine import dicebox
from grognard.engine.dice import SECRET_BYTES

SEED = 1815
SECRET = SEED.to_bytes(SECRET_BYTES, "big")
HERE = str(Path(__file__).resolve())


def serve(arguments: list[str]) -> None:
    """Serve games that all have the same dice."""
    from grognard.cli import main
    from grognard.server import bot_pool

    with (
        patch.object(dicebox, "new_secret", lambda: SECRET),
        patch.object(bot_pool, "WORKER", (HERE, "bots")),
    ):
        main(["serve", *arguments])


def bots() -> None:
    """Answer for bots that all have the same luck."""
    from grognard.server import bot_worker

    with patch.object(secrets, "randbits", lambda bits: SEED):
        bot_worker.main()


if __name__ == "__main__":
    serve(sys.argv[2:]) if sys.argv[1] == "serve" else bots()
