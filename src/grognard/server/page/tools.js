// The system's tools pointed at the board, its charts, and what can be said of the dice.

import { api } from "./api.js";
import { button, capital, el, fill, messageOf } from "./dom.js";
import { announce, toast } from "./notify.js";

/** @import { ChartInfo, DiceInfo, Luck, State, ToolInfo } from "./server.d.ts" */

export class ToolsPanel {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.table = table;
    /** @type {ToolInfo | null} */
    this.active = null;
    /** @type {string[]} */
    this.ids = [];
    this.system = "";
    /** @type {Map<string, HTMLElement>} */
    this.presses = new Map();
    this.buttons = el("div", { class: "tool-buttons", role: "group", "aria-label": "Tools" });
    this.answer = el("div", { class: "tool-answer", role: "status" });
    this.dice = el("div", {});
    this.charts = el("div", {});
    host.append(this.buttons, this.answer,
      drawer("Dice: are they fair?", this.dice, () => this.fairness()),
      drawer("Charts of the rules", this.charts, () => this.showCharts()));
  }

  /** The tools of the system being played. @param {State} state */
  async load(state) {
    if (this.system === state.battle.system) return;
    this.system = state.battle.system;
    /** @type {ToolInfo[]} */
    let tools = [];
    try {
      tools = (await api.systems()).find((each) => each.name === this.system)?.tools ?? [];
    } catch (error) {
      toast(messageOf(error));
    }
    this.presses = new Map(tools.map((tool) => [tool.name, button(tool.title,
      () => this.take(tool), { title: tool.says, data: { tool: tool.name },
        "aria-pressed": "false" })]));
    fill(this.buttons, ...this.presses.values());
  }

  /** Take a tool up; the same one again puts it down. @param {ToolInfo} tool */
  take(tool) {
    if (this.active === tool) {
      this.drop();
      return;
    }
    this.active = tool;
    this.ids = [];
    this.mark();
    this.table.card.pin(null);
    this.table.board.tool(null);
    if (tool.picks.length) this.ask(tool);
    else this.use(tool);
  }

  /** @param {ToolInfo} tool */
  ask(tool) {
    const wanted = tool.picks[this.ids.length];
    fill(this.answer, el("p", {}, el("b", {}, tool.title), ": ", wanted, " "), this.putDown());
    announce(wanted);
  }

  putDown() {
    return button("Close the tool", () => this.drop(), { class: "quiet" });
  }

  /** Something on the board was pointed at; true if a tool took it. @param {string} id */
  pick(id) {
    const tool = this.active;
    if (!tool || !tool.picks.length) return false;
    if (this.ids.length >= tool.picks.length) this.ids = [];
    this.ids.push(id);
    if (this.ids.length < tool.picks.length) this.ask(tool);
    else this.use(tool);
    return true;
  }

  /** @param {ToolInfo} tool */
  async use(tool) {
    const { game, seat, board } = this.table;
    const { ids } = this;
    const passed = () => this.active !== tool || this.ids !== ids; // it was put down, or pointed elsewhere
    try {
      const told = await api.tool(game, seat, tool.name, ids);
      if (passed()) return;
      board.tool(told);
      fill(this.answer, el("h3", {}, tool.title), told.says.map((line) => el("p", {}, line)),
        tool.picks.length ? el("p", { class: "hint" }, "Point at the next thing, or close the tool.") : null,
        this.putDown());
    } catch (error) {
      if (!passed()) fill(this.answer, el("p", {}, messageOf(error)), this.putDown());
    }
  }

  drop() {
    this.active = null;
    this.ids = [];
    this.mark();
    fill(this.answer);
    this.table.board.tool(null);
  }

  mark() {
    for (const [name, press] of this.presses) {
      press.setAttribute("aria-pressed", String(name === this.active?.name));
    }
  }

  async fairness() {
    try {
      const told = await api.fairness(this.table.game, this.table.seat);
      fill(this.dice, promise(told.dice), this.salts(told.dice),
        told.luck.length ? this.luck(told.luck) : null);
    } catch (error) {
      fill(this.dice, el("p", {}, messageOf(error)));
    }
  }

  /** The salts, and a field to change one's own before the first roll. @param {DiceInfo} dice */
  salts(dice) {
    const sides = dice.salting ? this.table.state?.sides ?? [] : [];
    const rows = Object.entries(dice.salts).map(([side, salt]) =>
      el("li", {}, `${this.table.sideTitle(side)}: `, el("code", {}, salt)));
    return el("div", {},
      rows.length ? [el("p", {}, "Salts of the players, which go into every roll:"),
        el("ul", {}, rows)] : null,
      sides.map((side) => this.saltForm(side, dice.salts[side] ?? "")),
      dice.warnings.map((text) => el("p", { class: "notes" }, text)));
  }

  /** @param {string} side @param {string} salt */
  saltForm(side, salt) {
    const input = el("input", { type: "text", maxlength: 64, required: true, value: salt,
      "aria-label": `Salt of ${this.table.sideTitle(side)}` });
    return el("form", { class: "order", onsubmit: async (event) => {
      event.preventDefault();
      await this.table.command({ type: "salt", side, text: input.value.trim() });
      this.fairness();
    } }, input, el("button", { type: "submit" }, "Change the salt"));
  }

  /** @param {Luck[]} rows */
  luck(rows) {
    /** @param {number} value */
    const number = (value) => value.toFixed(2);
    return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Luck so far" },
      el("table", {}, el("caption", {}, "Luck so far"),
        el("thead", {}, el("tr", {}, ["Side", "Rolls", "Mean", "Expected", "Error"]
          .map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, rows.map((row) => el("tr", {},
          el("th", { scope: "row" }, this.table.sideTitle(row.side)),
          el("td", {}, String(row.rolls)), el("td", {}, number(row.mean)),
          el("td", {}, number(row.expected)), el("td", {}, `± ${number(row.error)}`))))),
      el("p", { class: "hint" }, "A mean within two standard errors of the expected value is normal luck."));
  }

  async showCharts() {
    if (!this.table.state) return;
    const { battle, variant } = this.table.state;
    try {
      const charts = await api.charts(battle.system, variant);
      fill(this.charts, charts.map((chart) => el("details", {},
        el("summary", {}, chart.title), chartTable(chart))));
    } catch (error) {
      fill(this.charts, el("p", {}, messageOf(error)));
    }
  }
}

