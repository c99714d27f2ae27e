"""The outlook of a fight: exact odds over hidden blocks, against play with every permutation."""

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from grognard.engine.dicebox import DiceBox
from grognard.engine.errors import BadSituation
from grognard.engine.game import Game
from grognard.engine.position import HIDDEN
from grognard.engine.view import View
from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import State, Verb
from grognard.systems.locales.state.position import LocalesPosition
from tests.rules.locales.given import Scene, Spec, foot, given, gun, horse

NARROW = {("b2", "b3"): {"width": "narrow", "into": {"b3": {"infantry": 1}}}}
BARRED = {("b2", "b3"): {"into": {"b3": {"obstructed": True, "cavalry": 1}}}}


def answered(p: LocalesPosition, lead: set[int]) -> int:
    """What both sides answer: these leaders, all guns, the strongest defenders, any loss."""
    options = p.options()
    top: Any = p.top
    name = type(top).__name__
    blocks = [a - p.battle.block_at for a in options if a != Verb.GO]
    if name in ("AttackLeaders", "ChargeLeaders"):
        wanted = [b for b in blocks if b in lead]
    elif name in ("DefenseLeaders", "ChargeDefenders"):
        room = top.most(p) - len(top.chosen)
        # In the order of the blocks: one is named if it is among the strongest still open.
        best = sorted(blocks, key=lambda b: -p.strength[b])[: max(room, 0)]
        wanted = sorted(best)
    elif name in ("AttackSupport", "DefenseSupport"):
        wanted = blocks
    else:
        return options[-1] if name == "ChargeAnswer" else options[0]
    return p.battle.block_at + wanted[0] if wanted else Verb.GO


def played(p: LocalesPosition, lead: set[int]) -> str:
    """Fight it out: who wins, and the points either side loses before anybody leaves."""
    p.ear = []
    while p.decision is not None and type(p.top).__name__ not in ("FieldOrder", "LeaveTo"):
        p.play(answered(p, lead))
    lost = [0, 0]
    winner = ""
    for event in p.ear:
        if " retreats from " in event.text:
            break
        if event.text.endswith("wins."):
            winner = "attacker" if "Blue wins" in event.text else "defender"
        if event.text.endswith("loses a strength point."):
            block = int(event.subjects[0].partition(":")[2]) - 1
            lost[p.battle.block_side[block]] += 1
    return f"{winner} wins: attacker loses {lost[0]}, defender {lost[1]}"


def brute_force(scene: Scene, lead: Sequence[str]) -> dict[str, Fraction]:
    """Every permutation of what red's hidden blocks may be, each played out."""
    view = scene.view("blue")
    hidden = [b for b, who in enumerate(view.seen(LocalesPosition).who) if who == HIDDEN]
    leaders = {scene.b(id_) for id_ in lead}
    ends: Counter[str] = Counter()
    deals = list(permutations((scene.p.who[b], scene.p.strength[b]) for b in hidden))
    for deal in deals:
        p = scene.p.copy()
        for b, (who, strength) in zip(hidden, deal, strict=True):
            p.who[b], p.strength[b] = who, strength
        p.play(Verb.GO)
        ends[played(p, leaders)] += 1
    return {end: Fraction(count, len(deals)) for end, count in ends.items()}


def foretold(scene: Scene) -> dict[str, Fraction]:
    """The outlook of `go`, as blue knows it."""
    ((_, dist),) = SYSTEM.outlook(scene.view("blue"), Verb.GO)
    return {end: dist.probability(end) for end in dist.weights}


def ready(*units: Spec, group: Sequence[str], order: str = "assault b2/b3", **how: Any) -> Scene:
    """Blue has named a group and may say go."""
    scene = given(*units, **how).field()
    scene.play(*order.split(", "), *(scene.name(id_) for id_ in group))
    return scene


RED = (foot("r3", "b3/b2", 3, "red"), gun("rg", "b3/b2", "red"), foot("r1", "b3", 1, "red"))


@pytest.mark.parametrize("boundaries", [{}, NARROW, BARRED])
def test_the_outlook_of_an_assault_is_that_of_all_permutations(boundaries: Any) -> None:
    scene = ready(
        foot("a", "b2/b3", 3), foot("b", "b2/b3", 2), gun("g", "b2/b3"), *RED,
        horse("rc", "b3", 2, "red"), gun("rh", "e1", "red"),
        group=["a", "b", "g"], boundaries=boundaries,
    )  # fmt: skip
    lead = ["a"] if boundaries is NARROW else ["a", "b"]
    assert foretold(scene) == brute_force(scene, lead)
    assert len(foretold(scene)) > 3


