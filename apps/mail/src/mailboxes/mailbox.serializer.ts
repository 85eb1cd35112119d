import { encodeId, type Mailbox, type Receiving } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { MailboxWithActivity } from './mailbox.entity.ts';
import { toImport } from './import.rules.ts';
import type { StoredReceiving } from './receiving.rules.ts';
import { completeTransport } from './transport.rules.ts';

/** @param mailUrl public address at which providers hand mails over. */
export function toMailbox(row: MailboxWithActivity, mailUrl: string): Mailbox {
  return versioned(row.version, {
    id: encodeId('mailbox', row.id),
    name: row.name,
    inbox_id: row.inbox_id === null ? null : encodeId('inbox', row.inbox_id),
    address: row.address,
    aliases: row.aliases,
    from_name: row.from_name,
    signature: row.signature,
    send_delay: row.send_delay,
    on_unknown: row.on_unknown,
    subaddressing: row.subaddressing,
    limits: { per_minute: row.per_minute, per_day: row.per_day, concurrency: row.concurrency },
    acknowledgement: row.acknowledgement,
    transport: completeTransport(row.transport),
    authserv_id: row.authserv_id,
    receiving: row.receiving === null ? null : toReceiving(row.receiving, mailUrl),
    import: toImport(row),
    status: row.status,
    status_reason: row.status_reason,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    last_received_at: row.last_received_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}

/** Mailgun sends mails as they are only to an address that ends with `mime`. */
const toReceiving = ({ token, ...shown }: StoredReceiving, mailUrl: string): Receiving => ({
  type: shown.type,
  url: `${mailUrl}/providers/${token}${shown.type === 'mailgun' ? '/mime' : ''}`,
  authentication: shown.authentication,
  topic_arn: shown.topic_arn,
});
