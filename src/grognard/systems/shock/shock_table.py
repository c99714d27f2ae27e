"""The shock check: its facts, its modifiers, the roll and what it leads to (pure)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, NamedTuple

from grognard.engine.check import CHOICE, FLAG, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dist import Dist
from grognard.systems.shock.cohesion import BY_SHOCK, DieRules
from grognard.systems.shock.fire_table import TARGET_KINDS
from grognard.systems.shock.matrix import ROW_D1, ROW_D2, ROW_ROUTED, STATES, Endings
from grognard.systems.shock.shock_rules import ShockRules
from grognard.systems.shock.state.kinds import GUNS, HORSE

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


# The short form asks for the codes of one side.
ONE_SIDE = Fact(
    "side",
    "With ratio and drm: one side's codes",
    "Short form",
    CHOICE,
    choices=("attacker", "defender"),
)


class ShockKind(CheckKind):
    """Shock: a column by ratio, a die with its modifiers, a result for either side."""

    name = "shock"
    title = "Shock"
    facts = (
        Fact(
            "attack",
            "Attacking strength, in quarter points",
            "Strength",
            NUMBER,
            0,
            4000,
            default=4,
        ),
        Fact(
            "defence",
            "Defending strength, in quarter points",
            "Strength",
            NUMBER,
            0,
            4000,
            default=4,
        ),
        Fact(
            "ratio",
            "Ratio, instead of strengths",
            "Strength",
            CHOICE,
            choices=(
                "by-strength",
                *("1-4", "1-3", "1-2", "1-1.5", "1-1", "1.5-1", "2-1", "3-1", "4-1", "5-1", "6-1"),
            ),
        ),
        Fact("position", "Where the attackers stand", "Position", CHOICE, choices=POSITIONS),
        Fact("combined-arms", "Combined arms", "Position", FLAG),
        Fact("other-zoc", "Attacking hexes in another enemy's zone", "Position", NUMBER, 0, 6),
        Fact("heavy-vs-light", "Heavy cavalry charges light", "Charge", FLAG),
        Fact("heavy-frontal", "Heavy cavalry charges frontally", "Charge", FLAG),
        Fact("heavy-vs-disordered", "Heavy cavalry charges D-1/D-2 infantry", "Charge", FLAG),
        Fact("line-attacker", "Attacker in extended line", "Other", FLAG),
        Fact("line-defender", "Defender in extended line", "Other", FLAG),
        Fact("ney", "Attacker stacked with Ney", "Other", FLAG),
        Fact("wet-attacker", "Attacker has wet fuses", "Other", FLAG),
        Fact("wet-defender", "Defender has wet fuses", "Other", FLAG),
        Fact("defender-routed", "Defender is routed, not attacked by cavalry", "Morale", FLAG),
        Fact("defender-d2", "A defender is D-2", "Morale", FLAG),
        Fact("defender-d1", "A defender is D-1", "Morale", FLAG),
        Fact("attacker-d1", "An attacker is D-1", "Morale", FLAG),
        Fact("elite", "Elite attacking units", "Morale", NUMBER, 0, 6),
        Fact("crack", "Crack Elite attacking units", "Morale", NUMBER, 0, 6),
        Fact("one-step-attacker", "An attacker has one step", "Morale", FLAG),
        Fact("one-step-defender", "The defender has one step", "Morale", FLAG),
        Fact("downhill", "Attack one level downhill", "Terrain", CHOICE, choices=BY_ARM),
        Fact("woods", "Defender in woods", "Terrain", CHOICE, choices=BY_ARM),
        Fact("cover", "Defender's buildings", "Terrain", CHOICE, choices=BUILDINGS),
        Fact("deep-stream", "Attackers across a deep stream", "Terrain", CHOICE, choices=SHARE),
        Fact("marshy-stream", "Attackers across a marshy stream", "Terrain", CHOICE, choices=SHARE),
        Fact("stream", "Attack across a stream", "Terrain", FLAG),
        Fact("uphill", "Attack one level uphill", "Terrain", FLAG, excludes=("up-steep",)),
        Fact("up-steep", "Attack up a steep slope", "Terrain", FLAG),
        Fact("other-ground", "Other ground", "Terrain", CHOICE, choices=OTHER_GROUNDS),
        Fact("drm", "Further modifier of the die", "By hand", NUMBER, -20, 20),
        Fact("attacker", "Arm of the main attacker", "Units", CHOICE, choices=TARGET_KINDS),
        Fact("attacker-state", "Its state", "Units", CHOICE, choices=STATES),
        Fact("attacker-cohesion", "Its Cohesion", "Units", NUMBER, 0, 9),
        Fact("attacker-steps", "Its steps", "Units", NUMBER, 0, 200),
        Fact("defender", "Arm of the defending top unit", "Units", CHOICE, choices=TARGET_KINDS),
        Fact("defender-state", "Its state", "Units", CHOICE, choices=STATES),
        Fact("defender-cohesion", "Its Cohesion", "Units", NUMBER, 0, 9),
        Fact("defender-steps", "Its steps", "Units", NUMBER, 0, 200),
        Fact("charging", "The main attacker charges", "Units", FLAG),
    )

    def __init__(self, rules: ShockRules, die: DieRules, endings: Endings) -> None:
        super().__init__()
        self.rules = rules
        self.die = die
        self.endings = endings
        pairs: list[tuple[str, str]] = []
        for attacker, defender in zip(rules.attacker, rules.defender, strict=True):
            for pair in zip(attacker, defender, strict=True):
                if pair not in pairs:
                    pairs.append(pair)
        self.pairs = tuple(pairs)
        self.outcomes = tuple(f"{a} / {d}" for a, d in pairs)

    def implied(self, situation: Situation) -> Situation:
        """Units of which state and steps are told modify the die by them."""
        s = ShockFacts(*situation)
        few = self.rules.few_steps
        if s.attacker:
            s = s._replace(
                attacker_d1=s.attacker_d1 or int(s.attacker_state == ROW_D1),
                one_step_attacker=s.one_step_attacker or int(0 < s.attacker_steps <= few[0]),
            )
        if s.defender:
            routed = s.defender_state == ROW_ROUTED and s.attacker - 1 != HORSE
            s = s._replace(
                defender_routed=s.defender_routed or int(routed),
                defender_d2=s.defender_d2 or int(s.defender_state == ROW_D2),
                defender_d1=s.defender_d1 or int(s.defender_state == ROW_D1),
                one_step_defender=s.one_step_defender or int(0 < s.defender_steps <= few[1]),
            )
        return s

    def refuse_contradictions(self, situation: Situation) -> None:
        """Nor is anybody in a state his arm cannot be in."""
        super().refuse_contradictions(situation)
        s = ShockFacts(*situation)
        for side, arm, state in (
            ("attacker", s.attacker, s.attacker_state),
            ("defender", s.defender, s.defender_state),
        ):
            if arm:
                self.endings.rules.refuse_row(self.name, f"{side}-state", arm - 1, state)

    def build(self, situation: Situation) -> Check:
        """The check of a shock situation."""
        s = ShockFacts(*situation)
        rules = self.rules
        if s.ratio:
            column, beyond = s.ratio - 1, 0
        else:
            column, beyond = rules.column(s.attack, s.defence)
        modifiers = self._modifiers(s, beyond)
        drm = sum(m.value for m in modifiers)
        index = {pair: i for i, pair in enumerate(self.pairs)}
        table = []
        for face in self.die.faces():
            row = max(bisect_right(rules.rolls, face + drm) - 1, 0)
            table.append(index[rules.attacker[row][column], rules.defender[row][column]])
        target = f"ratio {rules.columns[column]}"
        return Check(
            self, situation, (self.die.die,), tuple(modifiers), target, self.outcomes, table
        )

    def _modifiers(self, s: ShockFacts, beyond: int) -> list[Modifier]:
        found = [*self._position(s), *self._others(s, beyond), *self._morale(s)]
        terrain = self._terrain(s)
        if self._bare(s):
            # sheet: Routed Units, line 1: what would help it does not count
            terrain = [m for m in terrain if m.value < 0]
        found.extend(terrain)
        if s.drm:
            found.append(Modifier("shock.rulings.shock.ratio", "By hand", s.drm))
        return found

    def _bare(self, s: ShockFacts) -> bool:
        """Whether the defender is routed, so that no ground helps it."""
        routed = s.defender_routed or s.defender_state == ROW_ROUTED
        return bool(routed and self.rules.routed_no_terrain)

    def _position(self, s: ShockFacts) -> list[Modifier]:
        rules = self.rules
        found = []
        walled = s.cover == CHATEAU_COVER and not rules.chateau_positions and not self._bare(s)
        position = rules.positions[s.position]
        if position is not None and not walled:
            found.append(position)
            if not rules.one_position and s.position >= TWO_ZONES:
                found.extend(m for m in rules.positions[REARWARD : s.position] if m is not None)
        if s.combined_arms and not walled:
            found.append(rules.combined_arms)
        if s.other_zoc and not walled:
            m = rules.other_zoc
            found.append(m._replace(value=m.value * s.other_zoc))
        for applies, modifier in (
            (s.heavy_vs_light, rules.heavy_vs_light),
            (s.heavy_frontal, rules.heavy_frontal),
            (s.heavy_vs_disordered, rules.heavy_vs_disordered),
        ):
            if applies:
                found.append(modifier)
        return found

    def _others(self, s: ShockFacts, beyond: int) -> list[Modifier]:
        rules = self.rules
        found = []
        if beyond > 0:
            found.append(rules.above._replace(value=rules.above.value * beyond))
        elif beyond < 0:
            found.append(rules.below._replace(value=rules.below.value * -beyond))
        for applies, modifier in (
            (s.line_attacker, rules.line_attacker),
            (s.line_defender, rules.line_defender),
            (s.ney, rules.ney),
            (s.wet_attacker, rules.wet_attacker),
            (s.wet_defender, rules.wet_defender),
        ):
            if applies:
                found.append(modifier)
        return found

    def _morale(self, s: ShockFacts) -> list[Modifier]:
        rules = self.rules
        found = []
        if s.defender_routed and rules.routed_defends_worse:
            found.append(rules.defender_routed)
        if s.defender_d2:
            found.append(rules.defender_d2)
        if s.defender_d1 and rules.d1_counts:
            found.append(rules.defender_d1)
        if s.attacker_d1 and rules.d1_counts:
            found.append(rules.attacker_d1)
        if s.elite:
            found.append(rules.elite._replace(value=rules.elite.value * s.elite))
        if s.crack:
            found.append(rules.crack._replace(value=rules.crack.value * s.crack))
        if s.one_step_attacker and s.cover != CHATEAU_COVER:
            found.append(rules.one_step_attacker)
        if s.one_step_defender and s.cover != CHATEAU_COVER:
            found.append(rules.one_step_defender)
        return found

    def _terrain(self, s: ShockFacts) -> list[Modifier]:
        rules = self.rules
        rows = (
            rules.downhill[s.downhill],
            rules.woods[s.woods],
            rules.covers[s.cover],
            rules.deep_stream[s.deep_stream],
            rules.marshy_stream[s.marshy_stream],
            rules.stream if s.stream else None,
            rules.uphill if s.uphill else None,
            rules.up_steep if s.up_steep else None,
            rules.other_grounds[s.other_ground],
        )
        return [m for m in rows if m is not None and m.value]

    def staged(self, situation: Situation) -> Dist[str]:
        """How it ends for the main attacker and the top defender, if both are named."""
        s = ShockFacts(*situation)
        check = self.check(situation)
        if not s.attacker or not s.defender:
            return check.first_odds()
        first = Dist({i: w for i, w in enumerate(check.weights) if w})

        def end(outcome: int) -> Dist[str]:
            attack, defence = self.pairs[outcome]
            attacker = self.endings.of(
                attack,
                s.attacker - 1,
                s.attacker_state,
                s.attacker_cohesion,
                s.attacker_steps or 99,
                False,
                BY_SHOCK,
                bool(s.charging),
            )
            defender = self.endings.of(
                defence,
                s.defender - 1,
                s.defender_state,
                s.defender_cohesion,
                s.defender_steps or 99,
                False,
                BY_SHOCK,
            )
            if self._overruns(s, defence):
                defender = defender.map(lambda fate: fate._replace(left=0))
            return attacker.combine(
                defender, lambda a, d: f"attacker {a.words()} / defender {d.words()}"
            )

        return first.then(end)

    def _overruns(self, s: ShockFacts, defence: str) -> bool:
        """Whether cavalry wins against guns alone, which are lost then."""
        horse = s.attacker == 1 + HORSE or s.combined_arms
        if s.defender != 1 + GUNS or not horse or not self.rules.lone_guns_die:
            return False
        result = self.endings.rules.read(defence)
        return result.retreat or bool(result.rout)

    def one_side(self, situation: Situation, side: str) -> Dist[str]:
        """The odds of one side's printed codes alone."""
        column = 0 if side == "attacker" else 1
        weights: dict[str, int] = {}
        for pair, weight in zip(self.pairs, self.check(situation).weights, strict=True):
            if weight:
                weights[pair[column]] = weights.get(pair[column], 0) + weight
        return Dist(weights).reduced()
