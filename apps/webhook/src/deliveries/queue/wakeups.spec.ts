import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TenantContext } from '@parley/runtime/context';
import { newTenant } from '@parley/testing';
import { claimDeliveries, type ClaimedDelivery } from './deliveries.queries.ts';
import { DeliveryStore } from '../deliveries.fixture.ts';
import { retryNow } from '../retries/manual-retry.queries.ts';

const HOUR_MS = 3_600_000;
const LIMITS = { perEndpoint: 5, perSlow: 2 };

/** What a claim may take, found by looking at every endpoint. */
const FIND_CLAIMABLE = `
  select d.webhook_id, w.is_half_open, w.is_slow, d.status, d.attempts_used
    from webhook.delivery d join webhook.webhook w on w.id = d.webhook_id
   where w.status = 'enabled' and w.paused_until <= now() and d.due_at <= now()
     and (w.circuit_open_until <= now() or d.attempts_used = 1 or d.trigger = 'manual')
     and (select count(*) from webhook.delivery f
           where f.webhook_id = w.id and f.status = 1 and f.due_at > now())
         < case when w.is_half_open and w.circuit_open_until <= now() then 1
                when w.is_slow or w.failures >= 3 then ${LIMITS.perSlow} else ${LIMITS.perEndpoint} end`;
const store = await DeliveryStore.open();
beforeEach(() => store.clear());
afterAll(() => store.close());

describe('a wake-up', () => {
  it.each([1, 2])('comes for everything that can be claimed, whatever happens (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const tenants = [newTenant(), newTenant()];
    const endpoints: { ctx: TenantContext; webhook: string }[] = [];
    for (let index = 0; index < 6; index += 1) {
      const ctx = tenants[index % 2] as TenantContext;
      endpoints.push({ ctx, webhook: await store.webhook(ctx) });
    }
    let inFlight: ClaimedDelivery[] = [];
    const toggles = [
      ['paused_until', `'infinity'`, `'-infinity'`],
      ['circuit_open_until', `'infinity'`, `'-infinity'`],
      ['is_half_open', 'true', 'false'],
      ['is_slow', 'true', 'false'],
      ['failures', '3', '0'],
      ['status', `'disabled'`, `'enabled'`],
    ] as const;
    const steps = {
      receives: ({ ctx }: (typeof endpoints)[number]) => store.ingest(ctx, { inMs: pick([0, 0, HOUR_MS]) }),
      changes: async ({ webhook }: (typeof endpoints)[number]) => {
        const [column, on, off] = pick(toggles);
        await store.set(webhook, `${column} = ${random() < 0.4 ? on : off}`);
      },
      finishes: async () => {
        const [delivery] = inFlight.splice(Math.floor(random() * inFlight.length), 1);
        if (delivery === undefined) return;
        const status = pick(['delivered', 'pending', 'failed'] as const);
        await store.record(delivery, { status, waitMs: pick([0, HOUR_MS]) });
      },
      retries: async ({ ctx, webhook }: (typeof endpoints)[number]) => {
        const [row] = await store.deliveriesOf(webhook);
        if (row !== undefined) await store.db.transaction(ctx, (tx) => tx.query(retryNow, [webhook, row.id]));
      },
      ages: ({ webhook }: (typeof endpoints)[number]) => store.age(webhook, HOUR_MS),
    };
    const names: (keyof typeof steps)[] = ['receives', 'changes', 'finishes', 'retries', 'ages'];
    const weighted = [...names, ...names.slice(0, 3), 'receives' as const];
    for (let step = 0; step < 80; step += 1) {
      const name = pick(weighted);
      await steps[name](pick(endpoints));
      inFlight.push(...(await store.claim({ ...LIMITS, leaseMs: HOUR_MS / 2 })));
      const left = await store.database.query(FIND_CLAIMABLE);
      expect({ step, name, left }).toEqual({ step, name, left: [] });
      if (name === 'ages') inFlight = [];
    }
  });

  it('is kept for a delivery whose transaction commits after a claim has looked', async () => {
    const { ctx, webhook } = await store.backlog(1);
    await store.db.transaction(ctx, async (tx) => {
      // Relies on the wake-up of the first delivery, which is due for the claim too.
      await tx.system({ ...claimDeliveries, name: 'insert', text: COPY_DELIVERY }, [webhook]);
      expect(await store.claim()).toHaveLength(1);
      expect(await store.claim()).toEqual([]);
    });
    expect(await store.claim()).toMatchObject([{ webhook_id: webhook }]);
  });

  it('that is too early hides no later one', async () => {
    await store.waitingEndpoints(100, 1);
    await store.database.query(`update webhook.webhook set paused_until = now() + interval '1 hour'`);
    const { webhook } = await store.backlog(1);
    expect(await store.claim({ slots: 1 })).toMatchObject([{ webhook_id: webhook }]);
  });

  it('is not added for each of many deliveries, and none are left once they have completed', async () => {
    const { ctx } = await store.backlog(1);
    for (let index = 0; index < 20; index += 1) await store.ingest(ctx);
    const count = async () => {
      const rows = await store.database.query(
        'select webhook_id from webhook.endpoint_wakeup union all select workspace_id from webhook.workspace_wakeup',
      );
      return rows.length;
    };
    expect(await count()).toBeLessThan(20);
    for (let claimed = await store.claim(); claimed.length > 0; claimed = await store.claim())
      await Promise.all(claimed.map((delivery) => store.record(delivery, { status: 'delivered' })));
    await store.database.query(`update webhook.endpoint_wakeup set wake_at = now()`);
    await store.database.query(`update webhook.workspace_wakeup set wake_at = now()`);
    expect(await store.claim()).toEqual([]);
    expect(await count()).toBe(0);
  });
});

/** Another delivery of the same event to subscription `$1`. */
const COPY_DELIVERY = `
  insert into delivery (webhook_id, id, workspace_id, mode, event_id, event_type, day, due_at)
  select webhook_id, gen_random_uuid(), workspace_id, mode, event_id, event_type, day, now() from delivery
   where webhook_id = $1`;

/** Numbers from 0 to below 1 that depend on the seed only. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
