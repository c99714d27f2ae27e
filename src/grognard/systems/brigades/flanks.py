"""Contact and flanks, secure infantry and supported guns: how stands stand to each other."""

from __future__ import annotations

from grognard.boards import tablemap
from grognard.boards.table.arcs import ahead_of
from grognard.boards.table.contact import edge_hit, edge_within
from grognard.boards.table.lattice import (
    AHEAD_X,
    AHEAD_Y,
    HALF,
    INCH,
    QUARTER,
    STEPS,
    TENTH,
    offset,
    short_of,
    turned,
)
from grognard.boards.table.rect import (
    FRONT,
    LEFT,
    REAR,
    RIGHT,
    Rect,
    front,
    overlap,
    point_within,
    within,
)
from grognard.engine.rulebook import Rulebook
from grognard.systems.brigades.state.ground import (
    began_town,
    held_town,
    in_broken_ground,
    in_forest,
    land_of,
    works_of,
)
from grognard.systems.brigades.state.kinds import (
    ARMY,
    DEGREES,
    FIREARM_ROW,
    FOOT,
    GUNS,
    HORSE,
    HORSE_SKIRMISHER,
    INFANTRY,
    SKIRMISHERS,
)
from grognard.systems.brigades.state.position import CHARGED, COLUMN, RALLIED, BrigadesPosition


class FlankRules:
    """The gap at which stands touch, what still faces the same way, and what closes a flank."""

    def __init__(self, book: Rulebook) -> None:
        self.contact = book.int("brigades.rulings.contact", "thousandths")
        self.askew = book.int("brigades.rulings.same-way", "degrees") // DEGREES
        self.beside = book.int("brigades.rulings.secure.more-ways", "thousandths")


def touches(p: BrigadesPosition, a: Rect, b: Rect) -> bool:
    """Whether two stands touch: a small gap and no common ground."""
    reach = p.battle.rules.flanks.contact
    return within(a, b, reach) and not overlap(a, b)


def together(p: BrigadesPosition, a: Rect, b: Rect) -> bool:
    """Whether two friends touch, or share ground in a town block, as command by contact asks."""
    return within(a, b, p.battle.rules.flanks.contact)  # brigades.rulings.contact.friends


