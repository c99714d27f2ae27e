// The board: a picture of a scene that can be looked at closely, pointed at and answered on.
//
// It knows no rule and no system: ids of things that can be pointed at come from the scene and its
// ground, those that can answer from `light`, and a choice goes back by its id.

import { chooser, chooserOpen, closeChooser } from "../chooser.js";
import { Aids } from "./aids.js";
import { Camera } from "./camera.js";
import { Edges } from "./edges.js";
import { Finder } from "./finder.js";
import { Gestures, onFurniture } from "./gestures.js";
import { Lights } from "./lights.js";
import { Motion } from "./motion.js";
import { Picture } from "./picture.js";
import { Posing } from "./posing.js";
import { Radius } from "./radius.js";
import { draw } from "./svg.js";

/** @import { BoardListener, Lighting, Point } from "../types.d.ts" */
/** @import { CommandInfo, GroundInfo, PoseInfo, SceneInfo, ToolAnswer, ToolMark } from "../server.d.ts" */
/** @import { Happening } from "./motion.js" */

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAN = 80; // screen pixels
const ZOOM = 1.3;
const FINGER = 32; // screen pixels: what is smaller wants a second tap of a finger

let boards = 0;

export class Board {
  /**
   * @param {HTMLElement} element where the board goes; it takes all its room
   * @param {BoardListener} [ears]
   */
  constructor(element, ears = {}) {
    this.ears = ears;
    this.viewport = make("div", "board-viewport");
    this.stage = make("div", "board-stage");
    this.words = make("div", "board-words");
    boards += 1;
    this.words.id = `board-words-${boards}`;
    this.viewport.append(this.stage);
    element.append(this.viewport, this.words);
    this.picture = new Picture(this.stage);
    this.picture.top.setAttribute("aria-describedby", this.words.id);
    this.finder = new Finder();
    this.finder.box = (symbol) => this.picture.box(symbol);
    this.camera = new Camera(this.viewport, this.stage, () => this.rescaled());
    this.motion = new Motion(this.picture, this.finder);
    const focused = (/** @type {string} */ id) => {
      const point = this.finder.point(id);
      if (point) this.camera.reveal(point);
      this.hover(id);
    };
    this.lights = new Lights(this.picture, this.finder, (id) => this.pick(id), focused);
    this.aids = new Aids(this.viewport, this.picture, this.finder, this.camera);
    this.edges = new Edges(this.viewport, this.finder, this.camera);
    this.radius = new Radius(this.picture, this.finder);
    this.posing = new Posing(this.viewport, this.picture, this.finder, this.camera, this.radius, ears);
    this.gestures = new Gestures(this.camera, {
      tap: (event, held) => this.tap(event, held),
      hover: (event) => this.point(event),
      grab: (event) => this.posing.grab(event),
    });
    this.picture.attacks.focused = (id) => this.attack(id);
    /** @type {string | null} */
    this.hovered = null;
    /** @type {string | null} whose arrow is pointed at */
    this.attacked = null;
    /** @type {string | null} at which thing something is worked out */
    this.worked = null;
    this.fresh = false; // the ground has not come to rest yet
    this.pointing = 0; // the frame in which what is pointed at is looked for
    this.viewport.append(this.buttons());
    this.viewport.addEventListener("keydown", (event) => this.key(event));
    this.enter();
  }

  /** The ground: map, symbols and places, sent once for a battle. @param {GroundInfo} ground */
  setGround(ground) {
    this.motion.hurry();
    const another = this.picture.setGround(ground);
    this.finder.ground(ground);
    if (another) this.camera.measure(ground.width, ground.height);
    this.fresh ||= another;
  }

  /**
   * Show a scene. The promise ends with the animation; a later scene does not wait for it.
   * @param {SceneInfo} scene
   * @param {{animate?: boolean, events?: Happening[]}} [how]
   */
  async show(scene, { animate = true, events = [] } = {}) {
    const first = this.finder.pieces.size === 0 && this.picture.shown.size === 0;
    this.finder.scene(scene);
    if (this.words.textContent !== scene.listing) this.words.textContent = scene.listing;
    closeChooser();
    const shown = this.motion.show(scene, events, animate && !first && !document.hidden);
    this.lights.draw();
    await shown;
  }

  /** Light what can answer, what is asked about and what is chosen. @param {Lighting} asked */
  light(asked) {
    closeChooser();
    this.lights.light(asked);
    // Something else than a place for the piece is chosen: on a small screen the bar gives way to it.
    this.viewport.classList.toggle("decided", asked.chosen !== null && asked.chosen !== this.posing.info?.piece);
    this.edges.point([...asked.about, ...asked.options.filter(({ region }) => !region).map(({ id }) => id)]);
    this.enter();
  }

