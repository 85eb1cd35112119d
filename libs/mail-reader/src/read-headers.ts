import { headerFields, headerLines } from './headers/header-fields.ts';
import { HEAD_MAX } from './limits.ts';
import type { HeaderField } from './read-mail.ts';
import { MailSource } from './structure/source.ts';

/**
 * The fields of the head of a mail, of which at most 256 KiB are read; a field that exceeds them is left out. The rest of the source is
 * not read: it is ended. An error of the source is thrown as it is.
 */
export async function readHeaders(source: AsyncIterable<Uint8Array>): Promise<HeaderField[]> {
  return headerFields(headerLines(await headOf(new MailSource(source))));
}

async function headOf(source: MailSource): Promise<string> {
  let read = '';
  for await (const piece of source.pieces()) {
    read += piece.toString('latin1');
    const end = /(?:^|\n)\r?\n/.exec(read);
    if (end !== null && end.index <= HEAD_MAX) return read.slice(0, end.index);
    if (read.length > HEAD_MAX) return withoutLastField(read.slice(0, HEAD_MAX));
  }
  return read;
}

/** A head that is cut within a field, without that field. */
function withoutLastField(head: string): string {
  let end = head.lastIndexOf('\n');
  while (end > 0 && /[ \t]/.test(head.charAt(end + 1))) end = head.lastIndexOf('\n', end - 1);
  return head.slice(0, Math.max(0, end));
}
