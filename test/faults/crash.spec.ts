import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTicket, createWebhook, getTicket } from '@parley/contracts';
import { eventually, Operator, Receiver } from '@parley/testing';
import { StandaloneProcess } from './standalone-process.ts';

const CREATES = 500;
const PARALLEL = 25;

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

it('kill -9 of everything during 500 creates loses no event of a ticket that got a 201', async () => {
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
