// Ways to look: where a piece may be turned, an arrow stands about it for each answer.

import { draw } from "./svg.js";

const OUT = 36; // from the middle of the piece, in pixels of the drawing
const APART = 32; // and at least so many of the screen, so that fingers tell them apart
const HEXES = { n: 0, ne: 60, se: 120, s: 180, sw: 240, nw: 300 };
const SQUARES = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };

/**
 * The way each of these ids points, in degrees from north; ids that are no facing are left out.
 * @param {string[]} ids
 * @returns {Map<string, number>}
 */
export function bearings(ids) {
  const names = ids.filter((id) => id.startsWith("facing:")).map((id) => id.slice("facing:".length));
  const table = names.some((name) => name === "e" || name === "w") ? SQUARES : HEXES;
  const found = new Map();
  for (const name of names) {
    const way = Object.hasOwn(table, name) ? table[name] : Number(name || NaN);
    if (Number.isFinite(way)) found.set(`facing:${name}`, way);
  }
  return found;
}

/** Where the arrow of a way stands about a piece. */
export function stand(piece, way, scale) {
  const out = Math.max(OUT, APART / scale);
  const turn = (way * Math.PI) / 180;
  return { x: piece.x + out * Math.sin(turn), y: piece.y - out * Math.cos(turn) };
}

/** The arrow itself. */
export function pointer({ x, y }, way, kind, scale) {
  const size = Math.max(1, 0.8 / scale);
  return draw("path", {
    class: `facing ${kind}`,
    d: "M0-13L10 8L0 3L-10 8z",
    transform: `translate(${x} ${y}) rotate(${way}) scale(${size})`,
  });
}
