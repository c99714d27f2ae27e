"""Melee: casualties felt, ties rolled for, losers who fall back and winners who take ground."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from grognard.boards.table.lattice import TENTH
from grognard.engine.adding import Sum
from grognard.engine.check import FLAG, NUMBER, Check, CheckKind, Fact, Modifier, Situation
from grognard.engine.dice import D6
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Roll, Then
from grognard.systems.brigades.advance import TakeGround
from grognard.systems.brigades.buildings import note_attack, sharers
from grognard.systems.brigades.command import endanger
from grognard.systems.brigades.flanks import (
    army_commander,
    as_against_foot,
    met_at,
    secure,
    supported,
)
from grognard.systems.brigades.moving.retreat import fall_back, half_move, middle
from grognard.systems.brigades.state.ground import built_at, held_town, in_broken_ground
from grognard.systems.brigades.state.kinds import (
    CAVALRY,
    ELITE,
    GUNS,
    INFANTRY,
    LANCERS,
    SKIRMISHERS,
    Hits,
    Stand,
)
from grognard.systems.brigades.state.position import FIGHTS, NO_PART, NOBODY, BrigadesPosition
from grognard.systems.tabletop.dice import FACES
from grognard.systems.tabletop.position import Across, Down
from grognard.systems.tabletop.short_odds import shown

TIES: Final = (
    "no-elites", "steady-infantry", "supported-artillery", "insecure-infantry",
    "artillery-vs-cavalry",
)  # fmt: skip


class MeleeRules:
    """How far the loser retreats, and whether only elites gain by facing none."""

    def __init__(self, book: Rulebook) -> None:
        self.retreat_parts = book.int("brigades.rulings.melee.retreat", "parts")
        self.needs_elites = book.switch("brigades.melee.tie.no-elites", "needs_elites")


class TieKind(CheckKind):
    """Both sides roll: the higher total of morale, modifiers and die wins."""

    name = "tie"
    title = "Tied melee"
    outcomes = ("attacker", "defender", "again")
    sums = (
        Sum("one", {"attacker": 1}, {"attacker": 1}, "attacker", shown=True),
        Sum("other", {"defender": 1}, {"defender": 1}, "defender", shown=True),
        Sum(
            "margin",
            {"attacker": 1, "defender": -1},
            {"attacker": 1, "defender": -1},
            "attacker",
        ),
    )

    def __init__(self, book: Rulebook) -> None:
        super().__init__()
        self.lines: list[Modifier] = []
        facts = [
            Fact("attacker", "Best morale of the attacker", "Attacker", NUMBER, -20, 20, default=5),
            Fact("defender", "Best morale of the defender", "Defender", NUMBER, -20, 20, default=5),
        ]
        for side in ("attacker", "defender"):
            for name in TIES:
                id_ = f"brigades.melee.tie.{name}"
                self.lines.append(Modifier(id_, book.label(id_), book.int(id_), side))
                facts.append(Fact(f"{side}-{name}", book.label(id_), side.title(), FLAG))
        self.facts = tuple(facts)  # type: ignore[misc]

    def totals(self, situation: Situation) -> tuple[int, int]:
        """What each side adds to its die."""
        plus = [0, 0]
        for line, holds in zip(self.lines, situation[2:], strict=True):
            if holds:
                plus[line.of == "defender"] += line.value
        # brigades.melee.tie.roll brigades.rulings.open.tie-sum
        return situation[0] + plus[0], situation[1] + plus[1]

    def chances(self, values: Mapping[str, str]) -> dict[str, Any]:
        """`attacker=N defender=N`: who wins the roll-off, equal totals being rolled again."""
        attacker, defender, _ = self.check(self.read(values)).weights
        whole = attacker + defender
        return shown({"attacker": Fraction(attacker, whole), "defender": Fraction(defender, whole)})

    def build(self, situation: Situation) -> Check:
        held = zip(self.lines, situation[2:], strict=True)
        modifiers = tuple(line for line, holds in held if holds)
        one, other = self.totals(situation)
        table = []
        for a in range(1, FACES + 1):
            for d in range(1, FACES + 1):
                mine, theirs = one + a, other + d
                table.append(2 if mine == theirs else int(mine < theirs))
        target = f"attacker {one:+d}, defender {other:+d}, the higher wins"
        return Check(self, situation, (D6, D6), modifiers, target, self.outcomes, table)


ATTACKER, DEFENDER, EQUAL = range(3)


class Settle(Then[BrigadesPosition]):
    """All have rolled: casualties are felt, and a melee is decided."""

    side: Side
    victim: Stand

    def run(self, p: BrigadesPosition) -> None:
        v = self.victim
        mates = sharers(p, v)
        own = [u for u in p.stands_on(self.side) if p.part[u]]
        fighters = tuple(u for u in own if p.part[u] == FIGHTS)
        if fighters:
            note_attack(p, v)
        lost = sum(melee_casualties(p, [u]) for u in fighters)
        theirs = melee_casualties(p, mates)
        places = {u: (p.x[u], p.y[u]) for u in (*fighters, v)}
        # From whom cavalry falls back: brigades.rulings.rout.direction.
        driven = {
            u: middle(p, [w for w, saved in enumerate(p.drives) if saved == u])
            for u in p.drives
            if u >= 0
        }
        answer = middle(p, [v])
        p.drives = [NOBODY] * p.battle.count
        # brigades.rulings.combat.simultaneous
        for u in [u for u in range(p.battle.stands) if p.fire_hits[u] or p.melee_hits[u]]:
            feel(p, u)
        ground = places[v]
        # Of those who share a town block the others go on as the defender.
        v = next((w for w in (v, *mates) if p.on_table(w)), v)
        for u in own:
            p.part[u] = NO_PART
        for u in range(p.battle.stands):
            back = p.retreats[u] * p.battle.rules.saves.retreat
            p.retreats[u] = 0
            if back and p.on_table(u):
                # In a town one defender may have answered several.
                x, y = driven.get(u, answer)
                fall_back(p, u, back, x, y, "it saves itself from fire")
        if not fighters:
            return
        from_x, from_y = places[fighters[0]]
        x, y = ground
        tie = Tie(
            side=self.side, fighters=fighters, victim=v, x=x, y=y, from_x=from_x, from_y=from_y
        )
        left = any(p.on_table(u) for u in fighters)
        if left and p.on_table(v):
            if lost == theirs:
                p.stack.append(tie)
            else:
                decide(p, tie, ATTACKER if lost < theirs else DEFENDER)  # brigades.melee.winner
        elif left or p.on_table(v):  # brigades.rulings.melee.destroyed
            decide(p, tie, ATTACKER if left else DEFENDER)
        else:
            p.tell("Nobody is left of the melee.", p.uid(v))


def melee_casualties(p: BrigadesPosition, stands: list[int]) -> int:
    """What those who are one stand in combat lose in the melee: no more than is left of them."""
    # brigades.rulings.melee.destroyed
    return min(sum(p.melee_hits[u] for u in stands), sum(p.left(u) for u in stands))


def feel(p: BrigadesPosition, u: int) -> None:
    """The casualties of a combat; an army commander with the stand may fall."""
    casualties = p.fire_hits[u] + p.melee_hits[u]
    p.fire_hits[u] = p.melee_hits[u] = 0
    leader = army_commander(p, u)
    # Skirmishers who share a town block are one defender.
    mates = sharers(p, u)
    for w in (u, *(w for w in mates if w != u)):
        left = p.left(w)
        p.hurt(w, min(left, casualties), "combat")
        casualties -= min(left, casualties)
        if not casualties:
            break
    endanger(p, leader)


class Tie(Roll[BrigadesPosition]):
    """Equal casualties: morale, modifiers and a die decide; equal totals are rolled again."""

    side: Side
    fighters: tuple[Stand, ...]
    victim: Stand
    x: Across  # where the defender stood
    y: Down
    from_x: Across  # where the first attacker stood
    from_y: Down
    again: Hits = 0  # equal totals before

    def check(self, p: BrigadesPosition) -> Check:
        return p.battle.rules.tie_kind.check(tie_facts(p, self.fighters, self.victim))

    def apply(self, p: BrigadesPosition, outcome: int) -> None:
        if outcome == EQUAL:  # brigades.melee.tie.winner
            p.stack.append(self.but(again=self.again + 1))
        else:
            decide(p, self, outcome)

    def meanings(self, p: BrigadesPosition) -> dict[str, str]:
        first = self.fighters[0]
        return {
            "attacker": clause(p.name(first), "wins"),
            "defender": clause(p.name(self.victim), "wins"),
        }

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        return (*(p.uid(u) for u in self.fighters), p.uid(self.victim))


def tie_facts(p: BrigadesPosition, fighters: tuple[int, ...], victim: int) -> tuple[int, ...]:
    own = [u for u in fighters if p.on_table(u)]
    theirs = [v for v in sharers(p, victim) if p.on_table(v)]
    morale = p.battle.morale
    return (
        max(morale[u] for u in own),
        max(morale[v] for v in theirs),
        *_tie_modifiers(p, own, theirs),
        *_tie_modifiers(p, theirs, own),
    )


def _tie_modifiers(p: BrigadesPosition, own: list[int], foes: list[int]) -> tuple[int, ...]:
    """Which tie modifiers a side has."""
    battle = p.battle
    # Skirmishers in broken ground fight cavalry as if it were infantry.
    broken = [u for u in own if as_against_foot(p, u)]
    foot = [u for u in own if battle.arm[u] in INFANTRY]
    open_foot = [u for u in foot if u not in broken]
    guns = [u for u in own if battle.arm[u] == GUNS]
    foe_foot = [v for v in foes if battle.arm[v] in INFANTRY or broken]
    horse = [v for v in foes if battle.arm[v] in CAVALRY]
    elite = [bool(battle.traits[u] & ELITE) for u in foot]
    plain = not any(battle.traits[v] & ELITE for v in foe_foot)
    # brigades.rulings.attribute.lancers
    lances = any(battle.traits[v] & LANCERS for v in horse)
    # brigades.rulings.attribute.elite
    told = any(elite) or not battle.rules.melee.needs_elites
    return (
        int(bool(foot and foe_foot) and plain and told),
        int(
            bool(open_foot and horse)
            and not lances
            and any(p.stationary(u) or secure(p, u, horse) for u in open_foot)
        ),
        int(bool(foe_foot) and any(supported(p, u) for u in guns)),
        int(bool(horse) and any(not secure(p, u, horse) for u in open_foot)),
        int(bool(guns and horse)),
    )


def decide(p: BrigadesPosition, tie: Tie, winner: int) -> None:
    """The losers fall back, and one of the winners may take the ground."""
    battle = p.battle
    v = tie.victim
    fighters = [u for u in tie.fighters if p.on_table(u)]
    defenders = [w for w in sharers(p, v) if p.on_table(w)] if p.on_table(v) else []
    if winner == ATTACKER:
        column = fighters and p.tail(v) is not None
        ground = met_at(p, v, fighters[0]) if column else (tie.x, tie.y)
        losers, winners = [*defenders, *guests(p, tie)], fighters
        away = middle(p, fighters) if fighters else (tie.from_x * TENTH, tie.from_y * TENTH)
    else:
        losers, winners, ground = fighters, defenders, (tie.from_x, tie.from_y)
        away = (tie.x * TENTH, tie.y * TENTH)
    side = tie.side if winner == ATTACKER else 1 - tie.side
    p.tell(f"{battle.side_name(side)} wins the melee.", p.uid(v))
    if winner == DEFENDER:
        there = [v for v in defenders if not fell_back(p, v, tie)]
        winners = [v for v in there if not withdraws(p, v, fighters)]
        for v in there:
            if v not in winners:
                x, y = middle(p, fighters) if fighters else away
                fall_back(p, v, half_move(p, v), x, y, "it withdraws from the cavalry")
    if winners:  # brigades.combat.winner-advance
        p.stack.append(TakeGround(side=side, stands=tuple(winners), x=ground[0], y=ground[1]))
    for u in losers:
        give_way(p, u, *away)


def guests(p: BrigadesPosition, tie: Tie) -> list[int]:
    """The horse and guns in the town block of infantry that is beaten: they go with it."""
    battle = p.battle
    area = built_at(p, tie.x * TENTH, tie.y * TENTH, villages=False)
    if area < 0 or battle.arm[tie.victim] not in INFANTRY:
        return []
    own = p.stands_on(battle.side[tie.victim])  # brigades.rulings.town-guests
    return [w for w in own if battle.arm[w] not in INFANTRY and held_town(p, w) == area]


def fell_back(p: BrigadesPosition, v: int, tie: Tie) -> bool:
    """Whether cavalry has left the melee for its saves, so that it takes no ground after it."""
    return p.battle.arm[v] in CAVALRY and (p.x[v], p.y[v]) != (tie.x, tie.y)


def withdraws(p: BrigadesPosition, v: int, fighters: list[int]) -> bool:
    """Whether a skirmisher in broken ground that has survived cavalry withdraws, though it won."""
    # brigades.terrain.broken-ground.combat.withdraws
    horse = any(p.battle.arm[u] in CAVALRY for u in fighters)
    return horse and p.battle.arm[v] in SKIRMISHERS and in_broken_ground(p, v)


def give_way(p: BrigadesPosition, u: int, x: int, y: int) -> None:
    """A loser, guns too, is disordered and falls back half a move; it does not rout for losing."""
    # brigades.rulings.melee.artillery-lost brigades.rulings.melee.already-disordered
    if p.on_table(u):
        p.disorder(u, "it lost the melee")  # brigades.combat.melee-loser.disordered
        # brigades.combat.melee-loser.retreats
        fall_back(p, u, half_move(p, u), x, y, "it lost the melee")
