// The table: the board, the panel beside it, and the live line to the server.

import { Answering, poseOption } from "./answering.js";
import { api } from "./api.js";
import { Board } from "./board/board.js";
import { CardPanel } from "./card.js";
import { closeChooser } from "./chooser.js";
import { curtain, dropCurtain } from "./curtain.js";
import { button, el, fill } from "./dom.js";
import { helpPart, listen } from "./keys.js";
import { Log } from "./log.js";
import { keep, seatLink } from "./mygames.js";
import { Names } from "./names.js";
import { announce, notYourTurn, sound, toast, yourTurn } from "./notify.js";
import { QuestionPanel } from "./question.js";
import { Replay } from "./replay.js";
import { SeatsPanel, copyButton } from "./seats.js";
import { moving, settings, settingsForm, watch } from "./settings.js";
import { Link } from "./socket.js";
import { Tabs } from "./tabs.js";
import { ToolsPanel } from "./tools.js";

const PACE = 750; // milliseconds a state stays on the board while others wait behind it
const HURRY = 8; // states waiting, from which on nobody wants to see them all

export class Table {
  /**
   * @param {HTMLElement} page
   * @param {string} game
   * @param {string} seat
   * @param {number|null} line the moment to begin with
   */
  constructor(page, game, seat, line) {
    this.game = game;
    this.seat = seat;
    this.wantedLine = line;
    /** @type {any} the state on the board */
    this.state = null;
    this.queue = [];
    this.eyes = null;
    this.names = new Names();
    this.answering = new Answering(this);
    this.build(page);
    this.stopKeys = listen(this);
    this.stopWatch = watch(() => {
      if (!this.state) return;
      this.question.render();
      if (settings.rollAtOnce) this.answering.goOn(this.state);
    });
    this.link = new Link(game, seat, {
      onState: (state) => this.receive(state),
      onPresence: (seats) => this.presence(seats),
      onStatus: (status, message) => this.status(status, message),
    });
  }

  is(game, seat) {
    return this.game === game && this.seat === seat;
  }

  build(page) {
    document.body.classList.add("at-table");
    this.title = el("h1", {}, "Grognard");
    this.clock = el("p", { class: "clock-text" });
    this.score = el("p", { class: "score" });
    this.banner = el("p", { class: "banner", role: "status", hidden: true });
    this.invitation = el("div", { class: "invitation", hidden: true });
    const field = el("div", { class: "board", onpointerdown: (event) => {
      this.answering.pointer = { x: event.clientX, y: event.clientY };
    } });
    const reel = el("div", { class: "replay" });
    const question = el("section", { class: "question", "aria-labelledby": "prompt" },
      el("p", { class: "hint", id: "prompt" }, "Taking the field…"));
    const card = el("section", { class: "card", "aria-label": "Card" });
    this.tabs = new Tabs([["log", "Log"], ["tools", "Tools"], ["players", "Players"],
      ["settings", "Settings"], ["help", "Help"]]);
    const handle = button("", () => this.low(), { class: "handle", "aria-label":
      "Fold or unfold the panel", "aria-expanded": "true" });
    this.panel = el("aside", { class: "panel", "aria-label": "Orders" }, handle, this.invitation,
      question, card, this.tabs.element);
    this.handle = handle;
    fill(page, el("div", { class: "table" },
      el("header", { class: "bar" },
        el("a", { href: "#/", class: "wordmark", "aria-label": "Grognard: all battles" },
          "Grognard"),
        this.title, this.clock, this.score,
        button("Replay", () => this.goTo(0), { class: "quiet" })),
      el("main", { class: "ground" }, this.banner, field, reel),
      this.panel));
    this.board = new Board(field, {
      onPick: (id) => this.answering.pick(id),
      onHover: (id) => this.card.hover(this.tools.active ? null : id),
      onPoseTry: (pose) => this.answering.tryPose(pose),
      onPose: (pose) => this.answering.select(poseOption(pose)),
    });
    this.question = new QuestionPanel(question, this);
    this.card = new CardPanel(card, { game: this.game, seat: this.seat,
      revision: () => this.state?.revision ?? 0 });
    this.log = new Log(this.tabs.sheet("log"), { onPoint: (ids) => this.answering.light(ids),
      onLeave: () => this.answering.light(), linkTo: (line) => this.linkTo(line),
      inWords: (text) => this.names.inWords(text), whose: (ids) => this.names.whose(ids) });
    this.tools = new ToolsPanel(this.tabs.sheet("tools"), this);
    this.seats = new SeatsPanel(this.tabs.sheet("players"), this);
    this.tabs.sheet("settings").append(settingsForm());
    this.tabs.sheet("help").append(helpPart());
    this.tabs.onOpen = (name) => {
      this.low(false);
      if (name === "log") this.log.toEnd();
      // On small screens the panel scrolls as a whole.
      this.panel.scrollTop = this.tabs.element.offsetTop - this.handle.offsetHeight;
    };
    this.replay = new Replay(reel, this);
  }

