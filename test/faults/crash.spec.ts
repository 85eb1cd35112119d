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

  /** Creates tickets until all are made or nobody answers any more; answers the ids of those that were promised. */
  async function createMany(client: ApiClient, onCreated: (count: number) => void): Promise<string[]> {
    const created: string[] = [];
    let next = 0;
    const lane = async () => {
      while (next < CREATES) {
        const subject = `Ticket ${(next += 1)}`;
        const answer = await client.call(createTicket, { body: { subject } }).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status !== 201) continue;
        created.push((answer.body as unknown as { data: { id: string } }).data.id);
        onCreated(created.length);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, lane));
    return created;
  }

  it('of everything during 500 creates loses no event of a ticket that was answered 201', async () => {
    await standalone.start();
    const { live } = await new Operator(standalone.dataDir).workspace();
    await live.ok(createWebhook, { body: { url: receiver.url, events: ['ticket.created'] } });
    let killed: Promise<void> | undefined;
    const created = await createMany(live, (count) => {
      if (count >= 200) killed ??= standalone.kill();
    });
    await killed;
    expect(created.length).toBeGreaterThanOrEqual(200);
    expect(created.length).toBeLessThan(CREATES);
    await standalone.start();
    await eventually(() => {
      const heard = new Set(receiver.of('ticket.created').map(({ body }) => body.data['id']));
      const lost = created.filter((id) => !heard.has(id));
      if (lost.length > 0) throw new Error(`${lost.length} of ${created.length} events not received`);
    }, 90_000);
    // And the other way round: nothing was told that is not there.
    for (const { body } of receiver.of('ticket.created')) {
      await live.ok(getTicket, { params: { ticket_id: body.data['id'] as `ticket_${string}` } });
    }
    const ids = receiver.of('ticket.created').map(({ headers }) => headers['webhook-id']);
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(5);
  }, 180_000);

  it('of the process alone leaves a database that the next start takes over', async () => {
    await standalone.start();
    const { live_key: key, base_url: baseUrl } = await standalone.credentials();
    const { data } = await new ApiClient(baseUrl, key).ok(createTicket, { body: { subject: 'Survivor' } });
    const orphan = await standalone.orphanDatabase();
    expect(orphan).toBeDefined();
    expect(await standalone.start()).toBeLessThan(8_000);
    expect(await standalone.postmaster()).not.toBe(orphan);
    const { data: tickets } = await new ApiClient(baseUrl, key).ok(listTickets, { query: {} });
    expect(tickets.map(({ id }) => id)).toEqual([data.id]);
  }, 60_000);
});
