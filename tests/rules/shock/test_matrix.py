"""The combat results matrix: every cell through play, blown cavalry, fire from a distance."""

from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems import system
from grognard.systems.shock.advance import Settle, SlopeCheck
from grognard.systems.shock.disorder import BY_SHOCK
from grognard.systems.shock.judging.endings import Struck
from grognard.systems.shock.matrix import ROW_BLOWN, ROW_ROUTED, ROWS
from grognard.systems.shock.results import row_of, suffer
from grognard.systems.shock.rules import Rules
from grognard.systems.shock.state.kinds import BLOWN, CHARGING, D1, D2, GOOD, ROUTED
from grognard.systems.shock.state.position import ShockPosition
from tests.rules.shock.given import Scene, foot, given, guns, heavy, light

MAKE = {"infantry": foot, "cavalry": heavy, "artillery": guns}
ORDER = {"normal": GOOD, "d1": D1, "d2": D2, "routed": ROUTED, "blown": GOOD}
GONE = None


def unit_in(state: str, kind: str, flags: int = 0) -> Scene:
    """A unit of 4 steps and Cohesion 6 on 0808 with the enemy next to it on 0807."""
    if state == "blown":
        flags |= BLOWN
    unit = MAKE[kind]("unit", "0808", order=ORDER[state], flags=flags)
    return given(unit, foot("foe", "0807", side="red", facing="s"))


def struck(scene: Scene, code: str, ranged: int = 0) -> Scene:
    """The unit suffers a result that came from the enemy's hex."""
    suffer(scene.p, scene.u("unit"), code, BY_SHOCK, scene.h("0807"), ranged)
    scene.p.settle()
    return scene


def run_out(scene: Scene) -> Scene:
    """Answer retreats and routs with the first hex offered, up to a roll or the end."""
    while scene.p.decision is not None:
        scene.p.play(scene.p.options()[0])
    return scene


def fate(scene: Scene) -> tuple[int, int, int] | None:
    """Its order, how many hexes it went back, how many steps it lost; None if it is gone."""
    p, u = scene.p, scene.u("unit")
    if p.hex[u] < 0:
        return GONE
    distance = scene.battle.grid.distance[scene.h("0807")]
    return p.order[u], distance[p.hex[u]] - 1, 4 - p.steps[u]


# The matrix of the sheet: on B, on D, on R. A retreat is 1 hex, of cavalry 2; a rout is half the
# movement points: of 5 of the infantry 3 hexes, of 7 of the heavy cavalry 4.
CELLS = {
    ("normal", "infantry"): ((GOOD, 1, 0), (D1, 0, 0), (ROUTED, 3, 0)),
    ("normal", "cavalry"): ((GOOD, 2, 0), (D1, 0, 0), (ROUTED, 4, 0)),
    ("normal", "artillery"): ((D1, 1, 0), (D1, 0, 0), GONE),
    ("d1", "infantry"): ((D1, 1, 0), (D2, 0, 0), (ROUTED, 3, 0)),
    ("d1", "cavalry"): ((D1, 2, 0), "check", (ROUTED, 4, 0)),
    ("d1", "artillery"): ((D1, 1, 1), (D1, 1, 1), GONE),
    ("d2", "infantry"): ((D2, 1, 0), (ROUTED, 3, 0), (ROUTED, 3, 0)),
    ("routed", "infantry"): ((ROUTED, 1, 0), (ROUTED, 0, 1), GONE),
    ("routed", "cavalry"): ((ROUTED, 2, 0), (ROUTED, 0, 1), GONE),
    ("routed", "artillery"): ((ROUTED, 1, 0), GONE, GONE),
    ("blown", "cavalry"): ((GOOD, 2, 0), "check", GONE),
}
COLUMNS = ("retreat", "disorder", "rout")


