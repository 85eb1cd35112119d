import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getTicket, setSlaTargets } from '@parley/contracts';
import { ApiClient, eventually, type Receiver } from '@parley/testing';
import { expectEmittedOnce, receiveTicketEvents, createTickets } from '../../sla-transitions.ts';
import { processes } from './processes.ts';

describe('the SLA timers of two ticket processes', () => {
  let live: ApiClient;
  let receiver: Receiver;
  let set: (targets: string) => Promise<unknown>;

  beforeEach(async () => {
    const { credentials } = await processes.operator.workspace();
    live = new ApiClient(processes.gateways[0], credentials.live_key);
    receiver = await receiveTicketEvents(live);
    const workspace = credentials.workspace_id;
    set = (targets) => processes.operator.run(setSlaTargets, { workspace, targets });
  });

  afterEach(() => receiver.close());

  /** Sets targets and waits until both processes apply them. */
  const setEverywhere = async (targets: string, expectedMs: number) => {
    await set(targets);
    await eventually(async () => {
      const opened = await createTickets(live, 20, 'low');
      return opened.every(
        ({ sla, created_at: from }) => Date.parse(sla.first_response_due) - Date.parse(from) === expectedMs,
      );
    });
  };

  it('emit each transition once', async () => {
    await setEverywhere('urgent=4s,low=1d', 86_400_000);
    await expectEmittedOnce(receiver, await createTickets(live, 100, 'urgent'));
  });

  it('continue after both are killed, including those that expire meanwhile', async () => {
    // Long enough to create all, and to kill both.
    await setEverywhere('urgent=4s,high=12s,low=30h', 30 * 3_600_000);
    const soon = await createTickets(live, 20, 'urgent');
    const later = await createTickets(live, 20, 'high');
    await Promise.all(['ticket', 'ticket 2'].map((name) => processes.end(name, 'SIGKILL')));
    await eventually(() => soon.every(({ sla }) => Date.now() > Date.parse(sla.first_response_due)));
    expect(receiver.of('ticket.sla_breached')).toEqual([]);
    await processes.start('ticket');
    await receiver.received('ticket.sla_breached', soon.length);
    await processes.start('ticket 2');
    await receiver.received('ticket.sla_breached', soon.length + later.length);
    await expectEmittedOnce(receiver, later);
    await expectEmittedOnce(receiver, soon);
    for (const { id } of [...soon, ...later])
      expect((await live.ok(getTicket, { params: { ticket_id: id } })).data.sla.status).toBe('breached');
  });
});
