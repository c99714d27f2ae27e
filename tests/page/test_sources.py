"""The page's own files: they name no system, and no text of a person can become markup."""

import re
from pathlib import Path

import pytest

from tests.project.source_tree import PACKAGE
from tests.project.test_layers import SYSTEMS

PAGE = PACKAGE / "server" / "page"
MODULES = sorted(PAGE.rglob("*.js"))
SHEETS = sorted(PAGE.rglob("*.css"))
# Ways by which a string becomes markup or code.
MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|srcdoc"
    r"|\beval\(|new Function|setTimeout\(\s*[\"'`]|javascript:"
)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_names_no_system(path: Path) -> None:
    named = re.compile(rf"[\"'`/](?:{'|'.join(sorted(SYSTEMS))})[\"'`/]")
    assert named.findall(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_text_becomes_markup(path: Path) -> None:
    assert MARKUP.findall(path.read_text("utf-8")) == []


@pytest.mark.parametrize("path", [*MODULES, *SHEETS, PAGE / "index.html"], ids=lambda p: p.name)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    outside = re.findall(r"(?:https?:)?//[\w.-]+\.\w+", path.read_text("utf-8"))
    assert [address for address in outside if "www.w3.org" not in address] == []


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    text = (PAGE / "index.html").read_text("utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", text) == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_module_begins_by_saying_what_it_holds(path: Path) -> None:
    assert re.match(r"// [A-Z].*", path.read_text("utf-8"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_what_a_module_imports_is_there(path: Path) -> None:
    for name in re.findall(r'^import [^;]*?from "([^"]+)";', path.read_text("utf-8"), re.M):
        assert (path.parent / name).is_file(), name
