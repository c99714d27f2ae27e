// Frames about pieces: each lies under its block and over those behind it, so that it covers nobody who stands in front.

import { draw } from "./svg.js";

/** @import { PieceInfo } from "../server.d.ts" */
/** @import { Picture, Shown } from "./picture.js" */

export const RIM = 4; // pixels of the drawing about a block

export class Rings {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** What is drawn about each, and for what. @type {Map<Shown, {said: string, rings: SVGElement[]}>} */
    this.drawn = new Map();
    /** The classes of those that are to be drawn. @type {Map<Shown, string[]>} */
    this.wanted = new Map();
  }

  /** Have a frame about a piece when all are drawn. @param {Shown} shown @param {string} name its class */
  want(shown, name) {
    this.wanted.set(shown, [...(this.wanted.get(shown) ?? []), name]);
  }

  /** Draw those that are wanted, and take away the others; one that stays the same is left alone. */
  draw() {
    const wanted = new Map([...this.wanted].map(([shown, names]) => [shown, { names, said: [shown.piece.symbol, ...names].join() }]));
    this.wanted.clear();
    for (const [shown, { said, rings }] of this.drawn) {
      if (wanted.get(shown)?.said === said) continue;
      for (const ring of rings) ring.remove();
      this.drawn.delete(shown);
    }
    for (const [shown, { names, said }] of wanted) {
      if (this.drawn.has(shown)) continue;
      const rings = names.map((name) => draw("rect", { ...frame(this.picture, { ...shown.piece, x: 0, y: 0, turn: 0 }), class: `ring ${name}` }));
      for (const ring of rings) this.picture.sized(ring);
      shown.use.before(...rings);
      this.drawn.set(shown, { said, rings });
    }
  }

  /** Lines stay broad enough to be seen at the present scale. */
  resize() {
    for (const { rings } of this.drawn.values()) for (const ring of rings) this.picture.sized(ring);
  }
}

/**
 * The measures of a frame about a block, turned as it is.
 * @param {Picture} picture
 * @param {PieceInfo} piece
 * @param {number} [least] pixels of the drawing, either way
 */
export function frame(picture, piece, least = 0) {
  const box = picture.box(piece.symbol);
  const wide = Math.max(box.width + 2 * RIM, least);
  const high = Math.max(box.height + 2 * RIM, least);
  return {
    x: box.x + (box.width - wide) / 2,
    y: box.y + (box.height - high) / 2,
    width: wide,
    height: high,
    rx: 5,
    transform: `translate(${piece.x} ${piece.y}) rotate(${piece.turn})`,
  };
}
