// Attacks that are ordered and not yet fought: an arrow for each, to be pointed at, tapped or focused.

import { arrow } from "./svg.js";

/** @import { Point } from "../types.d.ts" */
/** @typedef {{id: string, target: string, title: string, from: Point, to: Point}} Drawn */

const NEAR = 10; // from the middle of a block to the end of its arrow
const FINGER = 9; // screen pixels beside an arrow that are still meant for it

export class Attacks {
  /** @param {import("./picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** @type {Drawn[]} */
    this.drawn = [];
    /** Told whose arrow has the focus; null: none has it any more. @type {(id: string | null) => void} */
    this.focused = () => {};
    // Not on the layer itself: an SVG group that listens for focus takes it.
    picture.stage.addEventListener("focusin", ({ target }) => {
      if (attacker(target)) this.focused(attacker(target));
    });
    picture.stage.addEventListener("focusout", ({ target }) => {
      if (attacker(target)) this.focused(null);
    });
  }

  /** Draw who attacks whom; over the blocks, which may touch. @param {string[][]} pairs */
  show(pairs) {
    const { shown, layers } = this.picture;
    const had = attacker(document.activeElement);
    if (!pairs.length && !this.drawn.length) return;
    this.drawn = [];
    layers.attacks.replaceChildren(...pairs.flatMap((pair) => {
      const [piece, goal] = pair.map((id) => shown.get(id)?.piece);
      if (!piece || !goal) return [];
      const long = Math.hypot(goal.x - piece.x, goal.y - piece.y) || 1;
      const [x, y] = [(goal.x - piece.x) / long, (goal.y - piece.y) / long];
      /** @type {Drawn} */
      const one = { id: piece.id, target: goal.id, title: `${piece.name} attacks ${goal.name}: the odds`, from: [piece.x + NEAR * x, piece.y + NEAR * y], to: [goal.x - NEAR * x, goal.y - NEAR * y] };
      this.drawn.push(one);
      const group = arrow([one.from, one.to], false, "attack");
      const about = { role: "button", tabindex: "0", "data-attack": piece.id, "aria-label": `${piece.title} attacks ${goal.title}: the odds` };
      for (const [name, value] of Object.entries(about)) group.setAttribute(name, value);
      return [group];
    }));
    if (!had) return;
    /** @type {SVGElement | null} */
    const again = layers.attacks.querySelector(`[data-attack="${CSS.escape(had)}"]`);
    again?.focus({ preventScroll: true });
  }

  /** Whom a piece is ordered to attack. @param {string | null} id */
  targetOf(id) {
    return this.drawn.find((each) => each.id === id)?.target ?? null;
  }

  /** What the arrow of a piece is called. @param {string} id */
  title(id) {
    return this.drawn.find((each) => each.id === id)?.title ?? "";
  }

  /** Whose arrow lies at a point, and how many pixels of the screen away; null if none does. @param {Point} at @param {number} scale of the screen */
  at(at, scale) {
    const near = this.drawn.map(({ id, from, to }) => ({ id, away: beside(at, from, to) * scale }))
      .filter(({ away }) => away <= FINGER).sort((a, b) => a.away - b.away);
    return near[0] ?? null;
  }
}

/** How far a point lies from a line between two others. @param {Point} point @param {Point} from @param {Point} to */
function beside([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

/** Whose arrow something belongs to. @param {EventTarget | null} at */
function attacker(at) {
  const group = at instanceof Element ? at.closest("[data-attack]") : null;
  return group?.getAttribute("data-attack") ?? null;
}
