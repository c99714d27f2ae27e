// A game to be opened: against whom, on which side, and under "more" everything else.

import { api } from "./api.js";
import { button, capital, el, field, messageOf, select, toggle } from "./dom.js";
import { againstBot, difficulty, start, usual } from "./lobby.js";
import { me, setName } from "./me.js";
import { toast } from "./notify.js";

/** @import { Props } from "./types.d.ts" */
/** @import { BattleInfo, BotInfo, NewGame, NewSeat, SystemInfo } from "./server.d.ts" */

/**
 * What the form holds.
 * @typedef {{against: NewSeat["kind"], side: string, name: string, bot: string, variant: string, house: string,
 *   dice: NonNullable<NewGame["dice"]>, clock: string, then: "default" | "bot", watch: boolean,
 *   webhook: string, botAfter: string, listed: boolean}} Wanted
 */

/** @type {[NewSeat["kind"], string, string][]} */
const OPPONENTS = [
  ["bot", "The computer", "It plays at once, with the same rules and the same dice."],
  ["shared", "Somebody beside me", "Both sides on this screen, in turns."],
  ["human", "A friend by link", "You get a link to send. Play at once or over several days."],
];
/** @type {[NewSeat["kind"], string, string]} */
const ANYBODY = ["open", "Anybody", "The game is listed on this server for whoever comes first."];
/** @type {[string, string][]} */
const CLOCKS = [["0", "none"], ["120", "2 minutes per answer"], ["3600", "an hour per answer"],
  ["86400", "a day per answer"], ["259200", "three days per answer"]];

/** @type {[string, string][]} */
const ABSENCES = [["300", "others may seat a bot after 5 minutes"],
  ["86400", "others may seat a bot after a day"], ["259200", "others may seat a bot after 3 days"],
  ["never", "nobody else may seat a bot"]];

const OWN_DICE = "/own-dice"; // behind the name of a battle: it is fought on a real table

/** The form of one battle. @param {string} wish */
export async function newGame(wish) {
  const id = wish.replace(OWN_DICE, "");
  const [battles, systems, bots, lists] = await Promise.all([api.battles(), api.systems(),
    api.bots(), api.openGames()]);
  const battle = battles.find((each) => each.id === id);
  if (!battle) throw new Error(`Unknown battle "${id.slice(0, 60)}".`);
  const system = systems.find((each) => each.name === battle.system);
  /** @type {Wanted} */
  const wanted = {
    against: "bot", side: battle.sides[0], name: me().name, bot: usual(bots)?.name ?? "",
    variant: "sheet", house: "", dice: wish.endsWith(OWN_DICE) ? "own" : "sealed", clock: "0", then: "default", watch: true, webhook: "",
    botAfter: "300", listed: false,
  };
  return el("div", { class: "lobby" },
    el("header", { class: "masthead" },
      el("a", { class: "wordmark", href: "#/" }, "Grognard"),
      el("a", { href: "#/" }, "All battles")),
    el("main", { class: "opening" },
      el("div", { class: "about" },
        el("img", { src: battle.picture, alt: `Map of ${battle.title}`, width: 480, height: 320 }),
        el("h1", {}, battle.title),
        el("p", { class: "facts" }, [battle.date, battle.length, difficulty(battle)]
          .filter(Boolean).join(" · ")),
        el("p", {}, battle.summary),
        battle.teaches ? el("p", {}, el("b", {}, "Teaches: "), battle.teaches) : null),
      form(battle, system, bots, wanted, lists.allowed)));
}

/**
 * @param {BattleInfo} battle
 * @param {SystemInfo | undefined} system
 * @param {BotInfo[]} bots
 * @param {Wanted} wanted
 * @param {boolean} lists whether the host allows a list of games
 */
function form(battle, system, bots, wanted, lists) {
  const bot = field("Its skill", select(bots.map((each) => [each.name, each.title]),
    wanted.bot, (value) => (wanted.bot = value)));
  /** @type {[string, string, string][]} */
  const sides = battle.sides.map((each, i) => [each, battle.titles[i], ""]);
  const side = choices("Your side", sides, wanted.side, (value) => (wanted.side = value));
  const name = field("Your name", typed({ type: "text", maxlength: 40, autocomplete: "name",
    value: wanted.name },
    (value) => (wanted.name = value)), "Shown to the others; may stay empty.");
  const opponents = lists ? [...OPPONENTS, ANYBODY] : OPPONENTS;
  const against = choices("Against", opponents, wanted.against, (value) => {
    wanted.against = value;
    bot.hidden = value !== "bot";
    side.hidden = value === "shared";
  });
  const go = button("To arms", () => send(battle, bots, wanted, go), { class: "primary big" });
  return el("form", { class: "wanted", onsubmit: (event) => {
    event.preventDefault();
    send(battle, bots, wanted, go);
  } }, against, side, bot, more(battle, system, wanted, name, lists), go);
}

