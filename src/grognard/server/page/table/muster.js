// A roster as data: from a battle, from CSV or JSON; what its losses mean by the limits of the rules.

/** @import { Evening, KeptUnit, LimitInfo, RosterInfo, SystemTables } from "./tables.d.ts" */

export const COLUMNS = ["side", "group", "name", "kind", "strength", "losses", "rating", "officer",
  "states", "with"];

/** @param {SystemTables} system @param {RosterInfo} battle @returns {Evening} */
export function fromBattle(system, battle) {
  return { system: system.name, battle: battle.battle, title: battle.title, sides: battle.sides,
    units: battle.units.map((unit) => ({ ...unit, losses: 0, states: [], with: "" })),
    fixed: battle.fixed, pools: battle.pools.map((pool) => ({ ...pool, now: 0 })), log: [], key: "",
    revision: 0 };
}

/** Rows of cells from CSV or from a spreadsheet's tabs. @param {string} text */
export function rows(text) {
  const tab = text.includes("\t");
  /** @type {string[][]} */
  const all = [];
  let row = [""];
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i];
    if (quoted) {
      if (sign === '"' && text[i + 1] === '"') { row[row.length - 1] += '"'; i += 1; }
      else if (sign === '"') quoted = false;
      else row[row.length - 1] += sign;
    } else if (sign === '"' && row[row.length - 1] === "") quoted = true;
    else if (sign === (tab ? "\t" : ",") || (!tab && sign === ";")) row.push("");
    else if (sign === "\n") { all.push(row); row = [""]; }
    else if (sign !== "\r") row[row.length - 1] += sign;
  }
  all.push(row);
  return all.map((cells) => cells.map((each) => each.trim())).filter((cells) => cells.some(Boolean));
}

/**
 * A roster from what was pasted or read: our JSON, or a table whose first row names its columns.
 * @param {SystemTables} system @param {string} text @returns {Evening}
 */
