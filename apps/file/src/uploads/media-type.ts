import { fileTypeFromBuffer } from 'file-type';

/** Control characters that no text has: all but tab, line feed, form feed, carriage return and escape. */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** How MPEG audio of layer 1 may begin, which nobody sends, and UTF-16 text. */
const AMBIGUOUS = Buffer.from([0xff, 0xfe]);

/** The media type of a file without parameters, determined from its first bytes. What its sender calls it does not count. */
export async function mediaTypeOf(head: Buffer): Promise<string> {
  const known = await fileTypeFromBuffer(head);
  const isGuess = known?.mime === 'audio/mpeg' && head.subarray(0, 2).equals(AMBIGUOUS);
  if (known !== undefined && !isGuess) return essenceOf(known.mime);
  return isText(head) ? 'text/plain' : 'application/octet-stream';
}

/** The type alone of `audio/ogg; codecs=opus`. */
const essenceOf = (type: string): string => type.replace(/\s*;.*/s, '');

/** Whether it begins as text in UTF-8, or in UTF-16 with its byte order mark. The last character may be cut off. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  try {
    return !BINARY.test(new TextDecoder(encodingOf(head), { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}

function encodingOf(head: Buffer): string {
  if (head.subarray(0, 2).equals(AMBIGUOUS)) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}
