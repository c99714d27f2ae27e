// Elements built without markup: every text goes in as text, so names and messages stay inert.

/**
 * An element. Keys of `props`: `class`, `on…` (listeners), `data` (an object), or attributes;
 * what is false, null or undefined is left out.
 * @param {string} tag
 * @param {Object<string, any>} [props]
 * @param {...(Node|string|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) element.append(child);
  }
}

/** Replace what an element holds; nothing is touched if the caller gives nothing. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A button that does something. */
export function button(text, act, props = {}) {
  return el("button", { type: "button", onclick: act, ...props }, text);
}

/** A labelled field: the label wraps its text and the control. */
export function field(text, control, hint = "") {
  const said = hint ? el("small", {}, hint) : null;
  return el("label", { class: "field" }, el("span", {}, text), control, said);
}

/** A drop-down of [value, text] pairs. */
export function select(pairs, chosen, onchange, props = {}) {
  const box = el("select", { onchange: () => onchange(box.value), ...props });
  for (const [value, text] of pairs) {
    box.append(el("option", { value, selected: value === chosen }, text));
  }
  return /** @type {HTMLSelectElement} */ (box);
}

/** A switch with a text. */
export function toggle(text, on, change, hint = "") {
  const box = el("input", { type: "checkbox", checked: on, onchange: () => change(box.checked) });
  const said = hint ? el("small", {}, hint) : null;
  return el("label", { class: "toggle" }, box, el("span", {}, text, said));
}

/** The first letter made great. */
export function great(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
