// What things are called on the map, where orders and log use the short names of the files.

import { capital } from "./dom.js";

/** @import { Choice } from "./types.d.ts" */
/** @import { SceneInfo, UnitInfo } from "./server.d.ts" */

const MOST_NAMES = 4; // told of those a roll is about
const WORD = /[a-z][a-z0-9]*(?:-[a-z0-9]+)*/g;
const NUMBERED = /\b([A-Za-z]+) (\d+)\b(?:( \(| is )([^,()]+)(, |\)))?/g; // a kind of piece and its number, and its name if it is told
const AT = "(\\d+\\.\\d),(\\d+\\.\\d)(?: facing (\\d+))?";
const MOVED = new RegExp(`(\\bmoves? )?from ${AT} to ${AT}`, "g");
const TURNED = /from facing (\d+) to (?:facing )?(\d+)/g;
const FACING = /\bfacing ([ns]?[ew]|[ns])\b/g;
const BY_HAND = new RegExp(`^(?:to )?${AT}$`);
const APPROACH = /([a-z0-9-]+)\/([a-z0-9-]+)/g;
const GOING = new RegExp(`(?:, going)? to ${AT}`, "g");
/** The ways of the compass, clockwise from the north. @type {Record<string, string>} */
export const WAYS = { n: "north", ne: "north-east", e: "east", se: "south-east", s: "south", sw: "south-west", w: "west", nw: "north-west" };

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

  /** Learn the units of the battle: the log speaks of those that have fallen, too. @param {UnitInfo[]} units */
  meet(units) {
    for (const { id, name, side } of units) {
      if (this.pieces.has(id)) continue;
      this.pieces.set(id, name);
      this.sides.set(id, side);
      this.shorts.set(shortOf(id), name);
    }
  }

  /**
   * Learn the pieces of a scene; those that have left it are still spoken of.
   * @param {SceneInfo} scene
   */
  look(scene) {
    for (const { id, name: written, side } of scene.placements) {
      const name = /^\d+$/.test(written) ? capital(id.replace(":", " ")) : written; // a number alone says not of what
      this.pieces.set(id, name);
      this.sides.set(id, side);
      this.shorts.set(shortOf(id), name);
    }
  }

  /** The side of the first piece among some ids; -1 if none is known. @param {string[]} ids */
  sideOf(ids) {
    return this.sides.get(ids.find((id) => this.sides.has(id)) ?? "") ?? -1;
  }

  /** The pieces among some ids, by name: those of the first one's side, then whom they are against. @param {string[]} ids */
  whose(ids) {
    const known = ids.filter((id) => this.pieces.get(id));
    const side = this.sideOf(known);
    const own = known.filter((id) => this.sides.get(id) === side);
    return [own, known.filter((id) => !own.includes(id))].filter((group) => group.length)
      .map((group) => this.listed(group)).join(" against ");
  }

  /** Pieces in a row, by name. @param {string[]} ids */
  listed(ids) {
    const told = ids.map((id) => this.pieces.get(id));
    return told.length > MOST_NAMES ? `${told.slice(0, 2).join(", ")} and ${told.length - 2} more` : told.join(", ");
  }

  /** What a piece or place is called. @param {string} id */
  of(id) {
    return this.pieces.get(id) ?? this.inWords(shortOf(id), true);
  }

  /**
   * A text as people speak: names of the map for places and numbered pieces, distances for poses.
   * Single words are taken for places only where they must be names.
   * @param {string} text
   */
  inWords(text, sure = false) {
    return measured(text).replace(WORD, (word) =>
      (sure || word.includes("-") ? this.places.get(word) ?? this.shorts.get(word) : undefined) ?? word)
      .replace(NUMBERED, (said, kind, number, opens, told, closes) => {
        const name = this.pieces.get(`${kind.toLowerCase()}:${number}`);
        if (!name || name.toLowerCase() === `${kind} ${number}`.toLowerCase()) return said;
        if (told && !name.endsWith(told) && this.isName(told)) return said; // it was another's number then
        if (!told || !name.endsWith(told)) return name + said.slice(`${kind} ${number}`.length);
        return closes === ")" ? name : name + opens; // more is told of it
      });
  }

  /** Whether some piece is called so, with its number or without. @param {string} told */
  isName(told) {
    return [...this.pieces.values()].some((name) => name === told || name.endsWith(` ${told}`));
  }

  /** Orders in a row as people speak: every piece and place by its name. @param {string} text */
  ordered(text) {
    return measured(text)
      .replace(BY_HAND, "to a place of its own")
      .replace(/^> /, "to ")
      .replace(APPROACH, (way, from, to) => (this.places.has(from) && this.places.has(to) ? `${from} towards ${to}` : way))
      .replace(/,? > ([a-z0-9-]*)/g, (_, whom) => (this.shorts.has(whom) ? `: ${whom}` : ` to ${whom}`))
      .replace(/,(?=[,.;]|$)/g, "")
      .replace(FACING, (_, way) => `facing ${WAYS[way]}`)
      .replace(WORD, (word) => this.shorts.get(word) ?? this.places.get(word) ?? word);
  }

  /** Whether an order goes from a piece to one of the other side, both by their short names. @param {string} text */
  isFoe(text) {
    const [doer, whom] = (text.match(/([a-z0-9-]+) > ([a-z0-9-]+)/) ?? []).slice(1).map((short) => this.sideOfShort(short));
    return doer !== undefined && whom !== undefined && doer !== whom;
  }

  /** @param {string} short */
  sideOfShort(short) {
    for (const [id, side] of this.sides) if (shortOf(id) === short) return side;
    return undefined;
  }

  /**
   * An option in words, as a button says it: pieces and the place it names by their names.
   * @param {Choice} option
   */
  label(option) {
    if ("says" in option && option.says) return capital(option.says);
    const short = shortOf(option.target);
    const words = option.text.split(" ").map((word, at) => {
      if (word.includes("/")) return this.way(word, option.target);
      if (word === short && this.of(option.target) !== word) return this.of(option.target);
      if (at === 0 && !this.places.has(word)) return word.replaceAll("-", " ");
      if (!/[a-z]/.test(word)) return word;
      // The verb comes first; after it, who does it to whom.
      if (option.target === `facing:${word}`) return WAYS[word] ?? word;
      const named = at > 0 && this.shorts.get(word.replace(/,$/, ""));
      return named ? `${named}${word.endsWith(",") ? "," : ""}` : this.inWords(word);
    });
    const aimed = this.isFoe(option.text) ? " against " : ": ";
    const said = words.join(" ").replace(/^> ?/, "").replace(" > ", aimed).replace(/(.),? to \d+\.\d,\d+\.\d facing \d+$/, "$1");
    return said.charAt(0).toUpperCase() + said.slice(1);
  }

  /** A way from one place to the next, as an option that is answered at a target names it. @param {string} way @param {string} target */
  way(way, target) {
    const [from, to] = way.split("/").map((place) => this.inWords(place, true));
    return shortOf(target) === way.split("/")[1] ? `from ${from} to ${to}` : `${from} towards ${to}`;
  }
}

/**
 * Distances and turns where a text has poses.
 * @param {string} text
 */
function measured(text) {
  return text
    .replace(MOVED, (_, moves, x, y, before, x2, y2, after) => {
      const verb = moves ?? "over ";
      const far = `${(Math.hypot(x2 - x, y2 - y) || 0).toFixed(1)} in`;
      const turn = before && after ? turnInWords(Number(after) - Number(before)) : "";
      return verb + (turn ? `${far}, turning ${turn}` : far);
    })
    .replace(TURNED, (_, before, after) => turnInWords(Number(after) - Number(before)) || "in place")
    .replace(GOING, "");
}

/** A turn by some degrees in words, by the shorter way; empty: none. @param {number} degrees */
export function turnInWords(degrees) {
  const by = (((degrees % 360) + 540) % 360) - 180;
  return by === 0 ? "" : by === -180 ? "about" : `${Math.abs(by)}° ${by > 0 ? "right" : "left"}`;
}

/** @param {string} id */
function shortOf(id) {
  return id.replace(/^\w+:/, "");
}
