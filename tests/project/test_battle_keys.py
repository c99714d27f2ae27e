"""The guides list every key that map and battle files may have, and no others."""

import re
from collections import defaultdict
from typing import Any

import pytest

import grognard
from grognard.engine import toml
from grognard.engine.battlefile import BattleTexts
from grognard.systems import NAMES
from tests.project.source_tree import ROOT

GUIDE = (ROOT / "docs" / "adding-a-battle.md").read_text(encoding="utf-8")
MAPS = {"areas": "areas.md", "table": "table-maps.md"}
FILE = ""  # the label of a file's own keys
UNUSED = {"brigades": "[[breach]]\nat = [100, 100]\n"}  # tables that no shipped battle has

Keys = dict[str, set[str]]  # by the tables they stand in


def accepted(name: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Keys]:
    """The keys a system asks for while it reads its shipped battles, of "battle" and of "map"."""
    tables: list[toml.Table] = []
    begin = toml.Table.__init__

    def noted(self: toml.Table, *given: Any) -> None:
        begin(self, *given)
        tables.append(self)

    monkeypatch.setattr(toml.Table, "__init__", noted)
    system = grognard.system(name)
    found: dict[str, Keys] = {"battle": defaultdict(set), "map": defaultdict(set)}
    for battle in system.battles():
        source = system.battle(battle).source
        full = {**source, "battle": source["battle"] + "\n" + UNUSED.get(name, "")}
        system.load(BattleTexts(name, battle, full, "sheet", True, "battle"))
        system.read_map(toml.loads(source["map"], "map"))
    for table in tables:
        if table._source.name in found:
            label = ".".join(key for key in table._keys if isinstance(key, str))
            found[table._source.name][label] |= table._read
    return found


def section(heading: str) -> str:
    """A part of the guide under its heading."""
    return GUIDE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def words(text: str) -> set[str]:
    """What stands between backticks, without the files that are shown."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)))


def listed(text: str) -> Keys:
    """What a part of the guide says of each table: all it names, and in "|" the listed keys."""
    found: Keys = {}
    label = FILE
    for line in text.splitlines():
        heading = re.match(r"`\[+([\w.]+)\]+`", line)
        if heading:
            label = heading[1]
        found.setdefault(label, set()).update(words(line))
        row = re.match(r"\| (`.*?) \|", line)
        if row and label != "special":  # its rows are kinds, with their further keys
            found.setdefault(f"{label}|", set()).update(words(row[1]))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_key_of_a_battle_file_is_documented(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = listed(section(f"Battles of `{name}`"))
    common = words(section("What every battle file begins with"))
    known = accepted(name, monkeypatch)["battle"]
    assert known[FILE] <= own[FILE] | common | own.keys()
    for label, keys in known.items():
        assert label == FILE or keys <= own[label.partition(".")[0]], label
    # And what is listed is asked for.
    for label in own:
        if label.endswith("|"):
            assert own[label] <= known[label.removesuffix("|")], label
    assert {label for label in own if not label.endswith("|")} <= known.keys()


@pytest.mark.parametrize("name", NAMES)
def test_every_key_of_a_map_is_documented(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = grognard.system(name).board
    text = section("The map, key by key")
    if board in MAPS:
        text = (ROOT / "docs" / MAPS[board]).read_text(encoding="utf-8")
    told = {word.strip("[]") for word in words(text)}
    for label, keys in accepted(name, monkeypatch)["map"].items():
        if label == "legend" or label.startswith("boundary.into"):
            continue  # letters and locales of the map's own
        assert keys <= told, label
