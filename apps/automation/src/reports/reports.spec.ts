import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  REPORT_METRICS,
  type Principal,
  type ReportGroup,
  type ReportInterval,
  type ReportMetric,
  type ReportPoint,
  type ReportResource,
} from '@parley/contracts';
import { newTenant, TestStore } from '@parley/testing';
import type { TenantContext } from '@parley/runtime/context';
import { automationDatabase } from '../automation.database.ts';
import {
  arbitraryHistory,
  FROM,
  keysOf,
  openAt,
  plainFacts,
  UNTIL,
  type History,
  type HistoryEvent,
} from './histories.fixture.ts';
import { isSeen } from './report-facts.rules.ts';
import { Reports } from './reports.handlers.ts';
import { ReportSubscribers } from './reports.subscribers.ts';

const store = await TestStore.open(automationDatabase);
afterAll(() => store.close());

const subscribers = new ReportSubscribers();
// The time zone is always given, so that nobody is asked for it.
const reports = new Reports(store.db, undefined as never);

const principal = { scopes: ['tickets:read', 'conversations:read'] } as unknown as Principal;
const tenant = (): TenantContext => ({ ...newTenant(), principal });

interface Delivery {
  readonly ctx: TenantContext;
  readonly event: HistoryEvent;
}

const isCreation = ({ event }: Delivery): boolean =>
  event.type.endsWith('.created') && event.type !== 'message.created';

/** Hands events to their subscribers, as the bus does: creations that follow each other as a batch, which has each event once. */
async function deliver(deliveries: readonly Delivery[]): Promise<void> {
  const creations: Delivery[] = [];
  const flush = async () => {
    const batch = creations.splice(0);
    if (batch.length === 0) return;
    await store.db.batchTransaction(async (_, open) => {
      const items = batch.map(({ ctx, event }) => ({ event: event as never, tx: open(ctx) }));
      await subscribers.countRecordsWhenCreated(items);
    });
  };
  for (const delivery of deliveries) {
    const isRepeated = creations.some(({ ctx, event }) => ctx === delivery.ctx && event === delivery.event);
    if (!isCreation(delivery) || isRepeated) await flush();
    if (isCreation(delivery)) creations.push(delivery);
    else await deliverOther(delivery);
  }
  await flush();
}

async function deliverOther({ ctx, event }: Delivery): Promise<void> {
  const given = event as never;
  await store.db.transaction(ctx, async (tx) => {
    const verb = event.type.slice(event.type.indexOf('.') + 1);
    if (event.type === 'message.created') await subscribers.countFirstResponseWhenUserReplies(given, tx);
    else if (verb === 'updated') {
      if (isSeen(event.previous)) await subscribers.countChangeWhenRecordIsUpdated(given, tx);
    } else if (verb === 'merged') await subscribers.stopCountingRecordWhenMerged(given, tx);
    else if (verb === 'unmerged') await subscribers.countRecordAgainWhenUnmerged(given, tx);
    else await subscribers.forgetRecordWhenDeleted(given, tx);
  });
}

interface Asked {
  metric: ReportMetric;
  resource: ReportResource;
  by: ReportGroup | null;
  interval: ReportInterval;
  zone: string;
}

async function reported(ctx: TenantContext, { metric, resource, by, interval, zone }: Asked) {
  const query = {
    ...{ resource, interval, time_zone: zone },
    ...{ occurred_after: new Date(FROM), occurred_before: new Date(UNTIL) },
    ...(by !== null && { by }),
  };
  return (await reports.get(ctx, { params: { metric }, query })).data;
}

/** The day in a zone, or the Monday before it, as the calendar of Node.js knows it. */
function dayOf(instant: number, zone: string, interval: ReportInterval): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant);
  if (interval === 'day') return day;
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

const rank = (sorted: readonly number[], share: number) =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? null;

