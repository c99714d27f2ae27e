// The whole chain of an attack: how it ends on average, and its rolls and choices as a short tree.

import { el } from "./dom.js";
import { percent, value } from "./odds.js";

/** @import { ChainInfo, ChainRow } from "./server.d.ts" */
/**
 * How things are called: ids of pieces, sides.
 * @typedef {{of: (id: string) => string, whose: (ids: string[]) => string, side: (side: string) => string, said: (text: string) => string}} Words
 */

const STANDS = "stands"; // as the server tells it
const LITTLE = 0.015; // what was not followed to its end, up to which nothing need be said

/**
 * What becomes of the target, the likeliest first.
 * @param {Record<string, string>} fates
 */
function likeliest(fates) {
  return Object.entries(fates).sort((a, b) => value(b[1]) - value(a[1]));
}

/** Whether an attack may move its target at all; fire alone may only hurt it. @param {ChainInfo} chain */
export function moves({ fates }) {
  return Object.keys(fates).some((fate) => fate !== STANDS);
}

/** Whether an attack begins with a throw or a choice that is about its target, as fire does, and not with one's own courage. @param {ChainInfo} chain */
export function strikes({ target, rows }) {
  return rows[0]?.about.includes(target) ?? false;
}

/** The chance that an attack moves its target, in percent; from the least to the most where not all was followed. @param {ChainInfo} chain */
export function giving({ fates, followed }) {
  const moved = Object.entries(fates).filter(([fate]) => fate !== STANDS);
  const chance = moved.reduce((sum, [, part]) => sum + value(part), 0);
  const most = chance + 1 - value(followed);
  if (most - chance <= LITTLE) return percent(String(chance));
  return `${Math.round(chance * 100)} to ${percent(String(most))}`;
}

/** The ends of an attack in a line. @param {ChainInfo} chain @param {Words} words */
export function fatesInWords({ target, fates, followed }, words) {
  if (!Object.keys(fates).length) return `${words.of(target)}: its fate hangs on too many rolls to follow them all; the first are below`;
  const told = likeliest(fates).map(([fate, chance]) => `${fate} ${percent(chance)}`);
  const rest = 1 - value(followed);
  if (rest > LITTLE) told.push(`not followed to the end ${percent(String(rest))}`);
  return `${words.of(target)}: ${told.join(", ")}`;
}

/** What either loses by an attack. @param {ChainInfo} chain @param {Words} words */
export function lossesInWords({ losses }, words) {
  const lost = Object.entries(losses).map(([side, points]) => `${words.side(side)} ${points.toFixed(1)}`);
  return `These two lose on average: ${lost.join(", ")}`;
}

/** @param {ChainInfo} chain @param {Words} words */
export function chainPart(chain, words) {
  const { rows, narrowed } = chain;
  return el("section", { class: "check chain", "aria-label": "The whole attack" },
    el("h3", {}, "The whole attack"),
    el("p", { class: "fates" }, el("b", {}, fatesInWords(chain, words))),
    el("p", {}, `${lossesInWords(chain, words)}.`),
    tree(rows, 0, words).list,
    el("p", { class: "hint" }, `Each side is taken to choose what serves it best${
      narrowed ? "; of more than three answers, the usual one and the best of another kind" : ""}. Other attacks, and whatever else is ordered meanwhile, are not counted.`));
}

/**
 * The rows of one depth from a place on, each with those below it.
 * @param {ChainRow[]} rows
 * @param {number} at
 * @param {Words} words
 * @returns {{list: HTMLElement | null, next: number}}
 */
function tree(rows, at, words) {
  const depth = rows[at]?.depth ?? 0;
  /** @type {HTMLElement[]} */
  const items = [];
  let told = "";
  while (at < rows.length && rows[at].depth >= depth) {
    const row = rows[at];
    const below = rows[at + 1]?.depth > depth ? tree(rows, at + 1, words) : { list: null, next: at + 1 };
    const title = titleOf(row, words);
    if (title !== told) items.push(el("li", { class: "stage" }, title));
    told = title;
    items.push(branch(row, below.list, words));
    at = below.next;
  }
  return { list: items.length ? el("ul", { class: "tree" }, items) : null, next: at };
}

/** @param {ChainRow} row @param {Words} words */
function titleOf({ title, side, about }, words) {
  if (side) return `The ${words.side(side)} side chooses`;
  const whose = words.whose(about.slice(0, 1));
  return whose ? `${title} · ${whose}` : title;
}

/** @param {ChainRow} row @param {HTMLElement | null} below @param {Words} words */
function branch({ label, chance, side, fates }, below, words) {
  const [fate] = likeliest(fates);
  const sure = fate && value(fate[1]) === 1;
  const end = below || !fate ? "" : ` → ${sure ? fate[0] : `${fate[0]} ${percent(fate[1])}`}`;
  return el("li", {}, side ? null : el("b", {}, percent(chance)), side ? "" : " ",
    side ? words.said(label) : label, el("small", {}, end), below);
}