  /** Draw ways, each over ids or points; none: take them away. @param {...(string | Point)[]} ways */
  trail(...ways) {
    this.lights.trail(ways);
  }

  /** Words beside a thing; none: take them away. @param {string | null} id @param {string[]} lines */
  tip(id, lines) {
    this.aids.tip(id, lines);
  }

  /** Show at a thing that what was asked of it is worked out; null: no longer. @param {string | null} id @param {string} words */
  working(id, words) {
    if (id === null && this.worked === null) return;
    this.worked = id;
    this.lights.working(id);
    this.tip(id, words ? [words] : []);
  }

  /** Show the stand of a way that is pointed at elsewhere; null: none. @param {string | null} id */
  pointAt(id) {
    this.lights.pointAt(id);
  }

  /** Short odds at pieces; none: take them away. @param {ToolMark[]} marks */
  badges(marks) {
    this.aids.badges(marks);
  }

  /** Show what a tool found; null: take it away. @param {ToolAnswer | null} found */
  tool(found) {
    this.lights.tool(found);
  }

  /** Show whom one who leads would command; null: take it away. @param {CommandInfo | null} command */
  command(command) {
    this.radius.show(command);
  }

  /** Ask for a pose of a piece; null: no longer. @param {PoseInfo | null} info */
  askPose(info) {
    this.lights.behind = info?.behind ?? [];
    this.posing.ask(info);
  }

  /** Move just so far that things can be seen, the first of them at least. @param {string[]} ids */
  follow(ids) {
    const points = ids.map((id) => this.finder.point(id)).filter((point) => point !== null);
    for (const point of points.slice(0, 3).reverse()) this.camera.reveal(point);
  }

  /** Show the whole board. */
  fit() {
    this.camera.fit(true);
  }

  /** The whole board in words. */
  listing() {
    return this.words.textContent;
  }

  /** Whether a piece, place or flag of this name is on the board now. @param {string} id */
  has(id) {
    return this.finder.point(id) !== null;
  }

  /** Take the board off the page. */
  close() {
    closeChooser();
    this.askPose(null);
    this.motion.hurry();
    this.camera.close();
    cancelAnimationFrame(this.pointing);
    this.viewport.remove();
    this.words.remove();
  }

  /** Let the Tab key come to the lit things, or to the board itself if there are none. */
  enter() {
    this.viewport.tabIndex = this.lights.targets.size > 0 ? -1 : 0;
    this.viewport.setAttribute("role", "group");
    this.viewport.setAttribute("aria-label", "Board: arrows, plus, minus and 0 move and zoom it");
  }

  rescaled() {
    this.picture.resize(this.camera.scale);
    this.lights.resize(this.camera.scale);
    this.picture.labels.resize(this.camera.scale);
    this.posing.resize();
    this.aids.resize();
    this.edges.update();
    if (this.fresh) this.picture.layAgain();
    this.fresh = false;
  }

  /** @param {string} id @param {boolean} [unsure] whether a finger may have missed */
  pick(id, unsure = false) {
    this.ears.onPick?.(id, unsure);
  }

  /** Whether a lit thing is too small for the finger that tapped it. @param {string} id @param {PointerEvent} event */
  small(id, { pointerType }) {
    const box = pointerType === "touch" ? this.lights.targets.get(id)?.getBoundingClientRect() : null;
    return box ? Math.min(box.width, box.height) < FINGER : false;
  }

  /** @param {string | null} id */
  hover(id) {
    if (id === this.hovered) return;
    this.hovered = id;
    this.picture.labels.point(id);
    this.ears.onHover?.(id);
  }

  /** An arrow of an attack is pointed at; null: none. @param {string | null} id */
  attack(id) {
    if (id === this.attacked) return;
    this.attacked = id;
    this.ears.onAttack?.(id);
  }

