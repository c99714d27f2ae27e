// A small list beside a stack: which of the pieces that lie at one place is meant.

export class Chooser {
  /** @param {HTMLElement} viewport */
  constructor(viewport) {
    this.viewport = viewport;
    this.menu = null;
    viewport.addEventListener("pointerdown", (event) => {
      if (this.menu && !this.menu.contains(event.target)) this.close();
    });
  }

  get open() {
    return this.menu !== null;
  }

  /**
   * @param {{id: string, title: string}[]} entries
   * @param {[number, number]} at in the window
   * @param {(id: string) => void} pick
   */
  ask(entries, [x, y], pick) {
    this.close();
    this.before = document.activeElement;
    const menu = document.createElement("div");
    menu.className = "board-chooser board-furniture";
    menu.setAttribute("role", "menu");
    menu.setAttribute("aria-label", "Which of these?");
    for (const { id, title } of entries) {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "menuitem");
      button.dataset.id = id;
      button.textContent = title;
      button.addEventListener("click", () => {
        this.close();
        pick(id);
      });
      menu.append(button);
    }
    menu.addEventListener("keydown", (event) => this.key(event));
    this.viewport.append(menu);
    const { clientWidth: wide, clientHeight: high } = this.viewport;
    menu.style.left = `${Math.max(4, Math.min(x + 12, wide - menu.offsetWidth - 4))}px`;
    menu.style.top = `${Math.max(4, Math.min(y + 12, high - menu.offsetHeight - 4))}px`;
    this.menu = menu;
    menu.firstChild.focus({ preventScroll: true });
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      this.close();
    } else if (step) {
      event.preventDefault();
      const buttons = [...this.menu.children];
      const next = buttons.indexOf(document.activeElement) + step + buttons.length;
      buttons[next % buttons.length].focus({ preventScroll: true });
    }
  }

  close() {
    if (!this.menu) return;
    const inside = this.menu.contains(document.activeElement);
    this.menu.remove();
    this.menu = null;
    if (inside && this.before?.isConnected) this.before.focus({ preventScroll: true });
  }
}
