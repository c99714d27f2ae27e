"""The tabletop systems and their scenes, for tests that are the same in several of them."""

from types import ModuleType
from typing import Any, NamedTuple

from grognard.engine.system import System
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems import system
from grognard.systems.brigades.state import position as in_brigades
from grognard.systems.onepage.state import position as in_onepage
from tests.rules.brigades import given as brigades
from tests.rules.onepage import given as onepage
from tests.rules.pulses import given as pulses
from tests.rules.tabletop.given import TableScene


class Kit(NamedTuple):
    """A system, how its scenes are made, and its words for what all of them have."""

    name: str
    scenes: ModuleType
    leader: Any = None
    shaken: int = 0
    routed: int = 0
    limbered: int = 0

    @property
    def system(self) -> System:
        """The system itself."""
        return system(self.name)

    def given(self, *specs: Any, **more: Any) -> Any:
        """A scene."""
        return self.scenes.given(*specs, **more)

    def foot(self, id: str, x: float, y: float, facing: int = 0, **more: Any) -> Any:
        """Infantry."""
        return self.scenes.foot(id, x, y, facing, **more)

    def screen(self, id: str, x: float, y: float, facing: int = 0, **more: Any) -> Any:
        """Skirmishers."""
        return self.scenes.screen(id, x, y, facing, **more)

    def guns(self, id: str, x: float, y: float, facing: int = 0, **more: Any) -> Any:
        """Guns."""
        return self.scenes.guns(id, x, y, facing, **more)

    def use(self, scene: TableScene, tool: str, *ids: str) -> Finding:
        """What blue is told."""
        return self.system.use(View(scene.p, 0), tool, ids)


ONEPAGE = Kit(
    "onepage", onepage, onepage.general, in_onepage.DISORDERED, in_onepage.ROUTED,
    in_onepage.LIMBERED,
)  # fmt: skip
BRIGADES = Kit(
    "brigades", brigades, brigades.commander, in_brigades.YELLOW, in_brigades.ROUT,
    in_brigades.LIMBERED,
)  # fmt: skip
PULSES = Kit("pulses", pulses)
TURNS = (ONEPAGE, BRIGADES)  # those of player turns and strength points
ALL = (*TURNS, PULSES)


def named(kit: object) -> str:
    """A kit in the name of a test."""
    return kit.name if isinstance(kit, Kit) else ""
