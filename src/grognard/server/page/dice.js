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

/**
 * The last throw and what came of it, as the panel shows it; it tumbles when it is shown first.
 * @param {LastRoll} last
 * @param {import("./names.js").Names} names
 * @param {boolean} [brief] without what came of it
 */
export function throwPart(last, names, brief = false) {
  const thrown = readThrow(last.entry.text);
  if (!thrown) return null;
  const fresh = !last.told && moving();
  const said = thrown.result.replace(/ \([^()]*\)$/, ""); // the line of the log that repeats it says nothing new
  last.told = true;
  const title = [thrown.title, names.whose(last.entry.subjects)].filter(Boolean).join(" · ");
  return el("section", { class: fresh ? "throw tumbling" : "throw", "aria-label": "Last roll" },
    el("div", { class: "dice" }, last.entry.dice.map(([sides, face]) => dieFace(face, sides))),
    el("div", {}, el("small", {}, title),
      el("b", {}, thrown.result),
      brief ? null : last.after.filter((text) => !text.includes(said)).slice(0, MOST_AFTER)
        .map((text) => el("p", {}, names.inWords(text)))));
}
