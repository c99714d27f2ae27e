// What is lit: things that can answer, what the question is about, what is chosen; ways and tools.

import { anyGuest, drawn, guests, guestTitle } from "./guests.js";
import { outlineOf } from "./region.js";
import { frame, Rings } from "./rings.js";
import { arrow, draw, put } from "./svg.js";

/** @import { Lighting, Point } from "../types.d.ts" */
/** @import { ToolAnswer } from "../server.d.ts" */

const FINGER = 24; // screen pixels
const TAP = 700; // milliseconds in which a tap becomes a click

export class Lights {
  /**
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   * @param {(id: string) => void} pick
   * @param {(id: string) => void} focused
   */
  constructor(picture, finder, pick, focused) {
    this.picture = picture;
    this.finder = finder;
    this.pick = pick;
    this.focused = focused;
    this.scale = 1;
    /** @type {Map<string, SVGElement>} */
    this.targets = new Map();
    this.rings = new Rings(picture);
    /** What is drawn for lit places, from the bottom to the top. @type {{class: string, d: string}[]} */
    this.paths = [];
    /** What each lit thing answers. @type {Map<string, string>} */
    this.labels = new Map();
    /** @type {Lighting} */
    this.asked = { options: [], picked: [], about: [], chosen: null };
    this.tapped = -Infinity;
    /** What had the focus when nothing was lit any more. @type {string | null} */
    this.fallen = null;
    /** The one the Tab key comes to. @type {string | null} */
    this.current = null;
    /** @type {string[]} */
    this.ids = [];
    /** The piece to be turned or moved. @type {string | null} */
    this.mover = null;
    /** The lengths of the markers that follow it. @type {number[]} */
    this.behind = [];
    // Not on the layer itself: an SVG group that listens for focus takes it.
    picture.stage.addEventListener("focusin", (event) => this.came(event));
    // A click by hand was a tap already; one without a tap comes from a reader of screens.
    picture.stage.addEventListener("click", (event) => {
      const id = idOf(event.target);
      if (id && event.timeStamp - this.tapped > TAP) this.pick(id);
    });
  }

  /** What a piece or a lit thing is called. @param {string} id */
  title(id) {
    return this.finder.pieces.get(id)?.title ?? (this.labels.get(id) || guestTitle(id));
  }

  get lit() {
    return new Set(this.targets.keys());
  }

  /** @param {Lighting} asked */
  light(asked) {
    this.asked = asked;
    this.draw();
  }

  /** Draw all that changed: the question, the scene or the ground is another. */
  draw() {
    const { about, chosen, picked, shown = [] } = this.asked;
    const { targets } = this.picture.layers;
    const had = targets.contains(document.activeElement) ? idOf(document.activeElement) : null;
    const labels = this.labelled();
    this.labels = labels;
    const before = this.paths;
    this.paths = [];
    const kept = this.targets;
    this.targets = new Map();
    for (const id of about) if (!labels.has(id) && id !== chosen) this.outline(id, "about");
    // Places under pieces, so that a piece on a lit place can be picked.
    const ids = [...labels.keys()].sort((a, b) => Number(this.finder.pieces.has(a)) - Number(this.finder.pieces.has(b)));
    const kinds = new Map(this.asked.options.map((each) => [each.id, each]));
    for (const id of ids) {
      const { region, able } = kinds.get(id) ?? {};
      const inRegion = region && !this.finder.pieces.has(id) && this.finder.places.has(id);
      if (!inRegion) this.outline(id, picked.includes(id) ? "picked" : able ? "able" : "option");
      this.targets.set(id, this.target(id, labels.get(id) ?? "", kept.get(id)));
    }
    arrangeChildren(targets, [...this.targets.values()]);
    for (const kind of /** @type {const} */ (["far", "near"])) {
      this.region(ids.filter((id) => kinds.get(id)?.region === kind), kind);
    }
    for (const id of new Set([...shown, ...(chosen === null ? [] : [chosen])])) this.outline(id, "chosen");
    this.rings.draw();
    this.drawPaths(before);
    if (this.current === null || !this.targets.has(this.current)) this.current = [...labels.keys()][0] ?? null;
    for (const [id, target] of this.targets) put(target, { tabindex: id === this.current ? 0 : -1 });
    this.resize(this.scale);
    this.keepFocus(had, kinds);
  }

  /**
   * The focus goes to the same thing or the nearest; where nothing is lit the board keeps it until something is.
   * @param {string | null} had the lit thing that had it
   * @param {Map<string, Lighting["options"][number]>} kinds
   */
  keepFocus(had, kinds) {
    const board = this.picture.stage.parentElement;
    const from = had ?? (document.activeElement === board ? this.fallen : null);
    this.fallen = null;
    if (from === null) return;
    const next = this.targets.get(from) ?? this.nearest(from, kinds) ?? this.currentTarget;
    if (!next) this.fallen = from;
    (next ?? board)?.focus({ preventScroll: true });
  }

