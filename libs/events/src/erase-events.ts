import { contactDeleted, uuidOf } from '@parley/contracts';
import type { ErasedBatch, EventScope, SqlTransaction } from '@parley/kernel';

/** Before every id. */
const START = '00000000-0000-0000-0000-000000000000';
/** Events that are read at once, in the order of their ids, because no index finds those of a workspace. */
const PAGE = 1_000;

/** The event that tells that a contact was deleted names it, and is still to be delivered. */
const NAMES_CONTACT = (envelope: string, contact: string) =>
  `(${contact}::text is null or type <> '${contactDeleted.type}' and strpos(${envelope}, ${contact}) > 0)`;

const EVENTS = `with page as materialized (
    select id, occurred_at from outbox where id > $1::uuid order by id limit ${PAGE}),
  erased as (
    delete from outbox using page where outbox.id = page.id and outbox.occurred_at = page.occurred_at
       and workspace_id = $2 and ($3::text is null or envelope ->> 'mode' = $3)
       and ${NAMES_CONTACT('envelope::text', '$4')}
       and not exists (select from outbox_queue q
         where q.shard = outbox.shard and q.workspace_id = outbox.workspace_id and q.position = outbox.position)
    returning 1)
  select (select count(*)::int from page) as read, (select id::text from page order by id desc limit 1) as last,
    (select count(*)::int from erased) as erased`;
/** Their text is not always an event, so it is searched. */
const DEAD_LETTERS = `delete from dead_letter where strpos(envelope, $1) > 0
    and ($2::text is null or strpos(envelope, '"mode":"' || $2 || '"') > 0) and ${NAMES_CONTACT('envelope', '$3')}
  returning 1 as erased`;

/** Erases the stored copies of events: see `EventSink.erase`. */
export async function eraseEvents(
  tx: SqlTransaction,
  { workspaceId, mode, contactId }: EventScope,
  position: string,
): Promise<ErasedBatch> {
  const isFirst = position === '';
  const letters = isFirst
    ? await tx.raw('dead_letter.erase', DEAD_LETTERS, [workspaceId, mode, contactId])
    : [];
  const values = [isFirst ? START : position, uuidOf('workspace', workspaceId), mode, contactId];
  const [page] = await tx.raw<{ read: number; last: string | null; erased: number }>(
    'outbox.erase',
    EVENTS,
    values,
  );
  if (page === undefined) throw new Error('a count returned no row');
  return { erased: letters.length + page.erased, next: page.read < PAGE ? null : page.last };
}
