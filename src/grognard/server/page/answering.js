// Answering: pointing shows what would come of it, a click gives the answer, or shows its odds first.

import { Aiming, REGION } from "./aiming.js";
import { api } from "./api.js";
import { REFUSED } from "./board/posing.js";
import { chooser, chooserOpen, closeChooser } from "./chooser.js";
import { confirm } from "./confirm.js";
import { announce, toast } from "./notify.js";
import { capital, messageOf } from "./dom.js";
import { WAYS } from "./names.js";
import { fatesInWords } from "./chain.js";
import { hasOdds, oddsInWords } from "./odds.js";
import { settings } from "./settings.js";
import { readings, said } from "./typed.js";

/** @import { Choice, LastRoll, Lit, Point, Pose, QuestionCommand, Row, Verdict } from "./types.d.ts" */
/** @import { CheckInfo, OptionInfo, Preview, State } from "./server.d.ts" */

const AT_ONCE = 80; // milliseconds within which an answer needs no word that it is worked out
const WORKING = "Working out the odds…";
const GLANCE = 350; // milliseconds odds have stood there before a click can mean them
const PAUSE = 150; // milliseconds a goal is pointed at until its attack is followed
const UNREAD = /^(cannot read|this order)/; // what the server says of words, not of the game

export class Answering {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    this.aiming = new Aiming(table);
    this.soft = false; // what is chosen is only pointed at
    /** @type {string | null} what the mouse is over */
    this.over = null;
    /** @type {number | undefined} the timer while odds have only just come up under the mouse */
    this.glancing = undefined;
    /** @type {{from: number, to: number} | null} the lines of the last row of answers */
    this.row = null;
    /** @type {Choice | null} */
    this.chosen = null;
    /** @type {Preview | null} */
    this.preview = null;
    this.refused = ""; // why what was clicked last is no goal
    /** @type {LastRoll[]} since one's last answer */
    this.throws = [];
    this.keyed = false; // the last choice was made by a key of the panel
    /** @type {{check: string, clock: string, later: boolean}[]} rolls whose odds were seen and confirmed; some come when others have answered */
    this.confirmed = [];
    this.given = 0; // answers and rolls so far
    this.calm = -1; // the line at which a setting was changed: what is due there waits for its button
    /** @type {{until: number, row: {from: number, to: number} | null} | null} the command under way, and the revision that shows it done */
    this.acting = null;
    /** @type {number | undefined} the timer of the chain that is to be worked out */
    this.following = undefined;
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
    if (!this.acting || state.revision < this.acting.until) return;
    if (this.acting.row) this.row = { ...this.acting.row, to: state.line };
    this.rest();
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

  /** The answers a thing on the board stands for: those that name it, else those that go to it. @param {string} id */
  answersAt(id) {
    const named = this.options.filter((option) => option.target === id || option.pieces.includes(id));
    return named.length ? named : this.options.filter((option) => option.met === id);
  }

  /** Whether a thing on the board can be given something to do. @param {string} id */
  canAct(id) {
    const question = this.table.state?.question;
    return this.options.length > 0 && Boolean(question?.able.includes(id));
  }

  /** Something on the board was clicked. @param {string} id @param {boolean} [unsure] whether a finger may have missed */
  async pick(id, unsure = false) {
    if (this.table.tools.pick(id) || this.busy) return;
    const goals = this.aiming.goals.get(id);
    if (goals) {
      this.among(id, goals.map((goal) => ({ choice: goal, words: this.aiming.words(goal) })), unsure);
    } else if (id === this.aiming.id) this.unchoose(true);
    else if (this.aiming.beneath(id)) this.pick(this.aiming.beneath(id) ?? id, unsure);
    else if (!this.canAct(id) || !(await this.aiming.begin(id, null, unsure))) this.pickDirectly(id, unsure);
  }

