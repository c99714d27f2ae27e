"""Two units in contact, for the tests of combat."""

from grognard.systems.pulses.striking import Striker, duel
from tests.rules.pulses.given import Scene, Spec, foot, given

A, FOE = foot("a", 0, 0), foot("foe", 0, 0)
LIGHT_FOE = {**FOE, "sk": 1}  # who may be in a wood
WOOD = [("orchard", "280,180 320,180 320,214 280,214")]


def pair(attacker: Spec, defender: Spec, *others: Spec, **more: object) -> Scene:
    """Blue's attacker at 30,23 touches red's defender at 30,20."""
    mine = {**attacker, "x": 30, "y": 23, "facing": 0}
    theirs = {**defender, "x": 30, "y": 20, "facing": 180, "side": "red"}
    return given(mine, theirs, *others, **more)  # type: ignore[arg-type]


def strikers(scene: Scene, mine: int = 0, theirs: int = 0) -> tuple[Striker, Striker]:
    """Both units as the dice see them."""
    facts = duel(scene.p, scene.u("a"), scene.u("foe"), mine, theirs)
    return facts.attacker, facts.defender