  /**
   * A tap; one on what is `held`, the ghost of a pose, is for what can answer under it alone.
   * @param {PointerEvent} event
   * @param {boolean} held
   * @returns {boolean} whether something that can answer was picked
   */
  tap(event, held) {
    this.lights.tapped = event.timeStamp;
    const { lit } = this.lights;
    const at = this.camera.toBoard(event.clientX, event.clientY);
    const found = this.finder.tapped(at, this.camera.scale, lit);
    if (held && !found.some((id) => lit.has(id))) return this.posing.confirm(event);
    const answers = lit.has(found[0]);
    const attack = this.arrowAt(at, answers ? found : []);
    if (found.length > 1 || (answers && attack)) {
      const items = found.map((id) => ({ text: this.lights.title(id), act: () => this.pick(id) }));
      if (attack) items.push({ text: this.picture.attacks.title(attack), act: () => this.attack(attack) });
      chooser("Which of these?", items, { x: event.clientX, y: event.clientY });
      return true;
    }
    this.attack(attack);
    if (attack) return true;
    if (!answers && this.posing.goTo(event)) return true;
    if (!answers && !this.finder.pieces.has(found[0]) && this.posing.tryAt(event)) return false;
    if (found.length === 0) {
      this.hover(null);
      return false;
    }
    this.pick(found[0], this.small(found[0], event));
    return answers;
  }

  /** @param {PointerEvent | null} event */
  point(event) {
    if (event === null || chooserOpen()) {
      cancelAnimationFrame(this.pointing);
      this.hover(null);
      this.ears.onPoint?.(null);
      this.attack(null);
      this.posing.shade(null);
      return;
    }
    const { clientX, clientY } = event;
    cancelAnimationFrame(this.pointing);
    this.pointing = requestAnimationFrame(() => {
      const at = this.camera.toBoard(clientX, clientY);
      const id = this.finder.hovered(at, this.camera.scale);
      const aimed = this.aimed(at);
      const attack = this.arrowAt(at, aimed);
      this.hover(id);
      this.ears.onPoint?.(aimed.length === 1 && !attack ? aimed[0] : null);
      this.attack(attack);
      this.posing.shade(aimed.length ? null : at);
    });
  }

  /** What a click here would answer with. @param {Point} at */
  aimed(at) {
    const { lit } = this.lights;
    return this.finder.tapped(at, this.camera.scale, lit).filter((id) => lit.has(id));
  }

  /**
   * Whose arrow is meant at a point: on lit ground the one that is nearer, an arrow or the middle of a place; on a lit piece none.
   * @param {Point} at
   * @param {string[]} lit what a click here would answer with
   */
  arrowAt(at, lit) {
    const { scale } = this.camera;
    const arrow = this.picture.attacks.at(at, scale);
    const away = (/** @type {string} */ id) => {
      const [x, y] = this.finder.guests.get(id)?.knob ?? this.finder.point(id) ?? [Infinity, Infinity];
      return Math.hypot(x - at[0], y - at[1]) * scale;
    };
    return arrow && lit.every((id) => !this.finder.pieces.has(id) && arrow.away < away(id)) ? arrow.id : null;
  }

  /** Put the focus on the lit thing the Tab key comes to; where nothing is lit, on the board until something is. */
  focusLit() {
    const { currentTarget } = this.lights;
    if (!currentTarget) this.lights.fallen ??= "";
    (currentTarget ?? this.viewport).focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || onFurniture(event)) return;
    const way = ARROWS[event.key];
    const { entered, current } = this.lights;
    if (way && entered && !event.shiftKey) this.lights.step(way);
    else if (way) this.camera.pan(-PAN * way[0], -PAN * way[1]);
    else if (event.key === "+" || event.key === "=") this.camera.zoom(ZOOM, ...this.about());
    else if (event.key === "-") this.camera.zoom(1 / ZOOM, ...this.about());
    else if (event.key === "0") this.camera.fit(true);
    else if ((event.key === "Enter" || event.key === " ") && entered && current) this.pick(current);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * The point keys zoom at: the thing that has the focus, or else the middle.
   * @returns {Point | []}
   */
  about() {
    const point = this.lights.entered ? this.finder.point(this.lights.current) : null;
    return point ? this.camera.toWindow(point) : [];
  }

  buttons() {
    const group = make("div", "board-buttons board-furniture");
    /** @param {string} path @param {string} title @param {() => void} act */
    const add = (path, title, act) => {
      const button = make("button");
      button.type = "button";
      button.append(draw("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, [draw("path", { d: path })]));
      button.title = title;
      button.setAttribute("aria-label", title);
      button.addEventListener("click", act);
      group.append(button);
    };
    add("M-7 0H7M0-7V7", "Zoom in", () => this.camera.zoom(ZOOM, undefined, undefined, true));
    add("M-7 0H7", "Zoom out", () => this.camera.zoom(1 / ZOOM, undefined, undefined, true));
    add("M-8-3V-8H-3M3-8H8V-3M8 3V8H3M-3 8H-8V3", "Whole board", () => this.camera.fit(true));
    return group;
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 */
function make(tag, name = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  return made;
}
