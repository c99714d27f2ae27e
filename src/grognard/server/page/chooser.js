// A small list beside the pointer, where one piece has several answers or several lie in one place.

import { button, el } from "./dom.js";

/**
 * @type {{list: HTMLElement, before: Element | null} | null} the list, and what had the focus before
 */
let open = null;

/** Whether a list is open. */
export function chooserOpen() {
  return open !== null;
}

/** Put the list away; the focus goes back to where it was. */
export function closeChooser() {
  if (!open) return;
  const { list, before } = open;
  open = null;
  const inside = list.contains(document.activeElement);
  list.remove();
  const back = before instanceof HTMLElement || before instanceof SVGElement ? before : null;
  if (inside && back?.isConnected) back.focus({ preventScroll: true });
}

/**
 * Let one of several be chosen; opens near a point, inside the window.
 * @param {string} title
 * @param {{text: string, act: () => void}[]} items
 * @param {{x: number, y: number}} at
 */
export function chooser(title, items, at) {
  closeChooser();
  const list = el("div", { class: "chooser", role: "dialog", "aria-label": title, onkeydown: key },
    el("p", {}, title),
    items.map((item) => button(item.text, () => {
      closeChooser();
      item.act();
    })),
    button("Not now", closeChooser, { class: "quiet" }));
  open = { list, before: document.activeElement };
  document.body.append(list);
  const box = list.getBoundingClientRect();
  const right = at.x + 28 + box.width < innerWidth;
  const left = right ? at.x + 28 : Math.max(8, at.x - 28 - box.width);
  list.style.left = `${Math.min(left, innerWidth - box.width - 8)}px`;
  list.style.top = `${Math.max(8, Math.min(at.y - 20, innerHeight - box.height - 8))}px`;
  list.querySelector("button")?.focus();
}

/** Keys pressed in the list are for the list alone. @param {KeyboardEvent} event */
function key(event) {
  event.stopPropagation();
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") closeChooser();
  if (!by || !open) return;
  event.preventDefault();
  const buttons = [...open.list.querySelectorAll("button")];
  const here = buttons.findIndex((each) => each === document.activeElement);
  buttons[(here + by + buttons.length) % buttons.length].focus();
}

addEventListener("pointerdown", (event) => {
  if (open && event.target instanceof Node && !open.list.contains(event.target)) closeChooser();
}, true);
