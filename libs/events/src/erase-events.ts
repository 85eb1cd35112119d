import { contactDeleted, uuidOf, type Id } from '@parley/contracts';
import type { ErasedBatch, ErasedContact, EventScope, SqlTransaction } from '@parley/runtime/context';

/** Before every id. */
const START = '00000000-0000-0000-0000-000000000000';
/** Events or dead letters that are read at once, in the order of their ids, because no index finds those of a workspace. */
const PAGE = 1_000;
/** Begins a position among the dead letters, which come first; the others are positions in the outbox. */
const LETTER = 'letter:';

/** The event that tells that a contact was deleted names it, and is still to be delivered. */
const NAMES_CONTACT = (envelope: string, contact: string) =>
  `(${contact}::text is null or type is distinct from '${contactDeleted.type}' and strpos(${envelope}, ${contact}) > 0)`;

const READ = `(select count(*)::int from page) as read, (select id::text from page order by id desc limit 1) as last`;

const EVENTS = `with page as materialized (
    select id, occurred_at from outbox where id > $1::uuid order by id limit ${PAGE}),
  erased as (
    delete from outbox using page where outbox.id = page.id and outbox.occurred_at = page.occurred_at
       and workspace_id = $2 and ($3::text is null or envelope ->> 'mode' = $3)
       and ${NAMES_CONTACT('envelope::text', '$4')}
       and not exists (select from outbox_queue q
         where q.shard = outbox.shard and q.workspace_id = outbox.workspace_id and q.position = outbox.position)
    returning 1)
  select ${READ}, (select count(*)::int from erased) as erased`;

/** Their text is not always an event, so it is searched. */
const attribute = (name: string, value: string) =>
  `substring(l.envelope from '"${name}"\\s*:\\s*"(${value})"')`;
const LETTERS = `with page as materialized (select id from dead_letter where id > $1::uuid order by id limit ${PAGE})`;
/** Of workspace `$2`, in mode `$3`. */
const OF_SCOPE = `strpos(l.envelope, $2) > 0
   and ($3::text is null or l.envelope ~ ('"mode"\\s*:\\s*"' || $3 || '"'))`;
const CONVERSATION = attribute('conversation_id', 'conv_[0-7][0-9a-hjkmnp-tv-z]{25}');
/** A message from before a moment, in the form of the events of the platform. */
const IS_MESSAGE_BEFORE = (moment: string) =>
  `coalesce(l.type, 'message.') like 'message.%' and coalesce(${attribute('time', '[^"]*')}, '') < ${moment}`;

const FIND_CONVERSATIONS = `${LETTERS}
  select distinct ${CONVERSATION} as id from page join dead_letter l on l.id = page.id
   where ${OF_SCOPE} and ${IS_MESSAGE_BEFORE('$4')} and ${CONVERSATION} is not null`;

const ERASE_LETTERS = `${LETTERS},
  erased as (
    delete from dead_letter l using page where l.id = page.id and ${OF_SCOPE}
       and (${NAMES_CONTACT('l.envelope', '$4')}
         or cardinality($5::text[]) > 0 and ${IS_MESSAGE_BEFORE('$6')} and ${CONVERSATION} = any($5))
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
  scope: EventScope,
  position: string,
): Promise<ErasedBatch> {
  if (position === '' || position.startsWith(LETTER)) {
    const { read, last, erased } = await eraseLetters(tx, scope, position.slice(LETTER.length) || START);
    return { erased, next: read < PAGE || last === null ? START : LETTER + last };
  }
  const { workspaceId, mode, contact } = scope;
  const values = [position, uuidOf('workspace', workspaceId), mode, contact?.id ?? null];
  const [page] = await tx.raw<ErasedPage>('outbox.erase', EVENTS, values);
  if (page === undefined) throw new Error('a count returned no row');
  return { erased: page.erased, next: page.read < PAGE ? null : page.last };
}

async function eraseLetters(
  tx: SqlTransaction,
  { workspaceId, mode, contact }: EventScope,
  after: string,
): Promise<ErasedPage> {
  const page = [after, workspaceId, mode];
  const before = contact?.writtenBefore.toISOString() ?? null;
  const own = contact === null ? [] : await findConversations(tx, contact, [...page, before]);
  const values = [...page, contact?.id ?? null, own, before];
  const [erased] = await tx.raw<ErasedPage>('dead_letter.erase', ERASE_LETTERS, values);
  if (erased === undefined) throw new Error('a count returned no row');
  return erased;
}

/** Messages of users are about the contact of their conversation, and do not name it. */
async function findConversations(
  tx: SqlTransaction,
  contact: ErasedContact,
  values: readonly unknown[],
): Promise<readonly Id<'conversation'>[]> {
  const found = await tx.raw<{ id: Id<'conversation'> }>(
    'dead_letter.find_conversations',
    FIND_CONVERSATIONS,
    values,
  );
  return found.length === 0 ? [] : contact.conversationsAmong(found.map(({ id }) => id));
}