  /** @param {string} id @param {boolean} unsure */
  pickDirectly(id, unsure) {
    const own = this.answersAt(id);
    if (!own.length) {
      if (this.aiming.isFoe(id)) this.refuse(id);
      else if (this.aiming.leadsTo(id)) this.refusePlace(id);
      else if (this.aiming.look) this.unchoose(true);
      this.table.card.pin(id);
      return;
    }
    this.among(id, own.map((choice) => ({ choice, words: this.table.names.label(choice) })), unsure);
  }

  /** Say why the piece that is taken up does not attack an enemy; it stays in hand. @param {string} id */
  async refuse(id) {
    const { names, board, asked } = this.table;
    const { look } = this.aiming;
    this.unchoose(false);
    const words = [`${names.of(id)} cannot be attacked by ${names.of(look?.id ?? "")} now`];
    const pose = board.posing.poseOn(id);
    const verdict = pose ? await this.table.layout.asking(this.tryPose(pose)) : null;
    if (this.aiming.look !== look || this.table.asked !== asked || this.chosen || this.busy) return;
    if (verdict?.reason) words.push(capital(verdict.reason.replace(REFUSED, "")));
    board.tip(id, words);
    this.refused = `${words.join(". ")}.`;
    this.table.question.render();
  }

  /** Say why the piece that is taken up does not go to a place; it stays in hand. @param {string} id */
  async refusePlace(id) {
    const { names, board, asked } = this.table;
    const { look } = this.aiming;
    const row = this.aiming.rowTo(id);
    this.unchoose(false);
    const verdict = row ? await this.table.layout.asking(this.verdict(row)) : null;
    if (this.aiming.look !== look || this.table.asked !== asked || this.chosen || this.busy) return;
    const plain = `${names.of(look?.id ?? "")} cannot go to ${names.of(id)} now`;
    const words = verdict?.reason && !UNREAD.test(verdict.reason) ? names.inWords(verdict.reason) : plain;
    board.tip(id, [words]);
    this.refused = `${words}.`;
    this.table.question.render();
  }

  /**
   * Choose the only one, or let one be chosen.
   * @param {string} id
   * @param {{choice: Choice, words: string}[]} several
   * @param {boolean} unsure
   */
  among(id, several, unsure) {
    if (several.length === 1) this.select(several[0].choice, unsure);
    else if (this.chosen?.target === id && !this.soft) this.select(this.chosen);
    else {
      chooser(this.table.names.of(id), several.map(({ choice, words }) => ({ text: words,
        act: () => this.select(choice) })), this.where());
    }
  }

  /** An answer of the panel was pressed: where it asks for a goal, it is aimed. @param {OptionInfo} option */
  async press(option) {
    const { target, action } = option;
    if (this.busy) return;
    if (this.chosen && !this.soft && answerOf(this.chosen) === action) await this.select(option);
    else if (!this.canAct(target) || !(await this.aiming.begin(target, action))) await this.select(option);
  }

  /**
   * The mouse is over something: what a click on it would lead to is shown.
   * @param {string | null} id
   */
  async point(id) {
    this.over = id;
    if (this.busy || this.table.tools.active || (this.chosen && !this.soft)) return;
    const choice = this.onlyChoice(id);
    if (!choice || !this.table.state) {
      this.leave();
      return;
    }
    const { state, asked } = this.table;
    let preview;
    try {
      preview = await this.aiming.preview(answerOf(choice), state.revision);
    } catch {
      return;
    }
    const late = this.over !== id || this.busy || this.table.asked !== asked;
    if (late || (this.chosen && !this.soft) || !preview.allowed) return;
    this.chosen = choice;
    this.preview = preview;
    this.soft = true;
    if (settings.glance && hasOdds(preview)) this.glance();
    this.aim(choice, preview);
    this.table.question.render();
    this.followAttack(choice, preview);
  }

  /** Odds come up under the mouse: who clicks before they can have been read is shown them, and asked again. */
  glance() {
    this.glanced();
    this.glancing = setTimeout(() => this.glanced(), GLANCE);
    this.table.layout.glancing(true);
  }

  glanced() {
    clearTimeout(this.glancing);
    this.glancing = undefined;
    this.table.layout.glancing(false);
  }

