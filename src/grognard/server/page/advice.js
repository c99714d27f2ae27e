// Advice: what an old soldier would answer is shown, without giving it.

import { api } from "./api.js";
import { toast } from "./notify.js";

/** @import { Hint, OptionInfo } from "./server.d.ts" */

const SOON = 250; // milliseconds until it is shown that something takes a while

export class Advice {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    this.thinking = false; // it is being worked out
    /** @type {{option: OptionInfo, plan: string} | null} what he would answer to this question, and why */
    this.given = null;
  }

  /** Show on the board and in the panel what an old soldier would answer, without giving it. */
  async ask() {
    const { game, seat, state, answering } = this.table;
    if (!state || answering.busy || this.thinking) return;
    if (!answering.options.length) {
      toast("There is nothing to choose now.");
      return;
    }
    if (answering.aiming.look || answering.chosen) answering.unchoose(true); // another piece may be meant
    const { revision } = state;
    let wanted = state.question.default;
    let plan = "";
    const slow = setTimeout(() => this.think(true), SOON);
    try {
      const hint = await this.table.layout.asking(api.hint(game, seat));
      wanted = hint.action ?? wanted;
      plan = planOf(hint);
    } catch {
      // where no hints are given the quietest answer is shown
    } finally {
      clearTimeout(slow);
      this.think(false);
    }
    if (wanted !== null && this.table.state?.revision === revision) this.show(wanted, plan);
  }

  /** Whether an old soldier is thinking, which is shown where he was asked. @param {boolean} thinking */
  think(thinking) {
    if (thinking === this.thinking) return;
    this.thinking = thinking;
    this.table.question.render();
  }

  /** @param {number} action @param {string} [plan] why it is shown */
  show(action, plan = "") {
    const { board, panel, question, answering } = this.table;
    const option = answering.options.find((each) => each.action === action);
    if (!option) return;
    this.given = { option, plan: this.table.names.ordered(plan) };
    board.follow([option.target]);
    question.showAll();
    answering.light();
    panel.querySelector(".suggested")?.scrollIntoView({ block: "nearest" });
  }
}

/** A hint's plan in a sentence, and what else was weighed. @param {Hint} hint */
function planOf({ plan, weighed }) {
  if (!plan) return "";
  const others = weighed.slice(1, 3).map(({ text }) => text);
  return `An old soldier would: ${plan}. ${others.length ? `Also weighed: ${others.join("; ")}.` : ""}`.trim();
}
