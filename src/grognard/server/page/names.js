// What things are called on the map, where orders and log use the short names of the files.

/** @import { Choice } from "./types.d.ts" */
/** @import { SceneInfo } from "./server.d.ts" */

const WORD = /[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g;

export class Names {
  constructor() {
    /** @type {Map<string, string>} names of places by their short names */
    this.places = new Map();
    /** @type {Map<string, string>} names of pieces by their ids */
    this.pieces = new Map();
    /** @type {Map<string, number>} sides of pieces by their ids */
    this.sides = new Map();
    /** @type {Map<string, string>} names of pieces by their short names */
    this.shorts = new Map();
  }

  /**
   * Learn the places of a ground; `titleOf` tells what one is called, and more after a comma.
   * @param {string[]} ids
   * @param {(id: string) => string} titleOf
   */
  learn(ids, titleOf) {
    this.places.clear();
    for (const id of ids) {
      const short = shortOf(id);
      const name = titleOf(id).split(",")[0];
      if (/^[a-z][a-z0-9-]*$/.test(short) && name && name !== id) this.places.set(short, name);
    }
  }

  /**
   * Learn the pieces of a scene; those that have left it are still spoken of.
   * @param {SceneInfo} scene
   */
  look(scene) {
    for (const { id, name, side } of scene.placements) {
      this.pieces.set(id, name);
      this.sides.set(id, side);
      this.shorts.set(shortOf(id), name);
    }
  }

  /** The side of the first piece among some ids; -1 if none is known. @param {string[]} ids */
  sideOf(ids) {
    return this.sides.get(ids.find((id) => this.sides.has(id)) ?? "") ?? -1;
  }

  /** The pieces among some ids, by name. @param {string[]} ids */
  whose(ids) {
    return ids.map((id) => this.pieces.get(id)).filter(Boolean).join(", ");
  }

  /** What a piece or place is called. @param {string} id */
  of(id) {
    return this.pieces.get(id) ?? this.inWords(shortOf(id), true);
  }

  /**
   * A text with the names the map has for places; single words only where they must be names.
   * @param {string} text
   */
  inWords(text, sure = false) {
    return text.replace(WORD, (word) =>
      (sure || word.includes("-") ? this.places.get(word) : undefined) ?? word);
  }

  /**
   * An option in words, as a button says it: pieces and the place it names by their names.
   * @param {Choice} option
   */
  label(option) {
    const short = shortOf(option.target);
    const words = option.text.split(" ").map((word, at) => {
      if (!/[a-z]/.test(word)) return word;
      if (word === short && this.of(option.target) !== word) return this.of(option.target);
      // The verb comes first; after it, who does it to whom.
      return (at > 0 && this.shorts.get(word)) || word;
    });
    const said = words.join(" ").replace(/^> ?/, "").replace(/(.),? to \d+\.\d,\d+\.\d facing \d+$/, "$1");
    return said.charAt(0).toUpperCase() + said.slice(1);
  }
}

/** @param {string} id */
function shortOf(id) {
  return id.replace(/^\w+:/, "");
}
