"""Write the locks: every package pinned and hashed for all platforms, without addresses."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Each group of pyproject.toml, where its lock goes, and what it is for.
LOCKS = {
    "dev": ("requirements.lock", "Everything needed to run, test and build"),
    "node": ("tools/typescript/node.lock", "Node and npm, for machines that have none"),
}
COMPILE = [
    *("uv", "pip", "compile", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-header", "--no-annotate", "--quiet"),
]


def header(about: str) -> str:
    """The first lines of a lock."""
    return (
        f"# {about}, pinned by version and hash, for all platforms.\n"
        "# Made from pyproject.toml by `make lock`"
        " (`make lock UPGRADE=1` takes the newest versions).\n"
    )


def lock(group: str, extra: list[str]) -> None:
    """Compile one lock with uv and put our header over it."""
    name, about = LOCKS[group]
    # The group of the tools stands alone: the program itself is in the other lock.
    source = ["pyproject.toml", "--group", group] if group == "dev" else ["--group", group]
    command = [*COMPILE, *source, "--output-file", name, *extra]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    path = ROOT / name
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    if addresses := [line for line in lines if "://" in line or line.startswith("--")]:
        print(f"{name}: addresses found, not kept:", *addresses, sep="\n  ", file=sys.stderr)
    kept = [line for line in lines if line not in addresses and not line.startswith("#")]
    path.write_text(header(about) + "".join(kept), encoding="utf-8")


def main(extra: list[str]) -> int:
    """Write every lock anew."""
    try:
        for group in LOCKS:
            lock(group, extra)
    except FileNotFoundError:
        print("lock: uv is not installed; install it to change the locks", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
