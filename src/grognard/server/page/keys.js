// The keyboard at the table, and the page of help that tells of it.

import { el } from "./dom.js";
import { closeChooser } from "./chooser.js";
import { toast } from "./notify.js";
import { set, settings } from "./settings.js";

/** @import { Table } from "./game.js" */

export const KEYS = [
  ["1 … 9", "give the answer with that number"],
  ["Tab, arrows, Enter", "on the board: go to the next outlined thing, and choose it"],
  ["+ − 0", "on the board: zoom in, zoom out, the whole map"],
  ["Enter or Space", "do what is chosen, or roll"],
  ["R", "roll the dice that are due"],
  ["N  Shift+N", "the next of what happened meanwhile; skip all of it"],
  ["M  H", "fold or unfold what happened meanwhile, and the hint"],
  ["D", "show what an old soldier would do"],
  ["U", "undo"],
  ["V", "the map follows the battle, or stays where you leave it"],
  ["O or /", "type an order"],
  ["L  B  T  P  S  ?", "log, battle, tools, players, settings, help"],
  ["[ and ]", "one line back or on in the replay"],
  ["Esc", "cancel the choice or the tool"],
];

/** The page of help. */
export function helpPart() {
  return el("div", { class: "help" },
    el("p", {}, "Possible answers are outlined in gold on the board. Click one. If dice follow, you " +
      "see the odds first; click again to do it. Nothing is rolled before you have seen its " +
      "odds, and until then you can undo everything."),
    el("h3", {}, "Keys"),
    el("dl", { class: "keys" }, KEYS.map(([key, does]) => [el("dt", {}, el("kbd", {}, key)),
      el("dd", {}, does)])),
    el("h3", {}, "Orders"),
    el("p", {}, "You can type every answer as an order, in the words of its button, and several in " +
      "one line up to the next roll, with a semicolon between them."));
}

/** @type {Record<string, string>} */
const TABS = { l: "log", b: "briefing", t: "tools", p: "players", s: "settings", "?": "help" };

/**
 * Listen to the keyboard for a table; the answer stops it.
 * @param {Table} table
 */
export function listen(table) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open], .curtain")) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Escape") {
      escape(table, at);
      return;
    }
    if (at.closest("input, select, textarea")) return;
    if (press(table, event.key, at)) event.preventDefault();
  };
  const touched = () => (table.answering.keyed = false);
  document.addEventListener("keydown", hear);
  document.addEventListener("pointerdown", touched);
  return () => {
    document.removeEventListener("keydown", hear);
    document.removeEventListener("pointerdown", touched);
  };
}

/** @param {Table} table @param {Element} at */
function escape(table, at) {
  closeChooser();
  if (at instanceof HTMLInputElement) at.blur();
  else if (table.answering.chosen || table.answering.aiming.look) table.answering.unchoose();
  else table.tools.drop();
}

/**
 * Do what a key says; true if it says something.
 * @param {Table} table
 * @param {string} key
 * @param {Element} at
 */
function press(table, key, at) {
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter) && choose(table, `[data-verb][data-key="${letter}"]`)) return true;
  if (/^[1-9]$/.test(key)) return choose(table, `[data-number="${key}"]`);
  if (key === "Enter" || key === " ") {
    // Whatever does nothing with these keys itself; a tab that is open has nothing more to open.
    const free = at.closest(".board, [role=tab][aria-selected=true]") || !at.closest("button, a, summary, [role=tab], [role=button]");
    return Boolean(free && click(table, table.answering.chosen ? "[data-commit]" : "[data-roll]"));
  }
  if (key === "N") return table.enemy.skip();
  if (letter === "n") return table.enemy.step(1);
  if (letter === "v") return follow();
  if (letter === "m") return table.enemy.fold();
  if (letter === "h") return table.question.foldHint();
  if (letter === "r") return click(table, "[data-roll]");
  if (letter === "u") return click(table, "[data-undo]");
  if (letter === "d") {
    table.advice.ask();
    return true;
  }
  if (letter === "o" || key === "/") return focus(table, "[data-order]");
  if (key === "[" || key === "]") return table.step(key === "]" ? 1 : -1);
  const tab = TABS[letter];
  if (tab) table.tabs.open(tab, true);
  return Boolean(tab);
}

/** Let the map follow the battle, or no longer. */
function follow() {
  set("follow", !settings.follow);
  toast(settings.follow ? "The map follows the battle." : "The map stays where you leave it.");
  return true;
}

/** Choose by a key: what does it then has the focus. @param {Table} table @param {string} selector */
function choose(table, selector) {
  table.answering.keyed = true;
  return click(table, selector);
}

/** @param {Table} table @param {string} selector */
function click(table, selector) {
  /** @type {HTMLElement | null} */
  const wanted = table.panel.querySelector(selector);
  wanted?.click();
  return Boolean(wanted);
}

/** @param {Table} table @param {string} selector */
function focus(table, selector) {
  /** @type {HTMLElement | null} */
  const wanted = table.panel.querySelector(selector);
  wanted?.focus();
  return Boolean(wanted);
}
