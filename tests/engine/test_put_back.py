"""Several things picked for one purpose: in any order, put back until confirmed."""

import random
from itertools import permutations
from typing import ClassVar

import pytest

from grognard.engine import position_laws
from grognard.engine.answer import allowed_action
from grognard.engine.errors import NotAllowed
from grognard.engine.numbers import Side
from grognard.engine.order import read_order
from grognard.engine.step import Decision, StepTypes
from grognard.engine.view import View
from tests.engine.toy import HOLD, NOUNS, UNIT, ToyPosition, find

NEY, GUARD, WELLINGTON = UNIT, UNIT + 1, UNIT + 2


class Muster(Decision[ToyPosition]):
    """Which two companies go forward."""

    side: Side
    chosen: tuple[int, ...] = ()

    def options(self, p: ToyPosition) -> list[int]:
        more = [UNIT + u for u in range(3) if u not in self.chosen and len(self.chosen) < 2]
        return [HOLD, *more] if self.chosen else more

    def put_back(self, p: ToyPosition) -> list[int]:
        return [UNIT + u for u in self.chosen]

    def apply(self, p: ToyPosition, action: int) -> None:
        if action == HOLD:
            for u in self.chosen:
                p.close[u] = 1
        else:
            p.stack.append(self.but(chosen=tuple(sorted({*self.chosen} ^ {action - UNIT}))))

    def prompt(self, p: ToyPosition) -> str:
        return "Who goes forward?"

    def waiting(self, p: ToyPosition) -> str:
        return "The other side musters."

    def phrase(self, p: ToyPosition, action: int) -> str:
        back = "put back " if action - UNIT in self.chosen else ""
        return back + NOUNS.name(action)


class Mustering(ToyPosition):
    __slots__ = ()
    STEPS: ClassVar[StepTypes] = {**ToyPosition.STEPS, "Muster": Muster}


def mustering(*chosen: int) -> Mustering:
    p = Mustering(find("toy").battle("field"), [Muster(side=0)])  # type: ignore[arg-type]
    p.settle()
    for action in chosen:
        p.play(action)
    return p


def test_equal_sets_are_one_position_whatever_the_order() -> None:
    digests = {mustering(*order).digest() for order in permutations((NEY, WELLINGTON))}
    assert len(digests) == 1
    assert mustering(NEY, GUARD).digest() not in digests


def test_what_is_picked_is_listed_apart_and_can_be_put_back() -> None:
    p = mustering(WELLINGTON)
    asked = View(p, 0).question
    assert [o.text for o in asked.options] == ["hold", "ney", "ney-guard"]
    assert [o.text for o in asked.picked] == ["put back wellington"]
    p.play(allowed_action(p, WELLINGTON))
    assert p.digest() == mustering().digest()


def test_the_other_side_does_not_see_what_is_picked() -> None:
    assert View(mustering(NEY), 1).question.picked == ()


def test_a_full_set_is_still_confirmed() -> None:
    p = mustering(GUARD, NEY)
    assert p.options() == [HOLD]
    assert isinstance(p.decision, Muster)
    p.play(HOLD)
    assert p.close == [1, 1, 0, 0]
    assert p.over


def test_nothing_else_is_allowed() -> None:
    p = mustering(GUARD, NEY)
    with pytest.raises(NotAllowed, match="wellington"):
        allowed_action(p, WELLINGTON)


def test_words_pick_confirm_and_put_back() -> None:
    assert read_order(mustering(), "ney wellington hold") == [NEY, WELLINGTON, HOLD]
    assert read_order(mustering(NEY, GUARD), "put back ney-guard") == [GUARD]
    assert read_order(mustering(NEY, GUARD), "put back ney-guard wellington") == [GUARD, WELLINGTON]


@pytest.mark.parametrize("chosen", [(), (NEY,), (NEY, WELLINGTON)])
def test_the_laws_hold_while_picking(chosen: tuple[int, ...]) -> None:
    p = mustering(*chosen)
    position_laws.check_question(p, set())
    position_laws.check_law(p, random.Random(1))
    position_laws.check_answers(p)
    position_laws.check_put_back(p)
    assert Mustering.restore(p.battle, p.dump()).digest() == p.digest()


class Forgetful(Muster):
    """Puts back, but remembers that it did."""

    def apply(self, p: ToyPosition, action: int) -> None:
        if action - UNIT in self.chosen:
            p.round[0] += 1
        super().apply(p, action)


def test_a_pick_that_leaves_traces_breaks_the_law() -> None:
    p = mustering()
    p.stack = [Forgetful(side=0)]
    p.play(NEY)
    with pytest.raises(position_laws.LawBroken, match="put back and picked is not the same"):
        position_laws.check_put_back(p)
