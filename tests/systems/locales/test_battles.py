"""The shipped battles: they load, play to an end under every variant, and keep the laws."""

import random
import re
from collections.abc import Iterator

import pytest

from grognard.engine.errors import UnknownName
from grognard.engine.event import Event
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.battle import LocalesBattle
from grognard.systems.locales.state.kinds import ARTILLERY, CAVALRY, GONE, ON_DISPLAY, State
from grognard.systems.locales.state.position import LocalesPosition

BATTLES = ("mcphersons-ridge", "oak-ridge", "first-bull-run", "second-manassas")
VARIANTS = ("sheet", "restored", "fixed-command", "restored+fixed-command")


def begin(name: str, variant: str = "sheet") -> LocalesPosition:
    """A battle before its first question."""
    p = SYSTEM.start(SYSTEM.battle(name, variant))
    assert isinstance(p, LocalesPosition)
    return p


def played(
    name: str, seed: int, variant: str = "sheet"
) -> Iterator[tuple[LocalesPosition, LocalesPosition, str, list[Event]]]:
    """A random game: each state, the one before, the step answered, and what was told."""
    p = begin(name, variant)
    rng = random.Random(seed)
    while not p.over:
        before = p.copy()
        step = type(p.top).__name__
        events: list[Event] = []
        p.ear = events
        p.play(rng.choice(p.options() if p.roll is None else list(p.check().table)))
        yield p, before, step, events


def test_the_tutorial_comes_first_and_an_unknown_battle_is_named() -> None:
    assert SYSTEM.battles() == list(BATTLES)
    with pytest.raises(UnknownName, match='did you mean "oak-ridge"'):
        SYSTEM.battle("oak-rigde")


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_is_set_up_as_the_rules_allow(name: str) -> None:
    p = begin(name)
    battle = p.battle
    assert isinstance(battle, LocalesBattle)
    for here in range(battle.locales):
        held = [len(p.blocks_in(here, side)) for side in (0, 1)]
        assert min(held) == 0 and max(held) <= battle.capacity[here]
    for unit in battle.units:
        assert 1 <= unit.strength <= (3, 2, 1)[unit.arm]
        assert not (unit.group and unit.arm == CAVALRY)
    for side in (0, 1):
        groups = sorted({u.group for u in battle.units if u.side == side and u.group})
        assert groups == list(range(1, len(groups) + 1))
        if groups:
            assert any(entry >> side & 1 for entry in battle.entry)
        assert any(objective >> side & 1 for objective in battle.objective) or any(
            objective >> 1 - side & 1 for objective in battle.objective
        )
    # Everybody lies face-down, and units that are still to come lie on the display.
    assert not any(p.state)
    assert {p.spot[b] for b in range(battle.count) if battle.group[b]} <= {ON_DISPLAY}


@pytest.mark.parametrize("name", BATTLES)
def test_starting_morale(name: str) -> None:
    # 60 % of the points rounded up, at least 12, and 2 for each group; or what the file says.
    battle = SYSTEM.battle(name)
    assert isinstance(battle, LocalesBattle)
    for side in (0, 1):
        points = sum(u.strength for u in battle.units if u.side == side)
        groups = len({u.group for u in battle.units if u.side == side and u.group})
        given = battle.roster.sides[side].morale
        assert battle.morale[side] == (given or max(12, (points * 6 + 9) // 10) + 2 * groups)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", BATTLES[:3])
def test_a_battle_plays_to_its_end_under_every_variant(name: str, variant: str) -> None:
    for seed in range(2):
        last = None
        for p, *_ in played(name, seed, variant):
            last = p
        assert last is not None
        result = SYSTEM.result(last)
        assert result is not None and result.winner in (0, 1)


def test_the_full_battle_plays_to_its_end() -> None:
    last = None
    for p, *_ in played("second-manassas", 1):
        last = p
    assert last is not None and SYSTEM.result(last) is not None


# -- laws, at every state of random games ----------------------------------------------------------


GAMES = [("mcphersons-ridge", 0), ("mcphersons-ridge", 1), ("oak-ridge", 0), ("first-bull-run", 0)]


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_no_locale_is_shared_or_overfull(name: str, seed: int) -> None:
    for p, *_ in played(name, seed):
        for here in range(p.battle.locales):
            held = [len(p.blocks_in(here, side)) for side in (0, 1)]
            assert min(held) == 0 and max(held) <= p.battle.capacity[here]


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_strength_rises_by_rally_and_mobilization_only(name: str, seed: int) -> None:
    for p, before, step, _ in played(name, seed):
        for side in (0, 1):
            points, was = (on_map(q, side) for q in (p, before))
            if points > was:
                assert step in ("StaffOrder", "RallyAt", "Mobilize", "MobilizeAt")
            # Splits and merges leave the total of an army, the display included, as it is.
            if step in ("Merge", "Split"):
                assert points == was


def on_map(p: LocalesPosition, side: int) -> int:
    """The strength points of a side on the map."""
    return sum(p.strength[b] for b in p.battle.blocks_of[side] if p.spot[b] >= 0)


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_morale_is_its_start_and_the_effects_that_were_told(name: str, seed: int) -> None:
    told = re.compile(r"(.+) morale (\d+) \(([+-]\d+): .+\)\.")
    for p, before, _, events in played(name, seed):
        now = list(before.morale)
        for event in events:
            found = told.fullmatch(event.text)
            if found is None:
                continue
            side = p.battle.titles.index(found[1])
            by = int(found[3])
            # +1 for a rally or an enemy gun; -1, -2, -5, and up to -3 for a unit lost whole.
            assert by in (1, -1, -2, -3, -5)
            now[side] = max(0, min(p.battle.morale[side], now[side] + by))
            assert now[side] == int(found[2])
        assert now == p.morale


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_every_block_is_in_a_lawful_state(name: str, seed: int) -> None:
    for p, *_ in played(name, seed):
        battle = p.battle
        for b in range(battle.count):
            state, spot = p.state[b], p.spot[b]
            if spot < 0:
                assert not state and (spot == GONE or p.strength[b] > 0)
                continue
            unit = battle.units[p.who[b]]
            if state & State.DISRUPTED:
                # Face-up, without strength, and never on an approach.
                assert state & State.UP and spot < battle.locales
                assert unit.arm == 0 and p.strength[b] == 0
            else:
                assert 1 <= p.strength[b] <= (3, 2, 1)[unit.arm]
            assert p.battle.block_side[b] == unit.side


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_cards_are_never_lost_or_made(name: str, seed: int) -> None:
    for p, *_ in played(name, seed):
        for side in (0, 1):
            own = slice(side * 8, side * 8 + 8)
            held = [sum(k) for k in zip(p.hand[own], p.deck[own], p.discard[own], strict=True)]
            assert held == [5, 4, 4, 2, 2, 1, 1, 1]


def test_the_guns_of_both_sides_of_a_battle() -> None:
    battle = SYSTEM.battle("mcphersons-ridge")
    assert isinstance(battle, LocalesBattle)
    assert sum(u.arm == ARTILLERY for u in battle.units) == 4