def cells(columns: str = "BDR", but: str = "") -> list[Any]:
    """A case for every cell, marked with its id."""
    found = []
    for (state, kind), row in CELLS.items():
        for column, name, expected in zip("BDR", COLUMNS, row, strict=True):
            if column not in columns or state == but:
                continue
            rules = [f"shock.matrix.{state}.{kind}.{name}"]
            if state == "routed" and name == "disorder" and kind != "artillery":
                rules.append("shock.routed.disorder-is-step")
            marks = [pytest.mark.rule(rule) for rule in rules]
            case = pytest.param(state, kind, column, expected, marks=marks, id=rules[0][13:])
            found.append(case)
    return found


@pytest.mark.parametrize(("state", "kind", "column", "expected"), cells())
def test_a_cell_does_what_it_says(
    state: str, kind: str, column: str, expected: tuple[int, int, int] | str | None
) -> None:
    if expected != "check":
        assert fate(run_out(struck(unit_in(state, kind), column))) == expected
        return
    # "At or below Cohesion - B, otherwise rout"; a D on blown cavalry costs a step besides.
    lost = 1 if state == "blown" else 0
    order = ORDER[state]
    passed = struck(unit_in(state, kind), column)
    assert passed.check().target == "Cohesion 6 (disordered cavalry)"
    assert fate(run_out(passed.roll(6))) == (order, 2, lost)
    failed = struck(unit_in(state, kind), column).roll(7)
    assert fate(run_out(failed)) == (ROUTED, 4, lost)


# B has no small letter; for blown cavalry small letters are capitals.
@pytest.mark.parametrize(("state", "kind", "column", "expected"), cells("DR", but="blown"))
def test_a_small_letter_calls_for_a_check_first(
    state: str, kind: str, column: str, expected: tuple[int, int, int] | str | None
) -> None:
    unhurt = (ORDER[state], 0, 0)
    passed = struck(unit_in(state, kind), column.lower()).roll(6)
    assert fate(passed) == unhurt
    failed = struck(unit_in(state, kind), column.lower()).roll(7)
    if expected == "check":
        failed.roll(7)
        assert fate(run_out(failed)) == (ROUTED, 4, 0)
    else:
        assert fate(run_out(failed)) == expected


@pytest.mark.rule("shock.rulings.retreat-length", "shock.rulings.rout-retreat")
def test_light_cavalry_retreats_two_hexes_and_routs_five() -> None:
    for code, expected in (("B", (GOOD, 2, 0)), ("R", (ROUTED, 5, 0))):
        scene = given(light("unit", "0808"), foot("foe", "0807", side="red", facing="s"))
        assert fate(run_out(struck(scene, code))) == expected


@pytest.mark.rule("shock.rulings.retreat-length")
@pytest.mark.parametrize(("kind", "hexes"), [("infantry", 1), ("cavalry", 2), ("artillery", 1)])
def test_length_of_a_retreat(kind: str, hexes: int) -> None:
    scene = run_out(struck(unit_in("normal", kind), "B"))
    assert scene.battle.grid.distance[scene.h("0808")][scene.p.hex[scene.u("unit")]] == hexes


@pytest.mark.rule("shock.rulings.strength-points")
@pytest.mark.parametrize(("code", "left"), [("1", 3), ("3", 1), ("4", 0)])
def test_a_unit_is_removed_when_its_last_step_is_lost(code: str, left: int) -> None:
    scene = run_out(struck(unit_in("normal", "infantry"), code))
    assert scene.steps("unit") == left
    assert (scene.where("unit") is None) == (left == 0)


@pytest.mark.rule("shock.rulings.d2-infantry-only")
@pytest.mark.parametrize("kind", ["cavalry", "artillery"])
def test_only_infantry_can_be_d2(kind: str) -> None:
    rule = f"shock.matrix.d1.{kind}.disorder"
    book = Rulebook.load(system("shock").folder(), changes={rule: {"does": ["D-2"]}})
    with pytest.raises(GrognardError, match="only infantry can be D-2"):
        Rules(book)


