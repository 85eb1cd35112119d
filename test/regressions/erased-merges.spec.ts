import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

const { live, credentials } = await operator.workspace();

async function erase(contact: api.Id<'contact'>): Promise<void> {
  const of = { workspace: credentials.workspace_id, mode: 'live' as const, contact };
  const { target, services } = await operator.run(api.eraseContact, of);
  for (const service of services)
    await eventually(async () =>
      expect(await operator.run(api.erasureProgress, { service, target })).toMatchObject({
        status: 'completed',
      }),
    );
}

it('what was merged before its contact was erased has none of its texts when it is given back', async () => {
  const contact = { email: `${crypto.randomUUID()}@example.com` };
  const conversation = async () =>
    (
      await live.ok(api.createConversation, {
        body: { contact, subject: 'Secret', custom_fields: { a: 'Secret' } },
      })
    ).data;
  const ticket = async () =>
    (await live.ok(api.createTicket, { body: { contact, subject: 'Secret', description: 'Secret' } })).data;
  const [into, from] = [await conversation(), await conversation()];
  const [ticketInto, ticketFrom] = [await ticket(), await ticket()];
  const params = { conversation_id: into.id };
  const ofTicket = { ticket_id: ticketInto.id };
  await live.ok(api.mergeConversations, { params, body: { from_ids: [from.id] } });
  await live.ok(api.mergeTickets, { params: ofTicket, body: { from_ids: [ticketFrom.id] } });
  await erase(into.contact.id);
  await live.ok(api.unmergeConversations, { params, body: { ids: [from.id] } });
  await live.ok(api.unmergeTickets, { params: ofTicket, body: { ids: [ticketFrom.id] } });
  const back = [
    (await live.ok(api.getConversation, { params: { conversation_id: from.id } })).data,
    (await live.ok(api.getTicket, { params: { ticket_id: ticketFrom.id } })).data,
  ];
  expect(back.map(({ id }) => id)).toEqual([from.id, ticketFrom.id]);
  expect(JSON.stringify(back)).not.toContain('Secret');
});
