"""One server for all tests of the page; a page of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.board_page import BoardPage, tiny
from tests.page.browser import UNSALTED, Complaints, Server
from tests.page.sitting import PATIENCE

expect.set_options(timeout=PATIENCE)  # what is there is seen at once, whatever the load


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty folder, shared by the tests that do not hurt it."""
    server = Server(tmp_path_factory.mktemp("games"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page at the size of a laptop; the test fails if its console complains."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    context.add_init_script(UNSALTED)
    page = context.new_page()
    complaints = Complaints()
    complaints.listen(page)
    yield page
    context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def bare(browser: Browser) -> Iterator[BoardPage]:
    """One page for all tests of the board alone: each puts a new board on it."""
    page = browser.new_page()
    complaints = Complaints()
    complaints.listen(page)
    yield BoardPage(page)
    page.close()
    assert complaints == []


@pytest.fixture
def board(bare: BoardPage) -> BoardPage:
    """A new board with the small map."""
    bare.fresh()
    bare.set_up(tiny())
    return bare
