// What the other side did since our last answer: a strip of its deeds, stepped through on the map.

import { ownThrows, readThrow } from "./dice.js";
import { button, el } from "./dom.js";
import { keep, settings } from "./settings.js";

/** @import { Point } from "./types.d.ts" */
/** @import { LogInfo, State } from "./server.d.ts" */

/**
 * What one answer led to: its line, its sentences, what was thrown if the last of them tells a roll, the ids it names, whether they
 * are one piece and places, and the ways that were gone.
 * @typedef {{line: number, said: string[], result: string, subjects: string[], alone: boolean, ways: (string | Point)[][]}} Deed
 */

export class EnemyDeeds {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Deed[]} */
    this.deeds = [];
    this.at = -1; // the deed that is shown; -1: none yet
  }

  /**
   * Take in what happened between two states; an answer of our own ends what was told before.
   * @param {LogInfo[]} news
   * @param {State} before
   * @param {State} after
   */
  heard(news, before, after) {
    const { mine, kind } = before.question;
    if (!mine) {
      const gone = marches(before, after);
      for (const entry of news) this.add(entry, gone);
      this.bury(fallen(before, after));
    } else if (kind === "choose" && after.line > before.line) this.clear();
  }

  /** Who is no longer on the map: ways that led to him or from him end where he stood. @param {Map<string, Point>} stood */
  bury(stood) {
    for (const deed of this.deeds) deed.ways = deed.ways.map((way) => way.map((stop) => (typeof stop === "string" && stood.get(stop)) || stop));
  }

  /** What one answer led to is one deed, as are the marches of one piece; it says nothing twice. @param {LogInfo} entry @param {Map<string, Point[]>} gone */
  add(entry, gone) {
    const last = this.deeds.at(-1);
    const { line, subjects, roll, heading } = entry;
    const text = this.said(entry);
    const result = (roll && readThrow(entry.text)?.result) || "";
    // What is told of no piece, such as an army's morale, came of what was told before it.
    const more = last?.line === line && (subjects.length ? last.subjects[0] === subjects[0] : !roll && !heading);
    const on = last?.alone && !roll && !heading && alone(subjects) && last.subjects[0] === subjects[0];
    if (last && (more || on)) {
      if (!roll && last.result && repeats(last.result, text)) last.said.pop();
      last.result = result;
      if (!last.said.includes(text)) last.said.push(text);
      if (on && !more) last.ways.push(...waysOf(entry, gone));
      else if (!last.ways.length) last.ways = waysOf(entry, gone);
      last.alone &&= !roll && alone(subjects);
      last.line = line;
    } else if (subjects.length) this.deeds.push({ line, said: [text], result, subjects, alone: !roll && alone(subjects), ways: waysOf(entry, gone) });
  }

  /** An entry in a sentence: of a roll who, for what, and how it ended. @param {LogInfo} entry */
  said({ text, roll, subjects }) {
    const thrown = roll ? readThrow(text) : null;
    if (!thrown) return text;
    return `${[this.table.names.whose(subjects), thrown.title].filter(Boolean).join(" · ")}: ${thrown.result}.`;
  }

  clear() {
    this.deeds = [];
    this.at = -1;
  }

  /** We are asked again: a single deed is told and shown at once. */
  asked() {
    if (this.deeds.length !== 1 || this.at >= 0) return;
    this.at = 0;
    if (settings.deeds) this.table.board.trail(...this.deeds[0].ways);
  }

  /** One deed on or back; beyond the last the strip goes away. @param {number} by */
  step(by) {
    if (!this.deeds.length) return false;
    keep("deeds", true); // who steps wants to read
    this.at = Math.max(0, this.at + by);
    if (this.at >= this.deeds.length) this.skip();
    else this.show();
    return true;
  }

  /** Put the strip away; false if there is none. */
  skip() {
    if (!this.deeds.length) return false;
    this.clear();
    this.table.board.trail();
    this.table.answering.light();
    this.table.question.render();
    return true;
  }

  /** Fold the strip, or unfold it; it stays so. */
  fold() {
    if (!this.deeds.length) return false;
    keep("deeds", !settings.deeds);
    this.table.question.render();
    return true;
  }

  /** Show a deed on the map: who, and along which way or at whom. */
  show() {
    const { board, answering, question } = this.table;
    const { subjects, ways } = this.deeds[this.at];
    answering.light(subjects);
    board.trail(...ways);
    board.follow(subjects);
    question.render();
  }

  /** The strip, for the panel; nothing if there is nothing to tell. */
  part() {
    const { deeds, at, table } = this;
    const thrown = new Set(ownThrows(table.answering.throws).map(({ entry }) => entry.line)); // they are told with their dice
    if (deeds.every(({ line }) => thrown.has(line))) return null;
    const words = at < 0 ? "" : deeds[at].said.map((each) => table.names.inWords(each).split("\n").join(" ")).join(" ");
    const many = deeds.length > 1;
    const count = !many ? "" : at < 0 || !settings.deeds ? `: ${deeds.length} deeds` : ` ${at + 1} of ${deeds.length}`;
    const more = at + 1 < deeds.length;
    /** @type {HTMLDetailsElement} */
    const part = el("details", { class: "enemy", open: settings.deeds, "aria-label": "What the other side did" },
      el("summary", { "aria-keyshortcuts": "m", onclick: () => keep("deeds", !part.open) }, el("b", {}, "Meanwhile"), count),
      words ? el("p", { class: "told", role: "status" }, words) : null,
      el("p", { class: "actions" },
        more ? button("Skip", () => this.skip(), { class: "quiet", "aria-keyshortcuts": "Shift+N" }) : null,
        at > 0 ? button("◀", () => this.step(-1), { data: { back: "" }, "aria-label": "The deed before" }) : null,
        // The last in the row, so that it stays under the pointer that goes through the deeds.
        button(at < 0 ? "Watch" : more ? "Next" : "Seen", () => this.step(1), { data: { deed: "" }, "aria-keyshortcuts": "n" })));
    return part;
  }
}