def test_the_outlook_of_a_charge_is_that_of_all_permutations_if_it_is_met() -> None:
    scene = ready(
        horse("a", "b1", 2), horse("b", "b1", 1), foot("r3", "b3", 3, "red"),
        gun("rg", "b3", "red"), foot("r1", "e1", 1, "red"), horse("rc", "e1", 2, "red"),
        group=["a", "b"], order="charge b1, > b2/b3",
    )  # fmt: skip
    ((title, _),) = SYSTEM.outlook(scene.view("blue"), Verb.GO)
    assert title == "Charge from B2 towards B3, met as strongly as may be"
    assert foretold(scene) == brute_force(scene, ["a"])


def test_what_is_known_is_certain() -> None:
    # A ranging gun cannot support; the block beside it is the only one of its pool.
    scene = ready(
        foot("a", "b2/b3", 3), gun("ranging", "b3/b2", "red", state=State.RANGING | State.UP),
        foot("r2", "b3/b2", 2, "red"), group=["a"],
    )  # fmt: skip
    # 3 - 2 = 1: the winner loses 1, the loser 2.
    assert foretold(scene) == {"attacker wins: attacker loses 1, defender 2": Fraction(1)}
    assert foretold(scene) == brute_force(scene, ["a"])


def test_one_block_out_of_a_pool_of_two() -> None:
    scene = ready(
        foot("a", "b2/b3", 2), foot("r1", "b3/b2", 1, "red"), foot("r3", "b3", 3, "red"),
        group=["a"],
    )  # fmt: skip
    # 2 - 1 = 1: 1, and 2 of which the defender has 1; 2 - 3 = -1: 2 and 1.
    half = Fraction(1, 2)
    assert foretold(scene) == {
        "attacker wins: attacker loses 1, defender 1": half,
        "defender wins: attacker loses 2, defender 1": half,
    }


def test_the_outlook_follows_the_leaders_and_guns_that_are_named() -> None:
    scene = ready(
        foot("a", "b2/b3", 3), foot("b", "b2/b3", 2), gun("g", "b2/b3"),
        foot("r", "b3/b2", 3, "red"), group=["a", "b", "g"],
    )  # fmt: skip
    # 3 + 2 + 1 - 3 = 3: 1 / 3 (of 4).
    assert foretold(scene) == {"attacker wins: attacker loses 1, defender 3": 1}
    scene.play("go", scene.name("b"))
    # b alone leads: 2 + 1 - 3 = 0.
    assert foretold(scene) == {"defender wins: attacker loses 1, defender 1": 1}
    scene.play("go")
    # No gun named yet: 2 - 3 = -1.
    assert foretold(scene) == {"defender wins: attacker loses 2, defender 1": 1}
    scene.play(scene.name("g"))
    assert foretold(scene) == {"defender wins: attacker loses 1, defender 1": 1}


def test_only_the_answer_that_commits_has_an_outlook_and_only_for_its_side() -> None:
    scene = ready(
        foot("a", "b2/b3", 3), foot("b", "b2/b3", 2), foot("r", "b3/b2", 3, "red"), group=["a"]
    )
    second = scene.battle.block_at + scene.b("b")
    assert SYSTEM.outlook(scene.view("blue"), second) == []
    assert SYSTEM.outlook(scene.view("red"), Verb.GO) == []
    assert SYSTEM.outlook(scene.view(None), Verb.GO) == []
    march = given(foot("a", "b2", 3)).field().play("field-march b2", "> b3")
    march.play(march.name("a"))
    assert SYSTEM.outlook(march.view("blue"), Verb.GO) == []


def test_the_outlook_does_not_depend_on_what_is_hidden() -> None:
    units = [foot("a", "b2/b3", 3), foot("b", "b2/b3", 2)]
    one = ready(*units, foot("x", "b3/b2", 1, "red"), gun("y", "b3", "red"), group=["a"])
    other = ready(*units, gun("x", "b3/b2", "red"), foot("y", "b3", 1, "red"), group=["a"])
    assert foretold(one) == foretold(other)


