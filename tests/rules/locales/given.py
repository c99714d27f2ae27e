"""A position in a few lines: twenty square locales, a1 to e4, and the units put on them.

    scene = given(
        foot("iron", "b2/b3", 3),
        foot("foe", "b3/b2", 2, side="red"),
        boundaries={("b2", "b3"): {"width": "narrow", "into": {"b3": {"infantry": 1}}}},
    )
    scene.field("blue")
    scene.play("assault b2/b3")

Columns a to e run from west to east, rows 1 to 4 from south to north; every boundary is wide and
open unless it is told otherwise, every locale holds 8 units. Blue moves first, red defends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from grognard.engine.order import read_order
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.administration import (
    ClaimObjectives,
    CleanUp,
    RangeGuns,
    SpikeGuns,
    StandDown,
)
from grognard.systems.locales.cards import DrawCard
from grognard.systems.locales.charge import ChargeDefenders
from grognard.systems.locales.field import FieldOrder, OrderBlocks, OrderTarget
from grognard.systems.locales.reorganize import Merge, Split
from grognard.systems.locales.staff import TASKS, StaffOrder
from grognard.systems.locales.state.asking import Pick
from grognard.systems.locales.state.kinds import Clock
from grognard.systems.locales.state.position import LocalesPosition
from grognard.systems.locales.turn import Phase

NAMED = (OrderBlocks, Merge, Split, ChargeDefenders)
SIDES = ("blue", "red")
COLUMNS, ROWS = "abcde", "1234"
SQUARE = 1000
Road = tuple[str, Sequence[str]] | tuple[str, Sequence[str], int]


class Spec(NamedTuple):
    """A unit to be put on the map (at) or on the display (group)."""

    id: str
    arm: str
    strength: int
    side: str
    at: str
    group: int
    state: int


def foot(
    id: str, at: str = "", strength: int = 2, side: str = "blue", group: int = 0, state: int = 0
) -> Spec:
    """Infantry; `state` takes UP, MOVED, DISRUPTED (with strength 0) and the like."""
    return Spec(id, "infantry", strength, side, at, group, state)


def horse(id: str, at: str, strength: int = 2, side: str = "blue", state: int = 0) -> Spec:
    """Cavalry."""
    return Spec(id, "cavalry", strength, side, at, 0, state)


def gun(id: str, at: str = "", side: str = "blue", group: int = 0, state: int = 0) -> Spec:
    """Artillery; `state=RANGING | UP` for a ranging gun."""
    return Spec(id, "artillery", 1, side, at, group, state)


class Scene:
    """The position, and short ways to ask and answer."""

    def __init__(self, p: LocalesPosition) -> None:
        self.p = p
        self.battle = p.battle

    def b(self, id: str) -> int:
        """The block that is a unit now."""
        unit = [u.id for u in self.battle.units].index(id)
        return next(b for b in range(self.battle.count) if self.p.who[b] == unit)

    def name(self, id: str) -> str:
        """A unit's block as orders name it: `block 3`."""
        return f"block {self.b(id) + 1}"

    def where(self, id: str) -> str | None:
        """The spot of a unit by name (`b2`, `b2/b3`), None if it is off the map."""
        spot = self.p.spot[self.b(id)]
        return self.battle.spot_name(spot) if spot >= 0 else None

    def strength(self, id: str) -> int:
        """A unit's strength."""
        return self.p.strength[self.b(id)]

    def has(self, id: str, flag: int) -> bool:
        """Whether a unit's block is in a state (UP, RANGING, DISRUPTED, MOVED, …)."""
        return bool(self.p.state[self.b(id)] & flag)

    def locale(self, id: str) -> int:
        """The number of a locale."""
        return self.battle.areas.parse(id)

    def morale(self, side: str = "blue") -> int:
        """A side's morale."""
        return self.p.morale[SIDES.index(side)]

    def push(self, *steps: Any) -> Scene:
        """Put steps on the stack (the last runs first) and go on to the next question."""
        self.p.stack.extend(steps)
        self.p._options = None  # those of a question asked before
        self.p.settle()
        return self

    def field(self, side: str = "blue", commands: int = 9, extra: int = 0) -> Scene:
        """Ask a side for field commands."""
        self.p.clock[Clock.SIDE] = SIDES.index(side)
        self.p.clock[Clock.FIELD_LEFT] = commands
        self.p.clock[Clock.EXTRA] = extra
        return self.push(FieldOrder(side=SIDES.index(side)))

    def staff(self, step: str, side: str = "blue", commands: int = 9) -> Scene:
        """Ask a side for staff commands of a step: reorganize, rally, mobilize."""
        self.p.clock[Clock.SIDE] = SIDES.index(side)
        self.p.clock[Clock.STAFF_LEFT] = commands
        return self.push(StaffOrder(side=SIDES.index(side), task=TASKS.index(step)))

    def administer(self, step: str, side: str = "blue") -> Scene:
        """Run a step of administration: claim, stand down, spike, range, draw."""
        s = SIDES.index(side)
        self.p.clock[Clock.SIDE] = s
        if step == "draw":
            return self.push(CleanUp(), DrawCard(side=s))
        steps = {
            "claim": ClaimObjectives,
            "stand down": StandDown,
            "spike": SpikeGuns,
            "range": RangeGuns,
        }
        return self.push(steps[step](side=s))

    def phase(self, number: int, side: str = "blue") -> Scene:
        """Run a whole phase (0 preparation, 1 field, 2 staff, 3 administration)."""
        self.p.clock[Clock.SIDE] = SIDES.index(side)
        return self.push(Phase(phase=number))

    def options(self) -> list[str]:
        """The open decision's answers in words; none if nobody is asked any more."""
        if self.p.over:
            return []
        decision = self.p.decision
        assert decision is not None, f"no decision is open but {self.p.stack[-1:]}"
        return [decision.phrase(self.p, a) for a in self.p.options()]

    def actor(self) -> str:
        """The side that is asked."""
        return SIDES[self.p.actor]

    def play(self, *texts: str) -> Scene:
        """Answer by words, one text after the other.

        It stops where an order is aimed and where blocks obey it, merge, split or meet a charge,
        even if everybody can see where and which, so that all can be named alike.
        """
        for text in texts:
            for action in read_order(self.p, text):
                self.p.play(action, every=True)
                self.pass_over(NAMED if ">" in text else (OrderTarget, *NAMED))
        return self

    def pass_over(self, stops: tuple[type, ...]) -> None:
        """Carry out what nobody is asked, but for some questions."""
        decision = self.p.decision
        while decision is not None and not isinstance(decision, stops):
            if not decision.is_obvious(self.p):
                break
            self.p.play(self.p.options()[0], every=True)
            decision = self.p.decision

    def order(self, text: str, *ids: str) -> Scene:
        """Give a field command (`maneuver b2 > b2/b3`) to these units."""
        self.play(text)
        return self.pick(*ids)

    def pick(self, *ids: str) -> Scene:
        """Pick the blocks of these units and go; nothing if it goes without asking for them."""
        decision, blocks = self.p.decision, [self.b(one) for one in ids]
        if not isinstance(decision, Pick) or not {*blocks} <= {*decision.candidates(self.p)}:
            return self
        for b in blocks:
            self.play(decision.answers.format(b + 1))
        return self.play("go")

    def named(self, question: str, *ids: str) -> Scene:
        """Name these units for a part in a fight, if it is asked for: `AttackSupport` and so on."""
        if not self.p.over and type(self.p.top).__name__ == question:
            self.pick(*ids)
        return self

    def fight(
        self,
        lead: Sequence[str] = (),
        support: Sequence[str] = (),
        guns: Sequence[str] = (),
        defend: Sequence[str] = (),
    ) -> Scene:
        """Answer the four questions of an assault, those that are asked."""
        self.named("AttackLeaders", *lead).named("AttackSupport", *support)
        return self.named("DefenseSupport", *guns).named("DefenseLeaders", *defend)

    def reach(self, text: str) -> set[str]:
        """The targets of a field command (`field-march b2`), none if it is not offered."""
        if text not in self.options():
            return set()
        p = self.p.copy()
        for action in read_order(p, text):
            p.play(action, every=True)
        decision = p.decision
        assert decision is not None
        return {decision.phrase(p, a).removeprefix("> ") for a in p.options()}

    def let(self, side: str) -> Scene:
        """Let a side answer by its first option as long as it is asked."""
        while not self.p.over and self.actor() == side:
            self.p.play(self.p.options()[0])
        return self

    def roll(self, *faces: int) -> Scene:
        """Answer the open roll with these faces."""
        self.p.play(self.p.check().outcome(list(faces)))
        return self

    def view(self, side: str | None) -> View:
        """What a side (or a spectator) sees."""
        return View(self.p, -2 if side is None else SIDES.index(side))

    def known_to(self, side: str | None) -> LocalesPosition:
        """The position with blanks that a side (or a spectator) sees."""
        return self.view(side).seen(LocalesPosition)


