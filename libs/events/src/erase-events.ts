import { contactDeleted, uuidOf, type Id } from '@parley/contracts';
import type { ErasedBatch, ErasedContact, EventScope, SqlTransaction } from '@parley/runtime/context';
import { NIL_UUID } from '@parley/runtime/records';

/** Events or dead letters that are read at once, in the order of their ids. No index finds the events of a workspace. */
const PAGE = 1_000;
/** Begins a position among the dead letters, which come first; the others are positions in the outbox. */
const LETTER = 'letter:';

/** The event that tells that a contact was deleted names it, and is still to be delivered. */
const NAMES_CONTACT = (contact: string) =>
  `type is distinct from '${contactDeleted.type}' and names @> array[${contact}::text]`;

const READ = `(select count(*)::int from page) as read, (select id::text from page order by id desc limit 1) as last`;

const EVENTS = `with page as materialized (
    select id, occurred_at from outbox where id > $1::uuid order by id limit ${PAGE}),
  erased as (
    delete from outbox using page where outbox.id = page.id and outbox.occurred_at = page.occurred_at
       and workspace_id = $2 and ($3::text is null or mode = $3) and ($4::text is null or ${NAMES_CONTACT('$4')})
       and not exists (select from outbox_queue q
         where q.shard = outbox.shard and q.workspace_id = outbox.workspace_id and q.position = outbox.position)
    returning 1)
  select ${READ}, (select count(*)::int from erased) as erased`;

const LETTERS = `with page as materialized (
    select id, type, names, occurred_at from dead_letter where workspace_id = $2 and id > $1::uuid order by id limit ${PAGE})`;
/** A message from before a moment; a letter without a type or a time may be one. */
const IS_MESSAGE_BEFORE = (moment: string) =>
  `coalesce(type, 'message.') like 'message.%' and coalesce(occurred_at < ${moment}::timestamptz, true)`;

const FIND_CONVERSATIONS = `${LETTERS}
  select distinct name as id from page, unnest(names) name where starts_with(name, 'conv_') and ${IS_MESSAGE_BEFORE('$3')}`;

const ERASE_LETTERS = `${LETTERS},
  erased as (
    delete from dead_letter where id in (
      select id from page where ${NAMES_CONTACT('$3')} or names && $4::text[] and ${IS_MESSAGE_BEFORE('$5')})
    returning 1)
  select ${READ}, (select count(*)::int from erased) as erased`;

interface ErasedPage {
  read: number;
  last: string | null;
  erased: number;
}

/** Erases the stored copies of events: see `EventSink.erase`. */
export async function eraseEvents(
  tx: SqlTransaction,
  { workspaceId, mode, contact }: EventScope,
  position: string,
): Promise<ErasedBatch> {
  const workspace = uuidOf('workspace', workspaceId);
  if (contact !== null && (position === '' || position.startsWith(LETTER))) {
    const after = position.slice(LETTER.length) || NIL_UUID;
    const { read, last, erased } = await eraseLetters(tx, workspace, contact, after);
    return { erased, next: read < PAGE || last === null ? NIL_UUID : LETTER + last };
  }
  const values = [position || NIL_UUID, workspace, mode, contact?.id ?? null];
  const [page] = await tx.raw<ErasedPage>('outbox.erase', EVENTS, values);
  if (page === undefined) throw new Error('a count returned no row');
  return { erased: page.erased, next: page.read < PAGE ? null : page.last };
}

/** Messages of users are about the contact of their conversation, and do not name it. */
async function eraseLetters(tx: SqlTransaction, workspace: string, contact: ErasedContact, after: string) {
  const page = [after, workspace];
  const before = contact.writtenBefore.toISOString();
  const found = await tx.raw<{ id: Id<'conversation'> }>(
    'dead_letter.find_conversations',
    FIND_CONVERSATIONS,
    [...page, before],
  );
  const own = found.length === 0 ? [] : await contact.conversationsAmong(found.map(({ id }) => id));
  const values = [...page, contact.id, own, before];
  const [erased] = await tx.raw<ErasedPage>('dead_letter.erase', ERASE_LETTERS, values);
  if (erased === undefined) throw new Error('a count returned no row');
  return erased;
}
