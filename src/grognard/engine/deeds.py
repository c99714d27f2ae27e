"""What a piece can do now: every order it may be given, and where each may be aimed.

A player thinks of a piece and of a goal; the rules ask one question after another. A deed is the
row of answers in between, found by trying them on a position that the side cannot tell from the
true one.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

from grognard.engine.position import Position
from grognard.engine.step import Decision
from grognard.engine.view import Option, View

MOST_RESTS: Final = 3  # questions that are closed before the piece is asked for
MOST_PICKS: Final = 2  # answers that follow a goal because they name nothing but the piece


class Aim(NamedTuple):
    """A goal of a deed: all the answers that lead there, in words, and its id on the board.

    `met` is the id of the piece it goes to: the enemy it attacks, the friend it joins; else empty.
    """

    answers: tuple[int, ...]
    text: str
    goal: str
    met: str = ""


class Deed(NamedTuple):
    """Something a piece can do: its verb, the answers up to where it is aimed, and its goals.

    Without goals the answers are all there is to it. `asked` is the question about the goal, on the
    position of a view after those answers; None if there is none. Where several deeds lead to the
    goal a player points at, the `plain` one is meant.
    """

    verb: str
    answers: tuple[int, ...]
    text: str
    goal: str
    aims: tuple[Aim, ...]
    asked: View | None
    plain: bool


def deeds(view: View, id: str) -> list[Deed]:
    """What the viewer's piece (or a place his orders go to) can do now; empty if nothing."""
    position = view.guess()
    before: tuple[int, ...] = ()
    for _ in range(MOST_RESTS + 1):
        decision = _asked(position, view.side)
        if decision is None:
            return []
        found = [a for a in position.options() if id in decision.doers(position, a)]
        if found:
            found.sort(key=partial(decision.rarity, position))
            return _by_verb([_deed(view, position, before, action, id) for action in found], id)
        rest = decision.rest(position)
        if rest < 0:
            return []
        position, before = _after(position, rest), (*before, rest)
    return []


def usual_first(view: View) -> tuple[Option, ...]:
    """The options of the open question, where a piece has several with the usual ones first."""
    position, options = view.guess(), view.question.options
    decision = _asked(position, view.side)
    if decision is None:
        return options

    def rarity(option: Option) -> int:
        ordered = decision.doers(position, option.action)
        return decision.rarity(position, option.action) if ordered else 0

    return tuple(sorted(options, key=rarity))


def able(view: View) -> tuple[str, ...]:
    """The ids of all that can be given something to do now, each once."""
    position = view.guess()
    found: dict[str, None] = {}
    for _ in range(MOST_RESTS + 1):
        decision = _asked(position, view.side)
        if decision is None:
            break
        for action in position.options():
            if not decision.picks(position, action):
                found.update(dict.fromkeys(decision.doers(position, action)))
        rest = decision.rest(position)
        if rest < 0:
            break
        position = _after(position, rest)
    return tuple(each for each in found if not each.startswith("verb:"))


def resting(view: View) -> int | None:
    """The answer that leaves things as they stand; None if there is none."""
    position = view.guess()
    decision = position.decision
    rest = -1 if decision is None else decision.rest(position)
    return None if rest < 0 else rest


def numbered(view: View) -> dict[int, int]:
    """The number keys of the open question's own answers, on offer or not."""
    position = view.guess()
    decision = _asked(position, view.side)
    if decision is None:
        return {}
    keys = decision.keys(position)
    return {action: number for number, key in enumerate(keys, 1) for action in key}


def standing_for(view: View, picked: tuple[Option, ...]) -> dict[int, tuple[str, ...]]:
    """The pieces on the board that stand for an answer that picks, or has picked, by the answer."""
    position = view.guess()
    decision = _asked(position, view.side)
    if decision is None:
        return {}
    picks = [action for action in position.options() if decision.picks(position, action)]
    found = {}
    for action in (*picks, *(option.action for option in picked)):
        target = decision.target(position, action)
        found[action] = tuple(each for each in decision.doers(position, action) if each != target)
    return found


def meetings(view: View) -> dict[int, str]:
    """The ids of the pieces that answers to the open question go to, by the answers."""
    position = view.guess()
    decision = _asked(position, view.side)
    if decision is None:
        return {}
    met = {action: decision.goes_to(position, action) for action in position.options()}
    return {action: piece for action, piece in met.items() if piece}


