// The server's HTTP interface; a seat's secret travels in a header, never in an address.

/** What the server refused, with its reason for people. */
export class Refusal extends Error {
  /** @param {number} status @param {{kind: string, message: string}} fault */
  constructor(status, fault) {
    super(fault.message);
    this.status = status;
    this.kind = fault.kind;
  }
}

/** The fault of an answer that is not fine, whatever shape it has. */
async function faultOf(answer) {
  try {
    const body = await answer.json();
    return body.fault ?? (body.message ? body : null) ?? unknown(answer);
  } catch {
    return unknown(answer);
  }
}

function unknown(answer) {
  const message = `The server answered ${answer.status}. Try again in a moment.`;
  return { kind: "failed", message };
}

async function call(path, { method = "GET", seat = "", body = undefined } = {}) {
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
  if (!answer.ok) throw new Refusal(answer.status, await faultOf(answer));
  return answer;
}

const kept = new Map();

/** What never changes while the page is open is asked for once. */
function once(path) {
  if (!kept.has(path)) {
    const asked = call(path).then((answer) => answer.json());
    asked.catch(() => kept.delete(path));
    kept.set(path, asked);
  }
  return kept.get(path);
}

const json = (answer) => answer.json();
const part = encodeURIComponent;

export const api = {
  systems: () => once("/api/systems"),
  battles: () => once("/api/battles"),
  bots: () => once("/api/bots"),
  ground: (hash) => once(`/api/grounds/${part(hash)}.json`),
  charts: (system, variant) =>
    once(`/api/systems/${part(system)}/charts?variant=${part(variant)}`),
  open: (wish) => call("/api/games", { method: "POST", body: wish }).then(json),
  state: (game, seat) => call(`/api/games/${part(game)}`, { seat }).then(json),
  preview: (game, seat, answer, revision) =>
    call(`/api/games/${part(game)}/preview`, { method: "POST", seat, body: { answer, revision } })
      .then(json),
  hint: (game, seat) => call(`/api/games/${part(game)}/hint`, { seat }).then(json),
  tool: (game, seat, tool, ids) =>
    call(`/api/games/${part(game)}/tool`, { method: "POST", seat, body: { tool, ids } }).then(json),
  card: (game, seat, id) =>
    call(`/api/games/${part(game)}/card?id=${part(id)}`, { seat }).then(json),
  moment: (game, seat, line, as) =>
    call(`/api/games/${part(game)}/at/${line}${as ? `?as=${part(as)}` : ""}`, { seat }).then(json),
  record: (game, seat) => call(`/api/games/${part(game)}/record`, { seat }).then((a) => a.text()),
  fairness: (game, seat) => call(`/api/games/${part(game)}/fairness`, { seat }).then(json),
};
