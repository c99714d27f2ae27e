// The page's front door: the part of the address after # says what is shown.

import { button, el, fill, messageOf, pageElement } from "./dom.js";
import { explain } from "./explain.js";
import { Table } from "./game.js";
import { lobby } from "./lobby.js";
import { me } from "./me.js";
import { ownSeat } from "./mygames.js";
import { newGame } from "./newgame.js";
import { notYourTurn } from "./notify.js";
import { apply } from "./settings.js";
import { youPage } from "./you.js";

const page = pageElement();
/** @type {Table | null} */
let table = null;
let asked = 0; // how many screens were asked for: what an earlier one waited for comes too late

/** @returns {{name: string, parts: string[]}} */
function route() {
  const parts = location.hash.replace(/^#\/?/, "").split("/").map(decode).filter(Boolean);
  return { name: parts[0] ?? "", parts: parts.slice(1) };
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The line of a link to a moment: …/at/<line>. @param {string[]} parts */
function momentOf(parts) {
  const at = parts.indexOf("at");
  return at >= 0 && /^\d+$/.test(parts[at + 1] ?? "") ? Number(parts[at + 1]) : null;
}

async function show() {
  const mine = asked += 1;
  const { name, parts } = route();
  const watching = name === "watch";
  const moment = name === "moment"; // a link without a secret: from the seat one has
  if (watching || moment || name === "game") {
    const linked = name === "game" && parts[1] !== "at" ? parts[1] ?? "" : "";
    const own = linked || ownSeat(parts[0]) || (moment ? "" : me().key);
    const seat = watching ? "" : own;
    if (table?.is(parts[0], seat) || (moment && table?.game === parts[0])) {
      return table.goTo(momentOf(parts));
    }
    leave();
    table = new Table(page, parts[0] ?? "", seat, momentOf(parts));
    return undefined;
  }
  leave();
  notYourTurn("");
  try {
    if (name === "me") return await youPage(page, parts[0] ?? "");
    const screen = await (name === "new" ? newGame(parts.join("/")) : lobby());
    if (mine === asked) {
      fill(page, screen);
      page.scrollTop = 0;
    }
  } catch (error) {
    if (mine === asked) fill(page, sorry(error));
  }
  return undefined;
}

function leave() {
  table?.close();
  table = null;
  document.body.classList.remove("at-table");
}

/** What is shown when nothing else can be. @param {unknown} error */
function sorry(error) {
  return el("main", { class: "sorry" },
    el("h1", {}, "Halt!"),
    el("p", {}, messageOf(error)),
    el("p", {}, button("Try again", show, { class: "primary" }), " ",
      el("a", { href: "#/" }, "Back to the battles")));
}

apply();
explain();
addEventListener("hashchange", show);
show();