/** Whether ids are one piece, and places at most. @param {string[]} subjects */
function alone([first, ...rest]) {
  return Boolean(first) && rest.every((id) => id === first || id.split(":")[0] !== first.split(":")[0]);
}

/** Whether a sentence says what a roll ended with: "pass" is said again by "passes its check". @param {string} result @param {string} text */
function repeats(result, text) {
  const core = result.replace(/ \([^()]*\)$/, "").toLowerCase();
  return ` ${text.toLowerCase()}`.includes(` ${core}`);
}

/**
 * The pieces that stand elsewhere than before, each with the way in between.
 * @param {State} before
 * @param {State} after
 */
function marches(before, after) {
  const stood = new Map(before.scene.placements.map((piece) => [piece.id, piece]));
  /** @type {Map<string, Point[]>} */
  const gone = new Map();
  for (const { id, x, y } of after.scene.placements) {
    const from = stood.get(id);
    if (from && (from.x !== x || from.y !== y)) gone.set(id, [[from.x, from.y], [x, y]]);
  }
  return gone;
}

/**
 * The pieces that are gone, and where they stood.
 * @param {State} before
 * @param {State} after
 */
function fallen(before, after) {
  const left = new Set(after.scene.placements.map(({ id }) => id));
  return new Map(before.scene.placements.filter(({ id }) => !left.has(id)).map(({ id, x, y }) => /** @type {[string, Point]} */ ([id, [x, y]])));
}

/**
 * The ways of an event: the places it names one after the other, else those its pieces have gone, else at whom it is aimed.
 * @param {LogInfo} entry
 * @param {Map<string, Point[]>} gone
 * @returns {(string | Point)[][]}
 */
function waysOf({ subjects }, gone) {
  const [first, ...rest] = subjects;
  const isPiece = (/** @type {string} */ id) => id.split(":")[0] === first.split(":")[0];
  if (rest.length > 1 && !rest.some(isPiece)) return [rest];
  const went = subjects.flatMap((id) => (gone.has(id) ? [gone.get(id) ?? []] : []));
  return went.length ? went : rest.length ? [[first, rest[rest.length - 1]]] : [];
}