  // -- states come in ------------------------------------------------------------------------

  receive(state) {
    this.queue.push(state);
    if (!this.pumping) this.pump();
  }

  /** Show the states one after the other, at a pace that eyes can follow. */
  async pump() {
    this.pumping = true;
    while (this.queue.length && !this.closed) {
      const state = this.queue.shift();
      if (state.curtain && state.you !== this.eyes) await curtain(this.sideTitle(state.you, state));
      if (this.closed) break;
      this.eyes = state.you;
      try {
        await this.show(state);
      } catch (fault) {
        toast(fault.message);
      }
      if (this.queue.length && this.queue.length < HURRY && moving()) await pause(PACE);
    }
    this.pumping = false;
  }

  async show(state) {
    await this.land(state.scene.ground);
    if (this.closed) return;
    const before = this.state;
    this.state = state;
    this.answering.came(state);
    const news = this.takeLog(state, before);
    const asked = JSON.stringify([state.line, state.question, state.undo, state.request,
      state.result, state.lesson, state.notes]);
    const same = asked === this.asked; // a message, somebody come or gone: leave the choice alone
    this.asked = asked;
    if (!same) this.answering.forget();
    if (!before) this.arrive(state);
    if (!this.replay.open) this.draw(state.scene, news);
    this.head(state);
    if (!same) {
      this.lightUp();
      this.question.render();
      if (state.question.mine) this.panel.scrollTop = 0;
    }
    this.seats.render(state);
    this.tools.load(state);
    this.card.refresh();
    if (same) return;
    this.tell(state, news);
    this.answering.goOn(state);
  }

  /** Light what is asked, and let a piece be posed where the question wants it. */
  lightUp() {
    this.answering.light();
    const { mine, pose } = this.state.question;
    this.board.askPose(mine && !this.replay.open ? pose ?? null : null);
  }

  /** The first state: remember the game, and go to the moment the address names. */
  arrive(state) {
    if (this.seat) {
      const mine = state.sides[0] ?? "";
      keep(this.game, { title: state.battle.title, mine, seats:
        Object.fromEntries(state.sides.map((side) => [side, this.seat])) });
    }
    if (this.wantedLine !== null) this.replay.show(this.wantedLine);
  }

  takeLog(state, before) {
    const known = this.log.entries.length;
    this.log.take(state.log);
    const news = before ? this.log.entries.slice(Math.min(known, state.log.start)) : [];
    const fresh = news.filter((entry) => entry.line > before.line);
    const thrown = fresh.findLast((entry) => entry.roll);
    if (thrown) {
      const after = fresh.slice(fresh.indexOf(thrown) + 1).map((entry) => entry.text);
      this.answering.lastThrow = { entry: thrown, check: before.question.check, after };
      sound("dice");
    }
    return fresh;
  }

  /** Lay the ground out, once. */
  async land(hash) {
    if (hash === this.ground) return;
    const ground = await api.ground(hash);
    if (this.closed) return;
    this.board.setGround(ground);
    this.names.learn(Object.keys(ground.places), (id) => this.board.picture.placeTitle(id));
    this.ground = hash;
  }

  draw(scene, events) {
    this.names.look(scene);
    this.board.show(scene, { animate: moving() && events.length > 0, events });
  }

  head(state) {
    this.panel.dataset.revision = String(state.revision);
    this.title.textContent = state.battle.title;
    this.clock.textContent = state.clock;
    this.score.textContent = state.battle.sides
      .map((side, i) => `${this.sideTitle(side)} ${state.score[i] ?? "–"}`).join(" · ");
  }

