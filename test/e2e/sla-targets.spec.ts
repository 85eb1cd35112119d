import { beforeEach, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { type ApiClient, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';
import { dueOf } from './steps.ts';

const HOUR = 3_600_000;

describe('the SLA targets of a workspace', () => {
  let workspace: TestWorkspace;
  let live: ApiClient;

  beforeEach(async () => {
    workspace = await operator.workspace();
    ({ live } = workspace);
  });

  const set = (targets: string) =>
    operator.run(api.setSlaTargets, { workspace: workspace.credentials.workspace_id, targets });
  const open = async (priority: api.Priority, client = live) =>
    (await client.ok(api.createTicket, { body: { subject: 'SLA timer', priority } })).data;
  const patch = async ({ id }: api.Ticket, body: api.Input<typeof api.updateTicket>['body']) =>
    (await live.ok(api.updateTicket, { params: { ticket_id: id }, body })).data;
  const read = async ({ id }: api.Ticket) =>
    (await live.ok(api.getTicket, { params: { ticket_id: id } })).data;
  const time = (ticket: api.Ticket) => dueOf(ticket) - Date.parse(ticket.created_at);

  it('apply to tickets created afterwards, in both modes, and not in other workspaces', async () => {
    const before = await open('urgent');
    await set('urgent=20m');
    expect(time(await open('urgent'))).toBe(HOUR / 3);
    expect(time(await open('urgent', workspace.test))).toBe(HOUR / 3);
    expect(await read(before)).toEqual(before);
    expect(time(await open('urgent', (await operator.workspace()).live))).toBe(HOUR);
  });

  it('apply to an existing ticket once its priority changes or it is reopened', async () => {
    const [raised, renamed, ended] = [await open('normal'), await open('high'), await open('high')];
    await patch(ended, { status: 'resolved' });
    await set('high=10m');
    expect(time(await patch(raised, { priority: 'high' }))).toBe(HOUR / 6);
    expect((await patch(renamed, { subject: 'Other', status: 'pending' })).sla).toEqual(renamed.sla);
    const began = Date.now();
    const reopened = await patch(ended, { status: 'open' });
    const due = dueOf(reopened);
    expect(due).toBeGreaterThanOrEqual(began + HOUR / 6);
    expect(due).toBeLessThanOrEqual(Date.now() + HOUR / 6);
    const metric = { metric: 'first_response', status: 'on_track', stopped_at: null };
    const started_at = new Date(due - HOUR / 6).toISOString();
    expect(reopened.sla?.metrics).toEqual([{ ...metric, started_at, due_at: new Date(due).toISOString() }]);
    // From then on its time counts from there, whatever its priority.
    const again = await patch(reopened, { priority: 'normal' });
    expect(dueOf(again)).toBe(due - HOUR / 6 + 8 * HOUR);
  });
});
