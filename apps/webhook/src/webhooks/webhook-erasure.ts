import { Injectable } from '@nestjs/common';
import { contactDeleted, encodeId, findConversationsOfContact, type Id } from '@parley/contracts';
import { inTenant, type ErasedBatch } from '@parley/runtime/context';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureStep,
} from '@parley/persistence';
import { Rpc } from '@parley/rpc';

/** Claims ignore disabled webhooks, so nothing more is sent. */
const disableAll = workspaceStatement<{ erased: 1 }>(
  'webhook.disable_all',
  `update webhook set status = 'disabled', disabled_reason = 'manual' where workspace_id = $1 and status = 'enabled'
   returning 1 as erased`,
);

/** Deliveries with the bodies and attempts that only they find. */
const deleteWith = (removed: string) => `with removed as (${removed} returning id, event_id, day),
    bodies as (
      delete from event e using removed r where e.day = r.day and e.id = r.event_id and e.workspace_id = $1),
    attempts as (delete from attempt a using removed r where a.delivery_id = r.id)
  select 1 as erased from removed`;
const OF_MODE = '($2::text is null or mode = $2)';

const deleteQueue = workspaceStatement<{ erased: 1 }>(
  'delivery.delete_queue',
  deleteWith(`delete from delivery where workspace_id = $1 and (webhook_id, id) in (
      select d.webhook_id, d.id from webhook w join delivery d on d.webhook_id = w.id
       where w.workspace_id = $1 and d.workspace_id = $1 and ($2::text is null or w.mode = $2) limit ${ERASE_BATCH})`),
);

const deleteLog = workspaceStatement<{ erased: 1 }>(
  'delivery.delete_log',
  deleteWith(`delete from completed_delivery where workspace_id = $1 and (workspace_id, mode, webhook_id, id, day) in (
      select workspace_id, mode, webhook_id, id, day from completed_delivery
       where workspace_id = $1 and ${OF_MODE} limit ${ERASE_BATCH})`),
);

/** Logged events with their bodies. */
const deleteEvents = workspaceStatement<{ erased: 1 }>(
  'event_log.delete',
  `with removed as (
     delete from event_log where workspace_id = $1 and (workspace_id, mode, logged_at, id, type, occurred_at, day) in (
       select workspace_id, mode, logged_at, id, type, occurred_at, day from event_log
        where workspace_id = $1 and ${OF_MODE} order by workspace_id, mode, logged_at, id limit ${ERASE_BATCH})
     returning day, id),
   bodies as (
     delete from event e using removed r where e.day = r.day and e.id = r.id and e.workspace_id = $1)
   select 1 as erased from removed`,
);

/** A page of the deliveries of a tenant after `($4, $5)`; bodies that name contact `$3` are deleted, and their responses. */
const eraseBodies = workspaceStatement<{
  read: number;
  erased: number;
  webhook_id: string | null;
  id: string | null;
}>(
  'delivery.erase_bodies',
  `with page as materialized (
     select webhook_id, id, event_id, event_type, day from delivery_log
      where workspace_id = $1 and mode = $2 and (webhook_id, id) > ($4, $5)
      order by webhook_id, id limit ${ERASE_BATCH}),
   bodies as (
     delete from event e using page p
      where e.day = p.day and e.id = p.event_id and e.workspace_id = $1 and e.mode = $2
        and p.event_type <> '${contactDeleted.type}' and position(convert_to($3::text, 'UTF8') in e.body) > 0
     returning e.id),
   responses as (
     update attempt a set response_snippet = '' from page p
      where a.delivery_id = p.id and p.event_id in (select id from bodies))
   select (select count(*)::int from page) as read, (select count(*)::int from bodies) as erased,
     (select webhook_id from page order by webhook_id desc, id desc limit 1) as webhook_id,
     (select id from page order by webhook_id desc, id desc limit 1) as id`,
);

/** The events of messages that were written before the erasure was requested at `$5`, or that had begun by then. */
const IS_OLD_MESSAGE = (requestedAt: string) =>
  `p.type like 'message.%' and p.occurred_at < ${requestedAt}::timestamptz + interval '1 minute'`;
const CONVERSATION = `convert_from(e.body, 'UTF8')::jsonb -> 'data' ->> 'conversation_id'`;

/** The conversations of the messages in the page of {@link eraseEvents} after `($3, $4)`. */
const findConversations = workspaceStatement<{ id: Id<'conversation'> }>(
  'event_log.find_conversations',
  `with p as materialized (
     select id, day, type, occurred_at from event_log
      where workspace_id = $1 and mode = $2 and (logged_at, id) > ($3::timestamptz, $4::uuid)
      order by logged_at, id limit ${ERASE_BATCH})
   select distinct ${CONVERSATION} as id from p
     join event e on e.day = p.day and e.id = p.id and e.workspace_id = $1 and e.mode = $2
    where ${IS_OLD_MESSAGE('$5')}`,
);

