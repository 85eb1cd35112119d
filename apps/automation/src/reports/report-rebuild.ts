import { Injectable } from '@nestjs/common';
import {
  FIRST_POSITION,
  openEventLog,
  readEventLogs,
  rebuildReports,
  uuidOf,
  type Conversation,
  type LoggedEvent,
  type Mode,
  type ParsedInput,
  type ReportResource,
  type Ticket,
} from '@parley/contracts';
import { inTenant, type Context, type TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { compareNext, type OwnedRecord } from '../rebuilding/record-pages.ts';
import { runInSteps, type Step } from '../rebuilding/steps.ts';
import { applyEvent, recordOf, REPORTED_TYPES, type ReportedEvent } from './report-events.ts';
import { countFacts } from './report-facts.queries.ts';
import { changeOf, firstChangeOf, isSeen, type Change } from './report-facts.rules.ts';
import { storeChange, storeReply } from './report-facts.ts';
import * as queries from './report-rebuild.queries.ts';

type Reported = Ticket | Conversation;

/** Events of younger changes are on their way. */
const SETTLED_MS = 5 * 60_000;

/**
 * Corrects the facts of a workspace while they are read: from the event log, which has the history of 30 days, and then from the records
 * themselves. What is older than the log stays as it is known.
 */
@Injectable()
export class ReportRebuild {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(rebuildReports)
  rebuild(ctx: Context, { workspace, after }: ParsedInput<typeof rebuildReports>) {
    const stepsOf = (mode: Mode) => {
      const tenant = inTenant(ctx, workspace, mode);
      return {
        [`${mode}.log`]: (place: string) => this.#replay(tenant, place),
        [`${mode}.ticket`]: (place: string) => this.#compare(tenant, 'ticket', place),
        [`${mode}.conversation`]: (place: string) => this.#compare(tenant, 'conversation', place),
      };
    };
    return runInSteps(ctx, { ...stepsOf('live'), ...stepsOf('test') }, after);
  }

  /** Applies the events of the log that are not known. */
  async #replay(ctx: TenantContext, place: string): Promise<Step> {
    const { workspaceId, mode } = ctx.tenant;
    const position =
      place === '' ? (await this.rpc.call(openEventLog, ctx, { after: FIRST_POSITION })).position : place;
    const filter = { types: [...REPORTED_TYPES] };
    const { logs } = await this.rpc.call(readEventLogs, ctx, {
      logs: [{ workspace_id: workspaceId, mode, after: position, filter }],
    });
    const [log] = logs;
    if (log === undefined) return { compared: 0, corrected: 0, next: null };
    const corrected = await this.db.transaction(ctx, async (tx) => {
      let applied = 0;
      for (const { body } of log.events) applied += await applyLogged(tx, JSON.parse(body) as LoggedEvent);
      return applied;
    });
    return { compared: 0, corrected, next: log.is_end ? null : log.position };
  }

  #compare(ctx: TenantContext, resource: ReportResource, place: string): Promise<Step> {
    return compareNext(this.db, this.rpc, ctx, {
      resource,
      place,
      lock: queries.lockKnown,
      correct: async (tx, known, owned) => {
        const states = await correctStates(tx, resource, known, owned);
        const changes = await correctChanges(tx, resource, owned);
        for (const { id, repliedAt } of owned) if (repliedAt !== null) await storeReply(tx, id, repliedAt);
        return states + changes;
      },
    });
  }
}

/** Applies an event of the log behind those with a lower id. Returns 1 if it was not known. */
async function applyLogged(tx: Transaction, logged: LoggedEvent): Promise<number> {
  const { id, event: type, data, previous = null } = logged;
  const event: ReportedEvent = { id, type, data: data as { id: string }, previous };
  if (type.endsWith('.updated') && !isSeen(previous)) return 0;
  const record = recordOf(event);
  const own = [record.resource, record.id, uuidOf('event', id)];
  const { known, floor } = (await tx.one(queries.findPlace, own)) ?? { known: false, floor: '' };
  if (known) return 0;
  // The record is older than the log: the old values say what it was before.
  if (floor === '' && previous !== null && type.endsWith('.updated')) {
    const before = { ...data, ...previous } as unknown as Reported;
    await storeChange(tx, record, firstChangeOf(record.id, before), '-');
  }
  await applyEvent(tx, event, `${floor}-${id}`);
  // What others say has no row that tells whether it is known.
  return type.endsWith('.updated') || (type.endsWith('.created') && !type.startsWith('message.')) ? 1 : 0;
}

/** Records that their owner does not have are counted no more, and those that it has again are. */
async function correctStates(
  tx: Transaction,
  resource: ReportResource,
  known: readonly queries.KnownRecord[],
  owned: readonly OwnedRecord[],
): Promise<number> {
  const ids = new Set(owned.map(({ id }) => id));
  const wrong = known.filter(({ id, state }) => state !== 'deleted' && ids.has(id) !== (state === 'present'));
  for (const { id } of wrong) {
    const isPresent = ids.has(id);
    await tx.query(queries.correctState, [resource, id, isPresent ? 'present' : 'merged']);
    await tx.query(countFacts, [resource, id, isPresent]);
  }
  return wrong.length;
}

/** Stores what changed in records without an event that is known. */
async function correctChanges(
  tx: Transaction,
  resource: ReportResource,
  owned: readonly OwnedRecord[],
): Promise<number> {
  const settledBefore = Date.now() - SETTLED_MS;
  const settled = owned.filter(({ record }) => Date.parse(record.updated_at) < settledBefore);
  const found = await tx.query(queries.findLastChanges, [resource, settled.map(({ id }) => id)]);
  const last = new Map(found.map((change) => [change.record_id, change]));
  let corrected = 0;
  for (const { id, record } of settled) {
    const before = last.get(id);
    const now = changeOf(newUuid(), record, before?.is_open === isOpen(record) ? {} : { status: null });
    if (before !== undefined && isSame(before, now)) continue;
    const change = before === undefined ? firstChangeOf(id, record) : now;
    await storeChange(tx, { resource, id }, change, `${before?.place ?? ''}-${change.event_id}`);
    corrected += 1;
  }
  return corrected;
}

const isOpen = ({ status }: Reported): boolean => status === 'open' || status === 'pending';

type Compared = Pick<
  Change,
  'is_open' | 'team_id' | 'assignee_id' | 'inbox_id' | 'tags' | 'first_responded_at' | 'sla_outcome'
>;

function isSame(a: Compared, b: Compared): boolean {
  const of = ({ is_open, team_id, assignee_id, inbox_id, first_responded_at: at, sla_outcome }: Compared) =>
    JSON.stringify([is_open, team_id, assignee_id, inbox_id, at?.getTime() ?? null, sla_outcome]);
  return of(a) === of(b) && a.tags.join('\n') === b.tags.join('\n');
}
