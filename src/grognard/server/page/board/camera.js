// The camera: which part of the board is seen, and how large. It never loses the board.

/** @import { Point } from "../types.d.ts" */

const LARGEST = 6; // screen pixels for a pixel of the drawing
const SETTLED = 240; // milliseconds without a change until all is drawn sharp again
const SLOWEST = 900; // and at most, where drawing it takes long

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.min(Math.max(value, low), high);

export class Camera {
  /**
   * @param {HTMLElement} viewport the window onto the board
   * @param {HTMLElement} stage what is moved and scaled behind it
   * @param {() => void} settled called when it has come to rest at another scale
   */
  constructor(viewport, stage, settled) {
    this.viewport = viewport;
    this.stage = stage;
    this.settled = settled;
    this.width = 1;
    this.height = 1;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.drawn = 1; // the scale at which all was drawn last
    this.whole = true; // the whole board is in view, and stays so when the window changes
    this.wide = 0;
    this.high = 0;
    this.below = 0; // screen pixels at the lower edge of the window that something lies over
    this.patience = SETTLED;
    /** @type {number | undefined} */
    this.rest = undefined;
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(viewport);
  }

  close() {
    this.observer.disconnect();
    clearTimeout(this.rest);
  }

  /**
   * The size of the board in pixels of its drawing.
   * @param {number} width
   * @param {number} height
   */
  measure(width, height) {
    this.width = width;
    this.height = height;
    this.fit();
  }

  get least() {
    return Math.min(this.viewport.clientWidth / this.width, this.viewport.clientHeight / this.height) || 1;
  }

  /** Show the whole board. */
  fit(glide = false) {
    this.whole = true;
    this.scale = Math.min(this.least, LARGEST);
    this.x = 0;
    this.y = 0;
    this.apply(glide);
  }

  resized() {
    const { clientWidth: wide, clientHeight: high } = this.viewport;
    if (!wide || !high) return;
    if (this.whole) {
      this.fit();
    } else {
      this.x += (wide - this.wide) / 2;
      this.y += (high - this.high) / 2;
      this.apply();
    }
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** Zoom by a factor; what lies under a point of the window stays there. @param {number} factor */
  zoom(factor, px = this.viewport.clientWidth / 2, py = this.viewport.clientHeight / 2, glide = false) {
    const scale = within(this.scale * factor, Math.min(this.least, LARGEST), LARGEST);
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.whole = scale <= this.least * 1.001;
    this.apply(glide);
  }

  /** Bring a point of the board to the middle, at least so large. @param {Point} point */
  centre([x, y], scale = this.scale) {
    this.scale = within(scale, this.least, LARGEST);
    this.whole = this.scale <= this.least * 1.001;
    this.x = this.viewport.clientWidth / 2 - x * this.scale;
    this.y = this.viewport.clientHeight / 2 - y * this.scale;
    this.apply(true);
  }

  /** Move just so far that a point of the board can be seen. @param {Point} point */
  reveal([x, y]) {
    const rim = Math.min(60, this.viewport.clientWidth / 5, this.viewport.clientHeight / 5);
    const at = [this.x + x * this.scale, this.y + y * this.scale];
    const dx = within(at[0], rim, this.viewport.clientWidth - rim) - at[0];
    const dy = within(at[1], rim, this.viewport.clientHeight - rim) - at[1];
    if (dx || dy) this.pan(dx, dy);
  }

  /**
   * Something lies over the lower edge of the window: what is under it can be brought above it. A stretch of the board
   * that is wanted comes up at once, as far as its upper end stays in sight.
   * @param {number} high screen pixels; none: no longer
   * @param {number} [top] where on the board the stretch begins
   * @param {number} [bottom] and where it ends
   */
  cover(high, top = 0, bottom = 0) {
    if (!high && !this.below) return;
    this.below = high;
    const hidden = this.y + bottom * this.scale - (this.viewport.clientHeight - high);
    this.y -= within(Math.min(hidden, this.y + top * this.scale), 0, high);
    this.apply();
  }

  /**
   * Where a point of the screen lies on the board.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Point}
   */
  toBoard(clientX, clientY) {
    const frame = this.viewport.getBoundingClientRect();
    return [(clientX - frame.left - this.x) / this.scale, (clientY - frame.top - this.y) / this.scale];
  }

  /** Where a point of the board lies in the window. @param {Point} point @returns {Point} */
  toWindow([x, y]) {
    return [this.x + x * this.scale, this.y + y * this.scale];
  }

  apply(glide = false) {
    this.wide = this.viewport.clientWidth;
    this.high = this.viewport.clientHeight;
    /** @param {number} at @param {number} board @param {number} window */
    const held = (at, board, window, below = 0) => {
      const size = board * this.scale;
      const slack = Math.min(window / 5, 120); // so that nothing at the edge hides under a button
      const middle = (window - size) / 2;
      return size <= window + 0.5 ? within(at, Math.min(middle, window - below - size), middle)
        : within(at, window - size - slack, slack);
    };
    this.x = held(this.x, this.width, this.wide);
    this.y = held(this.y, this.height, this.high, this.below);
    this.stage.classList.toggle("gliding", glide);
    this.stage.classList.add("moving");
    this.approach();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.stage.classList.remove("moving", "gliding");
      this.drawn = this.scale;
      this.rested();
      this.settled();
      this.measureDrawing();
    }, glide ? 2 * this.patience : this.patience);
  }

  /**
   * Until it rests, the board only comes nearer (by the last number, the depth) and keeps its scale: at another scale a
   * browser lays every word of the picture out anew, in every frame.
   */
  approach() {
    if (this.scale === this.drawn) {
      this.rested();
      return;
    }
    const depth = this.drawn / this.scale;
    const rows = [[this.drawn, 0, 0, 0], [0, this.drawn, 0, 0], [0, 0, 1, 0], [this.x * depth, this.y * depth, 0, depth]];
    this.stage.style.transform = `matrix3d(${rows.flat().join(", ")})`;
  }

  rested() {
    this.stage.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /** Where drawing takes long it is done less often: a slow machine must not draw at every step of a zoom. */
  measureDrawing() {
    const begun = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      this.patience = within(2 * (performance.now() - begun), SETTLED, SLOWEST);
    }));
  }
}
