// The live line to a game: it comes back by itself, and resends actions nobody has answered.

import { Refusal, api } from "./api.js";
import { changed } from "./changes.js";

/** @import { NewCommand } from "./types.d.ts" */
/** @import { Command, Done, Refused, SeatInfo, State, ServerMessage, ClientMessage } from "./server.d.ts" */

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20000;
const PONG_WITHIN = 8000;
const SLOWLY = 1000;

/**
 * @typedef {Object} Listener
 * @property {(state: State) => void} onState
 * @property {(seats: SeatInfo[]) => void} onPresence
 * @property {(status: "open"|"lost"|"refused", message: string) => void} onStatus
 */

export class Link {
  /** @param {string} game @param {string} seat @param {Listener} listener */
  constructor(game, seat, listener) {
    this.game = game;
    this.seat = seat;
    this.listener = listener;
    /** @type {Map<string, {command: Command, settle: (told: Done | Refused) => void}>} */
    this.waiting = new Map();
    this.pause = FIRST_PAUSE;
    this.closed = false;
    this.greeted = false;
    /** @type {State | null} the last state, which changes refer to */
    this.state = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.deadline = undefined;
    this.wake = () => this.hurry();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.beat = setInterval(() => this.ping(), PING_EVERY);
    this.socket = this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.greeted = false;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/games/${encodeURIComponent(this.game)}/socket`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
    this.socket = socket;
    return socket;
  }

  /** Ask for the whole state, and for changes from then on. @param {WebSocket} socket */
  greet(socket) {
    say(socket, { type: "hello", seat: this.seat, changes: true });
  }

  /** @param {ServerMessage} word */
  hear(word) {
    clearTimeout(this.deadline);
    if (word.type === "state") {
      this.arrived();
      this.state = word.state;
      this.listener.onState(word.state);
    } else if (word.type === "change") {
      if (this.state?.revision !== word.since) return this.greet(this.socket); // a gap
      this.state = changed(this.state, word);
      this.listener.onState(this.state);
    } else if (word.type === "presence") {
      if (this.state) this.state.seats = word.seats; // changes are told from these
      this.listener.onPresence(word.seats);
    } else if (word.type === "done" || word.type === "refused") {
      if (word.key) this.settle(word);
      else if (word.type === "refused" && !this.greeted) this.refuse(word.error.message);
      else setTimeout(() => this.repeat(), SLOWLY); // a word of ours was not heeded
    }
  }

  /** The first state on a new line: everything unanswered is said again. */
  arrived() {
    if (this.greeted) return;
    this.greeted = true;
    this.pause = FIRST_PAUSE;
    this.listener.onStatus("open", "");
    this.repeat();
  }

  /** Say everything unanswered again; the server does nothing twice. */
  repeat() {
    if (!this.greeted || this.socket.readyState !== WebSocket.OPEN) return;
    for (const { command } of this.waiting.values()) say(this.socket, command);
  }

  /** @param {Done | Refused} word */
  settle(word) {
    const asked = this.waiting.get(word.key);
    this.waiting.delete(word.key);
    asked?.settle(word);
  }

  async lost() {
    if (this.closed) return;
    const { socket } = this;
    this.greeted = false;
    clearTimeout(this.deadline);
    this.listener.onStatus("lost", "Reconnecting…");
    try {
      await api.state(this.game, this.seat);
    } catch (error) {
      const refused = error instanceof Refusal && error.status >= 400 && error.status < 500;
      if (refused && error.status !== 429) this.refuse(error.message);
    }
    if (this.closed || this.socket !== socket) return; // it has been tried again meanwhile
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** @param {string} message */
  refuse(message) {
    this.listener.onStatus("refused", message);
    this.close();
  }

  /** Awake again, or online again: no need to wait for the next try. */
  hurry() {
    if (this.closed || document.hidden) return;
    this.pause = FIRST_PAUSE;
    if (this.socket.readyState === WebSocket.OPEN) this.ping();
    else if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  ping() {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    say(this.socket, { type: "ping" });
    clearTimeout(this.deadline);
    const socket = this.socket;
    this.deadline = setTimeout(() => {
      if (socket !== this.socket) return;
      // A line that sleeps may take minutes to notice that it is dead.
      hangUp(socket);
      this.lost();
    }, PONG_WITHIN);
  }

  /**
   * Do something; the promise ends with the server's `done` or `refused`, whenever it comes.
   * @param {NewCommand} command
   * @returns {Promise<Done | Refused>}
   */
  send(command) {
    const key = freshKey();
    /** @type {Command} */
    const whole = { ...command, key };
    return new Promise((settle) => {
      this.waiting.set(key, { command: whole, settle });
      if (this.greeted && this.socket.readyState === WebSocket.OPEN) {
        say(this.socket, whole);
      }
    });
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    clearTimeout(this.deadline);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    hangUp(this.socket);
  }
}

/** @param {WebSocket} socket @param {ClientMessage} word */
function say(socket, word) {
  socket.send(JSON.stringify(word));
}

/**
 * Close a line nobody listens to any more. One that is not open yet closes as soon as it is: closed
 * before, it would complain in the console.
 * @param {WebSocket} socket
 */
function hangUp(socket) {
  socket.onclose = null;
  socket.onmessage = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

/** A key nobody has used: randomUUID is missing where the page comes over plain http. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
