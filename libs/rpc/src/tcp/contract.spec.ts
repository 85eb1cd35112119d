import { describe, expect, it } from '@jest/globals';
import { createTicket, listTickets, procedures, services, type Operation } from '@parley/contracts';
import { z } from 'zod';
import { Dispatcher } from '../dispatcher.ts';
import { failureOf, userContext } from '../rpc.conformance.ts';
import { contractOf, contractOfAll } from './contract.ts';
import { callerOf, listen, silentLogger, tcpRpc } from './tcp.fixture.ts';
import type { TcpRpc } from './tcp-rpc.ts';

interface Process {
  entry: string;
  /** The procedures that it has run. */
  ran: string[];
}

/** A process of the ticket service whose release has these procedures. */
async function release(own: readonly Operation[], host = '127.0.0.1'): Promise<Process> {
  const rpc = tcpRpc({ RPC_HOST: host });
  const dispatcher = new Dispatcher(silentLogger, undefined);
  const ran: string[] = [];
  for (const operation of own)
    dispatcher.register(operation, () => {
      ran.push(operation.id);
      return Promise.resolve(host);
    });
  await listen(rpc, (...call) => dispatcher.dispatch(...call));
  rpc.server.contract =
    own.every((one) => procedures.includes(one)) && own.length > 1
      ? contractOf('ticket')
      : contractOfAll(own);
  const { port } = rpc.server.address();
  return { entry: `ticket=${host}:${port}`, ran };
}

const current = [listTickets, createTicket] as readonly Operation[];
const withoutFilter = {
  ...listTickets,
  query: (listTickets.query as z.ZodObject).omit({ priority: true }),
} as Operation;
const older = [withoutFilter, createTicket as Operation];
const list = (rpc: TcpRpc, query: object) => rpc.call('ticket', 'ticket.list', userContext(), { query });

describe('a process of an older release', () => {
  it('refuses a filter that it does not know, and another one answers', async () => {
    const [old, young] = [await release(older, '127.0.0.2'), await release(current, '127.0.0.3')];
    const rpc = callerOf([old.entry, young.entry]);
    for (let i = 0; i < 20; i += 1)
      await expect(list(rpc, { priority: 'high' })).resolves.toMatchObject({ value: '127.0.0.3' });
    expect(old.ran).toEqual([]);
    for (let i = 0; i < 20; i += 1) await list(rpc, { status: 'open' });
    expect(old.ran.length).toBeGreaterThan(0);
  });

  it('alone never answers without the filter: 503', async () => {
    const old = await release(older);
    expect((await failureOf(list(callerOf([old.entry]), { priority: 'high' }))).code).toBe(
      'service_unavailable',
    );
    expect(old.ran).toEqual([]);
  });

  it('refuses a value that it does not accept yet: a client that sent a valid one gets no 422', async () => {
    const stricter = {
      ...listTickets,
      query: z.object({ status: z.literal('open') }),
    } as unknown as Operation;
    const [old, young] = [await release([stricter], '127.0.0.2'), await release(current, '127.0.0.3')];
    const rpc = callerOf([old.entry, young.entry]);
    for (let i = 0; i < 10; i += 1)
      await expect(list(rpc, { status: 'closed' })).resolves.toMatchObject({ value: '127.0.0.3' });
  });

  it('refuses a procedure that it does not have, and another one answers', async () => {
    const [old, young] = [await release([withoutFilter], '127.0.0.2'), await release(current, '127.0.0.3')];
    const rpc = callerOf([old.entry, young.entry]);
    const create = () => rpc.call('ticket', 'ticket.create', userContext(), { body: { subject: 'A' } });
    for (let i = 0; i < 10; i += 1) await expect(create()).resolves.toMatchObject({ value: '127.0.0.3' });
    // Nothing was sent, so the outcome of a write is known.
    expect(
      (await failureOf(callerOf([old.entry]).call('ticket', 'ticket.create', userContext(), {}))).code,
    ).toBe('service_unavailable');
  });

  it('ignores what the caller does not know either, as every release does', async () => {
    const old = await release(older);
    const call = callerOf([old.entry]).call('ticket', 'ticket.create', userContext(), {
      body: { subject: 'A', nonsense: 1, contact: { email: 'a@example.com', other: true } },
    });
    await expect(call).resolves.toMatchObject({ value: '127.0.0.1' });
  });
});

it('the contract of a service changes with what its procedures take, and not with their documentation', () => {
  const described = {
    ...listTickets,
    query: listTickets.query?.describe('Other words'),
  } as unknown as Operation;
  const of = (...all: Operation[]) => contractOfAll(all);
  expect(of(described, createTicket as Operation)).toBe(of(...current));
  expect(of(createTicket as Operation, listTickets as Operation)).toBe(of(...current));
  expect(of(...older)).not.toBe(of(...current));
  expect(of(listTickets as Operation)).not.toBe(of(...current));
  expect(new Set(services.map(contractOf)).size).toBe(services.length);
});
