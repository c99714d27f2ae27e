// A pose: the ghost of a piece that is dragged and turned on the lattice of a table.

import { draw } from "./svg.js";

const TENTH = 10; // steps of the lattice in an inch
const DEGREES = 5;
const PAUSE = 100; // milliseconds: how often at most somebody is asked about a pose
const HANDLE = 34; // screen pixels from the front to the handle
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURNS = { q: -1, "[": -1, ",": -1, e: 1, "]": 1, ".": 1 };

export class Posing {
  /**
   * @param {HTMLElement} viewport
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   * @param {import("./camera.js").Camera} camera
   * @param {{onPoseTry?(pose: any): void, onPose?(pose: any): void}} ears
   */
  constructor(viewport, picture, finder, camera, ears) {
    this.viewport = viewport;
    this.picture = picture;
    this.finder = finder;
    this.camera = camera;
    this.ears = ears;
    this.info = null;
    this.verdict = null;
    this.bar = this.furniture();
    viewport.append(this.bar);
  }

  furniture() {
    const bar = document.createElement("div");
    bar.className = "board-pose board-furniture";
    bar.hidden = true;
    this.said = document.createElement("p");
    this.said.setAttribute("aria-live", "polite");
    const button = (name, title, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = name;
      made.title = title;
      made.addEventListener("click", act);
      return made;
    };
    this.give = button("Place here", "Enter", () => this.commit());
    this.give.className = "chief";
    const row = document.createElement("div");
    row.append(
      button("⟲ Turn left", "Q", () => this.turn(-1)),
      button("⟳ Turn right", "E", () => this.turn(1)),
      button("Put back", "Backspace", () => this.reset()),
      this.give,
    );
    bar.append(this.said, row);
    return bar;
  }

