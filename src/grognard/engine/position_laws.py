"""The laws every position keeps, each a check of one state that raises LawBroken otherwise.

`grognard.engine.conformance` plays whole games and asks them along the way.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import Any, Final

from grognard.engine.action import FACINGS
from grognard.engine.check import Check
from grognard.engine.errors import GrognardError
from grognard.engine.event import Event
from grognard.engine.position import Position
from grognard.engine.step import EVERYBODY, NOBODY, Decision, Roll
from grognard.engine.system import System
from grognard.engine.view import View, question_for

MOST_OUTCOMES: Final = 256
UNLISTED: Final = 60  # answers beyond the listed nouns tried at a closely checked state
LOOK_AHEAD: Final = 8  # answers played on a copy where two positions must stay alike or apart
TOOLS_AT_A_TIME: Final = 2  # drawn for each viewer of a closely checked state
CARDS_AT_A_TIME: Final = 20

Known = set[tuple[str, tuple[int, ...]]]


class LawBroken(GrognardError):
    """A position that breaks a law of the engine."""


def demand(holds: bool, what: str) -> None:
    """Raise LawBroken unless the law holds."""
    if not holds:
        raise LawBroken(what)


# -- at every state -------------------------------------------------------------------------------


def check_question(p: Position, known: Known) -> None:
    """The open step is a whole question: who answers, what is asked, what may be answered."""
    top = p.top
    if isinstance(top, Decision):
        _check_decision(p, top)
    else:
        demand(isinstance(top, Roll), f"{top!r} waits for an answer but is not a question")
        assert isinstance(top, Roll)
        _check_roll(p, top, known)


def _check_decision(p: Position, step: Decision[Any]) -> None:
    actor = step.actor(p)
    demand(0 <= actor < len(p.battle.sides), f"{step!r}: no side {actor} can answer")
    demand(p.actor == actor, f"{step!r}: the position names another actor")
    options = p.options()
    demand(bool(options), f"{step!r} offers no answer")
    rises = all(a < b for a, b in pairwise(options))
    demand(rises, f"{step!r}: options not sorted and unique: {options}")
    in_range = options[0] >= 0 and options[-1] < p.battle.nouns.size
    demand(in_range, f"{step!r}: an option is not a noun of the battle: {options}")
    demand(not step.is_obvious(p), f"{step!r} has nothing to choose")
    demand(len(p.options()) > 1 or not step.surely_asked(p), f"{step!r} has one answer only")
    picked = step.put_back(p)
    demand(not set(picked) & set(options), f"{step!r}: what is picked is offered again: {picked}")
    default = step.default(p)
    demand(default in options, f"{step!r}: the default {default} is not among the options")
    for option in options + picked:
        demand(step.allows(p, option), f"{step!r} does not allow its own option {option}")
    check_text(step.prompt(p), f"prompt of {step!r}")
    check_text(step.waiting(p), f"waiting phrase of {step!r}")


def check_text(text: object, what: str) -> None:
    """A text for people must be one non-empty line without control characters."""
    good = isinstance(text, str) and text.strip() == text != "" and text.isprintable()
    demand(good, f"the {what} is not a line of text: {text!r}")


def _check_roll(p: Position, step: Roll[Any], known: Known) -> None:
    demand(p.options() == [], f"{step!r}: a roll offers options")
    sides = range(len(p.battle.sides))
    demand(step.roller(p) in sides, f"{step!r}: no side {step.roller(p)} can throw the dice")
    seen = step.seen_by(p)
    demand(seen == EVERYBODY or seen in sides, f"{step!r}: nobody known as {seen} sees the dice")
    check = step.check(p)
    key = (check.kind.name, check.situation)
    if key not in known:
        check_check(check)
        known.add(key)


def check_check(check: Check) -> None:
    """A check is a function of its situation, and its odds are odds."""
    name = f"{check!r} of {check.kind.write(check.situation)}"
    demand(0 < len(check.outcomes) <= MOST_OUTCOMES, f"{name}: {len(check.outcomes)} outcomes")
    demand(len(set(check.outcomes)) == len(check.outcomes), f"{name}: outcomes of the same name")
    faces = prod(die.sides for die in check.dice)
    demand(len(check.table) == faces, f"{name}: {len(check.table)} results for {faces} faces")
    demand(sum(check.weights) == faces, f"{name}: the weights do not sum to the faces")
    first = check.first_odds()
    for label, weight in zip(check.outcomes, check.weights, strict=True):
        demand(first.probability(label) == Fraction(weight, faces), f"{name}: odds of {label}")
    for odds in (first, check.odds()):
        total = sum((odds.probability(label) for label in odds.weights), Fraction(0))
        demand(total == 1, f"{name}: the odds sum to {total}")
    check_text(check.target, f"target of {name}")
    for modifier in check.modifiers:
        check_text(modifier.reason, f"reason of {modifier.id} in {name}")
    _check_rebuilt(check, name)


def _check_rebuilt(check: Check, name: str) -> None:
    """The situation's JSON alone gives the same check, built from scratch."""
    kind = check.kind
    values: dict[str, Any] = json.loads(json.dumps(kind.write(check.situation)))
    again = kind.build(kind.read(values))
    demand(again.situation == check.situation, f"{name}: JSON gives {again.situation}")
    demand(again.modifiers == check.modifiers, f"{name}: other modifiers when built again")
    demand(again.dice == check.dice, f"{name}: other dice when built again")
    demand(again.table == check.table, f"{name}: another table when built again")
    demand(again.outcomes == check.outcomes, f"{name}: other outcomes when built again")
    same = kind.staged(again.situation) == check.odds()
    demand(same, f"{name}: other odds when worked out again")


