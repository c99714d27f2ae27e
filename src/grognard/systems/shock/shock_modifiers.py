"""The modifiers of shock: position, charge, morale, terrain and the rest, in the sheet's order.

Sheet: the lists beside the Shock Combat Table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.engine.check import Modifier
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import applying, drm
from grognard.systems.shock.matrix import ROW_ROUTED

POSITIONS: Final = ("front", "rear", "flank", "two-zones", "surround")
FRONTAL, REARWARD, FLANKING, TWO_ZONES, SURROUND = range(5)
BY_ARM: Final = ("none", "cavalry", "other")
SHARE: Final = ("none", "some", "all")
BUILDINGS: Final = ("open", "building", "village", "built-up-village", "chateau")
BUILDING, VILLAGE_COVER, BUILT_UP, CHATEAU_COVER = range(1, 5)
OTHER_GROUNDS: Final = ("none", "cultivated", "marsh", "ravine")


class ShockFacts(NamedTuple):
    """What a shock depends on, in the order of the sheet. Strengths are in quarter points."""

    attack: int
    defence: int
    ratio: int = 0
    position: int = 0
    combined_arms: int = 0
    other_zoc: int = 0
    heavy_vs_light: int = 0
    heavy_frontal: int = 0
    heavy_vs_disordered: int = 0
    line_attacker: int = 0
    line_defender: int = 0
    ney: int = 0
    wet_attacker: int = 0
    wet_defender: int = 0
    defender_routed: int = 0
    defender_d2: int = 0
    defender_d1: int = 0
    attacker_d1: int = 0
    elite: int = 0
    crack: int = 0
    one_step_attacker: int = 0
    one_step_defender: int = 0
    downhill: int = 0
    woods: int = 0
    cover: int = 0
    deep_stream: int = 0
    marshy_stream: int = 0
    stream: int = 0
    uphill: int = 0
    up_steep: int = 0
    other_ground: int = 0
    drm: int = 0
    attacker: int = 0
    attacker_state: int = 0
    attacker_cohesion: int = 0
    attacker_steps: int = 0
    defender: int = 0
    defender_state: int = 0
    defender_cohesion: int = 0
    defender_steps: int = 0
    charging: int = 0


class ShockModifiers:
    """The numbers of the lists; a row that does not apply is None."""

    def __init__(self, book: Rulebook) -> None:
        self.positions = (
            None,
            drm(book, "shock.drm.position.rear"),
            drm(book, "shock.drm.position.flank"),
            drm(book, "shock.drm.position.two-zones"),
            drm(book, "shock.drm.position.surround"),
        )
        self.two_zones = book.int("shock.drm.position.two-zones", "zones")
        self.surround_zones = book.int("shock.drm.position.surround", "zones")
        self.surround_hexes = book.int("shock.drm.position.surround", "hexes")
        self.combined_arms = drm(book, "shock.drm.position.combined-arms")
        self.other_zoc = drm(book, "shock.drm.position.other-enemy-zoc")
        self.heavy_vs_light = drm(book, "shock.drm.charge.heavy-vs-light")
        self.heavy_frontal = drm(book, "shock.drm.charge.heavy-frontal")
        self.heavy_vs_disordered = drm(book, "shock.drm.charge.heavy-vs-disordered-infantry")
        self.above = drm(book, "shock.drm.odds.above-6-1")
        self.below = drm(book, "shock.drm.odds.below-1-4")
        self.line_attacker = drm(book, "shock.drm.extended-line.attacker")
        self.line_defender = drm(book, "shock.drm.extended-line.defender")
        self.ney = drm(book, "shock.drm.ney")
        self.wet_attacker = drm(book, "shock.drm.wet-fuses.attacker")
        self.wet_defender = drm(book, "shock.drm.wet-fuses.defender")
        self.defender_routed = drm(book, "shock.drm.defender-routed")
        self.defender_d2 = drm(book, "shock.drm.defender-d2")
        self.defender_d1 = drm(book, "shock.drm.defender-d1")
        self.attacker_d1 = drm(book, "shock.drm.attacker-d1")
        self.elite = drm(book, "shock.drm.elite-attacker")
        self.crack = drm(book, "shock.drm.crack-elite-attacker")
        self.one_step_attacker = drm(book, "shock.drm.one-step.attacker")
        self.one_step_defender = drm(book, "shock.drm.one-step.defender")
        self.few_attacking = book.int("shock.drm.one-step.attacker", "steps")
        self.few_defending = book.int("shock.drm.one-step.defender", "steps")
        self.downhill = (
            None,
            drm(book, "shock.drm.terrain.down-level.cavalry"),
            drm(book, "shock.drm.terrain.down-level.other"),
        )
        self.woods = (
            None,
            drm(book, "shock.drm.terrain.woods.cavalry"),
            drm(book, "shock.drm.terrain.woods.other"),
        )
        chateau = book.int("shock.rulings.shock.chateau")
        self.covers = (
            None,
            drm(book, "shock.drm.terrain.building"),
            drm(book, "shock.drm.terrain.village"),
            drm(book, "shock.drm.terrain.built-up-village"),
            Modifier("shock.rulings.shock.chateau", "Chateau or walled farm", chateau),
        )
        self.deep_stream = (
            None,
            drm(book, "shock.drm.terrain.deep-stream.some"),
            drm(book, "shock.drm.terrain.deep-stream.all"),
        )
        self.marshy_stream = (
            None,
            drm(book, "shock.drm.terrain.marshy-stream.some"),
            drm(book, "shock.drm.terrain.marshy-stream.all"),
        )
        self.stream = drm(book, "shock.drm.terrain.stream")
        self.uphill = drm(book, "shock.drm.terrain.up-level")
        self.up_steep = drm(book, "shock.drm.terrain.up-steep-slope")
        other = "shock.rulings.shock.other-terrain"
        self.other_grounds = (
            None,
            Modifier(other, "Cultivated ground", book.int(other, "cultivated")),
            Modifier(other, "Marsh", book.int(other, "marsh")),
            Modifier(other, "Ravine", book.int(other, "ravine")),
        )

    def listed(self, s: ShockFacts, beyond: int) -> list[Modifier]:
        """The modifiers that apply; `beyond` is how far the ratio is off the table."""
        found = [*self._position(s), *self._charge(s), *self._others(s, beyond), *self._morale(s)]
        terrain = self._terrain(s)
        if bare(s):  # shock.routed.no-terrain-benefit
            terrain = [m for m in terrain if m.value < 0]
        found.extend(terrain)
        if s.drm:
            found.append(Modifier("shock.rulings.shock.ratio", "By hand", s.drm))
        return found

    def _position(self, s: ShockFacts) -> list[Modifier]:
        if s.cover == CHATEAU_COVER and not bare(s):  # shock.rulings.shock.chateau
            return []
        position = self.positions[s.position]  # one only: shock.rulings.shock.one-position
        return [
            *([] if position is None else [position]),
            *applying(
                (s.combined_arms, self.combined_arms),
                (s.other_zoc, self.other_zoc._replace(value=self.other_zoc.value * s.other_zoc)),
            ),
        ]

    def _charge(self, s: ShockFacts) -> list[Modifier]:
        return applying(
            (s.heavy_vs_light, self.heavy_vs_light),
            (s.heavy_frontal, self.heavy_frontal),
            (s.heavy_vs_disordered, self.heavy_vs_disordered),
        )

    def _others(self, s: ShockFacts, beyond: int) -> list[Modifier]:
        return applying(
            (beyond > 0, self.above._replace(value=self.above.value * beyond)),
            (beyond < 0, self.below._replace(value=self.below.value * -beyond)),
            (s.line_attacker, self.line_attacker),
            (s.line_defender, self.line_defender),
            (s.ney, self.ney),
            (s.wet_attacker, self.wet_attacker),
            (s.wet_defender, self.wet_defender),
        )

    def _morale(self, s: ShockFacts) -> list[Modifier]:
        open_ground = s.cover != CHATEAU_COVER
        return applying(
            (s.defender_routed, self.defender_routed),  # shock.routed.defends-at-minus-5
            (s.defender_d2, self.defender_d2),
            (s.defender_d1, self.defender_d1),  # shock.d1.shock-drm
            (s.attacker_d1, self.attacker_d1),  # shock.d1.shock-drm
            (s.elite, self.elite._replace(value=self.elite.value * s.elite)),
            (s.crack, self.crack._replace(value=self.crack.value * s.crack)),
            (s.one_step_attacker and open_ground, self.one_step_attacker),
            (s.one_step_defender and open_ground, self.one_step_defender),
        )

    def _terrain(self, s: ShockFacts) -> list[Modifier]:
        rows = (
            self.downhill[s.downhill],
            self.woods[s.woods],
            self.covers[s.cover],
            self.deep_stream[s.deep_stream],
            self.marshy_stream[s.marshy_stream],
            self.stream if s.stream else None,
            self.uphill if s.uphill else None,
            self.up_steep if s.up_steep else None,
            self.other_grounds[s.other_ground],
        )
        return [m for m in rows if m is not None and m.value]


def bare(s: ShockFacts) -> bool:
    """Whether the defender is routed, so that no ground helps it."""
    return bool(s.defender_routed or s.defender_state == ROW_ROUTED)
