import type { ServerResponse } from 'node:http';
import { afterAll, expect, it } from '@jest/globals';
import { uuidOf } from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import { WebhookProcesses, type Queued } from './webhook-processes.ts';

/** Longer than the default heartbeat timeout of a process, and shorter than the timeout of an attempt. */
const SLOW_MS = 20_000;

// The end of a lease would hide that this does not work.
const processes = WebhookProcesses.forFile({ WEBHOOK_TIMEOUT: '25s', WEBHOOK_LEASE_GRACE: '5m' });
const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

async function receiver(respond: Receiver['respond']): Promise<Receiver> {
  const made = await Receiver.start(respond);
  receivers.push(made);
  return made;
}

/** Does not respond to the first request until `release`. */
async function silentAtFirst() {
  let first: ServerResponse | undefined;
  const made = await receiver((_, response) => {
    if (first === undefined) first = response;
    else response.writeHead(204).end();
  });
  return { receiver: made, release: (status: number) => first?.writeHead(status).end() };
}

async function queue(to: Receiver): Promise<Queued> {
  const [queued] = await processes.queue([await processes.subscribe(to.url, 1)], 1);
  return queued as Queued;
}

const log = (table: string, { event }: Queued) =>
  processes.query<{ status: number; attempts: number }>(
    `select status, attempts_made as attempts from webhook.${table} where event_id = $1`,
    [uuidOf('event', event)],
  );

it('what a killed process was sending is sent again, and what a live one is sending is not', async () => {
  const { receiver: lost } = await silentAtFirst();
  const slow = await receiver((_, response) => {
    setTimeout(() => response.writeHead(204).end(), SLOW_MS);
  });
  await processes.kill(0);
  await queue(lost);
  await eventually(() => lost.deliveries.length === 1);
  await processes.start(0);
  const toSlow = await processes.subscribe(slow.url, 0);
  await processes.kill(1);
  const [queued] = await processes.queue([toSlow], 1);
  await eventually(() => lost.deliveries.length === 2);
  const [first, second] = lost.deliveries;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  // Another one that could take over what is being sent.
  await processes.start(1);
  await eventually(async () => (await processes.left()) === 0);
  expect(slow.deliveries).toHaveLength(1);
  expect(await log('completed_delivery', queued as Queued)).toEqual([{ status: 2, attempts: 1 }]);
});

it('a process that was stopped and continues does not overwrite the result of the one that took over', async () => {
  const { receiver: frozen, release } = await silentAtFirst();
  await processes.kill(0);
  const queued = await queue(frozen);
  await eventually(() => frozen.deliveries.length === 1);
  await processes.start(0);
  processes.signal(1, 'SIGSTOP');
  await eventually(async () => (await log('completed_delivery', queued)).length === 1);
  processes.signal(1, 'SIGCONT');
  release(500);
  await eventually(async () => (await processes.attemptsOf(1)) === 1);
  expect(frozen.deliveries).toHaveLength(2);
  expect(await log('delivery', queued)).toEqual([]);
  expect(await log('completed_delivery', queued)).toEqual([{ status: 2, attempts: 1 }]);
});
