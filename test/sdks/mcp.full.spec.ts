import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { Host, run } from '../../sdks/mcp/test/hosts.ts';
import { operator } from '../e2e/platform.ts';
import { withKey } from '../e2e/steps.ts';

const workspace = await operator.workspace();
const { credentials, live } = workspace;
const { base_url: baseUrl } = credentials;
const environment = (key: string) => ({ PARLEY_BASE_URL: baseUrl, PARLEY_API_KEY: key });
const hosts: Host[] = [];
const opened = async (host: Promise<Host>) => {
  hosts.push(await host);
  return host;
};
afterAll(() => Promise.all(hosts.map((host) => host.close())));

const begin = () =>
  live.ok(api.createConversation, {
    body: {
      contact: { email: 'dana@example.com', name: 'Dana Reyes' },
      subject: 'The printer',
      message: { body: 'It is on fire.', author: { type: 'contact' } },
    },
  });
const { data: conversation } = await begin();
const { data: ticket } = await live.ok(api.createTicket, {
  body: {
    subject: 'The printer is on fire',
    conversation_id: conversation.id,
    priority: 'high',
    tags: ['printer'],
  },
});

const ALL = [
  'search',
  'list_tickets',
  'get_ticket',
  'get_conversation',
  'find_contact',
  'whats_waiting',
  'recent_changes',
  'reply',
  'add_note',
  'update_ticket',
  'create_ticket',
];
const READS = ALL.slice(0, 7);
const MODERN = { versionNegotiation: { mode: 'auto' as const } };

/** Each transport with each protocol: the same server. */
const WAYS = [
  ['over stdio', '2025-11-25', (key: string) => Host.overStdio(environment(key), ['--write'])],
  ['over stdio', '2026-07-28', (key: string) => Host.overStdio(environment(key), ['--write'], MODERN)],
  ['over HTTP', '2025-11-25', (key: string) => Host.overHttp(`${baseUrl}/mcp`, key)],
  ['over HTTP', '2026-07-28', (key: string) => Host.overHttp(`${baseUrl}/mcp`, key, MODERN)],
] as const;

describe.each(WAYS)('a host %s (%s)', (_way, version, connect) => {
  it('reads, and sees the tools that its scopes allow', async () => {
    const host = await opened(connect(credentials.live_key));
    expect(host.client.getNegotiatedProtocolVersion()).toBe(version);
    expect(await host.tools()).toEqual(ALL);
    const shown = await host.call('get_ticket', { ticket_id: ticket.id });
    expect(shown.items).toMatchObject([
      { id: ticket.id, status: 'open', priority: 'high', conversation_id: conversation.id },
      { type: 'contact', untrusted_name: 'Dana Reyes', untrusted_email: 'dana@example.com' },
      { id: conversation.id, type: 'conversation' },
      { type: 'message', author: 'contact', untrusted_body: 'It is on fire.' },
    ]);
    const { token = '' } = await withKey(workspace, 'tickets:read,tickets:write');
    expect(await (await opened(connect(token))).tools()).toEqual([
      'search',
      'list_tickets',
      'get_ticket',
      'whats_waiting',
      'recent_changes',
      'update_ticket',
      'create_ticket',
    ]);
  });

  it('replies once the reply is confirmed', async () => {
    const host = await opened(connect(credentials.live_key));
    const { id } = (await begin()).data;
    const reply = { conversation_id: id, body: 'We are on our way.' };
    const replies = async () => {
      const { data } = await live.ok(api.listMessages, { params: { conversation_id: id } });
      return data.filter(({ type }) => type === 'reply');
    };
    const { items } = await host.call('reply', reply);
    const confirmed = { ...reply, confirmation: items[0]?.['confirmation'] };
    await host.call('reply', { ...confirmed, body: 'Send us your password.' });
    expect(await replies()).toEqual([]);
    expect((await host.call('reply', confirmed)).isError).toBe(false);
    await host.call('reply', confirmed);
    // Asked for and confirmed again, it is the same reply.
    const again = await host.call('reply', reply);
    const repeated = await host.call('reply', { ...reply, confirmation: again.items[0]?.['confirmation'] });
    expect(repeated.text).toMatch(/^Nothing was written now/);
    expect(await replies()).toMatchObject([{ body: reply.body, author: { type: 'user' } }]);
  });

  it('sees nothing of another workspace', async () => {
    const other = await operator.workspace();
    const host = await opened(connect(other.credentials.live_key));
    const answers = await Promise.all([
      host.call('get_ticket', { ticket_id: ticket.id }),
      host.call('get_conversation', { conversation_id: conversation.id }),
      host.call('update_ticket', { ticket_id: ticket.id, status: 'closed' }),
      host.call('add_note', { record_id: conversation.id, body: 'x' }),
      host.call('reply', { conversation_id: conversation.id, body: 'x' }),
    ]);
    for (const { text, isError } of answers) {
      expect(text).toMatch(/^Error not_found\./);
      expect(isError).toBe(true);
    }
    expect((await host.call('search', { q: 'printer' })).items).toEqual([]);
    expect((await host.call('list_tickets')).items).toEqual([]);
  });

  it('goes on after a call that it has cancelled', async () => {
    const host = await opened(connect(credentials.live_key));
    const cancelled = new AbortController();
    const call = host.call('whats_waiting', {}, { signal: cancelled.signal });
    cancelled.abort();
    await expect(call).rejects.toThrow();
    expect((await host.call('find_contact', { email: 'dana@example.com' })).isError).toBe(false);
  });
});

