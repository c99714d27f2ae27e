"""Staged odds of a shock against every way real play can go, one unit against one."""

from fractions import Fraction

import pytest

from grognard.systems.shock.state.kinds import BLOWN, D1, D2, ROUTED
from tests.rules.shock.assault import clash
from tests.rules.shock.given import Scene, Spec, foot, given, guns, heavy, light

STATES = {0: "", D1: "D-1", D2: "D-2", ROUTED: "routed"}


def fate(scene: Scene, id: str, steps: int, hex: str) -> str:
    """How a unit has come out of it, in the words of the odds."""
    if scene.where(id) is None:
        return "eliminated"
    lost = steps - scene.steps(id)
    parts = [f"{lost} step{'s' if lost > 1 else ''}"] if lost else []
    if scene.where(id) != hex and scene.order(id) != ROUTED:
        parts.append("retreat")
    state = STATES[scene.order(id)]
    if scene.has(id, BLOWN):
        state = "blown"
    if state:
        parts.append(state)
    return ", ".join(parts) or "no effect"


def play_out(scene: Scene, units: dict[str, tuple[int, str]]) -> dict[str, Fraction]:
    """Every face of every roll, to the end of the shock; choices do not change the fates."""
    while scene.p.stack and scene.p.decision is not None:
        if "nobody advances" in scene.options():
            scene.play("nobody advances")
        else:
            scene.play(scene.options()[0])
    if not scene.p.stack:
        a, b = (fate(scene, name, *units[name]) for name in ("a", "foe"))
        return {f"attacker {a} / defender {b}": Fraction(1)}
    ends: dict[str, Fraction] = {}
    for face in range(10):
        branch = Scene(scene.p.copy()).roll(face)
        for label, chance in play_out(branch, units).items():
            ends[label] = ends.get(label, Fraction(0)) + chance / 10
    return ends


@pytest.mark.parametrize(
    ("unit", "foe"),
    [
        (foot("a", "0808", sp=5), foot("foe", "0807", "red", sp=4, cohesion=4)),
        (foot("a", "0808", sp=9, cohesion=5), foot("foe", "0807", "red", sp=2, order=D1)),
        (foot("a", "0808", sp=2), foot("foe", "0807", "red", sp=9, order=D2)),
        (foot("a", "0808", sp=4), foot("foe", "0807", "red", sp=4, order=ROUTED)),
        (heavy("a", "0808", sp=6), foot("foe", "0807", "red", sp=1)),
        (foot("a", "0808", sp=6), heavy("foe", "0807", "red", sp=2, order=D1)),
        (light("a", "0808", sp=2, order=D1), foot("foe", "0807", "red", sp=8)),
        (foot("a", "0808", sp=3), light("foe", "0807", "red", sp=2, flags=BLOWN)),
        (foot("a", "0808", sp=4), guns("foe", "0807", "red", sp=2)),
        (heavy("a", "0808", sp=9), guns("foe", "0807", "red", sp=5)),
        (foot("a", "0808", sp=1), foot("foe", "0807", "red", sp=1)),
    ],
)
def test_staged_odds_are_those_of_play(unit: Spec, foe: Spec) -> None:
    scene = clash(given(unit, foe), "shock a > foe")
    odds = scene.check().odds()
    units = {name: (scene.steps(name), str(scene.where(name))) for name in ("a", "foe")}
    played = play_out(scene, units)
    assert sum(played.values()) == 1
    expected = {k: f"{v.numerator}/{v.denominator}" for k, v in played.items()}
    assert odds.fractions() == expected
