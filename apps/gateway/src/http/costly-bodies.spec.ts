import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TestHarness, TICKET_ID, startHarness } from '../gateway.fixture.ts';

/** The harness validates twice, as the gateway and the service do, in one process with the client. */
let harness: TestHarness;
beforeAll(async () => {
  harness = await startHarness();
  // Compiles what the first request would.
  for (const [, , body] of KINDS.slice(0, 3)) await send('POST', '/v1/tickets', body.slice(0, 5_000));
});
afterAll(() => harness.close());

const MIB = 1024 * 1024;
/** As many parts as fit into the bytes, between commas. */
function list(part: (index: number) => string, bytes = MIB - 200): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; ; index += 1) {
    const text = part(index);
    length += text.length + 1;
    if (length > bytes) return parts.join();
    parts.push(text);
  }
}
const nested = (open: string, close: string): string => {
  const levels = Math.floor((MIB - 40) / (open.length + close.length));
  return `{"custom_fields":${open.repeat(levels)}1${close.repeat(levels)}}`;
};
const CREATE = 'POST /v1/tickets';
const BULK = 'PATCH /v1/tickets/bulk';
const UPDATE = `PATCH /v1/tickets/${TICKET_ID}`;
const padded = (index: number): string => String(index).padStart(110, 'x');

/** Bodies of almost 1 MiB, each costly in another way; the last ones have as many values as are allowed. */
const KINDS: readonly (readonly [kind: string, route: string, body: string, status: number])[] = [
  ['deep arrays', CREATE, nested('[', ']'), 400],
  ['deep objects', CREATE, nested('{"a":', '}'), 400],
  ['nested __proto__ keys', CREATE, nested('{"__proto__":', '}'), 400],
  ['arrays left open', CREATE, `{"tags":${'['.repeat(MIB - 20)}`, 400],
  ['many __proto__ keys', CREATE, `{"a":[${list(() => '{"__proto__":0}')}]}`, 400],
  ['many keys', CREATE, `{${list((index) => `"k${index}":0`)}}`, 400],
  ['the same key again and again', CREATE, `{${list(() => '"subject":"a"')}}`, 400],
  ['many tiny elements', CREATE, `{"tags":[${list(() => '0')}]}`, 400],
  ['many empty objects', CREATE, `{"tags":[${list(() => '{}')}]}`, 400],
  ['many tags', CREATE, `{"subject":"a","tags":[${list((index) => `"tag ${index}"`)}]}`, 400],
  ['many ids', BULK, `{"ids":[${list((index) => `"${index}"`)}],"update":{"subject":"a"}}`, 400],
  ['a long number', CREATE, `{"subject":${'7'.repeat(MIB - 20)}}`, 422],
  ['long numbers', CREATE, `{"tags":[${list(() => `1.${'7'.repeat(2_000)}e-300`)}]}`, 422],
  ['escapes in a string', CREATE, `{"subject":"${'\\u0061'.repeat(MIB / 6 - 20)}"}`, 422],
  ['escaped quotes', CREATE, `{"subject":"${'\\"'.repeat(MIB / 2 - 20)}"}`, 422],
  ['accents that have to be sorted', CREATE, `{"tags":["${accents()}"]}`, 422],
  ['an e-mail address', CREATE, `{"contact":{"email":"${'a@'.repeat(MIB / 2 - 40)}"}}`, 422],
  [
    'a long name in a path',
    CREATE,
    `{"${'x'.repeat(900_000)}":{${list((index) => `"${index}":0`, 50_000)}}}`,
    422,
  ],
  ['10,000 values in custom fields', UPDATE, `{"custom_fields":{${list((i) => `"${padded(i)}":1`)}}}`, 422],
  ['10,000 tags', CREATE, `{"tags":[${list((index) => `"${padded(index)}"`)}]}`, 422],
  ['10,000 invalid ids', BULK, `{"ids":[${list((index) => String(index), 48_000)}]}`, 422],
  ['10,000 unknown keys', CREATE, `{${list((index) => `"${padded(index)}":0`)}}`, 422],
];

/** Marks of a class that comes first behind marks of one that comes later: to normalize them is quadratic. */
function accents(): string {
  return '\u0301'.repeat(MIB / 4 - 20) + '\u0316'.repeat(MIB / 4 - 20);
}

const send = (method: string, path: string, body: string) =>
  harness.request(path, {
    method,
    body,
    headers: { 'content-type': 'application/json', prefer: 'handling=strict' },
  });

// Quadratic work on any of these would take minutes.
it.each(KINDS)('a costly body of 1 MiB is refused in few words with %s', async (_, route, body, status) => {
  const [method = '', path = ''] = route.split(' ');
  const answer = await send(method, path, body);
  expect([answer.status, answer.body.error.type]).toEqual([status, 'invalid_request_error']);
  expect(answer.body.error.details?.length ?? 0).toBeLessThanOrEqual(100);
  expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
});
