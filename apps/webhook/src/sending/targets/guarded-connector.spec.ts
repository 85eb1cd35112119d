import { describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { NameResolutionError, type Resolve } from '@parley/egress';
import { guardedConnector } from './guarded-connector.ts';
import { TLS } from '../receiver.fixture.ts';
import { closing, http, newSender, refused, resolver, send } from '../sending.fixture.ts';

const canary = (options?: { tls: boolean }) => http((_, response) => response.end('canary'), options);

describe('a target that is not allowed', () => {
  it('fails in the same way for a literal, a name, an open port and a closed port', async () => {
    const receiver = await canary();
    const closed = await canary();
    await closed.close();
    const sender = newSender({ resolve: resolver(['10.0.0.1']) }, '');
    const urls = [receiver.url, closed.url, 'http://10.0.0.1/', 'http://intranet.test/'];
    const attempts = await Promise.all(urls.map((url) => send(sender, url)));
    expect(
      attempts.map(({ statusCode, error, responseSnippet }) => [statusCode, error, responseSnippet]),
    ).toEqual(urls.map(() => [null, 'target_not_allowed', '']));
  });

  it('is refused by the connector itself', async () => {
    const receiver = await canary();
    const agent = new Agent({ connect: guardedConnector({ allow: [] }) });
    closing(agent);
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '[::1]', 'localhost']) {
      const call = agent.request({ origin: `http://${host}:${receiver.port}`, path: '/', method: 'POST' });
      await expect(call).rejects.toMatchObject({
        code: 'target_not_allowed',
        message: 'the target is not allowed',
      });
    }
    expect(receiver.connections).toBe(0);
  });

  it('is a connection whose peer has another address', async () => {
    const receiver = await canary();
    expect(await send(newSender({}, '0.0.0.0/32'), `http://0.0.0.0:${receiver.port}/`)).toMatchObject(
      refused,
    );
    expect(receiver.received).toEqual([]);
  });

  it('is a port that browsers block', async () => {
    expect(await send(newSender({}), 'http://127.0.0.1:25/')).toMatchObject(refused);
  });

  it('does not delay subsequent deliveries', async () => {
    const receiver = await canary();
    const sender = newSender(
      {
        resolve: resolver(['10.0.0.1'], ['127.0.0.1']),
        socketsPerOrigin: 1,
      },
      '127.0.0.1/32',
    );
    const url = `http://receiver.test:${receiver.port}/`;
    const attempts = await Promise.all([send(sender, url), send(sender, url), send(sender, url)]);
    expect(attempts.map(({ error }) => error)).toEqual(['target_not_allowed', null, null]);
  });
});

describe('a name', () => {
  it('is kept in Host while the connection goes to the checked address', async () => {
    const receiver = await canary();
    const sender = newSender({ resolve: resolver(['127.0.0.1']) });
    expect(await send(sender, `http://receiver.test:${receiver.port}/`)).toMatchObject({
      responseSnippet: 'canary',
    });
    expect(receiver.received[0]?.headers.host).toBe(`receiver.test:${receiver.port}`);
  });

  it('is tried at its next address if the first does not respond', async () => {
    const receiver = await canary();
    const sender = newSender({ resolve: resolver(['127.0.0.99', '127.0.0.1']) }, '127.0.0.0/8');
    expect(await send(sender, `http://receiver.test:${receiver.port}/`)).toMatchObject({ error: null });
  });

  it('that does not resolve fails as dns_failed', async () => {
    const resolve: Resolve = () => Promise.reject(new NameResolutionError('no address'));
    expect(await send(newSender({ resolve }, ''), 'http://receiver.test/')).toMatchObject({
      error: 'dns_failed',
    });
    expect(await send(newSender({ resolve: resolver([]) }, ''), 'http://receiver.test/')).toMatchObject({
      error: 'dns_failed',
    });
  });

  it('whose server does not accept in time fails as connect_timeout', async () => {
    const resolve: Resolve = () => new Promise(() => undefined);
    expect(
      await send(newSender({ resolve, connectTimeoutMs: 50 }, ''), 'http://receiver.test/'),
    ).toMatchObject({
      statusCode: null,
      error: 'connect_timeout',
    });
  });
});

describe('a trusted name', () => {
  const trusting = (allowHosts: readonly string[], addresses: string[]) =>
    newSender({ allowHosts, resolve: resolver(addresses) }, '');

  it.each([
    ['hooks.internal', 'hooks.internal'],
    ['hooks.internal', 'HOOKS.internal'],
    ['*.svc.cluster.local', 'crm.default.svc.cluster.local'],
  ])('%s lets a delivery to %s reach a private address', async (host, name) => {
    const receiver = await canary();
    const sender = trusting([host], ['127.0.0.1']);
    expect(await send(sender, `http://${name}:${receiver.port}/`)).toMatchObject({
      responseSnippet: 'canary',
    });
  });

  it.each([
    ['hooks.internal', 'evil.hooks.internal'],
    ['hooks.internal', 'hooks.internal.evil.example'],
    ['*.internal', 'internal'],
    ['*.internal', 'evilinternal'],
    ['hooks.internal', '127.0.0.1'],
  ])('%s allows nothing for %s', async (host, name) => {
    const receiver = await canary();
    const sender = trusting([host], ['127.0.0.1']);
    expect(await send(sender, `http://${name}:${receiver.port}/`)).toMatchObject(refused);
    expect(receiver.connections).toBe(0);
  });

  it('never allows metadata services', async () => {
    for (const address of ['169.254.169.254', '::ffff:169.254.169.254', '100.100.100.200', 'fd00:ec2::254'])
      expect(await send(trusting(['hooks.internal'], [address]), 'http://hooks.internal/')).toMatchObject(
        refused,
      );
  });
});

it('TLS is resumed on the next connection', async () => {
  const receiver = await canary({ tls: true });
  const sender = newSender({ resolve: resolver(['127.0.0.1']), ca: TLS.cert, maxAgeMs: 0 });
  for (let n = 0; n < 3; n += 1) {
    expect(await send(sender, `https://receiver.test:${receiver.port}/`)).toMatchObject({ error: null });
  }
  expect(receiver.received.map(({ resumed }) => resumed)).toEqual([false, true, true]);
});
