import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newTenant } from '@parley/testing';
import { DeliveryStore } from '../deliveries.fixture.ts';
import { updateHealth, resetHealth, type HealthChange } from './endpoint-health.queries.ts';

interface Health {
  is_half_open: boolean;
  is_slow: boolean;
  failures: number;
  failed_events: number;
  failing_since: Date | null;
  paused: Date | number;
  open_seconds: number;
  circuit_trips: number;
  last_delivery_at: Date | null;
}
let webhook: string;
const ctx = newTenant();
const store = await DeliveryStore.open();
beforeEach(async () => {
  await store.clear();
  webhook = await store.webhook(ctx);
});
afterAll(() => store.close());

/** The change of these results, by default of failures of events. */
const changeOf = (change: Partial<HealthChange> = {}): HealthChange => ({
  id: webhook,
  url: 'https://example.com/hook',
  succeeded_at: null,
  failures: 0,
  first_failures: change.failures ?? 0,
  pause_ms: null,
  is_slow: false,
  ...change,
});
const update = (...changes: HealthChange[]) => store.db.system(updateHealth, [JSON.stringify(changes)]);
const add = async (change: Partial<HealthChange>) => (await update(changeOf(change)))[0];
const health = async (): Promise<Health> => {
  const [row] = await store.database.query<Health>(
    `select is_half_open, is_slow, failures, failed_events, failing_since, paused_until as paused, circuit_trips, last_delivery_at,
            coalesce(round(extract(epoch from nullif(circuit_open_until, '-infinity') - now()))::int, 0) as open_seconds
       from webhook.webhook where id = $1`,
    [webhook],
  );
  return row as Health;
};
/** Time by the clock of the server, in milliseconds. */
const now = async (): Promise<number> => {
  const [row] = await store.database.query<{ now: Date }>('select clock_timestamp() as now');
  return Number(row?.now);
};
const endBreak = () => store.set(webhook, 'circuit_open_until = now()');

describe('the circuit breaker of an endpoint', () => {
  it('opens for 10 s after five failures in a row', async () => {
    expect(await add({ failures: 4 })).toMatchObject({ failures: 4, has_tripped: false });
    expect(await health()).toMatchObject({ open_seconds: 0, is_half_open: false });
    expect(await add({ failures: 1 })).toMatchObject({ failures: 5, has_tripped: true });
    expect(await health()).toMatchObject({ open_seconds: 10, circuit_trips: 1, is_half_open: true });
  });

  it('counts failures since the last success only', async () => {
    await add({ failures: 4 });
    await add({ succeeded_at: new Date(), failures: 4 });
    expect(await health()).toMatchObject({ failures: 4, open_seconds: 0 });
  });

  it('doubles its open time at each failed probe up to five minutes, and resets after a success', async () => {
    const times: number[] = [];
    await add({ failures: 4 });
    for (let probe = 0; probe < 7; probe += 1) {
      await add({ failures: 1 });
      times.push((await health()).open_seconds);
      await endBreak();
    }
    expect(times).toEqual([10, 20, 40, 80, 160, 300, 300]);
    await add({ succeeded_at: new Date() });
    expect(await health()).toMatchObject({
      open_seconds: 0,
      circuit_trips: 0,
      failures: 0,
      is_half_open: false,
    });
    await add({ failures: 5 });
    expect((await health()).open_seconds).toBe(10);
    await store.set(webhook, 'circuit_trips = 2000, circuit_open_until = now()');
    await add({ failures: 1 });
    expect((await health()).open_seconds).toBe(300);
  });

  it('is not extended by failures while open, and closes after a success', async () => {
    await add({ failures: 5 });
    expect(await add({ failures: 3, first_failures: 0 })).toMatchObject({ failures: 8, has_tripped: false });
    expect(await health()).toMatchObject({ open_seconds: 10, circuit_trips: 1 });
    await add({ succeeded_at: new Date() });
    expect(await health()).toMatchObject({ open_seconds: 0, circuit_trips: 0 });
  });

  it('stays closed if one delivery keeps failing', async () => {
    await add({ failures: 1, first_failures: 1 });
    for (let retry = 0; retry < 8; retry += 1) await add({ failures: 1, first_failures: 0 });
    expect(await health()).toMatchObject({ failures: 9, failed_events: 1, open_seconds: 0 });
  });
});

describe('the health of an endpoint', () => {
  it('is paused for at least as long as Retry-After asks, and half-open afterwards', async () => {
    const before = await now();
    await add({ failures: 1, pause_ms: 90_000 });
    const { paused } = await health();
    expect(Number(paused)).toBeGreaterThanOrEqual(before + 90_000);
    expect(Number(paused)).toBeLessThanOrEqual((await now()) + 90_000);
    await add({ failures: 1, pause_ms: 10_000 });
    expect(await health()).toMatchObject({ paused, is_half_open: true });
    await add({ succeeded_at: new Date() });
    expect(await health()).toMatchObject({ is_half_open: false });
  });

  it('records the time of the first failure until the next success', async () => {
    await add({ failures: 1 });
    const { failing_since: since } = await health();
    expect(since).toBeInstanceOf(Date);
    await add({ failures: 2 });
    expect((await health()).failing_since).toEqual(since);
    await add({ succeeded_at: new Date() });
    expect(await health()).toMatchObject({ failing_since: null, failures: 0, failed_events: 0 });
  });

  it('records the time of the last success', async () => {
    const [earlier, later] = [new Date(Date.now() - 60_000), new Date()];
    await add({ succeeded_at: later });
    await add({ succeeded_at: earlier });
    expect((await health()).last_delivery_at).toEqual(later);
  });

  it('is updated for several endpoints at once by concurrent processes', async () => {
    const ids = [webhook, await store.webhook(ctx), await store.webhook(ctx)];
    const rows = ids.map((id) => changeOf({ id, failures: 1 }));
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => update(...(index % 2 === 0 ? rows : rows.toReversed()))),
    );
    expect(await store.database.query('select distinct failures from webhook.webhook')).toEqual([
      { failures: 12 },
    ]);
  });

  it('records whether it is slow', async () => {
    await add({ is_slow: true });
    expect((await health()).is_slow).toBe(true);
    await add({ is_slow: false });
    expect((await health()).is_slow).toBe(false);
  });

  it('ignores results of its previous URL', async () => {
    expect(await add({ failures: 5, url: 'https://old.example.com/' })).toBeUndefined();
    expect((await health()).failures).toBe(0);
  });

  it('is reset completely', async () => {
    await add({ failures: 5, is_slow: true, pause_ms: 60_000 });
    await store.db.transaction(ctx, (tx) => tx.query(resetHealth, [webhook]));
    expect(await health()).toMatchObject({
      failures: 0,
      failing_since: null,
      open_seconds: 0,
      circuit_trips: 0,
      is_slow: false,
      paused: -Infinity,
    });
  });
});
