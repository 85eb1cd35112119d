import { Inject, Injectable } from '@nestjs/common';
import { ApiError, deleteFilesOfMessages, encodeId, incomingMailQuarantined } from '@parley/contracts';
import { FileLinks, isStorageFull } from '@parley/files';
import { UnreadableMailError, type ReadMail } from '@parley/mail-reader';
import { Database, type RowChanges, type Transaction } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { findMailbox } from '../mailboxes/mailboxes.queries.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { referenceKey } from './headers.rules.ts';
import { ErasedSenderError } from './delivery.ts';
import { IncomingMailRow, isUnread, NO_CONTENT } from './incoming-mail.entity.ts';
import { mailsReceived } from './incoming-metrics.ts';
import { toIncomingMail } from './incoming-mail.serializer.ts';
import { countImported } from './imap/import.queries.ts';
import { addReference, findFlood, lockMail, noteReceived } from './incoming-mails.queries.ts';
import { failed, ignored, quarantined, type Outcome } from './outcome.rules.ts';
import { FLOOD_WINDOW_MS, GoneError, Verdicts } from './verdicts.ts';

/** Time for one mail, its files included. */
const RECEIVE_TIMEOUT_MS = 300_000;
/** Waits until a mail is tried again, after an outage and after a failure of its own. */
const OUTAGE_WAIT_MS = 5_000;
const RETRY_WAIT_MS = 1_000;
/** Wait until a mail is read again for which the workspace has no room. */
const ROOM_WAIT_MS = 900_000;
const STORAGE_FULL = {
  code: 'storage_full',
  message:
    'The workspace has no room for the attachments of the mail. It is read again every 15 minutes, and by a retry: delete files first.',
};
/** Nothing is left of a mail of somebody who was erased meanwhile. */
const OF_ERASED: Outcome = {
  ...ignored('erased_sender', 'The contact who has sent it was erased after it had arrived.'),
  summary: { ...NO_CONTENT, envelope: { from: null, to: [], client: null } },
};
/** Attempts with a mail that fails by itself: those behind it wait meanwhile. */
const ATTEMPTS_MAX = 3;

/** Makes a message of a stored mail, or finds out that it is none. */
@Injectable()
export class Reception {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly verdicts: Verdicts,
    private readonly links: FileLinks,
    private readonly acknowledgements: Acknowledgements,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `later` if it has to be tried again. Rejects only if what became of the mail cannot be stored. */
  async receive(mail: IncomingMailRow): Promise<'done' | 'later'> {
    const ctx = contextOfRow(mail, RECEIVE_TIMEOUT_MS);
    try {
      await this.#store(ctx, mail, await this.#outcome(ctx, mail));
      return 'done';
    } catch (error) {
      if (error instanceof GoneError) return 'done';
      if (error instanceof UnreadableMailError) {
        await this.#store(ctx, mail, quarantined(`unreadable_${error.code}`, error.message));
        return 'done';
      }
      if (error instanceof ErasedSenderError) {
        await this.#store(ctx, mail, OF_ERASED);
        return 'done';
      }
      if (isStorageFull(error)) return this.#waitForRoom(ctx, mail);
      return this.#failed(ctx, mail, error);
    }
  }

