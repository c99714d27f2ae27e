"""Morale: who must test, every modifier of the sheet, and what failure does."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.boards import tablemap
from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.lattice import INCH, TENTH
from grognard.boards.table.rect import Rect, front, within
from grognard.boards.table.shape import shape
from grognard.engine.check import FLAG, Check, Fact, Modifier
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.onepage.field import (
    attached_to,
    fire_distance,
    foes_touching,
    front_touches,
    generals_at,
)
from grognard.systems.onepage.rout import rout
from grognard.systems.onepage.state.kinds import (
    ARTILLERY,
    CAVALRY,
    HEAVY_CAVALRY,
    INFANTRY,
    LIGHT_CAVALRY,
    SKIRMISHER,
    arms,
)
from grognard.systems.onepage.state.position import (
    DISORDERED,
    FAILED,
    LIMBERED,
    ROUTED,
    TOUCHED,
    OnepagePosition,
)
from grognard.systems.tabletop.asking import UnitRoll
from grognard.systems.tabletop.dice import RatedKind

MELEE_ONLY: Final = (
    "enemy-flank", "enemy-skirmishers", "heavier-cavalry", "artillery-front", "facing-cavalry",
    "unsupported",
)  # fmt: skip


class MoraleFacts(NamedTuple):
    """What a morale test depends on: the rating, the printed modifiers, and any others by hand."""

    rating: int
    army_commander: int = 0
    building_or_works: int = 0
    high_ground: int = 0
    enemy_flank: int = 0
    enemy_skirmishers: int = 0
    heavier_cavalry: int = 0
    disordered: int = 0
    artillery_front: int = 0
    facing_cavalry: int = 0
    unsupported: int = 0
    attacked_in_flank: int = 0
    modifier: int = 0


MODIFIERS: Final = [name.replace("_", "-") for name in MoraleFacts._fields[1:-1]]


class MoraleKind(RatedKind):
    """A unit under close fire or in contact: d6 not above its morale."""

    name = "morale"
    title = "Morale test"

    def __init__(self, book: Rulebook) -> None:
        lines, facts = [], []
        for name in MODIFIERS:
            id_ = f"onepage.morale.modifier.{name}"
            lines.append(Modifier(id_, book.label(id_), book.int(id_)))
            group = "Melee" if name in MELEE_ONLY else "State and place"
            excludes = ("facing-cavalry",) if name == "heavier-cavalry" else ()
            facts.append(Fact(name, book.label(id_), group, FLAG, excludes=excludes))
        super().__init__("unit", lines, facts, "onepage.morale.modifier.scope")


class MoraleRules:
    """Support, cover, and the roll with its modifiers."""

    def __init__(self, book: Rulebook) -> None:
        self.support_reach = (
            book.int("onepage.morale.modifier.unsupported.definition", "inches") * INCH
        )
        self.supporters = arms(book, "onepage.morale.modifier.unsupported.definition")
        areas = book.words("onepage.rulings.cover", "areas")
        self.cover_areas = [tablemap.AREAS.index(word) for word in areas]
        lines = book.words("onepage.rulings.cover", "lines")
        self.cover_lines = [tablemap.LINES.index(word) for word in lines]
        self.kind = MoraleKind(book)


class Threat(NamedTuple):
    """Why a unit tests: the enemies it touches, and those who could fire at it from close range."""

    touching: list[int]
    firing: list[int]


def can_fire(p: OnepagePosition, u: int) -> bool:
    """Whether a unit is in a state to fire at all."""
    # onepage.morale.rout.no-action onepage.rulings.unlimbered
    return bool(p.battle.weapon[u]) and not p.state[u] & (ROUTED | LIMBERED)


def threat_to(p: OnepagePosition, u: int) -> Threat:
    """Everything that makes a unit test morale now."""
    battle = p.battle
    fire = battle.rules.fire
    touching = foes_touching(p, u)  # onepage.rulings.test-in-contact
    firing = []
    # onepage.morale.test.close-range
    for v in p.stands_about(u, 1 - battle.side[u], fire.close):
        close = fire.ranges[battle.weapon[v]][0]
        if not close or not can_fire(p, v) or not 0 <= fire_distance(p, v, u) <= close:
            continue
        # Guns with an enemy at their muzzles fight him, and fire at nobody else.
        if not foes_touching(p, v):
            firing.append(v)
    return Threat(touching, firing)


def facts(p: OnepagePosition, u: int, threat: Threat) -> MoraleFacts:
    """The situation of a test, read off the state and place of the unit that tests."""
    # onepage.morale.modifier.scope
    battle = p.battle
    arm = battle.arm[u]
    melee = threat.touching
    foes = [battle.arm[v] for v in melee]
    # onepage.rulings.flank.both
    flanking = any(strikes_flank(p, u, v) for v in melee)
    flanked = any(strikes_flank(p, v, u) for v in melee)
    flanked = flanked or any(fires_at_flank(p, v, u) for v in threat.firing)
    return MoraleFacts(
        rating=battle.morale[u],
        army_commander=int(
            any(battle.army[g] and attached_to(p, g) == u for g in generals_at(p, u))
        ),
        building_or_works=int(has_cover(p, u)),
        high_ground=int(_defends_height(p, u, threat)),
        enemy_flank=int(flanking),
        enemy_skirmishers=int(SKIRMISHER in foes),
        heavier_cavalry=int(any(_lighter(p, v, u) for v in melee)),
        disordered=int(bool(p.state[u] & DISORDERED)),
        artillery_front=int(
            any(battle.arm[v] == ARTILLERY and not strikes_flank(p, u, v) for v in melee)
        ),
        facing_cavalry=int(arm != CAVALRY and CAVALRY in foes),
        unsupported=int(bool(melee) and not supported(p, u)),
        attacked_in_flank=int(flanked),
    )


def fires_at_flank(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether a firer stands behind the line of its target's front edge."""
    x, y = front(p.rect(u))  # onepage.rulings.flank
    return ahead_of(p.rect(v), x, y) < 0


