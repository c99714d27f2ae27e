"""For all tests: dice that fall alike in every run, and which test proves which line of a sheet."""

import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

# The reference is tested, whatever was built here; `make test-fast` tests what was built.
os.environ.setdefault("GROGNARD_PLAIN", "1")

import pytest

from grognard.engine import dicebox
from grognard.engine.dice import SECRET_BYTES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# What Python compiles is kept, as `make` has it: else half a minute goes into the tests alone, and
# every process they start compiles the program anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent

RuleIndex = dict[str, list[str]]
INDEX = pytest.StashKey[RuleIndex]()
FILES = pytest.StashKey[set[Path]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-index", metavar="FILE", help="write which tests prove which rules")


# First, so that tests left out by -m or -k are still seen.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    index: dict[str, set[str]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                index.setdefault(rule, set()).add(item.nodeid.partition("[")[0])
    config.stash[INDEX] = {rule: sorted(index[rule]) for rule in sorted(index)}
    config.stash[FILES] = {item.path for item in items}
    target = config.getoption("--rule-index")
    if target:
        Path(target).write_text(json.dumps(config.stash[INDEX]), encoding="utf-8")


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sealed dice differ from game to game and from test to test, not from run to run."""
    rng = random.Random(request.node.nodeid)
    monkeypatch.setattr(dicebox, "new_secret", lambda: rng.randbytes(SECRET_BYTES))


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """The one browser of a worker: a second one cannot be started beside it."""
    from tests.page.browser import open_browser

    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def rule_index(pytestconfig: pytest.Config) -> RuleIndex:
    """Every rule id marked in the whole suite, with the tests that prove it."""
    if pytestconfig.stash[FILES] >= set(TESTS.rglob("test_*.py")):
        return pytestconfig.stash[INDEX]
    # Only a part of the suite was collected: read all of it once.
    from grognard.lab.ruledocs import collect_marks

    return collect_marks(ROOT)
