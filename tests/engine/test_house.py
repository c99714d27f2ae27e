"""House variants in play: laid open by name and content, told, embedded in records, refused."""

from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.engine import chapters, house, system
from grognard.engine.errors import FileError, GrognardError, RecordError, UnknownName
from grognard.engine.house_rules import house_rules
from grognard.engine.replay import from_text

CLUB = """title = "Our club"
says = "Bloody evenings."

["onepage.combat.hit"]
says = "Fives and sixes hit."
least = 5
"""


@pytest.fixture
def club(tmp_path: Path) -> str:
    path = tmp_path / "our-club.toml"
    path.write_text(CLUB)
    return grognard.house(path)


def go_on(game: grognard.Game, answers: int) -> grognard.Game:
    """Some answers at random, always the same ones."""
    rng = Random(5)
    for _ in range(answers):
        if game.actor == grognard.CHANCE:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
    assert not game.over
    return game


def played(variant: str, path: Path | None = None) -> grognard.Game:
    """A game begun."""
    return go_on(grognard.new("onepage/maida", variant=variant, seed=3, path=path), 20)


def forget() -> None:
    """Forget every house variant, as on another machine."""
    house._named.clear()
    house._passing.clear()
    system._kept.cache_clear()
    chapters._rules.cache_clear()


def test_the_name_holds_the_title_and_the_content(club: str, tmp_path: Path) -> None:
    assert club.startswith("our-club.")
    (tmp_path / "copy.toml").write_text(CLUB.replace("\n", "\r\n"))
    assert grognard.house(tmp_path / "copy.toml") == club
    (tmp_path / "other.toml").write_text(CLUB.replace("least = 5", "least = 4"))
    assert grognard.house(tmp_path / "other.toml") != club
    assert house.told(f"attrition+{club}") == "attrition+our-club"


def test_what_it_changes_is_told_rule_by_rule(club: str) -> None:
    own = house_rules(grognard.system("onepage"), f"attrition+{club}")
    assert own is not None
    assert own.lines() == [
        "House rules: Our club. Bloody evenings.",
        "Hit: Fives and sixes hit. [least 5 (was 6)]",
    ]
    assert house_rules(grognard.system("onepage"), "attrition") is None


def test_a_record_replays_where_the_file_is_unknown(club: str, tmp_path: Path) -> None:
    path = tmp_path / "game.grog"
    game = played(f"attrition+{club}", path)
    digest = game.position.digest()
    forget()
    with pytest.raises(UnknownName, match="no variant"):
        grognard.battle("onepage/maida", club)
    assert grognard.verify(path).ok
    loaded = grognard.load(path)
    assert loaded.position.digest() == digest
    assert loaded.battle.variant == f"attrition+{club}"
    # It goes on, and the house rules go along into another copy.
    go_on(loaded, 3)
    text = path.read_text()
    forget()
    assert from_text(text, grognard.system).position.digest() == loaded.position.digest()


def test_the_rules_of_the_house_are_obeyed(club: str) -> None:
    kind = grognard.system("onepage").checks(grognard.battle("onepage/maida", club).variant)["fire"]
    # Two dice that hit on 5 and 6: both with 1/9.
    assert kind.check((0, 0, 0)).odds().fractions()["2"] == "1/9"


def test_a_record_whose_house_rules_were_changed_is_refused(club: str, tmp_path: Path) -> None:
    game = played(club)
    text = "\n".join([*game.record.header.lines(), "begin #00000000", ""])
    changed = text.replace("| least = 5", "| least = 4")
    assert changed != text
    path = tmp_path / "changed.grog"
    path.write_text(changed)
    with pytest.raises(RecordError):
        grognard.load(path)
    with pytest.raises(GrognardError, match='the house variant "our-club" was changed'):
        house.restore({club: CLUB.replace("5", "4")})


def test_a_file_is_never_read_because_a_name_names_it(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB)
    with pytest.raises(UnknownName, match="no variant"):
        grognard.new("onepage/maida", variant=str(tmp_path / "club.toml"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title = "Nothing"\n', "it changes no rule"),
        ('["onepage.combat.hit"]\nleast = 900\n', "club.toml:2: .*at most 60"),
        ('title = "A\n', "club.toml:1"),
        ('["shock.fire.shift.woods"]\nvalue = 1\n', 'unknown rule "shock.fire.shift.woods"'),
        (f'title = "{"x" * 50_000}"\n', "at most 40000 characters"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "club.toml"
    path.write_text(text)
    with pytest.raises(FileError, match=said):
        grognard.new("onepage/maida", variant=grognard.house(path))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"missing\.toml: cannot be read"):
        grognard.house(tmp_path / "missing.toml")


def test_rules_under_which_a_battle_breaks_are_refused_in_words() -> None:
    text = 'title = "Wrong"\n["shock.move.rate.reduced"]\ndivide = 0\n'
    name = house.lay_open(text, "wrong.toml")
    said = 'the rules "wrong" do not fit shock/gemioncourt: when a game is tried, they fail'
    with pytest.raises(GrognardError, match=said):
        grognard.new("shock/gemioncourt", variant=name)


def test_texts_of_others_are_held_in_bounded_number() -> None:
    first = house.lay_open('title = "First"\n', "first")
    for number in range(house.MOST):
        house.lay_open(f'title = "Number {number}"\n', "other")
    assert house.find(first) is None
