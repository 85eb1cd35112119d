import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  createIncomingMail,
  deleteFilesOfMessages,
  discardIncomingMail,
  encodeId,
  errorOf,
  findExistingIncomingMails,
  getIncomingMail,
  invalidParameter,
  listIncomingMails,
  notFound,
  releaseIncomingMail,
  retryIncomingMail,
  uuidOf,
  type IncomingMail,
  type IncomingMailStatus,
  type ParsedInput,
} from '@parley/contracts';
import { FileLinks } from '@parley/files';
import { readPage } from '@parley/lists';
import { addressKey } from '@parley/mail-text';
import { Database, type RowChanges, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid, uuidOfNewRecord } from '@parley/runtime/records';
import { findMailbox } from '../mailboxes/mailboxes.queries.ts';
import { Acceptor, isTooLarge } from './acceptor.ts';
import { allowReleased } from '../sender-rules/sender-rules.queries.ts';
import { TAUGHT_BY_RELEASE } from './holding.ts';
import { IncomingMailRow, NO_CONTENT } from './incoming-mail.entity.ts';
import { toIncomingMail } from './incoming-mail.serializer.ts';
import { findExistingMessages, findMail, incomingMailList, lockMail } from './incoming-mails.queries.ts';
import { IncomingReader } from './incoming-reader.ts';

type Change = (
  row: IncomingMailRow,
  tx: Transaction,
) => RowChanges<IncomingMailRow> | Promise<RowChanges<IncomingMailRow>>;
type Params = ParsedInput<typeof getIncomingMail>['params'];

/** Mails that arrived, for those who look after mailboxes. */
@Injectable()
export class IncomingMails {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly links: FileLinks,
    private readonly reader: IncomingReader,
    private readonly acceptor: Acceptor,
  ) {}

  /** Throws 422 for a mailbox that is no sandbox. */
  @Handles(createIncomingMail)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createIncomingMail>) {
    const mailboxId = uuidOf('mailbox', body.mailbox_id);
    const mailbox = await this.db.read(ctx).one(findMailbox, [mailboxId]);
    if (mailbox?.transport.type !== 'sandbox')
      throw invalidParameter('mailbox_id', 'is not a sandbox of this workspace and mode');
    const bytes = Readable.from([Buffer.from(body.source)], { objectMode: false });
    const row = await this.acceptor.store(ctx, { mailboxId }, bytes, uuidOfNewRecord(ctx)).catch(ofSource);
    const envelope = { from: null, to: [mailbox.address], client: null };
    return this.db.transaction(ctx, async (tx) => {
      const inserted = await tx.insert(IncomingMailRow, { ...row, envelope, transport_key: null });
      tx.afterCommit(() => this.reader.wake());
      return toIncomingMail(inserted, this.links);
    });
  }

  @Handles(listIncomingMails)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listIncomingMails>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), incomingMailList, query);
    return { ...page, items: rows.map((row) => toIncomingMail(row, this.links)) };
  }

  @Handles(getIncomingMail)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getIncomingMail>) {
    const row = await this.db.read(ctx).one(findMail, [uuidOf('incoming_mail', params.incoming_mail_id)]);
    if (row === undefined) throw notFound('incoming_mail');
    return toIncomingMail(row, this.links);
  }

  @Handles(releaseIncomingMail)
  release(ctx: TenantContext, { params }: ParsedInput<typeof releaseIncomingMail>) {
    return this.#readAgain(ctx, params, ['quarantined'], async (row, tx) => {
      if (row.sender !== null && TAUGHT_BY_RELEASE.has(row.reason?.code ?? ''))
        await tx.query(allowReleased, [newUuid(), row.sender.address, addressKey(row.sender.address)]);
      return { is_released: true };
    });
  }

  @Handles(retryIncomingMail)
  retry(ctx: TenantContext, { params }: ParsedInput<typeof retryIncomingMail>) {
    return this.#readAgain(ctx, params, ['failed'], (row) => {
      assertStored(row);
      return {};
    });
  }

  @Handles(discardIncomingMail)
  discard(ctx: TenantContext, { params }: ParsedInput<typeof discardIncomingMail>) {
    const forgotten = { status: 'discarded' as const, reason: null, ...NO_CONTENT };
    return this.#change(ctx, params, ['quarantined', 'failed'], async (row) => {
      await this.rpc.call(deleteFilesOfMessages, ctx, { message_ids: [encodeId('message', row.message_id)] });
      return { ...forgotten, envelope: { from: null, to: row.envelope.to, client: null } };
    });
  }

  @Handles(findExistingIncomingMails)
  async findExisting(ctx: TenantContext, { message_ids }: ParsedInput<typeof findExistingIncomingMails>) {
    const uuids = message_ids.map((id) => uuidOf('message', id));
    const rows = await this.db.read(ctx).query(findExistingMessages, [uuids]);
    return rows.map((row) => encodeId('message', row.message_id));
  }

  #readAgain(
    ctx: TenantContext,
    params: Params,
    from: readonly IncomingMailStatus[],
    changes: Change,
  ): Promise<IncomingMail> {
    const again = { status: 'stored', reason: null, attempts: 0 } as const;
    return this.#change(ctx, params, from, async (row, tx) => {
      tx.afterCommit(() => this.reader.wake());
      return { ...again, ...(await changes(row, tx)), due_at: new Date() };
    });
  }

  /**
   * Changes a mail that has one of these states; another one is answered as it is. A request that is repeated with its Idempotency-Key
   * is answered what the transaction returns.
   */
  #change(
    ctx: TenantContext,
    { incoming_mail_id: id }: Params,
    from: readonly IncomingMailStatus[],
    changes: Change,
  ): Promise<IncomingMail> {
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.one(lockMail, [uuidOf('incoming_mail', id)]);
      if (row === undefined) throw notFound('incoming_mail');
      const isChanged = from.includes(row.status);
      const mail = isChanged ? await tx.update(IncomingMailRow, row, await changes(row, tx)) : row;
      return toIncomingMail(mail, this.links);
    });
  }
}

/** The error of bytes that came as the parameter `source`: the caller knows of no other place. */
function ofSource(error: unknown): never {
  if (!isTooLarge(error)) throw error;
  throw errorOf([{ code: error.code, param: 'source', message: error.message }]);
}

/** Throws 422 for a mail whose bytes were never stored. */
function assertStored({ has_source: hasSource }: IncomingMailRow): void {
  if (!hasSource)
    throw invalidParameter(
      'incoming_mail_id',
      'is a mail that was not stored: it is at its mail server, and nothing can be read of it here',
    );
}
