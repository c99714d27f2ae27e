// All one's games in one file, and back again: key, seats, and the records as one may see them.

import { Refusal, api } from "./api.js";
import { el } from "./dom.js";
import { become, isKey, me } from "./me.js";
import { games, keep, ownSeat } from "./mygames.js";

/** @import { NewSeat } from "./server.d.ts" */

const FORMAT = 1;

/**
 * @typedef {{game: string, title: string, mine: string, seats: Record<string, string>,
 *   record: string}} Saved
 * @typedef {{grognard: "games", format: number, name: string, key: string, games: Saved[]}} SavedGames
 */

/** Save all games to a file. */
export async function exportGames() {
  const { name, key } = me();
  const { games: listed } = await api.me(key);
  /** @type {Map<string, Pick<Saved, "game" | "title" | "mine" | "seats">>} */
  const found = new Map(games().map((each) => [each.game, each]));
  for (const { game, title, mine } of listed) {
    if (!found.has(game)) found.set(game, { game, title, mine: mine[0] ?? "", seats: {} });
  }
  /** @type {SavedGames} */
  const saved = { grognard: "games", format: FORMAT, name, key, games: [] };
  for (const { game, title, mine, seats } of found.values()) {
    const record = await api.record(game, ownSeat(game) || key).catch(() => "");
    saved.games.push({ game, title, mine, seats, record });
  }
  const address = URL.createObjectURL(new Blob([JSON.stringify(saved)],
    { type: "application/json" }));
  el("a", { href: address, download: "grognard-games.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Take games in from a file; what became of them, in words. A game that this server does not
 * have is opened anew from its record, for both sides at one screen.
 * @param {string} text
 */
export async function importGames(text) {
  const saved = read(text);
  if (isKey(saved.key)) become(saved.key, saved.name);
  const { games: listed } = await api.me(me().key);
  const here = new Set(listed.map((each) => each.game));
  const counts = { here: 0, anew: 0 };
  /** @type {string[]} */
  const lost = [];
  for (const each of saved.games) {
    if (here.has(each.game) || await seated(each)) {
      keep(each.game, { title: each.title, seats: each.seats, mine: each.mine });
      counts.here += 1;
    } else {
      const why = await anew(each);
      if (why) lost.push(`${each.title} (${why})`);
      else counts.anew += 1;
    }
  }
  return [`Games in your list: ${counts.here}.`,
    counts.anew ? `Opened anew from their records: ${counts.anew}.` : "",
    lost.length ? `Not taken in: ${lost.join("; ")}.` : ""].filter(Boolean).join(" ");
}

/** @param {string} text @returns {SavedGames} */
function read(text) {
  const wrong = new Error("This file does not hold saved games.");
  try {
    const saved = JSON.parse(text);
    if (saved.grognard !== "games" || !Array.isArray(saved.games)) throw wrong;
    if (saved.format > FORMAT) throw new Error("This file was saved by a newer version.");
    return saved;
  } catch (error) {
    throw error instanceof SyntaxError ? wrong : error;
  }
}

/** Whether a seat of the file opens a game of this server. @param {Saved} saved */
async function seated({ game, seats, mine }) {
  const seat = seats[mine] ?? Object.values(seats)[0];
  if (!seat) return false;
  try {
    await api.claim(game, me().key, seat);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}

/** Open a game anew from its record; why not, or an empty text. @param {Saved} saved */
async function anew({ record, title, mine }) {
  if (!record) return "without its record";
  if (/^view /m.test(record)) return "it goes on at its own server; only what you may see was saved";
  /** @param {string} name */
  const word = (name) => new RegExp(`^${name} (\\S+)`, "m").exec(record)?.[1] ?? "";
  const id = `${word("system")}/${word("battle")}`;
  const battle = (await api.battles()).find((each) => each.id === id);
  if (!battle) return "this server does not know the battle";
  /** @type {Record<string, NewSeat>} */
  const seats = Object.fromEntries(battle.sides.map((side) => [side, { kind: "shared" }]));
  try {
    const opened = await api.open({ battle: id, seats, variant: word("rules") || "sheet", record });
    keep(opened.game, { title, seats: opened.seats, mine: mine || battle.sides[0] });
    await api.claim(opened.game, me().key, Object.values(opened.seats)[0]);
    return "";
  } catch (error) {
    if (error instanceof Refusal && error.status && error.status < 500) return error.message;
    throw error;
  }
}
