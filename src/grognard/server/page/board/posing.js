// A pose: the ghost of a piece that is dragged and turned on the lattice of a table.

import { turnInWords } from "../names.js";
import { tail } from "./guests.js";
import { draw } from "./svg.js";

/** @import { BoardListener, Point, Pose, Verdict } from "../types.d.ts" */
/** @import { PoseInfo } from "../server.d.ts" */

/**
 * A pose of the lattice: tenths of an inch, and degrees.
 * @typedef {{x: number, y: number, turn: number}} Spot
 */

export const REFUSED = /^\S+ facing \d+ is not allowed: /; // the ghost shows which pose is meant
const TENTH = 10; // steps of the lattice in an inch
const DEGREES = 5;
const PAUSE = 100; // milliseconds between two questions about poses, at least
const FINGER = 32; // screen pixels: a finger cannot put anything smaller where it wants
const HANDLE = 34; // screen pixels from the front to the handle
/** @type {Record<string, Point>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, number>} */
const TURNS = { q: -1, "[": -1, ",": -1, e: 1, "]": 1, ".": 1 };

export class Posing {
  /**
   * @param {HTMLElement} viewport
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   * @param {import("./camera.js").Camera} camera
   * @param {import("./radius.js").Radius} radius
   * @param {BoardListener} ears
   */
  constructor(viewport, picture, finder, camera, radius, ears) {
    this.viewport = viewport;
    this.picture = picture;
    this.finder = finder;
    this.camera = camera;
    this.radius = radius;
    this.ears = ears;
    /** @type {PoseInfo | null} */
    this.info = null;
    /** @type {Verdict | null} */
    this.verdict = null;
    /** @type {Spot} where the piece stood */
    this.start = { x: 0, y: 0, turn: 0 };
    /** @type {Spot} where its ghost is */
    this.at = this.start;
    this.asking = false; // an answer or the end of the pause is awaited
    this.again = false; // and meanwhile the ghost was moved
    this.said = document.createElement("p");
    this.give = press("Place here", "Place it here (Enter)", () => this.commit());
    this.halt = press("Halt", "It halts where it is", () => this.ears.onStay?.());
    this.turners = [press("⟲", "Turn left (Q)", () => this.turn(-1)), press("⟳", "Turn right (E)", () => this.turn(1))];
    this.bar = this.furniture();
    viewport.append(this.bar);
    this.reach = draw("path", { class: "reach" });
    this.ghost = draw("g", { class: "ghost", tabindex: "0", role: "application" });
    this.ghost.addEventListener("keydown", (event) => this.key(event));
    this.grip = draw("rect", { class: "grip" });
    this.stem = draw("line", { class: "stem" });
    this.handle = draw("circle", { class: "handle" });
    this.sign = draw("path", { class: "sign", d: "M-6 3A7 7 0 1 1 6 3M6 3l1-5M6 3l-5-1.5" });
    this.ruler = draw("line", { class: "ruler" });
    this.shadow = draw("g", { class: "shadow", "pointer-events": "none" });
    /** @type {string} the pose under the mouse */
    this.shaded = "";
    /** @type {number | undefined} the timer of the question about it */
    this.waiting = undefined;
    /** @type {Path2D | null} the ground within reach */
    this.area = null;
  }

  furniture() {
    const bar = document.createElement("div");
    bar.className = "board-pose board-furniture";
    bar.hidden = true;
    this.said.setAttribute("aria-live", "polite");
    this.give.className = "chief";
    const row = document.createElement("div");
    row.append(
      ...this.turners,
      press("Put back", "Put it back where it stood (Backspace)", () => this.reset()),
      this.halt,
      this.give,
    );
    bar.append(this.said, row);
    return bar;
  }

  /** Ask for a pose of a piece; null: no longer. @param {PoseInfo | null} info */
  ask(info) {
    this.info = info;
    this.verdict = null;
    this.bar.hidden = info === null;
    const { pose, reach } = this.picture.layers;
    pose.replaceChildren();
    reach.replaceChildren();
    this.radius.show(null);
    this.shaded = "";
    clearTimeout(this.waiting);
    this.area = info && new Path2D(info.reach);
    this.finder.handle = null;
    if (info === null) {
      this.camera.cover(0);
      return;
    }
    for (const turner of this.turners) turner.hidden = info.round;
    this.reach.setAttribute("d", info.reach);
    this.reach.setAttribute("class", `reach side-${this.finder.pieces.get(info.piece)?.side ?? ""}`);
    reach.append(this.reach);
    this.shadow.style.display = "none";
    pose.append(this.ruler, this.shadow, this.ghost);
    this.body(info);
    const piece = this.finder.pieces.get(info.piece);
    this.start = snapped(info, this.finder.point(info.piece) ?? this.middle(), piece?.turn ?? 0);
    this.place(info, this.start);
    this.uncover();
  }

