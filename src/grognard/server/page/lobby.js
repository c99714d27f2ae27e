// Choosing: the battles by system, the games one is in, and records to go on with.

import { Refusal, api } from "./api.js";
import { button, el, field, fill, messageOf, pageElement, select } from "./dom.js";
import { forget, games, keep, seatLink } from "./mygames.js";
import { toast } from "./notify.js";
import { settingsForm } from "./settings.js";

/** @import { BattleInfo, BotInfo, NewGame, NewSeat, SystemInfo } from "./server.d.ts" */
/** @import { Kept } from "./mygames.js" */

const DIFFICULTY = ["", "for a first battle", "for a second battle", "for experienced players"];

/** How hard a battle is, in words. @param {BattleInfo} battle */
export function difficulty(battle) {
  return DIFFICULTY[battle.difficulty] ?? DIFFICULTY[DIFFICULTY.length - 1];
}

/** Show the lobby. @param {HTMLElement} page */
export async function lobby(page) {
  const [battles, systems, bots] = await Promise.all([api.battles(), api.systems(), api.bots()]);
  const first = battles.find((battle) => battle.tutorial) ?? battles[0];
  fill(
    page,
    el("div", { class: "lobby" },
      masthead(),
      el("main", {},
        first ? welcome(first, bots) : null,
        myGames(),
        systems.map((system) => shelf(system, battles, bots)),
        importing(bots))),
  );
  pageElement().scrollTop = 0;
}

function masthead() {
  const drawer = el("details", { class: "drawer" }, el("summary", {}, "Settings"), settingsForm());
  return el("header", { class: "masthead" },
    el("a", { class: "wordmark", href: "#/" }, "Grognard"),
    el("p", {}, "Battles of horse and musket, by the rules"),
    drawer);
}

/** @param {BattleInfo} battle @param {BotInfo[]} bots */
function welcome(battle, bots) {
  return el("section", { class: "welcome", "aria-labelledby": "welcome" },
    el("img", { src: battle.picture, alt: "", width: 480, height: 320 }),
    el("div", {},
      el("p", { class: "over" }, "New here?"),
      el("h1", { id: "welcome" }, "Fight your first battle"),
      el("p", {}, `${battle.title}, ${battle.date}. ${battle.summary}`),
      el("p", {}, "An old soldier stands beside you for the first turn. No rules to read."),
      el("p", { class: "actions" },
        tutorialButton(battle, bots, "Begin the tutorial"),
        el("a", { class: "button", href: `#/new/${battle.id}` }, "Choose side and opponent"))));
}

/** @param {BattleInfo} battle @param {BotInfo[]} bots @param {string} text */
function tutorialButton(battle, bots, text) {
  const press = button(text, () => startTutorial(press, battle, bots), {
    class: "primary", data: { start: battle.id } });
  return press;
}

/** @param {HTMLButtonElement} pressed @param {BattleInfo} battle @param {BotInfo[]} bots */
async function startTutorial(pressed, battle, bots) {
  pressed.disabled = true;
  try {
    await start({ battle: battle.id, seats: againstBot(battle, battle.sides[0], usual(bots)) },
      battle, battle.sides[0]);
  } catch (error) {
    pressed.disabled = false;
    toast(messageOf(error));
  }
}

/** The bot that is taken if nobody asks for another. @param {BotInfo[]} bots */
export function usual(bots) {
  return bots.find((each) => each.usual) ?? bots.at(-1);
}

/**
 * Seats of a game against the computer.
 * @param {BattleInfo} battle
 * @param {string} mine
 * @param {BotInfo | undefined} bot
 * @returns {Record<string, NewSeat>}
 */
export function againstBot(battle, mine, bot, name = "") {
  return Object.fromEntries(battle.sides.map((side) => [
    side, side === mine ? { kind: "human", name } : { kind: "bot", bot: bot?.name ?? "" }]));
}

/**
 * Open a game, keep its secrets, and go to one's own seat.
 * @param {NewGame} wanted
 * @param {BattleInfo} battle
 * @param {string} mine
 */
export async function start(wanted, battle, mine) {
  const opened = await api.open(wanted);
  const secret = opened.seats[mine] ?? Object.values(opened.seats)[0] ?? "";
  keep(opened.game, { title: battle.title, seats: opened.seats, mine });
  location.hash = seatLink(opened.game, secret);
}