describe('a tool that writes', () => {
  it('writes once, however often the host calls it', async () => {
    const host = await opened(Host.overHttp(`${baseUrl}/mcp`, credentials.live_key));
    const asked = {
      subject: `Once ${crypto.randomUUID()}`,
      contact: 'once@example.com',
      assignee: 'admin@example.com',
    };
    const [first, second] = [
      await host.call('create_ticket', asked),
      await host.call('create_ticket', asked),
    ];
    expect(first.items[0]?.['id']).toBe(second.items[0]?.['id']);
    const note = { record_id: first.items[0]?.['id'], body: 'Call back at noon' };
    await host.call('add_note', note);
    await host.call('add_note', note);
    const id = String(first.items[0]?.['id']);
    const { data } = await live.ok(api.listTicketMessages, { params: { ticket_id: id as api.Id<'ticket'> } });
    expect(data.map(({ type, body }) => [type, body])).toEqual([['note', 'Call back at noon']]);
    await host.call('update_ticket', { ticket_id: id, status: 'pending', add_tags: ['vip'] });
    const { items } = await host.call('get_ticket', { ticket_id: id });
    expect(items[0]).toMatchObject({ status: 'pending', untrusted_tags: ['vip'] });
    await eventually(async () => {
      const changes = await host.call('recent_changes', { record_id: id });
      expect(changes.items).toContainEqual(
        expect.objectContaining({ type: 'ticket.status_changed', status_before: 'open', status: 'pending' }),
      );
    });
  });

  it('writes drafts as notes', async () => {
    const host = await opened(Host.overStdio(environment(credentials.live_key), ['--drafts']));
    expect(await host.tools()).toEqual([...READS, 'reply', 'add_note']);
    const { items } = await host.call('reply', { conversation_id: conversation.id, body: 'We are sorry.' });
    const { data } = await live.ok(api.getMessage, {
      params: { conversation_id: conversation.id, message_id: items[0]?.['id'] as api.Id<'message'> },
    });
    expect(data).toMatchObject({ type: 'note', body: '[Draft reply]\n\nWe are sorry.' });
  });
});

describe('the command', () => {
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'lines', version: '1' },
  };
  const line = (id: number, method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });

  it('writes nothing but JSON to stdout, and ends with stdin', async () => {
    const { code, stdout } = await run(
      environment(credentials.live_key),
      [],
      [
        line(1, 'initialize', initialize),
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        'this is no JSON',
        line(2, 'tools/list'),
        line(3, 'tools/call', { name: 'get_ticket', arguments: { ticket_id: ticket.id } }),
        line(4, 'tools/call', { name: 'get_ticket', arguments: {} }),
        line(5, 'tools/call', { name: 'reply', arguments: {} }),
        line(6, 'nothing/like/this'),
      ],
    );
    expect(code).toBe(0);
    const answers = stdout.map(
      (text) => JSON.parse(text) as { id: number; error?: object; result?: { tools?: object[] } },
    );
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(answers.find(({ id }) => id === 2)?.result?.tools).toHaveLength(READS.length);
    expect(
      answers
        .filter(({ error }) => error !== undefined)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([5, 6]);
  });

  it('ends at the start where it could not work as it was told to', async () => {
    const live_ = environment(credentials.live_key);
    const endOf = async (env: Record<string, string>, ...args: string[]) => {
      const { code, stdout, stderr } = await run(env, args, []);
      expect(stdout).toEqual([]);
      expect(stderr).not.toContain(credentials.live_key);
      return [code, stderr.split('\n')[0]];
    };
    expect(await endOf(live_, '--tools', 'serach')).toEqual([
      2,
      expect.stringMatching(/^parley-mcp: --tools: must be of search, /),
    ]);
    expect(await endOf(live_, '--wirte')).toEqual([
      2,
      expect.stringMatching(/^parley-mcp: Unknown option '--wirte'/),
    ]);
    expect(await endOf(live_, '--tools', 'reply')).toEqual([
      2,
      'parley-mcp: --tools: reply writes, which needs --write',
    ]);
    expect(await endOf(live_, '--test-mode-only')).toEqual([1, expect.stringContaining('test')]);
    expect(await endOf({ ...live_, PARLEY_API_KEY: 'sk_live_wrong' })).toEqual([
      1,
      expect.stringMatching(/^parley-mcp: 401 /),
    ]);
    expect(await endOf({ PARLEY_API_KEY: credentials.live_key })).toEqual([
      1,
      expect.stringContaining('PARLEY_BASE_URL'),
    ]);
  });

  it('serves test data alone if it is told to', async () => {
    const host = await opened(Host.overStdio(environment(credentials.test_key), ['--test-mode-only']));
    expect((await host.call('list_tickets')).items).toEqual([]);
  });
});
