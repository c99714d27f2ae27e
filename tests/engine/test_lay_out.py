"""Pieces put by hand: a bot plays one side of a battle that stands on a real table."""

from pathlib import Path

import pytest

import grognard
from grognard.bots import bot
from grognard.engine.errors import GrognardError, NotAllowed, UnknownName
from grognard.engine.game import Laid
from grognard.engine.position import HIDDEN
from grognard.systems.locales.state.position import LocalesPosition


def begun(battle: str, path: Path | None = None) -> grognard.Game:
    return grognard.new(battle, own_dice=True, path=path)


def pose_of(game: grognard.Game, id: str) -> tuple[int, ...]:
    """The place of a piece on the board, as drawn."""
    (piece,) = [p for p in game.system.placements(game.view(None)) if p.id == id]
    return tuple(piece.at[:2])


@pytest.mark.parametrize(
    ("battle", "id", "place", "at"),
    [
        ("onepage/maida", "unit:kempt", "20.0,30.5 facing 90", (200, 305)),
        ("brigades/casteggio", "unit:sixth-light", "30.0,30.0", (300, 300)),
        ("pulses/teugen-hausen", "unit:light-10", "30.0,30.0 facing 45", (300, 300)),
    ],
)
def test_a_stand_is_put_where_it_stands_on_the_table(
    battle: str, id: str, place: str, at: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "table.grog"
    game = begun(battle, path)
    game.lay_out([Laid(id, place)])
    assert pose_of(game, id) == at
    # The record goes on from there, on another machine too.
    assert grognard.load(path).position.digest() == game.position.digest()
    assert grognard.verify(path).ok
    assert f"put by hand: {id.removeprefix('unit:')}" in path.read_text()


def test_losses_are_told_with_the_place() -> None:
    game = begun("onepage/maida")
    (before,) = [p for p in game.system.placements(game.view(None)) if p.id == "unit:kempt"]
    game.lay_out([Laid("unit:kempt", "20.0,30.5", lost=1)])
    (after,) = [p for p in game.system.placements(game.view(None)) if p.id == "unit:kempt"]
    assert int(after.strength) == int(before.strength) - 1


def test_a_piece_is_put_in_a_hex() -> None:
    game = begun("shock/gemioncourt")
    pieces = {p.id: p for p in game.system.placements(game.view(None))}
    which, piece = next((i, p) for i, p in pieces.items() if p.side == 0)
    free = next(
        name
        for name in ("0303", "0404", "0505", "0606")
        if all(f"hex:{name}" != game.system.whereabouts(game.position, u) for u in range(5))
    )
    game.lay_out([Laid(which, free)])
    (after,) = [p for p in game.system.placements(game.view(None)) if p.id == which]
    assert after.at != piece.at


def test_the_bot_plays_on_from_the_table_as_it_stands() -> None:
    game = begun("onepage/maida")
    game.lay_out([Laid("unit:kempt", "20.0,30.5 facing 90")])
    side = game.actor
    assert side is not None
    chosen = bot("drill", 1).choose(game.view(side), game.system)
    told = game.play(chosen)
    assert told or game.record.lines[-1].rest  # its order, in words


def test_what_cannot_stand_so_is_refused_and_changes_nothing() -> None:
    game = begun("onepage/maida")
    digest = game.position.digest()
    for piece, kind in (
        (Laid("unit:nobody", "20.0,30.5"), UnknownName),
        (Laid("unit:kempt", "900.0,1.0"), GrognardError),
        (Laid("unit:kempt", "over there"), GrognardError),
        (Laid("unit:kempt", "20.0,30.5", lost=99), GrognardError),
    ):
        with pytest.raises(kind):
            game.lay_out([piece])
    assert game.position.digest() == digest
    assert game.record.lines == []


def test_only_where_players_throw_their_own_dice() -> None:
    game = grognard.new("onepage/maida", seed=1)
    with pytest.raises(NotAllowed, match="own dice"):
        game.lay_out([Laid("unit:kempt", "20.0,30.5")])


def test_a_hidden_block_is_put_in_a_reserve_or_on_an_approach(tmp_path: Path) -> None:
    path = tmp_path / "table.grog"
    game = begun("locales/mcphersons-ridge", path)
    areas = game.battle.areas  # type: ignore[attr-defined]
    game.lay_out([Laid("block:1", "herbst-woods")])
    assert pose_of(game, "block:1") == (areas.ids.index("herbst-woods"), -1)
    game.lay_out([Laid("block:1", "mcphersons-farm/herr-ridge")])
    assert pose_of(game, "block:1")[0] == areas.ids.index("mcphersons-farm")
    assert pose_of(game, "block:1")[1] >= 0
    assert grognard.load(path).position.digest() == game.position.digest()
    # The enemy learns where the block is, and nothing else of it.
    seen = game.view("confederate").seen(LocalesPosition)
    assert seen.who[0] == HIDDEN and seen.strength[0] == HIDDEN


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        (Laid("block:99", "herbst-woods"), 'no block "99"'),
        (Laid("block:6", "herbst-woods"), "block 6 is not on the map"),
        (Laid("block:1", "off"), "a block is hidden"),
        (Laid("block:1", "herbst-woods", lost=1), "a block is hidden"),
        (Laid("block:1", "herbst-wodos"), "herbst-woods"),
        (Laid("block:1", "herr-ridge"), "holds units of both sides"),
    ],
)
def test_a_hidden_block_that_cannot_stand_so_is_refused(laid: Laid, said: str) -> None:
    game = begun("locales/mcphersons-ridge")
    digest = game.position.digest()
    with pytest.raises(GrognardError, match=said):
        game.lay_out([laid])
    assert game.position.digest() == digest
