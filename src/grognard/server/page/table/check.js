// One check: tick what holds, see the odds, roll or say what was rolled, and go on.

import { button, capital, el, fill } from "../dom.js";
import { pick, throwDice } from "./dice.js";
import { distances } from "./distance.js";
import { keep, kept } from "./keep.js";
import {
  excluded, hand, handWords, look, odds, outcomeOf, reckon, said, settled, shares, usual,
} from "./reckon.js";

/** @import { CheckTables, FactInfo, SystemTables } from "./tables.d.ts" */

/** @param {HTMLElement} page @param {SystemTables} system @param {string} name */
export function checkPage(page, system, name) {
  const found = system.checks.find((each) => each.name === name);
  if (!found) throw new Error(`There is no check "${name}" in these rules.`);
  new CheckPage(page, system, found).draw();
}

let cameFrom = ""; // the charts from which a check was opened

/** Open a check with what a cell of a chart says. @param {SystemTables} system
 * @param {{check: string, facts: Record<string, number>}} lead */
export function openCheck(system, lead) {
  const check = system.checks.find((each) => each.name === lead.check);
  if (!check) return;
  const situation = usual(check);
  for (const [name, value] of Object.entries(lead.facts)) {
    situation[check.facts.findIndex((fact) => fact.name === name)] = value;
  }
  keep(`situation.${system.name}.${system.variant}.${check.name}`, situation);
  cameFrom = location.hash;
  location.hash = `#/${system.name}/check/${encodeURIComponent(check.name)}`;
}

/** From the turn a check leads back to the turn. */
export function leaveCharts() {
  cameFrom = "";
}

class CheckPage {
  /** @param {HTMLElement} page @param {SystemTables} system @param {CheckTables} check */
  constructor(page, system, check) {
    this.page = page;
    this.system = system;
    this.check = check;
    this.key = `situation.${system.name}.${system.variant}.${check.name}`;
    const before = kept(this.key, /** @type {number[]} */ ([]));
    const fits = check.facts.every(({ low, high }, i) => before[i] >= low && before[i] <= high);
    this.situation = fits && before.length === check.facts.length ? before : usual(check);
    this.rolling = false;
    /** @type {(number | null)[]} */
    this.faces = [];
    /** @type {HTMLElement | null} */
    this.told = null;
  }

  /** @param {number} at @param {number} value */
  set(at, value) {
    this.situation[at] = value;
    this.told = null;
    this.faces = [];
    keep(this.key, this.situation);
    this.draw();
  }

  draw() {
    const { check, system } = this;
    const when = system.phases.flatMap((phase) => phase.checks)
      .find((asked) => asked.check === check.name)?.when ?? "";
    const top = scrollY;
    fill(this.page,
      el("header", { class: "bar" },
        button("‹", () => { location.hash = cameFrom || `#/${system.name}`; }, { class: "plain", "aria-label": cameFrom ? "Back to the charts" : "Back to the turn" }),
        el("h1", {}, check.title),
        button("Reset", () => {
          this.situation = usual(check);
          this.told = null;
          this.faces = [];
          keep(this.key, this.situation);
          this.draw();
        })),
      when ? el("p", { class: "soft" }, distances(when)) : null,
      el("main", {}, this.groups()),
      el("section", { class: "verdict", "aria-label": "Odds and result" }, this.verdict()));
    scrollTo(0, top);
  }

  groups() {
    /** @type {Map<string, HTMLElement[]>} */
    const groups = new Map();
    const out = excluded(this.check, this.situation);
    this.check.facts.forEach((fact, at) => {
      if (fact.aside || fact.low === fact.high) return;
      const list = groups.get(fact.group) ?? [];
      list.push(this.control(fact, at, out.get(fact.name) ?? ""));
      groups.set(fact.group, list);
    });
    return [...groups].map(([name, controls]) => el("fieldset", {},
      el("legend", {}, name), controls));
  }

  /** @param {FactInfo} fact @param {number} at @param {string} because */
  control(fact, at, because) {
    const value = this.situation[at];
    if (fact.kind === "flag") {
      return el("button", { class: "tick", type: "button", role: "checkbox",
        "aria-checked": String(value === 1), disabled: Boolean(because) && !value,
        title: because ? `Not with: ${because}` : "", onclick: () => this.set(at, value ? 0 : 1) },
      el("span", { class: "box" }, value ? "✓" : ""),
      el("span", {}, distances(fact.label)),
      el("span", { class: "worth" }, this.worth(at)));
    }
    if (fact.kind === "choice") {
      return el("div", { class: "choice", role: "radiogroup", "aria-label": fact.label },
        el("span", {}, distances(fact.label)),
        el("div", { class: "row" }, fact.choices.map((choice, index) => button(
          capital(choice.replaceAll("-", " ")).replace(/^(\d\S*) (\d)/, "$1-$2"),
          () => this.set(at, index),
          { role: "radio", "aria-checked": String(value === index) }))));
    }
    return el("div", {}, this.stepper(fact, at), this.fromChart(fact, at));
  }

