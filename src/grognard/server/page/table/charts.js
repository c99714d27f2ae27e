// The charts of the sheet: laid out as tables, searched, each leading to its odds.

import { button, el, fill } from "../dom.js";
import { cell, distances, heading } from "./distance.js";
import { settings } from "./keep.js";

/** @import { ChartTable, SystemTables } from "./tables.d.ts" */

const NEVER = new Set(["what", "stops", "the", "a", "an", "is", "in", "of", "does", "do", "how",
  "when", "my", "who", "can", "may", "to", "and"]);

/** @param {HTMLElement} page @param {SystemTables} system @param {HTMLElement[]} frame
 * @param {string} wanted */
export function charts(page, system, frame, wanted) {
  const box = el("input", { type: "search", placeholder: "Search: square, village, what stops artillery",
    "aria-label": "Search the charts and rulings", value: wanted });
  const found = el("div", { id: "found" });
  /** @param {string} text */
  const list = (text) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{N}"+-]+/u).filter((w) => w && !NEVER.has(w));
    fill(found, words.length ? hits(system, words) : all(system));
  };
  box.addEventListener("input", () => list(box.value));
  fill(page, frame, box, found,
    el("div", { class: "buttons" }, system.print?.map(([href, text]) => el("a", { class: "button",
      href: `${href}?scale=${settings().scale}&unit=${settings().unit}` }, text))));
  list(wanted);
}

/** @param {SystemTables} system */
function all(system) {
  return [system.charts.map((chart) => el("details", {},
    el("summary", {}, heading(chart.title)), table(system, chart, chart.rows, []))),
  el("details", {}, el("summary", {}, "Rulings"), system.rulings.map((rule) => el("p", {},
    rule.label ? el("b", {}, `${rule.label}. `) : null, distances(rule.says))))];
}

/** Whether a text has every word, by its beginning. @param {string} text @param {string[]} words */
function has(text, words) {
  const low = text.toLowerCase();
  return words.every((word) => low.includes(word.replace(/(ies|es|s)$/, "")));
}

/** @param {SystemTables} system @param {string[]} words */
function hits(system, words) {
  const parts = system.charts.map((chart) => {
    const whole = has(chart.title, words);
    const rows = whole ? chart.rows : chart.rows.filter((row) => has(
      `${chart.title} ${row.label} ${row.says} ${row.cells.join(" ")}`, words));
    return rows.length ? el("section", {}, el("h2", {}, heading(chart.title)),
      table(system, chart, rows, words)) : null;
  }).filter(Boolean);
  const rulings = system.rulings.filter((rule) => has(`${rule.label} ${rule.says}`, words));
  if (rulings.length) {
    parts.push(el("section", {}, el("h2", {}, "Rulings"), rulings.map((rule) => el("p", {},
      rule.label ? el("b", {}, `${rule.label}. `) : null, distances(rule.says)))));
  }
  return parts.length ? parts : [el("p", { class: "soft" }, "Nothing fits. Try one word less.")];
}

/** @param {SystemTables} system @param {ChartTable} chart @param {ChartTable["rows"]} rows
 * @param {string[]} words */
function table(system, chart, rows, words) {
  const prose = chart.columns.length === 1 && rows.some((row) => (row.cells[0] ?? "").length > 24);
  const odds = chart.check ? button("Odds ›", () => {
    location.hash = `#/${system.name}/check/${encodeURIComponent(chart.check)}`;
  }, { class: "chip" }) : null;
  return [el("div", { class: "wide" }, el("table", { class: "chart" },
    prose ? null : el("thead", {}, el("tr", {}, el("th", {}),
      chart.columns.map((column) => el("th", { scope: "col" }, column)))),
    el("tbody", {}, rows.map((row) => el("tr", { title: distances(row.says) },
      el("th", { scope: "row" }, row.label),
      row.cells.map((text) => el("td", { class: text.length > 24 ? "says" : "",
        onclick: chart.check ? () => {
          location.hash = `#/${system.name}/check/${encodeURIComponent(chart.check)}`;
        } : undefined }, cell(text, chart.title))))))),
  words.length ? rows.filter((row) => !row.cells.includes(row.says)).map((row) => el("p", { class: "soft" },
    distances(row.says))) : null),
  odds];
}
