import { readMail } from './read.ts';
import type { ReadMail } from './read-mail.ts';
import type { MailPart } from './structure/file-parts.ts';

export interface TakenFile extends MailPart {
  readonly content: Buffer;
}

/** The bytes as a source that comes in pieces of this size. */
export async function* sourceOf(bytes: Buffer | string, pieceSize = 64 * 1024): AsyncGenerator<Buffer> {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
  for (let at = 0; at < buffer.length; at += pieceSize)
    yield await Promise.resolve(buffer.subarray(at, at + pieceSize));
}

/** Reads a mail, with the content of its files. */
export async function read(
  bytes: Buffer | string,
  pieceSize?: number,
): Promise<{ mail: ReadMail; files: TakenFile[] }> {
  const files: TakenFile[] = [];
  const mail = await readMail(sourceOf(bytes, pieceSize), async (part, content) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    files.push({ ...part, content: Buffer.concat(pieces) });
  });
  return { mail, files };
}

/** Lines as a mail has them. */
export const lines = (...all: readonly string[]) => all.map((line) => `${line}\r\n`).join('');

/** A MIME part or mail with these header lines. */
export const withHead = (head: readonly string[], body: string) => `${lines(...head)}\r\n${body}`;

export function multipart(subtype: string, boundary: string, ...parts: readonly string[]): string {
  const type = `Content-Type: multipart/${subtype}; boundary="${boundary}"`;
  return withHead(
    [type],
    [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join(''),
  );
}
