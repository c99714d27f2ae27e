"""What stood in a newcomer's way: words, keys and places on the screen, each tried on the page."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import grognard
from grognard.draw import scene
from tests.draw.given import view
from tests.draw.table_given import TableSystem, stand, tiny_table
from tests.page.board_page import BoardPage
from tests.page.browser import Server
from tests.page.company import company
from tests.page.placed import box_of
from tests.page.sitting import (
    SETTLED,
    TABLE,
    answer,
    asked,
    go_on,
    open_game,
    order,
    sit_down,
)

pytestmark = pytest.mark.one_page


def test_pieces_are_named_in_ways_and_plans(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Names } = await import("/static/names.js");
        const names = new Names();
        const placements = [["horse-guns", "Horse guns"], ["kempt", "Kempt"],
            ["lusignan-guns", "Lusignan's battery"], ["watrin", "Watrin"]].map(([id, name]) =>
            ({ id: `unit:${id}`, name, side: 0 }));
        names.look({ placements });
        const five = ["a", "b", "c", "d", "e"].map((id) => `unit:${id}`);
        for (const id of five) names.pieces.set(id, id.slice(5).toUpperCase());
        const text = "away from horse-guns, as far as possible to 1.0,2.0 facing 0";
        const back = "back to watrin, as far as possible, to 1.0,2.0 facing 0";
        return [names.label({ text, target: "pose:1" }),
            names.label({ text: back, target: "pose:1" }),
            names.label({ text: "lusignan-guns", target: "unit:lusignan-guns" }),
            names.ordered("move kempt, charge horse-guns"), names.whose(five),
            names.ordered("fire lusignan-guns > kempt, ahead, as far as possible, to 1.0,2.0"),
            names.ordered("ahead, as far as possible, to 1.0,2.0, halt")];
    }""")
    assert told == [
        "Away from Horse guns, as far as possible",
        "Back to Watrin, as far as possible",
        "Lusignan's battery",
        "move Kempt, charge Horse guns",
        "A, B and 3 more",
        "fire Lusignan's battery: Kempt, ahead, as far as possible",
        "ahead, as far as possible, halt",
    ]


def test_the_odds_of_an_attack_say_which_side_chooses(page: Page, server: Server) -> None:
    page.goto(server.address)
    told = page.evaluate("""async () => {
        const { chainPart } = await import("/static/chain.js");
        const words = { of: () => "Grenzer", whose: () => "", side: () => "Austrian",
            said: (text) => text };
        const row = { depth: 0, title: "give ground?", side: "austrian", about: [],
            label: "stay", chance: "1", total: "1", fates: {} };
        const chain = { target: "unit:grenzer", fates: { stands: "1" }, followed: "1",
            losses: {}, narrowed: false, rows: [row] };
        return chainPart(chain, words).querySelector(".stage").textContent;
    }""")
    assert told == "The Austrian side chooses"


def test_a_way_between_two_places_is_told_without_codes(page: Page, server: Server) -> None:
    """Over an approach to a place, to the approach itself, and back from it."""
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Names } = await import("/static/names.js");
        const names = new Names();
        const titles = { "locale:herbst-woods": "Herbst Woods, woods",
            "locale:herr-woods": "Springs Woods, woods" };
        names.learn(Object.keys(titles), (id) => titles[id]);
        return [["> herbst-woods/herr-woods", "locale:herr-woods"],
            ["local-march herbst-woods/herr-woods", "approach:herbst-woods/herr-woods"],
            ["local-march back from herbst-woods/herr-woods", "locale:herbst-woods"]]
            .map(([text, target]) => names.label({ text, target }));
    }""")
    assert told == [
        "From Herbst Woods to Springs Woods",
        "Local march Herbst Woods towards Springs Woods",
        "Local march back from Herbst Woods towards Springs Woods",
    ]


def test_a_number_that_was_another_pieces_then_keeps_the_name_of_then(
    page: Page, server: Server
) -> None:
    """In the replay of a shuffle the names are those of now."""
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Names } = await import("/static/names.js");
        const names = new Names();
        names.look({ placements: [{ id: "block:22", name: "22 Perrin", side: 0 },
            { id: "block:23", name: "23 McIntosh", side: 0 }] });
        return names.inWords("Block 22 is McIntosh, artillery 1.");
    }""")
    assert told == "Block 22 is McIntosh, artillery 1."


