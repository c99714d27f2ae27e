// The card of a piece or place: what the viewer may know of it.

import { api } from "./api.js";
import { button, el, fill } from "./dom.js";

/** @import { CardInfo } from "./server.d.ts" */

const PAUSE = 120;

export class CardPanel {
  /** @param {HTMLElement} host @param {{game: string, seat: string, revision: () => number, names: import("./names.js").Names}} of */
  constructor(host, of) {
    this.host = host;
    this.of = of;
    /** @type {Map<string, Promise<CardInfo>>} */
    this.kept = new Map();
    this.revision = -1;
    /** @type {string | null} */
    this.pinned = null;
    /** @type {string | null} */
    this.wanted = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.empty();
  }

  empty() {
    this.host.classList.add("is-empty");
    fill(this.host, el("p", { class: "hint" }, "Point at a piece or a place to read its card."));
  }

  /**
   * A thing is pointed at; the card comes after a moment, and goes back to the one held.
   * @param {string | null} id
   */
  hover(id) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(id ?? this.pinned), PAUSE);
  }

  /** Hold the card of a thing; of none with null. @param {string | null} id */
  pin(id) {
    this.pinned = id;
    clearTimeout(this.timer);
    this.show(id);
  }

  /** @param {string | null} id */
  async show(id) {
    this.wanted = id;
    if (!id) return this.empty();
    let card;
    try {
      card = await this.fetch(id);
    } catch {
      card = null;
    }
    if (this.wanted !== id) return undefined;
    if (!card?.facts.length) return this.empty();
    const [[label, text], ...facts] = card.facts;
    const { names } = this.of;
    this.host.classList.remove("is-empty");
    fill(this.host,
      el("h3", {}, names.pieces.get(id) ?? (text || label)),
      this.pinned === id ? button("×", () => this.pin(null), { class: "close", "aria-label":
        "Close the card" }) : null,
      el("dl", {}, facts.map(([name, said]) => el("div", {}, el("dt", {}, name), el("dd", {}, names.inWords(said))))));
    return undefined;
  }

  /** @param {string} id */
  fetch(id) {
    if (this.of.revision() !== this.revision) {
      this.revision = this.of.revision();
      this.kept.clear();
    }
    const card = this.kept.get(id) ?? api.card(this.of.game, this.of.seat, id);
    this.kept.set(id, card);
    return card;
  }

  /**
   * The position has changed: the card shown is read again; one that is held is let go if its piece is gone or another is asked about.
   * @param {(id: string) => boolean} here whether a thing is on the board
   * @param {string[]} about what a new question is about
   */
  async refresh(here, about) {
    const { pinned, wanted } = this;
    const passed = pinned && (!here(pinned) || (about.length > 0 && !about.includes(pinned)));
    if (passed) this.pin(null);
    else if (wanted && here(wanted)) await this.show(wanted);
  }
}