  /** Tell those who listen, and those who look elsewhere. */
  tell(state, news) {
    const said = news.map((entry) => entry.text.split("\n").join(", "));
    const { mine } = state.question;
    const asked = state.result ? state.result.why : this.question.asked(state.question);
    announce([...said.slice(-4), asked].join(" "));
    if (mine && !state.result) yourTurn(state.battle.title, asked);
    else notYourTurn(state.battle.title);
  }

  status(status, message) {
    this.banner.hidden = status === "open";
    this.banner.textContent = message;
    this.panel.classList.toggle("waiting", status === "lost");
    if (status === "refused") {
      fill(this.banner, message, " ", el("a", { href: "#/" }, "Back to the battles"));
    }
  }

  /** While a deed is under way the question takes no other. */
  busy(busy) {
    this.panel.classList.toggle("busy", busy);
    this.panel.setAttribute("aria-busy", String(busy));
  }

  /** Any deed; what is refused is told. */
  async deed(deed) {
    const told = await this.link.send(deed);
    if (told.type === "refused") {
      const stale = told.fault.kind === "stale";
      toast(stale ? "The game had moved on. Look again." : told.fault.message);
    } else if (told.asked) toast("Asked: the other side must consent.");
    return told;
  }

  onBoard(id) {
    return this.board.has(id);
  }

  sideTitle(side, state = this.state) {
    const at = state ? state.battle.sides.indexOf(side) : -1;
    return at >= 0 ? state.battle.titles[at] : side ?? "";
  }

  // -- replay --------------------------------------------------------------------------------

  /** The address of a moment. */
  linkTo(line) {
    return `${seatLink(this.game, this.seat)}/at/${line}`;
  }

  /** Put a moment into the address without leaving a trail of them. */
  remember(line) {
    const fragment = line === null ? seatLink(this.game, this.seat) : this.linkTo(line);
    history.replaceState(null, "", fragment);
  }

  goTo(line) {
    this.remember(line);
    if (!this.state) this.wantedLine = line;
    else this.replay.show(line);
  }

  step(by) {
    if (!this.state) return false;
    this.goTo(Math.max(0, (this.replay.open ? this.replay.line : this.state.line) + by));
    return true;
  }

  async showMoment(moment) {
    document.body.classList.add("in-replay");
    this.board.askPose(null);
    this.board.trail([]);
    const events = moment.log.entries.filter((entry) => entry.line === moment.line);
    await this.land(moment.scene.ground);
    this.draw(moment.scene, events);
    this.board.light({ options: [], about: moment.about, chosen: null });
    this.clock.textContent = moment.clock;
  }

  showNow() {
    document.body.classList.remove("in-replay");
    if (!this.state) return;
    this.draw(this.state.scene, []);
    this.head(this.state);
    this.lightUp();
    this.question.render();
  }

  /** Somebody came or went. */
  presence(seats) {
    if (!this.state) return;
    this.state.seats = seats;
    this.seats.presence(seats);
    if (!this.state.question.mine) this.question.render();
  }

  // -- around the table ----------------------------------------------------------------------

  /** A link to send while a friend's seat is empty. */
  invite(seat) {
    if (this.invited === seat?.side) return;
    this.invited = seat?.side;
    this.invitation.hidden = !seat;
    if (!seat) return;
    fill(this.invitation, el("p", {}, `Send this link to your opponent, the ${seat.title} player:`),
      copyButton("Copy the link", seatLink(this.game, this.seats.secret(seat.side)),
        { class: "primary" }));
  }

  openTab(name, focus = false) {
    this.tabs.open(name, focus);
  }

  /** Fold the panel down on small screens, or up; without a wish, the other way. */
  low(low = !this.panel.classList.contains("low")) {
    this.panel.classList.toggle("low", low);
    this.handle.setAttribute("aria-expanded", String(!low));
  }

  say(text) {
    announce(text);
  }

  async saveRecord() {
    try {
      const text = await api.record(this.game, this.seat);
      const name = `${this.state.battle.id.replace("/", "-")}-${this.state.line}.grog`;
      const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      el("a", { href: address, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    } catch (fault) {
      toast(fault.message);
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
    this.board.close?.();
    document.body.classList.remove("in-replay");
  }
}

const pause = (time) => new Promise((go) => setTimeout(go, time));
