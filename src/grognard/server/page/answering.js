// Answering: a click chooses, odds are shown where dice hang on it, the second click commits.

import { api } from "./api.js";
import { chooser, closeChooser } from "./chooser.js";
import { announce, toast } from "./notify.js";
import { el, messageOf } from "./dom.js";
import { settings } from "./settings.js";

/** @import { Choice, LastRoll, Lit, Pose, QuestionCommand, Verdict } from "./types.d.ts" */
/** @import { CheckInfo, Hint, OptionInfo, Preview, State } from "./server.d.ts" */

export class Answering {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Choice | null} */
    this.chosen = null;
    /** @type {Preview | null} */
    this.preview = null;
    /** @type {LastRoll | null} */
    this.lastThrow = null;
    this.rollNext = "";
    /** @type {{until: number}|null} the command under way, and the revision that shows it done */
    this.acting = null;
    this.pointer = { x: innerWidth / 2, y: innerHeight / 2 };
  }

  get busy() {
    return this.acting !== null;
  }

  /**
   * A state has come: it may be the one our command has brought about, before we are told so.
   * @param {State} state
   */
  came(state) {
    if (this.acting && state.revision >= this.acting.until) this.rest();
  }

  rest() {
    this.acting = null;
    this.table.layout.busy(false);
  }

  /** What the viewer may answer now; a thing picked may be put back. @returns {OptionInfo[]} */
  get options() {
    const question = this.table.state?.question;
    return question?.mine && question.kind === "choose" && !this.table.replay.open
      ? [...question.options, ...question.picked] : [];
  }

  /**
   * Whether an answer may still be given: the state it was shown with may have come anew.
   * @param {Choice} choice
   */
  offers(choice) {
    return "answer" in choice || this.options.some((each) => each.action === choice.action);
  }

  /** Something on the board was clicked. @param {string} id */
  pick(id) {
    if (this.table.tools.pick(id)) return;
    const own = this.options.filter((option) => option.target === id);
    if (!own.length) this.table.card.pin(id);
    else if (own.length === 1) this.select(own[0]);
    else if (this.chosen?.target === id) this.select(this.chosen);
    else {
      chooser(this.table.names.of(id), own.map((option) => ({ text: this.table.names.label(option),
        act: () => this.select(option) })), this.where());
    }
  }

  /** Where a list is to open: at the pointer, or at what the keyboard is on. */
  where() {
    const at = document.activeElement;
    if (!at?.closest(".board") || !at.matches(":focus-visible")) return this.pointer;
    const box = at.getBoundingClientRect();
    return { x: box.right - 14, y: box.top };
  }

  /**
   * Choose an answer: the second time, or where no odds hang on it, it is given.
   * @param {Choice} choice
   * @returns {Promise<void>}
   */
  async select(choice) {
    const { game, seat, state, board } = this.table;
    if (!state || this.busy || !this.offers(choice)) return;
    if (this.chosen && answerOf(this.chosen) === answerOf(choice)) {
      if (this.preview) await this.commit(choice); // nobody commits before the odds
      return;
    }
    this.chosen = choice;
    this.preview = null;
    this.light();
    board.trail([]);
    let preview;
    try {
      preview = await api.preview(game, seat, answerOf(choice), state.revision);
    } catch (error) {
      if (this.chosen !== choice || this.busy) return; // an order was typed meanwhile
      this.unchoose();
      toast(messageOf(error));
      return;
    }
    if (this.chosen !== choice) return;
    if (!preview.allowed) {
      this.unchoose();
      toast(preview.reason);
    } else if (!preview.checks.length && !preview.outlook.length) {
      await this.commit(choice);
    } else {
      this.preview = preview;
      board.trail(preview.trail);
      this.table.layout.low(false);
      this.table.question.render();
      announce(`${this.table.names.label(choice)}. Odds shown. Choose it again to do it.`);
    }
  }

  unchoose() {
    this.forget();
    this.light();
    if (this.table.state) this.table.question.render();
  }

  forget() {
    closeChooser();
    this.chosen = null;
    this.preview = null;
    this.table.board.trail([]);
  }

  /** Give an answer. @param {Choice} choice */
  commit(choice) {
    const check = this.preview?.checks[0];
    if (!this.busy) this.rollNext = check ? sameCheck(check) : "";
    return this.act({ type: "answer", answer: answerOf(choice) });
  }

  /** Roll; with faces, what the player's own dice show. @param {number[] | null} faces */
  roll(faces) {
    return this.act({ type: "roll", ...(faces ? { faces } : {}) });
  }

  undo() {
    return this.act({ type: "undo" });
  }

  /**
   * A command that changes the question: no other until it is refused, or what it led to is shown.
   * @param {QuestionCommand} command
   */
  async act(command) {
    if (this.busy || !this.table.state) return;
    const { revision } = this.table.state;
    const acting = { until: revision + 1 };
    this.acting = acting;
    this.lastThrow = null;
    this.table.layout.busy(true);
    const told = await this.table.command({ ...command, revision });
    if (told.type === "refused") {
      if (this.acting === acting) this.rest();
      this.rollNext = "";
      this.unchoose();
      return;
    }
    acting.until = told.revision;
    if (this.acting === acting) this.came(this.table.state);
  }

  /**
   * Throw dice that need no more asking: their odds were seen, or the player wants it so.
   * @param {State} state
   */
  goOn(state) {
    const { kind, mine, check } = state.question;
    const seen = check && this.rollNext === sameCheck(check);
    this.rollNext = "";
    if (kind !== "roll" || !mine || state.dice.kind === "own") return;
    if (seen || settings.rollAtOnce) this.roll(null);
  }

  /** Show on the board and in the panel what an old soldier would answer, without giving it. */
  async suggest() {
    const { game, seat, state } = this.table;
    if (!state) return;
    const { revision } = state;
    let wanted = state.question.default;
    let plan = "";
    try {
      const hint = await api.hint(game, seat);
      wanted = hint.action ?? wanted;
      plan = planOf(hint);
    } catch {
      // where no hints are given the quietest answer is shown
    }
    if (wanted !== null && this.table.state?.revision === revision) this.show(wanted, plan);
  }

  /** @param {number} action @param {string} [plan] why it is shown */
  show(action, plan = "") {
    const { board, panel, question } = this.table;
    const option = this.options.find((each) => each.action === action);
    if (!option) return;
    if (this.table.onBoard(option.target)) board.zoomTo(option.target);
    this.point(option);
    question.showAll();
    const press = panel.querySelector(`[data-answer="${option.action}"]`);
    press?.scrollIntoView({ block: "nearest" });
    press?.classList.add("suggested");
    if (plan) press?.after(el("p", { class: "hint plan" }, this.table.names.inWords(plan)));
  }

  /** Ask whether a pose is allowed. @param {Pose} pose @returns {Promise<Verdict>} */
  async tryPose(pose) {
    const { game, seat, state } = this.table;
    try {
      return await api.preview(game, seat, pose.text, state?.revision ?? 0);
    } catch (error) {
      return { allowed: false, reason: messageOf(error), text: "" };
    }
  }

  /** What has been picked so far, by its id on the board. */
  get picked() {
    return this.options.length ? (this.table.state?.question.picked ?? []).map((o) => o.target) : [];
  }

  /** What can be picked, each once, with the words of its answers. @returns {Lit[]} */
  lit() {
    /** @type {Map<string, string>} */
    const words = new Map();
    for (const option of this.options) {
      const before = words.get(option.target);
      const said = this.table.names.label(option);
      words.set(option.target, before ? `${before}, or ${said}` : said);
    }
    return [...words].map(([id, said]) => ({ id, label: said }));
  }

  /**
   * Light what the question names; with ids, what somebody points at in the log.
   * @param {string[] | null} [ids]
   */
  light(ids = null) {
    const question = this.table.state?.question;
    if (!question || this.table.replay.open) return;
    this.table.board.light({
      options: this.lit(),
      picked: this.picked,
      about: ids ?? question.about,
      chosen: this.chosen?.target ?? null,
    });
  }

  /** An option is pointed at in the panel; null: no longer. @param {OptionInfo | null} option */
  point(option) {
    const { board, state } = this.table;
    if (this.chosen || !state) return;
    board.light({
      options: this.lit(),
      picked: this.picked,
      about: state.question.about,
      chosen: option && this.table.onBoard(option.target) ? option.target : null,
    });
  }
}

/** @param {Choice} choice */
function answerOf(choice) {
  return "answer" in choice ? choice.answer : choice.action;
}

/**
 * What makes two checks the same for one who has seen the odds of the first.
 * @param {CheckInfo} check
 */
function sameCheck(check) {
  return `${check.check} ${check.target} ${JSON.stringify(check.odds)}`;
}

/** A pose as the answer it is. @param {Pose} pose @returns {Choice} */
export function poseChoice({ text }) {
  return { text, answer: text, target: "" };
}

/** A hint's plan in a sentence, and what else was weighed. @param {Hint} hint */
function planOf({ plan, weighed }) {
  if (!plan) return "";
  const others = weighed.slice(1, 3).map(({ text, value }) => `${text} (${value})`);
  return `${plan}. ${others.length ? `Also weighed: ${others.join("; ")}.` : ""}`.trim();
}