export function fromText(system, text) {
  if (/^\s*\{/.test(text)) return fromJson(system, text);
  const [head, ...body] = rows(text);
  if (!head || !body.length) throw new Error("There are no rows: the first names the columns.");
  const names = head.map((name) => name.toLowerCase());
  const unknown = names.find((name) => name && !COLUMNS.includes(name));
  if (unknown) throw new Error(`Unknown column "${unknown}": there are ${COLUMNS.join(", ")}.`);
  for (const needed of ["name", "side", "strength"]) {
    if (!names.includes(needed)) throw new Error(`The column "${needed}" is missing.`);
  }
  /** @type {string[]} */
  const sides = [];
  const units = body.map((cells, line) => {
    const value = (/** @type {string} */ name) => cells[names.indexOf(name)] ?? "";
    if (!value("name")) throw new Error(`Row ${line + 2} has no name.`);
    if (!sides.includes(value("side"))) sides.push(value("side"));
    if (sides.length > 2) throw new Error(`Row ${line + 2}: "${value("side")}" is a third side.`);
    return { ...blank(), id: `unit-${line + 1}`, name: value("name"),
      side: sides.indexOf(value("side")), group: value("group"), kind: value("kind"),
      strength: whole(value("strength"), "strength", line), losses: whole(value("losses"), "losses", line),
      rating: value("rating"), officer: /^(yes|true|1|x)$/i.test(value("officer")),
      states: value("states").split(/\s*\/\s*/).filter(Boolean), with: value("with") };
  });
  while (sides.length < 2) sides.push("Second side");
  return { system: system.name, battle: "", title: "Own roster", sides, units, fixed: [], pools: [], log: [],
    key: "", revision: 0 };
}

/** @returns {KeptUnit} */
function blank() {
  return { id: "", name: "", side: 0, group: "", kind: "", strength: 0, rating: "", officer: false,
    width: 0, depth: 0, counted: true, losses: 0, states: [], with: "" };
}

/** @param {string} text @param {string} column @param {number} line */
function whole(text, column, line) {
  if (!text) return 0;
  if (!/^\d{1,3}$/.test(text)) throw new Error(`Row ${line + 2}: ${column} "${text}" is not a number.`);
  return Number(text);
}

/** @param {SystemTables} system @param {string} text @returns {Evening} */
function fromJson(system, text) {
  const data = JSON.parse(text);
  if (!Array.isArray(data.units) || !Array.isArray(data.sides)) {
    throw new Error("This JSON is no roster: it has no sides or units.");
  }
  if (data.system && data.system !== system.name) {
    throw new Error(`This roster is for ${data.system}: open it there.`);
  }
  return { system: system.name, battle: String(data.battle ?? ""), title: String(data.title ?? "Own roster"),
    sides: data.sides.map(String).slice(0, 2),
    units: data.units.map((/** @type {any} */ unit, /** @type {number} */ i) => (
      { ...blank(), id: `unit-${i + 1}`, ...unit })),
    fixed: data.fixed ?? [], pools: data.pools ?? [], log: data.log ?? [], key: "", revision: 0 };
}

/** @param {Evening} evening */
export function toCsv(evening) {
  const quote = (/** @type {unknown} */ value) => (/[",;\n\t]/.test(String(value))
    ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  const lines = evening.units.map((unit) => [evening.sides[unit.side], unit.group, unit.name, unit.kind,
    unit.strength, unit.losses, unit.rating, unit.officer ? "yes" : "", unit.states.join(" / "),
    unit.with].map(quote).join(","));
  return `${[COLUMNS.join(","), ...lines].join("\n")}\n`;
}

/** @param {Evening} evening */
export function toJson(evening) {
  const { key: _, revision: __, ...rest } = evening;
  return JSON.stringify(rest, null, 1);
}

/** @param {KeptUnit} unit */
export function gone(unit) {
  if (unit.officer) return false;
  return unit.strength > 0 ? unit.losses >= unit.strength : unit.states.includes("lost");
}

/**
 * How far every group and army has gone towards each limit of the rules.
 * @param {SystemTables} system @param {Evening} evening
 * @returns {{title: string, side: number, group: string, count: number, limit: number,
 *   reached: boolean, says: string}[]}
 */
export function watched(system, evening) {
  /** @type {ReturnType<typeof watched>} */
  const found = [];
  for (const limit of system.limits) {
    for (const side of [0, 1]) {
      const own = evening.units.filter((unit) => unit.side === side && !unit.officer);
      const groups = limit.over === "group" ? [...new Set(own.map((unit) => unit.group))] : [""];
      for (const group of groups) {
        const units = limit.over === "group" ? own.filter((unit) => unit.group === group) : own;
        if (!units.length) continue;
        const { count, total } = counted(limit, units, found.filter((each) => each.side === side));
        const set = evening.fixed.find((each) => each.title === limit.title && each.side === side
          && each.group === group);
        const most = set ? set.limit : limit.limits[Math.min(total, limit.limits.length - 1)];
        found.push({ title: limit.title, side, group, count, limit: most, reached: count >= most,
          says: limit.says });
      }
    }
  }
  return found;
}

/** @param {LimitInfo} limit @param {KeptUnit[]} units @param {{group: string, reached: boolean}[]} before */
function counted(limit, units, before) {
  if (limit.counts === "units") {
    return { count: units.filter((unit) => unit.counted && gone(unit)).length, total: units.length };
  }
  if (limit.counts === "groups") {
    const groups = before.filter((each) => each.group);
    return { count: groups.filter((each) => each.reached).length, total: groups.length };
  }
  const sum = (/** @type {(unit: KeptUnit) => number} */ of) => units.reduce((n, unit) => n + of(unit), 0);
  return { count: sum((unit) => Math.min(unit.losses, unit.strength)), total: sum((unit) => unit.strength) };
}
