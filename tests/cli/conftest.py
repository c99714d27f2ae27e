"""A user's folder of its own for every test, and the toy as the only system where asked for."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner, Result

from grognard.cli import main
from tests.cli.toy_table import Holder
from tests.engine.toy import TOY
from tests.only import only


class Command:
    """Runs `grognard` in this process and keeps what it printed."""

    def __init__(self) -> None:
        self.runner = CliRunner()

    def __call__(self, *arguments: str, typed: str | bytes = "", status: int = 0) -> Result:
        result = self.runner.invoke(main, arguments, input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.output
        assert result.exit_code == status, result.output
        return result


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The `grognard` command with a folder of its own for games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    return Command()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy as the only system, and the holder as the only bot."""
    bots = ModuleType("grognard.bots")
    bots.bot = lambda name, seed: Holder()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "grognard.bots", bots)
    yield from only(monkeypatch, TOY)
