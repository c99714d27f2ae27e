"""The handle people use, on the toy."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.engine.dice import D6, Die, Open
from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import (
    AmbiguousOrder,
    BadOrder,
    DiceError,
    GrognardError,
    NotAllowed,
    UndoRefused,
    UnknownName,
)
from grognard.engine.game import Game
from grognard.engine.log import LogEntry
from grognard.engine.recorded_game import CHANCE
from grognard.engine.step import EVERYBODY
from tests.engine.toy import FIRE, HOLD, LISTEN, PLAN, SCOUT, TOY, UNIT, ToyBattle, ToyPosition

NEY, NEY_GUARD, WELLINGTON, MULLER = range(UNIT, UNIT + 4)


def begun(box: DiceBox | None = None, path: Path | None = None) -> Game:
    """A game with open dice, both plans still to be made."""
    return Game.begin(TOY, TOY.battle("field"), box or DiceBox.open(7), path=path)


def planned(box: DiceBox | None = None, path: Path | None = None) -> Game:
    """Red plans left, blue right; red to give its first order."""
    game = begun(box, path)
    game.play("plan left")
    game.play("plan right")
    return game


def play_out(game: Game, seed: int = 1) -> Game:
    rng = random.Random(seed)
    while not game.over:
        if game.actor is CHANCE:
            game.roll()
        else:
            game.play(rng.choice(game.options()))
    return game


def state(game: Game) -> tuple[str, str, list[LogEntry]]:
    return game.position.digest(), game.record.text(), list(game.log)


def test_a_game_asks_the_sides_in_turn_then_chance_then_nobody() -> None:
    game = begun()
    assert game.actor == "red"
    assert game.options() == [PLAN, PLAN + 1]
    assert game.texts() == ["plan left", "plan right"]
    game.play(PLAN)
    assert game.actor == "blue"
    game.play(PLAN + 1)
    game.play("order ney fire > müller")
    assert (game.over, game.actor, game.result) == (False, CHANCE, None)
    assert game.options() == [] and game.texts() == []
    play_out(game)
    result, actor = game.result, game.actor
    assert game.over and result is not None and actor is None


def test_an_answer_may_be_an_int_words_or_json() -> None:
    hashes = set()
    for answer in (PLAN + 1, "plan right", {"plan": "right"}):
        game = begun()
        game.play(answer)
        hashes.add(game.position.digest())
        assert game.record.lines[0].rest == "plan:right | plan right"
    assert len(hashes) == 1


def test_the_choices_name_what_they_point_at() -> None:
    choices = planned().choices()
    assert [choice.text for choice in choices][-1] == "order ney-guard"
    assert [choice.action for choice in choices] == [HOLD, SCOUT, LISTEN, NEY, NEY_GUARD]


@pytest.mark.parametrize(
    "answer",
    [
        *(-1, FIRE, WELLINGTON, 10**6, pytest.param(10**5000, id="huge")),
        *({"unit": "wellington"}, {"verb": "fire"}),
    ],
)
def test_what_is_not_allowed_is_refused_and_nothing_changes(answer: int) -> None:
    game = planned()
    before = state(game)
    with pytest.raises(NotAllowed, match='does not answer "Your order\\?": allowed are "hold"'):
        game.play(answer)
    assert state(game) == before


@pytest.mark.parametrize(
    "answer",
    [
        *(
            True,
            1.0,
            None,
            [],
            [[HOLD]],
            [HOLD, None],
            b"hold",
            {},
            {"verb": "hold", "unit": "ney"},
        ),
        *({"verb": 1}, {1: "hold"}, {"verb": "x\x1b[31m"}, {"verb": "x" * 10**6}, {"hat": "x"}),
        *("", "fire", "hold\x00", "order welington"),
    ],
)
def test_what_is_no_answer_at_all_is_refused_and_nothing_changes(answer: str) -> None:
    game = planned()
    before = state(game)
    with pytest.raises(BadOrder) as caught:
        game.play(answer)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 300
    assert state(game) == before


def test_an_order_in_words_is_all_or_nothing() -> None:
    game = planned()
    before = state(game)
    with pytest.raises(BadOrder, match='did you mean "> müller"'):
        game.play("order ney fire > mulier")
    assert state(game) == before
    game.play("order ney fire > muller")
    assert [str(line) for line in game.record.lines[2:]] == [
        "3 red unit:ney | order ney",
        "4 red verb:fire | fire",
        "5 red unit:müller | > müller",
    ]


def test_an_ambiguous_order_lists_the_choices() -> None:
    with pytest.raises(AmbiguousOrder) as caught:
        planned().play("order n")
    assert caught.value.choices == ["order ney", "order ney-guard"]


def test_nobody_plays_while_dice_are_due_nor_after_the_end() -> None:
    game = planned()
    game.play("order ney fire > müller")
    for answer in (HOLD, "hold", {"verb": "hold"}):
        with pytest.raises(NotAllowed, match="a roll is due"):
            game.play(answer)
    play_out(game)
    with pytest.raises(NotAllowed, match="the battle is over"):
        game.play(HOLD)
    with pytest.raises(NotAllowed, match="the battle is over"):
        game.roll()


def test_no_dice_are_thrown_while_a_side_must_choose() -> None:
    with pytest.raises(NotAllowed, match="red must choose"):
        begun().roll()


def test_the_dice_are_those_of_the_record_line() -> None:
    game = planned()
    game.play("order ney fire > müller")
    (expected,) = Open(7).roll(6, game.check.dice)
    game.roll()
    hit = "hit" if expected + 1 >= 5 else "miss"  # +1: steady aim
    assert str(game.record.lines[5]) == f"6 dice volley {expected} | {hit}"


def test_a_roll_is_explained_in_the_log() -> None:
    game = planned()
    game.play("order ney advance")
    game.play("hold")
    game.play("order ney fire > müller")
    told = game.roll([3])
    # 3 +1 close +1 steady = 5: a hit.
    assert told == [
        LogEntry(
            9,
            "Volley: 5 or more\n  +1 close range\n  +1 steady aim\n  die 3: hit",
            EVERYBODY,
            ("unit:ney", "unit:müller"),
            roll=True,
            roller=0,
            dice=((6, 3),),
        ),
        LogEntry(9, "müller loses a man", EVERYBODY, ("unit:müller",)),
    ]
    assert game.log[-2:] == told
    assert str(game.record.lines[8]) == "9 own-dice red volley 3 | hit"


@pytest.mark.parametrize("faces", [[], [0], [7], [1, 1], ["3"], [3.0], [True], "3", 3, {3}])
def test_faces_no_die_can_show_are_refused_and_nothing_changes(faces: list[int]) -> None:
    game = planned()
    game.play("order ney fire > müller")
    before = state(game)
    with pytest.raises(DiceError):
        game.roll(faces)
    assert state(game) == before


def test_own_dice_must_be_given() -> None:
    game = planned(DiceBox.own())
    game.play("order ney fire > müller")
    with pytest.raises(DiceError, match="give the faces"):
        game.roll()
    game.roll([6])
    assert isinstance(game.position, ToyPosition) and game.position.strength == [2, 2, 2, 1]


def test_a_system_that_fails_in_the_middle_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = planned()
    before = state(game)

    def fail(self: object, p: ToyPosition, action: int) -> None:
        p.strength[0] = 99
        raise RuntimeError("a rule with a mistake")

    monkeypatch.setattr("tests.engine.toy.Order.apply", fail)
    with pytest.raises(RuntimeError):
        game.play(HOLD)
    assert state(game) == before


def test_each_side_knows_its_own_plan_only() -> None:
    game = planned()
    hidden = -(2**31)
    assert game.view("red").seen(ToyPosition).plan == [0, hidden]
    assert game.view("blue").seen(ToyPosition).plan == [hidden, 1]
    assert game.view(None).seen(ToyPosition).plan == [hidden, hidden]
    assert game.view("blue").question.options == ()
    assert game.turn_text == "round 1"
    with pytest.raises(UnknownName, match='did you mean "red"'):
        game.view("ret")


def test_each_side_reads_its_own_log_only() -> None:
    game = planned()
    game.play("listen")
    game.roll([2, 2])
    texts = {side: [e.text for e in game.log_for(side)] for side in ("red", "blue", None)}
    assert texts["red"] == ["Red plans", "Round 1", "Rumour: a double\n  dice 2 2: true"]
    assert texts["blue"] == ["Blue plans", "Round 1"]
    assert texts[None] == ["Round 1"]


def test_the_record_for_a_side_leaves_out_what_it_may_not_see() -> None:
    game = planned()
    game.play("listen")
    game.roll([2, 2])

    def body(side: str | None) -> list[str]:
        text = game.text_for(side)
        return [row.rpartition(" #")[0] for row in text.splitlines() if row[0].isdigit()]

    assert body("red") == [
        "1 red plan:left | plan left",
        "2 blue hidden",
        "3 red verb:listen | listen",
        "4 own-dice red rumour 2 2 | true",
    ]
    assert body("blue") == [
        "1 red hidden",
        "2 blue plan:right | plan right",
        "3 red verb:listen | listen",
        "4 own-dice hidden",
    ]
    assert body(None)[1::2] == ["2 blue hidden", "4 own-dice hidden"]


def test_what_a_side_is_told_does_not_depend_on_what_it_may_not_know() -> None:
    texts = []
    for plan in ("plan left", "plan right"):
        game = begun()
        game.play("plan left")
        game.play(plan)
        game.play("hold")
        texts.append(game.text_for("red"))
    assert texts[0] == texts[1]


def test_hashes_of_the_position_stay_in_the_engine_until_the_end() -> None:
    game = planned()
    for _ in range(7):
        game.play("listen")
        game.roll()
        game.undo(consent=True)
        game.roll()
    # 2 plans and 7 times 3 answers: the 20th has a hash after it.
    hashes = [line for line in game.record.lines if line.word == "hash"]
    assert len(hashes) == 1
    assert not game.over
    for side in ("red", "blue", None):
        assert hashes[0].rest not in game.text_for(side)
    play_out(game)
    assert game.text_for("red") == game.record.text()


def test_preview_shows_the_check_an_answer_leads_to() -> None:
    game = planned()
    game.play("order ney")
    before = state(game)
    (check,) = game.preview("fire > müller")
    assert [str(m) for m in check.modifiers] == ["+1 steady aim"]
    assert check.odds().fractions() == {"miss": "1/2", "hit": "1/2"}
    assert game.foresee("fire > müller").about == ("unit:ney", "unit:müller")
    (check,) = game.preview("fire at will > müller")
    assert check.odds().fractions() == {"miss": "2/3", "hit": "1/3"}
    assert game.preview(FIRE) == []  # a further choice comes first
    assert game.foresee(FIRE).about == ()
    assert game.preview("advance") == []  # the other side comes first
    with pytest.raises(NotAllowed):
        game.preview(HOLD)
    assert state(game) == before


def test_preview_of_a_roll_that_only_this_side_sees() -> None:
    (check,) = planned().preview("listen")
    assert check.name == "rumour"


def test_undo_takes_back_the_last_answer() -> None:
    game = planned()
    digests = [game.position.digest()]
    for order in ("order ney", "fire", "> müller"):
        game.play(order)
        digests.append(game.position.digest())
    for digest in digests[-2::-1]:
        game.undo()
        assert game.position.digest() == digest
    assert [str(line) for line in game.record.lines[5:]] == [
        "6 undo to 4",
        "7 undo to 3",
        "8 undo to 2",
    ]
    # What was taken back is in the record, no more in the log.
    assert [entry.text for entry in game.log] == [
        *("Red plans", "Blue plans", "Round 1", "The last answer is taken back.")
    ]


def test_a_roll_is_not_taken_back_without_consent() -> None:
    game = planned()
    game.play("order ney fire > müller")
    game.roll()
    before = state(game)
    with pytest.raises(UndoRefused, match=r"dice have been thrown since: going"):
        game.undo()
    assert state(game) == before
    game.undo(consent=True)
    assert str(game.record.lines[6]) == "7 undo to 5 by consent"
    assert game.actor is CHANCE
    game.roll()
    # Line 8 has dice of its own: those of line 6 are not thrown again.
    (face,) = Open(7).roll(8, [D6])
    assert str(game.record.lines[7]).startswith(f"8 dice volley {face} ")


def test_a_reveal_is_not_taken_back_without_consent() -> None:
    game = planned()
    game.play("scout")
    with pytest.raises(UndoRefused, match=r"something hidden was shown since: going"):
        game.undo()
    game.undo(consent=True)
    assert game.actor == "red"


def test_another_sides_answer_is_not_taken_back_without_consent() -> None:
    game = planned()
    game.play("hold")
    with pytest.raises(UndoRefused, match=r"The Red side has answered since: going"):
        game.undo(side="blue")
    game.undo(side="red")
    assert game.actor == "red"


def test_undo_to_the_very_start_restores_the_hash() -> None:
    game = begun()
    start = game.position.digest()
    play_out(game)
    answers = sum(1 for line in game.record.lines if line.word not in ("hash", "end"))
    for _ in range(answers):
        game.undo(consent=True)
    assert game.position.digest() == start
    with pytest.raises(UndoRefused, match="nothing has been answered"):
        game.undo(consent=True)


def test_a_sealed_battle_that_is_over_stands() -> None:
    game = play_out(begun(DiceBox.sealed()))
    with pytest.raises(UndoRefused, match="its dice are revealed"):
        game.undo(consent=True)


def test_a_copy_and_its_original_stay_apart() -> None:
    game = planned()
    before = state(game)
    twin = game.copy()
    assert state(twin) == before
    play_out(twin)
    assert state(game) == before
    for _ in range(2):
        game.undo()
    assert twin.over


def test_a_copy_of_an_open_game_has_the_same_dice() -> None:
    game = planned()
    game.play("order ney fire > müller")
    twin = game.copy()
    game.roll()
    twin.roll()
    assert state(twin) == state(game)


def test_a_copy_of_a_sealed_game_cannot_foresee_its_dice() -> None:
    game = planned(DiceBox.sealed())
    game.play("listen")
    twin = game.copy()
    assert twin.box.secret is None
    twin.roll()
    new_dice, dice = twin.record.lines[-2:]
    assert str(new_dice).startswith("4 new-dice sealed ")
    assert game.box.value not in str(new_dice)
    assert dice.number == 5


def test_a_game_can_be_seen_as_it_was_at_a_line() -> None:
    game = planned()
    digests = {2: game.position.digest()}
    game.play("order ney")
    digests[3] = game.position.digest()
    game.undo()
    game.play("hold")
    assert game.at(3).position.digest() == digests[3]
    assert game.at(4).position.digest() == digests[2]
    assert game.at(0).actor == "red"
    assert game.at(5).position.digest() == game.position.digest()
    with pytest.raises(UnknownName, match="lines 1 to 5"):
        game.at(6)


def test_salts_change_sealed_dice_and_come_before_the_first() -> None:
    box = DiceBox.sealed()
    plain, salted = planned(box.copy()), begun(box.copy())
    salted.salt("red", "vive l'empereur")
    for game in (plain, salted):
        while game.actor != "red" or game.texts()[0] != "hold":
            game.play(game.options()[0])
        game.play("listen")
    dice = [Die(1000)] * 5
    assert plain.box.faces(9, dice) != salted.box.faces(9, dice)
    first = salted.box.faces(9, dice)
    salted.salt("red", "again")  # the last one counts
    assert salted.box.salts == {"red": "again"} and salted.box.faces(9, dice) != first
    salted.roll()
    with pytest.raises(DiceError, match="before the first roll"):
        salted.salt("blue", "late")


@pytest.mark.parametrize(
    "deed",
    [
        lambda game: game.salt("red", "with\nnewline"),
        lambda game: game.salt("green", "x"),
        lambda game: game.note("  "),
    ],
)
def test_bad_salts_and_notes_are_refused(deed: Callable[[Game], None]) -> None:
    game = begun(DiceBox.sealed())
    before = state(game)
    with pytest.raises(GrognardError):
        deed(game)
    assert state(game) == before


def test_a_note_is_made_printable() -> None:
    game = begun()
    game.note("well\x1b[31m played\nsir")
    assert str(game.record.lines[0]) == "1 note well [31m played sir"


def test_no_side_may_have_the_name_of_a_record_word() -> None:
    battle = ToyBattle({}, "sheet", True)
    battle.sides = ("red", "dice")
    with pytest.raises(GrognardError, match='no side may be called "dice"'):
        Game.begin(TOY, battle, DiceBox.own())


def test_seats_are_checked() -> None:
    battle = TOY.battle("field")
    with pytest.raises(GrognardError, match="at seat red"):
        Game.begin(TOY, battle, DiceBox.own(), {"red": "A\nB"})
    with pytest.raises(GrognardError, match="green"):
        Game.begin(TOY, battle, DiceBox.own(), {"green": "A"})


def test_the_picture_is_drawn_from_a_view() -> None:
    game = Game.begin(
        *(TOY, TOY.battle("field"), DiceBox.own()),
        artist=lambda view, system, trail: f"<svg>{system.name} {view.side}</svg>",
    )
    assert game.svg("blue") == "<svg>toy 1</svg>"
    assert game._repr_svg_() == "<svg>toy -2</svg>"
    assert repr(game) == "<Game toy/field line 0 actor red>"
    with pytest.raises(GrognardError, match="without drawing"):
        begun().svg()
