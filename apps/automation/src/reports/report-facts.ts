import type { Transaction } from '@parley/persistence';
import * as queries from './report-facts.queries.ts';
import { factsOf, type Change } from './report-facts.rules.ts';

type Record = queries.RecordKey;

/** A record as it was created, and the place of that among its changes. */
export interface Creation extends Record {
  readonly change: Change;
  readonly place: string;
}

/** Stores the creations of records. Returns those of whose records something was known, which {@link storeChange} takes. */
export async function storeCreations(tx: Transaction, creations: readonly Creation[]): Promise<Creation[]> {
  const given = creations.map(({ resource, id, change, place }) => ({
    ...change,
    ...{ resource, id, place, facts: factsOf([change], undefined) },
  }));
  const added = await tx.query(queries.addCreated, [JSON.stringify(given)]);
  const stored = new Set(added.map(({ id }) => id));
  return creations.filter(({ id }) => !stored.has(id));
}

/** Stores a change at its place among those of the record, and the facts that follow from it. The same change again has no effect. */
export async function storeChange(
  tx: Transaction,
  { resource, id }: Record,
  change: Change,
  place: string,
): Promise<void> {
  const known = await tx.one(queries.lockRecord, [resource, id]);
  if (known === undefined || known.state === 'deleted') return;
  const added = await tx.one(queries.addChange, [
    resource,
    id,
    change.event_id,
    place,
    change.at,
    change.created_at,
    change.is_open,
    change.team_id,
    change.assignee_id,
    change.inbox_id,
    change.channel,
    change.tags,
    change.first_responded_at,
    change.sla_outcome,
    change.sla_outcome_at,
  ]);
  if (added === undefined) return;
  const read = await tx.query(queries.readChanges, [resource, id, added.place]);
  const hasBefore = read[0] !== undefined && read[0].place < added.place;
  const [before, changes] = hasBefore ? [read[0], read.slice(1)] : [undefined, read];
  await tx.query(queries.deleteFacts, [resource, id, changes.map(({ event_id }) => event_id)]);
  const next = changes[0];
  if (before !== undefined && next !== undefined)
    await tx.query(queries.endOpen, [resource, id, before.event_id, next.at]);
  const facts = factsOf(changes, before);
  await tx.query(queries.addFacts, [resource, id, known.state === 'present', JSON.stringify(facts)]);
  if (known.first_reply_at !== null) await tx.query(queries.storeFirstReply, [resource, id]);
}

/** Stores a reply of a user in a conversation, of which the first one counts. */
export async function storeReply(tx: Transaction, id: string, at: string): Promise<void> {
  const known = await tx.one(queries.lockRecord, ['conversation', id]);
  if (known === undefined || known.state === 'deleted') return;
  if (known.first_reply_at !== null && known.first_reply_at <= new Date(at)) return;
  await tx.query(queries.setFirstReply, ['conversation', id, at]);
  await tx.query(queries.storeFirstReply, ['conversation', id]);
}

/** Stores that a record was merged, is a record of its own again, or was deleted. */
export async function storeState(
  tx: Transaction,
  { resource, id }: Record,
  state: queries.RecordState,
  place: string,
): Promise<void> {
  if ((await tx.one(queries.setState, [resource, id, state, place])) === undefined) return;
  if (state === 'deleted') {
    await tx.query(queries.deleteFactsOfRecord, [resource, id]);
    await tx.query(queries.deleteChangesOfRecord, [resource, id]);
  } else await tx.query(queries.countFacts, [resource, id, state === 'present']);
}