def _asked(position: Position, side: int) -> Decision[Any] | None:
    """The open question, if the side is asked it."""
    decision = position.decision
    return None if decision is None or decision.actor(position) != side else decision


def _by_verb(found: list[Deed], id: str) -> list[Deed]:
    """Deeds by their verbs: those of one answer each, at several goals, are one deed with these."""
    told: dict[object, list[Deed]] = {}
    for number, deed in enumerate(found):
        single = not deed.aims and deed.goal != id and not deed.goal.startswith("verb:")
        told.setdefault((deed.verb, deed.plain) if single else number, []).append(deed)
    return [_together(alike) if len(alike) > 1 else alike[0] for alike in told.values()]


def _together(alike: list[Deed]) -> Deed:
    aims = tuple(Aim(deed.answers, deed.text, deed.goal) for deed in alike)
    return alike[0]._replace(aims=aims)


def _deed(view: View, position: Position, before: tuple[int, ...], action: int, id: str) -> Deed:
    decision = position.decision
    assert decision is not None  # the action is an answer to it
    text, goal = decision.phrase(position, action), decision.aims_at(position, action)
    target = decision.target(position, action)
    named = {id, target, *decision.doers(position, action)}
    verb = verb_of(Option(action, text, target), named)
    plain = decision.plain(position, action)
    answers = (*before, action)
    after = position.copy()
    after.play(action, every=True)
    asked = after.decision
    whole = _picked(view, _after(position, action), answers, id)
    if (
        decision.picks(position, action)
        or asked is None
        or asked.proceed(after) >= 0  # it has its goal: who else takes part is asked of the list
        or not _goes_on(view, after, asked, named)
    ):
        return Deed(verb, whole, text, goal, (), None, plain)
    options = after.options()
    if asked.is_obvious(after):  # nobody is asked, but the goal is shown
        aim = Aim(whole, asked.phrase(after, options[0]), asked.aims_at(after, options[0]))
        shown = () if aim.goal.startswith("verb:") else (aim,)
        return Deed(verb, whole, text, goal, shown, None, plain)
    aims = tuple(
        Aim(
            _picked(view, _after(after, each), (*answers, each), id),
            asked.phrase(after, each),
            asked.aims_at(after, each),
            asked.goes_to(after, each),
        )
        for each in options
    )
    return Deed(verb, answers, text, goal, aims, View(after, view.side), plain)


def _goes_on(view: View, after: Position, asked: Decision[Any], named: set[str]) -> bool:
    """Whether the next question is about the same piece or place, to the same side."""
    return asked.actor(after) == view.side and bool(named & set(asked.about(after)))


def _picked(view: View, position: Position, answers: tuple[int, ...], id: str) -> tuple[int, ...]:
    """The answers that led to a position, and those after them that name only the piece again."""
    for _ in range(MOST_PICKS):
        decision = _asked(position, view.side)
        if decision is None:
            break
        options, go_on = position.options(), decision.proceed(position)
        if decision.put_back(position) and len(options) == 1:
            return (*answers, *options)  # nobody else can be picked
        if go_on >= 0:
            return (*answers, go_on)
        own = [a for a in options if decision.picks(position, a) == id]
        if len(own) != 1:
            break
        answers, position = (*answers, own[0]), _after(position, own[0])
    return answers


def _after(position: Position, action: int) -> Position:
    after = position.copy()
    after.play(action)
    return after


def verb_of(option: Option, named: set[str]) -> str:
    """The words of an order without those it names: what a button says.

    >>> verb_of(Option(3, "move ney", "unit:ney"), {"unit:ney"})
    'move'
    >>> verb_of(Option(4, "march back from farm", "locale:farm"), {"locale:farm"})
    'march back'
    """
    shorts = {each.partition(":")[2] for each in (*named, option.target)}
    kinds = {each.partition(":")[0] for each in (*named, option.target)}
    words = option.text.partition(">")[0].split()
    kept = [word for word in words if word not in shorts]
    if len(kept) < len(words) and len(kept) > 1 and kept[-1] in kinds:
        kept.pop()
    if len(kept) < len(words) and len(kept) > 1 and kept[-1] == "from":
        kept.pop()
    return " ".join(kept) or option.text
