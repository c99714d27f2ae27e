"""What happened meanwhile: told once, with its ways, and folded away by who wants it so."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.page.browser import Server
from tests.page.placed import middle
from tests.page.sitting import TUTORIAL, asked, open_game, order, sit_down

# A strip alone: what it draws is kept in `drawn`, the scene knows two pieces.
STRIP = """async ([news, to, fallen]) => {
  const { EnemyDeeds } = await import("/static/enemy.js");
  const drawn = [];
  const names = { inWords: (text) => text, whose: () => "", sideOf: () => -1 };
  const table = { names, board: { trail: (...ways) => drawn.push(ways), follow() {} },
    answering: { light() {}, throws: [] }, question: { render() {} } };
  const strip = new EnemyDeeds(table);
  const scene = (x) => ({ placements: [{ id: "unit:a", x, y: 5 }, { id: "unit:b", x: 50, y: 5 }] });
  const after = scene(to);
  after.placements = after.placements.filter(({ id }) => id !== fallen);
  strip.heard(news, { question: { mine: false }, scene: scene(1) }, { scene: after });
  strip.asked();
  const told = [];
  do {
    const part = strip.part();
    const [words, press] = [".told", "[data-deed]"].map((one) => part.querySelector(one));
    told.push([words?.textContent ?? "", press.textContent]);
    strip.step(1);
  } while (strip.part());
  return { told, drawn };
}"""


# A strip of three deeds in a panel, drawn anew at every step.
LAID = """async () => {
  const { EnemyDeeds } = await import("/static/enemy.js");
  const host = document.createElement("div");
  host.className = "question";
  host.style.width = "24rem";
  document.body.replaceChildren(host);
  const names = { inWords: (text) => text, whose: () => "", sideOf: () => -1 };
  const table = { names, board: { trail() {}, follow() {} }, answering: { light() {}, throws: [] },
    question: { render: () => host.replaceChildren(...[strip.part()].filter(Boolean)) } };
  const strip = new EnemyDeeds(table);
  const news = ["a", "b", "c"].map((id, at) => ({ line: at, text: `${id.toUpperCase()} marches.`,
    subjects: [`unit:${id}`], roll: false }));
  const scene = { placements: [] };
  strip.heard(news, { question: { mine: false }, scene }, { scene });
  table.question.render();
}"""


def entry(line: int, text: str, *subjects: str) -> dict[str, Any]:
    """An entry of the log that is no roll."""
    return {"line": line, "text": text, "subjects": list(subjects), "roll": False}


def strip(
    page: Page, server: Server, *news: dict[str, Any], to: float = 1, fallen: str = ""
) -> Any:
    """What a strip tells and draws of some news, by which a piece at 1 has come to `to`."""
    page.goto(server.address)
    return page.evaluate(STRIP, [list(news), to, fallen])


def test_a_single_deed_is_told_and_drawn_at_once(page: Page, server: Server) -> None:
    found = strip(page, server, entry(7, "A marches.", "unit:a"), to=30)
    assert found["told"] == [["A marches.", "Seen"]]
    # Where it went, by what the two scenes say; then the strip is put away.
    assert found["drawn"] == [[[[1, 5], [30, 5]]], []]


def test_fire_that_destroys_is_drawn_to_where_its_target_stood(page: Page, server: Server) -> None:
    news = [
        entry(7, "A fires at B.", "unit:a", "unit:b"),
        entry(8, "B is removed: all strength lost.", "unit:b"),
    ]
    found = strip(page, server, *news, fallen="unit:b")
    assert found["drawn"][0] == [[[1, 5], [50, 5]]]


def test_several_deeds_are_stepped_through_and_none_says_a_thing_twice(
    page: Page, server: Server
) -> None:
    news = [
        entry(7, "A fires at B.", "unit:a", "unit:b"),
        entry(7, "A fires at B.", "unit:a", "unit:b"),
        entry(7, "A is out of powder.", "unit:a"),
        entry(8, "A rides.", "unit:a", "hex:0101", "hex:0201", "hex:0301"),
    ]
    found = strip(page, server, *news)
    assert found["told"] == [
        ["", "Watch"],
        ["A fires at B. A is out of powder.", "Next"],
        ["A rides.", "Seen"],
    ]
    shot, ride, *_ = found["drawn"]
    assert shot == [[[1, 5], [50, 5]]]
    assert ride == [["hex:0101", "hex:0201", "hex:0301"]]


def test_hint_and_strip_stay_folded(page: Page, server: Server) -> None:
    """Saxe-Weimar of the Allied rides; the French player, who is asked next, reads of it."""
    humans = {side: {"kind": "human"} for side in ("french", "allied")}
    game = open_game(server, TUTORIAL, seats=humans)
    sit_down(page, game, "french")
    hint = page.locator(".lesson")
    expect(hint).to_have_attribute("open", "")
    hint.locator("summary").click()
    expect(hint).not_to_have_attribute("open", "")
    order(page, "move ney > 0713")
    expect(page.locator("ol.log")).to_contain_text("rides 1 hex to")
    expect(hint).not_to_have_attribute("open", "")
    page.reload()
    asked(page, "Leader movement")
    expect(hint).not_to_have_attribute("open", "")
    page.keyboard.press("h")
    expect(hint).to_have_attribute("open", "")
    page.keyboard.press("h")
    order(page, "done")
    other = page.context.new_page()
    sit_down(other, game, "allied")
    asked(other, "Leader movement")
    order(other, "move saxe-weimar > 0702")
    expect(other.locator("ol.log")).to_contain_text("Saxe-Weimar rides")
    order(other, "done")
    told = page.locator(".enemy")
    expect(told.locator(".told")).to_contain_text("Saxe-Weimar rides 7 hexes to 0702.")
    expect(page.locator(".layer-arrows .way")).to_have_count(1)
    page.keyboard.press("m")
    expect(told.locator(".told")).to_be_hidden()
    expect(told).to_contain_text("Meanwhile")
    page.keyboard.press("n")  # it is the last: seen, the strip goes
    expect(told).to_have_count(0)


def test_deeds_are_stepped_through_by_enter_or_clicks_alone(page: Page, server: Server) -> None:
    """Two leaders of the Allied ride: the focus stays on what goes on, or goes back."""
    humans = {side: {"kind": "human"} for side in ("french", "allied")}
    game = open_game(server, TUTORIAL, seats=humans)
    sit_down(page, game, "french")
    order(page, "done")
    other = page.context.new_page()
    sit_down(other, game, "allied")
    asked(other, "Leader movement")
    for ride in ("move saxe-weimar > 0702", "move orange > 0605", "move bijlandt > 0606"):
        order(other, ride)
        expect(other.locator("ol.log")).to_contain_text(ride[-4:])
    told, strip = page.locator(".enemy .told"), page.locator(".enemy")
    page.locator("[data-deed]").focus()
    for words in ("Saxe-Weimar", "Orange", "Bijlandt"):
        page.keyboard.press("Enter")
        expect(told).to_contain_text(f"{words} rides")
        expect(page.locator("[data-deed]")).to_be_focused()
    page.locator("[data-back]").focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("Orange rides")
    expect(page.locator("[data-back]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-deed]")).to_be_focused()  # there is none before
    # A mouse that stays where it is goes through all the rest, and puts the strip away.
    place = middle(page.locator("[data-deed]"))
    for words in ("Orange", "Bijlandt"):
        page.mouse.click(*place)
        expect(told).to_contain_text(f"{words} rides")
    page.mouse.click(*place)
    expect(strip).to_have_count(0)


def test_what_goes_on_stays_under_the_mouse(page: Page, server: Server) -> None:
    """Watch, Next and Seen are pressed at one place, which never goes back instead."""
    page.goto(server.address)
    page.evaluate(LAID)
    place = middle(page.locator("[data-deed]"))
    for words in ("A marches.", "B marches.", "C marches."):
        page.mouse.click(*place)
        expect(page.locator(".enemy .told")).to_have_text(words)
    page.mouse.click(*place)
    expect(page.locator(".enemy")).to_have_count(0)


def rolled(line: int, text: str, *subjects: str) -> dict[str, Any]:
    """An entry of the log that tells a roll."""
    return {**entry(line, text, *subjects), "roll": True}


def test_what_a_roll_led_to_is_said_once(page: Page, server: Server) -> None:
    """A sentence that says a roll's result again takes its place; another stands beside it."""
    news = [
        rolled(7, "Fire: column 2\n  die 8: a check against disorder (d)", "unit:a", "unit:b"),
        entry(7, "A: fire at B: a check against disorder.", "unit:a", "unit:b"),
        rolled(8, "Cohesion check: Cohesion 6\n  die 9: fail", "unit:b"),
        entry(8, "B fails its check (fire).", "unit:b"),
        entry(8, "B is now D-1.", "unit:b"),
        rolled(9, "Melee: 4 dice\n  dice 6 1 2 3: 1 hit", "unit:a", "unit:b"),
        entry(9, "A is disordered.", "unit:a"),
    ]
    told = [words for words, _ in strip(page, server, *news)["told"]]
    assert told == [
        "",
        "A: fire at B: a check against disorder.",
        "B fails its check (fire). B is now D-1.",
        "Melee: 1 hit. A is disordered.",
    ]


