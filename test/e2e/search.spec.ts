import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually, refusalOf } from '@parley/testing';
import fc from 'fast-check';
import { operator } from './platform.ts';
import { withKey } from './steps.ts';

const workspace = await operator.workspace();
const live = workspace.live;

/** A word that nothing else has. */
const word = () => `w${crypto.randomUUID().replaceAll('-', '')}`;

const ticket = async (body: api.Input<typeof api.createTicket>['body']): Promise<api.Ticket> =>
  (await live.ok(api.createTicket, { body })).data;
const conversation = async (
  body: Omit<api.Input<typeof api.createConversation>['body'], 'contact'>,
  contact: api.Input<typeof api.createConversation>['body']['contact'] = { email: `${word()}@example.com` },
): Promise<api.Conversation> => (await live.ok(api.createConversation, { body: { contact, ...body } })).data;
const write = (conversation_id: api.Conversation['id'], body: string) =>
  live.ok(api.createMessage, { params: { conversation_id }, body: { body } });

const LISTS = { tickets: api.listTickets, conversations: api.listConversations, contacts: api.listContacts };

/** The ids of what a list finds, newest first. */
async function found(kind: keyof typeof LISTS, q: string): Promise<string[]> {
  const { data } = await live.ok(LISTS[kind], { query: { q, per_page: '100' } });
  return data.map(({ id }) => id);
}

/** Expects that each query finds these records and no others, newest first. */
async function expectFound(kind: keyof typeof LISTS, queries: readonly string[], ids: readonly string[]) {
  for (const q of queries) expect([q, await found(kind, q)]).toEqual([q, ids]);
}

describe('a ticket', () => {
  it('is found by each of its texts, and not by those of another ticket', async () => {
    const words = [word(), word(), word(), word(), word(), word(), word()] as const;
    const [subject, description, tag, value, item, name, host] = words;
    const { id } = await ticket({
      subject: `About ${subject}`,
      description: `It says (${description}).`,
      tags: ['vip', tag],
      custom_fields: { plan: value, several: [1, item] },
      contact: { email: `dana.reyes@${host}.example`, name: `Dana ${name}` },
    });
    await ticket({ subject: 'Another', contact: { email: `${word()}@example.com` } });
    const addresses = [
      `dana.reyes@${host}.example`,
      `reyes@${host}`,
      `${host}.example`,
      `"dana.reyes@${host}"`,
    ];
    await expectFound('tickets', [...words, ...addresses, `${subject} ${name} ${description}`], [id]);
    await expectFound('tickets', [`${subject} nothing${name}`], []);
  });

  it.each(['', 'é'])(
    'is not found by a phrase that spans two of its texts, with words and %j',
    async (letter) => {
      const [start, end] = [word().slice(0, 12) + letter, word().slice(0, 12) + letter];
      const texts = ['subject', 'name', 'description', 'tag', 'label', 'plan', 'seat'];
      const both = (text: string) => `${text}${start} within ${text}${end}`;
      const { id } = await ticket({
        subject: both('subject'),
        description: both('description'),
        tags: [both('tag'), both('label')],
        custom_fields: { plan: both('plan'), seat: both('seat') },
        contact: { email: `${word()}@example.com`, name: both('name') },
      });
      await expectFound('tickets', [`"${both('subject')}"`, `"${both('plan')}"`], [id]);
      const pairs = texts.flatMap((one) => texts.flatMap((other) => (one === other ? [] : [[one, other]])));
      await expectFound(
        'tickets',
        pairs.map(([one, other]) => `"${one}${end} ${other}${start}"`),
        [],
      );
    },
  );

  it('is found by words separated by control characters', async () => {
    const [first, second] = [word(), word()];
    for (const blank of ['\u001f', '\ue000', '\u001fé\u001f', '\u0085']) {
      const { id } = await ticket({ subject: 'Odd', description: `${first}${blank}${second}` });
      for (const q of [`"${first}${blank}${second}"`, `${blank}${second}`, `"${second}"`])
        expect([q, (await found('tickets', q))[0]]).toEqual([q, id]);
    }
    // Alone it asks for nothing, least of all for words of others.
    expect(await found('tickets', '\u001f\u001f')).toEqual([]);
  });

  it('is found by the contact of its conversation, even if that was just created', async () => {
    for (let round = 0; round < 5; round += 1) {
      const contact = { email: `${word()}@example.com`, name: word() };
      const { id: conversation_id } = await conversation({}, contact);
      const { id } = await ticket({ subject: 'Linked', conversation_id });
      await expectFound('tickets', [contact.name, `email:${contact.email}`], [id]);
    }
  });

  it('is found by its contact, however long its description is', async () => {
    const name = [word(), word()].join(' ');
    const contact = { email: `${word()}@example.com`, name };
    const { id } = await ticket({ subject: 'Long', description: 'a b '.repeat(9_000), contact });
    await expectFound('tickets', [`"${name}"`, `"${contact.email}"`], [id]);
  });

  it('is found by the first 32,768 characters of its description, and a conversation by those of a message', async () => {
    const [inside, outside] = [word(), word()];
    const text = `${'x '.repeat((32_768 - inside.length - 1) / 2)}${inside} ${outside}`;
    expect(text.indexOf(outside)).toBe(32_768);
    const { id } = await ticket({ subject: 'Long', description: text });
    const talk = await conversation({});
    await write(talk.id, text);
    expect([await found('tickets', inside), await found('conversations', inside)]).toEqual([[id], [talk.id]]);
    expect([await found('tickets', outside), await found('conversations', outside)]).toEqual([[], []]);
  });

  it('is found by its current content', async () => {
    const [before, after] = [word(), word()];
    const { id } = await ticket({ subject: before });
    await live.ok(api.updateTicket, { params: { ticket_id: id }, body: { subject: after, tags: ['now'] } });
    expect(await found('tickets', before)).toEqual([]);
    expect(await found('tickets', `${after} tag:NOW`)).toEqual([id]);
  });
});