  /** The words of a chart for a number, each with the number. @param {FactInfo} fact @param {number} at */
  fromChart(fact, at) {
    const numbers = [...new Set(fact.worded.map(([, number]) => number))];
    return numbers.length ? el("div", { class: "worded" }, numbers.map((number) => el("button", {
      type: "button", "aria-pressed": String(this.situation[at] === number), onclick: () => this.set(at, number) },
    el("b", {}, String(number)), el("span", {}, fact.worded.filter(([, each]) => each === number)
      .map(([words]) => distances(words)).join("; "))))) : null;
  }

  /** @param {FactInfo} fact @param {number} at */
  stepper(fact, at) {
    const value = this.situation[at];
    const step = fact.parts;
    const shown = fact.parts > 1 ? String(value / fact.parts) : String(value);
    const label = fact.parts > 1 ? fact.label.replace(/, in \S+ points$/, "") : fact.label;
    /** @param {number} by */
    const move = (by) => () => this.set(at, Math.min(Math.max(value + by, fact.low), fact.high));
    return el("div", { class: "stepper" },
      el("span", { class: "label" }, distances(label)),
      step > 1 ? button("−¼", move(-1), { "aria-label": `${label}: a part less` }) : null,
      button("−", move(-step), { "aria-label": `${label}: less`, disabled: value <= fact.low }),
      el("output", {}, shown),
      button("+", move(step), { "aria-label": `${label}: more`, disabled: value >= fact.high }),
      step > 1 ? button("+¼", move(1), { "aria-label": `${label}: a part more` }) : null);
  }

  /** What a tick would change, in a few signs. @param {number} at */
  worth(at) {
    if (!this.check.lines || this.situation[at]) return "";
    const values = this.situation.slice();
    const before = this.sumOf(values);
    values[at] = 1;
    const after = this.sumOf(values);
    return [...after].map(([of, total]) => {
      const by = total - (before.get(of) ?? 0);
      return by ? `${by > 0 ? "+" : "−"}${Math.abs(by)}${of === "column" ? " col." : ""}` : "";
    }).filter(Boolean).join(" ");
  }

