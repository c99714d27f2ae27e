// An order as people type it: in the words of a button, or with the names of the map where orders use the short names of the files.

/** @import { Names } from "./names.js" */

const LONGEST_NAME = 6; // words
const OFFERED = /(you can answer: |these: |things: |did you mean ")(.*)$/s; // what a refusal offers instead

/**
 * The words of a text, whatever the case, the accents and what stands between them.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFKD").replace(/[\u0300-\u036f'\u2019]/g, "").toLowerCase().split(/[\s,;:.]+/).filter(Boolean).join(" ");
}

/**
 * What a text says among some; null unless it is just one.
 * @template T @param {string} text @param {T[]} choices @param {(choice: T) => string} wordsOf @returns {T | null}
 */
export function said(text, choices, wordsOf) {
  const found = choices.filter((choice) => plain(wordsOf(choice)) === plain(text));
  return found.length === 1 ? found[0] : null;
}

/**
 * An order as it stands, and with the short words for the names in it; the longest name wins.
 * @param {string} text @param {Names} names
 */
export function readings(text, { shorts, places }) {
  const known = new Map([...places, ...shorts].map(([short, name]) => [plain(name), short]));
  const words = text.replaceAll(";", " ; ").split(/\s+/).filter(Boolean);
  const read = [];
  while (words.length) {
    let length = Math.min(LONGEST_NAME, words.length);
    while (length && !known.has(plain(words.slice(0, length).join(" ")))) length -= 1;
    const run = words.splice(0, length || 1).join(" ");
    read.push(length ? known.get(plain(run)) : run);
  }
  const short = read.join(" ").replaceAll(" ;", ";");
  return plain(short) === plain(text) ? [text] : [text, short];
}

/** A refusal of an order, with names in what it offers. @param {string} message @param {Names} names */
export function refusal(message, names) {
  return message.replace(OFFERED, (_, before, orders) => before + names.ordered(orders));
}