  /** On a small screen the bar lies along the lower edge of the board: where the piece may go comes up from under it. */
  uncover() {
    if (this.bar.offsetWidth < this.viewport.clientWidth) return;
    const { y, height } = this.reach.getBBox();
    this.camera.cover(this.bar.offsetHeight, y, y + height);
  }

  /** @param {PoseInfo} info */
  body(info) {
    const { width, depth, piece, round, radius } = info;
    const symbol = this.finder.pieces.get(piece)?.symbol;
    const ring = radius ? [draw("circle", { r: radius, class: "radius", "pointer-events": "none" })] : [];
    const shape = { x: -width / 2, y: -depth / 2, width, height: depth };
    if (round) { // it has no front, and is not turned
      this.shadow.replaceChildren(...ring.map((each) => each.cloneNode()), draw("circle", { r: width / 2 }));
      this.ghost.replaceChildren(...ring, this.grip, draw("circle", { r: width / 2, class: "body" }));
      return;
    }
    this.shadow.replaceChildren(...tail(width, depth, info.behind), draw("rect", shape));
    this.ghost.replaceChildren(
      ...tail(width, depth, info.behind),
      this.grip,
      ...(symbol ? [draw("use", { href: `#${symbol}`, opacity: 0.5, "pointer-events": "none" })] : []),
      draw("rect", { ...shape, class: "body" }),
      draw("path", { d: `M${-width / 2} ${-depth / 2}H${width / 2}`, class: "front" }),
      this.stem,
      this.handle,
      this.sign,
    );
  }

