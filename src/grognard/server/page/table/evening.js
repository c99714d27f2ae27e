// One evening's roster: kept on the device, undone step by step, shared with a second phone.

import { forget, keep, kept } from "./keep.js";

/** @import { Evening } from "./tables.d.ts" */

const EVERY = 2500; // milliseconds between looks at a shared evening

/** @typedef {(evening: Evening) => string} Change what is changed, and its line of the log */

export class Keeper {
  /** @param {string} system @param {() => void} changed */
  constructor(system, changed) {
    this.system = system;
    this.changed = changed;
    /** @type {Evening | null} */
    this.now = kept(`evening.${system}`, /** @type {Evening | null} */ (null));
    /** @type {string[]} */
    this.past = [];
    this.fault = "";
    this.timer = 0;
    if (this.now?.key) this.follow();
  }

  /** @param {Evening | null} evening */
  begin(evening) {
    this.now = evening;
    this.past = [];
    this.save();
  }

  save() {
    if (this.now) keep(`evening.${this.system}`, this.now);
    else forget(`evening.${this.system}`);
    this.changed();
  }

  /** @param {Change} change */
  async apply(change) {
    if (!this.now) return;
    this.past.push(JSON.stringify(this.now));
    const line = change(this.now);
    if (line) this.now.log.push(`${clock()} ${line}`);
    this.save();
    await this.send(change);
  }

  async undo() {
    const before = this.past.pop();
    if (!before || !this.now) return;
    const { key, revision } = this.now;
    this.now = { ...JSON.parse(before), key, revision };
    this.save();
    await this.send(null);
  }

  /** Put it on the server and get a key for the second phone. */
  async share() {
    if (!this.now) return;
    const answer = await fetch("evenings", { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ evening: JSON.stringify(this.now) }) });
    if (!answer.ok) throw new Error("The server does not keep this evening. Sharing needs a server.");
    const { key, revision } = await answer.json();
    this.now.key = key;
    this.now.revision = revision;
    this.save();
    this.follow();
  }

  /** @param {string} key */
  async join(key) {
    const answer = await fetch(`evenings/${encodeURIComponent(key)}`);
    if (!answer.ok) throw new Error("This evening is not known to the server any more.");
    const { evening, revision } = await answer.json();
    this.now = { ...JSON.parse(evening), key, revision };
    this.past = [];
    this.save();
    this.follow();
  }

  /** Send a change; if the other phone was faster, make it again on what it sent.
   * @param {Change | null} change */
  async send(change) {
    if (!this.now?.key) return;
    for (let tries = 0; tries < 5; tries += 1) {
      const answer = await this.put();
      if (answer === "sent") return;
      if (answer === "failed" || !change) return;
      await this.look();
      const line = this.now ? change(this.now) : "";
      if (line) this.now?.log.push(`${clock()} ${line}`);
      this.save();
    }
  }

  async put() {
    if (!this.now) return "failed";
    try {
      const answer = await fetch(`evenings/${encodeURIComponent(this.now.key)}`, { method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ evening: JSON.stringify(this.now), revision: this.now.revision }) });
      if (answer.status === 409) return "late";
      if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
      this.now.revision = (await answer.json()).revision;
      this.fault = "";
      this.save();
      return "sent";
    } catch {
      this.fault = "Not shared: the server cannot be reached. It stays on this device.";
      this.changed();
      return "failed";
    }
  }

  async look() {
    if (!this.now?.key) return;
    const { key } = this.now;
    const answer = await fetch(`evenings/${encodeURIComponent(key)}`);
    if (!answer.ok) return;
    const { evening, revision } = await answer.json();
    if (revision === this.now?.revision) return;
    this.now = { ...JSON.parse(evening), key, revision };
    this.save();
  }

  follow() {
    clearInterval(this.timer);
    this.timer = setInterval(() => { this.look().catch(() => undefined); }, EVERY);
  }

  close() {
    clearInterval(this.timer);
  }
}

function clock() {
  return new Date().toTimeString().slice(0, 5);
}
