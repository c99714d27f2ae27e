// A small list beside the pointer, where one piece has several answers.

import { button, el } from "./dom.js";

let open = null;

/** Put the list away. */
export function closeChooser() {
  open?.remove();
  open = null;
}

/**
 * Let one of several be chosen; opens near a point, inside the window.
 * @param {string} title
 * @param {{text: string, act: () => void}[]} items
 * @param {{x: number, y: number}} at
 */
export function chooser(title, items, at) {
  closeChooser();
  const before = /** @type {HTMLElement|null} */ (document.activeElement);
  const away = () => {
    closeChooser();
    before?.focus?.({ preventScroll: true });
  };
  open = el("div", { class: "chooser", role: "dialog", "aria-label": title,
    onkeydown: (event) => {
      if (event.key === "Escape") {
        event.stopPropagation(); // only the list is put away
        away();
      }
      if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
    } },
  el("p", {}, title),
  items.map((item) => button(item.text, () => {
    closeChooser();
    item.act();
  })),
  button("Not now", away, { class: "quiet" }));
  document.body.append(open);
  const box = open.getBoundingClientRect();
  const right = at.x + 28 + box.width < innerWidth;
  const left = right ? at.x + 28 : Math.max(8, at.x - 28 - box.width);
  open.style.left = `${Math.min(left, innerWidth - box.width - 8)}px`;
  open.style.top = `${Math.max(8, Math.min(at.y - 20, innerHeight - box.height - 8))}px`;
  open.querySelector("button")?.focus();
}

function step(event) {
  event.preventDefault();
  const buttons = [...open.querySelectorAll("button")];
  const by = event.key === "ArrowDown" ? 1 : buttons.length - 1;
  buttons[(buttons.indexOf(document.activeElement) + by) % buttons.length].focus();
}

addEventListener("pointerdown", (event) => {
  if (open && !open.contains(/** @type {Node} */ (event.target))) closeChooser();
}, true);
