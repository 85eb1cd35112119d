import { describe, expect, it } from '@jest/globals';
import {
  createContact,
  createTicket,
  getMe,
  listTickets,
  listWebhooks,
  type Operation,
} from '@parley/contracts';
import { ApiClient, eventually, type TestWorkspace } from '@parley/testing';
import { readFile } from 'node:fs/promises';
import { Load, type Outcome, outcomeOf, statusesOf } from '../load.ts';
import { processes } from './processes.ts';

/** Requests at a time to both gateways. */
const CONCURRENT = 100;

const { start, end } = processes;

const at = (place: number, key: string) => new ApiClient(processes.gateways[place % 2] ?? '', key);
const me = (client: ApiClient) => client.call(getMe, {});
const keyOf = ({ credentials }: TestWorkspace) => credentials.live_key;

describe('two gateways', () => {
  it.each([
    ['starter', 200, 60],
    ['business', 1_200, 1_000],
  ] as const)('share the limit of a %s workspace: of %d requests, %d pass', async (plan, sent, passed) => {
    const key = keyOf(await processes.operator.workspace(plan));
    const outcomes: Outcome[] = [];
    while (outcomes.length < sent) {
      const batch = Array.from({ length: CONCURRENT }, (_, index) => outcomeOf(() => me(at(index, key))));
      outcomes.push(...(await Promise.all(batch)));
    }
    expect(statusesOf(outcomes)).toEqual({ 200: passed, 429: sent - passed });
  });
});

describe('two processes of a service', () => {
  /** Seconds of a processor that a process has used (proc(5): fields 14 and 15, in hundredths). */
  const work = async (name: string) => {
    const stat = await readFile(`/proc/${processes.pidOf(name)}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  /** Waits until both work on what is sent. */
  const bothWork = async () => {
    const before = await Promise.all(['ticket', 'ticket 2'].map(work));
    await eventually(async () => {
      const now = await Promise.all(['ticket', 'ticket 2'].map(work));
      return now.every((seconds, index) => seconds - (before[index] ?? 0) >= 0.2);
    });
  };

  it('share the calls; a killed one fails only its calls in flight, and gets calls again after its restart', async () => {
    const workspace = await processes.operator.workspace();
    const read = (place: number) => at(place, keyOf(workspace)).call(listTickets, { query: {} });
    const write = (place: number) =>
      at(place, keyOf(workspace)).call(createTicket, { body: { subject: 'Shared' } });
    const reads = new Load(read, 4, 10);
    const writes = new Load(write, 4, 10);
    await bothWork();

    await end('ticket 2', 'SIGKILL');
    const killed = Date.now();
    await eventually(() => reads.since(killed).length > 200 && writes.since(killed).length > 200);
    await start('ticket 2');
    await bothWork();

    const written = await writes.stop();
    expect(Object.keys(statusesOf(await reads.stop()))).toEqual(['200']);
    const failed = written.filter(({ answer }) => answer?.status !== 201);
    expect(failed.filter(({ sentAt }) => sentAt > killed)).toEqual([]);
    expect(failed.length).toBeLessThanOrEqual(4);
    // They were sent, and may have taken effect before the process was killed.
    for (const { answer } of failed) expect(answer?.body.error?.code).toBe('outcome_unknown');
  });
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
    'that is unavailable (%s, %s) causes 503 for its own operations only, until it is back',
    async (gone, signal) => {
      const key = keyOf(await processes.operator.workspace());
      await Promise.all(processes.gateways.map((_, place) => me(at(place, key))));
      await end(gone, signal);
      for (const [, service, operation, sent] of operations) {
        const { answer } = await call(key, operation, sent);
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
      await eventually(async () => (await call(key, operation, sent)).answer?.status !== 503);
    },
  );
});