def test_the_name_of_a_numbered_piece_is_told_once(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Names } = await import("/static/names.js");
        const names = new Names();
        names.look({ placements: [{ id: "block:2", name: "2 Hall and Calef", side: 0 }] });
        return ["Block 2 (Hall and Calef) is spiked.",
            "Block 2 (Hall and Calef, artillery 1) ranges.",
            "Block 2 is Hall and Calef, artillery 1.", "Block 2 is Gamble, cavalry 1.",
            "Block 2 is limbered.", "Block 3 (Stone) is spiked."]
            .map((text) => names.inWords(text));
    }""")
    assert told == [
        "2 Hall and Calef is spiked.",
        "2 Hall and Calef (artillery 1) ranges.",
        "2 Hall and Calef is artillery 1.",
        "2 Hall and Calef is Gamble, cavalry 1.",
        "2 Hall and Calef is limbered.",
        "Block 3 (Stone) is spiked.",
    ]


def test_an_order_at_an_enemy_is_against_him(page: Page, server: Server) -> None:
    """`Fire Lemoine's guns: 23rd Light` would be fire at one's own guns."""
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Names } = await import("/static/names.js");
        const names = new Names();
        names.look({ placements: [["lemoine-guns", "Lemoine's guns", 0],
            ["twenty-third", "23rd Light", 1], ["cole", "Cole", 0]].map(([id, name, side]) =>
            ({ id: `unit:${id}`, name, side })) });
        return ["twenty-third", "cole"].map((id) =>
            names.label({ text: `fire lemoine-guns > ${id}`, target: `unit:${id}` }));
    }""")
    assert told == ["Fire Lemoine's guns against 23rd Light", "Fire Lemoine's guns: Cole"]


def test_a_roll_is_of_some_against_others(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Names } = await import("/static/names.js");
        const names = new Names();
        const piece = (id, name, side) => ({ id: `unit:${id}`, name, side });
        names.look({ placements: [piece("a", "Grenzer, right wing", 0),
            piece("b", "22nd Line", 1), piece("c", "28th Line", 1)] });
        return [["unit:b", "unit:a"], ["unit:b", "unit:c", "unit:a"], ["unit:b", "unit:c"]]
            .map((ids) => names.whose(ids));
    }""")
    assert told == [
        "22nd Line against Grenzer, right wing",
        "22nd Line, 28th Line against Grenzer, right wing",
        "22nd Line, 28th Line",
    ]


def test_odds_in_a_line_say_what_they_count(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { oddsInWords } = await import("/static/odds.js");
        const line = (odds, means) =>
            oddsInWords({ checks: [{ title: "fire", odds, means, shares: {} }], outlook: [] })[0];
        const die = Object.fromEntries([1, 2, 3, 4, 5, 6].map((face) => [face, "1/6"]));
        return [line({ 0: "11/12", 1: "1/12" }, { 0: "hits", 1: "hit" }),
            line(die, { 6: "inches" })];
    }""")
    assert told == ["Fire: 0 hits 92\u00a0%, 1 hit 8\u00a0%", "Fire: 1 to 6 inches, each 17\u00a0%"]


def test_the_odds_of_a_roll_come_before_its_lesson(page: Page, server: Server) -> None:
    seats = {side: {"kind": "shared"} for side in ("french", "austrian")}
    sit_down(page, open_game(server, "pulses/teugen-hausen", seats=seats), "french")
    asked(page, "Command dice")
    expect(page.locator(".question div:has(> .check) ~ .lesson")).to_have_count(1)


def test_what_a_side_can_spend_and_what_its_score_counts_is_in_sight(
    page: Page, server: Server
) -> None:
    seats = {side: {"kind": "shared"} for side in ("french", "austrian")}
    sit_down(page, open_game(server, "pulses/teugen-hausen", seats=seats), "french")
    french = page.locator(".score .side").first
    expect(french.locator(".purse")).to_have_text(" · 0 dice")
    expect(french).to_have_attribute(
        "title", "French: units it may still lose before its army may break"
    )


def test_a_roll_that_cannot_fail_is_no_reason_to_ask(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { hasOdds } = await import("/static/odds.js");
        const rest = { outlook: [], price: "", attack: [] };
        const asks = (odds) => hasOdds({ checks: [{ odds, weighed: true }], ...rest });
        return [asks({ pass: "1" }), asks({ pass: "5/6", fail: "1/6" })];
    }""")
    assert told == [False, True]


