// What a word means: told beside its button to who points at it, focuses it, or holds a finger on it.

const HELD = 500; // milliseconds a finger stays down until it asks instead of pressing
const AWAY = 6; // pixels between button and words

/** Explain whatever carries `data-means`, in the whole page. */
export function explain(page = document) {
  const words = page.createElement("div");
  words.className = "explained";
  words.id = "explained";
  words.setAttribute("role", "tooltip");
  words.hidden = true;
  page.body.append(words);
  let timer = 0;
  let asked = false; // the finger asked: lifting it presses nothing

  /** @param {HTMLElement | null} at */
  const show = (at) => {
    page.querySelector("[aria-describedby=explained]")?.removeAttribute("aria-describedby");
    words.hidden = !at;
    if (!at) return;
    words.textContent = at.dataset.means ?? "";
    at.setAttribute("aria-describedby", words.id);
    const box = at.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.left), innerWidth - words.offsetWidth - 8);
    const below = box.bottom + AWAY;
    const top = below + words.offsetHeight > innerHeight ? box.top - AWAY - words.offsetHeight : below;
    words.style.left = `${left}px`;
    words.style.top = `${top}px`;
  };
  page.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") show(meant(event.target));
  });
  page.addEventListener("focusin", ({ target }) => {
    const at = meant(target);
    show(at?.matches(":focus-visible") ? at : null);
  });
  page.addEventListener("pointerdown", (event) => {
    asked = false;
    clearTimeout(timer);
    show(null);
    const at = event.pointerType === "mouse" ? null : meant(event.target);
    if (!at) return;
    timer = setTimeout(() => {
      asked = true;
      show(at);
    }, HELD);
  });
  for (const end of ["pointerup", "pointercancel"]) page.addEventListener(end, () => clearTimeout(timer));
  page.addEventListener("contextmenu", (event) => {
    if (asked) event.preventDefault();
  });
  page.addEventListener("click", (event) => {
    if (asked) {
      event.preventDefault();
      event.stopPropagation();
    } else show(null);
    asked = false;
  }, true);
  // What was explained may be gone: the panel is drawn anew with every answer.
  new MutationObserver(() => {
    if (!words.hidden && !page.querySelector("[aria-describedby=explained]")) show(null);
  }).observe(page.body, { childList: true, subtree: true });
}

/** What carries an explanation, at an event. @param {EventTarget | null} target @returns {HTMLElement | null} */
function meant(target) {
  return target instanceof Element ? target.closest("[data-means]") : null;
}
