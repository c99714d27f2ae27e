// The open question: what is asked, the answers as buttons, the odds before a roll, and undo.

import { clockFace } from "./clock.js";
import { button, capital, el, field, fill, toggle } from "./dom.js";
import { throwParts } from "./dice.js";
import { chainPart } from "./chain.js";
import { Numbers } from "./numbers.js";
import { checkPart, diceWords, hasOdds, previewPart } from "./odds.js";
import { ReviewPart } from "./review.js";
import { keep, set, settings } from "./settings.js";

/** @import { Choice } from "./types.d.ts" */
/**
 * @import { CheckInfo, OptionInfo, Preview, QuestionInfo, ResultInfo, State } from "./server.d.ts"
 */

const SHORT_LIST = 10;
const FILTER_FROM = 12;
const MOST_BUTTONS = 12;
const LAST_NUMBER = 9;
const TAKEN = "rudoltpsqebv"; // letters that are keys already

export class QuestionPanel {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.host = host;
    host.tabIndex = -1;
    this.table = table;
    this.review = new ReviewPart(table);
    this.listOpen = false;
    /** @type {Map<string, number>} how often had been answered when each lesson was shown first */
    this.lessons = new Map();
    /** @type {Choice | null} what is chosen, whose odds have been brought into sight */
    this.weighed = null;
    this.borrowed = false; // the board had the focus before a choice was made by a key
    this.shown = ""; // all that the question depends on that is shown
    /** @type {string | null} the piece that is shown as taken up */
    this.aimed = null;
    this.pressed = false; // the mouse is down on it: a button drawn anew would swallow the click
    this.late = false; // something was to be shown meanwhile
    host.addEventListener("mousedown", () => this.hold());
    host.addEventListener("click", () => (this.pressed = false), true);
    this.numbers = new Numbers((option) => table.answering.optionWords(option));
  }

  /** Show the question of a state, with what is chosen already. */
  render() {
    const { state, answering, advice } = this.table;
    if (!state) return;
    const { chosen, preview, throws, aiming } = answering;
    const same = this.shown === this.table.asked;
    this.late = this.pressed && same;
    if (this.late) return;
    const typed = same && !answering.busy ? typedIn(this.host, this.aimed === aiming.id) : null;
    this.shown = this.table.asked;
    this.aimed = aiming.id;
    const question = state.question;
    const weighed = chosen && !(answering.soft && preview && !hasOdds(preview)) ? chosen : null;
    const firm = weighed !== null && !answering.soft; // it has all the room until it is done or not
    const rolling = question.kind === "roll" && question.mine; // its odds are in sight: the rest is short, or after them
    const had = this.host.contains(document.activeElement);
    const stepping = document.activeElement?.matches(".enemy button");
    const back = document.activeElement?.matches("[data-back]");
    this.numbers.ask(question, state.clock);
    fill(this.host,
      this.request(state),
      question.mine || state.result ? this.table.enemy.part() : null,
      state.result ? this.result(state.result, state) : this.prompt(state),
      advice.thinking ? el("p", { class: "hint thinking", role: "status" }, "An old soldier thinks it over…") : null,
      advice.given?.plan && !weighed ? el("p", { class: "hint plan", role: "status" }, advice.given.plan) : null,
      aiming.look || weighed || rolling ? null : this.lesson(state),
      aiming.look || firm || state.result ? null : throwParts(throws, this.table.names, rolling),
      question.kind === "roll" ? this.roll(question, state) : null,
      rolling ? this.lesson(state) : null,
      aiming.look && !firm ? this.taken(aiming) : null,
      weighed ? this.chosen(weighed, preview) : null,
      aiming.look && !firm ? this.goals(aiming) : null,
      question.kind === "choose" && question.mine && !aiming.look ? this.answers(question) : null,
      firm ? null : this.table.declared.part(),
      this.undo(state),
      this.notices([...state.dice.warnings, ...state.notes]));
    const shown = this.host.querySelector(".throws");
    shown?.lastElementChild?.scrollIntoView({ block: "nearest" });
    if (shown && shown.scrollHeight > shown.clientHeight) shown.setAttribute("tabindex", "0"); // it scrolls by the keyboard too
    fade(shown);
    fade(this.host.querySelector(".lesson[open]"));
    if (!typed?.() && had) this.focus(stepping ? [back ? "[data-back]" : "[data-deed]", "[data-deed]"] : []);
    if (firm && weighed !== this.weighed) {
      this.host.scrollTop = this.table.panel.scrollTop = 0; // its odds are above
      if (answering.keyed) this.borrow();
    } else if (!firm) this.giveBack();
    this.weighed = firm ? weighed : null;
  }

  /** Leave the buttons of this state as they are until the mouse is let go, and its click has come. */
  hold() {
    this.pressed = true;
    document.addEventListener("mouseup", () => setTimeout(() => {
      this.pressed = false;
      if (this.late) this.render();
    }), { once: true, capture: true });
  }

  /** What everybody must know, and stays to be read. @param {string[]} notes */
  notices(notes) {
    return notes.length ? el("ul", { class: "notes" }, notes.map((note) => el("li", {}, note)))
      : null;
  }

  /** Open the list of answers that lie on the board. */
  showAll() {
    this.listOpen = true;
    this.render();
  }

  /**
   * Put the focus where the next answer is given; while others are asked the panel keeps it.
   * What is folded away cannot take it, and a hint is no answer. Where the answers lie on the board, a button beside
   * them ends something (a phase, a move): it must not be done by a key that was meant for what came before.
   * @param {string[]} [rather] what has it before that, if it is there
   */
  focus(rather = []) {
    const wanted = [...rather, "button.primary"];
    if (this.table.answering.keyed || !this.host.querySelector(".on-board")) {
      wanted.push(".on-board [data-answer]", ".on-board > summary", "[data-answer]", "button:not(.lesson *, .undo *)");
    }
    const found = wanted.flatMap((each) => /** @type {HTMLElement[]} */ ([...this.host.querySelectorAll(each)]));
    (found.find((each) => each.checkVisibility()) ?? this.host).focus({ preventScroll: true });
  }

  /** Take the focus to what does it: elsewhere the same key would do something else. */
  borrow() {
    this.borrowed = Boolean(document.activeElement?.closest(".board"));
    this.focus();
  }

  /** Give the focus back to the board. */
  giveBack() {
    if (this.borrowed) this.table.board.focusLit();
    this.borrowed = false;
  }

  /** @param {State} state */
  prompt(state) {
    const question = state.question;
    const seat = state.seats.find((each) => each.side === question.actor);
    const who = question.mine ? "Your turn" : this.table.sideTitle(question.actor) || "Waiting";
    const name = question.mine && state.sides.length > 1 ? this.table.sideTitle(question.actor) : "";
    const away = seat && !question.mine && !seat.bot && !seat.present ? " (away)" : "";
    return el("div", { class: question.mine ? "asked mine" : "asked" },
      el("p", { class: "who" }, name ? `${name}: your turn` : who + away, clockFace(seat)),
      el("h2", { id: "prompt" }, this.inHand(question) || this.asked(question)));
  }

  /** The question about the piece that is taken up, and what becomes of the one that was asked about. @param {QuestionInfo} question */
  inHand({ about }) {
    const { names, answering: { aiming, resting } } = this.table;
    if (aiming.prompt) return names.inWords(aiming.prompt);
    if (!aiming.id || !resting || !about.length || about.includes(aiming.id)) return "";
    return `${names.of(aiming.id)}: what does it do? (${names.whose(about)}: ${names.label(resting).toLowerCase()})`;
  }

  /**
   * What the piece that is taken up can do.
   * @param {import("./aiming.js").Aiming} aiming
   */
  taken(aiming) {
    const { names } = this.table;
    const used = new Set();
    const verbs = (aiming.look?.deeds ?? []).map((deed) => {
      const key = [...deed.verb].find((letter) => /[a-z]/.test(letter) && !TAKEN.includes(letter) && !used.has(letter)) ?? null;
      if (key) used.add(key);
      const press = button(capital(deed.verb.replaceAll("-", " ")), () => aiming.want(deed), {
        class: deed === aiming.deed ? "is-chosen" : null, title: deed.means ? null : names.inWords(deed.prompt || deed.text),
        "aria-pressed": String(deed === aiming.deed), "aria-keyshortcuts": key,
        data: { verb: deed.verb, ...(key ? { key } : {}), ...means(deed.means) } });
      if (key) press.append(" ", el("kbd", { "aria-hidden": "true" }, key.toUpperCase()));
      return press;
    });
    return el("section", { class: "taken", "aria-label": "Orders", data: { aim: aiming.id ?? "" } },
      el("div", { class: "name" }, el("h3", {}, names.of(aiming.id ?? "")),
        button("put it down", () => this.table.answering.unchoose(true), { class: "quiet", data: { down: "" } })),
      this.table.answering.refused ? el("p", { class: "refused", role: "status" }, this.table.answering.refused) : null,
      el("div", { class: "verbs", role: "group", "aria-label": "What it can do" }, verbs),
      this.meanings(aiming.deed ? [aiming.deed] : aiming.look?.deeds ?? []));
  }

  /** What verbs mean that a newcomer does not know. @param {import("./server.d.ts").DeedInfo[]} deeds */
  meanings(deeds) {
    const known = new Map(deeds.filter(({ means }) => means).map(({ verb, means }) => [verb, means]));
    return known.size && settings.guide ? el("dl", { class: "means" }, [...known].map(([verb, means]) =>
      el("div", {}, el("dt", {}, capital(verb.replaceAll("-", " "))), el("dd", {}, means)))) : null;
  }

  /**
   * The goals of the piece that is taken up: buttons for those off the board, a list of the others.
   * @param {import("./aiming.js").Aiming} aiming
   */
  goals(aiming) {
    const goals = metFirst([...new Set([...aiming.goals.values()].flat())]);
    const off = goals.filter((goal) => !this.table.onBoard(goal.target) && !goal.target.startsWith("pose:"));
    const on = goals.filter((goal) => !off.includes(goal));
    return el("section", { class: "taken goals", "aria-label": "Goals" },
      el("div", { class: "buttons" }, off.map((goal, at) => this.goal(goal, at + 1))),
      on.length ? this.goalList(on, off.length + 1) : null,
      this.order(goals.map((goal) => aiming.words(goal))));
  }

  /**
   * The goals that lie on the board, for those who do not see it.
   * @param {import("./aiming.js").Goal[]} goals
   * @param {number} first the number of the first
   */
  goalList(goals, first) {
    const short = goals.length <= SHORT_LIST;
    /** @type {HTMLDetailsElement} */
    const list = el("details", { class: "on-board", open: short || this.listOpen, ontoggle: () => {
      if (short || this.listOpen === list.open) return;
      this.listOpen = list.open;
      this.render();
    } }, el("summary", {}, `Click what is lit on the board, or choose here (${goals.length})`));
    if (short || this.listOpen) list.append(...this.searched(goals.map((goal, at) => ({
      words: `${this.table.names.of(goal.target)} ${goal.text}`.toLowerCase(), row: el("li", {}, this.goal(goal, first + at)) }))));
    return list;
  }

  /** @param {import("./aiming.js").Goal} goal @param {number} at its place in the list */
  goal(goal, at) {
    const { answering } = this.table;
    const number = at <= LAST_NUMBER ? String(at) : null;
    const press = button("", () => answering.select(goal), {
      data: { answer: goal.target, ...(number ? { number } : {}) }, "aria-keyshortcuts": number,
      onpointerenter: () => answering.showOption(goal), onfocus: () => answering.showOption(goal),
      onpointerleave: () => answering.showOption(null), onblur: () => answering.showOption(null) });
    fill(press, number ? el("kbd", { "aria-hidden": "true" }, number) : null, answering.whither(capital(answering.aiming.words(goal)), goal.target));
    return press;
  }

  /**
   * The question in words; a roll also names the pieces it is about.
   * @param {QuestionInfo} question
   */
  asked({ kind, prompt, about }) {
    const { names } = this.table;
    const whose = kind === "roll" ? names.whose(about) : "";
    return [names.inWords(prompt), whose].filter(Boolean).join(" · ");
  }

  /** @param {State} state */
  lesson(state) {
    if (!state.lesson || !settings.guide || !state.question.mine) return null;
    const { lesson, question } = state;
    const { given } = this.table.answering;
    if (!this.lessons.has(lesson)) this.lessons.set(lesson, given);
    const fresh = this.lessons.get(lesson) === given; // folded once the reader has gone on
    /** @type {HTMLDetailsElement} */
    const part = el("details", { class: "lesson", open: fresh && settings.hint },
      el("summary", { "aria-keyshortcuts": "h", onclick: () => {
        keep("hint", !part.open); // who folds it has it folded from now on
        if (settings.hint) this.lessons.set(lesson, given);
      } }, "Hint"),
      el("p", {}, lesson),
      el("p", { class: "actions" },
        question.default !== null && question.kind === "choose"
          ? button(this.table.advice.thinking ? "Thinking…" : "Show me", () => this.table.advice.ask(),
            { disabled: this.table.advice.thinking, data: { suggest: "" } }) : null,
        button("No more hints", () => set("guide", false), { class: "quiet" })));
    return part;
  }

  /** Fold the hint, or unfold it; false if there is none. */
  foldHint() {
    /** @type {HTMLElement | null} */
    const summary = this.host.querySelector(".lesson summary");
    summary?.click();
    return Boolean(summary);
  }

  /** @param {QuestionInfo} question @param {State} state */
  roll(question, state) {
    const check = question.check ? checkPart(question.check, question.prompt) : null;
    const own = state.dice.kind === "own";
    if (!question.mine || question.idle) return check;
    if (own) return el("div", {}, check, this.ownDice(question.check));
    const verb = question.check?.verb ?? "Roll";
    return el("div", {}, check, el("p", { class: "actions at-hand" },
      button(verb, () => this.table.answering.roll(null),
        { class: "primary big", data: { roll: "" } }),
      toggle("at once from now on", settings.rollAtOnce, (on) => set("rollAtOnce", on))));
  }

  /** Fields for the faces of dice thrown on a real table. @param {CheckInfo | null} check */
  ownDice(check) {
    const dice = check?.dice ?? [];
    const faces = dice.map(([sides, first], i) => el("input", { type: "number", required: true,
      min: first, max: first + sides - 1, inputmode: "numeric", "aria-label": `Die ${i + 1}` }));
    return el("form", { class: "own-dice", onsubmit: (event) => {
      event.preventDefault();
      this.table.answering.roll(faces.map((each) => Number(each.value)));
    } }, field(`Roll ${diceWords(dice)} and enter the faces`, el("span", {}, faces)),
    el("button", { type: "submit", class: "primary" }, "Use this roll"));
  }

  /** Whose odds are shown: of a roll that follows later, who is asked about against whom he aims at. @param {Choice} option @param {Preview} preview */
  whose(option, { about }) {
    const { names, state, answering } = this.table;
    if (about.length) return names.whose(about);
    const doer = answering.aiming.id ?? state?.question.about[0] ?? "";
    const [one, other] = [names.sideOf([doer]), names.sideOf([option.target])];
    return one >= 0 && other >= 0 && one !== other ? names.whose([doer, option.target]) : "";
  }

  /** @param {Choice} option @param {Preview | null} preview */
  chosen(option, preview) {
    const { answering } = this.table;
    const verb = preview?.checks[0]?.verb.toLowerCase(); // none: it is rolled later
    return el("section", { class: "chosen", "aria-label": "Your choice", "aria-busy": preview ? null : "true" },
      el("p", {}, el("b", {}, this.table.answering.words(option)), preview?.cost ? ` · ${preview.cost}` : ""),
      preview ? previewPart(preview, this.whose(option, preview), (text) => this.table.names.inWords(text))
        : el("p", { class: "hint" }, "Working out the odds…"),
      preview?.chain ? chainPart(preview.chain, this.table.words) : null,
      preview?.attack.length && !preview.chain ? el("p", { class: "hint" }, "Following the attack to its end…") : null,
      answering.soft && preview ? el("p", { class: "hint to-do" }, preview.price ? "Click it to choose it." : "Click it to do it.") : el("p", { class: "actions at-hand" },
        preview ? button(verb ? `Do it, and ${verb}` : "Do it",
          () => this.table.answering.commit(option),
          { class: "primary big", data: { commit: "" } }) : null,
        button("Not yet", () => this.table.answering.unchoose(false))),
      preview?.price ? el("p", { class: "price" }, capital(preview.price)) : null);
  }

  /** @param {QuestionInfo} question */
  answers(question) {
    /** @type {Map<string, number>} */
    const kinds = new Map();
    for (const { target } of question.options) {
      kinds.set(kindOf(target), (kinds.get(kindOf(target)) ?? 0) + 1);
    }
    // Few of a kind that are not places or pieces are buttons; the rest lies on the board.
    const listed = (/** @type {OptionInfo} */ { target }) =>
      this.table.onBoard(target) || (kinds.get(kindOf(target)) ?? 0) > MOST_BUTTONS;
    const off = this.byNumber(question.options.filter((option) => !listed(option)));
    const on = metFirst(question.options.filter(listed));
    const buttons = off.length ? el("div", { class: "buttons", role: "group", "aria-label": "Answers" },
      off.map((option) => this.answer(option, question))) : null;
    const last = off.some(({ key }) => key > 1) && on.some(({ key }) => key === 1); // numbers run on down the panel
    return el("div", { class: "answers" },
      last ? null : buttons,
      question.picked.length ? el("div", { class: "picked", role: "group", "aria-label": "Picked" },
        el("p", { class: "hint" }, "Picked; choose one again to put it back:"),
        question.picked.map((option) => this.answer(option, question))) : null,
      on.length ? this.list(on, question) : null,
      last ? buttons : null,
      question.pose ? el("ul", { class: "hint" }, question.pose.says.map((s) => el("li", {}, s)))
        : null,
      this.order(question.options.map((option) => this.table.answering.optionWords(option))));
  }

  /** Whether a clock runs for the side that answers. */
  get clocked() {
    const { state } = this.table;
    return state?.seats.some((seat) => seat.side === state.question.actor && seat.seconds_left !== null) ?? false;
  }

  /** The number of an answer; null if it has none. @param {OptionInfo} option */
  numberOf(option) {
    return this.numbers.of(option);
  }

  /** Answers in the order of their numbers, then those without. @param {OptionInfo[]} options */
  byNumber(options) {
    const last = (/** @type {OptionInfo} */ option) => this.numberOf(option) ?? Infinity;
    return options.map((option) => ({ option, at: last(option) })).sort((a, b) => a.at - b.at || 0).map(({ option }) => option);
  }

  /** @param {OptionInfo} option @param {QuestionInfo} question @param {boolean} [seen] what cannot be seen has no number */
  answer(option, question, seen = true) {
    const found = seen ? this.numberOf(option) : null;
    const number = found === null ? null : String(found);
    const confirms = question.options.length === 1 && question.picked.length > 0 && option === question.options[0];
    const usual = option.action === question.default && (question.options.length > 1 || confirms);
    const { chosen } = this.table.answering;
    const advised = option.action === this.table.advice.given?.option.action;
    const classes = [option === chosen ? "is-chosen" : "", advised ? "suggested" : "", usual ? "usual" : "", confirms && option !== chosen ? "primary" : ""];
    const press = button("", () => this.table.answering.press(option), {
      class: classes.join(" ").trim() || null, "aria-busy": option === chosen && !this.table.answering.preview ? "true" : null,
      data: { answer: option.action, ...(number ? { number } : {}), ...means(question.means[option.text]) },
      "aria-keyshortcuts": number,
      onpointerenter: () => this.table.answering.showOption(option),
      onfocus: () => this.table.answering.showOption(option),
      onpointerleave: () => this.table.answering.showOption(null),
      onblur: () => this.table.answering.showOption(null),
    });
    fill(press, number ? el("kbd", { "aria-hidden": "true" }, number) : null,
      this.table.answering.optionWords(option),
      usual && this.clocked ? el("small", {}, "if your time runs out") : null);
    return press;
  }

  /**
   * The answers that lie on the board, by what they name; short lists stand open.
   * @param {OptionInfo[]} options
   * @param {QuestionInfo} question
   */
  list(options, question) {
    const short = options.length <= SHORT_LIST;
    const seen = short || this.listOpen;
    /** @type {Map<string, OptionInfo[]>} */
    const groups = new Map();
    for (const option of options) {
      groups.set(option.target, [...(groups.get(option.target) ?? []), option]);
    }
    const rows = [...groups].map(([target, own]) => ({
      words: `${this.table.names.of(target)} ${own.map((o) => o.text).join(" ")}`.toLowerCase(),
      row: el("li", {}, own.map((option) => this.answer(option, question, seen))),
    }));
    /** @type {HTMLDetailsElement} */
    const list = el("details", { class: "on-board", open: seen,
      ontoggle: () => {
        if (short || this.listOpen === list.open) return;
        this.listOpen = list.open;
        this.render();
      } },
    el("summary", {}, `Click what is lit on the board, or choose here (${options.length})`),
    this.searched(rows));
    return list;
  }

  /** Rows, with a field to search them where there are many. @param {{words: string, row: HTMLElement}[]} rows */
  searched(rows) {
    /** @type {HTMLInputElement} */
    const filter = el("input", { type: "search", placeholder: "Search…",
      "aria-label": "Search the answers", oninput: () => {
        const word = filter.value.trim().toLowerCase();
        for (const { row, words } of rows) row.hidden = !words.includes(word);
      } });
    const list = el("ul", { class: "targets" }, rows.map(({ row }) => row));
    return rows.length >= FILTER_FROM ? [filter, list] : [list];
  }

  /** An order typed in words, with those that complete it. @param {string[]} known */
  order(known) {
    const input = el("input", { type: "text", list: "orders", maxlength: 400, autocomplete: "off",
      spellcheck: "false", placeholder: "Type an order", "aria-label": "Order",
      data: { order: "" } });
    return el("form", { class: "order", onsubmit: async (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text && !(await this.table.answering.command(text))) this.typeAgain(text);
    } }, input,
    el("datalist", { id: "orders" }, known.slice(0, 300).map((text) => el("option", { value: text }))),
    el("button", { type: "submit" }, "Order"));
  }

  /** An order was refused: it can be put right where it was typed. @param {string} text */
  typeAgain(text) {
    /** @type {HTMLInputElement | null} */
    const field = this.host.querySelector("[data-order]");
    if (!field || field.value) return;
    field.value = text;
    field.focus({ preventScroll: true });
  }

  /** @param {State} state */
  undo(state) {
    if (!state.undo.may) return null;
    const first = this.table.log.entries.find((entry) => entry.line === state.line); // what the answer itself did; the rest came of it
    const did = first ? this.table.names.inWords(first.text.split("\n")[0]) : capital(this.table.names.ordered(state.undo.what));
    const why = state.undo.why.replace(/^The /, "the ");
    const what = why ? `${state.undo.asks ? "because" : "though"} ${why}` : did;
    return el("p", { class: "undo" },
      button(state.undo.asks ? "Ask to undo" : "Undo",
        () => this.table.answering.undo(), { class: "quiet", data: { undo: "" } }),
      what ? el("small", {}, what) : null);
  }

  /** @param {State} state */
  request(state) {
    const asked = state.request;
    if (!asked) return null;
    const consent = (/** @type {boolean} */ yes) => this.table.command({ type: "consent", id: asked.id, yes });
    return el("section", { class: "request", "aria-label": "Asked of you" },
      el("p", {}, `${this.table.sideTitle(asked.by)} ${
        asked.kind === "undo" ? "asks to" : "calls the umpire:"} ${asked.text}`),
      asked.mine ? el("p", { class: "actions" },
        button("I agree", () => consent(true), { class: "primary" }),
        button("No", () => consent(false))) : el("p", { class: "hint" }, "Waiting for an answer."));
  }

  /** @param {ResultInfo} result @param {State} state */
  result({ winner, why }, state) {
    const { title, more } = inShort(why, winner === null ? "" : this.table.sideTitle(winner));
    return el("div", { class: "asked over" },
      el("p", { class: "who" }, "The battle is over"),
      el("h2", { id: "prompt" }, title),
      more ? el("p", {}, more) : null,
      el("p", { class: "actions" },
        button("Watch it again", () => this.table.replay.watch(), { class: "primary" }),
        state.sides.length ? button(state.rematch ? "Go to the rematch" : "Rematch",
          () => this.table.seats.again()) : null,
        button("Save the record", () => this.table.saveRecord()),
        el("a", { class: "button", href: "#/" }, "Another battle")),
      this.review.part(state));
  }
}

