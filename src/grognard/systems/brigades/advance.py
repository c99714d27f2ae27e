"""Following: a stand that was in contact takes the vacated ground, or turns where it is."""

from __future__ import annotations

from grognard.boards.table.lattice import STEPS, TENTH, bearing
from grognard.boards.table.rect import Rect, nearer, on_table, rect
from grognard.boards.table.slide import Swept
from grognard.engine.grammar import clause
from grognard.engine.numbers import Side
from grognard.systems.brigades.charge import cut_off, exhausted, may_strike
from grognard.systems.brigades.command import ride_off
from grognard.systems.brigades.flanks import foes_touching, touches
from grognard.systems.brigades.moving.flight import rout_again
from grognard.systems.brigades.moving.rates import closed_at
from grognard.systems.brigades.moving.retreat import who_is_at
from grognard.systems.brigades.state.battle import PASS
from grognard.systems.brigades.state.ground import flatten, land_of, room_in, through_fire
from grognard.systems.brigades.state.kinds import DEGREES, GUNS, Stand
from grognard.systems.brigades.state.position import COLUMN, ENGAGED, RALLIED, BrigadesPosition
from grognard.systems.brigades.terrain import FIRM, Toll, Way, why_disordered
from grognard.systems.tabletop.asking import OrderDecision, PoseDecision
from grognard.systems.tabletop.measure import turned
from grognard.systems.tabletop.position import Across, Down


def comes_too_near(p: BrigadesPosition, u: int, there: Rect) -> bool:
    """Whether a stand would come within an inch of an enemy it may not charge."""
    clear = p.battle.rules.charge.clear
    here = p.rect(u)
    return any(
        nearer(there, b, clear)
        and not nearer(here, b, clear)
        and (exhausted(p, u) or may_strike(p, u, v) or cut_off(p, u, there, v))
        for v in p.stands_on(1 - p.battle.side[u])
        for b in p.parts(v)
    )


def can_take(p: BrigadesPosition, u: int, x: int, y: int) -> bool:
    """Whether a stand on the table, which is not routed, has room on vacated ground."""
    battle = p.battle
    if battle.arm[u] == GUNS:  # brigades.rulings.advance.guns
        return False
    if closed_at(battle, land_of(p), battle.arm[u], x * TENTH, y * TENTH):
        return False
    if room_in(p, u, x * TENTH, y * TENTH)[0]:
        return False
    there = rect((x, y, p.facing[u]), *battle.base[u])
    if not on_table(there, battle.wide, battle.high) or way_onto(p, u, x, y).closed:
        return False
    if through_fire(p, p.x[u] * TENTH, p.y[u] * TENTH, there.x, there.y):
        return False  # brigades.rulings.burning
    return not comes_too_near(p, u, there) and who_is_at(p, u, there) < 0


def way_onto(p: BrigadesPosition, u: int, x: int, y: int) -> Toll:
    """What the way onto vacated ground does to a stand; it costs nothing."""
    battle = p.battle
    a = p.rect(u)
    swept = Swept(a, x * TENTH - a.x, y * TENTH - a.y)
    column = bool(p.state[u] & COLUMN)
    way = Way(p.full_move(u), column, marsh=FIRM, breaches=battle.breaches)
    return Toll(battle.rules, land_of(p), battle.arm[u], swept, way)


def stand_off(p: BrigadesPosition, u: int) -> None:
    """A stand is about to leave contacts in which nobody broke, so nobody breaks through there."""
    foes = foes_touching(p, u)  # brigades.rulings.breakthrough.when
    for v in (u, *foes) if foes else ():
        p.state[v] &= ~ENGAGED


def take(p: BrigadesPosition, u: int, x: int, y: int) -> None:
    """Move a stand onto vacated ground; what it leaves, crosses or enters may disorder it."""
    met = way_onto(p, u, x, y)
    stand_off(p, u)
    flatten(p, u, x, y)
    p.put(u, x, y, p.facing[u])
    p.stir(u)
    if met.disorders:
        p.disorder(u, why_disordered(met.disorders))
    if met.gun_lost:
        p.lose_gun(u)
    p.say(u, "takes the ground")
    ride_off(p, u)
    rout_again(p, u)


