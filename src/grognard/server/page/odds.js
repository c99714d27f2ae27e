// A check before its roll: every modifier with its reason, and the exact odds as bars and words.

import { capital, el } from "./dom.js";

/** @import { CheckInfo, OutlookInfo, Preview } from "./server.d.ts" */

const MOST_BARS = 8;
const FEW_PAIRS = 4; // results of two from which on they are told for either first
const NUMBER = /^\d+( \w+)?$/; // a sum, or so many of something

/** The value of an exact fraction "p/q" or "p". @param {string} fraction */
export function value(fraction) {
  const [over, under = "1"] = fraction.split("/");
  return Number(over) / Number(under);
}

const READ = 9999; // a fraction of a larger whole tells a reader nothing

/** A fraction that can be read at a glance; one of a large whole is left out. @param {string} fraction */
export function readable(fraction) {
  return Number(fraction.split("/")[1] ?? "1") <= READ ? fraction : "";
}

/** A chance in percent, never rounded to a certainty it is not. @param {string} fraction */
export function percent(fraction) {
  const hundred = value(fraction) * 100;
  if (hundred > 99.5 && hundred < 100) return "over 99\u00a0%";
  if (hundred > 0 && hundred < 0.5) return "under 1\u00a0%";
  return `${Math.round(hundred)}\u00a0%`; // never broken between the two
}

/**
 * The odds of a check or outlook: many numbers as columns in order, much else the likeliest first.
 * @param {Record<string, string>} odds
 * @param {string} [says]
 * @param {Record<string, string>} [means] what short words mean
 */
export function bars(odds, says = "", means = {}) {
  let rows = Object.entries(odds);
  const even = evenly(rows, means);
  if (even) return el("p", { class: "even", "aria-label": says ? `${says}: ${even}` : null }, even);
  if (rows.length > MOST_BARS && rows.every(([label]) => NUMBER.test(label))) return columns(rows, says);
  const many = rows.length > MOST_BARS;
  if (many) rows = rows.sort((a, b) => value(b[1]) - value(a[1]));
  /** @param {[string, string][]} part */
  const list = (part) => el("ul", { class: "bars", "aria-label": says || null }, part.map((chance) => bar(chance, means[chance[0]])));
  if (!many) return list(rows);
  return el("div", {}, list(rows.slice(0, MOST_BARS)),
    el("details", {}, el("summary", {}, `${rows.length - MOST_BARS} more`),
      list(rows.slice(MOST_BARS))));
}

/** A result in words: a number with what it counts. @param {string} label @param {Record<string, string>} means */
function counted(label, means) {
  return /^\d+$/.test(label) && means[label] ? `${label} ${means[label]}` : label || "nothing";
}

/**
 * Numbers that are all as likely in a line; empty if they are not.
 * @param {[string, string][]} rows
 * @param {Record<string, string>} means
 */
function evenly(rows, means) {
  const [[first, chance] = ["", ""]] = rows;
  const even = rows.length >= FEW_PAIRS && rows.every(([label, each]) => NUMBER.test(label) && each === chance);
  return even ? `${first} to ${counted(rows[rows.length - 1][0], means)}, each ${percent(chance)}` : "";
}

/**
 * Sums in their order, each a column; the mean above.
 * @param {[string, string][]} rows
 * @param {string} says
 */
function columns(rows, says) {
  const parts = rows.map(([label, fraction]) => ({ at: parseInt(label, 10), label, chance: value(fraction), fraction }))
    .sort((a, b) => a.at - b.at);
  const most = Math.max(...parts.map(({ chance }) => chance));
  const mean = parts.reduce((sum, { at, chance }) => sum + at * chance, 0);
  return el("div", { class: "sums" },
    el("p", {}, `${parts[0].at} to ${parts[parts.length - 1].at}, on average ${Number(mean.toFixed(1))}`),
    el("ol", { "aria-label": says || null }, parts.map(({ at, label, chance, fraction }) => {
      const column = el("span", { class: "length", "aria-hidden": "true" });
      column.style.height = `${(100 * chance) / most}%`;
      return el("li", { title: `${label}: ${percent(fraction)} (${fraction})` }, column, el("small", {}, String(at)),
        el("span", { class: "unseen" }, `: ${percent(fraction)}`));
    })));
}

/**
 * The odds of a check. Where they are results of two, those of either come first, and all together below.
 * @param {CheckInfo} check
 */
function oddsOf({ odds, shares, means, title }) {
  const parties = Object.entries(shares);
  if (!parties.length || Object.keys(odds).length < FEW_PAIRS) return bars(odds, `Odds of ${title}`, means);
  return el("div", { class: "shares" },
    parties.map(([who, parts]) => [el("h4", {}, capital(who)), bars(parts, `${title}: ${who}`, means)]),
    el("details", {}, el("summary", {}, `Both together: ${Object.keys(odds).length} results`),
      bars(odds, `Odds of ${title}`)));
}

