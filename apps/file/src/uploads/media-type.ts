import { fileTypeFromBuffer } from 'file-type';

/** Control characters that no text has: all but tab, line feed, form feed, carriage return and escape. */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/** The media type of a file, determined from its first bytes. What its sender calls it does not count. */
export async function mediaTypeOf(head: Buffer): Promise<string> {
  const known = await fileTypeFromBuffer(head);
  if (known !== undefined) return known.mime;
  return isText(head) ? 'text/plain' : 'application/octet-stream';
}

/** Whether it begins as UTF-8 text, whose last character may be cut off. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  try {
    return !BINARY.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}
