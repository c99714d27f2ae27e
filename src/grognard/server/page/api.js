// The server's HTTP interface; a seat's secret travels in a header, never in an address.

/**
 * @import {
 *   BattleInfo, BotInfo, Briefing, AttackInfo, CardInfo, ChartInfo, Fairness, ErrorInfo, NewGame, GroundInfo, Hint,
 *   Look, Moment, OpenGames, OpenedGame, PlayerInfo, PlayerSettings, Preview, PushSubscription,
 *   Rematch, Review, Row,
 *   State, SystemInfo, ToolAnswer
 * } from "./server.d.ts"
 */

/** What the server refused, with its reason for people. */
export class Refusal extends Error {
  /** @param {number} status @param {ErrorInfo | {kind: "away", message: string}} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.kind = error.kind;
  }
}

/**
 * Why an answer is not fine: in the server's words, if they can be read.
 * @param {Response} answer
 */
async function errorOf(answer) {
  /** @type {ErrorInfo} */
  const unread = { kind: "failed", message:
    `The server answered ${answer.status}. Try again in a moment.` };
  try {
    /** @type {ErrorInfo} */
    const told = await answer.json();
    return told.message ? told : unread;
  } catch {
    return unread;
  }
}

/**
 * @param {string} path
 * @param {{method?: string, seat?: string, body?: unknown}} [how]
 */
async function call(path, { method = "GET", seat = "", body = undefined } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (seat) headers.Authorization = `Bearer ${seat}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    answer = await fetch(path, { method, headers, body: sent, credentials: "omit" });
  } catch {
    throw new Refusal(0, { kind: "away", message: "The server does not answer. Is it running?" });
  }
  if (!answer.ok) throw new Refusal(answer.status, await errorOf(answer));
  return answer;
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** What never changes while the page is open is asked for once. @param {string} path */
function once(path) {
  const before = kept.get(path);
  if (before) return before;
  const asked = call(path).then(json);
  asked.catch(() => kept.delete(path));
  kept.set(path, asked);
  return asked;
}

/** @param {Response} answer @returns {Promise<any>} */
const json = (answer) => answer.json();
const part = encodeURIComponent;

/** The address of a game, or of something of it. @param {string} game */
const of = (game, rest = "") => `/api/games/${part(game)}${rest}`;

export const api = {
  /** @returns {Promise<SystemInfo[]>} */
  systems: () => once("/api/systems"),
  /** @returns {Promise<BattleInfo[]>} */
  battles: () => once("/api/battles"),
  /** @returns {Promise<BotInfo[]>} */
  bots: () => once("/api/bots"),
  /** @param {string} hash @returns {Promise<GroundInfo>} */
  ground: (hash) => once(`/api/grounds/${part(hash)}.json`),
  /** @param {string} system @param {string} variant @returns {Promise<ChartInfo[]>} */
  charts: (system, variant) =>
    once(`/api/systems/${part(system)}/charts?variant=${part(variant)}`),
  /** @param {NewGame} wanted @returns {Promise<OpenedGame>} */
  open: (wanted) => call("/api/games", { method: "POST", body: wanted }).then(json),
  /** @param {string} game @param {string} seat @returns {Promise<State>} */
  state: (game, seat) => call(of(game), { seat }).then(json),
  /**
   * @param {string} game
   * @param {string} seat
   * @param {Row} answer
   * @param {number} revision
   * @param {boolean} [chain] whether the whole chain of an attack is wanted
   * @returns {Promise<Preview>}
   */
  preview: (game, seat, answer, revision, chain = false) =>
    call(of(game, "/preview"), { method: "POST", seat, body: { answer, revision, chain } }).then(json),
  /**
   * @param {string} game
   * @param {string} seat
   * @param {string} id
   * @param {number} revision
   * @returns {Promise<Look>}
   */
  look: (game, seat, id, revision) =>
    call(of(game, "/look"), { method: "POST", seat, body: { id, revision } }).then(json),
  /** @param {string} game @param {string} seat @returns {Promise<Hint>} */
  hint: (game, seat) => call(of(game, "/hint"), { seat }).then(json),
  /**
   * @param {string} game
   * @param {string} seat
   * @param {string} tool
   * @param {string[]} ids
   * @returns {Promise<ToolAnswer>}
   */
  tool: (game, seat, tool, ids) =>
    call(of(game, "/tool"), { method: "POST", seat, body: { tool, ids } }).then(json),
  /** @param {string} game @param {string} seat @param {string} id @returns {Promise<AttackInfo>} */
  attack: (game, seat, id) => call(of(game, `/attack?id=${part(id)}`), { seat }).then(json),
  /** @param {string} game @param {string} seat @param {string} id @returns {Promise<CardInfo>} */
  card: (game, seat, id) => call(of(game, `/card?id=${part(id)}`), { seat }).then(json),
  /**
   * @param {string} game
   * @param {string} seat
   * @param {number} line
   * @param {string} as
   * @returns {Promise<Moment>}
   */
  moment: (game, seat, line, as) =>
    call(of(game, `/at/${line}${as ? `?as=${part(as)}` : ""}`), { seat }).then(json),
  /** @param {string} game @param {string} seat */
  record: (game, seat) => call(of(game, "/record"), { seat }).then((answer) => answer.text()),
  /** @param {string} game @param {string} seat @returns {Promise<Briefing>} */
  briefing: (game, seat) => call(of(game, "/briefing"), { seat }).then(json),
  /** @param {string} game @param {string} seat @returns {Promise<Review>} */
  review: (game, seat) => call(of(game, "/review"), { seat }).then(json),
  /** @param {string} game @param {string} seat @returns {Promise<Fairness>} */
  fairness: (game, seat) => call(of(game, "/fairness"), { seat }).then(json),

  // People: where a seat's secret goes, their key goes instead.

  /** @param {string} key @returns {Promise<PlayerInfo>} */
  me: (key) => call("/api/me", { seat: key }).then(json),
  /** @param {string} key @param {PlayerSettings} body @returns {Promise<PlayerInfo>} */
  setMe: (key, body) => call("/api/me", { method: "POST", seat: key, body }).then(json),
  /** @param {string} key @param {string} email @returns {Promise<PlayerInfo>} */
  setEmail: (key, email) =>
    call("/api/me/email", { method: "POST", seat: key, body: { email } }).then(json),
  /** @param {string} key @param {string} code @returns {Promise<PlayerInfo>} */
  confirmEmail: (key, code) =>
    call("/api/me/email/confirm", { method: "POST", seat: key, body: { code } }).then(json),
  /** @param {string} key @param {PushSubscription} body @returns {Promise<PlayerInfo>} */
  addBrowser: (key, body) => call("/api/me/push", { method: "POST", seat: key, body }).then(json),
  /** @param {string} key @param {string} endpoint @returns {Promise<PlayerInfo>} */
  endBrowser: (key, endpoint) =>
    call("/api/me/push/end", { method: "POST", seat: key, body: { endpoint } }).then(json),
  /** @param {string} key @returns {Promise<PlayerInfo>} */
  tryNotice: (key) => call("/api/me/test", { method: "POST", seat: key }).then(json),
  /** @param {string} game @param {string} key @param {string} seat */
  claim: (game, key, seat) =>
    call(of(game, "/claim"), { method: "POST", seat: key, body: { seat } }),
  /** @param {string} game @param {string} key @param {boolean} told @returns {Promise<PlayerInfo>} */
  tellOf: (game, key, told) =>
    call(of(game, "/notices"), { method: "POST", seat: key, body: { told } }).then(json),
  /** @param {string} game @param {string} key */
  forget: (game, key) => call(of(game, "/forget"), { method: "POST", seat: key }),
  /** @returns {Promise<OpenGames>} */
  openGames: () => call("/api/open-games").then(json),
  /** @param {string} game @param {string} side @param {string} name @returns {Promise<OpenedGame>} */
  join: (game, side, name) =>
    call(of(game, "/join"), { method: "POST", body: { side, name } }).then(json),
  /** @param {string} game @param {string} seat @returns {Promise<Rematch>} */
  rematch: (game, seat) => call(of(game, "/rematch"), { method: "POST", seat }).then(json),
};
