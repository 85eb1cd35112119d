import { Injectable } from '@nestjs/common';
import { contactDeleted, encodeId } from '@parley/contracts';
import {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  workspaceStatement,
  type Erasure,
  type ErasureStep,
} from '@parley/persistence';

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

/** Before every delivery. */
const START = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];

/** Deletes deliveries with their bodies, and the bodies that name an erased contact. */
@Injectable()
export class WebhookErasure extends ServiceErasure {
  override readonly handled = ['delivery', 'completed_delivery', 'event'];
  override readonly settings = ['webhook'];

  override steps(kind: Erasure['kind']): readonly ErasureStep[] {
    if (kind === 'contact') return [eraseContact];
    const disable: ErasureStep = async (tx) => {
      await tx.query(disableAll);
      return { erased: 0, next: null };
    };
    const deliveries = [deleteQueue, deleteLog].map(
      (statement): ErasureStep =>
        async (tx, { mode }) =>
          countedBatch(await tx.query(statement, [mode])),
    );
    return kind === 'workspace' ? [disable, ...deliveries] : deliveries;
  }
}

const eraseContact: ErasureStep = async (tx, { mode, subjectId }, position) => {
  const after = position === '' ? START : position.split(' ');
  const page = await tx.one(eraseBodies, [mode, encodeId('contact', subjectId), ...after]);
  if (page === undefined) throw new Error('a count returned no row');
  const isLast = page.read < ERASE_BATCH || page.webhook_id === null || page.id === null;
  return { erased: page.erased, next: isLast ? null : `${page.webhook_id} ${page.id}` };
};
