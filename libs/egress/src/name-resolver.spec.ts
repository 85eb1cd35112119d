import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { open as openFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@parley/testing';
import { DnsServer } from './dns-server.fixture.ts';
import { HostsFile, NameResolver, zoneOf, type NameResolverOptions } from './name-resolver.ts';
import { closing, listen } from './egress.fixture.ts';
import { EgressGuard } from './egress-guard.ts';
import { allowCidrs } from './allow-list.ts';

const newServer = async (...args: Parameters<typeof DnsServer.start>) =>
  closing(await DnsServer.start(...args));

const resolverOf = (server: DnsServer, options: NameResolverOptions = {}) =>
  new NameResolver({ servers: [server.address], ...options });

const guardBy = (resolver?: NameResolver) =>
  new EgressGuard({
    allow: allowCidrs.parse('127.0.0.0/8,::1/128'),
    resolve: resolver && ((name) => resolver.resolve(name)),
  });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'parley-names-'));
  closing({ close: () => rm(path, { recursive: true }) });
  return path;
}

describe('names with silent DNS servers', () => {
  it('do not delay connections to other names, however many there are', async () => {
    const server = await newServer((name) => (name.endsWith('.silent.test') ? null : ['127.0.0.1']));
    const { port } = await listen();
    const guard = guardBy(resolverOf(server));
    const abort = new AbortController();
    let ended = 0;
    const stuck = Array.from({ length: 40 }, (_, n) =>
      guard
        .connect({ host: `n${n}.silent.test`, port, signal: abort.signal })
        .catch(() => undefined)
        .finally(() => (ended += 1)),
    );
    const silent = () => server.names.filter((name) => name.endsWith('.silent.test'));
    await eventually(() => silent().length === 8);
    (await guard.connect({ host: 'quick.test', port })).destroy();
    // The others wait for their turn within the zone.
    expect([ended, silent().length]).toEqual([0, 8]);
    abort.abort();
    await Promise.all(stuck);
  });

  it('fail alone in their zone, and the zone works again when its servers do', async () => {
    const server = await newServer(() => null);
    const resolver = resolverOf(server, { timeoutMs: 300 });
    await expect(resolver.resolve('a.back.test')).rejects.toMatchObject({ code: 'dns_failed' });
    server.answers = () => ['127.0.0.1'];
    expect(await resolver.resolve('b.back.test')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });
});

it('names are resolved while all threads of the thread pool are blocked', async () => {
  // Opening a pipe waits in a thread for somebody who writes.
  const pipe = join(folder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { port } = await listen();
  const blocked: Promise<FileHandle>[] = Array.from({ length: 8 }, () => openFile(pipe, 'r'));
  try {
    (await guardBy().connect({ host: 'localhost', port })).destroy();
  } finally {
    const writer = openSync(pipe, 'r+');
    for (const handle of await Promise.all(blocked)) await handle.close();
    closeSync(writer);
  }
});

describe('a name', () => {
  it('resolves to its A and AAAA records, IPv4 first, and is asked for once while they are fresh', async () => {
    const server = await newServer(() => ['2001:db8::1', '192.0.2.1', '192.0.2.2']);
    const resolver = resolverOf(server);
    const results = await Promise.all(['a.test', 'A.test', 'a.test'].map((name) => resolver.resolve(name)));
    for (const addresses of [...results, await resolver.resolve('a.test')])
      expect(addresses).toEqual([
        { address: '192.0.2.1', family: 4 },
        { address: '192.0.2.2', family: 4 },
        { address: '2001:db8::1', family: 6 },
      ]);
    expect(server.questions.map(({ type }) => type).sort()).toEqual(['A', 'AAAA']);
  });

  it('is asked for each time if its records must not be cached', async () => {
    const server = await newServer(() => ['192.0.2.1'], { ttlSeconds: 0 });
    const resolver = resolverOf(server);
    for (let n = 0; n < 3; n += 1) await resolver.resolve('a.test');
    expect(server.questions).toHaveLength(6);
  });

  it('that does not exist fails at once, and is not asked for again immediately', async () => {
    const server = await newServer(() => []);
    const resolver = resolverOf(server);
    for (let n = 0; n < 3; n += 1)
      await expect(resolver.resolve('none.test')).rejects.toMatchObject({ code: 'dns_failed' });
    expect(server.questions).toHaveLength(2);
  });

  it('that DNS cannot express fails', async () => {
    const server = await newServer(() => ['192.0.2.1']);
    const resolver = resolverOf(server);
    for (const name of [`${'a'.repeat(64)}.test`, `${'a.'.repeat(127)}test`])
      await expect(resolver.resolve(name)).rejects.toMatchObject({ code: 'dns_failed' });
  });

  it('of the hosts file has the addresses that stand there, also after a change', async () => {
    const path = join(folder(), 'hosts');
    writeFileSync(path, '# names\n192.0.2.1 crm Crm.internal # one\n2001:db8::1 crm\nnonsense x\n');
    const server = await newServer(() => []);
    const resolver = resolverOf(server, { hosts: new HostsFile(path) });
    expect(await resolver.resolve('CRM')).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(await resolver.resolve('crm.internal.')).toEqual([{ address: '192.0.2.1', family: 4 }]);
    expect(server.questions).toEqual([]);
    writeFileSync(path, '192.0.2.77 crm\n');
    await eventually(async () => (await resolver.resolve('crm'))[0]?.address === '192.0.2.77');
  });

  it('below localhost is the loopback interface without a hosts file and without DNS', async () => {
    const server = await newServer(() => ['192.0.2.1']);
    const resolver = resolverOf(server, { hosts: new HostsFile(join(folder(), 'none')) });
    for (const name of ['localhost', 'localhost.', 'app.localhost'])
      expect((await resolver.resolve(name)).map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    expect(server.questions).toEqual([]);
  });
});

it.each([
  ['example.com', 'example.com'],
  ['a.b.example.com', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['n1.abc.io', 'abc.io'],
  ['a.example.com.', 'example.com'],
  ['crm', 'crm'],
])('the zone of %s is %s', (name, zone) => {
  expect(zoneOf(name)).toBe(zone);
});
