// What lies where: pieces and places under a point, what can answer before what cannot.

/** @import { Point } from "../types.d.ts" */
/**
 * @import { FlagInfo, GroundInfo, LatticeInfo, PieceInfo, PlaceInfo, SceneInfo } from "../server.d.ts"
 */

const FINGER = 24; // screen pixels: nothing that can answer is smaller to a finger, if there is room
const BESIDE = 36; // of the drawing: so far from its middle a click in the same place still means a piece
const ALIKE = 8; // screen pixels: pieces whose middles are as near as that are asked about

const SPOT = /^pose:(\d+\.\d),(\d+\.\d)/;

export class Finder {
  constructor() {
    /** @type {Map<string, PlaceInfo>} */
    this.places = new Map();
    /** @type {Map<string, Path2D>} */
    this.shapes = new Map();
    /** @type {Map<string, PieceInfo>} */
    this.pieces = new Map();
    /** @type {Map<string, FlagInfo>} */
    this.flags = new Map();
    /** @type {Map<string, import("./guests.js").Guest>} */
    this.guests = new Map();
    /** @type {Point | null} the handle by which a piece is turned */
    this.handle = null;
    /** How a table lies in the picture. @type {LatticeInfo | null} */
    this.lattice = null;
    const context = document.createElement("canvas").getContext("2d");
    this.context = /** @type {CanvasRenderingContext2D} */ (context);
    /** The box of a symbol that looks north. @type {(symbol: string) => DOMRect} */
    this.box = () => new DOMRect(-19, -10, 38, 20);
  }

  /** @param {GroundInfo} ground */
  ground({ places, lattice }) {
    this.lattice = lattice;
    this.places = new Map(Object.entries(places));
    this.shapes = new Map([...this.places].map(([id, place]) => [id, new Path2D(place.path)]));
  }

  /** @param {SceneInfo} scene */
  scene(scene) {
    this.pieces = new Map(scene.placements.map((piece) => [piece.id, piece]));
    this.flags = new Map(scene.flags.map((flag) => [flag.id, flag]));
  }

  /**
   * The middle of anything on the board, null if it is not there.
   * @param {string | null} id
   * @returns {Point | null}
   */
  point(id) {
    if (id === null) return null;
    const found = this.pieces.get(id) ?? this.places.get(id) ?? this.flags.get(id) ?? this.guests.get(id);
    return found ? [found.x, found.y] : this.spot(id);
  }

  /** Where a pose lies on the table. @param {string} id @returns {Point | null} */
  spot(id) {
    const read = id.match(SPOT);
    if (!read || !this.lattice) return null;
    const { origin, scale } = this.lattice;
    return [origin[0] + Number(read[1]) * scale, origin[1] + Number(read[2]) * scale];
  }

  /** @param {string} id */
  has(id) {
    return this.pieces.has(id) || this.places.has(id);
  }

  /** The pieces that stand on a place. @param {string} id */
  standing(id) {
    return [...this.pieces].filter(([, { x, y }]) => this.place([x, y]) === id).map(([piece]) => piece);
  }

  /**
   * The place at a point: of several the last, the smallest.
   * @param {Point} point
   * @param {Set<string> | null} [among]
   */
  place([x, y], among = null) {
    /** @type {string | null} */
    let found = null;
    for (const [id, shape] of this.shapes) {
      if ((among === null || among.has(id)) && this.context.isPointInPath(shape, x, y)) found = id;
    }
    return found;
  }