  /**
   * The lit thing nearest to one that no longer is; what can only be taken up instead comes last.
   * @param {string} id
   * @param {Map<string, Lighting["options"][number]>} kinds
   */
  nearest(id, kinds) {
    const from = this.finder.point(id);
    if (!from) return null;
    /** @type {{target: SVGElement, far: number} | null} */
    let best = null;
    for (const [other, target] of this.targets) {
      const to = this.finder.point(other);
      if (!to) continue;
      const far = Math.hypot(to[0] - from[0], to[1] - from[1]) + (kinds.get(other)?.able ? 1e6 : 0);
      if (!best || far < best.far) best = { target, far };
    }
    return best?.target ?? null;
  }

  /** Those of the options that are on the board, each with what it says. */
  labelled() {
    const { options } = this.asked;
    this.ids = options.map(({ id }) => id);
    // Facings and poses are one piece's: who points at others for a moment does not move them.
    if (!anyGuest(this.ids)) this.mover = null;
    else this.mover ??= this.asked.about.find((id) => this.finder.pieces.has(id)) ?? null;
    this.arrange();
    /** @type {Map<string, string>} */
    const labels = new Map();
    for (const { id, label } of options) {
      const there = this.finder.has(id) || this.finder.guests.has(id);
      if (there && !labels.get(id)) labels.set(id, label);
    }
    return labels;
  }

  /** Where the guests stand at the present scale. */
  arrange() {
    const { pieces, lattice } = this.finder;
    const piece = this.mover === null ? undefined : pieces.get(this.mover);
    this.finder.guests = piece
      ? guests(this.ids, piece, this.picture.box(piece.symbol), lattice, this.scale)
      : new Map();
  }

  /**
   * Places side by side, tinted and outlined as one.
   * @param {string[]} ids
   * @param {"near" | "far"} kind
   */
  region(ids, kind) {
    const paths = ids.filter((id) => !this.finder.pieces.has(id))
      .flatMap((id) => this.finder.places.get(id)?.path ?? []);
    if (!paths.length) return;
    const edge = outlineOf(paths);
    this.paths.push(
      { d: paths.join(""), class: `region ${kind}` },
      { d: edge, class: `region-edge under ${kind}` },
      { d: edge, class: `region-edge over ${kind}` },
    );
  }

  /** Draw what is lit of the ground, if it is something else. @param {{class: string, d: string}[]} before */
  drawPaths(before) {
    const { lights } = this.picture.layers;
    const same = lights.childElementCount === this.paths.length
      && this.paths.every((path, n) => path.class === before[n]?.class && path.d === before[n].d);
    if (!same) lights.replaceChildren(...this.paths.map((path) => draw("path", path)));
  }

  /** @param {string} id @param {"about" | "option" | "able" | "picked" | "chosen"} kind */
  outline(id, kind) {
    const shown = this.picture.shown.get(id);
    const place = this.finder.places.get(id);
    for (const name of [`${kind} under`, `${kind} over`]) {
      if (shown) this.rings.want(shown, name);
      else if (place) this.paths.push({ d: place.path, class: name });
    }
  }

  /**
   * The group that answers for a lit thing. One that stays lit keeps its group, and with it the focus and a press under way.
   * @param {string} id
   * @param {string} label
   * @param {SVGElement} [kept]
   */
  target(id, label, kept) {
    const piece = this.finder.pieces.get(id);
    const place = this.finder.places.get(id);
    const guest = this.finder.guests.has(id);
    const title = piece ? piece.title : guest ? guestTitle(id) : this.picture.placeTitle(id);
    const group = kept ?? draw("g", { class: "target", role: "button", "data-id": id });
    put(group, { "aria-label": !label ? title : guest ? label : `${title}: ${label}` });
    if (!piece && !guest && place && group.firstElementChild?.getAttribute("d") !== place.path) {
      const hit = draw("path", { d: place.path, class: "hit" });
      group.replaceChildren(hit, draw("title", {}, [document.createTextNode(title)]));
    }
    return group;
  }

  /**
   * Hit shapes of pieces as large as a finger on the screen, and arrows as far apart.
   * @param {number} scale
   */
  resize(scale) {
    this.scale = scale;
    this.arrange();
    this.rings.resize();
    for (const [id, target] of this.targets) {
      const piece = this.finder.pieces.get(id);
      const guest = this.finder.guests.get(id);
      if (piece) {
        if (!target.firstElementChild) target.append(draw("rect", { class: "hit" }));
        put(/** @type {Element} */ (target.firstElementChild), frame(this.picture, piece, FINGER / scale));
      }
      if (!guest) continue;
      const kind = this.asked.chosen === id ? "chosen" : "option";
      const [cx, cy] = guest.knob;
      const hit = draw("circle", { class: "hit", cx, cy, r: FINGER / 2 / scale });
      target.replaceChildren(drawn(guest, kind, scale, this.behind), hit);
    }
  }

