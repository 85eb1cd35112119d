import { describe, expect, it } from '@jest/globals';
import { createWebhook } from '@parley/contracts';
import { eventually, Receiver } from '@parley/testing';
import { createMany } from '../create-many.ts';
import { DELIVERED_WITHIN_MS, missingAt } from '../missing.ts';
import { kill, operator } from './services.ts';

describe('kill -9 of a service during 250 creates', () => {
  it.each(['ticket', 'webhook', 'contact', 'identity', 'gateway'])(
    'of %s loses no event of a ticket that got a 201',
    async (name) => {
      const receiver = await Receiver.start();
      // The one that was killed before may still be on its way back.
      const { live } = await eventually(() => operator.workspace());
      const subscription = { body: { url: receiver.url, events: ['ticket.created'] } };
      await eventually(() => live.ok(createWebhook, subscription));
      let killed = false;
      const created = await createMany(
        live,
        250,
        (made) => {
          if (made < 100 || killed) return;
          killed = true;
          kill(name);
        },
        false,
      );
      expect(killed).toBe(true);
      await eventually(() => {
        const lost = missingAt(receiver, created);
        if (lost.length > 0) throw new Error(`${lost.length} of ${created.length} events not received`);
      }, DELIVERED_WITHIN_MS);
      await receiver.close();
    },
    180_000,
  );
});
