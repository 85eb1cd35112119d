import { bodyText } from '@parley/mail-text';
import { FALLBACK_MAX } from '../limits.ts';
import { withoutLoneSurrogates } from '../text/body-texts.ts';
import { decodeText } from '../text/charsets.ts';

const FIELD = /^[!-9;-~]{1,200}[ \t]*:|^>?From /;

/**
 * The body of a source that has no structure to be read by: what follows its headers, which end at a blank line or at the first line
 * that is none of them. At most 64 KiB of it.
 */
export function fallbackText(
  start: Buffer,
  charset: string | null,
): { readonly text: string; readonly isCut: boolean } {
  const body = start.subarray(headLength(start));
  const text = bodyText(withoutLoneSurrogates(decodeText(body.subarray(0, FALLBACK_MAX), charset)));
  return { text: text.replace(/^\n+/, '').trimEnd(), isCut: body.length > FALLBACK_MAX };
}

function headLength(start: Buffer): number {
  for (let at = 0; at < start.length;) {
    const newline = start.indexOf(0x0a, at);
    const end = newline < 0 ? start.length : newline + 1;
    const line = start.toString('latin1', at, Math.min(end, at + 1_000));
    if (/^\r?\n$/.test(line)) return end;
    if (!FIELD.test(line) && !/^[ \t]/.test(line)) return at;
    at = end;
  }
  return start.length;
}
