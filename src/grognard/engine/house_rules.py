"""What a house variant changes, told to all players before they sit down; and whether it plays."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.engine import house
from grognard.engine.check import CheckKind
from grognard.engine.errors import BadSituation, GrognardError
from grognard.engine.rule import Rule, Value

if TYPE_CHECKING:
    from grognard.engine.battle import Battle
    from grognard.engine.position import Position
    from grognard.engine.system import System

ANSWERS: Final = 300  # of the random game that tries a variant


class HouseChange(NamedTuple):
    """One rule as the house plays it: its name, its words, and what it was before."""

    id: str
    label: str
    says: str
    change: str  # "least 5 (was 6)"; empty if only the words differ

    @property
    def told(self) -> str:
        """The rule in one line."""
        numbers = f" [{self.change}]" if self.change else ""
        return f"{self.label or self.id}: {self.says}{numbers}"


class HouseRules(NamedTuple):
    """A house variant in words."""

    title: str
    says: str
    changes: tuple[HouseChange, ...]

    def lines(self) -> list[str]:
        """The whole of it, a line for each rule."""
        head = f"House rules: {self.title}." + (f" {self.says}" if self.says else "")
        return [head, *(each.told for each in self.changes)]


def house_rules(system: System, stack: str) -> HouseRules | None:
    """What the house variants of a stack change; None if there are none."""
    names = stack.split("+")
    own = [name for name in names if house.find(name) is not None]
    if not own:
        return None
    base = "+".join(name for name in names if name not in own) or "sheet"
    before, after = system.rulebook(base).rules, system.rulebook(stack)
    laid = [variant for variant in after.layers() if variant.name in own]
    changed = dict.fromkeys(id_ for variant in laid for id_ in variant.changes)
    return HouseRules(
        " + ".join(variant.title for variant in laid),
        " ".join(variant.says for variant in laid if variant.says),
        tuple(_change(before[id_], after.rules[id_]) for id_ in changed),
    )


def _change(old: Rule, new: Rule) -> HouseChange:
    parts = [
        f"{key} {_words(value)} (was {_words(old.values[key])})"
        for key, value in new.values.items()
        if value != old.values[key]
    ]
    return HouseChange(new.id, new.label, new.says, ", ".join(parts))


def _words(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def try_out(system: System, battle: Battle) -> None:
    """Refuse a house variant under which this battle cannot be played."""
    if not battle.house:
        return
    name, doing = house.told(battle.variant), "the battle is set up"
    try:
        for kind in system.checks(battle.variant).values():
            doing = f'the check "{kind.name}" is worked out'
            _try_check(kind)
        doing = "a game is tried"
        _try_game(system.start(battle), Random(1))
    except RecursionError:
        raise
    except Exception as error:  # whatever the rules stumble over, the player is told
        raise GrognardError(
            f'the rules "{name}" do not fit {battle.id}: when {doing}, they fail'
            f" ({type(error).__name__}: {error!s:.120})"
        ) from error


def _try_check(kind: CheckKind) -> None:
    """Work out the odds of the usual situation, and of each fact at its least and most."""
    given = [{}, *({f.name: f.write(v)} for f in kind.facts for v in (f.low, f.high))]
    for facts in given:
        try:
            situation = kind.read(facts)
        except BadSituation:
            continue  # it cannot come up with the usual rest
        kind.check(situation).first_odds()


def _try_game(p: Position, rng: Random) -> None:
    """Answer at random for a while."""
    for _ in range(ANSWERS):
        if p.over:
            return
        roll = p.roll
        if roll is None:
            p.play(rng.choice(p.options()))
            continue
        check = roll.check(p)
        faces = [die.first + rng.randrange(die.sides) for die in check.dice]
        p.play(check.outcome(faces))
