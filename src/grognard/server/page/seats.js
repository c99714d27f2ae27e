// Who plays: presence, links to send, names, messages, handing over, resigning, the umpire.

import { api } from "./api.js";
import { clockFace } from "./clock.js";
import { confirm } from "./confirm.js";
import { button, el, field, fill, select } from "./dom.js";
import { kept, seatLink, wholeLink } from "./mygames.js";
import { toast } from "./notify.js";

/** @import { Props } from "./types.d.ts" */
/** @import { SeatInfo, State } from "./server.d.ts" */

export class SeatsPanel {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.table = table;
    this.list = el("ul", { class: "seats" });
    this.words = el("ol", { class: "messages", "aria-label": "Messages", tabindex: 0 });
    this.told = 0;
    this.players = ""; // all that the actions offered depend on
    this.actions = el("div", { class: "seat-actions" });
    fill(host, el("h3", {}, "Seats"), this.list, this.links(), el("h3", {}, "Messages"), this.words,
      this.sayForm(), this.actions);
  }

  /** Show seats and messages of a state. @param {State} state */
  render(state) {
    this.presence(state.seats);
    if (state.messages.length !== this.told) {
      fill(this.words, state.messages.map((each) => el("li", {},
        el("b", {}, this.table.sideTitle(each.by) || each.by || "A spectator"), " ", each.text)));
      this.words.scrollTop = this.words.scrollHeight;
      this.told = state.messages.length;
    }
    const players = JSON.stringify([state.sides, state.seats.map((seat) => seat.bot),
      state.result]);
    if (this.players !== players) {
      this.players = players;
      fill(this.actions, state.sides.length && !state.result ? this.ownActions(state) : null,
        this.record());
    }
  }

  /** Show who is there. @param {SeatInfo[]} seats */
  presence(seats) {
    const due = this.table.state?.question.actor;
    fill(this.list, seats.map((seat) => this.row(seat, seat.side === due)));
    const friend = seats.find((seat) => seat.kind === "human" && !seat.present &&
      !this.table.state?.sides.includes(seat.side));
    this.table.invite(friend && this.secret(friend.side) ? friend : null);
  }

  /** @param {SeatInfo} seat @param {boolean} due */
  row(seat, due) {
    const there = seat.kind === "bot" ? "" : seat.present ? "here" : "away";
    const facts = [seat.name, seat.bot ? `played by the computer (${seat.bot})` : "", there,
      seat.resigned ? "has resigned" : "", due ? "to answer" : ""];
    return el("li", { class: due ? "due" : null },
      el("span", { class: `presence ${seat.present || seat.bot ? "here" : "away"}`,
        "aria-hidden": "true" }),
      el("span", {}, el("b", {}, seat.title), " ",
        el("small", {}, facts.filter(Boolean).join(" · "))),
      clockFace(seat));
  }

  /** The secret of a side's seat, where this browser has it. @param {string} side */
  secret(side) {
    return kept(this.table.game)?.seats[side] ?? "";
  }

  links() {
    const { game } = this.table;
    const others = Object.entries(kept(game)?.seats ?? {})
      .filter(([, secret]) => secret !== this.table.seat);
    return el("p", { class: "actions" },
      others.map(([side, secret]) =>
        copyButton(`Copy the link for the ${side} player`, seatLink(game, secret))),
      copyButton("Copy the link for spectators", seatLink(game, "")));
  }

  sayForm() {
    if (!this.table.seat) return null;
    const input = el("input", { type: "text", maxlength: 500, "aria-label": "Message to the others",
      placeholder: "Message to the others", autocomplete: "off" });
    return el("form", { class: "order", onsubmit: (event) => {
      event.preventDefault();
      if (input.value.trim()) this.table.command({ type: "say", text: input.value.trim() });
      input.value = "";
    } }, input, el("button", { type: "submit" }, "Say"));
  }

  /** @param {State} state */
  ownActions(state) {
    const name = el("input", { type: "text", maxlength: 40, autocomplete: "name",
      "aria-label": "Your name", placeholder: "Your name" });
    return [
      el("form", { class: "order", onsubmit: (event) => {
        event.preventDefault();
        this.table.command({ type: "rename", name: name.value.trim() });
      } }, name, el("button", { type: "submit" }, "Use this name")),
      this.handOver(state),
      this.umpire(),
      el("p", { class: "actions" }, state.sides.map((side) =>
        button(`Resign as ${this.table.sideTitle(side)}`, () => this.resign(side),
          { class: "quiet" }))),
    ];
  }

  /** @param {State} state */
  handOver(state) {
    const box = el("details", {}, el("summary", {}, "Give a side to the computer"));
    api.bots().then((bots) => {
      let bot = bots.at(-1)?.name ?? "";
      box.append(field("Skill", select(bots.map((each) => [each.name, each.title]),
        bot, (value) => (bot = value))),
      el("p", { class: "actions" }, state.seats.filter((seat) => seat.kind !== "bot").map((seat) =>
        seat.bot ? button(`Take ${seat.title} back`, () => this.give(seat.side, ""))
          : button(`Give ${seat.title} to the computer`, () => this.give(seat.side, bot)))),
      el("p", { class: "hint" }, state.bot_after === null
        ? "Your own side at any time; another player's side never in this game."
        : `Your own side at any time; the other side when its player has been away for ${
          duration(state.bot_after)}.`));
    }).catch(() => {});
    return box;
  }

  /** @param {string} side @param {string} bot */
  give(side, bot) {
    return this.table.command({ type: "hand-over", side, bot });
  }

  umpire() {
    const reason = el("input", { type: "text", maxlength: 200, required: true });
    const answer = el("input", { type: "text", maxlength: 400, required: true });
    return el("details", {}, el("summary", {}, "Call the umpire"),
      el("form", { onsubmit: (event) => {
        event.preventDefault();
        const words = answer.value.trim();
        const faces = /^[\d ]+$/.test(words) ? words.split(/\s+/).map(Number) : null;
        this.table.command({ type: "umpire", reason: reason.value.trim(),
          ...(faces ? { faces } : { answer: words }) });
      } }, field("The answer, or the faces of the dice", answer), field("Why", reason),
      el("button", { type: "submit" }, "Propose it"),
      el("p", { class: "hint" }, "The other side must agree; the record notes it.")));
  }

  /** @param {string} side */
  async resign(side) {
    const title = this.table.sideTitle(side);
    if (await confirm("Resign?", `The ${title} side gives up the battle.`, "Resign", "Fight on")) {
      this.table.command({ type: "resign", side });
    }
  }

  record() {
    return el("p", { class: "actions" }, button("Save the record", () => this.table.saveRecord()));
  }
}

/** @param {number} seconds */
function duration(seconds) {
  const [size, unit] = seconds >= 86400 ? [86400, "days"] : seconds >= 3600 ? [3600, "hours"]
    : [60, "minutes"];
  return `${Math.round(seconds / size)} ${unit}`;
}

/**
 * A button that puts a link on the clipboard, or shows it where there is none.
 * @param {string} text
 * @param {string} fragment
 * @param {Props} [props]
 */
export function copyButton(text, fragment, props = {}) {
  const press = button(text, async () => {
    const link = wholeLink(fragment);
    try {
      await navigator.clipboard.writeText(link);
      toast("Copied. Now send it.");
    } catch {
      /** @type {HTMLInputElement} */
      const shown = el("input", { type: "text", readonly: true, value: link, "aria-label": text,
        onfocus: () => shown.select() });
      press.replaceWith(shown);
    }
  }, props);
  return press;
}
