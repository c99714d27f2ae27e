"""The package of docs/adding-a-system.md, built from the page and put where Python finds it."""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import invalidate_caches
from pathlib import Path

import pytest

from grognard.systems import system

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "docs" / "adding-a-system.md"
BLOCK = re.compile(r"^```(?:python|toml)\n# ([\w./-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

REGISTRY = sys.modules["grognard.systems"]


def files() -> dict[str, str]:
    """Every file on the page: its path in the package, and its text."""
    return dict(BLOCK.findall(GUIDE.read_text(encoding="utf-8")))


def write(folder: Path, texts: Mapping[str, str]) -> Path:
    """Write files below a folder."""
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def install(site: Path, package: str, entry: str, texts: Mapping[str, str]) -> Path:
    """Put modules and an entry point into a folder, as an installer does."""
    facts = f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n"
    about = f"{package.replace('-', '_')}-0.1.dist-info"
    entries = f"[grognard.systems]\n{entry}\n"
    return write(site, {**texts, f"{about}/METADATA": facts, f"{about}/entry_points.txt": entries})


def install_duel(site: Path, changes: Mapping[str, str] | None = None) -> Path:
    """Install the page's package, with other texts in some of its modules."""
    texts = {
        path.removeprefix("src/"): text for path, text in files().items() if path.startswith("src/")
    }
    return install(site, "grognard-duel", "duel = duel.system:SYSTEM", {**texts, **(changes or {})})


@contextmanager
def seen(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let this process find what is installed in a folder, and forget it afterwards."""

    def forget() -> None:
        system.cache_clear()
        REGISTRY.sources.cache_clear()
        REGISTRY._faults.clear()
        invalidate_caches()

    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(site))
    forget()
    try:
        yield
    finally:
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "") or "").startswith(str(site)):
                del sys.modules[name]
        monkeypatch.undo()
        forget()
