import {
  encodeId,
  pageConversations,
  pageTickets,
  READ_MODEL_PAGE,
  uuidOf,
  type Conversation,
  type ReportResource,
  type Ticket,
} from '@parley/contracts';
import { NIL_UUID } from '@parley/runtime/records';
import type { TenantContext } from '@parley/runtime/context';
import type { Database, Statement, Transaction } from '@parley/persistence';
import type { Rpc } from '@parley/rpc';
import type { Step } from './steps.ts';

/** A record as its owner has it, with its uuid. */
export interface OwnedRecord {
  id: string;
  record: Ticket | Conversation;
  /** The first reply of a user, of a conversation. */
  repliedAt: string | null;
}

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Known records that are locked at a time. */
export const LOCKED_MAX = 500;

interface Comparison<Known extends { id: string }> {
  resource: ReportResource;
  /** The uuid behind which it begins; nothing for the first. */
  place: string;
  /** Locks what is known of the records of a resource behind an id and up to another one, {@link LOCKED_MAX} at most. */
  lock: Statement<Known, 'tenant'>;
  /** Corrects what is known, and returns how much that was. */
  correct: (tx: Transaction, known: readonly Known[], owned: readonly OwnedRecord[]) => Promise<number>;
}

/**
 * Compares the next records of an owner with what a read model knows of them. The owner is asked while the rows of the read model are locked: what
 * it answers is not older than any event that has changed them.
 */
export async function compareNext<Known extends { id: string }>(
  db: Database,
  rpc: Rpc,
  ctx: TenantContext,
  { resource, place, lock, correct }: Comparison<Known>,
): Promise<Step> {
  const after = place === '' ? NIL_UUID : place;
  const ahead = await pageOf(rpc, ctx, resource, after);
  const end = ahead.length < READ_MODEL_PAGE ? LAST_UUID : (ahead.at(-1)?.id ?? LAST_UUID);
  return db.transaction(ctx, async (tx) => {
    const known = await tx.query(lock, [resource, after, end]);
    const upTo = known.length < LOCKED_MAX ? end : (known.at(-1)?.id ?? end);
    const owned = (await pageOf(rpc, ctx, resource, after)).filter(({ id }) => id <= upTo);
    const corrected = await correct(tx, known, owned);
    return { compared: owned.length, corrected, next: upTo === LAST_UUID ? null : upTo };
  });
}

async function pageOf(
  rpc: Rpc,
  ctx: TenantContext,
  resource: ReportResource,
  after: string,
): Promise<OwnedRecord[]> {
  if (resource === 'ticket') {
    const { records } = await rpc.call(pageTickets, ctx, { after: encodeId('ticket', after) });
    return records.map((record) => ({ id: uuidOf('ticket', record.id), record, repliedAt: null }));
  }
  const page = await rpc.call(pageConversations, ctx, { after: encodeId('conversation', after) });
  const replies = new Map(page.first_replies.map(({ conversation_id: id, at }) => [id, at]));
  return page.records.map((record) => ({
    id: uuidOf('conversation', record.id),
    record,
    repliedAt: replies.get(record.id) ?? null,
  }));
}
