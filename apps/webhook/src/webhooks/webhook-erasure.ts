import { Injectable } from '@nestjs/common';
import { contactDeleted, encodeId, findConversationsOfContact, type Id } from '@parley/contracts';
import { inTenant } from '@parley/runtime/context';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureStep,
  type ErasureSteps,
} from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { NIL_UUID } from '@parley/runtime/records';

/** Claims ignore disabled webhooks, so nothing more is sent. */
const disableAll = workspaceStatement<{ erased: 1 }>(
  'webhook.disable_all',
  `update webhook set status = 'disabled', disabled_reason = 'manual' where workspace_id = $1 and status = 'enabled'
   returning 1 as erased`,
);

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

/** Results of deliveries wait while the answers to as many events are emptied. */
const PAGE = 200;
/** The next logged events of a tenant after `($3, $4)`. */
const NEXT_EVENTS = `with page as materialized (
     select logged_at, id, day, type, occurred_at, names from event_log
      where workspace_id = $1 and mode = $2 and (logged_at, id) > ($3::timestamptz, $4::uuid)
      order by logged_at, id limit ${PAGE})`;

/** The events of messages that were written before the erasure was requested at `$5`, or that had begun by then. */
const IS_OLD_MESSAGE = `type like 'message.%' and occurred_at < $5::timestamptz + interval '1 minute'`;

const findConversations = workspaceStatement<{ id: Id<'conversation'> }>(
  'event_log.find_conversations',
  `${NEXT_EVENTS}
   select distinct name as id from page, unnest(names) name where starts_with(name, 'conv_') and ${IS_OLD_MESSAGE}`,
);

/** Deletes, with their bodies, the events of a page that name contact `$6` or are about messages of the conversations `$7`. */
const eraseEvents = workspaceStatement<{
  read: number;
  logged_at: string;
  id: string;
  erased_days: string[] | null;
  erased_ids: string[] | null;
}>(
  'event_log.erase',
  `${NEXT_EVENTS},
   named as materialized (
     select logged_at, id, day from page
      where type <> '${contactDeleted.type}' and names @> array[$6::text] or names && $7::text[] and ${IS_OLD_MESSAGE}),
   bodies as (
     delete from event e using named n where e.day = n.day and e.id = n.id and e.workspace_id = $1 and e.mode = $2),
   logged as (
     delete from event_log l using named n
      where l.workspace_id = $1 and l.mode = $2 and l.logged_at = n.logged_at and l.id = n.id and l.day = n.day)
   select logged_at::text, id, (select count(*)::int from page) as read,
          (select array_agg(day::text order by id) from named) as erased_days,
          (select array_agg(id order by id) from named) as erased_ids
     from page order by page.logged_at desc, id desc limit 1`,
);

const forgetResponses = workspaceStatement<never>(
  'event_log.forget_erased_responses',
  'select forget_responses($1, $2, $3::date[], $4::uuid[])',
);

@Injectable()
export class WebhookErasure extends ServiceErasure {
  constructor(private readonly rpc: Rpc) {
    super();
  }

  override readonly handled = ['delivery', 'completed_delivery', 'event_log', 'event'];
  override readonly settings = ['webhook'];

  override steps(type: Erasure['type']): ErasureSteps {
    if (type === 'contact') return { log: this.#eraseLog };
    const disable: ErasureStep = async (tx) => {
      await tx.query(disableAll);
      return { erased: 0, next: null };
    };
    const deleted =
      (statement: typeof deleteQueue): ErasureStep =>
      async (tx, { mode }) =>
        countedBatch(await tx.query(statement, [mode]));
    const rows = {
      queue: deleted(deleteQueue),
      log: deleted(deleteLog),
      events_of_log: deleted(deleteEvents),
    };
    return type === 'workspace' ? { webhooks: disable, ...rows } : rows;
  }

  /** The conversation service knows whose conversations they are, also after the contact was deleted. */
  readonly #eraseLog: ErasureStep = async (tx, { workspaceId, mode, subjectId, requestedAt }, position) => {
    const after = position === '' ? ['-infinity', NIL_UUID] : position.split('/');
    const contact = encodeId('contact', subjectId);
    const found = await tx.query(findConversations, [mode, ...after, requestedAt]);
    const own =
      found.length === 0
        ? []
        : await this.rpc.call(findConversationsOfContact, inTenant(tx.ctx, workspaceId, mode ?? 'live'), {
            contact_id: contact,
            ids: found.map(({ id }) => id),
          });
    const last = await tx.one(eraseEvents, [mode, ...after, requestedAt, contact, own]);
    const ids = last?.erased_ids ?? [];
    if (ids.length > 0) await tx.query(forgetResponses, [mode, last?.erased_days, ids]);
    const next = last === undefined || last.read < PAGE ? null : `${last.logged_at}/${last.id}`;
    return { erased: ids.length, next };
  };
}
