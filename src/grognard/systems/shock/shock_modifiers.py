"""The modifiers of shock: position, charge, morale, terrain and the rest, in the sheet's order.

Sheet: the lists beside the Shock Combat Table.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

from grognard.engine.check import Modifier, choice, number, tick
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import by_hand, counted, modifiers
from grognard.systems.shock.fire_table import TARGET_KINDS
from grognard.systems.shock.matrix import ROW_ROUTED, STATES

POSITIONS: Final = ("front", "rear", "flank", "two-zones", "surround")
FRONTAL, REARWARD, FLANKING, TWO_ZONES, SURROUND = range(5)
BY_ARM: Final = ("none", "cavalry", "other")
SHARE: Final = ("none", "some", "all")
BUILDINGS: Final = ("open", "building", "village", "built-up-village", "chateau")
BUILDING, VILLAGE_COVER, BUILT_UP, CHATEAU_COVER = range(1, 5)
OTHER_GROUNDS: Final = ("none", "cultivated", "marsh", "ravine")


RATIOS: Final = (
    "by-strength",
    *("1-4", "1-3", "1-2", "1-1.5", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1"),
)


QUARTERS: Final = 4
MOST: Final = 240  # quarter points that meet at a table


class ShockFacts(NamedTuple):
    """What a shock depends on, in the order of the sheet. Strengths are in quarter points."""

    attack: Annotated[
        int, number("Attacking strength, in quarter points", "Strength", 0, 4000, QUARTERS, MOST)
    ] = 4
    defence: Annotated[
        int, number("Defending strength, in quarter points", "Strength", 0, 4000, QUARTERS, MOST)
    ] = 4
    ratio: Annotated[int, choice("Ratio, instead of strengths", "Strength", RATIOS)] = 0
    position: Annotated[int, choice("Where the attackers stand", "Position", POSITIONS)] = 0
    combined_arms: Annotated[int, tick("Combined arms", "Position")] = 0
    other_zoc: Annotated[
        int, number("Attacking hexes in another enemy's zone", "Position", 0, 6)
    ] = 0
    heavy_vs_light: Annotated[int, tick("Heavy cavalry charges light", "Charge")] = 0
    heavy_frontal: Annotated[int, tick("Heavy cavalry charges frontally", "Charge")] = 0
    heavy_vs_disordered: Annotated[
        int, tick("Heavy cavalry charges D-1/D-2 infantry", "Charge")
    ] = 0
    line_attacker: Annotated[int, tick("Attacker in extended line", "Other")] = 0
    line_defender: Annotated[int, tick("Defender in extended line", "Other")] = 0
    ney: Annotated[int, tick("Attacker stacked with Ney", "Other")] = 0
    wet_attacker: Annotated[int, tick("Attacker has wet fuses", "Other")] = 0
    wet_defender: Annotated[int, tick("Defender has wet fuses", "Other")] = 0
    defender_routed: Annotated[
        int, tick("Defender is routed, not attacked by cavalry", "Morale")
    ] = 0
    defender_d2: Annotated[int, tick("A defender is D-2", "Morale")] = 0
    defender_d1: Annotated[int, tick("A defender is D-1", "Morale")] = 0
    attacker_d1: Annotated[int, tick("An attacker is D-1", "Morale")] = 0
    elite: Annotated[int, number("Elite attacking units", "Morale", 0, 6)] = 0
    crack: Annotated[int, number("Crack Elite attacking units", "Morale", 0, 6)] = 0
    one_step_attacker: Annotated[int, tick("An attacker has one step", "Morale")] = 0
    one_step_defender: Annotated[int, tick("The defender has one step", "Morale")] = 0
    downhill: Annotated[int, choice("Attack one level downhill", "Terrain", BY_ARM)] = 0
    woods: Annotated[int, choice("Defender in woods", "Terrain", BY_ARM)] = 0
    cover: Annotated[int, choice("Defender's buildings", "Terrain", BUILDINGS)] = 0
    deep_stream: Annotated[int, choice("Attackers across a deep stream", "Terrain", SHARE)] = 0
    marshy_stream: Annotated[int, choice("Attackers across a marshy stream", "Terrain", SHARE)] = 0
    stream: Annotated[int, tick("Attack across a stream", "Terrain")] = 0
    uphill: Annotated[int, tick("Attack one level uphill", "Terrain", ("up-steep",))] = 0
    up_steep: Annotated[int, tick("Attack up a steep slope", "Terrain")] = 0
    other_ground: Annotated[int, choice("Other ground", "Terrain", OTHER_GROUNDS)] = 0
    drm: Annotated[int, number("Further modifier of the die", "By hand", -20, 20)] = 0
    attacker: Annotated[
        int, choice("Arm of the main attacker", "Units", TARGET_KINDS, aside=True)
    ] = 0
    attacker_state: Annotated[int, choice("Its state", "Units", STATES, aside=True)] = 0
    attacker_cohesion: Annotated[int, number("Its Cohesion", "Units", 0, 9, aside=True)] = 0
    attacker_steps: Annotated[int, number("Its steps", "Units", 0, 200, aside=True)] = 0
    defender: Annotated[
        int, choice("Arm of the defending top unit", "Units", TARGET_KINDS, aside=True)
    ] = 0
    defender_state: Annotated[int, choice("Its state", "Units", STATES, aside=True)] = 0
    defender_cohesion: Annotated[int, number("Its Cohesion", "Units", 0, 9, aside=True)] = 0
    defender_steps: Annotated[int, number("Its steps", "Units", 0, 200, aside=True)] = 0
    charging: Annotated[int, tick("The main attacker charges", "Units", aside=True)] = 0


SHOCK_MODIFIERS: Final = {
    "position=rear": "shock.drm.position.rear",
    "position=flank": "shock.drm.position.flank",
    "position=two-zones": "shock.drm.position.two-zones",
    "position=surround": "shock.drm.position.surround",
    "combined-arms": "shock.drm.position.combined-arms",
    "other-zoc": "shock.drm.position.other-enemy-zoc",
    "heavy-vs-light": "shock.drm.charge.heavy-vs-light",
    "heavy-frontal": "shock.drm.charge.heavy-frontal",
    "heavy-vs-disordered": "shock.drm.charge.heavy-vs-disordered-infantry",
    "above": "shock.drm.odds.above-6-1",
    "below": "shock.drm.odds.below-1-4",
    "line-attacker": "shock.drm.extended-line.attacker",
    "line-defender": "shock.drm.extended-line.defender",
    "ney": "shock.drm.ney",
    "wet-attacker": "shock.drm.wet-fuses.attacker",
    "wet-defender": "shock.drm.wet-fuses.defender",
    "defender-routed": "shock.drm.defender-routed",  # shock.routed.defends-at-minus-5
    "defender-d2": "shock.drm.defender-d2",
    "defender-d1": "shock.drm.defender-d1",  # shock.d1.shock-drm
    "attacker-d1": "shock.drm.attacker-d1",  # shock.d1.shock-drm
    "elite": "shock.drm.elite-attacker",
    "crack": "shock.drm.crack-elite-attacker",
    "one-step-attacker": "shock.drm.one-step.attacker",
    "one-step-defender": "shock.drm.one-step.defender",
}
TERRAIN_MODIFIERS: Final = {
    "downhill=cavalry": "shock.drm.terrain.down-level.cavalry",
    "downhill=other": "shock.drm.terrain.down-level.other",
    "woods=cavalry": "shock.drm.terrain.woods.cavalry",
    "woods=other": "shock.drm.terrain.woods.other",
    "cover=building": "shock.drm.terrain.building",
    "cover=village": "shock.drm.terrain.village",
    "cover=built-up-village": "shock.drm.terrain.built-up-village",
    "cover=chateau": "shock.rulings.shock.chateau",
    "deep-stream=some": "shock.drm.terrain.deep-stream.some",
    "deep-stream=all": "shock.drm.terrain.deep-stream.all",
    "marshy-stream=some": "shock.drm.terrain.marshy-stream.some",
    "marshy-stream=all": "shock.drm.terrain.marshy-stream.all",
    "stream": "shock.drm.terrain.stream",
    "uphill": "shock.drm.terrain.up-level",
    "up-steep": "shock.drm.terrain.up-steep-slope",
}


class ShockModifiers:
    """The numbers of the lists, each under the fact it counts for."""

    def __init__(self, book: Rulebook) -> None:
        self.rows = modifiers(book, SHOCK_MODIFIERS)
        self.terrain = modifiers(book, TERRAIN_MODIFIERS)
        chateau = self.terrain["cover=chateau"]
        self.terrain["cover=chateau"] = chateau._replace(reason="Chateau or walled farm")
        other = "shock.rulings.shock.other-terrain"
        for ground in OTHER_GROUNDS[1:]:
            value = book.int(other, ground)
            self.terrain[f"other-ground={ground}"] = Modifier(other, ground.capitalize(), value)
        self.two_zones = book.int("shock.drm.position.two-zones", "zones")
        self.surround_zones = book.int("shock.drm.position.surround", "zones")
        self.surround_hexes = book.int("shock.drm.position.surround", "hexes")
        self.few_attacking = book.int("shock.drm.one-step.attacker", "steps")
        self.few_defending = book.int("shock.drm.one-step.defender", "steps")

    def listed(self, s: ShockFacts, counts: dict[str, int], beyond: int) -> list[Modifier]:
        """The modifiers that apply; `beyond` is how far the ratio is off the table."""
        counts = {**counts, "above": max(beyond, 0), "below": max(-beyond, 0)}
        # One of the positions only: shock.rulings.shock.one-position
        found = counted(self.rows, counts)
        if s.cover == CHATEAU_COVER:
            spared = ["shock.drm.one-step."]
            if not bare(s):  # shock.rulings.shock.chateau
                spared.append("shock.drm.position.")
            found = [row for row in found if not row.id.startswith(tuple(spared))]
        for row in counted(self.terrain, counts):
            if row.value < 0 or (row.value and not bare(s)):  # shock.routed.no-terrain-benefit
                found.append(row)
        if s.drm:
            found.append(by_hand(s.drm))
        return found


def bare(s: ShockFacts) -> bool:
    """Whether the defender is routed, so that no ground helps it."""
    return bool(s.defender_routed or s.defender_state == ROW_ROUTED)
