"""The front door: new, load, battles, systems, replay and verify."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grognard
from grognard.engine.battle import Battle
from tests.engine.toy import Toy, ToyBattle
from tests.only import only


class FileToy(Toy):
    """The toy with a battle from a file."""

    def battle_file(self, path: Path, variant: str = "sheet") -> Battle:
        return ToyBattle({"battle": path.read_text(encoding="utf-8")}, variant, False)


@pytest.fixture(autouse=True)
def toy_box(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the toy where the systems are."""
    yield from only(monkeypatch, FileToy())


def fight(game: grognard.Game) -> grognard.Game:
    rng = random.Random(5)
    while not game.over:
        if game.actor is grognard.CHANCE:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
    return game


def test_importing_it_starts_neither_terminal_nor_drawing() -> None:
    code = "import sys, grognard; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "grognard.engine.game" in loaded
    assert loaded.isdisjoint({"click", "rich", "resvg_py", "grognard.draw", "grognard.cli"})


def test_a_battle_is_fought_recorded_and_proved(tmp_path: Path) -> None:
    path = tmp_path / "my.grog"
    game = grognard.new("toy/field", seats={"red": "Anna"}, path=path)
    assert game.record.header.dice.startswith("sealed ")
    fight(game)
    assert grognard.load(path).result == game.result
    assert grognard.verify(path).ok
    assert len(list(grognard.replay(path))) == len(game.record.lines) + 1


def test_with_a_seed_the_dice_are_open() -> None:
    one, two = (fight(grognard.new("toy/field", seed=7)) for _ in range(2))
    assert one.record.header.dice == "open 7"
    assert one.record.text() == two.record.text()


def test_the_players_may_throw_their_own_dice() -> None:
    assert grognard.new("toy/field", own_dice=True).record.header.dice == "own"
    with pytest.raises(grognard.DiceError, match="own dice take no seed"):
        grognard.new("toy/field", own_dice=True, seed=1)


def test_a_variant_is_recorded() -> None:
    assert grognard.new("toy/field", "restored", seed=1).record.header.variant == "restored"


def test_battles_and_systems_are_listed() -> None:
    assert [system.name for system in grognard.systems()] == ["toy"]
    assert [battle.id for battle in grognard.battles()] == ["toy/field"]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("toy/feild", 'did you mean "toy/field"'),
        ("field", 'did you mean "toy/field"'),
        ("toi/field", 'did you mean "toy/field"'),
        ("\x1b/field", 'did you mean "toy/field"'),
        ("x" * 10**6, "there is toy/field"),
        ("", "there is toy/field"),
        ("\x1b[31m", "there is toy/field"),
    ],
)
def test_an_unknown_battle_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(grognard.UnknownName) as caught:
        grognard.new(name)
    assert hint in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_battle_of_ones_own_is_embedded_in_its_record(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = 'system = "toy"\nturns = 3\n'
    file.write_text(text)
    for name in (file, str(file), f"toy:{file}"):
        game = grognard.new(name, seed=1)
        assert game.record.header.source == {"battle": text}
    game.save(tmp_path / "my.grog")
    file.unlink()
    assert grognard.load(tmp_path / "my.grog").battle.source == game.battle.source


def test_a_file_that_names_no_system_is_told_what_to_add(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('map = "gemioncourt"\n')
    with pytest.raises(grognard.FileError) as caught:
        grognard.new(file)
    assert 'add system = "toy"' in str(caught.value)
    assert grognard.new(f"toy:{file}", seed=1).battle.id == "toy/field"


def test_a_file_of_an_unknown_system_gets_a_hint(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('map = "gemioncourt"\nsystem = "toi"\n')
    with pytest.raises(grognard.FileError, match=r'mine.toml:2: .*did you mean "toy"'):
        grognard.new(file)


def test_a_battle_already_loaded_is_taken_as_it_is() -> None:
    battle = grognard.battle("toy/field", "restored")
    assert grognard.new(battle, seed=1).battle is battle


def test_the_errors_are_one_family() -> None:
    for name in grognard.__all__:
        thing = getattr(grognard, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert issubclass(thing, grognard.GrognardError | Warning)
    assert issubclass(grognard.GrognardError, ValueError)


def test_the_picture_of_a_game_shows_the_last_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    game = grognard.new("shock/gemioncourt", seed=7)
    assert game.last_trail() == ()
    before = game.svg()
    game.play("move ney > 0712")
    start, *between, end = game.last_trail()
    assert (start, end) == ("hex:0714", "hex:0712")
    assert between and all(place.startswith("hex:") for place in between)
    assert '<g id="arrows"></g>' in before
    assert '<g id="arrows"></g>' not in game.svg()