def test_the_legs_of_one_march_are_one_deed(page: Page, server: Server) -> None:
    """Guns limber, go and unlimber in three answers; what they do to somebody is another deed."""
    news = [
        entry(7, "A limbers.", "unit:a"),
        entry(8, "A rides.", "unit:a", "hex:0101", "hex:0201"),
        entry(9, "A unlimbers.", "unit:a"),
        entry(10, "A will attack B.", "unit:a", "unit:b"),
        entry(11, "B turns.", "unit:b"),
    ]
    found = strip(page, server, *news)
    assert [words for words, _ in found["told"]] == [
        "",
        "A limbers. A rides. A unlimbers.",
        "A will attack B.",
        "B turns.",
    ]
    march, attack, *_ = found["drawn"]
    assert march == [["hex:0101", "hex:0201"]]
    assert attack == [[[1, 5], [50, 5]]]


# Two deeds at line 7 and 8; what is left of the strip when their dice, or an answer, are told.
LEFT = """async ([throws, answered]) => {
  const thrown = (line) => `Roll ${line}: d6\\n  die 6: fail`;
  const { EnemyDeeds } = await import("/static/enemy.js");
  const names = { inWords: (text) => text, whose: () => "", sideOf: () => -1 };
  const rolls = throws.map(([line, mine, ...subjects]) => ({ mine, about: subjects, after: [],
    entry: { line, subjects, dice: [], text: thrown(line) } }));
  const table = { names, answering: { throws: rolls } };
  const strip = new EnemyDeeds(table);
  const scene = { placements: [] };
  const told = (line, text) => ({ line, text, subjects: ["unit:b", "unit:a"], roll: true });
  const news = [told(7, "Morale test: d6\\n  die 6: fail"),
    told(8, "Melee: 4 dice\\n  dice 1 2: 0 hits")];
  strip.heard(news, { question: { mine: false }, scene }, { scene });
  const mine = { mine: true, kind: "choose" };
  if (answered) strip.heard([], { question: mine, scene, line: 8 }, { scene, line: 9 });
  return strip.part() !== null;
}"""


