// The table: the board, the panel beside it, and the live line to the server.

import { Advice } from "./advice.js";
import { Answering } from "./answering.js";
import { api } from "./api.js";
import { Board } from "./board/board.js";
import { BriefingSheet } from "./briefing.js";
import { CardPanel } from "./card.js";
import { closeChooser } from "./chooser.js";
import { curtain, dropCurtain } from "./curtain.js";
import { Declared } from "./declared.js";
import { ownThrows } from "./dice.js";
import { el, fill, messageOf } from "./dom.js";
import { EnemyDeeds } from "./enemy.js";
import { houseRules } from "./house.js";
import { helpPart, listen } from "./keys.js";
import { Layout } from "./layout.js";
import { Log } from "./log.js";
import { claim, keep, momentLink, seatLink } from "./mygames.js";
import { Names } from "./names.js";
import { announce, notYourTurn, sound, toast, yourTurn } from "./notify.js";
import { QuestionPanel } from "./question.js";
import { Replay } from "./replay.js";
import { SeatsPanel, copyButton } from "./seats.js";
import { SetTable } from "./setting.js";
import { moving, settings, settingsForm, watch } from "./settings.js";
import { Link, freshKey } from "./socket.js";
import { ToolsPanel } from "./tools.js";
import { refusal } from "./typed.js";

/** @import { NewCommand } from "./types.d.ts" */
/** @import { LogInfo, Moment, SceneInfo, SeatInfo, State } from "./server.d.ts" */

const PACE = { slow: 1800, normal: 750, fast: 200 }; // milliseconds a state stays on the board while others wait behind it
const SPEED = { slow: 0.5, normal: 1, fast: 2.5 }; // times as fast as usual
const FACES = 3000; // milliseconds the map waits for its lettering at most
const HURRY = 8; // states waiting, from which on nobody wants to see them all

export class Table {
  /**
   * @param {HTMLElement} page
   * @param {string} game
   * @param {string} seat
   * @param {number | null} line the moment to begin with
   */
  constructor(page, game, seat, line) {
    this.game = game;
    this.seat = seat;
    this.wantedLine = line;
    /** @type {State | null} the state on the board */
    this.state = null;
    /** @type {State[]} */
    this.queue = [];
    this.pumping = false;
    this.closed = false;
    /** @type {string | null} the side that looks at this screen */
    this.eyes = null;
    /** @type {string | null} the hash of the ground that is laid out */
    this.ground = null;
    /** @type {Set<string>} the sides and seals a salt was sent for */
    this.salted = new Set();
    this.reading = false; // the briefing stands open because the battle has not begun
    this.asked = ""; // all that the panel's question depends on
    /** @type {string | null} the side that was sent a link */
    this.invited = null;
    this.names = new Names();
    const layout = new Layout(page, { onReplay: () => this.goTo(0),
      onPointer: (at) => (this.answering.pointer = at) });
    this.layout = layout;
    this.panel = layout.panel;
    const { tabs } = layout;
    this.tabs = tabs;
    this.board = new Board(layout.board, {
      onPick: (id, unsure) => this.setting.pick(id) || this.answering.pick(id, unsure),
      onHover: (id) => this.card.hover(this.tools.active ? null : id),
      onPoint: (id) => this.answering.point(id),
      onAttack: (id) => this.declared.point(id),
      onPoseTry: (pose) => (this.setting.active ? this.setting : this.answering).tryPose(pose),
      onPose: (pose) => (this.setting.active ? this.setting.send(pose.text) : this.answering.pose(pose)),
      onStay: () => (this.setting.active ? this.setting.ask() : this.answering.stay()),
    });
    this.answering = new Answering(this);
    this.advice = new Advice(this);
    this.declared = new Declared(this);
    this.enemy = new EnemyDeeds(this);
    this.question = new QuestionPanel(layout.question, this);
    this.card = new CardPanel(layout.card, { game, seat, names: this.names,
      revision: () => this.state?.revision ?? 0 });
    this.log = new Log(tabs.sheet("log"), { onPoint: (ids) => this.answering.light(ids),
      onLeave: () => this.answering.light(), linkTo: (at) => this.linkTo(at),
      inWords: (text) => this.names.inWords(text), whose: (ids) => this.names.whose(ids),
      sideOf: (ids) => this.names.sideOf(ids) });
    this.tools = new ToolsPanel(tabs.sheet("tools"), this);
    this.setting = new SetTable(tabs.sheet("tools"), this);
    this.briefing = new BriefingSheet(tabs.sheet("briefing"), this);
    this.seats = new SeatsPanel(tabs.sheet("players"), this);
    tabs.sheet("settings").append(settingsForm());
    tabs.sheet("help").append(helpPart());
    tabs.onOpen = (name) => {
      layout.low(false);
      if (name === "log") this.log.toEnd();
      if (name === "players") this.seats.mark(0);
      if (name === "briefing" && this.state) this.briefing.load(this.state);
      layout.scrollToTabs();
    };
    this.replay = new Replay(layout.replay, this);
    this.stopKeys = listen(this);
    this.stopWatch = watch(() => this.settingsChanged());
    this.link = new Link(game, seat, {
      onState: (state) => this.receive(state),
      onPresence: (seats) => this.presence(seats),
      onStatus: (status, message) => layout.status(status, message),
    });
  }

