import { describe, expect, it } from '@jest/globals';
import { RESULT_BYTES_MAX } from '../src/results.ts';
import {
  connect,
  conversation,
  CONVERSATION_ID,
  FakeApi,
  message,
  page,
  type Sent,
  ticket,
  TICKET_ID,
} from './server.fixture.ts';

const messageId = (index: number) => `msg_0${String(index).padStart(25, '0')}`;
const ticketId = (index: number) => `ticket_0${String(index).padStart(25, '0')}`;

/** Lists with as many records as are asked for, and endless ones behind them. */
const pageFor = ({ query }: Sent, make: (index: number) => object) => {
  const from = Number(query.get('cursor') ?? 0);
  const size = Number(query.get('per_page'));
  const data = Array.from({ length: size }, (_, index) => make(from + index));
  return { body: page(data, String(from + size)) };
};

const textsOf = {
  short: 'Hello',
  long: 'All work and no play makes Jack a dull boy. '.repeat(400),
  japanese: '印刷機が燃えています。助けてください。'.repeat(600),
  emoji: '🔥😀'.repeat(5000),
  invisible: 'x\u{E0041}\u200B'.repeat(3000),
  quotes: '"\\\n<>'.repeat(3000),
};

const apiOf = (text: string) => {
  const full = {
    subject: text,
    tags: Array.from({ length: 50 }, (_, index) => `${index}${text.slice(0, 90)}`),
    assignee: { id: 'user_01h2xcejqtf2nbrexx3vqjhp41', name: text.slice(0, 255) },
    contact: {
      id: 'contact_01h2xcejqtf2nbrexx3vqjhp41',
      name: text.slice(0, 255),
      email: 'a@b.example',
      phone: null,
    },
    custom_fields: { note: text },
  };
  const messageOf = (index: number) =>
    message({
      id: messageId(index),
      body: text,
      attachments: Array.from({ length: 20 }, () => ({ name: text.slice(0, 200) })),
    });
  return new FakeApi({
    'GET /v1/tickets': (sent) => pageFor(sent, (index) => ticket({ ...full, id: ticketId(index) })),
    'GET /v1/tickets/:id': () => ({
      body: {
        data: ticket({ ...full, description: text }),
        included: { conversations: [conversation(full)] },
      },
    }),
    'GET /v1/conversations': (sent) => pageFor(sent, () => conversation(full)),
    'GET /v1/conversations/:id': () => ({ body: { data: conversation(full) } }),
    'GET /v1/conversations/:id/messages': (sent) => pageFor(sent, messageOf),
    'GET /v1/conversations/:id/messages/:id': () => ({ body: { data: messageOf(1) } }),
    'GET /v1/events': (sent) =>
      pageFor(sent, (index) => ({
        id: `evt_0${String(index).padStart(25, '0')}`,
        event: 'ticket.updated',
        timestamp: '2026-11-28T12:00:00.000Z',
        actor: { type: 'user', id: 'user_01h2xcejqtf2nbrexx3vqjhp41', credential: null },
        data: ticket(full),
        previous: { status: 'open' },
      })),
    'GET /v1/search': () => ({
      body: {
        data: {
          conversations: Array.from({ length: 24 }, () => conversation(full)),
          contacts: [],
          tickets: [],
        },
        meta: { total_results: 24, total_results_relation: 'eq', partial: [] },
      },
    }),
  });
};

describe.each(Object.entries(textsOf))('records with texts that are %s', (_name, text) => {
  it.each([
    ['search', { q: 'printer' }],
    ['list_tickets', {}],
    ['get_ticket', { ticket_id: TICKET_ID }],
    ['get_conversation', { conversation_id: CONVERSATION_ID }],
    ['whats_waiting', {}],
    ['recent_changes', {}],
  ])('fit into the result of %s', async (name, args) => {
    const { call } = await connect({ api: apiOf(text) });
    const { text: shown, data, isError } = await call(name, args);
    expect(isError).toBe(false);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(RESULT_BYTES_MAX);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(RESULT_BYTES_MAX);
    expect(data.items.length).toBeGreaterThan(2);
  });

  it('are all there, page by page', async () => {
    const { call } = await connect({ api: apiOf(text) });
    const ids: unknown[] = [];
    for (let cursor: string | undefined; ids.length < 30;) {
      const { data } = await call('list_tickets', { cursor });
      ids.push(...data.items.map(({ id }) => id));
      cursor = data.next_cursor;
    }
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => ticketId(index)));
  });

  it('can be read to the end, part by part', async () => {
    const { call } = await connect({ api: apiOf(text) });
    let read = '';
    for (let cursor: unknown = `body.${messageId(1)}.0`; typeof cursor === 'string';) {
      const { data } = await call('get_conversation', { conversation_id: CONVERSATION_ID, cursor });
      const [part = {}] = data.items;
      read += String(part['untrusted_body']);
      cursor = part['more_body'];
    }
    const { visible } = await import('../src/untrusted.ts');
    expect(read).toBe(visible(text));
  });
});

it('the description of a ticket goes on at its cursor', async () => {
  const { call } = await connect({ api: apiOf(textsOf.long) });
  const whole = await call('get_ticket', { ticket_id: TICKET_ID });
  const [first = {}] = whole.data.items;
  const { data } = await call('get_ticket', { ticket_id: TICKET_ID, cursor: first['more_description'] });
  const read = `${String(first['untrusted_description'])}${String(data.items[0]?.['untrusted_description'])}`;
  expect(textsOf.long.startsWith(read)).toBe(true);
});

it('a cursor of changes keeps the time from which they are read', async () => {
  const api = apiOf(textsOf.short);
  const { call } = await connect({ api });
  const first = await call('recent_changes');
  await call('recent_changes', { cursor: first.data.next_cursor });
  const [one, two] = api.sent.map(({ query }) => query.get('created_after'));
  expect(two).toBe(one);
});
