// What a fight looks like: a volley, crossed swords, the white flag of a rout, the colours of a rally.

import { draw } from "./svg.js";

/** @import { Point } from "../types.d.ts" */
/** @import { PieceInfo } from "../server.d.ts" */

const SWORDS = "M-9-9L7 7M9-9L-7 7M-10 4L-4 10M10 4L4 10";
const FLAG = "M0 10V-12M0-12H15L11-6.5L15-1H0z";
const COLOURS = "M-9 6L0-3L9 6M-9 0L0-9L9 0";

/**
 * A brief line from one piece to another, and puffs of smoke before the first.
 * @param {PieceInfo} one
 * @param {PieceInfo} other
 */
export function volley(one, other) {
  const long = Math.hypot(other.x - one.x, other.y - one.y) || 1;
  const [ux, uy] = [(other.x - one.x) / long, (other.y - one.y) / long];
  const from = [one.x + 18 * ux, one.y + 18 * uy];
  /** @type {Point} */
  const to = [other.x - 14 * ux, other.y - 14 * uy];
  const line = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
  return draw("g", { class: "fire" }, [
    draw("line", { ...line, class: "under" }),
    draw("line", { ...line, class: "over" }),
    draw("circle", { cx: from[0], cy: from[1], r: 9, class: "puff" }),
    draw("circle", { cx: from[0] + 7 * ux - 5 * uy, cy: from[1] + 7 * uy + 5 * ux, r: 7, class: "puff" }),
    draw("path", { d: burst(to), class: "burst" }),
  ]);
}

/** Crossed swords between two pieces. @param {PieceInfo} one @param {PieceInfo} other */
export function clash(one, other) {
  return marked((one.x + other.x) / 2, (one.y + other.y) / 2, "melee", SWORDS);
}

/** What stands over a piece that routs or rallies. @param {PieceInfo} piece @param {"rout" | "rally"} kind */
export function sign({ x, y }, kind) {
  return marked(x, y - 22, kind, kind === "rout" ? FLAG : COLOURS);
}

/** A sign on a round plate, large enough on any screen. @param {number} x @param {number} y @param {string} kind @param {string} path */
function marked(x, y, kind, path) {
  const inner = draw("g", { class: "upright" }, [
    draw("circle", { r: 16, class: "plate" }),
    draw("path", { d: path, class: "drawn" }),
  ]);
  return draw("g", { class: `sign-${kind}`, transform: `translate(${x} ${y})` }, [inner]);
}

/** @param {Point} at */
function burst([x, y]) {
  let data = "";
  for (let i = 0; i < 12; i += 1) {
    const [way, r] = [(i * Math.PI) / 6, i % 2 ? 4 : 10];
    data += `${i ? "L" : "M"}${(x + r * Math.cos(way)).toFixed(1)} ${(y + r * Math.sin(way)).toFixed(1)}`;
  }
  return `${data}z`;
}
