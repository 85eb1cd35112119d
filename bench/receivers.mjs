// The webhook receivers of a benchmark, and their subscriptions.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { decodeId } from '@parley/contracts';
import { eventually } from '@parley/testing';

/** Webhook receivers in a separate process (receiver.mjs), and the deliveries that arrived since `begin`. */
export class Receivers {
  /** Numbers of receivers that respond with 204, and of receivers that never respond. */
  static async start({ answering, hanging = 0 }) {
    const env = { ...process.env, RECEIVERS: String(answering), HANGING: String(hanging) };
    const child = fork(join(import.meta.dirname, 'receiver.mjs'), { env });
    const [addresses] = await once(child, 'message');
    return Object.assign(new Receivers(), { child }, addresses);
  }

  async begin() {
    this.child.send('begin');
    await this.report();
  }

  async report() {
    this.child.send('report');
    return (await once(this.child, 'message'))[0];
  }

  /** Waits until `count` deliveries have arrived, and returns the report. */
  received(count, within = 120_000) {
    return eventually(async () => {
      const report = await this.report();
      if (report.count < count) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        throw new Error(`${report.count} of ${count} deliveries arrived`);
      }
      return report;
    }, within);
  }

  stop() {
    this.child.kill();
  }
}

/** Subscribes each address to the events; returns the ids of the subscriptions. */
export async function subscribe({ url, headers }, addresses, events = ['ticket.created']) {
  const ids = [];
  for (const address of addresses) {
    const response = await fetch(`${url}/v1/webhooks`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: address, events }),
    });
    if (response.status !== 201) throw new Error(await response.text());
    ids.push(decodeId('webhook', (await response.json()).data.id));
  }
  return ids;
}