  /** A mail that was taken over is not cut for want of room: it waits without holding up those behind it. */
  async #waitForRoom(ctx: TenantContext, mail: IncomingMailRow): Promise<'done'> {
    this.logger.warn(
      { event: 'incoming_mail.storage_full', incoming_mail_id: encodeId('incoming_mail', mail.id) },
      'The workspace has no room for the files of a mail, which is read again later',
    );
    await this.#change(ctx, mail, () => ({
      ...{ status: 'failed', reason: STORAGE_FULL },
      due_at: new Date(Date.now() + ROOM_WAIT_MS),
    }));
    return 'done';
  }

  async #outcome(ctx: TenantContext, mail: IncomingMailRow): Promise<Outcome> {
    const mailbox = await this.db.read(ctx).one(findMailbox, [mail.mailbox_id]);
    if (mailbox === undefined)
      return failed('no_mailbox', 'The mailbox was deleted before the mail was read.');
    return this.verdicts.of(ctx, mail, mailbox);
  }

  /** An outage keeps the order of the mails; a mail that fails by itself does not hold up others for long. */
  async #failed(ctx: TenantContext, mail: IncomingMailRow, error: unknown): Promise<'done' | 'later'> {
    const isOutage = error instanceof ApiError && error.code === 'service_unavailable';
    // An outage uses up none: it is not the fault of the mail.
    const attempts = mail.attempts + (isOutage ? 0 : 1);
    this.logger[isOutage ? 'warn' : 'error'](
      {
        event: 'incoming_mail.failed',
        err: error,
        incoming_mail_id: encodeId('incoming_mail', mail.id),
        attempts,
      },
      'Cannot make a message of a mail',
    );
    if (!isOutage && attempts >= ATTEMPTS_MAX) {
      const reason = {
        code: 'internal_error',
        message: 'The mail could not be recorded because of an error of ours.',
      };
      await this.#change(ctx, mail, () => ({ status: 'failed', reason, attempts }));
      return 'done';
    }
    const wait = isOutage ? OUTAGE_WAIT_MS : RETRY_WAIT_MS;
    await this.#change(ctx, mail, () => ({ attempts, due_at: new Date(Date.now() + wait) }));
    return 'later';
  }

  async #store(ctx: TenantContext, mail: IncomingMailRow, outcome: Outcome): Promise<void> {
    const { status, reason, read } = outcome;
    const conversation_id = 'conversationId' in outcome ? outcome.conversationId : mail.conversation_id;
    await this.#change(
      ctx,
      mail,
      async (tx, row) => ({
        ...outcome.summary,
        ...{ status, reason, conversation_id },
        ...(outcome.status === 'delivered' && outcome.beginning !== null && read !== null
          ? { acknowledgement: await this.acknowledgements.queue(tx, row, read, outcome.beginning) }
          : {}),
      }),
      async (tx, row) => {
        if (row.arrived_at !== null) {
          // Nothing has arrived, and nobody is told.
          if (status === 'delivered') tx.write(countImported, [row.mailbox_id]);
        } else if (status === 'quarantined' && reason?.code !== 'blocked' && !(await isOfKnownFlood(tx, row)))
          tx.emit(incomingMailQuarantined, toIncomingMail(row, this.links));
        if (status === 'delivered' && read !== null) refer(tx, row, read);
        if (row.is_forgotten)
          await this.rpc.call(deleteFilesOfMessages, ctx, {
            message_ids: [encodeId('message', row.message_id)],
          });
        if (row.arrived_at === null) tx.write(noteReceived, [row.mailbox_id]);
      },
    );
    mailsReceived.inc({ result: status });
  }

  /** Not of a mail that was discarded, released or erased meanwhile. */
  #change(
    ctx: TenantContext,
    mail: IncomingMailRow,
    changes: (
      tx: Transaction,
      row: IncomingMailRow,
    ) => RowChanges<IncomingMailRow> | Promise<RowChanges<IncomingMailRow>>,
    also: (tx: Transaction, row: IncomingMailRow) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(lockMail, [mail.id]);
      if (row === undefined || !isUnread(row)) return;
      await also(tx, await tx.update(IncomingMailRow, row, await changes(tx, row)));
    });
  }
}

/** Whether a mail is a further one of a flood, of which the first one was told: events of all of them would be a flood of their own. */
async function isOfKnownFlood(
  tx: Transaction,
  { id, reason, sender_key: sender }: IncomingMailRow,
): Promise<boolean> {
  if (reason?.code !== 'flood' || sender === null) return false;
  return (await tx.query(findFlood, [sender, id, FLOOD_WINDOW_MS])).length > 0;
}

/** Answers to a mail of others name its Message-ID. */
function refer(tx: Transaction, row: IncomingMailRow, { messageId }: ReadMail): void {
  const key = messageId === null ? null : referenceKey(messageId);
  if (key !== null) tx.write(addReference, [key, row.conversation_id, row.message_id]);
}