  /** @param {string} game @param {string} seat */
  is(game, seat) {
    return this.game === game && this.seat === seat;
  }

  settingsChanged() {
    const sheet = this.tabs.sheet("settings");
    if (!sheet.contains(document.activeElement)) fill(sheet, settingsForm()); // changed elsewhere
    if (!this.state) return;
    if (!this.answering.busy) this.answering.calm = this.state.line;
    this.question.render();
  }

  // -- states come in ------------------------------------------------------------------------

  /** @param {State} state */
  receive(state) {
    this.queue.push(state);
    if (!this.pumping) this.pump();
  }

  /** Show the states one after the other, at a pace that eyes can follow. */
  async pump() {
    this.pumping = true;
    for (let state = this.queue.shift(); state && !this.closed; state = this.queue.shift()) {
      if (!this.state && !await houseRules(this.game, state.house, state.sides.length > 0)) {
        location.hash = "#/";
        break;
      }
      if (state.curtain && state.you !== this.eyes) await curtain(this.sideTitle(state.you, state));
      if (this.closed) break;
      this.eyes = state.you;
      try {
        await this.show(state);
      } catch (error) {
        toast(messageOf(error));
      }
      if (this.queue.length && this.queue.length < HURRY && moving()) await pause(PACE[settings.pace]);
    }
    this.pumping = false;
  }

  /** @param {State} state */
  async show(state) {
    await this.land(state.scene.ground);
    if (this.closed) return;
    const before = this.state;
    this.state = state;
    this.answering.came(state);
    this.addSalt(state);
    this.names.meet(state.units); // the log speaks of pieces by name, after a reload too
    this.names.look(state.scene);
    const news = this.takeLog(state, before);
    if (before) this.enemy.heard(news, before, state);
    if (this.reading && before?.question.mine && before.question.kind === "choose" && news.some((entry) => entry.subjects.length)) this.toLog();
    const asked = JSON.stringify([state.line, state.question, state.undo, state.request,
      state.result, state.lesson, state.notes, state.dice.warnings]);
    const same = asked === this.asked; // a message, somebody come or gone: leave the choice alone
    this.asked = asked;
    if (!same) {
      this.answering.forget();
      this.advice.given = null;
      this.declared.forget();
    }
    if (!before) this.arrive(state);
    if (!this.replay.open) this.draw(state.scene, news);
    this.layout.head(state);
    if (!same) {
      this.lightUp(state);
      if (state.question.mine) this.enemy.asked();
      this.question.render();
      if (state.question.mine) {
        this.tabs.giveWay();
        this.panel.scrollTop = 0;
        if (settings.follow) this.board.follow(state.question.about);
      } else if (settings.follow) this.board.follow(news.flatMap((entry) => entry.subjects));
    }
    this.seats.render(state);
    this.tools.load(state);
    this.setting.load(state);
    this.card.refresh((id) => this.onBoard(id), !same && state.question.mine ? state.question.about : []);
    if (this.tabs.name === "briefing") this.briefing.load(state);
    if (!same) this.tell(state, news);
    this.answering.goOn(state);
  }

  /**
   * Light what is asked, and let a piece be posed where the question wants it.
   * @param {State} state
   */
  lightUp(state) {
    this.answering.light();
    this.askPose(state);
    this.answering.aiming.rate(null);
  }

  /** Let a piece be posed where the question wants it, or what the one that is taken up can do. */
  askPose(state = this.state) {
    const { mine, pose } = state?.question ?? { mine: false, pose: null };
    const wanted = pose ?? this.answering.aiming.posed?.pose ?? null;
    this.board.askPose(mine && !this.replay.open ? wanted : null);
  }

