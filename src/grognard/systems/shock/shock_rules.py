"""The numbers of the shock table: its ratios, rows, modifiers and rulings."""

from __future__ import annotations

from typing import Final

from grognard.boards.hexmap import BRIDGE, FORD
from grognard.engine.check import Modifier
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook

SHOCK_ROLLS: Final = ("minus-2", "minus-1", *(str(n) for n in range(12)))


class ShockRules:
    """The numbers of the shock table."""

    def __init__(self, book: Rulebook) -> None:
        ratios = "shock.table.ratios"
        self.columns = book.words(ratios, "columns")
        self.ratios = list(
            zip(book.ints(ratios, "attacker"), book.ints(ratios, "defender"), strict=True)
        )
        self.for_defender = book.switch("shock.rulings.shock.ratio")
        square = "shock.rulings.shock.square"
        self.square_attacks = book.switch(square, "attacks")
        self.square_faces = book.switch(square, "position")
        losses = "shock.rulings.shock.losses"
        self.strongest_loses = book.switch(losses, "strongest_attacker")
        self.top_loses = book.switch(losses, "top_defender")
        self.letters_to_all = book.switch(losses, "letters_to_all")
        self.lone_guns_die = book.switch("shock.rulings.charge.artillery", "lone_eliminated")
        self.all_attackers = book.switch("shock.rulings.shock.all-attackers")
        levels = "shock.rulings.shock.levels"
        self.several_levels = book.switch(levels, "several_as_one")
        self.steep_is_down = book.switch(levels, "steep_as_down")
        crossings = "shock.rulings.shock.crossings"
        dry_bridge = BRIDGE if book.switch(crossings, "bridge_spares") else 0
        self.dry_crossings = dry_bridge | (FORD if book.switch(crossings, "ford_spares") else 0)
        rows = []
        for r in SHOCK_ROLLS:
            id_ = f"shock.table.roll.{r}"
            rows.append(
                (book.int(id_, "roll"), book.words(id_, "attacker"), book.words(id_, "defender"))
            )
        rows.sort(key=lambda row: row[0])
        self.rolls = [row[0] for row in rows]
        if self.rolls != list(range(self.rolls[0], self.rolls[0] + len(rows))):
            raise GrognardError(f"the rows of the shock table have gaps or repeat: {self.rolls}")
        self.attacker = [row[1] for row in rows]
        self.defender = [row[2] for row in rows]

        def drm(name: str) -> Modifier:
            id_ = f"shock.drm.{name}"
            return Modifier(id_, book.label(id_), book.int(id_))

        self.positions = (
            None,
            drm("position.rear"),
            drm("position.flank"),
            drm("position.two-zones"),
            drm("position.surround"),
        )
        self.two_zones = book.int("shock.drm.position.two-zones", "zones")
        self.surround_zones = book.int("shock.drm.position.surround", "zones")
        self.surround_hexes = book.int("shock.drm.position.surround", "hexes")
        self.combined_arms = drm("position.combined-arms")
        self.other_zoc = drm("position.other-enemy-zoc")
        self.heavy_vs_light = drm("charge.heavy-vs-light")
        self.heavy_frontal = drm("charge.heavy-frontal")
        self.heavy_vs_disordered = drm("charge.heavy-vs-disordered-infantry")
        self.above = drm("odds.above-6-1")
        self.below = drm("odds.below-1-4")
        self.line_attacker = drm("extended-line.attacker")
        self.line_defender = drm("extended-line.defender")
        self.ney = drm("ney")
        self.wet_attacker = drm("wet-fuses.attacker")
        self.wet_defender = drm("wet-fuses.defender")
        self.defender_routed = drm("defender-routed")
        self.routed_defends_worse = book.switch("shock.routed.defends-at-minus-5")
        self.routed_no_terrain = book.switch("shock.routed.no-terrain-benefit")
        self.defender_d2 = drm("defender-d2")
        self.defender_d1 = drm("defender-d1")
        self.attacker_d1 = drm("attacker-d1")
        self.d1_counts = book.switch("shock.d1.shock-drm")
        self.elite = drm("elite-attacker")
        self.crack = drm("crack-elite-attacker")
        self.one_step_attacker = drm("one-step.attacker")
        self.one_step_defender = drm("one-step.defender")
        self.few_steps = (
            book.int("shock.drm.one-step.attacker", "steps"),
            book.int("shock.drm.one-step.defender", "steps"),
        )
        self.downhill = (None, drm("terrain.down-level.cavalry"), drm("terrain.down-level.other"))
        self.woods = (None, drm("terrain.woods.cavalry"), drm("terrain.woods.other"))
        chateau = "shock.rulings.shock.chateau"
        self.covers = (
            None,
            drm("terrain.building"),
            drm("terrain.village"),
            drm("terrain.built-up-village"),
            Modifier(chateau, "Chateau or walled farm", book.int(chateau)),
        )
        self.chateau_most = book.int(chateau, "most_strength")
        self.chateau_positions = book.switch(chateau, "position")
        self.chateau_cavalry = book.switch(chateau, "cavalry")
        self.deep_stream = (None, drm("terrain.deep-stream.some"), drm("terrain.deep-stream.all"))
        self.marshy_stream = (
            None,
            drm("terrain.marshy-stream.some"),
            drm("terrain.marshy-stream.all"),
        )
        self.stream = drm("terrain.stream")
        self.uphill = drm("terrain.up-level")
        self.up_steep = drm("terrain.up-steep-slope")
        other = "shock.rulings.shock.other-terrain"
        self.other_grounds = (
            None,
            Modifier(other, "Cultivated ground", book.int(other, "cultivated")),
            Modifier(other, "Marsh", book.int(other, "marsh")),
            Modifier(other, "Ravine", book.int(other, "ravine")),
        )
        self.one_position = book.switch("shock.rulings.shock.one-position")
        bridge = "shock.drm.terrain.river-bridge"
        self.bridge = (book.int(bridge, "times"), book.int(bridge, "divide"))
        self.downhill_check = book.switch("shock.attack.down-steep-slope")

    def column(self, attack: int, defence: int) -> tuple[int, int]:
        """The column of two strengths, and the whole ratio steps beyond the table's ends."""
        defence = max(defence, 1)
        last = len(self.ratios) - 1
        best = -1
        for i, (a, d) in enumerate(self.ratios):
            if attack * d >= a * defence:
                best = i
        if not self.for_defender and best < last:
            a, d = self.ratios[best]
            best += best < 0 or attack * d > a * defence
        if best == last:
            return last, attack // defence - self.ratios[last][0] // self.ratios[last][1]
        if best >= 0:
            return best, 0
        # Below 1-4 the ratio is 1 to the defender's strength over the attacker's, rounded up.
        steps = -(-defence // max(attack, 1)) - self.ratios[0][1] // self.ratios[0][0]
        return 0, -max(steps, 0)
