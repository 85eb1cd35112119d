import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { allowCidrs } from './allow-list.ts';
import { WRAPPINGS } from './addresses.fixture.ts';
import { DnsServer } from './dns-server.fixture.ts';
import { NameResolver } from './name-resolver.ts';
import { Receiver } from './receiver.fixture.ts';
import { Sender } from './sender.ts';
import { targetUrlError } from './ssrf-guard.ts';

/** Addresses that no delivery may reach, of each kind. */
const TARGETS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  loopback: [127, 0, 0, 1],
  'loopback beyond its first address': [127, 9, 8, 7],
  'this host': [0, 0, 0, 0],
  'private A': [10, 0, 0, 1],
  'private B': [172, 16, 0, 1],
  'private C': [192, 168, 0, 1],
  'carrier-grade NAT': [100, 64, 0, 1],
  'metadata of AWS, Azure and Google': [169, 254, 169, 254],
  'metadata of ECS tasks': [169, 254, 170, 2],
  'wire server of Azure': [168, 63, 129, 16],
  'metadata of Alibaba': [100, 100, 100, 200],
  multicast: [224, 0, 0, 1],
  broadcast: [255, 255, 255, 255],
};

const numberOf = (octets: readonly number[]) => octets.reduce((sum, octet) => sum * 256 + octet, 0);
const hex = (value: number) => `0x${value.toString(16)}`;
const octal = (value: number) => `0${value.toString(8)}`;

/** The host of a URL as it may spell an IPv4 address. */
const SPELLINGS: Readonly<Record<string, (octets: readonly number[]) => string>> = {
  dotted: (octets) => octets.join('.'),
  'with a trailing dot': (octets) => `${octets.join('.')}.`,
  decimal: (octets) => String(numberOf(octets)),
  hexadecimal: (octets) => hex(numberOf(octets)),
  octal: (octets) => octal(numberOf(octets)),
  'hexadecimal octets': (octets) => octets.map(hex).join('.'),
  'octal octets': (octets) => octets.map(octal).join('.'),
  'octal octets with more zeros': (octets) => octets.map((octet) => `000${octal(octet)}`).join('.'),
  'mixed octets': ([a = 0, b = 0, c = 0, d = 0]) => [hex(a), octal(b), c, hex(d)].join('.'),
  'two parts': ([a = 0, ...rest]) => `${a}.${numberOf(rest)}`,
  'three parts': ([a = 0, b = 0, ...rest]) => `${a}.${b}.${numberOf(rest)}`,
  'percent-encoded': (octets) => octets.join('.').replaceAll(/\d/g, (digit) => `%3${digit}`),
  'percent-encoded dots': (octets) => octets.join('%2e'),
  'full-width digits': (octets) =>
    octets.join('.').replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'ideographic dots': (octets) => octets.join('\u3002'),
};

/** IPv6 addresses of their own, not of an IPv4 address. */
const V6 = [
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  'fe80::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '5f00::1',
];

/** What surrounds the host, or stands in its place. */
const TRICKS: Readonly<Record<string, (at: string) => string>> = {
  'user name': (at) => `http://example.com@${at}/`,
  'user name and password': (at) => `http://example.com:80@${at}/`,
  'escaped user info': (at) => `http://example.com%40${at}/`,
  backslashes: (at) => `http:\\\\${at}\\`,
  'backslash before the host': (at) => `http://example.com\\@${at}/`,
  'no slashes': (at) => `http:${at}/`,
  'many slashes': (at) => `http://////${at}/`,
  fragment: (at) => `http://${at}#@example.com/`,
  'line breaks': (at) => `ht\ntp://\r\n${at}/`,
  tab: (at) => `http://\t${at}/`,
  ftp: (at) => `ftp://${at}/`,
  gopher: (at) => `gopher://${at}/_POST`,
  file: (at) => `file://${at}/etc/passwd`,
  websocket: (at) => `ws://${at}/`,
  'upper case': (at) => `HTTP://${at}/`,
};

