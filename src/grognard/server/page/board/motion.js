// What just happened, set in motion for a moment: moves, fire, melee, losses, routs and rallies, who comes and goes.

import { Lifted, lifted } from "./lifted.js";
import { clash, sign, volley } from "./signs.js";
import { draw } from "./svg.js";
import { lying, standing } from "./picture.js";

/** @import { Changes, Shown } from "./picture.js" */
/** @import { Finder } from "./finder.js" */
/** @import { PieceInfo, PlaceInfo, SceneInfo } from "../server.d.ts" */

/** Something that happened: how it is shown, and the ids it names. @typedef {{subjects: string[], kind?: string}} Happening */

const GLIDE = 420;
const STOP = 110; // more for each place on the way
const LONGEST = 1100;
const FIRE = 520;
const LOSS = 1400;
const MELEE = 900;
const MORALE = 1000;

export class Motion {
  /**
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   */
  constructor(picture, finder) {
    this.picture = picture;
    this.finder = finder;
    this.rate = 1; // how many times as fast as usual
    this.quiet = matchMedia("(prefers-reduced-motion: reduce)");
    this.lifted = new Lifted(picture);
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {(() => void) | null} */
    this.due = null;
  }

  /** End whatever is still in motion, at once. */
  hurry() {
    this.due?.();
    for (const running of [...this.running]) running.finish();
    this.lifted.clear();
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
    const meetings = this.meetings(events);
    if (meetings.length > 0) {
      this.due = still;
      await Promise.all(meetings.map((pair, i) => this.meet(pair, Math.min(i, 4) * 140)));
      if (this.due !== still) return; // hurried past
      this.due = null;
    }
    const moves = this.moves(this.picture.show(scene), ways(events, this.finder));
    await Promise.all([...moves, ...this.spirits(events)]);
  }

  /** Who strikes whom, the first and the last an event names, and whether hand to hand. @param {Happening[]} events */
  meetings(events) {
    /** @type {Map<string, {one: PieceInfo, other: PieceInfo, hand: boolean}>} */
    const pairs = new Map();
    for (const { subjects, kind } of events) {
      if (kind !== "fire" && kind !== "melee") continue;
      const [one, other] = [subjects[0], subjects[subjects.length - 1]]
        .map((id) => this.picture.shown.get(id)?.piece ?? this.finder.pieces.get(id));
      if (!one || !other || one.side === other.side) continue;
      pairs.set(`${one.id} ${other.id}`, { one, other, hand: kind === "melee" });
    }
    return [...pairs.values()];
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {KeyframeAnimationOptions} [options]
   */
  async play(element, frames, duration, options = {}) {
    const time = { duration: duration / this.rate, delay: (options.delay ?? 0) / this.rate };
    const running = element.animate(frames, { easing: "ease-in-out", ...options, ...time });
    this.running.add(running);
    await running.finished.catch(() => null);
    this.running.delete(running);
  }

  /**
   * Set something of the picture in motion.
   * @param {SVGElement} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {KeyframeAnimationOptions} [options]
   */
  async move(element, frames, duration, options = {}) {
    const copy = this.lifted.lift(element);
    await this.play(copy, frames, duration, options);
    this.lifted.lower(element, copy);
  }

  /**
   * Show a sign for a moment.
   * @param {SVGElement} drawn
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} [delay]
   */
  async flash(drawn, frames, duration, delay = 0) {
    const sign = lifted(drawn);
    sign.style.opacity = "0";
    this.picture.over.append(sign);
    await this.play(sign, frames, duration, { delay });
    sign.remove();
  }

  /**
   * Fire: a brief line and smoke. Melee: both blocks strike, and swords cross between them.
   * @param {{one: PieceInfo, other: PieceInfo, hand: boolean}} pair
   * @param {number} delay
   */
  async meet({ one, other, hand }, delay) {
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }];
    const done = [this.flash(hand ? clash(one, other) : volley(one, other), frames, hand ? MELEE : FIRE, delay)];
    if (hand) for (const [from, to] of [[one, other], [other, one]]) done.push(this.strike(from, to, delay));
    await Promise.all(done);
  }

  /** A block lunges at another, twice. @param {PieceInfo} one @param {PieceInfo} other @param {number} delay */
  async strike(one, other, delay) {
    const entry = this.picture.shown.get(one.id);
    if (!entry) return;
    const at = (/** @type {number} */ part) => ({ transform: standing({ x: one.x + part * (other.x - one.x), y: one.y + part * (other.y - one.y) }, entry.turn) });
    await this.move(entry.block, [at(0), at(0.12), at(0), at(0.12), at(0)], MELEE, { delay });
  }

  /** Who routs shakes under a white flag; who rallies rises under his colours. @param {Happening[]} events */
  spirits(events) {
    /** @type {Map<string, "rout" | "rally">} */
    const found = new Map();
    for (const { subjects, kind } of events) {
      if ((kind === "rout" || kind === "rally") && subjects[0]) found.set(subjects[0], kind);
    }
    return [...found].map(([id, kind]) => this.spirit(id, kind));
  }

  /** @param {string} id @param {"rout" | "rally"} kind */
  async spirit(id, kind) {
    const entry = this.picture.shown.get(id);
    if (!entry) return;
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.75 }, { opacity: 0 }];
    const sways = kind === "rout" ? ["-6deg", "6deg", "-6deg", "6deg", "0deg"].map((turn) => ({ rotate: turn }))
      : ["1", "1.25", "1"].map((size) => ({ scale: size }));
    const copy = this.lifted.lift(entry.block);
    await Promise.all([this.flash(sign(entry.piece, kind), frames, MORALE), this.play(copy.children[0], sways, MORALE)]);
    this.lifted.lower(entry.block, copy);
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
        this.move(entry.block, points.map((p, i) => ({ transform: standing(p, turns[i]) })), time),
        this.move(entry.plates, points.map((p) => ({ transform: lying(p) })), time),
      );
    }
    for (const { element, from, to } of changes.names) {
      if (element.classList.contains("gone")) continue;
      done.push(this.move(element, [{ transform: lying(from) }, { transform: lying(to) }], GLIDE));
    }
    for (const { block, plates } of changes.come) {
      for (const one of [block, plates]) done.push(this.move(one, [{ opacity: 0 }, { opacity: 1 }], GLIDE));
    }
    for (const { block, plates } of changes.gone) {
      const fades = [block, plates].map((one) => this.move(one, [{ opacity: 1 }, { opacity: 0 }], GLIDE));
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
    this.move(entry.plates, [{ opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }], GLIDE);
    if (!(is < was)) return;
    const { x, y } = entry.piece;
    const text = draw("text", { class: "loss", x, y: y - 14 }, [document.createTextNode(`−${was - is}`)]);
    const frames = [
      { opacity: 0, transform: "translateY(0)" },
      { opacity: 1, offset: 0.15 },
      { opacity: 1, offset: 0.6 },
      { opacity: 0, transform: "translateY(-22px)" },
    ];
    await this.flash(text, frames, LOSS);
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
