"""Compile the geometry from its plain sources with mypyc: `make fast`.

The sources are copied to build/fast, compiled there, and what comes of it is put into
src/grognard/compiled with the hash of the sources. A C compiler is needed, nothing else.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

os.environ["GROGNARD_PLAIN"] = "1"

from grognard.boards import kernel

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / "build" / "fast"


def main() -> None:
    """Compile, unless what is there was built from the same sources."""
    mark = kernel.COMPILED / kernel.MARK
    wanted = kernel.fingerprint()
    if mark.is_file() and mark.read_text("utf-8").strip() == wanted:
        print("The compiled geometry is up to date.")
        return
    if shutil.which(os.environ.get("CC", "cc")) is None:
        sys.exit("fast: no C compiler found; install one, or play on with the plain modules")
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(
        ROOT / "src" / "grognard", WORK / "grognard",
        ignore=shutil.ignore_patterns("__pycache__", "compiled"),
    )  # fmt: skip
    package = Path("grognard") / "boards"
    files = [str(package.joinpath(*name.split(".")).with_suffix(".py")) for name in kernel.MODULES]
    tool = Path(sys.executable).with_name("mypyc")
    environ = {**os.environ, "MYPYC_OPT_LEVEL": "2", "MYPYC_DEBUG_LEVEL": "0"}
    print("Compiling; this takes a minute or two.", flush=True)
    run = subprocess.run(
        [str(tool), *files], cwd=WORK, env=environ, capture_output=True, text=True, check=False
    )
    if run.returncode:
        sys.exit(f"fast: mypyc failed\n{run.stdout[-3000:]}{run.stderr[-3000:]}")
    collect()
    mark.write_text(wanted + "\n", encoding="utf-8")
    print(f"Compiled {len(files)} modules into {kernel.COMPILED.relative_to(ROOT)}.")


def collect() -> None:
    """Put what was compiled where it is found, without its sources."""
    shutil.rmtree(kernel.COMPILED, ignore_errors=True)
    for built in [*WORK.glob("*.so"), *WORK.glob("*.pyd")]:
        kernel.COMPILED.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, kernel.COMPILED / built.name)
    for suffix in ("so", "pyd"):
        for built in (WORK / "grognard").rglob(f"*.{suffix}"):
            there = kernel.COMPILED / built.relative_to(WORK / "grognard")
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(built, there)


if __name__ == "__main__":
    main()
