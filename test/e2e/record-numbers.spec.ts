import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from './platform.ts';

const { live, test } = await operator.workspace();
const createTicket = async (subject: string, of = live) =>
  (await of.ok(api.createTicket, { body: { subject } })).data;
const createConversation = async (subject: string) =>
  (await live.ok(api.createConversation, { body: { subject, contact: { email: 'dana@example.com' } } })).data;

describe('the number of a record', () => {
  it('rises with each ticket, in each mode for itself', async () => {
    const [first, second] = [await createTicket('One'), await createTicket('Two')];
    expect(second.number).toBeGreaterThan(first.number);
    expect((await createTicket('One', test)).number).toBe(1);
  });

  it('is that of tickets or of conversations', async () => {
    const conversation = await createConversation('Where is my order?');
    expect(conversation.number).toBe(1);
    const read = await live.ok(api.getConversation, { params: { conversation_id: conversation.id } });
    expect(read.data.number).toBe(1);
  });

  it('stays when the record changes, and is not written by callers', async () => {
    const ticket = await createTicket('One');
    const params = { ticket_id: ticket.id };
    const { data } = await live.ok(api.updateTicket, { params, body: { priority: 'high' } });
    expect(data.number).toBe(ticket.number);
    const refused = await live.call(api.updateTicket, { params, body: { number: 7 } as never });
    expect(refusalOf(refused)).toBe('422 read_only_parameter number');
  });

  it('finds the record as a filter and in a search', async () => {
    const wanted = await createTicket('The printer is on fire');
    await createTicket('Another one');
    for (const query of [{ number: `${wanted.number}` }, { q: `#${wanted.number} printer` }]) {
      const { data } = await live.ok(api.listTickets, { query: query });
      expect(data.map(({ id }) => id)).toEqual([wanted.id]);
    }
    const { data: none } = await live.ok(api.listTickets, { query: { number: '999999999' } });
    expect(none).toEqual([]);
  });

  it.each(['0', '-1', 'x', '1.5', '1000000000'])('is not %s', async (number) => {
    const refused = await live.call(api.listTickets, { query: { number } as never });
    expect(refusalOf(refused)).toBe('422 invalid_parameter number');
  });
});
