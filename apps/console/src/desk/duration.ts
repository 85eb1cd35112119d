const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** A length of time in at most two units: `2 d 4 h`, `3 h`, `12 min`, `40 s`. Seconds only below one minute. */
export function durationText(ms: number): string {
  const total = Math.abs(ms);
  const index = UNITS.findIndex(([, size]) => total >= size);
  if (index === -1) return '0 s';
  const [unit, size] = UNITS[index] ?? UNITS[3];
  const count = Math.floor(total / size);
  const [smaller, smallerSize] = UNITS[index + 1] ?? UNITS[3];
  const rest = Math.floor((total - count * size) / smallerSize);
  if (unit === 's' || unit === 'min' || rest === 0) return `${count} ${unit}`;
  return `${count} ${unit} ${rest} ${smaller}`;
}
