import { afterAll, beforeAll } from '@jest/globals';
import { Operator, TcpProxy } from '@parley/testing';
import { SERVERS, startServices, type ServicesProcess } from '../setup/services-process.mjs';

/** `npm run services` with wires to its three servers that a test can damage, the servers themselves untouched. */
export interface WiredServices {
  services: ServicesProcess;
  operator: Operator;
  database: TcpProxy;
  broker: TcpProxy;
  redis: TcpProxy;
}

/** Runs for all tests of a file. The answer is filled in before the first of them. */
export function wiredServices(settings: () => Promise<Record<string, string>> | Record<string, string>) {
  const wired = {} as WiredServices;
  beforeAll(async () => {
    const urls: Record<string, string> = { ...SERVERS, ...(await settings()) };
    wired.database = await wireTo(urls['DATABASE_URL'], 5432);
    wired.broker = await wireTo(urls['AMQP_URL'], 5672);
    wired.redis = await wireTo(urls['REDIS_URL'], 6379);
    wired.services = await startServices({
      ...urls,
      DATABASE_URL: wired.database.through(urls['DATABASE_URL'] ?? ''),
      AMQP_URL: wired.broker.through(urls['AMQP_URL'] ?? ''),
      REDIS_URL: wired.redis.through(urls['REDIS_URL'] ?? ''),
    });
    wired.operator = await Operator.ofServices(wired.services.env['RPC_ADDRESSES'] ?? '');
  }, 120_000);
  afterAll(async () => {
    wired.operator.close();
    await wired.services.remove();
    for (const wire of [wired.database, wired.broker, wired.redis]) await wire.close();
  }, 120_000);
  return wired;
}

function wireTo(url = '', usualPort: number): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  return TcpProxy.start({ host: hostname, port: Number(port || usualPort) });
}
