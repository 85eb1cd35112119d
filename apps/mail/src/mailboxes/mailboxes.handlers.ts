import { Injectable } from '@nestjs/common';
import {
  ApiError,
  createMailbox,
  deleteMailbox,
  getMailbox,
  invalidParameter,
  listMailboxes,
  lookUpMailbox,
  mailboxConnected,
  mailboxCreated,
  mailboxDeleted,
  mailboxUpdated,
  notFound,
  testMailbox,
  updateMailbox,
  uuidOf,
  type Id,
  type Mailbox,
  type ParsedInput,
  type ReceivingInput,
  type Transport,
} from '@parley/contracts';
import { readPage } from '@parley/lists';
import { Database, duplicateValue, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { changedFields, changedValues, uuidOfNewRecord } from '@parley/runtime/records';
import { mailboxKey, parseAddress, randomBase32 } from '@parley/mail-text';
import { forgetFailure } from '../incoming/fetching/lease.queries.ts';
import { forgetPlaces } from '../incoming/fetching/places.ts';
import { leaveMailbox } from '../forms/contact-forms.subscribers.ts';
import { MailConfig } from '../mail.config.ts';
import { SystemMailConfig } from '../notices/system-mail.config.ts';
import { Credentials } from './credentials.ts';
import { NO_IMPORT } from './import.rules.ts';
import { changeImport, endImport } from './imports.ts';
import { MailboxRow, type MailboxWithActivity } from './mailbox.entity.ts';
import { toMailbox } from './mailbox.serializer.ts';
import { inboxOf } from './inbox-of.ts';
import { MailboxCheck } from './mailbox-check.ts';
import * as queries from './mailboxes.queries.ts';
import { deleteProbe } from './probes.queries.ts';
import { receiverOf } from './receiving.rules.ts';
import {
  completeTransport,
  fetchesAsBefore,
  secretsOf,
  transportOf,
  type TransportPolicy,
} from './transport.rules.ts';

/** Fields after whose change nobody knows what the last probe has found out. */
const PROBED = ['subaddressing', 'transport', 'receiving', 'address', 'authserv_id'] as const;
/** Most mailboxes of a workspace in one mode. */
const MAILBOXES_MAX = 100;
/** Characters of the token in the URL that a provider calls: 130 bits. */
const TOKEN_LENGTH = 26;

type Changes = ParsedInput<typeof updateMailbox>['body'];

type ReceiverColumns = Pick<MailboxRow, 'receiving' | 'encrypted_receiving_secret'>;
const NO_RECEIVER: ReceiverColumns = { receiving: null, encrypted_receiving_secret: null };

@Injectable()
export class Mailboxes {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly config: MailConfig,
    private readonly systemMail: SystemMailConfig,
    private readonly credentials: Credentials,
    private readonly checks: MailboxCheck,
  ) {}

  @Handles(createMailbox)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createMailbox>) {
    const { inbox_id: inbox, limits, transport: input, receiving, import: past, ...fields } = body;
    const transport = transportOf(input, this.#policyOf(ctx));
    const secrets = secretsOf(input, transport, null);
    assertSendable(fields);
    this.checks.assertAllowed(transport);
    const inboxId = await inboxOf(this.rpc, ctx, inbox);
    const id = uuidOfNewRecord(ctx);
    const receiver = receiving === null ? NO_RECEIVER : this.#receiver(ctx, id, receiving, null);
    return this.db.transaction(ctx, async (tx) => {
      await tx.query(queries.lockMailboxes);
      if (((await tx.one(queries.countMailboxes))?.count ?? 0) >= MAILBOXES_MAX)
        throw new ApiError('too_many_items', {
          message: `The workspace has ${MAILBOXES_MAX} mailboxes in this mode, which is the maximum. Delete one first.`,
        });
      const row = await tx.insert(MailboxRow, {
        id,
        ...fields,
        ...limits,
        inbox_id: inboxId,
        transport,
        encrypted_secrets: this.credentials.encrypt(id, secrets),
        transport_version: 1,
        ...receiver,
        status: 'connected',
        status_reason: null,
      });
      await this.#takeAddresses(tx, row);
      await keepReceiver(tx, row);
      const columns = {
        ...NO_IMPORT,
        ...(await changeImport(tx, { ...row, ...NO_IMPORT }, past ?? undefined)),
      };
      const mailbox = this.#shown({ ...row, ...columns, last_sent_at: null, last_received_at: null });
      tx.emit(mailboxCreated, mailbox);
      tx.emit(mailboxConnected, mailbox);
      return mailbox;
    });
  }

  @Handles(listMailboxes)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listMailboxes>) {
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.mailboxList, query);
    return { ...page, items: rows.map((row) => this.#shown(row)) };
  }

  @Handles(getMailbox)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getMailbox>) {
    return this.#shown(await this.#find(ctx, params.mailbox_id));
  }

  @Handles(lookUpMailbox)
  async lookUp(ctx: TenantContext, { id }: ParsedInput<typeof lookUpMailbox>) {
    const row = await this.db.read(ctx).one(queries.findMailbox, [uuidOf('mailbox', id)]);
    return row === undefined ? null : this.#shown(row);
  }

  @Handles(updateMailbox)
  async update(ctx: TenantContext, { params, body }: ParsedInput<typeof updateMailbox>) {
    assertSendable(body);
    const inbox =
      body.inbox_id === undefined ? {} : { inbox_id: await inboxOf(this.rpc, ctx, body.inbox_id) };
    return this.db.transaction(ctx, async (tx) => {
      const id = uuidOf('mailbox', params.mailbox_id);
      const row = await tx.lock(queries.lockMailbox, [[id]]);
      if (row === undefined) throw notFound('mailbox');
      const changed = {
        ...changedValues(row, { ...columnsOf(body), ...inbox }),
        ...this.#transport(ctx, row, body),
        ...this.#receiving(ctx, row, body),
      };
      const status = statusAfter(row, body.status, changed);
      const changes = { ...changed, ...status };
      // Another server may deliver what the one before has not, and the admin may know better.
      if (PROBED.some((name) => name in changed)) await tx.query(deleteProbe, [id]);
      if (body.status === 'connected' || 'transport' in changed || 'transport_version' in changed) {
        await tx.query(queries.resumeMailbox, [id]);
        await tx.query(forgetFailure, [id]);
      }
      const transport = changed.transport ?? row.transport;
      // What arrives until somebody switches it on again is none of its mails.
      if (!fetchesAsBefore(row.transport, transport)) await forgetPlaces(tx, id);
      const past = await changeImport(tx, { ...row, transport }, body.import);
      if (Object.keys({ ...changes, ...past }).length === 0) return this.#shown(row);
      const updated = await tx.update<MailboxRow, MailboxWithActivity>(MailboxRow, row, changes);
      const after = { ...updated, ...past };
      await this.#takeAddresses(tx, after);
      if ('receiving' in changed) await keepReceiver(tx, after);
      const mailbox = this.#shown(after);
      tx.emit(mailboxUpdated, mailbox, changedFields(this.#shown(row), mailbox));
      if (status.status === 'connected') tx.emit(mailboxConnected, mailbox);
      return mailbox;
    });
  }

  @Handles(deleteMailbox)
  async delete(ctx: TenantContext, { params }: ParsedInput<typeof deleteMailbox>) {
    const id = uuidOf('mailbox', params.mailbox_id);
    // What waits fails with the next run of the recovery: there may be a hundred thousand mails.
    await this.db.transaction(ctx, async (tx) => {
      if (!(await tx.remove(MailboxRow, id))) throw notFound('mailbox');
      await tx.query(queries.deleteAddresses, [id]);
      await tx.query(queries.deleteReceiver, [id]);
      await tx.query(queries.deleteActivity, [id]);
      await tx.query(deleteProbe, [id]);
      await endImport(tx, id);
      await forgetPlaces(tx, id);
      await leaveMailbox(tx, id, this.config.MAIL_URL);
      tx.emit(mailboxDeleted, { id: params.mailbox_id });
    });
  }

  @Handles(testMailbox)
  async test(ctx: TenantContext, { params }: ParsedInput<typeof testMailbox>) {
    const mailbox = await this.#find(ctx, params.mailbox_id);
    await this.db.reserveKey(ctx);
    // What its transactions return is no answer to the request.
    return this.checks.run({ ...ctx, idempotency: undefined }, mailbox);
  }

  /** Throws 422 for an address that another mailbox of the installation has, or the product itself. */
  async #takeAddresses(tx: Transaction, { id, address, aliases, transport }: MailboxRow): Promise<void> {
    const { workspaceId, mode } = tx.ctx.tenant;
    // No address begins with a blank, so that none is that of a sandbox of another workspace.
    const prefix = transport.type === 'sandbox' ? ` ${workspaceId}/${mode}/` : '';
    const keys = [address, ...aliases].map((one) => prefix + mailboxKey(one));
    const { SYSTEM_MAIL_FROM: own } = this.systemMail;
    const [taken] = await tx.query(queries.replaceAddresses, [id, keys]);
    const key = own !== null && keys.includes(mailboxKey(own.address)) ? mailboxKey(own.address) : taken?.key;
    if (key === undefined) return;
    const place = keys.indexOf(key);
    throw duplicateValue(place === 0 ? 'address' : `aliases[${place - 1}]`);
  }

  #shown(row: MailboxWithActivity): Mailbox {
    return toMailbox(row, this.config.MAIL_URL);
  }

  #policyOf(ctx: TenantContext): TransportPolicy {
    return { isTest: ctx.tenant.mode === 'test', hasExceptions: this.config.hasExceptions };
  }

  async #find(ctx: TenantContext, id: Id<'mailbox'>): Promise<MailboxWithActivity> {
    const row = await this.db.read(ctx).one(queries.findMailbox, [uuidOf('mailbox', id)]);
    if (row === undefined) throw notFound('mailbox');
    return row;
  }

  /** The columns of another transport, or of other secrets. Throws 422. */
  #transport(
    ctx: TenantContext,
    row: MailboxRow,
    { transport: input }: Changes,
  ): { transport?: Transport; encrypted_secrets?: Buffer | null; transport_version?: number } {
    if (input === undefined) return {};
    const transport = transportOf(input, this.#policyOf(ctx));
    const before = this.credentials.read(row);
    const secrets = secretsOf(input, transport, { transport: row.transport, secrets: before });
    const stored = completeTransport(row.transport);
    const changed = changedValues({ transport: stored, secrets: before }, { transport, secrets });
    if (Object.keys(changed).length === 0) return {};
    this.checks.assertAllowed(transport);
    return {
      ...(changed.transport === undefined ? {} : { transport }),
      encrypted_secrets: this.credentials.encrypt(row.id, secrets),
      transport_version: row.transport_version + 1,
    };
  }

  /** The columns of another way in which mails arrive, or of another secret. Throws 422. */
  #receiving(ctx: TenantContext, row: MailboxRow, { receiving: input }: Changes): Partial<ReceiverColumns> {
    if (input === undefined) return {};
    const before =
      row.receiving === null
        ? null
        : { receiving: row.receiving, secret: this.credentials.readReceiving(row) };
    if (input === null) return before === null ? {} : NO_RECEIVER;
    const after = this.#receiver(ctx, row.id, input, before);
    const secret = this.credentials.readReceiving({ id: row.id, ...after });
    const changed = changedValues(before ?? { receiving: null, secret: {} }, {
      receiving: after.receiving,
      secret,
    });
    return Object.keys(changed).length === 0 ? {} : after;
  }

  #receiver(
    ctx: TenantContext,
    id: string,
    input: ReceivingInput,
    before: Parameters<typeof receiverOf>[1],
  ): ReceiverColumns {
    const isTest = ctx.tenant.mode === 'test';
    const newToken = () => randomBase32(TOKEN_LENGTH);
    const { receiving, secret } = receiverOf(input, before, { isTest, newToken });
    return { receiving, encrypted_receiving_secret: this.credentials.encryptReceiving(id, secret) };
  }
}