/** @param {[string, string]} chance @param {string} [means] */
function bar([label, fraction], means = "") {
  const inner = el("span", { class: "length" });
  inner.style.width = `${value(fraction) * 100}%`;
  return el("li", {},
    el("span", { class: "label" }, label || "nothing", means ? el("small", { class: "means" }, ` ${means}`) : null),
    el("span", { class: "chance" }, el("b", {}, percent(fraction)), " ",
      el("small", {}, readable(fraction))),
    el("span", { class: "bar", "aria-hidden": "true" }, inner));
}

/** The dice of a check in words. @param {CheckInfo["dice"]} dice */
export function diceWords(dice) {
  if (!dice.length) return "no dice";
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const [sides, first] of dice) {
    const words = `${first} to ${first + sides - 1}`;
    kinds.set(words, (kinds.get(words) ?? 0) + 1);
  }
  return [...kinds]
    .map(([words, count]) => `${count === 1 ? "a die" : `${count} dice`} of ${words}`)
    .join(", ");
}

/** A check, whole; without its title where the question has told it. @param {CheckInfo} check */
export function checkPart(check, told = "") {
  const modifiers = check.modifiers.map((each) => el("li", {}, el("details", {},
    el("summary", { title: each.id }, el("b", {}, `${each.value >= 0 ? "+" : "−"}${Math.abs(each.value)}`), " ",
      each.reason, each.of === "die" ? "" : ` (${each.of})`),
    el("p", { class: "rule" }, each.says, " ", el("small", { class: "sheet-id" }, each.id)))));
  const dice = diceWords(check.dice);
  const target = dice.startsWith(check.target) ? dice : `${capital(check.target)} · ${dice}`;
  return el("section", { class: "check", "aria-label": `${check.title}: the odds` },
    check.title === told ? null : el("h3", {}, check.title),
    el("p", { class: "target" }, target),
    modifiers.length ? el("ul", { class: "modifiers" }, modifiers) : null,
    oddsOf(check));
}

/**
 * What an answer may lead to: its checks with whose they are, and odds without dice of its own.
 * @param {Preview} preview
 * @param {string} whose
 * @param {(text: string) => string} inWords
 */
export function previewPart(preview, whose, inWords) {
  /** @param {CheckInfo} check */
  const titled = (check) => (whose ? { ...check, title: `${check.title} · ${whose}` } : check);
  return [
    ...preview.checks.map((check) => checkPart(titled(check))),
    ...outlookParts(preview.outlook, inWords),
  ];
}

/**
 * Odds over what is hidden, each with its title.
 * @param {OutlookInfo[]} outlook
 * @param {(text: string) => string} inWords
 */
export function outlookParts(outlook, inWords) {
  return outlook.map((each) => el("section", { class: "check" },
    el("h3", {}, capital(inWords(each.title))), bars(each.odds, inWords(each.title))));
}

/**
 * The odds of an answer in a few signs, to be written beside its goal: that it does what is hoped for.
 * @param {Preview} preview
 */
export function headline({ checks }) {
  const promise = checks[0]?.promise;
  return promise ? percent(promise) : "";
}

/** The odds of an answer, each roll in a line. @param {Pick<Preview, "checks" | "outlook">} preview */
export function oddsInWords({ checks, outlook }) {
  return [
    ...checks.map(({ title, odds, shares, means }) => `${capital(title)}: ${Object.keys(shares).length
      ? Object.entries(shares).map(([who, parts]) => `${who} ${likeliest(parts, 3, means)}`).join("; ") : likeliest(odds, 4, means)}`),
    ...outlook.map(({ title, odds }) => `${capital(title)}: ${likeliest(odds, 4)}`),
  ];
}

/**
 * The likeliest results in a line.
 * @param {Record<string, string>} odds
 * @param {number} most
 * @param {Record<string, string>} [means] what numbers count
 */
function likeliest(odds, most, means = {}) {
  const even = evenly(Object.entries(odds), means);
  if (even) return even;
  const rows = Object.entries(odds).sort((a, b) => value(b[1]) - value(a[1]));
  const told = rows.slice(0, most).map(([label, chance]) => `${counted(label, means)} ${percent(chance)}`);
  return `${told.join(", ")}${rows.length > most ? " …" : ""}`;
}

/** Whether a roll needs no click: nobody wants its odds, or it cannot fail. @param {CheckInfo} check */
function isIdle({ weighed, odds }) {
  return !weighed || Object.keys(odds).length === 1;
}

/** Whether there is anything to weigh before an answer is given. @param {Preview} preview */
export function hasOdds({ checks, outlook, price, attack }) {
  return checks.some((check) => !isIdle(check)) || outlook.length > 0 || attack.length > 0 || price !== "";
}
