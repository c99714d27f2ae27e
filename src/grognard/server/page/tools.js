// The system's tools pointed at the board, its charts, and what can be said of the dice.

import { api } from "./api.js";
import { button, el, fill, great } from "./dom.js";
import { toast } from "./notify.js";

export class ToolsPanel {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.table = table;
    this.active = null;
    this.ids = [];
    this.buttons = el("div", { class: "tool-buttons", role: "group", "aria-label": "Tools" });
    this.answer = el("div", { class: "tool-answer", role: "status" });
    this.dice = el("div", {});
    this.charts = el("div", {});
    host.append(this.buttons, this.answer,
      el("details", { ontoggle: (event) => event.target.open && this.fairness() },
        el("summary", {}, "Dice: are they fair?"), this.dice),
      el("details", { ontoggle: (event) => event.target.open && this.showCharts() },
        el("summary", {}, "Charts of the rules"), this.charts));
  }

  /** The tools of the system being played. */
  async load(state) {
    if (this.system === state.battle.system) return;
    this.system = state.battle.system;
    try {
      const system = (await api.systems()).find((each) => each.name === this.system);
      this.tools = system?.tools ?? [];
    } catch (fault) {
      this.tools = [];
      toast(fault.message);
    }
    fill(this.buttons, this.tools.map((tool) => button(tool.title, () => this.take(tool),
      { title: tool.says, data: { tool: tool.name }, "aria-pressed": "false" })));
  }

  /** Take a tool up; the same one again puts it down. */
  take(tool) {
    if (this.active === tool) return this.drop();
    this.active = tool;
    this.ids = [];
    this.mark();
    this.table.card.pin(null);
    this.table.board.tool(null);
    if (!tool.picks.length) return this.use();
    this.ask();
    return undefined;
  }

  ask() {
    fill(this.answer, el("p", {}, el("b", {}, this.active.title), ": ",
      this.active.picks[this.ids.length], " "), button("Put it down", () => this.drop(),
      { class: "quiet" }));
    this.table.say(this.active.picks[this.ids.length]);
  }

  /** Something on the board was pointed at; true if a tool took it. */
  pick(id) {
    if (!this.active || !this.active.picks.length) return false;
    if (this.ids.length >= this.active.picks.length) this.ids = [];
    this.ids.push(id);
    if (this.ids.length < this.active.picks.length) this.ask();
    else this.use();
    return true;
  }

  async use() {
    const { game, seat, board } = this.table;
    const tool = this.active;
    try {
      const told = await api.tool(game, seat, tool.name, this.ids);
      if (this.active !== tool) return;
      board.tool(told);
      fill(this.answer, el("h3", {}, tool.title), told.says.map((line) => el("p", {}, line)),
        tool.picks.length ? el("p", { class: "hint" }, "Point again, or put it down.") : null,
        button("Put it down", () => this.drop(), { class: "quiet" }));
    } catch (fault) {
      fill(this.answer, el("p", {}, fault.message), button("Put it down", () => this.drop(),
        { class: "quiet" }));
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
    for (const each of this.buttons.children) {
      each.setAttribute("aria-pressed", String(each.dataset.tool === this.active?.name));
    }
  }

  async fairness() {
    try {
      const told = await api.fairness(this.table.game, this.table.seat);
      fill(this.dice, promise(told.dice), told.luck.length ? this.luck(told.luck) : null);
    } catch (fault) {
      fill(this.dice, el("p", {}, fault.message));
    }
  }

  luck(rows) {
    const number = (value) => value.toFixed(2);
    return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Luck so far" },
      el("table", {}, el("caption", {}, "Luck so far"),
        el("thead", {}, el("tr", {}, ["Side", "Rolls", "Mean", "Expected", "Error"]
          .map((head) => el("th", { scope: "col" }, head)))),
        el("tbody", {}, rows.map((row) => el("tr", {},
          el("th", { scope: "row" }, this.table.sideTitle(row.side)),
          el("td", {}, String(row.rolls)), el("td", {}, number(row.mean)),
          el("td", {}, number(row.expected)), el("td", {}, `± ${number(row.error)}`))))),
      el("p", { class: "hint" }, "A mean within two errors of the expected is ordinary luck."));
  }

  async showCharts() {
    const { battle, variant } = this.table.state;
    try {
      const charts = await api.charts(battle.system, variant);
      fill(this.charts, charts.map((chart) => el("details", {},
        el("summary", {}, chart.title), chartTable(chart))));
    } catch (fault) {
      fill(this.charts, el("p", {}, fault.message));
    }
  }
}

function promise(dice) {
  if (dice.kind === "own") return el("p", {}, "The players throw their own dice.");
  return el("div", {},
    el("p", {}, dice.commitment
      ? "The dice were sealed before the first answer: this is the hash of their secret."
      : "The dice are thrown by the server."),
    dice.commitment ? el("code", { class: "long" }, dice.commitment) : null,
    dice.secret ? [el("p", {}, "The secret, told at the end:"),
      el("code", { class: "long" }, dice.secret)]
      : el("p", { class: "hint" }, "The secret is told at the end; the record then proves them."));
}

function chartTable(chart) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": chart.title },
    el("table", {},
      el("thead", {}, el("tr", {}, el("td", {}), chart.columns.map((head) =>
        el("th", { scope: "col" }, head)))),
      el("tbody", {}, chart.rows.map((row) => el("tr", {},
        el("th", { scope: "row" }, great(row.label)),
        row.cells.map((cell) => el("td", {}, cell)))))));
}
