// Before the battle: what it is about, how it is won, both armies, and what the marks mean.

import { api } from "./api.js";
import { capital, el, fill, messageOf } from "./dom.js";

/** @import { BriefSide, Briefing, State } from "./server.d.ts" */

export class BriefingSheet {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.line = -1; // of the state it was read for
    this.shown = false;
    this.victory = el("ul", { class: "plain" });
  }

  /** Fill the sheet, and tell again how the battle stands when something has been done. @param {State} state */
  async load(state) {
    if (this.line === state.line) return;
    const line = this.line = state.line;
    const { game, seat } = this.table;
    try {
      const briefing = await api.briefing(game, seat);
      if (this.line !== line) return; // a later one is on its way
      fill(this.victory, briefing.victory.map((told) => el("li", {}, capital(told))));
      if (!this.shown) this.show(state, briefing);
    } catch (error) {
      this.line = -1;
      if (!this.shown) fill(this.host, el("p", { class: "hint" }, messageOf(error)));
    }
  }

  /** @param {State} state @param {Briefing} briefing */
  show({ battle, variant }, { sides, victory, marks }) {
    this.shown = true;
    fill(this.host,
      el("h3", {}, `${battle.title}, ${battle.date}`),
      el("p", {}, battle.summary),
      el("p", { class: "hint" }, `${battle.system_title} · rules: ${variant} · ${battle.length}`),
      victory.length ? el("section", {}, el("h3", {}, "How it is won"),
        this.victory) : null,
      el("section", {}, el("h3", {}, "Written on the pieces"),
        el("dl", { class: "marks" }, el("dt", {}, "5"), el("dd", {}, "strength; a small number beside it is the unit's rating"),
          marks.map(([mark, meaning]) => [el("dt", {}, mark), el("dd", {}, meaning)]))),
      this.arrivals(sides),
      sides.map((side) => this.army(side)));
  }

  /** Who comes later, turn by turn. @param {BriefSide[]} sides */
  arrivals(sides) {
    const late = sides.flatMap(({ title, groups }) => groups.flatMap(({ units }) => units)
      .filter(({ turn }) => turn > 0).map(({ turn, name }) => ({ turn, title, name })));
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const { turn, title, name } of late.sort((one, other) => one.turn - other.turn)) {
      const when = `Turn ${turn}, ${title}`;
      found.set(when, [...(found.get(when) ?? []), name]);
    }
    return found.size ? el("section", {}, el("h3", {}, "Who arrives later"),
      el("ul", { class: "plain" }, [...found].map(([when, names]) => el("li", {}, `${when}: ${names.join(", ")}`)))) : null;
  }

  /** The order of battle of a side. @param {BriefSide} side */
  army({ title, groups }) {
    const points = groups.flatMap(({ units }) => units).reduce((sum, unit) => sum + unit.strength, 0);
    return el("details", { class: "army" },
      el("summary", {}, `${title}: ${points} points of strength`),
      groups.map(({ name, units }) => el("table", { class: "roster" },
        name ? el("caption", {}, name) : null,
        el("tbody", {}, units.map((unit) => el("tr", {}, el("th", { scope: "row" }, unit.name),
          el("td", {}, unit.kind), el("td", {}, unit.strength ? String(unit.strength) : ""),
          el("td", {}, unit.rating)))))));
  }
}