/** Keeps the token of its URL, by which requests find the mailbox. */
async function keepReceiver(tx: Transaction, { id, receiving }: MailboxRow): Promise<void> {
  if (receiving === null) await tx.query(queries.deleteReceiver, [id]);
  else await tx.query(queries.setReceiver, [id, receiving.token]);
}

/** The changes, without what has a column of another form. */
function columnsOf({
  limits,
  transport: _,
  receiving: _receiving,
  import: _import,
  inbox_id: _inbox,
  status: _status,
  ...fields
}: Changes) {
  return { ...fields, ...limits };
}

/** An admin disables and enables; another transport is given the chance to work. */
function statusAfter(
  row: MailboxRow,
  requested: Changes['status'],
  changed: { transport_version?: number },
): Partial<Pick<MailboxRow, 'status' | 'status_reason'>> {
  const retried = changed.transport_version !== undefined && row.status === 'disconnected';
  const status = requested ?? (retried ? 'connected' : row.status);
  return status === row.status ? {} : { status, status_reason: null };
}

/** Throws 422 for an address that cannot be written in a mail, since a local part is too long, or the domain is none. */
function assertSendable({ address, aliases = [] }: Pick<Changes, 'address' | 'aliases'>): void {
  const check = (param: string, value: string) => {
    if (parseAddress(value) === null)
      throw invalidParameter(param, 'must be an address that mails can be sent from');
  };
  if (address !== undefined) check('address', address);
  for (const [index, alias] of aliases.entries()) check(`aliases[${index}]`, alias);
}
