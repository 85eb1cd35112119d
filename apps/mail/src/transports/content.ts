import type { OutgoingMail } from './transport.ts';

/**
 * The bytes of a mail, opened when the first of them is asked for. It throws if there are more or fewer than the mail says: what
 * is cut off must not look like a complete mail.
 */
export async function* contentOf({ open, size }: OutgoingMail): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of await open()) {
    bytes += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
  if (bytes !== size) throw new Error(`the content of the mail has ${bytes} bytes in place of ${size}`);
}
