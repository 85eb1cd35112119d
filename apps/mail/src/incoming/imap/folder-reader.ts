import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { encodeId } from '@parley/contracts';
import { Database } from '@parley/persistence';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { MailboxError, mailboxFailure } from '../../transports/send-error.ts';
import { Acceptor } from '../acceptor.ts';
import { storeFetched, type Left } from '../fetching/fetched-mail.ts';
import { folderWalks, mailsSkipped } from '../incoming-metrics.ts';
import { LeaseLostError, noteRefusal } from '../fetching/mail-source.ts';
import { transportKey } from '../keys.rules.ts';
import { isOversized, isRefusalOfMail } from './imap-errors.rules.ts';
import type { FoundMail } from './imap-session.ts';
import { advance, findPosition, storePosition } from './imap.queries.ts';
import { KnownMails, unknownOf, type UnknownMail } from './known-mails.ts';
import { MailsLeft } from './mails-left.ts';
import { isOlder, pauseBeforeWalk, placeOf, positionIn, type Position } from './position.rules.ts';
import type { Reading } from './reading.ts';

/** A mail that the server refuses to hand out so often is left out: those behind it wait meanwhile. */
const REFUSALS_MAX = 5;

/** Stores the new mails of a folder, each of them once. */
@Injectable()
export class FolderReader {
  constructor(
    private readonly db: Database,
    private readonly acceptor: Acceptor,
    private readonly known: KnownMails,
    private readonly left: MailsLeft,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Opens the folder, and tells where to read it from. Throws {@link LeaseLostError}. */
  async open(reading: Reading): Promise<Position> {
    const { newCtx, mailbox, session, folder, holderId } = reading;
    const readOnly = mailbox.transport.after_receiving !== 'delete';
    const opened = await session.openFolder(folder, { readOnly });
    const username = mailbox.transport.username ?? '';
    const account = createHash('sha256').update(`${mailbox.transport.imap_host} ${username}`).digest('hex');
    const before = await this.db.read(newCtx()).one(findPosition, [mailbox.id, folder]);
    const now = new Date();
    const position = positionIn({ ...opened, account, username }, before, now);
    if (position === before) return position;
    if (position.walk_end > 0) this.#beginWalk(reading, position, pauseBeforeWalk(position, before, now));
    const { uid_validity, last_uid, walk_end, started_at, walked_at } = position;
    const place = [mailbox.id, folder, holderId, account, username];
    const values = [...place, uid_validity, last_uid, walk_end, started_at, walked_at];
    const stored = await this.db.transaction(newCtx(), (tx) => tx.query(storePosition, values));
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
      const last = found.at(-1);
      if (last === undefined) return position;
      const fresh = await this.#fresh(reading, position, found);
      for (const mail of fresh) {
        if (signal.aborted) return position;
        await this.#take(reading, position, mail);
        position = await this.#advance(reading, position, mail.uid);
      }
      if (position.last_uid < last.uid) position = await this.#advance(reading, position, last.uid);
    }
  }

  /** Stores a mail that was in the folder before the mailbox read it, as one of the past. It stays at its server in any case. */
  async takeOld(
    reading: Reading,
    position: Position,
    mail: UnknownMail & { receivedAt: Date },
  ): Promise<void> {
    await this.#fetch(reading, position, mail, mail.receivedAt);
  }

