// What happened, line by line: pointing at a line lights up what it names.

import { dieFace } from "./dice.js";
import { el } from "./dom.js";

/** @import { LogInfo, LogPart } from "./server.d.ts" */

const MOST_DICE = 12;

export class Log {
  /**
   * @param {HTMLElement} host
   * @param {{onPoint: (ids: string[]) => void, onLeave: () => void,
   *   linkTo: (line: number) => string, inWords: (text: string) => string,
   *   whose: (ids: string[]) => string, sideOf: (ids: string[]) => number}} doing
   */
  constructor(host, doing) {
    this.doing = doing;
    this.list = el("ol", { class: "log", "aria-label": "What happened", tabindex: 0 });
    host.append(this.list);
    // The end stays in sight while lines come and the panel changes, unless somebody reads above.
    this.follow = true;
    this.top = 0;
    this.list.addEventListener("scroll", () => {
      const { scrollHeight, scrollTop, clientHeight } = this.list;
      if (scrollTop < this.top - 2) this.follow = false;
      if (scrollHeight - scrollTop - clientHeight < 40) this.follow = true;
      this.top = scrollTop;
    });
    new ResizeObserver(() => this.follow && this.toEnd()).observe(this.list);
    /** @type {LogInfo[]} */
    this.entries = [];
  }

  /** Take a part of the log in; what stood from its start on is replaced. @param {LogPart} part */
  take(part) {
    this.entries.length = Math.min(this.entries.length, part.start);
    while (this.list.children.length > this.entries.length) this.list.lastElementChild?.remove();
    for (const entry of part.entries) {
      this.entries.push(entry);
      this.list.append(this.row(entry));
    }
    if (this.follow) this.toEnd();
  }

  /** The lines with which turns begin. */
  headings() {
    return this.entries.filter((entry) => entry.heading).map((entry) => entry.line);
  }

  /** Show the log up to a line only; null: all of it. @param {number | null} line */
  upTo(line) {
    this.entries.forEach((entry, i) => {
      const row = this.list.children[i];
      if (row instanceof HTMLElement) row.hidden = line !== null && entry.line > line;
    });
    this.toEnd();
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.top = this.list.scrollTop;
  }

  /** @param {LogInfo} entry */
  row(entry) {
    const [first, ...rest] = this.doing.inWords(entry.text).split("\n");
    const whose = entry.roll ? this.doing.whose(entry.subjects) : "";
    const dice = entry.dice.length ? el("span", { class: "dice small", "aria-hidden": "true" },
      entry.dice.slice(0, MOST_DICE).map(([sides, face]) => dieFace(face, sides))) : null;
    const text = el("span", { class: "text" }, whose ? `${whose}: ${first}` : first,
      rest.map((line) => el("small", {}, line.trim())), dice);
    const link = el("a", { href: this.doing.linkTo(entry.line), class: "moment",
      "aria-label": `Show the moment of line ${entry.line}` }, String(entry.line));
    const side = this.doing.sideOf(entry.subjects);
    const kinds = [entry.roll ? "roll" : "", entry.heading ? "heading" : "", side >= 0 ? `side-${side}` : ""];
    const row = el("li", { class: kinds.filter(Boolean).join(" ") || null }, link, text);
    if (entry.subjects.length) {
      row.classList.add("pointing");
      row.addEventListener("pointerenter", () => this.doing.onPoint(entry.subjects));
      row.addEventListener("pointerleave", () => this.doing.onLeave());
      link.addEventListener("focus", () => this.doing.onPoint(entry.subjects));
      link.addEventListener("blur", () => this.doing.onLeave());
    }
    return row;
  }
}
