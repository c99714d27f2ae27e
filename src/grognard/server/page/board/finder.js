// What lies where: pieces and places under a point, what can answer before what cannot.

const FINGER = 24; // screen pixels: nothing that can answer is smaller to a finger, if there is room
const ALIKE = 8; // screen pixels: pieces whose middles are as near as that are asked about

export class Finder {
  constructor() {
    /** @type {Map<string, {x: number, y: number, path: string}>} */
    this.places = new Map();
    /** @type {Map<string, Path2D>} */
    this.shapes = new Map();
    /** @type {Map<string, any>} */
    this.pieces = new Map();
    /** @type {Map<string, any>} */
    this.flags = new Map();
    /** @type {Map<string, import("./guests.js").Guest>} */
    this.guests = new Map();
    /** The measures of a table. @type {{scale: number, origin: [number, number]} | null} */
    this.lattice = null;
    this.context = document.createElement("canvas").getContext("2d");
    /** The box of a symbol that looks north. @type {(symbol: string) => DOMRect} */
    this.box = () => new DOMRect(-19, -10, 38, 20);
  }

  ground({ places, lattice }) {
    this.lattice = lattice ?? null;
    this.places = new Map(Object.entries(places));
    this.shapes = new Map([...this.places].map(([id, place]) => [id, new Path2D(place.path)]));
  }

  scene(scene) {
    this.pieces = new Map(scene.placements.map((piece) => [piece.id, piece]));
    this.flags = new Map(scene.flags.map((flag) => [flag.id, flag]));
  }

  /** The middle of anything on the board, null if it is not there. @returns {[number, number] | null} */
  point(id) {
    const found = [this.pieces, this.places, this.flags, this.guests].find((all) => all.has(id))?.get(id);
    return found ? [found.x, found.y] : null;
  }

  has(id) {
    return this.pieces.has(id) || this.places.has(id);
  }

  /** The place at a point: of several the last, the smallest. */
  place([x, y], among = null) {
    let found = null;
    for (const [id, shape] of this.shapes) {
      if ((among === null || among.has(id)) && this.context.isPointInPath(shape, x, y)) found = id;
    }
    return found;
  }

  /** The pieces at a point, the nearest first; `scale` is that of the screen. */
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
      const half = (size) => Math.max(size, finger / scale) / 2;
      if (Math.abs(across) <= half(box.width) && Math.abs(along) <= half(box.height)) {
        found.push({ id, inside, away: Math.hypot(dx, dy) * scale });
      }
    }
    return found.sort((a, b) => Number(b.inside) - Number(a.inside) || a.away - b.away);
  }

  /** What a tap means: lit things first; more than one if it cannot be told. @returns {string[]} */
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
    const near = others[0]?.inside ? null : this.nearby(point, scale, lit);
    if (near !== null) return [near];
    if (others.length > 0) return [others[0].id];
    const ground = this.place(point);
    return ground === null ? [] : [ground];
  }

  /** The nearest guest under a finger, and those that lie in the same place. */
  guestsAt([x, y], scale) {
    const found = [];
    for (const [id, at] of this.guests) {
      const away = Math.hypot(at.x - x, at.y - y);
      const reach = Math.max(Math.min(at.wide, at.deep) / 2, FINGER / 2 / scale);
      if (away <= reach) found.push({ id, at, away });
    }
    found.sort((a, b) => a.away - b.away);
    const alike = ({ at }) => Math.hypot(at.x - found[0].at.x, at.y - found[0].at.y) * scale < ALIKE;
    return found.filter(alike).map(({ id }) => id);
  }

  /** A lit place a finger's breadth away. */
  nearby([x, y], scale, lit) {
    const reach = FINGER / 2 / scale;
    for (let i = 0; i < 8; i += 1) {
      const way = (i * Math.PI) / 4;
      const found = this.place([x + reach * Math.cos(way), y + reach * Math.sin(way)], lit);
      if (found !== null) return found;
    }
    return null;
  }

  /** What the mouse points at. @returns {string | null} */
  hovered(point, scale) {
    return this.stack(point, scale, null, 0)[0]?.id ?? this.place(point);
  }
}
