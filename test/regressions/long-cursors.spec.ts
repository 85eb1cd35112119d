import { expect, it } from '@jest/globals';
import { createContact, listContacts, type Contact, type Input } from '@parley/contracts';
import { operator } from '../e2e/platform.ts';

it.each([
  ['wide characters', '名'.repeat(255)],
  ['characters that JSON escapes', `x${'\u0001'.repeat(254)}`],
  ['characters that grow in lower case', 'İ'.repeat(255)],
])('a list continues after a name of 255 %s', async (_, name) => {
  const { live } = await operator.workspace();
  for (const email of ['one@example.com', 'two@example.com'])
    await live.ok(createContact, { body: { email, name } });
  const query = { sort: 'name', per_page: '1' } satisfies Input<typeof listContacts>['query'];
  const first = await live.ok(listContacts, { query });
  const cursor = first.meta.next_cursor ?? '';
  const second = await live.ok(listContacts, { query: { ...query, cursor } });
  const linked = await live.raw<{ data: Contact[] }>('GET', first.links.next ?? '');
  expect(linked.body.data).toEqual(second.data);
  expect([...first.data, ...second.data].map(({ email }) => email).sort()).toEqual([
    'one@example.com',
    'two@example.com',
  ]);
});
