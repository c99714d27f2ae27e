"""Marches: cavalry, field, local and road march, which nobody can answer."""

from __future__ import annotations

from grognard.systems.locales.battle import (
    CAVALRY_MARCH,
    FIELD_MARCH,
    LOCAL_MARCH,
    ROAD_MARCH,
)
from grognard.systems.locales.deploy import Arrive, secure
from grognard.systems.locales.position import LocalesPosition

# The cells of the table that carry note 4.
DEPLOYS = {
    CAVALRY_MARCH: "cavalry-march.final.cavalry-may-deploy",
    FIELD_MARCH: "field-march.final.cavalry-may-deploy",
    LOCAL_MARCH: "local-march.approach-to-reserve.cavalry-may-deploy",
    ROAD_MARCH: "road-march.final.cavalry-may-deploy",
}


def march(p: LocalesPosition, order: int, spot: int, target: int, blocks: tuple[int, ...]) -> None:
    """Into a reserve, or by a local march from the reserve to an approach."""
    battle = p.battle
    if order == LOCAL_MARCH and spot < battle.locales:
        secure(p, blocks, target)
        return
    if order == CAVALRY_MARCH and "cavalry march" in battle.rules.reveals:
        for b in blocks:
            p.reveal(b)
    p.stack.append(
        Arrive(blocks=blocks, deploys=int(battle.rules.deploys[DEPLOYS[order]]), locale=target)
    )