def check_events(p: Position, events: Sequence[Event]) -> None:
    """Every event is a line of text for an audience that exists."""
    for event in events:
        check_text(event.text, "text of an event")
        audience = event.audience
        exists = audience == EVERYBODY or 0 <= audience < len(p.battle.sides)
        demand(exists, f"event {event.text!r}: no audience {audience}")
        for side in range(len(p.battle.sides)):
            may = audience in (EVERYBODY, side)
            demand(event.heard_by(side) == may, f"event {event.text!r}: wrongly heard by {side}")
        spectator = event.heard_by(EVERYBODY) == (audience == EVERYBODY)
        demand(spectator, f"event {event.text!r}: wrongly heard by spectators")


# -- at some states -------------------------------------------------------------------------------


def check_law(p: Position, rng: random.Random) -> None:
    """`allows` and `options` agree on every action of the battle, and on ints that are none."""
    step = p.decision
    if step is None:
        return
    options = {*p.options(), *step.put_back(p)}
    size = p.battle.nouns.size
    for action in (*p.battle.nouns.listed(), -1, size, 2**63):
        allowed = step.allows(p, action)
        demand(allowed == (action in options), f"{step!r}: allows({action}) is {allowed}")
    for action in unlisted(p, rng, UNLISTED):
        allowed = step.allows(p, action)
        narrow = allowed == (action in options)
        demand(narrow or step.wide, f"{step!r}: allows({action}) is {allowed}")
        if step.wide and not allowed:
            check_text(step.refusal(p, action), f"refusal of {action} by {step!r}")


def unlisted(p: Position, rng: random.Random, count: int) -> list[int]:
    """Some answers from nouns too large to list: near the options, and anywhere."""
    nouns = p.battle.nouns
    found: list[int] = []
    for noun, poses in nouns.poses.items():
        first = nouns.first[noun]
        near = [a - first for a in p.options() if 0 <= a - first < poses.size]
        for _ in range(count):
            index = rng.randrange(poses.size)
            if near and rng.random() < 0.8:
                x, y, facing = poses.pose(rng.choice(near))
                x = min(max(x + rng.randint(-9, 9), 0), poses.wide)
                y = min(max(y + rng.randint(-9, 9), 0), poses.high)
                index = poses.at(x, y, (facing + rng.choice((0, 0, 1, -1))) % FACINGS)
            found.append(first + index)
    return found


def check_answers(p: Position) -> None:
    """Every option is accepted and changes something; played on a copy, it leaves the original."""
    before, digest = p.dump(), p.digest()
    step = p.top
    answers: Sequence[int] = p.options()
    if isinstance(step, Roll):
        weights = step.check(p).weights
        answers = [outcome for outcome, weight in enumerate(weights) if weight]
    for answer in answers:
        after, heard = p.copy(), p.copy()
        after.play(answer)
        demand(after.dump() != before, f"{step!r}: answer {answer} changes nothing")
        heard.ear = []
        heard.play(answer)
        demand(heard.dump() == after.dump(), f"{step!r}: answer {answer} depends on a listener")
        check_events(p, heard.ear)
    demand(p.digest() == digest, f"{step!r}: an answer on a copy changed the original")


def check_put_back(p: Position) -> None:
    """What is put back is offered again, and picking it again leads back here."""
    step = p.decision
    for action in step.put_back(p) if step is not None else ():
        after = p.copy()
        after.play(action)
        demand(type(after.decision) is type(step), f"{step!r}: putting back {action} ends it")
        demand(action in after.options(), f"{step!r}: {action} is put back but not offered again")
        after.play(action)
        demand(after.dump() == p.dump(), f"{step!r}: {action} put back and picked is not the same")


def answer_at_random(p: Position, rng: random.Random) -> None:
    """Answer the open question at random: a side's option, or the faces of a roll."""
    roll = p.roll
    if roll is None:
        p.play(rng.choice(p.options()))
    else:
        table = roll.check(p).table
        p.play(table[rng.randrange(len(table))])


