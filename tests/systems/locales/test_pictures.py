"""What a view tells of blocks, locales and approaches."""

from grognard.systems.locales import SYSTEM
from grognard.systems.locales.state.kinds import State
from tests.rules.locales.given import Scene, foot, given, gun, horse


def card(scene: Scene, id_: str, by: str | None = "blue") -> dict[str, str]:
    """A card as somebody reads it."""
    return dict(SYSTEM.card(scene.view(by), id_))


def of_block(scene: Scene, unit: str, by: str | None = "blue") -> dict[str, str]:
    """The card of a unit's block."""
    return card(scene, f"block:{scene.b(unit) + 1}", by)


def test_the_owner_reads_what_a_block_is_and_the_enemy_what_it_may_be() -> None:
    scene = given(foot("anna", "b2", 3), gun("berta", "b2/b3"), foot("foe", "b3", side="red"))
    number = str(scene.b("anna") + 1)
    assert of_block(scene, "anna") == {
        "Block": number, "Side": "Blue", "Is": "Anna, infantry 3", "Where": "B2",
    }  # fmt: skip
    for other in ("red", None):
        told = of_block(scene, "anna", other)
        assert told["May be"] == "Anna, infantry 3; Berta, artillery 1" and "Is" not in told


def test_disrupted_infantry_and_units_that_are_gone_are_told_to_all() -> None:
    scene = given(foot("anna", "b2", 0, state=State.DISRUPTED | State.UP), gun("berta", "b2"))
    assert of_block(scene, "anna", "red")["Is"] == "Anna, disrupted infantry"
    block = scene.b("berta")
    scene.administer("spike").play(f"spike {scene.name('berta')}")
    told = card(scene, f"block:{block + 1}", None)
    assert told["Is"] == "Berta, artillery" and told["Where"] == "off the map"


def test_a_long_list_of_possibilities_is_cut_and_says_so() -> None:
    scene = given(*(foot(f"u{n:02}", "b2" if n < 8 else "c2") for n in range(15)))
    told = of_block(scene, "u00", "red")["May be"].split("; ")
    assert len(told) == 13 and told[-1] == "3 more"


def test_a_locale_tells_its_capacity_and_blocks() -> None:
    scene = given(foot("a", "b2"), horse("h", "b2/b3"), capacity={"b2": 5})
    told = card(scene, "locale:b2", "red")
    assert told["Locale"] == "B2" and told["Capacity"] == "5"
    blocks = sorted((scene.b("a") + 1, scene.b("h") + 1))
    assert told["Blocks"] == ", ".join(map(str, blocks))


def test_an_approach_tells_its_ground_for_those_who_come_over_it() -> None:
    ground = {"width": "narrow", "into": {"b3": {"infantry": 1, "obstructed": True}}}
    scene = given(
        foot("a", "b2/b3"), foot("foe", "b3/b2", side="red"), boundaries={("b2", "b3"): ground}
    )
    told = card(scene, "approach:b3/b2")
    assert told["Approach"] == "from B2 into B3" and told["Width"] == "narrow"
    assert told["Penalty"] == "infantry -1" and "Obstructed" in told
    assert told["Blocks"] == str(scene.b("foe") + 1)
    other = card(scene, "approach:b2/b3")
    assert "Penalty" not in other and "Obstructed" not in other and "Passage" not in other
    closed = given(foot("a", "b2"), boundaries={("b2", "b3"): {"passage": "restricted"}})
    assert card(closed, "approach:b2/b3")["Passage"] == "restricted"
    assert card(closed, "approach:b3/c3")["Width"] == "wide"


def test_what_is_not_there_has_no_card() -> None:
    scene = given(foot("a", "b2"))
    for id_ in ("block:0", "block:999", "block:x", "locale:z9", "approach:b2/b9", "hex:0101", ""):
        assert card(scene, id_) == {}


def test_marks_of_guns_and_disrupted_infantry() -> None:
    scene = given(
        gun("g", "b2/b3", state=State.RANGING | State.UP),
        foot("x", "b2", 0, state=State.DISRUPTED | State.UP),
        foot("foe", "b3", side="red"),
    )  # fmt: skip
    pieces = {p.id: p for p in SYSTEM.placements(scene.view("red"))}
    gun_piece, broken = (pieces[f"block:{scene.b(u) + 1}"] for u in ("g", "x"))
    assert gun_piece.marks == ("ranging",) and gun_piece.symbol == "artillery"
    assert broken.marks == ("disrupted",) and broken.strength == ""
    assert gun_piece.at == (scene.locale("b2"), scene.p.spot[scene.b("g")] - scene.battle.locales)


def test_objectives_and_entries_are_marked() -> None:
    scene = given(foot("a", "b2"), objectives={"c3": "red"}, entries={"a1": "blue"})
    marks = {(m.kind, m.at[0], m.side) for m in SYSTEM.markers(scene.view("blue"))}
    assert marks == {("objective", scene.locale("c3"), 1), ("entry", scene.locale("a1"), 0)}


def test_a_locale_that_serves_both_sides_has_a_mark_for_each() -> None:
    scene = given(foot("a", "b2"), objectives={"c3": "blue red"}, entries={"c3": "blue red"})
    ids = [mark.id for mark in SYSTEM.markers(scene.view("blue"))]
    assert sorted(ids) == [
        "entry:c3:blue", "entry:c3:red", "objective:c3:blue", "objective:c3:red",
    ]  # fmt: skip


def test_the_clock_says_turn_hour_side_and_phase() -> None:
    scene = given(foot("a", "b2"), turns=4).phase(2)
    assert SYSTEM.clock(scene.view(None)) == "Turn 1 of 4 · 08:00 · Blue · staff commands"
