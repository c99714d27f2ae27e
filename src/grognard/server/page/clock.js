// The time a player has left for his answer, where a game has a clock.

import { el } from "./dom.js";

/** @import { SeatInfo } from "./server.d.ts" */

/** @type {[number, string][]} */
const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];

/**
 * A clock that runs down, or null where there is none for this seat.
 * @param {SeatInfo | undefined} seat
 */
export function clockFace(seat) {
  if (!seat || seat.seconds_left === null) return null;
  const until = Date.now() + seat.seconds_left * 1000;
  const face = el("time", { class: "clock" }, timeLeft(seat.seconds_left));
  const tick = setInterval(() => {
    if (!face.isConnected) clearInterval(tick);
    else face.textContent = timeLeft((until - Date.now()) / 1000);
  }, 1000);
  return face;
}

/**
 * Seconds in the greatest unit of which there is one, and the next below it.
 * @param {number} seconds
 */
export function timeLeft(seconds) {
  if (seconds <= 0) return "time is up";
  const whole = Math.ceil(seconds);
  const at = UNITS.findIndex(([size]) => whole >= size);
  const [size, unit] = UNITS[at];
  const below = UNITS[at + 1];
  const rest = below ? Math.floor((whole % size) / below[0]) : 0;
  return `${Math.floor(whole / size)} ${unit}${rest ? ` ${rest} ${below[1]}` : ""} left`;
}
