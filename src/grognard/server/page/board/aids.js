// Aids for one who aims: a word beside the goal, and short odds at every piece that can be aimed at.

import { draw } from "./svg.js";

/** @import { ToolMark } from "../server.d.ts" */

const SIZE = 13; // screen pixels of a badge's lettering
const AWAY = 16; // and from the goal to the words

export class Aids {
  /**
   * @param {HTMLElement} viewport
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   * @param {import("./camera.js").Camera} camera
   */
  constructor(viewport, picture, finder, camera) {
    this.picture = picture;
    this.finder = finder;
    this.camera = camera;
    this.words = document.createElement("div");
    this.words.className = "board-tip";
    this.words.hidden = true;
    this.words.setAttribute("aria-hidden", "true");
    viewport.append(this.words);
    /** @type {string | null} */
    this.at = null;
    /** @type {ToolMark[]} */
    this.marks = [];
  }

  /** Words beside a thing on the board; none: take them away. @param {string | null} id @param {string[]} lines */
  tip(id, lines) {
    this.at = id;
    this.words.replaceChildren(...lines.map((line) => {
      const row = document.createElement("p");
      row.textContent = line;
      return row;
    }));
    this.place();
  }

  place() {
    const point = this.finder.point(this.at);
    this.words.hidden = !point || !this.words.childElementCount;
    if (!point || this.words.hidden) return;
    const { viewport } = this.camera;
    const [x, y] = this.camera.toWindow(point);
    const { offsetWidth: wide, offsetHeight: high } = this.words;
    const far = AWAY + 24 * Math.min(this.camera.scale, 2);
    const above = y - far - high;
    const left = Math.min(Math.max(8, x - wide / 2), viewport.clientWidth - wide - 8);
    this.words.style.left = `${left}px`;
    this.words.style.top = `${above > 8 ? above : Math.min(y + far, viewport.clientHeight - high - 8)}px`;
  }

  /** Short texts at pieces; none: take them away. @param {ToolMark[]} marks */
  badges(marks) {
    this.marks = marks;
    this.resize();
  }

  /** Badges keep their size on the screen. */
  resize() {
    const { scale } = this.camera;
    const size = SIZE / scale;
    this.picture.layers.badges.replaceChildren(...this.marks.flatMap(({ at, text }) => {
      const piece = this.finder.pieces.get(at);
      if (!piece) return [];
      const wide = size * (0.6 * text.length + 0.8);
      const top = piece.y - 16 - size;
      const box = { x: piece.x - wide / 2, y: top - size * 0.95, width: wide, height: size * 1.35, rx: size / 3 };
      const words = draw("text", { x: piece.x, y: top, "font-size": size, "text-anchor": "middle" });
      words.textContent = text;
      return [draw("g", { class: "badge" }, [draw("rect", box), words])];
    }));
    this.place();
  }
}
