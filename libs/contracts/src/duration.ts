const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses `500ms`, `20s`, `5m`, `1h` or `2d` to milliseconds; `null` if the text is not a duration. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text.trim());
  if (match === null) return null;
  return Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
}

/** Formats whole milliseconds in the largest exact unit; a single day is `24h`. */
export function formatDuration(milliseconds: number): string {
  const fits = ([unit, size]: readonly [string, number]) =>
    milliseconds % size === 0 && milliseconds >= (unit === 'd' ? 2 * size : size);
  const [unit, size] = Object.entries(UNITS).reverse().find(fits) ?? ['ms', 1];
  return `${milliseconds / size}${unit}`;
}
