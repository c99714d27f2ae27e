// What the companion remembers on this device: settings, situations, rosters.

const PREFIX = "grognard.table.";

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function kept(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch { /* a full or forbidden store only means that nothing is remembered */ }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch { /* nothing was remembered */ }
}

/** @returns {{scale: "full" | "two-thirds" | "half", unit: "in" | "cm", light: boolean}} */
export function settings() {
  return { scale: "full", unit: "in", light: false, ...kept("settings", {}) };
}