  /** Ask for a pose of a piece; null: no longer. */
  ask(info) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.info = info;
    this.verdict = null;
    this.bar.hidden = info === null;
    const { pose, reach } = this.picture.layers;
    pose.replaceChildren();
    reach.replaceChildren();
    if (info === null) return;
    this.reach = draw("path", { d: info.reach, class: "reach" });
    reach.append(this.reach);
    this.ghost = draw("g", { class: "ghost", tabindex: "0", role: "application" });
    this.ghost.addEventListener("keydown", (event) => this.key(event));
    this.stem = draw("line", { class: "stem" });
    this.handle = draw("circle", { class: "handle" });
    this.sign = draw("path", { class: "sign", d: "M-6 3A7 7 0 1 1 6 3M6 3l1-5M6 3l-5-1.5" });
    this.ruler = draw("line", { class: "ruler" });
    pose.append(this.ruler, this.ghost);
    this.body();
    this.start = this.snap(...(this.finder.point(info.piece) ?? this.middle()), this.turned());
    this.place(this.start, false);
  }

  body() {
    const { width, depth, piece } = this.info;
    const symbol = this.finder.pieces.get(piece)?.symbol;
    const shape = { x: -width / 2, y: -depth / 2, width, height: depth };
    this.ghost.replaceChildren(
      draw("rect", { ...shape, class: "grip" }),
      ...(symbol ? [draw("use", { href: `#${symbol}`, opacity: 0.5, "pointer-events": "none" })] : []),
      draw("rect", { ...shape, class: "body" }),
      draw("path", { d: `M${-width / 2} ${-depth / 2}H${width / 2}`, class: "front" }),
      this.stem,
      this.handle,
      this.sign,
    );
  }

  turned() {
    return this.finder.pieces.get(this.info.piece)?.turn ?? 0;
  }

  middle() {
    const box = this.reach.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  /** The pose of the lattice nearest to a point of the picture and a turn in degrees. */
  snap(x, y, turn) {
    const { scale, origin } = this.info;
    const tenth = (at, zero) => Math.max(0, Math.round(((at - zero) / scale) * TENTH));
    const steps = Math.round(turn / DEGREES);
    return { x: tenth(x, origin[0]), y: tenth(y, origin[1]), turn: (((steps * DEGREES) % 360) + 360) % 360 };
  }

  point({ x, y }) {
    const { scale, origin } = this.info;
    return [origin[0] + (x / TENTH) * scale, origin[1] + (y / TENTH) * scale];
  }

  /** The pose in inches and degrees, and in words as an answer has them. */
  get pose() {
    const { x, y, turn } = this.at;
    const inches = (tenths) => (tenths / TENTH).toFixed(1);
    return { x: x / TENTH, y: y / TENTH, facing: turn, text: `${inches(x)},${inches(y)} facing ${turn}` };
  }

  place(pose, tell = true) {
    const same = this.at && tell && pose.x === this.at.x && pose.y === this.at.y && pose.turn === this.at.turn;
    if (same) return;
    this.at = pose;
    const [x, y] = this.point(pose);
    this.ghost.setAttribute("transform", `translate(${x} ${y}) rotate(${pose.turn})`);
    const [fx, fy] = this.point(this.start);
    for (const [name, value] of Object.entries({ x1: fx, y1: fy, x2: x, y2: y })) {
      this.ruler.setAttribute(name, String(value));
    }
    this.resize();
    this.verdict = null;
    this.say();
    if (tell) this.wonder();
  }

  /** Ask about the pose now, or when the pause is over. */
  wonder() {
    if (this.timer !== undefined) {
      this.again = true;
      return;
    }
    this.again = false;
    this.ears.onPoseTry?.(this.pose);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.again) this.wonder();
    }, PAUSE);
  }

  /** What is said of the pose last asked about; one about another pose comes too late. */
  judge(verdict) {
    if (!this.info || (verdict.pose && verdict.pose.text !== this.pose.text)) return;
    this.verdict = verdict;
    this.say();
  }

  say() {
    const { x, y, turn } = this.at;
    const gone = Math.hypot(x - this.start.x, y - this.start.y) / TENTH;
    const refused = this.verdict?.allowed === false;
    const words = [`${gone.toFixed(1)} inches, facing ${turn}°`];
    if (this.verdict) words.push(refused ? `✕ ${this.verdict.reason}` : `✓ ${this.verdict.text || "allowed"}`);
    else if (gone === 0 && turn === this.start.turn) words.push(...this.info.says);
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
    this.handle.setAttribute("cy", String(at));
    this.handle.setAttribute("r", String(13 / scale));
    this.sign.setAttribute("transform", `translate(0 ${at}) scale(${1 / scale})`);
    const grip = this.ghost.querySelector(".grip");
    const wide = Math.max(this.info.width, 32 / scale);
    const high = Math.max(this.info.depth, 32 / scale);
    for (const [name, value] of Object.entries({ x: -wide / 2, y: -high / 2, width: wide, height: high })) {
      grip.setAttribute(name, String(value));
    }
  }

  /** A finger put down on the ghost or its handle holds it; anywhere else it does not. */
  grab(event) {
    if (!this.info || !event.target.closest?.(".ghost")) return null;
    const turning = event.target === this.handle;
    const [px, py] = this.camera.toBoard(event.clientX, event.clientY);
    const [gx, gy] = this.point(this.at);
    const off = [px - gx, py - gy];
    this.ghost.focus({ preventScroll: true });
    return (moved) => {
      const [x, y] = this.camera.toBoard(moved.clientX, moved.clientY);
      if (turning) {
        const [mx, my] = this.point(this.at);
        const turn = (Math.atan2(x - mx, my - y) * 180) / Math.PI;
        this.place({ ...this.at, turn: this.snap(0, 0, turn).turn });
      } else {
        this.place(this.snap(x - off[0], y - off[1], this.at.turn));
      }
    };
  }

  turn(steps) {
    this.place({ ...this.at, turn: (this.at.turn + steps * DEGREES + 360) % 360 });
  }

  reset() {
    this.place(this.start);
  }

  commit() {
    if (this.info && this.verdict?.allowed !== false) this.ears.onPose?.(this.pose);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const way = KEYS[event.key];
    const turn = TURNS[event.key.toLowerCase()];
    if (way) {
      const far = event.shiftKey ? TENTH : 1;
      this.place({ ...this.at, x: Math.max(0, this.at.x + far * way[0]), y: Math.max(0, this.at.y + far * way[1]) });
      this.camera.reveal(this.point(this.at));
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
