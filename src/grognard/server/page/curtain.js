// The curtain between two players at one screen, where each has secrets.

import { button, el, pageElement } from "./dom.js";

/**
 * Cover the page until the player of a side says that it is he.
 * @param {string} title
 * @returns {Promise<void>}
 */
export function curtain(title) {
  return new Promise((open) => {
    const page = pageElement();
    page.inert = true;
    page.classList.add("covered");
    const lift = () => {
      cover.remove();
      page.inert = false;
      page.classList.remove("covered");
      open();
    };
    const press = button(`I am the ${title} player`, lift, { class: "primary big" });
    const cover = el("div", { class: "curtain", role: "dialog", "aria-modal": "true",
      "aria-label": "Hand over the screen" },
    el("h1", {}, "Hand over the screen"),
    el("p", {}, `It is the ${title} player's turn. Nobody else should look.`), press);
    document.body.append(cover);
    press.focus();
  });
}

/** Take a curtain away with the table it covered. */
export function dropCurtain() {
  document.querySelector(".curtain")?.remove();
  const page = pageElement();
  page.inert = false;
  page.classList.remove("covered");
}
