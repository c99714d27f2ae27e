"""A page at the size of a laptop, for one test or for several after each other."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Browser, ViewportSize

from tests.page.browser import UNSALTED, Complaints

LAPTOP: Final[ViewportSize] = {"width": 1366, "height": 768}
# What a page remembers of its player beyond one game.
SETTINGS: Final = """localStorage.getItem("grognard.settings")"""
UNTOUCHED: Final = '{"salt":false,"glance":false}'


class Desk:
    """A page of its own storage, whose console is listened to."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(viewport=LAPTOP)
        self.context.add_init_script(UNSALTED)
        self.page = self.context.new_page()
        self.complaints = Complaints()
        self.complaints.listen(self.page)

    def as_it_was(self) -> bool:
        """Whether the next test finds it as a new one: its settings, its size, no other page."""
        page = self.page
        if page.viewport_size != LAPTOP or len(self.context.pages) > 1:
            return False
        return bool(page.evaluate(SETTINGS) == UNTOUCHED)

    def close(self) -> None:
        """Close it with all it stored."""
        self.context.close()
