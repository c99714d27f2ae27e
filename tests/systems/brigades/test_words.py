"""What brigades says of its answers."""

import grognard


def test_to_hurry_says_its_price_first() -> None:
    game = grognard.new("brigades/casteggio", seed=1)
    game.play("move fortieth")
    assert game.foresee("hurry").price.startswith("it is disordered")
    assert game.foresee("ahead full").price == ""