# -- a result of several letters -----------------------------------------------------------------


@pytest.mark.rule("shock.rulings.result-once")
def test_by_one_result_a_unit_goes_back_once() -> None:
    # D-1 cavalry under BD: the check passed is a retreat of two hexes, and B is no other two.
    scene = struck(unit_in("d1", "cavalry"), "BD").roll(6)
    assert fate(run_out(scene)) == (D1, 2, 0)


@pytest.mark.rule("shock.matrix.d1.cavalry.disorder")
def test_the_check_of_d1_cavalry_says_that_it_goes_back_in_any_case() -> None:
    scene = struck(unit_in("d1", "cavalry"), "D")
    assert scene.p.roll is not None
    assert scene.p.roll.meanings(scene.p) == {"pass": "retreat", "fail": "rout"}


@pytest.mark.rule("shock.rulings.result-once")
def test_guns_that_went_back_still_lose_the_step_of_the_other_letter() -> None:
    # D: retreat 1 hex, lose a step. B: retreat, lose a step.
    assert fate(run_out(struck(unit_in("d1", "artillery"), "BD"))) == (D1, 1, 2)


@pytest.mark.rule("shock.rulings.result-once")
def test_when_a_unit_has_routed_the_rest_of_the_result_is_spent() -> None:
    # D-2 infantry routs on the D: neither B nor r strikes the routed unit.
    scene = run_out(struck(unit_in("d2", "infantry"), "1BDr"))
    assert scene.p.roll is None
    assert fate(scene) == (ROUTED, 3, 1)


@pytest.mark.rule("shock.rulings.result-once")
def test_a_unit_that_was_routed_before_suffers_every_letter() -> None:
    assert fate(run_out(struck(unit_in("routed", "infantry"), "BR"))) is GONE
    assert fate(run_out(struck(unit_in("routed", "infantry"), "1BD"))) == (ROUTED, 1, 2)


@pytest.mark.rule("shock.rulings.result-once")
def test_letters_are_read_on_the_row_of_the_state_by_then() -> None:
    # Guns in good order under BD: D makes them D-1, and B on D-1 guns costs a step.
    assert fate(run_out(struck(unit_in("normal", "artillery"), "BD"))) == (D1, 1, 1)


# -- blown cavalry -------------------------------------------------------------------------------


@pytest.mark.rule("shock.blown.checks-automatic")
def test_small_letters_are_capitals_for_blown_cavalry() -> None:
    # The check printed in the cell itself remains; no step is lost for a small d.
    scene = struck(unit_in("blown", "cavalry"), "d")
    assert scene.check().target == "Cohesion 6 (disordered cavalry)"
    assert fate(run_out(scene.roll(6))) == (GOOD, 2, 0)
    assert fate(struck(unit_in("blown", "cavalry"), "r")) is GONE


@pytest.mark.rule("shock.blown.extra-step")
@pytest.mark.parametrize(("code", "lost"), [("d", 0), ("D", 1), ("1d", 1), ("1D", 2), ("2D", 3)])
def test_each_capital_costs_blown_cavalry_a_step(code: str, lost: int) -> None:
    scene = struck(unit_in("blown", "cavalry"), code).roll(0)
    assert fate(run_out(scene)) == (GOOD, 2, lost)
    assert scene.has("unit", BLOWN)


@pytest.mark.rule("shock.matrix.blown.cavalry.disorder", "shock.rulings.blown.recovery")
def test_blown_cavalry_that_routs_is_blown_no_more() -> None:
    scene = run_out(struck(unit_in("blown", "cavalry"), "d").roll(7))
    assert scene.order("unit") == ROUTED and not scene.has("unit", BLOWN)


@pytest.mark.rule("shock.rulings.blown.trigger", "shock.rulings.blown.one-retreat")
def test_a_b_result_leaves_charging_cavalry_blown_two_hexes_back() -> None:
    scene = run_out(struck(unit_in("normal", "cavalry", CHARGING), "B"))
    assert scene.has("unit", BLOWN) and fate(scene) == (GOOD, 2, 0)
    plain = run_out(struck(unit_in("normal", "cavalry"), "B"))
    assert not plain.has("unit", BLOWN)


