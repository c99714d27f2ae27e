// The games this browser has a seat in: secrets stay here, and in the links their owner sends.

import { api } from "./api.js";
import { isKey, me } from "./me.js";

const PLACE = "grognard.games";
const MOST = 200;

/**
 * @typedef {Object} Kept
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} seats secrets by side
 * @property {string} mine the side this browser plays
 * @property {number} at when it was last opened, in milliseconds
 */

/** @returns {Kept[]} the games kept, the latest first */
export function games() {
  try {
    const list = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** One of them. @param {string} game */
export function kept(game) {
  return games().find((each) => each.game === game) ?? null;
}

/** Keep a game, or keep more about it. @param {string} game @param {Partial<Kept>} facts */
export function keep(game, facts) {
  const old = kept(game) ?? { game, title: "", seats: {}, mine: "", at: 0 };
  const seats = Object.fromEntries(Object.entries({ ...old.seats, ...facts.seats })
    .filter(([, secret]) => !isKey(secret))); // the key opens them without being written here
  const now = { ...old, ...facts, seats, at: Date.now() };
  write([now, ...games().filter((each) => each.game !== game)].slice(0, MOST));
}

/** Keep it no longer. @param {string} game */
export function forget(game) {
  write(games().filter((each) => each.game !== game));
}

/** @param {Kept[]} list */
function write(list) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(list));
  } catch {
    // Private windows keep nothing; the link in the address still leads back.
  }
}

/** @type {Promise<unknown>} seats that are being tied */
let claims = Promise.resolve();

/** Tie a seat to the key of this browser's player. @param {string} game @param {string} seat */
export function claim(game, seat) {
  if (!seat || isKey(seat)) return;
  const asked = api.claim(game, me().key, seat).catch(() => {}); // again next time
  claims = Promise.all([claims, asked]);
}

/** Until the seats claimed so far are tied, or could not be. */
export function claimed() {
  return claims;
}

/** The address of a seat, after the #. @param {string} game @param {string} secret */
export function seatLink(game, secret) {
  if (isKey(secret)) return `#/game/${game}`;
  return secret ? `#/game/${game}/${secret}` : `#/watch/${game}`;
}

/**
 * The address of a moment: it holds no secret, so that it can be sent to anybody. A browser that
 * has a seat in the game shows the moment from there, any other as a spectator.
 * @param {string} game
 * @param {number} line
 */
export function momentLink(game, line) {
  return `#/moment/${game}/at/${line}`;
}

/** The secret of the seat this browser plays in a game; empty if it has none. @param {string} game */
export function ownSeat(game) {
  const found = kept(game);
  return found?.seats[found.mine] ?? "";
}

/** The whole address of a seat, for somebody else. @param {string} fragment */
export function wholeLink(fragment) {
  return location.href.replace(/#.*$/, "") + fragment;
}