def test_what_another_turn_brings_did_not_come_of_a_roll(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Table } = await import("/static/game.js");
        const log = { entries: [], take({ entries }) { this.entries.push(...entries); } };
        const table = { log, answering: { throws: [] }, sideTitle: () => "" };
        const said = (text, more) => ({ line: 2, text, subjects: [], ...more });
        const entries = [said("Fire: 1 die\\ndie 6: 1 hit", { roll: true }), said("Foy loses 1."),
            said("Foy is removed."), said("Turn 2.", { heading: true }), said("Husson is lost.")];
        const before = { line: 1, question: { check: null, mine: true } };
        Table.prototype.takeLog.call(table, { log: { start: 0, entries } }, before);
        return table.answering.throws.map(({ after }) => after);
    }""")
    assert told == [["Foy loses 1.", "Foy is removed."]]


def test_what_ones_own_fire_brings_on_its_target_is_ones_own_too(
    page: Page, server: Server
) -> None:
    """The roll names a battery and a hex; who stands there is told in the next sentence."""
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { Table } = await import("/static/game.js");
        const { ownThrows } = await import("/static/dice.js");
        const log = { entries: [], take({ entries }) { this.entries.push(...entries); } };
        const table = { log, answering: { throws: [] }, sideTitle: () => "" };
        const said = (line, text, subjects, roll) => ({ line, text, subjects, roll });
        const entries = [
            said(2, "Fire: column 1\\n die 8: d", ["unit:guns", "hex:0810"], true),
            said(2, "Guns fire at Jägers: d.", ["unit:guns", "unit:jagers"], false),
            said(3, "Cohesion check: 5\\n die 4: pass", ["unit:jagers"], true)];
        const roll = { check: null, mine: true };
        const take = (start, to, line, question) => Table.prototype.takeLog.call(table,
            { log: { start, entries: entries.slice(start, to) } }, { line, question });
        take(0, 2, 1, roll);
        take(2, 3, 2, { ...roll, mine: false });
        return ownThrows(table.answering.throws).map(({ entry }) => entry.line);
    }""")
    assert told == [2, 3]


def test_all_dice_of_a_fight_of_ones_own_stay_in_sight(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { throwParts } = await import("/static/dice.js");
        const both = ["unit:line", "unit:legion"];
        const thrown = (mine, subjects, text, faces, ...after) => ({ mine, after, about: subjects,
            entry: { text, subjects, dice: faces.map((face) => [6, face]) } });
        const names = { whose: (ids) => ids.join(" against "), inWords: (text) => text };
        const parts = throwParts([
            thrown(false, ["unit:guns"], "Fire: 1 die\\ndie 2: 0 hits", [2]),
            thrown(true, both, "Combat: 3 dice\\ndice 5 6 3: 2 hits", [5, 6, 3]),
            thrown(true, both, "Combat: again\\ndie 1: 0 hits", [1]),
            thrown(false, ["unit:legion", "unit:line"], "Combat: 2 dice\\ndice 6 6: 2 hits", [6, 6],
                "Legion is broken.", "Line wins, 2 hits to 2, for Legion is broken."),
            thrown(true, ["leader:duke"], "Officer casualty: 1\\ndie 4: unhurt", [4]),
            thrown(false, ["unit:horse"], "Control: 2 dice\\ndice 1 2: 1-2", [1, 2]),
            thrown(false, ["unit:guns"], "Fire: 1 die\\ndie 6: 1 hit", [6]),
        ], names, false);
        return [...parts.children].map((part) => [part.querySelectorAll(".die").length,
            ...[...part.querySelectorAll("b, p")].map((line) => line.textContent)]);
    }""")
    # One's own fight, thrown in two parts, the enemy's dice in it, the officer, and the last throw.
    assert told == [
        [4, "2 hits, then 0 hits"],
        [2, "2 hits", "Legion is broken.", "Line wins, 2 hits to 2, for Legion is broken."],
        [1, "unhurt"],
        [1, "1 hit"],
    ]


def test_ones_own_dice_for_no_piece_stay_and_all_say_whose_they_are(
    page: Page, server: Server
) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { throwParts } = await import("/static/dice.js");
        const thrown = (whose, mine, text, ...after) => ({ mine, whose, after, about: [],
            entry: { text, subjects: [], dice: [[6, 4]] } });
        const names = { whose: () => "", inWords: (text) => text };
        const parts = throwParts([
            thrown("French", true, "Command dice: 1 die\\ndie 4: 4 command dice"),
            thrown("Austrian", false, "Command dice: 1 die\\ndie 4: 4 command dice"),
            thrown("French", false, "Initiative: highest\\ndie 4: tie: nobody has it",
                "Nobody has it."),
        ], names, false);
        return [...parts.children].map((part) =>
            [...part.querySelectorAll("small, b, p")].map((line) => line.textContent));
    }""")
    assert told == [
        ["Command dice · French", "4 command dice"],
        ["Initiative", "tie: nobody has it"],
    ]


