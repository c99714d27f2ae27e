// What moves is lifted off the picture for that time, as a drawing of its own: then a frame moves it and draws nothing anew.

import { draw } from "./svg.js";

/**
 * A drawing over the picture, in its measures, in a box that can be moved: a drawing that moves itself has its words laid out anew.
 * @param {SVGElement} drawn
 */
export function lifted(drawn, layer = "") {
  const box = document.createElement("div");
  box.className = `lifted ${layer}`.trimEnd();
  box.append(draw("svg", { "text-anchor": "middle", "aria-hidden": "true" }, [drawn]));
  return box;
}

export class Lifted {
  /** @param {import("./picture.js").Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** How often each copy is wanted, by what it is a copy of. @type {Map<SVGElement, {copy: HTMLElement, users: number}>} */
    this.copies = new Map();
  }

  /** A copy that can be moved; what it is a copy of is hidden. @param {SVGElement} element */
  lift(element) {
    const known = this.copies.get(element);
    if (known) {
      known.users += 1;
      return known.copy;
    }
    const drawn = /** @type {SVGElement} */ (element.cloneNode(true));
    drawn.removeAttribute("data-piece");
    for (const ring of drawn.querySelectorAll(":scope > .ring")) ring.remove(); // what is on its way has none
    drawn.style.transform = "";
    const copy = lifted(drawn, element.parentElement?.getAttribute("class") ?? "");
    copy.style.transform = element.style.transform;
    element.style.visibility = "hidden";
    this.picture.over.append(copy);
    this.copies.set(element, { copy, users: 1 });
    return copy;
  }

  /** A copy is no longer moved. @param {SVGElement} element @param {HTMLElement} copy */
  lower(element, copy) {
    const known = this.copies.get(element);
    if (known?.copy !== copy) return; // taken away meanwhile
    known.users -= 1;
    if (known.users === 0) this.drop(element, copy);
  }

  /** Put everything back at once. */
  clear() {
    for (const [element, { copy }] of this.copies) this.drop(element, copy);
  }

  /** @param {SVGElement} element @param {HTMLElement} copy */
  drop(element, copy) {
    copy.remove();
    element.style.visibility = "";
    this.copies.delete(element);
  }
}