/**
 * A page of the logged events of a tenant after `($4, $5)`; those are deleted that name contact `$3` or are about messages of the
 * conversations `$6`, and those whose body was deleted with a delivery.
 */
const eraseEvents = workspaceStatement<{
  read: number;
  erased: number;
  logged_at: string | null;
  id: string | null;
}>(
  'event_log.erase',
  `with page as materialized (
     select logged_at, id, day, type, occurred_at from event_log
      where workspace_id = $1 and mode = $2 and (logged_at, id) > ($4::timestamptz, $5::uuid)
      order by logged_at, id limit ${ERASE_BATCH}),
   named as materialized (
     select p.logged_at, p.id, p.day from page p
       left join event e on e.day = p.day and e.id = p.id and e.workspace_id = $1 and e.mode = $2
      where e.id is null
         or p.type <> '${contactDeleted.type}' and position(convert_to($3::text, 'UTF8') in e.body) > 0
         or cardinality($6::text[]) > 0 and ${IS_OLD_MESSAGE('$7')} and ${CONVERSATION} = any($6::text[])),
   responses as (
     update attempt set response_snippet = ''
      where delivery_id in (
        select delivery_id(n.id, w.id) from named n cross join webhook w where w.workspace_id = $1 and w.mode = $2)),
   bodies as (
     delete from event e using named n where e.day = n.day and e.id = n.id and e.workspace_id = $1 and e.mode = $2),
   logged as (
     delete from event_log l using named n
      where l.workspace_id = $1 and l.mode = $2 and l.logged_at = n.logged_at and l.id = n.id and l.day = n.day)
   select (select count(*)::int from page) as read, (select count(*)::int from named) as erased,
     (select logged_at::text from page order by logged_at desc, id desc limit 1) as logged_at,
     (select id from page order by logged_at desc, id desc limit 1) as id`,
);

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Deletes deliveries and logged events with their bodies, and what names an erased contact. */
@Injectable()
export class WebhookErasure extends ServiceErasure {
  constructor(private readonly rpc: Rpc) {
    super();
  }

  override readonly handled = ['delivery', 'completed_delivery', 'event_log', 'event'];
  override readonly settings = ['webhook'];

  override steps(kind: Erasure['kind']): readonly ErasureStep[] {
    if (kind === 'contact') return [eraseDeliveries, this.#eraseLog];
    const disable: ErasureStep = async (tx) => {
      await tx.query(disableAll);
      return { erased: 0, next: null };
    };
    const rows = [deleteQueue, deleteLog, deleteEvents].map(
      (statement): ErasureStep =>
        async (tx, { mode }) =>
          countedBatch(await tx.query(statement, [mode])),
    );
    return kind === 'workspace' ? [disable, ...rows] : rows;
  }

  /** The conversation service knows whose conversations they are, also after the contact was deleted. */
  readonly #eraseLog: ErasureStep = async (tx, { workspaceId, mode, subjectId, requestedAt }, position) => {
    // Times have a space in them.
    const after = position === '' ? ['-infinity', FIRST_ID] : position.split('/');
    const contact = encodeId('contact', subjectId);
    const found = await tx.query(findConversations, [mode, ...after, requestedAt]);
    const own =
      found.length === 0
        ? []
        : await this.rpc.call(findConversationsOfContact, inTenant(tx.ctx, workspaceId, mode ?? 'live'), {
            contact_id: contact,
            ids: found.map(({ id }) => id),
          });
    const page = await tx.one(eraseEvents, [mode, contact, ...after, own, requestedAt]);
    return erasedPage(page, page?.logged_at, page?.id, '/');
  };
}

const eraseDeliveries: ErasureStep = async (tx, { mode, subjectId }, position) => {
  const after = position === '' ? [FIRST_ID, FIRST_ID] : position.split(' ');
  const page = await tx.one(eraseBodies, [mode, encodeId('contact', subjectId), ...after]);
  return erasedPage(page, page?.webhook_id, page?.id);
};

/** The result of a batch, which ended at the row with these two values. */
function erasedPage(
  page: { read: number; erased: number } | undefined,
  first: string | null | undefined,
  second: string | null | undefined,
  separator = ' ',
): ErasedBatch {
  if (page === undefined) throw new Error('a count returned no row');
  const isLast = page.read < ERASE_BATCH || first == null || second == null;
  return { erased: page.erased, next: isLast ? null : `${first}${separator}${second}` };
}
