"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.boards.table.rect import Rect
from grognard.engine.battle import Battle
from grognard.engine.chapters import Chapters
from grognard.engine.listing import listing
from grognard.engine.muster import Limit, Muster, Stand, share
from grognard.engine.step import steps_of
from grognard.systems.onepage import victory
from grognard.systems.onepage.judging import judgement
from grognard.systems.onepage.judging.weights import OnepageWeights
from grognard.systems.onepage.rules import Rules
from grognard.systems.onepage.shown import attacking, pictures
from grognard.systems.onepage.shown.tools import TOOLS, command_of
from grognard.systems.onepage.state.battle import OnepageBattle
from grognard.systems.onepage.state.faults import faults
from grognard.systems.onepage.state.kinds import KINDS
from grognard.systems.onepage.state.position import OnepagePosition
from grognard.systems.onepage.terrain import shut_to
from grognard.systems.onepage.turn import PHASES, set_up
from grognard.systems.tabletop import short_odds
from grognard.systems.tabletop.system import TurnSystem

OnepagePosition.STEPS = steps_of("grognard.systems.onepage")


class OnepageSystem(TurnSystem[Rules, OnepageBattle, OnepagePosition]):
    """Battles in inches: brigade stands, generals, fire, morale and the charge."""

    name = "onepage"
    title = "One page: brigades on the tabletop"
    summary = "Stands moved in inches, command by generals in reach, fire, morale and the charge."
    tools, answers = tuple(TOOLS), TOOLS
    phases = PHASES
    listed, shipped = listing(files("grognard.systems.onepage"))
    list_facts = ("Command",)
    chapters = Chapters(
        Rules, OnepageBattle, OnepagePosition, set_up, victory.result, faults, judgement.judge,
        pictures.placements, pictures.markers, pictures.card, OnepageWeights,
        attacking.attacks_due, command_of,
    )  # fmt: skip

    states = ("stationary", "disordered", "routed", "limbered")

    def closed_to(self, battle: OnepageBattle, u: int, a: Rect) -> bool:
        return shut_to(battle)(u, a)

    def limits(self, variant: str = "sheet") -> tuple[Limit, ...]:
        """The casualties at which an army withdraws."""
        percent = share(self.rules(variant).victory.percent)
        says = "The army withdraws and loses at the end of a full turn."
        return (Limit("Withdrawal", "army", "losses", percent, says),)

    def muster(self, battle: Battle) -> Muster:
        """Units with their morale, and generals."""
        own = self.own(battle)
        return Muster(
            tuple(
                Stand(
                    unit.id, unit.name, unit.side, "", KINDS[unit.kind].replace("-", " "),
                    unit.strength, f"morale {unit.morale}" if u < own.stands else "",
                    u >= own.stands, *own.base[u], turn=unit.turn,
                )
                for u, unit in enumerate(own.units)
            )
        )  # fmt: skip

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`morale rating=N modifier=N`, `fire dice=N hit=N save=N`, `melee attacker-dice=N …`."""
        return short_odds.answer(check, values, self.rules(variant).morale.kind)

    def holders(self, p: OnepagePosition) -> list[int]:
        return victory.holders(p)