/** @param {SystemInfo} system @param {BattleInfo[]} battles @param {BotInfo[]} bots */
function shelf(system, battles, bots) {
  const own = battles.filter((battle) => battle.system === system.name);
  if (!own.length) return null;
  return el("section", { class: "shelf", "aria-label": system.title },
    el("h2", {}, system.title),
    el("p", { class: "summary" }, system.summary),
    el("ul", { class: "cards" }, own.map((battle) => el("li", {}, card(battle, bots)))));
}

/** @param {BattleInfo} battle @param {BotInfo[]} bots */
function card(battle, bots) {
  return el("article", { class: "battle" },
    el("img", { src: battle.picture, alt: `Map of ${battle.title}`, loading: "lazy",
      width: 300, height: 200 }),
    el("div", { class: "words" },
      el("h3", {}, battle.title),
      el("p", { class: "facts" }, [battle.date, battle.length, difficulty(battle)]
        .filter(Boolean).join(" · ")),
      el("p", { class: "facts" }, battle.titles.join(" against ")),
      el("p", {}, battle.summary),
      battle.teaches
        ? el("p", { class: "teaches" }, el("b", {}, "Teaches: "), battle.teaches) : null,
      el("p", { class: "actions" },
        battle.tutorial ? tutorialButton(battle, bots, "Begin the tutorial") : null,
        el("a", { href: `#/new/${battle.id}`,
          class: battle.tutorial ? "button" : "button primary" },
        "Play", el("span", { class: "unseen" }, ` ${battle.title}`)))));
}

function myGames() {
  const list = games().slice(0, 12);
  if (!list.length) return null;
  const rows = list.map((each, index) => {
    const state = el("span", { class: "state" }, "");
    const row = el("li", {},
      el("a", { href: seatLink(each.game, secretOf(each)) },
        each.title || each.game),
      state,
      button("Forget", () => {
        forget(each.game);
        row.remove();
      }, { class: "quiet", "aria-label": `Forget ${each.title || each.game}` }));
    if (index < 6) tellState(each, state);
    return row;
  });
  return el("section", { class: "my-games", "aria-labelledby": "mine" },
    el("h2", { id: "mine" }, "Your games"), el("ul", {}, rows));
}

/** The secret of one's own seat. @param {Kept} kept */
function secretOf({ seats, mine }) {
  return seats[mine] ?? Object.values(seats)[0] ?? "";
}

/** @param {Kept} each @param {HTMLElement} place */
async function tellState(each, place) {
  try {
    const state = await api.state(each.game, secretOf(each));
    const turn = state.result ? "over" : state.question.mine ? "your turn" : "waiting";
    place.textContent = `${turn} · ${state.clock}`;
    place.classList.toggle("due", turn === "your turn");
  } catch (error) {
    const gone = error instanceof Refusal && error.status === 404;
    place.textContent = gone ? "no longer on this server" : "";
  }
}

/** @param {BotInfo[]} bots */
function importing(bots) {
  const file = el("input", { type: "file", accept: ".grog,text/plain" });
  /** @type {NewSeat["kind"]} */
  let played = "shared";
  const how = select([["shared", "across one screen"],
    ["bot", "against the computer, as the first side"], ["human", "with a friend by link"]],
  played, (value) => (played = value));
  const go = button("Continue this record", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return toast("Choose a record first: a file that ends in .grog.");
    try {
      await goOn(await chosen.text(), played, bots);
    } catch (error) {
      toast(messageOf(error));
    }
    return undefined;
  });
  return el("details", { class: "import" }, el("summary", {}, "Continue a saved record"),
    el("div", {}, field("Record", file), field("Played", how), go));
}

/**
 * The head of a record names its battle; the server reads the rest and judges it.
 * @param {string} record
 * @param {NewSeat["kind"]} how
 * @param {BotInfo[]} bots
 */
async function goOn(record, how, bots) {
  /** @param {string} name */
  const word = (name) => new RegExp(`^${name} (\\S+)`, "m").exec(record)?.[1] ?? "";
  const id = `${word("system")}/${word("battle")}`;
  const battle = (await api.battles()).find((each) => each.id === id);
  if (!battle) throw new Error("This server does not have the battle of this record.");
  const seats = how === "bot"
    ? againstBot(battle, battle.sides[0], usual(bots))
    : Object.fromEntries(battle.sides.map((side) => [side, { kind: how }]));
  const wanted = { battle: id, seats, variant: word("rules") || "sheet", record };
  await start(wanted, battle, battle.sides[0]);
}
