import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from '../e2e/platform.ts';
import { ConsoleClient } from '../e2e/session-api/console-client.ts';

const workspace = await operator.workspace();
const { live } = workspace;
const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** A text with something added that nobody sees. */
const ALIKE: readonly (readonly [string, (text: string) => string])[] = [
  ['a zero-width space', (text) => `${text.slice(0, 2)}\u200b${text.slice(2)}`],
  ['a soft hyphen', (text) => `${text.slice(0, 2)}\u00ad${text.slice(2)}`],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['a joiner between Latin letters', (text) => `${text.slice(0, 2)}\u200d${text.slice(2)}`],
  ['a Hangul filler', (text) => `${text}\u3164`],
  ['a replacement character', (text) => `${text}\ufffd`],
  ['blanks around it', (text) => `\u00a0 ${text}\t`],
];

describe.each(ALIKE)('with %s', (_, alike) => {
  it('an address is that of the same contact', async () => {
    const email = newEmail();
    const { data } = await live.ok(api.createContact, { body: { email: alike(email) } });
    expect(data.email).toBe(email);
    expect(refusalOf(await live.call(api.createContact, { body: { email } }))).toBe(
      '422 duplicate_value email',
    );
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'x', contact: { email: alike(email) } },
    });
    expect(ticket.contact?.id).toBe(data.id);
    const found = await live.ok(api.listContacts, { query: { email: alike(email) } });
    expect(found.data.map(({ id }) => id)).toEqual([data.id]);
  });

  it('a name is that of the same tag, team and inbox', async () => {
    const name = `name ${crypto.randomUUID()}`;
    const body = { subject: 'x', tags: [name, alike(name)] };
    const { data } = await live.ok(api.createTicket, { body });
    expect(data.tags).toEqual([name]);
    expect((await live.ok(api.listTickets, { query: { tag: alike(name) } })).data).toHaveLength(1);
    const { data: team } = await live.ok(api.createTeam, { body: { name: alike(name) } });
    expect(team.name).toBe(name);
    expect(refusalOf(await live.call(api.createTeam, { body: { name } }))).toBe('422 duplicate_value name');
    expect((await live.ok(api.addInbox, { body: { name: alike(name) } })).data.name).toBe(name);
  });
});

it.each([
  ['a right-to-left override', '\u202e'],
  ['a zero-width space', '\u200b'],
  ['a control character', '\u0007'],
])('with %s, the names on the pages that ask for trust are those without it', async (_, hidden) => {
  const admin = await ConsoleClient.signIn(workspace);
  const name = `${hidden}Ac${hidden}me `;
  const app = { name, scopes: ['tickets:read'], redirect_uris: ['https://app.example.com/'] };
  const { client_id: id } = (await admin.ok('app.create', { body: app })).data;
  const apps = (await admin.ok('app.list', {})).data;
  expect(apps.find((one) => one.client_id === id)?.name).toBe('Acme');
  expect((await admin.ok('profile.update', { body: { name } })).data.name).toBe('Acme');
  expect((await live.ok(api.updateWorkspace, { body: { name } })).data.name).toBe('Acme');
  await admin.ok('key.create', { body: { name, scopes: ['tickets:read'] } });
  expect((await admin.ok('key.list', {})).data[0]?.name).toBe('Acme');
  for (const [operation, body] of [
    ['app.create', { ...app, name: hidden }],
    ['profile.update', { name: hidden }],
    ['key.create', { name: hidden, scopes: ['tickets:read'] }],
  ] as const)
    expect(await admin.refusal(operation, { body })).toBe('422 invalid_parameter name');
});

it('a joiner within an emoji, or in a script that is written with it, stays', async () => {
  const tags = ['👩‍💻 team', 'नमस्‍ते', 'می‌خواهم', '❤️'];
  const { data } = await live.ok(api.createTicket, { body: { subject: 'x', tags } });
  expect(data.tags.toSorted()).toEqual(tags.map((tag) => tag.normalize('NFC')).toSorted());
});

it('a name of nothing that is seen is none', async () => {
  for (const name of ['\u200b', ' \u00ad ', '\u3164'])
    for (const refused of [
      await live.call(api.createTeam, { body: { name } }),
      await live.call(api.addInbox, { body: { name } }),
    ])
      expect(refusalOf(refused)).toBe('422 invalid_parameter name');
});

it.each(['.ada@example.com', 'ada@example.com.', 'ada@example..com', 'ada@.example.com'])(
  '%s is no address',
  async (email) => {
    expect(refusalOf(await live.call(api.createContact, { body: { email } }))).toBe(
      '422 invalid_parameter email',
    );
  },
);

it.each(['"ada lovelace"@example.com', '"a@b"@example.com', 'ada@[192.0.2.1]', 'ada@[IPv6:2001:db8::1]'])(
  '%s is an address',
  async (email) => {
    const own = email.replace('ada', `ada-${crypto.randomUUID().slice(0, 8)}`);
    const { data } = await live.ok(api.createContact, { body: { email: own } });
    expect(data.email).toBe(own);
    expect((await live.ok(api.listContacts, { query: { q: own } })).data.map(({ id }) => id)).toEqual([
      data.id,
    ]);
  },
);