  /**
   * The first state: remember the game, and go to the moment the address names.
   * @param {State} state
   */
  arrive(state) {
    if (this.seat) {
      const mine = state.sides[0] ?? "";
      keep(this.game, { title: state.battle.title, mine, seats:
        Object.fromEntries(state.sides.map((side) => [side, this.seat])) });
      claim(this.game, this.seat);
    }
    if (this.wantedLine !== null) this.replay.show(this.wantedLine);
    // Whoever sits down to a new battle reads first what it is about.
    else if (this.seat && !begun(state.log.entries)) {
      this.reading = true;
      this.tabs.open("briefing", false, true);
      this.briefing.load(state);
    }
  }

  /** The battle has begun: what happens is told where the briefing stood. */
  toLog() {
    this.reading = false;
    if (this.tabs.name !== "briefing") return;
    this.tabs.open("log", false, true);
    this.log.toEnd();
  }

  /**
   * Add a salt of this browser's own to sealed dice, so that whoever sealed them could not choose
   * them; once for each seat and seal.
   * @param {State} state
   */
  addSalt({ dice, sides, seats }) {
    if (!dice.salting || !settings.salt) return;
    for (const side of sides) {
      const salted = `${side} ${dice.commitment}`;
      const mine = seats.some((seat) => seat.side === side && !seat.bot);
      if (dice.salts[side] || this.salted.has(salted) || !mine) continue;
      this.salted.add(salted);
      this.link.send({ type: "salt", side, text: freshKey().slice(0, 16) });
    }
  }

  /** Take the log in; what is new in it. @param {State} state @param {State | null} before */
  takeLog(state, before) {
    const known = this.log.entries.length;
    this.log.take(state.log);
    if (!before) return [];
    const news = this.log.entries.slice(Math.min(known, state.log.start));
    const fresh = news.filter((entry) => entry.line > before.line);
    const asked = before.question.check;
    const drawn = asked?.weighed === false; // it does not take the place of a fight's dice
    const mixed = asked?.mixes ? `${asked.title}:` : null;
    const { answering } = this;
    for (const [i, entry] of fresh.entries()) {
      if (!entry.roll || (drawn && answering.throws.length) || (mixed && entry.text.startsWith(mixed))) continue;
      const then = fresh.slice(i + 1);
      const next = then.findIndex(({ heading, roll }) => heading || roll); // what another turn brings did not come of this roll
      const came = next < 0 ? then : then.slice(0, next);
      const after = came.map(({ text }) => text);
      const met = came.filter(({ line }) => line === entry.line).flatMap(({ subjects }) => subjects);
      const { actor, check, mine } = before.question;
      const first = !fresh.slice(0, i).some(({ roll }) => roll); // of the others nobody says who threw them
      const whose = first && !entry.subjects.length ? this.sideTitle(actor) : "";
      answering.throws.push({ entry, check, after, mine, whose, about: [...entry.subjects, ...met] });
      sound("dice");
    }
    // Of what was thrown in another turn one's own stays in sight until one has answered.
    if (!fresh.some(({ roll }) => roll) && fresh.some(({ heading }) => heading)) answering.throws = ownThrows(answering.throws);
    return fresh;
  }

  /** Lay the ground out, once. @param {string} hash */
  async land(hash) {
    if (hash === this.ground) return;
    const [ground] = await Promise.all([api.ground(hash), lettering()]);
    if (this.closed) return;
    this.board.setGround(ground);
    this.names.learn(Object.keys(ground.places), (id) => this.board.picture.placeTitle(id));
    this.ground = hash;
  }

  /** @param {SceneInfo} scene @param {LogInfo[]} events */
  draw(scene, events) {
    this.names.look(scene);
    this.board.motion.rate = SPEED[settings.speed];
    const placements = scene.placements.map((piece) => ({ ...piece, title: this.names.inWords(piece.title) }));
    this.board.show({ ...scene, placements }, { animate: moving() && events.length > 0, events });
  }

  /**
   * Tell those who listen, and those who look elsewhere.
   * @param {State} state
   * @param {LogInfo[]} news
   */
  tell(state, news) {
    const said = news.map((entry) => entry.text.split("\n").join(", "));
    const { mine } = state.question;
    const asked = state.result ? state.result.why : this.question.asked(state.question);
    announce([...said.slice(-4), asked].join(" "));
    if (mine && !state.result) yourTurn(state.battle.title, asked);
    else notYourTurn(state.battle.title);
  }

