// The picture: ground, symbols and placements in layers, one over the other as in the drawings.

import { draw, lettered, parsed } from "./svg.js";

const INK = "#2b2118";
const PAPER = "#f1e6c8";
// From the bottom to the top; names and strengths lie over all blocks.
const LAYERS = [
  ...["shapes", "reach", "lights", "arrows", "ways", "lines", "pieces", "rings", "frames", "flags"],
  ...["plates", "labels", "tools", "motion", "targets", "pose"],
];
const TOUCHED = ["pieces", "flags", "pose", "targets"]; // the rest lets the pointer through

/** Where a piece stands, as a CSS transform. */
export const standing = (piece, turn = piece.turn) =>
  `translate(${piece.x}px, ${piece.y}px) rotate(${turn}deg)`;
export const lying = (thing) => `translate(${thing.x}px, ${thing.y}px)`;

export class Picture {
  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.ground = draw("svg", { class: "board-ground", "text-anchor": "middle", "aria-hidden": "true" });
    this.top = draw("svg", { class: "board-top", "text-anchor": "middle", role: "group" });
    this.symbols = draw("defs");
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = draw("g", { class: `layer-${name}` });
      if (name !== "targets" && name !== "pose") this.layers[name].setAttribute("aria-hidden", "true");
      if (!TOUCHED.includes(name)) this.layers[name].setAttribute("pointer-events", "none");
    }
    this.top.append(this.symbols, hatching(), ...Object.values(this.layers));
    this.stage = stage;
    stage.append(this.ground, this.top);
    /** @type {Map<string, {block: SVGElement, plates: SVGElement, piece: any, turn: number, said: string}>} */
    this.shown = new Map();
    /** @type {Map<string, {element: SVGElement, label: any, said: string}>} */
    this.names = new Map();
    this.boxes = new Map();
  }

  /** @returns {boolean} whether the map is another; else only the symbols are */
  setGround(ground) {
    this.symbols.replaceChildren(...parsed(ground.symbols));
    this.boxes.clear();
    if (ground.svg === this.map) return false;
    this.map = ground.svg;
    const size = { width: ground.width, height: ground.height, viewBox: `0 0 ${ground.width} ${ground.height}` };
    for (const svg of [this.ground, this.top]) {
      for (const [name, value] of Object.entries(size)) svg.setAttribute(name, String(value));
    }
    const dusk = draw("rect", { class: "dusk", width: ground.width, height: ground.height });
    this.ground.replaceChildren(...parsed(ground.svg), dusk);
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.shown.clear();
    this.names.clear();
    return true;
  }

  /** The box of a symbol that looks north, in its own measures. */
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

  /** What a place is called, as the ground says. */
  placeTitle(id) {
    return this.ground.querySelector(`#${CSS.escape(id)} > title`)?.textContent ?? id;
  }

  /**
   * Show a scene; what changed is told, so that it can be set in motion.
   * @returns {{moved: any[], come: any[], gone: any[], changed: any[], names: any[]}}
   */
  show(scene) {
    this.top.setAttribute("aria-label", scene.title);
    const changes = { moved: [], come: [], gone: [], changed: [], names: [] };
    const here = new Set(scene.placements.map((piece) => piece.id));
    for (const [id, entry] of this.shown) {
      if (here.has(id)) continue;
      this.shown.delete(id);
      changes.gone.push(entry);
    }
    for (const piece of scene.placements) this.put(piece, changes);
    // The order of the elements is that of the scene: who stands in front lies on top.
    for (const piece of scene.placements) {
      const entry = this.shown.get(piece.id);
      this.layers.pieces.append(entry.block);
      this.layers.plates.append(entry.plates);
    }
    this.layers.flags.replaceChildren(...scene.flags.map(flagged));
    this.layers.lines.replaceChildren(...lines(scene.labels));
    this.write([...scene.labels, ...scene.texts], changes);
    return changes;
  }

  put(piece, changes) {
    const said = JSON.stringify([piece.symbol, piece.texts.map((t) => [t.text, t.x - piece.x, t.y - piece.y])]);
    let entry = this.shown.get(piece.id);
    if (!entry) {
      const block = draw("g", { "data-piece": piece.id }, [draw("use")]);
      entry = { block, plates: draw("g"), piece, turn: piece.turn, said: "" };
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
      entry.block.firstChild.setAttribute("href", `#${piece.symbol}`);
      entry.plates.replaceChildren(...piece.texts.flatMap((text) => plate(text, piece)));
    }
    entry.block.style.transform = standing(piece, entry.turn);
    entry.plates.style.transform = lying(piece);
  }

  /** Names and other lettering, each known again by its words. */
  write(texts, changes) {
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
    this.layers.labels.append(...[...kept.values()].map((entry) => entry.element));
  }
}

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

function flagged(flag) {
  const title = draw("title", {}, [document.createTextNode(flag.title)]);
  const at = `translate(${flag.x} ${flag.y})`;
  return draw("g", { "data-flag": flag.id, transform: at }, [title, draw("use", { href: `#${flag.symbol}` })]);
}

/** The lines from names to their blocks. */
function lines(labels) {
  const data = labels
    .filter((label) => label.line)
    .map(({ line: [a, b] }) => `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`)
    .join("");
  if (!data) return [];
  return [
    draw("path", { d: data, stroke: PAPER, "stroke-width": 3 }),
    draw("path", { d: data, stroke: INK, "stroke-width": 1 }),
  ];
}

/** What lit places are filled with: seen without colour too. */
function hatching() {
  const size = { width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  const stripe = draw("path", { d: "M0 0V8", "stroke-width": 3, class: "stripe" });
  return draw("defs", {}, [draw("pattern", { id: "board-hatch", ...size }, [stripe])]);
}
