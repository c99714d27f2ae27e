// Trees and reeds, some of them at a time made one image. A browser looks at each element of a picture whenever
// something on it moves, at an image once.

import { draw } from "./svg.js";

const MOST = 120; // of them in an image: a part of the map that is drawn again draws few others
const REACH = 24; // pixels of the drawing from the middle of the largest to its edge

/** Make images of what stands about in great numbers; it stays as it is until they are there. @param {SVGSVGElement} ground */
export function flatten(ground) {
  const [defs] = ground.getElementsByTagName("defs");
  if (!defs) return;
  for (const run of runs(ground)) {
    const names = new Set(run.map((use) => use.getAttribute("href")?.slice(1) ?? ""));
    const shapes = [...names].flatMap((name) => defs.querySelector(`#${CSS.escape(name)}`) ?? []);
    const box = boxOf(run);
    const copies = [draw("defs", {}, shapes.map((shape) => shape.cloneNode(true))), ...run.map((use) => use.cloneNode())];
    const drawn = draw("svg", { width: box.width, height: box.height, viewBox: Object.values(box).join(" ") }, copies);
    const image = draw("image", box);
    image.addEventListener("load", () => run.forEach((use) => use.remove()), { once: true });
    image.addEventListener("error", () => image.remove(), { once: true });
    run[0].before(image);
    image.setAttribute("href", `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`);
  }
}

/** Shapes that follow each other and are only to be seen. @param {SVGSVGElement} ground */
function runs(ground) {
  /** @type {Element[][]} */
  const found = [];
  /** @type {Element | null} */
  let last = null;
  for (const use of ground.querySelectorAll("use:not([id], [transform])")) {
    const run = found[found.length - 1];
    if (run && use.previousElementSibling === last && run.length < MOST) run.push(use);
    else found.push([use]);
    last = use;
  }
  return found.filter((run) => run.length > 1);
}

/** The room some shapes take, at the least, in whole pixels of the drawing. @param {Element[]} run */
function boxOf(run) {
  const [xs, ys] = ["x", "y"].map((name) => run.map((use) => Number(use.getAttribute(name))));
  const [x, y] = [Math.floor(Math.min(...xs)) - REACH, Math.floor(Math.min(...ys)) - REACH];
  return { x, y, width: Math.ceil(Math.max(...xs)) + REACH - x, height: Math.ceil(Math.max(...ys)) + REACH - y };
}
