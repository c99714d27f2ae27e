// Tabs in the panel: one of several sheets is open at a time.

import { button, el } from "./dom.js";

export class Tabs {
  /** @param {[string, string][]} names names and titles of the sheets */
  constructor(names) {
    /** @type {Map<string, {sheet: HTMLElement, press: HTMLElement}>} */
    this.sheets = new Map();
    /** @type {((name: string) => void) | null} */
    this.onOpen = null;
    this.name = names[0][0];
    this.bar = el("div", { class: "tabs", role: "tablist", "aria-label": "Beside the board",
      onkeydown: (event) => this.arrow(event) });
    this.element = el("div", { class: "tabbed" }, this.bar);
    for (const [name, title] of names) {
      const sheet = el("div", { class: `sheet ${name}`, role: "tabpanel", id: `sheet-${name}`,
        "aria-labelledby": `tab-${name}`, tabindex: 0, hidden: true });
      const press = button(title, () => this.open(name), { role: "tab", id: `tab-${name}`,
        "aria-controls": `sheet-${name}`, "aria-selected": "false", tabindex: -1 });
      this.sheets.set(name, { sheet, press });
      this.bar.append(press);
      this.element.append(sheet);
    }
    this.open(this.name, false, true);
  }

  /** The sheet of a name. @param {string} name */
  sheet(name) {
    const found = this.sheets.get(name);
    if (!found) throw new Error(`no sheet ${name}`);
    return found.sheet;
  }

  /** A mark on a tab, such as what is unread; empty: none. @param {string} name @param {string} text */
  mark(name, text) {
    const press = this.sheets.get(name)?.press;
    press?.querySelector(".mark")?.remove();
    if (text) press?.append(el("span", { class: "mark" }, text));
  }

  /** Open a sheet; quietly, if nobody has asked for it: what somebody wants to read has room. @param {string} name */
  open(name, focus = false, quiet = false) {
    this.name = name;
    if (!quiet) this.element.classList.add("roomy");
    for (const [each, { sheet, press }] of this.sheets) {
      const here = each === name;
      sheet.hidden = !here;
      press.setAttribute("aria-selected", String(here));
      press.tabIndex = here ? 0 : -1;
      if (here && focus) press.focus();
    }
    if (!quiet) this.onOpen?.(name);
  }

  /** Something is asked: the room is the question's again. */
  giveWay() {
    this.element.classList.remove("roomy");
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const names = [...this.sheets.keys()];
    this.open(names[(names.indexOf(this.name) + by + names.length) % names.length], true);
  }
}