def test_a_pose_is_a_place_on_the_table(board: BoardPage) -> None:
    # A table of 20 pixels an inch, 22 from the left and 20 from the top.
    board.set_up(scene(view(), TableSystem(tiny_table(), [stand("kempt", (50, 60))])))
    assert board.page.evaluate("board.finder.point('pose:5.0,3.0 facing 90')") == [122, 80]


def test_goals_have_keys_and_enter_does_what_is_chosen(page: Page, server: Server) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    answer(page, "Move 1st Light")
    asked(page, "1st Light has 12 in left")
    key = page.locator('.goals [data-number="1"] kbd')
    expect(key).to_have_text("1")
    expect(key).to_have_css("border-top-width", "1px")  # a key, not a part of the words
    page.keyboard.press("Escape")
    order(page, "move first-light charge corsicans")
    expect(page.locator("ol.log")).to_contain_text("1st Light charges")
    page.keyboard.press("Shift+?")  # the focus goes to the tab of help
    page.locator(SETTLED).wait_for()
    page.keyboard.press("1")
    page.locator(f"{SETTLED} :is([data-commit], [data-roll])").first.wait_for()
    page.keyboard.press("Enter")
    expect(page.locator("ol.log")).to_contain_text("Morale test")


@pytest.mark.own_page
def test_show_me_tells_that_it_takes_a_while(page: Page, server: Server) -> None:
    held: list[Route] = []
    page.route("**/hint*", lambda route: held.append(route))
    sit_down(page, open_game(server, TABLE), "french")
    page.click("[data-suggest]")
    expect(page.locator("[data-suggest]")).to_have_text("Thinking…")
    held[0].fulfill(json={"action": None, "plan": "", "weighed": []})
    expect(page.locator("[data-suggest]")).to_have_text("Show me")
    expect(page.locator(".suggested")).to_have_count(1)


@pytest.mark.own_page
def test_the_briefing_stays_while_the_enemy_begins(page: Page, server: Server) -> None:
    seats = {"british": {"kind": "human"}, "french": {"kind": "human"}}
    game = open_game(server, TABLE, seats=seats)
    sit_down(page, game, "british")
    briefing = page.locator("[role=tab]", has_text="Battle")
    expect(briefing).to_have_attribute("aria-selected", "true")
    enemy = page.context.new_page()
    sit_down(enemy, game, "french")
    order(enemy, "move first-light ahead half")
    expect(enemy.locator("[role=tab]", has_text="Log")).to_have_attribute("aria-selected", "true")
    expect(page.locator("ol.log")).to_contain_text("1st Light moves")
    expect(briefing).to_have_attribute("aria-selected", "true")


def test_on_its_side_a_phone_has_a_slim_bar_and_the_panel_begins_at_its_top(
    browser: Browser, server: Server
) -> None:
    with company(
        browser, 1, viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True
    ) as (page,):
        sit_down(page, open_game(server, TABLE), "french")
        page.evaluate("document.querySelector('.panel').scrollTop = 150")
        page.locator('.board .target[data-id="unit:first-light"]').tap()
        asked(page, "1st Light has 12 in left")
        assert page.evaluate("document.querySelector('.panel').scrollTop") == 0
        bar = box_of(page.locator(".board-pose"))
        assert bar["height"] <= 48  # a line of buttons
        zoom = box_of(page.locator(".board-buttons"))
        assert zoom["y"] + zoom["height"] <= bar["y"]  # it hides none of those beside it


