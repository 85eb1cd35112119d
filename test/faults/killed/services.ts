// What the tests that kill a service share: `npm run services`, which starts again what ends.
import { afterAll, beforeAll } from '@jest/globals';
import { Operator } from '@parley/testing';
import { startServices, type ServicesProcess } from '../../setup/services-process.mjs';
import { pidOf } from '../pid-of.ts';

export let services: ServicesProcess;
export let operator: Operator;

beforeAll(async () => {
  services = await startServices();
  operator = await Operator.ofServices(services.env['RPC_ADDRESSES'] ?? '');
});
afterAll(async () => {
  operator.close();
  await services.remove();
});

/** kill -9. Throws while the service is still on its way back from an earlier one. */
export const kill = (name: string) => process.kill(pidOf(name, services.pid), 'SIGKILL');
