// An attack that is declared and not yet fought: pointed at, its arrow tells how it may end.

import { api } from "./api.js";
import { chainPart, fatesInWords, lossesInWords } from "./chain.js";
import { el } from "./dom.js";
import { oddsInWords, outlookParts } from "./odds.js";
import { announce } from "./notify.js";

/** @import { AttackInfo } from "./server.d.ts" */

export class Declared {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string | null} whose arrow is pointed at */
    this.id = null;
    /** @type {AttackInfo | null} */
    this.found = null;
    /** @type {Map<string, Promise<AttackInfo>>} by revision and piece */
    this.known = new Map();
  }

  /** An arrow is pointed at, tapped or focused; null: no longer. @param {string | null} id */
  async point(id) {
    if (id === this.id) return;
    const { state, board, question, replay, asked } = this.table;
    if (this.id) board.tip(null, []);
    const shown = this.found !== null;
    this.id = id;
    this.found = null;
    if (shown) question.render();
    const target = board.picture.attacks.targetOf(id);
    if (!id || !target || !state || replay.open) return;
    board.tip(target, [this.title(id, target), "Following the attack to its end…"]);
    /** @type {AttackInfo} */
    let found = { id, target, chain: null, outlook: [] };
    try {
      found = await this.ask(id, state.revision);
    } catch {
      // nothing is told but who attacks whom
    }
    if (this.id !== id || this.table.asked !== asked) return;
    this.found = found;
    const lines = this.lines(found);
    board.tip(target, lines);
    question.render();
    // Where no words stand beside the arrow, those in the panel come into sight.
    if (matchMedia("(hover: none)").matches) question.host.querySelector(".declared")?.scrollIntoView({ block: "nearest" });
    announce(lines.join(". "));
  }

  /** The odds of an attack; asked for once. @param {string} id @param {number} revision */
  ask(id, revision) {
    const { game, seat } = this.table;
    const key = `${revision} ${id}`;
    const known = this.known.get(key) ?? api.attack(game, seat, id);
    this.known.set(key, known);
    known.catch(() => this.known.delete(key));
    return known;
  }

  /** @param {string} id @param {string} target */
  title(id, target) {
    const { words } = this.table;
    return `${words.of(id)} attacks ${words.of(target)}`;
  }

  /** @param {AttackInfo} found */
  lines({ id, target, chain, outlook }) {
    const { words, names } = this.table;
    const ends = chain ? [fatesInWords(chain, words), lossesInWords(chain, words)]
      : oddsInWords({ checks: [], outlook }).map((line) => names.inWords(line));
    return [this.title(id, target), ...ends];
  }

  /** The whole chain, or the odds over what is hidden, for the panel. */
  part() {
    const { found } = this;
    const { names, words } = this.table;
    if (!found || !(found.chain || found.outlook.length)) return null;
    return el("div", { class: "declared" }, el("h3", {}, this.title(found.id, found.target)),
      found.chain ? chainPart(found.chain, words) : outlookParts(found.outlook, (text) => names.inWords(text)));
  }

  /** Another state has come. */
  forget() {
    this.table.board.attack(null);
    this.known.clear();
  }
}
