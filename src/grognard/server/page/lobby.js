// Choosing: the battles by system, the games one is in, and records to go on with.

import { Refusal, api } from "./api.js";
import { button, el, field, messageOf, select } from "./dom.js";
import { me } from "./me.js";
import { claim, claimed, forget, games, keep, ownSeat, seatLink } from "./mygames.js";
import { toast } from "./notify.js";
import { settingsForm } from "./settings.js";
import { shelves } from "./shelves.js";

/**
 * @import {
 *   BattleInfo, BotInfo, ListedGame, ListedSeat, NewGame, NewSeat, OpenGames
 * } from "./server.d.ts"
 */
/** @import { Kept } from "./mygames.js" */

const DIFFICULTY = ["", "for a first battle", "for a second battle", "for experienced players"];

/** How hard a battle is, in words. @param {BattleInfo} battle */
export function difficulty(battle) {
  return DIFFICULTY[battle.difficulty] ?? DIFFICULTY[DIFFICULTY.length - 1];
}

/** What the lobby shows. */
export async function lobby() {
  const [battles, systems, bots, player, lists] = await Promise.all([api.battles(), api.systems(),
    api.bots(), claimed().then(() => api.me(me().key)), api.openGames()]);
  const first = battles.find((battle) => battle.tutorial) ?? battles[0];
  return el("div", { class: "lobby" },
    masthead(),
    el("main", {},
      first ? welcome(first, bots) : null,
      myGames(player.games),
      publicGames(lists),
      shelves(systems, battles, (battle) => card(battle, bots)),
      importing(bots)));
}

function masthead() {
  const drawer = el("details", { class: "drawer" }, el("summary", {}, "Settings"), settingsForm());
  return el("header", { class: "masthead" },
    el("a", { class: "wordmark", href: "#/" }, "Grognard"),
    el("p", {}, "Battles of horse and musket, by the rules"),
    el("a", { class: "button", href: "/table/index.html" }, "At the table"),
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

/**
 * The player's games: those the server ties to his key, then others this browser has links to.
 * @param {ListedGame[]} listed
 */
function myGames(listed) {
  const known = new Set(listed.map((each) => each.game));
  const others = games().filter((each) => !known.has(each.game));
  const rows = [...listed.map(listedRow), ...others.map(keptRow)];
  return el("section", { class: "my-games", "aria-labelledby": "mine" },
    el("h2", { id: "mine" }, "Your games"),
    rows.length ? el("ul", {}, rows) : el("p", { class: "summary" }, "None yet."),
    el("p", { class: "hint" }, el("a", { href: "#/me" }, "You and your notices"),
      ": your name, other devices, all games in one file, e-mail when it is your turn"));
}

/** @param {ListedGame} each */
function listedRow(each) {
  const due = !each.over && each.mine.includes(each.due);
  const waits = each.seats.find((seat) => seat.side === each.due);
  const turn = each.over ? "over" : due ? "your turn" : waits
    ? `waiting for ${whoPlays(waits)}` : "waiting";
  const mine = each.seats.filter((seat) => each.mine.includes(seat.side));
  const rest = each.seats.filter((seat) => !each.mine.includes(seat.side));
  const against = rest.length ? ` against ${rest.map(whoPlays).join(", ")}` : ", both sides";
  return row(each.game, each.title, due, [`${each.system_title} · ${
    mine.map((seat) => seat.title).join(" and ")}${against}`, `${turn} · ${each.turn}`]);
}

/** @param {Kept} each */
function keptRow(each) {
  const place = row(each.game, each.title || each.game, false, [""]);
  const state = /** @type {HTMLElement} */ (place.querySelector(".state"));
  tellState(each, state);
  return place;
}

/** @param {string} game @param {string} title @param {boolean} due @param {string[]} lines */
function row(game, title, due, lines) {
  const place = el("li", {},
    el("a", { href: seatLink(game, ownSeat(game) || me().key) }, title),
    el("span", { class: due ? "state due" : "state" }, lines.join(" · ")),
    button("Forget", () => {
      forget(game);
      api.forget(game, me().key).catch(() => {});
      place.remove();
    }, { class: "quiet", "aria-label": `Forget ${title}` }));
  return place;
}

/** Who plays a seat, in words. @param {ListedSeat} seat */
function whoPlays(seat) {
  if (seat.bot) return `the computer (${seat.bot})`;
  return seat.open ? "whoever comes" : seat.name || seat.title;
}

/** Games of others: to join, and to watch. @param {OpenGames} lists */
function publicGames({ allowed, join, watch }) {
  if (!allowed) return null;
  /** @param {string} title @param {ListedGame[]} list @param {(each: ListedGame) => HTMLElement[]} doing */
  const part = (title, list, doing) => list.length ? [el("h3", {}, title),
    el("ul", {}, list.map((each) => el("li", {},
      el("b", {}, each.title),
      el("span", { class: "state" }, [each.system_title, each.seats.map((seat) =>
        `${seat.title}: ${whoPlays(seat)}`).join(", "), each.turn].join(" · ")),
      each.house.length ? el("details", {}, el("summary", {}, "House rules"),
        each.house.map((line) => el("p", {}, line))) : null,
      doing(each))))] : null;
  return el("section", { class: "my-games public", "aria-labelledby": "public" },
    el("h2", { id: "public" }, "Games of others"),
    join.length || watch.length ? null
      : el("p", { class: "summary" }, "Nobody waits for an opponent now. Open a game for anybody."),
    part("To join", join, (each) => each.seats.filter((seat) => seat.open).map((seat) =>
      button(`Play ${seat.title}`, () => takeSeat(each, seat.side), { class: "primary" }))),
    part("To watch", watch, (each) => [
      el("a", { class: "button", href: seatLink(each.game, "") }, "Watch")]));
}

/** @param {ListedGame} listed @param {string} side */
async function takeSeat({ game, title }, side) {
  try {
    const opened = await api.join(game, side, me().name);
    keep(game, { title, seats: opened.seats, mine: side });
    location.hash = seatLink(game, opened.seats[side]);
  } catch (error) {
    toast(messageOf(error));
  }
}

/** @param {Kept} each @param {HTMLElement} place */
async function tellState(each, place) {
  try {
    const secret = each.seats[each.mine] ?? Object.values(each.seats)[0] ?? "";
    const state = await api.state(each.game, secret);
    const turn = state.result ? "over" : state.question.mine ? "your turn" : "waiting";
    place.textContent = `${turn} · ${state.clock}`;
    place.classList.toggle("due", turn === "your turn");
    claim(each.game, secret);
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
