// Choosing: the battles by system, the games one is in, and records to go on with.

import { api } from "./api.js";
import { button, el, field, fill } from "./dom.js";
import { forget, games, keep, seatLink } from "./mygames.js";
import { toast } from "./notify.js";
import { settingsForm } from "./settings.js";

const DIFFICULTY = ["", "for a first battle", "for a second battle", "for old soldiers"];

/** How hard a battle is, in words. */
export function difficulty(battle) {
  return DIFFICULTY[battle.difficulty] ?? DIFFICULTY[DIFFICULTY.length - 1];
}

/** Show the lobby. */
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
  document.getElementById("page").scrollTop = 0;
}

function masthead() {
  const drawer = el("details", { class: "drawer" }, el("summary", {}, "Settings"), settingsForm());
  return el("header", { class: "masthead" },
    el("a", { class: "wordmark", href: "#/" }, "Grognard"),
    el("p", {}, "Battles of horse and musket, by the rules"),
    drawer);
}

function welcome(battle, bots) {
  return el("section", { class: "welcome", "aria-labelledby": "welcome" },
    el("img", { src: battle.picture, alt: "", width: 480, height: 320 }),
    el("div", {},
      el("p", { class: "over" }, "New here?"),
      el("h1", { id: "welcome" }, "Fight your first battle"),
      el("p", {}, `${battle.title}, ${battle.date}. ${battle.summary}`),
      el("p", {}, "An old soldier stands beside you for the first turn. No rules to read."),
      el("p", { class: "deeds" },
        tutorialButton(battle, bots, "Begin the tutorial"),
        el("a", { class: "button", href: `#/new/${battle.id}` }, "Choose side and opponent"))));
}

function tutorialButton(battle, bots, text) {
  return button(text, (event) => startTutorial(event.target, battle, bots), {
    class: "primary", data: { start: battle.id } });
}

async function startTutorial(pressed, battle, bots) {
  pressed.disabled = true;
  try {
    await start({ battle: battle.id, seats: againstBot(battle, battle.sides[0], bots.at(-1)) },
      battle, battle.sides[0]);
  } catch (fault) {
    pressed.disabled = false;
    toast(fault.message);
  }
}

/** Seats of a game against the computer. */
export function againstBot(battle, mine, bot, name = "") {
  return Object.fromEntries(battle.sides.map((side) => [
    side, side === mine ? { kind: "human", name } : { kind: "bot", bot: bot?.name ?? "" }]));
}

/** Open a game, keep its secrets, and go to one's own seat. */
export async function start(wish, battle, mine) {
  const opened = await api.open(wish);
  const secret = opened.seats[mine] ?? Object.values(opened.seats)[0] ?? "";
  keep(opened.game, { title: battle?.title ?? "A record", seats: opened.seats, mine });
  location.hash = seatLink(opened.game, secret);
}

function shelf(system, battles, bots) {
  const own = battles.filter((battle) => battle.system === system.name);
  if (!own.length) return null;
  return el("section", { class: "shelf", "aria-label": system.title },
    el("h2", {}, system.title),
    el("p", { class: "summary" }, system.summary),
    el("ul", { class: "cards" }, own.map((battle) => el("li", {}, card(battle, bots)))));
}

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
      el("p", { class: "deeds" },
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
      el("a", { href: seatLink(each.game, each.seats[each.mine] ?? Object.values(each.seats)[0]) },
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

async function tellState(each, place) {
  try {
    const secret = each.seats[each.mine] ?? Object.values(each.seats)[0] ?? "";
    const state = await api.state(each.game, secret);
    const turn = state.result ? "over" : state.question.mine ? "your turn" : "waiting";
    place.textContent = `${turn} · ${state.clock}`;
    place.classList.toggle("due", turn === "your turn");
  } catch (fault) {
    place.textContent = fault.status === 404 ? "no longer on this server" : "";
  }
}

function importing(bots) {
  const file = el("input", { type: "file", accept: ".grog,text/plain" });
  const how = el("select", {},
    el("option", { value: "shared" }, "across one screen"),
    el("option", { value: "bot" }, "against the computer, as the first side"),
    el("option", { value: "human" }, "with a friend by link"));
  const go = button("Go on from this record", async () => {
    const chosen = /** @type {HTMLInputElement} */ (file).files?.[0];
    if (!chosen) return toast("Choose a record first: a file that ends in .grog.");
    try {
      await goOn(await chosen.text(), how.value, bots);
    } catch (fault) {
      toast(fault.message);
    }
    return undefined;
  });
  return el("details", { class: "import" }, el("summary", {}, "Go on from a saved record"),
    el("div", {}, field("Record", file), field("Played", how), go));
}

/** The head of a record names its battle; the server reads the rest and judges it. */
async function goOn(record, how, bots) {
  const word = (name) => new RegExp(`^${name} (\\S+)`, "m").exec(record)?.[1] ?? "";
  const id = `${word("system")}/${word("battle")}`;
  const battle = (await api.battles()).find((each) => each.id === id);
  if (!battle) throw new Error("This record names no battle that is played here.");
  const seats = how === "bot"
    ? againstBot(battle, battle.sides[0], bots.at(-1))
    : Object.fromEntries(battle.sides.map((side) => [side, { kind: how }]));
  const wish = { battle: id, seats, variant: word("rules") || "sheet", record };
  await start(wish, battle, battle.sides[0]);
}
