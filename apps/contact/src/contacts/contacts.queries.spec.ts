import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emailKey, type listContacts, type ParsedInput } from '@parley/contracts';
import { type TenantContext } from '@parley/runtime/context';
import { newUuid } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { newTenant, TestStore } from '@parley/testing';
import fc from 'fast-check';
import { contactDatabase } from '../contact.database.ts';
import { ContactRow } from './contact.entity.ts';
import { contactList } from './contacts.queries.ts';
import { NO_PHONE } from '@parley/lists';

const store = await TestStore.open(contactDatabase);
const { db } = store;
afterAll(() => store.close());

type Fields = Partial<Pick<ContactRow, 'email' | 'name' | 'company'>>;

async function insert(ctx: TenantContext, contacts: readonly Fields[]): Promise<void> {
  await db.transaction(ctx, async (tx) => {
    for (const { email = null, name = null, company = null } of contacts) {
      const key = email === null ? null : emailKey(email);
      await tx.insert(ContactRow, {
        id: newUuid(),
        email,
        email_key: key,
        name,
        company,
        ...NO_PHONE,
        phone: '1',
        external_id: null,
        custom_fields: {},
      });
    }
  });
}

type Query = ParsedInput<typeof listContacts>['query'];

async function list(ctx: TenantContext, asked: Partial<Query>): Promise<ContactRow[]> {
  const query = { page: 1, per_page: 100, sort: 'created_at', order: 'asc', ...asked } as const;
  return (await readPage(db.read(ctx), contactList, query)).rows;
}

const emailsLike = async (ctx: TenantContext, email: string) =>
  (await list(ctx, { email })).map((row) => row.email);

/** What the filter means, written another way: each `*` may be any part of the address. */
function matches(filter: string, address: string): boolean {
  const [first = '', ...rest] = filter.toLowerCase().split('*');
  const text = address.toLowerCase();
  if (rest.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.endsWith(last) && text.length - last.length >= from;
}

describe('the email filter', () => {
  const ctx = newTenant();
  const addresses = [
    'dana@example.com',
    'Dan@Example.com',
    'dan@example.org',
    'd_n@example.com',
    '100%@example.com',
    'back\\slash@example.com',
    'ex@mple',
    'élan@münchen.de',
  ];
  beforeAll(() => insert(ctx, [...addresses.map((email) => ({ email })), { name: 'No address' }]));

  it.each([
    ['dana@example.com', ['dana@example.com']],
    ['DAN@example.COM', ['Dan@Example.com']],
    ['*@example.org', ['dan@example.org']],
    ['dan*', ['dana@example.com', 'Dan@Example.com', 'dan@example.org']],
    ['d*@*.com', ['dana@example.com', 'Dan@Example.com', 'd_n@example.com']],
    ['*n@ex*', ['Dan@Example.com', 'dan@example.org', 'd_n@example.com']],
    ['d_n@example.com', ['d_n@example.com']],
    ['100%*', ['100%@example.com']],
    ['%', []],
    ['*\\s*', ['back\\slash@example.com']],
    ['dana', []],
    ['ÉLAN@*', ['élan@münchen.de']],
    ['*', addresses],
    ['**', addresses],
  ])('%j finds %j', async (filter, expected) => {
    expect(await emailsLike(ctx, filter)).toEqual(expected);
  });

  it('matches as specified for any filter and any address', async () => {
    const character = fc.constantFrom('a', 'B', 'b', '%', '_', '\\', '@', '.', 'é', '😀');
    const address = fc.string({ unit: character, minLength: 1, maxLength: 6 });
    const filter = fc
      .array(fc.string({ unit: character, maxLength: 3 }), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('*'))
      .filter((text) => text !== '');
    const unique = fc.uniqueArray(address, { maxLength: 12, selector: (text) => text.toLowerCase() });
    await fc.assert(
      fc.asyncProperty(unique, fc.array(filter, { minLength: 1, maxLength: 6 }), async (stored, filters) => {
        const own = newTenant();
        await insert(
          own,
          stored.map((email) => ({ email })),
        );
        for (const asked of filters) {
          const expected = stored.filter((email) => matches(asked, email));
          expect((await emailsLike(own, asked)).toSorted()).toEqual(expected.toSorted());
        }
      }),
      { numRuns: 40 },
    );
  });
});
