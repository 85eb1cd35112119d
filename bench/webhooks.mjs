// How fast committed changes reach the receivers of webhooks, from POST through RabbitMQ to the first byte.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { measure, pace } from './load.mjs';
import { startPlatform } from './platform.mjs';
import { createTicket } from './requests.mjs';

const ENDPOINTS = 10;
const BACKLOG = 1_000;
const RATE = 200;
const STEADY_SECONDS = 10;

/** Deliveries per second while there is a backlog, and the latency at a steady rate. */
export async function benchWebhooks() {
  const platform = await startPlatform();
  const receiver = fork(join(import.meta.dirname, 'receiver.mjs'));
  try {
    const [address] = await once(receiver, 'message');
    const ask = async () => {
      receiver.send('report');
      return (await once(receiver, 'message'))[0];
    };
    const received = (count) =>
      eventually(async () => {
        const report = await ask();
        if (report.count < count) throw new Error(`${report.count} of ${count} deliveries arrived`);
        return report;
      }, 120_000);

    const ids = await subscribe(platform, address, ENDPOINTS);
    receiver.send('begin');
    await measure(createTicket(platform), { amount: BACKLOG });
    const loaded = await received(BACKLOG * ENDPOINTS);
    await Promise.all(ids.slice(1).map((id) => unsubscribe(platform, id)));
    receiver.send('begin');
    const amount = RATE * STEADY_SECONDS;
    await pace(createTicket(platform), amount, RATE);
    const steady = (await received(amount)).latencies_ms.sort((a, b) => a - b);
    return {
      deliveries_per_second: Math.round(loaded.count / loaded.seconds),
      deliveries: loaded.count,
      endpoints: ENDPOINTS,
      steady_rate_per_second: RATE,
      commit_to_arrival_p50_ms: steady[Math.floor(steady.length * 0.5)],
      commit_to_arrival_p99_ms: steady[Math.floor(steady.length * 0.99)],
    };
  } finally {
    receiver.kill();
    await platform.stop();
  }
}

async function subscribe({ url, headers }, address, count) {
  const ids = [];
  for (let index = 0; index < count; index += 1) {
    const response = await fetch(`${url}/v1/webhooks`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${address}/${index}`, events: ['ticket.created'] }),
    });
    if (response.status !== 201) throw new Error(await response.text());
    ids.push((await response.json()).data.id);
  }
  return ids;
}

async function unsubscribe({ url, headers }, id) {
  await fetch(`${url}/v1/webhooks/${id}`, { method: 'DELETE', headers });
}
