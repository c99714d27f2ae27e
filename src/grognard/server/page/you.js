// The page "You and your notices": name, other devices, how the server reaches one, all games.

import { api } from "./api.js";
import { confirm } from "./confirm.js";
import { button, el, field, fill, messageOf, select, toggle } from "./dom.js";
import { exportGames, importGames } from "./export.js";
import { asCode, become, fromCode, me, meLink, setName } from "./me.js";
import { toast } from "./notify.js";
import { pushHere, pushPossible, startPush, stopPush } from "./push.js";
import { copyButton } from "./seats.js";

/** @import { PlayerInfo } from "./server.d.ts" */

/** @type {[string, string][]} */
const DIGESTS = [["0", "each at once"], ["3600", "together, once an hour"],
  ["86400", "together, once a day"]];
/** @type {Record<string, string>} */
const CHANNELS = { email: "E-mail", push: "Notices in a browser" };

/**
 * Show the page; a key in the address is another device's, to be taken over.
 * @param {HTMLElement} page
 * @param {string} key
 */
export async function youPage(page, key) {
  const place = el("div", { class: "you-parts" });
  fill(page, el("div", { class: "lobby" },
    el("header", { class: "masthead" },
      el("a", { class: "wordmark", href: "#/" }, "Grognard"),
      el("a", { href: "#/" }, "All battles")),
    el("main", { class: "you" }, el("h1", {}, "You and your notices"),
      el("p", { class: "summary" }, "There are no accounts here. A key in this browser ties your ",
        "games together. Whoever has it can play for you, so keep it to yourself."), place)));
  const you = new You(place);
  if (key) {
    history.replaceState(null, "", "#/me"); // the key does not stay in the address
    await you.take(key);
  }
  await you.load();
}

class You {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  async load() {
    this.show(await api.me(me().key));
  }

  /** Do something, then show how things are, and say so; what is refused is told. @param {Promise<PlayerInfo>} doing */
  async after(doing, done = "") {
    try {
      this.show(await doing);
      if (done) toast(done);
    } catch (error) {
      toast(messageOf(error));
    }
  }

  /** @param {PlayerInfo} info */
  show(info) {
    fill(this.place, this.name(info), this.devices(), this.notices(info), this.games(info));
  }

  /** @param {PlayerInfo} info */
  settings(info) {
    return { name: me().name, digest: info.digest, remind: info.remind };
  }

  /** @param {PlayerInfo} info */
  name(info) {
    const input = el("input", { type: "text", maxlength: 40, autocomplete: "nickname",
      value: me().name || info.name });
    return section("Your name", el("form", { class: "row", onsubmit: (event) => {
      event.preventDefault();
      setName(input.value);
      this.after(api.setMe(me().key, this.settings(info)), "Saved. New games use this name.");
    } }, field("Shown to the others", input), el("button", { type: "submit" }, "Save")));
  }

  devices() {
    const code = el("input", { type: "text", autocomplete: "off", spellcheck: "false",
      placeholder: "code or link of the other device" });
    const shown = el("output", { class: "code" });
    return section("On another device",
      el("p", {}, "Open this link there, or type the code there. Your games follow you."),
      el("p", { class: "actions" }, copyButton("Copy the link", meLink(), {},
        "Copied. Open it on your other device only."),
      button("Show the code", () => {
        shown.textContent = asCode(me().key);
      })), shown,
      el("form", { class: "row", onsubmit: async (event) => {
        event.preventDefault();
        const key = fromCode(code.value);
        if (!key) return toast("This code is not complete: it has 26 letters and digits.");
        await this.take(key);
        return this.load();
      } }, field("Or use the key of another device here", code),
      el("button", { type: "submit" }, "Use it")));
  }

  /** Be the player of another device, if one wants to. @param {string} key */
  async take(key) {
    const found = fromCode(key);
    if (!found) return toast("This link is not complete.");
    if (found === me().key) return toast("This browser has this key already.");
    if (await confirm("Use this key here?", "This browser then plays as the player of the other " +
      "device. Games you have links to stay in its list.", "Use it", "Leave it")) {
      const { name } = await api.me(found);
      become(found, name || me().name);
      toast("Done. Your games are here now.");
    }
    return undefined;
  }

