// After the battle: losses by unit, by cause and by turn, luck, and the rolls that decided it.

import { api } from "./api.js";
import { draw } from "./board/svg.js";
import { capital, el, fill } from "./dom.js";
import { percent } from "./odds.js";

/** @import { LossInfo, Review, State } from "./server.d.ts" */

const WIDE = 300; // of the chart
const HIGH = 130;
const MOST_TOLD = 8; // turns of the chart that are told in numbers
const MOST_LOSSES = 8; // units told before the rest is folded

export class ReviewPart {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = el("section", { class: "review", "aria-label": "The battle looked back on" });
    this.asked = "";
  }

  /** The part, which fills itself when it is shown first. @param {State} state */
  part(state) {
    const asked = `${state.game} ${state.line}`;
    if (this.asked !== asked) {
      this.asked = asked;
      fill(this.element, el("p", { class: "hint" }, "Looking back on the battle…"));
      this.load(state, asked);
    }
    return this.element;
  }

  /** @param {State} state @param {string} asked */
  async load(state, asked) {
    let found;
    try {
      found = await api.review(this.table.game, this.table.seat);
    } catch {
      found = null;
    }
    if (this.asked !== asked) return;
    fill(this.element, found ? this.show(state, found) : null);
  }

  /** @param {State} state @param {Review} found */
  show({ battle }, found) {
    const { names } = this.table;
    return [
      found.points.length ? [el("h3", {}, "The rolls that decided it"),
        el("ol", { class: "points" }, found.points.map((point) => el("li", {},
          this.when(point.line), el("a", { href: this.table.linkTo(point.line) }, names.inWords(lastLine(point.text))),
          el("small", {}, ` ${percent(String(point.chance))} likely, to the good of the ${this.table.sideTitle(point.side)} side`))))] : null,
      el("p", {}, found.luck),
      found.earned.length ? this.earned(battle.sides, found) : null,
      found.turns.length > 1 ? [el("h3", {}, "Strength by turn"), chart(found)] : null,
      found.losses.length ? el("h3", {}, "Losses") : null,
      battle.sides.map((side, i) => this.losses(side, found.losses.filter((loss) => loss.side === side),
        found.causes.filter(({ lost }) => lost[i]).map(({ cause, lost }) => `${cause} ${lost[i]}`))),
    ];
  }

  /** In which turn, and whose, the roll of a line was. @param {number} line */
  when(line) {
    const { entries } = this.table.log;
    const at = entries.findIndex((entry) => entry.roll && entry.line === line);
    const headings = entries.slice(0, at + 1).filter((entry) => entry.heading) // one that follows in its line begins the next
      .map(({ text }) => text.split(/ of |,|\.|\n/)[0]);
    const part = headings.at(-1);
    const turn = headings.findLast((text) => text.startsWith("Turn"));
    const whose = this.table.names.whose(entries[at]?.subjects ?? []);
    const numbered = part && part !== turn && /^\w+ \d+$/.test(part); // a pulse; a sentence tells who acts, and so does the roll
    const told = [turn, numbered ? part.toLowerCase() : "", whose].filter(Boolean).join(", ");
    return told ? `${told}. ` : "";
  }

  /** Where the points come from, cause by cause, and what they add up to. @param {string[]} sides @param {Review} found */
  earned(sides, { earned }) {
    const sum = sides.map((_, i) => earned.reduce((all, { points }) => all + points[i], 0));
    const row = (/** @type {string} */ said, /** @type {number[]} */ points) => el("tr", {}, el("th", { scope: "row" }, capital(said)),
      points.map((each) => el("td", {}, each ? written(each) : "–")));
    return [el("h3", {}, "Where the points come from"), el("table", { class: "roster earned" },
      el("thead", {}, el("tr", {}, el("td", {}), sides.map((side) => el("th", { scope: "col" }, this.table.sideTitle(side))))),
      el("tbody", {}, earned.map(({ cause, points }) => row(cause, points)), row("in all", sum)))];
  }

  /** @param {string} side @param {LossInfo[]} losses @param {string[]} causes */
  losses(side, losses, causes) {
    if (!losses.length) return null;
    const lost = losses.reduce((sum, loss) => sum + loss.was - loss.left, 0);
    const rows = losses.map(({ name, was, left }) => el("li", {}, `${name} `,
      el("small", {}, left ? `${was - left} of ${was}` : `all ${was}`)));
    return el("div", {}, el("p", {}, `${this.table.sideTitle(side)}: ${lost} (${causes.join(", ")})`),
      el("ul", { class: "losses" }, rows.slice(0, MOST_LOSSES)),
      rows.length > MOST_LOSSES ? el("details", {}, el("summary", {}, `${rows.length - MOST_LOSSES} more`),
        el("ul", { class: "losses" }, rows.slice(MOST_LOSSES))) : null);
  }
}

/** Points as people write them, halves too. @param {number} points */
function written(points) {
  const whole = Math.trunc(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}

/** The title of a roll and what it meant. @param {string} text */
function lastLine(text) {
  const lines = text.split("\n");
  const meant = (lines.at(-1) ?? "").split(": ").slice(1).join(": ");
  return `${lines[0].split(":")[0]}: ${meant}`;
}

/** A line for each side over the turns, with its strength at each where there is room. @param {Review} found */
function chart({ turns, strengths }) {
  const most = Math.max(1, ...strengths.flat());
  const x = (/** @type {number} */ i) => 24 + (i * (WIDE - 44)) / Math.max(1, turns.length - 1);
  const y = (/** @type {number} */ points) => HIGH - 30 - (points * (HIGH - 50)) / most;
  const lines = strengths[0].map((_, side) => draw("polyline", { class: `side-${side}`, fill: "none",
    points: strengths.map((row, i) => `${x(i).toFixed(1)},${y(row[side]).toFixed(1)}`).join(" ") }));
  const word = (/** @type {number} */ i, /** @type {number} */ at, /** @type {string} */ told) => {
    const text = draw("text", { x: x(i), y: at, "text-anchor": "middle" });
    text.textContent = told;
    return text;
  };
  const every = Math.ceil(turns.length / MOST_TOLD);
  const marked = turns.map((_, i) => i).filter((i) => (turns.length - 1 - i) % every === 0);
  const told = marked.flatMap((i) => {
    const highest = Math.max(...strengths[i]);
    let above = true; // of equals one stands above the line, the other below
    return [word(i, HIGH - 4, String(turns[i])), ...strengths[i].map((points) => {
      const over = points === highest && above;
      if (over) above = false;
      return word(i, y(points) + (over ? -5 : 13), String(points));
    })];
  });
  const words = strengths.map((row, i) => `turn ${turns[i]}: ${row.join(" to ")}`).join("; ");
  return draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "course", role: "img", "aria-label": words }, [...lines, ...told]);
}
