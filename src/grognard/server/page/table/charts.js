// The charts of the sheet: laid out as tables, searched, each leading to its odds.

import { button, el, fill } from "../dom.js";
import { openCheck } from "./check.js";
import { cell, distances, heading } from "./distance.js";
import { settings } from "./keep.js";

/** @import { ChartTable, RuleInfo, SystemTables } from "./tables.d.ts" */

const NEVER = new Set(["what", "the", "a", "an", "is", "in", "of", "does", "do", "how",
  "when", "my", "who", "can", "may", "to", "and"]);

// Words of everyday English that sheets use for one another.
const ALIKE = [
  ["village", "town", "built-up", "building", "chateau", "hamlet", "house"],
  ["gun", "artillery", "battery", "cannon"],
  ["square", "secure"], ["horse", "cavalry"], ["foot", "infantry"],
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
  box.addEventListener("input", () => {
    // The address keeps what is sought: whoever comes back from the odds finds it again.
    history.replaceState(null, "", `#/${system.name}/charts${box.value ? `/${encodeURIComponent(box.value)}` : ""}`);
    list(box.value);
  });
  fill(page, frame, box, found,
    el("div", { class: "buttons" }, system.print?.map(([href, text]) => el("a", { class: "button",
      href: `${href}?scale=${settings().scale}&unit=${settings().unit}` }, text))));
  list(wanted);
}

/** @param {SystemTables} system */
function all(system) {
  return [system.charts.map((chart) => el("details", {},
    el("summary", {}, heading(chart.title)), table(system, chart, chart.rows, []))),
  el("details", {}, el("summary", {}, `All rulings (${system.rulings.length})`), system.rulings.map(ruling))];
}

/** @param {RuleInfo} rule */
function ruling(rule) {
  return el("p", {}, rule.label ? el("b", {}, `${rule.label}. `) : null, distances(rule.says));
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
  if (!near.length) {
    return [el("p", { class: "soft" }, words.length > 1 ? "Nothing fits. Try one word less."
      : `These rules say nothing of "${words[0]}".`)];
  }
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
    parts.push(el("section", {}, el("h2", {}, "Rulings"), rulings.map(ruling)));
  }
  return parts;
}

/** Whether one of several columns is sentences: then a narrow screen shows a card for each row.
 * @param {ChartTable} chart */
function worded(chart) {
  return chart.columns.length > 2 && chart.rows.some((row) => row.cells.some((text) => text.length > 24));
}

/** @param {SystemTables} system @param {ChartTable} chart @param {ChartTable["rows"]} rows
 * @param {string[]} words */
function table(system, chart, rows, words) {
  const prose = chart.columns.length === 1 && rows.some((row) => (row.cells[0] ?? "").length > 24);
  // A column that says nothing in these rows is left out.
  const shown = chart.columns.map((_, i) => i).filter((i) => rows.some((row) => row.cells[i]));
  const about = new Set(chart.leads.map((lead) => lead.check));
  return [el("div", { class: "wide" }, el("table", { class: styleOf(chart, shown.length) },
    prose ? null : el("thead", {}, el("tr", {}, el("th", {}),
      shown.map((i) => el("th", { scope: "col" }, distances(chart.columns[i]))))),
    el("tbody", {}, rows.map((row) => el("tr", { title: distances(row.says) },
      el("th", { scope: "row", class: row.label.length < 9 ? "short" : "" }, distances(row.label), row.changed ? el("mark", {}, "variant") : null),
      shown.map((i) => el("td", { class: kindOf(row.cells[i] ?? ""), "data-head": distances(chart.columns[i]) },
        shownCell(system, chart, row, i))))))),
  words.length ? rows.filter((row) => !row.cells.includes(row.says)).map((row) => el("p", { class: "soft" },
    distances(row.says))) : null),
  chart.rulings.length && !words.length ? el("details", { class: "rulings" },
    el("summary", {}, `Rulings (${chart.rulings.length})`),
    chart.rulings.map((place) => ruling(system.rulings[place]))) : null,
  [...about].map((check) => button(`Odds: ${titleOf(system, check)} ›`,
    () => openCheck(system, { check, facts: {} }), { class: "chip odds-of" }))];
}

/** @param {ChartTable} chart @param {number} columns */
function styleOf(chart, columns) {
  return worded(chart) ? "chart cards" : columns > 6 ? "chart many" : "chart";
}

/** @param {string} text */
function kindOf(text) {
  if (!text) return "empty";
  return text.length > 24 ? "says" : text.length < 9 ? "short" : "";
}

/** A cell, a tap away from its odds if it has any. @param {SystemTables} system @param {ChartTable} chart
 * @param {ChartTable["rows"][number]} row @param {number} at */
function shownCell(system, chart, row, at) {
  const text = cell(row.cells[at] ?? "", chart.title);
  const lead = chart.leads[row.leads[at]];
  if (!lead || !text) return text;
  const to = () => openCheck(system, lead);
  if (text.length <= 24) return button(text, to, { class: "cell" });
  // Of a sentence, only one that speaks of a condition of its own.
  return Object.keys(lead.facts).length && row.leads.indexOf(row.leads[at]) === at
    ? [text, " ", button("Odds ›", to, { class: "cell" })] : text;
}

/** @param {SystemTables} system @param {string} check */
function titleOf(system, check) {
  return system.checks.find((each) => each.name === check)?.title ?? check;
}
