// The battles on offer, by system, with a filter.

import { button, el } from "./dom.js";

/** @import { BattleInfo, SystemInfo } from "./server.d.ts" */

/**
 * The shelves of all systems under a filter by system and by words.
 * @param {SystemInfo[]} systems
 * @param {BattleInfo[]} battles
 * @param {(battle: BattleInfo) => HTMLElement} card
 */
export function shelves(systems, battles, card) {
  const stocked = systems.map((system) => shelf(system, battles.filter((battle) => battle.system === system.name), card))
    .filter(({ cards }) => cards.length > 0);
  let wanted = ""; // the system; empty: all
  const count = el("p", { class: "hint", role: "status" });
  const search = el("input", { type: "search", placeholder: "Search: a place, a year, a side…",
    "aria-label": "Search the battles", oninput: () => show() });
  const presses = [{ name: "", title: "All" }, ...stocked.map(({ system }) => ({ name: system.name, title: system.title.split(":")[0] }))]
    .map(({ name, title }) => button(title, () => {
      wanted = name;
      show();
    }, { data: { system: name } }));

  const show = () => {
    const words = search.value.trim().toLowerCase().split(/\s+/);
    let found = 0;
    for (const { system, element, cards } of stocked) {
      let here = 0;
      for (const { element: item, said } of cards) {
        item.hidden = !words.every((word) => said.includes(word));
        here += Number(!item.hidden);
      }
      element.hidden = here === 0 || (wanted !== "" && wanted !== system.name);
      if (!element.hidden) found += here;
    }
    for (const press of presses) press.setAttribute("aria-pressed", String(press.dataset.system === wanted));
    count.textContent = `${found || "No"} ${found === 1 ? "battle" : "battles"}`;
  };

  show();
  return [el("section", { class: "finding", role: "search", "aria-label": "Find a battle" },
    el("div", { class: "kinds", role: "group", "aria-label": "System" }, presses), search, count),
  ...stocked.map(({ element }) => element)];
}

/** @param {SystemInfo} system @param {BattleInfo[]} battles @param {(battle: BattleInfo) => HTMLElement} card */
function shelf(system, battles, card) {
  const cards = battles.map((battle) => ({ element: el("li", {}, card(battle)), said: saidOf(battle, system) }));
  const element = el("section", { class: "shelf", "aria-label": system.title },
    el("h2", {}, system.title),
    el("p", { class: "summary" }, system.summary),
    el("ul", { class: "cards" }, cards.map((each) => each.element)));
  return { system, element, cards };
}

/** All that may be searched for. @param {BattleInfo} battle @param {SystemInfo} system */
function saidOf(battle, system) {
  return [battle.title, battle.date, ...battle.titles, battle.summary, battle.teaches, system.title].join(" ").toLowerCase();
}
