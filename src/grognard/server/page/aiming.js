// Aiming: a piece is taken up, what it can do is shown around it, and a goal is pointed at.

import { api } from "./api.js";
import { capital, messageOf } from "./dom.js";
import { giving, moves, strikes } from "./chain.js";
import { headline } from "./odds.js";
import { announce, toast } from "./notify.js";

/** @import { Choice, Lit, Row } from "./types.d.ts" */
/** @import { DeedInfo, Look, Preview } from "./server.d.ts" */

/**
 * A goal of a deed, as an answer that can be chosen.
 * @typedef {{text: string, answer: Row, target: string, met: string, deed: DeedInfo}} Goal
 */

export const REGION = 6; // places from which on they are shown as one region
const MOST_PLACES = 3; // answers that name a place, up to which their odds are asked for
const MOST_WAYS = 3; // deeds with one goal whose odds stand there together
const MOST_BADGES = 10; // goals whose odds are asked for before anybody points at them

export class Aiming {
  /** @param {import("./game.js").Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Look | null} what the piece that is taken up can do */
    this.look = null;
    /** @type {DeedInfo | null} the one deed that is wanted; null: any */
    this.deed = null;
    /** @type {Map<string, Promise<Preview>>} */
    this.previews = new Map();
    /** @type {Map<string, string>} short odds by goal */
    this.badges = new Map();
    this.asked = 0; // how often something was clicked: what a piece clicked before it can do comes too late
  }

  get id() {
    return this.look?.id ?? null;
  }

  /** The deeds that are aimed: the one wanted, or all. @returns {DeedInfo[]} */
  get deeds() {
    return this.deed ? [this.deed] : this.look?.deeds ?? [];
  }

  /** The deed whose pose is asked for, if one is. */
  get posed() {
    return this.deeds.find((deed) => deed.pose) ?? null;
  }

  /** Whether a piece is an enemy of the one that is taken up. @param {string} id */
  isFoe(id) {
    const { sides } = this.table.names;
    const [own, other] = [sides.get(this.id ?? "") ?? -1, sides.get(id) ?? -1];
    return own >= 0 && other >= 0 && own !== other;
  }

  /** The question about the goal. */
  get prompt() {
    const asked = this.deeds.filter((deed) => deed.prompt);
    return asked.length === 1 && this.deeds.length === 1 ? asked[0].prompt : "";
  }

  /**
   * Take a piece up; false if it can do nothing now. What can be done in one way is chosen at once.
   * @param {string} id
   * @param {number | null} [first] the answer of the deed that is wanted
   * @param {boolean} [unsure] whether a finger may have missed
   */
  async begin(id, first = null, unsure = false) {
    const { game, seat, state, answering, asked } = this.table;
    if (!state || answering.busy) return false;
    const mine = this.asked += 1;
    let look;
    try {
      look = await answering.worked(id, "Looking what it can do…", api.look(game, seat, id, state.revision));
    } catch (error) {
      toast(messageOf(error));
      return true;
    }
    if (mine !== this.asked) return true; // something else was clicked since
    // A state that came meanwhile and asks the same leaves the press as it is.
    if (this.table.asked !== asked || answering.busy || !look.deeds.length) return look.deeds.length > 0;
    answering.forget();
    this.look = look;
    this.deed = look.deeds.find((deed) => deed.answer.includes(first ?? -1)) ?? null;
    const [only] = look.deeds;
    if (look.deeds.length === 1 && !only.aims.length && !only.pose) {
      const [goal] = goalsOf(only, id); // whom it is aimed at may be clicked too
      if (!goal) this.drop();
      const seen = Boolean(goal) && this.table.board.has(goal.target); // who clicks a piece wants to see first at whom
      await answering.select(goal ?? whole(only), seen || unsure);
      return true;
    }
    this.shown();
    if (this.deed && (await this.chooseOnly(this.deed))) return true;
    const name = this.table.names.of(id);
    announce(`${name}: ${look.deeds.map((deed) => deed.verb).join(", ")}. Choose a goal.`);
    await this.rate(look);
    return true;
  }

  /** Want one deed, or the one that is wanted no longer. @param {DeedInfo} deed */
  async want(deed) {
    const { answering } = this.table;
    if (!deed.aims.length && !deed.pose) {
      answering.select(whole(deed));
      return;
    }
    this.deed = this.deed === deed ? null : deed;
    answering.forget(false);
    this.shown();
    if (this.deed) await this.chooseOnly(deed);
    if (this.look) await this.rate(this.look);
  }

  /** Where a deed that is wanted has one goal or needs none, it is chosen: its odds are shown, or it is done. @param {DeedInfo} deed */
  async chooseOnly(deed) {
    const [goal, more] = goalsOf(deed, this.id);
    if (more || deed.pose) return false;
    await this.table.answering.select(goal ?? whole(deed));
    return true;
  }

  shown() {
    const { answering, board, question } = this.table;
    board.askPose(this.posed?.pose ?? null);
    answering.light();
    question.render();
    this.table.panel.scrollTop = 0; // what it can do is above
  }

  /** Put the piece down. */
  drop() {
    if (this.badges.size) this.table.board.badges([]);
    this.badges.clear();
    this.look = null;
    this.deed = null;
  }

  forget() {
    this.drop();
    this.previews.clear();
  }

  /** Every goal, by its id: of several deeds that lead there, the plain ones; who is attacked or joined counts too. */
  get goals() {
    /** @type {Map<string, Goal[]>} */
    const found = new Map();
    for (const deed of this.deeds) {
      for (const goal of goalsOf(deed, this.id)) {
        found.set(goal.target, [...(found.get(goal.target) ?? []), goal]);
        if (goal.met && !found.has(goal.met)) found.set(goal.met, [goal]);
      }
    }
    for (const [id, goals] of found) {
      const plain = goals.filter(({ deed }) => deed.plain);
      if (plain.length) found.set(id, plain);
      else found.set(id, goals.slice(0, 1));
    }
    return found;
  }

  /** Where one deed is wanted: the place a piece stands on, if that is a goal. @param {string} id */
  beneath(id) {
    const { finder } = this.table.board;
    const point = this.deed && finder.pieces.has(id) ? finder.point(id) : null;
    const place = point ? finder.place(point) : null;
    return place && this.goals.has(place) ? place : null;
  }

  /** Whether the piece that is taken up could be sent to places such as this one. @param {string} id */
  leadsTo(id) {
    const { places } = this.table.board.finder;
    return places.has(id) && [...this.goals.keys()].some((goal) => places.has(goal));
  }

  /** The answer that would send the piece that is taken up to a place. @param {string} id @returns {Row | null} */
  rowTo(id) {
    const { places } = this.table.board.finder;
    const deed = this.deeds.find(({ aims }) => aims.some(({ target }) => places.has(target)));
    return deed ? [...deed.answer, id.replace(/^\w+:/, "")] : null;
  }

  /** What is lit for the goals. @returns {Lit[]} */
  lit() {
    const { places } = this.table.board.finder;
    const wide = [...this.goals.keys()].filter((id) => places.has(id)).length > REGION;
    return [...this.goals].map(([id, goals]) => ({ id,
      label: goals.map((goal) => this.words(goal)).join(", or "),
      region: !wide ? undefined : goals[0].deed.plain ? "near" : "far" }));
  }

  /** The place the piece that is taken up stands on, where places can be pointed at. */
  get stands() {
    const { finder } = this.table.board;
    const point = this.id && finder.pieces.has(this.id) ? finder.point(this.id) : null;
    return point ? finder.place(point) : null;
  }

  /** A goal in words. @param {Goal} goal */
  words(goal) {
    const { names } = this.table;
    const verb = capital(goal.deed.verb.replaceAll("-", " "));
    const where = names.label(goal);
    if (verb === "Move" && goal.target === this.stands) return `Turn in ${where}`;
    if (where.toLowerCase().startsWith(goal.deed.verb)) return verb + where.slice(verb.length);
    if (goal.target.startsWith("pose:")) return where;
    const aimed = goal.text.startsWith(">");
    if (!aimed) return where;
    if (goal.text.includes("/")) return goal.target.includes("/") ? `${verb} in ${where}` : `${verb} ${where.replace(/^From /, "from ")}`;
    return `${verb}${this.table.board.finder.pieces.has(goal.target) ? ":" : " to"} ${where}`;
  }

  /**
   * What an answer would lead to; asked for once.
   * @param {Row} answer
   * @param {number} revision
   * @param {boolean} [chain] whether the whole chain of an attack is wanted
   */
  preview(answer, revision, chain = false) {
    const key = JSON.stringify([answer, revision, chain]);
    const { game, seat } = this.table;
    const known = this.previews.get(key) ?? api.preview(game, seat, answer, revision, chain);
    this.previews.set(key, known);
    known.catch(() => this.previews.delete(key));
    return known;
  }

  /** Write the odds at the pieces that can be aimed at. @param {Look | null} look */
  async rate(look) {
    const { state, board, answering, asked } = this.table;
    if (!state) return;
    const { deed } = this; // another that is wanted has other goals
    this.badges.clear();
    board.badges([]);
    const seen = (/** @type {string} */ id) => board.finder.pieces.has(id) && this.table.onBoard(id);
    /** @type {[string, {verb: string, answer: Row}[]][]} */
    const aimed = look
      ? [...this.goals].map(([id, goals]) => [id, goals.map(({ deed: { verb }, answer }) => ({ verb, answer }))])
      : this.offered().map(([id, answer]) => [id, [{ verb: "", answer }]]);
    const passed = () => this.look !== look || this.deed !== deed || this.table.asked !== asked || answering.busy;
    for (const [id, ways] of aimed.filter(([id]) => seen(id) || (!look && board.finder.places.has(id))).slice(0, MOST_BADGES)) {
      const told = [];
      for (const { verb, answer } of ways.slice(0, MOST_WAYS)) {
        let odds;
        try {
          odds = await this.oddsOf(answer, state.revision, passed);
        } catch {
          return;
        }
        if (passed()) return;
        if (odds) told.push(ways.length > 1 ? `${capital(verb)} ${odds}` : odds);
      }
      if (told.length) this.badges.set(id, told.join(" · "));
      board.badges([...this.badges].map(([at, text]) => ({ at, text })));
    }
  }

  /**
   * What the open question can be answered with on the board: whom an answer goes to, the enemy it names, or the place, where there are few.
   * @returns {[string, Row][]}
   */
  offered() {
    const { options } = this.table.answering;
    const { places } = this.table.board.finder;
    const { sides } = this.table.names;
    const own = this.table.names.sideOf(this.table.state?.question.about ?? []);
    const few = options.filter(({ target }) => places.has(target)).length <= MOST_PLACES;
    const isAimed = (/** @type {string} */ id) => (places.has(id) ? few : own >= 0 && (sides.get(id) ?? own) !== own);
    return options.map(({ met, action, target }) => [met || (isAimed(target) ? target : ""), action]);
  }

  /**
   * The odds of an answer in a word; of an attack, those of its end.
   * @param {Row} answer
   * @param {number} revision
   * @param {() => boolean} passed whether nobody wants them any more
   */
  async oddsOf(answer, revision, passed) {
    const found = await this.preview(answer, revision);
    if (!found.attack.length || passed()) return headline(found);
    const { chain } = await this.preview(answer, revision, true);
    return chain && (moves(chain) || !strikes(chain)) ? giving(chain) : headline(found);
  }
}

/**
 * The goals of a deed; one without any may still aim at something else than its piece.
 * @param {DeedInfo} deed
 * @param {string | null} id
 * @returns {Goal[]}
 */
function goalsOf(deed, id) {
  const aims = deed.aims.length || deed.target === id ? deed.aims : [deed];
  return aims.map((aim) => ({ answer: aim.answer, text: aim.text, target: aim.target,
    met: "met" in aim ? aim.met : "", deed }));
}

/** A deed without goals, as the answer it is. @param {DeedInfo} deed @returns {Choice} */
export function whole({ answer, text, target }) {
  return { answer, text, target };
}
