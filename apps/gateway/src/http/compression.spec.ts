import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { TICKET_ID, startHarness } from '../gateway.fixture.ts';
import { acceptedEncoding } from './compression.ts';

let description = '';
const harness = await startHarness();
const token = harness.issue({ limit: 100_000 });
harness.tickets.answer = () =>
  Promise.resolve({ value: { id: TICKET_ID, description }, replayed: false, version: '3' });
afterAll(() => harness.close());

const one = `/v1/tickets/${TICKET_ID}`;

/** What `fetch` hides: the bytes as they were sent. */
async function send(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) {
  const sent = httpRequest(harness.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(body);
  const [response] = await answered;
  const bytes = Buffer.concat((await response.toArray()) as Buffer[]);
  return { status: response.statusCode, headers: response.headers, bytes };
}

const decoded = ({ headers, bytes }: { headers: IncomingHttpHeaders; bytes: Buffer }): string => {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return bytes.toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
};

describe('a response of more than 1 KiB', () => {
  it.each([
    ['gzip', 5_000],
    ['br', 5_000],
    ['gzip', 200_000],
    ['br', 200_000],
  ])('is sent in %s to who accepts it, with its length: %d characters', async (encoding, length) => {
    description = 'It burns. ü '.repeat(length / 12);
    const [plain, compressed] = [await send(one), await send(one, { 'accept-encoding': encoding })];
    expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([
      undefined,
      encoding,
    ]);
    expect(decoded(compressed)).toBe(plain.bytes.toString());
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(compressed.headers['content-length']).toBe(String(compressed.bytes.length));
    for (const { headers } of [plain, compressed])
      expect(headers['vary']).toBe('Authorization, Accept-Encoding');
  });

  it('has an ETag of its own per encoding, each of which names the version', async () => {
    description = 'x'.repeat(2_000);
    const tags = [`"${TICKET_ID}-3"`, `"${TICKET_ID}-3-gzip"`, `"${TICKET_ID}-3-br"`];
    for (const [index, encoding] of ['identity', 'gzip', 'br'].entries()) {
      const headers = { 'accept-encoding': encoding };
      expect((await send(one, headers)).headers.etag).toBe(tags[index]);
      for (const tag of tags) {
        const known = await send(one, { ...headers, 'if-none-match': tag });
        expect([known.status, known.headers.etag, known.bytes.length]).toEqual([304, tag, 0]);
        await send(one, { 'if-match': tag }, 'PATCH', '{}');
        expect(harness.tickets.calls.at(-1)?.ctx.ifMatch).toEqual(['3']);
      }
      const any = await send(one, { ...headers, 'if-none-match': '*' });
      expect([any.status, any.headers.etag]).toEqual([304, tags[index]]);
    }
  });

  it('is compressed for errors and writes too, and HEAD has the length of GET', async () => {
    description = 'x'.repeat(2_000);
    const gzip = { 'accept-encoding': 'gzip' };
    const query = Array.from({ length: 50 }, (_, index) => `unknown_${index}=1`).join('&');
    const [refused, made, head, get] = [
      await send(`${one}?${query}`, gzip),
      await send('/v1/tickets', gzip, 'POST', '{"subject":"a"}'),
      await send(one, gzip, 'HEAD'),
      await send(one, gzip),
    ];
    expect([refused.status, made.status, head.status]).toEqual([422, 201, 200]);
    for (const { headers } of [refused, made, head]) expect(headers['content-encoding']).toBe('gzip');
    expect(refused.headers['vary']).toBe('Accept-Encoding');
    expect(JSON.parse(decoded(refused))).toMatchObject({ error: { code: 'unknown_parameter' } });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('is compressed if it is the API document, which has ETags of its own too', async () => {
    const plain = await send('/openapi.json');
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': encoding };
      const answer = await send('/openapi.json', headers);
      expect(decoded(answer)).toBe(plain.bytes.toString());
      expect(answer.headers.etag).toBe(`${plain.headers.etag?.slice(0, -1) ?? ''}-${encoding}"`);
      const known = await send('/openapi.json', { ...headers, 'if-none-match': answer.headers.etag ?? '' });
      expect([known.status, known.headers.etag, known.headers['content-encoding']]).toEqual([
        304,
        answer.headers.etag,
        undefined,
      ]);
    }
  });
});

it('a response of 1 KiB or less is not compressed', async () => {
  const overhead = JSON.stringify({ data: { id: TICKET_ID, description: '' } }).length;
  const seen = [];
  for (const length of [1_024, 1_025]) {
    description = 'x'.repeat(length - overhead);
    seen.push((await send(one, { 'accept-encoding': 'gzip' })).headers['content-encoding']);
  }
  expect(seen).toEqual([undefined, 'gzip']);
});

it.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=0.5 , br;q=0.4', 'gzip'],
  ['gzip;q=0, br;q=0', null],
  ['gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['identity;q=1, gzip;q=0.5', null],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['gzip;q=nonsense', null],
  ['gzip;q=2', null],
  ['deflate, zstd', null],
])('of the encodings that a client accepts %j, one is chosen: %s', (accepted, expected) => {
  expect(acceptedEncoding(accepted)).toBe(expected);
});
