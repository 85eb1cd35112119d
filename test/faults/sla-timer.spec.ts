import { afterEach, beforeEach, describe, it } from '@jest/globals';
import { listDeliveries, listWebhooks, setSlaTargets } from '@parley/contracts';
import { ApiClient, eventually, Operator, type Receiver } from '@parley/testing';
import { expectEmittedOnce, receiveTicketEvents, createTickets } from '../sla-transitions.ts';
import { StandaloneProcess } from './standalone-process.ts';

describe('the SLA timers of a standalone', () => {
  let standalone: StandaloneProcess;
  let receiver: Receiver | undefined;

  beforeEach(async () => {
    standalone = await StandaloneProcess.create();
  });

  afterEach(async () => {
    await standalone.remove();
    await receiver?.close();
  });

  it('continue after kill -9 of everything, including those that expire meanwhile', async () => {
    await standalone.start();
    const operator = Operator.ofStandalone(standalone.dataDir);
    const { credentials } = await operator.workspace();
    const live = new ApiClient(credentials.base_url, credentials.live_key);
    receiver = await receiveTicketEvents(live);
    await operator.run(setSlaTargets, {
      workspace: credentials.workspace_id,
      targets: 'urgent=8s,high=40s',
    });
    const later = await createTickets(live, 10, 'high');
    const soon = await createTickets(live, 10, 'urgent');
    // What is on its way at the kill is sent again only when its lease has ended, and holds up the rest till then.
    await eventually(() => isQuiet(live, 20));
    await standalone.kill();
    await eventually(() => soon.every(({ sla }) => Date.now() > Date.parse(sla.first_response_due)));
    await standalone.start();
    await receiver.received('ticket.sla_breached', soon.length + later.length);
    await expectEmittedOnce(receiver, later);
    await expectEmittedOnce(receiver, soon);
  });
});

/** Whether there were so many deliveries, and none is left to be made. */
async function isQuiet(live: ApiClient, count: number): Promise<boolean> {
  const { data: webhooks } = await live.ok(listWebhooks, { query: {} });
  const deliveries = webhooks.map(async ({ id }) => {
    const { data } = await live.ok(listDeliveries, {
      params: { webhook_id: id },
      query: { per_page: '100' },
    });
    return data;
  });
  const made = (await Promise.all(deliveries)).flat();
  return made.length >= count && made.every(({ status }) => status === 'delivered');
}