def test_what_is_told_with_its_dice_is_not_told_twice(page: Page, server: Server) -> None:
    page.goto(server.address)
    own = [6, True, "unit:a"]  # a roll of one's own, for a piece the others roll against
    for throws, left in (
        ([], True),
        ([own, [7, False, "unit:b", "unit:a"]], True),  # the melee's dice are not in sight
        ([own, [7, False, "unit:b", "unit:a"], [8, False, "unit:b", "unit:a"]], False),
        ([[7, False, "unit:b", "unit:a"], [8, False, "unit:b", "unit:a"]], True),  # an enemy's turn
    ):
        assert page.evaluate(LEFT, [throws, False]) == left


def test_an_answer_that_is_not_told_ends_the_strip_too(page: Page, server: Server) -> None:
    """Fire is told when its dice are thrown; what the enemy did before is over with its order."""
    page.goto(server.address)
    assert page.evaluate(LEFT, [[], False])
    assert not page.evaluate(LEFT, [[], True])


# What a strip tells of some states: whether we were asked, and how; the line; the news; our dice.
TELLING = """async ([steps, dice]) => {
  const { EnemyDeeds } = await import("/static/enemy.js");
  const names = { inWords: (text) => text, whose: () => "",
    sideOf: (ids) => ["unit:mine", "unit:theirs"].indexOf(ids[0]) };
  const throws = dice.map((line) => ({ mine: true, about: ["unit:mine"], after: [],
    entry: { line, subjects: ["unit:mine"], dice: [], text: "Check: d6\\n  die 6: fail" } }));
  const strip = new EnemyDeeds({ names, answering: { throws } });
  const scene = { placements: [] };
  const battle = { sides: ["us", "them"] };
  for (const [mine, kind, line, news] of steps) {
    const question = { mine, kind, actor: mine ? "us" : "them" };
    strip.heard(news, { question, battle, scene, line: line - 1 }, { scene, battle, line });
  }
  return strip.left.map(({ said }) => said.join(" "));
}"""

