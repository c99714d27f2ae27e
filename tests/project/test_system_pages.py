"""Every system has a page that leads from its sheet to its modules, and none is forgotten."""

import re

import pytest

from grognard.systems import NAMES
from tests.project.source_tree import PACKAGE

PUT_TOGETHER = {"__init__.py", "rules.py", "system.py"}


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_system_names_every_chapter_and_nothing_that_is_not_there(name: str) -> None:
    folder = PACKAGE / "systems" / name
    chapters = {path.name for path in folder.glob("*.py")} - PUT_TOGETHER
    named = set(re.findall(r"`(\w+\.py)`", (folder / "README.md").read_text("utf-8")))
    assert chapters - named == set()
    assert named - {path.name for path in folder.rglob("*.py")} == set()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_page_tells_to_look_for_is_there(name: str) -> None:
    folder = PACKAGE / "systems" / name
    text = "\n".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    page = (folder / "README.md").read_text("utf-8")
    for word in re.findall(r"`([A-Za-z_][\w.]*)`", page):
        last = word.rpartition(".")[2]
        if not word.endswith((".py", ".toml")) and not (folder / word).is_dir():
            assert re.search(rf"\b{last}\b", text), f"{name}/README.md: no {word}"
