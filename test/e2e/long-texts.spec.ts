import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from './platform.ts';
import { subscribed } from './steps.ts';

const { live } = await operator.workspace();
const KIB = 1024;
/** As long as a request has room for. */
const longText = (word: string) => `${word} ${'x'.repeat(1_000 * KIB)}`;
const sizesOf = (texts: readonly (string | null)[]) => texts.map((text) => text?.length);

describe('a text of a megabyte', () => {
  it('is a message, of which a page has as many as it is asked for', async () => {
    await using receiver = await subscribed(live, 'message.created');
    const contact = { email: `${crypto.randomUUID()}@example.com` };
    const { data: talk } = await live.ok(api.createConversation, { body: { contact } });
    const params = { conversation_id: talk.id };
    const sent: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      sent.push(longText(`message${n}`));
      await live.ok(api.createMessage, { params, body: { body: sent[n] ?? '', type: 'comment' } });
    }
    for (const per_page of ['10', '26', '100']) {
      const size = Math.min(Number(per_page), sent.length);
      const { data, meta } = await live.ok(api.listMessages, { params, query: { per_page } });
      expect(data.map(({ body }) => body)).toEqual(sent.slice(0, size));
      expect([meta.total_count, meta.next_cursor === null]).toEqual([12, size === 12]);
      if (meta.next_cursor === null) continue;
      const query = { per_page, cursor: meta.next_cursor };
      const rest = await live.ok(api.listMessages, { params, query });
      expect([rest.data.map(({ body }) => body), rest.meta.next_cursor]).toEqual([sent.slice(size), null]);
    }
    const events = await receiver.received('message.created', 12);
    const bodies = events.map(({ body }) => (body.data as unknown as api.Message).body);
    expect(bodies.toSorted()).toEqual(sent.toSorted());
  });

  it('is the description of a ticket, in lists and in a search', async () => {
    const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
    const size = longText(word).length;
    for (let n = 0; n < 7; n += 1)
      await live.ok(api.createTicket, { body: { subject: `Long ${n}`, description: longText(word) } });
    await live.ok(api.createTicket, { body: { subject: `Short ${word}` } });
    const { data, meta } = await live.ok(api.listTickets, { query: { q: word, order: 'asc' } });
    expect([sizesOf(data.map(({ description }) => description)), meta.total_count]).toEqual([
      [...Array<number>(7).fill(size), undefined],
      8,
    ]);
    for (const [limit, long] of [
      ['20', 7],
      ['100', 5],
    ] as const) {
      const found = await live.ok(api.search, { query: { q: word, type: 'ticket', limit } });
      const texts = sizesOf(found.data.tickets.map(({ description }) => description));
      expect([texts, found.meta.total_results]).toEqual([[undefined, ...Array<number>(long).fill(size)], 8]);
    }
  });

  it('is refused if it is longer, by its size as a request or by its name', async () => {
    const contact = { email: `${crypto.randomUUID()}@example.com` };
    const { data: talk } = await live.ok(api.createConversation, { body: { contact } });
    const params = { conversation_id: talk.id };
    const form = new FormData();
    form.set('body', '\u0001'.repeat(400 * KIB));
    const asForm = { body: form, headers: {} };
    const refused = await live.raw('POST', `/v1/conversations/${talk.id}/messages`, asForm);
    expect([refusalOf(refused), refused.body.error.message]).toEqual([
      '422 invalid_parameter body',
      expect.stringContaining('2 MiB'),
    ]);
    const body = 'x'.repeat(1_024 * KIB + 1);
    expect(refusalOf(await live.call(api.createMessage, { params, body: { body } }))).toBe(
      '400 body_too_large',
    );
  });
});

it('a subject has up to 998 characters', async () => {
  const subject = 's'.repeat(998);
  expect((await live.ok(api.createTicket, { body: { subject } })).data.subject).toBe(subject);
  const refused = await live.call(api.createTicket, { body: { subject: `${subject}s` } });
  expect(refusalOf(refused)).toBe('422 invalid_parameter subject');
});
