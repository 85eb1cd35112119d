/** Returns pseudo-random numbers in [0, 1). */
export type Random = () => number;

/** A deterministic generator (mulberry32), seeded with the hash of the key. */
export function seededRandom(...key: readonly (string | number)[]): Random {
  let [state] = hashOf(key.join('/'));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, items: readonly [T, ...T[]] | readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** cyrb128: a non-cryptographic hash of four 32-bit numbers. */
function hashOf(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597399067);
    b = c ^ Math.imul(b ^ code, 2869860233);
    c = d ^ Math.imul(c ^ code, 951274213);
    d = a ^ Math.imul(d ^ code, 2716044179);
  }
  a = Math.imul(c ^ (a >>> 18), 597399067);
  b = Math.imul(d ^ (b >>> 22), 2869860233);
  c = Math.imul(a ^ (c >>> 17), 951274213);
  d = Math.imul(b ^ (d >>> 19), 2716044179);
  a ^= b ^ c ^ d;
  return [a >>> 0, (b ^ a) >>> 0, (c ^ a) >>> 0, (d ^ a) >>> 0];
}

/** Earlier than any id that a service generates. */
const EPOCH = Date.UTC(2020, 0, 1);

/** A deterministic uuid v7 that sorts by `index`. */
export function sampleUuid(key: readonly (string | number)[], index: number): string {
  const [a, b, c] = hashOf(`${key.join('/')}/${index}`);
  const time = (EPOCH + index).toString(16).padStart(12, '0');
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  const [one, two, three] = [hex(a), hex(b), hex(c)];
  const variant = ((b >>> 28) & 3) + 8;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${one.slice(0, 3)}-${variant.toString(16)}${two.slice(1, 4)}-${two.slice(4)}${three}`;
}
