// At the table: which system, which phase, which check. The part after # says what is shown.

import { button, el, fill, messageOf, pageElement, select } from "../dom.js";
import { charts } from "./charts.js";
import { checkPage, leaveCharts } from "./check.js";
import { distances } from "./distance.js";
import { keep, kept, settings } from "./keep.js";
import { rosterPage } from "./roster.js";

/** @import { SystemTables } from "./tables.d.ts" */

const page = pageElement();
/** @type {Map<string, Promise<SystemTables>>} */
const loaded = new Map();
let asked = 0; // how many screens were asked for: what an earlier one waited for comes too late

/** @param {string} system @param {string} variant @returns {Promise<SystemTables>} */
function tables(system, variant) {
  const name = `data/${system}--${variant}.json`;
  if (!loaded.has(name)) loaded.set(name, fetched(name));
  return /** @type {Promise<SystemTables>} */ (loaded.get(name));
}

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} could not be loaded. Is there a network?`);
  return answer.json();
}

/** Go somewhere. @param {...string} parts */
export function go(...parts) {
  location.hash = `#/${parts.map(encodeURIComponent).join("/")}`;
}

function look() {
  document.documentElement.classList.toggle("light", settings().light);
}

/** @param {any} index */
function home(index) {
  const last = kept("system", "");
  fill(page,
    el("header", { class: "bar" }, el("h1", {}, "At the table")),
    el("p", { class: "soft" }, "For people with real miniatures and real dice. Which rules do you play?"),
    el("ul", { class: "list" }, index.systems.map((/** @type {any} */ system) => el("li", {},
      el("button", { class: `big${system.name === last ? " primary" : ""}`, type: "button",
        onclick: () => go(system.name) },
      el("b", {}, system.title), el("small", {}, system.summary))))),
    el("h2", {}, "This table"), tableSettings(() => home(index)));
}

/** @param {() => unknown} again */
function tableSettings(again) {
  const now = settings();
  /** @param {object} change */
  const change = (change) => { keep("settings", { ...settings(), ...change }); look(); again(); };
  return el("div", { class: "buttons" },
    select([["full", "Full distances"], ["two-thirds", "Two thirds"], ["half", "Half"]], now.scale,
      (scale) => change({ scale }), { "aria-label": "Scale of distances" }),
    select([["in", "Inches"], ["cm", "Centimetres"]], now.unit, (unit) => change({ unit }),
      { "aria-label": "Unit" }),
    button(now.light ? "Dim" : "Light", () => change({ light: !now.light })));
}

/** @param {SystemTables} system @param {string} shown */
function frame(system, shown) {
  const tabs = /** @type {[string, string][]} */ ([["turn", "Turn"], ["charts", "Charts"],
    ["roster", "Roster"]]);
  return [
    el("header", { class: "bar" },
      button("‹", () => go(), { class: "plain", "aria-label": "All rules" }),
      el("h1", {}, system.title.split(":")[0])),
    el("nav", { class: "tabs", role: "tablist" }, tabs.map(([name, text]) => button(text,
      () => (name === "turn" ? go(system.name) : go(system.name, name)),
      { role: "tab", "aria-selected": String(name === shown) }))),
  ];
}

/** The turn, phase by phase, each with its checks. @param {SystemTables} system */
function turn(system) {
  const at = kept(`phase.${system.name}`, 0);
  /** @param {number} index */
  const here = (index) => { keep(`phase.${system.name}`, index); turn(system); };
  fill(page, frame(system, "turn"),
    system.phases.map((phase, index) => el("section", { class: `phase${index === at ? " now" : ""}` },
      el("h2", {}, `${index + 1}. ${phase.title}`),
      el("p", { class: "soft" }, distances(phase.says)),
      el("div", { class: "row" },
        phase.checks.map(({ check, when }) => button(titleOf(system, check),
          () => { keep(`phase.${system.name}`, index); go(system.name, "check", check); },
          { title: distances(when) })),
        index === at ? el("span", { class: "here" }, "● now") : button("We are here", () => here(index), { class: "plain here" })))),
    el("div", { class: "buttons bottom" }, button("Next phase", () => {
      here((at + 1) % system.phases.length);
      page.querySelector(".phase.now")?.scrollIntoView({ block: "center" });
    }, { class: "primary" }), variants(system)));
}

/** As printed, or a variant. @param {SystemTables} system */
function variants(system) {
  return select(system.variants.map((each) => /** @type {[string, string]} */ ([each.name, each.title])),
    system.variant, (name) => { keep(`variant.${system.name}`, name); show(); }, { "aria-label": "Variant" });
}

/** @param {SystemTables} system @param {string} check */
function titleOf(system, check) {
  return system.checks.find((each) => each.name === check)?.title ?? check;
}

/** @returns {string[]} */
function route() {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  });
}

async function show() {
  const mine = asked += 1;
  const [name, what = "", which = "", more = ""] = route();
  try {
    if (!name) {
      const index = await fetched("data/index.json");
      return mine === asked ? home(index) : undefined;
    }
    const system = await tables(name, kept(`variant.${name}`, "sheet"));
    if (mine !== asked) return undefined;
    keep("system", name);
    if (what !== "check") leaveCharts();
    if (what === "check") checkPage(page, system, which);
    else if (what === "charts") charts(page, system, [...frame(system, "charts"), variants(system)], which);
    else if (what === "roster") rosterPage(page, system, frame(system, "roster"), which, more);
    else turn(system);
    scrollTo(0, 0);
    page.querySelector(".phase.now")?.scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (mine !== asked) return undefined;
    fill(page, el("h1", {}, "Halt!"), el("p", {}, messageOf(error)),
      el("p", {}, button("Try again", () => { loaded.clear(); show(); }, { class: "primary" }), " ",
        button("All rules", () => go())));
  }
  return undefined;
}

look();
addEventListener("hashchange", show);
show();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("worker.js").catch(() => undefined);