const [a, b, c] = [word(), word(), word()];
const both = (await ticket({ subject: `${a} ${b}`, priority: 'high', tags: ['Über uns'] })).id;
const reversed = (await ticket({ subject: `${b}, then ${a}`, custom_fields: { 'Seat No': 25, vip: true } }))
  .id;
const one = (await ticket({ subject: a, description: `${c}x`, priority: 'low' })).id;

it.each<[string, () => string, () => string[]]>([
  ['all words', () => `${a} ${b}`, () => [reversed, both]],
  ['words in any case', () => `${a.toUpperCase()} ${b}`, () => [reversed, both]],
  ['a phrase', () => `"${a} ${b}"`, () => [both]],
  ['a phrase that is not closed', () => `"${b} then`, () => [reversed]],
  ['an excluded word', () => `${a} -${b}`, () => [one]],
  ['an excluded phrase', () => `${a} -"${a} ${b}"`, () => [one, reversed]],
  ['the beginning of the last word', () => `${a} ${c.slice(0, 20)}`, () => [one]],
  ['not the beginning of another', () => `${a.slice(0, 20)} ${c}x`, () => []],
  ['not the beginning of a quoted word', () => `"${c.slice(0, 20)}"`, () => []],
  ['a field', () => `${a} priority:High`, () => [both]],
  ['an excluded field', () => `${a} -priority:high -priority:low`, () => [reversed]],
  ['a tag', () => `${a} tag:"uber UNS"`, () => [both]],
  ['a custom field', () => `${a} custom.vip:true`, () => [reversed]],
  ['another custom field', () => `${a} custom."Seat No":25`, () => [reversed]],
  ['a custom field with another value', () => `${a} custom.“Seat No”:26`, () => []],
  ['an unknown field, which is words', () => `then:${a}`, () => [reversed]],
  ['words without letters, which mean nothing', () => `${a} !! ${b}`, () => [reversed, both]],
])('a query of %s', async (_, query, ids) => {
  expect(await found('tickets', query())).toEqual(ids());
});