def check_copy(p: Position, rng: random.Random) -> None:
    """A copy that plays on leaves the original alone, and the original leaves its copies alone."""
    digest, derived = p.digest(), p.derived()
    copy = p.copy()
    demand(copy.digest() == digest, "a copy differs from its original")
    demand(copy.derived() == derived, "a copy's derived fields differ from its original's")
    demand(copy.options() == p.options(), "a copy's options differ from its original's")
    demand(copy.ear is None, "somebody listens to a copy")
    twin = copy.copy()
    for _ in range(LOOK_AHEAD):
        if not copy.over:
            answer_at_random(copy, rng)
    demand(p.digest() == digest, "playing on a copy changed the original")
    demand(p.derived() == derived, "playing on a copy changed the original's derived fields")
    demand(twin.digest() == digest, "playing on an original changed its copy")
    demand(twin.derived() == derived, "playing on an original changed its copy's derived fields")


def check_json(p: Position, system: System, rng: random.Random) -> None:
    """A position read back from its JSON is the same, derived fields too, and plays the same."""
    text = json.dumps(p.dump())
    again = system.restore(p.battle, json.loads(text))
    demand(again.digest() == p.digest(), "the position read back from JSON differs")
    mine, theirs = p.derived(), again.derived()
    for name in sorted(mine.keys() | theirs.keys()):
        if mine.get(name) != theirs.get(name):
            how = _difference(mine, theirs, name)
            raise LawBroken(f'derived field "{name}" differs from a rebuild: {how}')
    seed = rng.getrandbits(32)
    here, there = p.copy(), again
    dice, other_dice = random.Random(seed), random.Random(seed)
    for _ in range(LOOK_AHEAD):
        if here.over:
            break
        demand(here.options() == there.options(), "read back from JSON it has other options")
        answer_at_random(here, dice)
        answer_at_random(there, other_dice)
        demand(here.dump() == there.dump(), "read back from JSON it plays differently")


def _difference(mine: dict[str, list[int]], theirs: dict[str, list[int]], name: str) -> str:
    if name not in mine or name not in theirs:
        return "one of them lacks it"
    pairs = enumerate(zip(mine[name], theirs[name], strict=False))
    for index, (kept, rebuilt) in pairs:
        if kept != rebuilt:
            return f"entry {index} is {kept}, rebuilt {rebuilt}"
    return f"{len(mine[name])} entries, rebuilt {len(theirs[name])}"


def check_views(p: Position, system: System, rng: random.Random) -> None:
    """A view stays equal when only what its side may not know changes, and shows no more."""
    digest = p.digest()
    for side in (*range(len(p.battle.sides)), NOBODY):
        view = View(p, side)
        shown = json.dumps(view.json())
        if p.actor != side:
            demand(not view.question.options, f"side {side} sees the options of another")
        seed = rng.getrandbits(32)
        for imagined in (view.sample(random.Random(seed)), view.sample(random.Random(seed + 1))):
            other = json.dumps(View(imagined, side).json())
            demand(other == shown, f"the view of side {side} tells what it may not know")
            if p.hides:
                _check_twin(p, imagined, view)
            else:
                demand(imagined.digest() == digest, f"side {side} samples another position")
        again = view.sample(random.Random(seed)).digest()
        first = view.sample(random.Random(seed)).digest()
        demand(again == first, f"side {side}: equal views and seeds give other samples")
        _check_readers(system, view, rng)
        demand(json.dumps(view.json()) == shown, f"reading the view of side {side} changed it")
    demand(p.digest() == digest, "looking at a position changed it")


def _check_twin(p: Position, twin: Position, view: View) -> None:
    """Two positions that a side cannot tell apart ask it the same, and derive the same for it."""
    side, decision = view.side, p.decision
    asked = question_for(twin, side) == view.question
    demand(asked, f"what side {side} is asked tells what it may not know")
    if decision is not None and p.actor == side:
        same = decision.default(twin) == decision.default(p)
        demand(same, f"the default answer of side {side} tells what it may not know")
    same = twin.known_to(side).derived() == view.position.derived()
    demand(same, f"what is derived tells side {side} what it may not know")


def _check_readers(system: System, view: View, rng: random.Random) -> None:
    """A system answers what screens need, for every viewer; of cards and tools some at a time."""
    check_text(system.clock(view), "clock")
    score = system.score(view)
    demand(len(score) == len(view.battle.sides), f"a score of {len(score)} for the sides")
    placements = system.placements(view)
    ids = [piece.id for piece in placements]
    demand(len(set(ids)) == len(ids), "two placements have the same id")
    for piece in rng.sample(placements, min(CARDS_AT_A_TIME, len(placements))):
        for label, text in system.card(view, piece.id):
            check_text(label, f"label on the card of {piece.id}")
            check_text(text, f"text on the card of {piece.id}")
    for tool in rng.sample(system.tools, min(TOOLS_AT_A_TIME, len(system.tools))):
        things = rng.sample(ids, min(len(tool.picks), len(ids)))
        try:
            said = system.use(view, tool.name, things).says
        except GrognardError:  # a tool may refuse what it is pointed at
            continue
        for line in said:
            check_text(line, f"answer of the tool {tool.name}")
    if lesson := system.lesson(view):
        check_text(lesson, "lesson")