/**
 * Who won, and what else is to be said of it; victory is told once.
 * @param {string} why
 * @param {string} winner empty: nobody
 */
export function inShort(why, winner) {
  const [head, ...rest] = why.replace(/\.$/, "").split(": ");
  const told = winner ? head.startsWith(`${winner} victory`) : head === "A draw";
  if (!told) return { title: winner ? `Victory: ${winner}` : "A draw", more: why };
  return { title: head, more: rest.length ? `${capital(rest.join(": "))}.` : "" };
}

/**
 * What stands in the fields of a part that is drawn anew. The answer writes it again; it says whether somebody is typing there.
 * @param {HTMLElement} part
 * @param {boolean} searched whether the same is searched as before
 */
function typedIn(part, searched) {
  const fields = (/** @type {HTMLElement} */ host) => /** @type {HTMLInputElement[]} */ (
    [...host.querySelectorAll("input:not([type=checkbox])")]).filter(({ type }) => searched || type !== "search");
  const before = fields(part).map((field) => ({ field, focused: field === document.activeElement,
    from: field.selectionStart, to: field.selectionEnd }));
  return () => fields(part).map((field) => {
    const old = before.find((each) => each.field.ariaLabel === field.ariaLabel);
    if (!old) return false;
    field.value = old.field.value;
    if (field.value) field.dispatchEvent(new Event("input"));
    if (!old.focused) return false;
    field.focus({ preventScroll: true });
    if (old.from !== null) field.setSelectionRange(old.from, old.to);
    return true;
  }).includes(true);
}

/** Let the edges of a part fade while there is more beyond them. @param {Element | null} part */
function fade(part) {
  const look = () => {
    part?.classList.toggle("more-above", part.scrollTop > 1);
    part?.classList.toggle("more", part.scrollTop + part.clientHeight < part.scrollHeight - 1);
  };
  part?.addEventListener("scroll", look);
  look();
}

/** @param {string} target */
function kindOf(target) {
  return target.split(":")[0];
}

/** What a word means, for who stays at it. @param {string} [text] @returns {Record<string, string>} */
function means(text) {
  return text ? { means: text } : {};
}

/** Those that meet somebody come first. @template {{met: string}} T @param {T[]} ways */
function metFirst(ways) {
  return [...ways.filter(({ met }) => met), ...ways.filter(({ met }) => !met)];
}
