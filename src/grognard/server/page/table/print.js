// The evening on paper: rosters with the strength of this moment, labels, markers, the scenario.

import { button, el } from "../dom.js";
import { settings } from "./keep.js";

/** @import { Evening } from "./tables.d.ts" */

/** @param {Evening} evening @param {string} variant @param {(error: unknown) => void} refuse */
export function printButtons(evening, variant, refuse) {
  /** @param {string} paper */
  const print = (paper) => pdf(evening, variant, paper).catch(refuse);
  return el("details", {}, el("summary", {}, "Print"),
    el("p", { class: "soft" }, "Rosters as they stand now, labels at base size, markers and the scenario."),
    el("div", { class: "buttons" }, button("PDF (A4)", () => print("a4")),
      button("PDF (Letter)", () => print("letter"))));
}

/** @param {Evening} evening @param {string} variant @param {string} paper */
async function pdf(evening, variant, paper) {
  const { scale, unit } = settings();
  const { key: _, revision: __, log: ___, ...rest } = evening;
  const answer = await fetch("print", { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ evening: JSON.stringify(rest), variant, paper, scale, unit }) }).catch(() => null);
  if (!answer || answer.status === 404 || answer.status === 405 || answer.status === 501) {
    throw new Error("Printing needs a server. In a terminal: grognard print SYSTEM/BATTLE -o battle.pdf");
  }
  if (!answer.ok) throw new Error((await answer.json().catch(() => null))?.message ?? "It cannot be printed.");
  const link = el("a", { href: URL.createObjectURL(await answer.blob()), download: `${evening.title}.pdf` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
