import { describe, expect, it } from '@jest/globals';
import {
  createConversation,
  createTicket,
  listConversations,
  listTags,
  listTickets,
  updateTicket,
} from '@parley/contracts';
import { eventually, type ApiClient } from '@parley/testing';
import { kill, operator } from './services.ts';

const NAMES = ['vip', 'late', 'fire', 'new'];
const some = () => NAMES.filter(() => Math.random() < 0.5);

describe('kill -9 of the service that counts tags, under load', () => {
  it('leaves exact counts', async () => {
    // What an earlier test has killed may still be on its way back.
    const { live } = await eventually(() => operator.workspace());
    let done = 0;
    const worker = async () => {
      while (done < 300) {
        done += 1;
        // The second time it may still be on its way back from the first.
        if (done === 60 || done === 180) await eventually(() => kill('conversation'));
        const ticket = await live
          .call(createTicket, { body: { subject: 'x', tags: some() } })
          .catch(() => undefined);
        if (ticket?.status === 201) {
          const { id } = (ticket.body as unknown as { data: { id: string } }).data;
          await live
            .call(updateTicket, { params: { ticket_id: id }, body: { tags: some() } })
            .catch(() => undefined);
        }
        const body = { contact: { email: 'x@example.com' }, tags: some() };
        await live.call(createConversation, { body }).catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    // Not every request was answered, so what there is tells what should be counted.
    const used = await eventually(() => tagsInUse(live));
    const expected = Object.fromEntries(
      NAMES.map((name) => [name, used.filter((tag) => tag === name).length]),
    );
    expect(used.length).toBeGreaterThan(300);
    await eventually(async () => {
      const { data } = await live.ok(listTags, { query: {} });
      expect(Object.fromEntries(data.map(({ name, count }) => [name, count]))).toEqual(expected);
    }, 60_000);
  });
});

async function tagsInUse(client: ApiClient): Promise<string[]> {
  const tags: string[] = [];
  for (const operation of [listConversations, listTickets]) {
    let cursor: string | null = null;
    do {
      const query = { per_page: '100', ...(cursor === null ? {} : { cursor }) };
      const page: { data: { tags: string[] }[]; meta: { next_cursor: string | null } } = await client.ok(
        operation,
        { query },
      );
      tags.push(...page.data.flatMap((item) => item.tags));
      cursor = page.meta.next_cursor;
    } while (cursor !== null);
  }
  return tags;
}
