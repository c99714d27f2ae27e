// Arrows at the edge of the window: what can answer, or is asked about, lies out there.

/** @import { Point } from "../types.d.ts" */

const WAYS = ["right", "below right", "below", "below left", "left", "above left", "above", "above right"];
const RIM = 26; // screen pixels from the edge to the middle of an arrow
const OUT = 4; // and how far outside a thing must lie

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
    const shown = JSON.stringify([...ways]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.replaceChildren(...[...ways].map(([way, { count, near, at }]) => this.arrow(way, count, near, at)));
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
