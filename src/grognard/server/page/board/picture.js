// The picture: ground, symbols and placements in layers, one over the other as in the drawings.

import { Attacks } from "./attacks.js";
import { Labels } from "./labels.js";
import { flatten } from "./land.js";
import { draw, lettered, parsed, put } from "./svg.js";

/**
 * @import {
 *   FlagInfo, GroundInfo, PieceInfo, PlateInfo, SceneInfo, TextInfo
 * } from "../server.d.ts"
 */

/**
 * A piece as it is drawn; `said` is all that its drawing depends on besides its place.
 * @typedef {{block: SVGGElement, use: SVGUseElement, plates: SVGGElement, piece: PieceInfo,
 *   turn: number, said: string}} Shown
 */
/** @typedef {{piece: PieceInfo, turn: number}} Stance */
/** @typedef {{entry: Shown, from: Stance}} Change */
/** @typedef {{element: SVGElement, from: TextInfo, to: TextInfo}} NameMove */
/** @typedef {{element: SVGElement, label: TextInfo, said: string}} Written */
/**
 * What is new in a scene.
 * @typedef {{moved: Change[], come: Shown[], gone: Shown[], changed: Change[], names: NameMove[]}}
 *   Changes
 */

const INK = "#2b2118";
// From the bottom to the top; names and strengths lie over all blocks.
const LAYERS = /** @type {const} */ ([
  ...["shapes", "reach", "radius", "lights", "arrows", "ways", "lines", "pieces", "attacks", "frames", "outside", "flags"],
  ...["plates", "labels", "tools", "badges", "targets", "pose"],
]);
// Those whose lines stay broad, and whose lettering stays large, when the board is small on the screen.
const SIZED = /** @type {const} */ (["lights", "frames", "ways", "plates", "targets"]);
const TOUCHED = ["pieces", "flags", "pose", "targets"]; // the rest lets the pointer through
const HEARD = ["attacks", "targets", "pose"]; // the rest is told in words elsewhere

/**
 * Where a piece stands, as a CSS transform.
 * @param {{x: number, y: number}} place
 * @param {number} turn
 */
export const standing = (place, turn) =>
  `translate(${place.x}px, ${place.y}px) rotate(${turn}deg)`;
/** @param {{x: number, y: number}} thing */
export const lying = (thing) => `translate(${thing.x}px, ${thing.y}px)`;

