import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { readMail, UnreadableMailError, type ReadMail } from '@parley/mail-reader';
import { Database } from '@parley/persistence';
import { findKnownContents, findKnownPlaces } from '../incoming-mails.queries.ts';
import { contentKey, provenContentKey } from '../keys.rules.ts';
import type { FoundMail } from './imap-session.ts';
import type { Reading } from './reading.ts';

/** Mails whose heads are asked for, and looked up, together. */
const HEADS_PER_REQUEST = 200;

/** A mail that has to be fetched. */
export type UnknownMail = FoundMail & {
  /** The key by which a mail is fetched once that may be another one than the stored mail with its Message-ID, date and sender. */
  readonly copyKey?: string | undefined;
};

export interface Known {
  /** UIDs of mails that are stored. */
  readonly uids: Set<number>;
  readonly copyKeys: Map<number, string>;
}

interface ReadHead {
  readonly mail: FoundMail;
  readonly key: string;
  readonly provenKey: string;
  readonly copyKey: string;
}

/** Tells from their heads which mails of a folder that has got other UIDs are stored already. */
@Injectable()
export class KnownMails {
  constructor(private readonly db: Database) {}

  /**
   * What is known of the mails. One without a Message-ID is not known: its content alone would tell. Nor is one of another size than the
   * stored mail, or that came another way, where nothing proves that one: it may be the mail that the stored one imitates, which its
   * reader finds out.
   */
  async among(reading: Reading, mails: readonly FoundMail[]): Promise<Known> {
    const known: Known = { uids: new Set(), copyKeys: new Map() };
    for (let at = 0; at < mails.length; at += HEADS_PER_REQUEST)
      await this.#look(reading, mails.slice(at, at + HEADS_PER_REQUEST), known);
    return known;
  }

  async #look(reading: Reading, mails: readonly FoundMail[], { uids, copyKeys }: Known): Promise<void> {
    const heads = await headsOf(reading, mails);
    if (heads.length === 0) return;
    const { newCtx, mailbox } = reading;
    const keys = heads.flatMap(({ key, provenKey }) =>
      [key, provenKey].map((hex) => Buffer.from(hex, 'hex')),
    );
    const rows = await this.db.read(newCtx()).query(findKnownContents, [keys, mailbox.id]);
    const stored = new Map(rows.map((row) => [row.content_key.toString('hex'), row]));
    const doubtful: ReadHead[] = [];
    for (const head of heads) {
      const first = stored.get(head.key);
      const isSame = first?.is_fetched === true && first.size === head.mail.size;
      if (stored.has(head.provenKey) || first?.is_certain === true || isSame) uids.add(head.mail.uid);
      else if (first !== undefined) doubtful.push(head);
    }
    if (doubtful.length === 0) return;
    const values = [mailbox.id, doubtful.map(({ copyKey }) => copyKey)];
    const places = await this.db.read(newCtx()).query(findKnownPlaces, values);
    const fetched = new Set(places.map(({ transport_key: key }) => key));
    for (const { mail, copyKey } of doubtful)
      if (fetched.has(copyKey)) uids.add(mail.uid);
      else copyKeys.set(mail.uid, copyKey);
  }
}

/** Those of the mails that have to be fetched, in their order. */
export const unknownOf = <T extends FoundMail>(
  mails: readonly T[],
  { uids, copyKeys }: Known,
): (T & UnknownMail)[] =>
  mails.filter(({ uid }) => !uids.has(uid)).map((mail) => ({ ...mail, copyKey: copyKeys.get(mail.uid) }));

async function headsOf({ session }: Reading, mails: readonly FoundMail[]): Promise<ReadHead[]> {
  const heads = await session.headsOf(mails.map(({ uid }) => uid));
  const found: ReadHead[] = [];
  for (const mail of mails) {
    const head = heads.get(mail.uid);
    const read = head === undefined ? null : await readHead(head);
    if (head === undefined || read === null || (read.messageId ?? '').trim() === '') continue;
    const [key, provenKey] = [contentKey(read).toString('hex'), provenContentKey(read).toString('hex')];
    found.push({ mail, key, provenKey, copyKey: copyKeyOf(mail, head) });
  }
  return found;
}

/** Another mail than a forged one with its head has another size or came at another time, which stay the same when UIDs change. */
const copyKeyOf = ({ size, receivedAt }: FoundMail, head: Buffer): string =>
  `copy:${createHash('sha256')
    .update(`${size} ${receivedAt?.toISOString() ?? ''}\n`)
    .update(head)
    .digest('hex')}`;

/** What a head tells; null for one whose structure no reader bears. */
export async function readHead(head: Buffer): Promise<ReadMail | null> {
  try {
    return await readMail(Readable.from([head]), () => Promise.resolve());
  } catch (error) {
    if (error instanceof UnreadableMailError) return null;
    throw error;
  }
}