@pytest.mark.rule("shock.matrix.d1.cavalry.disorder", "shock.rulings.blown.trigger")
def test_the_check_of_charging_d1_cavalry_leaves_it_blown_if_passed() -> None:
    scene = run_out(struck(unit_in("d1", "cavalry", CHARGING), "D").roll(6))
    assert scene.has("unit", BLOWN) and fate(scene) == (D1, 2, 0)


@pytest.mark.rule("shock.matrix.d1.cavalry.rout", "shock.rulings.blown.trigger")
def test_charging_cavalry_blown_by_a_result_is_not_struck_as_blown_by_the_same_result() -> None:
    # BDr: D-1; the failed r routs it, as it routs D-1 cavalry, and it goes back by its rout alone.
    scene = struck(unit_in("normal", "cavalry", CHARGING), "BDr")
    assert fate(run_out(scene.roll(7))) == (ROUTED, 4, 0)


# -- artillery fire from a distance --------------------------------------------------------------


@pytest.mark.rule("shock.matrix.note.ranged-artillery")
def test_guns_do_not_run_from_distant_guns() -> None:
    assert fate(run_out(struck(unit_in("d1", "artillery"), "D", ranged=1))) == (D1, 0, 1)
    assert fate(run_out(struck(unit_in("normal", "artillery"), "B", ranged=1))) == (D1, 0, 0)


@pytest.mark.rule("shock.matrix.note.ranged-artillery")
@pytest.mark.parametrize(("state", "lost"), [("d1", 0), ("blown", 1)])
def test_d1_and_blown_cavalry_do_not_retreat_from_distant_guns(state: str, lost: int) -> None:
    scene = struck(unit_in(state, "cavalry"), "D", ranged=1).roll(6)
    assert fate(run_out(scene)) == (ORDER[state], 0, lost)
    # They may still rout.
    scene = struck(unit_in(state, "cavalry"), "D", ranged=1).roll(7)
    assert fate(run_out(scene)) == (ROUTED, 4, lost)


@pytest.mark.rule("shock.matrix.note.ranged-artillery")
def test_infantry_and_good_cavalry_have_no_such_star() -> None:
    assert fate(run_out(struck(unit_in("d1", "infantry"), "B", ranged=1))) == (D1, 1, 0)
    assert fate(run_out(struck(unit_in("normal", "cavalry"), "B", ranged=1))) == (GOOD, 2, 0)


# -- exact odds and play agree -------------------------------------------------------------------

FIRE_CODES = ["-", "d-2", "d", "d+1", "d+2", "d+3", "D", "1d", "1d+1", "1d+3", "1D", "2D"]
SHOCK_CODES = ["1", "1Bd", "1BD", "1BDr", "2BDr", "2BR", "3BR", "4BR", "Bd", "Dr", "R"]


def endings_in_play(p: ShockPosition, u: int, start: int) -> dict[str, Fraction]:
    """How a unit ends, in words, by playing every outcome of every roll on copies."""
    while p.decision is not None:
        p.play(p.options()[0])
    if p.roll is None:
        return {in_words(p, u, start): Fraction(1)}
    check = p.check()
    found: dict[str, Fraction] = {}
    for outcome, weight in enumerate(check.weights):
        if weight:
            branch = p.copy()
            branch.play(outcome)
            for words, chance in endings_in_play(branch, u, start).items():
                found[words] = found.get(words, Fraction(0)) + chance * weight / 10
    return found


