"""A number key means the same answer whenever the same kind of question is asked."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.deeds import numbered
from grognard.engine.step import ROLL
from grognard.engine.view import View

BATTLES = [
    "shock/gemioncourt",
    "locales/mcphersons-ridge",
    "onepage/maida",
    "brigades/casteggio",
    "pulses/teugen-hausen",
]
BESIDE = ("verb", "facing", "command", "staff")  # nouns of answers that are buttons, not places
MOST_ANSWERS = 500
# Of these only one is ever offered: they undo each other, or belong to staff commands of one kind.
ONE_OR_OTHER = [
    {"verb:limber", "verb:unlimber"},
    {"verb:column", "verb:deploy"},
    {"staff:merge", "staff:rally", "staff:mobilize"},
]


@pytest.mark.parametrize("battle", BATTLES)
def test_a_number_means_one_answer_at_one_kind_of_question(battle: str) -> None:
    game = grognard.new(battle, seed=1815)
    luck = random.Random(1815)
    meant: dict[tuple[str, str, int], set[str]] = {}
    for _ in range(MOST_ANSWERS):
        if game.over:
            break
        step = game.position.stack[-1]
        if step.what == ROLL:
            game.roll()
            continue
        view = View(game.position, game.battle.sides.index(game.actor))
        keys = numbered(view)
        beside = [o for o in view.question.options if o.target.partition(":")[0] in BESIDE]
        for place, option in enumerate(beside, 1):
            # Keys are the rules' own; where they give none, answers are numbered as they come.
            number = keys[option.action] if keys else place
            asked = (type(step).__name__, str(game.actor), number)
            meant.setdefault(asked, set()).add(option.target)
        game.play(luck.choice(game.texts()))
    unlike = {
        asked: found
        for asked, found in meant.items()
        if len(found) > 1 and not any(found <= one for one in ONE_OR_OTHER)
    }
    assert unlike == {}
