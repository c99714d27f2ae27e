// Whom one who leads would command from another place: the ground he reaches, and who of his own is out of it.

import { outlineOf } from "./region.js";
import { draw } from "./svg.js";

/** @import { CommandInfo } from "../server.d.ts" */

const MOST_NAMES = 4; // told one by one

export class Radius {
  /**
   * @param {import("./picture.js").Picture} picture
   * @param {import("./finder.js").Finder} finder
   */
  constructor(picture, finder) {
    this.picture = picture;
    this.finder = finder;
  }

  /** Draw it; null: take it away. @param {CommandInfo | null} command */
  show(command) {
    const { radius, outside } = this.picture.layers;
    radius.replaceChildren(...(command ? ground(command, this.finder) : []));
    outside.replaceChildren(...(command?.beyond ?? []).flatMap((id) => this.mark(id)));
  }

  /** A ring about a piece that would be out of command. @param {string} id */
  mark(id) {
    const point = this.finder.point(id);
    if (!point) return [];
    const [x, y] = point;
    return [draw("circle", { class: "out-of-command", "data-out": id, cx: x, cy: y, r: 17 })];
  }

  /** Who would be in and out of command. @param {CommandInfo} command */
  words({ within, beyond }) {
    if (!within.length && !beyond.length) return "nobody of his own is here";
    if (!beyond.length) return `all ${within.length} of his in command`;
    const names = beyond.map((id) => this.finder.pieces.get(id)?.name ?? id);
    const more = names.length - MOST_NAMES;
    const told = more > 1 ? [...names.slice(0, MOST_NAMES), `${more} more`] : names;
    return `${within.length || "nobody"} in command, out of it: ${told.join(", ")}`;
  }
}

/** The ground within reach: a ring, or places side by side. @param {CommandInfo} command @param {import("./finder.js").Finder} finder */
function ground({ x, y, radius, places }, finder) {
  if (radius) return [draw("circle", { cx: x, cy: y, r: radius, class: "radius" })];
  const paths = places.flatMap((id) => finder.places.get(id)?.path ?? []);
  return paths.length ? [draw("path", { d: paths.join(""), class: "radius inner" }),
    draw("path", { d: outlineOf(paths), class: "radius edge" })] : [];
}
