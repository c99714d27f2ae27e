// What a side rolls for every turn: thrown by the check of the rules.

import { throwDice } from "./dice.js";
import { outcomeOf, reckon, usual } from "./reckon.js";

/** @import { PoolInfo, SystemTables } from "./tables.d.ts" */

/** Throw for a pool: the faces, and the outcome of its check. @param {SystemTables} system @param {PoolInfo} pool */
export function thrown(system, pool) {
  const check = system.checks.find((each) => each.name === pool.check);
  if (!check) throw new Error(`These rules have no check "${pool.check}".`);
  const situation = usual(check);
  for (const [name, value] of pool.facts) {
    situation[check.facts.findIndex((fact) => fact.name === name)] = value;
  }
  const { roll, labels } = reckon(check, situation);
  const faces = throwDice(roll.dice);
  return { faces, label: labels[outcomeOf(roll, faces)] };
}
