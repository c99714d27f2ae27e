// The table's elements: the bar above, the board, the panel beside it and its tabs.

import { button, el, fill } from "./dom.js";
import { Tabs } from "./tabs.js";

/** @import { State } from "./server.d.ts" */

export class Layout {
  /**
   * @param {HTMLElement} page
   * @param {{onReplay: () => void, onPointer: (at: {x: number, y: number}) => void}} listener
   */
  constructor(page, { onReplay, onPointer }) {
    document.body.classList.add("at-table");
    this.title = el("h1", {}, "Grognard");
    this.clock = el("p", { class: "clock-text" });
    this.score = el("p", { class: "score" });
    this.banner = el("p", { class: "banner", role: "status", hidden: true });
    this.questions = 0; // that are under way
    /** @type {string[]} */
    this.sides = [];
    /** @type {number[]} */
    this.mine = []; // the viewer's sides, unless he plays all
    /** @type {string[]} what the sides are called in states */
    this.ids = [];
    this.scored = ""; // what the score counts
    this.invitation = el("div", { class: "invitation", hidden: true });
    this.board = el("div", { class: "board",
      onpointerdown: (event) => onPointer({ x: event.clientX, y: event.clientY }) });
    this.replay = el("div", { class: "replay" });
    this.question = el("section", { class: "question", "aria-labelledby": "prompt" },
      el("p", { class: "hint", id: "prompt" }, "Loading…"));
    this.card = el("section", { class: "card", "aria-label": "Card" });
    this.tabs = new Tabs([["log", "Log"], ["briefing", "Battle"], ["tools", "Tools"], ["players", "Players"],
      ["settings", "Settings"], ["help", "Help"]]);
    this.handle = button("", () => this.low(), { class: "handle", "aria-label":
      "Fold or unfold the panel", "aria-expanded": "true" });
    this.panel = el("aside", { class: "panel", "aria-label": "Orders" }, this.handle,
      this.invitation, this.question, this.card, this.tabs.element);
    this.table = el("div", { class: "table" },
      el("header", { class: "bar" },
        el("a", { href: "#/", class: "wordmark", "aria-label": "Grognard: all battles" },
          "Grognard"),
        this.title, this.clock, this.score,
        button("Replay", onReplay, { class: "quiet" })),
      el("main", { class: "ground" }, this.banner, this.board, this.replay),
      this.panel);
    fill(page, this.table);
  }

  /** What stands above the board. @param {State} state */
  head(state) {
    const { titles, title, sides, inks } = state.battle;
    Object.assign(this.panel.dataset, { game: state.game, revision: state.revision });
    this.title.textContent = title;
    this.clock.textContent = state.clock;
    this.sides = titles;
    this.ids = sides;
    this.mine = state.sides.length < sides.length ? state.sides.map((side) => sides.indexOf(side)) : [];
    inks.forEach((ink, i) => this.table.style.setProperty(`--side-${i}`, ink));
    this.scored = state.battle.scored;
    this.standing(state, state.question.actor);
  }

  /**
   * The points of each side, in its colour, and what it has left to spend; which is mine, and whose turn it is; the viewer's cards.
   * @param {{score: (number | null)[], purse: string[], hand: string[][]}} now
   * @param {string | null} actor
   */
  standing({ score, purse, hand }, actor) {
    const due = this.ids.indexOf(actor ?? "");
    fill(this.score, this.sides.map((title, i) => el("span", { class: i === due ? "side due" : "side", title: `${title}: ${this.scored}` },
      el("i", { class: `swatch side-${i}`, "aria-hidden": "true" }),
      el("span", {}, `${title} `, this.mine.includes(i) ? el("small", {}, "(you) ") : null, el("b", {}, String(score[i] ?? "–")), el("span", { class: "unseen" }, ` ${this.scored}`),
        purse[i] ? el("small", { class: "purse" }, ` · ${purse[i]}`) : null,
        i === due ? el("span", { class: "unseen" }, ", to act") : null))),
    hand.length ? el("ul", { class: "hand", "aria-label": "Your cards" }, hand.map((lines) => el("li", {}, lines.map((line) => el("span", {}, line))))) : null);
  }

  /**
   * How the line to the server is.
   * @param {"open" | "lost" | "refused"} status
   * @param {string} message
   */
  status(status, message) {
    this.banner.hidden = status === "open";
    this.banner.textContent = message;
    this.panel.classList.toggle("waiting", status === "lost");
    if (status === "refused") {
      fill(this.banner, message, " ", el("a", { href: "#/" }, "Back to the battles"));
    }
  }

  /** While a command is under way the question takes no other. @param {boolean} busy */
  busy(busy) {
    this.panel.classList.toggle("busy", busy);
    this.settled();
  }

  /**
   * While something that was clicked is looked up, the panel is not settled.
   * @template Found
   * @param {Promise<Found>} answer
   * @returns {Promise<Found>}
   */
  async asking(answer) {
    this.questions += 1;
    this.settled();
    try {
      return await answer;
    } finally {
      this.questions -= 1;
      this.settled();
    }
  }

  /** While odds have only just come up under the mouse, a click does not mean them. @param {boolean} glancing */
  glancing(glancing) {
    this.panel.classList.toggle("glancing", glancing);
  }

  settled() {
    const { classList } = this.panel;
    classList.toggle("asking", this.questions > 0);
    this.panel.setAttribute("aria-busy", String(this.questions > 0 || classList.contains("busy")));
  }

  /** Fold the panel down on small screens, or up; without a wanted, the other way. */
  low(low = !this.panel.classList.contains("low")) {
    this.panel.classList.toggle("low", low);
    this.handle.setAttribute("aria-expanded", String(!low));
  }

  /** On small screens the panel scrolls as a whole: bring the tabs up. */
  scrollToTabs() {
    this.panel.scrollTop = this.tabs.element.offsetTop - this.handle.offsetHeight;
  }
}