MINE, THEIRS, PLACE = "unit:mine", "unit:theirs", "locale:farm"


def test_what_an_answer_of_ours_led_to_is_told_with_what_followed(
    page: Page, server: Server
) -> None:
    """The enemy leaves at once when we come, and then says where to: both are told, in one row.

    What our answer did itself, and what our own pieces do, is known.
    """
    page.goto(server.address)
    ours = [
        entry(50, "We advance.", MINE),
        entry(50, "They leave the farm.", PLACE),
        entry(50, "Their morale is 7."),
        entry(50, "We come in.", MINE),
    ]
    come = [True, "choose", 50, ours]
    gone = [False, "choose", 51, [entry(51, "Archer goes home.", THEIRS)]]
    told = page.evaluate(TELLING, [[come, gone], []])
    assert told == ["They leave the farm. Their morale is 7.", "Archer goes home."]
    # Nobody has answered: it is told in the log alone.
    assert page.evaluate(TELLING, [[come], []]) == []


def test_what_befell_us_by_our_own_dice_is_told_when_they_are_out_of_sight(
    page: Page, server: Server
) -> None:
    page.goto(server.address)
    steps = [
        [False, "choose", 61, [entry(61, "They fire.", THEIRS, MINE)]],
        [True, "roll", 62, [rolled(62, "Check: d6\n  die 6: fail", MINE)]],
        [False, "choose", 63, [entry(63, "They halt.", THEIRS)]],
    ]
    assert page.evaluate(TELLING, [steps, [62]]) == ["They fire.", "They halt."]
    assert page.evaluate(TELLING, [steps, []]) == ["They fire.", "Check: fail.", "They halt."]
    assert page.evaluate(TELLING, [steps[1:2], []]) == []  # our own dice alone are known


def test_what_one_answer_led_to_is_told_in_few_steps(page: Page, server: Server) -> None:
    """One answer, many sentences: together while they are short, whomever they are about."""
    page.goto(server.address)
    words = "A sentence of thirty letters. " * 2
    news = [entry(7, f"{words}{n}", unit) for n, unit in enumerate((MINE, THEIRS) * 2)]
    told = page.evaluate(TELLING, [[[False, "choose", 7, news]], []])
    assert told == [f"{words}0 {words}1", f"{words}2 {words}3"]
    news = [
        entry(8, "They turn.", THEIRS),
        entry(8, "We turn.", MINE),
        entry(9, "They halt.", THEIRS),
    ]
    told = page.evaluate(TELLING, [[[False, "choose", 9, news]], []])
    assert told == ["They turn. We turn.", "They halt."]