  /** @returns {Point} */
  middle() {
    const box = this.reach.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** The pose that is asked about. @returns {Pose} */
  get pose() {
    const { at, start } = this;
    const moved = at.x !== start.x || at.y !== start.y;
    return moved && at.turn !== start.turn ? { ...posed(at), ahead: posed({ ...at, turn: start.turn }).text } : posed(at);
  }

  /** The pose of the piece where something else stands; null if none is asked for. @param {string} id @returns {Pose | null} */
  poseOn(id) {
    const point = this.finder.point(id);
    return this.info && point ? posed(snapped(this.info, point, this.at.turn)) : null;
  }

  /** Move the ghost, and ask about its pose. @param {Spot} spot */
  move(spot) {
    const { info, at } = this;
    if (!info || (spot.x === at.x && spot.y === at.y && spot.turn === at.turn)) return;
    this.place(info, spot);
    if (this.asking) this.again = true;
    else this.wonder();
  }

  /** @param {PoseInfo} info @param {Spot} spot */
  place(info, spot) {
    this.at = spot;
    const [x, y] = pointOf(info, spot);
    this.ghost.setAttribute("transform", `translate(${x} ${y}) rotate(${spot.turn})`);
    const [fx, fy] = pointOf(info, this.start);
    for (const [name, value] of Object.entries({ x1: fx, y1: fy, x2: x, y2: y })) {
      this.ruler.setAttribute(name, String(value));
    }
    this.resize();
    this.verdict = null;
    this.say();
  }

  /** Ask about the pose; about a later one when there is an answer and the pause is over. */
  async wonder() {
    const { pose, info } = this;
    this.asking = true;
    this.again = false;
    const pause = new Promise((over) => setTimeout(over, PAUSE));
    try {
      this.judge(info, pose, (await this.ears.onPoseTry?.(pose)) ?? null);
    } finally {
      await pause;
      this.asking = false;
    }
    if (this.info && this.again && !this.verdict) this.wonder();
  }

  /**
   * What is said of a pose; of one that is no longer shown it comes too late.
   * @param {PoseInfo | null} info
   * @param {Pose} pose
   * @param {Verdict | null} verdict
   */
  judge(info, pose, verdict) {
    if (!verdict || !info || info !== this.info || pose.text !== this.pose.text) return;
    this.verdict = verdict;
    this.radius.show(verdict.command ?? null);
    this.say();
  }

  say() {
    if (!this.info) return;
    const { x, y, turn } = this.at;
    const still = x === this.start.x && y === this.start.y && turn === this.start.turn;
    const refused = this.verdict?.allowed === false;
    const turned = turnInWords(turn - this.start.turn);
    const words = [[this.inchesTo(this.at), turned && `turned ${turned}`].filter(Boolean).join(", ")];
    if (this.verdict) words.push(refused ? `✕ ${this.verdict.reason.replace(REFUSED, "")}` : `✓ ${(this.verdict.text !== this.pose.text && this.verdict.text) || "allowed"}`);
    else if (still) words.push(...this.info.says);
    if (this.verdict?.cost) words.push(this.verdict.cost);
    if (this.verdict?.command) words.push(this.radius.words(this.verdict.command));
    this.said.textContent = words.join(" · ");
    this.ghost.classList.toggle("refused", refused);
    this.ghost.classList.toggle("allowed", this.verdict?.allowed === true);
    this.ghost.setAttribute("aria-label", `Pose: ${words.join(", ")}`);
    this.give.disabled = refused;
  }

  /** The handle keeps its size on the screen. */
  resize() {
    if (!this.info) return;
    const { scale } = this.camera;
    const front = -this.info.depth / 2;
    const at = front - HANDLE / scale;
    for (const [name, value] of Object.entries({ x1: 0, x2: 0, y1: front, y2: at })) {
      this.stem.setAttribute(name, String(value));
    }
    const [x, y] = pointOf(this.info, this.at);
    const way = (this.at.turn * Math.PI) / 180;
    this.finder.handle = this.info.round ? null : [x - at * Math.sin(way), y + at * Math.cos(way)];
    this.handle.setAttribute("cy", String(at));
    this.handle.setAttribute("r", String(13 / scale));
    this.sign.setAttribute("transform", `translate(0 ${at}) scale(${1 / scale})`);
    const wide = Math.max(this.info.width, 32 / scale);
    const high = Math.max(this.info.depth, 32 / scale);
    for (const [name, value] of Object.entries({ x: -wide / 2, y: -high / 2, width: wide, height: high })) {
      this.grip.setAttribute(name, String(value));
    }
  }

  /**
   * A finger put down on the ghost or its handle holds it; anywhere else it does not.
   * @param {PointerEvent} event
   */
  grab(event) {
    const { info } = this;
    const on = event.target instanceof Element && event.target.closest(".ghost");
    if (!info || !on) return null;
    const turning = event.target === this.handle;
    const [px, py] = this.camera.toBoard(event.clientX, event.clientY);
    const [gx, gy] = pointOf(info, this.at);
    const off = [px - gx, py - gy];
    this.ghost.focus({ preventScroll: true });
    return (/** @type {PointerEvent} */ moved) => {
      const [x, y] = this.camera.toBoard(moved.clientX, moved.clientY);
      if (turning) {
        const [mx, my] = pointOf(info, this.at);
        this.move({ ...this.at, turn: nearestTurn((Math.atan2(x - mx, my - y) * 180) / Math.PI) });
      } else {
        this.move(snapped(info, [x - off[0], y - off[1]], this.at.turn));
      }
    };
  }

  /**
   * A click on ground within reach: the piece goes there as it faces, if it may. A stand that is smaller than the finger
   * is only shown there; a tap on it, or the button, lets it stand.
   * @param {PointerEvent} event
   */
  goTo(event) {
    const point = this.camera.toBoard(event.clientX, event.clientY);
    if (!this.info || !this.within(point)) return false;
    const spot = snapped(this.info, point, this.at.turn);
    if (event.pointerType === "touch" && Math.min(this.info.width, this.info.depth) * this.camera.scale < FINGER) {
      this.move(spot);
      return true;
    }
    this.place(this.info, spot);
    this.shade(null);
    this.decide(this.info, this.pose);
    return true;
  }

  /** A click on ground out of reach: the ghost shows there why the piece may not go. @param {PointerEvent} event */
  tryAt(event) {
    const [x, y] = this.camera.toBoard(event.clientX, event.clientY);
    const { width, height } = this.camera;
    if (!this.info || x < 0 || y < 0 || x > width || y > height) return false;
    this.move(snapped(this.info, [x, y], this.at.turn));
    return true;
  }

  /** A tap of a finger on the stand where it may go. @param {PointerEvent} event */
  confirm({ pointerType }) {
    const sure = pointerType === "touch" && this.verdict?.allowed === true;
    if (sure) this.commit();
    return sure;
  }

  /** @param {PoseInfo} info @param {Pose} pose */
  async decide(info, pose) {
    this.judge(info, pose, (await this.ears.onPoseTry?.(pose)) ?? null);
    if (this.info === info && pose.text === this.pose.text && this.verdict?.allowed) this.commit();
  }

  /** Whether a point of the picture is within reach. @param {Point} point */
  within([x, y]) {
    return this.area !== null && this.finder.context.isPointInPath(this.area, x, y);
  }

  /** The outline of the piece under the mouse, where a click would send it. @param {Point | null} point */
  shade(point) {
    const { info } = this;
    const here = info && point && this.within(point) ? snapped(info, point, this.at.turn) : null;
    this.shadow.style.display = here ? "" : "none";
    const shaded = here ? posed(here).text : "";
    if (shaded === this.shaded) return;
    this.shaded = shaded;
    clearTimeout(this.waiting);
    if (!info || !here) {
      if (info) this.judgeAgain();
      return;
    }
    const [x, y] = pointOf(info, here);
    this.shadow.setAttribute("transform", `translate(${x} ${y}) rotate(${here.turn})`);
    this.said.textContent = `${this.inchesTo(here)} to there`;
    if (info.radius) this.waiting = setTimeout(() => this.foresee(info, posed(here)), PAUSE);
  }

  /** How far a pose is from where the piece stands. @param {Spot} spot */
  inchesTo({ x, y }) {
    return `${(Math.hypot(x - this.start.x, y - this.start.y) / TENTH).toFixed(1)} inches`;
  }

  /** Tell whom one who leads would command from the place under the mouse. @param {PoseInfo} info @param {Pose} pose */
  async foresee(info, pose) {
    const found = (await this.ears.onPoseTry?.(pose)) ?? null;
    if (info !== this.info || pose.text !== this.shaded) return;
    this.radius.show(found?.command ?? null);
    if (found?.command) this.said.textContent = this.radius.words(found.command);
  }

  /** Back to what is said of the ghost. */
  judgeAgain() {
    this.radius.show(this.verdict?.command ?? null);
    this.say();
  }

  /** @param {number} steps to the right */
  turn(steps) {
    if (this.info?.round) return;
    this.move({ ...this.at, turn: (this.at.turn + steps * DEGREES + 360) % 360 });
  }

  /** Back to where it stood; nothing is asked about that. */
  reset() {
    if (this.info) this.place(this.info, this.start);
  }

  /** The pose is given; on the spot it stands, it stays. */
  commit() {
    const { at, start } = this;
    if (!this.info || this.verdict?.allowed === false) return;
    if (at.x === start.x && at.y === start.y && at.turn === start.turn) this.ears.onStay?.();
    else this.ears.onPose?.({ ...posed(at), ...(this.verdict?.first && { first: this.verdict.first }) });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.info || event.ctrlKey || event.altKey || event.metaKey) return;
    const way = KEYS[event.key];
    const turn = TURNS[event.key.toLowerCase()];
    if (way) {
      const far = event.shiftKey ? TENTH : 1;
      this.move({ ...this.at, x: Math.max(0, this.at.x + far * way[0]), y: Math.max(0, this.at.y + far * way[1]) });
      this.camera.reveal(pointOf(this.info, this.at));
    } else if (turn) {
      this.turn(turn * (event.shiftKey ? 9 : 1));
    } else if (event.key === "Enter") {
      this.commit();
    } else if (event.key === "Backspace") {
      this.reset();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {number} degrees */
function nearestTurn(degrees) {
  return (((Math.round(degrees / DEGREES) * DEGREES) % 360) + 360) % 360;
}

/**
 * The pose of the lattice nearest to a point of the picture and a turn in degrees.
 * @param {PoseInfo} info
 * @param {Point} point
 * @param {number} turn
 * @returns {Spot}
 */
function snapped({ scale, origin }, [x, y], turn) {
  /** @param {number} at @param {number} zero */
  const tenth = (at, zero) => Math.max(0, Math.round(((at - zero) / scale) * TENTH));
  return { x: tenth(x, origin[0]), y: tenth(y, origin[1]), turn: nearestTurn(turn) };
}

/** A pose as it is told. @param {Spot} spot @returns {Pose} */
function posed({ x, y, turn }) {
  /** @param {number} tenths */
  const inches = (tenths) => (tenths / TENTH).toFixed(1);
  return { x: x / TENTH, y: y / TENTH, facing: turn, text: `${inches(x)},${inches(y)} facing ${turn}` };
}

/** Where a pose lies in the picture. @param {PoseInfo} info @param {Spot} spot @returns {Point} */
function pointOf({ scale, origin }, { x, y }) {
  return [origin[0] + (x / TENTH) * scale, origin[1] + (y / TENTH) * scale];
}

/** A button of the board. @param {string} name @param {string} title @param {() => void} act */
function press(name, title, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = name;
  made.title = title;
  if (!/[a-z]/.test(name)) made.setAttribute("aria-label", title);
  made.addEventListener("click", act);
  return made;
}
