import { Readable } from 'node:stream';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import { isTooLarge, type Acceptor, type ArrivingMail } from '../acceptor.ts';
import { mailsAccepted } from '../incoming-metrics.ts';
import type { Fetching } from './mail-source.ts';

/** Why a mail stays at its server, and its size as far as it is known. */
export interface Left {
  readonly reason: 'too_large' | 'refused' | 'gone';
  readonly size: number;
}

export interface FetchedMail {
  readonly transport: 'imap' | 'graph';
  readonly transportKey: string;
  readonly content: AsyncIterable<Buffer>;
  /** What the server says of its size. */
  readonly size: number;
  /** When a mail of the past arrived, which is imported now; null for one that arrives. */
  readonly arrivedAt: Date | null;
}

/** Where a fetched mail belongs, and its envelope, of which a server that is asked for mails tells nothing. */
export const arrivalAt = (mailbox: MailboxRow): Pick<ArrivingMail, 'destination' | 'envelope'> => ({
  destination: { workspaceId: mailbox.workspace_id, mode: mailbox.mode, mailboxId: mailbox.id },
  envelope: { from: null, to: [mailbox.address], client: null },
});

/** Stores a mail while it is fetched. Null once it is stored; else it stays at its server. Throws what ended the bytes, or kept them from being stored. */
export async function storeFetched(
  acceptor: Acceptor,
  { mailbox }: Fetching,
  { transport, transportKey, content, size: told, arrivedAt }: FetchedMail,
): Promise<Left | null> {
  let size = 0;
  let cause: unknown;
  const counted = async function* () {
    try {
      for await (const part of content) {
        size += part.length;
        yield part;
      }
    } catch (error) {
      cause = error;
      throw error;
    }
  };
  const parts = counted();
  const first = await parts.next();
  if (first.done === true) return { reason: 'gone', size: told };
  const bytes = Readable.from(following(first.value, parts), { objectMode: false });
  // Nobody listens any more once the mail turns out to be known.
  bytes.on('error', () => undefined);
  try {
    const result = await acceptor.accept({
      ...arrivalAt(mailbox),
      transportKey,
      bytes,
      arrivedAt,
    });
    if (result === 'stored') mailsAccepted.inc({ transport });
    return null;
  } catch (error) {
    // Otherwise the storage of the workspace is full, and the mail waits at its server.
    if (isTooLarge(error) && size > acceptor.sizeMax) return { reason: 'too_large', size };
    // The error of the storage only says that the bytes have ended.
    throw cause ?? error;
  } finally {
    bytes.destroy();
  }
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
