import { asSeen } from '@parley/contracts';

/**
 * A text for a field of the header: valid Unicode on one line, without control and format characters, at most `max` UTF-16 units
 * long. A character that the limit would halve is left out.
 */
export function headerText(text: string, max: number): string {
  return asSeen(text.toWellFormed())
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/** A text for a body: valid Unicode with LF as the only line end, and without control characters other than the tab. */
export function bodyText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      // oxlint-disable-next-line no-control-regex -- these are what is removed
      .replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/g, '')
  );
}