let canary: Server;
let port: number;
let connections = 0;
let dns: DnsServer;
let sender: Sender;
/** Addresses that the DNS server answers. */
const answers = new Map<string, readonly string[]>();

beforeAll(async () => {
  canary = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  }).listen(0);
  await once(canary, 'listening');
  ({ port } = canary.address() as AddressInfo);
  dns = await DnsServer.start((name) => answers.get(name) ?? [], { ttlSeconds: 0 });
  const resolver = new NameResolver({ servers: [dns.address] });
  sender = new Sender({
    allow: allowCidrs.parse(''),
    resolve: (name) => resolver.resolve(name),
    maxAgeMs: 0,
  });
});
afterAll(async () => {
  await sender.close();
  await dns.close();
  canary.close();
});

async function expectRefused(url: string): Promise<void> {
  const message = {
    url,
    id: 'evt_01',
    body: Buffer.from('{}'),
    keys: [Buffer.from('key')],
    timeoutMs: 5_000,
  };
  const { error, statusCode, responseSnippet } = await sender.send(message);
  expect([error, statusCode, responseSnippet]).toEqual(['target_not_allowed', null, '']);
  expect(connections).toBe(0);
}

const targets = Object.entries(TARGETS);
const literals = targets.flatMap(([kind, octets]) => [
  ...Object.entries(SPELLINGS).map(([how, spell]) => [`${kind}, ${how}`, spell(octets)] as const),
  ...Object.entries(WRAPPINGS).map(
    ([how, wrap]) => [`${kind} as ${how}`, `[${wrap(numberOf(octets))}]`] as const,
  ),
]);
const v6 = V6.map((address) => [address, `[${address}]`] as const);
const tricks = Object.entries(TRICKS).flatMap(([trick, url]) =>
  ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '127.1'].map((host) => [trick, host, url] as const),
);
/** Of the mapped and dotted form the server sends the same bytes as of the mapped one. */
const records = targets.flatMap(([kind, octets]) => [
  [kind, octets.join('.')] as const,
  ...Object.entries(WRAPPINGS)
    .filter(([how]) => how !== 'mapped, dotted')
    .map(([how, wrap]) => [`${kind} as ${how}`, wrap(numberOf(octets))] as const),
]);

describe('a URL never reaches', () => {
  it.each([...literals, ...v6])('%s: %s', async (_, host) => {
    expect(targetUrlError(`http://${host}:${port}/`, [])).not.toBeNull();
    await expectRefused(`http://${host}:${port}/`);
  });

  it.each(tricks)('a blocked host by %s: %s', (_, host, url) => expectRefused(url(`${host}:${port}`)));

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'loc%61lhost'])('%s', (name) =>
    expectRefused(`http://${name}:${port}/`),
  );
});

describe('a name never leads to', () => {
  it.each(records)('%s: %s', async (_, address) => {
    answers.set('internal.test', [address]);
    await expectRefused(`http://internal.test:${port}/`);
  });

  it.each(records)('%s beside a public address: %s', async (_, address) => {
    answers.set('mixed.test', ['8.8.8.8', '2600:1f18::1', address]);
    await expectRefused(`http://mixed.test.:${port}/`);
  });
});

it.each([301, 302, 303, 307, 308])('a redirect with %i is not followed', async (status) => {
  const location = `http://127.0.0.1:${port}/`;
  const receiver = await Receiver.http((_, response) => response.writeHead(status, { location }).end());
  const trusting = new Sender({ allow: allowCidrs.parse('127.0.0.1/32') });
  try {
    const message = { id: 'evt_01', body: Buffer.from('{}'), keys: [Buffer.from('key')], timeoutMs: 5_000 };
    expect(await trusting.send({ ...message, url: receiver.url })).toMatchObject({ error: 'redirect' });
    expect(connections).toBe(0);
  } finally {
    await trusting.close();
    await receiver.close();
  }
});

it.each(Object.keys(SPELLINGS))('a public address, %s, is accepted', (how) => {
  expect(targetUrlError(`http://${SPELLINGS[how]?.([8, 8, 8, 8]) ?? ''}/`, [])).toBeNull();
});
