import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { userContext, failureOf } from '../rpc.conformance.ts';
import { closed, FakeService, tcpRpc, type Settings } from './tcp.fixture.ts';

/** node:crypto makes keys but signs no certificates. */
const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

let folder = '';

/** Settings with a certificate for `altName` that the authority signed. */
function certified(owner: string, authority: string, altName: string): Settings {
  const path = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj'];
  const [caKey, ca] = [path(`${authority}.key`), path(`${authority}.pem`)];
  const [key, request, cert] = [path(`${owner}.key`), path(`${owner}.csr`), path(`${owner}.pem`)];
  openssl('req', '-x509', ...ec, `/CN=${authority}`, '-days', '2', '-keyout', caKey, '-out', ca);
  openssl('req', ...ec, `/CN=${owner}`, '-keyout', key, '-out', request);
  writeFileSync(path('ext'), `subjectAltName=${altName}`);
  const signed = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', path('ext')];
  openssl('x509', '-req', '-in', request, ...signed, '-out', cert);
  return { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: ca };
}

(hasOpenssl ? describe : describe.skip)('calls with TLS', () => {
  let ours: Settings = {};
  let foreign: Settings = {};
  let elsewhere: Settings = {};
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
    ours = certified('ours', 'authority', 'IP:127.0.0.1,DNS:localhost');
    foreign = certified('foreign', 'other-authority', 'IP:127.0.0.1');
    elsewhere = certified('elsewhere', 'third-authority', 'DNS:tickets.example');
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