  /**
   * The pieces at a point, the nearest first; `scale` is that of the screen.
   * @param {Point} point
   * @param {number} scale
   * @param {Set<string> | null} [among]
   */
  stack([x, y], scale, among = null, finger = FINGER) {
    const found = [];
    for (const [id, piece] of this.pieces) {
      if (among !== null && !among.has(id)) continue;
      const box = this.box(piece.symbol);
      const turn = (-piece.turn * Math.PI) / 180;
      const dx = x - piece.x;
      const dy = y - piece.y;
      const across = dx * Math.cos(turn) - dy * Math.sin(turn) - (box.x + box.width / 2);
      const along = dx * Math.sin(turn) + dy * Math.cos(turn) - (box.y + box.height / 2);
      const inside = Math.abs(across) <= box.width / 2 && Math.abs(along) <= box.height / 2;
      /** @param {number} size */
      const half = (size) => Math.max(size, finger / scale) / 2;
      if (Math.abs(across) <= half(box.width) && Math.abs(along) <= half(box.height)) {
        found.push({ id, inside, away: Math.hypot(dx, dy) * scale });
      }
    }
    return found.sort((a, b) => Number(b.inside) - Number(a.inside) || a.away - b.away);
  }

  /**
   * What a tap means: lit things first; more than one if it cannot be told.
   * @param {Point} point
   * @param {number} scale
   * @param {Set<string>} lit
   */
  tapped(point, scale, lit) {
    const guests = this.guestsAt(point, scale);
    if (guests.length > 0) return guests;
    const stack = this.stack(point, scale, lit);
    const place = this.place(point, lit);
    if (stack.length > 0 && (place === null || stack[0].inside)) {
      return stack.filter((one) => one.away < stack[0].away + ALIKE).map((one) => one.id);
    }
    if (place !== null) return [place];
    const others = this.stack(point, scale);
    const beside = others[0]?.inside ? [] : this.beside(point, scale, lit);
    if (beside.length > 0) return beside;
    const near = others[0]?.inside ? null : this.nearby(point, scale, lit);
    if (near !== null) return [near];
    if (others.length > 0) return [others[0].id];
    const ground = this.place(point);
    return ground === null ? [] : [ground];
  }

  /**
   * The lit pieces a click beside them means: the nearest in the place that was clicked, and those that lie with it.
   * @param {Point} point
   * @param {number} scale
   * @param {Set<string>} lit
   */
  beside([x, y], scale, lit) {
    const here = this.place([x, y]);
    if (here === null) return [];
    const found = [...lit].flatMap((id) => {
      const piece = this.pieces.get(id);
      const away = piece ? Math.hypot(piece.x - x, piece.y - y) : Infinity;
      return piece && away <= BESIDE && this.place([piece.x, piece.y]) === here ? [{ id, away }] : [];
    }).sort((a, b) => a.away - b.away);
    return found.filter(({ away }) => (away - found[0].away) * scale < ALIKE).map(({ id }) => id);
  }

  /**
   * The nearest guest under a finger, and those that lie in the same place.
   * @param {Point} point
   * @param {number} scale
   */
  guestsAt([x, y], scale) {
    const found = [];
    for (const [id, at] of this.guests) {
      const away = Math.hypot(at.knob[0] - x, at.knob[1] - y);
      if (away * scale <= FINGER / 2) found.push({ id, at: at.knob, away });
    }
    found.sort((a, b) => a.away - b.away);
    const near = found[0]?.at;
    return found.filter(({ at }) => Math.hypot(at[0] - near[0], at[1] - near[1]) * scale < ALIKE).map(({ id }) => id);
  }

  /**
   * A lit place a finger's breadth away.
   * @param {Point} point
   * @param {number} scale
   * @param {Set<string>} lit
   */
  nearby([x, y], scale, lit) {
    const reach = FINGER / 2 / scale;
    for (let i = 0; i < 8; i += 1) {
      const way = (i * Math.PI) / 4;
      const found = this.place([x + reach * Math.cos(way), y + reach * Math.sin(way)], lit);
      if (found !== null) return found;
    }
    return null;
  }

  /** What the mouse points at. @param {Point} point @param {number} scale */
  hovered(point, scale) {
    return this.stack(point, scale, null, 0)[0]?.id ?? this.place(point);
  }
}
