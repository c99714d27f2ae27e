// House rules: what a game's own variant changes, shown before anybody sits down.

import { button, el } from "./dom.js";

/** @import { HouseInfo } from "./server.d.ts" */

const PREFIX = "grognard.house.";

/** @param {string} game */
function read(game) {
  try { return localStorage.getItem(PREFIX + game) === "read"; } catch { return false; }
}

/** @param {string} game */
function remember(game) {
  try { localStorage.setItem(PREFIX + game, "read"); } catch { /* it is shown again next time */ }
}

/**
 * Show a game's house rules once on this device; the promise ends when they were read, with whether
 * the reader stays.
 * @param {string} game
 * @param {HouseInfo | null} house
 * @param {boolean} plays whether the reader has a seat
 * @returns {Promise<boolean>}
 */
export function houseRules(game, house, plays) {
  if (!house || read(game)) return Promise.resolve(true);
  return new Promise((answer) => {
    /** @type {HTMLDialogElement} */
    const box = el("dialog", { class: "house", "aria-label": `House rules: ${house.title}`, onclose: () => {
      box.remove();
      const stays = box.returnValue !== "leave";
      if (stays) remember(game);
      answer(stays);
    } },
    el("h2", {}, `House rules: ${house.title}`),
    el("p", {}, house.says || "This game is played by rules of its own. They differ in this:"),
    el("ul", {}, house.changes.map((each) => el("li", {}, el("b", {}, `${each.label}. `), each.says,
      each.change ? el("small", {}, ` ${each.change}`) : null))),
    el("p", { class: "actions" },
      button("Leave", () => box.close("leave")),
      button(plays ? "Sit down" : "Watch", () => box.close("stay"), { class: "primary", autofocus: true })));
    document.body.append(box);
    box.showModal();
  });
}