/** The values that a plain recomputation has for a point. */
function plainly(histories: readonly History[], point: ReportPoint, asked: Asked) {
  const { metric, resource, by, interval, zone } = asked;
  const own = histories.filter((history) => history.resource === resource);
  if (metric === 'backlog') {
    const end = Date.parse(point.end_at);
    const open = own.flatMap((history) => openAt(history, end) ?? []);
    return {
      count: open.flatMap((moment) => keysOf(moment, by)).filter((key) => key === point.group).length,
    };
  }
  const day = dayOf(Date.parse(point.start_at), zone, interval);
  const facts = own
    .flatMap((history) => plainFacts(history, metric))
    .filter(({ at }) => at >= FROM && at < UNTIL && dayOf(at, zone, interval) === day)
    .filter(({ moment }) => keysOf(moment, by).includes(point.group));
  const seconds = facts.flatMap((fact) => fact.seconds ?? []).sort((a, b) => a - b);
  const met = facts.filter((fact) => fact.met).length;
  const isSla = metric === 'sla_met';
  return {
    count: facts.length,
    ...{ median_seconds: rank(seconds, 0.5), p90_seconds: rank(seconds, 0.9) },
    ...(isSla ? { met, breached: facts.length - met } : { met: null, breached: null }),
  };
}

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const;
const GROUPS = [null, 'team', 'assignee', 'channel', 'inbox', 'tag'] as const;

const isAskable = ({ metric, resource, by }: Asked) =>
  !(resource === 'ticket' && by === 'channel') && !(resource === 'conversation' && metric === 'sla_met');

/** Compares every report of the histories with a plain recomputation. */
async function compare(ctx: TenantContext, histories: readonly History[], zone: string): Promise<void> {
  for (const resource of ['ticket', 'conversation'] as const)
    for (const metric of REPORT_METRICS)
      for (const by of GROUPS) {
        const interval = by === 'team' ? ('week' as const) : ('day' as const);
        const asked = { metric, resource, by, interval, zone };
        if (!isAskable(asked)) continue;
        const points = await reported(ctx, asked);
        for (const point of points)
          expect({ ...asked, point }).toMatchObject({ point: plainly(histories, point, asked) });
        const counted = points.reduce((sum, { count }) => sum + count, 0);
        const facts = histories
          .filter((history) => history.resource === resource)
          .flatMap((history) => plainFacts(history, metric))
          .filter(({ at }) => at >= FROM && at < UNTIL)
          .flatMap(({ moment }) => keysOf(moment, by));
        if (metric !== 'backlog') expect({ ...asked, counted }).toEqual({ ...asked, counted: facts.length });
      }
}

describe('a report', () => {
  it('has the figures of a plain recomputation, whatever the order and however often events arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryHistory, { minLength: 5, maxLength: 30 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        fc.constantFrom(...ZONES),
        async (histories, order, zone) => {
          const ctx = tenant();
          const places = order[Symbol.iterator]();
          const events = histories.flatMap((history) => history.events);
          const mixed = [...events, ...events.filter((_, index) => index % 3 === 0)]
            .map((event) => ({ ctx, event }))
            // Creations are closer to each other, so that batches are larger.
            .map((one) => ({ ...one, place: (places.next().value as number) * (isCreation(one) ? 0.3 : 1) }))
            .sort((a, b) => a.place - b.place);
          await deliver(mixed);
          await compare(ctx, histories, zone);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('has a day of 23 and one of 25 hours as one interval', async () => {
    const ctx = tenant();
    const query = { resource: 'ticket' as const, interval: 'day' as const, time_zone: 'Europe/Berlin' };
    const of = async (from: string, to: string) => {
      const times = { occurred_after: new Date(from), occurred_before: new Date(to) };
      const { data } = await reports.get(ctx, {
        params: { metric: 'volume' },
        query: { ...query, ...times },
      });
      return data.map(({ start_at, end_at }) => (Date.parse(end_at) - Date.parse(start_at)) / 3_600_000);
    };
    expect(await of('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z')).toEqual([24, 23, 24]);
    expect(await of('2026-10-23T22:00:00Z', '2026-10-26T23:00:00Z')).toEqual([24, 25, 24]);
  });

  it('does not count what another tenant has, in the other mode or in another workspace', async () => {
    const [mine, others] = [tenant(), tenant()];
    const inTest = { ...mine, tenant: { ...mine.tenant, mode: 'test' as const } };
    const asked = { metric: 'volume', resource: 'ticket', by: null, interval: 'day', zone: 'UTC' } as const;
    const isCounted = (history: History) =>
      history.resource === 'ticket' && plainFacts(history, 'volume').some(({ at }) => at >= FROM);
    const [history] = fc.sample(arbitraryHistory.filter(isCounted), 1);
    await deliver(
      (history?.events ?? []).flatMap((event) => [inTest, others].map((ctx) => ({ ctx, event }))),
    );
    const total = async (ctx: TenantContext) =>
      (await reported(ctx, asked)).reduce((sum, { count }) => sum + count, 0);
    expect(await Promise.all([mine, inTest, others].map(total))).toEqual([0, 1, 1]);
  });
});
