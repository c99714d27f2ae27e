// Distances in the scale and unit of one's own table.

import { settings } from "./keep.js";

const SCALES = { "full": 1, "two-thirds": 2 / 3, "half": 1 / 2 };
const CM = 2.54;

/** How many of the chosen units an inch of the sheet is. */
export function factor() {
  const { scale, unit } = settings();
  return SCALES[scale] * (unit === "cm" ? CM : 1);
}

/** @param {number} inches */
export function length(inches) {
  const number = inches * factor();
  const digits = settings().unit === "cm" ? 1 : 2;
  return String(Number(number.toFixed(digits)));
}

function unit() {
  return settings().unit === "cm" ? "cm" : "in";
}

/** Every distance of a text in the chosen scale and unit. @param {string} text */
export function distances(text) {
  if (factor() === 1) return text;
  return text.replace(/(\d+(?:\.\d+)?)(\s?)(inches|inch|in\b|")/g, (whole, number, gap, word) => {
    const same = settings().unit === "in" ? word : word === '"' ? " cm" : "cm";
    return whole && `${length(Number(number))}${gap}${same}`;
  });
}

/** A cell of a chart in inches. @param {string} text @param {string} title */
export function cell(text, title) {
  if (factor() === 1 || !/in inches/.test(title)) return distances(text);
  return text.replace(/\d+(?:\.\d+)?/g, (number) => length(Number(number)));
}

/** The title of a chart. @param {string} title */
export function heading(title) {
  return factor() === 1 ? title : title.replace(/in inches/, unit() === "cm" ? "in cm" : "in inches");
}