class Follow(OrderDecision[BrigadesPosition]):
    """Which one of the stands that were in contact follows a routed enemy, or turns."""

    side: Side
    stands: tuple[Stand, ...]
    x: Across  # the ground that was left
    y: Down

    turns = True

    def options(self, p: BrigadesPosition) -> list[int]:
        battle = p.battle
        # brigades.morale.level.permanent.rallied-turn
        here = [
            u for u in self.stands if p.on_table(u) and not p.routed(u) and not p.state[u] & RALLIED
        ]
        found = [PASS]
        found += [battle.advance_at + u for u in here if can_take(p, u, self.x, self.y)]
        if self.turns:
            found += [battle.turn_at + u for u in here]
        return sorted(found)

    def apply(self, p: BrigadesPosition, action: int) -> None:
        battle = p.battle
        if action == PASS:
            return
        turning = action >= battle.turn_at
        u = action - (battle.turn_at if turning else battle.advance_at)
        for i, step in enumerate(p.stack):
            if isinstance(step, Follow):  # brigades.rulings.rout.follow
                p.stack[i] = step.but(stands=tuple(v for v in step.stands if v != u))
        if turning:
            p.stack.append(Face(unit=u))
        else:
            take(p, u, self.x, self.y)

    def prompt(self, p: BrigadesPosition) -> str:
        return "The enemy gave way: does one stand advance or turn?"

    def waiting(self, p: BrigadesPosition) -> str:
        return "Waiting to see whether a stand follows."

    def about(self, p: BrigadesPosition) -> tuple[str, ...]:
        return tuple(p.uid(u) for u in self.stands if p.on_table(u))


class TakeGround(Follow):
    """Whether one of the winners of a melee takes the loser's ground."""

    turns = False

    def prompt(self, p: BrigadesPosition) -> str:
        return "The melee is won: does a stand advance?"


class Face(PoseDecision[BrigadesPosition]):
    """Which way a stand turns where it is."""

    def _action(self, p: BrigadesPosition, facing: int) -> int:
        u = self.unit
        return p.battle.pose_at + p.battle.poses.at(p.x[u], p.y[u], facing)

    def options(self, p: BrigadesPosition) -> list[int]:
        """As it stands, about, and towards the nearest enemies, where there is room."""
        u = self.unit
        a = p.rect(u)
        foes = [p.rect(v) for v in p.stands_on(1 - p.battle.side[u])]
        foes.sort(key=lambda b: ((b.x - a.x) ** 2 + (b.y - a.y) ** 2, b.x, b.y))
        facings = {p.facing[u], (p.facing[u] + STEPS // 2) % STEPS}
        facings |= {bearing(b.x - a.x, b.y - a.y) for b in foes[:3]}
        return sorted(self._action(p, f) for f in facings if not self.why_not(p, p.x[u], p.y[u], f))

    def why_not(self, p: BrigadesPosition, x: int, y: int, facing: int) -> str:
        u = self.unit
        if (x, y) != (p.x[u], p.y[u]):
            return "it turns where it stands"
        if facing == p.facing[u]:
            return ""
        battle = p.battle
        there = rect((x, y, facing), *battle.base[u])
        if not on_table(there, battle.wide, battle.high):
            return "it would stand over the edge of the table"
        other = who_is_at(p, u, there)
        if other >= 0:
            return f"{clause(p.name(other), 'is')} in the way"
        before, after = p.parts(u), p.parts_at(u, there)
        for v in p.stands_on(1 - battle.side[u]):
            for b in p.parts(v):
                meets = any(touches(p, a, b) for a in after)
                if meets and not any(touches(p, a, b) for a in before):
                    return f"it may not turn into contact with {p.name(v)}"
        return ""

    def beyond(self, p: BrigadesPosition, words: tuple[str, ...]) -> tuple[int, int]:
        """`facing 90`, or a whole pose."""
        if words[:1] == ("facing",) and len(words) > 1 and words[1].isdigit():
            degrees = int(words[1])
            if degrees < 360 and degrees % DEGREES == 0:
                return self._action(p, degrees // DEGREES), 2
        return super().beyond(p, words)

    def apply(self, p: BrigadesPosition, action: int) -> None:
        u = self.unit
        x, y, facing = p.battle.poses.pose(action - p.battle.pose_at)
        if facing != p.facing[u]:
            stand_off(p, u)
            p.stir(u)
            p.say(u, f"turns {turned(p.facing[u], facing)}")
            p.put(u, x, y, facing)
            # a breakthrough does not turn: brigades.rulings.breakthrough.move
            p.state[u] &= ~ENGAGED
            ride_off(p, u)

    def default(self, p: BrigadesPosition) -> int:
        return self._action(p, p.facing[self.unit])

    def prompt(self, p: BrigadesPosition) -> str:
        return f"Which way does {p.name(self.unit)} face?"

    def waiting(self, p: BrigadesPosition) -> str:
        return f"Waiting for the facing of {p.name(self.unit)}."
