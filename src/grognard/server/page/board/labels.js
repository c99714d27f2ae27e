// Names on the board: of a readable size at every zoom, giving way to each other where there is no room.

import { draw } from "./svg.js";

/** @import { LabelInfo, PieceInfo, TextInfo } from "../server.d.ts" */
/** @import { Written } from "./picture.js" */

/** Left, top, right and bottom, in pixels of the drawing. @typedef {[number, number, number, number]} Box */
/** How a name is drawn: so many times its size, moved by so much. @typedef {{times: number, dx: number, dy: number}} Fit */
/** @typedef {{key: string, entry: Written, piece: PieceInfo | null}} Named */

const LEAST = 11; // screen pixels of lettering, at least
const MOST = 24; // and at most
const CROWDED = 8; // names that would be smaller are left out, but for commanders and places
const GAP = 2;
const LEADER = /-(leader|commander|general)\b/; // as the drawing calls who leads; guns may have no strength either
const INK = "#2b2118";
const PAPER = "#f1e6c8";

export class Labels {
  /** @param {import("./picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.scale = 1;
    /** @type {Named[]} */
    this.named = [];
    /** @type {Box[]} what no name may cover: the strengths of the pieces */
    this.plates = [];
    /** @type {Box[]} the names as they are drawn */
    this.drawn = [];
    this.lines = "";
    /** @type {Box[]} the blocks themselves */
    this.blocks = [];
    /** @type {string | null} the piece under the pointer */
    this.pointed = null;
  }

  /** Other names, or other pieces; what stands in the margin is no name. @param {Map<string, Written>} written @param {PieceInfo[]} pieces */
  take(written, pieces) {
    const byName = new Map(pieces.map((piece) => [piece.name, piece]));
    this.named = [...written].filter(([, { label }]) => "line" in label).map(([key, entry]) => ({ key, entry, piece: byName.get(key.trimEnd()) ?? null }));
    this.blocks = pieces.map(({ symbol, x, y }) => {
      const { width, height } = this.picture.box(symbol);
      const half = Math.min(width, height) / 2;
      return [x - half, y - half, x + half, y + half];
    });
    this.plates = pieces.flatMap((piece) => piece.texts.map(({ box }) => /** @type {Box} */ ([...box])));
    this.arrange();
  }

  /** @param {number} scale of the screen */
  resize(scale) {
    if (scale === this.scale) return;
    this.scale = scale;
    this.arrange();
  }

  /** A piece is pointed at: its name is shown. @param {string | null} id */
  point(id) {
    const known = this.named.some(({ piece }) => piece?.id === id) ? id : null;
    if (known === this.pointed) return;
    this.pointed = known;
    if (this.named.some(({ entry }) => this.times(entry.label) !== 1)) this.arrange();
  }

  /** Where names, strengths and blocks stand: what others should not cover. @returns {Box[]} */
  boxes() {
    return [...this.drawn, ...this.plates, ...this.blocks];
  }

  /** How many times its size a name is drawn. @param {TextInfo} label */
  times({ size }) {
    const seen = size * this.scale;
    return seen < LEAST ? LEAST / seen : seen > MOST ? MOST / seen : 1;
  }

  /** Draw each name where there is room for it, those that matter most first. */
  arrange() {
    /** @type {Box[]} */
    const taken = [];
    const lines = [];
    const ranked = this.named.map((each) => ({ each, rank: this.rank(each) })).sort((a, b) => a.rank - b.rank);
    for (const { each, rank } of ranked) {
      const { element, label } = each.entry;
      const fit = rank > 3 ? null : this.fit(each, taken, rank === 0);
      element.classList.toggle("gone", fit === null);
      if (!fit) continue;
      taken.push(boxOf(label, fit));
      const { times, dx, dy } = fit;
      const still = times === 1 && !dx && !dy;
      place(element.firstElementChild, still ? "" : `translate(${dx} ${dy}) scale(${times})`);
      if (!dx && !dy) lines.push(lineOf(label));
    }
    this.drawn = taken;
    this.line(lines.join(""));
  }

  /** Draw the lines from names to their blocks, if they are others. @param {string} data */
  line(data) {
    if (data === this.lines) return;
    this.lines = data;
    this.picture.layers.lines.replaceChildren(...drawn(data));
  }

  /** What comes first: 0 the one pointed at, 1 and 2 commanders and places, 3 units; 4 is left out. @param {Named} named */
  rank({ entry, piece }) {
    if (piece && piece.id === this.pointed) return 0;
    if (!piece) return 2;
    if (LEADER.test(piece.symbol)) return 1;
    return entry.label.size * this.scale < CROWDED ? 4 : 3;
  }

  /**
   * Where a name can stand: at its own place, or on another side of its piece.
   * @param {Named} named
   * @param {Box[]} taken
   * @param {boolean} surely
   * @returns {Fit | null}
   */
  fit({ entry: { label }, piece }, taken, surely) {
    const times = this.times(label);
    if (times === 1) return { times, dx: 0, dy: 0 };
    const places = [grown(label, times, piece), ...(piece ? this.around(label, times, piece) : [])]
      .map((place) => this.inside(label, place));
    const free = places.find((place) => {
      const box = boxOf(label, place);
      return ![taken, this.plates].some((others) => others.some((other) => overlap(box, other)));
    });
    return free ?? (surely ? places[0] : null);
  }

  /** Moved just so far that it does not leave the board. @param {TextInfo} label @param {Fit} fit @returns {Fit} */
  inside(label, fit) {
    const [left, top, right, bottom] = boxOf(label, fit);
    const { width, height } = this.picture.size;
    const [dx, dy] = [Math.max(GAP - left, 0) || Math.min(width - GAP - right, 0),
      Math.max(GAP - top, 0) || Math.min(height - GAP - bottom, 0)];
    return { ...fit, dx: fit.dx + dx, dy: fit.dy + dy };
  }

  /**
   * The four sides of a piece.
   * @param {TextInfo} label
   * @param {number} times
   * @param {PieceInfo} piece
   * @returns {Fit[]}
   */
  around(label, times, { symbol, turn, x, y }) {
    const { width, height } = this.picture.box(symbol);
    const way = (turn * Math.PI) / 180;
    const [cos, sin] = [Math.abs(Math.cos(way)), Math.abs(Math.sin(way))];
    const [wide, high] = [(width * cos + height * sin) / 2 + GAP, (width * sin + height * cos) / 2 + GAP];
    const [half, size] = [(label.width * times) / 2, label.size * times];
    const spots = [[x, y + high + 0.8 * size], [x, y - high - 0.25 * size],
      [x + wide + half, y + 0.3 * size], [x - wide - half, y + 0.3 * size]];
    return spots.map(([px, py]) => ({ times, dx: px - label.x, dy: py - label.y }));
  }
}