def in_contact(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether two stands of opposite sides are in contact."""
    return v in foes_touching(p, u)


def behind_whom(p: BrigadesPosition, v: int, at_start: bool = False) -> int:
    """The infantry that holds the town block a stand of horse or guns is in, or the stand.

    As it is now, or as it was when this player turn began.
    """
    arms = p.battle.arm
    if arms[v] in INFANTRY:
        return v
    town, xs = (began_town, p.began_x) if at_start else (held_town, p.x)
    area = town(p, v)
    if area < 0:
        return v
    own = (w for w in p.battle.stands_of[p.battle.side[v]] if xs[w] >= 0 and arms[w] in INFANTRY)
    return next((w for w in own if town(p, w) == area), v)  # brigades.rulings.town-guests


def bodies(p: BrigadesPosition, v: int) -> list[int]:
    """A stand and those who are behind it in its town block: whoever touches one touches it."""
    if p.battle.arm[v] not in INFANTRY or held_town(p, v) < 0:
        return [v]
    return [v, *(w for w in p.stands_on(p.battle.side[v]) if w != v and behind_whom(p, w) == v)]


def _meets(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether two stands touch; the markers of a column are part of it."""
    if touches(p, p.rect(u), p.rect(v)):
        return True
    one, other = p.tail(u), p.tail(v)
    if one is not None and touches(p, one, p.rect(v)):
        return True
    return other is not None and touches(p, other, p.rect(u))


def _about(p: BrigadesPosition, u: int, side: int) -> list[int]:
    """The stands of a side near enough to touch a stand with all their markers, by a quick look."""
    battle, state, xs, ys = p.battle, p.state, p.x, p.y
    x, y, own = xs[u], ys[u], p.extent(u) + battle.rules.flanks.contact
    # Most are told apart by the longest column there is.
    far = (own + battle.longest) // TENTH
    left, right, top, bottom = max(x - far, 0), x + far, y - far, y + far
    found = []
    for v in battle.stands_of[side]:
        if left <= xs[v] <= right and top <= ys[v] <= bottom:
            far = own + (battle.span if state[v] & COLUMN else battle.girth)[v]
            if -far <= (xs[v] - x) * TENTH <= far and -far <= (ys[v] - y) * TENTH <= far:
                found.append(v)
    return found


def foes_touching(p: BrigadesPosition, u: int) -> list[int]:
    """The enemy stands in contact with a stand; kept, and so to be read only."""
    known = p.contacts.get(u)
    if known is None:
        known = p.contacts[u] = _foes_touching(p, u)
    return known


def _foes_touching(p: BrigadesPosition, u: int) -> list[int]:
    if behind_whom(p, u) != u:
        return []
    met = [v for w in bodies(p, u) for v in _all_touching(p, w)]
    return sorted({behind_whom(p, v) for v in met})


def _all_touching(p: BrigadesPosition, u: int) -> list[int]:
    return [v for v in _about(p, u, 1 - p.battle.side[u]) if _meets(p, u, v)]


def friends_touching(p: BrigadesPosition, u: int) -> list[int]:
    a, side = p.rect(u), p.battle.side[u]
    return [v for v in _about(p, u, side) if v != u and touches(p, a, p.rect(v))]


def edge_touches(p: BrigadesPosition, a: Rect, edge: int, b: Rect) -> bool:
    return edge_within(a, edge, b, p.battle.rules.flanks.contact)


def front_meets(p: BrigadesPosition, a: Rect, v: int) -> list[Rect]:
    """What of an enemy, his base or the markers of his column, a front edge touches."""
    # brigades.rulings.charge.touch
    return [b for w in bodies(p, v) for b in p.parts(w) if edge_touches(p, a, FRONT, b)]


def met_at(p: BrigadesPosition, v: int, u: int) -> tuple[int, int]:
    """The place where one stand is met by another: its own, or the nearest along its column."""
    x, y = p.x[v], p.y[v]
    if p.tail(v) is None:
        return x, y
    back = (p.facing[v] + HALF) % STEPS  # brigades.rulings.rout.follow
    dx, dy = offset(back, INCH)
    long = p.battle.markers[v] * p.battle.rules.march.marker
    behind = ((p.x[u] - x) * dx + (p.y[u] - y) * dy) * TENTH // INCH
    return short_of(x, y, back, min(max(behind, 0), long))


def commanders_at(p: BrigadesPosition, u: int) -> list[int]:
    """The commanders of a stand's own side in base contact with it."""
    reach = p.battle.rules.flanks.contact
    a = p.rect(u)
    return [
        g
        for g in p.commanders_on(p.battle.side[u])
        if point_within(p.x[g] * TENTH, p.y[g] * TENTH, a, reach)
    ]


def army_commander(p: BrigadesPosition, u: int) -> int:
    for g in commanders_at(p, u):
        if p.battle.rank[g] == ARMY and attached_to(p, g) == u:
            return g
    return -1


def attached_to(p: BrigadesPosition, g: int) -> int:
    """The one stand to which a commander is attached: of those he touches the nearest, or -1."""
    found = [u for u in p.stands_on(p.battle.side[g]) if g in commanders_at(p, u)]
    # brigades.rulings.command.attached
    ways = [((p.x[u] - p.x[g]) ** 2 + (p.y[u] - p.y[g]) ** 2, u) for u in found]
    return min(ways)[1] if ways else -1


# -- flank and order -----------------------------------------------------------------------------


def fires_at_flank(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a firer stands behind the line of its target's front edge."""
    if never_flanked(p, v):
        return False
    x, y = front(p.rect(u))  # brigades.rulings.flank.fire
    return ahead_of(p.rect(v), x, y) < 0


def never_flanked(p: BrigadesPosition, v: int) -> bool:
    """Whether a stand has no flank, being in a town."""
    return held_town(p, v) >= 0  # brigades.terrain.town.combat.never-flanked


def strikes_flank(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand meets another in its flank: by where its move began."""
    if never_flanked(p, v):
        return False
    if p.state[u] & CHARGED:  # brigades.rulings.flank.melee
        return began_behind(p, u, v)
    # Whom a charge strikes is before the charger, wherever his own centre lies.
    if p.state[v] & CHARGED and front_meets(p, p.rect(v), u):
        return False
    # brigades.rulings.flank.definition
    return ahead_of(p.rect(v), p.x[u] * TENTH, p.y[u] * TENTH) < 0


def began_behind(p: BrigadesPosition, u: int, v: int) -> bool:
    """Whether a stand was behind the line of another's front edge when the turn began."""
    return ahead_of(p.rect(v), p.began_x[u] * TENTH, p.began_y[u] * TENTH) < 0


def heavier(p: BrigadesPosition, v: int, u: int) -> bool:
    """Whether one cavalry stand is heavier than another; firearms make it the lighter."""
    battle = p.battle
    one, other = (battle.row[w] == FIREARM_ROW for w in (v, u))
    if one != other:
        return other  # brigades.dice.firearm-cavalry.weight
    # brigades.rulings.attribute.cavalry-weight
    return battle.units[v].weight > battle.units[u].weight


def attacks_allowed(p: BrigadesPosition, u: int) -> bool:
    """Whether the ground a stand is on lets it attack."""
    closed = p.battle.rules.terrain.move[tablemap.TOWN][p.battle.arm[u]].no_attack
    return not closed or held_town(p, u) < 0  # brigades.terrain.key.na


def may_roll(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand may roll dice at all in a combat phase."""
    # brigades.morale.rout.no-action brigades.rally.no-combat
    return not p.routed(u) and not p.state[u] & RALLIED


def answer_allowed(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand has dice where it is: cavalry and guns in a town have none."""
    # brigades.terrain.town.combat.cavalry-artillery
    mounted = p.battle.arm[u] in (HORSE, GUNS, HORSE_SKIRMISHER)
    return not (mounted and held_town(p, u) >= 0)


def secure(p: BrigadesPosition, u: int, horse: list[int]) -> bool:
    """Whether infantry takes no penalty for melee by some cavalry."""
    a = p.rect(u)
    friends = friends_touching(p, u)
    for v in friends:
        b = p.rect(v)
        # brigades.misc.cavalry-secure.back-to-back
        if edge_hit(a, b) == REAR and edge_hit(b, a) == REAR:
            return True
    # brigades.misc.cavalry-secure.adjacent
    if all(_faced(p, u, friends, v) for v in horse):
        return True
    # brigades.rulings.secure.more-ways
    if _covered(p, u, LEFT) and _covered(p, u, RIGHT):
        return True
    if held_town(p, u) >= 0 or in_forest(p, u):
        return True
    return all(works_of(p, u, v) for v in horse)


def _faced(p: BrigadesPosition, u: int, friends: list[int], v: int) -> bool:
    """Whether a friend at a stand, not across it, faces to the flank an enemy threatens."""
    a = p.rect(u)
    for flank in _threatened(a, p.rect(v)):
        outward = (p.facing[u] + flank * QUARTER) % STEPS
        across = (flank + 2) % 4
        for w in friends:
            aside = abs(turned(outward, p.facing[w])) <= p.battle.rules.flanks.askew
            if aside and edge_hit(a, p.rect(w)) != across:
                return True
    return False


def _threatened(a: Rect, foe: Rect) -> list[int]:
    """The edge an enemy strikes; before the front the flank on whose side he is, or either."""
    struck = edge_hit(a, foe)
    if struck != FRONT:
        return [struck]
    side = (a.shape.facing + QUARTER) % STEPS
    right = AHEAD_X[side] * (foe.x - a.x) + AHEAD_Y[side] * (foe.y - a.y)
    if right:
        return [RIGHT if right > 0 else LEFT]
    return [LEFT, RIGHT]


def _covered(p: BrigadesPosition, u: int, edge: int) -> bool:
    """Whether a friend or impassable ground covers a flank."""
    a = p.rect(u)
    if any(edge_hit(a, p.rect(v)) == edge for v in friends_touching(p, u)):
        return True
    battle = p.battle
    beside = battle.rules.flanks.beside
    out = (p.facing[u] + edge * QUARTER) % STEPS
    dx, dy = offset(out, battle.base[u][0] // 2)
    land = land_of(p)
    # A river is measured from the middle of the side, other ground looked at so far beside it.
    if land.line_near(a.x + dx, a.y + dy, beside, [tablemap.RIVER]) >= 0:
        return True
    dx, dy = offset(out, battle.base[u][0] // 2 + beside)
    x, y = a.x + dx, a.y + dy
    if not (0 < x < battle.wide and 0 < y < battle.high):
        return True
    cells = battle.rules.terrain.move
    return any(not cells[land.areas[i].kind][HORSE].times for i in land.areas_at(x, y))


def as_against_foot(p: BrigadesPosition, u: int) -> bool:
    """Whether a stand fights cavalry as if it were infantry: skirmishers in broken ground."""
    # brigades.terrain.broken-ground.combat.ridden-at
    return p.battle.arm[u] in SKIRMISHERS and in_broken_ground(p, u)


def supported(p: BrigadesPosition, u: int) -> bool:
    """Whether guns touch, beside or behind, steady infantry that faces the same way."""
    battle = p.battle
    a = p.rect(u)
    for v in friends_touching(p, u):
        if battle.arm[v] != FOOT or p.disordered(v):
            continue
        if abs(turned(p.facing[u], p.facing[v])) > battle.rules.flanks.askew:
            continue
        if edge_hit(a, p.rect(v)) != FRONT:  # brigades.melee.supported-artillery
            return True
    return False
