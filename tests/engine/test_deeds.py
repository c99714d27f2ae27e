"""What a piece can do now: rows of answers from a piece to its goal."""

import pytest

import grognard
from grognard.engine.deeds import able, deeds, meetings, resting, verb_of
from grognard.engine.view import Option


def test_a_leader_rides_by_one_row_of_two_answers() -> None:
    game = grognard.new("shock/gemioncourt", seed=1)
    (ride,) = deeds(game.view("french"), "unit:ney")
    assert ride.verb == "move"
    (aim,) = [aim for aim in ride.aims if aim.goal == "hex:0713"]
    assert len(aim.answers) == 2
    game.play(list(aim.answers))
    assert game.log[-1].text == "Ney rides 1 hex to 0713."


def test_a_march_back_from_an_approach_is_a_whole_phrase() -> None:
    """Hall and Calef secure the farm towards Herr's Ridge: they may march back, or away."""
    game = grognard.new("locales/mcphersons-ridge", seed=1)
    while game.actor != "union" or "Which order" not in game.view("union").question.prompt:
        game.roll() if game.position.roll is not None else game.play(game.options()[0])
    guns = next(piece.id for piece in game.system.placements(game.view("union"))
                if "Hall and Calef" in piece.label)  # fmt: skip
    verbs = {deed.verb for deed in deeds(game.view("union"), guns)}
    assert verbs == {"field-march", "local-march back"}


def test_only_what_is_ordered_now_is_able() -> None:
    game = grognard.new("shock/gemioncourt", seed=1)
    leaders = ("unit:ney", "unit:bachelu", "unit:foy", "unit:pire")
    assert able(game.view("french")) == leaders
    assert able(game.view("allied")) == ()
    assert deeds(game.view("french"), "unit:huber") == []
    assert deeds(game.view("allied"), "unit:orange") == []


def test_another_piece_taken_up_halts_the_first() -> None:
    game = grognard.new("onepage/maida", seed=1)
    game.play("move forty-second ahead half")
    assert resting(game.view("french")) is not None
    (move,) = deeds(game.view("french"), "unit:first-light")
    assert len(move.answers) == 2  # the halt of the 42nd, and the move
    game.play([*move.answers, "charge corsicans"])
    assert "1st Light charges Corsican Rangers" in game.log[-1].text


def test_aims_and_answers_say_whom_they_go_to() -> None:
    game = grognard.new("onepage/maida", seed=1)
    view = game.view("french")
    (ride,) = [deed for deed in deeds(view, "unit:general-reynier") if deed.verb == "move"]
    met = {aim.text.partition(" to ")[0]: aim.met for aim in ride.aims}
    assert met["join peyri"] == "unit:peyri"
    (march,) = [deed for deed in deeds(view, "unit:first-light") if deed.verb == "move"]
    met = {aim.text.partition(" to ")[0]: aim.met for aim in march.aims}
    assert met["charge corsicans"] == "unit:corsicans" and met["ahead half"] == ""
    assert meetings(view) == {}  # no unit moves yet
    game.play("move first-light")
    assert set(meetings(game.view("french")).values()) == {"unit:corsicans"}
    assert meetings(game.view("british")) == {}  # it is not asked


def test_what_is_done_to_several_in_one_way_is_one_deed() -> None:
    """Kempt has two enemies before him: he fires, at one or at the other."""
    game = grognard.new("onepage/maida", seed=1)
    while "combat" not in game.view(game.actor).question.prompt or not _fires(game, "kempt", 2):
        words = [option.text for option in game.view(game.actor).question.options]
        first = [each for each in ("ahead full", "ahead half", "move", "fire", "melee")
                 if any(text.startswith(each) for text in words)]  # fmt: skip
        game.play(next(text for text in words if text.startswith(first[0])) if first else words[0])
        while game.actor == grognard.CHANCE:
            game.roll()
    (fire,) = deeds(game.view(game.actor), "unit:kempt")
    assert fire.verb == "fire"
    assert [aim.goal for aim in fire.aims] == ["unit:first-light", "unit:forty-second"]
    game.play(list(fire.aims[1].answers))
    assert game.position.roll is not None


def _fires(game: grognard.Game, id: str, times: int) -> bool:
    options = game.view(game.actor).question.options
    return sum(option.text.startswith(f"fire {id} > ") for option in options) == times


def test_a_row_is_played_whole_or_not_at_all() -> None:
    game = grognard.new("shock/gemioncourt", seed=1)
    (ride,) = deeds(game.view("french"), "unit:ney")
    before = game.dump()
    for row in ([*ride.answers, ride.answers[0]], [], [0] * 20):
        with pytest.raises(grognard.GrognardError):
            game.play(row)
    assert game.dump() == before


def test_an_order_of_a_place_goes_to_the_blocks_that_stand_there() -> None:
    game = grognard.new("locales/mcphersons-ridge", seed=1)
    while game.position.roll is not None:
        game.roll()
    game.play(game.options()[0])  # a card
    view = game.view(game.actor)
    blocks = [each for each in able(view) if each.startswith("block:")]
    assert blocks
    goals = {aim.goal for deed in deeds(view, blocks[0]) for aim in deed.aims}
    assert any(goal.startswith("locale:") for goal in goals)


@pytest.mark.parametrize("battle", grognard.battles()[::4], ids=lambda battle: battle.id)
def test_every_row_leads_where_it_says(battle: grognard.Battle) -> None:
    game = grognard.new(battle.id, seed=5)
    for _ in range(40):
        if game.position.roll is not None:
            game.roll()
            continue
        if game.over:
            break
        view = game.view(game.actor)
        for each in able(view)[:2]:
            for deed in deeds(view, each):
                rows = [aim.answers for aim in deed.aims[:2]] or [deed.answers]
                for row in rows:
                    game.foresee(list(row))
        game.play(game.options()[-1])


def test_a_verb_is_an_order_without_its_names() -> None:
    assert verb_of(Option(3, "fire ney > huber", "unit:huber"), {"unit:ney"}) == "fire"
    assert verb_of(Option(3, "spike block 20", "block:20"), set()) == "spike"