/** Put a name somewhere; one that is there already is not laid out again. @param {Element | null} name @param {string} where */
function place(name, where) {
  if (name && (name.getAttribute("transform") ?? "") !== where) name.setAttribute("transform", where);
}

/** The box of a name as it is drawn. @param {TextInfo} label @param {Fit} fit @returns {Box} */
function boxOf({ x, y, size, width }, { times, dx, dy }) {
  const half = (width * times) / 2;
  return [x + dx - half, y + dy - 0.8 * size * times, x + dx + half, y + dy + 0.25 * size * times];
}

/** @param {Box} one @param {Box} other */
function overlap(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

/**
 * A name drawn larger or smaller about the point of it that is nearest to its piece.
 * @param {TextInfo} label
 * @param {number} times
 * @param {PieceInfo | null} piece
 * @returns {Fit}
 */
function grown(label, times, piece) {
  const [left, top, right, bottom] = boxOf(label, { times: 1, dx: 0, dy: 0 });
  const at = piece ?? { x: label.x, y: (top + bottom) / 2 };
  const [px, py] = [Math.min(Math.max(at.x, left), right), Math.min(Math.max(at.y, top), bottom)];
  return { times, dx: (px - label.x) * (1 - times), dy: (py - label.y) * (1 - times) };
}

/** The line from a name to its block, if it stands far off. @param {TextInfo} label */
function lineOf(label) {
  const { line } = /** @type {Partial<LabelInfo>} */ (label);
  return line ? `M${line[0][0]} ${line[0][1]}L${line[1][0]} ${line[1][1]}` : "";
}

/** @param {string} data */
function drawn(data) {
  if (!data) return [];
  return [
    draw("path", { d: data, stroke: PAPER, "stroke-width": 3 }),
    draw("path", { d: data, stroke: INK, "stroke-width": 1 }),
  ];
}
