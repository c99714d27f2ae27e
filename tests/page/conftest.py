"""One server for all tests of the page; a page of its own for each test."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.board_page import BoardPage, tiny
from tests.page.browser import Complaints, Server
from tests.page.desk import Desk
from tests.page.sitting import PATIENCE

FAILED = pytest.StashKey[bool]()

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
def page(request: pytest.FixtureRequest) -> Page:
    """A page at the size of a laptop; the test fails if its console complains.

    In a module marked `one_page` it is the one that served the test before, but for tests marked
    `own_page`.
    """
    shared = request.node.get_closest_marker("one_page")
    own = not shared or request.node.get_closest_marker("own_page")
    found: Page = request.getfixturevalue("own_page" if own else "used_page")
    return found


@pytest.fixture
def own_page(browser: Browser) -> Iterator[Page]:
    """A page nobody used before."""
    desk = Desk(browser)
    yield desk.page
    desk.close()
    assert desk.complaints == []


@pytest.fixture(scope="session")
def desks() -> Iterator[list[Desk]]:
    """The page that tests use one after another, if there is one."""
    kept: list[Desk] = []
    yield kept
    for desk in kept:
        desk.close()


@pytest.fixture
def used_page(
    request: pytest.FixtureRequest, browser: Browser, desks: list[Desk]
) -> Iterator[Page]:
    """A page that may have been used; another address after the # shows something else on it."""
    if not desks:
        desks.append(Desk(browser))
    (desk,) = desks
    desk.page.mouse.move(0, 0)
    yield desk.page
    said = [*desk.complaints]
    desk.complaints.clear()
    if said or FAILED in request.node.stash or not desk.as_it_was():
        desks.remove(desk)
        desk.close()
    assert said == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember who failed: the page is in whatever state it was then."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


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
