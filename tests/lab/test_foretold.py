"""What was foretold and what came: the same checks are thrown, and nothing impossible happens."""

from fractions import Fraction
from pathlib import Path

import pytest

import grognard
from grognard.engine.chain import STANDS, Chain, attack_of, foresee_chain
from grognard.engine.order import read_order
from grognard.engine.position import Position
from grognard.engine.prospect import Prospect
from grognard.lab import foretelling, foretold
from grognard.lab.attacks_followed import ANSWERED, BESIDE, CUT, AttackCase, FollowedAttack
from grognard.lab.calibration import Calibration
from grognard.lab.foretelling import GameWatch, Watched, WatchTask
from grognard.systems.shock.state.kinds import ROUTED
from tests.rules.shock.given import SYSTEM, foot, given, light

TUTORIALS = [f"{system.name}/{system.battles()[0]}" for system in grognard.systems()]
ANSWERS = {"random": 150, "drill:60": 90}


@pytest.mark.slow
@pytest.mark.parametrize("bot", ANSWERS)
@pytest.mark.parametrize("battle", TUTORIALS)
def test_what_is_foretold_comes(battle: str, bot: str) -> None:
    seen = Watched()
    GameWatch(WatchTask(battle, bot, 5), seen).play(ANSWERS[bot])
    assert seen.faults == []
    assert seen.checks["foreseen and thrown"]


def test_a_check_that_was_foreseen_otherwise_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Prospect, "next_checks", [])
    seen = Watched()
    GameWatch(WatchTask("shock/gemioncourt", "random", 5), seen).play(60)
    assert seen.checks["foreseen and thrown"] and seen.faults
    assert ": foreseen [], due [(" in seen.faults[0].what


# -- an attack along its tree --------------------------------------------------------------------


def charged() -> tuple[Position, tuple[str, str], Chain]:
    """Light horse charges runaways: with 7/10 it goes in and rides them down."""
    horse = light("horse", "0807", facing="n", cohesion=6)
    runaway = foot("foe", "0804", side="red", facing="s", order=ROUTED)
    p = given(horse, runaway).activate("blue").p
    attack = None
    for action in read_order(p, "charge horse > foe"):
        attack = attack or attack_of(p, action)
        p.play(action)
    assert attack is not None
    chain = foresee_chain(SYSTEM, p, 0, *attack)
    assert chain is not None
    return p, attack, chain


def followed(p: Position, names: tuple[str, str], chain: Chain, first: int) -> AttackCase:
    """The attack with this outcome of its first roll, all others the first possible."""
    attack = FollowedAttack(SYSTEM, p, 0, names, chain, "charge", 7)
    attack.look(p)
    while not attack.done:
        decision = p.decision
        if decision is None:
            answer = first if first >= 0 else p.check().weights.index(max(p.check().weights))
            first = -1
        else:
            answer = decision.default(p)
        attack.goes_on(p, answer)
        p = p.copy()
        p.play(answer)
        attack.look(p)
    case = attack.case(p)
    assert case is not None
    return case


@pytest.mark.parametrize(
    ("outcome", "fate", "lost"), [("attacks", "destroyed", 4), ("", STANDS, 0)]
)
def test_an_attack_is_followed_to_its_end(outcome: str, fate: str, lost: int) -> None:
    p, names, chain = charged()
    roll = p.roll
    assert roll is not None
    words = [roll.result(p, p.check(), n) for n in range(len(p.check().outcomes))]
    first = next(n for n, each in enumerate(words) if (each == "attacks") == bool(outcome))
    case = followed(p, names, chain, first)
    assert (case.fate, case.losses, case.wrong) == (fate, (0.0, float(lost)), "")
    assert case.told == {"destroyed": Fraction(7, 10), STANDS: Fraction(3, 10)}
    assert case.losses_told == (0.0, 2.8)


def test_an_end_that_was_foretold_otherwise_is_found() -> None:
    p, names, chain = charged()
    lie = chain._replace(fates={STANDS: Fraction(1)})
    assert "destroyed, which was foretold with 0 %" in followed(p, names, lie, 0).wrong
    branches = tuple(branch._replace(chance=Fraction(1, 2)) for branch in chain.first.branches)
    lie = chain._replace(first=chain.first._replace(branches=branches))
    assert "was foreseen with 1/2, not 7/10" in followed(p, names, lie, 0).wrong
    lie = chain._replace(first=chain.first._replace(title="Melee"))
    assert "Melee was foreseen, not Shock commitment" in followed(p, names, lie, 0).wrong


def test_what_was_not_followed_to_its_end_may_end_as_it_likes() -> None:
    p, names, chain = charged()
    cut = chain._replace(fates={STANDS: Fraction(3, 10)}, followed=Fraction(3, 10))
    case = followed(p, names, cut, 0)
    assert (case.fate, case.departures, case.wrong) == ("destroyed", (CUT,), "")


# -- tables --------------------------------------------------------------------------------------


def case(fate: str, told: float, departures: tuple[str, ...] = ()) -> AttackCase:
    chances = {"destroyed": Fraction(told), STANDS: 1 - Fraction(told)}
    return AttackCase("at blows: Melee", 1, chances, fate, (1.0, 2.0), (1.0, 3.0), departures, "")


def test_the_tables_tell_how_often_it_came() -> None:
    seen = Watched()
    seen.attacks = [case("destroyed", 0.25)] * 2 + [case(STANDS, 0.25, (ANSWERED, BESIDE))] * 2
    told = foretold.attacks_told({"toy": seen})
    # Four are too few for a row.
    assert len(told.splitlines()) == 2
    seen.attacks *= 2
    told = foretold.attacks_told({"toy": seen})
    # 8 × 3/16 = 1.5, 2 above: 1.63 deviations.
    assert (
        "| toy: at blows: Melee | 8 | 4 | 25% 50% (+1.6) | 0% 0% (+0.0) | 75% 50% (-1.6) |" in told
    )
    assert "| toy: 25%–40% | 8 | 25.0% | 50.0% (21.5%–78.5%) |" in foretold.bins_told({"toy": seen})
    why = foretold.departures_told({"toy": seen})
    assert f"| toy: {ANSWERED}, {BESIDE} | 4 |" in why and "| toy: as assumed | 4 |" in why


def test_what_is_certain_has_its_own_bin() -> None:
    told = Calibration()
    for chance in (0.0, 1.0, 0.99, 0.5):
        told.add(chance, True)
    assert [(each.low, each.cases) for each in told.bins()] == [(0.0, 1), (0.4, 1), (0.98, 2)]


def test_a_run_keeps_the_record_of_what_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(foretold, "folder", lambda name: tmp_path)
    run = ["--battle", "locales/mcphersons-ridge", "--games", "1", "--bot", "random"]
    assert foretold.main(run) == 0
    assert "Nothing impossible was seen." in capsys.readouterr().out
    monkeypatch.setattr(foretelling, "shown", lambda check: (object(),))
    assert foretold.main([*run, "--seed", "4"]) == 1
    assert (tmp_path / "locales-mcphersons-ridge-random-4.grog").is_file()
    assert "- locales-mcphersons-ridge-random-4, line " in capsys.readouterr().out