  /**
   * Work out the whole chain of an attack that is pointed at or chosen, after a moment.
   * @param {Choice} choice
   * @param {Preview} preview
   */
  followAttack(choice, preview) {
    clearTimeout(this.following);
    if (!preview.attack.length || preview.chain) return;
    this.following = setTimeout(async () => {
      const { state } = this.table;
      if (!state || this.busy || this.preview !== preview) return;
      let whole;
      try {
        whole = await this.aiming.preview(answerOf(choice), state.revision, true);
      } catch {
        return;
      }
      if (this.preview !== preview || this.busy || !this.chosen) return;
      this.preview = whole;
      if (this.soft) this.aim(choice, whole);
      this.table.question.render();
    }, PAUSE);
  }

  /** The one thing a click on an id would do, if it is one. @param {string | null} id */
  onlyChoice(id) {
    if (id === null) return null;
    const goals = this.aiming.goals.get(id);
    if (goals) return goals.length === 1 ? goals[0] : null;
    if (this.aiming.look || this.canAct(id)) return null;
    const own = this.answersAt(id);
    return own.length === 1 ? own[0] : null;
  }

  /**
   * Draw the way of a choice, and say beside it what it takes.
   * @param {Choice} choice
   * @param {Preview} preview
   */
  aim(choice, preview) {
    const { board } = this.table;
    const from = this.aiming.id ?? this.table.state?.question.about[0] ?? null;
    const shot = from && board.finder.pieces.has(choice.target) ? [from, choice.target] : [];
    board.trail(preview.trail.length > 1 ? preview.trail : shot);
    board.pointAt(choice.target);
    const ends = preview.chain ? fatesInWords(preview.chain, this.table.words) : "";
    board.command(preview.command);
    const led = preview.command ? capital(board.radius.words(preview.command)) : "";
    board.tip(choice.target, [this.words(choice), preview.cost, led, ...oddsInWords(preview).map((line) => this.table.names.inWords(line)), ends, preview.price].filter(Boolean));
  }

  /**
   * Words for an answer at a place; one that has only a number is told by its ground and by the way there from the piece that is asked about.
   * @param {string} said
   * @param {string} id
   */
  whither(said, id) {
    const { board } = this.table;
    const [title] = board.finder.places.has(id) ? board.picture.placeTitle(id).split(",") : [""];
    const [number, ...ground] = title.split(" ");
    if (!/^\d+$/.test(number)) return said;
    const there = this.about.length ? [] : board.finder.standing(id);
    if (there.length) return `${said}: ${this.table.names.listed(there)}`; // who stands there says more than the ground
    const from = board.finder.point(this.about.find((each) => board.finder.pieces.has(each)) ?? null);
    const way = from ? compass(from, board.finder.point(id) ?? from) : "";
    if (said === number && way) return `${capital(way)}: ${[number, ...ground].join(", ")}`;
    return `${said}: ${[ground.join(" "), way].filter(Boolean).join(", ")}`;
  }

  /** An option in words; an order given at a place to those who stand there is told from there. @param {OptionInfo} option */
  optionWords(option) {
    const { names, board, state } = this.table;
    const said = this.whither(names.label(option), option.target);
    const place = names.of(option.target);
    const starts = state?.question.able.includes(option.target) && board.finder.places.has(option.target);
    return starts && said.endsWith(` ${place}`) && !said.endsWith(` from ${place}`)
      ? `${said.slice(0, -place.length)}from ${place}` : said;
  }

  /** A choice in words: what is done to whom, or where. @param {Choice} choice */
  words(choice) {
    return "deed" in choice ? this.aiming.words(/** @type {any} */ (choice)) : this.table.names.label(choice);
  }

