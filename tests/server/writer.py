"""A process of its own that writes into a game: `writer.py WHERE GAME NAME COUNT`.

Each revision it was told to be kept it prints; it goes on until COUNT are kept or it is killed.
"""

import sys

from grognard.server.open_store import open_store
from grognard.server.store import Change, StaleRevision, StoredLine


def main() -> None:
    """Commit lines, one for each revision, whoever else does so too."""
    where, game, name, count = sys.argv[1:]
    store = open_store(where)
    print("ready", flush=True)
    sys.stdin.readline()  # all begin at the same time
    kept = 0
    while kept < int(count):
        at = store.revision(game)
        assert at is not None
        line = StoredLine(at + 1, f"{at + 1} {name} {kept}", -1)
        try:
            revision = store.commit(game, Change(at, [line], key=f"{name}{kept}", reply=b"ok"))
        except StaleRevision:
            continue
        kept += 1
        print(revision, flush=True)
    store.close()


if __name__ == "__main__":
    main()
