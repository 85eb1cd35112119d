import { ComposingError } from '@parley/mail-text';

const KIB = 1024;
const MIB = KIB * KIB;
/** Characters of a line of base64 (RFC 2045 section 6.8), without its CRLF. */
const BASE64_LINE = 76;

/** Bytes that an attachment of `bytes` takes in a mail: 37 % more than in a file. */
export function encodedSize(bytes: number): number {
  const characters = Math.ceil(bytes / 3) * 4;
  return characters + Math.max(0, Math.ceil(characters / BASE64_LINE) - 1) * 2;
}

/**
 * The refusal of a mail of `size` bytes where `max` are allowed, with both numbers in words. A caller that streams knows only that the
 * mail has at least this size.
 */
export function tooLarge(size: number, max: number): ComposingError {
  return new ComposingError(
    'too_large',
    `The mail has ${inWords(size, Math.ceil)} with its attachments encoded; at most ${inWords(max, Math.floor)} can be sent`,
  );
}

/** A size with one decimal; rounded away from the limit that it is compared with, so that the two never read alike. */
function inWords(bytes: number, round: (value: number) => number): string {
  const [unit, one] = bytes >= MIB ? ['MiB', MIB] : bytes >= KIB ? ['KiB', KIB] : ['bytes', 1];
  return `${round((bytes * 10) / one) / 10} ${unit}`;
}
