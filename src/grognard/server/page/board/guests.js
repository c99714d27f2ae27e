// What is on the board only while a question is open: ways a piece may look, poses it may take.

import { draw } from "./svg.js";

/** @import { LatticeInfo, PieceInfo } from "../server.d.ts" */
/** @import { Point } from "../types.d.ts" */

const OUT = 36; // from the middle of a piece to the arrow of a way, in pixels of the drawing
const BEFORE = 14; // pixels of the screen from the front of a base to its knob, where it turns on the spot
const APART = 32; // and at least so many of the screen, so that fingers tell them apart
/** @type {Record<string, number>} */
const HEXES = { n: 0, ne: 60, se: 120, s: 180, sw: 240, nw: 300 };
/** @type {Record<string, number>} */
const SQUARES = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };
const POSE = /^pose:(\d+\.\d),(\d+\.\d) facing (\d+)(?: on (\d+\.\d)x(\d+\.\d))?$/;

/**
 * A guest, and its knob: where it is taken hold of.
 * @typedef {{kind: "facing" | "pose", x: number, y: number, turn: number, wide: number, deep: number, knob: Point}} Guest
 */

/** The way each of these ids points, in degrees from north. @param {string[]} ids */
function bearings(ids) {
  const names = ids.filter((id) => id.startsWith("facing:")).map((id) => id.slice("facing:".length));
  const table = names.some((name) => name === "e" || name === "w") ? SQUARES : HEXES;
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const name of names) {
    const way = Object.hasOwn(table, name) ? table[name] : Number(name || NaN);
    if (Number.isFinite(way)) found.set(`facing:${name}`, way);
  }
  return found;
}

/** Whether any of these ids is a guest. @param {string[]} ids */
export const anyGuest = (ids) => bearings(ids).size > 0 || ids.some((id) => POSE.test(id));

/**
 * The guests among some ids.
 * @param {string[]} ids
 * @param {PieceInfo} piece the piece the question is about
 * @param {DOMRect} box of its symbol, for poses that do not tell their base
 * @param {LatticeInfo | null} lattice of the table, if this is one
 * @param {number} scale of the screen
 * @returns {Map<string, Guest>}
 */
export function guests(ids, piece, box, lattice, scale) {
  /** @type {Map<string, Guest>} */
  const found = new Map();
  const out = Math.max(OUT, APART / scale);
  for (const [id, turn] of bearings(ids)) {
    const [x, y] = ahead([piece.x, piece.y], turn, out);
    found.set(id, { kind: "facing", x, y, turn, wide: 28, deep: 28, knob: [x, y] });
  }
  if (!lattice) return found;
  for (const id of ids) {
    const read = id.match(POSE)?.map(Number);
    if (!read) continue;
    const [, across, down, turn, wideIn, deepIn] = read;
    const x = lattice.origin[0] + across * lattice.scale;
    const y = lattice.origin[1] + down * lattice.scale;
    const wide = wideIn * lattice.scale || box.width;
    const deep = deepIn * lattice.scale || box.height;
    // Who turns where he stands is taken hold of before his front: on the spot are he, and who stands with him.
    const here = Math.hypot(x - piece.x, y - piece.y) < Math.min(wide, deep) / 2;
    const knob = here ? ahead([x, y], turn, deep / 2 + BEFORE / scale) : /** @type {Point} */ ([x, y]);
    found.set(id, { kind: "pose", x, y, turn, wide, deep, knob });
  }
  return found;
}

/** A point some way off in a direction. @param {Point} from @param {number} turn @param {number} way @returns {Point} */
function ahead([x, y], turn, way) {
  const angle = (turn * Math.PI) / 180;
  return [x + way * Math.sin(angle), y - way * Math.cos(angle)];
}

/**
 * A guest as it is drawn: an arrow, or a base with its front.
 * @param {Guest} guest
 * @param {"option" | "chosen"} kind
 * @param {number} scale of the screen
 * @param {number[]} [behind] the lengths of the markers that follow the stand
 */
export function drawn(guest, kind, scale, behind = []) {
  const { x, y, turn, wide, deep, knob } = guest;
  const at = `translate(${x} ${y}) rotate(${turn})`;
  if (guest.kind === "facing") {
    const size = Math.max(1, 0.8 / scale);
    return draw("path", { class: `facing ${kind}`, d: "M0-13L10 8L0 3L-10 8z", transform: `${at} scale(${size})` });
  }
  const base = { x: -wide / 2, y: -deep / 2, width: wide, height: deep };
  const size = Math.max(0.8, 0.8 / scale);
  return draw("g", { class: `stance ${kind}`, transform: at }, [
    draw("path", { class: "knob", d: "M0-9L8 3L0-1L-8 3z", transform: `translate(0 ${-Math.hypot(knob[0] - x, knob[1] - y)}) scale(${size})` }),
    ...tail(wide, deep, behind),
    draw("rect", { ...base, class: "under" }),
    draw("rect", { ...base, class: "over" }),
    draw("path", { d: `M${-wide / 2} ${-deep / 2}H${wide / 2}M-5 ${-deep / 2}L0 ${-deep / 2 - 6}L5 ${-deep / 2}z`, class: "front" }),
  ]);
}

/**
 * The markers that follow a stand in column, one after another behind it.
 * @param {number} wide
 * @param {number} deep
 * @param {number[]} behind their lengths
 */
export function tail(wide, deep, behind) {
  let from = deep / 2;
  return behind.map((long) => {
    const part = draw("rect", { x: -wide / 2, y: from, width: wide, height: long, class: "tail", "pointer-events": "none" });
    from += long;
    return part;
  });
}

/** What a guest is called. @param {string} id */
export const guestTitle = (id) => (id.startsWith("pose:") ? `to ${id.slice("pose:".length)}` : id.replace(":", " "));