  /** A server that gives its mails other UIDs each time is asked for all of them as often as it can bear. Throws {@link MailboxError}. */
  #beginWalk({ mailbox }: Reading, { walk_end: mails }: Position, pauseMs: number): void {
    folderWalks.inc({ result: pauseMs > 0 ? 'delayed' : 'begun' });
    this.logger.warn(
      {
        event: 'imap.folder.renumbered',
        mailbox_id: encodeId('mailbox', mailbox.id),
        mails,
        pause_ms: pauseMs,
      },
      'The server has given the mails of a folder other UIDs: it is read again from its beginning',
    );
    if (pauseMs > 0)
      throw new MailboxError(mailboxFailure('uids_changed', 'connection', { retryAfterMs: pauseMs }));
  }

  /** Those of the mails that are not known to be stored, or to be older than the mailbox. */
  async #fresh(reading: Reading, position: Position, found: readonly FoundMail[]): Promise<UnknownMail[]> {
    const newer = found.filter((mail) => !isOlder(mail, position));
    const { sizeMax } = this.acceptor;
    const walked = newer.filter(({ uid, size }) => uid <= position.walk_end && size <= sizeMax);
    if (walked.length === 0) return newer;
    const known = await this.known.among(reading, walked);
    // What was stored, and could not be deleted before its UID was another one.
    if (reading.mailbox.transport.after_receiving === 'delete')
      for (const mail of walked) if (known.uids.has(mail.uid)) await this.#remove(reading, mail);
    return unknownOf(newer, known);
  }

  async #take(reading: Reading, position: Position, mail: UnknownMail): Promise<void> {
    const isStored = await this.#fetch(reading, position, mail, null);
    if (isStored && reading.mailbox.transport.after_receiving === 'delete') await this.#remove(reading, mail);
  }

  /** Whether the mail is stored; otherwise it is left at its server. */
  async #fetch(
    reading: Reading,
    position: Position,
    mail: UnknownMail,
    arrivedAt: Date | null,
  ): Promise<boolean> {
    let left: Left | null;
    try {
      left =
        mail.size > this.acceptor.sizeMax
          ? { reason: 'too_large', size: mail.size }
          : await this.#store(reading, position, mail, arrivedAt);
    } catch (error) {
      left = await this.#afterFailure(reading, position, mail, error);
    }
    if (left !== null) await this.#leave(reading, position, mail, left);
    return left === null;
  }

  /** Null once the mail is stored. */
  #store(
    reading: Reading,
    position: Position,
    mail: UnknownMail,
    arrivedAt: Date | null,
  ): Promise<Left | null> {
    return storeFetched(this.acceptor, reading, {
      transport: 'imap',
      transportKey: mail.copyKey ?? transportKey(placeOf(position, reading.folder, mail)),
      content: reading.session.bytesOf(mail),
      size: mail.size,
      arrivedAt,
    });
  }

  /** A mail that nothing can fetch does not hold up those behind it; what may pass is tried again by the next connection. */
  async #afterFailure(reading: Reading, position: Position, mail: FoundMail, error: unknown): Promise<Left> {
    if (isOversized(error)) {
      await this.#leave(reading, position, mail, { reason: 'too_large', size: this.acceptor.sizeMax + 1 });
      // The client has closed the connection.
      await this.#advance(reading, position, mail.uid);
      throw error;
    }
    if (!isRefusalOfMail(error)) throw error;
    if (noteRefusal(reading.refusals, mail.uid).count < REFUSALS_MAX) throw error;
    reading.refusals.delete(mail.uid);
    return { reason: 'refused', size: mail.size };
  }

  /** A mail that stays at the server is no reason to fetch no more. */
  async #remove({ session, mailbox }: Reading, { uid }: FoundMail): Promise<void> {
    if (await session.remove(uid)) return;
    this.logger.warn(
      { event: 'imap.delete.failed', mailbox_id: encodeId('mailbox', mailbox.id), uid },
      'The server did not delete a mail that is stored',
    );
  }

  async #leave(reading: Reading, position: Position, mail: FoundMail, { reason, size }: Left): Promise<void> {
    mailsSkipped.inc({ reason });
    if (reason === 'gone') return;
    await this.left.record(reading, position, { ...mail, size }, reason);
    const mailbox_id = encodeId('mailbox', reading.mailbox.id);
    this.logger.warn(
      { event: 'imap.mail.skipped', mailbox_id, uid: mail.uid, size, reason },
      'A mail stays at its server, since it cannot be stored',
    );
  }

  async #advance(
    { newCtx, mailbox, folder, holderId }: Reading,
    position: Position,
    uid: number,
  ): Promise<Position> {
    const values = [mailbox.id, folder, holderId, position.uid_validity, uid];
    const moved = await this.db.transaction(newCtx(), (tx) => tx.query(advance, values));
    if (moved.length === 0) throw new LeaseLostError();
    return { ...position, last_uid: uid };
  }
}
