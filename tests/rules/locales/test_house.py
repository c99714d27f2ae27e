"""House rules: numbers of the rule book that a club changes are played as it wrote them."""

import pytest

from grognard.engine.rulebook import changed
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import foot, given, gun, horse

BROKEN = State.DISRUPTED | State.UP


@pytest.mark.rule("locales.ruling.support.limit", "locales.ruling.width")
@pytest.mark.parametrize(("limit", "guns", "leaders"), [("support.limit", 2, 1), ("width", 1, 2)])
def test_guns_and_leaders_have_each_their_own_limit(limit: str, guns: int, leaders: int) -> None:
    with changed({f"locales.ruling.{limit}": {"narrow": 2}}):
        scene = given(
            foot("a", "b2/b3"), foot("b", "b2/b3"), gun("g", "b2/b3"), gun("h", "b2/b3"),
            foot("foe", "b3/b2", 3, side="red"), boundaries={("b2", "b3"): {"width": "narrow"}},
        ).field()  # fmt: skip
        scene.order("assault b2/b3", "a", "b", "g", "h").play(scene.name("a"))
        assert (scene.name("b") in scene.options()) == (leaders == 2)
        scene.play("go", scene.name("g"))
        assert (scene.name("h") in scene.options()) == (guns == 2)


@pytest.mark.rule("locales.ruling.rally.one-pair")
@pytest.mark.parametrize(("broken", "rallied"), [(2, 1), (3, 1), (4, 2)])
def test_a_rally_of_two_pairs_takes_as_many_as_are_there(broken: int, rallied: int) -> None:
    with changed({"locales.ruling.rally.one-pair": {"pairs": 2}}):
        hurt = [foot(f"u{n}", "b2", 0, state=BROKEN) for n in range(broken)]
        scene = given(foot("by", "b2", 3), *hurt)
        scene.p.morale[0] = 40
        scene.staff("rally", commands=1).play("rally")
    assert scene.morale() == 40 + rallied
    there = scene.p.blocks_in(scene.locale("b2"), 0)
    left = [b for b in there if scene.p.state[b] & State.DISRUPTED]
    assert len(left) == broken - 2 * rallied
    assert sum(scene.p.strength[b] for b in there) == 3 + rallied


@pytest.mark.rule("locales.eligibility.shuffle.may")
def test_an_arm_that_may_not_be_shuffled_stays_out() -> None:
    with changed({"locales.eligibility.shuffle.may": {"marks": ["✓", "–", "✓", "–"]}}):
        scene = given(foot("a", "b2"), horse("h", "b2"), horse("k", "c2"), foot("c", "c2", 1))
        scene.phase(0)
        assert "shuffle b2" not in scene.options()
        more = given(foot("a", "b2"), horse("h", "b2"), foot("b", "b2", 1)).phase(0)
        place = more.b("h")
        more.play("shuffle b2").roll(2)
    assert more.b("h") == place


@pytest.mark.rule("locales.reorganize.effect.split")
def test_only_strengths_that_the_book_names_are_split() -> None:
    with changed({"locales.reorganize.effect.split": {"strengths": [3, 3]}}):
        scene = given(foot("two", "b2", 2), foot("three", "c2", 3)).staff("reorganize")
        scene.play("split in two")
        assert scene.options() == [scene.name("three")]
