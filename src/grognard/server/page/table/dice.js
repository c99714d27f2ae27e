// Dice thrown by the device.

/** A number from 0 up to, and without, a limit. @param {number} limit */
function below(limit) {
  const word = new Uint32Array(1);
  const fair = Math.floor(2 ** 32 / limit) * limit;
  do crypto.getRandomValues(word); while (word[0] >= fair);
  return word[0] % limit;
}

/** @param {[number, number][]} dice of so many sides, from a first face */
export function throwDice(dice) {
  return dice.map(([sides, first]) => first + below(sides));
}

/** One of several things by their weights. @template T @param {[T, bigint][]} weighted @returns {T} */
export function pick(weighted) {
  const whole = weighted.reduce((sum, [, weight]) => sum + weight, 0n);
  // Far more digits than any die needs, so that the rest of the division does not matter.
  let number = 0n;
  for (let i = 0; i < 8; i += 1) number = number * 65536n + BigInt(below(65536));
  number %= whole;
  for (const [thing, weight] of weighted) {
    if (number < weight) return thing;
    number -= weight;
  }
  return weighted[weighted.length - 1][0];
}