  /** The mouse is over nothing that can be answered. */
  leave() {
    if (!this.soft) return;
    const odds = this.preview && hasOdds(this.preview);
    this.clear();
    if (odds && this.table.state) this.table.question.render();
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
   * @param {boolean} [unsure] whether it is to be confirmed anyhow
   * @returns {Promise<void>}
   */
  async select(choice, unsure = false) {
    const { state, board } = this.table;
    if (!state || this.busy || !this.offers(choice)) return;
    this.aiming.asked += 1;
    if (this.chosen && same(answerOf(this.chosen), answerOf(choice))) {
      const unread = this.soft && (this.preview?.price || this.glancing !== undefined); // said before, and confirmed
      this.soft = false;
      this.glanced();
      if (unread) this.table.question.render();
      else if (this.preview) await this.commit(choice); // nobody commits before the odds
      return;
    }
    this.clear();
    this.chosen = choice;
    this.light();
    let preview;
    try {
      preview = await this.worked(choice.target, WORKING, this.aiming.preview(answerOf(choice), state.revision));
    } catch (error) {
      if (this.chosen !== choice || this.busy) return; // an order was typed meanwhile
      this.unchoose();
      toast(messageOf(error));
      return;
    }
    if (this.chosen !== choice || this.busy) return;
    if (!preview.allowed) {
      this.unchoose();
      toast(preview.reason);
    } else if (!hasOdds(preview) && !unsure) {
      await this.commit(choice);
    } else {
      this.preview = preview;
      this.aim(choice, preview);
      if (!unsure) board.tip(null, []);
      this.table.layout.low(false);
      this.table.question.render();
      this.followAttack(choice, preview);
      announce(`${this.table.names.label(choice)}. ${hasOdds(preview) ? "Odds shown. " : ""}Choose it again to do it.`);
    }
  }

  /**
   * What comes of a press; where it takes longer than a moment, that is shown and told at the thing that was pressed.
   * @template Found
   * @param {string} id
   * @param {string} words
   * @param {Promise<Found>} answer
   */
  async worked(id, words, answer) {
    const { board, question, layout } = this.table;
    const slow = setTimeout(() => {
      board.working(id, words);
      if (this.chosen) question.render();
      announce(words);
    }, AT_ONCE);
    try {
      return await layout.asking(answer);
    } finally {
      clearTimeout(slow);
      board.working(null, "");
    }
  }

  /** Not what was chosen; then not the piece that was taken up. */
  unchoose(all = !this.chosen || this.soft) {
    this.aiming.asked += 1;
    this.forget(all);
    this.light();
    if (!this.table.state) return;
    this.table.askPose();
    if (all) this.aiming.rate(null);
    this.table.question.render();
  }

  /** Forget what was chosen, and what was taken up. */
  forget(all = true) {
    closeChooser();
    this.clear();
    if (all) this.aiming.forget();
  }

  clear() {
    this.glanced();
    this.chosen = null;
    this.preview = null;
    this.soft = false;
    this.refused = "";
    this.table.board.trail([]);
    this.table.board.pointAt(null);
    this.table.board.tip(null, []);
    this.table.board.command(null);
  }

  /**
   * An order was typed, in the words of a button or in others; one that begins with an arrow goes on with what is taken up.
   * @param {string} text
   * @returns {Promise<boolean>} whether it was obeyed
   */
  async command(text) {
    const { asked, names } = this.table;
    const shown = said(text, [...this.aiming.goals.values()].flat(), (goal) => this.aiming.words(goal))
      ?? said(text, this.options, (option) => this.optionWords(option));
    if (shown) return this.commit(shown);
    const [deed] = this.aiming.deeds;
    const rows = readings(text, names).map((read) => (deed && text.startsWith(">") ? [...deed.answer, read] : read));
    let [answer] = rows;
    for (const row of rows.length > 1 ? rows : []) {
      if (!(await this.verdict(row)).allowed) continue;
      answer = row;
      break;
    }
    if (this.table.asked !== asked) return false;
    return this.commit({ text, answer, target: "" });
  }

  /** Give an answer. @param {Choice} choice */
  commit(choice) {
    const check = this.preview?.checks[0];
    if (!this.busy && check) {
      this.confirmed.push({ check: sameCheck(check), clock: this.table.state?.clock ?? "", later: !check.verb });
    }
    const done = this.act({ type: "answer", answer: answerOf(choice) });
    if (this.busy) this.clear();
    this.table.question.render();
    return done;
  }

  /** Roll; with faces, what the player's own dice show. @param {number[] | null} faces */
  roll(faces, own = false) {
    return this.act({ type: "roll", ...(faces ? { faces } : {}) }, own);
  }

  /** Take the last answer back; of answers given in a row, all. Where dice or another side's answers go with it, that is said first. */
  async undo() {
    const { why = "", asks = false } = this.table.state?.undo ?? {};
    const what = `${capital(why)}. Your last answer is taken back with all that followed it.`;
    if (why && !asks && !(await confirm("Take this back too?", what, "Take it back", "Leave it"))) return;
    const whole = this.row && this.table.state?.line === this.row.to;
    const to = whole && this.row ? { to: this.row.from } : {};
    this.row = null;
    this.confirmed = [];
    await this.act({ type: "undo", ...to });
  }

  /**
   * A command that changes the question: no other until it is refused, or what it led to is shown.
   * @param {QuestionCommand} command
   * @param {boolean} [own] whether the page gives it by itself
   * @returns {Promise<boolean>} whether it was not refused
   */
  async act(command, own = false) {
    if (this.busy || !this.table.state) return false;
    const { revision, line } = this.table.state;
    const several = command.type === "answer" && typeof command.answer !== "number";
    const acting = { until: revision + 1, row: several ? { from: line, to: line } : null };
    this.acting = acting;
    this.given += 1;
    if (command.type !== "roll") this.throws = [];
    this.table.layout.busy(true);
    const told = await this.table.command({ ...command, revision }, own);
    if (told.type === "refused") {
      if (this.acting === acting) this.rest();
      this.confirmed = [];
      this.unchoose();
      // Something else came between, such as a salt: what nobody need press is tried again.
      if (own && this.table.state.revision > revision) this.goOn(this.table.state);
      return false;
    }
    acting.until = told.revision;
    if (this.acting === acting) this.came(this.table.state);
    return true;
  }

  /**
   * Throw dice that need no more asking: their odds were seen, or the player wants it so.
   * @param {State} state
   */
  goOn(state) {
    if (this.busy) return;
    const { kind, mine, check, idle } = state.question;
    const seen = check ? this.confirmed.find((each) => each.check === sameCheck(check)) : null;
    this.confirmed = this.confirmed.filter((each) => each !== seen && each.later && each.clock === state.clock);
    if (kind !== "roll" || !mine || state.dice.kind === "own") return;
    if (seen || idle || (settings.rollAtOnce && state.line !== this.calm)) this.roll(null, true);
  }

  /** A pose as the answer it is, after those that lead to its question. @param {Pose} pose @returns {Row} */
  rowTo({ text, first }) {
    const { posed } = this.aiming;
    if (!posed) return first ? [first, text] : text;
    return [...posed.answer, ...(first ? [first] : []), text];
  }

  /** @param {Pose} pose */
  pose(pose) {
    return this.select({ text: pose.text, answer: this.rowTo(pose), target: "" });
  }

  /**
   * Ask whether a pose is allowed. A piece turns and then moves; where it may not, it may perhaps move and then turn.
   * @param {Pose} pose
   * @returns {Promise<Verdict>}
   */
  async tryPose(pose) {
    const verdict = await this.verdict(this.rowTo(pose));
    if (verdict.allowed || !pose.ahead) return verdict;
    const turning = await this.verdict(this.rowTo({ ...pose, first: pose.ahead }));
    return turning.allowed ? { ...turning, text: "it moves, then turns", first: pose.ahead } : verdict;
  }

  /** Whether an answer is allowed, and why not. @param {Row} answer @returns {Promise<Verdict>} */
  async verdict(answer) {
    const { game, seat, state } = this.table;
    try {
      return await api.preview(game, seat, answer, state?.revision ?? 0);
    } catch (error) {
      return { allowed: false, reason: messageOf(error), text: "" };
    }
  }

  /** What the question is about: the piece that is taken up, or what the rules ask about. */
  get about() {
    return this.aiming.id ? [this.aiming.id] : this.table.state?.question.about ?? [];
  }

  /** The piece is to stay where it is: put down, or halted where the rules ask for it. */
  stay() {
    if (this.aiming.look) this.unchoose(true);
    else if (this.resting) this.select(this.resting);
  }

  /** The answer that leaves things as they stand. @returns {OptionInfo | null} */
  get resting() {
    const wanted = this.table.state?.question.rest;
    return this.options.find((option) => option.action === wanted) ?? null;
  }

  /** What has been picked so far, by its id on the board. */
  get picked() {
    const picked = this.options.length ? this.table.state?.question.picked ?? [] : [];
    return picked.flatMap(({ target, pieces }) => [target, ...pieces]);
  }

  /** What can be picked, each once, with the words of its answers. @returns {Lit[]} */
  lit() {
    const { names, board, state } = this.table;
    const able = this.options.length ? (state?.question.able ?? []) : [];
    const pieces = able.filter((id) => board.finder.pieces.has(id));
    /** @type {Map<string, Lit>} */
    const found = new Map();
    if (this.aiming.look) for (const lit of this.aiming.lit()) found.set(lit.id, lit);
    else {
      for (const option of this.options) {
        // Orders at a place are given to the pieces that stand there.
        if (pieces.length && able.includes(option.target) && !board.finder.pieces.has(option.target)) continue;
        const said = names.label(option);
        for (const id of [option.target, ...option.pieces]) {
          const before = found.get(id);
          found.set(id, { id, label: before ? `${before.label}, or ${said}` : said });
        }
        const { met } = option;
        if (met && !found.has(met) && !able.includes(met)) found.set(met, { id: met, label: said });
      }
      const places = [...found.values()].filter(({ id }) => board.finder.places.has(id));
      if (places.length > REGION) for (const place of places) place.region = "near";
    }
    for (const id of pieces) {
      const label = this.aiming.look ? "take it up instead" : "orders";
      if (!found.has(id) && id !== this.aiming.id) found.set(id, { id, label, able: this.aiming.look !== null });
    }
    return [...found.values()];
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
      about: ids ?? this.about,
      ...this.marked((this.soft ? null : this.chosen) ?? null),
    });
  }

  /** An option is pointed at in the panel; null: no longer. @param {{target: string, pieces?: string[]} | null} option */
  showOption(option) {
    const { board, state } = this.table;
    if ((this.chosen && !this.soft) || !state || chooserOpen()) return;
    board.light({
      options: this.lit(),
      picked: this.picked,
      about: this.about,
      ...this.marked(option),
    });
  }

  /**
   * What is marked among the lit: what is chosen or pointed at, the piece that is taken up, what was advised.
   * @param {{target: string, pieces?: string[]} | null} option
   */
  marked(option) {
    const wanted = option ?? (this.aiming.id ? null : this.table.advice.given?.option);
    const there = wanted && this.table.onBoard(wanted.target);
    return { shown: wanted?.pieces ?? [], chosen: there ? wanted.target : this.aiming.id };
  }
}

/** The way from one point of the picture to another; empty if they are one. @param {Point} from @param {Point} to */
function compass([x, y], [x2, y2]) {
  const turn = (Math.atan2(x2 - x, y - y2) * 4) / Math.PI;
  return Math.hypot(x2 - x, y2 - y) < 1 ? "" : Object.values(WAYS)[(Math.round(turn) + 8) % 8];
}

/** @param {Choice} choice @returns {Row} */
function answerOf(choice) {
  return "answer" in choice ? choice.answer : choice.action;
}

/** @param {Row} one @param {Row} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * What makes two checks the same for one who has seen the odds of the first.
 * @param {CheckInfo} check
 */
function sameCheck(check) {
  return `${check.check} ${check.target} ${JSON.stringify(check.odds)}`;
}
