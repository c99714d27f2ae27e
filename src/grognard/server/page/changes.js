// A state made from the one before and what the server says has changed.

/** @import { ChangeMessage, Edit, State } from "./server.d.ts" */

/**
 * The next state; the one before is left as it was.
 * @param {State} state
 * @param {ChangeMessage} change
 * @returns {State}
 */
export function changed(state, change) {
  /** @type {any} */
  const next = { ...state, revision: change.revision, scene: { ...state.scene },
    question: { ...state.question } };
  for (const [name, value] of Object.entries(change.put)) {
    const [part, field] = place(next, name);
    part[field] = value;
  }
  for (const [name, edits] of Object.entries(change.edit)) {
    const [part, field] = place(next, name);
    const before = part[field];
    part[field] = typeof before === "string" ? edited(before.split("\n"), edits).join("\n")
      : edited(before, edits);
  }
  return next;
}

/** The part of a state a name leads to, and the field there. @param {any} state @param {string} name */
function place(state, name) {
  const [part, field] = name.split(".");
  return field === undefined ? [state, part] : [state[part], field];
}

/**
 * @template Entry
 * @param {Entry[]} list
 * @param {Edit[]} edits
 */
function edited(list, edits) {
  const copy = [...list];
  for (const { start, gone, put } of edits) copy.splice(start, gone, ...put);
  return copy;
}
