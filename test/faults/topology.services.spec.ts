import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createContact,
  createKey,
  createTicket,
  getMe,
  listTickets,
  listWebhooks,
  revokeKey,
  services,
  type Operation,
} from '@parley/contracts';
import { ApiClient, eventually, Operator, type TestWorkspace } from '@parley/testing';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Load, outcomeOf, statusesOf, type Outcome } from './load.ts';
import {
  freePorts,
  newInstallation,
  startProcess,
  type Installation,
  type RunningProcess,
} from '../setup/services-process.mjs';

/** By when a process that is there again has work again. */
const BACK_MS = 10_000;
const REQUEST_TIMEOUT_MS = 3_000;
const GRACE_MS = 500;

/** Two gateways and two ticket processes, one of every other service, and nobody who would start them again. */
let installation: Installation;
let operator: Operator;
let gateways: [string, string];
const running = new Map<string, RunningProcess>();
const settings = new Map<string, Record<string, string>>();

/** Starts a process by its name: an app, or `ticket 2` for the second of an app. */
async function start(name: string): Promise<void> {
  const [app = ''] = name.split(' ');
  running.set(name, await startProcess(app, { ...installation.env, ...settings.get(name) }));
}

async function end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await running.get(name)?.end(signal);
}

beforeAll(async () => {
  const [ticketPort = 0, port = 0, secondPort = 0, ...ports] = await freePorts(services.length + 3);
  const portOf = (service: string) => ports[services.findIndex((name) => name === service)] ?? 0;
  const others = services.filter((service) => service !== 'ticket');
  installation = await newInstallation({
    ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
    REQUEST_TIMEOUT: `${REQUEST_TIMEOUT_MS}ms`,
    RPC_ADDRESSES: [
      ...['127.0.0.2', '127.0.0.3'].map((host) => `ticket=${host}:${ticketPort}`),
      ...others.map((service) => `${service}=127.0.0.1:${portOf(service)}`),
    ].join(','),
  });
  settings.set('gateway', { GATEWAY_PORT: String(port) });
  settings.set('gateway 2', { GATEWAY_PORT: String(secondPort) });
  settings.set('ticket', { RPC_HOST: '127.0.0.2', RPC_PORT: String(ticketPort) });
  settings.set('ticket 2', { RPC_HOST: '127.0.0.3', RPC_PORT: String(ticketPort) });
  for (const service of others) settings.set(service, { RPC_PORT: String(portOf(service)) });
  gateways = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${secondPort}`];
  operator = Operator.ofServices(installation.env['RPC_ADDRESSES'] ?? '');
  // All have ended starting before anything is taken down again, however one of them fails.
  const started = await Promise.allSettled([...settings.keys()].map(start));
  const failed = started.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}, 90_000);
afterEach(() => Load.stopAll());
afterAll(async () => {
  operator.close();
  await Promise.all([...running.keys()].map((name) => end(name, 'SIGTERM')));
  await installation.remove();
}, 60_000);

const at = (place: number, key: string) => new ApiClient(gateways[place % 2] ?? '', key);
const me = (client: ApiClient) => client.call(getMe, {});
const keyOf = ({ credentials }: TestWorkspace) => credentials.live_key;

describe('two gateways', () => {
  it.each([
    ['starter', 200, 60],
    ['business', 1_200, 1_000],
  ] as const)('let a %s workspace send its quota: of %d requests at once, %d', async (plan, sent, passed) => {
    const key = keyOf(await operator.workspace(plan));
    const requests = Array.from({ length: sent }, (_, index) => outcomeOf(() => me(at(index, key))));
    expect(statusesOf(await Promise.all(requests))).toEqual({ 200: passed, 429: sent - passed });
  });

  it('both refuse a key from the next request after its revocation, 1,000 times under load', async () => {
    const workspace = await operator.workspace();
    const load = new Load((sent) => me(at(sent, keyOf(workspace))), 2);
    const input = { workspace: workspace.credentials.workspace_id, name: 'A key', scopes: 'tickets:read' };
    const seen: Outcome[] = [];
    const refused: Outcome[] = [];
    let keys = 0;
    const lane = async () => {
      while ((keys += 1) <= 1_000) {
        const { id, key } = await operator.run(createKey, { ...input, mode: 'live' });
        const both = () => Promise.all([0, 1].map((place) => outcomeOf(() => me(at(place, key)))));
        seen.push(...(await both()));
        await operator.run(revokeKey, { id });
        refused.push(...(await both()));
      }
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(statusesOf(seen)).toEqual({ 200: 2_000 });
    expect(statusesOf(refused)).toEqual({ 401: 2_000 });
    expect(Object.keys(statusesOf(await load.stop()))).toEqual(['200']);
  }, 60_000);
});

describe('two processes of a service', () => {
  /** Seconds of a processor that a process has used (proc(5): fields 14 and 15, in hundredths). */
  const work = async (name: string) => {
    const stat = await readFile(`/proc/${running.get(name)?.pid ?? 0}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  /** Waits until both work on what is sent. */
  const bothWork = async () => {
    const before = await Promise.all(['ticket', 'ticket 2'].map(work));
    await eventually(async () => {
      const now = await Promise.all(['ticket', 'ticket 2'].map(work));
      return now.every((seconds, index) => seconds - (before[index] ?? 0) >= 0.2);
    }, BACK_MS);
  };

  it('share the calls; one that is killed takes only those in flight with it, and gets calls again when back', async () => {
    const workspace = await operator.workspace();
    const read = (place: number) => at(place, keyOf(workspace)).call(listTickets, { query: {} });
    const write = (place: number) =>
      at(place, keyOf(workspace)).call(createTicket, { body: { subject: 'Shared' } });
    const reads = new Load(read, 4);
    const writes = new Load(write, 4);
    await bothWork();

    await end('ticket 2', 'SIGKILL');
    const killed = Date.now();
    await eventually(() => reads.since(killed).length > 200 && writes.since(killed).length > 200, 30_000);
    await start('ticket 2');
    await bothWork();

    const written = await writes.stop();
    expect(Object.keys(statusesOf(await reads.stop()))).toEqual(['200']);
    const failed = written.filter(({ answer }) => answer?.status !== 201);
    expect(failed.filter(({ sentAt }) => sentAt > killed)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(4);
    for (const { answer } of failed) expect(answer?.body.error?.code).toBe('service_unavailable');
  }, 60_000);
});

describe('a service', () => {
  const call = (key: string, operation: Operation, sent: unknown) =>
    outcomeOf(() => at(0, key).call(operation, sent));
  const operations: readonly [string, string, Operation, unknown][] = [
    ['contact', 'contact', createContact, { body: { email: 'dana@example.com' } }],
    ['ticket', 'ticket', listTickets, { query: {} }],
    ['webhook', 'webhook', listWebhooks, { query: {} }],
    ['identity', 'identity', getMe, {}],
  ];

  it.each([
    ['webhook', 'SIGTERM'],
    ['contact', 'SIGKILL'],
    ['identity', 'SIGKILL'],
  ] as const)(
    'that is gone (%s, %s) is 503 for what it does, nothing to the others, until it is back',
    async (gone, signal) => {
      const key = keyOf(await operator.workspace());
      await Promise.all(gateways.map((_, place) => me(at(place, key))));
      await end(gone, signal);
      for (const [, service, operation, sent] of operations) {
        const { answer, tookMs } = await call(key, operation, sent);
        expect(tookMs).toBeLessThan(REQUEST_TIMEOUT_MS + GRACE_MS);
        if (service === gone) {
          expect(answer).toMatchObject({
            status: 503,
            body: { error: { type: 'api_error', code: 'service_unavailable' } },
          });
        } else expect(answer?.status).toBe(operation.status);
      }
      await start(gone);
      const [, , operation, sent] = operations.find(([, service]) => service === gone) ?? [];
      if (operation === undefined) throw new Error(gone);
      await eventually(async () => (await call(key, operation, sent)).answer?.status !== 503, BACK_MS);
    },
    60_000,
  );
});
