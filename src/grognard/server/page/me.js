// Who plays in this browser: a name and a key, without an account. The key ties one's games
// together and opens one's seats; whoever has it is this player, so it is kept like a password.

const PLACE = "grognard.me";
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"; // none that is mistaken for another
const LENGTH = 26; // of a key: 128 bits

/** @typedef {{name: string, key: string}} Me */

/** The player of this browser; the key is made when it is first asked for. @returns {Me} */
export function me() {
  const found = read();
  if (found.key) return found;
  return write({ ...found, key: newKey() });
}

/** @returns {Me} */
function read() {
  try {
    const { name = "", key = "" } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return { name: String(name), key: isKey(String(key)) ? String(key) : "" };
  } catch {
    return { name: "", key: "" };
  }
}

/** @param {Me} player */
function write(player) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(player));
  } catch {
    // A browser that keeps nothing still plays by its links.
  }
  return player;
}

/** Use a name from now on. @param {string} name */
export function setName(name) {
  write({ ...me(), name: name.trim().slice(0, 40) });
}

/** Be the player of a key from now on. @param {string} key */
export function become(key, name = read().name) {
  write({ name, key });
}

/** @param {string} text */
export function isKey(text) {
  return text.length === LENGTH && [...text].every((letter) => LETTERS.includes(letter));
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** A key as a code that can be read aloud and typed. @param {string} key */
export function asCode(key) {
  return (key.match(/.{1,5}/g) ?? []).join("-");
}

/** The key of a code or link, however it was typed; empty if it is none. @param {string} typed */
export function fromCode(typed) {
  const last = typed.trim().split("/").at(-1) ?? "";
  const key = last.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  return isKey(key) ? key : "";
}

/** The address by which another device becomes this player, after the #. */
export function meLink() {
  return `#/me/${me().key}`;
}
