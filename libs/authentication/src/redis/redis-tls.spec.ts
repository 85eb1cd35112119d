import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { ADDRESS } from '../conformance.harness.ts';
import { hashToken } from '../tokens/token.ts';
import { pingRedis, requireRedisAccess } from './ping.ts';
import { canStartRedis, Platform, PrivateRedis } from './redis.harness.ts';
import { RedisConfig } from './redis.config.ts';

const PASSWORD = 'Ohng7thu';
/** As docs/redis.md recommends. */
const RULES = [
  '~parley*',
  '+@read',
  '+@write',
  '+@connection',
  '+eval',
  '+evalsha',
  '+time',
  '+info',
  '+cluster|slots',
];

const canStart = canStartRedis();
const describeWithServer = canStart ? describe : describe.skip;

describeWithServer(`Redis with TLS and a user of its own${canStart ? '' : ' (no redis-server)'}`, () => {
  let folder: string;
  let server: PrivateRedis;
  const path = (file: string) => join(folder, file);
  const url = (login: string) => `rediss://${login}@127.0.0.1:${server.port}`;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parley-redis-tls-'));
    const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    for (const name of ['ours', 'other'])
      openssl(
        ...['req', '-x509', ...newKey, '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'],
        ...['-keyout', path(`${name}.key`), '-out', path(`${name}.pem`)],
      );
    writeFileSync(
      path('users.acl'),
      `user default on nopass ~* &* +@all\nuser parley on >${PASSWORD} ${RULES.join(' ')}\n`,
    );
    server = await PrivateRedis.start(
      [
        ...['--port', '0', '--tls-auth-clients', 'no', '--aclfile', path('users.acl')],
        ...[
          '--tls-cert-file',
          path('ours.pem'),
          '--tls-key-file',
          path('ours.key'),
          '--tls-ca-cert-file',
          path('ours.pem'),
        ],
      ],
      { tls: { ca: readFileSync(path('ours.pem')) } },
    );
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('authenticates tokens and revokes them', async () => {
    const platform = new Platform(url(`parley:${PASSWORD}`), {}, { REDIS_TLS_CA: path('ours.pem') });
    const [gateway] = platform.gateways;
    try {
      await eventually(() => platform.states[0].isHealthy());
      const token = platform.identity.issue();
      const request = { key: 'key', service: 'ticket' };
      expect((await gateway.authenticate(token, ADDRESS, request)).kind).toBe('admitted');
      await platform.revoke(token);
      expect(await gateway.authenticate(token, ADDRESS)).toMatchObject({ kind: 'refused', known: true });
      expect(await server.command('hget', `${platform.prefix}{Ab12}:t:${hashToken(token)}`, 's')).toBe(
        'tombstone',
      );
      await gateway.addressWindow(ADDRESS);
      expect(gateway.degradedRequests).toBe(0);
    } finally {
      await platform.close();
    }
  });

  it('is not used if another authority signed its certificate', async () => {
    const platform = new Platform(url(`parley:${PASSWORD}`), {}, { REDIS_TLS_CA: path('other.pem') });
    try {
      const token = platform.identity.issue();
      expect((await platform.gateways[0].authenticate(token, ADDRESS)).kind).toBe('admitted');
      expect(platform.gateways[0].degradedRequests).toBe(1);
      expect(await platform.states[0].isHealthy()).toBe(false);
      await expect(pingRedis(platform.config)).rejects.toThrow(/certificate/);
    } finally {
      await platform.close();
    }
  });

  it('is used as soon as its authority is in the file that named another one, and stays in use while the file is replaced', async () => {
    copyFileSync(path('other.pem'), path('ca.pem'));
    const platform = new Platform(url(`parley:${PASSWORD}`), {}, { REDIS_TLS_CA: path('ca.pem') });
    const [state] = platform.states;
    try {
      expect(await state.isHealthy()).toBe(false);
      copyFileSync(path('ours.pem'), path('ca.pem'));
      await eventually(() => state.isHealthy());
      const connections = async () =>
        Number(/total_connections_received:(\d+)/.exec(String(await server.command('info', 'stats')))?.[1]);
      for (const partly of ['', readFileSync(path('other.pem'), 'utf8').slice(0, 200)]) {
        writeFileSync(path('ca.pem'), partly);
        const before = await connections();
        await server.command('client', 'kill', 'type', 'normal');
        // Both gateways, identity, and what counts them.
        await eventually(async () => (await connections()) > before + 3);
        await eventually(() => state.isHealthy());
      }
    } finally {
      await platform.close();
    }
  });

  it('may be closed at any moment of its handshake, whichever authority signed its certificate', async () => {
    const clients = async () =>
      Number(/connected_clients:(\d+)/.exec(String(await server.command('info', 'clients')))?.[1]);
    await eventually(async () => (await clients()) === 1);
    for (const authority of ['ours.pem', 'other.pem'])
      for (let turns = 0; turns < 60; turns += 1) {
        const { states, store } = new Platform(
          url(`parley:${PASSWORD}`),
          {},
          { REDIS_TLS_CA: path(authority) },
        );
        // Each a few steps of the event loop further. An error that nobody listens to fails the test.
        for (let turn = 0; turn < turns; turn += 1) await nextTurn();
        for (const part of [...states, store]) await part.close();
      }
    await eventually(async () => (await clients()) === 1);
  });

  it('refuses a wrong password at the start', async () => {
    const config = (login: string) =>
      new RedisConfig({ REDIS_URL: url(login), REDIS_TLS_CA: path('ours.pem') });
    await expect(requireRedisAccess(config('parley:wrong-Ohng7thu'))).rejects.toThrow('WRONGPASS');
    await requireRedisAccess(config(`parley:${PASSWORD}`));
  });

  it('names the version of a server that is too old', async () => {
    const config = new RedisConfig({
      REDIS_URL: url(`parley:${PASSWORD}`),
      REDIS_TLS_CA: path('ours.pem'),
    });
    await expect(pingRedis(config, '1000.1')).rejects.toThrow(
      /^Redis \d[\d.]* is too old: 1000\.1 or later is needed$/,
    );
    await expect(requireRedisAccess(config, '1000.1')).rejects.toThrow(
      /^REDIS_URL: Redis \d[\d.]* is too old: 1000\.1 or later is needed$/,
    );
  });
});