def strikes_flank(p: OnepagePosition, u: int, v: int) -> bool:
    """Whether a unit meets another in its flank: by where its charge began."""
    x, y = p.from_x[u], p.from_y[u]  # onepage.rulings.flank
    if x < 0:
        # Whom a charge strikes is before the charger, wherever its own centre lies.
        if p.from_x[v] >= 0 and front_touches(p, p.rect(v), p.rect(u)):
            return False
        x, y = p.x[u], p.y[u]
    return ahead_of(p.rect(v), x * TENTH, y * TENTH) < 0


def level(p: OnepagePosition, u: int) -> int:
    """The contour on which a unit's centre lies."""
    a = p.rect(u)
    return p.battle.land.level_at(a.x, a.y)


def has_cover(p: OnepagePosition, u: int) -> bool:
    """Whether a unit defends a building or works; who came there by a charge attacks."""
    if p.charged(u):
        return False
    battle = p.battle
    rules = battle.rules.morale
    a = p.rect(u)
    land = battle.land
    if any(land.areas[i].kind in rules.cover_areas for i in land.areas_at(a.x, a.y)):
        return True
    base = a.shape
    near = 2 * battle.rules.field.contact
    about = Rect(a.x, a.y, shape(base.facing, base.width + near, base.depth + near))
    return any(land.lines[i].kind in rules.cover_lines for i in land.lines_touched(about))


def _defends_height(p: OnepagePosition, u: int, threat: Threat) -> bool:
    """Stationary foot or guns above every enemy that makes them test."""
    if p.battle.arm[u] not in (INFANTRY, ARTILLERY) or not p.stationary(u):
        return False
    own = level(p, u)  # onepage.rulings.high-ground
    return own > 0 and all(level(p, v) < own for v in (*threat.touching, *threat.firing))


def _lighter(p: OnepagePosition, v: int, u: int) -> bool:
    """Whether a cavalry unit is lighter than another."""
    kind = p.battle.kind
    return kind[v] == LIGHT_CAVALRY and kind[u] == HEAVY_CAVALRY  # onepage.rulings.cavalry-weight


def supported(p: OnepagePosition, u: int) -> bool:
    """Whether another friendly unit of a supporting arm is near."""
    rules = p.battle.rules.morale
    a = p.rect(u)
    return any(
        v != u and rules.supporters[p.battle.arm[v]] and within(a, p.rect(v), rules.support_reach)
        for v in p.stands_about(u, p.battle.side[u], rules.support_reach)
    )


class MoralePhase(Then[OnepagePosition]):
    """Both sides test every unit under close fire or in contact; it takes effect together."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        """Push the tests, the attacker's first, and their effects after them."""
        tests: list[int] = []
        for side in (self.side, 1 - self.side):  # onepage.sequence.morale
            for u in p.stands_on(side):
                threat = threat_to(p, u)
                if threat.touching and p.state[u] & ROUTED:  # onepage.morale.rout.again
                    p.state[u] |= TOUCHED
                elif threat.touching or threat.firing:
                    tests.append(u)
        p.stack.append(Effects())
        for u in reversed(tests):
            p.stack.append(Test(unit=u))


class Test(UnitRoll[OnepagePosition]):
    """One unit tests its morale."""

    def check(self, p: OnepagePosition) -> Check:
        situation = facts(p, self.unit, threat_to(p, self.unit))
        return p.battle.rules.morale.kind.check(situation)

    def apply(self, p: OnepagePosition, outcome: int) -> None:
        # onepage.rulings.morale-together
        if not outcome:
            return
        p.state[self.unit] |= FAILED
        p.say(self.unit, "fails the morale test")


class Effects(Then[OnepagePosition]):
    """The tests of the phase take effect."""

    def run(self, p: OnepagePosition) -> None:
        suffer(p)


def suffer(p: OnepagePosition) -> None:
    """Every unit that failed drops a level; routed ones that are touched run again."""
    rules = p.battle.rules.rout
    hit = [u for u in range(p.battle.stands) if p.state[u] & (FAILED | TOUCHED)]
    # From where each runs is settled before anybody does.
    causes = {u: cause(p, u) for u in hit}
    for u in hit:
        state = p.state[u]
        p.state[u] &= ~(FAILED | TOUCHED)
        if state & TOUCHED:
            rout(p, u, rules.again_casualties, *causes[u], "again, touched by the enemy")
        elif state & DISORDERED:  # onepage.morale.rout onepage.rulings.open.routed-fails
            again = "again" if state & ROUTED else "from disorder"
            rout(p, u, rules.casualties, *causes[u], f"{again}, the test failed")
        else:
            p.disorder(u, "the test failed")  # onepage.morale.fail


def cause(p: OnepagePosition, u: int) -> tuple[int, int]:
    """The point from which a unit runs: the middle of the enemies that made it test."""
    threat = threat_to(p, u)
    foes = [p.rect(v) for v in threat.touching or threat.firing or [u]]
    return sum(b.x for b in foes) // len(foes), sum(b.y for b in foes) // len(foes)
