// Arrows at the edge of the window: what can answer, or is asked about, lies out there.

/** @import { Point } from "../types.d.ts" */
/** Left, top, right and bottom. @typedef {[number, number, number, number]} Box */

const WAYS = ["right", "below right", "below", "below left", "left", "above left", "above", "above right"];
const RIM = 26; // screen pixels from the edge to the middle of an arrow
const OUT = 4; // and how far outside a thing must lie
const HALF = 24; // screen pixels from the middle of an arrow to what it must keep clear of
const FURNITURE = ".board-buttons, .board-pose:not([hidden])";
const MOST_STEPS = 8; // aside, until it keeps clear

export class Edges {
  /**
   * @param {HTMLElement} viewport
   * @param {import("./finder.js").Finder} finder
   * @param {import("./camera.js").Camera} camera
   */
  constructor(viewport, finder, camera) {
    this.finder = finder;
    this.camera = camera;
    this.element = document.createElement("div");
    this.viewport = viewport;
    this.element.className = "board-edges board-furniture";
    viewport.append(this.element);
    /** @type {string[]} */
    this.ids = [];
    this.shown = "";
  }

  /** What is to be pointed at, if it lies outside. @param {Iterable<string>} ids */
  point(ids) {
    this.ids = [...new Set(ids)];
    this.update();
  }

  /** An arrow for each of eight ways in which something lies outside. */
  update() {
    const { wide, high } = this.camera;
    /** @type {Map<number, {count: number, near: Point, far: number, at: Point}>} */
    const ways = new Map();
    for (const id of wide && high ? this.ids : []) {
      const point = this.finder.point(id);
      if (!point) continue;
      const [x, y] = this.camera.toWindow(point);
      if (x >= -OUT && y >= -OUT && x <= wide + OUT && y <= high + OUT) continue;
      const [dx, dy] = [x - wide / 2, y - high / 2];
      const way = (Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) + 8) % 8;
      const far = Math.hypot(dx, dy);
      const known = ways.get(way);
      const at = rim(dx, dy, wide, high);
      if (!known) ways.set(way, { count: 1, near: point, far, at });
      else {
        known.count += 1;
        if (far < known.far) Object.assign(known, { near: point, far, at });
      }
    }
    const taken = ways.size ? this.furniture() : [];
    for (const each of ways.values()) {
      each.at = clear(each.at, taken, wide, high);
      taken.push(around(each.at));
    }
    const shown = JSON.stringify([...ways]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.replaceChildren(...[...ways].map(([way, { count, near, at }]) => this.arrow(way, count, near, at)));
  }

  /** Where the map's own buttons are, which no arrow may cover. @returns {Box[]} */
  furniture() {
    const { left, top } = this.viewport.getBoundingClientRect();
    return [...this.viewport.querySelectorAll(FURNITURE)].map((one) => one.getBoundingClientRect())
      .map((box) => [box.left - left, box.top - top, box.right - left, box.bottom - top]);
  }

  /** @param {number} way @param {number} count @param {Point} near @param {Point} at */
  arrow(way, count, near, [x, y]) {
    const press = document.createElement("button");
    press.type = "button";
    press.className = "edge";
    press.style.left = `${x}px`;
    press.style.top = `${y}px`;
    press.setAttribute("aria-label", `${count} outside the picture, ${WAYS[way]}: go there`);
    const sign = document.createElement("span");
    sign.textContent = "➤";
    sign.style.transform = `rotate(${way * 45}deg)`;
    press.append(sign, count > 1 ? String(count) : "");
    press.addEventListener("click", () => this.camera.centre(near));
    return press;
  }
}

/** The room an arrow takes. @param {Point} at @returns {Box} */
function around([x, y]) {
  return [x - HALF, y - HALF, x + HALF, y + HALF];
}

/**
 * A place for an arrow, moved along its edge until it covers nothing that is taken.
 * @param {Point} at
 * @param {Box[]} taken
 * @param {number} wide
 * @param {number} high
 * @returns {Point}
 */
function clear(at, taken, wide, high) {
  let [x, y] = at;
  const upright = Math.min(x, wide - x) <= RIM + 1; // at the left or right edge it moves up and down
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [left, top, right, bottom] = around([x, y]);
    const other = taken.find((box) => left < box[2] && box[0] < right && top < box[3] && box[1] < bottom);
    if (!other) break;
    if (upright) y = other[1] - HALF >= HALF ? other[1] - HALF : other[3] + HALF;
    else x = other[0] - HALF >= HALF ? other[0] - HALF : other[2] + HALF;
  }
  return [Math.min(Math.max(x, RIM), wide - RIM), Math.min(Math.max(y, RIM), high - RIM)];
}

/**
 * Where a line from the middle of the window leaves it, a little inside.
 * @param {number} dx
 * @param {number} dy
 * @param {number} wide
 * @param {number} high
 * @returns {Point}
 */
function rim(dx, dy, wide, high) {
  const [x, y] = [wide / 2 - RIM, high / 2 - RIM];
  const part = Math.min(x / Math.max(1e-6, Math.abs(dx)), y / Math.max(1e-6, Math.abs(dy)));
  return [Math.round(wide / 2 + dx * part), Math.round(high / 2 + dy * part)];
}
