"""What brigades says of its answers."""

import grognard
from grognard.systems.brigades.dice import FireFacts
from grognard.systems.brigades.state.battle import BrigadesBattle


def test_to_hurry_says_its_price_first() -> None:
    game = grognard.new("brigades/casteggio", seed=1)
    game.play("move fortieth")
    assert game.foresee("hurry").price.startswith("it is disordered")
    assert game.foresee("ahead full").price == ""


def test_odds_of_fire_count_casualties_where_the_target_saves() -> None:
    """The dice hit, the saves take hits away: what is left at the end are casualties."""
    game = grognard.new("brigades/casteggio", seed=1)
    assert isinstance(game.battle, BrigadesBattle)
    kind = game.battle.rules.fire_kind
    assert kind.counted_at_end(FireFacts(row=0, saves=0)) == ("hit", "hits")
    assert kind.counted_at_end(FireFacts(row=0, saves=1)) == ("casualty", "casualties")
