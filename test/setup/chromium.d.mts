/** Where a Chromium is, `undefined` when there is none: `CHROMIUM`, or the usual places. */
export function findChromium(): string | undefined;
