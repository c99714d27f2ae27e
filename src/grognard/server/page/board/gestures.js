// Fingers, mouse and wheel: they pan and zoom the camera; a touch that does neither is a tap.

/** @import { Point } from "../types.d.ts" */

/** @typedef {{x: number, y: number, from: Point}} Finger */

const STILL = 7; // pixels a finger may tremble and still tap
const DOUBLE = 320; // milliseconds between two taps that are one double tap
const CLOSE = 32; // pixels between them

export class Gestures {
  /**
   * @param {import("./camera.js").Camera} camera
   * @param {{
   *   tap(event: PointerEvent, held: boolean): boolean,
   *   hover(event: PointerEvent | null): void,
   *   grab(event: PointerEvent): ((event: PointerEvent, ended: boolean) => void) | null,
   * }} ears `tap` says whether it answered a question, `grab` takes a finger for itself
   */
  constructor(camera, ears) {
    this.camera = camera;
    this.ears = ears;
    /** @type {Map<number, Finger>} */
    this.fingers = new Map();
    this.moved = false;
    /** @type {((event: PointerEvent, ended: boolean) => void) | null} */
    this.held = null;
    this.last = { time: 0, x: 0, y: 0 };
    const view = camera.viewport;
    view.addEventListener("pointerdown", (event) => this.down(event));
    view.addEventListener("pointermove", (event) => this.move(event));
    view.addEventListener("pointerup", (event) => this.up(event, true));
    view.addEventListener("pointercancel", (event) => this.up(event, false));
    view.addEventListener("pointerleave", ({ pointerType }) => {
      if (pointerType !== "touch") ears.hover(null); // a finger that is lifted has pointed at nothing
    });
    view.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1 || onFurniture(event)) return;
    if (this.fingers.size === 0) {
      this.moved = false;
      this.held = event.button === 0 ? this.ears.grab(event) : null;
      if (this.held) {
        this.camera.viewport.setPointerCapture(event.pointerId);
        event.preventDefault();
      }
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY] });
    if (this.fingers.size > 1) this.moved = true;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== "touch") this.ears.hover(event);
      return;
    }
    if (!this.moved && Math.hypot(event.clientX - finger.from[0], event.clientY - finger.from[1]) < STILL) return;
    if (this.held) {
      if (!this.moved) this.ears.hover(null);
      this.moved = true;
      this.held(event, false);
      return;
    }
    if (!this.moved) {
      this.moved = true;
      this.camera.viewport.setPointerCapture(event.pointerId);
      this.camera.viewport.classList.add("dragged");
      this.ears.hover(null);
    }
    const others = [...this.fingers.entries()].filter(([id]) => id !== event.pointerId);
    if (others.length === 0) this.camera.pan(event.clientX - finger.x, event.clientY - finger.y);
    else this.pinch(finger, event, others[0][1]);
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  /** @param {Finger} finger @param {PointerEvent} event @param {Finger} other */
  pinch(finger, event, other) {
    const frame = this.camera.viewport.getBoundingClientRect();
    const before = Math.hypot(finger.x - other.x, finger.y - other.y) || 1;
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y) || 1;
    const middle = [(event.clientX + other.x) / 2 - frame.left, (event.clientY + other.y) / 2 - frame.top];
    this.camera.pan((event.clientX - finger.x) / 2, (event.clientY - finger.y) / 2);
    this.camera.zoom(after / before, middle[0], middle[1]);
  }

  /** @param {PointerEvent} event @param {boolean} kept whether it was not taken away */
  up(event, kept) {
    if (!this.fingers.delete(event.pointerId)) return;
    const { held } = this;
    if (held && this.moved) held(event, true);
    this.held = null;
    if (this.fingers.size > 0) return;
    this.camera.viewport.classList.remove("dragged");
    if (kept && !this.moved && event.button === 0) this.tapped(event, held !== null);
  }

  /** @param {PointerEvent} event @param {boolean} held */
  tapped(event, held) {
    const near = Math.hypot(event.clientX - this.last.x, event.clientY - this.last.y) < CLOSE;
    const twice = near && !held && event.timeStamp - this.last.time < DOUBLE;
    const answered = this.ears.tap(event, held);
    this.last = { time: answered ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (twice && !answered) {
      const frame = this.camera.viewport.getBoundingClientRect();
      this.camera.zoom(2, event.clientX - frame.left, event.clientY - frame.top, true);
      this.last.time = 0;
    }
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (onFurniture(event)) return;
    event.preventDefault();
    const frame = this.camera.viewport.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0016; // a pinch on a touchpad comes as a wheel with Ctrl
    const turn = Math.min(Math.max(event.deltaY * lines, -300), 300);
    this.camera.zoom(Math.exp(-turn * speed), event.clientX - frame.left, event.clientY - frame.top);
  }
}

/** Whether an event is for a button or list that lies on the board. @param {Event} event */
export function onFurniture(event) {
  return event.target instanceof Element && event.target.closest(".board-furniture") !== null;
}
