import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { eventually } from '@parley/testing';
import { userContext, failureOf } from '../rpc.conformance.ts';
import type { Certificates } from './certificates.ts';
import { RpcConfig } from './rpc.config.ts';
import { certified, hasOpenssl } from './certificates.fixture.ts';
import { closed, FakeService, tcpRpc, type Settings } from './tcp.fixture.ts';

let folder = '';

const NAMES = { RPC_TLS_CERT: 'tls.crt', RPC_TLS_KEY: 'tls.key', RPC_TLS_CA: 'ca.crt' };

(hasOpenssl ? describe : describe.skip)('calls with TLS', () => {
  let ours: Settings = {};
  let foreign: Settings = {};
  let elsewhere: Settings = {};
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
    ours = certified(folder, 'ours', 'authority', 'IP:127.0.0.1,DNS:localhost');
    foreign = certified(folder, 'foreign', 'other-authority', 'IP:127.0.0.1');
    elsewhere = certified(folder, 'elsewhere', 'third-authority', 'DNS:tickets.example');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  let ticket: FakeService;
  const callers: { close: () => void }[] = [];
  afterEach(async () => {
    for (const caller of callers.splice(0)) caller.close();
    await ticket.stop();
  });

  function call(env: Settings, host = '127.0.0.1'): Promise<unknown> {
    const port = ticket.address.split(':')[1] as string;
    const rpc = tcpRpc({ RPC_ADDRESSES: `ticket=${host}:${port}`, RPC_CONNECT_TIMEOUT: '500ms', ...env });
    callers.push(rpc);
    return rpc.call('ticket', 'ticket.create', userContext(), {});
  }

  it('arrive if both sides have a certificate of the authority', async () => {
    ticket = await FakeService.start(ours);
    await expect(call(ours)).resolves.toEqual({ value: 'ok', replayed: false });
    await expect(call(ours, 'localhost')).resolves.toEqual({ value: 'ok', replayed: false });
  });

  it('are rejected if the caller has a foreign certificate, none, or does not use TLS', async () => {
    ticket = await FakeService.start(ours);
    // This caller trusts the service, so only the service can reject it.
    const trusting = { ...foreign, RPC_TLS_CA: ours['RPC_TLS_CA'] as string };
    for (const env of [foreign, trusting, {}]) {
      expect((await failureOf(call(env))).code).toBe('service_unavailable');
    }
    const anonymous = connectTls({ port: Number(ticket.address.split(':')[1]), rejectUnauthorized: false });
    anonymous.on('error', () => undefined).resume();
    await closed(anonymous);
    expect(ticket.received).toEqual([]);
    await expect(call(ours)).resolves.toMatchObject({ value: 'ok' });
  });

  it('use certificates that were replaced, the files and the link above them, without a restart', async () => {
    const link = join(folder, 'current');
    const own = (name: string) => join(link, name);
    const use = (settings: Settings, number: number) => {
      const version = join(folder, `version-${number}`);
      mkdirSync(version);
      for (const [variable, name] of Object.entries(NAMES))
        copyFileSync(settings[variable] as string, join(version, name));
      symlinkSync(version, `${link}.new`);
      renameSync(`${link}.new`, link);
    };
    use(ours, 1);
    const mounted = Object.fromEntries(
      Object.entries(NAMES).map(([variable, name]) => [variable, own(name)]),
    );
    ticket = await FakeService.start(mounted);
    const port = ticket.address.split(':')[1] as string;
    const settings = { RPC_ADDRESSES: `ticket=127.0.0.1:${port}`, RPC_CONNECT_TIMEOUT: '500ms', ...mounted };
    const running = tcpRpc(settings);
    callers.push(running);
    await running.call('ticket', 'ticket.create', userContext(), {});
    expect((await failureOf(call(foreign))).code).toBe('service_unavailable');
    use(foreign, 2);
    await eventually(() => call(foreign));
    expect((await failureOf(call(ours))).code).toBe('service_unavailable');
    // The open connection works on, and so do new ones of a caller whose files have changed too.
    await running.call('ticket', 'ticket.create', userContext(), {});
    await ticket.stop();
    await ticket.open();
    await eventually(() => running.call('ticket', 'ticket.create', userContext(), {}));
    // Half a replacement changes nothing.
    const certificates = new RpcConfig(mounted).tls as Certificates;
    const { current } = certificates;
    writeFileSync(own(NAMES.RPC_TLS_KEY), 'not a key');
    expect(() => certificates.reload()).toThrow();
    expect(certificates.current).toBe(current);
  });

  it('reject a certificate for another name', async () => {
    ticket = await FakeService.start(elsewhere);
    expect((await failureOf(call(elsewhere))).code).toBe('service_unavailable');
  });

  it('reject a service without TLS', async () => {
    ticket = await FakeService.start();
    expect((await failureOf(call(ours))).code).toBe('service_unavailable');
    expect(ticket.received).toEqual([]);
  });

  it('are not affected by a connection that never completes the handshake', async () => {
    ticket = await FakeService.start(ours);
    const incomplete = connect(Number(ticket.address.split(':')[1]), '127.0.0.1');
    incomplete.on('error', () => undefined);
    await once(incomplete, 'connect');
    await expect(call(ours)).resolves.toMatchObject({ value: 'ok' });
    incomplete.destroy();
  });
});
