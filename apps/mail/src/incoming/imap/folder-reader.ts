import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { Database } from '@parley/persistence';
import type { TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import type { MailboxRow } from '../../mailboxes/mailbox.entity.ts';
import { MailboxError, mailboxFailure } from '../../transports/send-error.ts';
import { Acceptor, isTooLarge } from '../acceptor.ts';
import { mailsAccepted, mailsSkipped } from '../incoming-metrics.ts';
import { transportKey } from '../keys.rules.ts';
import { isOversized, isRefusalOfMail } from './imap-errors.rules.ts';
import type { FoundMail, ImapSession } from './imap-session.ts';
import { advance, findPosition, storePosition } from './imap.queries.ts';
import { isOlder, positionIn, type Position } from './position.rules.ts';

/** A mail that the server refuses to hand out so often is left out: those behind it wait meanwhile. */
const REFUSALS_MAX = 5;

/** Another process has the mailbox. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** What a connection reads from, for as long as this process has the lease. */
export interface Reading {
  readonly ctx: TenantContext;
  readonly mailbox: MailboxRow;
  readonly holderId: string;
  readonly session: ImapSession;
  readonly folder: string;
  /** How often the server refused to hand a mail out, over all connections. */
  readonly refusals: Map<number, number>;
}

type SkipReason = 'too_large' | 'refused' | 'gone';

/** Stores the new mails of a folder, each of them once. */
@Injectable()
export class FolderReader {
  constructor(
    private readonly db: Database,
    private readonly acceptor: Acceptor,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Opens the folder, and tells where to read it from. Throws {@link LeaseLostError}. */
  async open(reading: Reading): Promise<Position> {
    const { ctx, mailbox, session, folder, holderId } = reading;
    const readOnly = mailbox.transport.after_receiving !== 'delete';
    const opened = await session.openFolder(folder, { readOnly });
    const username = mailbox.transport.username ?? '';
    const account = createHash('sha256').update(`${mailbox.transport.imap_host} ${username}`).digest('hex');
    const before = await this.db.read(ctx).one(findPosition, [mailbox.id, folder]);
    const position = positionIn({ ...opened, account, username }, before, new Date());
    if (position === before) return position;
    const { uid_validity, last_uid, walk_end, started_at } = position;
    const values = [
      mailbox.id,
      folder,
      holderId,
      account,
      username,
      uid_validity,
      last_uid,
      walk_end,
      started_at,
    ];
    const stored = await this.db.transaction(ctx, (tx) => tx.query(storePosition, values));
    if (stored.length === 0) throw new LeaseLostError();
    return position;
  }

  /** Stores what is new, in the order in which it came. Returns the position behind it. */
  async readNew(reading: Reading, from: Position, signal: AbortSignal): Promise<Position> {
    let position = from;
    for (;;) {
      if (reading.session.uidValidity !== position.uid_validity)
        throw new MailboxError(mailboxFailure('connection_lost', 'connection'));
      // UIDs first: a command within the answer to another one would wait for ever.
      const found = await reading.session.mailsAfter(position.last_uid);
      if (found.length === 0) return position;
      for (const mail of found) {
        if (signal.aborted) return position;
        await this.#take(reading, position, mail);
        position = await this.#advance(reading, position, mail.uid);
      }
    }
  }

  async #take(reading: Reading, position: Position, mail: FoundMail): Promise<void> {
    if (isOlder(mail, position)) return;
    let skipped: SkipReason | null;
    try {
      skipped = mail.size > this.acceptor.sizeMax ? 'too_large' : await this.#store(reading, position, mail);
    } catch (error) {
      skipped = await this.#afterFailure(reading, position, mail, error);
    }
    if (skipped !== null) this.#skip(reading, mail, skipped);
    else if (reading.mailbox.transport.after_receiving === 'delete') await this.#remove(reading, mail);
  }

  /** Null once the mail is stored. */
  async #store(reading: Reading, position: Position, mail: FoundMail): Promise<SkipReason | null> {
    const { mailbox, session, folder } = reading;
    const { uid_validity: uidValidity, account } = position;
    let size = 0;
    let cause: unknown;
    const counted = async function* () {
      try {
        for await (const part of session.bytesOf(mail)) {
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
    if (first.done === true) return 'gone';
    const bytes = Readable.from(following(first.value, parts), { objectMode: false });
    // Nobody listens any more once the mail turns out to be known.
    bytes.on('error', () => undefined);
    try {
      const result = await this.acceptor.accept({
        destination: { workspaceId: mailbox.workspace_id, mode: mailbox.mode, mailboxId: mailbox.id },
        envelope: { from: null, to: [mailbox.address], client: null },
        transportKey: transportKey({
          kind: 'imap',
          folder: `${account}/${folder}`,
          uidValidity,
          uid: mail.uid,
        }),
        bytes,
      });
      if (result === 'stored') mailsAccepted.inc({ transport: 'imap' });
      return null;
    } catch (error) {
      // Otherwise the storage of the workspace is full, and the mail waits at its server.
      if (isTooLarge(error) && size > this.acceptor.sizeMax) return 'too_large';
      // The error of the storage only says that the bytes have ended.
      throw cause ?? error;
    } finally {
      bytes.destroy();
    }
  }

  /** A mail that nothing can fetch does not hold up those behind it; what may pass is tried again by the next connection. */
  async #afterFailure(
    reading: Reading,
    position: Position,
    mail: FoundMail,
    error: unknown,
  ): Promise<SkipReason> {
    if (isOversized(error)) {
      this.#skip(reading, mail, 'too_large');
      // The client has closed the connection.
      await this.#advance(reading, position, mail.uid);
      throw error;
    }
    if (!isRefusalOfMail(error)) throw error;
    const refusals = (reading.refusals.get(mail.uid) ?? 0) + 1;
    reading.refusals.set(mail.uid, refusals);
    if (refusals < REFUSALS_MAX) throw error;
    reading.refusals.delete(mail.uid);
    return 'refused';
  }

  /** A mail that stays at the server is no reason to fetch no more. */
  async #remove({ session, mailbox }: Reading, { uid }: FoundMail): Promise<void> {
    if (await session.remove(uid)) return;
    this.logger.warn(
      { event: 'imap.delete.failed', mailbox_id: encodeId('mailbox', mailbox.id), uid },
      'The server did not delete a mail that is stored',
    );
  }

  #skip({ mailbox }: Reading, { uid, size }: FoundMail, reason: SkipReason): void {
    mailsSkipped.inc({ reason });
    if (reason === 'gone') return;
    this.logger.warn(
      { event: 'imap.mail.skipped', mailbox_id: encodeId('mailbox', mailbox.id), uid, size, reason },
      'A mail stays at its server, since it cannot be stored',
    );
  }

  async #advance(
    { ctx, mailbox, folder, holderId }: Reading,
    position: Position,
    uid: number,
  ): Promise<Position> {
    const values = [mailbox.id, folder, holderId, position.uid_validity, uid];
    const moved = await this.db.transaction(ctx, (tx) => tx.query(advance, values));
    if (moved.length === 0) throw new LeaseLostError();
    return { ...position, last_uid: uid };
  }
}

async function* following(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
