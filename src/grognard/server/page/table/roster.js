// The roster of an evening: casualties, states, officers, and what the rules make of the losses.

import { button, el, fill, messageOf, select } from "../dom.js";
import { distances } from "./distance.js";
import { Keeper } from "./evening.js";
import { fromBattle, fromText, gone, toCsv, toJson, watched } from "./muster.js";
import { thrown } from "./pool.js";
import { printButtons } from "./print.js";

/** @import { Evening, KeptUnit, SystemTables } from "./tables.d.ts" */

/** @type {Keeper | null} */
let keeper = null;

/** @param {HTMLElement} page @param {SystemTables} system @param {HTMLElement[]} frame
 * @param {string} what @param {string} key */
export function rosterPage(page, system, frame, what, key) {
  keeper?.close();
  const shown = new RosterPage(page, system, frame);
  keeper = shown.keeper;
  if (what === "evening" && key) {
    shown.keeper.join(key).then(() => { location.hash = `#/${system.name}/roster`; })
      .catch((error) => shown.refuse(error));
  }
  shown.draw();
}

class RosterPage {
  /** @param {HTMLElement} page @param {SystemTables} system @param {HTMLElement[]} frame */
  constructor(page, system, frame) {
    this.page = page;
    this.system = system;
    this.frame = frame;
    this.side = -1; // both
    this.open = "";
    this.fault = "";
    this.keeper = new Keeper(system.name, () => this.draw());
  }

  /** @param {unknown} error */
  refuse(error) {
    this.fault = messageOf(error);
    this.draw();
  }

  draw() {
    if (!location.hash.includes(`/${this.system.name}/roster`)) return;
    const evening = this.keeper.now;
    const top = scrollY;
    fill(this.page, this.frame, this.fault ? el("p", { class: "alarm", role: "alert" }, this.fault) : null,
      evening ? this.evening(evening) : this.beginning());
    this.fault = "";
    scrollTo(0, top);
  }

  beginning() {
    const { system } = this;
    const box = el("textarea", { "aria-label": "Roster to paste",
      placeholder: "side,group,name,kind,strength,rating,officer\nFrench,Foy,Campi,infantry,7,Cohesion 6," });
    const file = el("input", { type: "file", accept: ".csv,.json,.tsv,.txt", "aria-label": "Roster file",
      onchange: async () => {
        const [chosen] = file.files ?? [];
        if (chosen) this.take(await chosen.text());
      } });
    return [
      el("h2", {}, "Begin with a battle"),
      el("ul", { class: "list" }, system.battles.map((battle) => el("li", {},
        button(battle.title, () => this.keeper.begin(fromBattle(system, battle)), { class: "big" })))),
      el("h2", {}, "Or with your own armies"),
      el("p", { class: "soft" }, "Paste rows from a spreadsheet, CSV or JSON. The first row names the columns."),
      box, el("div", { class: "buttons" }, button("Use this roster", () => this.take(box.value),
        { class: "primary" })), file];
  }

  /** @param {string} text */
  take(text) {
    try {
      this.keeper.begin(fromText(this.system, text));
    } catch (error) {
      this.refuse(error);
    }
  }

  /** @param {Evening} evening */
  evening(evening) {
    const watches = watched(this.system, evening);
    const shown = evening.units.filter((unit) => this.side < 0 || unit.side === this.side);
    const groups = [...new Set(shown.map((unit) => `${unit.side}\n${unit.group}`))];
    return [
      el("h2", {}, evening.title),
      this.keeper.fault ? el("p", { class: "alarm" }, this.keeper.fault) : null,
      el("div", { class: "buttons" },
        select([["-1", "Both sides"], ["0", `Only ${evening.sides[0]}`], ["1", `Only ${evening.sides[1]}`]],
          /** @type {"-1" | "0" | "1"} */ (String(this.side)), (side) => { this.side = Number(side); this.draw(); },
          { "aria-label": "Whose roster is shown" }),
        button("Undo", () => this.keeper.undo(), { disabled: !this.keeper.past.length })),
      watches.filter((each) => each.reached && (this.side < 0 || each.side === this.side)).map((each) => el("p",
        { class: "alarm", role: "status" },
        el("b", {}, `${each.group || evening.sides[each.side]}: ${each.title.toLowerCase()} (${each.count} of ${each.limit}). `),
        distances(each.says))),
      groups.map((key) => {
        const [side, group] = [Number(key.split("\n")[0]), key.split("\n")[1]];
        const units = shown.filter((unit) => unit.side === side && unit.group === group);
        const own = watches.filter((each) => each.side === side && each.group === group && group);
        return el("section", {}, el("h2", {}, [evening.sides[side], group].filter(Boolean).join(" · ")),
          own.map((each) => this.watch(each)), units.map((unit) => this.unit(unit, evening)));
      }),
      el("h2", {}, "Armies"),
      (evening.pools ?? []).map((pool, at) => (this.side < 0 || pool.side === this.side
        ? this.pool(pool, at, evening) : null)),
      [0, 1].map((side) => (this.side < 0 || side === this.side ? this.lossesOf(side, evening) : null)),
      watches.filter((each) => !each.group && (this.side < 0 || each.side === this.side)).map((each) => this.watch(
        { ...each, title: `${evening.sides[each.side]}: ${each.title.toLowerCase()}` })),
      this.sharing(evening)];
  }

