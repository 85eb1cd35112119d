import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { readMail, UnreadableMailError, type ReadMail } from '@parley/mail-reader';
import { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { findKnownContents } from '../incoming-mails.queries.ts';
import { contentKey } from '../keys.rules.ts';
import type { ImapSession } from './imap-session.ts';

/** Mails whose heads are asked for, and looked up, together. */
const HEADS_PER_REQUEST = 200;

/** Tells from their heads which mails of a folder that has got other UIDs are stored already. */
@Injectable()
export class KnownMails {
  constructor(private readonly db: Database) {}

  /** Those of the UIDs whose mails are known. One without a Message-ID is not: its content alone would tell. */
  async among(
    newCtx: () => TenantContext,
    session: ImapSession,
    uids: readonly number[],
  ): Promise<Set<number>> {
    const known = new Set<number>();
    for (let at = 0; at < uids.length; at += HEADS_PER_REQUEST) {
      const keys = await keysOf(await session.headsOf(uids.slice(at, at + HEADS_PER_REQUEST)));
      if (keys.size === 0) continue;
      const found = await this.db.read(newCtx()).query(findKnownContents, [[...keys.values()]]);
      const contents = new Set(found.map(({ content_key: key }) => key.toString('hex')));
      for (const [uid, key] of keys) if (contents.has(key.toString('hex'))) known.add(uid);
    }
    return known;
  }
}

async function keysOf(heads: ReadonlyMap<number, Buffer>): Promise<Map<number, Buffer>> {
  const keys = new Map<number, Buffer>();
  for (const [uid, head] of heads) {
    const mail = await readHead(head);
    if (mail !== null && (mail.messageId ?? '').trim() !== '') keys.set(uid, contentKey(mail));
  }
  return keys;
}

/** What a head tells; null for one whose structure no reader bears. */
export async function readHead(head: Buffer): Promise<ReadMail | null> {
  try {
    return await readMail(Readable.from([head]), () => Promise.resolve());
  } catch (error) {
    if (error instanceof UnreadableMailError) return null;
    throw error;
  }
}
