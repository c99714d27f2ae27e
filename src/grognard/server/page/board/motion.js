// What just happened, set in motion for a moment: moves, fire, losses, who comes and who is gone.

import { draw } from "./svg.js";
import { lying, standing } from "./picture.js";

/** @import { Changes, Shown } from "./picture.js" */
/** @import { Finder } from "./finder.js" */
/** @import { Point } from "../types.d.ts" */
/** @import { PieceInfo, PlaceInfo, SceneInfo } from "../server.d.ts" */

/** Something that happened, by the ids it names. @typedef {{subjects: string[]}} Happening */

const GLIDE = 420;
const STOP = 110; // more for each place on the way
const LONGEST = 1100;
const FIRE = 520;
const LOSS = 1400;

export class Motion {
  /**
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   */
  constructor(picture, finder) {
    this.picture = picture;
    this.finder = finder;
    this.quiet = matchMedia("(prefers-reduced-motion: reduce)");
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {(() => void) | null} */
    this.due = null;
  }

  /** End whatever is still in motion, at once. */
  hurry() {
    this.due?.();
    for (const running of [...this.running]) running.finish();
  }

  /**
   * Show a scene, with what led to it.
   * @param {SceneInfo} scene
   * @param {Happening[]} events
   * @param {boolean} animate
   */
  async show(scene, events, animate) {
    this.hurry();
    const still = () => {
      this.due = null;
      for (const { block, plates } of this.picture.show(scene).gone) gone(block, plates);
    };
    if (!animate || this.quiet.matches) {
      still();
      return;
    }
    const shots = this.shots(events);
    if (shots.length > 0) {
      this.due = still;
      await Promise.all(shots.map((shot, i) => this.fire(shot, Math.min(i, 4) * 140)));
      if (this.due !== still) return; // hurried past
      this.due = null;
    }
    await Promise.all(this.moves(this.picture.show(scene), ways(events, this.finder)));
  }

  /** Pairs of pieces of two sides that one event names. @param {Happening[]} events */
  shots(events) {
    /** @type {Map<string, [PieceInfo, PieceInfo]>} */
    const pairs = new Map();
    for (const { subjects } of events) {
      if (subjects.length !== 2) continue;
      const [one, other] = subjects.map((id) => this.picture.shown.get(id)?.piece ?? this.finder.pieces.get(id));
      if (one && other && one.side !== other.side) pairs.set(subjects.join(" "), [one, other]);
    }
    return [...pairs.values()];
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {KeyframeAnimationOptions} [options]
   */
  play(element, frames, duration, options = {}) {
    const running = element.animate(frames, { duration, easing: "ease-in-out", ...options });
    this.running.add(running);
    return running.finished.then(
      () => this.running.delete(running),
      () => this.running.delete(running),
    );
  }

  /**
   * A brief line from one piece to another, and a puff of smoke before the first.
   * @param {[PieceInfo, PieceInfo]} pair
   * @param {number} delay
   */
  async fire([one, other], delay) {
    const long = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    const [ux, uy] = [(other.x - one.x) / long, (other.y - one.y) / long];
    const from = [one.x + 18 * ux, one.y + 18 * uy];
    /** @type {Point} */
    const to = [other.x - 14 * ux, other.y - 14 * uy];
    const line = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] };
    const group = draw("g", { class: "fire" }, [
      draw("line", { ...line, class: "under" }),
      draw("line", { ...line, class: "over" }),
      draw("circle", { cx: from[0], cy: from[1], r: 9, class: "puff" }),
      draw("circle", { cx: from[0] + 7 * ux - 5 * uy, cy: from[1] + 7 * uy + 5 * ux, r: 7, class: "puff" }),
      draw("path", { d: burst(to), class: "burst" }),
    ]);
    group.style.opacity = "0";
    this.picture.layers.motion.append(group);
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }];
    await this.play(group, frames, FIRE, { delay });
    group.remove();
  }

  /**
   * @param {Changes} changes
   * @param {Map<string, PlaceInfo[]>} along the places on the way of each piece that has some
   */
  moves(changes, along) {
    /** @type {Promise<unknown>[]} */
    const done = [];
    for (const { entry, from } of changes.moved) {
      const { piece } = entry;
      const stops = along.get(piece.id) ?? [];
      const time = Math.min(GLIDE + STOP * stops.length, LONGEST);
      const points = [from.piece, ...stops, piece];
      const turns = points.map((_, i) => (i < points.length - 1 ? from.turn : entry.turn));
      done.push(
        this.play(entry.block, points.map((p, i) => ({ transform: standing(p, turns[i]) })), time),
        this.play(entry.plates, points.map((p) => ({ transform: lying(p) })), time),
      );
    }
    for (const { element, from, to } of changes.names) {
      done.push(this.play(element, [{ transform: lying(from) }, { transform: lying(to) }], GLIDE));
    }
    for (const { block, plates } of changes.come) {
      for (const one of [block, plates]) done.push(this.play(one, [{ opacity: 0 }, { opacity: 1 }], GLIDE));
    }
    for (const { block, plates } of changes.gone) {
      const fades = [block, plates].map((one) => this.play(one, [{ opacity: 1 }, { opacity: 0 }], GLIDE));
      done.push(Promise.all(fades).then(() => gone(block, plates)));
    }
    for (const { entry, from } of changes.changed) this.lost(entry, from.piece);
    return done;
  }

  /**
   * A strength that fell: by how much floats up from the block; nobody waits for it.
   * @param {Shown} entry
   * @param {PieceInfo} before
   */
  async lost(entry, before) {
    const [was, is] = [before, entry.piece].map((piece) => parseInt(piece.texts[0]?.text ?? "", 10));
    this.play(entry.plates, [{ opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }], GLIDE);
    if (!(is < was)) return;
    const { x, y } = entry.piece;
    const text = draw("text", { class: "loss", x, y: y - 14 }, [document.createTextNode(`−${was - is}`)]);
    text.style.opacity = "0";
    this.picture.layers.motion.append(text);
    const frames = [
      { opacity: 0, transform: "translateY(0)" },
      { opacity: 1, offset: 0.15 },
      { opacity: 1, offset: 0.6 },
      { opacity: 0, transform: "translateY(-22px)" },
    ];
    await this.play(text, frames, LOSS);
    text.remove();
  }
}

/** @param {...Element} elements */
function gone(...elements) {
  for (const element of elements) element.remove();
}

/**
 * For each piece an event names first, the places on its way that it names after it.
 * @param {Happening[]} events
 * @param {Finder} finder
 */
function ways(events, finder) {
  /** @type {Map<string, PlaceInfo[]>} */
  const found = new Map();
  for (const { subjects } of events) {
    const [first, ...rest] = subjects;
    const places = rest.flatMap((id) => finder.places.get(id) ?? []);
    if (rest.length < 2 || places.length < rest.length) continue;
    found.set(first, places.slice(1, -1));
  }
  return found;
}

/** @param {Point} at */
function burst([x, y]) {
  let data = "";
  for (let i = 0; i < 12; i += 1) {
    const [way, r] = [(i * Math.PI) / 6, i % 2 ? 4 : 10];
    data += `${i ? "L" : "M"}${(x + r * Math.cos(way)).toFixed(1)} ${(y + r * Math.sin(way)).toFixed(1)}`;
  }
  return `${data}z`;
}
