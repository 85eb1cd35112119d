import { expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

const { live } = await operator.workspace();
const BLANK = [null, '', '   ', '\u200b'];

it.each(BLANK)('a ticket with the subject %j gets the first words of its text', async (subject) => {
  const body = { subject, description: 'The printer is on fire' } as never;
  expect((await live.ok(api.createTicket, { body })).data.subject).toBe('The printer is on fire');
  const without = await live.call(api.createTicket, { body: { subject } as never });
  expect(refusalOf(without)).toBe('422 missing_parameter subject');
});

it.each(BLANK)('a conversation with the subject %j has none', async (subject) => {
  const body = { subject, contact: { email: 'dana@example.com' } };
  const { data } = await live.ok(api.createConversation, { body });
  expect(data.subject).toBe(null);
  const params = { conversation_id: data.id };
  await live.ok(api.updateConversation, { params, body: { subject: 'A refund' } });
  const changed = await live.ok(api.updateConversation, { params, body: { subject } });
  expect(changed.data.subject).toBe(null);
});

it('a message to a ticket whose contact was deleted is refused by the ticket', async () => {
  const { data: ticket } = await live.ok(api.createTicket, {
    body: { subject: 'Of nobody', contact: { email: 'gone@example.com' } },
  });
  await live.ok(api.deleteContact, { params: { contact_id: ticket.contact?.id as api.Id<'contact'> } });
  const params = { ticket_id: ticket.id };
  const refused = await live.call(api.createTicketMessage, { params, body: { body: 'Hello' } });
  expect(refusalOf(refused)).toBe('422 invalid_parameter ticket_id');
  expect(refused.body.error.details?.[0]?.in).toBe('path');
});

it('several parameters q are one query', async () => {
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const subjects = [`${word} printer`, `${word} scanner`];
  for (const subject of subjects) await live.ok(api.createTicket, { body: { subject } });
  const found = await live.raw('GET', `/v1/tickets?q=${word}&q=scanner`);
  expect(found.status).toBe(200);
  expect(
    (found.body as unknown as { data: { subject: string }[] }).data.map(({ subject }) => subject),
  ).toEqual([subjects[1]]);
});
