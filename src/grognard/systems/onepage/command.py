"""Command determination: who is within reach of a general; and generals the enemy has caught."""

from __future__ import annotations

from grognard.boards.table.lattice import INCH
from grognard.boards.table.rect import point_within
from grognard.engine.numbers import Side
from grognard.engine.rulebook import Rulebook
from grognard.engine.step import Then
from grognard.systems.onepage.state.position import ARRIVED, OUT, ROUTED, OnepagePosition
from grognard.systems.tabletop.measure import inches


class CommandRules:
    """How far a general commands, and what part of its move a unit out of command has."""

    def __init__(self, book: Rulebook) -> None:
        self.reach = book.int("onepage.command.in", "inches") * INCH
        self.out_parts = book.int("onepage.command.out.half-move", "parts")


def in_command(p: OnepagePosition, u: int) -> bool:
    """Whether a unit is within reach of any friendly general."""
    return any(reaches(p, g, u) for g in p.generals_on(p.battle.side[u]))


def reaches(p: OnepagePosition, g: int, u: int) -> bool:
    """Whether a general commands a unit of his side where both are."""
    b = p.rect(g)
    return point_within(b.x, b.y, p.rect(u), p.battle.rules.command.reach)


class Command(Then[OnepagePosition]):
    """The attacker finds out which of his units are in command."""

    side: Side

    def run(self, p: OnepagePosition) -> None:
        reach = p.battle.rules.command.reach
        for g in p.generals_on(self.side):
            p.state[g] &= ~ARRIVED
        for u in p.stands_on(self.side):
            arrived, was_out = p.state[u] & ARRIVED, p.state[u] & OUT
            p.state[u] &= ~(OUT | ARRIVED)
            if arrived or in_command(p, u):
                if was_out:
                    p.say(u, "is in command again")
                continue
            p.state[u] |= OUT
            p.say(u, f"is out of command: no general is within {inches(reach)} in")
            if not p.state[u] & ROUTED:  # onepage.command.out.disordered
                p.disorder(u, "out of command")


def ride_off(p: OnepagePosition, side: int) -> None:
    """Generals of a side whom an enemy stand touches ride to the nearest friend, or are lost."""
    # onepage.rulings.general-caught
    contact = p.battle.rules.field.contact

    def caught(u: int) -> bool:
        a = p.rect(u)
        foes = p.stands_about(u, 1 - side, contact)
        return any(point_within(a.x, a.y, p.rect(v), contact) for v in foes)

    for g in p.generals_on(side):
        if not caught(g):
            continue
        places = {u: (p.x[u] - p.x[g]) ** 2 + (p.y[u] - p.y[g]) ** 2 for u in p.stands_on(side)}
        safe = [u for u in sorted(places, key=lambda u: (places[u], u)) if not caught(u)]
        if safe:
            p.put(g, p.x[safe[0]], p.y[safe[0]], 0)
            p.say(g, f"rides out of the enemy's way to {p.name(safe[0])}", safe[0])
        else:
            p.remove(g, "caught by the enemy")
