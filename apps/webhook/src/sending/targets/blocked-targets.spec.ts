import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { dotted, v4Hosts, v4In, v6Hosts } from '../../../../../libs/egress/src/addresses.fixture.ts';
import type { Attempt } from '../attempt.ts';
import { http, newSender, refused, resolver, send } from '../sending.fixture.ts';

/** Listens on every address of this machine, and counts who comes. */
let connections = 0;

const canary = createServer((socket) => {
  connections += 1;
  socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ncanary');
  socket.on('error', () => undefined);
});
canary.listen(0);
await once(canary, 'listening');
const port = (canary.address() as AddressInfo).port;
beforeEach(() => {
  connections = 0;
});
afterAll(() => {
  canary.close();
});

/** Addresses of this machine that are not public, each of which leads to the canary. */
const OWN = [
  '127.0.0.1',
  '127.9.8.7',
  '0.0.0.0',
  ...Object.values(networkInterfaces())
    .flat()
    .map((one) => one?.address ?? '')
    .filter((address) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd])/.test(address)),
];
const hostOf = (address: string) => (address.includes(':') ? `[${address}]` : address);

it.each([...OWN, 'localhost'])('the canary server listens at %s', async (address) => {
  const socket = connect(port, address);
  await once(socket, 'connect');
  socket.destroy();
  while (connections === 0) await new Promise(setImmediate);
});

describe('the canary server is not reached', () => {
  it('by an address of this machine, in any spelling', async () => {
    const sender = newSender({}, '');
    const v4 = fc.oneof(v4In('127.0.0.0/8'), fc.constant(0));
    await fc.assert(
      fc.asyncProperty(
        v4.chain((ip) => fc.oneof(v4Hosts(ip), v6Hosts(ip))),
        async (host) => {
          expect(await send(sender, `http://${host}:${port}/`)).toMatchObject(refused);
        },
      ),
      { numRuns: 400 },
    );
    for (const address of OWN)
      expect(await send(sender, `http://${hostOf(address)}:${port}/`)).toMatchObject(refused);
    expect(connections).toBe(0);
  });

  it.each(['localhost', 'LOCALHOST', hostname()])('by the name %s of this machine', async (name) => {
    expect(await send(newSender({}, ''), `http://${name}:${port}/`)).toMatchObject(refused);
    expect(connections).toBe(0);
  });

  it.each([
    ['a user name that looks like a host', (at: string) => `http://example.com@${at}/`],
    ['a password', (at: string) => `http://example.com:80@${at}/`],
    ['an escaped @', (at: string) => `http://example.com%40${at}/`],
    ['backslashes', (at: string) => `http:\\\\${at}\\`],
    ['no slashes', (at: string) => `http:${at}/`],
    ['a fragment', (at: string) => `http://${at}#@example.com/`],
    ['line breaks', (at: string) => `http://\n${at}/`],
    ['another scheme', (at: string) => `ftp://${at}/`],
    ['a zone', (at: string) => `http://[fe80::1%25lo]${at.slice(at.lastIndexOf(':'))}/`],
    [
      'the mapped form with a zone',
      (at: string) => `http://[::ffff:127.0.0.1%lo]${at.slice(at.lastIndexOf(':'))}/`,
    ],
  ])('by a URL with %s', async (_, url) => {
    const sender = newSender({}, '');
    for (const host of ['127.0.0.1', '[::1]', '127.1', '[::ffff:7f00:1]'])
      expect(await send(sender, url(`${host}:${port}`))).toMatchObject(refused);
    expect(connections).toBe(0);
  });

  it('by a response with Alt-Svc', async () => {
    const receiver = await http((_, response) =>
      response
        .writeHead(200, { 'alt-svc': `h2="127.9.8.7:${port}"; ma=60`, 'content-location': '//127.9.8.7' })
        .end(),
    );
    const sender = newSender({ maxAgeMs: 0 }, '127.0.0.1/32');
    for (let n = 0; n < 3; n += 1) expect(await send(sender, receiver.url)).toMatchObject({ error: null });
    expect(connections).toBe(0);
  });

  it('by a name whose resolution changes (DNS rebinding)', async () => {
    // Only 127.0.0.5 may be reached. Nothing but the canary listens there too, so it counts only what is allowed.
    const allowed = '127.0.0.5';
    const blocked = fc.oneof(
      fc.constantFrom(
        ...OWN,
        '::1',
        '::ffff:127.0.0.1',
        '::ffff:7f00:5',
        '64:ff9b::7f00:5',
        'fe80::1%lo',
        '::1%1',
      ),
      v4In('127.0.0.0/8')
        .filter((ip) => ip !== 0x7f000005)
        .map(dotted),
    );
    const answer = fc.oneof(
      fc.constant([allowed]),
      fc.array(fc.oneof(fc.constant(allowed), blocked), { minLength: 1, maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 5 }), async (answers) => {
        connections = 0;
        const sender = newSender({ resolve: resolver(...answers), maxAgeMs: 0 }, `${allowed}/32`);
        const attempts: Attempt[] = [];
        for (const _ of answers) attempts.push(await send(sender, `http://rebinding.test:${port}/`));
        const good = answers.map((addresses) => addresses.every((address) => address === allowed));
        expect(attempts.map(({ error }) => error)).toEqual(
          good.map((isGood) => (isGood ? null : 'target_not_allowed')),
        );
        expect(connections).toBe(good.filter(Boolean).length);
      }),
      { numRuns: 150 },
    );
  });
});
