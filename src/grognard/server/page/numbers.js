// The number keys of answers: one answer has one number while its phase lasts, some for the whole battle.

/** @import { OptionInfo, QuestionInfo } from "./server.d.ts" */

const LAST = 9;

export class Numbers {
  /** @param {(option: OptionInfo) => string} words */
  constructor(words) {
    this.words = words;
    this.phase = "";
    this.sort = "";
    this.picking = false; // something was picked when it was asked last
    this.reserved = 0; // numbers that belong to answers of this sort, on offer or not
    /** @type {Map<string, Map<string, number>>} the numbers of answers by question */
    this.kept = new Map();
    /** @type {Map<string, number>} those of the open question */
    this.own = new Map();
    /** @type {OptionInfo[]} */
    this.offered = [];
  }

  /**
   * A question is shown. In another phase numbers are given anew.
   * @param {QuestionInfo} question
   * @param {string} phase
   */
  ask({ sort, keys, about, options, picked }, phase) {
    if (phase !== this.phase) this.kept.clear();
    // What is picked so far changes whom it is about, but it is the same question.
    if (phase !== this.phase || sort !== this.sort || !(picked.length || this.picking)) {
      const asked = `${sort} ${about.join(" ")}`;
      this.own = this.kept.get(asked) ?? new Map();
      this.kept.set(asked, this.own);
    }
    this.phase = phase;
    this.sort = sort;
    this.picking = picked.length > 0;
    this.reserved = keys;
    this.offered = [...options, ...picked];
    // Others altogether are asked about: their numbers begin anew.
    if (!this.offered.some((option) => this.own.has(this.name(option)))) this.own.clear();
  }

  /** What tells an answer from others: a named way is the same though it leads elsewhere now. @param {OptionInfo} option */
  name(option) {
    return option.target.startsWith("pose:") ? this.words(option) : String(option.action);
  }

  /**
   * The number of an answer that is shown; null if there is none left for it.
   * @param {OptionInfo} option
   */
  of(option) {
    if (option.key) return option.key <= LAST ? option.key : null;
    const name = this.name(option);
    const number = this.own.get(name) ?? this.free();
    if (number !== null) this.own.set(name, number);
    return number;
  }

  /** A number that no answer has had; else one of an answer that is no longer on offer. */
  free() {
    const numbers = Array.from({ length: Math.max(0, LAST - this.reserved) }, (_, i) => this.reserved + 1 + i);
    const had = new Set(this.own.values());
    const fresh = numbers.find((number) => !had.has(number));
    if (fresh) return fresh;
    const here = new Set(this.offered.map((option) => this.name(option)));
    for (const [name, number] of this.own) {
      if (here.has(name)) continue;
      this.own.delete(name);
      return number;
    }
    return null;
  }
}
