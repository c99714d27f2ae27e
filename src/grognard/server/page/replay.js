// Going back over the battle: a slider from the first answer, step by step or by itself.

import { api } from "./api.js";
import { button, el, fill, messageOf, select } from "./dom.js";
import { toast } from "./notify.js";
import { copyButton } from "./seats.js";
import { moving, set, settings } from "./settings.js";

/** @import { Moment, State } from "./server.d.ts" */

const PACE = { slow: 2400, normal: 1100, fast: 350 };

export class Replay {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    /** @type {number | null} the line shown; null in the present */
    this.line = null;
    this.as = ""; // the side to look with, after the end
    this.playing = false;
    this.runs = 0; // how often it was set going: an earlier run ends when another begins
    /** @type {HTMLInputElement} */
    this.slider = el("input", { type: "range", min: 0, class: "slider",
      "aria-label": "Moment of the battle", oninput: () => this.jump(Number(this.slider.value)) });
    this.count = el("output", {});
    this.words = el("p", { class: "told", role: "status" });
    this.link = el("span", {});
    this.play = button("Play", () => this.toggle(), { "aria-pressed": "false" });
    host.hidden = true;
  }

  get open() {
    return this.line !== null;
  }

  /** Show the moment after a line; null goes back to the present. @param {number | null} line */
  async show(line) {
    if (line === null) {
      this.close();
      return;
    }
    const last = this.table.state?.line ?? line;
    this.line = Math.max(0, Math.min(line, last));
    const { line: wanted, as } = this;
    let moment;
    try {
      moment = await api.moment(this.table.game, this.table.seat, wanted, as);
    } catch (error) {
      toast(messageOf(error));
      this.playing = false;
      if (this.line === wanted && this.host.hidden) this.close();
      return;
    }
    if (this.line !== wanted || this.as !== as) return;
    this.render(moment);
    await this.table.showMoment(moment);
  }

  /** @param {Moment} moment */
  render(moment) {
    if (this.host.hidden && this.table.state) this.build(this.table.state);
    this.host.hidden = false;
    this.slider.max = String(moment.last);
    this.slider.value = String(moment.line);
    this.slider.setAttribute("aria-valuetext", `line ${moment.line} of ${moment.last}`);
    const said = moment.log.entries.filter((entry) => entry.line === moment.line)
      .map((entry) => this.table.names.inWords(entry.text).split("\n").join(" "));
    this.count.textContent = `${moment.line} / ${moment.last}`;
    this.table.layout.standing(moment, moment.actor);
    this.table.log.upTo(moment.line);
    this.words.textContent = [moment.clock, ...(said.length ? said : [moment.prompt])].join(" · ");
    fill(this.link, copyButton("Link", this.table.linkTo(moment.line),
      { "aria-label": "Copy a link to this moment" }));
  }

  /** @param {State} state */
  build(state) {
    /** @type {[string, string][]} */
    const eyes = state.battle.sides.map((side) => [side, this.table.sideTitle(side)]);
    fill(this.host,
      el("div", { class: "reel" },
        button("|◀", () => this.go(0), { "aria-label": "To the beginning" }),
        button("◀", () => this.step(-1), { "aria-label": "One line back" }),
        this.play,
        button("▶", () => this.step(1), { "aria-label": "One line on" }),
        button("◀◀", () => this.turn(-1), { "aria-label": "To the turn, or the part of one, before" }),
        button("▶▶", () => this.turn(1), { "aria-label": "To the next turn, or part of one" }),
        this.slider, this.count,
        select([["slow", "slow"], ["normal", "normal"], ["fast", "fast"]], settings.pace,
          (pace) => set("pace", pace), { "aria-label": "Speed" }),
        this.link,
        state.result ? select([["", "as I saw it"], ...eyes], this.as, (side) => {
          this.as = side;
          this.show(this.line);
        }, { "aria-label": "Whose view" }) : null,
        button("Back to now", () => this.table.goTo(null), { class: "primary" })),
      this.words);
  }

  /** Some lines on or back, by hand. @param {number} by */
  step(by) {
    return this.go((this.line ?? 0) + by);
  }

  /** To the turn before or after, as the log has them. @param {number} by */
  turn(by) {
    const starts = this.table.log.headings();
    const here = this.line ?? 0;
    const wanted = by > 0 ? starts.find((line) => line > here) : starts.findLast((line) => line < here);
    return wanted === undefined ? undefined : this.go(wanted);
  }

  /** To a line, by hand: it stops playing. @param {number} line */
  go(line) {
    this.halt();
    return this.jump(line);
  }

  /** @param {number} line */
  jump(line) {
    this.table.remember(line);
    return this.show(line);
  }

  /** From the beginning, by itself. */
  async watch() {
    await this.go(0);
    if (this.open && !this.playing) this.toggle();
  }

  toggle() {
    if (this.playing) {
      this.halt();
      return;
    }
    this.playing = true;
    this.play.textContent = "Pause";
    this.play.setAttribute("aria-pressed", "true");
    this.run();
  }

  async run() {
    const mine = this.runs += 1;
    const last = Number(this.slider.max);
    if ((this.line ?? 0) >= last) await this.jump(0);
    while (this.playing && mine === this.runs && this.line !== null && this.line < last) {
      await this.jump(this.line + 1);
      await new Promise((go) => setTimeout(go, PACE[settings.pace] / (moving() ? 1 : 2)));
    }
    if (mine === this.runs) this.halt();
  }

  halt() {
    this.playing = false;
    this.play.textContent = "Play";
    this.play.setAttribute("aria-pressed", "false");
  }

  close() {
    this.halt();
    this.line = null;
    this.host.hidden = true;
    this.table.log.upTo(null);
    this.table.showNow();
  }
}
