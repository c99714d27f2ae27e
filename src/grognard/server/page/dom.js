// Elements built without markup: every text goes in as text, so names and messages stay inert.

/** @import { Child, Props } from "./types.d.ts" */

/**
 * An element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "value" && "value" in element) element.value = String(value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/**
 * Replace what an element holds; nothing is touched if the caller gives nothing.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * A button that does something.
 * @param {string} text
 * @param {(event: MouseEvent) => unknown} act
 * @param {Props} [props]
 */
export function button(text, act, props = {}) {
  return el("button", { type: "button", onclick: act, ...props }, text);
}

/**
 * A labelled field: the label wraps its text and the control.
 * @param {string} text
 * @param {HTMLElement} control
 */
export function field(text, control, hint = "") {
  const said = hint ? el("small", {}, hint) : null;
  return el("label", { class: "field" }, el("span", {}, text), control, said);
}

/**
 * A drop-down of [value, text] pairs.
 * @template {string} Value
 * @param {[Value, string][]} pairs
 * @param {Value} chosen
 * @param {(value: Value) => void} onchange
 * @param {Props} [props]
 */
export function select(pairs, chosen, onchange, props = {}) {
  /** @type {HTMLSelectElement} */
  const box = el("select", { onchange: () => onchange(/** @type {Value} */ (box.value)),
    ...props });
  for (const [value, text] of pairs) {
    box.append(el("option", { value, selected: value === chosen }, text));
  }
  return box;
}

/**
 * A switch with a text.
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
export function toggle(text, on, change, hint = "") {
  /** @type {HTMLInputElement} */
  const box = el("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
  const said = hint ? el("small", {}, hint) : null;
  return el("label", { class: "toggle" }, box, el("span", {}, text, said));
}

/** With a capital at the start. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What was thrown, in words. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The page's own element, which everything is shown in. */
export function pageElement() {
  return /** @type {HTMLElement} */ (document.getElementById("page"));
}
