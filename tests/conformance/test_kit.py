"""The kit itself: a sound system passes, and every kind of fault is found and named."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Self

import pytest

from grognard.engine.battle import Battle, BattleResult
from grognard.engine.check import Check, Modifier, Situation
from grognard.engine.conformance import ConformanceError, Report, check_game
from grognard.engine.dice import D6
from grognard.engine.dist import always
from grognard.engine.event import Event
from grognard.engine.position import DERIVED, PRIVATE, PUBLIC, Field, Position
from grognard.engine.prospect import Prospect
from grognard.engine.record import Record
from grognard.engine.tool import Finding, Tool
from grognard.engine.view import View
from tests.engine import toy

Patch = Callable[[pytest.MonkeyPatch], None]


class Company(toy.ToyPosition):
    """The toy with a derived field: how many men each side has."""

    __slots__ = ("men",)

    FIELDS = (*toy.ToyPosition.FIELDS, Field("men", "side", DERIVED))  # type: ignore[assignment]

    def __init__(self, battle: Any, stack: list[Any]) -> None:
        super().__init__(battle, stack)
        self.men = [4, 4]

    def copy(self) -> Self:
        p = super().copy()
        p.men = self.men[:]
        return p

    def rebuild(self) -> None:
        self.men[:] = [sum(self.strength[:2]), sum(self.strength[2:])]

    def settle(self, every: bool = False) -> None:
        super().settle(every)
        self.rebuild()


class Sound(toy.Toy):
    """The toy as a system that keeps every law."""

    def start(self, battle: Battle, ear: list[Event] | None = None) -> Position:
        p = Company(battle, [toy.Round(), toy.AskPlan(side=1), toy.AskPlan(side=0)])
        p.settle()
        return p

    def restore(self, battle: Battle, data: Any) -> Position:
        return Company.restore(battle, data)

    def result(self, position: Position) -> BattleResult | None:
        return super().result(position) if position.over else None

    def score(self, view: View) -> tuple[int, ...]:
        return (0, 0)


def run(seed: int = 1, every: int = 1) -> Report:
    return check_game(Sound(), toy.TOY.battle("field"), seed, every)


@pytest.mark.parametrize("seed", range(5))
def test_a_sound_game_passes(seed: int) -> None:
    report = run(seed)
    assert (report.battle, report.variant, report.seed) == ("toy/field", "sheet", seed)
    # Two plans, then at least an order a side and round, for four rounds or until one is gone.
    assert report.answers >= 4
    assert report.why.endswith(("to 0", "to 1", "to 2", "to 3", "to 4"))


def test_equal_seeds_give_equal_states() -> None:
    assert run(3) == run(3, every=7)
    assert run(3).digest != run(4).digest


def setter(where: object, name: str, value: object) -> Patch:
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(where, name, value)

    return patch


def shared_lists(self: Company) -> Company:
    p = Company(self.battle, self.stack[:])
    p.strength, p.close, p.round = self.strength, self.close, self.round
    p.shown, p.plan, p.rumour, p.men = self.shown, self.plan, self.rumour, self.men
    return p


def forgets_a_field(self: Company) -> Company:
    p = Company(self.battle, self.stack[:])
    p.strength, p.close, p.round = self.strength[:], self.close[:], self.round[:]
    p.shown, p.rumour, p.men = self.shown[:], self.rumour[:], self.men[:]
    return p


def no_progress(self: toy.Order, p: toy.ToyPosition, action: int) -> None:
    p.stack.append(self)


def to_and_fro(self: toy.Order, p: toy.ToyPosition, action: int) -> None:
    p.close[0] ^= 1
    p.stack.append(self)


def no_result(self: Sound, position: Position) -> BattleResult | None:
    return None


def early_result(self: Sound, position: Position) -> BattleResult | None:
    return BattleResult(None, (0, 0), "too early")


def heard(self: toy.AskPlan, p: toy.ToyPosition, action: int) -> None:
    p.plan[self.side] = action - toy.PLAN
    p.close[0] = int(p.ear is not None)


def wrong_audience(self: toy.AskPlan, p: toy.ToyPosition, action: int) -> None:
    p.plan[self.side] = action - toy.PLAN
    p.tell("Plans.", audience=7)


def crash(self: toy.AskPlan, p: toy.ToyPosition, action: int) -> None:
    p.plan[7] = action


def leak(self: toy.Order, p: toy.ToyPosition) -> str:
    return f"The other side plans {p.plan[1 - self.side]}."


CALLS = count()


def moody(self: toy.Volley, situation: Situation) -> Check:
    luck = Modifier("toy.luck", "luck", next(CALLS))
    return Check(self, situation, (D6,), (luck,), "4 or more", ("miss", "hit"), [0, 1] * 3)


def short_table(self: toy.Volley, situation: Situation) -> Check:
    return Check(self, situation, (D6,), (), "4 or more", ("miss", "hit"), [0, 1])


def too_many_outcomes(self: toy.Volley, situation: Situation) -> Check:
    labels = tuple(map(str, range(257)))
    return Check(self, situation, (D6,), (), "anything", labels, [0] * 6)


def open_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = [f._replace(secrecy=PUBLIC) if f.secrecy == PRIVATE else f for f in Company.FIELDS]
    monkeypatch.setattr(Company, "FIELDS", tuple(fields))
    monkeypatch.setattr(Company, "hides", False)


def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    open_fields(monkeypatch)
    monkeypatch.setattr(Prospect, "checks", [])


def short_sighted(monkeypatch: pytest.MonkeyPatch) -> None:
    open_fields(monkeypatch)
    monkeypatch.setattr(Prospect, "next_roll", None)


def scribbling(self: Sound, view: View) -> tuple[int, ...]:
    view.seen(Company).strength[0] = 9
    return (0, 0)


def silent_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of four tools has nothing to say: it is found though only some are drawn at once."""
    tools = tuple(Tool(name, name, f"What {name} tells.") for name in ("a", "b", "c", "d"))
    monkeypatch.setattr(Sound, "tools", tools)

    def find(self: Sound, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        return Finding(("" if tool == "d" else "Nothing to see.",))

    monkeypatch.setattr(Sound, "find", find)


FAULTS: dict[str, tuple[Patch, str]] = {
    "unsorted options": (
        setter(toy.AskPlan, "options", lambda self, p: [toy.PLAN + 1, toy.PLAN]),
        "not sorted and unique",
    ),
    "repeated options": (
        setter(toy.AskPlan, "options", lambda self, p: [toy.PLAN, toy.PLAN]),
        "not sorted and unique",
    ),
    "no noun": (setter(toy.AskPlan, "options", lambda self, p: [toy.PLAN, 99]), "is not a noun"),
    "no actor": (setter(toy.AskPlan, "actor", lambda self, p: 5), "no side 5 can answer"),
    "a default that is none": (setter(toy.AskPlan, "default", lambda self, p: 0), "the default 0"),
    "no prompt": (setter(toy.AskPlan, "prompt", lambda self, p: ""), "prompt of AskPlan"),
    "escapes": (setter(toy.AskPlan, "waiting", lambda self, p: "\x1b[31m"), "waiting phrase"),
    "allows too much": (setter(toy.AskPlan, "allows", lambda self, p, a: True), r"allows\(0\)"),
    "allows too little": (
        setter(toy.AskPlan, "allows", lambda self, p, a: a == toy.PLAN),
        "does not allow its own option",
    ),
    "equal phrases": (setter(toy.AskPlan, "phrase", lambda self, p, a: "plan"), 'both "plan"'),
    "no progress": (setter(toy.Order, "apply", no_progress), "changes nothing"),
    "going round": (setter(toy.Order, "apply", to_and_fro), "led back to an earlier state"),
    "a crash": (setter(toy.AskPlan, "apply", crash), "IndexError"),
    "a listener": (setter(toy.AskPlan, "apply", heard), "depends on a listener"),
    "an audience": (setter(toy.AskPlan, "apply", wrong_audience), "no audience 7"),
    "shared lists": (setter(Company, "copy", shared_lists), "changed the original"),
    "a forgotten field": (setter(Company, "copy", forgets_a_field), "differs from its original"),
    "a stale derived field": (
        setter(Company, "settle", Position.settle),
        'derived field "men" differs from a rebuild: entry',
    ),
    "a default that leaks": (
        setter(toy.Order, "default", lambda self, p: toy.HOLD + 4 * p.plan[1 - self.side]),
        "the default answer of side 0 tells",
    ),
    "a leak": (setter(toy.Order, "prompt", leak), "is asked tells what it may not"),
    "a moody check": (setter(toy.Volley, "build", moody), "other modifiers when built again"),
    "a moody outlook": (
        setter(Sound, "outlook", lambda self, view, a: [("luck", always(str(next(CALLS))))]),
        "is not that of its view",
    ),
    "a short table": (setter(toy.Volley, "build", short_table), "2 results for 6 faces"),
    "outcomes": (setter(toy.Volley, "build", too_many_outcomes), "257 outcomes"),
    "a fact out of range": (setter(toy.Volley, "facts", toy.Volley.facts[:1]), "ValueError"),
    "no result": (setter(Sound, "result", no_result), "over without a result"),
    "an early result": (setter(Sound, "result", early_result), "before the battle is over"),
    "no clock": (setter(toy.Toy, "clock", lambda self, view: ""), "the clock is not"),
    "one score": (setter(Sound, "score", lambda self, view: (0,)), "a score of 1"),
    "a reader that writes": (setter(Sound, "score", scribbling), "reading the view of side 0"),
    "a silent tool": (silent_tool, "answer of the tool d"),
    "a blind preview": (blind, r"the preview of \d+ shows \[\], not"),
    "a roll nobody foresees": (short_sighted, r": \d+ leads to None"),
    "no end": (setter(toy, "ROUNDS", 1000), "not over after its bound of 100"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, said = FAULTS[fault]
    patch(monkeypatch)
    # A kind of check remembers what it built, so a fresh one.
    monkeypatch.setattr(toy, "VOLLEY", toy.Volley())
    with pytest.raises(ConformanceError, match=said) as caught:
        list(map(run, range(10)))
    assert f"toy/field (sheet), seed {caught.value.seed}, answer" in str(caught.value)


def test_a_failure_is_kept_as_a_record(tmp_path: Path) -> None:
    battle = toy.TOY.battle("field")
    battle.bound = 7  # two plans and an order a side for four rounds are ten
    with pytest.raises(ConformanceError) as caught:
        check_game(Sound(), battle, seed=1)
    assert caught.value.answer == 7
    path = tmp_path / "failure.grog"
    caught.value.save(path)
    lines = Record.read(path).lines
    assert [line.word for line in lines][-1] == "note"
    assert "not over after its bound of 7 answers" in lines[-1].rest
    assert sum(line.word in ("red", "blue", "dice") for line in lines) == 7