def test_a_game_tells_the_outlook_of_a_whole_order() -> None:
    source = given(foot("a", "b2/b3", 3), foot("r", "b3/b2", 2, "red")).battle.source
    battle = SYSTEM.battle_from(source, "fixed-command")
    game = Game.begin(SYSTEM, battle, DiceBox.open(1))
    while "assault b2/b3" not in game.texts():
        game.play(game.options()[0])
    ((title, dist),) = game.outlook("assault b2/b3 block 1 go")
    assert title == "Assault from B2 towards B3, met as strongly as may be"
    assert dist.fractions() == {"attacker wins: attacker loses 1, defender 2": "1/1"}
    # Nobody else can obey, as everybody sees: the order alone commits to it.
    assert game.outlook("assault b2/b3") == [(title, dist)]
    assert game.outlook("field-march b2/b3") == []
    assert isinstance(game.view("blue"), View) and game.texts()  # nothing was played


# -- short answers of the command line ---------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "winner", "attacker", "defender"),
    [
        # 3 - 1 by the gun + 1 - 1 - 2 = 0: 1 and the gun's 1 against 1.
        ("attack=3 support=1 penalty=1 defence=2 guns=1", "defender", 2, 1),
        ("attack=5 defence=3", "attacker", 1, 3),  # +2
        ("attack=2 support=0 penalty=0 defence=5 guns=0", "defender", 4, 1),  # -3
        # The guns cannot take more than the leaders have: 2 - 2 - 0 = 0.
        ("attack=2 guns=4", "defender", 2, 0),  # no leader is left: it fails
    ],
)
def test_the_short_answer_of_an_assault(
    facts: str, winner: str, attacker: int, defender: int
) -> None:
    values = dict(fact.split("=") for fact in facts.split())
    found = SYSTEM.short_answer("assault", values)
    wanted = {"winner": winner, "attacker-losses": attacker, "defender-losses": defender}
    assert found == wanted
    assert json.loads(json.dumps(found)) == wanted


@pytest.mark.parametrize(
    ("field", "yes", "no"),
    [
        # Of 20 cards: 2 of 5; 4 of 4; 5, 1 and 1 of 3; 4 and 1 of 2; 2 of 1.
        (0, "1/1", "0/1"), (1, "1/1", "0/1"), (2, "9/10", "1/10"), (3, "13/20", "7/20"),
        (4, "3/10", "7/10"), (5, "1/10", "9/10"), (6, "0/1", "1/1"),
    ],
)  # fmt: skip
def test_the_short_answer_of_a_draw(field: int, yes: str, no: str) -> None:
    found = SYSTEM.short_answer("draw", {"field": str(field)})
    assert found == {"outcomes": {"yes": yes, "no": no}}


def test_short_answers_refuse_what_they_do_not_know() -> None:
    for check, values, word in (
        ("assault", {"atack": "3"}, 'did you mean "attack"'),
        ("assault", {"attack": "many"}, "number"),
        ("assault", {"attack": "99"}, "outside 0 to 12"),
        ("draw", {"field": "-1"}, "outside 0 to 9"),
        ("draw", {"field": "x"}, "number"),
        ("draw", {"field": "2", "staff": "1"}, "staff"),
    ):
        with pytest.raises(BadSituation, match=word):
            SYSTEM.short_answer(check, values)
    assert SYSTEM.short_answer("draw", {"card-1": "5"}) is None
    assert SYSTEM.short_answer("shuffle", {"blocks": "3"}) is None


def test_a_known_unit_that_was_shuffled_is_one_of_those_it_lay_with() -> None:
    scene = given(
        foot("a", "b2/b3", 2), foot("known", "b3", 3, "red"), foot("r1", "b3/b2", 1, "red"),
        gun("rg", "e1", "red"), boundaries={("b2", "b3"): {"width": "narrow"}},
    )  # fmt: skip
    p = scene.p
    p.know(scene.b("known"))
    p.mix_up([scene.b("known"), scene.b("r1")])
    scene.field().play("assault b2/b3", scene.name("a"))
    # The block on the approach is the known 3 or, as likely, one of the other two.
    # 2 - 3 = -1: 2 and 1. 2 - 1 = 1: 1 and 1 of 1. The gun fires: 2 - 1 = 1: 1 + 1 and 1 of 1.
    assert foretold(scene) == {
        "defender wins: attacker loses 2, defender 1": Fraction(1, 2),
        "attacker wins: attacker loses 1, defender 1": Fraction(1, 4),
        "attacker wins: attacker loses 2, defender 1": Fraction(1, 4),
    }
