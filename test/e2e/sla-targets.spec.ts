import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  createTicket,
  getTicket,
  listTickets,
  setSlaTargets,
  updateTicket,
  type Priority,
  type Input,
  type SlaStatus,
  type Ticket,
} from '@parley/contracts';
import { eventually, type ApiClient, type TestWorkspace } from '@parley/testing';
import { expectEmittedOnce, receiveTicketEvents, createTickets } from '../sla-transitions.ts';
import { operator } from './platform.ts';

const HOUR = 3_600_000;

describe('the SLA targets of a workspace', () => {
  let workspace: TestWorkspace;
  let live: ApiClient;

  beforeEach(async () => {
    workspace = await operator.workspace();
    ({ live } = workspace);
  });

  const set = (targets: string) =>
    operator.run(setSlaTargets, { workspace: workspace.credentials.workspace_id, targets });
  const open = async (priority: Priority, client = live) =>
    (await client.ok(createTicket, { body: { subject: 'SLA timer', priority } })).data;
  const patch = async ({ id }: Ticket, body: Input<typeof updateTicket>['body']) =>
    (await live.ok(updateTicket, { params: { ticket_id: id }, body })).data;
  const read = async ({ id }: Ticket) => (await live.ok(getTicket, { params: { ticket_id: id } })).data;
  const time = ({ created_at: from, sla }: Ticket) => Date.parse(sla.first_response_due) - Date.parse(from);

  it('apply to tickets created afterwards, in both modes, and not in other workspaces', async () => {
    const before = await open('urgent');
    await set('urgent=20m');
    expect(time(await open('urgent'))).toBe(HOUR / 3);
    expect(time(await open('urgent', workspace.test))).toBe(HOUR / 3);
    expect(await read(before)).toEqual(before);
    expect(time(await open('urgent', (await operator.workspace()).live))).toBe(HOUR);
  });

  it('are set individually', async () => {
    await set('urgent=20m,high=2h');
    expect((await set('high=3h')).targets).toMatchObject({ urgent: '20m', high: '3h', normal: '8h' });
    expect(time(await open('urgent'))).toBe(HOUR / 3);
    expect(time(await open('high'))).toBe(3 * HOUR);
    expect(time(await open('normal'))).toBe(8 * HOUR);
  });

  it('apply to an existing ticket once its priority changes or it is reopened', async () => {
    const [raised, renamed, ended] = [await open('normal'), await open('high'), await open('high')];
    await patch(ended, { status: 'resolved' });
    await set('high=10m');
    expect(time(await patch(raised, { priority: 'high' }))).toBe(HOUR / 6);
    expect((await patch(renamed, { subject: 'Other', status: 'pending' })).sla).toEqual(renamed.sla);
    const began = Date.now();
    const reopened = await patch(ended, { status: 'open' });
    const due = Date.parse(reopened.sla.first_response_due);
    expect(due).toBeGreaterThanOrEqual(began + HOUR / 6);
    expect(due).toBeLessThanOrEqual(Date.now() + HOUR / 6);
    // From then on its time counts from there, whatever its priority.
    const again = await patch(reopened, { priority: 'normal' });
    expect(Date.parse(again.sla.first_response_due)).toBe(due - HOUR / 6 + 8 * HOUR);
  });

  it('determine when each SLA transition is emitted, once', async () => {
    const receiver = await receiveTicketEvents(live);
    try {
      await set('high=2s');
      await expectEmittedOnce(receiver, await createTickets(live, 10, 'high'));
    } finally {
      await receiver.close();
    }
  });

  it('determine a list by SLA status that is correct at any time', async () => {
    await set('urgent=1s,normal=1h,low=2h');
    const shown = async (status: SlaStatus) => {
      const query = { sla_status: status, sort: 'priority' } as const;
      const { data } = await live.ok(listTickets, { query });
      expect(data.map(({ sla }) => sla.status)).toEqual(data.map(() => status));
      return data.map(({ priority }) => priority);
    };
    const [normal] = [await open('normal'), await open('low')];
    const urgent = await open('urgent');
    await eventually(() => Date.now() > Date.parse(urgent.sla.first_response_due) + 1);
    expect(await shown('breached')).toEqual(['urgent']);
    const calm = await patch(urgent, { priority: 'low' });
    expect(calm.sla.status).toBe('on_track');
    expect(await shown('breached')).toEqual([]);
    expect(await shown('on_track')).toEqual(['normal', 'low', 'low']);
    const late = await patch(normal, { priority: 'urgent' });
    expect(late.sla.status).toBe('breached');
    await patch(late, { status: 'resolved' });
    expect(await shown('breached')).toEqual(['urgent']);
    await set('urgent=1h');
    const fresh = await patch(late, { status: 'open' });
    expect(fresh.sla.status).toBe('on_track');
    expect(await shown('on_track')).toEqual(['urgent', 'low', 'low']);
    expect(await shown('breached')).toEqual([]);
  });

  it('determine the sort by first_response_due, also after every change', async () => {
    const dues = async () => {
      const query = { sort: 'first_response_due', order: 'asc' } as const;
      const { data } = await live.ok(listTickets, { query });
      const found = data.map(({ sla }) => Date.parse(sla.first_response_due));
      expect(found).toEqual(found.toSorted((a, b) => a - b));
      return data.map(({ subject }) => subject);
    };
    for (const priority of ['low', 'urgent', 'normal', 'high'] as const)
      await live.ok(createTicket, { body: { subject: priority, priority } });
    // The tests give tickets of low priority four seconds (test/setup).
    expect(await dues()).toEqual(['low', 'urgent', 'high', 'normal']);
    await set('low=1d,urgent=2h');
    const { data } = await live.ok(listTickets, { query: {} });
    const of = (subject: string) => data.find((ticket) => ticket.subject === subject) as Ticket;
    await patch(of('low'), { priority: 'high' });
    await patch(of('normal'), { priority: 'urgent' });
    await patch(of('urgent'), { priority: 'low' });
    // Both of high priority are due after four hours; the one that was opened first is due first.
    expect(await dues()).toEqual(['normal', 'low', 'high', 'urgent']);
  });
});
