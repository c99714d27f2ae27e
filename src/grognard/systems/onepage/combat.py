"""Combat: the attacker settles fire and melee one after another, in the order he likes."""

from __future__ import annotations

from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Decision, Then
from grognard.systems.onepage.field import fire_distance, foes_touching
from grognard.systems.onepage.fire import Fire
from grognard.systems.onepage.melee import Melee, may_attack
from grognard.systems.onepage.morale import can_fire
from grognard.systems.onepage.state.battle import DONE
from grognard.systems.onepage.state.position import OnepagePosition


class CombatRules:
    """How often a unit attacks in a phase, and what a hit takes."""

    def __init__(self, book: Rulebook) -> None:
        self.attacks = book.int("onepage.rulings.one-against-one", "attacks")
        self.casualties_per_hit = book.int("onepage.rulings.casualties", "casualties")


class CombatPhase(Then[OnepagePosition]):
    """The beginning of the attacker's combats."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        p.fought = [0] * p.battle.count
        p.stack.append(Combat(side=self.side))


class Combat(Decision[OnepagePosition]):
    """The next combat, or the end of the phase."""

    side: Side

    def options(self, p: OnepagePosition) -> list[int]:
        """Each pair in contact, each target in range; done when no melee is left to fight."""
        battle = p.battle
        ranges = battle.rules.fire.ranges
        fires: list[int] = []
        melees: list[int] = []
        for u in p.stands_on(self.side):
            if not may_attack(p, u):
                continue
            touching = foes_touching(p, u)
            row = u * battle.stands
            if touching:
                melees += [battle.melee_at + row + v for v in touching]
                continue  # onepage.rulings.melee-first-duty
            if can_fire(p, u):
                foes = p.stands_about(u, 1 - self.side, ranges[battle.weapon[u]][1])
                fires += [battle.fire_at + row + v for v in foes if fire_distance(p, u, v) >= 0]
        # onepage.sequence.combat onepage.rulings.melee-first-duty
        return [*fires, *melees] if melees else [DONE, *fires]

    def apply(self, p: OnepagePosition, action: int) -> None:
        if action == DONE:
            return
        battle = p.battle
        p.stack.append(self)  # onepage.combat.one-by-one
        melee = action >= battle.melee_at
        pair = action - (battle.melee_at if melee else battle.fire_at)
        u, v = divmod(pair, battle.stands)
        p.fought[u] += 1
        p.stack.append((Melee if melee else Fire)(unit=u, target=v))

    def default(self, p: OnepagePosition) -> int:
        """The last: a melee if one is due, fire if any can be given."""
        return p.options()[-1]

    def prompt(self, p: OnepagePosition) -> str:
        return "Which combat is next?"

    def waiting(self, p: OnepagePosition) -> str:
        return "Waiting for the next combat."

    def says(self, p: OnepagePosition, action: int) -> str:
        return "done: no more combats" if action == DONE else ""

    def phrase(self, p: OnepagePosition, action: int) -> str:
        if action == DONE:
            return "done"
        verb, one, other = p.battle.nouns.name(action).split(" ")
        return f"{verb} {one} > {other}"

    def target(self, p: OnepagePosition, action: int) -> str:
        if action == DONE:
            return "verb:done"
        return f"unit:{p.battle.nouns.name(action).split(' ')[2]}"

    def doers(self, p: OnepagePosition, action: int) -> tuple[str, ...]:
        return () if action == DONE else (f"unit:{p.battle.nouns.name(action).split(' ')[1]}",)