  /** Any command; what is refused is told. @param {NewCommand} command @param {boolean} [own] whether the page gave it by itself */
  async command(command, own = false) {
    const told = await this.link.send(command);
    if (told.type === "refused") {
      const stale = told.error.kind === "stale";
      if (!stale || !own) toast(stale ? "The game had moved on. Look again." : refusal(told.error.message, this.names));
    } else if (told.asked) toast("Sent. The other side must agree.");
    return told;
  }

  /** @param {string} id */
  onBoard(id) {
    return this.board.has(id);
  }

  /** How pieces and sides are called. */
  get words() {
    return { of: (/** @type {string} */ id) => this.names.of(id),
      whose: (/** @type {string[]} */ ids) => this.names.whose(ids),
      side: (/** @type {string} */ side) => this.sideTitle(side),
      said: (/** @type {string} */ text) => this.names.label({ text, answer: text, target: "" }) };
  }

  /** @param {string | null} side */
  sideTitle(side, state = this.state) {
    if (!state || side === null) return side ?? "";
    return state.battle.titles[state.battle.sides.indexOf(side)] ?? side;
  }

  // -- replay --------------------------------------------------------------------------------

  /** The address of a moment, without the seat's secret. @param {number} line */
  linkTo(line) {
    return momentLink(this.game, line);
  }

  /** Put a moment into the address without leaving a trail of them. @param {number | null} line */
  remember(line) {
    const here = seatLink(this.game, this.seat);
    const fragment = line === null ? here : `${here}/at/${line}`;
    history.replaceState(null, "", fragment);
  }

  /** To a moment; with null, to the present. @param {number | null} line */
  goTo(line) {
    this.remember(line);
    if (!this.state) this.wantedLine = line;
    else this.replay.show(line);
  }

  /** Some lines on or back. @param {number} by */
  step(by) {
    if (!this.state) return false;
    this.goTo(Math.max(0, (this.replay.line ?? this.state.line) + by));
    return true;
  }

  /** @param {Moment} moment */
  async showMoment(moment) {
    document.body.classList.add("in-replay");
    this.board.askPose(null);
    this.board.trail([]);
    const events = moment.log.entries.filter((entry) => entry.line === moment.line);
    await this.land(moment.scene.ground);
    this.draw(moment.scene, events);
    this.board.light({ options: [], picked: [], about: moment.about, chosen: null });
    this.layout.clock.textContent = moment.clock;
  }

  showNow() {
    document.body.classList.remove("in-replay");
    if (!this.state) return;
    this.draw(this.state.scene, []);
    this.layout.head(this.state);
    this.lightUp(this.state);
    this.question.render();
  }

  /** Somebody came or went. @param {SeatInfo[]} seats */
  presence(seats) {
    if (!this.state) return;
    this.state.seats = seats;
    this.seats.presence(seats);
    if (!this.state.question.mine) this.question.render();
  }

  // -- around the table ----------------------------------------------------------------------

  /** A link to send while a friend's seat is empty. @param {SeatInfo | null} seat */
  invite(seat) {
    const side = seat?.side ?? null;
    if (this.invited === side) return;
    this.invited = side;
    const { invitation } = this.layout;
    invitation.hidden = !seat;
    if (!seat) return;
    fill(invitation, el("p", {}, `Send this link to your opponent, the ${seat.title} player:`),
      copyButton("Copy the link", seatLink(this.game, this.seats.secret(seat.side)),
        { class: "primary" }));
  }

  async saveRecord() {
    if (!this.state) return;
    const { battle, line } = this.state;
    try {
      const text = await api.record(this.game, this.seat);
      const name = `${battle.id.replace("/", "-")}-${line}.grog`;
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      el("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  close() {
    this.closed = true;
    this.link.close();
    this.stopKeys();
    this.stopWatch();
    this.replay.halt();
    closeChooser();
    dropCurtain();
    this.board.close();
    document.body.classList.remove("in-replay");
  }
}

/**
 * Whether the battle has begun: something was done by an answer. Cards that are drawn and blocks that are shuffled come before it.
 * @param {LogInfo[]} entries
 */
function begun(entries) {
  const rolls = new Set(entries.filter((entry) => entry.roll).map((entry) => entry.line));
  return entries.some((entry) => entry.line > 0 && entry.subjects.length > 0 && !rolls.has(entry.line));
}

/** @param {number} time in milliseconds */
const pause = (time) => new Promise((go) => setTimeout(go, time));

/** The faces of the map: letters that are measured before they have come are painted askew. */
async function lettering() {
  const faces = ["", "italic "].map((kind) => document.fonts.load(`${kind}11px "Gentium Book"`));
  await Promise.race([Promise.allSettled(faces), pause(FACES)]);
}