  /** Mark the thing for which something is worked out; null: none. @param {string | null} id */
  working(id) {
    for (const [each, target] of this.targets) {
      if (each === id) target.setAttribute("aria-busy", "true");
      else target.removeAttribute("aria-busy");
    }
  }

  /** Show a target as if the mouse were on it; null: none. @param {string | null} id */
  pointAt(id) {
    for (const [each, target] of this.targets) target.classList.toggle("pointed", each === id);
  }

  /** @param {FocusEvent} event */
  came(event) {
    const id = idOf(event.target);
    if (!id) return;
    this.currentTarget?.setAttribute("tabindex", "-1");
    this.current = id;
    this.targets.get(id)?.setAttribute("tabindex", "0");
    if (this.currentTarget?.matches(":focus-visible")) this.focused(id); // not where the mouse has taken it
  }

  /** The lit thing the Tab key comes to. */
  get currentTarget() {
    return this.current === null ? undefined : this.targets.get(this.current);
  }

  /** Whether a lit thing has the focus. */
  get entered() {
    return this.picture.layers.targets.contains(document.activeElement);
  }

  /**
   * To the nearest lit thing in a direction.
   * @param {Point} direction
   * @returns {boolean} whether there is one
   */
  step([dx, dy]) {
    const from = this.finder.point(this.current);
    if (!from) return false;
    /** @type {{target: SVGElement, far: number} | null} */
    let best = null;
    for (const [id, target] of this.targets) {
      const to = this.finder.point(id);
      if (!to) continue;
      const ahead = (to[0] - from[0]) * dx + (to[1] - from[1]) * dy;
      const aside = Math.abs((to[0] - from[0]) * dy - (to[1] - from[1]) * dx);
      if (id === this.current || ahead <= 0.5 || aside > 3 * ahead) continue;
      const far = ahead + 2 * aside;
      if (best === null || far < best.far) best = { target, far };
    }
    best?.target.focus({ preventScroll: true });
    return best !== null;
  }

  /** Ways from thing to thing, as arrows. @param {(string | Point)[][]} ways */
  trail(ways) {
    this.picture.layers.arrows.replaceChildren(...ways.flatMap((stops) => this.way(stops, "way")));
  }

  /** @param {(string | Point)[]} stops @param {string} name */
  way(stops, name) {
    const points = stops.map((stop) => (typeof stop === "string" ? this.finder.point(stop) : stop)).filter((point) => point !== null);
    const last = stops[stops.length - 1];
    return points.length < 2 ? [] : [arrow(points, typeof last === "string" && this.finder.pieces.has(last), name)];
  }

  /**
   * What a tool found: lit things, ways, short texts and shapes; null takes it away.
   * @param {ToolAnswer | null} found
   */
  tool(found) {
    const { lit = [], ways = [], marks = [], shapes = [] } = found ?? {};
    const { tools, frames, shapes: under, ways: paths } = this.picture.layers;
    under.replaceChildren(...shapes.map((path) => draw("path", { d: path, class: "tool-shape" })));
    paths.replaceChildren(...ways.flatMap((ids) => this.way(ids, "tool-way")));
    tools.replaceChildren();
    frames.replaceChildren();
    for (const id of lit) {
      const piece = this.finder.pieces.get(id);
      const place = this.finder.places.get(id);
      for (const name of ["tool under", "tool over"]) {
        if (piece) frames.append(draw("rect", { ...frame(this.picture, piece), class: name }));
        else if (place) paths.append(draw("path", { d: place.path, class: name }));
      }
    }
    for (const { at, text } of marks) {
      const point = this.finder.point(at);
      if (!point) continue;
      const [x, y] = point;
      const mark = draw("text", { x, y: y + 4, class: "tool-mark" }, [document.createTextNode(text)]);
      tools.append(mark);
    }
  }
}

/**
 * Make these the children of a layer, in this order, without touching those that stand right already.
 * @param {SVGElement} layer
 * @param {SVGElement[]} wanted
 */
function arrangeChildren(layer, wanted) {
  const stay = new Set(wanted);
  for (const child of [...layer.children]) if (!stay.has(/** @type {SVGElement} */ (child))) child.remove();
  wanted.forEach((child, n) => {
    if (layer.children[n] !== child) layer.insertBefore(child, layer.children[n] ?? null);
  });
}

/** The id of the lit thing an event came to. @param {EventTarget | null} at */
function idOf(at) {
  const target = at instanceof Element ? at.closest("[data-id]") : null;
  return target?.getAttribute("data-id") ?? null;
}
