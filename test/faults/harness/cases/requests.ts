import { updateTickets, createTicket, type Id } from '@parley/contracts';
import type { FaultCase } from '../fault-case.ts';
import { percentile } from '../../../setup/percentile.mjs';

export const requests: readonly FaultCase[] = [
  {
    name: 'service-frozen',
    title: 'SIGSTOP of one of two processes of a service for 15 s',
    api: 'may refuse',
    form: { apps: ['ticket'], replicas: 2 },
    async fault(scene) {
      scene.freeze('ticket 1');
      await scene.lasting(15);
    },
    recover(scene) {
      scene.thaw('ticket 1');
      return Promise.resolve();
    },
  },
  {
    name: 'bulk-at-full-quota',
    title: 'a workspace that changes 100 tickets with each request of its quota, for 20 s',
    api: 'available',
    async fault(scene) {
      const { credentials } = await scene.deployment.operator.workspace('business');
      const client = scene.client(credentials.live_key);
      const ids: Id<'ticket'>[] = [];
      while (ids.length < 100)
        ids.push((await client.ok(createTicket, { body: { subject: 'Bulk' } })).data.id);
      const until = Date.now() + 20_000;
      let sent = 0;
      let isRefused = false;
      const worker = async () => {
        while (Date.now() < until && !isRefused) {
          sent += 1;
          const body = { ids, update: { subject: `Bulk ${sent}` } };
          const { status } = await client.call(updateTickets, { body });
          isRefused = status === 429;
        }
      };
      await Promise.all([worker(), worker(), worker()]);
      scene.notes.push(`${sent} bulk requests, ${await scene.waiting()} events waited`);
    },
    check({ load, receiver, notes, brokenAt, healedAt }) {
      const sent = new Map(load.between(brokenAt, healedAt).map(({ subject, sentAt }) => [subject, sentAt]));
      const delays = receiver.deliveries.flatMap(({ body, at }) => {
        const sentAt = sent.get(String(body.data['subject']));
        return sentAt === undefined ? [] : [at - sentAt];
      });
      const p99 = Math.round(percentile(delays, 0.99));
      notes.push(
        `events of the other workspace arrive within ${Math.round(percentile(delays, 0.5))}/${p99} ms (p50/p99)`,
      );
      return Promise.resolve();
    },
  },
];
