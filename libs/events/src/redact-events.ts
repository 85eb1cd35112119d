import {
  messageCreated,
  messageDeliveryUpdated,
  messageUpdated,
  uuidOf,
  type EventOf,
  type messageRedacted,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';

/** Events that are read at once, in the order of their ids: no index finds those of a record. */
const PAGE = 5_000;

/** Events whose data is the message. */
const SHOWING = `('${[messageCreated, messageDeliveryUpdated, messageUpdated].map(({ type }) => type).join(`', '`)}')`;

/** What is still to be published tells the message as it is now, without its former values; the rest is of no use any more. */
const EVENTS = `with page as materialized (
    select id, occurred_at from outbox where id > $1::uuid order by id limit ${PAGE}),
  found as materialized (
    select o.id, o.occurred_at, exists (select from outbox_queue q
        where q.shard = o.shard and q.workspace_id = o.workspace_id and q.position = o.position) as is_queued
      from page join outbox o on o.id = page.id and o.occurred_at = page.occurred_at
     where o.workspace_id = $2 and o.mode = $3 and o.aggregateid = $4 and o.type in ${SHOWING}),
  erased as (
    delete from outbox o using found f where o.id = f.id and o.occurred_at = f.occurred_at and not f.is_queued),
  replaced as (
    update outbox o set envelope = (o.envelope - 'previous') || jsonb_build_object('data', $5::jsonb)
      from found f where o.id = f.id and o.occurred_at = f.occurred_at and f.is_queued)
  select (select count(*)::int from page) as read, (select id::text from page order by id desc limit 1) as last`;

const LETTERS = `delete from dead_letter
  where workspace_id = $1 and mode = $2 and names @> array[$3::text] and type in ${SHOWING}
    and envelope ~ ('"subject": ?"' || $4 || '"')`;

/** What a redaction needs of a transaction. */
interface Redaction {
  readonly ctx: TenantContext;
  raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

type Redacted = EventOf<typeof messageRedacted>['data'];

const tenantOf = ({ ctx: { tenant } }: Redaction) => [uuidOf('workspace', tenant.workspaceId), tenant.mode];

/**
 * Erases a page of the published events that show a message from before its redaction, behind the event `after`; returns the position of the
 * next page, or null behind the last one.
 */
export async function redactPublished(
  tx: Redaction,
  message: Redacted,
  after: string,
): Promise<string | null> {
  const values = [after, ...tenantOf(tx), message.id, JSON.stringify(message)];
  const [page] = await tx.raw<{ read: number; last: string | null }>('outbox.redact', EVENTS, values);
  return page === undefined || page.read < PAGE ? null : page.last;
}

/** Erases the dead letters of the service that show a message from before its redaction. */
export async function redactDeadLetters(tx: Redaction, message: Redacted): Promise<void> {
  await tx.raw('dead_letter.redact', LETTERS, [...tenantOf(tx), message.conversation_id, message.id]);
}
