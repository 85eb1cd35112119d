import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type SendRequest } from './sender.ts';
import { http, newSender, raw, send as sendBy } from './sending.fixture.ts';
import { generateSecret, signingKey } from './signing.ts';

const secret = generateSecret();
const body = Buffer.from('{"event":"ticket.created","data":{"subject":"Grüße"}}');
const send = (url: string, over: Partial<SendRequest> = {}) =>
  sendBy(newSender(), url, { body, keys: [signingKey(secret)], ...over });

describe('a delivery', () => {
  it('posts the body unchanged, with a signature that the reference library verifies', async () => {
    const receiver = await http((_, response) => response.end('thanks'));
    const before = new Date();
    const attempt = await send(`${receiver.url}/hook?token=1`);
    expect(attempt).toMatchObject({
      statusCode: 200,
      error: null,
      retryAfterMs: null,
      responseSnippet: 'thanks',
    });
    expect(attempt.startedAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    const [received] = receiver.received;
    expect(received?.url).toBe('/hook?token=1');
    expect(received?.body.equals(body)).toBe(true);
    expect(received?.headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'user-agent': 'Parley-Webhooks/1',
      'webhook-id': 'evt_01',
    });
    new Webhook(secret).verify(body, received?.headers as Record<string, string>);
    const sent = received?.headers['webhook-timestamp'];
    expect(attempt.requestHeaders).toMatchObject({
      'webhook-timestamp': sent,
      'webhook-signature': 'redacted',
    });
  });

  it.each([200, 201, 202, 204, 299])('succeeds on %i', async (status) => {
    const receiver = await http((_, response) => response.writeHead(status, { 'retry-after': '9' }).end());
    expect(await send(receiver.url)).toMatchObject({ statusCode: status, error: null, retryAfterMs: null });
  });

  it.each([400, 401, 404, 410, 429, 500, 503])('fails on %i and stores the response', async (status) => {
    const receiver = await http((_, response) =>
      response.writeHead(status, { 'retry-after': '9' }).end('no'),
    );
    expect(await send(receiver.url)).toMatchObject({
      statusCode: status,
      error: 'unexpected_status',
      retryAfterMs: 9000,
      responseSnippet: 'no',
    });
  });

  it.each([301, 302, 303, 307, 308])('fails on %i and does not follow the redirect', async (status) => {
    const receiver = await http((_, response) =>
      response.writeHead(status, { location: '/elsewhere', refresh: '0; url=/elsewhere' }).end(),
    );
    expect(await send(receiver.url)).toMatchObject({ statusCode: status, error: 'redirect' });
    expect(receiver.received.map(({ url }) => url)).toEqual(['/']);
  });

  it('uses the final response after an early hint', async () => {
    const hints =
      'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n';
    const receiver = await raw((socket) => socket.write(hints));
    expect(await send(receiver.url)).toMatchObject({ statusCode: 201, error: null });
  });

  it('rejects only for a programming error: no key, an empty key', async () => {
    const receiver = await http((_, response) => response.end());
    await expect(send(receiver.url, { keys: [] })).rejects.toThrow(RangeError);
    await expect(send(receiver.url, { keys: [Buffer.alloc(0)] })).rejects.toThrow(RangeError);
    expect(receiver.connections).toBe(0);
  });
});

describe('the response in the delivery log', () => {
  it.each([
    ['is text of at most 4 KiB, cut between characters', Buffer.from('ä'.repeat(3000)), 'ä'.repeat(2048)],
    [
      'drops a character that the limit cuts in two',
      Buffer.from(`x${'ä'.repeat(3000)}`),
      `x${'ä'.repeat(2047)}`,
    ],
    ['has no NUL, which PostgreSQL refuses', Buffer.from('a\0b'), 'a\ufffdb'],
  ])('%s', async (_, answer, expected) => {
    const receiver = await http((__, response) => response.end(answer));
    expect((await send(receiver.url)).responseSnippet).toBe(expected);
  });

  it('is limited to 4 KiB even if the body is binary', async () => {
    const receiver = await http((_, response) => response.writeHead(500).end(Buffer.alloc(9000, 0xff)));
    expect(Buffer.byteLength((await send(receiver.url)).responseSnippet)).toBeLessThanOrEqual(4096);
  });
});

it('an attempt fails as connection_refused if the port is closed', async () => {
  // The port is below those that systems give out: one that was just closed may be another test's by now.
  expect(await send('http://127.0.0.1:1024/')).toMatchObject({
    statusCode: null,
    error: 'connection_refused',
  });
});
