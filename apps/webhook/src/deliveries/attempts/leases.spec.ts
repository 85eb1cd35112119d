import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@parley/runtime/logging';
import { newUuid } from '@parley/runtime/records';
import type { Database, Statement } from '@parley/persistence';
import { eventually } from '@parley/testing';
import { WebhookConfig } from '../../webhook.config.ts';
import { DeliveryStore } from '../deliveries.fixture.ts';
import {
  claimDeliveries,
  renewDispatcher,
  STATUS,
  type ClaimedDelivery,
} from '../queue/deliveries.queries.ts';
import { Leases } from './leases.ts';

/** No test waits for it: time passes by `pass`. */
const TIMEOUT_MS = 60_000;
const store = await DeliveryStore.open();
beforeEach(() => store.clear());
afterAll(() => store.close());

/** A process that has been alive for a while. */
async function dispatcher(): Promise<string> {
  const id = newUuid();
  await renew(id);
  await store.database.query(
    `update webhook.dispatcher set alive_since = now() - interval '1 hour' where id = $1`,
    [id],
  );
  return id;
}

async function renew(id: string): Promise<number> {
  const [row] = await store.db.system(renewDispatcher, [id, TIMEOUT_MS]);
  return row?.released ?? NaN;
}

/** Lets time pass for processes. */
const pass = (milliseconds: number, ...ids: string[]) =>
  store.database.query(
    `update webhook.dispatcher set expires_at = expires_at - make_interval(secs => $1::double precision / 1000),
            alive_since = alive_since - make_interval(secs => $1::double precision / 1000)
      where cardinality($2::uuid[]) = 0 or id = any($2)`,
    [milliseconds, ids],
  );

async function claimedBy(process: string): Promise<ClaimedDelivery> {
  await store.backlog(1);
  return store.claimOne({ dispatcher: process });
}

describe('the deliveries of a process', () => {
  it('are claimed again when it has shown no sign of life for the timeout, and not while it does', async () => {
    const [silent, alive, other] = [await dispatcher(), await dispatcher(), await dispatcher()];
    const [lost, kept] = [await claimedBy(silent), await claimedBy(alive)];
    await pass(TIMEOUT_MS / 2);
    expect([await renew(alive), await renew(other)]).toEqual([0, 0]);
    expect(await store.claim({ dispatcher: other })).toEqual([]);
    await pass(TIMEOUT_MS / 2);
    expect([await renew(alive), await renew(other)]).toEqual([1, 0]);
    expect(await store.claim({ dispatcher: other })).toMatchObject([{ id: lost.id, attempts_made: 0 }]);
    expect(await store.record(kept, { status: 'delivered' })).toHaveLength(1);
  });

  it('stay with it after an outage of the database in which nobody could tell that it is alive', async () => {
    const [one, two, killed] = [await dispatcher(), await dispatcher(), await dispatcher()];
    const claimed = [await claimedBy(one), await claimedBy(two)];
    const lost = await claimedBy(killed);
    await pass(60_000);
    expect([await renew(one), await renew(two)]).toEqual([0, 0]);
    await pass(TIMEOUT_MS / 4, one, two);
    expect([await renew(one), await renew(two)]).toEqual([0, 0]);
    await pass(TIMEOUT_MS / 4, one, two);
    expect([await renew(one), await renew(two)]).toEqual([1, 0]);
    expect(await store.claim({ dispatcher: one })).toMatchObject([{ id: lost.id }]);
    for (const delivery of claimed)
      expect(await store.record(delivery, { status: 'delivered' })).toHaveLength(1);
  });

  it('are not changed by its results once another process has claimed them', async () => {
    const [stopped, other] = [await dispatcher(), await dispatcher()];
    const [late, inTime] = [await claimedBy(stopped), await claimedBy(stopped)];
    await pass(TIMEOUT_MS, stopped);
    expect(await renew(other)).toBe(2);
    expect(await store.record(inTime, { status: 'delivered' })).toHaveLength(1);
    const again = await store.claimOne({ dispatcher: other });
    expect(again.id).toBe(late.id);
    expect(await store.record(late, { status: 'failed' })).toEqual([]);
    expect(await store.record(again, { status: 'delivered' })).toHaveLength(1);
    // It registers again, as a new one.
    expect(await renew(stopped)).toBe(0);
    expect(await store.claim({ dispatcher: stopped })).toEqual([]);
  });
});

describe('a claim whose answer is lost', () => {
  let isLost = false;
  const lossy: Pick<Database, 'system'> = {
    system: async <Row>(statement: Statement<Row, 'system'>, values?: readonly unknown[]) => {
      const rows = await store.db.system(statement, values);
      if (isLost && (statement as unknown) === claimDeliveries) throw new Error('the connection was lost');
      return rows;
    },
  };
  const config = new WebhookConfig({
    WEBHOOK_HEARTBEAT_TIMEOUT: '1s',
    WEBHOOK_TIMEOUT: '25s',
    WEBHOOK_LEASE_GRACE: '5m',
  });
  let leases: Leases;
  const claim = () => leases.claim({ fast: 10, slow: 10, stalled: [] }, { fast: 0, slow: 0 });
  const claimLost = async () => {
    isLost = true;
    await expect(claim()).rejects.toThrow('the connection was lost');
    isLost = false;
  };
  beforeEach(() => {
    isLost = false;
    leases = new Leases(lossy, config, createLogger('webhook', 'silent'));
    leases.start();
  });
  afterEach(() => leases.stop());

  it('is repeated by the same process long before its leases end', async () => {
    const { webhook } = await store.backlog(1);
    await claimLost();
    expect(await store.deliveriesOf(webhook)).toMatchObject([{ status: STATUS.sending }]);
    await eventually(async () => expect(await claim()).toMatchObject([{ webhook_id: webhook }]));
  });

  it('does not release deliveries of other claims before their attempts have ended', async () => {
    const sent = await store.backlog(1);
    const [known] = (await claim()) as [ClaimedDelivery];
    const lost = await store.backlog(1);
    await claimLost();
    const other = await store.backlog(1);
    expect(await claim()).toMatchObject([{ webhook_id: other.webhook }]);
    const expired = await dispatcher();
    await pass(3_600_000, expired);
    // What has removed it has looked at these too.
    await eventually(async () => {
      const rows = await store.database.query('select from webhook.dispatcher where id = $1', [expired]);
      return rows.length === 0;
    });
    for (const { webhook } of [sent, lost, other])
      expect(await store.deliveriesOf(webhook)).toMatchObject([{ status: STATUS.sending }]);
    expect(await store.record(known, { status: 'delivered' })).toHaveLength(1);
    leases.ended(known);
    await eventually(async () => expect(await claim()).toMatchObject([{ webhook_id: lost.webhook }]));
    expect(await store.deliveriesOf(other.webhook)).toMatchObject([{ status: STATUS.sending }]);
  });
});
