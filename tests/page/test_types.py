"""The page's types: made from what travels, and current."""

import json
import re

from tools import page_types

from tests.project.source_tree import ROOT

NODE = ROOT / "tools" / "typescript"


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    kept = page_types.PATH.read_text(encoding="utf-8")
    assert kept == page_types.text(), "run `make types` and commit what it writes"


def test_a_type_says_what_may_be_left_out() -> None:
    text = page_types.text()
    # A client may leave the faces out; the server never leaves out whether it waits for consent.
    assert "  faces?: number[] | null;\n" in text
    assert "  asked: boolean;\n" in text


def test_nothing_that_travels_is_untyped() -> None:
    types = re.sub(r"/\*\*.*?\*/|//[^\n]*|\".*?\"", "", page_types.text(), flags=re.DOTALL)
    assert re.findall(r"\b(?:any|unknown|object)\b", types) == []


def test_the_modules_are_checked_strictly() -> None:
    settings = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))
    options = settings["compilerOptions"]
    assert options["checkJs"] and options["strict"]
    assert settings["include"] == ["src/grognard/server/page"]


def test_the_compiler_is_pinned_by_its_content_and_has_no_address() -> None:
    lock = json.loads((NODE / "package-lock.json").read_text(encoding="utf-8"))
    wanted = json.loads((NODE / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    for entry in packages.values():
        assert entry["integrity"].startswith("sha512-")
        assert "resolved" not in entry
