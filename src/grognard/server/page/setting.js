// Setting the table: where the pieces of a real table stand, tapped into place, against a bot.

import { button, el, fill } from "./dom.js";

/** @import { Pose, Verdict } from "./types.d.ts" */
/** @import { State } from "./server.d.ts" */

export class SetTable {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.table = table;
    this.active = false;
    this.piece = ""; // the one that is put
    this.press = button("Set the table", () => this.take(!this.active), { "aria-pressed": "false",
      title: "Put pieces where they stand on your real table" });
    this.told = el("div", { class: "tool-answer", role: "status" });
    this.box = el("div", { class: "set-table", hidden: true }, this.press, this.told);
    host.prepend(this.box);
  }

  /** Only with one's own dice, and against the computer alone. @param {State} state */
  load(state) {
    const others = state.seats.filter((seat) => !state.sides.includes(seat.side));
    const solo = state.dice.kind === "own" && state.sides.length > 0 && !state.result
      && others.every((seat) => seat.kind === "bot");
    this.box.hidden = !solo;
    if (!solo && this.active) this.take(false);
    else if (this.active) this.ask();
  }

  /** @param {boolean} on */
  take(on) {
    this.active = on;
    this.piece = "";
    this.press.setAttribute("aria-pressed", String(on));
    this.table.tools.drop();
    if (on) this.ask();
    else {
      fill(this.told);
      if (this.table.state) this.table.lightUp(this.table.state);
    }
  }

  ask() {
    const { board } = this.table;
    board.askPose(null);
    if (!this.piece) {
      fill(this.told, el("p", {}, "Tap a piece, then the place where it stands on your table."));
      return;
    }
    const name = board.finder.pieces.get(this.piece)?.name || this.piece;
    /** @type {HTMLInputElement} */
    const lost = el("input", { type: "number", min: 0, max: 99, "aria-label": `Lost so far by ${name}` });
    this.lost = lost;
    fill(this.told, el("p", {}, el("b", {}, name), ": where does it stand?"),
      el("label", { class: "field" }, el("span", {}, "Lost so far"), lost,
        el("small", {}, "Leave it empty if nothing has changed.")),
      el("p", { class: "actions" }, button("Off the table", () => this.send("off")),
        button("Another piece", () => { this.piece = ""; this.ask(); })));
    const { lattice } = board.finder;
    if (lattice) board.askPose({ piece: this.piece, width: lattice.scale, depth: lattice.scale, round: false, behind: [], radius: 0,
      reach: this.everywhere(), scale: lattice.scale, origin: lattice.origin, says: [] });
  }

  /** The whole picture: on a real table a piece may stand anywhere. */
  everywhere() {
    const { width, height } = this.table.board.camera;
    return `M0 0H${width}V${height}H0Z`;
  }

  /** Something on the board was tapped; true if it was taken. @param {string} id */
  pick(id) {
    if (!this.active) return false;
    if (this.table.board.finder.pieces.has(id)) {
      this.piece = id;
      this.ask();
    } else if (this.piece) {
      this.send(id.slice(id.indexOf(":") + 1));
    }
    return true;
  }

  /** @param {Pose} pose @returns {Promise<Verdict>} */
  async tryPose(pose) {
    return { allowed: true, reason: "", text: pose.text };
  }

  /** @param {string} place */
  async send(place) {
    const lost = this.lost?.value ? Number(this.lost.value) : null;
    const { piece } = this;
    this.piece = "";
    await this.table.command({ type: "lay-out", pieces: [{ id: piece, place, lost }] });
    if (this.active) this.ask();
  }
}
