// SVG elements: made, parsed, lettered; and the curves of ways, as the drawings in Python have them.

/** @import { Point } from "../types.d.ts" */
/** @import { TextInfo } from "../server.d.ts" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {Node[]} [children]
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function draw(tag, attributes = {}, children = []) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Give an element attributes; what it has already is left alone, and so is its layout.
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
export function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/** The elements in a piece of SVG. @param {string} text @returns {Node[]} */
export function parsed(text) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${text}</svg>`, "image/svg+xml");
  if (read.querySelector("parsererror")) throw new Error("the ground of this board cannot be read");
  return [...read.documentElement.childNodes].map((node) => document.importNode(node, true));
}

/**
 * A line of lettering, moved by so much; its length is given, as in the drawings.
 * @param {TextInfo} text
 */
export function lettered(text, dx = 0, dy = 0) {
  /** @type {Record<string, string | number>} */
  const attributes = {
    x: text.x - dx,
    y: text.y - dy,
    "font-size": text.size,
    textLength: text.width,
    lengthAdjust: "spacingAndGlyphs",
    fill: text.ink,
  };
  if (text.italic) attributes["font-style"] = "italic";
  if (text.halo) {
    Object.assign(attributes, {
      stroke: text.plate,
      "stroke-width": 2.6,
      "stroke-linejoin": "round",
      "paint-order": "stroke",
    });
  } else if (text.bold) {
    Object.assign(attributes, { stroke: text.ink, "stroke-width": 0.6 });
  }
  return draw("text", attributes, [document.createTextNode(text.text)]);
}

/** An open curve through points, bent by the corners between. @param {Point[]} points */
export function curve(points) {
  /** @param {Point} p */
  const at = (p) => `${p[0].toFixed(1)} ${p[1].toFixed(1)}`;
  /** @param {Point} a @param {Point} b @returns {Point} */
  const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  if (points.length < 3) return `M${points.map(at).join("L")}`;
  const last = points.length - 1;
  let data = `M${at(points[0])}L${at(middle(points[0], points[1]))}`;
  for (let i = 1; i < last; i += 1) data += `Q${at(points[i])} ${at(middle(points[i], points[i + 1]))}`;
  return `${data}L${at(points[last])}`;
}

/**
 * A way as an arrow: a light one under a dark one.
 * @param {Point[]} points
 * @param {boolean} short whether it ends before a block
 * @param {string} name the class of the dark one
 */
export function arrow(points, short, name = "way") {
  const group = draw("g", { class: name });
  if (points.length < 2) return group;
  const [ax, ay] = points[points.length - 2];
  let [bx, by] = points[points.length - 1];
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const ux = (bx - ax) / long;
  const uy = (by - ay) / long;
  if (short) {
    bx -= 20 * ux;
    by -= 20 * uy;
  }
  /** @type {Point} */
  const neck = [bx - 11 * ux, by - 11 * uy];
  /** @param {number} side */
  const wing = (side) => `${neck[0] - side * 6.5 * uy} ${neck[1] + side * 6.5 * ux}`;
  const shaft = curve([...points.slice(0, -1), neck]);
  const head = `M${bx} ${by}L${wing(1)}L${wing(-1)}z`;
  for (const { layer, width } of [{ layer: "under", width: 7 }, { layer: "over", width: 4 }]) {
    group.append(
      draw("path", { class: `${layer} shaft`, d: shaft, fill: "none", "stroke-width": width }),
      draw("path", { class: `${layer} head`, d: head, "stroke-width": width - 4 }),
    );
  }
  return group;
}
