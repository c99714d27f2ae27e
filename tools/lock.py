"""Write requirements.lock: every package pinned and hashed for all platforms, without addresses."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
HEADER = """\
# Everything needed to run, test and build, pinned by version and hash, for all platforms.
# Made from pyproject.toml by `make lock` (`make lock UPGRADE=1` takes the newest versions).
"""
COMPILE = [
    *("uv", "pip", "compile", "pyproject.toml", "--group", "dev"),
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-header", "--no-annotate", "--quiet", "--output-file", LOCK.name),
]


def main(extra: list[str]) -> int:
    """Compile the lock with uv and put our header over it."""
    try:
        subprocess.run([*COMPILE, *extra], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    except FileNotFoundError:
        print("lock: uv is not installed; install it to change requirements.lock", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        return error.returncode
    lines = LOCK.read_text(encoding="utf-8").splitlines(keepends=True)
    if addresses := [line for line in lines if "://" in line or line.startswith("--")]:
        print("lock: addresses found, not kept:", *addresses, sep="\n  ", file=sys.stderr)
    kept = [line for line in lines if line not in addresses and not line.startswith("#")]
    LOCK.write_text(HEADER + "".join(kept), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
