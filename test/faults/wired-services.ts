import { afterAll, beforeAll } from '@jest/globals';
import { Operator, TcpProxy } from '@parley/testing';
import { SERVERS, startServices, type ServicesProcess } from '../setup/services-process.mjs';

/** The servers that a wire can lead to: their setting, and their usual port. */
const WIRES = {
  database: ['DATABASE_URL', 5432],
  broker: ['AMQP_URL', 5672],
  redis: ['REDIS_URL', 6379],
} as const;
type Wire = keyof typeof WIRES;

/** `npm run services` with wires to servers that a test can damage, the servers themselves untouched. */
type WiredServices<Name extends Wire = never> = {
  services: ServicesProcess;
  operator: Operator;
} & Record<Name, TcpProxy>;

/**
 * Runs for all tests of a file. The answer is filled in before the first of them.
 * @param names the wires that the tests need: whatever passes one takes CPU time.
 */
export function wiredServices<Name extends Wire = never>(
  names: readonly Name[],
  settings: () => Promise<Record<string, string>> | Record<string, string> = () => ({}),
): WiredServices<Name> {
  const wires = {} as Record<Name, TcpProxy>;
  const wired = wires as WiredServices<Name>;
  beforeAll(async () => {
    const urls: Record<string, string> = { ...SERVERS, ...(await settings()) };
    for (const name of names) {
      const [setting, usualPort] = WIRES[name];
      const url = urls[setting] ?? '';
      wires[name] = await wireTo(url, usualPort);
      urls[setting] = wires[name].through(url);
    }
    wired.services = await startServices(urls);
    wired.operator = await Operator.ofServices(wired.services.env['RPC_ADDRESSES'] ?? '');
  });
  afterAll(async () => {
    wired.operator.close();
    await wired.services.remove();
    for (const name of names) await wires[name].close();
  });
  return wired;
}

function wireTo(url: string, usualPort: number): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  return TcpProxy.start({ host: hostname, port: Number(port || usualPort) });
}