  /** @param {{title: string, count: number, limit: number}} each */
  watch(each) {
    return el("p", { class: "watch" }, el("span", {}, each.title),
      el("b", {}, `${each.count} of ${each.limit}`));
  }

  /** All strength a side has lost. @param {number} side @param {Evening} evening */
  lossesOf(side, evening) {
    const own = evening.units.filter((unit) => unit.side === side && !unit.officer);
    const sum = (/** @type {(unit: KeptUnit) => number} */ of) => own.reduce((n, unit) => n + of(unit), 0);
    return this.watch({ title: `${evening.sides[side]}: strength lost`,
      count: sum((unit) => Math.min(unit.losses, unit.strength)), limit: sum((unit) => unit.strength) });
  }

  /** What a side rolls for every turn and spends. @param {Evening["pools"][number]} pool @param {number} at
   * @param {Evening} evening */
  pool(pool, at, evening) {
    const name = `${evening.sides[pool.side]}: ${pool.title.toLowerCase()}`;
    /** @param {number} now @param {string} line */
    const set = (now, line) => this.keeper.apply((kept) => {
      kept.pools[at].now = Math.min(Math.max(now, 0), 99);
      return line || `${name}: ${kept.pools[at].now}.`;
    });
    /** @type {HTMLInputElement} */
    const box = el("input", { type: "number", min: 0, max: 99, value: pool.now, "aria-label": name,
      onchange: () => set(Number(box.value) || 0, "") });
    return el("div", { class: "pool" }, el("div", { class: "stepper" }, el("span", { class: "label" }, name),
      button("−", () => set(pool.now - 1, ""), { "aria-label": `${name}: one less`, disabled: pool.now === 0 }),
      box, button("+", () => set(pool.now + 1, ""), { "aria-label": `${name}: one more` })),
    el("div", { class: "row" }, el("small", {}, pool.says),
      button("Roll for me", () => {
        const { faces, label } = thrown(this.system, pool);
        set(Number.parseInt(label, 10) || 0, `${name}: ${faces.join(" + ")} = ${label}.`);
      }, { class: "chip" })));
  }

  /** @param {KeptUnit} unit @param {Evening} evening */
  unit(unit, evening) {
    const left = Math.max(unit.strength - unit.losses, 0);
    const open = this.open === unit.id;
    const about = [unit.kind, unit.rating, ...unit.states, unit.with ? `with ${unit.with}` : ""]
      .filter(Boolean).join(" · ");
    return el("div", { class: `unit${gone(unit) ? " gone" : ""}`, data: { unit: unit.id } },
      el("div", {}, el("b", { class: "name" }, unit.name), " ", el("small", {}, about)),
      el("div", { class: "act" },
        unit.officer ? null : button("−", () => this.lose(unit.id, 1), { "aria-label": `${unit.name} loses one`,
          disabled: left === 0 }),
        unit.officer ? null : button("+", () => this.lose(unit.id, -1), { "aria-label": `${unit.name} gets one back`,
          disabled: unit.losses === 0 }),
        button("…", () => { this.open = open ? "" : unit.id; this.draw(); },
          { "aria-label": `More of ${unit.name}`, "aria-expanded": String(open) })),
      unit.officer ? null : el("div", { class: "pips", "aria-label": `${left} of ${unit.strength}` },
        unit.strength > 24 ? `${left} of ${unit.strength}` : "●".repeat(left) + "○".repeat(unit.strength - left)),
      open ? this.more(unit, evening) : null);
  }

  /** @param {KeptUnit} unit @param {Evening} evening */
  more(unit, evening) {
    if (unit.officer) {
      const others = evening.units.filter((each) => each.side === unit.side && !each.officer && !gone(each));
      return el("div", { class: "more" }, select([["", "With nobody"],
        ...others.map((each) => /** @type {[string, string]} */ ([each.name, `With ${each.name}`]))],
      unit.with, (name) => this.keeper.apply((now) => {
        find(now, unit.id).with = name;
        return name ? `${unit.name} joins ${name}.` : `${unit.name} rides alone.`;
      }), { "aria-label": `Where ${unit.name} is` }),
      button("Lost", () => this.keeper.apply((now) => {
        const officer = find(now, unit.id);
        officer.states = officer.states.includes("lost") ? [] : ["lost"];
        return officer.states.length ? `${unit.name} is lost.` : `${unit.name} is back.`;
      }), { class: "chip", "aria-pressed": String(unit.states.includes("lost")) }));
    }
    const states = unit.strength ? this.system.states : [...this.system.states, "lost"];
    return el("div", { class: "more" }, states.map((state) => button(state, () => this.keeper.apply((now) => {
      const it = find(now, unit.id);
      const on = !it.states.includes(state);
      it.states = on ? [...it.states, state] : it.states.filter((each) => each !== state);
      return `${unit.name}: ${on ? "" : "no longer "}${state}.`;
    }), { class: "chip", "aria-pressed": String(unit.states.includes(state)) })));
  }