  /** @param {PlayerInfo} info */
  notices(info) {
    const failures = Object.entries(info.failures);
    return section("When it is your turn and you are away",
      this.email(info), this.push(info),
      field("Notices come", select(DIGESTS, String(info.digest), (value) =>
        this.after(api.setMe(me().key, { ...this.settings(info), digest: Number(value) })))),
      toggle("Remind me before a clock strikes", info.remind, (on) =>
        this.after(api.setMe(me().key, { ...this.settings(info), remind: on }))),
      failures.length ? el("ul", { class: "failures" }, failures.map(([channel, text]) =>
        el("li", {}, `${CHANNELS[channel] ?? channel} did not arrive. ${text}`))) : null,
      info.email || info.browsers ? el("p", {}, button("Send me a notice now", async () => {
        await this.after(api.tryNotice(me().key));
      })) : null,
      el("p", { class: "hint" }, "In each game, “Players” has a switch to be told nothing of it."));
  }

  /** @param {PlayerInfo} info */
  email(info) {
    if (!info.mail) {
      return el("p", { class: "hint" }, "E-mail: the host of this server has set up none.");
    }
    if (info.email) {
      return el("p", { class: "row" }, `E-mail goes to ${info.email}. `,
        button("No more e-mail", () => this.after(api.setEmail(me().key, "")), { class: "quiet" }));
    }
    const input = el("input", { type: "email", autocomplete: "email", value: info.unconfirmed });
    const code = el("input", { type: "text", autocomplete: "one-time-code", maxlength: 12 });
    return el("div", {},
      el("form", { class: "row", onsubmit: (event) => {
        event.preventDefault();
        this.after(api.setEmail(me().key, input.value.trim()));
      } }, field("E-mail", input), el("button", { type: "submit" }, "Send me a code")),
      info.unconfirmed ? el("form", { class: "row", onsubmit: (event) => {
        event.preventDefault();
        this.after(api.confirmEmail(me().key, code.value.trim()));
      } }, field(`The code sent to ${info.unconfirmed}`, code),
      el("button", { type: "submit" }, "Confirm")) : null);
  }

  /** @param {PlayerInfo} info */
  push(info) {
    if (!info.push_key || !pushPossible()) {
      return el("p", { class: "hint" }, "Notices in this browser need https (or this machine), ",
        "and a browser that takes them.");
    }
    const place = el("p", { class: "row" });
    pushHere().then((on) => fill(place,
      on ? "This browser is told, even while it shows no page of the game. " : null,
      button(on ? "No more notices here" : "Tell me in this browser", () => this.after(
        on ? stopPush(me().key) : startPush(me().key, info.push_key)), { class: on ? "quiet" : "" })));
    return place;
  }

  /** @param {PlayerInfo} info */
  games(info) {
    const file = el("input", { type: "file", accept: ".json,application/json" });
    return section("All your games",
      el("p", {}, `${info.games.length} on this server. The file holds your key, the links to your `,
        "seats and the records: keep it to yourself."),
      el("p", { class: "actions" }, button("Save all my games", async () => {
        try {
          await exportGames();
        } catch (error) {
          toast(messageOf(error));
        }
      })),
      el("form", { class: "row", onsubmit: async (event) => {
        event.preventDefault();
        const chosen = file.files?.[0];
        if (!chosen) return toast("Choose a file first.");
        try {
          toast(await importGames(await chosen.text()));
          await this.load();
        } catch (error) {
          toast(messageOf(error));
        }
        return undefined;
      } }, field("Saved games", file), el("button", { type: "submit" }, "Take them in")));
  }
}

/** @param {string} title @param {...import("./types.d.ts").Child} parts */
function section(title, ...parts) {
  return el("section", { class: "part" }, el("h2", {}, title), parts);
}
