// Before the battle: what it is about, how it is won, both armies, and what the marks mean.

import { api } from "./api.js";
import { capital, el, fill, messageOf } from "./dom.js";

/** @import { BriefSide, Briefing, State } from "./server.d.ts" */

export class BriefingSheet {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.asked = false;
  }

  /** Fill the sheet, once. @param {State} state */
  async load(state) {
    if (this.asked) return;
    this.asked = true;
    const { game, seat } = this.table;
    try {
      this.show(state, await api.briefing(game, seat));
    } catch (error) {
      this.asked = false;
      fill(this.host, el("p", { class: "hint" }, messageOf(error)));
    }
  }

  /** @param {State} state @param {Briefing} briefing */
  show({ battle, variant }, { sides, victory, marks }) {
    fill(this.host,
      el("h3", {}, `${battle.title}, ${battle.date}`),
      el("p", {}, battle.summary),
      el("p", { class: "hint" }, `${battle.system_title} · rules: ${variant} · ${battle.length}`),
      victory.length ? el("section", {}, el("h3", {}, "How it is won"),
        el("ul", { class: "plain" }, victory.map((line) => el("li", {}, capital(line))))) : null,
      el("section", {}, el("h3", {}, "Written on the pieces"),
        el("dl", { class: "marks" }, el("dt", {}, "5"), el("dd", {}, "strength; a small number beside it is the unit's rating"),
          marks.map(([mark, meaning]) => [el("dt", {}, mark), el("dd", {}, meaning)]))),
      sides.map((side) => this.army(side)));
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
