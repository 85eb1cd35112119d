import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, gate } from '@parley/testing';
import { TICKET_ID, startHarness, type TestHarness } from '../gateway.fixture.ts';

/** More than the buffers of both ends of a connection take. */
const LARGE = { id: TICKET_ID, description: 'x'.repeat(40_000_000) };
const PATH = `/v1/tickets/${TICKET_ID}`;

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends a request whose response is large, and reads nothing of it. */
function openUnread({ url, tickets }: TestHarness, token: string): Socket {
  tickets.answer = () => Promise.resolve({ value: LARGE, replayed: false });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket.on('error', () => undefined).pause());
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

const issued = (harness: TestHarness) => harness.issue({ limit: 100_000 });
const statusOf = async (harness: TestHarness, token: string) =>
  (await harness.request(PATH, { token })).status;
/** Until what the client has not read counts. */
const isFull = async (harness: TestHarness, token: string) => {
  await eventually(() => harness.tickets.calls.length > 0);
  harness.tickets.answer = null;
  await eventually(async () => expect(await statusOf(harness, token)).toBe(429));
};

describe('a client that does not read its responses', () => {
  it('gets no more of them for its workspace, until it reads them or goes away', async () => {
    await using harness = await startHarness({ UNREAD_RESPONSES_MAX: '16MiB' });
    const [token, other] = [issued(harness), issued(harness)];
    const socket = openUnread(harness, token);
    await isFull(harness, token);
    const refused = await harness.request(PATH, { token });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limit_exceeded']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await statusOf(harness, other)).toBe(200);
    socket.resume();
    await eventually(async () => expect(await statusOf(harness, token)).toBe(200));
    harness.tickets.calls.splice(0);
    const second = openUnread(harness, token);
    await isFull(harness, token);
    second.destroy();
    await eventually(async () => expect(await statusOf(harness, token)).toBe(200));
  });

  it('is disconnected after RESPONSE_IDLE_TIMEOUT', async () => {
    await using harness = await startHarness({ UNREAD_RESPONSES_MAX: '16MiB', RESPONSE_IDLE_TIMEOUT: '1s' });
    const token = issued(harness);
    openUnread(harness, token);
    await isFull(harness, token);
    await eventually(async () => expect(await statusOf(harness, token)).toBe(200));
  });

  it('has one response too many of requests that were admitted together, but those of its writes', async () => {
    await using harness = await startHarness({ UNREAD_RESPONSES_MAX: '16MiB' });
    const token = issued(harness);
    const [asked, answer] = gate();
    harness.tickets.answer = async () => {
      await asked;
      return { value: LARGE, replayed: false };
    };
    const answers = [1, 2, 3].map(() => harness.request(PATH, { token }));
    const write = harness.request(PATH, { token, method: 'PATCH', body: { subject: 'a' } });
    await eventually(() => harness.tickets.calls.length === 4);
    answer();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 429, 429]);
    expect((await write).status).toBe(200);
  });
});
