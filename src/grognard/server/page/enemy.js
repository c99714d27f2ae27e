// What happened since our last answer: a strip of its events, stepped through on the map.

import { readThrow, toldWithDice } from "./dice.js";
import { button, el } from "./dom.js";
import { keep, settings } from "./settings.js";

/** @import { Point } from "./types.d.ts" */
/** @import { LogInfo, State } from "./server.d.ts" */

const MOST_SAID = 160; // letters told at once: what one answer led to may take several steps

/**
 * What one answer led to: its line, its sentences, what was thrown if the last of them tells a roll, the ids it names, whether they
 * are one piece and places, the ways that were gone, and whether it came of our own answer or dice.
 * @typedef {{line: number, said: string[], result: string, subjects: string[], alone: boolean, ways: (string | Point)[][], own: boolean}} Deed
 */

/** Two states: where pieces stood, and the ways they went. @typedef {{stood: Map<string, Point>, gone: Map<string, Point[]>}} Between */

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
    const between = { stood: places(before), gone: marches(before, after) };
    if (!mine || kind !== "choose") for (const entry of news) this.add(entry, between, mine);
    else if (after.line > before.line) {
      this.clear();
      for (const entry of beyond(news, after.line)) if (!this.isOurs(entry, before)) this.add(entry, between, true);
    }
  }

  /** Whether it is told of a piece of those who were asked. @param {LogInfo} entry @param {State} asked */
  isOurs({ subjects }, { question, battle }) {
    const side = this.table.names.sideOf(subjects);
    return side >= 0 && side === battle.sides.indexOf(question.actor ?? "");
  }

  /** What one answer led to is told together as far as it is short, as are the marches of one piece; it says nothing twice. @param {LogInfo} entry @param {Between} between @param {boolean} own */
  add(entry, between, own) {
    const last = this.deeds.at(-1);
    const { line, subjects, roll, heading } = entry;
    const text = this.said(entry);
    const result = (roll && readThrow(entry.text)?.result) || "";
    const room = last && last.said.join(" ").length + text.length < MOST_SAID;
    // What is told of no piece, such as an army's morale, came of what was told before it.
    const more = last?.line === line && !heading && (subjects.length ? room : !roll);
    const one = last?.alone && !roll && alone(subjects) && last.subjects[0] === subjects[0];
    if (last && (more || (one && !heading))) {
      if (!roll && last.result && repeats(last.result, text)) last.said.pop();
      last.result = result;
      if (!last.said.includes(text)) last.said.push(text);
      last.ways = different([...last.ways, ...waysOf(entry, between)]);
      last.subjects = [...new Set([...last.subjects, ...subjects])];
      last.alone &&= !subjects.length || Boolean(one);
      last.line = line;
      last.own &&= own;
    } else if (subjects.length) {
      this.deeds.push({ line, said: [text], result, subjects, alone: !roll && alone(subjects), ways: waysOf(entry, between), own });
    }
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

  /** Those that are not told with their dice, which are in sight; none if they only came of what we did ourselves. */
  get left() {
    const { answering, names } = this.table;
    const thrown = toldWithDice(answering.throws, names);
    const left = this.deeds.filter(({ line }) => !thrown.has(line));
    return left.some(({ own }) => !own) ? left : [];
  }

  /** We are asked again: a single event is told and shown at once. */
  asked() {
    const { left } = this;
    if (left.length !== 1 || this.at >= 0) return;
    this.at = 0;
    if (settings.deeds) this.table.board.trail(...left[0].ways);
  }

  /** One event on or back; beyond the last the strip goes away. @param {number} by */
  step(by) {
    const { left } = this;
    if (!left.length) return false;
    keep("deeds", true); // who steps wants to read
    this.at = Math.max(0, this.at + by);
    if (this.at >= left.length) this.skip();
    else this.show(left[this.at]);
    return true;
  }

  /** Put the strip away; false if there is none. */
  skip() {
    if (!this.left.length) return false;
    this.clear();
    this.table.board.trail();
    this.table.answering.light();
    this.table.question.render();
    return true;
  }

  /** Fold the strip, or unfold it; it stays so. */
  fold() {
    if (!this.left.length) return false;
    keep("deeds", !settings.deeds);
    this.table.question.render();
    return true;
  }

  /** Show an event on the map: who, and along which way or at whom. @param {Deed} deed */
  show({ subjects, ways }) {
    const { board, answering, question } = this.table;
    answering.light(subjects);
    board.trail(...ways);
    board.follow(subjects);
    question.render();
  }

  /** The strip, for the panel; nothing if there is nothing to tell. */
  part() {
    const { left, table } = this;
    if (!left.length) return null;
    const at = Math.min(this.at, left.length - 1);
    const shown = at < 0 ? null : left[at];
    const words = (shown?.said ?? []).map((each) => table.names.inWords(each).split("\n").join(" ")).join(" ");
    const count = left.length === 1 ? "" : at < 0 || !settings.deeds ? `: ${left.length} events` : ` ${at + 1}/${left.length}`;
    const more = at + 1 < left.length;
    const side = shown ? table.names.sideOf(shown.subjects) : -1;
    /** @type {HTMLDetailsElement} */
    const part = el("details", { class: "enemy", open: settings.deeds, "aria-label": "What happened meanwhile" },
      el("summary", { "aria-keyshortcuts": "m", onclick: () => keep("deeds", !part.open) }, el("b", {}, "Meanwhile"), count),
      words ? el("p", { class: side < 0 ? "told" : `told side-${side}`, role: "status" }, words) : null,
      el("p", { class: "actions" },
        more ? button("Skip", () => this.skip(), { class: "quiet", "aria-keyshortcuts": "Shift+N" }) : null,
        at > 0 ? button("◀", () => this.step(-1), { data: { back: "" }, "aria-label": "The event before" }) : null,
        // The last in the row, so that it stays under the pointer that goes through the events.
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

/** What an answer led to, without what it did itself. @param {LogInfo[]} news @param {number} line */
function beyond(news, line) {
  return news.filter((entry) => entry.line === line).slice(1);
}

/** Each way once. @param {(string | Point)[][]} ways */
function different(ways) {
  return [...new Map(ways.map((way) => [JSON.stringify(way), way])).values()];
}

/** Where the pieces stand. @param {State} state @returns {Map<string, Point>} */
function places({ scene }) {
  return new Map(scene.placements.map(({ id, x, y }) => [id, [x, y]]));
}

/**
 * The pieces that stand elsewhere than before, each with the way in between.
 * @param {State} before
 * @param {State} after
 */
function marches(before, after) {
  const stood = places(before);
  /** @type {Map<string, Point[]>} */
  const gone = new Map();
  for (const [id, to] of places(after)) {
    const from = stood.get(id);
    if (from && (from[0] !== to[0] || from[1] !== to[1])) gone.set(id, [from, to]);
  }
  return gone;
}

/**
 * The ways of an event: the places it names one after the other, else those its pieces have gone, else at whom it is aimed. Pieces
 * are meant where they stood then.
 * @param {LogInfo} entry
 * @param {Between} between
 * @returns {(string | Point)[][]}
 */
function waysOf({ subjects }, { stood, gone }) {
  const [first, ...rest] = subjects;
  if (!first) return [];
  const isPiece = (/** @type {string} */ id) => id.split(":")[0] === first.split(":")[0];
  if (rest.length > 1 && !rest.some(isPiece)) return [rest];
  const went = subjects.flatMap((id) => (gone.has(id) ? [gone.get(id) ?? []] : []));
  if (went.length) return went;
  return rest.length ? [[first, rest[rest.length - 1]].map((id) => stood.get(id) ?? id)] : [];
}
