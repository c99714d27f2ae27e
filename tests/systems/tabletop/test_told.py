"""How stands and those who lead them are told of, alike on every tabletop."""

import pytest

from grognard.engine.view import View
from grognard.systems import system
from grognard.systems.tabletop.position import TablePosition


@pytest.mark.parametrize(
    ("name", "battle", "stand", "rating", "leader"),
    [
        ("onepage", "maida", "kempt", ("morale", "6"), "general-stuart"),
        ("brigades", "casteggio", "reisky-1", ("morale", "5"), "ott"),
        ("pulses", "teugen-hausen", "light-10", ("skirmishers", "SK2"), "davout"),
    ],
)
def test_stands_look_somewhere_and_are_rated_and_leaders_not(
    name: str, battle: str, stand: str, rating: tuple[str, str], leader: str
) -> None:
    rules = system(name)
    p = rules.start(rules.battle(battle))
    assert isinstance(p, TablePosition)
    ids = p.battle.ids
    assert p.pose_name(ids.index(stand), 200, 205, 18) == "20.0,20.5 facing 90"
    assert p.pose_name(ids.index(leader), 220, 221, 0) == "22.0,22.1"
    found = {piece.id: piece for piece in rules.placements(View(p, 0))}
    assert found[f"unit:{stand}"].rating == rating
    assert found[f"unit:{leader}"].rating[1] == ""
