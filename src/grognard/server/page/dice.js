// Thrown dice, drawn as faces, with what they mean.

import { draw } from "./board/svg.js";
import { el } from "./dom.js";
import { moving } from "./settings.js";

/** @import { LastRoll } from "./types.d.ts" */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const MOST_AFTER = 5;
const MOST_THROWS = 4;
// The last line of a roll in the log: the dice in words, then what they mean.
const THROWN = /^\s*(?:die|dice) [\d ]+: (.*)$/;

/**
 * One die as a picture; a cube has pips, any other a number on its face.
 * @param {number} face
 * @param {number} sides
 */
export function dieFace(face, sides) {
  const svg = draw("svg", { viewBox: "-20 -20 40 40", class: "die", role: "img" });
  svg.setAttribute("aria-label", String(face));
  if (sides === 6 && PIPS[face]) {
    svg.append(draw("rect", { x: -17, y: -17, width: 34, height: 34, rx: 6, class: "body" }));
    for (const [x, y] of PIPS[face]) {
      svg.append(draw("circle", { cx: x * 9, cy: y * 9, r: 3.4, class: "pip" }));
    }
    return svg;
  }
  const body = sides > 12
    ? draw("rect", { x: -14, y: -18, width: 28, height: 36, rx: 3, class: "body" })
    : draw("path", { d: "M0-18 17-3 0 18-17-3z", class: "body" });
  const digits = draw("text", { y: 5, "text-anchor": "middle", class: "digits" });
  digits.textContent = String(face);
  svg.append(body, digits);
  return svg;
}

/**
 * The title and the meaning of a roll's line of the log; null if it tells no dice.
 * @param {string} text
 */
export function readThrow(text) {
  const lines = text.split("\n");
  const found = THROWN.exec(lines[lines.length - 1]);
  if (!found) return null;
  const title = lines[0].split(":")[0];
  return { title, result: found[1] };
}

/** Those of throws that are one's own, or of pieces one has thrown for or against. @param {LastRoll[]} throws */
export function ownThrows(throws) {
  const own = new Set(throws.filter(({ mine }) => mine).flatMap(({ about }) => about));
  return throws.filter(({ about, mine, whose }) => (mine && whose) || about.some((id) => own.has(id)));
}

/**
 * Dice of one roll that were thrown in parts, or again, stand together.
 * @typedef {{title: string, dice: [number, number][], results: string[], after: string[], lines: number[], throws: LastRoll[]}} ThrowPart
 */

/**
 * The throws the panel shows.
 * @param {LastRoll[]} throws
 * @param {import("./names.js").Names} names
 */
function shown(throws, names) {
  /** @type {ThrowPart[]} */
  const parts = [];
  const own = ownThrows(throws);
  /** Whether other sides have thrown the same. @param {string} title @param {string} [whose] */
  const shared = (title, whose) => throws.some((other) => other.whose && other.whose !== whose && readThrow(other.entry.text)?.title === title);
  for (const each of throws.filter((thrown) => own.includes(thrown) || thrown === throws.at(-1))) {
    const thrown = readThrow(each.entry.text);
    if (!thrown) continue;
    const { dice, subjects, line } = each.entry;
    const title = [thrown.title, names.whose(subjects) || (shared(thrown.title, each.whose) && each.whose)].filter(Boolean).join(" · ");
    let part = parts.at(-1);
    if (part?.title !== title) parts.push(part = { title, dice: [], results: [], after: [], lines: [], throws: [] });
    part.dice.push(...dice);
    part.results.push(thrown.result);
    part.after.push(...each.after);
    part.lines.push(line);
    part.throws.push(each);
  }
  return parts.slice(-MOST_THROWS);
}

/**
 * The lines of which all is told beside one's own dice.
 * @param {LastRoll[]} throws
 * @param {import("./names.js").Names} names
 */
export function toldWithDice(throws, names) {
  const own = new Set(ownThrows(throws).map(({ entry }) => entry.line));
  const whole = shown(throws, names).filter((part) => news(part).length <= MOST_AFTER);
  return new Set(whole.flatMap(({ lines }) => lines).filter((line) => own.has(line)));
}

/**
 * Throws and what came of them, as the panel shows them; one tumbles when it is shown first.
 * @param {LastRoll[]} throws
 * @param {import("./names.js").Names} names
 * @param {boolean} brief without what came of it
 */
export function throwParts(throws, names, brief) {
  const parts = shown(throws, names);
  if (!parts.length) return null;
  return el("div", { class: "throws", role: "group", "aria-label": "What was thrown" }, parts.map((part) => throwPart(part, names, brief)));
}

/** What came of a throw that its result does not say. @param {ThrowPart} part */
function news({ results, after }) {
  const said = (results.at(-1) ?? "").replace(/ \([^()]*\)$/, "").toLowerCase();
  return after.filter((text) => {
    const line = text.replace(/\.$/, "").toLowerCase();
    return !line.endsWith(said) && !said.endsWith(line);
  });
}

/**
 * @param {ThrowPart} part
 * @param {import("./names.js").Names} names
 * @param {boolean} brief
 */
function throwPart(part, names, brief) {
  const { title, dice, results, throws } = part;
  const fresh = throws.some(({ told }) => !told) && moving();
  for (const each of throws) each.told = true;
  return el("section", { class: fresh ? "throw tumbling" : "throw", "aria-label": "Last roll" },
    el("div", { class: "dice" }, dice.map(([sides, face]) => dieFace(face, sides))),
    el("div", {}, el("small", {}, title),
      el("b", {}, results.join(", then ")),
      brief ? null : news(part).slice(0, MOST_AFTER)
        .map((text) => el("p", {}, names.inWords(text)))));
}
