import { Injectable } from '@nestjs/common';
import type { Mode, Receiving } from '@parley/contracts';
import { Database, systemStatement, tenantStatement } from '@parley/persistence';
import { isEqual } from './basic-authentication.ts';
import { Credentials } from '../../mailboxes/credentials.ts';
import { findMailbox } from '../../mailboxes/mailboxes.queries.ts';
import type { ReceivingSecret } from '../../mailboxes/receiving.rules.ts';
import { contextOf, type Destination } from '../destination.ts';
import { MailboxAddresses } from '../mailbox-addresses.ts';

const LOOK_UP_TIMEOUT_MS = 10_000;
/** Recipients of a mail that are looked up. */
const RECIPIENTS_MAX = 100;

/** A mailbox whose mails a provider hands over. */
export interface Receiver {
  readonly destination: Destination;
  readonly type: Receiving['type'];
  readonly topicArn: string | null;
  readonly secret: ReceivingSecret;
}

const findReceiver = systemStatement<{ workspace_id: string; mode: Mode; mailbox_id: string }>(
  'mailbox_receiver.find',
  'the token of a request is all that is known of its tenant',
  'select workspace_id, mode, mailbox_id from mailbox_receiver where token = $1',
);

const findElsewhere = tenantStatement<{ id: string }>(
  'incoming_mail.find_in_other_mailboxes',
  `select id from incoming_mail where workspace_id = $1 and mode = $2 and transport_key = $4
      and mailbox_id in (select id from mailbox where workspace_id = $1 and mode = $2 and id <> $3) limit 1`,
);

/** The mailboxes of the installation by the tokens that providers call. */
@Injectable()
export class Receivers {
  constructor(
    private readonly db: Database,
    private readonly addresses: MailboxAddresses,
    private readonly credentials: Credentials,
  ) {}

  /** Null for a token that no mailbox has. */
  async find(token: string): Promise<Receiver | null> {
    const [found] = await this.db.system(findReceiver, [token]);
    if (found === undefined) return null;
    const destination = { workspaceId: found.workspace_id, mode: found.mode, mailboxId: found.mailbox_id };
    const ctx = contextOf(destination, LOOK_UP_TIMEOUT_MS);
    const row = await this.db.read(ctx).one(findMailbox, [found.mailbox_id]);
    if (!row?.receiving || !isEqual(row.receiving.token, token)) return null;
    const { type, topic_arn: topicArn } = row.receiving;
    return { destination, type, topicArn, secret: this.credentials.readReceiving(row) };
  }

  /**
   * The mailbox of the first recipient that is one of the workspace: a provider hands a mail over where its route leads, which may be one for
   * several mailboxes. Otherwise the one whose token it has.
   */
  async destinationOf({ destination }: Receiver, recipients: readonly string[]): Promise<Destination> {
    for (const recipient of recipients.slice(0, RECIPIENTS_MAX)) {
      const found = await this.addresses.find(recipient);
      if (found?.workspaceId === destination.workspaceId && found.mode === destination.mode) return found;
    }
    return destination;
  }

  /** Whether another mailbox of the workspace has a mail with the key. */
  async isElsewhere(destination: Destination, key: string): Promise<boolean> {
    const ctx = contextOf(destination, LOOK_UP_TIMEOUT_MS);
    return (await this.db.read(ctx).one(findElsewhere, [destination.mailboxId, key])) !== undefined;
  }
}
