// Aids for one who aims: a word beside the goal, and short odds at every piece that can be aimed at.

import { draw } from "./svg.js";

/** @import { ToolMark } from "../server.d.ts" */

const SIZE = 13; // screen pixels of a badge's lettering
const AWAY = 16; // and from the goal to the words

/** Left, top, right and bottom. @typedef {[number, number, number, number]} Box */

export class Aids {
  /**
   * @param {HTMLElement} viewport
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   * @param {import("./camera.js").Camera} camera
   */
  constructor(viewport, picture, finder, camera) {
    this.picture = picture;
    this.finder = finder;
    this.camera = camera;
    this.words = document.createElement("div");
    this.words.className = "board-tip";
    this.words.hidden = true;
    this.words.setAttribute("aria-hidden", "true");
    viewport.append(this.words);
    /** @type {string | null} */
    this.at = null;
    /** @type {ToolMark[]} */
    this.marks = [];
  }

  /** Words beside a thing on the board; none: take them away. @param {string | null} id @param {string[]} lines */
  tip(id, lines) {
    this.at = id;
    this.words.replaceChildren(...lines.map((line) => {
      const row = document.createElement("p");
      row.textContent = line;
      return row;
    }));
    this.place();
  }

  place() {
    const point = this.finder.point(this.at);
    this.words.hidden = !point || !this.words.childElementCount;
    if (!point || this.words.hidden) return;
    const { viewport, scale } = this.camera;
    const [x, y] = this.camera.toWindow(point);
    const { offsetWidth: wide, offsetHeight: high } = this.words;
    const far = AWAY + 24 * Math.min(scale, 2);
    const held = (/** @type {number} */ at, /** @type {number} */ most) => Math.min(Math.max(8, at), most - 8);
    /** @type {Box[]} above, below, to the right and to the left */
    const spots = [[x - wide / 2, y - far - high], [x - wide / 2, y + far], [x + far, y - high / 2], [x - far - wide, y - high / 2]]
      .map(([left, top]) => [held(left, viewport.clientWidth - wide), held(top, viewport.clientHeight - high)])
      .map(([left, top]) => [left, top, left + wide, top + high]);
    const pieces = [...this.finder.pieces.values()].map((piece) => this.camera.toWindow([piece.x, piece.y]));
    const [left, top] = emptiest(spots, [...pieces.map((at) => around(at, 20 * scale)), around([x, y], 20 * scale)]);
    this.words.style.left = `${left}px`;
    this.words.style.top = `${top}px`;
  }

  /** Short texts at pieces; none: take them away. @param {ToolMark[]} marks */
  badges(marks) {
    this.marks = marks;
    this.resize();
  }

  /** Badges keep their size on the screen. */
  resize() {
    const { scale } = this.camera;
    const size = SIZE / scale;
    const { guests, handle } = this.finder;
    const taken = [...this.picture.labels.boxes(), ...[...guests.values()].map(({ knob }) => around(knob, 0.6 * size))];
    if (handle) taken.push(around(handle, size));
    this.picture.layers.badges.replaceChildren(...this.marks.flatMap(({ at, text }) => {
      const piece = this.finder.pieces.get(at);
      const middle = this.finder.point(at);
      if (!middle) return [];
      const wide = size * (0.6 * text.length + 0.8);
      const high = size * 1.35;
      const { width, height } = piece ? this.picture.box(piece.symbol) : { width: 0, height: 0 };
      const [dx, dy] = [(Math.max(width, height) + wide) / 2, (Math.max(width, height) + high) / 2];
      const [x, y] = middle;
      /** @type {Box[]} at its corners, then above and below */
      const spots = [[1, -0.5], [-1, -0.5], [1, 0.5], [-1, 0.5], [0, -1], [0, 1]]
        .map(([right, down]) => [x + right * dx - wide / 2, y + down * dy - high / 2])
        .map(([left, top]) => [left, top, left + wide, top + high]);
      const spot = emptiest(spots, taken);
      taken.push(spot);
      const box = { x: spot[0], y: spot[1], width: wide, height: high, rx: size / 3 };
      const words = draw("text", { x: spot[0] + wide / 2, y: spot[1] + 0.95 * size, "font-size": size, "text-anchor": "middle" });
      words.textContent = text;
      return [draw("g", { class: "badge" }, [draw("rect", box), words])];
    }));
    this.place();
  }
}

/** A square about a point. @param {import("../types.d.ts").Point} point @param {number} half @returns {Box} */
function around([x, y], half) {
  return [x - half, y - half, x + half, y + half];
}

/** Of some boxes the first that covers least of others. @param {Box[]} boxes @param {Box[]} others */
function emptiest(boxes, others) {
  const cost = (/** @type {Box} */ one) => others.reduce((sum, other) => sum
    + Math.max(Math.min(one[2], other[2]) - Math.max(one[0], other[0]), 0)
    * Math.max(Math.min(one[3], other[3]) - Math.max(one[1], other[1]), 0), 0);
  return boxes.map((box) => ({ box, cost: cost(box) })).reduce((best, each) => (each.cost < best.cost ? each : best)).box;
}
