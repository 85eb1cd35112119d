/** Where a Chromium is, `undefined` when there is none: `CHROMIUM`, or the usual places. */
export function findChromium(): string | undefined;

/**
 * The browser for our own pages: Chromium's engine without its user interface where it is installed, which takes a third less CPU
 * time, or else {@link findChromium}.
 */
export function findPageBrowser(): string | undefined;