describe('a conversation', () => {
  it('is found by its own words or by those of one message, but not by words of two messages', async () => {
    const [subject, tag, first, second, name] = [word(), word(), word(), word(), word()];
    const contact = { email: `${word()}@example.com`, name: `Kim ${name}` };
    const { id } = await conversation({ subject, tags: [tag], message: { body: `${first} one` } }, contact);
    await write(id, `${second} two`);
    await conversation({ subject: 'Another' });
    const own = [subject, tag, name, contact.email, `${subject} ${tag}`, `tag:${tag}`];
    await expectFound('conversations', [...own, first, second, `${first} one`, `${first} -nothing`], [id]);
    // What it is not to have it has nowhere.
    await expectFound('conversations', [`${first} ${second}`, `${first} -${second}`], []);
  });

  it('is found by its fields together with words of a message', async () => {
    const [said, tag, plan] = [word(), word(), word()];
    const contact = { email: `${word()}@example.com` };
    const fields = { tags: [tag], custom_fields: { plan } };
    const { id } = await conversation({ ...fields, message: { body: `A ${said} please` } }, contact);
    await conversation({ ...fields, message: { body: 'Hello' } }, contact);
    await conversation({ message: { body: `${said} for others` } });
    for (const field of [
      `tag:${tag}`,
      `custom.plan:${plan}`,
      `email:${contact.email}`,
      `email:${contact.email.slice(0, 20)}*`,
      `tag:${tag} custom.plan:${plan} email:${contact.email} status:open`,
      `tag:${tag} -tag:other${tag}`,
    ]) {
      await expectFound('conversations', [`${field} ${said}`], [id]);
      await expectFound('conversations', [`${field} ${said}x`], []);
      expect([field, (await found('conversations', `!! ${field}`)).length]).toEqual([field, 2]);
      const { data, meta } = await live.ok(api.search, { query: { q: `"a ${said}" ${field}` } });
      expect([data.conversations.map((one) => one.id), meta.total_results]).toEqual([[id], 1]);
    }
    expect(await found('conversations', `${said} -tag:${tag}`)).toHaveLength(1);
    expect(await found('conversations', '!! ??')).toEqual([]);
  });

  it('is found once, however many of its messages match', async () => {
    const text = word();
    const { id } = await conversation({ message: { body: text } });
    await write(id, `${text} again`);
    const page = await live.ok(api.listConversations, { query: { q: text } });
    expect([page.data.map((one) => one.id), page.meta.total_count]).toEqual([[id], 1]);
  });
});

describe('a contact', () => {
  it('is found by name, address, number, company and fields', async () => {
    const [name, host, company, field] = [word(), word(), word(), word()];
    const phone = `+49 ${Math.random().toString().slice(2, 10)}`;
    const person = { name: `Zoë ${name}`, email: `zoe@${host}.example`, phone, company };
    const body = { ...person, custom_fields: { plan: field } };
    const { id } = (await live.ok(api.createContact, { body })).data;
    const texts = [name, `zoe ${name}`, body.email, phone, phone.replaceAll(/\D/g, ''), company, field];
    await expectFound('contacts', [...texts, `custom.PLAN:${field}`, `email:*@${host}.example`], [id]);
    const renamed = word();
    await live.ok(api.updateContact, { params: { contact_id: id }, body: { name: renamed } });
    expect([await found('contacts', name), await found('contacts', renamed)]).toEqual([[], [id]]);
    await live.ok(api.deleteContact, { params: { contact_id: id } });
    expect(await found('contacts', renamed)).toEqual([]);
  });

  it('is found by the beginning of an address, wherever that ends', async () => {
    const name = word();
    const { data } = await live.ok(api.createContact, {
      body: { email: `${name}@example.com`, phone: '030 1234567' },
    });
    for (const end of ['@', '@e', '@exam', '@example.', '@example.c', '@example.com'])
      await expectFound('contacts', [name + end], [data.id]);
  });

  it('is left out by any of several excluded addresses, and so are its tickets', async () => {
    const name = word();
    const addresses = [1, 2, 3].map((n) => `${n}.${word()}@example.com`);
    for (const email of addresses) {
      await live.ok(api.createContact, { body: { name, email } });
      await ticket({ subject: name, contact: { email } });
    }
    const q = `${name} -email:${addresses[0] ?? ''} -email:2.*`;
    const contacts = await live.ok(api.listContacts, { query: { q } });
    expect(contacts.data.map(({ email }) => email)).toEqual([addresses[2]]);
    const tickets = await live.ok(api.listTickets, { query: { q } });
    expect(tickets.data.map(({ contact }) => contact?.email)).toEqual([addresses[2]]);
  });

  it('that is renamed or deleted changes in its tickets and conversations', async () => {
    const [before, after] = [word(), word()];
    const contact = { email: `${word()}@example.com`, name: before };
    const ids = {
      tickets: (await ticket({ subject: 'Mine', contact })).id,
      conversations: (await conversation({ subject: 'Mine' }, contact)).id,
    };
    const params = {
      contact_id: (await live.ok(api.listContacts, { query: { q: before } })).data[0]?.id ?? '',
    };
    const expectBoth = async (isFound: boolean, ...queries: string[]) => {
      for (const kind of ['tickets', 'conversations'] as const)
        await expectFound(kind, queries, isFound ? [ids[kind]] : []);
    };
    await expectBoth(true, before);
    await live.ok(api.updateContact, { params, body: { name: after } } as never);
    await eventually(() => expectBoth(true, after));
    await expectBoth(false, before);
    await expectBoth(true, `email:${contact.email.toUpperCase()}`);
    await live.ok(api.deleteContact, { params } as never);
    await eventually(() => expectBoth(false, after));
    await expectBoth(false, contact.email, `email:${contact.email}`);
  });
});