def given(
    *units: Spec,
    boundaries: Mapping[tuple[str, str], Mapping[str, Any]] | None = None,
    capacity: Mapping[str, int] | None = None,
    objectives: Mapping[str, str] | None = None,
    entries: Mapping[str, str] | None = None,
    roads: Sequence[Road] = (),
    morale: tuple[int, int] = (50, 50),
    variant: str = "sheet",
    turns: int = 4,
    ground: str = "",
) -> Scene:
    """A scene. `boundaries[("b2", "b3")]` takes width, passage and into; `objectives["b3"]` and
    `entries["a1"]` name a side or both; `roads` are (kind, locales), or (kind, locales, metres
    off the middle). A side without units gets one far off (a4 for blue, e1 for red). `ground` is
    the text of another map."""
    specs = list(units)
    for side, corner in (("blue", "a4"), ("red", "e1")):
        if not any(u.side == side and not u.group for u in specs):
            specs.append(foot(f"{side}-far", corner, 1, side))
    squares = _map(boundaries or {}, capacity or {}, objectives or {}, entries or {}, roads)
    source = {"map": ground or squares, "battle": _battle(specs, morale, turns)}
    battle = SYSTEM.battle_from(source, variant)
    p = SYSTEM.start(battle)
    assert isinstance(p, LocalesPosition)
    while p.roll is not None:  # the hands are dealt
        p.play(p.check().table[0])
    p.stack.clear()
    p.clock[Clock.TURN] = 1
    scene = Scene(p)
    for spec in specs:
        b = scene.b(spec.id)
        p.state[b] = spec.state
        if spec.state & 1:
            p.know(b)
        if spec.strength == 0:
            p.strength[b] = 0
            p.repool([b])
    for own in p.battle.blocks_of:
        hidden = [b for b in own if p.spot[b] >= 0 and not p.state[b] & 1]
        if hidden:
            p.repool(hidden)
    p.rebuild()
    return scene


