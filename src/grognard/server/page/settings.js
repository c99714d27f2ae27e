// What a player sets for himself, kept in the browser.

import { el, field, select, toggle } from "./dom.js";

const PLACE = "grognard.settings";
/**
 * @typedef {{animation: boolean, rollAtOnce: boolean, follow: boolean, pace: "slow" | "normal" | "fast", speed: "slow" | "normal" | "fast", guide: boolean, hint: boolean, deeds: boolean, sound: boolean,
 *   notify: boolean, salt: boolean, glance: boolean, theme: "auto" | "light" | "dark", size: "90" | "100" | "115" | "135"}} Settings
 */

/** @type {Settings} */
const DEFAULTS = {
  animation: true,
  rollAtOnce: false,
  follow: true,
  pace: "normal",
  speed: "normal",
  guide: true,
  hint: true, // unfolded
  deeds: true, // those of the other side: unfolded
  sound: false,
  notify: false,
  salt: true,
  glance: true, // odds that have only just come up are shown and asked again
  theme: "auto",
  size: "100",
};

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(PLACE) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = read();
/** @type {Set<() => void>} */
const watchers = new Set();
const night = matchMedia("(prefers-color-scheme: dark)");
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Set one thing, keep it, and tell those who watch.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function set(name, value) {
  keep(name, value);
  apply();
  for (const watcher of watchers) watcher();
}

/**
 * Keep how something was left, of which nobody need be told.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function keep(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Be told of changes; the answer stops it. @param {() => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether pieces glide and dice tumble. */
export function moving() {
  return settings.animation && !calm.matches;
}

/** Put theme and size on the page. */
export function apply() {
  const dark = settings.theme === "dark" || (settings.theme === "auto" && night.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.style.fontSize = `${settings.size}%`;
}

night.addEventListener("change", apply);

/** The settings as a form. */
export function settingsForm() {
  return el(
    "div",
    { class: "settings" },
    toggle("Show moves and fire on the board", settings.animation, (on) => set("animation", on)),
    field("Speed of moves and fire", select(
      [["slow", "slow"], ["normal", "normal"], ["fast", "fast"]],
      settings.speed, (value) => set("speed", value))),
    toggle("Follow the battle", settings.follow, (on) => set("follow", on),
      "The map moves to what happens and to what is asked."),
    field("Pace of the other side", select(
      [["slow", "slow"], ["normal", "normal"], ["fast", "fast"]],
      settings.pace, (value) => set("pace", value))),
    toggle("Roll at once", settings.rollAtOnce, (on) => set("rollAtOnce", on),
      "Roll without asking, as soon as a roll is due."),
    toggle("Guide me", settings.guide, (on) => set("guide", on),
      "Hints beside the question while you learn."),
    toggle("Salt the dice", settings.salt, (on) => set("salt", on),
      "Add a word of your own to sealed dice, so that nobody can have chosen them."),
    toggle("Ask again where odds have only just come up", settings.glance, (on) => set("glance", on),
      "A click that comes before you can have read them shows the odds and waits for another."),
    toggle("Sound", settings.sound, (on) => set("sound", on)),
    toggle("Tell me when it is my turn", settings.notify, askToNotify,
      "A browser notification while this page is hidden."),
    field("Colours", select(
      [["auto", "like my device"], ["light", "light"], ["dark", "dark"]],
      settings.theme, (value) => set("theme", value))),
    field("Size of the text", select(
      [["90", "small"], ["100", "normal"], ["115", "large"], ["135", "very large"]],
      settings.size, (value) => set("size", value))),
  );
}

/** @param {boolean} on */
async function askToNotify(on) {
  if (on && "Notification" in window && Notification.permission === "default") {
    await Notification.requestPermission();
  }
  set("notify", on);
}