/**
 * Something that is asked for when it is opened.
 * @param {string} title
 * @param {HTMLElement} content
 * @param {() => void} load
 */
function drawer(title, content, load) {
  /** @type {HTMLDetailsElement} */
  const box = el("details", { ontoggle: () => box.open && load() },
    el("summary", {}, title), content);
  return box;
}

/** @param {DiceInfo} dice */
function promise(dice) {
  if (dice.kind === "own") return el("p", {}, "The players roll their own dice.");
  return el("div", {},
    el("p", {}, dice.commitment
      ? "The dice were sealed before the first answer: this is the hash of their secret."
      : "The server rolls the dice."),
    dice.commitment ? el("code", { class: "long" }, dice.commitment) : null,
    dice.secret ? [el("p", {}, "The secret, revealed at the end:"),
      el("code", { class: "long" }, dice.secret)]
      : el("p", { class: "hint" }, "The secret is revealed at the end; then the record proves the dice."));
}

/** @param {ChartInfo} chart */
function chartTable(chart) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": chart.title },
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), chart.columns.map((head) =>
        el("th", { scope: "col" }, head)))),
      el("tbody", {}, chart.rows.map((row) => el("tr", {},
        el("th", { scope: "row" }, capital(row.label)),
        row.cells.map((cell) => el("td", {}, cell)))))));
}
