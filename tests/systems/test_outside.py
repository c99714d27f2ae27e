"""A system that somebody's own package brings: played as any other, and harmless if broken."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import grognard
from grognard.bots import bot
from grognard.cli import main
from grognard.engine.conformance import check_game
from grognard.systems import NAMES, faults
from tests.outside import GUIDE, ROOT, files, install, install_duel, seen, write

SHIPPED = [battle.id for battle in grognard.battles()]
MAPS = ROOT / "src" / "grognard" / "maps"


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of the guide, installed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    site = install_duel(tmp_path / "site")
    with seen(site, monkeypatch):
        yield site


def grognard_command(*words: str, typed: str = "", status: int = 0) -> Result:
    """What `grognard` does in this process."""
    done = CliRunner().invoke(main, words, input=typed)
    assert done.exit_code == status, done.output
    return done


def in_a_process(site: Path, *words: str) -> str:
    """What Python prints in a process of its own that finds the packages of a folder."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(site)])}
    done = subprocess.run(
        [sys.executable, *words], env=env, cwd=site, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# -- the guide -----------------------------------------------------------------------------------


def test_the_guide_shows_every_file_of_the_package() -> None:
    (tree,) = re.findall(r"```\n(duel/\n.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    named = set(re.findall(r"[\w/]+\.(?:py|toml)", tree))
    shown = {path.removeprefix("src/duel/") for path in files()} - {"play.py"}
    assert shown == named


def test_the_guide_s_own_tests_pass(duel: Path) -> None:
    module: dict[str, Any] = {}
    exec(compile(files()["tests/test_duel.py"], "test_duel.py", "exec"), module)  # noqa: S102
    tests = [thing for name, thing in module.items() if name.startswith("test_")]
    assert len(tests) == 3
    for test in tests:
        test()


def test_the_guide_s_game_is_played_to_its_end(duel: Path) -> None:
    told = in_a_process(duel, "-c", files()["play.py"])
    assert re.fullmatch(r"\d strength points to \d\n", told)


def test_the_odds_of_the_guide_are_what_is_printed(duel: Path) -> None:
    shown = grognard_command("odds", "duel", "volley", "close=yes").stdout
    quoted = GUIDE.read_text(encoding="utf-8").split("```\nVolley: ")[1].split("```")[0]
    assert [line.split() for line in shown.splitlines()] == [
        line.split() for line in f"Volley: {quoted}".splitlines()
    ]


def test_the_package_is_strictly_typed(duel: Path) -> None:
    in_a_process(duel, "-m", "mypy", "--strict", "--cache-dir", str(duel / ".mypy"), "-p", "duel")


# -- played --------------------------------------------------------------------------------------


def test_it_stands_behind_the_shipped_systems(duel: Path) -> None:
    assert [each.name for each in grognard.systems()][-1] == "duel"
    assert [battle.id for battle in grognard.battles()] == [*SHIPPED, "duel/dawn"]
    assert faults() == []


def test_it_is_played_from_python(duel: Path, tmp_path: Path) -> None:
    game = grognard.new("duel/dawn", own_dice=True, path=tmp_path / "dawn.grog")
    assert game.texts() == ["hold", "fire", "march 0102", "march 0203", "march 0104"]
    game.play("fire")
    assert str(game.position.check().modifiers[0]) == "-1 woods"
    game.roll([5])  # 4 after the woods: a miss
    game.play("hold")
    game.play("fire")
    game.roll([6])
    assert game.view("blue").position.dump()["fields"]["strength"] == [3, 2]
    assert game.log[-1].text == "The Rifles have 2 left"
    assert grognard.load(tmp_path / "dawn.grog").position.digest() == game.position.digest()


def test_its_variant_fires_further(duel: Path) -> None:
    for variant, fires in (("sheet", False), ("rifles", True)):
        game = grognard.new("duel/dawn", variant, seed=1)
        game.play("hold")
        game.play("march 0403")  # three hexes from the Guards
        assert ("fire" in game.texts()) is fires


def test_it_keeps_every_law_of_the_engine(duel: Path) -> None:
    rules = grognard.system("duel")
    reports = [check_game(rules, rules.battle("dawn"), seed=seed, every=1) for seed in range(4)]
    assert sum(report.rolls for report in reports) > 0


def test_it_is_played_in_the_terminal(duel: Path) -> None:
    told = grognard_command(
        *("play", "duel/dawn", "--terminal", "--hotseat", "--own-dice"),
        typed="confirm off\nfire\n6\n\nhold\nquit\n",
    ).stdout
    assert "The Guards: march, fire or hold?" in told
    assert "The Rifles have 2 left" in told
    assert "Red 3   Blue 2" in told


def test_a_bot_takes_the_shot(duel: Path) -> None:
    # One in six wins a point; no march or halt gains anything.
    game = grognard.new("duel/dawn", seed=1)
    chosen = bot("drill", seed=1).choose(game.view("red"), game.system)
    assert game.texts()[game.options().index(chosen)] == "fire"


def test_it_is_looked_up_and_drawn(duel: Path, tmp_path: Path) -> None:
    chart = json.loads(grognard_command("chart", "duel", "fire", "--json").stdout)
    assert chart["rows"][1] == {"label": "Target in woods", "cells": ["-1"]}
    (rule,) = json.loads(grognard_command("rules", "duel", "duel.ruling.lake", "--json").stdout)
    assert rule["module"] == "duel.turn" and rule["where"][0]["module"] == "turn.py"
    grognard_command("show", "duel/dawn", "-o", str(tmp_path / "dawn.svg"))
    picture = (tmp_path / "dawn.svg").read_text(encoding="utf-8")
    assert "The Rifles" in picture and "0303 woods, level 0" in picture


def test_two_systems_on_hexes_check_their_own_files(duel: Path, tmp_path: Path) -> None:
    own = (duel / "duel" / "battles" / "dawn.toml").read_text(encoding="utf-8")
    mine = tmp_path / "my.toml"
    mine.write_text(own.replace('name = "dawn"', 'name = "mine"'), encoding="utf-8")
    told = grognard_command("check", str(mine)).stdout
    assert "a valid battle: Pistols at dawn (duel/mine, Red against Blue)" in told
    for path in (duel / "duel" / "maps" / "green.toml", MAPS / "gemioncourt.toml"):
        assert "a valid map" in grognard_command("check", str(path)).stdout
    mine.write_text(own.replace("strength = 3", "strength = 30", 1), encoding="utf-8")
    told = grognard_command("check", str(mine), status=2).stderr
    assert 'my.toml:25: "strength" must be from 1 to 9' in told


def test_a_map_nobody_can_read_is_refused_by_every_system_on_its_board(
    duel: Path, tmp_path: Path
) -> None:
    path = tmp_path / "wods.toml"
    text = (duel / "duel" / "maps" / "green.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('"woods"', '"wods"'), encoding="utf-8")
    told = grognard_command("check", str(path), status=2).stderr
    assert "for shock: " in told and "for duel: " in told and 'did you mean "woods"?' in told


# -- installed -----------------------------------------------------------------------------------


def test_pip_installs_it(tmp_path: Path) -> None:
    source = write(tmp_path / "duel", files())
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    alone = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*pip, *alone, str(source)], check=True, capture_output=True)
    told = in_a_process(site, "-m", "grognard.cli", "battles")
    assert "duel/dawn  Pistols at dawn, May 1809" in told
    assert "a valid map" in in_a_process(
        site, "-m", "grognard.cli", "check", str(site / "duel" / "maps" / "green.toml")
    )


# -- broken --------------------------------------------------------------------------------------

NOT_A_SYSTEM = "SYSTEM = 3\n"
OTHER_NAME = files()["src/duel/system.py"].replace('name = "duel"', 'name = "brawl"')
OTHER_BOARD = files()["src/duel/system.py"].replace('board = "hexes"', 'board = "squares"')
NO_NUMBER = files()["src/duel/charts.toml"].replace("hits = 5\n", "")
NO_UNIT = files()["src/duel/battles/dawn.toml"].replace("strength = 3\n", "", 1)
NO_DISTANCE = files()["src/duel/position.py"].replace(".distance[", ".distances[")


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("duel/system.py", "import nothing_of_the_kind\n", "ModuleNotFoundError: No module named"),
        ("duel/system.py", "raise SystemExit(1)\n", "SystemExit: 1 (duel/system.py:1)"),
        ("duel/system.py", "SYSTEM = \n", "SyntaxError"),
        ("duel/system.py", NOT_A_SYSTEM, "its entry point leads to int, not a System"),
        ("duel/system.py", OTHER_NAME, 'its entry point is "duel", but its name is "brawl"'),
        ("duel/system.py", OTHER_BOARD, 'unknown board "squares"'),
        ("duel/charts.toml", "hits =\n", "duel/charts.toml:1: "),
        ("duel/charts.toml", NO_NUMBER, '"duel.fire.dice" has no value "hits"'),
        ("duel/battles/dawn.toml", NO_UNIT, 'battles/dawn.toml:21: [[unit]] lacks "strength"'),
        ("duel/position.py", NO_DISTANCE, "AttributeError: 'HexGrid' object has no attribute"),
    ],
)
def test_a_broken_package_is_told_by_name_and_breaks_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, text: str, why: str
) -> None:
    with seen(install_duel(tmp_path, {path: text}), monkeypatch):
        assert [battle.id for battle in grognard.battles()] == SHIPPED
        (fault,) = faults()
        assert str(fault).startswith('the system "duel" of the package grognard-duel cannot be')
        assert why in str(fault)
        listed = grognard_command("battles", "--json")
        assert [battle["id"] for battle in json.loads(listed.stdout)] == SHIPPED
        assert listed.stderr.strip() == f"grognard: {fault}"
        asked = grognard_command("odds", "duel", "volley", status=2)
        assert asked.stderr.count("cannot be used") == 1


def test_the_guide_tells_of_a_broken_package_in_the_words_that_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seen(install_duel(tmp_path, {"duel/charts.toml": NO_NUMBER}), monkeypatch):
        grognard.systems()
        assert f"\ngrognard: {faults()[0]}\n" in GUIDE.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [NAMES[0], "The Duel"])
def test_a_name_that_is_taken_or_none_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with seen(install(tmp_path, "rival", f"{name} = rival:SYSTEM", {}), monkeypatch):
        assert [battle.id for battle in grognard.battles()] == SHIPPED
        (fault,) = faults()
        assert (fault.name, fault.package) == (name, "rival")


def test_of_two_packages_with_one_name_the_first_is_used(duel: Path) -> None:
    install(duel, "zweikampf", "duel = zweikampf:SYSTEM", {})
    sys.modules["grognard.systems"].sources.cache_clear()
    assert grognard.battles()[-1].id == "duel/dawn"
    (fault,) = faults()
    assert fault.package == "zweikampf" and "grognard-duel has a system of this name" in fault.why
