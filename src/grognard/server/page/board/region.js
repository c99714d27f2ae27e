// A region: many places that lie side by side, as one shape with one outline.

const NUMBERS = /-?\d+(?:\.\d+)?/g;

/**
 * The outline of polygons that share their edges: the edges that only one of them has.
 * @param {string[]} paths each a closed polygon as path data
 */
export function outlineOf(paths) {
  /** @type {Map<string, string | null>} */
  const edges = new Map();
  for (const path of paths) {
    const numbers = path.match(NUMBERS) ?? [];
    /** @type {string[]} */
    const corners = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) corners.push(`${numbers[i]} ${numbers[i + 1]}`);
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length];
      const key = from < to ? `${from},${to}` : `${to},${from}`;
      edges.set(key, edges.has(key) ? null : `M${from}L${to}`);
    });
  }
  return [...edges.values()].filter((edge) => edge !== null).join("");
}