def test_a_deed_says_what_it_cost_the_army(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { EnemyDeeds } = await import("/static/enemy.js");
        const deeds = new EnemyDeeds({ names: { whose: () => "" } });
        const said = (line, text, ...subjects) => ({ line, text, subjects, roll: false });
        const scene = { placements: [] };
        const news = [said(68, "Confederate plays a card."),
            said(69, "Block 17: in possession.", "block:17"),
            said(69, "Union morale 10 (-5: McPherson's Farm lost)."),
            said(71, "Confederate draws a card.")];
        deeds.heard(news, { question: { mine: false }, scene }, { scene });
        return deeds.deeds.map((deed) => deed.said);
    }""")
    assert told == [["Block 17: in possession.", "Union morale 10 (-5: McPherson's Farm lost)."]]


def test_the_card_of_what_is_pointed_at_is_read_again(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/#/")
    told = page.evaluate("""async () => {
        const { CardPanel } = await import("/static/card.js");
        let revision = 1;
        const names = { pieces: new Map(), inWords: (text) => text };
        const card = new CardPanel(document.createElement("div"),
            { game: "", seat: "", revision: () => revision, names });
        const facts = () => [["", "Grenzer"], ["Strength", `${5 - revision} of 4`]];
        card.fetch = async () => ({ facts: facts() });
        await card.show("unit:grenzer");
        const before = card.host.querySelector("dd").textContent;
        revision = 2;
        await card.refresh(() => true, []);
        return [before, card.host.querySelector("dd").textContent];
    }""")
    assert told == ["4 of 4", "3 of 4"]


def test_a_control_test_says_what_the_force_does_by_it(page: Page, server: Server) -> None:
    """Its result is two dice; below them stands what they brought."""
    battle = "pulses/teugen-hausen"
    game = grognard.new(battle, seed=1)
    while (
        game.actor == grognard.CHANCE or "Control of" not in game.view(game.actor).question.prompt
    ):
        game.roll() if game.actor == grognard.CHANCE else game.play(game.options()[0])
    seats = {side: {"kind": "human"} for side in game.battle.sides}
    opened = open_game(server, battle, seats=seats, record=game.record.text())
    sit_down(page, opened, str(game.actor))
    go_on(page, page.locator("[data-answer]", has_text=re.compile("^1?Test$")).click)
    roll = page.locator("[data-roll]")
    told = page.locator(".throw", has_text="Control test")
    expect(roll.or_(told).first).to_be_visible()
    if roll.count():
        roll.click()
    expect(told.first).to_contain_text(re.compile(r": [a-z ]+, by a control test\."))


def test_columns_are_as_high_as_their_sums_are_likely(page: Page, server: Server) -> None:
    """Of four dice 14 falls 146 times in 1296, 12 125 times: it is 125/146 as high."""
    ways = [1, 4, 10, 20, 35, 56, 80, 104, 125, 140, 146, 140, 125, 104, 80, 56, 35, 20, 10, 4, 1]
    page.goto(f"{server.address}/#/")
    heights = page.evaluate(
        """async (ways) => {
        const { bars } = await import("/static/odds.js");
        const rows = ways.map((count, at) => [String(at + 4), `${count}/1296`]);
        const part = bars(Object.fromEntries(rows));
        document.body.append(part);
        return [...part.querySelectorAll(".length")].map((each) => each.clientHeight);
    }""",
        ways,
    )
    high = dict(zip(range(4, 25), heights, strict=True))
    assert abs(high[12] / high[14] - 125 / 146) < 0.02
    assert abs(high[9] / high[14] - 56 / 146) < 0.02


def test_undo_names_what_was_done_not_what_came_of_it(page: Page, server: Server) -> None:
    """A stand that moves stands still no longer: the march is what is taken back."""
    seats = {side: {"kind": "shared"} for side in ("french", "austrian")}
    sit_down(page, open_game(server, "brigades/casteggio", seats=seats), "french")
    order(page, "move twenty-second")
    asked(page, "22nd Line has")
    answer(page, "Oblique right")
    expect(page.locator("ol.log")).to_contain_text("22nd Line is no longer stationary")
    expect(page.locator(".undo small")).to_contain_text("22nd Line moves")


def test_undo_names_an_answer_of_which_the_log_says_nothing(page: Page, server: Server) -> None:
    sit_down(page, open_game(server, TABLE), "french")
    order(page, "move first-light ahead half")
    asked(page, "1st Light has 6 in left")
    answer(page, "Halt")
    expect(page.locator(".undo small")).to_have_text("Halt")
