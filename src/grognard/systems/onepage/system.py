"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine.chapters import Chapters, ChapterSystem
from grognard.engine.tool import Finding
from grognard.engine.view import View
from grognard.systems.onepage import judgement, pictures, victory
from grognard.systems.onepage.battle import OnepageBattle
from grognard.systems.onepage.faults import faults
from grognard.systems.onepage.position import PHASE, SIDE, TURN, OnepagePosition
from grognard.systems.onepage.rules import Rules
from grognard.systems.onepage.setup import set_up
from grognard.systems.onepage.steps import STEPS
from grognard.systems.onepage.tools import ANSWERS, TOOLS
from grognard.systems.onepage.turn import PHASES
from grognard.systems.tabletop import short_odds
from grognard.systems.tabletop.tools import ask

OnepagePosition.STEPS = STEPS


class OnepageSystem(ChapterSystem[Rules, OnepageBattle, OnepagePosition]):
    """Battles in inches: brigade stands, generals, fire, morale and the charge."""

    name = "onepage"
    title = "One page: brigades on the tabletop"
    summary = "Stands moved in inches, command by generals in reach, fire, morale and the charge."
    board = "table"
    tools = TOOLS
    teaches = True
    shipped = ("maida", "vimeiro", "quatre-bras", "gettysburg-first-day")
    chapters = Chapters(
        Rules, OnepageBattle, OnepagePosition, set_up, victory.result, faults, judgement.judge,
        pictures.placements, pictures.markers, pictures.card,
    )  # fmt: skip

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """`morale rating=N modifier=N`, `fire dice=N hit=N save=N`, `melee attacker-dice=N …`."""
        return short_odds.answer(check, values, self.rules(variant).morale_kind)

    def score(self, view: View) -> tuple[int, ...]:
        """What is left of each army in strength points."""
        battle = self.own(view.battle)
        losses = view.fields["losses"]
        return tuple(
            battle.start_strength[side] - sum(losses[u] for u in battle.stands_of[side])
            for side in (0, 1)
        )

    def clock(self, view: View) -> str:
        """Turn, hour, side and phase."""
        clock = view.fields["clock"]
        side = view.battle.titles[clock[SIDE]]
        return view.battle.clock(clock[TURN], side, PHASES[clock[PHASE]])

    def find(self, view: View, tool: str, ids: tuple[str, ...]) -> Finding:
        """What a tool says."""
        return ask(self.seen(view), tool, ids, ANSWERS)
