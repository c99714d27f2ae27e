// A state made from the one before and what the server says has changed.

/** @import { ChangeMessage, State } from "./server.d.ts" */

/**
 * The next state; the one before is left as it was.
 * @param {State} state
 * @param {ChangeMessage} change
 * @returns {State}
 */
export function changed(state, { revision, put, edit }) {
  const scene = { ...state.scene, ...put.scene };
  const question = { ...state.question, ...put.question };
  const next = { ...state, ...put, revision, scene, question };
  if (edit.listing) scene.listing = edited(scene.listing.split("\n"), edit.listing).join("\n");
  if (edit.placements) scene.placements = edited(scene.placements, edit.placements);
  if (edit.labels) scene.labels = edited(scene.labels, edit.labels);
  if (edit.flags) scene.flags = edited(scene.flags, edit.flags);
  if (edit.options) question.options = edited(question.options, edit.options);
  if (edit.messages) next.messages = edited(next.messages, edit.messages);
  return next;
}

/**
 * @template Entry
 * @param {Entry[]} list
 * @param {{start: number, gone: number, put: Entry[]}[]} edits
 */
function edited(list, edits) {
  const copy = [...list];
  for (const { start, gone, put } of edits) copy.splice(start, gone, ...put);
  return copy;
}
