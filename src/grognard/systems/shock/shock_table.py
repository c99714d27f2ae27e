"""The shock combat table: ratios, rows, the check, and what it leads to.

Its modifiers stand in shock_modifiers.py.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from grognard.engine.adding import Grouped, Sum
from grognard.engine.check import CHOICE, Check, Fact, Situation, facts_of
from grognard.engine.dist import Dist
from grognard.engine.errors import GrognardError
from grognard.engine.rulebook import Rulebook
from grognard.systems.shock.disorder import BY_SHOCK, DieRules, OneDie
from grognard.systems.shock.fire_table import GARRISON_TARGET, kind_of
from grognard.systems.shock.judging.endings import Endings, Struck
from grognard.systems.shock.matrix import ROW_D1, ROW_D2, ROW_ROUTED, read_result
from grognard.systems.shock.shock_modifiers import ShockFacts, ShockModifiers
from grognard.systems.shock.state.kinds import GUNS, HORSE

SHOCK_ROLLS: Final = ("minus-2", "minus-1", *(str(n) for n in range(12)))


class ShockTable:
    """The ratios and rows of the table."""

    def __init__(self, book: Rulebook) -> None:
        self.columns = book.words("shock.table.ratios", "columns")
        attacker = book.ints("shock.table.ratios", "attacker")
        defender = book.ints("shock.table.ratios", "defender")
        self.ratios = list(zip(attacker, defender, strict=True))
        ids = [f"shock.table.roll.{row}" for row in SHOCK_ROLLS]
        rows = sorted(
            (book.int(id_, "roll"), book.words(id_, "attacker"), book.words(id_, "defender"))
            for id_ in ids
        )
        self.rolls = [row[0] for row in rows]
        if self.rolls != list(range(self.rolls[0], self.rolls[0] + len(rows))):
            raise GrognardError(f"the rows of the shock table have gaps or repeat: {self.rolls}")
        self.attacker = [row[1] for row in rows]
        self.defender = [row[2] for row in rows]

    def column(self, attack: int, defence: int) -> tuple[int, int]:
        """The column of two strengths, and the whole ratio steps beyond the table's ends."""
        defence = max(defence, 1)
        last = len(self.ratios) - 1
        best = -1
        for i, (a, d) in enumerate(self.ratios):
            if attack * d >= a * defence:  # for the defender: shock.rulings.shock.ratio
                best = i
        if best == last:
            return last, attack // defence - self.ratios[last][0] // self.ratios[last][1]
        if best >= 0:
            return best, 0
        # Below 1-4 the ratio is 1 to the defender's strength over the attacker's, rounded up.
        steps = -(-defence // max(attack, 1)) - self.ratios[0][1] // self.ratios[0][0]
        return 0, -max(steps, 0)


# The short form asks for the codes of one side.
ONE_SIDE = Fact(
    "side",
    "With ratio and drm: one side's codes",
    "Short form",
    CHOICE,
    choices=("attacker", "defender"),
)


class ShockKind(OneDie[ShockTable]):
    """Shock: a column by ratio, a die with its modifiers, a result for either side."""

    name = "shock"
    title = "Shock"
    facts = facts_of(ShockFacts)
    sums = (Sum("die", {"die": 1}, {}, "drm"),)
    looked_up = ("column",)

    def __init__(
        self, table: ShockTable, modifiers: ShockModifiers, die: DieRules, endings: Endings
    ) -> None:
        super().__init__(die, table)
        self.modifiers = modifiers
        self.endings = endings
        pairs: list[tuple[str, str]] = []
        for attacker, defender in zip(table.attacker, table.defender, strict=True):
            for pair in zip(attacker, defender, strict=True):
                if pair not in pairs:
                    pairs.append(pair)
        self.pairs = tuple(pairs)
        self.outcomes = tuple(f"{a} / {d}" for a, d in pairs)

    def grouped(self) -> tuple[Grouped, ...]:
        """The ratio, told or of two strengths, picks the column; how far it is beyond counts."""

        def reading(values: tuple[int, ...], beyond: bool) -> int | None:
            if values[:1] > (0,):
                return 0 if beyond else values[0] - 1
            return self.rules.column(values[2], values[1])[beyond] if len(values) == 3 else None

        facts = ("ratio", "defence", "attack")
        return (
            Grouped("column", facts, lambda values: reading(values, False)),
            Grouped("beyond", facts, lambda values: reading(values, True)),
        )

    def implied(self, situation: Situation) -> Situation:
        """Units of which state and steps are told modify the die by them."""
        s = ShockFacts(*situation)
        few = self.modifiers
        if s.attacker:
            s = s._replace(
                attacker_d1=s.attacker_d1 or int(s.attacker_state == ROW_D1),
                one_step_attacker=s.one_step_attacker
                or int(0 < s.attacker_steps <= few.few_attacking),
            )
        if s.defender:
            routed = s.defender_state == ROW_ROUTED and s.attacker - 1 != HORSE
            s = s._replace(
                defender_routed=s.defender_routed or int(routed),
                defender_d2=s.defender_d2 or int(s.defender_state == ROW_D2),
                defender_d1=s.defender_d1 or int(s.defender_state == ROW_D1),
                one_step_defender=s.one_step_defender
                or int(0 < s.defender_steps <= few.few_defending),
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
                self.endings.rules.refuse_row(self.name, f"{side}-state", kind_of(arm), state)

    def build(self, situation: Situation) -> Check:
        s = ShockFacts(*situation)
        rules = self.rules
        if s.ratio:
            column, beyond = s.ratio - 1, 0
        else:
            column, beyond = rules.column(s.attack, s.defence)
        index = {pair: i for i, pair in enumerate(self.pairs)}

        def read(roll: int) -> int:
            row = max(bisect_right(rules.rolls, roll) - 1, 0)
            return index[rules.attacker[row][column], rules.defender[row][column]]

        listed = self.modifiers.listed(s, self.counts(situation), beyond)
        return self.read_off(situation, listed, f"ratio {rules.columns[column]}", read)

    def staged(self, situation: Situation) -> Dist[str]:
        """How it ends for the main attacker and the top defender, if both are named."""
        s = ShockFacts(*situation)
        check = self.check(situation)
        if not s.attacker or not s.defender:
            return check.first_odds()
        first = Dist({i: w for i, w in enumerate(check.weights) if w})
        struck = (
            Struck(kind_of(s.attacker), s.attacker_cohesion, BY_SHOCK, charging=bool(s.charging)),
            Struck(
                kind_of(s.defender),
                s.defender_cohesion,
                BY_SHOCK,
                walled=s.defender == GARRISON_TARGET,
            ),
        )

        def end(outcome: int) -> Dist[str]:
            attack, defence = self.pairs[outcome]
            attacker = self.endings.of(attack, s.attacker_state, s.attacker_steps or 99, struck[0])
            defender = self.endings.of(defence, s.defender_state, s.defender_steps or 99, struck[1])
            if self._overruns(s, defence):
                defender = defender.map(lambda fate: fate._replace(left=0))
            return attacker.combine(
                defender, lambda a, d: f"attacker {a.words()} / defender {d.words()}"
            )

        return first.then(end)

    def _overruns(self, s: ShockFacts, defence: str) -> bool:
        """Whether cavalry wins against guns alone, which are lost then."""
        horse = s.attacker == 1 + HORSE or s.combined_arms
        return s.defender == 1 + GUNS and bool(horse) and loses_guns(defence)

    def one_side(self, situation: Situation, side: str) -> Dist[str]:
        """The odds of one side's printed codes alone."""
        column = 0 if side == "attacker" else 1
        weights: dict[str, int] = {}
        for pair, weight in zip(self.pairs, self.check(situation).weights, strict=True):
            if weight:
                weights[pair[column]] = weights.get(pair[column], 0) + weight
        return Dist(weights).reduced()


def loses_guns(code: str) -> bool:
    """Whether a defender's result takes guns alone that winning cavalry has reached."""
    result = read_result(code)
    return result.retreat or bool(result.rout)  # shock.rulings.charge.artillery
