import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTicket, createWebhook, getTicket, listTickets } from '@parley/contracts';
import { ApiClient, eventually, Operator, Receiver } from '@parley/testing';
import { StandaloneProcess } from './standalone-process.ts';

const CREATES = 500;
const PARALLEL = 25;

describe('kill -9', () => {
  let standalone: StandaloneProcess;
  let receiver: Receiver;

  beforeEach(async () => {
    standalone = await StandaloneProcess.create();
    receiver = await Receiver.start();
  });

  afterEach(async () => {
    await standalone.remove();
    await receiver.close();
  });

  it('of everything during 500 creates loses no event of a ticket that got a 201', async () => {
    await standalone.start();
    const { live } = await Operator.ofStandalone(standalone.dataDir).workspace();
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    let killed: Promise<void> | undefined;
    let left = CREATES;
    const created: string[] = [];
    const worker = async () => {
      while ((left -= 1) >= 0) {
        const answer = await live
          .ok(createTicket, { body: { subject: `Ticket ${left}` } })
          .catch(() => undefined);
        if (answer === undefined) return;
        created.push(answer.data.id);
        if (created.length >= 200) killed ??= standalone.kill();
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, worker));
    await killed;
    expect(created.length).toBeGreaterThanOrEqual(200);
    expect(created.length).toBeLessThan(CREATES);
    await standalone.start();
    await eventually(() => {
      const heard = new Set(receiver.of('ticket.created').map(({ body }) => body.data['id']));
      expect(created.filter((id) => !heard.has(id))).toEqual([]);
    });
    // And the other way round: nothing was told that is not there.
    for (const { body } of receiver.of('ticket.created')) {
      await live.ok(getTicket, { params: { ticket_id: body.data['id'] as `ticket_${string}` } });
    }
  });

  it('of the process alone leaves a database that the next start takes over', async () => {
    await standalone.start();
    const { live_key: key, base_url: baseUrl } = await standalone.credentials();
    const { data } = await new ApiClient(baseUrl, key).ok(createTicket, { body: { subject: 'Survivor' } });
    const orphan = await standalone.orphanDatabase();
    expect(orphan).toBeDefined();
    await standalone.start();
    expect(await standalone.postmaster()).not.toBe(orphan);
    const { data: tickets } = await new ApiClient(baseUrl, key).ok(listTickets, { query: {} });
    // Beside those of the demo.
    expect(tickets.map(({ id }) => id)).toContain(data.id);
  });
});