const text = word();
const contact = { email: `${text}@example.com`, name: 'Sam' };
const often = await ticket({ subject: `${text} ${text}`, description: `${text} again`, contact });
const once = await ticket({ subject: text, priority: 'urgent' });
const { id } = await conversation({ message: { body: `Hello ${text}` } }, contact);
const contacts = await live.ok(api.listContacts, { query: { q: text } });
const ids = {
  tickets: [often.id, once.id],
  conversations: [id],
  contacts: contacts.data.map((one) => one.id),
};

describe('a search', () => {
  const run = async (query: api.Input<typeof api.search>['query'], client = live) => {
    const { data, meta } = await client.ok(api.search, { query });
    const groups = Object.entries(data).map(([name, group]) => [name, group.map((one) => one.id)]);
    return { ...(Object.fromEntries(groups) as typeof ids), ...meta };
  };

  it('returns conversations, contacts and tickets, the best matches of each type first', async () => {
    expect(await run({ q: text })).toEqual({
      ...ids,
      total_results: 4,
      total_results_relation: 'eq',
      partial: [],
    });
  });

  it('ranks matches in names and subjects above matches in texts', async () => {
    const name = word();
    const called = await ticket({ subject: `About ${name}` });
    await ticket({ subject: 'Other', description: `${name} `.repeat(20) });
    const talk = await conversation({ subject: name });
    await conversation({ message: { body: `${name} `.repeat(20) } });
    const { tickets, conversations } = await run({ q: name });
    expect([tickets.length, tickets[0]]).toEqual([2, called.id]);
    expect([conversations.length, conversations[0]]).toEqual([2, talk.id]);
  });

  it('returns resources in the same form as their lists', async () => {
    const { data } = await live.ok(api.search, { query: { q: text, type: 'ticket' } });
    const list = await live.ok(api.listTickets, { query: { q: text, order: 'asc' } });
    expect(data.tickets).toEqual(list.data);
  });

  it('can be limited to one type and to a number of results per type', async () => {
    const none = { conversations: [], contacts: [], tickets: [] };
    expect(await run({ q: text, type: 'contact' })).toMatchObject({ ...none, contacts: ids.contacts });
    expect(await run({ q: text, limit: '1' })).toMatchObject({
      tickets: ids.tickets.slice(0, 1),
      total_results: 4,
    });
    expect(await run({ q: text, limit: '1000' })).toMatchObject(ids);
  });

  it('returns nothing of a type that does not have the given field', async () => {
    expect(await run({ q: `${text} priority:urgent` })).toMatchObject({
      conversations: [],
      contacts: [],
      tickets: ids.tickets.slice(1),
    });
    expect(await run({ q: `${text} status:resolved` })).toMatchObject({ total_results: 0 });
    expect(await run({ q: `${text} -status:resolved` })).toMatchObject(ids);
  });

  it('omits types that the token must not read, and rejects a search for such a type only', async () => {
    const client = await withKey(workspace, 'tickets:read');
    expect(await run({ q: text }, client)).toMatchObject({
      tickets: ids.tickets,
      conversations: [],
      contacts: [],
      total_results: 2,
      partial: [],
    });
    const refused = await client.call(api.search, { query: { q: text, type: 'contact' } });
    expect(refusalOf(refused)).toBe('403 insufficient_scope type');
  });
});

