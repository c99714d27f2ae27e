// Telling a player that something wants him: live region, notice of the browser, sound, toast.

import { el } from "./dom.js";
import { settings } from "./settings.js";

/** Say something to those who listen to the page. @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (live && text) live.textContent = text;
}

/** A short word at the edge of the page, which goes by itself. @param {string} text */
export function toast(text) {
  const note = el("p", { class: "toast" }, text);
  document.getElementById("toasts")?.append(note);
  setTimeout(() => note.remove(), 6000);
}

const TITLE = "Grognard";

/**
 * It is the viewer's turn: mark the tab, and tell him if he looks elsewhere.
 * @param {string} battle
 * @param {string} prompt
 */
export function yourTurn(battle, prompt) {
  document.title = `● ${battle} · ${TITLE}`;
  if (!document.hidden) return;
  sound("turn");
  if (settings.notify && "Notification" in window && Notification.permission === "granted") {
    const notice = new Notification(`${battle}: your turn`, { body: prompt, tag: "grognard" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }
}

/** Nothing wants the viewer. @param {string} battle */
export function notYourTurn(battle) {
  document.title = battle ? `${battle} · ${TITLE}` : TITLE;
}

/** @type {AudioContext | null} */
let audio = null;

/**
 * A tap of the drum, or dice on the table; silent unless wished for.
 * @param {"dice" | "turn"} kind
 */
export function sound(kind) {
  if (!settings.sound || !("AudioContext" in window)) return;
  audio ??= new AudioContext();
  const taps = kind === "dice" ? [0, 0.07, 0.12, 0.19] : [0, 0.16];
  for (const at of taps) tap(audio, audio.currentTime + at, kind === "dice" ? 900 : 160);
}

/** @param {AudioContext} context @param {number} at @param {number} pitch */
function tap(context, at, pitch) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.06);
  volume.gain.setValueAtTime(0.12, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.08);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.1);
}