  /** @param {string} id @param {number} by */
  lose(id, by) {
    const { system } = this;
    return this.keeper.apply((now) => {
      const unit = find(now, id);
      const before = watched(system, now).filter((each) => each.reached).map(nameOf);
      unit.losses = Math.min(Math.max(unit.losses + by, 0), unit.strength);
      const lines = [by > 0 ? `${unit.name} loses ${tapped(now, unit.name)} (${unit.strength - unit.losses} left).`
        : `${unit.name} gets one back.`];
      if (gone(unit)) lines.push(`${unit.name} is gone.`);
      for (const each of watched(system, now)) {
        if (each.reached && !before.includes(nameOf(each))) {
          lines.push(`${each.group || now.sides[each.side]}: ${each.title.toLowerCase()} reached.`);
        }
      }
      const live = document.getElementById("live");
      if (live) live.textContent = lines.join(" ");
      return lines.join(" ");
    });
  }

  /** @param {Evening} evening */
  sharing(evening) {
    const link = evening.key ? `${location.href.split("#")[0]}#/${evening.system}/roster/evening/${evening.key}` : "";
    return [
      el("details", {}, el("summary", {}, "Log of the evening"),
        evening.log.length ? el("ol", {}, evening.log.map((line) => el("li", {}, line))) : el("p", {}, "Nothing yet."),
        el("div", { class: "buttons" }, button("Share the log", () => share(evening)))),
      solo(evening),
      printButtons(evening, this.system.variant, (error) => this.refuse(error)),
      el("details", {}, el("summary", {}, "Save, share, begin again"),
        el("div", { class: "buttons" },
          button("Save as CSV", () => save(`${evening.title}.csv`, toCsv(evening), "text/csv")),
          button("Save as JSON", () => save(`${evening.title}.json`, toJson(evening), "application/json"))),
        link ? el("p", {}, "Open this on the second phone: ", el("a", { href: link }, link))
          : el("div", { class: "buttons" }, button("Share with a second phone",
            () => this.keeper.share().catch((error) => this.refuse(error)))),
        el("div", { class: "buttons" }, button("Begin again", () => {
          if (confirm("Put this roster away? Save it first if you want to keep it.")) this.keeper.begin(null);
        })))];
  }
}

/** The way to a bot that plays one side, if this page comes from a server. @param {Evening} evening */
function solo(evening) {
  if (!evening.battle || !location.pathname.endsWith("/table/index.html")) return null;
  return el("details", {}, el("summary", {}, "Nobody to play against?"),
    el("p", {}, "The computer plays one side of your table. You move its stands as it tells you in words, throw all dice "
      + "and enter them. Under Tools, Set the table puts every stand where it really is."),
    el("div", { class: "buttons" }, el("a", { class: "button",
      href: `../#/new/${evening.battle}/own-dice` }, "Play against the computer")));
}

/** How many a unit has lost tap after tap: the line of the log for the taps before is taken out.
 * @param {Evening} evening @param {string} name */
function tapped(evening, name) {
  const last = evening.log.at(-1) ?? "";
  const [, before] = last.slice(6).match(/ loses (one|\d+) \(\d+ left\)\.$/) ?? [];
  if (!before || last.slice(6) !== `${name}${last.slice(6 + name.length)}`) return "one";
  evening.log.pop();
  return String((before === "one" ? 1 : Number(before)) + 1);
}

/** @param {{title: string, side: number, group: string}} each */
function nameOf(each) {
  return `${each.title} ${each.side} ${each.group}`;
}

/** @param {Evening} evening @param {string} id */
function find(evening, id) {
  const unit = evening.units.find((each) => each.id === id);
  if (!unit) throw new Error("This unit is not in the roster any more.");
  return unit;
}

/** @param {string} name @param {string} text @param {string} type */
function save(name, text, type) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {Evening} evening */
function share(evening) {
  const text = `${evening.title}\n${evening.log.join("\n")}\n`;
  if (navigator.share) navigator.share({ title: evening.title, text }).catch(() => undefined);
  else save(`${evening.title}.txt`, text, "text/plain");
}