describe('any query text', () => {
  const fields = [
    'status:',
    'tag:',
    'custom.a:',
    'email:',
    '-',
    ' or ',
    ':*',
    '<->',
    "'; drop table ticket; --",
  ];
  const odd = ['😀', 'نص', '\u202e', '犬が', '\u0000', '\ud800', 'é', 'ﷺ', '\u001f', '\u001e', 'ß', '%00'];
  const fragment = fc.oneof(
    fc.constantFrom(...'"“-:*&|!()<>\'\\$?%_;'),
    fc.constantFrom(...fields),
    fc.constantFrom(...odd),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('a', 'open', ' ', ' ', '\n'),
  );
  const query = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(''));

  it('is a query, never an error', async () => {
    const paths = ['/v1/tickets', '/v1/conversations', '/v1/contacts', '/v1/search'];
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...paths), async (q, path) => {
        // A lone surrogate cannot be sent as such: as its bytes.
        const text = q.isWellFormed() ? encodeURIComponent(q) : '%ED%A0%80x';
        expect((await live.raw('GET', `${path}?q=${text}`)).status).toBe(200);
      }),
      {
        numRuns: 50,
        examples: [
          ["'", '/v1/search'],
          ['""', '/v1/tickets'],
          ['--', '/v1/search'],
          ['', '/v1/contacts'],
          ['\u0000', '/v1/tickets'],
          ['x'.repeat(10_000), '/v1/conversations'],
          ['"', '/v1/search'],
          ['x,'.repeat(2_000), '/v1/tickets'],
          ['tag:a,'.repeat(1_000), '/v1/tickets'],
        ],
      },
    );
  });

  it.each(['', ' ', 'a', ' é ', '!', '-a', 'a b c'])(
    'in which nothing is left to look for finds nothing: %j',
    async (q) => {
      await ticket({ subject: 'a é b' });
      const { data } = await live.ok(api.search, { query: { q } });
      expect([data, await found('tickets', q)]).toEqual([
        { conversations: [], contacts: [], tickets: [] },
        [],
      ]);
    },
  );

  it('is text where it names no field of the resource with a possible value', async () => {
    const name = word();
    const terms = [
      'status:lost',
      'assignee:kim',
      'channel:chat',
      'email:*a*b*c*',
      'priority:high,lost',
      'tag:',
    ];
    const { id } = await ticket({ subject: `${name} ${terms.join(' ')}` });
    for (const term of terms) await expectFound('tickets', [`${name} ${term}`, `${term} ${name}`], [id]);
    await expectFound('tickets', [`${name} -status:found`, `${name} channel:chat status:open`], [id]);
    await expectFound('tickets', [`${name} -status:lost`, `${name} channel:email`], []);
  });

  it('counts to its twentieth word, and to its eighth field', async () => {
    const names = Array.from({ length: 20 }, word);
    const { id } = await ticket({ subject: names.join(' '), tags: ['counted'] });
    await expectFound(
      'tickets',
      [names.join(' '), `${names.join(' ')} nothing`, `"${names.join(' ')} nothing"`],
      [id],
    );
    await expectFound('tickets', [`nothing ${names.join(' ')}`], []);
    const tags = 'tag:counted '.repeat(8);
    await expectFound('tickets', [`${tags} tag:other ${names[0] ?? ''}`], [id]);
  });

  it('asks for several values by commas', async () => {
    const name = word();
    const key = word();
    const high = await ticket({
      subject: name,
      priority: 'high',
      tags: ['a, b'],
      custom_fields: { [key]: 'gold' },
    });
    const low = await ticket({
      subject: name,
      priority: 'low',
      tags: ['c'],
      custom_fields: { [key]: 'tin, plate' },
    });
    await expectFound('tickets', [`${name} priority:high,low`, `${name} tag:"a, b",c`], [low.id, high.id]);
    await expectFound(
      'tickets',
      [`custom.${key}:gold,silver`, `${name} tag:"a, b"`, `${name} -priority:low,normal`],
      [high.id],
    );
    await expectFound('tickets', [`custom.${key}:"tin, plate"`, `${name} tag:c,d`], [low.id]);
    const contact = { email: `${word()}@example.com` };
    const talk = await conversation({ subject: name }, contact);
    await expectFound(
      'conversations',
      [`${name} email:${contact.email},b@example.com channel:chat,api`],
      [talk.id],
    );
  });

  it('asks for the work of the caller and of nobody', async () => {
    const name = word();
    const me = (await live.ok(api.getMe, {})).data.id;
    const mine = await ticket({ subject: name, assignee_id: me });
    const nobodys = await ticket({ subject: name });
    await expectFound('tickets', [`${name} assignee:me`, `${name} -assignee:none`], [mine.id]);
    await expectFound('tickets', [`${name} assignee:none`], [nobodys.id]);
    await expectFound('tickets', [`${name} assignee:none,me`], [nobodys.id, mine.id]);
    for (const [assignee, ids] of [
      ['me', [mine.id]],
      ['none', [nobodys.id]],
      ['none,me', [nobodys.id, mine.id]],
    ] as const) {
      const { data } = await live.ok(api.listTickets, { query: { assignee, q: name } });
      expect([assignee, data.map(({ id }) => id)]).toEqual([assignee, ids]);
    }
  });

  it('finds a record by its id', async () => {
    const contact = { email: `${word()}@example.com` };
    const talk = await conversation({ message: { body: 'Hello' } }, contact);
    const { data: said } = await write(talk.id, 'Hello again');
    const name = word();
    const mine = await ticket({ subject: name, contact });
    const mention = await ticket({ subject: `As ${mine.id}` });
    await expectFound('tickets', [mine.id, mine.id.toUpperCase(), `"${mine.id}"`], [mention.id, mine.id]);
    await expectFound('conversations', [talk.id, said.id], [talk.id]);
    await expectFound('contacts', [talk.contact.id], [talk.contact.id]);
    await expectFound('tickets', [`${name} -${mine.id}`], []);
    const { data } = await live.ok(api.search, { query: { q: talk.id } });
    expect(data.conversations.map(({ id }) => id)).toEqual([talk.id]);
  });

  it('finds what people see as the same text', async () => {
    const name = word();
    const pairs = [
      ['Łódź', 'lodz'],
      ['Đặng Øster Ħal Æsir Cœur Þór Straße', 'dang oster hal aesir coeur thor strasse'],
      ['שָׁלוֹם', 'שלום'],
      ['مُحَمَّد', 'محمد'],
      ['un\u00adbreak\u200bable', 'unbreakable'],
      ['٢٠٢٦', '2026'],
      ['ｆｕｌｌ', 'full'],
    ] as const;
    for (const [stored, asked] of pairs) {
      const { id } = await ticket({ subject: `${name} ${stored}` });
      expect([asked, await found('tickets', `${name} ${asked}`)]).toEqual([asked, [id]]);
      expect([stored, await found('tickets', `${name} ${stored}`)]).toEqual([stored, [id]]);
    }
    // A mark of Devanagari or Thai is a letter.
    const { id } = await ticket({ subject: `${name} की` });
    await expectFound('tickets', [`${name} की`], [id]);
    await expectFound('tickets', [`${name} "का"`], []);
    for (const character of ['犬', '🔥', 'ไ']) {
      const { id: of } = await ticket({ subject: `${name} ${character}${character}x` });
      expect([character, await found('tickets', character)]).toEqual([character, [of]]);
    }
  });
});
