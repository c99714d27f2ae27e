// Who plays: presence, links to send, names, messages, handing over, resigning, the umpire.

import { api } from "./api.js";
import { clockFace } from "./clock.js";
import { confirm } from "./confirm.js";
import { button, el, field, fill, messageOf, select, toggle } from "./dom.js";
import { me, setName } from "./me.js";
import { keep, kept, seatLink, wholeLink } from "./mygames.js";
import { toast } from "./notify.js";

/** @import { Props } from "./types.d.ts" */
/** @import { SeatInfo, State } from "./server.d.ts" */

export class SeatsPanel {
  /** @param {HTMLElement} host @param {import("./game.js").Table} table */
  constructor(host, table) {
    this.table = table;
    this.list = el("ul", { class: "seats" });
    this.words = el("ol", { class: "messages", "aria-label": "Messages", tabindex: 0 });
    this.told = -1; // messages shown; none yet
    this.unread = 0;
    this.players = ""; // all that the actions offered depend on
    this.actions = el("div", { class: "seat-actions" });
    fill(host, el("h3", {}, "Seats"), this.list, this.links(), el("h3", {}, "Messages"), this.words,
      this.sayForm(), this.actions);
  }

  /** Show seats and messages of a state. @param {State} state */
  render(state) {
    this.presence(state.seats);
    this.messages(state);
    const players = JSON.stringify([state.sides, state.seats.map((seat) => [seat.bot, seat.open]),
      state.result, state.rematch]);
    if (this.players !== players) {
      this.players = players;
      fill(this.actions, state.sides.length && !state.result ? this.ownActions(state) : null,
        state.sides.length ? this.ownNotices() : null, this.rematch(state), this.record());
    }
  }

  /** Show what was said; what is new and somebody else's is told and marked. @param {State} state */
  messages({ messages, sides, seats }) {
    const last = messages.at(-1)?.at ?? 0;
    if (last === this.told) return;
    const news = this.told < 0 ? []
      : messages.filter((each) => each.at > this.told && !sides.includes(each.by));
    this.told = last;
    /** @param {string} by */
    const signed = (by) => {
      const seat = seats.find((each) => each.side === by);
      return seat ? seat.name || seat.title : "";
    };
    fill(this.words, messages.map((each) => el("li", {},
      each.by ? el("b", {}, this.table.sideTitle(each.by)) : null, each.by ? " " : null, each.text)));
    this.words.scrollTop = this.words.scrollHeight;
    for (const each of news) toast([signed(each.by), each.text].filter(Boolean).join(": "));
    if (this.table.tabs.name !== "players") this.mark(this.unread + news.length);
  }

  /** Mark the tab with how many messages are unread. @param {number} count */
  mark(count) {
    this.unread = count;
    this.table.tabs.mark("players", count ? `${count} new` : "");
  }

  /** Show who is there. @param {SeatInfo[]} seats */
  presence(seats) {
    const due = this.table.state?.question.actor;
    fill(this.list, seats.map((seat) => this.row(seat, seat.side === due)));
    const friend = seats.find((seat) => seat.kind === "human" && !seat.present && !seat.open &&
      !this.table.state?.sides.includes(seat.side));
    this.table.invite(friend && this.secret(friend.side) ? friend : null);
  }

  /** @param {SeatInfo} seat @param {boolean} due */
  row(seat, due) {
    const there = seat.kind === "bot" ? "" : seat.open ? "not taken yet"
      : seat.present ? "here" : "away";
    const facts = [seat.name, seat.bot ? `played by the computer (${seat.bot})` : "", there,
      seat.resigned ? "has resigned" : "", due ? "to answer" : ""];
    return el("li", { class: due ? "due" : null },
      el("span", { class: `presence ${seat.present || seat.bot ? "here" : "away"}`,
        "aria-hidden": "true" }),
      el("span", {}, el("b", {}, seat.title), " ",
        el("small", {}, facts.filter(Boolean).join(" · "))),
      clockFace(seat),
      seat.open && !this.table.state?.sides.length
        ? button(`Play ${seat.title}`, () => this.join(seat)) : null);
  }

  /** Take an open seat. @param {SeatInfo} seat */
  async join(seat) {
    try {
      const { game } = this.table;
      const opened = await api.join(game, seat.side, me().name);
      keep(game, { seats: opened.seats, mine: seat.side });
      location.hash = seatLink(game, opened.seats[seat.side]);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** Whether one is told of this game while away. */
  ownNotices() {
    const place = el("div", {});
    api.me(me().key).then(({ games: mine, email, browsers }) => {
      const here = mine.find((each) => each.game === this.table.game);
      if (!here) return;
      const reached = email || browsers;
      fill(place, reached ? toggle("Tell me of this game while I am away", here.told, (on) => {
        api.tellOf(this.table.game, me().key, on).catch((error) => toast(messageOf(error)));
      }) : null, el("p", { class: "hint" },
        el("a", { href: "#/me" }, reached ? "How I am told" : "Be told when it is your turn"),
        reached ? "" : " by e-mail or in your browser, while you are away."));
    }).catch(() => {});
    return place;
  }

  /** The same battle with the sides swapped. @param {State} state */
  rematch(state) {
    if (!state.result || !state.sides.length) return null;
    return el("p", { class: "actions" }, button(
      state.rematch ? "Go to the rematch" : "Rematch, sides swapped", () => this.again(), { class: "primary" }));
  }

  /** To the battle with the sides swapped. */
  async again() {
    try {
      const { game } = await api.rematch(this.table.game, this.table.seat);
      location.hash = seatLink(game, this.table.seat);
    } catch (error) {
      toast(messageOf(error));
    }
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
      "aria-label": "Your name", placeholder: "Your name", value: me().name });
    return [
      el("form", { class: "order", onsubmit: (event) => {
        event.preventDefault();
        setName(name.value);
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
export function copyButton(text, fragment, props = {}, copied = "Copied. Now send it.") {
  const press = button(text, async () => {
    const link = wholeLink(fragment);
    try {
      await navigator.clipboard.writeText(link);
      toast(copied);
    } catch {
      /** @type {HTMLInputElement} */
      const shown = el("input", { type: "text", readonly: true, value: link, "aria-label": text,
        onfocus: () => shown.select() });
      press.replaceWith(shown);
    }
  }, props);
  return press;
}
