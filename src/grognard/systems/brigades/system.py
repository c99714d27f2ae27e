"""The system as the rest of the program sees it: battles, checks, pictures, cards, score."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from grognard.boards.table.rect import Rect
from grognard.engine.battle import Battle
from grognard.engine.chapters import Chapters
from grognard.engine.listing import listing
from grognard.engine.muster import Fixed, Limit, Muster, Stand, share
from grognard.engine.step import steps_of
from grognard.systems.brigades import victory
from grognard.systems.brigades.judging import judgement
from grognard.systems.brigades.judging.weights import BrigadesWeights
from grognard.systems.brigades.movement import causeway_at
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.rules import Rules
from grognard.systems.brigades.shown import attacking, pictures
from grognard.systems.brigades.shown.tools import TOOLS, command_of
from grognard.systems.brigades.state.battle import BrigadesBattle
from grognard.systems.brigades.state.faults import faults
from grognard.systems.brigades.state.kinds import KINDS, RANKS
from grognard.systems.brigades.state.position import BrigadesPosition
from grognard.systems.brigades.turn import PHASES, set_up
from grognard.systems.tabletop import short_odds
from grognard.systems.tabletop.system import TurnSystem

BrigadesPosition.STEPS = steps_of("grognard.systems.brigades")


class BrigadesSystem(TurnSystem[Rules, BrigadesBattle, BrigadesPosition]):
    """Battles in inches: brigades of divisions, charges by kind, saves, exhaustion."""

    name = "brigades"
    title = "Brigades: divisions on the tabletop"
    summary = "Brigade stands of divisions: charges by kind, saving throws, exhaustion, terrain."
    tools, answers = tuple(TOOLS), TOOLS
    phases = PHASES
    listed, shipped = listing(files("grognard.systems.brigades"))
    list_facts = ("Division",)
    chapters = Chapters(
        Rules, BrigadesBattle, BrigadesPosition, set_up, victory.result, faults, judgement.judge,
        pictures.placements, pictures.markers, pictures.card, BrigadesWeights,
        attacking.attacks_due, command_of,
    )  # fmt: skip

    states = ("stationary", "disordered", "permanently disordered", "routed", "column", "limbered")

    def closed_to(self, battle: BrigadesBattle, u: int, a: Rect) -> bool:
        unit = battle.units[u]
        if (unit.column or unit.limbered) and causeway_at(battle, a.x, a.y):
            return False
        return closed_at(battle, battle.land, battle.arm[u], a.x, a.y)

    def put_by_hand(self, p: BrigadesPosition, u: int) -> None:
        """It stood there when the turn began."""
        p.began_x[u], p.began_y[u], p.began_facing[u] = p.x[u], p.y[u], p.facing[u]

    def limits(self, variant: str = "sheet") -> tuple[Limit, ...]:
        """Exhaustion of a division, and the end of an army of exhausted divisions."""
        rules = self.rules(variant)
        return (
            Limit(
                "Exhaustion", "group", "losses", share(rules.exhaustion.percent["ordinary"]),
                "Exhausted: nobody of it becomes stationary or moves into contact any more. "
                "With losses this turn it rolls for collapse.",
            ),
            Limit(
                "Defeat", "army", "groups", share(rules.victory.defeat_percent),
                "So many divisions are exhausted that the army loses at the end of the turn.",
            ),
        )  # fmt: skip

    def muster(self, battle: Battle) -> Muster:
        """Stands by division, each with its morale, and the level of each division."""
        own = self.own(battle)

        def group(u: int) -> str:
            division = own.division[u]
            return own.divisions[division].name if division >= 0 else own.units[u].corps

        stands = tuple(
            Stand(
                unit.id, unit.name, unit.side, group(u),
                KINDS[unit.kind].replace("-", " ")
                if u < own.stands
                else f"{RANKS[unit.rank]} commander",
                unit.strength, f"morale {unit.morale}" if u < own.stands else "",
                u >= own.stands, *own.base[u], turn=unit.turn,
            )
            for u, unit in enumerate(own.units)
        )  # fmt: skip
        fixed = (
            Fixed("Exhaustion", division.side, division.name, level)
            for division, level in zip(own.divisions, own.level_of, strict=True)
        )
        return Muster(stands, tuple(fixed))

    def short_answer(
        self, check: str, values: Mapping[str, str], variant: str = "sheet"
    ) -> dict[str, Any] | None:
        """Short forms of morale, fire, melee, ties and collapse."""
        rules = self.rules(variant)
        if check == "tie":
            return rules.tie_kind.chances(values)
        return short_odds.answer(check, values, rules.morale_kind)

    def holders(self, p: BrigadesPosition) -> list[int]:
        return victory.holders(p)
