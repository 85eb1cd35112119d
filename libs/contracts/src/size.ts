const UNITS = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

/** Parses `1000`, `16KiB`, `25MiB` or `2GiB` to bytes; `null` if the text is not a size. */
export function parseSize(text: string): number | null {
  const match = /^(\d{1,12})(KiB|MiB|GiB|)$/.exec(text.trim());
  if (match === null) return null;
  const bytes = Number(match[1]) * UNITS[match[2] as keyof typeof UNITS];
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** Formats bytes for people, in the largest exact unit: `25 MiB`, `1000 bytes`. */
export function formatSize(bytes: number): string {
  const [unit, size] = Object.entries(UNITS)
    .reverse()
    .find(([, one]) => bytes > 0 && bytes % one === 0) ?? ['', 1];
  return `${bytes / size} ${unit === '' ? 'bytes' : unit}`;
}
