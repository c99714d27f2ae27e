// A check worked out from its tables: add, clamp, look up. No rule of any system is written here.

/** @import { CheckTables, RollTable, Weight } from "./tables.d.ts" */

/**
 * The value a table holds; beyond its last run the last one counts.
 * @param {number[][]} branches @param {number} table @param {number[]} values
 */
export function look(branches, table, values) {
  let at = table;
  while (at & 1) {
    const branch = branches[at >> 1];
    const value = values[branch[0]];
    let i = 1;
    while (value > branch[i] && i + 2 < branch.length) i += 2;
    at = branch[i + 1];
  }
  return at >> 1;
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** The situation when nothing has been ticked. @param {CheckTables} check */
export function usual(check) {
  return check.facts.map((fact) => fact.default);
}

/** @param {Record<string, number>} weights @param {number[]} values */
function weighted(weights, values) {
  let total = 0;
  for (const [place, weight] of Object.entries(weights)) total += weight * values[Number(place)];
  return total;
}

/**
 * The modifiers that hold, the target in words, and the roll.
 * @param {CheckTables} check @param {number[]} situation
 * @returns {{ lines: {id: string, reason: string, of: string, value: number}[],
 *   target: string, roll: RollTable, labels: string[], end: [string, Weight][] | null }}
 */
export function reckon(check, situation) {
  const values = situation.slice();
  for (const group of check.groups ?? []) values.push(look(check.branches, group, situation));
  const lines = (check.lines ?? [])
    .map(({ id, reason, of, table }) => (
      { id, reason, of, value: look(check.branches, table, values) }))
    .filter((line) => line.value !== 0);
  for (const limit of check.limits ?? []) {
    let net = 0;
    for (const line of lines) if (line.of === limit.of) net += line.value;
    const held = clamp(net, limit.low, limit.high);
    if (held !== net) {
      lines.push({ id: limit.id, reason: limit.reason, of: limit.of, value: held - net });
    }
  }
  /** @type {Record<string, number>} */
  const totals = {};
  for (const sum of check.sums ?? []) {
    let total = weighted(sum.facts, situation);
    for (const line of lines) total += (sum.of[line.of] ?? 0) * line.value;
    totals[sum.name] = total;
    values.push(clamp(total, sum.low, sum.high));
  }
  const roll = /** @type {RollTable} */ (check.rolls?.[look(check.branches, check.roll ?? 0, values)]);
  const text = check.texts[look(check.branches, check.target ?? 0, values)];
  const target = text.replace(/\{(\+?)([a-z]+)\}/g, (_, mark, name) => (
    mark && totals[name] >= 0 ? `+${totals[name]}` : String(totals[name])));
  const end = check.end === null || check.end === undefined ? null
    : /** @type {[string, Weight][]} */ (check.ends[look(check.branches, check.end, values)]);
  return { lines, target, roll, labels: check.labels?.[roll.labels] ?? [], end };
}

/** The place of the outcome these faces give. @param {RollTable} roll @param {number[]} faces */
export function outcomeOf(roll, faces) {
  if (roll.count) {
    const [least, most] = roll.count;
    return faces.filter((face) => face >= least && face <= most).length;
  }
  let index = 0;
  roll.dice.forEach(([sides, first], i) => { index = index * sides + faces[i] - first; });
  return /** @type {number[]} */ (roll.table)[index];
}

/** An outcome in words: a number with what it counts. @param {CheckTables} check @param {string} label */
export function said(check, label) {
  const [one, several] = check.counted;
  return one && /^\d+$/.test(label) ? `${label} ${label === "1" ? one : several}` : label;
}

/**
 * How it ends, as labels with weights; the odds of an end are its weight over the sum of all.
 * @param {CheckTables} check @param {number[]} situation
 * @returns {[string, bigint][]}
 */
export function odds(check, situation) {
  if (check.pile) {
    const ways = check.pile.map((label, i) => /** @type {[string, bigint]} */ (
      [label, BigInt(situation[i])]));
    return ways.filter(([, weight]) => weight > 0n);
  }
  if (check.duel) return duelOdds(check, situation);
  const { roll, labels, end } = reckon(check, situation);
  const pairs = end ?? roll.weights.map((weight, i) => /** @type {[string, Weight]} */ (
    [labels[i], weight]));
  return pairs.map(([label, weight]) => /** @type {[string, bigint]} */ ([label, BigInt(weight)]))
    .filter(([, weight]) => weight > 0n);
}

/** The odds of the hits of one hand. @param {CheckTables} check @param {number[]} situation
 * @param {number} side @returns {[number, bigint][]} */
export function hand(check, situation, side) {
  const { odds: table } = (check.duel ?? [])[side];
  return (check.hands ?? [])[look(check.branches, table, situation)]
    .map(([hits, weight]) => [hits, BigInt(weight)]);
}

/** What one hand throws, in words. @param {CheckTables} check @param {number[]} situation
 * @param {number} side */
export function handWords(check, situation, side) {
  return check.texts[look(check.branches, (check.duel ?? [])[side].words, situation)];
}

/** How a duel ends with so many hits of either hand. @param {CheckTables} check
 * @param {number[]} situation @param {number} first @param {number} second */
export function settled(check, situation, first, second) {
  const values = situation.slice();
  for (const sum of check.compared ?? []) {
    let total = sum.first * first + sum.second * second;
    for (const [place, weight] of Object.entries(sum.facts)) {
      total += weight * (situation[Number(place)] || sum.never);
    }
    values.push(clamp(total, sum.low, sum.high));
  }
  return String(check.ends[look(check.branches, check.settled ?? 0, values)]);
}

/** @param {CheckTables} check @param {number[]} situation @returns {[string, bigint][]} */
function duelOdds(check, situation) {
  /** @type {Map<string, bigint>} */
  const ends = new Map();
  const theirs = hand(check, situation, 1);
  for (const [first, one] of hand(check, situation, 0)) {
    for (const [second, other] of theirs) {
      const end = settled(check, situation, first, second);
      ends.set(end, (ends.get(end) ?? 0n) + one * other);
    }
  }
  return [...ends];
}

/** @param {bigint} a @param {bigint} b @returns {bigint} */
function common(a, b) {
  return b ? common(b, a % b) : a;
}

/**
 * The odds of each end as a fraction in lowest terms and a share of one.
 * @param {[string, bigint][]} ends
 * @returns {{label: string, fraction: string, share: number}[]}
 */
export function shares(ends) {
  const whole = ends.reduce((sum, [, weight]) => sum + weight, 0n);
  return ends.map(([label, weight]) => {
    const divisor = common(weight, whole);
    return { label, fraction: `${weight / divisor}/${whole / divisor}`,
      share: Number((weight * 1000000n) / whole) / 1000000 };
  });
}

/**
 * Facts that another one excludes while it holds, by name.
 * @param {CheckTables} check @param {number[]} situation
 */
export function excluded(check, situation) {
  /** @type {Map<string, string>} */
  const found = new Map();
  check.facts.forEach((fact, i) => {
    if (situation[i] !== fact.default) {
      for (const other of fact.excludes) found.set(other, fact.label);
    }
    for (const other of fact.excludes) {
      const at = check.facts.findIndex((each) => each.name === other);
      if (at >= 0 && situation[at]) found.set(fact.name, check.facts[at].label);
    }
  });
  return found;
}