  /** @param {number[]} values */
  sumOf(values) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    const all = values.slice();
    for (const group of this.check.groups ?? []) all.push(look(this.check.branches, group, values));
    for (const line of this.check.lines ?? []) {
      const worth = look(this.check.branches, line.table, all);
      if (worth || !sums.has(line.of)) sums.set(line.of, (sums.get(line.of) ?? 0) + worth);
    }
    return sums;
  }

  verdict() {
    const { check, situation } = this;
    if (check.pile && situation.every((copies) => copies === 0)) {
      return [el("p", { class: "target" }, "The deck is empty.")];
    }
    const parts = [];
    if (check.duel) {
      parts.push(el("p", {}, el("b", {}, "Attacker: "), distances(handWords(check, situation, 0))),
        el("p", {}, el("b", {}, "Defender: "), distances(handWords(check, situation, 1))));
    } else if (!check.pile) {
      const { lines, target } = reckon(check, situation);
      parts.push(el("p", { class: "target" }, capital(distances(target))),
        lines.length ? el("p", { class: "lines" }, lines.map((line, i) => [i ? ", " : "",
          el("b", {}, `${line.value > 0 ? "+" : "−"}${Math.abs(line.value)}${line.of === "column" ? " column" : ""}`),
          ` ${distances(line.reason)}`])) : null);
    }
    parts.push(this.bars());
    if (this.told) parts.push(this.told);
    const certain = !check.pile && !check.duel && reckon(check, situation).roll.dice.length === 0;
    if (certain) parts.push(el("div", { class: "buttons" }, button("What now?", () => this.rollForMe(),
      { class: "primary" })));
    else {
      parts.push(el("div", { class: "buttons" },
        button(`${check.verb} for me`, () => this.rollForMe(), { class: "primary" }),
        button(check.pile ? "I drew" : "I rolled", () => { this.rolling = !this.rolling; this.draw(); },
          { "aria-expanded": String(this.rolling) })));
      if (this.rolling) parts.push(this.ownDice());
    }
    return parts;
  }

  bars() {
    const all = shares(odds(this.check, this.situation));
    const shown = all.length > 12 ? [...all].sort((a, b) => b.share - a.share).slice(0, 12) : all;
    return [el("div", { class: "odds" }, shown.map(({ label, fraction, share }) => [
      el("span", {}, distances(said(this.check, label))),
      el("progress", { max: 1, value: String(share), "aria-label": `${label}: ${fraction}` }),
      el("span", { class: "num" }, `${(share * 100).toFixed(1)} %`,
        fraction.length < 12 ? el("small", {}, ` ${fraction}`) : null),
    ])), all.length > shown.length
      ? el("small", {}, `and ${all.length - shown.length} less likely ends`) : null];
  }

  ownDice() {
    const { check, situation } = this;
    if (check.pile) {
      return el("div", { class: "faces" }, check.pile.map((label, i) => (situation[i]
        ? button(label, () => this.tell(label, [])) : null)));
    }
    if (check.duel) {
      const most = [0, 1].map((side) => Math.max(...hand(check, situation, side).map(([n]) => n)));
      return el("div", {}, [0, 1].map((side) => el("div", { class: "choice" },
        el("span", {}, side ? "Hits of the defender" : "Hits of the attacker"),
        el("div", { class: "faces" }, Array.from({ length: most[side] + 1 }, (_, n) => button(String(n),
          () => this.own(side, n, 2), { "aria-pressed": String(this.faces[side] === n) }))))));
    }
    const { roll, labels } = reckon(check, situation);
    if (roll.count) {
      const [least, most] = roll.count;
      const range = least === most ? `${least}` : `${least} to ${most}`;
      return el("div", { class: "choice" }, el("span", {}, `How many of ${roll.dice.length} show ${range}?`),
        el("div", { class: "faces" }, labels.map((label) => button(label, () => this.tell(label, [])))));
    }
    return el("div", {}, roll.dice.map(([sides, first], die) => el("div", { class: "choice" },
      roll.dice.length > 1 ? el("span", {}, `Die ${die + 1}`) : null,
      el("div", { class: "faces" }, Array.from({ length: sides }, (_, i) => button(String(first + i),
        () => this.own(die, first + i, roll.dice.length),
        { "aria-pressed": String(this.faces[die] === first + i) }))))));
  }

  /** @param {number} at @param {number} value @param {number} wanted */
  own(at, value, wanted) {
    this.faces[at] = value;
    const all = Array.from({ length: wanted }, (_, i) => this.faces[i]);
    if (all.every((face) => typeof face === "number")) this.settle(/** @type {number[]} */ (all));
    else this.draw();
  }

  /** @param {number[]} faces */
  settle(faces) {
    const { check, situation } = this;
    if (check.duel) {
      this.tell(settled(check, situation, faces[0], faces[1]), faces,
        `Attacker ${faces[0]}, defender ${faces[1]}`);
      return;
    }
    const { roll, labels } = reckon(check, situation);
    this.tell(labels[outcomeOf(roll, faces)], faces);
  }

  rollForMe() {
    const { check, situation } = this;
    this.rolling = false;
    if (check.pile) this.tell(pick(odds(check, situation)), []);
    else if (check.duel) this.settle([pick(hand(check, situation, 0)), pick(hand(check, situation, 1))]);
    else this.settle(throwDice(reckon(check, situation).roll.dice));
  }

  /** The result in words, and what to do next. @param {string} label @param {number[]} faces */
  tell(label, faces, words = "") {
    const next = (this.system.next[this.check.name] ?? [])
      .filter((each) => each.outcomes.includes(label));
    const known = this.system.checks;
    this.told = el("div", { class: "result" },
      faces.length ? el("p", { class: "thrown" }, words || faces.join(" ")) : null,
      el("p", { class: "what" }, capital(distances(said(this.check, label)))),
      next.map((each) => el("p", {}, distances(each.says), " ", each.check
        ? button(`${known.find((check) => check.name === each.check)?.title ?? each.check} ›`,
          () => this.goOn(each.check, each.carry, label)) : null)));
    const live = document.getElementById("live");
    if (live) live.textContent = said(this.check, label);
    this.draw();
    this.page.querySelector(".result")?.scrollIntoView({ block: "nearest" });
  }

  /** The next check with what is known. @param {string} name @param {[string, string][]} carry
   * @param {string} label */
  goOn(name, carry, label) {
    const check = this.system.checks.find((each) => each.name === name);
    if (!check) return;
    const situation = name === this.check.name ? this.situation.slice() : usual(check);
    for (const [to, source] of carry) {
      const at = check.facts.findIndex((fact) => fact.name === to);
      situation[at] = this.carried(check.facts[at], source, label);
    }
    keep(`situation.${this.system.name}.${this.system.variant}.${name}`, situation);
    if (name === this.check.name) checkPage(this.page, this.system, name);
    else location.hash = `#/${this.system.name}/check/${encodeURIComponent(name)}`;
  }

  /** @param {FactInfo} fact @param {string} source @param {string} label */
  carried(fact, source, label) {
    let value = 0;
    if (source === "outcome") value = Number.parseInt(label, 10) || 0;
    else if (source.startsWith(":")) {
      const word = source.slice(1);
      if (fact.kind === "choice") value = fact.choices.indexOf(word);
      else value = word === "yes" ? 1 : word === "no" ? 0 : Number(word);
    } else {
      value = this.situation[this.check.facts.findIndex((each) => each.name === source)];
    }
    return Math.min(Math.max(value, fact.low), fact.high);
  }
}