export class Picture {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.ground = draw("svg", { class: "board-ground", "text-anchor": "middle", "aria-hidden": "true" });
    this.top = draw("svg", { class: "board-top", "text-anchor": "middle", role: "group" });
    this.symbols = draw("defs");
    const layers = LAYERS.map((name) => {
      const layer = draw("g", { class: `layer-${name}` });
      if (!HEARD.includes(name)) layer.setAttribute("aria-hidden", "true");
      if (!TOUCHED.includes(name)) layer.setAttribute("pointer-events", "none");
      return [name, layer];
    });
    /** @type {Record<typeof LAYERS[number], SVGGElement>} */
    this.layers = Object.fromEntries(layers);
    this.top.append(this.symbols, hatching(), ...Object.values(this.layers));
    this.over = document.createElement("div");
    stage.append(this.ground, this.top, this.over);
    this.stage = stage;
    /** @type {Map<string, Shown>} */
    this.shown = new Map();
    /** @type {Map<string, Written>} */
    this.names = new Map();
    this.flags = "";
    this.size = { width: 0, height: 0 };
    this.scale = 1;
    this.labels = new Labels(this);
    this.attacks = new Attacks(this);
    /** @type {Map<string, DOMRect>} */
    this.boxes = new Map();
    /** @type {string | undefined} */
    this.map = undefined;
  }

  /**
   * @param {GroundInfo} ground
   * @returns {boolean} whether the map is another; else only the symbols are
   */
  setGround(ground) {
    this.symbols.replaceChildren(...parsed(ground.symbols));
    this.boxes.clear();
    if (ground.svg === this.map) return false;
    this.map = ground.svg;
    this.size = { width: ground.width, height: ground.height };
    const size = { width: ground.width, height: ground.height, viewBox: `0 0 ${ground.width} ${ground.height}` };
    for (const svg of [this.ground, this.top]) {
      for (const [name, value] of Object.entries(size)) svg.setAttribute(name, String(value));
    }
    const dusk = draw("rect", { class: "dusk", width: ground.width, height: ground.height });
    this.ground.replaceChildren(...parsed(ground.svg), dusk);
    flatten(this.ground);
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.shown.clear();
    this.names.clear();
    this.flags = "";
    return true;
  }

  /** @param {number} scale of the screen */
  resize(scale) {
    this.scale = scale;
    for (const element of [...SIZED.map((name) => this.layers[name]), this.over]) this.sized(element);
  }

  /**
   * Tell an element how broad lines are; not all of the picture, which would be styled anew as a whole.
   * @param {SVGElement | HTMLElement} element
   */
  sized(element) {
    // Lit outlines stay broad enough to be seen.
    element.style.setProperty("--board-pen", String(Math.max(1, 0.65 / this.scale)));
    // Strengths grow a little where they could not be read.
    element.style.setProperty("--board-plates", String(Math.min(Math.max(1, 0.75 / this.scale), 1.5)));
  }

  /** Lay the ground out again: lettering laid out at another scale is painted askew. */
  layAgain() {
    this.ground.style.display = "none";
    this.ground.getBoundingClientRect();
    this.ground.style.display = "";
  }

  /** The box of a symbol that looks north, in its own measures. @param {string} symbol */
  box(symbol) {
    const known = this.boxes.get(symbol);
    if (known) return known;
    const probe = draw("use", { href: `#${symbol}` });
    this.layers.pieces.append(probe);
    const found = probe.getBBox();
    probe.remove();
    if (found.width === 0) return new DOMRect(-19, -10, 38, 20); // not laid out yet
    this.boxes.set(symbol, found);
    return found;
  }

  /** What a place is called, as the ground says. @param {string} id */
  placeTitle(id) {
    return this.ground.querySelector(`#${CSS.escape(id)} > title`)?.textContent ?? id;
  }

  /**
   * Show a scene; what changed is told, so that it can be set in motion.
   * @param {SceneInfo} scene
   */
  show(scene) {
    put(this.top, { "aria-label": scene.title });
    /** @type {Changes} */
    const changes = { moved: [], come: [], gone: [], changed: [], names: [] };
    const here = new Set(scene.placements.map((piece) => piece.id));
    for (const [id, entry] of this.shown) {
      if (here.has(id)) continue;
      this.shown.delete(id);
      changes.gone.push(entry);
      this.layers.pieces.append(entry.block);
      this.layers.plates.append(entry.plates);
    }
    // The order of the elements is that of the scene: who stands in front lies on top.
    const entries = scene.placements.map((piece) => this.put(piece, changes));
    order(this.layers.pieces, entries.map(({ block }) => block));
    order(this.layers.plates, entries.map(({ plates }) => plates));
    this.fly(scene.flags);
    this.attacks.show(scene.attacks);
    this.write([...scene.labels, ...scene.texts], changes);
    this.labels.take(this.names, scene.placements);
    return changes;
  }

  /** Draw the flags, if they are others. @param {FlagInfo[]} flags */
  fly(flags) {
    const said = JSON.stringify(flags);
    if (said === this.flags) return;
    this.flags = said;
    this.layers.flags.replaceChildren(...flags.map(flagged));
  }

  /** @param {PieceInfo} piece @param {Changes} changes */
  put(piece, changes) {
    const said = JSON.stringify([piece.symbol, piece.texts.map((t) => [t.text, t.x - piece.x, t.y - piece.y])]);
    let entry = this.shown.get(piece.id);
    if (!entry) {
      const use = draw("use");
      const block = draw("g", { "data-piece": piece.id }, [use]);
      entry = { block, use, plates: draw("g"), piece, turn: piece.turn, said: "" };
      this.shown.set(piece.id, entry);
      changes.come.push(entry);
    } else {
      const from = { piece: entry.piece, turn: entry.turn };
      // By the shorter way round.
      entry.turn += ((((piece.turn - entry.turn) % 360) + 540) % 360) - 180;
      if (from.piece.x !== piece.x || from.piece.y !== piece.y || from.turn !== entry.turn) {
        changes.moved.push({ entry, from });
      }
      if (said !== entry.said) changes.changed.push({ entry, from });
    }
    entry.piece = piece;
    if (said !== entry.said) {
      entry.said = said;
      entry.use.setAttribute("href", `#${piece.symbol}`);
      entry.plates.replaceChildren(draw("g", {}, piece.texts.flatMap((text) => plate(text, piece))));
    }
    entry.block.style.transform = standing(piece, entry.turn);
    entry.plates.style.transform = lying(piece);
    return entry;
  }

  /**
   * Names and other lettering, each known again by its words.
   * @param {TextInfo[]} texts
   * @param {Changes} changes
   */
  write(texts, changes) {
    /** @type {Map<string, Written>} */
    const kept = new Map();
    for (const text of texts) {
      let key = text.text;
      while (kept.has(key)) key += " ";
      const said = JSON.stringify([text.size, text.width, text.ink, text.italic, text.halo]);
      let entry = this.names.get(key);
      if (!entry || entry.said !== said) {
        entry?.element.remove();
        entry = { element: draw("g", {}, [lettered(text, text.x, text.y)]), label: text, said };
      } else if (entry.label.x !== text.x || entry.label.y !== text.y) {
        changes.names.push({ element: entry.element, from: entry.label, to: text });
      }
      entry.label = text;
      entry.element.style.transform = lying(text);
      kept.set(key, entry);
    }
    for (const [key, entry] of this.names) if (kept.get(key) !== entry) entry.element.remove();
    this.names = kept;
    order(this.layers.labels, [...kept.values()].map((entry) => entry.element));
  }
}

/** Elements first in a layer, in their order; those that are in place stay untouched. @param {SVGElement} layer @param {SVGElement[]} elements */
function order(layer, elements) {
  let next = layer.firstChild;
  for (const element of elements) {
    if (element === next) next = next.nextSibling;
    else layer.insertBefore(element, next);
  }
}

/** @param {PlateInfo} text @param {PieceInfo} piece */
function plate(text, piece) {
  const [left, top, right, bottom] = text.box;
  const box = draw("rect", {
    x: left - piece.x,
    y: top - piece.y,
    width: right - left,
    height: bottom - top,
    rx: 2.5,
    fill: text.plate,
    stroke: INK,
    "stroke-width": 0.8,
  });
  return [box, lettered(text, piece.x, piece.y)];
}

/** @param {FlagInfo} flag */
function flagged(flag) {
  const title = draw("title", {}, [document.createTextNode(flag.title)]);
  const at = `translate(${flag.x} ${flag.y})`;
  return draw("g", { "data-flag": flag.id, transform: at }, [title, draw("use", { href: `#${flag.symbol}` })]);
}

/** What lit places are filled with: seen without colour too. */
function hatching() {
  const size = { width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  const stripe = draw("path", { d: "M0 0V8", "stroke-width": 3, class: "stripe" });
  return draw("defs", {}, [draw("pattern", { id: "board-hatch", ...size }, [stripe])]);
}