def in_words(p: ShockPosition, u: int, start: int) -> str:
    """The state of a unit of 4 steps in the words of the odds."""
    if p.hex[u] < 0:
        return "eliminated"
    lost = 4 - p.steps[u]
    row = row_of(p, u)
    parts = [f"{lost} step{'s' if lost > 1 else ''}"] if lost else []
    if p.hex[u] != start and row != ROW_ROUTED:
        parts.append("retreat")
    if row:
        parts.append({"d1": "D-1", "d2": "D-2"}.get(ROWS[row], ROWS[row]))
    if p.flags[u] & BLOWN and row != ROW_BLOWN:
        parts.append("blown")
    return ", ".join(parts) or "no effect"


def agree(before: Scene, row: int, code: str, ranged: bool = False, charging: bool = False) -> None:
    """Play and the exact odds of a result say the same."""
    u = before.u("unit")
    p = before.p.copy()
    suffer(p, u, code, BY_SHOCK, before.h("0807"), int(ranged))
    p.settle()
    played = endings_in_play(p, u, before.h("0808"))
    unit = Struck(before.battle.kind[u], 6, BY_SHOCK, ranged, charging)
    fates = before.battle.rules.endings.of(code, row, 4, unit)
    odds: dict[str, Fraction] = {}
    for end, weight in fates.weights.items():
        odds[end.words()] = odds.get(end.words(), Fraction(0)) + Fraction(weight, fates.total)
    assert played == odds, code


@pytest.mark.parametrize(("state", "kind"), list(CELLS))
@pytest.mark.parametrize("ranged", [False, True])
def test_exact_odds_of_a_result_agree_with_play(state: str, kind: str, ranged: bool) -> None:
    before = unit_in(state, kind)
    for code in FIRE_CODES if ranged else FIRE_CODES + SHOCK_CODES:
        agree(before, ROWS.index(state), code, ranged)


@pytest.mark.rule("shock.rulings.blown.trigger")
@pytest.mark.parametrize("state", ["normal", "d1"])
def test_exact_odds_of_a_result_on_charging_cavalry_agree_with_play(state: str) -> None:
    before = unit_in(state, "cavalry", CHARGING)
    for code in SHOCK_CODES:
        agree(before, ROWS.index(state), code, charging=True)


@pytest.mark.rule("shock.rulings.result-once", "shock.retreat.unable")
@pytest.mark.parametrize(
    ("state", "kind", "code", "lost"),
    [
        # The result's step, and one for the retreat that D (its check passed) and B both ask for.
        ("d1", "cavalry", "1BD", 2),
        ("blown", "cavalry", "1Bd", 2),
        # A step in the cell of D and one in that of B, and one for the retreat.
        ("d1", "artillery", "BD", 3),
    ],
)
def test_a_unit_that_cannot_go_back_pays_for_one_retreat_by_one_result(
    state: str, kind: str, code: str, lost: int
) -> None:
    around = ("0807", "0907", "0708", "0908", "0809", "0909")
    foes = [foot(f"foe-{h}", h, side="red") for h in around]
    flags = BLOWN if state == "blown" else 0
    scene = given(MAKE[kind]("unit", "0808", order=ORDER[state], flags=flags), *foes)
    struck(scene, code)
    if kind == "cavalry":
        scene.roll(0)
    assert fate(scene) == (ORDER[state], 0, lost)
    # The next result asks for a retreat anew.
    assert fate(struck(scene, "B")) in (GONE, (ORDER[state], 0, lost + 1))


@pytest.mark.rule("shock.rulings.result-once", "shock.attack.down-steep-slope")
def test_a_retreat_after_a_slope_does_not_spare_that_of_a_later_result() -> None:
    # D-1 cavalry fails the check of the slope, passes the next and goes back 2 hexes; B: 2 more.
    scene = unit_in("d1", "cavalry")
    scene.push(SlopeCheck(unit=scene.u("unit"), hex=scene.h("0807"))).roll(7).roll(0)
    run_out(scene.push())
    assert fate(scene) == (D1, 2, 0)
    scene.push(Settle(hex=scene.h("0807")))
    assert fate(run_out(struck(scene, "B"))) == (D1, 4, 0)