/** A variant file from this device. @param {Wanted} wanted */
function houseFile(wanted) {
  /** @type {HTMLInputElement} */
  const file = el("input", { type: "file", accept: ".toml,text/plain", onchange: async () => {
    wanted.house = await file.files?.[0]?.text() ?? "";
  } });
  return file;
}

/**
 * A field for words, told of whenever they change.
 * @param {Props} props
 * @param {(value: string) => void} change
 */
function typed(props, change) {
  /** @type {HTMLInputElement} */
  const input = el("input", { ...props, oninput: () => change(input.value) });
  return input;
}

/**
 * Choices of which one is taken: value, text and hint of each.
 * @template {string} Value
 * @param {string} title
 * @param {[Value, string, string][]} list
 * @param {string} chosen
 * @param {(value: Value) => void} change
 */
function choices(title, list, chosen, change) {
  const group = title.toLowerCase().replace(/\W/g, "-");
  return el("fieldset", { class: "choices" }, el("legend", {}, title),
    list.map(([value, text, hint]) => el("label", {},
      el("input", { type: "radio", name: group, value, checked: value === chosen,
        onchange: () => change(value) }),
      el("span", {}, text, hint ? el("small", {}, hint) : null))));
}

/**
 * @param {BattleInfo} battle
 * @param {SystemInfo | undefined} system
 * @param {Wanted} wanted
 * @param {HTMLElement} name
 * @param {boolean} lists
 */
function more(battle, system, wanted, name, lists) {
  const says = new Map((system?.variants ?? []).map((each) => [each.name, each.says]));
  const told = el("small", {}, says.get(wanted.variant) ?? "");
  const titles = new Map((system?.variants ?? []).map((each) => [each.name, each.title]));
  const variant = select(battle.variants.map((each) => [each, titles.get(each) ?? capital(each)]), wanted.variant,
    (value) => {
      wanted.variant = value;
      told.textContent = says.get(value) ?? "";
    });
  return el("details", { class: "more", open: wanted.dice === "own" }, el("summary", {}, "More"),
    name,
    field("Rules", el("span", { class: "stack" }, variant, told)),
    field("House rules", houseFile(wanted), "A variant file of your own (.toml), laid over these rules."),
    field("Dice", select([["sealed", "rolled by the server, sealed in advance"],
      ["own", "my own: I enter the faces"]], wanted.dice, (value) => (wanted.dice = value))),
    field("Clock", select(CLOCKS, wanted.clock, (value) => (wanted.clock = value))),
    field("When it runs out", select([["default", "the default answer is given"],
      ["bot", "a bot takes over"]], wanted.then, (value) => (wanted.then = value))),
    field("When a player stays away", select(ABSENCES, wanted.botAfter,
      (value) => (wanted.botAfter = value))),
    field("Spectators", select([["yes", "may watch by a link"], ["no", "may not watch"]], "yes",
      (value) => (wanted.watch = value === "yes"))),
    lists ? toggle("List this game", wanted.listed, (on) => (wanted.listed = on),
      "Everybody on this server may see it in the list, and watch if spectators may.") : null,
    field("Webhook", typed({ type: "url", placeholder: "https://…" },
      (value) => (wanted.webhook = value.trim())),
    "Called when a turn begins; public addresses only."));
}

/**
 * @param {BattleInfo} battle
 * @param {BotInfo[]} bots
 * @param {Wanted} wanted
 * @param {HTMLButtonElement} go
 */
async function send(battle, bots, wanted, go) {
  go.disabled = true;
  const seats = wanted.against === "bot"
    ? againstBot(battle, wanted.side, bots.find((each) => each.name === wanted.bot), wanted.name)
    : Object.fromEntries(battle.sides.map((side) => [side, seat(wanted, side)]));
  if (wanted.name) setName(wanted.name);
  const clock = wanted.clock === "0" ? null : { seconds: Number(wanted.clock), then: wanted.then };
  try {
    await start({ battle: battle.id, seats, variant: wanted.variant, house: wanted.house, dice: wanted.dice,
      watch: wanted.watch, listed: wanted.listed || wanted.against === "open", clock, webhook: wanted.webhook,
      bot_after: wanted.botAfter === "never" ? null : Number(wanted.botAfter) }, battle, wanted.side);
  } catch (error) {
    go.disabled = false;
    toast(messageOf(error));
  }
}

/** A side's seat in a game between people. @param {Wanted} wanted @param {string} side @returns {NewSeat} */
function seat(wanted, side) {
  const mine = side === wanted.side;
  const kind = mine && wanted.against === "open" ? "human" : wanted.against;
  return { kind, name: mine ? wanted.name : "" };
}
