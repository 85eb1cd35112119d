import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import type { Certificates } from '../network/certificates.ts';
import { MountedCertificates, tlsConformance } from '../network/tls.conformance.ts';
import { userContext } from '../rpc.conformance.ts';
import { RpcConfig } from './rpc.config.ts';
import { FakeService, tcpRpc, type Settings } from './tcp.fixture.ts';
import type { TcpRpc } from './tcp-rpc.ts';

const callerOf = (settings: Settings, address: string): TcpRpc =>
  tcpRpc({ RPC_ADDRESSES: `ticket=${address}`, RPC_CONNECT_TIMEOUT: '30s', ...settings });
const call = (rpc: TcpRpc) => rpc.call('ticket', 'ticket.create', userContext(), {});

async function serve(settings: Settings) {
  const service = await FakeService.start(settings);
  return { port: service.port, received: () => service.received.length, stop: () => service.stop() };
}

const send = (settings: Settings, address: string) => call(callerOf(settings, address));

tlsConformance('calls', { serve, send }, (certificates) => {
  it('go on over an open connection while the certificates of both sides are replaced', async () => {
    const { folder, ours, foreign } = certificates();
    const mounted = new MountedCertificates(mkdtempSync(join(folder, 'both-')));
    mounted.use(ours);
    const service = await FakeService.start(mounted.settings);
    const running = callerOf(mounted.settings, service.address);
    await call(running);
    mounted.use(foreign);
    await eventually(() => send(foreign, service.address));
    await call(running);
    await service.stop();
    await service.open();
    await eventually(() => call(running));
  });

  it('keep their certificates while only some of the files are replaced', () => {
    const { folder, ours } = certificates();
    const mounted = new MountedCertificates(mkdtempSync(join(folder, 'half-')));
    mounted.use(ours);
    const certificatesInUse = new RpcConfig(mounted.settings).tls as Certificates;
    const { current } = certificatesInUse;
    writeFileSync(mounted.settings['RPC_TLS_KEY'] as string, 'not a key');
    expect(() => certificatesInUse.reload()).toThrow();
    expect(certificatesInUse.current).toBe(current);
  });
});