def _map(
    boundaries: Mapping[tuple[str, str], Mapping[str, Any]],
    capacity: Mapping[str, int],
    objectives: Mapping[str, str],
    entries: Mapping[str, str],
    roads: Sequence[Road],
) -> str:
    text = 'board = "areas"\nname = "test"\ntitle = "Test"\nsides = ["blue", "red"]\n'
    text += f"width = {SQUARE * len(COLUMNS)}\nheight = {SQUARE * len(ROWS)}\nkilometre = 150\n"
    pairs = []
    for i, column in enumerate(COLUMNS):
        for j, row in enumerate(ROWS):
            id_ = column + row
            x, y = i * SQUARE, j * SQUARE
            corners = [(x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE)]
            outline = " ".join(f"{a},{b}" for a, b in corners)
            text += f'[[locale]]\nid = "{id_}"\nname = "{id_.upper()}"\n'
            text += f"capacity = {capacity.get(id_, 8)}\n"
            text += f'reserve = "{x + SQUARE // 2},{y + SQUARE // 2}"\noutline = "{outline}"\n'
            if id_ in objectives:
                text += f"objective = {objectives[id_].split()}\n"
            if id_ in entries:
                text += f"entry = {entries[id_].split()}\n"
            if i + 1 < len(COLUMNS):
                pairs.append((id_, COLUMNS[i + 1] + row))
            if j + 1 < len(ROWS):
                pairs.append((id_, column + ROWS[j + 1]))
    for pair in pairs:
        told = boundaries.get(pair) or boundaries.get((pair[1], pair[0])) or {}
        text += f'[[boundary]]\nbetween = ["{pair[0]}", "{pair[1]}"]\n'
        text += f'width = "{told.get("width", "wide")}"\n'
        if "passage" in told:
            text += f'passage = "{told["passage"]}"\n'
        for side, ground in told.get("into", {}).items():
            values = ", ".join(f"{k} = {str(v).lower()}" for k, v in ground.items())
            text += f"into.{side} = {{ {values} }}\n"
    for n, road in enumerate(roads):
        kind, through = road[0], road[1]
        half = SQUARE // 2 + (road[2] if len(road) == 3 else 0)
        centres = [
            (COLUMNS.index(i[0]) * SQUARE + half, ROWS.index(i[1]) * SQUARE + half) for i in through
        ]
        line = " ".join(f"{x},{y}" for x, y in centres)
        names = ", ".join(f'"{i}"' for i in through)
        text += f'[[road]]\nid = "road-{n}"\nname = "Road {n}"\nkind = "{kind}"\n'
        text += f'through = [{names}]\nline = "{line}"\n'
    return text


def _battle(specs: Sequence[Spec], morale: tuple[int, int], turns: int) -> str:
    text = 'name = "test"\ntitle = "Test"\ndate = "1863"\nmap = "test"\nsummary = "Test."\n'
    text += f'teaches = "Test."\ndifficulty = 1\nturns = {turns}\nstart = "08:00"\nminutes = 60\n'
    text += 'first = "blue"\ndefender = "red"\n'
    for name, points in zip(SIDES, morale, strict=True):
        text += f'[[side]]\nname = "{name}"\ntitle = "{name.title()}"\nmorale = {points}\n'
    for spec in specs:
        text += f'[[unit]]\nid = "{spec.id}"\nname = "{spec.id.title()}"\nside = "{spec.side}"\n'
        text += f'arm = "{spec.arm}"\nstrength = {max(1, spec.strength)}\n'
        text += f"group = {spec.group}\n" if spec.group else f'at = "{spec.at}"\n'
    return text
