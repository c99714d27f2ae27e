// What the other side did since our last answer: a strip of its deeds, stepped through on the map.

import { readThrow } from "./dice.js";
import { button, el } from "./dom.js";

/** @import { LogInfo, QuestionInfo } from "./server.d.ts" */

const MARCHED = /from (\d+\.\d,\d+\.\d)(?: facing \d+)? to (\d+\.\d,\d+\.\d)/;

export class EnemyDeeds {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {LogInfo[]} of each answer of the other side what it did, and what came of it */
    this.entries = [];
    this.at = -1; // the deed that is shown; -1: none yet
  }

  /**
   * Take in what happened; an answer of our own ends what was told before.
   * @param {LogInfo[]} news
   * @param {QuestionInfo} asked the question that was answered
   */
  heard(news, { mine, kind }) {
    if (!mine) for (const entry of news.filter(({ subjects }) => subjects.length)) this.add(entry);
    else if (kind === "choose" && news.length) this.clear();
  }

  /** What one answer led to is one deed. @param {LogInfo} entry */
  add(entry) {
    const last = this.entries.at(-1);
    const [who] = entry.subjects;
    const text = this.said(entry);
    if (last && last.line === entry.line && last.subjects[0] === who) last.text += `\n${text}`;
    else this.entries.push({ ...entry, text });
  }

  /** An entry in a sentence: of a roll who, for what, and how it ended. @param {LogInfo} entry */
  said({ text, roll, subjects }) {
    const thrown = roll ? readThrow(text) : null;
    if (!thrown) return text;
    return `${[this.table.names.whose(subjects), thrown.title].filter(Boolean).join(" · ")}: ${thrown.result}.`;
  }

  clear() {
    this.entries = [];
    this.at = -1;
  }

  /** One deed on or back; beyond the last the strip goes away. @param {number} by */
  step(by) {
    if (!this.entries.length) return false;
    this.at = Math.max(0, this.at + by);
    if (this.at >= this.entries.length) this.skip();
    else this.show();
    return true;
  }

  skip() {
    this.clear();
    this.table.board.trail([]);
    this.table.answering.light();
    this.table.question.render();
  }

  /** Show a deed on the map: who, and along which way or at whom. */
  show() {
    const { board, answering, question } = this.table;
    const { subjects, text } = this.entries[this.at];
    const marched = wayIn(text);
    answering.light(subjects);
    board.trail(marched.length ? marched : subjects.length > 1 ? wayOf(subjects) : []);
    board.follow(subjects);
    question.render();
  }

  /** The strip, for the panel; nothing if there is nothing to tell. */
  part() {
    const { entries, at, table } = this;
    if (!entries.length) return null;
    const words = at < 0 ? "" : table.names.inWords(entries[at].text).split("\n").join(" ");
    const count = `${entries.length} ${entries.length === 1 ? "deed" : "deeds"}`;
    return el("section", { class: "enemy", "aria-label": "What the other side did" },
      el("p", { class: "actions" },
        el("span", {}, el("b", {}, "Meanwhile"), at < 0 ? `: ${count}` : ` ${at + 1} of ${entries.length}`),
        at > 0 ? button("◀", () => this.step(-1), { "aria-label": "The deed before" }) : null,
        button(at < 0 ? "Watch" : at + 1 < entries.length ? "Next" : "Seen", () => this.step(1), { data: { deed: "" }, "aria-keyshortcuts": "n" }),
        at + 1 < entries.length ? button("Skip", () => this.skip(), { class: "quiet" }) : null),
      words ? el("p", { class: "told", role: "status" }, words) : null);
  }
}

/** The places on the way of an event; without places, from the first piece to the other. @param {string[]} ids */
function wayOf([first, ...rest]) {
  return rest.length > 1 ? rest : [first, ...rest];
}

/** The way a text tells by poses on a table: from where to where. @param {string} text */
function wayIn(text) {
  const [, from, to] = text.match(MARCHED) ?? [];
  return from && to && from !== to ? [`pose:${from}`, `pose:${to}`] : [];
}
