// A question of the page itself, before something that cannot be taken back.

import { button, el } from "./dom.js";

/**
 * Ask yes or no; the promise ends with the answer.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, no = "No") {
  return new Promise((answer) => {
    /** @type {HTMLDialogElement} */
    const box = el("dialog", { class: "confirm", "aria-label": title, onclose: () => {
      box.remove();
      answer(box.returnValue === "yes");
    } },
    el("h2", {}, title), el("p", {}, text),
    el("p", { class: "actions" },
      button(no, () => box.close("no"), { autofocus: true }),
      button(yes, () => box.close("yes"), { class: "primary" })));
    document.body.append(box);
    box.showModal();
  });
}
