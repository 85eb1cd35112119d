import { Injectable } from '@nestjs/common';
import {
  getMailboxProbe,
  notFound,
  uuidOf,
  type MailAuthentication,
  type ParsedInput,
} from '@parley/contracts';
import { randomBase32 } from '@parley/mail-text';
import type { ReadMail } from '@parley/mail-reader';
import { Database } from '@parley/persistence';
import { Handles } from '@parley/rpc';
import type { TenantContext } from '@parley/runtime/context';
import { PROBE_HEADER } from '../composing/compose.ts';
import { newMessageId } from '../composing/message-id.ts';
import { bounceOf, isFailure } from '../incoming/bounce.rules.ts';
import { messageIdsIn, valueOf, valuesOf } from '../incoming/headers.rules.ts';
import { ListenerConfig } from '../incoming/smtp/listener.config.ts';
import type { MailboxRow } from './mailbox.entity.ts';
import { probeOf, type ProbeRow } from './probe.rules.ts';
import { findMailbox } from './mailboxes.queries.ts';
import { receives } from './transport.rules.ts';
import * as queries from './probes.queries.ts';

const TOKEN_LENGTH = 26;

/** The mails that mailboxes send to themselves, by which a test knows the way back. */
@Injectable()
export class Probes {
  constructor(
    private readonly db: Database,
    private readonly listener: ListenerConfig,
  ) {}

  @Handles(getMailboxProbe)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getMailboxProbe>) {
    const id = uuidOf('mailbox', params.mailbox_id);
    if ((await this.db.read(ctx).one(findMailbox, [id])) === undefined) throw notFound('mailbox');
    return probeOf(await this.latest(ctx, id), new Date());
  }

  latest(ctx: TenantContext, mailboxId: string): Promise<ProbeRow | undefined> {
    return this.db.read(ctx).one(queries.findProbe, [mailboxId]);
  }

  /** A probe whose mails are to be sent; undefined if there is none, or one began in the last minute. */
  async start(
    ctx: TenantContext,
    { id, address, transport, receiving }: MailboxRow,
  ): Promise<ProbeRow | undefined> {
    const isReached = receives(transport) || receiving !== null;
    const isForwarded = transport.type !== 'sandbox' && this.listener.MAIL_LISTEN_PORT !== null;
    if (!isReached && !isForwarded) return undefined;
    const tokens = [randomBase32(TOKEN_LENGTH), randomBase32(TOKEN_LENGTH)];
    const values = [id, ...tokens, newMessageId(address), newMessageId(address)];
    const [row] = await this.db.transaction(ctx, (tx) => tx.query(queries.startProbe, values));
    return row;
  }

  /** Whether a mail that arrived is one of the last probe of the mailbox, or reports that one was not delivered: it is no message. */
  async recognize(
    ctx: TenantContext,
    { id }: Pick<MailboxRow, 'id'>,
    mail: ReadMail,
    authentication: MailAuthentication,
  ): Promise<boolean> {
    const token = valueOf(mail.headers, PROBE_HEADER.toLowerCase());
    if (token !== null) {
      const row = await this.latest(ctx, id);
      if (row?.plus_token === token) return this.#store(ctx, queries.storePlusArrival, [id, token]);
      if (row?.token !== token) return false;
      const references = valuesOf(mail.headers, 'references').flatMap((field) => messageIdsIn(field));
      const kept = [mail.messageId === row.mail_id, references.includes(row.mail_id)];
      const values = [id, token, ...kept, JSON.stringify(authentication)];
      return this.#store(ctx, queries.storeArrival, values);
    }
    if (mail.reports.deliveryStatus === null) return false;
    const bounce = bounceOf(mail);
    const { messageIds } = bounce;
    return isFailure(bounce) && messageIds.length > 0 && this.refuse(ctx, id, messageIds);
  }

  /** The mail to a subaddress was refused. Returns whether it is one of the last probe. */
  refuse(ctx: TenantContext, mailboxId: string, mailIds: readonly string[]): Promise<boolean> {
    return this.#store(ctx, queries.refusePlus, [mailboxId, mailIds]);
  }

  /** The mails of a probe could not be sent. */
  async end(ctx: TenantContext, mailboxId: string, { token }: ProbeRow): Promise<void> {
    await this.db.transaction(ctx, (tx) => tx.query(queries.endProbe, [mailboxId, token]));
  }

  async #store(
    ctx: TenantContext,
    statement: typeof queries.storeArrival,
    values: readonly unknown[],
  ): Promise<boolean> {
    const found = await this.db.transaction(ctx, (tx) => tx.query(statement, values));
    return found.length > 0;
  }
}
