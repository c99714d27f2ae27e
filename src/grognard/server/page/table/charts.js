// The charts of the sheet: laid out as tables, searched, each leading to its odds.

import { button, el, fill } from "../dom.js";
import { cell, distances, heading } from "./distance.js";
import { settings } from "./keep.js";

/** @import { ChartTable, SystemTables } from "./tables.d.ts" */

const NEVER = new Set(["what", "the", "a", "an", "is", "in", "of", "does", "do", "how",
  "when", "my", "who", "can", "may", "to", "and"]);

// Words of everyday English that sheets use for one another.
const ALIKE = [
  ["village", "town", "built-up", "building", "chateau", "hamlet", "house"],
  ["gun", "artillery", "battery", "cannon"],
  ["horse", "cavalry"], ["foot", "infantry"],
  ["wood", "forest", "trees"], ["hill", "slope", "height", "high ground", "crest"],
  ["river", "stream", "water", "ford", "bridge"],
  ["general", "leader", "officer", "commander"],
  ["rout", "flee", "flight", "run away"], ["shoot", "fire", "volley"],
  ["stop", "may not", "cannot", "prohibit", "block", "never", "no "],
];

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

/** The beginning that all forms of a word share. @param {string} word */
function stem(word) {
  const short = word.replace(/(ping|ped|ies|es|s)$/, "");
  return short.length > 2 ? short : word;
}

/** The word itself, or with it all that sheets say for it. @param {string} word @param {boolean} wide */
function meant(word, wide) {
  const own = stem(word);
  const alike = ALIKE.filter((group) => group.some((each) => each.startsWith(own) || own.startsWith(each)));
  // "Stop" is hardly ever written on a sheet: what is meant is always looked for.
  return wide || alike.some((group) => group[0] === "stop") ? [own, ...alike.flat()] : [own];
}

/** Whether a text has every word, each in one of its forms. @param {string} text @param {string[][]} words */
function has(text, words) {
  const low = text.toLowerCase();
  return words.every((forms) => forms.some((form) => low.includes(form)));
}

/** What fits the words; if nothing does, what fits others of the same meaning.
 * @param {SystemTables} system @param {string[]} words */
function hits(system, words) {
  const found = matches(system, words.map((word) => meant(word, false)), words);
  if (found.length) return found;
  const wide = words.map((word) => meant(word, true));
  const near = matches(system, wide, words);
  if (!near.length) return [el("p", { class: "soft" }, "Nothing fits. Try one word less.")];
  return [el("p", { class: "soft" },
    `These rules do not say "${words.join(" ")}". Of the same meaning:`), ...near];
}

/** Columns with their abbreviations written out, where they are common. @param {string[]} columns */
function headings(columns) {
  return columns.join(" ").replace(/\bArt(\.|'y)/g, "artillery").replace(/\bInf\./g, "infantry")
    .replace(/\bCav\./g, "cavalry").replace(/\bSkirm\./gi, "skirmishers").replace(/\bGen\./g, "general");
}

/** @param {SystemTables} system @param {string[][]} forms @param {string[]} words */
function matches(system, forms, words) {
  const parts = system.charts.map((chart) => {
    const whole = has(`${chart.title} ${headings(chart.columns)}`, forms);
    const rows = whole ? chart.rows : chart.rows.filter((row) => has(
      `${chart.title} ${row.label} ${row.says} ${row.cells.join(" ")}`, forms));
    return rows.length ? el("section", {}, el("h2", {}, heading(chart.title)),
      table(system, chart, rows, words)) : null;
  }).filter(Boolean);
  const rulings = system.rulings.filter((rule) => has(`${rule.label} ${rule.says}`, forms));
  if (rulings.length) {
    parts.push(el("section", {}, el("h2", {}, "Rulings"), rulings.map((rule) => el("p", {},
      rule.label ? el("b", {}, `${rule.label}. `) : null, distances(rule.says)))));
  }
  return parts;
}

/** Whether most of several columns are words: then a narrow screen shows a card for each row.
 * @param {ChartTable} chart */
function worded(chart) {
  const long = chart.columns.filter((_, i) => chart.rows.some((row) => (row.cells[i] ?? "").length > 16));
  return chart.columns.length > 2 && long.length * 2 > chart.columns.length;
}

/** @param {SystemTables} system @param {ChartTable} chart @param {ChartTable["rows"]} rows
 * @param {string[]} words */
function table(system, chart, rows, words) {
  const prose = chart.columns.length === 1 && rows.some((row) => (row.cells[0] ?? "").length > 24);
  const odds = chart.check ? button("Odds ›", () => {
    location.hash = `#/${system.name}/check/${encodeURIComponent(chart.check)}`;
  }, { class: "chip" }) : null;
  return [el("div", { class: "wide" }, el("table", { class: worded(chart) ? "chart cards" : "chart" },
    prose ? null : el("thead", {}, el("tr", {}, el("th", {}),
      chart.columns.map((column) => el("th", { scope: "col" }, column)))),
    el("tbody", {}, rows.map((row) => el("tr", { title: distances(row.says) },
      el("th", { scope: "row" }, row.label),
      row.cells.map((text, i) => el("td", { class: text.length > 24 ? "says" : text.length < 9 ? "short" : "",
        "data-head": chart.columns[i],
        onclick: chart.check ? () => {
          location.hash = `#/${system.name}/check/${encodeURIComponent(chart.check)}`;
        } : undefined }, cell(text, chart.title))))))),
  words.length ? rows.filter((row) => !row.cells.includes(row.says)).map((row) => el("p", { class: "soft" },
    distances(row.says))) : null),
  odds];
}
